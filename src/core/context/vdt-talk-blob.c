/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-context"

#include "config.h"

#include "vdt-talk.h"

#include "vdt-talk-private.h"

/* Another number is another layout: what it says is thrown away and the log read anew. */
#define BLOB_VERSION 2

/* --- writing ---------------------------------------------------------------------------------- */

static void
put_hash (GByteArray *blob, guint64 hash)
{
  const guint64 bytes = GUINT64_TO_LE (hash);

  vdt_blob_put_bytes (blob, &bytes, sizeof bytes);
}

static void
put_key (GByteArray *blob, const VdtTalkKey *key)
{
  vdt_blob_put_int (blob, key->time);
  vdt_blob_put_int (blob, key->seq);
}

/* Oldest first, so that the reader gets them in the same order. */
static void
put_ring (GByteArray *blob, const VdtTalkRing *ring)
{
  vdt_blob_put_int (blob, ring->len);
  for (guint i = 0; i < ring->len; i++)
    put_hash (blob, ring->items[(ring->next + ring->size - ring->len + i) % ring->size]);
}

static void
put_lists (GByteArray *blob, const VdtTalk *talk)
{
  vdt_blob_put_int (blob, talk->calls->len);
  for (guint i = 0; i < talk->calls->len; i++)
    {
      const VdtTalkCall *call = &g_array_index (talk->calls, VdtTalkCall, i);

      put_hash (blob, call->id);
      put_key (blob, &call->at);
      vdt_blob_put_int (blob, call->kind);
      vdt_blob_put_int (blob, call->asks);
      vdt_blob_put_int (blob, call->decisions != NULL ? call->decisions->len : 0);
      for (guint j = 0; call->decisions != NULL && j < call->decisions->len; j++)
        vdt_decision_write (g_ptr_array_index (call->decisions, j), blob);
      vdt_plan_edit_write (call->edit, blob);
    }
  vdt_blob_put_int (blob, talk->queue->len);
  for (guint i = 0; i < talk->queue->len; i++)
    {
      const VdtTalkQueued *queued = &g_array_index (talk->queue, VdtTalkQueued, i);

      put_hash (blob, queued->hash);
      vdt_blob_put_int (blob, queued->counted);
    }
  vdt_blob_put_int (blob, talk->queue_beyond);
  vdt_blob_put_int (blob, talk->leaves->len);
  for (guint i = 0; i < talk->leaves->len; i++)
    {
      const VdtTalkLeaf *leaf = &g_array_index (talk->leaves, VdtTalkLeaf, i);

      put_hash (blob, leaf->leaf);
      vdt_blob_put_int (blob, leaf->seq);
      vdt_blob_put_string (blob, leaf->title);
    }
  put_ring (blob, &talk->closed);
}

static void
put_context (GByteArray *blob, const VdtTalk *talk)
{
  vdt_plan_write (talk->plan, blob);
  vdt_blob_put_string (blob, talk->last_text);
  put_key (blob, &talk->last_text_at);
  vdt_blob_put_int (blob, talk->degraded);
  vdt_blob_put_string (blob, talk->told_goal);
  vdt_blob_put_string (blob, talk->told_task);
  vdt_blob_put_string (blob, talk->told_next);
  vdt_blob_put_int (blob, talk->told_lifecycle);
  vdt_blob_put_int (blob, talk->told_degraded);
  vdt_blob_put_int (blob, talk->sequence);
  vdt_blob_put_int (blob, talk->changed_at);
  vdt_blob_put_int (blob, talk->truncated);
}

static void
put_claude (GByteArray *blob, const VdtTalk *talk)
{
  const VdtTalkClaude *claude = &talk->claude;

  put_ring (blob, &talk->uuids);
  put_key (blob, &claude->turn_at);
  vdt_blob_put_int (blob, claude->turn);
  put_key (blob, &claude->end_at);
  vdt_blob_put_int (blob, claude->end);
  put_key (blob, &claude->over_at);
  put_key (blob, &claude->text_at);
  put_key (blob, &claude->local_at);
  vdt_blob_put_int (blob, claude->after_command);
}

static void
put_codex (GByteArray *blob, const VdtTalk *talk)
{
  const VdtTalkCodex *codex = &talk->codex;

  vdt_blob_put_int (blob, codex->thread.have_meta);
  vdt_blob_put_int (blob, codex->thread.bare);
  vdt_blob_put_int (blob, codex->thread.paginated);
  vdt_blob_put_int (blob, codex->thread.is_subagent);
  vdt_blob_put_int (blob, codex->thread.own_from);
  vdt_blob_put_int (blob, codex->thread.n_threads);
  for (guint i = 0; i < codex->thread.n_threads; i++)
    put_hash (blob, codex->thread.threads[i]);
  put_hash (blob, codex->thread.foreign_turn);
  put_hash (blob, codex->turn);
  vdt_blob_put_int (blob, codex->marked);
  vdt_blob_put_int (blob, codex->turn_open);
  vdt_blob_put_int (blob, codex->turn_has_text);
  vdt_blob_put_int (blob, codex->ended);
  vdt_blob_put_int (blob, codex->loose);
  vdt_blob_put_int (blob, codex->permission_since);
  put_hash (blob, codex->permission_call);
  vdt_blob_put_int (blob, codex->permission);
  vdt_blob_put_int (blob, codex->n_user_turns);
  vdt_blob_put_int (blob, codex->first_text_turn);
  vdt_blob_put_int (blob, codex->other_text_turn);
}

/**
 * vdt_talk_write:
 * @talk: a talk
 * @blob: where to append
 *
 * Appends all that is known, so that reading can go on behind the last record that was fed.
 * It holds titles and folders, the agent's own plan, open questions, hashes of ids, and times; no
 * message, no other argument, no result.
 */
void
vdt_talk_write (const VdtTalk *talk, GByteArray *blob)
{
  g_return_if_fail (talk != NULL);
  g_return_if_fail (blob != NULL);

  vdt_blob_put_int (blob, BLOB_VERSION);
  vdt_blob_put_int (blob, talk->runtime);
  vdt_blob_put_int (blob, talk->agent_log);
  vdt_blob_put_int (blob, talk->seq);
  vdt_blob_put_int (blob, talk->last_time);
  vdt_blob_put_string (blob, talk->custom_title);
  vdt_blob_put_string (blob, talk->thread_name);
  vdt_blob_put_string (blob, talk->first_text);
  vdt_blob_put_string (blob, talk->other_text);
  vdt_blob_put_string (blob, talk->ai_title);
  vdt_blob_put_string (blob, talk->own_summary);
  vdt_blob_put_string (blob, talk->slash_command);
  vdt_blob_put_string (blob, talk->cwd);
  put_key (blob, &talk->first_text_at);
  put_key (blob, &talk->slash_at);
  put_key (blob, &talk->cwd_at);
  vdt_blob_put_int (blob, talk->own_summary_seq);
  vdt_blob_put_int (blob, talk->lifecycle);
  vdt_blob_put_int (blob, talk->waiting_for);
  vdt_blob_put_int (blob, talk->state_since);
  vdt_blob_put_int (blob, talk->created_at);
  vdt_blob_put_int (blob, talk->last_event_at);
  put_lists (blob, talk);
  put_context (blob, talk);
  if (talk->runtime == VDT_RUNTIME_CLAUDE)
    put_claude (blob, talk);
  else
    put_codex (blob, talk);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* A number from @min to @max; anything else is damage. */
static gint64
get_ranged (VdtBlobReader *reader, gint64 min, gint64 max)
{
  const gint64 value = vdt_blob_get_int (reader);

  if (value < min || value > max)
    reader->failed = TRUE;
  return reader->failed ? min : value;
}

static gboolean
get_flag (VdtBlobReader *reader)
{
  return (gboolean) get_ranged (reader, FALSE, TRUE);
}

static VdtTime
get_time (VdtBlobReader *reader)
{
  const gint64 value = vdt_blob_get_int (reader);

  if (value != VDT_TIME_UNKNOWN && (value < VDT_TIME_MIN || value > VDT_TIME_MAX))
    reader->failed = TRUE;
  return reader->failed ? VDT_TIME_UNKNOWN : value;
}

/* Places in a log count from 1; they are added to, so keep far from the end. */
static gint64
get_seq (VdtBlobReader *reader)
{
  return get_ranged (reader, 0, G_MAXINT64 / 2);
}

static VdtLifecycle
get_lifecycle (VdtBlobReader *reader)
{
  return (VdtLifecycle) get_ranged (reader, VDT_LIFECYCLE_OBSERVING, VDT_LIFECYCLE_OFFLINE);
}

static guint64
get_hash (VdtBlobReader *reader)
{
  guint64 bytes = 0;

  vdt_blob_get_bytes (reader, &bytes, sizeof bytes);
  return GUINT64_FROM_LE (bytes);
}

static void
get_key (VdtBlobReader *reader, VdtTalkKey *key)
{
  key->time = get_time (reader);
  key->seq = get_seq (reader);
}

static void
get_ring (VdtBlobReader *reader, VdtTalkRing *ring)
{
  const gint64 len = get_ranged (reader, 0, ring->size);

  for (gint64 i = 0; i < len && !reader->failed; i++)
    vdt_talk_ring_push (ring, get_hash (reader));
}

static GPtrArray *
get_decisions (VdtBlobReader *reader)
{
  const gint64 n = get_ranged (reader, 0, VDT_DECISION_MAX_A_CALL);
  GPtrArray *decisions = NULL;

  if (n == 0 || reader->failed)
    return NULL;
  decisions = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_decision_unref);
  for (gint64 i = 0; i < n && !reader->failed; i++)
    {
      VdtDecision *decision = vdt_decision_read (reader);

      if (decision != NULL)
        g_ptr_array_add (decisions, decision);
    }
  return decisions;
}

static void
get_lists (VdtBlobReader *reader, VdtTalk *talk)
{
  gint64 n = get_ranged (reader, 0, VDT_TALK_MAX_CALLS);

  for (gint64 i = 0; i < n && !reader->failed; i++)
    {
      VdtTalkCall call = { .id = get_hash (reader) };

      get_key (reader, &call.at);
      call.kind = (VdtCallKind) get_ranged (reader, VDT_CALL_OTHER, VDT_CALL_EDIT);
      call.asks = (guint) get_ranged (reader, 0, VDT_TALK_MAX_QUESTIONS);
      call.decisions = get_decisions (reader);
      call.edit = vdt_plan_edit_read (reader);
      g_array_append_val (talk->calls, call);
    }
  n = get_ranged (reader, 0, VDT_TALK_MAX_QUEUE);
  for (gint64 i = 0; i < n && !reader->failed; i++)
    {
      VdtTalkQueued queued = { .hash = get_hash (reader) };

      queued.counted = get_flag (reader);
      g_array_append_val (talk->queue, queued);
    }
  talk->queue_beyond = get_ranged (reader, 0, G_MAXINT);
  n = get_ranged (reader, 0, VDT_TALK_MAX_SUMMARIES);
  for (gint64 i = 0; i < n && !reader->failed; i++)
    {
      VdtTalkLeaf leaf = { .leaf = get_hash (reader) };

      leaf.seq = get_seq (reader);
      leaf.title = vdt_blob_get_string (reader);
      g_array_append_val (talk->leaves, leaf);
    }
  get_ring (reader, &talk->closed);
}

static void
get_context (VdtBlobReader *reader, VdtTalk *talk)
{
  vdt_plan_free (talk->plan);
  talk->plan = vdt_plan_read (reader);
  talk->last_text = vdt_blob_get_string (reader);
  get_key (reader, &talk->last_text_at);
  talk->degraded = get_flag (reader);
  talk->told_goal = vdt_blob_get_string (reader);
  talk->told_task = vdt_blob_get_string (reader);
  talk->told_next = vdt_blob_get_string (reader);
  talk->told_lifecycle = get_lifecycle (reader);
  talk->told_degraded = get_flag (reader);
  talk->sequence = get_seq (reader);
  talk->changed_at = get_time (reader);
  talk->truncated = get_flag (reader);
}

static void
get_claude (VdtBlobReader *reader, VdtTalk *talk)
{
  VdtTalkClaude *claude = &talk->claude;

  get_ring (reader, &talk->uuids);
  get_key (reader, &claude->turn_at);
  claude->turn = get_lifecycle (reader);
  get_key (reader, &claude->end_at);
  claude->end = get_lifecycle (reader);
  get_key (reader, &claude->over_at);
  get_key (reader, &claude->text_at);
  get_key (reader, &claude->local_at);
  claude->after_command = get_flag (reader);
}

static void
get_codex (VdtBlobReader *reader, VdtTalk *talk)
{
  VdtTalkCodex *codex = &talk->codex;

  codex->thread.have_meta = get_flag (reader);
  codex->thread.bare = get_flag (reader);
  codex->thread.paginated = get_flag (reader);
  codex->thread.is_subagent = get_flag (reader);
  codex->thread.own_from = get_ranged (reader, VDT_COUNT_UNKNOWN, G_MAXINT64);
  codex->thread.n_threads = (guint) get_ranged (reader, 0, VDT_CODEX_MAX_THREADS);
  for (guint i = 0; i < codex->thread.n_threads; i++)
    codex->thread.threads[i] = get_hash (reader);
  codex->thread.foreign_turn = get_hash (reader);
  codex->turn = get_hash (reader);
  codex->marked = get_flag (reader);
  codex->turn_open = get_flag (reader);
  codex->turn_has_text = get_flag (reader);
  codex->ended = get_lifecycle (reader);
  codex->loose = get_lifecycle (reader);
  codex->permission_since = get_time (reader);
  codex->permission_call = get_hash (reader);
  codex->permission = get_flag (reader);
  codex->n_user_turns = get_seq (reader);
  codex->first_text_turn = get_seq (reader);
  codex->other_text_turn = get_seq (reader);
}

/**
 * vdt_talk_read:
 * @runtime: whose log it is
 * @reader: stands before what [func@vdt_talk_write] wrote
 *
 * Returns: (transfer full) (nullable): the talk, or `NULL` where the bytes are damaged, of
 *   another runtime or of another release: then the log is to be read from its start. The
 *   reader has failed then
 */
VdtTalk *
vdt_talk_read (VdtRuntime runtime, VdtBlobReader *reader)
{
  g_autoptr (VdtTalk) talk = NULL;

  g_return_val_if_fail (reader != NULL, NULL);

  get_ranged (reader, BLOB_VERSION, BLOB_VERSION);
  get_ranged (reader, runtime, runtime);
  if (reader->failed)
    return NULL;

  talk = vdt_talk_new (runtime);
  talk->agent_log = get_flag (reader);
  talk->seq = get_seq (reader);
  talk->last_time = get_time (reader);
  talk->custom_title = vdt_blob_get_string (reader);
  talk->thread_name = vdt_blob_get_string (reader);
  talk->first_text = vdt_blob_get_string (reader);
  talk->other_text = vdt_blob_get_string (reader);
  talk->ai_title = vdt_blob_get_string (reader);
  talk->own_summary = vdt_blob_get_string (reader);
  talk->slash_command = vdt_blob_get_string (reader);
  talk->cwd = vdt_blob_get_string (reader);
  get_key (reader, &talk->first_text_at);
  get_key (reader, &talk->slash_at);
  get_key (reader, &talk->cwd_at);
  talk->own_summary_seq = get_seq (reader);
  talk->lifecycle = get_lifecycle (reader);
  talk->waiting_for =
    (VdtWaitingFor) get_ranged (reader, VDT_WAITING_NOTHING, VDT_WAITING_PERMISSION);
  talk->state_since = get_time (reader);
  talk->created_at = get_time (reader);
  talk->last_event_at = get_time (reader);
  get_lists (reader, talk);
  get_context (reader, talk);
  if (runtime == VDT_RUNTIME_CLAUDE)
    get_claude (reader, talk);
  else
    get_codex (reader, talk);
  return reader->failed ? NULL : g_steal_pointer (&talk);
}
