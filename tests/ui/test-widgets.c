/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "ui-samples.h"
#include "ui-test.h"
#include "vdt-context-chart.h"
#include "vdt-context-gauge.h"
#include "vdt-inline-icon.h"
#include "vdt-meter-bar.h"
#include "vdt-quota-card.h"
#include "vdt-quota-list.h"
#include "vdt-quota-ring.h"
#include "vdt-quota-row.h"
#include "vdt-session-details.h"
#include "vdt-session-row.h"
#include "vdt-source-popover.h"
#include "vdt-state-badge.h"

#define NARROW "\u202f"

static VdtPresenter *
sample_presenter (void)
{
  VdtPresenter *presenter = vdt_presenter_new ();

  vdt_presenter_set_now (presenter, SAMPLE_NOW);
  return presenter;
}

static VdtSession *
nth_session (GListStore *sessions, guint n)
{
  return g_list_model_get_item (G_LIST_MODEL (sessions), n);
}

static void
assert_finalized (GtkWidget *widget)
{
  g_object_ref_sink (widget);
  g_assert_finalize_object (widget);
}

static void
test_badge (void)
{
  GtkWidget *badge = g_object_ref_sink (vdt_state_badge_new (FALSE));

  gtk_test_accessible_assert_role (badge, GTK_ACCESSIBLE_ROLE_PRESENTATION);
  for (VdtBadge state = VDT_BADGE_WAITING_QUESTION; state < VDT_N_BADGES; state++)
    {
      GtkWidget *image = ui_test_find (badge, GTK_TYPE_IMAGE, 0);

      vdt_state_badge_set (VDT_STATE_BADGE (badge), state, VDT_BADGE_NONE);
      g_assert_cmpint (vdt_state_badge_get_badge (VDT_STATE_BADGE (badge)), ==, state);
      g_assert_cmpstr (gtk_image_get_icon_name (GTK_IMAGE (image)), ==,
                       vdt_badge_get_icon_name (state));
      g_assert_true (gtk_widget_has_css_class (image, vdt_badge_get_style_class (state)));
      g_assert_true (
        gtk_icon_theme_has_icon (gtk_icon_theme_get_for_display (gdk_display_get_default ()),
                                 vdt_badge_get_icon_name (state)));
    }
  /* Only the last state's colours are left. */
  vdt_state_badge_set (VDT_STATE_BADGE (badge), VDT_BADGE_WORKING, VDT_BADGE_DUPLICATE);
  g_assert_false (gtk_widget_has_css_class (ui_test_find (badge, GTK_TYPE_IMAGE, 0), "caution"));
  g_assert_true (gtk_widget_get_visible (ui_test_find (badge, GTK_TYPE_IMAGE, 1)));
  g_assert_cmpint (vdt_state_badge_get_extra (VDT_STATE_BADGE (badge)), ==, VDT_BADGE_DUPLICATE);
  g_assert_finalize_object (badge);
}

static void
test_gauge (void)
{
  GtkWidget *gauge = g_object_ref_sink (vdt_context_gauge_new ());
  g_autoptr (VdtPresenter) presenter = sample_presenter ();
  g_autoptr (GListStore) sessions = sample_sessions ();
  GtkWidget *bar = ui_test_find (gauge, VDT_TYPE_METER_BAR, 0);

  gtk_test_accessible_assert_role (gauge, GTK_ACCESSIBLE_ROLE_METER);
  gtk_test_accessible_assert_property (gauge, GTK_ACCESSIBLE_PROPERTY_LABEL, "Context");
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (sessions)); i++)
    {
      g_autoptr (VdtSession) session = nth_session (sessions, i);
      const VdtMeterLook *look = NULL;

      vdt_context_gauge_update (VDT_CONTEXT_GAUGE (gauge), vdt_session_get_info (session),
                                vdt_presenter_get_lens (presenter));
      look = vdt_context_gauge_get_look (VDT_CONTEXT_GAUGE (gauge));
      g_assert_nonnull (ui_test_find_label (gauge, look->lead));
      g_assert_cmpint (vdt_meter_bar_get_fill (VDT_METER_BAR (bar)), ==, look->fill);
      g_assert_cmpint (vdt_meter_bar_get_level (VDT_METER_BAR (bar)), ==, look->level);
      g_assert_cmpfloat (vdt_meter_bar_get_fraction (VDT_METER_BAR (bar)), ==, look->fraction);
      gtk_test_accessible_assert_property (gauge, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, look->value);
      gtk_test_accessible_assert_property (gauge, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                           look->source);
      if (look->known)
        gtk_test_accessible_assert_property (gauge, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                             look->percent);
    }
  /* Narrow: number behind the bar, the rest in the details. */
  vdt_context_gauge_set_narrow (VDT_CONTEXT_GAUGE (gauge), TRUE);
  g_assert_true (gtk_widget_get_first_child (gauge) == bar);
  vdt_context_gauge_set_narrow (VDT_CONTEXT_GAUGE (gauge), FALSE);
  g_assert_false (gtk_widget_get_first_child (gauge) == bar);
  g_assert_finalize_object (gauge);
}

static void
test_gauge_unknown_again (void)
{
  GtkWidget *gauge = g_object_ref_sink (vdt_context_gauge_new ());
  g_autoptr (VdtPresenter) presenter = sample_presenter ();
  g_autoptr (GListStore) sessions = sample_sessions ();
  g_autoptr (VdtSession) full = nth_session (sessions, 7);
  g_autoptr (VdtSession) unknown = nth_session (sessions, 8);

  vdt_context_gauge_update (VDT_CONTEXT_GAUGE (gauge), vdt_session_get_info (full),
                            vdt_presenter_get_lens (presenter));
  g_assert_true (
    gtk_test_accessible_has_property (GTK_ACCESSIBLE (gauge), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW));
  g_assert_true (gtk_widget_get_visible (ui_test_find (gauge, VDT_TYPE_INLINE_ICON, 0)));
  vdt_context_gauge_update (VDT_CONTEXT_GAUGE (gauge), vdt_session_get_info (unknown),
                            vdt_presenter_get_lens (presenter));
  gtk_test_accessible_assert_property (gauge, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "unknown");
  g_assert_false (gtk_widget_get_visible (ui_test_find (gauge, VDT_TYPE_INLINE_ICON, 0)));
  g_assert_finalize_object (gauge);
}

static void
test_source (void)
{
  GtkWidget *gauge = vdt_context_gauge_new ();
  g_autoptr (VdtPresenter) presenter = sample_presenter ();
  g_autoptr (GListStore) sessions = sample_sessions ();
  g_autoptr (VdtSession) session = nth_session (sessions, 1);
  GtkWidget *window = NULL;
  GtkWidget *popover = NULL;
  g_autofree char *text = NULL;

  vdt_context_gauge_update (VDT_CONTEXT_GAUGE (gauge), vdt_session_get_info (session),
                            vdt_presenter_get_lens (presenter));
  window = ui_test_show (gauge, 300, 200);
  vdt_context_gauge_show_source (VDT_CONTEXT_GAUGE (gauge));
  popover = ui_test_find (gauge, VDT_TYPE_SOURCE_POPOVER, 0);
  g_assert_nonnull (popover);
  ui_test_wait_until (gtk_widget_get_mapped (popover));
  text = vdt_source_popover_get_text (VDT_SOURCE_POPOVER (popover));
  g_assert_cmpstr (text, ==,
                   "Context\n38" NARROW "% used, 103k of 272k tokens\nReported\n"
                   "Codex session log · Window size from the session log\n11:11, 3 min ago");
  g_signal_emit_by_name (ui_test_find (popover, GTK_TYPE_BUTTON, 0), "clicked");
  g_assert_true (gdk_clipboard_is_local (gtk_widget_get_clipboard (window)));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_ring (void)
{
  GtkWidget *ring = g_object_ref_sink (vdt_quota_ring_new ());
  g_autoptr (VdtPresenter) presenter = sample_presenter ();
  const VdtLens *lens = vdt_presenter_get_lens (presenter);
  static const double percents[] = { 0., 62., 88., 97., 100., 104., -1. };

  gtk_test_accessible_assert_role (ring, GTK_ACCESSIBLE_ROLE_METER);
  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    {
      VdtQuotaLine line =
        sample_quota (VDT_QUOTA_WINDOW_FIVE_HOUR, 300, percents[i], VDT_HOUR, VDT_MINUTE, 50.);
      VdtQuotaLook look;

      vdt_quota_look_init (&look, &line, lens);
      vdt_quota_ring_update (VDT_QUOTA_RING (ring), &look, "Codex, home ~/.codex, 5-hour window");
      g_assert_cmpint (vdt_quota_ring_get_ring (VDT_QUOTA_RING (ring)), ==, look.ring);
      gtk_test_accessible_assert_property (ring, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                           "Codex, home ~/.codex, 5-hour window");
      gtk_test_accessible_assert_property (ring, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, look.value);
      gtk_test_accessible_assert_property (ring, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                           look.description);
      if (percents[i] >= 0.)
        {
          g_assert_nonnull (ui_test_find_label (ring, look.number));
          gtk_test_accessible_assert_property (ring, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                               percents[i]);
        }
      vdt_quota_look_clear (&look);
    }
  g_assert_finalize_object (ring);
}

/* The words stay inside the ring when the text grows. */
static void
test_ring_large_text (void)
{
  g_autoptr (VdtPresenter) presenter = sample_presenter ();
  GtkWidget *ring = vdt_quota_ring_new ();
  VdtQuotaLine line =
    sample_quota (VDT_QUOTA_WINDOW_FIVE_HOUR, 300, 100., VDT_HOUR, VDT_MINUTE, 50.);
  VdtQuotaLook look;
  GtkWidget *window = NULL;
  int small, large;

  vdt_quota_look_init (&look, &line, vdt_presenter_get_lens (presenter));
  vdt_quota_ring_update (VDT_QUOTA_RING (ring), &look, "x");
  vdt_quota_look_clear (&look);
  window = ui_test_show (ring, 300, 300);
  gtk_widget_measure (ring, GTK_ORIENTATION_HORIZONTAL, -1, &small, NULL, NULL, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 3 * 96 * 1024, NULL);
  ui_test_frames (window, 2);
  gtk_widget_measure (ring, GTK_ORIENTATION_HORIZONTAL, -1, &large, NULL, NULL, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
  g_assert_cmpint (small, ==, 66);
  g_assert_cmpint (large, >, 100);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_card (void)
{
  g_autoptr (VdtPresenter) presenter = sample_presenter ();
  g_autoptr (GListStore) homes = sample_homes ();
  g_autoptr (VdtHome) home = g_list_model_get_item (G_LIST_MODEL (homes), 1);
  GtkWidget *card = g_object_ref_sink (vdt_quota_card_new (home, presenter));
  GtkWidget *first = vdt_quota_card_get_row (VDT_QUOTA_CARD (card), 0);
  VdtQuotaLine lines[2];
  VdtResetLine credits = { VDT_RESET_CODEX_CREDITS, 2, SAMPLE_NOW - 12 * VDT_MINUTE };
  g_autofree char *text = vdt_quota_card_get_text (VDT_QUOTA_CARD (card));

  g_assert_nonnull (g_strstr_len (text, -1, "5-hour window: 62" NARROW "% used · resets 14:20"));
  g_assert_nonnull (ui_test_find_label (card, "Unknown"));
  g_assert_nonnull (vdt_quota_card_get_row (VDT_QUOTA_CARD (card), 1));
  g_assert_null (vdt_quota_card_get_row (VDT_QUOTA_CARD (card), 2));

  /* In place: the same row shows the new number. */
  lines[0] = sample_quota (VDT_QUOTA_WINDOW_FIVE_HOUR, 300, 70., VDT_HOUR, 0, 50.);
  vdt_home_set_quotas (home, lines, 1);
  g_assert_true (vdt_quota_card_get_row (VDT_QUOTA_CARD (card), 0) == first);
  g_assert_nonnull (ui_test_find_label (first, "70" NARROW "%"));
  g_assert_null (vdt_quota_card_get_row (VDT_QUOTA_CARD (card), 1));

  vdt_presenter_set_words (presenter, VDT_WORDS_LEFT);
  g_assert_nonnull (ui_test_find_label (first, "30" NARROW "%"));
  g_assert_nonnull (ui_test_find_label (first, "left"));

  vdt_home_set_resets (home, &credits, 1);
  g_assert_nonnull (ui_test_find_label (card, "2 · 11:02"));

  /* Time alone ends a window. */
  vdt_presenter_set_now (presenter, SAMPLE_NOW + 2 * VDT_HOUR);
  g_assert_cmpint (vdt_quota_ring_get_ring (
                     VDT_QUOTA_RING (vdt_quota_row_get_ring (VDT_QUOTA_ROW (first)))),
                   ==, VDT_RING_ENDED);
  g_assert_finalize_object (card);
}

static void
test_quota_list (void)
{
  g_autoptr (VdtPresenter) presenter = sample_presenter ();
  g_autoptr (GListStore) homes = sample_homes ();
  g_autoptr (VdtHome) last = g_list_model_get_item (G_LIST_MODEL (homes), 2);
  GtkWidget *list = g_object_ref_sink (vdt_quota_list_new (presenter));
  VdtQuotaCard *card = NULL;

  g_assert_false (gtk_widget_get_visible (list));
  vdt_quota_list_set_homes (VDT_QUOTA_LIST (list), G_LIST_MODEL (homes));
  g_assert_true (gtk_widget_get_visible (list));
  g_assert_cmpuint (vdt_quota_list_get_n_cards (VDT_QUOTA_LIST (list)), ==, 3);
  g_assert_nonnull (ui_test_find_label (list, "1 min ago"));

  /* A new order moves cards; it does not make new ones. */
  card = vdt_quota_list_get_card (VDT_QUOTA_LIST (list), 2);
  g_list_store_remove (homes, 2);
  g_assert_cmpuint (vdt_quota_list_get_n_cards (VDT_QUOTA_LIST (list)), ==, 2);
  g_list_store_insert (homes, 0, last);
  g_assert_cmpuint (vdt_quota_list_get_n_cards (VDT_QUOTA_LIST (list)), ==, 3);
  card = vdt_quota_list_get_card (VDT_QUOTA_LIST (list), 0);
  g_assert_true (vdt_quota_card_get_home (card) == last);

  /* A home without windows has no card. */
  vdt_home_set_quotas (last, NULL, 0);
  g_assert_cmpuint (vdt_quota_list_get_n_cards (VDT_QUOTA_LIST (list)), ==, 2);
  g_list_store_remove_all (homes);
  g_assert_false (gtk_widget_get_visible (list));
  g_assert_finalize_object (list);
}

static void
test_row (void)
{
  g_autoptr (VdtPresenter) presenter = sample_presenter ();
  g_autoptr (GListStore) sessions = sample_sessions ();
  g_autoptr (VdtSession) session = nth_session (sessions, 3);
  GtkWidget *row = g_object_ref_sink (vdt_session_row_new (session, presenter));
  VdtSessionInfo *info = NULL;
  const char *described =
    "Working, 2 subagents, 1 working. Codex, orchard-api, this computer, gpt-5-codex, high effort. "
    "Context 86" NARROW "% used, 234k of 272k tokens, near limit.";
  g_autofree char *text = vdt_session_row_get_text (VDT_SESSION_ROW (row));
  g_autofree char *narrow_text = NULL;
  g_autofree char *waiting_text = NULL;

  g_assert_cmpstr (text, ==,
                   "Speed up the import job\nWorking · 2 subagents, 1 working\n"
                   "Codex · gpt-5-codex, high effort");
  gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Speed up the import job");
  gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, described);

  vdt_session_row_set_narrow (VDT_SESSION_ROW (row), TRUE);
  narrow_text = vdt_session_row_get_text (VDT_SESSION_ROW (row));
  g_assert_cmpstr (narrow_text, ==, "Speed up the import job\nWorking · 2 subagents, 1 working");
  vdt_session_row_set_narrow (VDT_SESSION_ROW (row), FALSE);

  /* In place. */
  info = vdt_session_info_new ();
  info->id = g_strdup ("b0");
  info->project = g_strdup ("orchard-api");
  info->lifecycle = VDT_LIFECYCLE_WAITING;
  info->waiting_for = VDT_WAITING_QUESTION;
  info->state_since = SAMPLE_NOW - 5 * VDT_SECOND;
  vdt_session_set_info (session, info);
  vdt_session_row_set_with_project (VDT_SESSION_ROW (row), TRUE);
  waiting_text = vdt_session_row_get_text (VDT_SESSION_ROW (row));
  g_assert_cmpstr (waiting_text, ==, "Untitled\nWaits for an answer · 5 s\nCodex · orchard-api");
  g_assert_cmpint (vdt_state_badge_get_badge (
                     VDT_STATE_BADGE (vdt_session_row_get_badge (VDT_SESSION_ROW (row)))),
                   ==, VDT_BADGE_WAITING_QUESTION);
  g_assert_finalize_object (row);
}

static void
test_row_details (void)
{
  g_autoptr (VdtPresenter) presenter = sample_presenter ();
  g_autoptr (GListStore) sessions = sample_sessions ();
  g_autoptr (VdtSession) session = nth_session (sessions, 3);
  GtkWidget *row = g_object_ref_sink (vdt_session_row_new (session, presenter));
  GtkWidget *toggle = ui_test_find (row, GTK_TYPE_BUTTON, 0);
  VdtSession *child = NULL;
  const char *described = "Now 86" NARROW "%. Compacted at 10:41 from 91 to 14 %.";
  VdtSessionDetails *details = NULL;
  GtkWidget *chart = NULL;

  g_assert_null (vdt_session_row_get_details (VDT_SESSION_ROW (row)));
  gtk_test_accessible_assert_property (toggle, GTK_ACCESSIBLE_PROPERTY_LABEL, "Details");
  gtk_test_accessible_assert_state (toggle, GTK_ACCESSIBLE_STATE_EXPANDED, FALSE);
  g_assert_true (ui_test_key (row, GDK_KEY_Right, 0));
  g_assert_true (vdt_session_row_get_expanded (VDT_SESSION_ROW (row)));
  gtk_test_accessible_assert_state (toggle, GTK_ACCESSIBLE_STATE_EXPANDED, TRUE);
  g_assert_false (ui_test_key (row, GDK_KEY_Right, 0));

  details = VDT_SESSION_DETAILS (vdt_session_row_get_details (VDT_SESSION_ROW (row)));
  g_assert_cmpuint (vdt_session_details_get_n_subagents (details), ==, 2);
  chart = ui_test_find (GTK_WIDGET (details), VDT_TYPE_CONTEXT_CHART, 0);
  gtk_test_accessible_assert_role (chart, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Context fill from 09:52 to now");
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, described);

  child = g_list_model_get_item (vdt_session_get_children (session), 0);
  vdt_session_set_children (session, &child, 1);
  g_assert_cmpuint (vdt_session_details_get_n_subagents (details), ==, 1);
  g_object_unref (child);

  g_assert_true (ui_test_key (row, GDK_KEY_Left, 0));
  g_assert_false (vdt_session_row_get_expanded (VDT_SESSION_ROW (row)));

  /* Mirrored, the arrows are too. */
  gtk_widget_set_direction (row, GTK_TEXT_DIR_RTL);
  g_assert_true (ui_test_key (row, GDK_KEY_Left, 0));
  g_assert_true (vdt_session_row_get_expanded (VDT_SESSION_ROW (row)));
  g_assert_finalize_object (row);
}

static void
test_finalize (void)
{
  g_autoptr (VdtPresenter) presenter = sample_presenter ();

  assert_finalized (vdt_meter_bar_new ());
  assert_finalized (vdt_context_chart_new ());
  assert_finalized (vdt_quota_row_new ());
  assert_finalized (vdt_source_popover_new ());
  assert_finalized (vdt_quota_list_new (presenter));
  assert_finalized (vdt_state_badge_new (TRUE));
}

/* All states and forms once on screen, in both directions, so that each is really drawn. */
static void
test_drawn (void)
{
  g_autoptr (VdtPresenter) presenter = sample_presenter ();
  g_autoptr (GListStore) sessions = sample_sessions ();
  g_autoptr (GListStore) homes = sample_homes ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *window = NULL;

  gtk_box_append (GTK_BOX (box), list);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (sessions)); i++)
    {
      g_autoptr (VdtSession) session = nth_session (sessions, i);
      GtkWidget *row = vdt_session_row_new (session, presenter);

      vdt_session_row_set_expanded (VDT_SESSION_ROW (row), TRUE);
      gtk_list_box_append (GTK_LIST_BOX (list), row);
    }
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (homes)); i++)
    {
      g_autoptr (VdtHome) home = g_list_model_get_item (G_LIST_MODEL (homes), i);

      gtk_box_append (GTK_BOX (box), vdt_quota_card_new (home, presenter));
    }
  window = ui_test_show (box, 900, 900);
  g_assert_cmpint (gtk_widget_get_height (box), >, 0);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  ui_test_frames (window, 2);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  g_test_add_func ("/widgets/badge", test_badge);
  g_test_add_func ("/widgets/gauge/states", test_gauge);
  g_test_add_func ("/widgets/gauge/unknown-again", test_gauge_unknown_again);
  g_test_add_func ("/widgets/source", test_source);
  g_test_add_func ("/widgets/ring/states", test_ring);
  g_test_add_func ("/widgets/ring/large-text", test_ring_large_text);
  g_test_add_func ("/widgets/card", test_card);
  g_test_add_func ("/widgets/quota-list", test_quota_list);
  g_test_add_func ("/widgets/row/words", test_row);
  g_test_add_func ("/widgets/row/details", test_row_details);
  g_test_add_func ("/widgets/finalize", test_finalize);
  g_test_add_func ("/widgets/drawn", test_drawn);
  return g_test_run ();
}
