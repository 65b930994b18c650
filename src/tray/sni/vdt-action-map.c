/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-tray"

#include "config.h"

#include "vdt-action-map.h"

#include <string.h>

struct _VdtActionMap
{
  GObject parent_instance;

  GHashTable *groups; /* prefix → Entry */
};

typedef struct
{
  VdtActionMap *map; /* not owned: lives longer */
  char *prefix;
  GActionGroup *group;
  gulong handlers[4];
} Entry;

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtActionMap, vdt_action_map, G_TYPE_OBJECT)

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  for (guint i = 0; i < G_N_ELEMENTS (entry->handlers); i++)
    g_signal_handler_disconnect (entry->group, entry->handlers[i]);
  g_object_unref (entry->group);
  g_free (entry->prefix);
  g_free (entry);
}

static void
emit_changed (VdtActionMap *self, const char *prefix, const char *name)
{
  g_autofree char *full = *prefix == '\0' ? g_strdup (name) : g_strconcat (prefix, ".", name, NULL);

  g_signal_emit (self, signals[SIGNAL_CHANGED], 0, full);
}

static void
action_came_or_went_cb (GActionGroup *group, const char *name, gpointer user_data)
{
  Entry *entry = user_data;

  emit_changed (entry->map, entry->prefix, name);
}

static void
action_enabled_changed_cb (GActionGroup *group,
                           const char *name,
                           gboolean enabled,
                           gpointer user_data)
{
  Entry *entry = user_data;

  emit_changed (entry->map, entry->prefix, name);
}

static void
action_state_changed_cb (GActionGroup *group, const char *name, GVariant *state, gpointer user_data)
{
  Entry *entry = user_data;

  emit_changed (entry->map, entry->prefix, name);
}

static void
vdt_action_map_finalize (GObject *object)
{
  VdtActionMap *self = VDT_ACTION_MAP (object);

  g_hash_table_unref (self->groups);
  G_OBJECT_CLASS (vdt_action_map_parent_class)->finalize (object);
}

static void
vdt_action_map_class_init (VdtActionMapClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = vdt_action_map_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", VDT_TYPE_ACTION_MAP, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
vdt_action_map_init (VdtActionMap *self)
{
  self->groups = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, entry_free);
}

/**
 * vdt_action_map_new:
 *
 * Returns: (transfer full): a map without groups
 */
VdtActionMap *
vdt_action_map_new (void)
{
  return g_object_new (VDT_TYPE_ACTION_MAP, NULL);
}

/**
 * vdt_action_map_insert:
 * @self: a map
 * @prefix: what its names begin with, without the dot; `""` for names that have none
 * @group: (nullable): the actions, or `NULL` to take a group out
 *
 * Replaces the group of that prefix.
 */
void
vdt_action_map_insert (VdtActionMap *self, const char *prefix, GActionGroup *group)
{
  g_return_if_fail (VDT_IS_ACTION_MAP (self));
  g_return_if_fail (prefix != NULL && strchr (prefix, '.') == NULL);
  g_return_if_fail (group == NULL || G_IS_ACTION_GROUP (group));

  g_hash_table_remove (self->groups, prefix);
  if (group != NULL)
    {
      Entry *entry = g_new0 (Entry, 1);

      entry->map = self;
      entry->prefix = g_strdup (prefix);
      entry->group = g_object_ref (group);
      entry->handlers[0] =
        g_signal_connect (group, "action-added", G_CALLBACK (action_came_or_went_cb), entry);
      entry->handlers[1] =
        g_signal_connect (group, "action-removed", G_CALLBACK (action_came_or_went_cb), entry);
      entry->handlers[2] = g_signal_connect (group, "action-enabled-changed",
                                             G_CALLBACK (action_enabled_changed_cb), entry);
      entry->handlers[3] = g_signal_connect (group, "action-state-changed",
                                             G_CALLBACK (action_state_changed_cb), entry);
      g_hash_table_insert (self->groups, entry->prefix, entry);
    }
  emit_changed (self, prefix, "");
}

static GActionGroup *
find_group (VdtActionMap *self, const char *name, const char **action)
{
  const char *dot = strchr (name, '.');
  g_autofree char *prefix = dot != NULL ? g_strndup (name, (gsize) (dot - name)) : g_strdup ("");
  Entry *entry = g_hash_table_lookup (self->groups, prefix);

  *action = dot != NULL ? dot + 1 : name;
  return entry != NULL ? entry->group : NULL;
}

/* A target must be just what the action takes: GActionGroup treats anything else as a bug. */
static gboolean
target_fits (const GVariantType *type, GVariant *target)
{
  if (type == NULL || target == NULL)
    return type == NULL && target == NULL;
  return g_variant_is_of_type (target, type);
}

/**
 * vdt_action_map_look:
 * @self: a map
 * @name: a full action name
 * @target: (nullable): the target of the item
 *
 * Looks at an action as GTK's menus do: a boolean state without a target is a check mark, a
 * state that is compared with the target a radio mark.
 *
 * Returns: how an item looks; all zero where there is no such action
 */
VdtActionLook
vdt_action_map_look (VdtActionMap *self, const char *name, GVariant *target)
{
  VdtActionLook look = { 0 };
  const GVariantType *type = NULL;
  g_autoptr (GVariant) state = NULL;
  const char *action;
  GActionGroup *group = find_group (self, name, &action);

  if (group == NULL ||
      !g_action_group_query_action (group, action, &look.enabled, &type, NULL, NULL, &state))
    return (VdtActionLook){ 0 };

  look.exists = TRUE;
  look.enabled = look.enabled && target_fits (type, target);
  if (state == NULL)
    return look;
  if (target != NULL && g_variant_is_of_type (state, g_variant_get_type (target)))
    {
      look.toggle = "radio";
      look.on = g_variant_equal (state, target);
    }
  else if (target == NULL && g_variant_is_of_type (state, G_VARIANT_TYPE_BOOLEAN))
    {
      look.toggle = "checkmark";
      look.on = g_variant_get_boolean (state);
    }
  return look;
}

/**
 * vdt_action_map_activate:
 * @self: a map
 * @name: a full action name
 * @target: (nullable): its parameter
 *
 * Activates an action if it exists, is enabled and takes @target.
 *
 * Returns: whether it was activated
 */
gboolean
vdt_action_map_activate (VdtActionMap *self, const char *name, GVariant *target)
{
  const char *action;
  GActionGroup *group;

  if (!vdt_action_map_look (self, name, target).enabled)
    return FALSE;
  group = find_group (self, name, &action);
  g_action_group_activate_action (group, action, target);
  return TRUE;
}
