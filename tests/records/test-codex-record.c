/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-codex-record.h"

#include <string.h>

#include "record-dump.h"

#define T             "'timestamp':'2026-10-15T10:00:00.250Z'"
#define TIME          "time=2026-10-15T10:00:00.250Z"
#define EVENT(fields) "{" T ",'type':'event_msg','payload':{" fields "}}"
#define ITEM(fields)  "{" T ",'type':'response_item','payload':{" fields "}}"

typedef struct
{
  const char *line;
  const char *dump; /* NULL: malformed */
} Case;

static const Case kinds[] = {
  /* the wrapper */
  { "{" T ",'ordinal':7,'type':'world_state','payload':{'full':true,'state':{}}}",
    "ignored " TIME " ordinal=7" },
  { "{" T ",'type':'retained_context','payload':{'type':'verified_answer','call_id':'c'}}",
    "ignored " TIME },
  { "{" T ",'type':'inter_agent_communication','payload':{'author':'/root'}}", "ignored " TIME },
  { "{" T ",'type':'inter_agent_communication_metadata','payload':{'trigger_turn':true}}",
    "ignored " TIME },
  { "{" T ",'type':'never_heard_of','payload':{'id':'x','type':'token_count'}}", "unknown " TIME },
  { "{'type':'event_msg','payload':{'type':'warning'}}", "other" },
  { "{" T ",'type':'event_msg','payload':null}", "unknown " TIME },
  { "{" T ",'type':'event_msg','payload':[]}", "unknown " TIME },
  { "{" T ",'type':7,'payload':{'type':'token_count'}}", "unknown " TIME },
  { "{" T ",'payload':{'type':'token_count'}}", "unknown " TIME },

  /* session_meta: a root, a fork, a segment, agents of every spelling */
  { "{" T ",'type':'session_meta','payload':{'id':'t1','session_id':'t1','timestamp':"
    "'2026-10-15T09:59:59Z','cwd':'/w/p','originator':'codex_cli_rs','cli_version':'0.171.0',"
    "'source':'cli','thread_source':'user','model_provider':'openai','history_mode':'paginated',"
    "'history_base':null,'base_instructions':{'text':'long'},'git':{'branch':'main'}}}",
    "meta " TIME " id=t1 session=t1 start=2026-10-15T09:59:59Z cwd=/w/p version=0.171.0 "
    "originator=codex_cli_rs provider=openai mode=paginated" },
  { "{" T ",'type':'session_meta','payload':{'id':'t2','forked_from_id':'t1','source':'vscode',"
    "'forked_from_ordinal_exclusive':9}}",
    "meta " TIME " id=t2 forked=t1" },
  { "{" T ",'type':'session_meta','payload':{'id':'t1','history_base':{'thread_id':'s1',"
    "'end_ordinal_exclusive':12,'end_byte_offset':4096}}}",
    "meta " TIME " id=t1 base=s1 base-ordinal=12 base-offset=4096" },
  { "{" T ",'type':'session_meta','payload':{'id':'a1','session_id':'t1','parent_thread_id':'t1',"
    "'source':{'subagent':{'thread_spawn':{'parent_thread_id':'t0','depth':1,'agent_nickname':"
    "'Ada','agent_role':'helper'}}},'thread_source':'subagent',"
    "'subagent_history_start_ordinal':33}}",
    "meta " TIME " id=a1 session=t1 parent=t1 spawn-parent=t0 subagent subagent-kind=thread_spawn "
    "nickname=Ada own-from=33" },
  { "{" T ",'type':'session_meta','payload':{'id':'a2','source':{'subagent':'review'}}}",
    "meta " TIME " id=a2 subagent subagent-kind=review" },
  { "{" T ",'type':'session_meta','payload':{'id':'a3','source':{'subagent':{'other':'x'}}}}",
    "meta " TIME " id=a3 subagent subagent-kind=other" },
  { "{" T ",'type':'session_meta','payload':{'id':'a4','source':{'internal':'x'}}}",
    "meta " TIME " id=a4 internal" },
  { "{" T ",'type':'session_meta','payload':{'id':'a5','thread_source':'memory_consolidation'}}",
    "meta " TIME " id=a5 internal" },
  { "{" T ",'type':'session_meta','payload':{'id':'a6','thread_source':'subagent',"
    "'agent_nickname':'Bo'}}",
    "meta " TIME " id=a6 subagent nickname=Bo" },
  { "{" T ",'type':'session_meta','payload':{'id':'a7','source':{'custom':'x'}}}",
    "meta " TIME " id=a7" },

  /* settings of turns */
  { "{" T ",'type':'turn_context','payload':{'turn_id':'u1','cwd':'/w/q','model':'gpt-5.6',"
    "'effort':'high','approval_policy':'never','collaboration_mode':{'mode':'plan','settings':"
    "{'model':'other'}}}}",
    "context " TIME " cwd=/w/q turn=u1 model=gpt-5.6 effort=high" },
  { EVENT ("'type':'thread_settings_applied','thread_settings':{'model':'gpt-5.7',"
           "'model_provider_id':'azure','service_tier':'priority','reasoning_effort':'low'}"),
    "settings " TIME " provider=azure model=gpt-5.7 effort=low tier=priority tier-mentioned" },
  { EVENT ("'type':'thread_settings_applied','thread_settings':{'service_tier':null}"),
    "settings " TIME " tier-mentioned" },
  { EVENT ("'type':'thread_settings_applied','thread_settings':{}"), "settings " TIME },

  /* turns */
  { EVENT ("'type':'task_started','turn_id':'u1','started_at':1,'model_context_window':272000,"
           "'turn_attribution':{'turn_trigger':'user','parent_turn_id':'u0'}"),
    "started " TIME " turn=u1 parent-turn=u0 window=272000" },
  { EVENT ("'type':'turn_started','turn_id':'u1'"), "started " TIME " turn=u1" },
  { EVENT ("'type':'task_complete','turn_id':'u1','last_agent_message':'done','error':null"),
    "complete " TIME " turn=u1" },
  { EVENT ("'type':'turn_complete','turn_id':'u1','error':{'message':'m'}"),
    "complete " TIME " turn=u1 has-error" },
  { EVENT ("'type':'turn_aborted','turn_id':'u1','reason':'interrupted'"),
    "aborted " TIME " turn=u1 reason=interrupted" },
  { EVENT ("'type':'thread_rolled_back','num_turns':2"), "rolled-back " TIME " turns=2" },
  { EVENT ("'type':'thread_name_updated','thread_name':'A name'"), "name " TIME " name=A name" },
  { EVENT ("'type':'context_compacted'"), "context-compacted " TIME },
  { EVENT ("'type':'exec_approval_request','call_id':'c1','turn_id':'u1'"),
    "approval " TIME " turn=u1 call=c1" },
  { EVENT ("'type':'apply_patch_approval_request','call_id':'c1'"), "approval " TIME " call=c1" },
  { EVENT ("'type':'request_permissions','call_id':'c1'"), "approval " TIME " call=c1" },
  { EVENT ("'type':'error','message':'bad'"), "error " TIME " text=bad" },
  { EVENT ("'type':'stream_error','message':'bad'"), "other " TIME " text=bad" },
  { EVENT ("'type':'an_event_of_tomorrow'"), "unknown " TIME },
  { "{" T ",'type':'compacted','payload':{'message':'what was','replacement_history':[{'type':"
    "'message','content':[]}],'latest_token_usage_record':{'usage':{'input_tokens':5}}}}",
    "compacted " TIME " text=what was" },

  /* talk */
  { EVENT ("'type':'user_message','message':'hello','images':[],'kind':'plain'"),
    "user-message " TIME " text=hello" },
  { EVENT ("'type':'agent_message','message':'hi','phase':'final_answer'"),
    "agent-message " TIME " text=hi phase=final_answer" },
  { EVENT ("'type':'agent_reasoning','text':'secret'"), "reasoning " TIME },
  { EVENT ("'type':'agent_reasoning_raw_content','text':'secret'"), "reasoning " TIME },
  { EVENT ("'type':'item_completed','thread_id':'t1','turn_id':'u1','item':{'type':'UserMessage',"
           "'id':'i1','content':[{'type':'text','text':'hello'}]}"),
    "item " TIME " turn=u1 thread=t1 content=[{'type':'text','text':'hello'}] "
    "item-type=UserMessage item=i1" },
  { EVENT ("'type':'item_completed','item':{'type':'AgentMessage','id':'i2','phase':'commentary',"
           "'delivery':'async','questions':[{'title':'q'}],'content':[]}"),
    "item " TIME " content=[] item-type=AgentMessage item=i2 phase=commentary questions" },
  { EVENT ("'type':'item_completed','item':{'type':'Plan','id':'i3','text':'1. do'}"),
    "item " TIME " text=1. do item-type=Plan item=i3" },
  { EVENT ("'type':'item_completed','item':{'type':'CommandExecution','id':'exec-1','status':"
           "'declined'}"),
    "item " TIME " reason=declined item-type=CommandExecution item=exec-1" },

  /* response items */
  { ITEM ("'type':'message','id':'m1','role':'assistant','phase':'partial_answer','content':"
          "[{'type':'output_text','text':'hi'}]"),
    "message " TIME " role=assistant content=[{'type':'output_text','text':'hi'}] "
    "item-type=message item=m1 phase=partial_answer" },
  { ITEM ("'type':'reasoning','encrypted_content':'xyz','summary':[]"),
    "reasoning " TIME " item-type=reasoning" },
  { ITEM ("'type':'function_call','name':'shell','namespace':'n','arguments':'{\\'a\\':1}',"
          "'call_id':'c1'"),
    "call " TIME " name=shell call=c1 arguments={'a':1} item-type=function_call" },
  { ITEM ("'type':'function_call_output','call_id':'c1','output':'ok'"),
    "call-output " TIME " call=c1 item-type=function_call_output output='ok'" },
  { ITEM ("'type':'function_call_output','call_id':'c1','output':[{'type':'input_text'}]"),
    "call-output " TIME " call=c1 item-type=function_call_output "
    "output=[{'type':'input_text'}]" },
  { ITEM ("'type':'custom_tool_call','name':'exec','input':'await x()','call_id':'c2'"),
    "call " TIME " name=exec call=c2 arguments=await x() item-type=custom_tool_call" },
  { ITEM ("'type':'custom_tool_call_output','call_id':'c2','output':'ok'"),
    "call-output " TIME " call=c2 item-type=custom_tool_call_output output='ok'" },
  { ITEM ("'type':'local_shell_call','call_id':'c3','status':'completed'"),
    "call " TIME " call=c3 item-type=local_shell_call" },
  { ITEM ("'type':'web_search_call','status':'completed'"),
    "other " TIME " item-type=web_search_call" },
  { ITEM ("'type':'ghost_snapshot'"), "ignored " TIME " item-type=ghost_snapshot" },
  { ITEM ("'type':'additional_tools'"), "ignored " TIME " item-type=additional_tools" },
  { ITEM ("'type':'brand_new'"), "unknown " TIME " item-type=brand_new" },

  /* the dialect before the wrapper */
  { "{'id':'b1','timestamp':'2026-10-15T10:00:00.250Z','instructions':null,'git':{}}",
    "meta bare " TIME " id=b1 start=2026-10-15T10:00:00.250Z" },
  { "{'id':'b1','instructions':'long'}", "meta bare id=b1" },
  { "{'record_type':'state'}", "ignored bare" },
  { "{'type':'message','id':'m','role':'user','content':[{'type':'input_text','text':'x'}]}",
    "message bare id=m role=user content=[{'type':'input_text','text':'x'}] item-type=message" },
  { "{'type':'function_call','name':'shell','arguments':'{}','call_id':'c'}",
    "call bare name=shell call=c arguments={} item-type=function_call" },
  { "{'type':'function_call_output','call_id':'c','output':'x'}",
    "call-output bare call=c item-type=function_call_output output='x'" },
  { "{'type':'reasoning','summary':[]}", "reasoning bare item-type=reasoning" },
  { "{}", "unknown bare" },
  { "{'id':'b1'}", "unknown bare id=b1" },
  { "{'type':'something'}", "unknown bare item-type=something" },
};

#define USAGE(a, b, c, d, e, f)                                                                    \
  "{'input_tokens':" a ",'cached_input_tokens':" b ",'cache_write_input_tokens':" c                \
  ",'output_tokens':" d ",'reasoning_output_tokens':" e ",'total_tokens':" f "}"

static const Case counts[] = {
  { EVENT ("'type':'token_count','info':{'total_token_usage':" USAGE (
      "10",
      "4",
      "3",
      "5",
      "2",
      "15") ",'last_token_"
            "usage':" USAGE ("1",
                             "0",
                             "0",
                             "2",
                             "0",
                             "3") ",'model_context_window':272000,"
                                  "'last_usage_includes_reasoning':true},'rate_limits':null"),
    "count " TIME " info total{ in=10 cached=4 written=3 out=5 reasoning=2 total=15 } "
    "last{ in=1 cached=0 written=0 out=2 reasoning=0 total=3 } window=272000" },
  { EVENT ("'type':'token_count','info':null,'rate_limits':null"), "count " TIME },
  { EVENT ("'type':'token_count'"), "count " TIME },
  { EVENT ("'type':'token_count','info':{}"), "count " TIME " info" },
  /* numbers: the value counts */
  { EVENT ("'type':'token_count','info':{'total_token_usage':" USAGE ("1e2",
                                                                      "0.0",
                                                                      "-0",
                                                                      "9223372036854775807",
                                                                      "1.5e1",
                                                                      "100.000") "}"),
    "count " TIME " info total{ in=100 cached=0 written=0 out=9223372036854775807 reasoning=15 "
    "total=100 }" },
  /* and what is none is unknown, and counted; null is just not reported */
  { EVENT ("'type':'token_count','info':{'total_token_usage':" USAGE ("-1",
                                                                      "1.5",
                                                                      "'7'",
                                                                      "true",
                                                                      "9223372036854775808",
                                                                      "null") "}"),
    "count " TIME " info total{ bad=5 }" },
  { EVENT ("'type':'token_count','info':{'total_token_usage':" USAGE ("1e400",
                                                                      "[]",
                                                                      "{}",
                                                                      "1",
                                                                      "1",
                                                                      "2") "}"),
    "count " TIME " info total{ out=1 reasoning=1 total=2 bad=3 }" },
  { EVENT ("'type':'token_count','info':{'model_context_window':'big'}"),
    "count " TIME " info bad=1" },
  /* limits */
  { EVENT ("'type':'token_count','info':null,'rate_limits':{'limit_id':'codex','limit_name':null,"
           "'primary':{'used_percent':62.5,'window_minutes':300,'resets_at':1792080000},"
           "'secondary':{'used_percent':8,'window_minutes':10080,'resets_at':1792512000},"
           "'credits':{'balance':'0'},'plan_type':'pro'}"),
    "count " TIME " limits{ id=codex plan=pro primary{ percent=62.5 minutes=300 "
    "resets=2026-10-15T16:00:00Z } secondary{ percent=8 minutes=10080 "
    "resets=2026-10-20T16:00:00Z } }" },
  { EVENT ("'type':'token_count','rate_limits':{'limit_id':'codex_x','limit_name':'gpt-5.5-sonic',"
           "'primary':null,'secondary':null}"),
    "count " TIME " limits{ id=codex_x name=gpt-5.5-sonic }" },
  { EVENT ("'type':'token_count','rate_limits':{'primary':null,'secondary':null}"),
    "count " TIME " limits{ }" },
  { EVENT ("'type':'token_count','rate_limits':{'primary':{'used_percent':0.0,'window_minutes':"
           "299,'resets_in_seconds':90}}"),
    "count " TIME " limits{ primary{ percent=0 minutes=299 resets=2026-10-15T10:01:30.250Z } }" },
  /* the time may stand behind the payload */
  { "{'type':'event_msg','payload':{'type':'token_count','rate_limits':{'secondary':{"
    "'resets_in_seconds':60}}}," T "}",
    "count " TIME " limits{ secondary{ resets=2026-10-15T10:01:00.250Z } }" },
  { EVENT ("'type':'token_count','rate_limits':{'primary':{'used_percent':1,'resets_at':1792080000,"
           "'resets_in_seconds':60}}"),
    "count " TIME " limits{ primary{ percent=1 resets=2026-10-15T16:00:00Z } }" },
  { EVENT ("'type':'token_count','rate_limits':{'primary':{'used_percent':107.5,'window_minutes':1,"
           "'resets_at':0}}"),
    "count " TIME " limits{ primary{ percent=107.5 minutes=1 resets=1970-01-01T00:00:00Z } }" },
  { EVENT ("'type':'token_count','rate_limits':{'primary':{'used_percent':-1,'window_minutes':1.5,"
           "'resets_at':253402300800}}"),
    "count " TIME " limits{ primary{ percent-bad minutes-bad resets-bad } } bad=3" },
  { EVENT ("'type':'token_count','rate_limits':{'primary':{'used_percent':'62','window_minutes':"
           "-300,'resets_at':'2026-10-15T16:00:00Z'}}"),
    "count " TIME " limits{ primary{ percent-bad minutes-bad resets-bad } } bad=3" },
  { EVENT ("'type':'token_count','rate_limits':{'primary':{'used_percent':null,'window_minutes':"
           "null,'resets_at':null}}"),
    "count " TIME " limits{ primary{ } }" },
  { EVENT ("'type':'token_count','rate_limits':{'primary':{'used_percent':1e999}}"),
    "count " TIME " limits{ primary{ percent-bad } } bad=1" },
  { EVENT ("'type':'token_count','rate_limits':{'primary':{'used_percent':1,"
           "'resets_in_seconds':9223372036854775807}}"),
    "count " TIME " limits{ primary{ percent=1 } }" },
  { EVENT ("'type':'token_count','rate_limits':{'primary':{'used_percent':1,'resets_at':"
           "1792080000.75}}"),
    "count " TIME " limits{ primary{ percent=1 resets=2026-10-15T16:00:00Z } }" },
  /* usage records */
  { "{" T ",'type':'token_usage_record','payload':{'thread_id':'t1','turn_id':'u1','session_id':"
    "'t1','response_id':'r1','usage':" USAGE (
      "3",
      "1",
      "0",
      "2",
      "1",
      "5") ",'turn_token_usage':" USAGE ("9",
                                         "9",
                                         "9",
                                         "9",
                                         "9",
                                         "9") ",'thread_token_usage':" USAGE ("30",
                                                                              "10",
                                                                              "0",
                                                                              "20",
                                                                              "10",
                                                                              "50") "}}",
    "usage-record " TIME " turn=u1 thread=t1 total{ in=30 cached=10 written=0 out=20 reasoning=10 "
    "total=50 } last{ in=3 cached=1 written=0 out=2 reasoning=1 total=5 } response=r1" },
};

static const Case doubles[] = {
  /* which payload and which type */
  { "{'payload':{'type':'user_message','message':'x'}," T ",'type':'event_msg'}",
    "user-message " TIME " text=x" },
  { "{" T ",'type':'event_msg','payload':{'type':'user_message','message':'x'},'payload':{'type':"
    "'agent_message','phase':'y'}}",
    "agent-message " TIME " phase=y" },
  { "{" T ",'type':'response_item','payload':{'type':'agent_message','message':'x'},"
    "'type':'event_msg'}",
    "agent-message " TIME " text=x" },
  { "{'payload':{'type':'message','role':'user'},'type':'event_msg','payload':{'type':"
    "'agent_message','message':'z'},'type':'response_item','payload':{'type':'message'}," T "}",
    "message " TIME " item-type=message" },
  { "{" T ",'type':'event_msg','payload':{'type':'token_count'},'type':null}", "unknown " TIME },
  { "{" T ",'type':'event_msg','type':'event_msg','payload':{'type':'token_count','type':"
    "'user_message','message':'a','message':'b'}}",
    "user-message " TIME " text=b" },
  { "{'timestamp':'2020-01-01T00:00:00Z'," T ",'type':'event_msg','payload':{'type':'warning'}}",
    "other " TIME },
  { "{" T ",'timestamp':'junk','type':'event_msg','payload':{'type':'warning'}}", "other" },
  /* escapes in keys and in kinds */
  { "{" T ",'t\\u0079pe':'event\\u005fmsg','p\\u0061yload':{'type':'warn\\u0069ng'}}",
    "other " TIME },
};

static const char *const malformed[] = {
  "",
  " ",
  "null",
  "7",
  "'text'",
  "[]",
  "[{}]",
  "{",
  "{'type':'event_msg'",
  "{'type':'event_msg','payload':{'type':'warning'}",
  "{'type':'event_msg','payload':{'type':'warning'}}}",
  "{'type':'event_msg','payload':{'type':'warning'},}",
  "{'type':'event_msg','payload':{'type':'warning',}}",
  "{'type':'event_msg','payload':{'type' 'warning'}}",
  "{'type':'event_msg','payload':{'x':01}}",
  "{'type':'event_msg','payload':{'x':NaN}}",
  "{'payload':{'x':tru},'type':'event_msg'}",
  "{'type':'event_msg','payload':}",
  "{type:'event_msg'}",
  "{'type':'a\nb'}",
  "{'type':'\\x'}",
  "{} {}",
};

static void
test_cases (gconstpointer data)
{
  const struct
  {
    const Case *cases;
    gsize n;
  } tables[] = { { kinds, G_N_ELEMENTS (kinds) },
                 { counts, G_N_ELEMENTS (counts) },
                 { doubles, G_N_ELEMENTS (doubles) } };
  guint which = GPOINTER_TO_UINT (data);

  for (gsize i = 0; i < tables[which].n; i++)
    assert_dump (dump_codex, tables[which].cases[i].line, tables[which].cases[i].dump);
}

static void
test_malformed (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (malformed); i++)
    assert_dump (dump_codex, malformed[i], NULL);
}

static void
test_properties (void)
{
  /* keys whose presence alone, whatever its value, says something */
  static const char *const loose[] = { "payload",      "type",        "output",
                                       "content",      "error",       "instructions",
                                       "service_tier", "subagent",    "internal",
                                       "thread_spawn", "questions",   "other",
                                       "resets_at",    "record_type", NULL };
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_ptr_array_add (lines, (gpointer) kinds[i].line);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (strstr (counts[i].line, "1e400") == NULL && strstr (counts[i].line, "1e999") == NULL &&
        strstr (counts[i].line, "9223372036854775808") == NULL)
      g_ptr_array_add (lines, (gpointer) counts[i].line);
  check_properties (dump_codex, (const char *const *) lines->pdata, lines->len, loose);
}

/* The deepest that is allowed, and one more. */
static void
test_depth (void)
{
  for (guint extra = 0; extra < 2; extra++)
    {
      g_autoptr (GString) line = g_string_new ("{\"type\":\"world_state\",\"payload\":");
      g_autoptr (GString) out = g_string_new (NULL);
      guint depth = VDT_JSON_MAX_DEPTH - 1 + extra;

      for (guint i = 0; i < depth; i++)
        g_string_append_c (line, '[');
      for (guint i = 0; i < depth; i++)
        g_string_append_c (line, ']');
      g_string_append_c (line, '}');
      g_assert_cmpint (dump_codex (out, line->str, line->len, FALSE), ==, extra == 0);
    }
}

static gboolean
decode (const char *line, gsize len, gboolean *unknown)
{
  VdtCodexRecord record;
  gboolean decoded = vdt_codex_record_decode (&record, line, len);

  *unknown = decoded && record.kind == VDT_CODEX_UNKNOWN;
  return decoded;
}

static void
test_shared (void)
{
  g_autoptr (GHashTable) unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SharedLines seen = { .unknown = unknown };

  if (!check_shared_lines (TRUE, decode, &seen))
    {
      g_test_skip ("no shared logs here");
      return;
    }
  g_test_message ("%u lines, %u malformed, %u unknown", seen.n_lines, seen.n_malformed,
                  g_hash_table_size (unknown));
  g_assert_cmpuint (seen.n_lines, >, 1000);
  g_assert_cmpuint (g_hash_table_size (unknown) * 100, <=, seen.n_lines);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/codex-record/kinds", GUINT_TO_POINTER (0), test_cases);
  g_test_add_data_func ("/codex-record/counts", GUINT_TO_POINTER (1), test_cases);
  g_test_add_data_func ("/codex-record/doubles", GUINT_TO_POINTER (2), test_cases);
  g_test_add_func ("/codex-record/malformed", test_malformed);
  g_test_add_func ("/codex-record/properties", test_properties);
  g_test_add_func ("/codex-record/depth", test_depth);
  g_test_add_func ("/codex-record/shared", test_shared);
  return g_test_run ();
}
