/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "vdt-text.h"

/**
 * vdt_format_words:
 * @words: used or left
 *
 * Returns: (transfer none): the word itself
 */
const char *
vdt_format_words (VdtMeterWords words)
{
  return words == VDT_WORDS_LEFT ? C_ ("quota", "left") : C_ ("quota", "used");
}

/**
 * vdt_format_percent:
 * @used_percent: how much is used, at least 0; may exceed 100
 * @words: whether to say what is used or what is left
 *
 * What lies strictly between 0 and 1, or between 99 and 100, is never rounded to the end it
 * has not reached. More than all leaves nothing. A log may claim anything: ten times all and more
 * is `>999 %`.
 *
 * Returns: (transfer full): such as `62 %`, with the space the locale wants
 */
char *
vdt_format_percent (double used_percent, VdtMeterWords words)
{
  double shown = words == VDT_WORDS_LEFT ? MAX (100. - used_percent, 0.) : used_percent;
  g_autofree char *number = NULL;

  if (shown > 0. && shown < 1.)
    number = g_strdup ("<1");
  else if (shown >= 1000.)
    number = g_strdup (">999");
  else if (shown > 99. && shown < 100.)
    number = g_strdup (">99");
  else if (words == VDT_WORDS_LEFT)
    /* So that both ways of saying it add up to 100. */
    number = g_strdup_printf ("%.0f", MAX (100. - floor (used_percent + .5), 0.));
  else
    number = g_strdup_printf ("%.0f", floor (used_percent + .5));
  /* Translators: %s is a whole number; the space is a narrow no-break one. Put what your
   * language wants between a number and its percent sign. */
  return g_strdup_printf (_ ("%s\u202f%%"), number);
}

/**
 * vdt_format_percent_words:
 * @used_percent: how much is used
 * @words: whether to say what is used or what is left
 *
 * Returns: (transfer full): such as `62 % used`
 */
char *
vdt_format_percent_words (double used_percent, VdtMeterWords words)
{
  g_autofree char *percent = vdt_format_percent (used_percent, words);

  /* Translators: %s is a percentage such as "62 %" */
  if (words == VDT_WORDS_LEFT)
    return g_strdup_printf (_ ("%s left"), percent);
  /* Translators: %s is a percentage such as "62 %" */
  return g_strdup_printf (_ ("%s used"), percent);
}

/* At most three digits that count; a decimal only where one tells something. */
static char *
format_scaled (double value)
{
  double tenths = floor (value * 10. + .5) / 10.;

  if (value >= 99.95 || tenths == floor (tenths))
    return g_strdup_printf ("%.0f", floor (value + .5));
  return g_strdup_printf ("%.1f", tenths);
}

/**
 * vdt_format_tokens:
 * @tokens: how many
 *
 * Returns: (transfer full): such as `812`, `103k`, `4.8M`; `Unknown` for what was not reported
 */
char *
vdt_format_tokens (VdtCount tokens)
{
  double value = tokens;
  g_autofree char *number = NULL;

  if (!vdt_count_known (tokens))
    return g_strdup (_ ("Unknown"));
  if (tokens < 1000)
    return g_strdup_printf ("%d", (int) tokens);
  if (value < 9950.)
    {
      number = format_scaled (value / 1e3);
      /* Translators: thousands of tokens */
      return g_strdup_printf (_ ("%sk"), number);
    }
  if (value < 999500.)
    {
      number = g_strdup_printf ("%.0f", floor (value / 1e3 + .5));
      return g_strdup_printf (_ ("%sk"), number);
    }
  if (value < 999.5e6)
    {
      number = format_scaled (value / 1e6);
      /* Translators: millions of tokens */
      return g_strdup_printf (_ ("%sM"), number);
    }
  number = format_scaled (value / 1e9);
  /* Translators: thousands of millions (10⁹) of tokens */
  return g_strdup_printf (_ ("%sB"), number);
}

/**
 * vdt_format_integer:
 * @number: a whole number
 *
 * Returns: (transfer full): @number, its digits grouped as the locale does
 */
char *
vdt_format_integer (gint64 number)
{
  return g_strdup_printf ("%'" G_GINT64_FORMAT, number);
}

/**
 * vdt_format_bytes_of:
 * @done: how many bytes are done
 * @total: of how many
 *
 * Returns: (transfer full): both in one unit, such as `441 of 864 MB`
 */
char *
vdt_format_bytes_of (guint64 done, guint64 total)
{
  if (total < 1000 * 1000)
    /* Translators: thousands of bytes done of all */
    return g_strdup_printf (_ ("%.0f of %.0f kB"), floor (done / 1e3), ceil (total / 1e3));
  if (total < G_GUINT64_CONSTANT (10) * 1000 * 1000 * 1000)
    /* Translators: millions of bytes done of all */
    return g_strdup_printf (_ ("%.0f of %.0f MB"), floor (done / 1e6), ceil (total / 1e6));
  /* Translators: thousands of millions of bytes done of all */
  return g_strdup_printf (_ ("%.1f of %.1f GB"), floor (done / 1e8) / 10.,
                          ceil (total / 1e8) / 10.);
}

/**
 * vdt_format_duration:
 * @span: milliseconds; below 0 counts as 0
 *
 * Returns: (transfer full): the two largest units, cut: `40 s`, `12 min`, `3 h 6 min`,
 *   `3 d 21 h`
 */
char *
vdt_format_duration (VdtTime span)
{
  gint64 minutes = MAX (span, 0) / VDT_MINUTE;
  gint64 hours = minutes / 60;

  if (minutes == 0)
    /* Translators: seconds */
    return g_strdup_printf (_ ("%d s"), (int) (MAX (span, 0) / VDT_SECOND));
  if (hours == 0)
    /* Translators: minutes */
    return g_strdup_printf (_ ("%d min"), (int) minutes);
  if (hours < 24 && minutes % 60 == 0)
    /* Translators: hours */
    return g_strdup_printf (_ ("%d h"), (int) hours);
  if (hours < 24)
    /* Translators: hours and minutes */
    return g_strdup_printf (_ ("%d h %d min"), (int) hours, (int) (minutes % 60));
  if (hours % 24 == 0)
    /* Translators: days */
    return g_strdup_printf (_ ("%d d"), (int) (hours / 24));
  /* Translators: days and hours */
  return g_strdup_printf (_ ("%d d %d h"), (int) (hours / 24), (int) (hours % 24));
}

/**
 * vdt_format_duration_spoken:
 * @span: milliseconds; below 0 counts as 0
 *
 * Returns: (transfer full): as [func@vdt_format_duration], in whole words for screen readers
 */
char *
vdt_format_duration_spoken (VdtTime span)
{
  gint64 seconds = MAX (span, 0) / VDT_SECOND;
  gint64 minutes = seconds / 60;
  gint64 hours = minutes / 60;
  gint64 days = hours / 24;
  gint64 rest = 0;
  g_autofree char *large = NULL;
  g_autofree char *small = NULL;

  if (minutes == 0)
    return g_strdup_printf (ngettext ("%d second", "%d seconds", seconds), (int) seconds);
  if (hours == 0)
    return g_strdup_printf (ngettext ("%d minute", "%d minutes", minutes), (int) minutes);
  if (days == 0)
    {
      rest = minutes % 60;
      large = g_strdup_printf (ngettext ("%d hour", "%d hours", hours), (int) hours);
      small = g_strdup_printf (ngettext ("%d minute", "%d minutes", rest), (int) rest);
    }
  else
    {
      rest = hours % 24;
      large = g_strdup_printf (ngettext ("%d day", "%d days", days), (int) days);
      small = g_strdup_printf (ngettext ("%d hour", "%d hours", rest), (int) rest);
    }
  if (rest == 0)
    return g_steal_pointer (&large);
  /* Translators: the first is such as "3 hours", the second "6 minutes" */
  return g_strdup_printf (C_ ("duration", "%s %s"), large, small);
}

static char *
format_local (VdtTime local, const char *format)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (local / VDT_SECOND);
  char *text = date != NULL ? g_date_time_format (date, format) : NULL;

  return text != NULL ? text : g_strdup (_ ("Unknown"));
}

static int
year_of (VdtTime local)
{
  int year, month, day;

  vdt_civil_from_days (local / VDT_DAY, &year, &month, &day);
  return year;
}

/**
 * vdt_format_moment:
 * @time: an instant, past or future
 * @now: the instant it is looked at
 * @zone: the zone to show it in
 *
 * Returns: (transfer full): within 24 hours of @now `14:20`, beyond `Fri 4 Dec, 09:00`, with the
 *   year where it is another one; `Unknown` for an unknown time
 */
char *
vdt_format_moment (VdtTime time, VdtTime now, VdtZone *zone)
{
  VdtTime local;

  if (!vdt_time_known (time) || time < VDT_TIME_MIN || time > VDT_TIME_MAX - VDT_DAY)
    return g_strdup (_ ("Unknown"));
  local = vdt_zone_local (zone, time);
  if (time > now - VDT_DAY && time < now + VDT_DAY)
    /* Translators: a time of day, see g_date_time_format() */
    return format_local (local, C_ ("time of day", "%H:%M"));
  if (year_of (local) != year_of (vdt_zone_local (zone, now)))
    /* Translators: a time in another year, see g_date_time_format() */
    return format_local (local, _ ("%a %-e %b %Y, %H:%M"));
  /* Translators: a time on another day, see g_date_time_format() */
  return format_local (local, _ ("%a %-e %b, %H:%M"));
}

/**
 * vdt_format_weekday:
 * @time: an instant, past or future
 * @now: the instant it is looked at
 * @zone: the zone to show it in
 *
 * Returns: (transfer full): within six days of @now `Mon 09:30`, beyond as
 *   [func@vdt_format_moment]
 */
char *
vdt_format_weekday (VdtTime time, VdtTime now, VdtZone *zone)
{
  if (!vdt_time_known (time) || time <= now - 6 * VDT_DAY || time >= now + 6 * VDT_DAY)
    return vdt_format_moment (time, now, zone);
  /* Translators: a time on a day of this week, see g_date_time_format() */
  return format_local (vdt_zone_local (zone, time), C_ ("day of the week", "%a %H:%M"));
}

/**
 * vdt_format_date:
 * @time: an instant
 * @now: the instant it is looked at
 * @zone: the zone to show it in
 *
 * Returns: (transfer full): its day, such as `28 Nov`, with the year where it is another one
 */
char *
vdt_format_date (VdtTime time, VdtTime now, VdtZone *zone)
{
  VdtTime local;

  if (!vdt_time_known (time) || time < VDT_TIME_MIN || time > VDT_TIME_MAX - VDT_DAY)
    return g_strdup (_ ("Unknown"));
  local = vdt_zone_local (zone, time);
  if (year_of (local) != year_of (vdt_zone_local (zone, now)))
    /* Translators: a day in another year, see g_date_time_format() */
    return format_local (local, _ ("%-e %b %Y"));
  /* Translators: a day of this year, see g_date_time_format() */
  return format_local (local, _ ("%-e %b"));
}

/**
 * vdt_format_day:
 * @day: a calendar day, days since 1970-01-01
 * @format: as for g_date_time_format(), already translated
 *
 * Returns: (transfer full): the day
 */
char *
vdt_format_day (gint64 day, const char *format)
{
  return format_local (day * VDT_DAY, format);
}

/**
 * vdt_format_runtime:
 * @runtime: an agent
 *
 * Returns: (transfer none): its name, which no language changes
 */
const char *
vdt_format_runtime (VdtRuntime runtime)
{
  return runtime == VDT_RUNTIME_CODEX ? "Codex" : "Claude";
}

static gboolean
all_digits (const char *text)
{
  return *text != '\0' && strspn (text, "0123456789") == strlen (text);
}

/* "sonnet-5", "opus-4-7-20260301" → "Sonnet 5", "Opus 4.7"; NULL for what is not so shaped. */
static char *
format_claude_name (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "-", 6);
  g_autoptr (GString) shown = NULL;
  guint n = g_strv_length (parts);
  guint n_numbers = 0;

  /* A trailing date names a build, not a model. */
  if (n > 1 && strlen (parts[n - 1]) == 8 && all_digits (parts[n - 1]))
    n--;
  if (n < 2 || n > 3 || parts[0][0] == '\0' || !g_ascii_isalpha (parts[0][0]))
    return NULL;
  shown = g_string_new (parts[0]);
  shown->str[0] = g_ascii_toupper (shown->str[0]);
  for (guint i = 1; i < n; i++)
    {
      if (!all_digits (parts[i]) || strlen (parts[i]) > 2)
        return NULL;
      g_string_append_printf (shown, "%c%s", n_numbers++ == 0 ? ' ' : '.', parts[i]);
    }
  return g_string_free (g_steal_pointer (&shown), FALSE);
}

/**
 * vdt_format_model:
 * @model: (nullable): a model as the agent names it
 *
 * Returns: (transfer full) (nullable): the name people know where it has the well-known shape
 *   (`claude-opus-4-7` is `Opus 4.7`), else @model as it is but for control characters
 */
char *
vdt_format_model (const char *model)
{
  g_autofree char *bare = NULL;
  g_autofree char *shown = NULL;
  gboolean large = FALSE;

  if (model == NULL)
    return NULL;
  if (!g_str_has_prefix (model, "claude-"))
    return vdt_text_strip_controls (model);
  bare = g_strdup (model + strlen ("claude-"));
  large = g_str_has_suffix (bare, "[1m]");
  if (large)
    bare[strlen (bare) - strlen ("[1m]")] = '\0';
  shown = format_claude_name (bare);
  if (shown == NULL)
    return vdt_text_strip_controls (model);
  return large ? g_strconcat (shown, " 1M", NULL) : g_steal_pointer (&shown);
}

static char *
format_length (VdtCount minutes)
{
  if (!vdt_count_known (minutes) || minutes == 0 || minutes > G_MAXINT)
    return NULL;
  if (minutes % (24 * 60) == 0)
    /* Translators: the length of a quota window */
    return g_strdup_printf (_ ("%d-day"), (int) (minutes / (24 * 60)));
  if (minutes % 60 == 0)
    /* Translators: the length of a quota window */
    return g_strdup_printf (_ ("%d-hour"), (int) (minutes / 60));
  /* Translators: the length of a quota window */
  return g_strdup_printf (_ ("%d-minute"), (int) minutes);
}

/**
 * vdt_format_window_short:
 * @reading: a reading
 *
 * Returns: (transfer full): its window for a line with more in it: `5-hour`, `weekly`,
 *   `monthly`, `36-hour`, `quota` where its length is unknown
 */
char *
vdt_format_window_short (const VdtQuotaReading *reading)
{
  char *length = NULL;

  switch (reading->window)
    {
    case VDT_QUOTA_WINDOW_FIVE_HOUR:
      return g_strdup (_ ("5-hour"));
    case VDT_QUOTA_WINDOW_WEEKLY:
      return g_strdup (_ ("weekly"));
    case VDT_QUOTA_WINDOW_MONTHLY:
      return g_strdup (_ ("monthly"));
    case VDT_QUOTA_WINDOW_OTHER:
      break;
    }
  length = format_length (reading->minutes);
  return length != NULL ? length : g_strdup (_ ("quota"));
}

/**
 * vdt_format_window:
 * @reading: a reading
 *
 * An account's main bucket goes without its name.
 *
 * Returns: (transfer full): its window as a title: `5-hour window`, `Weekly`, `36-hour window`,
 *   `Weekly · opus`
 */
char *
vdt_format_window (const VdtQuotaReading *reading)
{
  const char *bucket = vdt_quota_reading_get_bucket_title (reading);
  g_autofree char *named = NULL;
  g_autofree char *title = NULL;

  switch (reading->window)
    {
    case VDT_QUOTA_WINDOW_FIVE_HOUR:
      title = g_strdup (_ ("5-hour window"));
      break;
    case VDT_QUOTA_WINDOW_WEEKLY:
      title = g_strdup (_ ("Weekly"));
      break;
    case VDT_QUOTA_WINDOW_MONTHLY:
      title = g_strdup (_ ("Monthly"));
      break;
    case VDT_QUOTA_WINDOW_OTHER:
      {
        g_autofree char *length = format_length (reading->minutes);

        /* Translators: %s is a length such as "36-hour" */
        title = length != NULL ? g_strdup_printf (_ ("%s window"), length) : g_strdup (_ ("Quota"));
      }
      break;
    }
  if (bucket == NULL)
    return g_steal_pointer (&title);
  named = vdt_text_strip_controls (bucket);
  return g_strdup_printf ("%s · %s", title, named);
}

/**
 * vdt_format_quota:
 * @reading: a reading
 * @words: whether to say what is used or what is left
 * @now: the instant it is looked at
 * @zone: the zone to show times in
 *
 * The whole of a reading in one line, for the tray, tooltips and terminals.
 *
 * Returns: (transfer full): `62 % used · resets 14:20`, `… · 42 min old`, `ended 09:40` or
 *   `unknown`
 */
char *
vdt_format_quota (const VdtQuotaReading *reading, VdtMeterWords words, VdtTime now, VdtZone *zone)
{
  VdtQuotaState state = vdt_quota_reading_get_state (reading, now);
  g_autofree char *percent = NULL;
  g_autofree char *resets = NULL;
  g_autofree char *age = NULL;
  g_autoptr (GString) line = NULL;

  if (vdt_time_known (reading->resets_at))
    resets = vdt_format_moment (reading->resets_at, now, zone);
  if (state == VDT_QUOTA_ENDED)
    /* Translators: a quota window that is over; %s is a time */
    return resets != NULL ? g_strdup_printf (_ ("ended %s"), resets) : g_strdup (_ ("ended"));
  if (state == VDT_QUOTA_UNKNOWN || !reading->percent_known)
    return g_strdup (C_ ("quota", "unknown"));

  percent = vdt_format_percent_words (reading->used_percent, words);
  line = g_string_new (percent);
  if (resets != NULL)
    {
      g_string_append (line, " · ");
      /* Translators: %s is a time, such as "14:20" */
      g_string_append_printf (line, _ ("resets %s"), resets);
    }
  if (state == VDT_QUOTA_STALE && vdt_time_known (reading->as_of))
    {
      age = vdt_format_duration (now - reading->as_of);
      g_string_append (line, " · ");
      /* Translators: the age of a number; %s is a duration, such as "42 min" */
      g_string_append_printf (line, _ ("%s old"), age);
    }
  return g_string_free (g_steal_pointer (&line), FALSE);
}
