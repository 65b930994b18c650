/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-place.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* What SQLite keeps beside a database in WAL mode. */
static const char *const SUFFIXES[] = { "", "-wal", "-shm" };

static gboolean
fail_with_errno (const char *what, int error_number, GError **error)
{
  g_set_error (error, VDT_STORE_ERROR, (int) vdt_store_error_from_errno (error_number), "%s: %s",
               what, g_strerror (error_number));
  return FALSE;
}

/* Makes the folder, or closes an existing one of ours to everybody else. A shared one (sticky,
 * such as the system's temporary folder) is left alone. */
static gboolean
prepare_folder (const char *folder, GError **error)
{
  struct stat st;

  if (stat (folder, &st) != 0)
    {
      if (g_mkdir_with_parents (folder, 0700) != 0 || stat (folder, &st) != 0)
        return fail_with_errno ("making the folder", errno, error);
    }
  if (!S_ISDIR (st.st_mode))
    return fail_with_errno ("opening the folder", ENOTDIR, error);
  if (st.st_uid == geteuid () && (st.st_mode & S_ISVTX) == 0 && (st.st_mode & 0777) != 0700 &&
      chmod (folder, 0700) != 0 && errno != EROFS)
    return fail_with_errno ("closing the folder to others", errno, error);
  return TRUE;
}

/* Closes a file to others whatever the umask was. @create: make it if it is not there.
 *
 * By name and never through a descriptor of our own: closing one would drop the locks that
 * another connection of this process holds on the file, as POSIX has it. */
static gboolean
prepare_file (const char *path, gboolean create, GError **error)
{
  struct stat st;

  if (create && mknod (path, S_IFREG | 0600, 0) != 0 && errno != EEXIST && errno != EROFS)
    return fail_with_errno ("making the database", errno, error);
  if (stat (path, &st) != 0)
    {
      if (errno == ENOENT && !create)
        return TRUE;
      return fail_with_errno ("opening the database", errno == ENOENT ? EROFS : errno, error);
    }
  if (!S_ISREG (st.st_mode))
    return fail_with_errno ("opening the database", S_ISDIR (st.st_mode) ? EISDIR : EINVAL, error);
  if ((st.st_mode & 0777) != 0600 && chmod (path, 0600) != 0)
    return fail_with_errno ("closing the database to others", errno, error);
  if (faccessat (AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) != 0)
    return fail_with_errno ("opening the database", errno, error);
  return TRUE;
}

/**
 * vdt_store_place_prepare:
 * @path: (type filename): where the database is, or is to be; its folder is taken to be ours
 * @error: return location for a #VdtStoreError
 *
 * Makes the folder (mode 0700) and an empty file (0600) where they are not there, and sets
 * those modes where they are, whatever the umask is. SQLite gives its journal the mode of the
 * database.
 *
 * Returns: whether the file can be written
 */
gboolean
vdt_store_place_prepare (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (!prepare_folder (folder, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (SUFFIXES); i++)
    {
      g_autofree char *file = g_strconcat (path, SUFFIXES[i], NULL);

      if (!prepare_file (file, i == 0, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * vdt_store_place_check:
 * @path: (type filename): where the database should be
 * @error: return location for a #VdtStoreError
 *
 * Changes nothing, unlike [func@vdt_store_place_prepare].
 *
 * Returns: whether there is a file that SQLite may open
 */
gboolean
vdt_store_place_check (const char *path, GError **error)
{
  struct stat st;

  if (stat (path, &st) != 0)
    {
      if (errno != ENOENT)
        return fail_with_errno ("opening the database", errno, error);
      g_set_error_literal (error, VDT_STORE_ERROR, VDT_STORE_ERROR_UNREADY, "there is no database");
      return FALSE;
    }
  /* SQLite would wait for the other end of a FIFO. */
  if (!S_ISREG (st.st_mode))
    return fail_with_errno ("opening the database", S_ISDIR (st.st_mode) ? EISDIR : EINVAL, error);
  return TRUE;
}

/**
 * vdt_store_place_has_room:
 * @path: (type filename): where the database is
 * @min_free: bytes
 *
 * Returns: whether its disk has so much room for us; also where nobody can tell
 */
gboolean
vdt_store_place_has_room (const char *path, guint64 min_free)
{
  g_autofree char *folder = g_path_get_dirname (path);
  struct statvfs st;

  if (statvfs (folder, &st) != 0)
    return TRUE;
  return (guint64) st.f_bavail * st.f_frsize >= min_free;
}

/**
 * vdt_store_place_get_file:
 * @path: (type filename): where the database is
 *
 * Returns: the file's number, 0 where there is none
 */
guint64
vdt_store_place_get_file (const char *path)
{
  struct stat st;

  return stat (path, &st) == 0 ? (guint64) st.st_ino : 0;
}

/**
 * vdt_store_place_lock:
 * @path: (type filename): where the database is
 * @shared: for a guest: waits as well, but makes nobody wait for longer than it takes to open it
 *
 * Makes others of us, in this process or another, wait while one opens the database or sets it
 * aside: SQLite's own locks do not cover the change to a journal of another kind, nor renames.
 * Where the file system has no such lock we go on without.
 *
 * Returns: for [func@vdt_store_place_unlock]
 */
int
vdt_store_place_lock (const char *path, gboolean shared)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd >= 0 && flock (fd, shared ? LOCK_SH : LOCK_EX) != 0)
    g_debug ("no lock on the folder: %s", g_strerror (errno));
  return fd;
}

/**
 * vdt_store_place_unlock:
 * @lock: what was locked
 */
void
vdt_store_place_unlock (int lock)
{
  if (lock >= 0)
    close (lock);
}

/* A name that is free for the database and for what lies beside it. */
static char *
find_free_name (const char *path)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%d-%H%M%S");

  for (guint n = 1;; n++)
    {
      g_autofree char *name = n == 1 ? g_strdup_printf ("%s.damaged-%s", path, stamp)
                                     : g_strdup_printf ("%s.damaged-%s-%u", path, stamp, n);
      gboolean is_free = TRUE;

      for (guint i = 0; i < G_N_ELEMENTS (SUFFIXES) && is_free; i++)
        {
          g_autofree char *file = g_strconcat (name, SUFFIXES[i], NULL);
          struct stat st;

          is_free = lstat (file, &st) != 0;
        }
      if (is_free)
        return g_steal_pointer (&name);
    }
}

static char *
move_files (const char *path, GError **error)
{
  g_autofree char *name = find_free_name (path);

  /* The journal first: a database without it is damaged, one with somebody else's is worse. */
  for (guint i = G_N_ELEMENTS (SUFFIXES); i-- > 0;)
    {
      g_autofree char *from = g_strconcat (path, SUFFIXES[i], NULL);
      g_autofree char *to = g_strconcat (name, SUFFIXES[i], NULL);

      if (rename (from, to) != 0 && (errno != ENOENT || i == 0))
        {
          fail_with_errno ("setting the damaged database aside", errno, error);
          return NULL;
        }
    }
  return g_steal_pointer (&name);
}

/**
 * vdt_store_place_set_aside:
 * @path: (type filename): a damaged database that nobody of this process has open
 * @file: the number of the file that was found damaged
 * @error: return location for a #VdtStoreError
 *
 * Renames it with its journal to `….damaged-YYYYMMDD-HHMMSS` (local time); nothing is deleted.
 * Where another process did so already, and a new one is there, nothing is moved.
 *
 * Returns: (transfer full) (nullable): its new name; empty where there was nothing to do
 */
char *
vdt_store_place_set_aside (const char *path, guint64 file, GError **error)
{
  int lock = vdt_store_place_lock (path, FALSE);
  char *name = NULL;

  if (vdt_store_place_get_file (path) != file)
    name = g_strdup ("");
  else
    name = move_files (path, error);
  vdt_store_place_unlock (lock);
  return name;
}
