/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-observer-private.h"

G_BEGIN_DECLS

/**
 * VdtLogWorker:
 *
 * What an observer's thread does, from its start to its end. Made and freed on the main thread;
 * all else is the thread's own, and reaches it by its main context alone.
 */
typedef struct _VdtLogWorker VdtLogWorker;

VdtLogWorker *vdt_log_worker_new (VdtRuntime runtime,
                                  VdtLogSink *sink,
                                  const VdtObserverTimes *times) G_GNUC_WARN_UNUSED_RESULT;
void vdt_log_worker_start (VdtLogWorker *self, GPtrArray *homes, VdtHomeSources *sources);
void vdt_log_worker_send (VdtLogWorker *self, GPtrArray *homes, VdtHomeSources *sources);
void vdt_log_worker_stop (VdtLogWorker *self);

G_END_DECLS
