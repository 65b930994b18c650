/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "ui-samples.h"
#include "ui-test.h"
#include "vdt-chart-card.h"
#include "vdt-day-chart.h"
#include "vdt-day-table.h"

static void
test_step (void)
{
  static const struct
  {
    double highest;
    double step;
  } table[] = {
    { 0., 1. },      { 1., 1. },       { 3., 1. },     { 3.1, 2. },    { 12e6, 4e6 },
    { 12.1e6, 5e6 }, { 15.1e6, 10e6 }, { 30e6, 10e6 }, { 31e6, 20e6 }, { 999., 400. },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    g_assert_cmpfloat_with_epsilon (vdt_day_chart_step (table[i].highest), table[i].step, 1e-6);
  for (double highest = 1.; highest < 1e12; highest *= 1.37)
    g_assert_cmpfloat (highest / vdt_day_chart_step (highest), <=, 3. + 1e-6);
}

static void
test_labels (void)
{
  g_autofree char *today = vdt_day_label (SAMPLE_TODAY, SAMPLE_TODAY);
  g_autofree char *yesterday = vdt_day_label (SAMPLE_TODAY - 1, SAMPLE_TODAY);
  g_autofree char *long_ago = vdt_day_label (SAMPLE_TODAY - 40, SAMPLE_TODAY);

  g_assert_cmpstr (today, ==, "Today");
  g_assert_cmpstr (yesterday, ==, "Sun 29");
  g_assert_cmpstr (long_ago, ==, "21 Oct");
}

static void
test_total (void)
{
  VdtDayUsage usage = { .day = SAMPLE_TODAY };

  usage.tokens[VDT_RUNTIME_CODEX].total = VDT_COUNT_UNKNOWN;
  usage.tokens[VDT_RUNTIME_CLAUDE].total = VDT_COUNT_UNKNOWN;
  g_assert_false (vdt_count_known (vdt_day_usage_total (&usage)));
  usage.tokens[VDT_RUNTIME_CLAUDE].total = 5;
  g_assert_cmpint (vdt_day_usage_total (&usage), ==, 5);
  usage.tokens[VDT_RUNTIME_CODEX].total = 7;
  g_assert_cmpint (vdt_day_usage_total (&usage), ==, 12);
}

static void
test_keyboard (void)
{
  GtkWidget *chart = g_object_ref_sink (vdt_day_chart_new ());
  g_autoptr (GArray) days = sample_days (14);
  g_autoptr (GArray) week = sample_days (7);

  /* Without days the keys do nothing. */
  g_assert_false (ui_test_key (chart, GDK_KEY_Left, 0));
  vdt_day_chart_set_days (VDT_DAY_CHART (chart), days, SAMPLE_TODAY);
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Tokens by day, 14 days");
  g_assert_cmpint (vdt_day_chart_get_selected (VDT_DAY_CHART (chart)), ==, -1);
  g_assert_false (ui_test_key (chart, GDK_KEY_Return, 0));
  g_assert_true (ui_test_key (chart, GDK_KEY_Left, 0));
  g_assert_cmpint (vdt_day_chart_get_selected (VDT_DAY_CHART (chart)), ==, 12);
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Sunday 29 November: Codex 7.1M, Claude 4.9M tokens");
  g_assert_true (ui_test_key (chart, GDK_KEY_Right, 0));
  g_assert_true (ui_test_key (chart, GDK_KEY_Right, 0));
  g_assert_cmpint (vdt_day_chart_get_selected (VDT_DAY_CHART (chart)), ==, 13);
  g_assert_true (ui_test_key (chart, GDK_KEY_Home, 0));
  g_assert_cmpint (vdt_day_chart_get_selected (VDT_DAY_CHART (chart)), ==, 0);
  gtk_widget_set_direction (chart, GTK_TEXT_DIR_RTL);
  g_assert_true (ui_test_key (chart, GDK_KEY_Left, 0));
  g_assert_cmpint (vdt_day_chart_get_selected (VDT_DAY_CHART (chart)), ==, 1);
  g_assert_true (ui_test_key (chart, GDK_KEY_End, 0));
  vdt_day_chart_set_days (VDT_DAY_CHART (chart), week, SAMPLE_TODAY);
  g_assert_cmpint (vdt_day_chart_get_selected (VDT_DAY_CHART (chart)), ==, 6);
  g_assert_finalize_object (chart);
}

static void
range_cb (guint *seen, guint n_days)
{
  *seen = n_days;
}

static void
test_card (void)
{
  g_autoptr (VdtPresenter) presenter = vdt_presenter_new ();
  g_autoptr (GArray) days = sample_days (14);
  GtkWidget *card = NULL;
  GtkWidget *window = NULL;
  VdtDayTable *table = NULL;
  VdtDayChart *chart = NULL;
  guint seen = 0;
  g_autofree char *first = NULL;
  g_autofree char *unknown = NULL;

  vdt_presenter_set_now (presenter, SAMPLE_NOW);
  g_array_index (days, VdtDayUsage, 12).tokens[VDT_RUNTIME_CODEX].total = VDT_COUNT_UNKNOWN;
  g_array_index (days, VdtDayUsage, 12).tokens[VDT_RUNTIME_CLAUDE].total = VDT_COUNT_UNKNOWN;
  card = vdt_chart_card_new (presenter);
  vdt_chart_card_set_days (VDT_CHART_CARD (card), days);
  window = ui_test_show (card, 400, 400);
  g_assert_nonnull (ui_test_find_label (card, "6.5M"));
  g_assert_nonnull (ui_test_find_label (card, "today · 5.3M of them cache reads"));

  table = VDT_DAY_TABLE (vdt_chart_card_get_table (VDT_CHART_CARD (card)));
  g_assert_cmpuint (vdt_day_table_get_n_rows (table), ==, 14);
  first = vdt_day_table_get_text (table, 0);
  unknown = vdt_day_table_get_text (table, 1);
  g_assert_cmpstr (first, ==, "Today\t3.9M\t2.6M\t6.5M");
  g_assert_cmpstr (unknown, ==, "Sun 29\tUnknown\tUnknown\tUnknown");

  g_signal_connect_swapped (card, "range-changed", G_CALLBACK (range_cb), &seen);
  g_assert_cmpuint (vdt_chart_card_get_n_days (VDT_CHART_CARD (card)), ==, 14);
  vdt_chart_card_set_n_days (VDT_CHART_CARD (card), 90);
  g_assert_cmpuint (seen, ==, 90);

  /* Enter on a day opens it in the table. */
  chart = VDT_DAY_CHART (vdt_chart_card_get_chart (VDT_CHART_CARD (card)));
  vdt_day_chart_select (chart, 3);
  g_assert_false (vdt_chart_card_get_table_shown (VDT_CHART_CARD (card)));
  g_assert_true (ui_test_key (GTK_WIDGET (chart), GDK_KEY_Return, 0));
  g_assert_true (vdt_chart_card_get_table_shown (VDT_CHART_CARD (card)));
  g_assert_cmpuint (vdt_day_table_get_selected (table), ==, 10);
  ui_test_frames (window, 2);
  vdt_chart_card_set_table_shown (VDT_CHART_CARD (card), FALSE);
  g_assert_false (vdt_chart_card_get_table_shown (VDT_CHART_CARD (card)));
  ui_test_frames (window, 2);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_nothing_today (void)
{
  g_autoptr (VdtPresenter) presenter = vdt_presenter_new ();
  g_autoptr (GArray) none = g_array_new (FALSE, TRUE, sizeof (VdtDayUsage));
  GtkWidget *card = NULL;
  GtkWidget *window = NULL;

  vdt_presenter_set_now (presenter, SAMPLE_NOW);
  card = vdt_chart_card_new (presenter);
  vdt_chart_card_set_days (VDT_CHART_CARD (card), none);
  g_assert_nonnull (ui_test_find_label (card, "Unknown"));
  window = ui_test_show (card, 400, 400);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  g_test_add_func ("/charts/step", test_step);
  g_test_add_func ("/charts/labels", test_labels);
  g_test_add_func ("/charts/total", test_total);
  g_test_add_func ("/charts/keyboard", test_keyboard);
  g_test_add_func ("/charts/card", test_card);
  g_test_add_func ("/charts/nothing-today", test_nothing_today);
  return g_test_run ();
}
