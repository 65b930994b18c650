/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-history-entry.h"
#include "vdt-history-source.h"

G_BEGIN_DECLS

/* A history with more entries than this is refused: it would not fit. */
#define VDT_HISTORY_MAX_MARKS (4 * 1000 * 1000)

typedef enum
{
  VDT_HISTORY_MARK_ERROR = 1 << 0,
  VDT_HISTORY_MARK_QUEUED = 1 << 1,
  VDT_HISTORY_MARK_SYNTHETIC = 1 << 2, /* has no time of its own */
} VdtHistoryMarkFlags;

/**
 * VdtHistoryMark:
 * @offset: where its line begins
 * @time: when; never unknown but where the log names no time at all
 * @seq: its place among all that the log holds, from 0
 * @repeat: how many entries with the same id stand before it
 * @node: of Claude Code: which of the log's records with an id it is of
 * @block: which block of its record
 * @part: which of the source's files
 * @record: which record of its line
 * @id: the start of the hash that names it
 * @kind: #VdtHistoryKind
 * @role: #VdtHistoryRole
 * @flags: #VdtHistoryMarkFlags
 *
 * An entry without its text: small, for there may be very many.
 */
typedef struct
{
  guint64 offset;
  VdtTime time;
  guint32 seq;
  guint32 repeat;
  guint32 node;
  guint32 block;
  guint16 part;
  guint16 record;
  guint8 id[VDT_HISTORY_ID_BYTES];
  guint8 kind;
  guint8 role;
  guint8 flags;
} VdtHistoryMark;

/**
 * VdtHistoryIndex:
 * @source: what it was made of
 * @files: (element-type VdtFileId): what the file system said of the parts before they were read
 * @marks: (element-type VdtHistoryMark): all entries in the order they are shown in
 *
 * The whole history of a session without its texts. Immutable, any thread.
 */
typedef struct
{
  VdtHistorySource *source;
  GArray *files;
  GArray *marks;
} VdtHistoryIndex;

VdtHistoryIndex *vdt_history_index_new (VdtHistorySource *source,
                                        GCancellable *cancellable,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
void vdt_history_index_free (VdtHistoryIndex *index);
guint vdt_history_index_window (const VdtHistoryIndex *index, guint limit);
GPtrArray *vdt_history_index_load (const VdtHistoryIndex *index,
                                   guint start,
                                   GCancellable *cancellable,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_history_load_payload (const VdtHistorySource *source,
                                const VdtHistoryEntry *entry,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtHistoryIndex, vdt_history_index_free)

G_END_DECLS
