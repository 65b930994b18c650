/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-review"

#include "config.h"

#include "vdt-alert-policy.h"

#include "vdt-alert-quotas-private.h"

/* The most that waits and is looked at; the most that is remembered, what no longer waits
 * included; the most sessions that were told of a moment ago. */
#define MAX_WAITING 4096
#define MAX_ITEMS   8192
#define MAX_COOLING 4096

#define MINUTES_A_DAY (24 * 60)

/* Something that a session waits for, or waited for. */
typedef struct
{
  GList link; /* in items, what waited last at the head */
  char *key;
  char *session;
  guint64 order;
  VdtTime since;
  gboolean waits;
  gboolean pending; /* to be told; if not, it was told or never will be */
  gboolean urgent;
  gboolean urgent_over; /* it was told as urgent, or as that never will be */
  gboolean risen;       /* it is to be told only since it turned urgent */
  gboolean held;
} Item;

struct _VdtAlertPolicy
{
  VdtZone *zone;
  VdtAlertRules rules;
  gboolean fresh; /* what waits at the next look stood before */
  VdtTime last_now;
  guint64 n_items;
  GHashTable *items; /* key → Item */
  GQueue item_queue;
  GHashTable *cooling; /* session → VdtTime when it was told of */
  VdtAlertQuotas *quotas;
  gboolean review_due;
  gboolean review_held;
  VdtTime review_window;
};

static void
item_free (gpointer data)
{
  Item *item = data;

  g_free (item->key);
  g_free (item->session);
  g_free (item);
}

/**
 * vdt_alert_policy_new:
 * @zone: (transfer none): whose local time quiet hours are in; it must live as long as the policy
 *
 * Makes a policy that begins now. Until [func@vdt_alert_policy_set_rules] nothing is told.
 *
 * Returns: (transfer full): a policy
 */
VdtAlertPolicy *
vdt_alert_policy_new (VdtZone *zone)
{
  VdtAlertPolicy *policy = g_new0 (VdtAlertPolicy, 1);

  policy->zone = zone;
  policy->fresh = TRUE;
  policy->last_now = VDT_TIME_UNKNOWN;
  policy->items = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, item_free);
  policy->cooling = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  policy->quotas = vdt_alert_quotas_new ();
  return policy;
}

/**
 * vdt_alert_policy_free:
 * @policy: (nullable): a policy
 */
void
vdt_alert_policy_free (VdtAlertPolicy *policy)
{
  if (policy == NULL)
    return;
  g_hash_table_unref (policy->items);
  g_hash_table_unref (policy->cooling);
  vdt_alert_quotas_free (policy->quotas);
  g_free (policy);
}

/* --- Time -------------------------------------------------------------------------------- */

/* How far the clock went back since the last call: what is remembered is that much earlier, so
 * that it keeps its age. */
static VdtTime
get_shift (const VdtAlertPolicy *policy, VdtTime now)
{
  return vdt_time_known (policy->last_now) ? MAX (policy->last_now - now, 0) : 0;
}

static void
advance (VdtAlertPolicy *policy, VdtTime now)
{
  VdtTime shift = get_shift (policy, now);
  GHashTableIter iter;
  gpointer value = NULL;

  policy->last_now = now;
  if (shift == 0)
    return;
  for (GList *link = policy->item_queue.head; link != NULL; link = link->next)
    ((Item *) link->data)->since -= shift;
  g_hash_table_iter_init (&iter, policy->cooling);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    *(VdtTime *) value -= shift;
}

/* Whether @time is in quiet hours, and when those end. They are told as instants and not as
 * times of day, so that an hour that comes twice, or never, is no second or broken period. */
static gboolean
is_quiet (const VdtAlertPolicy *policy, VdtTime time, VdtTime *end)
{
  const VdtAlertRules *rules = &policy->rules;
  gint64 today = 0;

  if (!rules->quiet || rules->quiet_start == rules->quiet_end)
    return FALSE;
  today = vdt_zone_local_day (policy->zone, time);
  for (gint64 day = today - 1; day <= today; day++)
    {
      gint64 last = rules->quiet_end > rules->quiet_start ? day : day + 1;

      *end = vdt_zone_from_local (policy->zone, last, rules->quiet_end / 60, rules->quiet_end % 60);
      if (time < *end && time >= vdt_zone_from_local (policy->zone, day, rules->quiet_start / 60,
                                                      rules->quiet_start % 60))
        return TRUE;
    }
  return FALSE;
}

/**
 * vdt_alert_policy_is_silent:
 * @policy: a policy
 * @now: the time
 * @until: (out) (optional): when that ends, a pause and quiet hours taken together; unknown where
 *   it ends when it is turned on, and where it is not silent
 *
 * Returns: whether it is paused, or in quiet hours
 */
gboolean
vdt_alert_policy_is_silent (const VdtAlertPolicy *policy, VdtTime now, VdtTime *until)
{
  VdtTime paused_until = policy->rules.paused_until;
  VdtTime time = now;
  VdtTime end = VDT_TIME_UNKNOWN;

  if (until != NULL)
    *until = VDT_TIME_UNKNOWN;
  if (paused_until == VDT_ALERT_UNTIL_TURNED_ON)
    return TRUE;
  /* A pause that ends in quiet hours lasts as long as those. */
  time = MAX (time, paused_until);
  if (is_quiet (policy, time, &end))
    time = end;
  if (until != NULL && time > now)
    *until = time;
  return time > now;
}

/* --- What is dropped --------------------------------------------------------------------- */

/* It is not to be told, unless it turns urgent only later. */
static void
item_settle (Item *item)
{
  item->pending = item->risen = FALSE;
  if (item->urgent)
    item->urgent_over = TRUE;
}

/* Drops what the rules say must not be told at this time, and notes what is held back. */
static void
settle (VdtAlertPolicy *policy, VdtTime now)
{
  const VdtAlertRules *rules = &policy->rules;
  gboolean silent = vdt_alert_policy_is_silent (policy, now, NULL);

  for (GList *link = policy->item_queue.head; link != NULL; link = link->next)
    {
      Item *item = link->data;

      if (!item->pending)
        continue;
      if (!rules->enabled || !rules->waiting || (!item->urgent && (rules->batching || silent)))
        item_settle (item);
      else if (silent)
        item->held = TRUE;
    }
  if (!rules->enabled || !rules->quotas || silent)
    vdt_alert_quotas_drop (policy->quotas);
  if (!rules->enabled)
    policy->review_due = FALSE;
  else if (policy->review_due && silent)
    policy->review_held = TRUE;
}

/**
 * vdt_alert_policy_set_rules:
 * @policy: a policy
 * @rules: (transfer none): what a person chose; copied, and taken to its bounds
 * @now: the time
 *
 * Changes the rules. What they now say is not to be told is dropped for good: to take it back
 * later tells nothing old. A threshold that was passed before it was set is not told of either.
 */
void
vdt_alert_policy_set_rules (VdtAlertPolicy *policy, const VdtAlertRules *rules, VdtTime now)
{
  VdtAlertRules *own = &policy->rules;

  g_return_if_fail (vdt_time_known (now));

  advance (policy, now);
  *own = *rules;
  own->n_thresholds = MIN (own->n_thresholds, VDT_ALERT_MAX_THRESHOLDS);
  for (guint i = 0; i < own->n_thresholds; i++)
    own->thresholds[i] = CLAMP (own->thresholds[i], 1, 100);
  own->quiet_start = CLAMP (own->quiet_start, 0, MINUTES_A_DAY - 1);
  own->quiet_end = CLAMP (own->quiet_end, 0, MINUTES_A_DAY - 1);
  if (own->paused_until != VDT_ALERT_UNTIL_TURNED_ON)
    own->paused_until = CLAMP (own->paused_until, 0, VDT_TIME_MAX);
  vdt_alert_quotas_set_thresholds (policy->quotas, own->thresholds, own->n_thresholds);
  settle (policy, now);
}

/**
 * vdt_alert_policy_begin:
 * @policy: a policy
 *
 * Begins anew: what waits at the next look, and what the next reading of each quota says, stood
 * before and is not told of. What was told before is not told again. A digest that is due stays,
 * and so does what is held back until quiet hours or a pause end.
 */
void
vdt_alert_policy_begin (VdtAlertPolicy *policy)
{
  policy->fresh = TRUE;
  for (GList *link = policy->item_queue.head; link != NULL; link = link->next)
    {
      if (!((Item *) link->data)->held)
        item_settle (link->data);
    }
  vdt_alert_quotas_begin (policy->quotas);
}

/* --- What waits -------------------------------------------------------------------------- */

static void
item_remove (VdtAlertPolicy *policy, Item *item)
{
  g_queue_unlink (&policy->item_queue, &item->link);
  g_hash_table_remove (policy->items, item->key);
}

/* Whether it is not to be told since it stood before the policy began. In quiet hours and a pause
 * somebody else may have held back what is urgent. */
static gboolean
stood (const VdtAlertPolicy *policy, const VdtAlertWaiting *waiting, VdtTime now)
{
  return policy->fresh && !(waiting->urgent && vdt_alert_policy_is_silent (policy, now, NULL));
}

static void
see_item (VdtAlertPolicy *policy, const VdtAlertWaiting *waiting, VdtTime now)
{
  g_autofree char *key = g_strconcat (waiting->session_id, ":", waiting->key, NULL);
  Item *item = g_hash_table_lookup (policy->items, key);

  if (item == NULL)
    {
      item = g_new0 (Item, 1);
      item->link.data = item;
      item->key = g_steal_pointer (&key);
      item->session = g_strdup (waiting->session_id);
      item->order = policy->n_items++;
      item->since = now;
      item->pending = !stood (policy, waiting, now);
      g_hash_table_insert (policy->items, item->key, item);
    }
  else
    g_queue_unlink (&policy->item_queue, &item->link);
  g_queue_push_head_link (&policy->item_queue, &item->link);
  if (waiting->urgent && !item->urgent && !item->pending && !item->urgent_over)
    {
      /* That is something else than it was. */
      item->since = now;
      item->order = policy->n_items++;
      item->pending = item->risen = !stood (policy, waiting, now);
      item->held = FALSE;
    }
  else if (!waiting->urgent && item->risen)
    item->pending = item->risen = FALSE;
  item->waits = TRUE;
  item->urgent = waiting->urgent;
  if (waiting->seen || !item->pending)
    item_settle (item);
}

/* What was told, or is never to be, is remembered for a while after it ended: it may come back,
 * where a log is read again. Nobody heard of what was still to be told: that may begin anew. */
static void
drop_ended (VdtAlertPolicy *policy)
{
  GList *link = policy->item_queue.head;

  while (link != NULL)
    {
      Item *item = link->data;

      link = link->next;
      if (item->waits || !item->pending)
        continue;
      if (item->risen)
        item->pending = item->risen = item->urgent = FALSE;
      else
        item_remove (policy, item);
    }
  while (policy->item_queue.length > MAX_ITEMS)
    item_remove (policy, policy->item_queue.tail->data);
}

/**
 * vdt_alert_policy_see_waiting:
 * @policy: a policy
 * @waiting: (array length=n_waiting): all that waits now; what is not in it has ended
 * @n_waiting: how many; over 4,096 the rest is not looked at
 * @now: the time
 *
 * Takes note of what waits. The first look after the policy began only says what stood.
 */
void
vdt_alert_policy_see_waiting (VdtAlertPolicy *policy,
                              const VdtAlertWaiting *waiting,
                              guint n_waiting,
                              VdtTime now)
{
  g_return_if_fail (vdt_time_known (now));

  advance (policy, now);
  for (GList *link = policy->item_queue.head; link != NULL; link = link->next)
    ((Item *) link->data)->waits = FALSE;
  for (guint i = 0; i < MIN (n_waiting, MAX_WAITING); i++)
    see_item (policy, &waiting[i], now);
  policy->fresh = FALSE;
  drop_ended (policy);
  settle (policy, now);
}

/* --- Quotas ------------------------------------------------------------------------------ */

/**
 * vdt_alert_policy_see_quota:
 * @policy: a policy
 * @quota: a reading; one without a percentage that can be is not looked at
 * @now: the time
 *
 * Takes note of a reading. Of all thresholds that it passes the highest is told, each once a
 * window. The first reading of a quota since the policy began only says what stood.
 */
void
vdt_alert_policy_see_quota (VdtAlertPolicy *policy, const VdtAlertQuota *quota, VdtTime now)
{
  g_return_if_fail (vdt_time_known (now));

  advance (policy, now);
  vdt_alert_quotas_see (policy->quotas, quota, now);
  settle (policy, now);
}

/**
 * vdt_alert_policy_see_quota_back:
 * @policy: a policy
 * @quota: the first reading of the window that came before its time
 * @now: the time
 *
 * Takes note that a quota was reset. Told once a window. The reading itself is still to be seen.
 */
void
vdt_alert_policy_see_quota_back (VdtAlertPolicy *policy, const VdtAlertQuota *quota, VdtTime now)
{
  g_return_if_fail (vdt_time_known (now));

  advance (policy, now);
  vdt_alert_quotas_see_back (policy->quotas, quota, now);
  settle (policy, now);
}

/**
 * vdt_alert_policy_see_review_due:
 * @policy: a policy
 * @window: when its window was claimed: tells one digest from the next
 * @now: the time
 *
 * Takes note of a digest that was claimed with work. However many there are in quiet hours or a
 * pause, one is told when those end.
 */
void
vdt_alert_policy_see_review_due (VdtAlertPolicy *policy, VdtTime window, VdtTime now)
{
  g_return_if_fail (vdt_time_known (now));

  advance (policy, now);
  if (!policy->review_due)
    policy->review_held = FALSE;
  policy->review_due = TRUE;
  policy->review_window = window;
  settle (policy, now);
}

/**
 * vdt_alert_policy_see_review_done:
 * @policy: a policy
 *
 * Takes note that nothing is left to review: a digest that is held back is not told of any more.
 */
void
vdt_alert_policy_see_review_done (VdtAlertPolicy *policy)
{
  policy->review_due = FALSE;
}

/* --- What is told ------------------------------------------------------------------------ */

/**
 * vdt_alert_free:
 * @alert: (nullable): an alert
 */
void
vdt_alert_free (VdtAlert *alert)
{
  if (alert == NULL)
    return;
  g_free (alert->target);
  g_clear_pointer (&alert->sessions, g_ptr_array_unref);
  g_clear_pointer (&alert->keys, g_ptr_array_unref);
  g_free (alert);
}

/* One that speaks of one thing, and claims nothing yet. */
VdtAlert *
vdt_alert_new (VdtAlertKind kind)
{
  VdtAlert *alert = g_new0 (VdtAlert, 1);

  alert->kind = kind;
  alert->count = 1;
  alert->sessions = g_ptr_array_new_with_free_func (g_free);
  alert->keys = g_ptr_array_new_with_free_func (g_free);
  return alert;
}

static VdtAlert *
add_alert (GPtrArray *alerts, VdtAlertKind kind)
{
  VdtAlert *alert = vdt_alert_new (kind);

  g_ptr_array_add (alerts, alert);
  return alert;
}

/* When its session may be told of again; as @shift says earlier than it is noted. */
static VdtTime
get_cool (const VdtAlertPolicy *policy, const Item *item, VdtTime shift)
{
  const VdtTime *told = g_hash_table_lookup (policy->cooling, item->session);

  return told != NULL ? *told - shift + VDT_ALERT_COOLDOWN : VDT_TIME_UNKNOWN;
}

static void
start_cooling (VdtAlertPolicy *policy, const char *session, VdtTime now)
{
  if (g_hash_table_size (policy->cooling) >= MAX_COOLING)
    g_hash_table_remove_all (policy->cooling);
  g_hash_table_insert (policy->cooling, g_strdup (session), g_memdup2 (&now, sizeof now));
}

static void
drop_cooled (VdtAlertPolicy *policy, VdtTime now)
{
  GHashTableIter iter;
  gpointer value = NULL;

  g_hash_table_iter_init (&iter, policy->cooling);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      if (*(VdtTime *) value + VDT_ALERT_COOLDOWN <= now)
        g_hash_table_iter_remove (&iter);
    }
}

static int
compare_order (gconstpointer a, gconstpointer b)
{
  const Item *first = *(const Item *const *) a;
  const Item *second = *(const Item *const *) b;

  return first->order < second->order ? -1 : first->order > second->order;
}

/* When an item is to be told. One that had to wait for its session to cool waited long enough
 * for others to come with it. */
static VdtTime
get_due (const VdtAlertPolicy *policy, const Item *item, VdtTime shift)
{
  return MAX (item->since - shift + VDT_ALERT_GATHER, get_cool (policy, item, shift));
}

/* Tells of all items of one kind that may be told, where one of them is due. */
static void
tell_items (VdtAlertPolicy *policy, GPtrArray *alerts, gboolean urgent, gboolean held, VdtTime now)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  gboolean due = FALSE;
  VdtAlert *alert = NULL;

  for (GList *link = policy->item_queue.head; link != NULL; link = link->next)
    {
      Item *item = link->data;

      if (!item->pending || item->urgent != urgent || item->held != held ||
          get_cool (policy, item, 0) > now)
        continue;
      g_ptr_array_add (items, item);
      due = due || get_due (policy, item, 0) <= now;
    }
  if (!due)
    return;
  g_ptr_array_sort (items, compare_order);
  alert = add_alert (alerts, urgent ? VDT_ALERT_URGENT : VDT_ALERT_WAITING);
  alert->held = held;
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = g_ptr_array_index (items, i);

      /* The second question of a session waits for its time. */
      if (get_cool (policy, item, 0) > now)
        continue;
      item_settle (item);
      start_cooling (policy, item->session, now);
      g_ptr_array_add (alert->keys, g_strconcat (urgent ? "urgent:" : "waiting:", item->key, NULL));
      g_ptr_array_add (alert->sessions, g_strdup (item->session));
    }
  alert->count = alert->keys->len;
  if (alert->count == 1)
    alert->target = g_strdup (g_ptr_array_index (alert->sessions, 0));
}

/**
 * vdt_alert_policy_take:
 * @policy: a policy
 * @now: the time
 *
 * Takes what is to be told at this time. It counts as told from then on.
 *
 * Returns: (transfer full) (element-type VdtAlert): alerts, the urgent first
 */
GPtrArray *
vdt_alert_policy_take (VdtAlertPolicy *policy, VdtTime now)
{
  GPtrArray *alerts = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_alert_free);

  g_return_val_if_fail (vdt_time_known (now), alerts);

  advance (policy, now);
  settle (policy, now);
  drop_cooled (policy, now);
  if (!policy->rules.enabled || vdt_alert_policy_is_silent (policy, now, NULL))
    return alerts;
  tell_items (policy, alerts, TRUE, TRUE, now);
  tell_items (policy, alerts, TRUE, FALSE, now);
  tell_items (policy, alerts, FALSE, TRUE, now);
  tell_items (policy, alerts, FALSE, FALSE, now);
  if (policy->review_due)
    {
      VdtAlert *alert = add_alert (alerts, VDT_ALERT_REVIEW_DUE);

      alert->held = policy->review_held;
      g_ptr_array_add (alert->keys,
                       g_strdup_printf ("review:%" G_GINT64_FORMAT, policy->review_window));
      policy->review_due = FALSE;
    }
  vdt_alert_quotas_tell (policy->quotas, alerts);
  return alerts;
}

static void
lower (VdtTime *next, VdtTime time)
{
  if (vdt_time_known (time) && (!vdt_time_known (*next) || time < *next))
    *next = time;
}

/**
 * vdt_alert_policy_get_next:
 * @policy: a policy
 * @now: the time
 *
 * Returns: when to call [func@vdt_alert_policy_take] again, @now or later; unknown for not before
 *   something is seen or the rules change
 */
VdtTime
vdt_alert_policy_get_next (const VdtAlertPolicy *policy, VdtTime now)
{
  VdtTime shift = get_shift (policy, now);
  VdtTime next = VDT_TIME_UNKNOWN;
  VdtTime until = VDT_TIME_UNKNOWN;
  gboolean silent = vdt_alert_policy_is_silent (policy, now, &until);

  if (!policy->rules.enabled)
    return VDT_TIME_UNKNOWN;
  for (GList *link = policy->item_queue.head; link != NULL; link = link->next)
    {
      const Item *item = link->data;

      if (!item->pending)
        continue;
      /* What is not yet held back, or dropped, is to be looked at for that. */
      if (silent)
        lower (&next, item->held ? until : now);
      else
        lower (&next, get_due (policy, item, shift));
    }
  if (policy->review_due)
    lower (&next, silent && policy->review_held ? until : now);
  if (vdt_alert_quotas_have_news (policy->quotas))
    lower (&next, now);
  return vdt_time_known (next) ? MAX (next, now) : VDT_TIME_UNKNOWN;
}
