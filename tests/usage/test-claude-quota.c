/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "usage-support.h"
#include "vdt-claude-account.h"
#include "vdt-claude-limit.h"

static const struct
{
  const char *text;
  const char *said_at;
  const char *zone;
  const char *resets_at; /* NULL: no limit message */
  VdtQuotaWindow window;
  const char *bucket;
} messages[] = {
  /* the wordings of 2.1, 2.0 and 1.0 */
  { "You've hit your session limit · resets 12:50pm (Europe/Paris)", "2026-10-15T08:00:00Z", "UTC",
    "2026-10-15T10:50:00Z", VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  { "You've hit your weekly limit · resets Oct 20 at 4:30am (Asia/Kolkata)", "2026-10-15T08:00:00Z",
    "UTC", "2026-10-19T23:00:00Z", VDT_QUOTA_WINDOW_WEEKLY, NULL },
  { "You've hit your limit · resets 3pm", "2026-10-15T08:00:00Z", "UTC", "2026-10-15T15:00:00Z",
    VDT_QUOTA_WINDOW_OTHER, NULL },
  { "You've hit your Opus weekly limit · resets Oct 20 at 4am", "2026-10-15T08:00:00Z", "UTC",
    "2026-10-20T04:00:00Z", VDT_QUOTA_WINDOW_WEEKLY, "opus" },
  { "Opus weekly limit reached ∙ resets Oct 20, 5pm", "2026-10-15T08:00:00Z", "UTC",
    "2026-10-20T17:00:00Z", VDT_QUOTA_WINDOW_WEEKLY, "opus" },
  { "Sonnet limit reached ∙ resets 3pm", "2026-10-15T08:00:00Z", "UTC", "2026-10-15T15:00:00Z",
    VDT_QUOTA_WINDOW_OTHER, "sonnet" },
  { "5-hour limit reached ∙ resets 3pm", "2026-10-15T08:00:00Z", "UTC", "2026-10-15T15:00:00Z",
    VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  { "5-hour limit reached ∙ resets 3pm\n     /upgrade to increase your usage limit.",
    "2026-10-15T08:00:00Z", "America/New_York", "2026-10-15T19:00:00Z", VDT_QUOTA_WINDOW_FIVE_HOUR,
    NULL },
  { "Claude AI usage limit reached|1792252800", "2026-10-15T08:00:00Z", "UTC",
    "2026-10-17T16:00:00Z", VDT_QUOTA_WINDOW_OTHER, NULL },
  /* a time without a date: the next such time, this day or the next one */
  { "5-hour limit reached ∙ resets 3pm", "2026-10-15T14:59:59.999Z", "UTC", "2026-10-15T15:00:00Z",
    VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  { "5-hour limit reached ∙ resets 3pm", "2026-10-15T15:00:00Z", "UTC", "2026-10-16T15:00:00Z",
    VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  { "5-hour limit reached ∙ resets 1am", "2026-10-15T23:30:00Z", "UTC", "2026-10-16T01:00:00Z",
    VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  { "5-hour limit reached ∙ resets 12am", "2026-10-15T22:30:00Z", "UTC", "2026-10-16T00:00:00Z",
    VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  { "5-hour limit reached ∙ resets 12pm", "2026-10-15T08:30:00Z", "UTC", "2026-10-15T12:00:00Z",
    VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  { "You've hit your limit · resets 15:30", "2026-10-15T08:00:00Z", "UTC", "2026-10-15T15:30:00Z",
    VDT_QUOTA_WINDOW_OTHER, NULL },
  /* in the zone it names the day may be another one */
  { "You've hit your session limit · resets 2am (Pacific/Kiritimati)", "2026-10-15T11:00:00Z",
    "UTC", "2026-10-15T12:00:00Z", VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  { "You've hit your session limit · resets 11pm (America/New_York)", "2026-10-15T02:00:00Z",
    "Asia/Kolkata", "2026-10-15T03:00:00Z", VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  { "You've hit your session limit · resets 3pm (Nowhere/Atlantis)", "2026-10-15T08:00:00Z",
    "America/New_York", "2026-10-15T19:00:00Z", VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  /* a date without a year: the next such date */
  { "You've hit your weekly limit · resets Jan 2 at 9am", "2026-12-30T08:00:00Z", "UTC",
    "2027-01-02T09:00:00Z", VDT_QUOTA_WINDOW_WEEKLY, NULL },
  { "You've hit your weekly limit · resets Oct 15 at 9am", "2026-10-15T08:00:00Z", "UTC",
    "2026-10-15T09:00:00Z", VDT_QUOTA_WINDOW_WEEKLY, NULL },
  { "You've hit your weekly limit · resets Oct 15 at 9am", "2026-10-15T09:00:00Z", "UTC",
    "2027-10-15T09:00:00Z", VDT_QUOTA_WINDOW_WEEKLY, NULL },
  { "You've hit your weekly limit · resets Feb 29 at 9am", "2026-10-15T09:00:00Z", "UTC",
    "2028-02-29T09:00:00Z", VDT_QUOTA_WINDOW_WEEKLY, NULL },
  { "You've hit your weekly limit · resets January 2, 2027, 9am", "2026-10-15T08:00:00Z", "UTC",
    "2027-01-02T09:00:00Z", VDT_QUOTA_WINDOW_WEEKLY, NULL },
  { "You've hit your weekly limit · resets Oct 20", "2026-10-15T08:00:00Z", "UTC",
    "2026-10-20T00:00:00Z", VDT_QUOTA_WINDOW_WEEKLY, NULL },
  /* the clock changes: the next time that exists, the first of two */
  { "You've hit your session limit · resets 2:30am (America/New_York)", "2026-03-08T06:00:00Z",
    "UTC", "2026-03-08T07:00:00Z", VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  { "You've hit your session limit · resets 1:30am (America/New_York)", "2026-11-01T04:30:00Z",
    "UTC", "2026-11-01T05:30:00Z", VDT_QUOTA_WINDOW_FIVE_HOUR, NULL },
  /* no such thing, or without a moment */
  { "Rate limit reached", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "You've hit your session limit", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "Your limit resets 3pm", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "Sessions reached · resets 3pm", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "5-hour limit reached ∙ resets soon", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "5-hour limit reached ∙ resets", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "5-hour limit reached ∙ resets 3", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "5-hour limit reached ∙ resets 13pm", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "5-hour limit reached ∙ resets 0am", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "5-hour limit reached ∙ resets 25:00", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "5-hour limit reached ∙ resets 12:99pm", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "Weekly limit reached ∙ resets Oct 32 at 5pm", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "Weekly limit reached ∙ resets Feb 30 at 5pm", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "Weekly limit reached ∙ resets Oct 0 at 5pm", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "Weekly limit reached ∙ resets Feb 29, 2027, 5pm", "2026-10-15T08:00:00Z", "UTC", NULL, 0,
    NULL },
  { "Claude AI usage limit reached|", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
  { "Claude AI usage limit reached|1792252800000000", "2026-10-15T08:00:00Z", "UTC", NULL, 0,
    NULL },
  { "Claude AI usage limit reached|99999999999999999999999", "2026-10-15T08:00:00Z", "UTC", NULL, 0,
    NULL },
  { "", "2026-10-15T08:00:00Z", "UTC", NULL, 0, NULL },
};

static void
test_messages (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    {
      g_autoptr (VdtZone) zone = vdt_zone_new (messages[i].zone, NULL);
      VdtTime said_at = at (messages[i].said_at);
      VdtQuotaReading reading = { 0 };
      g_autofree char *text = NULL;
      gboolean is_one = FALSE;

      if (zone == NULL)
        {
          g_test_skip ("no time zone data here");
          return;
        }
      g_test_message ("%s", messages[i].text);
      is_one = vdt_claude_limit_parse (&reading, messages[i].text, said_at, zone);
      g_assert_cmpint (is_one, ==, messages[i].resets_at != NULL);
      if (!is_one)
        continue;
      text = vdt_time_to_rfc3339 (reading.resets_at);
      g_assert_cmpstr (text, ==, messages[i].resets_at);
      g_assert_cmpint (reading.window, ==, messages[i].window);
      g_assert_cmpstr (reading.bucket, ==, messages[i].bucket);
      g_assert_cmpint (reading.runtime, ==, VDT_RUNTIME_CLAUDE);
      g_assert_cmpint (reading.source, ==, VDT_QUOTA_SOURCE_CLAUDE_LIMIT_MESSAGE);
      g_assert_true (reading.percent_known && reading.used_percent == 100);
      g_assert_cmpint (reading.as_of, ==, said_at);
      g_assert_cmpint (reading.minutes, ==,
                       reading.window == VDT_QUOTA_WINDOW_FIVE_HOUR ? 300
                       : reading.window == VDT_QUOTA_WINDOW_WEEKLY  ? 10080
                                                                    : VDT_COUNT_UNKNOWN);
      vdt_quota_reading_clear (&reading);
    }
}

/* Pieces of such messages in any order: nothing is read beyond, every answer is a time. */
static void
test_messages_random (void)
{
  static const char *const parts[] = { "limit", " reached",  "hit ",   "resets", " ",  "at ",
                                       "Oct",   "Feb ",      "29",     "3",      "pm", "am",
                                       ":",     "30",        "2027",   ",",      "(",  ")",
                                       "|",     "179225280", "Europe", "/Paris", "∙",  "weekly",
                                       "jan",   "99" };
  g_autoptr (VdtZone) zone = vdt_zone_new_utc ();
  guint n_messages = 0;

  for (guint n = 0; n < 100000; n++)
    {
      g_autoptr (GString) text = g_string_new (n % 2 == 0 ? "limit reached resets " : "");
      VdtQuotaReading reading = { 0 };

      for (guint i = g_test_rand_int_range (0, 10); i > 0; i--)
        g_string_append (text, parts[g_test_rand_int_range (0, G_N_ELEMENTS (parts))]);
      if (!vdt_claude_limit_parse (&reading, text->str, T0, zone))
        continue;
      n_messages++;
      g_assert_true (reading.resets_at >= VDT_TIME_MIN && reading.resets_at <= VDT_TIME_MAX);
      vdt_quota_reading_clear (&reading);
    }
  g_assert_cmpuint (n_messages, >, 100);
}

static char *
quote (const char *text)
{
  return g_strdelimit (g_strdup (text), "'", '"');
}

/* `five_hour percent reset` of each reading, then the grants and the bad values */
static char *
account_text (const char *json)
{
  g_autofree char *text = quote (json);
  g_autofree char *exact = g_memdup2 (text, MAX (1, strlen (text)));
  g_autoptr (VdtClaudeAccount) account = vdt_claude_account_parse (exact, strlen (text), AT (99));
  GString *out = NULL;

  if (account == NULL)
    return g_strdup ("none");
  out = g_string_new (NULL);
  g_string_append_printf (out, "%d", (int) ((account->fetched_at - T0) / VDT_SECOND));
  for (guint i = 0; i < account->readings->len; i++)
    {
      const VdtQuotaReading *reading = &g_array_index (account->readings, VdtQuotaReading, i);

      g_assert_cmpint (reading->as_of, ==, account->fetched_at);
      g_string_append_printf (out, " %s", vdt_quota_window_to_string (reading->window));
      if (reading->bucket != NULL)
        g_string_append_printf (out, ":%s", reading->bucket);
      if (reading->percent_known)
        g_string_append_printf (out, "=%g", reading->used_percent);
      if (vdt_time_known (reading->resets_at))
        g_string_append_printf (out, "@%d", (int) ((reading->resets_at - T0) / VDT_SECOND));
    }
  if (vdt_count_known (account->grants))
    g_string_append_printf (out, " grants=%d", (int) account->grants);
  if (account->bad_values > 0)
    g_string_append_printf (out, " bad=%u", account->bad_values);
  return g_string_free (out, FALSE);
}

#define CACHE(fields)                                                                              \
  "{'cachedUsageUtilization':{'fetchedAtMs':1792058400000,'utilization':{" fields "}}}"
#define ON "'cachedGrowthBookFeatures':{'tengu_cedar_ember':true}"
#define GRANTS(flag, list)                                                                         \
  "{" flag ",'cachedUsageUtilization':{'fetchedAtMs':1792058400000,'utilization':{'cedar_ember':"  \
  "{'grants':" list "}}}}"

static const struct
{
  const char *json;
  const char *text;
} accounts[] = {
  { CACHE ("'five_hour':{'utilization':62.5,'resets_at':'2026-10-15T12:00:00Z'},'seven_day':{"
           "'utilization':8,'resets_at':'2026-10-20T10:00:00+00:00'}"),
    "0 five_hour=62.5@7200 weekly=8@432000" },
  { CACHE ("'five_hour':null,'seven_day':{'utilization':0,'resets_at':null}"), "0 weekly=0" },
  { CACHE ("'seven_day_opus':{'utilization':1},'seven_day_sonnet':{'utilization':107,'x':{}},"
           "'seven_day_oauth_apps':{'utilization':5},'limits':[{'kind':'session'}]"),
    "0 weekly:opus=1 weekly:sonnet=107" },
  /* what is no number is unknown, not nothing */
  { CACHE ("'five_hour':{'utilization':'62','resets_at':'2026-10-15T12:00:00Z'}"),
    "0 five_hour@7200 bad=1" },
  { CACHE ("'five_hour':{'utilization':-1},'seven_day':{'utilization':1e999}"),
    "0 five_hour weekly bad=2" },
  { CACHE ("'five_hour':{'utilization':true,'resets_at':7}"), "0 five_hour bad=1" },
  { CACHE ("'five_hour':{'utilization':null,'resets_at':'2026-10-15T12:00:00Z'}"),
    "0 five_hour@7200" },
  { CACHE ("'five_hour':{'utilization':5,'resets_at':'soon'}"), "0 five_hour=5" },
  { CACHE ("'five_hour':{'utilization':5,'resets_at':'2026-10-15T12\\u003a00:00Z'}"),
    "0 five_hour=5@7200" },
  { CACHE ("'five_hour':{'utilization':null,'resets_at':null}"), "0" },
  { CACHE ("'five_hour':{},'seven_day':[]"), "0" },
  { CACHE (""), "0" },
  /* when it was fetched, else when the file was changed */
  { "{'cachedUsageUtilization':{'utilization':{'five_hour':{'utilization':1}}}}",
    "99 five_hour=1" },
  { "{'cachedUsageUtilization':{'fetchedAtMs':'x','utilization':{'five_hour':{'utilization':1}}}}",
    "99 five_hour=1" },
  { "{'cachedUsageUtilization':{'fetchedAtMs':253402300800000,'utilization':{'five_hour':"
    "{'utilization':1}}}}",
    "99 five_hour=1" },
  { "{'cachedUsageUtilization':null}", "99" },
  { "{'oauthAccount':{'accountUuid':'x'},'projects':{'/w':{'lastCost':1}}}", "99" },
  { "{}", "99" },
  /* the last copy of a doubled key */
  { CACHE ("'five_hour':{'utilization':1,'resets_at':'2026-10-15T12:00:00Z'},'five_hour':{"
           "'utilization':2}"),
    "0 five_hour=2" },
  { CACHE ("'five_hour':{'utilization':1},'five_hour':null"), "0" },
  { "{'cachedUsageUtilization':{'fetchedAtMs':1792058400000,'utilization':{'five_hour':{"
    "'utilization':1}}},'cachedUsageUtilization':{'utilization':{}}}",
    "99" },
  { "{'cachedUsageUtilization':{'fetchedAtMs':1792058400000,'utilization':{'five_hour':{"
    "'utilization':1}}},'cachedUsageUtilization':null}",
    "99" },
  /* grants: the flag, the list, and what may be known of it */
  { GRANTS (ON, "[{'id':'a','resets_left':2,'usable_now':true},{'id':'b','resets_left':1}]"),
    "0 grants=3" },
  { GRANTS (ON, "[{'usable_now':true},{'usable_now':false},{'usable_now':true},{}]"),
    "0 grants=2" },
  { GRANTS (ON, "[{'resets_left':0,'usable_now':true}]"), "0 grants=0" },
  { GRANTS (ON, "[{'resets_left':null,'usable_now':true}]"), "0 grants=1" },
  { GRANTS (ON, "[{'resets_left':-1,'usable_now':'yes'},7,null]"), "0 grants=0" },
  { GRANTS (ON, "[{'resets_left':5,'resets_left':1}]"), "0 grants=1" },
  { GRANTS (ON, "[]"), "0 grants=0" },
  { GRANTS (ON, "null"), "0" },
  { GRANTS (ON, "{'a':1}"), "0" },
  { GRANTS (ON, "[{'resets_left':4}],'grants':null"), "0" },
  { GRANTS ("'cachedGrowthBookFeatures':{'tengu_cedar_ember':{'enabled':true,'version':2}}",
            "[{'resets_left':1}]"),
    "0 grants=1" },
  { GRANTS ("'cachedGrowthBookFeatures':{'tengu_cedar_ember':{'enabled':false}}",
            "[{'resets_left':1}]"),
    "0" },
  { GRANTS ("'cachedGrowthBookFeatures':{'tengu_cedar_ember':{}}", "[{'resets_left':1}]"), "0" },
  { GRANTS ("'cachedGrowthBookFeatures':{'tengu_cedar_ember':false}", "[{'resets_left':1}]"), "0" },
  { GRANTS ("'cachedGrowthBookFeatures':{'tengu_cedar_ember':null}", "[{'resets_left':1}]"), "0" },
  { GRANTS ("'cachedGrowthBookFeatures':{'tengu_cedar_ember':'true'}", "[{'resets_left':1}]"),
    "0" },
  { GRANTS ("'cachedGrowthBookFeatures':{'tengu_nifty_lemur':true}", "[{'resets_left':1}]"), "0" },
  { GRANTS ("'cachedGrowthBookFeatures':null", "[{'resets_left':1}]"), "0" },
  { GRANTS (ON ",'cachedGrowthBookFeatures':{}", "[{'resets_left':1}]"), "0" },
  { "{" ON ",'cachedUsageUtilization':{'fetchedAtMs':1792058400000,'utilization':{'cedar_ember':"
    "null}}}",
    "0" },
  /* half-written, or another thing */
  { "", "none" },
  { "[]", "none" },
  { "null", "none" },
  { "{'cachedUsageUtilization':{'fetchedAtMs':17920", "none" },
  { "{'cachedUsageUtilization':{}}}", "none" },
  { "{}{}", "none" },
};

static void
test_accounts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (accounts); i++)
    {
      g_autofree char *text = account_text (accounts[i].json);

      g_test_message ("%s", accounts[i].json);
      g_assert_cmpstr (text, ==, accounts[i].text);
    }
}

static void
test_account_torn (void)
{
  const char *json = accounts[0].json;

  for (gsize len = 0; len < strlen (json); len++)
    {
      g_autofree char *piece = g_strndup (json, len);
      g_autofree char *text = account_text (piece);

      g_assert_cmpstr (text, ==, "none");
    }
}

static void
test_account_files (void)
{
  g_autofree char *dir = g_dir_make_tmp ("vdt-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, ".claude.json", NULL);
  g_autofree char *json = quote (accounts[0].json);
  VdtClaudeAccount *account = NULL;

  g_assert_null (vdt_claude_account_read (path));
  g_assert_null (vdt_claude_account_read (dir));
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_null (vdt_claude_account_read (path));
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_null (vdt_claude_account_read (path));
  g_assert_true (g_file_set_contents (path, json, -1, NULL));
  account = vdt_claude_account_read (path);
  g_assert_nonnull (account);
  g_assert_cmpuint (account->readings->len, ==, 2);
  vdt_claude_account_free (account);

  /* a huge one is left alone: a hole costs nothing to make */
  g_assert_cmpint (truncate (path, VDT_CLAUDE_ACCOUNT_MAX_BYTES + 1), ==, 0);
  g_assert_null (vdt_claude_account_read (path));
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (dir), ==, 0);
  vdt_claude_account_free (NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/claude-limit/messages", test_messages);
  g_test_add_func ("/claude-limit/random", test_messages_random);
  g_test_add_func ("/claude-account/table", test_accounts);
  g_test_add_func ("/claude-account/torn", test_account_torn);
  g_test_add_func ("/claude-account/files", test_account_files);
  return g_test_run ();
}
