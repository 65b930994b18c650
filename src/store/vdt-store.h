/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-store-batch.h"
#include "vdt-store-error.h"
#include "vdt-store-view.h"

G_BEGIN_DECLS

/**
 * VdtStoreState:
 * @VDT_STORE_STATE_CLOSED: not opened yet, or closed
 * @VDT_STORE_STATE_OK: what is applied is on the disk
 * @VDT_STORE_STATE_MEMORY: nothing is persisted; the reason says why
 */
typedef enum
{
  VDT_STORE_STATE_CLOSED,
  VDT_STORE_STATE_OK,
  VDT_STORE_STATE_MEMORY,
} VdtStoreState;

/**
 * VdtStoreReason:
 * @VDT_STORE_REASON_NONE: nothing to tell
 * @VDT_STORE_REASON_CORRUPT: it was damaged and set aside; with state `OK` a new one is in use
 * @VDT_STORE_REASON_NEWER: a newer Vedette made it
 * @VDT_STORE_REASON_LOCKED: another process keeps it locked
 * @VDT_STORE_REASON_READ_ONLY: it, or its folder, cannot be written
 * @VDT_STORE_REASON_FULL: the disk is full
 * @VDT_STORE_REASON_FAILED: it cannot be opened, read or written for another reason
 */
typedef enum
{
  VDT_STORE_REASON_NONE,
  VDT_STORE_REASON_CORRUPT,
  VDT_STORE_REASON_NEWER,
  VDT_STORE_REASON_LOCKED,
  VDT_STORE_REASON_READ_ONLY,
  VDT_STORE_REASON_FULL,
  VDT_STORE_REASON_FAILED,
} VdtStoreReason;

#define VDT_TYPE_STORE_STATE (vdt_store_state_get_type ())
GType vdt_store_state_get_type (void);
#define VDT_TYPE_STORE_REASON (vdt_store_reason_get_type ())
GType vdt_store_reason_get_type (void);

/**
 * VdtStore:
 *
 * The database, and the one thread (`vdt-store`) that touches it.
 *
 * Requests are carried out strictly in the order they were made, by whichever thread; answers
 * come on the thread-default context of the thread that asked. A request that was cancelled
 * before its turn does nothing; a write that has begun is finished, and its answer is true.
 *
 * Where the file cannot be used (another process keeps it locked, the disk is full or cannot be
 * written, a newer Vedette made it) all goes on in a database in memory, which starts as a copy
 * of the file where that can be read and is not larger than 128 MiB. `state` and `reason` say
 * so, and once a minute, or on [method@VdtStore.retry], the file is tried again. **While in memory
 * nothing is persisted, and what was kept there is dropped when the file can be had again**:
 * its offsets are where they were, so after recovery as after a restart the logs are read again
 * from there and nothing is counted twice or lost. Only what no log says is carried over: how far
 * a person has looked, and what was told of. A damaged file is renamed and replaced.
 *
 * Whenever what is stored stops being the continuation of what was read from it, `generation`
 * goes up and `reset` is emitted: load the log files again and go on from those offsets.
 * Batches made from an older generation are refused with %VDT_STORE_ERROR_STALE.
 *
 * Properties, all read-only, notified on the context the store was made on and to be read there:
 * `state`, `reason`, `set-aside` (where the last damaged file of this run is now), `generation`.
 */
#define VDT_TYPE_STORE (vdt_store_get_type ())
G_DECLARE_FINAL_TYPE (VdtStore, vdt_store, VDT, STORE, GObject)

VdtStore *vdt_store_new (void) G_GNUC_WARN_UNUSED_RESULT;
VdtStore *vdt_store_new_guest (void) G_GNUC_WARN_UNUSED_RESULT;
VdtStoreState vdt_store_get_state (VdtStore *self);
VdtStoreReason vdt_store_get_reason (VdtStore *self);
const char *vdt_store_get_set_aside (VdtStore *self);
guint vdt_store_get_generation (VdtStore *self);

void vdt_store_open_async (VdtStore *self,
                           const char *path,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data);
gboolean vdt_store_open_finish (VdtStore *self, GAsyncResult *result, GError **error);
void vdt_store_retry (VdtStore *self);
void vdt_store_close (VdtStore *self);

void vdt_store_apply_async (VdtStore *self,
                            VdtStoreBatch *batch,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
gboolean vdt_store_apply_finish (VdtStore *self, GAsyncResult *result, GError **error);
gboolean vdt_store_wait_for_room (VdtStore *self, GCancellable *cancellable);

void vdt_store_load_view_async (VdtStore *self,
                                const VdtStoreViewQuery *query,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
VdtStoreView *vdt_store_load_view_finish (VdtStore *self,
                                          GAsyncResult *result,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
void vdt_store_load_log_files_async (VdtStore *self,
                                     int runtime,
                                     gint64 after,
                                     guint max_rows,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
VdtStoreLogFiles *vdt_store_load_log_files_finish (VdtStore *self,
                                                   GAsyncResult *result,
                                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
VdtStoreLogFiles *vdt_store_load_log_files (VdtStore *self,
                                            int runtime,
                                            gint64 after,
                                            guint max_rows,
                                            GCancellable *cancellable,
                                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
void vdt_store_load_calls_async (VdtStore *self,
                                 VdtTime since,
                                 gint64 after,
                                 guint max_rows,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
VdtStoreCalls *vdt_store_load_calls_finish (VdtStore *self,
                                            GAsyncResult *result,
                                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
void vdt_store_counts_async (VdtStore *self,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean vdt_store_counts_finish (VdtStore *self,
                                  GAsyncResult *result,
                                  VdtStoreCounts *counts,
                                  GError **error);

void vdt_store_delete_history_async (VdtStore *self,
                                     const char *session_id,
                                     VdtTime now,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean vdt_store_delete_history_finish (VdtStore *self, GAsyncResult *result, GError **error);
void vdt_store_forget_session_async (VdtStore *self,
                                     const char *session_id,
                                     VdtTime now,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean vdt_store_forget_session_finish (VdtStore *self, GAsyncResult *result, GError **error);
void vdt_store_prune_async (VdtStore *self,
                            guint retention_days,
                            VdtTime now,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
gboolean
vdt_store_prune_finish (VdtStore *self, GAsyncResult *result, guint64 *n_removed, GError **error);

G_END_DECLS
