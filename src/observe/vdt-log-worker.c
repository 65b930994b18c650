/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-log-worker.h"

#include <string.h>

#include "vdt-log-place.h"
#include "vdt-log-scan.h"
#include "vdt-macros.h"
#include "vdt-watch.h"

#define NEVER G_MAXINT64

struct _VdtLogWorker
{
  VdtRuntime runtime;
  VdtLogSink *sink;
  VdtObserverTimes times;
  GMainContext *context;
  GThread *thread;
  GCancellable *cancellable;
  int stop;   /* atomic */
  int handed; /* atomic: pairs what one thread wrote with what the other reads, for tools that
                 do not see it inside GLib */

  /* The thread's own. Times are of the monotonic clock, in microseconds. */
  GThread *self;
  GPtrArray *homes;
  VdtHomeSources *sources;
  VdtLogScan *scan;
  VdtWatch *watch;
  GSource *source;
  GHashTable *touched; /* paths of which something was heard */
  gboolean listed;     /* since the homes were set */
  gboolean dirty;
  gint64 touch_at;
  gint64 list_at;
  gint64 poll_at;
  gint64 touched_at; /* when it was done last */
  gint64 listed_at;
  gint64 list_took;
  gint64 flushed_at;
  gint64 progress_at;
  VdtScanProgress progress;
};

/* What only checks what is watched anyway, listings and polls, takes this part of the time at most,
 * and is never further off than that. */
#define BACKSTOP_SHARE     8000
#define BACKSTOP_MAX_GAP_S ((gint64) 900)
/* Where listing is all there is, it takes a fiftieth. */
#define UNWATCHED_SHARE 50

/* --- the thread ---------------------------------------------------------------------------- */

static gint64
now_ns (void)
{
  return g_get_real_time () * 1000;
}

static void
want_listing (VdtLogWorker *self, gint64 now)
{
  /* However much is heard, listing takes a tenth of the time at most. */
  gint64 gap = MAX ((gint64) self->times.list_gap_ms * 1000, self->list_took * 10);
  gint64 at = self->listed_at == 0 ? now : MAX (now, self->listed_at + gap);

  self->list_at = MIN (self->list_at, at);
}

static void
on_touched_cb (const char *path, gpointer user_data)
{
  VdtLogWorker *self = user_data;

  g_assert (self->self == g_thread_self ());
  if (g_hash_table_contains (self->touched, path))
    return;
  if (g_hash_table_size (self->touched) == 0)
    {
      self->touch_at =
        MAX (g_get_monotonic_time (), self->touched_at + (gint64) self->times.burst_ms * 1000);
      if (g_source_get_ready_time (self->source) > self->touch_at)
        g_source_set_ready_time (self->source, self->touch_at);
    }
  g_hash_table_add (self->touched, g_strdup (path));
}

static gboolean
same_homes (GPtrArray *a, GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      VdtLogHome *left = g_ptr_array_index (a, i);
      VdtLogHome *right = g_ptr_array_index (b, i);

      if (!g_str_equal (left->id, right->id) || left->readable != right->readable)
        return FALSE;
    }
  return TRUE;
}

/* The homes as they are now, where something may have happened to them. */
static GPtrArray *
find_homes (VdtLogWorker *self)
{
  g_autoptr (GPtrArray) all = NULL;
  GPtrArray *homes = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_home_unref);

  if (self->sources != NULL)
    all = vdt_log_homes_discover (self->sources);
  else
    all = g_ptr_array_ref (self->homes);
  for (guint i = 0; i < all->len; i++)
    {
      VdtLogHome *home = g_ptr_array_index (all, i);

      if (home->runtime != self->runtime)
        continue;
      if (self->sources != NULL || home->readable)
        {
          g_ptr_array_add (homes, vdt_log_home_ref (home));
        }
      else
        {
          VdtLogHome *again = vdt_log_home_new (home->runtime, home->path, home->origin);

          vdt_set_string (&again->named, home->named);
          g_ptr_array_add (homes, again);
        }
    }
  return homes;
}

/* Returns whether the homes are others than before. */
static gboolean
refresh_homes (VdtLogWorker *self)
{
  g_autoptr (GPtrArray) homes = find_homes (self);

  if (same_homes (homes, self->homes))
    return FALSE;
  g_ptr_array_unref (self->homes);
  self->homes = g_steal_pointer (&homes);
  vdt_log_scan_set_homes (self->scan, self->homes);
  vdt_log_sink_homes (self->sink, self->homes);
  self->listed = FALSE;
  self->dirty = TRUE;
  return TRUE;
}

static int
compare_folders (gconstpointer a, gconstpointer b)
{
  const VdtLogFolder *left = *(VdtLogFolder *const *) a;
  const VdtLogFolder *right = *(VdtLogFolder *const *) b;
  gboolean left_top = left->place == VDT_PLACE_HOME || left->place == VDT_PLACE_CLAUDE_PROJECTS ||
                      left->place == VDT_PLACE_CLAUDE_REGISTRY;
  gboolean right_top = right->place == VDT_PLACE_HOME ||
                       right->place == VDT_PLACE_CLAUDE_PROJECTS ||
                       right->place == VDT_PLACE_CLAUDE_REGISTRY;

  if (left_top != right_top)
    return left_top ? -1 : 1;
  if (left->newest_ns != right->newest_ns)
    return left->newest_ns > right->newest_ns ? -1 : 1;
  return g_strcmp0 (left->path, right->path);
}

/* Says of each folder on the way up from @path that it is as new as @ns. */
static void
age_folders_up (GHashTable *folders, char *path, gint64 ns)
{
  for (;;)
    {
      VdtLogFolder *folder = g_hash_table_lookup (folders, path);
      char *slash = strrchr (path, '/');

      if (folder != NULL)
        {
          if (folder->newest_ns >= ns)
            return;
          folder->newest_ns = ns;
        }
      if (slash == NULL)
        return;
      *slash = '\0';
    }
}

/* A folder is as new as the newest log below it; a session's also as the log beside it. */
static void
age_folders (VdtLogListing *listing)
{
  g_autoptr (GHashTable) folders = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < listing->folders->len; i++)
    {
      VdtLogFolder *folder = g_ptr_array_index (listing->folders, i);

      g_hash_table_insert (folders, folder->path, folder);
    }
  for (guint i = 0; i < listing->files->len; i++)
    {
      VdtLogFile *file = g_ptr_array_index (listing->files, i);
      g_autofree char *path = g_strdup (file->path);

      if (file->kind == VDT_LOG_CLAUDE_SESSION)
        path[strlen (path) - strlen (".jsonl")] = '\0';
      else
        *strrchr (path, '/') = '\0';
      age_folders_up (folders, path, file->id.mtime_ns);
    }
}

/* Returns whether folders are watched that were not before: they are to be listed once more. */
static gboolean
watch (VdtLogWorker *self, VdtLogListing *listing)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autofree char *account = NULL;

  if (self->times.unwatched)
    return FALSE;
  age_folders (listing);
  g_ptr_array_sort (listing->folders, compare_folders);
  for (guint i = 0; i < listing->folders->len; i++)
    {
      VdtLogFolder *folder = g_ptr_array_index (listing->folders, i);

      g_ptr_array_add (paths, folder->path);
      if (folder->place == VDT_PLACE_HOME && vdt_log_home_is_usual (folder->home))
        account = g_build_filename (g_get_home_dir (), ".claude.json", NULL);
    }
  return vdt_watch_set_paths (self->watch, paths, account, self->cancellable) > 0;
}

/* When to do the next time what was begun at @start. Many logs must not make idling dear. */
static gint64
next_backstop (VdtLogWorker *self, gint64 start, guint every_ms)
{
  const gint64 end = g_get_monotonic_time ();
  const gboolean watched = !self->times.unwatched && vdt_watch_is_whole (self->watch);
  const gint64 share = (end - start) * (watched ? BACKSTOP_SHARE : UNWATCHED_SHARE);

  return end + MAX ((gint64) every_ms * 1000, MIN (share, BACKSTOP_MAX_GAP_S * G_USEC_PER_SEC));
}

static void
list (VdtLogWorker *self)
{
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (VdtLogListing) listing = NULL;
  gboolean again = FALSE;
  guint every = 0;

  self->list_at = NEVER;
  refresh_homes (self);
  listing = vdt_log_listing_new_full (self->homes, VDT_LISTING_FOLDERS | VDT_LISTING_SIDES,
                                      self->cancellable);
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  vdt_log_scan_apply (self->scan, listing);
  self->listed_at = g_get_monotonic_time ();
  self->list_took = self->listed_at - start;
  self->listed = TRUE;
  again = watch (self, listing);
  every = self->times.unwatched || !vdt_watch_is_whole (self->watch) ? self->times.list_unwatched_ms
                                                                     : self->times.list_ms;
  self->list_at = next_backstop (self, start, every);
  if (again)
    want_listing (self, self->listed_at);
}

static void
look_at_touched (VdtLogWorker *self, gint64 now)
{
  GHashTableIter iter;
  gpointer path = NULL;

  g_hash_table_iter_init (&iter, self->touched);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    {
      if (vdt_log_scan_touch (self->scan, path))
        want_listing (self, now);
    }
  g_hash_table_remove_all (self->touched);
  self->touched_at = now;
  self->touch_at = NEVER;
}

static void
poll_recent (VdtLogWorker *self, gint64 now)
{
  gboolean wanted = refresh_homes (self);

  self->dirty = vdt_log_sink_poll (self->sink) || self->dirty;
  wanted = vdt_log_scan_poll (self->scan, now_ns ()) || wanted;
  if (wanted)
    want_listing (self, now);
  self->poll_at = next_backstop (self, now, self->times.poll_ms);
}

static gboolean
same_progress (const VdtScanProgress *a, const VdtScanProgress *b)
{
  return a->files_done == b->files_done && a->files_total == b->files_total &&
         a->bytes_done == b->bytes_done && a->bytes_total == b->bytes_total;
}

/* Says how far the first scan is, the last time when it is over. Returns when to come back. */
static gint64
report_progress (VdtLogWorker *self, gint64 now, gboolean work)
{
  const gint64 at = self->progress_at + (gint64) self->times.burst_ms * 1000;
  VdtScanProgress progress;
  gboolean over = !work && self->listed;

  if (!vdt_log_scan_is_first (self->scan) || !self->listed)
    return NEVER;
  vdt_log_scan_get_progress (self->scan, &progress);
  if (!over && same_progress (&progress, &self->progress))
    return NEVER;
  if (now < at)
    return at;
  if (over)
    {
      progress.files_done = progress.files_total;
      progress.bytes_done = progress.bytes_total;
      vdt_log_scan_end_first (self->scan);
    }
  vdt_log_sink_progress (self->sink, &progress);
  self->progress = progress;
  self->progress_at = now;
  self->dirty = TRUE;
  return NEVER;
}

/* Returns when to come back. */
static gint64
report_flush (VdtLogWorker *self, gint64 now, gboolean work)
{
  const guint gap = work ? self->times.busy_flush_ms : self->times.burst_ms;
  const gint64 at = self->flushed_at + (gint64) gap * 1000;

  self->dirty = vdt_log_scan_take_dirty (self->scan) || self->dirty;
  if (!self->dirty)
    return NEVER;
  if (now < at)
    return at;
  vdt_log_sink_flush (self->sink);
  self->flushed_at = now;
  self->dirty = FALSE;
  return NEVER;
}

/* When the next thing is due; 0 is at once. */
static gint64
next_time (VdtLogWorker *self, gint64 back_at, gboolean work)
{
  gint64 next = MIN (MIN (self->touch_at, self->list_at), MIN (self->poll_at, back_at));
  gint64 tail_ns = 0;

  if (work)
    return 0;
  tail_ns = vdt_log_scan_get_next_due (self->scan);
  if (tail_ns != 0)
    {
      gint64 in = MAX ((tail_ns - now_ns ()) / 1000 + 1, 0);

      next = MIN (next, g_get_monotonic_time () + in);
    }
  return next;
}

/* All that the thread does, a slice at a time: so that it stops, and hears, within moments. */
static gboolean
tick (GSource *source, GSourceFunc callback, gpointer user_data)
{
  VdtLogWorker *self = user_data;
  gint64 now = g_get_monotonic_time ();
  gint64 back_at = NEVER;
  gboolean work = FALSE;

  g_assert (self->self == g_thread_self ());
  if (now >= self->touch_at)
    look_at_touched (self, now);
  if (now >= self->list_at)
    list (self);
  if (now >= self->poll_at)
    poll_recent (self, now);
  vdt_log_scan_look_at_tails (self->scan, now_ns ());
  if (vdt_log_scan_step (self->scan, now_ns ()))
    want_listing (self, now);
  if (g_atomic_int_get (&self->stop) != 0)
    return G_SOURCE_REMOVE;

  work = vdt_log_scan_has_work (self->scan);
  now = g_get_monotonic_time ();
  back_at = report_progress (self, now, work);
  back_at = MIN (back_at, report_flush (self, now, work));
  g_source_set_ready_time (source, next_time (self, back_at, work));
  return G_SOURCE_CONTINUE;
}

static gboolean
tick_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs tick_funcs = { .dispatch = tick };

static gpointer
run (gpointer data)
{
  VdtLogWorker *self = data;

  g_assert (g_atomic_int_get (&self->handed) == 1);
  self->self = g_thread_self ();
  g_main_context_push_thread_default (self->context);
  self->scan = vdt_log_scan_new (self->sink, &self->stop);
  self->watch = vdt_watch_new (on_touched_cb, self);
  self->touched = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->touch_at = NEVER;
  self->list_at = 0;
  self->poll_at = g_get_monotonic_time () + (gint64) self->times.poll_ms * 1000;
  vdt_log_scan_set_homes (self->scan, self->homes);

  self->source = g_source_new (&tick_funcs, sizeof (GSource));
  g_source_set_static_name (self->source, "vdt-observe tick");
  g_source_set_callback (self->source, tick_cb, self, NULL);
  g_source_set_ready_time (self->source, 0);
  g_source_attach (self->source, self->context);
  while (g_atomic_int_get (&self->stop) == 0)
    g_main_context_iteration (self->context, TRUE);

  g_source_destroy (self->source);
  g_source_unref (self->source);
  vdt_watch_free (self->watch);
  vdt_log_scan_free (self->scan);
  g_hash_table_unref (self->touched);
  g_ptr_array_unref (self->homes);
  vdt_home_sources_free (self->sources);
  g_main_context_pop_thread_default (self->context);
  g_atomic_int_set (&self->handed, 2);
  return NULL;
}

/* --- messages ------------------------------------------------------------------------------ */

typedef struct
{
  VdtLogWorker *worker;
  GPtrArray *homes;
  VdtHomeSources *sources;
  int ready; /* atomic */
} Message;

static void
message_free (Message *message)
{
  g_clear_pointer (&message->homes, g_ptr_array_unref);
  g_clear_pointer (&message->sources, vdt_home_sources_free);
  g_free (message);
}

static gboolean
on_message_cb (gpointer user_data)
{
  Message *message = user_data;
  VdtLogWorker *self = NULL;

  if (g_atomic_int_get (&message->ready) == 0)
    return G_SOURCE_CONTINUE;
  self = message->worker;
  g_assert (self->self == g_thread_self ());
  if (message->homes != NULL || message->sources != NULL)
    {
      g_clear_pointer (&self->sources, vdt_home_sources_free);
      self->sources = g_steal_pointer (&message->sources);
      self->listed = FALSE;
      if (message->homes != NULL)
        {
          g_ptr_array_unref (self->homes);
          self->homes = g_steal_pointer (&message->homes);
          vdt_log_scan_set_homes (self->scan, self->homes);
        }
    }
  self->list_at = 0;
  g_source_set_ready_time (self->source, 0);
  return G_SOURCE_REMOVE;
}

/* --- the main thread ----------------------------------------------------------------------- */

/**
 * vdt_log_worker_new:
 * @runtime: whose logs
 * @sink: what is fed, on the thread
 * @times: intervals
 *
 * Main thread.
 *
 * Returns: (transfer full): a worker without a thread yet
 */
VdtLogWorker *
vdt_log_worker_new (VdtRuntime runtime, VdtLogSink *sink, const VdtObserverTimes *times)
{
  VdtLogWorker *self = g_new0 (VdtLogWorker, 1);

  self->runtime = runtime;
  self->sink = g_object_ref (sink);
  self->times = *times;
  self->context = g_main_context_new ();
  self->cancellable = g_cancellable_new ();
  return self;
}

/**
 * vdt_log_worker_start:
 * @self: a worker
 * @homes: (transfer full) (nullable): its homes, or
 * @sources: (transfer full) (nullable): what names them
 *
 * Starts the thread. Main thread.
 */
void
vdt_log_worker_start (VdtLogWorker *self, GPtrArray *homes, VdtHomeSources *sources)
{
  self->homes = homes;
  if (homes == NULL)
    self->homes = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_home_unref);
  self->sources = sources;
  g_atomic_int_set (&self->handed, 1);
  self->thread =
    g_thread_new (self->runtime == VDT_RUNTIME_CODEX ? "vdt-codex" : "vdt-claude", run, self);
}

/**
 * vdt_log_worker_send:
 * @self: a worker that runs
 * @homes: (transfer full) (nullable): other homes, or
 * @sources: (transfer full) (nullable): what names other ones; with neither, all is just listed
 *   again
 *
 * Main thread.
 */
void
vdt_log_worker_send (VdtLogWorker *self, GPtrArray *homes, VdtHomeSources *sources)
{
  Message *message = g_new0 (Message, 1);
  GSource *source = g_idle_source_new ();

  message->worker = self;
  message->homes = homes;
  message->sources = sources;
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "vdt-observe message");
  g_source_set_callback (source, on_message_cb, message, (GDestroyNotify) message_free);
  g_atomic_int_set (&message->ready, 1);
  g_source_attach (source, self->context);
  g_source_unref (source);
}

/**
 * vdt_log_worker_stop:
 * @self: (transfer full): a worker
 *
 * Ends the thread, waits for it, and frees all. Main thread.
 */
void
vdt_log_worker_stop (VdtLogWorker *self)
{
  g_atomic_int_set (&self->stop, 1);
  g_cancellable_cancel (self->cancellable);
  g_main_context_wakeup (self->context);
  g_thread_join (self->thread);
  g_assert (g_atomic_int_get (&self->handed) == 2);
  g_main_context_unref (self->context);
  g_object_unref (self->cancellable);
  g_object_unref (self->sink);
  g_free (self);
}
