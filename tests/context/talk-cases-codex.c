/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "talk-cases.h"

/* Pieces of a log of Codex; @t is `mm:ss`. */
#define LINE(t, type, payload)                                                                     \
  "{'timestamp':'2026-10-17T09:" t ".000Z','type':'" type "','payload':{" payload "}}"
#define META(extra)    LINE ("00:00", "session_meta", "'id':'thread','cwd':'/home/dev/orchard'" extra)
#define LEGACY         META ("")
#define PAGINATED      META (",'history_mode':'paginated'")
#define EVENT(t, rest) LINE (t, "event_msg", rest)
#define START(t, turn) EVENT (t, "'type':'task_started','turn_id':'" turn "'")
#define END(t, turn)   EVENT (t, "'type':'task_complete','turn_id':'" turn "','error':null")
#define FAILED(t, turn)                                                                            \
  EVENT (t, "'type':'task_complete','turn_id':'" turn "','error':{'message':'limit'}")
#define ABORT(t, turn)                                                                             \
  EVENT (t, "'type':'turn_aborted','turn_id':'" turn "','reason':'interrupted'")
#define SAID(t, text) EVENT (t, "'type':'user_message','message':'" text "'")
#define ITEM(t, text) ITEM_OF (t, "thread", "one", text)
#define ITEM_OF(t, thread, turn, text)                                                             \
  EVENT (t,                                                                                        \
         "'type':'item_completed','thread_id':'" thread "','turn_id':'" turn                       \
         "','item':{'type':'UserMessage','id':'i','content':[{'type':'text','text':'" text "'}]}")
#define MESSAGE(t, role, text)                                                                     \
  LINE (t, "response_item",                                                                        \
        "'type':'message','role':'" role "','content':[{'type':'input_text','text':'" text "'}]")
#define CALL(t, id, name, args)                                                                    \
  LINE (t, "response_item",                                                                        \
        "'type':'function_call','name':'" name "','call_id':'" id "','arguments':'" args "'")
#define OUTPUT(t, id)                                                                              \
  LINE (t, "response_item", "'type':'function_call_output','call_id':'" id "','output':'x'")
#define QUESTION    "{\\\"questions\\\":[{\\\"id\\\":\\\"a\\\",\\\"question\\\":\\\"Which?\\\"}]}"
#define ASK(t, id)  CALL (t, id, "request_user_input", QUESTION)
#define ENVIRONMENT "<environment_context>\\n  <cwd>/home/dev/bare</cwd>\\n</environment_context>"
#define BARE_HEAD   "{'id':'bare','timestamp':'2026-10-17T09:00:00.412Z','instructions':null}"
#define BARE(role, text)                                                                           \
  "{'type':'message','id':null,'role':'" role "','content':[{'type':'input_text','text':'" text    \
  "'}]}"

#define OBSERVING VDT_LIFECYCLE_OBSERVING
#define IDLE      VDT_LIFECYCLE_IDLE
#define WORKING   VDT_LIFECYCLE_WORKING
#define WAITING   VDT_LIFECYCLE_WAITING
#define ERROR     VDT_LIFECYCLE_ERROR

/* clang-format off */
const TalkCase talk_cases_codex[] = {
  { .name = "text-twice",
    .title = "Oil the press",
    .lifecycle = VDT_LIFECYCLE_WORKING,
    .lines = { PAGINATED, START ("00:00", "one"),
               EVENT ("00:01", "'type':'item_completed','thread_id':'thread','turn_id':'one','item'"
                               ":{'type':'UserMessage','content':[{'text':'Not this','text':7},"
                               "{'text':7,'text':'Oil the press'}]}") } },
  /* Titles and folders */
  { .name = "title/bare", .title = "Explain the ripeness score", .lifecycle = OBSERVING, .cwd = "/home/dev/bare",
    .lines = { BARE_HEAD, "{'record_type':'state'}", BARE ("user", "<user_instructions>\\n\\nKeep commits small.\\n\\n</user_instructions>"),
               BARE ("user", ENVIRONMENT), BARE ("user", "Explain the ripeness score"), BARE ("assistant", "Sugar over acid.") } },
  { .name = "title/bare-oldest-environment", .title = NULL, .lifecycle = OBSERVING, .cwd = "/home/dev/old",
    .lines = { BARE_HEAD, BARE ("user", "<environment_context>\\nCurrent working directory: /home/dev/old\\nApproval policy: never\\n</environment_context>") } },
  { .name = "title/environment-block", .title = "Speed up the importer", .lifecycle = IDLE, .cwd = "/home/dev/other",
    .lines = { LEGACY, START ("00:00", "one"), MESSAGE ("00:00", "developer", "<permissions instructions>\\nx\\n</permissions instructions>"),
               MESSAGE ("00:00", "user", "# AGENTS.md instructions for /home/dev\\n\\n<INSTRUCTIONS>\\nRun the tests.\\n</INSTRUCTIONS>"),
               MESSAGE ("00:00", "user", ENVIRONMENT), LINE ("00:00", "turn_context", "'turn_id':'one','cwd':'/home/dev/other'"),
               MESSAGE ("00:01", "user", "Speed up the importer"), SAID ("00:01", "Speed up the importer"), END ("00:10", "one") } },
  { .name = "title/ide-context", .title = "Make the press wait", .lifecycle = WORKING,
    .lines = { LEGACY, START ("00:00", "one"), SAID ("00:00", "# Context from my IDE setup:\\n\\n## Active file: a.c\\n\\n## My request for Codex:\\nMake the press wait") } },
  { .name = "title/ide-context-alone", .title = NULL, .lifecycle = WORKING,
    .lines = { LEGACY, START ("00:00", "one"), SAID ("00:00", "# Context from my IDE setup:\\n\\n## Active file: a.c\\n") } },
  { .name = "title/shell-and-abort-blocks", .title = "Add the medlar", .lifecycle = WORKING,
    .lines = { LEGACY, START ("00:00", "one"), MESSAGE ("00:00", "user", "<user_shell_command>\\nls\\n</user_shell_command>"),
               MESSAGE ("00:00", "user", "<turn_aborted>\\nThe user interrupted.\\n</turn_aborted>"), SAID ("00:01", "Add the medlar") } },
  { .name = "title/paginated", .title = "List the pears", .lifecycle = IDLE,
    .lines = { PAGINATED, START ("00:00", "one"), MESSAGE ("00:00", "user", ENVIRONMENT), MESSAGE ("00:01", "user", "List the pears"), ITEM ("00:01", "List the pears"), END ("00:08", "one") } },
  { .name = "title/dialect-of-the-log-wins", .title = "From the item", .lifecycle = WORKING,
    .lines = { PAGINATED, START ("00:00", "one"), SAID ("00:00", "From an event"), ITEM ("00:01", "From the item") } },
  { .name = "title/another-dialect-alone", .title = "From an event", .lifecycle = OBSERVING, .lines = { PAGINATED, SAID ("00:00", "From an event") } },
  { .name = "title/rename-event", .title = "Quince page", .lifecycle = IDLE,
    .lines = { LEGACY, START ("00:00", "one"), SAID ("00:00", "Shorten it"), END ("00:05", "one"),
               EVENT ("00:07", "'type':'thread_name_updated','thread_id':'thread','thread_name':'Quince page'"),
               EVENT ("00:07", "'type':'thread_name_updated','thread_id':'stranger','thread_name':'Not this'") } },
  { .name = "title/rolled-back", .title = "Tie it up", .lifecycle = WORKING,
    .lines = { LEGACY, START ("00:00", "one"), MESSAGE ("00:00", "user", "Cut it down"), SAID ("00:00", "Cut it down"), END ("00:04", "one"),
               EVENT ("00:09", "'type':'thread_rolled_back','num_turns':1"), START ("00:13", "two"), SAID ("00:13", "Tie it up") } },
  { .name = "title/rolled-back-later-turn", .title = "Prune the vine", .lifecycle = IDLE,
    .lines = { LEGACY, START ("00:00", "one"), SAID ("00:00", "Prune the vine"), SAID ("00:01", "and softly"), END ("00:04", "one"), START ("00:05", "two"), SAID ("00:05", "Cut it down"), FAILED ("00:08", "two"),
               EVENT ("00:09", "'type':'thread_rolled_back','num_turns':1") } },
  { .name = "title/rolled-back-steered-turn", .title = NULL, .lifecycle = IDLE,
    .lines = { LEGACY, START ("00:00", "one"), SAID ("00:00", "Prune the vine"), SAID ("00:01", "and softly"), END ("00:04", "one"), EVENT ("00:09", "'type':'thread_rolled_back','num_turns':1") } },
  { .name = "title/fork-has-two-metas", .title = "From the parent", .lifecycle = WORKING, .cwd = "/home/dev/orchard",
    .lines = { META (",'forked_from_id':'parent','history_mode':'paginated'"), LINE ("00:00", "session_meta", "'id':'parent','cwd':'/home/dev/parent'"), START ("00:00", "one"), ITEM_OF ("00:00", "parent", "one", "From the parent") } },
  { .name = "title/segment", .title = "Paint the fence", .lifecycle = WORKING, .cwd = "/home/dev/moved", .since = "05:01",
    .lines = { PAGINATED, START ("00:00", "one"), ITEM ("00:00", "Paint the fence"),
               LINE ("05:00", "session_meta", "'id':'thread','cwd':'/home/dev/moved','history_mode':'paginated','history_base':{'thread_id':'thread','end_ordinal_exclusive':8}"),
               START ("05:01", "two"), ITEM_OF ("05:01", "thread", "two", "Paint it blue") } },
  { .name = "title/agent-copy-passed-over", .title = "Own task", .lifecycle = WORKING, .since = "00:03",
    .lines = { "{'timestamp':'2026-10-17T09:00:00.000Z','ordinal':0,'type':'session_meta','payload':{'id':'child','history_mode':'paginated','source':{'subagent':'other'},'subagent_history_start_ordinal':3}}",
               "{'timestamp':'2026-10-17T09:00:00.000Z','ordinal':1,'type':'event_msg','payload':{'type':'task_started','turn_id':'p'}}",
               "{'timestamp':'2026-10-17T09:00:00.000Z','ordinal':2,'type':'event_msg','payload':{'type':'item_completed','item':{'type':'UserMessage','content':[{'type':'text','text':'Of the parent'}]}}}",
               "{'timestamp':'2026-10-17T09:00:03.000Z','ordinal':3,'type':'event_msg','payload':{'type':'task_started','turn_id':'c','turn_attribution':{'parent_turn_id':'p'}}}",
               "{'timestamp':'2026-10-17T09:00:03.000Z','ordinal':4,'type':'event_msg','payload':{'type':'item_completed','item':{'type':'UserMessage','content':[{'type':'text','text':'Own task'}]}}}" } },

  /* State */
  { .name = "state/started", .title = "Build", .lifecycle = WORKING, .since = "00:01", .lines = { LEGACY, START ("00:01", "one"), SAID ("00:01", "Build") } },
  { .name = "state/complete", .title = "Build", .lifecycle = IDLE, .since = "00:04", .lines = { LEGACY, START ("00:00", "one"), SAID ("00:00", "Build"), END ("00:04", "one") } },
  { .name = "state/end-of-another-turn", .title = NULL, .lifecycle = WORKING, .lines = { LEGACY, START ("00:00", "one"), START ("00:03", "two"), ABORT ("00:03", "one") } },
  { .name = "state/failed", .title = NULL, .lifecycle = ERROR, .lines = { LEGACY, START ("00:00", "one"), FAILED ("00:03", "one") } },
  { .name = "state/failed-then-started", .title = NULL, .lifecycle = WORKING, .lines = { LEGACY, START ("00:00", "one"), FAILED ("00:03", "one"), START ("00:09", "two") } },
  { .name = "state/aborted", .title = NULL, .lifecycle = IDLE,
    .lines = { LEGACY, START ("00:00", "one"), CALL ("00:03", "c", "exec_command", "{}"), ABORT ("00:05", "one") } },
  { .name = "state/tool-pending", .title = NULL, .lifecycle = WORKING, .open_call = TRUE, .lines = { LEGACY, START ("00:00", "one"), CALL ("00:03", "c", "exec_command", "{}") } },
  { .name = "state/escalation-no-proof", .title = NULL, .lifecycle = WORKING, .open_call = TRUE,
    .lines = { LEGACY, START ("00:00", "one"), CALL ("00:03", "c", "exec_command", "{\\\"sandbox_permissions\\\":\\\"require_escalated\\\"}") } },
  { .name = "state/update-plan", .title = NULL, .lifecycle = WORKING, .lines = { LEGACY, START ("00:00", "one"), CALL ("00:03", "c", "update_plan", "{}"), OUTPUT ("00:04", "c") } },
  { .name = "state/plan-item", .title = NULL, .lifecycle = IDLE,
    .lines = { PAGINATED, START ("00:00", "one"), EVENT ("00:03", "'type':'item_completed','thread_id':'thread','turn_id':'one','item':{'type':'Plan','text':'# Cold store'}"), END ("00:04", "one") } },
  { .name = "state/no-turn-marks", .title = "Build", .lifecycle = OBSERVING, .lines = { LEGACY, SAID ("00:00", "Build"), EVENT ("00:03", "'type':'agent_message','message':'There.'") } },
  { .name = "state/no-turn-marks-aborted", .title = "Build", .lifecycle = IDLE, .lines = { LEGACY, SAID ("00:00", "Build"), EVENT ("00:03", "'type':'turn_aborted','reason':'interrupted'") } },
  { .name = "state/no-turn-marks-goes-on", .title = "Build", .lifecycle = OBSERVING, .lines = { LEGACY, SAID ("00:00", "Build"), EVENT ("00:03", "'type':'turn_aborted','reason':'interrupted'"), SAID ("00:09", "Again") } },
  { .name = "state/mirrored-review", .title = "Review my changes", .lifecycle = IDLE, .since = "00:04",
    .lines = { PAGINATED, START ("00:00", "one"), ITEM ("00:00", "Review my changes"), END ("00:04", "one"),
               EVENT ("00:06", "'type':'task_started','turn_id':'kid','turn_attribution':{'turn_id':'kid','parent_turn_id':'one'}"),
               ITEM_OF ("00:06", "kid-thread", "kid", "Review the current code changes"),
               LINE ("00:07", "turn_context", "'turn_id':'kid','cwd':'/elsewhere'") }, .cwd = "/home/dev/orchard" },

  /* Questions and approvals */
  { .name = "question/open", .title = NULL, .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 1, .open_call = TRUE, .since = "00:03", .lines = { LEGACY, START ("00:00", "one"), ASK ("00:03", "q") } },
  { .name = "question/without-turn-marks", .title = NULL, .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 1, .open_call = TRUE, .lines = { LEGACY, ASK ("00:03", "q") } },
  { .name = "question/without-turn-marks-answered", .title = NULL, .lifecycle = WORKING, .lines = { LEGACY, ASK ("00:03", "q"), OUTPUT ("00:05", "q") } },
  { .name = "question/without-turn-marks-went-on", .title = NULL, .lifecycle = OBSERVING, .lines = { LEGACY, ASK ("00:03", "q"), OUTPUT ("00:05", "q"), MESSAGE ("00:09", "assistant", "Cox it is.") } },
  { .name = "question/arguments-not-json", .title = NULL, .lifecycle = WORKING, .open_call = TRUE, .lines = { LEGACY, START ("00:00", "one"), CALL ("00:03", "q", "request_user_input", "{\\\"questions\\\":[{\\\"id") } },
  { .name = "question/asynchronous", .title = NULL, .lifecycle = WORKING, .open_call = TRUE, .lines = { LEGACY, START ("00:00", "one"), CALL ("00:03", "q", "request_user_input_async", QUESTION) } },
  { .name = "question/answered", .title = NULL, .lifecycle = WORKING, .since = "00:07", .lines = { PAGINATED, START ("00:00", "one"), ASK ("00:03", "q"), OUTPUT ("00:07", "q") } },
  { .name = "question/answered-by-text", .title = "Never mind", .lifecycle = WORKING, .lines = { LEGACY, START ("00:00", "one"), ASK ("00:03", "q"), MESSAGE ("00:07", "user", "Never mind"), SAID ("00:07", "Never mind") } },
  { .name = "question/injected-text", .title = NULL, .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 1, .open_call = TRUE,
    .lines = { LEGACY, START ("00:00", "one"), ASK ("00:03", "q"), MESSAGE ("00:07", "user", ENVIRONMENT), MESSAGE ("00:07", "developer", "unchanged"), SAID ("00:08", ENVIRONMENT), EVENT ("00:09", "'type':'token_count','info':null") } },
  { .name = "question/aborted", .title = NULL, .lifecycle = IDLE, .lines = { PAGINATED, START ("00:00", "one"), ASK ("00:03", "q"), ABORT ("00:07", "one") } },
  { .name = "question/turn-never-ended", .title = NULL, .lifecycle = WORKING, .since = "00:09", .lines = { LEGACY, START ("00:00", "one"), ASK ("00:03", "q"), START ("00:09", "two") } },
  { .name = "question/second", .title = NULL, .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 1, .open_call = TRUE, .since = "00:08",
    .lines = { LEGACY, START ("00:00", "one"), ASK ("00:03", "q"), OUTPUT ("00:07", "q"), ASK ("00:08", "r") } },
  { .name = "question/other-output", .title = NULL, .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 1, .open_call = TRUE,
    .lines = { LEGACY, START ("00:00", "one"), CALL ("00:02", "c", "exec_command", "{}"), ASK ("00:03", "q"), OUTPUT ("00:07", "c") } },
  { .name = "approval/open", .title = NULL, .lifecycle = WAITING, .waiting_for = VDT_WAITING_PERMISSION, .open_call = TRUE, .since = "00:04",
    .lines = { LEGACY, START ("00:00", "one"), CALL ("00:03", "c", "shell", "{}"), EVENT ("00:04", "'type':'exec_approval_request','call_id':'c'") } },
  { .name = "approval/patch", .title = NULL, .lifecycle = WAITING, .waiting_for = VDT_WAITING_PERMISSION, .lines = { LEGACY, START ("00:00", "one"), EVENT ("00:03", "'type':'apply_patch_approval_request','call_id':'c'") } },
  { .name = "approval/answered", .title = NULL, .lifecycle = WORKING, .since = "00:05",
    .lines = { LEGACY, START ("00:00", "one"), CALL ("00:03", "c", "shell", "{}"), EVENT ("00:03", "'type':'exec_approval_request','call_id':'c'"), OUTPUT ("00:05", "c") } },
  { .name = "approval/command-began", .title = NULL, .lifecycle = WORKING,
    .lines = { LEGACY, START ("00:00", "one"), EVENT ("00:03", "'type':'exec_approval_request','call_id':'c'"), EVENT ("00:05", "'type':'exec_command_begin','call_id':'c'") } },
  { .name = "approval/other-command-began", .title = NULL, .lifecycle = WAITING, .waiting_for = VDT_WAITING_PERMISSION,
    .lines = { LEGACY, START ("00:00", "one"), EVENT ("00:03", "'type':'exec_approval_request','call_id':'c'"), EVENT ("00:05", "'type':'exec_command_begin','call_id':'d'") } },
  { .name = "approval/turn-over", .title = NULL, .lifecycle = IDLE, .lines = { LEGACY, START ("00:00", "one"), EVENT ("00:03", "'type':'request_permissions','call_id':'c'"), END ("00:05", "one") } },
};
/* clang-format on */

const gsize n_talk_cases_codex = G_N_ELEMENTS (talk_cases_codex);
