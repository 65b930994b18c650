/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <adwaita.h>
#include <locale.h>

#include "ui-samples.h"
#include "vdt-preferences.h"
#include "vdt-ui.h"
#include "vdt-window.h"

/* Not a test: shows a window with the made-up data of the design and saves what is seen.
 *
 *   ui-shots SCENE FILE.png [WIDTH HEIGHT] [dark] [hc] [rtl] [left] [large] [open] [card ID]
 */

static GMainLoop *loop;
static const char *file_name;
static guint frames_left = 6;

static gboolean
has_option (int argc, char **argv, const char *name)
{
  for (int i = 3; i < argc; i++)
    if (g_str_equal (argv[i], name))
      return TRUE;
  return FALSE;
}

static void
save (GtkWidget *window)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  int width = gdk_paintable_get_intrinsic_width (paintable);
  int height = gdk_paintable_get_intrinsic_height (paintable);
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_to_node (snapshot);
  if (node == NULL)
    g_error ("nothing is seen");
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, width, height));
  if (!gdk_texture_save_to_png (texture, file_name))
    g_error ("cannot write %s", file_name);
}

static gboolean
frame_cb (GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  if (frames_left-- > 0)
    return G_SOURCE_CONTINUE;
  save (window);
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static void
open_row (VdtActivityPage *activity, GListStore *sessions, const char *id)
{
  VdtSessionLists *lists = vdt_activity_page_get_lists (activity);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (sessions)); i++)
    {
      g_autoptr (VdtSession) session = g_list_model_get_item (G_LIST_MODEL (sessions), i);

      if (g_strcmp0 (vdt_session_get_id (session), id) == 0)
        vdt_session_row_set_expanded (vdt_session_lists_get_row (lists, session), TRUE);
    }
}

static GtkWidget *
build_window (const char *scene, int argc, char **argv)
{
  GtkWidget *window = vdt_window_new_without_engine (NULL, NULL);
  VdtActivityPage *activity = vdt_window_get_activity (VDT_WINDOW (window));
  VdtPresenter *presenter = vdt_window_get_presenter (VDT_WINDOW (window));
  gboolean with_data = g_str_has_prefix (scene, "activity");
  g_autoptr (GListStore) homes = sample_homes ();
  g_autoptr (GArray) days = sample_days (14);

  vdt_presenter_set_now (presenter, SAMPLE_NOW);
  if (has_option (argc, argv, "left"))
    vdt_presenter_set_words (presenter, VDT_WORDS_LEFT);
  vdt_window_set_homes (VDT_WINDOW (window), G_LIST_MODEL (homes));
  vdt_activity_page_set_days (activity, days);
  if (with_data)
    {
      g_autoptr (GListStore) sessions = sample_sessions ();

      vdt_activity_page_set_sessions (activity, G_LIST_MODEL (sessions));
      if (has_option (argc, argv, "open"))
        open_row (activity, sessions, "b0");
    }
  if (has_option (argc, argv, "table"))
    vdt_activity_page_toggle_table (activity);
  if (g_str_equal (scene, "welcome"))
    vdt_window_set_state (VDT_WINDOW (window), VDT_ENGINE_WELCOME);
  else if (g_str_equal (scene, "off"))
    vdt_window_set_state (VDT_WINDOW (window), VDT_ENGINE_OFF);
  else if (g_str_equal (scene, "scanning"))
    {
      VdtEngineProgress progress = { 412, 803, 441000000, 864000000 };
      g_autoptr (GListStore) sessions = sample_sessions ();

      vdt_window_set_state (VDT_WINDOW (window), VDT_ENGINE_SCANNING);
      vdt_activity_page_set_sessions (activity, G_LIST_MODEL (sessions));
      vdt_activity_page_set_progress (activity, &progress);
      vdt_activity_page_set_unread_lines (activity, 3);
      vdt_activity_page_show_scanning (activity);
    }
  else
    vdt_window_set_state (VDT_WINDOW (window), VDT_ENGINE_READY);
  if (g_str_equal (scene, "activity-banner"))
    {
      VdtProblem problem = { VDT_PROBLEM_DATABASE_CORRUPT, 1, "/x/vedette-2026-11-30.sqlite3" };
      g_autofree char *words = vdt_window_problem_words (&problem);
      VdtNotice loss = { "a", VDT_NOTICE_LOSS, words, "Show File", "win.about", TRUE };
      VdtNotice busy = { "b", VDT_NOTICE_BUSY, "Reading older logs: 412 of 803 files", NULL, NULL };

      vdt_banner_add (vdt_window_get_banner (VDT_WINDOW (window)), &busy);
      vdt_banner_add (vdt_window_get_banner (VDT_WINDOW (window)), &loss);
    }
  if (g_str_equal (scene, "activity-none"))
    vdt_activity_page_set_search (activity, "zebra");
  return window;
}

static const char *
option_value (int argc, char **argv, const char *name)
{
  for (int i = 3; i < argc - 1; i++)
    if (g_str_equal (argv[i], name))
      return argv[i + 1];
  return NULL;
}

static GtkWidget *
build_review (const char *scene, int argc, char **argv)
{
  GtkWidget *window = build_window ("activity", argc, argv);
  const char *card = option_value (argc, argv, "card");
  g_autoptr (GPtrArray) cards =
    g_str_equal (scene, "review-odd") ? sample_review_odd_cards () : sample_review_cards ();
  gboolean unread = g_str_equal (scene, "review-failed") || g_str_equal (scene, "review-loading");
  g_autoptr (VdtReview) review = NULL;

  if (g_str_equal (scene, "review-empty"))
    g_ptr_array_set_size (cards, 0);
  review = sample_review (unread ? NULL : cards);
  if (g_str_equal (scene, "review-failed"))
    vdt_review_set_failed (review);
  vdt_window_set_review (VDT_WINDOW (window), review);
  vdt_review_page_set_interval (vdt_window_get_review_page (VDT_WINDOW (window)), 30);
  if (g_str_equal (scene, "review-more"))
    vdt_review_set_cards (review, cards, 612);
  if (g_str_equal (scene, "review-newer"))
    {
      g_autoptr (GPtrArray) fresh = sample_review_cards ();
      VdtReviewCard *last = g_ptr_array_index (fresh, 6);

      vdt_window_show_review (VDT_WINDOW (window), last->session->id);
      g_free (last->as_of.id);
      sample_review_snapshots (last, 0, 55, VDT_MINUTE);
      vdt_change_set_add (last->changes, VDT_CHANGE_COMPLETED, NULL, "vacuum",
                          SAMPLE_NOW - 2 * VDT_MINUTE);
      vdt_change_set_add (last->changes, VDT_CHANGE_COMPLETED, NULL, "measure again",
                          SAMPLE_NOW - VDT_MINUTE);
      vdt_review_set_cards (review, fresh, fresh->len);
    }
  else
    vdt_window_show_review (VDT_WINDOW (window), card);
  return window;
}

static GtkWidget *
build_preferences (const char *scene)
{
  g_autoptr (GSettings) settings = g_settings_new (VDT_APP_ID);
  g_autoptr (GListStore) homes = sample_homes ();
  g_autofree char *missing = g_build_filename (g_get_home_dir (), "old-codex", NULL);
  g_autoptr (VdtHome) gone = vdt_home_new (VDT_RUNTIME_CODEX, "codex:gone", missing);
  GtkWidget *window = NULL;

  g_settings_set_boolean (settings, "agent-workspace-enabled", !g_str_equal (scene, "prefs-off"));
  vdt_home_set_origin (gone, "environment");
  vdt_home_set_found (gone, FALSE, 0, "folder is missing");
  g_list_store_append (homes, gone);
  window = vdt_preferences_new (settings, G_LIST_MODEL (homes));
  if (g_str_equal (scene, "prefs-review"))
    {
      g_settings_set_int (settings, "review-interval-minutes", 30);
      g_settings_set_boolean (settings, "quiet-hours-enabled", TRUE);
      vdt_preferences_show_page (VDT_PREFERENCES (window), "review");
    }
  if (g_str_equal (scene, "prefs-homes"))
    vdt_preferences_show_page (VDT_PREFERENCES (window), "homes");
  return window;
}

int
main (int argc, char **argv)
{
  GtkWidget *window = NULL;
  const char *scene = argc > 1 ? argv[1] : "activity";
  int width = argc > 4 ? (int) g_ascii_strtoll (argv[3], NULL, 10) : 0;
  int height = argc > 4 ? (int) g_ascii_strtoll (argv[4], NULL, 10) : 0;

  setlocale (LC_ALL, "");
  if (argc < 3)
    {
      g_printerr ("usage: ui-shots SCENE FILE.png [WIDTH HEIGHT] [OPTION…]\n");
      return 2;
    }
  file_name = argv[2];
  if (has_option (argc, argv, "hc"))
    g_setenv ("ADW_DEBUG_HIGH_CONTRAST", "1", TRUE);
  gtk_init ();
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-font-name",
                "Cantarell 11", NULL);
  if (has_option (argc, argv, "large"))
    g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  if (has_option (argc, argv, "rtl"))
    gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      has_option (argc, argv, "dark")
                                        ? ADW_COLOR_SCHEME_FORCE_DARK
                                        : ADW_COLOR_SCHEME_FORCE_LIGHT);
  vdt_ui_init ();
  if (g_str_has_prefix (scene, "prefs"))
    window = build_preferences (scene);
  else if (g_str_has_prefix (scene, "review"))
    window = build_review (scene, argc, argv);
  else
    window = build_window (scene, argc, argv);
  if (width > 0)
    gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  loop = g_main_loop_new (NULL, FALSE);
  gtk_window_present (GTK_WINDOW (window));
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  gtk_widget_add_tick_callback (window, frame_cb, NULL, NULL);
  g_main_loop_run (loop);
  gtk_window_destroy (GTK_WINDOW (window));
  g_main_loop_unref (loop);
  return 0;
}
