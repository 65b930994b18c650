/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-claude-record.h"

#include <string.h>

#include "record-dump.h"

#define HEAD                                                                                       \
  "'parentUuid':'p1','isSidechain':false,'cwd':'/w/p','sessionId':'s1','version':'2.1.332',"       \
  "'uuid':'u1','timestamp':'2026-10-15T10:00:00.250Z'"
#define T    "'timestamp':'2026-10-15T10:00:00Z'"
#define TIME "time=2026-10-15T10:00:00Z"

typedef struct
{
  const char *line;
  const char *dump;
} Case;

static const Case kinds[] = {
  /* user */
  { "{'type':'user'," HEAD ",'message':{'role':'user','content':'hello'},'promptSource':'typed',"
    "'origin':{'kind':'human'}}",
    "user time=2026-10-15T10:00:00.250Z uuid=u1 parent-set parent=p1 session=s1 cwd=/w/p "
    "version=2.1.332 role=user text=hello origin=human prompt-source=typed" },
  { "{'type':'user','parentUuid':null,'isSidechain':true,'agentId':'a1'," T
    ",'message':{'role':'user','content':[{'type':'text','text':'x'}]}}",
    "user " TIME " parent=null agent=a1 sidechain role=user content=[{'type':'text','text':'x'}]" },
  { "{'type':'user','isMeta':true,'isCompactSummary':true," T ",'message':{'role':'user','content':"
    "'This session is being continued'}}",
    "user " TIME " meta compact-summary role=user text=This session is being continued" },
  { "{'type':'user'," T ",'toolUseResult':'Error: no','message':{'role':'user','content':[{"
    "'tool_use_id':'tu1','type':'tool_result','content':'no','is_error':true}]}}",
    "user " TIME " role=user content=[{'tool_use_id':'tu1','type':'tool_result','content':'no',"
    "'is_error':true}] result='Error: no'" },
  { "{'type':'user'," T ",'toolUseResult':[1],'message':{'content':[]}}",
    "user " TIME " content=[] result=[1]" },
  { "{'type':'user'," T ",'toolUseResult':{'a':{}},'message':{'content':7}}",
    "user " TIME " result={'a':{}}" },
  { "{'type':'user'," T ",'message':'not an object'}", "user " TIME },
  { "{'type':'user'," T ",'message':null}", "user " TIME },
  { "{'type':'user'}", "user" },

  /* assistant of 1.0, and what came later */
  { "{'parentUuid':'p1','isSidechain':false,'userType':'external','cwd':'/w','sessionId':'s1',"
    "'version':'1.0.60','type':'assistant','uuid':'u2','message':{'id':'m1','type':'message','role'"
    ":'assistant','model':'claude-sonnet-4-20250514','content':[{'type':'text','text':'hi'}],"
    "'stop_reason':null,'usage':{'input_tokens':4,'cache_creation_input_tokens':30,"
    "'cache_read_input_tokens':200,'output_tokens':1,'service_tier':'standard'}},'requestId':'r1'}",
    "assistant uuid=u2 parent-set parent=p1 session=s1 request=r1 cwd=/w version=1.0.60 message=m1 "
    "model=claude-sonnet-4-20250514 role=assistant usage{ in=4 created=30 read=200 out=1 } "
    "content=[{'type':'text','text':'hi'}]" },
  { "{'type':'assistant'," T ",'requestSessionId':'s0','apiBlockIndex':0,'message':{'id':'m2',"
    "'model':'claude-opus-4-7','stop_reason':'end_turn','content':[],'usage':{'input_tokens':0,"
    "'output_tokens':9,'cache_creation':{'ephemeral_5m_input_tokens':3},'output_tokens_details':{"
    "'thinking_tokens':5},'iterations':[{'input_tokens':99}]}}}",
    "assistant " TIME " request-session=s0 message=m2 model=claude-opus-4-7 stop=end_turn "
    "usage{ in=0 out=9 thinking=5 } content=[]" },
  { "{'type':'assistant'," T ",'isApiErrorMessage':true,'error':'rate_limit','message':{'id':'e1',"
    "'model':'<synthetic>','content':[{'type':'text','text':'limit'}],'usage':{'input_tokens':0}}}",
    "assistant " TIME " api-error message=e1 model=<synthetic> usage{ in=0 } "
    "content=[{'type':'text','text':'limit'}]" },
  { "{'type':'assistant'," T ",'message':{'usage':null}}", "assistant " TIME },
  { "{'type':'assistant'," T ",'message':{'usage':{}}}", "assistant " TIME " usage{ }" },
  { "{'type':'assistant'," T ",'message':{'usage':{'input_tokens':1e2,'output_tokens':"
    "9223372036854775807,'cache_read_input_tokens':-0}}}",
    "assistant " TIME " usage{ in=100 read=0 out=9223372036854775807 }" },
  { "{'type':'assistant'," T ",'message':{'usage':{'input_tokens':-1,'output_tokens':'9',"
    "'cache_read_input_tokens':1.5,'cache_creation_input_tokens':null,'output_tokens_details':{"
    "'thinking_tokens':true}}}}",
    "assistant " TIME " usage{ bad=4 }" },

  /* system */
  { "{'type':'system','parentUuid':null,'logicalParentUuid':'p9'," T
    ",'subtype':'compact_boundary','content':'Conversation compacted','compactMetadata':{'trigger':"
    "'auto','preTokens':190000,'postTokens':12000,'preservedSegment':{'headUuid':'h'}}}",
    "system " TIME " parent=null logical-parent=p9 text=Conversation compacted "
    "subtype=compact_boundary pre=190000 post=12000" },
  { "{'type':'system'," T ",'subtype':'turn_duration','durationMs':5}",
    "system " TIME " subtype=turn_duration" },
  { "{'type':'system'," T ",'subtype':'local_command','content':['x']}",
    "system " TIME " subtype=local_command" },

  /* titles */
  { "{'type':'summary','summary':'A talk','leafUuid':'l1'}", "summary title=A talk leaf=l1" },
  { "{'type':'ai-title','aiTitle':'B','sessionId':'s1'}", "ai-title session=s1 title=B" },
  { "{'type':'custom-title','customTitle':'C'}", "custom-title title=C" },
  { "{'type':'agent-name','agentName':'D'}", "agent-name title=D" },

  /* queue and attachments */
  { "{'type':'queue-operation','operation':'enqueue'," T ",'content':'later','sessionId':'s1'}",
    "queue " TIME " session=s1 text=later operation=enqueue" },
  { "{'type':'queue-operation','operation':'remove','reason':'absorbed_mid_turn'}",
    "queue operation=remove reason=absorbed_mid_turn" },
  { "{'type':'attachment'," T ",'attachment':{'type':'queued_command','prompt':'later','origin':{"
    "'kind':'human'},'humanTurn':true}}",
    "attachment " TIME " origin=human attachment=queued_command prompt='later'" },
  { "{'type':'attachment'," T ",'attachment':{'type':'queued_command','prompt':[{'type':'text'}]}}",
    "attachment " TIME " attachment=queued_command prompt=[{'type':'text'}]" },
  { "{'type':'result'," T ",'subtype':'error_max_turns','is_error':true,'session_id':'x'}",
    "result " TIME " subtype=error_max_turns is-error" },

  /* what says nothing that is wanted, and what is not known */
  { "{'type':'progress'," T ",'data':{'message':{'message':{'id':'m1','usage':{}}}}}",
    "ignored " TIME },
  { "{'type':'last-prompt','lastPrompt':'x'}", "ignored" },
  { "{'type':'mode','mode':'plan'}", "ignored" },
  { "{'type':'permission-mode','permissionMode':'plan'}", "ignored" },
  { "{'type':'file-history-snapshot','messageId':'m','snapshot':{}}", "ignored" },
  { "{'type':'file-history-delta'}", "ignored" },
  { "{'type':'cost-state','modelUsage':{}}", "ignored" },
  { "{'type':'api-request-blob'}", "ignored" },
  { "{'type':'worktree-state'}", "ignored" },
  { "{'type':'pr-link'}", "ignored" },
  { "{'type':'of-tomorrow'}", "unknown" },
  { "{'type':7}", "unknown" },
  { "{'type':null}", "unknown" },
  { "{}", "unknown" },
};

static const Case doubles[] = {
  { "{'type':'user','type':'assistant','message':{'id':'a','usage':{'input_tokens':5}},"
    "'message':{'id':'b'}}",
    "assistant message=b" },
  { "{'type':'assistant','message':{'id':'a','usage':{'input_tokens':5,'output_tokens':7},"
    "'usage':{'output_tokens':1}}}",
    "assistant message=a usage{ out=1 }" },
  { "{'type':'assistant','message':{'id':'a','id':7}}", "assistant" },
  { "{'type':'user','parentUuid':'p','parentUuid':null}", "user parent=null" },
  { "{'type':'user','parentUuid':null,'parentUuid':7}", "user" },
  { "{'type':'user','isMeta':true,'isMeta':'yes'}", "user" },
  { "{'message':{'content':'x','content':[1]},'t\\u0079pe':'us\\u0065r'}", "user content=[1]" },
  { "{'type':'system','compactMetadata':{'preTokens':1,'postTokens':2},'compactMetadata':{}}",
    "system" },
  { "{'type':'assistant','message':{'usage':{'output_tokens_details':{'thinking_tokens':5},"
    "'output_tokens_details':null}}}",
    "assistant usage{ }" },
  /* a key that is a number's in one place is another thing elsewhere */
  { "{'type':'assistant','usage':{'input_tokens':5},'id':'x','model':'y'}", "assistant" },
};

static const char *const malformed[] = {
  "",
  "null",
  "[]",
  "'user'",
  "{'type':'user'",
  "{'type':'user'}}",
  "{'type':'user'},",
  "{'type':'user','message':{'content':'x}}",
  "{'type':'user','message':{'content':[1,}}",
  "{'type':'user','message':{'usage':{'input_tokens':1.}}}",
  "{'type':'user' 'uuid':'x'}",
  "{'type':'user'}{'type':'user'}",
};

static void
test_kinds (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    assert_dump (dump_claude, kinds[i].line, kinds[i].dump);
}

static void
test_doubles (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (doubles); i++)
    assert_dump (dump_claude, doubles[i].line, doubles[i].dump);
}

static void
test_malformed (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (malformed); i++)
    assert_dump (dump_claude, malformed[i], NULL);
}

static void
test_properties (void)
{
  static const char *const loose[] = { "type",          "content", "parentUuid",
                                       "toolUseResult", "prompt",  NULL };
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_ptr_array_add (lines, (gpointer) kinds[i].line);
  check_properties (dump_claude, (const char *const *) lines->pdata, lines->len, loose);
}

static void
assert_block (VdtJsonReader *reader, const char *expected)
{
  VdtClaudeBlock block;
  g_autofree char *type = NULL;
  g_autofree char *text = NULL;
  g_autofree char *id = NULL;
  g_autofree char *name = NULL;
  g_autofree char *result_of = NULL;
  g_autofree char *all = NULL;
  g_autofree char *wanted = quoted (expected);

  memset (&block, 0xa5, sizeof block);
  g_assert_true (vdt_claude_block_next (reader, &block));
  type = vdt_json_string_dup (&block.type, 0);
  text = vdt_json_string_dup (&block.text, 0);
  id = vdt_json_string_dup (&block.id, 0);
  name = vdt_json_string_dup (&block.name, 0);
  result_of = vdt_json_string_dup (&block.tool_use_id, 0);
  all = g_strdup_printf ("%s|%s|%s|%s|%s|%.*s|%.*s|%d", type ? type : "", text ? text : "",
                         id ? id : "", name ? name : "", result_of ? result_of : "",
                         (int) block.input.len, block.input.len > 0 ? block.input.data : "",
                         (int) block.content.len, block.content.len > 0 ? block.content.data : "",
                         block.is_error);
  g_assert_cmpstr (all, ==, wanted);
}

static void
test_blocks (void)
{
  g_autofree char *line = quoted (
    "{'type':'assistant','message':{'content':[{'type':'text','text':'h\\u0069'},7,null,'x',[],"
    "{'type':'thinking','thinking':'secret','signature':'s'},"
    "{'type':'tool_use','id':'tu','name':'Bash','input':{'command':'ls'}},"
    "{'type':'tool_result','tool_use_id':'tu','content':[{'type':'text'}],'is_error':true},"
    "{'type':'tool_result','tool_use_id':'t2','content':'plain','is_error':'yes'},"
    "{'type':'text','type':'image','text':7},{}]}}");
  VdtClaudeRecord record;
  VdtClaudeBlock block;
  VdtJsonReader reader;

  g_assert_true (vdt_claude_record_decode (&record, line, strlen (line)));
  g_assert_true (vdt_claude_content_begin (&record, &reader));
  assert_block (&reader, "text|hi||||||0");
  for (guint i = 0; i < 4; i++)
    assert_block (&reader, "|||||||0");
  assert_block (&reader, "thinking|||||||0");
  assert_block (&reader, "tool_use||tu|Bash||{'command':'ls'}||0");
  assert_block (&reader, "tool_result||||tu||[{'type':'text'}]|1");
  assert_block (&reader, "tool_result||||t2||'plain'|0");
  assert_block (&reader, "image|||||||0");
  assert_block (&reader, "|||||||0");
  g_assert_false (vdt_claude_block_next (&reader, &block));
  g_assert_false (vdt_claude_block_next (&reader, &block));
}

static void
test_no_blocks (void)
{
  static const char *const lines[] = { "{'type':'user','message':{'content':'x'}}",
                                       "{'type':'user','message':{'content':{}}}",
                                       "{'type':'user','message':{}}", "{'type':'user'}" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *line = quoted (lines[i]);
      VdtClaudeRecord record;
      VdtJsonReader reader;

      g_assert_true (vdt_claude_record_decode (&record, line, strlen (line)));
      g_assert_false (vdt_claude_content_begin (&record, &reader));
    }
}

static gboolean
decode (const char *line, gsize len, gboolean *unknown)
{
  VdtClaudeRecord record;
  gboolean decoded = vdt_claude_record_decode (&record, line, len);

  *unknown = decoded && record.kind == VDT_CLAUDE_UNKNOWN;
  return decoded;
}

static void
test_shared (void)
{
  g_autoptr (GHashTable) unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SharedLines seen = { .unknown = unknown };

  if (!check_shared_lines (FALSE, decode, &seen))
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
  g_test_add_func ("/claude-record/kinds", test_kinds);
  g_test_add_func ("/claude-record/doubles", test_doubles);
  g_test_add_func ("/claude-record/malformed", test_malformed);
  g_test_add_func ("/claude-record/properties", test_properties);
  g_test_add_func ("/claude-record/blocks", test_blocks);
  g_test_add_func ("/claude-record/no-blocks", test_no_blocks);
  g_test_add_func ("/claude-record/shared", test_shared);
  return g_test_run ();
}
