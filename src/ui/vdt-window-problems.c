/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "vdt-paths.h"
#include "vdt-window.h"

/**
 * vdt_window_problem_words:
 * @problem: what is wrong
 *
 * Returns: (transfer full): what the banner says of it
 */
char *
vdt_window_problem_words (const VdtProblem *problem)
{
  g_autofree char *name = NULL;

  switch (problem->kind)
    {
    case VDT_PROBLEM_DATABASE_CORRUPT:
      name = problem->argument != NULL ? g_path_get_basename (problem->argument) : NULL;
      /* Translators: %s is the name of a file */
      return g_strdup_printf (_ ("The database was damaged. It was set aside as %s; a new one is "
                                 "being filled from the logs."),
                              name != NULL ? name : "?");
    case VDT_PROBLEM_DATABASE_FULL:
      return g_strdup (_ ("The disk is full. Watching goes on, nothing is stored."));
    case VDT_PROBLEM_DATABASE_NEWER:
      return g_strdup (_ ("The database belongs to a newer Vedette. Nothing is stored."));
    case VDT_PROBLEM_DATABASE_READ_ONLY:
      return g_strdup (_ ("The database cannot be written. Watching goes on, nothing is stored."));
    case VDT_PROBLEM_DATABASE_LOCKED:
      return g_strdup (
        _ ("Another program holds the database. Nothing is stored until it lets go."));
    case VDT_PROBLEM_UNREADABLE_FOLDER:
      name = vdt_path_for_display (problem->argument != NULL ? problem->argument : "?");
      /* Translators: %s is the first of the folders */
      return g_strdup_printf (ngettext ("%u folder cannot be read: %s",
                                        "%u folders cannot be read: %s", problem->count),
                              problem->count, name);
    case VDT_PROBLEM_BAD_VALUES:
      return g_strdup_printf (ngettext ("%u number looks odd and is shown as unknown.",
                                        "%u numbers look odd and are shown as unknown.",
                                        problem->count),
                              problem->count);
    case VDT_PROBLEM_MALFORMED_LINES:
      return g_strdup_printf (ngettext ("%u line could not be read", "%u lines could not be read",
                                        problem->count),
                              problem->count);
    }
  return NULL;
}
