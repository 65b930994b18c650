/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-watch.h"

/* One file's changes are told of this often at most. */
#define RATE_LIMIT_MS 50

struct _VdtWatch
{
  VdtWatchFunc func;
  gpointer user_data;
  GThread *thread;
  GHashTable *monitors; /* path → GFileMonitor, or NULL where it cannot be watched */
  gboolean whole;
};

static void
on_changed_cb (GFileMonitor *monitor,
               GFile *file,
               GFile *other_file,
               GFileMonitorEvent event,
               gpointer user_data)
{
  VdtWatch *self = user_data;

  g_assert (self->thread == g_thread_self ());
  switch (event)
    {
    case G_FILE_MONITOR_EVENT_CHANGED:
    case G_FILE_MONITOR_EVENT_DELETED:
    case G_FILE_MONITOR_EVENT_CREATED:
    case G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED:
    case G_FILE_MONITOR_EVENT_UNMOUNTED:
    case G_FILE_MONITOR_EVENT_MOVED_IN:
    case G_FILE_MONITOR_EVENT_MOVED_OUT:
    case G_FILE_MONITOR_EVENT_RENAMED:
    case G_FILE_MONITOR_EVENT_MOVED:
      if (g_file_peek_path (file) != NULL)
        self->func (g_file_peek_path (file), self->user_data);
      if (other_file != NULL && g_file_peek_path (other_file) != NULL)
        self->func (g_file_peek_path (other_file), self->user_data);
      break;
    case G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT:
    case G_FILE_MONITOR_EVENT_PRE_UNMOUNT:
      break;
    }
}

static void
monitor_free (gpointer data)
{
  GFileMonitor *monitor = data;

  if (monitor == NULL)
    return;
  g_signal_handlers_disconnect_matched (monitor, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, on_changed_cb,
                                        NULL);
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

/**
 * vdt_watch_new:
 * @func: called with the path of whatever changed, came or went
 * @user_data: its argument
 *
 * Returns: (transfer full): a watch on nothing
 */
VdtWatch *
vdt_watch_new (VdtWatchFunc func, gpointer user_data)
{
  VdtWatch *self = g_new0 (VdtWatch, 1);

  self->func = func;
  self->user_data = user_data;
  self->thread = g_thread_self ();
  self->monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, monitor_free);
  self->whole = TRUE;
  return self;
}

/**
 * vdt_watch_free:
 * @self: (transfer full) (nullable): a watch
 */
void
vdt_watch_free (VdtWatch *self)
{
  if (self == NULL)
    return;
  g_assert (self->thread == g_thread_self ());
  g_hash_table_unref (self->monitors);
  g_free (self);
}

/* Returns whether there was no monitor for @path before. */
static gboolean
put (VdtWatch *self, GHashTable *wanted, const char *path, gboolean folder)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;
  GFileMonitor *monitor = NULL;
  gpointer key = NULL;
  gpointer value = NULL;

  if (g_hash_table_contains (wanted, path))
    return FALSE;
  if (g_hash_table_steal_extended (self->monitors, path, &key, &value))
    {
      monitor = value;
      g_free (key);
    }
  if (monitor != NULL && !g_file_monitor_is_cancelled (monitor))
    {
      g_hash_table_insert (wanted, g_strdup (path), monitor);
      return FALSE;
    }
  monitor_free (monitor);

  file = g_file_new_for_path (path);
  if (folder)
    monitor = g_file_monitor_directory (file, G_FILE_MONITOR_NONE, NULL, &error);
  else
    monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, &error);
  g_hash_table_insert (wanted, g_strdup (path), monitor);
  if (monitor == NULL)
    {
      g_debug ("not watched: %s", error->message);
      self->whole = FALSE;
      return FALSE;
    }
  g_file_monitor_set_rate_limit (monitor, RATE_LIMIT_MS);
  g_signal_connect (monitor, "changed", G_CALLBACK (on_changed_cb), self);
  return TRUE;
}

/**
 * vdt_watch_set_paths:
 * @self: a watch
 * @folders: (element-type utf8): the folders to watch, the most important first; those beyond
 *   [const@VDT_WATCH_MAX] are left out
 * @file: (nullable): one file to watch besides
 * @cancellable: (nullable): ends it early; then not everything is watched
 *
 * Monitors that are there already are kept: nothing they heard is lost.
 *
 * Returns: how many monitors are new. What happened in their folders just before is not known,
 *   so they are to be listed again
 */
guint
vdt_watch_set_paths (VdtWatch *self,
                     GPtrArray *folders,
                     const char *file,
                     GCancellable *cancellable)
{
  GHashTable *wanted = NULL;
  guint n_new = 0;

  g_assert (self->thread == g_thread_self ());
  wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, monitor_free);
  self->whole = folders->len <= VDT_WATCH_MAX;
  for (guint i = 0; i < folders->len && i < VDT_WATCH_MAX; i++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        break;
      n_new += put (self, wanted, g_ptr_array_index (folders, i), TRUE) ? 1 : 0;
    }
  if (file != NULL)
    n_new += put (self, wanted, file, FALSE) ? 1 : 0;
  g_hash_table_unref (self->monitors);
  self->monitors = wanted;
  return n_new;
}

/**
 * vdt_watch_is_whole:
 * @self: a watch
 *
 * Returns: whether every folder that was asked for is watched
 */
gboolean
vdt_watch_is_whole (VdtWatch *self)
{
  return self->whole;
}
