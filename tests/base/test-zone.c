/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-zone.h"

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

static VdtTime
at (const char *text)
{
  VdtTime time = vdt_time_from_rfc3339 (text, strlen (text));

  g_assert_true (vdt_time_known (time));
  return time;
}

static gint64
day_of (const char *text)
{
  int year = 0, month = 0, day = 0;

  g_assert_cmpint (sscanf (text, "%d-%d-%d", &year, &month, &day), ==, 3);
  return vdt_days_from_civil (year, month, day);
}

static VdtZone *
zone_or_skip (const char *name)
{
  VdtZone *zone = vdt_zone_new (name, NULL);

  if (zone == NULL)
    g_test_skip ("no time zone data here");
  return zone;
}

static void
test_names (void)
{
  static const char *const unknown[] = { "",       "Nowhere/Atlantis", "Europe/Paris ",
                                         "europe", "Europe",           "../Europe/Paris",
                                         "\n" };
  g_autoptr (VdtZone) utc = vdt_zone_new_utc ();
  g_autoptr (VdtZone) local = vdt_zone_new (NULL, NULL);

  g_assert_cmpstr (vdt_zone_get_name (utc), ==, "UTC");
  g_assert_nonnull (vdt_zone_get_name (local));
  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (VdtZone) zone = vdt_zone_new (unknown[i], &error);

      g_test_message ("“%s”", unknown[i]);
      g_assert_null (zone);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
}

typedef struct
{
  const char *zone;
  const char *day;
  const char *start; /* the first instant of that day */
} DayStart;

static const DayStart day_starts[] = {
  { "UTC", "2026-10-17", "2026-10-17T00:00:00Z" },
  { "America/New_York", "2026-03-08", "2026-03-08T05:00:00Z" },
  { "America/New_York", "2026-03-09", "2026-03-09T04:00:00Z" },
  { "America/New_York", "2026-11-01", "2026-11-01T04:00:00Z" },
  { "America/New_York", "2026-11-02", "2026-11-02T05:00:00Z" },
  { "Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z" },
  { "Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00Z" },
  { "Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z" },
  { "Europe/Berlin", "2026-10-26", "2026-10-25T23:00:00Z" },
  { "Asia/Kolkata", "2026-10-17", "2026-10-16T18:30:00Z" },
  { "Asia/Kathmandu", "2026-10-17", "2026-10-16T18:15:00Z" },
  { "Pacific/Kiritimati", "2026-10-17", "2026-10-16T10:00:00Z" },
  { "Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z" },
  { "Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z" },
  { "Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z" },
  { "Australia/Lord_Howe", "2026-04-06", "2026-04-05T13:30:00Z" },
  { "Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00Z" },
  { "Australia/Lord_Howe", "2026-10-05", "2026-10-04T13:00:00Z" },
  /* the clock goes from midnight to one: the day has no midnight */
  { "America/Havana", "2026-03-08", "2026-03-08T05:00:00Z" },
  { "America/Havana", "2026-03-09", "2026-03-09T04:00:00Z" },
  /* the clock goes from one to midnight: the day has two of them, the first counts */
  { "America/Havana", "2026-11-01", "2026-11-01T04:00:00Z" },
  { "America/Havana", "2026-11-02", "2026-11-02T05:00:00Z" },
};

/* What GLib itself says of an instant, without anything of ours between: releases of it differ on
 * some zones' clock changes to come, and a zone of ours can be no better than that. */
static gint64
glib_day_at (const char *name, VdtTime time)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (name);
  gint64 seconds = time / VDT_SECOND;
  int interval = g_time_zone_find_interval (zone, G_TIME_TYPE_UNIVERSAL, seconds);
  gint64 local = seconds + g_time_zone_get_offset (zone, interval);

  return (local >= 0 ? local : local - 86399) / 86400;
}

static void
test_day_starts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (day_starts); i++)
    {
      const DayStart *expected = &day_starts[i];
      g_autoptr (VdtZone) zone = zone_or_skip (expected->zone);
      gint64 day = day_of (expected->day);
      VdtTime start = 0;
      g_autofree char *text = NULL;

      if (zone == NULL)
        return;
      start = vdt_time_from_rfc3339 (expected->start, strlen (expected->start));
      if (glib_day_at (expected->zone, start) != day ||
          glib_day_at (expected->zone, start - VDT_SECOND) >= day)
        {
          g_test_message ("%s %s: this GLib knows the zone otherwise", expected->zone,
                          expected->day);
          continue;
        }
      start = vdt_zone_start_of_day (zone, day);
      text = vdt_time_to_rfc3339 (start);
      g_test_message ("%s %s: %s", expected->zone, expected->day, text);
      g_assert_cmpstr (text, ==, expected->start);
      g_assert_cmpint (vdt_zone_local_day (zone, start), ==, day);
      g_assert_cmpint (vdt_zone_local_day (zone, start - 1), <, day);
    }
}

/* Days follow each other without gap or overlap, wherever and whenever. */
static void
test_days_are_whole (void)
{
  static const char *const zones[] = {
    "America/New_York",    "Europe/Berlin",  "Asia/Kolkata",
    "Pacific/Kiritimati",  "America/Havana", "Africa/Cairo",
    "Australia/Lord_Howe", "Asia/Beirut",    "America/Asuncion"
  };

  for (guint i = 0; i < G_N_ELEMENTS (zones); i++)
    {
      g_autoptr (VdtZone) zone = zone_or_skip (zones[i]);
      gint64 first = day_of ("2025-01-01");

      if (zone == NULL)
        return;
      for (gint64 day = first; day < first + 760; day++)
        {
          VdtTime start = vdt_zone_start_of_day (zone, day);
          VdtTime next = vdt_zone_start_of_day (zone, day + 1);

          g_assert_cmpint (vdt_zone_local_day (zone, start), ==, day);
          g_assert_cmpint (vdt_zone_local_day (zone, start - 1), ==, day - 1);
          g_assert_cmpint (vdt_zone_local_day (zone, next - 1), ==, day);
          g_assert_cmpint (next - start, >=, 23 * VDT_HOUR);
          g_assert_cmpint (next - start, <=, 25 * VDT_HOUR);
        }
    }
}

static void
test_from_local (void)
{
  static const struct
  {
    const char *zone;
    const char *day;
    int hour;
    int minute;
    const char *instant;
  } cases[] = {
    { "UTC", "2026-10-17", 23, 59, "2026-10-17T23:59:00Z" },
    { "Europe/Paris", "2026-10-17", 12, 50, "2026-10-17T10:50:00Z" },
    { "Asia/Kolkata", "2026-10-20", 4, 30, "2026-10-19T23:00:00Z" },
    { "Pacific/Kiritimati", "2026-10-17", 0, 0, "2026-10-16T10:00:00Z" },
    /* before, in and after the gap; in it the next time that exists */
    { "America/New_York", "2026-03-08", 1, 59, "2026-03-08T06:59:00Z" },
    { "America/New_York", "2026-03-08", 2, 0, "2026-03-08T07:00:00Z" },
    { "America/New_York", "2026-03-08", 2, 30, "2026-03-08T07:00:00Z" },
    { "America/New_York", "2026-03-08", 3, 0, "2026-03-08T07:00:00Z" },
    { "Europe/Berlin", "2026-03-29", 2, 59, "2026-03-29T01:00:00Z" },
    { "Australia/Lord_Howe", "2026-10-04", 2, 15, "2026-10-03T15:30:00Z" },
    { "America/Havana", "2026-03-08", 0, 30, "2026-03-08T05:00:00Z" },
    /* of two the first */
    { "America/New_York", "2026-11-01", 1, 30, "2026-11-01T05:30:00Z" },
    { "Europe/Berlin", "2026-10-25", 2, 0, "2026-10-25T00:00:00Z" },
    { "Australia/Lord_Howe", "2026-04-05", 1, 45, "2026-04-04T14:45:00Z" },
    { "America/Havana", "2026-11-01", 0, 30, "2026-11-01T04:30:00Z" },
    { "America/New_York", "2026-11-01", 2, 0, "2026-11-01T07:00:00Z" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (VdtZone) zone = zone_or_skip (cases[i].zone);
      g_autofree char *text = NULL;

      if (zone == NULL)
        return;
      text = vdt_time_to_rfc3339 (
        vdt_zone_from_local (zone, day_of (cases[i].day), cases[i].hour, cases[i].minute));
      g_test_message ("%s %s %02d:%02d", cases[i].zone, cases[i].day, cases[i].hour,
                      cases[i].minute);
      g_assert_cmpstr (text, ==, cases[i].instant);
    }
}

/* The cache of offsets must not be seen: instants in any order, against GLib's own answer. */
static void
test_local_against_glib (void)
{
  static const char *const zones[] = { "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata" };

  for (guint i = 0; i < G_N_ELEMENTS (zones); i++)
    {
      g_autoptr (VdtZone) zone = zone_or_skip (zones[i]);
      g_autoptr (GTimeZone) glib_zone = g_time_zone_new_identifier (zones[i]);
      VdtTime first = at ("2026-01-01T00:00:00Z");

      if (zone == NULL)
        return;
      for (guint n = 0; n < 20000; n++)
        {
          VdtTime time = first + (VdtTime) g_test_rand_int_range (0, 366 * 24 * 3600) * VDT_SECOND +
                         g_test_rand_int_range (0, 1000);
          int interval = g_time_zone_find_interval (glib_zone, G_TIME_TYPE_UNIVERSAL, time / 1000);

          g_assert_cmpint (vdt_zone_local (zone, time) - time, ==,
                           g_time_zone_get_offset (glib_zone, interval) * VDT_SECOND);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/zone/names", test_names);
  g_test_add_func ("/zone/day-starts", test_day_starts);
  g_test_add_func ("/zone/days-are-whole", test_days_are_whole);
  g_test_add_func ("/zone/from-local", test_from_local);
  g_test_add_func ("/zone/local-against-glib", test_local_against_glib);
  return g_test_run ();
}
