/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-claims.h"

#include "vdt-store-database-private.h"
#include "vdt-store-private.h"
#include "vdt-store-review-private.h"

/* What a notice was told for is long past by then; and how many of those go at once. */
#define NOTICE_LIFE    (40 * VDT_DAY)
#define NOTICES_A_DROP 200

/* Numbers in the meta table, as text. */
#define KEY_INTERVAL    "review.interval"
#define KEY_NEXT_DUE    "review.next_due"
#define KEY_LAST_DIGEST "review.last_digest"
#define KEY_SINCE       "review.since"

/* What is not there, or is no number, is unknown. */
static gboolean
get_number (VdtStoreDatabase *db, const char *key, gint64 *value, GError **error)
{
  g_autoptr (VdtStatement) get = vdt_sqlite_get (db->sqlite, VDT_SQL_GET_META);
  const char *text = NULL;
  gsize len = 0;
  VdtStep step = VDT_STEP_DONE;

  *value = VDT_TIME_UNKNOWN;
  vdt_statement_bind_text (get, 1, key);
  step = vdt_statement_step (get, error);
  if (step != VDT_STEP_ROW)
    return step == VDT_STEP_DONE;
  text = vdt_statement_get_text (get, 0, &len);
  if (text == NULL || !g_ascii_string_to_signed (text, 10, VDT_TIME_MIN, VDT_TIME_MAX, value, NULL))
    *value = VDT_TIME_UNKNOWN;
  return TRUE;
}

/* Takes it away where @value is unknown. */
static gboolean
put_number (VdtStoreDatabase *db, const char *key, gint64 value, GError **error)
{
  VdtSql sql = vdt_time_known (value) ? VDT_SQL_PUT_META : VDT_SQL_DELETE_META;
  g_autoptr (VdtStatement) put = vdt_sqlite_get (db->sqlite, sql);
  char text[24];

  vdt_statement_bind_text (put, 1, key);
  if (vdt_time_known (value))
    {
      g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, value);
      vdt_statement_bind_text (put, 2, text);
    }
  return vdt_statement_run (put, error);
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

/* --- Digests ----------------------------------------------------------------------------- */

/**
 * vdt_store_database_restart_digest:
 * @db: a database, within a transaction
 * @now: the time
 * @error: return location for a #VdtStoreError
 *
 * A person looked at something: the next digest is due a whole interval from now (V32). Does
 * nothing while there is no interval.
 *
 * Returns: whether it was done
 */
gboolean
vdt_store_database_restart_digest (VdtStoreDatabase *db, VdtTime now, GError **error)
{
  gint64 interval = 0;

  if (!get_number (db, KEY_INTERVAL, &interval, error))
    return FALSE;
  if (interval <= 0)
    return TRUE;
  return put_number (db, KEY_NEXT_DUE, now + CLAMP (interval, VDT_DIGEST_MIN, VDT_DIGEST_MAX),
                     error);
}

typedef struct
{
  VdtTime interval;  /* 0 for no digest */
  gboolean has_work; /* also where nothing that is stored says so */
  VdtTime now;
} DigestClaim;

/* What follows for the next window from what is stored; @claimed where the one that was due is
 * ours. However late it comes, it is one window: the next is due an interval from now. */
static VdtTime
next_window (const DigestClaim *claim, gint64 interval, VdtTime due, gboolean *claimed)
{
  VdtTime fresh = claim->now + claim->interval;

  *claimed = FALSE;
  if (claim->interval == 0)
    return VDT_TIME_UNKNOWN;
  if (interval != claim->interval || !vdt_time_known (due))
    return fresh;
  /* The clock went back. */
  if (due > fresh)
    return fresh;
  *claimed = claim->now >= due;
  return *claimed ? fresh : due;
}

static gboolean
claim_in_transaction (VdtStoreDatabase *db,
                      const DigestClaim *claim,
                      VdtStoreDigest *digest,
                      GError **error)
{
  gint64 interval = 0;
  VdtTime due = 0;

  if (!get_number (db, KEY_INTERVAL, &interval, error) ||
      !get_number (db, KEY_NEXT_DUE, &due, error) ||
      !get_number (db, KEY_LAST_DIGEST, &digest->last_digest, error))
    return FALSE;
  digest->next_due = next_window (claim, interval, due, &digest->claimed);
  if (interval != claim->interval && !put_number (db, KEY_INTERVAL, claim->interval, error))
    return FALSE;
  if (digest->next_due != due && !put_number (db, KEY_NEXT_DUE, digest->next_due, error))
    return FALSE;
  if (!digest->claimed)
    return TRUE;
  digest->has_work = claim->has_work;
  if (!digest->has_work && !vdt_store_database_has_review_work (db, &digest->has_work, error))
    return FALSE;
  if (!digest->has_work)
    return TRUE;
  digest->last_digest = claim->now;
  return put_number (db, KEY_LAST_DIGEST, claim->now, error);
}

static gpointer
claim_digest (VdtStoreDatabase *db, gconstpointer data, GError **error)
{
  g_autofree VdtStoreDigest *digest = g_new0 (VdtStoreDigest, 1);

  if (!vdt_sqlite_begin (db->sqlite, error))
    return NULL;
  if (!end_transaction (db, claim_in_transaction (db, data, digest, error), error))
    return NULL;
  return g_steal_pointer (&digest);
}

/**
 * vdt_store_claim_digest_async:
 * @self: a store
 * @interval: milliseconds from one digest to the next, taken to the nearest of %VDT_DIGEST_MIN …
 *   %VDT_DIGEST_MAX; 0 for no digests
 * @has_work: whether there is anything to review that is not stored: no log tells of a session
 *   that waits for a permission
 * @now: the time
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Takes the window of a digest if one is due (V40): of all that ask, in whichever process, one
 * gets it. To be asked when [struct@VdtStoreDigest] said that the next one is due, and after the
 * clock was set. The same interval keeps the time that is due; another one starts anew.
 */
void
vdt_store_claim_digest_async (VdtStore *self,
                              VdtTime interval,
                              gboolean has_work,
                              VdtTime now,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  DigestClaim claim = { .has_work = has_work,
                        .now = CLAMP (now, VDT_TIME_MIN, VDT_TIME_MAX - VDT_DIGEST_MAX) };

  g_return_if_fail (VDT_IS_STORE (self));

  if (interval > 0)
    claim.interval = CLAMP (interval, VDT_DIGEST_MIN, VDT_DIGEST_MAX);
  vdt_store_send (self,
                  vdt_store_request_call (self, claim_digest, g_memdup2 (&claim, sizeof claim),
                                          g_free, g_free, vdt_store_claim_digest_async, cancellable,
                                          callback, user_data));
}

/**
 * vdt_store_claim_digest_finish:
 * @self: a store
 * @result: as the callback got it
 * @digest: (out caller-allocates): what came of it
 * @error: return location for a #VdtStoreError or `G_IO_ERROR_CANCELLED`
 *
 * Returns: whether it could be asked; if not, nothing was claimed
 */
gboolean
vdt_store_claim_digest_finish (VdtStore *self,
                               GAsyncResult *result,
                               VdtStoreDigest *digest,
                               GError **error)
{
  g_autofree VdtStoreDigest *answer =
    vdt_store_finish_pointer (self, result, vdt_store_claim_digest_async, error);

  if (answer == NULL)
    return FALSE;
  *digest = *answer;
  return TRUE;
}

/* --- Notices ----------------------------------------------------------------------------- */

typedef struct
{
  GStrv keys;
  gint64 value;
  gint64 tolerance;
  VdtTime now;
} NoticeClaim;

static void
notice_claim_free (gpointer data)
{
  NoticeClaim *claim = data;

  g_strfreev (claim->keys);
  g_free (claim);
}

static gboolean
drop_old_notices (VdtStoreDatabase *db, VdtTime now, GError **error)
{
  g_autoptr (VdtStatement) drop = vdt_sqlite_get (db->sqlite, VDT_SQL_PRUNE_NOTICES);

  vdt_statement_bind_int (drop, 1, now - NOTICE_LIFE);
  vdt_statement_bind_int (drop, 2, NOTICES_A_DROP);
  return vdt_statement_run (drop, error);
}

static gboolean
claim_notice (VdtStoreDatabase *db,
              const NoticeClaim *claim,
              const char *key,
              guint *n_claimed,
              GError **error)
{
  g_autoptr (VdtStatement) put = vdt_sqlite_get (db->sqlite, VDT_SQL_CLAIM_NOTICE);

  vdt_statement_bind_text (put, 1, key);
  vdt_statement_bind_int (put, 2, claim->value);
  vdt_statement_bind_int (put, 3, claim->now);
  vdt_statement_bind_int (put, 4, claim->tolerance);
  if (!vdt_statement_run (put, error))
    return FALSE;
  *n_claimed += (guint) vdt_sqlite_get_changes (db->sqlite);
  return TRUE;
}

static gpointer
claim_notices (VdtStoreDatabase *db, gconstpointer data, GError **error)
{
  const NoticeClaim *claim = data;
  g_autofree guint *n_claimed = g_new0 (guint, 1);
  gboolean fine = FALSE;

  if (!vdt_sqlite_begin (db->sqlite, error))
    return NULL;
  fine = drop_old_notices (db, claim->now, error);
  for (guint i = 0; claim->keys[i] != NULL && fine; i++)
    fine = claim_notice (db, claim, claim->keys[i], n_claimed, error);
  if (!end_transaction (db, fine, error))
    return NULL;
  return g_steal_pointer (&n_claimed);
}

static GStrv
copy_keys (const char *const *keys)
{
  g_autoptr (GStrvBuilder) copy = g_strv_builder_new ();

  for (guint i = 0; i < VDT_NOTICES_MAX && keys[i] != NULL; i++)
    g_strv_builder_add (copy, keys[i]);
  return g_strv_builder_end (copy);
}

/**
 * vdt_store_claim_notices_async:
 * @self: a store
 * @keys: (array zero-terminated=1): what somebody is to be told of; no more than
 *   %VDT_NOTICES_MAX of them are looked at
 * @value: which of its kind it is, of all of @keys: of a quota when its window resets, else 0;
 *   unknown is 0
 * @tolerance: values that are no further apart are the same
 * @now: the time
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Takes what is to be told of: a key with a value is given out once, to whichever process asks
 * first, until 40 days have passed.
 */
void
vdt_store_claim_notices_async (VdtStore *self,
                               const char *const *keys,
                               gint64 value,
                               gint64 tolerance,
                               VdtTime now,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  NoticeClaim *claim = NULL;

  g_return_if_fail (VDT_IS_STORE (self));
  g_return_if_fail (keys != NULL);

  claim = g_new0 (NoticeClaim, 1);
  claim->keys = copy_keys (keys);
  claim->value = CLAMP (value, 0, VDT_TIME_MAX);
  claim->tolerance = CLAMP (tolerance, 0, VDT_TIME_MAX);
  claim->now = CLAMP (now, VDT_TIME_MIN, VDT_TIME_MAX);
  vdt_store_send (self, vdt_store_request_call (self, claim_notices, claim, notice_claim_free,
                                                g_free, vdt_store_claim_notices_async, cancellable,
                                                callback, user_data));
}

/**
 * vdt_store_claim_notices_finish:
 * @self: a store
 * @result: as the callback got it
 * @n_claimed: (out): how many of the keys are ours; for none of the others may anything be told
 * @error: return location for a #VdtStoreError or `G_IO_ERROR_CANCELLED`
 *
 * Returns: whether it could be asked; if not, nothing was claimed
 */
gboolean
vdt_store_claim_notices_finish (VdtStore *self,
                                GAsyncResult *result,
                                guint *n_claimed,
                                GError **error)
{
  g_autofree guint *answer =
    vdt_store_finish_pointer (self, result, vdt_store_claim_notices_async, error);

  if (answer == NULL)
    return FALSE;
  *n_claimed = *answer;
  return TRUE;
}
