/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-codex-record.h"

#include <math.h>

#include "vdt-codex-decoder-private.h"
#include "vdt-codex-kinds-private.h"
#include "vdt-decode-private.h"

static void
usage_clear (VdtCodexUsage *usage)
{
  usage->set = FALSE;
  usage->bad_values = 0;
  usage->input = usage->cached_input = usage->cache_write_input = VDT_COUNT_UNKNOWN;
  usage->output = usage->reasoning_output = usage->total = VDT_COUNT_UNKNOWN;
}

static void
record_clear_payload (VdtCodexRecord *record)
{
  VdtCodexRecord clear = {
    .kind = VDT_CODEX_UNKNOWN,
    .time = record->time,
    .ordinal = record->ordinal,
    .start_time = VDT_TIME_UNKNOWN,
    .base_end_ordinal = VDT_COUNT_UNKNOWN,
    .base_end_offset = VDT_COUNT_UNKNOWN,
    .subagent_start_ordinal = VDT_COUNT_UNKNOWN,
    .num_turns = VDT_COUNT_UNKNOWN,
    .window_tokens = VDT_COUNT_UNKNOWN,
  };

  *record = clear;
  usage_clear (&record->total);
  usage_clear (&record->last);
}

static void
decode_usage (VdtJsonReader *reader, VdtCodexUsage *usage)
{
  VdtJsonString key;

  usage_clear (usage);
  if (!vdt_decode_enter_object (reader))
    return;
  usage->set = TRUE;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "input_tokens"))
        vdt_decode_count (reader, &usage->input, &usage->bad_values);
      else if (VDT_KEY_IS (&key, "cached_input_tokens"))
        vdt_decode_count (reader, &usage->cached_input, &usage->bad_values);
      else if (VDT_KEY_IS (&key, "cache_write_input_tokens"))
        vdt_decode_count (reader, &usage->cache_write_input, &usage->bad_values);
      else if (VDT_KEY_IS (&key, "output_tokens"))
        vdt_decode_count (reader, &usage->output, &usage->bad_values);
      else if (VDT_KEY_IS (&key, "reasoning_output_tokens"))
        vdt_decode_count (reader, &usage->reasoning_output, &usage->bad_values);
      else if (VDT_KEY_IS (&key, "total_tokens"))
        vdt_decode_count (reader, &usage->total, &usage->bad_values);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_info (VdtJsonReader *reader, VdtCodexDecoder *decoder)
{
  VdtCodexRecord *record = decoder->record;
  VdtJsonString key;

  record->info_set = FALSE;
  usage_clear (&record->total);
  usage_clear (&record->last);
  decoder->info_window = VDT_COUNT_UNKNOWN;
  if (!vdt_decode_enter_object (reader))
    return;
  record->info_set = TRUE;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "total_token_usage"))
        decode_usage (reader, &record->total);
      else if (VDT_KEY_IS (&key, "last_token_usage"))
        decode_usage (reader, &record->last);
      else if (VDT_KEY_IS (&key, "model_context_window"))
        vdt_decode_count (reader, &decoder->info_window, &record->bad_values);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_limit (VdtJsonReader *reader,
              VdtCodexLimit *limit,
              VdtCount *resets_in,
              VdtCodexRecord *record)
{
  VdtJsonString key;
  double value = 0;

  memset (limit, 0, sizeof *limit);
  limit->window_minutes = VDT_COUNT_UNKNOWN;
  limit->resets_at = VDT_TIME_UNKNOWN;
  *resets_in = VDT_COUNT_UNKNOWN;
  if (!vdt_decode_enter_object (reader))
    return;
  limit->set = TRUE;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "used_percent"))
        {
          limit->percent_state = vdt_json_reader_read_double (reader, &limit->used_percent);
          if (limit->percent_state == VDT_NUMBER_GOOD && limit->used_percent < 0)
            limit->percent_state = VDT_NUMBER_BAD;
          if (limit->percent_state == VDT_NUMBER_BAD)
            record->bad_values++;
        }
      else if (VDT_KEY_IS (&key, "window_minutes"))
        {
          limit->minutes_state = vdt_json_reader_read_count (reader, &limit->window_minutes);
          if (limit->minutes_state != VDT_NUMBER_GOOD)
            limit->window_minutes = VDT_COUNT_UNKNOWN;
          if (limit->minutes_state == VDT_NUMBER_BAD)
            record->bad_values++;
        }
      else if (VDT_KEY_IS (&key, "resets_at"))
        {
          limit->resets_at = VDT_TIME_UNKNOWN;
          limit->resets_state = vdt_json_reader_read_double (reader, &value);
          if (limit->resets_state == VDT_NUMBER_GOOD && value >= 0 &&
              value <= (double) (VDT_TIME_MAX / VDT_SECOND))
            limit->resets_at = vdt_time_from_unix ((gint64) floor (value));
          else if (limit->resets_state != VDT_NUMBER_ABSENT)
            {
              limit->resets_state = VDT_NUMBER_BAD;
              record->bad_values++;
            }
        }
      else if (VDT_KEY_IS (&key, "resets_in_seconds"))
        vdt_decode_count (reader, resets_in, &record->bad_values);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_rate_limits (VdtJsonReader *reader, VdtCodexDecoder *decoder)
{
  VdtCodexRecord *record = decoder->record;
  VdtCodexRateLimits *limits = &record->limits;
  VdtJsonString key;

  memset (limits, 0, sizeof *limits);
  if (!vdt_decode_enter_object (reader))
    return;
  limits->set = TRUE;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "limit_id"))
        vdt_decode_string (reader, &limits->limit_id);
      else if (VDT_KEY_IS (&key, "limit_name"))
        vdt_decode_string (reader, &limits->limit_name);
      else if (VDT_KEY_IS (&key, "plan_type"))
        vdt_decode_string (reader, &limits->plan_type);
      else if (VDT_KEY_IS (&key, "primary"))
        decode_limit (reader, &limits->primary, &decoder->primary_resets_in, record);
      else if (VDT_KEY_IS (&key, "secondary"))
        decode_limit (reader, &limits->secondary, &decoder->secondary_resets_in, record);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_turn_context (VdtJsonReader *reader, VdtCodexRecord *record)
{
  VdtJsonString key;

  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "turn_id"))
        vdt_decode_string (reader, &record->turn_id);
      else if (VDT_KEY_IS (&key, "cwd"))
        vdt_decode_string (reader, &record->cwd);
      else if (VDT_KEY_IS (&key, "model"))
        vdt_decode_string (reader, &record->model);
      else if (VDT_KEY_IS (&key, "effort"))
        vdt_decode_string (reader, &record->effort);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_usage_record (VdtJsonReader *reader, VdtCodexRecord *record)
{
  VdtJsonString key;

  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "thread_id"))
        vdt_decode_string (reader, &record->thread_id);
      else if (VDT_KEY_IS (&key, "turn_id"))
        vdt_decode_string (reader, &record->turn_id);
      else if (VDT_KEY_IS (&key, "response_id"))
        vdt_decode_string (reader, &record->response_id);
      else if (VDT_KEY_IS (&key, "usage"))
        decode_usage (reader, &record->last);
      else if (VDT_KEY_IS (&key, "thread_token_usage"))
        decode_usage (reader, &record->total);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_settings (VdtJsonReader *reader, VdtCodexRecord *record)
{
  VdtJsonString key;

  memset (&record->model, 0, sizeof record->model);
  memset (&record->model_provider, 0, sizeof record->model_provider);
  memset (&record->effort, 0, sizeof record->effort);
  memset (&record->service_tier, 0, sizeof record->service_tier);
  record->service_tier_mentioned = FALSE;
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "model"))
        vdt_decode_string (reader, &record->model);
      else if (VDT_KEY_IS (&key, "model_provider_id"))
        vdt_decode_string (reader, &record->model_provider);
      else if (VDT_KEY_IS (&key, "reasoning_effort"))
        vdt_decode_string (reader, &record->effort);
      else if (VDT_KEY_IS (&key, "service_tier"))
        {
          record->service_tier_mentioned = TRUE;
          vdt_decode_string (reader, &record->service_tier);
        }
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_turn_attribution (VdtJsonReader *reader, VdtCodexRecord *record)
{
  VdtJsonString key;

  memset (&record->parent_turn_id, 0, sizeof record->parent_turn_id);
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "parent_turn_id"))
        vdt_decode_string (reader, &record->parent_turn_id);
      else
        vdt_json_reader_skip (reader);
    }
}

/* A completed item: its own fields stand one level deeper than an event's. */
static void
decode_item (VdtJsonReader *reader, VdtCodexRecord *record)
{
  VdtJsonString key;

  memset (&record->item_type, 0, sizeof record->item_type);
  memset (&record->item_id, 0, sizeof record->item_id);
  memset (&record->text, 0, sizeof record->text);
  memset (&record->phase, 0, sizeof record->phase);
  memset (&record->reason, 0, sizeof record->reason);
  memset (&record->content, 0, sizeof record->content);
  record->has_questions = FALSE;
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "type"))
        vdt_decode_string (reader, &record->item_type);
      else if (VDT_KEY_IS (&key, "id"))
        vdt_decode_string (reader, &record->item_id);
      else if (VDT_KEY_IS (&key, "text"))
        vdt_decode_string (reader, &record->text);
      else if (VDT_KEY_IS (&key, "phase"))
        vdt_decode_string (reader, &record->phase);
      else if (VDT_KEY_IS (&key, "status"))
        vdt_decode_string (reader, &record->reason);
      else if (VDT_KEY_IS (&key, "content"))
        vdt_json_reader_read_span (reader, &record->content);
      else if (VDT_KEY_IS (&key, "questions"))
        {
          record->has_questions = vdt_json_reader_peek (reader) == VDT_JSON_ARRAY;
          vdt_json_reader_skip (reader);
        }
      else
        vdt_json_reader_skip (reader);
    }
}

/* An error is a text or an object with a message. */
static void
decode_error (VdtJsonReader *reader, VdtCodexRecord *record)
{
  VdtJsonString key;

  memset (&record->error_text, 0, sizeof record->error_text);
  record->has_error = vdt_json_reader_peek (reader) != VDT_JSON_NULL;
  if (vdt_json_reader_peek (reader) != VDT_JSON_OBJECT)
    {
      vdt_decode_string (reader, &record->error_text);
      return;
    }
  vdt_json_reader_enter_object (reader);
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "message"))
        vdt_decode_string (reader, &record->error_text);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_event (VdtJsonReader *reader, VdtCodexDecoder *decoder)
{
  VdtCodexRecord *record = decoder->record;
  VdtJsonString key;
  guint ignored = 0;

  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "type"))
        vdt_decode_string (reader, &decoder->inner_type);
      else if (VDT_KEY_IS (&key, "info"))
        decode_info (reader, decoder);
      else if (VDT_KEY_IS (&key, "rate_limits"))
        decode_rate_limits (reader, decoder);
      else if (VDT_KEY_IS (&key, "turn_id"))
        vdt_decode_string (reader, &record->turn_id);
      else if (VDT_KEY_IS (&key, "thread_id"))
        vdt_decode_string (reader, &record->thread_id);
      else if (VDT_KEY_IS (&key, "call_id"))
        vdt_decode_string (reader, &record->call_id);
      else if (VDT_KEY_IS (&key, "message"))
        vdt_decode_string (reader, &record->text);
      else if (VDT_KEY_IS (&key, "phase"))
        vdt_decode_string (reader, &record->phase);
      else if (VDT_KEY_IS (&key, "reason"))
        vdt_decode_string (reader, &record->reason);
      else if (VDT_KEY_IS (&key, "thread_name"))
        vdt_decode_string (reader, &record->name);
      else if (VDT_KEY_IS (&key, "num_turns"))
        vdt_decode_count (reader, &record->num_turns, &ignored);
      else if (VDT_KEY_IS (&key, "model_context_window"))
        vdt_decode_count (reader, &record->window_tokens, &record->bad_values);
      else if (VDT_KEY_IS (&key, "thread_settings"))
        decode_settings (reader, record);
      else if (VDT_KEY_IS (&key, "turn_attribution"))
        decode_turn_attribution (reader, record);
      else if (VDT_KEY_IS (&key, "error"))
        decode_error (reader, record);
      else if (VDT_KEY_IS (&key, "item"))
        decode_item (reader, record);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_arguments (VdtJsonReader *reader, VdtCodexRecord *record)
{
  memset (&record->arguments, 0, sizeof record->arguments);
  memset (&record->arguments_value, 0, sizeof record->arguments_value);
  if (vdt_json_reader_peek (reader) == VDT_JSON_STRING)
    vdt_decode_string (reader, &record->arguments);
  else
    vdt_json_reader_read_span (reader, &record->arguments_value);
}

static gboolean
decode_response_item_key (VdtJsonReader *reader, VdtCodexDecoder *decoder, const VdtJsonString *key)
{
  VdtCodexRecord *record = decoder->record;

  if (VDT_KEY_IS (key, "role"))
    vdt_decode_string (reader, &record->role);
  else if (VDT_KEY_IS (key, "content"))
    vdt_json_reader_read_span (reader, &record->content);
  else if (VDT_KEY_IS (key, "name"))
    vdt_decode_string (reader, &record->name);
  else if (VDT_KEY_IS (key, "call_id"))
    vdt_decode_string (reader, &record->call_id);
  else if (VDT_KEY_IS (key, "arguments") || VDT_KEY_IS (key, "input") || VDT_KEY_IS (key, "action"))
    decode_arguments (reader, record);
  else if (VDT_KEY_IS (key, "output"))
    vdt_json_reader_read_span (reader, &record->output);
  else if (VDT_KEY_IS (key, "phase"))
    vdt_decode_string (reader, &record->phase);
  else
    return FALSE;
  return TRUE;
}

static void
decode_response_item (VdtJsonReader *reader, VdtCodexDecoder *decoder)
{
  VdtJsonString key;

  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "type"))
        vdt_decode_string (reader, &decoder->inner_type);
      else if (VDT_KEY_IS (&key, "id"))
        vdt_decode_string (reader, &decoder->record->item_id);
      else if (!decode_response_item_key (reader, decoder, &key))
        vdt_json_reader_skip (reader);
    }
}

static void
decode_compacted (VdtJsonReader *reader, VdtCodexRecord *record)
{
  VdtJsonString key;

  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "message"))
        vdt_decode_string (reader, &record->text);
      else
        vdt_json_reader_skip (reader);
    }
}

/* Decodes the payload by the line's type; the reader stands before it. */
static void
decode_payload (VdtJsonReader *reader, VdtCodexDecoder *decoder)
{
  VdtCodexRecord *record = decoder->record;
  const VdtJsonString *type = &decoder->type;

  record_clear_payload (record);
  memset (&decoder->inner_type, 0, sizeof decoder->inner_type);
  decoder->primary_resets_in = decoder->secondary_resets_in = VDT_COUNT_UNKNOWN;
  decoder->info_window = VDT_COUNT_UNKNOWN;
  decoder->source_is_internal = decoder->source_is_subagent = FALSE;
  memset (&decoder->spawn_nickname, 0, sizeof decoder->spawn_nickname);

  if (VDT_KEY_IS (type, "event_msg"))
    {
      decode_event (reader, decoder);
      if (vdt_count_known (decoder->info_window))
        record->window_tokens = decoder->info_window;
      record->kind = vdt_codex_event_kind (&decoder->inner_type);
    }
  else if (VDT_KEY_IS (type, "response_item"))
    {
      decode_response_item (reader, decoder);
      record->item_type = decoder->inner_type;
      record->kind = vdt_codex_item_kind (&decoder->inner_type);
    }
  else if (VDT_KEY_IS (type, "turn_context"))
    {
      decode_turn_context (reader, record);
      record->kind = VDT_CODEX_TURN_CONTEXT;
    }
  else if (VDT_KEY_IS (type, "token_usage_record"))
    {
      decode_usage_record (reader, record);
      record->kind = VDT_CODEX_TOKEN_USAGE_RECORD;
    }
  else if (VDT_KEY_IS (type, "session_meta"))
    {
      vdt_codex_decode_session_meta (reader, decoder);
      record->kind = VDT_CODEX_SESSION_META;
    }
  else if (VDT_KEY_IS (type, "compacted"))
    {
      decode_compacted (reader, record);
      record->kind = VDT_CODEX_COMPACTED;
    }
  else
    {
      vdt_json_reader_skip (reader);
      if (VDT_KEY_IS (type, "world_state") || VDT_KEY_IS (type, "retained_context") ||
          VDT_KEY_IS (type, "inter_agent_communication") ||
          VDT_KEY_IS (type, "inter_agent_communication_metadata"))
        record->kind = VDT_CODEX_IGNORED;
    }
}

static void
apply_resets_in (VdtCodexLimit *limit, VdtCount seconds, VdtTime record_time)
{
  if (!limit->set || limit->resets_state == VDT_NUMBER_GOOD || !vdt_count_known (seconds) ||
      !vdt_time_known (record_time) || seconds > (VDT_TIME_MAX - record_time) / VDT_SECOND)
    return;
  limit->resets_at = record_time + seconds * VDT_SECOND;
  limit->resets_state = VDT_NUMBER_GOOD;
}

/* Lines of the dialect before the wrapper: response items at depth 1, a header without a
 * type, and `record_type` (formats B.1). */
static gboolean
decode_bare (VdtCodexRecord *record, VdtCodexDecoder *decoder, const char *data, gsize len)
{
  VdtJsonReader reader;
  VdtJsonString key;
  gboolean has_instructions = FALSE;
  VdtTime time = record->time;

  record_clear_payload (record);
  record->bare = TRUE;
  memset (&decoder->inner_type, 0, sizeof decoder->inner_type);
  vdt_json_reader_init (&reader, data, len);
  vdt_json_reader_enter_object (&reader);
  while (vdt_json_reader_next_key (&reader, &key))
    {
      if (VDT_KEY_IS (&key, "id"))
        vdt_decode_string (&reader, &record->id);
      else if (VDT_KEY_IS (&key, "instructions"))
        {
          has_instructions = TRUE;
          vdt_json_reader_skip (&reader);
        }
      else if (!decode_response_item_key (&reader, decoder, &key))
        vdt_json_reader_skip (&reader);
    }
  record->item_type = decoder->type;
  if (decoder->type.data != NULL)
    record->kind = vdt_codex_item_kind (&decoder->type);
  else if (decoder->record_type.data != NULL)
    record->kind = VDT_CODEX_IGNORED;
  else if (record->id.data != NULL && (vdt_time_known (time) || has_instructions))
    {
      record->kind = VDT_CODEX_SESSION_META;
      record->start_time = time;
    }
  return !vdt_json_reader_failed (&reader);
}

/**
 * vdt_codex_record_decode:
 * @record: (out caller-allocates): what was read
 * @data: (array length=len): one line
 * @len: its length
 *
 * Decodes one record of any of the three dialects (formats B). Duplicate keys: the last wins.
 *
 * Returns: whether @data is exactly one object; its kind may still be unknown
 */
gboolean
vdt_codex_record_decode (VdtCodexRecord *record, const char *data, gsize len)
{
  VdtCodexDecoder decoder = { .record = record };
  VdtJsonReader reader;
  VdtJsonString key;
  VdtJsonSpan payload = { 0 };
  gboolean decoded = FALSE;
  guint ignored = 0;

  record->time = VDT_TIME_UNKNOWN;
  record->ordinal = VDT_COUNT_UNKNOWN;
  record_clear_payload (record);

  vdt_json_reader_init (&reader, data, len);
  if (!vdt_json_reader_enter_object (&reader))
    return FALSE;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      if (VDT_KEY_IS (&key, "timestamp"))
        vdt_decode_time (&reader, &record->time);
      else if (VDT_KEY_IS (&key, "type"))
        {
          vdt_decode_string (&reader, &decoder.type);
          decoded = FALSE;
        }
      else if (VDT_KEY_IS (&key, "ordinal"))
        vdt_decode_count (&reader, &record->ordinal, &ignored);
      else if (VDT_KEY_IS (&key, "record_type"))
        vdt_decode_string (&reader, &decoder.record_type);
      else if (VDT_KEY_IS (&key, "payload"))
        {
          vdt_json_reader_peek (&reader);
          payload.data = reader.pos;
          if (decoder.type.data != NULL)
            {
              decode_payload (&reader, &decoder);
              decoded = TRUE;
            }
          else
            vdt_json_reader_skip (&reader);
          payload.len = reader.pos - payload.data;
        }
      else
        vdt_json_reader_skip (&reader);
    }
  if (!vdt_json_reader_at_end (&reader))
    return FALSE;

  if (payload.data == NULL)
    return decode_bare (record, &decoder, data, len);
  if (decoder.type.data == NULL)
    record_clear_payload (record);
  else if (!decoded)
    {
      vdt_json_reader_init_span (&reader, &payload);
      decode_payload (&reader, &decoder);
    }
  apply_resets_in (&record->limits.primary, decoder.primary_resets_in, record->time);
  apply_resets_in (&record->limits.secondary, decoder.secondary_resets_in, record->time);
  return !vdt_json_reader_failed (&reader);
}
