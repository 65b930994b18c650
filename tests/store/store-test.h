/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store-private.h"

G_BEGIN_DECLS

/* Short waits: no test stands still for longer. */
#define STORE_TEST_OPTIONS                                                                         \
  {                                                                                                \
    .busy_ms = 100, .retry_ms = 3600 * 1000, .max_seed = 64 * 1024 * 1024,                         \
  }

#define HOME_A    "codex:0123456789ab"
#define HOME_B    "claude:ba9876543210"
#define SESSION_A "aaaaaaaaaaaaaaaaaaaaaaaa"
#define SESSION_B "bbbbbbbbbbbbbbbbbbbbbbbb"
#define SESSION_C "cccccccccccccccccccccccc"

/* A folder of its own and a store on a database in it. */
typedef struct
{
  char *folder;
  char *path;
  VdtStoreOptions options;
  VdtStore *store;
  guint n_resets;
} StoreTest;

void store_test_set_up (StoreTest *test, gconstpointer data);
void store_test_tear_down (StoreTest *test, gconstpointer data);
void store_test_open (StoreTest *test);
void store_test_close (StoreTest *test);
void store_test_reopen (StoreTest *test);
void store_test_wait_for_state (StoreTest *test, VdtStoreState state);

/* What the asynchronous calls do, waited for on the main loop. */
gboolean store_test_try_apply (VdtStore *store, VdtStoreBatch *batch, GError **error);
void store_test_apply (VdtStore *store, VdtStoreBatch *batch);
VdtStoreView *store_test_view (VdtStore *store, const VdtStoreViewQuery *query);
VdtStoreLogFiles *store_test_log_files (VdtStore *store);
VdtStoreCalls *store_test_calls (VdtStore *store);
VdtStoreCounts store_test_counts (VdtStore *store);
gboolean store_test_delete_history (VdtStore *store, const char *id, VdtTime now, GError **error);
gboolean store_test_forget (VdtStore *store, const char *id, VdtTime now, GError **error);
guint64 store_test_prune (VdtStore *store, guint days, VdtTime now);

/* Rows with everything set. */
VdtStoreLogFile store_test_log_file (const char *path, guint64 offset);
VdtStoreSession store_test_session (const char *id, VdtTime last_event_at, const char *view);
VdtStoreCall store_test_call (guint64 key, const char *session_id, VdtTime time, VdtCount total);
VdtStoreQuota store_test_quota (const char *bucket, int window, VdtTime as_of, double percent);

/* A batch of @n calls from @first on, and the log file that they came from at offset @n. */
VdtStoreBatch *store_test_batch_of_calls (guint generation, guint64 first, guint n);

G_END_DECLS
