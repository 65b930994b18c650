/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-engine"

#include "config.h"

#include "vdt-engine.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "test-files.h"
#include "test-loop.h"
#include "vdt-settings.h"

#define CODEX_ID  "01a12f8e-0900-7903-98d3-ad69c9b8d03e"
#define CLAUDE_ID "3d9e5a30-5ed3-4a8e-8a7a-7a6a8d2d1f10"

typedef struct
{
  char *root;
  char *codex;
  char *claude;
  char *codex_log;
  char *claude_log;
  char *database;
} Fixture;

static char *
codex_count (int minute, int total, int last)
{
  return g_strdup_printf (
    "{\"timestamp\":\"2026-11-30T10:%02d:00.000Z\",\"type\":\"event_msg\",\"payload\":{\"type\":"
    "\"token_count\",\"info\":{\"total_token_usage\":{\"input_tokens\":%d,\"cached_input_tokens\":"
    "0,\"output_tokens\":100,\"reasoning_output_tokens\":0,\"total_tokens\":%d},"
    "\"last_token_usage\":{\"input_tokens\":%d,\"cached_input_tokens\":0,\"output_tokens\":100,"
    "\"reasoning_output_tokens\":0,\"total_tokens\":%d},\"model_context_window\":272000},"
    "\"rate_limits\":{\"limit_id\":\"codex\",\"primary\":{\"used_percent\":62.0,"
    "\"window_minutes\":300,\"resets_at\":1796300000},\"secondary\":null}}}\n",
    minute, total - 100, total, last - 100, last);
}

static char *
claude_reply (int minute, const char *id, int output)
{
  return g_strdup_printf (
    "{\"parentUuid\":\"p%d\",\"isSidechain\":false,\"cwd\":\"/home/dev/tides\",\"sessionId\":"
    "\"" CLAUDE_ID "\",\"version\":\"2.1.332\",\"type\":\"assistant\",\"message\":{\"id\":\"%s\","
    "\"role\":\"assistant\",\"model\":\"claude-opus-4-7\",\"content\":[{\"type\":\"text\","
    "\"text\":\"done\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":10,"
    "\"cache_read_input_tokens\":1000,\"cache_creation_input_tokens\":0,\"output_tokens\":%d}},"
    "\"uuid\":\"u%d\",\"timestamp\":\"2026-11-30T10:%02d:30.000Z\"}\n",
    minute, id, output, minute, minute);
}

static void
setup (Fixture *fixture, gconstpointer data)
{
  g_autofree char *count = codex_count (1, 1100, 1100);
  g_autofree char *reply = claude_reply (1, "msg_1", 90);
  g_autofree char *codex = NULL;
  g_autofree char *claude = NULL;
  g_autoptr (GError) error = NULL;

  fixture->root = g_dir_make_tmp ("vedette-engine-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->codex = g_build_filename (fixture->root, "codex", NULL);
  fixture->claude = g_build_filename (fixture->root, "claude", NULL);
  fixture->codex_log = g_build_filename (fixture->codex, "sessions", "2026", "11", "30",
                                         "rollout-2026-11-30T10-00-00-" CODEX_ID ".jsonl", NULL);
  fixture->claude_log =
    g_build_filename (fixture->claude, "projects", "-home-dev-tides", CLAUDE_ID ".jsonl", NULL);
  fixture->database = g_build_filename (fixture->root, "data", "vedette.sqlite3", NULL);
  codex = g_strconcat (
    "{\"timestamp\":\"2026-11-30T10:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{\"id\":"
    "\"" CODEX_ID "\",\"timestamp\":\"2026-11-30T10:00:00.000Z\",\"cwd\":\"/home/dev/orchard\","
    "\"cli_version\":\"0.142.5\",\"source\":\"cli\",\"model_provider\":\"openai\"}}\n"
    "{\"timestamp\":\"2026-11-30T10:00:01.000Z\",\"type\":\"turn_context\",\"payload\":{"
    "\"cwd\":\"/home/dev/orchard\",\"model\":\"gpt-5.5\",\"effort\":\"high\"}}\n"
    "{\"timestamp\":\"2026-11-30T10:00:02.000Z\",\"type\":\"event_msg\",\"payload\":{\"type\":"
    "\"user_message\",\"message\":\"speed up the import\"}}\n",
    count, NULL);
  claude = g_strconcat (
    "{\"parentUuid\":null,\"isSidechain\":false,\"cwd\":\"/home/dev/tides\",\"sessionId\":"
    "\"" CLAUDE_ID "\",\"version\":\"2.1.332\",\"type\":\"user\",\"message\":{\"role\":\"user\","
    "\"content\":\"add offline mode\"},\"uuid\":\"u0\",\"timestamp\":\"2026-11-30T10:00:00.000Z\"}"
    "\n",
    reply, NULL);
  test_write_file (fixture->codex_log, codex);
  test_write_file (fixture->claude_log, claude);
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  test_remove_tree (fixture->root);
  g_free (fixture->root);
  g_free (fixture->codex);
  g_free (fixture->claude);
  g_free (fixture->codex_log);
  g_free (fixture->claude_log);
  g_free (fixture->database);
}

static VdtEngine *
make_engine (Fixture *fixture, gboolean with_store, GSettings *settings)
{
  const char *codex[] = { fixture->codex, NULL };
  const char *claude[] = { fixture->claude, NULL };
  VdtEngineConfig config = {
    .settings = settings,
    .database_path = with_store ? fixture->database : NULL,
    .codex_homes = codex,
    .claude_homes = claude,
    .user_home = fixture->root,
    .now_offset = vdt_time_from_rfc3339 ("2026-11-30T10:05:00Z", 20) - vdt_time_now (),
  };

  return vdt_engine_new (&config);
}

static VdtSession *
find_session (VdtEngine *engine, const char *native_id)
{
  GListModel *sessions = vdt_engine_get_sessions (engine);

  for (guint i = 0; i < g_list_model_get_n_items (sessions); i++)
    {
      g_autoptr (VdtSession) session = g_list_model_get_item (sessions, i);

      if (g_str_equal (vdt_session_get_info (session)->native_id, native_id))
        return session;
    }
  return NULL;
}

static VdtCount
total_of (VdtEngine *engine, const char *native_id)
{
  VdtSession *session = find_session (engine, native_id);

  return session != NULL ? vdt_session_get_info (session)->tokens.total : VDT_COUNT_UNKNOWN;
}

static gboolean
is_ready (VdtEngine *engine)
{
  return vdt_engine_get_state (engine) == VDT_ENGINE_READY;
}

static void
test_shows (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = make_engine (fixture, FALSE, NULL);
  const VdtSessionInfo *info = NULL;
  g_autoptr (VdtHome) home = NULL;
  g_autoptr (GArray) days = NULL;

  vdt_engine_start (engine);
  g_assert_cmpint (vdt_engine_get_state (engine), ==, VDT_ENGINE_SCANNING);
  test_wait_until (is_ready (engine));
  g_assert_cmpuint (g_list_model_get_n_items (vdt_engine_get_sessions (engine)), ==, 2);

  info = vdt_session_get_info (find_session (engine, CODEX_ID));
  g_assert_cmpstr (info->title, ==, "speed up the import");
  g_assert_cmpstr (info->project, ==, "orchard");
  g_assert_cmpstr (info->model, ==, "gpt-5.5");
  g_assert_cmpint (info->context.state, ==, VDT_CONTEXT_REPORTED);
  g_assert_cmpint (info->context.used_tokens, ==, 1100);
  g_assert_cmpint (info->tokens.total, ==, 1100);
  g_assert_true (info->tokens_complete);
  info = vdt_session_get_info (find_session (engine, CLAUDE_ID));
  g_assert_cmpint (info->tokens.total, ==, 1100);
  g_assert_cmpint (info->lifecycle, ==, VDT_LIFECYCLE_IDLE);

  g_assert_cmpuint (g_list_model_get_n_items (vdt_engine_get_homes (engine)), ==, 2);
  home = g_list_model_get_item (vdt_engine_get_homes (engine), 0);
  g_assert_cmpint (vdt_home_get_runtime (home), ==, VDT_RUNTIME_CODEX);
  g_assert_cmpuint (vdt_home_get_n_quotas (home), ==, 1);
  g_assert_cmpfloat (vdt_home_get_quota (home, 0)->reading.used_percent, ==, 62.0);

  days = vdt_engine_get_days (engine, 14);
  g_assert_cmpuint (days->len, ==, 14);
  g_assert_cmpint (g_array_index (days, VdtDayUsage, 13).tokens[VDT_RUNTIME_CODEX].total, ==, 1100);
  g_assert_cmpint (g_array_index (days, VdtDayUsage, 12).tokens[VDT_RUNTIME_CODEX].calls, ==, 0);
}

static void
test_follows (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = make_engine (fixture, FALSE, NULL);
  g_autofree char *count = codex_count (2, 3200, 2100);
  g_autofree char *half = claude_reply (2, "msg_2", 5);
  g_autofree char *whole = claude_reply (2, "msg_2", 190);
  VdtSession *session = NULL;

  vdt_engine_start (engine);
  test_wait_until (is_ready (engine));
  session = find_session (engine, CODEX_ID);
  test_append_file (fixture->codex_log, count);
  test_wait_until (total_of (engine, CODEX_ID) == 3200);
  g_assert_true (find_session (engine, CODEX_ID) == session);

  /* a reply that is written in several records counts once, with its last usage */
  test_append_file (fixture->claude_log, half);
  test_wait_until (total_of (engine, CLAUDE_ID) == 1100 + 1015);
  test_append_file (fixture->claude_log, whole);
  test_wait_until (total_of (engine, CLAUDE_ID) == 1100 + 1200);
  g_assert_cmpint (vdt_session_get_info (find_session (engine, CLAUDE_ID))->tokens.calls, ==, 2);
}

static char *
codex_limit (int second, const char *bucket, int minutes)
{
  return g_strdup_printf (
    "{\"timestamp\":\"2026-11-30T10:05:%02d.000Z\",\"type\":\"event_msg\",\"payload\":{\"type\":"
    "\"token_count\",\"info\":null,\"rate_limits\":{\"limit_id\":\"%s\",\"primary\":{"
    "\"used_percent\":%d.0,\"window_minutes\":%d,\"resets_at\":1796300000},\"secondary\":null}}}\n",
    second, bucket, second, minutes);
}

static VdtHome *
codex_home (VdtEngine *engine)
{
  GListModel *homes = vdt_engine_get_homes (engine);

  for (guint i = 0; i < g_list_model_get_n_items (homes); i++)
    {
      g_autoptr (VdtHome) home = g_list_model_get_item (homes, i);

      if (vdt_home_get_runtime (home) == VDT_RUNTIME_CODEX)
        return home; /* the engine keeps it */
    }
  g_assert_not_reached ();
}

static guint
n_quotas (VdtEngine *engine)
{
  return vdt_home_get_n_quotas (codex_home (engine));
}

/* A home's first reading takes the place of the row without numbers, and the main bucket stands
 * first whenever it comes. */
static void
test_quotas_follow (Fixture *fixture, gconstpointer data)
{
  g_autofree char *aside = codex_limit (1, "a_meter", 1440);
  g_autofree char *weekly = codex_limit (2, "codex", 10080);
  g_autofree char *five_hours = codex_limit (3, "codex", 300);
  g_autoptr (VdtEngine) engine = NULL;
  VdtHome *home = NULL;

  g_assert_cmpint (g_unlink (fixture->codex_log), ==, 0);
  test_write_file (
    fixture->codex_log,
    "{\"timestamp\":\"2026-11-30T10:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{\"id\":"
    "\"" CODEX_ID "\",\"timestamp\":\"2026-11-30T10:00:00.000Z\",\"cwd\":\"/home/dev/orchard\"}}\n"
    "{\"timestamp\":\"2026-11-30T10:00:02.000Z\",\"type\":\"event_msg\",\"payload\":{\"type\":"
    "\"user_message\",\"message\":\"speed up the import\"}}\n");
  engine = make_engine (fixture, FALSE, NULL);
  vdt_engine_start (engine);
  test_wait_until (is_ready (engine));
  home = codex_home (engine);
  g_assert_cmpuint (n_quotas (engine), ==, 1);
  g_assert_false (vdt_home_get_quota (home, 0)->reading.percent_known);

  test_append_file (fixture->codex_log, aside);
  test_wait_until (n_quotas (engine) == 1 && vdt_home_get_quota (home, 0)->reading.percent_known);
  test_append_file (fixture->codex_log, weekly);
  test_wait_until (n_quotas (engine) == 2);
  test_append_file (fixture->codex_log, five_hours);
  test_wait_until (n_quotas (engine) == 3);
  g_assert_cmpint (vdt_home_get_quota (home, 0)->reading.minutes, ==, 300);
  g_assert_cmpint (vdt_home_get_quota (home, 1)->reading.minutes, ==, 10080);
  g_assert_cmpstr (vdt_home_get_quota (home, 2)->reading.bucket, ==, "a_meter");
}

static void
on_quota_back_cb (guint *n_back, VdtHome *home, const VdtQuotaReading *reading)
{
  g_assert_cmpint (vdt_home_get_runtime (home), ==, VDT_RUNTIME_CODEX);
  g_assert_cmpfloat (reading->used_percent, ==, 4);
  (*n_back)++;
}

static double
used_percent (VdtEngine *engine)
{
  return vdt_home_get_quota (codex_home (engine), 0)->reading.used_percent;
}

/* A quota that comes back before its time is told once, when a second reading agrees. */
static void
test_quota_back (Fixture *fixture, gconstpointer data)
{
  const struct
  {
    int second;
    int percent;
    int resets_in_hours;
    guint n_back;
  } steps[] = { { 1, 80, 1, 0 }, { 2, 3, 5, 0 }, { 3, 4, 5, 1 }, { 4, 5, 5, 1 } };
  g_autoptr (VdtEngine) engine = make_engine (fixture, FALSE, NULL);
  guint n_back = 0;

  g_signal_connect_swapped (engine, "quota-back", G_CALLBACK (on_quota_back_cb), &n_back);
  vdt_engine_start (engine);
  test_wait_until (is_ready (engine));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *line = g_strdup_printf (
        "{\"timestamp\":\"2026-11-30T10:05:%02d.000Z\",\"type\":\"event_msg\",\"payload\":{\"type\":"
        "\"token_count\",\"info\":null,\"rate_limits\":{\"limit_id\":\"codex\",\"primary\":{"
        "\"used_percent\":%d.0,\"window_minutes\":300,\"resets_at\":%d},\"secondary\":null}}}\n",
        steps[i].second, steps[i].percent, 1796300000 + steps[i].resets_in_hours * 3600);

      test_append_file (fixture->codex_log, line);
      test_wait_until (used_percent (engine) == steps[i].percent);
      g_assert_cmpuint (n_back, ==, steps[i].n_back);
    }
  vdt_engine_shutdown (engine);
}

static void
on_tick_cb (guint *n_ticks)
{
  (*n_ticks)++;
}

/* An age of seconds is told anew every second, also where nothing was young when it came. */
static void
test_young_ages_tick (Fixture *fixture, gconstpointer data)
{
  g_autofree char *limit = codex_limit (0, "codex", 10080);
  g_autoptr (VdtEngine) engine = make_engine (fixture, FALSE, NULL);
  guint n_ticks = 0;
  gint64 start = 0;

  g_signal_connect_swapped (engine, "tick", G_CALLBACK (on_tick_cb), &n_ticks);
  vdt_engine_start (engine);
  test_wait_until (is_ready (engine));
  test_append_file (fixture->codex_log, limit);
  test_wait_until (n_quotas (engine) == 2);
  n_ticks = 0;
  start = g_get_monotonic_time ();
  test_wait_until (n_ticks == 2);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 20 * G_USEC_PER_SEC);
}

static void
test_deleted_log (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = make_engine (fixture, FALSE, NULL);

  vdt_engine_start (engine);
  test_wait_until (is_ready (engine));
  g_assert_cmpint (g_unlink (fixture->codex_log), ==, 0);
  test_wait_until (vdt_session_get_info (find_session (engine, CODEX_ID))->source_deleted);
  g_assert_cmpint (total_of (engine, CODEX_ID), ==, 1100);
}

/* What was read is not read again: a number in its middle is another one now, with nothing else
 * of the file changed, and what is shown stays. */
static void
test_restart (Fixture *fixture, gconstpointer data)
{
  g_autofree char *middle = codex_count (2, 2200, 1100);
  g_autofree char *count = codex_count (3, 5300, 3100);
  g_autofree char *pad = g_strnfill (20000, ' ');
  g_autofree char *lines = g_strconcat (pad, "\n", middle, pad, "\n", NULL);
  g_autofree char *text = NULL;
  char *place = NULL;
  gsize len = 0;
  GStatBuf st;

  test_append_file (fixture->codex_log, lines);
  {
    g_autoptr (VdtEngine) engine = make_engine (fixture, TRUE, NULL);

    vdt_engine_start (engine);
    test_wait_until (is_ready (engine));
    g_assert_cmpint (total_of (engine, CODEX_ID), ==, 2200);
    vdt_engine_shutdown (engine);
  }

  g_assert_cmpint (g_stat (fixture->codex_log, &st), ==, 0);
  g_assert_true (g_file_get_contents (fixture->codex_log, &text, &len, NULL));
  place = strstr (text, "\"total_tokens\":2200");
  g_assert_nonnull (place);
  {
    FILE *file = fopen (fixture->codex_log, "r+");
    struct timespec times[2] = { st.st_atim, st.st_mtim };

    g_assert_nonnull (file);
    g_assert_cmpint (fseek (file, place - text, SEEK_SET), ==, 0);
    g_assert_cmpint (fputs ("\"total_tokens\":2900", file), >=, 0);
    g_assert_cmpint (fclose (file), ==, 0);
    g_assert_cmpint (utimensat (AT_FDCWD, fixture->codex_log, times, 0), ==, 0);
  }

  {
    g_autoptr (VdtEngine) engine = make_engine (fixture, TRUE, NULL);

    vdt_engine_start (engine);
    test_wait_until (total_of (engine, CODEX_ID) == 2200);
    g_assert_cmpstr (vdt_session_get_info (find_session (engine, CODEX_ID))->title, ==,
                     "speed up the import");
    test_wait_until (is_ready (engine));
    g_assert_cmpint (total_of (engine, CODEX_ID), ==, 2200);
    test_append_file (fixture->codex_log, count);
    test_wait_until (total_of (engine, CODEX_ID) == 5300);
    g_assert_cmpint (vdt_session_get_info (find_session (engine, CODEX_ID))->tokens.calls, ==, 3);
    vdt_engine_shutdown (engine);
  }
}

/* What an earlier run knew is shown before anything was looked at. */
static void
test_last_known_state (Fixture *fixture, gconstpointer data)
{
  {
    g_autoptr (VdtEngine) engine = make_engine (fixture, TRUE, NULL);

    vdt_engine_start (engine);
    test_wait_until (is_ready (engine));
    vdt_engine_shutdown (engine);
  }
  test_remove_tree (fixture->codex);
  test_remove_tree (fixture->claude);
  {
    g_autoptr (VdtEngine) engine = make_engine (fixture, TRUE, NULL);
    gboolean shown = FALSE;

    vdt_engine_start (engine);
    while (!is_ready (engine))
      {
        shown = shown || total_of (engine, CODEX_ID) == 1100;
        g_main_context_iteration (NULL, TRUE);
      }
    g_assert_true (shown);
    vdt_engine_shutdown (engine);
  }
}

/* A home that is no longer watched does not stay on the screen. */
static void
test_foreign_home (Fixture *fixture, gconstpointer data)
{
  g_autofree char *elsewhere = g_build_filename (fixture->root, "elsewhere", NULL);

  {
    g_autoptr (VdtEngine) engine = make_engine (fixture, TRUE, NULL);

    vdt_engine_start (engine);
    test_wait_until (is_ready (engine));
    vdt_engine_shutdown (engine);
  }
  g_free (g_steal_pointer (&fixture->codex));
  fixture->codex = g_steal_pointer (&elsewhere);
  {
    g_autoptr (VdtEngine) engine = make_engine (fixture, TRUE, NULL);

    vdt_engine_start (engine);
    test_wait_until (is_ready (engine));
    g_assert_null (find_session (engine, CODEX_ID));
    g_assert_cmpint (total_of (engine, CLAUDE_ID), ==, 1100);
    vdt_engine_shutdown (engine);
  }
}

static void
test_corrupt_database (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = NULL;

  test_write_file (fixture->database, "this is no database, whatever its name says\n");
  engine = make_engine (fixture, TRUE, NULL);
  vdt_engine_start (engine);
  test_wait_until (is_ready (engine));
  g_assert_cmpint (total_of (engine, CODEX_ID), ==, 1100);
  test_wait_until (vdt_engine_get_n_problems (engine) == 1);
  g_assert_cmpint (vdt_engine_get_problem (engine, 0)->kind, ==, VDT_PROBLEM_DATABASE_CORRUPT);
  g_assert_true (
    g_file_test (vdt_engine_get_problem (engine, 0)->argument, G_FILE_TEST_IS_REGULAR));
  vdt_engine_dismiss_problem (engine, VDT_PROBLEM_DATABASE_CORRUPT);
  g_assert_cmpuint (vdt_engine_get_n_problems (engine), ==, 0);
}

/* The switch takes effect at once, needs no restart and deletes nothing. */
static void
test_switch (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSettings) settings = vdt_settings_open (&error);
  g_autoptr (VdtEngine) engine = NULL;

  g_assert_no_error (error);
  g_settings_reset (settings, "agent-workspace-enabled");
  g_settings_reset (settings, "welcome-seen");
  engine = make_engine (fixture, TRUE, settings);
  vdt_engine_start (engine);
  g_assert_cmpint (vdt_engine_get_state (engine), ==, VDT_ENGINE_WELCOME);
  g_assert_false (g_file_test (fixture->database, G_FILE_TEST_EXISTS));

  g_action_group_change_action_state (vdt_engine_get_actions (engine), "enabled",
                                      g_variant_new_boolean (TRUE));
  test_wait_until (is_ready (engine));
  g_assert_cmpint (total_of (engine, CODEX_ID), ==, 1100);

  g_settings_set_boolean (settings, "agent-workspace-enabled", FALSE);
  test_wait_until (vdt_engine_get_state (engine) == VDT_ENGINE_OFF);
  g_assert_cmpuint (g_list_model_get_n_items (vdt_engine_get_sessions (engine)), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (vdt_engine_get_homes (engine)), ==, 0);
  g_assert_true (g_file_test (fixture->database, G_FILE_TEST_EXISTS));

  g_settings_set_boolean (settings, "agent-workspace-enabled", TRUE);
  test_wait_until (is_ready (engine));
  g_assert_cmpint (total_of (engine, CODEX_ID), ==, 1100);
  g_settings_reset (settings, "agent-workspace-enabled");
}

/* A sub-agent's log shows under its parent, and its spend is inside the parent's. */
static void
test_subagent (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = make_engine (fixture, FALSE, NULL);
  g_autofree char *path = g_build_filename (fixture->claude, "projects", "-home-dev-tides",
                                            CLAUDE_ID, "subagents", "agent-a1.jsonl", NULL);
  g_autofree char *reply = claude_reply (3, "msg_agent", 40);
  GListModel *children = NULL;
  g_autoptr (VdtSession) child = NULL;

  vdt_engine_start (engine);
  test_wait_until (is_ready (engine));
  test_write_file (path, reply);
  test_wait_until (total_of (engine, CLAUDE_ID) == 1100 + 1050);
  g_assert_cmpuint (g_list_model_get_n_items (vdt_engine_get_sessions (engine)), ==, 2);
  children = vdt_session_get_children (find_session (engine, CLAUDE_ID));
  test_wait_until (g_list_model_get_n_items (children) == 1);
  child = g_list_model_get_item (children, 0);
  g_assert_cmpstr (vdt_session_get_info (child)->native_id, ==, "a1");
  g_assert_cmpint (vdt_session_get_info (child)->tokens.total, ==, 1050);
}

static void
test_finalize (Fixture *fixture, gconstpointer data)
{
  VdtEngine *engine = make_engine (fixture, TRUE, NULL);

  vdt_engine_start (engine);
  vdt_engine_shutdown (engine);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (engine);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);

#define add(name, func) g_test_add (name, Fixture, NULL, setup, func, teardown)
  add ("/engine/shows", test_shows);
  add ("/engine/follows", test_follows);
  add ("/engine/quotas-follow", test_quotas_follow);
  add ("/engine/quota-back", test_quota_back);
  add ("/engine/young-ages-tick", test_young_ages_tick);
  add ("/engine/deleted-log", test_deleted_log);
  add ("/engine/restart", test_restart);
  add ("/engine/last-known-state", test_last_known_state);
  add ("/engine/foreign-home", test_foreign_home);
  add ("/engine/corrupt-database", test_corrupt_database);
  add ("/engine/switch", test_switch);
  add ("/engine/subagent", test_subagent);
  add ("/engine/finalize", test_finalize);
#undef add
  return g_test_run ();
}
