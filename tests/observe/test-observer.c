/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Real threads and real monitors. Nothing sleeps: the main loop is run until what is waited for
 * has come, or for so long that it never will. */

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "observer-fixture.h"

static void
test_first_scan (void)
{
  Fixture f;

  fixture_init (&f, VDT_RUNTIME_CODEX);
  tree_write (f.root, "codex/" CODEX_LOG, "{\"a\":1}\n{\"a\":2}\n");
  tree_write (f.root, "codex/archived_sessions/" OTHER_NAME, "{\"b\":1}\n");
  tree_write (f.root, "claude/" CLAUDE_LOG, "{\"c\":1}\n");
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  add_home (&f, VDT_RUNTIME_CLAUDE, "claude");
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);
  g_assert_cmpuint (n_threads ("vdt-codex"), ==, 1);
  vdt_observer_stop (f.observer);
  g_assert_cmpuint (n_threads ("vdt-codex"), ==, 0);
  g_assert_cmpuint (f.sink->progress.files_total, ==, 2);
  g_assert_cmpuint (f.sink->progress.bytes_total, ==, 24);
  g_assert_cmpuint (f.sink->n_lines, ==, 3);
  g_assert_cmpuint (g_hash_table_size (f.sink->logs), ==, 2);
  g_assert_true (f.sink->thread != g_thread_self ());
  fixture_clear (&f);
}

static void
test_nothing_there (void)
{
  Fixture f;

  fixture_init (&f, VDT_RUNTIME_CLAUDE);
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);
  vdt_observer_stop (f.observer);
  g_assert_cmpuint (f.sink->progress.files_total, ==, 0);
  g_assert_cmpuint (f.sink->n_progress, ==, 1);
  fixture_clear (&f);
}

static void
test_follows (void)
{
  Fixture f;

  fixture_init (&f, VDT_RUNTIME_CODEX);
  tree_write (f.root, "codex/" CODEX_LOG, "{\"a\":1}\n");
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);
  append (&f, "codex/" CODEX_LOG, "{\"a\":2}\n");
  wait_for_lines (&f, "codex/" CODEX_LOG, 2);
  /* A log beside it, one in folders that are new, and one that lies flat. */
  tree_write (f.root, "codex/sessions/2026/10/15/" OTHER_NAME, "{\"b\":1}\n");
  wait_for_lines (&f, "codex/sessions/2026/10/15/" OTHER_NAME, 1);
  tree_write (f.root, "codex/sessions/2026/11/01/rollout-c.jsonl", "{\"c\":1}\n");
  wait_for_lines (&f, "codex/sessions/2026/11/01/rollout-c.jsonl", 1);
  append (&f, "codex/sessions/2026/11/01/rollout-c.jsonl", "{\"c\":2}\n");
  wait_for_lines (&f, "codex/sessions/2026/11/01/rollout-c.jsonl", 2);
  tree_write (f.root, "codex/sessions/rollout-d.jsonl", "{\"d\":1}\n");
  wait_for_lines (&f, "codex/sessions/rollout-d.jsonl", 1);
  vdt_observer_stop (f.observer);
  g_assert_cmpuint (n_resets (&f, "codex/" CODEX_LOG), ==, 1);
  g_assert_cmpuint (f.sink->n_lines, ==, 6);
  fixture_clear (&f);
}

static void
test_burst (void)
{
  Fixture f;
  guint before = 0;
  gint64 start = 0;

  fixture_init (&f, VDT_RUNTIME_CODEX);
  tree_write (f.root, "codex/" CODEX_LOG, "{\"a\":1}\n");
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);
  pthread_mutex_lock (&f.sink->mutex);
  before = f.sink->n_flushes;
  pthread_mutex_unlock (&f.sink->mutex);
  start = g_get_monotonic_time ();
  for (guint i = 0; i < 1000; i++)
    append (&f, "codex/" CODEX_LOG, "{\"a\":2}\n");
  wait_for_lines (&f, "codex/" CODEX_LOG, 1001);
  vdt_observer_stop (f.observer);
  {
    gint64 took_ms = (g_get_monotonic_time () - start) / 1000;

    g_test_message ("1,000 appends in %" G_GINT64_FORMAT " ms: %u flushes", took_ms,
                    f.sink->n_flushes - before);
    g_assert_cmpint (f.sink->n_flushes - before, <=, took_ms / 50 + 2);
  }
  for (guint i = 1; i < f.sink->n_flushes; i++)
    g_assert_cmpint (f.sink->flushed_at[i] - f.sink->flushed_at[i - 1], >=, 50000);
  fixture_clear (&f);
}

static void
test_archived_and_packed (void)
{
  static const char text[] = "{\"a\":1}\n{\"a\":2}\n";
  Fixture f;
  g_autofree char *live = NULL;
  g_autofree char *archived = NULL;
  g_autofree char *packed = NULL;

  fixture_init (&f, VDT_RUNTIME_CODEX);
  live = tree_path (f.root, "codex/" CODEX_LOG);
  archived = tree_path (f.root, "codex/archived_sessions/" CODEX_NAME);
  packed = tree_path (f.root, "codex/archived_sessions/" CODEX_NAME ".zst");
  tree_write (f.root, "codex/" CODEX_LOG, text);
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);

  tree_mkdir (f.root, "codex/archived_sessions");
  g_assert_cmpint (g_rename (live, archived), ==, 0);
  wait_for (&f, has_moved, GUINT_TO_POINTER (1));
  log_append (archived, "{\"a\":3}\n", 8);
  wait_for_lines (&f, "codex/archived_sessions/" CODEX_NAME, 3);

  log_write_packed (packed, "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", 24);
  g_assert_cmpint (g_unlink (archived), ==, 0);
  wait_for (&f, has_moved, GUINT_TO_POINTER (2));

  /* Back to where it was, and gone on with. */
  log_write (live, "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", 24);
  g_assert_cmpint (g_unlink (packed), ==, 0);
  wait_for (&f, has_moved, GUINT_TO_POINTER (3));
  log_append (live, "{\"a\":4}\n", 8);
  wait_for_lines (&f, "codex/" CODEX_LOG, 4);
  vdt_observer_stop (f.observer);
  /* Never read again, and never gone. */
  g_assert_cmpuint (n_resets (&f, "codex/" CODEX_LOG), ==, 1);
  g_assert_cmpuint (f.sink->n_lines, ==, 4);
  g_assert_cmpuint (f.sink->gone->len, ==, 0);
  fixture_clear (&f);
}

static void
test_deleted (void)
{
  Fixture f;
  g_autofree char *path = NULL;

  fixture_init (&f, VDT_RUNTIME_CLAUDE);
  path = tree_path (f.root, "claude/" CLAUDE_LOG);
  tree_write (f.root, "claude/" CLAUDE_LOG, "{\"a\":1}\n");
  tree_write (f.root, "claude/projects/-w/" CLAUDE_ID "/subagents/agent-x1.jsonl", "{\"s\":1}\n");
  add_home (&f, VDT_RUNTIME_CLAUDE, "claude");
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);
  g_assert_cmpint (g_unlink (path), ==, 0);
  wait_for (&f, has_gone, GUINT_TO_POINTER (1));
  tree_write (f.root, "claude/" CLAUDE_LOG, "{\"b\":1}\n{\"b\":2}\n");
  wait_for_lines (&f, "claude/" CLAUDE_LOG, 2);
  vdt_observer_stop (f.observer);
  g_assert_cmpuint (f.sink->gone->len, ==, 1);
  g_assert_cmpuint (f.sink->moves->len, ==, 0);
  fixture_clear (&f);
}

/* Without any monitor, by the slow polls alone. */
static void
test_unwatched (void)
{
  Fixture f;
  VdtObserverTimes times;
  g_autofree char *path = NULL;

  fixture_init (&f, VDT_RUNTIME_CODEX);
  vdt_observer_get_times (f.observer, &times);
  times.unwatched = TRUE;
  times.poll_ms = 20;
  times.list_unwatched_ms = 40;
  times.list_gap_ms = 1;
  vdt_observer_set_times (f.observer, &times);
  path = tree_path (f.root, "codex/" CODEX_LOG);
  tree_write (f.root, "codex/" CODEX_LOG, "{\"a\":1}\n");
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);
  append (&f, "codex/" CODEX_LOG, "{\"a\":2}\n");
  wait_for_lines (&f, "codex/" CODEX_LOG, 2);
  tree_write (f.root, "codex/sessions/2027/rollout-e.jsonl", "{\"e\":1}\n");
  wait_for_lines (&f, "codex/sessions/2027/rollout-e.jsonl", 1);
  g_assert_cmpint (g_unlink (path), ==, 0);
  wait_for (&f, has_gone, GUINT_TO_POINTER (1));
  fixture_clear (&f);
}

static void
test_home_comes_later (void)
{
  Fixture f;
  VdtObserverTimes times;

  fixture_init (&f, VDT_RUNTIME_CLAUDE);
  vdt_observer_get_times (f.observer, &times);
  times.poll_ms = 20;
  vdt_observer_set_times (f.observer, &times);
  add_home (&f, VDT_RUNTIME_CLAUDE, "later");
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);
  tree_write (f.root, "later/" CLAUDE_LOG, "{\"a\":1}\n");
  wait_for_lines (&f, "later/" CLAUDE_LOG, 1);
  vdt_observer_stop (f.observer);
  g_assert_cmpuint (f.sink->n_homes, ==, 1);
  fixture_clear (&f);
}

static void
test_sources (void)
{
  Fixture f;
  VdtObserverTimes times;
  VdtHomeSources sources = { 0 };

  fixture_init (&f, VDT_RUNTIME_CODEX);
  vdt_observer_get_times (f.observer, &times);
  times.poll_ms = 20;
  vdt_observer_set_times (f.observer, &times);
  sources.user_home = f.root;
  tree_write (f.root, ".codex/" CODEX_LOG, "{\"a\":1}\n");
  vdt_observer_set_sources (f.observer, &sources);
  vdt_observer_start (f.observer);
  wait_for_lines (&f, ".codex/" CODEX_LOG, 1);
  tree_write (f.root, ".codex-two/sessions/" OTHER_NAME, "{\"b\":1}\n");
  wait_for_lines (&f, ".codex-two/sessions/" OTHER_NAME, 1);
  vdt_observer_stop (f.observer);
  g_assert_cmpuint (f.sink->n_homes, ==, 2);
  fixture_clear (&f);
}

static void
test_homes_change (void)
{
  Fixture f;

  fixture_init (&f, VDT_RUNTIME_CODEX);
  tree_write (f.root, "one/" CODEX_LOG, "{\"a\":1}\n");
  tree_write (f.root, "two/sessions/" OTHER_NAME, "{\"b\":1}\n");
  add_home (&f, VDT_RUNTIME_CODEX, "one");
  fixture_start (&f);
  wait_for_lines (&f, "one/" CODEX_LOG, 1);
  g_ptr_array_set_size (f.homes, 0);
  add_home (&f, VDT_RUNTIME_CODEX, "two");
  vdt_observer_set_homes (f.observer, f.homes);
  wait_for_lines (&f, "two/sessions/" OTHER_NAME, 1);
  append (&f, "one/" CODEX_LOG, "{\"a\":2}\n");
  append (&f, "two/sessions/" OTHER_NAME, "{\"b\":2}\n");
  wait_for_lines (&f, "two/sessions/" OTHER_NAME, 2);
  vdt_observer_stop (f.observer);
  /* What is not looked at any more has not gone. */
  g_assert_cmpuint (f.sink->gone->len, ==, 0);
  g_assert_cmpuint (f.sink->n_lines, ==, 3);
  fixture_clear (&f);
}

static void
test_sides (void)
{
  Fixture f;
  g_autofree char *usual = g_build_filename (g_get_home_dir (), ".claude", NULL);
  g_autofree char *account = g_build_filename (g_get_home_dir (), ".claude.json", NULL);
  g_autofree char *outer = g_strdup_printf ("%d:%s", VDT_LOG_SIDE_CLAUDE_ACCOUNT, account);
  g_autofree char *inner =
    g_strdup_printf ("%d:%s/.claude.json", VDT_LOG_SIDE_CLAUDE_ACCOUNT, usual);
  g_autofree char *registry =
    g_strdup_printf ("%d:%s/sessions/4711.json", VDT_LOG_SIDE_CLAUDE_REGISTRY, usual);
  g_autofree char *title = g_strdup_printf ("%d:%s/projects/-w/" CLAUDE_ID "/custom-title.json",
                                            VDT_LOG_SIDE_CLAUDE_TITLE, usual);
  g_autofree char *entry = g_build_filename (usual, "sessions/4711.json", NULL);

  fixture_init (&f, VDT_RUNTIME_CLAUDE);
  tree_write (g_get_home_dir (), ".claude/" CLAUDE_LOG, "{\"a\":1}\n");
  tree_write (g_get_home_dir (), ".claude.json", "{}");
  tree_mkdir (g_get_home_dir (), ".claude/sessions");
  tree_mkdir (g_get_home_dir (), ".claude/projects/-w/" CLAUDE_ID);
  g_ptr_array_add (f.homes, vdt_log_home_new (VDT_RUNTIME_CLAUDE, usual, VDT_HOME_ORIGIN_DEFAULT));
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);
  g_assert_true (holds (&f, has_side, &(WantSide){ outer, 1 }));

  tree_write (g_get_home_dir (), ".claude.json", "{\"a\":1}");
  wait_for (&f, has_side, &(WantSide){ outer, 2 });
  tree_write (g_get_home_dir (), ".claude/.claude.json", "{}");
  wait_for (&f, has_side, &(WantSide){ inner, 1 });
  tree_write (g_get_home_dir (), ".claude/sessions/4711.0a0a.key", "secret");
  tree_write (g_get_home_dir (), ".claude/sessions/pid-4711.json", "{}");
  tree_write (g_get_home_dir (), ".claude/sessions/4711.json", "{}");
  wait_for (&f, has_side, &(WantSide){ registry, 1 });
  tree_write (g_get_home_dir (), ".claude/sessions/4711.json", "{\"status\":\"busy\"}");
  wait_for (&f, has_side, &(WantSide){ registry, 2 });
  g_assert_cmpint (g_unlink (entry), ==, 0);
  wait_for (&f, has_side, &(WantSide){ registry, 3 });
  tree_write (g_get_home_dir (), ".claude/projects/-w/" CLAUDE_ID "/custom-title.json", "{}");
  wait_for (&f, has_side, &(WantSide){ title, 1 });
  vdt_observer_stop (f.observer);
  for (guint i = 0; i < f.sink->sides->len; i++)
    {
      const char *side = g_ptr_array_index (f.sink->sides, i);

      g_assert_null (strstr (side, "key"));
      g_assert_null (strstr (side, "pid-"));
    }
  fixture_clear (&f);
}

static void
test_codex_names (void)
{
  Fixture f;
  g_autofree char *side = NULL;

  fixture_init (&f, VDT_RUNTIME_CODEX);
  side = g_strdup_printf ("%d:%s/codex/session_index.jsonl", VDT_LOG_SIDE_CODEX_NAMES, f.root);
  tree_write (f.root, "codex/" CODEX_LOG, "{\"a\":1}\n");
  tree_write (f.root, "codex/auth.json", "secret");
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);
  tree_write (f.root, "codex/session_index.jsonl", "{}\n");
  wait_for (&f, has_side, &(WantSide){ side, 1 });
  append (&f, "codex/session_index.jsonl", "{}\n");
  wait_for (&f, has_side, &(WantSide){ side, 2 });
  vdt_observer_stop (f.observer);
  for (guint i = 0; i < f.sink->sides->len; i++)
    g_assert_cmpstr (g_ptr_array_index (f.sink->sides, i), ==, side);
  fixture_clear (&f);
}

int
main (int argc, char *argv[])
{
  char *home = tree_new ();
  int result = 0;

  g_setenv ("HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_summary ("An observer's thread finds, reads and follows all logs of its homes.");
  g_test_add_func ("/observer/first-scan", test_first_scan);
  g_test_add_func ("/observer/nothing-there", test_nothing_there);
  g_test_add_func ("/observer/follows", test_follows);
  g_test_add_func ("/observer/burst", test_burst);
  g_test_add_func ("/observer/archived-and-packed", test_archived_and_packed);
  g_test_add_func ("/observer/deleted", test_deleted);
  g_test_add_func ("/observer/unwatched", test_unwatched);
  g_test_add_func ("/observer/home-comes-later", test_home_comes_later);
  g_test_add_func ("/observer/sources", test_sources);
  g_test_add_func ("/observer/homes-change", test_homes_change);
  g_test_add_func ("/observer/sides", test_sides);
  g_test_add_func ("/observer/codex-names", test_codex_names);
  result = g_test_run ();
  tree_free (home);
  return result;
}
