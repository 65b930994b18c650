/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include <string.h>

#include "vdt-engine-private.h"
#include "vdt-session-blob.h"
#include "vdt-text.h"

/* More changes at once than this, and the list is sorted anew instead of row by row. */
#define MANY_CHANGES 64

/* Readings of one window that are kept for pace. */
#define MAX_PACE_READINGS 500

static int
compare_sessions (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const VdtSessionInfo *x = vdt_session_get_info ((VdtSession *) a);
  const VdtSessionInfo *y = vdt_session_get_info ((VdtSession *) b);

  if (x->last_event_at != y->last_event_at)
    return x->last_event_at > y->last_event_at ? -1 : 1;
  return strcmp (x->id, y->id);
}

static int
compare_session_pointers (gconstpointer a, gconstpointer b)
{
  return compare_sessions (*(gpointer const *) a, *(gpointer const *) b, NULL);
}

static void
sort_all (VdtEngine *self)
{
  g_autoptr (GPtrArray) top = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value = NULL;

  g_hash_table_iter_init (&iter, self->sessions_by_id);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (!vdt_session_get_info (value)->is_subagent)
      g_ptr_array_add (top, value);
  g_ptr_array_sort (top, compare_session_pointers);
  g_list_store_splice (self->sessions, 0, g_list_model_get_n_items (G_LIST_MODEL (self->sessions)),
                       top->pdata, top->len);
}

/* Moves one row to where it belongs now; most stay. */
static void
place_session (VdtEngine *self, VdtSession *session)
{
  GListModel *model = G_LIST_MODEL (self->sessions);
  guint position = 0;

  if (g_list_store_find (self->sessions, session, &position))
    {
      g_autoptr (VdtSession) before =
        position > 0 ? g_list_model_get_item (model, position - 1) : NULL;
      g_autoptr (VdtSession) after = g_list_model_get_item (model, position + 1);

      if ((before == NULL || compare_sessions (before, session, NULL) < 0) &&
          (after == NULL || compare_sessions (session, after, NULL) < 0))
        return;
      g_list_store_remove (self->sessions, position);
    }
  g_list_store_insert_sorted (self->sessions, session, compare_sessions, NULL);
}

static void
update_children (VdtEngine *self, const char *parent_id)
{
  VdtSession *parent = g_hash_table_lookup (self->sessions_by_id, parent_id);
  GPtrArray *children = g_hash_table_lookup (self->children, parent_id);

  if (parent == NULL || children == NULL)
    return;
  g_ptr_array_sort (children, compare_session_pointers);
  vdt_session_set_children (parent, (VdtSession *const *) children->pdata, children->len);
}

static void
add_child (VdtEngine *self, VdtSession *session, const char *parent_id)
{
  GPtrArray *children = g_hash_table_lookup (self->children, parent_id);

  if (children == NULL)
    {
      children = g_ptr_array_new_with_free_func (g_object_unref);
      g_hash_table_insert (self->children, g_strdup (parent_id), children);
    }
  if (!g_ptr_array_find (children, session, NULL))
    g_ptr_array_add (children, g_object_ref (session));
}

/* Whether Review may tell something else of the session now. */
static gboolean
concerns_review (const VdtSessionInfo *before, const VdtSessionInfo *after)
{
  return before == NULL || before->n_snapshots != after->n_snapshots ||
         before->lifecycle != after->lifecycle || before->waiting_for != after->waiting_for ||
         before->pending_decisions != after->pending_decisions ||
         before->source_deleted != after->source_deleted ||
         g_strcmp0 (before->title, after->title) != 0;
}

static void
take_session (VdtEngine *self, VdtSessionInfo *info, GHashTable *parents, gboolean many)
{
  VdtSession *session = g_hash_table_lookup (self->sessions_by_id, info->id);

  g_hash_table_remove (self->unconfirmed, info->id);
  if (concerns_review (session != NULL ? vdt_session_get_info (session) : NULL, info))
    vdt_engine_queue_review (self);
  if (session != NULL)
    vdt_session_set_info (session, vdt_session_info_ref (info));
  else
    {
      session = vdt_session_new (vdt_session_info_ref (info));
      g_hash_table_insert (self->sessions_by_id, g_strdup (info->id), session);
    }
  if (info->is_subagent)
    {
      guint position = 0;

      if (g_list_store_find (self->sessions, session, &position))
        g_list_store_remove (self->sessions, position);
      if (info->parent_id != NULL)
        {
          add_child (self, session, info->parent_id);
          g_hash_table_add (parents, g_strdup (info->parent_id));
        }
    }
  else if (!many)
    place_session (self, session);
  g_hash_table_add (parents, g_strdup (info->id));
}

static void
remove_session (VdtEngine *self, const char *id, GHashTable *parents)
{
  VdtSession *session = g_hash_table_lookup (self->sessions_by_id, id);
  const VdtSessionInfo *info = NULL;
  guint position = 0;

  if (session == NULL)
    return;
  info = vdt_session_get_info (session);
  if (info->parent_id != NULL)
    {
      GPtrArray *children = g_hash_table_lookup (self->children, info->parent_id);

      g_hash_table_add (parents, g_strdup (info->parent_id));
      if (children != NULL)
        g_ptr_array_remove (children, session);
    }
  if (g_list_store_find (self->sessions, session, &position))
    g_list_store_remove (self->sessions, position);
  g_hash_table_remove (self->sessions_by_id, id);
}

/* A state whose age is told, and in its first minute in seconds. */
static gboolean
tells_age (VdtLifecycle lifecycle)
{
  switch (lifecycle)
    {
    case VDT_LIFECYCLE_WORKING:
    case VDT_LIFECYCLE_WAITING:
    case VDT_LIFECYCLE_ERROR:
      return TRUE;
    case VDT_LIFECYCLE_OBSERVING:
    case VDT_LIFECYCLE_IDLE:
    case VDT_LIFECYCLE_COMPLETED:
    case VDT_LIFECYCLE_OFFLINE:
      break;
    }
  return FALSE;
}

/* What must be known of all sessions: how many wait, and since when the newest state holds. */
static void
sum_up_states (VdtEngine *self)
{
  const VdtTime latest = vdt_engine_get_now (self) + VDT_SECOND;
  GHashTableIter iter;
  gpointer value = NULL;
  guint n_waiting = 0;
  guint64 print = 0;

  self->newest_state = VDT_TIME_UNKNOWN;
  g_hash_table_iter_init (&iter, self->sessions_by_id);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const VdtSessionInfo *info = vdt_session_get_info (value);

      if (vdt_session_info_waits (info))
        {
          n_waiting++;
          print ^= vdt_text_hash64 (info->id, strlen (info->id));
        }
      if (vdt_time_known (info->state_since) && info->state_since < latest &&
          (!vdt_time_known (self->newest_state) || info->state_since > self->newest_state) &&
          tells_age (info->lifecycle))
        self->newest_state = info->state_since;
    }
  vdt_engine_set_waiting (self, n_waiting, print);
  vdt_engine_see_waiting (self);
}

static void
take_sessions (VdtEngine *self, GPtrArray *infos, GPtrArray *removed)
{
  g_autoptr (GHashTable) parents = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean many = infos->len > MANY_CHANGES;
  GHashTableIter iter;
  gpointer key = NULL;

  for (guint i = 0; removed != NULL && i < removed->len; i++)
    remove_session (self, g_ptr_array_index (removed, i), parents);
  for (guint i = 0; i < infos->len; i++)
    take_session (self, g_ptr_array_index (infos, i), parents, many);
  if (many)
    sort_all (self);
  g_hash_table_iter_init (&iter, parents);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    update_children (self, key);
  if (infos->len > 0 || (removed != NULL && removed->len > 0))
    sum_up_states (self);
}

/* What only an earlier run knew, and this one did not find after looking at everything, is of a
 * home that is no longer watched. */
static void
drop_unconfirmed (VdtEngine *self, VdtRuntime runtime)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GPtrArray) removed = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer key = NULL;

  g_hash_table_iter_init (&iter, self->unconfirmed);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      VdtSession *session = g_hash_table_lookup (self->sessions_by_id, key);

      if (session == NULL || vdt_session_get_info (session)->runtime != runtime)
        continue;
      g_ptr_array_add (removed, g_strdup (key));
      g_hash_table_iter_remove (&iter);
    }
  take_sessions (self, none, removed);
}

static void
reading_clear (gpointer data)
{
  vdt_quota_reading_clear (data);
}

static GArray *
pace_readings (VdtEngine *self, const char *home_id, const VdtQuotaReading *reading)
{
  g_autofree char *key =
    g_strdup_printf ("%s\n%s\n%d\n%" G_GINT64_FORMAT, home_id,
                     vdt_quota_reading_is_main (reading) ? "" : reading->bucket, reading->window,
                     reading->window == VDT_QUOTA_WINDOW_OTHER ? reading->minutes : 0);
  GArray *readings = g_hash_table_lookup (self->pace, key);

  if (readings == NULL)
    {
      readings = g_array_new (FALSE, TRUE, sizeof (VdtQuotaReading));
      g_array_set_clear_func (readings, reading_clear);
      g_hash_table_insert (self->pace, g_steal_pointer (&key), readings);
    }
  return readings;
}

static int
compare_ages (gconstpointer a, gconstpointer b)
{
  const VdtQuotaReading *x = a;
  const VdtQuotaReading *y = b;

  return x->as_of < y->as_of ? -1 : x->as_of > y->as_of;
}

static gboolean
remember_reading (VdtEngine *self, const char *home_id, const VdtQuotaReading *reading)
{
  GArray *readings = pace_readings (self, home_id, reading);
  VdtQuotaReading copy;

  if (!vdt_time_known (reading->as_of) || !reading->percent_known)
    return FALSE;
  for (guint i = 0; i < readings->len; i++)
    if (g_array_index (readings, VdtQuotaReading, i).as_of == reading->as_of)
      return FALSE;
  vdt_quota_reading_copy (&copy, reading);
  g_array_append_val (readings, copy);
  g_array_sort (readings, compare_ages);
  /* The last few stay however old they are: an early reset may follow a long pause. */
  while (readings->len > MAX_PACE_READINGS ||
         (readings->len > 3 &&
          g_array_index (readings, VdtQuotaReading, 0).as_of < reading->as_of - VDT_PACE_WINDOW))
    g_array_remove_index (readings, 0);
  return TRUE;
}

/* The oldest reading of the same window from within the last hour or so. */
static const VdtQuotaReading *
hour_ago (GArray *readings, const VdtQuotaReading *newest)
{
  for (guint i = 0; i < readings->len; i++)
    {
      const VdtQuotaReading *reading = &g_array_index (readings, VdtQuotaReading, i);

      if (reading->resets_at == newest->resets_at &&
          reading->as_of >= newest->as_of - VDT_HOUR - 15 * VDT_MINUTE)
        return reading;
    }
  return NULL;
}

/* Tells once of an early reset, when its second reading comes. */
static void
look_for_return (VdtEngine *self, VdtHome *home, GArray *readings, VdtTime as_of)
{
  const VdtQuotaReading *last = NULL;

  if (self->state != VDT_ENGINE_READY || readings->len < 3)
    return;
  last = &g_array_index (readings, VdtQuotaReading, readings->len - 3);
  if (last[2].as_of == as_of && vdt_quota_came_back (last, last + 1, last + 2))
    g_signal_emit_by_name (self, "quota-back", home, last + 2);
}

static VdtHome *
find_home (GPtrArray *homes, const char *id)
{
  for (guint i = 0; i < homes->len; i++)
    if (strcmp (vdt_home_get_id (g_ptr_array_index (homes, i)), id) == 0)
      return g_ptr_array_index (homes, i);
  return NULL;
}

static void
set_quotas (VdtEngine *self, VdtHome *home, const GArray *quotas)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, TRUE, sizeof (VdtQuotaLine));
  const char *id = vdt_home_get_id (home);

  for (guint i = 0; i < quotas->len; i++)
    {
      const VdtQuotaReading *reading = &g_array_index (quotas, VdtQuotaReading, i);
      VdtQuotaLine line = { .reading = *reading };

      if (remember_reading (self, id, reading))
        look_for_return (self, home, pace_readings (self, id, reading), reading->as_of);
      vdt_quota_pace_init (&line.pace, reading, vdt_engine_get_now (self));
      vdt_quota_pace_estimate (&line.pace, reading,
                               hour_ago (pace_readings (self, id, reading), reading));
      g_array_append_val (lines, line);
    }
  vdt_home_set_quotas (home, (const VdtQuotaLine *) (gpointer) lines->data, lines->len);
}

static void
set_resets (VdtHome *home, const VdtHomeNews *news)
{
  VdtResetLine codex[] = {
    { .kind = VDT_RESET_CODEX_CREDITS, .available = VDT_COUNT_UNKNOWN, .as_of = VDT_TIME_UNKNOWN },
  };
  VdtResetLine claude[] = {
    { .kind = VDT_RESET_CLAUDE_LIMIT_RESET,
      .available = VDT_COUNT_UNKNOWN,
      .as_of = VDT_TIME_UNKNOWN },
    { .kind = VDT_RESET_CLAUDE_GRANTS,
      .available = news->grants,
      .as_of = vdt_count_known (news->grants) ? news->grants_as_of : VDT_TIME_UNKNOWN },
  };

  if (news->home->runtime == VDT_RUNTIME_CODEX)
    vdt_home_set_resets (home, codex, G_N_ELEMENTS (codex));
  else
    vdt_home_set_resets (home, claude, G_N_ELEMENTS (claude));
}

/* How full the fullest running window is; homes with none come last. */
static double
fullest (VdtEngine *self, VdtHome *home)
{
  VdtTime now = vdt_engine_get_now (self);
  double percent = -1;

  for (guint i = 0; i < vdt_home_get_n_quotas (home); i++)
    {
      const VdtQuotaReading *reading = &vdt_home_get_quota (home, i)->reading;
      VdtQuotaState state = vdt_quota_reading_get_state (reading, now);

      if (state == VDT_QUOTA_REPORTED || state == VDT_QUOTA_STALE)
        percent = MAX (percent, reading->used_percent);
    }
  return percent;
}

static int
compare_homes (gconstpointer a, gconstpointer b, gpointer user_data)
{
  VdtHome *x = *(VdtHome *const *) a;
  VdtHome *y = *(VdtHome *const *) b;
  double x_full = fullest (user_data, x);
  double y_full = fullest (user_data, y);

  if (x_full != y_full)
    return x_full > y_full ? -1 : 1;
  return strcmp (vdt_home_get_id (x), vdt_home_get_id (y));
}

static void
sort_homes (VdtEngine *self)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  GListModel *model = G_LIST_MODEL (self->homes);
  guint n = g_list_model_get_n_items (model);
  gboolean same = TRUE;

  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    for (guint j = 0; j < self->sides[i].homes->len; j++)
      g_ptr_array_add (all, g_ptr_array_index (self->sides[i].homes, j));
  g_ptr_array_sort_with_data (all, compare_homes, self);
  same = n == all->len;
  for (guint i = 0; same && i < n; i++)
    {
      g_autoptr (VdtHome) home = g_list_model_get_item (model, i);

      same = home == g_ptr_array_index (all, i);
    }
  if (!same)
    g_list_store_splice (self->homes, 0, n, all->pdata, all->len);
}

static void
take_homes (VdtEngine *self, VdtEngineSide *side, GPtrArray *news)
{
  g_autoptr (GPtrArray) homes = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < news->len; i++)
    {
      const VdtHomeNews *one = g_ptr_array_index (news, i);
      VdtHome *home = find_home (side->homes, one->home->id);

      if (home != NULL)
        g_object_ref (home);
      else
        home = vdt_home_new (one->home->runtime, one->home->id, one->home->path);
      vdt_home_set_origin (home, vdt_home_origin_to_string (one->home->origin));
      vdt_home_set_found (home, one->has_sessions, one->n_files, one->home->problem);
      set_quotas (self, home, one->quotas);
      set_resets (home, one);
      g_ptr_array_add (homes, home);
    }
  g_ptr_array_unref (side->homes);
  side->homes = g_steal_pointer (&homes);
  sort_homes (self);
}

static void
take_days (VdtEngineSide *side, VdtNews *news)
{
  GHashTableIter iter;
  gpointer day = NULL;
  gpointer tokens = NULL;

  if (!news->days_partial)
    {
      g_hash_table_unref (side->days);
      side->days = g_steal_pointer (&news->days);
      return;
    }
  /* One that has lost its last call is not told. */
  g_hash_table_iter_init (&iter, side->days);
  while (g_hash_table_iter_next (&iter, &day, NULL))
    if (*(const gint64 *) day >= news->days_since)
      g_hash_table_iter_remove (&iter);
  g_hash_table_iter_init (&iter, news->days);
  while (g_hash_table_iter_next (&iter, &day, &tokens))
    {
      g_hash_table_iter_steal (&iter);
      g_hash_table_replace (side->days, day, tokens);
    }
}

/**
 * vdt_engine_take_news:
 * @self: a running engine
 * @news: what an observer's thread has told
 *
 * Brings the models up to date.
 */
void
vdt_engine_take_news (VdtEngine *self, VdtNews *news)
{
  VdtEngineSide *side = &self->sides[news->runtime];

  take_sessions (self, news->sessions, news->removed);
  if (news->homes != NULL)
    {
      take_homes (self, side, news->homes);
      vdt_engine_see_quotas (self);
    }
  vdt_engine_hurry_tick (self);
  if (news->days != NULL)
    {
      take_days (side, news);
      vdt_engine_emit_days (self);
    }
  if (news->unreadable != NULL)
    {
      g_ptr_array_unref (side->unreadable);
      side->unreadable = g_steal_pointer (&news->unreadable);
    }
  if (news->counts_known)
    {
      side->bad_values = news->bad_values;
      side->malformed_lines = news->malformed_lines;
      vdt_engine_update_problems (self);
    }
  side->files_done = news->files_done;
  side->files_total = news->files_total;
  side->bytes_done = news->bytes_done;
  side->bytes_total = news->bytes_total;
  if (!side->scanned && news->scanned && news->counts_known)
    {
      side->scanned = TRUE;
      drop_unconfirmed (self, news->runtime);
    }
  vdt_engine_emit_progress (self);
  if (self->sides[VDT_RUNTIME_CODEX].scanned && self->sides[VDT_RUNTIME_CLAUDE].scanned)
    {
      if (self->state != VDT_ENGINE_READY)
        {
          vdt_engine_set_state (self, VDT_ENGINE_READY);
          vdt_review_refresh (self->review);
          vdt_engine_begin_alerts (self);
        }
      vdt_engine_start_pruning (self);
    }
}

static void
take_stored_days (VdtEngine *self, const VdtStoreView *view)
{
  gint64 today = vdt_zone_local_day (self->zone, vdt_engine_get_now (self));

  for (guint i = 0; i < view->n_days; i++)
    for (guint r = 0; r < VDT_N_RUNTIMES; r++)
      {
        const VdtStoreTokens *sum = &view->days[i * VDT_N_RUNTIMES + r];
        gint64 day = today - (gint64) view->n_days + 1 + i;
        VdtTokens tokens = { .calls = sum->calls,
                             .uncached_input = sum->uncached_input,
                             .cache_read = sum->cache_read,
                             .cache_creation = sum->cache_creation,
                             .output = sum->output,
                             .reasoning = sum->reasoning,
                             .total = sum->total };

        if (sum->calls > 0)
          g_hash_table_insert (self->sides[r].days, g_memdup2 (&day, sizeof day),
                               g_memdup2 (&tokens, sizeof tokens));
      }
  vdt_engine_emit_days (self);
}

static VdtQuotaReading *
find_window (GArray *quotas, const VdtQuotaReading *reading)
{
  for (guint i = 0; i < quotas->len; i++)
    {
      VdtQuotaReading *known = &g_array_index (quotas, VdtQuotaReading, i);

      if (vdt_quota_reading_same_window (known, reading))
        return known;
    }
  return NULL;
}

static void
take_stored_homes (VdtEngine *self, const VdtStoreView *view)
{
  for (guint i = 0; i < view->n_homes; i++)
    {
      const VdtStoreHome *row = &view->homes[i];
      g_autoptr (GArray) quotas = g_array_new (FALSE, TRUE, sizeof (VdtQuotaReading));
      VdtHome *home = vdt_home_new (row->runtime, row->home_id, row->path);

      for (guint j = 0; j < view->n_quotas; j++)
        {
          const VdtStoreQuota *stored = &view->quotas[j];
          VdtQuotaReading reading = {
            .runtime = stored->runtime,
            .window = CLAMP (stored->window, VDT_QUOTA_WINDOW_FIVE_HOUR, VDT_QUOTA_WINDOW_OTHER),
            .source =
              CLAMP (stored->source, VDT_QUOTA_SOURCE_NONE, VDT_QUOTA_SOURCE_CLAUDE_LIMIT_MESSAGE),
            .bucket = (char *) stored->bucket,
            .bucket_name = (char *) stored->bucket_name,
            .plan = (char *) stored->plan,
            .minutes = stored->minutes,
            .percent_known = stored->percent_known,
            .used_percent = stored->used_percent,
            .resets_at = stored->resets_at,
            .as_of = stored->as_of,
          };
          VdtQuotaReading *known = NULL;

          if (strcmp (stored->home_id, row->home_id) != 0)
            continue;
          remember_reading (self, row->home_id, &reading);
          known = find_window (quotas, &reading);
          if (known == NULL)
            g_array_append_val (quotas, reading);
          else if (known->as_of < reading.as_of)
            *known = reading;
        }
      set_quotas (self, home, quotas);
      vdt_home_set_found (home, TRUE, 0, NULL);
      g_ptr_array_add (self->sides[row->runtime].homes, home);
    }
  sort_homes (self);
}

/**
 * vdt_engine_take_view:
 * @self: a running engine whose models are empty
 * @view: the last known state
 *
 * Shows what an earlier run knew until the logs were looked at.
 */
void
vdt_engine_take_view (VdtEngine *self, const VdtStoreView *view)
{
  g_autoptr (GPtrArray) infos =
    g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_session_info_unref);

  for (guint i = 0; i < view->n_sessions; i++)
    {
      VdtSessionInfo *info =
        vdt_session_info_read (view->sessions[i].view, view->sessions[i].view_len);

      if (info != NULL)
        g_ptr_array_add (infos, info);
    }
  take_sessions (self, infos, NULL);
  for (guint i = 0; i < infos->len; i++)
    {
      const VdtSessionInfo *info = g_ptr_array_index (infos, i);

      g_hash_table_add (self->unconfirmed, g_strdup (info->id));
    }
  take_stored_homes (self, view);
  take_stored_days (self, view);
}

/**
 * vdt_engine_clear_models:
 * @self: an engine that was turned off
 */
void
vdt_engine_clear_models (VdtEngine *self)
{
  g_list_store_remove_all (self->sessions);
  g_list_store_remove_all (self->homes);
  g_hash_table_remove_all (self->sessions_by_id);
  g_hash_table_remove_all (self->children);
  g_hash_table_remove_all (self->unconfirmed);
  g_hash_table_remove_all (self->pace);
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    {
      VdtEngineSide *side = &self->sides[i];

      g_hash_table_remove_all (side->days);
      g_ptr_array_set_size (side->homes, 0);
      g_ptr_array_set_size (side->unreadable, 0);
      side->bad_values = side->malformed_lines = 0;
      side->scanned = FALSE;
      side->files_done = side->files_total = 0;
      side->bytes_done = side->bytes_total = 0;
    }
  self->dismissed = 0;
  vdt_engine_clear_review (self);
  vdt_engine_set_waiting (self, 0, 0);
  vdt_engine_update_problems (self);
  vdt_engine_emit_days (self);
}

/**
 * vdt_engine_get_sessions:
 * @self: an engine
 *
 * Returns: (transfer none): of #VdtSession, newest event first, without sub-agents
 */
GListModel *
vdt_engine_get_sessions (VdtEngine *self)
{
  g_return_val_if_fail (VDT_IS_ENGINE (self), NULL);

  return G_LIST_MODEL (self->sessions);
}

/**
 * vdt_engine_get_homes:
 * @self: an engine
 *
 * Returns: (transfer none): of #VdtHome, the fullest running window first
 */
GListModel *
vdt_engine_get_homes (VdtEngine *self)
{
  g_return_val_if_fail (VDT_IS_ENGINE (self), NULL);

  return G_LIST_MODEL (self->homes);
}

/**
 * vdt_engine_get_progress:
 * @self: an engine
 * @progress: (out caller-allocates): how far the first scan is, over all homes
 */
void
vdt_engine_get_progress (VdtEngine *self, VdtEngineProgress *progress)
{
  g_return_if_fail (VDT_IS_ENGINE (self));

  *progress = (VdtEngineProgress){ 0 };
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    {
      progress->files_done += self->sides[i].files_done;
      progress->files_total += self->sides[i].files_total;
      progress->bytes_done += self->sides[i].bytes_done;
      progress->bytes_total += self->sides[i].bytes_total;
    }
}

/**
 * vdt_engine_get_days:
 * @self: an engine
 * @n_days: how many, up to today; at most 90
 *
 * Returns: (transfer full) (element-type VdtDayUsage): each day, oldest first, those without calls
 *   too
 */
GArray *
vdt_engine_get_days (VdtEngine *self, guint n_days)
{
  GArray *days = g_array_new (FALSE, TRUE, sizeof (VdtDayUsage));
  gint64 today = 0;

  g_return_val_if_fail (VDT_IS_ENGINE (self), days);

  n_days = CLAMP (n_days, 1, VDT_CHART_DAYS);
  today = vdt_zone_local_day (self->zone, vdt_engine_get_now (self));
  for (guint i = 0; i < n_days; i++)
    {
      VdtDayUsage day = { .day = today - n_days + 1 + i };

      for (guint r = 0; r < VDT_N_RUNTIMES; r++)
        {
          const VdtTokens *tokens = g_hash_table_lookup (self->sides[r].days, &day.day);

          if (tokens != NULL)
            day.tokens[r] = *tokens;
          else
            vdt_tokens_init (&day.tokens[r]);
        }
      g_array_append_val (days, day);
    }
  return days;
}
