/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-claude-record.h"

#include "vdt-decode-private.h"

static void
usage_clear (VdtClaudeUsage *usage)
{
  usage->set = FALSE;
  usage->bad_values = usage->bad_context = 0;
  usage->input = usage->cache_creation = usage->cache_read = VDT_COUNT_UNKNOWN;
  usage->output = usage->thinking = VDT_COUNT_UNKNOWN;
}

static void
decode_output_details (VdtJsonReader *reader, VdtClaudeUsage *usage)
{
  VdtJsonString key;

  usage->thinking = VDT_COUNT_UNKNOWN;
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "thinking_tokens"))
        vdt_decode_count (reader, &usage->thinking, &usage->bad_values);
      else
        vdt_json_reader_skip (reader);
    }
}

/* One of the parts that fill the context; @bit is its own in `bad_context`. */
static void
decode_context_part (VdtJsonReader *reader, VdtClaudeUsage *usage, VdtCount *part, guint bit)
{
  guint bad_values = 0;

  vdt_decode_count (reader, part, &bad_values);
  usage->bad_values += bad_values;
  usage->bad_context = bad_values > 0 ? usage->bad_context | bit : usage->bad_context & ~bit;
}

static void
decode_usage (VdtJsonReader *reader, VdtClaudeUsage *usage)
{
  VdtJsonString key;

  usage_clear (usage);
  if (!vdt_decode_enter_object (reader))
    return;
  usage->set = TRUE;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "input_tokens"))
        decode_context_part (reader, usage, &usage->input, 1 << 0);
      else if (VDT_KEY_IS (&key, "cache_creation_input_tokens"))
        decode_context_part (reader, usage, &usage->cache_creation, 1 << 1);
      else if (VDT_KEY_IS (&key, "cache_read_input_tokens"))
        decode_context_part (reader, usage, &usage->cache_read, 1 << 2);
      else if (VDT_KEY_IS (&key, "output_tokens"))
        decode_context_part (reader, usage, &usage->output, 1 << 3);
      else if (VDT_KEY_IS (&key, "output_tokens_details"))
        decode_output_details (reader, usage);
      else
        vdt_json_reader_skip (reader);
    }
}

/* A string stays a string, a list a span; anything else is as good as missing. */
static void
decode_content (VdtJsonReader *reader, VdtJsonString *text, VdtJsonSpan *content)
{
  memset (text, 0, sizeof *text);
  memset (content, 0, sizeof *content);
  switch (vdt_json_reader_peek (reader))
    {
    case VDT_JSON_STRING:
      vdt_json_reader_read_string (reader, text);
      break;
    case VDT_JSON_ARRAY:
      vdt_json_reader_read_span (reader, content);
      break;
    case VDT_JSON_END:
    case VDT_JSON_OBJECT:
    case VDT_JSON_NUMBER:
    case VDT_JSON_TRUE:
    case VDT_JSON_FALSE:
    case VDT_JSON_NULL:
      vdt_json_reader_skip (reader);
      break;
    }
}

static void
decode_message (VdtJsonReader *reader, VdtClaudeRecord *record)
{
  VdtJsonString key;

  memset (&record->message_id, 0, sizeof record->message_id);
  memset (&record->model, 0, sizeof record->model);
  memset (&record->role, 0, sizeof record->role);
  memset (&record->stop_reason, 0, sizeof record->stop_reason);
  memset (&record->text, 0, sizeof record->text);
  memset (&record->content, 0, sizeof record->content);
  usage_clear (&record->usage);
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "id"))
        vdt_decode_string (reader, &record->message_id);
      else if (VDT_KEY_IS (&key, "model"))
        vdt_decode_string (reader, &record->model);
      else if (VDT_KEY_IS (&key, "role"))
        vdt_decode_string (reader, &record->role);
      else if (VDT_KEY_IS (&key, "stop_reason"))
        vdt_decode_string (reader, &record->stop_reason);
      else if (VDT_KEY_IS (&key, "usage"))
        decode_usage (reader, &record->usage);
      else if (VDT_KEY_IS (&key, "content"))
        decode_content (reader, &record->text, &record->content);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_compact_metadata (VdtJsonReader *reader, VdtClaudeRecord *record)
{
  VdtJsonString key;
  guint ignored = 0;

  record->pre_tokens = record->post_tokens = VDT_COUNT_UNKNOWN;
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "preTokens"))
        vdt_decode_count (reader, &record->pre_tokens, &ignored);
      else if (VDT_KEY_IS (&key, "postTokens"))
        vdt_decode_count (reader, &record->post_tokens, &ignored);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_kind_of (VdtJsonReader *reader, VdtJsonString *kind)
{
  VdtJsonString key;

  memset (kind, 0, sizeof *kind);
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "kind"))
        vdt_decode_string (reader, kind);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_attachment (VdtJsonReader *reader, VdtClaudeRecord *record)
{
  VdtJsonString key;

  memset (&record->attachment_type, 0, sizeof record->attachment_type);
  memset (&record->attachment_prompt, 0, sizeof record->attachment_prompt);
  memset (&record->origin_kind, 0, sizeof record->origin_kind);
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "type"))
        vdt_decode_string (reader, &record->attachment_type);
      else if (VDT_KEY_IS (&key, "prompt"))
        vdt_json_reader_read_span (reader, &record->attachment_prompt);
      else if (VDT_KEY_IS (&key, "origin"))
        decode_kind_of (reader, &record->origin_kind);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_parent (VdtJsonReader *reader, VdtClaudeRecord *record)
{
  memset (&record->parent_uuid, 0, sizeof record->parent_uuid);
  record->parent_state = VDT_PARENT_ABSENT;
  if (vdt_json_reader_peek (reader) == VDT_JSON_STRING)
    {
      vdt_json_reader_read_string (reader, &record->parent_uuid);
      record->parent_state = VDT_PARENT_SET;
      return;
    }
  if (vdt_json_reader_peek (reader) == VDT_JSON_NULL)
    record->parent_state = VDT_PARENT_NULL;
  vdt_json_reader_skip (reader);
}

/* What every record may bear (formats I). */
static gboolean
decode_common_key (VdtJsonReader *reader, VdtClaudeRecord *record, const VdtJsonString *key)
{
  if (VDT_KEY_IS (key, "parentUuid"))
    decode_parent (reader, record);
  else if (VDT_KEY_IS (key, "isSidechain"))
    vdt_decode_boolean (reader, &record->is_sidechain);
  else if (VDT_KEY_IS (key, "cwd"))
    vdt_decode_string (reader, &record->cwd);
  else if (VDT_KEY_IS (key, "sessionId"))
    vdt_decode_string (reader, &record->session_id);
  else if (VDT_KEY_IS (key, "version"))
    vdt_decode_string (reader, &record->version);
  else if (VDT_KEY_IS (key, "message"))
    decode_message (reader, record);
  else if (VDT_KEY_IS (key, "requestId"))
    vdt_decode_string (reader, &record->request_id);
  else if (VDT_KEY_IS (key, "uuid"))
    vdt_decode_string (reader, &record->uuid);
  else if (VDT_KEY_IS (key, "timestamp"))
    vdt_decode_time (reader, &record->time);
  else if (VDT_KEY_IS (key, "agentId"))
    vdt_decode_string (reader, &record->agent_id);
  else if (VDT_KEY_IS (key, "isMeta"))
    vdt_decode_boolean (reader, &record->is_meta);
  else if (VDT_KEY_IS (key, "isApiErrorMessage"))
    vdt_decode_boolean (reader, &record->is_api_error);
  else if (VDT_KEY_IS (key, "isCompactSummary"))
    vdt_decode_boolean (reader, &record->is_compact_summary);
  else if (VDT_KEY_IS (key, "requestSessionId"))
    vdt_decode_string (reader, &record->request_session_id);
  else
    return FALSE;
  return TRUE;
}

/* What only some kinds bear; their names do not clash. */
static void
decode_special_key (VdtJsonReader *reader, VdtClaudeRecord *record, const VdtJsonString *key)
{
  if (VDT_KEY_IS (key, "toolUseResult"))
    vdt_json_reader_read_span (reader, &record->tool_use_result);
  else if (VDT_KEY_IS (key, "subtype"))
    vdt_decode_string (reader, &record->subtype);
  else if (VDT_KEY_IS (key, "is_error"))
    vdt_decode_boolean (reader, &record->is_error);
  else if (VDT_KEY_IS (key, "compactMetadata"))
    decode_compact_metadata (reader, record);
  else if (VDT_KEY_IS (key, "logicalParentUuid"))
    vdt_decode_string (reader, &record->logical_parent_uuid);
  else if (VDT_KEY_IS (key, "origin"))
    decode_kind_of (reader, &record->origin_kind);
  else if (VDT_KEY_IS (key, "promptSource"))
    vdt_decode_string (reader, &record->prompt_source);
  else if (VDT_KEY_IS (key, "attachment"))
    decode_attachment (reader, record);
  else if (VDT_KEY_IS (key, "operation"))
    vdt_decode_string (reader, &record->operation);
  else if (VDT_KEY_IS (key, "reason"))
    vdt_decode_string (reader, &record->reason);
  else if (VDT_KEY_IS (key, "leafUuid"))
    vdt_decode_string (reader, &record->leaf_uuid);
  else if (VDT_KEY_IS (key, "summary") || VDT_KEY_IS (key, "aiTitle") ||
           VDT_KEY_IS (key, "customTitle") || VDT_KEY_IS (key, "agentName"))
    vdt_decode_string (reader, &record->title);
  else if (VDT_KEY_IS (key, "content"))
    {
      VdtJsonSpan span;

      /* of system and queue-operation records; a message's content is inside the message */
      decode_content (reader, &record->text, &span);
    }
  else
    vdt_json_reader_skip (reader);
}

static const struct
{
  const char *type;
  VdtClaudeKind kind;
} kinds[] = {
  { "user", VDT_CLAUDE_USER },
  { "assistant", VDT_CLAUDE_ASSISTANT },
  { "system", VDT_CLAUDE_SYSTEM },
  { "attachment", VDT_CLAUDE_ATTACHMENT },
  { "queue-operation", VDT_CLAUDE_QUEUE_OPERATION },
  { "summary", VDT_CLAUDE_SUMMARY },
  { "ai-title", VDT_CLAUDE_AI_TITLE },
  { "custom-title", VDT_CLAUDE_CUSTOM_TITLE },
  { "agent-name", VDT_CLAUDE_AGENT_NAME },
  { "result", VDT_CLAUDE_RESULT },
  { "progress", VDT_CLAUDE_IGNORED },
  { "last-prompt", VDT_CLAUDE_IGNORED },
  { "mode", VDT_CLAUDE_IGNORED },
  { "permission-mode", VDT_CLAUDE_IGNORED },
  { "file-history-snapshot", VDT_CLAUDE_IGNORED },
  { "file-history-delta", VDT_CLAUDE_IGNORED },
  { "cost-state", VDT_CLAUDE_IGNORED },
  { "api-request", VDT_CLAUDE_IGNORED },
  { "api-request-shape", VDT_CLAUDE_IGNORED },
  { "api-request-blob", VDT_CLAUDE_IGNORED },
  { "atis-latch", VDT_CLAUDE_IGNORED },
  { "tools-used", VDT_CLAUDE_IGNORED },
  { "worktree-state", VDT_CLAUDE_IGNORED },
  { "pr-link", VDT_CLAUDE_IGNORED },
  { "frame-link", VDT_CLAUDE_IGNORED },
  { "bridge-session", VDT_CLAUDE_IGNORED },
  { "relocated", VDT_CLAUDE_IGNORED },
  { "started", VDT_CLAUDE_IGNORED },
};

static VdtClaudeKind
kind_of (const VdtJsonString *type)
{
  if (type->data == NULL)
    return VDT_CLAUDE_UNKNOWN;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (vdt_json_string_equal (type, kinds[i].type))
      return kinds[i].kind;
  return VDT_CLAUDE_UNKNOWN;
}

/**
 * vdt_claude_record_decode:
 * @record: (out caller-allocates): what was read
 * @data: (array length=len): one line
 * @len: its length
 *
 * Decodes one record of Claude Code 1.0 … 2.1 (formats I, J). Duplicate keys: the last wins.
 *
 * Returns: whether @data is exactly one object; its kind may still be unknown
 */
gboolean
vdt_claude_record_decode (VdtClaudeRecord *record, const char *data, gsize len)
{
  VdtJsonReader reader;
  VdtJsonString key;
  VdtJsonString type = { 0 };

  memset (record, 0, sizeof *record);
  record->time = VDT_TIME_UNKNOWN;
  record->pre_tokens = record->post_tokens = VDT_COUNT_UNKNOWN;
  usage_clear (&record->usage);

  vdt_json_reader_init (&reader, data, len);
  if (!vdt_json_reader_enter_object (&reader))
    return FALSE;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      if (VDT_KEY_IS (&key, "type"))
        vdt_decode_string (&reader, &type);
      else if (!decode_common_key (&reader, record, &key))
        decode_special_key (&reader, record, &key);
    }
  if (!vdt_json_reader_at_end (&reader))
    return FALSE;
  record->kind = kind_of (&type);
  return TRUE;
}

/**
 * vdt_claude_content_begin:
 * @record: a decoded record whose line is still there
 * @reader: (out caller-allocates): where to walk
 *
 * Returns: whether the record's content is a list of blocks; walk it with
 *   [func@vdt_claude_block_next]
 */
gboolean
vdt_claude_content_begin (const VdtClaudeRecord *record, VdtJsonReader *reader)
{
  if (record->content.len == 0)
    return FALSE;
  vdt_json_reader_init_span (reader, &record->content);
  return vdt_json_reader_enter_array (reader);
}

/**
 * vdt_claude_block_next:
 * @reader: as [func@vdt_claude_content_begin] left it
 * @block: (out caller-allocates): the next block; all unset where it is no object
 *
 * Returns: whether there was one more
 */
gboolean
vdt_claude_block_next (VdtJsonReader *reader, VdtClaudeBlock *block)
{
  VdtJsonString key;

  memset (block, 0, sizeof *block);
  if (!vdt_json_reader_next_element (reader))
    return FALSE;
  if (!vdt_decode_enter_object (reader))
    return !vdt_json_reader_failed (reader);
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "type"))
        vdt_decode_string (reader, &block->type);
      else if (VDT_KEY_IS (&key, "text"))
        vdt_decode_string (reader, &block->text);
      else if (VDT_KEY_IS (&key, "id"))
        vdt_decode_string (reader, &block->id);
      else if (VDT_KEY_IS (&key, "name"))
        vdt_decode_string (reader, &block->name);
      else if (VDT_KEY_IS (&key, "input"))
        vdt_json_reader_read_span (reader, &block->input);
      else if (VDT_KEY_IS (&key, "tool_use_id"))
        vdt_decode_string (reader, &block->tool_use_id);
      else if (VDT_KEY_IS (&key, "is_error"))
        vdt_decode_boolean (reader, &block->is_error);
      else if (VDT_KEY_IS (&key, "content"))
        vdt_json_reader_read_span (reader, &block->content);
      else
        vdt_json_reader_skip (reader);
    }
  return !vdt_json_reader_failed (reader);
}
