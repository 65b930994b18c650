/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-guest.h"

#include <string.h>

#include "vdt-review-build.h"
#include "vdt-session-blob.h"
#include "vdt-store-review.h"

struct _VdtGuest
{
  VdtStore *store;
  GPtrArray *sessions; /* VdtSessionInfo, newest first */
  GHashTable *by_id;   /* id → VdtSessionInfo */
  VdtTime last_digest;
};

G_DEFINE_QUARK (vdt_guest_error, vdt_guest_error)

/* --- waiting for the store -------------------------------------------------------------------- */

static void
on_answer_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **answer = user_data;

  *answer = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **answer)
{
  while (*answer == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *answer;
}

static VdtGuestError
translate_code (int code)
{
  switch ((VdtStoreError) code)
    {
    case VDT_STORE_ERROR_UNREADY:
      return VDT_GUEST_ERROR_ABSENT;
    case VDT_STORE_ERROR_NEWER:
      return VDT_GUEST_ERROR_NEWER;
    case VDT_STORE_ERROR_CORRUPT:
      return VDT_GUEST_ERROR_DAMAGED;
    case VDT_STORE_ERROR_LOCKED:
      return VDT_GUEST_ERROR_BUSY;
    case VDT_STORE_ERROR_READ_ONLY:
      return VDT_GUEST_ERROR_READ_ONLY;
    case VDT_STORE_ERROR_FULL:
      return VDT_GUEST_ERROR_FULL;
    case VDT_STORE_ERROR_OPEN:
    case VDT_STORE_ERROR_FAILED:
    case VDT_STORE_ERROR_STALE:
    case VDT_STORE_ERROR_CLOSED:
      break;
    }
  return VDT_GUEST_ERROR_FAILED;
}

/* Says what the store said, in our domain. */
static void
translate (GError *failure, GError **error)
{
  const VdtGuestError code =
    failure->domain == VDT_STORE_ERROR ? translate_code (failure->code) : VDT_GUEST_ERROR_FAILED;

  g_set_error_literal (error, VDT_GUEST_ERROR, (int) code, failure->message);
  g_error_free (failure);
}

/* --- opening ---------------------------------------------------------------------------------- */

static void
take_meta (VdtGuest *guest, const VdtStoreView *view)
{
  const char *text = g_hash_table_lookup (view->meta, "review.last_digest");

  guest->last_digest = VDT_TIME_UNKNOWN;
  if (text != NULL &&
      !g_ascii_string_to_signed (text, 10, VDT_TIME_MIN, VDT_TIME_MAX, &guest->last_digest, NULL))
    guest->last_digest = VDT_TIME_UNKNOWN;
}

static gboolean
load_sessions (VdtGuest *guest, GError **error)
{
  VdtStoreViewQuery query = { .max_sessions = G_MAXUINT, .quota_since = VDT_TIME_UNKNOWN };
  g_autoptr (GAsyncResult) answer = NULL;
  g_autoptr (VdtStoreView) view = NULL;
  GError *failure = NULL;

  vdt_store_load_view_async (guest->store, &query, NULL, on_answer_cb, &answer);
  view = vdt_store_load_view_finish (guest->store, wait_for (&answer), &failure);
  if (view == NULL)
    {
      translate (failure, error);
      return FALSE;
    }
  for (guint i = 0; i < view->n_sessions; i++)
    {
      VdtSessionInfo *info =
        vdt_session_info_read (view->sessions[i].view, view->sessions[i].view_len);

      if (info == NULL)
        continue;
      g_ptr_array_add (guest->sessions, info);
      g_hash_table_insert (guest->by_id, info->id, info);
    }
  take_meta (guest, view);
  return TRUE;
}

/**
 * vdt_guest_open:
 * @path: (type filename): where the database is
 * @error: return location for a #VdtGuestError
 *
 * Opens it as it is and reads which sessions there are. Nothing is made where there is nothing.
 *
 * Returns: (transfer full): a guest, or `NULL`
 */
VdtGuest *
vdt_guest_open (const char *path, GError **error)
{
  g_autoptr (VdtGuest) guest = g_new0 (VdtGuest, 1);
  g_autoptr (GAsyncResult) answer = NULL;
  GError *failure = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  guest->store = vdt_store_new_guest ();
  guest->sessions = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_session_info_unref);
  guest->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  vdt_store_open_async (guest->store, path, NULL, on_answer_cb, &answer);
  if (!vdt_store_open_finish (guest->store, wait_for (&answer), &failure))
    {
      translate (failure, error);
      return NULL;
    }
  return load_sessions (guest, error) ? g_steal_pointer (&guest) : NULL;
}

/**
 * vdt_guest_close:
 * @guest: (nullable) (transfer full): a guest
 */
void
vdt_guest_close (VdtGuest *guest)
{
  if (guest == NULL)
    return;
  vdt_store_close (guest->store);
  g_object_unref (guest->store);
  g_hash_table_unref (guest->by_id);
  g_ptr_array_unref (guest->sessions);
  g_free (guest);
}

/* --- sessions --------------------------------------------------------------------------------- */

/**
 * vdt_guest_get_session:
 * @guest: a guest
 * @session_id: our id
 *
 * Returns: (transfer none) (nullable): what is known of the session
 */
const VdtSessionInfo *
vdt_guest_get_session (VdtGuest *guest, const char *session_id)
{
  g_return_val_if_fail (guest != NULL && session_id != NULL, NULL);

  return g_hash_table_lookup (guest->by_id, session_id);
}

/**
 * vdt_guest_find_sessions:
 * @guest: a guest
 * @name: our id of a session, or the agent's own; whole, since a beginning is a guess
 *
 * Returns: (transfer full) (element-type VdtSessionInfo): the sessions of that name. There may be
 *   several: the same log may lie in more than one home
 */
GPtrArray *
vdt_guest_find_sessions (VdtGuest *guest, const char *name)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_session_info_unref);
  VdtSessionInfo *exact = NULL;

  g_return_val_if_fail (guest != NULL && name != NULL, found);

  exact = g_hash_table_lookup (guest->by_id, name);
  if (exact != NULL)
    {
      g_ptr_array_add (found, vdt_session_info_ref (exact));
      return found;
    }
  for (guint i = 0; i < guest->sessions->len; i++)
    {
      VdtSessionInfo *info = g_ptr_array_index (guest->sessions, i);

      if (strcmp (info->native_id, name) == 0)
        g_ptr_array_add (found, vdt_session_info_ref (info));
    }
  return found;
}

static VdtSessionInfo *
find_session (const char *session_id, gpointer user_data)
{
  VdtGuest *guest = user_data;
  VdtSessionInfo *info = g_hash_table_lookup (guest->by_id, session_id);

  return info != NULL ? vdt_session_info_ref (info) : NULL;
}

/* --- the queue -------------------------------------------------------------------------------- */

static VdtStoreReview *
load_review (VdtGuest *guest, const char *const *wanted, GError **error)
{
  g_autoptr (GAsyncResult) answer = NULL;
  GError *failure = NULL;
  VdtStoreReview *review = NULL;

  vdt_store_load_review_async (guest->store, wanted, NULL, on_answer_cb, &answer);
  review = vdt_store_load_review_finish (guest->store, wait_for (&answer), &failure);
  if (review == NULL)
    translate (failure, error);
  return review;
}

/* Who waits is told of whether or not anything has changed, as in the window. */
static char **
list_waiting (VdtGuest *guest)
{
  g_autoptr (GStrvBuilder) wanted = g_strv_builder_new ();

  for (guint i = 0; i < guest->sessions->len; i++)
    {
      const VdtSessionInfo *info = g_ptr_array_index (guest->sessions, i);

      if (vdt_session_info_waits (info))
        g_strv_builder_add (wanted, info->id);
    }
  return g_strv_builder_end (wanted);
}

/**
 * vdt_guest_queue_free:
 * @queue: (nullable) (transfer full): a queue
 */
void
vdt_guest_queue_free (VdtGuestQueue *queue)
{
  if (queue == NULL)
    return;
  g_ptr_array_unref (queue->cards);
  g_free (queue);
}

/**
 * vdt_guest_load_queue:
 * @guest: a guest
 * @error: return location for a #VdtGuestError
 *
 * Reads what is to be looked at. Reading acknowledges nothing (V30).
 *
 * Returns: (transfer full): the queue, or `NULL`
 */
VdtGuestQueue *
vdt_guest_load_queue (VdtGuest *guest, GError **error)
{
  g_auto (GStrv) wanted = NULL;
  g_autoptr (VdtStoreReview) stored = NULL;
  VdtGuestQueue *queue = NULL;

  g_return_val_if_fail (guest != NULL, NULL);

  wanted = list_waiting (guest);
  stored = load_review (guest, (const char *const *) wanted, error);
  if (stored == NULL)
    return NULL;
  queue = g_new0 (VdtGuestQueue, 1);
  queue->cards = vdt_review_build (stored, find_session, guest);
  queue->n_more = stored->n_more;
  queue->next_due = stored->next_due;
  queue->last_digest = guest->last_digest;
  return queue;
}

/**
 * vdt_guest_load_card:
 * @guest: a guest
 * @session_id: our id of a session that the guest knows
 * @error: return location for a #VdtGuestError
 *
 * Reads the card of one session, whether or not it is in the queue; that of a session of which
 * no conversation is kept says nothing.
 *
 * Returns: (transfer full): the card, ranked; or `NULL`
 */
VdtReviewCard *
vdt_guest_load_card (VdtGuest *guest, const char *session_id, GError **error)
{
  const char *const wanted[] = { session_id, NULL };
  VdtSessionInfo *info = NULL;
  g_autoptr (VdtStoreReview) stored = NULL;
  VdtReviewCard *card = NULL;

  g_return_val_if_fail (guest != NULL && session_id != NULL, NULL);

  info = g_hash_table_lookup (guest->by_id, session_id);
  g_return_val_if_fail (info != NULL, NULL);
  stored = load_review (guest, wanted, error);
  if (stored == NULL)
    return NULL;
  for (guint i = 0; i < stored->rows->len && card == NULL; i++)
    {
      VdtStoreReviewRow *row = g_ptr_array_index (stored->rows, i);

      if (strcmp (row->session_id, session_id) == 0)
        card = vdt_review_build_card (row, vdt_session_info_ref (info));
    }
  if (card == NULL)
    card = vdt_review_card_new (vdt_session_info_ref (info));
  vdt_review_card_rank (card);
  return card;
}

/**
 * vdt_guest_find_decision:
 * @guest: a guest
 * @decision_id: our id of a decision
 * @decision: (out) (nullable): the decision, as long as the answer lives
 * @error: return location for a #VdtGuestError; unset where there is no such open decision
 *
 * Returns: (transfer full) (nullable): the card of the session that asks
 */
VdtReviewCard *
vdt_guest_find_decision (VdtGuest *guest,
                         const char *decision_id,
                         const VdtReviewDecision **decision,
                         GError **error)
{
  g_autoptr (VdtStoreReview) stored = NULL;

  g_return_val_if_fail (guest != NULL && decision_id != NULL && decision != NULL, NULL);

  *decision = NULL;
  stored = load_review (guest, NULL, error);
  for (guint i = 0; stored != NULL && i < stored->rows->len; i++)
    {
      VdtStoreReviewRow *row = g_ptr_array_index (stored->rows, i);
      VdtSessionInfo *info = find_session (row->session_id, guest);
      g_autoptr (VdtReviewCard) card = info != NULL ? vdt_review_build_card (row, info) : NULL;

      for (guint j = 0; card != NULL && j < card->decisions->len; j++)
        {
          const VdtReviewDecision *open = g_ptr_array_index (card->decisions, j);

          if (strcmp (open->id, decision_id) != 0)
            continue;
          *decision = open;
          return g_steal_pointer (&card);
        }
    }
  return NULL;
}

/* --- timeline --------------------------------------------------------------------------------- */

static void
event_free (gpointer data)
{
  VdtGuestEvent *event = data;

  g_free (event->session_id);
  g_free (event->snapshot_id);
  vdt_change_set_free (event->changes);
  g_free (event);
}

/**
 * vdt_guest_load_timeline:
 * @guest: a guest
 * @session_id: (nullable): our id of one session; `NULL` for all
 * @max_events: at most %VDT_GUEST_MAX_EVENTS
 * @error: return location for a #VdtGuestError
 *
 * Returns: (transfer full) (element-type VdtGuestEvent): the newest steps, newest first
 */
GPtrArray *
vdt_guest_load_timeline (VdtGuest *guest, const char *session_id, guint max_events, GError **error)
{
  g_autoptr (GAsyncResult) answer = NULL;
  g_autoptr (GPtrArray) stored = NULL;
  GPtrArray *events = NULL;
  GError *failure = NULL;

  g_return_val_if_fail (guest != NULL, NULL);

  vdt_store_load_timeline_async (guest->store, session_id, NULL, max_events, NULL, on_answer_cb,
                                 &answer);
  stored = vdt_store_load_timeline_finish (guest->store, wait_for (&answer), &failure);
  if (stored == NULL)
    {
      translate (failure, error);
      return NULL;
    }
  events = g_ptr_array_new_with_free_func (event_free);
  for (guint i = 0; i < stored->len; i++)
    {
      const VdtStoreEvent *from = g_ptr_array_index (stored, i);
      VdtGuestEvent *event = g_new0 (VdtGuestEvent, 1);

      event->session_id = g_strdup (from->session_id);
      event->snapshot_id = vdt_snapshot_id_make (from->log, from->sequence);
      event->at = from->at;
      event->changes = vdt_change_set_new ();
      vdt_change_set_append_blob (event->changes, from->changes, from->changes_len, from->at);
      g_ptr_array_add (events, event);
    }
  return events;
}

/* --- what a person says was looked at --------------------------------------------------------- */

/**
 * vdt_guest_acknowledge:
 * @guest: a guest
 * @targets: (array length=n_targets): which snapshots were looked at, each session once
 * @n_targets: 1 … %VDT_REVIEW_MAX_TARGETS
 * @now: the time; kept as when that was
 * @outcome: (out): what came of it; of several targets the best
 * @n_advanced: (out): how many baselines moved
 * @error: return location for a #VdtGuestError
 *
 * Moves baselines, all or none (V31).
 *
 * Returns: whether the database could be asked
 */
gboolean
vdt_guest_acknowledge (VdtGuest *guest,
                       const VdtReviewTarget *targets,
                       guint n_targets,
                       VdtTime now,
                       VdtReviewOutcome *outcome,
                       guint *n_advanced,
                       GError **error)
{
  VdtStoreMove moves[VDT_REVIEW_MAX_TARGETS];
  VdtStoreMoved moved = { 0 };
  g_autoptr (GAsyncResult) answer = NULL;
  GError *failure = NULL;

  g_return_val_if_fail (guest != NULL && n_targets >= 1, FALSE);
  g_return_val_if_fail (n_targets <= VDT_REVIEW_MAX_TARGETS, FALSE);

  *outcome = VDT_REVIEW_CONFLICT;
  *n_advanced = 0;
  for (guint i = 0; i < n_targets; i++)
    {
      moves[i].session_id = targets[i].agent_id;
      if (!vdt_snapshot_id_parse (targets[i].snapshot_id, &moves[i].log, &moves[i].sequence))
        return TRUE;
    }
  vdt_store_acknowledge_async (guest->store, moves, n_targets, now, NULL, on_answer_cb, &answer);
  if (!vdt_store_acknowledge_finish (guest->store, wait_for (&answer), &moved, &failure))
    {
      *outcome = VDT_REVIEW_NOT_DONE;
      translate (failure, error);
      return FALSE;
    }
  *n_advanced = moved.advanced;
  if (!moved.conflict)
    *outcome = moved.advanced > 0 ? VDT_REVIEW_ADVANCED : VDT_REVIEW_UNCHANGED;
  return TRUE;
}

/**
 * vdt_guest_unreview:
 * @guest: a guest
 * @session_id: our id of a session
 * @outcome: (out): whether there was a step to take back
 * @error: return location for a #VdtGuestError
 *
 * Puts the session's baseline back to where it stood before its last step.
 *
 * Returns: whether the database could be asked
 */
gboolean
vdt_guest_unreview (VdtGuest *guest,
                    const char *session_id,
                    VdtReviewOutcome *outcome,
                    GError **error)
{
  VdtStoreMoved moved = { 0 };
  g_autoptr (GAsyncResult) answer = NULL;
  GError *failure = NULL;

  g_return_val_if_fail (guest != NULL && session_id != NULL, FALSE);

  vdt_store_unreview_async (guest->store, session_id, NULL, on_answer_cb, &answer);
  if (!vdt_store_unreview_finish (guest->store, wait_for (&answer), &moved, &failure))
    {
      *outcome = VDT_REVIEW_NOT_DONE;
      translate (failure, error);
      return FALSE;
    }
  *outcome = moved.advanced > 0 ? VDT_REVIEW_ADVANCED : VDT_REVIEW_UNCHANGED;
  return TRUE;
}
