/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-talk.h"

#include "vdt-store-database-private.h"

/* Rows of one kind that one pruning takes at most, so that nobody waits long behind it. */
#define PRUNE_ROWS 1000
#define PRUNE_LOGS 20

static gboolean
drop_lines (VdtSqlite *sqlite, gint64 log, gint64 from, gint64 to, GError **error)
{
  static const VdtSql steps[] = { VDT_SQL_DROP_MESSAGES, VDT_SQL_DROP_SNAPSHOTS,
                                  VDT_SQL_DROP_DECISIONS };
  gboolean fine = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (steps) && fine; i++)
    {
      g_autoptr (VdtStatement) drop = vdt_sqlite_get (sqlite, steps[i]);

      vdt_statement_bind_int (drop, 1, log);
      vdt_statement_bind_int (drop, 2, from);
      vdt_statement_bind_int (drop, 3, to);
      fine = vdt_statement_run (drop, error);
    }
  return fine;
}

/* How far the log was looked at before, and what is not to come back; 0 for a new one. */
static gboolean
get_marks (VdtSqlite *sqlite, VdtStoreTalk *talk, gint64 *line, GError **error)
{
  g_autoptr (VdtStatement) get = vdt_sqlite_get (sqlite, VDT_SQL_GET_CONVERSATION);
  VdtStep step = VDT_STEP_DONE;

  vdt_statement_bind_int (get, 1, talk->log);
  step = vdt_statement_step (get, error);
  if (step == VDT_STEP_FAILED)
    return FALSE;
  *line = 0;
  if (step == VDT_STEP_DONE)
    return TRUE;
  *line = vdt_statement_get_int (get, 0);
  talk->cut_line = vdt_statement_get_int (get, 1);
  talk->cut_at = vdt_statement_get_time (get, 2);
  return TRUE;
}

/* Also a log that nobody has recorded yet may hold what was deleted (V18). */
static gboolean
get_cut (VdtSqlite *sqlite, VdtStoreTalk *talk, const char *session_id, GError **error)
{
  g_autoptr (VdtStatement) get = vdt_sqlite_get (sqlite, VDT_SQL_GET_CUT);

  vdt_statement_bind_text (get, 1, session_id);
  if (vdt_statement_step (get, error) != VDT_STEP_ROW)
    return FALSE;
  talk->cut_at = MAX (talk->cut_at, vdt_statement_get_time (get, 0));
  return TRUE;
}

/* Where more was looked at than the log holds now, what it will hold is new. */
static gboolean
clamp_reviews (VdtSqlite *sqlite, const VdtStoreConversation *row, GError **error)
{
  g_autoptr (VdtStatement) clamp = vdt_sqlite_get (sqlite, VDT_SQL_CLAMP_REVIEWS);

  vdt_statement_bind_text (clamp, 1, row->session_id);
  vdt_statement_bind_int (clamp, 2, row->log);
  vdt_statement_bind_int (clamp, 3, row->sequence);
  return vdt_statement_run (clamp, error);
}

static gboolean
begin (VdtSqlite *sqlite, VdtStoreTalk *talk, const VdtStoreConversation *row, GError **error)
{
  gint64 line = 0;

  *talk = (VdtStoreTalk){ .log = row->log, .cut_at = VDT_TIME_UNKNOWN };
  if (!get_marks (sqlite, talk, &line, error) || !get_cut (sqlite, talk, row->session_id, error))
    return FALSE;
  if (row->from_line <= line && !drop_lines (sqlite, row->log, row->from_line, row->to_line, error))
    return FALSE;
  if (row->final && line > row->to_line &&
      !drop_lines (sqlite, row->log, row->to_line + 1, G_MAXINT64, error))
    return FALSE;
  if (row->final && !clamp_reviews (sqlite, row, error))
    return FALSE;

  g_autoptr (VdtStatement) put = vdt_sqlite_get (sqlite, VDT_SQL_PUT_CONVERSATION);

  vdt_statement_bind_int (put, 1, row->log);
  vdt_statement_bind_text (put, 2, row->session_id);
  vdt_statement_bind_int (put, 3, row->runtime);
  vdt_statement_bind_text (put, 4, row->home_id);
  vdt_statement_bind_text (put, 5, row->place);
  vdt_statement_bind_int (put, 6, row->to_line);
  vdt_statement_bind_int (put, 7, row->sequence);
  vdt_statement_bind_time (put, 8, row->changed_at);
  vdt_statement_bind_int (put, 9, row->truncated ? 1 : 0);
  vdt_statement_bind_int (put, 10, row->final ? 1 : 0);
  return vdt_statement_run (put, error);
}

/* Whether a person asked for it to be gone. */
static gboolean
is_cut (const VdtStoreTalk *talk, gint64 line, VdtTime time)
{
  return line <= talk->cut_line ||
         (vdt_time_known (talk->cut_at) && (!vdt_time_known (time) || time <= talk->cut_at));
}

/* Something is left out: of that there is to be a trace. */
static gboolean
note_cut (VdtSqlite *sqlite, VdtStoreTalk *talk, GError **error)
{
  g_autoptr (VdtStatement) note = NULL;

  if (talk->cut_noted)
    return TRUE;
  talk->cut_noted = TRUE;
  note = vdt_sqlite_get (sqlite, VDT_SQL_NOTE_CUT);
  vdt_statement_bind_int (note, 1, talk->log);
  return vdt_statement_run (note, error);
}

static gboolean
put_utterance (VdtSqlite *sqlite, gint64 log, const VdtStoreUtterance *said, GError **error)
{
  g_autoptr (VdtStatement) put = vdt_sqlite_get (sqlite, VDT_SQL_PUT_UTTERANCE);

  vdt_statement_bind_int (put, 1, log);
  vdt_statement_bind_int (put, 2, said->line);
  vdt_statement_bind_int (put, 3, said->part);
  vdt_statement_bind_time (put, 4, said->time);
  vdt_statement_bind_int (put, 5, said->from_user ? 0 : 1);
  vdt_statement_bind_int (put, 6, said->flags);
  vdt_statement_bind_text (put, 7, said->text);
  return vdt_statement_run (put, error);
}

static gboolean
put_snapshot (VdtSqlite *sqlite, gint64 log, const VdtStoreSnapshot *snapshot, GError **error)
{
  g_autoptr (VdtStatement) put = vdt_sqlite_get (sqlite, VDT_SQL_PUT_SNAPSHOT);

  vdt_statement_bind_int (put, 1, log);
  vdt_statement_bind_int (put, 2, snapshot->sequence);
  vdt_statement_bind_int (put, 3, snapshot->line);
  vdt_statement_bind_time (put, 4, snapshot->time);
  vdt_statement_bind_blob (put, 5, snapshot->changes, snapshot->changes_len);
  return vdt_statement_run (put, error);
}

static gboolean
put_decision (VdtSqlite *sqlite, gint64 log, const VdtStoreDecision *decision, GError **error)
{
  g_autoptr (VdtStatement) put = vdt_sqlite_get (sqlite, VDT_SQL_PUT_DECISION);

  vdt_statement_bind_text (put, 1, decision->id);
  vdt_statement_bind_int (put, 2, log);
  vdt_statement_bind_int (put, 3, decision->line);
  vdt_statement_bind_text (put, 4, decision->session_id);
  vdt_statement_bind_int (put, 5, decision->call);
  vdt_statement_bind_int (put, 6, decision->priority);
  vdt_statement_bind_time (put, 7, decision->created_at);
  vdt_statement_bind_blob (put, 8, decision->body, decision->body_len);
  return vdt_statement_run (put, error);
}

static gboolean
end_decisions (VdtSqlite *sqlite, gint64 log, const VdtStoreDecision *end, GError **error)
{
  g_autoptr (VdtStatement) put = vdt_sqlite_get (sqlite, VDT_SQL_END_DECISIONS);

  vdt_statement_bind_int (put, 1, log);
  vdt_statement_bind_int (put, 2, end->call);
  vdt_statement_bind_time (put, 3, end->updated_at);
  return vdt_statement_run (put, error);
}

/**
 * vdt_store_talk_apply:
 * @sqlite: a connection, in a transaction
 * @talk: (inout): which conversation the batch is at; zeroes at first
 * @change: a change of the kinds that belong to conversations
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether it was made
 */
gboolean
vdt_store_talk_apply (VdtSqlite *sqlite,
                      VdtStoreTalk *talk,
                      const VdtBatchChange *change,
                      GError **error)
{
  switch (change->kind)
    {
    case VDT_BATCH_BEGIN_CONVERSATION:
      return begin (sqlite, talk, &change->conversation, error);
    case VDT_BATCH_PUT_UTTERANCE:
      if (is_cut (talk, change->utterance.line, change->utterance.time))
        return note_cut (sqlite, talk, error);
      return put_utterance (sqlite, talk->log, &change->utterance, error);
    case VDT_BATCH_PUT_SNAPSHOT:
      if (is_cut (talk, change->snapshot.line, change->snapshot.time))
        return note_cut (sqlite, talk, error);
      return put_snapshot (sqlite, talk->log, &change->snapshot, error);
    case VDT_BATCH_PUT_DECISION:
      if (is_cut (talk, change->decision.line, change->decision.created_at))
        return note_cut (sqlite, talk, error);
      return put_decision (sqlite, talk->log, &change->decision, error);
    case VDT_BATCH_END_DECISIONS:
      return end_decisions (sqlite, talk->log, &change->decision, error);
    case VDT_BATCH_PUT_LOG_FILE:
    case VDT_BATCH_PUT_SESSION:
    case VDT_BATCH_PUT_CALL:
    case VDT_BATCH_PUT_QUOTA:
    case VDT_BATCH_PUT_HOME:
    case VDT_BATCH_PUT_META:
    case VDT_BATCH_ADD_META:
    case VDT_BATCH_DELETE_LOG_FILE:
    case VDT_BATCH_DELETE_SESSION:
    case VDT_BATCH_DELETE_CALL:
      break;
    }
  g_assert_not_reached ();
}

/**
 * vdt_store_talk_delete:
 * @sqlite: a connection, in a transaction
 * @session_id: (nullable): which session, `NULL` for all
 * @now: the time
 * @error: return location for a #VdtStoreError
 *
 * Messages, snapshots, decisions and baselines go (V18, V19), and what a log holds of them until
 * now does not come in again.
 *
 * Returns: whether it was done
 */
gboolean
vdt_store_talk_delete (VdtSqlite *sqlite, const char *session_id, VdtTime now, GError **error)
{
  static const VdtSql steps[] = { VDT_SQL_CUT_CONVERSATIONS, VDT_SQL_DELETE_MESSAGES,
                                  VDT_SQL_DELETE_SNAPSHOTS, VDT_SQL_DELETE_DECISIONS,
                                  VDT_SQL_DELETE_REVIEWS };
  gboolean fine = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (steps) && fine; i++)
    {
      g_autoptr (VdtStatement) step = vdt_sqlite_get (sqlite, steps[i]);

      vdt_statement_bind_text (step, 1, session_id);
      if (steps[i] == VDT_SQL_CUT_CONVERSATIONS)
        vdt_statement_bind_time (step, 2, now);
      fine = vdt_statement_run (step, error);
    }
  return fine;
}

static gboolean
find_orphans (VdtSqlite *sqlite, VdtTime before, GArray *logs, GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (sqlite, VDT_SQL_FIND_ORPHANS);
  VdtStep step = VDT_STEP_DONE;

  vdt_statement_bind_int (rows, 1, before);
  vdt_statement_bind_int (rows, 2, PRUNE_LOGS);
  while ((step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      const gint64 log = vdt_statement_get_int (rows, 0);

      g_array_append_val (logs, log);
    }
  return step != VDT_STEP_FAILED;
}

/* What is left of sessions that went. */
static gboolean
prune_orphans (VdtSqlite *sqlite, VdtTime before, guint64 *n_removed, GError **error)
{
  g_autoptr (GArray) logs = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean fine = find_orphans (sqlite, before, logs, error);

  for (guint i = 0; i < logs->len && fine; i++)
    {
      const gint64 log = g_array_index (logs, gint64, i);
      g_autoptr (VdtStatement) delete = NULL;

      fine = drop_lines (sqlite, log, 0, G_MAXINT64, error);
      if (!fine)
        break;
      delete = vdt_sqlite_get (sqlite, VDT_SQL_DELETE_CONVERSATION);
      vdt_statement_bind_int (delete, 1, log);
      fine = vdt_statement_run (delete, error);
      (*n_removed)++;
    }
  return fine;
}

/**
 * vdt_store_talk_prune:
 * @sqlite: a connection, in a transaction
 * @before: what is older goes
 * @n_removed: (inout): how many rows went so far
 * @error: return location for a #VdtStoreError
 *
 * Drops old messages, snapshots and resolved decisions (V16), some at a time: whoever asks for it
 * asks again until nothing goes any more. What is open stays (V17).
 *
 * Returns: whether it was done
 */
gboolean
vdt_store_talk_prune (VdtSqlite *sqlite, VdtTime before, guint64 *n_removed, GError **error)
{
  static const VdtSql steps[] = { VDT_SQL_PRUNE_MESSAGES, VDT_SQL_PRUNE_SNAPSHOTS,
                                  VDT_SQL_PRUNE_DECISIONS, VDT_SQL_PRUNE_REVIEWS };
  gboolean fine = prune_orphans (sqlite, before, n_removed, error);

  for (guint i = 0; i < G_N_ELEMENTS (steps) && fine; i++)
    {
      g_autoptr (VdtStatement) prune = vdt_sqlite_get (sqlite, steps[i]);

      vdt_statement_bind_int (prune, 1, before);
      vdt_statement_bind_int (prune, 2, PRUNE_ROWS);
      fine = vdt_statement_run (prune, error);
      if (fine)
        *n_removed += (guint64) vdt_sqlite_get_changes (sqlite);
    }
  return fine;
}
