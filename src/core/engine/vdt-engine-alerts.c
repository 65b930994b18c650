/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-engine-private.h"

#include "vdt-store-claims.h"

/* Nothing looks at the clock more often than this. */
#define LEAST_WAIT_MS 100

/* What was decided to be told, until the store says that nobody else has told it. */
typedef struct
{
  VdtEngine *engine;
  VdtAlert *alert;
} Claim;

/* --- a person's choices ----------------------------------------------------------------------- */

/* 0 is none; between 1 and 4 minutes count as 5 (V40). */
static VdtTime
get_interval (VdtEngine *self)
{
  const int minutes =
    self->settings != NULL ? g_settings_get_int (self->settings, "review-interval-minutes") : 0;

  return minutes > 0 ? CLAMP (minutes * VDT_MINUTE, VDT_DIGEST_MIN, VDT_DIGEST_MAX) : 0;
}

static int
compare_ints (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

static void
get_thresholds (VdtEngine *self, VdtAlertRules *rules)
{
  g_autoptr (GVariant) list = g_settings_get_value (self->settings, "quota-thresholds");
  gsize n = 0;
  const gint32 *values = g_variant_get_fixed_array (list, &n, sizeof (gint32));

  for (gsize i = 0; i < n && rules->n_thresholds < VDT_ALERT_MAX_THRESHOLDS; i++)
    if (values[i] >= 1 && values[i] <= 100)
      rules->thresholds[rules->n_thresholds++] = values[i];
  qsort (rules->thresholds, rules->n_thresholds, sizeof (int), compare_ints);
}

static void
follow_rules (VdtEngine *self)
{
  VdtAlertRules rules = { .enabled = TRUE, .waiting = TRUE, .quotas = TRUE };

  if (self->settings != NULL)
    {
      rules.enabled = g_settings_get_boolean (self->settings, "notifications-enabled");
      rules.waiting = g_settings_get_boolean (self->settings, "notify-waiting");
      rules.quotas = g_settings_get_boolean (self->settings, "notify-quotas");
      rules.batching = get_interval (self) > 0;
      rules.quiet = g_settings_get_boolean (self->settings, "quiet-hours-enabled");
      rules.quiet_start = g_settings_get_int (self->settings, "quiet-hours-start");
      rules.quiet_end = g_settings_get_int (self->settings, "quiet-hours-end");
      rules.paused_until = g_settings_get_int64 (self->settings, "notifications-paused-until");
      get_thresholds (self, &rules);
    }
  vdt_alert_policy_set_rules (self->alerts, &rules, vdt_engine_get_now (self));
  vdt_engine_tell_alerts (self);
  vdt_engine_ask_digest (self);
}

/* --- telling ---------------------------------------------------------------------------------- */

static void
claim_free (Claim *claim)
{
  vdt_alert_free (claim->alert);
  g_object_unref (claim->engine);
  g_free (claim);
}

static void
on_claimed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Claim *claim = user_data;
  VdtEngine *self = claim->engine;
  g_autoptr (GError) error = NULL;
  guint n_claimed = 0;

  /* A database that cannot be asked is no reason to leave a person waiting. */
  if (!vdt_store_claim_notices_finish (VDT_STORE (source), result, &n_claimed, &error))
    {
      g_debug ("claiming a notice: %s", error->message);
      n_claimed = claim->alert->count;
    }
  if (self->running && n_claimed > 0)
    {
      claim->alert->count = MIN (claim->alert->count, n_claimed);
      vdt_engine_emit_alert (self, claim->alert);
    }
  claim_free (claim);
}

/* @alert is taken over. */
static void
tell (VdtEngine *self, VdtAlert *alert)
{
  Claim *claim = NULL;
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();

  if (self->store == NULL)
    {
      vdt_engine_emit_alert (self, alert);
      vdt_alert_free (alert);
      return;
    }
  claim = g_new0 (Claim, 1);
  claim->engine = g_object_ref (self);
  claim->alert = alert;
  for (guint i = 0; i < alert->keys->len; i++)
    g_ptr_array_add (keys, g_ptr_array_index (alert->keys, i));
  g_ptr_array_add (keys, NULL);
  vdt_store_claim_notices_async (self->store, (const char *const *) keys->pdata, alert->value,
                                 VDT_ALERT_WINDOW_TOLERANCE, vdt_engine_get_now (self), NULL,
                                 on_claimed_cb, claim);
}

static gboolean
on_alert_due_cb (gpointer user_data)
{
  VdtEngine *self = user_data;

  self->alert_source = 0;
  vdt_engine_tell_alerts (self);
  return G_SOURCE_REMOVE;
}

/**
 * vdt_engine_tell_alerts:
 * @self: an engine
 *
 * Tells what is to be told by now, and comes back when something else is.
 */
void
vdt_engine_tell_alerts (VdtEngine *self)
{
  const VdtTime now = vdt_engine_get_now (self);
  g_autoptr (GPtrArray) alerts = NULL;
  VdtTime next = VDT_TIME_UNKNOWN;

  g_clear_handle_id (&self->alert_source, g_source_remove);
  if (self->state != VDT_ENGINE_READY)
    return;
  alerts = vdt_alert_policy_take (self->alerts, now);
  for (guint i = 0; i < alerts->len; i++)
    tell (self, g_steal_pointer (&alerts->pdata[i]));
  next = vdt_alert_policy_get_next (self->alerts, now);
  /* What is further off is looked at with the next tick. */
  if (vdt_time_known (next) && next < now + VDT_MINUTE)
    self->alert_source =
      g_timeout_add ((guint) MAX (next - now, LEAST_WAIT_MS), on_alert_due_cb, self);
}

/**
 * vdt_engine_see_waiting:
 * @self: an engine that has looked at everything
 *
 * Lets the rules see who waits now.
 */
void
vdt_engine_see_waiting (VdtEngine *self)
{
  g_autoptr (GArray) waiting = g_array_new (FALSE, TRUE, sizeof (VdtAlertWaiting));
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer value = NULL;

  if (self->state != VDT_ENGINE_READY)
    return;
  g_hash_table_iter_init (&iter, self->sessions_by_id);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const VdtSessionInfo *info = vdt_session_get_info (value);
      VdtAlertWaiting one = { .session_id = info->id, .seen = self->attended };

      if (!vdt_session_info_waits (info))
        continue;
      one.key = vdt_session_info_dup_wait_key (info);
      one.urgent = info->urgent;
      g_ptr_array_add (keys, (gpointer) one.key);
      g_array_append_val (waiting, one);
    }
  vdt_alert_policy_see_waiting (self->alerts, (const VdtAlertWaiting *) (gpointer) waiting->data,
                                waiting->len, vdt_engine_get_now (self));
  vdt_engine_tell_alerts (self);
}

/**
 * vdt_engine_session_waits:
 * @self: an engine
 * @session_id: our id of a session
 *
 * Returns: whether it waits for the person
 */
gboolean
vdt_engine_session_waits (VdtEngine *self, const char *session_id)
{
  VdtSession *session = NULL;

  g_return_val_if_fail (VDT_IS_ENGINE (self), FALSE);

  session = g_hash_table_lookup (self->sessions_by_id, session_id);
  return session != NULL && vdt_session_info_waits (vdt_session_get_info (session));
}

static char *
quota_key (const char *home_id, const VdtQuotaReading *reading)
{
  return g_strdup_printf ("%s:%s:%d:%" G_GINT64_FORMAT, home_id,
                          vdt_quota_reading_is_main (reading) ? "" : reading->bucket,
                          reading->window,
                          reading->window == VDT_QUOTA_WINDOW_OTHER ? reading->minutes : 0);
}

static void
see_reading (VdtEngine *self, VdtHome *home, const VdtQuotaReading *reading, gboolean back)
{
  const VdtTime now = vdt_engine_get_now (self);
  const VdtQuotaState state = vdt_quota_reading_get_state (reading, now);
  g_autofree char *key = NULL;
  VdtAlertQuota quota = { .runtime = reading->runtime,
                          .window = reading->window,
                          .used_percent = reading->used_percent,
                          .resets_at = reading->resets_at };

  if (!reading->percent_known || (state != VDT_QUOTA_REPORTED && state != VDT_QUOTA_STALE))
    return;
  key = quota_key (vdt_home_get_id (home), reading);
  quota.key = key;
  if (back)
    vdt_alert_policy_see_quota_back (self->alerts, &quota, now);
  else
    vdt_alert_policy_see_quota (self->alerts, &quota, now);
}

/**
 * vdt_engine_see_quotas:
 * @self: an engine that has looked at everything
 *
 * Lets the rules see how full the quotas are: the same numbers as on the screen.
 */
void
vdt_engine_see_quotas (VdtEngine *self)
{
  if (self->state != VDT_ENGINE_READY)
    return;
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    for (guint j = 0; j < self->sides[i].homes->len; j++)
      {
        VdtHome *home = g_ptr_array_index (self->sides[i].homes, j);

        for (guint k = 0; k < vdt_home_get_n_quotas (home); k++)
          see_reading (self, home, &vdt_home_get_quota (home, k)->reading, FALSE);
      }
  vdt_engine_tell_alerts (self);
}

static void
on_quota_back_cb (VdtEngine *self, VdtHome *home, const VdtQuotaReading *reading)
{
  see_reading (self, home, reading, TRUE);
  vdt_engine_tell_alerts (self);
}

/* --- the digest ------------------------------------------------------------------------------- */

/* Who began in quiet hours or a pause owes the digest that an earlier one may have held back, if
 * there is still something to review. One that is older than a day was followed by another. */
static void
see_owed_digest (VdtEngine *self)
{
  const VdtTime now = vdt_engine_get_now (self);
  const VdtTime window = self->digest_owed;

  if (!vdt_time_known (window) || vdt_review_get_n_cards (self->review) == 0)
    return;
  self->digest_owed = VDT_TIME_UNKNOWN;
  if (window <= now - VDT_DAY || !vdt_alert_policy_is_silent (self->alerts, now, NULL))
    return;
  self->review_due_at = window;
  vdt_engine_set_review_due (self, TRUE);
  vdt_alert_policy_see_review_due (self->alerts, window, now);
  vdt_engine_tell_alerts (self);
}

static void
on_digest_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (VdtEngine) self = user_data;
  g_autoptr (GError) error = NULL;
  VdtStoreDigest digest;

  if (!vdt_store_claim_digest_finish (VDT_STORE (source), result, &digest, &error))
    {
      g_debug ("asking for the digest: %s", error->message);
      return;
    }
  if (!self->running || self->store != VDT_STORE (source))
    return;
  vdt_review_set_times (self->review, digest.next_due, vdt_review_get_reviewed_at (self->review));
  if (!digest.claimed || !digest.has_work)
    {
      if (!self->digest_asked && get_interval (self) > 0)
        self->digest_owed = digest.last_digest;
      self->digest_asked = TRUE;
      see_owed_digest (self);
      return;
    }
  self->digest_asked = TRUE;
  self->digest_owed = VDT_TIME_UNKNOWN;
  self->review_due_at = digest.last_digest;
  vdt_engine_set_review_due (self, TRUE);
  vdt_alert_policy_see_review_due (self->alerts, digest.last_digest, vdt_engine_get_now (self));
  vdt_engine_tell_alerts (self);
}

/* What the queue shows that no log tells of. */
static gboolean
waits_for_permission (VdtEngine *self)
{
  GHashTableIter iter;
  gpointer value = NULL;

  g_hash_table_iter_init (&iter, self->sessions_by_id);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const VdtSessionInfo *info = vdt_session_get_info (value);

      if (!info->is_subagent && !info->source_deleted && info->lifecycle == VDT_LIFECYCLE_WAITING &&
          info->waiting_for == VDT_WAITING_PERMISSION)
        return TRUE;
    }
  return FALSE;
}

/**
 * vdt_engine_ask_digest:
 * @self: an engine
 *
 * Asks whether a digest is due, and takes it if so: nobody else gets it then (V40). What the logs
 * say now is stored before.
 */
void
vdt_engine_ask_digest (VdtEngine *self)
{
  if (self->state == VDT_ENGINE_READY && self->store != NULL)
    vdt_store_claim_digest_async (self->store, get_interval (self), waits_for_permission (self),
                                  vdt_engine_get_now (self), NULL, on_digest_cb,
                                  g_object_ref (self));
}

/* --- for the engine --------------------------------------------------------------------------- */

/* Without digests Review is due whenever there is something in it. */
static void
follow_review (VdtEngine *self)
{
  const guint n = vdt_review_get_n_cards (self->review);

  if (n == 0)
    {
      vdt_alert_policy_see_review_done (self->alerts);
      vdt_engine_set_review_due (self, FALSE);
    }
  else if (get_interval (self) == 0)
    vdt_engine_set_review_due (self, TRUE);
  else
    see_owed_digest (self);
}

/* Looking through the queue is what was due; that somebody once did so before, or takes it back, is
 * no such look. */
static void
follow_reviewed_at (VdtEngine *self)
{
  const VdtTime reviewed_at = vdt_review_get_reviewed_at (self->review);

  if (get_interval (self) > 0 && vdt_time_known (reviewed_at) && reviewed_at >= self->review_due_at)
    vdt_engine_set_review_due (self, FALSE);
}

static void
on_alert_tick_cb (VdtEngine *self)
{
  vdt_engine_ask_digest (self);
  vdt_engine_tell_alerts (self);
}

/**
 * vdt_engine_init_alerts:
 * @self: an engine that is being made and has its settings
 */
void
vdt_engine_init_alerts (VdtEngine *self)
{
  static const char *const keys[] = {
    "review-interval-minutes", "notifications-enabled", "notify-waiting",
    "notify-quotas",           "quota-thresholds",      "quiet-hours-enabled",
    "quiet-hours-start",       "quiet-hours-end",       "notifications-paused-until",
  };

  self->alerts = vdt_alert_policy_new (self->zone);
  self->digest_owed = VDT_TIME_UNKNOWN;
  for (guint i = 0; self->settings != NULL && i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *signal = g_strconcat ("changed::", keys[i], NULL);

      g_signal_connect_object (self->settings, signal, G_CALLBACK (follow_rules), self,
                               G_CONNECT_SWAPPED);
    }
  g_signal_connect (self, "quota-back", G_CALLBACK (on_quota_back_cb), NULL);
  g_signal_connect (self, "tick", G_CALLBACK (on_alert_tick_cb), NULL);
  g_signal_connect_object (self->review, "notify::n-cards", G_CALLBACK (follow_review), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->review, "notify::reviewed-at", G_CALLBACK (follow_reviewed_at),
                           self, G_CONNECT_SWAPPED);
}

/**
 * vdt_engine_begin_alerts:
 * @self: an engine that has just looked at everything
 *
 * What stands now is nothing new; from here on crossings are told. Where it had to look at
 * everything once more while it ran, what came up meanwhile is one.
 */
void
vdt_engine_begin_alerts (VdtEngine *self)
{
  if (!self->alerts_begun)
    {
      vdt_alert_policy_begin (self->alerts);
      self->digest_asked = FALSE;
      self->digest_owed = VDT_TIME_UNKNOWN;
    }
  self->alerts_begun = TRUE;
  follow_rules (self);
  vdt_engine_see_quotas (self);
  vdt_engine_see_waiting (self);
}

/**
 * vdt_engine_set_attended:
 * @self: an engine
 * @attended: whether the person looks at a window that shows who waits
 *
 * What is looked at already is not told besides.
 */
void
vdt_engine_set_attended (VdtEngine *self, gboolean attended)
{
  g_return_if_fail (VDT_IS_ENGINE (self));

  if (self->attended == !!attended)
    return;
  self->attended = !!attended;
  vdt_engine_see_waiting (self);
}

/**
 * vdt_engine_is_paused:
 * @self: an engine
 * @until: (out) (optional): when that ends; unknown where somebody has to end it
 *
 * Returns: whether a person has paused notices. Quiet hours are no pause: they come by themselves
 */
gboolean
vdt_engine_is_paused (VdtEngine *self, VdtTime *until)
{
  VdtTime end = 0;

  g_return_val_if_fail (VDT_IS_ENGINE (self), FALSE);

  if (self->settings != NULL)
    end = g_settings_get_int64 (self->settings, "notifications-paused-until");
  if (until != NULL)
    *until = end == VDT_ALERT_UNTIL_TURNED_ON ? VDT_TIME_UNKNOWN : end;
  return end == VDT_ALERT_UNTIL_TURNED_ON || end > vdt_engine_get_now (self);
}
