/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Exact look-ups (R20, R22, R23): a session by its whole id, never by a guess. */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-lookup.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "vdt-catalog.h"
#include "vdt-codex-record.h"
#include "vdt-line-reader.h"
#include "vdt-record-line.h"

/* A log and what its first record says of it. */
typedef struct
{
  VdtLogFile *file;
  char *native_id;
  char *base_id;
  VdtCount base_end_ordinal;
  VdtCount base_end_offset;
} Candidate;

typedef struct
{
  VdtLineReader *reader;
  GPtrArray *candidates; /* Candidate */
} Search;

static void
candidate_free (gpointer data)
{
  Candidate *candidate = data;

  vdt_log_file_unref (candidate->file);
  g_free (candidate->native_id);
  g_free (candidate->base_id);
  g_free (candidate);
}

/**
 * vdt_lookup_free:
 * @lookup: (transfer full) (nullable): what was found
 */
void
vdt_lookup_free (VdtLookup *lookup)
{
  if (lookup == NULL)
    return;
  g_free (lookup->id);
  g_free (lookup->native_id);
  vdt_log_file_unref (lookup->log);
  vdt_history_source_unref (lookup->source);
  g_free (lookup);
}

/* --- what each log is ------------------------------------------------------------------------- */

static gboolean
take_meta (const char *data, gsize len, gpointer user_data)
{
  Candidate *candidate = user_data;
  VdtCodexRecord record;

  if (!vdt_codex_record_decode (&record, data, len))
    return FALSE;
  if (candidate->native_id != NULL || record.kind != VDT_CODEX_SESSION_META)
    return TRUE;
  candidate->native_id = vdt_json_string_dup (&record.id, 256);
  if (vdt_json_string_is_set (&record.base_thread_id))
    candidate->base_id = vdt_json_string_dup (&record.base_thread_id, 256);
  candidate->base_end_ordinal = record.base_end_ordinal;
  candidate->base_end_offset = record.base_end_offset;
  return TRUE;
}

/* Codex: the first record names the thread (rulings: *Native id*). */
static void
read_head (Search *search, Candidate *candidate)
{
  VdtLineStatus status = VDT_LINE_OK;
  VdtLine line;

  if (!vdt_line_reader_open (search->reader, candidate->file->path, NULL))
    return;
  status = vdt_line_reader_next (search->reader, &line, NULL);
  if (status == VDT_LINE_OK || status == VDT_LINE_TAIL)
    vdt_record_line_split (line.data, line.len, take_meta, candidate);
  vdt_line_reader_close (search->reader);
}

static Candidate *
candidate_new (Search *search, VdtLogFile *file)
{
  Candidate *candidate = g_new0 (Candidate, 1);

  candidate->file = vdt_log_file_ref (file);
  candidate->base_end_ordinal = candidate->base_end_offset = VDT_COUNT_UNKNOWN;
  if (file->home->runtime == VDT_RUNTIME_CODEX)
    read_head (search, candidate);
  if (candidate->native_id == NULL && file->kind != VDT_LOG_CLAUDE_SESSION)
    candidate->native_id = g_strdup (file->name_id);
  if (candidate->native_id == NULL)
    candidate->native_id = g_utf8_make_valid (file->stem, -1);
  return candidate;
}

static gboolean
is_named (const Candidate *candidate, const char *id)
{
  g_autofree char *own = NULL;

  if (strcmp (candidate->native_id, id) == 0)
    return TRUE;
  if (strlen (id) != 24)
    return FALSE;
  own = vdt_session_id_make (candidate->file->home->runtime, candidate->file->home->id,
                             candidate->native_id);
  return strcmp (own, id) == 0;
}

/* --- one session, one history ----------------------------------------------------------------- */

static gboolean
next_bytes (VdtLineReader *reader, VdtLine *line, gboolean *end)
{
  const VdtLineStatus status = vdt_line_reader_next (reader, line, NULL);

  *end = status == VDT_LINE_END;
  return status == VDT_LINE_OK || status == VDT_LINE_TAIL || status == VDT_LINE_OVERSIZED ||
         status == VDT_LINE_END;
}

/* Whether one of two logs is how the other one began; the longer of them. */
static const Candidate *
longer_of (const Candidate *a, const Candidate *b)
{
  g_autoptr (VdtLineReader) x = vdt_line_reader_new ();
  g_autoptr (VdtLineReader) y = vdt_line_reader_new ();

  if (!vdt_line_reader_open (x, a->file->path, NULL) ||
      !vdt_line_reader_open (y, b->file->path, NULL))
    return NULL;
  for (;;)
    {
      VdtLine p;
      VdtLine q;
      gboolean p_end = FALSE;
      gboolean q_end = FALSE;

      if (!next_bytes (x, &p, &p_end) || !next_bytes (y, &q, &q_end))
        return NULL;
      if (q_end)
        return a;
      if (p_end)
        return b;
      if (p.len == q.len && (p.len == 0 || memcmp (p.data, q.data, p.len) == 0))
        continue;
      /* a last line that was being written */
      if (memcmp (p.data, q.data, MIN (p.len, q.len)) != 0)
        return NULL;
      if (p.len < q.len)
        return next_bytes (x, &p, &p_end) && p_end ? b : NULL;
      return next_bytes (y, &q, &q_end) && q_end ? a : NULL;
    }
}

static void
set_duplicate_error (GError **error, const char *id)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
               _ ("duplicate transcript: two different logs of one folder say that they are “%s”; "
                  "move one of them away"),
               id);
}

static int
compare_segments (gconstpointer a, gconstpointer b)
{
  const Candidate *x = *(const Candidate *const *) a;
  const Candidate *y = *(const Candidate *const *) b;

  return g_strcmp0 (x->file->segment_id, y->file->segment_id);
}

/* Of each segment there is one log, in several states at most; the newest segment is the current
 * one (rulings: *Segments of a thread*). */
static const Candidate *
find_current (GPtrArray *logs, const char *id, GError **error)
{
  const Candidate *current = NULL;

  g_ptr_array_sort (logs, compare_segments);
  for (guint i = 0; i < logs->len; i++)
    {
      const Candidate *log = g_ptr_array_index (logs, i);

      if (current != NULL && compare_segments (&current, &log) == 0)
        log = longer_of (log, current);
      if (log == NULL)
        {
          set_duplicate_error (error, id);
          return NULL;
        }
      current = log;
    }
  return current;
}

/* The log that a `history_base` names by the id at the end of its name: of the same home, else of
 * any, as for a home's backup. */
static const Candidate *
find_base (Search *search, const Candidate *heir)
{
  const Candidate *base = NULL;

  for (int same_home = 1; same_home >= 0 && base == NULL; same_home--)
    for (guint i = 0; i < search->candidates->len; i++)
      {
        const Candidate *log = g_ptr_array_index (search->candidates, i);
        const char *tail = log->file->segment_id != NULL ? log->file->segment_id : log->native_id;

        if (log != heir && log->file->home->runtime == VDT_RUNTIME_CODEX &&
            (!same_home || strcmp (log->file->home->id, heir->file->home->id) == 0) &&
            g_strcmp0 (tail, heir->base_id) == 0 &&
            (base == NULL || log->file->id.size > base->file->id.size))
          base = log;
      }
  return base;
}

static void
add_chain (Search *search, VdtHistorySource *source, const Candidate *log)
{
  const Candidate *chain[VDT_HISTORY_MAX_PARTS] = { log };
  guint n = 1;

  while (n < G_N_ELEMENTS (chain) && chain[n - 1]->base_id != NULL)
    {
      const Candidate *base = find_base (search, chain[n - 1]);

      for (guint i = 0; base != NULL && i < n; i++)
        if (chain[i] == base)
          base = NULL;
      if (base == NULL)
        break;
      chain[n++] = base;
    }
  for (guint i = n; i > 1; i--)
    {
      const Candidate *heir = chain[i - 2];

      vdt_history_source_add (source, chain[i - 1]->file->path,
                              vdt_count_known (heir->base_end_offset)
                                ? (guint64) heir->base_end_offset
                                : G_MAXUINT64,
                              heir->base_end_ordinal);
    }
  vdt_history_source_add (source, log->file->path, G_MAXUINT64, VDT_COUNT_UNKNOWN);
}

static GPtrArray *
find_named (Search *search, const char *id, GError **error)
{
  g_autoptr (GPtrArray) named = g_ptr_array_new ();
  const Candidate *first = NULL;

  for (guint i = 0; i < search->candidates->len; i++)
    {
      Candidate *candidate = g_ptr_array_index (search->candidates, i);

      if (!is_named (candidate, id))
        continue;
      if (first != NULL && strcmp (first->file->home->id, candidate->file->home->id) != 0)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                       _ ("“%s” is in more than one folder; use the 24 digits that "
                          "“vedettectl sessions --json” gives as its id"),
                       id);
          return NULL;
        }
      first = candidate;
      g_ptr_array_add (named, candidate);
    }
  if (named->len == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   _ ("no session is called “%s”; “vedettectl sessions --all” lists them"), id);
      return NULL;
    }
  return g_steal_pointer (&named);
}

/**
 * vdt_lookup_find:
 * @homes: (element-type VdtLogHome): where to look
 * @id: the agent's own id of a session or sub-agent, or our 24 digits
 * @cancellable: (nullable): checked between logs
 * @error: return location for an error
 *
 * Looks for exactly that id. Blocks; any thread.
 *
 * Returns: (transfer full) (nullable): the session, or %NULL where there is none
 *   (`G_IO_ERROR_NOT_FOUND`) or more than one thing claims the id (`G_IO_ERROR_EXISTS`)
 */
VdtLookup *
vdt_lookup_find (GPtrArray *homes, const char *id, GCancellable *cancellable, GError **error)
{
  g_autoptr (VdtLogListing) listing = vdt_log_listing_new (homes, cancellable);
  g_autoptr (VdtLineReader) reader = vdt_line_reader_new ();
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func (candidate_free);
  g_autoptr (GPtrArray) named = NULL;
  Search search = { reader, candidates };
  const Candidate *current = NULL;
  VdtLookup *lookup = NULL;

  for (guint i = 0; i < listing->files->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      g_ptr_array_add (candidates, candidate_new (&search, g_ptr_array_index (listing->files, i)));
    }
  named = find_named (&search, id, error);
  current = named != NULL ? find_current (named, id, error) : NULL;
  if (current == NULL)
    return NULL;
  lookup = g_new0 (VdtLookup, 1);
  lookup->native_id = g_strdup (current->native_id);
  lookup->id =
    vdt_session_id_make (current->file->home->runtime, current->file->home->id, current->native_id);
  lookup->log = vdt_log_file_ref (current->file);
  lookup->source = vdt_history_source_new (lookup->id, current->file->home->runtime,
                                           current->file->kind == VDT_LOG_CLAUDE_SUBAGENT);
  add_chain (&search, lookup->source, current);
  return lookup;
}
