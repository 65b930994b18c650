/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-app"

#include "config.h"

#include "vdt-autostart.h"

#include <errno.h>
#include <glib/gstdio.h>

static char *
autostart_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "autostart", VDT_APP_ID ".desktop", NULL);
}

static int wanted; /* atomic: what the setting said last */

static void
write_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  static GMutex lock;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  g_autofree char *path = autostart_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;
  static const char entry[] = "[Desktop Entry]\n"
                              "Type=Application\n"
                              "Name=Vedette\n"
                              "Exec=vedette --background\n"
                              "Icon=" VDT_APP_ID "\n"
                              "X-GNOME-Autostart-enabled=true\n";

  /* tasks may overtake each other: whichever is last does what was wanted last */
  if (g_atomic_int_get (&wanted) == 0)
    g_unlink (path);
  else if (g_mkdir_with_parents (folder, 0700) != 0 ||
           !g_file_set_contents (path, entry, -1, &error))
    {
      g_debug ("%s", error != NULL ? error->message : g_strerror (errno));
      g_warning ("Vedette will not start with the session: its entry in the autostart folder "
                 "cannot be written; check that this folder belongs to you");
    }
  g_task_return_boolean (task, TRUE);
}

static void
follow (GSettings *settings)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  g_task_set_source_tag (task, follow);
  g_atomic_int_set (&wanted, g_settings_get_boolean (settings, "autostart"));
  g_task_run_in_thread (task, write_worker);
}

/**
 * vdt_autostart_follow:
 * @settings: Vedette's settings
 *
 * Starts Vedette with the session while the setting `autostart` says so, by an entry in the
 * autostart folder. Only a change of the setting writes or removes it.
 */
void
vdt_autostart_follow (GSettings *settings)
{
  g_signal_connect (settings, "changed::autostart", G_CALLBACK (follow), NULL);
}
