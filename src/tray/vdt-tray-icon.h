/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <glib.h>

#include "vdt-tray-state.h"

G_BEGIN_DECLS

/**
 * VdtTrayIcon:
 *
 * Paints the tray icon and remembers what it painted.
 */
typedef struct _VdtTrayIcon VdtTrayIcon;

/* The sizes a status item offers, in pixels. */
#define VDT_TRAY_ICON_SIZES                                                                        \
  {                                                                                                \
    16, 22, 24, 32, 48                                                                             \
  }
#define VDT_TRAY_ICON_N_SIZES  5
#define VDT_TRAY_ICON_MIN_SIZE 8
#define VDT_TRAY_ICON_MAX_SIZE 256

VdtTrayIcon *vdt_tray_icon_new (void);
void vdt_tray_icon_free (VdtTrayIcon *icon);
GBytes *vdt_tray_icon_get_pixels (VdtTrayIcon *icon, const VdtTrayState *state, int size);

guint vdt_tray_icon_key (const VdtTrayState *state);
int vdt_tray_icon_arc_percent (double percent);
void vdt_tray_icon_draw (cairo_t *cr, const VdtTrayState *state, int size);
GBytes *vdt_tray_icon_argb_from_surface (cairo_surface_t *surface);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtTrayIcon, vdt_tray_icon_free)

G_END_DECLS
