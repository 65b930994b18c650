/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-look.h"

G_BEGIN_DECLS

/**
 * VdtContextChart:
 *
 * How full a session's context was over its life: steps, not curves; gaps where nothing was
 * reported; a line at each compaction. An image for screen readers, with its end in words.
 */
#define VDT_TYPE_CONTEXT_CHART (vdt_context_chart_get_type ())
G_DECLARE_FINAL_TYPE (VdtContextChart, vdt_context_chart, VDT, CONTEXT_CHART, GtkWidget)

GtkWidget *vdt_context_chart_new (void) G_GNUC_WARN_UNUSED_RESULT;
void
vdt_context_chart_update (VdtContextChart *self, const VdtSessionInfo *info, const VdtLens *lens);
gboolean vdt_context_chart_is_empty (VdtContextChart *self);
const char *vdt_context_chart_get_description (VdtContextChart *self);

G_END_DECLS
