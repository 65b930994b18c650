/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <string.h>

#include "usage-support.h"

typedef struct
{
  VdtUsageDigest *digest;
  char *home;
  char *native;
  char *owner;
  gboolean is_subagent;
} Log;

static void
log_free (gpointer data)
{
  Log *log = data;

  vdt_usage_digest_free (log->digest);
  g_free (log->home);
  g_free (log->native);
  g_free (log->owner);
  g_free (log);
}

static Log *
log_new (GPtrArray *logs, VdtRuntime runtime, const char *home, const char *native)
{
  Log *log = g_new0 (Log, 1);

  log->digest = vdt_usage_digest_new (runtime, FALSE);
  log->home = g_strdup (home);
  log->native = g_strdup (native);
  log->owner = g_strdup (native);
  g_ptr_array_add (logs, log);
  return log;
}

static GPtrArray *
logs_new (void)
{
  return g_ptr_array_new_with_free_func (log_free);
}

static void
add_logs (VdtLedger *ledger, GPtrArray *logs)
{
  for (guint i = 0; i < logs->len; i++)
    {
      const Log *log = g_ptr_array_index (logs, i);
      VdtLedgerFile file = {
        .digest = log->digest,
        .home_id = log->home,
        .native_id = log->native,
        .owner_id = log->owner,
        .stem = log->native,
        .tail_id = log->native,
        .is_subagent = log->is_subagent,
      };

      vdt_ledger_add (ledger, &file);
    }
  vdt_ledger_resolve (ledger);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Every call with its owner, in an order that does not hang on the logs' own. */
static char *
calls_text (VdtLedger *ledger)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < vdt_ledger_get_n_calls (ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (ledger, i);
      const VdtLedgerFile *file = vdt_ledger_get_file (ledger, call->file);
      const char *model = vdt_usage_digest_get_name (file->digest, call->call.model);
      g_autofree char *text = NULL;
      VdtTokens tokens;

      vdt_call_get_tokens (&call->call, &tokens);
      text = tokens_text (&tokens);
      g_ptr_array_add (lines, g_strdup_printf ("%016" G_GINT64_MODIFIER "x %" G_GINT64_FORMAT
                                               " %s %s %s line %u",
                                               call->call.key, call->call.time, file->native_id,
                                               model, text, call->call.line));
    }
  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* The same, and what became of the rest. */
static char *
ledger_text (VdtLedger *ledger)
{
  g_autofree char *calls = calls_text (ledger);

  return g_strdup_printf ("%s\nduplicates %" G_GINT64_FORMAT " replayed %" G_GINT64_FORMAT
                          " undecided %" G_GINT64_FORMAT,
                          calls, vdt_ledger_get_duplicates (ledger),
                          vdt_ledger_get_replayed (ledger), vdt_ledger_get_undecided (ledger));
}

static void
shuffle (GPtrArray *array)
{
  for (guint i = array->len; i > 1; i--)
    {
      guint j = g_test_rand_int_range (0, i);
      gpointer swap = array->pdata[i - 1];

      array->pdata[i - 1] = array->pdata[j];
      array->pdata[j] = swap;
    }
}

/* Whatever order the logs come in, the answer is one. */
static void
assert_order_does_not_matter (GPtrArray *logs, guint times)
{
  g_autoptr (VdtLedger) first = vdt_ledger_new (NULL, NULL);
  g_autofree char *expected = NULL;

  add_logs (first, logs);
  expected = ledger_text (first);
  for (guint i = 0; i < times; i++)
    {
      g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);
      g_autofree char *text = NULL;

      shuffle (logs);
      add_logs (ledger, logs);
      text = ledger_text (ledger);
      g_assert_cmpstr (text, ==, expected);
    }
}

static const char *
owner_of (VdtLedger *ledger, guint i)
{
  return vdt_ledger_get_file (ledger, vdt_ledger_get_call (ledger, i)->file)->native_id;
}

/* One call over two logs: where it first happened, with the fullest usage. */
static void
test_copies (void)
{
  g_autoptr (GPtrArray) logs = logs_new ();
  g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);
  Log *copy = log_new (logs, VDT_RUNTIME_CLAUDE, "h", "a");
  Log *original = log_new (logs, VDT_RUNTIME_CLAUDE, "h", "b");

  claude_reply (copy->digest, 50, "m1", 10, 5, NULL);
  claude_reply (copy->digest, 51, "m1", 10, 9, NULL);
  claude_reply (original->digest, 10, "m1", 10, 7, NULL);
  claude_reply (copy->digest, 60, "m2", 1, 1, NULL);
  add_logs (ledger, logs);
  g_assert_cmpuint (vdt_ledger_get_n_calls (ledger), ==, 2);
  g_assert_cmpstr (owner_of (ledger, 0), ==, "b");
  g_assert_cmpint (vdt_ledger_get_call (ledger, 0)->call.time, ==, AT (10));
  g_assert_cmpint (vdt_ledger_get_call (ledger, 0)->call.output, ==, 9);
  g_assert_cmpstr (owner_of (ledger, 1), ==, "a");
  g_assert_cmpint (vdt_ledger_get_duplicates (ledger), ==, 2);
  assert_order_does_not_matter (logs, 4);
}

/* Calls that nothing names are as many as their records. */
static void
test_unnamed (void)
{
  g_autoptr (GPtrArray) logs = logs_new ();
  g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);

  for (guint i = 0; i < 2; i++)
    {
      Log *log = log_new (logs, VDT_RUNTIME_CLAUDE, "h", i == 0 ? "a" : "b");

      feed (log->digest, "{'type':'assistant','message':{'usage':{'output_tokens':1}}}");
      feed (log->digest, "{'type':'assistant','message':{'usage':{'output_tokens':1}}}");
    }
  add_logs (ledger, logs);
  g_assert_cmpuint (vdt_ledger_get_n_calls (ledger), ==, 4);
  g_assert_cmpint (vdt_ledger_get_duplicates (ledger), ==, 0);
  vdt_ledger_clear_files (ledger);
  g_assert_cmpuint (vdt_ledger_get_n_files (ledger), ==, 0);
  g_assert_cmpuint (vdt_ledger_get_n_calls (ledger), ==, 0);
}

/* Rulings, *Which session owns a call*, at the same earliest time. */
static void
test_ties (void)
{
  g_autoptr (GPtrArray) logs = logs_new ();
  g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);
  Log *a = log_new (logs, VDT_RUNTIME_CLAUDE, "h", "a");
  Log *b = log_new (logs, VDT_RUNTIME_CLAUDE, "h", "b");
  Log *c = log_new (logs, VDT_RUNTIME_CLAUDE, "h", "c");

  /* a model of its own first, so that an index of one log is another name in the other */
  feed (b->digest, "{'type':'assistant','timestamp':'2026-10-15T09:00:00Z','message':{'id':'own',"
                   "'model':'claude-haiku-4-5','usage':{'output_tokens':1}}}");
  for (guint i = 0; i < 3; i++)
    {
      Log *log = g_ptr_array_index (logs, i);

      claude_reply (log->digest, 10, "marked", 1, 1, i == 0 ? "'requestSessionId':'b'" : NULL);
      claude_reply (log->digest, 11, "smaller", 1, 1, NULL);
      claude_reply (log->digest, i == 2 ? 5 : 12, "earlier", 1, 1, NULL);
      claude_reply (log->digest, 13, "gone", 1, 1, "'requestSessionId':'z'");
    }
  g_assert_nonnull (c);
  g_assert_nonnull (a);
  add_logs (ledger, logs);
  for (guint i = 0; i < vdt_ledger_get_n_calls (ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (ledger, i);
      const VdtLedgerFile *file = vdt_ledger_get_file (ledger, call->file);
      const char *expected = call->call.time == AT (-3600) || call->call.time == AT (10) ? "b"
                             : call->call.time == AT (5)                                 ? "c"
                                                                                         : "a";

      g_assert_cmpstr (file->native_id, ==, expected);
      g_assert_cmpstr (vdt_usage_digest_get_name (file->digest, call->call.model), ==,
                       call->call.time == AT (-3600) ? "claude-haiku-4-5" : "claude-opus-4-7");
    }
  g_assert_cmpuint (vdt_ledger_get_n_calls (ledger), ==, 5);
  assert_order_does_not_matter (logs, 12);
}

/* A sub-agent's own log before the session's that holds its lines too. */
static void
test_tie_with_subagent (void)
{
  g_autoptr (GPtrArray) logs = logs_new ();
  g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);
  Log *agent = log_new (logs, VDT_RUNTIME_CLAUDE, "h", "z-agent");
  Log *session = log_new (logs, VDT_RUNTIME_CLAUDE, "h", "s");

  agent->is_subagent = TRUE;
  claude_reply (agent->digest, 10, "m", 1, 1, "'isSidechain':true");
  claude_reply (session->digest, 10, "m", 1, 1, "'isSidechain':true");
  add_logs (ledger, logs);
  g_assert_cmpuint (vdt_ledger_get_n_calls (ledger), ==, 1);
  g_assert_cmpstr (owner_of (ledger, 0), ==, "z-agent");
  assert_order_does_not_matter (logs, 4);
}

static guint n_asked;

static int
choose_last (VdtLedgerFile *const *files, guint n_files, gpointer user_data)
{
  guint best = 0;

  g_assert_cmpuint (n_files, >=, 2);
  n_asked++;
  for (guint i = 1; i < n_files; i++)
    if (strcmp (files[i]->native_id, files[best]->native_id) > 0)
      best = i;
  return user_data != NULL ? (int) best : -1;
}

/* Who is asked decides, once for the same logs; who does not know leaves it to the ids. */
static void
test_owner_func (void)
{
  for (guint knows = 0; knows < 2; knows++)
    {
      g_autoptr (GPtrArray) logs = logs_new ();
      g_autoptr (VdtLedger) ledger = vdt_ledger_new (choose_last, knows ? &n_asked : NULL);

      n_asked = 0;
      for (guint i = 0; i < 2; i++)
        {
          Log *log = log_new (logs, VDT_RUNTIME_CLAUDE, "h", i == 0 ? "a" : "b");

          for (guint k = 0; k < 20; k++)
            {
              g_autofree char *id = g_strdup_printf ("m%u", k);

              claude_reply (log->digest, k, id, 1, 1, NULL);
            }
        }
      add_logs (ledger, logs);
      g_assert_cmpuint (n_asked, ==, 1);
      for (guint i = 0; i < 20; i++)
        g_assert_cmpstr (owner_of (ledger, i), ==, knows ? "b" : "a");
    }
}

/* A Codex home and its backup: counts without a response id are the same calls. */
static void
test_codex_backup (void)
{
  g_autoptr (GPtrArray) logs = logs_new ();
  g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);

  for (guint i = 0; i < 2; i++)
    {
      Log *log = log_new (logs, VDT_RUNTIME_CODEX, i == 0 ? "h1" : "h2", "t1");

      codex_meta (log->digest, "t1", 0, NULL);
      codex_count (log->digest, 1, 100, 0, 100);
      codex_count (log->digest, 2, 40, 0, 40);
      codex_count (log->digest, 3, 100, 0, 60);
      if (i == 0)
        codex_count (log->digest, 4, 150, 0, 50);
    }
  add_logs (ledger, logs);
  g_assert_cmpuint (vdt_ledger_get_n_calls (ledger), ==, 3);
  g_assert_cmpint (vdt_ledger_get_duplicates (ledger), ==, 2);
  assert_order_does_not_matter (logs, 4);
}

/* What was read of a log's end only does not count yet. */
static void
test_partial (void)
{
  g_autoptr (GPtrArray) logs = logs_new ();
  g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);
  Log *log = log_new (logs, VDT_RUNTIME_CLAUDE, "h", "a");

  claude_reply (log->digest, 10, "m", 1, 1, NULL);
  log->digest->partial = TRUE;
  add_logs (ledger, logs);
  g_assert_cmpuint (vdt_ledger_get_n_calls (ledger), ==, 0);
  log->digest->partial = FALSE;
  vdt_ledger_resolve (ledger);
  g_assert_cmpuint (vdt_ledger_get_n_calls (ledger), ==, 1);
}

/* One more record: few ids and times, so that copies and ties are many. */
static void
random_reply (Log *log)
{
  static const char *const models[] = { "claude-opus-4-7", "claude-sonnet-5", "claude-haiku-4-5" };
  g_autofree char *stamp = vdt_time_to_rfc3339 (AT (g_test_rand_int_range (0, 4)));
  g_autofree char *time =
    g_test_rand_int_range (0, 6) > 0 ? g_strdup_printf (",'timestamp':'%s'", stamp) : g_strdup ("");
  g_autofree char *mark =
    g_test_rand_int_range (0, 3) == 0
      ? g_strdup_printf (",'requestSessionId':'s%d'", g_test_rand_int_range (0, 8))
      : g_strdup ("");
  int id = g_test_rand_int_range (0, 10);

  /* of one reply the model is one, whoever tells of it */
  feed_format (log->digest,
               "{'type':'assistant'%s%s,'message':{'id':'m%d','model':'%s','usage':{"
               "'input_tokens':%d,'%s':%d}}}",
               time, mark, id, models[id % 3], g_test_rand_int_range (0, 3),
               g_test_rand_int_range (0, 4) > 0 ? "output_tokens" : "x",
               g_test_rand_int_range (0, 3));
}

/* What is read on of one log is counted as if all had been read anew. */
static void
assert_updates (VdtRuntime runtime)
{
  guint n_updates = 0;

  for (guint n = 0; n < 200; n++)
    {
      g_autoptr (GPtrArray) logs = logs_new ();
      g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);
      gint64 totals[5] = { 0 };
      guint n_logs = g_test_rand_int_range (1, 5);

      for (guint i = 0; i < n_logs; i++)
        {
          g_autofree char *id = g_strdup_printf ("s%u", i);
          g_autofree char *more =
            i > 1 && n % 2 == 0 ? g_strdup_printf ("'forked_from_id':'s%u'", i - 2) : NULL;
          Log *log = log_new (logs, runtime, "h1", id);

          if (runtime == VDT_RUNTIME_CODEX)
            codex_meta (log->digest, id, 0, more);
        }
      add_logs (ledger, logs);
      for (int step = 0; step < 40; step++)
        {
          guint which = g_test_rand_int_range (0, logs->len);
          Log *log = g_ptr_array_index (logs, which);
          g_autoptr (VdtLedger) anew = vdt_ledger_new (NULL, NULL);
          g_autofree char *updated = NULL;
          g_autofree char *whole = NULL;
          g_autofree char *before = calls_text (ledger);
          VdtLedgerChange change = VDT_LEDGER_NO_CHANGE;

          for (guint i = g_test_rand_int_range (0, 3); i > 0; i--)
            if (runtime == VDT_RUNTIME_CLAUDE)
              random_reply (log);
            else
              {
                gint64 growth = g_test_rand_int_range (0, 4) * 10;

                totals[which] = g_test_rand_int_range (0, 8) == 0 ? growth : totals[which] + growth;
                codex_count (log->digest, 100 + step, totals[which], 0, growth);
              }
          if (vdt_ledger_update (ledger, which, &change))
            {
              g_autofree char *after = calls_text (ledger);

              n_updates++;
              g_assert_true (change.calls || strcmp (before, after) == 0);
            }
          else
            vdt_ledger_resolve (ledger);
          vdt_usage_digest_clear_recount (log->digest);
          add_logs (anew, logs);
          updated = ledger_text (ledger);
          whole = ledger_text (anew);
          g_assert_cmpstr (updated, ==, whole);
        }
    }
  g_assert_cmpuint (n_updates, >, 500);
}

static void
test_updates (void)
{
  assert_updates (VDT_RUNTIME_CLAUDE);
  assert_updates (VDT_RUNTIME_CODEX);
}

/* Logs that grow in turn, resolved in between, in any order: the same as all at once. */
static void
test_random_claude (void)
{
  for (guint n = 0; n < 300; n++)
    {
      g_autoptr (GPtrArray) logs = logs_new ();
      g_autoptr (VdtLedger) growing = vdt_ledger_new (NULL, NULL);
      g_autoptr (VdtLedger) at_once = vdt_ledger_new (NULL, NULL);
      g_autofree char *grown = NULL;
      g_autofree char *whole = NULL;
      guint n_logs = g_test_rand_int_range (2, 6);

      for (guint i = 0; i < n_logs; i++)
        {
          g_autofree char *id = g_strdup_printf ("s%u", i);
          Log *log = log_new (logs, VDT_RUNTIME_CLAUDE, i % 2 == 0 ? "h1" : "h2", id);

          log->is_subagent = g_test_rand_int_range (0, 4) == 0;
        }
      add_logs (growing, logs);
      for (guint i = g_test_rand_int_range (0, 50); i > 0; i--)
        {
          random_reply (g_ptr_array_index (logs, g_test_rand_int_range (0, logs->len)));
          if (i % 7 == 0)
            vdt_ledger_resolve (growing);
        }
      vdt_ledger_resolve (growing);
      add_logs (at_once, logs);
      grown = ledger_text (growing);
      whole = ledger_text (at_once);
      g_assert_cmpstr (grown, ==, whole);
      assert_order_does_not_matter (logs, 6);
    }
}

/* A tree of forks with copies, own work, restarts and usage records. */
static void
test_random_codex (void)
{
  for (guint n = 0; n < 300; n++)
    {
      g_autoptr (GPtrArray) logs = logs_new ();
      g_autoptr (GPtrArray) histories =
        g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
      guint n_logs = g_test_rand_int_range (2, 6);
      g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);
      gint64 spent = 0;
      gint64 counted = 0;

      for (guint i = 0; i < n_logs; i++)
        {
          g_autofree char *id = g_strdup_printf ("t%u", i);
          guint parent = i > 0 ? g_test_rand_int_range (0, i) : 0;
          g_autofree char *more = g_strdup_printf ("'forked_from_id':'t%u'", parent);
          Log *log = log_new (logs, VDT_RUNTIME_CODEX, "h", id);
          GArray *history = g_array_new (FALSE, FALSE, sizeof (gint64));
          gint64 total = 0;
          int secs = 1000 * i;

          g_ptr_array_add (histories, history);
          codex_meta (log->digest, id, secs, i > 0 ? more : NULL);
          if (i > 0)
            {
              const GArray *old = g_ptr_array_index (histories, parent);

              for (guint k = 0; k < old->len; k++)
                {
                  gint64 value = g_array_index (old, gint64, k);

                  codex_count (log->digest, secs, value, 0, value - total);
                  g_array_append_val (history, value);
                  total = value;
                }
            }
          for (guint k = g_test_rand_int_range (1, 5); k > 0; k--)
            {
              g_autofree char *text = g_strdup_printf ("%s says %u", id, k);
              gint64 more_tokens = g_test_rand_int_range (1, 4) * 10;

              secs += 10;
              total += more_tokens;
              spent += more_tokens;
              codex_user (log->digest, secs, text);
              codex_count (log->digest, secs, total, 0, more_tokens);
              g_array_append_val (history, total);
            }
        }
      add_logs (ledger, logs);
      for (guint i = 0; i < vdt_ledger_get_n_calls (ledger); i++)
        counted += vdt_ledger_get_call (ledger, i)->call.uncached_input;
      /* each token once, however often it was copied */
      g_assert_cmpint (counted, ==, spent);
      assert_order_does_not_matter (logs, 4);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ledger/copies", test_copies);
  g_test_add_func ("/ledger/unnamed", test_unnamed);
  g_test_add_func ("/ledger/ties", test_ties);
  g_test_add_func ("/ledger/tie-with-subagent", test_tie_with_subagent);
  g_test_add_func ("/ledger/owner-func", test_owner_func);
  g_test_add_func ("/ledger/codex-backup", test_codex_backup);
  g_test_add_func ("/ledger/partial", test_partial);
  g_test_add_func ("/ledger/updates", test_updates);
  g_test_add_func ("/ledger/random-claude", test_random_claude);
  g_test_add_func ("/ledger/random-codex", test_random_codex);
  return g_test_run ();
}
