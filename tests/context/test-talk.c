/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "talk-cases.h"
#include "talk-support.h"
#include "vdt-text.h"

static void
assert_case (const TalkCase *test, const VdtTalk *talk)
{
  VdtTalkSummary summary;

  vdt_talk_get_summary (talk, &summary);
  g_assert_cmpstr (talk_title (&summary), ==, test->title);
  g_assert_cmpstr (vdt_lifecycle_to_string (summary.lifecycle), ==,
                   vdt_lifecycle_to_string (test->lifecycle));
  g_assert_cmpstr (vdt_waiting_for_to_string (summary.waiting_for), ==,
                   vdt_waiting_for_to_string (test->waiting_for));
  g_assert_cmpuint (summary.pending_decisions, ==, test->pending);
  g_assert_cmpuint (summary.queued_messages, ==, test->queued);
  g_assert_cmpint (summary.open_call, ==, test->open_call);
  if (test->cwd != NULL)
    g_assert_cmpstr (summary.cwd, ==, test->cwd);
  if (test->since != NULL)
    {
      g_autofree char *time = g_strdup_printf ("2026-10-17T09:%sZ", test->since);

      g_assert_cmpint (summary.state_since, ==, vdt_time_from_rfc3339 (time, strlen (time)));
    }
}

/* In one go, and with a break behind every record. */
static void
run_case (const TalkCase *test, VdtRuntime runtime)
{
  g_autoptr (VdtTalk) whole = vdt_talk_new (runtime);
  g_autoptr (VdtTalk) broken = vdt_talk_new (runtime);

  for (guint i = 0; i < TALK_CASE_MAX_LINES && test->lines[i] != NULL; i++)
    {
      VdtTalk *next = NULL;

      talk_feed_quoted (whole, runtime, test->lines[i]);
      talk_feed_quoted (broken, runtime, test->lines[i]);
      next = talk_copy (broken, runtime);
      vdt_talk_free (broken);
      broken = next;
      talk_assert_same (whole, broken);
    }
  assert_case (test, whole);
}

static void
test_claude (gconstpointer data)
{
  run_case (data, VDT_RUNTIME_CLAUDE);
}

static void
test_codex (gconstpointer data)
{
  run_case (data, VDT_RUNTIME_CODEX);
}

/* --- times ------------------------------------------------------------------------------------ */

static void
assert_times (VdtRuntime runtime, const char *const *lines, const char *created, const char *last)
{
  g_autoptr (VdtTalk) talk = vdt_talk_new (runtime);
  VdtTalkSummary summary;

  for (guint i = 0; lines[i] != NULL; i++)
    talk_feed_quoted (talk, runtime, lines[i]);
  vdt_talk_get_summary (talk, &summary);
  g_assert_cmpint (summary.created_at, ==, vdt_time_from_rfc3339 (created, strlen (created)));
  g_assert_cmpint (summary.last_event_at, ==, vdt_time_from_rfc3339 (last, strlen (last)));
}

static void
test_times (void)
{
  const char *const claude[] = {
    "{'type':'user','isSidechain':true,'timestamp':'2026-10-17T08:00:00Z','message':{'content':'w'}}",
    "{'type':'assistant','timestamp':'2026-10-17T09:10:00Z','message':{'content':[]}}",
    "{'type':'user','timestamp':'2026-10-17T09:00:00Z','message':{'content':'late'}}",
    "{'type':'user','isSidechain':true,'timestamp':'2026-10-17T09:20:00Z','message':{'content':'w'}}",
    "{'type':'mode','mode':'normal'}",
    NULL,
  };
  const char *const codex[] = {
    "{'timestamp':'2026-10-17T09:00:01Z','type':'session_meta','payload':{'id':'t','timestamp':'2026-10-17T08:59:00Z'}}",
    "{'timestamp':'2026-10-17T09:10:00Z','type':'event_msg','payload':{'type':'token_count','info':null}}",
    "{'timestamp':'2026-10-17T09:30:00Z','type':'event_msg','payload':{'type':'item_completed','thread_id':'x','item':{'type':'Plan'}}}",
    NULL,
  };
  const char *const bare[] = {
    "{'id':'b','timestamp':'2026-10-17T09:00:00Z','instructions':null}",
    "{'type':'message','role':'user','content':[]}",
    NULL,
  };
  const char *const fork[] = {
    "{'timestamp':'2026-10-17T09:00:00Z','type':'session_meta','payload':{'id':'parent','history_mode':'paginated'}}",
    "{'timestamp':'2026-10-17T09:40:00Z','type':'session_meta','payload':{'id':'fork','history_mode':'paginated','history_base':{'thread_id':'parent'}}}",
    NULL,
  };

  assert_times (VDT_RUNTIME_CLAUDE, claude, "2026-10-17T09:00:00Z", "2026-10-17T09:10:00Z");
  assert_times (VDT_RUNTIME_CODEX, codex, "2026-10-17T09:00:01Z", "2026-10-17T09:10:00Z");
  assert_times (VDT_RUNTIME_CODEX, bare, "2026-10-17T09:00:00Z", "2026-10-17T09:00:00Z");
  assert_times (VDT_RUNTIME_CODEX, fork, "2026-10-17T09:40:00Z", "2026-10-17T09:40:00Z");
}

static void
test_nothing (void)
{
  for (VdtRuntime runtime = VDT_RUNTIME_CODEX; runtime < VDT_N_RUNTIMES; runtime++)
    {
      g_autoptr (VdtTalk) talk = vdt_talk_new (runtime);
      g_autoptr (VdtTalk) copy = talk_copy (talk, runtime);
      VdtTalkSummary summary;

      vdt_talk_get_summary (copy, &summary);
      g_assert_null (talk_title (&summary));
      g_assert_null (summary.cwd);
      g_assert_cmpint (summary.lifecycle, ==, VDT_LIFECYCLE_OBSERVING);
      g_assert_false (vdt_time_known (summary.state_since));
      g_assert_false (vdt_time_known (summary.created_at));
      g_assert_false (vdt_time_known (summary.last_event_at));
    }
}

/* The order of lines says nothing where their times do (formats K.1). */
static void
test_any_order (void)
{
  const char *lines[] = {
    "{'type':'user','cwd':'/a','timestamp':'2026-10-17T09:00:00Z','message':{'content':'First'}}",
    "{'type':'assistant','cwd':'/a','timestamp':'2026-10-17T09:00:01Z','message':{'stop_reason':"
    "'tool_use','content':[{'type':'tool_use','id':'a','name':'Bash'}]}}",
    "{'type':'user','cwd':'/a','timestamp':'2026-10-17T09:00:02Z','message':{'content':[{'type':"
    "'tool_result','tool_use_id':'a'}]}}",
    "{'type':'assistant','cwd':'/a','timestamp':'2026-10-17T09:00:03Z','message':{'stop_reason':"
    "'tool_use','content':[{'type':'tool_use','id':'b','name':'ExitPlanMode'}]}}",
    "{'type':'user','cwd':'/b','timestamp':'2026-10-17T09:00:04Z','message':{'content':'Second'}}",
    "{'type':'assistant','cwd':'/b','timestamp':'2026-10-17T09:00:05Z','message':{'stop_reason':"
    "'end_turn','content':[]}}",
    "{'type':'system','subtype':'turn_duration','timestamp':'2026-10-17T09:00:06Z'}",
    "{'type':'user','cwd':'/c','timestamp':'2026-10-17T09:00:07Z','message':{'content':'Third'}}",
    "{'type':'assistant','cwd':'/d','timestamp':'2026-10-17T09:00:08Z','message':{'stop_reason':"
    "'tool_use','content':[{'type':'tool_use','id':'c','name':'AskUserQuestion','input':{"
    "'questions':[{}]}}]}}",
    "{'type':'assistant','cwd':'/e','timestamp':'2026-10-17T09:00:09Z','message':{'stop_reason':"
    "'tool_use','content':[{'type':'tool_use','id':'d','name':'Bash'}]}}",
    "{'type':'user','cwd':'/f','timestamp':'2026-10-17T09:00:10Z','message':{'content':[{'type':"
    "'tool_result','tool_use_id':'d'}]}}",
  };

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (VdtTalk) talk = vdt_talk_new (VDT_RUNTIME_CLAUDE);
      VdtTalkSummary summary;

      for (guint i = G_N_ELEMENTS (lines) - 1; i > 0; i--)
        {
          const gint32 j = g_test_rand_int_range (0, (gint32) i + 1);
          const char *line = lines[i];

          lines[i] = lines[j];
          lines[j] = line;
        }
      for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
        talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE, lines[i]);
      vdt_talk_get_summary (talk, &summary);
      g_assert_cmpstr (summary.first_text, ==, "First");
      g_assert_cmpstr (summary.cwd, ==, "/f");
      g_assert_cmpint (summary.waiting_for, ==, VDT_WAITING_QUESTION);
      g_assert_cmpuint (summary.pending_decisions, ==, 1);
      talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE,
                        "{'type':'user','timestamp':'2026-10-17T09:00:11Z','message':{'content':["
                        "{'type':'tool_result','tool_use_id':'c'}]}}");
      vdt_talk_get_summary (talk, &summary);
      g_assert_cmpint (summary.lifecycle, ==, VDT_LIFECYCLE_WORKING);
      g_assert_false (summary.open_call);
    }
}

static void
test_agent_log (void)
{
  const char *line = "{'type':'user','isSidechain':true,'agentId':'a','cwd':'/src/agent',"
                     "'timestamp':'2026-10-17T09:00:00Z','message':{'content':'Scout the hill'}}";
  g_autoptr (VdtTalk) talk = vdt_talk_new (VDT_RUNTIME_CLAUDE);
  g_autoptr (VdtTalk) copy = NULL;
  VdtTalkSummary summary;

  vdt_talk_set_agent_log (talk, TRUE);
  copy = talk_copy (talk, VDT_RUNTIME_CLAUDE);
  talk_feed_quoted (copy, VDT_RUNTIME_CLAUDE, line);
  vdt_talk_get_summary (copy, &summary);
  g_assert_cmpstr (talk_title (&summary), ==, "Scout the hill");
  g_assert_cmpstr (summary.cwd, ==, "/src/agent");
  g_assert_cmpint (summary.lifecycle, ==, VDT_LIFECYCLE_WORKING);
}

/* --- bounds ----------------------------------------------------------------------------------- */

static gsize
blob_size (const VdtTalk *talk)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();

  vdt_talk_write (talk, blob);
  return blob->len;
}

/* Whatever a log piles up, what is kept has a bound; the question stays. */
static void
test_bound_claude (void)
{
  g_autoptr (VdtTalk) talk = vdt_talk_new (VDT_RUNTIME_CLAUDE);
  g_autofree char *long_text = g_strnfill (100000, 'x');
  g_autofree char *title = NULL;
  g_autofree char *prompt = NULL;
  gsize size = 0;
  VdtTalkSummary summary;

  title = g_strdup_printf ("{'type':'ai-title','aiTitle':'%s'}", long_text);
  prompt = g_strdup_printf ("{'type':'user','uuid':'p','cwd':'/%s','message':{'content':'%s'}}",
                            long_text, long_text);
  talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE, title);
  talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE, prompt);
  talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE,
                    "{'type':'assistant','message':{'stop_reason':'tool_use','content':[{'type':"
                    "'tool_use','id':'q','name':'ExitPlanMode','input':{}}]}}");
  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *call = g_strdup_printf (
        "{'type':'assistant','uuid':'u%u','timestamp':'2026-10-17T09:00:00Z','message':{"
        "'stop_reason':'tool_use','content':[{'type':'tool_use','id':'c%u','name':'Bash'}]}}",
        i, i);
      g_autofree char *queued =
        g_strdup_printf ("{'type':'queue-operation','operation':'enqueue','content':'%s %u'}",
                         long_text, i);
      g_autofree char *leaf =
        g_strdup_printf ("{'type':'summary','summary':'%s','leafUuid':'l%u'}", long_text, i);

      talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE, call);
      if (i % 10 == 0)
        {
          talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE, queued);
          talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE, leaf);
        }
      if (i == 1999)
        size = blob_size (talk);
    }
  vdt_talk_get_summary (talk, &summary);
  g_assert_cmpint (summary.waiting_for, ==, VDT_WAITING_PLAN_APPROVAL);
  g_assert_cmpuint (summary.pending_decisions, ==, 1);
  g_assert_cmpuint (summary.queued_messages, ==, 300);
  g_assert_cmpint (g_utf8_strlen (summary.first_text, -1), ==, VDT_TITLE_MAX_CHARS + 1);
  g_assert_null (summary.cwd);
  g_assert_cmpuint (blob_size (talk), <, 40000);
  /* Numbers grow by a byte or two; nothing else does any more. */
  g_assert_cmpuint (blob_size (talk), <, size + 2000);

  for (guint i = 0; i < 300; i++)
    {
      talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE,
                        "{'type':'queue-operation','operation':'dequeue'}");
      vdt_talk_get_summary (talk, &summary);
      g_assert_cmpuint (summary.queued_messages, ==, 299 - i);
    }
  vdt_talk_get_summary (talk, &summary);
  g_assert_cmpuint (summary.queued_messages, ==, 0);
}

static void
test_bound_codex (void)
{
  g_autoptr (VdtTalk) talk = vdt_talk_new (VDT_RUNTIME_CODEX);
  VdtTalkSummary summary;

  talk_feed_quoted (
    talk, VDT_RUNTIME_CODEX,
    "{'type':'response_item','payload':{'type':'function_call','call_id':'q','name':"
    "'request_user_input','arguments':'{\\\"questions\\\":[{},{}]}'}}");
  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *call = g_strdup_printf (
        "{'type':'response_item','payload':{'type':'function_call','call_id':'c%u'}}", i);
      g_autofree char *meta =
        g_strdup_printf ("{'type':'session_meta','payload':{'id':'thread %u'}}", i);

      talk_feed_quoted (talk, VDT_RUNTIME_CODEX, call);
      talk_feed_quoted (talk, VDT_RUNTIME_CODEX, meta);
    }
  vdt_talk_get_summary (talk, &summary);
  g_assert_cmpuint (summary.pending_decisions, ==, 2);
  g_assert_cmpint (summary.lifecycle, ==, VDT_LIFECYCLE_WAITING);
  g_assert_cmpuint (blob_size (talk), <, 20000);
}

/* A leaf that is far behind is forgotten; one that is near is not. */
static void
test_bound_leaf (void)
{
  g_autoptr (VdtTalk) talk = vdt_talk_new (VDT_RUNTIME_CLAUDE);
  VdtTalkSummary summary;

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *line = g_strdup_printf ("{'type':'attachment','uuid':'u%u'}", i);

      talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE, line);
      if (i == 700)
        {
          VdtTalk *copy = talk_copy (talk, VDT_RUNTIME_CLAUDE);

          vdt_talk_free (talk);
          talk = copy;
        }
    }
  talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE, "{'type':'summary','summary':'Far','leafUuid':'u1'}");
  vdt_talk_get_summary (talk, &summary);
  g_assert_null (summary.own_summary);
  talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE,
                    "{'type':'summary','summary':'Near','leafUuid':'u999'}");
  vdt_talk_get_summary (talk, &summary);
  g_assert_cmpstr (summary.own_summary, ==, "Near");
  talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE,
                    "{'type':'summary','summary':'Old','leafUuid':'u600'}");
  vdt_talk_get_summary (talk, &summary);
  g_assert_cmpstr (summary.own_summary, ==, "Old");
}

/* --- damaged bytes ---------------------------------------------------------------------------- */

/* Reads @data; what it takes for a talk must work like one. */
static gboolean
try_blob (VdtRuntime runtime, const guint8 *data, gsize len, const TalkCase *test)
{
  /* Of its exact size, so that reading past its end is seen. */
  g_autofree guint8 *bytes = g_memdup2 (data, len);
  g_autoptr (VdtTalk) talk = NULL;
  VdtBlobReader reader;
  VdtTalkSummary summary;

  vdt_blob_reader_init (&reader, bytes, len);
  talk = vdt_talk_read (runtime, &reader);
  if (talk == NULL)
    {
      g_assert_true (reader.failed);
      return FALSE;
    }
  vdt_talk_get_summary (talk, &summary);
  for (guint i = 0; i < TALK_CASE_MAX_LINES && test->lines[i] != NULL; i++)
    talk_feed_quoted (talk, runtime, test->lines[i]);
  vdt_talk_get_summary (talk, &summary);
  g_assert_nonnull (vdt_lifecycle_to_string (summary.lifecycle));
  vdt_talk_free (talk_copy (talk, runtime));
  return TRUE;
}

static void
damage (VdtRuntime runtime, const TalkCase *cases, gsize n_cases)
{
  guint taken = 0;
  guint refused = 0;

  for (gsize c = 0; c < n_cases; c += 5)
    {
      const TalkCase *test = &cases[c];
      g_autoptr (VdtTalk) talk = vdt_talk_new (runtime);
      g_autoptr (GByteArray) blob = g_byte_array_new ();

      for (guint i = 0; i < TALK_CASE_MAX_LINES && test->lines[i] != NULL; i++)
        talk_feed_quoted (talk, runtime, test->lines[i]);
      vdt_talk_write (talk, blob);
      for (guint n = 0; n < blob->len; n += 5)
        g_assert_false (try_blob (runtime, blob->data, n, test));
      for (guint n = 0; n < 100; n++)
        {
          g_autoptr (GByteArray) odd = g_byte_array_new ();
          const int hits = g_test_rand_int_range (1, 4);

          g_byte_array_append (odd, blob->data, blob->len);
          for (int i = 0; i < hits; i++)
            odd->data[g_test_rand_int_range (0, (gint32) odd->len)] =
              (guint8) g_test_rand_int_range (0, 256);
          if (try_blob (runtime, odd->data, odd->len, test))
            taken++;
          else
            refused++;
        }
    }
  g_assert_cmpuint (taken, >, 0);
  g_assert_cmpuint (refused, >, 0);
}

static void
test_damage (void)
{
  damage (VDT_RUNTIME_CLAUDE, talk_cases_claude, n_talk_cases_claude);
  damage (VDT_RUNTIME_CODEX, talk_cases_codex, n_talk_cases_codex);
}

static void
test_other_version (void)
{
  g_autoptr (VdtTalk) talk = vdt_talk_new (VDT_RUNTIME_CLAUDE);
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  VdtBlobReader reader;

  vdt_talk_write (talk, blob);
  vdt_blob_reader_init (&reader, blob->data, blob->len);
  g_assert_null (vdt_talk_read (VDT_RUNTIME_CODEX, &reader));
  blob->data[0] += 2;
  vdt_blob_reader_init (&reader, blob->data, blob->len);
  g_assert_null (vdt_talk_read (VDT_RUNTIME_CLAUDE, &reader));
  g_assert_true (reader.failed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < n_talk_cases_claude; i++)
    {
      g_autofree char *path = g_strconcat ("/talk/claude/", talk_cases_claude[i].name, NULL);

      g_test_add_data_func (path, &talk_cases_claude[i], test_claude);
    }
  for (gsize i = 0; i < n_talk_cases_codex; i++)
    {
      g_autofree char *path = g_strconcat ("/talk/codex/", talk_cases_codex[i].name, NULL);

      g_test_add_data_func (path, &talk_cases_codex[i], test_codex);
    }
  g_test_add_func ("/talk/nothing", test_nothing);
  g_test_add_func ("/talk/times", test_times);
  g_test_add_func ("/talk/agent-log", test_agent_log);
  g_test_add_func ("/talk/any-order", test_any_order);
  g_test_add_func ("/talk/bound/claude", test_bound_claude);
  g_test_add_func ("/talk/bound/codex", test_bound_codex);
  g_test_add_func ("/talk/bound/leaf", test_bound_leaf);
  g_test_add_func ("/talk/blob/damage", test_damage);
  g_test_add_func ("/talk/blob/other-version", test_other_version);
  return g_test_run ();
}
