/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-status-item.h"

G_BEGIN_DECLS

#define VDT_SNI_OBJECT_PATH "/StatusNotifierItem"
#define VDT_SNI_MENU_PATH   "/MenuBar"

/**
 * VdtSni:
 *
 * A status item over `org.kde.StatusNotifierItem`.
 *
 * Registers by object path on the unique name of its connection and owns no other name, so
 * that a sandbox needs no permission for one. Follows `org.kde.StatusNotifierWatcher` for
 * life: registers again whenever a watcher appears. `has-host` is true while a watcher took
 * the registration and says that it has a host. One item a connection.
 */
#define VDT_TYPE_SNI (vdt_sni_get_type ())
G_DECLARE_FINAL_TYPE (VdtSni, vdt_sni, VDT, SNI, GObject)

VdtSni *
vdt_sni_new (GDBusConnection *connection, GMenuModel *menu, GActionGroup *actions, GError **error);
void vdt_sni_set_icon_name_prefix (VdtSni *self, const char *prefix);

G_END_DECLS
