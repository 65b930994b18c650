/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-support"

#include "config.h"

#include "test-files.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Replaces a file as a whole, and makes its folders. */
void
test_write_file (const char *path, const char *text)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
  /* GLib 2.74 leaves the end of a longer file that was there before. */
  g_assert_cmpint (truncate (path, (off_t) strlen (text)), ==, 0);
}

void
test_append_file (const char *path, const char *text)
{
  FILE *file = fopen (path, "a");

  g_assert_nonnull (file);
  g_assert_cmpint (fputs (text, file), >=, 0);
  g_assert_cmpint (fclose (file), ==, 0);
}

/* Removes a file or a folder with all that it holds. Follows no link. */
void
test_remove_tree (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      test_remove_tree (child);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
}
