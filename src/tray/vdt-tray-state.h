/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VdtTrayRing:
 * @VDT_TRAY_RING_OFF: the workspace is off: thin ring and slash, nothing else is drawn
 * @VDT_TRAY_RING_UNKNOWN: dashed: no reading, or no host answers
 * @VDT_TRAY_RING_GAUGE: track, and an arc for the percentage
 *
 * The lowest layer of the icon.
 */
typedef enum
{
  VDT_TRAY_RING_OFF,
  VDT_TRAY_RING_UNKNOWN,
  VDT_TRAY_RING_GAUGE,
} VdtTrayRing;

/**
 * VdtTrayCore:
 * @VDT_TRAY_CORE_NONE: nothing
 * @VDT_TRAY_CORE_ATTENTION: an exclamation mark: an agent waits
 * @VDT_TRAY_CORE_PAUSED: two bars: notices are paused
 * @VDT_TRAY_CORE_FULL: a large disc: [const@VDT_TRAY_FULL_PERCENT] and above
 * @VDT_TRAY_CORE_NEAR: a small disc: [const@VDT_TRAY_NEAR_PERCENT] and above
 * @VDT_TRAY_CORE_OFFLINE: a cross: all hosts are offline
 * @VDT_TRAY_CORE_NO_READING: a dot: nothing was reported
 *
 * What is drawn inside the ring.
 */
typedef enum
{
  VDT_TRAY_CORE_NONE,
  VDT_TRAY_CORE_ATTENTION,
  VDT_TRAY_CORE_PAUSED,
  VDT_TRAY_CORE_FULL,
  VDT_TRAY_CORE_NEAR,
  VDT_TRAY_CORE_OFFLINE,
  VDT_TRAY_CORE_NO_READING,
} VdtTrayCore;

/**
 * VdtTrayStyle:
 * @VDT_TRAY_STYLE_SYMBOLIC: one colour, dark or white by the panel
 * @VDT_TRAY_STYLE_COLOURED: blue, orange, red
 * @VDT_TRAY_STYLE_HIGH_CONTRAST: black on a white disc
 *
 * How the layers are painted.
 */
typedef enum
{
  VDT_TRAY_STYLE_SYMBOLIC,
  VDT_TRAY_STYLE_COLOURED,
  VDT_TRAY_STYLE_HIGH_CONTRAST,
} VdtTrayStyle;

#define VDT_TRAY_NEAR_PERCENT 80.0
#define VDT_TRAY_FULL_PERCENT 95.0

/* Bounds of the tooltip, in code points. */
#define VDT_TRAY_TITLE_MAX_CHARS 200
#define VDT_TRAY_TEXT_MAX_CHARS  1000

/**
 * VdtTrayFacts:
 * @workspace_on: whether the workspace is switched on
 * @agent_waits: whether at least one agent waits for the person
 * @notices_paused: whether notices are paused
 * @all_hosts_offline: whether no host answers
 * @review_due: whether Review is due
 * @percent: used part of the quota the gauge shows; negative or NaN where it is not known
 *
 * What the icon is derived from.
 */
typedef struct
{
  gboolean workspace_on;
  gboolean agent_waits;
  gboolean notices_paused;
  gboolean all_hosts_offline;
  gboolean review_due;
  double percent;
} VdtTrayFacts;

/**
 * VdtTrayState:
 * @ring: the lowest layer
 * @core: the middle layer
 * @percent: of the arc, read for [enum@VdtTrayRing] `GAUGE` alone
 * @review_due: whether there is a dot in the corner
 * @needs_attention: whether the host should make the icon stand out
 * @style: how it is painted
 * @dark_panel: whether a symbolic icon is white
 * @title: (nullable): first line of the tooltip, plain text
 * @text: (nullable): the rest of it, plain text
 *
 * Everything a status item shows apart from its menu.
 */
typedef struct
{
  VdtTrayRing ring;
  VdtTrayCore core;
  double percent;
  gboolean review_due;
  gboolean needs_attention;
  VdtTrayStyle style;
  gboolean dark_panel;
  const char *title;
  const char *text;
} VdtTrayState;

void vdt_tray_state_init (VdtTrayState *state, const VdtTrayFacts *facts);
gboolean vdt_tray_percent_known (double percent);
const char *vdt_tray_state_get_name (const VdtTrayState *state);

G_END_DECLS
