/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-sqlite.h"

#include <sqlite3.h>
#include <string.h>

/* Nothing we keep is longer; a damaged file must not make us allocate more. */
#define MAX_VALUE_BYTES (16 * 1024 * 1024)

struct _VdtStatement
{
  VdtSqlite *db;
  sqlite3_stmt *stmt;
  int bind_result;
};

struct _VdtSqlite
{
  sqlite3 *handle;
  GThread *thread;
  VdtStatement *statements;
  guint n_statements;
};

static void
assert_thread (VdtSqlite *db)
{
  g_assert (db->thread == g_thread_self ());
}

static VdtStoreError
code_from_result (VdtSqlite *db, int result)
{
  switch (result & 0xff)
    {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return VDT_STORE_ERROR_LOCKED;
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return VDT_STORE_ERROR_READ_ONLY;
    case SQLITE_FULL:
      return VDT_STORE_ERROR_FULL;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return VDT_STORE_ERROR_CORRUPT;
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
      return vdt_store_error_from_errno (db->handle != NULL ? sqlite3_system_errno (db->handle)
                                                            : 0);
    default:
      return VDT_STORE_ERROR_FAILED;
    }
}

/* The message has SQLite's words and ours, never a value: those may be private. */
static void
set_error (VdtSqlite *db, int result, const char *what, GError **error)
{
  int extended = db->handle != NULL ? sqlite3_extended_errcode (db->handle) : result;

  if ((extended & 0xff) != (result & 0xff))
    extended = result;
  g_set_error (error, VDT_STORE_ERROR, (int) code_from_result (db, extended), "%s: %s (%d)", what,
               sqlite3_errstr (extended), extended);
}

static VdtSqlite *
open_connection (const char *path, int flags, guint busy_ms, GError **error)
{
  g_autoptr (VdtSqlite) db = g_new0 (VdtSqlite, 1);
  int result = 0;

  db->thread = g_thread_self ();
  result = sqlite3_open_v2 (path, &db->handle, flags | SQLITE_OPEN_NOMUTEX, NULL);
  if (result != SQLITE_OK)
    {
      set_error (db, result, "opening the database", error);
      return NULL;
    }
  sqlite3_extended_result_codes (db->handle, 1);
  vdt_sqlite_set_busy (db, busy_ms);
  sqlite3_limit (db->handle, SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES);
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  return g_steal_pointer (&db);
}

/**
 * vdt_sqlite_open:
 * @path: (type filename): a file that exists
 * @mode: what is to be done with it
 * @busy_ms: for how many milliseconds to wait for somebody else's lock
 * @error: return location for a #VdtStoreError
 *
 * Opens a connection for the calling thread. SQLite looks into the file only when something
 * is read: a damaged one shows later.
 *
 * Returns: (transfer full): a connection, or `NULL`
 */
VdtSqlite *
vdt_sqlite_open (const char *path, VdtSqliteMode mode, guint busy_ms, GError **error)
{
  g_autofree char *escaped = NULL;
  g_autofree char *uri = NULL;

  switch (mode)
    {
    case VDT_SQLITE_WRITE:
      return open_connection (path, SQLITE_OPEN_READWRITE, busy_ms, error);
    case VDT_SQLITE_READ:
      return open_connection (path, SQLITE_OPEN_READONLY, busy_ms, error);
    case VDT_SQLITE_FROZEN:
      escaped = g_uri_escape_bytes ((const guint8 *) path, strlen (path), "/");
      uri = g_strconcat ("file:", escaped, "?immutable=1", NULL);
      return open_connection (uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, busy_ms, error);
    }
  g_assert_not_reached ();
}

/**
 * vdt_sqlite_open_memory:
 * @error: return location for a #VdtStoreError
 *
 * Returns: (transfer full): an empty database that lives as long as its connection, or `NULL`
 */
VdtSqlite *
vdt_sqlite_open_memory (GError **error)
{
  return open_connection (":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, 0, error);
}

/**
 * vdt_sqlite_close:
 * @db: (nullable) (transfer full): a connection
 */
void
vdt_sqlite_close (VdtSqlite *db)
{
  if (db == NULL)
    return;
  assert_thread (db);
  for (guint i = 0; i < db->n_statements; i++)
    sqlite3_finalize (db->statements[i].stmt);
  g_free (db->statements);
  sqlite3_close (db->handle);
  g_free (db);
}

/**
 * vdt_sqlite_set_busy:
 * @db: a connection
 * @busy_ms: for how many milliseconds to wait for somebody else's lock
 */
void
vdt_sqlite_set_busy (VdtSqlite *db, guint busy_ms)
{
  assert_thread (db);
  sqlite3_busy_timeout (db->handle, (int) MIN (busy_ms, G_MAXINT));
}

/**
 * vdt_sqlite_exec:
 * @db: a connection
 * @sql: statements without results, separated by semicolons
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether all of them were carried out; it stops at the first that was not
 */
gboolean
vdt_sqlite_exec (VdtSqlite *db, const char *sql, GError **error)
{
  int result = 0;

  assert_thread (db);
  result = sqlite3_exec (db->handle, sql, NULL, NULL, NULL);
  if (result == SQLITE_OK)
    return TRUE;
  set_error (db, result, "running a statement", error);
  return FALSE;
}

/* The first column of the first row of a pragma; @text or @number may be NULL. */
static gboolean
first_value (VdtSqlite *db, const char *pragma, gint64 *number, char **text, GError **error)
{
  g_autofree char *sql = g_strconcat ("PRAGMA ", pragma, NULL);
  sqlite3_stmt *stmt = NULL;
  int result = 0;

  assert_thread (db);
  result = sqlite3_prepare_v2 (db->handle, sql, -1, &stmt, NULL);
  if (result == SQLITE_OK)
    result = sqlite3_step (stmt);
  if (result == SQLITE_ROW)
    {
      if (number != NULL)
        *number = sqlite3_column_int64 (stmt, 0);
      if (text != NULL)
        *text = g_strdup ((const char *) sqlite3_column_text (stmt, 0));
      result = SQLITE_DONE;
    }
  if (result != SQLITE_DONE)
    set_error (db, result, pragma, error);
  sqlite3_finalize (stmt);
  return result == SQLITE_DONE;
}

/**
 * vdt_sqlite_pragma_int:
 * @db: a connection
 * @pragma: a pragma without the word
 * @value: (out): its number; untouched where it answers nothing
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether it was carried out
 */
gboolean
vdt_sqlite_pragma_int (VdtSqlite *db, const char *pragma, gint64 *value, GError **error)
{
  return first_value (db, pragma, value, NULL, error);
}

/**
 * vdt_sqlite_pragma_text:
 * @db: a connection
 * @pragma: a pragma without the word
 * @error: return location for a #VdtStoreError
 *
 * Returns: (transfer full): its first answer, empty for none; `NULL` with @error set
 */
char *
vdt_sqlite_pragma_text (VdtSqlite *db, const char *pragma, GError **error)
{
  char *text = NULL;

  if (!first_value (db, pragma, NULL, &text, error))
    return NULL;
  return text != NULL ? text : g_strdup ("");
}

/**
 * vdt_sqlite_begin:
 * @db: a connection
 * @error: return location for a #VdtStoreError
 *
 * Begins a transaction that may write: it takes the write lock at once, so that nothing that
 * is read in it can change before it is written.
 *
 * Returns: whether it began
 */
gboolean
vdt_sqlite_begin (VdtSqlite *db, GError **error)
{
  return vdt_sqlite_exec (db, "BEGIN IMMEDIATE", error);
}

/**
 * vdt_sqlite_commit:
 * @db: a connection
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether all of the transaction is in the database; if not, nothing of it is
 */
gboolean
vdt_sqlite_commit (VdtSqlite *db, GError **error)
{
  if (vdt_sqlite_exec (db, "COMMIT", error))
    return TRUE;
  vdt_sqlite_rollback (db);
  return FALSE;
}

/**
 * vdt_sqlite_rollback:
 * @db: a connection
 *
 * Takes back what the transaction did, if there is one still.
 */
void
vdt_sqlite_rollback (VdtSqlite *db)
{
  assert_thread (db);
  /* A statement that stands in the middle of its rows would keep the lock. */
  for (guint i = 0; i < db->n_statements; i++)
    sqlite3_reset (db->statements[i].stmt);
  if (!sqlite3_get_autocommit (db->handle))
    sqlite3_exec (db->handle, "ROLLBACK", NULL, NULL, NULL);
}

/**
 * vdt_sqlite_get_changes:
 * @db: a connection
 *
 * Returns: how many rows the last statement inserted, changed or deleted
 */
gint64
vdt_sqlite_get_changes (VdtSqlite *db)
{
  assert_thread (db);
  return sqlite3_changes64 (db->handle);
}

/**
 * vdt_sqlite_copy:
 * @from: a connection
 * @to: another; what it holds is replaced
 * @error: return location for a #VdtStoreError
 *
 * Copies a whole database, as of one moment.
 *
 * Returns: whether it was copied
 */
gboolean
vdt_sqlite_copy (VdtSqlite *from, VdtSqlite *to, GError **error)
{
  sqlite3_backup *backup = NULL;
  int result = 0;

  assert_thread (from);
  assert_thread (to);
  backup = sqlite3_backup_init (to->handle, "main", from->handle, "main");
  if (backup != NULL)
    {
      sqlite3_backup_step (backup, -1);
      result = sqlite3_backup_finish (backup);
    }
  else
    result = sqlite3_errcode (to->handle);
  if (result == SQLITE_OK)
    return TRUE;
  set_error (to, result, "copying the database", error);
  return FALSE;
}

/**
 * vdt_sqlite_prepare:
 * @db: a connection without statements
 * @sql: (array length=n_statements): one statement each
 * @n_statements: how many
 * @error: return location for a #VdtStoreError
 *
 * Prepares all statements that the connection will ever use, once.
 *
 * Returns: whether all of them fit the schema
 */
gboolean
vdt_sqlite_prepare (VdtSqlite *db, const char *const *sql, guint n_statements, GError **error)
{
  assert_thread (db);
  g_assert (db->statements == NULL);

  db->statements = g_new0 (VdtStatement, n_statements);
  db->n_statements = n_statements;
  for (guint i = 0; i < n_statements; i++)
    {
      VdtStatement *statement = &db->statements[i];
      int result = sqlite3_prepare_v3 (db->handle, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                                       &statement->stmt, NULL);

      statement->db = db;
      if (result != SQLITE_OK)
        {
          set_error (db, result, "preparing a statement", error);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * vdt_sqlite_get:
 * @db: a connection
 * @index: which of the prepared statements
 *
 * Returns: (transfer none): the statement, with nothing bound; hold it in a `g_autoptr`
 */
VdtStatement *
vdt_sqlite_get (VdtSqlite *db, guint index)
{
  VdtStatement *statement = NULL;

  assert_thread (db);
  g_assert (index < db->n_statements);
  statement = &db->statements[index];
  vdt_statement_reset (statement);
  return statement;
}

/**
 * vdt_statement_reset:
 * @statement: (nullable): a statement
 *
 * Ends a run: no lock is held, nothing is bound.
 */
void
vdt_statement_reset (VdtStatement *statement)
{
  if (statement == NULL)
    return;
  assert_thread (statement->db);
  sqlite3_reset (statement->stmt);
  sqlite3_clear_bindings (statement->stmt);
  statement->bind_result = SQLITE_OK;
}

/* A bind can only fail by a wrong place or a value too long: the step says so. */
static void
note_bind (VdtStatement *statement, int result)
{
  if (statement->bind_result == SQLITE_OK)
    statement->bind_result = result;
}

/**
 * vdt_statement_bind_int:
 * @statement: a statement
 * @place: from 1
 * @value: a number; unsigned ones are cast and come back whole
 */
void
vdt_statement_bind_int (VdtStatement *statement, int place, gint64 value)
{
  note_bind (statement, sqlite3_bind_int64 (statement->stmt, place, value));
}

/**
 * vdt_statement_bind_count:
 * @statement: a statement
 * @place: from 1
 * @value: a count; NULL is bound for an unknown one
 */
void
vdt_statement_bind_count (VdtStatement *statement, int place, VdtCount value)
{
  if (vdt_count_known (value))
    vdt_statement_bind_int (statement, place, value);
}

/**
 * vdt_statement_bind_time:
 * @statement: a statement
 * @place: from 1
 * @value: a time; NULL is bound for an unknown one
 */
void
vdt_statement_bind_time (VdtStatement *statement, int place, VdtTime value)
{
  if (vdt_time_known (value))
    vdt_statement_bind_int (statement, place, value);
}

/**
 * vdt_statement_bind_double:
 * @statement: a statement
 * @place: from 1
 * @value: a number; SQLite keeps one that is none as NULL
 */
void
vdt_statement_bind_double (VdtStatement *statement, int place, double value)
{
  note_bind (statement, sqlite3_bind_double (statement->stmt, place, value));
}

/**
 * vdt_statement_bind_text:
 * @statement: a statement
 * @place: from 1
 * @value: (nullable): a string, which must live until the statement is reset. File names need
 *   not be UTF-8: the bytes come back as they went in
 */
void
vdt_statement_bind_text (VdtStatement *statement, int place, const char *value)
{
  note_bind (statement, sqlite3_bind_text (statement->stmt, place, value, -1, SQLITE_STATIC));
}

/**
 * vdt_statement_bind_blob:
 * @statement: a statement
 * @place: from 1
 * @data: (nullable) (array length=len): bytes, which must live until the statement is reset;
 *   NULL is bound for `NULL`
 * @len: how many
 */
void
vdt_statement_bind_blob (VdtStatement *statement, int place, gconstpointer data, gsize len)
{
  note_bind (statement, sqlite3_bind_blob64 (statement->stmt, place, data, len, SQLITE_STATIC));
}

/**
 * vdt_statement_step:
 * @statement: a statement
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether there is a row, or no more, or something failed
 */
VdtStep
vdt_statement_step (VdtStatement *statement, GError **error)
{
  int result = statement->bind_result;

  assert_thread (statement->db);
  if (result == SQLITE_OK)
    result = sqlite3_step (statement->stmt);
  if (result == SQLITE_ROW)
    return VDT_STEP_ROW;
  if (result == SQLITE_DONE)
    return VDT_STEP_DONE;
  set_error (statement->db, result, "running a statement", error);
  return VDT_STEP_FAILED;
}

/**
 * vdt_statement_run:
 * @statement: a statement that gives no rows
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether it was carried out
 */
gboolean
vdt_statement_run (VdtStatement *statement, GError **error)
{
  return vdt_statement_step (statement, error) != VDT_STEP_FAILED;
}

/**
 * vdt_statement_is_null:
 * @statement: a statement that stands at a row
 * @column: from 0
 *
 * Returns: whether the column holds nothing
 */
gboolean
vdt_statement_is_null (VdtStatement *statement, int column)
{
  return sqlite3_column_type (statement->stmt, column) == SQLITE_NULL;
}

/**
 * vdt_statement_get_int:
 * @statement: a statement that stands at a row
 * @column: from 0
 *
 * Returns: the number
 */
gint64
vdt_statement_get_int (VdtStatement *statement, int column)
{
  return sqlite3_column_int64 (statement->stmt, column);
}

/**
 * vdt_statement_get_count:
 * @statement: a statement that stands at a row
 * @column: from 0
 *
 * Returns: the count, unknown for NULL
 */
VdtCount
vdt_statement_get_count (VdtStatement *statement, int column)
{
  if (vdt_statement_is_null (statement, column))
    return VDT_COUNT_UNKNOWN;
  return sqlite3_column_int64 (statement->stmt, column);
}

/**
 * vdt_statement_get_time:
 * @statement: a statement that stands at a row
 * @column: from 0
 *
 * Returns: the time, unknown for NULL
 */
VdtTime
vdt_statement_get_time (VdtStatement *statement, int column)
{
  if (vdt_statement_is_null (statement, column))
    return VDT_TIME_UNKNOWN;
  return sqlite3_column_int64 (statement->stmt, column);
}

/**
 * vdt_statement_get_double:
 * @statement: a statement that stands at a row
 * @column: from 0
 *
 * Returns: the number
 */
double
vdt_statement_get_double (VdtStatement *statement, int column)
{
  return sqlite3_column_double (statement->stmt, column);
}

/**
 * vdt_statement_get_text:
 * @statement: a statement that stands at a row
 * @column: from 0
 * @len: (out): its bytes
 *
 * Returns: (nullable): the string; valid until the next step
 */
const char *
vdt_statement_get_text (VdtStatement *statement, int column, gsize *len)
{
  const char *text = (const char *) sqlite3_column_text (statement->stmt, column);

  *len = text != NULL ? (gsize) sqlite3_column_bytes (statement->stmt, column) : 0;
  return text;
}

/**
 * vdt_statement_get_blob:
 * @statement: a statement that stands at a row
 * @column: from 0
 * @len: (out): its bytes
 *
 * Returns: (nullable): the bytes; valid until the next step. `NULL` for none and for NULL
 */
gconstpointer
vdt_statement_get_blob (VdtStatement *statement, int column, gsize *len)
{
  gconstpointer data = sqlite3_column_blob (statement->stmt, column);

  *len = data != NULL ? (gsize) sqlite3_column_bytes (statement->stmt, column) : 0;
  return data;
}
