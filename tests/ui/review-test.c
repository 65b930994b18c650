/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "review-test.h"

#include "vdt-review-detail.h"

/* A page with the sample's cards, whose wishes are written down. */

static void
record_refresh (VdtReview *review, gpointer data)
{
  ((Recorder *) data)->n_refreshed++;
}

static void
record_acknowledge (VdtReview *review,
                    const VdtReviewTarget *targets,
                    guint n_targets,
                    VdtReviewDoneFunc func,
                    gpointer user_data,
                    gpointer data)
{
  Recorder *recorder = data;

  g_ptr_array_set_size (recorder->targets, 0);
  for (guint i = 0; i < n_targets; i++)
    g_ptr_array_add (recorder->targets,
                     g_strdup_printf ("%s %s", targets[i].agent_id, targets[i].snapshot_id));
  recorder->func = func;
  recorder->user_data = user_data;
}

static void
record_unreview (VdtReview *review,
                 const char *agent_id,
                 VdtReviewDoneFunc func,
                 gpointer user_data,
                 gpointer data)
{
  Recorder *recorder = data;

  g_ptr_array_add (recorder->unreviewed, g_strdup (agent_id));
  if (func == NULL)
    return;
  recorder->func = func;
  recorder->user_data = user_data;
}

/* What was asked has come to something; @cards: (nullable): what the queue holds now. */
void
review_answer (ReviewFixture *fixture, VdtReviewOutcome outcome, GPtrArray *cards)
{
  VdtReviewDoneFunc func = fixture->recorder.func;

  g_assert_nonnull (func);
  fixture->recorder.func = NULL;
  if (cards != NULL)
    vdt_review_set_cards (fixture->review, cards, cards->len);
  func (fixture->review, outcome, fixture->recorder.user_data);
}

static void
toast_cb (ReviewFixture *fixture, const char *text, GVariant *undo)
{
  fixture->n_toasts++;
  g_free (fixture->toast);
  fixture->toast = g_strdup (text);
  g_clear_pointer (&fixture->undo, g_variant_unref);
  fixture->undo = undo != NULL ? g_variant_ref (undo) : NULL;
}

/* Where the pointer of the display lies is not up to us; it must hold nothing here. */
static void
ignore_pointer (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = g_list_model_get_n_items (controllers); i-- > 0;)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller) && GTK_IS_BOX (widget))
        gtk_widget_remove_controller (widget, controller);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ignore_pointer (child);
}

void
review_set_up (ReviewFixture *fixture, gconstpointer data)
{
  static const VdtReviewOps ops = { record_refresh, record_acknowledge, record_unreview };
  g_autoptr (VdtPresenter) presenter = vdt_presenter_new ();
  g_autoptr (GPtrArray) cards = sample_review_cards ();

  vdt_presenter_set_now (presenter, SAMPLE_NOW);
  fixture->recorder.targets = g_ptr_array_new_with_free_func (g_free);
  fixture->recorder.unreviewed = g_ptr_array_new_with_free_func (g_free);
  fixture->review = vdt_review_new (&ops, &fixture->recorder);
  vdt_review_set_times (fixture->review, SAMPLE_NOW + 16 * VDT_MINUTE,
                        SAMPLE_NOW - 104 * VDT_MINUTE);
  vdt_review_set_cards (fixture->review, cards, cards->len);
  fixture->page = VDT_REVIEW_PAGE (vdt_review_page_new (presenter));
  fixture->queue = vdt_review_page_get_queue (fixture->page);
  ignore_pointer (GTK_WIDGET (fixture->queue));
  g_signal_connect_swapped (fixture->page, "toast", G_CALLBACK (toast_cb), fixture);
  vdt_review_page_set_review (fixture->page, fixture->review);
  fixture->window =
    ui_test_show (GTK_WIDGET (fixture->page), data != NULL ? GPOINTER_TO_INT (data) : 1000, 760);
  fixture->detail = ui_test_find (GTK_WIDGET (fixture->page), VDT_TYPE_REVIEW_DETAIL, 0);
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  vdt_review_queue_flush (fixture->queue);
}

void
review_tear_down (ReviewFixture *fixture, gconstpointer data)
{
  g_object_ref (fixture->page);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->page);
  g_assert_finalize_object (fixture->review);
  g_ptr_array_unref (fixture->recorder.targets);
  g_ptr_array_unref (fixture->recorder.unreviewed);
  g_clear_pointer (&fixture->undo, g_variant_unref);
  g_free (fixture->toast);
}

gboolean
review_press (ReviewFixture *fixture, guint key, GdkModifierType modifiers)
{
  return ui_test_key (GTK_WIDGET (fixture->page), key, modifiers);
}

const char *
review_current (ReviewFixture *fixture)
{
  return vdt_review_queue_get_current (fixture->queue);
}

const char *
review_focused_id (ReviewFixture *fixture)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return focus != NULL && VDT_IS_REVIEW_ROW (focus) ? vdt_review_row_get_id (VDT_REVIEW_ROW (focus))
                                                    : NULL;
}

gboolean
review_says (ReviewFixture *fixture, const char *text)
{
  GtkWidget *label = ui_test_find_label (fixture->detail, text);

  return label != NULL && gtk_widget_get_mapped (label);
}

GPtrArray *
review_without (const char *id)
{
  GPtrArray *cards = sample_review_cards ();

  for (guint i = 0; i < cards->len; i++)
    if (g_str_equal (((VdtReviewCard *) g_ptr_array_index (cards, i))->session->id, id))
      g_ptr_array_remove_index (cards, i--);
  return cards;
}

void
review_assert_order (ReviewFixture *fixture, const char *expected)
{
  g_autoptr (GString) order = g_string_new (NULL);

  for (guint tier = 0; tier < VDT_N_REVIEW_TIERS; tier++)
    {
      VdtReviewGroup *group = vdt_review_queue_get_group (fixture->queue, tier);

      g_assert_cmpint (gtk_widget_get_visible (GTK_WIDGET (group)), ==,
                       vdt_review_group_get_n_rows (group) > 0);
      if (tier > 0)
        g_string_append (order, " |");
      for (guint i = 0; i < vdt_review_group_get_n_rows (group); i++)
        g_string_append_printf (order, " %s",
                                vdt_review_row_get_id (vdt_review_group_get_row (group, i)));
    }
  g_assert_cmpstr (order->str, ==, expected);
}
