/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "test-files.h"
#include "usage-support.h"
#include "vdt-scan.h"
#include "vdt-usage-table.h"

/* What an independent reader of the same logs had found otherwise: whole homes, read as
 * vedettectl reads them. */

#define THREAD_A "01a12f8e-0900-7903-98d3-ad69c9b8d03e"
#define THREAD_B "01a13a00-0900-7903-98d3-ad69c9b8d03e"
#define ROLLOUT  "sessions/rollout-2026-10-15T10-00-00-"

typedef struct
{
  char *root;
  GPtrArray *homes;
  VdtScanResult *result;
} Homes;

static void
setup (Homes *homes, gconstpointer data)
{
  homes->root = g_dir_make_tmp ("vdt-compare-XXXXXX", NULL);
  g_assert_nonnull (homes->root);
  homes->homes = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_home_unref);
}

static void
teardown (Homes *homes, gconstpointer data)
{
  g_clear_pointer (&homes->result, vdt_scan_result_free);
  g_ptr_array_unref (homes->homes);
  test_remove_tree (homes->root);
  g_free (homes->root);
}

/* Writes a log, `'` for `"`, just as it is: newlines too. */
static void
write_log (const Homes *homes, const char *home, const char *path, const char *text)
{
  g_autofree char *full = g_build_filename (homes->root, home, path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  g_autofree char *plain = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (full, plain, -1, &error);
  g_assert_no_error (error);
}

static void
write_talk (const Homes *homes, const char *home, const char *native, const char *text)
{
  g_autofree char *path = g_strdup_printf ("projects/-p/%s.jsonl", native);

  write_log (homes, home, path, text);
}

static void
scan (Homes *homes, VdtRuntime runtime, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  VdtScanOptions options = { .newer_than = VDT_TIME_UNKNOWN, .n_threads = 1 };

  for (guint i = 0; list[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (homes->root, list[i], NULL);

      g_ptr_array_add (homes->homes, vdt_log_home_new (runtime, path, VDT_HOME_ORIGIN_OPTION));
    }
  homes->result = vdt_scan_run (homes->homes, homes->root, &options, NULL);
}

/* Every row as `key:calls`. */
static char *
rows_text (Homes *homes, int by)
{
  GString *text = g_string_new (NULL);
  g_autoptr (VdtZone) zone = vdt_zone_new ("UTC", NULL);
  g_autoptr (VdtUsageTable) table = vdt_usage_table_new (homes->result->catalog, (VdtUsageBy) by,
                                                         zone, VDT_TIME_UNKNOWN, VDT_TIME_UNKNOWN);

  for (guint i = 0; i < table->rows->len; i++)
    {
      const VdtUsageRow *row = g_ptr_array_index (table->rows, i);

      g_string_append_printf (text, "%s%s:%d", i > 0 ? " " : "", row->key != NULL ? row->key : "?",
                              (int) row->tokens.calls);
    }
  return g_string_free (text, FALSE);
}

static void
assert_rows (Homes *homes, VdtUsageBy by, const char *expected)
{
  g_autofree char *text = rows_text (homes, (int) by);

  g_assert_cmpstr (text, ==, expected);
}

static const VdtCatalogSession *
find_session (Homes *homes, const char *native_id)
{
  GPtrArray *sessions = vdt_catalog_get_sessions (homes->result->catalog);

  for (guint i = 0; i < sessions->len; i++)
    {
      const VdtCatalogSession *session = g_ptr_array_index (sessions, i);

      if (strcmp (session->native_id, native_id) == 0)
        return session;
    }
  return NULL;
}

#define USER(uuid, minute)                                                                         \
  "{'type':'user','uuid':'" uuid "','parentUuid':null,'timestamp':'2026-10-15T10:" minute          \
  ":00Z','message':{'role':'user','content':'x'}}"
#define REPLY_MORE(id, uuid, minute, model, more)                                                  \
  "{'type':'assistant','uuid':'" uuid "','timestamp':'2026-10-15T10:" minute ":00Z'," more         \
  "'message':{'id':'" id "','model':'" model "','usage':{'input_tokens':1,'output_tokens':1}}}"
#define REPLY(id, uuid, minute) REPLY_MORE (id, uuid, minute, "claude-a", "")

/* A call's model is looked up in the log that owns it. */
static void
test_model_of_owner (Homes *homes, gconstpointer data)
{
  write_talk (homes, "c", "aaa",
              REPLY_MORE ("m0", "u0", "01", "claude-x", "") "\n" REPLY ("m1", "u1", "05") "\n");
  write_talk (homes, "c", "bbb", REPLY ("m1", "u1", "05") "\n");
  scan (homes, VDT_RUNTIME_CLAUDE, "c");
  /* the second holds nothing of its own, so it is the original */
  assert_rows (homes, VDT_USAGE_BY_SESSION, "aaa:1 bbb:1");
  assert_rows (homes, VDT_USAGE_BY_MODEL, "claude-a:1 claude-x:1");
}

/* A log's own records count also where they share a line or stand behind a torn piece. */
static void
test_owner_by_glued_records (Homes *homes, gconstpointer data)
{
  write_talk (homes, "c", "aaa",
              REPLY ("m1", "u1", "05") "\n{'uuid':'u9','type':'us" USER ("u3", "30") "\n");
  write_talk (homes, "c", "bbb",
              REPLY ("m1", "u1", "05") "\n" USER ("u2", "20") " " USER ("u4", "40") "\n");
  scan (homes, VDT_RUNTIME_CLAUDE, "c");
  assert_rows (homes, VDT_USAGE_BY_SESSION, "bbb:1");
}

/* A record that a third log has is nobody's own. */
static void
test_owner_beside_a_third (Homes *homes, gconstpointer data)
{
  write_talk (homes, "c", "aaa", REPLY ("m2", "u2", "05") "\n" USER ("u3", "30") "\n");
  write_talk (homes, "c", "bbb",
              REPLY ("m1", "u1", "01") "\n" REPLY ("m2", "u2", "05") "\n" USER ("u4", "40") "\n");
  write_talk (homes, "c", "ccc", REPLY ("m1", "u1", "01") "\n" USER ("u5", "00") "\n");
  scan (homes, VDT_RUNTIME_CLAUDE, "c");
  assert_rows (homes, VDT_USAGE_BY_SESSION, "aaa:1 ccc:1");
}

/* Nor one that an agent's own log has, even if that holds no reply. */
static void
test_owner_beside_an_agent (Homes *homes, gconstpointer data)
{
  write_talk (homes, "c", "bbb", REPLY ("m1", "u1", "05") "\n" USER ("u3", "30") "\n");
  write_log (homes, "c", "projects/-p/bbb/subagents/agent-zzz.jsonl", USER ("u3", "30") "\n");
  write_talk (homes, "c", "aaa", REPLY ("m1", "u1", "05") "\n" USER ("u4", "20") "\n");
  scan (homes, VDT_RUNTIME_CLAUDE, "c");
  assert_rows (homes, VDT_USAGE_BY_SESSION, "bbb:1");
}

/* A fork of a fork names the middle one; that one names the first. */
static void
test_owner_named_in_a_chain (Homes *homes, gconstpointer data)
{
  write_talk (homes, "c", "ccc", REPLY ("m1", "u1", "05") "\n" USER ("u3", "50") "\n");
  write_talk (homes, "c", "bbb",
              REPLY_MORE ("m1", "u1", "05", "claude-a",
                          "'requestSessionId':'ccc',") "\n" USER ("u4", "20") "\n");
  write_talk (homes, "c", "aaa",
              REPLY_MORE ("m1", "u1", "05", "claude-a", "'requestSessionId':'bbb',") "\n");
  scan (homes, VDT_RUNTIME_CLAUDE, "c");
  assert_rows (homes, VDT_USAGE_BY_SESSION, "ccc:1");
}

/* The child's own entry shows its own part, whatever its parent's log lost of the inline copy. */
static void
test_inline_copy_of_agent (Homes *homes, gconstpointer data)
{
  write_talk (homes, "c", "sss",
              USER ("u0", "00") "\n" REPLY_MORE ("m1", "u1", "05", "claude-a",
                                                 "'isSidechain':true,'agentId':'zzz',") "\n");
  write_log (homes, "c", "projects/-p/sss/subagents/agent-zzz.jsonl",
             REPLY_MORE ("m1", "u1", "05", "claude-a",
                         "'isSidechain':true,") "\n" USER ("u2", "06") "\n");
  scan (homes, VDT_RUNTIME_CLAUDE, "c");
  assert_rows (homes, VDT_USAGE_BY_SESSION, "sss:1");
  g_assert_cmpint (find_session (homes, "zzz")->own.calls, ==, 1);
  g_assert_cmpint (find_session (homes, "sss")->own.calls, ==, 0);
  g_assert_cmpint (find_session (homes, "sss")->tree.calls, ==, 1);
}

#define META(id, minute, more)                                                                     \
  "{'timestamp':'2026-10-15T10:" minute ":00Z','type':'session_meta','payload':{'id':'" id         \
  "','timestamp':'2026-10-15T10:" minute ":00Z'" more "}}\n"
#define SAID(time, text)                                                                           \
  "{'timestamp':'2026-10-15T" time                                                                 \
  "Z','type':'event_msg','payload':{'type':'user_message','message':'" text "'}}\n"
#define TURN(time, id)                                                                             \
  "{'timestamp':'2026-10-15T" time "Z','type':'turn_context','payload':{'turn_id':'" id            \
  "','model':'gpt'}}\n"
#define USED(n) "{'input_tokens':" n ",'output_tokens':0,'total_tokens':" n "}"
#define INFO(total, last)                                                                          \
  "{'total_token_usage':" USED (total) ",'last_token_usage':" USED (last) "}"
#define COUNTED(time, info, percent)                                                               \
  "{'timestamp':'2026-10-15T" time                                                                 \
  "Z','type':'event_msg','payload':{'type':'token_count','info':" info                             \
  ",'rate_limits':{'primary':{'used_percent':" percent ",'window_minutes':300}}}}\n"
#define FORKED ",'forked_from_id':'" THREAD_A "'"

static int
newest_percent (Homes *homes)
{
  g_autoptr (VdtZone) zone = vdt_zone_new ("UTC", NULL);
  g_autoptr (GArray) quotas =
    vdt_catalog_get_quotas (homes->result->catalog, g_ptr_array_index (homes->homes, 0), zone);
  const VdtQuotaReading *reading = &g_array_index (quotas, VdtQuotaReading, 0);

  g_assert_cmpuint (quotas->len, ==, 1);
  return reading->percent_known ? (int) reading->used_percent : -1;
}

/* Readings of a copy stay a copy's: in repeats, without `info`, and with nothing own behind. */
static void
test_replayed_readings (Homes *homes, gconstpointer data)
{
  static const struct
  {
    gboolean parent;
    const char *fork;
    int percent; /* -1: nothing is known */
  } cases[] = {
    /* the parent's log is there: by the sequence, and by what the person said */
    { TRUE,
      SAID ("11:00:05", "one") COUNTED ("11:00:05", INFO ("100", "100"), "80")
        COUNTED ("11:00:06", INFO ("100", "100"), "81") COUNTED ("11:00:07", "null", "82"),
      10 },
    { TRUE,
      SAID ("11:00:05", "one") COUNTED ("11:00:05", INFO ("100", "100"), "80")
        COUNTED ("11:00:06", "null", "81") SAID ("11:00:09", "mine")
          COUNTED ("11:00:10", "null", "7"),
      7 },
    { TRUE,
      SAID ("11:00:05", "one") COUNTED ("11:00:05", INFO ("100", "100"), "80")
        COUNTED ("11:00:06", "null", "81") SAID ("11:00:09", "mine")
          COUNTED ("11:00:10", INFO ("150", "50"), "6"),
      6 },
    /* no call at all */
    { TRUE, SAID ("11:00:05", "one") COUNTED ("11:00:05", "null", "80"), 10 },
    /* by the turn's id */
    { TRUE,
      TURN ("11:00:05", "t1") SAID ("11:00:05", "one")
        COUNTED ("11:00:05", INFO ("100", "100"), "80") COUNTED ("11:00:06", "null", "81")
          TURN ("11:00:09", "t2") COUNTED ("11:00:10", "null", "7"),
      7 },
    { TRUE,
      TURN ("11:00:05", "t1") SAID ("11:00:05", "one")
        COUNTED ("11:00:05", INFO ("100", "100"), "80") COUNTED ("11:00:06", "null", "81"),
      10 },
    /* it is gone: by time */
    { FALSE, COUNTED ("10:30:00", INFO ("100", "100"), "80") COUNTED ("10:30:00.5", "null", "81"),
      -1 },
    { FALSE,
      COUNTED ("10:30:00", INFO ("100", "100"), "80") COUNTED ("10:30:00.5", "null", "81")
        COUNTED ("11:00:00", "null", "7"),
      7 },
    { FALSE, COUNTED ("10:30:00", "null", "80"), -1 },
    /* times that do not tell */
    { FALSE, COUNTED ("10:31:00", INFO ("100", "100"), "80"), -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("h%u", i);
      g_autofree char *fork =
        g_strconcat (META (THREAD_B, "30", FORKED), META (THREAD_A, "30", ""), cases[i].fork, NULL);

      g_test_message ("case %u", i);
      write_log (homes, name, ROLLOUT THREAD_B ".jsonl", fork);
      if (cases[i].parent)
        write_log (homes, name, ROLLOUT THREAD_A ".jsonl",
                   META (THREAD_A, "00", "") TURN ("10:00:01", "t1") SAID ("10:00:02", "one")
                     COUNTED ("10:00:05", INFO ("100", "100"), "10"));
      scan (homes, VDT_RUNTIME_CODEX, name);
      g_assert_cmpint (newest_percent (homes), ==, cases[i].percent);
      g_clear_pointer (&homes->result, vdt_scan_result_free);
      g_ptr_array_set_size (homes->homes, 0);
    }
}

/* The parent is gone, and its copied part made no call: the other lines tell. */
static void
test_copy_without_counts (Homes *homes, gconstpointer data)
{
  write_log (homes, "at-once", ROLLOUT THREAD_B ".jsonl",
             META (THREAD_B, "30", FORKED) META (THREAD_A, "30", "") SAID ("10:30:00.9", "one")
               COUNTED ("10:45:00", INFO ("100", "100"), "80"));
  write_log (homes, "spread", ROLLOUT THREAD_B ".jsonl",
             META (THREAD_B, "30", FORKED) META (THREAD_A, "30", "") SAID ("10:30:05", "one")
               COUNTED ("10:45:00", INFO ("100", "100"), "80"));
  scan (homes, VDT_RUNTIME_CODEX, "at-once");
  assert_rows (homes, VDT_USAGE_BY_SESSION, THREAD_B ":1");
  g_clear_pointer (&homes->result, vdt_scan_result_free);
  g_ptr_array_set_size (homes->homes, 0);
  scan (homes, VDT_RUNTIME_CODEX, "spread");
  assert_rows (homes, VDT_USAGE_BY_SESSION, "");
}

/* A log without any record is no session, and a home of such has no quota row. */
static void
test_no_records (Homes *homes, gconstpointer data)
{
  g_autoptr (VdtZone) zone = vdt_zone_new ("UTC", NULL);
  g_autoptr (GArray) quotas = NULL;

  write_talk (homes, "c", "aaa", "");
  write_talk (homes, "c", "bbb", "\n\r\n  \n");
  write_talk (homes, "c", "ccc", "{'type':'us");
  write_talk (homes, "c", "ddd", "nonsense\n");
  scan (homes, VDT_RUNTIME_CLAUDE, "c");
  g_assert_cmpuint (homes->result->n_files, ==, 4);
  g_assert_cmpuint (vdt_catalog_get_sessions (homes->result->catalog)->len, ==, 0);
  quotas = vdt_catalog_get_quotas (homes->result->catalog, homes->homes->pdata[0], zone);
  g_assert_cmpuint (quotas->len, ==, 0);
}

/* A part that is there and is no number leaves the sum unknown; one that is not there does not. */
static void
test_bad_context (void)
{
  static const struct
  {
    const char *usage;
    VdtCount used;
  } cases[] = {
    { "'input_tokens':5,'cache_read_input_tokens':100,'output_tokens':7", 112 },
    { "'input_tokens':5,'cache_read_input_tokens':null,'output_tokens':7", 12 },
    { "'input_tokens':5,'cache_read_input_tokens':{},'output_tokens':7", VDT_COUNT_UNKNOWN },
    { "'input_tokens':-5,'output_tokens':7", VDT_COUNT_UNKNOWN },
    { "'input_tokens':5,'output_tokens':1.5", VDT_COUNT_UNKNOWN },
    { "'input_tokens':5,'cache_creation_input_tokens':'9','output_tokens':7", VDT_COUNT_UNKNOWN },
    /* not a part of it */
    { "'input_tokens':5,'output_tokens':7,'output_tokens_details':{'thinking_tokens':-1}", 12 },
    /* the last copy of a key counts */
    { "'input_tokens':-5,'input_tokens':5,'output_tokens':7", 12 },
    { "'input_tokens':5,'input_tokens':-5,'output_tokens':7", VDT_COUNT_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (VdtUsageDigest) digest = vdt_usage_digest_new (VDT_RUNTIME_CLAUDE, FALSE);
      VdtContextMeter meter;

      claude_reply (digest, 1, "m0", 50, 50, NULL);
      feed_format (digest,
                   "{'type':'assistant','timestamp':'2026-10-15T11:00:00Z','message':{'id':'m1',"
                   "'model':'claude-opus-4-7','usage':{%s}}}",
                   cases[i].usage);
      vdt_usage_digest_get_meter (digest, &meter);
      g_assert_cmpint (meter.used_tokens, ==, cases[i].used);
      g_assert_cmpint (meter.state, ==,
                       vdt_count_known (cases[i].used) ? VDT_CONTEXT_REPORTED
                                                       : VDT_CONTEXT_UNKNOWN);
    }
}

#define RESPONSE(id, thread)                                                                       \
  "{'timestamp':'2026-10-15T10:05:00Z','type':'token_usage_record','payload':{'response_id':'" id  \
  "','thread_id':'" thread "','usage':" USED ("10") "}}\n"

/* Without a thread id in it a log is of the thread that its name says. */
static void
test_thread_of_name (Homes *homes, gconstpointer data)
{
  write_log (homes, "a", ROLLOUT THREAD_A ".jsonl",
             META (THREAD_A, "00", "") COUNTED ("10:05:00", INFO ("100", "100"), "1"));
  write_log (homes, "b", ROLLOUT THREAD_A ".jsonl", COUNTED ("10:05:00", INFO ("100", "100"), "1"));
  write_log (homes, "b", ROLLOUT THREAD_B ".jsonl",
             RESPONSE ("r1", THREAD_A) RESPONSE ("r2", THREAD_B));
  scan (homes, VDT_RUNTIME_CODEX, "a b");
  assert_rows (homes, VDT_USAGE_BY_SESSION, THREAD_A ":1 " THREAD_B ":1");
  g_assert_cmpint (vdt_ledger_get_replayed (vdt_catalog_get_ledger (homes->result->catalog)), ==,
                   1);
}

/* A backup of a fork alone goes on from the base that only the first home has. */
static void
test_base_in_other_home (Homes *homes, gconstpointer data)
{
  const char *fork =
    META (THREAD_B, "30",
          FORKED
          ",'history_base':{'thread_id':'" THREAD_A
          "','end_ordinal_exclusive':9}") "{'timestamp':'2026-10-15T10:45:00Z','type':'event_msg',"
                                          "'payload':{'type':'token_count','info':"
                                          "{'total_token_usage':" USED ("150") "}}}\n";
  GPtrArray *sessions = NULL;
  VdtCount total = 0;

  write_log (homes, "a", ROLLOUT THREAD_A ".jsonl",
             META (THREAD_A, "00", "") "{'ordinal':5,'timestamp':'2026-10-15T10:05:00Z','type':"
                                       "'event_msg','payload':{'type':'token_count','info':"
                                       "{'total_token_usage':" USED ("100") "}}}\n");
  write_log (homes, "a", ROLLOUT THREAD_B ".jsonl", fork);
  write_log (homes, "b", ROLLOUT THREAD_B ".jsonl", fork);
  scan (homes, VDT_RUNTIME_CODEX, "a b");
  assert_rows (homes, VDT_USAGE_BY_SESSION, THREAD_A ":1 " THREAD_B ":1");
  /* the thread stands in both homes; whose the call is depends on their ids, not what it was */
  sessions = vdt_catalog_get_sessions (homes->result->catalog);
  for (guint i = 0; i < sessions->len; i++)
    total =
      vdt_count_add (total, ((VdtCatalogSession *) g_ptr_array_index (sessions, i))->own.total);
  g_assert_cmpint (total, ==, 150);
}

/* Of a home and its backup the smaller home id has the calls, whatever names them. */
static void
test_home_ties (Homes *homes, gconstpointer data)
{
  static const char *const logs[] = { META (THREAD_A, "00", "") RESPONSE ("r1", THREAD_A),
                                      META (THREAD_A, "00", "")
                                        COUNTED ("10:05:00", INFO ("100", "100"), "1") };

  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    for (guint turned = 0; turned < 2; turned++)
      {
        const VdtLogHome *a = NULL;
        const VdtLogHome *b = NULL;
        g_autofree char *expected = NULL;

        write_log (homes, "a", ROLLOUT THREAD_A ".jsonl", logs[i]);
        write_log (homes, "b", ROLLOUT THREAD_A ".jsonl", logs[i]);
        scan (homes, VDT_RUNTIME_CODEX, turned ? "b a" : "a b");
        a = g_ptr_array_index (homes->homes, 0);
        b = g_ptr_array_index (homes->homes, 1);
        expected = g_strconcat (strcmp (a->id, b->id) < 0 ? a->id : b->id, ":1", NULL);
        assert_rows (homes, VDT_USAGE_BY_HOME, expected);
        g_clear_pointer (&homes->result, vdt_scan_result_free);
        g_ptr_array_set_size (homes->homes, 0);
      }
}

/* Who was spawned is a sub-agent, also where no source says so. */
static void
test_spawned_without_source (Homes *homes, gconstpointer data)
{
  write_log (homes, "a", ROLLOUT THREAD_A ".jsonl", META (THREAD_A, "00", ""));
  write_log (homes, "a", ROLLOUT THREAD_B ".jsonl",
             META (THREAD_B, "01", ",'parent_thread_id':'" THREAD_A "','source':'cli'")
               COUNTED ("10:05:00", INFO ("100", "100"), "1"));
  scan (homes, VDT_RUNTIME_CODEX, "a");
  assert_rows (homes, VDT_USAGE_BY_SESSION, THREAD_A ":1");
  g_assert_true (find_session (homes, THREAD_B)->parent == find_session (homes, THREAD_A));
}

/* The newest count says how full the window is, or that it is not known. */
static void
test_bad_context_codex (void)
{
  static const struct
  {
    const char *last;
    VdtCount used;
  } cases[] = {
    { "{'input_tokens':10,'total_tokens':20}", 20 },
    { "{'input_tokens':-10,'total_tokens':20}", 20 },
    { "{'input_tokens':10,'total_tokens':'20'}", VDT_COUNT_UNKNOWN },
    { "{'input_tokens':10}", VDT_COUNT_UNKNOWN },
    { "null", 100 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (VdtUsageDigest) digest = vdt_usage_digest_new (VDT_RUNTIME_CODEX, FALSE);
      VdtContextMeter meter;

      codex_count (digest, 1, 100, 0, 100);
      feed_format (digest,
                   "{'timestamp':'2026-10-15T11:00:00Z','type':'event_msg','payload':{'type':"
                   "'token_count','info':{'total_token_usage':{'total_tokens':120},"
                   "'last_token_usage':%s}}}",
                   cases[i].last);
      vdt_usage_digest_get_meter (digest, &meter);
      g_assert_cmpint (meter.used_tokens, ==, cases[i].used);
    }
}

/* Every bad field is counted, also in a count that says nothing new. */
static void
test_bad_values_in_repeats (void)
{
  g_autoptr (VdtUsageDigest) digest = vdt_usage_digest_new (VDT_RUNTIME_CODEX, FALSE);

  for (guint i = 0; i < 3; i++)
    feed (digest, "{'type':'event_msg','payload':{'type':'token_count','info':{"
                  "'total_token_usage':{'input_tokens':'1','total_tokens':5},"
                  "'last_token_usage':{'input_tokens':-1}}}}");
  g_assert_cmpint (digest->counts.bad_values, ==, 6);
  g_assert_cmpuint (digest->codex_counts->len, ==, 1);
}

/* A last line without its newline: every complete record is taken, only what is torn is torn. */
static void
test_last_line (Homes *homes, gconstpointer data)
{
  static const struct
  {
    const char *text;
    int calls;
    gboolean torn;
  } cases[] = {
    { REPLY ("m1", "u1", "05"), 1, FALSE },
    { REPLY ("m1", "u1", "05") REPLY ("m2", "u2", "06"), 2, FALSE },
    { REPLY ("m1", "u1", "05") " " REPLY ("m2", "u2", "06") " ", 2, FALSE },
    { REPLY ("m1", "u1", "05") "{'type':'assist", 1, TRUE },
    { "{'type':'assist", 0, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("h%u", i);
      g_autofree char *text = g_strconcat (USER ("u0", "00") "\n", cases[i].text, NULL);
      const VdtCatalogLog *log = NULL;

      g_test_message ("case %u", i);
      write_talk (homes, name, "aaa", text);
      scan (homes, VDT_RUNTIME_CLAUDE, name);
      log = vdt_catalog_get_logs (homes->result->catalog)->pdata[0];
      g_assert_cmpuint (log->digest->usage->calls->len, ==, cases[i].calls);
      g_assert_cmpint (log->digest->torn_tail, ==, cases[i].torn);
      g_assert_cmpuint (log->digest->usage->counts.malformed_lines, ==, 0);
      g_clear_pointer (&homes->result, vdt_scan_result_free);
      g_ptr_array_set_size (homes->homes, 0);
    }
}

#define ADD(path, func) g_test_add (path, Homes, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/compare/model-of-owner", test_model_of_owner);
  ADD ("/compare/owner-by-glued-records", test_owner_by_glued_records);
  ADD ("/compare/owner-beside-a-third", test_owner_beside_a_third);
  ADD ("/compare/owner-beside-an-agent", test_owner_beside_an_agent);
  ADD ("/compare/copy-without-counts", test_copy_without_counts);
  ADD ("/compare/owner-named-in-a-chain", test_owner_named_in_a_chain);
  ADD ("/compare/inline-copy-of-agent", test_inline_copy_of_agent);
  ADD ("/compare/replayed-readings", test_replayed_readings);
  ADD ("/compare/no-records", test_no_records);
  ADD ("/compare/thread-of-name", test_thread_of_name);
  ADD ("/compare/base-in-other-home", test_base_in_other_home);
  ADD ("/compare/home-ties", test_home_ties);
  ADD ("/compare/spawned-without-source", test_spawned_without_source);
  ADD ("/compare/last-line", test_last_line);
  g_test_add_func ("/compare/bad-context", test_bad_context);
  g_test_add_func ("/compare/bad-context-codex", test_bad_context_codex);
  g_test_add_func ("/compare/bad-values-in-repeats", test_bad_values_in_repeats);
  return g_test_run ();
}
