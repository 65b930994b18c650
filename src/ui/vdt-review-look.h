/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-look.h"
#include "vdt-review-card.h"

G_BEGIN_DECLS

/**
 * VdtReviewLook:
 * @badge: why it is in the queue
 * @extra: what else is to be known of the session, or none
 * @title: (not nullable): the open question's title, else the session's
 * @subtitle: (not nullable): why, and for how long
 * @description: all of it in sentences, for screen readers
 *
 * A card of the queue in words. Nothing in it is markup.
 */
typedef struct
{
  VdtBadge badge;
  VdtBadge extra;
  char *title;
  char *subtitle;
  char *description;
} VdtReviewLook;

void vdt_review_look_init (VdtReviewLook *look, const VdtReviewCard *card, const VdtLens *lens);
void vdt_review_look_clear (VdtReviewLook *look);

/**
 * VdtChangeLook:
 * @icon_name: its glyph
 * @title: (not nullable): what changed
 * @subtitle: (nullable): from what to what, and when
 *
 * A change in words. Nothing in it is markup.
 */
typedef struct
{
  const char *icon_name;
  char *title;
  char *subtitle;
} VdtChangeLook;

void vdt_change_look_init (VdtChangeLook *look, const VdtChangeItem *item, const VdtLens *lens);
void vdt_change_look_clear (VdtChangeLook *look);

const char *vdt_review_tier_words (VdtReviewTier tier);
char *vdt_review_session_title (const VdtSessionInfo *info) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_review_asked_words (const VdtSessionInfo *info,
                              const VdtDecision *decision,
                              const VdtLens *lens) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_review_state_words (const VdtSessionInfo *info,
                              const VdtLens *lens) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_review_baseline_words (const VdtReviewCard *card,
                                 const VdtLens *lens) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_review_truncated_words (const VdtReviewCard *card,
                                  const VdtLens *lens) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_review_n_changes_words (const VdtReviewCard *card) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_review_newer_words (const VdtReviewCard *shown,
                              const VdtReviewCard *latest) G_GNUC_WARN_UNUSED_RESULT;

char *vdt_review_line (const char *text) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_review_text (const char *text) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_review_quote (const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
