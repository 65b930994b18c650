/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store-database.h"
#include "vdt-store.h"

G_BEGIN_DECLS

/**
 * VdtStoreKeeper:
 * @thread: the only one that may use it
 * @db: (nullable): the database in use
 * @path: (nullable): where the file is
 * @set_aside: (nullable): where the last damaged file is now
 * @retry_at: when to try the file again, monotonic microseconds; 0 for never
 * @changed: something of what the main thread is told is new
 *
 * Holds the database in use, and gets another one when it fails.
 */
typedef struct
{
  GThread *thread;
  VdtStoreOptions options;
  VdtStoreDatabase *db;
  char *path;
  char *set_aside;
  VdtStoreState state;
  VdtStoreReason reason;
  guint generation;
  gint64 retry_at;
  gboolean changed;
} VdtStoreKeeper;

gboolean vdt_store_keeper_open (VdtStoreKeeper *keeper, const char *path, GError **error);
void vdt_store_keeper_close (VdtStoreKeeper *keeper);
void vdt_store_keeper_retry (VdtStoreKeeper *keeper);
gboolean vdt_store_keeper_recover (VdtStoreKeeper *keeper, const GError *failure);
void vdt_store_keeper_set_options (VdtStoreKeeper *keeper, const VdtStoreOptions *options);

G_END_DECLS
