/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-notify"

#include "config.h"

#include "vdt-notification.h"

/**
 * vdt_notification_copy:
 * @notification: a notification
 *
 * Returns: (transfer full): a copy that owns all it points to; for
 *   [func@vdt_notification_free] alone
 */
VdtNotification *
vdt_notification_copy (const VdtNotification *notification)
{
  VdtNotification *copy = g_new (VdtNotification, 1);
  VdtNotificationAction *actions = g_new0 (VdtNotificationAction, notification->n_actions);

  for (guint i = 0; i < notification->n_actions; i++)
    {
      actions[i].id = g_strdup (notification->actions[i].id);
      actions[i].label = g_strdup (notification->actions[i].label);
    }
  *copy = *notification;
  copy->id = g_strdup (notification->id);
  copy->title = g_strdup (notification->title);
  copy->body = g_strdup (notification->body);
  copy->category = g_strdup (notification->category);
  copy->actions = actions;
  return copy;
}

/**
 * vdt_notification_free:
 * @copy: (transfer full) (nullable): what [func@vdt_notification_copy] made
 */
void
vdt_notification_free (VdtNotification *copy)
{
  if (copy == NULL)
    return;

  for (guint i = 0; i < copy->n_actions; i++)
    {
      g_free ((char *) copy->actions[i].id);
      g_free ((char *) copy->actions[i].label);
    }
  g_free ((VdtNotificationAction *) copy->actions);
  g_free ((char *) copy->id);
  g_free ((char *) copy->title);
  g_free ((char *) copy->body);
  g_free ((char *) copy->category);
  g_free (copy);
}
