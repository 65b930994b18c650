/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-context"

#include "config.h"

#include "vdt-talk-private.h"

#include <string.h>

#include "vdt-text.h"

static void
drop_open (VdtTalk *talk)
{
  vdt_talk_calls_end (talk, NULL, FALSE);
  talk->codex.permission = FALSE;
}

/* Later ones are of what the log was copied from, or of a segment or fork that goes on where the
 * records before it end: that one's folder is the newer. */
static void
feed_session_meta (VdtTalk *talk,
                   const VdtCodexRecord *record,
                   VdtCodexThreadStep step,
                   const VdtTalkKey *place)
{
  if (step == VDT_CODEX_STEP_OWN)
    return;
  vdt_talk_set_cwd (talk, &record->cwd, place);
  if (step == VDT_CODEX_STEP_FIRST)
    return;
  drop_open (talk);
  talk->codex.turn_open = FALSE;
  if (step == VDT_CODEX_STEP_FORKS)
    talk->created_at = vdt_time_known (record->time) ? record->time : record->start_time;
}

/* --- turns ------------------------------------------------------------------------------------ */

static void
settle (VdtTalk *talk, const VdtTalkKey *at)
{
  const VdtTalkCodex *codex = &talk->codex;
  const VdtTalkCall *asking = vdt_talk_first_asking (talk);
  VdtLifecycle lifecycle = codex->loose;

  if (asking != NULL)
    {
      vdt_talk_settle (talk, VDT_LIFECYCLE_WAITING, VDT_WAITING_QUESTION, asking->at.time);
      return;
    }
  if (codex->permission)
    {
      vdt_talk_settle (talk, VDT_LIFECYCLE_WAITING, VDT_WAITING_PERMISSION,
                       codex->permission_since);
      return;
    }
  if (codex->marked)
    lifecycle = codex->turn_open ? VDT_LIFECYCLE_WORKING : codex->ended;
  vdt_talk_settle (talk, lifecycle, VDT_WAITING_NOTHING, at->time);
}

/* A turn that was never ended is over when the next one starts. */
static void
start_turn (VdtTalk *talk, const VdtCodexRecord *record, const VdtTalkKey *at)
{
  VdtTalkCodex *codex = &talk->codex;

  drop_open (talk);
  codex->marked = TRUE;
  codex->turn_open = TRUE;
  codex->turn_has_text = FALSE;
  codex->turn = vdt_json_string_hash (&record->turn_id);
  settle (talk, at);
  talk->state_since = at->time;
}

/* An end that names another turn than the open one is late, and ends nothing. */
static void
end_turn (VdtTalk *talk, const VdtCodexRecord *record, VdtLifecycle ended)
{
  VdtTalkCodex *codex = &talk->codex;
  const guint64 turn = vdt_json_string_hash (&record->turn_id);

  if (codex->turn_open && turn != 0 && codex->turn != 0 && turn != codex->turn)
    return;
  drop_open (talk);
  if (record->kind == VDT_CODEX_TASK_COMPLETE)
    codex->marked = TRUE;
  codex->turn_open = FALSE;
  codex->turn_has_text = FALSE;
  codex->ended = ended;
  codex->loose = ended;
}

static void
roll_back (VdtTalk *talk, const VdtCodexRecord *record)
{
  VdtTalkCodex *codex = &talk->codex;
  const gint64 n = vdt_count_known (record->num_turns) ? record->num_turns : 0;

  codex->n_user_turns = n < codex->n_user_turns ? codex->n_user_turns - n : 0;
  if (codex->first_text_turn >= codex->n_user_turns)
    g_clear_pointer (&talk->first_text, g_free);
  if (codex->other_text_turn >= codex->n_user_turns)
    g_clear_pointer (&talk->other_text, g_free);
  drop_open (talk);
  codex->turn_open = FALSE;
  codex->turn_has_text = FALSE;
  codex->ended = VDT_LIFECYCLE_IDLE;
  codex->loose = VDT_LIFECYCLE_OBSERVING;
}

/* --- what the user wrote ---------------------------------------------------------------------- */

/* Of a wrong type is as missing, also where the key stood before: the last one counts. */
static void
read_text (VdtJsonReader *reader, VdtJsonString *text)
{
  memset (text, 0, sizeof *text);
  if (vdt_json_reader_peek (reader) == VDT_JSON_STRING)
    vdt_json_reader_read_string (reader, text);
}

/* Walks the text parts of @content. Gives the kind of the first that is real, else of the last,
 * and its title in @title. */
static VdtTextKind
kind_of_parts (const VdtJsonSpan *content, char **title)
{
  VdtTextKind kind = VDT_TEXT_NONE;
  VdtJsonReader reader;

  vdt_json_reader_init_span (&reader, content);
  if (content->len == 0 || !vdt_json_reader_enter_array (&reader))
    return kind;
  while (vdt_json_reader_next_element (&reader))
    {
      VdtJsonString key;
      VdtJsonString text = { 0 };

      if (!vdt_json_reader_enter_object (&reader))
        continue;
      while (vdt_json_reader_next_key (&reader, &key))
        if (vdt_json_string_equal (&key, "text"))
          read_text (&reader, &text);
      if (vdt_json_string_is_set (&text) && kind != VDT_TEXT_REAL)
        {
          const VdtTextKind part = vdt_talk_text_kind (&text, FALSE, title);

          kind = part != VDT_TEXT_NONE ? part : kind;
        }
    }
  return kind;
}

static VdtTextKind
kind_of_text (const VdtCodexRecord *record, char **title)
{
  if (vdt_json_string_is_set (&record->text))
    return vdt_talk_text_kind (&record->text, FALSE, title);
  return kind_of_parts (&record->content, title);
}

/* Adds the text parts of @content that are to be seen, one below the other. */
static void
append_parts (GString *out, const VdtJsonSpan *content, gboolean from_user)
{
  VdtJsonReader reader;

  vdt_json_reader_init_span (&reader, content);
  if (content->len == 0 || !vdt_json_reader_enter_array (&reader))
    return;
  while (vdt_json_reader_next_element (&reader) && out->len < VDT_TALK_MAX_MESSAGE)
    {
      VdtJsonString key;
      VdtJsonString text = { 0 };
      g_autofree char *part = NULL;

      if (!vdt_json_reader_enter_object (&reader))
        continue;
      while (vdt_json_reader_next_key (&reader, &key))
        if (vdt_json_string_equal (&key, "text"))
          read_text (&reader, &text);
      if (!vdt_json_string_is_set (&text))
        continue;
      part = from_user ? vdt_talk_visible_text (&text, FALSE) : vdt_talk_plain_text (&text);
      if (part == NULL || *part == '\0')
        continue;
      if (out->len > 0)
        g_string_append_c (out, '\n');
      g_string_append (out, part);
    }
}

/* One message item is one message (rulings: *One entry is*). */
static void
add_message (VdtTalk *talk, const VdtCodexRecord *record, gboolean from_user, guint flags)
{
  const VdtTalkKey at = { .time = talk->last_time, .seq = talk->seq };
  char *text = NULL;

  if (!vdt_talk_wants_message (talk, &at))
    return;
  if (vdt_json_string_is_set (&record->text))
    text = from_user ? vdt_talk_visible_text (&record->text, FALSE)
                     : vdt_talk_plain_text (&record->text);
  else
    {
      g_autoptr (GString) parts = g_string_new (NULL);

      append_parts (parts, &record->content, from_user);
      text = vdt_text_cut (parts->str, VDT_MESSAGE_MAX_CHARS);
    }
  vdt_talk_add_message (talk, &at, 0, from_user, flags, text);
}

/* A user text of the log's own dialect (decisions: *Visible talk in Codex*). */
static void
feed_user_text (VdtTalk *talk, const VdtCodexRecord *record)
{
  VdtTalkCodex *codex = &talk->codex;
  g_autofree char *title = NULL;
  const VdtTextKind kind = kind_of_text (record, &title);
  const VdtTalkKey at = { .time = talk->last_time, .seq = talk->seq };
  gboolean answers = FALSE;

  /* A message may be just a picture. */
  if (kind != VDT_TEXT_REAL && (kind != VDT_TEXT_NONE || codex->thread.bare))
    return;
  if (!codex->turn_open || !codex->turn_has_text)
    codex->n_user_turns++;
  codex->turn_has_text = TRUE;
  if (kind == VDT_TEXT_REAL)
    add_message (talk, record, TRUE, VDT_MESSAGE_PLAIN);
  vdt_talk_set_task (talk, title, &at);
  if (title != NULL && talk->first_text == NULL)
    {
      talk->first_text = g_steal_pointer (&title);
      codex->first_text_turn = codex->n_user_turns - 1;
    }
  answers = vdt_talk_first_asking (talk) != NULL;
  vdt_talk_calls_end (talk, NULL, TRUE);
  codex->loose = answers ? VDT_LIFECYCLE_WORKING : VDT_LIFECYCLE_OBSERVING;
}

/* One of another dialect names the talk only where its own has no word. */
static void
feed_other_text (VdtTalk *talk, const VdtCodexRecord *record)
{
  if (talk->other_text != NULL || talk->first_text != NULL)
    return;
  kind_of_text (record, &talk->other_text);
  talk->codex.other_text_turn = talk->codex.n_user_turns;
}

static void
feed_bare_cwd (VdtTalk *talk, const VdtCodexRecord *record, const VdtTalkKey *place)
{
  VdtJsonReader reader;

  vdt_json_reader_init_span (&reader, &record->content);
  if (record->content.len == 0 || !vdt_json_reader_enter_array (&reader))
    return;
  while (vdt_json_reader_next_element (&reader))
    {
      VdtJsonString key;
      VdtJsonString text = { 0 };
      g_autofree char *cwd = NULL;

      if (!vdt_json_reader_enter_object (&reader))
        continue;
      while (vdt_json_reader_next_key (&reader, &key))
        if (vdt_json_string_equal (&key, "text"))
          read_text (&reader, &text);
      cwd = vdt_json_string_is_set (&text) ? vdt_user_text_get_cwd (&text) : NULL;
      if (cwd != NULL)
        {
          const VdtJsonString string = { .data = cwd, .len = strlen (cwd) };

          vdt_talk_set_cwd (talk, &string, place);
        }
    }
}

static void
feed_message (VdtTalk *talk, const VdtCodexRecord *record, const VdtTalkKey *place)
{
  if (vdt_json_string_equal (&record->role, "user"))
    {
      if (!talk->codex.thread.bare)
        {
          feed_other_text (talk, record);
          return;
        }
      feed_bare_cwd (talk, record, place);
      feed_user_text (talk, record);
    }
  else if (vdt_json_string_equal (&record->role, "assistant"))
    {
      if (talk->codex.thread.bare)
        add_message (talk, record, FALSE, VDT_MESSAGE_PLAIN);
      if (!vdt_json_string_equal (&record->phase, "commentary"))
        talk->codex.loose = VDT_LIFECYCLE_OBSERVING; /* this may have been the turn's last word */
    }
}

static void
feed_item (VdtTalk *talk, const VdtCodexRecord *record)
{
  if (vdt_json_string_equal (&record->item_type, "UserMessage"))
    {
      if (talk->codex.thread.paginated)
        feed_user_text (talk, record);
      else
        feed_other_text (talk, record);
    }
  else if (vdt_json_string_equal (&record->item_type, "AgentMessage"))
    {
      if (talk->codex.thread.paginated)
        add_message (talk, record, FALSE, VDT_MESSAGE_PLAIN);
    }
  else if (vdt_json_string_equal (&record->item_type, "Plan"))
    add_message (talk, record, FALSE, VDT_MESSAGE_IS_PLAN);
  else if (vdt_json_string_equal (&record->item_type, "CommandExecution") ||
           vdt_json_string_equal (&record->item_type, "FileChange") ||
           vdt_json_string_equal (&record->item_type, "McpToolCall"))
    talk->codex.permission = FALSE;
}

/* --- calls ------------------------------------------------------------------------------------ */

static void
feed_call (VdtTalk *talk, const VdtCodexRecord *record, const VdtTalkKey *at)
{
  VdtTalkCall call = { .id = vdt_json_string_hash (&record->call_id),
                       .at = *at,
                       .kind = VDT_CALL_OTHER };
  const gboolean asks = vdt_json_string_equal (&record->name, "request_user_input");

  if (asks || vdt_json_string_equal (&record->name, "update_plan"))
    {
      g_autofree char *arguments = vdt_json_string_dup (&record->arguments, VDT_TALK_MAX_ARGUMENTS);
      const VdtJsonSpan span = { .data = arguments,
                                 .len = arguments != NULL ? strlen (arguments) : 0 };

      if (asks)
        vdt_talk_call_ask (&call, &record->call_id, &span);
      else
        call.edit = vdt_plan_edit_new_list (&span, "plan", "step");
      if (call.edit != NULL)
        call.kind = VDT_CALL_EDIT;
    }
  vdt_talk_call_open (talk, &call);
}

/* A plan that was not taken comes back with other words (formats C.3). */
static gboolean
says_updated (const VdtJsonSpan *output)
{
  static const char words[] = "Plan updated";

  return g_strstr_len (output->data, (gssize) MIN (output->len, 256), words) != NULL;
}

static void
feed_call_output (VdtTalk *talk, const VdtCodexRecord *record)
{
  const gboolean asked = vdt_talk_first_asking (talk) != NULL;
  const VdtTalkResult result = { .failed =
                                   record->output.len == 0 || !says_updated (&record->output) };

  vdt_talk_call_close (talk, vdt_json_string_hash (&record->call_id), &result);
  talk->codex.permission = FALSE;
  if (asked && vdt_talk_first_asking (talk) == NULL)
    talk->codex.loose = VDT_LIFECYCLE_WORKING;
}

static void
feed_approval_request (VdtTalk *talk, const VdtCodexRecord *record, const VdtTalkKey *at)
{
  talk->codex.permission = TRUE;
  talk->codex.permission_since = at->time;
  talk->codex.permission_call = vdt_json_string_hash (&record->call_id);
}

/* An event of the very call that waits says that it went on. */
static void
feed_other_event (VdtTalk *talk, const VdtCodexRecord *record)
{
  const guint64 call = vdt_json_string_hash (&record->call_id);

  if (call != 0 && call == talk->codex.permission_call)
    talk->codex.permission = FALSE;
}

static void
feed_own (VdtTalk *talk,
          const VdtCodexRecord *record,
          VdtCodexThreadStep step,
          const VdtTalkKey *at,
          const VdtTalkKey *place)
{
  switch (record->kind)
    {
    case VDT_CODEX_SESSION_META:
      feed_session_meta (talk, record, step, place);
      break;
    case VDT_CODEX_TURN_CONTEXT:
      vdt_talk_set_cwd (talk, &record->cwd, place);
      break;
    case VDT_CODEX_TASK_STARTED:
      start_turn (talk, record, at);
      break;
    case VDT_CODEX_TASK_COMPLETE:
      if (vdt_json_string_is_set (&record->error_text) && vdt_talk_wants_message (talk, at))
        vdt_talk_add_message (talk, at, 0, FALSE, VDT_MESSAGE_IS_ERROR,
                              vdt_talk_plain_text (&record->error_text));
      end_turn (talk, record, record->has_error ? VDT_LIFECYCLE_ERROR : VDT_LIFECYCLE_IDLE);
      break;
    case VDT_CODEX_TURN_ABORTED:
      end_turn (talk, record, VDT_LIFECYCLE_IDLE);
      break;
    case VDT_CODEX_THREAD_NAME:
      g_free (talk->thread_name);
      talk->thread_name = vdt_talk_string_title (&record->name);
      break;
    case VDT_CODEX_THREAD_ROLLED_BACK:
      roll_back (talk, record);
      break;
    case VDT_CODEX_USER_MESSAGE:
      if (talk->codex.thread.paginated || talk->codex.thread.bare)
        feed_other_text (talk, record);
      else
        feed_user_text (talk, record);
      break;
    case VDT_CODEX_ITEM_COMPLETED:
      feed_item (talk, record);
      break;
    case VDT_CODEX_MESSAGE:
      feed_message (talk, record, place);
      break;
    case VDT_CODEX_CALL:
      feed_call (talk, record, at);
      break;
    case VDT_CODEX_CALL_OUTPUT:
      feed_call_output (talk, record);
      break;
    case VDT_CODEX_APPROVAL_REQUEST:
      feed_approval_request (talk, record, at);
      break;
    case VDT_CODEX_OTHER_EVENT:
      feed_other_event (talk, record);
      break;
    case VDT_CODEX_AGENT_MESSAGE:
      if (!talk->codex.thread.paginated && !talk->codex.thread.bare)
        add_message (talk, record, FALSE, VDT_MESSAGE_PLAIN);
      break;
    case VDT_CODEX_UNKNOWN:
      talk->degraded = TRUE;
      break;
    case VDT_CODEX_IGNORED:
    case VDT_CODEX_COMPACTED:
    case VDT_CODEX_TOKEN_USAGE_RECORD:
    case VDT_CODEX_TOKEN_COUNT:
    case VDT_CODEX_THREAD_SETTINGS:
    case VDT_CODEX_CONTEXT_COMPACTED:
    case VDT_CODEX_EVENT_ERROR: /* the turn's end says whether it failed */
    case VDT_CODEX_REASONING:
      break;
    }
}

/**
 * vdt_talk_feed_codex:
 * @talk: a talk of Codex
 * @record: the log's next record; its line is needed only during the call
 *
 * Of a thread in segments, and of a fork that inherits, feed the inherited records up to the
 * cut first, then the segment's, its `session_meta` with them.
 */
void
vdt_talk_feed_codex (VdtTalk *talk, const VdtCodexRecord *record)
{
  VdtCodexThreadStep step;
  VdtTalkKey at;
  VdtTalkKey place = { 0 };

  g_return_if_fail (talk != NULL && talk->runtime == VDT_RUNTIME_CODEX);
  g_return_if_fail (record != NULL);

  at = vdt_talk_step (talk, record->time);
  place.seq = at.seq;
  if (!vdt_time_known (talk->created_at))
    talk->created_at = vdt_time_known (record->time) ? record->time : record->start_time;
  step = vdt_codex_thread_feed (&talk->codex.thread, record);
  if (step == VDT_CODEX_STEP_FOREIGN)
    return;
  vdt_talk_note_time (talk, record->time);
  if (record->bare)
    vdt_talk_note_time (talk, record->start_time);
  feed_own (talk, record, step, &at, &place);
  settle (talk, &at);
  vdt_talk_end_record (talk, &at);
}
