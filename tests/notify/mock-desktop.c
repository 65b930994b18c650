/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-notify"

#include "config.h"

#include "mock-desktop.h"

#include "bus-fixture.h"

#define NAME "org.freedesktop.Notifications"
#define PATH "/org/freedesktop/Notifications"

#define DBUS_NAME_FLAG_DO_NOT_QUEUE 4u

static const char introspection[] =
  "<node><interface name='" NAME "'>"
  "<method name='GetCapabilities'><arg type='as' direction='out'/></method>"
  "<method name='GetServerInformation'>"
  "<arg type='s' direction='out'/><arg type='s' direction='out'/>"
  "<arg type='s' direction='out'/><arg type='s' direction='out'/></method>"
  "<method name='Notify'>"
  "<arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>"
  "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='as' direction='in'/>"
  "<arg type='a{sv}' direction='in'/><arg type='i' direction='in'/>"
  "<arg type='u' direction='out'/></method>"
  "<method name='CloseNotification'><arg type='u' direction='in'/></method>"
  "</interface></node>";

static void
call_free (gpointer data)
{
  MockCall *call = data;

  g_free (call->method);
  g_free (call->app_name);
  g_free (call->icon);
  g_free (call->title);
  g_free (call->body);
  g_strfreev (call->actions);
  g_clear_pointer (&call->hints, g_variant_unref);
  g_free (call);
}

static void
notify_called (MockDesktop *desktop, GVariant *parameters, GDBusMethodInvocation *invocation)
{
  MockCall *call = g_new0 (MockCall, 1);

  call->method = g_strdup ("Notify");
  g_variant_get (parameters, "(susss^as@a{sv}i)", &call->app_name, &call->replaces, &call->icon,
                 &call->title, &call->body, &call->actions, &call->hints, NULL);
  g_ptr_array_add (desktop->calls, call);
  if (desktop->hangs)
    {
      g_ptr_array_add (desktop->held, invocation);
      return;
    }
  if (desktop->error != NULL)
    {
      g_dbus_method_invocation_return_dbus_error (invocation, desktop->error, "no");
      return;
    }
  call->id = call->replaces != 0 ? call->replaces : ++desktop->last_id;
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(u)", call->id));
}

static void
close_called (MockDesktop *desktop, GVariant *parameters, GDBusMethodInvocation *invocation)
{
  MockCall *call = g_new0 (MockCall, 1);

  call->method = g_strdup ("CloseNotification");
  g_variant_get (parameters, "(u)", &call->id);
  g_ptr_array_add (desktop->calls, call);
  g_dbus_method_invocation_return_value (invocation, NULL);
  mock_desktop_close (desktop, call->id, 3);
}

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
  MockDesktop *desktop = user_data;

  if (g_str_equal (method, "Notify"))
    notify_called (desktop, parameters, invocation);
  else if (g_str_equal (method, "CloseNotification"))
    close_called (desktop, parameters, invocation);
  else if (g_str_equal (method, "GetCapabilities"))
    {
      g_auto (GStrv) caps = g_strsplit (desktop->caps, " ", -1);

      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(^as)", caps));
    }
  else
    g_dbus_method_invocation_return_value (invocation,
                                           g_variant_new ("(ssss)", "mock", "us", "1", "1.2"));
}

MockDesktop *
mock_desktop_new (GDBusConnection *connection, const char *caps)
{
  static const GDBusInterfaceVTable vtable = { called_cb, NULL, NULL, { 0 } };
  MockDesktop *desktop = g_new0 (MockDesktop, 1);
  g_autoptr (GDBusNodeInfo) info = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  desktop->connection = connection;
  desktop->caps = g_strdup (caps);
  desktop->calls = g_ptr_array_new_with_free_func (call_free);
  desktop->held = g_ptr_array_new_with_free_func (g_object_unref);
  info = g_dbus_node_info_new_for_xml (introspection, &error);
  g_assert_no_error (error);
  g_dbus_connection_register_object (connection, PATH, info->interfaces[0], &vtable, desktop, NULL,
                                     &error);
  g_assert_no_error (error);
  reply =
    bus_call (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
              "RequestName", g_variant_new ("(su)", NAME, DBUS_NAME_FLAG_DO_NOT_QUEUE), &error);
  g_assert_no_error (error);
  return desktop;
}

/* Frees it, too, and closes its connection. */
void
mock_desktop_crash (MockDesktop *desktop)
{
  g_autoptr (GError) error = NULL;

  g_dbus_connection_close_sync (desktop->connection, NULL, &error);
  g_assert_no_error (error);
  g_ptr_array_unref (desktop->held);
  g_ptr_array_unref (desktop->calls);
  g_object_unref (desktop->connection);
  g_free (desktop->caps);
  g_free (desktop);
}

const MockCall *
mock_desktop_get_last (MockDesktop *desktop, const char *method)
{
  for (guint i = desktop->calls->len; i > 0; i--)
    {
      const MockCall *call = g_ptr_array_index (desktop->calls, i - 1);

      if (g_str_equal (call->method, method))
        return call;
    }
  g_assert_not_reached ();
}

guint
mock_desktop_count (MockDesktop *desktop, const char *method)
{
  guint n = 0;

  for (guint i = 0; i < desktop->calls->len; i++)
    {
      const MockCall *call = g_ptr_array_index (desktop->calls, i);

      n += g_str_equal (call->method, method);
    }
  return n;
}

static void
emit (MockDesktop *desktop, const char *signal, GVariant *parameters)
{
  g_autoptr (GError) error = NULL;

  g_dbus_connection_emit_signal (desktop->connection, NULL, PATH, NAME, signal, parameters, &error);
  g_assert_no_error (error);
}

void
mock_desktop_act (MockDesktop *desktop, guint32 id, const char *action, const char *token)
{
  if (token != NULL)
    emit (desktop, "ActivationToken", g_variant_new ("(us)", id, token));
  emit (desktop, "ActionInvoked", g_variant_new ("(us)", id, action));
}

void
mock_desktop_close (MockDesktop *desktop, guint32 id, guint32 reason)
{
  emit (desktop, "NotificationClosed", g_variant_new ("(uu)", id, reason));
}
