/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-look.h"

#include <glib/gi18n-lib.h>

#include "vdt-text.h"

typedef struct
{
  const char *icon_name;
  const char *style_class;
} BadgeStyle;

static const BadgeStyle badges[VDT_N_BADGES] = {
  [VDT_BADGE_WAITING_QUESTION] = { "vedette-waiting-question-symbolic", "waiting" },
  [VDT_BADGE_WAITING_PLAN] = { "vedette-waiting-plan-symbolic", "waiting" },
  [VDT_BADGE_WAITING_PERMISSION] = { "vedette-waiting-permission-symbolic", "waiting" },
  [VDT_BADGE_WORKING] = { "vedette-working-symbolic", "working" },
  [VDT_BADGE_QUIET] = { "vedette-quiet-symbolic", "caution" },
  [VDT_BADGE_IDLE] = { "vedette-idle-symbolic", "calm" },
  [VDT_BADGE_COMPLETED] = { "vedette-completed-symbolic", "neutral" },
  [VDT_BADGE_ERROR] = { "vedette-error-symbolic", "failed" },
  [VDT_BADGE_OBSERVING] = { "vedette-observing-symbolic", "calm" },
  [VDT_BADGE_OFFLINE] = { "vedette-offline-symbolic", "calm" },
  [VDT_BADGE_SOURCE_DELETED] = { "vedette-source-deleted-symbolic", "calm" },
  [VDT_BADGE_DUPLICATE] = { "vedette-duplicate-symbolic", "caution" },
  [VDT_BADGE_PARTLY_READ] = { "vedette-partly-read-symbolic", "caution" },
  [VDT_BADGE_BLOCKED] = { "vedette-not-running-symbolic", "caution" },
  [VDT_BADGE_CHANGED] = { "vedette-refresh-symbolic", "neutral" },
};

/**
 * vdt_badge_get_icon_name:
 * @badge: a badge
 *
 * Returns: (transfer none) (nullable): its glyph
 */
const char *
vdt_badge_get_icon_name (VdtBadge badge)
{
  g_return_val_if_fail (badge < VDT_N_BADGES, NULL);

  return badges[badge].icon_name;
}

/**
 * vdt_badge_get_style_class:
 * @badge: a badge
 *
 * Returns: (transfer none) (nullable): the style class of its colours
 */
const char *
vdt_badge_get_style_class (VdtBadge badge)
{
  g_return_val_if_fail (badge < VDT_N_BADGES, NULL);

  return badges[badge].style_class;
}

static VdtBadge
live_badge (const VdtSessionInfo *info, VdtTime now)
{
  switch (info->lifecycle)
    {
    case VDT_LIFECYCLE_WAITING:
      if (info->waiting_for == VDT_WAITING_PLAN_APPROVAL)
        return VDT_BADGE_WAITING_PLAN;
      if (info->waiting_for == VDT_WAITING_PERMISSION)
        return VDT_BADGE_WAITING_PERMISSION;
      return VDT_BADGE_WAITING_QUESTION;
    case VDT_LIFECYCLE_WORKING:
      if (vdt_time_known (info->last_event_at) && now - info->last_event_at >= VDT_LOOK_QUIET_AFTER)
        return VDT_BADGE_QUIET;
      return VDT_BADGE_WORKING;
    case VDT_LIFECYCLE_IDLE:
      return VDT_BADGE_IDLE;
    case VDT_LIFECYCLE_COMPLETED:
      return VDT_BADGE_COMPLETED;
    case VDT_LIFECYCLE_ERROR:
      return VDT_BADGE_ERROR;
    case VDT_LIFECYCLE_OFFLINE:
      return VDT_BADGE_OFFLINE;
    case VDT_LIFECYCLE_OBSERVING:
      return VDT_BADGE_OBSERVING;
    }
  return VDT_BADGE_OBSERVING;
}

static gboolean
is_live (VdtBadge badge)
{
  switch (badge)
    {
    case VDT_BADGE_WAITING_QUESTION:
    case VDT_BADGE_WAITING_PLAN:
    case VDT_BADGE_WAITING_PERMISSION:
    case VDT_BADGE_WORKING:
    case VDT_BADGE_QUIET:
    case VDT_BADGE_IDLE:
    case VDT_BADGE_ERROR:
      return TRUE;
    case VDT_BADGE_NONE:
    case VDT_BADGE_COMPLETED:
    case VDT_BADGE_OBSERVING:
    case VDT_BADGE_OFFLINE:
    case VDT_BADGE_SOURCE_DELETED:
    case VDT_BADGE_DUPLICATE:
    case VDT_BADGE_PARTLY_READ:
    case VDT_BADGE_BLOCKED:
    case VDT_BADGE_CHANGED:
      break;
    }
  return FALSE;
}

static VdtBadge
flaw_badge (const VdtSessionInfo *info)
{
  if (info->source_deleted)
    return VDT_BADGE_SOURCE_DELETED;
  if (info->duplicate)
    return VDT_BADGE_DUPLICATE;
  if (info->unknown_records > 0)
    return VDT_BADGE_PARTLY_READ;
  return VDT_BADGE_NONE;
}

static char *
age_of (VdtTime time, const VdtLens *lens)
{
  return vdt_time_known (time) ? vdt_format_duration (lens->now - time) : NULL;
}

static char *
children_words (GListModel *children)
{
  guint n = g_list_model_get_n_items (children);
  guint n_working = 0;
  g_autofree char *all = NULL;
  g_autofree char *working = NULL;

  if (n == 0)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (VdtSession) child = g_list_model_get_item (children, i);

      if (vdt_session_get_info (child)->lifecycle == VDT_LIFECYCLE_WORKING)
        n_working++;
    }
  all = g_strdup_printf (ngettext ("%u subagent", "%u subagents", n), n);
  if (n_working == 0)
    return g_steal_pointer (&all);
  working = g_strdup_printf (ngettext ("%u working", "%u working", n_working), n_working);
  /* Translators: the first is such as "2 subagents", the second "1 working" */
  return g_strdup_printf (C_ ("subagents", "%s, %s"), all, working);
}

static char *
unknown_records_words (const VdtSessionInfo *info)
{
  return g_strdup_printf (ngettext ("%u record of an unknown kind", "%u records of an unknown kind",
                                    info->unknown_records),
                          info->unknown_records);
}

static char *
flaw_words (const VdtSessionInfo *info, VdtBadge flaw)
{
  g_autofree char *count = NULL;

  switch (flaw)
    {
    case VDT_BADGE_SOURCE_DELETED:
      return g_strdup (_ ("Source deleted"));
    case VDT_BADGE_DUPLICATE:
      return g_strdup (_ ("Duplicate transcript"));
    case VDT_BADGE_PARTLY_READ:
      count = unknown_records_words (info);
      return g_strdup_printf ("%s · %s", _ ("Partly read"), count);
    case VDT_BADGE_NONE:
    case VDT_BADGE_WAITING_QUESTION:
    case VDT_BADGE_WAITING_PLAN:
    case VDT_BADGE_WAITING_PERMISSION:
    case VDT_BADGE_WORKING:
    case VDT_BADGE_QUIET:
    case VDT_BADGE_IDLE:
    case VDT_BADGE_COMPLETED:
    case VDT_BADGE_ERROR:
    case VDT_BADGE_OBSERVING:
    case VDT_BADGE_OFFLINE:
    case VDT_BADGE_BLOCKED:
    case VDT_BADGE_CHANGED:
      break;
    }
  return NULL;
}

/* A phrase with a time in it, or without where that is unknown. */
static char *
timed_words (const char *with_time, const char *without, char *moment)
{
  g_autofree char *owned = moment;

  return owned != NULL ? g_strdup_printf (with_time, owned) : g_strdup (without);
}

static char *
moment_of (VdtTime time, const VdtLens *lens)
{
  return vdt_time_known (time) ? vdt_format_moment (time, lens->now, lens->zone) : NULL;
}

static const char *
waiting_words (VdtBadge badge)
{
  if (badge == VDT_BADGE_WAITING_PLAN)
    return _ ("Waits for plan approval");
  return badge == VDT_BADGE_WAITING_PERMISSION ? _ ("Waits for permission")
                                               : _ ("Waits for an answer");
}

/* How far its plan is, behind whatever else is said of a session that is at it. */
static void
add_plan (VdtSessionLook *look, const VdtSessionInfo *info)
{
  g_autofree char *plan = vdt_session_look_plan (info);
  g_autofree char *rest = g_steal_pointer (&look->rest);

  if (plan == NULL || rest == NULL)
    look->rest = g_strdup (plan != NULL ? plan : rest);
  else
    look->rest = g_strdup_printf ("%s · %s", rest, plan);
}

/* Sets lead, lead_class, rest and one_line from the badge. */
static void
set_state_words (VdtSessionLook *look, VdtSession *session, const VdtLens *lens)
{
  const VdtSessionInfo *info = vdt_session_get_info (session);
  g_autofree char *age = age_of (info->state_since, lens);

  look->one_line = TRUE;
  switch (look->badge)
    {
    case VDT_BADGE_WAITING_QUESTION:
    case VDT_BADGE_WAITING_PLAN:
    case VDT_BADGE_WAITING_PERMISSION:
      look->lead = g_strdup (waiting_words (look->badge));
      look->lead_class = "accent";
      look->rest = g_steal_pointer (&age);
      look->one_line = FALSE;
      break;
    case VDT_BADGE_WORKING:
      look->lead = g_strdup (_ ("Working"));
      look->rest = children_words (vdt_session_get_children (session));
      if (look->rest == NULL)
        look->rest = g_steal_pointer (&age);
      look->one_line = FALSE;
      break;
    case VDT_BADGE_QUIET:
      look->lead = g_strdup (_ ("Working"));
      g_free (age);
      age = age_of (info->last_event_at, lens);
      /* Translators: %s is a duration such as "42 min" */
      look->rest = g_strdup_printf (_ ("nothing new for %s"), age);
      look->one_line = FALSE;
      break;
    case VDT_BADGE_IDLE:
      /* Translators: %s is a time such as "09:12" */
      look->lead =
        timed_words (_ ("Idle since %s"), _ ("Idle"), moment_of (info->state_since, lens));
      break;
    case VDT_BADGE_COMPLETED:
      /* Translators: %s is a time such as "08:47" */
      look->lead =
        timed_words (_ ("Completed %s"), _ ("Completed"), moment_of (info->state_since, lens));
      break;
    case VDT_BADGE_ERROR:
      look->lead = g_strdup (_ ("Error"));
      look->lead_class = "error";
      if (age != NULL)
        /* Translators: %s is a duration such as "8 min" */
        look->rest = g_strdup_printf (_ ("%s ago"), age);
      break;
    case VDT_BADGE_OFFLINE:
      look->lead = g_strdup (_ ("Offline"));
      /* Translators: %s is a time such as "10:05" */
      look->rest = timed_words (_ ("last seen %s"), NULL, moment_of (info->last_event_at, lens));
      break;
    case VDT_BADGE_SOURCE_DELETED:
      /* Translators: %s is a date such as "28 Nov" */
      look->lead = timed_words (_ ("Source deleted %s"), _ ("Source deleted"),
                                vdt_time_known (info->last_event_at)
                                  ? vdt_format_date (info->last_event_at, lens->now, lens->zone)
                                  : NULL);
      break;
    case VDT_BADGE_DUPLICATE:
      look->lead = g_strdup (_ ("Duplicate transcript"));
      break;
    case VDT_BADGE_PARTLY_READ:
      look->lead = g_strdup (_ ("Partly read"));
      look->rest = unknown_records_words (info);
      break;
    case VDT_BADGE_OBSERVING:
    case VDT_BADGE_BLOCKED:
    case VDT_BADGE_CHANGED:
    case VDT_BADGE_NONE:
      look->lead = g_strdup (_ ("Observing"));
      break;
    }
}

static char *
model_words (const VdtSessionInfo *info)
{
  g_autofree char *model = vdt_format_model (info->model);
  g_autoptr (GString) words = g_string_new (model);

  if (info->effort != NULL)
    {
      g_autofree char *effort = vdt_text_strip_controls (info->effort);

      if (words->len > 0)
        g_string_append (words, ", ");
      /* Translators: how hard a model thinks; %s is the agent's own word, such as "high" */
      g_string_append_printf (words, _ ("%s effort"), effort);
    }
  if (info->fast == 1)
    {
      if (words->len > 0)
        g_string_append (words, ", ");
      g_string_append (words, C_ ("service tier", "fast"));
    }
  return words->len > 0 ? g_string_free (g_steal_pointer (&words), FALSE) : NULL;
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

static char *
describe (VdtSessionLook *look, const VdtSessionInfo *info, const VdtLens *lens)
{
  g_autoptr (GString) text = g_string_new (look->lead);
  VdtMeterLook meter = { 0 };
  g_autofree char *model = model_words (info);
  g_autofree char *flaw = flaw_words (info, look->extra);

  if (look->rest != NULL)
    g_string_append_printf (text, ", %s", look->rest);
  if (flaw != NULL)
    g_string_append_printf (text, ", %s", flaw);
  g_string_append_printf (text, ". %s", vdt_format_runtime (info->runtime));
  if (info->project != NULL)
    g_string_append_printf (text, ", %s", info->project);
  g_string_append_printf (text, ", %s", info->host != NULL ? info->host : _ ("this computer"));
  if (model != NULL)
    g_string_append_printf (text, ", %s", model);
  vdt_meter_look_init (&meter, info, lens);
  g_string_append (text, ". ");
  /* Translators: %s is such as "86 % used, 234k of 272k tokens" */
  g_string_append_printf (text, _ ("Context %s"), meter.value);
  if (meter.level == VDT_LEVEL_NEAR)
    g_string_append_printf (text, ", %s", _ ("near limit"));
  else if (meter.level == VDT_LEVEL_LIMIT)
    g_string_append_printf (text, ", %s", _ ("at its limit"));
  g_string_append_c (text, '.');
  vdt_meter_look_clear (&meter);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * vdt_session_look_init:
 * @look: (out caller-allocates): what to fill; clear it afterwards
 * @session: a session
 * @with_project: whether its project is to be said, since no heading does
 * @lens: how it is looked at
 *
 * Puts a session into words (design, *States* and *Activity*).
 */
void
vdt_session_look_init (VdtSessionLook *look,
                       VdtSession *session,
                       gboolean with_project,
                       const VdtLens *lens)
{
  const VdtSessionInfo *info = vdt_session_get_info (session);
  VdtBadge flaw = flaw_badge (info);
  g_autoptr (GString) facts = g_string_new (NULL);
  g_autofree char *model = model_words (info);
  g_autofree char *flaw_text = NULL;

  *look = (VdtSessionLook){ .badge = live_badge (info, lens->now) };
  if (flaw != VDT_BADGE_NONE && is_live (look->badge))
    look->extra = flaw;
  else if (flaw != VDT_BADGE_NONE)
    look->badge = flaw;

  set_state_words (look, session, lens);
  if (!look->one_line)
    add_plan (look, info);
  if (info->is_subagent)
    append_part (facts, _ ("Subagent"));
  append_part (facts, vdt_format_runtime (info->runtime));
  if (with_project)
    {
      append_part (facts, info->project);
      append_part (facts, info->host);
    }
  append_part (facts, model);
  flaw_text = flaw_words (info, look->extra);
  append_part (facts, flaw_text);
  look->facts = g_string_free (g_steal_pointer (&facts), FALSE);
  look->description = describe (look, info, lens);
}

/**
 * vdt_session_look_clear:
 * @look: a look that was filled
 */
void
vdt_session_look_clear (VdtSessionLook *look)
{
  g_clear_pointer (&look->lead, g_free);
  g_clear_pointer (&look->rest, g_free);
  g_clear_pointer (&look->facts, g_free);
  g_clear_pointer (&look->description, g_free);
}

/**
 * vdt_session_look_summary:
 * @session: a session
 *
 * Returns: (transfer full): its totals: `Session total 4.8M tokens · 212 calls · from the first
 *   record on`
 */
char *
vdt_session_look_summary (VdtSession *session)
{
  const VdtSessionInfo *info = vdt_session_get_info (session);
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *total = NULL;
  g_autofree char *calls = NULL;

  if (vdt_count_known (info->tokens.total))
    {
      total = vdt_format_tokens (info->tokens.total);
      /* Translators: %s is a number such as "4.8M" */
      g_string_append_printf (line, _ ("Session total %s tokens"), total);
    }
  else
    g_string_append (line, _ ("Session total unknown"));
  calls = g_strdup_printf (ngettext ("%d call", "%d calls", (gulong) info->tokens.calls),
                           (int) info->tokens.calls);
  append_part (line, calls);
  append_part (line, info->tokens_complete ? _ ("from the first record on")
                                           : _ ("beginning of the log is missing"));
  return g_string_free (g_steal_pointer (&line), FALSE);
}

/**
 * vdt_session_look_plan:
 * @info: a session
 *
 * Returns: (transfer full) (nullable): how far its plan is, such as `3 of 7 done`; `NULL` where it
 *   has none
 */
char *
vdt_session_look_plan (const VdtSessionInfo *info)
{
  if (info->plan_total == 0)
    return NULL;
  /* Translators: steps of an agent's plan: how many are done, of how many */
  return g_strdup_printf (ngettext ("%u of %u done", "%u of %u done", info->plan_total),
                          MIN (info->plan_completed, info->plan_total), info->plan_total);
}

/**
 * vdt_session_look_task:
 * @info: a session
 *
 * Returns: (transfer full) (nullable): what it works on and how far its plan is, for the details
 */
char *
vdt_session_look_task (const VdtSessionInfo *info)
{
  g_autofree char *task =
    info->current_task != NULL ? vdt_text_strip_controls (info->current_task) : NULL;
  g_autofree char *plan = vdt_session_look_plan (info);
  GString *line = g_string_new (NULL);

  if (task != NULL && *g_strstrip (task) != '\0')
    {
      g_strdelimit (task, "\n\t", ' ');
      /* Translators: %s is what an agent works on, in its own words */
      g_string_append_printf (line, _ ("Current task: %s"), task);
    }
  if (plan != NULL)
    {
      g_autofree char *words = g_strdup_printf (_ ("Plan: %s"), plan);

      append_part (line, words);
    }
  return g_string_free (line, line->len == 0);
}
