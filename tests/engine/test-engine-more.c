/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-engine-more"

#include "config.h"

#include "vdt-engine.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "codex-log.h"
#include "test-files.h"
#include "test-loop.h"
#include "vdt-settings.h"

/* The engine where things change under it: homes, logs, the database, the switch. */

#define ID       "01a12f8e-0900-7903-98d3-ad69c9b8d03e"
#define OTHER_ID "01a12f8e-0a00-7903-98d3-ad69c9b8d04f"
#define CHILD_ID "01a12f8e-0b00-7903-98d3-ad69c9b8d05a"

typedef struct
{
  char *root;
  char *home;
  char *claude; /* stays empty */
  char *log;
  char *database;
} Fixture;

static void
setup (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->root = g_dir_make_tmp ("vedette-engine-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->home = g_build_filename (fixture->root, "codex", NULL);
  fixture->claude = g_build_filename (fixture->root, "claude", NULL);
  fixture->log = codex_log_path (fixture->home, ID);
  fixture->database = g_build_filename (fixture->root, "data", "vedette.sqlite3", NULL);
  codex_log_write (fixture->log, ID, NULL, 1100);
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  test_remove_tree (fixture->root);
  g_free (fixture->root);
  g_free (fixture->home);
  g_free (fixture->claude);
  g_free (fixture->log);
  g_free (fixture->database);
}

static VdtEngine *
make_engine (Fixture *fixture, gboolean with_store, GSettings *settings)
{
  const char *codex[] = { fixture->home, NULL };
  const char *claude[] = { fixture->claude, NULL };
  VdtEngineConfig config = {
    .settings = settings,
    .database_path = with_store ? fixture->database : NULL,
    .codex_homes = settings != NULL ? NULL : codex,
    .claude_homes = settings != NULL ? NULL : claude,
    .user_home = fixture->root,
    .now_offset = vdt_time_from_rfc3339 ("2026-11-30T10:05:00Z", 20) - vdt_time_now (),
  };

  return vdt_engine_new (&config);
}

static const VdtSessionInfo *
find_info (VdtEngine *engine, const char *native_id)
{
  GListModel *sessions = vdt_engine_get_sessions (engine);

  for (guint i = 0; i < g_list_model_get_n_items (sessions); i++)
    {
      g_autoptr (VdtSession) session = g_list_model_get_item (sessions, i);

      if (g_str_equal (vdt_session_get_info (session)->native_id, native_id))
        return vdt_session_get_info (session);
    }
  return NULL;
}

static VdtCount
total_of (VdtEngine *engine, const char *native_id)
{
  const VdtSessionInfo *info = find_info (engine, native_id);

  return info != NULL ? info->tokens.total : VDT_COUNT_UNKNOWN;
}

static guint
n_sessions (VdtEngine *engine)
{
  return g_list_model_get_n_items (vdt_engine_get_sessions (engine));
}

static gboolean
is_ready (VdtEngine *engine)
{
  return vdt_engine_get_state (engine) == VDT_ENGINE_READY;
}

static VdtEngine *
run_engine (Fixture *fixture, gboolean with_store)
{
  VdtEngine *engine = make_engine (fixture, with_store, NULL);

  vdt_engine_start (engine);
  test_wait_until (is_ready (engine));
  return engine;
}

/* A setting, with what other tests left of it taken away. */
static GSettings *
open_settings (void)
{
  g_autoptr (GError) error = NULL;
  GSettings *settings = vdt_settings_open (&error);

  g_assert_no_error (error);
  g_settings_reset (settings, "agent-workspace-enabled");
  g_settings_reset (settings, "welcome-seen");
  g_settings_reset (settings, "codex-homes");
  g_settings_reset (settings, "claude-homes");
  return settings;
}

/* Of a long log the end is read first, then the whole: the sums are right in the end. */
static void
test_long_log (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *meta = codex_log_meta (ID, NULL);
  g_autofree char *pad = g_strnfill (1000, 'x');
  g_autofree char *last = codex_log_count (50, 1100 + 40 * 100 + 9000, 9000);

  g_string_append (text, meta);
  for (int i = 0; i <= 40; i++)
    {
      g_autofree char *count = codex_log_count (1 + i, 1100 + i * 100, i == 0 ? 1100 : 200);

      g_string_append (text, count);
      for (int j = 0; j < 500; j++)
        g_string_append_printf (text,
                                "{\"timestamp\":\"2026-11-30T10:%02d:30.000Z\",\"type\":"
                                "\"response_item\",\"payload\":{\"type\":\"other\",\"pad\":\"%s\"}"
                                "}\n",
                                1 + i, pad);
    }
  g_string_append (text, last);
  g_assert_cmpuint (text->len, >, 20 * 1024 * 1024);
  test_write_file (fixture->log, text->str);

  engine = run_engine (fixture, TRUE);
  g_assert_cmpint (total_of (engine, ID), ==, 1100 + 40 * 100 + 9000);
  g_assert_cmpint (find_info (engine, ID)->context.used_tokens, ==, 9000);
  g_assert_cmpstr (find_info (engine, ID)->title, ==, "speed up the import");
  g_assert_true (find_info (engine, ID)->tokens_complete);

  /* and goes on from there */
  g_free (g_steal_pointer (&last));
  last = codex_log_count (51, 1100 + 40 * 100 + 9000 + 70, 9070);
  test_append_file (fixture->log, last);
  test_wait_until (total_of (engine, ID) == 1100 + 40 * 100 + 9070);
  vdt_engine_shutdown (engine);
  g_clear_object (&engine);

  engine = run_engine (fixture, TRUE);
  g_assert_cmpint (total_of (engine, ID), ==, 1100 + 40 * 100 + 9070);
  g_assert_true (find_info (engine, ID)->tokens_complete);
}

/* At whatever point the switch is thrown, the last word counts. */
static void
test_switch_quickly (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GSettings) settings = open_settings ();
  g_autoptr (VdtEngine) engine = NULL;
  const char *homes[] = { fixture->home, NULL };

  g_settings_set_strv (settings, "codex-homes", homes);
  engine = make_engine (fixture, TRUE, settings);
  vdt_engine_start (engine);
  for (guint i = 0; i < 24; i++)
    {
      g_settings_set_boolean (settings, "agent-workspace-enabled", i % 2 == 0);
      g_assert_cmpint (vdt_engine_get_state (engine), ==,
                       i % 2 == 0 ? VDT_ENGINE_SCANNING : VDT_ENGINE_WELCOME);
      g_assert_cmpuint (n_sessions (engine), ==, 0);
      for (guint j = 0; j < i / 2; j++)
        g_main_context_iteration (NULL, FALSE);
    }
  g_settings_set_boolean (settings, "agent-workspace-enabled", TRUE);
  test_wait_until (is_ready (engine));
  g_assert_cmpuint (n_sessions (engine), ==, 1);
  g_assert_cmpint (total_of (engine, ID), ==, 1100);
  g_settings_set_boolean (settings, "agent-workspace-enabled", FALSE);
  g_assert_cmpuint (n_sessions (engine), ==, 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n_sessions (engine), ==, 0);
  g_assert_cmpuint (vdt_engine_get_n_problems (engine), ==, 0);
  vdt_engine_shutdown (engine);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (g_steal_pointer (&engine));
}

/* Homes come and go in the settings while it runs; one that comes back shows what it holds now. */
static void
test_settings_homes (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GSettings) settings = open_settings ();
  g_autoptr (VdtEngine) engine = NULL;
  g_autofree char *other = g_build_filename (fixture->root, "other", NULL);
  g_autofree char *other_log = codex_log_path (other, OTHER_ID);
  const char *one[] = { fixture->home, NULL };
  const char *both[] = { fixture->home, other, NULL };
  g_autofree char *count = codex_log_count (3, 1500, 400);

  codex_log_write (other_log, OTHER_ID, NULL, 2200);
  g_settings_set_strv (settings, "codex-homes", one);
  g_settings_set_boolean (settings, "agent-workspace-enabled", TRUE);
  engine = make_engine (fixture, TRUE, settings);
  vdt_engine_start (engine);
  test_wait_until (is_ready (engine));
  g_assert_cmpuint (n_sessions (engine), ==, 1);

  g_settings_set_strv (settings, "codex-homes", both);
  test_wait_until (total_of (engine, OTHER_ID) == 2200);
  g_assert_cmpint (total_of (engine, ID), ==, 1100);

  /* the first goes; what happens there meanwhile is found when it comes back */
  g_settings_set_strv (settings, "codex-homes", both + 1);
  test_wait_until (find_info (engine, ID) == NULL);
  g_assert_cmpint (total_of (engine, OTHER_ID), ==, 2200);
  test_append_file (fixture->log, count);
  g_settings_set_strv (settings, "codex-homes", both);
  test_wait_until (total_of (engine, ID) == 1500);
  g_assert_false (find_info (engine, ID)->source_deleted);

  /* also that a log is no more */
  g_settings_set_strv (settings, "codex-homes", both + 1);
  test_wait_until (find_info (engine, ID) == NULL);
  g_assert_cmpint (g_unlink (fixture->log), ==, 0);
  g_settings_set_strv (settings, "codex-homes", both);
  test_wait_until (find_info (engine, ID) != NULL && find_info (engine, ID)->source_deleted);
  g_assert_cmpint (total_of (engine, ID), ==, 1500);
  g_assert_cmpint (total_of (engine, OTHER_ID), ==, 2200);
  vdt_engine_shutdown (engine);
}

static char *
archive (Fixture *fixture)
{
  g_autofree char *folder = g_build_filename (fixture->home, "archived_sessions", NULL);
  g_autofree char *name = g_path_get_basename (fixture->log);
  char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_cmpint (g_rename (fixture->log, path), ==, 0);
  return path;
}

/* Archiving moves a log; its session, its numbers and its sub-agents stay. */
static void
test_archive (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = NULL;
  g_autofree char *child = codex_log_path (fixture->home, CHILD_ID);
  g_autofree char *archived = NULL;
  g_autofree char *first = codex_log_count (3, 1400, 300);
  g_autofree char *second = codex_log_count (4, 1900, 500);
  g_autofree char *id = NULL;

  codex_log_write (child, CHILD_ID, ID, 700);
  engine = run_engine (fixture, TRUE);
  g_assert_cmpuint (n_sessions (engine), ==, 1);
  g_assert_cmpint (total_of (engine, ID), ==, 1800);
  id = g_strdup (find_info (engine, ID)->id);

  archived = archive (fixture);
  test_append_file (archived, first);
  test_wait_until (total_of (engine, ID) == 2100);
  g_assert_cmpuint (n_sessions (engine), ==, 1);
  g_assert_cmpstr (find_info (engine, ID)->id, ==, id);
  g_assert_false (find_info (engine, ID)->source_deleted);
  vdt_engine_shutdown (engine);
  g_clear_object (&engine);

  /* back again while nobody looks */
  g_assert_cmpint (g_rename (archived, fixture->log), ==, 0);
  test_append_file (fixture->log, second);
  engine = run_engine (fixture, TRUE);
  g_assert_cmpuint (n_sessions (engine), ==, 1);
  g_assert_cmpint (total_of (engine, ID), ==, 2600);
  g_assert_cmpint (find_info (engine, ID)->tokens.calls, ==, 4);
  g_assert_false (find_info (engine, ID)->source_deleted);
}

/* What stands in the database is what is shown: after a restart it is all that there is at first.
 */
static void
assert_stored (Fixture *fixture, const char *sql, gint64 expected)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_open_v2 (fixture->database, &db, SQLITE_OPEN_READONLY, NULL), ==,
                   SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpint (sqlite3_column_int64 (statement, 0), ==, expected);
  sqlite3_finalize (statement);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static void
assert_calls_stored (Fixture *fixture, gint64 calls, gint64 total)
{
  assert_stored (fixture, "SELECT count(*) FROM calls", calls);
  assert_stored (fixture, "SELECT sum(total) FROM calls", total);
}

/* Another text under the same name: what was read of the former does not count any more. */
static void
test_replaced (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = run_engine (fixture, TRUE);
  g_autofree char *draft = g_strconcat (fixture->log, ".new", NULL);

  codex_log_write (draft, ID, NULL, 4400);
  g_assert_cmpint (g_rename (draft, fixture->log), ==, 0);
  test_wait_until (total_of (engine, ID) == 4400);
  g_assert_cmpint (find_info (engine, ID)->tokens.calls, ==, 1);

  /* in place too, and of another session */
  codex_log_write (fixture->log, OTHER_ID, NULL, 50500);
  test_wait_until (total_of (engine, OTHER_ID) == 50500);
  g_assert_null (find_info (engine, ID));
  vdt_engine_shutdown (engine);
  g_clear_object (&engine);
  assert_calls_stored (fixture, 1, 50500);

  /* and while nobody looked */
  codex_log_write (fixture->log, OTHER_ID, NULL, 3300);
  engine = run_engine (fixture, TRUE);
  test_wait_until (total_of (engine, OTHER_ID) == 3300);
  g_assert_cmpuint (n_sessions (engine), ==, 1);
  vdt_engine_shutdown (engine);
  g_clear_object (&engine);
  assert_calls_stored (fixture, 1, 3300);
}

/* A fork's copy of its parent's calls is known for one only when the parent's log comes. */
static void
test_parent_comes_late (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = NULL;
  g_autofree char *path = codex_log_path (fixture->home, OTHER_ID);
  g_autofree char *own_meta = codex_log_meta (OTHER_ID, NULL);
  g_autofree char *parent_meta = codex_log_meta (ID, NULL);
  g_autofree char *copied = codex_log_count (1, 1100, 1100);
  g_autofree char *own = codex_log_count (3, 3300, 2200);
  g_auto (GStrv) parts = g_strsplit (own_meta, "\"cwd\"", 2);
  g_autofree char *text = g_strconcat (parts[0], "\"forked_from_id\":\"", ID, "\",\"cwd\"",
                                       parts[1], parent_meta, copied, own, NULL);

  g_assert_cmpint (g_unlink (fixture->log), ==, 0);
  test_write_file (path, text);
  engine = run_engine (fixture, TRUE);
  test_wait_until (find_info (engine, OTHER_ID) != NULL);
  g_assert_cmpint (total_of (engine, OTHER_ID), ==, 0);

  codex_log_write (fixture->log, ID, NULL, 1100);
  test_wait_until (total_of (engine, ID) == 1100);
  g_assert_cmpint (total_of (engine, OTHER_ID), ==, 2200);
  vdt_engine_shutdown (engine);
  g_clear_object (&engine);
  assert_calls_stored (fixture, 2, 3300);
}

/* A log whose last line has no newline yet is not done with, but what it says counts, and holds up
 * nothing else. */
static void
test_unfinished_line (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = NULL;
  g_autofree char *path = codex_log_path (fixture->home, OTHER_ID);
  g_autofree char *meta = codex_log_meta (OTHER_ID, NULL);
  g_autofree char *first = codex_log_count (1, 2200, 2200);
  g_autofree char *second = codex_log_count (2, 2500, 300);
  g_autofree char *text = g_strconcat (meta, first, second, NULL);

  text[strlen (text) - 1] = '\0';
  test_write_file (path, text);
  engine = run_engine (fixture, TRUE);
  test_wait_until (total_of (engine, OTHER_ID) == 2500);
  vdt_engine_shutdown (engine);
  assert_calls_stored (fixture, 3, 3600);
}

/* What is older than the retention goes from the database; totals stay. */
static void
test_retention (Fixture *fixture, gconstpointer data)
{
  const char *codex[] = { fixture->home, NULL };
  VdtEngineConfig config = {
    .database_path = fixture->database,
    .codex_homes = codex,
    .user_home = fixture->root,
    .now_offset = vdt_time_from_rfc3339 ("2027-03-01T10:05:00Z", 20) - vdt_time_now (),
  };
  g_autoptr (VdtEngine) engine = run_engine (fixture, TRUE);

  vdt_engine_shutdown (engine);
  g_clear_object (&engine);
  assert_stored (fixture, "SELECT count(*) FROM sessions", 1);

  engine = vdt_engine_new (&config);
  vdt_engine_start (engine);
  test_wait_until (is_ready (engine));
  vdt_engine_shutdown (engine);
  assert_stored (fixture, "SELECT count(*) FROM sessions", 0);
  assert_calls_stored (fixture, 1, 1100);
}

/* Threads that Codex keeps for itself stay hidden, also when they grow. */
static void
test_internal_thread (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = NULL;
  g_autofree char *path = codex_log_path (fixture->home, OTHER_ID);
  g_autofree char *meta = codex_log_meta (OTHER_ID, NULL);
  g_autofree char *first = codex_log_count (1, 2200, 2200);
  g_autofree char *second = codex_log_count (2, 2500, 300);
  g_autofree char *mine = codex_log_count (3, 1500, 400);
  g_auto (GStrv) parts = g_strsplit (meta, "\"source\":\"cli\"", 2);
  g_autofree char *text =
    g_strconcat (parts[0], "\"source\":{\"internal\":\"memory_consolidation\"}", parts[1], first,
                 NULL);

  test_write_file (path, text);
  engine = run_engine (fixture, FALSE);
  g_assert_null (find_info (engine, OTHER_ID));
  test_append_file (path, second);
  test_append_file (fixture->log, mine);
  test_wait_until (total_of (engine, ID) == 1500);
  g_assert_null (find_info (engine, OTHER_ID));
  g_assert_cmpuint (n_sessions (engine), ==, 1);
  vdt_engine_shutdown (engine);
}

/* The second on one database goes on in memory, says so, and takes over when the first has gone. */
static void
test_two_engines (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) first = run_engine (fixture, TRUE);
  g_autoptr (VdtEngine) second = run_engine (fixture, TRUE);
  g_autofree char *count = codex_log_count (3, 1500, 400);
  g_autofree char *more = codex_log_count (4, 1700, 200);

  g_assert_cmpint (total_of (second, ID), ==, 1100);
  test_append_file (fixture->log, count);
  test_wait_until (total_of (first, ID) == 1500 && total_of (second, ID) == 1500);
  g_assert_cmpuint (vdt_engine_get_n_problems (first), ==, 0);
  vdt_engine_shutdown (first);

  g_action_group_activate_action (vdt_engine_get_actions (second), "refresh", NULL);
  test_append_file (fixture->log, more);
  test_wait_until (total_of (second, ID) == 1700 && vdt_engine_get_n_problems (second) == 0 &&
                   is_ready (second));
  g_assert_cmpint (find_info (second, ID)->tokens.calls, ==, 3);
  g_assert_cmpuint (n_sessions (second), ==, 1);
  vdt_engine_shutdown (second);
}

/* Where nothing can be stored all goes on in memory, and says so. */
static void
test_no_database (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = NULL;
  g_autofree char *count = codex_log_count (3, 1500, 400);

  g_assert_cmpint (g_mkdir_with_parents (fixture->database, 0700), ==, 0);
  engine = run_engine (fixture, TRUE);
  g_assert_cmpint (total_of (engine, ID), ==, 1100);
  test_wait_until (vdt_engine_get_n_problems (engine) == 1);
  g_assert_cmpint (vdt_engine_get_problem (engine, 0)->kind, ==, VDT_PROBLEM_DATABASE_READ_ONLY);
  test_append_file (fixture->log, count);
  test_wait_until (total_of (engine, ID) == 1500);
  vdt_engine_shutdown (engine);
  g_assert_true (g_file_test (fixture->database, G_FILE_TEST_IS_DIR));
}

static void
test_read_only_folder (Fixture *fixture, gconstpointer data)
{
  g_autoptr (VdtEngine) engine = NULL;
  g_autofree char *folder = g_path_get_dirname (fixture->database);

  if (geteuid () == 0)
    {
      /* nothing is read-only to root, but a file is no folder to it either */
      test_write_file (folder, "a file where a folder should be\n");
    }
  else
    g_assert_cmpint (g_mkdir_with_parents (folder, 0500), ==, 0);
  engine = run_engine (fixture, TRUE);
  g_assert_cmpint (total_of (engine, ID), ==, 1100);
  test_wait_until (vdt_engine_get_n_problems (engine) == 1);
  g_assert_cmpint (vdt_engine_get_problem (engine, 0)->kind, ==, VDT_PROBLEM_DATABASE_READ_ONLY);
  vdt_engine_shutdown (engine);
  g_chmod (folder, 0700);
}

/* --- the collector, fed by hand ------------------------------------------------------------ */

int
main (int argc, char **argv)
{
  g_unsetenv ("CODEX_HOME");
  g_unsetenv ("CLAUDE_CONFIG_DIR");
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);

#define add(name, func) g_test_add (name, Fixture, NULL, setup, func, teardown)
  add ("/engine/long-log", test_long_log);
  add ("/engine/switch-quickly", test_switch_quickly);
  add ("/engine/settings-homes", test_settings_homes);
  add ("/engine/archive", test_archive);
  add ("/engine/replaced", test_replaced);
  add ("/engine/parent-comes-late", test_parent_comes_late);
  add ("/engine/unfinished-line", test_unfinished_line);
  add ("/engine/retention", test_retention);
  add ("/engine/internal-thread", test_internal_thread);
  add ("/engine/two-engines", test_two_engines);
  add ("/engine/no-database", test_no_database);
  add ("/engine/read-only-folder", test_read_only_folder);
#undef add
  return g_test_run ();
}
