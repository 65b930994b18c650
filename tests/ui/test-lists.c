/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "ui-samples.h"
#include "ui-test.h"
#include "vdt-session-lists.h"
#include "vdt-session-order.h"

typedef struct
{
  VdtPresenter *presenter;
  GListStore *sessions;
  VdtSessionLists *lists;
  GtkWidget *window;
} Fixture;

/* Where the pointer of the display lies is not up to us; it must hold nothing here. */
static void
ignore_pointer (GtkWidget *box)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (box);

  for (guint i = g_list_model_get_n_items (controllers); i-- > 0;)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        gtk_widget_remove_controller (box, controller);
    }
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  fixture->presenter = vdt_presenter_new ();
  vdt_presenter_set_now (fixture->presenter, SAMPLE_NOW);
  fixture->sessions = sample_sessions ();
  fixture->lists = vdt_session_lists_new (fixture->presenter);
  gtk_box_append (GTK_BOX (box), vdt_session_lists_get_waiting (fixture->lists));
  gtk_box_append (GTK_BOX (box), vdt_session_lists_get_projects (fixture->lists));
  ignore_pointer (vdt_session_lists_get_waiting (fixture->lists));
  ignore_pointer (vdt_session_lists_get_projects (fixture->lists));
  vdt_session_lists_set_sessions (fixture->lists, G_LIST_MODEL (fixture->sessions));
  fixture->window = ui_test_show (box, 900, 900);
  /* The window gives the focus to the first row; here nothing is to be held yet. */
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  vdt_session_lists_flush (fixture->lists);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->lists);
  g_object_unref (fixture->sessions);
  g_object_unref (fixture->presenter);
}

static VdtSession *
find_session (Fixture *fixture, const char *id)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture->sessions)); i++)
    {
      g_autoptr (VdtSession) session = g_list_model_get_item (G_LIST_MODEL (fixture->sessions), i);

      if (g_str_equal (vdt_session_get_id (session), id))
        return session; /* the store keeps it */
    }
  g_assert_not_reached ();
}

static void
change (Fixture *fixture, const char *id, VdtLifecycle lifecycle, VdtTime since)
{
  VdtSession *session = find_session (fixture, id);
  const VdtSessionInfo *old = vdt_session_get_info (session);
  VdtSessionInfo *info = vdt_session_info_new ();

  info->id = g_strdup (id);
  info->title = g_strdup (old->title);
  info->project = g_strdup (old->project);
  info->host = g_strdup (old->host);
  info->lifecycle = lifecycle;
  info->waiting_for =
    lifecycle == VDT_LIFECYCLE_WAITING ? VDT_WAITING_QUESTION : VDT_WAITING_NOTHING;
  info->state_since = SAMPLE_NOW - since;
  info->last_event_at = SAMPLE_NOW - since;
  vdt_session_set_info (session, info);
}

/* Moves a session to the front of the model, as the engine does with the newest event. */
static void
to_front (Fixture *fixture, const char *id)
{
  g_autoptr (VdtSession) session = g_object_ref (find_session (fixture, id));
  guint position;

  g_assert_true (g_list_store_find (fixture->sessions, session, &position));
  g_list_store_remove (fixture->sessions, position);
  g_list_store_insert (fixture->sessions, 0, session);
}

static void
assert_layout (Fixture *fixture, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < vdt_session_lists_get_n_groups (fixture->lists); i++)
    {
      VdtSessionGroup *group = vdt_session_lists_get_group (fixture->lists, i);

      if (i > 0)
        g_string_append (text, " |");
      for (guint k = 0; k < vdt_session_group_get_n_rows (group); k++)
        g_string_append_printf (text, " %s",
                                vdt_session_get_id (vdt_session_row_get_session (
                                  vdt_session_group_get_row (group, k))));
    }
  g_assert_cmpstr (text->str, ==, expected);
}

#define FIRST " a0 a1 a2 | b0 b1 b2 | c0 c1 | d0"

static void
test_groups (Fixture *fixture, gconstpointer data)
{
  VdtSessionGroup *waiting = vdt_session_lists_get_group (fixture->lists, 0);

  assert_layout (fixture, FIRST);
  g_assert_cmpstr (vdt_session_group_get_title (waiting), ==, "Waiting for You");
  g_assert_nonnull (ui_test_find_label (GTK_WIDGET (waiting), "3"));
  g_assert_nonnull (
    ui_test_find_label (vdt_session_lists_get_projects (fixture->lists), "This computer"));
  g_assert_nonnull (
    ui_test_find_label (vdt_session_lists_get_projects (fixture->lists), "harbor (SSH)"));
  g_assert_cmpuint (vdt_session_lists_get_n_rows (fixture->lists), ==, 9);
  g_assert_false (vdt_session_lists_is_deferred (fixture->lists));
}

static void
test_in_place (Fixture *fixture, gconstpointer data)
{
  VdtSessionRow *row = vdt_session_lists_get_row (fixture->lists, find_session (fixture, "b1"));
  g_autofree char *text = NULL;

  change (fixture, "b1", VDT_LIFECYCLE_ERROR, VDT_MINUTE);
  vdt_session_lists_flush (fixture->lists);
  g_assert_true (vdt_session_lists_get_row (fixture->lists, find_session (fixture, "b1")) == row);
  text = vdt_session_row_get_text (row);
  g_assert_nonnull (g_strstr_len (text, -1, "Error · 1 min ago"));
  assert_layout (fixture, FIRST);
}

static void
test_order_follows (Fixture *fixture, gconstpointer data)
{
  VdtSessionRow *row = vdt_session_lists_get_row (fixture->lists, find_session (fixture, "b2"));

  to_front (fixture, "b2");
  vdt_session_lists_flush (fixture->lists);
  assert_layout (fixture, " a0 a1 a2 | b2 b0 b1 | c0 c1 | d0");
  g_assert_true (vdt_session_lists_get_row (fixture->lists, find_session (fixture, "b2")) == row);
  to_front (fixture, "d0");
  vdt_session_lists_flush (fixture->lists);
  assert_layout (fixture, " a0 a1 a2 | d0 | b2 b0 b1 | c0 c1");
}

static void
test_held (Fixture *fixture, gconstpointer data)
{
  vdt_session_lists_set_held (fixture->lists, TRUE);
  to_front (fixture, "b2");
  to_front (fixture, "d0");
  vdt_session_lists_flush (fixture->lists);
  assert_layout (fixture, FIRST);
  g_assert_true (vdt_session_lists_is_deferred (fixture->lists));

  /* Who begins to wait moves at once; who has stopped stays where it is. */
  change (fixture, "c1", VDT_LIFECYCLE_WAITING, VDT_SECOND);
  change (fixture, "a1", VDT_LIFECYCLE_WORKING, VDT_SECOND);
  vdt_session_lists_flush (fixture->lists);
  assert_layout (fixture, " a0 a1 a2 c1 | b0 b1 b2 | c0 | d0");

  vdt_session_lists_set_held (fixture->lists, FALSE);
  vdt_session_lists_flush (fixture->lists);
  assert_layout (fixture, " a0 a2 c1 | d0 | b2 b0 b1 | a1 | c0");
  g_assert_false (vdt_session_lists_is_deferred (fixture->lists));
}

static void
test_new_and_gone_while_held (Fixture *fixture, gconstpointer data)
{
  Sample sample = { .id = "n0", .title = "New", .project = "orchard-api", .fast = -1 };
  g_autoptr (VdtSession) added = sample_session (&sample);
  guint position;

  vdt_session_lists_set_held (fixture->lists, TRUE);
  g_list_store_insert (fixture->sessions, 0, added);
  g_assert_true (g_list_store_find (fixture->sessions, find_session (fixture, "b1"), &position));
  g_list_store_remove (fixture->sessions, position);
  vdt_session_lists_flush (fixture->lists);
  assert_layout (fixture, " a0 a1 a2 | n0 b0 b2 | c0 c1 | d0");
}

static void
test_focus_holds (Fixture *fixture, gconstpointer data)
{
  VdtSessionRow *row = vdt_session_lists_get_row (fixture->lists, find_session (fixture, "b0"));

  gtk_widget_grab_focus (GTK_WIDGET (row));
  ui_test_wait_until (vdt_session_lists_get_focused (fixture->lists) == row);
  to_front (fixture, "b2");
  vdt_session_lists_flush (fixture->lists);
  assert_layout (fixture, FIRST);
  g_assert_true (vdt_session_lists_is_deferred (fixture->lists));

  /* The focus stays on a session that moves to those who wait. */
  change (fixture, "b0", VDT_LIFECYCLE_WAITING, VDT_SECOND);
  vdt_session_lists_flush (fixture->lists);
  assert_layout (fixture, " a0 a1 a2 b0 | b1 b2 | c0 c1 | d0");
  g_assert_true (vdt_session_lists_get_focused (fixture->lists) == row);

  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  ui_test_wait_until (!vdt_session_lists_is_deferred (fixture->lists));
  assert_layout (fixture, " a0 a1 a2 b0 | b2 b1 | c0 c1 | d0");
}

static void
test_focus_goes_on (Fixture *fixture, gconstpointer data)
{
  VdtSessionRow *row = vdt_session_lists_get_row (fixture->lists, find_session (fixture, "b0"));
  VdtSessionRow *next = vdt_session_lists_get_row (fixture->lists, find_session (fixture, "b1"));
  guint position;

  gtk_widget_grab_focus (GTK_WIDGET (row));
  ui_test_wait_until (vdt_session_lists_get_focused (fixture->lists) == row);
  g_assert_true (g_list_store_find (fixture->sessions, find_session (fixture, "b0"), &position));
  g_list_store_remove (fixture->sessions, position);
  vdt_session_lists_flush (fixture->lists);
  g_assert_true (vdt_session_lists_get_focused (fixture->lists) == next);
}

static void
test_arrows_between_groups (Fixture *fixture, gconstpointer data)
{
  VdtSessionRow *last = vdt_session_lists_get_row (fixture->lists, find_session (fixture, "a2"));
  VdtSessionRow *next = vdt_session_lists_get_row (fixture->lists, find_session (fixture, "b0"));
  gboolean handled = FALSE;

  gtk_widget_grab_focus (GTK_WIDGET (last));
  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (last)), "keynav-failed", GTK_DIR_DOWN,
                         &handled);
  g_assert_true (handled);
  g_assert_true (vdt_session_lists_get_focused (fixture->lists) == next);
  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (next)), "keynav-failed", GTK_DIR_UP,
                         &handled);
  g_assert_true (vdt_session_lists_get_focused (fixture->lists) == last);
  /* Above the first there is nothing. */
  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (last)), "keynav-failed", GTK_DIR_UP,
                         &handled);
  g_assert_true (vdt_session_lists_get_focused (fixture->lists) == last);
}

static void
test_nobody_waits (Fixture *fixture, gconstpointer data)
{
  g_assert_true (gtk_widget_get_visible (vdt_session_lists_get_waiting (fixture->lists)));
  change (fixture, "a0", VDT_LIFECYCLE_IDLE, VDT_MINUTE);
  change (fixture, "a1", VDT_LIFECYCLE_IDLE, VDT_MINUTE);
  change (fixture, "a2", VDT_LIFECYCLE_IDLE, VDT_MINUTE);
  vdt_session_lists_flush (fixture->lists);
  assert_layout (fixture, " | a0 | a1 | a2 b0 b1 b2 | c0 c1 | d0");
  g_assert_false (gtk_widget_get_visible (vdt_session_lists_get_waiting (fixture->lists)));
}

static void
test_search (Fixture *fixture, gconstpointer data)
{
  vdt_session_lists_set_search (fixture->lists, "tide");
  assert_layout (fixture, " a0 | c0 c1");
  vdt_session_lists_set_search (fixture->lists, "zebra");
  g_assert_cmpuint (vdt_session_lists_get_n_rows (fixture->lists), ==, 0);
  vdt_session_lists_set_search (fixture->lists, NULL);
  assert_layout (fixture, FIRST);
}

static void
assert_not_cut (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    assert_not_cut (child);
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget))
    g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))));
}

/* A row that went to another group, and one whose group appears, is whole and still works. */
static void
test_moved_rows_work (Fixture *fixture, gconstpointer data)
{
  const char *const ids[] = { "a0", "a1", "a2" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    change (fixture, ids[i], VDT_LIFECYCLE_IDLE, VDT_MINUTE);
  vdt_session_lists_flush (fixture->lists);
  ui_test_frames (fixture->window, 3);
  g_assert_false (gtk_widget_get_mapped (vdt_session_lists_get_waiting (fixture->lists)));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      VdtSession *session = find_session (fixture, ids[i]);
      VdtSessionRow *row = NULL;
      GtkWidget *toggle = NULL;

      change (fixture, ids[i], VDT_LIFECYCLE_WORKING, 0);
      ui_test_frames (fixture->window, 5);
      change (fixture, ids[i], VDT_LIFECYCLE_WAITING, 0);
      ui_test_frames (fixture->window, 5);
      row = vdt_session_lists_get_row (fixture->lists, session);
      g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (row)));
      toggle = ui_test_find (GTK_WIDGET (row), GTK_TYPE_BUTTON, 0);
      g_assert_true (gtk_widget_is_sensitive (toggle));
      g_signal_emit_by_name (toggle, "clicked");
      g_assert_true (vdt_session_row_get_expanded (row));
      vdt_session_row_set_expanded (row, FALSE);
      assert_not_cut (gtk_widget_get_first_child (GTK_WIDGET (row)));
    }
}

static void
test_many (void)
{
  g_autoptr (VdtPresenter) presenter = vdt_presenter_new ();
  g_autoptr (GListStore) sessions = g_list_store_new (VDT_TYPE_SESSION);
  VdtSessionLists *lists = vdt_session_lists_new (presenter);

  vdt_presenter_set_now (presenter, SAMPLE_NOW);
  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *id = g_strdup_printf ("m%u", i);
      g_autofree char *project = g_strdup_printf ("p%u", i % 7);
      Sample sample = { .id = id,
                        .title = id,
                        .project = project,
                        .fast = -1,
                        .lifecycle = VDT_LIFECYCLE_IDLE,
                        .since = i * VDT_MINUTE };
      g_autoptr (VdtSession) session = sample_session (&sample);

      g_list_store_append (sessions, session);
    }
  vdt_session_lists_set_sessions (lists, G_LIST_MODEL (sessions));
  g_assert_cmpuint (vdt_session_lists_get_n_rows (lists), ==, VDT_SESSION_LISTS_PAGE);
  g_assert_cmpuint (vdt_session_lists_get_n_hidden (lists), ==, 300);
  vdt_session_lists_show_more (lists);
  g_assert_cmpuint (vdt_session_lists_get_n_rows (lists), ==, 2 * VDT_SESSION_LISTS_PAGE);
  g_assert_cmpuint (vdt_session_lists_get_n_hidden (lists), ==, 100);
  vdt_session_lists_show_more (lists);
  g_assert_cmpuint (vdt_session_lists_get_n_rows (lists), ==, 500);
  g_assert_cmpuint (vdt_session_lists_get_n_hidden (lists), ==, 0);
  g_list_store_remove_all (sessions);
  vdt_session_lists_flush (lists);
  g_assert_cmpuint (vdt_session_lists_get_n_rows (lists), ==, 0);
  g_assert_finalize_object (lists);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  ADD ("/lists/groups", test_groups);
  ADD ("/lists/in-place", test_in_place);
  ADD ("/lists/order-follows", test_order_follows);
  ADD ("/lists/held", test_held);
  ADD ("/lists/new-and-gone-while-held", test_new_and_gone_while_held);
  ADD ("/lists/focus-holds", test_focus_holds);
  ADD ("/lists/focus-goes-on", test_focus_goes_on);
  ADD ("/lists/arrows-between-groups", test_arrows_between_groups);
  ADD ("/lists/nobody-waits", test_nobody_waits);
  ADD ("/lists/moved-rows-work", test_moved_rows_work);
  ADD ("/lists/search", test_search);
  g_test_add_func ("/lists/many", test_many);
  return g_test_run ();
}
