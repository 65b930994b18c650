/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-tray"

#include "config.h"

#include "vdt-menu-tree.h"

#include <string.h>

#include "vdt-text.h"

#define MAX_LABEL_CHARS 500
#define MAX_ICON_BYTES  (64 * 1024)

struct _VdtMenuTree
{
  VdtMenuNode *root;
  VdtActionMap *actions;
  GHashTable *nodes;  /* id → node, the root included */
  GHashTable *models; /* every model that was walked */
  GHashTable *names;  /* every action that was named */
  gint32 last_id;
  guint n_left_out;
};

/* One walk over a menu model; a section goes on with its menu's walk. */
typedef struct
{
  VdtMenuTree *tree;
  GPtrArray *out;
  guint depth;
  guint *n_seen;
  guint *n_left_out;
  gboolean need_separator;
  char *heading;
} Walk;

static void walk_model (Walk *walk, GMenuModel *model, guint section_depth);

static void
node_free (gpointer data)
{
  VdtMenuNode *node = data;

  g_free (node->key);
  g_free (node->label);
  g_free (node->action);
  g_clear_pointer (&node->target, g_variant_unref);
  g_clear_object (&node->submenu);
  g_hash_table_unref (node->props);
  g_clear_pointer (&node->children, g_ptr_array_unref);
  g_free (node);
}

static VdtMenuNode *
node_new (VdtMenuKind kind, char *key)
{
  VdtMenuNode *node = g_new0 (VdtMenuNode, 1);

  node->kind = kind;
  node->key = key;
  node->props =
    g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_variant_unref);
  if (kind == VDT_MENU_SUBMENU)
    node->children = g_ptr_array_new_with_free_func (node_free);
  return node;
}

/* @name must be a literal: it is not copied. */
static void
node_set (VdtMenuNode *node, const char *name, GVariant *value)
{
  g_hash_table_insert (node->props, (gpointer) name, g_variant_ref_sink (value));
}

static char *
item_string (GMenuModel *model, int index, const char *attribute)
{
  char *value = NULL;

  if (!g_menu_model_get_item_attribute (model, index, attribute, "s", &value))
    return NULL;
  return value;
}

static char *
make_key (const char *own_id,
          const char *action,
          GVariant *target,
          const char *label,
          gboolean submenu)
{
  const char *kind = submenu ? "submenu" : "item";

  if (own_id != NULL)
    return g_strconcat (kind, ":id:", own_id, NULL);
  if (action != NULL)
    {
      g_autofree char *printed = target != NULL ? g_variant_print (target, TRUE) : g_strdup ("");

      return g_strconcat (kind, ":action:", action, ":", printed, NULL);
    }
  return g_strconcat (kind, ":label:", label != NULL ? label : "", NULL);
}

static void
set_icon (VdtMenuNode *node, GMenuModel *model, int index)
{
  g_autoptr (GVariant) value = NULL;
  g_autoptr (GIcon) icon = NULL;

  value = g_menu_model_get_item_attribute_value (model, index, G_MENU_ATTRIBUTE_ICON, NULL);
  if (value == NULL || (icon = g_icon_deserialize (value)) == NULL)
    return;
  if (G_IS_THEMED_ICON (icon))
    {
      const char *const *names = g_themed_icon_get_names (G_THEMED_ICON (icon));

      if (names != NULL && names[0] != NULL)
        node_set (node, "icon-name", g_variant_new_string (names[0]));
    }
  else if (G_IS_BYTES_ICON (icon))
    {
      GBytes *bytes = g_bytes_icon_get_bytes (G_BYTES_ICON (icon));

      if (g_bytes_get_size (bytes) <= MAX_ICON_BYTES)
        node_set (node, "icon-data", g_variant_new_from_bytes (G_VARIANT_TYPE ("ay"), bytes, TRUE));
    }
}

/* An item without an action and a submenu only says something, so it is insensitive. */
static gboolean
set_look (VdtMenuNode *node, VdtActionMap *actions, const char *hidden_when)
{
  VdtActionLook look = { 0 };

  if (node->action != NULL)
    look = vdt_action_map_look (actions, node->action, node->target);
  if (node->action != NULL && g_strcmp0 (hidden_when, "action-missing") == 0 && !look.exists)
    return FALSE;
  if (node->action != NULL && g_strcmp0 (hidden_when, "action-disabled") == 0 && !look.enabled)
    return FALSE;

  if (node->kind == VDT_MENU_SUBMENU)
    {
      node_set (node, "children-display", g_variant_new_string ("submenu"));
      if (node->action != NULL && !look.enabled)
        node_set (node, "enabled", g_variant_new_boolean (FALSE));
      return TRUE;
    }
  if (!look.enabled)
    node_set (node, "enabled", g_variant_new_boolean (FALSE));
  if (look.toggle != NULL)
    {
      node_set (node, "toggle-type", g_variant_new_string (look.toggle));
      node_set (node, "toggle-state", g_variant_new_int32 (look.on ? 1 : 0));
    }
  return TRUE;
}

static void
append_node (Walk *walk, VdtMenuNode *node)
{
  if (walk->need_separator && walk->out->len > 0)
    {
      VdtMenuNode *separator = node_new (VDT_MENU_SEPARATOR, g_strdup ("separator"));

      node_set (separator, "type", g_variant_new_string ("separator"));
      g_ptr_array_add (walk->out, separator);
    }
  walk->need_separator = FALSE;
  if (walk->heading != NULL)
    {
      VdtMenuNode *heading =
        node_new (VDT_MENU_ITEM, g_strconcat ("heading:", walk->heading, NULL));

      heading->label = g_steal_pointer (&walk->heading);
      node_set (heading, "label", g_variant_new_string (heading->label));
      node_set (heading, "enabled", g_variant_new_boolean (FALSE));
      g_ptr_array_add (walk->out, heading);
    }
  g_ptr_array_add (walk->out, node);
}

static void
walk_section (Walk *walk, GMenuModel *model, int index, GMenuModel *section, guint section_depth)
{
  guint before = walk->out->len;
  gboolean needed = walk->need_separator;

  g_free (walk->heading);
  walk->heading = item_string (model, index, G_MENU_ATTRIBUTE_LABEL);
  walk->need_separator = TRUE;
  walk_model (walk, section, section_depth + 1);
  g_clear_pointer (&walk->heading, g_free);
  walk->need_separator = walk->out->len > before ? TRUE : needed;
}

static void
walk_submenu (Walk *walk, VdtMenuNode *node)
{
  Walk below = {
    .tree = walk->tree,
    .out = node->children,
    .depth = walk->depth + 1,
    .n_seen = walk->n_seen,
    .n_left_out = walk->n_left_out,
  };

  if (below.depth > VDT_MENU_MAX_DEPTH)
    {
      (*walk->n_left_out)++;
      return;
    }
  walk_model (&below, node->submenu, 0);
}

static void
walk_item (Walk *walk, GMenuModel *model, int index)
{
  g_autofree char *own_id = item_string (model, index, VDT_MENU_ATTRIBUTE_ID);
  g_autofree char *action = item_string (model, index, G_MENU_ATTRIBUTE_ACTION);
  g_autofree char *label = item_string (model, index, G_MENU_ATTRIBUTE_LABEL);
  g_autofree char *hidden_when = item_string (model, index, "hidden-when");
  g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (model, index, G_MENU_LINK_SUBMENU);
  VdtMenuNode *node;

  node = node_new (submenu != NULL ? VDT_MENU_SUBMENU : VDT_MENU_ITEM, NULL);
  node->target =
    g_menu_model_get_item_attribute_value (model, index, G_MENU_ATTRIBUTE_TARGET, NULL);
  node->label = vdt_text_cut (label != NULL ? label : "", MAX_LABEL_CHARS);
  node->key = make_key (own_id, action, node->target, node->label, submenu != NULL);
  node->submenu = g_steal_pointer (&submenu);
  node->action = g_steal_pointer (&action);
  if (node->action != NULL)
    g_hash_table_add (walk->tree->names, g_strdup (node->action));
  if (*node->label != '\0')
    node_set (node, "label", g_variant_new_string (node->label));
  set_icon (node, model, index);
  if (!set_look (node, walk->tree->actions, hidden_when))
    {
      node_free (node);
      return;
    }
  append_node (walk, node);
  if (node->kind == VDT_MENU_SUBMENU)
    walk_submenu (walk, node);
}

static void
walk_model (Walk *walk, GMenuModel *model, guint section_depth)
{
  int n_items = g_menu_model_get_n_items (model);

  if (section_depth > VDT_MENU_MAX_DEPTH)
    {
      (*walk->n_left_out)++;
      return;
    }
  g_hash_table_add (walk->tree->models, g_object_ref (model));
  for (int i = 0; i < n_items; i++)
    {
      g_autoptr (GMenuModel) section = NULL;

      if (++*walk->n_seen > VDT_MENU_MAX_NODES)
        {
          (*walk->n_left_out)++;
          return;
        }
      section = g_menu_model_get_item_link (model, i, G_MENU_LINK_SECTION);
      if (section != NULL)
        walk_section (walk, model, i, section, section_depth);
      else
        walk_item (walk, model, i);
    }
}

static gint32
next_id (VdtMenuTree *tree)
{
  do
    tree->last_id = tree->last_id == G_MAXINT32 ? 1 : tree->last_id + 1;
  while (g_hash_table_contains (tree->nodes, GINT_TO_POINTER (tree->last_id)));
  return tree->last_id;
}

static void
adopt (VdtMenuTree *tree, VdtMenuNode *node, VdtMenuNode *parent)
{
  node->id = next_id (tree);
  node->parent = parent;
  g_hash_table_insert (tree->nodes, GINT_TO_POINTER (node->id), node);
  for (guint i = 0; node->children != NULL && i < node->children->len; i++)
    adopt (tree, g_ptr_array_index (node->children, i), node);
}

static void
forget (VdtMenuTree *tree, VdtMenuNode *node)
{
  g_hash_table_remove (tree->nodes, GINT_TO_POINTER (node->id));
  for (guint i = 0; node->children != NULL && i < node->children->len; i++)
    forget (tree, g_ptr_array_index (node->children, i));
}

/* The four rules of VdtMenuTree; NULL where a rule does not apply to a line. */
static char *
signature_key_and_label (const VdtMenuNode *node)
{
  return g_strconcat (node->key, "\n", node->label, NULL);
}

static char *
signature_key (const VdtMenuNode *node)
{
  return g_strdup (node->key);
}

static char *
signature_submenu (const VdtMenuNode *node)
{
  return node->submenu != NULL ? g_strdup_printf ("%p", (void *) node->submenu) : NULL;
}

static char *
signature_words (const VdtMenuNode *node)
{
  return g_str_has_prefix (node->key, "item:label:") ? g_strdup ("") : NULL;
}

static void
pair_up (GPtrArray *old, GPtrArray *fresh, GPtrArray *pairs, GHashTable *taken)
{
  char *(*const rules[]) (const VdtMenuNode *) = { signature_key_and_label, signature_key,
                                                   signature_submenu, signature_words };

  g_ptr_array_set_size (pairs, (int) fresh->len);
  for (guint r = 0; r < G_N_ELEMENTS (rules); r++)
    {
      g_autoptr (GHashTable) waiting = NULL;

      waiting =
        g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_queue_free);
      for (guint i = 0; i < old->len; i++)
        {
          VdtMenuNode *node = g_ptr_array_index (old, i);
          g_autofree char *signature = NULL;
          GQueue *queue;

          if (g_hash_table_contains (taken, node) || (signature = rules[r](node)) == NULL)
            continue;
          queue = g_hash_table_lookup (waiting, signature);
          if (queue == NULL)
            {
              queue = g_queue_new ();
              g_hash_table_insert (waiting, g_steal_pointer (&signature), queue);
            }
          g_queue_push_tail (queue, node);
        }
      for (guint i = 0; i < fresh->len && g_hash_table_size (waiting) > 0; i++)
        {
          g_autofree char *signature = NULL;
          GQueue *queue;

          if (g_ptr_array_index (pairs, i) != NULL ||
              (signature = rules[r](g_ptr_array_index (fresh, i))) == NULL)
            continue;
          queue = g_hash_table_lookup (waiting, signature);
          if (queue == NULL || g_queue_is_empty (queue))
            continue;
          g_ptr_array_index (pairs, i) = g_queue_pop_head (queue);
          g_hash_table_add (taken, g_ptr_array_index (pairs, i));
        }
    }
}

static void
diff_props (VdtMenuDiff *diff, gint32 id, GHashTable *old, GHashTable *fresh)
{
  g_auto (GVariantBuilder) changed = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{sv}"));
  g_auto (GVariantBuilder) gone = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("as"));
  guint n_changed = 0;
  guint n_gone = 0;
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, fresh);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      GVariant *before = g_hash_table_lookup (old, name);

      if (before != NULL && g_variant_equal (before, value))
        continue;
      g_variant_builder_add (&changed, "{sv}", name, value);
      n_changed++;
    }
  g_hash_table_iter_init (&iter, old);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (fresh, name))
      {
        g_variant_builder_add (&gone, "s", name);
        n_gone++;
      }
  if (n_changed > 0)
    g_variant_builder_add (&diff->updated, "(ia{sv})", id, &changed);
  if (n_gone > 0)
    g_variant_builder_add (&diff->removed, "(ias)", id, &gone);
  diff->n_updated += n_changed > 0 ? 1 : 0;
  diff->n_removed += n_gone > 0 ? 1 : 0;
}

static guint
node_depth (const VdtMenuNode *node)
{
  guint depth = 0;

  for (; node->parent != NULL; node = node->parent)
    depth++;
  return depth;
}

static VdtMenuNode *
common_ancestor (VdtMenuNode *a, VdtMenuNode *b)
{
  while (a != b)
    {
      if (node_depth (a) >= node_depth (b))
        a = a->parent;
      else
        b = b->parent;
    }
  return a;
}

static void reconcile (VdtMenuTree *tree, VdtMenuNode *parent, GPtrArray *fresh, VdtMenuDiff *diff);

/* Gives a line that stays what it says now, and consumes the new one. */
static void
merge (VdtMenuTree *tree, VdtMenuNode *node, VdtMenuNode *fresh, VdtMenuDiff *diff)
{
  diff_props (diff, node->id, node->props, fresh->props);
  g_clear_pointer (&node->target, g_variant_unref);
  node->target = g_steal_pointer (&fresh->target);
  g_set_object (&node->submenu, fresh->submenu);
  g_free (node->key);
  node->key = g_steal_pointer (&fresh->key);
  g_free (node->label);
  node->label = g_steal_pointer (&fresh->label);
  g_free (node->action);
  node->action = g_steal_pointer (&fresh->action);
  g_hash_table_unref (node->props);
  node->props = g_hash_table_ref (fresh->props);
  if (node->kind == VDT_MENU_SUBMENU)
    reconcile (tree, node, fresh->children, diff);
  node_free (fresh);
}

/* Takes the lines out of @fresh. */
static void
reconcile (VdtMenuTree *tree, VdtMenuNode *parent, GPtrArray *fresh, VdtMenuDiff *diff)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();
  g_autoptr (GPtrArray) old = g_steal_pointer (&parent->children);
  g_autoptr (GHashTable) kept_nodes = g_hash_table_new (NULL, NULL);
  gboolean changed = old->len != fresh->len;

  pair_up (old, fresh, pairs, kept_nodes);
  for (guint i = 0; i < fresh->len && !changed; i++)
    changed = g_ptr_array_index (pairs, i) != g_ptr_array_index (old, i);

  parent->children = g_ptr_array_new_with_free_func (node_free);
  g_ptr_array_set_free_func (old, NULL);
  g_ptr_array_set_free_func (fresh, NULL);
  for (guint i = 0; i < fresh->len; i++)
    {
      VdtMenuNode *kept = g_ptr_array_index (pairs, i);
      VdtMenuNode *node = g_ptr_array_index (fresh, i);

      if (kept != NULL)
        merge (tree, kept, node, diff);
      else
        adopt (tree, node, parent);
      g_ptr_array_add (parent->children, kept != NULL ? kept : node);
    }
  for (guint i = 0; i < old->len; i++)
    {
      VdtMenuNode *node = g_ptr_array_index (old, i);

      if (g_hash_table_contains (kept_nodes, node))
        continue;
      forget (tree, node);
      node_free (node);
    }
  g_ptr_array_set_size (fresh, 0);
  if (changed)
    g_ptr_array_add (diff->layout, parent);
}

/**
 * vdt_menu_tree_new:
 * @model: the menu
 * @actions: where its actions are found
 *
 * Returns: (transfer full): a tree that is empty until the first [func@vdt_menu_tree_sync]
 */
VdtMenuTree *
vdt_menu_tree_new (GMenuModel *model, VdtActionMap *actions)
{
  VdtMenuTree *tree = g_new0 (VdtMenuTree, 1);

  tree->actions = g_object_ref (actions);
  tree->nodes = g_hash_table_new (NULL, NULL);
  tree->models = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  tree->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  tree->root = node_new (VDT_MENU_SUBMENU, g_strdup ("root"));
  tree->root->submenu = g_object_ref (model);
  node_set (tree->root, "children-display", g_variant_new_string ("submenu"));
  g_hash_table_insert (tree->nodes, GINT_TO_POINTER (0), tree->root);
  return tree;
}

/**
 * vdt_menu_tree_free:
 * @tree: (nullable): a tree
 */
void
vdt_menu_tree_free (VdtMenuTree *tree)
{
  if (tree == NULL)
    return;
  node_free (tree->root);
  g_hash_table_unref (tree->nodes);
  g_hash_table_unref (tree->models);
  g_hash_table_unref (tree->names);
  g_object_unref (tree->actions);
  g_free (tree);
}

/**
 * vdt_menu_tree_sync:
 * @tree: a tree
 * @diff: (out caller-allocates): what changed; clear with [func@vdt_menu_diff_clear]
 *
 * Brings the tree up to the model. At most [const@VDT_MENU_MAX_NODES] items and
 * [const@VDT_MENU_MAX_DEPTH] levels are read; what is beyond is logged.
 */
void
vdt_menu_tree_sync (VdtMenuTree *tree, VdtMenuDiff *diff)
{
  g_autoptr (GPtrArray) fresh = g_ptr_array_new_with_free_func (node_free);
  guint n_seen = 0;
  guint n_left_out = 0;
  Walk walk = { .tree = tree, .out = fresh, .n_seen = &n_seen, .n_left_out = &n_left_out };

  diff->layout = g_ptr_array_new ();
  diff->n_updated = 0;
  diff->n_removed = 0;
  g_variant_builder_init (&diff->updated, G_VARIANT_TYPE ("a(ia{sv})"));
  g_variant_builder_init (&diff->removed, G_VARIANT_TYPE ("a(ias)"));

  g_hash_table_remove_all (tree->models);
  g_hash_table_remove_all (tree->names);
  walk_model (&walk, tree->root->submenu, 0);
  reconcile (tree, tree->root, fresh, diff);

  if (n_left_out > 0 && n_left_out != tree->n_left_out)
    g_message ("the menu is too large: cut at %u places", n_left_out);
  tree->n_left_out = n_left_out;
}

/**
 * vdt_menu_diff_clear:
 * @diff: what a sync filled in
 */
void
vdt_menu_diff_clear (VdtMenuDiff *diff)
{
  g_variant_builder_clear (&diff->updated);
  g_variant_builder_clear (&diff->removed);
  g_clear_pointer (&diff->layout, g_ptr_array_unref);
}

/**
 * vdt_menu_tree_find:
 * @tree: a tree
 * @id: a number, 0 for the root
 *
 * Returns: (transfer none) (nullable): the line of that number
 */
VdtMenuNode *
vdt_menu_tree_find (VdtMenuTree *tree, gint32 id)
{
  return g_hash_table_lookup (tree->nodes, GINT_TO_POINTER (id));
}

/**
 * vdt_menu_tree_uses_action:
 * @tree: a tree
 * @name: a full action name, or a prefix with its dot for a whole group
 *
 * Returns: whether a line, shown or hidden, depends on it
 */
gboolean
vdt_menu_tree_uses_action (VdtMenuTree *tree, const char *name)
{
  if (*name == '\0' || g_str_has_suffix (name, "."))
    return TRUE;
  return g_hash_table_contains (tree->names, name);
}

/**
 * vdt_menu_tree_get_models:
 * @tree: a tree
 *
 * Returns: (transfer none) (element-type GMenuModel): a set of the models that were read
 */
GHashTable *
vdt_menu_tree_get_models (VdtMenuTree *tree)
{
  return tree->models;
}

/**
 * vdt_menu_tree_get_nodes:
 * @tree: a tree
 *
 * Returns: (transfer none) (element-type gint VdtMenuNode): all lines by their number
 */
GHashTable *
vdt_menu_tree_get_nodes (VdtMenuTree *tree)
{
  return tree->nodes;
}

/**
 * vdt_menu_diff_get_common:
 * @diff: what a sync filled in
 *
 * Returns: (transfer none) (nullable): the lowest line that everything that came, went or
 *   moved is below; `NULL` where nothing did
 */
VdtMenuNode *
vdt_menu_diff_get_common (const VdtMenuDiff *diff)
{
  VdtMenuNode *common = NULL;

  for (guint i = 0; i < diff->layout->len; i++)
    {
      VdtMenuNode *node = g_ptr_array_index (diff->layout, i);

      common = common != NULL ? common_ancestor (common, node) : node;
    }
  return common;
}

/**
 * vdt_menu_diff_is_below:
 * @diff: what a sync filled in
 * @node: a line
 *
 * Returns: whether something came, went or moved in @node's submenu or deeper
 */
gboolean
vdt_menu_diff_is_below (const VdtMenuDiff *diff, const VdtMenuNode *node)
{
  for (guint i = 0; i < diff->layout->len; i++)
    for (const VdtMenuNode *at = g_ptr_array_index (diff->layout, i); at != NULL; at = at->parent)
      if (at == node)
        return TRUE;
  return FALSE;
}
