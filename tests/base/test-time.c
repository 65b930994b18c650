/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-time.h"

#include <string.h>

#define DAY_OF(y, m, d) (vdt_days_from_civil (y, m, d))

static const struct
{
  const char *text;
  VdtTime time;
} good_times[] = {
  { "1970-01-01T00:00:00Z", 0 },
  { "1970-01-01T00:00:00.001Z", 1 },
  { "2026-11-30T10:44:00Z", G_GINT64_CONSTANT (1796035440000) },
  { "2026-11-30t10:44:00z", G_GINT64_CONSTANT (1796035440000) },
  { "2026-11-30 10:44:00Z", G_GINT64_CONSTANT (1796035440000) },
  { "2026-11-30T10:44:00.5Z", G_GINT64_CONSTANT (1796035440500) },
  { "2026-11-30T10:44:00.123456789Z", G_GINT64_CONSTANT (1796035440123) },
  { "2026-11-30T10:44:00.999999Z", G_GINT64_CONSTANT (1796035440999) },
  { "2026-11-30T11:44:00+01:00", G_GINT64_CONSTANT (1796035440000) },
  { "2026-11-30T05:14:00.25-05:30", G_GINT64_CONSTANT (1796035440250) },
  { "2026-11-30T10:44:00+00:00", G_GINT64_CONSTANT (1796035440000) },
  { "2026-11-30T10:44:00-00:00", G_GINT64_CONSTANT (1796035440000) },
  { "2026-12-01T10:43:00+23:59", G_GINT64_CONSTANT (1796035440000) },
  { "1969-12-31T23:00:00-01:00", 0 },
  { "2000-02-29T12:00:00Z", G_GINT64_CONSTANT (951825600000) },
  { "2024-02-29T00:00:00Z", G_GINT64_CONSTANT (1709164800000) },
  /* a leap second is the second after it */
  { "2016-12-31T23:59:60Z", G_GINT64_CONSTANT (1483228800000) },
  { "2016-12-31T23:59:60.500Z", G_GINT64_CONSTANT (1483228800500) },
  { "9999-12-31T23:59:59.999Z", VDT_TIME_MAX },
};

static const char *const bad_times[] = {
  "",
  "2026",
  "2026-11-30",
  "2026-11-30T10:44:00",
  "2026-11-30T10:44Z",
  "2026-11-30T10:44:00.Z",
  "2026-11-30T10:44:00,5Z",
  "2026-11-30T10:44:00 Z",
  "2026-11-30T10:44:00Zx",
  "2026-11-30T10:44:00ZZ",
  "2026-11-30T10:44:00+0100",
  "2026-11-30T10:44:00+01",
  "2026-11-30T10:44:00+1:00",
  "2026-11-30T10:44:00+24:00",
  "2026-11-30T10:44:00+01:60",
  "2026-11-30T10:44:00+01:00Z",
  "2026-11-30X10:44:00Z",
  "2026/11/30T10:44:00Z",
  "2026-00-30T10:44:00Z",
  "2026-13-01T10:44:00Z",
  "2026-11-00T10:44:00Z",
  "2026-11-31T10:44:00Z",
  "2026-02-29T10:44:00Z",
  "1900-02-29T10:44:00Z",
  "2100-02-29T10:44:00Z",
  "2026-11-30T24:00:00Z",
  "2026-11-30T10:60:00Z",
  "2026-11-30T10:44:61Z",
  "2026-11-30T-1:44:00Z",
  "+026-11-30T10:44:00Z",
  "2026-11-3aT10:44:00Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00+00:01",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:60Z",
  "9999-12-31T23:59:59-00:01",
  "10000-01-01T00:00:00Z",
  "1796035440",
  "Mon, 30 Nov 2026 10:44:00 GMT",
};

/* As long as it is and no longer, so that reading beyond the end is seen. */
static VdtTime
parse_exact (const char *text, gsize len)
{
  g_autofree char *exact = g_memdup2 (text, MAX (len, 1));

  return vdt_time_from_rfc3339 (exact, len);
}

static void
test_rfc3339 (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good_times); i++)
    {
      const char *text = good_times[i].text;

      g_test_message ("%s", text);
      g_assert_cmpint (parse_exact (text, strlen (text)), ==, good_times[i].time);
      /* every shorter piece of it is something else or nothing, and never read beyond */
      for (gsize len = 0; len < 20; len++)
        if (len < strlen (text))
          g_assert_cmpint (parse_exact (text, len), ==, VDT_TIME_UNKNOWN);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad_times); i++)
    {
      g_test_message ("%s", bad_times[i]);
      g_assert_cmpint (parse_exact (bad_times[i], strlen (bad_times[i])), ==, VDT_TIME_UNKNOWN);
    }
}

static void
test_rfc3339_round_trip (void)
{
  for (guint i = 0; i < 20000; i++)
    {
      gint64 high = g_test_rand_int_range (0, VDT_TIME_MAX >> 20);
      VdtTime time = MIN (VDT_TIME_MAX, (high << 20) | g_test_rand_int_range (0, 1 << 20));
      g_autofree char *text = vdt_time_to_rfc3339 (time);
      g_autoptr (GDateTime) date = g_date_time_new_from_iso8601 (text, NULL);

      g_assert_cmpint (parse_exact (text, strlen (text)), ==, time);
      /* an independent reader agrees */
      g_assert_nonnull (date);
      g_assert_cmpint (g_date_time_to_unix (date) * 1000 +
                         g_date_time_get_microsecond (date) / 1000,
                       ==, time);
    }
}

static void
test_to_text (void)
{
  static const struct
  {
    VdtTime time;
    const char *text;
  } cases[] = {
    { 0, "1970-01-01T00:00:00Z" },        { 1, "1970-01-01T00:00:00.001Z" },
    { 10, "1970-01-01T00:00:00.010Z" },   { -1, "1969-12-31T23:59:59.999Z" },
    { -VDT_DAY, "1969-12-31T00:00:00Z" }, { VDT_TIME_MAX, "9999-12-31T23:59:59.999Z" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = vdt_time_to_rfc3339 (cases[i].time);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_unix (void)
{
  g_assert_cmpint (vdt_time_from_unix (0), ==, 0);
  g_assert_cmpint (vdt_time_from_unix (1), ==, 1000);
  g_assert_cmpint (vdt_time_from_unix (-1), ==, VDT_TIME_UNKNOWN);
  g_assert_cmpint (vdt_time_from_unix (253402300799), ==, VDT_TIME_MAX - 999);
  g_assert_cmpint (vdt_time_from_unix (253402300800), ==, VDT_TIME_UNKNOWN);
  g_assert_cmpint (vdt_time_from_unix (G_MAXINT64), ==, VDT_TIME_UNKNOWN);
  g_assert_cmpint (vdt_time_from_unix (G_MININT64), ==, VDT_TIME_UNKNOWN);
  /* milliseconds taken for seconds are no time a log may claim */
  g_assert_cmpint (vdt_time_from_unix (G_GINT64_CONSTANT (1796035440000)), ==, VDT_TIME_UNKNOWN);
}

static void
test_civil (void)
{
  g_assert_cmpint (DAY_OF (1970, 1, 1), ==, 0);
  g_assert_cmpint (DAY_OF (1969, 12, 31), ==, -1);
  g_assert_cmpint (DAY_OF (2000, 3, 1), ==, 11017);
  g_assert_cmpint (DAY_OF (1, 1, 1), ==, -719162);
  g_assert_cmpint (DAY_OF (9999, 12, 31), ==, 2932896);
  for (gint64 days = -719162; days <= 2932896; days += 97)
    {
      int year = 0, month = 0, day = 0;
      GDate date;

      vdt_civil_from_days (days, &year, &month, &day);
      g_assert_cmpint (DAY_OF (year, month, day), ==, days);
      g_date_clear (&date, 1);
      g_date_set_julian (&date, (guint32) (days + 719163));
      g_assert_cmpint (g_date_get_year (&date), ==, year);
      g_assert_cmpint (g_date_get_month (&date), ==, month);
      g_assert_cmpint (g_date_get_day (&date), ==, day);
    }
}

static void
test_uuid7 (void)
{
  static const struct
  {
    const char *uuid;
    VdtTime time;
  } cases[] = {
    { "01a2b3c4-d5e6-7000-8000-000000000000", G_GINT64_CONSTANT (0x01a2b3c4d5e6) },
    { "01A2B3C4-D5E6-7fff-bfff-ffffffffffff", G_GINT64_CONSTANT (0x01a2b3c4d5e6) },
    { "00000000-0000-7000-8000-000000000000", 0 },
    { "e677d21f-dbff-7000-8000-000000000000", G_GINT64_CONSTANT (0xe677d21fdbff) },
    { "e677d21f-dc00-7000-8000-000000000000", VDT_TIME_UNKNOWN }, /* the year 10000 */
    { "01a2b3c4-d5e6-4000-8000-000000000000", VDT_TIME_UNKNOWN }, /* random, not ordered */
    { "01a2b3c4-d5e6-7000-8000-00000000000", VDT_TIME_UNKNOWN },
    { "01a2b3c4-d5e6-7000-8000-0000000000000", VDT_TIME_UNKNOWN },
    { "01a2b3c4_d5e6-7000-8000-000000000000", VDT_TIME_UNKNOWN },
    { "01a2b3cg-d5e6-7000-8000-000000000000", VDT_TIME_UNKNOWN },
    { "", VDT_TIME_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize len = strlen (cases[i].uuid);
      g_autofree char *exact = g_memdup2 (cases[i].uuid, MAX (1, len));

      g_assert_cmpint (vdt_time_from_uuid7 (exact, len), ==, cases[i].time);
    }
  g_assert_cmpint (0xe677d21fdbff, ==, VDT_TIME_MAX);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time/rfc3339", test_rfc3339);
  g_test_add_func ("/time/rfc3339-round-trip", test_rfc3339_round_trip);
  g_test_add_func ("/time/to-text", test_to_text);
  g_test_add_func ("/time/unix", test_unix);
  g_test_add_func ("/time/civil", test_civil);
  g_test_add_func ("/time/uuid7", test_uuid7);
  return g_test_run ();
}
