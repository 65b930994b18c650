/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-session-lists.h"

#include <glib/gi18n-lib.h>

#include "vdt-session-order.h"

struct _VdtSessionLists
{
  GObject parent_instance;

  GtkWidget *waiting;
  GtkWidget *projects;
  GtkWidget *groups_box;
  GtkWidget *more;

  VdtPresenter *presenter;
  GListModel *sessions;
  GHashTable *tracked; /* VdtSession → itself: those whose info is watched */
  GHashTable *rows;    /* VdtSession → VdtSessionRow, borrowed */
  GPtrArray *groups;   /* of VdtSessionGroup, borrowed, in their order; first: who waits */
  char *search;
  guint limit;
  guint n_hidden;
  gboolean narrow;

  guint pointers; /* how many of the boxes the pointer is in */
  guint focuses;  /* how many of the boxes the focus is in */
  gboolean held;
  gboolean deferred;
  guint idle_id;
  guint patience_id;
};

typedef enum
{
  SIGNAL_SESSION_ACTIVATED,
  SIGNAL_CHANGED,
  N_SIGNALS,
} VdtSessionListsSignals;

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtSessionLists, vdt_session_lists, G_TYPE_OBJECT)

static void apply (VdtSessionLists *self, gboolean may_move);

static gboolean
is_held (VdtSessionLists *self)
{
  return self->pointers > 0 || self->focuses > 0 || self->held;
}

static gboolean
idle_cb (gpointer data)
{
  VdtSessionLists *self = data;

  self->idle_id = 0;
  apply (self, !is_held (self));
  return G_SOURCE_REMOVE;
}

static void
queue_apply (VdtSessionLists *self)
{
  if (self->idle_id != 0)
    return;
  /* Before the next frame, after everything that changed together. */
  self->idle_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE + 15, idle_cb, self, NULL);
  g_source_set_name_by_id (self->idle_id, "vdt-session-lists");
}

static gboolean
patience_cb (gpointer data)
{
  VdtSessionLists *self = data;

  self->patience_id = 0;
  apply (self, TRUE);
  return G_SOURCE_REMOVE;
}

static void
released (VdtSessionLists *self)
{
  if (self->deferred && !is_held (self))
    queue_apply (self);
}

static VdtSessionGroup *
find_group (VdtSessionLists *self, const char *key)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      VdtSessionGroup *group = g_ptr_array_index (self->groups, i);

      if (g_str_equal (vdt_session_group_get_key (group), key))
        return group;
    }
  return NULL;
}

static VdtSessionGroup *
group_of_row (VdtSessionRow *row)
{
  return (VdtSessionGroup *) gtk_widget_get_ancestor (GTK_WIDGET (row), VDT_TYPE_SESSION_GROUP);
}

static void
activated_cb (VdtSessionLists *self, VdtSessionRow *row)
{
  g_signal_emit (self, signals[SIGNAL_SESSION_ACTIVATED], 0, row);
}

static gboolean
leave_cb (VdtSessionLists *self, GtkDirectionType direction, VdtSessionGroup *from)
{
  guint index;
  int step = direction == GTK_DIR_DOWN ? 1 : -1;

  if (!g_ptr_array_find (self->groups, from, &index))
    return FALSE;
  for (int i = (int) index + step; i >= 0 && i < (int) self->groups->len; i += step)
    {
      VdtSessionGroup *group = g_ptr_array_index (self->groups, i);
      guint n = vdt_session_group_get_n_rows (group);

      if (n > 0)
        return gtk_widget_grab_focus (
          GTK_WIDGET (vdt_session_group_get_row (group, step > 0 ? 0 : n - 1)));
    }
  return FALSE;
}

static VdtSessionGroup *
add_group (VdtSessionLists *self, const char *key)
{
  GtkWidget *group = vdt_session_group_new (key);

  g_signal_connect_object (group, "row-activated", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (group, "leave", G_CALLBACK (leave_cb), self, G_CONNECT_SWAPPED);
  if (g_str_equal (key, VDT_GROUP_WAITING))
    gtk_box_append (GTK_BOX (self->waiting), group);
  else
    gtk_box_append (GTK_BOX (self->groups_box), group);
  return VDT_SESSION_GROUP (group);
}

static void
set_heading (VdtSessionGroup *group, const VdtGroupPlan *plan)
{
  g_autofree char *description = NULL;

  if (g_str_equal (plan->key, VDT_GROUP_WAITING))
    {
      description = vdt_format_integer (plan->sessions->len);
      vdt_session_group_set_heading (group, _ ("Waiting for You"), description);
      return;
    }
  if (plan->host != NULL)
    /* Translators: a computer reached over SSH */
    description = g_strdup_printf (_ ("%s (SSH)"), plan->host);
  vdt_session_group_set_heading (group, plan->title != NULL ? plan->title : _ ("No Project"),
                                 description != NULL ? description : _ ("This computer"));
}

/* What is shown now, in the form of plans. */
static GPtrArray *
current_plans (VdtSessionLists *self)
{
  GPtrArray *plans = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_group_plan_free);

  for (guint i = 0; i < self->groups->len; i++)
    {
      VdtSessionGroup *group = g_ptr_array_index (self->groups, i);
      VdtGroupPlan *plan = vdt_group_plan_new (vdt_session_group_get_key (group),
                                               vdt_session_group_get_title (group), NULL);

      for (guint k = 0; k < vdt_session_group_get_n_rows (group); k++)
        {
          VdtSession *session = vdt_session_row_get_session (vdt_session_group_get_row (group, k));

          g_ptr_array_add (plan->sessions, g_object_ref (session));
          if (k == 0)
            plan->host = g_strdup (vdt_session_get_info (session)->host);
        }
      g_ptr_array_add (plans, plan);
    }
  return plans;
}

/* Changes the plans so that what is shown stays where it is; says whether that cost anything. */
static gboolean
hold_still (VdtSessionLists *self, GPtrArray *plans)
{
  g_autoptr (GPtrArray) current = current_plans (self);

  return vdt_session_order_hold (current, plans);
}

static void
remove_row (VdtSessionLists *self, VdtSessionRow *row)
{
  VdtSessionGroup *group = group_of_row (row);
  gboolean had_focus = gtk_widget_get_focus_child (GTK_WIDGET (group)) != NULL &&
                       vdt_session_lists_get_focused (self) == row;
  int index = gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  VdtSessionRow *next = NULL;

  g_hash_table_remove (self->rows, vdt_session_row_get_session (row));
  vdt_session_group_remove (group, row);
  if (!had_focus)
    return;
  next = vdt_session_group_get_row (group, index);
  if (next == NULL && index > 0)
    next = vdt_session_group_get_row (group, index - 1);
  if (next != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (next));
}

static void
remove_unplanned (VdtSessionLists *self, GPtrArray *plans)
{
  g_autoptr (GHashTable) planned = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) gone = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer session, row;

  for (guint i = 0; i < plans->len; i++)
    {
      VdtGroupPlan *plan = g_ptr_array_index (plans, i);

      for (guint k = 0; k < plan->sessions->len; k++)
        g_hash_table_add (planned, g_ptr_array_index (plan->sessions, k));
    }
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &session, &row))
    if (!g_hash_table_contains (planned, session))
      g_ptr_array_add (gone, row);
  for (guint i = 0; i < gone->len; i++)
    remove_row (self, g_ptr_array_index (gone, i));
}

static void
place_row (VdtSessionLists *self, VdtSessionGroup *group, VdtSession *session, guint rank)
{
  VdtSessionRow *row = g_hash_table_lookup (self->rows, session);
  gboolean is_waiting = g_str_equal (vdt_session_group_get_key (group), VDT_GROUP_WAITING);
  gboolean had_focus = FALSE;

  if (row == NULL)
    {
      row = VDT_SESSION_ROW (g_object_ref_sink (vdt_session_row_new (session, self->presenter)));
      vdt_session_row_set_narrow (row, self->narrow);
      g_hash_table_insert (self->rows, session, row);
    }
  else if (group_of_row (row) == group)
    {
      vdt_session_row_set_rank (row, rank);
      return;
    }
  else
    {
      had_focus = vdt_session_lists_get_focused (self) == row;
      g_object_ref (row);
      vdt_session_group_remove (group_of_row (row), row);
    }
  vdt_session_row_set_with_project (row, is_waiting);
  vdt_session_row_set_rank (row, rank);
  vdt_session_group_add (group, row);
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (row));
  g_object_unref (row);
}

static gboolean
is_sorted (VdtSessionGroup *group)
{
  for (guint i = 1; i < vdt_session_group_get_n_rows (group); i++)
    if (vdt_session_row_get_rank (vdt_session_group_get_row (group, i - 1)) >
        vdt_session_row_get_rank (vdt_session_group_get_row (group, i)))
      return FALSE;
  return TRUE;
}

static void
show_plans (VdtSessionLists *self, GPtrArray *plans)
{
  GPtrArray *groups = g_ptr_array_new ();
  GtkWidget *before = NULL;

  remove_unplanned (self, plans);
  for (guint i = 0; i < plans->len; i++)
    {
      VdtGroupPlan *plan = g_ptr_array_index (plans, i);
      VdtSessionGroup *group = find_group (self, plan->key);
      gboolean is_waiting = g_str_equal (plan->key, VDT_GROUP_WAITING);

      if (plan->sessions->len == 0 && !is_waiting)
        continue;
      if (group == NULL)
        group = add_group (self, plan->key);
      set_heading (group, plan);
      for (guint k = 0; k < plan->sessions->len; k++)
        place_row (self, group, g_ptr_array_index (plan->sessions, k), k);
      if (!is_sorted (group))
        vdt_session_group_sort (group);
      if (!is_waiting)
        {
          if (gtk_widget_get_prev_sibling (GTK_WIDGET (group)) != before)
            gtk_box_reorder_child_after (GTK_BOX (self->groups_box), GTK_WIDGET (group), before);
          before = GTK_WIDGET (group);
        }
      g_ptr_array_add (groups, group);
    }
  for (guint i = 0; i < self->groups->len; i++)
    if (!g_ptr_array_find (groups, g_ptr_array_index (self->groups, i), NULL))
      gtk_box_remove (GTK_BOX (self->groups_box), g_ptr_array_index (self->groups, i));
  g_ptr_array_unref (self->groups);
  self->groups = groups;
  gtk_widget_set_visible (self->waiting,
                          ((VdtGroupPlan *) g_ptr_array_index (plans, 0))->sessions->len > 0);
}

static void
show_more_button (VdtSessionLists *self)
{
  g_autofree char *label = NULL;

  gtk_widget_set_visible (self->more, self->n_hidden > 0);
  if (self->n_hidden == 0)
    return;
  /* Translators: a button; %u is how many sessions are not shown yet */
  label = g_strdup_printf (_ ("Show More (%u)"), self->n_hidden);
  gtk_button_set_label (GTK_BUTTON (self->more), label);
}

static void
apply (VdtSessionLists *self, gboolean may_move)
{
  g_autoptr (GPtrArray) plans =
    vdt_session_order_plan (self->sessions, self->search, self->limit, &self->n_hidden);

  self->deferred = !may_move && hold_still (self, plans);
  show_plans (self, plans);
  show_more_button (self);
  if (self->deferred && self->patience_id == 0)
    {
      self->patience_id = g_timeout_add (VDT_SESSION_LISTS_PATIENCE, patience_cb, self);
      g_source_set_name_by_id (self->patience_id, "vdt-session-lists-patience");
    }
  else if (!self->deferred)
    g_clear_handle_id (&self->patience_id, g_source_remove);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
info_changed_cb (VdtSessionLists *self)
{
  queue_apply (self);
}

static void
untrack (VdtSessionLists *self)
{
  GHashTableIter iter;
  gpointer session;

  g_hash_table_iter_init (&iter, self->tracked);
  while (g_hash_table_iter_next (&iter, &session, NULL))
    g_signal_handlers_disconnect_by_func (session, info_changed_cb, self);
  g_hash_table_remove_all (self->tracked);
}

static void
items_changed_cb (VdtSessionLists *self, guint position, guint removed, guint added)
{
  g_autoptr (GHashTable) present = NULL;
  GHashTableIter iter;
  gpointer key;

  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (VdtSession) session = g_list_model_get_item (self->sessions, i);

      if (g_hash_table_contains (self->tracked, session))
        continue;
      g_signal_connect_object (session, "notify::info", G_CALLBACK (info_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_hash_table_add (self->tracked, g_object_ref (session));
    }
  if (removed > 0)
    {
      guint n = g_list_model_get_n_items (self->sessions);

      present = g_hash_table_new (NULL, NULL);
      for (guint i = 0; i < n; i++)
        {
          g_autoptr (VdtSession) session = g_list_model_get_item (self->sessions, i);

          g_hash_table_add (present, session);
        }
      g_hash_table_iter_init (&iter, self->tracked);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        if (!g_hash_table_contains (present, key))
          {
            g_signal_handlers_disconnect_by_func (key, info_changed_cb, self);
            g_hash_table_iter_remove (&iter);
          }
    }
  queue_apply (self);
}

static void
vdt_session_lists_dispose (GObject *object)
{
  VdtSessionLists *self = VDT_SESSION_LISTS (object);

  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_clear_handle_id (&self->patience_id, g_source_remove);
  if (self->tracked != NULL)
    untrack (self);
  g_clear_pointer (&self->tracked, g_hash_table_unref);
  g_clear_object (&self->sessions);
  g_clear_object (&self->presenter);
  g_clear_object (&self->waiting);
  g_clear_object (&self->projects);
  g_clear_pointer (&self->rows, g_hash_table_unref);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_clear_pointer (&self->search, g_free);

  G_OBJECT_CLASS (vdt_session_lists_parent_class)->dispose (object);
}

static void
vdt_session_lists_class_init (VdtSessionListsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = vdt_session_lists_dispose;

  signals[SIGNAL_SESSION_ACTIVATED] =
    g_signal_new ("session-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, VDT_TYPE_SESSION_ROW);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
pointer_enter_cb (VdtSessionLists *self)
{
  self->pointers++;
}

static void
pointer_leave_cb (VdtSessionLists *self)
{
  if (self->pointers > 0)
    self->pointers--;
  released (self);
}

static void
focus_enter_cb (VdtSessionLists *self)
{
  self->focuses++;
}

static void
focus_leave_cb (VdtSessionLists *self)
{
  if (self->focuses > 0)
    self->focuses--;
  released (self);
}

static void
watch (VdtSessionLists *self, GtkWidget *box)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect_object (motion, "enter", G_CALLBACK (pointer_enter_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (motion, "leave", G_CALLBACK (pointer_leave_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "enter", G_CALLBACK (focus_enter_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (focus_leave_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (box, motion);
  gtk_widget_add_controller (box, focus);
}

static void
vdt_session_lists_init (VdtSessionLists *self)
{
  self->tracked = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->rows = g_hash_table_new (NULL, NULL);
  self->groups = g_ptr_array_new ();
  self->limit = VDT_SESSION_LISTS_PAGE;
  self->waiting = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 24));
  self->projects = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 24));
  self->groups_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 24);
  self->more = gtk_button_new ();
  gtk_widget_set_halign (self->more, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->more, FALSE);
  gtk_box_append (GTK_BOX (self->projects), self->groups_box);
  gtk_box_append (GTK_BOX (self->projects), self->more);
  g_signal_connect_object (self->more, "clicked", G_CALLBACK (vdt_session_lists_show_more), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_visible (self->waiting, FALSE);
  watch (self, self->waiting);
  watch (self, self->projects);
}

/**
 * vdt_session_lists_new:
 * @presenter: how sessions are looked at
 *
 * Returns: (transfer full): two empty boxes and what keeps them in step
 */
VdtSessionLists *
vdt_session_lists_new (VdtPresenter *presenter)
{
  VdtSessionLists *self = NULL;

  g_return_val_if_fail (VDT_IS_PRESENTER (presenter), NULL);

  self = g_object_new (VDT_TYPE_SESSION_LISTS, NULL);
  self->presenter = g_object_ref (presenter);
  return self;
}

/**
 * vdt_session_lists_get_waiting:
 * @self: the lists
 *
 * Returns: (transfer none): the box of those who wait, invisible while nobody does
 */
GtkWidget *
vdt_session_lists_get_waiting (VdtSessionLists *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_LISTS (self), NULL);

  return self->waiting;
}

/**
 * vdt_session_lists_get_projects:
 * @self: the lists
 *
 * Returns: (transfer none): the box of all others, by project
 */
GtkWidget *
vdt_session_lists_get_projects (VdtSessionLists *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_LISTS (self), NULL);

  return self->projects;
}

/**
 * vdt_session_lists_set_sessions:
 * @self: the lists
 * @sessions: (nullable): a #GListModel of #VdtSession, newest first
 */
void
vdt_session_lists_set_sessions (VdtSessionLists *self, GListModel *sessions)
{
  g_return_if_fail (VDT_IS_SESSION_LISTS (self));
  g_return_if_fail (sessions == NULL || G_IS_LIST_MODEL (sessions));

  if (self->sessions == sessions)
    return;
  if (self->sessions != NULL)
    g_signal_handlers_disconnect_by_func (self->sessions, items_changed_cb, self);
  untrack (self);
  g_set_object (&self->sessions, sessions);
  if (sessions != NULL)
    {
      g_signal_connect_object (sessions, "items-changed", G_CALLBACK (items_changed_cb), self,
                               G_CONNECT_SWAPPED);
      items_changed_cb (self, 0, 0, g_list_model_get_n_items (sessions));
    }
  apply (self, TRUE);
}

/**
 * vdt_session_lists_set_search:
 * @self: the lists
 * @search: (nullable): words that must all be found
 */
void
vdt_session_lists_set_search (VdtSessionLists *self, const char *search)
{
  g_return_if_fail (VDT_IS_SESSION_LISTS (self));

  if (g_strcmp0 (self->search, search) == 0)
    return;
  g_free (self->search);
  self->search = g_strdup (search);
  apply (self, TRUE);
}

/**
 * vdt_session_lists_set_narrow:
 * @self: the lists
 * @narrow: whether rows take their narrow form
 */
void
vdt_session_lists_set_narrow (VdtSessionLists *self, gboolean narrow)
{
  GHashTableIter iter;
  gpointer row;

  g_return_if_fail (VDT_IS_SESSION_LISTS (self));

  self->narrow = !!narrow;
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    vdt_session_row_set_narrow (row, self->narrow);
}

/**
 * vdt_session_lists_get_n_rows:
 * @self: the lists
 *
 * Returns: how many sessions are shown
 */
guint
vdt_session_lists_get_n_rows (VdtSessionLists *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_LISTS (self), 0);

  return g_hash_table_size (self->rows);
}

/**
 * vdt_session_lists_get_n_hidden:
 * @self: the lists
 *
 * Returns: how many sessions wait behind *Show More*
 */
guint
vdt_session_lists_get_n_hidden (VdtSessionLists *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_LISTS (self), 0);

  return self->n_hidden;
}

/**
 * vdt_session_lists_get_n_groups:
 * @self: the lists
 *
 * Returns: how many groups there are, that of those who wait included
 */
guint
vdt_session_lists_get_n_groups (VdtSessionLists *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_LISTS (self), 0);

  return self->groups->len;
}

/**
 * vdt_session_lists_get_group:
 * @self: the lists
 * @index: below [method@VdtSessionLists.get_n_groups]; 0 is that of those who wait
 *
 * Returns: (transfer none): the group
 */
VdtSessionGroup *
vdt_session_lists_get_group (VdtSessionLists *self, guint index)
{
  g_return_val_if_fail (VDT_IS_SESSION_LISTS (self), NULL);
  g_return_val_if_fail (index < self->groups->len, NULL);

  return g_ptr_array_index (self->groups, index);
}

/**
 * vdt_session_lists_get_row:
 * @self: the lists
 * @session: a session
 *
 * Returns: (transfer none) (nullable): its row, where it is shown
 */
VdtSessionRow *
vdt_session_lists_get_row (VdtSessionLists *self, VdtSession *session)
{
  g_return_val_if_fail (VDT_IS_SESSION_LISTS (self), NULL);

  return g_hash_table_lookup (self->rows, session);
}

/**
 * vdt_session_lists_get_focused:
 * @self: the lists
 *
 * Returns: (transfer none) (nullable): the row that has the focus, or something in it
 */
VdtSessionRow *
vdt_session_lists_get_focused (VdtSessionLists *self)
{
  GtkRoot *root = NULL;
  GtkWidget *focus = NULL;
  GtkWidget *row = NULL;

  g_return_val_if_fail (VDT_IS_SESSION_LISTS (self), NULL);

  root = gtk_widget_get_root (self->projects);
  focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  row = focus != NULL ? gtk_widget_get_ancestor (focus, VDT_TYPE_SESSION_ROW) : NULL;
  if (row == NULL ||
      g_hash_table_lookup (self->rows, vdt_session_row_get_session (VDT_SESSION_ROW (row))) != row)
    return NULL;
  return VDT_SESSION_ROW (row);
}

/**
 * vdt_session_lists_show_more:
 * @self: the lists
 *
 * Shows one more page of sessions.
 */
void
vdt_session_lists_show_more (VdtSessionLists *self)
{
  g_return_if_fail (VDT_IS_SESSION_LISTS (self));

  self->limit += VDT_SESSION_LISTS_PAGE;
  apply (self, !is_held (self));
}

/**
 * vdt_session_lists_flush:
 * @self: the lists
 *
 * Does now what waits for the next turn of the main loop. What waits for pointer and focus
 * goes on waiting.
 */
void
vdt_session_lists_flush (VdtSessionLists *self)
{
  g_return_if_fail (VDT_IS_SESSION_LISTS (self));

  if (self->idle_id == 0)
    return;
  g_clear_handle_id (&self->idle_id, g_source_remove);
  apply (self, !is_held (self));
}

/**
 * vdt_session_lists_set_held:
 * @self: the lists
 * @held: whether nothing may move, as if the pointer were in the list
 *
 * For tests, and for whoever shows a menu over a row.
 */
void
vdt_session_lists_set_held (VdtSessionLists *self, gboolean held)
{
  g_return_if_fail (VDT_IS_SESSION_LISTS (self));

  self->held = !!held;
  released (self);
}

/**
 * vdt_session_lists_is_deferred:
 * @self: the lists
 *
 * Returns: whether a new order waits
 */
gboolean
vdt_session_lists_is_deferred (VdtSessionLists *self)
{
  g_return_val_if_fail (VDT_IS_SESSION_LISTS (self), FALSE);

  return self->deferred;
}
