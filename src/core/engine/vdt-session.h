/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-context-meter.h"
#include "vdt-runtime.h"
#include "vdt-talk.h"
#include "vdt-tokens.h"

G_BEGIN_DECLS

/**
 * VdtContextPoint:
 *
 * One step of the context chart; @used_tokens unknown is a gap, @compacted a boundary.
 */
typedef struct
{
  VdtTime time;
  VdtCount used_tokens;
  VdtCount window_tokens;
  gboolean compacted;
} VdtContextPoint;

/**
 * VdtSessionInfo:
 *
 * Everything a screen shows of one session. Immutable once it has been handed over.
 * @id: our 24 hex digits; @native_id: the agent's own; @home_id: see [struct@VdtLogHome]
 * @title: (nullable), @project: (nullable), @model: (nullable), @effort: (nullable)
 * @host: (nullable): `NULL` is this computer
 * @fast: 1, 0, or -1 where it was never mentioned
 * @parent_id: (nullable): our id of the session a sub-agent belongs to
 * @state_since: when the lifecycle began to be what it is
 * @unknown_records: above 0 the extraction is degraded
 * @tokens_complete: whether the conversation was read from its first record on
 * @plan_total: how many items its plan has; 0 where there is none
 * @plan_completed: how many of them are finished
 * @goal: (nullable): what it was asked for first
 * @next_action: (nullable): the plan's first item that was not begun
 * @blockers: (nullable): what stands in the way; `NULL` where nothing does
 * @current_task: (nullable): the plan's item in progress, else the newest thing it was asked for
 * @urgent: whether it asks for something that it calls high or critical itself
 * @n_snapshots: how often something changed that Review tells of
 * @points: (element-type VdtContextPoint): oldest first, at most 500
 */
typedef struct
{
  char *id;
  char *native_id;
  char *home_id;
  VdtRuntime runtime;
  char *title;
  char *project;
  char *host;
  char *model;
  char *effort;
  char *provider;
  int fast;
  char *parent_id;
  char *parent_native_id;
  char *forked_from;
  gboolean is_subagent;
  gboolean source_deleted;
  gboolean duplicate;
  VdtLifecycle lifecycle;
  VdtWaitingFor waiting_for;
  VdtTime state_since;
  VdtTime created_at;
  VdtTime last_event_at;
  VdtContextMeter context;
  VdtTokens tokens;
  gboolean tokens_complete;
  guint pending_decisions;
  guint queued_messages;
  guint unknown_records;
  guint plan_total;
  guint plan_completed;
  char *goal;
  char *next_action;
  char **blockers;
  char *current_task;
  gboolean urgent;
  gint64 n_snapshots;
  GArray *points;
} VdtSessionInfo;

#define VDT_TYPE_SESSION_INFO (vdt_session_info_get_type ())
GType vdt_session_info_get_type (void);
VdtSessionInfo *vdt_session_info_new (void) G_GNUC_WARN_UNUSED_RESULT;
VdtSessionInfo *vdt_session_info_ref (VdtSessionInfo *info);
void vdt_session_info_unref (VdtSessionInfo *info);
gboolean vdt_session_info_waits (const VdtSessionInfo *info);
char *vdt_session_info_dup_wait_key (const VdtSessionInfo *info) G_GNUC_WARN_UNUSED_RESULT;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtSessionInfo, vdt_session_info_unref)

/**
 * VdtSession:
 *
 * A session in a list. Main thread only. `info` is replaced as a whole and notified;
 * `children` is a #GListModel of the sessions of its sub-agents.
 */
#define VDT_TYPE_SESSION (vdt_session_get_type ())
G_DECLARE_FINAL_TYPE (VdtSession, vdt_session, VDT, SESSION, GObject)

VdtSession *vdt_session_new (VdtSessionInfo *info) G_GNUC_WARN_UNUSED_RESULT;
const VdtSessionInfo *vdt_session_get_info (VdtSession *self);
void vdt_session_set_info (VdtSession *self, VdtSessionInfo *info);
const char *vdt_session_get_id (VdtSession *self);
GListModel *vdt_session_get_children (VdtSession *self);
void vdt_session_set_children (VdtSession *self, VdtSession *const *children, guint n_children);

G_END_DECLS
