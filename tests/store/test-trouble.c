/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-store.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store-test.h"

static void
assert_state (StoreTest *test, VdtStoreState state, VdtStoreReason reason)
{
  g_assert_cmpint (vdt_store_get_state (test->store), ==, state);
  g_assert_cmpint (vdt_store_get_reason (test->store), ==, reason);
}

/* A database with @n calls and a log read up to @n. */
static void
make_database (StoreTest *test, guint n)
{
  store_test_open (test);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, n));
  store_test_close (test);
}

static void
overwrite (const char *path, goffset offset, const char *bytes, gsize len)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (pwrite (fd, bytes, len, offset), ==, (gssize) len);
  close (fd);
}

static guint64
get_offset (StoreTest *test)
{
  g_autoptr (VdtStoreLogFiles) files = store_test_log_files (test->store);

  return files->n_files > 0 ? files->files[0].offset : 0;
}

static void
sql (const char *path, const char *text)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, text, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

static guint
count_damaged (StoreTest *test)
{
  g_autofree char *folder = g_path_get_dirname (test->path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "vedette.sqlite3.damaged-") && !g_str_has_suffix (name, "-wal") &&
        !g_str_has_suffix (name, "-shm"))
      n++;
  return n;
}

/* Set aside unharmed, said, and a new one in its place that works and lasts. */
static void
assert_replaced (StoreTest *test, const char *bytes, gsize len)
{
  g_autofree char *prefix = g_strconcat (test->path, ".damaged-", NULL);
  g_autofree char *kept = NULL;
  gsize kept_len = 0;

  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_OK, VDT_STORE_REASON_CORRUPT);
  g_assert_true (g_str_has_prefix (vdt_store_get_set_aside (test->store), prefix));
  g_assert_cmpuint (strlen (vdt_store_get_set_aside (test->store)), ==,
                    strlen (prefix) + strlen ("YYYYMMDD-HHMMSS"));
  g_assert_true (
    g_file_get_contents (vdt_store_get_set_aside (test->store), &kept, &kept_len, NULL));
  if (bytes != NULL)
    g_assert_cmpmem (kept, kept_len, bytes, len);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 0);
  g_assert_cmpuint (get_offset (test), ==, 0);
  g_assert_cmpuint (test->n_resets, ==, 0);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 7));
  store_test_reopen (test);
  assert_state (test, VDT_STORE_STATE_OK, VDT_STORE_REASON_NONE);
  g_assert_null (vdt_store_get_set_aside (test->store));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 7);
  g_assert_cmpuint (count_damaged (test), ==, 1);
}

static void
test_garbage (StoreTest *test, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (test->path);
  g_autofree char *bytes = g_malloc (10000);

  memset (bytes, GPOINTER_TO_INT (data), 10000);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (test->path, bytes, 10000, NULL));
  assert_replaced (test, bytes, 10000);
}

/* No bytes at all are no damage: that is a database not yet made. */
static void
test_empty_file (StoreTest *test, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (test->path);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (test->path, "", 0, NULL));
  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_OK, VDT_STORE_REASON_NONE);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 7));
  store_test_reopen (test);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 7);
  g_assert_cmpuint (count_damaged (test), ==, 0);
}

static void
test_header (StoreTest *test, gconstpointer data)
{
  make_database (test, 100);
  overwrite (test->path, 0, "Not a database at all", 21);
  assert_replaced (test, NULL, 0);
}

static void
test_truncated (StoreTest *test, gconstpointer data)
{
  struct stat st;

  make_database (test, 5000);
  g_assert_cmpint (stat (test->path, &st), ==, 0);
  g_assert_cmpint (truncate (test->path, st.st_size / 2), ==, 0);
  assert_replaced (test, NULL, 0);
}

/* Pages that are wrong inside: found by looking through the file after an end out of order. */
static void
test_page_after_crash (StoreTest *test, gconstpointer data)
{
  g_autofree char *bytes = g_malloc (8192);

  make_database (test, 5000);
  sql (test->path, "UPDATE meta SET value = '0' WHERE key = 'store.clean'");
  memset (bytes, 0xa5, 8192);
  overwrite (test->path, 20 * 4096, bytes, 8192);
  assert_replaced (test, NULL, 0);
}

/* The same after an end in order is found when the page is read; the logs are read again. */
static void
test_page_while_running (StoreTest *test, gconstpointer data)
{
  g_autofree char *bytes = g_malloc (4096);
  g_autoptr (GError) error = NULL;

  make_database (test, 20000);
  memset (bytes, 0xa5, 4096);
  /* All but the pages that opening needs. */
  for (guint page = 40; page < 200; page++)
    overwrite (test->path, page * 4096, bytes, 4096);
  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_OK, VDT_STORE_REASON_NONE);

  /* What was made from the old one does not go into the new one … */
  g_assert_false (
    store_test_try_apply (test->store, store_test_batch_of_calls (1, 0, 20000), &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_STALE);
  assert_state (test, VDT_STORE_STATE_OK, VDT_STORE_REASON_CORRUPT);
  g_assert_cmpuint (test->n_resets, ==, 1);
  g_assert_cmpuint (vdt_store_get_generation (test->store), ==, 2);
  g_assert_cmpuint (get_offset (test), ==, 0);
  g_assert_cmpuint (count_damaged (test), ==, 1);

  /* … what is read anew does. */
  store_test_apply (test->store, store_test_batch_of_calls (2, 0, 20000));
  store_test_reopen (test);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 20000);
}

/* A read that finds the damage is answered from the new one. */
static void
test_read_while_damaged (StoreTest *test, gconstpointer data)
{
  g_autofree char *bytes = g_malloc (4096);

  make_database (test, 20000);
  memset (bytes, 0xa5, 4096);
  for (guint page = 40; page < 200; page++)
    overwrite (test->path, page * 4096, bytes, 4096);
  store_test_open (test);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 0);
  assert_state (test, VDT_STORE_STATE_OK, VDT_STORE_REASON_CORRUPT);
  g_assert_cmpuint (test->n_resets, ==, 1);
}

/* Two in one second get two names. */
static void
test_damaged_twice (StoreTest *test, gconstpointer data)
{
  for (guint i = 0; i < 3; i++)
    {
      make_database (test, 10);
      overwrite (test->path, 0, "garbage", 7);
    }
  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_OK, VDT_STORE_REASON_CORRUPT);
  g_assert_cmpuint (count_damaged (test), ==, 3);
}

static void
test_newer (StoreTest *test, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize before_len = 0;
  gsize after_len = 0;

  make_database (test, 100);
  sql (test->path, "PRAGMA user_version = 9999; CREATE TABLE from_the_future (x);");
  g_assert_true (g_file_get_contents (test->path, &before, &before_len, NULL));

  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_NEWER);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 0);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 7));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 7);
  vdt_store_retry (test->store);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 7);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_NEWER);
  store_test_close (test);

  /* Not one byte of it was touched. */
  g_assert_true (g_file_get_contents (test->path, &after, &after_len, NULL));
  g_assert_cmpmem (before, before_len, after, after_len);
  g_assert_cmpuint (count_damaged (test), ==, 0);
}

/* Locked from the start by one that lets nobody read; on demand, and after it let go, the
 * file is in use and what memory had is gone. */
static void
test_locked_at_open (StoreTest *test, gconstpointer data)
{
  sqlite3 *db = NULL;
  g_autoptr (GError) error = NULL;

  make_database (test, 100);
  g_assert_cmpint (sqlite3_open (test->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;", NULL,
                                 NULL, NULL),
                   ==, SQLITE_OK);
  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_LOCKED);
  g_assert_cmpuint (get_offset (test), ==, 0);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 7));
  vdt_store_retry (test->store);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 7);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_LOCKED);

  sqlite3_close (db);
  vdt_store_retry (test->store);
  store_test_wait_for_state (test, VDT_STORE_STATE_OK);
  assert_state (test, VDT_STORE_STATE_OK, VDT_STORE_REASON_NONE);
  g_assert_cmpuint (test->n_resets, ==, 1);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 100);
  g_assert_cmpuint (get_offset (test), ==, 100);
  g_assert_false (store_test_try_apply (test->store, store_test_batch_of_calls (1, 7, 7), &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_STALE);
  store_test_apply (test->store, store_test_batch_of_calls (2, 100, 10));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 110);
}

/* Locked while running: goes on with all that was there, persists nothing, comes back by the
 * timer, and reading goes on from the offset that was persisted. */
static void
test_locked_while_running (StoreTest *test, gconstpointer data)
{
  sqlite3 *db = NULL;
  g_autoptr (GError) error = NULL;

  test->options.retry_ms = 50;
  store_test_open (test);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 100));
  g_assert_cmpint (sqlite3_open (test->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);

  store_test_apply (test->store, store_test_batch_of_calls (1, 100, 50));
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_LOCKED);
  g_assert_cmpuint (test->n_resets, ==, 0);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 150);
  g_assert_cmpuint (get_offset (test), ==, 150);

  /* A wish to forget is not granted in memory alone. */
  g_assert_false (store_test_forget (test->store, SESSION_A, 1, &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_LOCKED);
  g_clear_error (&error);
  g_assert_false (store_test_delete_history (test->store, NULL, 1, &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_LOCKED);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 150);

  g_assert_cmpint (sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL), ==, SQLITE_OK);
  store_test_wait_for_state (test, VDT_STORE_STATE_OK);
  sqlite3_close (db);
  g_assert_cmpuint (test->n_resets, ==, 1);
  g_assert_cmpuint (get_offset (test), ==, 100);
  store_test_apply (test->store, store_test_batch_of_calls (2, 100, 50));
  store_test_reopen (test);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 150);
}

/* A wish to forget that finds the file locked itself. */
static void
test_forget_while_locked (StoreTest *test, gconstpointer data)
{
  sqlite3 *db = NULL;
  g_autoptr (GError) error = NULL;

  store_test_open (test);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 10));
  g_assert_cmpint (sqlite3_open (test->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_false (store_test_forget (test->store, SESSION_A, 1, &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_LOCKED);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_LOCKED);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 10);
  sqlite3_close (db);
}

/* Full, by a bound on the file's pages: as with a disk, what is there can still be read. */
static void
test_full (StoreTest *test, gconstpointer data)
{
  VdtStoreOptions roomy = test->options;

  test->options.max_pages = 40;
  store_test_open (test);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 100));
  store_test_apply (test->store, store_test_batch_of_calls (1, 100, 5000));
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_FULL);
  g_assert_cmpuint (test->n_resets, ==, 0);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 5100);

  /* Still no room: the retry leaves it at that. */
  vdt_store_retry (test->store);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 5100);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_FULL);

  vdt_store_set_options (test->store, &roomy);
  vdt_store_retry (test->store);
  store_test_wait_for_state (test, VDT_STORE_STATE_OK);
  g_assert_cmpuint (test->n_resets, ==, 1);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 100);
  g_assert_cmpuint (get_offset (test), ==, 100);
  store_test_apply (test->store, store_test_batch_of_calls (2, 100, 5000));
  test->options = roomy;
  store_test_reopen (test);
  assert_state (test, VDT_STORE_STATE_OK, VDT_STORE_REASON_NONE);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 5100);
}

/* A disk that has become full just while the database is made. */
static void
test_full_at_open (StoreTest *test, gconstpointer data)
{
  test->options.max_pages = 3;
  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_FULL);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 5000));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 5000);
  store_test_close (test);
  /* A restart with room makes it whole. */
  test->options.max_pages = 0;
  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_OK, VDT_STORE_REASON_NONE);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 0);
}

/* No room is asked for by the retry itself, on a disk that has too little. */
static void
test_min_free (StoreTest *test, gconstpointer data)
{
  test->options.max_pages = 40;
  test->options.min_free = G_MAXUINT64;
  store_test_open (test);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 5000));
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_FULL);
  test->options.max_pages = 0;
  vdt_store_set_options (test->store, &test->options);
  vdt_store_retry (test->store);
  store_test_counts (test->store);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_FULL);
  test->options.min_free = 1;
  vdt_store_set_options (test->store, &test->options);
  vdt_store_retry (test->store);
  store_test_wait_for_state (test, VDT_STORE_STATE_OK);
}

/* A database too large to be copied: memory starts empty, and the logs are to be read again. */
static void
test_too_large_for_memory (StoreTest *test, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  test->options.max_seed = 4096;
  test->options.max_pages = 40;
  store_test_open (test);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 100));
  g_assert_false (
    store_test_try_apply (test->store, store_test_batch_of_calls (1, 100, 5000), &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_STALE);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_FULL);
  g_assert_cmpuint (test->n_resets, ==, 1);
  g_assert_cmpuint (get_offset (test), ==, 0);
  store_test_apply (test->store, store_test_batch_of_calls (2, 0, 5100));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 5100);
}

/* Read-only, by opening the file so (test-disk has a real read-only disk): all of it is there. */
static void
test_read_only (StoreTest *test, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  make_database (test, 100);
  test->options.read_only = TRUE;
  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_READ_ONLY);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 100);
  g_assert_cmpuint (get_offset (test), ==, 100);
  store_test_apply (test->store, store_test_batch_of_calls (1, 100, 10));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 110);
  g_assert_false (store_test_forget (test->store, SESSION_A, 1, &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_READ_ONLY);

  test->options.read_only = FALSE;
  vdt_store_set_options (test->store, &test->options);
  vdt_store_retry (test->store);
  store_test_wait_for_state (test, VDT_STORE_STATE_OK);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 100);
}

/* Something that is no file where the database should be. */
static void
test_wrong_place (StoreTest *test, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (test->path);
  const char *kind = data;

  if (g_str_equal (kind, "folder"))
    g_assert_cmpint (g_mkdir_with_parents (test->path, 0700), ==, 0);
  else if (g_str_equal (kind, "fifo"))
    {
      g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
      g_assert_cmpint (mkfifo (test->path, 0600), ==, 0);
    }
  else if (g_str_equal (kind, "link"))
    {
      g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
      g_assert_cmpint (symlink ("vedette.sqlite3", test->path), ==, 0);
    }
  else
    g_assert_true (g_file_set_contents (folder, "a file", -1, NULL));
  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_FAILED);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 10));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 10);
  store_test_close (test);
  g_unlink (test->path);
  g_unlink (folder);
}

static void
add_with (const char *path, gconstpointer data, void (*func) (StoreTest *test, gconstpointer data))
{
  g_test_add (path, StoreTest, data, store_test_set_up, func, store_test_tear_down);
}

static void
add (const char *path, void (*func) (StoreTest *test, gconstpointer data))
{
  add_with (path, NULL, func);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_with ("/store/trouble/zeros", GINT_TO_POINTER (0), test_garbage);
  add_with ("/store/trouble/garbage", GINT_TO_POINTER (0xa5), test_garbage);
  add ("/store/trouble/empty-file", test_empty_file);
  add ("/store/trouble/header", test_header);
  add ("/store/trouble/truncated", test_truncated);
  add ("/store/trouble/page-after-crash", test_page_after_crash);
  add ("/store/trouble/page-while-running", test_page_while_running);
  add ("/store/trouble/read-while-damaged", test_read_while_damaged);
  add ("/store/trouble/damaged-twice", test_damaged_twice);
  add ("/store/trouble/newer", test_newer);
  add ("/store/trouble/locked-at-open", test_locked_at_open);
  add ("/store/trouble/locked-while-running", test_locked_while_running);
  add ("/store/trouble/forget-while-locked", test_forget_while_locked);
  add ("/store/trouble/full", test_full);
  add ("/store/trouble/full-at-open", test_full_at_open);
  add ("/store/trouble/min-free", test_min_free);
  add ("/store/trouble/too-large-for-memory", test_too_large_for_memory);
  add ("/store/trouble/read-only", test_read_only);
  add_with ("/store/trouble/folder-in-its-place", "folder", test_wrong_place);
  add_with ("/store/trouble/fifo-in-its-place", "fifo", test_wrong_place);
  add_with ("/store/trouble/link-in-its-place", "link", test_wrong_place);
  add_with ("/store/trouble/file-for-its-folder", "file", test_wrong_place);
  return g_test_run ();
}
