/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "vdt-settings.h"

static int
set_enabled (VdtCli *cli, gboolean enabled)
{
  g_autoptr (GError) error = NULL;

  if (cli->settings == NULL)
    cli->settings = vdt_settings_open (&error);
  if (cli->settings == NULL)
    {
      fprintf (stderr, "vedettectl: %s\n", error->message);
      return VDT_EXIT_FAILED;
    }
  if (g_settings_get_boolean (cli->settings, "agent-workspace-enabled") == enabled)
    {
      printf ("%s\n",
              enabled ? _ ("The workspace is on already.") : _ ("The workspace is off already."));
      return VDT_EXIT_OK;
    }
  if (!g_settings_set_boolean (cli->settings, "agent-workspace-enabled", enabled) ||
      (enabled && !g_settings_set_boolean (cli->settings, "welcome-seen", TRUE)))
    {
      fprintf (stderr, "vedettectl: %s\n",
               _ ("the setting cannot be changed: it is locked, or its file cannot be written"));
      return VDT_EXIT_FAILED;
    }
  g_settings_sync ();
  if (g_settings_get_boolean (cli->settings, "agent-workspace-enabled") != enabled)
    {
      fprintf (stderr, "vedettectl: %s\n", _ ("the setting could not be saved"));
      return VDT_EXIT_FAILED;
    }
  printf ("%s\n", enabled ? _ ("The workspace is on.")
                          : _ ("The workspace is off. What was recorded is kept."));
  return VDT_EXIT_OK;
}

/**
 * vdt_command_enable:
 * @cli: what was asked for
 *
 * Turns the workspace on; a running Vedette follows at once.
 *
 * Returns: the exit status
 */
int
vdt_command_enable (VdtCli *cli)
{
  return set_enabled (cli, TRUE);
}

/**
 * vdt_command_disable:
 * @cli: what was asked for
 *
 * Turns the workspace off; deletes nothing.
 *
 * Returns: the exit status
 */
int
vdt_command_disable (VdtCli *cli)
{
  return set_enabled (cli, FALSE);
}
