/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-look.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Within so many points a pace counts as even. */
#define EVEN_POINTS 2

static const char *
state_words (VdtQuotaState state)
{
  switch (state)
    {
    case VDT_QUOTA_REPORTED:
      return _ ("Reported");
    case VDT_QUOTA_STALE:
      return _ ("Reported, and old by now");
    case VDT_QUOTA_ENDED:
      return _ ("Window ended");
    case VDT_QUOTA_UNKNOWN:
      break;
    }
  return _ ("Unknown");
}

static const char *
source_name (VdtQuotaSource source)
{
  switch (source)
    {
    case VDT_QUOTA_SOURCE_CODEX_ROLLOUT:
      return _ ("Codex session log");
    case VDT_QUOTA_SOURCE_CODEX_APP_SERVER:
      return _ ("Codex, asked");
    case VDT_QUOTA_SOURCE_CLAUDE_ACCOUNT_FILE:
      return _ ("Claude account file");
    case VDT_QUOTA_SOURCE_CLAUDE_LIMIT_MESSAGE:
      return _ ("Claude limit message");
    case VDT_QUOTA_SOURCE_NONE:
      break;
    }
  return _ ("No source");
}

static char *
source_words (const VdtQuotaReading *reading, VdtQuotaState state, const VdtLens *lens)
{
  g_autoptr (GString) text = g_string_new (state_words (state));

  g_string_append_printf (text, "\n%s", source_name (reading->source));
  if (vdt_time_known (reading->as_of))
    {
      g_autofree char *moment = vdt_format_moment (reading->as_of, lens->now, lens->zone);
      g_autofree char *age = vdt_format_duration (lens->now - reading->as_of);

      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("%s, %s ago"), moment, age);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
pace_words (VdtQuotaLook *look, const VdtQuotaPace *pace, gboolean stale, const VdtLens *lens)
{
  int points = (int) floor (fabs (pace->ahead_points) + .5);

  /* a moment that has passed was a wrong guess */
  if (vdt_time_known (pace->runs_out_at) && pace->runs_out_at > lens->now)
    {
      g_autofree char *moment = vdt_format_moment (pace->runs_out_at, lens->now, lens->zone);

      /* Translators: at the last hour's rate; %s is a time such as "12:05" */
      return g_strdup_printf (_ ("Estimate: runs out about %s"), moment);
    }
  if (!pace->known)
    return NULL;
  if (points <= EVEN_POINTS)
    {
      look->pace = VDT_PACE_EVEN;
      return g_strdup (stale ? _ ("On even pace then") : _ ("On even pace"));
    }
  if (pace->ahead_points > 0.)
    {
      look->pace = VDT_PACE_AHEAD;
      return g_strdup_printf (stale ? ngettext ("%d point ahead of even pace then",
                                                "%d points ahead of even pace then", points)
                                    : ngettext ("%d point ahead of even pace",
                                                "%d points ahead of even pace", points),
                              points);
    }
  look->pace = VDT_PACE_BELOW;
  return g_strdup_printf (stale ? ngettext ("%d point below even pace then",
                                            "%d points below even pace then", points)
                                : ngettext ("%d point below even pace", "%d points below even pace",
                                            points),
                          points);
}

static void
set_flag (VdtQuotaLook *look, const VdtQuotaReading *reading, gboolean stale, const VdtLens *lens)
{
  look->level = vdt_level_of_percent (look->percent);
  if (stale)
    {
      g_autofree char *age = vdt_format_duration (lens->now - reading->as_of);

      look->flag = g_strdup_printf (_ ("%s old"), age);
      look->flag_icon = "vedette-quiet-symbolic";
      look->flag_class = "dim-label";
    }
  else if (look->level == VDT_LEVEL_LIMIT)
    {
      look->flag = g_strdup (C_ ("quota", "Limit"));
      look->flag_icon = "vedette-error-symbolic";
      look->flag_class = "error";
    }
  else if (look->level == VDT_LEVEL_NEAR)
    {
      look->flag = g_strdup (C_ ("quota", "Near limit"));
      look->flag_icon = "vedette-error-symbolic";
      look->flag_class = "warning";
    }
}

static void
set_running (VdtQuotaLook *look, const VdtQuotaLine *line, gboolean stale, const VdtLens *lens)
{
  const VdtQuotaReading *reading = &line->reading;
  g_autoptr (GString) description = g_string_new (NULL);
  g_autofree char *moment = NULL;

  look->ring = stale ? VDT_RING_STALE : VDT_RING_REPORTED;
  look->percent = reading->used_percent;
  look->even = line->pace.known ? CLAMP (line->pace.even_percent, 0., 100.) : -1.;
  look->number = vdt_format_percent (look->percent, lens->words);
  look->word = vdt_format_words (lens->words);
  look->value = vdt_format_percent_words (look->percent, lens->words);
  set_flag (look, reading, stale, lens);

  if (vdt_time_known (reading->resets_at))
    {
      g_autofree char *left = vdt_format_duration (reading->resets_at - lens->now);
      g_autofree char *spoken = vdt_format_duration_spoken (reading->resets_at - lens->now);

      moment = vdt_format_moment (reading->resets_at, lens->now, lens->zone);
      /* Translators: the first is a time such as "14:20", the second such as "3 h 6 min" */
      look->first = g_strdup_printf (_ ("Resets %s · in %s"), moment, left);
      /* Translators: for screen readers: "Resets 14:20, in 3 hours 6 minutes." */
      g_string_append_printf (description, _ ("Resets %s, in %s."), moment, spoken);
    }
  else
    {
      look->first = g_strdup (_ ("Reset time not reported"));
      g_string_append_printf (description, "%s.", look->first);
    }

  if (look->percent > 100.)
    {
      g_autofree char *percent = vdt_format_percent (look->percent, VDT_WORDS_USED);

      /* Translators: %s is a percentage above 100 */
      look->second = g_strdup_printf (_ ("%s as reported"), percent);
    }
  else if (reading->source == VDT_QUOTA_SOURCE_CLAUDE_LIMIT_MESSAGE)
    {
      g_autofree char *when = vdt_format_moment (reading->as_of, lens->now, lens->zone);

      look->second = g_strdup_printf (_ ("Reported by a limit message %s"), when);
    }
  else
    look->second = pace_words (look, &line->pace, stale, lens);
  if (look->second != NULL)
    g_string_append_printf (description, " %s.", look->second);
  if (look->flag != NULL)
    g_string_append_printf (description, " %s.", look->flag);
  look->description = g_string_free (g_steal_pointer (&description), FALSE);
}

/**
 * vdt_quota_look_init:
 * @look: (out caller-allocates): what to fill; clear it afterwards
 * @line: a quota window
 * @lens: how it is looked at
 *
 * Puts a quota window into words (design, *States*). A window that is over or unknown has no
 * percentage.
 */
void
vdt_quota_look_init (VdtQuotaLook *look, const VdtQuotaLine *line, const VdtLens *lens)
{
  const VdtQuotaReading *reading = &line->reading;
  VdtQuotaState state = vdt_quota_reading_get_state (reading, lens->now);

  *look = (VdtQuotaLook){ .even = -1. };
  look->title = vdt_format_window (reading);
  look->source = source_words (reading, state, lens);

  if ((state == VDT_QUOTA_REPORTED || state == VDT_QUOTA_STALE) && reading->percent_known)
    {
      set_running (look, line, state == VDT_QUOTA_STALE, lens);
      return;
    }
  if (state == VDT_QUOTA_ENDED)
    {
      g_autofree char *moment = vdt_format_moment (reading->resets_at, lens->now, lens->zone);

      look->ring = VDT_RING_ENDED;
      /* Translators: a quota window is over; %s is a time such as "09:40" */
      look->first = g_strdup_printf (_ ("Ended at %s"), moment);
      look->second = g_strdup (_ ("Nothing reported since"));
      /* Translators: for screen readers; %s is a time such as "09:40" */
      look->value = g_strdup_printf (_ ("ended at %s, nothing reported since"), moment);
    }
  else
    {
      look->ring = VDT_RING_UNKNOWN;
      look->first = g_strdup (_ ("Unknown"));
      look->second = g_strdup (_ ("Not reported by the agent yet"));
      look->value = g_strdup (C_ ("quota", "unknown"));
    }
  look->description = g_strdup_printf ("%s. %s.", look->first, look->second);
}

/**
 * vdt_quota_look_clear:
 * @look: a look that was filled
 */
void
vdt_quota_look_clear (VdtQuotaLook *look)
{
  g_clear_pointer (&look->number, g_free);
  g_clear_pointer (&look->title, g_free);
  g_clear_pointer (&look->flag, g_free);
  g_clear_pointer (&look->first, g_free);
  g_clear_pointer (&look->second, g_free);
  g_clear_pointer (&look->value, g_free);
  g_clear_pointer (&look->description, g_free);
  g_clear_pointer (&look->source, g_free);
}
