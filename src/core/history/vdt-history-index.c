/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-history"

#include "config.h"

#include "vdt-history-index.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "vdt-history-builder-private.h"
#include "vdt-line-reader.h"
#include "vdt-record-line.h"

/**
 * vdt_history_index_free:
 * @index: (transfer full) (nullable): an index
 */
void
vdt_history_index_free (VdtHistoryIndex *index)
{
  if (index == NULL)
    return;
  vdt_history_source_unref (index->source);
  g_array_unref (index->files);
  g_array_unref (index->marks);
  g_free (index);
}

/* Adds a mark for @item; NULL where there are too many. */
VdtHistoryMark *
vdt_history_builder_mark (VdtHistoryBuilder *builder,
                          GArray *marks,
                          const VdtHistoryItem *item,
                          guint block,
                          VdtTime time)
{
  VdtHistoryMark mark = {
    .offset = builder->cursor.offset,
    .time = vdt_time_known (time) ? time : builder->cursor.last_time,
    .node = VDT_HISTORY_NO_NODE,
    .block = block,
    .part = (guint16) builder->cursor.part,
    .record = (guint16) MIN (builder->cursor.record, G_MAXUINT16),
    .kind = item->kind,
    .role = item->role,
  };

  if (builder->n_marks == VDT_HISTORY_MAX_MARKS)
    {
      builder->full = TRUE;
      return NULL;
    }
  mark.seq = builder->n_marks++;
  if (item->is_error)
    mark.flags |= VDT_HISTORY_MARK_ERROR;
  if (!vdt_time_known (time))
    mark.flags |= VDT_HISTORY_MARK_SYNTHETIC;
  vdt_history_item_make_id (item, mark.id);
  g_array_append_val (marks, mark);
  return &g_array_index (marks, VdtHistoryMark, marks->len - 1);
}

static gboolean
feed_codex (const char *data, gsize len, gpointer user_data)
{
  VdtHistoryBuilder *builder = user_data;
  VdtCodexRecord record;

  if (!vdt_codex_record_decode (&record, data, len))
    return FALSE;
  if (vdt_count_known (builder->end_ordinal) && vdt_count_known (record.ordinal) &&
      record.ordinal >= builder->end_ordinal)
    builder->part_done = TRUE;
  else
    vdt_history_codex_feed (builder, &record);
  builder->cursor.record++;
  return TRUE;
}

static gboolean
feed_claude (const char *data, gsize len, gpointer user_data)
{
  VdtHistoryBuilder *builder = user_data;
  VdtClaudeRecord record;

  if (!vdt_claude_record_decode (&record, data, len))
    return FALSE;
  vdt_history_claude_feed (builder, &record);
  builder->cursor.record++;
  return TRUE;
}

/* Reads one part as long as it was when it was looked at: what is written meanwhile waits. */
static gboolean
read_part (VdtHistoryBuilder *builder,
           const VdtHistorySource *source,
           guint number,
           const VdtFileId *file,
           GCancellable *cancellable,
           GError **error)
{
  const VdtHistoryPart *part = vdt_history_source_get_part (source, number);
  const VdtRecordFunc feed = source->runtime == VDT_RUNTIME_CODEX ? feed_codex : feed_claude;
  g_autoptr (VdtLineReader) reader = vdt_line_reader_new ();
  VdtLineStatus status = VDT_LINE_OK;
  guint64 end = part->end_offset;
  VdtLine line;

  if (!vdt_line_reader_open (reader, part->path, error))
    return FALSE;
  if (!vdt_line_reader_is_compressed (reader))
    end = MIN (end, (guint64) file->size);
  vdt_line_reader_set_end (reader, end);
  builder->cursor.part = number;
  builder->end_ordinal = part->end_ordinal;
  builder->part_done = FALSE;
  while (!builder->part_done && status != VDT_LINE_END)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      status = vdt_line_reader_next (reader, &line, error);
      if (status == VDT_LINE_ERROR)
        return FALSE;
      if (status != VDT_LINE_OK && status != VDT_LINE_TAIL)
        continue;
      builder->cursor.offset = line.offset;
      builder->cursor.record = 0;
      vdt_record_line_split (line.data, line.len, feed, builder);
      if (status == VDT_LINE_TAIL)
        break;
    }
  return TRUE;
}

static guint
hash_id (gconstpointer key)
{
  guint32 hash = 0;

  memcpy (&hash, key, sizeof hash);
  return hash;
}

static gboolean
equal_ids (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, VDT_HISTORY_ID_BYTES) == 0;
}

/* The first of those with one id is bare, the next ones are numbered (R38). */
static void
number_repeats (GArray *marks)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (hash_id, equal_ids);

  for (guint i = 0; i < marks->len; i++)
    {
      VdtHistoryMark *mark = &g_array_index (marks, VdtHistoryMark, i);

      mark->repeat = GPOINTER_TO_UINT (g_hash_table_lookup (counts, mark->id));
      g_hash_table_insert (counts, mark->id, GUINT_TO_POINTER (mark->repeat + 1));
    }
}

static gboolean
read_all (VdtHistoryBuilder *builder,
          VdtHistoryIndex *index,
          GCancellable *cancellable,
          GError **error)
{
  const VdtHistorySource *source = index->source;

  for (guint i = 0; i < source->parts->len; i++)
    if (!read_part (builder, source, i, &g_array_index (index->files, VdtFileId, i), cancellable,
                    error))
      return FALSE;
  if (builder->full)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                   _ ("this conversation has more than %d entries; so many are not shown"),
                   VDT_HISTORY_MAX_MARKS);
      return FALSE;
    }
  if (source->runtime == VDT_RUNTIME_CLAUDE)
    vdt_history_claude_finish (builder);
  return TRUE;
}

/**
 * vdt_history_index_new:
 * @source: where the history is
 * @cancellable: (nullable): checked between lines
 * @error: return location for an error
 *
 * Reads all of it. What is written while it is read is left for the next time (R30), and so is a
 * last line that is not whole. Blocks; any thread.
 *
 * Returns: (transfer full) (nullable): the index, or %NULL where a part cannot be read
 */
VdtHistoryIndex *
vdt_history_index_new (VdtHistorySource *source, GCancellable *cancellable, GError **error)
{
  g_autoptr (VdtHistoryIndex) index = g_new0 (VdtHistoryIndex, 1);
  VdtHistoryBuilder builder = { .cursor.last_time = VDT_TIME_UNKNOWN };
  gboolean ok = FALSE;

  index->source = vdt_history_source_ref (source);
  index->marks = g_array_new (FALSE, FALSE, sizeof (VdtHistoryMark));
  index->files = vdt_history_source_stat (source, error);
  if (index->files == NULL)
    {
      index->files = g_array_new (FALSE, FALSE, sizeof (VdtFileId));
      return NULL;
    }
  builder.marks = index->marks;
  vdt_history_codex_init (&builder.codex);
  vdt_history_claude_init (&builder.claude, source->is_agent_file);
  ok = read_all (&builder, index, cancellable, error);
  vdt_history_codex_clear (&builder.codex);
  vdt_history_claude_clear (&builder.claude);
  if (!ok)
    return NULL;
  number_repeats (index->marks);
  return g_steal_pointer (&index);
}

/**
 * vdt_history_index_window:
 * @index: an index
 * @limit: how many entries that are no tool's
 *
 * Counts from the end; the tool entries among them come along (R36).
 *
 * Returns: the number of the first mark of the window
 */
guint
vdt_history_index_window (const VdtHistoryIndex *index, guint limit)
{
  guint n = 0;

  for (guint i = index->marks->len; i > 0; i--)
    if (g_array_index (index->marks, VdtHistoryMark, i - 1).role != VDT_HISTORY_TOOL &&
        ++n == limit)
      return i - 1;
  return 0;
}
