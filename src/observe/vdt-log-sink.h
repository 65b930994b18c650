/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "vdt-line-reader.h"
#include "vdt-log-file.h"

G_BEGIN_DECLS

#define VDT_LOG_WINDOW_BYTES (8 * 1024 * 1024) /* G6 */
#define VDT_LOG_HEAD_BYTES   (1024 * 1024)     /* G6 */

/**
 * VdtLogPosition:
 * @id: the file's identity at the commit
 * @offset: where the next record starts (of the plain text)
 * @head_hash: of the first bytes (at most 4 KiB and @offset), as the line reader gives them;
 *   never 0 but for a position behind a window: what stands before the window was not read, so
 *   reading never goes on from there in a later run
 * @tail_hash: of the bytes before @offset (at most 4 KiB)
 *
 * How far a log was read. Only ever moves over whole records.
 */
typedef struct
{
  VdtFileId id;
  guint64 offset;
  guint64 head_hash;
  guint64 tail_hash;
} VdtLogPosition;

typedef enum
{
  VDT_LOG_SIDE_CLAUDE_ACCOUNT,  /* .claude.json */
  VDT_LOG_SIDE_CLAUDE_REGISTRY, /* sessions/<pid>.json */
  VDT_LOG_SIDE_CLAUDE_TITLE,    /* <session>/custom-title.json */
  VDT_LOG_SIDE_CODEX_NAMES,     /* session_index.jsonl */
} VdtLogSideKind;

typedef struct
{
  guint files_done;
  guint files_total;
  guint64 bytes_done;
  guint64 bytes_total;
} VdtScanProgress;

#define VDT_TYPE_LOG_SINK (vdt_log_sink_get_type ())
G_DECLARE_INTERFACE (VdtLogSink, vdt_log_sink, VDT, LOG_SINK, GObject)

/**
 * VdtLogSinkInterface:
 * @restore: fills @position with how far @file was read in an earlier run; %FALSE if never. If
 *   the log has changed otherwise than by growing, a reset follows
 * @reset: forget what was read of @file: it is read again. @start is 0, or where an 8 MiB
 *   window of a long log begins: then @head follows, and later a reset to 0 for the whole
 * @head: the first record of a log that is read from a window on: only provider and cwd may be
 *   taken from it, nothing is replayed (G8)
 * @line: one whole line that is not blank. Also what stands behind the last newline, if it is an
 *   object and the file has been idle; then the position stays before it, and the line does not
 *   come again when its newline does
 * @oversized: a line was too long and was passed over
 * @committed: all lines so far are whole; what to keep as position. What came behind it is not
 *   to be kept for a later run: it comes again then
 * @moved: the same file under another path or packing (archived, taken out of the archive,
 *   compressed, unpacked)
 * @gone: the file is no longer there
 * @unreadable: a folder or file cannot be read; once until that changes
 * @side: a small file beside the logs changed, came or went
 * @progress: how far the first scan is; the last one has all files done
 * @flush: nothing more at hand for now, or much was read meanwhile: publish
 * @poll: every few seconds, whatever happens: for what no file tells; returns whether there is
 *   something to publish
 * @homes: (element-type VdtLogHome): the homes that are looked at are others than before, or one
 *   has become readable; never with homes that are the same
 *
 * What an observer feeds. Every call comes on the observer's own thread. Any may be left out.
 */
struct _VdtLogSinkInterface
{
  GTypeInterface parent_iface;

  gboolean (*restore) (VdtLogSink *self, VdtLogFile *file, VdtLogPosition *position);
  void (*reset) (VdtLogSink *self, VdtLogFile *file, guint64 start);
  void (*head) (VdtLogSink *self, VdtLogFile *file, const VdtLine *line);
  void (*line) (VdtLogSink *self, VdtLogFile *file, const VdtLine *line);
  void (*oversized) (VdtLogSink *self, VdtLogFile *file, guint64 offset);
  void (*committed) (VdtLogSink *self, VdtLogFile *file, const VdtLogPosition *position);
  void (*moved) (VdtLogSink *self, VdtLogFile *file, const char *old_path);
  void (*gone) (VdtLogSink *self, VdtLogFile *file);
  void (*unreadable) (VdtLogSink *self, const char *path, const GError *error);
  void (*side) (VdtLogSink *self, VdtLogHome *home, VdtLogSideKind kind, const char *path);
  void (*progress) (VdtLogSink *self, const VdtScanProgress *progress);
  void (*flush) (VdtLogSink *self);
  gboolean (*poll) (VdtLogSink *self);
  void (*homes) (VdtLogSink *self, GPtrArray *homes);
};

gboolean vdt_log_sink_restore (VdtLogSink *self, VdtLogFile *file, VdtLogPosition *position);
void vdt_log_sink_reset (VdtLogSink *self, VdtLogFile *file, guint64 start);
void vdt_log_sink_head (VdtLogSink *self, VdtLogFile *file, const VdtLine *line);
void vdt_log_sink_line (VdtLogSink *self, VdtLogFile *file, const VdtLine *line);
void vdt_log_sink_oversized (VdtLogSink *self, VdtLogFile *file, guint64 offset);
void vdt_log_sink_committed (VdtLogSink *self, VdtLogFile *file, const VdtLogPosition *position);
void vdt_log_sink_moved (VdtLogSink *self, VdtLogFile *file, const char *old_path);
void vdt_log_sink_gone (VdtLogSink *self, VdtLogFile *file);
void vdt_log_sink_unreadable (VdtLogSink *self, const char *path, const GError *error);
void vdt_log_sink_side (VdtLogSink *self, VdtLogHome *home, VdtLogSideKind kind, const char *path);
void vdt_log_sink_progress (VdtLogSink *self, const VdtScanProgress *progress);
void vdt_log_sink_flush (VdtLogSink *self);
gboolean vdt_log_sink_poll (VdtLogSink *self);
void vdt_log_sink_homes (VdtLogSink *self, GPtrArray *homes);

G_END_DECLS
