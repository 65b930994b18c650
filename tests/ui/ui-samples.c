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

/* --- cards of Review -------------------------------------------------------------------------- */

static VdtReviewCard *
review_card (const char *id,
             const char *title,
             const char *project,
             VdtRuntime runtime,
             VdtLifecycle lifecycle,
             VdtTime since)
{
  VdtSessionInfo *info = vdt_session_info_new ();

  info->id = g_strdup (id);
  info->title = g_strdup (title);
  info->project = g_strdup (project);
  info->runtime = runtime;
  info->lifecycle = lifecycle;
  info->state_since = SAMPLE_NOW - since;
  return vdt_review_card_new (info);
}

/* Snapshots @from and @to of a session, and that the first was reviewed. */
void
sample_review_snapshots (VdtReviewCard *card, gint64 from, gint64 to, VdtTime since)
{
  const char *id = card->session->id;

  card->as_of.id = g_strdup_printf ("%s-%d", id, (int) to);
  card->as_of.sequence = to;
  card->as_of.at = SAMPLE_NOW - since;
  if (from == 0)
    return;
  card->reviewed.id = g_strdup_printf ("%s-%d", id, (int) from);
  card->reviewed.sequence = from;
  card->reviewed.at = SAMPLE_NOW - 105 * VDT_MINUTE;
  card->reviewed_at = SAMPLE_NOW - 104 * VDT_MINUTE;
}

void
sample_review_ask (VdtReviewCard *card,
                   const char *id,
                   VdtDecisionKind kind,
                   VdtPriority priority,
                   const char *title,
                   const char *description,
                   const VdtDecisionOption *options,
                   guint n_options,
                   VdtTime since)
{
  VdtDecision *decision = vdt_decision_new ();

  decision->native_id = g_strdup (id);
  decision->kind = kind;
  decision->priority = priority;
  decision->title = g_strdup (title);
  decision->description = g_strdup (description);
  decision->created_at = SAMPLE_NOW - since;
  vdt_decision_set_options (decision, options, n_options);
  vdt_review_card_add_decision (card, id, decision, VDT_DECISION_PENDING, 1);
}

static void
add_changes (VdtReviewCard *card)
{
  VdtChangeSet *set = card->changes;

  vdt_change_set_add (set, VDT_CHANGE_COMPLETED, NULL, "measure the current import",
                      SAMPLE_NOW - 62 * VDT_MINUTE);
  vdt_change_set_add (set, VDT_CHANGE_COMPLETED, NULL, "batch the inserts",
                      SAMPLE_NOW - 16 * VDT_MINUTE);
  vdt_change_set_add (set, VDT_CHANGE_GOAL, "Find the slow step", "Import 1M rows in under 60 s",
                      SAMPLE_NOW - 60 * VDT_MINUTE);
  vdt_change_set_add (set, VDT_CHANGE_DECISION_RESOLVED, NULL, "keep the old endpoint?",
                      SAMPLE_NOW - 54 * VDT_MINUTE);
  vdt_change_set_add (set, VDT_CHANGE_LIFECYCLE, "waiting", "working",
                      SAMPLE_NOW - 52 * VDT_MINUTE);
}

static void
add_ranked (GPtrArray *cards, VdtReviewCard *card)
{
  vdt_review_card_rank (card);
  g_ptr_array_add (cards, card);
}

static void
add_last (VdtReviewCard *card, const char *text, VdtTime ago)
{
  card->last_text = g_strdup (text);
  card->last_at = SAMPLE_NOW - ago;
}

/* (element-type VdtReviewCard): those of the pictures in the design, one of each tier and more. */
GPtrArray *
sample_review_cards (void)
{
  static const VdtDecisionOption places[] = {
    { (char *) "One database file (Recommended)",
      (char *) "Simple to back up. Updates replace the file.", TRUE },
    { (char *) "One file a harbour", (char *) "Small updates. More files to keep in step.", FALSE },
    { (char *) "Ask me again later", (char *) "The agent goes on with the online tables.", FALSE },
  };
  static const VdtDecisionOption schemas[] = {
    { (char *) "Only the staging copy", NULL, FALSE },
    { (char *) "Both", (char *) "Cannot be undone.", FALSE },
  };
  GPtrArray *cards = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_review_card_unref);
  VdtReviewCard *card = review_card ("r0", "Clean up after the move", "orchard-api",
                                     VDT_RUNTIME_CLAUDE, VDT_LIFECYCLE_WAITING, 6 * VDT_MINUTE);

  sample_review_ask (card, "q0", VDT_DECISION_QUESTION, VDT_PRIORITY_HIGH, "Schemas",
                     "Which schema may I drop?", schemas, 2, 6 * VDT_MINUTE);
  add_ranked (cards, card);
  card = review_card ("r1", "Retry failed uploads", "tide-tables", VDT_RUNTIME_CODEX,
                      VDT_LIFECYCLE_ERROR, 8 * VDT_MINUTE);
  sample_review_snapshots (card, 3, 4, 8 * VDT_MINUTE);
  vdt_change_set_add (card->changes, VDT_CHANGE_LIFECYCLE, "working", "error",
                      SAMPLE_NOW - 8 * VDT_MINUTE);
  add_last (card, "The upload service answered 503 five times; I stopped.", 8 * VDT_MINUTE);
  add_ranked (cards, card);
  card = review_card ("r2", "Add offline mode to the tide tables", "tide-tables",
                      VDT_RUNTIME_CLAUDE, VDT_LIFECYCLE_WAITING, 12 * VDT_MINUTE);
  card->session->waiting_for = VDT_WAITING_QUESTION;
  sample_review_ask (card, "q1", VDT_DECISION_QUESTION, VDT_PRIORITY_NORMAL, "Offline data",
                     "Where should offline data live?", places, 3, 12 * VDT_MINUTE);
  add_last (card,
            "The reader now opens both formats. I need one decision before I write the updater.",
            13 * VDT_MINUTE);
  add_ranked (cards, card);
  card = review_card ("r3", "Plan the parser rewrite", "quill", VDT_RUNTIME_CODEX,
                      VDT_LIFECYCLE_WAITING, 3 * VDT_MINUTE);
  card->session->waiting_for = VDT_WAITING_PLAN_APPROVAL;
  sample_review_ask (card, "q2", VDT_DECISION_PLAN_APPROVAL, VDT_PRIORITY_NORMAL,
                     "Plan the parser rewrite",
                     "1. Keep the old parser behind a switch.\n2. Write the new one against the "
                     "same cases.\n3. Compare both for a week, then drop the old one.",
                     NULL, 0, 3 * VDT_MINUTE);
  add_ranked (cards, card);
  card = review_card ("r4", "Fix the harbour clock drift", "tide-tables", VDT_RUNTIME_CLAUDE,
                      VDT_LIFECYCLE_WORKING, 31 * VDT_MINUTE);
  sample_review_snapshots (card, 0, 7, 31 * VDT_MINUTE);
  vdt_change_set_add (card->changes, VDT_CHANGE_BLOCKER, NULL, "no access to the harbour's clock",
                      SAMPLE_NOW - 31 * VDT_MINUTE);
  add_ranked (cards, card);
  card = review_card ("r5", "Run the release checklist", "orchard-api", VDT_RUNTIME_CLAUDE,
                      VDT_LIFECYCLE_WAITING, 40 * VDT_SECOND);
  card->session->waiting_for = VDT_WAITING_PERMISSION;
  add_last (card, "Tag the release?", 50 * VDT_SECOND);
  add_ranked (cards, card);
  card = review_card ("r6", "Speed up the import job", "orchard-api", VDT_RUNTIME_CODEX,
                      VDT_LIFECYCLE_WORKING, 9 * VDT_MINUTE);
  sample_review_snapshots (card, 48, 53, 16 * VDT_MINUTE);
  add_changes (card);
  add_ranked (cards, card);
  card = review_card ("r7", "Upgrade the test runner", "orchard-api", VDT_RUNTIME_CODEX,
                      VDT_LIFECYCLE_COMPLETED, 14 * VDT_MINUTE);
  sample_review_snapshots (card, 2, 9, 14 * VDT_MINUTE);
  vdt_change_set_add (card->changes, VDT_CHANGE_LIFECYCLE, "working", "completed",
                      SAMPLE_NOW - 14 * VDT_MINUTE);
  card->history_truncated = TRUE;
  add_ranked (cards, card);
  return cards;
}

/* (element-type VdtReviewCard): what no label may trip over. */
GPtrArray *
sample_review_odd_cards (void)
{
  static const VdtDecisionOption options[] = {
    { (char *) "<b>bold</b> & <i>more</i>", (char *) "a \x1b[31mred\x1b[0m\nsecond line", FALSE },
    { (char *) "\u202eright to left override (Recommended)", (char *) "ends\u2069 early", TRUE },
    { (char *) "An option whose words go on and on, so that no row of any width could hold all of "
               "them in one line",
      NULL, FALSE },
  };
  GPtrArray *cards = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_review_card_unref);
  VdtReviewCard *card = review_card ("x0", "<b>&amp; & \u202eevil\x1b[2J</b>", "<i>proj</i>",
                                     VDT_RUNTIME_CLAUDE, VDT_LIFECYCLE_WAITING, VDT_HOUR);
  VdtReviewDecision *several = NULL;

  sample_review_ask (card, "o0", VDT_DECISION_QUESTION, VDT_PRIORITY_NORMAL, "<b>Which</b> & why?",
                     "<b>Which</b> & why?", options, 3, VDT_HOUR);
  sample_review_ask (card, "o1", VDT_DECISION_QUESTION, VDT_PRIORITY_NORMAL,
                     "A second question of the same session", "With a text of its own.", options, 2,
                     50 * VDT_MINUTE);
  several = g_ptr_array_index (card->decisions, 1);
  several->decision->multiple = TRUE;
  add_last (card, "Words\nin two lines <b>&</b>", VDT_HOUR);
  add_ranked (cards, card);
  card = review_card ("x1", "תיקון שעון הנמל 42 <b>", "נמל", VDT_RUNTIME_CODEX,
                      VDT_LIFECYCLE_WORKING, 2 * VDT_HOUR);
  sample_review_snapshots (card, 1, 2, 90 * VDT_MINUTE);
  vdt_change_set_add (card->changes, VDT_CHANGE_COMPLETED, NULL, "לקרוא את השעון",
                      SAMPLE_NOW - 95 * VDT_MINUTE);
  vdt_change_set_add (card->changes, VDT_CHANGE_GOAL, NULL, "<u>goal</u> & \x1b]0;title\x07",
                      SAMPLE_NOW - 95 * VDT_MINUTE);
  card->session->unknown_records = 4;
  vdt_change_set_add (card->changes, VDT_CHANGE_HEALTH, "ok", "degraded",
                      SAMPLE_NOW - 95 * VDT_MINUTE);
  add_ranked (cards, card);
  /* Words that are narrower than the mark of being cut. */
  card = review_card ("x3", "lii", "i", VDT_RUNTIME_CODEX, VDT_LIFECYCLE_WORKING, VDT_HOUR);
  sample_review_snapshots (card, 0, 1, 40 * VDT_HOUR);
  vdt_change_set_add (card->changes, VDT_CHANGE_GOAL, NULL, "i", SAMPLE_NOW - VDT_HOUR);
  add_last (card, "i", VDT_HOUR);
  add_ranked (cards, card);
  card = review_card ("x2", NULL, NULL, VDT_RUNTIME_CODEX, VDT_LIFECYCLE_IDLE, 30 * VDT_HOUR);
  sample_review_snapshots (card, 0, 1, 30 * VDT_HOUR);
  vdt_change_set_add (card->changes, VDT_CHANGE_CURRENT_TASK, "one thing", NULL,
                      SAMPLE_NOW - 30 * VDT_HOUR);
  vdt_change_set_add (card->changes, VDT_CHANGE_NEXT_ACTION, NULL, "another thing",
                      VDT_TIME_UNKNOWN);
  vdt_change_set_add (card->changes, VDT_CHANGE_BLOCKER_GONE, NULL, "the lock",
                      SAMPLE_NOW - 30 * VDT_HOUR);
  vdt_change_set_add (card->changes, VDT_CHANGE_DECISION, NULL, "May I?",
                      SAMPLE_NOW - 30 * VDT_HOUR);
  add_ranked (cards, card);
  return cards;
}

static void
refresh_nothing (VdtReview *review, gpointer data)
{
}

static void
acknowledge_nothing (VdtReview *review,
                     const VdtReviewTarget *targets,
                     guint n_targets,
                     VdtReviewDoneFunc func,
                     gpointer user_data,
                     gpointer data)
{
  if (func != NULL)
    func (review, VDT_REVIEW_NOT_DONE, user_data);
}

static void
unreview_nothing (VdtReview *review,
                  const char *agent_id,
                  VdtReviewDoneFunc func,
                  gpointer user_data,
                  gpointer data)
{
  if (func != NULL)
    func (review, VDT_REVIEW_NOT_DONE, user_data);
}

/* A queue that nobody keeps; @cards: (nullable) (transfer none) */
VdtReview *
sample_review (GPtrArray *cards)
{
  static const VdtReviewOps ops = { refresh_nothing, acknowledge_nothing, unreview_nothing };
  VdtReview *review = vdt_review_new (&ops, NULL);

  vdt_review_set_times (review, SAMPLE_NOW + 16 * VDT_MINUTE, SAMPLE_NOW - 104 * VDT_MINUTE);
  if (cards != NULL)
    vdt_review_set_cards (review, cards, cards->len);
  return review;
}
