/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-perf"

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "test-files.h"
#include "test-loop.h"
#include "vdt-review-build.h"
#include "vdt-session-blob.h"
#include "vdt-store-review.h"

/* How long a person waits for Review with a year's sessions, and what they take on the disk. */

#define N_SESSIONS 10000
#define N_MESSAGES 100 /* a session */
#define N_TURNS    12  /* a session, each with three snapshots */
#define N_DECIDING 200
#define DAYS       30
#define ROUNDS     21
#define NOW        G_GINT64_CONSTANT (1796083200000)

static GHashTable *sessions; /* id → VdtSessionInfo */
static GAsyncResult *answer;

static void
answer_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  answer = g_object_ref (result);
}

static GAsyncResult *
wait_answer (void)
{
  while (answer == NULL)
    g_main_context_iteration (NULL, TRUE);
  return g_steal_pointer (&answer);
}

static char *
session_id (guint i)
{
  return g_strdup_printf ("%024x", i + 1);
}

/* The newest session ended a minute ago, the oldest thirty days. */
static VdtTime
session_time (guint i)
{
  return NOW - VDT_MINUTE - (VdtTime) i * (DAYS * VDT_DAY / N_SESSIONS);
}

static void
put_talk (VdtStoreBatch *batch, guint i, const char *id, GRand *rand)
{
  static const char words[] =
    "the reader opens both formats now and the table keeps its order while a line is torn so that "
    "nothing is lost when the agent goes on after the break and the numbers agree with the log "
    "again as they did before the change was made to the index of the store and its keys but one ";
  const VdtStoreConversation talk = { .log = (gint64) i + 1,
                                      .session_id = id,
                                      .home_id = "codex:0123456789ab",
                                      .place = "",
                                      .from_line = 1,
                                      .to_line = N_MESSAGES,
                                      .final = TRUE,
                                      .sequence = 3 * N_TURNS,
                                      .changed_at = session_time (i) };

  vdt_store_batch_begin_conversation (batch, &talk);
  for (int j = 0; j < N_MESSAGES; j++)
    {
      const gsize len = (gsize) g_rand_int_range (rand, 20, sizeof words - 1);
      g_autofree char *text = g_strndup (words, len);
      const VdtStoreUtterance said = { .line = j + 1,
                                       .time = session_time (i) - (N_MESSAGES - j) * VDT_SECOND,
                                       .from_user = j % 5 == 0,
                                       .text = text };

      vdt_store_batch_put_utterance (batch, &said);
    }
  for (int j = 0; j < 3 * N_TURNS; j++)
    {
      g_autoptr (VdtChangeSet) changes = vdt_change_set_new ();
      g_autoptr (GByteArray) blob = g_byte_array_new ();
      g_autofree char *task = g_strdup_printf ("Take care of part %d of session %u", j / 3, i);
      VdtStoreSnapshot row = { .sequence = j + 1,
                               .line = j + 1,
                               .time = session_time (i) - (3 * N_TURNS - j - 1) * VDT_SECOND };

      if (j % 3 == 0)
        vdt_change_set_add (changes, VDT_CHANGE_CURRENT_TASK, "before", task, row.time);
      else if (j % 3 == 1)
        vdt_change_set_add (changes, VDT_CHANGE_LIFECYCLE, "idle", "working", row.time);
      else
        vdt_change_set_add (changes, VDT_CHANGE_COMPLETED, NULL, task, row.time);
      vdt_change_set_write (changes, blob);
      row.changes = blob->data;
      row.changes_len = blob->len;
      vdt_store_batch_put_snapshot (batch, &row);
    }
}

static void
put_decision (VdtStoreBatch *batch, guint i, const char *id)
{
  g_autoptr (VdtDecision) decision = vdt_decision_new ();
  const VdtDecisionOption options[] = { { (char *) "Yes", (char *) "Go on.", FALSE },
                                        { (char *) "No", (char *) "Stop.", FALSE } };
  g_autoptr (GByteArray) body = g_byte_array_new ();
  g_autofree char *own = g_strdup_printf ("%024x", 0x1000000 + i);
  VdtStoreDecision row = { .id = own,
                           .session_id = id,
                           .line = N_MESSAGES,
                           .call = 1,
                           .created_at = session_time (i) };

  decision->native_id = g_strdup ("call_1:0");
  decision->title = g_strdup ("Jobs");
  decision->description = g_strdup ("Keep failed jobs?");
  decision->created_at = row.created_at;
  vdt_decision_set_options (decision, options, G_N_ELEMENTS (options));
  vdt_decision_write (decision, body);
  row.body = body->data;
  row.body_len = body->len;
  vdt_store_batch_put_decision (batch, &row);
}

static void
put_session (VdtStoreBatch *batch, guint i, const char *id)
{
  VdtSessionInfo *info = vdt_session_info_new ();
  g_autoptr (GByteArray) view = g_byte_array_new ();
  VdtStoreSession row = { .id = id, .home_id = "codex:0123456789ab", .active = i < N_DECIDING };

  info->id = g_strdup (id);
  info->native_id = g_strdup_printf ("thread-%u", i);
  info->home_id = g_strdup (row.home_id);
  info->title = g_strdup_printf ("Take care of session %u", i);
  info->project = g_strdup ("orchard");
  info->last_event_at = row.last_event_at = session_time (i);
  vdt_session_info_write (info, view);
  row.native_id = info->native_id;
  row.view = view->data;
  row.view_len = view->len;
  vdt_store_batch_put_session (batch, &row);
  g_hash_table_insert (sessions, g_strdup (id), info);
}

static void
set_since (VdtStore *store, VdtTime since)
{
  VdtStoreBatch *batch = vdt_store_batch_new (vdt_store_get_generation (store));
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, since);
  g_autoptr (GAsyncResult) result = NULL;

  vdt_store_batch_put_meta (batch, "review.since", text);
  vdt_store_apply_async (store, batch, NULL, answer_cb, NULL);
  result = wait_answer ();
  g_assert_true (vdt_store_apply_finish (store, result, NULL));
}

static void
fill (VdtStore *store)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < N_SESSIONS;)
    {
      VdtStoreBatch *batch = vdt_store_batch_new (vdt_store_get_generation (store));
      g_autoptr (GAsyncResult) result = NULL;

      for (guint end = i + 100; i < end; i++)
        {
          g_autofree char *id = session_id (i);

          put_session (batch, i, id);
          put_talk (batch, i, id, rand);
          if (i < N_DECIDING)
            put_decision (batch, i, id);
        }
      vdt_store_apply_async (store, batch, NULL, answer_cb, NULL);
      result = wait_answer ();
      g_assert_true (vdt_store_apply_finish (store, result, NULL));
    }
}

static VdtStore *
open_store (const char *path)
{
  VdtStore *store = vdt_store_new ();
  g_autoptr (GAsyncResult) result = NULL;

  vdt_store_open_async (store, path, NULL, answer_cb, NULL);
  result = wait_answer ();
  g_assert_true (vdt_store_open_finish (store, result, NULL));
  g_assert_cmpint (vdt_store_get_state (store), ==, VDT_STORE_STATE_OK);
  return store;
}

static VdtSessionInfo *
find_session (const char *id, gpointer data)
{
  VdtSessionInfo *info = g_hash_table_lookup (sessions, id);

  return info != NULL ? vdt_session_info_ref (info) : NULL;
}

static guint
open_review (VdtStore *store)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (VdtStoreReview) stored = NULL;
  g_autoptr (GPtrArray) cards = NULL;

  vdt_store_load_review_async (store, NULL, NULL, answer_cb, NULL);
  result = wait_answer ();
  stored = vdt_store_load_review_finish (store, result, NULL);
  g_assert_nonnull (stored);
  cards = vdt_review_build (stored, find_session, NULL);
  return cards->len + stored->n_more;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  return *(const gint64 *) a < *(const gint64 *) b ? -1 : *(const gint64 *) a > *(const gint64 *) b;
}

static void
report (const char *what, gint64 *times, guint n)
{
  qsort (times, n, sizeof *times, compare_times);
  g_print ("%-46s median %7.1f ms, worst %7.1f ms\n", what, (double) times[n / 2] / 1000,
           (double) times[n - 1] / 1000);
}

static void
time_review (VdtStore *store, const char *what)
{
  gint64 times[ROUNDS];
  guint n = 0;
  g_autofree char *line = NULL;

  for (guint i = 0; i < ROUNDS; i++)
    {
      const gint64 start = g_get_monotonic_time ();

      n = open_review (store);
      times[i] = g_get_monotonic_time () - start;
    }
  line = g_strdup_printf ("opening Review, %u cards%s", n, what);
  report (line, times, ROUNDS);
}

static void
time_acknowledge (VdtStore *store)
{
  gint64 times[ROUNDS];

  for (guint i = 0; i < ROUNDS; i++)
    {
      g_autofree char *id = session_id (i);
      const VdtStoreMove move = { .session_id = id, .log = i + 1, .sequence = 3 * N_TURNS };
      VdtStoreMoved moved = { 0 };
      g_autoptr (GAsyncResult) result = NULL;
      const gint64 start = g_get_monotonic_time ();

      vdt_store_acknowledge_async (store, &move, 1, NOW, NULL, answer_cb, NULL);
      result = wait_answer ();
      g_assert_true (vdt_store_acknowledge_finish (store, result, &moved, NULL));
      g_assert_cmpuint (moved.advanced, ==, 1);
      times[i] = g_get_monotonic_time () - start;
    }
  report ("acknowledging", times, ROUNDS);
}

/* Half of it goes, some at a time; whoever asks for something else waits behind one of these. */
static void
time_prune (VdtStore *store)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint64 all = 0;
  guint64 n = 1;
  const gint64 begin = g_get_monotonic_time ();

  while (n > 0)
    {
      g_autoptr (GAsyncResult) result = NULL;
      const gint64 start = g_get_monotonic_time ();
      gint64 time = 0;

      vdt_store_prune_async (store, DAYS / 2, NOW, NULL, answer_cb, NULL);
      result = wait_answer ();
      g_assert_true (vdt_store_prune_finish (store, result, &n, NULL));
      time = g_get_monotonic_time () - start;
      g_array_append_val (times, time);
      all += n;
    }
  g_print ("pruning half: %" G_GUINT64_FORMAT " rows in %u steps, %.1f s in all\n", all, times->len,
           (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC);
  report ("a step of it, behind which others wait", (gint64 *) (gpointer) times->data, times->len);
}

int
main (void)
{
  g_autofree char *root = g_dir_make_tmp ("vedette-perf-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (root, "data", "vedette.sqlite3", NULL);
  g_autoptr (VdtStore) store = NULL;
  gint64 start = g_get_monotonic_time ();
  GStatBuf st;
  gint64 first = 0;

  sessions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                    (GDestroyNotify) vdt_session_info_unref);
  store = open_store (path);
  fill (store);
  g_print ("%u sessions, %u messages, %u snapshots stored in %.1f s\n", N_SESSIONS,
           N_SESSIONS * N_MESSAGES, N_SESSIONS * 3 * N_TURNS,
           (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC);
  set_since (store, session_time (300));
  vdt_store_close (store);
  g_clear_object (&store);
  g_assert_cmpint (g_stat (path, &st), ==, 0);
  g_print ("database %.1f MB: %.0f bytes a message with all that goes with it; %.1f MB a day\n",
           (double) st.st_size / 1e6, (double) st.st_size / (N_SESSIONS * N_MESSAGES),
           (double) st.st_size / 1e6 / DAYS);

  store = open_store (path);
  start = g_get_monotonic_time ();
  open_review (store);
  first = g_get_monotonic_time () - start;
  report ("opening Review for the first time after a start", &first, 1);
  time_review (store, "");
  set_since (store, 1);
  time_review (store, ", everything changed");
  time_acknowledge (store);
  time_prune (store);
  vdt_store_close (store);
  g_clear_object (&store);
  g_hash_table_unref (sessions);
  test_remove_tree (root);
  return 0;
}
