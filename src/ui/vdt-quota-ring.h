/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "vdt-look.h"

G_BEGIN_DECLS

/**
 * VdtQuotaRing:
 *
 * A quota window as a ring that fills clockwise from twelve, with its percentage inside, as an
 * accessible meter. A tick marks where an even pace would be. It grows with the text.
 */
#define VDT_TYPE_QUOTA_RING (vdt_quota_ring_get_type ())
G_DECLARE_FINAL_TYPE (VdtQuotaRing, vdt_quota_ring, VDT, QUOTA_RING, GtkWidget)

GtkWidget *vdt_quota_ring_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_quota_ring_update (VdtQuotaRing *self, const VdtQuotaLook *look, const char *name);
VdtRing vdt_quota_ring_get_ring (VdtQuotaRing *self);

G_END_DECLS
