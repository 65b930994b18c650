/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define VDT_NOTIFICATION_MAX_ACTIONS 4

/* Names of actions. The default one is a click on the notification itself. */
#define VDT_NOTIFICATION_ACTION_DEFAULT     "default"
#define VDT_NOTIFICATION_ACTION_OPEN        "open"
#define VDT_NOTIFICATION_ACTION_OPEN_REVIEW "open-review"

/**
 * VdtNotificationUrgency:
 * @VDT_NOTIFICATION_LOW: may be passed over
 * @VDT_NOTIFICATION_NORMAL: the ordinary kind
 * @VDT_NOTIFICATION_CRITICAL: most desktops keep it until it was seen, and show it while others
 *   are held back
 *
 * How much a notification wants to be seen.
 */
typedef enum
{
  VDT_NOTIFICATION_LOW,
  VDT_NOTIFICATION_NORMAL,
  VDT_NOTIFICATION_CRITICAL,
} VdtNotificationUrgency;

/**
 * VdtNotificationAction:
 * @id: what comes back with `activated`
 * @label: plain text for people, translated by the caller; of the default action nobody sees it
 */
typedef struct
{
  const char *id;
  const char *label;
} VdtNotificationAction;

/**
 * VdtNotification:
 * @id: our name for it, never shown: what is shown under a name takes the place of what was
 * @title: plain text, one line
 * @body: (nullable): plain text, one paragraph
 * @urgency: how much it wants to be seen
 * @actions: (array length=n_actions): at most `VDT_NOTIFICATION_MAX_ACTIONS`, each @id once
 * @n_actions: how many
 * @category: (nullable): a category of the Desktop Notifications Specification, such as
 *   `im.received`, or one that begins with `x-vendor.`
 * @transient: whether it is not to be kept in a list of past ones
 *
 * What to tell a person. The strings belong to whoever fills it in.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *body;
  VdtNotificationUrgency urgency;
  const VdtNotificationAction *actions;
  guint n_actions;
  const char *category;
  gboolean transient;
} VdtNotification;

VdtNotification *
vdt_notification_copy (const VdtNotification *notification) G_GNUC_WARN_UNUSED_RESULT;
void vdt_notification_free (VdtNotification *copy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtNotification, vdt_notification_free)

G_END_DECLS
