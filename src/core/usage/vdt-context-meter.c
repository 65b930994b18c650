/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-context-meter.h"

/**
 * vdt_context_meter_get_percent:
 * @meter: a meter
 * @percent: (out): used of the window, one decimal, rounded half up
 *
 * Returns: whether there is a percentage: both sides are known and the window holds what is used
 */
gboolean
vdt_context_meter_get_percent (const VdtContextMeter *meter, double *percent)
{
  unsigned __int128 tenths = 0;

  if (!vdt_count_known (meter->used_tokens) || !vdt_count_known (meter->window_tokens) ||
      meter->window_tokens == 0 || meter->used_tokens > meter->window_tokens)
    return FALSE;
  tenths = ((unsigned __int128) meter->used_tokens * 2000 + meter->window_tokens) /
           ((unsigned __int128) meter->window_tokens * 2);
  *percent = (double) tenths / 10.0;
  return TRUE;
}

/**
 * vdt_context_state_to_string:
 * @state: a state
 *
 * Returns: its word in JSON
 */
const char *
vdt_context_state_to_string (VdtContextState state)
{
  switch (state)
    {
    case VDT_CONTEXT_REPORTED:
      return "reported";
    case VDT_CONTEXT_ASSUMED:
      return "assumed";
    case VDT_CONTEXT_COMPACTED:
      return "compacted";
    case VDT_CONTEXT_UNKNOWN:
      break;
    }
  return "unknown";
}

/**
 * vdt_window_origin_to_string:
 * @origin: where a window's size is from
 *
 * Returns: its word in JSON
 */
const char *
vdt_window_origin_to_string (VdtWindowOrigin origin)
{
  switch (origin)
    {
    case VDT_WINDOW_RECORD:
      return "record";
    case VDT_WINDOW_MODEL_TABLE:
      return "model_table";
    case VDT_WINDOW_NAME_TAG:
      return "name_tag";
    case VDT_WINDOW_OBSERVED:
      return "observed_over_200k";
    case VDT_WINDOW_DEFAULT:
      return "default";
    case VDT_WINDOW_UNKNOWN:
      break;
    }
  return "unknown";
}
