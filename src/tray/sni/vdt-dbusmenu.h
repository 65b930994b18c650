/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-menu-tree.h"

G_BEGIN_DECLS

/**
 * VdtDbusmenu:
 *
 * Shows a `GMenuModel` and its actions to the other side of `com.canonical.dbusmenu`.
 *
 * What the model or its actions change is gathered and said once, in an idle or just before
 * the next answer: `LayoutUpdated` where lines came, went or moved, `ItemsPropertiesUpdated`
 * for everything else. Numbers of lines are stable, see [struct@VdtMenuTree]. Headings of
 * sections are insensitive lines, and so is an item that has neither action nor submenu.
 * `hidden-when` is observed. Labels have mnemonics: `__` is an underscore.
 *
 * Emits `about-to-show` before a host shows the top level: what the handler changes in the
 * model is in what the host shows.
 *
 * Main thread only.
 */
#define VDT_TYPE_DBUSMENU (vdt_dbusmenu_get_type ())
G_DECLARE_FINAL_TYPE (VdtDbusmenu, vdt_dbusmenu, VDT, DBUSMENU, GObject)

VdtDbusmenu *vdt_dbusmenu_new (GMenuModel *model);
void vdt_dbusmenu_insert_action_group (VdtDbusmenu *self, const char *prefix, GActionGroup *group);
gboolean vdt_dbusmenu_export (VdtDbusmenu *self,
                              GDBusConnection *connection,
                              const char *object_path,
                              GError **error);
void vdt_dbusmenu_unexport (VdtDbusmenu *self);
void vdt_dbusmenu_set_notice (VdtDbusmenu *self, gboolean notice);
void vdt_dbusmenu_set_right_to_left (VdtDbusmenu *self, gboolean right_to_left);
gboolean vdt_dbusmenu_is_open (VdtDbusmenu *self);
guint vdt_dbusmenu_get_revision (VdtDbusmenu *self);

G_END_DECLS
