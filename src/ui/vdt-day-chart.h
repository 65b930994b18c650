/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-engine.h"
#include "vdt-presenter.h"

G_BEGIN_DECLS

/**
 * VdtDayChart:
 *
 * Tokens by day as bars: Codex solid below, Claude hatched above. With the keyboard a day is
 * chosen by ← → Home End and said in words; Enter emits `day-activated` with its index.
 */
#define VDT_TYPE_DAY_CHART (vdt_day_chart_get_type ())
G_DECLARE_FINAL_TYPE (VdtDayChart, vdt_day_chart, VDT, DAY_CHART, GtkWidget)

GtkWidget *vdt_day_chart_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_day_chart_set_days (VdtDayChart *self, GArray *days, gint64 today);
int vdt_day_chart_get_selected (VdtDayChart *self);
void vdt_day_chart_select (VdtDayChart *self, int index);
char *vdt_day_chart_describe (VdtDayChart *self, guint index) G_GNUC_WARN_UNUSED_RESULT;

VdtCount vdt_day_usage_total (const VdtDayUsage *usage);
char *vdt_day_label (gint64 day, gint64 today) G_GNUC_WARN_UNUSED_RESULT;
double vdt_day_chart_step (double highest);

G_END_DECLS
