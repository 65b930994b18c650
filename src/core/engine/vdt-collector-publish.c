/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "vdt-collector-private.h"
#include "vdt-log-place.h"
#include "vdt-session-blob.h"
#include "vdt-text.h"

/* While the first scan runs, putting together takes at most a twentieth of the time. */
#define SCAN_SHARE 20

/**
 * vdt_collector_find_former:
 * @self: a collector
 * @file: a log that is new
 *
 * Returns: (nullable): under which path it was known, if nothing is there now. Its name must be
 *   the same: the kernel gives the number of a deleted file to the next one
 */
const char *
vdt_collector_find_former (VdtCollector *self, VdtLogFile *file)
{
  GHashTableIter iter;
  gpointer key = NULL;
  gpointer value = NULL;

  g_hash_table_iter_init (&iter, self->kept);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const VdtKeptLog *kept = value;

      VdtCatalogLog *log = NULL;

      if (!kept->has_position || !vdt_file_id_same_file (&kept->position.id, &file->id))
        continue;
      log = vdt_catalog_find (self->catalog, key);
      if (log != NULL && vdt_log_file_may_have_become (log->file, file) &&
          !g_file_test (key, G_FILE_TEST_EXISTS))
        return key;
    }
  return NULL;
}

static VdtLogHome *
find_home (VdtCollector *self, const char *home_id)
{
  for (guint i = 0; i < self->homes->len; i++)
    {
      VdtLogHome *home = g_ptr_array_index (self->homes, i);

      if (strcmp (home->id, home_id) == 0)
        return home;
    }
  return NULL;
}

/* Takes over one log as an earlier run left it. */
static void
load_row (VdtCollector *self, const VdtStoreLogFile *row)
{
  VdtLogHome *home = find_home (self, row->home_id);
  VdtLogFile *file = NULL;
  VdtLogDigest *digest = NULL;
  VdtCatalogLog *log = NULL;
  VdtKeptLog *kept = NULL;

  if (home == NULL || row->state == NULL || vdt_catalog_find (self->catalog, row->path) != NULL)
    return;
  digest = vdt_log_digest_read (row->state, row->state_len);
  file = vdt_log_file_new_remembered (home, row->path, &row->id);
  if (digest == NULL || file == NULL)
    {
      g_clear_pointer (&digest, vdt_log_digest_free);
      g_clear_pointer (&file, vdt_log_file_unref);
      return;
    }
  vdt_collector_keep_talk (self, digest);
  log = vdt_catalog_put (self->catalog, file, digest);
  log->deleted = vdt_time_known (row->deleted_at);
  kept = vdt_collector_keep (self, row->path);
  kept->has_position = TRUE;
  kept->position = (VdtLogPosition){ .id = row->id,
                                     .offset = row->offset,
                                     .head_hash = row->head_hash,
                                     .tail_hash = row->tail_hash };
  vdt_usage_digest_clear_touched (digest->usage);
  vdt_log_file_unref (file);
}

/* Logs of homes that are no longer looked at leave the screen; what is stored of them stays. */
static void
drop_foreign (VdtCollector *self)
{
  GPtrArray *logs = vdt_catalog_get_logs (self->catalog);
  guint i = 0;

  while (i < logs->len)
    {
      const VdtCatalogLog *log = g_ptr_array_index (logs, i);
      g_autofree char *path = g_strdup (log->file->path);

      if (find_home (self, log->file->home->id) != NULL)
        {
          i++;
          continue;
        }
      g_hash_table_remove (self->kept, path);
      vdt_catalog_remove (self->catalog, path);
    }
}

static const VdtTokens *
tokens_shown (const VdtCatalogSession *session)
{
  return session->root == session ? &session->tree : &session->own;
}

/* A session's spend may change while its own logs stay as they are: that of a sub-agent counts for
 * it. Where a copy is told from the original by what logs hold now, what they held when they were
 * stored is not known. */
static void
note_loaded (VdtCollector *self)
{
  GPtrArray *sessions = vdt_catalog_get_sessions (self->catalog);
  VdtLedger *ledger = vdt_catalog_get_ledger (self->catalog);

  for (guint i = 0; i < sessions->len; i++)
    {
      const VdtCatalogSession *session = g_ptr_array_index (sessions, i);

      g_hash_table_insert (self->loaded, g_strdup (session->id),
                           g_memdup2 (tokens_shown (session), sizeof (VdtTokens)));
    }
  for (guint i = 0; i < vdt_ledger_get_n_files (ledger); i++)
    {
      const VdtLedgerFile *file = vdt_ledger_get_file (ledger, i);
      const VdtCatalogLog *log = file->user_data;

      if (!file->in_doubt || log->session == NULL)
        continue;
      g_hash_table_remove (self->loaded, log->session->id);
      g_hash_table_remove (self->loaded, log->session->root->id);
    }
}

/* Counts what an earlier run stored, so that it is known which rows change from here on. */
static void
count_loaded (VdtCollector *self)
{
  VdtLedger *ledger = vdt_catalog_get_ledger (self->catalog);
  GArray *stale = NULL;

  if (self->loaded_counted)
    return;
  self->loaded_counted = TRUE;
  vdt_catalog_resolve (self->catalog);
  note_loaded (self);
  stale = vdt_call_rows_get_stale (vdt_catalog_get_call_rows (self->catalog));
  g_array_set_size (stale, 0);
  /* Whose these are was told by logs that may have grown since they were stored. */
  for (guint i = 0; i < vdt_ledger_get_n_calls (ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (ledger, i);

      if (call->in_doubt && call->call.key != 0)
        g_array_append_val (stale, call->call.key);
    }
}

/**
 * vdt_collector_load:
 * @self: a collector whose homes are known
 *
 * Takes over what an earlier run stored of their logs. Blocks on the store.
 */
void
vdt_collector_load (VdtCollector *self)
{
  gint64 after = 0;

  drop_foreign (self);
  while (self->store != NULL && after >= 0)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (VdtStoreLogFiles) rows =
        vdt_store_load_log_files (self->store, self->runtime, after, 1000, self->stopping, &error);

      if (rows == NULL)
        {
          g_debug ("loading logs: %s", error->message);
          break;
        }
      /* another database than the logs at hand were stored in: all is about to begin anew */
      if (vdt_catalog_get_logs (self->catalog)->len > 0 && rows->generation != self->generation)
        break;
      self->generation = rows->generation;
      for (guint i = 0; i < rows->n_files; i++)
        load_row (self, &rows->files[i]);
      after = rows->next > 0 ? rows->next : -1;
    }
  count_loaded (self);
  self->structure_changed = self->dirty = TRUE;
}

static gboolean
session_is_dirty (VdtCollector *self, const VdtCatalogSession *session)
{
  for (guint i = 0; i < session->logs->len; i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (session->logs, i);
      const VdtKeptLog *kept = g_hash_table_lookup (self->kept, log->file->path);

      if (kept != NULL && kept->changed)
        return TRUE;
    }
  return FALSE;
}

static gboolean
tokens_equal (const VdtTokens *a, const VdtTokens *b)
{
  return a->calls == b->calls && a->uncached_input == b->uncached_input &&
         a->cache_read == b->cache_read && a->cache_creation == b->cache_creation &&
         a->output == b->output && a->reasoning == b->reasoning && a->total == b->total;
}

/* Whether the store has it as it is. */
static gboolean
session_is_stored (VdtCollector *self, const VdtCatalogSession *session)
{
  const VdtTokens *loaded = g_hash_table_lookup (self->loaded, session->id);

  return loaded != NULL && tokens_equal (loaded, tokens_shown (session)) &&
         !session_is_dirty (self, session);
}

/* Tells of a session if anything that a screen shows of it has changed. */
static void
publish_session (VdtCollector *self, VdtCatalogSession *session, VdtNews *news)
{
  VdtPublished *published = g_hash_table_lookup (self->published, session->id);
  const VdtTokens *tokens = tokens_shown (session);
  g_autoptr (VdtSessionInfo) info = NULL;
  g_autoptr (GByteArray) blob = NULL;
  gboolean known = published != NULL;
  guint64 hash = 0;

  if (published != NULL)
    {
      published->seen = TRUE;
      if (!self->names_changed && !self->structure_changed &&
          tokens_equal (tokens, &published->tokens) && !session_is_dirty (self, session))
        return;
    }
  info = vdt_catalog_make_info (self->catalog, session);
  blob = g_byte_array_new ();
  vdt_session_info_write (info, blob);
  hash = vdt_text_hash64 ((const char *) blob->data, blob->len);
  if (published == NULL)
    {
      published = g_new0 (VdtPublished, 1);
      published->seen = TRUE;
      g_hash_table_insert (self->published, g_strdup (session->id), published);
    }
  else if (published->hash == hash)
    return;
  published->hash = hash;
  published->tokens = *tokens;
  if (known || self->names_changed || !session_is_stored (self, session))
    g_ptr_array_add (news->to_store, vdt_session_info_ref (info));
  g_ptr_array_add (news->sessions, g_steal_pointer (&info));
}

static void
publish_sessions (VdtCollector *self, VdtNews *news)
{
  GPtrArray *sessions = vdt_catalog_get_sessions (self->catalog);
  GHashTableIter iter;
  gpointer key = NULL;
  gpointer value = NULL;

  g_hash_table_iter_init (&iter, self->published);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((VdtPublished *) value)->seen = FALSE;
  for (guint i = 0; i < sessions->len; i++)
    {
      VdtCatalogSession *session = g_ptr_array_index (sessions, i);

      if (vdt_catalog_session_is_listed (session))
        publish_session (self, session, news);
    }
  g_hash_table_iter_init (&iter, self->published);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (!((VdtPublished *) value)->seen)
      {
        g_ptr_array_add (news->removed, g_strdup (key));
        g_hash_table_iter_remove (&iter);
      }
}

static guint
count_files (VdtCollector *self, const VdtLogHome *home)
{
  GPtrArray *logs = vdt_catalog_get_logs (self->catalog);
  guint n_files = 0;

  for (guint i = 0; i < logs->len; i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (logs, i);

      if (log->file->home == home || strcmp (log->file->home->id, home->id) == 0)
        n_files++;
    }
  return n_files;
}

static void
collect_homes (VdtCollector *self)
{
  g_ptr_array_set_size (self->home_news, 0);
  for (guint i = 0; i < self->homes->len; i++)
    {
      VdtLogHome *home = g_ptr_array_index (self->homes, i);
      VdtHomeNews *one = g_new0 (VdtHomeNews, 1);

      one->home = vdt_log_home_ref (home);
      one->quotas = vdt_catalog_get_quotas (self->catalog, home, self->zone);
      one->grants = VDT_COUNT_UNKNOWN;
      one->grants_as_of = VDT_TIME_UNKNOWN;
      if (self->runtime == VDT_RUNTIME_CLAUDE)
        {
          const VdtClaudeAccount *account = vdt_side_files_get_account (self->side, home);

          if (account != NULL)
            {
              one->grants = account->grants;
              one->grants_as_of = account->fetched_at;
            }
        }
      one->n_files = count_files (self, home);
      one->has_sessions = one->n_files > 0;
      g_ptr_array_add (self->home_news, one);
    }
}

static void
publish_homes (VdtCollector *self, VdtNews *news)
{
  news->homes = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_home_news_free);
  for (guint i = 0; i < self->home_news->len; i++)
    g_ptr_array_add (news->homes, vdt_home_news_copy (g_ptr_array_index (self->home_news, i)));
}

/* Adds up the days from @since on. */
static void
publish_days (VdtCollector *self, VdtNews *news, VdtTime since)
{
  VdtLedger *ledger = vdt_catalog_get_ledger (self->catalog);

  news->days = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  for (guint i = 0; i < vdt_ledger_get_n_calls (ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (ledger, i);
      VdtTokens *sum = NULL;
      VdtTokens tokens;
      gint64 day = 0;

      if (!vdt_time_known (call->call.time) || call->call.time < since)
        continue;
      day = vdt_zone_local_day (self->zone, call->call.time);
      sum = g_hash_table_lookup (news->days, &day);
      if (sum == NULL)
        {
          sum = g_new (VdtTokens, 1);
          vdt_tokens_init (sum);
          g_hash_table_insert (news->days, g_memdup2 (&day, sizeof day), sum);
        }
      vdt_call_get_tokens (&call->call, &tokens);
      vdt_tokens_add (sum, &tokens);
    }
}

static void
publish_counts (VdtCollector *self, VdtNews *news)
{
  GPtrArray *logs = vdt_catalog_get_logs (self->catalog);

  for (guint i = 0; i < self->homes->len; i++)
    news->bad_values +=
      vdt_side_files_count_bad_values (self->side, g_ptr_array_index (self->homes, i));
  for (guint i = 0; i < logs->len; i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (logs, i);

      news->bad_values += log->digest->usage->counts.bad_values;
      news->malformed_lines += log->digest->usage->counts.malformed_lines;
    }
  if (self->unreadable_changed)
    {
      news->unreadable = g_ptr_array_new_with_free_func (g_free);
      for (guint i = 0; i < self->unreadable->len; i++)
        g_ptr_array_add (news->unreadable, g_strdup (g_ptr_array_index (self->unreadable, i)));
    }
}

static void
clear_changes (VdtCollector *self)
{
  if (self->structure_changed)
    {
      GHashTableIter iter;
      gpointer value = NULL;

      g_hash_table_iter_init (&iter, self->kept);
      while (g_hash_table_iter_next (&iter, NULL, &value))
        ((VdtKeptLog *) value)->changed = FALSE;
    }
  else
    for (guint i = 0; i < self->changed->len; i++)
      {
        const VdtCatalogLog *log = g_ptr_array_index (self->changed, i);
        VdtKeptLog *kept = g_hash_table_lookup (self->kept, log->file->path);

        if (kept != NULL)
          kept->changed = FALSE;
      }
  g_ptr_array_set_size (self->changed, 0);
  self->dirty = self->structure_changed = FALSE;
  self->homes_changed = self->accounts_changed = FALSE;
  self->names_changed = self->unreadable_changed = self->progress_changed = FALSE;
}

static VdtNews *
start_news (VdtCollector *self)
{
  VdtNews *news = vdt_news_new (self->runtime);

  news->scanned = self->scanned;
  news->files_done = self->progress.files_done;
  news->files_total = self->progress.files_total;
  news->bytes_done = self->progress.bytes_done;
  news->bytes_total = self->progress.bytes_total;
  return news;
}

static gboolean
is_missing (const char *path)
{
  struct stat st;

  return stat (path, &st) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

/* A log that an earlier run knew and that nobody has met in this one is gone, unless it lies where
 * nobody may look. */
static void
mark_vanished (VdtCollector *self)
{
  GHashTableIter iter;
  gpointer path = NULL;
  gpointer value = NULL;

  self->vanished_marked = TRUE;
  g_hash_table_iter_init (&iter, self->kept);
  while (g_hash_table_iter_next (&iter, &path, &value))
    {
      VdtKeptLog *kept = value;
      VdtCatalogLog *log = kept->restored ? NULL : vdt_catalog_find (self->catalog, path);

      if (log == NULL || log->deleted || !is_missing (path))
        continue;
      log->deleted = TRUE;
      vdt_collector_mark (self, log, kept, TRUE);
    }
}

/* Logs may have come, gone or moved: everything is put together anew. */
static void
publish_all (VdtCollector *self, VdtNews *news)
{
  GPtrArray *logs = vdt_catalog_get_logs (self->catalog);

  vdt_catalog_resolve (self->catalog);
  publish_sessions (self, news);
  collect_homes (self);
  publish_days (self, news, VDT_TIME_MIN);
  g_hash_table_remove_all (self->unstored);
  for (guint i = 0; i < logs->len; i++)
    {
      VdtCatalogLog *log = g_ptr_array_index (logs, i);
      const VdtKeptLog *kept = g_hash_table_lookup (self->kept, log->file->path);

      if (kept != NULL && kept->dirty)
        g_hash_table_add (self->unstored, log);
    }
}

/* What was read on may have newer readings. */
static void
offer_quotas (VdtCollector *self)
{
  for (guint i = 0; i < self->changed->len; i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (self->changed, i);

      for (guint j = 0; j < self->home_news->len; j++)
        {
          VdtHomeNews *home = g_ptr_array_index (self->home_news, j);

          if (strcmp (home->home->id, log->file->home->id) == 0)
            vdt_catalog_offer_quotas (self->catalog, home->quotas, log, self->zone);
        }
    }
}

/* Some logs were only read on: what follows from them is brought up to date. FALSE where more has
 * changed than that. */
static gboolean
publish_changed (VdtCollector *self, VdtNews *news)
{
  VdtLedgerChange change = VDT_LEDGER_NO_CHANGE;
  g_autoptr (GHashTable) sessions = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key = NULL;

  if (self->structure_changed || self->names_changed || self->homes_changed ||
      self->unreadable_changed || self->home_news->len == 0)
    return FALSE;
  for (guint i = 0; i < self->changed->len; i++)
    {
      VdtCatalogLog *log = g_ptr_array_index (self->changed, i);

      if (!vdt_catalog_update (self->catalog, log, &change))
        return FALSE;
      g_hash_table_add (sessions, log->session);
    }
  g_hash_table_iter_init (&iter, sessions);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      VdtCatalogSession *session = key;

      if (change.calls)
        vdt_catalog_sum_session (self->catalog, session);
      if (vdt_catalog_session_is_listed (session))
        publish_session (self, session, news);
      if (session->root != session && vdt_catalog_session_is_listed (session->root))
        publish_session (self, session->root, news);
    }
  if (self->accounts_changed)
    collect_homes (self);
  else
    offer_quotas (self);
  if (vdt_time_known (change.earliest))
    {
      news->days_partial = TRUE;
      news->days_since = vdt_zone_local_day (self->zone, change.earliest);
      publish_days (self, news, vdt_zone_start_of_day (self->zone, news->days_since));
    }
  return TRUE;
}

/**
 * vdt_collector_publish:
 * @self: a collector
 * @flush: whether the observer has nothing more at hand; else only progress is told
 *
 * Brings everything up to date, stores it and tells the main thread what is new.
 */
void
vdt_collector_publish (VdtCollector *self, gboolean flush)
{
  gint64 start = g_get_monotonic_time ();
  gboolean too_early =
    !self->scanned && start - self->last_resolve < self->resolve_cost * SCAN_SHARE;
  VdtNews *news = NULL;

  if (g_cancellable_is_cancelled (self->stopping))
    return;
  if (flush && self->scanned && !self->vanished_marked)
    mark_vanished (self);
  if (!flush || !self->dirty || too_early)
    {
      if (!self->progress_changed)
        return;
      news = start_news (self);
      self->progress_changed = FALSE;
      self->func (news, self->user_data);
      return;
    }

  news = start_news (self);
  news->counts_known = TRUE;
  if (!publish_changed (self, news))
    {
      vdt_news_free (news);
      news = start_news (self);
      news->counts_known = TRUE;
      publish_all (self, news);
      self->last_resolve = g_get_monotonic_time ();
      self->resolve_cost = self->last_resolve - start;
    }
  publish_homes (self, news);
  publish_counts (self, news);
  vdt_collector_store (self, news);
  clear_changes (self);
  self->func (news, self->user_data);
}
