/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store.h"

#include "vdt-macros.h"
#include "vdt-store-private.h"
#include "vdt-store-worker.h"

struct _VdtStore
{
  GObject parent_instance;

  VdtStoreWorker *worker;
  gboolean closed;

  /* What the worker told last. */
  VdtStoreState state;
  VdtStoreReason reason;
  char *set_aside;
  guint generation;
};

typedef enum
{
  PROP_STATE = 1,
  PROP_REASON,
  PROP_SET_ASIDE,
  PROP_GENERATION,
} VdtStoreProperty;

static GParamSpec *properties[PROP_GENERATION + 1];

enum
{
  SIGNAL_RESET,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_ENUM_TYPE (VdtStoreState,
                    vdt_store_state,
                    G_DEFINE_ENUM_VALUE (VDT_STORE_STATE_CLOSED, "closed"),
                    G_DEFINE_ENUM_VALUE (VDT_STORE_STATE_OK, "ok"),
                    G_DEFINE_ENUM_VALUE (VDT_STORE_STATE_MEMORY, "memory"))

G_DEFINE_ENUM_TYPE (VdtStoreReason,
                    vdt_store_reason,
                    G_DEFINE_ENUM_VALUE (VDT_STORE_REASON_NONE, "none"),
                    G_DEFINE_ENUM_VALUE (VDT_STORE_REASON_CORRUPT, "corrupt"),
                    G_DEFINE_ENUM_VALUE (VDT_STORE_REASON_NEWER, "newer"),
                    G_DEFINE_ENUM_VALUE (VDT_STORE_REASON_LOCKED, "locked"),
                    G_DEFINE_ENUM_VALUE (VDT_STORE_REASON_READ_ONLY, "read-only"),
                    G_DEFINE_ENUM_VALUE (VDT_STORE_REASON_FULL, "full"),
                    G_DEFINE_ENUM_VALUE (VDT_STORE_REASON_FAILED, "failed"))

G_DEFINE_FINAL_TYPE (VdtStore, vdt_store, G_TYPE_OBJECT)

static void
status_changed (GObject *owner, const VdtStoreStatus *status)
{
  VdtStore *self = VDT_STORE (owner);
  gboolean state_changed = self->state != status->state;
  gboolean reason_changed = self->reason != status->reason;
  gboolean generation_changed = self->generation != status->generation;
  gboolean is_reset = generation_changed && self->generation != 0;

  /* After a close nothing is said any more. */
  if (self->closed)
    return;
  self->state = status->state;
  self->reason = status->reason;
  self->generation = status->generation;
  g_object_freeze_notify (owner);
  if (vdt_set_string (&self->set_aside, status->set_aside))
    g_object_notify_by_pspec (owner, properties[PROP_SET_ASIDE]);
  if (state_changed)
    g_object_notify_by_pspec (owner, properties[PROP_STATE]);
  if (reason_changed)
    g_object_notify_by_pspec (owner, properties[PROP_REASON]);
  if (generation_changed)
    g_object_notify_by_pspec (owner, properties[PROP_GENERATION]);
  g_object_thaw_notify (owner);
  if (is_reset)
    g_signal_emit (self, signals[SIGNAL_RESET], 0);
}

static void
vdt_store_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  VdtStore *self = VDT_STORE (object);

  switch ((VdtStoreProperty) prop_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_REASON:
      g_value_set_enum (value, self->reason);
      break;
    case PROP_SET_ASIDE:
      g_value_set_string (value, self->set_aside);
      break;
    case PROP_GENERATION:
      g_value_set_uint (value, self->generation);
      break;
    }
}

static void
vdt_store_dispose (GObject *object)
{
  VdtStore *self = VDT_STORE (object);

  if (self->worker != NULL)
    vdt_store_worker_stop (self->worker);
  g_clear_pointer (&self->worker, vdt_store_worker_unref);

  G_OBJECT_CLASS (vdt_store_parent_class)->dispose (object);
}

static void
vdt_store_finalize (GObject *object)
{
  VdtStore *self = VDT_STORE (object);

  g_free (self->set_aside);

  G_OBJECT_CLASS (vdt_store_parent_class)->finalize (object);
}

static void
vdt_store_class_init (VdtStoreClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = vdt_store_get_property;
  object_class->dispose = vdt_store_dispose;
  object_class->finalize = vdt_store_finalize;

  properties[PROP_STATE] =
    g_param_spec_enum ("state", NULL, NULL, VDT_TYPE_STORE_STATE, VDT_STORE_STATE_CLOSED, flags);
  properties[PROP_REASON] =
    g_param_spec_enum ("reason", NULL, NULL, VDT_TYPE_STORE_REASON, VDT_STORE_REASON_NONE, flags);
  properties[PROP_SET_ASIDE] = g_param_spec_string ("set-aside", NULL, NULL, NULL, flags);
  properties[PROP_GENERATION] =
    g_param_spec_uint ("generation", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  signals[SIGNAL_RESET] = g_signal_new ("reset", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
vdt_store_init (VdtStore *self)
{
}

/**
 * vdt_store_new:
 *
 * Starts the store thread. Status changes are told on the calling thread's default context.
 *
 * Returns: (transfer full): a store with nothing open; end it with [method@VdtStore.close]
 */
VdtStore *
vdt_store_new (void)
{
  static const VdtStoreOptions options = VDT_STORE_OPTIONS_DEFAULT;

  return vdt_store_new_with_options (&options);
}

/**
 * vdt_store_new_guest:
 *
 * Starts the store thread for a short look at a database that belongs to somebody else, who may
 * have it open and be writing. It is not made where there is none, its schema is not brought up
 * to date, a damaged one is left where it is, and there is no database in memory to go on in:
 * opening fails, and requests do, with the #VdtStoreError that says why.
 *
 * Returns: (transfer full): a store with nothing open; end it with [method@VdtStore.close]
 */
VdtStore *
vdt_store_new_guest (void)
{
  static const VdtStoreOptions options = VDT_STORE_OPTIONS_GUEST;

  return vdt_store_new_with_options (&options);
}

VdtStore *
vdt_store_new_with_options (const VdtStoreOptions *options)
{
  VdtStore *self = g_object_new (VDT_TYPE_STORE, NULL);

  self->worker = vdt_store_worker_new (G_OBJECT (self), status_changed, options);
  return self;
}

void
vdt_store_set_options (VdtStore *self, const VdtStoreOptions *options)
{
  VdtStoreMessage *message = vdt_store_message_new (VDT_MESSAGE_SET_OPTIONS, NULL);

  message->options = *options;
  vdt_store_worker_send (self->worker, message);
}

/**
 * vdt_store_get_state:
 * @self: a store
 *
 * Returns: where what is applied goes to
 */
VdtStoreState
vdt_store_get_state (VdtStore *self)
{
  g_return_val_if_fail (VDT_IS_STORE (self), VDT_STORE_STATE_CLOSED);

  return self->state;
}

/**
 * vdt_store_get_reason:
 * @self: a store
 *
 * Returns: what there is to tell of the database
 */
VdtStoreReason
vdt_store_get_reason (VdtStore *self)
{
  g_return_val_if_fail (VDT_IS_STORE (self), VDT_STORE_REASON_NONE);

  return self->reason;
}

/**
 * vdt_store_get_set_aside:
 * @self: a store
 *
 * Returns: (nullable) (type filename): where the last damaged database of this run is now
 */
const char *
vdt_store_get_set_aside (VdtStore *self)
{
  g_return_val_if_fail (VDT_IS_STORE (self), NULL);

  return self->set_aside;
}

/**
 * vdt_store_get_generation:
 * @self: a store
 *
 * Returns: the number of the database in use, 0 before it is open
 */
guint
vdt_store_get_generation (VdtStore *self)
{
  g_return_val_if_fail (VDT_IS_STORE (self), 0);

  return self->generation;
}

/* Makes a message with a task of its own. Reads look at the cancellable to the end; a write
 * that was made is reported as made. */
VdtStoreMessage *
vdt_store_request (VdtStore *self,
                   VdtMessageKind kind,
                   gpointer tag,
                   GCancellable *cancellable,
                   GAsyncReadyCallback callback,
                   gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  gboolean is_read = kind == VDT_MESSAGE_LOAD_VIEW || kind == VDT_MESSAGE_LOAD_LOG_FILES ||
                     kind == VDT_MESSAGE_LOAD_CALLS || kind == VDT_MESSAGE_COUNT;

  g_task_set_source_tag (task, tag);
  g_task_set_check_cancellable (task, is_read);
  return vdt_store_message_new (kind, task);
}

/* A request that @func carries out on the store thread; its answer is freed by @free_answer where
 * nobody takes it. */
VdtStoreMessage *
vdt_store_request_call (VdtStore *self,
                        VdtStoreCallFunc func,
                        gpointer data,
                        GDestroyNotify free_data,
                        GDestroyNotify free_answer,
                        gpointer tag,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  VdtStoreMessage *message =
    vdt_store_request (self, VDT_MESSAGE_CALL, tag, cancellable, callback, user_data);

  message->call.func = func;
  message->call.data = data;
  message->call.free_data = free_data;
  message->call.free_answer = free_answer;
  return message;
}

/* Sends it, or answers that the store is closed. */
void
vdt_store_send (VdtStore *self, VdtStoreMessage *message)
{
  vdt_store_worker_send (self->worker, message);
}

gboolean
vdt_store_finish_boolean (VdtStore *self, GAsyncResult *result, gpointer tag, GError **error)
{
  g_return_val_if_fail (VDT_IS_STORE (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, tag), FALSE);

  vdt_store_worker_receive (self->worker);
  return g_task_propagate_boolean (G_TASK (result), error);
}

gpointer
vdt_store_finish_pointer (VdtStore *self, GAsyncResult *result, gpointer tag, GError **error)
{
  g_return_val_if_fail (VDT_IS_STORE (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, tag), NULL);

  vdt_store_worker_receive (self->worker);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * vdt_store_open_async:
 * @self: a store that was not opened before
 * @path: (type filename): where the database is, or is to be; its folder is taken to be ours
 *   and closed to others
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (scope async): called with the result
 * @user_data: for @callback
 *
 * Opens the database. Where that cannot be done a database in memory takes its place; `state`
 * and `reason` are up to date when @callback is called on the context the store was made on.
 */
void
vdt_store_open_async (VdtStore *self,
                      const char *path,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  VdtStoreMessage *message = NULL;

  g_return_if_fail (VDT_IS_STORE (self));
  g_return_if_fail (path != NULL);

  message = vdt_store_request (self, VDT_MESSAGE_OPEN, vdt_store_open_async, cancellable, callback,
                               user_data);
  message->path = g_strdup (path);
  vdt_store_send (self, message);
}

/**
 * vdt_store_open_finish:
 * @self: a store
 * @result: as the callback got it
 * @error: return location for a #VdtStoreError
 *
 * Returns: whether there is a database now, on disk or in memory
 */
gboolean
vdt_store_open_finish (VdtStore *self, GAsyncResult *result, GError **error)
{
  return vdt_store_finish_boolean (self, result, vdt_store_open_async, error);
}

/**
 * vdt_store_retry:
 * @self: a store
 *
 * Tries the file again now, if the database is in memory: also one that is newer.
 */
void
vdt_store_retry (VdtStore *self)
{
  g_return_if_fail (VDT_IS_STORE (self));

  vdt_store_worker_send (self->worker, vdt_store_message_new (VDT_MESSAGE_RETRY, NULL));
}

/**
 * vdt_store_close:
 * @self: a store
 *
 * Carries out all that was asked for, closes the database and waits for the thread's end.
 * Whatever is asked for later fails with `CLOSED`. To be called on the thread that made the
 * store, after all that write to it were stopped; once more does nothing.
 */
void
vdt_store_close (VdtStore *self)
{
  g_return_if_fail (VDT_IS_STORE (self));

  vdt_store_worker_stop (self->worker);
  self->closed = TRUE;
  if (self->state == VDT_STORE_STATE_CLOSED)
    return;
  self->state = VDT_STORE_STATE_CLOSED;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/**
 * vdt_store_apply_async:
 * @self: a store
 * @batch: (transfer full): changes
 * @cancellable: (nullable): for giving up before it begins
 * @callback: (nullable) (scope async): called with the result
 * @user_data: for @callback
 *
 * Applies a batch in one transaction. Any thread; it never waits, so whoever makes many calls
 * [method@VdtStore.wait_for_room] between them.
 */
void
vdt_store_apply_async (VdtStore *self,
                       VdtStoreBatch *batch,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  VdtStoreMessage *message = NULL;

  g_return_if_fail (VDT_IS_STORE (self));
  g_return_if_fail (batch != NULL);

  message = vdt_store_request (self, VDT_MESSAGE_APPLY, vdt_store_apply_async, cancellable,
                               callback, user_data);
  message->batch = batch;
  vdt_store_send (self, message);
}

/**
 * vdt_store_apply_finish:
 * @self: a store
 * @result: as the callback got it
 * @error: return location for a #VdtStoreError: `FAILED`, `STALE` or `CLOSED`
 *
 * Returns: whether all of the batch was applied; if not, nothing of it was
 */
gboolean
vdt_store_apply_finish (VdtStore *self, GAsyncResult *result, GError **error)
{
  return vdt_store_finish_boolean (self, result, vdt_store_apply_async, error);
}

/**
 * vdt_store_wait_for_room:
 * @self: a store
 * @cancellable: (nullable): ends the wait at once
 *
 * Blocks while %VDT_STORE_MAX_WAITING changes or more are in the queue. For observer threads;
 * never on the main thread.
 *
 * Returns: whether to go on; `FALSE` when cancelled, or when the store is closing
 */
gboolean
vdt_store_wait_for_room (VdtStore *self, GCancellable *cancellable)
{
  g_return_val_if_fail (VDT_IS_STORE (self), FALSE);

  return vdt_store_worker_wait_for_room (self->worker, cancellable);
}
