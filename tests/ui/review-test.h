/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ui-samples.h"
#include "ui-test.h"
#include "vdt-review-page.h"

G_BEGIN_DECLS

/* What was asked of the queue, and who is to be told what came of it. */
typedef struct
{
  guint n_refreshed;
  GPtrArray *targets; /* "agent snapshot", of the last call */
  GPtrArray *unreviewed;
  VdtReviewDoneFunc func;
  gpointer user_data;
} Recorder;

typedef struct
{
  Recorder recorder;
  VdtReview *review;
  VdtReviewPage *page;
  VdtReviewQueue *queue;
  GtkWidget *detail;
  GtkWidget *window;
  guint n_toasts;
  char *toast;
  GVariant *undo;
} ReviewFixture;

/* The order of the sample's rows, tier by tier. */
#define ALL_ROWS " r0 | r1 | r2 r3 | r4 r5 | r6 r7"

void review_set_up (ReviewFixture *fixture, gconstpointer data);
void review_tear_down (ReviewFixture *fixture, gconstpointer data);
void review_answer (ReviewFixture *fixture, VdtReviewOutcome outcome, GPtrArray *cards);
gboolean review_press (ReviewFixture *fixture, guint key, GdkModifierType modifiers);
const char *review_current (ReviewFixture *fixture);
const char *review_focused_id (ReviewFixture *fixture);
gboolean review_says (ReviewFixture *fixture, const char *text);
GPtrArray *review_without (const char *id);
void review_assert_order (ReviewFixture *fixture, const char *expected);

G_END_DECLS
