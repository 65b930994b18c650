/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-presenter.h"

G_BEGIN_DECLS

/**
 * VdtContextGauge:
 *
 * How full a session's context window is: a bar and its words, as one accessible meter. Narrow,
 * bar and number share a line and the rest is left to the details. A click on it, or
 * `gauge.show-source`, says where the number comes from.
 */
#define VDT_TYPE_CONTEXT_GAUGE (vdt_context_gauge_get_type ())
G_DECLARE_FINAL_TYPE (VdtContextGauge, vdt_context_gauge, VDT, CONTEXT_GAUGE, GtkWidget)

GtkWidget *vdt_context_gauge_new (void) G_GNUC_WARN_UNUSED_RESULT;
void
vdt_context_gauge_update (VdtContextGauge *self, const VdtSessionInfo *info, const VdtLens *lens);
void vdt_context_gauge_set_narrow (VdtContextGauge *self, gboolean narrow);
void vdt_context_gauge_show_source (VdtContextGauge *self);
const VdtMeterLook *vdt_context_gauge_get_look (VdtContextGauge *self);

G_END_DECLS
