/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-collector.h"

#include <string.h>
#include <sys/stat.h>

#include "vdt-catalog.h"
#include "vdt-collector-private.h"
#include "vdt-log-digest.h"

static void sink_iface_init (VdtLogSinkInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VdtCollector,
                               vdt_collector,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VDT_TYPE_LOG_SINK, sink_iface_init))

static void
vdt_collector_finalize (GObject *object)
{
  VdtCollector *self = VDT_COLLECTOR (object);

  g_clear_pointer (&self->catalog, vdt_catalog_free);
  g_clear_pointer (&self->side, vdt_side_files_free);
  g_clear_pointer (&self->kept, g_hash_table_unref);
  g_clear_pointer (&self->published, g_hash_table_unref);
  g_clear_pointer (&self->loaded, g_hash_table_unref);
  g_clear_pointer (&self->homes, g_ptr_array_unref);
  g_clear_pointer (&self->changed, g_ptr_array_unref);
  g_clear_pointer (&self->unstored, g_hash_table_unref);
  g_clear_pointer (&self->home_news, g_ptr_array_unref);
  g_clear_pointer (&self->unreadable, g_ptr_array_unref);
  g_clear_pointer (&self->moved_away, g_ptr_array_unref);
  g_clear_pointer (&self->zone, vdt_zone_free);
  g_clear_object (&self->store);
  g_clear_object (&self->stopping);
  G_OBJECT_CLASS (vdt_collector_parent_class)->finalize (object);
}

static void
vdt_collector_class_init (VdtCollectorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = vdt_collector_finalize;
}

static void
kept_log_free (gpointer data)
{
  VdtKeptLog *kept = data;

  vdt_log_digest_free (kept->whole);
  g_free (kept);
}

static void
vdt_collector_init (VdtCollector *self)
{
  self->stopping = g_cancellable_new ();
  self->retention_days = VDT_STORE_RETENTION_DAYS;
  self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, kept_log_free);
  self->published = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->loaded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->homes = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_home_unref);
  self->changed = g_ptr_array_new ();
  self->unstored = g_hash_table_new (NULL, NULL);
  self->home_news = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_home_news_free);
  self->unreadable = g_ptr_array_new_with_free_func (g_free);
  self->moved_away = g_ptr_array_new_with_free_func (g_free);
}

/**
 * vdt_collector_new:
 * @runtime: whose logs
 * @store: (nullable): where to keep what a restart needs
 * @generation: of the store's content that this collector goes on from
 * @user_home: the person's home folder
 * @func: told what is new
 * @user_data: for @func
 *
 * Returns: (transfer full): a collector, to be given to an observer
 */
VdtCollector *
vdt_collector_new (VdtRuntime runtime,
                   VdtStore *store,
                   guint generation,
                   const char *user_home,
                   VdtNewsFunc func,
                   gpointer user_data)
{
  VdtCollector *self = g_object_new (VDT_TYPE_COLLECTOR, NULL);

  self->runtime = runtime;
  g_set_object (&self->store, store);
  self->generation = generation;
  self->side = vdt_side_files_new (user_home);
  self->catalog = vdt_catalog_new (self->side);
  self->zone = vdt_zone_new (NULL, NULL);
  self->func = func;
  self->user_data = user_data;
  return self;
}

/**
 * vdt_collector_set_retention:
 * @self: a collector
 * @days: how long what was said is kept; all of it at first
 *
 * Any thread. Counts for logs that are begun from now on; what is stored is pruned elsewhere.
 */
void
vdt_collector_set_retention (VdtCollector *self, guint days)
{
  g_return_if_fail (VDT_IS_COLLECTOR (self));

  g_atomic_int_set (&self->retention_days, (int) CLAMP (days, 1, VDT_STORE_RETENTION_DAYS));
}

/**
 * vdt_collector_set_clock:
 * @self: a collector that nobody feeds yet
 * @now_offset: what the engine's clock is ahead of the system's
 *
 * What is old is old by the engine's clock.
 */
void
vdt_collector_set_clock (VdtCollector *self, VdtTime now_offset)
{
  g_return_if_fail (VDT_IS_COLLECTOR (self));

  self->now_offset = now_offset;
}

/**
 * vdt_collector_stop:
 * @self: a collector whose observer is about to be stopped
 *
 * Main thread. Ends its waits for the store; from now on it stores and tells nothing. So that
 * stopping the observer does not wait for the database.
 */
void
vdt_collector_stop (VdtCollector *self)
{
  g_return_if_fail (VDT_IS_COLLECTOR (self));

  g_cancellable_cancel (self->stopping);
}

VdtKeptLog *
vdt_collector_keep (VdtCollector *self, const char *path)
{
  VdtKeptLog *kept = g_hash_table_lookup (self->kept, path);

  if (kept == NULL)
    {
      kept = g_new0 (VdtKeptLog, 1);
      kept->anew = TRUE;
      g_hash_table_insert (self->kept, g_strdup (path), kept);
    }
  return kept;
}

/* @changed: whether a screen may show it, or only how far it was read has moved */
void
vdt_collector_mark (VdtCollector *self, VdtCatalogLog *log, VdtKeptLog *kept, gboolean changed)
{
  if (changed && !kept->changed)
    {
      kept->changed = TRUE;
      g_ptr_array_add (self->changed, log);
    }
  if (!kept->dirty)
    {
      kept->dirty = TRUE;
      g_hash_table_add (self->unstored, log);
    }
  self->dirty = TRUE;
}

static VdtLogDigest *
new_digest (VdtCollector *self, VdtLogFile *file)
{
  VdtLogDigest *digest =
    vdt_log_digest_new (self->runtime, file->kind == VDT_LOG_CLAUDE_SUBAGENT, TRUE);

  vdt_collector_keep_talk (self, digest);
  return digest;
}

static VdtCatalogLog *
put_empty (VdtCollector *self, VdtLogFile *file)
{
  self->structure_changed = TRUE;
  return vdt_catalog_put (self->catalog, file, new_digest (self, file));
}

static gboolean
collector_restore (VdtLogSink *sink, VdtLogFile *file, VdtLogPosition *position)
{
  VdtCollector *self = VDT_COLLECTOR (sink);
  VdtCatalogLog *log = NULL;
  VdtKeptLog *kept = NULL;

  log = vdt_catalog_find (self->catalog, file->path);
  if (log == NULL)
    {
      const char *old_path = vdt_collector_find_former (self, file);

      /* the same file under another name: archived while nobody looked */
      if (old_path == NULL)
        return FALSE;
      vdt_collector_moved (self, file, old_path);
      log = vdt_catalog_find (self->catalog, file->path);
    }
  kept = g_hash_table_lookup (self->kept, file->path);
  if (log == NULL || kept == NULL || !kept->has_position)
    return FALSE;
  /* what was loaded had no listing to go by */
  vdt_catalog_replace_file (self->catalog, log, file);
  kept->restored = TRUE;
  if (log->deleted)
    {
      log->deleted = FALSE;
      vdt_collector_mark (self, log, kept, TRUE);
    }
  *position = kept->position;
  return TRUE;
}

/* Whether a reset to 0 is for the whole of a log of which a window was read, and not because
 * something else stands there now. */
static gboolean
is_for_whole (const VdtCatalogLog *log, const VdtKeptLog *kept)
{
  struct stat st;
  VdtFileId id;

  if (log == NULL || !log->digest->usage->partial || !kept->has_position ||
      stat (log->file->path, &st) != 0)
    return FALSE;
  vdt_file_id_from_stat (&id, &st);
  return vdt_file_id_same_file (&id, &kept->position.id) &&
         (guint64) MAX (id.size, 0) >= kept->position.offset;
}

static void
collector_reset (VdtLogSink *sink, VdtLogFile *file, guint64 start)
{
  VdtCollector *self = VDT_COLLECTOR (sink);
  VdtCatalogLog *log = vdt_catalog_find (self->catalog, file->path);
  VdtKeptLog *kept = vdt_collector_keep (self, file->path);

  g_clear_pointer (&kept->whole, vdt_log_digest_free);
  if (start == 0 && is_for_whole (log, kept))
    {
      /* its window says how things stand; the beginning of a long log is no news */
      kept->anew = TRUE;
      kept->whole = new_digest (self, file);
      kept->whole_until = kept->position.offset;
      return;
    }
  log = put_empty (self, file);
  *kept = (VdtKeptLog){ .restored = TRUE, .anew = TRUE };
  vdt_collector_mark (self, log, kept, TRUE);
  log->digest->usage->partial = start > 0;
}

static void
collector_head (VdtLogSink *sink, VdtLogFile *file, const VdtLine *line)
{
  VdtCollector *self = VDT_COLLECTOR (sink);
  VdtCatalogLog *log = vdt_catalog_find (self->catalog, file->path);

  if (log != NULL)
    vdt_log_digest_feed_head (log->digest, line->data, line->len);
}

static void
collector_line (VdtLogSink *sink, VdtLogFile *file, const VdtLine *line)
{
  VdtCollector *self = VDT_COLLECTOR (sink);
  VdtCatalogLog *log = vdt_catalog_find (self->catalog, file->path);
  VdtKeptLog *kept = vdt_collector_keep (self, file->path);

  VdtLogDigest *digest = kept->whole;

  if (log == NULL)
    log = put_empty (self, file);
  if (digest == NULL)
    digest = log->digest;
  vdt_log_digest_feed_line (digest, line->data, line->len);
  digest->usage->counts.bytes = line->next_offset;
  kept->ahead = TRUE;
  vdt_collector_store_piece (self, file, digest, kept);
  if (digest == kept->whole)
    return;
  vdt_collector_mark (self, log, kept, TRUE);
}

static void
collector_oversized (VdtLogSink *sink, VdtLogFile *file, guint64 offset)
{
  VdtCollector *self = VDT_COLLECTOR (sink);
  VdtCatalogLog *log = vdt_catalog_find (self->catalog, file->path);
  VdtKeptLog *kept = NULL;

  if (log == NULL)
    return;
  kept = vdt_collector_keep (self, file->path);
  vdt_log_digest_feed_oversized (kept->whole != NULL ? kept->whole : log->digest);
  if (kept->whole == NULL)
    vdt_collector_mark (self, log, kept, TRUE);
}

static void
collector_committed (VdtLogSink *sink, VdtLogFile *file, const VdtLogPosition *position)
{
  VdtCollector *self = VDT_COLLECTOR (sink);
  VdtCatalogLog *log = vdt_catalog_find (self->catalog, file->path);
  VdtKeptLog *kept = vdt_collector_keep (self, file->path);

  if (log == NULL)
    log = put_empty (self, file);
  vdt_catalog_replace_file (self->catalog, log, file);
  kept->position = *position;
  kept->has_position = TRUE;
  kept->ahead = FALSE;
  if (kept->whole != NULL && position->offset >= kept->whole_until)
    {
      vdt_catalog_put (self->catalog, file, g_steal_pointer (&kept->whole));
      self->structure_changed = TRUE;
      vdt_collector_mark (self, log, kept, TRUE);
    }
  else
    vdt_collector_mark (self, log, kept, FALSE);
}

void
vdt_collector_moved (VdtCollector *self, VdtLogFile *file, const char *old_path)
{
  VdtKeptLog *kept = g_hash_table_lookup (self->kept, old_path);
  VdtKeptLog copy = kept != NULL ? *kept : (VdtKeptLog){ 0 };
  VdtCatalogLog *log = NULL;
  g_autofree char *old = g_strdup (old_path);

  vdt_catalog_move (self->catalog, old, file);
  log = vdt_catalog_find (self->catalog, file->path);
  if (log != NULL)
    log->deleted = FALSE;
  if (kept != NULL)
    kept->whole = NULL; /* the copy has it */
  g_hash_table_remove (self->kept, old);
  copy.dirty = copy.changed = copy.restored = TRUE;
  kept = vdt_collector_keep (self, file->path);
  vdt_log_digest_free (kept->whole);
  *kept = copy;
  g_ptr_array_add (self->moved_away, g_steal_pointer (&old));
  self->dirty = self->structure_changed = TRUE;
}

static void
collector_moved (VdtLogSink *sink, VdtLogFile *file, const char *old_path)
{
  vdt_collector_moved (VDT_COLLECTOR (sink), file, old_path);
}

/* A log that its owner deleted lowers nothing: what was read of it stays. */
static void
collector_gone (VdtLogSink *sink, VdtLogFile *file)
{
  VdtCollector *self = VDT_COLLECTOR (sink);
  VdtCatalogLog *log = vdt_catalog_find (self->catalog, file->path);
  VdtKeptLog *kept = NULL;

  if (log == NULL || log->deleted)
    return;
  log->deleted = TRUE;
  kept = vdt_collector_keep (self, file->path);
  vdt_collector_mark (self, log, kept, TRUE);
}

static void
collector_unreadable (VdtLogSink *sink, const char *path, const GError *error)
{
  VdtCollector *self = VDT_COLLECTOR (sink);

  if (self->unreadable->len < 100 &&
      !g_ptr_array_find_with_equal_func (self->unreadable, path, g_str_equal, NULL))
    g_ptr_array_add (self->unreadable, g_strdup (path));
  self->unreadable_changed = self->dirty = TRUE;
}

/* Only the sessions that the live registry speaks of otherwise than before are looked at again:
 * an agent writes to it whenever its state changes. */
static void
reload_live (VdtCollector *self, VdtLogHome *home)
{
  g_autoptr (GPtrArray) ids = vdt_side_files_reload_live (self->side, home);

  for (guint i = 0; i < ids->len; i++)
    {
      const VdtCatalogSession *session =
        vdt_catalog_find_session (self->catalog, home->id, g_ptr_array_index (ids, i));
      VdtCatalogLog *log = NULL;

      if (session == NULL || session->logs->len == 0)
        continue;
      log = g_ptr_array_index (session->logs, session->logs->len - 1);
      vdt_collector_mark (self, log, vdt_collector_keep (self, log->file->path), TRUE);
    }
}

static void
collector_side (VdtLogSink *sink, VdtLogHome *home, VdtLogSideKind kind, const char *path)
{
  VdtCollector *self = VDT_COLLECTOR (sink);

  switch (kind)
    {
    case VDT_LOG_SIDE_CLAUDE_ACCOUNT:
      vdt_side_files_forget_account (self->side, home);
      self->accounts_changed = self->dirty = TRUE;
      break;
    case VDT_LOG_SIDE_CLAUDE_REGISTRY:
      reload_live (self, home);
      break;
    case VDT_LOG_SIDE_CLAUDE_TITLE:
    case VDT_LOG_SIDE_CODEX_NAMES:
      vdt_side_files_forget (self->side, home);
      self->names_changed = self->dirty = TRUE;
      break;
    }
}

static void
collector_progress (VdtLogSink *sink, const VdtScanProgress *progress)
{
  VdtCollector *self = VDT_COLLECTOR (sink);

  self->progress = *progress;
  self->progress_changed = TRUE;
  if (progress->files_done >= progress->files_total && !self->scanned)
    {
      /* also where there was nothing to read: then no flush has anything to tell but this */
      self->scanned = self->dirty = TRUE;
    }
  vdt_collector_publish (self, FALSE);
}

static void
collector_flush (VdtLogSink *sink)
{
  vdt_collector_publish (VDT_COLLECTOR (sink), TRUE);
}

static gboolean
collector_poll (VdtLogSink *sink)
{
  VdtCollector *self = VDT_COLLECTOR (sink);

  for (guint i = 0; i < self->homes->len; i++)
    {
      VdtLogHome *home = g_ptr_array_index (self->homes, i);

      if (self->runtime == VDT_RUNTIME_CLAUDE && vdt_side_files_has_live (self->side, home))
        reload_live (self, home);
    }
  return self->dirty;
}

static void
collector_homes (VdtLogSink *sink, GPtrArray *homes)
{
  VdtCollector *self = VDT_COLLECTOR (sink);

  for (guint i = 0; i < self->homes->len; i++)
    vdt_side_files_forget (self->side, g_ptr_array_index (self->homes, i));
  g_ptr_array_set_size (self->homes, 0);
  for (guint i = 0; i < homes->len; i++)
    {
      VdtLogHome *home = g_ptr_array_index (homes, i);

      if (home->runtime == self->runtime)
        g_ptr_array_add (self->homes, vdt_log_home_ref (home));
    }
  g_ptr_array_set_size (self->unreadable, 0);
  /* a scan of what the new ones hold begins; what is missing there is told when it is over */
  self->scanned = self->vanished_marked = FALSE;
  self->homes_changed = self->unreadable_changed = self->dirty = TRUE;
  vdt_collector_load (self);
}

static void
sink_iface_init (VdtLogSinkInterface *iface)
{
  iface->restore = collector_restore;
  iface->reset = collector_reset;
  iface->head = collector_head;
  iface->line = collector_line;
  iface->oversized = collector_oversized;
  iface->committed = collector_committed;
  iface->moved = collector_moved;
  iface->gone = collector_gone;
  iface->unreadable = collector_unreadable;
  iface->side = collector_side;
  iface->progress = collector_progress;
  iface->flush = collector_flush;
  iface->poll = collector_poll;
  iface->homes = collector_homes;
}
