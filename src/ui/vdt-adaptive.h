/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  VDT_WIDTH_NARROW, /* below 560 */
  VDT_WIDTH_MEDIUM, /* 560 … 979 */
  VDT_WIDTH_WIDE,   /* from 980 on */
} VdtWidth;

VdtWidth vdt_width_of (double pixels, double text_scale);

/**
 * VdtAdaptive:
 *
 * A bin that measures itself, since the floor has no breakpoints. It sets the style class
 * `narrow`, `medium` or `wide` and emits `width-changed` from an idle, so that nothing changes its
 * form in the middle of being laid out. Bounds grow with the text, so that twice the text is
 * half the room. It never asks for more than 360 pixels.
 */
#define VDT_TYPE_ADAPTIVE (vdt_adaptive_get_type ())
G_DECLARE_FINAL_TYPE (VdtAdaptive, vdt_adaptive, VDT, ADAPTIVE, GtkWidget)

GtkWidget *vdt_adaptive_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_adaptive_set_child (VdtAdaptive *self, GtkWidget *child);
void vdt_adaptive_set_narrow_below (VdtAdaptive *self, double pixels);
VdtWidth vdt_adaptive_get_width_class (VdtAdaptive *self);

G_END_DECLS
