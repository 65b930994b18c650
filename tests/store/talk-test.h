/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "store-test.h"
#include "vdt-store-review.h"

G_BEGIN_DECLS

/* When record @i of a made-up log was written. */
#define TALK_START (1600000000 * VDT_SECOND)
#define TALK_AT(i) (TALK_START + (VdtTime) (i) *VDT_MINUTE)

/**
 * TalkPiece:
 * @log: which log
 * @session_id: whose
 * @place: orders the logs of the session
 * @from: its first record …
 * @to: … and its last
 * @final: whether the log ends there
 * @shift: added to the time of each record
 * @no_session: whether nothing is said of the session itself
 *
 * A piece of a log whose record number i says "message i", finishes "step i" of a plan and so
 * makes snapshot number i.
 */
typedef struct
{
  gint64 log;
  const char *session_id;
  const char *place;
  gint64 from;
  gint64 to;
  gboolean final;
  VdtTime shift;
  gboolean no_session;
} TalkPiece;

/* How an asynchronous call is waited for. */
void talk_test_keep_cb (GObject *source, GAsyncResult *result, gpointer user_data);
GAsyncResult *talk_test_wait (GAsyncResult **result);

void talk_test_put (VdtStore *store, const TalkPiece *piece);
void talk_test_read (VdtStore *store, gint64 log, const char *id, const char *place, gint64 to);
void talk_test_put_changes (VdtStore *store,
                            gint64 log,
                            const char *session_id,
                            gint64 line,
                            const VdtChangeSet *changes);
void talk_test_ask (VdtStore *store, gint64 log, const char *session_id, gint64 line);
void talk_test_put_meta (VdtStore *store, const char *key, const char *value);

VdtStoreReview *talk_test_review (VdtStore *store, const char *wanted);
const VdtStoreReviewRow *talk_test_find (const VdtStoreReview *review, const char *session_id);
VdtStoreMoved talk_test_move (VdtStore *store, const VdtStoreMove *moves, guint n, VdtTime now);
guint talk_test_done (VdtStore *store, const char *id, gint64 log, gint64 sequence);
gboolean talk_test_undo (VdtStore *store, const char *session_id);
GPtrArray *talk_test_timeline (VdtStore *store, const char *session_id);
void talk_test_exec (const char *path, const char *sql);
guint talk_test_count (const char *path, const char *table);

G_END_DECLS
