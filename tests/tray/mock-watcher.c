/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-tray"

#include "config.h"

#include "mock-watcher.h"

#include "vdt-sni-generated.h"

#define DBUS_NAME_FLAG_DO_NOT_QUEUE 4u

static gboolean
register_item_cb (VdtDbusWatcher *skeleton,
                  GDBusMethodInvocation *invocation,
                  const char *service,
                  gpointer user_data)
{
  MockWatcher *watcher = user_data;
  const char *sender = g_dbus_method_invocation_get_sender (invocation);

  g_ptr_array_add (watcher->registered, g_strdup_printf ("%s %s", sender, service));
  if (watcher->refuse)
    g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_FAILED, "no");
  else
    vdt_dbus_watcher_complete_register_status_notifier_item (skeleton, invocation);
  return TRUE;
}

MockWatcher *
mock_watcher_new (BusFixture *fixture, gboolean has_host, gboolean refuse)
{
  MockWatcher *watcher = g_new0 (MockWatcher, 1);
  VdtDbusWatcher *skeleton = vdt_dbus_watcher_skeleton_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  watcher->connection = bus_connect (fixture);
  watcher->skeleton = G_OBJECT (skeleton);
  watcher->refuse = refuse;
  watcher->registered = g_ptr_array_new_with_free_func (g_free);
  vdt_dbus_watcher_set_protocol_version (skeleton, 0);
  vdt_dbus_watcher_set_is_status_notifier_host_registered (skeleton, has_host);
  g_signal_connect (skeleton, "handle-register-status-notifier-item", G_CALLBACK (register_item_cb),
                    watcher);
  g_dbus_interface_skeleton_export (G_DBUS_INTERFACE_SKELETON (skeleton), watcher->connection,
                                    "/StatusNotifierWatcher", &error);
  g_assert_no_error (error);
  reply =
    bus_call (watcher->connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
              "org.freedesktop.DBus", "RequestName",
              g_variant_new ("(su)", "org.kde.StatusNotifierWatcher", DBUS_NAME_FLAG_DO_NOT_QUEUE),
              &error);
  g_assert_no_error (error);
  return watcher;
}

/* Frees it, too. */
void
mock_watcher_crash (MockWatcher *watcher)
{
  g_autoptr (GError) error = NULL;

  g_signal_handlers_disconnect_by_data (watcher->skeleton, watcher);
  g_dbus_interface_skeleton_unexport (G_DBUS_INTERFACE_SKELETON (watcher->skeleton));
  g_dbus_connection_close_sync (watcher->connection, NULL, &error);
  g_assert_no_error (error);
  g_object_unref (watcher->skeleton);
  g_object_unref (watcher->connection);
  g_ptr_array_unref (watcher->registered);
  g_free (watcher);
}

void
mock_watcher_set_host (MockWatcher *watcher, gboolean has_host)
{
  VdtDbusWatcher *skeleton = VDT_DBUS_WATCHER (watcher->skeleton);

  vdt_dbus_watcher_set_is_status_notifier_host_registered (skeleton, has_host);
  if (has_host)
    vdt_dbus_watcher_emit_status_notifier_host_registered (skeleton);
  else
    vdt_dbus_watcher_emit_status_notifier_host_unregistered (skeleton);
}

void
mock_watcher_host_left (MockWatcher *watcher, gboolean others_left)
{
  VdtDbusWatcher *skeleton = VDT_DBUS_WATCHER (watcher->skeleton);

  vdt_dbus_watcher_set_is_status_notifier_host_registered (skeleton, others_left);
  vdt_dbus_watcher_emit_status_notifier_host_unregistered (skeleton);
}
