/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-context"

#include "config.h"

#include "vdt-talk-private.h"

#include <string.h>

#include "vdt-macros.h"
#include "vdt-text.h"

/* What an entry takes beside its text, about. */
#define ENTRY_BYTES 64

/* --- the journal ------------------------------------------------------------------------------ */

static void
entry_clear (gpointer data)
{
  VdtTalkEntry *entry = data;

  g_clear_pointer (&entry->text, g_free);
  g_clear_pointer (&entry->decision, vdt_decision_unref);
  g_clear_pointer (&entry->changes, g_bytes_unref);
}

/**
 * vdt_talk_journal_new:
 *
 * Returns: (transfer full): an empty journal
 */
VdtTalkJournal *
vdt_talk_journal_new (void)
{
  VdtTalkJournal *journal = g_new0 (VdtTalkJournal, 1);

  journal->entries = g_array_new (FALSE, TRUE, sizeof (VdtTalkEntry));
  g_array_set_clear_func (journal->entries, entry_clear);
  return journal;
}

/**
 * vdt_talk_journal_free:
 * @journal: (nullable) (transfer full): a journal
 */
void
vdt_talk_journal_free (VdtTalkJournal *journal)
{
  if (journal == NULL)
    return;
  g_array_unref (journal->entries);
  g_free (journal);
}

/**
 * vdt_talk_keep_journal:
 * @talk: a talk
 * @since: what is older is not kept; it leaves only a mark that there was something (V16)
 *
 * Keeps from now on what is to be stored; see [func@vdt_talk_take_journal]. A sub-agent's talk
 * has none: it is its parent's.
 */
void
vdt_talk_keep_journal (VdtTalk *talk, VdtTime since)
{
  g_return_if_fail (talk != NULL);

  talk->journal_since = since;
  if (talk->journal != NULL)
    return;
  talk->journal = vdt_talk_journal_new ();
  talk->journal_line = talk->seq;
}

/**
 * vdt_talk_take_journal:
 * @talk: a talk that keeps one
 *
 * Returns: (transfer full) (nullable): what the records since the last time brought; `NULL` where
 *   there were none, nobody keeps it or the talk is a sub-agent's
 */
VdtTalkJournal *
vdt_talk_take_journal (VdtTalk *talk)
{
  VdtTalkJournal *journal = NULL;

  g_return_val_if_fail (talk != NULL, NULL);

  if (talk->journal == NULL || talk->seq == talk->journal_line)
    return NULL;
  journal = talk->journal;
  journal->from_line = talk->journal_line + 1;
  journal->to_line = talk->seq;
  talk->journal = vdt_talk_journal_new ();
  talk->journal_line = talk->seq;
  if (talk->agent_log || talk->codex.thread.is_subagent)
    g_clear_pointer (&journal, vdt_talk_journal_free);
  return journal;
}

/**
 * vdt_talk_get_journal_size:
 * @talk: a talk
 *
 * Returns: how many bytes its journal holds, about
 */
gsize
vdt_talk_get_journal_size (const VdtTalk *talk)
{
  return talk->journal != NULL ? talk->journal->bytes : 0;
}

static gboolean
keeps (VdtTalk *talk)
{
  return talk->journal != NULL && !talk->agent_log && !talk->codex.thread.is_subagent;
}

static void
add_entry (VdtTalk *talk, VdtTalkEntry *entry, gsize bytes)
{
  entry->line = talk->seq;
  g_array_append_val (talk->journal->entries, *entry);
  talk->journal->bytes += bytes + ENTRY_BYTES;
}

/* Whether what stands at @at is kept; if not only because it is too old, that is noted. */
gboolean
vdt_talk_wants_message (VdtTalk *talk, const VdtTalkKey *at)
{
  if (!keeps (talk))
    return FALSE;
  if (vdt_time_known (at->time) && at->time < talk->journal_since)
    {
      talk->truncated = TRUE;
      return FALSE;
    }
  return TRUE;
}

/* @text is taken over; what is blank is no message. */
void
vdt_talk_add_message (VdtTalk *talk,
                      const VdtTalkKey *at,
                      guint part,
                      gboolean from_user,
                      guint flags,
                      char *text)
{
  VdtTalkEntry entry = { .kind = VDT_ENTRY_MESSAGE,
                         .part = part,
                         .time = at->time,
                         .from_user = from_user,
                         .flags = flags,
                         .text = text };

  if (text == NULL || *text == '\0' || !keeps (talk))
    {
      g_free (text);
      return;
    }
  add_entry (talk, &entry, strlen (text));
}

/* --- decisions -------------------------------------------------------------------------------- */

/* How a list of changes calls a decision: by its question, or by the head of its plan. */
static char *
decision_name (const VdtDecision *decision)
{
  char *name = vdt_text_title (decision->description);

  return name != NULL ? name : g_strdup (decision->title);
}

static void
note_decisions (VdtTalk *talk, const VdtTalkCall *call, VdtChangeKind kind)
{
  for (guint i = 0; call->decisions != NULL && i < call->decisions->len; i++)
    {
      g_autofree char *name = decision_name (g_ptr_array_index (call->decisions, i));

      vdt_change_set_add (talk->changes, kind, NULL, name, talk->last_time);
    }
}

void
vdt_talk_note_asked (VdtTalk *talk, const VdtTalkCall *call)
{
  note_decisions (talk, call, VDT_CHANGE_DECISION);
  for (guint i = 0; call->decisions != NULL && i < call->decisions->len && keeps (talk); i++)
    {
      VdtTalkEntry entry = { .kind = VDT_ENTRY_DECISION,
                             .part = i,
                             .time = call->at.time,
                             .call = call->id };

      entry.decision = vdt_decision_ref (g_ptr_array_index (call->decisions, i));
      add_entry (talk, &entry, strlen (entry.decision->description));
    }
}

void
vdt_talk_note_answered (VdtTalk *talk, const VdtTalkCall *call)
{
  VdtTalkEntry entry = { .kind = VDT_ENTRY_DECISION_END,
                         .time = talk->last_time,
                         .call = call->id };

  if (call->decisions == NULL)
    return;
  note_decisions (talk, call, VDT_CHANGE_DECISION_RESOLVED);
  if (keeps (talk))
    add_entry (talk, &entry, 0);
}

/**
 * vdt_talk_get_decisions:
 * @talk: a talk
 *
 * Returns: (transfer full) (element-type VdtDecision): what is asked and not answered, in the
 *   order it was asked
 */
GPtrArray *
vdt_talk_get_decisions (const VdtTalk *talk)
{
  GPtrArray *open = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_decision_unref);

  g_return_val_if_fail (talk != NULL, open);

  for (guint i = 0; i < talk->calls->len; i++)
    {
      const VdtTalkCall *call = &g_array_index (talk->calls, VdtTalkCall, i);

      for (guint j = 0; call->decisions != NULL && j < call->decisions->len; j++)
        g_ptr_array_add (open, vdt_decision_ref (g_ptr_array_index (call->decisions, j)));
    }
  return open;
}

/**
 * vdt_talk_dup_blockers:
 * @talk: a talk
 *
 * Returns: (transfer full) (nullable): what stands in the way now; `NULL` where nothing does
 */
char **
vdt_talk_dup_blockers (const VdtTalk *talk)
{
  g_return_val_if_fail (talk != NULL, NULL);

  return vdt_plan_dup_blocked (talk->plan);
}

/* --- snapshots -------------------------------------------------------------------------------- */

/* The newest thing that was asked for is what is worked on, where no plan says better. */
void
vdt_talk_set_task (VdtTalk *talk, const char *title, const VdtTalkKey *at)
{
  if (title == NULL || !vdt_talk_key_advance (&talk->last_text_at, at))
    return;
  vdt_set_string (&talk->last_text, title);
}

static void
tell (VdtTalk *talk, VdtChangeKind kind, char **told, const char *now, const VdtTalkKey *at)
{
  if (g_strcmp0 (*told, now) == 0)
    return;
  vdt_change_set_add (talk->changes, kind, *told, now, at->time);
  vdt_set_string (told, now);
}

/* The record at @at has been taken in. Where it changed something that a person would want to
 * know there is one snapshot more (V23): so it is the log alone that says how many there are,
 * however and whenever it is read. */
void
vdt_talk_end_record (VdtTalk *talk, const VdtTalkKey *at)
{
  VdtTalkSummary now;
  g_autoptr (GByteArray) blob = NULL;
  VdtTalkEntry entry = { .kind = VDT_ENTRY_SNAPSHOT, .time = at->time };

  if (talk->journal == NULL)
    {
      vdt_change_set_clear (talk->changes);
      return;
    }
  vdt_talk_get_summary (talk, &now);
  tell (talk, VDT_CHANGE_GOAL, &talk->told_goal, now.first_text, at);
  tell (talk, VDT_CHANGE_CURRENT_TASK, &talk->told_task, now.current_task, at);
  tell (talk, VDT_CHANGE_NEXT_ACTION, &talk->told_next, now.next_action, at);
  if (talk->told_lifecycle != talk->lifecycle)
    vdt_change_set_add (talk->changes, VDT_CHANGE_LIFECYCLE,
                        vdt_lifecycle_to_string (talk->told_lifecycle),
                        vdt_lifecycle_to_string (talk->lifecycle), at->time);
  talk->told_lifecycle = talk->lifecycle;
  if (talk->told_degraded != talk->degraded)
    vdt_change_set_add (talk->changes, VDT_CHANGE_HEALTH, talk->told_degraded ? "degraded" : "ok",
                        talk->degraded ? "degraded" : "ok", at->time);
  talk->told_degraded = talk->degraded;
  if (vdt_change_set_get_size (talk->changes) == 0)
    return;

  entry.sequence = ++talk->sequence;
  talk->changed_at = at->time;
  if (vdt_talk_wants_message (talk, at))
    {
      blob = g_byte_array_new ();
      vdt_change_set_write (talk->changes, blob);
      entry.changes = g_bytes_new (blob->data, blob->len);
      add_entry (talk, &entry, blob->len);
    }
  vdt_change_set_clear (talk->changes);
}
