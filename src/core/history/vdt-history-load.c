/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* From marks to entries: goes back to the logs for the texts of those that are shown. */

#define G_LOG_DOMAIN "vdt-history"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "vdt-history-index.h"
#include "vdt-history-item.h"
#include "vdt-line-reader.h"
#include "vdt-record-line.h"

#define MAX_NAME 256

/* --- one text --------------------------------------------------------------------------------- */

typedef struct
{
  GString *text;
  gsize max;
  gboolean cut;
} Keeping;

static gsize
whole_characters (const char *data, gsize room)
{
  while (room > 0 && ((guchar) data[room] & 0xc0) == 0x80)
    room--;
  return room;
}

static void
keep_piece (const char *data, gsize len, gpointer user_data)
{
  Keeping *keeping = user_data;
  const gsize room = keeping->max - keeping->text->len;
  gsize kept = len;

  if (keeping->cut)
    return;
  if (len > room)
    {
      kept = whole_characters (data, room);
      keeping->cut = TRUE;
    }
  g_string_append_len (keeping->text, data, (gssize) kept);
}

static char *
item_text (const VdtHistoryItem *item, gsize max, gboolean *cut)
{
  Keeping keeping = { g_string_new (NULL), max, FALSE };

  vdt_history_item_each (item, keep_piece, &keeping);
  *cut = keeping.cut;
  return g_string_free (keeping.text, FALSE);
}

typedef struct
{
  GChecksum *checksum;
  gsize len;
} Measuring;

static void
measure_piece (const char *data, gsize len, gpointer user_data)
{
  Measuring *measuring = user_data;

  g_checksum_update (measuring->checksum, (const guchar *) data, (gssize) len);
  measuring->len += len;
}

/* How long a payload is, and its hash: none for an empty one (rulings: *Empty payload*). */
static void
measure_item (const VdtHistoryItem *item, gsize *len, char **hash)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  Measuring measuring = { checksum, 0 };

  vdt_history_item_each (item, measure_piece, &measuring);
  *len = measuring.len;
  *hash =
    measuring.len > 0 ? g_strconcat ("sha256:", g_checksum_get_string (checksum), NULL) : NULL;
}

static char *
name_of (const VdtJsonString *string)
{
  return string->len > 0 ? vdt_json_string_dup (string, MAX_NAME) : NULL;
}

static char *
format_id (const guint8 id[VDT_HISTORY_ID_BYTES], guint32 repeat)
{
  GString *text = g_string_sized_new (2 * VDT_HISTORY_ID_BYTES + 1);

  for (guint i = 0; i < VDT_HISTORY_ID_BYTES; i++)
    g_string_append_printf (text, "%02x", id[i]);
  if (repeat > 0)
    g_string_append_printf (text, ":%u", repeat);
  return g_string_free (text, FALSE);
}

static VdtHistoryEntry *
make_entry (const VdtHistoryMark *mark, const VdtHistoryItem *item)
{
  VdtHistoryEntry *entry = vdt_history_entry_new ();

  entry->id = format_id (mark->id, mark->repeat);
  entry->kind = mark->kind;
  entry->role = mark->role;
  entry->sent_at = mark->time;
  entry->sent_at_synthetic = (mark->flags & VDT_HISTORY_MARK_SYNTHETIC) != 0;
  entry->is_error = (mark->flags & VDT_HISTORY_MARK_ERROR) != 0;
  entry->queued = (mark->flags & VDT_HISTORY_MARK_QUEUED) != 0;
  entry->place = (VdtHistoryPlace){
    .offset = mark->offset,
    .part = mark->part,
    .record = mark->record,
    .block = mark->block,
  };
  entry->call_id = name_of (&item->call_id);
  entry->tool_name = name_of (&item->tool_name);
  if (mark->role == VDT_HISTORY_TOOL)
    {
      entry->text = g_strdup ("");
      measure_item (item, &entry->text_bytes, &entry->text_hash);
    }
  else
    entry->text = item_text (item, VDT_HISTORY_MAX_TEXT, &entry->text_cut);
  return entry;
}

/* --- going back to a line --------------------------------------------------------------------- */

/* Called with the item that stands at a place. */
typedef void (*FoundFunc) (const VdtHistoryItem *item, gpointer user_data);

typedef struct
{
  VdtRuntime runtime;
  const VdtHistoryPlace *place;
  guint record;
  FoundFunc func;
  gpointer user_data;
} Finder;

static void
found_item (const VdtHistoryItem *item, guint block, gpointer user_data)
{
  Finder *finder = user_data;

  if (block == finder->place->block)
    finder->func (item, finder->user_data);
}

static gboolean
look_at_record (const char *data, gsize len, gpointer user_data)
{
  Finder *finder = user_data;
  VdtHistoryItem item;

  if (finder->runtime == VDT_RUNTIME_CODEX)
    {
      VdtCodexRecord record;

      if (!vdt_codex_record_decode (&record, data, len))
        return FALSE;
      if (finder->record++ == finder->place->record && vdt_history_item_from_codex (&item, &record))
        found_item (&item, 0, finder);
    }
  else
    {
      VdtClaudeRecord record;

      if (!vdt_claude_record_decode (&record, data, len))
        return FALSE;
      if (finder->record++ == finder->place->record)
        vdt_history_items_from_claude (&record, found_item, finder);
    }
  return TRUE;
}

static void
find_in_line (VdtRuntime runtime,
              const VdtLine *line,
              const VdtHistoryPlace *place,
              FoundFunc func,
              gpointer user_data)
{
  Finder finder = { runtime, place, 0, func, user_data };

  vdt_record_line_split (line->data, line->len, look_at_record, &finder);
}

static gboolean
read_line_at (VdtLineReader *reader, guint64 offset, VdtLine *line, GError **error)
{
  VdtLineStatus status = VDT_LINE_OK;

  if (!vdt_line_reader_seek (reader, offset, error))
    return FALSE;
  status = vdt_line_reader_next (reader, line, error);
  if (status == VDT_LINE_ERROR)
    return FALSE;
  if (status == VDT_LINE_OK || status == VDT_LINE_TAIL)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                       _ ("the log has changed; try again at the next refresh"));
  return FALSE;
}

/* --- the window ------------------------------------------------------------------------------- */

typedef struct
{
  const VdtHistoryMark *mark;
  VdtHistoryEntry *entry;
} Making;

static void
make_found (const VdtHistoryItem *item, gpointer user_data)
{
  Making *making = user_data;

  if (making->entry == NULL && item->kind == making->mark->kind)
    making->entry = make_entry (making->mark, item);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const VdtHistoryMark *x = *(const VdtHistoryMark *const *) a;
  const VdtHistoryMark *y = *(const VdtHistoryMark *const *) b;

  if (x->part != y->part)
    return x->part < y->part ? -1 : 1;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return (x->seq > y->seq) - (x->seq < y->seq);
}

/* The marks from @start on, as they stand in the logs: so that each is read forward once. */
static GPtrArray *
sort_by_place (const VdtHistoryIndex *index, guint start)
{
  GPtrArray *wanted = g_ptr_array_sized_new (index->marks->len - start);

  for (guint i = start; i < index->marks->len; i++)
    g_ptr_array_add (wanted, &g_array_index (index->marks, VdtHistoryMark, i));
  g_ptr_array_sort (wanted, compare_places);
  return wanted;
}

static gboolean
load_mark (const VdtHistoryIndex *index,
           const VdtHistoryMark *mark,
           const VdtLine *line,
           GPtrArray *entries,
           guint start,
           GError **error)
{
  const VdtHistoryMark *first = &g_array_index (index->marks, VdtHistoryMark, start);
  const VdtHistoryPlace place = { .record = mark->record, .block = mark->block };
  Making making = { mark, NULL };

  find_in_line (index->source->runtime, line, &place, make_found, &making);
  if (making.entry == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           _ ("the log has changed; try again at the next refresh"));
      return FALSE;
    }
  entries->pdata[mark - first] = making.entry;
  return TRUE;
}

/**
 * vdt_history_index_load:
 * @index: an index
 * @start: the first mark that is wanted
 * @cancellable: (nullable): checked between lines
 * @error: return location for an error
 *
 * Reads the texts of all marks from @start on. Blocks; any thread.
 *
 * Returns: (transfer full) (nullable) (element-type VdtHistoryEntry): the entries, or %NULL where
 *   the log is no longer what the index says
 */
GPtrArray *
vdt_history_index_load (const VdtHistoryIndex *index,
                        guint start,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (GPtrArray) wanted = sort_by_place (index, start);
  g_autoptr (GPtrArray) entries =
    g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_history_entry_unref);
  g_autoptr (VdtLineReader) reader = vdt_line_reader_new ();
  const VdtHistoryMark *last = NULL;
  VdtLine line;

  g_ptr_array_set_size (entries, (int) wanted->len);
  for (guint i = 0; i < wanted->len; i++)
    {
      const VdtHistoryMark *mark = g_ptr_array_index (wanted, i);
      const VdtHistoryPart *part = vdt_history_source_get_part (index->source, mark->part);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if ((last == NULL || last->part != mark->part) &&
          !vdt_line_reader_open (reader, part->path, error))
        return NULL;
      if ((last == NULL || last->part != mark->part || last->offset != mark->offset) &&
          !read_line_at (reader, mark->offset, &line, error))
        return NULL;
      last = mark;
      if (!load_mark (index, mark, &line, entries, start, error))
        return NULL;
    }
  return g_steal_pointer (&entries);
}

/* --- one payload ------------------------------------------------------------------------------ */

typedef struct
{
  const VdtHistoryEntry *entry;
  char *payload;
} Fetching;

static void
fetch_found (const VdtHistoryItem *item, gpointer user_data)
{
  Fetching *fetching = user_data;
  g_autofree char *hash = NULL;
  gboolean cut = FALSE;
  gsize len = 0;

  if (fetching->payload != NULL || item->kind != fetching->entry->kind)
    return;
  measure_item (item, &len, &hash);
  if (len == fetching->entry->text_bytes && g_strcmp0 (hash, fetching->entry->text_hash) == 0)
    fetching->payload = item_text (item, VDT_LINE_MAX_BYTES, &cut);
}

/**
 * vdt_history_load_payload:
 * @source: where the history is
 * @entry: a tool's entry of it
 * @error: return location for an error
 *
 * Reads what is withheld of an entry (R43). Blocks; any thread.
 *
 * Returns: (transfer full) (nullable): the payload, or %NULL where it is no longer what the entry's
 *   hash says (R44)
 */
char *
vdt_history_load_payload (const VdtHistorySource *source,
                          const VdtHistoryEntry *entry,
                          GError **error)
{
  g_autoptr (VdtLineReader) reader = vdt_line_reader_new ();
  Fetching fetching = { entry, NULL };
  VdtLine line;

  g_return_val_if_fail (entry->role == VDT_HISTORY_TOOL, NULL);

  if (entry->place.part >= source->parts->len ||
      !vdt_line_reader_open (reader, vdt_history_source_get_part (source, entry->place.part)->path,
                             error) ||
      !read_line_at (reader, entry->place.offset, &line, error))
    return NULL;
  find_in_line (source->runtime, &line, &entry->place, fetch_found, &fetching);
  if (fetching.payload == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         _ ("this entry is no longer there; look at the newest entries"));
  return fetching.payload;
}
