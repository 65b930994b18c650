/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-presenter.h"
#include "vdt-review-card.h"

G_BEGIN_DECLS

/**
 * VdtReviewDetail:
 *
 * One card in full: what is asked, what changed, and what can be done about it. Its buttons use the
 * actions `review.done`, `review.next`, `review.unreview`, `review.open-terminal` and
 * `review.show-newer`.
 */
#define VDT_TYPE_REVIEW_DETAIL (vdt_review_detail_get_type ())
G_DECLARE_FINAL_TYPE (VdtReviewDetail, vdt_review_detail, VDT, REVIEW_DETAIL, GtkWidget)

void vdt_review_detail_set_presenter (VdtReviewDetail *self, VdtPresenter *presenter);
void vdt_review_detail_set_card (VdtReviewDetail *self,
                                 const VdtReviewCard *shown,
                                 const VdtReviewCard *latest);
void vdt_review_detail_set_has_pane (VdtReviewDetail *self, gboolean has_pane);
void vdt_review_detail_set_form (VdtReviewDetail *self, gboolean single, gboolean narrow);
gboolean vdt_review_detail_focus (VdtReviewDetail *self);
const char *vdt_review_detail_get_next_tooltip (VdtReviewDetail *self);

G_END_DECLS
