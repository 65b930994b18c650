/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * VdtInlineIcon:
 *
 * A small icon beside words, for the eye only. Other than an image it has no baseline: a line of
 * an image and a wrapping label asks for more height than it said at first.
 */
#define VDT_TYPE_INLINE_ICON (vdt_inline_icon_get_type ())
G_DECLARE_FINAL_TYPE (VdtInlineIcon, vdt_inline_icon, VDT, INLINE_ICON, GtkWidget)

GtkWidget *vdt_inline_icon_new (const char *icon_name) G_GNUC_WARN_UNUSED_RESULT;
void vdt_inline_icon_set (VdtInlineIcon *self, const char *icon_name);

G_END_DECLS
