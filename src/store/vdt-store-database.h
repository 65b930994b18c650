/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-sqlite.h"
#include "vdt-store-batch.h"
#include "vdt-store-view.h"

G_BEGIN_DECLS

/**
 * VdtStoreOptions:
 * @busy_ms: how long to wait for somebody else's lock
 * @retry_ms: how often to try the real database again while in memory
 * @min_free: bytes that must be free on the disk before a full one is tried again
 * @max_seed: the largest database, in bytes, that is copied to memory
 * @max_pages: for tests: the most pages the file may have; 0 for no bound
 * @read_only: for tests: open the file as on a disk that cannot be written
 * @guest: somebody else's database: it is neither made, brought up to date, looked through nor
 *   set aside, and nothing is noted in it of who has it open
 */
typedef struct
{
  guint busy_ms;
  guint retry_ms;
  guint64 min_free;
  guint64 max_seed;
  guint max_pages;
  gboolean read_only;
  gboolean guest;
} VdtStoreOptions;

#define VDT_STORE_OPTIONS_DEFAULT                                                                  \
  {                                                                                                \
    .busy_ms = 5000, .retry_ms = 60000, .min_free = 8 * 1024 * 1024,                               \
    .max_seed = 128 * 1024 * 1024,                                                                 \
  }

#define VDT_STORE_OPTIONS_GUEST                                                                    \
  {                                                                                                \
    .busy_ms = 5000, .guest = TRUE,                                                                \
  }

/**
 * VdtStoreDatabase:
 *
 * One database with our schema, on disk or in memory. Belongs to the thread that opened it.
 */
typedef struct _VdtStoreDatabase VdtStoreDatabase;

VdtStoreDatabase *vdt_store_database_open (const char *path,
                                           const VdtStoreOptions *options,
                                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
VdtStoreDatabase *vdt_store_database_open_memory (const char *seed_path,
                                                  VdtStoreDatabase *seed,
                                                  const VdtStoreOptions *options,
                                                  gboolean *seeded,
                                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
void vdt_store_database_close (VdtStoreDatabase *db, gboolean clean);
gboolean vdt_store_database_probe (VdtStoreDatabase *db, GError **error);
void vdt_store_database_set_busy (VdtStoreDatabase *db, guint busy_ms);
gboolean vdt_store_database_set_max_pages (VdtStoreDatabase *db, guint max_pages, GError **error);

/* What changes it: each is one transaction, all or nothing. */
gboolean
vdt_store_database_apply (VdtStoreDatabase *db, const VdtStoreBatch *batch, GError **error);
gboolean vdt_store_database_delete_history (VdtStoreDatabase *db,
                                            const char *session_id,
                                            VdtTime now,
                                            GError **error);
gboolean vdt_store_database_forget_session (VdtStoreDatabase *db,
                                            const char *session_id,
                                            VdtTime now,
                                            GError **error);
gboolean vdt_store_database_prune (VdtStoreDatabase *db,
                                   guint retention_days,
                                   VdtTime now,
                                   guint64 *n_removed,
                                   GError **error);

/* What reads it. */
VdtStoreView *vdt_store_database_load_view (VdtStoreDatabase *db,
                                            const VdtStoreViewQuery *query,
                                            GCancellable *cancellable,
                                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
VdtStoreLogFiles *vdt_store_database_load_log_files (VdtStoreDatabase *db,
                                                     int runtime,
                                                     gint64 after,
                                                     guint max_rows,
                                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
VdtStoreCalls *vdt_store_database_load_calls (VdtStoreDatabase *db,
                                              VdtTime since,
                                              gint64 after,
                                              guint max_rows,
                                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean vdt_store_database_count (VdtStoreDatabase *db, VdtStoreCounts *counts, GError **error);

G_END_DECLS
