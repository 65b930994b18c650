/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-format.h"

#include <glib.h>
#include <locale.h>

/* 2026-11-30T11:14:00Z, a Monday. */
#define NOW    (G_GINT64_CONSTANT (1796037240) * VDT_SECOND)
#define NARROW "\u202f"

static void
assert_text (char *text, const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_tokens (void)
{
  static const struct
  {
    VdtCount tokens;
    const char *text;
  } table[] = {
    { VDT_COUNT_UNKNOWN, "Unknown" },
    { -7, "Unknown" },
    { 0, "0" },
    { 7, "7" },
    { 999, "999" },
    { 1000, "1k" },
    { 1049, "1k" },
    { 1050, "1.1k" },
    { 9949, "9.9k" },
    { 9950, "10k" },
    { 10499, "10k" },
    { 103000, "103k" },
    { 271999, "272k" },
    { 999499, "999k" },
    { 999500, "1M" },
    { 999999, "1M" },
    { 1000000, "1M" },
    { 1049999, "1M" },
    { 1050000, "1.1M" },
    { 4800000, "4.8M" },
    { 12000000, "12M" },
    { 99949999, "99.9M" },
    { 99950000, "100M" },
    { 999499999, "999M" },
    { 999500000, "1B" },
    { 1500000000, "1.5B" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    assert_text (vdt_format_tokens (table[i].tokens), table[i].text);
  for (VdtCount n = 1; n < G_GINT64_CONSTANT (4000000000000); n = n * 3 / 2 + 1)
    {
      g_autofree char *text = vdt_format_tokens (n);

      g_assert_cmpint (g_ascii_strtoll (text, NULL, 10), <, 1000 * 4);
      g_assert_null (g_strstr_len (text, -1, "1000k"));
      g_assert_null (g_strstr_len (text, -1, "1000M"));
    }
}

static void
test_percent (void)
{
  static const struct
  {
    double used;
    const char *as_used;
    const char *as_left;
  } table[] = {
    { 0., "0" NARROW "%", "100" NARROW "%" },   { .2, "<1" NARROW "%", ">99" NARROW "%" },
    { 1., "1" NARROW "%", "99" NARROW "%" },    { 37.5, "38" NARROW "%", "62" NARROW "%" },
    { 62., "62" NARROW "%", "38" NARROW "%" },  { 62.49, "62" NARROW "%", "38" NARROW "%" },
    { 99., "99" NARROW "%", "1" NARROW "%" },   { 99.7, ">99" NARROW "%", "<1" NARROW "%" },
    { 100., "100" NARROW "%", "0" NARROW "%" }, { 104., "104" NARROW "%", "0" NARROW "%" },
    { 999., "999" NARROW "%", "0" NARROW "%" }, { 1e300, ">999" NARROW "%", "0" NARROW "%" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      assert_text (vdt_format_percent (table[i].used, VDT_WORDS_USED), table[i].as_used);
      assert_text (vdt_format_percent (table[i].used, VDT_WORDS_LEFT), table[i].as_left);
    }
  assert_text (vdt_format_percent_words (62., VDT_WORDS_USED), "62" NARROW "% used");
  assert_text (vdt_format_percent_words (62., VDT_WORDS_LEFT), "38" NARROW "% left");
  g_assert_cmpstr (vdt_format_words (VDT_WORDS_USED), ==, "used");
  g_assert_cmpstr (vdt_format_words (VDT_WORDS_LEFT), ==, "left");
}

static void
test_duration (void)
{
  static const struct
  {
    VdtTime span;
    const char *text;
    const char *spoken;
  } table[] = {
    { -5 * VDT_MINUTE, "0 s", "0 seconds" },
    { 0, "0 s", "0 seconds" },
    { 999, "0 s", "0 seconds" },
    { 1 * VDT_SECOND, "1 s", "1 second" },
    { 40 * VDT_SECOND, "40 s", "40 seconds" },
    { VDT_MINUTE - 1, "59 s", "59 seconds" },
    { VDT_MINUTE, "1 min", "1 minute" },
    { 12 * VDT_MINUTE + 59 * VDT_SECOND, "12 min", "12 minutes" },
    { VDT_HOUR, "1 h", "1 hour" },
    { 3 * VDT_HOUR + 6 * VDT_MINUTE, "3 h 6 min", "3 hours 6 minutes" },
    { VDT_DAY - 1, "23 h 59 min", "23 hours 59 minutes" },
    { VDT_DAY, "1 d", "1 day" },
    { 3 * VDT_DAY + 21 * VDT_HOUR + 46 * VDT_MINUTE, "3 d 21 h", "3 days 21 hours" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      assert_text (vdt_format_duration (table[i].span), table[i].text);
      assert_text (vdt_format_duration_spoken (table[i].span), table[i].spoken);
    }
}

static void
test_moment (void)
{
  g_autoptr (VdtZone) utc = vdt_zone_new_utc ();
  g_autoptr (VdtZone) paris = vdt_zone_new ("Europe/Paris", NULL);

  g_assert_nonnull (paris);
  assert_text (vdt_format_moment (NOW, NOW, utc), "11:14");
  assert_text (vdt_format_moment (NOW, NOW, paris), "12:14");
  assert_text (vdt_format_moment (NOW + 3 * VDT_HOUR + 6 * VDT_MINUTE, NOW, utc), "14:20");
  assert_text (vdt_format_moment (NOW + VDT_DAY - 1, NOW, utc), "11:13");
  assert_text (vdt_format_moment (NOW + VDT_DAY, NOW, utc), "Tue 1 Dec, 11:14");
  assert_text (vdt_format_moment (NOW - VDT_DAY, NOW, utc), "Sun 29 Nov, 11:14");
  assert_text (vdt_format_moment (NOW + 40 * VDT_DAY, NOW, utc), "Sat 9 Jan 2027, 11:14");
  assert_text (vdt_format_moment (VDT_TIME_UNKNOWN, NOW, utc), "Unknown");
  assert_text (vdt_format_weekday (NOW, NOW, utc), "Mon 11:14");
  assert_text (vdt_format_weekday (NOW, NOW, paris), "Mon 12:14");
  assert_text (vdt_format_weekday (NOW - 5 * VDT_DAY, NOW, utc), "Wed 11:14");
  assert_text (vdt_format_weekday (NOW - 6 * VDT_DAY, NOW, utc), "Tue 24 Nov, 11:14");
  assert_text (vdt_format_weekday (VDT_TIME_UNKNOWN, NOW, utc), "Unknown");
  assert_text (vdt_format_moment (VDT_TIME_MAX + 1, NOW, utc), "Unknown");
  assert_text (vdt_format_date (NOW - 2 * VDT_DAY, NOW, utc), "28 Nov");
  assert_text (vdt_format_date (NOW - 400 * VDT_DAY, NOW, utc), "26 Oct 2025");
  assert_text (vdt_format_date (VDT_TIME_UNKNOWN, NOW, utc), "Unknown");
  assert_text (vdt_format_day (NOW / VDT_DAY, "%a %-e"), "Mon 30");
}

static void
test_model (void)
{
  static const struct
  {
    const char *model;
    const char *text;
  } table[] = {
    { NULL, NULL },
    { "gpt-5-codex", "gpt-5-codex" },
    { "claude-sonnet-5", "Sonnet 5" },
    { "claude-opus-4-7", "Opus 4.7" },
    { "claude-opus-4-7-20260301", "Opus 4.7" },
    { "claude-haiku-5-5", "Haiku 5.5" },
    { "claude-opus-4-7[1m]", "Opus 4.7 1M" },
    { "claude-3-5-sonnet-20241022", "claude-3-5-sonnet-20241022" },
    { "claude-sonnet", "claude-sonnet" },
    { "claude-", "claude-" },
    { "claude-sonnet-", "claude-sonnet-" },
    { "us.anthropic.claude-sonnet-5", "us.anthropic.claude-sonnet-5" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    assert_text (vdt_format_model (table[i].model), table[i].text);
}

static VdtQuotaReading
reading_of (VdtQuotaWindow window, VdtCount minutes)
{
  VdtQuotaReading reading = {
    .runtime = VDT_RUNTIME_CODEX,
    .window = window,
    .source = VDT_QUOTA_SOURCE_CODEX_ROLLOUT,
    .minutes = minutes,
    .percent_known = TRUE,
    .used_percent = 62.,
    .resets_at = NOW + 3 * VDT_HOUR + 6 * VDT_MINUTE,
    .as_of = NOW - VDT_MINUTE,
  };

  return reading;
}

static void
test_window (void)
{
  static const struct
  {
    VdtQuotaWindow window;
    VdtCount minutes;
    const char *title;
    const char *brief;
  } table[] = {
    { VDT_QUOTA_WINDOW_FIVE_HOUR, 300, "5-hour window", "5-hour" },
    { VDT_QUOTA_WINDOW_WEEKLY, 10080, "Weekly", "weekly" },
    { VDT_QUOTA_WINDOW_MONTHLY, 43200, "Monthly", "monthly" },
    { VDT_QUOTA_WINDOW_OTHER, 36 * 60, "36-hour window", "36-hour" },
    { VDT_QUOTA_WINDOW_OTHER, 3 * 24 * 60, "3-day window", "3-day" },
    { VDT_QUOTA_WINDOW_OTHER, 90, "90-minute window", "90-minute" },
    { VDT_QUOTA_WINDOW_OTHER, VDT_COUNT_UNKNOWN, "Quota", "quota" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      VdtQuotaReading reading = reading_of (table[i].window, table[i].minutes);

      assert_text (vdt_format_window (&reading), table[i].title);
      assert_text (vdt_format_window_short (&reading), table[i].brief);
      reading.bucket = (char *) "codex";
      assert_text (vdt_format_window (&reading), table[i].title);
      reading.bucket = (char *) "opus";
      {
        g_autofree char *named = g_strdup_printf ("%s · opus", table[i].title);

        assert_text (vdt_format_window (&reading), named);
        reading.bucket = (char *) "codex_bengalfox";
        reading.bucket_name = (char *) "opus";
        assert_text (vdt_format_window (&reading), named);
        reading.bucket_name = (char *) "o\001pus";
        assert_text (vdt_format_window (&reading), named);
      }
    }
}

static void
test_quota (void)
{
  g_autoptr (VdtZone) utc = vdt_zone_new_utc ();
  VdtQuotaReading reading = reading_of (VDT_QUOTA_WINDOW_FIVE_HOUR, 300);

  assert_text (vdt_format_quota (&reading, VDT_WORDS_USED, NOW, utc),
               "62" NARROW "% used · resets 14:20");
  assert_text (vdt_format_quota (&reading, VDT_WORDS_LEFT, NOW, utc),
               "38" NARROW "% left · resets 14:20");
  reading.as_of = NOW - 42 * VDT_MINUTE;
  assert_text (vdt_format_quota (&reading, VDT_WORDS_USED, NOW, utc),
               "62" NARROW "% used · resets 14:20 · 42 min old");
  reading.resets_at = NOW - VDT_HOUR;
  assert_text (vdt_format_quota (&reading, VDT_WORDS_USED, NOW, utc), "ended 10:14");
  reading.resets_at = VDT_TIME_UNKNOWN;
  reading.as_of = NOW;
  assert_text (vdt_format_quota (&reading, VDT_WORDS_USED, NOW, utc), "62" NARROW "% used");
  reading.percent_known = FALSE;
  assert_text (vdt_format_quota (&reading, VDT_WORDS_USED, NOW, utc), "unknown");
}

static void
test_bytes (void)
{
  assert_text (vdt_format_bytes_of (0, 0), "0 of 0 kB");
  assert_text (vdt_format_bytes_of (999, 999999), "0 of 1000 kB");
  assert_text (vdt_format_bytes_of (441000000, 864000000), "441 of 864 MB");
  assert_text (vdt_format_bytes_of (1, 12000000000), "0.0 of 12.0 GB");
  assert_text (vdt_format_integer (2140), "2140");
  g_assert_cmpstr (vdt_format_runtime (VDT_RUNTIME_CODEX), ==, "Codex");
  g_assert_cmpstr (vdt_format_runtime (VDT_RUNTIME_CLAUDE), ==, "Claude");
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/tokens", test_tokens);
  g_test_add_func ("/format/percent", test_percent);
  g_test_add_func ("/format/duration", test_duration);
  g_test_add_func ("/format/moment", test_moment);
  g_test_add_func ("/format/model", test_model);
  g_test_add_func ("/format/window", test_window);
  g_test_add_func ("/format/quota", test_quota);
  g_test_add_func ("/format/bytes", test_bytes);
  return g_test_run ();
}
