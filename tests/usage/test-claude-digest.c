/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <string.h>

#include "usage-support.h"

static VdtUsageDigest *
claude (void)
{
  return vdt_usage_digest_new (VDT_RUNTIME_CLAUDE, FALSE);
}

static const VdtCall *
call_at (const VdtUsageDigest *digest, guint i)
{
  g_assert_cmpuint (i, <, digest->calls->len);
  return &g_array_index (digest->calls, VdtCall, i);
}

static void
assert_meter (const VdtUsageDigest *digest,
              VdtContextState state,
              VdtCount used,
              VdtCount window,
              VdtWindowOrigin origin)
{
  VdtContextMeter meter;

  vdt_usage_digest_get_meter (digest, &meter);
  g_assert_cmpint (meter.state, ==, state);
  g_assert_cmpint (meter.used_tokens, ==, used);
  g_assert_cmpint (meter.window_tokens, ==, window);
  g_assert_cmpint (meter.window_origin, ==, origin);
}

#define REPLY(time, id, usage, more)                                                               \
  "{'type':'assistant','timestamp':'" time "','message':{'id':'" id "','model':'claude-opus-4-6'," \
  "'usage':{" usage "}}" more "}"

/* One reply in several records: one call, its last usage, its first time. */
static void
test_streamed (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();
  g_autofree char *text = NULL;

  feed (digest, REPLY ("2026-10-15T10:00:05Z", "m1",
                       "'input_tokens':10,'cache_creation_input_tokens':5,"
                       "'cache_read_input_tokens':100,'output_tokens':1",
                       ""));
  feed (digest, REPLY ("2026-10-15T10:00:03Z", "m1",
                       "'input_tokens':10,'cache_creation_input_tokens':5,"
                       "'cache_read_input_tokens':100,'output_tokens':1",
                       ""));
  feed (digest, REPLY ("2026-10-15T10:00:09Z", "m1",
                       "'input_tokens':11,'cache_creation_input_tokens':6,"
                       "'cache_read_input_tokens':101,'output_tokens':40,"
                       "'output_tokens_details':{'thinking_tokens':30}",
                       ""));
  text = digest_tokens (digest);
  g_assert_cmpstr (text, ==, "1 11/101/6/40/30=158");
  g_assert_cmpint (call_at (digest, 0)->time, ==, AT (3));
  g_assert_cmpuint (call_at (digest, 0)->records, ==, 3);
  g_assert_cmpuint (call_at (digest, 0)->line, ==, 1);
  assert_meter (digest, VDT_CONTEXT_ASSUMED, 158, 200000, VDT_WINDOW_DEFAULT);

  /* a later one with fewer output tokens is an earlier snapshot */
  feed (digest, REPLY ("2026-10-15T10:00:10Z", "m1", "'input_tokens':99,'output_tokens':3", ""));
  g_assert_cmpint (call_at (digest, 0)->output, ==, 40);
  g_assert_cmpint (call_at (digest, 0)->uncached_input, ==, 11);
  g_assert_cmpuint (call_at (digest, 0)->records, ==, 4);
  assert_meter (digest, VDT_CONTEXT_ASSUMED, 158, 200000, VDT_WINDOW_DEFAULT);
  /* with as many the last counts */
  feed (digest, REPLY ("2026-10-15T10:00:11Z", "m1", "'input_tokens':12,'output_tokens':40", ""));
  g_assert_cmpint (call_at (digest, 0)->uncached_input, ==, 12);
  /* and the records of another reply between them change nothing */
  claude_reply (digest, 12, "m2", 5, 5, NULL);
  feed (digest, REPLY ("2026-10-15T10:00:01Z", "m1", "'input_tokens':12,'output_tokens':41", ""));
  g_assert_cmpuint (digest->calls->len, ==, 2);
  g_assert_cmpint (call_at (digest, 0)->output, ==, 41);
  g_assert_cmpint (call_at (digest, 0)->time, ==, AT (1));
}

static void
test_keys (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();

  /* without a message id the uuid names it; without either nothing does */
  feed (digest, "{'type':'assistant','uuid':'u1','message':{'usage':{'output_tokens':1}}}");
  feed (digest, "{'type':'assistant','uuid':'u1','message':{'usage':{'output_tokens':2}}}");
  feed (digest, "{'type':'assistant','message':{'usage':{'output_tokens':3}}}");
  feed (digest, "{'type':'assistant','message':{'usage':{'output_tokens':3}}}");
  g_assert_cmpuint (digest->calls->len, ==, 3);
  g_assert_cmpint (call_at (digest, 0)->output, ==, 2);
  g_assert_cmpuint (call_at (digest, 0)->records, ==, 2);
  /* a message id is never taken for a uuid */
  feed (digest, "{'type':'assistant','message':{'id':'u1','usage':{'output_tokens':4}}}");
  g_assert_cmpuint (digest->calls->len, ==, 4);
  /* an id in escapes is the same id; wrong types and empty ones are none */
  feed (digest, "{'type':'assistant','message':{'id':'u\\u0031','usage':{'output_tokens':5}}}");
  feed (digest, "{'type':'assistant','message':{'id':7,'usage':{'output_tokens':5}}}");
  feed (digest, "{'type':'assistant','message':{'id':'','usage':{'output_tokens':5}}}");
  g_assert_cmpuint (digest->calls->len, ==, 6);
  /* the request's id does not matter */
  feed (digest, "{'type':'assistant','requestId':'r1','message':{'id':'m','usage':{}}}");
  feed (digest, "{'type':'assistant','requestId':null,'message':{'id':'m','usage':{}}}");
  g_assert_cmpuint (digest->calls->len, ==, 7);
}

static void
test_no_calls (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();

  feed (digest, "{'type':'assistant','message':{'id':'a','model':'claude-opus-4-6'}}");
  feed (digest, "{'type':'assistant','message':{'id':'b','usage':null}}");
  feed (digest, "{'type':'assistant','message':{'id':'c','usage':[]}}");
  feed (digest, "{'type':'assistant','message':{'id':'d','model':'<synthetic>','usage':{"
                "'input_tokens':5,'output_tokens':5}}}");
  feed (digest, "{'type':'assistant','isApiErrorMessage':true,'message':{'id':'e','model':'x',"
                "'usage':{'input_tokens':5,'output_tokens':5}}}");
  feed (digest, "{'type':'user','message':{'id':'f','usage':{'input_tokens':5}}}");
  feed (digest, "{'type':'progress','data':{'message':{'message':{'id':'g','usage':{}}}}}");
  feed (digest, "{'type':'assistant','toolUseResult':{'usage':{'input_tokens':5}}}");
  g_assert_cmpuint (digest->calls->len, ==, 0);
  g_assert_cmpstr (digest->model, ==, "claude-opus-4-6");
  g_assert_cmpint (digest->counts.records, ==, 8);
  assert_meter (digest, VDT_CONTEXT_UNKNOWN, VDT_COUNT_UNKNOWN, 200000, VDT_WINDOW_DEFAULT);
}

static void
test_bad_values (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();
  g_autofree char *text = NULL;

  feed (digest, "{'type':'assistant','message':{'id':'m','usage':{'input_tokens':-1,"
                "'cache_read_input_tokens':'7','output_tokens':4}}}");
  text = digest_tokens (digest);
  g_assert_cmpstr (text, ==, "1 ?/?/?/4/?=4");
  g_assert_cmpint (digest->counts.bad_values, ==, 2);
  feed (digest, "{'type':'never-heard-of'}");
  feed (digest, "{'uuid':'x'}");
  g_assert_cmpint (digest->counts.unknown_records, ==, 2);
}

/* The newest main reply by its own time, wherever it stands. */
static void
test_meter_order (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();

  claude_reply (digest, 20, "m2", 2000, 10, NULL);
  claude_reply (digest, 10, "m1", 9000, 10, NULL);
  assert_meter (digest, VDT_CONTEXT_REPORTED, 2010, 1000000, VDT_WINDOW_MODEL_TABLE);
  /* sidechains are spend and no context */
  claude_reply (digest, 40, "m3", 77, 1, "'isSidechain':true,'agentId':'a'");
  g_assert_cmpuint (digest->calls->len, ==, 3);
  g_assert_cmpuint (call_at (digest, 2)->flags & VDT_CALL_MAIN, ==, 0);
  g_assert_cmpuint (call_at (digest, 0)->flags & VDT_CALL_MAIN, !=, 0);
  /* synthetic notices touch nothing */
  feed (digest, "{'type':'assistant','timestamp':'2026-10-15T11:00:00Z','isApiErrorMessage':true,"
                "'message':{'id':'e','model':'<synthetic>','usage':{'input_tokens':0}}}");
  g_assert_cmpstr (digest->model, ==, "claude-opus-4-7");
}

static void
test_meter_of_old_correction (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();

  claude_reply (digest, 20, "m2", 2000, 10, NULL);
  claude_reply (digest, 10, "m1", 9000, 10, NULL);
  /* its last block was written after the other reply, yet it began before it */
  claude_reply (digest, 15, "m1", 9000, 20, NULL);
  assert_meter (digest, VDT_CONTEXT_REPORTED, 2010, 1000000, VDT_WINDOW_MODEL_TABLE);
}

/* In a sub-agent's own log the sidechain is the main chain. */
static void
test_agent_file (void)
{
  g_autoptr (VdtUsageDigest) digest = vdt_usage_digest_new (VDT_RUNTIME_CLAUDE, TRUE);

  feed (digest, "{'type':'user','parentUuid':null,'isSidechain':true,'sessionId':'s0','agentId':"
                "'a1','message':{'content':'go'}}");
  claude_reply (digest, 40, "m3", 77, 1, "'isSidechain':true,'sessionId':'s0'");
  assert_meter (digest, VDT_CONTEXT_REPORTED, 78, 1000000, VDT_WINDOW_MODEL_TABLE);
  g_assert_true (digest->complete);
  g_assert_cmpstr (digest->session_id, ==, "s0");
}

static void
test_windows (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();

  feed (digest, REPLY ("2026-10-15T10:00:00Z", "m1",
                       "'input_tokens':1,'cache_read_input_tokens':199999,'output_tokens':9", ""));
  /* the prompt counts, not the answer to it: 200,009 in use of an assumed 200,000 */
  assert_meter (digest, VDT_CONTEXT_UNKNOWN, 200009, 200000, VDT_WINDOW_DEFAULT);
  feed (digest, REPLY ("2026-10-15T10:00:05Z", "m2",
                       "'input_tokens':2,'cache_read_input_tokens':199999,'output_tokens':9", ""));
  assert_meter (digest, VDT_CONTEXT_REPORTED, 200010, 1000000, VDT_WINDOW_OBSERVED);
  /* once seen, for good */
  feed (digest, REPLY ("2026-10-15T10:00:09Z", "m3", "'input_tokens':50,'output_tokens':9", ""));
  assert_meter (digest, VDT_CONTEXT_REPORTED, 59, 1000000, VDT_WINDOW_OBSERVED);
  /* another maker's model: tokens, and no window whatever it used */
  feed (digest, "{'type':'assistant','timestamp':'2026-10-15T10:01:00Z','message':{'id':'m4',"
                "'model':'glm-5','usage':{'input_tokens':70,'output_tokens':1}}}");
  assert_meter (digest, VDT_CONTEXT_UNKNOWN, 71, VDT_COUNT_UNKNOWN, VDT_WINDOW_UNKNOWN);
}

#define BOUNDARY(time, more)                                                                       \
  "{'type':'system','subtype':'compact_boundary','parentUuid':null,'timestamp':'" time "'" more "}"

static void
test_compaction (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();

  claude_reply (digest, 10, "m1", 9000, 10, NULL);
  feed (digest, BOUNDARY ("2026-10-15T10:00:20Z", ",'compactMetadata':{'preTokens':9010}"));
  assert_meter (digest, VDT_CONTEXT_COMPACTED, VDT_COUNT_UNKNOWN, 1000000, VDT_WINDOW_MODEL_TABLE);
  /* what was said before the boundary and is written behind it does not end it */
  claude_reply (digest, 15, "m2", 9500, 10, NULL);
  claude_reply (digest, 10, "m1", 9000, 20, NULL);
  assert_meter (digest, VDT_CONTEXT_COMPACTED, VDT_COUNT_UNKNOWN, 1000000, VDT_WINDOW_MODEL_TABLE);
  claude_reply (digest, 30, "m3", 500, 5, NULL);
  assert_meter (digest, VDT_CONTEXT_REPORTED, 505, 1000000, VDT_WINDOW_MODEL_TABLE);
  /* its own count, until the next reply */
  feed (digest, BOUNDARY ("2026-10-15T10:00:40Z", ",'compactMetadata':{'postTokens':123}"));
  assert_meter (digest, VDT_CONTEXT_REPORTED, 123, 1000000, VDT_WINDOW_MODEL_TABLE);
  /* one that is older than the newest reply is over */
  claude_reply (digest, 50, "m4", 600, 5, NULL);
  feed (digest, BOUNDARY ("2026-10-15T10:00:45Z", ""));
  assert_meter (digest, VDT_CONTEXT_REPORTED, 605, 1000000, VDT_WINDOW_MODEL_TABLE);
  /* a sidechain's own is none of ours */
  feed (digest, BOUNDARY ("2026-10-15T10:01:00Z", ",'isSidechain':true"));
  assert_meter (digest, VDT_CONTEXT_REPORTED, 605, 1000000, VDT_WINDOW_MODEL_TABLE);
  g_assert_cmpuint (digest->compactions->len, ==, 3);
  /* a boundary starts no conversation */
  g_assert_false (digest->complete);
}

static void
test_compaction_assumed (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();

  feed (digest, REPLY ("2026-10-15T10:00:00Z", "m1", "'input_tokens':10,'output_tokens':1", ""));
  feed (digest, BOUNDARY ("2026-10-15T10:00:40Z", ",'compactMetadata':{'postTokens':3}"));
  assert_meter (digest, VDT_CONTEXT_ASSUMED, 3, 200000, VDT_WINDOW_DEFAULT);
}

/* Records without a time keep their place. */
static void
test_without_times (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();

  claude_reply (digest, 10, "m1", 9000, 10, NULL);
  feed (digest, "{'type':'assistant','message':{'id':'m2','model':'claude-opus-4-7','usage':{"
                "'input_tokens':4,'output_tokens':1}}}");
  assert_meter (digest, VDT_CONTEXT_REPORTED, 5, 1000000, VDT_WINDOW_MODEL_TABLE);
  g_assert_cmpint (call_at (digest, 1)->time, ==, AT (10));
  feed (digest, "{'type':'system','subtype':'compact_boundary'}");
  assert_meter (digest, VDT_CONTEXT_COMPACTED, VDT_COUNT_UNKNOWN, 1000000, VDT_WINDOW_MODEL_TABLE);
}

static void
test_complete (void)
{
  static const struct
  {
    const char *line;
    gboolean complete;
  } cases[] = {
    { "{'type':'user','parentUuid':null,'message':{}}", TRUE },
    { "{'type':'user','message':{}}", FALSE },
    { "{'type':'user','parentUuid':'x','message':{}}", FALSE },
    { "{'type':'user','parentUuid':null,'isSidechain':true,'message':{}}", FALSE },
    { "{'type':'assistant','parentUuid':null,'message':{}}", FALSE },
    { "{'type':'summary','parentUuid':null}", FALSE },
    { "{'type':'system','subtype':'compact_boundary','parentUuid':null}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (VdtUsageDigest) digest = claude ();

      feed (digest, cases[i].line);
      g_test_message ("%s", cases[i].line);
      g_assert_cmpint (digest->complete, ==, cases[i].complete);
    }
}

#define NOTICE(time, more, text)                                                                   \
  "{'type':'assistant','timestamp':'" time "'," more "'content':[{'type':'text','text':'" text     \
  "'}]}}"
#define SYNTHETIC "'message':{'id':'e','model':'<synthetic>',"
#define API_ERROR "'isApiErrorMessage':true,'message':{'id':'e','model':'claude-opus-4-7',"

static void
test_limit_messages (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();
  g_autofree char *long_text = g_strnfill (2000, 'x');
  g_autofree char *line = NULL;

  feed (digest, NOTICE ("2026-10-15T10:00:00Z", SYNTHETIC, "5-hour limit reached ∙ resets 3pm"));
  feed (digest, NOTICE ("2026-10-15T10:01:00Z", API_ERROR, "AI usage limit reached|1792252800"));
  feed (digest, "{'type':'assistant','timestamp':'2026-10-15T10:02:00Z','isApiErrorMessage':true,"
                "'message':{'model':'<synthetic>','content':'weekly limit hit · resets 3pm'}}");
  g_assert_cmpuint (digest->limit_messages->len, ==, 3);
  /* a person's, a model's or a tool's words are none; nor are other notices */
  feed (digest, NOTICE ("2026-10-15T10:03:00Z", "'message':{'id':'a','model':'claude-opus-4-7',",
                        "5-hour limit reached ∙ resets 3pm"));
  feed (digest, "{'type':'user','timestamp':'2026-10-15T10:03:00Z','message':{'content':"
                "'5-hour limit reached ∙ resets 3pm'}}");
  feed (digest, NOTICE ("2026-10-15T10:03:00Z", SYNTHETIC, "No response requested."));
  feed (digest, NOTICE ("2026-10-15T10:03:00Z", SYNTHETIC, "Rate limit reached"));
  line = g_strdup_printf (NOTICE ("2026-10-15T10:03:00Z", SYNTHETIC, "limit reached resets 3pm %s"),
                          long_text);
  feed (digest, line);
  g_assert_cmpuint (digest->limit_messages->len, ==, 3);
  g_assert_cmpuint (digest->calls->len, ==, 0);
  /* the newest of each limit stays, however often another is hit */
  for (int i = 0; i < 100; i++)
    {
      g_autofree char *time = vdt_time_to_rfc3339 (AT (3600 + i));

      feed_format (digest,
                   "{'type':'assistant','timestamp':'%s','isApiErrorMessage':true,'message':{"
                   "'content':'limit reached resets %dpm'}}",
                   time, i % 12 + 1);
    }
  g_assert_cmpuint (digest->limit_messages->len, ==, 4);
  g_assert_cmpint (g_array_index (digest->limit_messages, VdtLimitMessage,
                                  digest->limit_messages->len - 1)
                     .time,
                   ==, AT (3699));
}

static void
test_owner_marks (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();

  claude_reply (digest, 10, "m1", 1, 1, NULL);
  claude_reply (digest, 10, "m2", 1, 1, "'requestSessionId':'s0'");
  claude_reply (digest, 10, "m1", 1, 1, "'requestSessionId':'s0'");
  g_assert_cmpuint (call_at (digest, 0)->owner, !=, 0);
  g_assert_cmpuint (call_at (digest, 0)->owner, ==, call_at (digest, 1)->owner);
}

static void
test_touched (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();

  claude_reply (digest, 10, "m1", 1, 1, NULL);
  claude_reply (digest, 11, "m2", 1, 1, NULL);
  vdt_usage_digest_clear_touched (digest);
  feed (digest, "{'type':'mode'}");
  g_assert_cmpuint (digest->touched, ==, G_MAXUINT32);
  claude_reply (digest, 12, "m3", 1, 1, NULL);
  g_assert_cmpuint (digest->touched, ==, 4);
  claude_reply (digest, 12, "m2", 1, 2, NULL);
  g_assert_cmpuint (digest->touched, ==, 2);
}

/* Many different models and very long names cost a bounded amount. */
static void
test_many_models (void)
{
  g_autoptr (VdtUsageDigest) digest = claude ();
  g_autofree char *name = g_strnfill (5000, 'n');

  for (guint i = 0; i < 3000; i++)
    feed_format (digest,
                 "{'type':'assistant','message':{'id':'m%u','model':'claude-%u-%s','usage':{"
                 "'output_tokens':1}}}",
                 i, i, name);
  g_assert_cmpuint (digest->calls->len, ==, 3000);
  g_assert_cmpuint (digest->names->len, <=, 1000);
  g_assert_cmpuint (strlen (vdt_usage_digest_get_name (digest, 1)), <=, 200);
  g_assert_null (vdt_usage_digest_get_name (digest, 0));
  g_assert_null (vdt_usage_digest_get_name (digest, 65535));
  g_assert_cmpuint (strlen (digest->model), <=, 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/claude-digest/streamed", test_streamed);
  g_test_add_func ("/claude-digest/keys", test_keys);
  g_test_add_func ("/claude-digest/no-calls", test_no_calls);
  g_test_add_func ("/claude-digest/bad-values", test_bad_values);
  g_test_add_func ("/claude-digest/meter-order", test_meter_order);
  g_test_add_func ("/claude-digest/meter-of-old-correction", test_meter_of_old_correction);
  g_test_add_func ("/claude-digest/agent-file", test_agent_file);
  g_test_add_func ("/claude-digest/windows", test_windows);
  g_test_add_func ("/claude-digest/compaction", test_compaction);
  g_test_add_func ("/claude-digest/compaction-assumed", test_compaction_assumed);
  g_test_add_func ("/claude-digest/without-times", test_without_times);
  g_test_add_func ("/claude-digest/complete", test_complete);
  g_test_add_func ("/claude-digest/limit-messages", test_limit_messages);
  g_test_add_func ("/claude-digest/owner-marks", test_owner_marks);
  g_test_add_func ("/claude-digest/touched", test_touched);
  g_test_add_func ("/claude-digest/many-models", test_many_models);
  return g_test_run ();
}
