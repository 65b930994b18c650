/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-store.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "store-test.h"

/* Real small disks (tmpfs), in a mount namespace of this process's own: they are gone with it,
 * however it ends. Root, and mostly also anybody by way of a user namespace, may have one. */
static const char *no_mounts;

static void
write_file (const char *path, const char *text)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);

  if (fd < 0)
    return;
  if (write (fd, text, strlen (text)) < 0)
    g_test_message ("%s: %s", path, g_strerror (errno));
  close (fd);
}

/* To be called before there is any thread. */
static void
enter_namespace (void)
{
  uid_t uid = geteuid ();
  gid_t gid = getegid ();
  g_autofree char *uid_map = g_strdup_printf ("0 %u 1", (guint) uid);
  g_autofree char *gid_map = g_strdup_printf ("0 %u 1", (guint) gid);

  if (uid != 0)
    {
      if (unshare (CLONE_NEWUSER | CLONE_NEWNS) != 0)
        {
          no_mounts = "no right to mount: not root, and no user namespaces";
          return;
        }
      write_file ("/proc/self/setgroups", "deny");
      write_file ("/proc/self/uid_map", uid_map);
      write_file ("/proc/self/gid_map", gid_map);
    }
  else if (unshare (CLONE_NEWNS) != 0)
    {
      no_mounts = "no right to mount: root without CAP_SYS_ADMIN";
      return;
    }
  if (mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
    no_mounts = "the mount namespace cannot be made private";
}

/* Puts a disk of its own where the database's folder is to be. */
static gboolean
mount_disk (StoreTest *test, const char *options)
{
  g_autofree char *folder = g_path_get_dirname (test->path);

  if (no_mounts != NULL)
    {
      g_test_skip (no_mounts);
      return FALSE;
    }
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  if (mount ("tmpfs", folder, "tmpfs", 0, options) != 0)
    {
      g_test_skip_printf ("no tmpfs can be mounted: %s", g_strerror (errno));
      return FALSE;
    }
  return TRUE;
}

static void
unmount_disk (StoreTest *test)
{
  g_autofree char *folder = g_path_get_dirname (test->path);

  store_test_close (test);
  g_assert_cmpint (umount2 (folder, MNT_DETACH), ==, 0);
}

static void
remount (StoreTest *test, gboolean read_only)
{
  g_autofree char *folder = g_path_get_dirname (test->path);

  g_assert_cmpint (mount (NULL, folder, NULL, MS_REMOUNT | (read_only ? MS_RDONLY : 0), "size=4m"),
                   ==, 0);
}

static void
assert_state (StoreTest *test, VdtStoreState state, VdtStoreReason reason)
{
  g_assert_cmpint (vdt_store_get_state (test->store), ==, state);
  g_assert_cmpint (vdt_store_get_reason (test->store), ==, reason);
}

static guint64
get_offset (StoreTest *test)
{
  g_autoptr (VdtStoreLogFiles) files = store_test_log_files (test->store);

  return files->n_files > 0 ? files->files[0].offset : 0;
}

/* Fills the disk up to the last byte, but for what @keep says is to be free. */
static char *
fill_disk (StoreTest *test, gsize keep)
{
  g_autofree char *folder = g_path_get_dirname (test->path);
  char *path = g_build_filename (folder, "ballast", NULL);
  g_autofree char *room = g_build_filename (folder, "room", NULL);
  g_autofree char *bytes = g_malloc0 (4096);
  int fd = open (room, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  for (gsize i = 0; i < keep; i += 4096)
    g_assert_cmpint (write (fd, bytes, 4096), ==, 4096);
  close (fd);
  fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  g_assert_cmpint (fd, >=, 0);
  while (write (fd, bytes, 4096) == 4096)
    continue;
  close (fd);
  g_unlink (room);
  return path;
}

static void
test_full (StoreTest *test, gconstpointer data)
{
  g_autofree char *ballast = NULL;
  guint64 n = 0;
  guint64 persisted = 0;

  if (!mount_disk (test, "size=4m"))
    return;
  test->options.min_free = 1024 * 1024;
  store_test_open (test);
  ballast = fill_disk (test, 512 * 1024);
  while (vdt_store_get_state (test->store) == VDT_STORE_STATE_OK)
    {
      g_assert_cmpuint (n, <, 100000);
      persisted = n;
      store_test_apply (test->store, store_test_batch_of_calls (1, n, 500));
      n += 500;
    }
  /* Nobody was disturbed: all is there, in memory. */
  g_assert_cmpuint (persisted, >, 0);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_FULL);
  g_assert_cmpuint (test->n_resets, ==, 0);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, n);
  store_test_apply (test->store, store_test_batch_of_calls (1, n, 500));
  vdt_store_retry (test->store);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, n + 500);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_FULL);

  /* With room again the file has what it had, offset and calls of one batch together. */
  g_assert_cmpint (g_unlink (ballast), ==, 0);
  vdt_store_retry (test->store);
  store_test_wait_for_state (test, VDT_STORE_STATE_OK);
  g_assert_cmpuint (test->n_resets, ==, 1);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, persisted);
  g_assert_cmpuint (get_offset (test), ==, persisted);
  store_test_apply (test->store, store_test_batch_of_calls (2, persisted, 1000));
  store_test_reopen (test);
  assert_state (test, VDT_STORE_STATE_OK, VDT_STORE_REASON_NONE);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, persisted + 1000);
  unmount_disk (test);
}

static void
test_full_at_open (StoreTest *test, gconstpointer data)
{
  g_autofree char *ballast = NULL;

  if (!mount_disk (test, "size=1m"))
    return;
  ballast = fill_disk (test, GPOINTER_TO_SIZE (data));
  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_FULL);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 100));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 100);
  g_assert_cmpint (g_unlink (ballast), ==, 0);
  vdt_store_retry (test->store);
  store_test_wait_for_state (test, VDT_STORE_STATE_OK);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 0);
  unmount_disk (test);
}

static void
test_read_only_disk (StoreTest *test, gconstpointer data)
{
  if (!mount_disk (test, "size=4m"))
    return;
  store_test_open (test);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 100));
  store_test_close (test);
  remount (test, TRUE);

  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_READ_ONLY);
  /* What can be read is shown. */
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 100);
  g_assert_cmpuint (get_offset (test), ==, 100);
  store_test_apply (test->store, store_test_batch_of_calls (1, 100, 50));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 150);

  remount (test, FALSE);
  vdt_store_retry (test->store);
  store_test_wait_for_state (test, VDT_STORE_STATE_OK);
  g_assert_cmpuint (get_offset (test), ==, 100);
  unmount_disk (test);
}

static void
test_read_only_empty (StoreTest *test, gconstpointer data)
{
  if (!mount_disk (test, "size=4m"))
    return;
  remount (test, TRUE);
  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_READ_ONLY);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 50));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 50);
  unmount_disk (test);
}

/* A damaged one that cannot be renamed either. */
static void
test_read_only_damaged (StoreTest *test, gconstpointer data)
{
  if (!mount_disk (test, "size=4m"))
    return;
  g_assert_true (g_file_set_contents (test->path, "no database, surely", -1, NULL));
  g_assert_cmpint (g_chmod (test->path, 0600), ==, 0);
  remount (test, TRUE);
  store_test_open (test);
  assert_state (test, VDT_STORE_STATE_MEMORY, VDT_STORE_REASON_READ_ONLY);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 50));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 50);
  unmount_disk (test);
}

static void
add_with (const char *path, gconstpointer data, void (*func) (StoreTest *test, gconstpointer data))
{
  g_test_add (path, StoreTest, data, store_test_set_up, func, store_test_tear_down);
}

int
main (int argc, char *argv[])
{
  enter_namespace ();
  g_test_init (&argc, &argv, NULL);
  add_with ("/store/disk/full", NULL, test_full);
  add_with ("/store/disk/full-at-open", NULL, test_full_at_open);
  add_with ("/store/disk/nearly-full-at-open", GSIZE_TO_POINTER (32768), test_full_at_open);
  add_with ("/store/disk/read-only", NULL, test_read_only_disk);
  add_with ("/store/disk/read-only-empty", NULL, test_read_only_empty);
  add_with ("/store/disk/read-only-damaged", NULL, test_read_only_damaged);
  return g_test_run ();
}
