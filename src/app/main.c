/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-app"

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "vdt-application.h"

int
main (int argc, char **argv)
{
  g_autoptr (VdtApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, VDT_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name ("Vedette");
  g_set_prgname (VDT_APP_ID);

  application = vdt_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
