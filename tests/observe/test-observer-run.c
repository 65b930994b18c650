/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* How an observer's thread starts, stops, shares its time and keeps still. */

#include <glib/gstdio.h>
#include <string.h>

#include "observer-fixture.h"

/* In the middle of a log that would take a minute. The best of three, since the machine may have
 * other things to do. */
static void
test_stops_at_once (void)
{
  g_autofree char *text = make_log (300000, 1);
  gint64 best = G_MAXINT64;

  for (guint i = 0; i < 3; i++)
    {
      Fixture f;
      g_autofree char *path = NULL;
      gint64 start = 0;
      guint lines = 0;

      fixture_init (&f, VDT_RUNTIME_CODEX);
      path = tree_path (f.root, "codex/" CODEX_LOG);
      tree_write (f.root, "codex/" CODEX_LOG, text);
      add_home (&f, VDT_RUNTIME_CODEX, "codex");
      f.sink->slow_line_usec = 200;
      fixture_start (&f);
      wait_for_lines (&f, "codex/" CODEX_LOG, 1);
      start = g_get_monotonic_time ();
      vdt_observer_stop (f.observer);
      best = MIN (best, g_get_monotonic_time () - start);
      g_assert_cmpuint (n_threads ("vdt-codex"), ==, 0);
      lines = record_sink_get (f.sink, path)->lines->len;
      g_assert_cmpuint (lines, >, 0);
      g_assert_cmpuint (lines, <, 300000);
      fixture_clear (&f);
    }
  g_assert_cmpint (best, <, 100 * 1000);
}

/* Again and again: each run goes on where the last one was stopped. */
static void
test_start_and_stop (void)
{
  Fixture f;
  g_autofree char *text = make_log (20000, 1);
  g_autofree char *expected = log_expected (text, strlen (text));
  g_autofree char *text_held = NULL;
  g_autofree char *path = NULL;

  fixture_init (&f, VDT_RUNTIME_CODEX);
  path = tree_path (f.root, "codex/" CODEX_LOG);
  tree_write (f.root, "codex/" CODEX_LOG, text);
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  f.sink->slow_line_usec = 2;
  vdt_observer_set_homes (f.observer, f.homes);
  for (guint i = 0; i < 10; i++)
    {
      vdt_observer_start (f.observer);
      vdt_observer_start (f.observer);
      wait_for_lines (&f, "codex/" CODEX_LOG, MIN (i * 2000 + 1, 20000));
      vdt_observer_stop (f.observer);
      vdt_observer_stop (f.observer);
      record_sink_next_run (f.sink);
    }
  vdt_observer_start (f.observer);
  wait_for_lines (&f, "codex/" CODEX_LOG, 20000);
  vdt_observer_stop (f.observer);
  g_assert_cmpuint (n_resets (&f, "codex/" CODEX_LOG), ==, 1);
  g_assert_cmpuint (n_threads ("vdt-codex"), ==, 0);
  text_held = record_sink_dup_text (f.sink, path);
  assert_same_text (text_held, expected);
  fixture_clear (&f);
}

static guint
n_calls (Fixture *f, const char *relative)
{
  g_autofree char *path = tree_path (f->root, relative);
  guint n = 0;

  pthread_mutex_lock (&f->sink->mutex);
  n = record_sink_get (f->sink, path)->n_calls;
  pthread_mutex_unlock (&f->sink->mutex);
  return n;
}

/* Listing again reads nothing that has not changed. */
static void
test_idle (void)
{
  Fixture f;
  guint calls = 0;

  fixture_init (&f, VDT_RUNTIME_CODEX);
  tree_write (f.root, "codex/" CODEX_LOG, "{\"a\":1}\n");
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);
  calls = n_calls (&f, "codex/" CODEX_LOG);
  for (guint i = 0; i < 20; i++)
    vdt_observer_rescan (f.observer);
  tree_write (f.root, "codex/sessions/2026/10/15/" OTHER_NAME, "{\"b\":1}\n");
  wait_for_lines (&f, "codex/sessions/2026/10/15/" OTHER_NAME, 1);
  vdt_observer_stop (f.observer);
  g_assert_cmpuint (n_calls (&f, "codex/" CODEX_LOG), ==, calls);
  fixture_clear (&f);
}

static void
test_tail_by_and_by (void)
{
  Fixture f;
  g_autofree char *path = NULL;

  fixture_init (&f, VDT_RUNTIME_CODEX);
  path = tree_path (f.root, "codex/" CODEX_LOG);
  tree_write (f.root, "codex/" CODEX_LOG, "{\"a\":1}\n{\"a\":2}");
  log_set_mtime (path, g_get_real_time () * 1000 - 1700 * G_GINT64_CONSTANT (1000000));
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  fixture_start (&f);
  wait_for_lines (&f, "codex/" CODEX_LOG, 2);
  log_append (path, "\n{\"a\":3}\n", 9);
  wait_for_lines (&f, "codex/" CODEX_LOG, 3);
  vdt_observer_stop (f.observer);
  g_assert_cmpuint (n_resets (&f, "codex/" CODEX_LOG), ==, 1);
  fixture_clear (&f);
}

static gboolean
is_whole (Fixture *f, gconstpointer data)
{
  g_autofree char *path = tree_path (f->root, data);
  RecordLog *log = record_sink_get (f->sink, path);

  return log != NULL && log->n_resets == 2 && log->has_position &&
         (gint64) log->position.offset == log->position.id.size;
}

/* A long log shows its end first; others are read before its rest. */
static void
test_window (void)
{
  Fixture f;
  g_autofree char *text = make_log (50000, 200);
  g_autofree char *path = NULL;
  g_autofree char *expected = log_expected (text, strlen (text));
  g_autofree char *text_held = NULL;

  g_assert_cmpuint (strlen (text), >, VDT_LOG_WINDOW_BYTES);
  fixture_init (&f, VDT_RUNTIME_CODEX);
  path = tree_path (f.root, "codex/" CODEX_LOG);
  tree_write (f.root, "codex/sessions/2026/10/15/" OTHER_NAME, "{\"b\":1}\n");
  tree_write (f.root, "codex/" CODEX_LOG, text);
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  fixture_start (&f);
  wait_for (&f, is_whole, "codex/" CODEX_LOG);
  wait_for (&f, scan_is_over, NULL);
  vdt_observer_stop (f.observer);
  g_assert_cmpuint (record_sink_get (f.sink, path)->n_heads, ==, 1);
  text_held = record_sink_dup_text (f.sink, path);
  assert_same_text (text_held, expected);
  fixture_clear (&f);
}

/* A small log that is being written is not kept waiting by a large one. */
static void
test_turns (void)
{
  Fixture f;
  g_autofree char *text = make_log (60000, 1);
  g_autofree char *path = NULL;
  guint lines = 0;

  fixture_init (&f, VDT_RUNTIME_CODEX);
  path = tree_path (f.root, "codex/" CODEX_LOG);
  tree_write (f.root, "codex/sessions/2026/10/15/" OTHER_NAME, "{\"b\":1}\n");
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  fixture_start (&f);
  wait_for (&f, scan_is_over, NULL);
  vdt_observer_stop (f.observer);
  record_sink_next_run (f.sink);
  f.sink->slow_line_usec = 50;
  tree_write (f.root, "codex/" CODEX_LOG, text);
  vdt_observer_start (f.observer);
  wait_for_lines (&f, "codex/" CODEX_LOG, 1);
  append (&f, "codex/sessions/2026/10/15/" OTHER_NAME, "{\"b\":2}\n");
  wait_for_lines (&f, "codex/sessions/2026/10/15/" OTHER_NAME, 2);
  pthread_mutex_lock (&f.sink->mutex);
  lines = record_sink_get (f.sink, path)->lines->len;
  pthread_mutex_unlock (&f.sink->mutex);
  g_assert_cmpuint (lines, <, 60000);
  vdt_observer_stop (f.observer);
  fixture_clear (&f);
}

static gboolean
has_unreadable (Fixture *f, gconstpointer data)
{
  return f->sink->unreadable->len > 0;
}

static void
test_unreadable_folder (void)
{
  Fixture f;
  g_autofree char *folder = NULL;

  if (!tree_leave_root ())
    {
      g_test_skip ("root reads every folder, and cannot be left here");
      return;
    }
  fixture_init (&f, VDT_RUNTIME_CODEX);
  folder = tree_path (f.root, "codex/sessions/2025");
  tree_write (f.root, "codex/" CODEX_LOG, "{\"a\":1}\n");
  tree_write (f.root, "codex/sessions/2025/" OTHER_NAME, "{\"b\":1}\n");
  add_home (&f, VDT_RUNTIME_CODEX, "codex");
  fixture_start (&f);
  wait_for_lines (&f, "codex/sessions/2025/" OTHER_NAME, 1);
  g_assert_cmpint (g_chmod (folder, 0), ==, 0);
  vdt_observer_rescan (f.observer);
  wait_for (&f, has_unreadable, NULL);
  vdt_observer_rescan (f.observer);
  g_assert_cmpint (g_chmod (folder, 0700), ==, 0);
  vdt_observer_rescan (f.observer);
  append (&f, "codex/sessions/2025/" OTHER_NAME, "{\"b\":2}\n");
  wait_for_lines (&f, "codex/sessions/2025/" OTHER_NAME, 2);
  vdt_observer_stop (f.observer);
  /* Told once; what cannot be seen has not gone. */
  g_assert_cmpuint (f.sink->unreadable->len, ==, 1);
  g_assert_cmpuint (f.sink->gone->len, ==, 0);
  fixture_clear (&f);
  tree_back_to_root ();
}

int
main (int argc, char *argv[])
{
  char *home = tree_new ();
  int result = 0;

  g_setenv ("HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_summary ("How an observer's thread starts, stops, shares its time and keeps still.");
  g_test_add_func ("/observer-run/stops-at-once", test_stops_at_once);
  g_test_add_func ("/observer-run/start-and-stop", test_start_and_stop);
  g_test_add_func ("/observer-run/idle", test_idle);
  g_test_add_func ("/observer-run/tail-by-and-by", test_tail_by_and_by);
  g_test_add_func ("/observer-run/window", test_window);
  g_test_add_func ("/observer-run/turns", test_turns);
  g_test_add_func ("/observer-run/unreadable-folder", test_unreadable_folder);
  result = g_test_run ();
  tree_free (home);
  return result;
}
