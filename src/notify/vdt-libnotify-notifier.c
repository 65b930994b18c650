/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-notify"

#include "config.h"

#include "vdt-libnotify-notifier.h"

#include "vdt-notify-worker.h"

#define SERVICE_NAME "org.freedesktop.Notifications"
#define PORTAL_NAME  "org.freedesktop.portal.Desktop"

struct _VdtLibnotifyNotifier
{
  GObject parent_instance;

  GDBusConnection *connection;
  VdtNotifyWorker *worker;
  const char *service;
  guint watch_id;
  GCancellable *cancellable;
  char *activation_token;

  gboolean has_owner;
  gboolean activatable;
  gboolean silent; /* it was asked to show something, and did not answer */
  gboolean available;
};

typedef enum
{
  PROP_AVAILABLE = 1,
} Property;

static void vdt_libnotify_notifier_iface_init (VdtNotifierInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VdtLibnotifyNotifier,
                               vdt_libnotify_notifier,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VDT_TYPE_NOTIFIER,
                                                      vdt_libnotify_notifier_iface_init))

/* As libnotify decides it. */
static gboolean
is_behind_portal (void)
{
  if (g_getenv ("NOTIFY_IGNORE_PORTAL") != NULL)
    return FALSE;
  return g_getenv ("NOTIFY_FORCE_PORTAL") != NULL ||
         g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS);
}

static void
update_available (VdtLibnotifyNotifier *self)
{
  gboolean available = (self->has_owner || self->activatable) && !self->silent;

  if (available == self->available)
    return;
  self->available = available;
  g_object_notify (G_OBJECT (self), "available");
}

static void
activatable_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  VdtLibnotifyNotifier *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autofree const char **names = NULL;

  reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (reply != NULL)
    g_variant_get (reply, "(^a&s)", &names);
  else
    g_debug ("the bus does not tell what it can start: %s", error->message);
  self->activatable = names != NULL && g_strv_contains (names, self->service);
  update_available (self);
}

static void
ask_whether_activatable (VdtLibnotifyNotifier *self)
{
  g_dbus_connection_call (self->connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                          "org.freedesktop.DBus", "ListActivatableNames", NULL,
                          G_VARIANT_TYPE ("(as)"), G_DBUS_CALL_FLAGS_NONE, -1, self->cancellable,
                          activatable_cb, self);
}

static void
appeared_cb (GDBusConnection *connection, const char *name, const char *owner, gpointer user_data)
{
  VdtLibnotifyNotifier *self = user_data;

  self->has_owner = TRUE;
  self->silent = FALSE;
  update_available (self);
}

/* Comes once at the start, too, where nobody owns the name. */
static void
vanished_cb (GDBusConnection *connection, const char *name, gpointer user_data)
{
  VdtLibnotifyNotifier *self = user_data;

  self->has_owner = FALSE;
  self->silent = FALSE;
  if (connection == NULL)
    self->activatable = FALSE;
  else
    ask_whether_activatable (self);
  update_available (self);
}

static void
report_cb (GObject *object, const VdtNotifyReport *report)
{
  VdtLibnotifyNotifier *self = VDT_LIBNOTIFY_NOTIFIER (object);

  switch (report->kind)
    {
    case VDT_NOTIFY_REPORT_ANSWER:
    case VDT_NOTIFY_REPORT_SILENCE:
      self->silent = report->kind == VDT_NOTIFY_REPORT_SILENCE;
      update_available (self);
      break;
    case VDT_NOTIFY_REPORT_ACTIVATED:
      g_free (self->activation_token);
      self->activation_token = g_strdup (report->token);
      vdt_notifier_emit_activated (VDT_NOTIFIER (self), report->id, report->action);
      break;
    case VDT_NOTIFY_REPORT_CLOSED:
      vdt_notifier_emit_closed (VDT_NOTIFIER (self), report->id);
      break;
    }
}

static void
vdt_libnotify_notifier_show (VdtNotifier *notifier, const VdtNotification *notification)
{
  vdt_notify_worker_show (VDT_LIBNOTIFY_NOTIFIER (notifier)->worker, notification);
}

static void
vdt_libnotify_notifier_withdraw (VdtNotifier *notifier, const char *id)
{
  vdt_notify_worker_withdraw (VDT_LIBNOTIFY_NOTIFIER (notifier)->worker, id);
}

static char *
vdt_libnotify_notifier_steal_activation_token (VdtNotifier *notifier)
{
  return g_steal_pointer (&VDT_LIBNOTIFY_NOTIFIER (notifier)->activation_token);
}

static void
vdt_libnotify_notifier_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch ((Property) id)
    {
    case PROP_AVAILABLE:
      g_value_set_boolean (value, VDT_LIBNOTIFY_NOTIFIER (object)->available);
      break;
    }
}

static void
vdt_libnotify_notifier_dispose (GObject *object)
{
  VdtLibnotifyNotifier *self = VDT_LIBNOTIFY_NOTIFIER (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->watch_id, g_bus_unwatch_name);
  g_clear_pointer (&self->worker, vdt_notify_worker_end);
  g_clear_object (&self->connection);
  g_clear_pointer (&self->activation_token, g_free);
  G_OBJECT_CLASS (vdt_libnotify_notifier_parent_class)->dispose (object);
}

static void
vdt_libnotify_notifier_iface_init (VdtNotifierInterface *iface)
{
  iface->show = vdt_libnotify_notifier_show;
  iface->withdraw = vdt_libnotify_notifier_withdraw;
  iface->steal_activation_token = vdt_libnotify_notifier_steal_activation_token;
}

static void
vdt_libnotify_notifier_class_init (VdtLibnotifyNotifierClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = vdt_libnotify_notifier_get_property;
  object_class->dispose = vdt_libnotify_notifier_dispose;
  g_object_class_override_property (object_class, PROP_AVAILABLE, "available");
}

static void
vdt_libnotify_notifier_init (VdtLibnotifyNotifier *self)
{
}

/**
 * vdt_libnotify_notifier_new:
 * @session_bus: the session bus that all of the process shares: libnotify takes no other
 *
 * Never blocks; the service is not started by this.
 *
 * Returns: (transfer full): the notifier
 */
VdtLibnotifyNotifier *
vdt_libnotify_notifier_new (GDBusConnection *session_bus)
{
  VdtLibnotifyNotifier *self;

  g_return_val_if_fail (G_IS_DBUS_CONNECTION (session_bus), NULL);

  self = g_object_new (VDT_TYPE_LIBNOTIFY_NOTIFIER, NULL);
  self->connection = g_object_ref (session_bus);
  self->cancellable = g_cancellable_new ();
  self->service = is_behind_portal () ? PORTAL_NAME : SERVICE_NAME;
  self->worker = vdt_notify_worker_new (session_bus, self->service, G_OBJECT (self), report_cb);
  ask_whether_activatable (self);
  self->watch_id =
    g_bus_watch_name_on_connection (session_bus, self->service, G_BUS_NAME_WATCHER_FLAGS_NONE,
                                    appeared_cb, vanished_cb, self, NULL);
  return self;
}
