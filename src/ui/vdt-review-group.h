/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-review-row.h"

G_BEGIN_DECLS

/**
 * VdtReviewGroup:
 *
 * A tier of the queue: a heading with a count and the boxed list of its rows, sorted by their
 * ranks. Absent while it is empty. What changed can be marked as reviewed from its heading, by the
 * action `review.finish`.
 */
#define VDT_TYPE_REVIEW_GROUP (vdt_review_group_get_type ())
G_DECLARE_FINAL_TYPE (VdtReviewGroup, vdt_review_group, VDT, REVIEW_GROUP, GtkWidget)

GtkWidget *vdt_review_group_new (VdtReviewTier tier) G_GNUC_WARN_UNUSED_RESULT;
GtkListBox *vdt_review_group_get_list (VdtReviewGroup *self);
VdtReviewRow *vdt_review_group_get_row (VdtReviewGroup *self, guint index);
guint vdt_review_group_get_n_rows (VdtReviewGroup *self);
gboolean vdt_review_group_contains (VdtReviewGroup *self, VdtReviewRow *row);
void vdt_review_group_add (VdtReviewGroup *self, VdtReviewRow *row);
void vdt_review_group_remove (VdtReviewGroup *self, VdtReviewRow *row);
void vdt_review_group_settle (VdtReviewGroup *self);
void vdt_review_group_select (VdtReviewGroup *self, VdtReviewRow *row);

G_END_DECLS
