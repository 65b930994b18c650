/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-sqlite.h"
#include "vdt-store-schema.h"

#include <string.h>

#include "store-test.h"

static VdtSqlite *
open_memory (void)
{
  g_autoptr (GError) error = NULL;
  VdtSqlite *db = vdt_sqlite_open_memory (&error);

  g_assert_no_error (error);
  g_assert_nonnull (db);
  return db;
}

static void
exec (VdtSqlite *db, const char *sql)
{
  g_autoptr (GError) error = NULL;

  vdt_sqlite_exec (db, sql, &error);
  g_assert_no_error (error);
}

static void
test_values (void)
{
  static const char *const sql[] = { "INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                                     "SELECT * FROM t" };
  static const guint8 bytes[] = { 0, 1, 0, 255 };
  g_autoptr (VdtSqlite) db = open_memory ();
  g_autoptr (GError) error = NULL;
  gsize len = 0;

  exec (db, "CREATE TABLE t (a INTEGER, b INTEGER, c INTEGER, d REAL, e TEXT, f BLOB) STRICT");
  g_assert_true (vdt_sqlite_prepare (db, sql, G_N_ELEMENTS (sql), &error));
  {
    g_autoptr (VdtStatement) put = vdt_sqlite_get (db, 0);

    vdt_statement_bind_int (put, 1, (gint64) G_MAXUINT64);
    vdt_statement_bind_count (put, 2, G_MAXINT64);
    vdt_statement_bind_time (put, 3, 0);
    vdt_statement_bind_double (put, 4, 62.5);
    vdt_statement_bind_text (put, 5, "caf\xe9");
    vdt_statement_bind_blob (put, 6, bytes, sizeof bytes);
    g_assert_true (vdt_statement_run (put, &error));
  }
  {
    g_autoptr (VdtStatement) put = vdt_sqlite_get (db, 0);

    /* Nothing of the run before is still bound. */
    vdt_statement_bind_count (put, 2, VDT_COUNT_UNKNOWN);
    vdt_statement_bind_time (put, 3, VDT_TIME_UNKNOWN);
    vdt_statement_bind_text (put, 5, NULL);
    vdt_statement_bind_blob (put, 6, NULL, 0);
    g_assert_true (vdt_statement_run (put, &error));
  }
  {
    g_autoptr (VdtStatement) rows = vdt_sqlite_get (db, 1);

    g_assert_cmpint (vdt_statement_step (rows, &error), ==, VDT_STEP_ROW);
    g_assert_cmpuint ((guint64) vdt_statement_get_int (rows, 0), ==, G_MAXUINT64);
    g_assert_cmpint (vdt_statement_get_count (rows, 1), ==, G_MAXINT64);
    g_assert_cmpint (vdt_statement_get_time (rows, 2), ==, 0);
    g_assert_cmpfloat (vdt_statement_get_double (rows, 3), ==, 62.5);
    g_assert_cmpstr (vdt_statement_get_text (rows, 4, &len), ==, "caf\xe9");
    g_assert_cmpuint (len, ==, 4);
    g_assert_cmpmem (vdt_statement_get_blob (rows, 5, &len), 4, bytes, sizeof bytes);
    g_assert_cmpuint (len, ==, 4);

    g_assert_cmpint (vdt_statement_step (rows, &error), ==, VDT_STEP_ROW);
    for (int i = 0; i < 6; i++)
      g_assert_true (vdt_statement_is_null (rows, i));
    g_assert_cmpint (vdt_statement_get_count (rows, 1), ==, VDT_COUNT_UNKNOWN);
    g_assert_cmpint (vdt_statement_get_time (rows, 2), ==, VDT_TIME_UNKNOWN);
    g_assert_null (vdt_statement_get_text (rows, 4, &len));
    g_assert_null (vdt_statement_get_blob (rows, 5, &len));
    g_assert_cmpuint (len, ==, 0);
    g_assert_cmpint (vdt_statement_step (rows, &error), ==, VDT_STEP_DONE);
  }
  g_assert_no_error (error);
}

static void
test_errors (void)
{
  static const char *const sql[] = { "INSERT INTO t VALUES (?1, ?2)" };
  static const char *const broken[] = { "INSERT INTO nowhere VALUES (1)" };
  g_autoptr (VdtSqlite) db = open_memory ();
  g_autoptr (VdtSqlite) other = open_memory ();
  g_autofree char *large = g_malloc0 (17 * 1024 * 1024);
  g_autoptr (GError) error = NULL;

  exec (db, "CREATE TABLE t (a INTEGER CHECK (a > 0), b BLOB) STRICT");
  g_assert_true (vdt_sqlite_prepare (db, sql, G_N_ELEMENTS (sql), &error));
  {
    g_autoptr (VdtStatement) put = vdt_sqlite_get (db, 0);

    vdt_statement_bind_int (put, 1, 0);
    g_assert_false (vdt_statement_run (put, &error));
    g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_FAILED);
    /* Never a value in a message. */
    g_assert_cmpstr (error->message, ==, "running a statement: constraint failed (275)");
    g_clear_error (&error);
  }
  {
    g_autoptr (VdtStatement) put = vdt_sqlite_get (db, 0);

    vdt_statement_bind_int (put, 1, 1);
    vdt_statement_bind_blob (put, 2, large, 17 * 1024 * 1024);
    g_assert_false (vdt_statement_run (put, &error));
    g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_FAILED);
    g_clear_error (&error);
  }
  g_assert_false (vdt_sqlite_prepare (other, broken, G_N_ELEMENTS (broken), &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_FAILED);
  g_clear_error (&error);
  g_assert_false (vdt_sqlite_exec (db, "no such words", &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_FAILED);
  g_clear_error (&error);
  g_assert_null (vdt_sqlite_open ("/nowhere/at/all", VDT_SQLITE_WRITE, 0, &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_OPEN);
}

static gpointer
use_elsewhere (gpointer db)
{
  vdt_sqlite_exec (db, "SELECT 1", NULL);
  return NULL;
}

static void
test_wrong_thread (void)
{
  if (g_test_subprocess ())
    {
      VdtSqlite *db = open_memory ();

      g_thread_join (g_thread_new ("stranger", use_elsewhere, db));
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*db->thread == g_thread_self*");
}

static guint
get_version (VdtSqlite *db)
{
  g_autoptr (GError) error = NULL;
  guint version = 0;

  vdt_store_schema_get_version (db, G_MAXINT, &version, &error);
  g_assert_no_error (error);
  return version;
}

static void
test_migrations (void)
{
  static const char *const two[] = { "CREATE TABLE a (x); INSERT INTO a VALUES (1);",
                                     "CREATE TABLE b (x); INSERT INTO b SELECT x + 1 FROM a;",
                                     NULL };
  static const char *const bad[] = { "CREATE TABLE a (x); INSERT INTO a VALUES (1);",
                                     "CREATE TABLE b (x); INSERT INTO b SELECT x + 1 FROM a;",
                                     "CREATE TABLE c (x); INSERT INTO nowhere VALUES (1);", NULL };
  g_autoptr (VdtSqlite) db = open_memory ();
  g_autoptr (GError) error = NULL;
  gint64 n = -1;

  g_assert_true (vdt_store_schema_migrate (db, two, &error));
  g_assert_cmpuint (get_version (db), ==, 2);
  /* Once is enough: the second time would fail on the tables that are there. */
  g_assert_true (vdt_store_schema_migrate (db, two, &error));
  g_assert_no_error (error);

  /* What fails leaves nothing of itself, and all that was there. */
  g_assert_false (vdt_store_schema_migrate (db, bad, &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_FAILED);
  g_assert_true (g_str_has_prefix (error->message, "migration 3: "));
  g_clear_error (&error);
  g_assert_cmpuint (get_version (db), ==, 2);
  g_assert_true (vdt_sqlite_pragma_int (db, "table_info (c)", &n, &error));
  g_assert_cmpint (n, ==, -1);
  g_assert_true (vdt_sqlite_pragma_int (db, "table_info (b)", &n, &error));
  g_assert_cmpint (n, ==, 0);
}

static void
test_newer_is_refused (void)
{
  static const char *const one[] = { "CREATE TABLE a (x)", NULL };
  g_autoptr (VdtSqlite) db = open_memory ();
  g_autoptr (GError) error = NULL;

  exec (db, "PRAGMA user_version = 2");
  g_assert_false (vdt_store_schema_migrate (db, one, &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_NEWER);
  g_assert_cmpuint (get_version (db), ==, 2);
}

static void
test_our_migrations (void)
{
  g_autoptr (VdtSqlite) db = open_memory ();
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) scripts = vdt_store_schema_load (&error);
  g_autofree char *answer = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (scripts), >=, 1);
  g_assert_true (vdt_store_schema_migrate (db, (const char *const *) scripts, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (get_version (db), ==, g_strv_length (scripts));
  answer = vdt_sqlite_pragma_text (db, "integrity_check", &error);
  g_assert_cmpstr (answer, ==, "ok");
}

static void
test_copy (void)
{
  g_autoptr (VdtSqlite) from = open_memory ();
  g_autoptr (VdtSqlite) to = open_memory ();
  g_autoptr (GError) error = NULL;

  exec (from, "CREATE TABLE a (x); PRAGMA user_version = 7");
  g_assert_true (vdt_sqlite_copy (from, to, &error));
  g_assert_cmpuint (get_version (to), ==, 7);
  exec (to, "INSERT INTO a VALUES (1)");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/sqlite/values", test_values);
  g_test_add_func ("/store/sqlite/errors", test_errors);
  g_test_add_func ("/store/sqlite/wrong-thread", test_wrong_thread);
  g_test_add_func ("/store/sqlite/copy", test_copy);
  g_test_add_func ("/store/schema/migrations", test_migrations);
  g_test_add_func ("/store/schema/newer-is-refused", test_newer_is_refused);
  g_test_add_func ("/store/schema/ours", test_our_migrations);
  return g_test_run ();
}
