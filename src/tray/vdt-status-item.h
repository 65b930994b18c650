/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-tray-state.h"

G_BEGIN_DECLS

/**
 * VdtScrollAxis:
 * @VDT_SCROLL_VERTICAL: the ordinary wheel
 * @VDT_SCROLL_HORIZONTAL: a tilted wheel, or two fingers sideways
 *
 * Which way the wheel over the icon was turned.
 */
typedef enum
{
  VDT_SCROLL_VERTICAL,
  VDT_SCROLL_HORIZONTAL,
} VdtScrollAxis;

#define VDT_TYPE_SCROLL_AXIS (vdt_scroll_axis_get_type ())
GType vdt_scroll_axis_get_type (void);

/**
 * VdtStatusItem:
 *
 * An icon in the place where the desktop keeps such icons, with a menu. Main thread only.
 *
 * Properties: `has-host` (boolean, notifies): whether somebody shows the icon right now. While
 * it is false, the application must be reachable by other means.
 *
 * Signals: `activate` and `secondary-activate` for the first and the middle button; `scroll`
 * (int delta, [enum@VdtScrollAxis]), where only the sign of delta means the same everywhere;
 * `menu-about-to-show` before the menu is opened, on platforms that tell, so that ages in it
 * can be brought up to date.
 *
 * Some hosts never emit `activate`: the menu must offer all that it does.
 */
#define VDT_TYPE_STATUS_ITEM (vdt_status_item_get_type ())
G_DECLARE_INTERFACE (VdtStatusItem, vdt_status_item, VDT, STATUS_ITEM, GObject)

struct _VdtStatusItemInterface
{
  GTypeInterface parent_iface;

  void (*set_state) (VdtStatusItem *self, const VdtTrayState *state);
  char *(*steal_activation_token) (VdtStatusItem *self);
  void (*set_right_to_left) (VdtStatusItem *self, gboolean right_to_left);
};

/* What action names in the menu begin with, without the dot. */
#define VDT_STATUS_ITEM_ACTION_PREFIX "app"

VdtStatusItem *vdt_status_item_new_for_platform (GDBusConnection *session_bus,
                                                 GMenuModel *menu,
                                                 GActionGroup *actions);
void vdt_status_item_set_state (VdtStatusItem *self, const VdtTrayState *state);
void vdt_status_item_set_right_to_left (VdtStatusItem *self, gboolean right_to_left);
gboolean vdt_status_item_get_has_host (VdtStatusItem *self);
char *vdt_status_item_steal_activation_token (VdtStatusItem *self);

void vdt_status_item_emit_activate (VdtStatusItem *self);
void vdt_status_item_emit_secondary_activate (VdtStatusItem *self);
void vdt_status_item_emit_scroll (VdtStatusItem *self, int delta, VdtScrollAxis axis);
void vdt_status_item_emit_menu_about_to_show (VdtStatusItem *self);

G_END_DECLS
