/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "ui-samples.h"

/* Made-up sessions, homes and days: those of the pictures in the design. */

static const Sample samples[] = {
  { "a0", "Add offline mode to the tide tables", "tide-tables", NULL, VDT_RUNTIME_CLAUDE,
    "claude-sonnet-5", NULL, -1, VDT_LIFECYCLE_WAITING, VDT_WAITING_QUESTION, 12 * VDT_MINUTE, 0,
    VDT_CONTEXT_ASSUMED, 142000, 200000, VDT_WINDOW_DEFAULT, 12 * VDT_MINUTE },
  { "a1", "Plan the parser rewrite", "quill", NULL, VDT_RUNTIME_CODEX, "gpt-5-codex", "high", 1,
    VDT_LIFECYCLE_WAITING, VDT_WAITING_PLAN_APPROVAL, 3 * VDT_MINUTE, 0, VDT_CONTEXT_REPORTED,
    103000, 272000, VDT_WINDOW_RECORD, 3 * VDT_MINUTE },
  { "a2", "Run the release checklist", "orchard-api", NULL, VDT_RUNTIME_CLAUDE, "claude-opus-4-7",
    NULL, -1, VDT_LIFECYCLE_WAITING, VDT_WAITING_PERMISSION, 40 * VDT_SECOND, 0,
    VDT_CONTEXT_REPORTED, 92000, 1000000, VDT_WINDOW_MODEL_TABLE, 40 * VDT_SECOND },
  { "b0", "Speed up the import job", "orchard-api", NULL, VDT_RUNTIME_CODEX, "gpt-5-codex", "high",
    -1, VDT_LIFECYCLE_WORKING, VDT_WAITING_NOTHING, 9 * VDT_MINUTE, VDT_MINUTE,
    VDT_CONTEXT_REPORTED, 234000, 272000, VDT_WINDOW_RECORD, VDT_MINUTE },
  { "b1", "/review staged changes", "orchard-api", NULL, VDT_RUNTIME_CLAUDE, "claude-opus-4-7",
    NULL, -1, VDT_LIFECYCLE_IDLE, VDT_WAITING_NOTHING, 122 * VDT_MINUTE, 0, VDT_CONTEXT_REPORTED,
    241000, 1000000, VDT_WINDOW_MODEL_TABLE, 122 * VDT_MINUTE },
  { "b2", "Upgrade the test runner", "orchard-api", NULL, VDT_RUNTIME_CODEX, "gpt-5-codex", NULL,
    -1, VDT_LIFECYCLE_COMPLETED, VDT_WAITING_NOTHING, 147 * VDT_MINUTE, 0, VDT_CONTEXT_COMPACTED,
    -1, 272000, VDT_WINDOW_RECORD, 147 * VDT_MINUTE },
  { "c0", "Fix the harbour clock drift", "tide-tables", "harbor", VDT_RUNTIME_CLAUDE,
    "claude-sonnet-5", NULL, -1, VDT_LIFECYCLE_WORKING, VDT_WAITING_NOTHING, 50 * VDT_MINUTE,
    42 * VDT_MINUTE, VDT_CONTEXT_REPORTED, 110000, 200000, VDT_WINDOW_OBSERVED, 42 * VDT_MINUTE },
  { "c1", "Retry failed uploads", "tide-tables", "harbor", VDT_RUNTIME_CODEX, "gpt-5-codex", NULL,
    -1, VDT_LIFECYCLE_ERROR, VDT_WAITING_NOTHING, 8 * VDT_MINUTE, 0, VDT_CONTEXT_REPORTED, 264000,
    272000, VDT_WINDOW_RECORD, 8 * VDT_MINUTE },
  { "d0", "Draft the user guide", "quill", "attic", VDT_RUNTIME_CODEX, NULL, NULL, -1,
    VDT_LIFECYCLE_OFFLINE, VDT_WAITING_NOTHING, 69 * VDT_MINUTE, 0, VDT_CONTEXT_UNKNOWN, -1, -1,
    VDT_WINDOW_UNKNOWN, 69 * VDT_MINUTE },
};

VdtSessionInfo *
sample_info (const Sample *sample)
{
  VdtSessionInfo *info = vdt_session_info_new ();

  info->id = g_strdup (sample->id);
  info->native_id = g_strdup_printf ("native-%s", sample->id);
  info->title = g_strdup (sample->title);
  info->project = g_strdup (sample->project);
  info->host = g_strdup (sample->host);
  info->runtime = sample->runtime;
  info->model = g_strdup (sample->model);
  info->effort = g_strdup (sample->effort);
  info->fast = sample->fast;
  info->lifecycle = sample->lifecycle;
  info->waiting_for = sample->waiting_for;
  info->state_since = SAMPLE_NOW - sample->since;
  info->last_event_at = SAMPLE_NOW - (sample->event != 0 ? sample->event : sample->since);
  info->context.state = sample->state;
  info->context.used_tokens = sample->used;
  info->context.window_tokens = sample->window;
  info->context.window_origin = sample->origin;
  info->context.as_of = SAMPLE_NOW - sample->as_of;
  info->tokens.calls = 212;
  info->tokens.total = 4800000;
  info->tokens_complete = TRUE;
  return info;
}

VdtSession *
sample_session (const Sample *sample)
{
  return vdt_session_new (sample_info (sample));
}

static void
add_points (VdtSessionInfo *info)
{
  static const struct
  {
    int minute;
    int percent;
    gboolean compacted;
  } steps[] = {
    { 0, 8, FALSE },   { 4, 19, FALSE },  { 10, 30, FALSE }, { 15, 41, FALSE }, { 19, 55, FALSE },
    { 24, 69, FALSE }, { 28, 83, FALSE }, { 47, 91, FALSE }, { 49, 14, TRUE },  { 54, 22, FALSE },
    { 58, 31, FALSE }, { 62, 46, FALSE }, { 66, 55, FALSE }, { 70, 62, FALSE }, { 74, 71, FALSE },
    { 77, 80, FALSE }, { 81, 86, FALSE },
  };

  info->points = g_array_new (FALSE, TRUE, sizeof (VdtContextPoint));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      VdtContextPoint point = {
        .time = SAMPLE_NOW - 82 * VDT_MINUTE + steps[i].minute * VDT_MINUTE,
        .used_tokens = 2720 * steps[i].percent,
        .window_tokens = 272000,
        .compacted = steps[i].compacted,
      };

      g_array_append_val (info->points, point);
    }
}

static VdtSession *
subagent (const char *id, const char *title, VdtLifecycle lifecycle, VdtTime since, VdtCount tokens)
{
  VdtSessionInfo *info = vdt_session_info_new ();

  info->id = g_strdup (id);
  info->title = g_strdup (title);
  info->is_subagent = TRUE;
  info->lifecycle = lifecycle;
  info->state_since = SAMPLE_NOW - since;
  info->last_event_at = SAMPLE_NOW - MIN (since, VDT_MINUTE);
  info->tokens.total = tokens;
  return vdt_session_new (info);
}

GListStore *
sample_sessions (void)
{
  GListStore *store = g_list_store_new (VDT_TYPE_SESSION);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      VdtSessionInfo *info = sample_info (&samples[i]);
      g_autoptr (VdtSession) session = NULL;

      if (g_str_equal (info->id, "b0"))
        add_points (info);
      session = vdt_session_new (info);
      if (g_str_equal (samples[i].id, "b0"))
        {
          g_autoptr (VdtSession) one = subagent ("s0", "Survey the slow queries",
                                                 VDT_LIFECYCLE_WORKING, 2 * VDT_MINUTE, 318000);
          g_autoptr (VdtSession) two =
            subagent ("s1", "Collect table sizes", VDT_LIFECYCLE_COMPLETED, 16 * VDT_MINUTE, 96000);
          VdtSession *children[] = { one, two };

          vdt_session_set_children (session, children, 2);
        }
      g_list_store_append (store, session);
    }
  return store;
}

VdtQuotaLine
sample_quota (VdtQuotaWindow window,
              VdtCount minutes,
              double percent,
              VdtTime resets_in,
              VdtTime age,
              double even)
{
  VdtQuotaLine line = {
    .reading = {
      .window = window,
      .source = VDT_QUOTA_SOURCE_CODEX_ROLLOUT,
      .minutes = minutes,
      .percent_known = percent >= 0.,
      .used_percent = MAX (percent, 0.),
      .resets_at = SAMPLE_NOW + resets_in,
      .as_of = SAMPLE_NOW - age,
    },
    .pace = {
      .known = even >= 0.,
      .even_percent = even,
      .ahead_points = percent - even,
      .runs_out_at = VDT_TIME_UNKNOWN,
    },
  };

  return line;
}

VdtHome *
sample_home (VdtRuntime runtime, const char *path, const char *plan, VdtQuotaLine *lines, guint n)
{
  g_autofree char *id =
    g_strdup_printf ("%s:%08x", vdt_runtime_to_string (runtime), g_str_hash (path));
  g_autofree char *full = g_build_filename (g_get_home_dir (), path, NULL);
  VdtHome *home = vdt_home_new (runtime, id, full);

  for (guint i = 0; i < n; i++)
    {
      lines[i].reading.runtime = runtime;
      lines[i].reading.plan = (char *) plan;
      if (runtime == VDT_RUNTIME_CLAUDE)
        lines[i].reading.source = VDT_QUOTA_SOURCE_CLAUDE_ACCOUNT_FILE;
    }
  vdt_home_set_found (home, TRUE, 214, NULL);
  vdt_home_set_origin (home, "default");
  vdt_home_set_quotas (home, lines, n);
  return home;
}

GListStore *
sample_homes (void)
{
  GListStore *store = g_list_store_new (VDT_TYPE_HOME);
  VdtQuotaLine claude[] = {
    sample_quota (VDT_QUOTA_WINDOW_FIVE_HOUR, 300, 88., 76 * VDT_MINUTE, VDT_MINUTE, 75.),
    sample_quota (VDT_QUOTA_WINDOW_WEEKLY, 10080, 23., 92 * VDT_HOUR + 46 * VDT_MINUTE,
                  42 * VDT_MINUTE, 44.),
  };
  VdtQuotaLine codex[] = {
    sample_quota (VDT_QUOTA_WINDOW_FIVE_HOUR, 300, 62., 186 * VDT_MINUTE, VDT_MINUTE, 38.),
    sample_quota (VDT_QUOTA_WINDOW_WEEKLY, 10080, 41., 93 * VDT_HOUR + 46 * VDT_MINUTE, VDT_MINUTE,
                  44.),
  };
  VdtQuotaLine work[] = {
    sample_quota (VDT_QUOTA_WINDOW_FIVE_HOUR, 300, 30., -94 * VDT_MINUTE, 3 * VDT_HOUR, -1.),
    { .reading = { .window = VDT_QUOTA_WINDOW_WEEKLY,
                   .minutes = 10080,
                   .resets_at = VDT_TIME_UNKNOWN,
                   .as_of = VDT_TIME_UNKNOWN },
      .pace = { .runs_out_at = VDT_TIME_UNKNOWN } },
  };
  VdtResetLine credits = { VDT_RESET_CODEX_CREDITS, VDT_COUNT_UNKNOWN, VDT_TIME_UNKNOWN };
  g_autoptr (VdtHome) one = NULL;
  g_autoptr (VdtHome) two = NULL;
  g_autoptr (VdtHome) three = NULL;

  claude[0].pace.runs_out_at = SAMPLE_NOW + 51 * VDT_MINUTE;
  one = sample_home (VDT_RUNTIME_CLAUDE, ".claude", "max", claude, 2);
  two = sample_home (VDT_RUNTIME_CODEX, ".codex", "pro", codex, 2);
  three = sample_home (VDT_RUNTIME_CODEX, ".codex-work", NULL, work, 2);
  vdt_home_set_resets (two, &credits, 1);
  vdt_home_set_origin (three, "discovered");
  vdt_home_set_found (three, TRUE, 31, NULL);
  g_list_store_append (store, one);
  g_list_store_append (store, two);
  g_list_store_append (store, three);
  return store;
}

GArray *
sample_days (guint n_days)
{
  static const double codex[] = {
    3.1, 4.2, 1.0, .4, 5.2, 4.8, 6.4, 5.0, 2.2, .9, .3, 4.4, 7.1, 3.9
  };
  static const double claude[] = { 2.0, 3.1, .8, 0, 2.9, 4.0, 3.3, 4.6, 1.4, 0, .6, 3.8, 4.9, 2.6 };
  GArray *days = g_array_new (FALSE, TRUE, sizeof (VdtDayUsage));

  for (guint i = 0; i < n_days; i++)
    {
      guint at = (G_N_ELEMENTS (codex) * 8 + i - n_days) % G_N_ELEMENTS (codex);
      VdtDayUsage usage = { .day = SAMPLE_TODAY - n_days + 1 + i };

      for (guint k = 0; k < VDT_N_RUNTIMES; k++)
        {
          usage.tokens[k].calls = 10;
          usage.tokens[k].total =
            (VdtCount) (1e6 * (k == VDT_RUNTIME_CODEX ? codex[at] : claude[at]));
          usage.tokens[k].cache_read = (VdtCount) (usage.tokens[k].total * .8154);
          usage.tokens[k].uncached_input = VDT_COUNT_UNKNOWN;
          usage.tokens[k].cache_creation = VDT_COUNT_UNKNOWN;
          usage.tokens[k].output = VDT_COUNT_UNKNOWN;
          usage.tokens[k].reasoning = VDT_COUNT_UNKNOWN;
        }
      g_array_append_val (days, usage);
    }
  return days;
}
