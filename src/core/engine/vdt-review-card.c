/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-review-card.h"

#include <string.h>

/**
 * vdt_review_tier_to_string:
 * @tier: a tier
 *
 * Returns: (transfer none): its word in JSON (facts V33 *rank_reason*)
 */
const char *
vdt_review_tier_to_string (VdtReviewTier tier)
{
  switch (tier)
    {
    case VDT_REVIEW_URGENT:
      return "urgent_decision";
    case VDT_REVIEW_ERROR:
      return "error";
    case VDT_REVIEW_DECISION:
      return "pending_decision";
    case VDT_REVIEW_BLOCKED:
      return "new_blocker";
    case VDT_REVIEW_CHANGED:
      return "changed";
    case VDT_N_REVIEW_TIERS:
      break;
    }
  g_return_val_if_reached ("changed");
}

static void
decision_free (gpointer data)
{
  VdtReviewDecision *decision = data;

  g_free (decision->id);
  vdt_decision_unref (decision->decision);
  g_free (decision);
}

/**
 * vdt_review_card_new:
 * @session: (transfer full): whose card it is
 *
 * Returns: (transfer full): a card of which nothing else is known; fill it, then rank it
 */
VdtReviewCard *
vdt_review_card_new (VdtSessionInfo *session)
{
  VdtReviewCard *card = g_rc_box_new0 (VdtReviewCard);

  card->session = session;
  card->since = VDT_TIME_UNKNOWN;
  card->as_of.at = VDT_TIME_UNKNOWN;
  card->reviewed.at = VDT_TIME_UNKNOWN;
  card->reviewed_at = VDT_TIME_UNKNOWN;
  card->last_at = VDT_TIME_UNKNOWN;
  card->changes = vdt_change_set_new ();
  card->decisions = g_ptr_array_new_with_free_func (decision_free);
  return card;
}

/**
 * vdt_review_card_ref:
 * @card: a card
 *
 * Returns: (transfer full): @card
 */
VdtReviewCard *
vdt_review_card_ref (VdtReviewCard *card)
{
  return g_rc_box_acquire (card);
}

static void
card_clear (gpointer data)
{
  VdtReviewCard *card = data;

  vdt_session_info_unref (card->session);
  g_free (card->as_of.id);
  g_free (card->reviewed.id);
  vdt_change_set_free (card->changes);
  g_ptr_array_unref (card->decisions);
  g_free (card->last_text);
}

/**
 * vdt_review_card_unref:
 * @card: (nullable) (transfer full): a card
 */
void
vdt_review_card_unref (VdtReviewCard *card)
{
  if (card != NULL)
    g_rc_box_release_full (card, card_clear);
}

/**
 * vdt_review_card_add_decision:
 * @card: a card
 * @id: our id of the decision
 * @decision: (transfer full): what is asked
 * @status: where it stands
 * @revision: which state of it that is
 *
 * Adds a decision; they are to come oldest first.
 */
void
vdt_review_card_add_decision (VdtReviewCard *card,
                              const char *id,
                              VdtDecision *decision,
                              VdtDecisionStatus status,
                              gint64 revision)
{
  VdtReviewDecision *added = g_new0 (VdtReviewDecision, 1);

  added->id = g_strdup (id);
  added->decision = decision;
  added->status = status;
  added->revision = revision;
  g_ptr_array_add (card->decisions, added);
}

/* An answer on its way is nobody's to look at; one that may have arrived sorts with what changed
 * (facts 1.5 *Review group*). */
static void
look_at_decisions (VdtReviewCard *card, VdtTime *oldest, VdtTime *oldest_urgent)
{
  *oldest = *oldest_urgent = VDT_TIME_MAX;
  for (guint i = 0; i < card->decisions->len; i++)
    {
      const VdtReviewDecision *decision = g_ptr_array_index (card->decisions, i);
      const VdtTime asked = vdt_time_known (decision->decision->created_at)
                              ? decision->decision->created_at
                              : VDT_TIME_MIN;

      if (decision->status == VDT_DECISION_UNKNOWN)
        card->attention |= VDT_ATTENTION_SEMANTIC_CHANGE;
      if (decision->status != VDT_DECISION_PENDING)
        continue;
      card->attention |= VDT_ATTENTION_PENDING_DECISION;
      *oldest = MIN (*oldest, asked);
      if (decision->decision->priority >= VDT_PRIORITY_HIGH)
        {
          card->attention |= VDT_ATTENTION_URGENT_DECISION;
          *oldest_urgent = MIN (*oldest_urgent, asked);
        }
    }
}

/**
 * vdt_review_card_rank:
 * @card: a card that was filled
 *
 * Finds out why it is in the queue (V33). Errors count only while their snapshot was not looked
 * at. Waiting for a permission is a blocker that no log tells of.
 *
 * Returns: whether it belongs there at all
 */
gboolean
vdt_review_card_rank (VdtReviewCard *card)
{
  const VdtSessionInfo *session = card->session;
  const gboolean changed = vdt_change_set_get_size (card->changes) > 0;
  VdtTime asked = VDT_TIME_MAX;
  VdtTime urgent = VDT_TIME_MAX;

  card->attention = changed ? VDT_ATTENTION_SEMANTIC_CHANGE : 0;
  look_at_decisions (card, &asked, &urgent);
  if (changed && session->lifecycle == VDT_LIFECYCLE_ERROR)
    card->attention |= VDT_ATTENTION_AGENT_ERROR;
  if (changed && session->unknown_records > 0 &&
      vdt_change_set_has (card->changes, VDT_CHANGE_HEALTH))
    card->attention |= VDT_ATTENTION_EXTRACTION_DEGRADED;
  if (vdt_change_set_has (card->changes, VDT_CHANGE_BLOCKER) ||
      (session->lifecycle == VDT_LIFECYCLE_WAITING && !session->source_deleted &&
       session->waiting_for == VDT_WAITING_PERMISSION))
    card->attention |= VDT_ATTENTION_NEW_BLOCKER;

  card->since = card->as_of.at;
  if ((card->attention & VDT_ATTENTION_URGENT_DECISION) != 0)
    {
      card->tier = VDT_REVIEW_URGENT;
      card->since = urgent;
    }
  else if ((card->attention & (VDT_ATTENTION_AGENT_ERROR | VDT_ATTENTION_EXTRACTION_DEGRADED)) != 0)
    card->tier = VDT_REVIEW_ERROR;
  else if ((card->attention & VDT_ATTENTION_PENDING_DECISION) != 0)
    {
      card->tier = VDT_REVIEW_DECISION;
      card->since = asked;
    }
  else if ((card->attention & VDT_ATTENTION_NEW_BLOCKER) != 0)
    {
      card->tier = VDT_REVIEW_BLOCKED;
      if (session->waiting_for == VDT_WAITING_PERMISSION)
        card->since = session->state_since;
    }
  else
    card->tier = VDT_REVIEW_CHANGED;
  return card->attention != 0;
}

/**
 * vdt_review_card_compare:
 * @a: a ranked card
 * @b: another
 *
 * Returns: below 0 where @a comes before @b: by tier, then older first, then by id (V33)
 */
int
vdt_review_card_compare (const VdtReviewCard *a, const VdtReviewCard *b)
{
  if (a->tier != b->tier)
    return a->tier < b->tier ? -1 : 1;
  if (a->since != b->since)
    return a->since < b->since ? -1 : 1;
  return strcmp (a->session->id, b->session->id);
}

static gboolean
refs_equal (const VdtSnapshotRef *a, const VdtSnapshotRef *b)
{
  return g_strcmp0 (a->id, b->id) == 0 && a->sequence == b->sequence && a->at == b->at;
}

/**
 * vdt_review_card_equal:
 * @a: a card
 * @b: another
 *
 * Returns: whether a screen shows both alike
 */
gboolean
vdt_review_card_equal (const VdtReviewCard *a, const VdtReviewCard *b)
{
  if (strcmp (a->session->id, b->session->id) != 0 || a->tier != b->tier ||
      a->attention != b->attention || a->since != b->since || !refs_equal (&a->as_of, &b->as_of) ||
      !refs_equal (&a->reviewed, &b->reviewed) || a->reviewed_at != b->reviewed_at ||
      a->history_truncated != b->history_truncated || a->last_at != b->last_at ||
      g_strcmp0 (a->last_text, b->last_text) != 0 || a->decisions->len != b->decisions->len ||
      vdt_change_set_get_size (a->changes) != vdt_change_set_get_size (b->changes))
    return FALSE;
  if (a->session != b->session && (g_strcmp0 (a->session->title, b->session->title) != 0 ||
                                   g_strcmp0 (a->session->project, b->session->project) != 0 ||
                                   a->session->lifecycle != b->session->lifecycle ||
                                   a->session->waiting_for != b->session->waiting_for ||
                                   a->session->state_since != b->session->state_since))
    return FALSE;
  for (guint i = 0; i < a->decisions->len; i++)
    {
      const VdtReviewDecision *x = g_ptr_array_index (a->decisions, i);
      const VdtReviewDecision *y = g_ptr_array_index (b->decisions, i);

      if (strcmp (x->id, y->id) != 0 || x->status != y->status || x->revision != y->revision)
        return FALSE;
    }
  return TRUE;
}
