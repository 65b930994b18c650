/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-notifier.h"

G_BEGIN_DECLS

/**
 * VdtLibnotifyNotifier:
 *
 * Notifications by libnotify: through `org.freedesktop.Notifications`, or in a Flatpak through
 * the portal. A service that is not running but would be started counts as available.
 */
#define VDT_TYPE_LIBNOTIFY_NOTIFIER (vdt_libnotify_notifier_get_type ())
G_DECLARE_FINAL_TYPE (VdtLibnotifyNotifier,
                      vdt_libnotify_notifier,
                      VDT,
                      LIBNOTIFY_NOTIFIER,
                      GObject)

VdtLibnotifyNotifier *vdt_libnotify_notifier_new (GDBusConnection *session_bus);

G_END_DECLS
