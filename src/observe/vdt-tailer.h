/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-log-sink.h"

G_BEGIN_DECLS

/* How much of one file is read before others get a turn (V9). */
#define VDT_TAILER_PASS_BYTES   (4 * 1024 * 1024)
#define VDT_TAILER_PASS_RECORDS 5000
/* A last line without newline is taken when its file has been idle for so long (formats N.2). */
#define VDT_TAILER_IDLE_NS (2 * G_GINT64_CONSTANT (1000000000))

/**
 * VdtTailer:
 *
 * How far one log was read, and what tells that it is still the same log. It has no thread and no
 * clock of its own: whoever calls it says what time it is. Observer's thread.
 */
typedef struct _VdtTailer VdtTailer;

/**
 * VdtTailerLimits:
 * @max_bytes: plain bytes to read at most; the last record may go beyond
 * @max_records: records to read at most
 * @now_ns: wall clock, nanoseconds since 1970
 * @until_us: monotonic clock, microseconds: when to end the pass in any case; 0 never
 * @stop: (nullable): set to non-zero by another thread to end the pass after the current record
 */
typedef struct
{
  guint64 max_bytes;
  guint max_records;
  gint64 now_ns;
  gint64 until_us;
  const int *stop;
} VdtTailerLimits;

/**
 * VdtTailerResult:
 * @VDT_TAILER_DONE: all that is there was read
 * @VDT_TAILER_MORE: there is more: call again
 * @VDT_TAILER_GONE: there is no such file
 * @VDT_TAILER_UNREADABLE: it cannot be read; the sink was told
 */
typedef enum
{
  VDT_TAILER_DONE,
  VDT_TAILER_MORE,
  VDT_TAILER_GONE,
  VDT_TAILER_UNREADABLE,
} VdtTailerResult;

/**
 * VdtTailerStat:
 *
 * `fstat` for tests: what the kernel says of an open file may be changed.
 */
typedef int (*VdtTailerStat) (int fd, struct stat *st, gpointer user_data);

VdtTailer *vdt_tailer_new (VdtLogFile *file, VdtLogSink *sink) G_GNUC_WARN_UNUSED_RESULT;
void vdt_tailer_free (VdtTailer *self);
VdtLogFile *vdt_tailer_get_file (VdtTailer *self);
gint64 vdt_tailer_get_tail_due (VdtTailer *self);
gboolean vdt_tailer_get_whole_due (VdtTailer *self);
guint64 vdt_tailer_get_bytes_read (VdtTailer *self);
gboolean vdt_tailer_is_open (VdtTailer *self);
guint64 vdt_tailer_get_offset (VdtTailer *self);
gint64 vdt_tailer_get_mtime_ns (VdtTailer *self);
gboolean vdt_tailer_is_at (VdtTailer *self, const VdtFileId *id);
gboolean vdt_tailer_differs (VdtTailer *self, const struct stat *st);
void vdt_tailer_set_stat (VdtTailer *self, VdtTailerStat func, gpointer user_data);

gboolean vdt_tailer_restore_unchanged (VdtTailer *self);
void vdt_tailer_move (VdtTailer *self, VdtLogFile *file);
void vdt_tailer_begin_whole (VdtTailer *self);
VdtTailerResult
vdt_tailer_read (VdtTailer *self, VdtLineReader *reader, const VdtTailerLimits *limits);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtTailer, vdt_tailer_free)

G_END_DECLS
