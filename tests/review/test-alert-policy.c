/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-alert-policy.h"

#include <math.h>
#include <string.h>

#define S VDT_SECOND

/* A policy that looks at what waits, in a day that begins at midnight UTC. */
typedef struct
{
  VdtZone *zone;
  VdtAlertPolicy *policy;
  VdtAlertRules rules;
  VdtTime now;
} Desk;

#define DAY_START (19700 * VDT_DAY)
#define NOON      (DAY_START + 12 * VDT_HOUR)

static void
set_up (Desk *desk, gconstpointer data)
{
  static const VdtAlertRules rules = { .enabled = TRUE,
                                       .waiting = TRUE,
                                       .quotas = TRUE,
                                       .thresholds = { 80, 95 },
                                       .n_thresholds = 2 };

  desk->zone = vdt_zone_new_utc ();
  desk->policy = vdt_alert_policy_new (desk->zone);
  desk->rules = rules;
  desk->now = NOON;
  vdt_alert_policy_set_rules (desk->policy, &desk->rules, desk->now);
  vdt_alert_policy_see_waiting (desk->policy, NULL, 0, desk->now);
}

static void
tear_down (Desk *desk, gconstpointer data)
{
  vdt_alert_policy_free (desk->policy);
  vdt_zone_free (desk->zone);
}

static void
set_rules (Desk *desk)
{
  vdt_alert_policy_set_rules (desk->policy, &desk->rules, desk->now);
}

/* What waits now: words "SESSION KEY", with "." before for seen, then "!" for urgent. */
static void
see (Desk *desk, const char *words)
{
  g_auto (GStrv) parts = g_strsplit (words, " ", -1);
  VdtAlertWaiting waiting[8] = { 0 };
  guint n = 0;

  for (guint i = 0; parts[i] != NULL && *parts[i] != '\0'; i += 2)
    {
      const char *session = parts[i];

      waiting[n].seen = *session == '.';
      session += waiting[n].seen ? 1 : 0;
      waiting[n].urgent = *session == '!';
      waiting[n].session_id = session + (waiting[n].urgent ? 1 : 0);
      waiting[n++].key = parts[i + 1];
    }
  vdt_alert_policy_see_waiting (desk->policy, waiting, n, desk->now);
}

static void
write_alert (GString *text, const VdtAlert *alert)
{
  static const char *const kinds[] = { "waiting", "urgent", "review", "near", "back" };

  g_string_append_printf (text, "%s%s%s", text->len > 0 ? "; " : "", alert->held ? "held " : "",
                          kinds[alert->kind]);
  if (alert->count != 1)
    g_string_append_printf (text, " x%u", alert->count);
  if (alert->target != NULL)
    g_string_append_printf (text, " @%s", alert->target);
  if (alert->threshold != 0)
    g_string_append_printf (text, " %d%%", alert->threshold);
  for (guint i = 0; i < alert->keys->len; i++)
    g_string_append_printf (text, " %s", (const char *) g_ptr_array_index (alert->keys, i));
}

/* What is told @after the last time, in words. */
static char *
take (Desk *desk, VdtTime after)
{
  g_autoptr (GPtrArray) alerts = NULL;
  GString *text = g_string_new (NULL);

  desk->now += after;
  alerts = vdt_alert_policy_take (desk->policy, desk->now);
  for (guint i = 0; i < alerts->len; i++)
    write_alert (text, g_ptr_array_index (alerts, i));
  return g_string_free (text, FALSE);
}

static void
assert_told (Desk *desk, VdtTime after, const char *words)
{
  g_autofree char *told = take (desk, after);

  g_assert_cmpstr (told, ==, words);
}

/* That it asks to be called so long from now; -1 for not at all. */
static void
assert_next (Desk *desk, VdtTime after)
{
  VdtTime next = vdt_alert_policy_get_next (desk->policy, desk->now);

  g_assert_cmpint (next, ==, after < 0 ? VDT_TIME_UNKNOWN : desk->now + after);
}

/* --- What waits -------------------------------------------------------------------------- */

static void
test_crossing (Desk *desk, gconstpointer data)
{
  vdt_alert_policy_begin (desk->policy);
  see (desk, "a 1 !b 1");
  assert_next (desk, -1);
  assert_told (desk, 60 * S, "");
  see (desk, "a 1 !b 1 c 1");
  assert_next (desk, 2 * S);
  assert_told (desk, 2 * S - 1, "");
  assert_told (desk, 1, "waiting @c waiting:c:1");
  assert_next (desk, -1);
  see (desk, "c 1");
  assert_told (desk, 60 * S, "");
  /* What was told, or stood, and comes back is no new question. */
  see (desk, "");
  see (desk, "a 1 b 1 c 1");
  assert_told (desk, 60 * S, "");
  see (desk, "a 2 c 1");
  assert_told (desk, 2 * S, "waiting @a waiting:a:2");
}

static void
test_gather (Desk *desk, gconstpointer data)
{
  see (desk, "a 1");
  desk->now += S;
  see (desk, "a 1 !u 1 b 1");
  desk->now += S - 1;
  see (desk, "c 1 a 1 !u 1 b 1");
  assert_told (desk, 1, "waiting x3 waiting:a:1 waiting:b:1 waiting:c:1");
  assert_next (desk, S);
  assert_told (desk, S, "urgent @u urgent:u:1");
  /* One that ended before it was told, and one whose answer was on the screen. */
  see (desk, "d 1 e 1 .f 1 g 1");
  desk->now += S;
  see (desk, "e 1 f 1 .g 1");
  assert_told (desk, S, "waiting @e waiting:e:1");
  see (desk, "e 1 f 1 g 1");
  assert_told (desk, 60 * S, "");
}

static void
test_cooldown (Desk *desk, gconstpointer data)
{
  see (desk, "a 1");
  assert_told (desk, 2 * S, "waiting @a waiting:a:1");
  see (desk, "a 2");
  assert_next (desk, 30 * S);
  desk->now += S;
  see (desk, "!a 3 b 1");
  assert_told (desk, 2 * S, "waiting @b waiting:b:1");
  assert_next (desk, 27 * S);
  assert_told (desk, 27 * S - 1, "");
  assert_told (desk, 1, "urgent @a urgent:a:3");
  /* The third ends in the meantime. */
  see (desk, "a 4");
  desk->now += 29 * S;
  see (desk, "");
  assert_told (desk, S, "");
  /* Two questions of one session at once: one, and the other later. */
  see (desk, "c 1 c 2");
  assert_told (desk, 2 * S, "waiting @c waiting:c:1");
  assert_next (desk, 30 * S);
  assert_told (desk, 30 * S, "waiting @c waiting:c:2");
}

static void
test_choices (Desk *desk, gconstpointer data)
{
  desk->rules.batching = TRUE;
  set_rules (desk);
  see (desk, "a 1 !b 1");
  assert_told (desk, 2 * S, "urgent @b urgent:b:1");
  desk->rules.batching = FALSE;
  set_rules (desk);
  assert_told (desk, 60 * S, "");
  desk->rules.waiting = FALSE;
  set_rules (desk);
  see (desk, "a 2 !b 2");
  assert_told (desk, 60 * S, "");
  desk->rules.waiting = TRUE;
  set_rules (desk);
  assert_told (desk, 60 * S, "");
  see (desk, "a 3 !b 3");
  vdt_alert_policy_see_review_due (desk->policy, 7, desk->now);
  desk->rules.enabled = FALSE;
  set_rules (desk);
  assert_next (desk, -1);
  see (desk, "a 4 !b 3");
  vdt_alert_policy_see_review_due (desk->policy, 7, desk->now);
  assert_told (desk, 60 * S, "");
  desk->rules.enabled = TRUE;
  set_rules (desk);
  assert_next (desk, -1);
  assert_told (desk, 60 * S, "");
  vdt_alert_policy_see_review_due (desk->policy, 7, desk->now);
  vdt_alert_policy_see_review_due (desk->policy, 7, desk->now);
  assert_next (desk, 0);
  assert_told (desk, 0, "review review:7");
  assert_told (desk, 0, "");
}

/* What an agent calls urgent only after a while was not told as that yet, whatever came of it
 * before: in quiet hours, left to the digest, or told as something that waits. */
static void
test_turns_urgent (Desk *desk, gconstpointer data)
{
  desk->rules.batching = TRUE;
  set_rules (desk);
  see (desk, "a 1");
  assert_told (desk, 60 * S, "");
  see (desk, "!a 1");
  assert_next (desk, 2 * S);
  assert_told (desk, 2 * S, "urgent @a urgent:a:1");
  see (desk, "a 1");
  see (desk, "!a 1");
  assert_told (desk, 60 * S, "");
  desk->rules.batching = FALSE;
  set_rules (desk);
  see (desk, "b 1");
  assert_told (desk, 2 * S, "waiting @b waiting:b:1");
  see (desk, "!b 1");
  assert_next (desk, 30 * S);
  assert_told (desk, 30 * S, "urgent @b urgent:b:1");
  /* It ends, and the log is read again. */
  see (desk, "c 1");
  assert_told (desk, 2 * S, "waiting @c waiting:c:1");
  see (desk, "!c 1");
  see (desk, "");
  see (desk, "c 1");
  assert_told (desk, 60 * S, "");
  see (desk, "!c 1");
  see (desk, "c 1");
  assert_told (desk, 60 * S, "");
  see (desk, "!c 1");
  assert_told (desk, 2 * S, "urgent @c urgent:c:1");
  /* The screen shows it. */
  see (desk, "d 1");
  assert_told (desk, 2 * S, "waiting @d waiting:d:1");
  see (desk, ".!d 1");
  see (desk, "!d 1");
  assert_told (desk, 60 * S, "");
  desk->rules.paused_until = VDT_ALERT_UNTIL_TURNED_ON;
  set_rules (desk);
  see (desk, "e 1");
  see (desk, "!e 1");
  desk->rules.paused_until = 0;
  set_rules (desk);
  assert_told (desk, 2 * S, "held urgent @e urgent:e:1");
  /* What stood as urgent is nothing new, what stood and became it is. */
  vdt_alert_policy_begin (desk->policy);
  see (desk, "!f 1 g 1");
  see (desk, "f 1 g 1");
  see (desk, "!f 1 !g 1");
  assert_told (desk, 2 * S, "urgent @g urgent:g:1");
}

static void
test_begin_anew (Desk *desk, gconstpointer data)
{
  see (desk, "a 1");
  assert_told (desk, 2 * S, "waiting @a waiting:a:1");
  see (desk, "a 1 b 1");
  vdt_alert_policy_see_review_due (desk->policy, 7, desk->now);
  vdt_alert_policy_begin (desk->policy);
  assert_told (desk, 2 * S, "review review:7");
  see (desk, "a 1 b 1 c 1");
  see (desk, "a 2 b 1 c 1");
  /* The cooldown lasts. */
  assert_next (desk, 28 * S);
  assert_told (desk, 28 * S, "waiting @a waiting:a:2");
}

/* --- Quiet ------------------------------------------------------------------------------- */

static void
test_quiet (Desk *desk, gconstpointer data)
{
  desk->rules.quiet = TRUE;
  desk->rules.quiet_start = 22 * 60;
  desk->rules.quiet_end = 7 * 60;
  set_rules (desk);
  desk->now = DAY_START + 22 * VDT_HOUR - S;
  see (desk, "a 1 !b 1");
  assert_next (desk, 2 * S);
  /* Asked in quiet hours, before anything was done about them. */
  g_assert_cmpint (vdt_alert_policy_get_next (desk->policy, desk->now + S), ==, desk->now + S);
  assert_told (desk, 2 * S, "");
  assert_next (desk, 9 * VDT_HOUR - S);
  see (desk, "a 1 !b 1 c 1 !d 1 !e 1");
  vdt_alert_policy_see_review_due (desk->policy, 7, desk->now);
  vdt_alert_policy_see_review_due (desk->policy, 7, desk->now + S);
  desk->now += VDT_HOUR;
  see (desk, "a 1 !b 1 c 1 !d 1");
  assert_told (desk, VDT_HOUR, "");
  desk->now = DAY_START + 31 * VDT_HOUR - 1;
  assert_told (desk, 0, "");
  see (desk, "a 1 !b 1 c 1 !d 1 !f 1");
  assert_next (desk, 1);
  assert_told (desk, 1, "held urgent x3 urgent:b:1 urgent:d:1 urgent:f:1; held review review:7");
  assert_told (desk, VDT_HOUR, "");
  /* What comes after that is late no more. */
  see (desk, "!g 1");
  vdt_alert_policy_see_review_due (desk->policy, 7, desk->now);
  assert_told (desk, 2 * S, "urgent @g urgent:g:1; review review:7");
}

/* A digest whose work was done in the meantime is none. */
static void
test_quiet_review_done (Desk *desk, gconstpointer data)
{
  desk->rules.paused_until = desk->now + VDT_HOUR;
  set_rules (desk);
  vdt_alert_policy_see_review_due (desk->policy, 7, desk->now);
  assert_next (desk, VDT_HOUR);
  vdt_alert_policy_see_review_done (desk->policy);
  assert_next (desk, -1);
  assert_told (desk, VDT_HOUR, "");
}

static void
test_pause (Desk *desk, gconstpointer data)
{
  VdtAlertQuota quota = { .key = "q", .used_percent = 10, .resets_at = NOON + VDT_DAY };

  vdt_alert_policy_see_quota (desk->policy, &quota, desk->now);
  desk->rules.paused_until = VDT_ALERT_UNTIL_TURNED_ON;
  set_rules (desk);
  see (desk, "a 1 !b 1");
  quota.used_percent = 85;
  vdt_alert_policy_see_quota (desk->policy, &quota, desk->now);
  vdt_alert_policy_see_quota_back (desk->policy, &quota, desk->now);
  assert_next (desk, -1);
  assert_told (desk, VDT_DAY, "");
  desk->rules.paused_until = 0;
  set_rules (desk);
  assert_next (desk, 0);
  assert_told (desk, 0, "held urgent @b urgent:b:1");
  desk->rules.paused_until = desk->now + VDT_HOUR;
  set_rules (desk);
  see (desk, "!b 2");
  assert_next (desk, VDT_HOUR);
  assert_told (desk, VDT_HOUR - 1, "");
  assert_told (desk, 1, "held urgent @b urgent:b:2");
}

/* Who begins within quiet hours owes what an earlier one may have held back. */
static void
test_quiet_begin (Desk *desk, gconstpointer data)
{
  desk->rules.quiet = TRUE;
  desk->rules.quiet_start = 11 * 60;
  desk->rules.quiet_end = 13 * 60;
  set_rules (desk);
  vdt_alert_policy_begin (desk->policy);
  see (desk, "!a 1 b 1 .!c 1 !d 1");
  assert_next (desk, VDT_HOUR);
  see (desk, "!a 1 b 1 !c 1");
  assert_told (desk, VDT_HOUR, "held urgent @a urgent:a:1");
  vdt_alert_policy_begin (desk->policy);
  see (desk, "!a 1 !e 1");
  assert_told (desk, VDT_HOUR, "");
  desk->rules.paused_until = desk->now + VDT_HOUR;
  set_rules (desk);
  vdt_alert_policy_begin (desk->policy);
  see (desk, "!a 1 !f 1 g 1");
  assert_next (desk, VDT_HOUR);
  assert_told (desk, VDT_HOUR, "held urgent @f urgent:f:1");
}

/* To begin anew takes nothing back that was promised, unless the screen shows it. */
static void
test_begin_held (Desk *desk, gconstpointer data)
{
  desk->rules.paused_until = desk->now + VDT_HOUR;
  set_rules (desk);
  see (desk, "!a 1 b 1 !c 1 !d 1");
  vdt_alert_policy_begin (desk->policy);
  see (desk, "!a 1 b 1 .!d 1");
  assert_told (desk, VDT_HOUR, "held urgent @a urgent:a:1");
}

static VdtTime
at (const char *text)
{
  return vdt_time_from_rfc3339 (text, strlen (text));
}

static void
test_silent (void)
{
  static const struct
  {
    const char *zone;
    int start;
    int end;
    const char *paused_until;
    const char *now;
    const char *until; /* NULL for not silent */
  } cases[] = {
    { "UTC", 60, 120, NULL, "2026-03-01T00:59:59Z", NULL },
    { "UTC", 60, 120, NULL, "2026-03-01T01:00:00Z", "2026-03-01T02:00:00Z" },
    { "UTC", 60, 120, NULL, "2026-03-01T02:00:00Z", NULL },
    { "UTC", 1320, 420, NULL, "2026-03-01T21:59:00Z", NULL },
    { "UTC", 1320, 420, NULL, "2026-03-01T22:00:00Z", "2026-03-02T07:00:00Z" },
    { "UTC", 1320, 420, NULL, "2026-03-02T06:59:59Z", "2026-03-02T07:00:00Z" },
    { "UTC", 1320, 420, NULL, "2026-03-02T07:00:00Z", NULL },
    { "UTC", 300, 300, NULL, "2026-03-02T05:00:00Z", NULL },
    { "UTC", 0, 1439, NULL, "2026-03-02T23:58:00Z", "2026-03-02T23:59:00Z" },
    /* With a pause. */
    { "UTC", 300, 300, "2026-03-02T06:00:00Z", "2026-03-02T05:00:00Z", "2026-03-02T06:00:00Z" },
    { "UTC", 300, 300, "2026-03-02T06:00:00Z", "2026-03-02T06:00:00Z", NULL },
    { "UTC", 1320, 420, "2026-03-01T22:30:00Z", "2026-03-01T20:00:00Z", "2026-03-02T07:00:00Z" },
    { "UTC", 1320, 420, "2026-03-02T08:00:00Z", "2026-03-01T23:00:00Z", "2026-03-02T08:00:00Z" },
    /* The hour from 2 to 3 is left out, with nights of 8 hours. */
    { "Europe/Berlin", 1320, 420, NULL, "2026-03-28T21:00:00Z", "2026-03-29T05:00:00Z" },
    { "Europe/Berlin", 150, 195, NULL, "2026-03-29T00:59:59Z", NULL },
    { "Europe/Berlin", 150, 195, NULL, "2026-03-29T01:00:00Z", "2026-03-29T01:15:00Z" },
    { "Europe/Berlin", 130, 170, NULL, "2026-03-29T01:00:00Z", NULL },
    /* It comes twice, with nights of 10 hours: the first counts. */
    { "Europe/Berlin", 1320, 420, NULL, "2026-10-24T20:00:00Z", "2026-10-25T06:00:00Z" },
    { "Europe/Berlin", 1320, 150, NULL, "2026-10-25T00:29:00Z", "2026-10-25T00:30:00Z" },
    { "Europe/Berlin", 1320, 150, NULL, "2026-10-25T01:10:00Z", NULL },
    { "Europe/Berlin", 150, 240, NULL, "2026-10-25T01:10:00Z", "2026-10-25T03:00:00Z" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (VdtZone) zone = vdt_zone_new (cases[i].zone, NULL);
      g_autoptr (VdtAlertPolicy) policy = NULL;
      VdtAlertRules rules = { .quiet = TRUE,
                              .quiet_start = cases[i].start,
                              .quiet_end = cases[i].end };
      VdtTime now = at (cases[i].now);
      VdtTime until = 0;

      if (zone == NULL)
        {
          g_test_skip ("no time zone data here");
          return;
        }
      g_test_message ("case %u", i);
      if (cases[i].paused_until != NULL)
        rules.paused_until = at (cases[i].paused_until);
      policy = vdt_alert_policy_new (zone);
      vdt_alert_policy_set_rules (policy, &rules, now);
      g_assert_cmpint (vdt_alert_policy_is_silent (policy, now, &until), ==,
                       cases[i].until != NULL);
      g_assert_cmpint (vdt_alert_policy_is_silent (policy, now, NULL), ==, cases[i].until != NULL);
      g_assert_cmpint (until, ==, cases[i].until != NULL ? at (cases[i].until) : VDT_TIME_UNKNOWN);
    }
}

/* --- Quotas ------------------------------------------------------------------------------ */

#define RESET_1 (NOON + VDT_HOUR)
#define RESET_2 (NOON + 6 * VDT_HOUR)
#define RESET_3 (NOON + 11 * VDT_HOUR)

static void
test_quota (Desk *desk, gconstpointer data)
{
  static const struct
  {
    double percent;
    VdtTime resets_at;
    const char *told;
    gint64 value; /* 0 for the time */
  } steps[] = {
    { 85, RESET_1, "", 0 },
    { 94.9, RESET_1, "", 0 },
    { 95, RESET_1, "near 95% quota:q:95", RESET_1 },
    { 100, RESET_1, "", 0 },
    /* One low reading of the same window, and a time that creeps. */
    { 20, RESET_1 + 9 * VDT_MINUTE, "", 0 },
    { 100, RESET_1 - 9 * VDT_MINUTE, "", 0 },
    /* A new window that begins high, and passes both at once. */
    { 85, RESET_2, "near 80% quota:q:80", RESET_2 },
    /* Somebody still reads the old one, of which all was told. */
    { 97, RESET_1, "", 0 },
    { 86, RESET_2, "", 0 },
    { 0, RESET_1, "", 0 },
    { 97, RESET_1, "", 0 },
    { 97.5, RESET_1, "", 0 },
    /* Nobody says when it resets: what fell is new, what differs a little is not. */
    { 96, VDT_TIME_UNKNOWN, "", 0 },
    { 97, RESET_1, "", 0 },
    { 3, VDT_TIME_UNKNOWN, "", 0 },
    { 81, VDT_TIME_UNKNOWN, "near 80% quota:q:80", 0 },
    { 79.5, VDT_TIME_UNKNOWN, "", 0 },
    { 81, VDT_TIME_UNKNOWN, "", 0 },
    { 82, RESET_2, "", 0 },
    { 95, RESET_2, "near 95% quota:q:95", RESET_2 },
    /* No numbers. */
    { NAN, RESET_1, "", 0 },
    { INFINITY, RESET_1, "", 0 },
    { -1, RESET_1, "", 0 },
    { 250, RESET_1, "", 0 },
    { 250, RESET_3, "near 95% quota:q:95", RESET_3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      VdtAlertQuota quota = { .key = "q",
                              .runtime = VDT_RUNTIME_CLAUDE,
                              .window = 1,
                              .used_percent = steps[i].percent,
                              .resets_at = steps[i].resets_at };
      g_autoptr (GPtrArray) alerts = NULL;
      g_autoptr (GString) text = g_string_new (NULL);
      gboolean told = *steps[i].told != '\0';

      g_test_message ("step %u", i);
      vdt_alert_policy_see_quota (desk->policy, &quota, ++desk->now);
      assert_next (desk, told ? 0 : -1);
      alerts = vdt_alert_policy_take (desk->policy, desk->now);
      g_assert_cmpuint (alerts->len, ==, told ? 1 : 0);
      if (told)
        {
          const VdtAlert *alert = g_ptr_array_index (alerts, 0);

          write_alert (text, alert);
          g_assert_cmpint (alert->value, ==, steps[i].value != 0 ? steps[i].value : desk->now);
          g_assert_cmpint (alert->runtime, ==, VDT_RUNTIME_CLAUDE);
          g_assert_cmpint (alert->window, ==, 1);
        }
      g_assert_cmpstr (text->str, ==, steps[i].told);
    }
}

static void
see_quota (Desk *desk, const char *key, double percent, VdtTime resets_at)
{
  VdtAlertQuota quota = { .key = key, .used_percent = percent, .resets_at = resets_at };

  vdt_alert_policy_see_quota (desk->policy, &quota, desk->now);
}

static void
test_quota_choices (Desk *desk, gconstpointer data)
{
  see_quota (desk, "q", 50, RESET_1);
  see_quota (desk, "r", 50, RESET_1);
  desk->rules.thresholds[0] = 40;
  desk->rules.thresholds[1] = 60;
  set_rules (desk);
  see_quota (desk, "q", 51, RESET_1);
  assert_told (desk, 0, "");
  see_quota (desk, "q", 61, RESET_1);
  see_quota (desk, "r", 60, RESET_1);
  assert_told (desk, 0, "near 60% quota:q:60; near 60% quota:r:60");
  desk->rules.quotas = FALSE;
  set_rules (desk);
  see_quota (desk, "q", 90, RESET_2);
  desk->rules.quotas = TRUE;
  set_rules (desk);
  assert_told (desk, 0, "");
  see_quota (desk, "q", 91, RESET_2);
  assert_told (desk, 0, "");
  /* To begin anew, what was told in this window stays told. */
  see_quota (desk, "q", 20, RESET_3);
  see_quota (desk, "q", 45, RESET_3);
  assert_told (desk, 0, "near 40% quota:q:40");
  vdt_alert_policy_begin (desk->policy);
  see_quota (desk, "q", 39, RESET_3);
  see_quota (desk, "q", 41, RESET_3);
  see_quota (desk, "r", 99, RESET_2);
  assert_told (desk, 0, "");
  see_quota (desk, "q", 61, RESET_3);
  assert_told (desk, 0, "near 60% quota:q:60");
}

static void
test_quota_back (Desk *desk, gconstpointer data)
{
  VdtAlertQuota quota = { .key = "q", .used_percent = 1, .resets_at = RESET_1 };

  vdt_alert_policy_see_quota_back (desk->policy, &quota, desk->now);
  assert_next (desk, 0);
  assert_told (desk, 0, "back quota-back:q");
  quota.resets_at += VDT_MINUTE;
  vdt_alert_policy_see_quota_back (desk->policy, &quota, desk->now);
  assert_told (desk, 0, "");
  vdt_alert_policy_begin (desk->policy);
  vdt_alert_policy_see_quota_back (desk->policy, &quota, desk->now);
  assert_told (desk, 0, "");
  /* That is no reading: the first one still only says what stood. */
  see_quota (desk, "q", 90, RESET_1);
  assert_told (desk, 0, "");
  quota.resets_at = RESET_2;
  vdt_alert_policy_see_quota_back (desk->policy, &quota, desk->now);
  assert_told (desk, 0, "back quota-back:q");
}

/* --- Clocks and bounds ------------------------------------------------------------------- */

static void
test_clock (Desk *desk, gconstpointer data)
{
  see (desk, "a 1");
  assert_told (desk, 2 * S, "waiting @a waiting:a:1");
  see (desk, "a 2 b 1");
  /* Back by a day: what waits for its time waits no longer than it would have. */
  desk->now -= VDT_DAY;
  assert_next (desk, 2 * S);
  assert_told (desk, S, "");
  desk->now -= VDT_HOUR;
  see (desk, "a 2 b 1");
  assert_next (desk, 2 * S);
  assert_told (desk, 2 * S, "waiting @b waiting:b:1");
  assert_told (desk, 28 * S - 1, "");
  assert_told (desk, 1, "waiting @a waiting:a:2");
  /* Forward by a year: all that was due is one. */
  see (desk, "a 3 b 2 c 1");
  assert_told (desk, 365 * VDT_DAY, "waiting x3 waiting:a:3 waiting:b:2 waiting:c:1");
  desk->now -= 365 * VDT_DAY;
  assert_told (desk, 0, "");
  see (desk, "a 3 b 2 c 1");
  assert_told (desk, 60 * S, "");
}

/* Over quiet hours' end, back into them and over it again. */
static void
test_clock_quiet (Desk *desk, gconstpointer data)
{
  desk->rules.quiet = TRUE;
  desk->rules.quiet_start = 11 * 60;
  desk->rules.quiet_end = 13 * 60;
  set_rules (desk);
  see (desk, "!a 1");
  vdt_alert_policy_see_review_due (desk->policy, 7, desk->now);
  assert_told (desk, 2 * VDT_HOUR, "held urgent @a urgent:a:1; held review review:7");
  desk->now -= 2 * VDT_HOUR;
  see (desk, "!a 1");
  assert_next (desk, -1);
  assert_told (desk, 0, "");
  assert_told (desk, 2 * VDT_HOUR, "");
}

static void
test_bounds (Desk *desk, gconstpointer data)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autofree VdtAlertWaiting *waiting = g_new0 (VdtAlertWaiting, 5000);
  g_autoptr (GPtrArray) alerts = NULL;

  for (guint round = 0; round < 4; round++)
    {
      for (guint i = 0; i < 5000; i++)
        {
          char *id = g_strdup_printf ("%u-%u", round, i);

          g_ptr_array_add (keys, id);
          waiting[i].session_id = id;
          waiting[i].key = "1";
        }
      vdt_alert_policy_see_waiting (desk->policy, waiting, 5000, desk->now);
      g_clear_pointer (&alerts, g_ptr_array_unref);
      alerts = vdt_alert_policy_take (desk->policy, desk->now += 2 * S);
      g_assert_cmpuint (alerts->len, ==, 1);
      g_assert_cmpuint (((VdtAlert *) g_ptr_array_index (alerts, 0))->count, ==, 4096);
    }
  for (guint i = 0; i < 5000; i++)
    see_quota (desk, waiting[i].session_id, 99, RESET_1);
  assert_told (desk, VDT_HOUR, "");
  assert_next (desk, -1);
}

static void
add (const char *path, void (*func) (Desk *, gconstpointer))
{
  g_test_add (path, Desk, NULL, set_up, func, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("/review/alerts/crossing", test_crossing);
  add ("/review/alerts/gather", test_gather);
  add ("/review/alerts/cooldown", test_cooldown);
  add ("/review/alerts/choices", test_choices);
  add ("/review/alerts/turns-urgent", test_turns_urgent);
  add ("/review/alerts/begin-anew", test_begin_anew);
  add ("/review/alerts/quiet", test_quiet);
  add ("/review/alerts/quiet-review-done", test_quiet_review_done);
  add ("/review/alerts/pause", test_pause);
  add ("/review/alerts/quiet-begin", test_quiet_begin);
  add ("/review/alerts/begin-held", test_begin_held);
  g_test_add_func ("/review/alerts/silent", test_silent);
  add ("/review/alerts/quota", test_quota);
  add ("/review/alerts/quota-choices", test_quota_choices);
  add ("/review/alerts/quota-back", test_quota_back);
  add ("/review/alerts/clock", test_clock);
  add ("/review/alerts/clock-quiet", test_clock_quiet);
  add ("/review/alerts/bounds", test_bounds);
  return g_test_run ();
}
