/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-store.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "store-test.h"
#include "test-files.h"
#include "vdt-store-review.h"

#define LOG      7
#define OTHER    8
#define N_ROUNDS 60

static void
keep_result_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static VdtStore *
try_guest (StoreTest *test, GError **error)
{
  VdtStoreOptions options = VDT_STORE_OPTIONS_GUEST;
  g_autoptr (VdtStore) guest = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  options.busy_ms = test->options.busy_ms;
  guest = vdt_store_new_with_options (&options);
  vdt_store_open_async (guest, test->path, NULL, keep_result_cb, &result);
  if (vdt_store_open_finish (guest, wait_for (&result), error))
    return g_steal_pointer (&guest);
  g_assert_cmpint (vdt_store_get_state (guest), ==, VDT_STORE_STATE_CLOSED);
  vdt_store_close (guest);
  return NULL;
}

static VdtStore *
open_guest (StoreTest *test)
{
  g_autoptr (GError) error = NULL;
  VdtStore *guest = try_guest (test, &error);

  g_assert_no_error (error);
  g_assert_cmpint (vdt_store_get_state (guest), ==, VDT_STORE_STATE_OK);
  return guest;
}

static void
close_guest (VdtStore *guest)
{
  vdt_store_close (guest);
  g_object_unref (guest);
}

static void
assert_refused (StoreTest *test, VdtStoreError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (try_guest (test, &error));
  g_assert_error (error, VDT_STORE_ERROR, (int) code);
}

static void
sql (const char *path, const char *text)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, text, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* Read beside whoever has it open. */
static char *
get_clean (const char *path)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *stmt = NULL;
  char *value = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT value FROM meta WHERE key = 'store.clean'", -1,
                                       &stmt, NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_ROW);
  value = g_strdup ((const char *) sqlite3_column_text (stmt, 0));
  sqlite3_finalize (stmt);
  sqlite3_close (db);
  return value;
}

/* Snapshots @from … @to of a log of session A. */
static VdtStoreBatch *
batch_of_snapshots (gint64 log, const char *place, gint64 from, gint64 to)
{
  VdtStoreBatch *batch = vdt_store_batch_new (1);
  VdtStoreSession session = store_test_session (SESSION_A, 1000, "view");
  VdtStoreConversation talk = { .log = log,
                                .session_id = SESSION_A,
                                .home_id = HOME_A,
                                .place = place,
                                .from_line = from,
                                .to_line = MAX (from, to),
                                .final = TRUE,
                                .sequence = MAX (0, to),
                                .changed_at = 1000 + to };

  g_assert_true (vdt_store_batch_put_session (batch, &session));
  vdt_store_batch_begin_conversation (batch, &talk);
  for (gint64 i = from; i <= to; i++)
    {
      g_autoptr (VdtChangeSet) changes = vdt_change_set_new ();
      g_autoptr (GByteArray) blob = g_byte_array_new ();
      g_autofree char *text = g_strdup_printf ("step %" G_GINT64_FORMAT, i);
      VdtStoreSnapshot snapshot = { .sequence = i, .line = i, .time = 1000 + i };

      vdt_change_set_add (changes, VDT_CHANGE_COMPLETED, NULL, text, 1000 + i);
      vdt_change_set_write (changes, blob);
      snapshot.changes = blob->data;
      snapshot.changes_len = blob->len;
      g_assert_true (vdt_store_batch_put_snapshot (batch, &snapshot));
    }
  return batch;
}

static VdtStoreReview *
load_review (VdtStore *store)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreReview *review = NULL;

  vdt_store_load_review_async (store, NULL, NULL, keep_result_cb, &result);
  review = vdt_store_load_review_finish (store, wait_for (&result), &error);
  g_assert_no_error (error);
  return review;
}

static gboolean
try_move (VdtStore *store, gint64 log, gint64 sequence, VdtStoreMoved *moved, GError **error)
{
  VdtStoreMove move = { .session_id = SESSION_A, .log = log, .sequence = sequence };
  g_autoptr (GAsyncResult) result = NULL;

  vdt_store_acknowledge_async (store, &move, 1, 5000, NULL, keep_result_cb, &result);
  return vdt_store_acknowledge_finish (store, wait_for (&result), moved, error);
}

static guint
advance (VdtStore *store, gint64 log, gint64 sequence)
{
  VdtStoreMoved moved = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (try_move (store, log, sequence, &moved, &error));
  g_assert_no_error (error);
  g_assert_false (moved.conflict);
  return moved.advanced;
}

/* Where there is nothing to visit nothing is made. */
static void
test_absent (StoreTest *test, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (test->path);

  assert_refused (test, VDT_STORE_ERROR_UNREADY);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  test_write_file (test->path, "");
  g_assert_cmpint (g_chmod (test->path, 0644), ==, 0);
  assert_refused (test, VDT_STORE_ERROR_UNREADY);
  {
    g_autofree char *text = NULL;
    gsize len = 1;
    GStatBuf st;

    g_assert_true (g_file_get_contents (test->path, &text, &len, NULL));
    g_assert_cmpuint (len, ==, 0);
    g_assert_cmpint (g_stat (test->path, &st), ==, 0);
    g_assert_cmpuint (st.st_mode & 0777, ==, 0644);
  }
  g_assert_cmpint (g_unlink (test->path), ==, 0);
  g_assert_cmpint (g_mkdir (test->path, 0700), ==, 0);
  assert_refused (test, VDT_STORE_ERROR_OPEN);
}

static void
test_versions (StoreTest *test, gconstpointer data)
{
  guint schema = 0;
  g_autofree char *back = NULL;

  store_test_open (test);
  schema = store_test_counts (test->store).schema;
  store_test_close (test);
  back = g_strdup_printf ("PRAGMA user_version = %u", schema - 1);
  sql (test->path, back);
  assert_refused (test, VDT_STORE_ERROR_UNREADY);
  sql (test->path, "PRAGMA user_version = 4711");
  assert_refused (test, VDT_STORE_ERROR_NEWER);
}

/* A damaged one is its owner's to set aside. */
static void
test_damaged (StoreTest *test, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (test->path);
  g_autofree char *text = NULL;
  g_autoptr (GDir) dir = NULL;

  test_write_file (test->path, "this is no database at all, however long one looks at it");
  assert_refused (test, VDT_STORE_ERROR_CORRUPT);
  g_assert_true (g_file_get_contents (test->path, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "this is no database"));
  dir = g_dir_open (folder, 0, NULL);
  g_assert_cmpstr (g_dir_read_name (dir), ==, "vedette.sqlite3");
  g_assert_null (g_dir_read_name (dir));
}

/* Whether the database was closed in order is its owner's to say. */
static void
test_leaves_mark (StoreTest *test, gconstpointer data)
{
  VdtStore *guest = NULL;
  g_autofree char *running = NULL;
  g_autofree char *closed = NULL;
  g_autoptr (VdtStoreReview) review = NULL;

  store_test_open (test);
  store_test_apply (test->store, batch_of_snapshots (LOG, "a", 1, 3));
  guest = open_guest (test);
  g_assert_cmpuint (advance (guest, LOG, 2), ==, 1);
  close_guest (guest);
  running = get_clean (test->path);
  g_assert_cmpstr (running, ==, "0");
  /* The owner sees at once what the guest did. */
  review = load_review (test->store);
  g_assert_cmpuint (review->rows->len, ==, 1);
  g_assert_cmpint (((VdtStoreReviewRow *) g_ptr_array_index (review->rows, 0))->baseline.sequence,
                   ==, 2);
  store_test_close (test);

  guest = open_guest (test);
  g_assert_cmpuint (advance (guest, LOG, 3), ==, 1);
  closed = get_clean (test->path);
  g_assert_cmpstr (closed, ==, "1");
  close_guest (guest);
}

/* Its owner writes all the time: neither gets in the other's way. */
static void
test_beside_writer (StoreTest *test, gconstpointer data)
{
  VdtStore *guest = NULL;
  GAsyncResult *results[N_ROUNDS] = { NULL };
  guint advanced = 0;

  /* as both are in use */
  test->options.busy_ms = 5000;
  store_test_open (test);
  store_test_apply (test->store, batch_of_snapshots (LOG, "a", 1, 1));
  guest = open_guest (test);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      const gint64 next = i + 2;
      g_autoptr (VdtStoreReview) review = NULL;
      g_autoptr (VdtStoreView) view = NULL;

      vdt_store_apply_async (test->store, store_test_batch_of_calls (1, i * 500, 500), NULL, NULL,
                             NULL);
      vdt_store_apply_async (test->store, batch_of_snapshots (LOG, "a", next, next), NULL,
                             keep_result_cb, &results[i]);
      review = load_review (guest);
      if (review->rows->len > 0)
        {
          const VdtStoreReviewRow *row = g_ptr_array_index (review->rows, 0);

          /* of one moment: as many changes as there are snapshots */
          g_assert_cmpint (row->newest.sequence - row->baseline.sequence, ==,
                           vdt_change_set_get_size (row->changes));
          advanced += advance (guest, LOG, row->newest.sequence);
        }
      view = store_test_view (guest, NULL);
      g_assert_cmpuint (view->n_sessions, ==, 1);
    }
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      g_autoptr (GError) error = NULL;

      vdt_store_apply_finish (test->store, wait_for (&results[i]), &error);
      g_assert_no_error (error);
      g_object_unref (results[i]);
    }
  g_assert_cmpuint (advanced, >, 0);
  g_assert_cmpint (vdt_store_get_state (test->store), ==, VDT_STORE_STATE_OK);
  g_assert_cmpint (vdt_store_get_state (guest), ==, VDT_STORE_STATE_OK);
  g_assert_cmpuint (test->n_resets, ==, 0);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, N_ROUNDS * 500);
  close_guest (guest);
}

/* Without a memory to go on in, it is told that it could not be done, and nothing was. */
static void
test_locked (StoreTest *test, gconstpointer data)
{
  VdtStore *guest = NULL;
  sqlite3 *db = NULL;
  VdtStoreMoved moved = { 0 };
  g_autoptr (GError) error = NULL;

  store_test_open (test);
  store_test_apply (test->store, batch_of_snapshots (LOG, "a", 1, 3));
  guest = open_guest (test);
  g_assert_cmpint (sqlite3_open (test->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_false (try_move (guest, LOG, 3, &moved, &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_LOCKED);
  g_assert_cmpint (vdt_store_get_state (guest), ==, VDT_STORE_STATE_OK);
  {
    /* reading needs no lock that others hold */
    g_autoptr (VdtStoreReview) review = load_review (guest);

    g_assert_cmpuint (review->rows->len, ==, 1);
  }
  sqlite3_close (db);
  g_assert_cmpuint (advance (guest, LOG, 3), ==, 1);
  close_guest (guest);
}

/* A log in which nothing has changed yet is not what a person is shown of its session. */
static void
test_log_without_snapshots (StoreTest *test, gconstpointer data)
{
  g_autoptr (VdtStoreReview) review = NULL;
  g_autoptr (VdtStoreReview) after = NULL;
  const VdtStoreReviewRow *row = NULL;

  store_test_open (test);
  store_test_apply (test->store, batch_of_snapshots (LOG, "a", 1, 3));
  store_test_apply (test->store, batch_of_snapshots (OTHER, "b", 1, 0));
  review = load_review (test->store);
  g_assert_cmpuint (review->rows->len, ==, 1);
  row = g_ptr_array_index (review->rows, 0);
  g_assert_cmpint (row->newest.log, ==, LOG);
  g_assert_cmpint (row->newest.number, ==, 3);
  g_assert_cmpuint (advance (test->store, LOG, 3), ==, 1);
  after = load_review (test->store);
  g_assert_cmpuint (after->rows->len, ==, 0);
}

static void
add (const char *path, void (*func) (StoreTest *, gconstpointer))
{
  g_test_add (path, StoreTest, NULL, store_test_set_up, func, store_test_tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("/store/guest/absent", test_absent);
  add ("/store/guest/versions", test_versions);
  add ("/store/guest/damaged", test_damaged);
  add ("/store/guest/leaves-mark", test_leaves_mark);
  add ("/store/guest/beside-writer", test_beside_writer);
  add ("/store/guest/locked", test_locked);
  add ("/store/review/log-without-snapshots", test_log_without_snapshots);

  return g_test_run ();
}
