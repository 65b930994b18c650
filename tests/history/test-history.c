/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* What the cases do not reach: branches, queues, places, payloads. */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <string.h>

#include "history-support.h"
#include "test-files.h"

/* --- Claude Code: branches -------------------------------------------------------------------- */

/* A prompt that was written anew takes the place of the old one and of all that followed. */
static void
test_rewind (void)
{
  Log log;

  log_init (&log, VDT_RUNTIME_CLAUDE);
  log_user (&log, "u1", NULL, 0, "Dig a pond");
  log_agent (&log, "a1", "u1", 1, "Dug.");
  log_user (&log, "u2", "a1", 2, "Make it square");
  log_call (&log, "a2", "u2", 3, "t1");
  log_result (&log, "r2", "a2", 4, "t1");
  log_agent (&log, "a3", "r2", 5, "Square.");
  assert_log (&log, "u Dig a pond\na Dug.\nu Make it square\nc t1\nr t1\na Square.");
  log_user (&log, "u3", "a1", 10, "Make it round");
  log_agent (&log, "a4", "u3", 11, "Round.");
  assert_log (&log, "u Dig a pond\na Dug.\nu Make it round\na Round.");
  log_clear (&log);
}

static void
test_rewind_first_prompt (void)
{
  Log log;

  log_init (&log, VDT_RUNTIME_CLAUDE);
  log_user (&log, "u1", NULL, 0, "Dig a pond");
  log_agent (&log, "a1", "u1", 1, "Dug.");
  log_user (&log, "u2", NULL, 10, "Dig a well");
  log_agent (&log, "a2", "u2", 11, "Dug deep.");
  assert_log (&log, "u Dig a well\na Dug deep.");
  log_clear (&log);
}

/* Parallel results hang beside the chain, each on its own call. */
static void
test_parallel_results (void)
{
  Log log;

  log_init (&log, VDT_RUNTIME_CLAUDE);
  log_user (&log, "u1", NULL, 0, "Look around");
  log_call (&log, "a1", "u1", 1, "t1");
  log_call (&log, "a2", "a1", 2, "t2");
  log_result (&log, "r1", "a1", 3, "t1");
  log_result (&log, "r2", "a2", 4, "t2");
  log_agent (&log, "a3", "r2", 5, "Seen.");
  assert_log (&log, "u Look around\nc t1\nc t2\nr t1\nr t2\na Seen.");
  log_clear (&log);
}

/* Parents that are missing, and parents in a circle. */
static void
test_odd_parents (void)
{
  Log log;

  log_init (&log, VDT_RUNTIME_CLAUDE);
  log_user (&log, "u1", "gone", 0, "One");
  log_agent (&log, "a1", "a2", 1, "Two");
  log_agent (&log, "a2", "a1", 2, "Three");
  log_user (&log, "u2", "u2", 3, "Four");
  assert_log (&log, "u One\na Two\na Three\nu Four");
  log_clear (&log);
}

/* What stands twice in a log is one thing. */
static void
test_same_record_twice (void)
{
  Log log;

  log_init (&log, VDT_RUNTIME_CLAUDE);
  log_user (&log, "u1", NULL, 0, "Once");
  log_user (&log, "u1", NULL, 0, "Once");
  log_agent (&log, "a1", "u1", 1, "Yes.");
  assert_log (&log, "u Once\na Yes.");
  log_clear (&log);
}

static void
test_sidechain (void)
{
  Log log;

  log_init (&log, VDT_RUNTIME_CLAUDE);
  log_user (&log, "u1", NULL, 0, "Send somebody");
  log_add (&log, "{'type':'user','uuid':'s1','parentUuid':null,'isSidechain':true,"
                 "'timestamp':'2026-11-30T09:00:01Z','message':{'role':'user','content':'Go'}}");
  log_agent (&log, "a1", "u1", 2, "Sent.");
  assert_log (&log, "u Send somebody\na Sent.");
  log_clear (&log);
}

/* --- Claude Code: the queue ------------------------------------------------------------------- */

static void
queue (Log *log, const char *operation, int secs, const char *content)
{
  g_autofree char *text =
    content != NULL ? g_strdup_printf (",'content':'%s'", content) : g_strdup ("");

  log_add_format (log,
                  "{'type':'queue-operation','operation':'%s','timestamp':"
                  "'2026-11-30T09:00:%02dZ'%s}",
                  operation, secs, text);
}

static void
test_queue (void)
{
  Log log;

  log_init (&log, VDT_RUNTIME_CLAUDE);
  log_user (&log, "u1", NULL, 0, "Start");
  queue (&log, "enqueue", 1, "First");
  queue (&log, "enqueue", 2, "Second");
  queue (&log, "enqueue", 3, "Third");
  queue (&log, "enqueue", 4, "<task-notification>done</task-notification>");
  assert_log (&log, "u Start\nq First\nq Second\nq Third");
  queue (&log, "dequeue", 5, NULL);
  log_user (&log, "u2", "u1", 5, "First");
  assert_log (&log, "u Start\nq Second\nq Third\nu First");
  queue (&log, "remove", 6, "Third");
  assert_log (&log, "u Start\nq Second\nu First");
  queue (&log, "popAll", 7, NULL);
  assert_log (&log, "u Start\nu First");
  log_clear (&log);
}

/* --- Codex ------------------------------------------------------------------------------------ */

static void
codex_meta (Log *log, const char *more)
{
  log_add_format (log,
                  "{'timestamp':'2026-11-30T09:00:00Z','ordinal':0,'type':'session_meta','payload':"
                  "{'id':'thread'%s}}",
                  more);
}

static void
codex_event (Log *log, int ordinal, const char *payload)
{
  log_add_format (log,
                  "{'timestamp':'2026-11-30T09:00:%02dZ','ordinal':%d,'type':'event_msg',"
                  "'payload':{%s}}",
                  ordinal % 60, ordinal, payload);
}

/* Turns that were taken back are gone with all that stood in them; more than there are, all. */
static void
test_rolled_back (void)
{
  Log log;

  log_init (&log, VDT_RUNTIME_CODEX);
  codex_meta (&log, "");
  for (int i = 1; i <= 3; i++)
    {
      g_autofree char *text = g_strdup_printf ("'type':'user_message','message':'Do %d'", i);

      codex_event (&log, i * 4, "'type':'task_started','turn_id':'t'");
      codex_event (&log, i * 4 + 1, text);
      codex_event (&log, i * 4 + 2, "'type':'user_message','message':'and more'");
      codex_event (&log, i * 4 + 3, "'type':'task_complete','turn_id':'t'");
    }
  codex_event (&log, 20, "'type':'thread_rolled_back','num_turns':2");
  assert_log (&log, "u Do 1\nu and more");
  codex_event (&log, 21, "'type':'thread_rolled_back','num_turns':9");
  assert_log (&log, "");
  log_clear (&log);
}

/* Some versions tell of an error as an event and at the turn's end. */
static void
test_error_once (void)
{
  Log log;

  log_init (&log, VDT_RUNTIME_CODEX);
  codex_meta (&log, "");
  codex_event (&log, 1, "'type':'task_started','turn_id':'t'");
  codex_event (&log, 2, "'type':'error','message':'Cut off.'");
  codex_event (&log, 3, "'type':'task_complete','turn_id':'t','error':{'message':'Cut off.'}");
  codex_event (&log, 4, "'type':'task_started','turn_id':'t2'");
  codex_event (&log, 5, "'type':'error','message':'Cut off.'");
  assert_log (&log, "e Cut off.\ne Cut off.");
  log_clear (&log);
}

/* The base counts up to the cut, by ordinal or by offset, then the segment. */
static void
assert_inherits (gboolean by_offset)
{
  Log base;
  Log segment;
  g_autofree char *text = NULL;

  log_init (&base, VDT_RUNTIME_CODEX);
  log_init (&segment, VDT_RUNTIME_CODEX);
  codex_meta (&base, ",'history_mode':'paginated'");
  codex_event (&base, 1,
               "'type':'item_completed','item':{'type':'AgentMessage','content':[{'type':'Text',"
               "'text':'Kept'}]}");
  g_file_get_contents (base.path, &text, NULL, NULL);
  codex_event (&base, 2,
               "'type':'item_completed','item':{'type':'AgentMessage','content':[{'type':'Text',"
               "'text':'Dropped'}]}");
  codex_meta (&segment, ",'history_mode':'paginated','history_base':{'thread_id':'thread'}");
  codex_event (&segment, 2,
               "'type':'item_completed','item':{'type':'AgentMessage','content':[{'type':'Text',"
               "'text':'New'}]}");
  vdt_history_source_unref (segment.source);
  segment.source = vdt_history_source_new ("0123456789abcdef01234567", VDT_RUNTIME_CODEX, FALSE);
  vdt_history_source_add (segment.source, base.path, by_offset ? strlen (text) : G_MAXUINT64,
                          by_offset ? VDT_COUNT_UNKNOWN : 2);
  vdt_history_source_add (segment.source, segment.path, G_MAXUINT64, VDT_COUNT_UNKNOWN);
  assert_log (&segment, "a Kept\na New");
  log_clear (&base);
  log_clear (&segment);
}

static void
test_inherited (void)
{
  assert_inherits (TRUE);
  assert_inherits (FALSE);
}

/* --- places, payloads, windows ---------------------------------------------------------------- */

/* Several records in one line are told apart when they are gone back to. */
static void
test_glued_records (void)
{
  Log log;

  log_init (&log, VDT_RUNTIME_CODEX);
  codex_meta (&log, "");
  log_add (&log, "{'timestamp':'2026-11-30T09:00:01Z','type':'event_msg','payload':{'type':"
                 "'user_message','message':'One'}}{'timestamp':'2026-11-30T09:00:02Z','type':"
                 "'event_msg','payload':{'type':'agent_message','message':'Two'}}{'timestamp':'2");
  assert_log (&log, "u One\na Two");
  log_clear (&log);
}

static void
test_unfinished_line_waits (void)
{
  Log log;

  log_init (&log, VDT_RUNTIME_CODEX);
  codex_meta (&log, "");
  codex_event (&log, 1, "'type':'user_message','message':'One'");
  test_append_file (log.path, "{\"timestamp\":\"2026-11-30T09:00:02Z\",\"type\":\"event_msg\"");
  assert_log (&log, "u One");
  test_append_file (log.path, ",\"payload\":{\"type\":\"agent_message\",\"message\":\"Two\"}}\n");
  assert_log (&log, "u One\na Two");
  log_clear (&log);
}

/* A payload is given while it is what the entry's hash says, also where its length stays. */
static void
test_payload (void)
{
  Log log;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *payload = NULL;
  g_autofree char *text = NULL;
  const VdtHistoryEntry *result = NULL;

  log_init (&log, VDT_RUNTIME_CLAUDE);
  log_user (&log, "u1", NULL, 0, "Go");
  log_call (&log, "a1", "u1", 1, "t1");
  log_result (&log, "r1", "a1", 2, "t1");
  entries = log_load (&log, 200);
  result = g_ptr_array_index (entries, 2);
  g_assert_cmpuint (result->text_bytes, ==, 4);
  payload = vdt_history_load_payload (log.source, result, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (payload, ==, "done");

  g_file_get_contents (log.path, &text, NULL, NULL);
  memcpy (strstr (text, "done"), "gone", 4);
  test_write_file (log.path, text);
  g_assert_null (vdt_history_load_payload (log.source, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  log_clear (&log);
}

/* A window counts what is no tool's, and never begins with the tools before its first. */
static void
test_window (void)
{
  Log log;
  g_autoptr (GPtrArray) two = NULL;
  g_autofree char *text = NULL;

  log_init (&log, VDT_RUNTIME_CLAUDE);
  log_user (&log, "u1", NULL, 0, "One");
  log_call (&log, "a1", "u1", 1, "t1");
  log_agent (&log, "a2", "a1", 2, "Two");
  log_call (&log, "a3", "a2", 3, "t2");
  log_agent (&log, "a4", "a3", 4, "Three");
  two = log_load (&log, 2);
  text = entries_text (two);
  g_assert_cmpstr (text, ==, "a Two\nc t2\na Three");
  log_clear (&log);
}

/* A message over the bound is cut, at a character, and says so. */
static void
test_long_message (void)
{
  Log log;
  g_autoptr (GPtrArray) entries = NULL;
  g_autofree char *long_text = g_malloc (VDT_HISTORY_MAX_TEXT + 8);
  const VdtHistoryEntry *entry = NULL;

  memset (long_text, 'x', VDT_HISTORY_MAX_TEXT - 1);
  memcpy (long_text + VDT_HISTORY_MAX_TEXT - 1, "\303\251!", sizeof "\303\251!");
  log_init (&log, VDT_RUNTIME_CLAUDE);
  log_user (&log, "u1", NULL, 0, long_text);
  entries = log_load (&log, 200);
  entry = g_ptr_array_index (entries, 0);
  g_assert_true (entry->text_cut);
  g_assert_cmpuint (strlen (entry->text), ==, VDT_HISTORY_MAX_TEXT - 1);
  log_clear (&log);
}

/* A log that is gone is an error; an empty one is an empty history. */
static void
test_missing (void)
{
  Log log;
  g_autoptr (GError) error = NULL;

  log_init (&log, VDT_RUNTIME_CLAUDE);
  assert_log (&log, "");
  test_remove_tree (log.root);
  g_assert_null (vdt_history_index_new (log.source, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  vdt_history_source_unref (log.source);
  g_free (log.root);
  g_free (log.path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/history/rewind", test_rewind);
  g_test_add_func ("/history/rewind-first-prompt", test_rewind_first_prompt);
  g_test_add_func ("/history/parallel-results", test_parallel_results);
  g_test_add_func ("/history/odd-parents", test_odd_parents);
  g_test_add_func ("/history/same-record-twice", test_same_record_twice);
  g_test_add_func ("/history/sidechain", test_sidechain);
  g_test_add_func ("/history/queue", test_queue);
  g_test_add_func ("/history/rolled-back", test_rolled_back);
  g_test_add_func ("/history/error-once", test_error_once);
  g_test_add_func ("/history/inherited", test_inherited);
  g_test_add_func ("/history/glued-records", test_glued_records);
  g_test_add_func ("/history/unfinished-line-waits", test_unfinished_line_waits);
  g_test_add_func ("/history/payload", test_payload);
  g_test_add_func ("/history/window", test_window);
  g_test_add_func ("/history/long-message", test_long_message);
  g_test_add_func ("/history/missing", test_missing);
  return g_test_run ();
}
