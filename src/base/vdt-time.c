/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-base"

#include "config.h"

#include "vdt-time.h"

/**
 * vdt_time_now:
 *
 * Returns: the system's clock
 */
VdtTime
vdt_time_now (void)
{
  return g_get_real_time () / 1000;
}

/**
 * vdt_days_from_civil:
 * @year: a year of the proleptic Gregorian calendar
 * @month: 1 … 12
 * @day: 1 … 31
 *
 * Returns: days since 1970-01-01
 */
gint64
vdt_days_from_civil (int year, int month, int day)
{
  gint64 y = month <= 2 ? year - 1 : year;
  gint64 era = (y >= 0 ? y : y - 399) / 400;
  gint64 year_of_era = y - era * 400;
  gint64 day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  gint64 day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;

  return era * 146097 + day_of_era - 719468;
}

/**
 * vdt_civil_from_days:
 * @days: days since 1970-01-01
 * @year: (out): the year
 * @month: (out): 1 … 12
 * @day: (out): 1 … 31
 */
void
vdt_civil_from_days (gint64 days, int *year, int *month, int *day)
{
  gint64 z = days + 719468;
  gint64 era = (z >= 0 ? z : z - 146096) / 146097;
  gint64 day_of_era = z - era * 146097;
  gint64 year_of_era =
    (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  gint64 day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  gint64 mp = (5 * day_of_year + 2) / 153;

  *day = (int) (day_of_year - (153 * mp + 2) / 5 + 1);
  *month = (int) (mp < 10 ? mp + 3 : mp - 9);
  *year = (int) (year_of_era + era * 400 + (*month <= 2 ? 1 : 0));
}

static gboolean
digits (const char *text, guint n, int *value)
{
  int v = 0;

  for (guint i = 0; i < n; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return FALSE;
      v = v * 10 + (text[i] - '0');
    }
  *value = v;
  return TRUE;
}

static int
days_in_month (int year, int month)
{
  static const guint8 days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

  if (month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
    return 29;
  return days[month - 1];
}

/* The part after the seconds: an optional fraction, then Z or ±hh:mm. */
static gboolean
parse_tail (const char *text, gsize len, int *millis, int *offset_minutes)
{
  gsize i = 0;
  int scale = 100;
  int hours = 0;
  int minutes = 0;

  *millis = 0;
  if (i < len && text[i] == '.')
    {
      i++;
      if (i >= len || !g_ascii_isdigit (text[i]))
        return FALSE;
      for (; i < len && g_ascii_isdigit (text[i]); i++)
        {
          *millis += (text[i] - '0') * scale;
          scale /= 10;
        }
    }
  if (i + 1 == len && (text[i] == 'Z' || text[i] == 'z'))
    {
      *offset_minutes = 0;
      return TRUE;
    }
  if (i + 6 != len || (text[i] != '+' && text[i] != '-') || text[i + 3] != ':' ||
      !digits (text + i + 1, 2, &hours) || !digits (text + i + 4, 2, &minutes) || hours > 23 ||
      minutes > 59)
    return FALSE;
  *offset_minutes = (hours * 60 + minutes) * (text[i] == '-' ? -1 : 1);
  return TRUE;
}

/**
 * vdt_time_from_rfc3339:
 * @text: (array length=len): not zero-terminated
 * @len: its length in bytes
 *
 * Reads an RFC 3339 instant; more than three digits of fraction are cut, not rounded.
 *
 * Returns: the instant, or unknown where @text is none or lies outside 1970 … 9999
 */
VdtTime
vdt_time_from_rfc3339 (const char *text, gsize len)
{
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  int millis = 0, offset = 0;
  VdtTime time = 0;

  if (len < 20 || text[4] != '-' || text[7] != '-' ||
      (text[10] != 'T' && text[10] != 't' && text[10] != ' ') || text[13] != ':' || text[16] != ':')
    return VDT_TIME_UNKNOWN;
  if (!digits (text, 4, &year) || !digits (text + 5, 2, &month) || !digits (text + 8, 2, &day) ||
      !digits (text + 11, 2, &hour) || !digits (text + 14, 2, &minute) ||
      !digits (text + 17, 2, &second))
    return VDT_TIME_UNKNOWN;
  if (month < 1 || month > 12 || day < 1 || day > days_in_month (year, month) || hour > 23 ||
      minute > 59 || second > 60)
    return VDT_TIME_UNKNOWN;
  if (!parse_tail (text + 19, len - 19, &millis, &offset))
    return VDT_TIME_UNKNOWN;

  time = vdt_days_from_civil (year, month, day) * VDT_DAY + hour * VDT_HOUR +
         (minute - offset) * VDT_MINUTE + second * VDT_SECOND + millis;
  return time >= VDT_TIME_MIN && time <= VDT_TIME_MAX ? time : VDT_TIME_UNKNOWN;
}

/**
 * vdt_time_from_unix:
 * @seconds: seconds since 1970
 *
 * Returns: the instant, or unknown outside 1970 … 9999
 */
VdtTime
vdt_time_from_unix (gint64 seconds)
{
  if (seconds < 0 || seconds > VDT_TIME_MAX / VDT_SECOND)
    return VDT_TIME_UNKNOWN;
  return seconds * VDT_SECOND;
}

/**
 * vdt_time_to_rfc3339:
 * @time: a known instant
 *
 * Returns: (transfer full): UTC with `Z`, milliseconds only where there are some
 */
char *
vdt_time_to_rfc3339 (VdtTime time)
{
  gint64 days = time / VDT_DAY;
  gint64 rest = time % VDT_DAY;
  int year = 0, month = 0, day = 0;
  int seconds = 0, millis = 0;

  g_return_val_if_fail (vdt_time_known (time), NULL);

  if (rest < 0)
    {
      rest += VDT_DAY;
      days--;
    }
  vdt_civil_from_days (days, &year, &month, &day);
  seconds = (int) (rest / VDT_SECOND);
  millis = (int) (rest % VDT_SECOND);
  if (millis != 0)
    return g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", year, month, day, seconds / 3600,
                            seconds / 60 % 60, seconds % 60, millis);
  return g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02dZ", year, month, day, seconds / 3600,
                          seconds / 60 % 60, seconds % 60);
}

/**
 * vdt_time_from_uuid7:
 * @uuid: (array length=len): a UUID in its usual text form
 * @len: its length
 *
 * Codex's thread and turn ids are UUIDv7 and carry their time of birth (formats B.4).
 *
 * Returns: that time, or unknown where @uuid is not of version 7
 */
VdtTime
vdt_time_from_uuid7 (const char *uuid, gsize len)
{
  gint64 value = 0;

  if (len != 36 || uuid[8] != '-' || uuid[13] != '-' || uuid[14] != '7')
    return VDT_TIME_UNKNOWN;
  for (guint i = 0; i < 13; i++)
    {
      int digit = 0;

      if (i == 8)
        continue;
      digit = g_ascii_xdigit_value (uuid[i]);
      if (digit < 0)
        return VDT_TIME_UNKNOWN;
      value = value * 16 + digit;
    }
  return value <= VDT_TIME_MAX ? value : VDT_TIME_UNKNOWN;
}
