/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-look.h"

#include <glib/gi18n-lib.h>

/**
 * vdt_level_of_percent:
 * @used_percent: how much is used
 *
 * Returns: how near to its limit that is
 */
VdtLevel
vdt_level_of_percent (double used_percent)
{
  if (used_percent >= VDT_LOOK_LIMIT)
    return VDT_LEVEL_LIMIT;
  return used_percent >= VDT_LOOK_NEAR_LIMIT ? VDT_LEVEL_NEAR : VDT_LEVEL_NORMAL;
}

static gboolean
is_after_compaction (const VdtSessionInfo *info)
{
  if (info->points == NULL || info->points->len == 0)
    return FALSE;
  return g_array_index (info->points, VdtContextPoint, info->points->len - 1).compacted;
}

/* An old reading is one that a running turn has outlived; what rests does not age. */
static gboolean
is_old (const VdtSessionInfo *info, const VdtLens *lens)
{
  gboolean may_have_moved =
    info->lifecycle == VDT_LIFECYCLE_WORKING || info->lifecycle == VDT_LIFECYCLE_OFFLINE;

  return may_have_moved && vdt_time_known (info->context.as_of) &&
         lens->now - info->context.as_of >= VDT_LOOK_QUIET_AFTER;
}

static const char *
origin_words (VdtWindowOrigin origin)
{
  switch (origin)
    {
    case VDT_WINDOW_RECORD:
      return _ ("Window size from the session log");
    case VDT_WINDOW_MODEL_TABLE:
      return _ ("Window size known for this model");
    case VDT_WINDOW_NAME_TAG:
      return _ ("Window size from the model’s name");
    case VDT_WINDOW_OBSERVED:
      return _ ("Window size seen in use");
    case VDT_WINDOW_DEFAULT:
      return _ ("Window size assumed");
    case VDT_WINDOW_UNKNOWN:
      break;
    }
  return _ ("Window size unknown");
}

static char *
source_words (const VdtSessionInfo *info, const VdtLens *lens)
{
  const VdtContextMeter *meter = &info->context;
  g_autoptr (GString) text = g_string_new (NULL);

  switch (meter->state)
    {
    case VDT_CONTEXT_REPORTED:
      g_string_append (text, _ ("Reported"));
      break;
    case VDT_CONTEXT_ASSUMED:
      g_string_append (text, _ ("Assumed"));
      break;
    case VDT_CONTEXT_COMPACTED:
      g_string_append (text, _ ("Compacted"));
      break;
    case VDT_CONTEXT_UNKNOWN:
      g_string_append (text, _ ("Unknown"));
      break;
    }
  g_string_append_printf (text, "\n%s · %s",
                          info->runtime == VDT_RUNTIME_CODEX ? _ ("Codex session log")
                                                             : _ ("Claude session log"),
                          origin_words (meter->window_origin));
  if (vdt_time_known (meter->as_of))
    {
      g_autofree char *moment = vdt_format_moment (meter->as_of, lens->now, lens->zone);
      g_autofree char *age = vdt_format_duration (lens->now - meter->as_of);

      /* Translators: the first is a time such as "11:13", the second an age such as "1 min" */
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("%s, %s ago"), moment, age);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
set_known (VdtMeterLook *look, const VdtSessionInfo *info, const VdtLens *lens)
{
  const VdtContextMeter *meter = &info->context;
  VdtCount shown =
    lens->words == VDT_WORDS_LEFT ? meter->window_tokens - meter->used_tokens : meter->used_tokens;
  g_autofree char *part = vdt_format_tokens (shown);
  g_autofree char *whole = vdt_format_tokens (meter->window_tokens);
  gboolean assumed = meter->state == VDT_CONTEXT_ASSUMED;

  look->known = TRUE;
  look->fraction = CLAMP (look->percent / 100., 0., 1.);
  look->level = vdt_level_of_percent (look->percent);
  look->lead = vdt_format_percent_words (look->percent, lens->words);
  look->fill = assumed ? VDT_FILL_STRIPED : VDT_FILL_SOLID;
  if (is_old (info, lens))
    {
      g_autofree char *moment = vdt_format_moment (meter->as_of, lens->now, lens->zone);

      look->fill = VDT_FILL_FADED;
      /* Translators: a reading's time, such as "10:32" */
      look->rest = g_strdup_printf (_ ("as of %s"), moment);
    }
  else if (is_after_compaction (info))
    look->rest = g_strdup (_ ("after compaction"));
  else if (assumed)
    /* Translators: tokens of a context window whose size is assumed */
    look->rest = g_strdup_printf (_ ("%s of %s assumed"), part, whole);
  else
    /* Translators: tokens of a context window: "103k of 272k" */
    look->rest = g_strdup_printf (C_ ("tokens", "%s of %s"), part, whole);
  /* Translators: for screen readers: "86 % used, 234k of 272k tokens" */
  look->value = g_strdup_printf (_ ("%s, %s of %s tokens"), look->lead, part, whole);
}

/**
 * vdt_meter_look_init:
 * @look: (out caller-allocates): what to fill; clear it afterwards
 * @info: a session
 * @lens: how it is looked at
 *
 * Puts a session's context meter into words (design, *States*). Never a percentage that was
 * not reported, never one above 100.
 */
void
vdt_meter_look_init (VdtMeterLook *look, const VdtSessionInfo *info, const VdtLens *lens)
{
  const VdtContextMeter *meter = &info->context;
  g_autofree char *used = vdt_format_tokens (meter->used_tokens);

  *look = (VdtMeterLook){ .fill = VDT_FILL_NONE };
  look->source = source_words (info, lens);
  if (meter->state != VDT_CONTEXT_COMPACTED && meter->state != VDT_CONTEXT_UNKNOWN &&
      vdt_context_meter_get_percent (meter, &look->percent))
    {
      set_known (look, info, lens);
      return;
    }

  if (meter->state == VDT_CONTEXT_COMPACTED)
    {
      look->lead = g_strdup (_ ("Compacted"));
      look->rest = g_strdup (_ ("waits for next reply"));
    }
  else if (vdt_count_known (meter->used_tokens) && is_after_compaction (info))
    {
      look->lead = g_steal_pointer (&used);
      look->rest = g_strdup (_ ("after compaction"));
    }
  else if (vdt_count_known (meter->used_tokens))
    {
      /* Translators: %s is a number of tokens such as "248k" */
      look->lead = g_strdup_printf (C_ ("tokens", "%s used"), used);
      look->rest = g_strdup (_ ("window unknown"));
    }
  else
    {
      look->lead = g_strdup (_ ("Unknown"));
      look->rest = g_strdup (_ ("not reported"));
    }
  if (meter->state == VDT_CONTEXT_UNKNOWN && !vdt_count_known (meter->used_tokens))
    look->value = g_strdup (C_ ("context", "unknown"));
  else
    look->value = g_strdup_printf ("%s, %s", look->lead, look->rest);
}

/**
 * vdt_meter_look_clear:
 * @look: a look that was filled
 */
void
vdt_meter_look_clear (VdtMeterLook *look)
{
  g_clear_pointer (&look->lead, g_free);
  g_clear_pointer (&look->rest, g_free);
  g_clear_pointer (&look->value, g_free);
  g_clear_pointer (&look->source, g_free);
}
