/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-change-set.h"
#include "vdt-decision.h"
#include "vdt-session.h"

G_BEGIN_DECLS

/* Cards that a queue holds at most; what is beyond is counted. */
#define VDT_REVIEW_MAX_CARDS 500

/**
 * VdtReviewTier:
 * @VDT_REVIEW_URGENT: a decision that the agent itself calls high or critical
 * @VDT_REVIEW_ERROR: the agent stopped with an error, or its log is only partly understood, and
 *   that was not looked at yet
 * @VDT_REVIEW_DECISION: a decision is open
 * @VDT_REVIEW_BLOCKED: something new stands in the way, or permission is waited for
 * @VDT_REVIEW_CHANGED: anything else changed
 *
 * Why a card is in the queue, in the order of V33.
 */
typedef enum
{
  VDT_REVIEW_URGENT,
  VDT_REVIEW_ERROR,
  VDT_REVIEW_DECISION,
  VDT_REVIEW_BLOCKED,
  VDT_REVIEW_CHANGED,
  VDT_N_REVIEW_TIERS,
} VdtReviewTier;

/**
 * VdtAttention:
 *
 * All reasons of one card (facts 1.5 *attention_reasons*).
 */
typedef enum
{
  VDT_ATTENTION_URGENT_DECISION = 1 << 0,
  VDT_ATTENTION_AGENT_ERROR = 1 << 1,
  VDT_ATTENTION_EXTRACTION_DEGRADED = 1 << 2,
  VDT_ATTENTION_PENDING_DECISION = 1 << 3,
  VDT_ATTENTION_TERMINAL_REQUIRED = 1 << 4,
  VDT_ATTENTION_NEW_BLOCKER = 1 << 5,
  VDT_ATTENTION_SEMANTIC_CHANGE = 1 << 6,
} VdtAttention;

/**
 * VdtSnapshotRef:
 * @id: (nullable): opaque; `NULL` where there is no snapshot
 * @sequence: its number within the session, from 1
 * @at: when it was made
 */
typedef struct
{
  char *id;
  gint64 sequence;
  VdtTime at;
} VdtSnapshotRef;

/**
 * VdtReviewDecision:
 * @id: our 24 hex digits
 * @status: never resolved
 */
typedef struct
{
  char *id;
  VdtDecision *decision;
  VdtDecisionStatus status;
  gint64 revision;
} VdtReviewDecision;

/**
 * VdtReviewCard:
 * @session: what is known of the session; its id is the card's
 * @since: what the order within a tier goes by: when the oldest decision was asked, when the
 *   error came, when the newest change was made
 * @as_of: the newest snapshot: what *Done* moves the baseline to
 * @reviewed: the baseline; without an id the beginning, or when Vedette was turned on
 * @reviewed_at: when it was put there; unknown where nobody did
 * @changes: what is different between the two
 * @history_truncated: whether older changes are no longer kept
 * @decisions: (element-type VdtReviewDecision): open ones, oldest first
 * @last_text: (nullable): the newest message
 *
 * One session in the queue (facts 1.5 *Review group*). Immutable once it has been handed over;
 * reference counted.
 */
typedef struct
{
  VdtSessionInfo *session;
  VdtReviewTier tier;
  guint attention;
  VdtTime since;
  VdtSnapshotRef as_of;
  VdtSnapshotRef reviewed;
  VdtTime reviewed_at;
  VdtChangeSet *changes;
  gboolean history_truncated;
  GPtrArray *decisions;
  char *last_text;
  gboolean last_is_user;
  VdtTime last_at;
} VdtReviewCard;

VdtReviewCard *vdt_review_card_new (VdtSessionInfo *session) G_GNUC_WARN_UNUSED_RESULT;
VdtReviewCard *vdt_review_card_ref (VdtReviewCard *card);
void vdt_review_card_unref (VdtReviewCard *card);
gboolean vdt_review_card_rank (VdtReviewCard *card);
int vdt_review_card_compare (const VdtReviewCard *a, const VdtReviewCard *b);
gboolean vdt_review_card_equal (const VdtReviewCard *a, const VdtReviewCard *b);
void vdt_review_card_add_decision (VdtReviewCard *card,
                                   const char *id,
                                   VdtDecision *decision,
                                   VdtDecisionStatus status,
                                   gint64 revision);

const char *vdt_review_tier_to_string (VdtReviewTier tier);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtReviewCard, vdt_review_card_unref)

G_END_DECLS
