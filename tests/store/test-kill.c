/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-store.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "store-test.h"

#define ROUNDS         20
#define CALLS_A_BATCH  50
#define MOST_OF_A_LIFE 200 /* batches */

static guint64
get_offset (StoreTest *test)
{
  g_autoptr (VdtStoreLogFiles) files = store_test_log_files (test->store);

  return files->n_files > 0 ? files->files[0].offset : 0;
}

/* The child: goes on where the database stands, one byte on standard output for each batch
 * that is said to be applied, until it is killed. */
static int
write_until_killed (const char *path)
{
  StoreTest test = { .path = (char *) path, .options = STORE_TEST_OPTIONS };
  guint64 n = 0;

  store_test_open (&test);
  n = get_offset (&test);
  for (guint i = 0; i < MOST_OF_A_LIFE; i++)
    {
      store_test_apply (test.store, store_test_batch_of_calls (1, n, CALLS_A_BATCH));
      n += CALLS_A_BATCH;
      if (write (STDOUT_FILENO, ".", 1) != 1)
        break;
    }
  pause ();
  return 1;
}

/* The child: opens and closes, as one of several at once. */
static int
open_once (const char *path)
{
  StoreTest test = { .path = (char *) path, .options = STORE_TEST_OPTIONS };
  gboolean fine = FALSE;

  test.options.busy_ms = 20000;
  store_test_open (&test);
  fine = vdt_store_get_state (test.store) == VDT_STORE_STATE_OK;
  store_test_close (&test);
  return fine ? 0 : 1;
}

static GSubprocess *
start (const char *what, const char *path)
{
  g_autoptr (GError) error = NULL;
  GSubprocess *child =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, "/proc/self/exe", what, path, NULL);

  g_assert_no_error (error);
  return child;
}

/* Waits for so many batches, kills, and takes what else was said before it died. */
static guint
kill_after (GSubprocess *child, guint n_batches)
{
  GInputStream *out = g_subprocess_get_stdout_pipe (child);
  g_autoptr (GError) error = NULL;
  char said[64];
  guint n = 0;
  gssize len = 0;

  while (n < n_batches)
    {
      len = g_input_stream_read (out, said, MIN (sizeof said, n_batches - n), NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (len, >, 0);
      n += (guint) len;
    }
  g_subprocess_force_exit (child);
  while ((len = g_input_stream_read (out, said, sizeof said, NULL, &error)) > 0)
    n += (guint) len;
  g_subprocess_wait (child, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_signaled (child));
  g_assert_cmpint (g_subprocess_get_term_sig (child), ==, SIGKILL);
  return n;
}

static void
test_kill (StoreTest *test, gconstpointer data)
{
  guint64 least = 0;

  for (guint i = 0; i < ROUNDS; i++)
    {
      g_autoptr (GSubprocess) child = start ("--write", test->path);
      guint n = kill_after (child, (guint) g_test_rand_int_range (1, 30));
      VdtStoreCounts counts = { 0 };

      store_test_open (test);
      g_assert_cmpint (vdt_store_get_state (test->store), ==, VDT_STORE_STATE_OK);
      g_assert_cmpint (vdt_store_get_reason (test->store), ==, VDT_STORE_REASON_NONE);
      counts = store_test_counts (test->store);
      /* All that was said to be applied is there, and of what was not either all or nothing. */
      least += n * CALLS_A_BATCH;
      g_assert_cmpint (counts.calls, >=, least);
      g_assert_cmpint (counts.calls, <=, least + CALLS_A_BATCH);
      g_assert_cmpuint (get_offset (test), ==, counts.calls);
      least = (guint64) counts.calls;
      store_test_close (test);
    }
}

static void
test_processes (StoreTest *test, gconstpointer data)
{
  for (guint round = 0; round < 5; round++)
    {
      g_autofree char *path = g_strdup_printf ("%s-%u", test->path, round);
      g_autoptr (GPtrArray) children = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr (GError) error = NULL;

      for (guint i = 0; i < 4; i++)
        g_ptr_array_add (children, start ("--open", path));
      for (guint i = 0; i < children->len; i++)
        {
          g_subprocess_wait_check (children->pdata[i], NULL, &error);
          g_assert_no_error (error);
        }
    }
}

int
main (int argc, char *argv[])
{
  if (argc == 3 && g_str_equal (argv[1], "--write"))
    return write_until_killed (argv[2]);
  if (argc == 3 && g_str_equal (argv[1], "--open"))
    return open_once (argv[2]);
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/store/kill/while-writing", StoreTest, NULL, store_test_set_up, test_kill,
              store_test_tear_down);
  g_test_add ("/store/kill/processes-open-at-once", StoreTest, NULL, store_test_set_up,
              test_processes, store_test_tear_down);
  return g_test_run ();
}
