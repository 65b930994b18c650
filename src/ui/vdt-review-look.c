/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-review-look.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "vdt-text.h"

/* Characters that turn the direction of what follows them, in a text that is not ours. */
static gboolean
turns_direction (gunichar c)
{
  return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

static char *
clean (const char *text, gboolean one_line)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  g_autofree char *plain = vdt_text_strip_controls (valid);
  GString *out = g_string_sized_new (strlen (plain));

  for (const char *p = plain; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (turns_direction (c))
        continue;
      if (one_line && (c == '\n' || c == '\t' || c == 0x2028 || c == 0x2029))
        c = ' ';
      g_string_append_unichar (out, c);
    }
  return g_string_free (out, FALSE);
}

/**
 * vdt_review_line:
 * @text: (nullable): a text of a log
 *
 * Returns: (transfer full): what can be shown of it in one line: without control characters and
 *   without any that turn the direction of what follows
 */
char *
vdt_review_line (const char *text)
{
  return g_strstrip (clean (text, TRUE));
}

/**
 * vdt_review_text:
 * @text: (nullable): a text of a log
 *
 * Returns: (transfer full): as [func@vdt_review_line], its lines kept
 */
char *
vdt_review_text (const char *text)
{
  return g_strstrip (clean (text, FALSE));
}

/**
 * vdt_review_quote:
 * @text: (nullable): a text of a log
 *
 * Returns: (transfer full): as [func@vdt_review_line], in an isolate, so that a text of the other
 *   direction turns no word round it
 */
char *
vdt_review_quote (const char *text)
{
  g_autofree char *line = vdt_review_line (text);

  return g_strdup_printf ("\u2068%s\u2069", line);
}

/**
 * vdt_review_tier_words:
 * @tier: a tier
 *
 * Returns: (transfer none): its heading
 */
const char *
vdt_review_tier_words (VdtReviewTier tier)
{
  switch (tier)
    {
    case VDT_REVIEW_URGENT:
      return C_ ("review", "Urgent");
    case VDT_REVIEW_ERROR:
      return C_ ("review", "Errors");
    case VDT_REVIEW_DECISION:
      return C_ ("review", "Decisions");
    case VDT_REVIEW_BLOCKED:
      return C_ ("review", "Blocked");
    case VDT_REVIEW_CHANGED:
      return C_ ("review", "Changed");
    case VDT_N_REVIEW_TIERS:
      break;
    }
  return "";
}

static void
append_part (GString *line, const char *part)
{
  if (part == NULL || *part == '\0')
    return;
  if (line->len > 0)
    g_string_append (line, " · ");
  g_string_append (line, part);
}

static gboolean
is_moment (VdtTime time)
{
  return vdt_time_known (time) && time > VDT_TIME_MIN && time < VDT_TIME_MAX;
}

static void
append_age (GString *line, VdtTime since, const VdtLens *lens)
{
  g_autofree char *age = is_moment (since) ? vdt_format_duration (lens->now - since) : NULL;

  append_part (line, age);
}

static void
append_time (GString *line, VdtTime time, const VdtLens *lens)
{
  g_autofree char *moment =
    is_moment (time) ? vdt_format_moment (time, lens->now, lens->zone) : NULL;

  append_part (line, moment);
}

static void
append_quote (GString *line, const char *text)
{
  g_autofree char *quote = text != NULL ? vdt_review_quote (text) : NULL;

  append_part (line, quote);
}

/**
 * vdt_review_session_title:
 * @info: a session
 *
 * Returns: (transfer full): its title, fit for a label
 */
char *
vdt_review_session_title (const VdtSessionInfo *info)
{
  g_autofree char *title = vdt_review_line (info->title);

  return *title != '\0' ? g_steal_pointer (&title) : g_strdup (_ ("Untitled"));
}

/* The one that put the card where it is: in Urgent the first that is, else the first that waits. */
static const VdtReviewDecision *
leading_decision (const VdtReviewCard *card)
{
  const VdtReviewDecision *first = NULL;

  for (guint i = 0; i < card->decisions->len; i++)
    {
      const VdtReviewDecision *decision = g_ptr_array_index (card->decisions, i);

      if (card->tier == VDT_REVIEW_URGENT && decision->status == VDT_DECISION_PENDING &&
          decision->decision->priority >= VDT_PRIORITY_HIGH)
        return decision;
      if (first == NULL ||
          (first->status != VDT_DECISION_PENDING && decision->status == VDT_DECISION_PENDING))
        first = decision;
    }
  return first;
}

static gboolean
waits_for_permission (const VdtSessionInfo *info)
{
  return info->lifecycle == VDT_LIFECYCLE_WAITING && info->waiting_for == VDT_WAITING_PERMISSION;
}

static VdtBadge
badge_of (const VdtReviewCard *card, const VdtReviewDecision *decision)
{
  switch (card->tier)
    {
    case VDT_REVIEW_URGENT:
    case VDT_REVIEW_DECISION:
      return decision != NULL && decision->decision->kind == VDT_DECISION_PLAN_APPROVAL
               ? VDT_BADGE_WAITING_PLAN
               : VDT_BADGE_WAITING_QUESTION;
    case VDT_REVIEW_ERROR:
      return (card->attention & VDT_ATTENTION_AGENT_ERROR) != 0 ? VDT_BADGE_ERROR
                                                                : VDT_BADGE_PARTLY_READ;
    case VDT_REVIEW_BLOCKED:
      return waits_for_permission (card->session) ? VDT_BADGE_WAITING_PERMISSION
                                                  : VDT_BADGE_BLOCKED;
    case VDT_REVIEW_CHANGED:
    case VDT_N_REVIEW_TIERS:
      break;
    }
  return VDT_BADGE_CHANGED;
}

static void
append_decisions (GString *line, const VdtReviewCard *card)
{
  if (card->decisions->len > 1)
    {
      g_autofree char *count =
        g_strdup_printf (ngettext ("%u question", "%u questions", card->decisions->len),
                         card->decisions->len);

      append_part (line, count);
    }
}

/* N changes, and since when they are counted. */
static char *
changed_words (const VdtReviewCard *card, const VdtLens *lens)
{
  VdtTime since = is_moment (card->reviewed_at) ? card->reviewed_at : card->reviewed.at;
  g_autofree char *count = vdt_review_n_changes_words (card);
  g_autofree char *moment = NULL;

  if (!is_moment (since))
    return g_steal_pointer (&count);
  moment = vdt_format_moment (since, lens->now, lens->zone);
  /* Translators: the first is such as "5 changes", the second a time such as "09:30" */
  return g_strdup_printf (_ ("%s since %s"), count, moment);
}

static char *
subtitle_of (const VdtReviewCard *card, const VdtReviewDecision *decision, const VdtLens *lens)
{
  GString *line = g_string_new (NULL);

  if (decision != NULL && decision->status == VDT_DECISION_UNKNOWN &&
      card->tier >= VDT_REVIEW_DECISION)
    append_part (line, _ ("Uncertain: look at the terminal"));
  switch (card->tier)
    {
    case VDT_REVIEW_URGENT:
      append_part (line, decision != NULL && decision->decision->priority == VDT_PRIORITY_CRITICAL
                           ? _ ("Critical, set by the agent")
                           : _ ("High, set by the agent"));
      append_decisions (line, card);
      append_age (line, card->since, lens);
      break;
    case VDT_REVIEW_ERROR:
      append_part (line, (card->attention & VDT_ATTENTION_AGENT_ERROR) != 0
                           ? _ ("Stopped with an error")
                           : _ ("Partly read"));
      append_age (line, card->since, lens);
      break;
    case VDT_REVIEW_DECISION:
      if (decision != NULL && decision->decision->kind == VDT_DECISION_PLAN_APPROVAL)
        append_part (line, _ ("Plan approval"));
      append_quote (line, card->session->project);
      append_decisions (line, card);
      append_age (line, card->since, lens);
      break;
    case VDT_REVIEW_BLOCKED:
      append_part (line, waits_for_permission (card->session) ? _ ("Waits for permission")
                                                              : _ ("New blocker"));
      append_age (line, card->since, lens);
      break;
    case VDT_REVIEW_CHANGED:
    case VDT_N_REVIEW_TIERS:
      if (vdt_change_set_get_size (card->changes) > 0)
        {
          g_autofree char *words = changed_words (card, lens);

          append_part (line, words);
        }
      break;
    }
  if (card->session->source_deleted)
    append_part (line, _ ("Source deleted"));
  return g_string_free (line, FALSE);
}

static char *
where_words (const VdtSessionInfo *info, const char *here)
{
  GString *line = g_string_new (NULL);

  append_part (line, vdt_format_runtime (info->runtime));
  append_quote (line, info->project);
  if (info->host != NULL)
    append_quote (line, info->host);
  else
    append_part (line, here);
  return g_string_free (line, FALSE);
}

/* The question itself tells more than its header; a plan is told by its session. */
static char *
question_line (const VdtDecision *decision)
{
  g_autofree char *question = NULL;

  if (decision->kind == VDT_DECISION_PLAN_APPROVAL)
    return NULL;
  if (decision->description != NULL)
    question = vdt_text_title (decision->description);
  return vdt_review_line (question != NULL ? question : decision->title);
}

/**
 * vdt_review_look_init:
 * @look: (out caller-allocates): what to fill; clear it afterwards
 * @card: a ranked card
 * @lens: how it is looked at
 *
 * Puts a card into words (design, *Review*).
 */
void
vdt_review_look_init (VdtReviewLook *look, const VdtReviewCard *card, const VdtLens *lens)
{
  const VdtReviewDecision *decision = leading_decision (card);
  g_autofree char *session = vdt_review_session_title (card->session);
  g_autofree char *where = where_words (card->session, _ ("this computer"));
  g_autoptr (GString) text = g_string_new (vdt_review_tier_words (card->tier));

  *look = (VdtReviewLook){ .badge = badge_of (card, decision) };
  if (card->session->unknown_records > 0 && look->badge != VDT_BADGE_PARTLY_READ)
    look->extra = VDT_BADGE_PARTLY_READ;
  if (decision != NULL && card->tier != VDT_REVIEW_ERROR)
    look->title = question_line (decision->decision);
  if (look->title == NULL || *look->title == '\0')
    {
      g_free (look->title);
      look->title = g_strdup (session);
    }
  look->subtitle = subtitle_of (card, decision, lens);
  if (*look->subtitle != '\0')
    g_string_append_printf (text, ". %s", look->subtitle);
  if (!g_str_equal (look->title, session))
    g_string_append_printf (text, ". %s", session);
  g_string_append_printf (text, ". %s.", where);
  look->description = g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * vdt_review_look_clear:
 * @look: a look that was filled
 */
void
vdt_review_look_clear (VdtReviewLook *look)
{
  g_clear_pointer (&look->title, g_free);
  g_clear_pointer (&look->subtitle, g_free);
  g_clear_pointer (&look->description, g_free);
}

/**
 * vdt_review_asked_words:
 * @info: the session that asks
 * @decision: what it asks
 * @lens: how it is looked at
 *
 * Returns: (transfer full): `Asked 11:02 · waiting 12 min · Claude · tide-tables · This computer`
 */
char *
vdt_review_asked_words (const VdtSessionInfo *info,
                        const VdtDecision *decision,
                        const VdtLens *lens)
{
  GString *line = g_string_new (NULL);
  g_autofree char *where = where_words (info, _ ("This computer"));

  if (is_moment (decision->created_at))
    {
      g_autofree char *moment = vdt_format_moment (decision->created_at, lens->now, lens->zone);
      g_autofree char *age = vdt_format_duration (lens->now - decision->created_at);

      /* Translators: a question was asked; the first is a time such as "11:02", the second a
       * duration such as "12 min" */
      g_string_append_printf (line, _ ("Asked %s · waiting %s"), moment, age);
    }
  append_part (line, where);
  return g_string_free (line, FALSE);
}

/**
 * vdt_review_state_words:
 * @info: a session that waits for permission, or stopped
 * @lens: how it is looked at
 *
 * Returns: (transfer full): `Since 11:02 · 12 min · Claude · tide-tables · This computer`
 */
char *
vdt_review_state_words (const VdtSessionInfo *info, const VdtLens *lens)
{
  GString *line = g_string_new (NULL);
  g_autofree char *where = where_words (info, _ ("This computer"));

  if (is_moment (info->state_since))
    {
      g_autofree char *moment = vdt_format_moment (info->state_since, lens->now, lens->zone);

      /* Translators: %s is a time such as "11:02" */
      g_string_append_printf (line, _ ("Since %s"), moment);
      append_age (line, info->state_since, lens);
    }
  append_part (line, where);
  return g_string_free (line, FALSE);
}

/**
 * vdt_review_baseline_words:
 * @card: a card
 * @lens: how it is looked at
 *
 * Returns: (transfer full): `Since your last review, Mon 09:30 · snapshot 48 → 53`
 */
char *
vdt_review_baseline_words (const VdtReviewCard *card, const VdtLens *lens)
{
  GString *line = g_string_new (NULL);

  if (is_moment (card->reviewed_at))
    {
      g_autofree char *moment = vdt_format_weekday (card->reviewed_at, lens->now, lens->zone);

      /* Translators: %s is a time such as "Mon 09:30" */
      g_string_append_printf (line, _ ("Since your last review, %s"), moment);
    }
  else
    g_string_append (line, _ ("Not reviewed before"));
  if (card->as_of.id != NULL)
    {
      g_autofree char *snapshots = NULL;

      if (card->reviewed.id != NULL)
        /* Translators: numbers of the state that was reviewed and of the one shown; see that the
         * arrow points from the first to the second */
        snapshots = g_strdup_printf (_ ("snapshot %d → %d"), (int) card->reviewed.sequence,
                                     (int) card->as_of.sequence);
      else
        /* Translators: the number of the state that is shown */
        snapshots = g_strdup_printf (_ ("snapshot %d"), (int) card->as_of.sequence);
      append_part (line, snapshots);
    }
  return g_string_free (line, FALSE);
}

/**
 * vdt_review_truncated_words:
 * @card: a card whose older changes are gone
 * @lens: how it is looked at
 *
 * Returns: (transfer full): a sentence that says so
 */
char *
vdt_review_truncated_words (const VdtReviewCard *card, const VdtLens *lens)
{
  VdtTime first = VDT_TIME_MAX;
  g_autofree char *date = NULL;

  for (guint i = 0; i < vdt_change_set_get_size (card->changes); i++)
    {
      const VdtChangeItem *item = vdt_change_set_get (card->changes, i);

      if (is_moment (item->at))
        first = MIN (first, item->at);
    }
  if (!is_moment (first))
    return g_strdup (_ ("Older changes are no longer kept."));
  date = vdt_format_date (first, lens->now, lens->zone);
  /* Translators: %s is a date such as "21 Nov" */
  return g_strdup_printf (_ ("Older changes are no longer kept; this starts at %s."), date);
}

/**
 * vdt_review_n_changes_words:
 * @card: a card
 *
 * Returns: (transfer full): such as `5 changes`
 */
char *
vdt_review_n_changes_words (const VdtReviewCard *card)
{
  guint n = vdt_change_set_get_size (card->changes);

  return g_strdup_printf (ngettext ("%u change", "%u changes", n), n);
}

/**
 * vdt_review_newer_words:
 * @shown: the card that is shown
 * @latest: the same session's newest card
 *
 * Returns: (transfer full): what has happened since, in a sentence
 */
char *
vdt_review_newer_words (const VdtReviewCard *shown, const VdtReviewCard *latest)
{
  guint n = 0;

  for (guint i = 0; i < vdt_change_set_get_size (latest->changes); i++)
    if (vdt_change_set_get (latest->changes, i)->at > shown->as_of.at)
      n++;
  /* What was taken back in the meantime leaves nothing to count. */
  if (n == 0)
    return g_strdup (_ ("A newer snapshot is not shown yet"));
  return g_strdup_printf (ngettext ("%u newer change is not shown yet",
                                    "%u newer changes are not shown yet", n),
                          n);
}

static const char *
lifecycle_words (const char *state)
{
  static const struct
  {
    const char *state;
    const char *words;
  } table[] = {
    { "working", N_ ("Working") },     { "idle", N_ ("Idle") },   { "waiting", N_ ("Waiting") },
    { "completed", N_ ("Completed") }, { "error", N_ ("Error") }, { "offline", N_ ("Offline") },
    { "observing", N_ ("Observing") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (g_strcmp0 (state, table[i].state) == 0)
      return _ (table[i].words);
  return _ ("Unknown");
}

/* As a quote, and without marks of headings and emphasis: there is one line and one type. */
static char *
plain_quote (const char *text)
{
  g_autofree char *line = vdt_review_line (text);
  g_autofree char *plain = vdt_text_unmark (line);

  return g_strdup_printf ("\u2068%s\u2069", plain);
}

/* What it was and what it is, where both are texts of the log. */
static char *
was_now (const VdtChangeItem *item)
{
  g_autofree char *from = item->from != NULL ? plain_quote (item->from) : NULL;
  g_autofree char *to = item->to != NULL ? plain_quote (item->to) : NULL;

  if (from != NULL && to != NULL)
    /* Translators: what a goal was and what it is now */
    return g_strdup_printf (_ ("Was “%s” · now “%s”"), from, to);
  if (to != NULL)
    /* Translators: what a goal is now */
    return g_strdup_printf (_ ("Now “%s”"), to);
  if (from != NULL)
    /* Translators: what a goal was */
    return g_strdup_printf (_ ("Was “%s”"), from);
  return NULL;
}

static void
set_change_words (VdtChangeLook *look, const VdtChangeItem *item, GString *line)
{
  g_autofree char *to = plain_quote (item->to);
  g_autofree char *both = NULL;

  switch (item->kind)
    {
    case VDT_CHANGE_GOAL:
      look->title = g_strdup (item->from != NULL ? _ ("Goal changed") : _ ("Goal set"));
      both = was_now (item);
      break;
    case VDT_CHANGE_CURRENT_TASK:
      look->title =
        g_strdup (item->to != NULL ? _ ("Current task changed") : _ ("No current task"));
      both = was_now (item);
      break;
    case VDT_CHANGE_NEXT_ACTION:
      look->title = g_strdup (item->to != NULL ? _ ("Next step changed") : _ ("No next step"));
      both = was_now (item);
      break;
    case VDT_CHANGE_LIFECYCLE:
      look->title = g_strdup (lifecycle_words (item->to));
      /* Of a session that is new nothing was known before. */
      if (item->from != NULL && !g_str_equal (item->from, "observing"))
        /* Translators: %s is the state before, such as "Working" */
        both = g_strdup_printf (C_ ("state", "Was: %s"), lifecycle_words (item->from));
      break;
    case VDT_CHANGE_HEALTH:
      look->title =
        g_strdup (g_strcmp0 (item->to, "ok") == 0 ? _ ("All of the log is understood again")
                                                  : _ ("The log is only partly understood"));
      break;
    case VDT_CHANGE_COMPLETED:
      look->title = g_strdup_printf (_ ("Finished: %s"), to);
      break;
    case VDT_CHANGE_BLOCKER:
      look->title = g_strdup_printf (_ ("Blocked: %s"), to);
      break;
    case VDT_CHANGE_BLOCKER_GONE:
      look->title = g_strdup_printf (_ ("No longer blocked: %s"), to);
      break;
    case VDT_CHANGE_DECISION:
      look->title = g_strdup_printf (_ ("Asked: %s"), to);
      break;
    case VDT_CHANGE_DECISION_RESOLVED:
      look->title = g_strdup_printf (_ ("Decision resolved: %s"), to);
      break;
    case VDT_N_CHANGES:
      look->title = g_strdup ("");
      break;
    }
  append_part (line, both);
}

static const char *
change_icon (const VdtChangeItem *item)
{
  switch (item->kind)
    {
    case VDT_CHANGE_GOAL:
    case VDT_CHANGE_CURRENT_TASK:
    case VDT_CHANGE_NEXT_ACTION:
      return "vedette-plan-symbolic";
    case VDT_CHANGE_LIFECYCLE:
      return g_strcmp0 (item->to, "error") == 0 ? "vedette-error-symbolic"
                                                : "vedette-refresh-symbolic";
    case VDT_CHANGE_HEALTH:
      return "vedette-partly-read-symbolic";
    case VDT_CHANGE_COMPLETED:
      return "vedette-completed-symbolic";
    case VDT_CHANGE_BLOCKER:
    case VDT_CHANGE_BLOCKER_GONE:
      return "vedette-not-running-symbolic";
    case VDT_CHANGE_DECISION:
    case VDT_CHANGE_DECISION_RESOLVED:
    case VDT_N_CHANGES:
      break;
    }
  return "vedette-waiting-question-symbolic";
}

/**
 * vdt_change_look_init:
 * @look: (out caller-allocates): what to fill; clear it afterwards
 * @item: a change
 * @lens: how it is looked at
 */
void
vdt_change_look_init (VdtChangeLook *look, const VdtChangeItem *item, const VdtLens *lens)
{
  GString *line = g_string_new (NULL);

  *look = (VdtChangeLook){ .icon_name = change_icon (item) };
  set_change_words (look, item, line);
  append_time (line, item->at, lens);
  look->subtitle = g_string_free (line, line->len == 0);
}

/**
 * vdt_change_look_clear:
 * @look: a look that was filled
 */
void
vdt_change_look_clear (VdtChangeLook *look)
{
  g_clear_pointer (&look->title, g_free);
  g_clear_pointer (&look->subtitle, g_free);
}
