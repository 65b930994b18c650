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

  if (info->lifecycle == VDT_LIFECYCLE_WAITING && !info->source_deleted)
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
      gboolean waits = vdt_session_info_waits (vdt_session_get_info (session));

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

static VdtGroupPlan *
find_plan (GPtrArray *plans, const char *key)
{
  for (guint i = 0; i < plans->len; i++)
    {
      VdtGroupPlan *plan = g_ptr_array_index (plans, i);

      if (g_str_equal (plan->key, key))
        return plan;
    }
  return NULL;
}

/* Which plan each session is in. */
static GHashTable *
places_of (GPtrArray *plans)
{
  GHashTable *places = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < plans->len; i++)
    {
      VdtGroupPlan *plan = g_ptr_array_index (plans, i);

      for (guint k = 0; k < plan->sessions->len; k++)
        g_hash_table_insert (places, g_ptr_array_index (plan->sessions, k), plan);
    }
  return places;
}

/* Makes a plan hold what stays in it, and what is new behind what comes before it. */
static gboolean
hold_plan (VdtGroupPlan *plan, GPtrArray *stays, GHashTable *placed)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
  g_autoptr (GPtrArray) merged = NULL;
  GPtrArray *held = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean differs = FALSE;

  for (guint i = 0; i < plan->sessions->len; i++)
    {
      gpointer session = g_ptr_array_index (plan->sessions, i);
      VdtGroupPlan *place = g_hash_table_lookup (placed, session);

      if (place == NULL || place == plan)
        g_ptr_array_add (wanted, session);
    }
  merged = vdt_session_order_merge (stays, wanted);
  differs = merged->len != plan->sessions->len;
  for (guint i = 0; i < merged->len; i++)
    {
      gpointer session = g_ptr_array_index (merged, i);

      differs |= i < plan->sessions->len && session != g_ptr_array_index (plan->sessions, i);
      g_ptr_array_add (held, g_object_ref (session));
    }
  g_ptr_array_unref (plan->sessions);
  plan->sessions = held;
  return differs;
}

/**
 * vdt_session_order_hold:
 * @current: (element-type VdtGroupPlan): what is shown
 * @plans: (element-type VdtGroupPlan): what should be shown; becomes what may be shown now
 *
 * For as long as nothing may move: what is shown stays in its group and place. What is new
 * comes in, what is gone goes, and who begins to wait moves to those who wait.
 *
 * Returns: whether @plans had to be changed
 */
gboolean
vdt_session_order_hold (GPtrArray *current, GPtrArray *plans)
{
  g_autoptr (GHashTable) wanted = places_of (plans);
  g_autoptr (GHashTable) placed = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) stays =
    g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) order = NULL;
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  VdtGroupPlan *waiting = g_ptr_array_index (plans, 0);
  gboolean differs = FALSE;

  for (guint i = 0; i < current->len; i++)
    {
      VdtGroupPlan *old = g_ptr_array_index (current, i);
      VdtGroupPlan *plan = find_plan (plans, old->key);
      GPtrArray *rows = g_ptr_array_new ();

      for (guint k = 0; k < old->sessions->len; k++)
        {
          gpointer session = g_ptr_array_index (old->sessions, k);
          VdtGroupPlan *place = g_hash_table_lookup (wanted, session);

          if (place != NULL && (place != waiting || plan == waiting))
            g_ptr_array_add (rows, session);
        }
      if (rows->len > 0 && plan == NULL)
        {
          plan = vdt_group_plan_new (old->key, old->title, old->host);
          g_ptr_array_add (plans, plan);
        }
      if (plan == NULL)
        {
          g_ptr_array_unref (rows);
          continue;
        }
      for (guint k = 0; k < rows->len; k++)
        g_hash_table_insert (placed, g_ptr_array_index (rows, k), plan);
      g_hash_table_insert (stays, plan, rows);
      g_ptr_array_add (shown, plan);
    }
  for (guint i = 0; i < plans->len; i++)
    {
      g_autoptr (GPtrArray) none = g_ptr_array_new ();
      GPtrArray *rows = g_hash_table_lookup (stays, g_ptr_array_index (plans, i));

      differs |= hold_plan (g_ptr_array_index (plans, i), rows != NULL ? rows : none, placed);
    }
  order = vdt_session_order_merge (shown, plans);
  for (guint i = 0; i < order->len; i++)
    {
      differs |= g_ptr_array_index (plans, i) != g_ptr_array_index (order, i);
      plans->pdata[i] = order->pdata[i];
    }
  return differs;
}
