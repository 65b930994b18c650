/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-engine"

#include "config.h"

#include "vdt-engine.h"

#include <glib/gstdio.h>
#include <string.h>

#include "codex-log.h"
#include "test-files.h"
#include "test-loop.h"
#include "vdt-alert-policy.h"
#include "vdt-settings.h"

#define THREAD "01a12f8e-0900-7903-98d3-ad69c9b8d03e"
#define SINCE  "2026-11-30T10:01:30Z"
#define NOW    "2026-11-30T10:05:00Z"

typedef struct
{
  char *root;
  char *home;
  char *log;
  char *database;
  VdtEngine *engine;
  VdtReview *review;
  guint n_alerts;
  VdtAlertKind last_kind;
  guint n_done;
  VdtReviewOutcome outcome;
  VdtEngineKept kept;
  GSettings *settings; /* NULL for none */
  VdtTime later;       /* than NOW */
} Fixture;

static VdtTime
parse (const char *text)
{
  return vdt_time_from_rfc3339 (text, strlen (text));
}

static void
on_alert_cb (VdtEngine *engine, const VdtAlert *alert, Fixture *fixture)
{
  fixture->n_alerts++;
  fixture->last_kind = alert->kind;
}

static gboolean
is_ready (gpointer data)
{
  Fixture *fixture = data;

  return vdt_engine_get_state (fixture->engine) == VDT_ENGINE_READY &&
         vdt_review_get_state (fixture->review) == VDT_REVIEW_READY;
}

static void
start_observing (Fixture *fixture)
{
  const char *codex[] = { fixture->home, NULL };
  const char *claude[] = { NULL };
  const VdtEngineConfig config = {
    .settings = fixture->settings,
    .database_path = fixture->database,
    .codex_homes = fixture->settings != NULL ? NULL : codex,
    .claude_homes = fixture->settings != NULL ? NULL : claude,
    .user_home = fixture->root,
    .now_offset = parse (NOW) + fixture->later - vdt_time_now (),
    .review_since = parse (SINCE),
  };

  fixture->engine = vdt_engine_new (&config);
  fixture->review = vdt_engine_get_review (fixture->engine);
  g_signal_connect (fixture->engine, "alert", G_CALLBACK (on_alert_cb), fixture);
  vdt_engine_start (fixture->engine);
}

static void
start (Fixture *fixture)
{
  start_observing (fixture);
  test_wait_until (is_ready (fixture));
}

static void
stop (Fixture *fixture)
{
  vdt_engine_shutdown (fixture->engine);
  g_clear_object (&fixture->engine);
}

static void
setup (Fixture *fixture, gconstpointer data)
{
  fixture->root = g_dir_make_tmp ("vedette-review-XXXXXX", NULL);
  fixture->home = g_build_filename (fixture->root, "codex", NULL);
  fixture->log = codex_log_path (fixture->home, THREAD);
  fixture->database = g_build_filename (fixture->root, "data", "vedette.sqlite3", NULL);
  codex_log_write (fixture->log, THREAD, NULL, 1100);
  start (fixture);
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  stop (fixture);
  test_remove_tree (fixture->root);
  g_free (fixture->root);
  g_free (fixture->home);
  g_free (fixture->log);
  g_free (fixture->database);
}

static char *
event (int minute, int second, const char *payload)
{
  return g_strdup_printf (
    "{\"timestamp\":\"2026-11-30T10:%02d:%02d.000Z\",\"type\":\"event_msg\",\"payload\":%s}\n",
    minute, second, payload);
}

static char *
item (int minute, int second, const char *payload)
{
  return g_strdup_printf (
    "{\"timestamp\":\"2026-11-30T10:%02d:%02d.000Z\",\"type\":\"response_item\",\"payload\":%s}\n",
    minute, second, payload);
}

static void
append (Fixture *fixture, char *line)
{
  test_append_file (fixture->log, line);
  g_free (line);
}

static void
ask (Fixture *fixture, int minute)
{
  append (fixture, item (minute, 0,
                         "{\"type\":\"function_call\",\"name\":\"request_user_input\","
                         "\"arguments\":\"{\\\"questions\\\":[{\\\"id\\\":\\\"a\\\","
                         "\\\"header\\\":\\\"Print\\\",\\\"question\\\":\\\"Print now?\\\","
                         "\\\"options\\\":[{\\\"label\\\":\\\"Yes\\\",\\\"description\\\":"
                         "\\\"Go on.\\\"}]}]}\",\"call_id\":\"call_1\"}"));
}

static void
answer (Fixture *fixture, int minute)
{
  append (fixture, item (minute, 0,
                         "{\"type\":\"function_call_output\",\"call_id\":\"call_1\",\"output\":"
                         "\"{\\\"answers\\\":{}}\"}"));
}

static const VdtReviewCard *
card (Fixture *fixture)
{
  g_autoptr (VdtReviewItem) first = g_list_model_get_item (G_LIST_MODEL (fixture->review), 0);

  return first != NULL ? vdt_review_item_get_card (first) : NULL;
}

static gboolean
has_card (gpointer data)
{
  return card (data) != NULL;
}

static gboolean
has_no_card (gpointer data)
{
  return card (data) == NULL;
}

static gboolean
has_decision (gpointer data)
{
  const VdtReviewCard *first = card (data);

  return first != NULL && first->tier == VDT_REVIEW_DECISION;
}

static gboolean
has_changed (gpointer data)
{
  const VdtReviewCard *first = card (data);

  return first != NULL && first->tier == VDT_REVIEW_CHANGED;
}

static gboolean
has_task (gpointer data)
{
  const VdtReviewCard *first = card (data);

  return first != NULL && vdt_change_set_has (first->changes, VDT_CHANGE_CURRENT_TASK);
}

static gboolean
was_done (gpointer data)
{
  return ((Fixture *) data)->n_done > 0;
}

static gboolean
was_told (gpointer data)
{
  return ((Fixture *) data)->n_alerts > 0;
}

static void
on_done_cb (VdtReview *review, VdtReviewOutcome outcome, gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->n_done++;
  fixture->outcome = outcome;
}

static VdtReviewOutcome
acknowledge (Fixture *fixture, const char *agent_id, const char *snapshot_id)
{
  const VdtReviewTarget target = { .agent_id = agent_id, .snapshot_id = snapshot_id };

  fixture->n_done = 0;
  vdt_review_acknowledge (fixture->review, &target, 1, on_done_cb, fixture);
  test_wait_until (was_done (fixture));
  return fixture->outcome;
}

/* What changed before anybody could look is nothing to look at. */
static void
test_past_is_past (Fixture *fixture, gconstpointer data)
{
  g_assert_null (card (fixture));
  g_assert_cmpuint (fixture->n_alerts, ==, 0);
}

static void
test_done_and_undone (Fixture *fixture, gconstpointer data)
{
  g_autofree char *agent_id = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  append (fixture, event (2, 0, "{\"type\":\"task_started\",\"turn_id\":\"t1\"}"));
  append (fixture, event (2, 1, "{\"type\":\"user_message\",\"message\":\"and the export\"}"));
  test_wait_until (has_card (fixture));
  g_assert_cmpint (card (fixture)->tier, ==, VDT_REVIEW_CHANGED);
  g_assert_true (vdt_change_set_has (card (fixture)->changes, VDT_CHANGE_CURRENT_TASK));
  agent_id = g_strdup (card (fixture)->session->id);
  first = g_strdup (card (fixture)->as_of.id);

  g_assert_cmpint (acknowledge (fixture, agent_id, first), ==, VDT_REVIEW_ADVANCED);
  test_wait_until (has_no_card (fixture));
  g_assert_cmpint (acknowledge (fixture, agent_id, first), ==, VDT_REVIEW_UNCHANGED);

  append (fixture, event (3, 0, "{\"type\":\"task_complete\",\"turn_id\":\"t1\"}"));
  test_wait_until (has_card (fixture));
  second = g_strdup (card (fixture)->as_of.id);
  g_assert_cmpstr (card (fixture)->reviewed.id, ==, first);
  g_assert_cmpint (acknowledge (fixture, agent_id, second), ==, VDT_REVIEW_ADVANCED);
  /* an older one does not move it back */
  g_assert_cmpint (acknowledge (fixture, agent_id, first), ==, VDT_REVIEW_UNCHANGED);
  test_wait_until (has_no_card (fixture));

  fixture->n_done = 0;
  vdt_review_unreview (fixture->review, agent_id, on_done_cb, fixture);
  test_wait_until (was_done (fixture));
  g_assert_cmpint (fixture->outcome, ==, VDT_REVIEW_ADVANCED);
  test_wait_until (has_card (fixture));
  g_assert_cmpstr (card (fixture)->reviewed.id, ==, first);
  g_assert_cmpint (acknowledge (fixture, agent_id, "0000000000000001-1"), ==, VDT_REVIEW_CONFLICT);
  g_assert_cmpint (acknowledge (fixture, agent_id, "nonsense"), ==, VDT_REVIEW_CONFLICT);
}

/* A restart makes no snapshot and acknowledges nothing. */
static void
test_restart (Fixture *fixture, gconstpointer data)
{
  g_autofree char *snapshot = NULL;
  gint64 sequence = 0;

  append (fixture, event (2, 0, "{\"type\":\"task_started\",\"turn_id\":\"t1\"}"));
  test_wait_until (has_card (fixture));
  snapshot = g_strdup (card (fixture)->as_of.id);
  sequence = card (fixture)->as_of.sequence;
  stop (fixture);
  start (fixture);
  test_wait_until (has_card (fixture));
  g_assert_cmpstr (card (fixture)->as_of.id, ==, snapshot);
  g_assert_cmpint (card (fixture)->as_of.sequence, ==, sequence);
  g_assert_cmpuint (fixture->n_alerts, ==, 0);
}

static void
test_decision (Fixture *fixture, gconstpointer data)
{
  const VdtReviewDecision *decision = NULL;

  append (fixture, event (2, 0, "{\"type\":\"task_started\",\"turn_id\":\"t1\"}"));
  ask (fixture, 3);
  test_wait_until (has_decision (fixture));
  g_assert_cmpuint (card (fixture)->decisions->len, ==, 1);
  decision = g_ptr_array_index (card (fixture)->decisions, 0);
  g_assert_cmpstr (decision->decision->description, ==, "Print now?");
  g_assert_cmpint (decision->status, ==, VDT_DECISION_PENDING);
  test_wait_until (was_told (fixture));
  g_assert_cmpuint (fixture->n_alerts, ==, 1);
  g_assert_cmpint (fixture->last_kind, ==, VDT_ALERT_WAITING);
  g_assert_cmpuint (vdt_engine_get_n_waiting (fixture->engine), ==, 1);
  g_assert_true (vdt_engine_get_review_due (fixture->engine));

  /* acknowledging the changes leaves what is open */
  g_assert_cmpint (acknowledge (fixture, card (fixture)->session->id, card (fixture)->as_of.id), ==,
                   VDT_REVIEW_ADVANCED);
  g_assert_true (has_decision (fixture));

  answer (fixture, 4);
  test_wait_until (has_changed (fixture));
  g_assert_true (vdt_change_set_has (card (fixture)->changes, VDT_CHANGE_DECISION_RESOLVED));
  g_assert_cmpuint (vdt_engine_get_n_waiting (fixture->engine), ==, 0);
}

/* What is looked at already is not told besides. */
static void
test_attended (Fixture *fixture, gconstpointer data)
{
  vdt_engine_set_attended (fixture->engine, TRUE);
  append (fixture, event (2, 0, "{\"type\":\"task_started\",\"turn_id\":\"t1\"}"));
  ask (fixture, 3);
  test_wait_until (has_decision (fixture));
  answer (fixture, 4);
  test_wait_until (has_changed (fixture));
  g_assert_cmpuint (fixture->n_alerts, ==, 0);
}

static gboolean
has_problem (gpointer data)
{
  return vdt_engine_get_n_problems (((Fixture *) data)->engine) > 0;
}

static gboolean
has_no_problem (gpointer data)
{
  return !has_problem (data);
}

static void
take_database (Fixture *fixture, gboolean away)
{
  if (away)
    {
      test_remove_tree (fixture->database);
      g_assert_cmpint (g_mkdir (fixture->database, 0700), ==, 0);
    }
  else
    g_assert_cmpint (g_rmdir (fixture->database), ==, 0);
}

/* A database that begins while the engine runs, where there was none to be had or it broke, is no
 * reason to put before a person what changed before Vedette looked for the first time. */
static void
test_new_database (Fixture *fixture, gconstpointer data)
{
  stop (fixture);
  take_database (fixture, TRUE);
  start (fixture);
  test_wait_until (has_problem (fixture));
  g_assert_null (card (fixture));
  append (fixture, event (2, 0, "{\"type\":\"task_started\",\"turn_id\":\"t1\"}"));
  test_wait_until (has_card (fixture));
  g_assert_false (vdt_change_set_has (card (fixture)->changes, VDT_CHANGE_GOAL));

  take_database (fixture, FALSE);
  g_action_group_activate_action (vdt_engine_get_actions (fixture->engine), "refresh", NULL);
  test_wait_until (has_no_problem (fixture));
  test_wait_until (is_ready (fixture));
  append (fixture, event (3, 0, "{\"type\":\"user_message\",\"message\":\"and the export\"}"));
  test_wait_until (has_task (fixture));
  g_assert_false (vdt_change_set_has (card (fixture)->changes, VDT_CHANGE_GOAL));
  /* and what changed since is still there */
  g_assert_true (vdt_change_set_has (card (fixture)->changes, VDT_CHANGE_LIFECYCLE));
}

static gboolean
is_observing (gpointer data)
{
  return vdt_engine_get_state (((Fixture *) data)->engine) == VDT_ENGINE_READY;
}

/* All logs are read again where the database changes under it. That is no beginning: who asks
 * something meanwhile is told of. */
static void
test_store_changes (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (fixture->database);

  vdt_engine_shutdown (fixture->engine);
  g_clear_object (&fixture->engine);
  test_remove_tree (folder);
  test_write_file (folder, "no folder");
  start_observing (fixture);
  test_wait_until (is_observing (fixture));
  g_assert_cmpuint (vdt_engine_get_n_problems (fixture->engine), ==, 1);

  append (fixture, event (2, 0, "{\"type\":\"task_started\",\"turn_id\":\"t1\"}"));
  ask (fixture, 3);
  g_assert_cmpint (g_unlink (folder), ==, 0);
  g_action_group_activate_action (vdt_engine_get_actions (fixture->engine), "refresh", NULL);
  test_wait_until (was_told (fixture));
  g_assert_cmpint (fixture->last_kind, ==, VDT_ALERT_WAITING);
  test_wait_until (has_decision (fixture));
  g_assert_cmpuint (fixture->n_alerts, ==, 1);
  g_assert_cmpuint (vdt_engine_get_n_problems (fixture->engine), ==, 0);
}

static void
start_later (Fixture *fixture, VdtTime later)
{
  stop (fixture);
  fixture->later = later;
  fixture->n_alerts = 0;
  start (fixture);
  test_wait_until (has_card (fixture));
}

static gboolean
is_due (gpointer data)
{
  return vdt_engine_get_review_due (((Fixture *) data)->engine);
}

/* Lets everything come that is on its way: what is told next comes behind it. */
static void
ask_and_wait (Fixture *fixture)
{
  append (fixture, event (6, 0, "{\"type\":\"task_started\",\"turn_id\":\"t2\"}"));
  ask (fixture, 7);
  test_wait_until (has_decision (fixture));
}

/* A digest that was held back when Vedette ended is told when the pause ends, and once. */
static void
test_digest_held (Fixture *fixture, gconstpointer data)
{
  const char *codex[] = { fixture->home, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GSettings) settings = vdt_settings_open (&error);

  g_assert_no_error (error);
  g_settings_set_strv (settings, "codex-homes", codex);
  g_settings_set_boolean (settings, "agent-workspace-enabled", TRUE);
  g_settings_set_int (settings, "review-interval-minutes", 60);
  g_settings_set_int64 (settings, "notifications-paused-until", VDT_ALERT_UNTIL_TURNED_ON);
  fixture->settings = settings;
  append (fixture, event (2, 0, "{\"type\":\"task_started\",\"turn_id\":\"t1\"}"));
  start_later (fixture, 0);
  g_assert_false (is_due (fixture));

  start_later (fixture, 61 * VDT_MINUTE);
  test_wait_until (is_due (fixture));
  start_later (fixture, 62 * VDT_MINUTE);
  test_wait_until (is_due (fixture));
  g_assert_cmpuint (fixture->n_alerts, ==, 0);
  g_settings_set_int64 (settings, "notifications-paused-until", 0);
  test_wait_until (was_told (fixture));
  g_assert_cmpint (fixture->last_kind, ==, VDT_ALERT_REVIEW_DUE);

  /* Who begins then owes it no more. */
  g_settings_set_int64 (settings, "notifications-paused-until", VDT_ALERT_UNTIL_TURNED_ON);
  start_later (fixture, 63 * VDT_MINUTE);
  test_wait_until (is_due (fixture));
  g_settings_set_int64 (settings, "notifications-paused-until", 0);
  g_settings_set_int (settings, "review-interval-minutes", 0);
  ask_and_wait (fixture);
  test_wait_until (was_told (fixture));
  g_assert_cmpint (fixture->last_kind, ==, VDT_ALERT_WAITING);
  g_assert_cmpuint (fixture->n_alerts, ==, 1);
  stop (fixture);
  fixture->settings = NULL;
  fixture->later = 0;
  for (guint i = 0; i < 4; i++)
    {
      static const char *const keys[] = { "codex-homes", "agent-workspace-enabled",
                                          "review-interval-minutes", "notifications-paused-until" };

      g_settings_reset (settings, keys[i]);
    }
  start (fixture);
}

static void
on_deleted_cb (VdtEngine *engine, const GError *error, gpointer user_data)
{
  Fixture *fixture = user_data;

  g_assert_no_error (error);
  fixture->n_done++;
}

static void
on_kept_cb (VdtEngine *engine, const VdtEngineKept *kept, gpointer user_data)
{
  Fixture *fixture = user_data;

  g_assert_nonnull (kept);
  fixture->kept = *kept;
  fixture->n_done++;
}

static gint64
count_kept (Fixture *fixture)
{
  fixture->n_done = 0;
  vdt_engine_count_kept (fixture->engine, on_kept_cb, fixture);
  test_wait_until (was_done (fixture));
  g_assert_cmpint (fixture->kept.bytes, >, 0);
  return fixture->kept.conversations;
}

/* What was deleted stays deleted, also when the log is read again; what comes later is new. */
static void
test_delete_history (Fixture *fixture, gconstpointer data)
{
  append (fixture, event (2, 0, "{\"type\":\"task_started\",\"turn_id\":\"t1\"}"));
  test_wait_until (has_card (fixture));
  g_assert_cmpint (count_kept (fixture), ==, 1);
  fixture->n_done = 0;
  vdt_engine_delete_history (fixture->engine, NULL, on_deleted_cb, fixture);
  test_wait_until (was_done (fixture));
  g_assert_cmpint (count_kept (fixture), ==, 0);
  stop (fixture);
  start (fixture);
  g_assert_cmpint (count_kept (fixture), ==, 0);
  append (fixture, event (6, 0, "{\"type\":\"user_message\",\"message\":\"and now this\"}"));
  test_wait_until (has_card (fixture));
  g_assert_true (vdt_change_set_has (card (fixture)->changes, VDT_CHANGE_CURRENT_TASK));
  g_assert_cmpint (count_kept (fixture), ==, 1);
}

#define ADD(name, func) g_test_add (name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  ADD ("/engine/review/past-is-past", test_past_is_past);
  ADD ("/engine/review/done-and-undone", test_done_and_undone);
  ADD ("/engine/review/restart", test_restart);
  ADD ("/engine/review/decision", test_decision);
  ADD ("/engine/review/attended", test_attended);
  ADD ("/engine/review/new-database", test_new_database);
  ADD ("/engine/review/store-changes", test_store_changes);
  ADD ("/engine/review/digest-held", test_digest_held);
  ADD ("/engine/review/delete-history", test_delete_history);
  return g_test_run ();
}
