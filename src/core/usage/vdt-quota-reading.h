/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-count.h"
#include "vdt-runtime.h"
#include "vdt-time.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_QUOTA_UNKNOWN,
  VDT_QUOTA_REPORTED,
  VDT_QUOTA_STALE,
  VDT_QUOTA_ENDED,
} VdtQuotaState;

typedef enum
{
  VDT_QUOTA_WINDOW_FIVE_HOUR,
  VDT_QUOTA_WINDOW_WEEKLY,
  VDT_QUOTA_WINDOW_MONTHLY,
  VDT_QUOTA_WINDOW_OTHER,
} VdtQuotaWindow;

typedef enum
{
  VDT_QUOTA_SOURCE_NONE,
  VDT_QUOTA_SOURCE_CODEX_ROLLOUT,
  VDT_QUOTA_SOURCE_CODEX_APP_SERVER,
  VDT_QUOTA_SOURCE_CLAUDE_ACCOUNT_FILE,
  VDT_QUOTA_SOURCE_CLAUDE_LIMIT_MESSAGE,
} VdtQuotaSource;

/* A reading older than this is stale while its window runs (usage.md). */
#define VDT_QUOTA_STALE_AFTER (15 * VDT_MINUTE)

/**
 * VdtQuotaReading:
 * @bucket: (nullable): as reported; `NULL` for the unnamed bucket
 * @bucket_name: (nullable): what its owner calls the bucket, as reported
 * @plan: (nullable): as reported
 * @minutes: the window's length; unknown where it was not given
 * @percent_known: whether @used_percent was a sound number; it may exceed 100
 * @resets_at: when the window ends
 * @as_of: time of the record it rests on
 *
 * What was reported of one window of one bucket. Owned by the caller.
 */
typedef struct
{
  VdtRuntime runtime;
  VdtQuotaWindow window;
  VdtQuotaSource source;
  char *bucket;
  char *bucket_name;
  char *plan;
  VdtCount minutes;
  gboolean percent_known;
  double used_percent;
  VdtTime resets_at;
  VdtTime as_of;
} VdtQuotaReading;

void vdt_quota_reading_clear (VdtQuotaReading *reading);
void vdt_quota_reading_copy (VdtQuotaReading *to, const VdtQuotaReading *from);
gboolean vdt_quota_reading_is_main (const VdtQuotaReading *reading);
gboolean vdt_quota_reading_same_window (const VdtQuotaReading *a, const VdtQuotaReading *b);
const char *vdt_quota_reading_get_bucket_title (const VdtQuotaReading *reading);
VdtQuotaWindow vdt_quota_window_from_minutes (VdtCount minutes);
VdtQuotaState vdt_quota_reading_get_state (const VdtQuotaReading *reading, VdtTime now);
const char *vdt_quota_window_to_string (VdtQuotaWindow window);
const char *vdt_quota_state_to_string (VdtQuotaState state);
const char *vdt_quota_source_to_string (VdtQuotaSource source);

gboolean vdt_quota_came_back (const VdtQuotaReading *before,
                              const VdtQuotaReading *low,
                              const VdtQuotaReading *again);

/**
 * VdtQuotaPace:
 * @even_percent: what an even rate would have used by now
 * @ahead_points: used less even; negative is below
 * @runs_out_at: estimate by the last hour's rate; unknown where it lasts, or nothing tells
 *
 * How a running window goes (usage.md, *pace*).
 */
typedef struct
{
  gboolean known;
  double even_percent;
  double ahead_points;
  VdtTime runs_out_at;
} VdtQuotaPace;

void vdt_quota_pace_init (VdtQuotaPace *pace, const VdtQuotaReading *reading, VdtTime now);
void vdt_quota_pace_estimate (VdtQuotaPace *pace,
                              const VdtQuotaReading *reading,
                              const VdtQuotaReading *hour_ago);

G_END_DECLS
