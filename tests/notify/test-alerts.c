/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Between the engine and what shows notices: when one goes again. */

#define G_LOG_DOMAIN "test-alerts"

#include "config.h"

#include "vdt-alerts.h"

#include <glib/gstdio.h>
#include <string.h>

#include "codex-log.h"
#include "test-files.h"
#include "test-loop.h"
#include "vdt-alert-policy.h"

#define FIRST  "01a12f8e-0900-7903-98d3-ad69c9b8d03e"
#define SECOND "01a12f8e-0900-7903-98d3-ad69c9b8d03f"
#define NOW    "2026-11-30T10:05:00Z"

/* --- what would show -------------------------------------------------------------------------- */

#define TEST_TYPE_NOTIFIER (test_notifier_get_type ())
G_DECLARE_FINAL_TYPE (TestNotifier, test_notifier, TEST, NOTIFIER, GObject)

struct _TestNotifier
{
  GObject parent_instance;
  GHashTable *shown; /* ids */
};

static void
test_notifier_show (VdtNotifier *notifier, const VdtNotification *notification)
{
  g_hash_table_add (TEST_NOTIFIER (notifier)->shown, g_strdup (notification->id));
}

static void
test_notifier_withdraw (VdtNotifier *notifier, const char *id)
{
  if (id != NULL)
    g_hash_table_remove (TEST_NOTIFIER (notifier)->shown, id);
  else
    g_hash_table_remove_all (TEST_NOTIFIER (notifier)->shown);
}

static void
test_notifier_iface_init (VdtNotifierInterface *iface)
{
  iface->show = test_notifier_show;
  iface->withdraw = test_notifier_withdraw;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestNotifier,
                               test_notifier,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VDT_TYPE_NOTIFIER, test_notifier_iface_init))

static void
test_notifier_finalize (GObject *object)
{
  g_hash_table_unref (TEST_NOTIFIER (object)->shown);
  G_OBJECT_CLASS (test_notifier_parent_class)->finalize (object);
}

static void
test_notifier_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, TRUE);
}

static void
test_notifier_class_init (TestNotifierClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_notifier_finalize;
  G_OBJECT_CLASS (klass)->get_property = test_notifier_get_property;
  g_object_class_override_property (G_OBJECT_CLASS (klass), 1, "available");
}

static void
test_notifier_init (TestNotifier *self)
{
  self->shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* --- two agents ------------------------------------------------------------------------------- */

typedef struct
{
  char *root;
  char *home;
  VdtEngine *engine;
  TestNotifier *notifier;
  VdtAlerts *alerts;
  guint n_alerts;
  guint n_waiting; /* to wait for */
} Fixture;

static void
on_alert_cb (VdtEngine *engine, const VdtAlert *alert, Fixture *fixture)
{
  fixture->n_alerts++;
}

static gboolean
is_ready (gpointer data)
{
  return vdt_engine_get_state (((Fixture *) data)->engine) == VDT_ENGINE_READY;
}

static gboolean
was_told (gpointer data)
{
  return ((Fixture *) data)->n_alerts > 0;
}

static gboolean
so_many_wait (gpointer data)
{
  Fixture *fixture = data;

  return vdt_engine_get_n_waiting (fixture->engine) == fixture->n_waiting;
}

static gboolean
nothing_is_shown (gpointer data)
{
  return g_hash_table_size (((Fixture *) data)->notifier->shown) == 0;
}

static void
append (Fixture *fixture, const char *thread, int second, const char *payload)
{
  g_autofree char *path = codex_log_path (fixture->home, thread);
  g_autofree char *line = g_strdup_printf (
    "{\"timestamp\":\"2026-11-30T10:04:%02d.000Z\",\"type\":\"response_item\",\"payload\":%s}\n",
    second, payload);

  test_append_file (path, line);
}

static void
ask (Fixture *fixture, const char *thread, int second)
{
  append (fixture, thread, second,
          "{\"type\":\"function_call\",\"name\":\"request_user_input\",\"arguments\":"
          "\"{\\\"questions\\\":[{\\\"id\\\":\\\"a\\\",\\\"header\\\":\\\"Print\\\","
          "\\\"question\\\":\\\"Print now?\\\",\\\"options\\\":[{\\\"label\\\":\\\"Yes\\\","
          "\\\"description\\\":\\\"Go on.\\\"}]}]}\",\"call_id\":\"call_1\"}");
}

static void
answer (Fixture *fixture, const char *thread, int second)
{
  append (fixture, thread, second,
          "{\"type\":\"function_call_output\",\"call_id\":\"call_1\",\"output\":"
          "\"{\\\"answers\\\":{}}\"}");
}

static void
setup (Fixture *fixture, gconstpointer data)
{
  const char *threads[] = { FIRST, SECOND };
  const char *claude[] = { NULL };
  const char *codex[] = { NULL, NULL };
  VdtEngineConfig config = {
    .claude_homes = claude,
    .now_offset = vdt_time_from_rfc3339 (NOW, strlen (NOW)) - vdt_time_now (),
  };

  fixture->root = g_dir_make_tmp ("vedette-alerts-XXXXXX", NULL);
  fixture->home = g_build_filename (fixture->root, "codex", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autofree char *path = codex_log_path (fixture->home, threads[i]);

      codex_log_write (path, threads[i], NULL, 1100);
    }
  if (data != NULL)
    ask (fixture, data, 1);
  codex[0] = fixture->home;
  config.codex_homes = codex;
  config.user_home = fixture->root;
  fixture->engine = vdt_engine_new (&config);
  fixture->notifier = g_object_new (TEST_TYPE_NOTIFIER, NULL);
  fixture->alerts = vdt_alerts_new (fixture->engine, VDT_NOTIFIER (fixture->notifier));
  g_signal_connect (fixture->engine, "alert", G_CALLBACK (on_alert_cb), fixture);
  vdt_engine_start (fixture->engine);
  test_wait_until (is_ready (fixture));
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  vdt_engine_shutdown (fixture->engine);
  g_clear_object (&fixture->alerts);
  g_clear_object (&fixture->notifier);
  g_clear_object (&fixture->engine);
  test_remove_tree (fixture->root);
  g_free (fixture->root);
  g_free (fixture->home);
}

/* A notice of one agent goes with that one's question, though another one waits too. */
static void
test_goes_with_its_own (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (vdt_engine_get_n_waiting (fixture->engine), ==, 1);
  ask (fixture, FIRST, 2);
  test_wait_until (was_told (fixture));
  g_assert_true (g_hash_table_contains (fixture->notifier->shown, "waiting"));

  answer (fixture, FIRST, 3);
  test_wait_until (nothing_is_shown (fixture));
  g_assert_cmpuint (vdt_engine_get_n_waiting (fixture->engine), ==, 1);
}

/* One that speaks of both stays until both were answered. */
static void
test_stays_for_all (Fixture *fixture, gconstpointer data)
{
  ask (fixture, FIRST, 1);
  ask (fixture, SECOND, 1);
  test_wait_until (was_told (fixture));
  fixture->n_waiting = 2;
  test_wait_until (so_many_wait (fixture));
  answer (fixture, FIRST, 2);
  fixture->n_waiting = 1;
  test_wait_until (so_many_wait (fixture));
  g_assert_false (nothing_is_shown (fixture));
  answer (fixture, SECOND, 3);
  test_wait_until (nothing_is_shown (fixture));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add ("/alerts/goes-with-its-own", Fixture, SECOND, setup, test_goes_with_its_own,
              teardown);
  g_test_add ("/alerts/stays-for-all", Fixture, NULL, setup, test_stays_for_all, teardown);
  return g_test_run ();
}
