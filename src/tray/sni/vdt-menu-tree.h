/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-action-map.h"

G_BEGIN_DECLS

#define VDT_MENU_MAX_DEPTH 8
#define VDT_MENU_MAX_NODES 2000

typedef enum
{
  VDT_MENU_ITEM,
  VDT_MENU_SUBMENU,
  VDT_MENU_SEPARATOR,
} VdtMenuKind;

/**
 * VdtMenuNode:
 * @id: the number hosts know it by; 0 is the root
 * @kind: what it is
 * @key: what it is known by while its label may change, see [struct@VdtMenuTree]
 * @label: (nullable): with mnemonics
 * @action: (nullable): full name of its action
 * @target: (nullable): what the action is given
 * @submenu: (nullable): the model of its children
 * @props: (element-type utf8 GVariant): what differs from the protocol's defaults
 * @children: (element-type VdtMenuNode): in order, sections flattened
 * @parent: (nullable): `NULL` for the root
 *
 * One line of a menu as a host sees it.
 */
typedef struct _VdtMenuNode VdtMenuNode;
struct _VdtMenuNode
{
  gint32 id;
  VdtMenuKind kind;
  char *key;
  char *label;
  char *action;
  GVariant *target;
  GMenuModel *submenu;
  GHashTable *props;
  GPtrArray *children;
  VdtMenuNode *parent;
};

/**
 * VdtMenuTree:
 *
 * A `GMenuModel` as numbered lines. [func@vdt_menu_tree_sync] compares it with the model and
 * keeps the number of every line that is still there. Within one (sub)menu, sections
 * flattened, a line is the same line when, in this order of preference,
 *
 * 1. its key and its label are the same;
 * 2. its key is the same;
 * 3. it opens the very same submenu object;
 * 4. neither has an action, a submenu or an id of its own: such lines only say something.
 *
 * The key is the attribute `x-vedette-id` where set, else action and target, else the label.
 * Lines that are alike under a rule are paired in order. A number is never given twice.
 */
typedef struct _VdtMenuTree VdtMenuTree;

/* A string that names an item, unique in its submenu; keeps its number whatever changes. */
#define VDT_MENU_ATTRIBUTE_ID "x-vedette-id"

/**
 * VdtMenuDiff:
 * @layout: (element-type VdtMenuNode): lines that lines were added to, taken from or moved in
 * @updated: `a(ia{sv})`, properties that changed
 * @removed: `a(ias)`, properties that are at their default again
 * @n_updated: how many lines @updated names
 * @n_removed: how many lines @removed names
 *
 * What a sync changed in lines that were there before.
 */
typedef struct
{
  GPtrArray *layout;
  GVariantBuilder updated;
  GVariantBuilder removed;
  guint n_updated;
  guint n_removed;
} VdtMenuDiff;

VdtMenuTree *vdt_menu_tree_new (GMenuModel *model, VdtActionMap *actions);
void vdt_menu_tree_free (VdtMenuTree *tree);
void vdt_menu_tree_sync (VdtMenuTree *tree, VdtMenuDiff *diff);
void vdt_menu_diff_clear (VdtMenuDiff *diff);
VdtMenuNode *vdt_menu_diff_get_common (const VdtMenuDiff *diff);
gboolean vdt_menu_diff_is_below (const VdtMenuDiff *diff, const VdtMenuNode *node);
VdtMenuNode *vdt_menu_tree_find (VdtMenuTree *tree, gint32 id);
gboolean vdt_menu_tree_uses_action (VdtMenuTree *tree, const char *name);
GHashTable *vdt_menu_tree_get_models (VdtMenuTree *tree);
GHashTable *vdt_menu_tree_get_nodes (VdtMenuTree *tree);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtMenuTree, vdt_menu_tree_free)

G_END_DECLS
