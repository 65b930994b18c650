/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-review-card.h"
#include "vdt-store-review.h"

G_BEGIN_DECLS

/**
 * VdtFindSessionFunc:
 * @session_id: our id
 * @user_data: as given
 *
 * Returns: (transfer full) (nullable): what is known of the session
 */
typedef VdtSessionInfo *(*VdtFindSessionFunc) (const char *session_id, gpointer user_data);

GPtrArray *vdt_review_build (const VdtStoreReview *stored,
                             VdtFindSessionFunc find,
                             gpointer user_data) G_GNUC_WARN_UNUSED_RESULT;
VdtReviewCard *vdt_review_build_card (VdtStoreReviewRow *row,
                                      VdtSessionInfo *session) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_snapshot_id_make (gint64 log, gint64 sequence) G_GNUC_WARN_UNUSED_RESULT;
gboolean vdt_snapshot_id_parse (const char *id, gint64 *log, gint64 *sequence);

G_END_DECLS
