/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-database.h"

#include <string.h>

#include "vdt-store-database-private.h"

/* Rows between two looks at whether somebody still waits for the answer. */
#define ROWS_PER_LOOK 256

static const char *
keep_text (VdtStoreArena *bytes, VdtStatement *row, int column)
{
  gsize len = 0;
  const char *text = vdt_statement_get_text (row, column, &len);

  return text != NULL ? vdt_store_arena_keep (bytes, text, len) : NULL;
}

/* For values of which there are few different ones. */
static const char *
keep_common_text (VdtStoreArena *bytes, VdtStatement *row, int column)
{
  gsize len = 0;
  const char *text = vdt_statement_get_text (row, column, &len);

  return text != NULL ? vdt_store_arena_keep_common (bytes, text) : NULL;
}

static const guint8 *
keep_blob (VdtStoreArena *bytes, VdtStatement *row, int column, gsize *len)
{
  const char *blob = vdt_statement_get_blob (row, column, len);

  if (blob == NULL && vdt_statement_is_null (row, column))
    return NULL;
  return (const guint8 *) vdt_store_arena_keep (bytes, blob, *len);
}

static VdtRuntime
get_runtime (VdtStatement *row, int column)
{
  return vdt_statement_get_int (row, column) == 0 ? VDT_RUNTIME_CODEX : VDT_RUNTIME_CLAUDE;
}

static void
read_session (VdtStoreArena *bytes, VdtStatement *row, VdtStoreSession *session)
{
  session->id = keep_text (bytes, row, 0);
  session->runtime = get_runtime (row, 1);
  session->home_id = keep_common_text (bytes, row, 2);
  session->native_id = keep_text (bytes, row, 3);
  session->parent_id = keep_text (bytes, row, 4);
  session->last_event_at = vdt_statement_get_time (row, 5);
  session->active = vdt_statement_get_int (row, 6) != 0;
  session->source_deleted = vdt_statement_get_int (row, 7) != 0;
  session->history_deleted_at = vdt_statement_get_time (row, 8);
  session->view = keep_blob (bytes, row, 9, &session->view_len);
}

/* As the index has it: newest first, unknown last, then by id. */
static int
compare_sessions (gconstpointer a, gconstpointer b)
{
  const VdtStoreSession *x = a;
  const VdtStoreSession *y = b;

  G_STATIC_ASSERT (VDT_TIME_UNKNOWN < VDT_TIME_MIN);
  if (x->last_event_at != y->last_event_at)
    return x->last_event_at > y->last_event_at ? -1 : 1;
  return strcmp (x->id, y->id);
}

static gboolean
count_sessions (VdtStoreDatabase *db, gint64 *n, GError **error)
{
  g_autoptr (VdtStatement) row = vdt_sqlite_get (db->sqlite, VDT_SQL_COUNT_SESSIONS);

  if (vdt_statement_step (row, error) != VDT_STEP_ROW)
    return FALSE;
  *n = vdt_statement_get_int (row, 0);
  return TRUE;
}

/* All of them are read in the order of the file and sorted here: going by the index from page
 * to page takes half as long again. */
static gboolean
load_sessions (VdtStoreDatabase *db,
               VdtStoreView *view,
               guint max_sessions,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (VdtStatement) rows = NULL;
  g_autoptr (GArray) sessions = NULL;
  VdtStep step = VDT_STEP_DONE;
  gint64 n = 0;

  if (!count_sessions (db, &n, error))
    return FALSE;
  rows = vdt_sqlite_get (db->sqlite,
                         n <= max_sessions ? VDT_SQL_LOAD_ALL_SESSIONS : VDT_SQL_LOAD_SESSIONS);
  if (n > max_sessions)
    vdt_statement_bind_int (rows, 1, max_sessions);
  sessions =
    g_array_sized_new (FALSE, TRUE, sizeof (VdtStoreSession), (guint) MIN (n, max_sessions));
  while ((step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      VdtStoreSession session = { 0 };

      if (sessions->len % ROWS_PER_LOOK == 0 &&
          g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      read_session (view->bytes, rows, &session);
      g_array_append_val (sessions, session);
    }
  if (step == VDT_STEP_FAILED)
    return FALSE;
  g_array_sort (sessions, compare_sessions);
  view->n_sessions = sessions->len;
  view->sessions = (VdtStoreSession *) (void *) g_array_steal (sessions, NULL);
  return TRUE;
}

static void
read_quota (VdtStoreArena *bytes, VdtStatement *row, VdtStoreQuota *quota)
{
  quota->home_id = keep_common_text (bytes, row, 0);
  quota->bucket = keep_common_text (bytes, row, 1);
  quota->window = (int) vdt_statement_get_int (row, 2);
  quota->span = vdt_statement_get_int (row, 3);
  quota->as_of = vdt_statement_get_time (row, 4);
  quota->runtime = get_runtime (row, 5);
  quota->source = (int) vdt_statement_get_int (row, 6);
  quota->plan = keep_common_text (bytes, row, 7);
  quota->session_id = keep_text (bytes, row, 8);
  quota->minutes = vdt_statement_get_count (row, 9);
  quota->percent_known = !vdt_statement_is_null (row, 10);
  quota->used_percent = vdt_statement_get_double (row, 10);
  quota->resets_at = vdt_statement_get_time (row, 11);
  quota->bucket_name = keep_common_text (bytes, row, 12);
}

/* What is older than @newest in the same window, from @since on. */
static gboolean
load_older_quotas (VdtStoreDatabase *db,
                   VdtStoreArena *bytes,
                   const VdtStoreQuota *newest,
                   VdtTime since,
                   GArray *quotas,
                   GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (db->sqlite, VDT_SQL_LOAD_OLDER_QUOTAS);
  VdtStep step = VDT_STEP_DONE;

  vdt_statement_bind_text (rows, 1, newest->home_id);
  vdt_statement_bind_text (rows, 2, newest->bucket);
  vdt_statement_bind_int (rows, 3, newest->window);
  vdt_statement_bind_int (rows, 4, newest->span);
  vdt_statement_bind_int (rows, 5, newest->as_of);
  vdt_statement_bind_int (rows, 6, since);
  while ((step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      VdtStoreQuota quota = { 0 };

      read_quota (bytes, rows, &quota);
      g_array_append_val (quotas, quota);
    }
  return step == VDT_STEP_DONE;
}

static int
compare_quotas (gconstpointer a, gconstpointer b)
{
  const VdtStoreQuota *x = a;
  const VdtStoreQuota *y = b;
  int order = g_strcmp0 (x->home_id, y->home_id);

  if (order == 0)
    order = g_strcmp0 (x->bucket, y->bucket);
  if (order == 0)
    order = x->window < y->window ? -1 : x->window > y->window;
  if (order == 0)
    order = x->span < y->span ? -1 : x->span > y->span;
  if (order == 0)
    order = x->as_of > y->as_of ? -1 : x->as_of < y->as_of;
  return order;
}

/* Goes from window to window by the key, however many readings lie between. */
static gboolean
load_quotas (VdtStoreDatabase *db, VdtStoreView *view, VdtTime since, GError **error)
{
  g_autoptr (GArray) quotas = g_array_new (FALSE, TRUE, sizeof (VdtStoreQuota));
  VdtStoreQuota newest = { 0 };
  gboolean first = TRUE;

  for (;;)
    {
      VdtStep step = VDT_STEP_DONE;

      {
        g_autoptr (VdtStatement) next = vdt_sqlite_get (db->sqlite, VDT_SQL_LOAD_NEXT_QUOTA);

        /* In SQLite's order a blob comes after any text: the first is below it. */
        if (first)
          vdt_statement_bind_blob (next, 1, "", 0);
        else
          vdt_statement_bind_text (next, 1, newest.home_id);
        vdt_statement_bind_text (next, 2, first ? "" : newest.bucket);
        vdt_statement_bind_int (next, 3, newest.window);
        vdt_statement_bind_int (next, 4, newest.span);
        step = vdt_statement_step (next, error);
        if (step == VDT_STEP_ROW)
          read_quota (view->bytes, next, &newest);
      }
      if (step == VDT_STEP_FAILED)
        return FALSE;
      if (step == VDT_STEP_DONE)
        break;
      first = FALSE;
      g_array_append_val (quotas, newest);
      if (vdt_time_known (since) &&
          !load_older_quotas (db, view->bytes, &newest, since, quotas, error))
        return FALSE;
    }
  g_array_sort (quotas, compare_quotas);
  view->n_quotas = quotas->len;
  view->quotas = (VdtStoreQuota *) (void *) g_array_steal (quotas, NULL);
  for (guint i = 0; i < view->n_quotas; i++)
    if (view->quotas[i].bucket[0] == '\0')
      view->quotas[i].bucket = NULL;
  return TRUE;
}

static void
add_tokens (VdtStoreTokens *sum, VdtStatement *row, int column)
{
  VdtCount *numbers[] = { &sum->uncached_input, &sum->cache_read, &sum->cache_creation,
                          &sum->output,         &sum->reasoning,  &sum->total };

  /* Over no calls each is 0; from the first call on what nobody reported is unknown. */
  if (sum->calls == 0)
    for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
      *numbers[i] = VDT_COUNT_UNKNOWN;
  sum->calls++;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    *numbers[i] = vdt_count_add (*numbers[i], vdt_statement_get_count (row, column + (int) i));
}

/* Summed here and not by SQL, whose sum() fails where 64 bits do not hold it. */
static gboolean
load_days (VdtStoreDatabase *db,
           VdtStoreView *view,
           const VdtStoreViewQuery *query,
           GCancellable *cancellable,
           GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (db->sqlite, VDT_SQL_LOAD_DAYS);
  VdtStep step = VDT_STEP_DONE;
  guint day = 0;
  guint n_rows = 0;

  if (query->n_day_bounds < 2)
    return TRUE;
  view->n_days = query->n_day_bounds - 1;
  view->days = g_new0 (VdtStoreTokens, (gsize) view->n_days * VDT_N_RUNTIMES);
  vdt_statement_bind_int (rows, 1, query->day_bounds[0]);
  vdt_statement_bind_int (rows, 2, query->day_bounds[view->n_days]);
  while ((step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      VdtTime time = vdt_statement_get_int (rows, 0);

      if (n_rows++ % ROWS_PER_LOOK == 0 &&
          g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      while (day + 1 < view->n_days && time >= query->day_bounds[day + 1])
        day++;
      add_tokens (&view->days[day * VDT_N_RUNTIMES + get_runtime (rows, 1)], rows, 2);
    }
  return step == VDT_STEP_DONE;
}

static gboolean
load_homes (VdtStoreDatabase *db, VdtStoreView *view, GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (db->sqlite, VDT_SQL_LOAD_HOMES);
  g_autoptr (GArray) homes = g_array_new (FALSE, TRUE, sizeof (VdtStoreHome));
  VdtStep step = VDT_STEP_DONE;

  while ((step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      VdtStoreHome home = { 0 };

      home.home_id = keep_common_text (view->bytes, rows, 0);
      home.runtime = get_runtime (rows, 1);
      home.path = keep_text (view->bytes, rows, 2);
      home.seen_at = vdt_statement_get_time (rows, 3);
      g_array_append_val (homes, home);
    }
  if (step == VDT_STEP_FAILED)
    return FALSE;
  view->n_homes = homes->len;
  view->homes = (VdtStoreHome *) (void *) g_array_steal (homes, NULL);
  return TRUE;
}

static gboolean
load_meta (VdtStoreDatabase *db, VdtStoreView *view, GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (db->sqlite, VDT_SQL_LOAD_META);
  VdtStep step = VDT_STEP_DONE;

  view->meta = g_hash_table_new (g_str_hash, g_str_equal);
  while ((step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    g_hash_table_insert (view->meta, (char *) keep_text (view->bytes, rows, 0),
                         (char *) keep_text (view->bytes, rows, 1));
  return step == VDT_STEP_DONE;
}

/**
 * vdt_store_database_load_view:
 * @db: a database
 * @query: what to read
 * @cancellable: (nullable): looked at every few hundred rows
 * @error: return location for a #VdtStoreError or `G_IO_ERROR_CANCELLED`
 *
 * Returns: (transfer full): the view, its generation not yet set; or `NULL`
 */
VdtStoreView *
vdt_store_database_load_view (VdtStoreDatabase *db,
                              const VdtStoreViewQuery *query,
                              GCancellable *cancellable,
                              GError **error)
{
  g_autoptr (VdtStoreView) view = g_new0 (VdtStoreView, 1);
  gboolean fine = FALSE;

  view->bytes = vdt_store_arena_new ();
  /* One transaction: all parts are of the same moment. */
  if (!vdt_sqlite_exec (db->sqlite, "BEGIN", error))
    return NULL;
  fine = load_sessions (db, view, query->max_sessions, cancellable, error) &&
         load_quotas (db, view, query->quota_since, error) &&
         load_days (db, view, query, cancellable, error) && load_homes (db, view, error) &&
         load_meta (db, view, error);
  vdt_sqlite_rollback (db->sqlite);
  return fine ? g_steal_pointer (&view) : NULL;
}

/**
 * vdt_store_database_load_log_files:
 * @db: a database
 * @runtime: a #VdtRuntime, or -1 for all
 * @after: 0, or what the page before said
 * @max_rows: at most so many, and never more than %VDT_STORE_MAX_PAGE_ROWS
 * @error: return location for a #VdtStoreError
 *
 * The page also ends where its states come to %VDT_STORE_MAX_PAGE_BYTES.
 *
 * Returns: (transfer full): a page, its generation not yet set; or `NULL`
 */
VdtStoreLogFiles *
vdt_store_database_load_log_files (VdtStoreDatabase *db,
                                   int runtime,
                                   gint64 after,
                                   guint max_rows,
                                   GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (db->sqlite, VDT_SQL_LOAD_LOG_FILES);
  g_autoptr (VdtStoreLogFiles) page = g_new0 (VdtStoreLogFiles, 1);
  guint limit = CLAMP (max_rows, 1, VDT_STORE_MAX_PAGE_ROWS);
  gsize n_bytes = 0;
  VdtStep step = VDT_STEP_DONE;

  page->bytes = vdt_store_arena_new ();
  page->files = g_new0 (VdtStoreLogFile, limit);
  vdt_statement_bind_int (rows, 1, after);
  vdt_statement_bind_int (rows, 2, runtime);
  vdt_statement_bind_int (rows, 3, limit);
  while (n_bytes < VDT_STORE_MAX_PAGE_BYTES &&
         (step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      VdtStoreLogFile *file = &page->files[page->n_files++];

      file->row = vdt_statement_get_int (rows, 0);
      file->runtime = get_runtime (rows, 1);
      file->home_id = keep_common_text (page->bytes, rows, 2);
      file->path = keep_text (page->bytes, rows, 3);
      file->stem = keep_text (page->bytes, rows, 4);
      file->native_id = keep_text (page->bytes, rows, 5);
      file->id.device = (guint64) vdt_statement_get_int (rows, 6);
      file->id.file = (guint64) vdt_statement_get_int (rows, 7);
      file->id.size = vdt_statement_get_int (rows, 8);
      file->id.mtime_ns = vdt_statement_get_int (rows, 9);
      file->offset = (guint64) vdt_statement_get_int (rows, 10);
      file->head_hash = (guint64) vdt_statement_get_int (rows, 11);
      file->tail_hash = (guint64) vdt_statement_get_int (rows, 12);
      file->deleted_at = vdt_statement_get_time (rows, 13);
      file->state = keep_blob (page->bytes, rows, 14, &file->state_len);
      n_bytes += file->state_len;
    }
  if (step == VDT_STEP_FAILED)
    return NULL;
  if (page->n_files == limit || n_bytes >= VDT_STORE_MAX_PAGE_BYTES)
    page->next = page->files[page->n_files - 1].row;
  return g_steal_pointer (&page);
}

/**
 * vdt_store_database_load_calls:
 * @db: a database
 * @since: calls from then on; unknown for all
 * @after: 0, or what the page before said
 * @max_rows: at most so many, and never more than %VDT_STORE_MAX_PAGE_ROWS
 * @error: return location for a #VdtStoreError
 *
 * Returns: (transfer full): a page, its generation not yet set; or `NULL`
 */
VdtStoreCalls *
vdt_store_database_load_calls (VdtStoreDatabase *db,
                               VdtTime since,
                               gint64 after,
                               guint max_rows,
                               GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (db->sqlite, VDT_SQL_LOAD_CALLS);
  g_autoptr (VdtStoreCalls) page = g_new0 (VdtStoreCalls, 1);
  guint limit = CLAMP (max_rows, 1, VDT_STORE_MAX_PAGE_ROWS);
  VdtStep step = VDT_STEP_DONE;

  page->bytes = vdt_store_arena_new ();
  page->calls = g_new0 (VdtStoreCall, limit);
  vdt_statement_bind_int (rows, 1, after);
  vdt_statement_bind_time (rows, 2, since);
  vdt_statement_bind_int (rows, 3, limit);
  while ((step = vdt_statement_step (rows, error)) == VDT_STEP_ROW)
    {
      VdtStoreCall *call = &page->calls[page->n_calls++];

      call->row = vdt_statement_get_int (rows, 0);
      call->runtime = get_runtime (rows, 1);
      call->key_hash = (guint64) vdt_statement_get_int (rows, 2);
      call->session_id = keep_common_text (page->bytes, rows, 3);
      call->home_id = keep_common_text (page->bytes, rows, 4);
      call->model = keep_common_text (page->bytes, rows, 5);
      call->time = vdt_statement_get_time (rows, 6);
      add_tokens (&call->tokens, rows, 7);
    }
  if (step == VDT_STEP_FAILED)
    return NULL;
  page->next = page->n_calls == limit ? page->calls[limit - 1].row : 0;
  return g_steal_pointer (&page);
}

/**
 * vdt_store_database_count:
 * @db: a database
 * @counts: (out): how much is in it
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether it could be counted
 */
gboolean
vdt_store_database_count (VdtStoreDatabase *db, VdtStoreCounts *counts, GError **error)
{
  g_autoptr (VdtStatement) rows = vdt_sqlite_get (db->sqlite, VDT_SQL_COUNT);
  gint64 schema = 0;
  gint64 pages = 0;
  gint64 page_size = 0;

  if (vdt_statement_step (rows, error) != VDT_STEP_ROW ||
      !vdt_sqlite_pragma_int (db->sqlite, "user_version", &schema, error) ||
      !vdt_sqlite_pragma_int (db->sqlite, "page_count", &pages, error) ||
      !vdt_sqlite_pragma_int (db->sqlite, "page_size", &page_size, error))
    return FALSE;
  counts->log_files = vdt_statement_get_int (rows, 0);
  counts->sessions = vdt_statement_get_int (rows, 1);
  counts->calls = vdt_statement_get_int (rows, 2);
  counts->quota_readings = vdt_statement_get_int (rows, 3);
  counts->conversations = vdt_statement_get_int (rows, 4);
  counts->schema = (guint) schema;
  counts->bytes = pages * page_size;
  return TRUE;
}
