/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-engine.h"
#include "vdt-presenter.h"

G_BEGIN_DECLS

/**
 * VdtChartCard:
 *
 * Tokens by day: a chart, and the same numbers as a table. Emits `range-changed` with the
 * number of days when the person chose another; whoever owns it then sets the days.
 */
#define VDT_TYPE_CHART_CARD (vdt_chart_card_get_type ())
G_DECLARE_FINAL_TYPE (VdtChartCard, vdt_chart_card, VDT, CHART_CARD, GtkWidget)

GtkWidget *vdt_chart_card_new (VdtPresenter *presenter) G_GNUC_WARN_UNUSED_RESULT;
guint vdt_chart_card_get_n_days (VdtChartCard *self);
void vdt_chart_card_set_n_days (VdtChartCard *self, guint n_days);
void vdt_chart_card_set_days (VdtChartCard *self, GArray *days);
gboolean vdt_chart_card_get_table_shown (VdtChartCard *self);
void vdt_chart_card_set_table_shown (VdtChartCard *self, gboolean shown);
GtkWidget *vdt_chart_card_get_chart (VdtChartCard *self);
GtkWidget *vdt_chart_card_get_table (VdtChartCard *self);

G_END_DECLS
