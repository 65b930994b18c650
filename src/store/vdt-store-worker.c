/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-worker.h"

#include "vdt-store-batch-private.h"
#include "vdt-store-keeper.h"

struct _VdtStoreWorker
{
  /* Shared. The two counters also order what is handed over for tools that do not see the
   * queue's own lock (ThreadSanitizer and a GLib that was built without it). */
  GAsyncQueue *queue;
  GMainContext *context;
  GWeakRef owner;
  VdtStoreStatusFunc status_func;
  VdtStoreStatus *pending; /* atomic: what the main thread has not yet taken */
  int n_sent;              /* atomic */
  int n_answered;          /* atomic */
  int n_waiting;           /* atomic: changes in the queue */
  int closing;             /* atomic: nothing more is taken */
  GMutex lock;             /* closing and the queue's end; sleeping producers */
  GCond room;

  /* The main thread's. */
  GThread *thread;

  /* The store thread's. */
  VdtStoreKeeper keeper;
};

static void
assert_thread (VdtStoreWorker *worker)
{
  g_assert (worker->keeper.thread == g_thread_self ());
}

static void
status_free (VdtStoreStatus *status)
{
  g_free (status->set_aside);
  g_free (status);
}

/**
 * vdt_store_message_new:
 * @kind: what to do
 * @task: (nullable) (transfer full): who gets the answer
 *
 * Returns: (transfer full): a message whose union is still to be filled
 */
VdtStoreMessage *
vdt_store_message_new (VdtMessageKind kind, GTask *task)
{
  VdtStoreMessage *message = g_new0 (VdtStoreMessage, 1);

  message->kind = kind;
  message->task = task;
  return message;
}

static void
message_free (VdtStoreMessage *message)
{
  switch (message->kind)
    {
    case VDT_MESSAGE_OPEN:
      g_free (message->path);
      break;
    case VDT_MESSAGE_APPLY:
      vdt_store_batch_free (message->batch);
      break;
    case VDT_MESSAGE_DELETE_HISTORY:
    case VDT_MESSAGE_FORGET_SESSION:
      g_free (message->session.id);
      break;
    case VDT_MESSAGE_LOAD_VIEW:
      g_free ((VdtTime *) message->query.day_bounds);
      break;
    case VDT_MESSAGE_CALL:
      if (message->call.free_data != NULL)
        message->call.free_data (message->call.data);
      break;
    case VDT_MESSAGE_PRUNE:
    case VDT_MESSAGE_LOAD_LOG_FILES:
    case VDT_MESSAGE_LOAD_CALLS:
    case VDT_MESSAGE_COUNT:
    case VDT_MESSAGE_RETRY:
    case VDT_MESSAGE_SET_OPTIONS:
    case VDT_MESSAGE_QUIT:
      break;
    }
  g_clear_object (&message->task);
  g_free (message);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtStoreMessage, message_free)

/* --- Telling the main thread ------------------------------------------------------------- */

static gboolean
status_cb (gpointer user_data)
{
  VdtStoreWorker *worker = user_data;
  VdtStoreStatus *status = g_atomic_pointer_exchange (&worker->pending, NULL);
  g_autoptr (GObject) owner = g_weak_ref_get (&worker->owner);

  if (status == NULL)
    return G_SOURCE_REMOVE;
  if (owner != NULL)
    worker->status_func (owner, status);
  status_free (status);
  return G_SOURCE_REMOVE;
}

static void
publish (VdtStoreWorker *worker)
{
  VdtStoreStatus *status = NULL;
  VdtStoreStatus *missed = NULL;
  g_autoptr (GSource) source = NULL;

  assert_thread (worker);
  if (!worker->keeper.changed)
    return;
  status = g_new0 (VdtStoreStatus, 1);
  worker->keeper.changed = FALSE;
  status->state = worker->keeper.state;
  status->reason = worker->keeper.reason;
  status->set_aside = g_strdup (worker->keeper.set_aside);
  status->generation = worker->keeper.generation;
  missed = g_atomic_pointer_exchange (&worker->pending, status);
  if (missed != NULL)
    {
      status_free (missed);
      return;
    }
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "[vedette] store status");
  g_source_set_callback (source, status_cb, g_atomic_rc_box_acquire (worker),
                         (GDestroyNotify) vdt_store_worker_unref);
  g_source_attach (source, worker->context);
}

/* --- Messages ---------------------------------------------------------------------------- */

/* What a message asks for: @pointer with @destroy, or no more than that it was done. */
typedef struct
{
  gpointer pointer;
  GDestroyNotify destroy;
} Answer;

static gboolean
apply (VdtStoreKeeper *keeper, const VdtStoreBatch *batch, GError **error)
{
  if (vdt_store_batch_get_generation (batch) != keeper->generation)
    {
      g_set_error_literal (error, VDT_STORE_ERROR, VDT_STORE_ERROR_STALE,
                           "the changes were made from another database");
      return FALSE;
    }
  return vdt_store_database_apply (keeper->db, batch, error);
}

static gboolean
read_rows (VdtStoreKeeper *keeper, const VdtStoreMessage *message, Answer *answer, GError **error)
{
  if (message->kind == VDT_MESSAGE_LOAD_VIEW)
    {
      VdtStoreView *view =
        vdt_store_database_load_view (keeper->db, &message->query,
                                      g_task_get_cancellable (message->task), error);

      if (view != NULL)
        view->generation = keeper->generation;
      answer->pointer = view;
      answer->destroy = (GDestroyNotify) vdt_store_view_free;
    }
  else if (message->kind == VDT_MESSAGE_LOAD_LOG_FILES)
    {
      VdtStoreLogFiles *files =
        vdt_store_database_load_log_files (keeper->db, message->page.runtime, message->page.after,
                                           message->page.max_rows, error);

      if (files != NULL)
        files->generation = keeper->generation;
      answer->pointer = files;
      answer->destroy = (GDestroyNotify) vdt_store_log_files_free;
    }
  else
    {
      VdtStoreCalls *calls =
        vdt_store_database_load_calls (keeper->db, message->page.since, message->page.after,
                                       message->page.max_rows, error);

      if (calls != NULL)
        calls->generation = keeper->generation;
      answer->pointer = calls;
      answer->destroy = (GDestroyNotify) vdt_store_calls_free;
    }
  return answer->pointer != NULL;
}

static gboolean
attempt (VdtStoreKeeper *keeper, const VdtStoreMessage *message, Answer *answer, GError **error)
{
  switch (message->kind)
    {
    case VDT_MESSAGE_APPLY:
      return apply (keeper, message->batch, error);
    case VDT_MESSAGE_DELETE_HISTORY:
      return vdt_store_database_delete_history (keeper->db, message->session.id,
                                                message->session.now, error);
    case VDT_MESSAGE_FORGET_SESSION:
      return vdt_store_database_forget_session (keeper->db, message->session.id,
                                                message->session.now, error);
    case VDT_MESSAGE_PRUNE:
      answer->pointer = g_new0 (guint64, 1);
      answer->destroy = g_free;
      return vdt_store_database_prune (keeper->db, message->prune.retention_days,
                                       message->prune.now, answer->pointer, error);
    case VDT_MESSAGE_LOAD_VIEW:
    case VDT_MESSAGE_LOAD_LOG_FILES:
    case VDT_MESSAGE_LOAD_CALLS:
      return read_rows (keeper, message, answer, error);
    case VDT_MESSAGE_COUNT:
      answer->pointer = g_new0 (VdtStoreCounts, 1);
      answer->destroy = g_free;
      return vdt_store_database_count (keeper->db, answer->pointer, error);
    case VDT_MESSAGE_CALL:
      answer->pointer = message->call.func (keeper->db, message->call.data, error);
      answer->destroy = message->call.free_answer;
      return answer->pointer != NULL;
    case VDT_MESSAGE_OPEN:
    case VDT_MESSAGE_RETRY:
    case VDT_MESSAGE_SET_OPTIONS:
    case VDT_MESSAGE_QUIT:
      break;
    }
  g_assert_not_reached ();
}

/* Whether a person asked for something to be gone: doing that in memory alone would be a lie. */
static gboolean
must_be_on_disk (const VdtStoreMessage *message)
{
  return message->kind == VDT_MESSAGE_DELETE_HISTORY ||
         message->kind == VDT_MESSAGE_FORGET_SESSION ||
         (message->kind == VDT_MESSAGE_CALL && message->call.must_be_on_disk);
}

static gboolean
fail_not_on_disk (VdtStoreKeeper *keeper, GError **error)
{
  static const VdtStoreError codes[] = {
    [VDT_STORE_REASON_NONE] = VDT_STORE_ERROR_FAILED,
    [VDT_STORE_REASON_CORRUPT] = VDT_STORE_ERROR_CORRUPT,
    [VDT_STORE_REASON_NEWER] = VDT_STORE_ERROR_NEWER,
    [VDT_STORE_REASON_LOCKED] = VDT_STORE_ERROR_LOCKED,
    [VDT_STORE_REASON_READ_ONLY] = VDT_STORE_ERROR_READ_ONLY,
    [VDT_STORE_REASON_FULL] = VDT_STORE_ERROR_FULL,
    [VDT_STORE_REASON_FAILED] = VDT_STORE_ERROR_OPEN,
  };

  g_set_error_literal (error, VDT_STORE_ERROR, (int) codes[keeper->reason],
                       "the database cannot be written");
  return FALSE;
}

static gboolean
carry_out (VdtStoreKeeper *keeper, const VdtStoreMessage *message, Answer *answer, GError **error)
{
  g_autoptr (GError) failure = NULL;

  if (keeper->db == NULL)
    {
      g_set_error_literal (error, VDT_STORE_ERROR, VDT_STORE_ERROR_CLOSED, "no database is open");
      return FALSE;
    }
  if (must_be_on_disk (message) && keeper->state == VDT_STORE_STATE_MEMORY)
    return fail_not_on_disk (keeper, error);
  if (attempt (keeper, message, answer, &failure))
    return TRUE;
  if (vdt_store_keeper_recover (keeper, failure))
    {
      if (must_be_on_disk (message) && keeper->state == VDT_STORE_STATE_MEMORY)
        return fail_not_on_disk (keeper, error);
      g_clear_error (&failure);
      if (answer->pointer != NULL)
        answer->destroy (g_steal_pointer (&answer->pointer));
      if (attempt (keeper, message, answer, &failure))
        return TRUE;
    }
  /* Of what the file suffers from callers learn through the state; a guest has none. */
  if (!keeper->options.guest && failure->domain == VDT_STORE_ERROR &&
      failure->code != VDT_STORE_ERROR_STALE)
    failure->code = VDT_STORE_ERROR_FAILED;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static void
answer_task (VdtStoreWorker *worker, VdtStoreMessage *message)
{
  Answer answer = { 0 };
  GError *error = NULL;
  gboolean fine = FALSE;

  if (g_task_return_error_if_cancelled (message->task))
    return;
  if (message->kind == VDT_MESSAGE_OPEN)
    fine = vdt_store_keeper_open (&worker->keeper, message->path, &error);
  else
    fine = carry_out (&worker->keeper, message, &answer, &error);
  /* Before the answer: whoever gets it already sees the state it was made in. */
  publish (worker);
  g_atomic_int_inc (&worker->n_answered);
  if (!fine && answer.pointer != NULL)
    answer.destroy (answer.pointer);
  if (!fine)
    g_task_return_error (message->task, error);
  else if (answer.pointer != NULL)
    g_task_return_pointer (message->task, answer.pointer, answer.destroy);
  else
    g_task_return_boolean (message->task, TRUE);
}

static void
note_room (VdtStoreWorker *worker, const VdtStoreMessage *message)
{
  if (message->kind != VDT_MESSAGE_APPLY)
    return;
  g_atomic_int_add (&worker->n_waiting, -(int) vdt_store_batch_get_size (message->batch));
  g_mutex_lock (&worker->lock);
  g_cond_broadcast (&worker->room);
  g_mutex_unlock (&worker->lock);
}

/* The next thing to do; NULL when it is time to look for the file again. */
static VdtStoreMessage *
next_message (VdtStoreWorker *worker)
{
  VdtStoreMessage *message = NULL;
  gint64 left = 0;

  if (worker->keeper.retry_at == 0)
    message = g_async_queue_pop (worker->queue);
  else
    {
      left = worker->keeper.retry_at - g_get_monotonic_time ();
      if (left > 0)
        message = g_async_queue_timeout_pop (worker->queue, (guint64) left);
    }
  g_atomic_int_get (&worker->n_sent);
  return message;
}

/* Strictly in order: what a caller reads holds all that it wrote before, a forgotten session
 * cannot be put back by a batch sent earlier, and quitting drains. Reads need not overtake
 * writes: a batch takes milliseconds, and wait_for_room() bounds how many there are. */
static gpointer
store_thread (gpointer user_data)
{
  VdtStoreWorker *worker = user_data;
  gboolean quit = FALSE;

  worker->keeper.thread = g_thread_self ();
  while (!quit)
    {
      g_autoptr (VdtStoreMessage) message = next_message (worker);

      if (message == NULL || message->kind == VDT_MESSAGE_RETRY)
        vdt_store_keeper_retry (&worker->keeper);
      else if (message->kind == VDT_MESSAGE_SET_OPTIONS)
        vdt_store_keeper_set_options (&worker->keeper, &message->options);
      else if (message->kind == VDT_MESSAGE_QUIT)
        quit = TRUE;
      else
        answer_task (worker, message);
      publish (worker);
      if (message != NULL)
        note_room (worker, message);
    }
  vdt_store_keeper_close (&worker->keeper);
  g_atomic_int_inc (&worker->n_answered);
  vdt_store_worker_unref (worker);
  return NULL;
}

/* --- For the object ---------------------------------------------------------------------- */

/**
 * vdt_store_worker_new:
 * @owner: (transfer none): whom to tell; it is not kept alive
 * @func: what to call on the calling thread's context when the status changes
 * @options: how
 *
 * Starts the store thread.
 *
 * Returns: (transfer full): the worker; end it with [func@vdt_store_worker_stop]
 */
VdtStoreWorker *
vdt_store_worker_new (GObject *owner, VdtStoreStatusFunc func, const VdtStoreOptions *options)
{
  VdtStoreWorker *worker = g_atomic_rc_box_new0 (VdtStoreWorker);

  worker->queue = g_async_queue_new_full ((GDestroyNotify) message_free);
  worker->context = g_main_context_ref_thread_default ();
  g_weak_ref_init (&worker->owner, owner);
  worker->status_func = func;
  worker->keeper.options = *options;
  g_mutex_init (&worker->lock);
  g_cond_init (&worker->room);
  worker->thread = g_thread_new ("vdt-store", store_thread, g_atomic_rc_box_acquire (worker));
  return worker;
}

static void
worker_clear (gpointer data)
{
  VdtStoreWorker *worker = data;

  g_async_queue_unref (worker->queue);
  g_main_context_unref (worker->context);
  g_weak_ref_clear (&worker->owner);
  g_clear_pointer (&worker->pending, status_free);
  g_mutex_clear (&worker->lock);
  g_cond_clear (&worker->room);
}

/**
 * vdt_store_worker_unref:
 * @worker: (transfer full): a worker
 */
void
vdt_store_worker_unref (VdtStoreWorker *worker)
{
  g_atomic_rc_box_release_full (worker, worker_clear);
}

/**
 * vdt_store_worker_send:
 * @worker: a worker
 * @message: (transfer full): what to do
 *
 * Puts a message into the queue, from any thread; never waits for the disk. After
 * [func@vdt_store_worker_stop] its task gets `CLOSED`.
 */
void
vdt_store_worker_send (VdtStoreWorker *worker, VdtStoreMessage *message)
{
  gboolean sent = FALSE;

  g_mutex_lock (&worker->lock);
  if (!g_atomic_int_get (&worker->closing))
    {
      if (message->kind == VDT_MESSAGE_APPLY)
        g_atomic_int_add (&worker->n_waiting, (int) vdt_store_batch_get_size (message->batch));
      if (message->kind == VDT_MESSAGE_QUIT)
        g_atomic_int_set (&worker->closing, 1);
      g_atomic_int_inc (&worker->n_sent);
      g_async_queue_push (worker->queue, message);
      sent = TRUE;
    }
  g_mutex_unlock (&worker->lock);
  if (sent)
    return;
  if (message->task != NULL)
    g_task_return_new_error (message->task, VDT_STORE_ERROR, VDT_STORE_ERROR_CLOSED,
                             "the store is closed");
  message_free (message);
}

static void
cancelled_cb (GCancellable *cancellable, VdtStoreWorker *worker)
{
  g_mutex_lock (&worker->lock);
  g_cond_broadcast (&worker->room);
  g_mutex_unlock (&worker->lock);
}

/**
 * vdt_store_worker_wait_for_room:
 * @worker: a worker
 * @cancellable: (nullable): ends the wait
 *
 * Returns: whether there is room; `FALSE` when cancelled or closed
 */
gboolean
vdt_store_worker_wait_for_room (VdtStoreWorker *worker, GCancellable *cancellable)
{
  gulong handler = 0;
  gboolean has_room = FALSE;

  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), worker, NULL);
  g_mutex_lock (&worker->lock);
  for (;;)
    {
      has_room = g_atomic_int_get (&worker->n_waiting) < VDT_STORE_MAX_WAITING;
      if (has_room || g_atomic_int_get (&worker->closing) ||
          g_cancellable_is_cancelled (cancellable))
        break;
      g_cond_wait (&worker->room, &worker->lock);
    }
  g_mutex_unlock (&worker->lock);
  g_cancellable_disconnect (cancellable, handler);
  return has_room && !g_atomic_int_get (&worker->closing) &&
         !g_cancellable_is_cancelled (cancellable);
}

/**
 * vdt_store_worker_receive:
 * @worker: a worker
 *
 * To be called before an answer is looked at: see the counters of the struct.
 */
void
vdt_store_worker_receive (VdtStoreWorker *worker)
{
  g_atomic_int_get (&worker->n_answered);
}

/**
 * vdt_store_worker_stop:
 * @worker: a worker
 *
 * Takes nothing more, carries out what is in the queue, closes the database and waits for the
 * thread's end. Does nothing the second time.
 */
void
vdt_store_worker_stop (VdtStoreWorker *worker)
{
  GThread *thread = g_steal_pointer (&worker->thread);

  if (thread == NULL)
    return;
  vdt_store_worker_send (worker, vdt_store_message_new (VDT_MESSAGE_QUIT, NULL));
  g_mutex_lock (&worker->lock);
  g_cond_broadcast (&worker->room);
  g_mutex_unlock (&worker->lock);
  /* The last answer may have held the object's last reference. */
  if (thread == g_thread_self ())
    g_thread_unref (thread);
  else
    g_thread_join (thread);
  vdt_store_worker_receive (worker);
}
