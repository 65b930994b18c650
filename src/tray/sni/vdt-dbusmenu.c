/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-tray"

#include "config.h"

#include "vdt-dbusmenu.h"

#include "vdt-dbusmenu-generated.h"

#define PROTOCOL_VERSION 3

struct _VdtDbusmenu
{
  GObject parent_instance;

  VdtDbusMenu *skeleton;
  VdtActionMap *actions;
  VdtMenuTree *tree;
  GHashTable *watched; /* GMenuModel → handler id */
  GHashTable *open;    /* ids of lines whose children a host shows */
  guint revision;
  guint sync_source;
};

enum
{
  SIGNAL_ABOUT_TO_SHOW,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtDbusmenu, vdt_dbusmenu, G_TYPE_OBJECT)

static void queue_sync (VdtDbusmenu *self);

static void
model_changed_cb (GMenuModel *model, int position, int removed, int added, gpointer user_data)
{
  queue_sync (user_data);
}

static void
unwatch (gpointer key, gpointer value, gpointer user_data)
{
  g_signal_handler_disconnect (key, GPOINTER_TO_SIZE (value));
  g_object_unref (key);
}

/* Follows the models that the tree was read from, and no others. */
static void
watch_models (VdtDbusmenu *self)
{
  GHashTable *models = vdt_menu_tree_get_models (self->tree);
  GHashTableIter iter;
  gpointer model, handler;

  g_hash_table_iter_init (&iter, self->watched);
  while (g_hash_table_iter_next (&iter, &model, &handler))
    if (!g_hash_table_contains (models, model))
      {
        g_hash_table_iter_steal (&iter);
        unwatch (model, handler, NULL);
      }

  g_hash_table_iter_init (&iter, models);
  while (g_hash_table_iter_next (&iter, &model, NULL))
    {
      gulong id;

      if (g_hash_table_contains (self->watched, model))
        continue;
      id = g_signal_connect (model, "items-changed", G_CALLBACK (model_changed_cb), self);
      g_hash_table_insert (self->watched, g_object_ref (model), GSIZE_TO_POINTER (id));
    }
}

static void
drop_closed (VdtDbusmenu *self)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (vdt_menu_tree_find (self->tree, GPOINTER_TO_INT (id)) == NULL)
      g_hash_table_iter_remove (&iter);
}

/* Says what changed since the last time. */
static void
sync_now (VdtDbusmenu *self, VdtMenuDiff *diff)
{
  VdtMenuNode *common;

  g_clear_handle_id (&self->sync_source, g_source_remove);
  vdt_menu_tree_sync (self->tree, diff);
  watch_models (self);
  drop_closed (self);

  if (diff->n_updated > 0 || diff->n_removed > 0)
    vdt_dbus_menu_emit_items_properties_updated (self->skeleton,
                                                 g_variant_builder_end (&diff->updated),
                                                 g_variant_builder_end (&diff->removed));
  common = vdt_menu_diff_get_common (diff);
  if (common != NULL)
    {
      self->revision++;
      vdt_dbus_menu_emit_layout_updated (self->skeleton, self->revision, common->id);
    }
}

/* So that an answer and the signals before it tell the same story. */
static void
flush (VdtDbusmenu *self)
{
  VdtMenuDiff diff;

  if (self->sync_source == 0)
    return;
  sync_now (self, &diff);
  vdt_menu_diff_clear (&diff);
}

static gboolean
sync_cb (gpointer user_data)
{
  VdtDbusmenu *self = user_data;

  VdtMenuDiff diff;

  self->sync_source = 0;
  sync_now (self, &diff);
  vdt_menu_diff_clear (&diff);
  return G_SOURCE_REMOVE;
}

static void
queue_sync (VdtDbusmenu *self)
{
  if (self->sync_source != 0)
    return;
  self->sync_source = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, sync_cb, self, NULL);
  g_source_set_name_by_id (self->sync_source, "[vedette] menu");
}

static void
action_changed_cb (VdtActionMap *actions, const char *name, gpointer user_data)
{
  VdtDbusmenu *self = user_data;

  if (vdt_menu_tree_uses_action (self->tree, name))
    queue_sync (self);
}

static void
return_unknown (GDBusMethodInvocation *invocation, gint32 id)
{
  g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS,
                                         "no menu item has the id %d", id);
}

/* The protocol's defaults: what is not in a property list has these values. */
static GVariant *
default_property (const char *name)
{
  static const struct
  {
    const char *name;
    const char *value;
  } defaults[] = {
    { "type", "'standard'" },      { "label", "''" },
    { "enabled", "true" },         { "visible", "true" },
    { "icon-name", "''" },         { "icon-data", "@ay []" },
    { "shortcut", "@aas []" },     { "toggle-type", "''" },
    { "toggle-state", "-1" },      { "children-display", "''" },
    { "disposition", "'normal'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    if (g_str_equal (defaults[i].name, name))
      return g_variant_parse (NULL, defaults[i].value, NULL, NULL, NULL);
  return NULL;
}

static GVariant *
node_properties (const VdtMenuNode *node, const char *const *names)
{
  GVariantBuilder builder;
  GHashTableIter iter;
  gpointer name, value;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{sv}"));
  g_hash_table_iter_init (&iter, node->props);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (names == NULL || names[0] == NULL || g_strv_contains (names, name))
      g_variant_builder_add (&builder, "{sv}", name, value);
  return g_variant_builder_end (&builder);
}

/* @depth below 0 means all. The tree itself is bounded. */
static GVariant *
node_layout (const VdtMenuNode *node, int depth, const char *const *names)
{
  GVariantBuilder children;

  g_variant_builder_init (&children, G_VARIANT_TYPE ("av"));
  for (guint i = 0; depth != 0 && node->children != NULL && i < node->children->len; i++)
    g_variant_builder_add (&children, "v",
                           node_layout (g_ptr_array_index (node->children, i),
                                        depth < 0 ? -1 : depth - 1, names));
  return g_variant_new ("(i@a{sv}av)", node->id, node_properties (node, names), &children);
}

static gboolean
get_layout_cb (VdtDbusMenu *skeleton,
               GDBusMethodInvocation *invocation,
               gint32 parent_id,
               gint32 depth,
               const char *const *names,
               gpointer user_data)
{
  VdtDbusmenu *self = user_data;
  VdtMenuNode *node;

  flush (self);
  node = vdt_menu_tree_find (self->tree, parent_id);
  if (node == NULL)
    return_unknown (invocation, parent_id);
  else
    vdt_dbus_menu_complete_get_layout (skeleton, invocation, self->revision,
                                       node_layout (node, depth, names));
  return TRUE;
}

static gboolean
get_group_properties_cb (VdtDbusMenu *skeleton,
                         GDBusMethodInvocation *invocation,
                         GVariant *ids,
                         const char *const *names,
                         gpointer user_data)
{
  VdtDbusmenu *self = user_data;
  g_autoptr (GHashTable) answered = g_hash_table_new (NULL, NULL);
  GVariantBuilder builder;
  gsize n_ids = 0;
  const gint32 *wanted;

  flush (self);
  wanted = g_variant_get_fixed_array (ids, &n_ids, sizeof (gint32));
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ia{sv})"));
  for (gsize i = 0; i < n_ids; i++)
    {
      VdtMenuNode *node = vdt_menu_tree_find (self->tree, wanted[i]);

      /* Once each: a long list must not make an answer without end. */
      if (node != NULL && g_hash_table_add (answered, node))
        g_variant_builder_add (&builder, "(i@a{sv})", node->id, node_properties (node, names));
    }
  if (n_ids == 0)
    {
      GHashTableIter iter;
      gpointer node;

      g_hash_table_iter_init (&iter, vdt_menu_tree_get_nodes (self->tree));
      while (g_hash_table_iter_next (&iter, NULL, &node))
        g_variant_builder_add (&builder, "(i@a{sv})", ((VdtMenuNode *) node)->id,
                               node_properties (node, names));
    }
  vdt_dbus_menu_complete_get_group_properties (skeleton, invocation,
                                               g_variant_builder_end (&builder));
  return TRUE;
}

static gboolean
get_property_cb (VdtDbusMenu *skeleton,
                 GDBusMethodInvocation *invocation,
                 gint32 id,
                 const char *name,
                 gpointer user_data)
{
  VdtDbusmenu *self = user_data;
  g_autoptr (GVariant) value = NULL;
  VdtMenuNode *node;

  flush (self);
  node = vdt_menu_tree_find (self->tree, id);
  if (node == NULL)
    {
      return_unknown (invocation, id);
      return TRUE;
    }
  value = g_hash_table_lookup (node->props, name);
  value = value != NULL ? g_variant_ref (value) : default_property (name);
  if (value == NULL)
    g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS,
                                           "a menu item has no such property");
  else
    vdt_dbus_menu_complete_get_property (skeleton, invocation, g_variant_new_variant (value));
  return TRUE;
}

/* @node may be gone afterwards: actions do what they want. */
static void
handle_event (VdtDbusmenu *self, VdtMenuNode *node, const char *event)
{
  if (g_str_equal (event, "clicked"))
    {
      g_autofree char *action = g_strdup (node->action);
      g_autoptr (GVariant) target = node->target != NULL ? g_variant_ref (node->target) : NULL;

      if (action != NULL && node->kind == VDT_MENU_ITEM)
        vdt_action_map_activate (self->actions, action, target);
    }
  else if (g_str_equal (event, "opened") && node->kind == VDT_MENU_SUBMENU)
    g_hash_table_add (self->open, GINT_TO_POINTER (node->id));
  else if (g_str_equal (event, "closed"))
    g_hash_table_remove (self->open, GINT_TO_POINTER (node->id));
}

static gboolean
event_cb (VdtDbusMenu *skeleton,
          GDBusMethodInvocation *invocation,
          gint32 id,
          const char *event,
          GVariant *data,
          guint32 timestamp,
          gpointer user_data)
{
  g_autoptr (VdtDbusmenu) self = g_object_ref (user_data);
  VdtMenuNode *node;

  /* No flush: the person clicked what the host showed. */
  node = vdt_menu_tree_find (self->tree, id);
  if (node == NULL)
    {
      return_unknown (invocation, id);
      return TRUE;
    }
  /* Answered first: the action may be the one that quits. */
  vdt_dbus_menu_complete_event (skeleton, invocation);
  handle_event (self, node, event);
  return TRUE;
}

static gboolean
event_group_cb (VdtDbusMenu *skeleton,
                GDBusMethodInvocation *invocation,
                GVariant *events,
                gpointer user_data)
{
  g_autoptr (VdtDbusmenu) self = g_object_ref (user_data);
  g_auto (GVariantBuilder) errors = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("ai"));
  g_autoptr (GVariant) kept = g_variant_ref (events);
  GVariantIter iter;
  const char *event;
  gint32 id, first = 0;
  gsize n_errors = 0;

  g_variant_iter_init (&iter, kept);
  while (g_variant_iter_next (&iter, "(i&svu)", &id, NULL, NULL, NULL))
    if (vdt_menu_tree_find (self->tree, id) == NULL)
      {
        first = n_errors++ == 0 ? id : first;
        g_variant_builder_add (&errors, "i", id);
      }
  if (n_errors > 0 && n_errors == g_variant_n_children (kept))
    {
      return_unknown (invocation, first);
      return TRUE;
    }
  vdt_dbus_menu_complete_event_group (skeleton, invocation, g_variant_builder_end (&errors));

  g_variant_iter_init (&iter, kept);
  while (g_variant_iter_next (&iter, "(i&svu)", &id, &event, NULL, NULL))
    {
      VdtMenuNode *node = vdt_menu_tree_find (self->tree, id);

      if (node != NULL)
        handle_event (self, node, event);
    }
  return TRUE;
}

/* Lets the application bring the menu up to date, and says what that changed. @diff is to be
 * cleared if the answer is TRUE. */
static gboolean
prepare_to_show (VdtDbusmenu *self, gboolean root, VdtMenuDiff *diff)
{
  if (root)
    g_signal_emit (self, signals[SIGNAL_ABOUT_TO_SHOW], 0);
  if (self->sync_source == 0)
    return FALSE;
  sync_now (self, diff);
  return TRUE;
}

static gboolean
about_to_show_cb (VdtDbusMenu *skeleton,
                  GDBusMethodInvocation *invocation,
                  gint32 id,
                  gpointer user_data)
{
  g_autoptr (VdtDbusmenu) self = g_object_ref (user_data);
  gboolean needed = FALSE;
  VdtMenuDiff diff;

  if (vdt_menu_tree_find (self->tree, id) == NULL)
    {
      return_unknown (invocation, id);
      return TRUE;
    }
  if (prepare_to_show (self, id == 0, &diff))
    {
      const VdtMenuNode *node = vdt_menu_tree_find (self->tree, id);

      needed = node != NULL && vdt_menu_diff_is_below (&diff, node);
      vdt_menu_diff_clear (&diff);
    }
  vdt_dbus_menu_complete_about_to_show (skeleton, invocation, needed);
  return TRUE;
}

static gboolean
about_to_show_group_cb (VdtDbusMenu *skeleton,
                        GDBusMethodInvocation *invocation,
                        GVariant *ids,
                        gpointer user_data)
{
  g_autoptr (VdtDbusmenu) self = g_object_ref (user_data);
  g_auto (GVariantBuilder) updates = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("ai"));
  g_auto (GVariantBuilder) errors = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("ai"));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  VdtMenuDiff diff;
  gsize n_ids = 0;
  const gint32 *wanted = g_variant_get_fixed_array (ids, &n_ids, sizeof (gint32));

  for (gsize i = 0; i < n_ids; i++)
    {
      if (vdt_menu_tree_find (self->tree, wanted[i]) != NULL)
        g_hash_table_add (known, GINT_TO_POINTER (wanted[i]));
      else
        g_variant_builder_add (&errors, "i", wanted[i]);
    }
  if (n_ids > 0 && g_hash_table_size (known) == 0)
    {
      return_unknown (invocation, wanted[0]);
      return TRUE;
    }
  if (prepare_to_show (self, g_hash_table_contains (known, GINT_TO_POINTER (0)), &diff))
    {
      GHashTableIter iter;
      gpointer id;

      g_hash_table_iter_init (&iter, known);
      while (g_hash_table_iter_next (&iter, &id, NULL))
        {
          const VdtMenuNode *node = vdt_menu_tree_find (self->tree, GPOINTER_TO_INT (id));

          if (node != NULL && vdt_menu_diff_is_below (&diff, node))
            g_variant_builder_add (&updates, "i", GPOINTER_TO_INT (id));
        }
      vdt_menu_diff_clear (&diff);
    }
  vdt_dbus_menu_complete_about_to_show_group (skeleton, invocation,
                                              g_variant_builder_end (&updates),
                                              g_variant_builder_end (&errors));
  return TRUE;
}

/* What an answer that is being made still needs stays until finalize: a handler may well have
 * dropped the last reference of its owner. */
static void
vdt_dbusmenu_dispose (GObject *object)
{
  vdt_dbusmenu_unexport (VDT_DBUSMENU (object));
  G_OBJECT_CLASS (vdt_dbusmenu_parent_class)->dispose (object);
}

static void
vdt_dbusmenu_finalize (GObject *object)
{
  VdtDbusmenu *self = VDT_DBUSMENU (object);

  g_clear_handle_id (&self->sync_source, g_source_remove);
  g_hash_table_foreach (self->watched, unwatch, NULL);
  g_hash_table_unref (self->watched);
  g_hash_table_unref (self->open);
  g_signal_handlers_disconnect_by_data (self->skeleton, self);
  g_signal_handlers_disconnect_by_data (self->actions, self);
  g_object_unref (self->skeleton);
  g_clear_pointer (&self->tree, vdt_menu_tree_free);
  g_object_unref (self->actions);
  G_OBJECT_CLASS (vdt_dbusmenu_parent_class)->finalize (object);
}

static void
vdt_dbusmenu_class_init (VdtDbusmenuClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = vdt_dbusmenu_dispose;
  object_class->finalize = vdt_dbusmenu_finalize;

  signals[SIGNAL_ABOUT_TO_SHOW] =
    g_signal_new ("about-to-show", VDT_TYPE_DBUSMENU, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
}

static void
vdt_dbusmenu_init (VdtDbusmenu *self)
{
  const char *const no_paths[] = { NULL };
  static const struct
  {
    const char *signal;
    GCallback callback;
  } handlers[] = {
    { "handle-get-layout", G_CALLBACK (get_layout_cb) },
    { "handle-get-group-properties", G_CALLBACK (get_group_properties_cb) },
    { "handle-get-property", G_CALLBACK (get_property_cb) },
    { "handle-event", G_CALLBACK (event_cb) },
    { "handle-event-group", G_CALLBACK (event_group_cb) },
    { "handle-about-to-show", G_CALLBACK (about_to_show_cb) },
    { "handle-about-to-show-group", G_CALLBACK (about_to_show_group_cb) },
  };

  self->revision = 1;
  self->watched = g_hash_table_new (NULL, NULL);
  self->open = g_hash_table_new (NULL, NULL);
  self->actions = vdt_action_map_new ();
  g_signal_connect (self->actions, "changed", G_CALLBACK (action_changed_cb), self);
  self->skeleton = vdt_dbus_menu_skeleton_new ();
  vdt_dbus_menu_set_version (self->skeleton, PROTOCOL_VERSION);
  vdt_dbus_menu_set_text_direction (self->skeleton, "ltr");
  vdt_dbus_menu_set_status (self->skeleton, "normal");
  vdt_dbus_menu_set_icon_theme_path (self->skeleton, no_paths);
  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect (self->skeleton, handlers[i].signal, handlers[i].callback, self);
}

/**
 * vdt_dbusmenu_new:
 * @model: the menu
 *
 * Returns: (transfer full): an exporter that no host can see yet
 */
VdtDbusmenu *
vdt_dbusmenu_new (GMenuModel *model)
{
  VdtDbusmenu *self;
  VdtMenuDiff diff;

  g_return_val_if_fail (G_IS_MENU_MODEL (model), NULL);

  self = g_object_new (VDT_TYPE_DBUSMENU, NULL);
  self->tree = vdt_menu_tree_new (model, self->actions);
  vdt_menu_tree_sync (self->tree, &diff);
  vdt_menu_diff_clear (&diff);
  watch_models (self);
  return self;
}

/**
 * vdt_dbusmenu_insert_action_group:
 * @self: an exporter
 * @prefix: what the names of its actions begin with in the menu, without the dot
 * @group: (nullable): the actions, or `NULL` to take them out
 */
void
vdt_dbusmenu_insert_action_group (VdtDbusmenu *self, const char *prefix, GActionGroup *group)
{
  g_return_if_fail (VDT_IS_DBUSMENU (self));

  vdt_action_map_insert (self->actions, prefix, group);
}

/**
 * vdt_dbusmenu_export:
 * @self: an exporter that is not exported
 * @connection: the session bus
 * @object_path: where
 * @error: return location for an error
 *
 * Returns: whether the menu can be seen now; fails with `G_IO_ERROR` where something else is
 *   exported there
 */
gboolean
vdt_dbusmenu_export (VdtDbusmenu *self,
                     GDBusConnection *connection,
                     const char *object_path,
                     GError **error)
{
  g_return_val_if_fail (VDT_IS_DBUSMENU (self), FALSE);
  g_return_val_if_fail (G_IS_DBUS_CONNECTION (connection), FALSE);

  flush (self);
  return g_dbus_interface_skeleton_export (G_DBUS_INTERFACE_SKELETON (self->skeleton), connection,
                                           object_path, error);
}

/**
 * vdt_dbusmenu_unexport:
 * @self: an exporter
 *
 * Takes the menu off the bus; does nothing if it is not on it.
 */
void
vdt_dbusmenu_unexport (VdtDbusmenu *self)
{
  g_return_if_fail (VDT_IS_DBUSMENU (self));

  if (g_dbus_interface_skeleton_get_connection (G_DBUS_INTERFACE_SKELETON (self->skeleton)) != NULL)
    g_dbus_interface_skeleton_unexport (G_DBUS_INTERFACE_SKELETON (self->skeleton));
}

/**
 * vdt_dbusmenu_set_notice:
 * @self: an exporter
 * @notice: whether something in the menu wants attention
 */
void
vdt_dbusmenu_set_notice (VdtDbusmenu *self, gboolean notice)
{
  g_return_if_fail (VDT_IS_DBUSMENU (self));

  vdt_dbus_menu_set_status (self->skeleton, notice ? "notice" : "normal");
}

/**
 * vdt_dbusmenu_set_right_to_left:
 * @self: an exporter
 * @right_to_left: the direction of the language of the menu
 */
void
vdt_dbusmenu_set_right_to_left (VdtDbusmenu *self, gboolean right_to_left)
{
  g_return_if_fail (VDT_IS_DBUSMENU (self));

  vdt_dbus_menu_set_text_direction (self->skeleton, right_to_left ? "rtl" : "ltr");
}

/**
 * vdt_dbusmenu_is_open:
 * @self: an exporter
 *
 * Returns: whether a host said that it shows the menu; not all hosts do
 */
gboolean
vdt_dbusmenu_is_open (VdtDbusmenu *self)
{
  g_return_val_if_fail (VDT_IS_DBUSMENU (self), FALSE);

  return g_hash_table_size (self->open) > 0;
}

/**
 * vdt_dbusmenu_get_revision:
 * @self: an exporter
 *
 * Returns: a number that grows with every change of the layout, and with no other change
 */
guint
vdt_dbusmenu_get_revision (VdtDbusmenu *self)
{
  g_return_val_if_fail (VDT_IS_DBUSMENU (self), 0);

  return self->revision;
}
