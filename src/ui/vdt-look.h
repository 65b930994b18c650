/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-format.h"
#include "vdt-home.h"
#include "vdt-session.h"

G_BEGIN_DECLS

/* What thresholds colour a meter, in percent used (the default notice thresholds). */
#define VDT_LOOK_NEAR_LIMIT 80.
#define VDT_LOOK_LIMIT      95.

/* A turn without a record for this long is said to be quiet; same bound as a stale quota. */
#define VDT_LOOK_QUIET_AFTER VDT_QUOTA_STALE_AFTER

/**
 * VdtLens:
 * @now: the instant that is shown
 * @zone: the zone times are shown in
 * @words: whether meters say what is used or what is left
 *
 * How everything on screen is looked at.
 */
typedef struct
{
  VdtTime now;
  VdtZone *zone;
  VdtMeterWords words;
} VdtLens;

typedef enum
{
  VDT_LEVEL_NORMAL,
  VDT_LEVEL_NEAR,
  VDT_LEVEL_LIMIT,
} VdtLevel;

VdtLevel vdt_level_of_percent (double used_percent);

/**
 * VdtBadge:
 *
 * The glyph of a session's state (design, *States*); the last two say why a session is in Review.
 */
typedef enum
{
  VDT_BADGE_NONE,
  VDT_BADGE_WAITING_QUESTION,
  VDT_BADGE_WAITING_PLAN,
  VDT_BADGE_WAITING_PERMISSION,
  VDT_BADGE_WORKING,
  VDT_BADGE_QUIET,
  VDT_BADGE_IDLE,
  VDT_BADGE_COMPLETED,
  VDT_BADGE_ERROR,
  VDT_BADGE_OBSERVING,
  VDT_BADGE_OFFLINE,
  VDT_BADGE_SOURCE_DELETED,
  VDT_BADGE_DUPLICATE,
  VDT_BADGE_PARTLY_READ,
  VDT_BADGE_BLOCKED,
  VDT_BADGE_CHANGED,
} VdtBadge;

#define VDT_N_BADGES (VDT_BADGE_CHANGED + 1)

const char *vdt_badge_get_icon_name (VdtBadge badge);
const char *vdt_badge_get_style_class (VdtBadge badge);

/**
 * VdtSessionLook:
 * @badge: its state
 * @extra: what else is to be known of it, or none
 * @lead: (not nullable): the state in words
 * @lead_class: (nullable): style class of @lead
 * @rest: (nullable): what follows @lead behind a dot
 * @facts: runtime, project, model, effort
 * @one_line: whether @facts fit behind @rest
 * @description: all of it in sentences, for screen readers
 *
 * A session in words. Strings are owned by the look unless const.
 */
typedef struct
{
  VdtBadge badge;
  VdtBadge extra;
  char *lead;
  const char *lead_class;
  char *rest;
  char *facts;
  gboolean one_line;
  char *description;
} VdtSessionLook;

void vdt_session_look_init (VdtSessionLook *look,
                            VdtSession *session,
                            gboolean with_project,
                            const VdtLens *lens);
void vdt_session_look_clear (VdtSessionLook *look);
char *vdt_session_look_summary (VdtSession *session) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_session_look_plan (const VdtSessionInfo *info) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_session_look_task (const VdtSessionInfo *info) G_GNUC_WARN_UNUSED_RESULT;

typedef enum
{
  VDT_FILL_SOLID,
  VDT_FILL_STRIPED, /* the window is assumed */
  VDT_FILL_FADED,   /* the reading is old */
  VDT_FILL_NONE,    /* nothing to fill: a dashed outline */
} VdtFill;

/**
 * VdtMeterLook:
 * @fill: how the bar is drawn
 * @fraction: how far it is filled, 0 … 1; always what is used
 * @lead: (not nullable): the number
 * @rest: (nullable): what it is out of, or why there is none
 * @known: whether there is a percentage
 * @percent: the percentage where @known
 * @value: the value in words, for screen readers
 * @source: state, source and age, one a line
 *
 * A context meter in words.
 */
typedef struct
{
  VdtFill fill;
  VdtLevel level;
  double fraction;
  char *lead;
  char *rest;
  gboolean known;
  double percent;
  char *value;
  char *source;
} VdtMeterLook;

void vdt_meter_look_init (VdtMeterLook *look, const VdtSessionInfo *info, const VdtLens *lens);
void vdt_meter_look_clear (VdtMeterLook *look);

typedef enum
{
  VDT_RING_UNKNOWN,
  VDT_RING_REPORTED,
  VDT_RING_STALE,
  VDT_RING_ENDED,
} VdtRing;

typedef enum
{
  VDT_PACE_NONE,
  VDT_PACE_AHEAD,
  VDT_PACE_BELOW,
  VDT_PACE_EVEN,
} VdtPaceMark;

/**
 * VdtQuotaLook:
 * @percent: used, where @ring is reported or stale; may exceed 100
 * @even: what an even pace would have used, or below 0 where nothing tells
 * @number: (nullable): the percentage as shown in the ring
 * @word: (nullable): `used` or `left`, below @number
 * @title: the window
 * @flag: (nullable): `Near limit`, `Limit`, or the reading's age
 * @flag_icon: (nullable): icon before @flag
 * @first: first line below the title
 * @second: (nullable): second line
 * @pace: the mark before @second
 * @value, @description: for screen readers
 * @source: state, source and age, one a line
 *
 * A quota window in words.
 */
typedef struct
{
  VdtRing ring;
  VdtLevel level;
  double percent;
  double even;
  char *number;
  const char *word;
  char *title;
  char *flag;
  const char *flag_icon;
  const char *flag_class;
  char *first;
  char *second;
  VdtPaceMark pace;
  char *value;
  char *description;
  char *source;
} VdtQuotaLook;

void vdt_quota_look_init (VdtQuotaLook *look, const VdtQuotaLine *line, const VdtLens *lens);
void vdt_quota_look_clear (VdtQuotaLook *look);

G_END_DECLS
