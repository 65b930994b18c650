/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-adaptive.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_COLUMN_WAITING,
  VDT_COLUMN_QUOTAS,
  VDT_COLUMN_PROJECTS,
  VDT_COLUMN_CHART,
} VdtColumnSlot;

#define VDT_N_COLUMN_SLOTS (VDT_COLUMN_CHART + 1)

/**
 * VdtColumns:
 *
 * The four parts of Activity. Wide: who waits and projects on the left, quotas and chart on the
 * right, which is 376 wide. Else all below each other in the order of importance: who
 * waits, quotas, projects, chart; no wider than 720.
 */
#define VDT_TYPE_COLUMNS (vdt_columns_get_type ())
G_DECLARE_FINAL_TYPE (VdtColumns, vdt_columns, VDT, COLUMNS, GtkWidget)

GtkWidget *vdt_columns_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_columns_set_part (VdtColumns *self, VdtColumnSlot slot, GtkWidget *part);
void vdt_columns_set_width_class (VdtColumns *self, VdtWidth width);

G_END_DECLS
