/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-count.h"
#include "vdt-store-error.h"
#include "vdt-time.h"

G_BEGIN_DECLS

/**
 * VdtSqlite:
 *
 * A connection and its prepared statements. Belongs to the thread that opened it: every
 * function asserts that it runs there.
 */
typedef struct _VdtSqlite VdtSqlite;

/**
 * VdtStatement:
 *
 * A statement of a connection, which owns it. Get one with [func@vdt_sqlite_get] into a
 * `g_autoptr`: leaving the scope resets it, so that it holds no lock.
 */
typedef struct _VdtStatement VdtStatement;

typedef enum
{
  VDT_STEP_ROW,
  VDT_STEP_DONE,
  VDT_STEP_FAILED,
} VdtStep;

/**
 * VdtSqliteMode:
 * @VDT_SQLITE_WRITE: read and write
 * @VDT_SQLITE_READ: read what others may write meanwhile
 * @VDT_SQLITE_FROZEN: read what nobody can write: without any lock or file beside it, as is
 *   needed on a disk that cannot be written
 */
typedef enum
{
  VDT_SQLITE_WRITE,
  VDT_SQLITE_READ,
  VDT_SQLITE_FROZEN,
} VdtSqliteMode;

VdtSqlite *vdt_sqlite_open (const char *path, VdtSqliteMode mode, guint busy_ms, GError **error)
  G_GNUC_WARN_UNUSED_RESULT;
VdtSqlite *vdt_sqlite_open_memory (GError **error) G_GNUC_WARN_UNUSED_RESULT;
void vdt_sqlite_close (VdtSqlite *db);
void vdt_sqlite_set_busy (VdtSqlite *db, guint busy_ms);
gboolean vdt_sqlite_exec (VdtSqlite *db, const char *sql, GError **error);
gboolean vdt_sqlite_pragma_int (VdtSqlite *db, const char *pragma, gint64 *value, GError **error);
char *vdt_sqlite_pragma_text (VdtSqlite *db,
                              const char *pragma,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean vdt_sqlite_begin (VdtSqlite *db, GError **error);
gboolean vdt_sqlite_commit (VdtSqlite *db, GError **error);
void vdt_sqlite_rollback (VdtSqlite *db);
gint64 vdt_sqlite_get_changes (VdtSqlite *db);
gboolean vdt_sqlite_copy (VdtSqlite *from, VdtSqlite *to, GError **error);

gboolean
vdt_sqlite_prepare (VdtSqlite *db, const char *const *sql, guint n_statements, GError **error);
VdtStatement *vdt_sqlite_get (VdtSqlite *db, guint index) G_GNUC_WARN_UNUSED_RESULT;
void vdt_statement_reset (VdtStatement *statement);
void vdt_statement_bind_int (VdtStatement *statement, int place, gint64 value);
void vdt_statement_bind_count (VdtStatement *statement, int place, VdtCount value);
void vdt_statement_bind_time (VdtStatement *statement, int place, VdtTime value);
void vdt_statement_bind_double (VdtStatement *statement, int place, double value);
void vdt_statement_bind_text (VdtStatement *statement, int place, const char *value);
void vdt_statement_bind_blob (VdtStatement *statement, int place, gconstpointer data, gsize len);
VdtStep vdt_statement_step (VdtStatement *statement, GError **error);
gboolean vdt_statement_run (VdtStatement *statement, GError **error);
gboolean vdt_statement_is_null (VdtStatement *statement, int column);
gint64 vdt_statement_get_int (VdtStatement *statement, int column);
VdtCount vdt_statement_get_count (VdtStatement *statement, int column);
VdtTime vdt_statement_get_time (VdtStatement *statement, int column);
double vdt_statement_get_double (VdtStatement *statement, int column);
const char *vdt_statement_get_text (VdtStatement *statement, int column, gsize *len);
gconstpointer vdt_statement_get_blob (VdtStatement *statement, int column, gsize *len);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtSqlite, vdt_sqlite_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtStatement, vdt_statement_reset)

G_END_DECLS
