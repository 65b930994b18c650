/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "review-test.h"

/* What a person does in Review, and what happens meanwhile. */

static void
test_keyboard (ReviewFixture *fixture, gconstpointer data)
{
  GtkWidget *focus = NULL;

  g_assert_true (review_press (fixture, GDK_KEY_j, 0));
  g_assert_cmpstr (review_current (fixture), ==, "r1");
  g_assert_cmpstr (review_focused_id (fixture), ==, "r1");
  g_assert_true (review_press (fixture, GDK_KEY_j, 0));
  g_assert_true (review_press (fixture, GDK_KEY_k, 0));
  g_assert_cmpstr (review_focused_id (fixture), ==, "r1");
  /* Enter goes into the card, Escape back. */
  g_signal_emit_by_name (gtk_widget_get_parent (
                           gtk_window_get_focus (GTK_WINDOW (fixture->window))),
                         "row-activated", gtk_window_get_focus (GTK_WINDOW (fixture->window)));
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_true (gtk_widget_is_ancestor (focus, fixture->detail));
  g_assert_true (review_press (fixture, GDK_KEY_Escape, 0));
  g_assert_cmpstr (review_focused_id (fixture), ==, "r1");
  /* Next without an open question takes the snapshot that is shown … */
  g_assert_true (review_press (fixture, GDK_KEY_n, 0));
  g_assert_cmpuint (fixture->recorder.targets->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (fixture->recorder.targets, 0), ==, "r1 r1-4");
  {
    g_autoptr (GPtrArray) cards = review_without ("r1");

    review_answer (fixture, VDT_REVIEW_ADVANCED, cards);
  }
  g_assert_cmpstr (fixture->toast, ==, "Marked as reviewed");
  g_assert_cmpstr (review_focused_id (fixture), ==, "r2");
  /* … and with one goes on and marks nothing. */
  g_ptr_array_set_size (fixture->recorder.targets, 0);
  g_assert_true (review_press (fixture, GDK_KEY_n, 0));
  g_assert_cmpuint (fixture->recorder.targets->len, ==, 0);
  g_assert_cmpstr (review_focused_id (fixture), ==, "r3");
  g_assert_cmpuint (fixture->n_toasts, ==, 1);
}

static void
test_done_and_undo (ReviewFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) all = sample_review_cards ();
  g_autoptr (GPtrArray) fewer = review_without ("r6");
  g_auto (GStrv) ids = NULL;

  g_assert_true (vdt_review_page_select (fixture->page, "r6"));
  g_assert_true (review_press (fixture, GDK_KEY_d, 0));
  /* Not twice while it is on its way. */
  g_assert_false (review_press (fixture, GDK_KEY_d, 0));
  g_assert_cmpstr (g_ptr_array_index (fixture->recorder.targets, 0), ==, "r6 r6-53");
  review_answer (fixture, VDT_REVIEW_ADVANCED, fewer);
  review_assert_order (fixture, " r0 | r1 | r2 r3 | r4 r5 | r7");
  g_assert_cmpstr (review_current (fixture), ==, "r7");
  g_assert_cmpstr (review_focused_id (fixture), ==, "r7");
  ids = g_variant_dup_strv (fixture->undo, NULL);
  g_assert_cmpuint (g_strv_length (ids), ==, 1);
  vdt_review_page_undo (fixture->page, (const char *const *) ids);
  g_assert_cmpstr (g_ptr_array_index (fixture->recorder.unreviewed, 0), ==, "r6");
  review_answer (fixture, VDT_REVIEW_ADVANCED, all);
  g_assert_cmpstr (fixture->toast, ==, "Marked as unreviewed");
  g_assert_cmpstr (review_current (fixture), ==, "r6");
  review_assert_order (fixture, ALL_ROWS);

  /* The last one of the list: the one before. */
  g_assert_true (vdt_review_page_select (fixture->page, "r7"));
  g_assert_true (review_press (fixture, GDK_KEY_d, 0));
  {
    g_autoptr (GPtrArray) cards = review_without ("r7");

    review_answer (fixture, VDT_REVIEW_ADVANCED, cards);
  }
  g_assert_cmpstr (review_focused_id (fixture), ==, "r6");
  /* Ctrl+Z takes the last one back. */
  g_assert_true (review_press (fixture, GDK_KEY_z, GDK_CONTROL_MASK));
  g_assert_cmpstr (g_ptr_array_index (fixture->recorder.unreviewed, 1), ==, "r7");
  review_answer (fixture, VDT_REVIEW_ADVANCED, all);
  g_assert_cmpstr (review_current (fixture), ==, "r7");
  g_assert_false (review_press (fixture, GDK_KEY_z, GDK_CONTROL_MASK));
}

static void
test_outcomes (ReviewFixture *fixture, gconstpointer data)
{
  g_assert_true (vdt_review_page_select (fixture->page, "r6"));
  g_assert_true (review_press (fixture, GDK_KEY_d, 0));
  review_answer (fixture, VDT_REVIEW_CONFLICT, NULL);
  g_assert_cmpstr (fixture->toast, ==,
                   "Not marked: what was shown is no longer known. Look again.");
  g_assert_null (fixture->undo);
  g_assert_cmpstr (review_current (fixture), ==, "r6");
  g_assert_true (review_press (fixture, GDK_KEY_d, 0));
  review_answer (fixture, VDT_REVIEW_NOT_DONE, NULL);
  g_assert_cmpstr (fixture->toast, ==, "Not marked: the database does not answer.");
  g_assert_true (review_press (fixture, GDK_KEY_d, 0));
  review_answer (fixture, VDT_REVIEW_UNCHANGED, NULL);
  g_assert_cmpstr (fixture->toast, ==, "Already reviewed elsewhere");
  g_assert_null (fixture->undo);
  g_assert_cmpstr (review_current (fixture), ==, "r7");
  g_assert_true (review_press (fixture, GDK_KEY_u, 0));
  g_assert_cmpstr (g_ptr_array_index (fixture->recorder.unreviewed, 0), ==, "r7");
  review_answer (fixture, VDT_REVIEW_UNCHANGED, NULL);
  g_assert_cmpstr (fixture->toast, ==, "Nothing to take back");
  /* Never reviewed: nothing to take back at all. */
  g_assert_true (vdt_review_page_select (fixture->page, "r4"));
  g_assert_false (review_press (fixture, GDK_KEY_u, 0));
}

static void
test_last_one (ReviewFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) one = sample_review_cards ();
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  g_ptr_array_remove_range (one, 0, one->len - 1);
  vdt_review_set_cards (fixture->review, one, 1);
  vdt_review_queue_flush (fixture->queue);
  g_assert_true (vdt_review_page_select (fixture->page, "r7"));
  g_assert_true (review_press (fixture, GDK_KEY_d, 0));
  review_answer (fixture, VDT_REVIEW_ADVANCED, none);
  g_assert_cmpstr (vdt_review_page_get_page (fixture->page), ==, "empty");
  g_assert_null (review_current (fixture));
}

static void
test_batch (ReviewFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) fewer = review_without ("r6");
  g_auto (GStrv) ids = NULL;
  GtkWidget *group = GTK_WIDGET (vdt_review_queue_get_group (fixture->queue, VDT_REVIEW_CHANGED));
  GtkWidget *button = ui_test_find (group, GTK_TYPE_BUTTON, 0);

  g_ptr_array_set_size (fewer, fewer->len - 1);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "Mark All Reviewed");
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (fixture->recorder.targets->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (fixture->recorder.targets, 0), ==, "r6 r6-53");
  g_assert_cmpstr (g_ptr_array_index (fixture->recorder.targets, 1), ==, "r7 r7-9");
  review_answer (fixture, VDT_REVIEW_ADVANCED, fewer);
  g_assert_cmpstr (fixture->toast, ==, "2 marked as reviewed");
  ids = g_variant_dup_strv (fixture->undo, NULL);
  vdt_review_page_undo (fixture->page, (const char *const *) ids);
  g_assert_cmpuint (fixture->recorder.unreviewed->len, ==, 2);
  review_answer (fixture, VDT_REVIEW_ADVANCED, fewer);
}

static void
test_batch_bound (ReviewFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) cards =
    g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_review_card_unref);
  GtkWidget *group = GTK_WIDGET (vdt_review_queue_get_group (fixture->queue, VDT_REVIEW_CHANGED));

  for (guint i = 0; i < 12; i++)
    {
      VdtSessionInfo *info = vdt_session_info_new ();
      VdtReviewCard *card = NULL;

      info->id = g_strdup_printf ("m%02u", i);
      card = vdt_review_card_new (info);
      sample_review_snapshots (card, 1, 2, VDT_HOUR - i * VDT_MINUTE);
      vdt_change_set_add (card->changes, VDT_CHANGE_COMPLETED, NULL, "x", SAMPLE_NOW);
      vdt_review_card_rank (card);
      g_ptr_array_add (cards, card);
    }
  vdt_review_set_cards (fixture->review, cards, cards->len);
  vdt_review_queue_flush (fixture->queue);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (ui_test_find (group, GTK_TYPE_BUTTON, 0))), ==,
                   "Mark First 10 Reviewed");
  g_signal_emit_by_name (ui_test_find (group, GTK_TYPE_BUTTON, 0), "clicked");
  g_assert_cmpuint (fixture->recorder.targets->len, ==, VDT_REVIEW_MAX_TARGETS);
  g_assert_cmpstr (g_ptr_array_index (fixture->recorder.targets, 9), ==, "m09 m09-2");
  review_answer (fixture, VDT_REVIEW_NOT_DONE, NULL);
}

/* The session moves on while its card is shown. */
static GPtrArray *
moved_on (void)
{
  GPtrArray *cards = sample_review_cards ();
  VdtReviewCard *card = g_ptr_array_index (cards, 6);

  g_free (card->as_of.id);
  sample_review_snapshots (card, 0, 55, VDT_MINUTE);
  vdt_change_set_add (card->changes, VDT_CHANGE_COMPLETED, NULL, "vacuum",
                      SAMPLE_NOW - 2 * VDT_MINUTE);
  vdt_change_set_add (card->changes, VDT_CHANGE_COMPLETED, NULL, "measure again",
                      SAMPLE_NOW - VDT_MINUTE);
  return cards;
}

static void
test_moves_on (ReviewFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) later = moved_on ();
  g_autoptr (GPtrArray) back = sample_review_cards ();

  g_assert_true (vdt_review_page_select (fixture->page, "r6"));
  g_assert_false (review_says (fixture, "2 newer changes are not shown yet"));
  vdt_review_set_cards (fixture->review, later, later->len);
  vdt_review_queue_flush (fixture->queue);
  ui_test_frames (fixture->window, 1);
  g_assert_true (review_says (fixture, "2 newer changes are not shown yet"));
  g_assert_true (review_says (fixture, "5 changes"));
  /* Done takes what is shown; the row already says what there is. */
  g_assert_true (review_press (fixture, GDK_KEY_d, 0));
  g_assert_cmpstr (g_ptr_array_index (fixture->recorder.targets, 0), ==, "r6 r6-53");
  review_answer (fixture, VDT_REVIEW_NOT_DONE, NULL);
  g_assert_true (gtk_widget_activate_action (fixture->detail, "review.show-newer", NULL));
  ui_test_frames (fixture->window, 1);
  g_assert_false (review_says (fixture, "2 newer changes are not shown yet"));
  g_assert_true (review_says (fixture, "7 changes"));
  g_assert_true (review_press (fixture, GDK_KEY_d, 0));
  g_assert_cmpstr (g_ptr_array_index (fixture->recorder.targets, 0), ==, "r6 r6-55");
  review_answer (fixture, VDT_REVIEW_NOT_DONE, NULL);
}

/* It is answered elsewhere while it is read: no key is about another card than that one. */
static void
test_leaves_while_read (ReviewFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) fewer = review_without ("r6");
  g_autoptr (GPtrArray) all = sample_review_cards ();

  g_assert_true (vdt_review_page_select (fixture->page, "r6"));
  vdt_review_set_cards (fixture->review, fewer, fewer->len);
  vdt_review_queue_flush (fixture->queue);
  ui_test_frames (fixture->window, 1);
  g_assert_true (
    review_says (fixture, "No longer in the queue: it was answered or reviewed elsewhere."));
  g_assert_cmpstr (vdt_review_page_get_card (fixture->page)->session->id, ==, "r6");
  g_assert_cmpstr (review_focused_id (fixture), ==, "r7");
  g_assert_false (review_press (fixture, GDK_KEY_d, 0));
  g_assert_cmpuint (fixture->recorder.targets->len, ==, 0);
  /* What stands in its place is next. */
  g_assert_true (review_press (fixture, GDK_KEY_n, 0));
  g_assert_cmpstr (review_current (fixture), ==, "r7");
  /* A question that is answered is not shown as open any more. */
  g_assert_true (vdt_review_page_select (fixture->page, "r2"));
  g_assert_true (review_says (fixture, "Where should offline data live?"));
  {
    g_autoptr (GPtrArray) cards = review_without ("r2");

    vdt_review_set_cards (fixture->review, cards, cards->len);
  }
  vdt_review_queue_flush (fixture->queue);
  ui_test_frames (fixture->window, 1);
  g_assert_false (review_says (fixture, "Where should offline data live?"));
  /* It comes back. */
  vdt_review_set_cards (fixture->review, all, all->len);
  vdt_review_queue_flush (fixture->queue);
  ui_test_frames (fixture->window, 1);
  g_assert_true (review_says (fixture, "Where should offline data live?"));
  g_assert_false (
    review_says (fixture, "No longer in the queue: it was answered or reviewed elsewhere."));
}

/* Wherever in the queue it stood, there is somewhere to go. */
static void
test_steps_from_departed (ReviewFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *gone;
    guint key;
    const char *to;
  } steps[] = {
    { "r7", GDK_KEY_j, "r6" }, { "r7", GDK_KEY_k, "r6" }, { "r0", GDK_KEY_j, "r1" },
    { "r0", GDK_KEY_k, "r1" }, { "r3", GDK_KEY_j, "r4" }, { "r3", GDK_KEY_k, "r2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (GPtrArray) all = sample_review_cards ();
      g_autoptr (GPtrArray) fewer = review_without (steps[i].gone);

      vdt_review_set_cards (fixture->review, all, all->len);
      vdt_review_queue_flush (fixture->queue);
      g_assert_true (vdt_review_page_select (fixture->page, steps[i].gone));
      vdt_review_set_cards (fixture->review, fewer, fewer->len);
      vdt_review_queue_flush (fixture->queue);
      g_assert_true (review_press (fixture, steps[i].key, 0));
      g_assert_cmpstr (review_current (fixture), ==, steps[i].to);
      g_assert_cmpstr (review_focused_id (fixture), ==, steps[i].to);
    }
}

static int
compare_cards (gconstpointer a, gconstpointer b, gpointer data)
{
  return vdt_review_card_compare (*(VdtReviewCard *const *) a, *(VdtReviewCard *const *) b);
}

static void
test_holds_still (ReviewFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) cards = sample_review_cards ();
  VdtReviewRow *row = vdt_review_queue_get_row (fixture->queue, "r6");
  VdtReviewCard *card = g_ptr_array_index (cards, 6);
  VdtReviewCard *urgent = g_ptr_array_index (cards, 7);

  /* r6 is blocked now, r7 asks something urgent. */
  vdt_change_set_add (card->changes, VDT_CHANGE_BLOCKER, NULL, "no disk", SAMPLE_NOW);
  vdt_review_card_rank (card);
  sample_review_ask (urgent, "q9", VDT_DECISION_QUESTION, VDT_PRIORITY_CRITICAL, "Stop now?", NULL,
                     NULL, 0, VDT_MINUTE);
  vdt_review_card_rank (urgent);
  g_ptr_array_sort_with_data (cards, compare_cards, NULL);
  vdt_review_queue_set_held (fixture->queue, TRUE);
  vdt_review_set_cards (fixture->review, cards, cards->len);
  vdt_review_queue_flush (fixture->queue);
  /* Held: what becomes urgent goes at once, all else stays; rows show what is so by now. */
  review_assert_order (fixture, " r0 r7 | r1 | r2 r3 | r4 r5 | r6");
  g_assert_true (vdt_review_queue_is_deferred (fixture->queue));
  g_assert_true (vdt_review_queue_get_row (fixture->queue, "r6") == row);
  {
    g_autofree char *words =
      vdt_review_row_get_text (vdt_review_queue_get_row (fixture->queue, "r7"));

    g_assert_cmpstr (words, ==, "Stop now?\nCritical, set by the agent · 1 min");
  }
  vdt_review_queue_set_held (fixture->queue, FALSE);
  vdt_review_queue_flush (fixture->queue);
  review_assert_order (fixture, " r0 r7 | r1 | r2 r3 | r4 r6 r5 |");
  g_assert_true (vdt_review_queue_get_row (fixture->queue, "r6") == row);
  g_assert_false (vdt_review_queue_is_deferred (fixture->queue));
}

static void
test_focus_holds (ReviewFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) cards = sample_review_cards ();
  VdtReviewCard *card = g_ptr_array_index (cards, 6);

  g_assert_true (vdt_review_page_select (fixture->page, "r6"));
  g_assert_cmpstr (review_focused_id (fixture), ==, "r6");
  vdt_change_set_add (card->changes, VDT_CHANGE_BLOCKER, NULL, "no disk", SAMPLE_NOW);
  vdt_review_card_rank (card);
  g_ptr_array_sort_with_data (cards, compare_cards, NULL);
  vdt_review_set_cards (fixture->review, cards, cards->len);
  vdt_review_queue_flush (fixture->queue);
  review_assert_order (fixture, ALL_ROWS);
  g_assert_true (vdt_review_queue_is_deferred (fixture->queue));
  g_assert_cmpstr (review_focused_id (fixture), ==, "r6");
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  ui_test_wait_until (!vdt_review_queue_is_deferred (fixture->queue));
  review_assert_order (fixture, " r0 | r1 | r2 r3 | r4 r6 r5 | r7");
}

static void
test_narrow (ReviewFixture *fixture, gconstpointer data)
{
  GtkWidget *queue = GTK_WIDGET (fixture->queue);
  g_autofree char *place = NULL;

  ui_test_wait_until (!gtk_widget_get_mapped (fixture->detail));
  g_assert_true (gtk_widget_get_mapped (queue));
  g_assert_false (vdt_review_page_get_detail_shown (fixture->page));
  /* What is not seen is not marked. */
  g_assert_true (vdt_review_queue_set_current (fixture->queue, "r6"));
  g_assert_false (review_press (fixture, GDK_KEY_d, 0));
  g_assert_true (vdt_review_page_select (fixture->page, "r6"));
  ui_test_wait_until (gtk_widget_get_mapped (fixture->detail));
  g_assert_false (gtk_widget_get_mapped (queue));
  g_assert_true (vdt_review_page_get_detail_shown (fixture->page));
  place = vdt_review_page_get_place (fixture->page);
  g_assert_cmpstr (place, ==, "7 of 8");
  g_assert_true (review_press (fixture, GDK_KEY_k, 0));
  g_assert_cmpstr (review_current (fixture), ==, "r5");
  g_assert_true (gtk_widget_get_mapped (fixture->detail));
  g_assert_true (review_press (fixture, GDK_KEY_Escape, 0));
  g_assert_true (gtk_widget_get_visible (queue));
  g_assert_cmpstr (review_focused_id (fixture), ==, "r5");
  g_assert_false (vdt_review_page_get_detail_shown (fixture->page));
  /* One click, or Enter, opens. */
  g_signal_emit_by_name (gtk_widget_get_parent (
                           gtk_window_get_focus (GTK_WINDOW (fixture->window))),
                         "row-activated", gtk_window_get_focus (GTK_WINDOW (fixture->window)));
  g_assert_true (vdt_review_page_get_detail_shown (fixture->page));
  /* With room again both are there. */
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 700);
  ui_test_wait_until (gtk_widget_get_mapped (queue) && gtk_widget_get_mapped (fixture->detail));
  g_assert_false (vdt_review_page_get_detail_shown (fixture->page));
  /* … and the queue is as wide as ever, whatever room it had meanwhile. */
  ui_test_frames (fixture->window, 3);
  g_assert_cmpint (gtk_widget_get_width (queue), ==, 372);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 600, 700);
  ui_test_wait_until (!gtk_widget_get_mapped (queue));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 700);
  ui_test_wait_until (gtk_widget_get_mapped (queue));
  ui_test_frames (fixture->window, 3);
  g_assert_cmpint (gtk_widget_get_width (queue), ==, 372);
}

/* The page may be gone before the store has answered. */
static void
test_gone_before_answer (void)
{
  ReviewFixture fixture = { { 0 } };
  VdtReviewDoneFunc func = NULL;

  review_set_up (&fixture, NULL);
  g_assert_true (vdt_review_page_select (fixture.page, "r6"));
  g_assert_true (review_press (&fixture, GDK_KEY_d, 0));
  func = fixture.recorder.func;
  g_object_ref (fixture.review);
  gtk_window_destroy (GTK_WINDOW (fixture.window));
  func (fixture.review, VDT_REVIEW_ADVANCED, fixture.recorder.user_data);
  g_assert_cmpuint (fixture.n_toasts, ==, 0);
  g_object_unref (fixture.review);
  g_assert_finalize_object (fixture.review);
  g_ptr_array_unref (fixture.recorder.targets);
  g_ptr_array_unref (fixture.recorder.unreviewed);
}

#define ADD(path, width, func)                                                                     \
  g_test_add (path, ReviewFixture, GINT_TO_POINTER (width), review_set_up, func, review_tear_down)

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  ADD ("/review-flow/keyboard", 0, test_keyboard);
  ADD ("/review-flow/done-and-undo", 0, test_done_and_undo);
  ADD ("/review-flow/outcomes", 0, test_outcomes);
  ADD ("/review-flow/last-one", 0, test_last_one);
  ADD ("/review-flow/batch", 0, test_batch);
  ADD ("/review-flow/batch-bound", 0, test_batch_bound);
  ADD ("/review-flow/moves-on", 0, test_moves_on);
  ADD ("/review-flow/leaves-while-read", 0, test_leaves_while_read);
  ADD ("/review-flow/steps-from-departed", 0, test_steps_from_departed);
  ADD ("/review-flow/holds-still", 0, test_holds_still);
  ADD ("/review-flow/focus-holds", 0, test_focus_holds);
  ADD ("/review-flow/narrow", 400, test_narrow);
  g_test_add_func ("/review-flow/gone-before-answer", test_gone_before_answer);
  return g_test_run ();
}
