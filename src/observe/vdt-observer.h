/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-log-sink.h"

G_BEGIN_DECLS

#define VDT_TYPE_OBSERVER (vdt_observer_get_type ())
G_DECLARE_FINAL_TYPE (VdtObserver, vdt_observer, VDT, OBSERVER, GObject)

/* One runtime's watcher and its thread (`vdt-codex`, `vdt-claude`). Main thread unless said. */
VdtObserver *vdt_observer_new (VdtRuntime runtime, VdtLogSink *sink) G_GNUC_WARN_UNUSED_RESULT;
void vdt_observer_set_homes (VdtObserver *self, GPtrArray *homes);
void vdt_observer_set_sources (VdtObserver *self, const VdtHomeSources *sources);
void vdt_observer_start (VdtObserver *self);
void vdt_observer_rescan (VdtObserver *self);
void vdt_observer_stop (VdtObserver *self);

G_END_DECLS
