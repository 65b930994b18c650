/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-engine-private.h"

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
  const gboolean fine =
    vdt_store_counts_finish (VDT_STORE (source), result, &counts, &error);

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
