/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-claude-limit.h"

#include <string.h>

static const char *const months[] = { "jan", "feb", "mar", "apr", "may", "jun",
                                      "jul", "aug", "sep", "oct", "nov", "dec" };
static const char *const families[] = { "opus", "sonnet", "haiku", "fable", "mythos" };

typedef struct
{
  gboolean has_date;
  int year; /* 0 where it was not said */
  int month;
  int day;
  int hour;
  int minute;
} Moment;

static gboolean
take_number (const char **p, int *value)
{
  int v = 0;
  guint n = 0;

  while (g_ascii_isdigit (**p) && n < 4)
    {
      v = v * 10 + (**p - '0');
      (*p)++;
      n++;
    }
  *value = v;
  return n > 0;
}

static gboolean
take_word (const char **p, const char *word)
{
  gsize len = strlen (word);

  if (strncmp (*p, word, len) != 0)
    return FALSE;
  *p += len;
  return TRUE;
}

static void
skip_blanks (const char **p)
{
  while (**p == ' ' || **p == ',')
    (*p)++;
}

/* `oct 20 at 4:30am`, `oct 20, 2026, 4:30am`, `3pm`, `15:00` */
static gboolean
parse_moment (Moment *moment, const char **p)
{
  int number = 0;
  gboolean minutes = FALSE;

  *moment = (Moment){ 0 };
  skip_blanks (p);
  for (guint i = 0; i < G_N_ELEMENTS (months); i++)
    if (strncmp (*p, months[i], 3) == 0)
      {
        while (g_ascii_isalpha (**p))
          (*p)++;
        skip_blanks (p);
        moment->has_date = TRUE;
        moment->month = i + 1;
        if (!take_number (p, &moment->day))
          return FALSE;
        break;
      }
  skip_blanks (p);
  if (moment->has_date && take_number (p, &number))
    {
      if (number >= 1970)
        {
          moment->year = number;
          skip_blanks (p);
          number = -1;
        }
    }
  else
    number = -1;
  if (number < 0)
    {
      take_word (p, "at ");
      skip_blanks (p);
      if (!take_number (p, &number))
        return moment->has_date;
    }
  minutes = take_word (p, ":");
  if (minutes && !take_number (p, &moment->minute))
    return FALSE;
  skip_blanks (p);
  if (take_word (p, "pm"))
    moment->hour = number % 12 + 12;
  else if (take_word (p, "am"))
    moment->hour = number % 12;
  else if (minutes)
    {
      moment->hour = number;
      return number < 24 && moment->minute < 60;
    }
  else
    return FALSE;
  return number >= 1 && number <= 12 && moment->minute < 60;
}

static gboolean
day_from_date (int year, int month, int day_of_month, gint64 *day)
{
  int real_year = 0, real_month = 0, real_day = 0;

  *day = vdt_days_from_civil (year, month, day_of_month);
  vdt_civil_from_days (*day, &real_year, &real_month, &real_day);
  return real_month == month && real_day == day_of_month;
}

/* The next such time after @said_at: a time without a date, a date without a year. */
static VdtTime
next_moment (const Moment *moment, VdtTime said_at, VdtZone *zone)
{
  gint64 day = vdt_zone_local_day (zone, said_at);
  VdtTime time = VDT_TIME_UNKNOWN;
  int year = 0, month = 0, day_of_month = 0;

  if (!moment->has_date)
    {
      time = vdt_zone_from_local (zone, day, moment->hour, moment->minute);
      return time > said_at ? time
                            : vdt_zone_from_local (zone, day + 1, moment->hour, moment->minute);
    }
  vdt_civil_from_days (day, &year, &month, &day_of_month);
  if (moment->year != 0)
    return day_from_date (moment->year, moment->month, moment->day, &day)
             ? vdt_zone_from_local (zone, day, moment->hour, moment->minute)
             : VDT_TIME_UNKNOWN;
  /* the 29th of February may be up to eight years off */
  for (int i = 0; i <= 8; i++)
    {
      if (!day_from_date (year + i, moment->month, moment->day, &day))
        continue;
      time = vdt_zone_from_local (zone, day, moment->hour, moment->minute);
      if (time > said_at)
        return time;
    }
  return VDT_TIME_UNKNOWN;
}

/* The zone that stands in brackets, in the letters it was written in. */
static VdtZone *
named_zone (const char *text)
{
  const char *open = strchr (text, '(');
  const char *close = open != NULL ? strchr (open, ')') : NULL;
  g_autofree char *name = NULL;

  if (close == NULL)
    return NULL;
  name = g_strndup (open + 1, close - open - 1);
  return vdt_zone_new (name, NULL);
}

static VdtTime
parse_reset (const char *text, const char *lower, VdtTime said_at, VdtZone *local)
{
  const char *bar = strchr (lower, '|');
  const char *p = strstr (lower, "resets");
  g_autoptr (VdtZone) zone = NULL;
  Moment moment;

  if (bar != NULL && g_ascii_isdigit (bar[1]))
    return vdt_time_from_unix (g_ascii_strtoll (bar + 1, NULL, 10));
  if (p == NULL)
    return VDT_TIME_UNKNOWN;
  p += strlen ("resets");
  take_word (&p, " at");
  if (!parse_moment (&moment, &p))
    return VDT_TIME_UNKNOWN;
  zone = named_zone (text + (p - lower));
  return next_moment (&moment, said_at, zone != NULL ? zone : local);
}

/**
 * vdt_claude_limit_parse:
 * @reading: (out caller-allocates): what it says; free with [func@vdt_quota_reading_clear]
 * @text: what Claude Code itself printed; never a person's or a tool's words
 * @said_at: the record's time
 * @local: the zone meant where the message names none
 *
 * Reads a limit message (rulings: *Claude limit message*): one that says that a limit is reached
 * or hit, and when it resets.
 *
 * Returns: whether it is one
 */
gboolean
vdt_claude_limit_parse (VdtQuotaReading *reading, const char *text, VdtTime said_at, VdtZone *local)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);
  g_autofree char *head = NULL;
  const char *limit = strstr (lower, "limit");
  VdtTime resets_at = VDT_TIME_UNKNOWN;

  if (limit == NULL || (strstr (lower, "reached") == NULL && strstr (lower, "hit ") == NULL))
    return FALSE;
  resets_at = parse_reset (text, lower, said_at, local);
  if (!vdt_time_known (resets_at))
    return FALSE;

  *reading = (VdtQuotaReading){
    .runtime = VDT_RUNTIME_CLAUDE,
    .window = VDT_QUOTA_WINDOW_OTHER,
    .source = VDT_QUOTA_SOURCE_CLAUDE_LIMIT_MESSAGE,
    .minutes = VDT_COUNT_UNKNOWN,
    .percent_known = TRUE,
    .used_percent = 100,
    .resets_at = resets_at,
    .as_of = said_at,
  };
  head = g_strndup (lower, limit - lower);
  if (strstr (head, "session") != NULL || strstr (head, "5-hour") != NULL ||
      strstr (head, "5 hour") != NULL || strstr (head, "five-hour") != NULL)
    {
      reading->window = VDT_QUOTA_WINDOW_FIVE_HOUR;
      reading->minutes = 300;
    }
  else if (strstr (head, "week") != NULL)
    {
      reading->window = VDT_QUOTA_WINDOW_WEEKLY;
      reading->minutes = 10080;
    }
  for (guint i = 0; i < G_N_ELEMENTS (families) && reading->bucket == NULL; i++)
    if (strstr (head, families[i]) != NULL)
      reading->bucket = g_strdup (families[i]);
  return TRUE;
}
