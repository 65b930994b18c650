/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-claude-uuids.h"

#include <string.h>

#include "vdt-claude-record.h"
#include "vdt-line-reader.h"
#include "vdt-record-line.h"
#include "vdt-text.h"

/* A conversation of more records is not told apart by them. */
#define MAX_RECORDS 2000000

typedef struct
{
  guint64 uuid;
  VdtTime time;
} Record;

static gboolean
add_record (const char *data, gsize len, gpointer user_data)
{
  GArray *records = user_data;
  VdtClaudeRecord decoded;
  Record record = { 0 };

  if (!vdt_claude_record_decode (&decoded, data, len))
    return FALSE;
  if (decoded.uuid.len > 0)
    {
      record.uuid = vdt_text_hash64 (decoded.uuid.data, decoded.uuid.len);
      record.time = decoded.time;
      g_array_append_val (records, record);
    }
  return TRUE;
}

static GArray *
read_records (const char *path)
{
  g_autoptr (VdtLineReader) reader = vdt_line_reader_new ();
  GArray *records = g_array_new (FALSE, FALSE, sizeof (Record));
  VdtLineStatus status = VDT_LINE_OK;
  VdtLine line;

  if (!vdt_line_reader_open (reader, path, NULL))
    return records;
  while (status != VDT_LINE_END && status != VDT_LINE_ERROR && records->len < MAX_RECORDS)
    {
      status = vdt_line_reader_next (reader, &line, NULL);
      if (status == VDT_LINE_OK || status == VDT_LINE_TAIL)
        vdt_record_line_split (line.data, line.len, add_record, records);
      if (status == VDT_LINE_TAIL)
        break;
    }
  return records;
}

/**
 * vdt_claude_uuids_cache_new:
 *
 * Returns: (transfer full): where to keep what was read while many questions are asked
 */
GHashTable *
vdt_claude_uuids_cache_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
}

static const GArray *
get_records (GHashTable *cache, const char *path)
{
  GArray *records = g_hash_table_lookup (cache, path);

  if (records == NULL)
    {
      records = read_records (path);
      g_hash_table_insert (cache, g_strdup (path), records);
    }
  return records;
}

/* Who has a record: a session or agent by its number from 1 on, or more than one. */
#define SHARED GUINT_TO_POINTER (G_MAXUINT)

static void
note_holder (GHashTable *holders, const GArray *records, gpointer holder)
{
  for (guint i = 0; i < records->len; i++)
    {
      guint64 *uuid = &g_array_index (records, Record, i).uuid;
      gpointer known = g_hash_table_lookup (holders, uuid);

      if (known != holder && known != SHARED)
        g_hash_table_insert (holders, uuid, known == NULL ? holder : SHARED);
    }
}

/* Every record and who has it; @numbers takes the holders' own. */
static GHashTable *
find_holders (const VdtClaudeUuidsLog *logs, guint n_logs, GHashTable *cache, gpointer *numbers)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTable *holders = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < n_logs; i++)
    {
      numbers[i] = g_hash_table_lookup (ids, logs[i].native_id);
      if (numbers[i] == NULL)
        {
          numbers[i] = GUINT_TO_POINTER (g_hash_table_size (ids) + 1);
          g_hash_table_insert (ids, (gpointer) logs[i].native_id, numbers[i]);
        }
      note_holder (holders, get_records (cache, logs[i].path), numbers[i]);
    }
  return holders;
}

/* How early the first record is that only its holder has: before all times where there is none. */
static gint64
rank_of (const GArray *records, GHashTable *holders, gpointer holder)
{
  gint64 rank = G_MININT64;

  for (guint i = 0; i < records->len; i++)
    {
      const Record *record = &g_array_index (records, Record, i);

      if (g_hash_table_lookup (holders, &record->uuid) != holder)
        continue;
      if (rank == G_MININT64)
        rank = G_MAXINT64;
      if (vdt_time_known (record->time))
        rank = MIN (rank, record->time);
    }
  return rank;
}

/**
 * vdt_claude_uuids_tell_original:
 * @logs: (array length=n_logs): logs that share replies, the candidates first
 * @n_candidates: how many of them have these replies at the same times; 1 or more
 * @n_logs: how many there are
 * @cache: from [func@vdt_claude_uuids_cache_new]
 *
 * The original is the log that has nothing of its own beside what is shared, else the one whose
 * first own record is older (rulings: *Which session owns a call*). A record is a log's own if no
 * log of another session or agent has it. Reads the logs; blocks.
 *
 * Returns: the original's index; of several that the records do not tell apart the first one
 */
guint
vdt_claude_uuids_tell_original (const VdtClaudeUuidsLog *logs,
                                guint n_candidates,
                                guint n_logs,
                                GHashTable *cache)
{
  g_autofree gpointer *numbers = g_new0 (gpointer, n_logs);
  g_autoptr (GHashTable) holders = find_holders (logs, n_logs, cache, numbers);
  gint64 best_rank = G_MAXINT64;
  guint best = 0;

  for (guint i = 0; i < n_candidates; i++)
    {
      gint64 rank = rank_of (get_records (cache, logs[i].path), holders, numbers[i]);

      if (rank < best_rank)
        {
          best = i;
          best_rank = rank;
        }
    }
  return best;
}
