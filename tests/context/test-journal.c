/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "talk-support.h"
#include "vdt-change-set.h"

#define MAX_LINES 16

/* A log, with ' for ", and what is to be stored of it, one entry a line. */
typedef struct
{
  const char *name;
  VdtRuntime runtime;
  const char *lines[MAX_LINES];
  const char *kept;
} Case;

#define T(t) "'timestamp':'2026-10-17T09:" t ".000Z',"

#define META(extra)       "{" T ("00:00") "'type':'session_meta','payload':{'id':'thread'" extra "}}"
#define EVENT(t, payload) "{" T (t) "'type':'event_msg','payload':{" payload "}}"
#define PIECE(t, payload) "{" T (t) "'type':'response_item','payload':{" payload "}}"
#define ITEM(t, item)     EVENT (t, "'type':'item_completed','thread_id':'thread','item':{" item "}")
#define MESSAGE(t, role, text)                                                                     \
  PIECE (t, "'type':'message','role':'" role "','content':[{'type':'text','text':'" text "'}]")
#define START EVENT ("00:01", "'type':'task_started','turn_id':'one'")
#define END   EVENT ("00:50", "'type':'task_complete','turn_id':'one','last_agent_message':'HIDDEN'")

#define PROMPT(t, text) "{" T (t) "'type':'user','message':{'role':'user','content':'" text "'}}"
#define USER(t, extra, text)                                                                       \
  "{" T (t) extra ",'type':'user','message':{'role':'user','content':[" text "]}}"
#define REPLY(t, stop, blocks)                                                                     \
  "{" T (t) "'type':'assistant','message':{'role':'assistant','model':'claude-opus-4',"            \
            "'stop_reason':'" stop "','content':[" blocks "]}}"
#define TEXT(text) "{'type':'text','text':'" text "'}"
#define CALL(id, name, input)                                                                      \
  "{'type':'tool_use','id':'" id "','name':'" name "','input':" input "}"
#define RESULT(id) "{'type':'tool_result','tool_use_id':'" id "','content':'HIDDEN'}"

/* clang-format off */
static const Case cases[] = {
  /* Each message once, out of the records of the log's own dialect. */
  { "codex-legacy", VDT_RUNTIME_CODEX,
    { META (""), START, MESSAGE ("00:02", "developer", "HIDDEN"),
      MESSAGE ("00:02", "user", "<environment_context>HIDDEN</environment_context>"),
      MESSAGE ("00:03", "user", "Prune it"), EVENT ("00:03", "'type':'user_message','message':'Prune it'"),
      EVENT ("00:04", "'type':'agent_reasoning','text':'HIDDEN'"),
      PIECE ("00:04", "'type':'reasoning','summary':[{'type':'summary_text','text':'HIDDEN'}],'encrypted_content':'HIDDEN'"),
      PIECE ("00:05", "'type':'function_call','name':'shell','arguments':'{\\\"command\\\":[\\\"HIDDEN\\\"]}','call_id':'c'"),
      PIECE ("00:06", "'type':'function_call_output','call_id':'c','output':'HIDDEN'"),
      MESSAGE ("00:07", "assistant", "Done."), EVENT ("00:07", "'type':'agent_message','message':'Done.'"), END },
    "= lifecycle working\n= goal Prune it\nuser Prune it\n= task Prune it\nagent Done.\n= lifecycle idle\n" },
  { "codex-paginated", VDT_RUNTIME_CODEX,
    { META (",'history_mode':'paginated'"), START, MESSAGE ("00:03", "user", "Prune it"),
      ITEM ("00:03", "'type':'UserMessage','content':[{'type':'text','text':'Prune it'},{'type':'image','text':7},{'type':'text','text':'now'}]"),
      ITEM ("00:04", "'type':'Reasoning','summary_text':['HIDDEN']"),
      ITEM ("00:05", "'type':'CommandExecution','command':['HIDDEN'],'aggregated_output':'HIDDEN'"),
      EVENT ("00:06", "'type':'agent_message','message':'HIDDEN'"), MESSAGE ("00:07", "assistant", "Done."),
      ITEM ("00:07", "'type':'AgentMessage','content':[{'type':'Text','text':'Done.'}]"),
      ITEM ("00:08", "'type':'Plan','text':'# Plan\\n1. Prune'"), END },
    "= lifecycle working\n= goal Prune it\nuser Prune it|now\n= task Prune it\nagent Done.\nagent(plan) # Plan|1. Prune\n= lifecycle idle\n" },
  { "codex-bare", VDT_RUNTIME_CODEX,
    { "{'id':'bare','timestamp':'2026-10-17T09:00:00.412Z','instructions':'HIDDEN'}", "{'record_type':'state'}",
      "{'type':'message','role':'user','content':[{'type':'input_text','text':'<environment_context>HIDDEN</environment_context>'}]}",
      "{'type':'message','role':'user','content':[{'type':'input_text','text':'Prune it'}]}",
      "{'type':'reasoning','summary':[{'type':'summary_text','text':'HIDDEN'}]}",
      "{'type':'function_call','name':'shell','arguments':'HIDDEN','call_id':'c'}",
      "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'Done.'}]}" },
    "user Prune it\n= goal Prune it, task Prune it\nagent Done.\n" },
  { "codex-plan", VDT_RUNTIME_CODEX,
    { META (""), START,
      PIECE ("00:02", "'type':'function_call','name':'update_plan','call_id':'p','arguments':'{\\\"explanation\\\":\\\"HIDDEN\\\",\\\"plan\\\":[{\\\"step\\\":\\\"Dig\\\",\\\"status\\\":\\\"completed\\\"},{\\\"step\\\":\\\"Sow\\\",\\\"status\\\":\\\"in_progress\\\"},{\\\"step\\\":\\\"Water\\\",\\\"status\\\":\\\"pending\\\"}]}'"),
      PIECE ("00:03", "'type':'function_call_output','call_id':'p','output':'Plan updated'"),
      PIECE ("00:04", "'type':'function_call','name':'update_plan','call_id':'q','arguments':'{\\\"plan\\\":[]}'"),
      PIECE ("00:05", "'type':'function_call_output','call_id':'q','output':'failed to parse'"), END },
    "= lifecycle working\n= task Sow, next Water, done Dig\n= lifecycle idle\n" },
  { "codex-question", VDT_RUNTIME_CODEX,
    { META (""), START,
      PIECE ("00:02", "'type':'function_call','name':'request_user_input','call_id':'q','arguments':'{\\\"questions\\\":[{\\\"id\\\":\\\"a\\\",\\\"header\\\":\\\"Bed\\\",\\\"question\\\":\\\"Which bed?\\\",\\\"options\\\":[{\\\"label\\\":\\\"North\\\"}]},{\\\"question\\\":\\\"When?\\\"}]}'"),
      PIECE ("00:03", "'type':'function_call_output','call_id':'q','output':'{\\\"answers\\\":{\\\"a\\\":{\\\"answers\\\":[\\\"HIDDEN\\\"]}}}'"), END },
    "= lifecycle working\nask q:0 Bed\nask q:1 When?\n= lifecycle waiting, ask Which bed?, ask When?\nanswered\n"
    "= lifecycle working, answered Which bed?, answered When?\n= lifecycle idle\n" },
  { "codex-error", VDT_RUNTIME_CODEX,
    { META (""), START,
      EVENT ("00:50", "'type':'task_complete','turn_id':'one','last_agent_message':null,'error':{'message':'Cut off.','codex_error_info':{'http_connection_failed':{'x':'HIDDEN'}}}") },
    "= lifecycle working\nagent(error) Cut off.\n= lifecycle error\n" },
  { "claude", VDT_RUNTIME_CLAUDE,
    { PROMPT ("00:01", "Prune it"),
      REPLY ("00:02", "tool_use", "{'type':'thinking','thinking':'HIDDEN','signature':'HIDDEN'},{'type':'redacted_thinking','data':'HIDDEN'}," TEXT ("Looking.") "," CALL ("b", "Bash", "{'command':'HIDDEN'}")),
      USER ("00:03", "'toolUseResult':{'stdout':'HIDDEN'}", RESULT ("b")),
      USER ("00:04", "'isMeta':true", TEXT ("HIDDEN")), USER ("00:04", "'isSidechain':true", TEXT ("HIDDEN")),
      USER ("00:04", "'isCompactSummary':true", TEXT ("HIDDEN")),
      USER ("00:05", "'a':1", TEXT ("<system-reminder>HIDDEN</system-reminder>")),
      "{'type':'progress','data':{'message':'HIDDEN'}," T ("00:05") "'uuid':'p'}",
      "{'type':'file-history-snapshot','snapshot':{'x':'HIDDEN'}}",
      "{'type':'queue-operation','operation':'enqueue','content':'HIDDEN'," T ("00:05") "'sessionId':'s'}",
      REPLY ("00:06", "end_turn", TEXT ("Done.") "," TEXT ("\\u001b[1mReally\\u001b(B.")) },
    "user Prune it\n= goal Prune it, task Prune it, lifecycle working\nagent Looking.\nagent Done.\nagent Really.\n= lifecycle idle\n" },
  { "claude-commands", VDT_RUNTIME_CLAUDE,
    { USER ("00:01", "'a':1", TEXT ("<command-name>/review</command-name><command-args>all</command-args>")),
      USER ("00:02", "'a':1", TEXT ("<local-command-stdout>HIDDEN</local-command-stdout>")),
      USER ("00:03", "'a':1", TEXT ("<ide_opened_file>HIDDEN</ide_opened_file>") "," TEXT ("Prune it")),
      USER ("00:04", "'a':1", TEXT ("[Request interrupted by user]")),
      "{" T ("00:05") "'type':'attachment','attachment':{'type':'queued_command','prompt':'And sow','origin':{'kind':'human'}}}",
      "{" T ("00:06") "'type':'assistant','isApiErrorMessage':true,'message':{'model':'<synthetic>','content':[" TEXT ("Overloaded") "]}}",
      REPLY ("00:07", "end_turn", "{'type':'image','source':{'data':'HIDDEN'}}") },
    "user(command) /review all\n= lifecycle idle\nuser Prune it\n= goal Prune it, task Prune it, lifecycle working\n"
    "user(interruption) [Request interrupted by user]\n= lifecycle idle\nuser And sow\n= task And sow\n"
    "agent(error) Overloaded\n= lifecycle error\n= lifecycle idle\n" },
  { "claude-plan", VDT_RUNTIME_CLAUDE,
    { REPLY ("00:01", "tool_use", CALL ("t", "TodoWrite", "{'todos':[{'content':'Dig','status':'completed','activeForm':'HIDDEN'},{'content':'Sow','status':'blocked'}]}")),
      USER ("00:02", "'toolUseResult':{'oldTodos':'HIDDEN'}", RESULT ("t")),
      REPLY ("00:03", "tool_use", CALL ("c", "TaskCreate", "{'subject':'Water','description':'HIDDEN'}")),
      USER ("00:04", "'toolUseResult':{'task':{'id':'1','subject':'Water'}}", RESULT ("c")),
      REPLY ("00:05", "tool_use", CALL ("u", "TaskUpdate", "{'taskId':'1','status':'completed'}")),
      USER ("00:06", "'a':1", RESULT ("u")),
      REPLY ("00:07", "tool_use", CALL ("f", "TodoWrite", "{'todos':[]}")),
      USER ("00:08", "'a':1", "{'type':'tool_result','tool_use_id':'f','is_error':true}"),
      REPLY ("00:09", "tool_use", CALL ("p", "ExitPlanMode", "{'plan':'# Beds\\nDig first'}")),
      USER ("00:10", "'a':1", RESULT ("p")) },
    "= lifecycle working\n= done Dig, blocked Sow\n= next Water\n= next -, done Water\n"
    "ask p:0 Plan approval\n= lifecycle waiting, ask # Beds\nanswered\n= lifecycle working, answered # Beds\n" },
  { "claude-question", VDT_RUNTIME_CLAUDE,
    { REPLY ("00:01", "tool_use", TEXT ("Hm.") "," CALL ("q", "AskUserQuestion", "{'questions':[{'header':'Bed','question':'Which bed?','options':[{'label':'North'}]}]}")),
      REPLY ("00:02", "tool_use", CALL ("b", "Bash", "{'command':'HIDDEN'}")), USER ("00:03", "'a':1", RESULT ("b")),
      PROMPT ("00:04", "The north one") },
    "agent Hm.\nask q:0 Bed\n= lifecycle waiting, ask Which bed?\nuser The north one\nanswered\n"
    "= goal The north one, task The north one, lifecycle working, answered Which bed?\n" },
};
/* clang-format on */

/* --- In words ---------------------------------------------------------------------------- */

static void
write_changes (GString *text, GBytes *bytes)
{
  static const char *const kinds[] = { "goal", "task",    "next", "lifecycle", "health",
                                       "done", "blocked", "free", "ask",       "answered" };
  g_autoptr (VdtChangeSet) set = vdt_change_set_new ();
  gsize len = 0;
  const void *data = g_bytes_get_data (bytes, &len);

  g_assert_true (vdt_change_set_append_blob (set, data, len, 1));
  for (guint i = 0; i < vdt_change_set_get_size (set); i++)
    {
      const VdtChangeItem *item = vdt_change_set_get (set, i);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "= ", kinds[item->kind],
                              item->to != NULL ? item->to : "-");
    }
}

static void
write_message (GString *text, const VdtTalkEntry *entry)
{
  static const char *const flags[] = { "(command)", "(error)", "(plan)", "(interruption)" };
  g_autofree char *line = g_strdelimit (g_strdup (entry->text), "\n", '|');

  g_string_append (text, entry->from_user ? "user" : "agent");
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      if ((entry->flags & (1U << i)) != 0)
        g_string_append (text, flags[i]);
    }
  g_string_append_printf (text, " %s", line);
}

static void
write_journal (GString *text, VdtTalk *talk, gint64 *sequence)
{
  g_autoptr (VdtTalkJournal) journal = vdt_talk_take_journal (talk);

  for (guint i = 0; journal != NULL && i < journal->entries->len; i++)
    {
      const VdtTalkEntry *entry = &g_array_index (journal->entries, VdtTalkEntry, i);

      g_assert_cmpint (entry->line, >=, journal->from_line);
      g_assert_cmpint (entry->line, <=, journal->to_line);
      switch (entry->kind)
        {
        case VDT_ENTRY_MESSAGE:
          write_message (text, entry);
          break;
        case VDT_ENTRY_DECISION:
          g_string_append_printf (text, "ask %s %s", entry->decision->native_id,
                                  entry->decision->title);
          break;
        case VDT_ENTRY_DECISION_END:
          g_string_append (text, "answered");
          break;
        case VDT_ENTRY_SNAPSHOT:
          g_assert_cmpint (entry->sequence, ==, ++*sequence);
          write_changes (text, entry->changes);
          break;
        }
      g_string_append_c (text, '\n');
    }
}

static VdtTalk *
new_talk (VdtRuntime runtime, VdtTime since)
{
  VdtTalk *talk = vdt_talk_new (runtime);

  vdt_talk_keep_journal (talk, since);
  return talk;
}

/* In one go, and with the program ended behind every record. */
static void
test_kept (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (VdtTalk) whole = new_talk (test->runtime, 0);
  g_autoptr (VdtTalk) broken = new_talk (test->runtime, 0);
  g_autoptr (GString) in_one = g_string_new (NULL);
  g_autoptr (GString) in_parts = g_string_new (NULL);
  gint64 one = 0;
  gint64 parts = 0;

  for (guint i = 0; i < MAX_LINES && test->lines[i] != NULL; i++)
    {
      VdtTalk *next = NULL;

      talk_feed_quoted (whole, test->runtime, test->lines[i]);
      talk_feed_quoted (broken, test->runtime, test->lines[i]);
      write_journal (in_parts, broken, &parts);
      next = talk_copy (broken, test->runtime);
      vdt_talk_keep_journal (next, 0);
      vdt_talk_free (broken);
      broken = next;
    }
  write_journal (in_one, whole, &one);
  g_assert_cmpstr (in_one->str, ==, test->kept);
  g_assert_cmpstr (in_parts->str, ==, test->kept);
  g_assert_null (strstr (in_one->str, "HIDDEN"));
  g_assert_null (vdt_talk_take_journal (whole));
}

/* Neither what only it knows nor what it was asked is in what a talk keeps of itself. */
static void
test_state (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (VdtTalk) talk = new_talk (cases[i].runtime, 0);
      g_autoptr (GByteArray) blob = g_byte_array_new ();

      for (guint k = 0; k < MAX_LINES && cases[i].lines[k] != NULL; k++)
        {
          g_byte_array_set_size (blob, 0);
          talk_feed_quoted (talk, cases[i].runtime, cases[i].lines[k]);
          vdt_talk_write (talk, blob);
          g_test_message ("%s, line %u", cases[i].name, k);
          g_assert_null (g_strstr_len ((const char *) blob->data, (gssize) blob->len, "HIDDEN"));
        }
    }
}

/* What is older than is kept leaves a mark and no text; its snapshots count. */
static void
test_old (void)
{
  g_autoptr (VdtTalk) talk = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  VdtTalkSummary summary;
  gint64 sequence = 1;
  const char *since = "2026-10-17T09:00:04Z";

  talk = new_talk (VDT_RUNTIME_CLAUDE, vdt_time_from_rfc3339 (since, strlen (since)));
  talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE, PROMPT ("00:01", "Prune it"));
  talk_feed_quoted (talk, VDT_RUNTIME_CLAUDE, REPLY ("00:04", "end_turn", TEXT ("Done.")));
  write_journal (text, talk, &sequence);
  vdt_talk_get_summary (talk, &summary);
  g_assert_cmpstr (text->str, ==, "agent Done.\n= lifecycle idle\n");
  g_assert_true (summary.truncated);
  g_assert_cmpint (summary.sequence, ==, 2);
}

/* Of a message and of all of them in one record no more is kept than is stated. */
static void
test_bounds (void)
{
  g_autoptr (VdtTalk) talk = new_talk (VDT_RUNTIME_CODEX, 0);
  g_autoptr (VdtTalkJournal) journal = NULL;
  g_autofree char *long_text = g_strnfill (200000, 'x');
  g_autoptr (GString) line = g_string_new (NULL);

  talk_feed_quoted (talk, VDT_RUNTIME_CODEX, META (",'history_mode':'paginated'"));
  g_string_append (line,
                   "{" T (
                     "00:03") "'type':'event_msg','payload':{'type':'item_completed','thread_id':"
                              "'thread','item':{'type':'UserMessage','content':[");
  for (guint i = 0; i < 20; i++)
    g_string_append_printf (line, "%s{'text':'%s'}", i > 0 ? "," : "", long_text);
  g_string_append (line, "]}}}");
  talk_feed_quoted (talk, VDT_RUNTIME_CODEX, line->str);
  g_assert_cmpuint (vdt_talk_get_journal_size (talk), <, 2 * VDT_MESSAGE_MAX_CHARS);
  journal = vdt_talk_take_journal (talk);
  g_assert_cmpint (g_utf8_strlen (g_array_index (journal->entries, VdtTalkEntry, 0).text, -1), ==,
                   VDT_MESSAGE_MAX_CHARS + 1);
  g_assert_cmpuint (vdt_talk_get_journal_size (talk), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/journal/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_kept);
    }
  g_test_add_func ("/journal/state", test_state);
  g_test_add_func ("/journal/old", test_old);
  g_test_add_func ("/journal/bounds", test_bounds);
  return g_test_run ();
}
