/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-presenter.h"
#include "vdt-review-card.h"

G_BEGIN_DECLS

/**
 * VdtReviewChanges:
 *
 * What has changed in a session since it was reviewed, and from which snapshot to which.
 */
#define VDT_TYPE_REVIEW_CHANGES (vdt_review_changes_get_type ())
G_DECLARE_FINAL_TYPE (VdtReviewChanges, vdt_review_changes, VDT, REVIEW_CHANGES, GtkWidget)

void vdt_review_changes_set_card (VdtReviewChanges *self,
                                  const VdtReviewCard *card,
                                  const VdtLens *lens);
void
vdt_review_changes_update (VdtReviewChanges *self, const VdtReviewCard *card, const VdtLens *lens);
guint vdt_review_changes_get_n_rows (VdtReviewChanges *self);

G_END_DECLS
