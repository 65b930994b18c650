/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-engine-private.h"

#include "vdt-settings.h"

/* What a first screen shows; the others follow when their logs are taken over. */
#define FIRST_SESSIONS 500

typedef enum
{
  PROP_STATE = 1,
  PROP_N_WAITING,
  PROP_REVIEW_DUE,
  N_PROPS,
} VdtEngineProps;

static GParamSpec *properties[N_PROPS];

enum
{
  SIGNAL_PROGRESS_CHANGED,
  SIGNAL_PROBLEMS_CHANGED,
  SIGNAL_DAYS_CHANGED,
  SIGNAL_TICK,
  SIGNAL_QUOTA_BACK,
  SIGNAL_ALERT,
  SIGNAL_WAITING_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtEngine, vdt_engine, G_TYPE_OBJECT)

static void engine_run (VdtEngine *self);
static void engine_halt (VdtEngine *self);

static void
vdt_engine_dispose (GObject *object)
{
  vdt_engine_shutdown (VDT_ENGINE (object));
  G_OBJECT_CLASS (vdt_engine_parent_class)->dispose (object);
}

static void
vdt_engine_finalize (GObject *object)
{
  VdtEngine *self = VDT_ENGINE (object);

  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    {
      g_hash_table_unref (self->sides[i].days);
      g_ptr_array_unref (self->sides[i].homes);
      g_ptr_array_unref (self->sides[i].unreadable);
    }
  g_clear_object (&self->settings);
  g_clear_object (&self->store);
  g_clear_object (&self->actions);
  g_clear_object (&self->sessions);
  g_clear_object (&self->homes);
  g_clear_object (&self->review);
  g_clear_pointer (&self->alerts, vdt_alert_policy_free);
  g_hash_table_unref (self->sessions_by_id);
  g_hash_table_unref (self->children);
  g_hash_table_unref (self->unconfirmed);
  g_hash_table_unref (self->pace);
  g_array_unref (self->problems);
  g_ptr_array_unref (self->problem_texts);
  g_free (self->database_path);
  g_free (self->user_home);
  g_strfreev (self->codex_homes);
  g_strfreev (self->claude_homes);
  vdt_zone_free (self->zone);
  g_mutex_clear (&self->news_lock);
  G_OBJECT_CLASS (vdt_engine_parent_class)->finalize (object);
}

static void
vdt_engine_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  VdtEngine *self = VDT_ENGINE (object);

  switch ((VdtEngineProps) id)
    {
    case PROP_STATE:
      g_value_set_int (value, self->state);
      break;
    case PROP_N_WAITING:
      g_value_set_uint (value, self->n_waiting);
      break;
    case PROP_REVIEW_DUE:
      g_value_set_boolean (value, self->review_due);
      break;
    case N_PROPS:
      break;
    }
}

static void
vdt_engine_class_init (VdtEngineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = vdt_engine_dispose;
  object_class->finalize = vdt_engine_finalize;
  object_class->get_property = vdt_engine_get_property;
  properties[PROP_STATE] =
    g_param_spec_int ("state", NULL, NULL, VDT_ENGINE_WELCOME, VDT_ENGINE_READY, VDT_ENGINE_WELCOME,
                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_N_WAITING] = g_param_spec_uint ("n-waiting", NULL, NULL, 0, G_MAXUINT, 0,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_REVIEW_DUE] = g_param_spec_boolean ("review-due", NULL, NULL, FALSE,
                                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SIGNAL_PROGRESS_CHANGED] =
    g_signal_new ("progress-changed", VDT_TYPE_ENGINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
  signals[SIGNAL_PROBLEMS_CHANGED] =
    g_signal_new ("problems-changed", VDT_TYPE_ENGINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
  signals[SIGNAL_DAYS_CHANGED] = g_signal_new ("days-changed", VDT_TYPE_ENGINE, G_SIGNAL_RUN_LAST,
                                               0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_TICK] =
    g_signal_new ("tick", VDT_TYPE_ENGINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_QUOTA_BACK] =
    g_signal_new ("quota-back", VDT_TYPE_ENGINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, VDT_TYPE_HOME, G_TYPE_POINTER);
  signals[SIGNAL_ALERT] = g_signal_new ("alert", VDT_TYPE_ENGINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[SIGNAL_WAITING_CHANGED] =
    g_signal_new ("waiting-changed", VDT_TYPE_ENGINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
}

static void
free_readings (gpointer data)
{
  g_array_unref (data);
}

static void
vdt_engine_init (VdtEngine *self)
{
  self->sessions = g_list_store_new (VDT_TYPE_SESSION);
  self->homes = g_list_store_new (VDT_TYPE_HOME);
  self->sessions_by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->unconfirmed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->children =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->pace = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_readings);
  self->problems = g_array_new (FALSE, TRUE, sizeof (VdtProblem));
  self->problem_texts = g_ptr_array_new_with_free_func (g_free);
  self->actions = g_simple_action_group_new ();
  vdt_engine_init_review (self);
  self->zone = vdt_zone_new (NULL, NULL);
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    {
      self->sides[i].days = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
      self->sides[i].homes = g_ptr_array_new_with_free_func (g_object_unref);
      self->sides[i].unreadable = g_ptr_array_new_with_free_func (g_free);
    }
  g_mutex_init (&self->news_lock);
  g_queue_init (&self->news);
}

void
vdt_engine_set_state (VdtEngine *self, VdtEngineState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
vdt_engine_set_waiting (VdtEngine *self, guint n_waiting, guint64 print)
{
  const gboolean others = self->waiting_print != print;
  const gboolean more_or_less = self->n_waiting != n_waiting;

  self->n_waiting = n_waiting;
  self->waiting_print = print;
  if (more_or_less)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_WAITING]);
  if (others)
    g_signal_emit (self, signals[SIGNAL_WAITING_CHANGED], 0);
}

void
vdt_engine_set_review_due (VdtEngine *self, gboolean due)
{
  if (self->review_due == due)
    return;
  self->review_due = due;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REVIEW_DUE]);
}

void
vdt_engine_emit_alert (VdtEngine *self, VdtAlert *alert)
{
  g_signal_emit (self, signals[SIGNAL_ALERT], 0, alert);
}

void
vdt_engine_emit_progress (VdtEngine *self)
{
  g_signal_emit (self, signals[SIGNAL_PROGRESS_CHANGED], 0);
}

void
vdt_engine_emit_days (VdtEngine *self)
{
  g_signal_emit (self, signals[SIGNAL_DAYS_CHANGED], 0);
}

static void
lock_news (VdtEngine *self)
{
  g_mutex_lock (&self->news_lock);
  g_atomic_int_inc (&self->handed);
}

static void
unlock_news (VdtEngine *self)
{
  g_atomic_int_inc (&self->handed);
  g_mutex_unlock (&self->news_lock);
}

static gboolean
dispatch_news (gpointer user_data)
{
  VdtEngine *self = user_data;
  GQueue news = G_QUEUE_INIT;
  VdtNews *one = NULL;
  guint run = self->run;

  lock_news (self);
  news = self->news;
  g_queue_init (&self->news);
  g_clear_pointer (&self->news_source, g_source_unref);
  unlock_news (self);
  while ((one = g_queue_pop_head (&news)) != NULL)
    {
      if (self->running && run == self->run)
        vdt_engine_take_news (self, one);
      vdt_news_free (one);
    }
  return G_SOURCE_REMOVE;
}

/* On an observer's thread: at most one source waits on the main context at a time. */
static void
queue_news (VdtNews *news, gpointer user_data)
{
  VdtEngine *self = user_data;

  lock_news (self);
  g_queue_push_tail (&self->news, news);
  if (self->news_source == NULL)
    {
      self->news_source = g_idle_source_new ();
      g_source_set_static_name (self->news_source, "vdt-engine news");
      g_source_set_priority (self->news_source, G_PRIORITY_DEFAULT);
      g_source_set_callback (self->news_source, dispatch_news, self, NULL);
      g_source_attach (self->news_source, NULL);
    }
  unlock_news (self);
}

static void
drop_news (VdtEngine *self)
{
  lock_news (self);
  if (self->news_source != NULL)
    {
      g_source_destroy (self->news_source);
      g_clear_pointer (&self->news_source, g_source_unref);
    }
  g_queue_clear_full (&self->news, (GDestroyNotify) vdt_news_free);
  unlock_news (self);
}

static gboolean
is_within_minute (VdtTime from, VdtTime to)
{
  return vdt_time_known (from) && vdt_time_known (to) && to > from - VDT_SECOND &&
         to - from <= VDT_MINUTE;
}

/* A countdown in its last minute and an age in its first are drawn every second, everything else
 * every minute. */
static gboolean
shows_seconds (VdtEngine *self)
{
  VdtTime now = vdt_engine_get_now (self);

  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    for (guint j = 0; j < self->sides[i].homes->len; j++)
      {
        VdtHome *home = g_ptr_array_index (self->sides[i].homes, j);

        for (guint k = 0; k < vdt_home_get_n_quotas (home); k++)
          {
            const VdtQuotaReading *reading = &vdt_home_get_quota (home, k)->reading;

            if (is_within_minute (now, reading->resets_at) ||
                is_within_minute (reading->as_of, now))
              return TRUE;
          }
      }
  return is_within_minute (self->newest_state, now);
}

static void schedule_tick (VdtEngine *self);

static gboolean
on_tick_cb (gpointer user_data)
{
  VdtEngine *self = user_data;

  self->tick_source = 0;
  g_signal_emit (self, signals[SIGNAL_TICK], 0);
  schedule_tick (self);
  return G_SOURCE_REMOVE;
}

static void
schedule_tick (VdtEngine *self)
{
  VdtTime now = vdt_engine_get_now (self);

  if (!self->running || self->tick_source != 0)
    return;
  self->tick_is_fast = shows_seconds (self);
  if (self->tick_is_fast)
    self->tick_source = g_timeout_add_seconds (1, on_tick_cb, self);
  else
    self->tick_source =
      g_timeout_add_seconds (1 + (guint) ((VDT_MINUTE - now % VDT_MINUTE) / VDT_SECOND), on_tick_cb,
                             self);
}

/**
 * vdt_engine_hurry_tick:
 * @self: an engine
 *
 * Ticks every second from now on, where what has just become known is to be shown in seconds.
 */
void
vdt_engine_hurry_tick (VdtEngine *self)
{
  if (self->tick_source == 0 || self->tick_is_fast || !shows_seconds (self))
    return;
  g_clear_handle_id (&self->tick_source, g_source_remove);
  schedule_tick (self);
}

static char **
homes_of (VdtEngine *self, VdtRuntime runtime)
{
  if (self->settings == NULL)
    return g_new0 (char *, 1);
  return vdt_settings_get_homes (self->settings,
                                 runtime == VDT_RUNTIME_CODEX ? "codex-homes" : "claude-homes");
}

static void
give_sources (VdtEngine *self, VdtObserver *observer)
{
  g_auto (GStrv) codex = homes_of (self, VDT_RUNTIME_CODEX);
  g_auto (GStrv) claude = homes_of (self, VDT_RUNTIME_CLAUDE);
  VdtHomeSources sources = {
    .codex_options = (const char *const *) self->codex_homes,
    .claude_options = (const char *const *) self->claude_homes,
    .codex_settings = (const char *const *) codex,
    .claude_settings = (const char *const *) claude,
    .codex_home_env = g_getenv ("CODEX_HOME"),
    .claude_config_dir_env = g_getenv ("CLAUDE_CONFIG_DIR"),
    .user_home = self->user_home,
  };

  vdt_observer_set_sources (observer, &sources);
}

static void
start_observers (VdtEngine *self)
{
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    {
      VdtEngineSide *side = &self->sides[i];

      side->scanned = FALSE;
      side->files_done = side->files_total = 0;
      side->bytes_done = side->bytes_total = 0;
      side->collector =
        vdt_collector_new ((VdtRuntime) i, self->store,
                           self->store != NULL ? vdt_store_get_generation (self->store) : 0,
                           self->user_home, queue_news, self);
      vdt_collector_set_retention (side->collector, vdt_engine_get_retention (self));
      vdt_collector_set_clock (side->collector, self->now_offset);
      side->observer = vdt_observer_new ((VdtRuntime) i, VDT_LOG_SINK (side->collector));
      give_sources (self, side->observer);
      vdt_observer_start (side->observer);
    }
}

static void
stop_observers (VdtEngine *self)
{
  self->run++;
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    if (self->sides[i].collector != NULL)
      vdt_collector_stop (self->sides[i].collector);
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    {
      if (self->sides[i].observer != NULL)
        vdt_observer_stop (self->sides[i].observer);
      g_clear_object (&self->sides[i].observer);
      g_clear_object (&self->sides[i].collector);
    }
  drop_news (self);
}

/* What is stored is no longer what was read from it: begin again from what it says now. What is on
 * the screen stays until it is known whether it is still there. */
static void
on_store_reset_cb (VdtEngine *self)
{
  GHashTableIter iter;
  gpointer id = NULL;

  if (!self->running || self->sides[0].observer == NULL)
    return;
  stop_observers (self);
  vdt_engine_renew_review (self);
  g_hash_table_iter_init (&iter, self->sessions_by_id);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_add (self->unconfirmed, g_strdup (id));
  vdt_engine_set_state (self, VDT_ENGINE_SCANNING);
  start_observers (self);
}

static void
on_view_loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (VdtEngine) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (VdtStoreView) view = vdt_store_load_view_finish (VDT_STORE (source), result, &error);

  if (!self->running || self->store != VDT_STORE (source))
    return;
  if (view != NULL)
    {
      vdt_engine_begin_review (self, view);
      vdt_engine_take_view (self, view);
      vdt_engine_queue_review (self);
    }
  else
    g_debug ("loading the last known state: %s", error->message);
  start_observers (self);
}

static void
load_view (VdtEngine *self)
{
  VdtTime bounds[VDT_CHART_DAYS + 1];
  VdtTime now = vdt_engine_get_now (self);
  gint64 today = vdt_zone_local_day (self->zone, now);
  VdtStoreViewQuery query = { .max_sessions = FIRST_SESSIONS,
                              .quota_since = now - VDT_PACE_WINDOW,
                              .day_bounds = bounds,
                              .n_day_bounds = G_N_ELEMENTS (bounds) };

  for (int i = 0; i <= VDT_CHART_DAYS; i++)
    bounds[i] = vdt_zone_start_of_day (self->zone, today - VDT_CHART_DAYS + 1 + i);
  vdt_store_load_view_async (self->store, &query, self->cancellable, on_view_loaded_cb,
                             g_object_ref (self));
}

static void
on_store_opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (VdtEngine) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!vdt_store_open_finish (VDT_STORE (source), result, &error))
    g_debug ("opening the database: %s", error->message);
  if (!self->running || self->store != VDT_STORE (source))
    return;
  vdt_engine_update_problems (self);
  load_view (self);
}

static void
engine_run (VdtEngine *self)
{
  if (self->running || self->shut_down)
    return;
  self->running = TRUE;
  self->cancellable = g_cancellable_new ();
  vdt_engine_set_state (self, VDT_ENGINE_SCANNING);
  schedule_tick (self);
  if (self->database_path == NULL)
    {
      start_observers (self);
      return;
    }
  self->store = vdt_store_new ();
  g_signal_connect_object (self->store, "reset", G_CALLBACK (on_store_reset_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->store, "notify", G_CALLBACK (vdt_engine_update_problems), self,
                           G_CONNECT_SWAPPED);
  vdt_store_open_async (self->store, self->database_path, self->cancellable, on_store_opened_cb,
                        g_object_ref (self));
}

/* Observers first, so that nothing is fed any more; then the store, which drains. */
static void
engine_halt (VdtEngine *self)
{
  if (!self->running)
    return;
  self->running = FALSE;
  g_cancellable_cancel (self->cancellable);
  stop_observers (self);
  if (self->store != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->store, self);
      vdt_store_close (self->store);
    }
  g_clear_object (&self->store);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->tick_source, g_source_remove);
  g_clear_handle_id (&self->prune_source, g_source_remove);
  g_clear_handle_id (&self->prune_more_source, g_source_remove);
  g_clear_handle_id (&self->alert_source, g_source_remove);
  self->alerts_begun = FALSE;
  vdt_engine_clear_models (self);
}

static void
follow_settings (VdtEngine *self)
{
  gboolean enabled =
    self->settings == NULL || g_settings_get_boolean (self->settings, "agent-workspace-enabled");
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "enabled");

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (enabled));
  if (enabled)
    {
      engine_run (self);
      return;
    }
  engine_halt (self);
  vdt_engine_set_state (self, g_settings_get_boolean (self->settings, "welcome-seen")
                                ? VDT_ENGINE_OFF
                                : VDT_ENGINE_WELCOME);
}

static void
on_retention_setting_cb (VdtEngine *self)
{
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    if (self->sides[i].collector != NULL)
      vdt_collector_set_retention (self->sides[i].collector, vdt_engine_get_retention (self));
  if (self->prune_source != 0)
    vdt_engine_prune (self);
}

static void
on_homes_setting_cb (VdtEngine *self)
{
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    if (self->sides[i].observer != NULL)
      give_sources (self, self->sides[i].observer);
}

static void
change_enabled (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  VdtEngine *self = user_data;

  if (self->settings == NULL)
    return;
  /* the settings notify, and what they say is followed */
  g_settings_set_boolean (self->settings, "welcome-seen", TRUE);
  g_settings_set_boolean (self->settings, "agent-workspace-enabled", g_variant_get_boolean (value));
}

static void
activate_refresh (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  VdtEngine *self = user_data;

  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    if (self->sides[i].observer != NULL)
      vdt_observer_rescan (self->sides[i].observer);
  if (self->store != NULL)
    vdt_store_retry (self->store);
}

/**
 * vdt_engine_new:
 * @config: how; copied
 *
 * Returns: (transfer full): an engine that does nothing yet; see [method@Engine.start]
 */
VdtEngine *
vdt_engine_new (const VdtEngineConfig *config)
{
  VdtEngine *self = g_object_new (VDT_TYPE_ENGINE, NULL);
  const GActionEntry entries[] = {
    { .name = "enabled", .state = "false", .change_state = change_enabled },
    { .name = "refresh", .activate = activate_refresh },
  };

  g_set_object (&self->settings, config->settings);
  self->database_path = g_strdup (config->database_path);
  self->codex_homes = g_strdupv ((char **) config->codex_homes);
  self->claude_homes = g_strdupv ((char **) config->claude_homes);
  self->user_home = g_strdup (config->user_home != NULL ? config->user_home : g_get_home_dir ());
  self->now_offset = config->now_offset;
  self->retention_days = config->retention_days;
  self->review_since = config->review_since != 0 ? config->review_since : VDT_TIME_UNKNOWN;
  self->newest_state = VDT_TIME_UNKNOWN;
  vdt_engine_init_alerts (self);
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  return self;
}

/**
 * vdt_engine_start:
 * @self: an engine
 *
 * Follows the settings from now on: watches while the workspace is on.
 */
void
vdt_engine_start (VdtEngine *self)
{
  g_return_if_fail (VDT_IS_ENGINE (self));

  if (self->settings != NULL)
    {
      g_signal_connect_object (self->settings, "changed::agent-workspace-enabled",
                               G_CALLBACK (follow_settings), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->settings, "changed::retention-days",
                               G_CALLBACK (on_retention_setting_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->settings, "changed::codex-homes",
                               G_CALLBACK (on_homes_setting_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->settings, "changed::claude-homes",
                               G_CALLBACK (on_homes_setting_cb), self, G_CONNECT_SWAPPED);
    }
  follow_settings (self);
}

/**
 * vdt_engine_shutdown:
 * @self: an engine
 *
 * Stops watching and closes the store; waits for both. Nothing starts again afterwards.
 */
void
vdt_engine_shutdown (VdtEngine *self)
{
  g_return_if_fail (VDT_IS_ENGINE (self));

  if (self->shut_down)
    return;
  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  engine_halt (self);
  self->shut_down = TRUE;
}

/**
 * vdt_engine_get_state:
 * @self: an engine
 *
 * Returns: its state
 */
VdtEngineState
vdt_engine_get_state (VdtEngine *self)
{
  g_return_val_if_fail (VDT_IS_ENGINE (self), VDT_ENGINE_OFF);

  return self->state;
}

/**
 * vdt_engine_get_actions:
 * @self: an engine
 *
 * Returns: (transfer none): `enabled` and `refresh`
 */
GActionGroup *
vdt_engine_get_actions (VdtEngine *self)
{
  g_return_val_if_fail (VDT_IS_ENGINE (self), NULL);

  return G_ACTION_GROUP (self->actions);
}

/**
 * vdt_engine_get_n_waiting:
 * @self: an engine
 *
 * Returns: how many sessions wait for the person
 */
guint
vdt_engine_get_n_waiting (VdtEngine *self)
{
  g_return_val_if_fail (VDT_IS_ENGINE (self), 0);

  return self->n_waiting;
}

/**
 * vdt_engine_get_review_due:
 * @self: an engine
 *
 * Returns: whether a person is to look at Review: a digest came up, or without digests whenever
 *   there is something to look at
 */
gboolean
vdt_engine_get_review_due (VdtEngine *self)
{
  g_return_val_if_fail (VDT_IS_ENGINE (self), FALSE);

  return self->review_due;
}

/**
 * vdt_engine_get_now:
 * @self: an engine
 *
 * Returns: the clock that ages and countdowns go by
 */
VdtTime
vdt_engine_get_now (VdtEngine *self)
{
  g_return_val_if_fail (VDT_IS_ENGINE (self), 0);

  return vdt_time_now () + self->now_offset;
}
