/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-usage-digest.h"

#include <string.h>

#include "vdt-text.h"
#include "vdt-usage-digest-private.h"

static void
keep_hash (GArray *hashes, guint64 hash)
{
  if (hash == 0 || hashes->len >= VDT_DIGEST_MAX_TURNS)
    return;
  if (hashes->len > 0 && g_array_index (hashes, guint64, hashes->len - 1) == hash)
    return;
  g_array_append_val (hashes, hash);
}

static void
feed_meta (VdtUsageDigest *digest, const VdtCodexRecord *record)
{
  VdtCodexLineage *lineage = &digest->lineage;

  if (lineage->meta_seen)
    {
      /* Only the first is this log's own; a further one came with a copied history. */
      lineage->second_meta = TRUE;
      return;
    }
  lineage->meta_seen = TRUE;
  vdt_digest_set_text (&lineage->thread_id, &record->id);
  vdt_digest_set_text (&lineage->tree_id, &record->session_id);
  vdt_digest_set_text (&lineage->forked_from, &record->forked_from_id);
  vdt_digest_set_text (&lineage->parent_thread, &record->parent_thread_id);
  vdt_digest_set_text (&lineage->spawn_parent, &record->spawn_parent_thread_id);
  vdt_digest_set_text (&lineage->base_id, &record->base_thread_id);
  lineage->base_end_ordinal = record->base_end_ordinal;
  lineage->subagent_start_ordinal = record->subagent_start_ordinal;
  lineage->start_time =
    vdt_time_known (record->start_time) ? record->start_time : digest->last_time;
  lineage->is_subagent = record->is_subagent;
  lineage->is_internal = record->is_internal;
  vdt_digest_set_text (&digest->provider, &record->model_provider);
  vdt_digest_set_text (&digest->cli_version, &record->cli_version);
  digest->complete = digest->line == 1;
}

/* Where the parent's log is gone such lines tell a copy that was written at once. */
static void
count_early (VdtCodexLineage *lineage, VdtTime time)
{
  if (lineage->meta_seen && vdt_time_known (time) && vdt_time_known (lineage->start_time) &&
      time < lineage->start_time + VDT_SECOND && lineage->early_lines < G_MAXUINT32)
    lineage->early_lines++;
}

static void
set_turn (VdtUsageDigest *digest, const VdtJsonString *turn_id)
{
  guint64 turn = vdt_digest_hash (turn_id);

  if (turn == 0 || turn == digest->turn)
    return;
  digest->turn = turn;
  digest->turn_born = vdt_time_from_uuid7 (turn_id->data, turn_id->len);
  keep_hash (digest->turns, turn);
}

static void
set_model (VdtUsageDigest *digest, const VdtCodexRecord *record)
{
  if (record->model.len > 0)
    {
      vdt_digest_set_text (&digest->model, &record->model);
      digest->model_index = vdt_digest_intern (digest, &record->model);
    }
  if (record->effort.len > 0)
    vdt_digest_set_text (&digest->effort, &record->effort);
}

static void
feed_user_text (VdtUsageDigest *digest, const VdtCodexRecord *record)
{
  guint64 hash = vdt_digest_hash (&record->text);

  if (hash == 0 && record->content.len > 0)
    hash = vdt_text_hash64 (record->content.data, record->content.len) | 1;
  digest->user_text = hash;
  keep_hash (digest->user_texts, hash);
}

static gboolean
same_reading (const VdtQuotaReading *a, const VdtQuotaReading *b)
{
  return a->window == b->window && g_strcmp0 (a->bucket, b->bucket) == 0 &&
         (a->window != VDT_QUOTA_WINDOW_OTHER || a->minutes == b->minutes);
}

/* In a log that may begin with a replay every reading must be told by its place until the
 * replay's end is known; elsewhere the newest of each window is enough. */
static void
keep_reading (VdtUsageDigest *digest, VdtQuotaReading *reading, VdtCount ordinal)
{
  const VdtCodexLineage *lineage = &digest->lineage;
  gboolean may_replay = lineage->forked_from != NULL || lineage->second_meta;
  VdtDigestReading kept = {
    .reading = *reading,
    .turn_born = digest->turn_born,
    .ordinal = ordinal,
    .turn = digest->turn,
    .user_text = digest->user_text,
    .line = digest->line,
  };

  for (guint i = digest->readings->len; i > 0; i--)
    {
      VdtDigestReading *known = &g_array_index (digest->readings, VdtDigestReading, i - 1);

      if (!same_reading (&known->reading, reading))
        continue;
      if (may_replay && known->reading.used_percent != reading->used_percent)
        break;
      if (may_replay && digest->readings->len < VDT_DIGEST_MAX_READINGS / 2)
        break;
      if (vdt_time_known (known->reading.as_of) && known->reading.as_of > reading->as_of)
        {
          vdt_quota_reading_clear (reading);
          return;
        }
      vdt_quota_reading_clear (&known->reading);
      *known = kept;
      return;
    }
  if (digest->readings->len >= VDT_DIGEST_MAX_READINGS)
    g_array_remove_index (digest->readings, 0);
  g_array_append_val (digest->readings, kept);
}

static void
feed_limit (VdtUsageDigest *digest,
            const VdtCodexRecord *record,
            const VdtCodexLimit *limit,
            VdtTime time)
{
  VdtQuotaReading reading = {
    .runtime = VDT_RUNTIME_CODEX,
    .source = VDT_QUOTA_SOURCE_CODEX_ROLLOUT,
    .minutes = limit->window_minutes,
    .percent_known = limit->percent_state == VDT_NUMBER_GOOD,
    .used_percent = limit->used_percent,
    .resets_at = limit->resets_at,
    .as_of = time,
  };

  if (!limit->set)
    return;
  if (!reading.percent_known)
    reading.used_percent = 0;
  reading.window = vdt_quota_window_from_minutes (limit->window_minutes);
  vdt_digest_set_text (&reading.bucket, &record->limits.limit_id);
  vdt_digest_set_text (&reading.bucket_name, &record->limits.limit_name);
  vdt_digest_set_text (&reading.plan, &record->limits.plan_type);
  keep_reading (digest, &reading, record->ordinal);
}

static gboolean
usage_equal (const VdtCodexUsage *a, const VdtCodexUsage *b)
{
  return a->input == b->input && a->cached_input == b->cached_input &&
         a->cache_write_input == b->cache_write_input && a->output == b->output &&
         a->reasoning_output == b->reasoning_output && a->total == b->total;
}

/* The window's fill: the last call's total, unknown where it gave none; right after a compaction
 * a zero is no reading. */
static void
meter_count (VdtUsageDigest *digest, const VdtCodexRecord *record, VdtTime time)
{
  VdtCount used = record->last.total;

  if (vdt_count_known (record->window_tokens))
    digest->window = record->window_tokens;
  if (!record->last.set || (digest->compacted && (used == 0 || !vdt_count_known (used))))
    return;
  digest->reply_context = used;
  digest->reply_time = time;
  digest->compacted = FALSE;
}

static void
feed_count (VdtUsageDigest *digest, const VdtCodexRecord *record)
{
  VdtTime time = vdt_digest_time (digest, record->time);
  VdtCodexCount count = {
    .time = time,
    .turn = digest->turn,
    .turn_born = digest->turn_born,
    .ordinal = record->ordinal,
    .user_text = digest->user_text,
    .total = record->total,
    .last = record->last,
    .line = digest->line,
    .model = digest->model_index,
  };

  if (record->limits.set)
    {
      feed_limit (digest, record, &record->limits.primary, time);
      feed_limit (digest, record, &record->limits.secondary, time);
    }
  if (!record->info_set)
    return;
  digest->counts.bad_values += record->total.bad_values + record->last.bad_values;
  meter_count (digest, record, time);
  if (!record->total.set)
    return;
  if (digest->codex_counts->len > 0)
    {
      const VdtCodexCount *before =
        &g_array_index (digest->codex_counts, VdtCodexCount, digest->codex_counts->len - 1);

      if (usage_equal (&before->total, &record->total))
        return;
    }
  digest->user_text = 0;
  if (digest->codex_counts->len < VDT_DIGEST_MAX_CALLS)
    g_array_append_val (digest->codex_counts, count);
  digest->touched = MIN (digest->touched, digest->line);
}

/* Input holds what was cached and what was written to the cache (rulings). */
static void
call_set_usage (VdtCall *call, const VdtCodexUsage *usage)
{
  call->cache_read = usage->cached_input;
  call->cache_creation = usage->cache_write_input;
  call->uncached_input = vdt_count_subtract (vdt_count_subtract (usage->input, usage->cached_input),
                                             usage->cache_write_input);
  call->output = usage->output;
  call->reasoning = usage->reasoning_output;
  call->context = usage->total;
}

static void
feed_usage_record (VdtUsageDigest *digest, const VdtCodexRecord *record)
{
  VdtTime time = vdt_digest_time (digest, record->time);
  guint64 key = vdt_digest_hash (&record->response_id);
  VdtCall *call = key != 0 ? vdt_digest_find_call (digest, key) : NULL;

  set_turn (digest, &record->turn_id);
  if (digest->first_usage_record == G_MAXUINT32)
    {
      digest->first_usage_record = digest->line;
      digest->first_record_total = record->total;
    }
  digest->counts.bad_values += record->total.bad_values + record->last.bad_values;
  if (!record->last.set)
    return;
  if (call == NULL)
    {
      call = vdt_digest_add_call (digest, key);
      if (call == NULL)
        return;
      call->time = time;
      call->model = digest->model_index;
      call->flags |= VDT_CALL_MAIN;
      call->owner = vdt_digest_hash (&record->thread_id);
    }
  else
    {
      call->records++;
      digest->touched = MIN (digest->touched, call->line);
      if (vdt_time_known (time) && (!vdt_time_known (call->time) || time < call->time))
        call->time = time;
    }
  call_set_usage (call, &record->last);
}

static void
feed_compaction (VdtUsageDigest *digest, const VdtCodexRecord *record)
{
  VdtCompaction compaction = { .time = vdt_digest_time (digest, record->time),
                               .post_tokens = VDT_COUNT_UNKNOWN };

  /* A `compacted` line and its event are one boundary; the count between them is what is left. */
  if (digest->compactions->len > 0 && record->kind == VDT_CODEX_CONTEXT_COMPACTED)
    {
      const VdtCompaction *before =
        &g_array_index (digest->compactions, VdtCompaction, digest->compactions->len - 1);

      if (!vdt_time_known (compaction.time) || !vdt_time_known (before->time) ||
          compaction.time - before->time < VDT_SECOND)
        return;
    }
  digest->compacted = TRUE;
  if (digest->compactions->len < VDT_DIGEST_MAX_COMPACTIONS)
    g_array_append_val (digest->compactions, compaction);
}

static void
feed_settings (VdtUsageDigest *digest, const VdtCodexRecord *record)
{
  set_model (digest, record);
  if (record->service_tier_mentioned)
    digest->fast = vdt_json_string_equal (&record->service_tier, "priority") ? 1 : 0;
}

/**
 * vdt_usage_digest_feed_codex:
 * @digest: a digest of a Codex rollout
 * @record: its next record
 */
void
vdt_usage_digest_feed_codex (VdtUsageDigest *digest, const VdtCodexRecord *record)
{
  digest->line++;
  digest->counts.records++;
  digest->counts.bad_values += record->bad_values;
  count_early (&digest->lineage, record->time);

  switch (record->kind)
    {
    case VDT_CODEX_SESSION_META:
      vdt_digest_time (digest, record->time);
      feed_meta (digest, record);
      break;
    case VDT_CODEX_TURN_CONTEXT:
      set_turn (digest, &record->turn_id);
      set_model (digest, record);
      break;
    case VDT_CODEX_THREAD_SETTINGS:
      feed_settings (digest, record);
      break;
    case VDT_CODEX_TOKEN_COUNT:
      feed_count (digest, record);
      break;
    case VDT_CODEX_TOKEN_USAGE_RECORD:
      feed_usage_record (digest, record);
      break;
    case VDT_CODEX_TASK_STARTED:
      if (record->parent_turn_id.data == NULL)
        set_turn (digest, &record->turn_id);
      if (vdt_count_known (record->window_tokens) && !vdt_count_known (digest->window))
        digest->window = record->window_tokens;
      break;
    case VDT_CODEX_COMPACTED:
    case VDT_CODEX_CONTEXT_COMPACTED:
      feed_compaction (digest, record);
      break;
    case VDT_CODEX_USER_MESSAGE:
      feed_user_text (digest, record);
      break;
    case VDT_CODEX_ITEM_COMPLETED:
      if (vdt_json_string_equal (&record->item_type, "UserMessage"))
        feed_user_text (digest, record);
      break;
    case VDT_CODEX_UNKNOWN:
      digest->counts.unknown_records++;
      break;
    case VDT_CODEX_IGNORED:
    case VDT_CODEX_TASK_COMPLETE:
    case VDT_CODEX_TURN_ABORTED:
    case VDT_CODEX_THREAD_NAME:
    case VDT_CODEX_THREAD_ROLLED_BACK:
    case VDT_CODEX_AGENT_MESSAGE:
    case VDT_CODEX_APPROVAL_REQUEST:
    case VDT_CODEX_EVENT_ERROR:
    case VDT_CODEX_MESSAGE:
    case VDT_CODEX_CALL:
    case VDT_CODEX_CALL_OUTPUT:
    case VDT_CODEX_REASONING:
    case VDT_CODEX_OTHER_EVENT:
      break;
    }
}
