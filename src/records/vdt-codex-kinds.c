/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-codex-kinds-private.h"

static const struct
{
  const char *type;
  VdtCodexKind kind;
} event_kinds[] = {
  { "token_count", VDT_CODEX_TOKEN_COUNT },
  { "item_completed", VDT_CODEX_ITEM_COMPLETED },
  { "user_message", VDT_CODEX_USER_MESSAGE },
  { "agent_message", VDT_CODEX_AGENT_MESSAGE },
  { "agent_reasoning", VDT_CODEX_REASONING },
  { "agent_reasoning_raw_content", VDT_CODEX_REASONING },
  { "agent_reasoning_section_break", VDT_CODEX_REASONING },
  { "task_started", VDT_CODEX_TASK_STARTED },
  { "turn_started", VDT_CODEX_TASK_STARTED },
  { "task_complete", VDT_CODEX_TASK_COMPLETE },
  { "turn_complete", VDT_CODEX_TASK_COMPLETE },
  { "turn_completed", VDT_CODEX_TASK_COMPLETE },
  { "turn_aborted", VDT_CODEX_TURN_ABORTED },
  { "context_compacted", VDT_CODEX_CONTEXT_COMPACTED },
  { "thread_rolled_back", VDT_CODEX_THREAD_ROLLED_BACK },
  { "thread_name_updated", VDT_CODEX_THREAD_NAME },
  { "thread_settings_applied", VDT_CODEX_THREAD_SETTINGS },
  { "exec_approval_request", VDT_CODEX_APPROVAL_REQUEST },
  { "apply_patch_approval_request", VDT_CODEX_APPROVAL_REQUEST },
  { "request_permissions", VDT_CODEX_APPROVAL_REQUEST },
  { "error", VDT_CODEX_EVENT_ERROR },
  { "stream_error", VDT_CODEX_OTHER_EVENT },
  { "warning", VDT_CODEX_OTHER_EVENT },
  { "thread_goal_updated", VDT_CODEX_OTHER_EVENT },
  { "entered_review_mode", VDT_CODEX_OTHER_EVENT },
  { "exited_review_mode", VDT_CODEX_OTHER_EVENT },
  { "patch_apply_begin", VDT_CODEX_OTHER_EVENT },
  { "patch_apply_end", VDT_CODEX_OTHER_EVENT },
  { "web_search_begin", VDT_CODEX_OTHER_EVENT },
  { "web_search_end", VDT_CODEX_OTHER_EVENT },
  { "mcp_tool_call_begin", VDT_CODEX_OTHER_EVENT },
  { "mcp_tool_call_end", VDT_CODEX_OTHER_EVENT },
  { "image_generation_end", VDT_CODEX_OTHER_EVENT },
  { "view_image_tool_call", VDT_CODEX_OTHER_EVENT },
  { "sub_agent_activity", VDT_CODEX_OTHER_EVENT },
  { "exec_command_begin", VDT_CODEX_OTHER_EVENT },
  { "exec_command_end", VDT_CODEX_OTHER_EVENT },
  { "collab_agent_spawn_begin", VDT_CODEX_OTHER_EVENT },
  { "collab_agent_spawn_end", VDT_CODEX_OTHER_EVENT },
  { "collab_agent_interaction_begin", VDT_CODEX_OTHER_EVENT },
  { "collab_agent_interaction_end", VDT_CODEX_OTHER_EVENT },
  { "collab_waiting_begin", VDT_CODEX_OTHER_EVENT },
  { "collab_waiting_end", VDT_CODEX_OTHER_EVENT },
  { "collab_close_begin", VDT_CODEX_OTHER_EVENT },
  { "collab_close_end", VDT_CODEX_OTHER_EVENT },
  { "collab_resume_begin", VDT_CODEX_OTHER_EVENT },
  { "collab_resume_end", VDT_CODEX_OTHER_EVENT },
  { "exec_approval_response", VDT_CODEX_OTHER_EVENT },
  { "undo_completed", VDT_CODEX_OTHER_EVENT },
  { "session_configured", VDT_CODEX_OTHER_EVENT },
  { "shutdown_complete", VDT_CODEX_OTHER_EVENT },
  { "plan_update", VDT_CODEX_OTHER_EVENT },
  { "turn_diff", VDT_CODEX_OTHER_EVENT },
  { "background_event", VDT_CODEX_OTHER_EVENT },
  { "request_user_input", VDT_CODEX_OTHER_EVENT },
  { "elicitation_request", VDT_CODEX_OTHER_EVENT },
  { "item_started", VDT_CODEX_OTHER_EVENT },
};

static const struct
{
  const char *type;
  VdtCodexKind kind;
} item_kinds[] = {
  { "message", VDT_CODEX_MESSAGE },
  { "reasoning", VDT_CODEX_REASONING },
  { "function_call", VDT_CODEX_CALL },
  { "function_call_output", VDT_CODEX_CALL_OUTPUT },
  { "custom_tool_call", VDT_CODEX_CALL },
  { "custom_tool_call_output", VDT_CODEX_CALL_OUTPUT },
  { "local_shell_call", VDT_CODEX_CALL },
  { "local_shell_call_output", VDT_CODEX_CALL_OUTPUT },
  { "web_search_call", VDT_CODEX_OTHER_EVENT },
  { "image_generation_call", VDT_CODEX_OTHER_EVENT },
  { "tool_search_call", VDT_CODEX_CALL },
  { "tool_search_output", VDT_CODEX_CALL_OUTPUT },
  { "agent_message", VDT_CODEX_OTHER_EVENT },
  { "additional_tools", VDT_CODEX_IGNORED },
  { "ghost_snapshot", VDT_CODEX_IGNORED },
  { "compaction", VDT_CODEX_IGNORED },
  { "compaction_summary", VDT_CODEX_IGNORED },
  { "context_compaction", VDT_CODEX_IGNORED },
  { "configuration_update", VDT_CODEX_IGNORED },
  { "compaction_trigger", VDT_CODEX_IGNORED },
  { "other", VDT_CODEX_IGNORED },
};

/* What an `event_msg` is. */
VdtCodexKind
vdt_codex_event_kind (const VdtJsonString *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (event_kinds); i++)
    if (vdt_json_string_equal (type, event_kinds[i].type))
      return event_kinds[i].kind;
  return VDT_CODEX_UNKNOWN;
}

/* What a response item is, wrapped or bare. */
VdtCodexKind
vdt_codex_item_kind (const VdtJsonString *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (item_kinds); i++)
    if (vdt_json_string_equal (type, item_kinds[i].type))
      return item_kinds[i].kind;
  return VDT_CODEX_UNKNOWN;
}
