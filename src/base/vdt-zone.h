/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "vdt-time.h"

G_BEGIN_DECLS

/**
 * VdtZone:
 *
 * A time zone with a small cache of its offsets, for turning many instants into days.
 * Not thread-safe: one a thread.
 */
typedef struct _VdtZone VdtZone;

VdtZone *vdt_zone_new (const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
VdtZone *vdt_zone_new_utc (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_zone_free (VdtZone *zone);
const char *vdt_zone_get_name (const VdtZone *zone);
gint64 vdt_zone_local_day (VdtZone *zone, VdtTime time);
VdtTime vdt_zone_local (VdtZone *zone, VdtTime time);
VdtTime vdt_zone_start_of_day (VdtZone *zone, gint64 day);
VdtTime vdt_zone_from_local (VdtZone *zone, gint64 day, int hour, int minute);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtZone, vdt_zone_free)

G_END_DECLS
