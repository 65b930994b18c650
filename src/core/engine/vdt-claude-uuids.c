/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-claude-uuids.h"

#include <string.h>

#include "vdt-claude-record.h"
#include "vdt-line-reader.h"
#include "vdt-text.h"

/* A conversation of more records is not told apart by them. */
#define MAX_RECORDS 2000000

typedef struct
{
  guint64 uuid;
  VdtTime time;
} Record;

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
      VdtClaudeRecord decoded;

      status = vdt_line_reader_next (reader, &line, NULL);
      if ((status == VDT_LINE_OK || status == VDT_LINE_TAIL) && line.len > 0 &&
          vdt_claude_record_decode (&decoded, line.data, line.len) && decoded.uuid.len > 0)
        {
          Record record = { .uuid = vdt_text_hash64 (decoded.uuid.data, decoded.uuid.len),
                            .time = decoded.time };

          g_array_append_val (records, record);
        }
      if (status == VDT_LINE_TAIL)
        break;
    }
  return records;
}

/* The earliest time of a record that no other log has; unknown where there is none. */
static gboolean
first_own (GArray *const *logs, guint n_logs, guint which, VdtTime *time)
{
  g_autoptr (GHashTable) others = g_hash_table_new (g_int64_hash, g_int64_equal);
  gboolean any = FALSE;

  *time = VDT_TIME_UNKNOWN;
  for (guint i = 0; i < n_logs; i++)
    for (guint j = 0; i != which && j < logs[i]->len; j++)
      g_hash_table_add (others, &g_array_index (logs[i], Record, j).uuid);
  for (guint j = 0; j < logs[which]->len; j++)
    {
      const Record *record = &g_array_index (logs[which], Record, j);

      if (g_hash_table_contains (others, &record->uuid))
        continue;
      any = TRUE;
      if (vdt_time_known (record->time) && (!vdt_time_known (*time) || record->time < *time))
        *time = record->time;
    }
  return any;
}

/**
 * vdt_claude_uuids_tell_original:
 * @paths: (array length=n_paths): logs that share replies at the same times
 * @n_paths: how many
 *
 * The original is the log that has nothing of its own beside what is shared, else the one whose
 * first own record is older (rulings: *Which session owns a call*). Reads the logs; blocks.
 *
 * Returns: its index, or -1 where they do not tell
 */
int
vdt_claude_uuids_tell_original (const char *const *paths, guint n_paths)
{
  g_autoptr (GPtrArray) logs = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  VdtTime best_time = VDT_TIME_UNKNOWN;
  int best = -1;
  guint n_bare = 0;
  int bare = -1;

  for (guint i = 0; i < n_paths; i++)
    g_ptr_array_add (logs, read_records (paths[i]));
  for (guint i = 0; i < n_paths; i++)
    {
      VdtTime time = VDT_TIME_UNKNOWN;

      if (!first_own ((GArray *const *) logs->pdata, n_paths, i, &time))
        {
          n_bare++;
          bare = i;
        }
      else if (vdt_time_known (time) && (!vdt_time_known (best_time) || time < best_time))
        {
          best = i;
          best_time = time;
        }
      else if (vdt_time_known (time) && time == best_time)
        best = -1;
    }
  if (n_bare > 0)
    return n_bare == 1 ? bare : -1;
  return best;
}
