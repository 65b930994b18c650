/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "review-test.h"

#include "vdt-review-detail.h"
#include "vdt-state-badge.h"
#include "vdt-window.h"
#include <string.h>

static void
assert_row (ReviewFixture *fixture,
            const char *id,
            VdtBadge badge,
            const char *text,
            const char *spoken)
{
  VdtReviewRow *row = vdt_review_queue_get_row (fixture->queue, id);
  g_autofree char *words = vdt_review_row_get_text (row);

  g_assert_cmpstr (words, ==, text);
  g_assert_cmpint (vdt_state_badge_get_badge (VDT_STATE_BADGE (vdt_review_row_get_badge (row))), ==,
                   badge);
  gtk_test_accessible_assert_role (GTK_WIDGET (row), GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_test_accessible_assert_property (GTK_WIDGET (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       spoken);
}

static void
test_rows (ReviewFixture *fixture, gconstpointer data)
{
  review_assert_order (fixture, ALL_ROWS);
  assert_row (fixture, "r0", VDT_BADGE_WAITING_QUESTION,
              "Which schema may I drop?\nHigh, set by the agent · 6 min",
              "Urgent. High, set by the agent · 6 min. Clean up after the move. "
              "Claude · \u2068orchard-api\u2069 · this computer.");
  assert_row (fixture, "r1", VDT_BADGE_ERROR, "Retry failed uploads\nStopped with an error · 8 min",
              "Errors. Stopped with an error · 8 min. Codex · \u2068tide-tables\u2069 · "
              "this computer.");
  assert_row (fixture, "r2", VDT_BADGE_WAITING_QUESTION,
              "Where should offline data live?\n\u2068tide-tables\u2069 · 12 min",
              "Decisions. \u2068tide-tables\u2069 · 12 min. Add offline mode to the tide tables. "
              "Claude · \u2068tide-tables\u2069 · this computer.");
  assert_row (fixture, "r3", VDT_BADGE_WAITING_PLAN,
              "Plan the parser rewrite\nPlan approval · \u2068quill\u2069 · 3 min",
              "Decisions. Plan approval · \u2068quill\u2069 · 3 min. Codex · \u2068quill\u2069 · "
              "this computer.");
  assert_row (fixture, "r4", VDT_BADGE_BLOCKED, "Fix the harbour clock drift\nNew blocker · 31 min",
              "Blocked. New blocker · 31 min. Claude · \u2068tide-tables\u2069 · this computer.");
  assert_row (fixture, "r5", VDT_BADGE_WAITING_PERMISSION,
              "Run the release checklist\nWaits for permission · 40 s",
              "Blocked. Waits for permission · 40 s. Claude · \u2068orchard-api\u2069 · "
              "this computer.");
  assert_row (fixture, "r6", VDT_BADGE_CHANGED, "Speed up the import job\n5 changes since 09:30",
              "Changed. 5 changes since 09:30. Codex · \u2068orchard-api\u2069 · this computer.");
  assert_row (fixture, "r7", VDT_BADGE_CHANGED, "Upgrade the test runner\n1 change since 09:30",
              "Changed. 1 change since 09:30. Codex · \u2068orchard-api\u2069 · this computer.");
}

static void
test_head (ReviewFixture *fixture, gconstpointer data)
{
  GtkWidget *queue = GTK_WIDGET (fixture->queue);
  g_autoptr (GPtrArray) cards = sample_review_cards ();

  g_assert_nonnull (ui_test_find_label (queue, "8 to review"));
  g_assert_nonnull (ui_test_find_label (queue, "Next digest 11:30"));
  vdt_review_page_set_interval (fixture->page, 30);
  g_assert_nonnull (ui_test_find_label (queue, "Digest every 30 min · next 11:30"));
  vdt_review_set_times (fixture->review, VDT_TIME_UNKNOWN, VDT_TIME_UNKNOWN);
  g_assert_nonnull (ui_test_find_label (queue, "Digest every 30 min"));
  vdt_review_page_set_interval (fixture->page, 0);
  g_assert_nonnull (ui_test_find_label (queue, "No digest"));
  vdt_review_set_cards (fixture->review, cards, 612);
  vdt_review_queue_flush (fixture->queue);
  g_assert_nonnull (ui_test_find_label (queue, "612 to review"));
  g_assert_true (gtk_widget_get_visible (ui_test_find_label (queue, "and 604 more")));
}

static void
test_pages (ReviewFixture *fixture, gconstpointer data)
{
  GtkWidget *page = GTK_WIDGET (fixture->page);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GPtrArray) cards = sample_review_cards ();
  GtkWidget *spinner = ui_test_find (page, GTK_TYPE_SPINNER, 0);
  g_autoptr (VdtReview) unread = sample_review (NULL);

  g_assert_cmpstr (vdt_review_page_get_page (fixture->page), ==, "content");
  vdt_review_set_failed (fixture->review);
  g_assert_cmpstr (vdt_review_page_get_page (fixture->page), ==, "content");
  g_assert_true (gtk_widget_get_visible (
    ui_test_find_label (page, "Could not be read again; this is as it was before.")));

  vdt_review_set_cards (fixture->review, none, 0);
  vdt_review_queue_flush (fixture->queue);
  g_assert_cmpstr (vdt_review_page_get_page (fixture->page), ==, "empty");
  g_assert_null (vdt_review_page_get_card (fixture->page));
  g_assert_nonnull (
    ui_test_find_label (page, "Nothing has changed since your last review, Mon 09:30."));
  g_assert_nonnull (ui_test_find_label (page, "Next digest 11:30"));
  vdt_review_set_times (fixture->review, VDT_TIME_UNKNOWN, VDT_TIME_UNKNOWN);
  g_assert_nonnull (ui_test_find_label (page, "There is nothing to review yet."));
  g_assert_nonnull (ui_test_find_label (page, "No digest"));
  vdt_review_set_cards (fixture->review, cards, cards->len);
  vdt_review_queue_flush (fixture->queue);
  g_assert_cmpstr (vdt_review_page_get_page (fixture->page), ==, "content");

  vdt_review_page_set_review (fixture->page, unread);
  g_assert_cmpstr (vdt_review_page_get_page (fixture->page), ==, "blank");
  ui_test_wait_until (g_str_equal (vdt_review_page_get_page (fixture->page), "loading"));
  ui_test_wait_until (gtk_spinner_get_spinning (GTK_SPINNER (spinner)));
  vdt_review_set_failed (unread);
  g_assert_cmpstr (vdt_review_page_get_page (fixture->page), ==, "failed");
  ui_test_wait_until (!gtk_spinner_get_spinning (GTK_SPINNER (spinner)));
  vdt_review_page_set_review (fixture->page, NULL);
  g_assert_cmpstr (vdt_review_page_get_page (fixture->page), ==, "off");
}

static void
test_question (ReviewFixture *fixture, gconstpointer data)
{
  GtkWidget *row = NULL;

  g_assert_cmpstr (review_current (fixture), ==, "r0");
  g_assert_true (vdt_review_page_select (fixture->page, "r2"));
  g_assert_true (review_says (fixture, "Add offline mode to the tide tables"));
  g_assert_true (review_says (fixture, "Where should offline data live?"));
  g_assert_true (review_says (fixture,
                              "Asked 11:02 · waiting 12 min · Claude · \u2068tide-tables\u2069 · "
                              "This computer"));
  g_assert_true (review_says (fixture, "One database file"));
  g_assert_true (review_says (fixture, "Recommended"));
  g_assert_true (review_says (fixture, "Read only: answer it in the agent’s own terminal."));
  g_assert_true (review_says (fixture, "Before the Question"));
  g_assert_true (review_says (fixture, "Claude · 11:01"));
  row = ui_test_find (fixture->detail, ADW_TYPE_ACTION_ROW, 0);
  gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "1. One database file, recommended by the agent");
  gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Simple to back up. Updates replace the file.");
  gtk_test_accessible_assert_property (ui_test_find (fixture->detail, ADW_TYPE_ACTION_ROW, 1),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "2. One file a harbour");
  /* Nothing can be sent from here, and nothing looks as if it could. */
  for (guint i = 0; (row = ui_test_find (fixture->detail, GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (gtk_widget_get_mapped (row))
      g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (row)), ==, "review.next");
  /* No changes: nothing to be done with. */
  g_assert_false (review_press (fixture, GDK_KEY_d, 0));
  g_assert_cmpuint (fixture->recorder.targets->len, ==, 0);
  g_assert_true (vdt_review_page_select (fixture->page, "r5"));
  g_assert_true (review_says (fixture, "Waits for permission"));
  g_assert_true (review_says (fixture, "Since 11:13 · 40 s · Claude · \u2068orchard-api\u2069 · "
                                       "This computer"));
}

static void
test_odd_texts (ReviewFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) cards = sample_review_odd_cards ();

  vdt_review_set_cards (fixture->review, cards, cards->len);
  vdt_review_queue_flush (fixture->queue);
  review_assert_order (fixture, " | x1 | x0 | | x3 x2");
  assert_row (fixture, "x0", VDT_BADGE_WAITING_QUESTION,
              "<b>Which</b> & why?\n\u2068<i>proj</i>\u2069 · 2 questions · 1 h",
              "Decisions. \u2068<i>proj</i>\u2069 · 2 questions · 1 h. <b>&amp; & evil</b>. "
              "Claude · \u2068<i>proj</i>\u2069 · this computer.");
  g_assert_true (vdt_review_page_select (fixture->page, "x0"));
  g_assert_true (review_says (fixture, "<b>&amp; & evil</b>"));
  g_assert_true (review_says (fixture, "<b>bold</b> & <i>more</i>"));
  g_assert_true (review_says (fixture, "a red\nsecond line"));
  g_assert_true (review_says (fixture, "right to left override"));
  g_assert_true (review_says (fixture, "A second question of the same session"));
  g_assert_true (review_says (fixture, "Several options may be chosen"));
  g_assert_true (review_says (fixture, "Words in two lines <b>&</b>"));
  g_assert_true (vdt_review_page_select (fixture->page, "x1"));
  g_assert_true (review_says (fixture, "Partly read"));
  g_assert_true (review_says (fixture, "4 records of an unknown kind"));
  g_assert_true (review_says (fixture, "Now “\u2068<u>goal</u> &\u2069” · 09:39"));
  g_assert_true (vdt_review_page_select (fixture->page, "x2"));
  g_assert_true (review_says (fixture, "Untitled"));
  g_assert_true (review_says (fixture, "Not reviewed before · snapshot 1"));
  g_assert_true (review_says (fixture, "No longer blocked: \u2068the lock\u2069"));
  g_assert_true (review_says (fixture, "Asked: \u2068May I?\u2069"));
  g_assert_true (vdt_review_page_select (fixture->page, "x3"));
  ui_test_frames (fixture->window, 3);
  g_assert_true (review_says (fixture, "i"));
}

static void
assert_not_cut (GtkWidget *root)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_LABEL (child) && gtk_widget_get_mapped (child))
        {
          graphene_rect_t bounds;
          int needed = 0;

          g_assert_true (gtk_widget_compute_bounds (child, child, &bounds));
          gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &needed, NULL, NULL, NULL);
          g_assert_cmpfloat (bounds.size.width, >=, needed);
          g_assert_cmpint (needed, <, 200);
        }
      assert_not_cut (child);
    }
}

/* A word that has no end takes nothing from the queue and is seen in full. */
static void
test_long_word (ReviewFixture *fixture, gconstpointer data)
{
  g_autofree char *letters = g_strnfill (300, 'm');
  g_autofree char *words = g_strnfill (200, ' ');
  g_autofree char *word = NULL;
  g_autofree char *label = NULL;
  g_autofree char *cut = NULL;
  VdtDecisionOption options[2];
  g_autoptr (GPtrArray) cards = sample_review_cards ();
  VdtReviewCard *card = g_ptr_array_index (cards, 2);
  VdtReviewCard *changed = g_ptr_array_index (cards, 6);
  int width = gtk_widget_get_width (GTK_WIDGET (fixture->queue));

  for (guint i = 0; i + 5 < 200; i += 5)
    memcpy (words + i, " more", 5);
  word = g_strconcat ("A very long question with ", letters, words, NULL);
  label = g_utf8_substring (word, 0, VDT_DECISION_MAX_LABEL);
  cut = g_strconcat (label, "…", NULL);
  options[0] = (VdtDecisionOption){ .label = label, .description = word };
  options[1] = (VdtDecisionOption){ .label = word, .recommended = TRUE };
  sample_review_ask (card, "q8", VDT_DECISION_QUESTION, VDT_PRIORITY_NORMAL, word, word, options, 2,
                     VDT_MINUTE);
  g_free (card->session->title);
  card->session->title = g_strdup (word);
  g_free (card->last_text);
  card->last_text = g_strdup (word);
  vdt_change_set_add (changed->changes, VDT_CHANGE_GOAL, word, word, SAMPLE_NOW);
  vdt_change_set_add (changed->changes, VDT_CHANGE_COMPLETED, NULL, word, SAMPLE_NOW);
  vdt_review_set_cards (fixture->review, cards, cards->len);
  vdt_review_queue_flush (fixture->queue);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (vdt_review_page_select (fixture->page, i == 0 ? "r2" : "r6"));
      ui_test_frames (fixture->window, 3);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->queue)), ==, width);
      g_assert_cmpint (gtk_widget_get_width (fixture->window), ==, 1000);
      assert_not_cut (GTK_WIDGET (fixture->page));
      g_assert_true (i != 0 || review_says (fixture, cut));
    }
}

static void
test_changes (ReviewFixture *fixture, gconstpointer data)
{
  g_assert_true (vdt_review_page_select (fixture->page, "r6"));
  g_assert_true (review_says (fixture, "Since your last review, Mon 09:30 · snapshot 48 → 53"));
  g_assert_true (review_says (fixture, "5 changes"));
  g_assert_true (review_says (fixture, "Goal changed"));
  g_assert_true (review_says (fixture,
                              "Was “\u2068Find the slow step\u2069” · now “\u2068Import 1M rows "
                              "in under 60 s\u2069” · 10:14"));
  g_assert_true (review_says (fixture, "Finished: \u2068batch the inserts\u2069"));
  g_assert_true (review_says (fixture, "Decision resolved: \u2068keep the old endpoint?\u2069"));
  g_assert_true (review_says (fixture, "Was: Waiting · 10:22"));
  g_assert_true (
    review_says (fixture, "Done and Next move your baseline to snapshot 53, the one shown here. "
                          "Reading alone never does."));
  g_assert_true (vdt_review_page_select (fixture->page, "r7"));
  g_assert_true (review_says (fixture, "Older changes are no longer kept; this starts at 30 Nov."));
  g_assert_cmpuint (fixture->recorder.targets->len, ==, 0);
  g_assert_cmpuint (fixture->recorder.unreviewed->len, ==, 0);
}

static void
test_wanted (ReviewFixture *fixture, gconstpointer data)
{
  g_autoptr (VdtReview) unread = sample_review (NULL);
  g_autoptr (GPtrArray) cards = sample_review_cards ();

  g_assert_false (vdt_review_page_select (fixture->page, "nobody"));
  vdt_review_page_set_review (fixture->page, unread);
  g_assert_false (vdt_review_page_select (fixture->page, "r3"));
  vdt_review_set_cards (unread, cards, cards->len);
  vdt_review_queue_flush (fixture->queue);
  g_assert_cmpstr (review_current (fixture), ==, "r3");
  g_assert_cmpstr (vdt_review_page_get_card (fixture->page)->session->id, ==, "r3");
  vdt_review_page_set_review (fixture->page, NULL);
}

/* --- terminals -------------------------------------------------------------------------------- */

#define TEST_TYPE_TERMINALS (test_terminals_get_type ())
G_DECLARE_FINAL_TYPE (TestTerminals, test_terminals, TEST, TERMINALS, GObject)

struct _TestTerminals
{
  GObject parent_instance;

  const char *with_pane;
  char *opened;
};

static gboolean
test_has_pane (VdtTerminals *terminals, const char *session_id)
{
  return g_strcmp0 (TEST_TERMINALS (terminals)->with_pane, session_id) == 0;
}

static void
test_open_pane (VdtTerminals *terminals, const char *session_id)
{
  g_free (TEST_TERMINALS (terminals)->opened);
  TEST_TERMINALS (terminals)->opened = g_strdup (session_id);
}

static void
terminals_iface_init (VdtTerminalsInterface *iface)
{
  iface->has_pane = test_has_pane;
  iface->open_pane = test_open_pane;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestTerminals,
                               test_terminals,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VDT_TYPE_TERMINALS, terminals_iface_init))

static void
test_terminals_finalize (GObject *object)
{
  g_free (TEST_TERMINALS (object)->opened);
  G_OBJECT_CLASS (test_terminals_parent_class)->finalize (object);
}

static void
test_terminals_class_init (TestTerminalsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_terminals_finalize;
}

static void
test_terminals_init (TestTerminals *self)
{
}

static void
test_terminal_button (ReviewFixture *fixture, gconstpointer data)
{
  TestTerminals *terminals = g_object_new (TEST_TYPE_TERMINALS, NULL);

  g_assert_true (vdt_review_page_select (fixture->page, "r2"));
  g_assert_false (review_says (fixture, "Open Terminal"));
  vdt_review_page_set_terminals (fixture->page, VDT_TERMINALS (terminals));
  g_assert_false (review_press (fixture, GDK_KEY_t, 0));
  terminals->with_pane = "r2";
  vdt_terminals_changed (VDT_TERMINALS (terminals));
  ui_test_frames (fixture->window, 1);
  g_assert_true (review_says (fixture, "Open Terminal"));
  g_assert_true (review_press (fixture, GDK_KEY_t, 0));
  g_assert_cmpstr (terminals->opened, ==, "r2");
  g_assert_true (vdt_review_page_select (fixture->page, "r3"));
  g_assert_false (review_press (fixture, GDK_KEY_t, 0));
  vdt_review_page_set_terminals (fixture->page, NULL);
  g_assert_finalize_object (terminals);
}

/* --- in the window ---------------------------------------------------------------------------- */

static GtkWidget *
switch_named (GtkWidget *window, const char *name)
{
  GtkWidget *switcher = ui_test_find (window, ADW_TYPE_VIEW_SWITCHER, 0);
  GtkWidget *button = NULL;

  for (guint i = 0; (button = ui_test_find (switcher, GTK_TYPE_TOGGLE_BUTTON, i)) != NULL; i++)
    {
      g_autofree char *wrong =
        gtk_test_accessible_check_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                            name);

      if (wrong == NULL)
        return button;
    }
  return NULL;
}

static void
test_window (void)
{
  g_autoptr (GPtrArray) cards = sample_review_cards ();
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (VdtReview) review = sample_review (cards);
  g_autoptr (VdtReview) unread = sample_review (NULL);
  GtkWidget *widget = vdt_window_new_without_engine (NULL, NULL);
  VdtWindow *window = VDT_WINDOW (widget);
  VdtReviewPage *page = vdt_window_get_review_page (window);
  g_autoptr (GListStore) sessions = sample_sessions ();

  vdt_presenter_set_now (vdt_window_get_presenter (window), SAMPLE_NOW);
  vdt_activity_page_set_sessions (vdt_window_get_activity (window), G_LIST_MODEL (sessions));
  vdt_window_set_state (window, VDT_ENGINE_READY);
  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 700);
  gtk_window_present (GTK_WINDOW (window));
  ui_test_frames (widget, 2);
  /* What is read while another page is seen draws nothing. */
  vdt_window_set_review (window, unread);
  ui_test_wait_until (g_str_equal (vdt_review_page_get_page (page), "loading"));
  ui_test_frames (widget, 2);
  g_assert_false (
    gtk_spinner_get_spinning (GTK_SPINNER (ui_test_find (GTK_WIDGET (page), GTK_TYPE_SPINNER, 0))));
  vdt_window_set_review (window, NULL);
  /* No queue, no page. */
  vdt_window_show_review (window, NULL);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (page)));
  g_assert_true (ui_test_key (widget, GDK_KEY_2, GDK_CONTROL_MASK));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (page)));

  vdt_window_set_review (window, review);
  g_assert_true (ui_test_key (widget, GDK_KEY_2, GDK_CONTROL_MASK));
  ui_test_wait_until (gtk_widget_get_mapped (GTK_WIDGET (page)));
  g_assert_nonnull (switch_named (widget, "Review, 8 to review"));
  vdt_window_show_review (window, "r6");
  g_assert_cmpstr (vdt_review_page_get_card (page)->session->id, ==, "r6");
  g_assert_true (gtk_widget_activate_action (widget, "win.show-review", "s", "r2"));
  g_assert_cmpstr (vdt_review_page_get_card (page)->session->id, ==, "r2");
  vdt_review_set_cards (review, none, 0);
  g_assert_nonnull (switch_named (widget, "Review"));
  g_assert_true (ui_test_key (widget, GDK_KEY_1, GDK_CONTROL_MASK));
  ui_test_wait_until (!gtk_widget_get_mapped (GTK_WIDGET (page)));
  vdt_window_show_review (window, NULL);
  vdt_window_set_state (window, VDT_ENGINE_OFF);
  ui_test_wait_until (!gtk_widget_get_mapped (GTK_WIDGET (page)));
  vdt_window_set_state (window, VDT_ENGINE_READY);
  vdt_window_show_review (window, NULL);
  ui_test_wait_until (gtk_widget_get_mapped (GTK_WIDGET (page)));
  vdt_window_set_review (window, NULL);
  ui_test_wait_until (!gtk_widget_get_mapped (GTK_WIDGET (page)));
  g_object_ref (window);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_finalize_object (window);
}

/* The page's keys act wherever the focus is, but not where text is entered nor in a menu. */
static void
test_keys_outside (void)
{
  g_autoptr (GPtrArray) cards = sample_review_cards ();
  g_autoptr (VdtReview) review = sample_review (cards);
  GtkWidget *widget = vdt_window_new_without_engine (NULL, NULL);
  VdtWindow *window = VDT_WINDOW (widget);
  VdtReviewPage *page = vdt_window_get_review_page (window);
  VdtReviewQueue *queue = vdt_review_page_get_queue (page);
  GtkWidget *menu = NULL;

  vdt_presenter_set_now (vdt_window_get_presenter (window), SAMPLE_NOW);
  vdt_window_set_state (window, VDT_ENGINE_READY);
  vdt_window_set_review (window, review);
  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 400);
  gtk_window_present (GTK_WINDOW (window));
  ui_test_frames (widget, 2);
  /* Not while another page is seen. */
  g_assert_false (ui_test_key (widget, GDK_KEY_j, 0));
  vdt_window_show_review (window, "r0");
  ui_test_wait_until (gtk_widget_get_mapped (GTK_WIDGET (page)));
  menu = ui_test_find (widget, GTK_TYPE_MENU_BUTTON, 0);
  g_assert_true (gtk_widget_grab_focus (menu));
  g_assert_true (ui_test_key (widget, GDK_KEY_j, 0));
  g_assert_cmpstr (vdt_review_queue_get_current (queue), ==, "r1");
  g_assert_true (
    gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), GTK_WIDGET (queue)));
  /* Inside the page it is the page that hears them. */
  g_assert_false (ui_test_key (widget, GDK_KEY_j, 0));
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  g_assert_true (ui_test_key (widget, GDK_KEY_k, 0));
  g_assert_cmpstr (vdt_review_queue_get_current (queue), ==, "r0");
  gtk_menu_button_popup (GTK_MENU_BUTTON (menu));
  gtk_widget_child_focus (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (menu))),
                          GTK_DIR_TAB_FORWARD);
  g_assert_false (ui_test_key (widget, GDK_KEY_j, 0));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (menu));
  g_object_ref (window);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_finalize_object (window);
}

static gboolean
is_seen (GtkWidget *row, GtkWidget *scrolled)
{
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (row, scrolled, &bounds) && bounds.origin.y >= 0. &&
         bounds.origin.y + bounds.size.height <= gtk_widget_get_height (scrolled);
}

/* What a notification is about is seen in the queue as well, also a second time. */
static void
test_scrolls_to_row (ReviewFixture *fixture, gconstpointer data)
{
  GtkWidget *scrolled = ui_test_find (GTK_WIDGET (fixture->queue), GTK_TYPE_SCROLLED_WINDOW, 0);
  GtkWidget *row = GTK_WIDGET (vdt_review_queue_get_row (fixture->queue, "r7"));

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 300);
  ui_test_wait_until (gtk_widget_get_height (fixture->window) == 300);
  g_assert_false (is_seen (row, scrolled));
  g_assert_true (vdt_review_page_select (fixture->page, "r7"));
  ui_test_frames (fixture->window, 5);
  g_assert_true (is_seen (row, scrolled));
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)),
                            0.);
  ui_test_frames (fixture->window, 2);
  g_assert_false (is_seen (row, scrolled));
  g_assert_true (vdt_review_page_select (fixture->page, "r7"));
  ui_test_frames (fixture->window, 5);
  g_assert_true (is_seen (row, scrolled));
}

/* Enter on a session that waits goes to its card. */
static void
test_from_activity (void)
{
  g_autoptr (GPtrArray) cards = sample_review_cards ();
  g_autoptr (VdtReview) review = NULL;
  GtkWidget *widget = vdt_window_new_without_engine (NULL, NULL);
  VdtWindow *window = VDT_WINDOW (widget);
  VdtReviewPage *page = vdt_window_get_review_page (window);
  VdtSessionLists *lists = vdt_activity_page_get_lists (vdt_window_get_activity (window));
  g_autoptr (GListStore) sessions = sample_sessions ();
  VdtReviewCard *card = g_ptr_array_index (cards, 2);
  VdtSessionRow *row = NULL;

  g_free (card->session->id);
  card->session->id = g_strdup ("a0");
  review = sample_review (cards);
  vdt_presenter_set_now (vdt_window_get_presenter (window), SAMPLE_NOW);
  vdt_activity_page_set_sessions (vdt_window_get_activity (window), G_LIST_MODEL (sessions));
  vdt_window_set_state (window, VDT_ENGINE_READY);
  vdt_window_set_review (window, review);
  gtk_window_present (GTK_WINDOW (window));
  ui_test_frames (widget, 2);
  row = vdt_session_group_get_row (vdt_session_lists_get_group (lists, 0), 0);
  g_assert_cmpstr (vdt_session_get_id (vdt_session_row_get_session (row)), ==, "a0");
  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (row)), "row-activated", row);
  g_assert_cmpstr (vdt_review_page_get_card (page)->session->id, ==, "a0");
  ui_test_wait_until (gtk_widget_get_mapped (GTK_WIDGET (page)));
  g_assert_false (vdt_session_row_get_expanded (row));
  /* Ctrl+R does the same. */
  vdt_review_page_select (page, "r6");
  vdt_window_show_page (window, "activity");
  g_assert_true (ui_test_key (GTK_WIDGET (row), GDK_KEY_r, GDK_CONTROL_MASK));
  g_assert_cmpstr (vdt_review_page_get_card (page)->session->id, ==, "a0");
  /* Who waits and has no card opens in place. */
  vdt_window_show_page (window, "activity");
  row = vdt_session_group_get_row (vdt_session_lists_get_group (lists, 0), 1);
  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (row)), "row-activated", row);
  g_assert_true (vdt_session_row_get_expanded (row));
  g_object_ref (window);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_finalize_object (window);
}

#define ADD(path, width, func)                                                                     \
  g_test_add (path, ReviewFixture, GINT_TO_POINTER (width), review_set_up, func, review_tear_down)

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  ADD ("/review/rows", 0, test_rows);
  ADD ("/review/head", 0, test_head);
  ADD ("/review/pages", 0, test_pages);
  ADD ("/review/question", 0, test_question);
  ADD ("/review/odd-texts", 0, test_odd_texts);
  ADD ("/review/changes", 0, test_changes);
  ADD ("/review/wanted", 0, test_wanted);
  ADD ("/review/terminals", 0, test_terminal_button);
  g_test_add_func ("/review/window", test_window);
  g_test_add_func ("/review/keys-outside", test_keys_outside);
  ADD ("/review/long-word", 0, test_long_word);
  ADD ("/review/scrolls-to-row", 0, test_scrolls_to_row);
  g_test_add_func ("/review/from-activity", test_from_activity);
  return g_test_run ();
}
