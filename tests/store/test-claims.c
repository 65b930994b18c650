/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-store-claims.h"

#include <sqlite3.h>

#include "store-test.h"
#include "vdt-store-review-private.h"

#define NOW  (1600000000 * VDT_SECOND)
#define HALF (30 * VDT_MINUTE)

/* Two Vedettes on one database, and somebody who changes it behind their backs. */
typedef struct
{
  StoreTest a;
  StoreTest b;
  sqlite3 *side;
} Claims;

static void
exec (Claims *claims, const char *sql)
{
  char *message = NULL;

  sqlite3_exec (claims->side, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
}

static char *
ask (Claims *claims, const char *sql)
{
  sqlite3_stmt *stmt = NULL;
  char *value = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (claims->side, sql, -1, &stmt, NULL), ==, SQLITE_OK);
  if (sqlite3_step (stmt) == SQLITE_ROW)
    value = g_strdup ((const char *) sqlite3_column_text (stmt, 0));
  sqlite3_finalize (stmt);
  return value;
}

static void
set_up (Claims *claims, gconstpointer data)
{
  store_test_set_up (&claims->a, data);
  claims->a.options.busy_ms = 20000;
  claims->b.path = claims->a.path;
  claims->b.options = claims->a.options;
  store_test_open (&claims->a);
  store_test_open (&claims->b);
  g_assert_cmpint (sqlite3_open (claims->a.path, &claims->side), ==, SQLITE_OK);
  sqlite3_busy_timeout (claims->side, 20000);
}

static void
tear_down (Claims *claims, gconstpointer data)
{
  sqlite3_close (claims->side);
  store_test_close (&claims->b);
  store_test_tear_down (&claims->a, data);
}

static void
keep_result_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **kept = user_data;

  *kept = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static VdtStoreDigest
finish_claim (VdtStore *store, GAsyncResult **result)
{
  VdtStoreDigest digest = { 0 };
  g_autoptr (GError) error = NULL;

  wait_for (result);
  vdt_store_claim_digest_finish (store, *result, &digest, &error);
  g_assert_no_error (error);
  return digest;
}

static VdtStoreDigest
claim (VdtStore *store, VdtTime interval, VdtTime now)
{
  g_autoptr (GAsyncResult) result = NULL;

  vdt_store_claim_digest_async (store, interval, FALSE, now, NULL, keep_result_cb, &result);
  return finish_claim (store, &result);
}

static guint
claim_notices (VdtStore *store, const char *const *keys, gint64 value, VdtTime now)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint n_claimed = G_MAXUINT;

  vdt_store_claim_notices_async (store, keys, value, 10 * VDT_MINUTE, now, NULL, keep_result_cb,
                                 &result);
  wait_for (&result);
  vdt_store_claim_notices_finish (store, result, &n_claimed, &error);
  g_assert_no_error (error);
  return n_claimed;
}

#define ADD_SESSION(id)                                                                            \
  "INSERT INTO sessions (id, runtime, home_id, native_id, active, source_deleted, view)"           \
  " VALUES ('" id "', 0, 'h', 'n', 1, 0, x'00');"
#define ADD_LOG(log, id, place, sequence, changed_at)                                              \
  "INSERT INTO conversations (log, session_id, runtime, home_id, place, line, sequence,"           \
  " changed_at, truncated) VALUES (" log ", '" id "', 0, 'h', '" place "', 1, " sequence           \
  ", " changed_at ", 0);"
#define ADD_DECISION(id, session, status)                                                          \
  "INSERT INTO decisions (id, log, line, session_id, call, priority, status, revision, body)"      \
  " VALUES ('" id "', 1, 1, '" session "', 1, 1, " status ", 1, x'00');"
#define ADD_REVIEW(id, log, sequence)                                                              \
  "INSERT INTO reviews (session_id, log, sequence, reviewed_at) VALUES ('" id "', " log            \
  ", " sequence ", 5);"
#define DECISION "dddddddddddddddddddddddd"

/* --- Digests ----------------------------------------------------------------------------- */

static void
test_digest_rules (Claims *claims, gconstpointer data)
{
  const struct
  {
    VdtTime interval;
    VdtTime now;
    gboolean claimed;
    VdtTime next_due;
  } steps[] = {
    { 0, NOW, FALSE, VDT_TIME_UNKNOWN },
    { HALF, NOW, FALSE, NOW + HALF },
    { HALF, NOW + VDT_MINUTE, FALSE, NOW + HALF },
    { HALF, NOW + HALF - 1, FALSE, NOW + HALF },
    { HALF, NOW + HALF, TRUE, NOW + 2 * HALF },
    { HALF, NOW + HALF, FALSE, NOW + 2 * HALF },
    /* After a suspend it is one window, not several. */
    { HALF, NOW + 20 * HALF, TRUE, NOW + 21 * HALF },
    { HALF, NOW + 20 * HALF + 1, FALSE, NOW + 21 * HALF },
    /* Another interval starts anew, and only once. */
    { VDT_HOUR, NOW + 20 * HALF + 2, FALSE, NOW + 22 * HALF + 2 },
    { VDT_HOUR, NOW + 21 * HALF, FALSE, NOW + 22 * HALF + 2 },
    /* The clock goes back. */
    { VDT_HOUR, NOW, FALSE, NOW + VDT_HOUR },
    { VDT_HOUR, NOW + VDT_HOUR, TRUE, NOW + 2 * VDT_HOUR },
    /* None, and again. */
    { 0, NOW + 9 * VDT_HOUR, FALSE, VDT_TIME_UNKNOWN },
    { VDT_HOUR, NOW + 9 * VDT_HOUR, FALSE, NOW + 10 * VDT_HOUR },
    /* Bounds. */
    { 1, NOW, FALSE, NOW + VDT_DIGEST_MIN },
    { VDT_DIGEST_MIN, NOW + 1, FALSE, NOW + VDT_DIGEST_MIN },
    { G_MAXINT64, NOW, FALSE, NOW + VDT_DIGEST_MAX },
    { -7, NOW, FALSE, VDT_TIME_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      VdtStoreDigest digest =
        claim (i % 2 ? claims->a.store : claims->b.store, steps[i].interval, steps[i].now);

      g_test_message ("step %u", i);
      g_assert_cmpint (digest.claimed, ==, steps[i].claimed);
      g_assert_cmpint (digest.next_due, ==, steps[i].next_due);
      g_assert_false (digest.has_work);
      g_assert_cmpint (digest.last_digest, ==, VDT_TIME_UNKNOWN);
    }
}

/* Only a digest with work is one; it is remembered, and told of once. */
static void
test_digest_work (Claims *claims, gconstpointer data)
{
  VdtStoreDigest digest = { 0 };

  exec (claims, ADD_SESSION (SESSION_A) ADD_DECISION (DECISION, SESSION_A, "0"));
  claim (claims->a.store, HALF, NOW);
  digest = claim (claims->b.store, HALF, NOW + HALF);
  g_assert_true (digest.claimed);
  g_assert_true (digest.has_work);
  g_assert_cmpint (digest.last_digest, ==, NOW + HALF);
  digest = claim (claims->a.store, HALF, NOW + HALF);
  g_assert_false (digest.claimed);
  g_assert_false (digest.has_work);
  g_assert_cmpint (digest.last_digest, ==, NOW + HALF);
  exec (claims, "DELETE FROM decisions");
  digest = claim (claims->a.store, HALF, NOW + 2 * HALF);
  g_assert_true (digest.claimed);
  g_assert_false (digest.has_work);
  g_assert_cmpint (digest.last_digest, ==, NOW + HALF);
}

/* What is stored there that is no number is as if it were not there. */
static void
test_digest_nonsense (Claims *claims, gconstpointer data)
{
  static const char *const values[] = { "", "soon", "-5", "12x", "99999999999999999999", "1e9" };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *sql =
        g_strdup_printf ("INSERT OR REPLACE INTO meta VALUES ('review.next_due', '%s'),"
                         " ('review.last_digest', '%s'), ('review.interval', '%s')",
                         values[i], values[i], i % 2 ? values[i] : "1800000");
      VdtStoreDigest digest = { 0 };

      exec (claims, sql);
      digest = claim (claims->a.store, HALF, NOW);
      g_assert_false (digest.claimed);
      g_assert_cmpint (digest.next_due, ==, NOW + HALF);
      g_assert_cmpint (digest.last_digest, ==, VDT_TIME_UNKNOWN);
    }
}

/* Of two that ask at once one gets it, every time. */
static void
test_digest_race (Claims *claims, gconstpointer data)
{
  VdtTime now = NOW;

  claim (claims->a.store, HALF, now);
  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (GAsyncResult) result_a = NULL;
      g_autoptr (GAsyncResult) result_b = NULL;
      VdtStoreDigest a = { 0 };
      VdtStoreDigest b = { 0 };

      now += HALF;
      vdt_store_claim_digest_async (claims->a.store, HALF, FALSE, now, NULL, keep_result_cb,
                                    &result_a);
      vdt_store_claim_digest_async (claims->b.store, HALF, FALSE, now, NULL, keep_result_cb,
                                    &result_b);
      a = finish_claim (claims->a.store, &result_a);
      b = finish_claim (claims->b.store, &result_b);
      g_assert_cmpint (a.claimed + b.claimed, ==, 1);
      g_assert_cmpint (a.next_due, ==, now + HALF);
      g_assert_cmpint (b.next_due, ==, now + HALF);
    }
}

/* A restart keeps what is due, and what was claimed. */
static void
test_digest_restart (Claims *claims, gconstpointer data)
{
  claim (claims->a.store, HALF, NOW);
  store_test_close (&claims->b);
  store_test_reopen (&claims->a);
  g_assert_cmpint (claim (claims->a.store, HALF, NOW + 1).next_due, ==, NOW + HALF);
  g_assert_true (claim (claims->a.store, HALF, NOW + HALF).claimed);
  store_test_reopen (&claims->a);
  store_test_open (&claims->b);
  g_assert_false (claim (claims->a.store, HALF, NOW + HALF).claimed);
  g_assert_false (claim (claims->b.store, HALF, NOW + HALF + 1).claimed);
}

static void
copy_file (const char *from, const char *to, const char *suffix)
{
  g_autofree char *from_path = g_strconcat (from, suffix, NULL);
  g_autofree char *to_path = g_strconcat (to, suffix, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize len = 0;

  g_file_get_contents (from_path, &text, &len, &error);
  g_assert_no_error (error);
  g_file_set_contents (to_path, text, (gssize) len, &error);
  g_assert_no_error (error);
}

/* What a process that was killed after the answer leaves: the file and its journal. */
static void
test_killed (Claims *claims, gconstpointer data)
{
  static const char *const keys[] = { "waiting:a:1", NULL };
  StoreTest after = { .options = claims->a.options };
  g_autofree char *path = g_build_filename (claims->a.folder, "killed.sqlite3", NULL);

  claim (claims->a.store, HALF, NOW);
  g_assert_true (claim (claims->a.store, HALF, NOW + HALF).claimed);
  g_assert_cmpuint (claim_notices (claims->a.store, keys, 0, NOW), ==, 1);
  copy_file (claims->a.path, path, "");
  copy_file (claims->a.path, path, "-wal");
  after.path = path;
  store_test_open (&after);
  g_assert_cmpint (vdt_store_get_state (after.store), ==, VDT_STORE_STATE_OK);
  g_assert_cmpint (claim (after.store, HALF, NOW + HALF).next_due, ==, NOW + 2 * HALF);
  g_assert_false (claim (after.store, HALF, NOW + HALF).claimed);
  g_assert_cmpuint (claim_notices (after.store, keys, 0, NOW), ==, 0);
  g_assert_true (claim (after.store, HALF, NOW + 2 * HALF).claimed);
  store_test_close (&after);
}

static VdtStoreDatabase *
open_database (Claims *claims)
{
  g_autoptr (GError) error = NULL;
  VdtStoreDatabase *db = vdt_store_database_open (claims->a.path, &claims->a.options, &error);

  g_assert_no_error (error);
  return db;
}

static void
restart (Claims *claims, VdtTime now)
{
  VdtStoreDatabase *db = open_database (claims);
  g_autoptr (GError) error = NULL;

  vdt_store_database_restart_digest (db, now, &error);
  g_assert_no_error (error);
  vdt_store_database_close (db, FALSE);
}

/* To look at something puts the next digest off, where there is to be one. */
static void
test_digest_put_off (Claims *claims, gconstpointer data)
{
  restart (claims, NOW);
  g_assert_cmpint (claim (claims->a.store, 0, NOW).next_due, ==, VDT_TIME_UNKNOWN);
  restart (claims, NOW);
  g_assert_cmpint (claim (claims->a.store, 0, NOW).next_due, ==, VDT_TIME_UNKNOWN);
  claim (claims->a.store, HALF, NOW);
  restart (claims, NOW + HALF - 1);
  g_assert_false (claim (claims->b.store, HALF, NOW + HALF).claimed);
  g_assert_cmpint (claim (claims->b.store, HALF, NOW + HALF).next_due, ==, NOW + 2 * HALF - 1);
  g_assert_true (claim (claims->b.store, HALF, NOW + 2 * HALF - 1).claimed);
}

/* While the file cannot be written the window in memory is as good. */
static void
test_memory (Claims *claims, gconstpointer data)
{
  static const char *const keys[] = { "waiting:a:1", "waiting:a:2", NULL };

  claim (claims->a.store, HALF, NOW);
  store_test_close (&claims->a);
  claims->a.options.read_only = TRUE;
  store_test_open (&claims->a);
  g_assert_cmpint (vdt_store_get_state (claims->a.store), ==, VDT_STORE_STATE_MEMORY);
  g_assert_cmpint (claim (claims->a.store, HALF, NOW + 1).next_due, ==, NOW + HALF);
  g_assert_true (claim (claims->a.store, HALF, NOW + HALF).claimed);
  g_assert_false (claim (claims->a.store, HALF, NOW + HALF).claimed);
  g_assert_cmpuint (claim_notices (claims->a.store, keys, 0, NOW), ==, 2);
  g_assert_cmpuint (claim_notices (claims->a.store, keys, 0, NOW), ==, 0);
}

/* --- What is work ------------------------------------------------------------------------ */

static gboolean
has_work (VdtStoreDatabase *db)
{
  g_autoptr (GError) error = NULL;
  gboolean work = FALSE;

  vdt_store_database_has_review_work (db, &work, &error);
  g_assert_no_error (error);
  return work;
}

static const struct
{
  const char *what;
  const char *sql;
  gboolean work;
} works[] = {
  { "nothing", "", FALSE },
  { "a session alone", ADD_SESSION (SESSION_A), FALSE },
  { "pending", ADD_SESSION (SESSION_A) ADD_DECISION (DECISION, SESSION_A, "0"), TRUE },
  { "submitting", ADD_SESSION (SESSION_A) ADD_DECISION (DECISION, SESSION_A, "1"), FALSE },
  { "unknown", ADD_SESSION (SESSION_A) ADD_DECISION (DECISION, SESSION_A, "2"), TRUE },
  { "resolved", ADD_SESSION (SESSION_A) ADD_DECISION (DECISION, SESSION_A, "3"), FALSE },
  { "no session", ADD_SESSION (SESSION_A) ADD_DECISION (DECISION, SESSION_B, "0"), FALSE },
  { "changed", ADD_SESSION (SESSION_A) ADD_LOG ("1", SESSION_A, "p", "3", "100"), TRUE },
  { "changed at no time", ADD_SESSION (SESSION_A) ADD_LOG ("1", SESSION_A, "p", "3", "NULL"),
    TRUE },
  { "changed, no session", ADD_LOG ("1", SESSION_A, "p", "3", "100"), FALSE },
  { "no snapshot", ADD_SESSION (SESSION_A) ADD_LOG ("1", SESSION_A, "p", "0", "100"), FALSE },
  { "before since",
    ADD_SESSION (SESSION_A) ADD_LOG ("1", SESSION_A, "p", "3", "100")
      ADD_LOG ("2", SESSION_B, "p", "3", "101") "INSERT INTO meta VALUES ('review.since', '100')",
    FALSE },
  { "after since",
    ADD_SESSION (SESSION_A)
      ADD_LOG ("1", SESSION_A, "p", "3", "101") "INSERT INTO meta VALUES ('review.since', '100')",
    TRUE },
  { "no time, with since",
    ADD_SESSION (SESSION_A)
      ADD_LOG ("1", SESSION_A, "p", "3", "NULL") "INSERT INTO meta VALUES ('review.since', '100')",
    FALSE },
  { "an older log after since",
    ADD_SESSION (SESSION_A) ADD_LOG ("1", SESSION_A, "p1", "3", "200")
      ADD_LOG ("2", SESSION_A, "p2", "3", "100") "INSERT INTO meta VALUES ('review.since', '150')",
    FALSE },
  { "reviewed",
    ADD_SESSION (SESSION_A) ADD_LOG ("1", SESSION_A, "p", "3", "100")
      ADD_REVIEW (SESSION_A, "1", "3"),
    FALSE },
  { "reviewed further",
    ADD_SESSION (SESSION_A) ADD_LOG ("1", SESSION_A, "p", "3", "100")
      ADD_REVIEW (SESSION_A, "1", "4"),
    FALSE },
  { "reviewed up to before",
    ADD_SESSION (SESSION_A) ADD_LOG ("1", SESSION_A, "p", "3", "100")
      ADD_REVIEW (SESSION_A, "1", "2"),
    TRUE },
  { "a review does not look at since",
    ADD_SESSION (SESSION_A) ADD_LOG ("1", SESSION_A, "p", "3", "100")
      ADD_REVIEW (SESSION_A, "1", "2") "INSERT INTO meta VALUES ('review.since', '100')",
    TRUE },
  { "a newer log",
    ADD_SESSION (SESSION_A) ADD_LOG ("9", SESSION_A, "p1", "3", "1")
      ADD_LOG ("2", SESSION_A, "p2", "1", "1") ADD_REVIEW (SESSION_A, "9", "3"),
    TRUE },
  { "the newer log reviewed",
    ADD_SESSION (SESSION_A) ADD_LOG ("9", SESSION_A, "p1", "3", "1")
      ADD_LOG ("2", SESSION_A, "p2", "1", "1") ADD_REVIEW (SESSION_A, "2", "1"),
    FALSE },
  { "one place, the greater log",
    ADD_SESSION (SESSION_A) ADD_LOG ("9", SESSION_A, "p", "3", "1")
      ADD_LOG ("2", SESSION_A, "p", "5", "1") ADD_REVIEW (SESSION_A, "9", "3"),
    FALSE },
  { "a newer log without snapshots",
    ADD_SESSION (SESSION_A) ADD_LOG ("9", SESSION_A, "p1", "3", "1")
      ADD_LOG ("2", SESSION_A, "p2", "0", "1") ADD_REVIEW (SESSION_A, "9", "3"),
    FALSE },
  { "the reviewed log is gone",
    ADD_SESSION (SESSION_A) ADD_LOG ("2", SESSION_A, "p2", "1", "1")
      ADD_REVIEW (SESSION_A, "9", "3"),
    TRUE },
};

/* Each log gets the snapshots it says it has. */
static void
fill_logs (Claims *claims)
{
  g_autoptr (VdtChangeSet) changes = vdt_change_set_new ();
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  g_autoptr (GString) hex = g_string_new (NULL);
  g_autofree char *sql = NULL;

  vdt_change_set_add (changes, VDT_CHANGE_COMPLETED, NULL, "a step", NOW);
  vdt_change_set_write (changes, blob);
  for (guint i = 0; i < blob->len; i++)
    g_string_append_printf (hex, "%02x", blob->data[i]);
  sql = g_strdup_printf ("WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n"
                         " WHERE i < 9) INSERT INTO snapshots (log, sequence, line, time, changes)"
                         " SELECT log, i, i, changed_at, x'%s' FROM conversations, n"
                         " WHERE i <= sequence",
                         hex->str);
  exec (claims, sql);
}

static void
test_work (Claims *claims, gconstpointer data)
{
  VdtStoreDatabase *db = open_database (claims);

  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      g_test_message ("%s", works[i].what);
      exec (claims, "DELETE FROM sessions; DELETE FROM conversations; DELETE FROM decisions;"
                    "DELETE FROM reviews; DELETE FROM snapshots;"
                    "DELETE FROM meta WHERE key = 'review.since'");
      exec (claims, works[i].sql);
      fill_logs (claims);
      g_assert_cmpint (has_work (db), ==, works[i].work);
    }
  vdt_store_database_close (db, FALSE);
}

/* The longest look is one that finds nothing. */
static void
test_work_of_many (Claims *claims, gconstpointer data)
{
  VdtStoreDatabase *db = open_database (claims);
  gint64 before = 0;

  exec (claims,
        "BEGIN;"
        "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
        " INSERT INTO sessions (id, runtime, home_id, native_id, active, source_deleted, view)"
        " SELECT printf ('%024d', i), 0, 'h', 'n', 1, 0, zeroblob (500) FROM n;"
        "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
        " INSERT INTO conversations (log, session_id, runtime, home_id, place, line, sequence,"
        " changed_at, truncated) SELECT i * 7919 % 1000003, printf ('%024d', i / 2 * 2 + 1), 0,"
        " 'codex:0123456789ab', printf ('sessions/2026/01/01/rollout-%040d', i), 1, 3, i, 0 FROM n;"
        "INSERT INTO reviews (session_id, log, sequence, reviewed_at)"
        " SELECT session_id, log, 3, 1 FROM conversations AS c WHERE NOT EXISTS"
        " (SELECT 1 FROM conversations AS d WHERE d.session_id = c.session_id"
        " AND d.place > c.place);"
        "COMMIT");
  fill_logs (claims);
  before = g_get_monotonic_time ();
  g_assert_false (has_work (db));
  g_test_message ("%" G_GINT64_FORMAT " µs", g_get_monotonic_time () - before);
  exec (claims, "UPDATE reviews SET sequence = 2 WHERE session_id = printf ('%024d', 9999)");
  g_assert_true (has_work (db));
  vdt_store_database_close (db, FALSE);
}

/* --- Notices ----------------------------------------------------------------------------- */

static void
test_notices (Claims *claims, gconstpointer data)
{
  static const char *const one[] = { "waiting:a:1", NULL };
  static const char *const two[] = { "waiting:a:1", "waiting:b:1", NULL };
  static const char *const same[] = { "waiting:c:1", "waiting:c:1", NULL };
  static const char *const none[] = { NULL };
  static const char *const quota[] = { "quota:q:80", NULL };
  VdtStore *a = claims->a.store;
  VdtStore *b = claims->b.store;
  VdtTime reset = NOW + VDT_HOUR;

  g_assert_cmpuint (claim_notices (a, none, 0, NOW), ==, 0);
  g_assert_cmpuint (claim_notices (a, one, 0, NOW), ==, 1);
  g_assert_cmpuint (claim_notices (b, one, 0, NOW), ==, 0);
  g_assert_cmpuint (claim_notices (b, two, 0, NOW), ==, 1);
  g_assert_cmpuint (claim_notices (a, same, VDT_TIME_UNKNOWN, NOW), ==, 1);
  g_assert_cmpuint (claim_notices (a, same, 0, NOW), ==, 0);
  /* A window whose reset is told a little differently is the same one, however it creeps. */
  g_assert_cmpuint (claim_notices (a, quota, reset, NOW), ==, 1);
  g_assert_cmpuint (claim_notices (b, quota, reset + 10 * VDT_MINUTE, NOW), ==, 0);
  g_assert_cmpuint (claim_notices (b, quota, reset - 10 * VDT_MINUTE, NOW), ==, 0);
  g_assert_cmpuint (claim_notices (b, quota, reset + 10 * VDT_MINUTE + 1, NOW), ==, 1);
  g_assert_cmpuint (claim_notices (a, quota, reset, NOW), ==, 1);
  g_assert_cmpuint (claim_notices (a, quota, G_MAXINT64, NOW), ==, 1);
  store_test_reopen (&claims->a);
  g_assert_cmpuint (claim_notices (claims->a.store, two, 0, NOW), ==, 0);
  /* What was told long ago goes, and can be had again. */
  g_assert_cmpuint (claim_notices (b, two, 0, NOW + 40 * VDT_DAY), ==, 0);
  g_assert_cmpuint (claim_notices (b, two, 0, NOW + 40 * VDT_DAY + 1), ==, 2);
}

static void
test_notices_bounds (Claims *claims, gconstpointer data)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  static const char *const none[] = { NULL };
  g_auto (GStrv) keys = NULL;

  for (guint i = 0; i < VDT_NOTICES_MAX + 500; i++)
    {
      g_autofree char *key = g_strdup_printf ("waiting:%u:1", i);

      g_strv_builder_add (builder, key);
    }
  keys = g_strv_builder_end (builder);
  g_assert_cmpuint (claim_notices (claims->a.store, (const char *const *) keys, 0, NOW), ==,
                    VDT_NOTICES_MAX);
  /* Old ones go a few at a time. */
  for (guint left = VDT_NOTICES_MAX; left > 0; left -= 200)
    {
      g_autofree char *count = NULL;

      claim_notices (claims->a.store, none, 0, NOW + 41 * VDT_DAY);
      count = ask (claims, "SELECT count (*) FROM notices");
      g_assert_cmpuint (g_ascii_strtoull (count, NULL, 10), ==, left - 200);
    }
}

static void
test_notices_race (Claims *claims, gconstpointer data)
{
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *key = g_strdup_printf ("waiting:a:%u", i);
      const char *const keys[] = { key, NULL };
      g_autoptr (GAsyncResult) result_a = NULL;
      g_autoptr (GAsyncResult) result_b = NULL;
      guint a = 0;
      guint b = 0;

      vdt_store_claim_notices_async (claims->a.store, keys, 0, 0, NOW, NULL, keep_result_cb,
                                     &result_a);
      vdt_store_claim_notices_async (claims->b.store, keys, 0, 0, NOW, NULL, keep_result_cb,
                                     &result_b);
      wait_for (&result_a);
      wait_for (&result_b);
      g_assert_true (vdt_store_claim_notices_finish (claims->a.store, result_a, &a, NULL));
      g_assert_true (vdt_store_claim_notices_finish (claims->b.store, result_b, &b, NULL));
      g_assert_cmpuint (a + b, ==, 1);
    }
}

static void
test_closed (Claims *claims, gconstpointer data)
{
  static const char *const keys[] = { "waiting:a:1", NULL };
  g_autoptr (GAsyncResult) digest_result = NULL;
  g_autoptr (GAsyncResult) notices_result = NULL;
  g_autoptr (GError) error = NULL;
  VdtStoreDigest digest = { 0 };
  guint n_claimed = 0;

  vdt_store_close (claims->a.store);
  vdt_store_claim_digest_async (claims->a.store, HALF, FALSE, NOW, NULL, keep_result_cb,
                                &digest_result);
  wait_for (&digest_result);
  g_assert_false (vdt_store_claim_digest_finish (claims->a.store, digest_result, &digest, &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_CLOSED);
  g_clear_error (&error);
  vdt_store_claim_notices_async (claims->a.store, keys, 0, 0, NOW, NULL, keep_result_cb,
                                 &notices_result);
  wait_for (&notices_result);
  g_assert_false (
    vdt_store_claim_notices_finish (claims->a.store, notices_result, &n_claimed, &error));
  g_assert_error (error, VDT_STORE_ERROR, VDT_STORE_ERROR_CLOSED);
}

/* --- In any order ------------------------------------------------------------------------ */

#define ORDERS 12
#define STEPS  150

/* What somebody who only watches knows. @passed is time as it runs forward, by itself or by a
 * jump: what a clock that goes back does not give. */
typedef struct
{
  VdtTime now;
  VdtTime interval;
  gint64 since_claim; /* passed since a digest was claimed, or huge */
  gint64 since_start; /* passed since the window began: a claim, a choice, a step back */
  gboolean work;
  VdtTime last_digest;
} Watcher;

static void
watch_claim (Claims *claims, Watcher *w)
{
  StoreTest *who = g_test_rand_bit () ? &claims->a : &claims->b;
  VdtStoreDigest digest = claim (who->store, w->interval, w->now);

  /* None comes early, none is missed. */
  g_assert_cmpint (digest.claimed, ==, w->interval > 0 && w->since_start >= w->interval);
  if (digest.claimed)
    {
      g_assert_cmpint (w->since_claim, >=, w->interval);
      g_assert_cmpint (digest.has_work, ==, w->work);
      if (w->work)
        w->last_digest = w->now;
      w->since_claim = 0;
      w->since_start = 0;
    }
  g_assert_cmpint (digest.last_digest, ==, w->last_digest);
  if (w->interval > 0)
    g_assert_cmpint (digest.next_due, <=, w->now + w->interval);
  else
    g_assert_cmpint (digest.next_due, ==, VDT_TIME_UNKNOWN);
}

static void
pass (Watcher *w, VdtTime time)
{
  w->now += time;
  w->since_claim += time;
  w->since_start += time;
}

/* A step back by less than has passed leaves the window where it is: it ends that much later. */
static void
step_back (Watcher *w, VdtTime time)
{
  w->now -= time;
  w->since_start = MAX (w->since_start - time, 0);
}

static void
make_step (Claims *claims, Watcher *w)
{
  static const VdtTime intervals[] = { 0, VDT_DIGEST_MIN, HALF, HALF, VDT_HOUR };
  StoreTest *who = g_test_rand_bit () ? &claims->a : &claims->b;
  VdtTime interval = 0;

  switch (g_test_rand_int_range (0, 12))
    {
    case 0:
      pass (w, g_test_rand_int_range (0, 3 * (int) VDT_HOUR));
      break;
    case 1:
      step_back (w, g_test_rand_int_range (0, 2 * (int) VDT_HOUR));
      /* Seen while it lasts. */
      watch_claim (claims, w);
      break;
    case 2:
      interval = intervals[g_test_rand_int_range (0, G_N_ELEMENTS (intervals))];
      if (interval != w->interval)
        w->since_start = 0;
      w->interval = interval;
      /* Both have the same choices. */
      watch_claim (claims, w);
      break;
    case 3:
      store_test_reopen (who);
      break;
    case 4:
      exec (claims, "DELETE FROM decisions");
      w->work = FALSE;
      break;
    case 5:
    case 6:
      exec (claims, "DELETE FROM decisions;" ADD_DECISION (DECISION, SESSION_A, "0"));
      w->work = TRUE;
      break;
    case 7:
      restart (claims, w->now);
      w->since_start = 0;
      break;
    default:
      pass (w, g_test_rand_int_range (0, 10 * (int) VDT_MINUTE));
      break;
    }
  watch_claim (claims, w);
}

static void
test_any_order (Claims *claims, gconstpointer data)
{
  exec (claims, ADD_SESSION (SESSION_A));
  for (guint order = 0; order < ORDERS; order++)
    {
      Watcher w = { .now = NOW,
                    .interval = HALF,
                    .since_claim = G_MAXINT64 / 2,
                    .last_digest = VDT_TIME_UNKNOWN };

      exec (claims, "DELETE FROM decisions; DELETE FROM meta WHERE key GLOB 'review.*'");
      watch_claim (claims, &w);
      for (guint i = 0; i < STEPS; i++)
        make_step (claims, &w);
    }
}

static void
add (const char *path, void (*func) (Claims *, gconstpointer))
{
  g_test_add (path, Claims, NULL, set_up, func, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("/store/claims/digest-rules", test_digest_rules);
  add ("/store/claims/digest-work", test_digest_work);
  add ("/store/claims/digest-nonsense", test_digest_nonsense);
  add ("/store/claims/digest-race", test_digest_race);
  add ("/store/claims/digest-restart", test_digest_restart);
  add ("/store/claims/digest-put-off", test_digest_put_off);
  add ("/store/claims/killed", test_killed);
  add ("/store/claims/memory", test_memory);
  add ("/store/claims/work", test_work);
  add ("/store/claims/work-of-many", test_work_of_many);
  add ("/store/claims/notices", test_notices);
  add ("/store/claims/notices-bounds", test_notices_bounds);
  add ("/store/claims/notices-race", test_notices_race);
  add ("/store/claims/closed", test_closed);
  add ("/store/claims/any-order", test_any_order);
  return g_test_run ();
}
