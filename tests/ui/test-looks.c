/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <locale.h>

#include "ui-samples.h"
#include "vdt-look.h"
#include "vdt-session-order.h"

/* How things are put into words and in order: no window, no toolkit. */

#define NARROW "\u202f"

static VdtLens lens;

static Sample
plain (const char *id)
{
  Sample sample = {
    .id = id,
    .title = "A title",
    .project = "quill",
    .runtime = VDT_RUNTIME_CODEX,
    .fast = -1,
    .lifecycle = VDT_LIFECYCLE_IDLE,
    .since = VDT_HOUR,
    .state = VDT_CONTEXT_REPORTED,
    .used = 103000,
    .window = 272000,
    .origin = VDT_WINDOW_RECORD,
    .as_of = VDT_MINUTE,
  };

  return sample;
}

static void
test_states (void)
{
  static const struct
  {
    VdtLifecycle lifecycle;
    VdtWaitingFor waiting_for;
    VdtTime since;
    VdtTime event;
    VdtBadge badge;
    const char *lead;
    const char *rest;
    gboolean one_line;
  } table[] = {
    { VDT_LIFECYCLE_WAITING, VDT_WAITING_QUESTION, 12 * VDT_MINUTE, 0, VDT_BADGE_WAITING_QUESTION,
      "Waits for an answer", "12 min", FALSE },
    { VDT_LIFECYCLE_WAITING, VDT_WAITING_PLAN_APPROVAL, 3 * VDT_MINUTE, 0, VDT_BADGE_WAITING_PLAN,
      "Waits for plan approval", "3 min", FALSE },
    { VDT_LIFECYCLE_WAITING, VDT_WAITING_PERMISSION, 40 * VDT_SECOND, 0,
      VDT_BADGE_WAITING_PERMISSION, "Waits for permission", "40 s", FALSE },
    { VDT_LIFECYCLE_WAITING, VDT_WAITING_QUESTION, 42 * VDT_MINUTE, 42 * VDT_MINUTE,
      VDT_BADGE_WAITING_QUESTION, "Waits for an answer", "42 min", FALSE },
    { VDT_LIFECYCLE_WORKING, VDT_WAITING_NOTHING, 2 * VDT_MINUTE, VDT_SECOND, VDT_BADGE_WORKING,
      "Working", "2 min", FALSE },
    { VDT_LIFECYCLE_WORKING, VDT_WAITING_NOTHING, 50 * VDT_MINUTE, 15 * VDT_MINUTE - 1,
      VDT_BADGE_WORKING, "Working", "50 min", FALSE },
    { VDT_LIFECYCLE_WORKING, VDT_WAITING_NOTHING, 50 * VDT_MINUTE, 15 * VDT_MINUTE, VDT_BADGE_QUIET,
      "Working", "nothing new for 15 min", FALSE },
    { VDT_LIFECYCLE_WORKING, VDT_WAITING_NOTHING, 50 * VDT_MINUTE, 42 * VDT_MINUTE, VDT_BADGE_QUIET,
      "Working", "nothing new for 42 min", FALSE },
    { VDT_LIFECYCLE_IDLE, VDT_WAITING_NOTHING, 122 * VDT_MINUTE, 0, VDT_BADGE_IDLE,
      "Idle since 09:12", NULL, TRUE },
    { VDT_LIFECYCLE_COMPLETED, VDT_WAITING_NOTHING, 147 * VDT_MINUTE, 0, VDT_BADGE_COMPLETED,
      "Completed 08:47", NULL, TRUE },
    { VDT_LIFECYCLE_ERROR, VDT_WAITING_NOTHING, 8 * VDT_MINUTE, 0, VDT_BADGE_ERROR, "Error",
      "8 min ago", TRUE },
    { VDT_LIFECYCLE_OBSERVING, VDT_WAITING_NOTHING, VDT_HOUR, 0, VDT_BADGE_OBSERVING, "Observing",
      NULL, TRUE },
    { VDT_LIFECYCLE_OFFLINE, VDT_WAITING_NOTHING, 69 * VDT_MINUTE, 0, VDT_BADGE_OFFLINE, "Offline",
      "last seen 10:05", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      Sample sample = plain ("a");
      VdtSessionLook look;
      g_autoptr (VdtSession) session = NULL;

      sample.lifecycle = table[i].lifecycle;
      sample.waiting_for = table[i].waiting_for;
      sample.since = table[i].since;
      sample.event = table[i].event;
      session = sample_session (&sample);
      vdt_session_look_init (&look, session, FALSE, &lens);
      g_assert_cmpint (look.badge, ==, table[i].badge);
      g_assert_cmpint (look.extra, ==, VDT_BADGE_NONE);
      g_assert_cmpstr (look.lead, ==, table[i].lead);
      g_assert_cmpstr (look.rest, ==, table[i].rest);
      g_assert_cmpint (look.one_line, ==, table[i].one_line);
      g_assert_nonnull (vdt_badge_get_icon_name (look.badge));
      g_assert_nonnull (vdt_badge_get_style_class (look.badge));
      vdt_session_look_clear (&look);
    }
}

static void
test_unknown_times (void)
{
  for (int lifecycle = VDT_LIFECYCLE_OBSERVING; lifecycle <= VDT_LIFECYCLE_OFFLINE; lifecycle++)
    {
      Sample sample = plain ("a");
      VdtSessionInfo *info = NULL;
      g_autoptr (VdtSession) session = NULL;
      VdtSessionLook look;

      sample.lifecycle = lifecycle;
      info = sample_info (&sample);
      info->state_since = VDT_TIME_UNKNOWN;
      info->last_event_at = VDT_TIME_UNKNOWN;
      info->context.as_of = VDT_TIME_UNKNOWN;
      session = vdt_session_new (info);
      vdt_session_look_init (&look, session, FALSE, &lens);
      g_assert_null (look.rest);
      g_assert_null (g_strstr_len (look.lead, -1, "Unknown"));
      g_assert_null (g_strstr_len (look.lead, -1, "since"));
      vdt_session_look_clear (&look);
    }
}

static void
test_flaws (void)
{
  Sample sample = plain ("a");
  VdtSessionInfo *info = sample_info (&sample);
  g_autoptr (VdtSession) session = vdt_session_new (info);
  VdtSessionLook look;

  /* Beside a live state the flaw is a second badge, and words behind the facts. */
  info->unknown_records = 4;
  vdt_session_look_init (&look, session, FALSE, &lens);
  g_assert_cmpint (look.badge, ==, VDT_BADGE_IDLE);
  g_assert_cmpint (look.extra, ==, VDT_BADGE_PARTLY_READ);
  g_assert_cmpstr (look.facts, ==, "Codex · Partly read · 4 records of an unknown kind");
  vdt_session_look_clear (&look);

  /* Alone it takes the badge's place. */
  info->lifecycle = VDT_LIFECYCLE_COMPLETED;
  vdt_session_look_init (&look, session, FALSE, &lens);
  g_assert_cmpint (look.badge, ==, VDT_BADGE_PARTLY_READ);
  g_assert_cmpint (look.extra, ==, VDT_BADGE_NONE);
  g_assert_cmpstr (look.lead, ==, "Partly read");
  g_assert_cmpstr (look.rest, ==, "4 records of an unknown kind");
  vdt_session_look_clear (&look);

  info->duplicate = TRUE;
  vdt_session_look_init (&look, session, FALSE, &lens);
  g_assert_cmpint (look.badge, ==, VDT_BADGE_DUPLICATE);
  g_assert_cmpstr (look.lead, ==, "Duplicate transcript");
  vdt_session_look_clear (&look);

  info->source_deleted = TRUE;
  info->last_event_at = SAMPLE_NOW - 2 * VDT_DAY;
  vdt_session_look_init (&look, session, FALSE, &lens);
  g_assert_cmpint (look.badge, ==, VDT_BADGE_SOURCE_DELETED);
  g_assert_cmpstr (look.lead, ==, "Source deleted 28 Nov");
  vdt_session_look_clear (&look);
}

static void
test_facts (void)
{
  Sample sample = plain ("a");
  VdtSessionLook look;

  sample.model = "claude-opus-4-7";
  sample.runtime = VDT_RUNTIME_CLAUDE;
  sample.effort = "high";
  sample.fast = 1;
  sample.host = "harbor";
  {
    g_autoptr (VdtSession) session = sample_session (&sample);

    vdt_session_look_init (&look, session, FALSE, &lens);
    g_assert_cmpstr (look.facts, ==, "Claude · Opus 4.7, high effort, fast");
    vdt_session_look_clear (&look);
    vdt_session_look_init (&look, session, TRUE, &lens);
    g_assert_cmpstr (look.facts, ==, "Claude · quill · harbor · Opus 4.7, high effort, fast");
    vdt_session_look_clear (&look);
  }
  sample = plain ("b");
  sample.fast = 0;
  {
    g_autoptr (VdtSession) session = sample_session (&sample);

    vdt_session_look_init (&look, session, FALSE, &lens);
    g_assert_cmpstr (look.facts, ==, "Codex");
    vdt_session_look_clear (&look);
  }
}

static void
test_description (void)
{
  g_autoptr (GListStore) sessions = sample_sessions ();
  g_autoptr (VdtSession) session = g_list_model_get_item (G_LIST_MODEL (sessions), 3);
  g_autofree char *summary = vdt_session_look_summary (session);
  VdtSessionLook look;

  vdt_session_look_init (&look, session, FALSE, &lens);
  g_assert_cmpstr (look.rest, ==, "2 subagents, 1 working");
  g_assert_cmpstr (look.description, ==,
                   "Working, 2 subagents, 1 working. Codex, orchard-api, this computer, "
                   "gpt-5-codex, high effort. Context 86" NARROW
                   "% used, 234k of 272k tokens, near limit.");
  g_assert_cmpstr (summary, ==, "Session total 4.8M tokens · 212 calls · from the first record on");
  vdt_session_look_clear (&look);
}

static void
assert_meter (VdtSessionInfo *info,
              VdtFill fill,
              VdtLevel level,
              const char *lead,
              const char *rest,
              gboolean known)
{
  VdtMeterLook look;

  vdt_meter_look_init (&look, info, &lens);
  g_assert_cmpint (look.fill, ==, fill);
  g_assert_cmpint (look.level, ==, level);
  g_assert_cmpstr (look.lead, ==, lead);
  g_assert_cmpstr (look.rest, ==, rest);
  g_assert_cmpint (look.known, ==, known);
  g_assert_nonnull (look.value);
  g_assert_nonnull (look.source);
  if (!known)
    g_assert_cmpfloat (look.fraction, ==, 0.);
  vdt_meter_look_clear (&look);
  vdt_session_info_unref (info);
}

static VdtSessionInfo *
with_meter (VdtContextState state, gint64 used, gint64 window, VdtTime age)
{
  Sample sample = plain ("a");

  sample.state = state;
  sample.used = used;
  sample.window = window;
  sample.as_of = age;
  return sample_info (&sample);
}

static void
compacted_point (VdtSessionInfo *info)
{
  VdtContextPoint point = { .time = SAMPLE_NOW, .used_tokens = 38000, .compacted = TRUE };

  info->points = g_array_new (FALSE, TRUE, sizeof (VdtContextPoint));
  g_array_append_val (info->points, point);
}

static void
test_meter (void)
{
  VdtSessionInfo *info = NULL;

  assert_meter (with_meter (VDT_CONTEXT_REPORTED, 103000, 272000, VDT_MINUTE), VDT_FILL_SOLID,
                VDT_LEVEL_NORMAL, "38" NARROW "% used", "103k of 272k", TRUE);
  assert_meter (with_meter (VDT_CONTEXT_REPORTED, 217300, 272000, VDT_MINUTE), VDT_FILL_SOLID,
                VDT_LEVEL_NORMAL, "80" NARROW "% used", "217k of 272k", TRUE);
  assert_meter (with_meter (VDT_CONTEXT_REPORTED, 217600, 272000, VDT_MINUTE), VDT_FILL_SOLID,
                VDT_LEVEL_NEAR, "80" NARROW "% used", "218k of 272k", TRUE);
  assert_meter (with_meter (VDT_CONTEXT_REPORTED, 264000, 272000, VDT_MINUTE), VDT_FILL_SOLID,
                VDT_LEVEL_LIMIT, "97" NARROW "% used", "264k of 272k", TRUE);
  assert_meter (with_meter (VDT_CONTEXT_ASSUMED, 142000, 200000, VDT_MINUTE), VDT_FILL_STRIPED,
                VDT_LEVEL_NORMAL, "71" NARROW "% used", "142k of 200k assumed", TRUE);
  assert_meter (with_meter (VDT_CONTEXT_COMPACTED, -1, 272000, VDT_MINUTE), VDT_FILL_NONE,
                VDT_LEVEL_NORMAL, "Compacted", "waits for next reply", FALSE);
  assert_meter (with_meter (VDT_CONTEXT_UNKNOWN, 248000, 200000, VDT_MINUTE), VDT_FILL_NONE,
                VDT_LEVEL_NORMAL, "248k used", "window unknown", FALSE);
  assert_meter (with_meter (VDT_CONTEXT_UNKNOWN, -1, -1, VDT_MINUTE), VDT_FILL_NONE,
                VDT_LEVEL_NORMAL, "Unknown", "not reported", FALSE);

  /* What rests does not age; what works may have moved on since. */
  assert_meter (with_meter (VDT_CONTEXT_REPORTED, 103000, 272000, VDT_HOUR), VDT_FILL_SOLID,
                VDT_LEVEL_NORMAL, "38" NARROW "% used", "103k of 272k", TRUE);
  info = with_meter (VDT_CONTEXT_REPORTED, 103000, 272000, 42 * VDT_MINUTE);
  info->lifecycle = VDT_LIFECYCLE_WORKING;
  assert_meter (info, VDT_FILL_FADED, VDT_LEVEL_NORMAL, "38" NARROW "% used", "as of 10:32", TRUE);

  info = with_meter (VDT_CONTEXT_REPORTED, 38000, 272000, 0);
  compacted_point (info);
  assert_meter (info, VDT_FILL_SOLID, VDT_LEVEL_NORMAL, "14" NARROW "% used", "after compaction",
                TRUE);
  info = with_meter (VDT_CONTEXT_UNKNOWN, 38000, -1, 0);
  compacted_point (info);
  assert_meter (info, VDT_FILL_NONE, VDT_LEVEL_NORMAL, "38k", "after compaction", FALSE);

  lens.words = VDT_WORDS_LEFT;
  assert_meter (with_meter (VDT_CONTEXT_REPORTED, 103000, 272000, VDT_MINUTE), VDT_FILL_SOLID,
                VDT_LEVEL_NORMAL, "62" NARROW "% left", "169k of 272k", TRUE);
  lens.words = VDT_WORDS_USED;
}

static void
test_left_never_flips (void)
{
  VdtSessionInfo *info = with_meter (VDT_CONTEXT_REPORTED, 264000, 272000, VDT_MINUTE);
  VdtMeterLook used, left;

  vdt_meter_look_init (&used, info, &lens);
  lens.words = VDT_WORDS_LEFT;
  vdt_meter_look_init (&left, info, &lens);
  lens.words = VDT_WORDS_USED;
  g_assert_cmpfloat (used.fraction, ==, left.fraction);
  g_assert_cmpint (used.level, ==, left.level);
  g_assert_cmpstr (used.lead, !=, left.lead);
  vdt_meter_look_clear (&used);
  vdt_meter_look_clear (&left);
  vdt_session_info_unref (info);
}

static void
assert_quota (VdtQuotaLine line,
              VdtRing ring,
              VdtLevel level,
              const char *number,
              const char *flag,
              const char *first,
              const char *second)
{
  VdtQuotaLook look;

  vdt_quota_look_init (&look, &line, &lens);
  g_assert_cmpint (look.ring, ==, ring);
  g_assert_cmpint (look.level, ==, level);
  g_assert_cmpstr (look.number, ==, number);
  g_assert_cmpstr (look.flag, ==, flag);
  g_assert_cmpstr (look.first, ==, first);
  g_assert_cmpstr (look.second, ==, second);
  g_assert_nonnull (look.value);
  g_assert_nonnull (look.source);
  vdt_quota_look_clear (&look);
}

static VdtQuotaLine
five_hours (double percent, VdtTime resets_in, VdtTime age, double even)
{
  return sample_quota (VDT_QUOTA_WINDOW_FIVE_HOUR, 300, percent, resets_in, age, even);
}

static void
test_quota (void)
{
  const VdtTime in = 186 * VDT_MINUTE;
  VdtQuotaLine line;

  assert_quota (five_hours (62., in, VDT_MINUTE, 38.), VDT_RING_REPORTED, VDT_LEVEL_NORMAL,
                "62" NARROW "%", NULL, "Resets 14:20 · in 3 h 6 min",
                "24 points ahead of even pace");
  assert_quota (five_hours (41., in, VDT_MINUTE, 44.), VDT_RING_REPORTED, VDT_LEVEL_NORMAL,
                "41" NARROW "%", NULL, "Resets 14:20 · in 3 h 6 min", "3 points below even pace");
  assert_quota (five_hours (41., in, VDT_MINUTE, 43.), VDT_RING_REPORTED, VDT_LEVEL_NORMAL,
                "41" NARROW "%", NULL, "Resets 14:20 · in 3 h 6 min", "On even pace");
  assert_quota (five_hours (88., in, VDT_MINUTE, -1.), VDT_RING_REPORTED, VDT_LEVEL_NEAR,
                "88" NARROW "%", "Near limit", "Resets 14:20 · in 3 h 6 min", NULL);
  assert_quota (five_hours (104., in, VDT_MINUTE, 50.), VDT_RING_REPORTED, VDT_LEVEL_LIMIT,
                "104" NARROW "%", "Limit", "Resets 14:20 · in 3 h 6 min",
                "104" NARROW "% as reported");
  assert_quota (five_hours (23., in, 42 * VDT_MINUTE, 44.), VDT_RING_STALE, VDT_LEVEL_NORMAL,
                "23" NARROW "%", "42 min old", "Resets 14:20 · in 3 h 6 min",
                "21 points below even pace then");
  assert_quota (five_hours (30., -94 * VDT_MINUTE, 3 * VDT_HOUR, -1.), VDT_RING_ENDED,
                VDT_LEVEL_NORMAL, NULL, NULL, "Ended at 09:40", "Nothing reported since");
  assert_quota (five_hours (-1., in, VDT_MINUTE, -1.), VDT_RING_UNKNOWN, VDT_LEVEL_NORMAL, NULL,
                NULL, "Unknown", "Not reported by the agent yet");

  line = five_hours (88., 76 * VDT_MINUTE, VDT_MINUTE, 75.);
  line.pace.runs_out_at = SAMPLE_NOW + 51 * VDT_MINUTE;
  assert_quota (line, VDT_RING_REPORTED, VDT_LEVEL_NEAR, "88" NARROW "%", "Near limit",
                "Resets 12:30 · in 1 h 16 min", "Estimate: runs out about 12:05");

  line.pace.runs_out_at = SAMPLE_NOW;
  assert_quota (line, VDT_RING_REPORTED, VDT_LEVEL_NEAR, "88" NARROW "%", "Near limit",
                "Resets 12:30 · in 1 h 16 min", "13 points ahead of even pace");

  line = five_hours (100., 76 * VDT_MINUTE, 12 * VDT_MINUTE, 75.);
  line.reading.source = VDT_QUOTA_SOURCE_CLAUDE_LIMIT_MESSAGE;
  assert_quota (line, VDT_RING_REPORTED, VDT_LEVEL_LIMIT, "100" NARROW "%", "Limit",
                "Resets 12:30 · in 1 h 16 min", "Reported by a limit message 11:02");

  line = five_hours (12., in, VDT_MINUTE, -1.);
  line.reading.resets_at = VDT_TIME_UNKNOWN;
  assert_quota (line, VDT_RING_REPORTED, VDT_LEVEL_NORMAL, "12" NARROW "%", NULL,
                "Reset time not reported", NULL);
}

static void
test_quota_accessible (void)
{
  VdtQuotaLine line = five_hours (62., 186 * VDT_MINUTE, VDT_MINUTE, 38.);
  VdtQuotaLook look;

  vdt_quota_look_init (&look, &line, &lens);
  g_assert_cmpstr (look.value, ==, "62" NARROW "% used");
  g_assert_cmpstr (look.description, ==,
                   "Resets 14:20, in 3 hours 6 minutes. 24 points ahead of even pace.");
  g_assert_cmpstr (look.source, ==, "Reported\nCodex session log\n11:13, 1 min ago");
  vdt_quota_look_clear (&look);

  line = five_hours (30., -94 * VDT_MINUTE, 3 * VDT_HOUR, -1.);
  vdt_quota_look_init (&look, &line, &lens);
  g_assert_cmpstr (look.value, ==, "ended at 09:40, nothing reported since");
  g_assert_cmpfloat (look.percent, ==, 0.);
  vdt_quota_look_clear (&look);
}

static void
assert_ids (VdtGroupPlan *plan, const char *expected)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < plan->sessions->len; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "",
                            vdt_session_get_id (g_ptr_array_index (plan->sessions, i)));
  g_assert_cmpstr (ids->str, ==, expected);
}

static void
test_plan (void)
{
  g_autoptr (GListStore) sessions = sample_sessions ();
  g_autoptr (GPtrArray) plans = NULL;
  guint hidden = 99;

  plans = vdt_session_order_plan (G_LIST_MODEL (sessions), NULL, 100, &hidden);
  g_assert_cmpuint (plans->len, ==, 4);
  g_assert_cmpuint (hidden, ==, 0);
  assert_ids (g_ptr_array_index (plans, 0), "a0 a1 a2");
  assert_ids (g_ptr_array_index (plans, 1), "b0 b1 b2");
  assert_ids (g_ptr_array_index (plans, 2), "c0 c1");
  assert_ids (g_ptr_array_index (plans, 3), "d0");
  g_assert_cmpstr (((VdtGroupPlan *) g_ptr_array_index (plans, 2))->title, ==, "tide-tables");
  g_assert_cmpstr (((VdtGroupPlan *) g_ptr_array_index (plans, 2))->host, ==, "harbor");
}

static void
test_plan_limit (void)
{
  g_autoptr (GListStore) sessions = g_list_store_new (VDT_TYPE_SESSION);
  g_autoptr (GPtrArray) plans = NULL;
  guint hidden;

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);
      Sample sample = plain (id);
      g_autoptr (VdtSession) session = NULL;

      sample.lifecycle = i >= 8 ? VDT_LIFECYCLE_WAITING : VDT_LIFECYCLE_IDLE;
      sample.since = i * VDT_MINUTE;
      session = sample_session (&sample);
      g_list_store_append (sessions, session);
    }
  plans = vdt_session_order_plan (G_LIST_MODEL (sessions), NULL, 3, &hidden);
  /* The longest wait first, and who waits is shown beyond the limit. */
  assert_ids (g_ptr_array_index (plans, 0), "9 8");
  assert_ids (g_ptr_array_index (plans, 1), "0 1 2");
  g_assert_cmpuint (hidden, ==, 5);
}

static void
test_search (void)
{
  g_autoptr (GListStore) sessions = sample_sessions ();
  static const struct
  {
    const char *search;
    guint n;
  } table[] = {
    { NULL, 9 },       { "", 9 },      { "TIDE", 3 },        { "harbor", 2 },     { "claude", 4 },
    { "opus 4.7", 2 }, { "gpt-5", 4 }, { "codex quill", 2 }, { "  parser  ", 1 }, { "zebra", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      guint n = 0;

      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (sessions)); k++)
        {
          g_autoptr (VdtSession) session = g_list_model_get_item (G_LIST_MODEL (sessions), k);

          n += vdt_session_order_matches (session, table[i].search);
        }
      g_assert_cmpuint (n, ==, table[i].n);
    }
}

static GPtrArray *
letters (const char *text)
{
  GPtrArray *array = g_ptr_array_new ();

  for (const char *c = text; *c != '\0'; c++)
    g_ptr_array_add (array, GINT_TO_POINTER ((int) *c));
  return array;
}

static void
test_merge (void)
{
  static const struct
  {
    const char *current;
    const char *desired;
    const char *merged;
  } table[] = {
    { "", "abc", "abc" },      { "abc", "abc", "abc" },   { "abc", "cba", "abc" },
    { "abc", "xabc", "xabc" }, { "abc", "cxba", "abcx" }, { "abc", "abxcy", "abxcy" },
    { "ab", "", "ab" },        { "ab", "bxya", "abxy" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GPtrArray) current = letters (table[i].current);
      g_autoptr (GPtrArray) desired = letters (table[i].desired);
      g_autoptr (GPtrArray) merged = vdt_session_order_merge (current, desired);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint k = 0; k < merged->len; k++)
        g_string_append_c (text, GPOINTER_TO_INT (g_ptr_array_index (merged, k)));
      g_assert_cmpstr (text->str, ==, table[i].merged);
    }
}

static void
test_progress (void)
{
  g_autoptr (GListStore) sessions = sample_sessions ();
  g_autoptr (VdtSession) session = g_list_model_get_item (G_LIST_MODEL (sessions), 3);
  g_autoptr (VdtSession) idle = g_list_model_get_item (G_LIST_MODEL (sessions), 4);
  VdtSessionInfo *info = (VdtSessionInfo *) vdt_session_get_info (session);
  VdtSessionInfo *idle_info = (VdtSessionInfo *) vdt_session_get_info (idle);
  VdtSessionLook look = { 0 };
  g_autofree char *plan = NULL;
  g_autofree char *task = NULL;

  g_assert_null (vdt_session_look_plan (info));
  g_assert_null (vdt_session_look_task (info));
  info->plan_total = 7;
  info->plan_completed = 3;
  info->current_task = g_strdup ("batch the\ninserts \x1b[1m<b>");
  plan = vdt_session_look_plan (info);
  task = vdt_session_look_task (info);
  g_assert_cmpstr (plan, ==, "3 of 7 done");
  g_assert_cmpstr (task, ==, "Current task: batch the inserts <b> · Plan: 3 of 7 done");
  vdt_session_look_init (&look, session, FALSE, &lens);
  g_assert_cmpstr (look.rest, ==, "2 subagents, 1 working · 3 of 7 done");
  vdt_session_look_clear (&look);
  /* One that is not at it says so in its details alone. */
  idle_info->plan_total = 2;
  vdt_session_look_init (&look, idle, FALSE, &lens);
  g_assert_null (look.rest);
  vdt_session_look_clear (&look);
}

int
main (int argc, char **argv)
{
  int status;

  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  lens.now = SAMPLE_NOW;
  lens.zone = vdt_zone_new_utc ();
  g_test_add_func ("/looks/session/states", test_states);
  g_test_add_func ("/looks/session/unknown-times", test_unknown_times);
  g_test_add_func ("/looks/session/flaws", test_flaws);
  g_test_add_func ("/looks/session/facts", test_facts);
  g_test_add_func ("/looks/session/description", test_description);
  g_test_add_func ("/looks/session/progress", test_progress);
  g_test_add_func ("/looks/meter/states", test_meter);
  g_test_add_func ("/looks/meter/left-never-flips", test_left_never_flips);
  g_test_add_func ("/looks/quota/states", test_quota);
  g_test_add_func ("/looks/quota/accessible", test_quota_accessible);
  g_test_add_func ("/looks/order/plan", test_plan);
  g_test_add_func ("/looks/order/limit", test_plan_limit);
  g_test_add_func ("/looks/order/search", test_search);
  g_test_add_func ("/looks/order/merge", test_merge);
  status = g_test_run ();
  vdt_zone_free (lens.zone);
  return status;
}
