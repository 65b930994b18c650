/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "record-sink.h"

#include <string.h>

static void sink_iface_init (VdtLogSinkInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RecordSink,
                               record_sink,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VDT_TYPE_LOG_SINK, sink_iface_init))

static void
record_log_free (RecordLog *log)
{
  g_ptr_array_unref (log->lines);
  g_free (log);
}

static void
enter (VdtLogSink *sink)
{
  RecordSink *self = RECORD_SINK (sink);

  pthread_mutex_lock (&self->mutex);
  self->thread = g_thread_self ();
  self->n_calls++;
}

static void
leave (VdtLogSink *sink)
{
  pthread_mutex_unlock (&RECORD_SINK (sink)->mutex);
}

RecordLog *
record_sink_get (RecordSink *self, const char *path)
{
  return g_hash_table_lookup (self->logs, path);
}

static RecordLog *
ensure (RecordSink *self, const char *path)
{
  RecordLog *log = g_hash_table_lookup (self->logs, path);

  if (log == NULL)
    {
      log = g_new0 (RecordLog, 1);
      log->lines = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (self->logs, g_strdup (path), log);
    }
  return log;
}

static gboolean
record_restore (VdtLogSink *sink, VdtLogFile *file, VdtLogPosition *position)
{
  RecordLog *log = NULL;
  gboolean found = FALSE;

  enter (sink);
  log = record_sink_get (RECORD_SINK (sink), file->path);
  if (log != NULL)
    {
      /* Asked once a run, before anything else. */
      g_assert_false (log->read);
      log->read = TRUE;
    }
  found = log != NULL && log->has_position;
  if (found)
    *position = log->position;
  leave (sink);
  return found;
}

static void
record_reset (VdtLogSink *sink, VdtLogFile *file, guint64 start)
{
  RecordLog *log = NULL;

  enter (sink);
  log = ensure (RECORD_SINK (sink), file->path);
  log->n_calls++;
  g_ptr_array_set_size (log->lines, 0);
  log->has_last = FALSE;
  log->has_position = FALSE;
  log->kept_lines = 0;
  log->start = start;
  log->n_resets++;
  log->read = TRUE;
  leave (sink);
}

static void
record_head (VdtLogSink *sink, VdtLogFile *file, const VdtLine *line)
{
  RecordLog *log = NULL;

  enter (sink);
  log = record_sink_get (RECORD_SINK (sink), file->path);
  g_assert_nonnull (log);
  g_assert_cmpuint (log->start, >, 0);
  g_assert_cmpuint (log->lines->len, ==, 0);
  g_assert_cmpuint (line->len, <=, VDT_LOG_HEAD_BYTES);
  log->n_heads++;
  leave (sink);
}

static void
record_line (VdtLogSink *sink, VdtLogFile *file, const VdtLine *line)
{
  RecordSink *self = RECORD_SINK (sink);
  RecordLog *log = NULL;

  enter (sink);
  log = record_sink_get (self, file->path);
  g_assert_nonnull (log);
  g_assert_true (log->read);
  log->n_calls++;
  g_assert_cmpuint (line->len, >, 0);
  g_assert_cmpuint (line->offset, >=, log->start);
  /* Nothing comes twice between two resets. */
  if (log->has_last)
    g_assert_cmpuint (line->offset, >, log->last_offset);
  log->last_offset = line->offset;
  log->has_last = TRUE;
  g_ptr_array_add (log->lines, g_strdup_printf ("%" G_GUINT64_FORMAT ":%.*s", line->offset,
                                                (int) line->len, line->data));
  self->n_lines++;
  leave (sink);
  if (self->slow_line_usec > 0)
    {
      gint64 until = g_get_monotonic_time () + self->slow_line_usec;

      while (g_get_monotonic_time () < until)
        ;
    }
}

static void
record_oversized (VdtLogSink *sink, VdtLogFile *file, guint64 offset)
{
  enter (sink);
  record_sink_get (RECORD_SINK (sink), file->path)->n_oversized++;
  leave (sink);
}

static void
record_committed (VdtLogSink *sink, VdtLogFile *file, const VdtLogPosition *position)
{
  RecordLog *log = NULL;

  enter (sink);
  log = record_sink_get (RECORD_SINK (sink), file->path);
  g_assert_nonnull (log);
  log->n_calls++;
  /* A window's end is no place to go on from in a later run. */
  g_assert_true ((position->head_hash == 0) == (log->start > 0));
  log->has_position = TRUE;
  log->position = *position;
  log->kept_lines = log->lines->len;
  /* A last line that has no newline yet is not part of it. */
  if (log->has_last && log->last_offset >= position->offset)
    log->kept_lines--;
  leave (sink);
}

static void
record_moved (VdtLogSink *sink, VdtLogFile *file, const char *old_path)
{
  RecordSink *self = RECORD_SINK (sink);
  gpointer key = NULL;
  gpointer log = NULL;

  enter (sink);
  g_assert_cmpstr (file->path, !=, old_path);
  g_ptr_array_add (self->moves, g_strdup_printf ("%s>%s", old_path, file->path));
  if (g_hash_table_steal_extended (self->logs, old_path, &key, &log))
    {
      g_hash_table_insert (self->logs, g_strdup (file->path), log);
      g_free (key);
    }
  leave (sink);
}

static void
record_gone (VdtLogSink *sink, VdtLogFile *file)
{
  RecordSink *self = RECORD_SINK (sink);

  enter (sink);
  g_ptr_array_add (self->gone, g_strdup (file->path));
  g_hash_table_remove (self->logs, file->path);
  leave (sink);
}

static void
record_unreadable (VdtLogSink *sink, const char *path, const GError *error)
{
  enter (sink);
  g_assert_nonnull (error);
  g_ptr_array_add (RECORD_SINK (sink)->unreadable, g_strdup (path));
  leave (sink);
}

static void
record_side (VdtLogSink *sink, VdtLogHome *home, VdtLogSideKind kind, const char *path)
{
  enter (sink);
  g_ptr_array_add (RECORD_SINK (sink)->sides, g_strdup_printf ("%d:%s", (int) kind, path));
  leave (sink);
}

static void
record_progress (VdtLogSink *sink, const VdtScanProgress *progress)
{
  RecordSink *self = RECORD_SINK (sink);

  enter (sink);
  g_assert_cmpuint (progress->files_done, <=, progress->files_total);
  g_assert_cmpuint (progress->bytes_done, <=, progress->bytes_total);
  self->progress = *progress;
  self->n_progress++;
  leave (sink);
}

static void
record_flush (VdtLogSink *sink)
{
  RecordSink *self = RECORD_SINK (sink);

  enter (sink);
  if (self->n_flushes < G_N_ELEMENTS (self->flushed_at))
    self->flushed_at[self->n_flushes] = g_get_monotonic_time ();
  self->n_flushes++;
  leave (sink);
  if (self->main != NULL)
    g_main_context_wakeup (self->main);
}

static void
record_homes (VdtLogSink *sink, GPtrArray *homes)
{
  enter (sink);
  RECORD_SINK (sink)->n_homes++;
  leave (sink);
}

static void
sink_iface_init (VdtLogSinkInterface *iface)
{
  iface->restore = record_restore;
  iface->reset = record_reset;
  iface->head = record_head;
  iface->line = record_line;
  iface->oversized = record_oversized;
  iface->committed = record_committed;
  iface->moved = record_moved;
  iface->gone = record_gone;
  iface->unreadable = record_unreadable;
  iface->side = record_side;
  iface->progress = record_progress;
  iface->flush = record_flush;
  iface->homes = record_homes;
}

static void
record_sink_finalize (GObject *object)
{
  RecordSink *self = RECORD_SINK (object);

  g_hash_table_unref (self->logs);
  g_ptr_array_unref (self->sides);
  g_ptr_array_unref (self->unreadable);
  g_ptr_array_unref (self->moves);
  g_ptr_array_unref (self->gone);
  pthread_mutex_destroy (&self->mutex);
  G_OBJECT_CLASS (record_sink_parent_class)->finalize (object);
}

static void
record_sink_class_init (RecordSinkClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = record_sink_finalize;
}

static void
record_sink_init (RecordSink *self)
{
  pthread_mutex_init (&self->mutex, NULL);
  self->logs =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) record_log_free);
  self->sides = g_ptr_array_new_with_free_func (g_free);
  self->unreadable = g_ptr_array_new_with_free_func (g_free);
  self->moves = g_ptr_array_new_with_free_func (g_free);
  self->gone = g_ptr_array_new_with_free_func (g_free);
}

RecordSink *
record_sink_new (void)
{
  return g_object_new (RECORD_TYPE_SINK, NULL);
}

/* What is left of everything when the program ends and starts again: what was committed. */
void
record_sink_next_run (RecordSink *self)
{
  GHashTableIter iter;
  gpointer value = NULL;

  g_hash_table_iter_init (&iter, self->logs);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      RecordLog *log = value;

      log->read = FALSE;
      g_ptr_array_set_size (log->lines, (int) log->kept_lines);
      log->has_last = FALSE;
      log->last_offset = 0;
      if (log->kept_lines > 0)
        {
          const char *last = g_ptr_array_index (log->lines, log->kept_lines - 1);

          log->last_offset = g_ascii_strtoull (last, NULL, 10);
          log->has_last = TRUE;
        }
    }
}

/* All lines of one log, with their offsets. */
char *
record_sink_dup_text (RecordSink *self, const char *path)
{
  GString *text = g_string_new (NULL);
  RecordLog *log = NULL;

  pthread_mutex_lock (&self->mutex);
  log = record_sink_get (self, path);
  for (guint i = 0; log != NULL && i < log->lines->len; i++)
    {
      g_string_append (text, g_ptr_array_index (log->lines, i));
      g_string_append_c (text, '\n');
    }
  pthread_mutex_unlock (&self->mutex);
  return g_string_free (text, FALSE);
}
