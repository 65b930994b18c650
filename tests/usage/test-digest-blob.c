/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <string.h>

#include "usage-support.h"

static const char *const claude_lines[] = {
  "{'type':'user','parentUuid':null,'sessionId':'s1','version':'2.1.332','timestamp':"
  "'2026-10-15T10:00:00Z','message':{'content':'hi'}}",
  "{'type':'assistant','timestamp':'2026-10-15T10:00:01Z','message':{'id':'m1','model':"
  "'claude-opus-4-7','usage':{'input_tokens':5,'output_tokens':1}}}",
  "{'type':'assistant','timestamp':'2026-10-15T10:00:02Z','requestSessionId':'s0','message':{'id':"
  "'m1','model':'claude-opus-4-7','usage':{'input_tokens':5,'cache_read_input_tokens':9,"
  "'output_tokens':7}}}",
  "{'type':'assistant','message':{'usage':{'output_tokens':7,'input_tokens':-1}}}",
  "{'type':'assistant','isSidechain':true,'timestamp':'2026-10-15T10:00:03Z','message':{'id':'m2',"
  "'model':'claude-haiku-4-5','usage':{'output_tokens':7}}}",
  "{'type':'system','subtype':'compact_boundary','timestamp':'2026-10-15T10:00:05Z'}",
  "{'type':'assistant','timestamp':'2026-10-15T10:00:02Z','message':{'id':'m1','model':"
  "'claude-opus-4-7','usage':{'output_tokens':8}}}",
  "{'type':'nonsense'}",
  "{'type':'assistant','timestamp':'2026-10-15T10:00:09Z','isApiErrorMessage':true,'message':{"
  "'content':'5-hour limit reached ∙ resets 3pm'}}",
  "{'type':'assistant','timestamp':'2026-10-15T10:00:12Z','message':{'id':'m3','model':"
  "'claude-opus-4-6','usage':{'input_tokens':250000,'output_tokens':7}}}",
  "{'type':'system','subtype':'compact_boundary','timestamp':'2026-10-15T10:00:15Z',"
  "'compactMetadata':{'postTokens':77}}",
  "{'type':'assistant','timestamp':'2026-10-15T10:00:12Z','message':{'id':'m3','model':"
  "'claude-opus-4-6','usage':{'input_tokens':250001,'output_tokens':9}}}",
};

#define COUNT(time, total, last)                                                                                       \
  "{'timestamp':'2026-10-15T10:00:" time "Z','ordinal':4,'type':'event_msg','payload':{'type':"                        \
  "'token_count','info':{'total_token_usage':{'input_tokens':" total ",'cached_input_tokens':1,"                       \
  "'output_tokens':2,'total_tokens':" total "},'last_token_usage':{'total_tokens':" last                               \
  "},'model_context_window':272000},'rate_limits':{'limit_id':'codex','limit_name':'main','plan_type':'pro','primary'" \
  ":{'used_percent':12.5,'window_minutes':300,'resets_at':1792080000}}}}"

static const char *const codex_lines[] = {
  "{'timestamp':'2026-10-15T10:00:00Z','type':'session_meta','payload':{'id':'t2','session_id':'t0'"
  ",'timestamp':'2026-10-15T10:00:00Z','forked_from_id':'t1','parent_thread_id':'t0','source':{"
  "'subagent':{'thread_spawn':{'parent_thread_id':'t3'}}},'history_base':{'thread_id':'b',"
  "'end_ordinal_exclusive':3},'model_provider':'openai','cli_version':'0.171.0'}}",
  "{'timestamp':'2026-10-15T10:00:00Z','type':'session_meta','payload':{'id':'t1'}}",
  "{'timestamp':'2026-10-15T10:00:01Z','type':'turn_context','payload':{'turn_id':"
  "'01a13f07-8e80-7000-8000-000000000001','model':'gpt-5.6','effort':'high'}}",
  "{'timestamp':'2026-10-15T10:00:01Z','type':'event_msg','payload':{'type':'user_message',"
  "'message':'do'}}",
  COUNT ("02", "100", "100"),
  COUNT ("03", "100", "100"),
  COUNT ("04", "150", "50"),
  "{'timestamp':'2026-10-15T10:00:05Z','type':'event_msg','payload':{'type':"
  "'thread_settings_applied','thread_settings':{'service_tier':'priority','model':'gpt-5.7'}}}",
  COUNT ("06", "90", "90"),
  "{'timestamp':'2026-10-15T10:00:07Z','type':'compacted','payload':{'message':'x'}}",
  COUNT ("08", "91", "0"),
  "{'timestamp':'2026-10-15T10:00:09Z','type':'token_usage_record','payload':{'thread_id':'t2',"
  "'response_id':'r1','usage':{'input_tokens':5,'output_tokens':1},'thread_token_usage':{"
  "'input_tokens':96}}}",
  COUNT ("10", "96", "5"),
  "{'timestamp':'2026-10-15T10:00:11Z','type':'token_usage_record','payload':{'thread_id':'t2',"
  "'response_id':'r1','usage':{'input_tokens':5,'output_tokens':1}}}",
  "{'type':'unheard-of','payload':{}}",
  "{'timestamp':'2026-10-15T10:00:12Z','type':'event_msg','payload':{'type':'task_started',"
  "'turn_id':'x','model_context_window':100}}",
};

static VdtUsageDigest *
digest_of (VdtRuntime runtime, const char *const *lines, guint n)
{
  VdtUsageDigest *digest = vdt_usage_digest_new (runtime, FALSE);

  for (guint i = 0; i < n; i++)
    feed (digest, lines[i]);
  return digest;
}

/* Kept at any record and fed on, it is the same as in one go. */
static void
assert_fed_on (VdtRuntime runtime, const char *const *lines, guint n)
{
  g_autoptr (VdtUsageDigest) whole = digest_of (runtime, lines, n);

  for (guint cut = 0; cut <= n; cut++)
    {
      g_autoptr (VdtUsageDigest) before = digest_of (runtime, lines, cut);
      g_autoptr (VdtUsageDigest) after = NULL;

      /* a sealed one can be kept and fed on as well */
      if (cut % 2 == 0)
        vdt_usage_digest_seal (before);
      after = digest_copy (before);
      assert_same_digest (before, after);
      for (guint i = cut; i < n; i++)
        {
          feed (after, lines[i]);
          feed (before, lines[i]);
        }
      assert_same_digest (after, whole);
      assert_same_digest (before, whole);
      g_assert_cmpint (after->counts.records, ==, whole->counts.records);
      g_assert_cmpint (after->counts.bad_values, ==, whole->counts.bad_values);
    }
}

static void
test_fed_on (void)
{
  assert_fed_on (VDT_RUNTIME_CLAUDE, claude_lines, G_N_ELEMENTS (claude_lines));
  assert_fed_on (VDT_RUNTIME_CODEX, codex_lines, G_N_ELEMENTS (codex_lines));
}

/* The same over random orders of the same lines. */
static void
test_fed_on_random (void)
{
  for (guint n = 0; n < 40; n++)
    {
      const char *lines[24];

      for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
        lines[i] = n % 2 == 0 ? claude_lines[g_test_rand_int_range (0, G_N_ELEMENTS (claude_lines))]
                              : codex_lines[g_test_rand_int_range (0, G_N_ELEMENTS (codex_lines))];
      assert_fed_on (n % 2 == 0 ? VDT_RUNTIME_CLAUDE : VDT_RUNTIME_CODEX, lines,
                     G_N_ELEMENTS (lines));
    }
}

/* A digest out of any bytes can be fed, asked and counted. */
static void
use_digest (VdtUsageDigest *digest)
{
  g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);
  g_autoptr (VdtUsageDigest) copy = digest_copy (digest);
  VdtLedgerFile file = { .digest = digest,
                         .home_id = "h",
                         .native_id = "a",
                         .owner_id = "a",
                         .stem = "r" };
  VdtContextMeter meter;
  double percent = 0;

  assert_same_digest (digest, copy);
  if (digest->runtime == VDT_RUNTIME_CLAUDE)
    for (guint i = 0; i < G_N_ELEMENTS (claude_lines); i++)
      feed (digest, claude_lines[i]);
  else
    for (guint i = 0; i < G_N_ELEMENTS (codex_lines); i++)
      feed (digest, codex_lines[i]);
  vdt_usage_digest_get_meter (digest, &meter);
  vdt_context_meter_get_percent (&meter, &percent);
  vdt_ledger_add (ledger, &file);
  file.native_id = file.owner_id = "t1";
  file.digest = copy;
  vdt_ledger_add (ledger, &file);
  vdt_ledger_resolve (ledger);
  for (guint i = 0; i < vdt_ledger_get_n_calls (ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (ledger, i);
      VdtTokens tokens;

      vdt_call_get_tokens (&call->call, &tokens);
      g_assert_true (call->call.time == VDT_TIME_UNKNOWN ||
                     (call->call.time >= VDT_TIME_MIN && call->call.time <= VDT_TIME_MAX));
    }
}

static void
test_hostile (void)
{
  for (guint runtime = 0; runtime < VDT_N_RUNTIMES; runtime++)
    {
      g_autoptr (VdtUsageDigest) digest =
        runtime == VDT_RUNTIME_CODEX
          ? digest_of (runtime, codex_lines, G_N_ELEMENTS (codex_lines))
          : digest_of (runtime, claude_lines, G_N_ELEMENTS (claude_lines));
      g_autoptr (GByteArray) blob = g_byte_array_new ();
      guint n_used = 0;

      vdt_usage_digest_write (digest, blob);
      for (guint len = 0; len < blob->len; len++)
        {
          g_autofree guint8 *exact = g_memdup2 (blob->data, MAX (1, len));
          VdtBlobReader reader;

          vdt_blob_reader_init (&reader, exact, len);
          g_assert_null (vdt_usage_digest_read (&reader));
          g_assert_true (reader.failed);
        }
      for (guint n = 0; n < 4000; n++)
        {
          g_autofree guint8 *bytes = g_memdup2 (blob->data, blob->len);
          g_autoptr (VdtUsageDigest) read = NULL;
          VdtBlobReader reader;

          for (guint i = g_test_rand_int_range (1, 4); i > 0; i--)
            bytes[g_test_rand_int_range (0, blob->len)] = g_test_rand_int_range (0, 256);
          vdt_blob_reader_init (&reader, bytes, blob->len);
          read = vdt_usage_digest_read (&reader);
          if (read == NULL)
            {
              g_assert_true (reader.failed);
              continue;
            }
          n_used++;
          use_digest (read);
        }
      g_assert_cmpuint (n_used, >, 10);
    }
}

/* What another release wrote is read anew. */
static void
test_version (void)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  g_autoptr (VdtUsageDigest) digest = vdt_usage_digest_new (VDT_RUNTIME_CODEX, TRUE);
  g_autoptr (VdtUsageDigest) copy = digest_copy (digest);
  VdtBlobReader reader;

  g_assert_true (copy->is_agent_file);
  g_assert_cmpint (copy->fast, ==, -1);
  vdt_usage_digest_write (digest, blob);
  blob->data[0] += 2;
  vdt_blob_reader_init (&reader, blob->data, blob->len);
  g_assert_null (vdt_usage_digest_read (&reader));
  g_assert_true (reader.failed);
}

static guint n_files;

static void
feed_raw (VdtUsageDigest *digest, const char *line, gsize len)
{
  if (digest->runtime == VDT_RUNTIME_CODEX)
    {
      VdtCodexRecord record;

      if (vdt_codex_record_decode (&record, line, len))
        vdt_usage_digest_feed_codex (digest, &record);
    }
  else
    {
      VdtClaudeRecord record;

      if (vdt_claude_record_decode (&record, line, len))
        vdt_usage_digest_feed_claude (digest, &record);
    }
}

static void
check_file (const char *path, VdtRuntime runtime)
{
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  g_autoptr (VdtUsageDigest) whole = vdt_usage_digest_new (runtime, FALSE);
  gsize len = 0;
  char *line = NULL;
  char *next = NULL;

  if (!g_file_get_contents (path, &text, &len, NULL))
    return;
  n_files++;
  g_test_message ("%s", path);
  for (line = text; line < text + len; line = next + 1)
    {
      next = memchr (line, '\n', text + len - line);
      if (next == NULL)
        break;
      *next = '\0';
      g_ptr_array_add (lines, line);
      feed_raw (whole, line, next - line);
    }
  g_ptr_array_add (lines, line);
  for (guint n = 0; n < 4; n++)
    {
      g_autoptr (VdtUsageDigest) before = vdt_usage_digest_new (runtime, FALSE);
      g_autoptr (VdtUsageDigest) after = NULL;
      guint cut = g_test_rand_int_range (0, lines->len);

      for (guint i = 0; i + 1 < lines->len; i++)
        {
          const char *start = g_ptr_array_index (lines, i);
          gsize line_len = (const char *) g_ptr_array_index (lines, i + 1) - start - 1;

          if (i == cut)
            after = digest_copy (before);
          feed_raw (after != NULL ? after : before, start, line_len);
        }
      if (after == NULL)
        after = digest_copy (before);
      assert_same_digest (after, whole);
    }
}

static void
look_into (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        look_into (child);
      else if (g_str_has_suffix (name, ".jsonl"))
        check_file (child,
                    g_str_has_prefix (name, "rollout-") ? VDT_RUNTIME_CODEX : VDT_RUNTIME_CLAUDE);
    }
}

static void
test_shared (void)
{
  const char *shared = g_getenv ("VEDETTE_SHARED");
  const char *source = g_getenv ("VEDETTE_SOURCE_DIR");
  g_autofree char *path = shared != NULL ? g_build_filename (shared, "fixtures", NULL)
                          : source != NULL
                            ? g_build_filename (source, "..", "shared", "fixtures", NULL)
                            : g_strdup ("");

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("no shared logs here");
      return;
    }
  look_into (path);
  g_assert_cmpuint (n_files, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/digest-blob/fed-on", test_fed_on);
  g_test_add_func ("/digest-blob/fed-on-random", test_fed_on_random);
  g_test_add_func ("/digest-blob/hostile", test_hostile);
  g_test_add_func ("/digest-blob/version", test_version);
  g_test_add_func ("/digest-blob/shared", test_shared);
  return g_test_run ();
}
