/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "record-dump.h"

#include <string.h>

static void
put_string (GString *out, const char *name, const VdtJsonString *string)
{
  g_autofree char *text = NULL;

  if (string->data == NULL)
    return;
  text = vdt_json_string_dup (string, 0);
  g_string_append_printf (out, "%s=%s ", name, text);
}

static void
put_count (GString *out, const char *name, VdtCount count)
{
  if (vdt_count_known (count))
    g_string_append_printf (out, "%s=%" G_GINT64_FORMAT " ", name, count);
}

static void
put_time (GString *out, const char *name, VdtTime time)
{
  g_autofree char *text = vdt_time_known (time) ? vdt_time_to_rfc3339 (time) : NULL;

  if (text != NULL)
    g_string_append_printf (out, "%s=%s ", name, text);
}

static void
put_flag (GString *out, const char *name, gboolean flag)
{
  if (flag)
    g_string_append_printf (out, "%s ", name);
}

static void
put_span (GString *out, const char *name, const VdtJsonSpan *span, gboolean with_spans)
{
  if (span->len == 0)
    return;
  if (with_spans)
    g_string_append_printf (out, "%s=%.*s ", name, (int) span->len, span->data);
  else
    g_string_append_printf (out, "%s=… ", name);
}

static void
put_bad (GString *out, guint bad_values)
{
  if (bad_values > 0)
    g_string_append_printf (out, "bad=%u ", bad_values);
}

static void
put_codex_usage (GString *out, const char *name, const VdtCodexUsage *usage)
{
  if (!usage->set)
    return;
  g_string_append_printf (out, "%s{ ", name);
  put_count (out, "in", usage->input);
  put_count (out, "cached", usage->cached_input);
  put_count (out, "written", usage->cache_write_input);
  put_count (out, "out", usage->output);
  put_count (out, "reasoning", usage->reasoning_output);
  put_count (out, "total", usage->total);
  put_bad (out, usage->bad_values);
  g_string_append (out, "} ");
}

static void
put_limit (GString *out, const char *name, const VdtCodexLimit *limit)
{
  if (!limit->set)
    return;
  g_string_append_printf (out, "%s{ ", name);
  if (limit->percent_state == VDT_NUMBER_GOOD)
    g_string_append_printf (out, "percent=%g ", limit->used_percent);
  put_flag (out, "percent-bad", limit->percent_state == VDT_NUMBER_BAD);
  put_count (out, "minutes", limit->window_minutes);
  put_flag (out, "minutes-bad", limit->minutes_state == VDT_NUMBER_BAD);
  put_time (out, "resets", limit->resets_at);
  put_flag (out, "resets-bad", limit->resets_state == VDT_NUMBER_BAD);
  g_string_append (out, "} ");
}

static void
put_codex_meta (GString *out, const VdtCodexRecord *record)
{
  put_string (out, "id", &record->id);
  put_string (out, "session", &record->session_id);
  put_time (out, "start", record->start_time);
  put_string (out, "cwd", &record->cwd);
  put_string (out, "version", &record->cli_version);
  put_string (out, "originator", &record->originator);
  put_string (out, "provider", &record->model_provider);
  put_string (out, "forked", &record->forked_from_id);
  put_string (out, "parent", &record->parent_thread_id);
  put_string (out, "spawn-parent", &record->spawn_parent_thread_id);
  put_flag (out, "subagent", record->is_subagent);
  put_flag (out, "internal", record->is_internal);
  put_string (out, "subagent-kind", &record->subagent_kind);
  put_string (out, "nickname", &record->agent_nickname);
  put_string (out, "mode", &record->history_mode);
  put_string (out, "base", &record->base_thread_id);
  put_count (out, "base-ordinal", record->base_end_ordinal);
  put_count (out, "base-offset", record->base_end_offset);
  put_count (out, "own-from", record->subagent_start_ordinal);
}

static void
put_codex_talk (GString *out, const VdtCodexRecord *record, gboolean with_spans)
{
  put_string (out, "turn", &record->turn_id);
  put_string (out, "thread", &record->thread_id);
  put_string (out, "parent-turn", &record->parent_turn_id);
  put_string (out, "model", &record->model);
  put_string (out, "effort", &record->effort);
  put_string (out, "tier", &record->service_tier);
  put_flag (out, "tier-mentioned", record->service_tier_mentioned);
  put_flag (out, "has-error", record->has_error);
  put_string (out, "reason", &record->reason);
  put_count (out, "turns", record->num_turns);
  put_string (out, "role", &record->role);
  put_string (out, "text", &record->text);
  put_span (out, "content", &record->content, with_spans);
  put_string (out, "name", &record->name);
  put_string (out, "call", &record->call_id);
  put_string (out, "arguments", &record->arguments);
  put_string (out, "item-type", &record->item_type);
  put_string (out, "item", &record->item_id);
  put_string (out, "phase", &record->phase);
  put_span (out, "output", &record->output, with_spans);
  put_flag (out, "questions", record->has_questions);
}

static const char *const codex_names[] = {
  [VDT_CODEX_UNKNOWN] = "unknown",
  [VDT_CODEX_IGNORED] = "ignored",
  [VDT_CODEX_SESSION_META] = "meta",
  [VDT_CODEX_TURN_CONTEXT] = "context",
  [VDT_CODEX_COMPACTED] = "compacted",
  [VDT_CODEX_TOKEN_USAGE_RECORD] = "usage-record",
  [VDT_CODEX_TOKEN_COUNT] = "count",
  [VDT_CODEX_TASK_STARTED] = "started",
  [VDT_CODEX_TASK_COMPLETE] = "complete",
  [VDT_CODEX_TURN_ABORTED] = "aborted",
  [VDT_CODEX_THREAD_SETTINGS] = "settings",
  [VDT_CODEX_THREAD_NAME] = "name",
  [VDT_CODEX_THREAD_ROLLED_BACK] = "rolled-back",
  [VDT_CODEX_CONTEXT_COMPACTED] = "context-compacted",
  [VDT_CODEX_USER_MESSAGE] = "user-message",
  [VDT_CODEX_AGENT_MESSAGE] = "agent-message",
  [VDT_CODEX_ITEM_COMPLETED] = "item",
  [VDT_CODEX_APPROVAL_REQUEST] = "approval",
  [VDT_CODEX_EVENT_ERROR] = "error",
  [VDT_CODEX_MESSAGE] = "message",
  [VDT_CODEX_CALL] = "call",
  [VDT_CODEX_CALL_OUTPUT] = "call-output",
  [VDT_CODEX_REASONING] = "reasoning",
  [VDT_CODEX_OTHER_EVENT] = "other",
};

gboolean
dump_codex (GString *out, const char *line, gsize len, gboolean with_spans)
{
  VdtCodexRecord record;

  /* what stood there before must not shine through */
  memset (&record, 0xa5, sizeof record);
  if (!vdt_codex_record_decode (&record, line, len))
    return FALSE;
  g_string_append_printf (out, "%s ", codex_names[record.kind]);
  put_flag (out, "bare", record.bare);
  put_time (out, "time", record.time);
  put_count (out, "ordinal", record.ordinal);
  put_codex_meta (out, &record);
  put_codex_talk (out, &record, with_spans);
  put_flag (out, "info", record.info_set);
  put_codex_usage (out, "total", &record.total);
  put_codex_usage (out, "last", &record.last);
  put_count (out, "window", record.window_tokens);
  put_string (out, "response", &record.response_id);
  if (record.limits.set)
    {
      g_string_append (out, "limits{ ");
      put_string (out, "id", &record.limits.limit_id);
      put_string (out, "name", &record.limits.limit_name);
      put_string (out, "plan", &record.limits.plan_type);
      put_limit (out, "primary", &record.limits.primary);
      put_limit (out, "secondary", &record.limits.secondary);
      g_string_append (out, "} ");
    }
  put_bad (out, record.bad_values);
  return TRUE;
}

static const char *const claude_names[] = {
  [VDT_CLAUDE_UNKNOWN] = "unknown",
  [VDT_CLAUDE_IGNORED] = "ignored",
  [VDT_CLAUDE_USER] = "user",
  [VDT_CLAUDE_ASSISTANT] = "assistant",
  [VDT_CLAUDE_SYSTEM] = "system",
  [VDT_CLAUDE_SUMMARY] = "summary",
  [VDT_CLAUDE_AI_TITLE] = "ai-title",
  [VDT_CLAUDE_CUSTOM_TITLE] = "custom-title",
  [VDT_CLAUDE_AGENT_NAME] = "agent-name",
  [VDT_CLAUDE_QUEUE_OPERATION] = "queue",
  [VDT_CLAUDE_ATTACHMENT] = "attachment",
  [VDT_CLAUDE_RESULT] = "result",
};

static void
put_claude_usage (GString *out, const VdtClaudeUsage *usage)
{
  if (!usage->set)
    return;
  g_string_append (out, "usage{ ");
  put_count (out, "in", usage->input);
  put_count (out, "created", usage->cache_creation);
  put_count (out, "read", usage->cache_read);
  put_count (out, "out", usage->output);
  put_count (out, "thinking", usage->thinking);
  put_bad (out, usage->bad_values);
  g_string_append (out, "} ");
}

static void
put_claude_head (GString *out, const VdtClaudeRecord *record)
{
  put_time (out, "time", record->time);
  put_string (out, "uuid", &record->uuid);
  put_flag (out, "parent=null", record->parent_state == VDT_PARENT_NULL);
  put_flag (out, "parent-set", record->parent_state == VDT_PARENT_SET);
  put_string (out, "parent", &record->parent_uuid);
  put_string (out, "logical-parent", &record->logical_parent_uuid);
  put_string (out, "session", &record->session_id);
  put_string (out, "request-session", &record->request_session_id);
  put_string (out, "request", &record->request_id);
  put_string (out, "agent", &record->agent_id);
  put_string (out, "cwd", &record->cwd);
  put_string (out, "version", &record->version);
  put_flag (out, "sidechain", record->is_sidechain);
  put_flag (out, "meta", record->is_meta);
  put_flag (out, "compact-summary", record->is_compact_summary);
  put_flag (out, "api-error", record->is_api_error);
}

gboolean
dump_claude (GString *out, const char *line, gsize len, gboolean with_spans)
{
  VdtClaudeRecord record;

  memset (&record, 0xa5, sizeof record);
  if (!vdt_claude_record_decode (&record, line, len))
    return FALSE;
  g_string_append_printf (out, "%s ", claude_names[record.kind]);
  put_claude_head (out, &record);
  put_string (out, "message", &record.message_id);
  put_string (out, "model", &record.model);
  put_string (out, "role", &record.role);
  put_string (out, "stop", &record.stop_reason);
  put_claude_usage (out, &record.usage);
  put_string (out, "text", &record.text);
  put_span (out, "content", &record.content, with_spans);
  put_string (out, "origin", &record.origin_kind);
  put_span (out, "result", &record.tool_use_result, with_spans);
  put_string (out, "prompt-source", &record.prompt_source);
  put_string (out, "subtype", &record.subtype);
  put_count (out, "pre", record.pre_tokens);
  put_count (out, "post", record.post_tokens);
  put_flag (out, "is-error", record.is_error);
  put_string (out, "title", &record.title);
  put_string (out, "leaf", &record.leaf_uuid);
  put_string (out, "operation", &record.operation);
  put_string (out, "reason", &record.reason);
  put_string (out, "attachment", &record.attachment_type);
  put_span (out, "prompt", &record.attachment_prompt, with_spans);
  return TRUE;
}

char *
quoted (const char *line)
{
  return g_strdelimit (g_strdup (line), "'", '"');
}

void
assert_dump (DumpFunc dump, const char *line, const char *expected)
{
  g_autofree char *json = quoted (line);
  g_autofree char *exact = g_memdup2 (json, strlen (json));
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *wanted = NULL;

  g_test_message ("%s", line);
  if (!dump (out, exact, strlen (json), TRUE))
    {
      g_assert_null (expected);
      return;
    }
  g_assert_nonnull (expected);
  wanted = quoted (expected);
  g_assert_cmpstr (g_strchomp (out->str), ==, wanted);
}
