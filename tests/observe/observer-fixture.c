/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "observer-fixture.h"

#include <string.h>

static gboolean
on_too_long_cb (gpointer user_data)
{
  g_error ("what was waited for did not come");
  return G_SOURCE_REMOVE;
}

gboolean
holds (Fixture *f, Condition condition, gconstpointer data)
{
  gboolean result = FALSE;

  pthread_mutex_lock (&f->sink->mutex);
  result = condition (f, data);
  pthread_mutex_unlock (&f->sink->mutex);
  return result;
}

/* Each flush wakes the main context. */
void
wait_for (Fixture *f, Condition condition, gconstpointer data)
{
  guint source = g_timeout_add (TOO_LONG_MS, on_too_long_cb, NULL);

  while (!holds (f, condition, data))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
}

void
add_home (Fixture *f, VdtRuntime runtime, const char *relative)
{
  g_autofree char *path = tree_path (f->root, relative);

  g_ptr_array_add (f->homes, vdt_log_home_new (runtime, path, VDT_HOME_ORIGIN_OPTION));
}

/* Slow polls are off: what is seen is seen by monitors. */
void
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

void
fixture_start (Fixture *f)
{
  vdt_observer_set_homes (f->observer, f->homes);
  vdt_observer_start (f->observer);
}

void
fixture_clear (Fixture *f)
{
  g_assert_finalize_object (f->observer);
  g_assert_finalize_object (f->sink);
  g_ptr_array_unref (f->homes);
  tree_free (f->root);
}

void
append (Fixture *f, const char *relative, const char *text)
{
  g_autofree char *path = tree_path (f->root, relative);

  log_append (path, text, strlen (text));
}

/* --- conditions ---------------------------------------------------------------------------- */

gboolean
scan_is_over (Fixture *f, gconstpointer data)
{
  const VdtScanProgress *progress = &f->sink->progress;

  return f->sink->n_progress > 0 && progress->files_done == progress->files_total &&
         progress->bytes_done == progress->bytes_total && f->sink->n_flushes > 0;
}

gboolean
has_lines (Fixture *f, gconstpointer data)
{
  const Want *want = data;
  g_autofree char *path = tree_path (f->root, want->log);
  RecordLog *log = record_sink_get (f->sink, path);

  return log != NULL && log->lines->len >= want->lines;
}

void
wait_for_lines (Fixture *f, const char *log, guint lines)
{
  const Want want = { log, lines };

  wait_for (f, has_lines, &want);
}

gboolean
has_moved (Fixture *f, gconstpointer data)
{
  return f->sink->moves->len >= GPOINTER_TO_UINT (data);
}

gboolean
has_gone (Fixture *f, gconstpointer data)
{
  return f->sink->gone->len >= GPOINTER_TO_UINT (data);
}

guint
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

gboolean
has_side (Fixture *f, gconstpointer data)
{
  const WantSide *want = data;

  return count_sides (f, want->side) >= want->times;
}

guint
n_resets (Fixture *f, const char *relative)
{
  g_autofree char *path = tree_path (f->root, relative);
  guint n = 0;

  pthread_mutex_lock (&f->sink->mutex);
  n = record_sink_get (f->sink, path)->n_resets;
  pthread_mutex_unlock (&f->sink->mutex);
  return n;
}

guint
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

char *
make_log (guint lines, int pad)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lines; i++)
    g_string_append_printf (text, "{\"n\":%0*u}\n", pad, i);
  return g_string_free (text, FALSE);
}
