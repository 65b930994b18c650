/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-queue-private.h"

#include <glib/gi18n-lib.h>

#include "vdt-paint.h"
#include "vdt-review-head.h"
#include "vdt-session-lists.h"
#include "vdt-session-order.h"

/* How many frames are waited for before the current row is scrolled to, and what is seen around it,
 * in pixels. */
#define REVEAL_FRAMES 2
#define REVEAL_MARGIN 6

typedef enum
{
  SIGNAL_SELECTED,
  SIGNAL_ACTIVATED,
  SIGNAL_CHANGED,
  N_SIGNALS,
} VdtReviewQueueSignals;

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtReviewQueue, vdt_review_queue, GTK_TYPE_WIDGET)

static void apply (VdtReviewQueue *self, gboolean may_move);

/* --- where rows are --------------------------------------------------------------------------- */

static gboolean
find_place (VdtReviewQueue *self, VdtReviewRow *row, guint *place)
{
  guint before = 0;

  for (guint i = 0; row != NULL && i < VDT_N_REVIEW_TIERS; i++)
    {
      if (vdt_review_group_contains (self->tiers[i], row))
        {
          *place = before + (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
          return TRUE;
        }
      before += vdt_review_group_get_n_rows (self->tiers[i]);
    }
  return FALSE;
}

static VdtReviewGroup *
group_of (VdtReviewRow *row)
{
  return (VdtReviewGroup *) gtk_widget_get_ancestor (GTK_WIDGET (row), VDT_TYPE_REVIEW_GROUP);
}

static VdtReviewRow *
current_row (VdtReviewQueue *self)
{
  return self->current != NULL ? g_hash_table_lookup (self->rows, self->current) : NULL;
}

static VdtReviewRow *
focused_row (VdtReviewQueue *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, VDT_TYPE_REVIEW_ROW) : NULL;

  return row != NULL && gtk_widget_is_ancestor (row, GTK_WIDGET (self)) ? VDT_REVIEW_ROW (row)
                                                                        : NULL;
}

/* --- selection: one over all lists ------------------------------------------------------------ */

static void
sync_selection (VdtReviewQueue *self)
{
  VdtReviewRow *row = current_row (self);

  self->syncing = TRUE;
  for (guint i = 0; i < VDT_N_REVIEW_TIERS; i++)
    {
      gboolean is_in = row != NULL && vdt_review_group_contains (self->tiers[i], row);

      vdt_review_group_select (self->tiers[i], is_in ? row : NULL);
    }
  self->syncing = FALSE;
  find_place (self, row, &self->place);
}

static void
make_current (VdtReviewQueue *self, const char *agent_id)
{
  gboolean is_other = g_strcmp0 (self->current, agent_id) != 0;

  if (is_other)
    {
      g_free (self->current);
      self->current = g_strdup (agent_id);
    }
  sync_selection (self);
  if (is_other)
    g_signal_emit (self, signals[SIGNAL_SELECTED], 0);
}

static void
row_selected_cb (VdtReviewQueue *self, GtkListBoxRow *row)
{
  if (self->syncing)
    return;
  if (row != NULL)
    make_current (self, vdt_review_row_get_id (VDT_REVIEW_ROW (row)));
  else
    sync_selection (self);
}

static void
row_activated_cb (VdtReviewQueue *self, GtkListBoxRow *row)
{
  make_current (self, vdt_review_row_get_id (VDT_REVIEW_ROW (row)));
  g_signal_emit (self, signals[SIGNAL_ACTIVATED], 0);
}

/* Arrows go on in the next list, as if all were one. */
static gboolean
keynav_failed_cb (VdtReviewQueue *self, GtkDirectionType direction)
{
  VdtReviewRow *row = focused_row (self);
  guint place = 0;

  if ((direction != GTK_DIR_UP && direction != GTK_DIR_DOWN) || !find_place (self, row, &place) ||
      (direction == GTK_DIR_UP && place == 0))
    return FALSE;
  row = vdt_review_queue_get_nth (self, direction == GTK_DIR_UP ? place - 1 : place + 1);
  if (row == NULL)
    return FALSE;
  gtk_widget_grab_focus (GTK_WIDGET (row));
  make_current (self, vdt_review_row_get_id (row));
  return TRUE;
}

/* --- keeping in step -------------------------------------------------------------------------- */

static gboolean
is_held (VdtReviewQueue *self)
{
  return self->pointers > 0 || self->focuses > 0 || self->held;
}

static gboolean
idle_cb (gpointer data)
{
  VdtReviewQueue *self = data;

  self->idle_id = 0;
  apply (self, !is_held (self));
  return G_SOURCE_REMOVE;
}

static void
queue_apply (VdtReviewQueue *self)
{
  if (self->idle_id != 0)
    return;
  self->idle_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE + 15, idle_cb, self, NULL);
  g_source_set_name_by_id (self->idle_id, "vdt-review-queue");
}

static gboolean
patience_cb (gpointer data)
{
  VdtReviewQueue *self = data;

  self->patience_id = 0;
  apply (self, TRUE);
  return G_SOURCE_REMOVE;
}

static void
released (VdtReviewQueue *self)
{
  if (self->deferred && !is_held (self))
    queue_apply (self);
}

static VdtReviewRow *
row_of (VdtReviewQueue *self, VdtReviewItem *item)
{
  const char *id = vdt_review_item_get_card (item)->session->id;
  VdtReviewRow *row = g_hash_table_lookup (self->rows, id);

  if (row != NULL)
    {
      vdt_review_row_set_item (row, item);
      return row;
    }
  row = VDT_REVIEW_ROW (g_object_ref_sink (vdt_review_row_new (item, self->presenter)));
  g_hash_table_insert (self->rows, g_strdup (id), row);
  return row;
}

/* One plan a tier. What is planned are rows, each of one session for as long as it is here. */
static GPtrArray *
empty_plans (void)
{
  GPtrArray *plans = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_group_plan_free);

  for (guint i = 0; i < VDT_N_REVIEW_TIERS; i++)
    g_ptr_array_add (plans, vdt_group_plan_new (vdt_review_tier_to_string (i), NULL, NULL));
  return plans;
}

static void
plan_row (GPtrArray *plans, guint tier, VdtReviewRow *row)
{
  VdtGroupPlan *plan = g_ptr_array_index (plans, tier);

  g_ptr_array_add (plan->sessions, g_object_ref (row));
}

static GPtrArray *
wanted_plans (VdtReviewQueue *self)
{
  GPtrArray *plans = empty_plans ();
  guint n = self->review != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->review)) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (VdtReviewItem) item = g_list_model_get_item (G_LIST_MODEL (self->review), i);

      plan_row (plans, vdt_review_item_get_card (item)->tier, row_of (self, item));
    }
  return plans;
}

static GPtrArray *
current_plans (VdtReviewQueue *self)
{
  GPtrArray *plans = empty_plans ();

  for (guint i = 0; i < VDT_N_REVIEW_TIERS; i++)
    for (guint k = 0; k < vdt_review_group_get_n_rows (self->tiers[i]); k++)
      plan_row (plans, i, vdt_review_group_get_row (self->tiers[i], k));
  return plans;
}

static gboolean
is_wanted (VdtReviewQueue *self, const char *agent_id)
{
  return self->review != NULL && vdt_review_find (self->review, agent_id) != NULL;
}

static void
remove_gone (VdtReviewQueue *self)
{
  GHashTableIter iter;
  gpointer key, value;
  VdtReviewRow *focused = focused_row (self);
  guint place = 0;
  gboolean lost_focus = FALSE;

  if (focused != NULL)
    find_place (self, focused, &place);
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      VdtReviewGroup *group = group_of (value);

      if (is_wanted (self, key))
        continue;
      lost_focus |= value == focused;
      if (group != NULL)
        vdt_review_group_remove (group, value);
      g_hash_table_iter_remove (&iter);
    }
  if (lost_focus)
    {
      guint n = vdt_review_queue_get_n_rows (self);
      VdtReviewRow *next = n > 0 ? vdt_review_queue_get_nth (self, MIN (place, n - 1)) : NULL;

      if (next != NULL)
        gtk_widget_grab_focus (GTK_WIDGET (next));
    }
}

static void
place_row (VdtReviewQueue *self, VdtReviewGroup *tier, VdtReviewRow *row, guint rank)
{
  VdtReviewGroup *group = group_of (row);
  gboolean had_focus = FALSE;

  vdt_review_row_set_rank (row, rank);
  if (group == tier)
    return;
  if (group != NULL)
    {
      had_focus = focused_row (self) == row;
      vdt_review_group_remove (group, row);
    }
  vdt_review_group_add (tier, row);
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
show_head (VdtReviewQueue *self)
{
  guint n = self->review != NULL ? vdt_review_get_n_cards (self->review) : 0;
  guint n_rows = vdt_review_queue_get_n_rows (self);

  vdt_review_head_update (VDT_REVIEW_HEAD (self->head), self->review, self->interval,
                          vdt_presenter_get_lens (self->presenter));
  gtk_widget_set_visible (self->more, n > n_rows);
  if (n > n_rows)
    {
      g_autofree char *more =
        /* Translators: below a list that shows only the first of many */
        g_strdup_printf (ngettext ("and %u more", "and %u more", n - n_rows), n - n_rows);

      gtk_label_set_label (GTK_LABEL (self->more), more);
    }
}

static void
apply (VdtReviewQueue *self, gboolean may_move)
{
  g_autoptr (GPtrArray) plans = wanted_plans (self);
  g_autoptr (GPtrArray) shown = NULL;

  g_clear_handle_id (&self->idle_id, g_source_remove);
  self->syncing = TRUE;
  remove_gone (self);
  shown = current_plans (self);
  self->deferred = !may_move && vdt_session_order_hold (shown, plans);
  for (guint i = 0; i < plans->len; i++)
    {
      VdtGroupPlan *plan = g_ptr_array_index (plans, i);
      guint index = 0;

      while (!g_str_equal (plan->key, vdt_review_tier_to_string (index)))
        index++;
      for (guint k = 0; k < plan->sessions->len; k++)
        place_row (self, self->tiers[index], g_ptr_array_index (plan->sessions, k), k);
    }
  for (guint i = 0; i < VDT_N_REVIEW_TIERS; i++)
    vdt_review_group_settle (self->tiers[i]);
  show_head (self);
  sync_selection (self);
  if (self->deferred && self->patience_id == 0)
    {
      self->patience_id = g_timeout_add (VDT_SESSION_LISTS_PATIENCE, patience_cb, self);
      g_source_set_name_by_id (self->patience_id, "vdt-review-queue-patience");
    }
  else if (!self->deferred)
    g_clear_handle_id (&self->patience_id, g_source_remove);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
pointer_enter_cb (VdtReviewQueue *self)
{
  self->pointers++;
}

static void
pointer_leave_cb (VdtReviewQueue *self)
{
  if (self->pointers > 0)
    self->pointers--;
  released (self);
}

static void
focus_enter_cb (VdtReviewQueue *self)
{
  self->focuses++;
}

static void
focus_leave_cb (VdtReviewQueue *self)
{
  if (self->focuses > 0)
    self->focuses--;
  released (self);
}

/* --- scrolling -------------------------------------------------------------------------------- */

static gboolean
reveal_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  VdtReviewQueue *self = data;
  VdtReviewRow *row = current_row (self);
  graphene_rect_t bounds;

  /* Where it is, is known once this frame was laid out. */
  if (row != NULL && self->reveal_frames++ < REVEAL_FRAMES)
    return G_SOURCE_CONTINUE;
  self->reveal_id = 0;
  if (row != NULL && gtk_widget_compute_bounds (GTK_WIDGET (row), self->body, &bounds))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (
                                 GTK_SCROLLED_WINDOW (self->scrolled)),
                               bounds.origin.y - REVEAL_MARGIN,
                               bounds.origin.y + bounds.size.height + REVEAL_MARGIN);
  return G_SOURCE_REMOVE;
}

/* Taking the focus scrolls only where it is taken anew, and by where rows were before. */
static void
reveal_current (VdtReviewQueue *self)
{
  self->reveal_frames = 0;
  if (self->reveal_id == 0)
    self->reveal_id = gtk_widget_add_tick_callback (self->scrolled, reveal_cb, self, NULL);
}

/* --- the widget ------------------------------------------------------------------------------- */

static void
vdt_review_queue_dispose (GObject *object)
{
  VdtReviewQueue *self = VDT_REVIEW_QUEUE (object);

  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_clear_handle_id (&self->patience_id, g_source_remove);
  self->syncing = TRUE;
  if (self->reveal_id != 0)
    gtk_widget_remove_tick_callback (self->scrolled, self->reveal_id);
  self->reveal_id = 0;
  g_clear_pointer (&self->head, gtk_widget_unparent);
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_pointer (&self->rows, g_hash_table_unref);
  g_clear_object (&self->review);
  g_clear_object (&self->presenter);
  g_clear_pointer (&self->current, g_free);

  G_OBJECT_CLASS (vdt_review_queue_parent_class)->dispose (object);
}

static void
vdt_review_queue_class_init (VdtReviewQueueClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_review_queue_dispose;

  signals[SIGNAL_SELECTED] = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass),
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "reviewqueue");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
add_tier (VdtReviewQueue *self, VdtReviewTier tier)
{
  GtkWidget *group = vdt_review_group_new (tier);
  GtkListBox *list = vdt_review_group_get_list (VDT_REVIEW_GROUP (group));

  self->tiers[tier] = VDT_REVIEW_GROUP (group);
  g_signal_connect_object (list, "row-selected", G_CALLBACK (row_selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "row-activated", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "keynav-failed", G_CALLBACK (keynav_failed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->groups), group);
}

static void
watch (VdtReviewQueue *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect_object (motion, "enter", G_CALLBACK (pointer_enter_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (motion, "leave", G_CALLBACK (pointer_leave_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "enter", G_CALLBACK (focus_enter_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (focus_leave_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->groups, motion);
  gtk_widget_add_controller (self->groups, focus);
}

static void
vdt_review_queue_init (VdtReviewQueue *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->head = g_object_new (VDT_TYPE_REVIEW_HEAD, NULL);
  self->body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  self->groups = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  for (guint i = 0; i < VDT_N_REVIEW_TIERS; i++)
    add_tier (self, i);
  self->more = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->more, "caption");
  gtk_widget_add_css_class (self->more, "numeric");
  gtk_widget_add_css_class (self->more, "dim-label");
  gtk_widget_add_css_class (self->body, "review-groups");
  gtk_box_append (GTK_BOX (self->body), self->groups);
  gtk_box_append (GTK_BOX (self->body), self->more);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->body);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_widget_set_parent (self->head, GTK_WIDGET (self));
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  watch (self);
  vdt_access_label (GTK_WIDGET (self), _ ("Review queue"));
}

/**
 * vdt_review_queue_set_presenter:
 * @self: a queue without rows
 * @presenter: how its cards are looked at
 *
 * Once, before anything else.
 */
void
vdt_review_queue_set_presenter (VdtReviewQueue *self, VdtPresenter *presenter)
{
  g_return_if_fail (VDT_IS_REVIEW_QUEUE (self));
  g_return_if_fail (self->presenter == NULL);

  self->presenter = g_object_ref (presenter);
  g_signal_connect_object (presenter, "changed", G_CALLBACK (show_head), self, G_CONNECT_SWAPPED);
  show_head (self);
}

/**
 * vdt_review_queue_set_review:
 * @self: a queue
 * @review: (nullable): what it shows
 */
void
vdt_review_queue_set_review (VdtReviewQueue *self, VdtReview *review)
{
  g_return_if_fail (VDT_IS_REVIEW_QUEUE (self));

  if (self->review == review)
    return;
  if (self->review != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->review, queue_apply, self);
      g_signal_handlers_disconnect_by_func (self->review, show_head, self);
    }
  g_set_object (&self->review, review);
  if (review != NULL)
    {
      g_signal_connect_object (review, "items-changed", G_CALLBACK (queue_apply), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (review, "notify", G_CALLBACK (show_head), self, G_CONNECT_SWAPPED);
    }
  apply (self, TRUE);
}

/**
 * vdt_review_queue_set_interval:
 * @self: a queue
 * @minutes: how often a digest comes; 0 for never
 */
void
vdt_review_queue_set_interval (VdtReviewQueue *self, guint minutes)
{
  g_return_if_fail (VDT_IS_REVIEW_QUEUE (self));

  self->interval = minutes;
  show_head (self);
}

/**
 * vdt_review_queue_set_single:
 * @self: a queue
 * @single: whether it is alone on screen, so that one click opens a card
 */
void
vdt_review_queue_set_single (VdtReviewQueue *self, gboolean single)
{
  g_return_if_fail (VDT_IS_REVIEW_QUEUE (self));

  for (guint i = 0; i < VDT_N_REVIEW_TIERS; i++)
    gtk_list_box_set_activate_on_single_click (vdt_review_group_get_list (self->tiers[i]), single);
}

/**
 * vdt_review_queue_get_current:
 * @self: a queue
 *
 * Returns: (transfer none) (nullable): our id of the session whose card was chosen; it may have
 *   left the queue since
 */
const char *
vdt_review_queue_get_current (VdtReviewQueue *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_QUEUE (self), NULL);

  return self->current;
}

/**
 * vdt_review_queue_set_current:
 * @self: a queue
 * @agent_id: (nullable): our id of a session
 *
 * Returns: whether it has a row, which is the current one now
 */
gboolean
vdt_review_queue_set_current (VdtReviewQueue *self, const char *agent_id)
{
  g_return_val_if_fail (VDT_IS_REVIEW_QUEUE (self), FALSE);

  if (agent_id != NULL && !g_hash_table_contains (self->rows, agent_id))
    return FALSE;
  make_current (self, agent_id);
  return TRUE;
}

/**
 * vdt_review_queue_get_neighbour:
 * @self: a queue
 * @by: 1 for the row after the current one, -1 for the one before
 *
 * Where the current row has left the queue, the one after it stands in its place.
 *
 * Returns: (transfer none) (nullable): our id of that row's session
 */
const char *
vdt_review_queue_get_neighbour (VdtReviewQueue *self, int by)
{
  VdtReviewRow *row = NULL;
  gint64 place = 0;

  g_return_val_if_fail (VDT_IS_REVIEW_QUEUE (self), NULL);

  row = current_row (self);
  if (self->current == NULL)
    place = by > 0 ? 0 : (gint64) vdt_review_queue_get_n_rows (self) - 1;
  else if (row == NULL && by > 0)
    place = self->place;
  else if (row == NULL)
    /* More may have left since. */
    place = MIN ((gint64) self->place, (gint64) vdt_review_queue_get_n_rows (self)) - 1;
  else
    place = (gint64) self->place + by;
  if (place < 0)
    return NULL;
  row = vdt_review_queue_get_nth (self, (guint) place);
  return row != NULL ? vdt_review_row_get_id (row) : NULL;
}

/**
 * vdt_review_queue_focus_current:
 * @self: a queue
 *
 * Returns: whether the current row, or else the first, has the focus now
 */
gboolean
vdt_review_queue_focus_current (VdtReviewQueue *self)
{
  VdtReviewRow *row = NULL;

  g_return_val_if_fail (VDT_IS_REVIEW_QUEUE (self), FALSE);

  row = current_row (self);
  if (row == NULL)
    row = vdt_review_queue_get_nth (self, 0);
  else
    reveal_current (self);
  return row != NULL && gtk_widget_grab_focus (GTK_WIDGET (row));
}

/**
 * vdt_review_queue_get_place:
 * @self: a queue
 * @index: (out): which row the current one is, from 0
 * @n_rows: (out): of how many
 *
 * Returns: whether there is a current row
 */
gboolean
vdt_review_queue_get_place (VdtReviewQueue *self, guint *index, guint *n_rows)
{
  g_return_val_if_fail (VDT_IS_REVIEW_QUEUE (self), FALSE);

  *n_rows = vdt_review_queue_get_n_rows (self);
  return find_place (self, current_row (self), index);
}

/**
 * vdt_review_queue_flush:
 * @self: a queue
 *
 * Does now what waits for the next turn of the main loop. What waits for pointer and focus
 * goes on waiting.
 */
void
vdt_review_queue_flush (VdtReviewQueue *self)
{
  g_return_if_fail (VDT_IS_REVIEW_QUEUE (self));

  if (self->idle_id != 0)
    apply (self, !is_held (self));
}

/**
 * vdt_review_queue_set_held:
 * @self: a queue
 * @held: whether nothing may move, as if the pointer were in it
 */
void
vdt_review_queue_set_held (VdtReviewQueue *self, gboolean held)
{
  g_return_if_fail (VDT_IS_REVIEW_QUEUE (self));

  self->held = !!held;
  released (self);
}

/**
 * vdt_review_queue_is_deferred:
 * @self: a queue
 *
 * Returns: whether a new order waits
 */
gboolean
vdt_review_queue_is_deferred (VdtReviewQueue *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_QUEUE (self), FALSE);

  return self->deferred;
}
