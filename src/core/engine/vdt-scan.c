/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-scan.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "vdt-paths.h"
#include "vdt-text.h"

#define MAX_THREADS 8
/* How far back a log may speak of a window that still runs: a month of Codex; Claude's logs tell
 * of a week at most, and its account file tells it better. */
#define CODEX_LONGEST_WINDOW  (32 * VDT_DAY)
#define CLAUDE_LONGEST_WINDOW (8 * VDT_DAY)
/* So many older logs of a home are read for its quotas, and so many at a time: an account that has
 * none would have all of them read in vain. */
#define MAX_FOR_READINGS 64
#define READING_STEP     16

typedef struct
{
  GPtrArray *files; /* VdtLogFile, to be read */
  VdtLogDigest **digests;
  char **problems;
  int next; /* atomic */
  const VdtScanOptions *options;
  GCancellable *cancellable;
} Job;

/**
 * vdt_scan_result_free:
 * @result: (nullable): a result
 */
void
vdt_scan_result_free (VdtScanResult *result)
{
  if (result == NULL)
    return;
  vdt_catalog_free (result->catalog);
  vdt_side_files_free (result->side);
  g_ptr_array_unref (result->homes);
  g_ptr_array_unref (result->unreadable);
  g_free (result);
}

static gpointer
job_worker (gpointer data)
{
  Job *job = data;

  while (!g_cancellable_is_cancelled (job->cancellable))
    {
      guint i = (guint) g_atomic_int_add (&job->next, 1);
      g_autoptr (GError) broken = NULL;
      g_autoptr (GError) error = NULL;

      if (i >= job->files->len)
        break;
      job->digests[i] =
        vdt_log_digest_read_file (g_ptr_array_index (job->files, i), job->options->with_talk,
                                  job->cancellable, &broken, &error);
      if (job->digests[i] == NULL)
        job->problems[i] = g_strdup (error->message);
      else if (broken != NULL)
        job->problems[i] = g_strdup (broken->message);
    }
  return NULL;
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const VdtLogFile *x = *(const VdtLogFile *const *) a;
  const VdtLogFile *y = *(const VdtLogFile *const *) b;

  return x->id.size > y->id.size ? -1 : x->id.size < y->id.size;
}

/* Reads @files, the largest first so that none is left for the end, into the catalog. */
static void
read_files (VdtScanResult *result,
            GPtrArray *files,
            const VdtScanOptions *options,
            GCancellable *cancellable)
{
  guint n_threads = options->n_threads > 0 ? options->n_threads : g_get_num_processors ();
  GThread *threads[MAX_THREADS];
  Job job = { .files = files, .options = options, .cancellable = cancellable };

  g_ptr_array_sort (files, compare_sizes);
  job.digests = g_new0 (VdtLogDigest *, files->len);
  job.problems = g_new0 (char *, files->len);
  n_threads = CLAMP (n_threads, 1, MIN (MAX_THREADS, MAX (1, files->len)));
  for (guint i = 1; i < n_threads; i++)
    threads[i] = g_thread_new ("vdt-scan", job_worker, &job);
  job_worker (&job);
  for (guint i = 1; i < n_threads; i++)
    g_thread_join (threads[i]);

  for (guint i = 0; i < files->len; i++)
    {
      VdtLogFile *file = g_ptr_array_index (files, i);

      if (job.digests[i] != NULL)
        {
          vdt_catalog_put (result->catalog, file, job.digests[i]);
          result->n_files++;
        }
      /* It names the file. */
      if (job.problems[i] != NULL)
        g_ptr_array_add (result->unreadable, job.problems[i]);
    }
  g_free (job.digests);
  g_free (job.problems);
}

/* Why a listing left something out: nobody may look, or it is over a bound. */
static char *
describe_unlisted (const char *path)
{
  g_autofree char *shown = vdt_path_for_display (path);

  if (g_access (path, R_OK) != 0)
    return g_strdup_printf (_ ("listing “%s”: %s; allow your user to read it"), shown,
                            g_strerror (errno));
  return g_strdup_printf (_ ("listing “%s”: more logs, or deeper folders, than are looked at"),
                          shown);
}

static VdtTime
file_time (const VdtLogFile *file)
{
  return file->id.mtime_ns / 1000000;
}

typedef struct
{
  GHashTable *unread; /* VdtLogFile → itself */
  GHashTable *by_id;  /* name and segment ids → GPtrArray of VdtLogFile, unread ones too */
  GPtrArray *wanted;
  GHashTable *for_readings; /* VdtLogHome → how many logs were read for its quotas */
} Selection;

static void
want_id (Selection *selection, const char *id)
{
  GPtrArray *files = id != NULL ? g_hash_table_lookup (selection->by_id, id) : NULL;

  for (guint i = 0; files != NULL && i < files->len; i++)
    {
      VdtLogFile *file = g_ptr_array_index (files, i);

      if (g_hash_table_remove (selection->unread, file))
        g_ptr_array_add (selection->wanted, file);
    }
}

static void
index_by (Selection *selection, const char *id, VdtLogFile *file)
{
  GPtrArray *files = NULL;

  if (id == NULL)
    return;
  files = g_hash_table_lookup (selection->by_id, id);
  if (files == NULL)
    {
      files = g_ptr_array_new ();
      g_hash_table_insert (selection->by_id, (gpointer) id, files);
    }
  g_ptr_array_add (files, file);
}

/* Earliest time that a read log speaks of: copies may come from logs as old as that. */
static VdtTime
earliest_call (const VdtUsageDigest *usage)
{
  VdtTime earliest = VDT_TIME_UNKNOWN;

  for (guint i = 0; i < usage->calls->len; i++)
    {
      VdtTime time = g_array_index (usage->calls, VdtCall, i).time;

      if (vdt_time_known (time) && (!vdt_time_known (earliest) || time < earliest))
        earliest = time;
    }
  return earliest;
}

/* Claude Code marks what it copied with the session that asked for it, wherever its log lies. */
static void
want_marked_originals (Selection *selection, const VdtCatalogLog *log)
{
  const GArray *calls = log->digest->usage->calls;
  g_autoptr (GHashTable) owners = g_hash_table_new (g_int64_hash, g_int64_equal);
  GHashTableIter iter;
  gpointer key = NULL;

  for (guint i = 0; i < calls->len; i++)
    if (g_array_index (calls, VdtCall, i).owner != 0)
      g_hash_table_add (owners, &g_array_index (calls, VdtCall, i).owner);
  if (g_hash_table_size (owners) == 0)
    return;
  g_hash_table_iter_init (&iter, selection->unread);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      VdtLogFile *file = key;
      guint64 id = vdt_text_hash64 (file->stem, strlen (file->stem));

      if (file->home->runtime != VDT_RUNTIME_CLAUDE || !g_hash_table_contains (owners, &id))
        continue;
      g_hash_table_iter_remove (&iter);
      g_ptr_array_add (selection->wanted, file);
    }
}

/* What must be read beside the new logs so that their numbers come out as if all were read: the
 * threads they were cut from, the sub-agents of their trees, older logs they may be copies of. */
static void
want_relatives (Selection *selection, const VdtCatalogLog *log, VdtTime newer_than)
{
  const VdtUsageDigest *usage = log->digest->usage;
  const VdtCodexLineage *lineage = &usage->lineage;
  VdtTime since = VDT_TIME_UNKNOWN;
  GHashTableIter iter;
  gpointer key = NULL;
  g_autofree char *folder = NULL;

  want_id (selection, lineage->forked_from);
  want_id (selection, lineage->parent_thread);
  want_id (selection, lineage->spawn_parent);
  want_id (selection, lineage->base_id);
  want_id (selection, lineage->tree_id);
  want_id (selection, log->file->name_id);
  want_id (selection, log->file->parent_id);
  if (log->file->home->runtime == VDT_RUNTIME_CLAUDE)
    want_marked_originals (selection, log);
  since =
    log->file->home->runtime == VDT_RUNTIME_CODEX ? lineage->start_time : earliest_call (usage);
  if (!vdt_time_known (since) || since >= newer_than)
    return;
  folder = g_path_get_dirname (log->file->path);
  g_hash_table_iter_init (&iter, selection->unread);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      VdtLogFile *file = key;

      if (file->home != log->file->home || file_time (file) < since)
        continue;
      if (file->home->runtime == VDT_RUNTIME_CLAUDE && !g_str_has_prefix (file->path, folder))
        continue;
      g_hash_table_iter_remove (&iter);
      g_ptr_array_add (selection->wanted, file);
    }
}

/* Splits the listing into what is new enough and what waits for a reason to be read. The newest
 * log of each home is always read: its quotas may say something still. */
static void
select_new (Selection *selection, const VdtLogListing *listing, VdtTime newer_than)
{
  g_autoptr (GHashTable) homes = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < listing->files->len; i++)
    {
      VdtLogFile *file = g_ptr_array_index (listing->files, i);
      gboolean newest = g_hash_table_add (homes, file->home);

      index_by (selection, file->name_id, file);
      if (file->segment_id != NULL)
        index_by (selection, file->segment_id, file);
      index_by (selection, file->parent_id, file);
      if (!vdt_time_known (newer_than) || file_time (file) >= newer_than || newest)
        g_ptr_array_add (selection->wanted, file);
      else
        g_hash_table_add (selection->unread, file);
    }
}

static gboolean
has_readings (VdtScanResult *result, const VdtLogHome *home)
{
  GPtrArray *logs = vdt_catalog_get_logs (result->catalog);

  for (guint i = 0; i < logs->len; i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (logs, i);

      if (log->file->home == home &&
          (log->digest->usage->readings->len > 0 || log->digest->usage->limit_messages->len > 0))
        return TRUE;
    }
  if (home->runtime == VDT_RUNTIME_CLAUDE)
    {
      const VdtClaudeAccount *account = vdt_side_files_get_account (result->side, home);

      return account != NULL && account->readings->len > 0;
    }
  return FALSE;
}

/* Where no log that was read says anything of a quota, an older one may: a few at a time, the
 * newest first, as long as the longest window may still run. */
static void
want_readings (Selection *selection,
               VdtScanResult *result,
               const VdtLogListing *listing,
               VdtTime newer_than)
{
  for (guint i = 0; i < result->homes->len; i++)
    {
      VdtLogHome *home = g_ptr_array_index (result->homes, i);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (selection->for_readings, home));
      const guint stop = MIN (n + READING_STEP, MAX_FOR_READINGS);
      const VdtTime since =
        newer_than -
        (home->runtime == VDT_RUNTIME_CODEX ? CODEX_LONGEST_WINDOW : CLAUDE_LONGEST_WINDOW);

      if (has_readings (result, home))
        continue;
      for (guint j = 0; j < listing->files->len && n < stop; j++)
        {
          VdtLogFile *file = g_ptr_array_index (listing->files, j);

          if (file->home != home || file_time (file) < since ||
              !g_hash_table_remove (selection->unread, file))
            continue;
          g_ptr_array_add (selection->wanted, file);
          n++;
        }
      g_hash_table_insert (selection->for_readings, home, GUINT_TO_POINTER (n));
    }
}

/**
 * vdt_scan_run:
 * @homes: (element-type VdtLogHome): where to look
 * @user_home: the person's home folder
 * @options: how
 * @cancellable: (nullable): ends it early; then what was read so far is given
 *
 * Reads logs and puts them together. Stores nothing. Blocks; uses threads of its own.
 *
 * Returns: (transfer full): the result
 */
VdtScanResult *
vdt_scan_run (GPtrArray *homes,
              const char *user_home,
              const VdtScanOptions *options,
              GCancellable *cancellable)
{
  VdtScanResult *result = g_new0 (VdtScanResult, 1);
  g_autoptr (VdtLogListing) listing = vdt_log_listing_new (homes, cancellable);
  Selection selection = { 0 };

  result->homes = g_ptr_array_ref (homes);
  result->side = vdt_side_files_new (user_home);
  result->catalog = vdt_catalog_new (result->side);
  result->unreadable = g_ptr_array_new_with_free_func (g_free);
  result->n_found = listing->files->len;
  for (guint i = 0; i < listing->unreadable->len; i++)
    g_ptr_array_add (result->unreadable,
                     describe_unlisted (g_ptr_array_index (listing->unreadable, i)));

  selection.unread = g_hash_table_new (NULL, NULL);
  selection.by_id =
    g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  selection.wanted = g_ptr_array_new ();
  selection.for_readings = g_hash_table_new (NULL, NULL);
  select_new (&selection, listing, options->newer_than);
  while (selection.wanted->len > 0)
    {
      g_autoptr (GPtrArray) files = g_steal_pointer (&selection.wanted);
      GPtrArray *logs = vdt_catalog_get_logs (result->catalog);
      guint before = logs->len;

      selection.wanted = g_ptr_array_new ();
      read_files (result, files, options, cancellable);
      for (guint i = before; g_hash_table_size (selection.unread) > 0 && i < logs->len; i++)
        want_relatives (&selection, g_ptr_array_index (logs, i), options->newer_than);
      if (selection.wanted->len == 0 && g_hash_table_size (selection.unread) > 0)
        want_readings (&selection, result, listing, options->newer_than);
    }
  g_ptr_array_unref (selection.wanted);
  g_hash_table_unref (selection.unread);
  g_hash_table_unref (selection.by_id);
  g_hash_table_unref (selection.for_readings);
  vdt_catalog_resolve (result->catalog);
  return result;
}
