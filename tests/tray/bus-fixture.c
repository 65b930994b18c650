/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-tray"

#include "config.h"

#include "bus-fixture.h"

#define WATCHDOG_SECONDS 30

GDBusConnection *
bus_connect (BusFixture *fixture)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection;

  connection =
    g_dbus_connection_new_for_address_sync (g_test_dbus_get_bus_address (fixture->bus),
                                            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                              G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                            NULL, NULL, &error);
  g_assert_no_error (error);
  return connection;
}

void
bus_fixture_set_up (BusFixture *fixture, gconstpointer data)
{
  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (fixture->bus);
  fixture->app = bus_connect (fixture);
  fixture->host = bus_connect (fixture);
}

static void
close_connection (GDBusConnection **connection)
{
  g_autoptr (GError) error = NULL;

  if (*connection == NULL)
    return;
  if (!g_dbus_connection_is_closed (*connection))
    {
      g_dbus_connection_close_sync (*connection, NULL, &error);
      g_assert_no_error (error);
    }
  g_clear_object (connection);
}

void
bus_fixture_tear_down (BusFixture *fixture, gconstpointer data)
{
  close_connection (&fixture->app);
  close_connection (&fixture->host);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_test_dbus_down (fixture->bus);
  g_clear_object (&fixture->bus);
}

static gboolean
watchdog_cb (gpointer data)
{
  g_error ("nothing happened for %d s", WATCHDOG_SECONDS);
  return G_SOURCE_REMOVE;
}

void
bus_wait (BusCondition condition, gpointer data)
{
  guint watchdog = g_timeout_add_seconds (WATCHDOG_SECONDS, watchdog_cb, NULL);

  while (!condition (data))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (watchdog);
}

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
has_result (gpointer data)
{
  return *(GAsyncResult **) data != NULL;
}

/* Calls without blocking the side that has to answer. */
GVariant *
bus_call (GDBusConnection *connection,
          const char *destination,
          const char *path,
          const char *interface,
          const char *method,
          GVariant *parameters,
          GError **error)
{
  g_autoptr (GVariant) arguments = parameters != NULL ? g_variant_take_ref (parameters) : NULL;
  g_autoptr (GAsyncResult) result = NULL;
  GVariant *reply;

  g_dbus_connection_call (connection, destination, path, interface, method, arguments, NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, called_cb, &result);
  bus_wait (has_result, &result);
  reply = g_dbus_connection_call_finish (connection, result, error);
  if (reply == NULL && error != NULL)
    g_dbus_error_strip_remote_error (*error);
  return reply;
}

static void
ping (GDBusConnection *from, GDBusConnection *to)
{
  g_autoptr (GVariant) reply = NULL;

  if (g_dbus_connection_is_closed (from) || g_dbus_connection_is_closed (to))
    return;
  reply = bus_call (from, g_dbus_connection_get_unique_name (to), "/", "org.freedesktop.DBus.Peer",
                    "Ping", NULL, NULL);
  g_assert_nonnull (reply);
}

/* Until everything that was on its way has arrived, and what it led to as well. */
void
bus_settle (BusFixture *fixture)
{
  for (int i = 0; i < 4; i++)
    {
      while (g_main_context_iteration (NULL, FALSE))
        continue;
      ping (fixture->host, fixture->app);
      ping (fixture->app, fixture->host);
    }
}
