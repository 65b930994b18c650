/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-notify"

#include "config.h"

#include "vdt-notify-worker.h"

#include <libnotify/notify.h>
#include <string.h>

#include "vdt-text.h"

/* All of libnotify is synchronous, even the end of a notification: with a desktop that does not
 * answer, each call waits for half a minute. It also keeps its connection, its notifications and
 * what it knows of the service in globals without a lock. So one thread makes every call, and
 * has a main context of its own, to which libnotify's signals come: where that thread waits,
 * nothing else does. Talking D-Bus without libnotify would spare the thread, and would need the
 * portal's protocol written once more. */

#define MAX_BODY_CHARS  1000
#define MAX_TOKEN_BYTES 512

/* How long the end of the program may wait for what is still to be taken off the screen. */
#define END_WAIT (300 * G_TIME_SPAN_MILLISECOND)

typedef enum
{
  JOB_SHOW,
  JOB_WITHDRAW, /* all, where there is no id */
  JOB_QUIT,
} JobKind;

typedef struct
{
  JobKind kind;
  char *id;
  VdtNotification *notification;
} Job;

struct _VdtNotifyWorker
{
  /* Never changed. */
  GDBusConnection *connection;
  char *service;
  GMainContext *context;
  GMainContext *report_context;
  VdtNotifyReportFunc report;
  GWeakRef target;

  GMutex lock;
  GCond ended_cond;
  GQueue jobs; /* of Job */
  gboolean scheduled;
  gboolean ended;

  /* The owner's alone. */
  gboolean started;

  /* The thread's alone. */
  GHashTable *shown; /* our id → Shown */
  gboolean quit;
  gboolean knows_caps;
  gboolean has_actions;
  gboolean has_markup;
};

/* What is on the screen. */
typedef struct
{
  VdtNotifyWorker *worker;
  char *id;
  NotifyNotification *notification;
} Shown;

typedef struct
{
  VdtNotifyWorker *worker;
  VdtNotifyReport report;
} Delivery;

/* A process has one libnotify; a thread that still waits for a silent desktop keeps it. */
static GMutex libnotify_lock;

static void
job_free (Job *job)
{
  g_free (job->id);
  vdt_notification_free (job->notification);
  g_free (job);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Job, job_free)

static void
shown_free (gpointer data)
{
  Shown *shown = data;

  g_signal_handlers_disconnect_by_data (shown->notification, shown);
  g_object_unref (shown->notification);
  g_free (shown->id);
  g_free (shown);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Shown, shown_free)

static void
worker_clear (gpointer data)
{
  VdtNotifyWorker *worker = data;

  g_queue_clear_full (&worker->jobs, (GDestroyNotify) job_free);
  g_hash_table_unref (worker->shown);
  g_weak_ref_clear (&worker->target);
  g_main_context_unref (worker->context);
  g_main_context_unref (worker->report_context);
  g_object_unref (worker->connection);
  g_free (worker->service);
  g_cond_clear (&worker->ended_cond);
  g_mutex_clear (&worker->lock);
}

static void
worker_unref (VdtNotifyWorker *worker)
{
  g_atomic_rc_box_release_full (worker, worker_clear);
}

/* --- what is reported ------------------------------------------------------------------------ */

static void
delivery_free (gpointer data)
{
  Delivery *delivery = data;

  g_free (delivery->report.id);
  g_free (delivery->report.action);
  g_free (delivery->report.token);
  worker_unref (delivery->worker);
  g_free (delivery);
}

static gboolean
deliver_cb (gpointer data)
{
  Delivery *delivery = data;
  g_autoptr (GObject) target = g_weak_ref_get (&delivery->worker->target);

  if (target != NULL)
    delivery->worker->report (target, &delivery->report);
  return G_SOURCE_REMOVE;
}

/* g_main_context_invoke() would call from this thread where the other's loop does not run. */
static void
deliver (VdtNotifyWorker *worker,
         VdtNotifyReportKind kind,
         const char *id,
         const char *action,
         const char *token)
{
  Delivery *delivery = g_new0 (Delivery, 1);
  g_autoptr (GSource) source = g_idle_source_new ();

  delivery->worker = g_atomic_rc_box_acquire (worker);
  delivery->report.kind = kind;
  delivery->report.id = g_strdup (id);
  delivery->report.action = g_strdup (action);
  delivery->report.token = g_strdup (token);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver_cb, delivery, delivery_free);
  g_source_set_static_name (source, "vdt-notify report");
  g_source_attach (source, worker->report_context);
}

/* --- the thread: libnotify ------------------------------------------------------------------- */

static void
start_libnotify (void)
{
  const char *name = g_get_application_name ();

  notify_init (name != NULL && *name != '\0' ? name : VDT_APP_ID);
}

static gboolean
drop_cb (gpointer data)
{
  return G_SOURCE_REMOVE;
}

/* Not at once: libnotify is in the middle of a signal. */
static void
drop_later (Shown *shown)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, drop_cb, shown, shown_free);
  g_source_attach (source, shown->worker->context);
}

static void
closed_cb (NotifyNotification *notification, gpointer user_data)
{
  Shown *shown = user_data;
  VdtNotifyWorker *worker = shown->worker;

  /* Something else may be shown under the name by now. */
  if (g_hash_table_lookup (worker->shown, shown->id) != shown)
    return;
  deliver (worker, VDT_NOTIFY_REPORT_CLOSED, shown->id, NULL, NULL);
  g_hash_table_steal (worker->shown, shown->id);
  drop_later (shown);
}

static void
action_cb (NotifyNotification *notification, char *action, gpointer user_data)
{
  Shown *shown = user_data;
  const char *token = notify_notification_get_activation_token (notification);

  if (token != NULL && (*token == '\0' || strlen (token) > MAX_TOKEN_BYTES))
    token = NULL;
  deliver (shown->worker, VDT_NOTIFY_REPORT_ACTIVATED, shown->id, action, token);
}

/* What was shown is gone with whoever showed it, and the next one counts from 1 again. libnotify
 * must not go on with what it knows either: newer ones abort where they know no version. */
static void
begin_anew (VdtNotifyWorker *worker)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, worker->shown);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    deliver (worker, VDT_NOTIFY_REPORT_CLOSED, key, NULL, NULL);
  g_hash_table_remove_all (worker->shown);
  worker->knows_caps = FALSE;
  notify_uninit ();
  start_libnotify ();
}

static void
owner_changed_cb (GDBusConnection *connection,
                  const char *sender,
                  const char *path,
                  const char *interface,
                  const char *signal,
                  GVariant *parameters,
                  gpointer user_data)
{
  VdtNotifyWorker *worker = user_data;
  const char *former = NULL;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(sss)")))
    return;
  g_variant_get (parameters, "(&s&s&s)", NULL, &former, NULL);
  /* Without a former one, what is shown was shown by the new one: a call of ours started it. */
  if (*former != '\0' || g_hash_table_size (worker->shown) == 0)
    begin_anew (worker);
}

/* Whether an error means that nobody is there, or nobody who answers. A refusal is an answer. */
static gboolean
is_silence (const GError *error)
{
  if (error->domain == G_IO_ERROR)
    return error->code != G_IO_ERROR_DBUS_ERROR;
  if (error->domain != G_DBUS_ERROR)
    return FALSE;
  switch (error->code)
    {
    case G_DBUS_ERROR_SERVICE_UNKNOWN:
    case G_DBUS_ERROR_NAME_HAS_NO_OWNER:
    case G_DBUS_ERROR_NO_REPLY:
    case G_DBUS_ERROR_NO_SERVER:
    case G_DBUS_ERROR_TIMEOUT:
    case G_DBUS_ERROR_TIMED_OUT:
    case G_DBUS_ERROR_DISCONNECTED:
    case G_DBUS_ERROR_UNKNOWN_METHOD:
    case G_DBUS_ERROR_UNKNOWN_OBJECT:
    case G_DBUS_ERROR_UNKNOWN_INTERFACE:
      return TRUE;
    default:
      return error->code >= G_DBUS_ERROR_SPAWN_EXEC_FAILED &&
             error->code <= G_DBUS_ERROR_SPAWN_NO_MEMORY;
    }
}

static gboolean
learn_caps (VdtNotifyWorker *worker)
{
  g_autofree char *name = NULL;
  g_autofree char *vendor = NULL;
  g_autofree char *version = NULL;
  g_autofree char *spec = NULL;
  GList *caps = NULL;

  if (worker->knows_caps)
    return TRUE;

  /* notify_get_server_caps() cannot tell nothing from nobody. */
  if (!notify_get_server_info (&name, &vendor, &version, &spec))
    return FALSE;
  g_debug ("notifications are shown by %s %s", name, version);
  caps = notify_get_server_caps ();
  worker->has_actions = g_list_find_custom (caps, "actions", (GCompareFunc) g_strcmp0) != NULL;
  worker->has_markup = g_list_find_custom (caps, "body-markup", (GCompareFunc) g_strcmp0) != NULL;
  worker->knows_caps = TRUE;
  g_list_free_full (caps, g_free);
  return TRUE;
}

static char *
clean_body (VdtNotifyWorker *worker, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  g_autofree char *plain = vdt_text_strip_controls (valid);
  g_autofree char *cut = vdt_text_cut (plain, MAX_BODY_CHARS);

  return worker->has_markup ? g_markup_escape_text (cut, -1) : g_steal_pointer (&cut);
}

static NotifyUrgency
urgency_of (VdtNotificationUrgency urgency)
{
  switch (urgency)
    {
    case VDT_NOTIFICATION_LOW:
      return NOTIFY_URGENCY_LOW;
    case VDT_NOTIFICATION_CRITICAL:
      return NOTIFY_URGENCY_CRITICAL;
    case VDT_NOTIFICATION_NORMAL:
      break;
    }
  return NOTIFY_URGENCY_NORMAL;
}

static Shown *
make_shown (VdtNotifyWorker *worker, const VdtNotification *wanted)
{
  Shown *shown = g_new0 (Shown, 1);
  g_autofree char *valid = g_utf8_make_valid (wanted->title, -1);
  g_autofree char *title = vdt_text_title (valid);
  g_autofree char *body = clean_body (worker, wanted->body);
  /* The portal takes the icon from the desktop file, and knows no categories. */
  gboolean portal = g_str_has_prefix (worker->service, "org.freedesktop.portal.");
  NotifyNotification *notification =
    notify_notification_new (title != NULL ? title : notify_get_app_name (), body,
                             portal ? NULL : VDT_APP_ID);

  shown->worker = worker;
  shown->id = g_strdup (wanted->id);
  shown->notification = notification;
  notify_notification_set_urgency (notification, urgency_of (wanted->urgency));
  notify_notification_set_hint (notification, "desktop-entry", g_variant_new_string (VDT_APP_ID));
  if (wanted->transient)
    notify_notification_set_hint (notification, "transient", g_variant_new_boolean (TRUE));
  if (wanted->category != NULL && !portal)
    notify_notification_set_category (notification, wanted->category);
  for (guint i = 0; worker->has_actions && i < wanted->n_actions; i++)
    notify_notification_add_action (notification, wanted->actions[i].id, wanted->actions[i].label,
                                    action_cb, shown, NULL);
  g_signal_connect (notification, "closed", G_CALLBACK (closed_cb), shown);
  return shown;
}

static void
show (VdtNotifyWorker *worker, const VdtNotification *wanted)
{
  g_autoptr (Shown) shown = NULL;
  g_autoptr (GError) error = NULL;
  Shown *former;
  gboolean silence;

  if (!learn_caps (worker))
    {
      g_debug ("nobody shows notifications");
      deliver (worker, VDT_NOTIFY_REPORT_SILENCE, NULL, NULL, NULL);
      return;
    }

  shown = make_shown (worker, wanted);
  former = g_hash_table_lookup (worker->shown, wanted->id);
  if (former != NULL)
    {
      int id = 0;

      g_object_get (former->notification, "id", &id, NULL);
      g_object_set (shown->notification, "id", id, NULL);
    }
  if (notify_notification_show (shown->notification, &error))
    {
      const char *id = shown->id;

      g_hash_table_replace (worker->shown, (char *) id, g_steal_pointer (&shown));
      deliver (worker, VDT_NOTIFY_REPORT_ANSWER, NULL, NULL, NULL);
      return;
    }

  silence = is_silence (error);
  g_debug ("a notification was not shown: %s", error->message);
  if (silence)
    worker->knows_caps = FALSE;
  deliver (worker, silence ? VDT_NOTIFY_REPORT_SILENCE : VDT_NOTIFY_REPORT_ANSWER, NULL, NULL,
           NULL);
}

/* Returns: whether the desktop answered. */
static gboolean
withdraw (VdtNotifyWorker *worker, const char *id)
{
  g_autoptr (Shown) shown = NULL;
  g_autoptr (GError) error = NULL;

  shown = g_hash_table_lookup (worker->shown, id);
  if (shown == NULL)
    return TRUE;
  g_hash_table_steal (worker->shown, id);
  deliver (worker, VDT_NOTIFY_REPORT_CLOSED, shown->id, NULL, NULL);
  if (notify_notification_close (shown->notification, &error))
    return TRUE;
  /* It may have been closed just now. */
  g_debug ("a notification was not withdrawn: %s", error->message);
  return !is_silence (error);
}

static void
withdraw_all (VdtNotifyWorker *worker)
{
  gboolean answers = TRUE;

  while (answers && g_hash_table_size (worker->shown) > 0)
    {
      GHashTableIter iter;
      gpointer key = NULL;

      g_hash_table_iter_init (&iter, worker->shown);
      g_hash_table_iter_next (&iter, &key, NULL);
      answers = withdraw (worker, key);
    }
  /* The others would only wait as long again. */
  if (!answers)
    begin_anew (worker);
}

/* --- the thread: its loop -------------------------------------------------------------------- */

static gboolean
work_cb (gpointer data)
{
  VdtNotifyWorker *worker = data;
  g_autoptr (Job) job = NULL;

  g_mutex_lock (&worker->lock);
  job = g_queue_pop_head (&worker->jobs);
  worker->scheduled = job != NULL;
  g_mutex_unlock (&worker->lock);
  if (job == NULL)
    return G_SOURCE_REMOVE;

  switch (job->kind)
    {
    case JOB_SHOW:
      show (worker, job->notification);
      break;
    case JOB_WITHDRAW:
      if (job->id != NULL)
        withdraw (worker, job->id);
      else
        withdraw_all (worker);
      break;
    case JOB_QUIT:
      worker->quit = TRUE;
      break;
    }
  return G_SOURCE_CONTINUE;
}

static gpointer
run (gpointer data)
{
  VdtNotifyWorker *worker = data;
  guint subscription;

  g_mutex_lock (&libnotify_lock);
  g_main_context_push_thread_default (worker->context);
  start_libnotify ();
  subscription =
    g_dbus_connection_signal_subscribe (worker->connection, "org.freedesktop.DBus",
                                        "org.freedesktop.DBus", "NameOwnerChanged",
                                        "/org/freedesktop/DBus", worker->service,
                                        G_DBUS_SIGNAL_FLAGS_NONE, owner_changed_cb, worker, NULL);
  while (!worker->quit)
    g_main_context_iteration (worker->context, TRUE);

  g_dbus_connection_signal_unsubscribe (worker->connection, subscription);
  g_hash_table_remove_all (worker->shown);
  while (g_main_context_iteration (worker->context, FALSE))
    continue;
  notify_uninit ();
  while (g_main_context_iteration (worker->context, FALSE))
    continue;
  g_main_context_pop_thread_default (worker->context);
  g_mutex_unlock (&libnotify_lock);

  g_mutex_lock (&worker->lock);
  worker->ended = TRUE;
  g_cond_signal (&worker->ended_cond);
  g_mutex_unlock (&worker->lock);
  worker_unref (worker);
  return NULL;
}

/* --- the queue ------------------------------------------------------------------------------- */

/* Takes out what a newer wish makes pointless. Showing something leaves what came to take the
 * former off the screen. */
static void
take_back (VdtNotifyWorker *worker, JobKind newer, const char *id)
{
  for (GList *link = worker->jobs.head, *next = NULL; link != NULL; link = next)
    {
      Job *job = link->data;

      next = link->next;
      if (newer == JOB_QUIT || (newer == JOB_SHOW && job->kind == JOB_WITHDRAW) ||
          (id != NULL && g_strcmp0 (job->id, id) != 0))
        continue;
      job_free (job);
      g_queue_delete_link (&worker->jobs, link);
    }
}

/* The oldest that is to be shown; what is to go from the screen only where there is no other. */
static void
leave_one_out (VdtNotifyWorker *worker)
{
  GList *link = worker->jobs.head;

  while (link != NULL && ((Job *) link->data)->kind != JOB_SHOW)
    link = link->next;
  if (link == NULL)
    link = worker->jobs.head;
  g_debug ("the desktop does not answer: a notification is left out");
  job_free (link->data);
  g_queue_delete_link (&worker->jobs, link);
}

static void
push (VdtNotifyWorker *worker, JobKind kind, const char *id, const VdtNotification *notification)
{
  Job *job = g_new0 (Job, 1);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&worker->lock);

  job->kind = kind;
  job->id = g_strdup (id);
  job->notification = notification != NULL ? vdt_notification_copy (notification) : NULL;
  take_back (worker, kind, id);
  if (worker->jobs.length >= VDT_NOTIFY_MAX_WAITING)
    leave_one_out (worker);
  g_queue_push_tail (&worker->jobs, job);

  if (!worker->scheduled)
    {
      g_autoptr (GSource) source = g_idle_source_new ();

      /* Below the signals: what was closed is known before something takes its place. */
      g_source_set_priority (source, G_PRIORITY_DEFAULT_IDLE);
      g_source_set_callback (source, work_cb, worker, NULL);
      g_source_set_static_name (source, "vdt-notify work");
      g_source_attach (source, worker->context);
      worker->scheduled = TRUE;
    }
  if (!worker->started)
    {
      g_thread_unref (g_thread_new ("vdt-notify", run, g_atomic_rc_box_acquire (worker)));
      worker->started = TRUE;
    }
}

/**
 * vdt_notify_worker_new:
 * @session_bus: the session bus that all of the process shares
 * @service: the name of who shows notifications: of the portal or of the desktop's service
 * @target: whom to report to, as long as it lives; no reference is kept
 * @report: called in the thread-default main context of this call
 *
 * The thread begins with the first notification.
 *
 * Returns: (transfer full): the worker, for [func@vdt_notify_worker_end]
 */
VdtNotifyWorker *
vdt_notify_worker_new (GDBusConnection *session_bus,
                       const char *service,
                       GObject *target,
                       VdtNotifyReportFunc report)
{
  VdtNotifyWorker *worker = g_atomic_rc_box_new0 (VdtNotifyWorker);

  worker->connection = g_object_ref (session_bus);
  worker->service = g_strdup (service);
  worker->context = g_main_context_new ();
  worker->report_context = g_main_context_ref_thread_default ();
  worker->report = report;
  g_weak_ref_init (&worker->target, target);
  g_mutex_init (&worker->lock);
  g_cond_init (&worker->ended_cond);
  g_queue_init (&worker->jobs);
  worker->shown = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, shown_free);
  return worker;
}

/**
 * vdt_notify_worker_show:
 * @worker: a worker
 * @notification: what to show; copied
 */
void
vdt_notify_worker_show (VdtNotifyWorker *worker, const VdtNotification *notification)
{
  push (worker, JOB_SHOW, notification->id, notification);
}

/**
 * vdt_notify_worker_withdraw:
 * @worker: a worker
 * @id: (nullable): our name for a notification, or all
 */
void
vdt_notify_worker_withdraw (VdtNotifyWorker *worker, const char *id)
{
  if (worker->started)
    push (worker, JOB_WITHDRAW, id, NULL);
}

/**
 * vdt_notify_worker_end:
 * @worker: (transfer full): a worker
 *
 * Withdraws all, and ends the thread. Waits for that, but not longer than 300 ms: with a desktop
 * that does not answer the thread ends later, by itself.
 */
void
vdt_notify_worker_end (VdtNotifyWorker *worker)
{
  gint64 until = g_get_monotonic_time () + END_WAIT;

  if (worker->started)
    {
      push (worker, JOB_WITHDRAW, NULL, NULL);
      push (worker, JOB_QUIT, NULL, NULL);
      g_mutex_lock (&worker->lock);
      while (!worker->ended && g_cond_wait_until (&worker->ended_cond, &worker->lock, until))
        continue;
      g_mutex_unlock (&worker->lock);
    }
  worker_unref (worker);
}
