/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "talk-test.h"

#include <sqlite3.h>
#include <string.h>

void
talk_test_keep_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

GAsyncResult *
talk_test_wait (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

/* As of now: a batch from an older generation would be refused. */
static VdtStoreBatch *
new_batch (VdtStore *store)
{
  g_autoptr (VdtStoreView) view = store_test_view (store, NULL);

  return vdt_store_batch_new (view->generation);
}

static void
put_session (VdtStoreBatch *batch, const char *id, VdtTime at)
{
  VdtStoreSession session = store_test_session (id, at, "view");

  session.active = TRUE;
  g_assert_true (vdt_store_batch_put_session (batch, &session));
}

static void
put_snapshot (VdtStoreBatch *batch, gint64 i, VdtTime time, const VdtChangeSet *changes)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  VdtStoreSnapshot snapshot = { .sequence = i, .line = i, .time = time };

  vdt_change_set_write (changes, blob);
  snapshot.changes = blob->data;
  snapshot.changes_len = blob->len;
  g_assert_true (vdt_store_batch_put_snapshot (batch, &snapshot));
}

static void
put_record (VdtStoreBatch *batch, gint64 i, VdtTime time)
{
  g_autoptr (VdtChangeSet) changes = vdt_change_set_new ();
  g_autofree char *text = g_strdup_printf ("message %" G_GINT64_FORMAT, i);
  g_autofree char *step = g_strdup_printf ("step %" G_GINT64_FORMAT, i);
  const VdtStoreUtterance said = { .line = i, .time = time, .from_user = TRUE, .text = text };

  vdt_store_batch_put_utterance (batch, &said);
  vdt_change_set_add (changes, VDT_CHANGE_COMPLETED, NULL, step, time);
  put_snapshot (batch, i, time, changes);
}

void
talk_test_put (VdtStore *store, const TalkPiece *piece)
{
  VdtStoreBatch *batch = new_batch (store);
  VdtStoreConversation talk = { .log = piece->log,
                                .session_id = piece->session_id,
                                .home_id = HOME_A,
                                .place = piece->place,
                                .from_line = piece->from,
                                .to_line = piece->to,
                                .final = piece->final,
                                .sequence = piece->to,
                                .changed_at = TALK_AT (piece->to) + piece->shift };

  vdt_store_batch_begin_conversation (batch, &talk);
  for (gint64 i = piece->from; i <= piece->to; i++)
    put_record (batch, i, TALK_AT (i) + piece->shift);
  if (!piece->no_session)
    put_session (batch, piece->session_id, talk.changed_at);
  store_test_apply (store, batch);
}

/* The whole of a log, to its end. */
void
talk_test_read (VdtStore *store, gint64 log, const char *id, const char *place, gint64 to)
{
  const TalkPiece piece = { .log = log,
                            .session_id = id,
                            .place = place,
                            .from = 1,
                            .to = to,
                            .final = TRUE };

  talk_test_put (store, &piece);
}

/* A record of its own kind in a log that ends there. */
void
talk_test_put_changes (VdtStore *store,
                       gint64 log,
                       const char *session_id,
                       gint64 line,
                       const VdtChangeSet *changes)
{
  VdtStoreBatch *batch = new_batch (store);
  const VdtStoreConversation talk = { .log = log,
                                      .session_id = session_id,
                                      .home_id = HOME_A,
                                      .place = "",
                                      .from_line = line,
                                      .to_line = line,
                                      .final = TRUE,
                                      .sequence = line,
                                      .changed_at = TALK_AT (line) };

  vdt_store_batch_begin_conversation (batch, &talk);
  put_snapshot (batch, line, TALK_AT (line), changes);
  put_session (batch, session_id, TALK_AT (line));
  store_test_apply (store, batch);
}

/* A question in a log that ends there. */
void
talk_test_ask (VdtStore *store, gint64 log, const char *session_id, gint64 line)
{
  VdtStoreBatch *batch = new_batch (store);
  g_autofree char *id = g_strdup_printf ("%024" G_GINT64_FORMAT, log * 1000 + line);
  VdtStoreConversation talk = { .log = log,
                                .session_id = session_id,
                                .home_id = HOME_A,
                                .place = "",
                                .from_line = line,
                                .to_line = line,
                                .final = TRUE,
                                .sequence = line,
                                .changed_at = TALK_AT (line) };
  const VdtStoreDecision decision = { .id = id,
                                      .session_id = session_id,
                                      .line = line,
                                      .call = line,
                                      .created_at = TALK_AT (line),
                                      .body = (const guint8 *) "body",
                                      .body_len = 4 };

  vdt_store_batch_begin_conversation (batch, &talk);
  put_record (batch, line, TALK_AT (line));
  g_assert_true (vdt_store_batch_put_decision (batch, &decision));
  put_session (batch, session_id, TALK_AT (line));
  store_test_apply (store, batch);
}

void
talk_test_put_meta (VdtStore *store, const char *key, const char *value)
{
  VdtStoreBatch *batch = new_batch (store);

  vdt_store_batch_put_meta (batch, key, value);
  store_test_apply (store, batch);
}

VdtStoreReview *
talk_test_review (VdtStore *store, const char *wanted)
{
  const char *const ids[] = { wanted, NULL };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreReview *review = NULL;

  vdt_store_load_review_async (store, ids, NULL, talk_test_keep_cb, &result);
  review = vdt_store_load_review_finish (store, talk_test_wait (&result), &error);
  g_assert_no_error (error);
  g_assert_nonnull (review);
  return review;
}

const VdtStoreReviewRow *
talk_test_find (const VdtStoreReview *review, const char *session_id)
{
  for (guint i = 0; i < review->rows->len; i++)
    {
      const VdtStoreReviewRow *row = g_ptr_array_index (review->rows, i);

      if (strcmp (row->session_id, session_id) == 0)
        return row;
    }
  return NULL;
}

VdtStoreMoved
talk_test_move (VdtStore *store, const VdtStoreMove *moves, guint n, VdtTime now)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreMoved moved = { 0 };

  vdt_store_acknowledge_async (store, moves, n, now, NULL, talk_test_keep_cb, &result);
  vdt_store_acknowledge_finish (store, talk_test_wait (&result), &moved, &error);
  g_assert_no_error (error);
  return moved;
}

/* How many baselines moved; G_MAXUINT for a conflict. */
guint
talk_test_done (VdtStore *store, const char *id, gint64 log, gint64 sequence)
{
  const VdtStoreMove move = { .session_id = id, .log = log, .sequence = sequence };
  const VdtStoreMoved moved = talk_test_move (store, &move, 1, TALK_AT (sequence) + VDT_SECOND);

  return moved.conflict ? G_MAXUINT : moved.advanced;
}

gboolean
talk_test_undo (VdtStore *store, const char *session_id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreMoved moved = { 0 };

  vdt_store_unreview_async (store, session_id, NULL, talk_test_keep_cb, &result);
  vdt_store_unreview_finish (store, talk_test_wait (&result), &moved, &error);
  g_assert_no_error (error);
  return moved.advanced > 0;
}

/* The newest step of all sessions, or of one. */
GPtrArray *
talk_test_timeline (VdtStore *store, const char *session_id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *events = NULL;

  vdt_store_load_timeline_async (store, session_id, NULL, VDT_STORE_MAX_TIMELINE, NULL,
                                 talk_test_keep_cb, &result);
  events = vdt_store_load_timeline_finish (store, talk_test_wait (&result), &error);
  g_assert_no_error (error);
  g_assert_nonnull (events);
  return events;
}

/* Somebody changes the file behind the store's back. */
void
talk_test_exec (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 20000);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* How many rows a table has, as anybody sees it who opens the file. */
guint
talk_test_count (const char *path, const char *table)
{
  g_autofree char *sql = g_strdup_printf ("SELECT count (*) FROM %s", table);
  sqlite3 *db = NULL;
  sqlite3_stmt *stmt = NULL;
  guint n = 0;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 20000);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_ROW);
  n = (guint) sqlite3_column_int64 (stmt, 0);
  sqlite3_finalize (stmt);
  sqlite3_close (db);
  return n;
}
