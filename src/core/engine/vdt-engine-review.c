/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-engine-private.h"

#include "vdt-review-build.h"
#include "vdt-store-review.h"

/* What comes within this time is one look at the store. */
#define GATHER_MS      200
#define GATHER_SCAN_MS 2000

/* Sessions that are told of whether or not they have changed, at most. */
#define MAX_WANTED 1000

/* What waits for an answer from the store. */
typedef struct
{
  VdtEngine *engine;
  VdtReviewDoneFunc func;
  gpointer user_data;
} Pending;

static Pending *
pending_new (VdtEngine *self, VdtReviewDoneFunc func, gpointer user_data)
{
  Pending *pending = g_new0 (Pending, 1);

  pending->engine = g_object_ref (self);
  pending->func = func;
  pending->user_data = user_data;
  return pending;
}

static void
pending_end (Pending *pending, VdtReviewOutcome outcome)
{
  if (pending->func != NULL)
    pending->func (pending->engine->review, outcome, pending->user_data);
  g_object_unref (pending->engine);
  g_free (pending);
}

/* --- reading ---------------------------------------------------------------------------------- */

static VdtSessionInfo *
find_session (const char *session_id, gpointer user_data)
{
  VdtEngine *self = user_data;
  VdtSession *session = g_hash_table_lookup (self->sessions_by_id, session_id);

  return session != NULL ? vdt_session_info_ref ((VdtSessionInfo *) vdt_session_get_info (session))
                         : NULL;
}

/* What waits for a permission stands in no log (rulings: *Claude's live registry*). */
static char **
list_wanted (VdtEngine *self)
{
  g_autoptr (GStrvBuilder) wanted = g_strv_builder_new ();
  GHashTableIter iter;
  gpointer value = NULL;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->sessions_by_id);
  while (n < MAX_WANTED && g_hash_table_iter_next (&iter, NULL, &value))
    {
      const VdtSessionInfo *info = vdt_session_get_info (value);

      if (info->is_subagent || info->source_deleted || info->lifecycle != VDT_LIFECYCLE_WAITING)
        continue;
      g_strv_builder_add (wanted, info->id);
      n++;
    }
  return g_strv_builder_end (wanted);
}

static void
on_review_loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Pending *pending = user_data;
  VdtEngine *self = pending->engine;
  g_autoptr (GError) error = NULL;
  g_autoptr (VdtStoreReview) stored =
    vdt_store_load_review_finish (VDT_STORE (source), result, &error);
  const gboolean current = self->running && self->store == VDT_STORE (source);

  self->review_loading = FALSE;
  if (current && stored != NULL)
    {
      g_autoptr (GPtrArray) cards = vdt_review_build (stored, find_session, self);
      const guint n = cards->len + stored->n_more;

      if (cards->len > VDT_REVIEW_MAX_CARDS)
        g_ptr_array_set_size (cards, VDT_REVIEW_MAX_CARDS);
      vdt_review_set_times (self->review, stored->next_due, stored->reviewed_at);
      vdt_review_set_cards (self->review, cards, n);
    }
  else if (current)
    {
      g_debug ("reading the queue: %s", error->message);
      vdt_review_set_failed (self->review);
    }
  if (current && self->review_stale)
    vdt_engine_queue_review (self);
  pending_end (pending, VDT_REVIEW_UNCHANGED);
}

static void
load_review (VdtEngine *self)
{
  g_auto (GStrv) wanted = NULL;

  g_clear_handle_id (&self->review_source, g_source_remove);
  if (self->store == NULL || !self->running)
    return;
  if (self->review_loading)
    {
      self->review_stale = TRUE;
      return;
    }
  self->review_loading = TRUE;
  self->review_stale = FALSE;
  wanted = list_wanted (self);
  vdt_store_load_review_async (self->store, (const char *const *) wanted, self->cancellable,
                               on_review_loaded_cb, pending_new (self, NULL, NULL));
}

static gboolean
on_review_due_cb (gpointer user_data)
{
  VdtEngine *self = user_data;

  self->review_source = 0;
  load_review (self);
  return G_SOURCE_REMOVE;
}

/**
 * vdt_engine_queue_review:
 * @self: an engine
 *
 * Reads the queue again soon: something has changed that it tells of.
 */
void
vdt_engine_queue_review (VdtEngine *self)
{
  if (self->review_source == 0 && self->running && self->store != NULL)
    self->review_source =
      g_timeout_add (self->state == VDT_ENGINE_READY ? GATHER_MS : GATHER_SCAN_MS, on_review_due_cb,
                     self);
}

/* --- what a person asks for ------------------------------------------------------------------- */

static void
op_refresh (VdtReview *review, gpointer data)
{
  load_review (data);
}

static void
on_acknowledged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Pending *pending = user_data;
  VdtStoreMoved moved = { 0 };
  g_autoptr (GError) error = NULL;
  VdtReviewOutcome outcome = VDT_REVIEW_NOT_DONE;

  if (!vdt_store_acknowledge_finish (VDT_STORE (source), result, &moved, &error))
    g_debug ("moving baselines: %s", error->message);
  else if (moved.conflict)
    outcome = VDT_REVIEW_CONFLICT;
  else
    outcome = moved.advanced > 0 ? VDT_REVIEW_ADVANCED : VDT_REVIEW_UNCHANGED;
  load_review (pending->engine);
  pending_end (pending, outcome);
}

static void
op_acknowledge (VdtReview *review,
                const VdtReviewTarget *targets,
                guint n_targets,
                VdtReviewDoneFunc func,
                gpointer user_data,
                gpointer data)
{
  VdtEngine *self = data;
  VdtStoreMove moves[VDT_REVIEW_MAX_TARGETS];
  Pending *pending = pending_new (self, func, user_data);

  G_STATIC_ASSERT (VDT_REVIEW_MAX_TARGETS == VDT_STORE_MAX_TARGETS);
  if (self->store == NULL)
    {
      pending_end (pending, VDT_REVIEW_NOT_DONE);
      return;
    }
  for (guint i = 0; i < n_targets; i++)
    {
      moves[i].session_id = targets[i].agent_id;
      if (targets[i].snapshot_id == NULL ||
          !vdt_snapshot_id_parse (targets[i].snapshot_id, &moves[i].log, &moves[i].sequence))
        {
          pending_end (pending, VDT_REVIEW_CONFLICT);
          return;
        }
    }
  vdt_store_acknowledge_async (self->store, moves, n_targets, vdt_engine_get_now (self), NULL,
                               on_acknowledged_cb, pending);
}

static void
on_unreviewed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Pending *pending = user_data;
  VdtStoreMoved moved = { 0 };
  g_autoptr (GError) error = NULL;
  VdtReviewOutcome outcome = VDT_REVIEW_NOT_DONE;

  if (!vdt_store_unreview_finish (VDT_STORE (source), result, &moved, &error))
    g_debug ("moving a baseline back: %s", error->message);
  else
    outcome = moved.advanced > 0 ? VDT_REVIEW_ADVANCED : VDT_REVIEW_UNCHANGED;
  load_review (pending->engine);
  pending_end (pending, outcome);
}

static void
op_unreview (VdtReview *review,
             const char *agent_id,
             VdtReviewDoneFunc func,
             gpointer user_data,
             gpointer data)
{
  VdtEngine *self = data;
  Pending *pending = pending_new (self, func, user_data);

  if (self->store == NULL)
    pending_end (pending, VDT_REVIEW_NOT_DONE);
  else
    vdt_store_unreview_async (self->store, agent_id, NULL, on_unreviewed_cb, pending);
}

/* --- for the engine --------------------------------------------------------------------------- */

/**
 * vdt_engine_init_review:
 * @self: an engine that is being made
 */
void
vdt_engine_init_review (VdtEngine *self)
{
  const VdtReviewOps ops = { .refresh = op_refresh,
                             .acknowledge = op_acknowledge,
                             .unreview = op_unreview };

  self->review = vdt_review_new (&ops, self);
}

/**
 * vdt_engine_clear_review:
 * @self: an engine that was turned off
 */
void
vdt_engine_clear_review (VdtEngine *self)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  g_clear_handle_id (&self->review_source, g_source_remove);
  vdt_review_set_cards (self->review, none, 0);
  vdt_review_set_times (self->review, VDT_TIME_UNKNOWN, VDT_TIME_UNKNOWN);
}

static void
store_since (VdtEngine *self, guint generation)
{
  g_autoptr (VdtStoreBatch) batch = vdt_store_batch_new (generation);
  g_autofree char *since = g_strdup_printf ("%" G_GINT64_FORMAT, self->review_since);

  /* One that is there already stays, whoever put it. */
  vdt_store_batch_add_meta (batch, "review.since", since);
  vdt_store_apply_async (self->store, g_steal_pointer (&batch), NULL, NULL, NULL);
}

/**
 * vdt_engine_begin_review:
 * @self: an engine whose store was opened
 * @view: what it holds
 *
 * What changed before Vedette looked for the first time is not put before a person.
 */
void
vdt_engine_begin_review (VdtEngine *self, const VdtStoreView *view)
{
  const char *stored = g_hash_table_lookup (view->meta, "review.since");
  gint64 since = 0;

  if (stored != NULL &&
      g_ascii_string_to_signed (stored, 10, VDT_TIME_MIN, VDT_TIME_MAX, &since, NULL))
    self->review_since = since;
  else if (!vdt_time_known (self->review_since))
    self->review_since = vdt_engine_get_now (self);
  if (stored == NULL)
    store_since (self, view->generation);
}

/**
 * vdt_engine_renew_review:
 * @self: an engine whose store goes on with another database
 *
 * That one may be new, and then it knows nothing of a first look.
 */
void
vdt_engine_renew_review (VdtEngine *self)
{
  if (vdt_time_known (self->review_since))
    store_since (self, vdt_store_get_generation (self->store));
}

/**
 * vdt_engine_get_review:
 * @self: an engine
 *
 * Returns: (transfer none): the Review queue; empty while the workspace is off
 */
VdtReview *
vdt_engine_get_review (VdtEngine *self)
{
  g_return_val_if_fail (VDT_IS_ENGINE (self), NULL);

  return self->review;
}
