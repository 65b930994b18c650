/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-look.h"

G_BEGIN_DECLS

/**
 * VdtMeterBar:
 *
 * The bar of a context meter. It fills from the start, moves to a new value in 250 ms, and is a
 * dashed outline where there is nothing to fill. Drawing only; see [class@VdtContextGauge].
 */
#define VDT_TYPE_METER_BAR (vdt_meter_bar_get_type ())
G_DECLARE_FINAL_TYPE (VdtMeterBar, vdt_meter_bar, VDT, METER_BAR, GtkWidget)

GtkWidget *vdt_meter_bar_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_meter_bar_set (VdtMeterBar *self, VdtFill fill, VdtLevel level, double fraction);
double vdt_meter_bar_get_fraction (VdtMeterBar *self);
VdtFill vdt_meter_bar_get_fill (VdtMeterBar *self);
VdtLevel vdt_meter_bar_get_level (VdtMeterBar *self);

G_END_DECLS
