/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "log-tree.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "vdt-json-reader.h"

char *
tree_new (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *made = g_dir_make_tmp ("vedette-observe-XXXXXX", &error);
  char *real = NULL;

  g_assert_no_error (error);
  real = realpath (made, NULL);
  g_assert_nonnull (real);
  return real;
}

static int
remove_one (const char *path, const struct stat *st, int type, struct FTW *walk)
{
  return remove (path);
}

void
tree_free (char *root)
{
  g_assert_cmpint (nftw (root, remove_one, 16, FTW_DEPTH | FTW_PHYS), ==, 0);
  free (root);
}

char *
tree_path (const char *root, const char *relative)
{
  return g_build_filename (root, relative, NULL);
}

void
tree_mkdir (const char *root, const char *relative)
{
  g_autofree char *path = tree_path (root, relative);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
}

void
tree_write (const char *root, const char *relative, const char *text)
{
  g_autofree char *path = tree_path (root, relative);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  log_write (path, text, strlen (text));
}

void
tree_link (const char *root, const char *relative, const char *target)
{
  g_autofree char *path = tree_path (root, relative);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_cmpint (symlink (target, path), ==, 0);
}

static void
write_at (const char *path, int flags, gsize at, const char *data, gsize len)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600);

  g_assert_cmpint (fd, >=, 0);
  if (at > 0)
    g_assert_cmpint (lseek (fd, (off_t) at, SEEK_SET), ==, (off_t) at);
  while (len > 0)
    {
      gssize n = write (fd, data, len);

      g_assert_cmpint (n, >, 0);
      data += n;
      len -= (gsize) n;
    }
  g_assert_cmpint (close (fd), ==, 0);
}

static gboolean left_root;

/* Permissions are nothing to root: be nobody for a while. Returns whether they count now. */
gboolean
tree_leave_root (void)
{
  if (geteuid () != 0)
    return TRUE;
  left_root = seteuid (65534) == 0;
  return left_root;
}

void
tree_back_to_root (void)
{
  if (left_root)
    g_assert_cmpint (seteuid (0), ==, 0);
  left_root = FALSE;
}

/* In place: the same file with another content. */
void
log_write (const char *path, const char *data, gsize len)
{
  write_at (path, O_TRUNC, 0, data, len);
}

void
log_append (const char *path, const char *data, gsize len)
{
  write_at (path, O_APPEND, 0, data, len);
}

void
log_overwrite (const char *path, gsize at, const char *data, gsize len)
{
  write_at (path, 0, at, data, len);
}

/* By renaming: another file under the same name. */
void
log_replace (const char *path, const char *data, gsize len)
{
  g_autofree char *other = g_strconcat (path, ".tmp", NULL);

  write_at (other, O_TRUNC, 0, data, len);
  g_assert_cmpint (g_rename (other, path), ==, 0);
}

void
log_write_packed (const char *path, const char *data, gsize len)
{
  gsize bound = ZSTD_compressBound (len);
  g_autofree char *packed = g_malloc (bound);
  gsize n = ZSTD_compress (packed, bound, data, len, 1);

  g_assert_false (ZSTD_isError (n));
  log_replace (path, packed, n);
}

void
log_set_mtime (const char *path, gint64 ns)
{
  const struct timespec times[2] = {
    { .tv_nsec = UTIME_OMIT },
    { .tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000 },
  };

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

/* What a sink must hold of a log that has come to rest: every line that is not blank, and what
 * stands behind the last newline if it is an object. */
char *
log_expected (const char *data, gsize len)
{
  GString *text = g_string_new (NULL);
  gsize at = 0;

  while (at < len)
    {
      const char *newline = memchr (data + at, '\n', len - at);
      gsize line = newline != NULL ? (gsize) (newline - data) - at : len - at;
      gsize shown = line;

      if (newline != NULL && shown > 0 && data[at + shown - 1] == '\r')
        shown--;
      if (shown > 0 && (newline != NULL || (data[at] == '{' && vdt_json_check (data + at, shown))))
        g_string_append_printf (text, "%" G_GSIZE_FORMAT ":%.*s\n", at, (int) shown, data + at);
      at += line + 1;
    }
  return g_string_free (text, FALSE);
}

/* Shows where two long texts part, not all of them. */
void
assert_same_text (const char *a, const char *b)
{
  gsize same = 0;

  if (strcmp (a, b) == 0)
    return;
  while (a[same] == b[same])
    same++;
  g_error ("the texts part at byte %" G_GSIZE_FORMAT ": “%.60s” and “%.60s”", same, a + same,
           b + same);
}
