/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-database.h"

#include "vdt-store-database-private.h"
#include "vdt-store-place.h"
#include "vdt-store-schema.h"

/* A change that is older than the wish to forget its session does not come in again. */
#define UNLESS_FORGOTTEN(id, time)                                                                 \
  " WHERE NOT EXISTS (SELECT 1 FROM forgotten"                                                     \
  " WHERE forgotten.session_id = " id " AND forgotten.at >= ifnull(" time ", forgotten.at))"

#define INSERT_CALL                                                                                \
  "INSERT INTO calls (runtime, key_hash, session_id, home_id, model, time, uncached_input,"        \
  " cache_read, cache_creation, output, reasoning, total)"                                         \
  " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12" UNLESS_FORGOTTEN (                   \
    "?3", "?6") " ON CONFLICT (runtime, key_hash) DO UPDATE SET"                                   \
                " uncached_input = excluded.uncached_input, cache_read = excluded.cache_read,"     \
                " cache_creation = excluded.cache_creation, output = excluded.output,"             \
                " reasoning = excluded.reasoning, total = excluded.total,"

#define IF_EARLIER(column)                                                                         \
  column " = CASE WHEN excluded.time < ifnull(calls.time, excluded.time + 1)"                      \
         " THEN excluded." column " ELSE calls." column " END"

/* The session ?1 and those of its sub-agents, at any depth; UNION ends circles. */
#define WITH_TREE                                                                                  \
  "WITH RECURSIVE tree (id) AS (VALUES (?1) UNION"                                                 \
  " SELECT sessions.id FROM sessions JOIN tree ON sessions.parent_id = tree.id) "

#define SAME_WINDOW(a, b)                                                                          \
  a ".home_id = " b ".home_id AND " a ".bucket = " b ".bucket AND " a ".window_kind = " b          \
    ".window_kind AND " a ".span = " b ".span"

#define SESSION_COLUMNS                                                                            \
  "id, runtime, home_id, native_id, parent_id, last_event_at, active, source_deleted,"             \
  " history_deleted_at, view"

#define QUOTA_COLUMNS                                                                              \
  "home_id, bucket, window_kind, span, as_of, runtime, source, plan, session_id, minutes,"         \
  " used_percent, resets_at, bucket_name"

static const char *const SQL[VDT_N_SQL] = {
  [VDT_SQL_PUT_LOG_FILE] =
    "INSERT INTO log_files (runtime, home_id, path, stem, native_id, device, file, size, mtime_ns,"
    " \"offset\", head_hash, tail_hash, deleted_at, state)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,"
    " CASE WHEN EXISTS (SELECT 1 FROM forgotten WHERE home_id = ?2 AND native_id = ?5)"
    " THEN NULL ELSE ?14 END)"
    " ON CONFLICT (path) DO UPDATE SET runtime = excluded.runtime, home_id = excluded.home_id,"
    " stem = excluded.stem, native_id = excluded.native_id, device = excluded.device,"
    " file = excluded.file, size = excluded.size, mtime_ns = excluded.mtime_ns,"
    " \"offset\" = excluded.\"offset\", head_hash = excluded.head_hash,"
    " tail_hash = excluded.tail_hash, deleted_at = excluded.deleted_at, state = excluded.state",
  [VDT_SQL_PUT_SESSION] =
    "INSERT INTO sessions (id, runtime, home_id, native_id, parent_id, last_event_at, active,"
    " source_deleted, view)"
    " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9" UNLESS_FORGOTTEN (
      "?1",
      "?6") " ON CONFLICT (id) DO UPDATE SET runtime = excluded.runtime, home_id = excluded.home_id,"
            " native_id = excluded.native_id, parent_id = excluded.parent_id,"
            " last_event_at = excluded.last_event_at, active = excluded.active,"
            " source_deleted = excluded.source_deleted, view = excluded.view",
  [VDT_SQL_MERGE_CALL] =
    INSERT_CALL " model = ifnull(excluded.model, calls.model)," IF_EARLIER ("session_id") "," //
  IF_EARLIER ("home_id") "," IF_EARLIER ("time"),
  [VDT_SQL_REPLACE_CALL] = INSERT_CALL " session_id = excluded.session_id,"
                                       " home_id = excluded.home_id, model = excluded.model,"
                                       " time = excluded.time",
  [VDT_SQL_PUT_QUOTA] = "INSERT OR REPLACE INTO quota_readings (" QUOTA_COLUMNS ")"
                        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13"
                        " WHERE ?9 IS NULL OR NOT EXISTS (SELECT 1 FROM forgotten"
                        " WHERE session_id = ?9 AND at >= ?5)",
  [VDT_SQL_PUT_HOME] = "INSERT OR REPLACE INTO homes_seen (home_id, runtime, path, seen_at)"
                       " VALUES (?1, ?2, ?3, ?4)",
  [VDT_SQL_PUT_META] = "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)",
  [VDT_SQL_ADD_META] = "INSERT OR IGNORE INTO meta (key, value) VALUES (?1, ?2)",
  [VDT_SQL_DELETE_META] = "DELETE FROM meta WHERE key = ?1",
  [VDT_SQL_GET_CONVERSATION] =
    "SELECT line, cut_line, cut_at, session_id FROM conversations WHERE log = ?1",
  /* Until when a person asked for it to be gone, in whatever way. */
  [VDT_SQL_GET_CUT] = "SELECT max(at) FROM (SELECT at FROM forgotten WHERE session_id = ?1"
                      " UNION ALL SELECT history_deleted_at FROM sessions WHERE id = ?1"
                      " UNION ALL SELECT CAST(value AS INTEGER) FROM meta"
                      " WHERE key = 'store.history_deleted')",
  /* A piece of a log that is being read again leaves the marks of its end alone. */
  [VDT_SQL_PUT_CONVERSATION] =
    "INSERT INTO conversations (log, session_id, runtime, home_id, place, line, sequence,"
    " changed_at, truncated) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
    " ON CONFLICT (log) DO UPDATE SET session_id = excluded.session_id,"
    " runtime = excluded.runtime, home_id = excluded.home_id, place = excluded.place,"
    " line = CASE WHEN ?10 THEN excluded.line ELSE max(line, excluded.line) END,"
    " sequence = CASE WHEN ?10 THEN excluded.sequence ELSE max(sequence, excluded.sequence) END,"
    " changed_at = CASE WHEN ?10 OR excluded.sequence >= sequence THEN excluded.changed_at"
    " ELSE changed_at END, truncated = max(truncated, excluded.truncated)",
  /* A log that was written anew is shorter: nobody has looked further than to its end. */
  [VDT_SQL_CLAMP_REVIEWS] =
    "UPDATE reviews SET sequence = CASE WHEN log = ?2 THEN min(sequence, ?3) ELSE sequence END,"
    " before_sequence = CASE WHEN before_log = ?2 THEN min(before_sequence, ?3)"
    " ELSE before_sequence END WHERE session_id = ?1"
    " AND ((log = ?2 AND sequence > ?3) OR (before_log = ?2 AND before_sequence > ?3))",
  [VDT_SQL_PUT_UTTERANCE] = "INSERT OR REPLACE INTO messages (log, line, part, time, role, flags,"
                            " text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
  [VDT_SQL_PUT_SNAPSHOT] = "INSERT OR REPLACE INTO snapshots (log, sequence, line, time, changes)"
                           " VALUES (?1, ?2, ?3, ?4, ?5)",
  [VDT_SQL_PUT_DECISION] =
    "INSERT OR REPLACE INTO decisions (id, log, line, session_id, call, priority, status,"
    " revision, created_at, updated_at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 1, ?7, ?7, ?8)",
  [VDT_SQL_END_DECISIONS] = "UPDATE decisions SET status = 3, revision = revision + 1,"
                            " updated_at = ?3 WHERE log = ?1 AND call = ?2 AND status <> 3",
  [VDT_SQL_DROP_MESSAGES] = "DELETE FROM messages WHERE log = ?1 AND line >= ?2 AND line <= ?3",
  [VDT_SQL_DROP_SNAPSHOTS] = "DELETE FROM snapshots WHERE log = ?1 AND line >= ?2 AND line <= ?3",
  [VDT_SQL_DROP_DECISIONS] = "DELETE FROM decisions WHERE log = ?1 AND line >= ?2 AND line <= ?3",
  [VDT_SQL_NOTE_CUT] = "UPDATE conversations SET truncated = 1 WHERE log = ?1",
  [VDT_SQL_CUT_CONVERSATIONS] = "UPDATE conversations SET cut_line = line, cut_at = ?2,"
                                " truncated = 1 WHERE ?1 IS NULL OR session_id = ?1",
  [VDT_SQL_DELETE_MESSAGES] = "DELETE FROM messages WHERE ?1 IS NULL OR log IN"
                              " (SELECT log FROM conversations WHERE session_id = ?1)",
  [VDT_SQL_DELETE_SNAPSHOTS] = "DELETE FROM snapshots WHERE ?1 IS NULL OR log IN"
                               " (SELECT log FROM conversations WHERE session_id = ?1)",
  [VDT_SQL_DELETE_DECISIONS] = "DELETE FROM decisions WHERE ?1 IS NULL OR session_id = ?1",
  [VDT_SQL_DELETE_REVIEWS] = "DELETE FROM reviews WHERE ?1 IS NULL OR session_id = ?1",
  [VDT_SQL_DELETE_LOG_FILE] = "DELETE FROM log_files WHERE path = ?1",
  [VDT_SQL_DELETE_SESSION] = "DELETE FROM sessions WHERE id = ?1",
  [VDT_SQL_DELETE_CALL] = "DELETE FROM calls WHERE runtime = ?1 AND key_hash = ?2",
  [VDT_SQL_MARK_ALL_HISTORY] = "INSERT OR REPLACE INTO meta (key, value)"
                               " SELECT 'store.history_deleted', CAST(?2 AS TEXT)"
                               " WHERE ?1 IS NULL",
  [VDT_SQL_MARK_HISTORY] =
    "UPDATE sessions SET history_deleted_at = ?2 WHERE ?1 IS NULL OR id = ?1",
  [VDT_SQL_DROP_STATES] = "UPDATE log_files SET state = NULL WHERE deleted_at IS NOT NULL"
                          " AND (?1 IS NULL OR (home_id, native_id) ="
                          " (SELECT home_id, native_id FROM sessions WHERE id = ?1))",
  [VDT_SQL_NOTE_FORGOTTEN] =
    WITH_TREE "INSERT INTO forgotten (session_id, home_id, native_id, at)"
              " SELECT tree.id, home_id, native_id, ?2 FROM tree LEFT JOIN sessions USING (id)"
              " WHERE true ON CONFLICT (session_id) DO UPDATE SET"
              " home_id = ifnull(excluded.home_id, forgotten.home_id),"
              " native_id = ifnull(excluded.native_id, forgotten.native_id),"
              " at = max(forgotten.at, excluded.at)",
  [VDT_SQL_FORGET_LOG_FILES] =
    WITH_TREE "DELETE FROM log_files WHERE (home_id, native_id) IN"
              " (SELECT home_id, native_id FROM sessions JOIN tree USING (id))",
  [VDT_SQL_FORGET_CALLS] = WITH_TREE "DELETE FROM calls WHERE session_id IN tree",
  [VDT_SQL_FORGET_QUOTAS] = WITH_TREE "DELETE FROM quota_readings WHERE session_id IN tree",
  [VDT_SQL_FORGET_MESSAGES] = WITH_TREE "DELETE FROM messages WHERE log IN"
                                        " (SELECT log FROM conversations WHERE session_id IN tree)",
  [VDT_SQL_FORGET_SNAPSHOTS] =
    WITH_TREE "DELETE FROM snapshots WHERE log IN"
              " (SELECT log FROM conversations WHERE session_id IN tree)",
  [VDT_SQL_FORGET_DECISIONS] = WITH_TREE "DELETE FROM decisions WHERE session_id IN tree",
  [VDT_SQL_FORGET_REVIEWS] = WITH_TREE "DELETE FROM reviews WHERE session_id IN tree",
  [VDT_SQL_FORGET_CONVERSATIONS] = WITH_TREE "DELETE FROM conversations WHERE session_id IN tree",
  [VDT_SQL_FORGET_SESSIONS] = WITH_TREE "DELETE FROM sessions WHERE id IN tree",
  [VDT_SQL_PRUNE_SESSIONS] =
    "DELETE FROM sessions WHERE active = 0"
    " AND (last_event_at < ?1 OR (last_event_at IS NULL AND source_deleted = 1))"
    " AND NOT EXISTS (SELECT 1 FROM sessions parent WHERE parent.id = sessions.parent_id"
    " AND (parent.active = 1 OR parent.last_event_at >= ?1))",
  [VDT_SQL_PRUNE_LOG_FILES] = "DELETE FROM log_files WHERE deleted_at < ?1",
  [VDT_SQL_PRUNE_QUOTAS] = "DELETE FROM quota_readings WHERE as_of < ?1 AND as_of <"
                           " (SELECT max(newer.as_of) FROM quota_readings newer"
                           " WHERE " SAME_WINDOW ("newer", "quota_readings") ")",
  [VDT_SQL_PRUNE_CALLS] = "DELETE FROM calls WHERE time < ?1",
  [VDT_SQL_PRUNE_FORGOTTEN] = "DELETE FROM forgotten WHERE at < ?1",
  [VDT_SQL_PRUNE_MESSAGES] = "DELETE FROM messages WHERE id IN"
                             " (SELECT id FROM messages WHERE time < ?1 LIMIT ?2)",
  [VDT_SQL_PRUNE_SNAPSHOTS] = "DELETE FROM snapshots WHERE (log, sequence) IN"
                              " (SELECT log, sequence FROM snapshots WHERE time < ?1 LIMIT ?2)",
  [VDT_SQL_PRUNE_DECISIONS] =
    "DELETE FROM decisions WHERE id IN (SELECT id FROM decisions WHERE status = 3"
    " AND ifnull(updated_at, created_at) < ?1 LIMIT ?2)",
  [VDT_SQL_PRUNE_REVIEWS] =
    "DELETE FROM reviews WHERE session_id IN (SELECT session_id FROM reviews"
    " WHERE session_id NOT IN (SELECT session_id FROM conversations) LIMIT ?2) AND ?1 IS NOT NULL",
  [VDT_SQL_FIND_ORPHANS] =
    "SELECT log FROM conversations WHERE ifnull(changed_at, 0) < ?1 AND NOT EXISTS"
    " (SELECT 1 FROM sessions WHERE sessions.id = conversations.session_id) LIMIT ?2",
  [VDT_SQL_DELETE_CONVERSATION] = "DELETE FROM conversations WHERE log = ?1",
  [VDT_SQL_LOAD_CONVERSATIONS] =
    "SELECT c.log, c.session_id, c.sequence, c.changed_at, c.truncated, r.log, r.sequence,"
    " r.reviewed_at FROM conversations c LEFT JOIN reviews r USING (session_id)"
    " ORDER BY c.session_id, c.place, c.log",
  [VDT_SQL_LOAD_DECISIONS] =
    "SELECT id, session_id, line, call, priority, status, revision, created_at, updated_at, body"
    " FROM decisions WHERE status < 3 ORDER BY created_at, line, id",
  [VDT_SQL_LOAD_SNAPSHOTS] = "SELECT sequence, time, changes FROM snapshots"
                             " WHERE log = ?1 AND sequence > ?2 ORDER BY sequence",
  [VDT_SQL_FIND_SNAPSHOT_BEFORE] = "SELECT max(sequence) FROM snapshots WHERE log = ?1"
                                   " AND (time IS NULL OR time <= ?2)",
  [VDT_SQL_GET_SNAPSHOT_TIME] = "SELECT time FROM snapshots WHERE log = ?1 AND sequence = ?2",
  [VDT_SQL_LOAD_LAST_UTTERANCE] = "SELECT text, role, time FROM messages WHERE log = ?1"
                                  " ORDER BY line DESC, part DESC LIMIT 1",
  [VDT_SQL_LOAD_TIMELINE] =
    "SELECT c.session_id, s.log, s.sequence, s.time, s.changes FROM snapshots s"
    " JOIN conversations c USING (log) WHERE s.time IS NOT NULL"
    " AND (s.time, s.log, s.sequence) < (?1, ?4, ?5) AND (?2 IS NULL OR c.session_id = ?2)"
    " ORDER BY s.time DESC, s.log DESC, s.sequence DESC LIMIT ?3",
  [VDT_SQL_LOAD_REVIEWED_AT] = "SELECT max(reviewed_at) FROM reviews",
  [VDT_SQL_GET_REVIEW] = "SELECT log, sequence, reviewed_at, before_log, before_sequence,"
                         " before_at FROM reviews WHERE session_id = ?1",
  [VDT_SQL_REPLACE_REVIEW] =
    "INSERT OR REPLACE INTO reviews (session_id, log, sequence, reviewed_at, before_log,"
    " before_sequence, before_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
  [VDT_SQL_LOAD_SESSION_LOGS] = "SELECT log, sequence FROM conversations WHERE session_id = ?1"
                                " ORDER BY place, log",
  /* A first step has nowhere before it; one that was taken back leaves that unknown. */
  [VDT_SQL_PUT_REVIEW] =
    "INSERT INTO reviews (session_id, log, sequence, reviewed_at, before_log)"
    " VALUES (?1, ?2, ?3, ?4, 0)"
    " ON CONFLICT (session_id) DO UPDATE SET before_log = log, before_sequence = sequence,"
    " before_at = reviewed_at, log = excluded.log, sequence = excluded.sequence,"
    " reviewed_at = excluded.reviewed_at",
  [VDT_SQL_UNDO_REVIEW] =
    "UPDATE reviews SET log = before_log, sequence = before_sequence, reviewed_at = before_at,"
    " before_log = NULL, before_sequence = NULL, before_at = NULL"
    " WHERE session_id = ?1 AND before_log <> 0",
  [VDT_SQL_DELETE_FIRST_REVIEW] = "DELETE FROM reviews WHERE session_id = ?1 AND before_log = 0",
  [VDT_SQL_LOAD_SESSIONS] = "SELECT " SESSION_COLUMNS " FROM sessions"
                            " ORDER BY last_event_at DESC, id LIMIT ?1",
  [VDT_SQL_LOAD_ALL_SESSIONS] = "SELECT " SESSION_COLUMNS " FROM sessions NOT INDEXED",
  [VDT_SQL_COUNT_SESSIONS] = "SELECT count(*) FROM sessions",
  /* The newest reading of the window that comes before the given one. */
  [VDT_SQL_LOAD_NEXT_QUOTA] =
    "SELECT " QUOTA_COLUMNS " FROM quota_readings"
    " WHERE (home_id, bucket, window_kind, span) < (?1, ?2, ?3, ?4)"
    " ORDER BY home_id DESC, bucket DESC, window_kind DESC, span DESC, as_of DESC LIMIT 1",
  [VDT_SQL_LOAD_OLDER_QUOTAS] =
    "SELECT " QUOTA_COLUMNS " FROM quota_readings WHERE home_id = ?1 AND bucket = ?2"
    " AND window_kind = ?3 AND span = ?4 AND as_of < ?5 AND as_of >= ?6 ORDER BY as_of DESC",
  [VDT_SQL_LOAD_DAYS] = "SELECT time, runtime, uncached_input, cache_read, cache_creation, output,"
                        " reasoning, total FROM calls WHERE time >= ?1 AND time < ?2 ORDER BY time",
  [VDT_SQL_LOAD_HOMES] = "SELECT home_id, runtime, path, seen_at FROM homes_seen ORDER BY home_id",
  [VDT_SQL_LOAD_META] = "SELECT key, value FROM meta WHERE key NOT GLOB 'store.*'",
  [VDT_SQL_LOAD_LOG_FILES] =
    "SELECT id, runtime, home_id, path, stem, native_id, device, file, size, mtime_ns,"
    " \"offset\", head_hash, tail_hash, deleted_at, state FROM log_files"
    " WHERE id > ?1 AND (?2 < 0 OR runtime = ?2) ORDER BY id LIMIT ?3",
  [VDT_SQL_LOAD_CALLS] =
    "SELECT id, runtime, key_hash, session_id, home_id, model, time, uncached_input, cache_read,"
    " cache_creation, output, reasoning, total FROM calls"
    " WHERE id > ?1 AND (?2 IS NULL OR time >= ?2) ORDER BY id LIMIT ?3",
  [VDT_SQL_COUNT] = "SELECT (SELECT count(*) FROM log_files), (SELECT count(*) FROM sessions),"
                    " (SELECT count(*) FROM calls), (SELECT count(*) FROM quota_readings),"
                    " (SELECT count(DISTINCT session_id) FROM conversations WHERE log IN"
                    " (SELECT log FROM messages) OR log IN (SELECT log FROM snapshots))",
  [VDT_SQL_GET_META] = "SELECT value FROM meta WHERE key = ?1",
  [VDT_SQL_HAS_OPEN_DECISION] =
    "SELECT EXISTS (SELECT 1 FROM decisions INDEXED BY decisions_open"
    " WHERE status < 3 AND status IN (0, 2)"
    " AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = decisions.session_id))",
  [VDT_SQL_HAS_SESSION] = "SELECT EXISTS (SELECT 1 FROM sessions WHERE id = ?1)",
  [VDT_SQL_CLAIM_NOTICE] =
    "INSERT INTO notices (key, value, at) VALUES (?1, ?2, ?3) ON CONFLICT (key) DO UPDATE"
    " SET value = excluded.value, at = excluded.at"
    " WHERE abs (excluded.value - notices.value) > ?4",
  [VDT_SQL_LOAD_NOTICES] = "SELECT value, at, key FROM notices",
  [VDT_SQL_LOAD_DIGEST] = "SELECT key, value FROM meta"
                          " WHERE key IN ('review.next_due', 'review.last_digest')",
  [VDT_SQL_CARRY_DIGEST] =
    "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE"
    " SET value = excluded.value"
    " WHERE CAST (excluded.value AS INTEGER) > CAST (meta.value AS INTEGER)",
  [VDT_SQL_PRUNE_NOTICES] = "DELETE FROM notices WHERE key IN"
                            " (SELECT key FROM notices WHERE at < ?1 LIMIT ?2)",
  [VDT_SQL_PROBE] = "INSERT INTO meta (key, value) VALUES ('store.probe', hex(zeroblob(?1)))",
};

/* What a probe writes and takes back, in bytes: less room than that is none. */
#define PROBE_BYTES (256 * 1024)

static gboolean
put_meta (VdtStoreDatabase *db, const char *key, const char *value, GError **error)
{
  g_autoptr (VdtStatement) put = vdt_sqlite_get (db->sqlite, VDT_SQL_PUT_META);

  vdt_statement_bind_text (put, 1, key);
  vdt_statement_bind_text (put, 2, value);
  return vdt_statement_run (put, error);
}

/* Where the disk cannot do WAL SQLite keeps the old mode: slower, and as safe. */
static gboolean
switch_to_wal (VdtSqlite *sqlite, GError **error)
{
  g_autofree char *mode = vdt_sqlite_pragma_text (sqlite, "journal_mode = WAL", error);

  return mode != NULL;
}

static gboolean
set_up_file (VdtSqlite *sqlite,
             const VdtStoreOptions *options,
             const char *const *scripts,
             GError **error)
{
  guint version = 0;

  /* First of all, so that a newer database is left as it is. */
  if (!vdt_store_schema_get_version (sqlite, g_strv_length ((char **) scripts), &version, error))
    return FALSE;
  /* The larger page made reads and writes a third faster than SQLite's usual one. */
  if (version == 0 &&
      !vdt_sqlite_exec (sqlite, "PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL", error))
    return FALSE;
  if (!options->read_only && !switch_to_wal (sqlite, error))
    return FALSE;
  return vdt_sqlite_exec (sqlite,
                          "PRAGMA synchronous = NORMAL;"
                          "PRAGMA journal_size_limit = 4194304;",
                          error);
}

/* Who owns the database may be running: its schema does not change under it. */
static gboolean
set_up_guest (VdtSqlite *sqlite, const char *const *scripts, GError **error)
{
  const guint newest = g_strv_length ((char **) scripts);
  guint version = 0;

  if (!vdt_store_schema_get_version (sqlite, newest, &version, error))
    return FALSE;
  if (version < newest)
    {
      g_set_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_UNREADY,
                   "the database has schema %u, this is %u", version, newest);
      return FALSE;
    }
  return vdt_sqlite_exec (sqlite,
                          "PRAGMA synchronous = NORMAL;"
                          "PRAGMA journal_size_limit = 4194304;",
                          error);
}

static gboolean
set_up (VdtSqlite *sqlite, const char *const *scripts, GError **error)
{
  /* Nothing private goes to temporary files, and what is deleted is overwritten. A larger cache
   * makes no write faster and the first read slower. */
  return vdt_sqlite_exec (sqlite,
                          "PRAGMA foreign_keys = ON;"
                          "PRAGMA secure_delete = ON;"
                          "PRAGMA temp_store = MEMORY;"
                          "PRAGMA cell_size_check = ON;"
                          "PRAGMA cache_size = -2048;",
                          error) &&
         vdt_store_schema_migrate (sqlite, scripts, error) &&
         vdt_sqlite_prepare (sqlite, SQL, VDT_N_SQL, error);
}

/* Looks through the file unless it was closed in order the last time, and notes that it is
 * open now. The note is the first write: it finds out whether we may. */
static gboolean
check_file (VdtStoreDatabase *db, GError **error)
{
  gboolean was_clean = FALSE;
  VdtStep step = VDT_STEP_DONE;

  {
    g_autoptr (VdtStatement) get = vdt_sqlite_get (db->sqlite, VDT_SQL_GET_META);
    gsize len = 0;

    vdt_statement_bind_text (get, 1, "store.clean");
    step = vdt_statement_step (get, error);
    if (step == VDT_STEP_FAILED)
      return FALSE;
    /* A database that was just made has no such key. */
    was_clean = step == VDT_STEP_DONE || g_str_equal (vdt_statement_get_text (get, 0, &len), "1");
  }
  if (!was_clean)
    {
      g_autofree char *answer = vdt_sqlite_pragma_text (db->sqlite, "quick_check (1)", error);

      if (answer == NULL)
        return FALSE;
      if (!g_str_equal (answer, "ok"))
        {
          g_set_error_literal (error, VDT_STORE_ERROR, VDT_STORE_ERROR_CORRUPT,
                               "the database is damaged");
          return FALSE;
        }
    }
  return put_meta (db, "store.clean", "0", error);
}

static VdtStoreDatabase *
open_locked (const char *path,
             const VdtStoreOptions *options,
             const char *const *scripts,
             GError **error)
{
  VdtSqliteMode mode = options->read_only ? VDT_SQLITE_READ : VDT_SQLITE_WRITE;
  g_autoptr (VdtSqlite) sqlite = vdt_sqlite_open (path, mode, options->busy_ms, error);
  g_autofree VdtStoreDatabase *db = NULL;

  if (sqlite == NULL || !(options->guest ? set_up_guest (sqlite, scripts, error)
                                         : set_up_file (sqlite, options, scripts, error)))
    return NULL;
  db = g_new0 (VdtStoreDatabase, 1);
  db->sqlite = sqlite;
  db->on_disk = TRUE;
  db->guest = options->guest;
  if (!vdt_store_database_set_max_pages (db, options->max_pages, error) ||
      !set_up (sqlite, scripts, error) || (!options->guest && !check_file (db, error)))
    return NULL;
  g_steal_pointer (&sqlite);
  return g_steal_pointer (&db);
}

static VdtStoreDatabase *
open_guest (const char *path,
            const VdtStoreOptions *options,
            const char *const *scripts,
            GError **error)
{
  VdtStoreDatabase *db = NULL;
  int lock = vdt_store_place_lock (path, TRUE);

  if (vdt_store_place_check (path, error))
    db = open_locked (path, options, scripts, error);
  vdt_store_place_unlock (lock);
  return db;
}

/**
 * vdt_store_database_open:
 * @path: (type filename): where it is, or is to be
 * @options: how
 * @error: return location for a #VdtStoreError
 *
 * Opens the database on disk, makes it where there is none, brings its schema up to date. A guest
 * does neither: it fails with `UNREADY`.
 *
 * Returns: (transfer full): the database, which can be written; or `NULL`
 */
VdtStoreDatabase *
vdt_store_database_open (const char *path, const VdtStoreOptions *options, GError **error)
{
  g_auto (GStrv) scripts = vdt_store_schema_load (error);
  VdtStoreDatabase *db = NULL;
  int lock = -1;

  if (scripts == NULL)
    return NULL;
  if (options->guest)
    return open_guest (path, options, (const char *const *) scripts, error);
  if (!vdt_store_place_prepare (path, error))
    return NULL;
  lock = vdt_store_place_lock (path, FALSE);
  db = open_locked (path, options, (const char *const *) scripts, error);
  vdt_store_place_unlock (lock);
  return db;
}

/* Opens a file that cannot be written, to read it once. */
static VdtSqlite *
open_seed (const char *path, const VdtStoreOptions *options, GError **error)
{
  g_autofree char *journal = g_strconcat (path, "-wal", NULL);
  g_autoptr (VdtSqlite) db = NULL;
  g_autoptr (GError) failure = NULL;
  gint64 version = 0;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      /* SQLite would wait for the other end of a FIFO. */
      g_set_error_literal (error, VDT_STORE_ERROR, VDT_STORE_ERROR_OPEN, "there is no file");
      return NULL;
    }
  db = vdt_sqlite_open (path, VDT_SQLITE_READ, options->busy_ms, &failure);
  if (db != NULL && vdt_sqlite_pragma_int (db, "user_version", &version, &failure))
    return g_steal_pointer (&db);
  /* On a read-only disk SQLite misses its shared memory. Without a journal there is nobody to
   * share it with. */
  if (failure->code == VDT_STORE_ERROR_LOCKED || g_file_test (journal, G_FILE_TEST_EXISTS))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  return vdt_sqlite_open (path, VDT_SQLITE_FROZEN, options->busy_ms, error);
}

/* Copies what can be had of @seed, or of the file at @path, into a database in memory. */
static gboolean
copy_seed (VdtSqlite *to,
           const char *path,
           VdtSqlite *seed,
           const VdtStoreOptions *options,
           guint newest,
           GError **error)
{
  g_autoptr (VdtSqlite) own = NULL;
  g_autofree char *answer = NULL;
  gint64 pages = 0;
  gint64 page_size = 0;
  guint version = 0;

  if (seed == NULL)
    {
      own = open_seed (path, options, error);
      seed = own;
    }
  if (seed == NULL || !vdt_store_schema_get_version (seed, newest, &version, error) ||
      !vdt_sqlite_pragma_int (seed, "page_count", &pages, error) ||
      !vdt_sqlite_pragma_int (seed, "page_size", &page_size, error))
    return FALSE;
  if ((guint64) (pages * page_size) > options->max_seed)
    {
      g_set_error_literal (error, VDT_STORE_ERROR, VDT_STORE_ERROR_FAILED,
                           "the database is too large to be copied to memory");
      return FALSE;
    }
  if (!vdt_sqlite_copy (seed, to, error))
    return FALSE;
  answer = vdt_sqlite_pragma_text (to, "quick_check (1)", error);
  if (answer == NULL)
    return FALSE;
  if (!g_str_equal (answer, "ok"))
    {
      g_set_error_literal (error, VDT_STORE_ERROR, VDT_STORE_ERROR_CORRUPT,
                           "the database is damaged");
      return FALSE;
    }
  return TRUE;
}

/**
 * vdt_store_database_open_memory:
 * @seed_path: (type filename) (nullable): a database on disk that may be readable
 * @seed: (nullable): one that is open, in place of @seed_path
 * @options: how
 * @seeded: (out): whether it holds what the seed held
 * @error: return location for a #VdtStoreError
 *
 * Opens a database in memory. Where the seed cannot be read, or is too large, it is empty.
 *
 * Returns: (transfer full): the database, or `NULL` where memory is short
 */
VdtStoreDatabase *
vdt_store_database_open_memory (const char *seed_path,
                                VdtStoreDatabase *seed,
                                const VdtStoreOptions *options,
                                gboolean *seeded,
                                GError **error)
{
  g_auto (GStrv) scripts = vdt_store_schema_load (error);
  g_autoptr (VdtSqlite) sqlite = NULL;
  VdtStoreDatabase *db = NULL;

  *seeded = FALSE;
  if (scripts == NULL)
    return NULL;
  sqlite = vdt_sqlite_open_memory (error);
  if (sqlite == NULL)
    return NULL;
  if (seed_path != NULL || seed != NULL)
    {
      g_autoptr (GError) failure = NULL;

      *seeded = copy_seed (sqlite, seed_path, seed != NULL ? seed->sqlite : NULL, options,
                           g_strv_length (scripts), &failure) &&
                set_up (sqlite, (const char *const *) scripts, &failure);
      if (!*seeded)
        {
          g_debug ("starting empty: %s", failure->message);
          g_clear_pointer (&sqlite, vdt_sqlite_close);
          sqlite = vdt_sqlite_open_memory (error);
          if (sqlite == NULL)
            return NULL;
        }
    }
  if (!*seeded && !set_up (sqlite, (const char *const *) scripts, error))
    return NULL;

  db = g_new0 (VdtStoreDatabase, 1);
  db->sqlite = g_steal_pointer (&sqlite);
  return db;
}

/**
 * vdt_store_database_close:
 * @db: (nullable) (transfer full): a database
 * @clean: whether all that was asked for was carried out: then the next one that opens the
 *   file need not look through it
 */
void
vdt_store_database_close (VdtStoreDatabase *db, gboolean clean)
{
  if (db == NULL)
    return;
  if (db->on_disk && clean && !db->guest)
    {
      g_autoptr (GError) error = NULL;

      if (!put_meta (db, "store.clean", "1", &error) ||
          !vdt_sqlite_exec (db->sqlite, "PRAGMA optimize", &error) ||
          !vdt_sqlite_exec (db->sqlite, "PRAGMA wal_checkpoint (TRUNCATE)", &error))
        g_debug ("closing the database: %s", error->message);
    }
  vdt_sqlite_close (db->sqlite);
  g_clear_pointer (&db->moved, g_hash_table_unref);
  g_free (db);
}

/**
 * vdt_store_database_probe:
 * @db: a database
 * @error: return location for a #VdtStoreError
 *
 * Writes something and takes it back.
 *
 * Returns: whether there is room for some more
 */
gboolean
vdt_store_database_probe (VdtStoreDatabase *db, GError **error)
{
  gboolean fits = FALSE;

  if (!vdt_sqlite_begin (db->sqlite, error))
    return FALSE;
  {
    g_autoptr (VdtStatement) probe = vdt_sqlite_get (db->sqlite, VDT_SQL_PROBE);

    vdt_statement_bind_int (probe, 1, PROBE_BYTES / 2);
    fits = vdt_statement_run (probe, error);
  }
  vdt_sqlite_rollback (db->sqlite);
  return fits;
}

/**
 * vdt_store_database_set_busy:
 * @db: a database
 * @busy_ms: see #VdtStoreOptions
 */
void
vdt_store_database_set_busy (VdtStoreDatabase *db, guint busy_ms)
{
  vdt_sqlite_set_busy (db->sqlite, busy_ms);
}

/**
 * vdt_store_database_set_max_pages:
 * @db: a database
 * @max_pages: see #VdtStoreOptions
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether it was set
 */
gboolean
vdt_store_database_set_max_pages (VdtStoreDatabase *db, guint max_pages, GError **error)
{
  /* SQLite's own largest number. */
  g_autofree char *pragma =
    g_strdup_printf ("PRAGMA max_page_count = %u", max_pages > 0 ? max_pages : 4294967294u);

  return vdt_sqlite_exec (db->sqlite, pragma, error);
}
