/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-engine.h"

G_BEGIN_DECLS

/**
 * VdtDayTable:
 *
 * The numbers behind the chart as a table, newest day first.
 */
#define VDT_TYPE_DAY_TABLE (vdt_day_table_get_type ())
G_DECLARE_FINAL_TYPE (VdtDayTable, vdt_day_table, VDT, DAY_TABLE, GtkWidget)

GtkWidget *vdt_day_table_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_day_table_set_days (VdtDayTable *self, GArray *days, gint64 today);
guint vdt_day_table_get_n_rows (VdtDayTable *self);
char *vdt_day_table_get_text (VdtDayTable *self, guint row) G_GNUC_WARN_UNUSED_RESULT;
void vdt_day_table_show_day (VdtDayTable *self, gint64 day);
guint vdt_day_table_get_selected (VdtDayTable *self);

G_END_DECLS
