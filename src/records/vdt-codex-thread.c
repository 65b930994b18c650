/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-codex-thread.h"

static gboolean
is_own_thread (const VdtCodexThread *thread, guint64 id)
{
  if (id == 0 || thread->n_threads == 0)
    return TRUE;
  for (guint i = 0; i < thread->n_threads; i++)
    if (thread->threads[i] == id)
      return TRUE;
  return FALSE;
}

/* A review mirrors its own turn and items into the parent's log (formats C.1). */
static gboolean
is_mirrored (VdtCodexThread *thread, const VdtCodexRecord *record)
{
  const guint64 turn = vdt_json_string_hash (&record->turn_id);

  if (!is_own_thread (thread, vdt_json_string_hash (&record->thread_id)))
    return TRUE;
  if (record->kind == VDT_CODEX_TASK_STARTED && !thread->is_subagent &&
      vdt_json_string_is_set (&record->parent_turn_id))
    {
      thread->foreign_turn = turn;
      return TRUE;
    }
  return turn != 0 && turn == thread->foreign_turn;
}

/* A spawned agent's log may begin with a copy of its parent's (formats E). */
static gboolean
is_copied (const VdtCodexThread *thread, const VdtCodexRecord *record)
{
  return vdt_count_known (thread->own_from) && vdt_count_known (record->ordinal) &&
         record->ordinal < thread->own_from && record->kind != VDT_CODEX_SESSION_META;
}

static void
add_thread (VdtCodexThread *thread, guint64 id)
{
  if (id == 0 || (thread->n_threads > 0 && is_own_thread (thread, id)) ||
      thread->n_threads == VDT_CODEX_MAX_THREADS)
    return;
  thread->threads[thread->n_threads++] = id;
}

/* The first one is the log's own. Later ones are of what it was copied from, or of a segment or
 * fork that goes on where the records before it end. */
static VdtCodexThreadStep
feed_meta (VdtCodexThread *thread, const VdtCodexRecord *record)
{
  const gboolean goes_on = vdt_json_string_is_set (&record->base_thread_id);
  const guint64 id = vdt_json_string_hash (&record->id);
  VdtCodexThreadStep step = VDT_CODEX_STEP_OWN;

  if (!thread->have_meta)
    {
      thread->paginated = vdt_json_string_equal (&record->history_mode, "paginated");
      thread->is_subagent = record->is_subagent;
      thread->own_from = record->subagent_start_ordinal;
      step = VDT_CODEX_STEP_FIRST;
    }
  else if (goes_on)
    {
      thread->is_subagent = record->is_subagent;
      step = is_own_thread (thread, id) ? VDT_CODEX_STEP_GOES_ON : VDT_CODEX_STEP_FORKS;
    }
  thread->have_meta = TRUE;
  add_thread (thread, id);
  return step;
}

/**
 * vdt_codex_thread_init:
 * @thread: (out caller-allocates): a thread of which nothing was seen
 */
void
vdt_codex_thread_init (VdtCodexThread *thread)
{
  *thread = (VdtCodexThread){ .own_from = VDT_COUNT_UNKNOWN };
}

/**
 * vdt_codex_thread_feed:
 * @thread: a thread
 * @record: its next record
 *
 * Of a thread in segments, and of a fork that inherits, the inherited records up to the cut come
 * first, then the segment's, its `session_meta` with them.
 *
 * Returns: whose @record is
 */
VdtCodexThreadStep
vdt_codex_thread_feed (VdtCodexThread *thread, const VdtCodexRecord *record)
{
  thread->bare |= record->bare;
  if (is_copied (thread, record) || is_mirrored (thread, record))
    return VDT_CODEX_STEP_FOREIGN;
  if (record->kind == VDT_CODEX_SESSION_META)
    return feed_meta (thread, record);
  return VDT_CODEX_STEP_OWN;
}
