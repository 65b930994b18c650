/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-context"

#include "config.h"

#include "vdt-talk.h"

#include <string.h>

#include "vdt-talk-private.h"
#include "vdt-text.h"

/**
 * vdt_lifecycle_to_string:
 * @lifecycle: a lifecycle
 *
 * Returns: (transfer none): its word in JSON
 */
const char *
vdt_lifecycle_to_string (VdtLifecycle lifecycle)
{
  switch (lifecycle)
    {
    case VDT_LIFECYCLE_OBSERVING:
      return "observing";
    case VDT_LIFECYCLE_WORKING:
      return "working";
    case VDT_LIFECYCLE_IDLE:
      return "idle";
    case VDT_LIFECYCLE_WAITING:
      return "waiting";
    case VDT_LIFECYCLE_COMPLETED:
      return "completed";
    case VDT_LIFECYCLE_ERROR:
      return "error";
    case VDT_LIFECYCLE_OFFLINE:
      return "offline";
    }
  g_return_val_if_reached ("observing");
}

/**
 * vdt_waiting_for_to_string:
 * @waiting_for: what is waited for
 *
 * Returns: (transfer none) (nullable): its word in JSON; `NULL` where nothing is
 */
const char *
vdt_waiting_for_to_string (VdtWaitingFor waiting_for)
{
  switch (waiting_for)
    {
    case VDT_WAITING_NOTHING:
      return NULL;
    case VDT_WAITING_QUESTION:
      return "question";
    case VDT_WAITING_PLAN_APPROVAL:
      return "plan_approval";
    case VDT_WAITING_PERMISSION:
      return "permission";
    }
  g_return_val_if_reached (NULL);
}

/* --- rings ------------------------------------------------------------------------------------ */

static void
ring_init (VdtTalkRing *ring, guint size)
{
  ring->items = g_new0 (guint64, size);
  ring->size = size;
}

/* Takes the place of the oldest. */
void
vdt_talk_ring_push (VdtTalkRing *ring, guint64 hash)
{
  ring->items[ring->next] = hash;
  ring->next = (ring->next + 1) % ring->size;
  ring->len = MIN (ring->len + 1, ring->size);
}

gboolean
vdt_talk_ring_has (const VdtTalkRing *ring, guint64 hash)
{
  for (guint i = 0; i < ring->len; i++)
    if (ring->items[i] == hash)
      return TRUE;
  return FALSE;
}

/* A hash of what @string says, whatever escapes it is written with. 0 where it is not set. */
guint64
vdt_talk_hash (const VdtJsonString *string)
{
  g_autofree char *plain = NULL;

  if (!vdt_json_string_is_set (string))
    return 0;
  if (!string->escaped)
    return vdt_text_hash64 (string->data, MIN (string->len, VDT_TALK_MAX_TEXT));
  plain = vdt_json_string_dup (string, VDT_TALK_MAX_TEXT);
  return vdt_text_hash64 (plain, strlen (plain));
}

/* --- tool calls ------------------------------------------------------------------------------- */

/* The least useful one: a plain call before one that asks. */
static void
drop_one_call (VdtTalk *talk)
{
  for (guint i = 0; i < talk->calls->len; i++)
    if (g_array_index (talk->calls, VdtTalkCall, i).kind == VDT_CALL_OTHER)
      {
        g_array_remove_index (talk->calls, i);
        return;
      }
  g_array_remove_index (talk->calls, 0);
}

/* A call that stands there twice is one; one whose result came is closed for good. */
void
vdt_talk_call_open (VdtTalk *talk, const VdtTalkCall *call)
{
  if (call->id == 0 || vdt_talk_ring_has (&talk->closed, call->id))
    return;
  for (guint i = 0; i < talk->calls->len; i++)
    if (g_array_index (talk->calls, VdtTalkCall, i).id == call->id)
      return;
  if (talk->calls->len == VDT_TALK_MAX_CALLS)
    drop_one_call (talk);
  g_array_append_val (talk->calls, *call);
}

void
vdt_talk_call_close (VdtTalk *talk, guint64 id)
{
  if (id == 0)
    return;
  for (guint i = 0; i < talk->calls->len; i++)
    if (g_array_index (talk->calls, VdtTalkCall, i).id == id)
      {
        g_array_remove_index (talk->calls, i);
        break;
      }
  if (!vdt_talk_ring_has (&talk->closed, id))
    vdt_talk_ring_push (&talk->closed, id);
}

/* Closes what stands before @at; %NULL for all. */
void
vdt_talk_calls_end (VdtTalk *talk, const VdtTalkKey *at, gboolean only_asking)
{
  for (guint i = talk->calls->len; i > 0; i--)
    {
      const VdtTalkCall *call = &g_array_index (talk->calls, VdtTalkCall, i - 1);

      if (only_asking && call->kind == VDT_CALL_OTHER)
        continue;
      if (at == NULL || vdt_talk_key_compare (&call->at, at) < 0)
        g_array_remove_index (talk->calls, i - 1);
    }
}

/* The open question or plan that was asked first. */
const VdtTalkCall *
vdt_talk_first_asking (const VdtTalk *talk)
{
  const VdtTalkCall *first = NULL;

  for (guint i = 0; i < talk->calls->len; i++)
    {
      const VdtTalkCall *call = &g_array_index (talk->calls, VdtTalkCall, i);

      if (call->kind == VDT_CALL_OTHER)
        continue;
      if (first == NULL || vdt_talk_key_compare (&call->at, &first->at) < 0)
        first = call;
    }
  return first;
}

/**
 * vdt_talk_count_questions:
 * @input: a document with `questions` at depth 1
 *
 * Returns: how many questions it has; 0 where it is malformed
 */
guint
vdt_talk_count_questions (const VdtJsonSpan *input)
{
  VdtJsonReader reader;
  VdtJsonString key;
  guint n = 0;

  if (input->len == 0)
    return 0;
  vdt_json_reader_init_span (&reader, input);
  if (!vdt_json_reader_enter_object (&reader))
    return 0;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      if (!vdt_json_string_equal (&key, "questions"))
        continue;
      n = 0;
      if (!vdt_json_reader_enter_array (&reader))
        continue;
      while (vdt_json_reader_next_element (&reader))
        if (vdt_json_reader_peek (&reader) == VDT_JSON_OBJECT && n < VDT_TALK_MAX_QUESTIONS)
          n++;
    }
  return vdt_json_reader_at_end (&reader) ? n : 0;
}

/* --- the queue -------------------------------------------------------------------------------- */

void
vdt_talk_queue_push (VdtTalk *talk, guint64 hash, gboolean counted)
{
  VdtTalkQueued queued = { .hash = hash, .counted = counted };

  if (talk->queue->len < VDT_TALK_MAX_QUEUE)
    g_array_append_val (talk->queue, queued);
  else if (counted && talk->queue_beyond < G_MAXINT)
    talk->queue_beyond++;
}

/* What stood beyond the bound moves up; its text is not known any more. */
static void
queue_remove_index (VdtTalk *talk, guint index)
{
  g_array_remove_index (talk->queue, index);
  if (talk->queue_beyond > 0)
    {
      talk->queue_beyond--;
      vdt_talk_queue_push (talk, 0, TRUE);
    }
}

void
vdt_talk_queue_pop (VdtTalk *talk)
{
  if (talk->queue->len > 0)
    queue_remove_index (talk, 0);
}

/* Equal texts cannot be told apart: the oldest one goes (G47). */
void
vdt_talk_queue_remove (VdtTalk *talk, guint64 hash)
{
  for (guint i = 0; i < talk->queue->len; i++)
    if (g_array_index (talk->queue, VdtTalkQueued, i).hash == hash)
      {
        queue_remove_index (talk, i);
        return;
      }
}

void
vdt_talk_queue_clear (VdtTalk *talk)
{
  g_array_set_size (talk->queue, 0);
  talk->queue_beyond = 0;
}

/* --- the talk --------------------------------------------------------------------------------- */

static void
leaf_clear (gpointer data)
{
  VdtTalkLeaf *leaf = data;

  g_clear_pointer (&leaf->title, g_free);
}

/**
 * vdt_talk_new:
 * @runtime: whose log it is
 *
 * Returns: (transfer full): a talk of which nothing is known yet
 */
VdtTalk *
vdt_talk_new (VdtRuntime runtime)
{
  VdtTalk *talk = g_new0 (VdtTalk, 1);

  talk->runtime = runtime;
  talk->last_time = VDT_TIME_UNKNOWN;
  talk->state_since = VDT_TIME_UNKNOWN;
  talk->created_at = VDT_TIME_UNKNOWN;
  talk->last_event_at = VDT_TIME_UNKNOWN;
  talk->calls = g_array_new (FALSE, FALSE, sizeof (VdtTalkCall));
  talk->queue = g_array_new (FALSE, FALSE, sizeof (VdtTalkQueued));
  talk->leaves = g_array_new (FALSE, FALSE, sizeof (VdtTalkLeaf));
  g_array_set_clear_func (talk->leaves, leaf_clear);
  ring_init (&talk->closed, VDT_TALK_MAX_CLOSED);
  if (runtime == VDT_RUNTIME_CLAUDE)
    ring_init (&talk->uuids, VDT_TALK_MAX_UUIDS);
  talk->codex.own_from = VDT_COUNT_UNKNOWN;
  talk->codex.ended = VDT_LIFECYCLE_IDLE;
  talk->codex.permission_since = VDT_TIME_UNKNOWN;
  return talk;
}

/**
 * vdt_talk_free:
 * @talk: (nullable) (transfer full): a talk
 */
void
vdt_talk_free (VdtTalk *talk)
{
  if (talk == NULL)
    return;
  g_free (talk->custom_title);
  g_free (talk->thread_name);
  g_free (talk->first_text);
  g_free (talk->other_text);
  g_free (talk->ai_title);
  g_free (talk->own_summary);
  g_free (talk->slash_command);
  g_free (talk->cwd);
  g_array_unref (talk->calls);
  g_array_unref (talk->queue);
  g_array_unref (talk->leaves);
  g_free (talk->closed.items);
  g_free (talk->uuids.items);
  g_free (talk);
}

/**
 * vdt_talk_set_agent_log:
 * @talk: a talk of Claude Code that was not fed yet
 * @agent_log: whether the log is a sub-agent's own file
 *
 * In a sub-agent's own file every record is a sidechain one and is the talk; anywhere else
 * sidechain records are somebody else's and are passed over. Off at first.
 */
void
vdt_talk_set_agent_log (VdtTalk *talk, gboolean agent_log)
{
  g_return_if_fail (talk != NULL);

  talk->agent_log = agent_log != FALSE;
}

/* Counts one more record and says where it stands. */
VdtTalkKey
vdt_talk_step (VdtTalk *talk, VdtTime time)
{
  VdtTalkKey key;

  talk->seq++;
  if (vdt_time_known (time))
    talk->last_time = time;
  key.time = talk->last_time;
  key.seq = talk->seq;
  return key;
}

/* A record of the log's own conversation bears @time. */
void
vdt_talk_note_time (VdtTalk *talk, VdtTime time)
{
  if (!vdt_time_known (time))
    return;
  if (!vdt_time_known (talk->last_event_at) || time > talk->last_event_at)
    talk->last_event_at = time;
}

/* A path that is cut is another path: one over the bound is passed over. */
void
vdt_talk_set_cwd (VdtTalk *talk, const VdtJsonString *cwd, const VdtTalkKey *at)
{
  g_autofree char *path = NULL;

  if (!vdt_json_string_is_set (cwd) || cwd->len == 0 || !vdt_talk_key_after (at, &talk->cwd_at))
    return;
  talk->cwd_at = *at;
  if (!cwd->escaped && talk->cwd != NULL && strlen (talk->cwd) == cwd->len &&
      memcmp (talk->cwd, cwd->data, cwd->len) == 0)
    return;
  path = vdt_json_string_dup (cwd, VDT_TALK_MAX_CWD + 1);
  if (strlen (path) > VDT_TALK_MAX_CWD)
    return;
  g_free (talk->cwd);
  talk->cwd = g_steal_pointer (&path);
}

/* @since counts where the state became another one. */
void
vdt_talk_settle (VdtTalk *talk, VdtLifecycle lifecycle, VdtWaitingFor waiting_for, VdtTime since)
{
  if (talk->lifecycle == lifecycle && talk->waiting_for == waiting_for &&
      vdt_time_known (talk->state_since))
    return;
  talk->lifecycle = lifecycle;
  talk->waiting_for = waiting_for;
  talk->state_since = since;
}

/**
 * vdt_talk_get_summary:
 * @talk: a talk
 * @summary: (out caller-allocates): what the log says so far; its strings belong to @talk
 */
void
vdt_talk_get_summary (const VdtTalk *talk, VdtTalkSummary *summary)
{
  gint64 queued = talk->queue_beyond;

  g_return_if_fail (talk != NULL);
  g_return_if_fail (summary != NULL);

  memset (summary, 0, sizeof *summary);
  summary->custom_title = talk->custom_title;
  summary->thread_name = talk->thread_name;
  summary->first_text = talk->first_text != NULL ? talk->first_text : talk->other_text;
  summary->ai_title = talk->ai_title;
  summary->own_summary = talk->own_summary;
  summary->slash_command = talk->slash_command;
  summary->cwd = talk->cwd;
  summary->lifecycle = talk->lifecycle;
  summary->waiting_for = talk->waiting_for;
  summary->open_call = talk->calls->len > 0;
  summary->state_since = talk->state_since;
  summary->created_at = talk->created_at;
  summary->last_event_at = talk->last_event_at;
  for (guint i = 0; i < talk->calls->len; i++)
    summary->pending_decisions += g_array_index (talk->calls, VdtTalkCall, i).asks;
  for (guint i = 0; i < talk->queue->len; i++)
    if (g_array_index (talk->queue, VdtTalkQueued, i).counted)
      queued++;
  summary->queued_messages = (guint) MIN (queued, G_MAXINT);
}
