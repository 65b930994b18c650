/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-count.h"
#include "vdt-quota-reading.h"
#include "vdt-runtime.h"
#include "vdt-time.h"
#include "vdt-zone.h"

G_BEGIN_DECLS

/**
 * VdtMeterWords:
 * @VDT_WORDS_USED: `62 % used`
 * @VDT_WORDS_LEFT: `38 % left`
 *
 * The one preference of how meters are put into words. It changes words and numbers, never
 * the direction in which a bar fills. Same order as the `meter-words` setting.
 */
typedef enum
{
  VDT_WORDS_USED,
  VDT_WORDS_LEFT,
} VdtMeterWords;

const char *vdt_format_words (VdtMeterWords words);
char *vdt_format_percent (double used_percent, VdtMeterWords words) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_percent_words (double used_percent, VdtMeterWords words) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_tokens (VdtCount tokens) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_integer (gint64 number) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_bytes_of (guint64 done, guint64 total) G_GNUC_WARN_UNUSED_RESULT;

char *vdt_format_duration (VdtTime span) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_duration_spoken (VdtTime span) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_moment (VdtTime time, VdtTime now, VdtZone *zone) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_weekday (VdtTime time, VdtTime now, VdtZone *zone) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_date (VdtTime time, VdtTime now, VdtZone *zone) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_day (gint64 day, const char *format) G_GNUC_WARN_UNUSED_RESULT;

const char *vdt_format_runtime (VdtRuntime runtime);
char *vdt_format_model (const char *model) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_window (const VdtQuotaReading *reading) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_window_short (const VdtQuotaReading *reading) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_format_quota (const VdtQuotaReading *reading,
                        VdtMeterWords words,
                        VdtTime now,
                        VdtZone *zone) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
