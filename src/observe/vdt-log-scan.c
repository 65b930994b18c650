/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-log-scan.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>

#include "vdt-log-place.h"
#include "vdt-log-sides.h"
#include "vdt-paths.h"
#include "vdt-tailer.h"

/* Logs that were written to since then are looked at by every slow poll. */
#define RECENT_NS (3600 * G_GINT64_CONSTANT (1000000000))
/* So long does a pass take at most, so that the thread hears what it is told. */
#define PASS_US 50000
/* Compressed logs that are open between two passes at the same time. */
#define MAX_OPEN 4

typedef enum
{
  QUEUE_NONE,
  QUEUE_HOT,   /* something changed */
  QUEUE_COLD,  /* found by the first scan, newest first */
  QUEUE_WHOLE, /* read from a window on: the rest, when there is nothing else */
  N_QUEUES,
} QueueKind;

typedef struct
{
  VdtTailer *tailer;
  QueueKind queue;
  GList link; /* in its queue */
  gboolean whole_begun;
  gboolean seen;      /* by the listing that is being applied */
  gboolean in_first;  /* counts in the first scan */
  gboolean done;      /* there */
  guint64 first_size; /* there */
  guint64 first_read; /* there */
} Entry;

struct _VdtLogScan
{
  VdtLogSink *sink;
  const int *stop;
  VdtLineReader *reader;
  GPtrArray *homes;
  GHashTable *entries; /* path (of the tailer's file) → Entry */
  GHashTable *stems;   /* stem → how many entries have it */
  VdtLogSides *sides;
  GHashTable *folders;    /* paths that the last listing looked into */
  GHashTable *unreadable; /* paths that the sink was told of */
  GHashTable *tails;      /* entries whose last line is to be looked at again */
  GQueue queues[N_QUEUES];
  gboolean hot_had_turn;
  guint n_open;
  gboolean dirty; /* the sink got something since the last flush */
  gboolean first;
  VdtScanProgress progress;
};

static void
entry_free (Entry *entry)
{
  vdt_tailer_free (entry->tailer);
  g_free (entry);
}

/**
 * vdt_log_scan_new:
 * @sink: (transfer none): what is fed; outlives the scan
 * @stop: set to non-zero by another thread to end a step early
 *
 * Returns: (transfer full): a scan without homes, before its first listing
 */
VdtLogScan *
vdt_log_scan_new (VdtLogSink *sink, const int *stop)
{
  VdtLogScan *self = g_new0 (VdtLogScan, 1);

  self->sink = sink;
  self->stop = stop;
  self->reader = vdt_line_reader_new ();
  self->homes = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_home_unref);
  self->entries =
    g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) entry_free);
  self->stems = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->sides = vdt_log_sides_new (sink);
  self->folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->unreadable = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tails = g_hash_table_new (NULL, NULL);
  for (int i = 0; i < N_QUEUES; i++)
    g_queue_init (&self->queues[i]);
  self->first = TRUE;
  return self;
}

/**
 * vdt_log_scan_free:
 * @self: (transfer full) (nullable): a scan
 */
void
vdt_log_scan_free (VdtLogScan *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->entries);
  g_hash_table_unref (self->stems);
  vdt_log_sides_free (self->sides);
  g_hash_table_unref (self->folders);
  g_hash_table_unref (self->unreadable);
  g_hash_table_unref (self->tails);
  g_ptr_array_unref (self->homes);
  vdt_line_reader_free (self->reader);
  g_free (self);
}

/* --- queues -------------------------------------------------------------------------------- */

static void
unqueue (VdtLogScan *self, Entry *entry)
{
  if (entry->queue == QUEUE_NONE)
    return;
  g_queue_unlink (&self->queues[entry->queue], &entry->link);
  entry->queue = QUEUE_NONE;
}

static void
enqueue (VdtLogScan *self, Entry *entry, QueueKind queue, gboolean at_head)
{
  unqueue (self, entry);
  entry->queue = queue;
  entry->link.data = entry;
  if (at_head)
    g_queue_push_head_link (&self->queues[queue], &entry->link);
  else
    g_queue_push_tail_link (&self->queues[queue], &entry->link);
}

/* Something changed: unless it is being read anyway. */
static void
make_hot (VdtLogScan *self, Entry *entry)
{
  if (entry->queue == QUEUE_HOT || (entry->queue == QUEUE_WHOLE && entry->whole_begun))
    return;
  enqueue (self, entry, QUEUE_HOT, FALSE);
}

static void
count_first (VdtLogScan *self, Entry *entry)
{
  guint64 size = (guint64) MAX (vdt_tailer_get_file (entry->tailer)->id.size, 0);

  if (!self->first || entry->in_first)
    return;
  entry->in_first = TRUE;
  entry->first_size = size;
  self->progress.files_total++;
  self->progress.bytes_total += size;
}

static void
note_read (VdtLogScan *self, Entry *entry, gboolean done)
{
  guint64 read = 0;

  if (!entry->in_first || entry->done)
    return;
  /* How far a compressed log is cannot be told in its own bytes. */
  if (done)
    read = entry->first_size;
  else if (!vdt_tailer_get_file (entry->tailer)->compressed)
    read = MIN (vdt_tailer_get_offset (entry->tailer), entry->first_size);
  if (read > entry->first_read)
    {
      self->progress.bytes_done += read - entry->first_read;
      entry->first_read = read;
    }
  if (done)
    {
      entry->done = TRUE;
      self->progress.files_done++;
    }
}

/* --- entries ------------------------------------------------------------------------------- */

static void
count_stem (VdtLogScan *self, const char *stem, int by)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->stems, stem)) + (guint) by;

  if (n == 0)
    g_hash_table_remove (self->stems, stem);
  else
    g_hash_table_insert (self->stems, g_strdup (stem), GUINT_TO_POINTER (n));
}

static void
add_entry (VdtLogScan *self, VdtLogFile *file, QueueKind queue)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->tailer = vdt_tailer_new (file, self->sink);
  entry->seen = TRUE;
  g_hash_table_insert (self->entries, vdt_tailer_get_file (entry->tailer)->path, entry);
  count_stem (self, file->stem, 1);
  count_first (self, entry);
  if (vdt_tailer_restore_unchanged (entry->tailer))
    note_read (self, entry, TRUE);
  else
    enqueue (self, entry, queue, FALSE);
}

static void
note_open (VdtLogScan *self, gboolean before, gboolean after)
{
  if (before != after)
    self->n_open += after ? 1 : (guint) -1;
}

static void
drop_entry (VdtLogScan *self, Entry *entry)
{
  VdtLogFile *file = vdt_tailer_get_file (entry->tailer);

  note_read (self, entry, TRUE);
  note_open (self, vdt_tailer_is_open (entry->tailer), FALSE);
  unqueue (self, entry);
  g_hash_table_remove (self->tails, entry);
  count_stem (self, file->stem, -1);
  g_hash_table_remove (self->entries, file->path);
}

static void
move_entry (VdtLogScan *self, Entry *entry, VdtLogFile *file)
{
  VdtLogFile *old = vdt_tailer_get_file (entry->tailer);

  note_open (self, vdt_tailer_is_open (entry->tailer), FALSE);
  g_hash_table_steal (self->entries, old->path);
  vdt_tailer_move (entry->tailer, file);
  g_hash_table_insert (self->entries, vdt_tailer_get_file (entry->tailer)->path, entry);
  entry->seen = TRUE;
  self->dirty = TRUE;
  make_hot (self, entry);
}

static Entry *
find_former (GPtrArray *unseen, VdtLogFile *file)
{
  Entry *found = NULL;

  for (guint i = 0; i < unseen->len; i++)
    {
      Entry *entry = g_ptr_array_index (unseen, i);
      VdtLogFile *old = vdt_tailer_get_file (entry->tailer);

      if (entry->seen || !vdt_log_file_may_have_become (old, file))
        continue;
      if (vdt_file_id_same_file (&old->id, &file->id))
        return entry;
      found = entry;
    }
  return found;
}

/* --- listings ------------------------------------------------------------------------------ */

/**
 * vdt_log_scan_set_homes:
 * @self: a scan
 * @homes: (element-type VdtLogHome): where logs may be from now on
 *
 * Logs of homes that are no longer among them are let go without a word at the next listing;
 * those of new ones count as a first scan.
 */
void
vdt_log_scan_set_homes (VdtLogScan *self, GPtrArray *homes)
{
  g_ptr_array_set_size (self->homes, 0);
  for (guint i = 0; i < homes->len; i++)
    g_ptr_array_add (self->homes, vdt_log_home_ref (g_ptr_array_index (homes, i)));
  self->first = TRUE;
}

static VdtLogHome *
home_of (VdtLogScan *self, const char *path)
{
  for (guint i = 0; i < self->homes->len; i++)
    {
      VdtLogHome *home = g_ptr_array_index (self->homes, i);
      gsize len = strlen (home->path);

      if (strncmp (path, home->path, len) == 0 && path[len] == '/')
        return home;
    }
  return NULL;
}

static gboolean
is_below_unreadable (VdtLogScan *self, const char *path)
{
  g_autofree char *part = NULL;

  if (g_hash_table_size (self->unreadable) == 0)
    return FALSE;
  part = g_strdup (path);
  for (;;)
    {
      char *slash = NULL;

      if (g_hash_table_contains (self->unreadable, part))
        return TRUE;
      slash = strrchr (part, '/');
      if (slash == NULL || slash == part)
        return FALSE;
      *slash = '\0';
    }
}

/* Says once of each folder or file that it cannot be listed. */
static void
apply_unreadable (VdtLogScan *self, VdtLogListing *listing)
{
  g_autoptr (GHashTable) before = g_steal_pointer (&self->unreadable);

  self->unreadable = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < listing->unreadable->len; i++)
    {
      const char *path = g_ptr_array_index (listing->unreadable, i);
      g_autofree char *shown = NULL;
      g_autoptr (GError) error = NULL;

      g_hash_table_add (self->unreadable, g_strdup (path));
      if (g_hash_table_contains (before, path))
        continue;
      shown = vdt_path_for_display (path);
      error =
        g_error_new (G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, _ ("“%s” cannot be listed"), shown);
      vdt_log_sink_unreadable (self->sink, path, error);
      self->dirty = TRUE;
    }
}

static void
apply_folders (VdtLogScan *self, VdtLogListing *listing)
{
  g_hash_table_remove_all (self->folders);
  for (guint i = 0; listing->folders != NULL && i < listing->folders->len; i++)
    {
      VdtLogFolder *folder = g_ptr_array_index (listing->folders, i);

      g_hash_table_add (self->folders, g_strdup (folder->path));
    }
}

static gboolean
has_home (VdtLogScan *self, VdtLogFile *file)
{
  for (guint i = 0; i < self->homes->len; i++)
    {
      VdtLogHome *home = g_ptr_array_index (self->homes, i);

      if (strcmp (home->id, file->home->id) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
apply_gone (VdtLogScan *self, GPtrArray *unseen)
{
  for (guint i = 0; i < unseen->len; i++)
    {
      Entry *entry = g_ptr_array_index (unseen, i);
      VdtLogFile *file = vdt_tailer_get_file (entry->tailer);

      if (entry->seen)
        continue;
      if (has_home (self, file))
        {
          if (is_below_unreadable (self, file->path))
            continue;
          vdt_log_sink_gone (self->sink, file);
          self->dirty = TRUE;
        }
      drop_entry (self, entry);
    }
}

/**
 * vdt_log_scan_apply:
 * @self: a scan
 * @listing: what there is now, with folders and sides
 *
 * Takes in what is new, what has changed, moved or gone. What was found by an incomplete listing
 * counts; what was not found by it may still be there.
 */
void
vdt_log_scan_apply (VdtLogScan *self, VdtLogListing *listing)
{
  g_autoptr (GPtrArray) fresh = g_ptr_array_new ();
  g_autoptr (GPtrArray) unseen = g_ptr_array_new ();
  QueueKind queue = self->first ? QUEUE_COLD : QUEUE_HOT;
  GHashTableIter iter;
  gpointer value = NULL;

  apply_unreadable (self, listing);
  apply_folders (self, listing);
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((Entry *) value)->seen = FALSE;

  for (guint i = 0; i < listing->files->len; i++)
    {
      VdtLogFile *file = g_ptr_array_index (listing->files, i);
      Entry *entry = g_hash_table_lookup (self->entries, file->path);

      if (entry == NULL)
        {
          g_ptr_array_add (fresh, file);
          continue;
        }
      entry->seen = TRUE;
      if (entry->queue == QUEUE_NONE && !vdt_tailer_is_at (entry->tailer, &file->id))
        make_hot (self, entry);
    }

  g_hash_table_iter_init (&iter, self->entries);
  while (listing->complete && g_hash_table_iter_next (&iter, NULL, &value))
    {
      if (!((Entry *) value)->seen)
        g_ptr_array_add (unseen, value);
    }
  for (guint i = 0; i < fresh->len; i++)
    {
      VdtLogFile *file = g_ptr_array_index (fresh, i);
      Entry *former = find_former (unseen, file);

      if (former != NULL)
        move_entry (self, former, file);
      else
        add_entry (self, file, queue);
    }
  apply_gone (self, unseen);
  self->dirty = vdt_log_sides_apply (self->sides, listing) || self->dirty;
}

/* --- changes ------------------------------------------------------------------------------- */

/* What became of a log that is known. */
static gboolean
touch_entry (VdtLogScan *self, Entry *entry)
{
  struct stat st;

  if (stat (vdt_tailer_get_file (entry->tailer)->path, &st) != 0)
    return errno == ENOENT || errno == ENOTDIR;
  if (vdt_tailer_differs (entry->tailer, &st))
    make_hot (self, entry);
  return FALSE;
}

/* Whether @path, which is no log, may be a folder with logs that was not there before, or one
 * that was. */
static gboolean
is_folder_of_interest (VdtLogScan *self, VdtLogHome *home, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path + strlen (home->path) + 1, "/", -1);
  VdtLogPlace place = VDT_PLACE_HOME;
  struct stat st;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      place = vdt_log_place_child (place, home->runtime, parts[i]);
      if (place == VDT_PLACE_NONE)
        return FALSE;
    }
  if (stat (path, &st) != 0)
    return g_hash_table_contains (self->folders, path);
  return S_ISDIR (st.st_mode) != g_hash_table_contains (self->folders, path);
}

/**
 * vdt_log_scan_touch:
 * @self: a scan
 * @path: what something was heard of: a log, a small file beside one, or a folder
 *
 * Looks at one path, and queues it where it has something new.
 *
 * Returns: whether a listing is needed to tell what has happened
 */
gboolean
vdt_log_scan_touch (VdtLogScan *self, const char *path)
{
  Entry *entry = g_hash_table_lookup (self->entries, path);
  VdtLogHome *home = NULL;
  g_autoptr (VdtLogFile) file = NULL;

  if (entry != NULL)
    return touch_entry (self, entry);
  home = home_of (self, path);
  if (vdt_log_sides_takes (self->sides, home, path))
    {
      self->dirty = vdt_log_sides_touch (self->sides, home, path) || self->dirty;
      return FALSE;
    }
  /* The account file beside a home: which home it belongs to the listing tells. */
  if (home == NULL)
    return g_str_has_suffix (path, "/.claude.json");
  file = vdt_log_file_new_from_path (home, path);
  if (file == NULL)
    return is_folder_of_interest (self, home, path);
  /* It may be one that is known, under another path or packing. */
  if (g_hash_table_contains (self->stems, file->stem))
    return TRUE;
  add_entry (self, file, QUEUE_HOT);
  return FALSE;
}

/**
 * vdt_log_scan_poll:
 * @self: a scan
 * @now_ns: wall clock, nanoseconds since 1970
 *
 * The backstop where nothing is heard of changes: looks at what was written to in the last hour.
 * Reads nothing.
 *
 * Returns: whether a listing is needed
 */
gboolean
vdt_log_scan_poll (VdtLogScan *self, gint64 now_ns)
{
  gboolean listing = FALSE;
  GHashTableIter iter;
  gpointer value = NULL;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Entry *entry = value;

      if (entry->queue == QUEUE_NONE &&
          vdt_tailer_get_mtime_ns (entry->tailer) > now_ns - RECENT_NS)
        listing = touch_entry (self, entry) || listing;
    }
  for (guint i = 0; i < self->homes->len; i++)
    {
      VdtLogHome *home = g_ptr_array_index (self->homes, i);
      struct stat st;

      if (!g_hash_table_contains (self->folders, home->path) &&
          !g_hash_table_contains (self->unreadable, home->path) && stat (home->path, &st) == 0 &&
          S_ISDIR (st.st_mode))
        listing = TRUE;
    }
  return listing;
}

/**
 * vdt_log_scan_get_next_due:
 * @self: a scan
 *
 * Returns: when the next last line without newline is to be looked at, in nanoseconds since
 *   1970; 0 where there is none
 */
gint64
vdt_log_scan_get_next_due (VdtLogScan *self)
{
  gint64 next = 0;
  GHashTableIter iter;
  gpointer value = NULL;

  g_hash_table_iter_init (&iter, self->tails);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Entry *entry = value;
      gint64 due = vdt_tailer_get_tail_due (entry->tailer);

      if (entry->queue == QUEUE_NONE && due != 0 && (next == 0 || due < next))
        next = due;
    }
  return next;
}

/**
 * vdt_log_scan_look_at_tails:
 * @self: a scan
 * @now_ns: wall clock, nanoseconds since 1970
 *
 * Queues the logs whose last line has no newline and has been so for long enough.
 */
void
vdt_log_scan_look_at_tails (VdtLogScan *self, gint64 now_ns)
{
  GHashTableIter iter;
  gpointer value = NULL;

  g_hash_table_iter_init (&iter, self->tails);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Entry *entry = value;
      gint64 due = vdt_tailer_get_tail_due (entry->tailer);

      if (entry->queue == QUEUE_NONE && due != 0 && due <= now_ns)
        make_hot (self, entry);
    }
}

/* --- reading ------------------------------------------------------------------------------- */

static QueueKind
next_queue (VdtLogScan *self)
{
  gboolean hot = !g_queue_is_empty (&self->queues[QUEUE_HOT]);
  gboolean cold = !g_queue_is_empty (&self->queues[QUEUE_COLD]);

  if (hot && cold)
    return self->hot_had_turn ? QUEUE_COLD : QUEUE_HOT;
  if (hot)
    return QUEUE_HOT;
  if (cold)
    return QUEUE_COLD;
  return g_queue_is_empty (&self->queues[QUEUE_WHOLE]) ? QUEUE_NONE : QUEUE_WHOLE;
}

/**
 * vdt_log_scan_has_work:
 * @self: a scan
 *
 * Returns: whether [func@vdt_log_scan_step] has something to read
 */
gboolean
vdt_log_scan_has_work (VdtLogScan *self)
{
  return next_queue (self) != QUEUE_NONE;
}

static void
finish_entry (VdtLogScan *self, Entry *entry)
{
  entry->whole_begun = FALSE;
  if (vdt_tailer_get_whole_due (entry->tailer))
    {
      enqueue (self, entry, QUEUE_WHOLE, FALSE);
      return;
    }
  note_read (self, entry, TRUE);
}

/**
 * vdt_log_scan_step:
 * @self: a scan
 * @now_ns: wall clock, nanoseconds since 1970
 *
 * One pass over one log. What changed and what the first scan found take turns; the rest of long
 * logs comes when there is nothing else.
 *
 * Returns: whether a listing is needed to tell what has happened
 */
gboolean
vdt_log_scan_step (VdtLogScan *self, gint64 now_ns)
{
  const VdtTailerLimits limits = {
    .max_bytes = VDT_TAILER_PASS_BYTES,
    .max_records = VDT_TAILER_PASS_RECORDS,
    .now_ns = now_ns,
    .until_us = g_get_monotonic_time () + PASS_US,
    .stop = self->stop,
  };
  QueueKind queue = next_queue (self);
  gboolean was_open = FALSE;
  gboolean gone = FALSE;
  Entry *entry = NULL;

  if (queue == QUEUE_NONE)
    return FALSE;
  self->hot_had_turn = queue == QUEUE_HOT;
  entry = self->queues[queue].head->data;
  unqueue (self, entry);
  if (queue == QUEUE_WHOLE && vdt_tailer_get_whole_due (entry->tailer))
    {
      vdt_tailer_begin_whole (entry->tailer);
      entry->whole_begun = TRUE;
    }
  was_open = vdt_tailer_is_open (entry->tailer);
  self->dirty = TRUE;

  switch (vdt_tailer_read (entry->tailer, self->reader, &limits))
    {
    case VDT_TAILER_DONE:
      finish_entry (self, entry);
      break;
    case VDT_TAILER_MORE:
      note_read (self, entry, FALSE);
      enqueue (self, entry, queue,
               queue == QUEUE_WHOLE ||
                 (vdt_tailer_is_open (entry->tailer) && self->n_open >= MAX_OPEN));
      break;
    case VDT_TAILER_UNREADABLE:
      entry->whole_begun = FALSE;
      note_read (self, entry, TRUE);
      break;
    case VDT_TAILER_GONE:
      entry->whole_begun = FALSE;
      gone = TRUE;
      break;
    }
  note_open (self, was_open, vdt_tailer_is_open (entry->tailer));
  if (vdt_tailer_get_tail_due (entry->tailer) != 0)
    g_hash_table_insert (self->tails, entry, entry);
  else
    g_hash_table_remove (self->tails, entry);
  return gone;
}

/* --- progress ------------------------------------------------------------------------------ */

/**
 * vdt_log_scan_take_dirty:
 * @self: a scan
 *
 * Returns: whether the sink was given anything since the last call
 */
gboolean
vdt_log_scan_take_dirty (VdtLogScan *self)
{
  gboolean dirty = self->dirty;

  self->dirty = FALSE;
  return dirty;
}

/**
 * vdt_log_scan_is_first:
 * @self: a scan
 *
 * Returns: whether the logs of all homes have not all been read yet since they were set
 */
gboolean
vdt_log_scan_is_first (VdtLogScan *self)
{
  return self->first;
}

/**
 * vdt_log_scan_end_first:
 * @self: a scan that has nothing left to read
 */
void
vdt_log_scan_end_first (VdtLogScan *self)
{
  GHashTableIter iter;
  gpointer value = NULL;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Entry *entry = value;

      note_read (self, entry, TRUE);
      entry->in_first = FALSE;
      entry->done = FALSE;
      entry->first_read = 0;
    }
  self->first = FALSE;
  memset (&self->progress, 0, sizeof self->progress);
}

/**
 * vdt_log_scan_get_progress:
 * @self: a scan
 * @progress: (out): how far its first scan is
 */
void
vdt_log_scan_get_progress (VdtLogScan *self, VdtScanProgress *progress)
{
  *progress = self->progress;
}
