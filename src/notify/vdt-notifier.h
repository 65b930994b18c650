/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-notification.h"

G_BEGIN_DECLS

/**
 * VdtNotifier:
 *
 * Shows notifications on the desktop. Main thread only; nothing here waits for the desktop.
 *
 * Properties: `available` (boolean, notifies): whether the desktop has somebody who shows
 * notifications, and whether that one answers. False until the desktop was asked, which takes
 * a turn of the main loop or some. Something may be shown all the same: it is how one that did
 * not answer is found to answer again.
 *
 * Signals: `activated` (string id, string action) when a person used an action;
 * [method@Notifier.steal_activation_token] is worth a call in its handler. The notification may
 * still be shown. `closed` (string id) when what was shown is shown no longer: it expired, a
 * person put it away, it was withdrawn, or the desktop's service went. A notification that
 * takes the place of another does not close it.
 *
 * With the notifier its notifications go, since their actions would lead nowhere.
 */
#define VDT_TYPE_NOTIFIER (vdt_notifier_get_type ())
G_DECLARE_INTERFACE (VdtNotifier, vdt_notifier, VDT, NOTIFIER, GObject)

struct _VdtNotifierInterface
{
  GTypeInterface parent_iface;

  void (*show) (VdtNotifier *self, const VdtNotification *notification);
  void (*withdraw) (VdtNotifier *self, const char *id);
  char *(*steal_activation_token) (VdtNotifier *self);
};

VdtNotifier *vdt_notifier_new_for_platform (GDBusConnection *session_bus);
void vdt_notifier_show (VdtNotifier *self, const VdtNotification *notification);
void vdt_notifier_withdraw (VdtNotifier *self, const char *id);
void vdt_notifier_withdraw_all (VdtNotifier *self);
gboolean vdt_notifier_get_available (VdtNotifier *self);
char *vdt_notifier_steal_activation_token (VdtNotifier *self);

void vdt_notifier_emit_activated (VdtNotifier *self, const char *id, const char *action);
void vdt_notifier_emit_closed (VdtNotifier *self, const char *id);

G_END_DECLS
