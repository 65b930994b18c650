/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-review.h"

#include <string.h>

#include "vdt-store-database-private.h"
#include "vdt-store-private.h"
#include "vdt-store-review-private.h"
#include "vdt-text.h"

#define LAST_TEXT_CHARS 400

/* --- what is read ----------------------------------------------------------------------------- */

static void
decision_clear (gpointer data)
{
  VdtStoreDecision *decision = data;

  g_free ((char *) decision->id);
  g_free ((char *) decision->session_id);
  g_free ((guint8 *) decision->body);
}

static void
row_free (gpointer data)
{
  VdtStoreReviewRow *row = data;

  g_free (row->session_id);
  vdt_change_set_free (row->changes);
  g_array_unref (row->decisions);
  g_free (row->last_text);
  g_free (row);
}

static GArray *
new_decisions (void)
{
  GArray *decisions = g_array_new (FALSE, TRUE, sizeof (VdtStoreDecision));

  g_array_set_clear_func (decisions, decision_clear);
  return decisions;
}

/**
 * vdt_store_review_free:
 * @review: (nullable) (transfer full): an answer
 */
void
vdt_store_review_free (VdtStoreReview *review)
{
  if (review == NULL)
    return;
  g_ptr_array_unref (review->rows);
  g_free (review);
}

/* One log of a session, as its conversation has it. */
typedef struct
{
  gint64 log;
  gint64 sequence;
  VdtTime changed_at;
  gboolean truncated;
} Log;

typedef struct
{
  char *session_id;
  GArray *logs; /* Log, oldest first */
  gint64 review_log;
  gint64 review_sequence;
  VdtTime reviewed_at;
} Session;

typedef struct
{
  VdtStoreDatabase *db;
  VdtTime since; /* what changed up to then counts as looked at */
  GHashTable *wanted;
  GHashTable *decisions; /* session id → GArray of VdtStoreDecision */
  VdtStoreReview *review;
  GArray *changed; /* Candidate */
} Load;

/* A session that has changed and of which nothing else is to be told. */
typedef struct
{
  VdtTime at;
  VdtStoreReviewRow *row;
  GArray *logs;
} Candidate;

static void
candidate_clear (gpointer data)
{
  Candidate *candidate = data;

  g_clear_pointer (&candidate->row, row_free);
  g_clear_pointer (&candidate->logs, g_array_unref);
}

static char *
dup_text (VdtStatement *row, int column)
{
  gsize len = 0;
  const char *text = vdt_statement_get_text (row, column, &len);

  return g_strndup (text != NULL ? text : "", text != NULL ? len : 0);
}

static gboolean
load_decisions (Load *load, GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (load->db->sqlite, VDT_SQL_LOAD_DECISIONS);
  VdtStep step = VDT_STEP_DONE;

  while ((step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      VdtStoreDecision decision = { .id = dup_text (rows, 0), .session_id = dup_text (rows, 1) };
      GArray *list = g_hash_table_lookup (load->decisions, decision.session_id);
      gconstpointer body = NULL;

      decision.line = vdt_statement_get_int (rows, 2);
      decision.call = vdt_statement_get_int (rows, 3);
      decision.priority = (int) vdt_statement_get_int (rows, 4);
      decision.status = (int) vdt_statement_get_int (rows, 5);
      decision.revision = vdt_statement_get_int (rows, 6);
      decision.created_at = vdt_statement_get_time (rows, 7);
      decision.updated_at = vdt_statement_get_time (rows, 8);
      body = vdt_statement_get_blob (rows, 9, &decision.body_len);
      decision.body = g_memdup2 (body, decision.body_len);
      if (list == NULL)
        {
          list = new_decisions ();
          g_hash_table_insert (load->decisions, g_strdup (decision.session_id), list);
        }
      g_array_append_val (list, decision);
    }
  return step != VDT_STEP_FAILED;
}

static gint64
number_of (const GArray *logs, guint index, gint64 sequence)
{
  for (guint i = 0; i < index; i++)
    sequence += g_array_index (logs, Log, i).sequence;
  return sequence;
}

static gboolean
find_before (Load *load, gint64 log, gint64 *sequence, GError **error)
{
  g_autoptr (VdtStatement) find = vdt_sqlite_get (load->db->sqlite, VDT_SQL_FIND_SNAPSHOT_BEFORE);

  vdt_statement_bind_int (find, 1, log);
  vdt_statement_bind_time (find, 2, load->since);
  if (vdt_statement_step (find, error) != VDT_STEP_ROW)
    return FALSE;
  *sequence = vdt_statement_is_null (find, 0) ? 0 : vdt_statement_get_int (find, 0);
  return TRUE;
}

static gboolean
is_before (const Load *load, VdtTime at)
{
  return vdt_time_known (load->since) && (!vdt_time_known (at) || at <= load->since);
}

/* Where nobody has said so, what changed before Vedette looked for the first time is looked at. */
static gboolean
find_first_baseline (Load *load, const Session *session, VdtStoreMark *mark, GError **error)
{
  if (!vdt_time_known (load->since))
    return TRUE;
  for (guint i = session->logs->len; i > 0; i--)
    {
      const Log *log = &g_array_index (session->logs, Log, i - 1);
      gint64 sequence = log->sequence;

      if (!is_before (load, log->changed_at) && !find_before (load, log->log, &sequence, error))
        return FALSE;
      if (sequence == 0)
        continue;
      *mark = (VdtStoreMark){ .log = log->log,
                              .sequence = sequence,
                              .number = number_of (session->logs, i - 1, sequence),
                              .at = VDT_TIME_UNKNOWN };
      return TRUE;
    }
  return TRUE;
}

static gboolean
find_baseline (Load *load, const Session *session, VdtStoreMark *mark, GError **error)
{
  *mark = (VdtStoreMark){ .at = VDT_TIME_UNKNOWN };
  if (!vdt_time_known (session->reviewed_at))
    return find_first_baseline (load, session, mark, error);
  for (guint i = 0; i < session->logs->len; i++)
    if (g_array_index (session->logs, Log, i).log == session->review_log)
      {
        mark->log = session->review_log;
        mark->sequence = session->review_sequence;
        mark->number = number_of (session->logs, i, session->review_sequence);
      }
  return TRUE;
}

/**
 * vdt_store_database_get_snapshot_time:
 * @db: a database
 * @mark: a snapshot, whose time is filled in where it is still kept
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether it could be told
 */
gboolean
vdt_store_database_get_snapshot_time (VdtStoreDatabase *db, VdtStoreMark *mark, GError **error)
{
  g_autoptr (VdtStatement) get = NULL;
  VdtStep step = VDT_STEP_DONE;

  if (mark->log == 0 || mark->sequence == 0)
    return TRUE;
  get = vdt_sqlite_get (db->sqlite, VDT_SQL_GET_SNAPSHOT_TIME);
  vdt_statement_bind_int (get, 1, mark->log);
  vdt_statement_bind_int (get, 2, mark->sequence);
  step = vdt_statement_step (get, error);
  if (step == VDT_STEP_ROW)
    mark->at = vdt_statement_get_time (get, 0);
  return step != VDT_STEP_FAILED;
}

/* Puts together what one log's snapshots behind @after say. */
static gboolean
compose_log (VdtSqlite *sqlite,
             const Log *log,
             gint64 after,
             VdtStoreReviewRow *row,
             GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (sqlite, VDT_SQL_LOAD_SNAPSHOTS);
  VdtStep step = VDT_STEP_DONE;
  gint64 expected = after + 1;
  guint n = 0;

  vdt_statement_bind_int (rows, 1, log->log);
  vdt_statement_bind_int (rows, 2, after);
  while (n < VDT_STORE_MAX_SNAPSHOTS && (step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      const gint64 sequence = vdt_statement_get_int (rows, 0);
      gsize len = 0;
      gconstpointer changes = vdt_statement_get_blob (rows, 2, &len);

      /* V27: the delta starts at the oldest one that is left */
      if (n == 0 && sequence > expected)
        row->truncated = TRUE;
      vdt_change_set_append_blob (row->changes, changes, len, vdt_statement_get_time (rows, 1));
      n++;
    }
  if (n == 0 && log->sequence > after)
    row->truncated = TRUE;
  return step != VDT_STEP_FAILED;
}

static gboolean
load_last_text (VdtSqlite *sqlite, const GArray *logs, VdtStoreReviewRow *row, GError **error)
{
  for (guint i = logs->len; i > 0 && row->last_text == NULL; i--)
    {
      g_autoptr (VdtStatement) get = vdt_sqlite_get (sqlite, VDT_SQL_LOAD_LAST_UTTERANCE);
      g_autofree char *text = NULL;
      VdtStep step = VDT_STEP_DONE;

      vdt_statement_bind_int (get, 1, g_array_index (logs, Log, i - 1).log);
      step = vdt_statement_step (get, error);
      if (step == VDT_STEP_FAILED)
        return FALSE;
      if (step == VDT_STEP_DONE)
        continue;
      text = dup_text (get, 0);
      row->last_text = vdt_text_cut (text, LAST_TEXT_CHARS);
      row->last_is_user = vdt_statement_get_int (get, 1) == 0;
      row->last_at = vdt_statement_get_time (get, 2);
    }
  return TRUE;
}

/* Fills in what takes a look at the snapshots. */
static gboolean
compose_row (Load *load, const GArray *logs, VdtStoreReviewRow *row, GError **error)
{
  gboolean behind = row->baseline.log == 0;

  for (guint i = 0; i < logs->len; i++)
    {
      const Log *log = &g_array_index (logs, Log, i);
      const gboolean at_baseline = log->log == row->baseline.log;

      behind = behind || at_baseline;
      if (!behind || (at_baseline && log->sequence <= row->baseline.sequence))
        continue;
      if (row->baseline.log == 0 && log->truncated)
        row->truncated = TRUE;
      if (!compose_log (load->db->sqlite, log, at_baseline ? row->baseline.sequence : 0, row,
                        error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
complete_row (Load *load, const GArray *logs, VdtStoreReviewRow *row, GError **error)
{
  return vdt_store_database_get_snapshot_time (load->db, &row->baseline, error) &&
         load_last_text (load->db->sqlite, logs, row, error);
}

static gboolean
is_unseen (const Load *load, const Session *session, const Log *newest)
{
  if (vdt_time_known (session->reviewed_at))
    return newest->log != session->review_log || newest->sequence > session->review_sequence;
  return !is_before (load, newest->changed_at);
}

/* Whether @session is one to look at; then it is completed at once or kept for later. */
static gboolean
take_session (Load *load, Session *session, GError **error)
{
  const guint n = session->logs->len;
  const Log *newest = n > 0 ? &g_array_index (session->logs, Log, n - 1) : NULL;
  GArray *decisions = g_hash_table_lookup (load->decisions, session->session_id);
  const gboolean wanted =
    decisions != NULL || g_hash_table_contains (load->wanted, session->session_id);
  Candidate candidate = { 0 };
  VdtStoreReviewRow *row = NULL;

  if (newest == NULL || (!wanted && !is_unseen (load, session, newest)))
    return TRUE;
  candidate.at = newest->changed_at;
  row = g_new0 (VdtStoreReviewRow, 1);
  candidate.row = row;
  row->session_id = g_strdup (session->session_id);
  row->reviewed_at = session->reviewed_at;
  row->last_at = VDT_TIME_UNKNOWN;
  row->changes = vdt_change_set_new ();
  row->decisions = decisions != NULL ? g_array_ref (decisions) : new_decisions ();
  row->newest = (VdtStoreMark){ .log = newest->log,
                                .sequence = newest->sequence,
                                .number = number_of (session->logs, n - 1, newest->sequence),
                                .at = newest->changed_at };
  candidate.logs = g_array_ref (session->logs);
  if (!find_baseline (load, session, &row->baseline, error))
    {
      candidate_clear (&candidate);
      return FALSE;
    }
  if (!wanted)
    {
      g_array_append_val (load->changed, candidate);
      return TRUE;
    }
  g_ptr_array_add (load->review->rows, g_steal_pointer (&candidate.row));
  candidate_clear (&candidate);
  return compose_row (load, session->logs, row, error) &&
         complete_row (load, session->logs, row, error);
}

static void
session_clear (Session *session)
{
  g_clear_pointer (&session->session_id, g_free);
  g_clear_pointer (&session->logs, g_array_unref);
}

static gboolean
load_sessions (Load *load, GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (load->db->sqlite, VDT_SQL_LOAD_CONVERSATIONS);
  Session session = { 0 };
  VdtStep step = VDT_STEP_DONE;
  gboolean fine = TRUE;

  while (fine && (step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      gsize len = 0;
      const char *id = vdt_statement_get_text (rows, 1, &len);
      Log log = { .log = vdt_statement_get_int (rows, 0) };

      if (session.session_id == NULL || strcmp (session.session_id, id) != 0)
        {
          fine = session.session_id == NULL || take_session (load, &session, error);
          session_clear (&session);
          session.session_id = g_strdup (id);
          session.logs = g_array_new (FALSE, FALSE, sizeof (Log));
          session.review_log = vdt_statement_get_int (rows, 5);
          session.review_sequence = vdt_statement_get_int (rows, 6);
          session.reviewed_at = vdt_statement_get_time (rows, 7);
        }
      log.sequence = vdt_statement_get_int (rows, 2);
      log.changed_at = vdt_statement_get_time (rows, 3);
      log.truncated = vdt_statement_get_int (rows, 4) != 0;
      /* one that has no snapshot is nowhere to stand */
      if (log.sequence > 0)
        g_array_append_val (session.logs, log);
    }
  if (fine && step != VDT_STEP_FAILED && session.session_id != NULL)
    fine = take_session (load, &session, error);
  session_clear (&session);
  return fine && step != VDT_STEP_FAILED;
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a;
  const Candidate *y = b;

  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return strcmp (x->row->session_id, y->row->session_id);
}

/* The oldest changes come first (V33); of more than a person looks at only the number is told.
 * Where all was taken back, deleted or too old to be kept there is nothing to look at. */
static gboolean
complete_changed (Load *load, GError **error)
{
  guint n = 0;
  gboolean fine = TRUE;

  g_array_sort (load->changed, compare_candidates);
  for (guint i = 0; i < load->changed->len && fine; i++)
    {
      Candidate *candidate = &g_array_index (load->changed, Candidate, i);

      if (n == VDT_STORE_MAX_CHANGED)
        {
          load->review->n_more = load->changed->len - i;
          break;
        }
      fine = compose_row (load, candidate->logs, candidate->row, error);
      if (!fine || vdt_change_set_get_size (candidate->row->changes) == 0)
        continue;
      n++;
      fine = complete_row (load, candidate->logs, candidate->row, error);
      g_ptr_array_add (load->review->rows, g_steal_pointer (&candidate->row));
    }
  return fine;
}

/* --- whether there is anything ---------------------------------------------------------------- */

/* The first column of the only row; @id may be NULL. */
static gboolean
get_answer (VdtSqlite *sqlite, VdtSql sql, const char *id, gboolean *answer, GError **error)
{
  g_autoptr (VdtStatement) ask = vdt_sqlite_get (sqlite, sql);

  if (id != NULL)
    vdt_statement_bind_text (ask, 1, id);
  if (vdt_statement_step (ask, error) != VDT_STEP_ROW)
    return FALSE;
  *answer = vdt_statement_get_int (ask, 0) != 0;
  return TRUE;
}

static gboolean
has_changes (Load *load, const Candidate *candidate, gboolean *answer, GError **error)
{
  if (!get_answer (load->db->sqlite, VDT_SQL_HAS_SESSION, candidate->row->session_id, answer,
                   error))
    return FALSE;
  if (!*answer)
    return TRUE;
  if (!compose_row (load, candidate->logs, candidate->row, error))
    return FALSE;
  *answer = vdt_change_set_get_size (candidate->row->changes) > 0;
  return TRUE;
}

/**
 * vdt_store_database_has_review_work:
 * @db: a database
 * @has_work: (out): whether there is anything to review
 * @error: return location for a #VdtStoreError
 *
 * Work is what the queue shows: a decision that waits for a person, or a session of which
 * something is different from when somebody looked last. Of a session that nobody ever looked at
 * only what changed after `review.since` counts.
 *
 * Returns: whether it could be told
 */
gboolean
vdt_store_database_has_review_work (VdtStoreDatabase *db, gboolean *has_work, GError **error)
{
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) changed = g_array_new (FALSE, TRUE, sizeof (Candidate));
  Load load = { .db = db, .wanted = none, .decisions = none, .changed = changed };
  gboolean fine = FALSE;

  g_array_set_clear_func (changed, candidate_clear);
  *has_work = FALSE;
  if (!get_answer (db->sqlite, VDT_SQL_HAS_OPEN_DECISION, NULL, has_work, error))
    return FALSE;
  if (*has_work)
    return TRUE;
  fine = vdt_store_database_get_time (db, "review.since", &load.since, error) &&
         load_sessions (&load, error);
  for (guint i = 0; i < changed->len && fine && !*has_work; i++)
    fine = has_changes (&load, &g_array_index (changed, Candidate, i), has_work, error);
  return fine;
}

/* --- requests --------------------------------------------------------------------------------- */

gboolean
vdt_store_database_get_time (VdtStoreDatabase *db, const char *key, VdtTime *time, GError **error)
{
  g_autoptr (VdtStatement) get = vdt_sqlite_get (db->sqlite, VDT_SQL_GET_META);
  VdtStep step = VDT_STEP_DONE;
  gsize len = 0;

  *time = VDT_TIME_UNKNOWN;
  vdt_statement_bind_text (get, 1, key);
  step = vdt_statement_step (get, error);
  if (step == VDT_STEP_ROW)
    {
      const char *text = vdt_statement_get_text (get, 0, &len);
      gint64 value = 0;

      if (g_ascii_string_to_signed (text, 10, VDT_TIME_MIN, VDT_TIME_MAX, &value, NULL))
        *time = value;
    }
  return step != VDT_STEP_FAILED;
}

static gboolean
load_reviewed_at (VdtSqlite *sqlite, VdtTime *at, GError **error)
{
  g_autoptr (VdtStatement) get = vdt_sqlite_get (sqlite, VDT_SQL_LOAD_REVIEWED_AT);

  if (vdt_statement_step (get, error) != VDT_STEP_ROW)
    return FALSE;
  *at = vdt_statement_get_time (get, 0);
  return TRUE;
}

static gpointer
load_review (VdtStoreDatabase *db, gconstpointer data, GError **error)
{
  const char *const *wanted = data;
  g_autoptr (VdtStoreReview) review = g_new0 (VdtStoreReview, 1);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) decisions =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_autoptr (GArray) changed = g_array_new (FALSE, TRUE, sizeof (Candidate));
  Load load = { .db = db,
                .wanted = names,
                .decisions = decisions,
                .review = review,
                .changed = changed };
  gboolean fine = FALSE;

  g_array_set_clear_func (changed, candidate_clear);
  review->rows = g_ptr_array_new_with_free_func (row_free);
  for (guint i = 0; wanted != NULL && wanted[i] != NULL; i++)
    g_hash_table_add (names, (gpointer) wanted[i]);
  /* One transaction: all parts are of the same moment, whoever else writes meanwhile. */
  if (!vdt_sqlite_exec (db->sqlite, "BEGIN", error))
    return NULL;
  fine = vdt_store_database_get_time (db, "review.since", &load.since, error) &&
         vdt_store_database_get_time (db, "review.next_due", &review->next_due, error) &&
         load_reviewed_at (db->sqlite, &review->reviewed_at, error) &&
         load_decisions (&load, error) && load_sessions (&load, error) &&
         complete_changed (&load, error);
  vdt_sqlite_rollback (db->sqlite);
  return fine ? g_steal_pointer (&review) : NULL;
}

/**
 * vdt_store_load_review_async:
 * @self: a store
 * @wanted: (nullable): ids of sessions to tell of whether or not they have changed
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Reads which sessions are to be looked at: those with open decisions, those wanted, and of those
 * that only changed the %VDT_STORE_MAX_CHANGED whose newest change is oldest. Changes nothing
 * (V30).
 */
void
vdt_store_load_review_async (VdtStore *self,
                             const char *const *wanted,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (VDT_IS_STORE (self));

  vdt_store_send (self, vdt_store_request_call (self, load_review, g_strdupv ((char **) wanted),
                                                (GDestroyNotify) g_strfreev,
                                                (GDestroyNotify) vdt_store_review_free,
                                                vdt_store_load_review_async, cancellable, callback,
                                                user_data));
}

/**
 * vdt_store_load_review_finish:
 * @self: a store
 * @result: as the callback got it
 * @error: return location for a #VdtStoreError
 *
 * Returns: (transfer full): the answer, or `NULL`
 */
VdtStoreReview *
vdt_store_load_review_finish (VdtStore *self, GAsyncResult *result, GError **error)
{
  return vdt_store_finish_pointer (self, result, vdt_store_load_review_async, error);
}
