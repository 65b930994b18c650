/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * VdtActionMap:
 *
 * Finds the action that a menu item names: `app.quit` is `quit` in the group that was
 * inserted as `app`. Emits `changed` with the full name when an action comes, goes, or
 * changes state or sensitivity, and with the prefix and a dot when a whole group does.
 *
 * Main thread only.
 */
#define VDT_TYPE_ACTION_MAP (vdt_action_map_get_type ())
G_DECLARE_FINAL_TYPE (VdtActionMap, vdt_action_map, VDT, ACTION_MAP, GObject)

/**
 * VdtActionLook:
 * @exists: whether there is such an action
 * @enabled: whether it may be activated with the target that was asked about
 * @toggle: (nullable): `checkmark` or `radio` where it has a state to show
 * @on: the state to show
 *
 * How a menu item with an action looks.
 */
typedef struct
{
  gboolean exists;
  gboolean enabled;
  const char *toggle;
  gboolean on;
} VdtActionLook;

VdtActionMap *vdt_action_map_new (void);
void vdt_action_map_insert (VdtActionMap *self, const char *prefix, GActionGroup *group);
VdtActionLook vdt_action_map_look (VdtActionMap *self, const char *name, GVariant *target);
gboolean vdt_action_map_activate (VdtActionMap *self, const char *name, GVariant *target);

G_END_DECLS
