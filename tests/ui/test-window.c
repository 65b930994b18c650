/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "ui-samples.h"
#include "ui-test.h"
#include "vdt-preferences.h"
#include "vdt-prefs-review.h"
#include "vdt-window.h"

static GSettings *settings;

static VdtWindow *
sample_window (int width, int height)
{
  GtkWidget *window = vdt_window_new_without_engine (NULL, NULL);
  g_autoptr (GListStore) homes = sample_homes ();
  g_autoptr (GListStore) sessions = sample_sessions ();
  g_autoptr (GArray) days = sample_days (14);
  VdtActivityPage *activity = vdt_window_get_activity (VDT_WINDOW (window));

  vdt_presenter_set_now (vdt_window_get_presenter (VDT_WINDOW (window)), SAMPLE_NOW);
  vdt_window_set_homes (VDT_WINDOW (window), G_LIST_MODEL (homes));
  vdt_activity_page_set_sessions (activity, G_LIST_MODEL (sessions));
  vdt_activity_page_set_days (activity, days);
  vdt_window_set_state (VDT_WINDOW (window), VDT_ENGINE_READY);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_present (GTK_WINDOW (window));
  ui_test_frames (window, 3);
  return VDT_WINDOW (window);
}

static void
close_window (VdtWindow *window)
{
  g_object_ref (window);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_finalize_object (window);
}

static void
test_width_of (void)
{
  g_assert_cmpint (vdt_width_of (360., 1.), ==, VDT_WIDTH_NARROW);
  g_assert_cmpint (vdt_width_of (559., 1.), ==, VDT_WIDTH_NARROW);
  g_assert_cmpint (vdt_width_of (560., 1.), ==, VDT_WIDTH_MEDIUM);
  g_assert_cmpint (vdt_width_of (979., 1.), ==, VDT_WIDTH_MEDIUM);
  g_assert_cmpint (vdt_width_of (980., 1.), ==, VDT_WIDTH_WIDE);
  g_assert_cmpint (vdt_width_of (1100., 2.), ==, VDT_WIDTH_NARROW);
}

static void
test_pages (void)
{
  VdtWindow *window = VDT_WINDOW (vdt_window_new_without_engine (NULL, NULL));
  VdtActivityPage *activity = vdt_window_get_activity (window);
  g_autoptr (GListStore) sessions = g_list_store_new (VDT_TYPE_SESSION);
  VdtEngineProgress progress = { 412, 803, 441000000, 864000000 };
  Sample sample = { .id = "x", .title = "X", .fast = -1, .lifecycle = VDT_LIFECYCLE_IDLE };
  g_autoptr (VdtSession) session = sample_session (&sample);

  vdt_window_set_state (window, VDT_ENGINE_WELCOME);
  g_assert_cmpstr (vdt_activity_page_get_page (activity), ==, "welcome");
  vdt_window_set_state (window, VDT_ENGINE_OFF);
  g_assert_cmpstr (vdt_activity_page_get_page (activity), ==, "off");

  /* Nothing for a moment, then the page of the first scan, then what it found. */
  vdt_activity_page_set_sessions (activity, G_LIST_MODEL (sessions));
  vdt_window_set_state (window, VDT_ENGINE_SCANNING);
  g_assert_cmpstr (vdt_activity_page_get_page (activity), ==, "blank");
  vdt_activity_page_show_scanning (activity);
  g_assert_cmpstr (vdt_activity_page_get_page (activity), ==, "scanning");
  vdt_activity_page_set_progress (activity, &progress);
  g_assert_nonnull (ui_test_find_label (GTK_WIDGET (activity), "412 of 803 files"));
  g_assert_nonnull (ui_test_find_label (GTK_WIDGET (activity), "441 of 864 MB"));
  vdt_activity_page_set_unread_lines (activity, 3);
  g_assert_nonnull (ui_test_find_label (GTK_WIDGET (activity), "3 lines could not be read"));
  g_list_store_append (sessions, session);
  vdt_session_lists_flush (vdt_activity_page_get_lists (activity));
  g_assert_cmpstr (vdt_activity_page_get_page (activity), ==, "scanning");
  g_assert_nonnull (ui_test_find_label (GTK_WIDGET (activity), "Show Sessions Found (1)"));
  vdt_activity_page_show_found (activity);
  g_assert_cmpstr (vdt_activity_page_get_page (activity), ==, "content");

  vdt_window_set_state (window, VDT_ENGINE_READY);
  g_assert_cmpstr (vdt_activity_page_get_page (activity), ==, "content");
  g_list_store_remove_all (sessions);
  vdt_session_lists_flush (vdt_activity_page_get_lists (activity));
  g_assert_cmpstr (vdt_activity_page_get_page (activity), ==, "empty");

  /* What was kept is shown at once. */
  vdt_window_set_state (window, VDT_ENGINE_OFF);
  g_list_store_append (sessions, session);
  vdt_session_lists_flush (vdt_activity_page_get_lists (activity));
  vdt_window_set_state (window, VDT_ENGINE_SCANNING);
  g_assert_cmpstr (vdt_activity_page_get_page (activity), ==, "content");
  close_window (window);
}

static gboolean
action_enabled (VdtWindow *window, const char *name)
{
  g_autofree char *label = NULL;
  gboolean enabled = FALSE;
  GtkWidget *button = gtk_button_new ();

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), name);
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (
                                 ui_test_find (GTK_WIDGET (window), ADW_TYPE_TOAST_OVERLAY, 0)),
                               button);
  enabled = gtk_widget_get_sensitive (button);
  return enabled;
}

static void
test_off_header (void)
{
  VdtWindow *window = VDT_WINDOW (vdt_window_new_without_engine (NULL, NULL));
  GtkWidget *search = ui_test_find (GTK_WIDGET (window), GTK_TYPE_TOGGLE_BUTTON, 0);

  vdt_window_set_state (window, VDT_ENGINE_OFF);
  g_assert_false (gtk_widget_get_visible (search));
  g_assert_false (action_enabled (window, "win.refresh"));
  close_window (window);
}

static void
test_widths (void)
{
  VdtWindow *window = sample_window (1180, 900);
  VdtSessionLists *lists = vdt_activity_page_get_lists (vdt_window_get_activity (window));
  GtkWidget *waiting = vdt_session_lists_get_waiting (lists);
  GtkWidget *projects = vdt_session_lists_get_projects (lists);
  GtkWidget *quotas = GTK_WIDGET (vdt_activity_page_get_quotas (vdt_window_get_activity (window)));
  graphene_point_t at;

  g_assert_cmpint (vdt_window_get_width_class (window), ==, VDT_WIDTH_WIDE);
  g_assert_cmpint (gtk_widget_get_width (quotas), ==, 376);
  g_assert_true (gtk_widget_compute_point (quotas, waiting, &GRAPHENE_POINT_INIT (0, 0), &at));
  g_assert_cmpfloat (at.x, >, gtk_widget_get_width (waiting));

  /* Below each other: who waits, quotas, projects. */
  gtk_window_set_default_size (GTK_WINDOW (window), 700, 900);
  ui_test_wait_until (vdt_window_get_width_class (window) == VDT_WIDTH_MEDIUM);
  ui_test_frames (GTK_WIDGET (window), 2);
  g_assert_true (gtk_widget_compute_point (quotas, waiting, &GRAPHENE_POINT_INIT (0, 0), &at));
  g_assert_cmpfloat (at.y, >=, gtk_widget_get_height (waiting));
  g_assert_true (gtk_widget_compute_point (projects, quotas, &GRAPHENE_POINT_INIT (0, 0), &at));
  g_assert_cmpfloat (at.y, >=, gtk_widget_get_height (quotas));

  gtk_window_set_default_size (GTK_WINDOW (window), 360, 600);
  ui_test_wait_until (vdt_window_get_width_class (window) == VDT_WIDTH_NARROW);
  ui_test_frames (GTK_WIDGET (window), 2);
  /* Nothing sticks out. */
  g_assert_cmpint (gtk_widget_get_width (waiting), <=, 360 - 2 * 12);
  g_assert_cmpint (gtk_widget_get_width (gtk_widget_get_first_child (
                     ui_test_find (GTK_WIDGET (window), VDT_TYPE_ADAPTIVE, 0))),
                   ==,
                   gtk_widget_get_width (ui_test_find (GTK_WIDGET (window), VDT_TYPE_ADAPTIVE, 0)));
  close_window (window);
}

static void
test_search (void)
{
  VdtWindow *window = sample_window (900, 700);
  VdtActivityPage *activity = vdt_window_get_activity (window);
  GtkSearchBar *bar = vdt_activity_page_get_search_bar (activity);

  g_assert_false (gtk_search_bar_get_search_mode (bar));
  g_assert_true (ui_test_key (GTK_WIDGET (window), GDK_KEY_f, GDK_CONTROL_MASK));
  g_assert_true (gtk_search_bar_get_search_mode (bar));
  vdt_activity_page_set_search (activity, "zebra");
  g_assert_nonnull (ui_test_find_label (GTK_WIDGET (activity), "No Sessions Match"));
  g_assert_cmpuint (vdt_session_lists_get_n_rows (vdt_activity_page_get_lists (activity)), ==, 0);
  vdt_activity_page_set_search (activity, "tide");
  g_assert_cmpuint (vdt_session_lists_get_n_rows (vdt_activity_page_get_lists (activity)), ==, 3);
  close_window (window);
}

static void
enabled_cb (GSimpleAction *action, GVariant *state, guint *changed)
{
  (*changed)++;
  g_simple_action_set_state (action, state);
}

static void
refresh_cb (GSimpleAction *action, GVariant *parameter, guint *refreshed)
{
  (*refreshed)++;
}

static void
test_actions (void)
{
  VdtWindow *window = sample_window (900, 700);
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) enabled =
    g_simple_action_new_stateful ("enabled", NULL, g_variant_new_boolean (FALSE));
  g_autoptr (GSimpleAction) refresh = g_simple_action_new ("refresh", NULL);
  guint changed = 0, refreshed = 0;

  g_signal_connect (enabled, "change-state", G_CALLBACK (enabled_cb), &changed);
  g_signal_connect (refresh, "activate", G_CALLBACK (refresh_cb), &refreshed);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (enabled));
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (refresh));
  vdt_window_set_actions (window, G_ACTION_GROUP (actions));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.turn-on", NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.turn-on", NULL));
  g_assert_cmpuint (changed, ==, 2);
  {
    g_autoptr (GVariant) state = g_action_get_state (G_ACTION (enabled));

    g_assert_true (g_variant_get_boolean (state));
  }
  g_assert_true (ui_test_key (GTK_WIDGET (window), GDK_KEY_F5, 0));
  g_assert_cmpuint (refreshed, ==, 1);
  close_window (window);
}

static void
test_switcher (void)
{
  VdtWindow *window = sample_window (900, 700);
  GtkWidget *header = ui_test_find (GTK_WIDGET (window), ADW_TYPE_HEADER_BAR, 0);

  g_assert_true (ADW_IS_WINDOW_TITLE (adw_header_bar_get_title_widget (ADW_HEADER_BAR (header))));
  vdt_window_add_page (window, gtk_label_new ("x"), "x", "X", "vedette-review-symbolic");
  g_assert_true (ADW_IS_VIEW_SWITCHER (adw_header_bar_get_title_widget (ADW_HEADER_BAR (header))));
  gtk_window_set_default_size (GTK_WINDOW (window), 360, 600);
  ui_test_wait_until (vdt_window_get_width_class (window) == VDT_WIDTH_NARROW);
  g_assert_true (ADW_IS_WINDOW_TITLE (adw_header_bar_get_title_widget (ADW_HEADER_BAR (header))));
  vdt_window_set_state (window, VDT_ENGINE_OFF);
  g_assert_true (ADW_IS_WINDOW_TITLE (adw_header_bar_get_title_widget (ADW_HEADER_BAR (header))));
  close_window (window);
}

static void
test_activation_opens_details (void)
{
  VdtWindow *window = sample_window (900, 700);
  VdtSessionLists *lists = vdt_activity_page_get_lists (vdt_window_get_activity (window));
  VdtSessionRow *row = vdt_session_group_get_row (vdt_session_lists_get_group (lists, 1), 0);

  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (row)), "row-activated", row);
  g_assert_true (vdt_session_row_get_expanded (row));
  close_window (window);
}

static void
test_shortcuts_window (void)
{
  VdtWindow *window = sample_window (900, 700);
  GtkShortcutsWindow *help =
    gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window));

  g_assert_nonnull (help);
  gtk_window_present (GTK_WINDOW (help));
  ui_test_frames (GTK_WIDGET (help), 3);
  close_window (window);
}

static guint
count_toasts (VdtWindow *window, const char *text)
{
  GtkWidget *overlay = ui_test_find (GTK_WIDGET (window), ADW_TYPE_TOAST_OVERLAY, 0);
  GtkWidget *label = ui_test_find_label (overlay, text);

  return label != NULL && gtk_widget_get_mapped (label) ? 1 : 0;
}

/* One at a time, and always the newest: its button is about what was done last. */
static void
test_toasts (void)
{
  VdtWindow *window = sample_window (900, 700);

  vdt_window_add_toast_with_action (window, "first", "Undo", "win.undo-review",
                                    g_variant_new_strv ((const char *const[]){ "a" }, 1));
  ui_test_wait_until (count_toasts (window, "first") == 1);
  vdt_window_add_toast_with_action (window, "second", "Undo", "win.undo-review",
                                    g_variant_new_strv ((const char *const[]){ "b" }, 1));
  vdt_window_add_toast (window, "third");
  ui_test_wait_until (count_toasts (window, "third") == 1 && count_toasts (window, "first") == 0);
  g_assert_cmpuint (count_toasts (window, "second"), ==, 0);
  close_window (window);
}

static void
dismissed_cb (char **seen, const char *id)
{
  g_free (*seen);
  *seen = g_strdup (id);
}

static void
test_banner (void)
{
  GtkWidget *banner = g_object_ref_sink (vdt_banner_new ());
  VdtNotice busy = { "scan", VDT_NOTICE_BUSY, "Reading older logs: 1 of 2 files", NULL, NULL };
  VdtNotice info = { "values", VDT_NOTICE_INFO, "2 numbers look odd", NULL, NULL, TRUE };
  VdtNotice loss = { "full", VDT_NOTICE_LOSS, "The disk is full", "Details", "win.about", TRUE };
  g_autofree char *seen = NULL;

  gtk_test_accessible_assert_role (banner, GTK_ACCESSIBLE_ROLE_STATUS);
  g_assert_null (vdt_banner_get_text (VDT_BANNER (banner)));
  vdt_banner_add (VDT_BANNER (banner), &busy);
  g_assert_cmpstr (vdt_banner_get_text (VDT_BANNER (banner)), ==, busy.text);
  g_assert_null (vdt_banner_get_position (VDT_BANNER (banner)));
  vdt_banner_add (VDT_BANNER (banner), &info);
  vdt_banner_add (VDT_BANNER (banner), &loss);
  g_assert_cmpstr (vdt_banner_get_text (VDT_BANNER (banner)), ==, loss.text);
  g_assert_cmpstr (vdt_banner_get_position (VDT_BANNER (banner)), ==, "1 of 3");
  gtk_test_accessible_assert_property (banner, GTK_ACCESSIBLE_PROPERTY_LABEL, "The disk is full");
  vdt_banner_step (VDT_BANNER (banner), 1);
  g_assert_cmpstr (vdt_banner_get_text (VDT_BANNER (banner)), ==, info.text);
  vdt_banner_step (VDT_BANNER (banner), 1);
  g_assert_cmpstr (vdt_banner_get_text (VDT_BANNER (banner)), ==, busy.text);
  vdt_banner_step (VDT_BANNER (banner), 1);
  g_assert_cmpstr (vdt_banner_get_text (VDT_BANNER (banner)), ==, loss.text);

  /* The same id again changes the text, not the number. */
  loss.text = "The disk is still full";
  vdt_banner_add (VDT_BANNER (banner), &loss);
  g_assert_cmpuint (vdt_banner_get_n_notices (VDT_BANNER (banner)), ==, 3);
  g_assert_cmpstr (vdt_banner_get_text (VDT_BANNER (banner)), ==, loss.text);

  g_signal_connect_swapped (banner, "dismissed", G_CALLBACK (dismissed_cb), &seen);
  for (guint i = 0; ui_test_find (banner, GTK_TYPE_BUTTON, i) != NULL; i++)
    {
      GtkWidget *button = ui_test_find (banner, GTK_TYPE_BUTTON, i);

      if (g_strcmp0 (gtk_widget_get_tooltip_text (button), "Close") == 0)
        g_signal_emit_by_name (button, "clicked");
    }
  g_assert_cmpstr (seen, ==, "full");
  g_assert_cmpuint (vdt_banner_get_n_notices (VDT_BANNER (banner)), ==, 2);
  vdt_banner_remove (VDT_BANNER (banner), "scan");
  vdt_banner_remove (VDT_BANNER (banner), "scan");
  g_assert_cmpstr (vdt_banner_get_text (VDT_BANNER (banner)), ==, info.text);
  g_assert_finalize_object (banner);
}

static void
test_problems (void)
{
  static const struct
  {
    VdtProblem problem;
    const char *words;
  } table[] = {
    { { VDT_PROBLEM_DATABASE_CORRUPT, 1, "/x/vedette-2026-11-30.sqlite3" },
      "The database was damaged. It was set aside as vedette-2026-11-30.sqlite3; a new one is being "
      "filled from the logs." },
    { { VDT_PROBLEM_DATABASE_FULL, 1, NULL },
      "The disk is full. Watching goes on, nothing is stored." },
    { { VDT_PROBLEM_DATABASE_NEWER, 1, NULL },
      "The database belongs to a newer Vedette. Nothing is stored." },
    { { VDT_PROBLEM_UNREADABLE_FOLDER, 1, "/x/.codex" }, "1 folder cannot be read: /x/.codex" },
    { { VDT_PROBLEM_UNREADABLE_FOLDER, 2, "/x/.codex" }, "2 folders cannot be read: /x/.codex" },
    { { VDT_PROBLEM_BAD_VALUES, 2, NULL }, "2 numbers look odd and are shown as unknown." },
    { { VDT_PROBLEM_MALFORMED_LINES, 3, NULL }, "3 lines could not be read" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *words = vdt_window_problem_words (&table[i].problem);

      g_assert_cmpstr (words, ==, table[i].words);
    }
}

static void
test_preferences (void)
{
  g_autoptr (GListStore) homes = sample_homes ();
  GtkWidget *window = NULL;
  GtkWidget *toggle = NULL;
  GtkWidget *words = NULL;

  g_settings_reset (settings, "agent-workspace-enabled");
  g_settings_reset (settings, "meter-words");
  g_settings_reset (settings, "tray-style");
  window = vdt_preferences_new (settings, G_LIST_MODEL (homes));
  gtk_window_present (GTK_WINDOW (window));
  ui_test_frames (window, 2);
  words = ui_test_find (window, ADW_TYPE_COMBO_ROW, 0);

  /* Off: only the first switch can be moved. */
  g_assert_false (gtk_widget_is_sensitive (words));
  g_assert_nonnull (ui_test_find_label (window, "Turn on the workspace to change this"));
  toggle = ui_test_find (window, GTK_TYPE_SWITCH, 0);
  g_assert_true (gtk_widget_is_sensitive (toggle));
  gtk_switch_set_active (GTK_SWITCH (toggle), TRUE);
  g_assert_true (g_settings_get_boolean (settings, "agent-workspace-enabled"));
  g_assert_true (gtk_widget_is_sensitive (words));

  adw_combo_row_set_selected (ADW_COMBO_ROW (words), 1);
  g_assert_cmpint (g_settings_get_enum (settings, "meter-words"), ==, 1);
  g_settings_set_string (settings, "meter-words", "used");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (words)), ==, 0);

  g_settings_set_string (settings, "tray-style", "coloured");
  for (guint i = 0; ui_test_find (window, GTK_TYPE_TOGGLE_BUTTON, i) != NULL; i++)
    {
      GtkWidget *button = ui_test_find (window, GTK_TYPE_TOGGLE_BUTTON, i);
      const char *tooltip = gtk_widget_get_tooltip_text (button);

      if (g_strcmp0 (tooltip, "Coloured") == 0)
        g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
      if (g_strcmp0 (tooltip, "High contrast") == 0)
        gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
    }
  {
    g_autofree char *style = g_settings_get_string (settings, "tray-style");

    g_assert_cmpstr (style, ==, "high-contrast");
  }
  vdt_preferences_show_page (VDT_PREFERENCES (window), "homes");
  g_assert_cmpstr (vdt_preferences_get_page (VDT_PREFERENCES (window)), ==, "homes");
  g_object_ref (window);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_finalize_object (window);
}

static void
test_preferences_homes (void)
{
  g_autoptr (GListStore) homes = sample_homes ();
  GtkWidget *window = vdt_preferences_new (settings, G_LIST_MODEL (homes));
  VdtPrefsHomes *page = vdt_preferences_get_homes (VDT_PREFERENCES (window));
  g_autoptr (VdtHome) home = g_list_model_get_item (G_LIST_MODEL (homes), 1);
  g_auto (GStrv) chosen = NULL;
  g_auto (GStrv) left = NULL;

  g_settings_reset (settings, "codex-homes");
  g_assert_cmpuint (vdt_prefs_homes_get_n_rows (page, VDT_RUNTIME_CODEX), ==, 2);
  g_assert_cmpuint (vdt_prefs_homes_get_n_rows (page, VDT_RUNTIME_CLAUDE), ==, 1);
  g_assert_nonnull (ui_test_find_label (GTK_WIDGET (page), "Default · 214 session logs"));

  g_assert_true (vdt_prefs_homes_add_folder (page, VDT_RUNTIME_CODEX, "/x/other"));
  g_assert_false (vdt_prefs_homes_add_folder (page, VDT_RUNTIME_CODEX, "/x/other"));
  chosen = g_settings_get_strv (settings, "codex-homes");
  g_assert_cmpuint (g_strv_length (chosen), ==, 1);
  g_assert_cmpstr (chosen[0], ==, "/x/other");
  g_assert_cmpuint (vdt_prefs_homes_get_n_rows (page, VDT_RUNTIME_CODEX), ==, 3);

  vdt_home_set_found (home, FALSE, 0, "folder is missing");
  g_assert_nonnull (ui_test_find_label (GTK_WIDGET (page), "Default · folder is missing"));
  g_assert_nonnull (ui_test_find_label (GTK_WIDGET (page), "Cannot be read"));

  vdt_prefs_homes_remove_folder (page, VDT_RUNTIME_CODEX, "/x/other");
  left = g_settings_get_strv (settings, "codex-homes");
  g_assert_cmpuint (g_strv_length (left), ==, 0);
  g_assert_cmpuint (vdt_prefs_homes_get_n_rows (page, VDT_RUNTIME_CODEX), ==, 2);
  g_object_ref (window);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_finalize_object (window);
}

static GtkSpinButton *
spin_named (GtkWidget *page, const char *name)
{
  GtkWidget *spin = NULL;

  for (guint i = 0; (spin = ui_test_find (page, GTK_TYPE_SPIN_BUTTON, i)) != NULL; i++)
    {
      g_autofree char *wrong =
        gtk_test_accessible_check_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                            name);

      if (wrong == NULL)
        return GTK_SPIN_BUTTON (spin);
    }
  g_assert_not_reached ();
}

static void
assert_thresholds (const char *expected)
{
  g_autoptr (GVariant) value = g_settings_get_value (settings, "quota-thresholds");
  g_autofree char *text = g_variant_print (value, FALSE);

  g_assert_cmpstr (text, ==, expected);
}

static void
check_digest (GtkWidget *page)
{
  GtkSpinButton *interval = spin_named (page, "Minutes between digests");
  GtkWidget *batch = ui_test_find (page, GTK_TYPE_SWITCH, 0);
  GtkWidget *half = ui_test_find (page, GTK_TYPE_TOGGLE_BUTTON, 0);
  GtkWidget *hour = ui_test_find (page, GTK_TYPE_TOGGLE_BUTTON, 1);

  g_assert_false (gtk_switch_get_active (GTK_SWITCH (batch)));
  g_assert_false (gtk_widget_is_sensitive (GTK_WIDGET (interval)));
  gtk_switch_set_active (GTK_SWITCH (batch), TRUE);
  g_assert_cmpint (g_settings_get_int (settings, "review-interval-minutes"), ==, 30);
  g_assert_true (gtk_widget_is_sensitive (GTK_WIDGET (interval)));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (half)));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (hour), TRUE);
  g_assert_cmpint (g_settings_get_int (settings, "review-interval-minutes"), ==, 60);
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (half)));
  g_assert_cmpint (gtk_spin_button_get_value_as_int (interval), ==, 60);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (hour), FALSE);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (hour)));
  gtk_spin_button_set_value (interval, 45);
  g_assert_cmpint (g_settings_get_int (settings, "review-interval-minutes"), ==, 45);
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (hour)));
  gtk_switch_set_active (GTK_SWITCH (batch), FALSE);
  g_assert_cmpint (g_settings_get_int (settings, "review-interval-minutes"), ==, 0);
}

/* What is set beyond two stays; the first stays below the second. */
static void
check_thresholds (GtkWidget *page)
{
  GtkSpinButton *first = spin_named (page, "First quota threshold");
  GtkSpinButton *second = spin_named (page, "Second quota threshold");

  g_settings_set_value (settings, "quota-thresholds", g_variant_new_parsed ("[70, 90, 99]"));
  g_assert_cmpint (gtk_spin_button_get_value_as_int (first), ==, 70);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (second), ==, 90);
  gtk_spin_button_set_value (first, 95);
  assert_thresholds ("[89, 90, 99]");
  gtk_spin_button_set_value (second, 97);
  assert_thresholds ("[89, 97, 99]");
}

static void
check_quiet_hours (GtkWidget *page)
{
  GtkSpinButton *from = spin_named (page, "From");
  GtkSpinButton *to = spin_named (page, "To");

  g_assert_false (gtk_widget_is_sensitive (GTK_WIDGET (from)));
  g_settings_set_boolean (settings, "quiet-hours-enabled", TRUE);
  g_assert_true (gtk_widget_is_sensitive (GTK_WIDGET (from)));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (from)), ==, "22:00");
  gtk_editable_set_text (GTK_EDITABLE (to), "6:45");
  gtk_spin_button_update (to);
  g_assert_cmpint (g_settings_get_int (settings, "quiet-hours-end"), ==, 405);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (to)), ==, "06:45");
  gtk_editable_set_text (GTK_EDITABLE (to), "25:00");
  gtk_spin_button_update (to);
  g_assert_cmpint (g_settings_get_int (settings, "quiet-hours-end"), ==, 405);
}

static void
test_preferences_review (void)
{
  static const char *const keys[] = {
    "review-interval-minutes", "notifications-enabled", "notify-quotas",   "quota-thresholds",
    "quiet-hours-enabled",     "quiet-hours-start",     "quiet-hours-end",
  };
  GtkWidget *window = NULL;
  GtkWidget *page = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (settings, keys[i]);
  g_settings_set_boolean (settings, "agent-workspace-enabled", TRUE);
  window = vdt_preferences_new (settings, NULL);
  vdt_preferences_show_page (VDT_PREFERENCES (window), "review");
  page = ui_test_find (window, VDT_TYPE_PREFS_REVIEW, 0);
  gtk_window_present (GTK_WINDOW (window));
  ui_test_frames (window, 2);
  check_digest (page);
  check_thresholds (page);
  check_quiet_hours (page);

  g_settings_set_boolean (settings, "notifications-enabled", FALSE);
  g_assert_false (
    gtk_widget_is_sensitive (GTK_WIDGET (spin_named (page, "First quota threshold"))));
  g_settings_set_boolean (settings, "agent-workspace-enabled", FALSE);
  g_assert_false (gtk_widget_is_sensitive (ui_test_find (page, GTK_TYPE_SWITCH, 0)));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (settings, keys[i]);
  g_object_ref (window);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_finalize_object (window);
}

static void
test_clock (void)
{
  g_autofree char *text = vdt_prefs_review_format_clock (65);

  g_assert_cmpstr (text, ==, "01:05");
  g_assert_cmpint (vdt_prefs_review_parse_clock ("0:00"), ==, 0);
  g_assert_cmpint (vdt_prefs_review_parse_clock (" 23:59 "), ==, 1439);
  g_assert_cmpint (vdt_prefs_review_parse_clock ("7"), ==, 420);
  g_assert_cmpint (vdt_prefs_review_parse_clock ("24:00"), ==, -1);
  g_assert_cmpint (vdt_prefs_review_parse_clock ("7:60"), ==, -1);
  g_assert_cmpint (vdt_prefs_review_parse_clock ("seven"), ==, -1);
  g_assert_cmpint (vdt_prefs_review_parse_clock (""), ==, -1);
}

static void
test_settings (void)
{
  GtkWidget *window = NULL;
  VdtPresenter *presenter = NULL;

  g_settings_set_string (settings, "meter-words", "left");
  g_settings_set_int (settings, "window-width", 800);
  window = vdt_window_new_without_engine (NULL, settings);
  presenter = vdt_window_get_presenter (VDT_WINDOW (window));
  g_assert_cmpint (vdt_presenter_get_lens (presenter)->words, ==, VDT_WORDS_LEFT);
  g_settings_set_string (settings, "meter-words", "used");
  g_assert_cmpint (vdt_presenter_get_lens (presenter)->words, ==, VDT_WORDS_USED);
  {
    int width, height;

    gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
    g_assert_cmpint (width, ==, 800);
  }
  vdt_window_show_preferences (VDT_WINDOW (window), "homes");
  vdt_window_show_preferences (VDT_WINDOW (window), NULL);
  close_window (VDT_WINDOW (window));
}

int
main (int argc, char **argv)
{
  int status;

  ui_test_init (&argc, &argv);
  settings = g_settings_new (VDT_APP_ID);
  g_test_add_func ("/window/width-of", test_width_of);
  g_test_add_func ("/window/pages", test_pages);
  g_test_add_func ("/window/off-header", test_off_header);
  g_test_add_func ("/window/widths", test_widths);
  g_test_add_func ("/window/search", test_search);
  g_test_add_func ("/window/actions", test_actions);
  g_test_add_func ("/window/switcher", test_switcher);
  g_test_add_func ("/window/activation-opens-details", test_activation_opens_details);
  g_test_add_func ("/window/shortcuts", test_shortcuts_window);
  g_test_add_func ("/window/toasts", test_toasts);
  g_test_add_func ("/window/banner", test_banner);
  g_test_add_func ("/window/problems", test_problems);
  g_test_add_func ("/window/preferences/general", test_preferences);
  g_test_add_func ("/window/preferences/homes", test_preferences_homes);
  g_test_add_func ("/window/preferences/review", test_preferences_review);
  g_test_add_func ("/window/preferences/clock", test_clock);
  g_test_add_func ("/window/settings", test_settings);
  status = g_test_run ();
  g_object_unref (settings);
  return status;
}
