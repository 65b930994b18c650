/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-notification.h"

G_BEGIN_DECLS

/* What waits to be done while the desktop does not answer; beyond it the oldest is left out. */
#define VDT_NOTIFY_MAX_WAITING 32

/**
 * VdtNotifyReportKind:
 * @VDT_NOTIFY_REPORT_ANSWER: the desktop answered
 * @VDT_NOTIFY_REPORT_SILENCE: it did not, or there is nobody
 * @VDT_NOTIFY_REPORT_ACTIVATED: a person used an action
 * @VDT_NOTIFY_REPORT_CLOSED: what was shown is shown no longer
 */
typedef enum
{
  VDT_NOTIFY_REPORT_ANSWER,
  VDT_NOTIFY_REPORT_SILENCE,
  VDT_NOTIFY_REPORT_ACTIVATED,
  VDT_NOTIFY_REPORT_CLOSED,
} VdtNotifyReportKind;

/**
 * VdtNotifyReport:
 * @kind: what happened
 * @id: (nullable): our name for the notification
 * @action: (nullable): which of its actions
 * @token: (nullable): what lets a window come to the front
 */
typedef struct
{
  VdtNotifyReportKind kind;
  char *id;
  char *action;
  char *token;
} VdtNotifyReport;

typedef void (*VdtNotifyReportFunc) (GObject *target, const VdtNotifyReport *report);

/**
 * VdtNotifyWorker:
 *
 * The thread `vdt-notify`, the only one that calls libnotify, and its queue.
 */
typedef struct _VdtNotifyWorker VdtNotifyWorker;

VdtNotifyWorker *vdt_notify_worker_new (GDBusConnection *session_bus,
                                        const char *service,
                                        GObject *target,
                                        VdtNotifyReportFunc report);
void vdt_notify_worker_show (VdtNotifyWorker *worker, const VdtNotification *notification);
void vdt_notify_worker_withdraw (VdtNotifyWorker *worker, const char *id);
void vdt_notify_worker_end (VdtNotifyWorker *worker);

G_END_DECLS
