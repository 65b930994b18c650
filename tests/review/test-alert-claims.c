/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-alert-policy.h"

/* Two Vedettes that share what was claimed, each of which may be restarted, on a clock that may be
 * set: whatever happens, a person hears of everything once. */
#define ORDERS      200
#define STEPS       200
#define N_VEDETTES  2
#define N_SESSIONS  5
#define DAY_START   (19700 * VDT_DAY)
#define LONG_ENOUGH (5 * VDT_MINUTE)

/* By then what is not urgent was told, or something came in between. */
#define SOON (VDT_ALERT_COOLDOWN + 2 * VDT_ALERT_GATHER)

typedef struct
{
  int session;
  int number;
  gboolean urgent;
  gboolean waits;
  gboolean owed; /* somebody looked on when it began, and was allowed to tell of it */
} Question;

typedef struct
{
  VdtZone *zone;
  VdtAlertPolicy *vedettes[N_VEDETTES]; /* NULL while it does not run; the first always does */
  gboolean has_reading[N_VEDETTES];
  VdtAlertRules rules;
  VdtTime now;
  GArray *questions;
  GHashTable *claims; /* key → value */
  GHashTable *heard;  /* key and value, as often as they may be heard: once */
  double percent;
  VdtTime resets_at;
} World;

static guint n_restarts;
static guint n_owed_late;
static guint n_heard;
static guint n_refused;

static char *
name_of (const Question *q, gboolean urgent)
{
  return g_strdup_printf ("%s:%c:%d", urgent ? "urgent" : "waiting", 'a' + q->session, q->number);
}

static gboolean
was_heard (World *w, const char *key, gint64 value)
{
  g_autofree char *both = g_strdup_printf ("%s %" G_GINT64_FORMAT, key, value);

  return g_hash_table_contains (w->heard, both);
}

/* As the store gives them out. */
static gboolean
claim (World *w, const char *key, gint64 value)
{
  const gint64 *known = g_hash_table_lookup (w->claims, key);

  if (known != NULL && ABS (*known - value) <= VDT_ALERT_WINDOW_TOLERANCE)
    return FALSE;
  g_hash_table_insert (w->claims, g_strdup (key), g_memdup2 (&value, sizeof value));
  return TRUE;
}

static void
take (World *w, VdtAlertPolicy *policy)
{
  g_autoptr (GPtrArray) alerts = vdt_alert_policy_take (policy, w->now);

  g_assert_true (alerts->len == 0 || !vdt_alert_policy_is_silent (policy, w->now, NULL));
  for (guint i = 0; i < alerts->len; i++)
    {
      const VdtAlert *alert = g_ptr_array_index (alerts, i);

      for (guint k = 0; k < alert->keys->len; k++)
        {
          const char *key = g_ptr_array_index (alert->keys, k);

          if (!claim (w, key, alert->value))
            {
              n_refused++;
              continue;
            }
          n_heard++;
          n_owed_late += alert->held;
          g_assert_true (g_hash_table_add (w->heard, g_strdup_printf ("%s %" G_GINT64_FORMAT, key,
                                                                      alert->value)));
        }
    }
}

/* Each is called when it asked to be, which may be at the same time. */
static void
run_until (World *w, VdtTime end)
{
  for (guint n_calls = 0;; n_calls++)
    {
      VdtTime next = VDT_TIME_UNKNOWN;
      guint who = 0;

      g_assert_cmpuint (n_calls, <, 1000);
      for (guint i = 0; i < N_VEDETTES; i++)
        {
          VdtTime time = w->vedettes[i] != NULL ? vdt_alert_policy_get_next (w->vedettes[i], w->now)
                                                : VDT_TIME_UNKNOWN;

          if (!vdt_time_known (time) || (vdt_time_known (next) && time > next))
            continue;
          next = time;
          who = i;
        }
      if (!vdt_time_known (next) || next > end)
        break;
      w->now = next;
      take (w, w->vedettes[who]);
    }
  w->now = end;
}

static void
see_waiting (World *w, guint who)
{
  VdtAlertWaiting waiting[N_SESSIONS] = { 0 };
  char ids[N_SESSIONS][2] = { 0 };
  char keys[N_SESSIONS][16] = { 0 };
  guint n = 0;

  for (guint i = 0; i < w->questions->len; i++)
    {
      const Question *q = &g_array_index (w->questions, Question, i);

      if (!q->waits)
        continue;
      ids[n][0] = (char) ('a' + q->session);
      g_snprintf (keys[n], sizeof keys[n], "%d", q->number);
      waiting[n].session_id = ids[n];
      waiting[n].key = keys[n];
      waiting[n++].urgent = q->urgent;
    }
  vdt_alert_policy_see_waiting (w->vedettes[who], waiting, n, w->now);
}

static void
see_quota (World *w, guint who)
{
  const VdtAlertQuota quota = { .key = "q", .used_percent = w->percent, .resets_at = w->resets_at };

  vdt_alert_policy_see_quota (w->vedettes[who], &quota, w->now);
  w->has_reading[who] = TRUE;
}

/* One may be slower than the other. */
static void
see_all (World *w, void (*see) (World *, guint))
{
  const guint first = g_test_rand_bit () ? 1 : 0;

  for (guint i = 0; i < N_VEDETTES; i++)
    {
      const guint who = (first + i) % N_VEDETTES;

      if (w->vedettes[who] == NULL)
        continue;
      see (w, who);
      run_until (w, w->now + g_test_rand_int_range (0, g_test_rand_bit () ? 1 : 800));
    }
}

/* --- What happens ------------------------------------------------------------------------ */

static void
ask (World *w)
{
  Question q = { .session = g_test_rand_int_range (0, N_SESSIONS),
                 .number = (int) w->questions->len,
                 .urgent = g_test_rand_int_range (0, 3) == 0,
                 .waits = TRUE };

  for (guint i = 0; i < w->questions->len; i++)
    {
      Question *other = &g_array_index (w->questions, Question, i);

      other->waits = other->waits && other->session != q.session;
    }
  q.owed = q.urgent || (!vdt_alert_policy_is_silent (w->vedettes[0], w->now, NULL) &&
                        !vdt_alert_policy_is_silent (w->vedettes[0], w->now + SOON, NULL));
  g_array_append_val (w->questions, q);
  see_all (w, see_waiting);
}

static void
answer (World *w)
{
  if (w->questions->len == 0)
    return;
  g_array_index (w->questions, Question, (guint) g_test_rand_int_range (0, (int) w->questions->len))
    .waits = FALSE;
  see_all (w, see_waiting);
}

static void
spend (World *w)
{
  const gboolean silent = vdt_alert_policy_is_silent (w->vedettes[0], w->now, NULL);
  const gboolean owed = w->has_reading[0] && !silent;
  const double before = w->percent;
  g_autofree char *key = NULL;
  int passed = 0;

  if (w->percent > 90 && g_test_rand_bit ())
    {
      w->resets_at += 5 * VDT_HOUR;
      w->percent = 0;
    }
  else
    w->percent += g_test_rand_double_range (0, 20);
  for (guint i = 0; i < w->rules.n_thresholds; i++)
    {
      if (before < w->rules.thresholds[i] && w->rules.thresholds[i] <= w->percent)
        passed = w->rules.thresholds[i];
    }
  see_all (w, see_quota);
  key = g_strdup_printf ("quota:q:%d", passed);
  run_until (w, w->now);
  if (owed && passed > 0 && !vdt_alert_policy_is_silent (w->vedettes[0], w->now, NULL))
    g_assert_true (was_heard (w, key, w->resets_at));
}

/* What is not urgent is not held back. */
static void
forget_minor (World *w)
{
  for (guint i = 0; i < w->questions->len; i++)
    {
      Question *q = &g_array_index (w->questions, Question, i);
      g_autofree char *key = name_of (q, FALSE);

      q->owed = q->owed && (q->urgent || was_heard (w, key, 0));
    }
}

static void
choose (World *w)
{
  VdtAlertRules *r = &w->rules;

  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      r->quiet = g_test_rand_bit ();
      r->quiet_start = g_test_rand_int_range (0, 1440);
      r->quiet_end = g_test_rand_int_range (0, 1440);
      break;
    case 1:
      r->paused_until = w->now + g_test_rand_int_range (0, 2 * (int) VDT_HOUR);
      break;
    case 2:
      r->paused_until = VDT_ALERT_UNTIL_TURNED_ON;
      break;
    default:
      r->paused_until = 0;
      break;
    }
  forget_minor (w);
  for (guint i = 0; i < N_VEDETTES; i++)
    {
      if (w->vedettes[i] != NULL)
        vdt_alert_policy_set_rules (w->vedettes[i], r, w->now);
    }
}

static void
start (World *w, guint who)
{
  w->vedettes[who] = vdt_alert_policy_new (w->zone);
  w->has_reading[who] = FALSE;
  vdt_alert_policy_set_rules (w->vedettes[who], &w->rules, w->now);
  vdt_alert_policy_begin (w->vedettes[who]);
  see_quota (w, who);
  see_waiting (w, who);
}

/* What was about to be told is lost with whoever was to tell it; what is held back is not. */
static void
restart (World *w)
{
  const guint who = (guint) g_test_rand_int_range (0, N_VEDETTES);

  if (w->vedettes[who] == NULL)
    {
      start (w, who);
      return;
    }
  if (!vdt_alert_policy_is_silent (w->vedettes[who], w->now, NULL) &&
      vdt_time_known (vdt_alert_policy_get_next (w->vedettes[who], w->now)))
    return;
  g_clear_pointer (&w->vedettes[who], vdt_alert_policy_free);
  n_restarts++;
  if (who == 0 || g_test_rand_bit ())
    start (w, who);
}

static void
set_clock (World *w)
{
  w->now += g_test_rand_int_range (-12 * (int) VDT_HOUR, 12 * (int) VDT_HOUR);
  forget_minor (w);
  run_until (w, w->now);
}

/* Whatever still waits, and was owed, has been told by the time that nothing stands against it. */
static void
settle (World *w)
{
  VdtTime until = VDT_TIME_UNKNOWN;

  run_until (w, w->now + LONG_ENOUGH);
  if (w->rules.paused_until == VDT_ALERT_UNTIL_TURNED_ON)
    {
      w->rules.paused_until = 0;
      for (guint i = 0; i < N_VEDETTES; i++)
        {
          if (w->vedettes[i] != NULL)
            vdt_alert_policy_set_rules (w->vedettes[i], &w->rules, w->now);
        }
    }
  if (vdt_alert_policy_is_silent (w->vedettes[0], w->now, &until))
    run_until (w, until);
  /* Quiet hours may begin again at once; then it is too early to say. */
  run_until (w, w->now + LONG_ENOUGH);
  if (vdt_alert_policy_is_silent (w->vedettes[0], w->now, NULL) ||
      vdt_alert_policy_is_silent (w->vedettes[0], w->now - LONG_ENOUGH, NULL))
    return;
  for (guint i = 0; i < w->questions->len; i++)
    {
      const Question *q = &g_array_index (w->questions, Question, i);
      g_autofree char *key = name_of (q, q->urgent);

      if (q->waits && q->owed && !was_heard (w, key, 0))
        g_error ("nobody heard of %s", key);
    }
}

static void
make_step (World *w)
{
  switch (g_test_rand_int_range (0, 12))
    {
    case 0:
    case 1:
    case 2:
    case 3:
      ask (w);
      break;
    case 4:
      answer (w);
      break;
    case 5:
    case 6:
      spend (w);
      break;
    case 7:
      choose (w);
      break;
    case 8:
    case 9:
      restart (w);
      break;
    case 10:
      if (g_test_rand_bit ())
        set_clock (w);
      break;
    default:
      settle (w);
      break;
    }
  run_until (w, w->now + g_test_rand_int_range (0, g_test_rand_bit () ? 4000 : 3600000));
}

static void
test_heard_once (void)
{
  for (guint order = 0; order < ORDERS; order++)
    {
      World w = { .zone = vdt_zone_new_utc (),
                  .now = DAY_START + g_test_rand_int_range (0, (int) VDT_DAY),
                  .rules = { .enabled = TRUE,
                             .waiting = TRUE,
                             .quotas = TRUE,
                             .thresholds = { 80, 95 },
                             .n_thresholds = 2 },
                  .questions = g_array_new (FALSE, TRUE, sizeof (Question)),
                  .claims = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                  .heard = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

      w.resets_at = w.now;
      for (guint i = 0; i < N_VEDETTES; i++)
        start (&w, i);
      for (guint i = 0; i < STEPS; i++)
        make_step (&w);
      for (guint i = 0; i < N_VEDETTES; i++)
        g_clear_pointer (&w.vedettes[i], vdt_alert_policy_free);
      g_array_unref (w.questions);
      g_hash_table_unref (w.claims);
      g_hash_table_unref (w.heard);
      vdt_zone_free (w.zone);
    }
  g_test_message ("heard %u, late %u, refused %u, restarts %u", n_heard, n_owed_late, n_refused,
                  n_restarts);
  g_assert_cmpuint (n_heard, >, ORDERS);
  g_assert_cmpuint (n_owed_late, >, ORDERS / 10);
  g_assert_cmpuint (n_refused, >, ORDERS);
  g_assert_cmpuint (n_restarts, >, ORDERS);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/review/alerts/heard-once", test_heard_once);
  return g_test_run ();
}
