/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-schema.h"

#include <gio/gio.h>

#include "vdt-store-resources.h"

#define PREFIX "/io/github/vedette/Vedette/store/migrations/"

/**
 * vdt_store_schema_load:
 * @error: return location for a #VdtStoreError
 *
 * Reads the migrations from the resource: 0001.sql, 0002.sql and so on up to the first
 * number that is missing. The resource is named by its symbol, since the linker drops one that
 * nobody refers to from a static library.
 *
 * Returns: (transfer full): the scripts in order; `NULL` where there is none at all
 */
char **
vdt_store_schema_load (GError **error)
{
  g_autoptr (GStrvBuilder) scripts = g_strv_builder_new ();
  guint n = 0;

  for (;;)
    {
      g_autofree char *path = g_strdup_printf (PREFIX "%04u.sql", n + 1);
      g_autoptr (GBytes) bytes = g_resource_lookup_data (vdt_store_get_resource (), path,
                                                         G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
      g_autofree char *text = NULL;

      if (bytes == NULL)
        break;
      text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      g_strv_builder_add (scripts, text);
      n++;
    }
  if (n == 0)
    {
      g_set_error_literal (error, VDT_STORE_ERROR, VDT_STORE_ERROR_FAILED, "no migrations");
      return NULL;
    }
  return g_strv_builder_end (scripts);
}

/**
 * vdt_store_schema_get_version:
 * @db: a connection
 * @newest: the newest number that we know
 * @version: (out): the database's number, 0 for an empty one
 * @error: return location for a #VdtStoreError: `NEWER` where it is above @newest
 *
 * Returns: whether it is one that we know
 */
gboolean
vdt_store_schema_get_version (VdtSqlite *db, guint newest, guint *version, GError **error)
{
  gint64 number = 0;

  if (!vdt_sqlite_pragma_int (db, "user_version", &number, error))
    return FALSE;
  if (number < 0 || number > newest)
    {
      g_set_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_NEWER,
                   "the database has schema %" G_GINT64_FORMAT ", this is %u", number, newest);
      return FALSE;
    }
  *version = (guint) number;
  return TRUE;
}

/* Applies the script after @from, unless somebody else did since we looked. */
static gboolean
apply_next (VdtSqlite *db, const char *const *scripts, guint newest, guint from, GError **error)
{
  g_autofree char *set_version = g_strdup_printf ("PRAGMA user_version = %u", from + 1);
  guint version = 0;

  if (!vdt_sqlite_begin (db, error))
    return FALSE;
  if (!vdt_store_schema_get_version (db, newest, &version, error))
    {
      vdt_sqlite_rollback (db);
      return FALSE;
    }
  if (version != from)
    {
      vdt_sqlite_rollback (db);
      return TRUE;
    }
  if (!vdt_sqlite_exec (db, scripts[from], error) || !vdt_sqlite_exec (db, set_version, error))
    {
      vdt_sqlite_rollback (db);
      g_prefix_error (error, "migration %u: ", from + 1);
      return FALSE;
    }
  return vdt_sqlite_commit (db, error);
}

/**
 * vdt_store_schema_migrate:
 * @db: a connection
 * @scripts: (array zero-terminated=1): the migrations from number 1 on
 * @error: return location for a #VdtStoreError
 *
 * Brings a database up to the newest number, each step in a transaction of its own together
 * with its number. Whoever else opens the same file meanwhile waits and then finds it done.
 *
 * Returns: whether it is there; else it stands at the last step that went through
 */
gboolean
vdt_store_schema_migrate (VdtSqlite *db, const char *const *scripts, GError **error)
{
  guint newest = g_strv_length ((char **) scripts);
  guint version = 0;

  for (;;)
    {
      if (!vdt_store_schema_get_version (db, newest, &version, error))
        return FALSE;
      if (version == newest)
        return TRUE;
      if (!apply_next (db, scripts, newest, version, error))
        return FALSE;
    }
}
