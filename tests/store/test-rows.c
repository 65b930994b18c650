/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-store.h"

#include <string.h>

#include "store-test.h"

#define NOW (1000 * VDT_DAY)

static void
put_session (StoreTest *test, VdtStoreSession session)
{
  VdtStoreBatch *batch = vdt_store_batch_new (1);

  g_assert_true (vdt_store_batch_put_session (batch, &session));
  store_test_apply (test->store, batch);
}

static void
put_call (StoreTest *test, VdtStoreCall call, VdtStoreCallMode mode)
{
  VdtStoreBatch *batch = vdt_store_batch_new (1);

  vdt_store_batch_put_call (batch, &call, mode);
  store_test_apply (test->store, batch);
}

static void
put_quota (StoreTest *test, VdtStoreQuota quota)
{
  VdtStoreBatch *batch = vdt_store_batch_new (1);

  g_assert_true (vdt_store_batch_put_quota (batch, &quota));
  store_test_apply (test->store, batch);
}

static void
assert_log_file (const VdtStoreLogFile *a, const VdtStoreLogFile *b)
{
  g_assert_cmpint (a->runtime, ==, b->runtime);
  g_assert_cmpstr (a->home_id, ==, b->home_id);
  g_assert_cmpstr (a->path, ==, b->path);
  g_assert_cmpstr (a->stem, ==, b->stem);
  g_assert_cmpstr (a->native_id, ==, b->native_id);
  g_assert_true (vdt_file_id_unchanged (&a->id, &b->id));
  g_assert_cmpuint (a->offset, ==, b->offset);
  g_assert_cmpuint (a->head_hash, ==, b->head_hash);
  g_assert_cmpuint (a->tail_hash, ==, b->tail_hash);
  g_assert_cmpint (a->deleted_at, ==, b->deleted_at);
  g_assert_cmpmem (a->state, a->state_len, b->state, b->state_len);
}

static void
test_log_files (StoreTest *test, gconstpointer data)
{
  VdtStoreLogFile first = store_test_log_file ("/home/u/a\xff.jsonl", G_MAXINT64);
  VdtStoreLogFile second = store_test_log_file ("/home/u/b.jsonl", 20);
  VdtStoreBatch *batch = NULL;

  store_test_open (test);
  batch = vdt_store_batch_new (1);
  g_assert_true (vdt_store_batch_put_log_file (batch, &first));
  g_assert_true (vdt_store_batch_put_log_file (batch, &second));
  store_test_apply (test->store, batch);

  /* The second has no talk, another runtime and a place in another home. */
  second.runtime = VDT_RUNTIME_CLAUDE;
  second.home_id = HOME_B;
  second.native_id = NULL;
  second.offset = 40;
  second.id.file--;
  second.deleted_at = NOW;
  second.state = NULL;
  second.state_len = 0;
  batch = vdt_store_batch_new (1);
  g_assert_true (vdt_store_batch_put_log_file (batch, &second));
  store_test_apply (test->store, batch);

  store_test_reopen (test);
  {
    g_autoptr (VdtStoreLogFiles) files = store_test_log_files (test->store);

    g_assert_cmpuint (files->generation, ==, 1);
    g_assert_cmpuint (files->n_files, ==, 2);
    g_assert_cmpint (files->next, ==, 0);
    assert_log_file (&files->files[0], &first);
    assert_log_file (&files->files[1], &second);
    g_assert_null (files->files[1].state);
  }

  /* A log that moved keeps what is known of it. */
  batch = vdt_store_batch_new (1);
  vdt_store_batch_delete_log_file (batch, first.path);
  vdt_store_batch_delete_log_file (batch, "/not/there");
  first.path = "/home/u/archived.jsonl";
  g_assert_true (vdt_store_batch_put_log_file (batch, &first));
  store_test_apply (test->store, batch);
  {
    g_autoptr (VdtStoreLogFiles) files = store_test_log_files (test->store);

    g_assert_cmpuint (files->n_files, ==, 2);
    assert_log_file (&files->files[1], &first);
  }
}

static void
test_log_file_pages (StoreTest *test, gconstpointer data)
{
  VdtStoreBatch *batch = vdt_store_batch_new (1);
  g_autoptr (GError) error = NULL;
  gint64 after = 0;
  guint n = 0;
  guint n_pages = 0;

  store_test_open (test);
  for (guint i = 0; i < 25; i++)
    {
      g_autofree char *path = g_strdup_printf ("/home/u/%02u.jsonl", i);
      VdtStoreLogFile file = store_test_log_file (path, i);

      file.runtime = i % 5 == 0 ? VDT_RUNTIME_CLAUDE : VDT_RUNTIME_CODEX;
      g_assert_true (vdt_store_batch_put_log_file (batch, &file));
    }
  store_test_apply (test->store, batch);
  do
    {
      g_autoptr (VdtStoreLogFiles) page =
        vdt_store_load_log_files (test->store, VDT_RUNTIME_CODEX, after, 8, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (page->n_files, <=, 8);
      for (guint i = 0; i < page->n_files; i++)
        g_assert_cmpint (page->files[i].runtime, ==, VDT_RUNTIME_CODEX);
      n += page->n_files;
      n_pages++;
      after = page->next;
    }
  while (after != 0);
  g_assert_cmpuint (n, ==, 20);
  g_assert_cmpuint (n_pages, ==, 3);
}

/* A page ends early where its states are large, and nothing is left out. */
static void
test_large_states (StoreTest *test, gconstpointer data)
{
  g_autofree guint8 *state = g_malloc0 (VDT_STORE_MAX_BLOB + 1);
  g_autoptr (GError) error = NULL;
  VdtStoreLogFile file = store_test_log_file ("/home/u/large", 1);
  g_autoptr (VdtStoreBatch) refused = vdt_store_batch_new (1);
  gint64 after = 0;
  guint n = 0;
  guint n_pages = 0;

  store_test_open (test);
  file.state = state;
  file.state_len = VDT_STORE_MAX_BLOB + 1;
  g_assert_false (vdt_store_batch_put_log_file (refused, &file));
  file.state_len = 1;
  file.offset = (guint64) G_MAXINT64 + 1;
  g_assert_false (vdt_store_batch_put_log_file (refused, &file));
  g_assert_cmpuint (vdt_store_batch_get_size (refused), ==, 0);
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *path = g_strdup_printf ("/home/u/%u", i);
      VdtStoreBatch *batch = vdt_store_batch_new (1);

      file = store_test_log_file (path, 1);
      file.state = state;
      file.state_len = VDT_STORE_MAX_BLOB;
      g_assert_true (vdt_store_batch_put_log_file (batch, &file));
      store_test_apply (test->store, batch);
    }
  do
    {
      g_autoptr (VdtStoreLogFiles) page =
        vdt_store_load_log_files (test->store, -1, after, 1000, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (page->n_files, <=, 2);
      n += page->n_files;
      n_pages++;
      after = page->next;
    }
  while (after != 0);
  g_assert_cmpuint (n, ==, 5);
  g_assert_cmpuint (n_pages, ==, 3);
}

static void
test_sessions (StoreTest *test, gconstpointer data)
{
  VdtStoreSession a = store_test_session (SESSION_A, 100, "view of a");
  VdtStoreSession b = store_test_session (SESSION_B, 300, "view of b");
  VdtStoreSession c = store_test_session (SESSION_C, VDT_TIME_UNKNOWN, "");
  VdtStoreViewQuery two = { .max_sessions = 2, .quota_since = VDT_TIME_UNKNOWN };

  store_test_open (test);
  c.runtime = VDT_RUNTIME_CLAUDE;
  c.parent_id = SESSION_A;
  c.active = TRUE;
  c.source_deleted = TRUE;
  put_session (test, a);
  put_session (test, b);
  put_session (test, c);
  a.last_event_at = 200;
  a.view = (const guint8 *) "second view";
  a.view_len = strlen ("second view");
  put_session (test, a);

  store_test_reopen (test);
  {
    g_autoptr (VdtStoreView) view = store_test_view (test->store, NULL);

    g_assert_cmpuint (view->n_sessions, ==, 3);
    g_assert_cmpstr (view->sessions[0].id, ==, SESSION_B);
    g_assert_cmpstr (view->sessions[1].id, ==, SESSION_A);
    g_assert_cmpint (view->sessions[1].last_event_at, ==, 200);
    g_assert_cmpmem (view->sessions[1].view, view->sessions[1].view_len, "second view", 11);
    g_assert_null (view->sessions[1].parent_id);
    g_assert_false (view->sessions[1].active);
    g_assert_false (view->sessions[1].source_deleted);
    g_assert_cmpint (view->sessions[1].history_deleted_at, ==, VDT_TIME_UNKNOWN);
    /* No time at all comes last, and is not 0. */
    g_assert_cmpstr (view->sessions[2].id, ==, SESSION_C);
    g_assert_cmpint (view->sessions[2].last_event_at, ==, VDT_TIME_UNKNOWN);
    g_assert_cmpint (view->sessions[2].runtime, ==, VDT_RUNTIME_CLAUDE);
    g_assert_cmpstr (view->sessions[2].parent_id, ==, SESSION_A);
    g_assert_cmpstr (view->sessions[2].home_id, ==, HOME_A);
    g_assert_cmpstr (view->sessions[2].native_id, ==, "native-a");
    g_assert_true (view->sessions[2].active);
    g_assert_true (view->sessions[2].source_deleted);
    g_assert_nonnull (view->sessions[2].view);
    g_assert_cmpuint (view->sessions[2].view_len, ==, 0);
  }
  {
    g_autoptr (VdtStoreView) view = store_test_view (test->store, &two);

    g_assert_cmpuint (view->n_sessions, ==, 2);
    g_assert_cmpstr (view->sessions[1].id, ==, SESSION_A);
  }
  {
    VdtStoreBatch *batch = vdt_store_batch_new (1);

    vdt_store_batch_delete_session (batch, SESSION_B);
    store_test_apply (test->store, batch);
    g_assert_cmpint (store_test_counts (test->store).sessions, ==, 2);
  }
}

static void
test_calls (StoreTest *test, gconstpointer data)
{
  VdtStoreCall call = store_test_call (G_MAXUINT64, SESSION_A, 2000, 100);
  VdtStoreCall copy = store_test_call (G_MAXUINT64, SESSION_B, 1000, 150);
  VdtStoreCall later = store_test_call (G_MAXUINT64, SESSION_C, 3000, 200);

  store_test_open (test);
  put_call (test, call, VDT_STORE_CALL_MERGE);
  copy.home_id = HOME_B;
  copy.model = NULL;
  put_call (test, copy, VDT_STORE_CALL_MERGE);
  {
    g_autoptr (VdtStoreCalls) calls = store_test_calls (test->store);

    /* The earlier one has it, the newest usage counts, a model that is unknown takes none away. */
    g_assert_cmpuint (calls->n_calls, ==, 1);
    g_assert_cmpuint (calls->calls[0].key_hash, ==, G_MAXUINT64);
    g_assert_cmpstr (calls->calls[0].session_id, ==, SESSION_B);
    g_assert_cmpstr (calls->calls[0].home_id, ==, HOME_B);
    g_assert_cmpstr (calls->calls[0].model, ==, "gpt-5.5-codex");
    g_assert_cmpint (calls->calls[0].time, ==, 1000);
    g_assert_cmpint (calls->calls[0].tokens.total, ==, 150);
    g_assert_cmpint (calls->calls[0].tokens.calls, ==, 1);
  }
  later.tokens.reasoning = VDT_COUNT_UNKNOWN;
  later.time = VDT_TIME_UNKNOWN;
  put_call (test, later, VDT_STORE_CALL_MERGE);
  {
    g_autoptr (VdtStoreCalls) calls = store_test_calls (test->store);

    g_assert_cmpstr (calls->calls[0].session_id, ==, SESSION_B);
    g_assert_cmpint (calls->calls[0].time, ==, 1000);
    g_assert_cmpint (calls->calls[0].tokens.total, ==, 200);
    g_assert_cmpint (calls->calls[0].tokens.reasoning, ==, VDT_COUNT_UNKNOWN);
  }
  later.time = 9000;
  later.model = NULL;
  put_call (test, later, VDT_STORE_CALL_REPLACE);
  {
    g_autoptr (VdtStoreCalls) calls = store_test_calls (test->store);

    g_assert_cmpstr (calls->calls[0].session_id, ==, SESSION_C);
    g_assert_cmpint (calls->calls[0].time, ==, 9000);
    g_assert_null (calls->calls[0].model);
  }
  /* The same key of the other agent is another call. */
  call.runtime = VDT_RUNTIME_CLAUDE;
  put_call (test, call, VDT_STORE_CALL_MERGE);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 2);
  {
    VdtStoreBatch *batch = vdt_store_batch_new (1);

    vdt_store_batch_delete_call (batch, VDT_RUNTIME_CODEX, G_MAXUINT64);
    store_test_apply (test->store, batch);
    g_assert_cmpint (store_test_counts (test->store).calls, ==, 1);
  }
}

static void
test_days (StoreTest *test, gconstpointer data)
{
  const VdtTime bounds[] = { 1000, 2000, 2000, 3000, 4000 };
  VdtStoreViewQuery query = { .quota_since = VDT_TIME_UNKNOWN,
                              .day_bounds = bounds,
                              .n_day_bounds = 5 };
  VdtStoreCall huge = store_test_call (8, SESSION_A, 3000, G_MAXINT64);
  VdtStoreCall claude = store_test_call (9, SESSION_A, 3999, 50);

  store_test_open (test);
  put_call (test, store_test_call (1, SESSION_A, 999, 100), VDT_STORE_CALL_MERGE);
  put_call (test, store_test_call (2, SESSION_A, 1000, 100), VDT_STORE_CALL_MERGE);
  put_call (test, store_test_call (3, SESSION_A, 1999, 100), VDT_STORE_CALL_MERGE);
  put_call (test, store_test_call (4, SESSION_A, 2000, 100), VDT_STORE_CALL_MERGE);
  put_call (test, store_test_call (5, SESSION_A, 4000, 100), VDT_STORE_CALL_MERGE);
  put_call (test, store_test_call (6, SESSION_A, VDT_TIME_UNKNOWN, 100), VDT_STORE_CALL_MERGE);
  put_call (test, huge, VDT_STORE_CALL_MERGE);
  huge.key_hash++;
  huge.runtime = VDT_RUNTIME_CODEX;
  put_call (test, huge, VDT_STORE_CALL_MERGE);
  claude.runtime = VDT_RUNTIME_CLAUDE;
  claude.tokens.reasoning = VDT_COUNT_UNKNOWN;
  put_call (test, claude, VDT_STORE_CALL_MERGE);
  {
    g_autoptr (VdtStoreView) view = store_test_view (test->store, &query);
    const VdtStoreTokens *days = view->days;

    g_assert_cmpuint (view->n_sessions, ==, 0);
    g_assert_cmpuint (view->n_days, ==, 4);
    g_assert_cmpint (days[0].calls, ==, 2);
    g_assert_cmpint (days[0].total, ==, 200);
    g_assert_cmpint (days[0].reasoning, ==, 10);
    /* Nothing on that day: every number is 0 and known. */
    g_assert_cmpint (days[1].calls, ==, 0);
    g_assert_cmpint (days[1].reasoning, ==, 0);
    /* A day without length. */
    g_assert_cmpint (days[2].calls, ==, 0);
    g_assert_cmpint (days[4].calls, ==, 1);
    /* A sum that does not fit is the largest number, not an error. */
    g_assert_cmpint (days[6].calls, ==, 2);
    g_assert_cmpint (days[6].total, ==, G_MAXINT64);
    /* What nobody reported is unknown. */
    g_assert_cmpint (days[7].calls, ==, 1);
    g_assert_cmpint (days[7].reasoning, ==, VDT_COUNT_UNKNOWN);
    g_assert_cmpint (days[7].cache_creation, ==, 0);
  }
}

static void
test_call_pages (StoreTest *test, gconstpointer data)
{
  g_autoptr (VdtStoreCalls) calls = NULL;

  store_test_open (test);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 1500));
  calls = store_test_calls (test->store);
  g_assert_cmpuint (calls->n_calls, ==, VDT_STORE_MAX_PAGE_ROWS);
  g_assert_cmpint (calls->next, ==, calls->calls[999].row);
  g_assert_cmpint (calls->calls[999].time, ==, 999 * VDT_MINUTE);
}

static void
assert_quota (const VdtStoreQuota *quota,
              const char *home_id,
              const char *bucket,
              int window,
              gint64 span,
              VdtTime as_of)
{
  g_assert_cmpstr (quota->home_id, ==, home_id);
  g_assert_cmpstr (quota->bucket, ==, bucket);
  g_assert_cmpint (quota->window, ==, window);
  g_assert_cmpint (quota->span, ==, span);
  g_assert_cmpint (quota->as_of, ==, as_of);
}

static void
test_quotas (StoreTest *test, gconstpointer data)
{
  VdtStoreQuota quota = store_test_quota (NULL, 0, 1000, 10);
  VdtStoreViewQuery since = { .quota_since = 1000 };
  g_autoptr (VdtStoreBatch) refused = vdt_store_batch_new (1);

  store_test_open (test);
  put_quota (test, quota);
  put_quota (test, store_test_quota (NULL, 0, 999, 1));
  put_quota (test, store_test_quota (NULL, 0, 2000, 20));
  put_quota (test, store_test_quota ("codex", 0, 500, 30));
  quota = store_test_quota (NULL, 1, 700, 100);
  quota.percent_known = FALSE;
  quota.minutes = VDT_COUNT_UNKNOWN;
  quota.resets_at = VDT_TIME_UNKNOWN;
  quota.plan = NULL;
  quota.session_id = NULL;
  put_quota (test, quota);
  quota = store_test_quota (NULL, 3, 800, 40);
  put_quota (test, quota);
  quota.span = 60;
  put_quota (test, quota);
  quota.home_id = HOME_B;
  quota.runtime = VDT_RUNTIME_CLAUDE;
  put_quota (test, quota);
  /* The same moment again: the last word counts. */
  put_quota (test, store_test_quota (NULL, 0, 2000, 107.5));
  quota.as_of = VDT_TIME_UNKNOWN;
  g_assert_false (vdt_store_batch_put_quota (refused, &quota));

  store_test_reopen (test);
  {
    g_autoptr (VdtStoreView) view = store_test_view (test->store, NULL);

    g_assert_cmpuint (view->n_quotas, ==, 6);
    assert_quota (&view->quotas[0], HOME_B, NULL, 3, 60, 800);
    g_assert_cmpint (view->quotas[0].runtime, ==, VDT_RUNTIME_CLAUDE);
    assert_quota (&view->quotas[1], HOME_A, NULL, 0, 0, 2000);
    g_assert_true (view->quotas[1].percent_known);
    g_assert_cmpfloat (view->quotas[1].used_percent, ==, 107.5);
    g_assert_cmpint (view->quotas[1].minutes, ==, 300);
    g_assert_cmpint (view->quotas[1].resets_at, ==, 2000 + VDT_HOUR);
    g_assert_cmpint (view->quotas[1].source, ==, 1);
    g_assert_cmpstr (view->quotas[1].bucket_name, ==, "Main");
    g_assert_cmpstr (view->quotas[1].plan, ==, "pro");
    g_assert_cmpstr (view->quotas[1].session_id, ==, SESSION_A);
    assert_quota (&view->quotas[2], HOME_A, NULL, 1, 0, 700);
    g_assert_false (view->quotas[2].percent_known);
    g_assert_cmpint (view->quotas[2].minutes, ==, VDT_COUNT_UNKNOWN);
    g_assert_cmpint (view->quotas[2].resets_at, ==, VDT_TIME_UNKNOWN);
    g_assert_null (view->quotas[2].plan);
    g_assert_null (view->quotas[2].session_id);
    assert_quota (&view->quotas[3], HOME_A, NULL, 3, 0, 800);
    assert_quota (&view->quotas[4], HOME_A, NULL, 3, 60, 800);
    assert_quota (&view->quotas[5], HOME_A, "codex", 0, 0, 500);
  }
  {
    g_autoptr (VdtStoreView) view = store_test_view (test->store, &since);

    g_assert_cmpuint (view->n_quotas, ==, 7);
    assert_quota (&view->quotas[1], HOME_A, NULL, 0, 0, 2000);
    assert_quota (&view->quotas[2], HOME_A, NULL, 0, 0, 1000);
    g_assert_cmpfloat (view->quotas[2].used_percent, ==, 10);
  }
}

static void
test_homes_and_meta (StoreTest *test, gconstpointer data)
{
  VdtStoreHome home = { VDT_RUNTIME_CODEX, HOME_A, "/home/u/.codex", 1000 };
  VdtStoreHome other = { VDT_RUNTIME_CLAUDE, HOME_B, "/home/u/.claude", VDT_TIME_UNKNOWN };
  VdtStoreBatch *batch = vdt_store_batch_new (1);

  store_test_open (test);
  vdt_store_batch_put_home (batch, &home);
  vdt_store_batch_put_home (batch, &other);
  home.seen_at = 2000;
  vdt_store_batch_put_home (batch, &home);
  vdt_store_batch_put_meta (batch, "kept", "one");
  vdt_store_batch_put_meta (batch, "kept", "two");
  vdt_store_batch_put_meta (batch, "dropped", "one");
  vdt_store_batch_put_meta (batch, "dropped", NULL);
  store_test_apply (test->store, batch);
  store_test_reopen (test);
  {
    g_autoptr (VdtStoreView) view = store_test_view (test->store, NULL);

    g_assert_cmpuint (view->n_homes, ==, 2);
    g_assert_cmpstr (view->homes[0].home_id, ==, HOME_B);
    g_assert_cmpint (view->homes[0].runtime, ==, VDT_RUNTIME_CLAUDE);
    g_assert_cmpint (view->homes[0].seen_at, ==, VDT_TIME_UNKNOWN);
    g_assert_cmpstr (view->homes[1].path, ==, "/home/u/.codex");
    g_assert_cmpint (view->homes[1].seen_at, ==, 2000);
    /* The store's own keys are not shown. */
    g_assert_cmpuint (g_hash_table_size (view->meta), ==, 1);
    g_assert_cmpstr (g_hash_table_lookup (view->meta, "kept"), ==, "two");
  }
}

/* A batch whose last change the schema refuses leaves nothing, and spoils nothing. */
static void
test_all_or_nothing (StoreTest *test, gconstpointer data)
{
  VdtStoreBatch *batch = NULL;
  VdtStoreSession bad = store_test_session ("too short", 100, "view");
  VdtStoreLogFile file = store_test_log_file ("/home/u/log.jsonl", 999);
  g_autoptr (GError) error = NULL;

  store_test_open (test);
  store_test_apply (test->store, store_test_batch_of_calls (1, 0, 10));
  batch = store_test_batch_of_calls (1, 10, 10);
  vdt_store_batch_delete_call (batch, VDT_RUNTIME_CODEX, 0x9e3779b97f4a7c15);
  g_assert_true (vdt_store_batch_put_log_file (batch, &file));
  g_assert_true (vdt_store_batch_put_session (batch, &bad));
  g_assert_false (store_test_try_apply (test->store, batch, &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_FAILED);
  g_assert_cmpint (vdt_store_get_state (test->store), ==, VDT_STORE_STATE_OK);

  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (VdtStoreLogFiles) files = store_test_log_files (test->store);
      VdtStoreCounts counts = store_test_counts (test->store);

      g_assert_cmpint (counts.calls, ==, 10);
      g_assert_cmpint (counts.sessions, ==, 0);
      g_assert_cmpuint (files->files[0].offset, ==, 10);
      g_clear_pointer (&files, vdt_store_log_files_free);
      store_test_reopen (test);
    }
  store_test_apply (test->store, store_test_batch_of_calls (1, 10, 10));
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 20);
}

/* A session with its logs, calls and readings. */
static void
put_all_of (StoreTest *test, const char *id, const char *native_id, guint64 key, VdtTime time)
{
  VdtStoreBatch *batch = vdt_store_batch_new (1);
  VdtStoreSession session = store_test_session (id, time, "view");
  VdtStoreLogFile file = store_test_log_file (native_id, 1);
  VdtStoreCall call = store_test_call (key, id, time, 100);
  VdtStoreQuota quota = store_test_quota (NULL, 0, time + (VdtTime) key, 1);

  session.native_id = native_id;
  session.parent_id = g_str_equal (id, SESSION_B) ? SESSION_A : NULL;
  file.native_id = native_id;
  quota.session_id = id;
  g_assert_true (vdt_store_batch_put_session (batch, &session));
  g_assert_true (vdt_store_batch_put_log_file (batch, &file));
  vdt_store_batch_put_call (batch, &call, VDT_STORE_CALL_MERGE);
  g_assert_true (vdt_store_batch_put_quota (batch, &quota));
  store_test_apply (test->store, batch);
}

static void
test_delete_history (StoreTest *test, gconstpointer data)
{
  VdtStoreBatch *batch = vdt_store_batch_new (1);
  VdtStoreLogFile gone = store_test_log_file ("gone", 1);
  g_autoptr (GError) error = NULL;

  store_test_open (test);
  put_all_of (test, SESSION_A, "native-a", 1, NOW);
  put_all_of (test, SESSION_C, "native-c", 3, NOW);
  gone.deleted_at = NOW;
  g_assert_true (vdt_store_batch_put_log_file (batch, &gone));
  gone.path = "gone-c";
  gone.native_id = "native-c";
  g_assert_true (vdt_store_batch_put_log_file (batch, &gone));
  store_test_apply (test->store, batch);

  g_assert_true (store_test_delete_history (test->store, SESSION_A, NOW + 5, &error));
  /* What was on its way does not undo it. */
  put_all_of (test, SESSION_A, "native-a", 1, NOW);
  store_test_reopen (test);
  {
    g_autoptr (VdtStoreView) view = store_test_view (test->store, NULL);
    g_autoptr (VdtStoreLogFiles) files = store_test_log_files (test->store);
    VdtStoreCounts counts = store_test_counts (test->store);

    g_assert_cmpstr (view->sessions[0].id, ==, SESSION_A);
    g_assert_cmpint (view->sessions[0].history_deleted_at, ==, NOW + 5);
    g_assert_cmpuint (view->sessions[0].view_len, ==, 4);
    g_assert_cmpint (view->sessions[1].history_deleted_at, ==, VDT_TIME_UNKNOWN);
    g_assert_cmpint (counts.calls, ==, 2);
    g_assert_cmpint (counts.quota_readings, ==, 2);
    g_assert_cmpint (counts.log_files, ==, 4);
    for (guint i = 0; i < files->n_files; i++)
      g_assert_true ((files->files[i].state == NULL) == g_str_equal (files->files[i].path, "gone"));
  }
  g_assert_true (store_test_delete_history (test->store, NULL, NOW + 9, &error));
  {
    g_autoptr (VdtStoreView) view = store_test_view (test->store, NULL);
    g_autoptr (VdtStoreLogFiles) files = store_test_log_files (test->store);

    g_assert_cmpint (view->sessions[0].history_deleted_at, ==, NOW + 9);
    g_assert_cmpint (view->sessions[1].history_deleted_at, ==, NOW + 9);
    for (guint i = 0; i < files->n_files; i++)
      g_assert_true ((files->files[i].state == NULL) == (files->files[i].deleted_at == NOW));
  }
}

/* Whether any file of the database still has @needle in it. */
static gboolean
is_on_disk (StoreTest *test, const char *needle)
{
  static const char *const suffixes[] = { "", "-wal", "-shm" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = g_strconcat (test->path, suffixes[i], NULL);
      g_autofree char *bytes = NULL;
      gsize len = 0;

      if (g_file_get_contents (path, &bytes, &len, NULL) &&
          memmem (bytes, len, needle, strlen (needle)) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
test_forget (StoreTest *test, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  VdtStoreSession secret = store_test_session (SESSION_A, NOW, "quite-a-private-title");

  store_test_open (test);
  put_all_of (test, SESSION_A, "native-a", 1, NOW);
  put_all_of (test, SESSION_B, "native-b", 2, NOW);
  put_all_of (test, SESSION_C, "native-c", 3, NOW);
  put_session (test, secret);
  g_assert_true (is_on_disk (test, "quite-a-private-title"));

  g_assert_true (store_test_forget (test->store, SESSION_A, NOW + 100, &error));
  g_assert_no_error (error);
  /* Gone from the file and from its journal, not just from the tables. */
  g_assert_false (is_on_disk (test, "quite-a-private-title"));
  {
    VdtStoreCounts counts = store_test_counts (test->store);

    /* Its sub-agent went with it. */
    g_assert_cmpint (counts.sessions, ==, 1);
    g_assert_cmpint (counts.calls, ==, 1);
    g_assert_cmpint (counts.quota_readings, ==, 1);
    g_assert_cmpint (counts.log_files, ==, 1);
  }

  /* Read again, it does not come back … */
  put_all_of (test, SESSION_A, "native-a", 1, NOW);
  put_all_of (test, SESSION_B, "native-b", 2, NOW);
  store_test_reopen (test);
  {
    VdtStoreCounts counts = store_test_counts (test->store);
    g_autoptr (VdtStoreLogFiles) files = store_test_log_files (test->store);

    g_assert_cmpint (counts.sessions, ==, 1);
    g_assert_cmpint (counts.calls, ==, 1);
    g_assert_cmpint (counts.quota_readings, ==, 1);
    /* Nor do the titles that its decoder found. */
    g_assert_cmpuint (files->n_files, ==, 3);
    for (guint i = 0; i < files->n_files; i++)
      g_assert_true ((files->files[i].state != NULL) ==
                     g_str_equal (files->files[i].native_id, "native-c"));
  }
  /* … but what happens later is a new story. */
  put_all_of (test, SESSION_A, "native-a", 4, NOW + 101);
  {
    g_autoptr (VdtStoreView) view = store_test_view (test->store, NULL);

    g_assert_cmpuint (view->n_sessions, ==, 2);
    g_assert_cmpint (store_test_counts (test->store).calls, ==, 2);
  }
}

/* Sessions that name each other as parents, as a damaged log may say. */
static void
test_forget_circle (StoreTest *test, gconstpointer data)
{
  VdtStoreSession a = store_test_session (SESSION_A, NOW, "view");
  VdtStoreSession b = store_test_session (SESSION_B, NOW, "view");
  g_autoptr (GError) error = NULL;

  store_test_open (test);
  a.parent_id = SESSION_B;
  b.parent_id = SESSION_A;
  put_session (test, a);
  put_session (test, b);
  put_session (test, store_test_session (SESSION_C, NOW, "view"));
  g_assert_true (store_test_forget (test->store, SESSION_A, NOW, &error));
  g_assert_cmpint (store_test_counts (test->store).sessions, ==, 1);
}

static void
test_prune (StoreTest *test, gconstpointer data)
{
  VdtStoreSession session = { 0 };
  VdtStoreLogFile file = store_test_log_file ("kept", 1);
  VdtStoreBatch *batch = vdt_store_batch_new (1);
  g_autoptr (VdtStoreView) view = NULL;

  store_test_open (test);
  /* Old, old but active, old with a young parent, young, and one without a time. */
  put_session (test, store_test_session ("000000000000000000000001", NOW - 31 * VDT_DAY, "x"));
  session = store_test_session ("000000000000000000000002", NOW - 31 * VDT_DAY, "x");
  session.active = TRUE;
  put_session (test, session);
  session = store_test_session ("000000000000000000000003", NOW - 31 * VDT_DAY, "x");
  session.parent_id = "000000000000000000000004";
  put_session (test, session);
  put_session (test, store_test_session ("000000000000000000000004", NOW - 29 * VDT_DAY, "x"));
  put_session (test, store_test_session ("000000000000000000000005", VDT_TIME_UNKNOWN, "x"));
  session = store_test_session ("000000000000000000000006", VDT_TIME_UNKNOWN, "x");
  session.source_deleted = TRUE;
  put_session (test, session);

  g_assert_true (vdt_store_batch_put_log_file (batch, &file));
  file.path = "deleted lately";
  file.deleted_at = NOW - 29 * VDT_DAY;
  g_assert_true (vdt_store_batch_put_log_file (batch, &file));
  file.path = "deleted long ago";
  file.deleted_at = NOW - 31 * VDT_DAY;
  g_assert_true (vdt_store_batch_put_log_file (batch, &file));
  store_test_apply (test->store, batch);

  /* The newest reading of a window stays, however old. */
  put_quota (test, store_test_quota ("old", 0, NOW - 40 * VDT_DAY, 1));
  put_quota (test, store_test_quota ("old", 0, NOW - 50 * VDT_DAY, 1));
  put_quota (test, store_test_quota (NULL, 0, NOW - 36 * VDT_DAY, 1));
  put_quota (test, store_test_quota (NULL, 0, NOW - 34 * VDT_DAY, 1));
  put_quota (test, store_test_quota (NULL, 0, NOW, 1));

  /* Calls outlive all of it. */
  put_call (test, store_test_call (1, SESSION_A, NOW - 900 * VDT_DAY, 100), VDT_STORE_CALL_MERGE);
  put_call (test, store_test_call (2, SESSION_A, NOW - 4000 * VDT_DAY, 100), VDT_STORE_CALL_MERGE);

  g_assert_cmpuint (store_test_prune (test->store, 30, NOW), ==, 2 + 1 + 2 + 1);
  g_assert_cmpuint (store_test_prune (test->store, 30, NOW), ==, 0);
  view = store_test_view (test->store, NULL);
  g_assert_cmpuint (view->n_sessions, ==, 4);
  g_assert_cmpstr (view->sessions[0].id, ==, "000000000000000000000004");
  g_assert_cmpstr (view->sessions[1].id, ==, "000000000000000000000002");
  g_assert_cmpstr (view->sessions[2].id, ==, "000000000000000000000003");
  g_assert_cmpstr (view->sessions[3].id, ==, "000000000000000000000005");
  g_assert_cmpuint (view->n_quotas, ==, 2);
  g_assert_cmpint (store_test_counts (test->store).quota_readings, ==, 3);
  g_assert_cmpint (store_test_counts (test->store).log_files, ==, 2);
  g_assert_cmpint (store_test_counts (test->store).calls, ==, 1);
}

static void
add (const char *path, void (*func) (StoreTest *test, gconstpointer data))
{
  g_test_add (path, StoreTest, NULL, store_test_set_up, func, store_test_tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add ("/store/rows/log-files", test_log_files);
  add ("/store/rows/log-file-pages", test_log_file_pages);
  add ("/store/rows/large-states", test_large_states);
  add ("/store/rows/sessions", test_sessions);
  add ("/store/rows/calls", test_calls);
  add ("/store/rows/call-pages", test_call_pages);
  add ("/store/rows/days", test_days);
  add ("/store/rows/quotas", test_quotas);
  add ("/store/rows/homes-and-meta", test_homes_and_meta);
  add ("/store/rows/all-or-nothing", test_all_or_nothing);
  add ("/store/rows/delete-history", test_delete_history);
  add ("/store/rows/forget", test_forget);
  add ("/store/rows/forget-circle", test_forget_circle);
  add ("/store/rows/prune", test_prune);
  return g_test_run ();
}
