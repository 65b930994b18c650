/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* listen: stands for a Vedette that runs; ends once it was asked to read its queue again. */

#define G_LOG_DOMAIN "test-cli"

#include "config.h"

#include <gio/gio.h>
#include <stdio.h>

static void
on_refresh_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  printf ("refreshed\n");
  fflush (stdout);
  g_application_release (user_data);
}

static void
on_activate_cb (GApplication *app, gpointer user_data)
{
  g_application_hold (app);
  printf ("ready\n");
  fflush (stdout);
}

int
main (int argc, char *argv[])
{
  g_autoptr (GApplication) app = g_application_new (VDT_APP_ID, G_APPLICATION_DEFAULT_FLAGS);
  g_autoptr (GSimpleAction) action = g_simple_action_new ("review-refresh", NULL);

  g_signal_connect (action, "activate", G_CALLBACK (on_refresh_cb), app);
  g_signal_connect (app, "activate", G_CALLBACK (on_activate_cb), NULL);
  g_action_map_add_action (G_ACTION_MAP (app), G_ACTION (action));
  return g_application_run (app, argc, argv);
}
