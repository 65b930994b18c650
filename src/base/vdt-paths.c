/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-base"

#include "config.h"

#include "vdt-paths.h"

#include <stdlib.h>
#include <string.h>

/**
 * vdt_path_data_dir:
 *
 * Returns: (transfer full): where Vedette keeps its own files
 */
char *
vdt_path_data_dir (void)
{
  return g_build_filename (g_get_user_data_dir (), "vedette", NULL);
}

/**
 * vdt_path_database:
 *
 * Returns: (transfer full): the database's place
 */
char *
vdt_path_database (void)
{
  return g_build_filename (g_get_user_data_dir (), "vedette", "vedette.sqlite3", NULL);
}

/**
 * vdt_path_real:
 * @path: a path
 *
 * Returns: (transfer full) (nullable): @path with every symbolic link resolved, or `NULL`
 *   with errno set where it does not exist or its links run in a circle
 */
char *
vdt_path_real (const char *path)
{
  char *resolved = realpath (path, NULL);
  char *copy = g_strdup (resolved);

  free (resolved);
  return copy;
}

/**
 * vdt_path_for_display:
 * @path: a path
 *
 * Returns: (transfer full): valid UTF-8, with `~` for the home folder
 */
char *
vdt_path_for_display (const char *path)
{
  const char *home = g_get_home_dir ();
  gsize len = strlen (home);
  g_autofree char *shown = g_filename_display_name (path);

  if (len > 1 && strncmp (shown, home, len) == 0 && (shown[len] == '/' || shown[len] == '\0'))
    return g_strconcat ("~", shown + len, NULL);
  return g_steal_pointer (&shown);
}
