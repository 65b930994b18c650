/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-carry.h"

#include "vdt-store-database-private.h"

/**
 * vdt_store_carry_note_baseline:
 * @db: a database
 * @session_id: whose baseline a person is about to move
 * @reviewed_at: when it was moved last; unknown for never
 *
 * Remembers it where @db is in memory, to be carried over later.
 */
void
vdt_store_carry_note_baseline (VdtStoreDatabase *db, const char *session_id, VdtTime reviewed_at)
{
  if (db->on_disk)
    return;
  if (db->moved == NULL)
    db->moved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!g_hash_table_contains (db->moved, session_id))
    g_hash_table_insert (db->moved, g_strdup (session_id),
                         g_memdup2 (&reviewed_at, sizeof reviewed_at));
}

/* Puts the columns of the row that @from stands at to @place and further of @to. */
static void
bind_row (VdtStatement *from, int n_columns, VdtStatement *to, int place)
{
  for (int i = 0; i < n_columns; i++)
    if (!vdt_statement_is_null (from, i))
      vdt_statement_bind_int (to, place + i, vdt_statement_get_int (from, i));
}

/* Where somebody else moved it in the file meanwhile, the later word counts. */
static gboolean
carry_baseline (VdtStoreDatabase *from,
                VdtStoreDatabase *to,
                const char *session_id,
                VdtTime noted,
                GError **error)
{
  g_autoptr (VdtStatement) kept = vdt_sqlite_get (from->sqlite, VDT_SQL_GET_REVIEW);
  g_autoptr (VdtStatement) stands = vdt_sqlite_get (to->sqlite, VDT_SQL_GET_REVIEW);
  g_autoptr (VdtStatement) put = NULL;
  VdtStep kept_step = VDT_STEP_DONE;
  VdtStep stands_step = VDT_STEP_DONE;
  VdtTime reviewed_at = VDT_TIME_UNKNOWN;
  VdtTime at = VDT_TIME_UNKNOWN;

  vdt_statement_bind_text (kept, 1, session_id);
  vdt_statement_bind_text (stands, 1, session_id);
  kept_step = vdt_statement_step (kept, error);
  if (kept_step == VDT_STEP_FAILED)
    return FALSE;
  stands_step = vdt_statement_step (stands, error);
  if (stands_step == VDT_STEP_FAILED)
    return FALSE;
  if (kept_step == VDT_STEP_ROW)
    reviewed_at = vdt_statement_get_time (kept, 2);
  if (stands_step == VDT_STEP_ROW)
    at = vdt_statement_get_time (stands, 2);
  if (at != noted && at >= reviewed_at)
    return TRUE;
  put = vdt_sqlite_get (to->sqlite, kept_step == VDT_STEP_ROW ? VDT_SQL_REPLACE_REVIEW
                                                              : VDT_SQL_DELETE_REVIEWS);
  vdt_statement_bind_text (put, 1, session_id);
  if (kept_step == VDT_STEP_ROW)
    bind_row (kept, 6, put, 2);
  return vdt_statement_run (put, error);
}

static gboolean
carry_baselines (VdtStoreDatabase *from, VdtStoreDatabase *to, GError **error)
{
  GHashTableIter iter;
  gpointer id = NULL;
  gpointer noted = NULL;

  if (from->moved == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, from->moved);
  while (g_hash_table_iter_next (&iter, &id, &noted))
    if (!carry_baseline (from, to, id, *(const VdtTime *) noted, error))
      return FALSE;
  return TRUE;
}

static gboolean
carry_notices (VdtStoreDatabase *from, VdtStoreDatabase *to, GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (from->sqlite, VDT_SQL_LOAD_NOTICES);
  VdtStep step = VDT_STEP_DONE;

  while ((step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      g_autoptr (VdtStatement) put = vdt_sqlite_get (to->sqlite, VDT_SQL_CLAIM_NOTICE);
      gsize len = 0;

      vdt_statement_bind_text (put, 1, vdt_statement_get_text (rows, 2, &len));
      bind_row (rows, 2, put, 2);
      vdt_statement_bind_int (put, 4, 0);
      if (!vdt_statement_run (put, error))
        return FALSE;
    }
  return step != VDT_STEP_FAILED;
}

/* The later of both counts: what was told is not told again. */
static gboolean
carry_digest (VdtStoreDatabase *from, VdtStoreDatabase *to, GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (from->sqlite, VDT_SQL_LOAD_DIGEST);
  VdtStep step = VDT_STEP_DONE;

  while ((step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      g_autoptr (VdtStatement) put = vdt_sqlite_get (to->sqlite, VDT_SQL_CARRY_DIGEST);
      gsize len = 0;

      vdt_statement_bind_text (put, 1, vdt_statement_get_text (rows, 0, &len));
      vdt_statement_bind_text (put, 2, vdt_statement_get_text (rows, 1, &len));
      if (!vdt_statement_run (put, error))
        return FALSE;
    }
  return step != VDT_STEP_FAILED;
}

/**
 * vdt_store_carry:
 * @from: a database in memory that is about to be dropped
 * @to: the file
 * @error: return location for a #VdtStoreError
 *
 * Carries over what no log says: which baselines a person moved, and what was told of.
 *
 * Returns: whether it is in the file; if not, nothing of it is
 */
gboolean
vdt_store_carry (VdtStoreDatabase *from, VdtStoreDatabase *to, GError **error)
{
  if (!vdt_sqlite_begin (to->sqlite, error))
    return FALSE;
  if (carry_baselines (from, to, error) && carry_notices (from, to, error) &&
      carry_digest (from, to, error))
    return vdt_sqlite_commit (to->sqlite, error);
  vdt_sqlite_rollback (to->sqlite);
  return FALSE;
}
