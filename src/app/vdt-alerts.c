/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-app"

#include "config.h"

#include "vdt-alerts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "vdt-alert-policy.h"
#include "vdt-format.h"
#include "vdt-notification.h"

#define ID_WAITING "waiting"
#define ID_URGENT  "urgent"
#define ID_REVIEW  "review"
#define ID_TEST    "test"

struct _VdtAlerts
{
  GObject parent_instance;

  VdtEngine *engine;
  VdtNotifier *notifier;
  GHashTable *targets;   /* id of a notification → our id of a session */
  GHashTable *speaks_of; /* id of a notification of who waits → GPtrArray of our ids */
};

enum
{
  SIGNAL_OPEN,
  SIGNAL_OPEN_ACTIVITY,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtAlerts, vdt_alerts, G_TYPE_OBJECT)

static void
vdt_alerts_dispose (GObject *object)
{
  VdtAlerts *self = VDT_ALERTS (object);

  g_clear_object (&self->engine);
  g_clear_object (&self->notifier);
  g_clear_pointer (&self->targets, g_hash_table_unref);
  g_clear_pointer (&self->speaks_of, g_hash_table_unref);
  G_OBJECT_CLASS (vdt_alerts_parent_class)->dispose (object);
}

static void
vdt_alerts_class_init (VdtAlertsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = vdt_alerts_dispose;
  signals[SIGNAL_OPEN] = g_signal_new ("open", VDT_TYPE_ALERTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_OPEN_ACTIVITY] = g_signal_new ("open-activity", VDT_TYPE_ALERTS, G_SIGNAL_RUN_LAST,
                                                0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
vdt_alerts_init (VdtAlerts *self)
{
  self->targets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->speaks_of =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
}

/* `Codex, weekly`: whose quota, and no more. */
static char *
quota_name (const VdtAlert *alert)
{
  const VdtQuotaReading reading = { .runtime = alert->runtime,
                                    .window = (VdtQuotaWindow) alert->window,
                                    .minutes = VDT_COUNT_UNKNOWN };
  g_autofree char *window = vdt_format_window_short (&reading);

  /* Translators: whose quota and which window of it: "Codex, 5-hour" */
  return g_strdup_printf (_ ("%s, %s"), vdt_format_runtime (alert->runtime), window);
}

static char *
alert_title (const VdtAlert *alert)
{
  switch (alert->kind)
    {
    case VDT_ALERT_WAITING:
    case VDT_ALERT_URGENT:
      if (alert->count > 1)
        return g_strdup_printf (ngettext ("%u agent needs a decision", "%u agents need a decision",
                                          alert->count),
                                alert->count);
      return g_strdup (_ ("An agent needs a decision"));
    case VDT_ALERT_REVIEW_DUE:
      return g_strdup (_ ("Review is due"));
    case VDT_ALERT_QUOTA_NEAR:
      return g_strdup (_ ("A quota is nearly used up"));
    case VDT_ALERT_QUOTA_BACK:
      return g_strdup (_ ("A quota is back"));
    }
  g_return_val_if_reached (NULL);
}

static char *
alert_body (const VdtAlert *alert)
{
  g_autofree char *name = NULL;

  if (alert->held)
    return g_strdup (_ ("It came up while notifications were silent."));
  switch (alert->kind)
    {
    case VDT_ALERT_URGENT:
      return g_strdup (
        ngettext ("An agent calls it urgent.", "The agents call it urgent.", alert->count));
    case VDT_ALERT_QUOTA_NEAR:
      name = quota_name (alert);
      /* Translators: "Codex, weekly: over 80 % used" */
      return g_strdup_printf (_ ("%s: over %d %% used"), name, alert->threshold);
    case VDT_ALERT_QUOTA_BACK:
      return quota_name (alert);
    case VDT_ALERT_WAITING:
    case VDT_ALERT_REVIEW_DUE:
      break;
    }
  return NULL;
}

static char *
alert_id (const VdtAlert *alert)
{
  switch (alert->kind)
    {
    case VDT_ALERT_WAITING:
      return g_strdup (ID_WAITING);
    case VDT_ALERT_URGENT:
      return g_strdup (ID_URGENT);
    case VDT_ALERT_REVIEW_DUE:
      return g_strdup (ID_REVIEW);
    case VDT_ALERT_QUOTA_NEAR:
    case VDT_ALERT_QUOTA_BACK:
      break;
    }
  return g_strdup_printf ("quota-%d-%d", alert->runtime, alert->window);
}

static gboolean
is_quota (const VdtAlert *alert)
{
  return alert->kind == VDT_ALERT_QUOTA_NEAR || alert->kind == VDT_ALERT_QUOTA_BACK;
}

static void
show_alert (VdtAlerts *self, const VdtAlert *alert)
{
  g_autofree char *id = alert_id (alert);
  g_autofree char *title = alert_title (alert);
  g_autofree char *body = alert_body (alert);
  VdtNotificationAction actions[3] = { { VDT_NOTIFICATION_ACTION_DEFAULT, _ ("Open") } };
  VdtNotification notification = { .id = id, .title = title, .body = body, .actions = actions };

  notification.n_actions = 1;
  if (alert->target != NULL)
    actions[notification.n_actions++] =
      (VdtNotificationAction){ VDT_NOTIFICATION_ACTION_OPEN, _ ("Open") };
  if (!is_quota (alert))
    actions[notification.n_actions++] =
      (VdtNotificationAction){ VDT_NOTIFICATION_ACTION_OPEN_REVIEW, _ ("Open Review") };
  notification.urgency = alert->kind == VDT_ALERT_URGENT ? VDT_NOTIFICATION_CRITICAL
                         : is_quota (alert)              ? VDT_NOTIFICATION_LOW
                                                         : VDT_NOTIFICATION_NORMAL;
  g_hash_table_replace (self->targets, g_strdup (id), g_strdup (alert->target));
  if (alert->sessions->len > 0)
    g_hash_table_replace (self->speaks_of, g_strdup (id), g_ptr_array_ref (alert->sessions));
  vdt_notifier_show (self->notifier, &notification);
}

/**
 * vdt_alerts_show_test:
 * @self: an object
 *
 * Shows what a notification looks like, whatever the rules say.
 */
void
vdt_alerts_show_test (VdtAlerts *self)
{
  const VdtNotificationAction action = { VDT_NOTIFICATION_ACTION_DEFAULT, _ ("Open") };
  const VdtNotification notification = {
    .id = ID_TEST,
    .title = _ ("This is a test"),
    .body = _ ("Notices of Vedette look like this."),
    .actions = &action,
    .n_actions = 1,
  };

  g_return_if_fail (VDT_IS_ALERTS (self));

  vdt_notifier_show (self->notifier, &notification);
}

/* Opens the item; nothing is answered or acknowledged by it (V61). */
static void
on_activated_cb (VdtAlerts *self, const char *id, const char *action)
{
  g_autofree char *target = g_strdup (g_hash_table_lookup (self->targets, id));

  vdt_notifier_withdraw (self->notifier, id);
  if (g_str_has_prefix (id, "quota-"))
    g_signal_emit (self, signals[SIGNAL_OPEN_ACTIVITY], 0);
  else
    g_signal_emit (self, signals[SIGNAL_OPEN], 0,
                   strcmp (action, VDT_NOTIFICATION_ACTION_OPEN_REVIEW) == 0 ? NULL : target);
}

static gboolean
anybody_waits (VdtAlerts *self, const GPtrArray *sessions)
{
  for (guint i = 0; i < sessions->len; i++)
    if (vdt_engine_session_waits (self->engine, g_ptr_array_index (sessions, i)))
      return TRUE;
  return FALSE;
}

/* What is no longer so is no longer told: a notice goes once nobody it speaks of waits. */
static void
follow_waiting (VdtAlerts *self)
{
  GHashTableIter iter;
  gpointer id = NULL;
  gpointer sessions = NULL;

  g_hash_table_iter_init (&iter, self->speaks_of);
  while (g_hash_table_iter_next (&iter, &id, &sessions))
    if (!anybody_waits (self, sessions))
      {
        vdt_notifier_withdraw (self->notifier, id);
        g_hash_table_iter_remove (&iter);
      }
}

static void
follow_review_due (VdtAlerts *self)
{
  if (!vdt_engine_get_review_due (self->engine))
    vdt_notifier_withdraw (self->notifier, ID_REVIEW);
}

/**
 * vdt_alerts_new:
 * @engine: what tells
 * @notifier: what shows
 *
 * Returns: (transfer full): what stands between them
 */
VdtAlerts *
vdt_alerts_new (VdtEngine *engine, VdtNotifier *notifier)
{
  VdtAlerts *self = g_object_new (VDT_TYPE_ALERTS, NULL);

  self->engine = g_object_ref (engine);
  self->notifier = g_object_ref (notifier);
  g_signal_connect_object (engine, "alert", G_CALLBACK (show_alert), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (engine, "waiting-changed", G_CALLBACK (follow_waiting), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (engine, "notify::review-due", G_CALLBACK (follow_review_due), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (notifier, "activated", G_CALLBACK (on_activated_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
