/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-store.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

#include "store-test.h"
#include "test-files.h"

static void
test_empty (StoreTest *test, gconstpointer data)
{
  VdtStoreCounts counts = { 0 };
  g_autoptr (VdtStoreView) view = NULL;

  store_test_open (test);
  g_assert_cmpint (vdt_store_get_state (test->store), ==, VDT_STORE_STATE_OK);
  g_assert_cmpint (vdt_store_get_reason (test->store), ==, VDT_STORE_REASON_NONE);
  g_assert_null (vdt_store_get_set_aside (test->store));
  g_assert_cmpuint (vdt_store_get_generation (test->store), ==, 1);
  counts = store_test_counts (test->store);
  g_assert_cmpuint (counts.schema, >=, 1);
  g_assert_cmpint (counts.bytes, >, 0);
  g_assert_cmpint (counts.sessions, ==, 0);
  view = store_test_view (test->store, NULL);
  g_assert_cmpuint (view->generation, ==, 1);
  g_assert_cmpuint (view->n_sessions, ==, 0);
  g_assert_cmpuint (view->n_quotas, ==, 0);
  g_assert_cmpuint (view->n_days, ==, 0);
  g_assert_cmpuint (g_hash_table_size (view->meta), ==, 0);
  g_assert_cmpuint (test->n_resets, ==, 0);
}

static char *
pragma (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *stmt = NULL;
  char *value = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_ROW);
  value = g_strdup ((const char *) sqlite3_column_text (stmt, 0));
  sqlite3_finalize (stmt);
  return value;
}

static void
test_file_format (StoreTest *test, gconstpointer data)
{
  sqlite3 *db = NULL;
  g_autofree char *journal = NULL;
  g_autofree char *vacuum = NULL;
  g_autofree char *strict = NULL;
  g_autofree char *clean = NULL;
  g_autofree char *wal = g_strconcat (test->path, "-wal", NULL);

  store_test_open (test);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 10));
  g_assert_true (g_file_test (wal, G_FILE_TEST_EXISTS));
  store_test_close (test);
  /* Closed in order nothing but the database itself is left. */
  g_assert_false (g_file_test (wal, G_FILE_TEST_EXISTS));

  g_assert_cmpint (sqlite3_open (test->path, &db), ==, SQLITE_OK);
  journal = pragma (db, "PRAGMA journal_mode");
  g_assert_cmpstr (journal, ==, "wal");
  vacuum = pragma (db, "PRAGMA auto_vacuum");
  g_assert_cmpstr (vacuum, ==, "2");
  strict = pragma (db, "SELECT min(strict) FROM pragma_table_list"
                       " WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'");
  g_assert_cmpstr (strict, ==, "1");
  clean = pragma (db, "SELECT value FROM meta WHERE key = 'store.clean'");
  g_assert_cmpstr (clean, ==, "1");
  sqlite3_close (db);
}

static guint
get_mode (const char *path)
{
  struct stat st;

  g_assert_cmpint (stat (path, &st), ==, 0);
  return st.st_mode & 0777;
}

/* Whatever the umask, nobody else sees anything; what was open before is closed. */
static void
test_modes (StoreTest *test, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (test->path);
  g_autofree char *wal = g_strconcat (test->path, "-wal", NULL);
  g_autofree char *shm = g_strconcat (test->path, "-shm", NULL);
  mode_t masks[] = { 0, 0077, 0277 };
  mode_t before = umask (0);

  for (guint i = 0; i < G_N_ELEMENTS (masks); i++)
    {
      umask (masks[i]);
      store_test_open (test);
      store_test_apply (test->store, store_test_batch_of_calls (1, 0, 10));
      g_assert_cmpint (vdt_store_get_state (test->store), ==, VDT_STORE_STATE_OK);
      g_assert_cmpuint (get_mode (folder), ==, 0700);
      g_assert_cmpuint (get_mode (test->path), ==, 0600);
      g_assert_cmpuint (get_mode (wal), ==, 0600);
      g_assert_cmpuint (get_mode (shm), ==, 0600);
      store_test_close (test);
      test_remove_tree (folder);
    }

  umask (0);
  store_test_open (test);
  store_test_close (test);
  g_assert_cmpint (g_chmod (test->path, 0644), ==, 0);
  g_assert_cmpint (g_chmod (folder, 0755), ==, 0);
  store_test_open (test);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 10));
  g_assert_cmpuint (get_mode (folder), ==, 0700);
  g_assert_cmpuint (get_mode (test->path), ==, 0600);
  g_assert_cmpuint (get_mode (wal), ==, 0600);
  umask (before);
}

typedef struct
{
  VdtStore *store;
  guint n_answers;
  guint n_fine;
  GString *order;
} Answers;

static void
applied_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Answers *answers = user_data;

  answers->n_answers++;
  if (vdt_store_apply_finish (VDT_STORE (source), result, NULL))
    answers->n_fine++;
}

static void
counted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Answers *answers = user_data;
  VdtStoreCounts counts = { 0 };
  g_autoptr (GError) error = NULL;

  vdt_store_counts_finish (VDT_STORE (source), result, &counts, &error);
  g_assert_no_error (error);
  g_string_append_printf (answers->order, "%" G_GINT64_FORMAT " ", counts.calls);
}

/* A read holds what was written before it, and nothing that was written after. */
static void
test_order (StoreTest *test, gconstpointer data)
{
  Answers answers = { .order = g_string_new (NULL) };

  store_test_open (test);
  for (guint i = 0; i < 4; i++)
    {
      vdt_store_counts_async (test->store, NULL, counted_cb, &answers);
      vdt_store_apply_async (test->store, store_test_batch_of_calls (1, i * 10, 10), NULL,
                             applied_cb, &answers);
    }
  while (answers.n_answers < 4)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (answers.n_fine, ==, 4);
  g_assert_cmpstr (answers.order->str, ==, "0 10 20 30 ");
  g_string_free (answers.order, TRUE);
}

/* What was asked for before a close is carried out; what comes later is told so. */
static void
test_close_drains (StoreTest *test, gconstpointer data)
{
  Answers answers = { 0 };
  g_autoptr (GError) error = NULL;
  VdtStore *store = NULL;

  store_test_open (test);
  for (guint i = 0; i < 20; i++)
    vdt_store_apply_async (test->store, store_test_batch_of_calls (1, i * 100, 100), NULL,
                           applied_cb, &answers);
  vdt_store_close (test->store);
  g_assert_cmpint (vdt_store_get_state (test->store), ==, VDT_STORE_STATE_CLOSED);
  g_assert_false (vdt_store_wait_for_room (test->store, NULL));
  while (answers.n_answers < 20)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (answers.n_fine, ==, 20);

  store = test->store;
  g_assert_false (store_test_try_apply (store, vdt_store_batch_new (1), &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_CLOSED);
  vdt_store_close (store);
  vdt_store_retry (store);

  store_test_reopen (test);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 2000);
}

/* Dropped without a close, with work in the queue. */
static void
test_drop (StoreTest *test, gconstpointer data)
{
  Answers answers = { 0 };

  store_test_open (test);
  vdt_store_apply_async (test->store, store_test_batch_of_calls (1, 0, 100), NULL, applied_cb,
                         &answers);
  g_clear_object (&test->store);
  while (answers.n_answers < 1)
    g_main_context_iteration (NULL, TRUE);
  store_test_open (test);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 100);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  int *code = user_data;
  g_autoptr (GError) error = NULL;

  *code = vdt_store_open_finish (VDT_STORE (source), result, &error) ? 0 : error->code + 1;
}

static void
test_not_open (StoreTest *test, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  int code = -1;

  test->store = vdt_store_new_with_options (&test->options);
  g_assert_false (store_test_try_apply (test->store, vdt_store_batch_new (0), &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_CLOSED);
  store_test_close (test);

  store_test_open (test);
  vdt_store_open_async (test->store, test->path, NULL, opened_cb, &code);
  while (code < 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (code, ==, VDT_STORE_ERROR_FAILED + 1);
  /* The one that is open still is. */
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 10));
}

static void
viewed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GError **error = user_data;
  g_autoptr (VdtStoreView) view = vdt_store_load_view_finish (VDT_STORE (source), result, error);

  g_assert_null (view);
}

/* Cancelled before its turn a request does nothing, and says so. */
static void
test_cancel (StoreTest *test, gconstpointer data)
{
  VdtStoreViewQuery query = { .max_sessions = 10, .quota_since = VDT_TIME_UNKNOWN };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Answers answers = { 0 };

  store_test_open (test);
  g_cancellable_cancel (cancellable);
  vdt_store_apply_async (test->store, store_test_batch_of_calls (1, 0, 10), cancellable, applied_cb,
                         &answers);
  vdt_store_load_view_async (test->store, &query, cancellable, viewed_cb, &error);
  while (error == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (answers.n_answers, ==, 1);
  g_assert_cmpuint (answers.n_fine, ==, 0);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 0);
}

/* Producers on threads of their own, as the observers are, answered on their own contexts. */
typedef struct
{
  VdtStore *store;
  guint64 first;
  guint n_fine;
} Producer;

static void
produced_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Producer *producer = user_data;

  g_assert_true (g_main_context_is_owner (g_main_context_get_thread_default ()));
  if (vdt_store_apply_finish (VDT_STORE (source), result, NULL))
    producer->n_fine++;
}

static gpointer
produce (gpointer user_data)
{
  Producer *producer = user_data;
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GError) error = NULL;

  g_main_context_push_thread_default (context);
  for (guint i = 0; i < 40; i++)
    {
      g_assert_true (vdt_store_wait_for_room (producer->store, NULL));
      vdt_store_apply_async (producer->store,
                             store_test_batch_of_calls (1, producer->first + i * 500, 500), NULL,
                             produced_cb, producer);
    }
  {
    g_autoptr (VdtStoreLogFiles) files =
      vdt_store_load_log_files (producer->store, -1, 0, 10, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (files->n_files, ==, 1);
  }
  while (producer->n_fine < 40)
    g_main_context_iteration (context, TRUE);
  g_main_context_pop_thread_default (context);
  return NULL;
}

static void
test_producers (StoreTest *test, gconstpointer data)
{
  Producer a = { .first = 0 };
  Producer b = { .first = 100000 };
  GThread *threads[2] = { NULL, NULL };

  store_test_open (test);
  a.store = test->store;
  b.store = test->store;
  threads[0] = g_thread_new ("producer-a", produce, &a);
  threads[1] = g_thread_new ("producer-b", produce, &b);
  g_thread_join (threads[0]);
  g_thread_join (threads[1]);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 2 * 40 * 500);
}

static gpointer
wait_in_vain (gpointer user_data)
{
  gpointer *args = user_data;

  return GINT_TO_POINTER (vdt_store_wait_for_room (args[0], args[1]) ? 1 : 2);
}

/* A full queue: a waiting producer can be called off, and a close does so too. */
static void
test_no_room (StoreTest *test, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Answers answers = { 0 };
  gpointer args[2] = { NULL, cancellable };
  sqlite3 *db = NULL;
  GThread *thread = NULL;

  test->options.busy_ms = 60000;
  store_test_open (test);
  args[0] = test->store;
  g_assert_true (vdt_store_wait_for_room (test->store, NULL));

  /* Somebody holds the lock, so that the queue stands. */
  g_assert_cmpint (sqlite3_open (test->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  vdt_store_apply_async (test->store, store_test_batch_of_calls (1, 0, VDT_STORE_MAX_WAITING), NULL,
                         applied_cb, &answers);
  thread = g_thread_new ("waiting", wait_in_vain, args);
  g_cancellable_cancel (cancellable);
  g_assert_cmpint (GPOINTER_TO_INT (g_thread_join (thread)), ==, 2);

  args[1] = NULL;
  thread = g_thread_new ("waiting", wait_in_vain, args);
  g_assert_cmpint (sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  g_assert_cmpint (GPOINTER_TO_INT (g_thread_join (thread)), ==, 1);
  while (answers.n_answers < 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (answers.n_fine, ==, 1);
}

/* Several open one path that is not there yet, at once. */
static gpointer
open_own (gpointer user_data)
{
  const char *path = user_data;
  VdtStoreOptions options = STORE_TEST_OPTIONS;
  g_autoptr (GMainContext) context = g_main_context_new ();
  VdtStore *store = NULL;
  int code = -1;
  gboolean fine = FALSE;

  options.busy_ms = 20000;
  g_main_context_push_thread_default (context);
  store = vdt_store_new_with_options (&options);
  vdt_store_open_async (store, path, NULL, opened_cb, &code);
  while (code < 0)
    g_main_context_iteration (context, TRUE);
  fine = code == 0 && vdt_store_get_state (store) == VDT_STORE_STATE_OK;
  vdt_store_close (store);
  while (g_main_context_iteration (context, FALSE))
    continue;
  g_object_unref (store);
  g_main_context_pop_thread_default (context);
  return GINT_TO_POINTER (fine);
}

static void
test_openers (StoreTest *test, gconstpointer data)
{
  GThread *threads[4];

  for (guint round = 0; round < 5; round++)
    {
      g_autofree char *path = g_strdup_printf ("%s-%u", test->path, round);

      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        threads[i] = g_thread_new ("opener", open_own, path);
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        g_assert_true (GPOINTER_TO_INT (g_thread_join (threads[i])));
    }
}

static void
notify_cb (GObject *store, GParamSpec *pspec, GString *log)
{
  g_string_append_printf (log, "%s ", pspec->name);
}

/* The state is known before the answer is, and closing tells. */
static void
test_notify (StoreTest *test, gconstpointer data)
{
  g_autoptr (GString) log = g_string_new (NULL);
  int code = -1;

  test->store = vdt_store_new_with_options (&test->options);
  g_signal_connect (test->store, "notify", G_CALLBACK (notify_cb), log);
  vdt_store_open_async (test->store, test->path, NULL, opened_cb, &code);
  while (code < 0)
    {
      g_assert_cmpint (vdt_store_get_state (test->store), ==, VDT_STORE_STATE_CLOSED);
      g_main_context_iteration (NULL, TRUE);
      if (log->len > 0)
        break;
    }
  g_assert_cmpint (vdt_store_get_state (test->store), ==, VDT_STORE_STATE_OK);
  while (code < 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (code, ==, 0);
  /* Each once; GObject says nothing of their order. */
  g_assert_cmpuint (log->len, ==, strlen ("state generation "));
  g_assert_nonnull (strstr (log->str, "state "));
  g_assert_nonnull (strstr (log->str, "generation "));
  g_string_truncate (log, 0);
  vdt_store_close (test->store);
  g_assert_cmpstr (log->str, ==, "state ");
}

static void
add (const char *path, void (*func) (StoreTest *test, gconstpointer data))
{
  g_test_add (path, StoreTest, NULL, store_test_set_up, func, store_test_tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add ("/store/life/empty", test_empty);
  add ("/store/life/file-format", test_file_format);
  add ("/store/life/modes", test_modes);
  add ("/store/life/order", test_order);
  add ("/store/life/close-drains", test_close_drains);
  add ("/store/life/drop", test_drop);
  add ("/store/life/not-open", test_not_open);
  add ("/store/life/cancel", test_cancel);
  add ("/store/life/producers", test_producers);
  add ("/store/life/no-room", test_no_room);
  add ("/store/life/openers", test_openers);
  add ("/store/life/notify", test_notify);
  return g_test_run ();
}
