/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-store-review.h"

#include <sqlite3.h>

#include "talk-test.h"

/* Two Vedettes on one database do everything that happens to conversations, in any order. */

#define N_TALKS     3
#define MAX_RECORDS 90 /* more changes of a kind are not kept */
#define ORDERS      8
#define STEPS       120

/* What somebody who only watches knows of a session with one log. */
typedef struct
{
  const char *id;
  gint64 log;
  gint64 n;      /* records, and so snapshots */
  gint64 cut;    /* deleted up to there, also when read again */
  gint64 oldest; /* what is before it was pruned */
  gboolean truncated;
  gint64 baseline; /* 0 for none */
  gint64 before;   /* where it stood before; 0 for nowhere, -1 where that is not known */
} Talk;

typedef struct
{
  StoreTest a;
  StoreTest b;
  Talk talks[N_TALKS];
} Pair;

static void
set_up (Pair *pair, gconstpointer data)
{
  store_test_set_up (&pair->a, data);
  pair->a.options.busy_ms = 20000;
  pair->b.path = pair->a.path;
  pair->b.options = pair->a.options;
  store_test_open (&pair->a);
  store_test_open (&pair->b);
}

static void
tear_down (Pair *pair, gconstpointer data)
{
  store_test_close (&pair->b);
  store_test_tear_down (&pair->a, data);
}

static StoreTest *
either (Pair *pair)
{
  return g_test_rand_bit () ? &pair->a : &pair->b;
}

static gint64
pick (gint64 from, gint64 to)
{
  return g_test_rand_int_range ((gint32) from, (gint32) to + 1);
}

/* --- what happens ----------------------------------------------------------------------------- */

static void
put (Pair *pair, Talk *talk, gint64 from, gint64 to, gboolean final)
{
  const TalkPiece piece = { talk->log, talk->id, "", from, to, final, 0, FALSE };

  talk_test_put (either (pair)->store, &piece);
  talk->truncated = talk->truncated || from <= talk->cut;
}

static void
grow (Pair *pair, Talk *talk)
{
  const gint64 to = MIN (talk->n + pick (1, 5), MAX_RECORDS);

  if (to == talk->n)
    return;
  put (pair, talk, talk->n + 1, to, TRUE);
  talk->n = to;
}

/* All of it, in pieces. */
static void
read_again (Pair *pair, Talk *talk, gint64 n)
{
  gint64 from = 1;

  while (from <= n)
    {
      const gint64 to = pick (from, n);

      put (pair, talk, from, to, to == n);
      from = to + 1;
    }
  talk->oldest = 1;
}

/* Something else stands there now, no longer than what stood there. */
static void
write_anew (Pair *pair, Talk *talk)
{
  talk->n = pick (1, talk->n);
  read_again (pair, talk, talk->n);
  talk->baseline = MIN (talk->baseline, talk->n);
  talk->before = MIN (talk->before, talk->n);
}

/* Between what was shown and what is acknowledged anything may have come. */
static void
acknowledge (Pair *pair, Talk *talk)
{
  const gint64 shown = pick (1, talk->n + 1);
  const guint moved = talk_test_done (either (pair)->store, talk->id, talk->log, shown);

  if (shown > talk->n)
    {
      g_assert_cmpuint (moved, ==, G_MAXUINT);
      return;
    }
  g_assert_cmpuint (moved, ==, shown > talk->baseline ? 1 : 0);
  if (moved == 0)
    return;
  talk->before = talk->baseline;
  talk->baseline = shown;
}

/* All or none (V31). */
static void
acknowledge_all (Pair *pair)
{
  VdtStoreMove moves[N_TALKS];
  VdtStoreMoved moved = { 0 };
  gboolean conflict = FALSE;
  guint advanced = 0;

  for (guint i = 0; i < N_TALKS; i++)
    {
      const Talk *talk = &pair->talks[i];

      moves[i] = (VdtStoreMove){ talk->id, talk->log, pick (MAX (1, talk->n - 3), talk->n) };
      if (pick (0, 9) == 0)
        moves[i].sequence = talk->n + 1;
      conflict = conflict || moves[i].sequence > talk->n;
      advanced += moves[i].sequence > talk->baseline ? 1 : 0;
    }
  moved = talk_test_move (either (pair)->store, moves, N_TALKS, TALK_START);
  g_assert_cmpint (moved.conflict, ==, conflict);
  g_assert_cmpuint (moved.advanced, ==, conflict ? 0 : advanced);
  for (guint i = 0; i < N_TALKS && !conflict; i++)
    if (moves[i].sequence > pair->talks[i].baseline)
      {
        pair->talks[i].before = pair->talks[i].baseline;
        pair->talks[i].baseline = moves[i].sequence;
      }
}

static void
undo (Pair *pair, Talk *talk)
{
  const gboolean can = talk->baseline > 0 && talk->before >= 0;

  g_assert_cmpint (talk_test_undo (either (pair)->store, talk->id), ==, can);
  if (!can)
    return;
  talk->baseline = talk->before;
  talk->before = talk->baseline > 0 ? -1 : 0;
}

/* Of one session, or of all: then also what no log says yet up to that moment. The clock does not
 * go back. */
static void
delete_history (Pair *pair, Talk *talk)
{
  const gboolean all = pick (0, 3) == 0;
  g_autoptr (GError) error = NULL;
  gint64 last = MAX (talk->n, talk->cut);

  for (guint i = 0; i < N_TALKS && all; i++)
    last = MAX (last, MAX (pair->talks[i].n, pair->talks[i].cut));
  store_test_delete_history (either (pair)->store, all ? NULL : talk->id, TALK_AT (last), &error);
  g_assert_no_error (error);
  for (guint i = 0; i < N_TALKS; i++)
    if (all || &pair->talks[i] == talk)
      {
        pair->talks[i].cut = last;
        pair->talks[i].truncated = TRUE;
        pair->talks[i].baseline = pair->talks[i].before = 0;
      }
}

static void
prune (Pair *pair)
{
  const gint64 oldest = pick (1, MAX_RECORDS / 2);

  while (store_test_prune (either (pair)->store, 1, TALK_AT (oldest) + VDT_DAY) > 0)
    continue;
  for (guint i = 0; i < N_TALKS; i++)
    pair->talks[i].oldest = MAX (pair->talks[i].oldest, MIN (oldest, pair->talks[i].n + 1));
}

/* --- what is seen ----------------------------------------------------------------------------- */

static gint64
first_kept (const Talk *talk)
{
  return MAX (talk->cut + 1, talk->oldest);
}

static void
check_row (const Talk *talk, const VdtStoreReviewRow *row)
{
  const gint64 first = MAX (first_kept (talk), talk->baseline + 1);
  const gint64 n_new = MAX (talk->n - first + 1, 0);
  gboolean truncated = talk->n > talk->baseline && first > talk->baseline + 1;

  truncated = truncated || (talk->baseline == 0 && talk->truncated);
  g_assert_cmpint (row->newest.sequence, ==, talk->n);
  g_assert_cmpint (row->newest.number, ==, talk->n);
  g_assert_cmpint (row->newest.at, ==, TALK_AT (talk->n));
  g_assert_cmpint (row->baseline.sequence, ==, talk->baseline);
  g_assert_cmpint (vdt_time_known (row->reviewed_at), ==, talk->baseline > 0);
  g_assert_cmpint (vdt_change_set_get_size (row->changes), ==, n_new);
  g_assert_cmpint (row->truncated, ==, truncated);
  if (n_new > 0)
    {
      g_autofree char *oldest = g_strdup_printf ("step %" G_GINT64_FORMAT, first);
      g_autofree char *newest = g_strdup_printf ("step %" G_GINT64_FORMAT, talk->n);
      g_autofree char *said = g_strdup_printf ("message %" G_GINT64_FORMAT, talk->n);

      g_assert_cmpstr (vdt_change_set_get (row->changes, 0)->to, ==, oldest);
      g_assert_cmpstr (vdt_change_set_get (row->changes, (guint) n_new - 1)->to, ==, newest);
      g_assert_cmpstr (row->last_text, ==, said);
    }
}

static void
check (Pair *pair)
{
  g_autoptr (VdtStoreReview) queue = talk_test_review (either (pair)->store, NULL);
  guint n_kept = 0;

  g_assert_cmpuint (queue->n_more, ==, 0);
  for (guint i = 0; i < N_TALKS; i++)
    {
      const Talk *talk = &pair->talks[i];
      g_autoptr (VdtStoreReview) review = talk_test_review (either (pair)->store, talk->id);
      g_autoptr (GPtrArray) events = talk_test_timeline (either (pair)->store, talk->id);
      const gint64 kept = MAX (talk->n - first_kept (talk) + 1, 0);
      const gboolean unseen = talk->n >= MAX (first_kept (talk), talk->baseline + 1);

      check_row (talk, talk_test_find (review, talk->id));
      g_assert_cmpint (talk_test_find (queue, talk->id) != NULL, ==, unseen);
      g_assert_cmpint (events->len, ==, kept);
      n_kept += (guint) kept;
    }
  g_assert_cmpuint (talk_test_count (pair->a.path, "messages"), ==, n_kept);
  g_assert_cmpuint (talk_test_count (pair->a.path, "snapshots"), ==, n_kept);
}

static void
make_step (Pair *pair)
{
  Talk *talk = &pair->talks[pick (0, N_TALKS - 1)];
  const int what = (int) pick (0, 15);

  g_test_message ("step %d of %" G_GINT64_FORMAT ", which has %" G_GINT64_FORMAT
                  ", cut %" G_GINT64_FORMAT ", oldest %" G_GINT64_FORMAT
                  ", baseline %" G_GINT64_FORMAT ", before %" G_GINT64_FORMAT,
                  what, talk->log, talk->n, talk->cut, talk->oldest, talk->baseline, talk->before);
  switch (what)
    {
    case 0:
      read_again (pair, talk, talk->n);
      break;
    case 1:
      write_anew (pair, talk);
      break;
    case 2:
      delete_history (pair, talk);
      break;
    case 3:
      prune (pair);
      break;
    case 4:
      store_test_reopen (either (pair));
      break;
    case 5:
    case 6:
      undo (pair, talk);
      break;
    case 7:
      acknowledge_all (pair);
      break;
    case 8:
    case 9:
    case 10:
      acknowledge (pair, talk);
      break;
    default:
      grow (pair, talk);
      break;
    }
  check (pair);
}

static void
test_any_order (Pair *pair, gconstpointer data)
{
  static const char *const ids[N_TALKS] = { SESSION_A, SESSION_B, SESSION_C };

  for (guint order = 0; order < ORDERS; order++)
    {
      talk_test_exec (pair->a.path, "DELETE FROM conversations; DELETE FROM messages;"
                                    "DELETE FROM snapshots; DELETE FROM reviews;"
                                    "DELETE FROM sessions;"
                                    "DELETE FROM meta WHERE key = 'store.history_deleted'");
      for (guint i = 0; i < N_TALKS; i++)
        {
          pair->talks[i] = (Talk){ .id = ids[i], .log = 100 - 60 * (gint64) i, .oldest = 1 };
          grow (pair, &pair->talks[i]);
        }
      for (guint i = 0; i < STEPS; i++)
        make_step (pair);
    }
}

/* --- at the same time ------------------------------------------------------------------------- */

static void
begin_move (VdtStore *store, gint64 sequence, GAsyncResult **result)
{
  const VdtStoreMove move = { SESSION_A, 7, sequence };

  vdt_store_acknowledge_async (store, &move, 1, TALK_START, NULL, talk_test_keep_cb, result);
}

static guint
end_move (VdtStore *store, GAsyncResult **result)
{
  g_autoptr (GError) error = NULL;
  VdtStoreMoved moved = { 0 };

  vdt_store_acknowledge_finish (store, talk_test_wait (result), &moved, &error);
  g_assert_no_error (error);
  g_assert_false (moved.conflict);
  return moved.advanced;
}

/* Two acknowledge at once: the one that looked further counts, and nothing goes back (V32). */
static void
test_race (Pair *pair, gconstpointer data)
{
  gint64 baseline = 0;

  talk_test_read (pair->a.store, 7, SESSION_A, "", MAX_RECORDS);
  while (baseline < MAX_RECORDS)
    {
      const gint64 one = pick (baseline, MIN (baseline + 3, MAX_RECORDS));
      const gint64 two = pick (baseline, MIN (baseline + 3, MAX_RECORDS));
      g_autoptr (GAsyncResult) result_a = NULL;
      g_autoptr (GAsyncResult) result_b = NULL;
      g_autoptr (VdtStoreReview) review = NULL;
      guint advanced = 0;

      begin_move (pair->a.store, MAX (one, 1), &result_a);
      begin_move (pair->b.store, MAX (two, 1), &result_b);
      advanced = end_move (pair->a.store, &result_a) + end_move (pair->b.store, &result_b);
      if (MAX (MAX (one, two), 1) > baseline)
        g_assert_cmpuint (advanced, >=, 1);
      else
        g_assert_cmpuint (advanced, ==, 0);
      baseline = MAX (MAX (one, two), MAX (baseline, 1));
      review = talk_test_review (pair->a.store, SESSION_A);
      g_assert_cmpint (talk_test_find (review, SESSION_A)->baseline.sequence, ==, baseline);
    }
}

/* While one prunes and deletes, what the other reads is of one moment: no hole, no half of it. */
static void
test_read_while_pruning (Pair *pair, gconstpointer data)
{
  gint64 first = 1;

  talk_test_read (pair->a.store, 7, SESSION_A, "", MAX_RECORDS);
  for (gint64 oldest = 2; oldest <= MAX_RECORDS; oldest++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (VdtStoreReview) review = NULL;
      const VdtStoreReviewRow *row = NULL;
      guint n = 0;

      vdt_store_prune_async (pair->a.store, 1, TALK_AT (oldest) + VDT_DAY, NULL, talk_test_keep_cb,
                             &result);
      review = talk_test_review (pair->b.store, SESSION_A);
      row = talk_test_find (review, SESSION_A);
      n = vdt_change_set_get_size (row->changes);
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *step =
            g_strdup_printf ("step %" G_GINT64_FORMAT, MAX_RECORDS - (gint64) (n - 1 - i));

          g_assert_cmpstr (vdt_change_set_get (row->changes, i)->to, ==, step);
        }
      g_assert_cmpint (MAX_RECORDS - n + 1, >=, first);
      g_assert_cmpint (MAX_RECORDS - n + 1, <=, oldest);
      g_assert_cmpint (row->truncated, ==, n < MAX_RECORDS);
      g_assert_cmpint (row->newest.sequence, ==, MAX_RECORDS);
      first = MAX_RECORDS - n + 1;
      vdt_store_prune_finish (pair->a.store, talk_test_wait (&result), NULL, NULL);
    }
}

/* --- trouble ---------------------------------------------------------------------------------- */

/* Somebody keeps the database locked while a person says what was looked at. */
static void
test_done_while_locked (Pair *pair, gconstpointer data)
{
  sqlite3 *side = NULL;
  g_autoptr (VdtStoreReview) review = NULL;

  store_test_close (&pair->b);
  talk_test_read (pair->a.store, 7, SESSION_A, "", 5);
  pair->a.options.busy_ms = 50;
  vdt_store_set_options (pair->a.store, &pair->a.options);
  g_assert_cmpint (sqlite3_open (pair->a.path, &side), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (side, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpuint (talk_test_done (pair->a.store, SESSION_A, 7, 4), ==, 1);
  g_assert_cmpint (vdt_store_get_state (pair->a.store), ==, VDT_STORE_STATE_MEMORY);
  g_assert_cmpint (vdt_store_get_reason (pair->a.store), ==, VDT_STORE_REASON_LOCKED);
  /* still locked */
  vdt_store_retry (pair->a.store);
  g_assert_cmpuint (talk_test_done (pair->a.store, SESSION_A, 7, 5), ==, 1);
  g_assert_cmpint (vdt_store_get_state (pair->a.store), ==, VDT_STORE_STATE_MEMORY);
  g_assert_cmpuint (talk_test_count (pair->a.path, "reviews"), ==, 0);
  sqlite3_close (side);
  vdt_store_retry (pair->a.store);
  store_test_wait_for_state (&pair->a, VDT_STORE_STATE_OK);
  review = talk_test_review (pair->a.store, SESSION_A);
  g_assert_cmpint (talk_test_find (review, SESSION_A)->baseline.sequence, ==, 5);
}

/* No room for so little as where a baseline stands. */
static void
test_done_while_full (Pair *pair, gconstpointer data)
{
  g_autoptr (VdtStoreReview) review = NULL;

  store_test_close (&pair->b);
  talk_test_read (pair->a.store, 7, SESSION_A, "", 5);
  talk_test_exec (pair->a.path, "CREATE TRIGGER full BEFORE INSERT ON reviews BEGIN"
                                " INSERT INTO meta VALUES ('filler', hex (zeroblob (4000000)));"
                                " END");
  pair->a.options.max_pages = 100;
  vdt_store_set_options (pair->a.store, &pair->a.options);
  g_assert_cmpuint (talk_test_done (pair->a.store, SESSION_A, 7, 4), ==, 1);
  g_assert_cmpint (vdt_store_get_state (pair->a.store), ==, VDT_STORE_STATE_MEMORY);
  g_assert_cmpint (vdt_store_get_reason (pair->a.store), ==, VDT_STORE_REASON_FULL);
  talk_test_exec (pair->a.path, "DROP TRIGGER full");
  pair->a.options.max_pages = 0;
  vdt_store_set_options (pair->a.store, &pair->a.options);
  vdt_store_retry (pair->a.store);
  store_test_wait_for_state (&pair->a, VDT_STORE_STATE_OK);
  review = talk_test_review (pair->a.store, SESSION_A);
  g_assert_cmpint (talk_test_find (review, SESSION_A)->baseline.sequence, ==, 4);
}

static void
add (const char *path, void (*func) (Pair *, gconstpointer))
{
  g_test_add (path, Pair, NULL, set_up, func, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("/store/talks/any-order", test_any_order);
  add ("/store/talks/race", test_race);
  add ("/store/talks/read-while-pruning", test_read_while_pruning);
  add ("/store/talks/done-while-locked", test_done_while_locked);
  add ("/store/talks/done-while-full", test_done_while_full);

  return g_test_run ();
}
