/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VdtTime:
 *
 * An instant: milliseconds since 1970-01-01T00:00:00Z, or [const@VDT_TIME_UNKNOWN].
 */
typedef gint64 VdtTime;

#define VDT_TIME_UNKNOWN G_MININT64
#define VDT_SECOND       ((VdtTime) 1000)
#define VDT_MINUTE       (60 * VDT_SECOND)
#define VDT_HOUR         (60 * VDT_MINUTE)
#define VDT_DAY          (24 * VDT_HOUR)

/* Years 1970 … 9999: what a log may claim; anything else is unknown. */
#define VDT_TIME_MIN ((VdtTime) 0)
#define VDT_TIME_MAX G_GINT64_CONSTANT (253402300799999)

static inline gboolean
vdt_time_known (VdtTime time)
{
  return time != VDT_TIME_UNKNOWN;
}

VdtTime vdt_time_now (void);
VdtTime vdt_time_from_rfc3339 (const char *text, gsize len);
VdtTime vdt_time_from_unix (gint64 seconds);
char *vdt_time_to_rfc3339 (VdtTime time) G_GNUC_WARN_UNUSED_RESULT;
VdtTime vdt_time_from_uuid7 (const char *uuid, gsize len);
gint64 vdt_days_from_civil (int year, int month, int day);
void vdt_civil_from_days (gint64 days, int *year, int *month, int *day);

G_END_DECLS
