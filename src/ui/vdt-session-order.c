/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-session-order.h"

#include <string.h>

#include "vdt-format.h"

/**
 * vdt_group_plan_new:
 * @key: tells groups apart
 * @title: (nullable): the project
 * @host: (nullable): where it is, `NULL` for this computer
 *
 * Returns: (transfer full): an empty group
 */
VdtGroupPlan *
vdt_group_plan_new (const char *key, const char *title, const char *host)
{
  VdtGroupPlan *plan = g_new0 (VdtGroupPlan, 1);

  plan->key = g_strdup (key);
  plan->title = g_strdup (title);
  plan->host = g_strdup (host);
  plan->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  return plan;
}

/**
 * vdt_group_plan_free:
 * @plan: (nullable): a group
 */
void
vdt_group_plan_free (VdtGroupPlan *plan)
{
  if (plan == NULL)
    return;
  g_free (plan->key);
  g_free (plan->title);
  g_free (plan->host);
  g_ptr_array_unref (plan->sessions);
  g_free (plan);
}

static gboolean
contains (const char *text, const char *folded)
{
  g_autofree char *folded_text = NULL;

  if (text == NULL)
    return FALSE;
  folded_text = g_utf8_casefold (text, -1);
  return strstr (folded_text, folded) != NULL;
}

/**
 * vdt_session_order_matches:
 * @session: a session
 * @search: (nullable): words that must all be in its title, project, host, model or runtime
 *
 * Returns: whether it is to be shown
 */
gboolean
vdt_session_order_matches (VdtSession *session, const char *search)
{
  const VdtSessionInfo *info = vdt_session_get_info (session);
  g_autofree char *folded = NULL;
  g_autofree char *model = NULL;
  g_auto (GStrv) words = NULL;

  if (search == NULL || *search == '\0')
    return TRUE;
  folded = g_utf8_casefold (search, -1);
  model = vdt_format_model (info->model);
  words = g_strsplit_set (folded, " \t\n", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0' && !contains (info->title, words[i]) &&
        !contains (info->project, words[i]) && !contains (info->host, words[i]) &&
        !contains (info->model, words[i]) && !contains (model, words[i]) &&
        !contains (vdt_format_runtime (info->runtime), words[i]))
      return FALSE;
  return TRUE;
}

static int
compare_waits (gconstpointer a, gconstpointer b)
{
  const VdtSessionInfo *first = vdt_session_get_info (*(VdtSession *const *) a);
  const VdtSessionInfo *second = vdt_session_get_info (*(VdtSession *const *) b);
  VdtTime one = first->state_since;
  VdtTime two = second->state_since;

  /* The longest wait first; one whose beginning is unknown cannot claim to be long. */
  if (!vdt_time_known (one) || !vdt_time_known (two))
    return vdt_time_known (two) - vdt_time_known (one);
  if (one != two)
    return one < two ? -1 : 1;
  return g_strcmp0 (first->id, second->id);
}

static VdtGroupPlan *
group_of (GPtrArray *groups, GHashTable *by_key, VdtSession *session)
{
  const VdtSessionInfo *info = vdt_session_get_info (session);
  g_autofree char *key = NULL;
  VdtGroupPlan *group = NULL;

  if (info->lifecycle == VDT_LIFECYCLE_WAITING)
    return g_ptr_array_index (groups, 0);
  key = g_strdup_printf ("project\n%s\n%s", info->project != NULL ? info->project : "",
                         info->host != NULL ? info->host : "");
  group = g_hash_table_lookup (by_key, key);
  if (group == NULL)
    {
      group = vdt_group_plan_new (key, info->project, info->host);
      g_ptr_array_add (groups, group);
      g_hash_table_insert (by_key, group->key, group);
    }
  return group;
}

/**
 * vdt_session_order_plan:
 * @sessions: a #GListModel of #VdtSession, newest first
 * @search: (nullable): see [func@vdt_session_order_matches]
 * @limit: how many to show at most; who waits is always shown
 * @n_hidden: (out): how many more there are
 *
 * Groups sessions: first those who wait, longest first, then by project and host, the group with
 * the newest event first.
 *
 * Returns: (transfer full) (element-type VdtGroupPlan): the groups; the first is that of those who
 *   wait, and may be empty
 */
GPtrArray *
vdt_session_order_plan (GListModel *sessions, const char *search, guint limit, guint *n_hidden)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_group_plan_free);
  g_autoptr (GHashTable) by_key = g_hash_table_new (g_str_hash, g_str_equal);
  VdtGroupPlan *waiting = vdt_group_plan_new (VDT_GROUP_WAITING, NULL, NULL);
  guint n = sessions != NULL ? g_list_model_get_n_items (sessions) : 0;
  guint shown = 0, hidden = 0;

  g_ptr_array_add (groups, waiting);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (VdtSession) session = g_list_model_get_item (sessions, i);
      gboolean waits = vdt_session_get_info (session)->lifecycle == VDT_LIFECYCLE_WAITING;

      if (!vdt_session_order_matches (session, search))
        continue;
      if (shown >= limit && !waits)
        {
          hidden++;
          continue;
        }
      shown++;
      g_ptr_array_add (group_of (groups, by_key, session)->sessions, g_object_ref (session));
    }
  g_ptr_array_sort (waiting->sessions, compare_waits);
  if (n_hidden != NULL)
    *n_hidden = hidden;
  return groups;
}

/**
 * vdt_session_order_merge:
 * @current: what is shown, in its order; all of it stays
 * @desired: what should be shown, in the right order
 *
 * Puts what is new behind what comes before it in @desired, and moves nothing else.
 *
 * Returns: (transfer container): the order for as long as nothing may move
 */
GPtrArray *
vdt_session_order_merge (GPtrArray *current, GPtrArray *desired)
{
  GPtrArray *merged = g_ptr_array_sized_new (current->len + desired->len);
  guint at = 0;

  for (guint i = 0; i < current->len; i++)
    g_ptr_array_add (merged, g_ptr_array_index (current, i));
  for (guint i = 0; i < desired->len; i++)
    {
      gpointer item = g_ptr_array_index (desired, i);
      guint found;

      if (g_ptr_array_find (merged, item, &found))
        {
          at = found + 1;
          continue;
        }
      g_ptr_array_insert (merged, (int) at, item);
      at++;
    }
  return merged;
}
