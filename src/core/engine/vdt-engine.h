/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-home.h"
#include "vdt-review.h"
#include "vdt-session.h"

G_BEGIN_DECLS

/**
 * VdtEngineState:
 * @VDT_ENGINE_WELCOME: off, and never yet turned on
 * @VDT_ENGINE_OFF: turned off: nothing is read, stored or sent
 * @VDT_ENGINE_SCANNING: on, and the first scan is not over
 * @VDT_ENGINE_READY: on, all that is there has been read
 */
typedef enum
{
  VDT_ENGINE_WELCOME,
  VDT_ENGINE_OFF,
  VDT_ENGINE_SCANNING,
  VDT_ENGINE_READY,
} VdtEngineState;

typedef enum
{
  VDT_PROBLEM_DATABASE_CORRUPT, /* argument: where it was set aside */
  VDT_PROBLEM_DATABASE_FULL,
  VDT_PROBLEM_DATABASE_NEWER,
  VDT_PROBLEM_DATABASE_READ_ONLY,
  VDT_PROBLEM_DATABASE_LOCKED,
  VDT_PROBLEM_UNREADABLE_FOLDER, /* argument: the first path; count: how many */
  VDT_PROBLEM_BAD_VALUES,        /* count: how many numbers look odd */
  VDT_PROBLEM_MALFORMED_LINES,   /* count */
} VdtProblemKind;

typedef struct
{
  VdtProblemKind kind;
  guint count;
  const char *argument;
} VdtProblem;

typedef struct
{
  guint files_done;
  guint files_total;
  guint64 bytes_done;
  guint64 bytes_total;
} VdtEngineProgress;

/**
 * VdtDayUsage:
 * @day: local calendar day, days since 1970-01-01
 *
 * Tokens of one day, a runtime each.
 */
typedef struct
{
  gint64 day;
  VdtTokens tokens[VDT_N_RUNTIMES];
} VdtDayUsage;

/**
 * VdtEngine:
 *
 * All of core as list models and actions on the main context. It owns the observers and the
 * store; it knows no GTK. Main thread only.
 *
 * Properties: `state` (#VdtEngineState as int), `n-waiting` (uint), `review-due` (boolean).
 * Signals: `progress-changed`, `problems-changed`, `days-changed`, `tick` (once a minute, or once a
 * second while a countdown is in its last minute: ages and countdowns are to be drawn again),
 * `quota-back` (#VdtHome, const #VdtQuotaReading: a window was reset before its time; once),
 * `alert` (const #VdtAlert: a person is to be told of something; once).
 * Actions (a #GActionGroup, prefix `engine.`): `enabled` (stateful boolean), `refresh`.
 */
#define VDT_TYPE_ENGINE (vdt_engine_get_type ())
G_DECLARE_FINAL_TYPE (VdtEngine, vdt_engine, VDT, ENGINE, GObject)

/**
 * VdtEngineKept:
 * @conversations: sessions of which messages or changes are kept
 * @bytes: what the database takes on the disk
 *
 * How much is kept.
 */
typedef struct
{
  gint64 conversations;
  gint64 bytes;
} VdtEngineKept;

/**
 * VdtEngineKeptFunc:
 * @engine: the engine
 * @kept: (nullable): how much is kept; `NULL` where nobody can say
 * @user_data: as given
 *
 * Called once, on the main thread.
 */
typedef void (*VdtEngineKeptFunc) (VdtEngine *engine,
                                   const VdtEngineKept *kept,
                                   gpointer user_data);

/**
 * VdtEngineDeletedFunc:
 * @engine: the engine
 * @error: (nullable): why nothing was deleted
 * @user_data: as given
 *
 * Called once, on the main thread.
 */
typedef void (*VdtEngineDeletedFunc) (VdtEngine *engine, const GError *error, gpointer user_data);

/**
 * VdtEngineConfig:
 * @settings: (nullable): Vedette's settings; without them the workspace is on and the homes are
 *   those given
 * @database_path: (nullable): where to store; `NULL` stores nothing
 * @codex_homes: (nullable), @claude_homes: (nullable): homes that are all there is, instead of
 *   environment, settings and the usual places
 * @user_home: (nullable): the person's home folder; the system's by default
 * @now_offset: what the clock is ahead, in milliseconds; for made-up logs of another day
 * @retention_days: how long what was said is kept, where there are no settings; 0 for 30 days
 * @review_since: of a new database: what changed up to then counts as looked at; 0 for now
 */
typedef struct
{
  GSettings *settings;
  const char *database_path;
  const char *const *codex_homes;
  const char *const *claude_homes;
  const char *user_home;
  VdtTime now_offset;
  guint retention_days;
  VdtTime review_since;
} VdtEngineConfig;

VdtEngine *vdt_engine_new (const VdtEngineConfig *config) G_GNUC_WARN_UNUSED_RESULT;
void vdt_engine_start (VdtEngine *self);
void vdt_engine_shutdown (VdtEngine *self);
VdtEngineState vdt_engine_get_state (VdtEngine *self);
GListModel *
vdt_engine_get_sessions (VdtEngine *self);          /* of VdtSession, no sub-agents, newest first */
GListModel *vdt_engine_get_homes (VdtEngine *self); /* of VdtHome, fullest running window first */
GActionGroup *vdt_engine_get_actions (VdtEngine *self);
void vdt_engine_count_kept (VdtEngine *self, VdtEngineKeptFunc func, gpointer user_data);
void vdt_engine_delete_history (VdtEngine *self,
                                const char *session_id,
                                VdtEngineDeletedFunc func,
                                gpointer user_data);
VdtReview *vdt_engine_get_review (VdtEngine *self);
guint vdt_engine_get_n_waiting (VdtEngine *self);
gboolean vdt_engine_session_waits (VdtEngine *self, const char *session_id);
gboolean vdt_engine_get_review_due (VdtEngine *self);
void vdt_engine_set_attended (VdtEngine *self, gboolean attended);
gboolean vdt_engine_is_paused (VdtEngine *self, VdtTime *until);
VdtTime vdt_engine_get_now (VdtEngine *self);
void vdt_engine_get_progress (VdtEngine *self, VdtEngineProgress *progress);
guint vdt_engine_get_n_problems (VdtEngine *self);
const VdtProblem *vdt_engine_get_problem (VdtEngine *self, guint index);
void vdt_engine_dismiss_problem (VdtEngine *self, VdtProblemKind kind);
GArray *vdt_engine_get_days (VdtEngine *self,
                             guint n_days); /* (transfer full), of VdtDayUsage, oldest first */

G_END_DECLS
