/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-presenter.h"
#include "vdt-review-group.h"

G_BEGIN_DECLS

/**
 * VdtReviewQueue:
 *
 * The queue: how much there is, when the next digest comes, and a list a tier. Rows update in
 * place. Nothing moves under the pointer or the focus: a new order waits until both have left,
 * at most five seconds; what becomes urgent moves at once, what is gone goes at once.
 *
 * Its buttons use the actions `review.refresh` and `review.finish`. Emits `selected` when another
 * row is the current one, `activated` when a row was chosen to be opened, and `changed` when it was
 * brought into step with the queue.
 */
#define VDT_TYPE_REVIEW_QUEUE (vdt_review_queue_get_type ())
G_DECLARE_FINAL_TYPE (VdtReviewQueue, vdt_review_queue, VDT, REVIEW_QUEUE, GtkWidget)

void vdt_review_queue_set_presenter (VdtReviewQueue *self, VdtPresenter *presenter);
void vdt_review_queue_set_review (VdtReviewQueue *self, VdtReview *review);
void vdt_review_queue_set_interval (VdtReviewQueue *self, guint minutes);
void vdt_review_queue_set_single (VdtReviewQueue *self, gboolean single);
const char *vdt_review_queue_get_current (VdtReviewQueue *self);
gboolean vdt_review_queue_set_current (VdtReviewQueue *self, const char *agent_id);
const char *vdt_review_queue_get_neighbour (VdtReviewQueue *self, int by);
gboolean vdt_review_queue_focus_current (VdtReviewQueue *self);
gboolean vdt_review_queue_get_place (VdtReviewQueue *self, guint *index, guint *n_rows);
VdtReviewRow *vdt_review_queue_get_row (VdtReviewQueue *self, const char *agent_id);
VdtReviewRow *vdt_review_queue_get_nth (VdtReviewQueue *self, guint index);
guint vdt_review_queue_get_n_rows (VdtReviewQueue *self);
VdtReviewGroup *vdt_review_queue_get_group (VdtReviewQueue *self, VdtReviewTier tier);
void vdt_review_queue_flush (VdtReviewQueue *self);
void vdt_review_queue_set_held (VdtReviewQueue *self, gboolean held);
gboolean vdt_review_queue_is_deferred (VdtReviewQueue *self);

G_END_DECLS
