/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-tray"

#include "config.h"

#include "vdt-tray-state.h"

#include <math.h>

/**
 * vdt_tray_percent_known:
 * @percent: a percentage
 *
 * Returns: whether it is one; a negative, infinite or missing number means unknown
 */
gboolean
vdt_tray_percent_known (double percent)
{
  return isfinite (percent) && percent >= 0.0;
}

static VdtTrayRing
ring_of (const VdtTrayFacts *facts)
{
  if (!facts->workspace_on)
    return VDT_TRAY_RING_OFF;
  if (facts->all_hosts_offline || !vdt_tray_percent_known (facts->percent))
    return VDT_TRAY_RING_UNKNOWN;
  return VDT_TRAY_RING_GAUGE;
}

static VdtTrayCore
core_of (const VdtTrayFacts *facts)
{
  gboolean known = vdt_tray_percent_known (facts->percent);

  if (!facts->workspace_on)
    return VDT_TRAY_CORE_NONE;
  if (facts->agent_waits)
    return VDT_TRAY_CORE_ATTENTION;
  if (facts->notices_paused)
    return VDT_TRAY_CORE_PAUSED;
  if (known && facts->percent >= VDT_TRAY_FULL_PERCENT)
    return VDT_TRAY_CORE_FULL;
  if (known && facts->percent >= VDT_TRAY_NEAR_PERCENT)
    return VDT_TRAY_CORE_NEAR;
  if (facts->all_hosts_offline)
    return VDT_TRAY_CORE_OFFLINE;
  if (!known)
    return VDT_TRAY_CORE_NO_READING;
  return VDT_TRAY_CORE_NONE;
}

/**
 * vdt_tray_state_init:
 * @state: (out caller-allocates): what to show
 * @facts: what is the case
 *
 * Derives the layers of the icon; in each the first that applies wins. Style, panel and
 * tooltip are left at their zero values for the caller to fill in.
 */
void
vdt_tray_state_init (VdtTrayState *state, const VdtTrayFacts *facts)
{
  g_return_if_fail (state != NULL);
  g_return_if_fail (facts != NULL);

  *state = (VdtTrayState){
    .ring = ring_of (facts),
    .core = core_of (facts),
    .percent = vdt_tray_percent_known (facts->percent) ? facts->percent : -1.0,
    .review_due = facts->workspace_on && facts->review_due,
    .needs_attention = facts->workspace_on && facts->agent_waits,
  };
}

/**
 * vdt_tray_state_get_name:
 * @state: what to show
 *
 * Names the picture coarsely, for hosts that are given the name of an installed icon.
 *
 * Returns: `off`, `attention`, `paused`, `limit`, `near`, `offline`, `unknown`, `review`
 *   or `normal`
 */
const char *
vdt_tray_state_get_name (const VdtTrayState *state)
{
  if (state->ring == VDT_TRAY_RING_OFF)
    return "off";

  switch (state->core)
    {
    case VDT_TRAY_CORE_ATTENTION:
      return "attention";
    case VDT_TRAY_CORE_PAUSED:
      return "paused";
    case VDT_TRAY_CORE_FULL:
      return "limit";
    case VDT_TRAY_CORE_NEAR:
      return "near";
    case VDT_TRAY_CORE_OFFLINE:
      return "offline";
    case VDT_TRAY_CORE_NO_READING:
      return "unknown";
    case VDT_TRAY_CORE_NONE:
      break;
    }
  if (state->ring == VDT_TRAY_RING_UNKNOWN)
    return "unknown";
  return state->review_due ? "review" : "normal";
}
