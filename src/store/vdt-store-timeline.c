/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-review.h"

#include "vdt-store-database-private.h"
#include "vdt-store-private.h"

typedef struct
{
  char *session_id;
  VdtTime before;
  gint64 before_log;
  gint64 before_sequence;
  guint max_events;
} Timeline;

static void
timeline_free (gpointer data)
{
  g_free (((Timeline *) data)->session_id);
  g_free (data);
}

static void
event_free (gpointer data)
{
  VdtStoreEvent *event = data;

  g_free (event->session_id);
  g_free (event->changes);
  g_free (event);
}

static gpointer
load_timeline (VdtStoreDatabase *db, gconstpointer data, GError **error)
{
  const Timeline *request = data;
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func (event_free);
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (db->sqlite, VDT_SQL_LOAD_TIMELINE);
  VdtStep step = VDT_STEP_DONE;

  vdt_statement_bind_int (rows, 1, request->before);
  vdt_statement_bind_text (rows, 2, request->session_id);
  vdt_statement_bind_int (rows, 3, MIN (request->max_events, VDT_STORE_MAX_TIMELINE));
  vdt_statement_bind_int (rows, 4, request->before_log);
  vdt_statement_bind_int (rows, 5, request->before_sequence);
  while ((step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      VdtStoreEvent *event = g_new0 (VdtStoreEvent, 1);
      gconstpointer changes = NULL;
      gsize id_len = 0;

      event->session_id = g_strdup (vdt_statement_get_text (rows, 0, &id_len));
      event->log = vdt_statement_get_int (rows, 1);
      event->sequence = vdt_statement_get_int (rows, 2);
      event->at = vdt_statement_get_time (rows, 3);
      changes = vdt_statement_get_blob (rows, 4, &event->changes_len);
      event->changes = g_memdup2 (changes, event->changes_len);
      g_ptr_array_add (events, event);
    }
  return step != VDT_STEP_FAILED ? g_steal_pointer (&events) : NULL;
}

/**
 * vdt_store_load_timeline_async:
 * @self: a store
 * @session_id: (nullable): which session, `NULL` for all
 * @last: (nullable): the last one of the page before; `NULL` for the first page
 * @max_events: at most %VDT_STORE_MAX_TIMELINE
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Reads snapshots, newest first. Many may bear the same time, so it is a snapshot and not a time
 * that a page goes on from.
 */
void
vdt_store_load_timeline_async (VdtStore *self,
                               const char *session_id,
                               const VdtStoreEvent *last,
                               guint max_events,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  Timeline *request = NULL;

  g_return_if_fail (VDT_IS_STORE (self));

  request = g_new0 (Timeline, 1);
  request->session_id = g_strdup (session_id);
  request->before = last != NULL ? last->at : VDT_TIME_MAX;
  request->before_log = last != NULL ? last->log : G_MAXINT64;
  request->before_sequence = last != NULL ? last->sequence : G_MAXINT64;
  request->max_events = max_events;
  vdt_store_send (self, vdt_store_request_call (self, load_timeline, request, timeline_free,
                                                (GDestroyNotify) g_ptr_array_unref,
                                                vdt_store_load_timeline_async, cancellable,
                                                callback, user_data));
}

/**
 * vdt_store_load_timeline_finish:
 * @self: a store
 * @result: as the callback got it
 * @error: return location for a #VdtStoreError
 *
 * Returns: (transfer full) (element-type VdtStoreEvent): what happened, or `NULL`
 */
GPtrArray *
vdt_store_load_timeline_finish (VdtStore *self, GAsyncResult *result, GError **error)
{
  return vdt_store_finish_pointer (self, result, vdt_store_load_timeline_async, error);
}
