/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-tray"

#include "config.h"

#include "vdt-status-item.h"

#include "vdt-null-item.h"

#ifdef VDT_TRAY_SNI
#include "vdt-sni.h"
#endif

enum
{
  SIGNAL_ACTIVATE,
  SIGNAL_SECONDARY_ACTIVATE,
  SIGNAL_SCROLL,
  SIGNAL_MENU_ABOUT_TO_SHOW,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_INTERFACE (VdtStatusItem, vdt_status_item, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (VdtScrollAxis,
                    vdt_scroll_axis,
                    G_DEFINE_ENUM_VALUE (VDT_SCROLL_VERTICAL, "vertical"),
                    G_DEFINE_ENUM_VALUE (VDT_SCROLL_HORIZONTAL, "horizontal"))

static void
vdt_status_item_default_init (VdtStatusItemInterface *iface)
{
  g_object_interface_install_property (iface, g_param_spec_boolean ("has-host", NULL, NULL, FALSE,
                                                                    G_PARAM_READABLE |
                                                                      G_PARAM_STATIC_STRINGS));

  signals[SIGNAL_ACTIVATE] = g_signal_new ("activate", VDT_TYPE_STATUS_ITEM, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_SECONDARY_ACTIVATE] =
    g_signal_new ("secondary-activate", VDT_TYPE_STATUS_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_SCROLL] =
    g_signal_new ("scroll", VDT_TYPE_STATUS_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_INT, VDT_TYPE_SCROLL_AXIS);
  signals[SIGNAL_MENU_ABOUT_TO_SHOW] =
    g_signal_new ("menu-about-to-show", VDT_TYPE_STATUS_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 0);
}

/**
 * vdt_status_item_new_for_platform:
 * @session_bus: (nullable): the session bus, where the platform has one
 * @menu: the menu; names of actions in it begin with `app.`
 * @actions: its actions, without the prefix
 *
 * Makes what this platform has. Without a bus that is an item that nobody shows: its
 * `has-host` is false for ever. Never blocks.
 *
 * Returns: (transfer full): the item
 */
VdtStatusItem *
vdt_status_item_new_for_platform (GDBusConnection *session_bus,
                                  GMenuModel *menu,
                                  GActionGroup *actions)
{
  g_return_val_if_fail (session_bus == NULL || G_IS_DBUS_CONNECTION (session_bus), NULL);
  g_return_val_if_fail (G_IS_MENU_MODEL (menu), NULL);
  g_return_val_if_fail (G_IS_ACTION_GROUP (actions), NULL);

#ifdef VDT_TRAY_SNI
  if (session_bus != NULL)
    {
      g_autoptr (GError) error = NULL;
      VdtSni *item = vdt_sni_new (session_bus, menu, actions, &error);

      if (item != NULL)
        return VDT_STATUS_ITEM (item);
      g_message ("no status item: %s", error->message);
    }
#endif
  return VDT_STATUS_ITEM (vdt_null_item_new ());
}

/**
 * vdt_status_item_set_state:
 * @self: an item
 * @state: what to show; copied
 *
 * Shows something else. Costs nothing where nothing that can be seen changes.
 */
void
vdt_status_item_set_state (VdtStatusItem *self, const VdtTrayState *state)
{
  g_return_if_fail (VDT_IS_STATUS_ITEM (self));
  g_return_if_fail (state != NULL);

  VDT_STATUS_ITEM_GET_IFACE (self)->set_state (self, state);
}

/**
 * vdt_status_item_set_right_to_left:
 * @self: an item
 * @right_to_left: the direction of the language of the menu
 *
 * Tells hosts that lay the menu out themselves.
 */
void
vdt_status_item_set_right_to_left (VdtStatusItem *self, gboolean right_to_left)
{
  VdtStatusItemInterface *iface;

  g_return_if_fail (VDT_IS_STATUS_ITEM (self));

  iface = VDT_STATUS_ITEM_GET_IFACE (self);
  if (iface->set_right_to_left != NULL)
    iface->set_right_to_left (self, right_to_left);
}

/**
 * vdt_status_item_get_has_host:
 * @self: an item
 *
 * Returns: whether somebody shows the icon right now
 */
gboolean
vdt_status_item_get_has_host (VdtStatusItem *self)
{
  gboolean has_host = FALSE;

  g_return_val_if_fail (VDT_IS_STATUS_ITEM (self), FALSE);

  g_object_get (self, "has-host", &has_host, NULL);
  return has_host;
}

/**
 * vdt_status_item_steal_activation_token:
 * @self: an item
 *
 * Asks for the token that lets a window come to the front on Wayland; worth calling in a
 * handler of `activate` and in the actions of the menu.
 *
 * Returns: (transfer full) (nullable): the token, once; `NULL` where the host gave none
 */
char *
vdt_status_item_steal_activation_token (VdtStatusItem *self)
{
  VdtStatusItemInterface *iface;

  g_return_val_if_fail (VDT_IS_STATUS_ITEM (self), NULL);

  iface = VDT_STATUS_ITEM_GET_IFACE (self);
  return iface->steal_activation_token != NULL ? iface->steal_activation_token (self) : NULL;
}

/**
 * vdt_status_item_emit_activate:
 * @self: an item
 *
 * For implementations: the icon was clicked.
 */
void
vdt_status_item_emit_activate (VdtStatusItem *self)
{
  g_signal_emit (self, signals[SIGNAL_ACTIVATE], 0);
}

/**
 * vdt_status_item_emit_secondary_activate:
 * @self: an item
 *
 * For implementations: the icon was clicked with the middle button.
 */
void
vdt_status_item_emit_secondary_activate (VdtStatusItem *self)
{
  g_signal_emit (self, signals[SIGNAL_SECONDARY_ACTIVATE], 0);
}

/**
 * vdt_status_item_emit_scroll:
 * @self: an item
 * @delta: how far, not 0
 * @axis: which way
 *
 * For implementations: the wheel was turned over the icon.
 */
void
vdt_status_item_emit_scroll (VdtStatusItem *self, int delta, VdtScrollAxis axis)
{
  g_signal_emit (self, signals[SIGNAL_SCROLL], 0, delta, axis);
}

/**
 * vdt_status_item_emit_menu_about_to_show:
 * @self: an item
 *
 * For implementations: the menu is going to be opened.
 */
void
vdt_status_item_emit_menu_about_to_show (VdtStatusItem *self)
{
  g_signal_emit (self, signals[SIGNAL_MENU_ABOUT_TO_SHOW], 0);
}
