/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-alert-policy.h"
#include "vdt-collector.h"
#include "vdt-engine.h"
#include "vdt-news.h"
#include "vdt-observer.h"
#include "vdt-store.h"
#include "vdt-zone.h"

G_BEGIN_DECLS

/* Readings that are at hand for pace (usage.md): a little over the hour that is looked back. */
#define VDT_PACE_WINDOW (2 * VDT_HOUR)
#define VDT_CHART_DAYS  90

typedef struct
{
  VdtObserver *observer;
  VdtCollector *collector;
  GHashTable *days; /* gint64 day → VdtTokens */
  GPtrArray *homes; /* VdtHome */
  GPtrArray *unreadable;
  gboolean scanned;
  guint files_done;
  guint files_total;
  guint64 bytes_done;
  guint64 bytes_total;
  guint64 bad_values;
  guint64 malformed_lines;
} VdtEngineSide;

struct _VdtEngine
{
  GObject parent_instance;

  /* configuration */
  GSettings *settings;
  char *database_path;
  char **codex_homes;
  char **claude_homes;
  char *user_home;
  VdtTime now_offset;
  guint retention_days;

  /* state */
  VdtEngineState state;
  gboolean running;
  gboolean shut_down;
  VdtZone *zone;
  VdtStore *store;
  GCancellable *cancellable;
  VdtEngineSide sides[VDT_N_RUNTIMES];
  GHashTable *sessions_by_id; /* id → VdtSession */
  GHashTable *unconfirmed;    /* ids that only an earlier run knew so far */
  GHashTable *children;       /* parent's id → GPtrArray of VdtSession */
  GListStore *sessions;
  GListStore *homes;
  GHashTable *pace; /* home, bucket, window → GArray of VdtQuotaReading */
  GArray *problems; /* VdtProblem, arguments owned by problem_texts */
  GPtrArray *problem_texts;
  guint dismissed; /* bits by kind */
  GSimpleActionGroup *actions;
  guint n_waiting;
  guint64 waiting_print; /* changes with who waits */
  VdtTime newest_state;  /* since when the newest state holds of those whose age is told */
  guint tick_source;
  guint prune_source;
  guint prune_more_source;
  VdtReview *review;
  VdtTime review_since;
  guint review_source;
  gboolean review_loading;
  gboolean review_stale;
  gboolean review_due;
  VdtTime review_due_at; /* when the digest that says so was claimed */
  VdtAlertPolicy *alerts;
  gboolean alerts_begun; /* since it was turned on */
  gboolean digest_asked; /* the same */
  VdtTime digest_owed;   /* the window of one that may have been held back; unknown for none */
  guint alert_source;
  gboolean attended;
  gboolean tick_is_fast;

  /* news on their way from the observers' threads */
  GMutex news_lock;
  GQueue news;
  GSource *news_source;
  int handed; /* atomic: pairs what one thread wrote with what the other reads, for tools that do
               not see it inside GLib */
  guint run;  /* goes up when observers stop: what they told is of no use then */
};

void vdt_engine_take_news (VdtEngine *self, VdtNews *news);
void vdt_engine_take_view (VdtEngine *self, const VdtStoreView *view);
void vdt_engine_clear_models (VdtEngine *self);
void vdt_engine_update_problems (VdtEngine *self);
void vdt_engine_set_state (VdtEngine *self, VdtEngineState state);
void vdt_engine_emit_progress (VdtEngine *self);
void vdt_engine_emit_days (VdtEngine *self);
void vdt_engine_hurry_tick (VdtEngine *self);
void vdt_engine_start_pruning (VdtEngine *self);
void vdt_engine_prune (VdtEngine *self);
guint vdt_engine_get_retention (VdtEngine *self);
void vdt_engine_init_review (VdtEngine *self);
void vdt_engine_clear_review (VdtEngine *self);
void vdt_engine_begin_review (VdtEngine *self, const VdtStoreView *view);
void vdt_engine_renew_review (VdtEngine *self);
void vdt_engine_queue_review (VdtEngine *self);
void vdt_engine_init_alerts (VdtEngine *self);
void vdt_engine_begin_alerts (VdtEngine *self);
void vdt_engine_tell_alerts (VdtEngine *self);
void vdt_engine_see_waiting (VdtEngine *self);
void vdt_engine_see_quotas (VdtEngine *self);
void vdt_engine_ask_digest (VdtEngine *self);
void vdt_engine_emit_alert (VdtEngine *self, VdtAlert *alert);
void vdt_engine_set_review_due (VdtEngine *self, gboolean due);
void vdt_engine_set_waiting (VdtEngine *self, guint n_waiting, guint64 print);

G_END_DECLS
