/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vedettectl"

#include "config.h"

#include "vdt-cli-guest.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "vdt-format.h"
#include "vdt-paths.h"
#include "vdt-settings.h"

static const char *
describe_trouble (const GError *error)
{
  if (error->domain != VDT_GUEST_ERROR)
    return error->message;
  switch ((VdtGuestError) error->code)
    {
    case VDT_GUEST_ERROR_ABSENT:
      return _ ("nothing is recorded yet; start Vedette, which reads the logs and keeps what they "
                "say");
    case VDT_GUEST_ERROR_NEWER:
      return _ ("a newer Vedette made the database; use the vedettectl that came with it");
    case VDT_GUEST_ERROR_DAMAGED:
      return _ (
        "the database is damaged; Vedette sets it aside and makes a new one when it starts");
    case VDT_GUEST_ERROR_BUSY:
      return _ ("the database is kept locked by another program; try again");
    case VDT_GUEST_ERROR_READ_ONLY:
      return _ ("the database, or its folder, cannot be written");
    case VDT_GUEST_ERROR_FULL:
      return _ ("the disk is full");
    case VDT_GUEST_ERROR_FAILED:
      break;
    }
  return error->message;
}

/**
 * vdt_cli_fail_guest:
 * @error: (transfer full): what the guest said
 *
 * Says it on stderr.
 *
 * Returns: the exit status
 */
int
vdt_cli_fail_guest (GError *error)
{
  fprintf (stderr, "vedettectl: %s\n", describe_trouble (error));
  g_error_free (error);
  return VDT_EXIT_FAILED;
}

/**
 * vdt_cli_open_guest:
 * @cli: what was asked for
 *
 * Opens what Vedette has recorded; says on stderr why it cannot be done.
 *
 * Returns: (transfer full) (nullable): a guest
 */
VdtGuest *
vdt_cli_open_guest (VdtCli *cli)
{
  g_autofree char *path = vdt_path_database ();
  VdtGuest *guest = NULL;
  GError *error = NULL;

  if (cli->settings == NULL)
    cli->settings = vdt_settings_open (&error);
  if (cli->settings == NULL)
    {
      vdt_cli_fail_guest (error);
      return NULL;
    }
  if (!g_settings_get_boolean (cli->settings, "agent-workspace-enabled"))
    {
      fprintf (stderr, "vedettectl: %s\n",
               _ ("the workspace is off; turn it on with “vedettectl enable” and start Vedette"));
      return NULL;
    }
  guest = vdt_guest_open (path, &error);
  if (guest == NULL)
    vdt_cli_fail_guest (error);
  return guest;
}

/**
 * vdt_cli_find_agent:
 * @guest: a guest
 * @name: what a person called a session
 *
 * Finds the one session of that name; says on stderr what was found where it is not one.
 *
 * Returns: (transfer full) (nullable): what is known of it
 */
VdtSessionInfo *
vdt_cli_find_agent (VdtGuest *guest, const char *name)
{
  g_autoptr (GPtrArray) found = vdt_guest_find_sessions (guest, name);
  g_autofree char *shown = vdt_cli_inert (name);

  if (found->len == 1)
    return vdt_session_info_ref (g_ptr_array_index (found, 0));
  if (found->len == 0)
    {
      fprintf (stderr, "vedettectl: ");
      fprintf (stderr, _ ("no session with the id “%s” is recorded"), shown);
      fprintf (stderr, "\n");
      return NULL;
    }
  fprintf (stderr, "vedettectl: ");
  fprintf (stderr, _ ("“%s” is the id of more than one session; name one of these:"), shown);
  fprintf (stderr, "\n");
  for (guint i = 0; i < found->len; i++)
    {
      const VdtSessionInfo *info = g_ptr_array_index (found, i);
      g_autofree char *title = vdt_cli_inert (info->title != NULL ? info->title : _ ("Untitled"));

      fprintf (stderr, "  %s  %s  %s\n", info->id, vdt_format_runtime (info->runtime), title);
    }
  return NULL;
}
