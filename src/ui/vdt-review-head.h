/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-presenter.h"
#include "vdt-review.h"

G_BEGIN_DECLS

/**
 * VdtReviewHead:
 *
 * The head of the queue: how much there is, when the next digest comes, and a button for
 * `review.refresh`.
 */
#define VDT_TYPE_REVIEW_HEAD (vdt_review_head_get_type ())
G_DECLARE_FINAL_TYPE (VdtReviewHead, vdt_review_head, VDT, REVIEW_HEAD, GtkWidget)

void vdt_review_head_update (VdtReviewHead *self,
                             VdtReview *review,
                             guint interval,
                             const VdtLens *lens);
char *vdt_review_digest_words (VdtTime next,
                               guint interval,
                               const VdtLens *lens) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
