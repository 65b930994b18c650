/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* As in a Flatpak: libnotify is told to use the portal, and there is no other service. */

#define G_LOG_DOMAIN "test-portal"

#include "config.h"

#include "bus-fixture.h"
#include "test-loop.h"
#include "vdt-notifier.h"

#define NAME      "org.freedesktop.portal.Desktop"
#define PATH      "/org/freedesktop/portal/desktop"
#define INTERFACE "org.freedesktop.portal.Notification"

typedef struct
{
  BusFixture bus;
  GDBusConnection *session;
  GDBusConnection *portal;
  VdtNotifier *notifier;
  GString *calls;
  GString *log;
  char *id;
  GVariant *shown;
} Fixture;

static const char introspection[] =
  "<node><interface name='" INTERFACE "'>"
  "<method name='AddNotification'><arg type='s' direction='in'/>"
  "<arg type='a{sv}' direction='in'/></method>"
  "<method name='RemoveNotification'><arg type='s' direction='in'/></method>"
  "<property name='version' type='u' access='read'/>"
  "</interface></node>";

static void
called_cb (GDBusConnection *connection,
           const char *sender,
           const char *path,
           const char *interface,
           const char *method,
           GVariant *parameters,
           GDBusMethodInvocation *invocation,
           gpointer user_data)
{
  Fixture *fixture = user_data;

  g_string_append_printf (fixture->calls, "%s ", method);
  g_free (fixture->id);
  g_variant_get_child (parameters, 0, "s", &fixture->id);
  if (g_str_equal (method, "AddNotification"))
    {
      g_clear_pointer (&fixture->shown, g_variant_unref);
      fixture->shown = g_variant_get_child_value (parameters, 1);
    }
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static GVariant *
get_version_cb (GDBusConnection *connection,
                const char *sender,
                const char *path,
                const char *interface,
                const char *property,
                GError **error,
                gpointer user_data)
{
  return g_variant_new_uint32 (1);
}

static void
start_portal (Fixture *fixture)
{
  static const GDBusInterfaceVTable vtable = { called_cb, get_version_cb, NULL, { 0 } };
  g_autoptr (GDBusNodeInfo) info = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  fixture->portal = bus_connect (&fixture->bus);
  info = g_dbus_node_info_new_for_xml (introspection, &error);
  g_assert_no_error (error);
  g_dbus_connection_register_object (fixture->portal, PATH, info->interfaces[0], &vtable, fixture,
                                     NULL, &error);
  g_assert_no_error (error);
  reply =
    bus_call (fixture->portal, "org.freedesktop.DBus", "/org/freedesktop/DBus",
              "org.freedesktop.DBus", "RequestName", g_variant_new ("(su)", NAME, 4u), &error);
  g_assert_no_error (error);
}

static void
stop_portal (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_dbus_connection_close_sync (fixture->portal, NULL, &error);
  g_assert_no_error (error);
  g_clear_object (&fixture->portal);
}

static void
activated_cb (VdtNotifier *notifier, const char *id, const char *action, gpointer user_data)
{
  g_string_append_printf (((Fixture *) user_data)->log, "%s:%s ", id, action);
}

static void
closed_cb (VdtNotifier *notifier, const char *id, gpointer user_data)
{
  g_string_append_printf (((Fixture *) user_data)->log, "-%s ", id);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  bus_fixture_set_up (&fixture->bus, NULL);
  fixture->session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);
  fixture->calls = g_string_new (NULL);
  fixture->log = g_string_new (NULL);
  fixture->notifier = vdt_notifier_new_for_platform (fixture->session);
  g_signal_connect (fixture->notifier, "activated", G_CALLBACK (activated_cb), fixture);
  g_signal_connect (fixture->notifier, "closed", G_CALLBACK (closed_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->portal != NULL)
    stop_portal (fixture);
  g_assert_finalize_object (fixture->notifier);
  g_clear_object (&fixture->session);
  g_clear_pointer (&fixture->shown, g_variant_unref);
  g_free (fixture->id);
  g_string_free (fixture->calls, TRUE);
  g_string_free (fixture->log, TRUE);
  bus_fixture_tear_down (&fixture->bus, NULL);
}

static gboolean
is_available (Fixture *fixture)
{
  return vdt_notifier_get_available (fixture->notifier);
}

static void
test_portal (Fixture *fixture, gconstpointer data)
{
  const VdtNotificationAction actions[] = {
    { VDT_NOTIFICATION_ACTION_DEFAULT, "Open" },
    { VDT_NOTIFICATION_ACTION_OPEN_REVIEW, "Open Review" },
  };
  const VdtNotification notification = {
    .id = "a",
    .title = "Review is due",
    .body = "1 < 2",
    .urgency = VDT_NOTIFICATION_CRITICAL,
    .category = "x-vedette.review",
    .actions = actions,
    .n_actions = G_N_ELEMENTS (actions),
  };
  g_autoptr (GVariant) buttons = NULL;
  g_autoptr (GError) error = NULL;
  const char *text = NULL;

  start_portal (fixture);
  test_wait_until (is_available (fixture));
  vdt_notifier_show (fixture->notifier, &notification);
  test_wait_until (fixture->shown != NULL);
  g_assert_true (g_variant_lookup (fixture->shown, "title", "&s", &text));
  g_assert_cmpstr (text, ==, "Review is due");
  /* The portal has no markup. */
  g_assert_true (g_variant_lookup (fixture->shown, "body", "&s", &text));
  g_assert_cmpstr (text, ==, "1 < 2");
  g_assert_true (g_variant_lookup (fixture->shown, "priority", "&s", &text));
  g_assert_cmpstr (text, ==, "urgent");
  g_assert_true (g_variant_lookup (fixture->shown, "default-action", "&s", &text));
  g_assert_cmpstr (text, ==, "default");
  g_assert_true (g_variant_lookup (fixture->shown, "buttons", "@aa{sv}", &buttons));
  g_assert_cmpuint (g_variant_n_children (buttons), >, 0);

  g_dbus_connection_emit_signal (fixture->portal, NULL, PATH, INTERFACE, "ActionInvoked",
                                 g_variant_new ("(ssav)", fixture->id, "open-review", NULL),
                                 &error);
  g_assert_no_error (error);
  test_wait_until (fixture->log->len > 0);
  g_assert_true (g_str_has_prefix (fixture->log->str, "a:open-review "));
  g_assert_cmpstr (fixture->calls->str, ==, "AddNotification ");
}

static void
test_withdraw (Fixture *fixture, gconstpointer data)
{
  g_autofree char *shown = NULL;

  start_portal (fixture);
  vdt_notifier_show (fixture->notifier, &(VdtNotification){ .id = "a", .title = "A" });
  test_wait_until (fixture->shown != NULL);
  shown = g_strdup (fixture->id);
  vdt_notifier_withdraw (fixture->notifier, "a");
  test_wait_until (g_str_equal (fixture->calls->str, "AddNotification RemoveNotification "));
  g_assert_cmpstr (fixture->id, ==, shown);
  test_wait_until (g_str_equal (fixture->log->str, "-a "));
  stop_portal (fixture);
  test_wait_until (!is_available (fixture));
}

int
main (int argc, char *argv[])
{
  g_unsetenv ("NOTIFY_IGNORE_PORTAL");
  g_setenv ("NOTIFY_FORCE_PORTAL", "1", TRUE);
  g_test_init (&argc, &argv, NULL);
  /* libnotify 0.8.1 warns that it is in a sandbox. */
  g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
  g_set_application_name ("Vedette");

  g_test_add ("/notify/portal/show", Fixture, NULL, set_up, test_portal, tear_down);
  g_test_add ("/notify/portal/withdraw", Fixture, NULL, set_up, test_withdraw, tear_down);

  return g_test_run ();
}
