/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-codex-lineage.h"

#include <string.h>

#include "vdt-text.h"

/* Counters that may stand side by side in one log; more would be noise. */
#define MAX_COUNTERS 64

#define COUNT(digest, i)   (&g_array_index ((digest)->codex_counts, VdtCodexCount, (i)))
#define READING(digest, i) (&g_array_index ((digest)->readings, VdtDigestReading, (i)))

typedef struct
{
  const VdtUsageDigest *digest;
  const VdtUsageDigest *const *parents;
  guint n_parents;
  const char *thread_id;    /* as the log says, else as its name does */
  GHashTable *parent_turns; /* hashes; made only where a copy has to be told */
  GHashTable *parent_texts;
} Family;

static gboolean
usage_equal (const VdtCodexUsage *a, const VdtCodexUsage *b)
{
  return a->input == b->input && a->cached_input == b->cached_input && a->output == b->output &&
         a->reasoning_output == b->reasoning_output && a->total == b->total;
}

static VdtCount
usage_total (const VdtCodexUsage *usage)
{
  return vdt_count_known (usage->total) ? usage->total
                                        : vdt_count_add (usage->input, usage->output);
}

/**
 * vdt_codex_lineage_inherits:
 * @digest: a rollout's digest
 *
 * Returns: whether lines of another thread may stand copied at its beginning
 */
gboolean
vdt_codex_lineage_inherits (const VdtUsageDigest *digest)
{
  const VdtCodexLineage *lineage = &digest->lineage;

  return lineage->base_id == NULL && (lineage->forked_from != NULL || lineage->second_meta);
}

/* Whether a turn that was born then is older than the log's own thread. */
static gboolean
turn_is_inherited (const VdtUsageDigest *digest, VdtTime turn_born)
{
  return vdt_time_known (turn_born) && vdt_time_known (digest->lineage.start_time) &&
         turn_born < digest->lineage.start_time;
}

static void
add_hashes (GHashTable *set, const GArray *hashes)
{
  for (guint i = 0; i < hashes->len; i++)
    g_hash_table_add (set, &g_array_index (hashes, guint64, i));
}

static void
family_open (Family *family)
{
  family->parent_turns = g_hash_table_new (g_int64_hash, g_int64_equal);
  family->parent_texts = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (guint i = 0; i < family->n_parents; i++)
    {
      add_hashes (family->parent_turns, family->parents[i]->turns);
      add_hashes (family->parent_texts, family->parents[i]->user_texts);
    }
}

static void
family_close (Family *family)
{
  g_clear_pointer (&family->parent_turns, g_hash_table_unref);
  g_clear_pointer (&family->parent_texts, g_hash_table_unref);
}

/* Moves @position in @parent to where it stands at @total; keeps it where it never does. */
static gboolean
parent_reaches (const VdtUsageDigest *parent, guint *position, const VdtCodexUsage *total)
{
  for (guint i = *position; i < parent->codex_counts->len; i++)
    if (usage_equal (&COUNT (parent, i)->total, total))
      {
        *position = i + 1;
        return TRUE;
      }
  return FALSE;
}

/* Whether @count is a copy of a line of the parents: told by its turn's id, else by the
 * sequence of totals, and a user message that they do not have ends the copy. */
static gboolean
is_copy (const Family *family,
         const VdtUsageDigest *parent,
         guint *position,
         const VdtCodexCount *count)
{
  if (count->turn != 0)
    return g_hash_table_contains (family->parent_turns, &count->turn) ||
           turn_is_inherited (family->digest, count->turn_born);
  if (count->user_text != 0 && !g_hash_table_contains (family->parent_texts, &count->user_text))
    return FALSE;
  return parent_reaches (parent, position, &count->total);
}

/* Index of the first count that is the log's own, told by the logs of the parent thread. */
static guint
own_start_by_parents (const Family *family)
{
  const VdtUsageDigest *digest = family->digest;
  guint best = 0;

  for (guint p = 0; p < family->n_parents; p++)
    {
      guint position = 0;
      guint i = 0;

      while (i < digest->codex_counts->len &&
             is_copy (family, family->parents[p], &position, COUNT (digest, i)))
        i++;
      best = MAX (best, i);
    }
  return best;
}

/* Whether a copy that stands at the log's beginning was written at once: more than its head is
 * older than the thread or of its first second. */
static gboolean
times_tell (const VdtUsageDigest *digest)
{
  const VdtCodexLineage *lineage = &digest->lineage;

  return lineage->early_lines > (lineage->second_meta ? 1 : 0);
}

/* The same from the log alone; FALSE where nothing in it proves where its own work begins. */
static gboolean
own_start_alone (const VdtUsageDigest *digest, guint *start)
{
  VdtTime birth = digest->lineage.start_time;
  guint n = digest->codex_counts->len;
  gboolean any_turn = FALSE;
  gboolean any_early = times_tell (digest);

  for (guint i = 0; i < n; i++)
    {
      const VdtCodexCount *count = COUNT (digest, i);

      any_turn = any_turn || vdt_time_known (count->turn_born);
      any_early = any_early || (vdt_time_known (birth) && count->time < birth + VDT_SECOND);
    }
  for (*start = 0; *start < n; (*start)++)
    {
      const VdtCodexCount *count = COUNT (digest, *start);

      if (any_turn && vdt_time_known (birth))
        {
          if (vdt_time_known (count->turn_born) && count->turn_born >= birth)
            return TRUE;
        }
      else if (any_early)
        {
          if (count->time >= birth + VDT_SECOND)
            return TRUE;
        }
      else if (*start > 0 &&
               usage_total (&count->total) < usage_total (&COUNT (digest, *start - 1)->total))
        return TRUE;
    }
  return (any_turn && vdt_time_known (birth)) || any_early || n == 0;
}

/* Decides from which count on the log's own work goes. */
static gboolean
find_own_start (Family *family, guint *start)
{
  const VdtUsageDigest *digest = family->digest;
  VdtCount first_ordinal = digest->lineage.subagent_start_ordinal;
  guint n = digest->codex_counts->len;

  *start = 0;
  if (!vdt_codex_lineage_inherits (digest) || n == 0)
    return TRUE;
  if (vdt_count_known (first_ordinal) && vdt_count_known (COUNT (digest, 0)->ordinal))
    {
      while (*start < n && COUNT (digest, *start)->ordinal < first_ordinal)
        (*start)++;
      return TRUE;
    }
  if (family->n_parents == 0)
    return own_start_alone (digest, start);
  *start = own_start_by_parents (family);
  return TRUE;
}

/* Whether a quota reading that stands behind all copied counts and before all own ones is the
 * log's own. The same signs tell as for counts, but for the totals. */
static gboolean
reading_is_own (const Family *family, const VdtDigestReading *kept)
{
  const VdtUsageDigest *digest = family->digest;
  const VdtCodexLineage *lineage = &digest->lineage;

  if (vdt_count_known (lineage->subagent_start_ordinal) && vdt_count_known (kept->ordinal))
    return kept->ordinal >= lineage->subagent_start_ordinal;
  if (kept->turn != 0 && family->n_parents > 0)
    return !g_hash_table_contains (family->parent_turns, &kept->turn) &&
           !turn_is_inherited (digest, kept->turn_born);
  if (vdt_time_known (kept->turn_born) && vdt_time_known (lineage->start_time))
    return kept->turn_born >= lineage->start_time;
  if (family->n_parents > 0)
    return kept->user_text != 0 && !g_hash_table_contains (family->parent_texts, &kept->user_text);
  return times_tell (digest) && kept->reading.as_of >= lineage->start_time + VDT_SECOND;
}

/* The record from which on the log is its own: the first own count, or a reading before it. */
static guint32
own_start_line (const Family *family, guint start)
{
  const VdtUsageDigest *digest = family->digest;
  guint32 after_copy = start > 0 ? COUNT (digest, start - 1)->line + 1 : 0;
  guint32 first_own = start < digest->codex_counts->len ? COUNT (digest, start)->line : G_MAXUINT32;

  if (!vdt_codex_lineage_inherits (digest))
    return 0;
  for (guint i = 0; i < digest->readings->len; i++)
    {
      const VdtDigestReading *kept = READING (digest, i);

      if (kept->line < after_copy || kept->line >= first_own)
        continue;
      if (reading_is_own (family, kept))
        return kept->line;
      after_copy = kept->line + 1;
    }
  return first_own < G_MAXUINT32 ? first_own : after_copy;
}

typedef struct
{
  VdtCodexUsage values[MAX_COUNTERS];
  guint n;
  guint newest; /* which one the line before stood at */
} Counters;

/* The value that a counter stood at before a line: its total less its last usage. */
static gboolean
value_before (const VdtCodexCount *count, VdtCount *before)
{
  VdtCount total = usage_total (&count->total);
  VdtCount last = usage_total (&count->last);

  if (!count->last.set || !vdt_count_known (total) || !vdt_count_known (last) || last > total)
    return FALSE;
  *before = total - last;
  return TRUE;
}

static void
counters_seed (Counters *counters, const VdtCodexUsage *value)
{
  counters->values[0] = *value;
  counters->n = 1;
  counters->newest = 0;
}

/* A counter from zero: the fields that are reported stood at 0, the others stay unknown. */
static VdtCodexUsage
usage_less (const VdtCodexUsage *a, const VdtCodexUsage *b)
{
  VdtCodexUsage rest = *a;

  rest.input = vdt_count_subtract (a->input, b->input);
  rest.cached_input = vdt_count_subtract (a->cached_input, b->cached_input);
  rest.cache_write_input = vdt_count_subtract (a->cache_write_input, b->cache_write_input);
  rest.output = vdt_count_subtract (a->output, b->output);
  rest.reasoning_output = vdt_count_subtract (a->reasoning_output, b->reasoning_output);
  rest.total = vdt_count_subtract (a->total, b->total);
  return rest;
}

/* Moves the right counter to @count and tells by how much it grew (rulings: *Several
 * counters interleaved in one file*). FALSE for a repeat. */
static gboolean
counters_step (Counters *counters, const VdtCodexCount *count, VdtCodexUsage *growth)
{
  VdtCount before = 0;
  guint chosen = G_MAXUINT;

  for (guint i = 0; i < counters->n; i++)
    if (usage_equal (&counters->values[i], &count->total))
      {
        counters->newest = i;
        return FALSE;
      }
  if (value_before (count, &before))
    for (guint i = counters->n; i > 0 && chosen == G_MAXUINT; i--)
      if (usage_total (&counters->values[i - 1]) == before)
        chosen = i - 1;
  if (chosen == G_MAXUINT && counters->n > 0 &&
      usage_total (&count->total) >= usage_total (&counters->values[counters->newest]))
    chosen = counters->newest;

  if (chosen != G_MAXUINT)
    *growth = usage_less (&count->total, &counters->values[chosen]);
  else
    {
      *growth = count->total;
      if (counters->n == MAX_COUNTERS)
        {
          memmove (counters->values, counters->values + 1,
                   (MAX_COUNTERS - 1) * sizeof counters->values[0]);
          counters->n--;
        }
      chosen = counters->n++;
    }
  counters->values[chosen] = count->total;
  counters->newest = chosen;
  return TRUE;
}

/* Where the log goes on from a counter that it does not hold itself. */
static void
seed_inherited (Counters *counters, const Family *family, const VdtUsageDigest *base)
{
  const VdtUsageDigest *digest = family->digest;
  const VdtCodexCount *first = NULL;
  VdtCodexUsage inherited = { .set = TRUE };
  VdtCount end = digest->lineage.base_end_ordinal;

  if (digest->codex_counts->len == 0)
    return;
  if (base != NULL && vdt_count_known (end))
    for (guint i = base->codex_counts->len; i > 0; i--)
      {
        const VdtCodexCount *count = COUNT (base, i - 1);

        if (vdt_count_known (count->ordinal) && count->ordinal < end)
          {
            counters_seed (counters, &count->total);
            return;
          }
      }
  first = COUNT (digest, 0);
  if (!first->last.set || usage_total (&first->last) >= usage_total (&first->total))
    return;
  inherited = usage_less (&first->total, &first->last);
  counters_seed (counters, &inherited);
}

/* Only a log whose counter ever fell can meet a value again; there they are numbered. */
static GHashTable *
value_table_new (const VdtUsageDigest *digest)
{
  for (guint i = 1; i < digest->codex_counts->len; i++)
    if (usage_total (&COUNT (digest, i)->total) < usage_total (&COUNT (digest, i - 1)->total))
      return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return NULL;
}

/* The thread's id in a rollout's name: `rollout-<19 of time>-<thread id>[_<segment id>]`. */
static char *
thread_id_of_name (const char *stem)
{
  const char *id = NULL;

  if (!g_str_has_prefix (stem, "rollout-") || strlen (stem) <= strlen ("rollout-") + 20)
    return NULL;
  id = stem + strlen ("rollout-") + 20;
  return g_strndup (id, strcspn (id, "_"));
}

static guint64
count_key (const Family *family, const char *stem, const VdtCodexCount *count, GHashTable *values)
{
  const char *thread = family->thread_id != NULL ? family->thread_id : "";
  const gint64 numbers[] = { count->total.input, count->total.cached_input, count->total.output,
                             count->total.total };
  guint64 parts[4] = { vdt_text_hash64 (thread, strlen (thread)),
                       vdt_text_hash64 (stem, strlen (stem)),
                       vdt_text_hash64 ((const char *) numbers, sizeof numbers), 0 };
  guint64 key = 0;

  if (values != NULL)
    {
      guint nth = GPOINTER_TO_UINT (g_hash_table_lookup (values, &parts[2]));

      g_hash_table_insert (values, g_memdup2 (&parts[2], sizeof parts[2]),
                           GUINT_TO_POINTER (nth + 1));
      parts[3] = nth;
    }
  key = vdt_text_hash64 ((const char *) parts, sizeof parts);
  return key != 0 ? key : 1;
}

static void
call_from_growth (VdtCall *call, const VdtCodexCount *count, const VdtCodexUsage *growth)
{
  *call = (VdtCall){
    .time = count->time,
    .cache_read = growth->cached_input,
    .cache_creation = growth->cache_write_input,
    .uncached_input = vdt_count_subtract (vdt_count_subtract (growth->input, growth->cached_input),
                                          growth->cache_write_input),
    .output = growth->output,
    .reasoning = growth->reasoning_output,
    .context = count->last.set ? count->last.total : VDT_COUNT_UNKNOWN,
    .records = 1,
    .line = count->line,
    .model = count->model,
    .flags = VDT_CALL_MAIN,
  };
}

/* The first usage record may speak of the call that the count before it was for. */
static gboolean
is_recorded (const VdtUsageDigest *digest, const VdtCodexCount *count)
{
  return count->line >= digest->first_usage_record ||
         (digest->first_record_total.set &&
          usage_equal (&digest->first_record_total, &count->total));
}

static void
add_growth (VdtCodexOwn *own,
            const Family *family,
            const char *stem,
            const VdtUsageDigest *base,
            guint start,
            gboolean decided)
{
  const VdtUsageDigest *digest = family->digest;
  g_autoptr (GHashTable) values = value_table_new (digest);
  Counters counters;

  counters.n = counters.newest = 0;
  if (digest->lineage.base_id != NULL ||
      (vdt_codex_lineage_inherits (digest) && decided && start == 0))
    seed_inherited (&counters, family, base);
  for (guint i = 0; i < digest->codex_counts->len; i++)
    {
      const VdtCodexCount *count = COUNT (digest, i);
      VdtCodexUsage growth;
      VdtCall call;

      if (!counters_step (&counters, count, &growth) || is_recorded (digest, count))
        continue;
      if (!decided)
        own->undecided++;
      else if (i < start)
        own->replayed++;
      else
        {
          call_from_growth (&call, count, &growth);
          call.key = count_key (family, stem, count, values);
          g_array_append_val (own->calls, call);
        }
    }
}

/* From the first record on the records count; those of another thread are a replay. */
static void
add_records (VdtCodexOwn *own, const Family *family)
{
  const VdtUsageDigest *digest = family->digest;
  const char *thread = family->thread_id;
  guint64 self = thread != NULL ? vdt_text_hash64 (thread, strlen (thread)) : 0;

  self = thread != NULL && self == 0 ? 1 : self;
  for (guint i = 0; i < digest->calls->len; i++)
    {
      const VdtCall *call = &g_array_index (digest->calls, VdtCall, i);

      if (call->owner != 0 && self != 0 && call->owner != self)
        own->replayed++;
      else
        g_array_append_val (own->calls, *call);
    }
}

/**
 * vdt_codex_own_init:
 * @own: (out caller-allocates): what is the log's own
 * @digest: a rollout's digest
 * @stem: its file name without endings: part of what names a call without a response id
 * @parents: (array length=n_parents): logs of the thread that its history may be copied from
 * @n_parents: how many; 0 where they are gone
 * @base: (nullable): the log that its `history_base` names
 *
 * Tells own work from replayed. A replay is recognised by lineage and by turn ids or the
 * parent's sequence of totals, whatever the times; without the parent by what the log itself
 * proves; with no proof nothing is counted.
 */
void
vdt_codex_own_init (VdtCodexOwn *own,
                    const VdtUsageDigest *digest,
                    const char *stem,
                    const VdtUsageDigest *const *parents,
                    guint n_parents,
                    const VdtUsageDigest *base)
{
  Family family = { .digest = digest, .parents = parents, .n_parents = n_parents };
  g_autofree char *name_id = thread_id_of_name (stem);
  guint start = 0;
  gboolean decided = FALSE;

  family.thread_id = digest->lineage.thread_id != NULL ? digest->lineage.thread_id : name_id;
  *own = (VdtCodexOwn){ .calls = g_array_new (FALSE, FALSE, sizeof (VdtCall)) };
  if (n_parents > 0 && vdt_codex_lineage_inherits (digest))
    family_open (&family);
  decided = find_own_start (&family, &start);
  own->own_start = decided ? own_start_line (&family, start) : G_MAXUINT32;
  family_close (&family);
  add_growth (own, &family, stem, base, start, decided);
  add_records (own, &family);
}

/**
 * vdt_codex_own_clear:
 * @own: what to free
 */
void
vdt_codex_own_clear (VdtCodexOwn *own)
{
  g_clear_pointer (&own->calls, g_array_unref);
}
