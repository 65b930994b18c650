/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-usage-digest.h"

#include <string.h>

#include "vdt-usage-digest-private.h"

/* A reply's key: its message id, else its record's uuid (usage.md). The two never meet. */
static guint64
reply_key (const VdtClaudeRecord *record)
{
  guint64 key = vdt_digest_hash (&record->message_id);

  if (key == 0)
    {
      key = vdt_digest_hash (&record->uuid);
      if (key != 0)
        key = (key ^ G_GUINT64_CONSTANT (0xa5a5a5a5a5a5a5a5)) | 1;
    }
  return key;
}

static VdtCount
prompt_tokens (const VdtClaudeUsage *usage)
{
  return vdt_count_add (vdt_count_add (usage->input, usage->cache_creation), usage->cache_read);
}

/* Of the records of one reply the last counts, but never one with fewer output tokens. */
static gboolean
usage_supersedes (const VdtCall *call, const VdtClaudeUsage *usage)
{
  return !vdt_count_known (call->output) ||
         (vdt_count_known (usage->output) && usage->output >= call->output);
}

static void
call_set_usage (VdtCall *call, const VdtClaudeUsage *usage)
{
  call->uncached_input = usage->input;
  call->cache_read = usage->cache_read;
  call->cache_creation = usage->cache_creation;
  call->output = usage->output;
  call->reasoning = usage->thinking;
  /* a part that is not known leaves the sum unknown; one that was not given is none */
  call->context = usage->bad_context == 0 ? vdt_count_add (prompt_tokens (usage), usage->output)
                                          : VDT_COUNT_UNKNOWN;
}

/* The newest main reply by time holds the meter; a later record of the same one corrects it. */
static void
meter_reply (VdtUsageDigest *digest,
             const VdtClaudeRecord *record,
             const VdtCall *call,
             VdtTime time)
{
  VdtCount prompt = prompt_tokens (&record->usage);

  if (vdt_count_known (prompt) && prompt > digest->largest_prompt)
    digest->largest_prompt = prompt;
  if (call->key != 0 && call->key == digest->reply_key)
    {
      if (!digest->compacted)
        digest->reply_context = call->context;
      return;
    }
  if (vdt_time_known (digest->reply_time) && vdt_time_known (time) && time < digest->reply_time)
    return;
  digest->reply_key = call->key;
  digest->reply_time = time;
  digest->reply_context = call->context;
  digest->compacted = FALSE;
}

static void
meter_model (VdtUsageDigest *digest, const VdtClaudeRecord *record, VdtTime time)
{
  if (record->model.len == 0 ||
      (vdt_time_known (digest->model_time) && vdt_time_known (time) && time < digest->model_time))
    return;
  digest->model_time = time;
  vdt_digest_set_text (&digest->model, &record->model);
}

static void
feed_reply (VdtUsageDigest *digest, const VdtClaudeRecord *record)
{
  VdtTime time = vdt_digest_time (digest, record->time);
  gboolean is_main = !record->is_sidechain || digest->is_agent_file;
  guint64 key = 0;
  VdtCall *call = NULL;

  digest->counts.bad_values += record->usage.bad_values;
  if (!record->usage.set)
    {
      if (is_main)
        meter_model (digest, record, time);
      return;
    }
  key = reply_key (record);
  call = key != 0 ? vdt_digest_find_call (digest, key) : NULL;
  if (call != NULL)
    {
      call->records++;
      digest->touched = MIN (digest->touched, call->line);
      if (vdt_time_known (record->time) &&
          (!vdt_time_known (call->time) || record->time < call->time))
        call->time = record->time;
      if (usage_supersedes (call, &record->usage))
        call_set_usage (call, &record->usage);
    }
  else
    {
      call = vdt_digest_add_call (digest, key);
      if (call == NULL)
        return;
      call->time = time;
      call->model = vdt_digest_intern (digest, &record->model);
      call_set_usage (call, &record->usage);
    }
  if (call->owner == 0)
    call->owner = vdt_digest_hash (&record->request_session_id);
  if (is_main)
    {
      call->flags |= VDT_CALL_MAIN;
      meter_reply (digest, record, call, time);
      meter_model (digest, record, time);
    }
}

/* How much of a limit message says which limit it is: what stands before its reset. */
static gsize
limit_name_length (const char *text)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);
  const char *reset = strstr (lower, "reset");
  const char *bar = strchr (lower, '|');

  if (reset == NULL || (bar != NULL && bar < reset))
    reset = bar;
  return reset != NULL ? (gsize) (reset - lower) : strlen (lower);
}

/* Of each limit the newest message, so that one that is hit over and over pushes out no other. */
static void
keep_message (VdtUsageDigest *digest, const VdtLimitMessage *message)
{
  const gsize len = limit_name_length (message->text);

  for (guint i = 0; i < digest->limit_messages->len; i++)
    {
      VdtLimitMessage *old = &g_array_index (digest->limit_messages, VdtLimitMessage, i);

      if (limit_name_length (old->text) != len || strncmp (old->text, message->text, len) != 0)
        continue;
      if (old->time > message->time)
        {
          g_free (message->text);
          return;
        }
      g_array_remove_index (digest->limit_messages, i);
      break;
    }
  if (digest->limit_messages->len >= VDT_DIGEST_MAX_MESSAGES)
    g_array_remove_index (digest->limit_messages, 0);
  g_array_append_vals (digest->limit_messages, message, 1);
}

/* Keeps what the CLI itself printed about a limit (rulings: *Claude limit message*). */
static void
feed_notice (VdtUsageDigest *digest, const VdtClaudeRecord *record)
{
  VdtTime time = vdt_digest_time (digest, record->time);
  VdtJsonReader reader;
  VdtClaudeBlock block;
  VdtJsonString text = record->text;
  VdtLimitMessage message = { .time = time };
  g_autofree char *lower = NULL;

  if (vdt_claude_content_begin (record, &reader))
    while (text.data == NULL && vdt_claude_block_next (&reader, &block))
      if (vdt_json_string_equal (&block.type, "text"))
        text = block.text;
  if (text.data == NULL || text.len > 4 * VDT_DIGEST_MESSAGE_BYTES || !vdt_time_known (time))
    return;
  message.text = vdt_json_string_dup (&text, VDT_DIGEST_MESSAGE_BYTES);
  lower = g_ascii_strdown (message.text, -1);
  if (strstr (lower, "limit") == NULL ||
      (strstr (lower, "reset") == NULL && strchr (lower, '|') == NULL))
    {
      g_free (message.text);
      return;
    }
  keep_message (digest, &message);
}

static void
feed_boundary (VdtUsageDigest *digest, const VdtClaudeRecord *record)
{
  VdtTime time = vdt_digest_time (digest, record->time);
  VdtCompaction compaction = { .time = time, .post_tokens = record->post_tokens };

  if (record->is_sidechain && !digest->is_agent_file)
    return;
  if (digest->compactions->len < VDT_DIGEST_MAX_COMPACTIONS)
    g_array_append_val (digest->compactions, compaction);
  if (vdt_time_known (digest->reply_time) && vdt_time_known (time) && time < digest->reply_time)
    return;
  digest->reply_time = time;
  digest->reply_key = 0;
  digest->reply_context = record->post_tokens;
  digest->compacted = !vdt_count_known (record->post_tokens);
}

/**
 * vdt_usage_digest_feed_claude:
 * @digest: a digest of a Claude log
 * @record: its next record
 */
void
vdt_usage_digest_feed_claude (VdtUsageDigest *digest, const VdtClaudeRecord *record)
{
  gboolean is_main = !record->is_sidechain || digest->is_agent_file;

  digest->line++;
  digest->counts.records++;
  if (digest->session_id == NULL)
    vdt_digest_set_text (&digest->session_id, &record->session_id);
  if (record->version.len > 0 && digest->cli_version == NULL)
    vdt_digest_set_text (&digest->cli_version, &record->version);

  switch (record->kind)
    {
    case VDT_CLAUDE_ASSISTANT:
      if (record->is_api_error || vdt_json_string_equal (&record->model, "<synthetic>"))
        feed_notice (digest, record);
      else
        feed_reply (digest, record);
      break;
    case VDT_CLAUDE_USER:
      vdt_digest_time (digest, record->time);
      /* A conversation is known from its first prompt on only where that was read (G41, G42). */
      if (is_main && record->parent_state == VDT_PARENT_NULL)
        digest->complete = TRUE;
      break;
    case VDT_CLAUDE_SYSTEM:
      if (vdt_json_string_equal (&record->subtype, "compact_boundary"))
        feed_boundary (digest, record);
      else
        {
          if (is_main && record->parent_state == VDT_PARENT_NULL)
            digest->complete = TRUE;
          if (record->is_api_error)
            feed_notice (digest, record);
        }
      break;
    case VDT_CLAUDE_ATTACHMENT:
      if (is_main && record->parent_state == VDT_PARENT_NULL)
        digest->complete = TRUE;
      break;
    case VDT_CLAUDE_UNKNOWN:
      digest->counts.unknown_records++;
      break;
    case VDT_CLAUDE_IGNORED:
    case VDT_CLAUDE_SUMMARY:
    case VDT_CLAUDE_AI_TITLE:
    case VDT_CLAUDE_CUSTOM_TITLE:
    case VDT_CLAUDE_AGENT_NAME:
    case VDT_CLAUDE_QUEUE_OPERATION:
    case VDT_CLAUDE_RESULT:
      break;
    }
}
