/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-history"

#include "config.h"

#include <string.h>

#include "vdt-history-builder-private.h"

void
vdt_history_codex_init (VdtHistoryCodex *codex)
{
  vdt_codex_thread_init (&codex->thread);
  codex->turns = g_array_new (FALSE, FALSE, sizeof (guint));
}

void
vdt_history_codex_clear (VdtHistoryCodex *codex)
{
  g_clear_pointer (&codex->turns, g_array_unref);
}

/* Whether a record of this kind is how the log's own dialect talks: one dialect a file, so that
 * what is written twice is shown once (decisions: *Visible talk in Codex*). */
static gboolean
is_own_dialect (const VdtCodexThread *thread, const VdtCodexRecord *record)
{
  switch (record->kind)
    {
    case VDT_CODEX_USER_MESSAGE:
    case VDT_CODEX_AGENT_MESSAGE:
      return !thread->paginated && !thread->bare;
    case VDT_CODEX_ITEM_COMPLETED:
      return thread->paginated || vdt_json_string_equal (&record->item_type, "Plan");
    case VDT_CODEX_MESSAGE:
      return thread->bare;
    default:
      return TRUE;
    }
}

/* The turns that were taken back are not shown, and what stood in them neither. */
static void
roll_back (VdtHistoryBuilder *builder, VdtCount n)
{
  VdtHistoryCodex *codex = &builder->codex;
  const guint n_turns = codex->turns->len;
  const guint gone = (guint) CLAMP (n, 0, (VdtCount) n_turns);

  if (gone > 0)
    {
      g_array_set_size (builder->marks, g_array_index (codex->turns, guint, n_turns - gone));
      g_array_set_size (codex->turns, n_turns - gone);
    }
  codex->turn_open = codex->turn_has_text = FALSE;
}

static void
note_turn (VdtHistoryBuilder *builder, const VdtCodexRecord *record, VdtCodexThreadStep step)
{
  VdtHistoryCodex *codex = &builder->codex;

  switch (record->kind)
    {
    case VDT_CODEX_SESSION_META:
      if (step == VDT_CODEX_STEP_GOES_ON || step == VDT_CODEX_STEP_FORKS)
        codex->turn_open = FALSE;
      break;
    case VDT_CODEX_TASK_STARTED:
      codex->turn_open = TRUE;
      codex->turn_has_text = codex->error_told = FALSE;
      break;
    case VDT_CODEX_TASK_COMPLETE:
    case VDT_CODEX_TURN_ABORTED:
      codex->turn_open = codex->turn_has_text = FALSE;
      break;
    case VDT_CODEX_THREAD_ROLLED_BACK:
      roll_back (builder, record->num_turns);
      break;
    default:
      break;
    }
}

/* Some versions tell of an error as an event and once more at the turn's end. */
static gboolean
is_told_again (VdtHistoryCodex *codex, const VdtHistoryMark *mark)
{
  const gboolean again =
    codex->error_told && memcmp (codex->error, mark->id, sizeof codex->error) == 0;

  memcpy (codex->error, mark->id, sizeof codex->error);
  codex->error_told = TRUE;
  return again;
}

void
vdt_history_codex_feed (VdtHistoryBuilder *builder, const VdtCodexRecord *record)
{
  VdtHistoryCodex *codex = &builder->codex;
  const VdtCodexThreadStep step = vdt_codex_thread_feed (&codex->thread, record);
  const VdtTime time = vdt_time_known (record->time) ? record->time : record->start_time;
  const guint n_marks = builder->marks->len;
  VdtHistoryItem item;
  const VdtHistoryMark *mark = NULL;

  if (step == VDT_CODEX_STEP_FOREIGN)
    return;
  if (vdt_time_known (time))
    builder->cursor.last_time = time;
  note_turn (builder, record, step);
  if (!is_own_dialect (&codex->thread, record) || !vdt_history_item_from_codex (&item, record))
    return;
  if (item.is_prompt)
    {
      if (!codex->turn_open || !codex->turn_has_text)
        g_array_append_val (codex->turns, n_marks);
      codex->turn_has_text = TRUE;
    }
  mark = vdt_history_builder_mark (builder, builder->marks, &item, 0, record->time);
  if (mark != NULL && item.kind == VDT_HISTORY_ERROR && is_told_again (codex, mark))
    g_array_set_size (builder->marks, n_marks);
}
