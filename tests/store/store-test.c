/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "store-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "test-files.h"

/* A state that never comes fails the test instead of hanging it. */
#define WAIT_MS 20000

static void
keep_result_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **kept = user_data;

  *kept = g_object_ref (result);
}

static GAsyncResult *
wait_for_result (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static void
reset_cb (VdtStore *store, StoreTest *test)
{
  test->n_resets++;
}

void
store_test_set_up (StoreTest *test, gconstpointer data)
{
  static const VdtStoreOptions options = STORE_TEST_OPTIONS;
  g_autoptr (GError) error = NULL;

  test->folder = g_dir_make_tmp ("vdt-store-XXXXXX", &error);
  g_assert_no_error (error);
  test->path = g_build_filename (test->folder, "vedette", "vedette.sqlite3", NULL);
  test->options = options;
}

void
store_test_tear_down (StoreTest *test, gconstpointer data)
{
  store_test_close (test);
  test_remove_tree (test->folder);
  g_free (test->folder);
  g_free (test->path);
}

void
store_test_open (StoreTest *test)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (test->store);
  test->n_resets = 0;
  test->store = vdt_store_new_with_options (&test->options);
  g_signal_connect (test->store, "reset", G_CALLBACK (reset_cb), test);
  vdt_store_open_async (test->store, test->path, NULL, keep_result_cb, &result);
  vdt_store_open_finish (test->store, wait_for_result (&result), &error);
  g_assert_no_error (error);
}

void
store_test_close (StoreTest *test)
{
  if (test->store == NULL)
    return;
  vdt_store_close (test->store);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (g_steal_pointer (&test->store));
}

void
store_test_reopen (StoreTest *test)
{
  store_test_close (test);
  store_test_open (test);
}

static gboolean
too_late_cb (gpointer user_data)
{
  g_error ("waited for too long");
  return G_SOURCE_REMOVE;
}

void
store_test_wait_for_state (StoreTest *test, VdtStoreState state)
{
  guint guard = g_timeout_add (WAIT_MS, too_late_cb, NULL);

  while (vdt_store_get_state (test->store) != state)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (guard);
}

gboolean
store_test_try_apply (VdtStore *store, VdtStoreBatch *batch, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  vdt_store_apply_async (store, batch, NULL, keep_result_cb, &result);
  return vdt_store_apply_finish (store, wait_for_result (&result), error);
}

void
store_test_apply (VdtStore *store, VdtStoreBatch *batch)
{
  g_autoptr (GError) error = NULL;
  gboolean applied = store_test_try_apply (store, batch, &error);

  g_assert_no_error (error);
  g_assert_true (applied);
}

VdtStoreView *
store_test_view (VdtStore *store, const VdtStoreViewQuery *query)
{
  static const VdtStoreViewQuery all = { .max_sessions = 1000, .quota_since = VDT_TIME_UNKNOWN };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreView *view = NULL;

  vdt_store_load_view_async (store, query != NULL ? query : &all, NULL, keep_result_cb, &result);
  view = vdt_store_load_view_finish (store, wait_for_result (&result), &error);
  g_assert_no_error (error);
  g_assert_nonnull (view);
  return view;
}

VdtStoreLogFiles *
store_test_log_files (VdtStore *store)
{
  g_autoptr (GError) error = NULL;
  VdtStoreLogFiles *files = vdt_store_load_log_files (store, -1, 0, G_MAXUINT, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (files);
  return files;
}

VdtStoreCalls *
store_test_calls (VdtStore *store)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreCalls *calls = NULL;

  vdt_store_load_calls_async (store, VDT_TIME_UNKNOWN, 0, G_MAXUINT, NULL, keep_result_cb, &result);
  calls = vdt_store_load_calls_finish (store, wait_for_result (&result), &error);
  g_assert_no_error (error);
  g_assert_nonnull (calls);
  return calls;
}

VdtStoreCounts
store_test_counts (VdtStore *store)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreCounts counts = { 0 };
  gboolean counted = FALSE;

  vdt_store_counts_async (store, NULL, keep_result_cb, &result);
  counted = vdt_store_counts_finish (store, wait_for_result (&result), &counts, &error);
  g_assert_no_error (error);
  g_assert_true (counted);
  return counts;
}

gboolean
store_test_delete_history (VdtStore *store, const char *id, VdtTime now, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  vdt_store_delete_history_async (store, id, now, NULL, keep_result_cb, &result);
  return vdt_store_delete_history_finish (store, wait_for_result (&result), error);
}

gboolean
store_test_forget (VdtStore *store, const char *id, VdtTime now, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  vdt_store_forget_session_async (store, id, now, NULL, keep_result_cb, &result);
  return vdt_store_forget_session_finish (store, wait_for_result (&result), error);
}

guint64
store_test_prune (VdtStore *store, guint days, VdtTime now)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_removed = 0;
  gboolean pruned = FALSE;

  vdt_store_prune_async (store, days, now, NULL, keep_result_cb, &result);
  pruned = vdt_store_prune_finish (store, wait_for_result (&result), &n_removed, &error);
  g_assert_no_error (error);
  g_assert_true (pruned);
  return n_removed;
}

VdtStoreLogFile
store_test_log_file (const char *path, guint64 offset)
{
  static const guint8 state[] = { 's', 't', 0, 'a', 't', 'e' };
  VdtStoreLogFile file = {
    .runtime = VDT_RUNTIME_CODEX,
    .home_id = HOME_A,
    .path = path,
    .stem = "rollout",
    .native_id = "native-a",
    .id = { .device = G_MAXUINT64,
            .file = (1ull << 53) + 1,
            .size = 4711,
            .mtime_ns = 1234567890123 },
    .offset = offset,
    .head_hash = 0xfedcba9876543210,
    .tail_hash = 17,
    .deleted_at = VDT_TIME_UNKNOWN,
    .state = state,
    .state_len = sizeof state,
  };

  return file;
}

VdtStoreSession
store_test_session (const char *id, VdtTime last_event_at, const char *view)
{
  VdtStoreSession session = {
    .id = id,
    .runtime = VDT_RUNTIME_CODEX,
    .home_id = HOME_A,
    .native_id = "native-a",
    .last_event_at = last_event_at,
    .history_deleted_at = VDT_TIME_UNKNOWN,
    .view = (const guint8 *) view,
    .view_len = strlen (view),
  };

  return session;
}

VdtStoreCall
store_test_call (guint64 key, const char *session_id, VdtTime time, VdtCount total)
{
  VdtStoreCall call = {
    .runtime = VDT_RUNTIME_CODEX,
    .key_hash = key,
    .session_id = session_id,
    .home_id = HOME_A,
    .model = "gpt-5.5-codex",
    .time = time,
    .tokens = { .uncached_input = total - 30,
                .cache_read = 10,
                .cache_creation = 0,
                .output = 20,
                .reasoning = 5,
                .total = total },
  };

  return call;
}

VdtStoreQuota
store_test_quota (const char *bucket, int window, VdtTime as_of, double percent)
{
  VdtStoreQuota quota = {
    .runtime = VDT_RUNTIME_CODEX,
    .home_id = HOME_A,
    .bucket = bucket,
    .bucket_name = "Main",
    .window = window,
    .source = 1,
    .plan = "pro",
    .session_id = SESSION_A,
    .minutes = 300,
    .percent_known = TRUE,
    .used_percent = percent,
    .resets_at = as_of + VDT_HOUR,
    .as_of = as_of,
  };

  return quota;
}

VdtStoreBatch *
store_test_batch_of_calls (guint generation, guint64 first, guint n)
{
  VdtStoreBatch *batch = vdt_store_batch_new (generation);
  VdtStoreLogFile file = store_test_log_file ("/home/u/log.jsonl", first + n);

  for (guint i = 0; i < n; i++)
    {
      /* Keys in no order, as hashes are. */
      VdtStoreCall call = store_test_call ((first + i + 1) * 0x9e3779b97f4a7c15, SESSION_A,
                                           (VdtTime) (first + i) * VDT_MINUTE, 100);

      vdt_store_batch_put_call (batch, &call, VDT_STORE_CALL_MERGE);
    }
  g_assert_true (vdt_store_batch_put_log_file (batch, &file));
  return batch;
}
