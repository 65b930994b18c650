/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-ledger-private.h"

#include <string.h>

#include "vdt-text.h"

/* Files a call under a log, with what that log says of it; its usage is the fullest of all. */
void
vdt_ledger_call_set_sighting (VdtLedgerCall *call, const VdtSighting *sighting)
{
  call->file = sighting->file;
  call->call.time = sighting->time;
  call->call.owner = sighting->owner;
  call->call.line = sighting->line;
  call->call.model = sighting->model;
  call->call.flags = sighting->flags;
}

static guint32
find_family (VdtLedger *ledger, guint32 file)
{
  VdtLedgerFile *one = g_ptr_array_index (ledger->files, file);

  while (one->family != file)
    {
      VdtLedgerFile *next = g_ptr_array_index (ledger->files, one->family);

      one->family = next->family;
      file = one->family;
      one = g_ptr_array_index (ledger->files, file);
    }
  return file;
}

/* Two logs that speak of one call are of one family. */
void
vdt_ledger_join_families (VdtLedger *ledger, guint32 a, guint32 b)
{
  a = find_family (ledger, a);
  b = find_family (ledger, b);
  ((VdtLedgerFile *) g_ptr_array_index (ledger->files, MAX (a, b)))->family = MIN (a, b);
}

static guint64
id_hash (const char *id)
{
  guint64 hash = id != NULL && *id != '\0' ? vdt_text_hash64 (id, strlen (id)) : 0;

  return id != NULL && hash == 0 ? 1 : hash;
}

static const VdtLedgerFile *
sighting_file (VdtLedger *ledger, const VdtSighting *sighting)
{
  return g_ptr_array_index (ledger->files, sighting->file);
}

static gboolean
is_named (VdtLedger *ledger, const VdtSighting *sightings, guint n, const VdtSighting *candidate)
{
  guint64 self = id_hash (sighting_file (ledger, candidate)->owner_id);

  for (guint i = 0; i < n; i++)
    if (sightings[i].owner == self)
      return TRUE;
  return FALSE;
}

/* Whether a log says itself that a call is another session's. */
static gboolean
is_disowned (VdtLedger *ledger, const VdtSighting *candidate)
{
  return candidate->owner != 0 &&
         candidate->owner != id_hash (sighting_file (ledger, candidate)->owner_id);
}

/* How good a claim a log has that had the call first: best one that a sighting names, and of a
 * chain of forks the one that names none further; a sub-agent's own log before an inline copy in
 * its parent's, since the child's own entry shows its own part. */
static int
rank_candidate (VdtLedger *ledger,
                const VdtSighting *sightings,
                guint n,
                const VdtSighting *candidate)
{
  int rank = sighting_file (ledger, candidate)->is_subagent ? 1 : 0;

  if (!is_named (ledger, sightings, n, candidate))
    return rank;
  return rank + (is_disowned (ledger, candidate) ? 2 : 4);
}

static void
collect_candidates (VdtLedger *ledger,
                    VdtTime first_time,
                    const VdtSighting *sightings,
                    guint n,
                    GArray *candidates)
{
  int best = -1;

  g_array_set_size (candidates, 0);
  for (guint i = 0; i < n; i++)
    {
      int rank = rank_candidate (ledger, sightings, n, &sightings[i]);

      if (sightings[i].time != first_time || rank < best)
        continue;
      if (rank > best)
        g_array_set_size (candidates, 0);
      best = rank;
      if (candidates->len == 0 ||
          g_array_index (candidates, VdtSighting, candidates->len - 1).file != sightings[i].file)
        g_array_append_val (candidates, sightings[i]);
    }
}

static int
compare_indexes (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

/* By the session's id, of a home and its copy the smaller home id. */
static int
compare_candidates (gconstpointer a, gconstpointer b, gpointer user_data)
{
  VdtLedger *ledger = user_data;
  const VdtLedgerFile *x = sighting_file (ledger, a);
  const VdtLedgerFile *y = sighting_file (ledger, b);
  int order = strcmp (x->native_id, y->native_id);

  if (order == 0)
    order = strcmp (x->home_id, y->home_id);
  return order != 0
           ? order
           : compare_indexes (&((const VdtSighting *) a)->file, &((const VdtSighting *) b)->file);
}

/* Index of the candidate that the logs themselves tell, or of the first one. Asked once a set of
 * logs. */
static guint
ask_owner (VdtLedger *ledger, const GArray *candidates, GHashTable *asked, gboolean *in_doubt)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (GString) question = g_string_new (NULL);
  gpointer answer = NULL;
  gboolean doubt = FALSE;

  for (guint i = 0; i < candidates->len; i++)
    {
      const VdtSighting *sighting = &g_array_index (candidates, VdtSighting, i);
      const VdtLedgerFile *file = sighting_file (ledger, sighting);

      g_ptr_array_add (files, (gpointer) file);
      g_string_append_printf (question, "%u ", sighting->file);
      doubt = doubt || strcmp (file->native_id,
                               ((VdtLedgerFile *) g_ptr_array_index (files, 0))->native_id) != 0;
    }
  *in_doubt = doubt && ledger->owner_func != NULL;
  if (!*in_doubt)
    return 0;
  for (guint i = 0; i < files->len; i++)
    ((VdtLedgerFile *) g_ptr_array_index (files, i))->in_doubt = TRUE;
  if (!g_hash_table_lookup_extended (asked, question->str, NULL, &answer))
    {
      int told =
        ledger->owner_func ((VdtLedgerFile *const *) files->pdata, files->len, ledger->user_data);

      answer = GUINT_TO_POINTER (told >= 0 && told < (int) files->len ? (guint) told : 0);
      g_hash_table_insert (asked, g_string_free (g_steal_pointer (&question), FALSE), answer);
    }
  return GPOINTER_TO_UINT (answer);
}

/* Which of several logs with the same call at the same time owns it (rulings). */
static const VdtSighting *
choose_owner (VdtLedger *ledger, GArray *candidates, GHashTable *asked, gboolean *in_doubt)
{
  const VdtSighting *told = NULL;
  guint best = 0;

  g_array_sort_with_data (candidates, compare_candidates, ledger);
  best = ask_owner (ledger, candidates, asked, in_doubt);
  told = &g_array_index (candidates, VdtSighting, best);
  /* that tells the session; its homes stand side by side, the smaller id first */
  while (best > 0 && strcmp (sighting_file (ledger, told - 1)->native_id,
                             sighting_file (ledger, told)->native_id) == 0)
    {
      best--;
      told--;
    }
  return told;
}

static int
compare_sightings (gconstpointer a, gconstpointer b)
{
  const VdtSighting *x = a;
  const VdtSighting *y = b;

  if (x->call != y->call)
    return x->call < y->call ? -1 : 1;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->time < y->time ? -1 : x->time > y->time;
}

/* Finds the owner of every call that several logs speak of. */
void
vdt_ledger_settle (VdtLedger *ledger)
{
  g_autoptr (GHashTable) asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (VdtSighting));
  guint end = 0;

  for (guint i = 0; i < ledger->files->len; i++)
    ((VdtLedgerFile *) g_ptr_array_index (ledger->files, i))->family = find_family (ledger, i);
  g_array_sort (ledger->sightings, compare_sightings);
  for (guint start = 0; start < ledger->sightings->len; start = end)
    {
      const VdtSighting *first = &g_array_index (ledger->sightings, VdtSighting, start);
      VdtLedgerCall *known = &g_array_index (ledger->calls, VdtLedgerCall, first->call);

      for (end = start; end < ledger->sightings->len; end++)
        if (g_array_index (ledger->sightings, VdtSighting, end).call != first->call)
          break;
      collect_candidates (ledger, known->call.time, first, end - start, candidates);
      if (candidates->len > 0)
        vdt_ledger_call_set_sighting (known,
                                      choose_owner (ledger, candidates, asked, &known->in_doubt));
    }
  g_array_set_size (ledger->sightings, 0);
}
