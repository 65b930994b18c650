/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "vdt-presenter.h"
#include "vdt-review.h"

G_BEGIN_DECLS

/**
 * VdtReviewRow:
 *
 * A card in the queue: why it is there, what is asked or which session it is, and for how long.
 * Updates in place.
 */
#define VDT_TYPE_REVIEW_ROW (vdt_review_row_get_type ())
G_DECLARE_FINAL_TYPE (VdtReviewRow, vdt_review_row, VDT, REVIEW_ROW, AdwActionRow)

GtkWidget *vdt_review_row_new (VdtReviewItem *item,
                               VdtPresenter *presenter) G_GNUC_WARN_UNUSED_RESULT;
void vdt_review_row_set_item (VdtReviewRow *self, VdtReviewItem *item);
const VdtReviewCard *vdt_review_row_get_card (VdtReviewRow *self);
const char *vdt_review_row_get_id (VdtReviewRow *self);
guint vdt_review_row_get_rank (VdtReviewRow *self);
void vdt_review_row_set_rank (VdtReviewRow *self, guint rank);
GtkWidget *vdt_review_row_get_badge (VdtReviewRow *self);
char *vdt_review_row_get_text (VdtReviewRow *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
