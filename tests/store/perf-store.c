/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-perf"

#include "config.h"

#include "vdt-store.h"

#include <time.h>

#include "store-test.h"

#define N_SESSIONS 10000
#define N_CALLS    96000
#define N_FILES    10000
#define N_ROUNDS   5

/* About what the engine keeps: a view with a chart, and a decoder's state. */
#define VIEW_BYTES  800
#define STATE_BYTES 1500

/* Wall and processor time: on a busy machine only the second tells something. */
typedef struct
{
  gint64 wall;
  clock_t cpu;
} Watch;

static Watch
start_watch (void)
{
  Watch watch = { g_get_monotonic_time (), clock () };

  return watch;
}

static void
report (const char *what, Watch start, guint n)
{
  double wall = (double) (g_get_monotonic_time () - start.wall) / 1000.0 / n;
  double cpu = (double) (clock () - start.cpu) * 1000.0 / CLOCKS_PER_SEC / n;

  g_print ("%-52s %7.1f ms wall %7.1f ms cpu\n", what, wall, cpu);
}

static void
apply_calls (StoreTest *test)
{
  Watch start = start_watch ();

  for (guint i = 0; i < N_CALLS / 1000; i++)
    {
      VdtStoreBatch *batch = vdt_store_batch_new (1);

      for (guint j = 0; j < 1000; j++)
        {
          guint64 n = i * 1000 + j;
          g_autofree char *id = g_strdup_printf ("%024" G_GINT64_MODIFIER "x", n / 10);
          VdtStoreCall call =
            store_test_call ((n + 1) * 0x9e3779b97f4a7c15, id, (VdtTime) n * 15 * VDT_SECOND, 100);

          vdt_store_batch_put_call (batch, &call, VDT_STORE_CALL_MERGE);
        }
      store_test_apply (test->store, batch);
    }
  report ("apply 1,000 calls", start, N_CALLS / 1000);
}

static void
apply_sessions (StoreTest *test)
{
  g_autofree char *blob = g_strnfill (STATE_BYTES, 'x');
  Watch start = start_watch ();

  for (guint i = 0; i < N_SESSIONS; i += 1000)
    {
      VdtStoreBatch *batch = vdt_store_batch_new (1);

      for (guint j = i; j < i + 1000; j++)
        {
          /* In an order that is not that of the time. */
          g_autofree char *id = g_strdup_printf ("%024x", j * 2654435761u);
          g_autofree char *path =
            g_strdup_printf ("/home/user/.codex/sessions/2026/11/%u.jsonl", j);
          VdtStoreSession session =
            store_test_session (id, (VdtTime) (j * 7919u % 100000) * 1000, "");
          VdtStoreLogFile file = store_test_log_file (path, j);

          session.view = (const guint8 *) blob;
          session.view_len = VIEW_BYTES;
          file.state = (const guint8 *) blob;
          file.state_len = STATE_BYTES;
          vdt_store_batch_put_session (batch, &session);
          vdt_store_batch_put_log_file (batch, &file);
        }
      store_test_apply (test->store, batch);
    }
  report ("apply 1,000 sessions with their log files", start, N_SESSIONS / 1000);
}

static void
load_view (StoreTest *test, const char *what, guint max_sessions, guint n_days)
{
  VdtTime bounds[15];
  VdtStoreViewQuery query = { .max_sessions = max_sessions,
                              .quota_since = VDT_TIME_UNKNOWN,
                              .day_bounds = bounds,
                              .n_day_bounds = n_days > 0 ? n_days + 1 : 0 };
  Watch start = start_watch ();
  g_autoptr (VdtStoreView) view = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    bounds[i] = i * VDT_DAY;
  view = store_test_view (test->store, &query);
  report (what, start, 1);
  g_assert_cmpuint (view->n_sessions, ==, max_sessions);
}

static void
load_log_files (StoreTest *test)
{
  Watch start = start_watch ();
  g_autoptr (GError) error = NULL;
  gint64 after = 0;
  guint n = 0;

  do
    {
      g_autoptr (VdtStoreLogFiles) page =
        vdt_store_load_log_files (test->store, VDT_RUNTIME_CODEX, after, VDT_STORE_MAX_PAGE_ROWS,
                                  NULL, &error);

      g_assert_no_error (error);
      n += page->n_files;
      after = page->next;
    }
  while (after != 0);
  g_assert_cmpuint (n, ==, N_FILES);
  report ("load 10,000 log files with states, by pages", start, 1);
}

static void
load_calls (StoreTest *test)
{
  Watch start = start_watch ();
  g_autoptr (VdtStoreCalls) page = store_test_calls (test->store);

  g_assert_cmpuint (page->n_calls, ==, 1000);
  report ("load a page of 1,000 calls", start, 1);
}

int
main (void)
{
  StoreTest test = { 0 };
  Watch start = { 0 };

  store_test_set_up (&test, NULL);
  store_test_open (&test);
  apply_calls (&test);
  apply_sessions (&test);
  g_print ("size: %.1f MB\n", (double) store_test_counts (test.store).bytes / 1e6);
  store_test_close (&test);

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      start = start_watch ();
      store_test_open (&test);
      report ("open", start, 1);
      load_view (&test, "load 10,000 sessions, just opened", N_SESSIONS, 0);
      load_view (&test, "load 10,000 sessions", N_SESSIONS, 0);
      load_view (&test, "load 500 sessions", 500, 0);
      load_view (&test, "sum 14 days of 5,760 calls", 0, 14);
      store_test_close (&test);
    }
  store_test_open (&test);
  load_log_files (&test);
  load_calls (&test);
  store_test_tear_down (&test, NULL);
  return 0;
}
