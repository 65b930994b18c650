/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-review"

#include "config.h"

#include "vdt-alert-quotas-private.h"

#include <math.h>
#include <string.h>

#define MAX_QUOTAS 256

/* So many windows of a quota are known apart: where somebody still reads the one before, or an
 * older program tells of it, what was passed in it stays passed. */
#define N_WINDOWS 4

/* Where nobody says when a window resets, so many points less are a new one; fewer are another
 * way of counting. */
#define DROP_OF_A_RESET 5.0

typedef struct
{
  VdtTime resets_at;  /* unknown where nobody said */
  guint8 passed[101]; /* of each threshold */
} Window;

/* A quota, from one window to the next. */
typedef struct
{
  GList link; /* in the queue, what was seen last at the head */
  char *key;
  VdtRuntime runtime;
  int kind;
  gboolean has_window;       /* whether there ever was a reading */
  gboolean has_begun;        /* whether there was one since the policy began */
  Window windows[N_WINDOWS]; /* of which the last reading was first */
  double percent;
  int near; /* the threshold to be told of, or 0 */
  gint64 near_value;
  VdtTime back; /* which window was said to be back; unknown for none */
  gboolean tell_back;
} Quota;

struct _VdtAlertQuotas
{
  int thresholds[VDT_ALERT_MAX_THRESHOLDS];
  guint n_thresholds;
  GHashTable *by_key; /* key → Quota */
  GQueue queue;
};

static void
quota_free (gpointer data)
{
  Quota *quota = data;

  g_free (quota->key);
  g_free (quota);
}

VdtAlertQuotas *
vdt_alert_quotas_new (void)
{
  VdtAlertQuotas *quotas = g_new0 (VdtAlertQuotas, 1);

  quotas->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, quota_free);
  return quotas;
}

void
vdt_alert_quotas_free (VdtAlertQuotas *quotas)
{
  if (quotas == NULL)
    return;
  g_hash_table_unref (quotas->by_key);
  g_free (quotas);
}

static void
mark_passed (const VdtAlertQuotas *quotas, Quota *quota)
{
  for (guint i = 0; i < quotas->n_thresholds; i++)
    {
      if (quotas->thresholds[i] <= quota->percent)
        quota->windows[0].passed[quotas->thresholds[i]] = TRUE;
    }
}

/* Each is 1 … 100. One that was passed before it was set is not told of. */
void
vdt_alert_quotas_set_thresholds (VdtAlertQuotas *quotas, const int *thresholds, guint n_thresholds)
{
  quotas->n_thresholds = MIN (n_thresholds, VDT_ALERT_MAX_THRESHOLDS);
  for (guint i = 0; i < quotas->n_thresholds; i++)
    quotas->thresholds[i] = CLAMP (thresholds[i], 1, 100);
  for (GList *link = quotas->queue.head; link != NULL; link = link->next)
    {
      Quota *quota = link->data;

      if (quota->has_window)
        mark_passed (quotas, quota);
    }
}

/* What is to be told is dropped for good. */
void
vdt_alert_quotas_drop (VdtAlertQuotas *quotas)
{
  for (GList *link = quotas->queue.head; link != NULL; link = link->next)
    {
      Quota *quota = link->data;

      quota->near = 0;
      quota->tell_back = FALSE;
    }
}

/* The next reading of each only says what stood. */
void
vdt_alert_quotas_begin (VdtAlertQuotas *quotas)
{
  vdt_alert_quotas_drop (quotas);
  for (GList *link = quotas->queue.head; link != NULL; link = link->next)
    ((Quota *) link->data)->has_begun = FALSE;
}

/* Unknown is no window that another could be the same as. */
static gboolean
is_same_window (VdtTime a, VdtTime b)
{
  return vdt_time_known (a) && vdt_time_known (b) &&
         MAX (a, b) - MIN (a, b) <= VDT_ALERT_WINDOW_TOLERANCE;
}

static Quota *
get_quota (VdtAlertQuotas *quotas, const VdtAlertQuota *seen)
{
  Quota *quota = g_hash_table_lookup (quotas->by_key, seen->key);

  if (quota == NULL)
    {
      quota = g_new0 (Quota, 1);
      quota->link.data = quota;
      quota->key = g_strdup (seen->key);
      for (guint i = 0; i < N_WINDOWS; i++)
        quota->windows[i].resets_at = VDT_TIME_UNKNOWN;
      quota->back = VDT_TIME_UNKNOWN;
      g_hash_table_insert (quotas->by_key, quota->key, quota);
    }
  else
    g_queue_unlink (&quotas->queue, &quota->link);
  g_queue_push_head_link (&quotas->queue, &quota->link);
  quota->runtime = seen->runtime;
  quota->kind = seen->window;
  if (quotas->queue.length > MAX_QUOTAS)
    {
      Quota *oldest = quotas->queue.tail->data;

      g_queue_unlink (&quotas->queue, &oldest->link);
      g_hash_table_remove (quotas->by_key, oldest->key);
    }
  return quota;
}

/* Where both times are known they decide: one low reading of a window is no reset of it. */
static gboolean
is_new_window (const Quota *quota, const VdtAlertQuota *seen)
{
  if (!quota->has_window)
    return TRUE;
  if (vdt_time_known (quota->windows[0].resets_at) && vdt_time_known (seen->resets_at))
    return !is_same_window (quota->windows[0].resets_at, seen->resets_at);
  return seen->used_percent <= quota->percent - DROP_OF_A_RESET;
}

/* Makes the window that resets then the first: one that was there before, else in place of the
 * one that was not read for longest. */
static void
turn_to_window (Quota *quota, VdtTime resets_at)
{
  Window window = { .resets_at = resets_at };
  guint place = 1;

  while (place < N_WINDOWS - 1 && !is_same_window (quota->windows[place].resets_at, resets_at))
    place++;
  if (is_same_window (quota->windows[place].resets_at, resets_at))
    window = quota->windows[place];
  memmove (&quota->windows[1], &quota->windows[0], place * sizeof window);
  quota->windows[0] = window;
  quota->near = 0;
}

/* Of all thresholds that it passes the highest is to be told, each once a window. */
void
vdt_alert_quotas_see (VdtAlertQuotas *quotas, const VdtAlertQuota *seen, VdtTime now)
{
  Quota *quota = NULL;
  Window *window = NULL;
  int highest = 0;

  if (!isfinite (seen->used_percent) || seen->used_percent < 0)
    return;
  quota = get_quota (quotas, seen);
  if (is_new_window (quota, seen))
    turn_to_window (quota, seen->resets_at);
  window = &quota->windows[0];
  if (!vdt_time_known (window->resets_at))
    window->resets_at = seen->resets_at;
  quota->has_window = TRUE;
  quota->percent = seen->used_percent;
  for (guint i = 0; i < quotas->n_thresholds; i++)
    {
      const int threshold = quotas->thresholds[i];

      if (threshold <= quota->percent && !window->passed[threshold])
        highest = MAX (highest, threshold);
    }
  mark_passed (quotas, quota);
  if (quota->has_begun && highest > 0)
    {
      quota->near = highest;
      quota->near_value = vdt_time_known (window->resets_at) ? window->resets_at : now;
    }
  quota->has_begun = TRUE;
}

/* @seen is the first reading of the window that came before its time. */
void
vdt_alert_quotas_see_back (VdtAlertQuotas *quotas, const VdtAlertQuota *seen, VdtTime now)
{
  const VdtTime window = vdt_time_known (seen->resets_at) ? seen->resets_at : now;
  Quota *quota = get_quota (quotas, seen);

  if (is_same_window (quota->back, window))
    return;
  quota->back = window;
  quota->tell_back = TRUE;
}

/* Whether there is anything to tell. */
gboolean
vdt_alert_quotas_have_news (const VdtAlertQuotas *quotas)
{
  for (const GList *link = quotas->queue.head; link != NULL; link = link->next)
    {
      const Quota *quota = link->data;

      if (quota->near > 0 || quota->tell_back)
        return TRUE;
    }
  return FALSE;
}

static void
tell (GPtrArray *alerts, const Quota *quota, VdtAlertKind kind, int threshold)
{
  VdtAlert *alert = vdt_alert_new (kind);

  alert->runtime = quota->runtime;
  alert->window = quota->kind;
  alert->threshold = threshold;
  alert->value = kind == VDT_ALERT_QUOTA_NEAR ? quota->near_value : quota->back;
  g_ptr_array_add (alert->keys, kind == VDT_ALERT_QUOTA_NEAR
                                  ? g_strdup_printf ("quota:%s:%d", quota->key, threshold)
                                  : g_strconcat ("quota-back:", quota->key, NULL));
  g_ptr_array_add (alerts, alert);
}

/* It counts as told from then on. */
void
vdt_alert_quotas_tell (VdtAlertQuotas *quotas, GPtrArray *alerts)
{
  for (GList *link = quotas->queue.tail; link != NULL; link = link->prev)
    {
      Quota *quota = link->data;

      if (quota->near > 0)
        tell (alerts, quota, VDT_ALERT_QUOTA_NEAR, quota->near);
      if (quota->tell_back)
        tell (alerts, quota, VDT_ALERT_QUOTA_BACK, 0);
      quota->near = 0;
      quota->tell_back = FALSE;
    }
}
