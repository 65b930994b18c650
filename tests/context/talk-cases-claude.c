/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "talk-cases.h"

/* Pieces of a log of Claude Code; @t is `mm:ss`. */
#define HEAD(t, u)       "'uuid':'" u "','cwd':'/home/dev/orchard','timestamp':'2026-10-17T09:" t ".000Z'"
#define USER(t, u, text) USER_X (t, u, text, "'isSidechain':false")
#define USER_X(t, u, text, extra)                                                                  \
  "{'type':'user','version':'2.1.300'," extra                                                      \
  "," HEAD (t, u) ",'message':{'role':'user','content':'" text "'}}"
#define BLOCKS(t, u, blocks)                                                                       \
  "{'type':'user','version':'2.1.300'," HEAD (t, u) ",'message':{'role':'user','content':[" blocks \
                                                    "]}}"
#define RESULT(id)                "{'type':'tool_result','tool_use_id':'" id "','content':'x'}"
#define TEXT(text)                "{'type':'text','text':'" text "'}"
#define REPLY(t, u, stop, blocks) REPLY_X (t, u, stop, blocks, "'version':'2.1.300'")
#define REPLY_X(t, u, stop, blocks, extra)                                                         \
  "{'type':'assistant'," extra                                                                     \
  "," HEAD (t, u) ",'message':{'id':'m" u                                                          \
                  "','role':'assistant','model':'claude-opus-5-5','content':[" blocks              \
                  "],'stop_reason':" stop "}}"
#define CALL(id, name) "{'type':'tool_use','id':'" id "','name':'" name "','input':{'a':1}}"
#define ASK(id)                                                                                    \
  "{'type':'tool_use','id':'" id                                                                   \
  "','name':'AskUserQuestion','input':{'questions':[{'question':'Which bed?','options':[]}]}}"
#define ASK_TWO(id)                                                                                \
  "{'type':'tool_use','id':'" id                                                                   \
  "','name':'AskUserQuestion','input':{'questions':[{'question':'A?'},{'question':'B?'}]}}"
#define PLAN(id)                                                                                   \
  "{'type':'tool_use','id':'" id "','name':'ExitPlanMode','input':{'plan':'# Greenhouse'}}"
#define DONE(t, u, text) REPLY (t, u, "'end_turn'", TEXT (text))
#define API_ERROR(t, u)                                                                            \
  "{'type':'assistant','isApiErrorMessage':true," HEAD (                                           \
    t, u) ",'message':{'id':'e" u "','role':'assistant','model':'<synthetic>','stop_reason':"      \
          "'stop_sequence','content':[{'type':'text','text':'API Error: 529 Overloaded'}]}}"
#define DURATION(t, u) "{'type':'system','subtype':'turn_duration','isMeta':false," HEAD (t, u) "}"
#define QUEUE(t, op, rest)                                                                         \
  "{'type':'queue-operation','operation':'" op "','timestamp':'2026-10-17T09:" t ".000Z'" rest "}"
#define CAVEAT(t, u)                                                                               \
  USER_X (t, u, "<local-command-caveat>Caveat: The messages below</local-command-caveat>",         \
          "'isMeta':true")
#define COMMAND(t, u, name, args)                                                                  \
  USER (t, u,                                                                                      \
        "<command-name>" name "</command-name>\\n   <command-message>x</command-message>\\n   "    \
        "<command-args>" args "</command-args>")
#define EXPANDED(t, u)                                                                             \
  "{'type':'user','isMeta':true," HEAD (                                                           \
    t, u) ",'message':{'role':'user','content':[{'type':'text','text':'Please do as it says.'}]}}"

#define IDLE    VDT_LIFECYCLE_IDLE
#define WORKING VDT_LIFECYCLE_WORKING
#define WAITING VDT_LIFECYCLE_WAITING
#define ERROR   VDT_LIFECYCLE_ERROR

/* clang-format off */
const TalkCase talk_cases_claude[] = {
  /* Titles */
  { .name = "title/caveat-then-prompt", .title = "Make the graft list sort by season", .lifecycle = IDLE,
    .lines = { CAVEAT ("00:00", "1"), USER ("00:01", "2", "<bash-input>git status</bash-input>"),
               USER ("00:02", "3", "<bash-stdout> M a.c</bash-stdout><bash-stderr></bash-stderr>"),
               USER ("00:06", "4", "Make the graft list sort by season"), DONE ("00:09", "5", "Sorted.") } },
  { .name = "title/angle-bracket-prompt", .title = "<BedEditor> renders twice, why?", .lifecycle = IDLE,
    .lines = { USER ("00:00", "1", "<BedEditor> renders twice, why?"), DONE ("00:06", "2", "Its key.") } },
  { .name = "title/angle-bracket-like-a-wrapper", .title = "<skillet> is hot", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "<skillet> is hot") } },
  { .name = "title/continuation-note", .title = "Now write the schedule", .lifecycle = WORKING,
    .lines = { USER_X ("00:00", "1", "This session is being continued from a previous conversation", "'isCompactSummary':true"),
               USER ("00:00", "2", "This session is being continued from a previous conversation that ran out"),
               USER ("00:03", "3", "Now write the schedule") } },
  { .name = "title/ide-block-before", .title = "Add a dry-run switch", .lifecycle = WORKING,
    .lines = { BLOCKS ("00:00", "1", TEXT ("<ide_opened_file>The user opened a.c.</ide_opened_file>") "," TEXT ("Add a dry-run switch")) } },
  { .name = "title/wrapper-in-one-text", .title = "Do it now", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "<system-reminder>\\nMind the gap.\\n</system-reminder>\\n<ide_selection>x</ide_selection>\\n\\nDo it now") } },
  { .name = "title/wrapper-without-end", .title = NULL, .lifecycle = VDT_LIFECYCLE_OBSERVING,
    .lines = { USER ("00:00", "1", "<system-reminder>\\nMind the gap.") } },
  { .name = "title/typed-note", .title = "Caveat: use metric units", .lifecycle = WORKING,
    .lines = { USER_X ("00:00", "1", "Caveat: use metric units", "'origin':{'kind':'human'}") } },
  { .name = "title/meta-first", .title = "Cover the fig tree", .lifecycle = WORKING,
    .lines = { "{'type':'mode','mode':'normal'}",
               USER_X ("00:00", "1", "<system-reminder>\\nThe user named this session.\\n</system-reminder>", "'isMeta':true"),
               USER_X ("00:00", "2", "Injected words", "'isMeta':true"),
               "{'type':'attachment','attachment':{'type':'skill_listing','content':'- a'}," HEAD ("00:00", "3") "}",
               USER ("00:02", "4", "Cover the fig tree") } },
  { .name = "title/sidechain-first", .title = "Count the bean poles", .lifecycle = IDLE,
    .lines = { USER_X ("00:00", "1", "Warmup", "'isSidechain':true"), USER ("00:01", "2", "Count the bean poles"),
               DONE ("00:05", "3", "42.") } },
  { .name = "title/rename-beats-generated", .title = "Timer drift", .lifecycle = WORKING,
    .lines = { "{'type':'ai-title','aiTitle':'Timer work'}", USER ("00:00", "1", "The timer drifts"),
               "{'type':'custom-title','customTitle':'Timer'}", "{'type':'custom-title','customTitle':'Timer drift'}",
               "{'type':'agent-name','agentName':'Other name'}", "{'type':'ai-title','aiTitle':'Fixing timer drift'}" } },
  { .name = "title/generated-over-slash", .title = "Review of the shed", .lifecycle = IDLE,
    .lines = { COMMAND ("00:00", "1", "/review", "src/shed.c"), EXPANDED ("00:01", "2"), DONE ("00:07", "3", "Two."),
               "{'type':'ai-title','aiTitle':'Shed review'}", "{'type':'ai-title','aiTitle':'Review of the shed'}" } },
  { .name = "title/slash-with-args", .title = "/review src/parser.c", .lifecycle = WORKING, .since = "00:01",
    .lines = { USER ("00:00", "1", "<command-message>review is running</command-message>\\n<command-name>/review</command-name>\\n<command-args>src/parser.c</command-args>"),
               EXPANDED ("00:01", "2") } },
  { .name = "title/slash-no-args", .title = "/init", .lifecycle = IDLE,
    .lines = { COMMAND ("00:00", "1", "/init", ""), EXPANDED ("00:01", "2"), DONE ("00:07", "3", "Written.") } },
  { .name = "title/slash-first-by-time", .title = "/first", .lifecycle = IDLE,
    .lines = { COMMAND ("00:05", "1", "/second", ""), COMMAND ("00:00", "2", "/first", "") } },
  { .name = "title/slash-as-system", .title = "/model", .lifecycle = IDLE,
    .lines = { "{'type':'system','subtype':'local_command','content':'<command-name>/model</command-name>\\n<command-args></command-args>'," HEAD ("00:00", "1") "}" } },
  { .name = "title/slash-then-prompt", .title = "Now sort the rakes", .lifecycle = WORKING,
    .lines = { COMMAND ("00:00", "1", "/init", ""), EXPANDED ("00:01", "2"), DONE ("00:07", "3", "Written."),
               USER ("00:27", "4", "Now sort the rakes") } },
  { .name = "title/own-summary-before-leaf", .title = "Shed documentation", .lifecycle = WORKING,
    .lines = { "{'type':'summary','summary':'Greenhouse heating','leafUuid':'other'}", "{'type':'summary','summary':'Shed documentation','leafUuid':'2'}",
               COMMAND ("00:00", "1", "/init", ""), EXPANDED ("00:01", "2") } },
  { .name = "title/own-summary-after-leaf", .title = "Shed documentation", .lifecycle = WORKING,
    .lines = { COMMAND ("00:00", "1", "/init", ""), EXPANDED ("00:01", "2"), "{'type':'summary','summary':'Shed documentation','leafUuid':'2'}",
               "{'type':'summary','summary':'Greenhouse heating','leafUuid':'other'}" } },
  { .name = "title/own-summary-last-wins", .title = "Second", .lifecycle = WORKING,
    .lines = { "{'type':'summary','summary':'First','leafUuid':'2'}", "{'type':'summary','summary':'Second','leafUuid':'1'}",
               COMMAND ("00:00", "1", "/init", ""), EXPANDED ("00:01", "2") } },
  { .name = "title/foreign-summary", .title = "Write a test", .lifecycle = WORKING,
    .lines = { "{'type':'summary','summary':'Greenhouse','leafUuid':'x'}", USER ("00:00", "1", "Write a test") } },
  { .name = "title/first-line", .title = "Oil the pruning shears", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "\\n   \\n\\tOil   the\\tpruning  shears  \\n\\nand then the saw.") } },
  { .name = "title/picture-then-prompt", .title = "What is this?", .lifecycle = WORKING,
    .lines = { BLOCKS ("00:00", "1", "{'type':'image','source':{}}"), USER ("00:05", "2", "What is this?") } },
  { .name = "title/task-notice-is-none", .title = NULL, .lifecycle = WORKING,
    .lines = { USER_X ("00:00", "1", "A worker is done", "'origin':{'kind':'task-notification'}") } },

  { .name = "title/first-by-time", .title = "First", .lifecycle = WORKING,
    .lines = { USER ("00:05", "2", "Second"), USER ("00:00", "1", "First") } },
  { .name = "title/tag-with-a-dot", .title = "<skill.md> says what?", .lifecycle = WORKING,
    .lines = { USER ("00:05", "1", "<skill.md> says what?") } },

  /* Folder */
  { .name = "cwd/newest-by-time", .title = "go", .lifecycle = IDLE, .cwd = "/src/new",
    .lines = { "{'type':'user','cwd':'/src/old','timestamp':'2026-10-17T09:00:00Z','message':{'content':'go'}}",
               "{'type':'assistant','cwd':'/src/new','timestamp':'2026-10-17T09:10:00Z','message':{'stop_reason':'end_turn','content':[]}}",
               "{'type':'assistant','cwd':'/src/old','timestamp':'2026-10-17T09:05:00Z','message':{'stop_reason':'end_turn','content':[]}}",
               "{'type':'user','isSidechain':true,'cwd':'/src/agent','timestamp':'2026-10-17T09:20:00Z','message':{'content':'look'}}" } },

  /* State */
  { .name = "state/prompt-no-reply", .title = "Water", .lifecycle = WORKING, .since = "00:00", .lines = { USER ("00:00", "1", "Water") } },
  { .name = "state/turn-done", .title = "Water", .lifecycle = IDLE, .since = "00:04",
    .lines = { USER ("00:00", "1", "Water"), DONE ("00:04", "2", "Ready."), DURATION ("00:05", "3") } },
  { .name = "state/tool-pending", .title = "Water", .lifecycle = WORKING, .open_call = TRUE, .since = "00:00",
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "2", "'tool_use'", CALL ("t", "Bash")) } },
  { .name = "state/no-turn-yet", .title = NULL, .lifecycle = VDT_LIFECYCLE_OBSERVING, .lines = { "{'type':'mode','mode':'normal'}" } },
  { .name = "state/api-error", .title = "Water", .lifecycle = ERROR, .since = "00:04",
    .lines = { USER ("00:00", "1", "Water"), API_ERROR ("00:04", "2"), DURATION ("00:05", "3"), "{'type':'mode','mode':'normal'}" } },
  { .name = "state/api-error-retried", .title = "Water", .lifecycle = WORKING, .since = "00:34",
    .lines = { USER ("00:00", "1", "Water"), API_ERROR ("00:04", "2"), DURATION ("00:05", "3"), USER ("00:34", "4", "Again") } },
  { .name = "state/api-error-then-local-command", .title = "Water", .lifecycle = IDLE,
    .lines = { USER ("00:00", "1", "Water"), API_ERROR ("00:04", "2"), COMMAND ("00:09", "3", "/login", "") } },
  { .name = "state/synthetic-no-error", .title = "Water", .lifecycle = IDLE, .since = "00:06",
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "2", "'tool_use'", CALL ("t", "Bash")), BLOCKS ("00:06", "3", RESULT ("t")),
               BLOCKS ("00:06", "4", TEXT ("[Request interrupted by user for tool use]")),
               "{'type':'assistant'," HEAD ("00:07", "5") ",'message':{'model':'<synthetic>','content':[],'stop_reason':null}}" } },
  { .name = "state/interrupted", .title = "Water", .lifecycle = IDLE,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "2", "'tool_use'", CALL ("t", "Bash")),
               BLOCKS ("00:06", "3", RESULT ("t") "," TEXT ("[Request interrupted by user for tool use]")) } },
  { .name = "state/interrupted-in-text", .title = "Water", .lifecycle = IDLE,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:01", "2", "null", TEXT ("I will")), BLOCKS ("00:02", "3", TEXT ("[Request interrupted by user]")) } },
  { .name = "state/local-command-idle", .title = "Water", .lifecycle = IDLE, .since = "00:04",
    .lines = { USER ("00:00", "1", "Water"), DONE ("00:04", "2", "Ready."), CAVEAT ("00:14", "3"), COMMAND ("00:14", "4", "/cost", ""),
               USER ("00:14", "5", "<local-command-stdout>$0.12</local-command-stdout>") } },
  { .name = "state/local-command-while-working", .title = "Water", .lifecycle = WORKING, .since = "00:00",
    .lines = { USER ("00:00", "1", "Water"), CAVEAT ("00:14", "3"), COMMAND ("00:14", "4", "/cost", "") } },
  { .name = "state/first-prompt-written-late", .title = "Sort the tulips", .lifecycle = IDLE, .since = "00:05",
    .lines = { DONE ("00:05", "2", "Sorted."), DURATION ("00:05", "3"), USER ("00:00", "1", "Sort the tulips") } },
  { .name = "state/late-prompt-of-running-turn", .title = "Sort the tulips", .lifecycle = WORKING, .open_call = TRUE, .since = "00:00",
    .lines = { REPLY ("00:05", "2", "'tool_use'", CALL ("t", "Bash")), USER ("00:00", "1", "Sort the tulips") } },
  { .name = "state/late-prompt-keeps-question", .title = "Sort the tulips", .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 1, .open_call = TRUE, .since = "00:05",
    .lines = { REPLY ("00:05", "2", "'tool_use'", ASK ("q")), USER ("00:00", "1", "Sort the tulips") } },
  { .name = "state/result-error", .title = "Water", .lifecycle = ERROR,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "2", "null", TEXT ("Working")),
               "{'type':'result','subtype':'error_during_execution','is_error':true," HEAD ("00:05", "3") "}" } },
  { .name = "state/result-error-by-flag", .title = "Water", .lifecycle = ERROR,
    .lines = { USER ("00:00", "1", "Water"), "{'type':'result','subtype':'success','is_error':true," HEAD ("00:05", "3") "}" } },
  { .name = "state/result-success", .title = "Water", .lifecycle = IDLE,
    .lines = { USER ("00:00", "1", "Water"), "{'type':'result','subtype':'success','is_error':false," HEAD ("00:05", "3") "}" } },
  { .name = "state/half-reply", .title = "Water", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "2", "null", TEXT ("Working")) } },
  { .name = "state/old-version-marks-no-end", .title = "Water", .lifecycle = VDT_LIFECYCLE_OBSERVING,
    .lines = { USER ("00:00", "1", "Water"), REPLY_X ("00:04", "2", "null", TEXT ("Ready."), "'version':'2.1.56'") } },
  { .name = "state/old-version-after-interruption", .title = "Water", .lifecycle = VDT_LIFECYCLE_OBSERVING,
    .lines = { USER ("00:00", "1", "Water"), BLOCKS ("00:02", "2", TEXT ("[Request interrupted by user]")), API_ERROR ("00:03", "3"), USER ("00:05", "4", "Again"),
               REPLY_X ("00:09", "5", "null", TEXT ("Ready."), "'version':'2.1.20'") } },
  { .name = "state/old-version-marks-at-times", .title = "Water", .lifecycle = VDT_LIFECYCLE_OBSERVING,
    .lines = { USER ("00:00", "1", "Water"), REPLY_X ("00:04", "2", "'end_turn'", TEXT ("Ready."), "'version':'1.0.60'"), USER ("00:05", "4", "Again"),
               REPLY_X ("00:09", "5", "null", TEXT ("Half"), "'version':'1.0.60'") } },
  { .name = "state/old-version-marked-end", .title = "Water", .lifecycle = IDLE,
    .lines = { USER ("00:00", "1", "Water"), REPLY_X ("00:04", "2", "'end_turn'", TEXT ("Ready."), "'version':'1.0.60'") } },
  { .name = "state/first-version-that-marks", .title = "Water", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "Water"), REPLY_X ("00:04", "2", "null", TEXT ("Half"), "'version':'2.1.100'") } },
  { .name = "state/old-version-calls", .title = "Water", .lifecycle = WORKING, .open_call = TRUE,
    .lines = { USER ("00:00", "1", "Water"), REPLY_X ("00:04", "2", "null", CALL ("t", "Bash"), "'version':'1.0.60'") } },
  { .name = "state/task-notice-works", .title = "Water", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "Water"), DONE ("00:04", "2", "Ready."), USER ("00:09", "3", "<task-notification>\\n<task-id>b</task-id></task-notification>") } },

  { .name = "state/api-error-closes-calls", .title = "Water", .lifecycle = ERROR,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:02", "2", "'tool_use'", CALL ("t", "Bash")), API_ERROR ("00:04", "3") } },
  { .name = "state/summary-opens-no-turn", .title = "Water", .lifecycle = IDLE,
    .lines = { USER ("00:00", "1", "Water"), DONE ("00:04", "2", "Ready."), USER_X ("00:09", "3", "What was said so far", "'isCompactSummary':true") } },
  { .name = "state/meta-opens-no-turn", .title = "Water", .lifecycle = IDLE,
    .lines = { USER ("00:00", "1", "Water"), DONE ("00:04", "2", "Ready."), USER_X ("00:09", "3", "Mind the gap", "'isMeta':true") } },

  /* Questions and plans */
  { .name = "question/open", .title = "Water", .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 1, .open_call = TRUE, .since = "00:04",
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "2", "'tool_use'", TEXT ("First.")), REPLY ("00:04", "3", "'tool_use'", ASK ("q")) } },
  { .name = "question/two-in-one-call", .title = "Water", .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 2, .open_call = TRUE,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "3", "'tool_use'", ASK_TWO ("q")) } },
  { .name = "question/repeated-line", .title = "Water", .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 1, .open_call = TRUE,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "3", "'tool_use'", ASK ("q")), REPLY ("00:04", "3", "'tool_use'", ASK ("q")) } },
  { .name = "question/repeated-after-answer", .title = "Water", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "3", "'tool_use'", ASK ("q")), BLOCKS ("00:06", "4", RESULT ("q")), REPLY ("00:07", "3", "'tool_use'", ASK ("q")) } },
  { .name = "question/answered", .title = "Water", .lifecycle = WORKING, .since = "00:09",
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "3", "'tool_use'", ASK ("q")), BLOCKS ("00:09", "4", RESULT ("q")) } },
  { .name = "question/answered-by-text", .title = "Water", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "3", "'tool_use'", ASK ("q")), USER ("00:09", "4", "The north bed") } },
  { .name = "question/answered-by-queued-text", .title = "Water", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "3", "'tool_use'", ASK ("q")),
               "{'type':'attachment','attachment':{'type':'queued_command','prompt':'North','origin':{'kind':'human'}}," HEAD ("00:09", "4") "}" } },
  { .name = "question/notice-in-queue-is-no-answer", .title = "Water", .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 1, .open_call = TRUE,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "3", "'tool_use'", ASK ("q")),
               "{'type':'attachment','attachment':{'type':'queued_command','prompt':[{'type':'text','text':'<task-notification>x</task-notification>'}]}," HEAD ("00:09", "4") "}" } },
  { .name = "question/beside-call", .title = "Water", .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 1, .open_call = TRUE,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "2", "'tool_use'", ASK ("q")), REPLY ("00:04", "3", "'tool_use'", CALL ("b", "Bash")), BLOCKS ("00:06", "4", RESULT ("b")) } },
  { .name = "question/declined", .title = "Water", .lifecycle = IDLE,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "2", "'tool_use'", ASK ("q")), BLOCKS ("00:09", "3", RESULT ("q")),
               BLOCKS ("00:09", "4", TEXT ("[Request interrupted by user for tool use]")), DURATION ("00:09", "5") } },
  { .name = "question/task-notice", .title = "Water", .lifecycle = WAITING, .waiting_for = VDT_WAITING_QUESTION, .pending = 1, .open_call = TRUE,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "2", "'tool_use'", ASK ("q")),
               USER_X ("00:09", "3", "<task-notification>\\n<task-id>b</task-id>\\n</task-notification>", "'origin':{'kind':'task-notification'}") } },
  { .name = "question/turn-ended", .title = "Water", .lifecycle = IDLE,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "2", "'tool_use'", ASK ("q")), DONE ("00:09", "3", "North then."), DURATION ("00:09", "4") } },
  { .name = "question/written-after-its-end", .title = "Water", .lifecycle = IDLE,
    .lines = { USER ("00:00", "1", "Water"), DONE ("00:09", "3", "North then."), REPLY ("00:04", "2", "'tool_use'", ASK ("q")) } },
  { .name = "question/written-after-its-answer", .title = "Water", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "Water"), USER ("00:09", "3", "North then"), REPLY ("00:04", "2", "'tool_use'", ASK ("q")) } },
  { .name = "question/of-a-sidechain", .title = "Water", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "Water"), REPLY_X ("00:04", "2", "'tool_use'", ASK ("q"), "'isSidechain':true") } },
  { .name = "question/no-questions-in-it", .title = "Water", .lifecycle = WORKING, .open_call = TRUE,
    .lines = { USER ("00:00", "1", "Water"), REPLY ("00:04", "2", "'tool_use'", CALL ("q", "AskUserQuestion")) } },
  { .name = "plan/open", .title = "Plan", .lifecycle = WAITING, .waiting_for = VDT_WAITING_PLAN_APPROVAL, .pending = 1, .open_call = TRUE, .since = "00:04",
    .lines = { USER ("00:00", "1", "Plan"), REPLY ("00:04", "2", "'tool_use'", PLAN ("p")) } },
  { .name = "plan/approved", .title = "Plan", .lifecycle = WORKING, .since = "00:07",
    .lines = { USER ("00:00", "1", "Plan"), REPLY ("00:04", "2", "'tool_use'", PLAN ("p")), BLOCKS ("00:07", "3", RESULT ("p")) } },

  /* The queue */
  { .name = "queue/one-waiting", .title = "Plan", .lifecycle = WORKING, .queued = 1, .open_call = TRUE,
    .lines = { USER ("00:00", "1", "Plan"), REPLY ("00:04", "2", "'tool_use'", CALL ("b", "Bash")), QUEUE ("00:07", "enqueue", ",'content':'Herbs'") } },
  { .name = "queue/absorbed", .title = "Plan", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "Plan"), QUEUE ("00:07", "enqueue", ",'content':'Herbs \\u0026 more'"), QUEUE ("00:11", "remove", ",'content':'Herbs & more','reason':'absorbed_mid_turn'") } },
  { .name = "queue/removed-another", .title = "Plan", .lifecycle = WORKING, .queued = 1,
    .lines = { USER ("00:00", "1", "Plan"), QUEUE ("00:07", "enqueue", ",'content':'Herbs'"), QUEUE ("00:11", "remove", ",'content':'Roses'") } },
  { .name = "queue/dequeued", .title = "Plan", .lifecycle = WORKING,
    .lines = { USER ("00:00", "1", "Plan"), QUEUE ("00:07", "enqueue", ",'content':'Roses'"), DONE ("00:11", "2", "Built."), QUEUE ("00:12", "dequeue", ""), USER ("00:12", "3", "Roses") } },
  { .name = "queue/equal-texts", .title = "Plan", .lifecycle = WORKING, .queued = 1,
    .lines = { USER ("00:00", "1", "Plan"), QUEUE ("00:07", "enqueue", ",'content':'go on'"), QUEUE ("00:08", "enqueue", ",'content':'go on'"), QUEUE ("00:13", "remove", ",'content':'go on'") } },
  { .name = "queue/dequeue-alone", .title = "Hello", .lifecycle = WORKING, .lines = { QUEUE ("00:00", "dequeue", ""), USER ("00:00", "1", "Hello") } },
  { .name = "queue/pop-all", .title = NULL, .lifecycle = VDT_LIFECYCLE_OBSERVING,
    .lines = { QUEUE ("00:07", "enqueue", ",'content':'a'"), QUEUE ("00:08", "enqueue", ",'content':'b'"), QUEUE ("00:09", "popAll", ",'content':'a\\nb'") } },
  { .name = "queue/task-notice-alone", .title = NULL, .lifecycle = VDT_LIFECYCLE_OBSERVING,
    .lines = { QUEUE ("00:07", "enqueue", ",'content':'<task-notification>x</task-notification>'") } },
  { .name = "queue/task-notice", .title = NULL, .lifecycle = VDT_LIFECYCLE_OBSERVING, .queued = 1,
    .lines = { QUEUE ("00:07", "enqueue", ",'content':'<task-notification>x</task-notification>'"), QUEUE ("00:08", "enqueue", ",'content':'b'"), QUEUE ("00:08", "dequeue", "") } },
};
/* clang-format on */

const gsize n_talk_cases_claude = G_N_ELEMENTS (talk_cases_claude);
