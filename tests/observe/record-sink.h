/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <pthread.h>

#include "vdt-log-sink.h"

G_BEGIN_DECLS

/**
 * RecordLog:
 * @lines: (element-type utf8): what the sink holds of a log, `offset:text` each
 * @kept_lines: how many of them a later run would still have
 *
 * What came in of one log. Anything that breaks the sink's contract is an assertion.
 */
typedef struct
{
  GPtrArray *lines;
  guint64 last_offset;
  gboolean has_last;
  gboolean has_position;
  VdtLogPosition position;
  guint kept_lines;
  guint n_resets;
  guint n_heads;
  guint n_oversized;
  guint n_calls;
  guint64 start;
  gboolean read;
} RecordLog;

/**
 * RecordSink:
 *
 * A sink that keeps everything by path. Guarded by a pthread mutex, which ThreadSanitizer sees,
 * where GMutex inside GLib is hidden from it.
 */
#define RECORD_TYPE_SINK (record_sink_get_type ())
G_DECLARE_FINAL_TYPE (RecordSink, record_sink, RECORD, SINK, GObject)

struct _RecordSink
{
  GObject parent_instance;
  pthread_mutex_t mutex;
  GMainContext *main; /* woken by each flush; may be NULL */
  GThread *thread;    /* of the last call */
  GHashTable *logs;   /* path → RecordLog */
  GPtrArray *sides;   /* `kind:path` */
  GPtrArray *unreadable;
  GPtrArray *moves; /* `old>new` */
  GPtrArray *gone;
  guint n_flushes;
  guint n_lines;
  guint n_progress;
  guint n_homes;
  guint n_calls;
  VdtScanProgress progress;
  gint64 flushed_at[4096];
  guint slow_line_usec; /* how long each line takes, to have time to stop */
};

RecordSink *record_sink_new (void);
RecordLog *record_sink_get (RecordSink *self, const char *path);
void record_sink_next_run (RecordSink *self);
char *record_sink_dup_text (RecordSink *self, const char *path);

G_END_DECLS
