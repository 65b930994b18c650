/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-database.h"

#include "vdt-store-batch-private.h"
#include "vdt-store-database-private.h"
#include "vdt-store-talk.h"

/* The database holds these numbers: an enum that changed its order would change its meaning. */
G_STATIC_ASSERT (VDT_RUNTIME_CODEX == 0 && VDT_RUNTIME_CLAUDE == 1 && VDT_N_RUNTIMES == 2);

static gboolean
put_log_file (VdtSqlite *sqlite, const VdtStoreLogFile *file, GError **error)
{
  g_autoptr (VdtStatement) put = vdt_sqlite_get (sqlite, VDT_SQL_PUT_LOG_FILE);

  vdt_statement_bind_int (put, 1, file->runtime);
  vdt_statement_bind_text (put, 2, file->home_id);
  vdt_statement_bind_text (put, 3, file->path);
  vdt_statement_bind_text (put, 4, file->stem);
  vdt_statement_bind_text (put, 5, file->native_id);
  vdt_statement_bind_int (put, 6, (gint64) file->id.device);
  vdt_statement_bind_int (put, 7, (gint64) file->id.file);
  vdt_statement_bind_int (put, 8, file->id.size);
  vdt_statement_bind_int (put, 9, file->id.mtime_ns);
  vdt_statement_bind_int (put, 10, (gint64) file->offset);
  vdt_statement_bind_int (put, 11, (gint64) file->head_hash);
  vdt_statement_bind_int (put, 12, (gint64) file->tail_hash);
  vdt_statement_bind_time (put, 13, file->deleted_at);
  vdt_statement_bind_blob (put, 14, file->state, file->state_len);
  return vdt_statement_run (put, error);
}

static gboolean
put_session (VdtSqlite *sqlite, const VdtStoreSession *session, GError **error)
{
  g_autoptr (VdtStatement) put = vdt_sqlite_get (sqlite, VDT_SQL_PUT_SESSION);

  vdt_statement_bind_text (put, 1, session->id);
  vdt_statement_bind_int (put, 2, session->runtime);
  vdt_statement_bind_text (put, 3, session->home_id);
  vdt_statement_bind_text (put, 4, session->native_id);
  vdt_statement_bind_text (put, 5, session->parent_id);
  vdt_statement_bind_time (put, 6, session->last_event_at);
  vdt_statement_bind_int (put, 7, session->active ? 1 : 0);
  vdt_statement_bind_int (put, 8, session->source_deleted ? 1 : 0);
  vdt_statement_bind_blob (put, 9, session->view, session->view_len);
  return vdt_statement_run (put, error);
}

static gboolean
put_call (VdtSqlite *sqlite, const VdtStoreCall *call, VdtStoreCallMode mode, GError **error)
{
  g_autoptr (VdtStatement) put =
    vdt_sqlite_get (sqlite,
                    mode == VDT_STORE_CALL_MERGE ? VDT_SQL_MERGE_CALL : VDT_SQL_REPLACE_CALL);

  vdt_statement_bind_int (put, 1, call->runtime);
  vdt_statement_bind_int (put, 2, (gint64) call->key_hash);
  vdt_statement_bind_text (put, 3, call->session_id);
  vdt_statement_bind_text (put, 4, call->home_id);
  vdt_statement_bind_text (put, 5, call->model);
  vdt_statement_bind_time (put, 6, call->time);
  vdt_statement_bind_count (put, 7, call->tokens.uncached_input);
  vdt_statement_bind_count (put, 8, call->tokens.cache_read);
  vdt_statement_bind_count (put, 9, call->tokens.cache_creation);
  vdt_statement_bind_count (put, 10, call->tokens.output);
  vdt_statement_bind_count (put, 11, call->tokens.reasoning);
  vdt_statement_bind_count (put, 12, call->tokens.total);
  return vdt_statement_run (put, error);
}

static gboolean
put_quota (VdtSqlite *sqlite, const VdtStoreQuota *quota, GError **error)
{
  g_autoptr (VdtStatement) put = vdt_sqlite_get (sqlite, VDT_SQL_PUT_QUOTA);

  vdt_statement_bind_text (put, 1, quota->home_id);
  vdt_statement_bind_text (put, 2, quota->bucket != NULL ? quota->bucket : "");
  vdt_statement_bind_int (put, 3, quota->window);
  vdt_statement_bind_int (put, 4, quota->span);
  vdt_statement_bind_time (put, 5, quota->as_of);
  vdt_statement_bind_int (put, 6, quota->runtime);
  vdt_statement_bind_int (put, 7, quota->source);
  vdt_statement_bind_text (put, 8, quota->plan);
  vdt_statement_bind_text (put, 9, quota->session_id);
  vdt_statement_bind_count (put, 10, quota->minutes);
  if (quota->percent_known)
    vdt_statement_bind_double (put, 11, quota->used_percent);
  vdt_statement_bind_time (put, 12, quota->resets_at);
  vdt_statement_bind_text (put, 13, quota->bucket_name);
  return vdt_statement_run (put, error);
}

static gboolean
put_home (VdtSqlite *sqlite, const VdtStoreHome *home, GError **error)
{
  g_autoptr (VdtStatement) put = vdt_sqlite_get (sqlite, VDT_SQL_PUT_HOME);

  vdt_statement_bind_text (put, 1, home->home_id);
  vdt_statement_bind_int (put, 2, home->runtime);
  vdt_statement_bind_text (put, 3, home->path);
  vdt_statement_bind_time (put, 4, home->seen_at);
  return vdt_statement_run (put, error);
}

static gboolean
delete_call (VdtSqlite *sqlite, const VdtStoreCall *call, GError **error)
{
  g_autoptr (VdtStatement) delete = vdt_sqlite_get (sqlite, VDT_SQL_DELETE_CALL);

  vdt_statement_bind_int (delete, 1, call->runtime);
  vdt_statement_bind_int (delete, 2, (gint64) call->key_hash);
  return vdt_statement_run (delete, error);
}

/* Runs a statement whose place 1 is @text and whose place 2, if it has one, is @time. */
static gboolean
run_with_text (VdtSqlite *sqlite, VdtSql sql, const char *text, VdtTime time, GError **error)
{
  g_autoptr (VdtStatement) statement = vdt_sqlite_get (sqlite, sql);

  vdt_statement_bind_text (statement, 1, text);
  vdt_statement_bind_time (statement, 2, time);
  return vdt_statement_run (statement, error);
}

static gboolean
put_meta (VdtSqlite *sqlite, VdtSql sql, const char *key, const char *value, GError **error)
{
  g_autoptr (VdtStatement) put = NULL;

  if (value == NULL)
    return run_with_text (sqlite, VDT_SQL_DELETE_META, key, VDT_TIME_UNKNOWN, error);
  put = vdt_sqlite_get (sqlite, sql);
  vdt_statement_bind_text (put, 1, key);
  vdt_statement_bind_text (put, 2, value);
  return vdt_statement_run (put, error);
}

static gboolean
make_change (VdtSqlite *sqlite, VdtStoreTalk *talk, const VdtBatchChange *change, GError **error)
{
  switch (change->kind)
    {
    case VDT_BATCH_BEGIN_CONVERSATION:
    case VDT_BATCH_PUT_UTTERANCE:
    case VDT_BATCH_PUT_SNAPSHOT:
    case VDT_BATCH_PUT_DECISION:
    case VDT_BATCH_END_DECISIONS:
      return vdt_store_talk_apply (sqlite, talk, change, error);
    case VDT_BATCH_PUT_LOG_FILE:
      return put_log_file (sqlite, &change->log_file, error);
    case VDT_BATCH_PUT_SESSION:
      return put_session (sqlite, &change->session, error);
    case VDT_BATCH_PUT_CALL:
      return put_call (sqlite, &change->call, change->mode, error);
    case VDT_BATCH_PUT_QUOTA:
      return put_quota (sqlite, &change->quota, error);
    case VDT_BATCH_PUT_HOME:
      return put_home (sqlite, &change->home, error);
    case VDT_BATCH_PUT_META:
      return put_meta (sqlite, VDT_SQL_PUT_META, change->pair.key, change->pair.value, error);
    case VDT_BATCH_ADD_META:
      return put_meta (sqlite, VDT_SQL_ADD_META, change->pair.key, change->pair.value, error);
    case VDT_BATCH_DELETE_LOG_FILE:
      return run_with_text (sqlite, VDT_SQL_DELETE_LOG_FILE, change->pair.key, VDT_TIME_UNKNOWN,
                            error);
    case VDT_BATCH_DELETE_SESSION:
      return run_with_text (sqlite, VDT_SQL_DELETE_SESSION, change->pair.key, VDT_TIME_UNKNOWN,
                            error);
    case VDT_BATCH_DELETE_CALL:
      return delete_call (sqlite, &change->call, error);
    }
  g_assert_not_reached ();
}

/* Ends a transaction as @fine says. */
static gboolean
end_transaction (VdtStoreDatabase *db, gboolean fine, GError **error)
{
  if (fine)
    return vdt_sqlite_commit (db->sqlite, error);
  vdt_sqlite_rollback (db->sqlite);
  return FALSE;
}

/**
 * vdt_store_database_apply:
 * @db: a database
 * @batch: (transfer none): changes
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether all of it is in the database; if not, nothing of it is
 */
gboolean
vdt_store_database_apply (VdtStoreDatabase *db, const VdtStoreBatch *batch, GError **error)
{
  guint n = vdt_store_batch_get_size (batch);
  VdtStoreTalk talk = { 0 };
  gboolean fine = TRUE;

  if (!vdt_sqlite_begin (db->sqlite, error))
    return FALSE;
  for (guint i = 0; i < n && fine; i++)
    fine = make_change (db->sqlite, &talk, vdt_store_batch_get_change (batch, i), error);
  return end_transaction (db, fine, error);
}

/* After something private was deleted: gives pages back and empties the journal, which still
 * has the old ones. A reader elsewhere may hold it up; then the next checkpoint does it. */
static void
wipe_rest (VdtStoreDatabase *db)
{
  g_autoptr (GError) error = NULL;

  if (db->on_disk && !vdt_sqlite_exec (db->sqlite,
                                       "PRAGMA incremental_vacuum (2048);"
                                       "PRAGMA wal_checkpoint (TRUNCATE);",
                                       &error))
    g_debug ("after a delete: %s", error->message);
}

/**
 * vdt_store_database_delete_history:
 * @db: a database
 * @session_id: (nullable): which session, `NULL` for all
 * @now: the time to note
 * @error: return location for a #VdtStoreError
 *
 * See [method@VdtStore.delete_history_async].
 *
 * Returns: whether it was done
 */
gboolean
vdt_store_database_delete_history (VdtStoreDatabase *db,
                                   const char *session_id,
                                   VdtTime now,
                                   GError **error)
{
  gboolean fine = FALSE;

  if (!vdt_sqlite_begin (db->sqlite, error))
    return FALSE;
  fine = run_with_text (db->sqlite, VDT_SQL_MARK_HISTORY, session_id, now, error) &&
         run_with_text (db->sqlite, VDT_SQL_MARK_ALL_HISTORY, session_id, now, error) &&
         vdt_store_talk_delete (db->sqlite, session_id, now, error);
  if (fine)
    {
      g_autoptr (VdtStatement) drop = vdt_sqlite_get (db->sqlite, VDT_SQL_DROP_STATES);

      vdt_statement_bind_text (drop, 1, session_id);
      fine = vdt_statement_run (drop, error);
    }
  if (!end_transaction (db, fine, error))
    return FALSE;
  wipe_rest (db);
  return TRUE;
}

/**
 * vdt_store_database_forget_session:
 * @db: a database
 * @session_id: which session
 * @now: the time to note
 * @error: return location for a #VdtStoreError
 *
 * See [method@VdtStore.forget_session_async].
 *
 * Returns: whether it was done
 */
gboolean
vdt_store_database_forget_session (VdtStoreDatabase *db,
                                   const char *session_id,
                                   VdtTime now,
                                   GError **error)
{
  /* Sessions last: the others find theirs through them. */
  static const VdtSql steps[] = { VDT_SQL_FORGET_LOG_FILES, VDT_SQL_FORGET_CALLS,
                                  VDT_SQL_FORGET_QUOTAS,    VDT_SQL_FORGET_MESSAGES,
                                  VDT_SQL_FORGET_SNAPSHOTS, VDT_SQL_FORGET_DECISIONS,
                                  VDT_SQL_FORGET_REVIEWS,   VDT_SQL_FORGET_CONVERSATIONS,
                                  VDT_SQL_FORGET_SESSIONS };
  gboolean fine = FALSE;

  if (!vdt_sqlite_begin (db->sqlite, error))
    return FALSE;
  fine = run_with_text (db->sqlite, VDT_SQL_NOTE_FORGOTTEN, session_id, now, error);
  for (guint i = 0; i < G_N_ELEMENTS (steps) && fine; i++)
    {
      g_autoptr (VdtStatement) forget = vdt_sqlite_get (db->sqlite, steps[i]);

      vdt_statement_bind_text (forget, 1, session_id);
      fine = vdt_statement_run (forget, error);
    }
  if (!end_transaction (db, fine, error))
    return FALSE;
  wipe_rest (db);
  return TRUE;
}

/**
 * vdt_store_database_prune:
 * @db: a database
 * @retention_days: 1 … %VDT_STORE_RETENTION_DAYS, taken to the nearest of these
 * @now: the time to count back from
 * @n_removed: (out): how many rows went
 * @error: return location for a #VdtStoreError
 *
 * See [method@VdtStore.prune_async].
 *
 * Returns: whether it was done
 */
gboolean
vdt_store_database_prune (VdtStoreDatabase *db,
                          guint retention_days,
                          VdtTime now,
                          guint64 *n_removed,
                          GError **error)
{
  const struct
  {
    VdtSql sql;
    guint days;
  } steps[] = {
    { VDT_SQL_PRUNE_SESSIONS, CLAMP (retention_days, 1, VDT_STORE_RETENTION_DAYS) },
    { VDT_SQL_PRUNE_LOG_FILES, CLAMP (retention_days, 1, VDT_STORE_RETENTION_DAYS) },
    { VDT_SQL_PRUNE_QUOTAS, VDT_STORE_QUOTA_DAYS },
    { VDT_SQL_PRUNE_CALLS, VDT_STORE_CALL_DAYS },
    { VDT_SQL_PRUNE_FORGOTTEN, VDT_STORE_CALL_DAYS },
  };
  gboolean fine = TRUE;

  *n_removed = 0;
  if (!vdt_sqlite_begin (db->sqlite, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (steps) && fine; i++)
    {
      g_autoptr (VdtStatement) prune = vdt_sqlite_get (db->sqlite, steps[i].sql);

      vdt_statement_bind_int (prune, 1, now - steps[i].days * VDT_DAY);
      fine = vdt_statement_run (prune, error);
      if (fine)
        *n_removed += (guint64) vdt_sqlite_get_changes (db->sqlite);
    }
  fine = fine &&
         vdt_store_talk_prune (db->sqlite,
                               now - CLAMP (retention_days, 1, VDT_STORE_RETENTION_DAYS) * VDT_DAY,
                               n_removed, error);
  if (!end_transaction (db, fine, error))
    return FALSE;
  if (*n_removed > 0)
    wipe_rest (db);
  return TRUE;
}
