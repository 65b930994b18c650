/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-collector"

#include "config.h"

#include "vdt-collector.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "codex-log.h"
#include "test-files.h"
#include "vdt-log-sink.h"
#include "vdt-store-review.h"

/* What a collector makes of what an observer tells, without threads. */

#define ID       "01a12f8e-0900-7903-98d3-ad69c9b8d03e"
#define OTHER_ID "01a12f8e-0a00-7903-98d3-ad69c9b8d04f"

typedef struct
{
  char *root;
  char *home;
  char *log;
} Fixture;

static void
setup (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->root = g_dir_make_tmp ("vedette-collector-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->home = g_build_filename (fixture->root, "codex", NULL);
  fixture->log = codex_log_path (fixture->home, ID);
  codex_log_write (fixture->log, ID, NULL, 1100);
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  test_remove_tree (fixture->root);
  g_free (fixture->root);
  g_free (fixture->home);
  g_free (fixture->log);
}

static void
feed (VdtLogSink *sink, VdtLogFile *file, const char *text, guint64 *offset)
{
  VdtLogPosition position = { .id = file->id, .head_hash = 1, .tail_hash = 1 };

  while (*text != '\0')
    {
      gsize len = strcspn (text, "\n");
      VdtLine line = { .data = text, .len = len, .offset = *offset };

      line.next_offset = *offset = *offset + len + 1;
      vdt_log_sink_line (sink, file, &line);
      text += len + 1;
    }
  position.offset = *offset;
  vdt_log_sink_committed (sink, file, &position);
}

static void
take_news_cb (VdtNews *news, gpointer user_data)
{
  VdtSessionInfo **info = user_data;

  for (guint i = 0; i < news->sessions->len; i++)
    {
      g_clear_pointer (info, vdt_session_info_unref);
      *info = vdt_session_info_ref (g_ptr_array_index (news->sessions, i));
    }
  vdt_news_free (news);
}

/* What an observer tells first; the scan is over at once. */
static void
watch_home (VdtLogSink *sink, VdtLogHome *home)
{
  g_autoptr (GPtrArray) homes = g_ptr_array_new ();
  const VdtScanProgress progress = { 0 };

  g_ptr_array_add (homes, home);
  vdt_log_sink_homes (sink, homes);
  vdt_log_sink_progress (sink, &progress);
}

/* While the whole of a long log is read, what its window said stays: nothing goes back to how
 * things stood at its beginning. Something else under its name shows at once. */
static void
test_window_stays (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtSessionInfo) info = NULL;
  g_autoptr (VdtCollector) collector =
    vdt_collector_new (VDT_RUNTIME_CODEX, NULL, 0, fixture->root, take_news_cb, &info);
  VdtLogSink *sink = VDT_LOG_SINK (collector);
  g_autoptr (VdtLogHome) home =
    vdt_log_home_new (VDT_RUNTIME_CODEX, fixture->home, VDT_HOME_ORIGIN_OPTION);
  g_autoptr (VdtLogFile) file = NULL;
  g_autofree char *meta = codex_log_meta (ID, NULL);
  g_autofree char *old = codex_log_count (1, 1100, 1100);
  g_autofree char *newest = codex_log_count (50, 9600, 8500);
  g_autofree char *text = g_strconcat (meta, old, newest, NULL);
  guint64 window = strlen (meta) + strlen (old);
  guint64 offset = window;

  test_write_file (fixture->log, text);
  file = vdt_log_file_new_from_path (home, fixture->log);
  g_assert_nonnull (file);
  watch_home (sink, home);

  vdt_log_sink_reset (sink, file, window);
  feed (sink, file, newest, &offset);
  vdt_log_sink_flush (sink);
  g_assert_nonnull (info);
  g_assert_cmpint (info->context.used_tokens, ==, 8500);
  g_assert_false (info->tokens_complete);

  offset = 0;
  vdt_log_sink_reset (sink, file, 0);
  vdt_log_sink_flush (sink);
  g_assert_cmpint (info->context.used_tokens, ==, 8500);
  feed (sink, file, meta, &offset);
  feed (sink, file, old, &offset);
  vdt_log_sink_flush (sink);
  g_assert_cmpint (info->context.used_tokens, ==, 8500);
  g_assert_false (info->tokens_complete);
  feed (sink, file, newest, &offset);
  vdt_log_sink_flush (sink);
  g_assert_cmpint (info->context.used_tokens, ==, 8500);
  g_assert_cmpint (info->tokens.total, ==, 9600);
  g_assert_true (info->tokens_complete);

  /* again a window, and then the file is another, shorter one */
  offset = window;
  vdt_log_sink_reset (sink, file, window);
  feed (sink, file, newest, &offset);
  vdt_log_sink_flush (sink);
  g_assert_false (info->tokens_complete);
  g_assert_cmpint (truncate (fixture->log, 10), ==, 0);
  offset = 0;
  vdt_log_sink_reset (sink, file, 0);
  feed (sink, file, meta, &offset);
  feed (sink, file, old, &offset);
  vdt_log_sink_flush (sink);
  g_assert_cmpint (info->context.used_tokens, ==, 1100);
  g_assert_cmpint (info->tokens.total, ==, 1100);
}

/* The kernel gives the number of a deleted file to the next one: that is no archiving, and what
 * was read of the deleted log stays. The same name elsewhere is. */
static void
test_number_used_again (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtSessionInfo) info = NULL;
  g_autoptr (VdtCollector) collector =
    vdt_collector_new (VDT_RUNTIME_CODEX, NULL, 0, fixture->root, take_news_cb, &info);
  VdtLogSink *sink = VDT_LOG_SINK (collector);
  g_autoptr (VdtLogHome) home =
    vdt_log_home_new (VDT_RUNTIME_CODEX, fixture->home, VDT_HOME_ORIGIN_OPTION);
  g_autoptr (VdtLogFile) file = vdt_log_file_new_from_path (home, fixture->log);
  g_autoptr (VdtLogFile) next = NULL;
  g_autoptr (VdtLogFile) archived = NULL;
  g_autofree char *meta = codex_log_meta (ID, NULL);
  g_autofree char *next_path = codex_log_path (fixture->home, OTHER_ID);
  g_autofree char *name = g_path_get_basename (fixture->log);
  g_autofree char *place = g_build_filename (fixture->home, "archived_sessions", name, NULL);
  VdtLogPosition position = { 0 };
  guint64 offset = 0;

  g_assert_nonnull (file);
  watch_home (sink, home);
  vdt_log_sink_reset (sink, file, 0);
  feed (sink, file, meta, &offset);
  g_assert_cmpint (g_unlink (fixture->log), ==, 0);
  vdt_log_sink_gone (sink, file);
  vdt_log_sink_flush (sink);
  g_assert_true (info->source_deleted);

  next = vdt_log_file_new_remembered (home, next_path, &file->id);
  g_assert_false (vdt_log_sink_restore (sink, next, &position));
  archived = vdt_log_file_new_remembered (home, place, &file->id);
  g_assert_true (vdt_log_sink_restore (sink, archived, &position));
  g_assert_cmpuint (position.offset, ==, offset);
  vdt_log_sink_flush (sink);
  g_assert_false (info->source_deleted);
}

/* When process @pid began, as the kernel says. */
static char *
proc_start (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *stat = NULL;
  g_auto (GStrv) fields = NULL;

  g_assert_true (g_file_get_contents (path, &stat, NULL, NULL));
  fields = g_strsplit (strrchr (stat, ')') + 2, " ", -1);
  return g_strdup (fields[19]);
}

/* An agent that was killed leaves its entry in the live registry, and no file changes: it waits
 * for nobody any more. */
static void
test_killed_agent (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtSessionInfo) info = NULL;
  g_autofree char *claude = g_build_filename (fixture->root, "claude", NULL);
  g_autofree char *log = g_build_filename (claude, "projects", "-w", ID ".jsonl", NULL);
  g_autoptr (VdtCollector) collector =
    vdt_collector_new (VDT_RUNTIME_CLAUDE, NULL, 0, fixture->root, take_news_cb, &info);
  VdtLogSink *sink = VDT_LOG_SINK (collector);
  g_autoptr (VdtLogHome) home = NULL;
  g_autoptr (VdtLogFile) file = NULL;
  g_autofree char *start = NULL;
  g_autofree char *entry = NULL;
  g_autofree char *busy = NULL;
  g_autofree char *entry_path = NULL;
  const char *prompt = "{\"type\":\"user\",\"sessionId\":\"" ID "\",\"uuid\":\"u1\",\"timestamp\":"
                       "\"2026-11-30T10:00:00.000Z\",\"message\":{\"role\":\"user\",\"content\":"
                       "\"go on\"}}\n";
  guint64 offset = 0;
  pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    for (;;)
      pause ();
  start = proc_start (child);
  entry = g_strdup_printf ("{\"pid\":%d,\"sessionId\":\"" ID "\",\"procStart\":\"%s\",\"status\":"
                           "\"waiting\",\"waitingFor\":\"permission prompt\"}",
                           (int) child, start);
  entry_path = g_strdup_printf ("%s/sessions/%d.json", claude, (int) child);
  test_write_file (entry_path, entry);
  test_write_file (log, prompt);
  home = vdt_log_home_new (VDT_RUNTIME_CLAUDE, claude, VDT_HOME_ORIGIN_OPTION);
  file = vdt_log_file_new_from_path (home, log);
  watch_home (sink, home);
  vdt_log_sink_reset (sink, file, 0);
  feed (sink, file, prompt, &offset);
  vdt_log_sink_flush (sink);
  g_assert_cmpint (info->lifecycle, ==, VDT_LIFECYCLE_WAITING);
  g_assert_cmpint (info->waiting_for, ==, VDT_WAITING_PERMISSION);
  g_assert_false (vdt_log_sink_poll (sink));

  /* what it says otherwise is told at once, and only of its session */
  busy = g_strdup_printf ("{\"pid\":%d,\"sessionId\":\"" ID
                          "\",\"procStart\":\"%s\",\"status\":\"busy\"}",
                          (int) child, start);
  test_write_file (entry_path, busy);
  vdt_log_sink_side (sink, home, VDT_LOG_SIDE_CLAUDE_REGISTRY, entry_path);
  vdt_log_sink_flush (sink);
  g_assert_cmpint (info->lifecycle, ==, VDT_LIFECYCLE_WORKING);
  test_write_file (entry_path, entry);
  vdt_log_sink_side (sink, home, VDT_LOG_SIDE_CLAUDE_REGISTRY, entry_path);
  vdt_log_sink_flush (sink);
  g_assert_cmpint (info->lifecycle, ==, VDT_LIFECYCLE_WAITING);

  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  g_assert_true (vdt_log_sink_poll (sink));
  vdt_log_sink_flush (sink);
  g_assert_cmpint (info->lifecycle, ==, VDT_LIFECYCLE_WORKING);
}

static void
keep_result_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static VdtStore *
open_store (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->root, "data", "vedette.sqlite3", NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStore *store = vdt_store_new ();

  vdt_store_open_async (store, path, NULL, keep_result_cb, &result);
  vdt_store_open_finish (store, wait_for (&result), &error);
  g_assert_no_error (error);
  return store;
}

static void
close_store (VdtStore *store)
{
  vdt_store_close (store);
  g_object_unref (store);
}

static VdtStoreReview *
load_review (VdtStore *store, const char *session_id)
{
  const char *const wanted[] = { session_id, NULL };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreReview *review = NULL;

  vdt_store_load_review_async (store, wanted, NULL, keep_result_cb, &result);
  review = vdt_store_load_review_finish (store, wait_for (&result), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (review->rows->len, ==, 1);
  return review;
}

static void
acknowledge (VdtStore *store, const VdtStoreReviewRow *row)
{
  const VdtStoreMove move = { .session_id = row->session_id,
                              .log = row->newest.log,
                              .sequence = row->newest.sequence };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreMoved moved = { 0 };

  vdt_store_acknowledge_async (store, &move, 1, VDT_TIME_MAX, NULL, keep_result_cb, &result);
  vdt_store_acknowledge_finish (store, wait_for (&result), &moved, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (moved.advanced, ==, 1);
}

static char *
said (int minute, const char *text)
{
  return g_strdup_printf ("{\"timestamp\":\"2026-11-30T10:%02d:00.000Z\",\"type\":\"event_msg\","
                          "\"payload\":{\"type\":\"user_message\",\"message\":\"%s\"}}\n",
                          minute, text);
}

/* A long log is read again a part at a time, and each part is stored: what was known of its end
 * stays, and so does how far a person has looked. */
static void
test_read_again (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtSessionInfo) info = NULL;
  VdtStore *store = open_store (fixture);
  g_autoptr (VdtCollector) collector =
    vdt_collector_new (VDT_RUNTIME_CODEX, store, 1, fixture->root, take_news_cb, &info);
  VdtLogSink *sink = VDT_LOG_SINK (collector);
  g_autoptr (VdtLogHome) home =
    vdt_log_home_new (VDT_RUNTIME_CODEX, fixture->home, VDT_HOME_ORIGIN_OPTION);
  g_autoptr (VdtLogFile) file = NULL;
  g_autofree char *meta = codex_log_meta (ID, NULL);
  g_autofree char *one = said (1, "and the export");
  g_autofree char *two = said (2, "and the labels");
  g_autofree char *text = g_strconcat (meta, one, two, NULL);
  const char *parts[] = { meta, one, two };
  guint64 offset = 0;

  test_write_file (fixture->log, text);
  file = vdt_log_file_new_from_path (home, fixture->log);
  watch_home (sink, home);
  vdt_log_sink_reset (sink, file, 0);
  feed (sink, file, text, &offset);
  vdt_log_sink_flush (sink);
  {
    g_autoptr (VdtStoreReview) review = load_review (store, info->id);

    g_assert_cmpint (((VdtStoreReviewRow *) g_ptr_array_index (review->rows, 0))->newest.sequence,
                     ==, 3);
    acknowledge (store, g_ptr_array_index (review->rows, 0));
  }

  offset = 0;
  vdt_log_sink_reset (sink, file, 0);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (VdtStoreReview) review = NULL;
      const VdtStoreReviewRow *row = NULL;

      feed (sink, file, parts[i], &offset);
      vdt_log_sink_flush (sink);
      review = load_review (store, info->id);
      row = g_ptr_array_index (review->rows, 0);
      g_assert_cmpint (row->newest.sequence, ==, 3);
      g_assert_cmpint (row->baseline.sequence, ==, 3);
      g_assert_cmpuint (vdt_change_set_get_size (row->changes), ==, 0);
      g_assert_cmpstr (row->last_text, ==, "and the labels");
    }

  /* now it is another, shorter one */
  test_write_file (fixture->log, meta);
  g_clear_pointer (&file, vdt_log_file_unref);
  file = vdt_log_file_new_from_path (home, fixture->log);
  offset = 0;
  vdt_log_sink_reset (sink, file, 0);
  feed (sink, file, meta, &offset);
  vdt_log_sink_flush (sink);
  {
    g_autoptr (VdtStoreReview) review = load_review (store, info->id);
    const VdtStoreReviewRow *row = g_ptr_array_index (review->rows, 0);

    g_assert_cmpint (row->newest.sequence, ==, 1);
    g_assert_cmpint (row->baseline.sequence, ==, 1);
    g_assert_cmpstr (row->last_text, ==, "speed up the import");
  }
  close_store (store);
}

/* Two Vedettes read the same log, one a little behind: what the first has stored stays. */
static void
test_one_behind (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtSessionInfo) info = NULL;
  VdtStore *store = open_store (fixture);
  g_autoptr (VdtCollector) ahead =
    vdt_collector_new (VDT_RUNTIME_CODEX, store, 1, fixture->root, take_news_cb, &info);
  g_autoptr (VdtCollector) behind =
    vdt_collector_new (VDT_RUNTIME_CODEX, store, 1, fixture->root, take_news_cb, &info);
  VdtLogSink *sinks[] = { VDT_LOG_SINK (ahead), VDT_LOG_SINK (behind) };
  g_autoptr (VdtLogHome) home =
    vdt_log_home_new (VDT_RUNTIME_CODEX, fixture->home, VDT_HOME_ORIGIN_OPTION);
  g_autoptr (VdtLogFile) at_first = NULL;
  g_autoptr (VdtLogFile) grown = NULL;
  g_autoptr (VdtLogFile) grown_again = NULL;
  g_autofree char *meta = codex_log_meta (ID, NULL);
  g_autofree char *one = said (1, "and the export");
  g_autofree char *two = said (2, "and the labels");
  g_autoptr (VdtStoreReview) review = NULL;
  g_autoptr (VdtStoreReview) after = NULL;
  const VdtStoreReviewRow *row = NULL;
  guint64 offsets[G_N_ELEMENTS (sinks)] = { 0 };

  test_write_file (fixture->log, meta);
  at_first = vdt_log_file_new_from_path (home, fixture->log);
  for (guint i = 0; i < G_N_ELEMENTS (sinks); i++)
    {
      watch_home (sinks[i], home);
      vdt_log_sink_reset (sinks[i], at_first, 0);
      feed (sinks[i], at_first, meta, &offsets[i]);
      vdt_log_sink_flush (sinks[i]);
    }
  test_append_file (fixture->log, one);
  grown = vdt_log_file_new_from_path (home, fixture->log);
  test_append_file (fixture->log, two);
  grown_again = vdt_log_file_new_from_path (home, fixture->log);
  feed (sinks[0], grown_again, one, &offsets[0]);
  feed (sinks[0], grown_again, two, &offsets[0]);
  vdt_log_sink_flush (sinks[0]);
  review = load_review (store, info->id);
  acknowledge (store, g_ptr_array_index (review->rows, 0));

  feed (sinks[1], grown, one, &offsets[1]);
  vdt_log_sink_flush (sinks[1]);
  after = load_review (store, info->id);
  row = g_ptr_array_index (after->rows, 0);
  g_assert_cmpint (row->newest.sequence, ==, 3);
  g_assert_cmpint (row->baseline.sequence, ==, 3);
  g_assert_cmpstr (row->last_text, ==, "and the labels");
  close_store (store);
}

static VdtStoreView *
load_view (VdtStore *store)
{
  const VdtStoreViewQuery query = { .max_sessions = 10, .quota_since = VDT_TIME_UNKNOWN };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreView *view = NULL;

  vdt_store_load_view_async (store, &query, NULL, keep_result_cb, &result);
  view = vdt_store_load_view_finish (store, wait_for (&result), &error);
  g_assert_no_error (error);
  return view;
}

static guint64
prune (VdtStore *store, VdtTime now)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_removed = 0;

  vdt_store_prune_async (store, 30, now, NULL, keep_result_cb, &result);
  vdt_store_prune_finish (store, wait_for (&result), &n_removed, &error);
  g_assert_no_error (error);
  return n_removed;
}

/* What works or asks is kept whatever its age, but not where its log was deleted: nothing can come
 * after that, and what was recorded goes with the retention. */
static void
test_deleted_while_working (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtSessionInfo) info = NULL;
  VdtStore *store = open_store (fixture);
  g_autoptr (VdtCollector) collector =
    vdt_collector_new (VDT_RUNTIME_CODEX, store, 1, fixture->root, take_news_cb, &info);
  VdtLogSink *sink = VDT_LOG_SINK (collector);
  g_autoptr (VdtLogHome) home =
    vdt_log_home_new (VDT_RUNTIME_CODEX, fixture->home, VDT_HOME_ORIGIN_OPTION);
  g_autoptr (VdtLogFile) file = NULL;
  g_autofree char *meta = codex_log_meta (ID, NULL);
  g_autofree char *text =
    g_strconcat (meta,
                 "{\"timestamp\":\"2026-11-30T10:01:00.000Z\",\"type\":\"event_msg\",\"payload\":"
                 "{\"type\":\"task_started\",\"turn_id\":\"t1\"}}\n",
                 NULL);
  const VdtTime later = vdt_time_now () + 3650 * VDT_DAY;
  guint64 offset = 0;

  test_write_file (fixture->log, text);
  file = vdt_log_file_new_from_path (home, fixture->log);
  watch_home (sink, home);
  vdt_log_sink_reset (sink, file, 0);
  feed (sink, file, text, &offset);
  vdt_log_sink_flush (sink);
  g_assert_cmpint (info->lifecycle, ==, VDT_LIFECYCLE_WORKING);
  while (prune (store, later) > 0)
    continue;
  {
    g_autoptr (VdtStoreView) view = load_view (store);

    g_assert_cmpuint (view->n_sessions, ==, 1);
  }
  g_assert_cmpint (g_unlink (fixture->log), ==, 0);
  vdt_log_sink_gone (sink, file);
  vdt_log_sink_flush (sink);
  while (prune (store, later) > 0)
    continue;
  {
    g_autoptr (VdtStoreView) view = load_view (store);

    g_assert_cmpuint (view->n_sessions, ==, 0);
  }
  close_store (store);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define add(name, func) g_test_add (name, Fixture, NULL, setup, func, teardown)
  add ("/collector/window-stays", test_window_stays);
  add ("/collector/number-used-again", test_number_used_again);
  add ("/collector/killed-agent", test_killed_agent);
  add ("/collector/read-again", test_read_again);
  add ("/collector/one-behind", test_one_behind);
  add ("/collector/deleted-while-working", test_deleted_while_working);
#undef add
  return g_test_run ();
}
