/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-ledger.h"

#include <string.h>

#include "vdt-ledger-private.h"

static void
ledger_file_free (gpointer data)
{
  VdtLedgerFile *file = data;

  vdt_codex_own_clear (&file->own);
  g_free (file);
}

/**
 * vdt_ledger_new:
 * @owner_func: (nullable) (scope notified): asked where logs hold the same calls at the same times
 * @user_data: for @owner_func
 *
 * Returns: (transfer full): an empty ledger
 */
VdtLedger *
vdt_ledger_new (VdtOwnerFunc owner_func, gpointer user_data)
{
  VdtLedger *ledger = g_new0 (VdtLedger, 1);

  ledger->owner_func = owner_func;
  ledger->user_data = user_data;
  ledger->files = g_ptr_array_new_with_free_func (ledger_file_free);
  ledger->calls = g_array_new (FALSE, FALSE, sizeof (VdtLedgerCall));
  ledger->sightings = g_array_new (FALSE, FALSE, sizeof (VdtSighting));
  ledger->by_thread =
    g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  ledger->by_tail =
    g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  return ledger;
}

/**
 * vdt_ledger_free:
 * @ledger: (nullable): a ledger
 */
void
vdt_ledger_free (VdtLedger *ledger)
{
  if (ledger == NULL)
    return;
  g_hash_table_unref (ledger->by_thread);
  g_hash_table_unref (ledger->by_tail);
  g_ptr_array_unref (ledger->files);
  g_array_unref (ledger->calls);
  g_array_unref (ledger->sightings);
  g_free (ledger->table);
  g_free (ledger);
}

/**
 * vdt_ledger_add:
 * @ledger: a ledger
 * @file: a log; the struct is copied, what it points to is not
 *
 * Returns: its number; it counts after [func@vdt_ledger_resolve]
 */
guint
vdt_ledger_add (VdtLedger *ledger, const VdtLedgerFile *file)
{
  VdtLedgerFile *copy = g_memdup2 (file, sizeof *file);

  copy->own = (VdtCodexOwn){ 0 };
  g_ptr_array_add (ledger->files, copy);
  return ledger->files->len - 1;
}

/**
 * vdt_ledger_clear_files:
 * @ledger: a ledger that forgets everything
 */
void
vdt_ledger_clear_files (VdtLedger *ledger)
{
  g_hash_table_remove_all (ledger->by_thread);
  g_hash_table_remove_all (ledger->by_tail);
  g_ptr_array_set_size (ledger->files, 0);
  vdt_ledger_resolve (ledger);
}

static void
table_resize (VdtLedger *ledger, guint32 size)
{
  g_free (ledger->table);
  ledger->table = g_new0 (guint32, size);
  ledger->table_mask = size - 1;
  for (guint i = 0; i < ledger->calls->len; i++)
    {
      guint64 key = g_array_index (ledger->calls, VdtLedgerCall, i).call.key;
      guint32 slot = (guint32) (key ^ (key >> 32)) & ledger->table_mask;

      if (key == 0)
        continue;
      while (ledger->table[slot] != 0)
        slot = (slot + 1) & ledger->table_mask;
      ledger->table[slot] = i + 1;
    }
}

/* Finds a key's slot; the table always has free ones. */
static guint32 *
table_slot (VdtLedger *ledger, guint64 key)
{
  guint32 slot = (guint32) (key ^ (key >> 32)) & ledger->table_mask;

  while (ledger->table[slot] != 0 &&
         g_array_index (ledger->calls, VdtLedgerCall, ledger->table[slot] - 1).call.key != key)
    slot = (slot + 1) & ledger->table_mask;
  return &ledger->table[slot];
}

/* -1, 0, 1; an unknown time is later than any. */
static int
compare_times (VdtTime a, VdtTime b)
{
  if (a == b)
    return 0;
  if (!vdt_time_known (a))
    return 1;
  if (!vdt_time_known (b))
    return -1;
  return a < b ? -1 : 1;
}

static void
call_take_usage (VdtCall *call, const VdtCall *from)
{
  call->uncached_input = from->uncached_input;
  call->cache_read = from->cache_read;
  call->cache_creation = from->cache_creation;
  call->output = from->output;
  call->reasoning = from->reasoning;
  call->context = from->context;
}

/* Which of two logs' usage of one call counts: the fuller; whatever order they came in. */
static gboolean
call_is_fuller (const VdtCall *a, const VdtCall *b)
{
  if (a->output != b->output)
    return a->output > b->output;
  if (a->uncached_input != b->uncached_input)
    return a->uncached_input > b->uncached_input;
  if (a->cache_read != b->cache_read)
    return a->cache_read > b->cache_read;
  if (a->cache_creation != b->cache_creation)
    return a->cache_creation > b->cache_creation;
  if (a->reasoning != b->reasoning)
    return a->reasoning > b->reasoning;
  return a->context > b->context;
}

static void
add_sighting (VdtLedger *ledger, guint32 index, const VdtCall *seen, guint32 file)
{
  VdtSighting sighting = {
    .call = index,
    .file = file,
    .time = seen->time,
    .owner = seen->owner,
    .line = seen->line,
    .model = seen->model,
    .flags = seen->flags,
  };

  g_array_append_val (ledger->sightings, sighting);
}

/* One more sighting of a call that is known: the earliest keeps it, the fullest usage counts. */
static void
merge_call (VdtLedger *ledger, guint32 index, const VdtCall *seen, guint32 file)
{
  VdtLedgerCall *known = &g_array_index (ledger->calls, VdtLedgerCall, index);

  if (known->file == file)
    {
      /* the same log was read on: what it says now stands */
      ledger->records += (gint64) seen->records - known->call.records;
      known->call = *seen;
      return;
    }
  if (!known->shared)
    add_sighting (ledger, index, &known->call, known->file);
  known->shared = TRUE;
  add_sighting (ledger, index, seen, file);
  vdt_ledger_join_families (ledger, known->file, file);
  ledger->records += seen->records;
  if (call_is_fuller (seen, &known->call))
    call_take_usage (&known->call, seen);
  if (compare_times (seen->time, known->call.time) < 0)
    vdt_ledger_call_set_sighting (known, &g_array_index (ledger->sightings, VdtSighting,
                                                         ledger->sightings->len - 1));
}

static void
count_call (VdtLedger *ledger, const VdtCall *call, guint32 file)
{
  VdtLedgerCall entry = { .call = *call, .file = file };
  guint32 *slot = NULL;

  if (call->key == 0)
    {
      ledger->records += call->records;
      g_array_append_val (ledger->calls, entry);
      return;
    }
  if ((guint64) (ledger->calls->len + 1) * 2 > (guint64) ledger->table_mask + 1)
    table_resize (ledger, MAX (1024, (ledger->table_mask + 1) * 2));
  slot = table_slot (ledger, call->key);
  if (*slot != 0)
    {
      merge_call (ledger, *slot - 1, call, file);
      return;
    }
  ledger->records += call->records;
  g_array_append_val (ledger->calls, entry);
  *slot = ledger->calls->len;
}

static void
index_file (GHashTable *table, const char *id, VdtLedgerFile *file)
{
  GPtrArray *list = NULL;

  if (id == NULL)
    return;
  list = g_hash_table_lookup (table, id);
  if (list == NULL)
    {
      list = g_ptr_array_new ();
      g_hash_table_insert (table, (gpointer) id, list);
    }
  g_ptr_array_add (list, file);
}

/* Logs of a thread: those of the same home, else those of any. */
static void
collect_parents (VdtLedger *ledger, const VdtLedgerFile *child, const char *id, GPtrArray *parents)
{
  const GPtrArray *list = id != NULL ? g_hash_table_lookup (ledger->by_thread, id) : NULL;
  guint before = parents->len;

  for (int same_home = 1; same_home >= 0 && list != NULL && parents->len == before; same_home--)
    for (guint i = 0; i < list->len; i++)
      {
        const VdtLedgerFile *file = g_ptr_array_index (list, i);

        if (file != child && (!same_home || g_str_equal (file->home_id, child->home_id)))
          g_ptr_array_add (parents, (gpointer) file->digest);
      }
}

/* The log that a `history_base` names: of the same home, else of any, as for a home's backup. */
static const VdtUsageDigest *
find_base (VdtLedger *ledger, const VdtLedgerFile *child)
{
  const char *id = child->digest->lineage.base_id;
  const GPtrArray *list = id != NULL ? g_hash_table_lookup (ledger->by_tail, id) : NULL;
  const VdtUsageDigest *base = NULL;

  for (int same_home = 1; same_home >= 0 && list != NULL && base == NULL; same_home--)
    for (guint i = 0; i < list->len; i++)
      {
        const VdtLedgerFile *file = g_ptr_array_index (list, i);

        /* of two states of one log the longer has all that the other has */
        if (file != child && (!same_home || g_str_equal (file->home_id, child->home_id)) &&
            (base == NULL || file->digest->line > base->line))
          base = file->digest;
      }
  return base;
}

static void
resolve_own (VdtLedger *ledger, VdtLedgerFile *file)
{
  const VdtCodexLineage *lineage = &file->digest->lineage;
  g_autoptr (GPtrArray) parents = g_ptr_array_new ();

  if (vdt_codex_lineage_inherits (file->digest))
    {
      collect_parents (ledger, file, lineage->forked_from, parents);
      if (parents->len == 0)
        collect_parents (ledger, file, lineage->parent_thread, parents);
      if (parents->len == 0)
        collect_parents (ledger, file, lineage->spawn_parent, parents);
    }
  vdt_codex_own_clear (&file->own);
  vdt_codex_own_init (&file->own, file->digest, file->stem,
                      (const VdtUsageDigest *const *) parents->pdata, parents->len,
                      find_base (ledger, file));
}

static void
count_file (VdtLedger *ledger, guint32 index)
{
  VdtLedgerFile *file = g_ptr_array_index (ledger->files, index);
  const GArray *calls = file->digest->calls;

  if (file->digest->partial)
    return;
  if (file->digest->runtime == VDT_RUNTIME_CODEX)
    {
      resolve_own (ledger, file);
      calls = file->own.calls;
      ledger->replayed += file->own.replayed;
      ledger->undecided += file->own.undecided;
    }
  for (guint i = 0; i < calls->len; i++)
    count_call (ledger, &g_array_index (calls, VdtCall, i), index);
  file->n_counted = calls->len;
}

/**
 * vdt_ledger_resolve:
 * @ledger: a ledger
 *
 * Counts all logs anew.
 */
void
vdt_ledger_resolve (VdtLedger *ledger)
{
  g_array_set_size (ledger->calls, 0);
  g_array_set_size (ledger->sightings, 0);
  ledger->records = ledger->replayed = ledger->undecided = 0;
  g_hash_table_remove_all (ledger->by_thread);
  g_hash_table_remove_all (ledger->by_tail);
  table_resize (ledger, 1024);
  for (guint i = 0; i < ledger->files->len; i++)
    {
      VdtLedgerFile *file = g_ptr_array_index (ledger->files, i);

      file->family = i;
      file->in_doubt = FALSE;
      if (file->digest->runtime != VDT_RUNTIME_CODEX)
        continue;
      index_file (ledger->by_thread, file->native_id, file);
      index_file (ledger->by_tail, file->tail_id, file);
    }
  for (guint i = 0; i < ledger->files->len; i++)
    count_file (ledger, i);
  vdt_ledger_settle (ledger);
}

/* Counts one call that is new or has changed; FALSE where other logs have a say in it. */
static gboolean
recount_call (VdtLedger *ledger, const VdtCall *call, guint32 index, gboolean is_new)
{
  guint32 *slot = call->key != 0 ? table_slot (ledger, call->key) : NULL;

  if (slot != NULL && *slot != 0)
    {
      const VdtLedgerCall *known = &g_array_index (ledger->calls, VdtLedgerCall, *slot - 1);

      if (known->file != index || known->shared)
        return FALSE;
    }
  if (slot != NULL || is_new)
    count_call (ledger, call, index);
  return TRUE;
}

/* Whether the history of any other log may be cut from this one. */
static gboolean
has_heirs (VdtLedger *ledger, const VdtLedgerFile *file)
{
  for (guint i = 0; i < ledger->files->len; i++)
    {
      const VdtLedgerFile *other = g_ptr_array_index (ledger->files, i);
      const VdtCodexLineage *lineage = &other->digest->lineage;

      if (other == file || other->digest->runtime != VDT_RUNTIME_CODEX)
        continue;
      if (lineage->base_id != NULL && g_strcmp0 (lineage->base_id, file->tail_id) == 0)
        return TRUE;
      if (vdt_codex_lineage_inherits (other->digest) &&
          (g_strcmp0 (lineage->forked_from, file->native_id) == 0 ||
           g_strcmp0 (lineage->parent_thread, file->native_id) == 0 ||
           g_strcmp0 (lineage->spawn_parent, file->native_id) == 0))
        return TRUE;
    }
  return FALSE;
}

static void
note_change (VdtLedgerChange *change, const VdtUsageDigest *digest, const VdtCall *call)
{
  change->calls = TRUE;
  if (change->elsewhere != NULL && call->key != 0 && call->line < digest->touched)
    g_array_append_val (change->elsewhere, call->key);
  if (vdt_time_known (call->time) &&
      (!vdt_time_known (change->earliest) || call->time < change->earliest))
    change->earliest = call->time;
}

static gboolean
update_codex (VdtLedger *ledger, guint index, VdtLedgerChange *change)
{
  VdtLedgerFile *file = g_ptr_array_index (ledger->files, index);
  VdtCodexOwn before = file->own;
  gboolean same = FALSE;

  if (before.calls == NULL || has_heirs (ledger, file))
    return FALSE;
  file->own = (VdtCodexOwn){ 0 };
  resolve_own (ledger, file);
  same = file->own.own_start == before.own_start && file->own.replayed == before.replayed &&
         file->own.undecided == before.undecided && file->own.calls->len >= before.calls->len;
  for (guint i = 0; same && i < file->own.calls->len; i++)
    {
      const VdtCall *call = &g_array_index (file->own.calls, VdtCall, i);
      const VdtCall *old = i < before.calls->len ? &g_array_index (before.calls, VdtCall, i) : NULL;

      if (old != NULL && memcmp (old, call, sizeof *call) == 0)
        continue;
      note_change (change, file->digest, call);
      same =
        (old == NULL || old->key == call->key) && recount_call (ledger, call, index, old == NULL);
    }
  vdt_codex_own_clear (&before);
  return same;
}

/**
 * vdt_ledger_update:
 * @ledger: a resolved ledger
 * @file: a log whose digest was fed on since, and not otherwise changed
 * @change: (inout): is widened to what is new or has changed
 *
 * Counts only what is new of one log. Where that could change what other logs own nothing is
 * certain any more, and [func@vdt_ledger_resolve] must follow.
 *
 * Returns: whether the ledger is right again
 */
gboolean
vdt_ledger_update (VdtLedger *ledger, guint file, VdtLedgerChange *change)
{
  VdtLedgerFile *changed = g_ptr_array_index (ledger->files, file);
  const VdtUsageDigest *digest = changed->digest;

  if (digest->partial || changed->in_doubt)
    return FALSE;
  if (digest->runtime == VDT_RUNTIME_CODEX)
    return update_codex (ledger, file, change);
  for (guint i = digest->recount; i < digest->calls->len; i++)
    {
      const VdtCall *call = &g_array_index (digest->calls, VdtCall, i);

      note_change (change, digest, call);
      if (!recount_call (ledger, call, file, i >= changed->n_counted))
        return FALSE;
    }
  changed->n_counted = digest->calls->len;
  return TRUE;
}

/**
 * vdt_ledger_get_n_files:
 * @ledger: a ledger
 *
 * Returns: how many logs it has
 */
guint
vdt_ledger_get_n_files (const VdtLedger *ledger)
{
  return ledger->files->len;
}

/**
 * vdt_ledger_get_file:
 * @ledger: a ledger
 * @file: a number from [func@vdt_ledger_add]
 *
 * Returns: (transfer none): the log
 */
VdtLedgerFile *
vdt_ledger_get_file (VdtLedger *ledger, guint file)
{
  return g_ptr_array_index (ledger->files, file);
}

/**
 * vdt_ledger_get_n_calls:
 * @ledger: a ledger
 *
 * Returns: how many calls there are over all
 */
guint
vdt_ledger_get_n_calls (const VdtLedger *ledger)
{
  return ledger->calls->len;
}

/**
 * vdt_ledger_get_call:
 * @ledger: a ledger
 * @index: 0 … n - 1; stays the same call until logs are counted anew
 *
 * Returns: (transfer none): the call
 */
const VdtLedgerCall *
vdt_ledger_get_call (const VdtLedger *ledger, guint index)
{
  return &g_array_index (ledger->calls, VdtLedgerCall, index);
}

/**
 * vdt_ledger_find_call:
 * @ledger: a ledger
 * @key: a call's key; not 0
 * @index: (out): which call it is
 *
 * Returns: whether a call of this key counts
 */
gboolean
vdt_ledger_find_call (VdtLedger *ledger, guint64 key, guint *index)
{
  const guint32 *slot = ledger->table != NULL ? table_slot (ledger, key) : NULL;

  *index = slot != NULL && *slot != 0 ? *slot - 1 : G_MAXUINT;
  return *index != G_MAXUINT;
}

/**
 * vdt_ledger_get_duplicates:
 * @ledger: a ledger
 *
 * Returns: further records of counted calls: streamed repeats and copies
 */
gint64
vdt_ledger_get_duplicates (const VdtLedger *ledger)
{
  return ledger->records - ledger->calls->len;
}

/**
 * vdt_ledger_get_replayed:
 * @ledger: a ledger
 *
 * Returns: calls of recognised replays
 */
gint64
vdt_ledger_get_replayed (const VdtLedger *ledger)
{
  return ledger->replayed;
}

/**
 * vdt_ledger_get_undecided:
 * @ledger: a ledger
 *
 * Returns: calls left out because nothing proves whose they are
 */
gint64
vdt_ledger_get_undecided (const VdtLedger *ledger)
{
  return ledger->undecided;
}
