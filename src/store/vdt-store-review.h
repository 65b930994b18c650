/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-change-set.h"
#include "vdt-store.h"

G_BEGIN_DECLS

#define VDT_STORE_MAX_CHANGED   500   /* sessions of which nothing but changes is to be told */
#define VDT_STORE_MAX_TARGETS   10    /* baselines that move in one go (V31) */
#define VDT_STORE_MAX_SNAPSHOTS 20000 /* looked at for one session's changes */
#define VDT_STORE_MAX_TIMELINE  500

/**
 * VdtStoreMark:
 * @log: a conversation; 0 for none
 * @sequence: a snapshot's number in it; 0 for before the first
 * @number: the same counted over all logs of the session
 * @at: when it was made
 *
 * A snapshot of a session.
 */
typedef struct
{
  gint64 log;
  gint64 sequence;
  gint64 number;
  VdtTime at;
} VdtStoreMark;

/**
 * VdtStoreReviewRow:
 * @newest: the newest snapshot
 * @baseline: up to where a person has looked
 * @reviewed_at: when; unknown where nobody has said so
 * @truncated: whether older changes are no longer kept
 * @changes: what is different between the two
 * @decisions: (element-type VdtStoreDecision): open ones, oldest first
 * @last_text: (nullable): what was said last, at most 400 characters
 *
 * A session that is to be looked at.
 */
typedef struct
{
  char *session_id;
  VdtStoreMark newest;
  VdtStoreMark baseline;
  VdtTime reviewed_at;
  gboolean truncated;
  VdtChangeSet *changes;
  GArray *decisions;
  char *last_text;
  gboolean last_is_user;
  VdtTime last_at;
} VdtStoreReviewRow;

/**
 * VdtStoreReview:
 * @rows: (element-type VdtStoreReviewRow): in no order
 * @n_more: how many more sessions have changed
 * @reviewed_at: when a person has said last that something was looked at
 * @next_due: when the next digest is due
 */
typedef struct
{
  GPtrArray *rows;
  guint n_more;
  VdtTime reviewed_at;
  VdtTime next_due;
} VdtStoreReview;

/**
 * VdtStoreMove:
 * @log: the conversation of the snapshot that was shown
 * @sequence: its number in it
 */
typedef struct
{
  const char *session_id;
  gint64 log;
  gint64 sequence;
} VdtStoreMove;

/**
 * VdtStoreMoved:
 * @conflict: whether a snapshot is none of its session's: then nothing was done, for none
 * @advanced: how many baselines moved
 */
typedef struct
{
  gboolean conflict;
  guint advanced;
} VdtStoreMoved;

/**
 * VdtStoreEvent:
 * @changes: (array length=changes_len): see [func@vdt_change_set_append_blob]
 *
 * One snapshot in the timeline.
 */
typedef struct
{
  char *session_id;
  gint64 log;
  gint64 sequence;
  VdtTime at;
  guint8 *changes;
  gsize changes_len;
} VdtStoreEvent;

void vdt_store_load_review_async (VdtStore *self,
                                  const char *const *wanted,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
VdtStoreReview *vdt_store_load_review_finish (VdtStore *self,
                                              GAsyncResult *result,
                                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
void vdt_store_review_free (VdtStoreReview *review);
void vdt_store_acknowledge_async (VdtStore *self,
                                  const VdtStoreMove *moves,
                                  guint n_moves,
                                  VdtTime now,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
gboolean vdt_store_acknowledge_finish (VdtStore *self,
                                       GAsyncResult *result,
                                       VdtStoreMoved *moved,
                                       GError **error);
void vdt_store_unreview_async (VdtStore *self,
                               const char *session_id,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
gboolean vdt_store_unreview_finish (VdtStore *self,
                                    GAsyncResult *result,
                                    VdtStoreMoved *moved,
                                    GError **error);
void vdt_store_load_timeline_async (VdtStore *self,
                                    const char *session_id,
                                    const VdtStoreEvent *last,
                                    guint max_events,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
GPtrArray *vdt_store_load_timeline_finish (VdtStore *self,
                                           GAsyncResult *result,
                                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtStoreReview, vdt_store_review_free)

G_END_DECLS
