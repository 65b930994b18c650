/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-engine"

#include "config.h"

#include "vdt-engine.h"

#include <string.h>
#include <unistd.h>

#include "test-files.h"
#include "test-loop.h"
#include "vdt-alert-policy.h"
#include "vdt-settings.h"
#include "vdt-store-claims.h"

/* When a digest goes out, and how long Review is due after it. */

#define ID      "01a12f8e-0900-7903-98d3-ad69c9b8d03e"
#define SINCE   "2026-11-30T10:01:30Z"
#define NOW     "2026-11-30T10:05:00Z"
#define LATER   "2026-11-30T10:15:00Z" /* when a digest is due */
#define MINUTES 5

typedef struct
{
  char *root;
  char *home;
  char *log;
  char *database;
  GSettings *settings;
  VdtEngine *engine;
  VdtReview *review;
  guint n_digests;
  guint n_done;
} Fixture;

static VdtTime
parse (const char *text)
{
  return vdt_time_from_rfc3339 (text, strlen (text));
}

static void
on_alert_cb (VdtEngine *engine, const VdtAlert *alert, Fixture *fixture)
{
  fixture->n_digests += alert->kind == VDT_ALERT_REVIEW_DUE ? 1 : 0;
}

static gboolean
is_ready (Fixture *fixture)
{
  return vdt_engine_get_state (fixture->engine) == VDT_ENGINE_READY &&
         vdt_review_get_state (fixture->review) == VDT_REVIEW_READY;
}

static void
start (Fixture *fixture, int minutes)
{
  const char *codex[] = { NULL };
  const char *claude[] = { fixture->home, NULL };
  const VdtEngineConfig config = {
    .settings = fixture->settings,
    .database_path = fixture->database,
    .codex_homes = codex,
    .claude_homes = claude,
    .user_home = fixture->root,
    .now_offset = parse (minutes > 0 ? LATER : NOW) - vdt_time_now (),
    .review_since = parse (SINCE),
  };

  g_settings_set_int (fixture->settings, "review-interval-minutes", minutes);
  fixture->n_digests = 0;
  fixture->engine = vdt_engine_new (&config);
  fixture->review = vdt_engine_get_review (fixture->engine);
  g_signal_connect (fixture->engine, "alert", G_CALLBACK (on_alert_cb), fixture);
  vdt_engine_start (fixture->engine);
  test_wait_until (is_ready (fixture));
}

static void
stop (Fixture *fixture)
{
  if (fixture->engine != NULL)
    vdt_engine_shutdown (fixture->engine);
  g_clear_object (&fixture->engine);
}

static void
setup (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->root = g_dir_make_tmp ("vedette-digest-XXXXXX", NULL);
  fixture->home = g_build_filename (fixture->root, "claude", NULL);
  fixture->log = g_build_filename (fixture->home, "projects", "-w", ID ".jsonl", NULL);
  fixture->database = g_build_filename (fixture->root, "data", "vedette.sqlite3", NULL);
  fixture->settings = vdt_settings_open (&error);
  g_assert_no_error (error);
  g_settings_set_boolean (fixture->settings, "agent-workspace-enabled", TRUE);
  g_settings_set_boolean (fixture->settings, "notifications-enabled", TRUE);
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  stop (fixture);
  g_settings_reset (fixture->settings, "review-interval-minutes");
  g_settings_reset (fixture->settings, "agent-workspace-enabled");
  g_settings_reset (fixture->settings, "notifications-enabled");
  g_object_unref (fixture->settings);
  test_remove_tree (fixture->root);
  g_free (fixture->root);
  g_free (fixture->home);
  g_free (fixture->log);
  g_free (fixture->database);
}

static void
put_prompt (Fixture *fixture, const char *when)
{
  g_autofree char *text =
    g_strdup_printf ("{\"type\":\"user\",\"sessionId\":\"" ID "\",\"uuid\":\"u1\",\"timestamp\":"
                     "\"%s\",\"message\":{\"role\":\"user\",\"content\":\"go on\"}}\n",
                     when);

  test_write_file (fixture->log, text);
}

/* When this process began, as the kernel says: it is the agent that lives. */
static char *
proc_start (void)
{
  g_autofree char *stat = NULL;
  g_auto (GStrv) fields = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/stat", &stat, NULL, NULL));
  fields = g_strsplit (strrchr (stat, ')') + 2, " ", -1);
  return g_strdup (fields[19]);
}

static void
put_permission (Fixture *fixture)
{
  g_autofree char *began = proc_start ();
  g_autofree char *path = g_strdup_printf ("%s/sessions/%d.json", fixture->home, (int) getpid ());
  g_autofree char *entry = g_strdup_printf ("{\"pid\":%d,\"sessionId\":\"" ID
                                            "\",\"procStart\":\"%s\",\"status\":\"waiting\","
                                            "\"waitingFor\":\"permission prompt\"}",
                                            (int) getpid (), began);

  test_write_file (path, entry);
}

static void
keep_result_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* A digest is due when the engine starts with an interval. */
static void
make_due (Fixture *fixture)
{
  VdtStore *store = vdt_store_new ();
  const VdtTime interval = MINUTES * VDT_MINUTE;
  const VdtTime before[] = { 0, parse (LATER) - interval };
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GError) error = NULL;

  vdt_store_open_async (store, fixture->database, NULL, keep_result_cb, &opened);
  test_wait_until (opened != NULL);
  vdt_store_open_finish (store, opened, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      VdtStoreDigest digest = { 0 };

      vdt_store_claim_digest_async (store, i == 0 ? 0 : interval, FALSE, before[i], NULL,
                                    keep_result_cb, &result);
      test_wait_until (result != NULL);
      vdt_store_claim_digest_finish (store, result, &digest, &error);
      g_assert_no_error (error);
    }
  vdt_store_close (store);
  g_object_unref (store);
}

static const VdtReviewCard *
card (Fixture *fixture)
{
  g_autoptr (VdtReviewItem) first = g_list_model_get_item (G_LIST_MODEL (fixture->review), 0);

  return first != NULL ? vdt_review_item_get_card (first) : NULL;
}

static void
on_done_cb (VdtReview *review, VdtReviewOutcome outcome, gpointer user_data)
{
  g_assert_cmpint (outcome, ==, VDT_REVIEW_ADVANCED);
  ((Fixture *) user_data)->n_done++;
}

/* No log says that a permission is waited for; the queue does, and so a digest tells of it. */
static void
test_permission (Fixture *fixture, gconstpointer data)
{
  put_prompt (fixture, "2026-11-30T10:01:00.000Z");
  start (fixture, 0);
  g_assert_null (card (fixture));
  stop (fixture);
  make_due (fixture);
  put_permission (fixture);
  start (fixture, MINUTES);
  test_wait_until (fixture->n_digests > 0);
  test_wait_until (card (fixture) != NULL);
  g_assert_cmpint (card (fixture)->tier, ==, VDT_REVIEW_BLOCKED);
  g_assert_true (vdt_engine_get_review_due (fixture->engine));
  g_assert_cmpuint (fixture->n_digests, ==, 1);
}

static void
test_nothing (Fixture *fixture, gconstpointer data)
{
  put_prompt (fixture, "2026-11-30T10:01:00.000Z");
  start (fixture, 0);
  stop (fixture);
  make_due (fixture);
  start (fixture, MINUTES);
  /* the next one is an interval off: the one that was due was taken */
  test_wait_until (vdt_review_get_next_digest (fixture->review) > parse (LATER) + VDT_MINUTE);
  g_assert_cmpuint (fixture->n_digests, ==, 0);
  g_assert_false (vdt_engine_get_review_due (fixture->engine));
}

/* Review is due until a person looks at something after that: neither that they once did, as is
 * read at a start, nor that they take it back is such a look. */
static void
test_due_until_reviewed (Fixture *fixture, gconstpointer data)
{
  g_autofree char *id = NULL;
  g_autofree char *snapshot = NULL;
  VdtReviewTarget target;

  put_prompt (fixture, "2026-11-30T10:02:00.000Z");
  start (fixture, 0);
  test_wait_until (card (fixture) != NULL);
  id = g_strdup (card (fixture)->session->id);
  snapshot = g_strdup (card (fixture)->as_of.id);
  target = (VdtReviewTarget){ id, snapshot };
  vdt_review_acknowledge (fixture->review, &target, 1, on_done_cb, fixture);
  test_wait_until (fixture->n_done == 1);
  stop (fixture);

  test_append_file (fixture->log,
                    "{\"type\":\"user\",\"sessionId\":\"" ID "\",\"uuid\":\"u2\",\"timestamp\":"
                    "\"2026-11-30T10:03:00.000Z\",\"message\":{\"role\":\"user\",\"content\":"
                    "\"and then\"}}\n");
  make_due (fixture);
  start (fixture, MINUTES);
  test_wait_until (fixture->n_digests > 0);
  test_wait_until (vdt_time_known (vdt_review_get_reviewed_at (fixture->review)));
  g_assert_true (vdt_engine_get_review_due (fixture->engine));
  vdt_review_unreview (fixture->review, id, on_done_cb, fixture);
  test_wait_until (fixture->n_done == 2);
  test_wait_until (!vdt_time_known (vdt_review_get_reviewed_at (fixture->review)));
  g_assert_true (vdt_engine_get_review_due (fixture->engine));
  vdt_review_acknowledge (fixture->review, &target, 1, on_done_cb, fixture);
  test_wait_until (fixture->n_done == 3);
  test_wait_until (!vdt_engine_get_review_due (fixture->engine));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);

#define add(name, func) g_test_add (name, Fixture, NULL, setup, func, teardown)
  add ("/engine/digest/permission", test_permission);
  add ("/engine/digest/nothing", test_nothing);
  add ("/engine/digest/due-until-reviewed", test_due_until_reviewed);
#undef add
  return g_test_run ();
}
