/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-review-queue.h"

G_BEGIN_DECLS

struct _VdtReviewQueue
{
  GtkWidget parent_instance;

  GtkWidget *head;
  GtkWidget *scrolled;
  GtkWidget *body; /* what is scrolled */
  GtkWidget *groups;
  GtkWidget *more;
  VdtReviewGroup *tiers[VDT_N_REVIEW_TIERS];

  VdtPresenter *presenter;
  VdtReview *review;
  GHashTable *rows; /* our id → VdtReviewRow */
  char *current;
  guint place; /* where the current row is, or was */
  guint interval;

  guint pointers;
  guint focuses;
  gboolean held;
  gboolean deferred;
  gboolean syncing;
  guint idle_id;
  guint patience_id;
  guint reveal_id;
  guint reveal_frames;
};

G_END_DECLS
