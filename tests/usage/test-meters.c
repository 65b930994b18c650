/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <math.h>
#include <string.h>

#include "usage-support.h"
#include "vdt-claude-window.h"
#include "vdt-quota-reading.h"

#define M1   VDT_CLAUDE_LARGE_WINDOW
#define K200 VDT_CLAUDE_DEFAULT_WINDOW

static void
test_claude_window (void)
{
  static const struct
  {
    const char *model;
    VdtCount largest;
    VdtWindowOrigin origin;
    VdtCount window;
  } cases[] = {
    /* the table: where a family begins to have the large window */
    { "claude-opus-4-7", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-opus-4-7-20260301", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-opus-4-8", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-opus-4-10", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-opus-5", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-opus-5-5", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-opus-6-0-20281231", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-sonnet-5", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-sonnet-5-20260901", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-sonnet-5-1", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-haiku-5-5", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-haiku-6", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-fable-1", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-fable-5-20261001", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-mythos-preview", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "CLAUDE-Opus-4-7", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    /* of other houses */
    { "us.anthropic.claude-opus-4-7-20260301-v1:0", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "anthropic.claude-sonnet-5-v1:0", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "claude-opus-4-7@20260301", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "anthropic/claude-opus-4.7", -1, VDT_WINDOW_MODEL_TABLE, M1 },
    { "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-sonnet-5-20260901-v1:0",
      -1, VDT_WINDOW_MODEL_TABLE, M1 },
    /* not in it: a date is no version, nor is one that came before */
    { "claude-opus-4-20250514", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-opus-4-1-20250805", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-opus-4-6", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-opus-4@20250514", -1, VDT_WINDOW_DEFAULT, K200 },
    { "us.anthropic.claude-opus-4-20250514-v1:0", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-sonnet-4-5-20250929", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-sonnet-4-9", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-3-5-sonnet-20241022", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-3-opus-20240229", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-3-7-sonnet-latest", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-haiku-5", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-haiku-4-5-20251001", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-2.1", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-instant-1.2", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude", -1, VDT_WINDOW_DEFAULT, K200 },
    { "claude-", -1, VDT_WINDOW_DEFAULT, K200 },
    /* its tag */
    { "claude-opus-4-6[1m]", -1, VDT_WINDOW_NAME_TAG, M1 },
    { "claude-opus-4-7[1m]", -1, VDT_WINDOW_NAME_TAG, M1 },
    { "claude-sonnet-4-5-20250929[1M]", -1, VDT_WINDOW_NAME_TAG, M1 },
    /* what was seen */
    { "claude-sonnet-4-5", 200000, VDT_WINDOW_DEFAULT, K200 },
    { "claude-sonnet-4-5", 200001, VDT_WINDOW_OBSERVED, M1 },
    { "claude-opus-4-7", 200001, VDT_WINDOW_MODEL_TABLE, M1 },
    /* other makers behind it */
    { "gpt-5.6", -1, VDT_WINDOW_UNKNOWN, VDT_COUNT_UNKNOWN },
    { "glm-5[1m]", 300000, VDT_WINDOW_UNKNOWN, VDT_COUNT_UNKNOWN },
    { "opus-5", -1, VDT_WINDOW_UNKNOWN, VDT_COUNT_UNKNOWN },
    { "", -1, VDT_WINDOW_UNKNOWN, VDT_COUNT_UNKNOWN },
    { NULL, 300000, VDT_WINDOW_UNKNOWN, VDT_COUNT_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      VdtCount window = 7;
      VdtWindowOrigin origin = vdt_claude_window (cases[i].model, cases[i].largest, &window);

      g_test_message ("%s", cases[i].model);
      g_assert_cmpint (origin, ==, cases[i].origin);
      g_assert_cmpint (window, ==, cases[i].window);
    }
}

static void
test_percent (void)
{
  static const struct
  {
    VdtCount used;
    VdtCount window;
    double percent; /* < 0: none */
  } cases[] = {
    { 0, 200000, 0 },
    { 100000, 200000, 50 },
    { 200000, 200000, 100 },
    { 200001, 200000, -1 },
    { 107, 100, -1 },
    { 1, 0, -1 },
    { 0, 0, -1 },
    { VDT_COUNT_UNKNOWN, 200000, -1 },
    { 5, VDT_COUNT_UNKNOWN, -1 },
    /* half up at the first decimal */
    { 5, 10000, 0.1 },
    { 4, 10000, 0 },
    { 15, 10000, 0.2 },
    { 1245, 10000, 12.5 },
    { 1244, 10000, 12.4 },
    { 9994, 10000, 99.9 },
    { 9995, 10000, 100 },
    { 1, 3, 33.3 },
    { 2, 3, 66.7 },
    { 31234, 272000, 11.5 },
    { G_MAXINT64, G_MAXINT64, 100 },
    { G_MAXINT64 / 2, G_MAXINT64, 50 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      VdtContextMeter meter = { .used_tokens = cases[i].used, .window_tokens = cases[i].window };
      double percent = -1;

      g_assert_cmpint (vdt_context_meter_get_percent (&meter, &percent), ==, cases[i].percent >= 0);
      g_assert_true (percent == cases[i].percent);
    }
}

static void
test_window_kinds (void)
{
  static const struct
  {
    VdtCount minutes;
    VdtQuotaWindow window;
  } cases[] = {
    { 300, VDT_QUOTA_WINDOW_FIVE_HOUR },
    { 299, VDT_QUOTA_WINDOW_FIVE_HOUR },
    { 297, VDT_QUOTA_WINDOW_FIVE_HOUR },
    { 303, VDT_QUOTA_WINDOW_FIVE_HOUR },
    { 296, VDT_QUOTA_WINDOW_OTHER },
    { 304, VDT_QUOTA_WINDOW_OTHER },
    { 10080, VDT_QUOTA_WINDOW_WEEKLY },
    { 10079, VDT_QUOTA_WINDOW_WEEKLY },
    { 9980, VDT_QUOTA_WINDOW_WEEKLY },
    { 10180, VDT_QUOTA_WINDOW_WEEKLY },
    { 9979, VDT_QUOTA_WINDOW_OTHER },
    { 10181, VDT_QUOTA_WINDOW_OTHER },
    { 40320, VDT_QUOTA_WINDOW_MONTHLY },
    { 43200, VDT_QUOTA_WINDOW_MONTHLY },
    { 44640, VDT_QUOTA_WINDOW_MONTHLY },
    { 39917, VDT_QUOTA_WINDOW_MONTHLY },
    { 45086, VDT_QUOTA_WINDOW_MONTHLY },
    { 39916, VDT_QUOTA_WINDOW_OTHER },
    { 45087, VDT_QUOTA_WINDOW_OTHER },
    { 0, VDT_QUOTA_WINDOW_OTHER },
    { 60, VDT_QUOTA_WINDOW_OTHER },
    { 1440, VDT_QUOTA_WINDOW_OTHER },
    { 525600, VDT_QUOTA_WINDOW_OTHER },
    { G_MAXINT64, VDT_QUOTA_WINDOW_OTHER },
    { VDT_COUNT_UNKNOWN, VDT_QUOTA_WINDOW_OTHER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (vdt_quota_window_from_minutes (cases[i].minutes), ==, cases[i].window);
}

static void
test_states (void)
{
  static const struct
  {
    int resets; /* seconds from now; 0: not known */
    int age;    /* seconds; < 0: the time is not known */
    gboolean percent_known;
    VdtQuotaState state;
  } cases[] = {
    { 3600, 0, TRUE, VDT_QUOTA_REPORTED },
    { 3600, 900, TRUE, VDT_QUOTA_REPORTED },
    { 3600, 901, TRUE, VDT_QUOTA_STALE },
    { 3600, 90000, TRUE, VDT_QUOTA_STALE },
    { 1, 901, TRUE, VDT_QUOTA_STALE },
    { -1, 0, TRUE, VDT_QUOTA_ENDED },
    { -3600, 7200, TRUE, VDT_QUOTA_ENDED },
    { -1, 0, FALSE, VDT_QUOTA_ENDED },
    { -1, -1, FALSE, VDT_QUOTA_ENDED },
    { 3600, 0, FALSE, VDT_QUOTA_UNKNOWN },
    { 0, 0, FALSE, VDT_QUOTA_UNKNOWN },
    { 3600, -1, TRUE, VDT_QUOTA_UNKNOWN },
    /* without a reset time age alone tells */
    { 0, 900, TRUE, VDT_QUOTA_REPORTED },
    { 0, 901, TRUE, VDT_QUOTA_STALE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      VdtQuotaReading reading = {
        .percent_known = cases[i].percent_known,
        .used_percent = 50,
        .resets_at = cases[i].resets != 0 ? AT (cases[i].resets) : VDT_TIME_UNKNOWN,
        .as_of = cases[i].age >= 0 ? AT (-cases[i].age) : VDT_TIME_UNKNOWN,
      };

      g_test_message ("%u", i);
      g_assert_cmpint (vdt_quota_reading_get_state (&reading, T0), ==, cases[i].state);
    }
  /* the very moment of the reset belongs to what comes after it */
  {
    VdtQuotaReading reading = { .percent_known = TRUE, .resets_at = T0, .as_of = T0 };

    g_assert_cmpint (vdt_quota_reading_get_state (&reading, T0 - 1), ==, VDT_QUOTA_REPORTED);
    g_assert_cmpint (vdt_quota_reading_get_state (&reading, T0), ==, VDT_QUOTA_ENDED);
  }
}

static void
test_pace (void)
{
  VdtQuotaReading reading = {
    .window = VDT_QUOTA_WINDOW_FIVE_HOUR,
    .minutes = 300,
    .percent_known = TRUE,
    .used_percent = 60,
    .resets_at = AT (2 * 3600),
    .as_of = T0,
  };
  VdtQuotaPace pace;

  /* three of five hours are over */
  vdt_quota_pace_init (&pace, &reading, T0);
  g_assert_true (pace.known);
  g_assert_cmpfloat (pace.even_percent, ==, 60);
  g_assert_cmpfloat (pace.ahead_points, ==, 0);
  g_assert_cmpint (pace.runs_out_at, ==, VDT_TIME_UNKNOWN);
  reading.used_percent = 35;
  vdt_quota_pace_init (&pace, &reading, AT (600));
  g_assert_cmpfloat (pace.ahead_points, ==, -25);
  /* a stale one says how it stood then */
  vdt_quota_pace_init (&pace, &reading, AT (3000));
  g_assert_true (pace.known);
  g_assert_cmpfloat (pace.even_percent, ==, 60);
  /* ended, unknown, without a reset, without a length, before its beginning */
  vdt_quota_pace_init (&pace, &reading, AT (2 * 3600));
  g_assert_false (pace.known);
  reading.percent_known = FALSE;
  vdt_quota_pace_init (&pace, &reading, T0);
  g_assert_false (pace.known);
  reading.percent_known = TRUE;
  reading.resets_at = VDT_TIME_UNKNOWN;
  vdt_quota_pace_init (&pace, &reading, T0);
  g_assert_false (pace.known);
  reading.resets_at = AT (6 * 3600);
  vdt_quota_pace_init (&pace, &reading, T0);
  g_assert_false (pace.known);
  reading.resets_at = AT (2 * 3600);
  reading.minutes = VDT_COUNT_UNKNOWN;
  vdt_quota_pace_init (&pace, &reading, T0);
  g_assert_true (pace.known);
  reading.window = VDT_QUOTA_WINDOW_MONTHLY;
  vdt_quota_pace_init (&pace, &reading, T0);
  g_assert_false (pace.known);
  reading.minutes = 0;
  vdt_quota_pace_init (&pace, &reading, T0);
  g_assert_false (pace.known);
  reading.minutes = G_MAXINT64;
  vdt_quota_pace_init (&pace, &reading, T0);
  g_assert_false (pace.known);
}

static void
test_estimate (void)
{
  static const struct
  {
    double before; /* percent; 60 now */
    int seconds;   /* how long ago */
    gboolean other_window;
    int runs_out; /* seconds from now; < 0: it lasts, or nothing tells */
  } cases[] = {
    { 30, 3600, FALSE, 4800 }, /* 30 points an hour: 40 are left for 80 minutes */
    { 0, 3600, FALSE, 2400 },  { 45, 1800, FALSE, 4800 },
    { 40.1, 3600, FALSE, -1 }, /* not before the reset, two hours ahead */
    { 60, 3600, FALSE, -1 },   { 70, 3600, FALSE, -1 },
    { 30, 599, FALSE, -1 },                                     /* too short a time */
    { 30, 600, FALSE, 800 },   { 30, 2 * 3600 + 1, FALSE, -1 }, /* too long ago */
    { 30, 3600, TRUE, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      VdtQuotaReading now = {
        .window = VDT_QUOTA_WINDOW_FIVE_HOUR,
        .minutes = 300,
        .percent_known = TRUE,
        .used_percent = 60,
        .resets_at = AT (2 * 3600),
        .as_of = T0,
      };
      VdtQuotaReading before = now;
      VdtQuotaPace pace;

      before.used_percent = cases[i].before;
      before.as_of = AT (-cases[i].seconds);
      if (cases[i].other_window)
        before.resets_at -= 5 * VDT_HOUR;
      vdt_quota_pace_init (&pace, &now, T0);
      vdt_quota_pace_estimate (&pace, &now, &before);
      g_test_message ("%u", i);
      if (cases[i].runs_out < 0)
        g_assert_cmpint (pace.runs_out_at, ==, VDT_TIME_UNKNOWN);
      else
        g_assert_cmpint (ABS (pace.runs_out_at - AT (cases[i].runs_out)), <=, 1);
      vdt_quota_pace_init (&pace, &now, T0);
      vdt_quota_pace_estimate (&pace, &now, NULL);
      g_assert_cmpint (pace.runs_out_at, ==, VDT_TIME_UNKNOWN);
    }
}

static void
test_words (void)
{
  g_assert_cmpstr (vdt_quota_window_to_string (VDT_QUOTA_WINDOW_FIVE_HOUR), ==, "five_hour");
  g_assert_cmpstr (vdt_quota_window_to_string (VDT_QUOTA_WINDOW_WEEKLY), ==, "weekly");
  g_assert_cmpstr (vdt_quota_window_to_string (VDT_QUOTA_WINDOW_MONTHLY), ==, "monthly");
  g_assert_cmpstr (vdt_quota_window_to_string (VDT_QUOTA_WINDOW_OTHER), ==, "other");
  g_assert_cmpstr (vdt_quota_state_to_string (VDT_QUOTA_UNKNOWN), ==, "unknown");
  g_assert_cmpstr (vdt_quota_state_to_string (VDT_QUOTA_REPORTED), ==, "reported");
  g_assert_cmpstr (vdt_quota_state_to_string (VDT_QUOTA_STALE), ==, "stale");
  g_assert_cmpstr (vdt_quota_state_to_string (VDT_QUOTA_ENDED), ==, "ended");
  g_assert_null (vdt_quota_source_to_string (VDT_QUOTA_SOURCE_NONE));
  g_assert_cmpstr (vdt_quota_source_to_string (VDT_QUOTA_SOURCE_CODEX_ROLLOUT), ==,
                   "codex_rollout");
  g_assert_cmpstr (vdt_quota_source_to_string (VDT_QUOTA_SOURCE_CODEX_APP_SERVER), ==,
                   "codex_app_server");
  g_assert_cmpstr (vdt_quota_source_to_string (VDT_QUOTA_SOURCE_CLAUDE_ACCOUNT_FILE), ==,
                   "claude_account_file");
  g_assert_cmpstr (vdt_quota_source_to_string (VDT_QUOTA_SOURCE_CLAUDE_LIMIT_MESSAGE), ==,
                   "claude_limit_message");
  g_assert_cmpstr (vdt_context_state_to_string (VDT_CONTEXT_UNKNOWN), ==, "unknown");
  g_assert_cmpstr (vdt_context_state_to_string (VDT_CONTEXT_REPORTED), ==, "reported");
  g_assert_cmpstr (vdt_context_state_to_string (VDT_CONTEXT_ASSUMED), ==, "assumed");
  g_assert_cmpstr (vdt_context_state_to_string (VDT_CONTEXT_COMPACTED), ==, "compacted");
  g_assert_cmpstr (vdt_window_origin_to_string (VDT_WINDOW_OBSERVED), ==, "observed_over_200k");
  g_assert_cmpstr (vdt_window_origin_to_string (VDT_WINDOW_RECORD), ==, "record");
  g_assert_cmpstr (vdt_window_origin_to_string (VDT_WINDOW_MODEL_TABLE), ==, "model_table");
  g_assert_cmpstr (vdt_window_origin_to_string (VDT_WINDOW_NAME_TAG), ==, "name_tag");
  g_assert_cmpstr (vdt_window_origin_to_string (VDT_WINDOW_DEFAULT), ==, "default");
  g_assert_cmpstr (vdt_window_origin_to_string (VDT_WINDOW_UNKNOWN), ==, "unknown");
}

static VdtQuotaReading
reading_of (double percent, VdtTime resets_at, VdtTime as_of)
{
  return (VdtQuotaReading){ .percent_known = TRUE,
                            .used_percent = percent,
                            .resets_at = resets_at,
                            .as_of = as_of };
}

static void
test_came_back (void)
{
  const VdtTime reset = 5 * VDT_HOUR;
  const VdtTime later = reset + VDT_HOUR;
  const VdtQuotaReading before = reading_of (80, reset, VDT_HOUR);
  const struct
  {
    VdtQuotaReading low;
    VdtQuotaReading again;
    gboolean back;
  } table[] = {
    { reading_of (3, later, 2 * VDT_HOUR), reading_of (5, later + 1, 3 * VDT_HOUR), TRUE },
    { reading_of (60, later, 2 * VDT_HOUR), reading_of (60, later, 3 * VDT_HOUR), TRUE },
    /* too little; the same reset time; only one of them; no agreement; the usual reset */
    { reading_of (60.5, later, 2 * VDT_HOUR), reading_of (61, later, 3 * VDT_HOUR), FALSE },
    { reading_of (3, reset, 2 * VDT_HOUR), reading_of (3, reset, 3 * VDT_HOUR), FALSE },
    { reading_of (3, later, 2 * VDT_HOUR), reading_of (81, reset, 3 * VDT_HOUR), FALSE },
    { reading_of (3, later, 2 * VDT_HOUR), reading_of (3, later + VDT_HOUR, 3 * VDT_HOUR), FALSE },
    { reading_of (3, later, reset), reading_of (4, later, reset + VDT_MINUTE), FALSE },
    { reading_of (3, later, 2 * VDT_HOUR), reading_of (3, later, 2 * VDT_HOUR), FALSE },
    { reading_of (3, VDT_TIME_UNKNOWN, 2 * VDT_HOUR), reading_of (3, later, 3 * VDT_HOUR), FALSE },
  };
  VdtQuotaReading unknown = before;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (vdt_quota_came_back (&before, &table[i].low, &table[i].again) != table[i].back)
      g_error ("row %u", i);
  unknown.percent_known = FALSE;
  g_assert_false (vdt_quota_came_back (&unknown, &table[0].low, &table[0].again));
}

/* The unnamed bucket and Codex's own are one; windows of other lengths are told apart by these. */
static void
test_same_window (void)
{
  VdtQuotaReading a = { .runtime = VDT_RUNTIME_CODEX, .minutes = 300 };
  VdtQuotaReading b = { .runtime = VDT_RUNTIME_CODEX, .minutes = 299, .bucket = (char *) "codex" };

  g_assert_true (vdt_quota_reading_same_window (&a, &b));
  g_assert_null (vdt_quota_reading_get_bucket_title (&b));
  b.bucket = (char *) "codex_bengalfox";
  g_assert_false (vdt_quota_reading_same_window (&a, &b));
  a.bucket = (char *) "codex_bengalfox";
  g_assert_true (vdt_quota_reading_same_window (&a, &b));
  a.window = b.window = VDT_QUOTA_WINDOW_OTHER;
  g_assert_false (vdt_quota_reading_same_window (&a, &b));
  b.minutes = 300;
  g_assert_true (vdt_quota_reading_same_window (&a, &b));
  a.window = VDT_QUOTA_WINDOW_WEEKLY;
  g_assert_false (vdt_quota_reading_same_window (&a, &b));
}

static void
test_reading_texts (void)
{
  VdtQuotaReading reading = { .bucket = g_strdup ("codex"),
                              .bucket_name = g_strdup ("main"),
                              .plan = g_strdup ("pro"),
                              .minutes = 5 };
  VdtQuotaReading copy;

  vdt_quota_reading_copy (&copy, &reading);
  vdt_quota_reading_clear (&reading);
  g_assert_null (reading.bucket);
  g_assert_null (reading.bucket_name);
  g_assert_cmpint (reading.minutes, ==, VDT_COUNT_UNKNOWN);
  g_assert_cmpint (reading.as_of, ==, VDT_TIME_UNKNOWN);
  g_assert_cmpstr (copy.bucket, ==, "codex");
  g_assert_cmpstr (copy.bucket_name, ==, "main");
  g_assert_cmpstr (copy.plan, ==, "pro");
  vdt_quota_reading_clear (&copy);
  vdt_quota_reading_clear (&copy);
}

static void
test_sums (void)
{
  const VdtCount u = VDT_COUNT_UNKNOWN;
  const VdtTokens a = { 1, 10, 20, u, 5, u, 35 };
  const VdtTokens b = { 2, 1, u, u, 5, 3, 6 };
  const VdtTokens none = { 0, 0, 0, 0, 0, 0, 0 };
  VdtTokens sum;
  g_autofree char *empty = NULL;
  g_autofree char *one = NULL;
  g_autofree char *both = NULL;

  vdt_tokens_init (&sum);
  vdt_tokens_add (&sum, &none);
  empty = tokens_text (&sum);
  vdt_tokens_add (&sum, &a);
  vdt_tokens_add (&sum, &none);
  one = tokens_text (&sum);
  vdt_tokens_add (&sum, &b);
  both = tokens_text (&sum);
  g_assert_cmpstr (empty, ==, "0 0/0/0/0/0=0");
  g_assert_cmpstr (one, ==, "1 10/20/?/5/?=35");
  g_assert_cmpstr (both, ==, "3 11/20/?/10/3=41");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/meters/claude-window", test_claude_window);
  g_test_add_func ("/meters/percent", test_percent);
  g_test_add_func ("/meters/sums", test_sums);
  g_test_add_func ("/meters/words", test_words);
  g_test_add_func ("/quota/window-kinds", test_window_kinds);
  g_test_add_func ("/quota/states", test_states);
  g_test_add_func ("/quota/pace", test_pace);
  g_test_add_func ("/quota/estimate", test_estimate);
  g_test_add_func ("/quota/reading-texts", test_reading_texts);
  g_test_add_func ("/quota/same-window", test_same_window);
  g_test_add_func ("/quota/came-back", test_came_back);
  return g_test_run ();
}
