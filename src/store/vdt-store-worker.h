/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store-database.h"
#include "vdt-store.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_MESSAGE_OPEN,
  VDT_MESSAGE_APPLY,
  VDT_MESSAGE_DELETE_HISTORY,
  VDT_MESSAGE_FORGET_SESSION,
  VDT_MESSAGE_PRUNE,
  VDT_MESSAGE_LOAD_VIEW,
  VDT_MESSAGE_LOAD_LOG_FILES,
  VDT_MESSAGE_LOAD_CALLS,
  VDT_MESSAGE_COUNT,
  VDT_MESSAGE_CALL,
  VDT_MESSAGE_RETRY,
  VDT_MESSAGE_SET_OPTIONS,
  VDT_MESSAGE_QUIT,
} VdtMessageKind;

/**
 * VdtStoreCallFunc:
 * @db: the database in use
 * @data: what the request was made with
 * @error: return location for a #VdtStoreError
 *
 * What a request of its own kind does, on the store thread. It may be called twice, where the
 * database had to be recovered in between.
 *
 * Returns: (transfer full): the answer, or `NULL`
 */
typedef gpointer (*VdtStoreCallFunc) (VdtStoreDatabase *db, gconstpointer data, GError **error);

/**
 * VdtStoreMessage:
 * @task: (nullable): who gets the answer
 *
 * One thing for the store thread to do. Which member of the union counts says @kind; what it
 * points at belongs to the message.
 */
typedef struct
{
  VdtMessageKind kind;
  GTask *task;
  union
  {
    char *path;           /* OPEN */
    VdtStoreBatch *batch; /* APPLY */
    struct
    {
      char *id; /* NULL for all */
      VdtTime now;
    } session; /* DELETE_HISTORY, FORGET_SESSION */
    struct
    {
      guint retention_days;
      VdtTime now;
    } prune;                 /* PRUNE */
    VdtStoreViewQuery query; /* LOAD_VIEW; day_bounds is a copy */
    struct
    {
      int runtime;   /* LOAD_LOG_FILES */
      VdtTime since; /* LOAD_CALLS */
      gint64 after;
      guint max_rows;
    } page;
    struct
    {
      VdtStoreCallFunc func;
      gpointer data;
      GDestroyNotify free_data;
      GDestroyNotify free_answer;
      gboolean must_be_on_disk;
    } call;                  /* CALL */
    VdtStoreOptions options; /* SET_OPTIONS */
  };
} VdtStoreMessage;

/**
 * VdtStoreStatus:
 *
 * What the main thread is told of the database. Immutable once it was handed over.
 */
typedef struct
{
  VdtStoreState state;
  VdtStoreReason reason;
  char *set_aside;
  guint generation;
} VdtStoreStatus;

/**
 * VdtStoreWorker:
 *
 * The store thread with its queue and the database, apart from the object that people hold:
 * so the thread never keeps that alive, nor ends it.
 */
typedef struct _VdtStoreWorker VdtStoreWorker;

/* Called on the context that the worker was made on. */
typedef void (*VdtStoreStatusFunc) (GObject *owner, const VdtStoreStatus *status);

VdtStoreMessage *vdt_store_message_new (VdtMessageKind kind, GTask *task) G_GNUC_WARN_UNUSED_RESULT;

VdtStoreWorker *vdt_store_worker_new (GObject *owner,
                                      VdtStoreStatusFunc func,
                                      const VdtStoreOptions *options) G_GNUC_WARN_UNUSED_RESULT;
void vdt_store_worker_unref (VdtStoreWorker *worker);
void vdt_store_worker_send (VdtStoreWorker *worker, VdtStoreMessage *message);
gboolean vdt_store_worker_wait_for_room (VdtStoreWorker *worker, GCancellable *cancellable);
void vdt_store_worker_receive (VdtStoreWorker *worker);
void vdt_store_worker_stop (VdtStoreWorker *worker);

G_END_DECLS
