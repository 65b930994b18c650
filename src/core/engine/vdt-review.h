/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-review-card.h"

G_BEGIN_DECLS

/**
 * VdtReviewItem:
 *
 * A card in the queue. Main thread only. The card never changes; another item takes its place.
 */
#define VDT_TYPE_REVIEW_ITEM (vdt_review_item_get_type ())
G_DECLARE_FINAL_TYPE (VdtReviewItem, vdt_review_item, VDT, REVIEW_ITEM, GObject)

VdtReviewItem *vdt_review_item_new (VdtReviewCard *card) G_GNUC_WARN_UNUSED_RESULT;
const VdtReviewCard *vdt_review_item_get_card (VdtReviewItem *self);

/**
 * VdtReviewState:
 * @VDT_REVIEW_LOADING: not looked yet
 * @VDT_REVIEW_READY: the queue is as of now
 * @VDT_REVIEW_FAILED: it could not be read; what was shown before stays
 */
typedef enum
{
  VDT_REVIEW_LOADING,
  VDT_REVIEW_READY,
  VDT_REVIEW_FAILED,
} VdtReviewState;

/**
 * VdtReviewTarget:
 * @agent_id: our id of a session
 * @snapshot_id: the snapshot that was shown of it
 */
typedef struct
{
  const char *agent_id;
  const char *snapshot_id;
} VdtReviewTarget;

/* At most this many are acknowledged in one go (V31). */
#define VDT_REVIEW_MAX_TARGETS 10

/**
 * VdtReviewOutcome:
 * @VDT_REVIEW_ADVANCED: the baseline stands at the snapshot now
 * @VDT_REVIEW_UNCHANGED: it stood there already, or further on (V32)
 * @VDT_REVIEW_CONFLICT: the snapshot is not one of the session: nothing was done, for none
 * @VDT_REVIEW_NOT_DONE: the database could not be asked
 */
typedef enum
{
  VDT_REVIEW_ADVANCED,
  VDT_REVIEW_UNCHANGED,
  VDT_REVIEW_CONFLICT,
  VDT_REVIEW_NOT_DONE,
} VdtReviewOutcome;

/**
 * VdtReview:
 *
 * The Review queue: a #GListModel of #VdtReviewItem, in the order they are to be looked at (V33).
 * Reading it acknowledges nothing (V30). Main thread only.
 *
 * Properties: `state` (#VdtReviewState as int), `n-cards` (uint: all, also those beyond what the
 * list holds), `next-digest` (gint64: a #VdtTime, unknown where no digest is due), `reviewed-at`
 * (gint64: when something was acknowledged last).
 */
#define VDT_TYPE_REVIEW (vdt_review_get_type ())
G_DECLARE_FINAL_TYPE (VdtReview, vdt_review, VDT, REVIEW, GObject)

/**
 * VdtReviewDoneFunc:
 * @review: the review
 * @outcome: what came of it; of several targets the best
 * @user_data: as given
 *
 * Called once, on the main thread; the queue is read again, which may come later.
 */
typedef void (*VdtReviewDoneFunc) (VdtReview *review, VdtReviewOutcome outcome, gpointer user_data);

/**
 * VdtReviewOps:
 * @refresh: asks for the queue to be read again
 * @acknowledge: moves the baselines to @targets, all or none, and reads again
 * @unreview: puts a session's baseline back to where it stood before, and reads again
 *
 * Who carries out what a person asks of the queue.
 */
typedef struct
{
  void (*refresh) (VdtReview *review, gpointer data);
  void (*acknowledge) (VdtReview *review,
                       const VdtReviewTarget *targets,
                       guint n_targets,
                       VdtReviewDoneFunc func,
                       gpointer user_data,
                       gpointer data);
  void (*unreview) (VdtReview *review,
                    const char *agent_id,
                    VdtReviewDoneFunc func,
                    gpointer user_data,
                    gpointer data);
} VdtReviewOps;

VdtReview *vdt_review_new (const VdtReviewOps *ops, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
VdtReviewState vdt_review_get_state (VdtReview *self);
guint vdt_review_get_n_cards (VdtReview *self);
guint vdt_review_count_tier (VdtReview *self, VdtReviewTier tier);
VdtTime vdt_review_get_next_digest (VdtReview *self);
VdtTime vdt_review_get_reviewed_at (VdtReview *self);
VdtReviewItem *vdt_review_find (VdtReview *self, const char *agent_id);
void vdt_review_refresh (VdtReview *self);
void vdt_review_acknowledge (VdtReview *self,
                             const VdtReviewTarget *targets,
                             guint n_targets,
                             VdtReviewDoneFunc func,
                             gpointer user_data);
void vdt_review_unreview (VdtReview *self,
                          const char *agent_id,
                          VdtReviewDoneFunc func,
                          gpointer user_data);

/* For whoever fills it. */
void vdt_review_set_cards (VdtReview *self, GPtrArray *cards, guint n_cards);
void vdt_review_set_failed (VdtReview *self);
void vdt_review_set_times (VdtReview *self, VdtTime next_digest, VdtTime reviewed_at);

G_END_DECLS
