/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-engine.h"
#include "vdt-review.h"

G_BEGIN_DECLS

/* 2026-11-30T11:14:00Z, a Monday: the moment of the pictures in the design. */
#define SAMPLE_NOW   (G_GINT64_CONSTANT (1796037240) * VDT_SECOND)
#define SAMPLE_TODAY (SAMPLE_NOW / VDT_DAY)

typedef struct
{
  const char *id;
  const char *title;
  const char *project;
  const char *host;
  VdtRuntime runtime;
  const char *model;
  const char *effort;
  int fast;
  VdtLifecycle lifecycle;
  VdtWaitingFor waiting_for;
  VdtTime since; /* before now */
  VdtTime event; /* before now; 0: as since */
  VdtContextState state;
  gint64 used;
  gint64 window;
  VdtWindowOrigin origin;
  VdtTime as_of; /* before now */
} Sample;

VdtSessionInfo *sample_info (const Sample *sample);
VdtSession *sample_session (const Sample *sample);
GListStore *sample_sessions (void);
GListStore *sample_homes (void);
GArray *sample_days (guint n_days);
VdtQuotaLine sample_quota (VdtQuotaWindow window,
                           VdtCount minutes,
                           double percent,
                           VdtTime resets_in,
                           VdtTime age,
                           double even);
VdtHome *
sample_home (VdtRuntime runtime, const char *path, const char *plan, VdtQuotaLine *lines, guint n);

GPtrArray *sample_review_cards (void);
GPtrArray *sample_review_odd_cards (void);
VdtReview *sample_review (GPtrArray *cards);
void sample_review_snapshots (VdtReviewCard *card, gint64 from, gint64 to, VdtTime since);
void sample_review_ask (VdtReviewCard *card,
                        const char *id,
                        VdtDecisionKind kind,
                        VdtPriority priority,
                        const char *title,
                        const char *description,
                        const VdtDecisionOption *options,
                        guint n_options,
                        VdtTime since);

G_END_DECLS
