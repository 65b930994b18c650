/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "vdt-adaptive.h"
#include "vdt-presenter.h"
#include "vdt-review-queue.h"
#include "vdt-terminals.h"

G_BEGIN_DECLS

/* How long reading must go on before a spinner is shown, in milliseconds. */
#define VDT_REVIEW_SPINNER_AFTER 300

/**
 * VdtReviewKey:
 * @key: which key
 * @modifiers: what is held down with it
 * @action: what it does
 * @by: (optional): how far, where the action takes a number
 *
 * A key that acts on the card that is shown.
 */
typedef struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
  int by;
} VdtReviewKey;

/**
 * VdtReviewPage:
 *
 * What is to be looked at, and one card of it in full: side by side where there is room, one behind
 * the other where there is not. Looking acknowledges nothing.
 *
 * Actions, while the focus is in it: `review.done` (d), `review.next` (n), `review.unreview` (u),
 * `review.open-terminal` (t), `review.step` (j, k), `review.open` (Enter), `review.close` (Esc),
 * `review.refresh`, `review.finish`, `review.show-newer`, `review.undo` (Ctrl+Z).
 *
 * Emits `toast` with a text and, where that can be undone, the ids for
 * [method@ReviewPage.undo] as a #GVariant of strings, and `heading-changed` when
 * [method@ReviewPage.get_detail_shown] or the heading did.
 */
#define VDT_TYPE_REVIEW_PAGE (vdt_review_page_get_type ())
G_DECLARE_FINAL_TYPE (VdtReviewPage, vdt_review_page, VDT, REVIEW_PAGE, AdwBin)

GtkWidget *vdt_review_page_new (VdtPresenter *presenter) G_GNUC_WARN_UNUSED_RESULT;
void vdt_review_page_set_review (VdtReviewPage *self, VdtReview *review);
void vdt_review_page_set_terminals (VdtReviewPage *self, VdtTerminals *terminals);
void vdt_review_page_set_interval (VdtReviewPage *self, guint minutes);
void vdt_review_page_set_width_class (VdtReviewPage *self, VdtWidth width);
gboolean vdt_review_page_select (VdtReviewPage *self, const char *agent_id);
void vdt_review_page_undo (VdtReviewPage *self, const char *const *agent_ids);
void vdt_review_page_close_detail (VdtReviewPage *self);
gboolean vdt_review_page_get_detail_shown (VdtReviewPage *self);
char *vdt_review_page_get_place (VdtReviewPage *self) G_GNUC_WARN_UNUSED_RESULT;
const char *vdt_review_page_get_page (VdtReviewPage *self);
const VdtReviewCard *vdt_review_page_get_card (VdtReviewPage *self);
VdtReviewQueue *vdt_review_page_get_queue (VdtReviewPage *self);
const VdtReviewKey *vdt_review_page_get_keys (guint *n_keys);

G_END_DECLS
