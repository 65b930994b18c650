/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-notify"

#include "config.h"

#include "vdt-notifier.h"

#include "vdt-null-notifier.h"

#ifdef VDT_NOTIFY_LIBNOTIFY
#include "vdt-libnotify-notifier.h"
#endif

enum
{
  SIGNAL_ACTIVATED,
  SIGNAL_CLOSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_INTERFACE (VdtNotifier, vdt_notifier, G_TYPE_OBJECT)

static void
vdt_notifier_default_init (VdtNotifierInterface *iface)
{
  g_object_interface_install_property (iface, g_param_spec_boolean ("available", NULL, NULL, FALSE,
                                                                    G_PARAM_READABLE |
                                                                      G_PARAM_STATIC_STRINGS));

  signals[SIGNAL_ACTIVATED] =
    g_signal_new ("activated", VDT_TYPE_NOTIFIER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[SIGNAL_CLOSED] = g_signal_new ("closed", VDT_TYPE_NOTIFIER, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

/**
 * vdt_notifier_new_for_platform:
 * @session_bus: (nullable): the session bus, the one that all of the process shares, where the
 *   platform has one
 *
 * Makes what this platform has. Without a bus that is a notifier that shows nothing: its
 * `available` is false for ever. Never blocks.
 *
 * Returns: (transfer full): the notifier
 */
VdtNotifier *
vdt_notifier_new_for_platform (GDBusConnection *session_bus)
{
  g_return_val_if_fail (session_bus == NULL || G_IS_DBUS_CONNECTION (session_bus), NULL);

#ifdef VDT_NOTIFY_LIBNOTIFY
  if (session_bus != NULL)
    return VDT_NOTIFIER (vdt_libnotify_notifier_new (session_bus));
#endif
  return VDT_NOTIFIER (vdt_null_notifier_new ());
}

/**
 * vdt_notifier_show:
 * @self: a notifier
 * @notification: what to show; copied. Its title is not empty
 *
 * Shows a notification, in the place of what was shown under its name. Texts are plain:
 * whatever they hold is shown as it is, without controls, and cut where it is far too long.
 * Actions are left out where the desktop has none. Whether it was shown shows in `available`
 * alone: with nobody there, nothing is shown, and nothing is kept for later.
 */
void
vdt_notifier_show (VdtNotifier *self, const VdtNotification *notification)
{
  g_return_if_fail (VDT_IS_NOTIFIER (self));
  g_return_if_fail (notification != NULL);
  g_return_if_fail (notification->id != NULL && *notification->id != '\0');
  g_return_if_fail (notification->title != NULL && *notification->title != '\0');
  g_return_if_fail (notification->n_actions <= VDT_NOTIFICATION_MAX_ACTIONS);

  VDT_NOTIFIER_GET_IFACE (self)->show (self, notification);
}

/**
 * vdt_notifier_withdraw:
 * @self: a notifier
 * @id: our name for a notification; it may be closed or unknown
 *
 * Takes a notification off the screen, and out of the desktop's list of past ones where the
 * desktop does that.
 */
void
vdt_notifier_withdraw (VdtNotifier *self, const char *id)
{
  g_return_if_fail (VDT_IS_NOTIFIER (self));
  g_return_if_fail (id != NULL);

  VDT_NOTIFIER_GET_IFACE (self)->withdraw (self, id);
}

/**
 * vdt_notifier_withdraw_all:
 * @self: a notifier
 *
 * Takes all that it showed off the screen.
 */
void
vdt_notifier_withdraw_all (VdtNotifier *self)
{
  g_return_if_fail (VDT_IS_NOTIFIER (self));

  VDT_NOTIFIER_GET_IFACE (self)->withdraw (self, NULL);
}

/**
 * vdt_notifier_get_available:
 * @self: a notifier
 *
 * Returns: whether somebody would show a notification right now
 */
gboolean
vdt_notifier_get_available (VdtNotifier *self)
{
  gboolean available = FALSE;

  g_return_val_if_fail (VDT_IS_NOTIFIER (self), FALSE);

  g_object_get (self, "available", &available, NULL);
  return available;
}

/**
 * vdt_notifier_steal_activation_token:
 * @self: a notifier
 *
 * Asks for the token that lets a window come to the front on Wayland. It came with the latest
 * `activated`.
 *
 * Returns: (transfer full) (nullable): the token, once; `NULL` where the desktop gave none
 */
char *
vdt_notifier_steal_activation_token (VdtNotifier *self)
{
  VdtNotifierInterface *iface;

  g_return_val_if_fail (VDT_IS_NOTIFIER (self), NULL);

  iface = VDT_NOTIFIER_GET_IFACE (self);
  return iface->steal_activation_token != NULL ? iface->steal_activation_token (self) : NULL;
}

/**
 * vdt_notifier_emit_activated:
 * @self: a notifier
 * @id: which notification
 * @action: which of its actions
 *
 * For implementations: a person used an action.
 */
void
vdt_notifier_emit_activated (VdtNotifier *self, const char *id, const char *action)
{
  g_signal_emit (self, signals[SIGNAL_ACTIVATED], 0, id, action);
}

/**
 * vdt_notifier_emit_closed:
 * @self: a notifier
 * @id: which notification
 *
 * For implementations: what was shown is shown no longer.
 */
void
vdt_notifier_emit_closed (VdtNotifier *self, const char *id)
{
  g_signal_emit (self, signals[SIGNAL_CLOSED], 0, id);
}
