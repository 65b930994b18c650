/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store.h"

#include "vdt-store-private.h"

/**
 * vdt_store_load_view_async:
 * @self: a store
 * @query: (transfer none): what to read; copied
 * @cancellable: (nullable): ends the read
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Reads what a first screen needs, all as of one moment.
 */
void
vdt_store_load_view_async (VdtStore *self,
                           const VdtStoreViewQuery *query,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  VdtStoreMessage *message = NULL;

  g_return_if_fail (VDT_IS_STORE (self));
  g_return_if_fail (query != NULL && query->n_day_bounds <= VDT_STORE_MAX_DAYS);

  message = vdt_store_request (self, VDT_MESSAGE_LOAD_VIEW, vdt_store_load_view_async, cancellable,
                               callback, user_data);
  message->query = *query;
  message->query.day_bounds = g_memdup2 (query->day_bounds, query->n_day_bounds * sizeof (VdtTime));
  vdt_store_send (self, message);
}

/**
 * vdt_store_load_view_finish:
 * @self: a store
 * @result: as the callback got it
 * @error: return location for a #VdtStoreError or `G_IO_ERROR_CANCELLED`
 *
 * Returns: (transfer full): the view, or `NULL`
 */
VdtStoreView *
vdt_store_load_view_finish (VdtStore *self, GAsyncResult *result, GError **error)
{
  return vdt_store_finish_pointer (self, result, vdt_store_load_view_async, error);
}

/**
 * vdt_store_load_log_files_async:
 * @self: a store
 * @runtime: a #VdtRuntime, or -1 for all
 * @after: 0 for the first page, then what the page before said as `next`
 * @max_rows: rows in a page, 1 … %VDT_STORE_MAX_PAGE_ROWS
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Reads a page of log files with their states.
 */
void
vdt_store_load_log_files_async (VdtStore *self,
                                int runtime,
                                gint64 after,
                                guint max_rows,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  VdtStoreMessage *message = NULL;

  g_return_if_fail (VDT_IS_STORE (self));

  message = vdt_store_request (self, VDT_MESSAGE_LOAD_LOG_FILES, vdt_store_load_log_files_async,
                               cancellable, callback, user_data);
  message->page.runtime = runtime;
  message->page.after = after;
  message->page.max_rows = max_rows;
  vdt_store_send (self, message);
}

/**
 * vdt_store_load_log_files_finish:
 * @self: a store
 * @result: as the callback got it
 * @error: return location for a #VdtStoreError or `G_IO_ERROR_CANCELLED`
 *
 * Returns: (transfer full): a page, or `NULL`
 */
VdtStoreLogFiles *
vdt_store_load_log_files_finish (VdtStore *self, GAsyncResult *result, GError **error)
{
  return vdt_store_finish_pointer (self, result, vdt_store_load_log_files_async, error);
}

static void
keep_result_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **kept = user_data;

  *kept = g_object_ref (result);
}

/**
 * vdt_store_load_log_files:
 * @self: a store
 * @runtime: a #VdtRuntime, or -1 for all
 * @after: 0 for the first page, then what the page before said as `next`
 * @max_rows: rows in a page, 1 … %VDT_STORE_MAX_PAGE_ROWS
 * @cancellable: (nullable): for giving up before it begins
 * @error: return location for a #VdtStoreError or `G_IO_ERROR_CANCELLED`
 *
 * Like [method@VdtStore.load_log_files_async], and waits for the page. For observer threads;
 * never on the main thread, nor on the store's own.
 *
 * Returns: (transfer full): a page, or `NULL`
 */
VdtStoreLogFiles *
vdt_store_load_log_files (VdtStore *self,
                          int runtime,
                          gint64 after,
                          guint max_rows,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GAsyncResult) result = NULL;
  VdtStoreLogFiles *files = NULL;

  g_return_val_if_fail (VDT_IS_STORE (self), NULL);

  g_main_context_push_thread_default (context);
  vdt_store_load_log_files_async (self, runtime, after, max_rows, cancellable, keep_result_cb,
                                  &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  files = vdt_store_load_log_files_finish (self, result, error);
  g_main_context_pop_thread_default (context);
  return files;
}

/**
 * vdt_store_load_calls_async:
 * @self: a store
 * @since: calls from then on; unknown for all
 * @after: 0 for the first page, then what the page before said as `next`
 * @max_rows: rows in a page, 1 … %VDT_STORE_MAX_PAGE_ROWS
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Reads a page of calls.
 */
void
vdt_store_load_calls_async (VdtStore *self,
                            VdtTime since,
                            gint64 after,
                            guint max_rows,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  VdtStoreMessage *message = NULL;

  g_return_if_fail (VDT_IS_STORE (self));

  message = vdt_store_request (self, VDT_MESSAGE_LOAD_CALLS, vdt_store_load_calls_async,
                               cancellable, callback, user_data);
  message->page.since = since;
  message->page.after = after;
  message->page.max_rows = max_rows;
  vdt_store_send (self, message);
}

/**
 * vdt_store_load_calls_finish:
 * @self: a store
 * @result: as the callback got it
 * @error: return location for a #VdtStoreError or `G_IO_ERROR_CANCELLED`
 *
 * Returns: (transfer full): a page, or `NULL`
 */
VdtStoreCalls *
vdt_store_load_calls_finish (VdtStore *self, GAsyncResult *result, GError **error)
{
  return vdt_store_finish_pointer (self, result, vdt_store_load_calls_async, error);
}

/**
 * vdt_store_counts_async:
 * @self: a store
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Counts what is stored. Since requests keep their order this also tells when all that was
 * asked for before has been carried out.
 */
void
vdt_store_counts_async (VdtStore *self,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_return_if_fail (VDT_IS_STORE (self));

  vdt_store_send (self, vdt_store_request (self, VDT_MESSAGE_COUNT, vdt_store_counts_async,
                                           cancellable, callback, user_data));
}

/**
 * vdt_store_counts_finish:
 * @self: a store
 * @result: as the callback got it
 * @counts: (out caller-allocates): how much there is
 * @error: return location for a #VdtStoreError or `G_IO_ERROR_CANCELLED`
 *
 * Returns: whether it could be counted
 */
gboolean
vdt_store_counts_finish (VdtStore *self,
                         GAsyncResult *result,
                         VdtStoreCounts *counts,
                         GError **error)
{
  g_autofree VdtStoreCounts *counted =
    vdt_store_finish_pointer (self, result, vdt_store_counts_async, error);

  if (counted == NULL)
    return FALSE;
  *counts = *counted;
  return TRUE;
}

static void
send_session (VdtStore *self, VdtStoreMessage *message, const char *session_id, VdtTime now)
{
  message->session.id = g_strdup (session_id);
  message->session.now = now;
  vdt_store_send (self, message);
}

/**
 * vdt_store_delete_history_async:
 * @self: a store
 * @session_id: (nullable): our id; `NULL` for all sessions
 * @now: the time; kept as `history_deleted_at`
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * *Delete history*: what is only past goes (in this schema: what the decoders kept of logs that
 * are no longer there), and the time is noted, so that the engine shows and keeps nothing older
 * however often a log is read again. Identity, current context, calls and quota readings stay.
 */
void
vdt_store_delete_history_async (VdtStore *self,
                                const char *session_id,
                                VdtTime now,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (VDT_IS_STORE (self));

  send_session (self,
                vdt_store_request (self, VDT_MESSAGE_DELETE_HISTORY, vdt_store_delete_history_async,
                                   cancellable, callback, user_data),
                session_id, now);
}

/**
 * vdt_store_delete_history_finish:
 * @self: a store
 * @result: as the callback got it
 * @error: return location for a #VdtStoreError; while the file cannot be written nothing is
 *   deleted and the code says why: `LOCKED`, `READ_ONLY`, `FULL`, `NEWER`, `OPEN`
 *
 * Returns: whether it is gone from the disk
 */
gboolean
vdt_store_delete_history_finish (VdtStore *self, GAsyncResult *result, GError **error)
{
  return vdt_store_finish_boolean (self, result, vdt_store_delete_history_async, error);
}

/**
 * vdt_store_forget_session_async:
 * @self: a store
 * @session_id: our id
 * @now: the time
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * *Forget this session*: the session, those of its sub-agents, their calls, their log files'
 * states and the readings that came from them go. What happened up to @now does not come back
 * when the log is read again; what happens later does. Of such a log no state is kept any more:
 * it is read again after every start.
 */
void
vdt_store_forget_session_async (VdtStore *self,
                                const char *session_id,
                                VdtTime now,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (VDT_IS_STORE (self));
  g_return_if_fail (session_id != NULL);

  send_session (self,
                vdt_store_request (self, VDT_MESSAGE_FORGET_SESSION, vdt_store_forget_session_async,
                                   cancellable, callback, user_data),
                session_id, now);
}

/**
 * vdt_store_forget_session_finish:
 * @self: a store
 * @result: as the callback got it
 * @error: return location for a #VdtStoreError, see [method@VdtStore.delete_history_finish]
 *
 * Returns: whether it is gone from the disk
 */
gboolean
vdt_store_forget_session_finish (VdtStore *self, GAsyncResult *result, GError **error)
{
  return vdt_store_finish_boolean (self, result, vdt_store_forget_session_async, error);
}

/**
 * vdt_store_prune_async:
 * @self: a store
 * @retention_days: 1 … %VDT_STORE_RETENTION_DAYS
 * @now: the time to count back from
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Drops what is older than the retention: sessions that are not active and whose parent goes
 * too, and what is known of logs that were deleted. Quota readings go after
 * %VDT_STORE_QUOTA_DAYS, but the newest of a window stays; calls after %VDT_STORE_CALL_DAYS.
 */
void
vdt_store_prune_async (VdtStore *self,
                       guint retention_days,
                       VdtTime now,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  VdtStoreMessage *message = NULL;

  g_return_if_fail (VDT_IS_STORE (self));

  message = vdt_store_request (self, VDT_MESSAGE_PRUNE, vdt_store_prune_async, cancellable,
                               callback, user_data);
  message->prune.retention_days = retention_days;
  message->prune.now = now;
  vdt_store_send (self, message);
}

/**
 * vdt_store_prune_finish:
 * @self: a store
 * @result: as the callback got it
 * @n_removed: (out) (optional): how many rows went
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether it was done
 */
gboolean
vdt_store_prune_finish (VdtStore *self, GAsyncResult *result, guint64 *n_removed, GError **error)
{
  g_autofree guint64 *removed =
    vdt_store_finish_pointer (self, result, vdt_store_prune_async, error);

  if (removed == NULL)
    return FALSE;
  if (n_removed != NULL)
    *n_removed = *removed;
  return TRUE;
}
