/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-catalog.h"

#include <string.h>

#include "vdt-claude-uuids.h"
#include "vdt-json-writer.h"
#include "vdt-macros.h"
#include "vdt-text.h"

/* Of logs that share calls no more are read to tell originals. */
#define MAX_FAMILY    200
#define MAX_ORIGINALS 4096

struct _VdtCatalog
{
  VdtSideFiles *side;
  GPtrArray *logs;     /* VdtCatalogLog */
  GHashTable *by_path; /* path → VdtCatalogLog */
  GPtrArray *sessions; /* VdtCatalogSession */
  GHashTable *by_key;  /* home id + native id → VdtCatalogSession */
  GHashTable *ids;     /* home id + native id → our id: a hash that is dear to make */
  VdtLedger *ledger;
  GHashTable *uuids;     /* while logs are put together: what was read to tell originals */
  GHashTable *originals; /* guint64 of the logs asked about → answer + 2 */
  GHashTable *removed;   /* VdtCatalogLog, gone since the logs were put together last */
  VdtCallRows *call_rows;
};

/**
 * vdt_session_id_make:
 * @runtime: a runtime
 * @home_id: a home's id
 * @native_id: the agent's own id of a session
 *
 * Returns: (transfer full): our id: 24 hex digits (rulings: *24-hex session id*)
 */
char *
vdt_session_id_make (VdtRuntime runtime, const char *home_id, const char *native_id)
{
  g_autoptr (GString) json = g_string_new ("[");
  g_autofree char *digest = NULL;

  vdt_json_append_string (json, vdt_runtime_to_string (runtime));
  g_string_append_c (json, ',');
  vdt_json_append_string (json, home_id);
  g_string_append_c (json, ',');
  vdt_json_append_string (json, native_id);
  g_string_append_c (json, ']');
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, json->str, json->len);
  return g_strndup (digest, 24);
}

static void
catalog_log_free (gpointer data)
{
  VdtCatalogLog *log = data;

  vdt_log_file_unref (log->file);
  vdt_log_digest_free (log->digest);
  g_free (log->native_id);
  g_free (log->parent_id);
  g_free (log);
}

static void
catalog_session_free (gpointer data)
{
  VdtCatalogSession *session = data;

  g_ptr_array_unref (session->logs);
  g_free (session->id);
  g_free (session->native_id);
  g_free (session->home_id);
  g_free (session);
}

static void
add_uuids_log (GArray *logs, const VdtLedgerFile *file)
{
  const VdtCatalogLog *log = file->user_data;
  VdtClaudeUuidsLog one = { .path = log->file->path, .native_id = file->native_id };

  g_array_append_val (logs, one);
}

/* Whether records of the candidates may stand in @file too: it shares replies with them, or is of
 * an agent of theirs. */
static gboolean
is_relative (const VdtLedgerFile *file, VdtLedgerFile *const *candidates, guint n)
{
  if (file->digest->runtime != VDT_RUNTIME_CLAUDE)
    return FALSE;
  if (file->family == candidates[0]->family)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (strcmp (file->owner_id, candidates[i]->owner_id) == 0)
      return TRUE;
  return FALSE;
}

/* The same for the same logs of the same length: they need not be read again. */
static guint64
hash_question (VdtCatalog *catalog, GArray *logs, guint n_files)
{
  g_autoptr (GString) words = g_string_new (NULL);

  g_string_append_printf (words, "%u", n_files);
  for (guint i = 0; i < logs->len; i++)
    {
      const VdtClaudeUuidsLog *one = &g_array_index (logs, VdtClaudeUuidsLog, i);
      const VdtCatalogLog *log = vdt_catalog_find (catalog, one->path);

      g_string_append_printf (words, "\n%s\n%" G_GUINT64_FORMAT, one->path,
                              log != NULL ? log->digest->usage->counts.bytes : 0);
    }
  return vdt_text_hash64 (words->str, words->len);
}

/* The ledger asks which of several logs with the same replies is the original. */
static int
tell_original (VdtLedgerFile *const *files, guint n_files, gpointer user_data)
{
  VdtCatalog *catalog = user_data;
  g_autoptr (GArray) logs = g_array_new (FALSE, FALSE, sizeof (VdtClaudeUuidsLog));
  guint64 key = 0;
  int known = 0;
  int answer = 0;

  for (guint i = 0; i < n_files; i++)
    {
      if (files[i]->digest->runtime != VDT_RUNTIME_CLAUDE)
        return -1;
      add_uuids_log (logs, files[i]);
    }
  /* what a third log has too is nobody's own */
  for (guint i = 0; i < vdt_ledger_get_n_files (catalog->ledger) && logs->len < MAX_FAMILY; i++)
    {
      const VdtLedgerFile *file = vdt_ledger_get_file (catalog->ledger, i);

      if (is_relative (file, files, n_files))
        add_uuids_log (logs, file);
    }
  key = hash_question (catalog, logs, n_files);
  known = GPOINTER_TO_INT (g_hash_table_lookup (catalog->originals, &key));
  if (known != 0)
    return known - 2;
  if (catalog->uuids == NULL)
    catalog->uuids = vdt_claude_uuids_cache_new ();
  answer = (int) vdt_claude_uuids_tell_original ((const VdtClaudeUuidsLog *) logs->data, n_files,
                                                 logs->len, catalog->uuids);
  if (g_hash_table_size (catalog->originals) >= MAX_ORIGINALS)
    g_hash_table_remove_all (catalog->originals);
  g_hash_table_insert (catalog->originals, g_memdup2 (&key, sizeof key),
                       GINT_TO_POINTER (answer + 2));
  return answer;
}

/**
 * vdt_catalog_new:
 * @side: (not nullable): what the small files say; must outlive the catalog
 *
 * Returns: (transfer full): an empty catalog
 */
VdtCatalog *
vdt_catalog_new (VdtSideFiles *side)
{
  VdtCatalog *catalog = g_new0 (VdtCatalog, 1);

  catalog->side = side;
  catalog->logs = g_ptr_array_new_with_free_func (catalog_log_free);
  catalog->by_path = g_hash_table_new (g_str_hash, g_str_equal);
  catalog->sessions = g_ptr_array_new_with_free_func (catalog_session_free);
  catalog->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  catalog->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  catalog->ledger = vdt_ledger_new (tell_original, catalog);
  catalog->removed = g_hash_table_new (NULL, NULL);
  catalog->call_rows = vdt_call_rows_new ();
  catalog->originals = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return catalog;
}

/**
 * vdt_catalog_free:
 * @catalog: (nullable): a catalog
 */
void
vdt_catalog_free (VdtCatalog *catalog)
{
  if (catalog == NULL)
    return;
  vdt_ledger_free (catalog->ledger);
  g_hash_table_unref (catalog->removed);
  vdt_call_rows_free (catalog->call_rows);
  g_hash_table_unref (catalog->originals);
  g_hash_table_unref (catalog->by_key);
  g_hash_table_unref (catalog->ids);
  g_hash_table_unref (catalog->by_path);
  g_ptr_array_unref (catalog->sessions);
  g_ptr_array_unref (catalog->logs);
  g_free (catalog);
}

/**
 * vdt_catalog_put:
 * @catalog: a catalog
 * @file: a log
 * @digest: (transfer full): what was read of it
 *
 * Adds a log, or replaces what was known of it. It counts after [func@vdt_catalog_resolve].
 *
 * Returns: (transfer none): the log
 */
VdtCatalogLog *
vdt_catalog_put (VdtCatalog *catalog, VdtLogFile *file, VdtLogDigest *digest)
{
  VdtCatalogLog *log = g_hash_table_lookup (catalog->by_path, file->path);

  if (log == NULL)
    {
      log = g_new0 (VdtCatalogLog, 1);
      g_ptr_array_add (catalog->logs, log);
    }
  else
    {
      g_hash_table_remove (catalog->by_path, log->file->path);
      vdt_log_file_unref (log->file);
      vdt_log_digest_free (log->digest);
    }
  log->file = vdt_log_file_ref (file);
  log->digest = digest;
  log->deleted = FALSE;
  g_hash_table_insert (catalog->by_path, log->file->path, log);
  return log;
}

/**
 * vdt_catalog_find:
 * @catalog: a catalog
 * @path: a log's path
 *
 * Returns: (nullable): the log
 */
VdtCatalogLog *
vdt_catalog_find (VdtCatalog *catalog, const char *path)
{
  return g_hash_table_lookup (catalog->by_path, path);
}

/**
 * vdt_catalog_remove:
 * @catalog: a catalog
 * @path: a log that is to be forgotten
 */
void
vdt_catalog_remove (VdtCatalog *catalog, const char *path)
{
  VdtCatalogLog *log = g_hash_table_lookup (catalog->by_path, path);

  if (log == NULL)
    return;
  g_hash_table_add (catalog->removed, log);
  g_hash_table_remove (catalog->by_path, path);
  g_ptr_array_remove (catalog->logs, log);
}

/**
 * vdt_catalog_move:
 * @catalog: a catalog
 * @old_path: where a log was
 * @file: the same log where it is now
 */
void
vdt_catalog_move (VdtCatalog *catalog, const char *old_path, VdtLogFile *file)
{
  VdtCatalogLog *log = g_hash_table_lookup (catalog->by_path, old_path);

  if (log == NULL)
    return;
  vdt_catalog_remove (catalog, file->path);
  g_hash_table_remove (catalog->by_path, old_path);
  vdt_log_file_unref (log->file);
  log->file = vdt_log_file_ref (file);
  g_hash_table_insert (catalog->by_path, log->file->path, log);
}

/**
 * vdt_catalog_replace_file:
 * @catalog: a catalog
 * @log: one of its logs
 * @file: the same log as it was found last; its path must be the same
 */
void
vdt_catalog_replace_file (VdtCatalog *catalog, VdtCatalogLog *log, VdtLogFile *file)
{
  g_return_if_fail (strcmp (log->file->path, file->path) == 0);

  if (log->file == file)
    return;
  g_hash_table_remove (catalog->by_path, log->file->path);
  vdt_log_file_unref (log->file);
  log->file = vdt_log_file_ref (file);
  g_hash_table_insert (catalog->by_path, log->file->path, log);
}

/* The id of the session that a log is of (rulings: *Native id*). */
static const char *
log_native_id (const VdtCatalogLog *log)
{
  const VdtLogFile *file = log->file;

  if (file->home->runtime == VDT_RUNTIME_CODEX && log->digest->usage->lineage.thread_id != NULL)
    return log->digest->usage->lineage.thread_id;
  if (file->kind == VDT_LOG_CLAUDE_SESSION || file->name_id == NULL)
    return file->stem;
  return file->name_id;
}

/**
 * vdt_catalog_make_session_id:
 * @file: a log
 * @digest: what was read of it
 *
 * Returns: (transfer full): our id of the session that the log is of
 */
char *
vdt_catalog_make_session_id (VdtLogFile *file, VdtLogDigest *digest)
{
  const VdtCatalogLog log = { .file = file, .digest = digest };
  g_autofree char *native_id = g_utf8_make_valid (log_native_id (&log), -1);

  return vdt_session_id_make (file->home->runtime, file->home->id, native_id);
}

/* The id of the session that a sub-agent works for; NULL for a session of its own. */
static const char *
log_parent_id (const VdtCatalogLog *log)
{
  const VdtCodexLineage *lineage = &log->digest->usage->lineage;

  if (log->file->kind == VDT_LOG_CLAUDE_SUBAGENT)
    return log->file->parent_id != NULL ? log->file->parent_id : log->digest->usage->session_id;
  if (log->file->home->runtime != VDT_RUNTIME_CODEX || !lineage->is_subagent)
    return NULL;
  if (lineage->parent_thread != NULL)
    return lineage->parent_thread;
  if (lineage->spawn_parent != NULL)
    return lineage->spawn_parent;
  if (lineage->forked_from != NULL)
    return lineage->forked_from;
  return g_strcmp0 (lineage->tree_id, log->native_id) != 0 ? lineage->tree_id : NULL;
}

static gboolean
log_is_subagent (const VdtCatalogLog *log)
{
  return log->file->kind == VDT_LOG_CLAUDE_SUBAGENT || log->digest->usage->lineage.is_subagent;
}

/* A log that holds no record says nothing, not even that there is a session. */
static gboolean
log_has_records (const VdtCatalogLog *log)
{
  return log->digest->usage->counts.records > 0;
}

static VdtCatalogSession *
get_session (VdtCatalog *catalog, VdtRuntime runtime, const char *home_id, const char *native_id)
{
  g_autofree char *key = g_strconcat (home_id, "\n", native_id, NULL);
  VdtCatalogSession *session = g_hash_table_lookup (catalog->by_key, key);

  if (session != NULL)
    return session;
  session = g_new0 (VdtCatalogSession, 1);
  session->runtime = runtime;
  session->id = g_strdup (g_hash_table_lookup (catalog->ids, key));
  if (session->id == NULL)
    {
      session->id = vdt_session_id_make (runtime, home_id, native_id);
      g_hash_table_insert (catalog->ids, g_strdup (key), g_strdup (session->id));
    }
  session->native_id = g_strdup (native_id);
  session->home_id = g_strdup (home_id);
  session->logs = g_ptr_array_new ();
  vdt_tokens_init (&session->own);
  vdt_tokens_init (&session->tree);
  g_ptr_array_add (catalog->sessions, session);
  g_hash_table_insert (catalog->by_key, g_steal_pointer (&key), session);
  return session;
}

/* Oldest first: by segment; of two states of one rollout the longer is the later. */
static int
compare_logs (gconstpointer a, gconstpointer b)
{
  const VdtCatalogLog *x = *(const VdtCatalogLog *const *) a;
  const VdtCatalogLog *y = *(const VdtCatalogLog *const *) b;
  int order = g_strcmp0 (x->file->segment_id, y->file->segment_id);

  if (order != 0)
    return order;
  if (x->digest->usage->line != y->digest->usage->line)
    return x->digest->usage->line < y->digest->usage->line ? -1 : 1;
  if (x->file->compressed != y->file->compressed)
    return x->file->compressed ? -1 : 1;
  return strcmp (y->file->path, x->file->path);
}

static void
add_ledger_files (VdtCatalog *catalog)
{
  vdt_ledger_clear_files (catalog->ledger);
  for (guint i = 0; i < catalog->logs->len; i++)
    {
      VdtCatalogLog *log = g_ptr_array_index (catalog->logs, i);
      const char *parent = NULL;
      VdtLedgerFile file = {
        .digest = log->digest->usage,
        .home_id = log->file->home->id,
        .stem = log->file->stem,
        .tail_id = log->file->segment_id != NULL ? log->file->segment_id : log->file->name_id,
        .user_data = log,
      };

      g_free (log->native_id);
      log->native_id = g_utf8_make_valid (log_native_id (log), -1);
      parent = log_parent_id (log);
      vdt_set_string (&log->parent_id, parent);
      file.native_id = log->native_id;
      file.is_subagent = log_is_subagent (log);
      file.owner_id =
        log->file->kind == VDT_LOG_CLAUDE_SUBAGENT && parent != NULL ? parent : log->native_id;
      log->ledger_file = vdt_ledger_add (catalog->ledger, &file);
    }
  vdt_ledger_resolve (catalog->ledger);
  g_clear_pointer (&catalog->uuids, g_hash_table_unref);
  for (guint i = 0; i < catalog->logs->len; i++)
    vdt_usage_digest_clear_recount (
      ((VdtCatalogLog *) g_ptr_array_index (catalog->logs, i))->digest->usage);
}

/* Where the logs of a whole tree but its leaf are gone, the tree's id is the root's. */
static VdtCatalogSession *
missing_parent (VdtCatalog *catalog, const VdtCatalogLog *log, const char *parent)
{
  const char *tree = log->digest->usage->lineage.tree_id;
  VdtCatalogSession *session = NULL;

  session = get_session (catalog, log->file->home->runtime, log->file->home->id, parent);
  if (session->logs->len == 0 && tree != NULL && strcmp (tree, log->native_id) != 0)
    session->root = get_session (catalog, log->file->home->runtime, log->file->home->id, tree);
  return session;
}

static void
link_sessions (VdtCatalog *catalog)
{
  guint n = catalog->sessions->len;

  for (guint i = 0; i < n; i++)
    {
      VdtCatalogSession *session = g_ptr_array_index (catalog->sessions, i);
      const VdtCatalogLog *log = NULL;
      const char *parent = NULL;

      g_ptr_array_sort (session->logs, compare_logs);
      log = g_ptr_array_index (session->logs, session->logs->len - 1);
      parent = log_parent_id (log);
      if (parent != NULL && strcmp (parent, session->native_id) != 0)
        session->parent = missing_parent (catalog, log, parent);
    }
  for (guint i = 0; i < catalog->sessions->len; i++)
    {
      VdtCatalogSession *session = g_ptr_array_index (catalog->sessions, i);
      VdtCatalogSession *root = session;

      /* a circle of parents is broken where it is met for the last time */
      for (guint depth = 0; depth < 64; depth++)
        {
          if (root->root != NULL && root->root != root && root->logs->len == 0)
            root = root->root;
          else if (root->parent != NULL)
            root = root->parent;
          else
            break;
        }
      session->root = root;
    }
}

/**
 * vdt_catalog_resolve:
 * @catalog: a catalog
 *
 * Puts the logs together anew: sessions, trees of agents, every call once.
 */
void
vdt_catalog_resolve (VdtCatalog *catalog)
{
  vdt_call_rows_remember (catalog->call_rows, catalog->ledger, catalog->removed);
  add_ledger_files (catalog);
  vdt_call_rows_compare (catalog->call_rows, catalog->ledger);
  g_hash_table_remove_all (catalog->removed);
  g_hash_table_remove_all (catalog->by_key);
  g_ptr_array_set_size (catalog->sessions, 0);
  for (guint i = 0; i < catalog->logs->len; i++)
    {
      VdtCatalogLog *log = g_ptr_array_index (catalog->logs, i);

      log->session = NULL;
      if (!log_has_records (log))
        continue;
      log->session =
        get_session (catalog, log->file->home->runtime, log->file->home->id, log->native_id);
      g_ptr_array_add (log->session->logs, log);
    }
  link_sessions (catalog);
  for (guint i = 0; i < vdt_ledger_get_n_calls (catalog->ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (catalog->ledger, i);
      const VdtCatalogLog *log = vdt_ledger_get_file (catalog->ledger, call->file)->user_data;
      VdtTokens tokens;

      vdt_call_get_tokens (&call->call, &tokens);
      vdt_tokens_add (&log->session->own, &tokens);
      vdt_tokens_add (&log->session->root->tree, &tokens);
    }
}

/**
 * vdt_catalog_update:
 * @catalog: a resolved catalog
 * @log: one of its logs, which was fed on since and has not changed otherwise
 * @change: (inout): is widened to what is new or has changed of its calls
 *
 * Takes in what is new of one log without putting everything together anew; the sums of its
 * session and of its tree are made again by [func@vdt_catalog_sum_session].
 *
 * Returns: whether that was possible; else [func@vdt_catalog_resolve] must follow
 */
gboolean
vdt_catalog_update (VdtCatalog *catalog, VdtCatalogLog *log, VdtLedgerChange *change)
{
  change->elsewhere = vdt_call_rows_get_stale (catalog->call_rows);
  if (log->session == NULL || strcmp (log->native_id, log_native_id (log)) != 0 ||
      g_strcmp0 (log->parent_id, log_parent_id (log)) != 0 ||
      !vdt_ledger_update (catalog->ledger, log->ledger_file, change))
    return FALSE;
  vdt_usage_digest_clear_recount (log->digest->usage);
  return TRUE;
}

/**
 * vdt_catalog_sum_session:
 * @catalog: a catalog that was brought up to date
 * @session: a session whose calls have changed
 *
 * Adds up its own calls and those of the tree it is in.
 */
void
vdt_catalog_sum_session (VdtCatalog *catalog, VdtCatalogSession *session)
{
  guint n_calls = vdt_ledger_get_n_calls (catalog->ledger);

  vdt_tokens_init (&session->own);
  vdt_tokens_init (&session->root->tree);
  for (guint i = 0; i < n_calls; i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (catalog->ledger, i);
      const VdtCatalogLog *log = vdt_ledger_get_file (catalog->ledger, call->file)->user_data;
      VdtTokens tokens;

      if (log->session->root != session->root)
        continue;
      vdt_call_get_tokens (&call->call, &tokens);
      vdt_tokens_add (&session->root->tree, &tokens);
      if (log->session == session)
        vdt_tokens_add (&session->own, &tokens);
    }
}

/**
 * vdt_catalog_get_logs:
 * @catalog: a catalog
 *
 * Returns: (element-type VdtCatalogLog): all logs
 */
GPtrArray *
vdt_catalog_get_logs (VdtCatalog *catalog)
{
  return catalog->logs;
}

/**
 * vdt_catalog_get_sessions:
 * @catalog: a resolved catalog
 *
 * Returns: (element-type VdtCatalogSession): all sessions, also those of which only the id is
 *   known (without logs)
 */
GPtrArray *
vdt_catalog_get_sessions (VdtCatalog *catalog)
{
  return catalog->sessions;
}

/**
 * vdt_catalog_find_session:
 * @catalog: a catalog
 * @home_id: a home's id
 * @native_id: a session's native id
 *
 * Returns: (nullable): the session, as of when the logs were put together last
 */
VdtCatalogSession *
vdt_catalog_find_session (VdtCatalog *catalog, const char *home_id, const char *native_id)
{
  g_autofree char *key = g_strconcat (home_id, "\n", native_id, NULL);

  return g_hash_table_lookup (catalog->by_key, key);
}

/**
 * vdt_catalog_get_ledger:
 * @catalog: a resolved catalog
 *
 * Returns: all calls
 */
VdtLedger *
vdt_catalog_get_ledger (VdtCatalog *catalog)
{
  return catalog->ledger;
}

/**
 * vdt_catalog_get_call_rows:
 * @catalog: a catalog
 *
 * Returns: (transfer none): which stored calls are out of date
 */
VdtCallRows *
vdt_catalog_get_call_rows (VdtCatalog *catalog)
{
  return catalog->call_rows;
}

/**
 * vdt_catalog_get_call_session:
 * @catalog: a resolved catalog
 * @call: one of its calls
 *
 * Returns: the session it belongs to
 */
const VdtCatalogSession *
vdt_catalog_get_call_session (VdtCatalog *catalog, const VdtLedgerCall *call)
{
  const VdtCatalogLog *log = vdt_ledger_get_file (catalog->ledger, call->file)->user_data;

  return log->session;
}

/**
 * vdt_catalog_session_is_listed:
 * @session: a session
 *
 * Returns: whether it is one that a person is to see: it has a log, and is no thread that Codex
 *   keeps for itself (formats E)
 */
gboolean
vdt_catalog_session_is_listed (const VdtCatalogSession *session)
{
  const VdtCatalogLog *newest = NULL;

  if (session->logs->len == 0)
    return FALSE;
  newest = g_ptr_array_index (session->logs, session->logs->len - 1);
  return !newest->digest->usage->lineage.is_internal;
}

/**
 * vdt_catalog_home_has_sessions:
 * @catalog: a catalog
 * @home: a home
 *
 * Returns: whether any log of it holds a record
 */
gboolean
vdt_catalog_home_has_sessions (VdtCatalog *catalog, const VdtLogHome *home)
{
  for (guint i = 0; i < catalog->logs->len; i++)
    {
      const VdtCatalogLog *log = g_ptr_array_index (catalog->logs, i);

      if (log_has_records (log) && strcmp (log->file->home->id, home->id) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * vdt_catalog_get_side_files:
 * @catalog: a catalog
 *
 * Returns: what the small files say
 */
VdtSideFiles *
vdt_catalog_get_side_files (VdtCatalog *catalog)
{
  return catalog->side;
}
