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

  return g_test_run ();
}
