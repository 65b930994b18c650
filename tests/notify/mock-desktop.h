/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * MockCall:
 * @method: `Notify` or `CloseNotification`
 * @id: what was answered, or what is to be closed
 *
 * What a desktop was asked for.
 */
typedef struct
{
  char *method;
  guint32 id;
  char *app_name;
  guint32 replaces;
  char *icon;
  char *title;
  char *body;
  char **actions;
  GVariant *hints;
} MockCall;

/**
 * MockDesktop:
 * @hangs: whether a call gets no answer
 * @error: (nullable): the D-Bus name of what a notification is refused with
 * @calls: (element-type MockCall): all but questions about itself
 *
 * Who shows notifications, on a connection of its own: it can come, crash and come back.
 */
typedef struct
{
  GDBusConnection *connection;
  char *caps;
  gboolean hangs;
  const char *error;
  GPtrArray *calls;
  GPtrArray *held;
  guint32 last_id;
} MockDesktop;

MockDesktop *mock_desktop_new (GDBusConnection *connection, const char *caps);
void mock_desktop_crash (MockDesktop *desktop);
const MockCall *mock_desktop_get_last (MockDesktop *desktop, const char *method);
guint mock_desktop_count (MockDesktop *desktop, const char *method);
void mock_desktop_act (MockDesktop *desktop, guint32 id, const char *action, const char *token);
void mock_desktop_close (MockDesktop *desktop, guint32 id, guint32 reason);

G_END_DECLS
