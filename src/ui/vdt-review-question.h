/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-presenter.h"
#include "vdt-review-card.h"

G_BEGIN_DECLS

/**
 * VdtReviewQuestion:
 *
 * One open question, or plan to approve, with its options. It is read here and answered elsewhere.
 */
#define VDT_TYPE_REVIEW_QUESTION (vdt_review_question_get_type ())
G_DECLARE_FINAL_TYPE (VdtReviewQuestion, vdt_review_question, VDT, REVIEW_QUESTION, GtkWidget)

GtkWidget *vdt_review_question_new (const VdtSessionInfo *info,
                                    const VdtReviewDecision *decision,
                                    const VdtLens *lens) G_GNUC_WARN_UNUSED_RESULT;
void vdt_review_question_update (VdtReviewQuestion *self,
                                 const VdtSessionInfo *info,
                                 const VdtLens *lens);

G_END_DECLS
