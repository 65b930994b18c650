/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-store-talk.h"

#include <glib/gstdio.h>

#include "talk-test.h"
#include "vdt-store-claims.h"

#define LOG   7
#define OTHER 8

/* --- what is written -------------------------------------------------------------------------- */

/* A log that is read again, in whatever pieces, makes nothing that was not there (V23). */
static void
test_read_again (StoreTest *test, gconstpointer data)
{
  const TalkPiece pieces[] = {
    { LOG, SESSION_A, "", 1, 4, FALSE, 0, FALSE },
    { LOG, SESSION_A, "", 5, 9, FALSE, 0, FALSE },
    { LOG, SESSION_A, "", 10, 12, TRUE, 0, FALSE },
  };

  store_test_open (test);
  talk_test_read (test->store, LOG, SESSION_A, "", 12);
  for (guint round = 0; round < 3; round++)
    {
      g_autoptr (VdtStoreReview) review = NULL;
      const VdtStoreReviewRow *row = NULL;

      for (guint i = 0; i < (round < 2 ? G_N_ELEMENTS (pieces) : 2); i++)
        talk_test_put (test->store, &pieces[i]);
      review = talk_test_review (test->store, NULL);
      row = talk_test_find (review, SESSION_A);
      g_assert_cmpint (row->newest.sequence, ==, 12);
      g_assert_cmpint (row->newest.at, ==, TALK_AT (12));
      g_assert_cmpuint (vdt_change_set_get_size (row->changes), ==, 12);
      g_assert_false (row->truncated);
      g_assert_cmpstr (row->last_text, ==, "message 12");
      g_assert_cmpuint (talk_test_count (test->path, "messages"), ==, 12);
      g_assert_cmpuint (talk_test_count (test->path, "snapshots"), ==, 12);
      store_test_reopen (test);
    }
}

/* Deleted while a log was still being read for the first time (V18): the rest of it does not come
 * in, what happens later does. */
static void
test_deleted_before_recorded (StoreTest *test, gconstpointer data)
{
  const gboolean all = GPOINTER_TO_INT (data);
  const TalkPiece later = { OTHER, SESSION_A, "b", 6, 9, TRUE, 0, FALSE };
  g_autoptr (VdtStoreReview) review = NULL;
  g_autoptr (GError) error = NULL;

  store_test_open (test);
  talk_test_read (test->store, LOG, SESSION_A, "a", 3);
  g_assert_true (
    store_test_delete_history (test->store, all ? NULL : SESSION_A, TALK_AT (7), &error));
  g_assert_no_error (error);
  /* another log of it */
  talk_test_put (test->store, &later);
  g_assert_cmpuint (talk_test_count (test->path, "messages"), ==, 2);
  g_assert_cmpuint (talk_test_count (test->path, "snapshots"), ==, 2);
  review = talk_test_review (test->store, NULL);
  g_assert_true (talk_test_find (review, SESSION_A)->truncated);
  if (!all)
    return;
  /* a session that nobody knew of */
  store_test_reopen (test);
  talk_test_read (test->store, 20, SESSION_B, "", 9);
  g_assert_cmpuint (talk_test_count (test->path, "messages"), ==, 4);
  g_clear_pointer (&review, vdt_store_review_free);
  review = talk_test_review (test->store, NULL);
  g_assert_true (talk_test_find (review, SESSION_B)->truncated);
  g_assert_cmpuint (vdt_change_set_get_size (talk_test_find (review, SESSION_B)->changes), ==, 2);
}

/* A log that was written anew from its start is shorter: what comes then is new (V31). */
static void
test_rewritten (StoreTest *test, gconstpointer data)
{
  g_autoptr (VdtStoreReview) review = NULL;
  const VdtStoreReviewRow *row = NULL;

  store_test_open (test);
  talk_test_read (test->store, LOG, SESSION_A, "", 10);
  g_assert_cmpuint (talk_test_done (test->store, SESSION_A, LOG, 10), ==, 1);
  talk_test_read (test->store, LOG, SESSION_A, "", 3);
  g_assert_cmpuint (talk_test_done (test->store, SESSION_A, LOG, 10), ==, G_MAXUINT);
  talk_test_read (test->store, LOG, SESSION_A, "", 5);
  review = talk_test_review (test->store, NULL);
  row = talk_test_find (review, SESSION_A);
  g_assert_nonnull (row);
  g_assert_cmpuint (vdt_change_set_get_size (row->changes), ==, 2);
  g_assert_cmpint (row->baseline.sequence, ==, 3);
  g_assert_cmpuint (talk_test_done (test->store, SESSION_A, LOG, 5), ==, 1);
}

/* Each *undo* takes back the last step and no more. */
static void
test_undo (StoreTest *test, gconstpointer data)
{
  g_autoptr (VdtStoreReview) review = NULL;

  store_test_open (test);
  talk_test_read (test->store, LOG, SESSION_A, "", 9);
  g_assert_false (talk_test_undo (test->store, SESSION_A));
  g_assert_cmpuint (talk_test_done (test->store, SESSION_A, LOG, 2), ==, 1);
  g_assert_true (talk_test_undo (test->store, SESSION_A));
  g_assert_cmpuint (talk_test_count (test->path, "reviews"), ==, 0);
  for (gint64 i = 2; i <= 6; i += 2)
    g_assert_cmpuint (talk_test_done (test->store, SESSION_A, LOG, i), ==, 1);
  g_assert_true (talk_test_undo (test->store, SESSION_A));
  /* where it stood before that nobody knows any more */
  g_assert_false (talk_test_undo (test->store, SESSION_A));
  review = talk_test_review (test->store, NULL);
  g_assert_cmpint (talk_test_find (review, SESSION_A)->baseline.sequence, ==, 4);
}

static void
go_to_memory (StoreTest *test)
{
  store_test_close (test);
  test->options.read_only = TRUE;
  store_test_open (test);
  g_assert_cmpint (vdt_store_get_state (test->store), ==, VDT_STORE_STATE_MEMORY);
}

static void
go_to_file (StoreTest *test)
{
  test->options.read_only = FALSE;
  vdt_store_set_options (test->store, &test->options);
  vdt_store_retry (test->store);
  store_test_wait_for_state (test, VDT_STORE_STATE_OK);
}

static gint64
get_baseline (VdtStore *store, const char *session_id)
{
  g_autoptr (VdtStoreReview) review = talk_test_review (store, session_id);

  return talk_test_find (review, session_id)->baseline.sequence;
}

/* While the file cannot be written, what a person says is kept in memory, and it is in the file
 * once that can be had again: no log says it. */
static void
test_done_in_memory (StoreTest *test, gconstpointer data)
{
  store_test_open (test);
  talk_test_read (test->store, LOG, SESSION_A, "", 9);
  talk_test_read (test->store, OTHER, SESSION_B, "", 9);
  talk_test_read (test->store, 9, SESSION_C, "", 9);
  g_assert_cmpuint (talk_test_done (test->store, SESSION_B, OTHER, 2), ==, 1);
  g_assert_cmpuint (talk_test_done (test->store, SESSION_B, OTHER, 5), ==, 1);
  g_assert_cmpuint (talk_test_done (test->store, SESSION_C, 9, 5), ==, 1);
  go_to_memory (test);
  g_assert_cmpuint (talk_test_done (test->store, SESSION_A, LOG, 3), ==, 1);
  g_assert_true (talk_test_undo (test->store, SESSION_B));
  g_assert_true (talk_test_undo (test->store, SESSION_C));
  /* more is read meanwhile, which the file does not know yet */
  talk_test_read (test->store, LOG, SESSION_A, "", 12);
  g_assert_cmpuint (talk_test_done (test->store, SESSION_A, LOG, 12), ==, 1);
  go_to_file (test);
  g_assert_cmpint (get_baseline (test->store, SESSION_B), ==, 2);
  g_assert_cmpint (get_baseline (test->store, SESSION_C), ==, 0);
  talk_test_read (test->store, LOG, SESSION_A, "", 12);
  g_assert_cmpint (get_baseline (test->store, SESSION_A), ==, 12);
  g_assert_true (talk_test_undo (test->store, SESSION_A));
  g_assert_cmpint (get_baseline (test->store, SESSION_A), ==, 3);
  store_test_reopen (test);
  g_assert_cmpint (get_baseline (test->store, SESSION_A), ==, 3);
}

/* Meanwhile another Vedette moved baselines in the file: the later word counts. */
static void
test_done_by_two (StoreTest *test, gconstpointer data)
{
  StoreTest other = { .path = test->path, .options = test->options };

  store_test_open (test);
  talk_test_read (test->store, LOG, SESSION_A, "", 9);
  talk_test_read (test->store, OTHER, SESSION_B, "", 9);
  go_to_memory (test);
  store_test_open (&other);
  g_assert_cmpuint (talk_test_done (test->store, SESSION_A, LOG, 3), ==, 1);
  g_assert_cmpuint (talk_test_done (other.store, SESSION_A, LOG, 6), ==, 1);
  g_assert_cmpuint (talk_test_done (test->store, SESSION_B, OTHER, 6), ==, 1);
  g_assert_cmpuint (talk_test_done (other.store, SESSION_B, OTHER, 3), ==, 1);
  go_to_file (test);
  g_assert_cmpint (get_baseline (test->store, SESSION_A), ==, 6);
  g_assert_cmpint (get_baseline (test->store, SESSION_B), ==, 6);
  store_test_close (&other);
}

static VdtStoreDigest
claim_digest (VdtStore *store, VdtTime now)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreDigest digest = { 0 };

  vdt_store_claim_digest_async (store, VDT_HOUR, FALSE, now, NULL, talk_test_keep_cb, &result);
  vdt_store_claim_digest_finish (store, talk_test_wait (&result), &digest, &error);
  g_assert_no_error (error);
  return digest;
}

static guint
claim_notice (VdtStore *store, const char *key, VdtTime now)
{
  const char *const keys[] = { key, NULL };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  vdt_store_claim_notices_async (store, keys, 0, 0, now, NULL, talk_test_keep_cb, &result);
  vdt_store_claim_notices_finish (store, talk_test_wait (&result), &n, &error);
  g_assert_no_error (error);
  return n;
}

/* What was told while the file could not be written is not told again once it can. */
static void
test_told_in_memory (StoreTest *test, gconstpointer data)
{
  VdtStoreDigest digest = { 0 };

  store_test_open (test);
  talk_test_ask (test->store, LOG, SESSION_A, 1);
  claim_digest (test->store, TALK_START);
  g_assert_cmpuint (claim_notice (test->store, "one", TALK_START), ==, 1);
  go_to_memory (test);
  digest = claim_digest (test->store, TALK_START + VDT_HOUR);
  g_assert_true (digest.claimed);
  g_assert_true (digest.has_work);
  g_assert_cmpuint (claim_notice (test->store, "one", TALK_START), ==, 0);
  g_assert_cmpuint (claim_notice (test->store, "two", TALK_START), ==, 1);
  go_to_file (test);
  digest = claim_digest (test->store, TALK_START + VDT_HOUR + VDT_MINUTE);
  g_assert_false (digest.claimed);
  g_assert_cmpint (digest.next_due, ==, TALK_START + 2 * VDT_HOUR);
  g_assert_cmpint (digest.last_digest, ==, TALK_START + VDT_HOUR);
  g_assert_cmpuint (claim_notice (test->store, "one", TALK_START), ==, 0);
  g_assert_cmpuint (claim_notice (test->store, "two", TALK_START), ==, 0);
}

static void
put_lifecycle (VdtStore *store, gint64 line, const char *from, const char *to)
{
  g_autoptr (VdtChangeSet) changes = vdt_change_set_new ();

  vdt_change_set_add (changes, VDT_CHANGE_LIFECYCLE, from, to, TALK_AT (line));
  talk_test_put_changes (store, LOG, SESSION_A, line, changes);
}

static gboolean
has_work (StoreTest *test, VdtTime *now)
{
  *now += VDT_HOUR;
  {
    const VdtStoreDigest digest = claim_digest (test->store, *now);

    g_assert_true (digest.claimed);
    return digest.has_work;
  }
}

/* A digest says that there is something to look at only where the queue has it (V40). */
static void
test_nothing_left (StoreTest *test, gconstpointer data)
{
  VdtTime now = TALK_AT (1000);
  g_autoptr (VdtStoreReview) review = NULL;

  store_test_open (test);
  claim_digest (test->store, now);
  /* began and ended: a state that came back is no change */
  put_lifecycle (test->store, 1, "idle", "working");
  g_assert_true (has_work (test, &now));
  put_lifecycle (test->store, 2, "working", "idle");
  g_assert_false (has_work (test, &now));
  /* deleted */
  talk_test_read (test->store, OTHER, SESSION_B, "", 5);
  g_assert_true (has_work (test, &now));
  g_assert_true (store_test_delete_history (test->store, SESSION_B, TALK_AT (5), NULL));
  g_assert_false (has_work (test, &now));
  /* too old to be kept, in a session that goes on */
  talk_test_read (test->store, 9, SESSION_C, "", 5);
  g_assert_true (has_work (test, &now));
  while (store_test_prune (test->store, 1, TALK_AT (5) + 2 * VDT_DAY) > 0)
    continue;
  g_assert_false (has_work (test, &now));
  review = talk_test_review (test->store, NULL);
  g_assert_cmpuint (review->rows->len + review->n_more, ==, 0);
}

/* However many sessions have nothing to show: the one that has is not hidden behind them. */
static void
test_behind_nothing (StoreTest *test, gconstpointer data)
{
  g_autoptr (VdtStoreReview) review = NULL;

  store_test_open (test);
  for (guint i = 0; i < VDT_STORE_MAX_CHANGED + 1; i++)
    {
      g_autofree char *id = g_strdup_printf ("%024u", i);

      talk_test_read (test->store, 100 + i, id, "", 1);
    }
  review = talk_test_review (test->store, NULL);
  g_assert_cmpuint (review->rows->len, ==, VDT_STORE_MAX_CHANGED);
  g_assert_cmpuint (review->n_more, ==, 1);
  g_assert_true (store_test_delete_history (test->store, NULL, TALK_AT (1), NULL));
  talk_test_read (test->store, OTHER, SESSION_B, "", 3);
  g_clear_pointer (&review, vdt_store_review_free);
  review = talk_test_review (test->store, NULL);
  g_assert_cmpuint (review->rows->len, ==, 1);
  g_assert_cmpuint (review->n_more, ==, 0);
  g_assert_nonnull (talk_test_find (review, SESSION_B));
}

static GPtrArray *
load_page (VdtStore *store, const char *session_id, const VdtStoreEvent *last, guint n)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *events = NULL;

  vdt_store_load_timeline_async (store, session_id, last, n, NULL, talk_test_keep_cb, &result);
  events = vdt_store_load_timeline_finish (store, talk_test_wait (&result), &error);
  g_assert_no_error (error);
  return events;
}

/* Turning pages of any size shows each step once, also where many bear the same time. */
static void
test_timeline_pages (StoreTest *test, gconstpointer data)
{
  const char *const whose[] = { NULL, SESSION_A, SESSION_B };
  const guint n_steps[] = { 18, 9, 9 };

  store_test_open (test);
  talk_test_read (test->store, LOG, SESSION_A, "", 5);
  talk_test_read (test->store, -3, SESSION_A, "b", 4);
  talk_test_read (test->store, OTHER, SESSION_B, "", 9);
  {
    g_autofree char *sql = g_strdup_printf ("UPDATE snapshots SET time = time / %d * %d",
                                            (int) (4 * VDT_MINUTE), (int) (4 * VDT_MINUTE));

    talk_test_exec (test->path, sql);
  }
  for (guint who = 0; who < G_N_ELEMENTS (whose); who++)
    for (guint size = 1; size < 20; size++)
      {
        g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
        g_autoptr (GPtrArray) page = load_page (test->store, whose[who], NULL, size);
        VdtTime before = VDT_TIME_MAX;

        while (page->len > 0)
          {
            g_autoptr (GPtrArray) last = g_steal_pointer (&page);

            for (guint i = 0; i < last->len; i++)
              {
                const VdtStoreEvent *event = g_ptr_array_index (last, i);

                g_assert_cmpint (event->at, <=, before);
                before = event->at;
                g_assert_true (
                  g_hash_table_add (seen, g_strdup_printf ("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT,
                                                           event->log, event->sequence)));
              }
            page =
              load_page (test->store, whose[who], g_ptr_array_index (last, last->len - 1), size);
          }
        g_assert_cmpuint (g_hash_table_size (seen), ==, n_steps[who]);
      }
}
static void
add (const char *path, void (*func) (StoreTest *, gconstpointer), gconstpointer data)
{
  g_test_add (path, StoreTest, data, store_test_set_up, func, store_test_tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("/store/talk/read-again", test_read_again, NULL);
  add ("/store/talk/deleted-before-recorded/one", test_deleted_before_recorded, NULL);
  add ("/store/talk/deleted-before-recorded/all", test_deleted_before_recorded,
       GINT_TO_POINTER (TRUE));
  add ("/store/talk/rewritten", test_rewritten, NULL);
  add ("/store/talk/undo", test_undo, NULL);
  add ("/store/talk/done-in-memory", test_done_in_memory, NULL);
  add ("/store/talk/done-by-two", test_done_by_two, NULL);
  add ("/store/talk/told-in-memory", test_told_in_memory, NULL);
  add ("/store/talk/nothing-left", test_nothing_left, NULL);
  add ("/store/talk/behind-nothing", test_behind_nothing, NULL);
  add ("/store/talk/timeline-pages", test_timeline_pages, NULL);

  return g_test_run ();
}
