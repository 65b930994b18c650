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

/* --- tool calls ------------------------------------------------------------------------------- */

void
vdt_talk_call_clear (VdtTalkCall *call)
{
  g_clear_pointer (&call->decisions, g_ptr_array_unref);
  g_clear_pointer (&call->edit, vdt_plan_edit_free);
}

static void
call_clear (gpointer data)
{
  vdt_talk_call_clear (data);
}

static void
remove_call (VdtTalk *talk, guint index)
{
  vdt_talk_note_answered (talk, &g_array_index (talk->calls, VdtTalkCall, index));
  g_array_remove_index (talk->calls, index);
}

static gboolean
is_asking (const VdtTalkCall *call)
{
  return call->kind == VDT_CALL_QUESTION || call->kind == VDT_CALL_PLAN;
}

/* The least useful one: a plain call before one that asks. */
static void
drop_one_call (VdtTalk *talk)
{
  for (guint i = 0; i < talk->calls->len; i++)
    if (!is_asking (&g_array_index (talk->calls, VdtTalkCall, i)))
      {
        remove_call (talk, i);
        return;
      }
  remove_call (talk, 0);
}

/* Takes what @call holds. A call that stands there twice is one; one whose result came is closed
 * for good. */
void
vdt_talk_call_open (VdtTalk *talk, VdtTalkCall *call)
{
  gboolean known = call->id == 0 || vdt_talk_ring_has (&talk->closed, call->id);

  for (guint i = 0; i < talk->calls->len && !known; i++)
    known = g_array_index (talk->calls, VdtTalkCall, i).id == call->id;
  if (known)
    {
      vdt_talk_call_clear (call);
      return;
    }
  if (talk->calls->len == VDT_TALK_MAX_CALLS)
    drop_one_call (talk);
  g_array_append_val (talk->calls, *call);
  vdt_talk_note_asked (talk, call);
}

/* Whether such a call was open. */
gboolean
vdt_talk_call_close (VdtTalk *talk, guint64 id, const VdtTalkResult *result)
{
  gboolean found = FALSE;

  if (id == 0)
    return FALSE;
  for (guint i = 0; i < talk->calls->len && !found; i++)
    {
      const VdtTalkCall *call = &g_array_index (talk->calls, VdtTalkCall, i);

      if (call->id != id)
        continue;
      found = TRUE;
      if (call->edit != NULL && !result->failed)
        vdt_plan_apply (talk->plan, call->edit, vdt_plan_task_of_result (&result->output),
                        talk->changes, talk->last_time);
      remove_call (talk, i);
    }
  if (!vdt_talk_ring_has (&talk->closed, id))
    vdt_talk_ring_push (&talk->closed, id);
  return found;
}

/* Closes what stands before @at; %NULL for all. */
void
vdt_talk_calls_end (VdtTalk *talk, const VdtTalkKey *at, gboolean only_asking)
{
  for (guint i = talk->calls->len; i > 0; i--)
    {
      const VdtTalkCall *call = &g_array_index (talk->calls, VdtTalkCall, i - 1);

      if (only_asking && !is_asking (call))
        continue;
      if (at == NULL || vdt_talk_key_compare (&call->at, at) < 0)
        remove_call (talk, i - 1);
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

      if (!is_asking (call))
        continue;
      if (first == NULL || vdt_talk_key_compare (&call->at, &first->at) < 0)
        first = call;
    }
  return first;
}

/* Makes @call one that asks the questions of @input, if there are any. */
void
vdt_talk_call_ask (VdtTalkCall *call, const VdtJsonString *call_id, const VdtJsonSpan *input)
{
  g_autofree char *id = vdt_json_string_dup (call_id, VDT_TALK_MAX_CALL_ID);

  call->decisions =
    vdt_decision_list_from_questions (input, id != NULL ? id : "", call->at.time, &call->asks);
  call->asks = MIN (call->asks, VDT_TALK_MAX_QUESTIONS);
  if (call->decisions != NULL)
    call->kind = VDT_CALL_QUESTION;
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
  talk->changed_at = VDT_TIME_UNKNOWN;
  talk->plan = vdt_plan_new ();
  talk->changes = vdt_change_set_new ();
  talk->calls = g_array_new (FALSE, FALSE, sizeof (VdtTalkCall));
  g_array_set_clear_func (talk->calls, call_clear);
  talk->queue = g_array_new (FALSE, FALSE, sizeof (VdtTalkQueued));
  talk->leaves = g_array_new (FALSE, FALSE, sizeof (VdtTalkLeaf));
  g_array_set_clear_func (talk->leaves, leaf_clear);
  ring_init (&talk->closed, VDT_TALK_MAX_CLOSED);
  if (runtime == VDT_RUNTIME_CLAUDE)
    ring_init (&talk->uuids, VDT_TALK_MAX_UUIDS);
  vdt_codex_thread_init (&talk->codex.thread);
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
  g_free (talk->last_text);
  g_free (talk->told_goal);
  g_free (talk->told_task);
  g_free (talk->told_next);
  vdt_plan_free (talk->plan);
  vdt_change_set_free (talk->changes);
  vdt_talk_journal_free (talk->journal);
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
    {
      const VdtTalkCall *call = &g_array_index (talk->calls, VdtTalkCall, i);

      summary->pending_decisions += call->asks;
      for (guint j = 0; call->decisions != NULL && j < call->decisions->len; j++)
        if (((const VdtDecision *) g_ptr_array_index (call->decisions, j))->priority >=
            VDT_PRIORITY_HIGH)
          summary->urgent = TRUE;
    }
  for (guint i = 0; i < talk->queue->len; i++)
    if (g_array_index (talk->queue, VdtTalkQueued, i).counted)
      queued++;
  summary->queued_messages = (guint) MIN (queued, G_MAXINT);
  summary->current_task = vdt_plan_get_current (talk->plan);
  if (summary->current_task == NULL)
    summary->current_task = talk->last_text;
  summary->next_action = vdt_plan_get_next (talk->plan);
  summary->plan_total = vdt_plan_get_size (talk->plan);
  summary->plan_completed = vdt_plan_count_completed (talk->plan);
  summary->line = talk->seq;
  summary->sequence = talk->sequence;
  summary->changed_at = talk->changed_at;
  summary->truncated = talk->truncated;
}
