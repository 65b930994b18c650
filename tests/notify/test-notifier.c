/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-notifier"

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "bus-fixture.h"
#include "mock-desktop.h"
#include "test-loop.h"
#include "vdt-notifier.h"

#define ALL_CAPS "actions body body-markup persistence"

typedef struct
{
  BusFixture bus;
  char *services; /* folder of what the bus may start, or NULL */
  GDBusConnection *session;
  MockDesktop *desktop;
  VdtNotifier *notifier;
  GString *log;
  guint n_notifies;
} Fixture;

static void
activated_cb (VdtNotifier *notifier, const char *id, const char *action, gpointer user_data)
{
  Fixture *fixture = user_data;
  g_autofree char *token = vdt_notifier_steal_activation_token (notifier);
  g_autofree char *again = vdt_notifier_steal_activation_token (notifier);

  g_string_append_printf (fixture->log, "%s:%s", id, action);
  if (token != NULL)
    g_string_append_printf (fixture->log, ":%s", token);
  g_string_append_c (fixture->log, ' ');
  g_assert_null (again);
}

static void
closed_cb (VdtNotifier *notifier, const char *id, gpointer user_data)
{
  g_string_append_printf (((Fixture *) user_data)->log, "-%s ", id);
}

static void
available_cb (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  ((Fixture *) user_data)->n_notifies++;
}

static void
write_service (Fixture *fixture)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  fixture->services = g_dir_make_tmp ("vedette-services-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (fixture->services, "notifications.service", NULL);
  g_file_set_contents (path,
                       "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=/bin/false\n", -1,
                       &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->bus.bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  if (g_strcmp0 (data, "activatable") == 0)
    {
      write_service (fixture);
      g_test_dbus_add_service_dir (fixture->bus.bus, fixture->services);
    }
  g_test_dbus_up (fixture->bus.bus);
  fixture->bus.app = bus_connect (&fixture->bus);
  fixture->bus.host = bus_connect (&fixture->bus);
  fixture->session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);
  fixture->log = g_string_new (NULL);
  fixture->notifier = vdt_notifier_new_for_platform (fixture->session);
  g_signal_connect (fixture->notifier, "activated", G_CALLBACK (activated_cb), fixture);
  g_signal_connect (fixture->notifier, "closed", G_CALLBACK (closed_cb), fixture);
  g_signal_connect (fixture->notifier, "notify::available", G_CALLBACK (available_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_pointer (&fixture->desktop, mock_desktop_crash);
  if (fixture->notifier != NULL)
    g_assert_finalize_object (fixture->notifier);
  g_clear_object (&fixture->session);
  g_string_free (fixture->log, TRUE);
  bus_fixture_tear_down (&fixture->bus, NULL);
  if (fixture->services != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->services, "notifications.service", NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
      g_assert_cmpint (g_rmdir (fixture->services), ==, 0);
      g_free (fixture->services);
    }
}

static gboolean
is_available (Fixture *fixture)
{
  return vdt_notifier_get_available (fixture->notifier);
}

static void
start_desktop (Fixture *fixture, const char *caps)
{
  fixture->desktop = mock_desktop_new (bus_connect (&fixture->bus), caps);
  test_wait_until (is_available (fixture));
}

static void
show_plain (Fixture *fixture, const char *id, const char *title)
{
  vdt_notifier_show (fixture->notifier, &(VdtNotification){ .id = id, .title = title });
}

/* Shows it, and waits until the desktop was asked to. */
static const MockCall *
show (Fixture *fixture, const VdtNotification *notification)
{
  guint n = mock_desktop_count (fixture->desktop, "Notify");

  vdt_notifier_show (fixture->notifier, notification);
  test_wait_until (mock_desktop_count (fixture->desktop, "Notify") > n);
  return mock_desktop_get_last (fixture->desktop, "Notify");
}

/* Until all that was on its way has arrived: signals go before what is to be shown. */
static void
settle (Fixture *fixture)
{
  static guint n_markers;
  g_autofree char *marker = g_strdup_printf ("Marker %u", ++n_markers);

  bus_settle (&fixture->bus);
  show_plain (fixture, "marker", marker);
  test_wait_until (mock_desktop_count (fixture->desktop, "Notify") > 0 &&
                   g_str_equal (mock_desktop_get_last (fixture->desktop, "Notify")->title, marker));
  bus_settle (&fixture->bus);
}

static void
assert_actions (const MockCall *call, const char *expected)
{
  g_autofree char *actions = g_strjoinv ("|", call->actions);

  g_assert_cmpstr (actions, ==, expected);
}

static const VdtNotificationAction two_actions[] = {
  { VDT_NOTIFICATION_ACTION_DEFAULT, "Open" },
  { VDT_NOTIFICATION_ACTION_OPEN_REVIEW, "Open Review" },
};

static const VdtNotification with_actions = {
  .id = "a",
  .title = "An agent needs a decision",
  .actions = two_actions,
  .n_actions = G_N_ELEMENTS (two_actions),
};

/* The desktop goes on after a call without answer. */
static void
release (Fixture *fixture, guint32 id)
{
  GDBusMethodInvocation *invocation = g_ptr_array_steal_index (fixture->desktop->held, 0);

  fixture->desktop->hangs = FALSE;
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(u)", id));
}

static void
test_null (void)
{
  VdtNotifier *notifier = vdt_notifier_new_for_platform (NULL);

  g_assert_false (vdt_notifier_get_available (notifier));
  vdt_notifier_show (notifier, &with_actions);
  vdt_notifier_withdraw (notifier, "a");
  vdt_notifier_withdraw_all (notifier);
  g_assert_null (vdt_notifier_steal_activation_token (notifier));
  g_assert_finalize_object (notifier);
}

static void
test_nobody (Fixture *fixture, gconstpointer data)
{
  bus_settle (&fixture->bus);
  g_assert_false (is_available (fixture));
  vdt_notifier_withdraw_all (fixture->notifier);
  show_plain (fixture, "a", "Nobody sees this");
  vdt_notifier_withdraw (fixture->notifier, "a");
  bus_settle (&fixture->bus);
  g_assert_false (is_available (fixture));
  g_assert_cmpuint (fixture->n_notifies, ==, 0);
  g_assert_cmpstr (fixture->log->str, ==, "");
}

static void
test_available (Fixture *fixture, gconstpointer data)
{
  start_desktop (fixture, "body");
  g_assert_cmpuint (fixture->n_notifies, ==, 1);
  g_clear_pointer (&fixture->desktop, mock_desktop_crash);
  test_wait_until (!is_available (fixture));
  start_desktop (fixture, "body");
  g_assert_cmpuint (fixture->n_notifies, ==, 3);
  g_assert_cmpuint (mock_desktop_count (fixture->desktop, "Notify"), ==, 0);
}

static void
test_activatable (Fixture *fixture, gconstpointer data)
{
  /* Not running, but it would be started … */
  test_wait_until (is_available (fixture));
  /* … unless that fails. */
  show_plain (fixture, "a", "Nobody sees this");
  test_wait_until (!is_available (fixture));
  start_desktop (fixture, "body");
  show (fixture, &(VdtNotification){ .id = "a", .title = "Seen" });
}

static void
test_show (Fixture *fixture, gconstpointer data)
{
  const MockCall *call;
  const char *text = NULL;
  guchar urgency = 0;
  gboolean transient = FALSE;

  start_desktop (fixture, "body");
  call = show (fixture, &(VdtNotification){
                          .id = "a",
                          .title = "Review is\ndue",
                          .body = "1 < 2 \033[1m& more",
                          .urgency = VDT_NOTIFICATION_CRITICAL,
                          .category = "x-vedette.review",
                          .transient = TRUE,
                          .actions = two_actions,
                          .n_actions = G_N_ELEMENTS (two_actions),
                        });
  g_assert_cmpstr (call->app_name, ==, "Vedette");
  g_assert_cmpstr (call->icon, ==, VDT_APP_ID);
  g_assert_cmpuint (call->replaces, ==, 0);
  g_assert_cmpstr (call->title, ==, "Review is");
  g_assert_cmpstr (call->body, ==, "1 < 2 & more");
  assert_actions (call, "");
  g_assert_true (g_variant_lookup (call->hints, "urgency", "y", &urgency));
  g_assert_cmpuint (urgency, ==, 2);
  g_assert_true (g_variant_lookup (call->hints, "transient", "b", &transient));
  g_assert_true (transient);
  g_assert_true (g_variant_lookup (call->hints, "category", "&s", &text));
  g_assert_cmpstr (text, ==, "x-vedette.review");
  g_assert_true (g_variant_lookup (call->hints, "desktop-entry", "&s", &text));
  g_assert_cmpstr (text, ==, VDT_APP_ID);

  call = show (fixture, &(VdtNotification){ .id = "b", .title = "Quota is back" });
  g_assert_cmpstr (call->body, ==, "");
  g_assert_false (g_variant_lookup (call->hints, "transient", "b", &transient));
  g_assert_false (g_variant_lookup (call->hints, "category", "&s", &text));
}

static void
test_markup (Fixture *fixture, gconstpointer data)
{
  g_autofree char *long_body = g_strnfill (100000, '<');
  const MockCall *call;

  start_desktop (fixture, ALL_CAPS);
  call =
    show (fixture,
          &(VdtNotification){ .id = "a", .title = "<b>T</b>", .body = "<a href=\"x\">1 & 2</a>" });
  g_assert_cmpstr (call->title, ==, "<b>T</b>");
  g_assert_cmpstr (call->body, ==, "&lt;a href=&quot;x&quot;&gt;1 &amp; 2&lt;/a&gt;");
  call = show (fixture, &(VdtNotification){ .id = "b", .title = long_body, .body = long_body });
  g_assert_cmpuint (g_utf8_strlen (call->title, -1), ==, 121);
  g_assert_cmpuint (g_utf8_strlen (call->body, -1), ==, 4 * 1000 + 1);
  /* Neither of them is text, and libnotify takes no empty title. */
  call = show (fixture, &(VdtNotification){ .id = "c", .title = "\001", .body = "\xff" });
  g_assert_cmpstr (call->title, ==, "Vedette");
  g_assert_cmpstr (call->body, ==, "\xef\xbf\xbd");
}

static void
test_actions (Fixture *fixture, gconstpointer data)
{
  const MockCall *call;
  guint32 a;

  start_desktop (fixture, ALL_CAPS);
  call = show (fixture, &with_actions);
  a = call->id;
  g_assert_true (g_strv_contains ((const char *const *) call->actions, "open-review"));
  g_assert_true (g_strv_contains ((const char *const *) call->actions, "Open Review"));
  g_assert_true (g_strv_contains ((const char *const *) call->actions, "default"));
  g_assert_cmpuint (g_strv_length (call->actions), ==, 4);

  mock_desktop_act (fixture->desktop, a, "open-review", NULL);
  test_wait_until (fixture->log->len > 0);
  mock_desktop_act (fixture->desktop, a, "default", "token-1");
  /* Somebody else's. */
  mock_desktop_act (fixture->desktop, a + 100, "default", "token-2");
  settle (fixture);
  g_assert_cmpstr (fixture->log->str, ==, "a:open-review a:default:token-1 ");
}

static void
test_replace (Fixture *fixture, gconstpointer data)
{
  const VdtNotificationAction open = { VDT_NOTIFICATION_ACTION_OPEN, "Open" };
  const MockCall *call;
  guint32 first;

  start_desktop (fixture, ALL_CAPS);
  first = show (fixture, &with_actions)->id;
  call =
    show (fixture,
          &(VdtNotification){ .id = "a", .title = "Another", .actions = &open, .n_actions = 1 });
  g_assert_cmpuint (call->replaces, ==, first);
  assert_actions (call, "open|Open");
  mock_desktop_act (fixture->desktop, first, "open", NULL);
  settle (fixture);
  mock_desktop_close (fixture->desktop, first, 2);
  settle (fixture);
  g_assert_cmpstr (fixture->log->str, ==, "a:open -a ");
}

static void
test_closed (Fixture *fixture, gconstpointer data)
{
  guint32 first;

  start_desktop (fixture, ALL_CAPS);
  first = show (fixture, &with_actions)->id;
  mock_desktop_act (fixture->desktop, first, "default", NULL);
  mock_desktop_close (fixture->desktop, first, 2);
  /* It comes to nothing: the notification is gone. */
  mock_desktop_act (fixture->desktop, first, "default", NULL);
  mock_desktop_close (fixture->desktop, first, 1);
  settle (fixture);
  g_assert_cmpstr (fixture->log->str, ==, "a:default -a ");
  g_assert_cmpuint (show (fixture, &with_actions)->replaces, ==, 0);
}

static void
test_withdraw (Fixture *fixture, gconstpointer data)
{
  guint32 a;
  guint n;

  start_desktop (fixture, ALL_CAPS);
  a = show (fixture, &with_actions)->id;
  show (fixture, &(VdtNotification){ .id = "b", .title = "B" });
  vdt_notifier_withdraw (fixture->notifier, "a");
  vdt_notifier_withdraw (fixture->notifier, "unknown");
  test_wait_until (mock_desktop_count (fixture->desktop, "CloseNotification") == 1);
  g_assert_cmpuint (mock_desktop_get_last (fixture->desktop, "CloseNotification")->id, ==, a);
  settle (fixture);
  g_assert_cmpstr (fixture->log->str, ==, "-a ");

  vdt_notifier_withdraw_all (fixture->notifier);
  test_wait_until (mock_desktop_count (fixture->desktop, "CloseNotification") == 3);
  bus_settle (&fixture->bus);
  g_assert_nonnull (strstr (fixture->log->str, "-b "));
  g_assert_nonnull (strstr (fixture->log->str, "-marker "));

  /* What is taken back before the desktop heard of it is never shown. */
  n = mock_desktop_count (fixture->desktop, "Notify");
  fixture->desktop->hangs = TRUE;
  show_plain (fixture, "held", "Held");
  test_wait_until (mock_desktop_count (fixture->desktop, "Notify") == n + 1);
  show_plain (fixture, "c", "C");
  show_plain (fixture, "d", "D");
  show_plain (fixture, "d", "D again");
  vdt_notifier_withdraw (fixture->notifier, "c");
  fixture->desktop->hangs = FALSE;
  g_dbus_method_invocation_return_value (g_object_ref (
                                           g_ptr_array_index (fixture->desktop->held, 0)),
                                         g_variant_new ("(u)", 77u));
  test_wait_until (mock_desktop_count (fixture->desktop, "Notify") == n + 2);
  g_assert_cmpstr (mock_desktop_get_last (fixture->desktop, "Notify")->title, ==, "D again");
  settle (fixture);
  g_assert_cmpuint (mock_desktop_count (fixture->desktop, "Notify"), ==, n + 3);
}

static void
test_return (Fixture *fixture, gconstpointer data)
{
  start_desktop (fixture, ALL_CAPS);
  show (fixture, &(VdtNotification){ .id = "b", .title = "B" });
  show (fixture, &with_actions);
  bus_settle (&fixture->bus);
  g_clear_pointer (&fixture->desktop, mock_desktop_crash);
  test_wait_until (!is_available (fixture));
  test_wait_until (strstr (fixture->log->str, "-a ") != NULL &&
                   strstr (fixture->log->str, "-b ") != NULL);
  show_plain (fixture, "a", "Nobody sees this");
  bus_settle (&fixture->bus);
  g_assert_false (is_available (fixture));

  /* Another one: it has no actions, and what the former one showed is none of its business. */
  start_desktop (fixture, "body");
  g_string_truncate (fixture->log, 0);
  bus_settle (&fixture->bus);
  vdt_notifier_show (fixture->notifier, &with_actions);
  test_wait_until (
    fixture->desktop->calls->len > 0 &&
    g_str_equal (mock_desktop_get_last (fixture->desktop, "Notify")->title, with_actions.title));
  assert_actions (mock_desktop_get_last (fixture->desktop, "Notify"), "");
  g_assert_cmpuint (((MockCall *) g_ptr_array_index (fixture->desktop->calls, 0))->replaces, ==, 0);
  mock_desktop_close (fixture->desktop, mock_desktop_get_last (fixture->desktop, "Notify")->id, 1);
  settle (fixture);
  g_assert_cmpstr (fixture->log->str, ==, "-a ");
}

static void
test_hang (Fixture *fixture, gconstpointer data)
{
  gint64 begun;
  guint n;

  start_desktop (fixture, ALL_CAPS);
  show (fixture, &(VdtNotification){ .id = "b", .title = "B" });
  bus_settle (&fixture->bus);
  fixture->desktop->hangs = TRUE;
  /* The desktop runs in this very loop: were this to wait for it, both would wait for ever. */
  show (fixture, &with_actions);
  vdt_notifier_withdraw (fixture->notifier, "b");
  begun = g_get_monotonic_time ();
  for (int i = 0; i < 100; i++)
    {
      g_autofree char *id = g_strdup_printf ("many-%d", i);

      show_plain (fixture, id, id);
      g_main_context_iteration (NULL, FALSE);
    }
  bus_settle (&fixture->bus);
  g_assert_cmpint (g_get_monotonic_time () - begun, <, 5 * G_TIME_SPAN_SECOND);
  g_assert_cmpuint (mock_desktop_count (fixture->desktop, "Notify"), ==, 2);
  g_assert_true (is_available (fixture));

  /* It wakes up: of many only the latest are shown, and what was to go is gone. */
  release (fixture, 77);
  settle (fixture);
  g_assert_cmpuint (mock_desktop_count (fixture->desktop, "CloseNotification"), ==, 1);
  n = mock_desktop_count (fixture->desktop, "Notify");
  g_assert_cmpuint (n, >, 20);
  g_assert_cmpuint (n, <, 40);
}

/* It never wakes up. */
static void
test_hang_until_gone (Fixture *fixture, gconstpointer data)
{
  start_desktop (fixture, ALL_CAPS);
  fixture->desktop->hangs = TRUE;
  show (fixture, &with_actions);
  g_clear_pointer (&fixture->desktop, mock_desktop_crash);
  test_wait_until (!is_available (fixture));
  start_desktop (fixture, ALL_CAPS);
  settle (fixture);
  g_assert_true (is_available (fixture));
  g_assert_cmpstr (fixture->log->str, ==, "");
}

static void
test_silence (Fixture *fixture, gconstpointer data)
{
  start_desktop (fixture, ALL_CAPS);
  /* A refusal is an answer. */
  fixture->desktop->error = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration";
  show (fixture, &with_actions);
  settle (fixture);
  g_assert_true (is_available (fixture));

  /* What a call ends with that nobody answers. */
  fixture->desktop->error = "org.freedesktop.DBus.Error.NoReply";
  show (fixture, &with_actions);
  test_wait_until (!is_available (fixture));
  fixture->desktop->error = NULL;
  show (fixture, &with_actions);
  test_wait_until (is_available (fixture));
  g_assert_cmpstr (fixture->log->str, ==, "");
}

/* The desktop cannot answer meanwhile, since it runs in this thread. */
static void
test_end (Fixture *fixture, gconstpointer data)
{
  gint64 begun;

  start_desktop (fixture, ALL_CAPS);
  show (fixture, &with_actions);
  bus_settle (&fixture->bus);
  begun = g_get_monotonic_time ();
  g_assert_finalize_object (g_steal_pointer (&fixture->notifier));
  g_assert_cmpint (g_get_monotonic_time () - begun, <, 5 * G_TIME_SPAN_SECOND);
  test_wait_until (mock_desktop_count (fixture->desktop, "CloseNotification") == 1);
  g_assert_cmpstr (fixture->log->str, ==, "");
}

int
main (int argc, char *argv[])
{
  g_setenv ("NOTIFY_IGNORE_PORTAL", "1", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_set_application_name ("Vedette");

#define ADD(name, data, function)                                                                  \
  g_test_add ("/notify/notifier/" name, Fixture, data, set_up, function, tear_down)
  g_test_add_func ("/notify/notifier/null", test_null);
  ADD ("nobody", NULL, test_nobody);
  ADD ("available", NULL, test_available);
  ADD ("activatable", "activatable", test_activatable);
  ADD ("show", NULL, test_show);
  ADD ("markup", NULL, test_markup);
  ADD ("actions", NULL, test_actions);
  ADD ("replace", NULL, test_replace);
  ADD ("closed", NULL, test_closed);
  ADD ("withdraw", NULL, test_withdraw);
  ADD ("return", NULL, test_return);
  ADD ("hang", NULL, test_hang);
  ADD ("hang-until-gone", NULL, test_hang_until_gone);
  ADD ("silence", NULL, test_silence);
  ADD ("end", NULL, test_end);

  return g_test_run ();
}
