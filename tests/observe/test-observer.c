/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Real threads and real monitors. Nothing sleeps: the main loop is run until what is waited for
 * has come, or for so long that it never will. */

#include <dirent.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log-tree.h"
#include "record-sink.h"
#include "vdt-observer-private.h"

#define CODEX_ID    "01a13f01-1d00-7368-945f-2da24b3264cd"
#define CODEX_NAME  "rollout-2026-10-15T10-00-00-" CODEX_ID ".jsonl"
#define CODEX_LOG   "sessions/2026/10/15/" CODEX_NAME
#define OTHER_NAME  "rollout-2026-10-15T11-00-00-01a13f37-0000-7368-945f-2da24b3264cd.jsonl"
#define CLAUDE_ID   "981aa95b-4025-460d-aca3-82a467fd2158"
#define CLAUDE_LOG  "projects/-w/" CLAUDE_ID ".jsonl"
#define TOO_LONG_MS 30000

typedef struct
{
  char *root;
  GPtrArray *homes;
  RecordSink *sink;
  VdtObserver *observer;
} Fixture;

typedef gboolean (*Condition) (Fixture *f, gconstpointer data);

static gboolean
on_too_long_cb (gpointer user_data)
{
  g_error ("what was waited for did not come");
  return G_SOURCE_REMOVE;
}

static gboolean
holds (Fixture *f, Condition condition, gconstpointer data)
{
  gboolean result = FALSE;

  pthread_mutex_lock (&f->sink->mutex);
  result = condition (f, data);
  pthread_mutex_unlock (&f->sink->mutex);
  return result;
}

/* Each flush wakes the main context. */
static void
wait_for (Fixture *f, Condition condition, gconstpointer data)
{
  guint source = g_timeout_add (TOO_LONG_MS, on_too_long_cb, NULL);

  while (!holds (f, condition, data))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
}

static void
add_home (Fixture *f, VdtRuntime runtime, const char *relative)
{
  g_autofree char *path = tree_path (f->root, relative);

  g_ptr_array_add (f->homes, vdt_log_home_new (runtime, path, VDT_HOME_ORIGIN_OPTION));
}

/* Slow polls are off: what is seen is seen by monitors. */
static void
fixture_init (Fixture *f, VdtRuntime runtime)
{
  VdtObserverTimes times;

  f->root = tree_new ();
  f->homes = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_home_unref);
  f->sink = record_sink_new ();
  f->sink->main = g_main_context_default ();
  f->observer = vdt_observer_new (runtime, VDT_LOG_SINK (f->sink));
  vdt_observer_get_times (f->observer, &times);
  times.poll_ms = 3600 * 1000;
  times.list_ms = 3600 * 1000;
  times.list_unwatched_ms = 3600 * 1000;
  vdt_observer_set_times (f->observer, &times);
}

static void
fixture_start (Fixture *f)
{
  vdt_observer_set_homes (f->observer, f->homes);
  vdt_observer_start (f->observer);
}

static void
fixture_clear (Fixture *f)
{
  g_assert_finalize_object (f->observer);
  g_assert_finalize_object (f->sink);
  g_ptr_array_unref (f->homes);
  tree_free (f->root);
}

static void
append (Fixture *f, const char *relative, const char *text)
{
  g_autofree char *path = tree_path (f->root, relative);

  log_append (path, text, strlen (text));
}

/* --- conditions ---------------------------------------------------------------------------- */

static gboolean
scan_is_over (Fixture *f, gconstpointer data)
{
  const VdtScanProgress *progress = &f->sink->progress;

  return f->sink->n_progress > 0 && progress->files_done == progress->files_total &&
         progress->bytes_done == progress->bytes_total && f->sink->n_flushes > 0;
}

typedef struct
{
  const char *log;
  guint lines;
} Want;

static gboolean
has_lines (Fixture *f, gconstpointer data)
{
  const Want *want = data;
  g_autofree char *path = tree_path (f->root, want->log);
  RecordLog *log = record_sink_get (f->sink, path);

  return log != NULL && log->lines->len >= want->lines;
}

static void
wait_for_lines (Fixture *f, const char *log, guint lines)
{
  const Want want = { log, lines };

  wait_for (f, has_lines, &want);
}

static gboolean
has_moved (Fixture *f, gconstpointer data)
{
  return f->sink->moves->len >= GPOINTER_TO_UINT (data);
}

static gboolean
has_gone (Fixture *f, gconstpointer data)
{
  return f->sink->gone->len >= GPOINTER_TO_UINT (data);
}

static guint
count_sides (Fixture *f, const char *side)
{
  guint n = 0;

  for (guint i = 0; i < f->sink->sides->len; i++)
    {
      if (strcmp (g_ptr_array_index (f->sink->sides, i), side) == 0)
        n++;
    }
  return n;
}

typedef struct
{
  const char *side;
  guint times;
} WantSide;

static gboolean
has_side (Fixture *f, gconstpointer data)
{
  const WantSide *want = data;

  return count_sides (f, want->side) >= want->times;
}

static guint
n_resets (Fixture *f, const char *relative)
{
  g_autofree char *path = tree_path (f->root, relative);
  guint n = 0;

  pthread_mutex_lock (&f->sink->mutex);
  n = record_sink_get (f->sink, path)->n_resets;
  pthread_mutex_unlock (&f->sink->mutex);
  return n;
}

static guint
n_threads (const char *name)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);
  const char *task = NULL;
  guint n = 0;

  while (dir != NULL && (task = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", task, "comm", NULL);
      g_autofree char *comm = NULL;

      if (g_file_get_contents (path, &comm, NULL, NULL) && g_str_equal (g_strchomp (comm), name))
        n++;
    }
  return n;
}

/* --- cases --------------------------------------------------------------------------------- */

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

static char *
make_log (guint lines, int pad)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lines; i++)
    g_string_append_printf (text, "{\"n\":%0*u}\n", pad, i);
  return g_string_free (text, FALSE);
}

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
  g_test_add_func ("/observer/stops-at-once", test_stops_at_once);
  g_test_add_func ("/observer/start-and-stop", test_start_and_stop);
  g_test_add_func ("/observer/idle", test_idle);
  g_test_add_func ("/observer/tail-by-and-by", test_tail_by_and_by);
  g_test_add_func ("/observer/window", test_window);
  g_test_add_func ("/observer/turns", test_turns);
  g_test_add_func ("/observer/unreadable-folder", test_unreadable_folder);
  result = g_test_run ();
  tree_free (home);
  return result;
}
