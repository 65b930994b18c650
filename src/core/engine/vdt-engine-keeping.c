/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-engine-private.h"

/* Where there are no settings (decisions.md). */
#define RETENTION_DAYS 30

/* Between two prunings of one round. */
#define PRUNE_PAUSE_MS 50

/* --- retention -------------------------------------------------------------------------------- */

/**
 * vdt_engine_get_retention:
 * @self: an engine
 *
 * Returns: how many days what was said is kept
 */
guint
vdt_engine_get_retention (VdtEngine *self)
{
  if (self->settings != NULL)
    return (guint) g_settings_get_int (self->settings, "retention-days");
  return self->retention_days > 0 ? self->retention_days : RETENTION_DAYS;
}

static gboolean
prune_more_cb (gpointer user_data)
{
  VdtEngine *self = user_data;

  self->prune_more_source = 0;
  vdt_engine_prune (self);
  return G_SOURCE_REMOVE;
}

/* The store drops some at a time; others get their turn in between. */
static void
on_pruned_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (VdtEngine) self = user_data;
  guint64 n_removed = 0;

  if (!vdt_store_prune_finish (VDT_STORE (source), result, &n_removed, NULL) || n_removed == 0 ||
      self->store != VDT_STORE (source))
    return;
  vdt_engine_queue_review (self);
  if (self->prune_more_source == 0)
    self->prune_more_source = g_timeout_add (PRUNE_PAUSE_MS, prune_more_cb, self);
}

void
vdt_engine_prune (VdtEngine *self)
{
  if (self->store != NULL)
    vdt_store_prune_async (self->store, vdt_engine_get_retention (self), vdt_engine_get_now (self),
                           NULL, on_pruned_cb, g_object_ref (self));
}

static gboolean
prune_cb (gpointer user_data)
{
  VdtEngine *self = user_data;

  vdt_engine_prune (self);
  return G_SOURCE_CONTINUE;
}

/**
 * vdt_engine_start_pruning:
 * @self: an engine that has looked at everything
 *
 * Drops what is older than the retention, now and once a day (V16). Not before the first scan is
 * over, so that it keeps nobody waiting.
 */
void
vdt_engine_start_pruning (VdtEngine *self)
{
  if (self->prune_source != 0)
    return;
  self->prune_source = g_timeout_add_seconds (24 * 60 * 60, prune_cb, self);
  vdt_engine_prune (self);
}

/* --- on request ------------------------------------------------------------------------------- */

typedef struct
{
  VdtEngine *engine;
  VdtEngineKeptFunc kept_func;
  VdtEngineDeletedFunc deleted_func;
  gpointer user_data;
} Request;

static Request *
request_new (VdtEngine *self, gpointer user_data)
{
  Request *request = g_new0 (Request, 1);

  request->engine = g_object_ref (self);
  request->user_data = user_data;
  return request;
}

static void
request_free (Request *request)
{
  g_object_unref (request->engine);
  g_free (request);
}

static void
on_counted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Request *request = user_data;
  g_autoptr (GError) error = NULL;
  VdtStoreCounts counts = { 0 };
  VdtEngineKept kept = { 0 };
  const gboolean fine = vdt_store_counts_finish (VDT_STORE (source), result, &counts, &error);

  if (!fine)
    g_debug ("counting: %s", error->message);
  kept.conversations = counts.conversations;
  kept.bytes = counts.bytes;
  request->kept_func (request->engine, fine ? &kept : NULL, request->user_data);
  request_free (request);
}

/**
 * vdt_engine_count_kept:
 * @self: an engine
 * @func: told how much is kept
 * @user_data: for @func
 *
 * Counts what a person could ask to be deleted.
 */
void
vdt_engine_count_kept (VdtEngine *self, VdtEngineKeptFunc func, gpointer user_data)
{
  Request *request = NULL;

  g_return_if_fail (VDT_IS_ENGINE (self));

  request = request_new (self, user_data);
  request->kept_func = func;
  if (self->store != NULL)
    {
      vdt_store_counts_async (self->store, NULL, on_counted_cb, request);
      return;
    }
  func (self, NULL, user_data);
  request_free (request);
}

static void
on_deleted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Request *request = user_data;
  g_autoptr (GError) error = NULL;

  vdt_store_delete_history_finish (VDT_STORE (source), result, &error);
  if (request->engine->store == VDT_STORE (source))
    vdt_review_refresh (request->engine->review);
  request->deleted_func (request->engine, error, request->user_data);
  request_free (request);
}

/**
 * vdt_engine_delete_history:
 * @self: an engine
 * @session_id: (nullable): our id of a session; `NULL` for all of them
 * @func: told what came of it
 * @user_data: for @func
 *
 * *Delete history* (V18 … V20): messages, changes, decisions and baselines go and do not come
 * back when the logs are read again. Token counts and quota readings stay, and so does what is
 * going on now.
 */
void
vdt_engine_delete_history (VdtEngine *self,
                           const char *session_id,
                           VdtEngineDeletedFunc func,
                           gpointer user_data)
{
  Request *request = NULL;

  g_return_if_fail (VDT_IS_ENGINE (self));

  request = request_new (self, user_data);
  request->deleted_func = func;
  if (self->store != NULL)
    {
      vdt_store_delete_history_async (self->store, session_id, vdt_engine_get_now (self), NULL,
                                      on_deleted_cb, request);
      return;
    }
  {
    g_autoptr (GError) error =
      g_error_new_literal (VDT_STORE_ERROR, VDT_STORE_ERROR_CLOSED, "no database is open");

    func (self, error, user_data);
  }
  request_free (request);
}
