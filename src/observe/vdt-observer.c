/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-observer.h"

#include "vdt-log-worker.h"
#include "vdt-observer-private.h"

struct _VdtObserver
{
  GObject parent_instance;

  VdtRuntime runtime;
  VdtLogSink *sink;
  VdtObserverTimes times;
  GPtrArray *homes;        /* of VdtLogHome, of this runtime; or */
  VdtHomeSources *sources; /* what names them, then `homes` is NULL */
  VdtLogWorker *worker;    /* NULL while stopped */
};

G_DEFINE_FINAL_TYPE (VdtObserver, vdt_observer, G_TYPE_OBJECT)

static const VdtObserverTimes usual_times = {
  .poll_ms = 5000,
  .list_ms = 60000,
  .list_unwatched_ms = 2000,
  .list_gap_ms = 200,
  .burst_ms = 50,
  .busy_flush_ms = 250,
};

static void
vdt_observer_dispose (GObject *object)
{
  VdtObserver *self = VDT_OBSERVER (object);

  vdt_observer_stop (self);
  g_clear_object (&self->sink);
  G_OBJECT_CLASS (vdt_observer_parent_class)->dispose (object);
}

static void
vdt_observer_finalize (GObject *object)
{
  VdtObserver *self = VDT_OBSERVER (object);

  g_clear_pointer (&self->homes, g_ptr_array_unref);
  g_clear_pointer (&self->sources, vdt_home_sources_free);
  G_OBJECT_CLASS (vdt_observer_parent_class)->finalize (object);
}

static void
vdt_observer_class_init (VdtObserverClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = vdt_observer_dispose;
  object_class->finalize = vdt_observer_finalize;
}

static void
vdt_observer_init (VdtObserver *self)
{
  self->times = usual_times;
  self->homes = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_home_unref);
}

/**
 * vdt_observer_new:
 * @runtime: whose logs are observed
 * @sink: what is fed, on the observer's thread; a reference is kept until the observer is disposed
 *   of, so a sink that owns its observer lets go of it first
 *
 * Main thread.
 *
 * Returns: (transfer full): an observer that is stopped and has no homes
 */
VdtObserver *
vdt_observer_new (VdtRuntime runtime, VdtLogSink *sink)
{
  VdtObserver *self = NULL;

  g_return_val_if_fail (VDT_IS_LOG_SINK (sink), NULL);

  self = g_object_new (VDT_TYPE_OBSERVER, NULL);
  self->runtime = runtime;
  self->sink = g_object_ref (sink);
  return self;
}

/**
 * vdt_observer_get_times:
 * @self: an observer
 * @times: (out): its intervals
 */
void
vdt_observer_get_times (VdtObserver *self, VdtObserverTimes *times)
{
  g_return_if_fail (VDT_IS_OBSERVER (self));

  *times = self->times;
}

/**
 * vdt_observer_set_times:
 * @self: an observer that is stopped
 * @times: other intervals
 */
void
vdt_observer_set_times (VdtObserver *self, const VdtObserverTimes *times)
{
  g_return_if_fail (VDT_IS_OBSERVER (self));
  g_return_if_fail (self->worker == NULL);

  self->times = *times;
}

/* The thread gets containers of its own. */
static GPtrArray *
copy_homes (GPtrArray *homes, VdtRuntime runtime)
{
  GPtrArray *copy = NULL;

  if (homes == NULL)
    return NULL;
  copy = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_home_unref);
  for (guint i = 0; i < homes->len; i++)
    {
      VdtLogHome *home = g_ptr_array_index (homes, i);

      if (home->runtime == runtime)
        g_ptr_array_add (copy, vdt_log_home_ref (home));
    }
  return copy;
}

static void
send (VdtObserver *self)
{
  if (self->worker != NULL)
    vdt_log_worker_send (self->worker, copy_homes (self->homes, self->runtime),
                         self->sources != NULL ? vdt_home_sources_copy (self->sources) : NULL);
}

/**
 * vdt_observer_set_homes:
 * @self: an observer
 * @homes: (element-type VdtLogHome): where logs are; homes of the other runtime are left out
 *
 * Takes effect at once, also while it runs. A home whose folder is not there is looked for again
 * and again. Main thread.
 */
void
vdt_observer_set_homes (VdtObserver *self, GPtrArray *homes)
{
  GPtrArray *copy = NULL;

  g_return_if_fail (VDT_IS_OBSERVER (self));
  g_return_if_fail (homes != NULL);

  copy = copy_homes (homes, self->runtime);
  g_clear_pointer (&self->homes, g_ptr_array_unref);
  g_clear_pointer (&self->sources, vdt_home_sources_free);
  self->homes = copy;
  send (self);
}

/**
 * vdt_observer_set_sources:
 * @self: an observer
 * @sources: what may name homes; copied
 *
 * Instead of [method@VdtObserver.set_homes]: the observer finds the homes itself, on its thread,
 * also those that come later, and tells the sink which there are. Main thread.
 */
void
vdt_observer_set_sources (VdtObserver *self, const VdtHomeSources *sources)
{
  VdtHomeSources *copy = NULL;

  g_return_if_fail (VDT_IS_OBSERVER (self));
  g_return_if_fail (sources != NULL);

  copy = vdt_home_sources_copy (sources);
  g_clear_pointer (&self->homes, g_ptr_array_unref);
  g_clear_pointer (&self->sources, vdt_home_sources_free);
  self->sources = copy;
  send (self);
}

/**
 * vdt_observer_start:
 * @self: an observer
 *
 * Starts the thread: it lists the homes, reads what the sink does not have, and then follows what
 * happens. Does nothing where it runs. Main thread.
 */
void
vdt_observer_start (VdtObserver *self)
{
  g_return_if_fail (VDT_IS_OBSERVER (self));

  if (self->worker != NULL)
    return;
  self->worker = vdt_log_worker_new (self->runtime, self->sink, &self->times);
  vdt_log_worker_start (self->worker, copy_homes (self->homes, self->runtime),
                        self->sources != NULL ? vdt_home_sources_copy (self->sources) : NULL);
}

/**
 * vdt_observer_rescan:
 * @self: an observer
 *
 * Lists everything again, now. Does nothing where it is stopped. Main thread.
 */
void
vdt_observer_rescan (VdtObserver *self)
{
  g_return_if_fail (VDT_IS_OBSERVER (self));

  if (self->worker != NULL)
    vdt_log_worker_send (self->worker, NULL, NULL);
}

/**
 * vdt_observer_stop:
 * @self: an observer
 *
 * Ends the thread, at latest after the record that is being read, and waits for it: the sink is
 * not called any more when this returns. It may be started again, and then asks the sink how far
 * it was. Main thread.
 */
void
vdt_observer_stop (VdtObserver *self)
{
  g_return_if_fail (VDT_IS_OBSERVER (self));

  g_clear_pointer (&self->worker, vdt_log_worker_stop);
}
