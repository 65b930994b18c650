/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-window.h"

#include <glib/gi18n-lib.h>

/* Ties a window to an engine: the one file of this library that calls it. */

static void
state_cb (VdtWindow *window, GParamSpec *pspec, VdtEngine *engine)
{
  vdt_window_set_state (window, vdt_engine_get_state (engine));
  if (vdt_engine_get_state (engine) != VDT_ENGINE_SCANNING)
    vdt_banner_remove (vdt_window_get_banner (window), "scan");
}

static void
progress_cb (VdtWindow *window, VdtEngine *engine)
{
  VdtActivityPage *activity = vdt_window_get_activity (window);
  VdtEngineProgress progress;
  g_autofree char *text = NULL;
  VdtNotice notice = { .id = "scan", .kind = VDT_NOTICE_BUSY };

  vdt_engine_get_progress (engine, &progress);
  vdt_activity_page_set_progress (activity, &progress);
  if (vdt_engine_get_state (engine) != VDT_ENGINE_SCANNING ||
      g_strcmp0 (vdt_activity_page_get_page (activity), "content") != 0)
    return;
  /* Translators: files of logs, done and all */
  text = g_strdup_printf (_ ("Reading older logs: %u of %u files"), progress.files_done,
                          progress.files_total);
  notice.text = text;
  vdt_banner_add (vdt_window_get_banner (window), &notice);
}

static const char *
problem_id (VdtProblemKind kind)
{
  switch (kind)
    {
    case VDT_PROBLEM_DATABASE_CORRUPT:
      return "database-corrupt";
    case VDT_PROBLEM_DATABASE_FULL:
      return "database-full";
    case VDT_PROBLEM_DATABASE_NEWER:
      return "database-newer";
    case VDT_PROBLEM_DATABASE_READ_ONLY:
      return "database-read-only";
    case VDT_PROBLEM_DATABASE_LOCKED:
      return "database-locked";
    case VDT_PROBLEM_UNREADABLE_FOLDER:
      return "unreadable-folder";
    case VDT_PROBLEM_BAD_VALUES:
      return "bad-values";
    case VDT_PROBLEM_MALFORMED_LINES:
      return "malformed-lines";
    }
  return NULL;
}

#define N_PROBLEM_KINDS (VDT_PROBLEM_MALFORMED_LINES + 1)

static void
problems_cb (VdtWindow *window, VdtEngine *engine)
{
  VdtBanner *banner = vdt_window_get_banner (window);
  gboolean present[N_PROBLEM_KINDS] = { FALSE };
  guint n_lines = 0;

  for (guint i = 0; i < vdt_engine_get_n_problems (engine); i++)
    {
      const VdtProblem *problem = vdt_engine_get_problem (engine, i);
      g_autofree char *text = vdt_window_problem_words (problem);
      VdtNotice notice = {
        .id = problem_id (problem->kind),
        .kind = problem->kind == VDT_PROBLEM_BAD_VALUES ? VDT_NOTICE_INFO : VDT_NOTICE_LOSS,
        .text = text,
        .dismissible = problem->kind != VDT_PROBLEM_DATABASE_READ_ONLY,
      };

      if (problem->kind == VDT_PROBLEM_MALFORMED_LINES)
        {
          n_lines = problem->count;
          continue;
        }
      if (problem->kind == VDT_PROBLEM_UNREADABLE_FOLDER)
        {
          notice.button = _ ("Open Preferences");
          notice.action = "win.choose-folders";
        }
      present[problem->kind] = TRUE;
      vdt_banner_add (banner, &notice);
    }
  for (guint i = 0; i < N_PROBLEM_KINDS; i++)
    if (!present[i])
      vdt_banner_remove (banner, problem_id (i));
  vdt_activity_page_set_unread_lines (vdt_window_get_activity (window), n_lines);
}

static void
dismissed_cb (VdtEngine *engine, const char *id)
{
  for (guint i = 0; i < N_PROBLEM_KINDS; i++)
    if (g_strcmp0 (problem_id (i), id) == 0)
      vdt_engine_dismiss_problem (engine, i);
}

static void
quota_back_cb (VdtWindow *window, VdtHome *home, const VdtQuotaReading *reading)
{
  g_autofree char *title = vdt_format_window (reading);
  g_autofree char *text =
    /* Translators: a quota was reset before its time: "Codex: 5-hour window is back early" */
    g_strdup_printf (_ ("%s: %s is back early"), vdt_format_runtime (vdt_home_get_runtime (home)),
                     title);

  vdt_window_add_toast (window, text);
}

static void
days_cb (VdtWindow *window, VdtEngine *engine)
{
  VdtActivityPage *activity = vdt_window_get_activity (window);
  g_autoptr (GArray) days = vdt_engine_get_days (engine, vdt_activity_page_get_n_days (activity));

  vdt_activity_page_set_days (activity, days);
}

static void
range_cb (VdtEngine *engine, guint n_days, VdtActivityPage *activity)
{
  g_autoptr (GArray) days = vdt_engine_get_days (engine, n_days);

  vdt_activity_page_set_days (activity, days);
}

static void
tick_cb (VdtWindow *window, VdtEngine *engine)
{
  vdt_presenter_set_now (vdt_window_get_presenter (window), vdt_engine_get_now (engine));
}

/* --- what is kept ----------------------------------------------------------------------------- */

static void
kept_cb (VdtEngine *engine, const VdtEngineKept *kept, gpointer user_data)
{
  g_autoptr (VdtPreferences) preferences = user_data;

  if (kept != NULL)
    vdt_preferences_set_kept (preferences, (guint64) kept->conversations, (guint64) kept->bytes);
}

static void
count_kept (VdtPreferences *preferences, gpointer data)
{
  vdt_engine_count_kept (data, kept_cb, g_object_ref (preferences));
}

static void
deleted_cb (VdtEngine *engine, const GError *error, gpointer user_data)
{
  g_autoptr (VdtPreferences) preferences = user_data;
  GtkWindow *window = gtk_window_get_transient_for (GTK_WINDOW (preferences));

  if (VDT_IS_WINDOW (window))
    vdt_window_add_toast (VDT_WINDOW (window),
                          error == NULL
                            ? _ ("What was kept is deleted")
                            : _ ("Nothing was deleted: the database cannot be written"));
  count_kept (preferences, engine);
}

static void
delete_all (VdtPreferences *preferences, gpointer data)
{
  vdt_engine_delete_history (data, NULL, deleted_cb, g_object_ref (preferences));
}

/**
 * vdt_window_new:
 * @application: whose window it is
 * @engine: what it shows
 * @settings: those of the program
 *
 * Returns: (transfer none): the window; the toolkit owns it until it is destroyed
 */
GtkWidget *
vdt_window_new (GtkApplication *application, VdtEngine *engine, GSettings *settings)
{
  GtkWidget *widget = vdt_window_new_without_engine (application, settings);
  VdtWindow *window = VDT_WINDOW (widget);
  VdtActivityPage *activity = vdt_window_get_activity (window);
  const VdtKeepingOps keeping = { .count = count_kept, .delete_all = delete_all };

  g_return_val_if_fail (VDT_IS_ENGINE (engine), NULL);

  tick_cb (window, engine);
  vdt_window_set_keeping (window, &keeping, engine);
  vdt_window_set_actions (window, vdt_engine_get_actions (engine));
  vdt_window_set_homes (window, vdt_engine_get_homes (engine));
  vdt_activity_page_set_sessions (activity, vdt_engine_get_sessions (engine));
  days_cb (window, engine);
  state_cb (window, NULL, engine);
  progress_cb (window, engine);
  problems_cb (window, engine);
  g_signal_connect_object (engine, "notify::state", G_CALLBACK (state_cb), window,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (engine, "progress-changed", G_CALLBACK (progress_cb), window,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (engine, "problems-changed", G_CALLBACK (problems_cb), window,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (engine, "days-changed", G_CALLBACK (days_cb), window, G_CONNECT_SWAPPED);
  g_signal_connect_object (engine, "tick", G_CALLBACK (tick_cb), window, G_CONNECT_SWAPPED);
  g_signal_connect_object (engine, "quota-back", G_CALLBACK (quota_back_cb), window,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (activity, "range-changed", G_CALLBACK (range_cb), engine,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (vdt_window_get_banner (window), "dismissed", G_CALLBACK (dismissed_cb),
                           engine, G_CONNECT_SWAPPED);
  return widget;
}
