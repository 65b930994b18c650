/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-review.h"

#include <string.h>

#include "vdt-store-carry.h"
#include "vdt-store-database-private.h"
#include "vdt-store-private.h"
#include "vdt-store-review-private.h"

typedef struct
{
  char *session_id;
  gint64 log;
  gint64 sequence;
} Move;

typedef struct
{
  GArray *moves; /* Move */
  VdtTime now;
} Acknowledge;

static void
move_clear (gpointer data)
{
  g_free (((Move *) data)->session_id);
}

static void
acknowledge_free (gpointer data)
{
  Acknowledge *request = data;

  g_array_unref (request->moves);
  g_free (request);
}

/* Where the session's log with the snapshot stands among its logs; -1 where it is none of its. */
static gboolean
find_place (VdtSqlite *sqlite,
            const Move *move,
            gint64 review_log,
            int *place,
            int *review_place,
            GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (sqlite, VDT_SQL_LOAD_SESSION_LOGS);
  VdtStep step = VDT_STEP_DONE;

  *place = *review_place = -1;
  vdt_statement_bind_text (rows, 1, move->session_id);
  for (int i = 0; (step = vdt_statement_step (rows, error)) == VDT_STEP_ROW; i++)
    {
      const gint64 log = vdt_statement_get_int (rows, 0);

      if (log == move->log && move->sequence >= 1 &&
          move->sequence <= vdt_statement_get_int (rows, 1))
        *place = i;
      if (log == review_log)
        *review_place = i;
    }
  return step != VDT_STEP_FAILED;
}

/* Where a baseline stands. */
typedef struct
{
  gboolean found;
  gint64 log;
  gint64 sequence;
  VdtTime reviewed_at;
} Review;

static gboolean
get_review (VdtSqlite *sqlite, const char *session_id, Review *review, GError **error)
{
  g_autoptr (VdtStatement) get = vdt_sqlite_get (sqlite, VDT_SQL_GET_REVIEW);
  VdtStep step = VDT_STEP_DONE;

  *review = (Review){ .reviewed_at = VDT_TIME_UNKNOWN };
  vdt_statement_bind_text (get, 1, session_id);
  step = vdt_statement_step (get, error);
  if (step != VDT_STEP_ROW)
    return step == VDT_STEP_DONE;
  *review = (Review){ .found = TRUE,
                      .log = vdt_statement_get_int (get, 0),
                      .sequence = vdt_statement_get_int (get, 1),
                      .reviewed_at = vdt_statement_get_time (get, 2) };
  return TRUE;
}

/* Whether the snapshot counts as looked at without anybody having said so. */
static gboolean
is_from_before (VdtStoreDatabase *db, const Move *move, gboolean *before, GError **error)
{
  VdtStoreMark mark = { .log = move->log, .sequence = move->sequence, .at = VDT_TIME_UNKNOWN };
  VdtTime since = VDT_TIME_UNKNOWN;

  if (!vdt_store_database_get_time (db, "review.since", &since, error) ||
      !vdt_store_database_get_snapshot_time (db, &mark, error))
    return FALSE;
  *before = vdt_time_known (since) && (!vdt_time_known (mark.at) || mark.at <= since);
  return TRUE;
}

/* V31, V32: forward only, and only to a snapshot of the session. */
static gboolean
move_baseline (VdtStoreDatabase *db,
               const Move *move,
               VdtTime now,
               VdtStoreMoved *moved,
               GError **error)
{
  Review review;
  gboolean stands = FALSE;
  int place = -1;
  int review_place = -1;
  g_autoptr (VdtStatement) put = NULL;

  if (!get_review (db->sqlite, move->session_id, &review, error) ||
      !find_place (db->sqlite, move, review.log, &place, &review_place, error))
    return FALSE;
  if (place < 0)
    {
      moved->conflict = TRUE;
      return TRUE;
    }
  if (review.found)
    stands = review_place > place || (review_place == place && review.sequence >= move->sequence);
  else if (!is_from_before (db, move, &stands, error))
    return FALSE;
  if (stands)
    return TRUE;
  vdt_store_carry_note_baseline (db, move->session_id, review.reviewed_at);
  put = vdt_sqlite_get (db->sqlite, VDT_SQL_PUT_REVIEW);
  vdt_statement_bind_text (put, 1, move->session_id);
  vdt_statement_bind_int (put, 2, move->log);
  vdt_statement_bind_int (put, 3, move->sequence);
  vdt_statement_bind_time (put, 4, now);
  moved->advanced++;
  return vdt_statement_run (put, error);
}

static gpointer
acknowledge (VdtStoreDatabase *db, gconstpointer data, GError **error)
{
  const Acknowledge *request = data;
  g_autofree VdtStoreMoved *moved = g_new0 (VdtStoreMoved, 1);
  gboolean fine = TRUE;

  if (!vdt_sqlite_begin (db->sqlite, error))
    return NULL;
  for (guint i = 0; i < request->moves->len && fine && !moved->conflict; i++)
    {
      const Move *move = &g_array_index (request->moves, Move, i);

      for (guint j = 0; j < i; j++)
        if (strcmp (g_array_index (request->moves, Move, j).session_id, move->session_id) == 0)
          moved->conflict = TRUE;
      if (!moved->conflict)
        fine = move_baseline (db, move, request->now, moved, error);
    }
  if (fine && !moved->conflict && moved->advanced > 0)
    fine = vdt_store_database_restart_digest (db, request->now, error);
  if (!fine || moved->conflict)
    {
      vdt_sqlite_rollback (db->sqlite);
      moved->advanced = 0;
      return fine ? g_steal_pointer (&moved) : NULL;
    }
  return vdt_sqlite_commit (db->sqlite, error) ? g_steal_pointer (&moved) : NULL;
}

/**
 * vdt_store_acknowledge_async:
 * @self: a store
 * @moves: (array length=n_moves): where to move whose baseline, each session once
 * @n_moves: 1 … %VDT_STORE_MAX_TARGETS
 * @now: the time; kept as `reviewed_at`
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Moves baselines forward, all or none (V31). One that stands there or further on is left alone
 * (V32); if any moves, the next digest is an interval away again.
 */
void
vdt_store_acknowledge_async (VdtStore *self,
                             const VdtStoreMove *moves,
                             guint n_moves,
                             VdtTime now,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  Acknowledge *request = NULL;

  g_return_if_fail (VDT_IS_STORE (self));
  g_return_if_fail (n_moves >= 1 && n_moves <= VDT_STORE_MAX_TARGETS);

  request = g_new0 (Acknowledge, 1);
  request->now = now;
  request->moves = g_array_new (FALSE, TRUE, sizeof (Move));
  g_array_set_clear_func (request->moves, move_clear);
  for (guint i = 0; i < n_moves; i++)
    {
      Move move = { .session_id = g_strdup (moves[i].session_id),
                    .log = moves[i].log,
                    .sequence = moves[i].sequence };

      g_array_append_val (request->moves, move);
    }
  vdt_store_send (self, vdt_store_request_call (self, acknowledge, request, acknowledge_free,
                                                g_free, vdt_store_acknowledge_async, cancellable,
                                                callback, user_data));
}

static gboolean
finish_moved (VdtStore *self,
              GAsyncResult *result,
              gpointer tag,
              VdtStoreMoved *moved,
              GError **error)
{
  g_autofree VdtStoreMoved *answer = vdt_store_finish_pointer (self, result, tag, error);

  if (answer == NULL)
    return FALSE;
  *moved = *answer;
  return TRUE;
}

/**
 * vdt_store_acknowledge_finish:
 * @self: a store
 * @result: as the callback got it
 * @moved: (out caller-allocates): what came of it
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether the database could be asked
 */
gboolean
vdt_store_acknowledge_finish (VdtStore *self,
                              GAsyncResult *result,
                              VdtStoreMoved *moved,
                              GError **error)
{
  return finish_moved (self, result, vdt_store_acknowledge_async, moved, error);
}

static gpointer
unreview (VdtStoreDatabase *db, gconstpointer data, GError **error)
{
  static const VdtSql steps[] = { VDT_SQL_UNDO_REVIEW, VDT_SQL_DELETE_FIRST_REVIEW };
  g_autofree VdtStoreMoved *moved = g_new0 (VdtStoreMoved, 1);
  Review review;
  gboolean fine = FALSE;

  if (!vdt_sqlite_begin (db->sqlite, error))
    return NULL;
  fine = get_review (db->sqlite, data, &review, error);
  if (fine && review.found)
    vdt_store_carry_note_baseline (db, data, review.reviewed_at);
  for (guint i = 0; i < G_N_ELEMENTS (steps) && fine && moved->advanced == 0; i++)
    {
      g_autoptr (VdtStatement) step = vdt_sqlite_get (db->sqlite, steps[i]);

      vdt_statement_bind_text (step, 1, data);
      fine = vdt_statement_run (step, error);
      if (fine)
        moved->advanced = (guint) vdt_sqlite_get_changes (db->sqlite);
    }
  if (!fine)
    {
      vdt_sqlite_rollback (db->sqlite);
      return NULL;
    }
  return vdt_sqlite_commit (db->sqlite, error) ? g_steal_pointer (&moved) : NULL;
}

/**
 * vdt_store_unreview_async:
 * @self: a store
 * @session_id: whose baseline
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Puts a baseline back to where it stood before its last step. Of the steps before nothing is
 * kept: once one was taken back there is none until the next.
 */
void
vdt_store_unreview_async (VdtStore *self,
                          const char *session_id,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_return_if_fail (VDT_IS_STORE (self));

  vdt_store_send (self, vdt_store_request_call (self, unreview, g_strdup (session_id), g_free,
                                                g_free, vdt_store_unreview_async, cancellable,
                                                callback, user_data));
}

/**
 * vdt_store_unreview_finish:
 * @self: a store
 * @result: as the callback got it
 * @moved: (out caller-allocates): whether there was a step to take back
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether the database could be asked
 */
gboolean
vdt_store_unreview_finish (VdtStore *self,
                           GAsyncResult *result,
                           VdtStoreMoved *moved,
                           GError **error)
{
  return finish_moved (self, result, vdt_store_unreview_async, moved, error);
}
