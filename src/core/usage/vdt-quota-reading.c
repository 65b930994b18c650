/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-quota-reading.h"

#include <math.h>
#include <string.h>

#define FIVE_HOUR_MINUTES   300
#define WEEKLY_MINUTES      10080
#define MONTHLY_MINUTES_MIN 40320 /* 28 days */
#define MONTHLY_MINUTES_MAX 44640 /* 31 days */

/* A rate over less than this tells nothing about the hours ahead. */
#define RATE_MIN_SPAN      (10 * VDT_MINUTE)
#define EARLY_RESET_POINTS 20.
/* Reset times of one window differ by moments from record to record. */
#define RESET_TOLERANCE (2 * VDT_MINUTE)

/**
 * vdt_quota_reading_clear:
 * @reading: a reading whose texts are freed and whose fields are emptied
 */
void
vdt_quota_reading_clear (VdtQuotaReading *reading)
{
  g_clear_pointer (&reading->bucket, g_free);
  g_clear_pointer (&reading->bucket_name, g_free);
  g_clear_pointer (&reading->plan, g_free);
  *reading = (VdtQuotaReading){
    .window = VDT_QUOTA_WINDOW_OTHER,
    .minutes = VDT_COUNT_UNKNOWN,
    .resets_at = VDT_TIME_UNKNOWN,
    .as_of = VDT_TIME_UNKNOWN,
  };
}

/**
 * vdt_quota_reading_copy:
 * @to: (out caller-allocates): an uninitialised place
 * @from: a reading
 */
void
vdt_quota_reading_copy (VdtQuotaReading *to, const VdtQuotaReading *from)
{
  *to = *from;
  to->bucket = g_strdup (from->bucket);
  to->bucket_name = g_strdup (from->bucket_name);
  to->plan = g_strdup (from->plan);
}

/**
 * vdt_quota_reading_is_main:
 * @reading: a reading
 *
 * Returns: whether it is of the account's main bucket: the unnamed one and Codex's `codex` are one
 *   (rulings: *Unnamed bucket*)
 */
gboolean
vdt_quota_reading_is_main (const VdtQuotaReading *reading)
{
  return reading->bucket == NULL ||
         (reading->runtime == VDT_RUNTIME_CODEX && strcmp (reading->bucket, "codex") == 0);
}

/**
 * vdt_quota_reading_same_window:
 * @a: a reading
 * @b: another of the same home
 *
 * Returns: whether both speak of one window of one bucket
 */
gboolean
vdt_quota_reading_same_window (const VdtQuotaReading *a, const VdtQuotaReading *b)
{
  const gboolean main = vdt_quota_reading_is_main (a);

  return a->window == b->window && main == vdt_quota_reading_is_main (b) &&
         (main || strcmp (a->bucket, b->bucket) == 0) &&
         (a->window != VDT_QUOTA_WINDOW_OTHER || a->minutes == b->minutes);
}

/**
 * vdt_quota_reading_get_bucket_title:
 * @reading: a reading
 *
 * Returns: (transfer none) (nullable): what to call its bucket where it is shown; `NULL` for an
 *   account's main one, `codex` or unnamed, which goes without (usage.md, *bucket*)
 */
const char *
vdt_quota_reading_get_bucket_title (const VdtQuotaReading *reading)
{
  if (vdt_quota_reading_is_main (reading))
    return NULL;
  return reading->bucket_name != NULL ? reading->bucket_name : reading->bucket;
}

static gboolean
within_percent (VdtCount minutes, VdtCount low, VdtCount high)
{
  return minutes * 100 >= low * 99 && minutes * 100 <= high * 101;
}

/**
 * vdt_quota_window_from_minutes:
 * @minutes: a window's length
 *
 * Returns: its kind, by length and never by slot (usage.md)
 */
VdtQuotaWindow
vdt_quota_window_from_minutes (VdtCount minutes)
{
  if (!vdt_count_known (minutes) || minutes > 100 * MONTHLY_MINUTES_MAX)
    return VDT_QUOTA_WINDOW_OTHER;
  if (within_percent (minutes, FIVE_HOUR_MINUTES, FIVE_HOUR_MINUTES))
    return VDT_QUOTA_WINDOW_FIVE_HOUR;
  if (within_percent (minutes, WEEKLY_MINUTES, WEEKLY_MINUTES))
    return VDT_QUOTA_WINDOW_WEEKLY;
  if (within_percent (minutes, MONTHLY_MINUTES_MIN, MONTHLY_MINUTES_MAX))
    return VDT_QUOTA_WINDOW_MONTHLY;
  return VDT_QUOTA_WINDOW_OTHER;
}

/**
 * vdt_quota_reading_get_state:
 * @reading: a reading
 * @now: the clock
 *
 * Returns: what may be said of it now (usage.md; rulings: *Percent unknown*, *`resets_at` null*)
 */
VdtQuotaState
vdt_quota_reading_get_state (const VdtQuotaReading *reading, VdtTime now)
{
  if (vdt_time_known (reading->resets_at) && now >= reading->resets_at)
    return VDT_QUOTA_ENDED;
  if (!reading->percent_known || !vdt_time_known (reading->as_of))
    return VDT_QUOTA_UNKNOWN;
  if (now - reading->as_of > VDT_QUOTA_STALE_AFTER)
    return VDT_QUOTA_STALE;
  return VDT_QUOTA_REPORTED;
}

/**
 * vdt_quota_window_to_string:
 * @window: a kind
 *
 * Returns: its word in JSON
 */
const char *
vdt_quota_window_to_string (VdtQuotaWindow window)
{
  switch (window)
    {
    case VDT_QUOTA_WINDOW_FIVE_HOUR:
      return "five_hour";
    case VDT_QUOTA_WINDOW_WEEKLY:
      return "weekly";
    case VDT_QUOTA_WINDOW_MONTHLY:
      return "monthly";
    case VDT_QUOTA_WINDOW_OTHER:
      break;
    }
  return "other";
}

/**
 * vdt_quota_state_to_string:
 * @state: a state
 *
 * Returns: its word in JSON
 */
const char *
vdt_quota_state_to_string (VdtQuotaState state)
{
  switch (state)
    {
    case VDT_QUOTA_REPORTED:
      return "reported";
    case VDT_QUOTA_STALE:
      return "stale";
    case VDT_QUOTA_ENDED:
      return "ended";
    case VDT_QUOTA_UNKNOWN:
      break;
    }
  return "unknown";
}

/**
 * vdt_quota_source_to_string:
 * @source: where a reading is from
 *
 * Returns: (nullable): its word in JSON; `NULL` where there is none
 */
const char *
vdt_quota_source_to_string (VdtQuotaSource source)
{
  switch (source)
    {
    case VDT_QUOTA_SOURCE_CODEX_ROLLOUT:
      return "codex_rollout";
    case VDT_QUOTA_SOURCE_CODEX_APP_SERVER:
      return "codex_app_server";
    case VDT_QUOTA_SOURCE_CLAUDE_ACCOUNT_FILE:
      return "claude_account_file";
    case VDT_QUOTA_SOURCE_CLAUDE_LIMIT_MESSAGE:
      return "claude_limit_message";
    case VDT_QUOTA_SOURCE_NONE:
      break;
    }
  return NULL;
}

static VdtCount
reading_length (const VdtQuotaReading *reading)
{
  if (vdt_count_known (reading->minutes))
    return reading->minutes;
  switch (reading->window)
    {
    case VDT_QUOTA_WINDOW_FIVE_HOUR:
      return FIVE_HOUR_MINUTES;
    case VDT_QUOTA_WINDOW_WEEKLY:
      return WEEKLY_MINUTES;
    case VDT_QUOTA_WINDOW_MONTHLY: /* of unknown length */
    case VDT_QUOTA_WINDOW_OTHER:
      break;
    }
  return VDT_COUNT_UNKNOWN;
}

/**
 * vdt_quota_pace_init:
 * @pace: (out caller-allocates): the pace
 * @reading: a reading
 * @now: the clock
 *
 * Compares a running window with the even rate, at the time of its reading.
 */
void
vdt_quota_pace_init (VdtQuotaPace *pace, const VdtQuotaReading *reading, VdtTime now)
{
  VdtCount minutes = reading_length (reading);
  VdtQuotaState state = vdt_quota_reading_get_state (reading, now);
  double elapsed = 0;

  *pace = (VdtQuotaPace){ .runs_out_at = VDT_TIME_UNKNOWN };
  if ((state != VDT_QUOTA_REPORTED && state != VDT_QUOTA_STALE) || !vdt_count_known (minutes) ||
      minutes == 0 || minutes > 100 * MONTHLY_MINUTES_MAX || !vdt_time_known (reading->resets_at))
    return;
  elapsed = (double) (reading->as_of - (reading->resets_at - minutes * VDT_MINUTE)) /
            (double) (minutes * VDT_MINUTE);
  if (elapsed < 0 || elapsed > 1)
    return;
  pace->known = TRUE;
  pace->even_percent = 100.0 * elapsed;
  pace->ahead_points = reading->used_percent - pace->even_percent;
}

/**
 * vdt_quota_pace_estimate:
 * @pace: a pace
 * @reading: the newest reading
 * @hour_ago: (nullable): one of the same window from about an hour before
 *
 * Estimates by the last hour's rate when the quota runs out, if it does before the reset.
 */
void
vdt_quota_pace_estimate (VdtQuotaPace *pace,
                         const VdtQuotaReading *reading,
                         const VdtQuotaReading *hour_ago)
{
  VdtTime span = 0;
  double rate = 0;
  double rest = 0;

  if (!pace->known || hour_ago == NULL || !hour_ago->percent_known || !reading->percent_known ||
      hour_ago->resets_at != reading->resets_at || reading->used_percent >= 100)
    return;
  span = reading->as_of - hour_ago->as_of;
  if (span < RATE_MIN_SPAN || span > 2 * VDT_HOUR)
    return;
  rate = (reading->used_percent - hour_ago->used_percent) / (double) span;
  if (rate <= 0)
    return;
  rest = (100.0 - reading->used_percent) / rate;
  if (rest < (double) (reading->resets_at - reading->as_of))
    pace->runs_out_at = reading->as_of + (VdtTime) rest;
}

/* Whether @reading says that the window of @before was begun anew before its time. */
static gboolean
is_begun_anew (const VdtQuotaReading *before, const VdtQuotaReading *reading)
{
  return reading->percent_known && vdt_time_known (reading->resets_at) &&
         vdt_time_known (reading->as_of) && reading->as_of > before->as_of &&
         reading->as_of < before->resets_at &&
         before->used_percent - reading->used_percent >= EARLY_RESET_POINTS &&
         reading->resets_at - before->resets_at > RESET_TOLERANCE;
}

/**
 * vdt_quota_came_back:
 * @before: a reading of a window
 * @low: the next one of the same window
 * @again: the one after that
 *
 * An early reset: the percentage fell by 20 points or more and the reset time moved later, and two
 * readings agree on it. One low sample with the same reset time is none, nor is the usual reset
 * (usage.md, *early reset*).
 *
 * Returns: whether the quota is back before its time
 */
gboolean
vdt_quota_came_back (const VdtQuotaReading *before,
                     const VdtQuotaReading *low,
                     const VdtQuotaReading *again)
{
  return before->percent_known && vdt_time_known (before->resets_at) &&
         vdt_time_known (before->as_of) && is_begun_anew (before, low) &&
         is_begun_anew (before, again) && again->as_of > low->as_of &&
         ABS (again->resets_at - low->resets_at) <= RESET_TOLERANCE;
}
