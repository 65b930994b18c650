/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-session.h"

#include "vdt-macros.h"

struct _VdtSession
{
  GObject parent_instance;

  VdtSessionInfo *info;
  GListStore *children;
};

typedef enum
{
  PROP_INFO = 1,
  PROP_ID,
  N_PROPS,
} VdtSessionProps;

static GParamSpec *properties[N_PROPS];

G_DEFINE_BOXED_TYPE (VdtSessionInfo, vdt_session_info, vdt_session_info_ref, vdt_session_info_unref)
G_DEFINE_FINAL_TYPE (VdtSession, vdt_session, G_TYPE_OBJECT)

/**
 * vdt_session_info_new:
 *
 * Returns: (transfer full): an info in which everything is unknown; fill it, then hand it over
 */
VdtSessionInfo *
vdt_session_info_new (void)
{
  VdtSessionInfo *info = g_atomic_rc_box_new0 (VdtSessionInfo);

  info->fast = -1;
  info->state_since = VDT_TIME_UNKNOWN;
  info->created_at = VDT_TIME_UNKNOWN;
  info->last_event_at = VDT_TIME_UNKNOWN;
  info->context.state = VDT_CONTEXT_UNKNOWN;
  info->context.used_tokens = VDT_COUNT_UNKNOWN;
  info->context.window_tokens = VDT_COUNT_UNKNOWN;
  info->context.window_origin = VDT_WINDOW_UNKNOWN;
  info->context.as_of = VDT_TIME_UNKNOWN;
  info->tokens.uncached_input = VDT_COUNT_UNKNOWN;
  info->tokens.cache_read = VDT_COUNT_UNKNOWN;
  info->tokens.cache_creation = VDT_COUNT_UNKNOWN;
  info->tokens.output = VDT_COUNT_UNKNOWN;
  info->tokens.reasoning = VDT_COUNT_UNKNOWN;
  info->tokens.total = VDT_COUNT_UNKNOWN;
  return info;
}

/**
 * vdt_session_info_ref:
 * @info: an info
 *
 * Any thread.
 *
 * Returns: (transfer full): @info
 */
VdtSessionInfo *
vdt_session_info_ref (VdtSessionInfo *info)
{
  return g_atomic_rc_box_acquire (info);
}

static void
session_info_clear (gpointer data)
{
  VdtSessionInfo *info = data;

  g_free (info->id);
  g_free (info->goal);
  g_free (info->next_action);
  g_strfreev (info->blockers);
  g_free (info->current_task);
  g_free (info->native_id);
  g_free (info->home_id);
  g_free (info->title);
  g_free (info->project);
  g_free (info->host);
  g_free (info->model);
  g_free (info->effort);
  g_free (info->provider);
  g_free (info->parent_id);
  g_free (info->parent_native_id);
  g_free (info->forked_from);
  g_clear_pointer (&info->points, g_array_unref);
}

/**
 * vdt_session_info_unref:
 * @info: (transfer full): an info
 *
 * Any thread.
 */
void
vdt_session_info_unref (VdtSessionInfo *info)
{
  g_atomic_rc_box_release_full (info, session_info_clear);
}

/**
 * vdt_session_info_waits:
 * @info: an info
 *
 * Returns: whether the session waits for the person: no sub-agent does, and none whose log its
 *   owner deleted
 */
gboolean
vdt_session_info_waits (const VdtSessionInfo *info)
{
  return !info->is_subagent && !info->source_deleted && info->lifecycle == VDT_LIFECYCLE_WAITING;
}

/**
 * vdt_session_info_dup_wait_key:
 * @info: of a session that waits
 *
 * Whoever reads the same log makes the same key. Where nobody says since when it waits, the log
 * does not grow while it does.
 *
 * Returns: (transfer full): what tells this wait of the session from the next
 */
char *
vdt_session_info_dup_wait_key (const VdtSessionInfo *info)
{
  if (vdt_time_known (info->state_since))
    return g_strdup_printf ("%d:%" G_GINT64_FORMAT, info->waiting_for, info->state_since);
  return g_strdup_printf ("%d:?%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, info->waiting_for,
                          info->last_event_at, info->n_snapshots);
}

static void
vdt_session_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  VdtSession *self = VDT_SESSION (object);

  switch ((VdtSessionProps) prop_id)
    {
    case PROP_INFO:
      g_value_set_boxed (value, self->info);
      break;
    case PROP_ID:
      g_value_set_string (value, self->info->id);
      break;
    case N_PROPS:
      g_assert_not_reached ();
    }
}

static void
vdt_session_finalize (GObject *object)
{
  VdtSession *self = VDT_SESSION (object);

  g_clear_object (&self->children);
  g_clear_pointer (&self->info, vdt_session_info_unref);

  G_OBJECT_CLASS (vdt_session_parent_class)->finalize (object);
}

static void
vdt_session_class_init (VdtSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = vdt_session_get_property;
  object_class->finalize = vdt_session_finalize;

  properties[PROP_INFO] = g_param_spec_boxed ("info", NULL, NULL, VDT_TYPE_SESSION_INFO,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_ID] =
    g_param_spec_string ("id", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
vdt_session_init (VdtSession *self)
{
  self->children = g_list_store_new (VDT_TYPE_SESSION);
}

/**
 * vdt_session_new:
 * @info: (transfer full): what is known of it; its `id` never changes afterwards
 *
 * Returns: (transfer full): the session
 */
VdtSession *
vdt_session_new (VdtSessionInfo *info)
{
  VdtSession *self = NULL;

  g_return_val_if_fail (info != NULL, NULL);

  self = g_object_new (VDT_TYPE_SESSION, NULL);
  self->info = info;
  return self;
}

/**
 * vdt_session_get_info:
 * @self: a session
 *
 * Returns: (transfer none): what is known of it now; valid until the next `notify::info`
 */
const VdtSessionInfo *
vdt_session_get_info (VdtSession *self)
{
  g_return_val_if_fail (VDT_IS_SESSION (self), NULL);

  return self->info;
}

/**
 * vdt_session_set_info:
 * @self: a session
 * @info: (transfer full): what is known of it now
 *
 * Replaces the info as a whole and notifies.
 */
void
vdt_session_set_info (VdtSession *self, VdtSessionInfo *info)
{
  g_return_if_fail (VDT_IS_SESSION (self));
  g_return_if_fail (info != NULL);

  if (info == self->info)
    {
      vdt_session_info_unref (info);
      return;
    }
  vdt_session_info_unref (self->info);
  self->info = info;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_INFO]);
}

/**
 * vdt_session_get_id:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): our id, 24 hex digits
 */
const char *
vdt_session_get_id (VdtSession *self)
{
  g_return_val_if_fail (VDT_IS_SESSION (self), NULL);

  return self->info->id;
}

/**
 * vdt_session_get_children:
 * @self: a session
 *
 * Returns: (transfer none): its sub-agents, a #GListModel of #VdtSession
 */
GListModel *
vdt_session_get_children (VdtSession *self)
{
  g_return_val_if_fail (VDT_IS_SESSION (self), NULL);

  return G_LIST_MODEL (self->children);
}

/**
 * vdt_session_set_children:
 * @self: a session
 * @children: (array length=n_children): its sub-agents in order
 * @n_children: how many
 *
 * Makes the list of sub-agents be @children. What is equal at both ends stays untouched,
 * so that one more child is one insertion for whoever shows the list.
 */
void
vdt_session_set_children (VdtSession *self, VdtSession *const *children, guint n_children)
{
  GListModel *model = NULL;
  guint n_old, head = 0, tail = 0;

  g_return_if_fail (VDT_IS_SESSION (self));
  g_return_if_fail (children != NULL || n_children == 0);

  model = G_LIST_MODEL (self->children);
  n_old = g_list_model_get_n_items (model);
  while (head < n_old && head < n_children)
    {
      g_autoptr (VdtSession) old = g_list_model_get_item (model, head);

      if (old != children[head])
        break;
      head++;
    }
  while (head + tail < n_old && head + tail < n_children)
    {
      g_autoptr (VdtSession) old = g_list_model_get_item (model, n_old - tail - 1);

      if (old != children[n_children - tail - 1])
        break;
      tail++;
    }
  if (head + tail == n_old && head + tail == n_children)
    return;
  g_list_store_splice (self->children, head, n_old - head - tail,
                       (gpointer *) &children[n_children > 0 ? head : 0], n_children - head - tail);
}
