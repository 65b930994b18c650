/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-runtime.h"
#include "vdt-zone.h"

G_BEGIN_DECLS

#define VDT_ALERT_MAX_THRESHOLDS   8
#define VDT_ALERT_COOLDOWN         (30 * VDT_SECOND)
#define VDT_ALERT_GATHER           (2 * VDT_SECOND) /* what comes that close together is one alert */
#define VDT_ALERT_WINDOW_TOLERANCE (10 * VDT_MINUTE) /* reset times that close are one window's */
#define VDT_ALERT_UNTIL_TURNED_ON  ((VdtTime) -1)

/**
 * VdtAlertKind:
 * @VDT_ALERT_WAITING: an agent waits for the person
 * @VDT_ALERT_URGENT: an agent waits with what it calls high or critical itself (V41, V42); also
 *   where it was told to wait before it did
 * @VDT_ALERT_REVIEW_DUE: the digest (V40, V62)
 * @VDT_ALERT_QUOTA_NEAR: a threshold of a quota was passed
 * @VDT_ALERT_QUOTA_BACK: a quota was reset before its time
 */
typedef enum
{
  VDT_ALERT_WAITING,
  VDT_ALERT_URGENT,
  VDT_ALERT_REVIEW_DUE,
  VDT_ALERT_QUOTA_NEAR,
  VDT_ALERT_QUOTA_BACK,
} VdtAlertKind;

/**
 * VdtAlert:
 * @count: how many agents it speaks of; 1 for the others
 * @held: whether it was held back in quiet hours or a pause, and comes late
 * @target: (nullable): our id of the session, where it speaks of just one: what *Open* opens.
 *   Never shown
 * @sessions: (element-type utf8): of `WAITING` and `URGENT`: our ids of all that it speaks of
 * @runtime: of a quota
 * @window: of a quota: the number of its kind
 * @threshold: of `QUOTA_NEAR`: the percentage that was passed
 * @keys: (element-type utf8): what to claim in the store before it is shown: of `WAITING` and
 *   `URGENT` one for each agent, of the others one
 * @value: goes with each of @keys: of a quota when its window resets, or where nobody said so
 *   when it was passed; else 0
 *
 * Something to tell a person. It holds no title, project, path, prompt or option.
 */
typedef struct
{
  VdtAlertKind kind;
  guint count;
  gboolean held;
  char *target;
  GPtrArray *sessions;
  VdtRuntime runtime;
  int window;
  int threshold;
  GPtrArray *keys;
  gint64 value;
} VdtAlert;

/**
 * VdtAlertRules:
 * @enabled: whether anything is told at all
 * @waiting: whether agents that wait are told of
 * @quotas: whether quotas are told of
 * @batching: whether what is not urgent is left to the digest
 * @thresholds: ascending, 1 … 100
 * @quiet_start: minutes after local midnight; with @quiet on and @quiet_start equal to @quiet_end
 *   there are none
 * @paused_until: 0 for not paused, `VDT_ALERT_UNTIL_TURNED_ON`, or a time
 *
 * A person's choices.
 */
typedef struct
{
  gboolean enabled;
  gboolean waiting;
  gboolean quotas;
  gboolean batching;
  int thresholds[VDT_ALERT_MAX_THRESHOLDS];
  guint n_thresholds;
  gboolean quiet;
  int quiet_start;
  int quiet_end;
  VdtTime paused_until;
} VdtAlertRules;

/**
 * VdtAlertWaiting:
 * @session_id: our id of a session that waits now
 * @key: what it waits for: tells one question of a session from the next
 * @urgent: set by the agent itself, never read out of words
 * @seen: whether the focused window shows it already
 */
typedef struct
{
  const char *session_id;
  const char *key;
  gboolean urgent;
  gboolean seen;
} VdtAlertWaiting;

/**
 * VdtAlertQuota:
 * @key: home, bucket and kind of window: what stays the same from one window to the next
 * @window: the number of its kind
 * @used_percent: as reported now
 * @resets_at: which window it is; unknown where nobody said
 */
typedef struct
{
  const char *key;
  VdtRuntime runtime;
  int window;
  double used_percent;
  VdtTime resets_at;
} VdtAlertQuota;

/**
 * VdtAlertPolicy:
 *
 * When a person is told of something, and when not: a state machine without clock, store or
 * screen. What stood when it began, or when it was told to begin anew, is not told of, but for
 * what is urgent and stands in quiet hours or a pause: who began earlier may have held it back, so
 * that it is owed when those end, unless the store says that it was told. Each thing is told once.
 *
 * Tell it what is seen, then call [func@vdt_alert_policy_take], and again at the time that
 * [func@vdt_alert_policy_get_next] gives. Times are the wall clock's, and that may be set: where it
 * goes back, what is remembered keeps its age; where it goes forward, what was due meanwhile comes
 * as one. Not thread-safe.
 */
typedef struct _VdtAlertPolicy VdtAlertPolicy;

VdtAlertPolicy *vdt_alert_policy_new (VdtZone *zone) G_GNUC_WARN_UNUSED_RESULT;
void vdt_alert_policy_free (VdtAlertPolicy *policy);
void vdt_alert_policy_set_rules (VdtAlertPolicy *policy, const VdtAlertRules *rules, VdtTime now);
void vdt_alert_policy_begin (VdtAlertPolicy *policy);
void vdt_alert_policy_see_waiting (VdtAlertPolicy *policy,
                                   const VdtAlertWaiting *waiting,
                                   guint n_waiting,
                                   VdtTime now);
void vdt_alert_policy_see_quota (VdtAlertPolicy *policy, const VdtAlertQuota *quota, VdtTime now);
void
vdt_alert_policy_see_quota_back (VdtAlertPolicy *policy, const VdtAlertQuota *quota, VdtTime now);
void vdt_alert_policy_see_review_due (VdtAlertPolicy *policy, VdtTime window, VdtTime now);
void vdt_alert_policy_see_review_done (VdtAlertPolicy *policy);
GPtrArray *vdt_alert_policy_take (VdtAlertPolicy *policy, VdtTime now) G_GNUC_WARN_UNUSED_RESULT;
VdtTime vdt_alert_policy_get_next (const VdtAlertPolicy *policy, VdtTime now);
gboolean vdt_alert_policy_is_silent (const VdtAlertPolicy *policy, VdtTime now, VdtTime *until);
void vdt_alert_free (VdtAlert *alert);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtAlertPolicy, vdt_alert_policy_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtAlert, vdt_alert_free)

G_END_DECLS
