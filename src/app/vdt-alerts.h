/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-engine.h"
#include "vdt-notifier.h"

G_BEGIN_DECLS

/**
 * VdtAlerts:
 *
 * Puts what the engine tells into notifications. Their text is always generic: no title, project,
 * path, question or answer (V57, V62).
 *
 * Signals: `open` (const char *agent_id, nullable: which session's card to show, or the queue),
 * `open-activity`.
 */
#define VDT_TYPE_ALERTS (vdt_alerts_get_type ())
G_DECLARE_FINAL_TYPE (VdtAlerts, vdt_alerts, VDT, ALERTS, GObject)

VdtAlerts *vdt_alerts_new (VdtEngine *engine, VdtNotifier *notifier) G_GNUC_WARN_UNUSED_RESULT;

void vdt_alerts_show_test (VdtAlerts *self);

G_END_DECLS
