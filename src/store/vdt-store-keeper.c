/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-keeper.h"

#include "vdt-store-carry.h"
#include "vdt-store-place.h"

/* How long a look whether the database is free again may hold up the others. */
#define RETRY_BUSY_MS 100

static void
assert_thread (VdtStoreKeeper *keeper)
{
  g_assert (keeper->thread == g_thread_self ());
}

static VdtStoreReason
reason_from_error (const GError *error)
{
  if (error->domain != VDT_STORE_ERROR)
    return VDT_STORE_REASON_FAILED;
  switch ((VdtStoreError) error->code)
    {
    case VDT_STORE_ERROR_NEWER:
      return VDT_STORE_REASON_NEWER;
    case VDT_STORE_ERROR_CORRUPT:
      return VDT_STORE_REASON_CORRUPT;
    case VDT_STORE_ERROR_LOCKED:
      return VDT_STORE_REASON_LOCKED;
    case VDT_STORE_ERROR_READ_ONLY:
      return VDT_STORE_REASON_READ_ONLY;
    case VDT_STORE_ERROR_FULL:
      return VDT_STORE_REASON_FULL;
    case VDT_STORE_ERROR_OPEN:
    case VDT_STORE_ERROR_FAILED:
    case VDT_STORE_ERROR_STALE:
    case VDT_STORE_ERROR_CLOSED:
    case VDT_STORE_ERROR_UNREADY:
      return VDT_STORE_REASON_FAILED;
    }
  return VDT_STORE_REASON_FAILED;
}

/* Opens the file; one that is damaged is set aside first. */
static VdtStoreDatabase *
open_file (VdtStoreKeeper *keeper, guint busy_ms, gboolean *replaced, GError **error)
{
  guint64 file = vdt_store_place_get_file (keeper->path);
  VdtStoreOptions options = keeper->options;
  g_autoptr (GError) failure = NULL;
  VdtStoreDatabase *db = NULL;
  g_autofree char *name = NULL;

  *replaced = FALSE;
  options.busy_ms = busy_ms;
  db = vdt_store_database_open (keeper->path, &options, &failure);
  if (db == NULL &&
      (options.guest || !g_error_matches (failure, VDT_STORE_ERROR, VDT_STORE_ERROR_CORRUPT)))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  if (db == NULL)
    {
      name = vdt_store_place_set_aside (keeper->path, file, error);
      if (name == NULL)
        return NULL;
      db = vdt_store_database_open (keeper->path, &options, error);
      if (name[0] != '\0')
        {
          *replaced = TRUE;
          g_free (keeper->set_aside);
          keeper->set_aside = g_steal_pointer (&name);
        }
    }
  if (db != NULL)
    vdt_store_database_set_busy (db, keeper->options.busy_ms);
  return db;
}

/* A database that was made by a newer Vedette does not get older by waiting. */
static void
plan_retry (VdtStoreKeeper *keeper)
{
  keeper->retry_at = keeper->reason == VDT_STORE_REASON_NEWER
                       ? 0
                       : g_get_monotonic_time () + (gint64) keeper->options.retry_ms * 1000;
}

/* Goes on in memory, with what the file held where that can be read. */
static gboolean
fall_back (VdtStoreKeeper *keeper, const GError *failure, GError **error)
{
  gboolean first = keeper->db == NULL;
  VdtStoreReason reason = reason_from_error (failure);
  gboolean readable = reason != VDT_STORE_REASON_NEWER && reason != VDT_STORE_REASON_CORRUPT;
  gboolean seeded = FALSE;
  VdtStoreDatabase *memory = NULL;

  g_debug ("going on in memory: %s", failure->message);
  memory = vdt_store_database_open_memory (readable ? keeper->path : NULL, keeper->db,
                                           &keeper->options, &seeded, error);
  if (memory == NULL)
    return FALSE;
  vdt_store_database_close (keeper->db, FALSE);
  keeper->db = memory;
  if (!first && !seeded)
    keeper->generation++;
  keeper->state = VDT_STORE_STATE_MEMORY;
  keeper->reason = reason;
  plan_retry (keeper);
  keeper->changed = TRUE;
  return TRUE;
}

/**
 * vdt_store_keeper_open:
 * @keeper: a keeper with nothing open
 * @path: (type filename): where the database is, or is to be
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether there is a database, on disk or in memory; for a guest: on disk
 */
gboolean
vdt_store_keeper_open (VdtStoreKeeper *keeper, const char *path, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gboolean replaced = FALSE;

  assert_thread (keeper);
  if (keeper->path != NULL)
    {
      g_set_error_literal (error, VDT_STORE_ERROR, VDT_STORE_ERROR_FAILED, "opened twice");
      return FALSE;
    }
  keeper->path = g_strdup (path);
  keeper->generation = 1;
  keeper->db = open_file (keeper, keeper->options.busy_ms, &replaced, &failure);
  if (keeper->db == NULL && keeper->options.guest)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (keeper->db == NULL)
    return fall_back (keeper, failure, error);
  keeper->state = VDT_STORE_STATE_OK;
  keeper->reason = replaced ? VDT_STORE_REASON_CORRUPT : VDT_STORE_REASON_NONE;
  keeper->changed = TRUE;
  return TRUE;
}

/* The file broke while it was open. */
static gboolean
replace_damaged (VdtStoreKeeper *keeper, const GError *damage, GError **error)
{
  guint64 file = vdt_store_place_get_file (keeper->path);
  g_autoptr (GError) failure = NULL;
  g_autofree char *name = NULL;
  VdtStoreDatabase *db = NULL;
  gboolean replaced = FALSE;

  vdt_store_database_close (g_steal_pointer (&keeper->db), FALSE);
  keeper->generation++;
  name = vdt_store_place_set_aside (keeper->path, file, &failure);
  if (name != NULL)
    {
      if (name[0] != '\0')
        {
          g_free (keeper->set_aside);
          keeper->set_aside = g_steal_pointer (&name);
        }
      db = open_file (keeper, keeper->options.busy_ms, &replaced, &failure);
    }
  if (db == NULL)
    return fall_back (keeper, failure, error);
  g_debug ("set a damaged database aside: %s", damage->message);
  keeper->db = db;
  keeper->state = VDT_STORE_STATE_OK;
  keeper->reason = VDT_STORE_REASON_CORRUPT;
  keeper->changed = TRUE;
  return TRUE;
}

/**
 * vdt_store_keeper_retry:
 * @keeper: a keeper
 *
 * Looks whether the file can be had again. If so, what was kept in memory is dropped but for what
 * no log says: the file's offsets are where they were, and the logs are read again from there.
 */
void
vdt_store_keeper_retry (VdtStoreKeeper *keeper)
{
  g_autoptr (GError) error = NULL;
  VdtStoreDatabase *db = NULL;
  gboolean replaced = FALSE;
  VdtStoreReason reason = keeper->reason;

  assert_thread (keeper);
  keeper->retry_at = 0;
  if (keeper->state != VDT_STORE_STATE_MEMORY)
    return;
  if (reason != VDT_STORE_REASON_FULL ||
      vdt_store_place_has_room (keeper->path, keeper->options.min_free))
    db = open_file (keeper, MIN (keeper->options.busy_ms, RETRY_BUSY_MS), &replaced, &error);
  if (db != NULL && reason == VDT_STORE_REASON_FULL && !vdt_store_database_probe (db, &error))
    {
      vdt_store_database_close (db, TRUE);
      db = NULL;
    }
  if (db != NULL && !vdt_store_carry (keeper->db, db, &error))
    {
      vdt_store_database_close (db, TRUE);
      db = NULL;
    }
  if (db == NULL)
    {
      if (error != NULL && reason_from_error (error) != reason)
        {
          keeper->reason = reason_from_error (error);
          keeper->changed = TRUE;
        }
      if (replaced)
        keeper->changed = TRUE;
      plan_retry (keeper);
      return;
    }
  vdt_store_database_close (keeper->db, FALSE);
  keeper->db = db;
  keeper->generation++;
  keeper->state = VDT_STORE_STATE_OK;
  keeper->reason = replaced ? VDT_STORE_REASON_CORRUPT : VDT_STORE_REASON_NONE;
  keeper->changed = TRUE;
}

/**
 * vdt_store_keeper_recover:
 * @keeper: a keeper
 * @failure: what the database in use answered
 *
 * Gets another database where that is what it needs. A guest has no other.
 *
 * Returns: whether there is another one: what failed can be tried on it
 */
gboolean
vdt_store_keeper_recover (VdtStoreKeeper *keeper, const GError *failure)
{
  g_autoptr (GError) error = NULL;
  gboolean recovered = FALSE;

  assert_thread (keeper);
  if (failure->domain != VDT_STORE_ERROR || keeper->state != VDT_STORE_STATE_OK ||
      keeper->options.guest)
    return FALSE;
  switch ((VdtStoreError) failure->code)
    {
    case VDT_STORE_ERROR_CORRUPT:
      recovered = replace_damaged (keeper, failure, &error);
      break;
    case VDT_STORE_ERROR_OPEN:
    case VDT_STORE_ERROR_LOCKED:
    case VDT_STORE_ERROR_READ_ONLY:
    case VDT_STORE_ERROR_FULL:
      recovered = fall_back (keeper, failure, &error);
      break;
    case VDT_STORE_ERROR_NEWER:
    case VDT_STORE_ERROR_FAILED:
    case VDT_STORE_ERROR_STALE:
    case VDT_STORE_ERROR_CLOSED:
    case VDT_STORE_ERROR_UNREADY:
      return FALSE;
    }
  if (!recovered)
    g_debug ("no database in memory either: %s", error->message);
  return recovered;
}

/**
 * vdt_store_keeper_close:
 * @keeper: a keeper
 *
 * Closes what is open, in order, and forgets where it was.
 */
void
vdt_store_keeper_close (VdtStoreKeeper *keeper)
{
  assert_thread (keeper);
  vdt_store_database_close (g_steal_pointer (&keeper->db), TRUE);
  g_clear_pointer (&keeper->path, g_free);
  g_clear_pointer (&keeper->set_aside, g_free);
  keeper->state = VDT_STORE_STATE_CLOSED;
}

/**
 * vdt_store_keeper_set_options:
 * @keeper: a keeper
 * @options: the new ones; they also hold for the file that is open
 */
void
vdt_store_keeper_set_options (VdtStoreKeeper *keeper, const VdtStoreOptions *options)
{
  g_autoptr (GError) error = NULL;

  assert_thread (keeper);
  keeper->options = *options;
  if (keeper->state != VDT_STORE_STATE_OK)
    return;
  vdt_store_database_set_busy (keeper->db, options->busy_ms);
  if (!vdt_store_database_set_max_pages (keeper->db, options->max_pages, &error))
    g_debug ("setting options: %s", error->message);
}
