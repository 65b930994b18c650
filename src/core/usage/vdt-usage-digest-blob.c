/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-usage-digest.h"

#include <math.h>

#include "vdt-usage-digest-private.h"

/* Raise when the layout or the meaning of a digest changes: older blobs are read anew. */
#define DIGEST_VERSION 3

/* A blob is as good as the disk it was on: what no digest holds is damage. */
static gint64
get_number (VdtBlobReader *reader, gint64 min, gint64 max)
{
  gint64 value = vdt_blob_get_int (reader);

  if (value < min || value > max)
    reader->failed = TRUE;
  return reader->failed ? min : value;
}

static VdtCount
get_count (VdtBlobReader *reader)
{
  return get_number (reader, VDT_COUNT_UNKNOWN, G_MAXINT64);
}

static VdtTime
check_time (VdtBlobReader *reader, VdtTime time)
{
  if (time != VDT_TIME_UNKNOWN && (time < VDT_TIME_MIN || time > VDT_TIME_MAX))
    reader->failed = TRUE;
  return reader->failed ? VDT_TIME_UNKNOWN : time;
}

static VdtTime
get_time (VdtBlobReader *reader)
{
  return check_time (reader, vdt_blob_get_int (reader));
}

static gboolean
get_flag (VdtBlobReader *reader)
{
  return get_number (reader, 0, 1) != 0;
}

static guint32
get_line (VdtBlobReader *reader)
{
  return (guint32) get_number (reader, 0, G_MAXUINT32);
}

static guint16
get_model (const VdtUsageDigest *digest, VdtBlobReader *reader)
{
  return (guint16) get_number (reader, 0, (gint64) digest->names->len - 1);
}

static void
put_usage (GByteArray *blob, const VdtCodexUsage *usage)
{
  vdt_blob_put_int (blob, usage->set);
  vdt_blob_put_int (blob, usage->input);
  vdt_blob_put_int (blob, usage->cached_input);
  vdt_blob_put_int (blob, usage->cache_write_input);
  vdt_blob_put_int (blob, usage->output);
  vdt_blob_put_int (blob, usage->reasoning_output);
  vdt_blob_put_int (blob, usage->total);
}

static void
get_usage (VdtBlobReader *reader, VdtCodexUsage *usage)
{
  usage->set = get_flag (reader);
  usage->bad_values = 0;
  usage->input = get_count (reader);
  usage->cached_input = get_count (reader);
  usage->cache_write_input = get_count (reader);
  usage->output = get_count (reader);
  usage->reasoning_output = get_count (reader);
  usage->total = get_count (reader);
}

static void
put_calls (const VdtUsageDigest *digest, GByteArray *blob)
{
  VdtTime before = 0;

  vdt_blob_put_int (blob, digest->calls->len);
  for (guint i = 0; i < digest->calls->len; i++)
    {
      const VdtCall *call = &g_array_index (digest->calls, VdtCall, i);

      vdt_blob_put_bytes (blob, &call->key, sizeof call->key);
      vdt_blob_put_int (blob, vdt_time_known (call->time));
      if (vdt_time_known (call->time))
        {
          vdt_blob_put_int (blob, call->time - before);
          before = call->time;
        }
      vdt_blob_put_int (blob, call->uncached_input);
      vdt_blob_put_int (blob, call->cache_read);
      vdt_blob_put_int (blob, call->cache_creation);
      vdt_blob_put_int (blob, call->output);
      vdt_blob_put_int (blob, call->reasoning);
      vdt_blob_put_int (blob, call->context);
      vdt_blob_put_int (blob, (gint64) call->owner);
      vdt_blob_put_int (blob, call->records);
      vdt_blob_put_int (blob, call->line);
      vdt_blob_put_int (blob, call->model);
      vdt_blob_put_int (blob, call->flags);
    }
}

static void
get_calls (VdtUsageDigest *digest, VdtBlobReader *reader)
{
  gsize n = vdt_blob_get_length (reader, 20);
  VdtTime before = 0;

  for (gsize i = 0; i < n && !reader->failed; i++)
    {
      VdtCall call = { .time = VDT_TIME_UNKNOWN };

      vdt_blob_get_bytes (reader, &call.key, sizeof call.key);
      if (get_flag (reader))
        {
          VdtTime since = get_number (reader, -VDT_TIME_MAX, VDT_TIME_MAX);

          call.time = before = check_time (reader, before + since);
        }
      call.uncached_input = get_count (reader);
      call.cache_read = get_count (reader);
      call.cache_creation = get_count (reader);
      call.output = get_count (reader);
      call.reasoning = get_count (reader);
      call.context = get_count (reader);
      call.owner = (guint64) vdt_blob_get_int (reader);
      call.records = (guint32) get_number (reader, 1, G_MAXUINT32);
      call.line = get_line (reader);
      call.model = get_model (digest, reader);
      call.flags = (guint16) get_number (reader, 0, VDT_CALL_MAIN | VDT_CALL_UNIQUE);
      /* a call without a name has no key, and only that one */
      if (((call.flags & VDT_CALL_UNIQUE) != 0) != (call.key == 0))
        reader->failed = TRUE;
      g_array_append_val (digest->calls, call);
    }
}

static void
put_counts (const VdtUsageDigest *digest, GByteArray *blob)
{
  vdt_blob_put_int (blob, digest->codex_counts->len);
  for (guint i = 0; i < digest->codex_counts->len; i++)
    {
      const VdtCodexCount *count = &g_array_index (digest->codex_counts, VdtCodexCount, i);

      vdt_blob_put_int (blob, count->time);
      vdt_blob_put_int (blob, count->turn_born);
      vdt_blob_put_int (blob, count->ordinal);
      vdt_blob_put_int (blob, (gint64) count->turn);
      vdt_blob_put_int (blob, (gint64) count->user_text);
      put_usage (blob, &count->total);
      put_usage (blob, &count->last);
      vdt_blob_put_int (blob, count->line);
      vdt_blob_put_int (blob, count->model);
    }
}

static void
get_counts (VdtUsageDigest *digest, VdtBlobReader *reader)
{
  gsize n = vdt_blob_get_length (reader, 22);

  for (gsize i = 0; i < n && !reader->failed; i++)
    {
      VdtCodexCount count = { 0 };

      count.time = get_time (reader);
      count.turn_born = get_time (reader);
      count.ordinal = get_count (reader);
      count.turn = (guint64) vdt_blob_get_int (reader);
      count.user_text = (guint64) vdt_blob_get_int (reader);
      get_usage (reader, &count.total);
      get_usage (reader, &count.last);
      count.line = get_line (reader);
      count.model = get_model (digest, reader);
      g_array_append_val (digest->codex_counts, count);
    }
}

static void
put_hashes (const GArray *hashes, GByteArray *blob)
{
  vdt_blob_put_int (blob, hashes->len);
  vdt_blob_put_bytes (blob, hashes->data, (gsize) hashes->len * sizeof (guint64));
}

static void
get_hashes (GArray *hashes, VdtBlobReader *reader)
{
  gsize n = vdt_blob_get_length (reader, sizeof (guint64));

  g_array_set_size (hashes, n);
  if (n > 0)
    vdt_blob_get_bytes (reader, hashes->data, n * sizeof (guint64));
}

static void
put_lineage (const VdtCodexLineage *lineage, GByteArray *blob)
{
  vdt_blob_put_int (blob, lineage->meta_seen);
  vdt_blob_put_string (blob, lineage->thread_id);
  vdt_blob_put_string (blob, lineage->tree_id);
  vdt_blob_put_string (blob, lineage->forked_from);
  vdt_blob_put_string (blob, lineage->parent_thread);
  vdt_blob_put_string (blob, lineage->spawn_parent);
  vdt_blob_put_string (blob, lineage->base_id);
  vdt_blob_put_int (blob, lineage->base_end_ordinal);
  vdt_blob_put_int (blob, lineage->subagent_start_ordinal);
  vdt_blob_put_int (blob, lineage->start_time);
  vdt_blob_put_int (blob, lineage->is_subagent);
  vdt_blob_put_int (blob, lineage->is_internal);
  vdt_blob_put_int (blob, lineage->second_meta);
  vdt_blob_put_int (blob, lineage->early_lines);
}

static void
get_lineage (VdtCodexLineage *lineage, VdtBlobReader *reader)
{
  lineage->meta_seen = get_flag (reader);
  lineage->thread_id = vdt_blob_get_string (reader);
  lineage->tree_id = vdt_blob_get_string (reader);
  lineage->forked_from = vdt_blob_get_string (reader);
  lineage->parent_thread = vdt_blob_get_string (reader);
  lineage->spawn_parent = vdt_blob_get_string (reader);
  lineage->base_id = vdt_blob_get_string (reader);
  lineage->base_end_ordinal = get_count (reader);
  lineage->subagent_start_ordinal = get_count (reader);
  lineage->start_time = get_time (reader);
  lineage->is_subagent = get_flag (reader);
  lineage->is_internal = get_flag (reader);
  lineage->second_meta = get_flag (reader);
  lineage->early_lines = get_line (reader);
}

static void
put_readings (const VdtUsageDigest *digest, GByteArray *blob)
{
  vdt_blob_put_int (blob, digest->readings->len);
  for (guint i = 0; i < digest->readings->len; i++)
    {
      const VdtDigestReading *kept = &g_array_index (digest->readings, VdtDigestReading, i);
      const VdtQuotaReading *reading = &kept->reading;

      vdt_blob_put_int (blob, reading->runtime);
      vdt_blob_put_int (blob, reading->window);
      vdt_blob_put_int (blob, reading->source);
      vdt_blob_put_string (blob, reading->bucket);
      vdt_blob_put_string (blob, reading->bucket_name);
      vdt_blob_put_string (blob, reading->plan);
      vdt_blob_put_int (blob, reading->minutes);
      vdt_blob_put_int (blob, reading->percent_known);
      vdt_blob_put_bytes (blob, &reading->used_percent, sizeof reading->used_percent);
      vdt_blob_put_int (blob, reading->resets_at);
      vdt_blob_put_int (blob, reading->as_of);
      vdt_blob_put_int (blob, kept->turn_born);
      vdt_blob_put_int (blob, kept->ordinal);
      vdt_blob_put_int (blob, (gint64) kept->turn);
      vdt_blob_put_int (blob, (gint64) kept->user_text);
      vdt_blob_put_int (blob, kept->line);
    }
}

static void
get_readings (VdtUsageDigest *digest, VdtBlobReader *reader)
{
  gsize n = vdt_blob_get_length (reader, 21);

  for (gsize i = 0; i < n && !reader->failed; i++)
    {
      VdtDigestReading kept = { 0 };
      VdtQuotaReading *reading = &kept.reading;

      reading->runtime = get_number (reader, 0, VDT_N_RUNTIMES - 1);
      reading->window = get_number (reader, VDT_QUOTA_WINDOW_FIVE_HOUR, VDT_QUOTA_WINDOW_OTHER);
      reading->source =
        get_number (reader, VDT_QUOTA_SOURCE_NONE, VDT_QUOTA_SOURCE_CLAUDE_LIMIT_MESSAGE);
      reading->bucket = vdt_blob_get_string (reader);
      reading->bucket_name = vdt_blob_get_string (reader);
      reading->plan = vdt_blob_get_string (reader);
      reading->minutes = get_count (reader);
      reading->percent_known = get_flag (reader);
      vdt_blob_get_bytes (reader, &reading->used_percent, sizeof reading->used_percent);
      if (!isfinite (reading->used_percent) || reading->used_percent < 0)
        reader->failed = TRUE;
      reading->resets_at = get_time (reader);
      reading->as_of = get_time (reader);
      kept.turn_born = get_time (reader);
      kept.ordinal = get_count (reader);
      kept.turn = (guint64) vdt_blob_get_int (reader);
      kept.user_text = (guint64) vdt_blob_get_int (reader);
      kept.line = get_line (reader);
      g_array_append_val (digest->readings, kept);
    }
}

static void
put_notices (const VdtUsageDigest *digest, GByteArray *blob)
{
  vdt_blob_put_int (blob, digest->compactions->len);
  for (guint i = 0; i < digest->compactions->len; i++)
    {
      const VdtCompaction *compaction = &g_array_index (digest->compactions, VdtCompaction, i);

      vdt_blob_put_int (blob, compaction->time);
      vdt_blob_put_int (blob, compaction->post_tokens);
    }
  vdt_blob_put_int (blob, digest->limit_messages->len);
  for (guint i = 0; i < digest->limit_messages->len; i++)
    {
      const VdtLimitMessage *message = &g_array_index (digest->limit_messages, VdtLimitMessage, i);

      vdt_blob_put_int (blob, message->time);
      vdt_blob_put_string (blob, message->text);
    }
}

static void
get_notices (VdtUsageDigest *digest, VdtBlobReader *reader)
{
  gsize n = vdt_blob_get_length (reader, 2);

  for (gsize i = 0; i < n && !reader->failed; i++)
    {
      VdtCompaction compaction = { .time = get_time (reader) };

      compaction.post_tokens = get_count (reader);
      g_array_append_val (digest->compactions, compaction);
    }
  n = vdt_blob_get_length (reader, 2);
  for (gsize i = 0; i < n && !reader->failed; i++)
    {
      VdtLimitMessage message = { .time = get_time (reader) };

      message.text = vdt_blob_get_string (reader);
      if (message.text == NULL)
        reader->failed = TRUE;
      else
        g_array_append_val (digest->limit_messages, message);
    }
}

static void
put_state (const VdtUsageDigest *digest, GByteArray *blob)
{
  vdt_blob_put_int (blob, digest->first_usage_record);
  put_usage (blob, &digest->first_record_total);
  vdt_blob_put_string (blob, digest->session_id);
  vdt_blob_put_string (blob, digest->cli_version);
  vdt_blob_put_string (blob, digest->provider);
  vdt_blob_put_string (blob, digest->model);
  vdt_blob_put_string (blob, digest->effort);
  vdt_blob_put_int (blob, digest->fast);
  vdt_blob_put_int (blob, digest->complete);
  vdt_blob_put_int (blob, digest->last_time);
  vdt_blob_put_int (blob, digest->model_time);
  vdt_blob_put_int (blob, digest->reply_time);
  vdt_blob_put_int (blob, (gint64) digest->reply_key);
  vdt_blob_put_int (blob, digest->reply_context);
  vdt_blob_put_int (blob, digest->largest_prompt);
  vdt_blob_put_int (blob, digest->window);
  vdt_blob_put_int (blob, digest->compacted);
  vdt_blob_put_int (blob, (gint64) digest->turn);
  vdt_blob_put_int (blob, digest->turn_born);
  vdt_blob_put_int (blob, (gint64) digest->user_text);
  vdt_blob_put_int (blob, digest->model_index);
}

static void
get_state (VdtUsageDigest *digest, VdtBlobReader *reader)
{
  digest->first_usage_record = get_line (reader);
  get_usage (reader, &digest->first_record_total);
  digest->session_id = vdt_blob_get_string (reader);
  digest->cli_version = vdt_blob_get_string (reader);
  digest->provider = vdt_blob_get_string (reader);
  digest->model = vdt_blob_get_string (reader);
  digest->effort = vdt_blob_get_string (reader);
  digest->fast = vdt_blob_get_int_in (reader, -1, 1);
  digest->complete = get_flag (reader);
  digest->last_time = get_time (reader);
  digest->model_time = get_time (reader);
  digest->reply_time = get_time (reader);
  digest->reply_key = (guint64) vdt_blob_get_int (reader);
  digest->reply_context = get_count (reader);
  digest->largest_prompt = get_count (reader);
  digest->window = get_count (reader);
  digest->compacted = get_flag (reader);
  digest->turn = (guint64) vdt_blob_get_int (reader);
  digest->turn_born = get_time (reader);
  digest->user_text = (guint64) vdt_blob_get_int (reader);
  digest->model_index = get_model (digest, reader);
}

/**
 * vdt_usage_digest_write:
 * @digest: a digest
 * @blob: where to append
 */
void
vdt_usage_digest_write (const VdtUsageDigest *digest, GByteArray *blob)
{
  vdt_blob_put_int (blob, DIGEST_VERSION);
  vdt_blob_put_int (blob, digest->runtime);
  vdt_blob_put_int (blob, digest->is_agent_file);
  vdt_blob_put_int (blob, (gint64) digest->counts.bytes);
  vdt_blob_put_int (blob, (gint64) digest->counts.records);
  vdt_blob_put_int (blob, (gint64) digest->counts.malformed_lines);
  vdt_blob_put_int (blob, (gint64) digest->counts.oversized_lines);
  vdt_blob_put_int (blob, (gint64) digest->counts.unknown_records);
  vdt_blob_put_int (blob, (gint64) digest->counts.bad_values);
  vdt_blob_put_int (blob, digest->line);
  vdt_blob_put_int (blob, digest->names->len - 1);
  for (guint i = 1; i < digest->names->len; i++)
    vdt_blob_put_string (blob, g_ptr_array_index (digest->names, i));
  put_calls (digest, blob);
  put_counts (digest, blob);
  put_hashes (digest->turns, blob);
  put_hashes (digest->user_texts, blob);
  put_lineage (&digest->lineage, blob);
  put_readings (digest, blob);
  put_notices (digest, blob);
  put_state (digest, blob);
}

/**
 * vdt_usage_digest_read:
 * @reader: what [func@vdt_usage_digest_write] wrote
 *
 * Returns: (transfer full) (nullable): the digest, which can be fed on; `NULL` with @reader failed
 *   where it is damaged or of another release: then the log is read anew
 */
VdtUsageDigest *
vdt_usage_digest_read (VdtBlobReader *reader)
{
  g_autoptr (VdtUsageDigest) digest = NULL;
  gint64 version = vdt_blob_get_int (reader);
  gint64 runtime = vdt_blob_get_int (reader);
  gsize n = 0;

  if (reader->failed || version != DIGEST_VERSION || runtime < 0 || runtime >= VDT_N_RUNTIMES)
    {
      reader->failed = TRUE;
      return NULL;
    }
  digest = vdt_usage_digest_new ((VdtRuntime) runtime, vdt_blob_get_int (reader) != 0);
  digest->counts.bytes = (guint64) vdt_blob_get_int (reader);
  digest->counts.records = (guint64) vdt_blob_get_int (reader);
  digest->counts.malformed_lines = (guint64) vdt_blob_get_int (reader);
  digest->counts.oversized_lines = (guint64) vdt_blob_get_int (reader);
  digest->counts.unknown_records = (guint64) vdt_blob_get_int (reader);
  digest->counts.bad_values = (guint64) vdt_blob_get_int (reader);
  digest->line = get_line (reader);
  n = vdt_blob_get_length (reader, 1);
  for (gsize i = 0; i < n && !reader->failed; i++)
    {
      char *name = vdt_blob_get_string (reader);

      if (name == NULL || digest->names->len >= VDT_DIGEST_MAX_NAMES)
        reader->failed = TRUE;
      g_ptr_array_add (digest->names, name != NULL ? name : g_strdup (""));
    }
  get_calls (digest, reader);
  get_counts (digest, reader);
  get_hashes (digest->turns, reader);
  get_hashes (digest->user_texts, reader);
  get_lineage (&digest->lineage, reader);
  get_readings (digest, reader);
  get_notices (digest, reader);
  get_state (digest, reader);
  return reader->failed ? NULL : g_steal_pointer (&digest);
}
