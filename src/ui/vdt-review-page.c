/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-page-private.h"

#include <glib/gi18n-lib.h>

#include "vdt-paint.h"
#include "vdt-review-head.h"

/* Below this there is no room for the queue and a card side by side. */
#define SIDE_BY_SIDE_FROM 860.

typedef enum
{
  SIGNAL_TOAST,
  SIGNAL_HEADING_CHANGED,
  N_SIGNALS,
} VdtReviewPageSignals;

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtReviewPage, vdt_review_page, ADW_TYPE_BIN)

static gboolean
is_card_seen (VdtReviewPage *self)
{
  return self->shown != NULL && (!self->single || self->detail_open);
}

const VdtReviewCard *
vdt_review_page_latest (VdtReviewPage *self)
{
  const char *id = vdt_review_queue_get_current (self->queue);
  VdtReviewItem *item =
    id != NULL && self->review != NULL ? vdt_review_find (self->review, id) : NULL;

  return item != NULL ? vdt_review_item_get_card (item) : NULL;
}

gboolean
vdt_review_page_has_changes (const VdtReviewCard *card)
{
  return card->as_of.id != NULL && vdt_change_set_get_size (card->changes) > 0;
}

static void
enable (VdtReviewPage *self, const char *action, gboolean enabled)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), action, enabled);
}

void
vdt_review_page_update_actions (VdtReviewPage *self)
{
  const VdtReviewCard *latest = vdt_review_page_latest (self);
  gboolean seen = is_card_seen (self);
  gboolean has_pane = self->terminals != NULL && self->shown != NULL &&
                      vdt_terminals_has_pane (self->terminals, self->shown->session->id);

  enable (self, "review.done",
          seen && latest != NULL && !self->busy && vdt_review_page_has_changes (self->shown));
  enable (self, "review.next", seen && !self->busy);
  enable (self, "review.unreview",
          seen && !self->busy && vdt_time_known (self->shown->reviewed_at));
  enable (self, "review.open-terminal", seen && has_pane);
  enable (self, "review.show-newer", seen && latest != NULL);
  enable (self, "review.refresh", self->review != NULL);
  enable (self, "review.finish", self->review != NULL && !self->busy);
  enable (self, "review.undo", self->undoable != NULL && !self->busy);
  vdt_review_detail_set_has_pane (self->detail, has_pane);
}

static void
update_form (VdtReviewPage *self)
{
  gboolean with_detail = !self->single || self->detail_open;

  gtk_widget_set_visible (GTK_WIDGET (self->queue), !self->single || !self->detail_open);
  gtk_widget_set_visible (self->detail_box, with_detail);
  gtk_widget_set_visible (self->footer, self->single);
  vdt_review_queue_set_single (self->queue, self->single);
  vdt_review_detail_set_form (self->detail, self->single, self->narrow);
  gtk_widget_set_tooltip_text (self->next, vdt_review_detail_get_next_tooltip (self->detail));
  vdt_review_page_update_actions (self);
  g_signal_emit (self, signals[SIGNAL_HEADING_CHANGED], 0);
}

static void
set_detail_open (VdtReviewPage *self, gboolean open)
{
  self->detail_open = open && self->shown != NULL;
  update_form (self);
}

/* --- which of the pages ----------------------------------------------------------------------- */

static const char *
page_for (VdtReviewPage *self)
{
  if (self->review == NULL)
    return "off";
  if (g_list_model_get_n_items (G_LIST_MODEL (self->review)) > 0)
    return "content";
  switch (vdt_review_get_state (self->review))
    {
    case VDT_REVIEW_LOADING:
      return self->spinner_id == 0 ? "loading" : "blank";
    case VDT_REVIEW_READY:
      return "empty";
    case VDT_REVIEW_FAILED:
      return "failed";
    }
  return "blank";
}

static void
update_empty (VdtReviewPage *self)
{
  const VdtLens *lens = vdt_presenter_get_lens (self->presenter);
  VdtTime at = vdt_review_get_reviewed_at (self->review);
  g_autofree char *moment = vdt_format_weekday (at, lens->now, lens->zone);
  g_autofree char *digest =
    vdt_review_digest_words (vdt_review_get_next_digest (self->review), 0, lens);
  /* Translators: %s is a time such as "Mon 11:20" */
  g_autofree char *text =
    vdt_time_known (at)
      ? g_strdup_printf (_ ("Nothing has changed since your last review, %s."), moment)
      : g_strdup (_ ("There is nothing to review yet."));

  adw_status_page_set_description (self->empty, text);
  gtk_label_set_label (self->empty_digest, digest);
}

static void
update_page (VdtReviewPage *self)
{
  const char *page = page_for (self);

  if (g_str_equal (page, "empty"))
    update_empty (self);
  gtk_stack_set_visible_child_name (self->stack, page);
}

/* A spinner goes on drawing where nobody sees it: on a page of a stack that is not the shown one.
 */
static void
spinner_map_cb (VdtReviewPage *self)
{
  gtk_spinner_start (self->spinner);
}

static void
spinner_unmap_cb (VdtReviewPage *self)
{
  gtk_spinner_stop (self->spinner);
}

static gboolean
spinner_cb (gpointer data)
{
  VdtReviewPage *self = data;

  self->spinner_id = 0;
  update_page (self);
  return G_SOURCE_REMOVE;
}

/* --- which card ------------------------------------------------------------------------------- */

/* Whether a newer card may be shown without being asked for: it is the same snapshot, or there was
 * nothing that Done could have taken, or what is shown starts from where nobody stands any more. */
static gboolean
may_follow (const VdtReviewCard *shown, const VdtReviewCard *latest)
{
  return g_strcmp0 (shown->as_of.id, latest->as_of.id) == 0 ||
         !vdt_review_page_has_changes (shown) ||
         g_strcmp0 (shown->reviewed.id, latest->reviewed.id) != 0;
}

void
vdt_review_page_show_card (VdtReviewPage *self, const VdtReviewCard *card)
{
  VdtReviewCard *fresh = card != NULL ? vdt_review_card_ref ((VdtReviewCard *) card) : NULL;

  vdt_review_card_unref (self->shown);
  self->shown = fresh;
  vdt_review_detail_set_card (self->detail, card, card);
  set_detail_open (self, self->detail_open);
}

static void
selected_cb (VdtReviewPage *self)
{
  vdt_review_page_show_card (self, vdt_review_page_latest (self));
}

static void
follow_card (VdtReviewPage *self)
{
  const VdtReviewCard *latest = vdt_review_page_latest (self);

  if (latest == NULL)
    {
      if (self->shown != NULL)
        vdt_review_detail_set_card (self->detail, self->shown, NULL);
    }
  else if (self->shown == NULL || may_follow (self->shown, latest))
    {
      if (self->shown != latest)
        vdt_review_page_show_card (self, latest);
    }
  else
    vdt_review_detail_set_card (self->detail, self->shown, latest);
}

static void
select_first (VdtReviewPage *self)
{
  const char *first = vdt_review_queue_get_neighbour (self->queue, 1);

  if (!self->single && vdt_review_queue_get_current (self->queue) == NULL && first != NULL)
    vdt_review_queue_set_current (self->queue, first);
}

static void
queue_changed_cb (VdtReviewPage *self)
{
  if (vdt_review_queue_get_n_rows (self->queue) == 0)
    vdt_review_queue_set_current (self->queue, NULL);
  else if (self->wanted != NULL && vdt_review_queue_get_row (self->queue, self->wanted) != NULL)
    {
      g_autofree char *wanted = g_steal_pointer (&self->wanted);

      vdt_review_page_select (self, wanted);
    }
  select_first (self);
  follow_card (self);
  update_page (self);
  update_form (self);
}

static void
review_notify_cb (VdtReviewPage *self)
{
  update_page (self);
}

static void
focus_card (VdtReviewPage *self)
{
  if (!vdt_review_detail_focus (self->detail))
    gtk_widget_child_focus (self->detail_box, GTK_DIR_TAB_FORWARD);
}

static void
activated_cb (VdtReviewPage *self)
{
  set_detail_open (self, TRUE);
  focus_card (self);
}

/* Goes to another card; the focus goes with it. */
gboolean
vdt_review_page_go_to (VdtReviewPage *self, const char *agent_id)
{
  g_autofree char *id = g_strdup (agent_id);

  if (id == NULL || !vdt_review_queue_set_current (self->queue, id))
    return FALSE;
  if (self->single && self->detail_open)
    focus_card (self);
  else
    vdt_review_queue_focus_current (self->queue);
  return TRUE;
}

void
vdt_review_page_leave_card (VdtReviewPage *self)
{
  vdt_review_queue_set_current (self->queue, NULL);
  set_detail_open (self, FALSE);
  select_first (self);
  vdt_review_queue_focus_current (self->queue);
}

/* Where there is no room the handle is pushed aside before the form has changed; where a person has
 * put it is known only from when there was. */
static void
position_cb (VdtReviewPage *self)
{
  GtkWidget *adaptive = GTK_WIDGET (self->adaptive);

  if (!self->single &&
      gtk_widget_get_width (adaptive) >= SIDE_BY_SIDE_FROM * vdt_paint_text_scale (adaptive))
    self->queue_width = gtk_paned_get_position (self->paned);
}

static void
room_changed_cb (VdtReviewPage *self, int width)
{
  self->single = width == VDT_WIDTH_NARROW;
  if (!self->single)
    gtk_paned_set_position (self->paned, self->queue_width);
  /* A card that was being read stays on screen. */
  if (self->single && self->shown != NULL)
    {
      GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
      GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

      self->detail_open =
        self->detail_open ||
        (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->detail)));
    }
  select_first (self);
  update_form (self);
}

/* --- the widget ------------------------------------------------------------------------------- */

static void
vdt_review_page_dispose (GObject *object)
{
  VdtReviewPage *self = VDT_REVIEW_PAGE (object);

  g_clear_handle_id (&self->spinner_id, g_source_remove);
  if (self->queue != NULL)
    g_signal_handlers_disconnect_by_data (self->queue, self);
  g_clear_pointer (&self->shown, vdt_review_card_unref);
  g_clear_pointer (&self->wanted, g_free);
  g_clear_pointer (&self->undoable, g_strfreev);
  g_clear_object (&self->review);
  g_clear_object (&self->terminals);
  g_clear_object (&self->presenter);
  /* The bin would unparent its child a second time. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), VDT_TYPE_REVIEW_PAGE);

  G_OBJECT_CLASS (vdt_review_page_parent_class)->dispose (object);
}

static gboolean
vdt_review_page_grab_focus (GtkWidget *widget)
{
  VdtReviewPage *self = VDT_REVIEW_PAGE (widget);

  if (self->single && self->detail_open)
    return vdt_review_detail_focus (self->detail);
  return vdt_review_queue_focus_current (self->queue);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/vedette/Vedette/ui/vdt-review-page.ui");
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, stack);
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, spinner);
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, empty);
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, empty_digest);
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, adaptive);
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, paned);
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, queue);
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, detail_box);
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, detail);
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, footer);
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, previous);
  gtk_widget_class_bind_template_child (widget_class, VdtReviewPage, next);
  gtk_widget_class_bind_template_callback (widget_class, room_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, position_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, queue_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, spinner_map_cb);
  gtk_widget_class_bind_template_callback (widget_class, spinner_unmap_cb);
}

static void
vdt_review_page_class_init (VdtReviewPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_review_page_dispose;
  widget_class->grab_focus = vdt_review_page_grab_focus;

  signals[SIGNAL_TOAST] =
    g_signal_new ("toast", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_VARIANT);
  signals[SIGNAL_HEADING_CHANGED] =
    g_signal_new ("heading-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 0);

  g_type_ensure (VDT_TYPE_ADAPTIVE);
  g_type_ensure (VDT_TYPE_REVIEW_DETAIL);
  g_type_ensure (VDT_TYPE_REVIEW_QUEUE);
  bind_template (widget_class);
  vdt_review_page_install_actions (widget_class);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
vdt_review_page_init (VdtReviewPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->queue_width = gtk_paned_get_position (self->paned);
  vdt_adaptive_set_narrow_below (self->adaptive, SIDE_BY_SIDE_FROM);
  vdt_access_label (GTK_WIDGET (self), _ ("Review"));
  vdt_access_label (GTK_WIDGET (self->spinner), _ ("Reading the queue"));
  vdt_access_label (self->previous, _ ("Previous"));
  vdt_access_label (self->next, C_ ("review", "Next"));
}

/**
 * vdt_review_page_new:
 * @presenter: how everything on it is looked at
 *
 * Returns: (transfer floating): the page, off
 */
GtkWidget *
vdt_review_page_new (VdtPresenter *presenter)
{
  VdtReviewPage *self = NULL;

  g_return_val_if_fail (VDT_IS_PRESENTER (presenter), NULL);

  self = g_object_new (VDT_TYPE_REVIEW_PAGE, NULL);
  self->presenter = g_object_ref (presenter);
  vdt_review_detail_set_presenter (self->detail, presenter);
  vdt_review_queue_set_presenter (self->queue, presenter);
  g_signal_connect_object (presenter, "changed", G_CALLBACK (update_page), self, G_CONNECT_SWAPPED);
  update_page (self);
  update_form (self);
  return GTK_WIDGET (self);
}

/**
 * vdt_review_page_set_review:
 * @self: a page
 * @review: (nullable): the queue; `NULL` while the workspace is off
 */
void
vdt_review_page_set_review (VdtReviewPage *self, VdtReview *review)
{
  g_return_if_fail (VDT_IS_REVIEW_PAGE (self));
  g_return_if_fail (review == NULL || VDT_IS_REVIEW (review));

  if (self->review == review)
    return;
  g_clear_handle_id (&self->spinner_id, g_source_remove);
  if (self->review != NULL)
    g_signal_handlers_disconnect_by_func (self->review, review_notify_cb, self);
  g_set_object (&self->review, review);
  g_clear_pointer (&self->undoable, g_strfreev);
  self->busy = FALSE;
  if (review != NULL)
    {
      g_signal_connect_object (review, "notify", G_CALLBACK (review_notify_cb), self,
                               G_CONNECT_SWAPPED);
      if (vdt_review_get_state (review) == VDT_REVIEW_LOADING)
        {
          self->spinner_id = g_timeout_add (VDT_REVIEW_SPINNER_AFTER, spinner_cb, self);
          g_source_set_name_by_id (self->spinner_id, "vdt-review-page-spinner");
        }
    }
  vdt_review_queue_set_current (self->queue, NULL);
  vdt_review_queue_set_review (self->queue, review);
}

static void
terminals_changed_cb (VdtReviewPage *self)
{
  vdt_review_page_update_actions (self);
}

/**
 * vdt_review_page_set_terminals:
 * @self: a page
 * @terminals: (nullable): who knows which terminal shows a session
 */
void
vdt_review_page_set_terminals (VdtReviewPage *self, VdtTerminals *terminals)
{
  g_return_if_fail (VDT_IS_REVIEW_PAGE (self));

  if (self->terminals != NULL)
    g_signal_handlers_disconnect_by_func (self->terminals, terminals_changed_cb, self);
  g_set_object (&self->terminals, terminals);
  if (terminals != NULL)
    g_signal_connect_object (terminals, "changed", G_CALLBACK (terminals_changed_cb), self,
                             G_CONNECT_SWAPPED);
  vdt_review_page_update_actions (self);
}

/**
 * vdt_review_page_set_interval:
 * @self: a page
 * @minutes: how often a digest comes; 0 for never
 */
void
vdt_review_page_set_interval (VdtReviewPage *self, guint minutes)
{
  g_return_if_fail (VDT_IS_REVIEW_PAGE (self));

  self->interval = minutes;
  vdt_review_queue_set_interval (self->queue, minutes);
}

/**
 * vdt_review_page_set_width_class:
 * @self: a page
 * @width: how wide the window is
 */
void
vdt_review_page_set_width_class (VdtReviewPage *self, VdtWidth width)
{
  g_return_if_fail (VDT_IS_REVIEW_PAGE (self));

  self->narrow = width == VDT_WIDTH_NARROW;
  update_form (self);
}

/**
 * vdt_review_page_select:
 * @self: a page
 * @agent_id: our id of a session
 *
 * Shows its card. Where the queue was not read yet it is shown once it comes.
 *
 * Returns: whether it is shown now
 */
gboolean
vdt_review_page_select (VdtReviewPage *self, const char *agent_id)
{
  g_return_val_if_fail (VDT_IS_REVIEW_PAGE (self), FALSE);
  g_return_val_if_fail (agent_id != NULL, FALSE);

  vdt_review_queue_flush (self->queue);
  g_clear_pointer (&self->wanted, g_free);
  if (!vdt_review_queue_set_current (self->queue, agent_id))
    {
      if (self->review == NULL || vdt_review_get_state (self->review) != VDT_REVIEW_READY)
        self->wanted = g_strdup (agent_id);
      return FALSE;
    }
  set_detail_open (self, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  return TRUE;
}

/**
 * vdt_review_page_close_detail:
 * @self: a page
 *
 * Back to the queue, where the card is alone on screen.
 */
void
vdt_review_page_close_detail (VdtReviewPage *self)
{
  g_return_if_fail (VDT_IS_REVIEW_PAGE (self));

  set_detail_open (self, FALSE);
  vdt_review_queue_focus_current (self->queue);
}

/**
 * vdt_review_page_get_detail_shown:
 * @self: a page
 *
 * Returns: whether a card is alone on screen, so that there is a way back
 */
gboolean
vdt_review_page_get_detail_shown (VdtReviewPage *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_PAGE (self), FALSE);

  return self->single && self->detail_open &&
         g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "content") == 0;
}

/**
 * vdt_review_page_get_place:
 * @self: a page
 *
 * Returns: (transfer full) (nullable): which card is shown, such as `2 of 8`
 */
char *
vdt_review_page_get_place (VdtReviewPage *self)
{
  guint index, n;

  g_return_val_if_fail (VDT_IS_REVIEW_PAGE (self), NULL);

  if (!vdt_review_queue_get_place (self->queue, &index, &n))
    return NULL;
  /* Translators: which of how many */
  return g_strdup_printf (_ ("%u of %u"), index + 1, n);
}

/**
 * vdt_review_page_get_page:
 * @self: a page
 *
 * Returns: (transfer none): `off`, `blank`, `loading`, `failed`, `empty` or `content`
 */
const char *
vdt_review_page_get_page (VdtReviewPage *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_PAGE (self), NULL);

  return gtk_stack_get_visible_child_name (self->stack);
}

/**
 * vdt_review_page_get_card:
 * @self: a page
 *
 * Returns: (transfer none) (nullable): the card that is shown, which *Done* takes
 */
const VdtReviewCard *
vdt_review_page_get_card (VdtReviewPage *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_PAGE (self), NULL);

  return self->shown;
}

/**
 * vdt_review_page_get_queue:
 * @self: a page
 *
 * Returns: (transfer none): the queue
 */
VdtReviewQueue *
vdt_review_page_get_queue (VdtReviewPage *self)
{
  g_return_val_if_fail (VDT_IS_REVIEW_PAGE (self), NULL);

  return self->queue;
}
