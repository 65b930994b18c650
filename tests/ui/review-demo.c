/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <adwaita.h>
#include <locale.h>

#include "ui-samples.h"
#include "vdt-ui.h"
#include "vdt-window.h"

/* Not a test: the window with made-up cards that can be marked as reviewed, for test-access.py. */

static GPtrArray *marked; /* ids of what was looked at */

static gboolean
is_marked (const char *id)
{
  return g_ptr_array_find_with_equal_func (marked, id, g_str_equal, NULL);
}

static void
fill (VdtReview *review)
{
  g_autoptr (GPtrArray) cards = sample_review_cards ();

  for (guint i = 0; i < cards->len; i++)
    {
      VdtReviewCard *card = g_ptr_array_index (cards, i);

      if (!is_marked (card->session->id))
        continue;
      vdt_change_set_clear (card->changes);
      if (!vdt_review_card_rank (card))
        g_ptr_array_remove_index (cards, i--);
    }
  vdt_review_set_cards (review, cards, cards->len);
}

static void
refresh (VdtReview *review, gpointer data)
{
  fill (review);
}

static void
acknowledge (VdtReview *review,
             const VdtReviewTarget *targets,
             guint n_targets,
             VdtReviewDoneFunc func,
             gpointer user_data,
             gpointer data)
{
  for (guint i = 0; i < n_targets; i++)
    g_ptr_array_add (marked, g_strdup (targets[i].agent_id));
  fill (review);
  if (func != NULL)
    func (review, VDT_REVIEW_ADVANCED, user_data);
}

static void
unreview (VdtReview *review,
          const char *agent_id,
          VdtReviewDoneFunc func,
          gpointer user_data,
          gpointer data)
{
  guint index;

  if (g_ptr_array_find_with_equal_func (marked, agent_id, g_str_equal, &index))
    g_ptr_array_remove_index (marked, index);
  fill (review);
  if (func != NULL)
    func (review, VDT_REVIEW_ADVANCED, user_data);
}

int
main (int argc, char **argv)
{
  static const VdtReviewOps ops = { refresh, acknowledge, unreview };
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GListStore) sessions = sample_sessions ();
  g_autoptr (VdtReview) review = NULL;
  GtkWidget *widget = NULL;
  VdtWindow *window = NULL;

  setlocale (LC_ALL, "");
  g_set_prgname ("review-demo");
  gtk_init ();
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  vdt_ui_init ();
  marked = g_ptr_array_new_with_free_func (g_free);
  review = vdt_review_new (&ops, NULL);
  fill (review);
  widget = vdt_window_new_without_engine (NULL, NULL);
  window = VDT_WINDOW (widget);
  vdt_presenter_set_now (vdt_window_get_presenter (window), SAMPLE_NOW);
  vdt_activity_page_set_sessions (vdt_window_get_activity (window), G_LIST_MODEL (sessions));
  vdt_window_set_state (window, VDT_ENGINE_READY);
  vdt_window_set_review (window, review);
  g_signal_connect_swapped (widget, "destroy", G_CALLBACK (g_main_loop_quit), loop);
  gtk_window_present (GTK_WINDOW (widget));
  g_main_loop_run (loop);
  g_ptr_array_unref (marked);
  return 0;
}
