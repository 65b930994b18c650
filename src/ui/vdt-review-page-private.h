/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-review-detail.h"
#include "vdt-review-page.h"

G_BEGIN_DECLS

/* What the page and its actions share. */

struct _VdtReviewPage
{
  AdwBin parent_instance;

  /* Template widgets */
  GtkStack *stack;
  GtkSpinner *spinner;
  AdwStatusPage *empty;
  GtkLabel *empty_digest;
  VdtAdaptive *adaptive;
  GtkPaned *paned;
  VdtReviewQueue *queue;
  GtkWidget *detail_box;
  VdtReviewDetail *detail;
  GtkWidget *footer;
  GtkWidget *previous;
  GtkWidget *next;

  /* Owned */
  VdtPresenter *presenter;
  VdtReview *review;
  VdtTerminals *terminals;
  VdtReviewCard *shown; /* what Done takes, not what the queue has by now */
  char *wanted;         /* to be selected once it comes */
  GStrv undoable;       /* what was marked last */

  guint interval;
  int queue_width; /* where there is room for both */
  gboolean single; /* one behind the other */
  gboolean narrow;
  gboolean detail_open; /* where single: the card is shown, not the queue */
  gboolean busy;
  guint spinner_id;
};

const VdtReviewCard *vdt_review_page_latest (VdtReviewPage *self);
gboolean vdt_review_page_has_changes (const VdtReviewCard *card);
void vdt_review_page_update_actions (VdtReviewPage *self);
void vdt_review_page_show_card (VdtReviewPage *self, const VdtReviewCard *card);
void vdt_review_page_leave_card (VdtReviewPage *self);
gboolean vdt_review_page_go_to (VdtReviewPage *self, const char *agent_id);
void vdt_review_page_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
