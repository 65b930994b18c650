/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-alert-policy.h"

#include <string.h>

/* Random events in any order, beside somebody who writes down what there is to tell, and who
 * has heard of it. */
#define ORDERS     300
#define STEPS      300
#define N_SESSIONS 4
#define N_QUOTAS   2
#define DAY_START  (19700 * VDT_DAY)

typedef struct
{
  int session;
  int number;
  gboolean urgent;
  gboolean waits;
  gboolean open;  /* somebody must hear of it */
  gboolean gone;  /* it ended before anybody did */
  gboolean risen; /* only since it turned urgent */
  gboolean over;  /* as urgent it is not told any more */
  gboolean held;
  gboolean renewed; /* nobody saw it yet as what it is now */
  VdtTime since;
} Question;

typedef struct
{
  VdtZone *zone;
  VdtAlertPolicy *policy;
  VdtAlertRules rules;
  VdtTime now;
  gboolean fresh;
  GArray *questions;
  VdtTime told_at[N_SESSIONS];
  gboolean review;
  gboolean review_held;
  double percent[N_QUOTAS];
  double highest[N_QUOTAS]; /* of the window */
  gboolean known[N_QUOTAS]; /* whether there was a reading since the beginning */
  VdtTime resets_at[N_QUOTAS];
  int near[N_QUOTAS]; /* what must be told now */
} World;

/* What was told in all, by kind, at once and late: that the rules let something through. */
static guint n_told[VDT_ALERT_QUOTA_BACK + 1][2];

/* How often one that was told, or never would be, turned urgent. */
static guint n_turned;

/* How often somebody who began was to tell what an earlier one held back. */
static guint n_owed;

static const int thresholds[] = { 50, 80, 95 };

/* --- What the rules say ------------------------------------------------------------------ */

static gboolean
is_silent (const World *w)
{
  int minute = (int) (w->now % VDT_DAY / VDT_MINUTE);
  const VdtAlertRules *r = &w->rules;

  if (r->paused_until == VDT_ALERT_UNTIL_TURNED_ON || w->now < r->paused_until)
    return TRUE;
  if (!r->quiet)
    return FALSE;
  if (r->quiet_start < r->quiet_end)
    return minute >= r->quiet_start && minute < r->quiet_end;
  return r->quiet_start != r->quiet_end && (minute >= r->quiet_start || minute < r->quiet_end);
}

static void
look (World *w)
{
  gboolean silent = is_silent (w);

  for (guint i = 0; i < w->questions->len; i++)
    {
      Question *q = &g_array_index (w->questions, Question, i);

      if (!w->rules.enabled || !w->rules.waiting || (!q->urgent && (silent || w->rules.batching)))
        q->open = FALSE;
      q->over = q->over || (q->waits && q->urgent && !q->open);
      q->risen = q->risen && (q->open || q->gone);
      q->held = q->held || (q->open && silent);
    }
  w->review = w->review && w->rules.enabled;
  w->review_held = w->review && (w->review_held || silent);
  if (!w->rules.enabled || !w->rules.quotas || silent)
    memset (w->near, 0, sizeof w->near);
}

static VdtTime
get_ready (const World *w, const Question *q)
{
  return MAX (q->since + VDT_ALERT_GATHER, w->told_at[q->session] + VDT_ALERT_COOLDOWN);
}

static void
hear_of_questions (World *w, const VdtAlert *alert)
{
  gboolean ready = FALSE;

  g_assert_cmpuint (alert->keys->len, ==, alert->count);
  g_assert_cmpint (alert->target != NULL, ==, alert->count == 1);
  g_assert_cmpint (alert->value, ==, 0);
  for (guint i = 0; i < alert->keys->len; i++)
    {
      Question *q = NULL;
      int session = 0;
      int number = 0;

      const char *prefix = alert->kind == VDT_ALERT_URGENT ? "urgent:" : "waiting:";
      const char *key = g_ptr_array_index (alert->keys, i);

      g_assert_true (g_str_has_prefix (key, prefix));
      session = key[strlen (prefix)] - 'a';
      number = (int) g_ascii_strtoll (key + strlen (prefix) + 2, NULL, 10);
      for (guint j = 0; j < w->questions->len && q == NULL; j++)
        {
          q = &g_array_index (w->questions, Question, j);
          if (q->session != session || q->number != number)
            q = NULL;
        }
      g_assert_nonnull (q);
      g_assert_true (q->open);
      g_assert_true (q->waits);
      g_assert_cmpint (q->urgent, ==, alert->kind == VDT_ALERT_URGENT);
      g_assert_cmpint (q->held, ==, alert->held);
      g_assert_cmpint (w->now - w->told_at[session], >=, VDT_ALERT_COOLDOWN);
      ready = ready || get_ready (w, q) <= w->now;
      w->told_at[session] = w->now;
      q->open = FALSE;
      q->risen = FALSE;
      q->over = q->urgent;
    }
  g_assert_true (ready);
}

static void
hear (World *w, const VdtAlert *alert)
{
  int quota = 0;

  n_told[alert->kind][alert->held]++;
  switch (alert->kind)
    {
    case VDT_ALERT_WAITING:
    case VDT_ALERT_URGENT:
      hear_of_questions (w, alert);
      break;
    case VDT_ALERT_REVIEW_DUE:
      g_assert_true (w->review);
      g_assert_cmpint (w->review_held, ==, alert->held);
      w->review = FALSE;
      break;
    case VDT_ALERT_QUOTA_NEAR:
      quota = ((char *) g_ptr_array_index (alert->keys, 0))[6] - 'a';
      g_assert_cmpint (alert->threshold, ==, w->near[quota]);
      g_assert_cmpint (alert->value, ==, w->resets_at[quota]);
      w->near[quota] = 0;
      break;
    case VDT_ALERT_QUOTA_BACK:
      g_assert_not_reached ();
    }
}

/* Takes; returns how many alerts came. */
static guint
take (World *w)
{
  g_autoptr (GPtrArray) alerts = vdt_alert_policy_take (w->policy, w->now);

  look (w);
  g_assert_true (alerts->len == 0 || (w->rules.enabled && !is_silent (w)));
  for (guint i = 0; i < alerts->len; i++)
    hear (w, g_ptr_array_index (alerts, i));
  return alerts->len;
}

/* Nothing that should have been told by now is left. */
static void
check_all_heard (const World *w)
{
  if (is_silent (w))
    return;
  for (guint i = 0; i < w->questions->len; i++)
    {
      const Question *q = &g_array_index (w->questions, Question, i);

      g_assert_true (!q->open || get_ready (w, q) > w->now);
    }
  g_assert_false (w->review);
  for (guint i = 0; i < N_QUOTAS; i++)
    g_assert_cmpint (w->near[i], ==, 0);
}

/* Lets time run, and calls only when it was asked to. */
static void
run_until (World *w, VdtTime end)
{
  VdtTime next = vdt_alert_policy_get_next (w->policy, w->now);
  guint n_calls = 0;

  while (vdt_time_known (next) && next <= end)
    {
      g_assert_cmpint (next, >=, w->now);
      g_assert_cmpuint (n_calls++, <, 100);
      w->now = next;
      take (w);
      next = vdt_alert_policy_get_next (w->policy, w->now);
    }
  w->now = end;
  check_all_heard (w);
  /* To ask more often gives no more. */
  g_assert_cmpuint (take (w), ==, 0);
}

/* --- What happens ------------------------------------------------------------------------ */

static void
see_waiting (World *w, gboolean look_at)
{
  VdtAlertWaiting waiting[N_SESSIONS * 2] = { 0 };
  char ids[N_SESSIONS * 2][2] = { 0 };
  char keys[N_SESSIONS * 2][16] = { 0 };
  guint n = 0;

  for (guint i = w->questions->len; i-- > 0;)
    {
      Question *q = &g_array_index (w->questions, Question, i);

      if (!q->waits || n == G_N_ELEMENTS (waiting))
        {
          q->waits = FALSE;
          q->gone = q->gone || q->open;
          q->open = FALSE;
          continue;
        }
      ids[n][0] = (char) ('a' + q->session);
      g_snprintf (keys[n], sizeof keys[n], "%d", q->number);
      waiting[n].session_id = ids[n];
      waiting[n].key = keys[n];
      waiting[n].urgent = q->urgent;
      waiting[n].seen = look_at && g_test_rand_int_range (0, 4) == 0;
      if (w->fresh && q->renewed)
        {
          q->open = q->open && q->urgent && is_silent (w);
          n_owed += q->open;
        }
      q->renewed = FALSE;
      if (waiting[n++].seen)
        q->open = FALSE;
    }
  vdt_alert_policy_see_waiting (w->policy, waiting, n, w->now);
  w->fresh = FALSE;
  look (w);
}

static void
ask_something (World *w)
{
  Question q = { .session = g_test_rand_int_range (0, N_SESSIONS),
                 .number = (int) w->questions->len,
                 .urgent = g_test_rand_int_range (0, 3) == 0,
                 .waits = TRUE,
                 .open = TRUE,
                 .renewed = TRUE,
                 .since = w->now };

  /* A session mostly asks one thing at a time. */
  for (guint i = 0; i < w->questions->len; i++)
    {
      Question *other = &g_array_index (w->questions, Question, i);

      if (other->session == q.session && g_test_rand_int_range (0, 8) != 0)
        other->waits = FALSE;
    }
  g_array_append_val (w->questions, q);
  see_waiting (w, FALSE);
}

/* Ends a question, or lets one come back: that is a new one where nobody heard of it. */
static void
turn_something (World *w)
{
  Question *q = NULL;

  if (w->questions->len == 0)
    return;
  q = &g_array_index (w->questions, Question,
                      (guint) g_test_rand_int_range (0, (int) w->questions->len));
  q->waits = !q->waits;
  if (q->waits && q->gone)
    {
      q->open = !q->risen || q->urgent;
      q->risen = q->risen && q->urgent;
      q->gone = FALSE;
      q->held = FALSE;
      q->renewed = TRUE;
      q->since = w->now;
    }
  see_waiting (w, FALSE);
}

/* What is called urgent only now is something new, once. */
static void
change_urgency (World *w)
{
  Question *q = NULL;

  if (w->questions->len == 0)
    return;
  q = &g_array_index (w->questions, Question,
                      (guint) g_test_rand_int_range (0, (int) w->questions->len));
  if (!q->waits)
    return;
  q->urgent = !q->urgent;
  if (q->urgent && !q->open && !q->over)
    {
      q->open = TRUE;
      q->risen = TRUE;
      q->renewed = TRUE;
      q->held = FALSE;
      q->since = w->now;
      n_turned++;
    }
  else if (!q->urgent && q->risen)
    q->open = q->risen = FALSE;
  see_waiting (w, FALSE);
}

static void
choose (World *w)
{
  VdtAlertRules *r = &w->rules;

  switch (g_test_rand_int_range (0, 8))
    {
    case 0:
      r->enabled = g_test_rand_int_range (0, 4) != 0;
      break;
    case 1:
      r->waiting = g_test_rand_int_range (0, 4) != 0;
      break;
    case 2:
      r->quotas = g_test_rand_int_range (0, 4) != 0;
      break;
    case 3:
      r->batching = g_test_rand_bit ();
      break;
    case 4:
      r->quiet = g_test_rand_bit ();
      r->quiet_start = g_test_rand_int_range (0, 1440);
      r->quiet_end = g_test_rand_int_range (0, 1440);
      break;
    case 5:
      r->paused_until = VDT_ALERT_UNTIL_TURNED_ON;
      break;
    case 6:
      r->paused_until = w->now + g_test_rand_int_range (-1000, 600000);
      break;
    default:
      r->paused_until = 0;
      r->enabled = TRUE;
      r->waiting = TRUE;
      r->quotas = TRUE;
      break;
    }
  vdt_alert_policy_set_rules (w->policy, r, w->now);
  look (w);
}

static void
see_quota (World *w)
{
  int i = g_test_rand_int_range (0, N_QUOTAS);
  char key[2] = { (char) ('a' + i), '\0' };
  gboolean is_new = g_test_rand_int_range (0, 6) == 0;
  gboolean is_first = !w->known[i];
  VdtAlertQuota quota = { .key = key };
  double change = g_test_rand_double_range (-20, 20);
  int near = 0;

  if (is_new)
    {
      w->resets_at[i] += 5 * VDT_HOUR;
      w->highest[i] = 0;
      w->percent[i] = g_test_rand_double_range (0, 100);
    }
  else
    w->percent[i] = CLAMP (w->percent[i] + change, 0, 110);
  quota.used_percent = w->percent[i];
  quota.resets_at = w->resets_at[i];
  if (!is_new)
    quota.resets_at += g_test_rand_int_range (-60000, 60000);
  for (guint t = 0; t < G_N_ELEMENTS (thresholds); t++)
    {
      if (thresholds[t] <= w->percent[i] && thresholds[t] > w->highest[i] && !is_first)
        near = thresholds[t];
    }
  if (is_new)
    w->near[i] = 0;
  if (near > 0)
    w->near[i] = near;
  w->known[i] = TRUE;
  w->highest[i] = MAX (w->highest[i], w->percent[i]);
  vdt_alert_policy_see_quota (w->policy, &quota, w->now);
  look (w);
}

static void
begin_anew (World *w)
{
  w->fresh = TRUE;
  for (guint i = 0; i < w->questions->len; i++)
    {
      Question *q = &g_array_index (w->questions, Question, i);

      q->open = q->open && q->held;
    }
  memset (w->known, 0, sizeof w->known);
  memset (w->near, 0, sizeof w->near);
  vdt_alert_policy_begin (w->policy);
}

/* What has an age keeps it. */
static void
step_back (World *w)
{
  VdtTime back = g_test_rand_int_range (0, 12 * (int) VDT_HOUR);

  w->now -= back;
  for (guint i = 0; i < w->questions->len; i++)
    g_array_index (w->questions, Question, i).since -= back;
  for (guint i = 0; i < N_SESSIONS; i++)
    w->told_at[i] -= back;
}

static void
make_step (World *w)
{
  switch (g_test_rand_int_range (0, 18))
    {
    case 0:
    case 1:
    case 2:
    case 3:
      ask_something (w);
      break;
    case 4:
      turn_something (w);
      break;
    case 5:
      see_waiting (w, TRUE);
      break;
    case 6:
    case 7:
      choose (w);
      break;
    case 8:
    case 9:
    case 10:
      see_quota (w);
      break;
    case 11:
      vdt_alert_policy_see_review_due (w->policy, w->now, w->now);
      w->review_held = w->review && w->review_held;
      w->review = TRUE;
      look (w);
      break;
    case 12:
      step_back (w);
      break;
    case 13:
      w->now += g_test_rand_int_range (0, 24 * (int) VDT_HOUR);
      break;
    case 14:
      if (g_test_rand_int_range (0, 5) == 0)
        begin_anew (w);
      break;
    case 15:
    case 16:
      change_urgency (w);
      break;
    default:
      break;
    }
  run_until (w, w->now);
  run_until (w, w->now + g_test_rand_int_range (0, g_test_rand_bit () ? 4000 : 60000));
}

static void
test_any_order (void)
{
  for (guint order = 0; order < ORDERS; order++)
    {
      World w = { .zone = vdt_zone_new_utc (),
                  .now = DAY_START + g_test_rand_int_range (0, (int) VDT_DAY),
                  .fresh = TRUE,
                  .questions = g_array_new (FALSE, TRUE, sizeof (Question)),
                  .rules = { .enabled = TRUE, .waiting = TRUE, .quotas = TRUE } };

      for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
        w.rules.thresholds[w.rules.n_thresholds++] = thresholds[i];
      w.policy = vdt_alert_policy_new (w.zone);
      vdt_alert_policy_set_rules (w.policy, &w.rules, w.now);
      for (guint i = 0; i < N_QUOTAS; i++)
        {
          VdtAlertQuota quota = { .key = i == 0 ? "a" : "b", .resets_at = w.now };

          w.resets_at[i] = w.now;
          w.known[i] = TRUE;
          vdt_alert_policy_see_quota (w.policy, &quota, w.now);
        }
      for (guint i = 0; i < STEPS; i++)
        make_step (&w);
      vdt_alert_policy_free (w.policy);
      vdt_zone_free (w.zone);
      g_array_unref (w.questions);
    }
  g_test_message ("waiting %u, urgent %u and late %u, reviews %u and late %u, quotas %u",
                  n_told[VDT_ALERT_WAITING][FALSE], n_told[VDT_ALERT_URGENT][FALSE],
                  n_told[VDT_ALERT_URGENT][TRUE], n_told[VDT_ALERT_REVIEW_DUE][FALSE],
                  n_told[VDT_ALERT_REVIEW_DUE][TRUE], n_told[VDT_ALERT_QUOTA_NEAR][FALSE]);
  g_assert_cmpuint (n_told[VDT_ALERT_WAITING][FALSE], >, ORDERS);
  g_assert_cmpuint (n_told[VDT_ALERT_URGENT][FALSE], >, ORDERS);
  g_assert_cmpuint (n_told[VDT_ALERT_URGENT][TRUE], >, ORDERS / 10);
  g_assert_cmpuint (n_told[VDT_ALERT_REVIEW_DUE][TRUE], >, ORDERS / 10);
  g_assert_cmpuint (n_told[VDT_ALERT_QUOTA_NEAR][FALSE], >, ORDERS);
  g_assert_cmpuint (n_turned, >, ORDERS);
  g_assert_cmpuint (n_owed, >, ORDERS / 10);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/review/alerts/any-order", test_any_order);
  return g_test_run ();
}
