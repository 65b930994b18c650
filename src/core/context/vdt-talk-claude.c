/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-context"

#include "config.h"

#include "vdt-talk-private.h"

#include <stdlib.h>

/* Claude Code does not write in the order of time (formats K.1, G40): whatever decides something
 * bears its key, and the latest key counts, not the last line. */

/* --- titles ----------------------------------------------------------------------------------- */

static void
take_title (char **place, const VdtClaudeRecord *record)
{
  g_free (*place);
  *place = vdt_talk_string_title (&record->title);
}

static void
take_slash_command (VdtTalk *talk, const VdtJsonString *text, const VdtTalkKey *at)
{
  char *title = NULL;

  if (talk->slash_command != NULL && vdt_talk_key_compare (at, &talk->slash_at) > 0)
    return;
  title = vdt_talk_command_title (text);
  if (title == NULL)
    return;
  g_free (talk->slash_command);
  talk->slash_command = title;
  talk->slash_at = *at;
}

static void
take_own_summary (VdtTalk *talk, char *title, gint64 seq)
{
  if (seq > talk->own_summary_seq)
    {
      g_free (talk->own_summary);
      talk->own_summary = title;
      talk->own_summary_seq = seq;
    }
  else
    g_free (title);
}

/* A summary counts where its leaf is in this log: before it, or yet to come (formats I). */
static void
feed_summary (VdtTalk *talk, const VdtClaudeRecord *record, const VdtTalkKey *at)
{
  VdtTalkLeaf leaf = { .leaf = vdt_json_string_hash (&record->leaf_uuid), .seq = at->seq };

  leaf.title = leaf.leaf != 0 ? vdt_talk_string_title (&record->title) : NULL;
  if (leaf.title == NULL)
    return;
  if (vdt_talk_ring_has (&talk->uuids, leaf.leaf))
    {
      take_own_summary (talk, leaf.title, leaf.seq);
      return;
    }
  if (talk->leaves->len == VDT_TALK_MAX_SUMMARIES)
    g_array_remove_index (talk->leaves, 0);
  g_array_append_val (talk->leaves, leaf);
}

static void
note_uuid (VdtTalk *talk, const VdtClaudeRecord *record)
{
  const guint64 uuid = vdt_json_string_hash (&record->uuid);

  if (uuid == 0)
    return;
  vdt_talk_ring_push (&talk->uuids, uuid);
  for (guint i = talk->leaves->len; i > 0; i--)
    {
      VdtTalkLeaf *leaf = &g_array_index (talk->leaves, VdtTalkLeaf, i - 1);

      if (leaf->leaf != uuid)
        continue;
      take_own_summary (talk, g_steal_pointer (&leaf->title), leaf->seq);
      g_array_remove_index (talk->leaves, i - 1);
    }
}

/* --- state ------------------------------------------------------------------------------------ */

static void
note_turn (VdtTalk *talk, VdtLifecycle lifecycle, const VdtTalkKey *at)
{
  if (vdt_talk_key_advance (&talk->claude.turn_at, at))
    talk->claude.turn = lifecycle;
}

/* The turn that @at stands in is over: so are its calls. */
static void
note_over (VdtTalk *talk, const VdtTalkKey *at)
{
  if (vdt_talk_key_advance (&talk->claude.over_at, at))
    vdt_talk_calls_end (talk, at, FALSE);
}

/* What a person wrote answers the questions before it. */
static void
note_text (VdtTalk *talk, const VdtTalkKey *at)
{
  if (vdt_talk_key_advance (&talk->claude.text_at, at))
    vdt_talk_calls_end (talk, at, TRUE);
}

static gboolean
wants_first_text (const VdtTalk *talk, const VdtTalkKey *at)
{
  return talk->first_text == NULL || vdt_talk_key_compare (at, &talk->first_text_at) < 0;
}

static void
take_first_text (VdtTalk *talk, char *title, const VdtTalkKey *at)
{
  vdt_talk_set_task (talk, title, at);
  if (title == NULL || !wants_first_text (talk, at))
    {
      g_free (title);
      return;
    }
  g_free (talk->first_text);
  talk->first_text = title;
  talk->first_text_at = *at;
}

static void
settle (VdtTalk *talk, const VdtTalkKey *at)
{
  const VdtTalkClaude *claude = &talk->claude;
  const VdtTalkCall *asking = vdt_talk_first_asking (talk);
  VdtLifecycle lifecycle = VDT_LIFECYCLE_OBSERVING;
  VdtTime since = at->time;

  if (asking != NULL)
    {
      vdt_talk_settle (talk, VDT_LIFECYCLE_WAITING,
                       asking->kind == VDT_CALL_PLAN ? VDT_WAITING_PLAN_APPROVAL
                                                     : VDT_WAITING_QUESTION,
                       asking->at.time);
      return;
    }
  if (!vdt_talk_key_set (&claude->turn_at) && !vdt_talk_key_set (&claude->end_at))
    lifecycle = vdt_talk_key_set (&claude->local_at) ? VDT_LIFECYCLE_IDLE : VDT_LIFECYCLE_OBSERVING;
  else if (claude->turn == VDT_LIFECYCLE_ERROR &&
           !(vdt_talk_key_set (&claude->local_at) &&
             vdt_talk_key_after (&claude->local_at, &claude->turn_at)))
    {
      /* Notices behind an API error change nothing (rulings: State). */
      lifecycle = VDT_LIFECYCLE_ERROR;
      since = claude->turn_at.time;
    }
  else if (claude->turn == VDT_LIFECYCLE_ERROR)
    lifecycle = VDT_LIFECYCLE_IDLE;
  else if (vdt_talk_key_set (&claude->end_at) &&
           vdt_talk_key_after (&claude->end_at, &claude->turn_at))
    lifecycle = claude->end;
  else
    lifecycle = claude->turn;
  vdt_talk_settle (talk, lifecycle, VDT_WAITING_NOTHING, since);
}

/* --- user ------------------------------------------------------------------------------------- */

typedef struct
{
  gboolean has_result;
  gboolean has_picture;
  gboolean has_real;
  gboolean has_command;
  gboolean has_local;
  gboolean has_notice;
  gboolean interrupted;
  guint part;
  char *title;
} UserContent;

static void
look_at_text (VdtTalk *talk,
              UserContent *content,
              const VdtJsonString *text,
              gboolean typed,
              const VdtTalkKey *at)
{
  const gboolean keeps = vdt_talk_wants_message (talk, at);
  const guint part = content->part++;

  switch (vdt_talk_text_kind (text, typed, content->title == NULL ? &content->title : NULL))
    {
    case VDT_TEXT_NONE:
    case VDT_TEXT_INJECTED:
      break;
    case VDT_TEXT_REAL:
      content->has_real = TRUE;
      if (keeps)
        vdt_talk_add_message (talk, at, part, TRUE, VDT_MESSAGE_PLAIN,
                              vdt_talk_visible_text (text, typed));
      break;
    case VDT_TEXT_COMMAND:
      content->has_command = TRUE;
      take_slash_command (talk, text, at);
      if (keeps)
        vdt_talk_add_message (talk, at, part, TRUE, VDT_MESSAGE_IS_COMMAND,
                              vdt_talk_command_title (text));
      break;
    case VDT_TEXT_LOCAL:
      content->has_local = TRUE;
      break;
    case VDT_TEXT_INTERRUPTED:
      content->interrupted = TRUE;
      if (keeps)
        vdt_talk_add_message (talk, at, part, TRUE, VDT_MESSAGE_IS_INTERRUPTION,
                              vdt_talk_plain_text (text));
      break;
    case VDT_TEXT_NOTICE:
      content->has_notice = TRUE;
      break;
    }
}

static void
look_at_user (VdtTalk *talk,
              UserContent *content,
              const VdtClaudeRecord *record,
              gboolean typed,
              const VdtTalkKey *at)
{
  VdtJsonReader reader;
  VdtClaudeBlock block;

  if (vdt_json_string_is_set (&record->text))
    {
      look_at_text (talk, content, &record->text, typed, at);
      return;
    }
  if (!vdt_claude_content_begin (record, &reader))
    return;
  while (vdt_claude_block_next (&reader, &block))
    {
      if (vdt_json_string_equal (&block.type, "tool_result"))
        {
          const VdtTalkResult result = { .failed = block.is_error,
                                         .output = record->tool_use_result };

          content->has_result = TRUE;
          vdt_talk_call_close (talk, vdt_json_string_hash (&block.tool_use_id), &result);
        }
      else if (vdt_json_string_equal (&block.type, "text"))
        look_at_text (talk, content, &block.text, typed, at);
      else if (vdt_json_string_equal (&block.type, "image") ||
               vdt_json_string_equal (&block.type, "document"))
        content->has_picture = TRUE;
    }
}

/* A person's prompt opens a turn. Its time is the turn's also where it was written late. */
static void
feed_prompt (VdtTalk *talk, const VdtTalkKey *at)
{
  const gboolean newest = vdt_talk_key_after (at, &talk->claude.turn_at);
  const gboolean of_this_turn = vdt_talk_key_after (at, &talk->claude.over_at);

  note_turn (talk, VDT_LIFECYCLE_WORKING, at);
  note_text (talk, at);
  settle (talk, at);
  if (talk->lifecycle == VDT_LIFECYCLE_WORKING && of_this_turn &&
      (newest || at->time < talk->state_since))
    talk->state_since = at->time;
}

static gboolean
has_real_text (const VdtClaudeRecord *record)
{
  VdtJsonReader reader;
  VdtClaudeBlock block;
  gboolean found = FALSE;

  if (vdt_json_string_is_set (&record->text))
    return vdt_talk_text_kind (&record->text, FALSE, NULL) == VDT_TEXT_REAL;
  if (!vdt_claude_content_begin (record, &reader))
    return FALSE;
  while (vdt_claude_block_next (&reader, &block))
    if (vdt_json_string_equal (&block.type, "text") &&
        vdt_talk_text_kind (&block.text, FALSE, NULL) == VDT_TEXT_REAL)
      found = TRUE;
  return found;
}

/* What the agent put in the user's place: only the text behind a slash command opens a turn. */
static void
feed_meta (VdtTalk *talk, const VdtClaudeRecord *record, const VdtTalkKey *at)
{
  const gboolean after_command = talk->claude.after_command;

  talk->claude.after_command = FALSE;
  if (!after_command || !has_real_text (record))
    return;
  vdt_talk_set_task (talk, talk->slash_command, at);
  feed_prompt (talk, at);
}

static void
feed_user (VdtTalk *talk, const VdtClaudeRecord *record, const VdtTalkKey *at)
{
  const gboolean has_origin = vdt_json_string_is_set (&record->origin_kind);
  const gboolean human = vdt_json_string_equal (&record->origin_kind, "human");
  UserContent content = { 0 };

  if (record->is_compact_summary)
    return;
  if (record->is_meta)
    {
      feed_meta (talk, record, at);
      return;
    }
  talk->claude.after_command = FALSE;
  look_at_user (talk, &content, record, human, at);

  if (content.interrupted)
    {
      note_turn (talk, VDT_LIFECYCLE_IDLE, at);
      note_over (talk, at);
    }
  else if (content.has_result)
    note_turn (talk, VDT_LIFECYCLE_WORKING, at);
  else if (content.has_notice || (has_origin && !human))
    note_turn (talk, VDT_LIFECYCLE_WORKING, at);
  else if (content.has_command || content.has_local)
    {
      talk->claude.after_command = content.has_command;
      vdt_talk_key_advance (&talk->claude.local_at, at);
    }
  else if (content.has_real || content.has_picture)
    {
      take_first_text (talk, g_steal_pointer (&content.title), at);
      feed_prompt (talk, at);
    }
  g_free (content.title);
}

/* --- assistant -------------------------------------------------------------------------------- */

/* 2.1.56 and older leave out `stop_reason`, always or mostly, so that nothing tells a reply from
 * half of one. */
static gboolean
may_end_unmarked (const VdtJsonString *version)
{
  char text[32];
  char *p = NULL;
  gulong major = 0;
  gulong minor = 0;

  if (vdt_json_string_copy (version, text, sizeof text) == 0)
    return FALSE;
  major = strtoul (text, &p, 10);
  if (p == text || *p != '.')
    return FALSE;
  minor = strtoul (p + 1, &p, 10);
  if (major != 2 || minor != 1)
    return major < 2 || (major == 2 && minor < 1);
  return *p == '.' && strtoul (p + 1, NULL, 10) < 100;
}

static gboolean
is_plan_mode_exit (const VdtJsonString *name)
{
  return vdt_json_string_equal (name, "ExitPlanMode") ||
         vdt_json_string_equal (name, "exit_plan_mode");
}

/* What a call asks for, or does to the agent's own plan; of all others nothing is looked at. */
static void
look_at_call (VdtTalkCall *call, const VdtClaudeBlock *block)
{
  if (vdt_json_string_equal (&block->name, "AskUserQuestion"))
    vdt_talk_call_ask (call, &block->id, &block->input);
  else if (is_plan_mode_exit (&block->name))
    {
      g_autofree char *id = vdt_json_string_dup (&block->id, VDT_TALK_MAX_CALL_ID);

      call->asks = 1;
      call->kind = VDT_CALL_PLAN;
      call->decisions = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_decision_unref);
      g_ptr_array_add (call->decisions,
                       vdt_decision_new_plan (&block->input, id != NULL ? id : "", call->at.time));
    }
  else if (vdt_json_string_equal (&block->name, "TodoWrite"))
    call->edit = vdt_plan_edit_new_list (&block->input, "todos", "content");
  else if (vdt_json_string_equal (&block->name, "TaskCreate"))
    call->edit = vdt_plan_edit_new_task (&block->input);
  else if (vdt_json_string_equal (&block->name, "TaskUpdate"))
    call->edit = vdt_plan_edit_new_update (&block->input);
  if (call->edit != NULL)
    call->kind = VDT_CALL_EDIT;
}

static void
open_call (VdtTalk *talk, const VdtClaudeBlock *block, const VdtTalkKey *at)
{
  VdtTalkCall call = { .at = *at, .kind = VDT_CALL_OTHER, .id = vdt_json_string_hash (&block->id) };

  if (!vdt_talk_key_after (at, &talk->claude.over_at))
    return;
  look_at_call (&call, block);
  if (call.asks > 0 && !vdt_talk_key_after (at, &talk->claude.text_at))
    {
      vdt_talk_call_clear (&call);
      return;
    }
  vdt_talk_call_open (talk, &call);
}

/* Goes through the blocks of a reply. What a turn's last one calls is over with it: then
 * @has_call is %NULL. */
static void
look_at_reply (VdtTalk *talk,
               const VdtClaudeRecord *record,
               guint flags,
               const VdtTalkKey *at,
               gboolean *has_call)
{
  const gboolean keeps = vdt_talk_wants_message (talk, at);
  VdtJsonReader reader;
  VdtClaudeBlock block;

  if (vdt_json_string_is_set (&record->text) && keeps)
    vdt_talk_add_message (talk, at, 0, FALSE, flags, vdt_talk_plain_text (&record->text));
  if (!vdt_claude_content_begin (record, &reader))
    return;
  for (guint part = 0; vdt_claude_block_next (&reader, &block); part++)
    {
      if (vdt_json_string_equal (&block.type, "text"))
        {
          if (keeps)
            vdt_talk_add_message (talk, at, part, FALSE, flags, vdt_talk_plain_text (&block.text));
        }
      else if (has_call != NULL && vdt_json_string_equal (&block.type, "tool_use"))
        {
          *has_call = TRUE;
          open_call (talk, &block, at);
        }
    }
}

static void
feed_assistant (VdtTalk *talk, const VdtClaudeRecord *record, const VdtTalkKey *at)
{
  const gboolean stops = vdt_json_string_equal (&record->stop_reason, "end_turn") ||
                         vdt_json_string_equal (&record->stop_reason, "stop_sequence");
  const gboolean synthetic = vdt_json_string_equal (&record->model, "<synthetic>");
  gboolean has_call = FALSE;

  talk->claude.after_command = FALSE;
  if (record->is_api_error)
    {
      look_at_reply (talk, record, VDT_MESSAGE_IS_ERROR, at, NULL);
      note_turn (talk, VDT_LIFECYCLE_ERROR, at);
      note_over (talk, at);
      return;
    }
  /* What the program says in the agent's place is no talk (formats J.2). */
  if (!synthetic)
    look_at_reply (talk, record, VDT_MESSAGE_PLAIN, at, stops ? NULL : &has_call);
  if (stops || synthetic)
    {
      note_turn (talk, VDT_LIFECYCLE_IDLE, at);
      note_over (talk, at);
      return;
    }
  /* Neither working nor idle is claimed where nothing tells. */
  if (!has_call && !vdt_json_string_is_set (&record->stop_reason) &&
      may_end_unmarked (&record->version))
    note_turn (talk, VDT_LIFECYCLE_OBSERVING, at);
  else
    note_turn (talk, VDT_LIFECYCLE_WORKING, at);
}

/* --- the rest --------------------------------------------------------------------------------- */

static void
feed_system (VdtTalk *talk, const VdtClaudeRecord *record, const VdtTalkKey *at)
{
  if (vdt_json_string_equal (&record->subtype, "turn_duration"))
    {
      if (vdt_talk_key_advance (&talk->claude.end_at, at))
        talk->claude.end = VDT_LIFECYCLE_IDLE;
      note_over (talk, at);
    }
  else if (vdt_json_string_equal (&record->subtype, "local_command"))
    {
      if (vdt_talk_text_kind (&record->text, FALSE, NULL) == VDT_TEXT_COMMAND)
        take_slash_command (talk, &record->text, at);
      vdt_talk_key_advance (&talk->claude.local_at, at);
    }
}

static void
feed_result (VdtTalk *talk, const VdtClaudeRecord *record, const VdtTalkKey *at)
{
  char subtype[16];

  vdt_json_string_copy (&record->subtype, subtype, sizeof subtype);
  if (vdt_talk_key_advance (&talk->claude.end_at, at))
    talk->claude.end = record->is_error || g_str_has_prefix (subtype, "error") ? VDT_LIFECYCLE_ERROR
                                                                               : VDT_LIFECYCLE_IDLE;
  note_over (talk, at);
}

/* A message taken into the running turn is an attachment, not a user record (G46). */
static void
feed_attachment (VdtTalk *talk, const VdtClaudeRecord *record, const VdtTalkKey *at)
{
  UserContent content = { 0 };
  VdtJsonReader reader;
  VdtJsonString text;
  const gboolean human = vdt_json_string_equal (&record->origin_kind, "human");

  if (!vdt_json_string_equal (&record->attachment_type, "queued_command") ||
      (vdt_json_string_is_set (&record->origin_kind) && !human) || record->is_meta)
    return;
  vdt_json_reader_init_span (&reader, &record->attachment_prompt);
  if (vdt_json_reader_peek (&reader) == VDT_JSON_STRING)
    {
      if (vdt_json_reader_read_string (&reader, &text))
        look_at_text (talk, &content, &text, human, at);
    }
  else
    {
      VdtClaudeRecord list = { .content = record->attachment_prompt };

      look_at_user (talk, &content, &list, human, at);
    }
  if (content.has_real || content.has_picture)
    {
      take_first_text (talk, g_steal_pointer (&content.title), at);
      note_text (talk, at);
    }
  g_free (content.title);
}

static void
feed_queue (VdtTalk *talk, const VdtClaudeRecord *record)
{
  if (vdt_json_string_equal (&record->operation, "enqueue"))
    vdt_talk_queue_push (talk, vdt_json_string_hash (&record->text),
                         vdt_talk_text_kind (&record->text, FALSE, NULL) != VDT_TEXT_NOTICE);
  else if (vdt_json_string_equal (&record->operation, "dequeue"))
    vdt_talk_queue_pop (talk);
  else if (vdt_json_string_equal (&record->operation, "remove"))
    {
      if (vdt_json_string_is_set (&record->text))
        vdt_talk_queue_remove (talk, vdt_json_string_hash (&record->text));
      else
        vdt_talk_queue_pop (talk);
    }
  else if (vdt_json_string_equal (&record->operation, "popAll"))
    vdt_talk_queue_clear (talk);
}

static void
feed_own (VdtTalk *talk, const VdtClaudeRecord *record, const VdtTalkKey *at)
{
  switch (record->kind)
    {
    case VDT_CLAUDE_USER:
      feed_user (talk, record, at);
      break;
    case VDT_CLAUDE_ASSISTANT:
      feed_assistant (talk, record, at);
      break;
    case VDT_CLAUDE_SYSTEM:
      feed_system (talk, record, at);
      break;
    case VDT_CLAUDE_RESULT:
      feed_result (talk, record, at);
      break;
    case VDT_CLAUDE_ATTACHMENT:
      feed_attachment (talk, record, at);
      break;
    case VDT_CLAUDE_QUEUE_OPERATION:
      feed_queue (talk, record);
      break;
    case VDT_CLAUDE_SUMMARY:
      feed_summary (talk, record, at);
      break;
    case VDT_CLAUDE_AI_TITLE:
      take_title (&talk->ai_title, record);
      break;
    case VDT_CLAUDE_CUSTOM_TITLE:
      take_title (&talk->custom_title, record);
      break;
    case VDT_CLAUDE_AGENT_NAME: /* of the agent; a rename writes a custom title too */
    case VDT_CLAUDE_IGNORED:
      break;
    case VDT_CLAUDE_UNKNOWN:
      talk->degraded = TRUE;
      break;
    }
}

/**
 * vdt_talk_feed_claude:
 * @talk: a talk of Claude Code
 * @record: the log's next record; its line is needed only during the call
 */
void
vdt_talk_feed_claude (VdtTalk *talk, const VdtClaudeRecord *record)
{
  VdtTalkKey at;

  g_return_if_fail (talk != NULL && talk->runtime == VDT_RUNTIME_CLAUDE);
  g_return_if_fail (record != NULL);

  note_uuid (talk, record);
  if (record->is_sidechain && !talk->agent_log)
    return;
  at = vdt_talk_step (talk, record->time);
  vdt_talk_note_time (talk, record->time);
  if (vdt_time_known (record->time) &&
      (!vdt_time_known (talk->created_at) || record->time < talk->created_at))
    talk->created_at = record->time;
  vdt_talk_set_cwd (talk, &record->cwd, &at);
  feed_own (talk, record, &at);
  settle (talk, &at);
  vdt_talk_end_record (talk, &at);
}
