/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-page-private.h"

#include <glib/gi18n-lib.h>

/* What a person does on the page. */

typedef struct
{
  GWeakRef page;
  GStrv ids;
  char *next; /* where to go afterwards */
} Errand;

static Errand *
errand_new (VdtReviewPage *self, const char *const *ids, const char *next)
{
  Errand *errand = g_new0 (Errand, 1);

  g_weak_ref_init (&errand->page, self);
  errand->ids = g_strdupv ((char **) ids);
  errand->next = g_strdup (next);
  self->busy = TRUE;
  vdt_review_page_update_actions (self);
  return errand;
}

static void
errand_free (Errand *errand)
{
  g_weak_ref_clear (&errand->page);
  g_strfreev (errand->ids);
  g_free (errand->next);
  g_free (errand);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Errand, errand_free)

/* The page, if it is still there; what it shows is brought into step first. */
static VdtReviewPage *
errand_end (Errand *errand)
{
  VdtReviewPage *self = g_weak_ref_get (&errand->page);

  if (self == NULL || self->presenter == NULL)
    {
      g_clear_object (&self);
      return NULL;
    }
  self->busy = FALSE;
  vdt_review_queue_flush (self->queue);
  return self;
}

static void
toast (VdtReviewPage *self, const char *text, GStrv undo)
{
  GVariant *ids = undo != NULL ? g_variant_new_strv ((const char *const *) undo, -1) : NULL;

  g_signal_emit_by_name (self, "toast", text, ids);
}

static void
say_failure (VdtReviewPage *self, VdtReviewOutcome outcome)
{
  toast (self,
         outcome == VDT_REVIEW_CONFLICT
           ? _ ("Not marked: what was shown is no longer known. Look again.")
           : _ ("Not marked: the database does not answer."),
         NULL);
}

static void
say_marked (VdtReviewPage *self, GStrv ids)
{
  guint n = g_strv_length (ids);
  g_autofree char *text =
    n == 1 ? g_strdup (_ ("Marked as reviewed"))
           : g_strdup_printf (ngettext ("%u marked as reviewed", "%u marked as reviewed", n), n);

  g_strfreev (self->undoable);
  self->undoable = g_strdupv (ids);
  toast (self, text, ids);
}

static void
done_cb (VdtReview *review, VdtReviewOutcome outcome, gpointer data)
{
  g_autoptr (Errand) errand = data;
  g_autoptr (VdtReviewPage) self = errand_end (errand);

  if (self == NULL)
    return;
  switch (outcome)
    {
    case VDT_REVIEW_ADVANCED:
      say_marked (self, errand->ids);
      break;
    case VDT_REVIEW_UNCHANGED:
      toast (self, _ ("Already reviewed elsewhere"), NULL);
      break;
    case VDT_REVIEW_CONFLICT:
    case VDT_REVIEW_NOT_DONE:
      say_failure (self, outcome);
      vdt_review_page_update_actions (self);
      return;
    }
  if (!vdt_review_page_go_to (self, errand->next) && vdt_review_page_latest (self) == NULL)
    /* It was the last one, or where to go has left the queue as well. */
    vdt_review_page_leave_card (self);
  vdt_review_page_update_actions (self);
}

static const char *
next_id (VdtReviewPage *self)
{
  const char *id = vdt_review_queue_get_neighbour (self->queue, 1);

  return id != NULL ? id : vdt_review_queue_get_neighbour (self->queue, -1);
}

static void
acknowledge_shown (VdtReviewPage *self)
{
  VdtReviewTarget target = { self->shown->session->id, self->shown->as_of.id };
  const char *ids[] = { target.agent_id, NULL };

  vdt_review_acknowledge (self->review, &target, 1, done_cb,
                          errand_new (self, ids, next_id (self)));
}

static void
done_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  acknowledge_shown (VDT_REVIEW_PAGE (widget));
}

static void
next_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtReviewPage *self = VDT_REVIEW_PAGE (widget);
  const VdtReviewCard *latest = vdt_review_page_latest (self);

  if (latest != NULL && vdt_review_page_has_changes (self->shown) && latest->decisions->len == 0)
    acknowledge_shown (self);
  else if (!vdt_review_page_go_to (self, vdt_review_queue_get_neighbour (self->queue, 1)))
    {
      /* After the last one comes the first again. */
      VdtReviewRow *first = vdt_review_queue_get_nth (self->queue, 0);

      vdt_review_page_go_to (self, first != NULL ? vdt_review_row_get_id (first) : NULL);
    }
}

static void
step_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtReviewPage *self = VDT_REVIEW_PAGE (widget);
  int by = g_variant_get_int32 (parameter);
  const char *id = vdt_review_queue_get_neighbour (self->queue, by);

  /* A card that has left the queue was perhaps at its end; there is still somewhere to go. */
  if (id == NULL && vdt_review_page_latest (self) == NULL)
    id = vdt_review_queue_get_neighbour (self->queue, -by);
  vdt_review_page_go_to (self, id);
}

static void
unreviewed_cb (VdtReview *review, VdtReviewOutcome outcome, gpointer data)
{
  g_autoptr (Errand) errand = data;
  g_autoptr (VdtReviewPage) self = errand_end (errand);

  if (self == NULL)
    return;
  switch (outcome)
    {
    case VDT_REVIEW_ADVANCED:
      toast (self, _ ("Marked as unreviewed"), NULL);
      break;
    case VDT_REVIEW_UNCHANGED:
      toast (self, _ ("Nothing to take back"), NULL);
      break;
    case VDT_REVIEW_CONFLICT:
    case VDT_REVIEW_NOT_DONE:
      say_failure (self, outcome);
      break;
    }
  if (errand->next != NULL)
    vdt_review_page_go_to (self, errand->next);
  vdt_review_page_update_actions (self);
}

static void
unreview_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtReviewPage *self = VDT_REVIEW_PAGE (widget);
  const char *ids[] = { self->shown->session->id, NULL };

  vdt_review_unreview (self->review, ids[0], unreviewed_cb, errand_new (self, ids, NULL));
}

static void
undo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtReviewPage *self = VDT_REVIEW_PAGE (widget);
  g_auto (GStrv) ids = g_steal_pointer (&self->undoable);

  vdt_review_page_undo (self, (const char *const *) ids);
}

static void
finish_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtReviewPage *self = VDT_REVIEW_PAGE (widget);
  VdtReviewGroup *group = vdt_review_queue_get_group (self->queue, VDT_REVIEW_CHANGED);
  VdtReviewTarget targets[VDT_REVIEW_MAX_TARGETS];
  const char *ids[VDT_REVIEW_MAX_TARGETS + 1] = { NULL };
  guint n = 0;

  for (guint i = 0; i < vdt_review_group_get_n_rows (group) && n < VDT_REVIEW_MAX_TARGETS; i++)
    {
      const VdtReviewCard *card = vdt_review_row_get_card (vdt_review_group_get_row (group, i));

      /* Of the card that is seen in full, what is seen. */
      if (self->shown != NULL && g_str_equal (self->shown->session->id, card->session->id))
        card = self->shown;
      if (!vdt_review_page_has_changes (card))
        continue;
      targets[n] = (VdtReviewTarget){ card->session->id, card->as_of.id };
      ids[n++] = card->session->id;
    }
  if (n > 0)
    vdt_review_acknowledge (self->review, targets, n, done_cb, errand_new (self, ids, NULL));
}

static void
refresh_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtReviewPage *self = VDT_REVIEW_PAGE (widget);

  vdt_review_refresh (self->review);
}

static void
show_newer_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtReviewPage *self = VDT_REVIEW_PAGE (widget);

  vdt_review_page_show_card (self, vdt_review_page_latest (self));
}

static void
open_terminal_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  VdtReviewPage *self = VDT_REVIEW_PAGE (widget);

  vdt_terminals_open_pane (self->terminals, self->shown->session->id);
}

/* Back to the queue: closes the card where it is alone on screen. */
static gboolean
escape_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  VdtReviewPage *self = VDT_REVIEW_PAGE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (self->single && self->detail_open)
    {
      vdt_review_page_close_detail (self);
      return TRUE;
    }
  if (focus == NULL || !gtk_widget_is_ancestor (focus, self->detail_box))
    return FALSE;
  return vdt_review_queue_focus_current (self->queue);
}

/**
 * vdt_review_page_undo:
 * @self: a page
 * @agent_ids: (array zero-terminated=1): our ids of sessions that were marked as reviewed
 *
 * Marks each as unreviewed again, and shows the first.
 */
void
vdt_review_page_undo (VdtReviewPage *self, const char *const *agent_ids)
{
  g_return_if_fail (VDT_IS_REVIEW_PAGE (self));

  if (self->review == NULL || agent_ids == NULL || agent_ids[0] == NULL || self->busy)
    return;
  g_clear_pointer (&self->undoable, g_strfreev);
  for (guint i = 1; agent_ids[i] != NULL; i++)
    vdt_review_unreview (self->review, agent_ids[i], NULL, NULL);
  vdt_review_unreview (self->review, agent_ids[0], unreviewed_cb,
                       errand_new (self, agent_ids, agent_ids[0]));
}

/* Letters act where no text is being entered: an entry takes them before they come this far. */
static const VdtReviewKey keys[] = {
  { GDK_KEY_d, 0, "review.done", 0 },
  { GDK_KEY_n, 0, "review.next", 0 },
  { GDK_KEY_u, 0, "review.unreview", 0 },
  { GDK_KEY_t, 0, "review.open-terminal", 0 },
  { GDK_KEY_j, 0, "review.step", 1 },
  { GDK_KEY_k, 0, "review.step", -1 },
  { GDK_KEY_z, GDK_CONTROL_MASK, "review.undo", 0 },
};

/**
 * vdt_review_page_get_keys:
 * @n_keys: (out): how many there are
 *
 * For whoever has to hand them on, since the page hears only those that are pressed inside it.
 *
 * Returns: (transfer none) (array length=n_keys): the keys that act on the card that is shown
 */
const VdtReviewKey *
vdt_review_page_get_keys (guint *n_keys)
{
  *n_keys = G_N_ELEMENTS (keys);
  return keys;
}

static void
add_bindings (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].by != 0)
      gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                           keys[i].action, "i", keys[i].by);
    else
      gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                           keys[i].action, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
}

/* For the page's class alone. */
void
vdt_review_page_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "review.done", NULL, done_action);
  gtk_widget_class_install_action (widget_class, "review.next", NULL, next_action);
  gtk_widget_class_install_action (widget_class, "review.step", "i", step_action);
  gtk_widget_class_install_action (widget_class, "review.unreview", NULL, unreview_action);
  gtk_widget_class_install_action (widget_class, "review.undo", NULL, undo_action);
  gtk_widget_class_install_action (widget_class, "review.finish", NULL, finish_action);
  gtk_widget_class_install_action (widget_class, "review.refresh", NULL, refresh_action);
  gtk_widget_class_install_action (widget_class, "review.show-newer", NULL, show_newer_action);
  gtk_widget_class_install_action (widget_class, "review.open-terminal", NULL,
                                   open_terminal_action);
  add_bindings (widget_class);
}
