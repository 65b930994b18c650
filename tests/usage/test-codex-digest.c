/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <string.h>

#include "usage-support.h"

static VdtUsageDigest *
codex (void)
{
  return vdt_usage_digest_new (VDT_RUNTIME_CODEX, FALSE);
}

/* A UUIDv7 that was born that many seconds after T0. */
static char *
turn_id (int secs, guint n)
{
  g_autofree char *hex = g_strdup_printf ("%012" G_GINT64_MODIFIER "x", (guint64) AT (secs));

  return g_strdup_printf ("%.8s-%s-7000-8000-%012u", hex, hex + 8, n);
}

static void
born_turn (VdtUsageDigest *digest, int secs, int born, guint n)
{
  g_autofree char *id = turn_id (born, n);

  codex_turn (digest, secs, id);
}

/* `own calls as input+output…; replayed, undecided, own_start` */
static char *
own_text (const VdtUsageDigest *digest,
          const VdtUsageDigest *const *parents,
          guint n_parents,
          const VdtUsageDigest *base)
{
  VdtCodexOwn own;
  GString *out = g_string_new (NULL);

  vdt_codex_own_init (&own, digest, "rollout-x", parents, n_parents, base);
  for (guint i = 0; i < own.calls->len; i++)
    {
      const VdtCall *call = &g_array_index (own.calls, VdtCall, i);

      g_string_append_printf (out, "%d+%d ", (int) call->uncached_input, (int) call->output);
    }
  if (own.replayed > 0)
    g_string_append_printf (out, "replayed=%u ", own.replayed);
  if (own.undecided > 0)
    g_string_append_printf (out, "undecided=%u ", own.undecided);
  vdt_codex_own_clear (&own);
  vdt_codex_own_clear (&own);
  return g_strchomp (g_string_free (out, FALSE));
}

static void
assert_own (const VdtUsageDigest *digest, const VdtUsageDigest *parent, const char *expected)
{
  g_autofree char *text = own_text (digest, &parent, parent != NULL ? 1 : 0, NULL);
  g_autoptr (VdtUsageDigest) copy = digest_copy (digest);
  g_autofree char *copy_text = own_text (copy, &parent, parent != NULL ? 1 : 0, NULL);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpstr (copy_text, ==, expected);
}

static void
test_growth (void)
{
  g_autoptr (VdtUsageDigest) digest = codex ();

  codex_meta (digest, "t1", 0, NULL);
  codex_count (digest, 1, 100, 10, 100);
  codex_count (digest, 2, 100, 10, 100); /* a repeat */
  codex_count (digest, 3, 300, 30, 200);
  codex_count (digest, 4, 350, 35, -1); /* without the last usage: the line before it */
  assert_own (digest, NULL, "100+10 200+20 50+5");
  g_assert_true (digest->complete);
}

/* Input holds what was cached and what was written to the cache. */
static void
test_parts (void)
{
  g_autoptr (VdtUsageDigest) digest = codex ();
  const VdtUsageDigest *none = NULL;
  VdtCodexOwn own;
  VdtTokens tokens;
  g_autofree char *text = NULL;

  feed (digest, "{'type':'event_msg','payload':{'type':'token_count','info':{'total_token_usage':{"
                "'input_tokens':100,'cached_input_tokens':60,'cache_write_input_tokens':30,"
                "'output_tokens':20,'reasoning_output_tokens':15,'total_tokens':120}}}}");
  vdt_codex_own_init (&own, digest, "x", &none, 0, NULL);
  g_assert_cmpuint (own.calls->len, ==, 1);
  vdt_call_get_tokens (&g_array_index (own.calls, VdtCall, 0), &tokens);
  text = tokens_text (&tokens);
  g_assert_cmpstr (text, ==, "1 10/60/30/20/15=120");
  vdt_codex_own_clear (&own);
}

static void
test_parts_odd (void)
{
  static const struct
  {
    const char *usage;
    const char *tokens;
    guint bad;
  } cases[] = {
    /* more cached than there was, never below nothing */
    { "'input_tokens':10,'cached_input_tokens':60,'output_tokens':1", "1 0/60/?/1/?=61", 0 },
    { "'input_tokens':-5,'output_tokens':1", "1 ?/?/?/1/?=1", 1 },
    { "'input_tokens':'9','output_tokens':1.5,'total_tokens':3", "1 ?/?/?/?/?=?", 2 },
    { "'input_tokens':1e2,'cached_input_tokens':null,'output_tokens':0", "1 100/?/?/0/?=100", 0 },
    { "", "1 ?/?/?/?/?=?", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (VdtUsageDigest) digest = codex ();
      const VdtUsageDigest *none = NULL;
      VdtCodexOwn own;
      VdtTokens tokens;
      g_autofree char *text = NULL;

      feed_format (digest,
                   "{'type':'event_msg','payload':{'type':'token_count','info':{"
                   "'total_token_usage':{%s}}}}",
                   cases[i].usage);
      vdt_codex_own_init (&own, digest, "x", &none, 0, NULL);
      g_assert_cmpuint (own.calls->len, ==, 1);
      vdt_call_get_tokens (&g_array_index (own.calls, VdtCall, 0), &tokens);
      text = tokens_text (&tokens);
      g_assert_cmpstr (text, ==, cases[i].tokens);
      g_assert_cmpint (digest->counts.bad_values, ==, cases[i].bad);
      vdt_codex_own_clear (&own);
    }
}

static void
test_no_info (void)
{
  g_autoptr (VdtUsageDigest) digest = codex ();

  feed (digest, "{'type':'event_msg','payload':{'type':'token_count','info':null,'rate_limits':{"
                "'primary':{'used_percent':5,'window_minutes':300}}}}");
  feed (digest, "{'type':'event_msg','payload':{'type':'token_count','info':{}}}");
  feed (digest, "{'type':'event_msg','payload':{'type':'token_count','info':{"
                "'total_token_usage':null}}}");
  g_assert_cmpuint (digest->readings->len, ==, 1);
  assert_own (digest, NULL, "");
}

/* Rulings, *Several counters interleaved in one file*. */
static void
test_interleaved (void)
{
  g_autoptr (VdtUsageDigest) two = codex ();
  g_autoptr (VdtUsageDigest) restart = codex ();
  g_autoptr (VdtUsageDigest) outgrown = codex ();
  g_autoptr (VdtUsageDigest) repeats = codex ();

  codex_count (two, 1, 1000, 0, 1000);
  codex_count (two, 2, 10, 0, 10); /* a second counter from zero */
  codex_count (two, 3, 1500, 0, 500);
  codex_count (two, 4, 30, 0, 20);
  codex_count (two, 5, 1600, 0, 100);
  assert_own (two, NULL, "1000+0 10+0 500+0 20+0 100+0");

  /* a drop: the counter restarted, the new value counts from zero */
  codex_count (restart, 1, 1000, 0, -1);
  codex_count (restart, 2, 300, 0, -1);
  codex_count (restart, 3, 400, 0, -1);
  assert_own (restart, NULL, "1000+0 300+0 100+0");

  /* it restarts and outgrows what was, in one step: its last usage tells */
  codex_count (outgrown, 1, 100, 0, 100);
  codex_count (outgrown, 2, 500, 0, 500);
  assert_own (outgrown, NULL, "100+0 400+0");

  /* a value that some counter stands at is a repeat, also out of turn */
  codex_count (repeats, 1, 1000, 0, 1000);
  codex_count (repeats, 2, 10, 0, 10);
  codex_count (repeats, 3, 1000, 0, 1000);
  codex_count (repeats, 4, 10, 0, 10);
  codex_count (repeats, 5, 30, 0, 20);
  codex_count (repeats, 6, 1000, 0, 1000);
  codex_count (repeats, 7, 1001, 0, 1);
  assert_own (repeats, NULL, "1000+0 10+0 20+0 1+0");
}

static void
test_compaction (void)
{
  g_autoptr (VdtUsageDigest) digest = codex ();
  VdtContextMeter meter;

  codex_count (digest, 1, 1000, 0, 900);
  vdt_usage_digest_get_meter (digest, &meter);
  g_assert_cmpint (meter.state, ==, VDT_CONTEXT_REPORTED);
  g_assert_cmpint (meter.used_tokens, ==, 900);
  g_assert_cmpint (meter.window_tokens, ==, 272000);
  g_assert_cmpint (meter.window_origin, ==, VDT_WINDOW_RECORD);
  g_assert_cmpint (meter.as_of, ==, AT (1));
  feed (digest, "{'timestamp':'2026-10-15T10:00:02Z','type':'compacted','payload':{'message':''}}");
  feed (digest, "{'timestamp':'2026-10-15T10:00:02.1Z','type':'event_msg','payload':{'type':"
                "'context_compacted'}}");
  g_assert_cmpuint (digest->compactions->len, ==, 1);
  vdt_usage_digest_get_meter (digest, &meter);
  g_assert_cmpint (meter.state, ==, VDT_CONTEXT_COMPACTED);
  g_assert_cmpint (meter.used_tokens, ==, VDT_COUNT_UNKNOWN);
  g_assert_cmpint (meter.window_tokens, ==, 272000);
  /* a zero right after it is no reading */
  codex_count (digest, 3, 1000, 0, 0);
  vdt_usage_digest_get_meter (digest, &meter);
  g_assert_cmpint (meter.state, ==, VDT_CONTEXT_COMPACTED);
  codex_count (digest, 4, 1100, 0, 100);
  vdt_usage_digest_get_meter (digest, &meter);
  g_assert_cmpint (meter.state, ==, VDT_CONTEXT_REPORTED);
  g_assert_cmpint (meter.used_tokens, ==, 100);
  /* info null changes nothing; above the window nothing is claimed */
  feed (digest, "{'type':'event_msg','payload':{'type':'token_count','info':null}}");
  codex_count (digest, 5, 400000, 0, 300000);
  vdt_usage_digest_get_meter (digest, &meter);
  g_assert_cmpint (meter.state, ==, VDT_CONTEXT_UNKNOWN);
  g_assert_cmpint (meter.window_tokens, ==, 272000);
  /* boundaries without times */
  feed (digest, "{'type':'compacted','payload':{}}");
  feed (digest, "{'timestamp':'2026-10-15T11:00:00Z','type':'event_msg','payload':{'type':"
                "'context_compacted'}}");
  g_assert_cmpuint (digest->compactions->len, ==, 3);
}

/* The boundary's own count stands between its line and its event. */
static void
test_compaction_count (void)
{
  g_autoptr (VdtUsageDigest) digest = codex ();
  VdtContextMeter meter;

  codex_count (digest, 1, 1000, 0, 900);
  feed (digest, "{'timestamp':'2026-10-15T10:00:02Z','type':'compacted','payload':{}}");
  codex_count (digest, 2, 1000, 0, 30);
  feed (digest, "{'timestamp':'2026-10-15T10:00:02.1Z','type':'event_msg','payload':{'type':"
                "'context_compacted'}}");
  vdt_usage_digest_get_meter (digest, &meter);
  g_assert_cmpint (meter.state, ==, VDT_CONTEXT_REPORTED);
  g_assert_cmpint (meter.used_tokens, ==, 30);
  /* and is no call */
  assert_own (digest, NULL, "1000+0");
}

static void
test_compaction_first (void)
{
  g_autoptr (VdtUsageDigest) digest = codex ();

  /* neither has anything to take its time from */
  feed (digest, "{'type':'compacted','payload':{}}");
  feed (digest, "{'timestamp':'2026-10-15T11:00:00Z','type':'event_msg','payload':{'type':"
                "'context_compacted'}}");
  g_assert_cmpuint (digest->compactions->len, ==, 1);
}

static void
test_settings (void)
{
  g_autoptr (VdtUsageDigest) digest = codex ();

  g_assert_cmpint (digest->fast, ==, -1);
  codex_meta (digest, "t1", 0, "'model_provider':'openai','cli_version':'0.171.0'");
  feed (digest, "{'type':'turn_context','payload':{'model':'a','effort':'high'}}");
  codex_count (digest, 1, 10, 0, 10);
  feed (digest, "{'type':'event_msg','payload':{'type':'thread_settings_applied',"
                "'thread_settings':{'model':'b','service_tier':'priority'}}}");
  g_assert_cmpstr (digest->model, ==, "b");
  g_assert_cmpstr (digest->effort, ==, "high");
  g_assert_cmpint (digest->fast, ==, 1);
  codex_count (digest, 2, 20, 0, 10);
  feed (digest, "{'type':'event_msg','payload':{'type':'thread_settings_applied',"
                "'thread_settings':{'service_tier':null}}}");
  g_assert_cmpint (digest->fast, ==, 0);
  feed (digest, "{'type':'turn_context','payload':{'model':'a'}}");
  g_assert_cmpstr (digest->model, ==, "a");
  g_assert_cmpstr (digest->provider, ==, "openai");
  g_assert_cmpstr (digest->cli_version, ==, "0.171.0");
  g_assert_cmpuint (digest->names->len, ==, 3);
  g_assert_cmpstr (vdt_usage_digest_get_name (digest,
                                              g_array_index (digest->codex_counts, VdtCodexCount, 1)
                                                .model),
                   ==, "b");
}

/* A parent whose history others were cut from: two turns, 100 and 200. */
static VdtUsageDigest *
parent_log (gboolean turns)
{
  VdtUsageDigest *digest = codex ();

  codex_meta (digest, "t1", 0, NULL);
  if (turns)
    born_turn (digest, 1, 1, 1);
  codex_user (digest, 1, "first");
  codex_count (digest, 2, 100, 0, 100);
  if (turns)
    born_turn (digest, 3, 3, 2);
  codex_user (digest, 3, "second");
  codex_count (digest, 4, 300, 0, 200);
  return digest;
}

/* The copy that a fork made @from seconds after T0 begins with; one line each @step seconds. */
static VdtUsageDigest *
fork_log (const char *id, int from, int step, gboolean turns, const char *more)
{
  VdtUsageDigest *digest = codex ();

  codex_meta (digest, id, from, more);
  codex_meta (digest, "t1", from, NULL);
  if (turns)
    born_turn (digest, from + step, 1, 1);
  codex_user (digest, from + step, "first");
  codex_count (digest, from + step, 100, 0, 100);
  if (turns)
    born_turn (digest, from + 2 * step, 3, 2);
  codex_user (digest, from + 2 * step, "second");
  codex_count (digest, from + 2 * step, 300, 0, 200);
  return digest;
}

#define FORKED "'forked_from_id':'t1'"

static void
test_forks (void)
{
  for (guint turns = 0; turns < 2; turns++)
    for (int step = 0; step < 20; step += 19)
      {
        g_autoptr (VdtUsageDigest) parent = parent_log (turns);
        g_autoptr (VdtUsageDigest) fork = fork_log ("t2", 1000, step, turns, FORKED);

        g_test_message ("turns %u, step %d", turns, step);
        assert_own (fork, parent, "replayed=2");
        if (turns)
          born_turn (fork, 1100, 1100, 9);
        codex_user (fork, 1100, "mine");
        codex_count (fork, 1101, 350, 7, 57);
        assert_own (fork, parent, "50+7 replayed=2");
        /* its parent goes on; that is none of the fork's */
        codex_user (parent, 1200, "third");
        codex_count (parent, 1201, 900, 0, 600);
        assert_own (fork, parent, "50+7 replayed=2");
        assert_own (parent, NULL, "100+0 200+0 600+0");
      }
}

/* The parent's log is gone. */
static void
test_parent_gone (void)
{
  g_autoptr (VdtUsageDigest) same_second = fork_log ("t2", 1000, 0, FALSE, FORKED);
  g_autoptr (VdtUsageDigest) spread = fork_log ("t3", 1000, 5, FALSE, FORKED);
  g_autoptr (VdtUsageDigest) spread_restart = fork_log ("t4", 1000, 5, FALSE, FORKED);
  g_autoptr (VdtUsageDigest) spread_turns = fork_log ("t5", 1000, 5, TRUE, FORKED);
  g_autoptr (VdtUsageDigest) kept_times = codex ();

  /* in its first second: the copy */
  codex_count (same_second, 1100, 350, 0, 50);
  assert_own (same_second, NULL, "50+0 replayed=2");

  /* the times do not tell: nothing is counted */
  codex_count (spread, 1100, 350, 0, 50);
  assert_own (spread, NULL, "undecided=3");

  /* a counter that restarts proves the start of its own work */
  codex_count (spread_restart, 1100, 40, 0, 40);
  codex_count (spread_restart, 1101, 90, 0, 50);
  assert_own (spread_restart, NULL, "40+0 50+0 replayed=2");

  /* so does a turn that is younger than the thread */
  born_turn (spread_turns, 1100, 1100, 9);
  codex_count (spread_turns, 1101, 350, 0, 50);
  assert_own (spread_turns, NULL, "50+0 replayed=2");

  /* lines older than the thread */
  codex_meta (kept_times, "t6", 1000, FORKED);
  codex_count (kept_times, 2, 100, 0, 100);
  codex_count (kept_times, 4, 300, 0, 200);
  codex_count (kept_times, 1100, 350, 0, 50);
  assert_own (kept_times, NULL, "50+0 replayed=2");
}

static void
test_start_ordinal (void)
{
  g_autoptr (VdtUsageDigest) child = codex ();

  codex_meta (child, "a1", 1000, FORKED ",'subagent_history_start_ordinal':5");
  for (int i = 0; i < 3; i++)
    feed_format (child,
                 "{'ordinal':%d,'type':'event_msg','payload':{'type':'token_count','info':{"
                 "'total_token_usage':{'input_tokens':%d,'output_tokens':0,'total_tokens':%d},"
                 "'last_token_usage':{'input_tokens':100,'output_tokens':0,'total_tokens':100}}}}",
                 i * 4 + 1, (i + 1) * 100, (i + 1) * 100);
  /* the ordinals 1, 5 and 9: from 5 on it is its own */
  assert_own (child, NULL, "100+0 100+0 replayed=1");
}

/* A child's own first turn that looks like the parent's next. */
static void
test_own_turn_like_parents_next (void)
{
  g_autoptr (VdtUsageDigest) parent = parent_log (FALSE);
  g_autoptr (VdtUsageDigest) by_text = fork_log ("t2", 1000, 0, FALSE, FORKED);
  g_autoptr (VdtUsageDigest) parent_turns = parent_log (TRUE);
  g_autoptr (VdtUsageDigest) by_turn = fork_log ("t3", 1000, 0, TRUE, FORKED);

  /* both go on by 60 */
  codex_user (parent, 2000, "third");
  codex_count (parent, 2001, 360, 0, 60);
  codex_user (by_text, 2000, "mine");
  codex_count (by_text, 2001, 360, 0, 60);
  assert_own (by_text, parent, "60+0 replayed=2");

  /* by its turn's id, also where the person said the same */
  born_turn (parent_turns, 2000, 2000, 3);
  codex_user (parent_turns, 2000, "third");
  codex_count (parent_turns, 2001, 360, 0, 60);
  born_turn (by_turn, 2000, 2000, 4);
  codex_user (by_turn, 2000, "third");
  codex_count (by_turn, 2001, 360, 0, 60);
  assert_own (by_turn, parent_turns, "60+0 replayed=2");
}

/* Siblings with equal own turns both count; a grandchild knows its parent's copy. */
static void
test_siblings_and_grandchild (void)
{
  g_autoptr (VdtUsageDigest) parent = parent_log (FALSE);
  g_autoptr (VdtUsageDigest) a = fork_log ("t2", 1000, 0, FALSE, FORKED);
  g_autoptr (VdtUsageDigest) b = fork_log ("t3", 1000, 0, FALSE, FORKED);
  g_autoptr (VdtUsageDigest) grandchild = fork_log ("t4", 3000, 0, FALSE, "'forked_from_id':'t2'");
  g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);
  VdtLedgerFile file = { .home_id = "h" };

  codex_user (a, 2000, "go on");
  codex_count (a, 2001, 350, 0, 50);
  codex_user (b, 2000, "go on");
  codex_count (b, 2001, 350, 0, 50);
  codex_user (grandchild, 3000, "go on");
  codex_count (grandchild, 3000, 350, 0, 50);
  codex_user (grandchild, 3100, "alone");
  codex_count (grandchild, 3101, 360, 0, 10);
  assert_own (grandchild, a, "10+0 replayed=3");

  file.digest = parent, file.native_id = file.owner_id = "t1", file.stem = "r1";
  vdt_ledger_add (ledger, &file);
  file.digest = a, file.native_id = file.owner_id = "t2", file.stem = "r2";
  vdt_ledger_add (ledger, &file);
  file.digest = b, file.native_id = file.owner_id = "t3", file.stem = "r3";
  vdt_ledger_add (ledger, &file);
  file.digest = grandchild, file.native_id = file.owner_id = "t4", file.stem = "r4";
  vdt_ledger_add (ledger, &file);
  vdt_ledger_resolve (ledger);
  g_assert_cmpuint (vdt_ledger_get_n_calls (ledger), ==, 5);
  g_assert_cmpint (vdt_ledger_get_replayed (ledger), ==, 7);
  g_assert_cmpint (vdt_ledger_get_undecided (ledger), ==, 0);
  g_assert_cmpint (vdt_ledger_get_duplicates (ledger), ==, 0);
}

/* A child whose own counter starts at zero subtracts nothing; one that goes on, what went before.
 */
static void
test_without_copied_counts (void)
{
  g_autoptr (VdtUsageDigest) parent = parent_log (FALSE);
  g_autoptr (VdtUsageDigest) from_zero = codex ();
  g_autoptr (VdtUsageDigest) goes_on = codex ();

  codex_meta (from_zero, "a1", 1000, FORKED);
  codex_count (from_zero, 1100, 40, 0, 40);
  codex_count (from_zero, 1101, 90, 0, 50);
  assert_own (from_zero, parent, "40+0 50+0");

  codex_meta (goes_on, "a2", 1000, FORKED);
  codex_count (goes_on, 1100, 340, 0, 40);
  assert_own (goes_on, parent, "40+0");
}

#define TOTALS(n)                                                                                  \
  "{'input_tokens':" n ",'cached_input_tokens':0,'output_tokens':0,'reasoning_output_tokens':0,"   \
  "'total_tokens':" n "}"
#define RECORD(id, thread, in, total)                                                              \
  "{'timestamp':'2026-10-15T11:00:00Z','type':'token_usage_record','payload':{'response_id':'" id  \
  "','thread_id':'" thread "','usage':" TOTALS (in) ",'thread_token_usage':" TOTALS (total) "}}"

static void
test_usage_records (void)
{
  g_autoptr (VdtUsageDigest) only = codex ();
  g_autoptr (VdtUsageDigest) later = codex ();
  g_autoptr (VdtUsageDigest) first_count = codex ();
  g_autoptr (VdtUsageDigest) foreign = codex ();

  /* both kinds side by side: the records count, once a response */
  codex_meta (only, "t1", 0, NULL);
  feed (only, RECORD ("r1", "t1", "100", "100"));
  codex_count (only, 1, 100, 0, 100);
  feed (only, RECORD ("r1", "t1", "100", "100"));
  feed (only, RECORD ("r2", "t1", "50", "150"));
  codex_count (only, 2, 150, 0, 50);
  assert_own (only, NULL, "100+0 50+0");
  g_assert_cmpuint (g_array_index (only->calls, VdtCall, 0).records, ==, 2);

  /* a file that began without them: growth before, records from the first one on */
  codex_meta (later, "t1", 0, NULL);
  codex_count (later, 1, 100, 0, 100);
  codex_count (later, 2, 300, 0, 200);
  feed (later, RECORD ("r1", "t1", "50", "350"));
  codex_count (later, 3, 350, 0, 50);
  feed (later, RECORD ("r2", "t1", "10", "360"));
  codex_count (later, 4, 360, 0, 10);
  assert_own (later, NULL, "100+0 200+0 50+0 10+0");

  /* the count stands before the record it belongs to */
  codex_meta (first_count, "t1", 0, NULL);
  codex_count (first_count, 1, 100, 0, 100);
  codex_count (first_count, 2, 150, 0, 50);
  feed (first_count, RECORD ("r1", "t1", "50", "150"));
  assert_own (first_count, NULL, "100+0 50+0");

  /* those of another thread are a replay */
  codex_meta (foreign, "t2", 0, NULL);
  feed (foreign, RECORD ("r1", "t1", "100", "100"));
  feed (foreign, RECORD ("r2", "t2", "50", "150"));
  assert_own (foreign, NULL, "50+0 replayed=1");
}

/* A paginated fork or a segment goes on from where its base stood. */
static void
test_history_base (void)
{
  g_autoptr (VdtUsageDigest) base = codex ();
  g_autoptr (VdtUsageDigest) fork = codex ();
  g_autofree char *with_base = NULL;
  g_autofree char *without = NULL;

  codex_meta (base, "t1", 0, NULL);
  for (int i = 1; i <= 4; i++)
    feed_format (base,
                 "{'ordinal':%d,'type':'event_msg','payload':{'type':'token_count','info':{"
                 "'total_token_usage':{'input_tokens':%d,'output_tokens':0,'total_tokens':%d}}}}",
                 i, i * 100, i * 100);
  /* cut off before the ordinal 3: two of them are its history, 200 tokens */
  codex_meta (fork, "t2", 1000,
              FORKED ",'history_base':{'thread_id':'t1','end_ordinal_exclusive':3}");
  feed (fork, "{'ordinal':3,'type':'event_msg','payload':{'type':'token_count','info':{"
              "'total_token_usage':{'input_tokens':230,'output_tokens':0,'total_tokens':230},"
              "'last_token_usage':{'input_tokens':30,'output_tokens':0,'total_tokens':30}}}}");
  with_base = own_text (fork, NULL, 0, base);
  without = own_text (fork, NULL, 0, NULL);
  g_assert_cmpstr (with_base, ==, "30+0");
  g_assert_cmpstr (without, ==, "30+0");
}

#define LIMITS(id, percent, minutes)                                                               \
  "'rate_limits':{'limit_id':" id ",'primary':{'used_percent':" percent                            \
  ",'window_minutes':" minutes ",'resets_at':1792080000},'plan_type':'pro'}"
#define READING(time, id, percent, minutes)                                                        \
  "{'timestamp':'" time                                                                            \
  "','type':'event_msg','payload':{'type':'token_count','info':null," LIMITS (id, percent,         \
                                                                              minutes) "}}"

static const VdtDigestReading *
reading_at (const VdtUsageDigest *digest, guint i)
{
  g_assert_cmpuint (i, <, digest->readings->len);
  return &g_array_index (digest->readings, VdtDigestReading, i);
}

static void
test_readings (void)
{
  g_autoptr (VdtUsageDigest) digest = codex ();

  feed (digest, READING ("2026-10-15T10:00:00Z", "'codex'", "10", "300"));
  feed (digest,
        READING ("2026-10-15T10:00:01Z", "'codex_bengalfox','limit_name':'sonic'", "90", "300"));
  feed (digest, READING ("2026-10-15T10:00:02Z", "'codex'", "50", "10080"));
  feed (digest, READING ("2026-10-15T10:00:03Z", "'codex'", "20", "299"));
  g_assert_cmpuint (digest->readings->len, ==, 3);
  g_assert_cmpfloat (reading_at (digest, 0)->reading.used_percent, ==, 20);
  g_assert_cmpint (reading_at (digest, 0)->reading.as_of, ==, AT (3));
  g_assert_cmpint (reading_at (digest, 0)->reading.window, ==, VDT_QUOTA_WINDOW_FIVE_HOUR);
  g_assert_cmpstr (reading_at (digest, 0)->reading.plan, ==, "pro");
  g_assert_cmpstr (reading_at (digest, 1)->reading.bucket, ==, "codex_bengalfox");
  g_assert_cmpstr (reading_at (digest, 1)->reading.bucket_name, ==, "sonic");
  g_assert_cmpint (reading_at (digest, 2)->reading.window, ==, VDT_QUOTA_WINDOW_WEEKLY);
  /* an older record that stands later does not win; nulls say nothing */
  feed (digest, READING ("2026-10-15T09:00:00Z", "'codex'", "99", "300"));
  feed (digest, "{'type':'event_msg','payload':{'type':'token_count','rate_limits':null}}");
  feed (digest, "{'type':'event_msg','payload':{'type':'token_count','rate_limits':{'primary':"
                "null,'secondary':null}}}");
  g_assert_cmpuint (digest->readings->len, ==, 3);
  g_assert_cmpfloat (reading_at (digest, 0)->reading.used_percent, ==, 20);
  /* other windows are told by their length */
  feed (digest, READING ("2026-10-15T10:00:05Z", "'codex'", "1", "60"));
  feed (digest, READING ("2026-10-15T10:00:06Z", "'codex'", "2", "1440"));
  g_assert_cmpuint (digest->readings->len, ==, 5);
  /* no number: the window is there, what is used is not known */
  feed (digest, READING ("2026-10-15T10:00:07Z", "'codex'", "'x'", "300"));
  g_assert_false (reading_at (digest, 0)->reading.percent_known);
  g_assert_cmpint (digest->counts.bad_values, ==, 1);
}

/* In a fork every reading keeps its place, so that the copied ones can be left out. */
static void
test_replayed_readings (void)
{
  g_autoptr (VdtUsageDigest) fork = codex ();
  const VdtUsageDigest *none = NULL;
  VdtCodexOwn own;
  guint own_readings = 0;

  codex_meta (fork, "t2", 1000, FORKED);
  feed (fork, READING ("2026-10-15T10:16:40Z", "'codex'", "80", "300"));
  codex_count (fork, 1000, 100, 0, 100);
  feed (fork, READING ("2026-10-15T10:18:20Z", "'codex'", "5", "300"));
  codex_count (fork, 1100, 150, 0, 50);
  vdt_codex_own_init (&own, fork, "r", &none, 0, NULL);
  for (guint i = 0; i < fork->readings->len; i++)
    own_readings += reading_at (fork, i)->line >= own.own_start ? 1 : 0;
  g_assert_cmpuint (fork->readings->len, ==, 2);
  g_assert_cmpuint (reading_at (fork, 0)->line, <, own.own_start);
  g_assert_cmpuint (own.replayed, ==, 1);
  g_assert_cmpuint (own_readings, <=, 1);
  vdt_codex_own_clear (&own);
}

/* Only the first head is the log's own. */
static void
test_metas (void)
{
  g_autoptr (VdtUsageDigest) digest = codex ();

  codex_meta (digest, "t2", 5,
              "'session_id':'t0','parent_thread_id':'t0','source':{'subagent':"
              "{'thread_spawn':{'parent_thread_id':'t9'}}}");
  codex_meta (digest, "t1", 0, "'forked_from_id':'t8','source':'cli','model_provider':'x'");
  g_assert_cmpstr (digest->lineage.thread_id, ==, "t2");
  g_assert_cmpstr (digest->lineage.tree_id, ==, "t0");
  g_assert_cmpstr (digest->lineage.parent_thread, ==, "t0");
  g_assert_cmpstr (digest->lineage.spawn_parent, ==, "t9");
  g_assert_null (digest->lineage.forked_from);
  g_assert_null (digest->provider);
  g_assert_true (digest->lineage.is_subagent);
  g_assert_true (digest->lineage.second_meta);
  g_assert_cmpint (digest->lineage.start_time, ==, AT (5));
  g_assert_true (vdt_codex_lineage_inherits (digest));
}

/* A log that has lost its head says so. */
static void
test_incomplete (void)
{
  g_autoptr (VdtUsageDigest) digest = codex ();

  codex_count (digest, 1, 10, 0, 10);
  codex_meta (digest, "t1", 0, NULL);
  g_assert_false (digest->complete);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/codex-digest/growth", test_growth);
  g_test_add_func ("/codex-digest/parts", test_parts);
  g_test_add_func ("/codex-digest/parts-odd", test_parts_odd);
  g_test_add_func ("/codex-digest/no-info", test_no_info);
  g_test_add_func ("/codex-digest/interleaved", test_interleaved);
  g_test_add_func ("/codex-digest/compaction", test_compaction);
  g_test_add_func ("/codex-digest/compaction-count", test_compaction_count);
  g_test_add_func ("/codex-digest/compaction-first", test_compaction_first);
  g_test_add_func ("/codex-digest/settings", test_settings);
  g_test_add_func ("/codex-digest/usage-records", test_usage_records);
  g_test_add_func ("/codex-digest/readings", test_readings);
  g_test_add_func ("/codex-digest/replayed-readings", test_replayed_readings);
  g_test_add_func ("/codex-digest/metas", test_metas);
  g_test_add_func ("/codex-digest/incomplete", test_incomplete);
  g_test_add_func ("/codex-lineage/forks", test_forks);
  g_test_add_func ("/codex-lineage/parent-gone", test_parent_gone);
  g_test_add_func ("/codex-lineage/start-ordinal", test_start_ordinal);
  g_test_add_func ("/codex-lineage/like-the-parents-next", test_own_turn_like_parents_next);
  g_test_add_func ("/codex-lineage/siblings-and-grandchild", test_siblings_and_grandchild);
  g_test_add_func ("/codex-lineage/without-copied-counts", test_without_copied_counts);
  g_test_add_func ("/codex-lineage/history-base", test_history_base);
  return g_test_run ();
}
