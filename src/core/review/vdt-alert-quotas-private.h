/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-alert-policy.h"

G_BEGIN_DECLS

/**
 * VdtAlertQuotas:
 *
 * Which thresholds of which quotas were passed, and what is to be told of it. Part of
 * [struct@VdtAlertPolicy].
 */
typedef struct _VdtAlertQuotas VdtAlertQuotas;

VdtAlertQuotas *vdt_alert_quotas_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_alert_quotas_free (VdtAlertQuotas *quotas);
void
vdt_alert_quotas_set_thresholds (VdtAlertQuotas *quotas, const int *thresholds, guint n_thresholds);
void vdt_alert_quotas_begin (VdtAlertQuotas *quotas);
void vdt_alert_quotas_drop (VdtAlertQuotas *quotas);
void vdt_alert_quotas_see (VdtAlertQuotas *quotas, const VdtAlertQuota *seen, VdtTime now);
void vdt_alert_quotas_see_back (VdtAlertQuotas *quotas, const VdtAlertQuota *seen, VdtTime now);
gboolean vdt_alert_quotas_have_news (const VdtAlertQuotas *quotas);
void vdt_alert_quotas_tell (VdtAlertQuotas *quotas, GPtrArray *alerts);

/* vdt-alert-policy.c */
VdtAlert *vdt_alert_new (VdtAlertKind kind) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtAlertQuotas, vdt_alert_quotas_free)

G_END_DECLS
