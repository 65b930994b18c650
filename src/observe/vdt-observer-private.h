/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-observer.h"

G_BEGIN_DECLS

/**
 * VdtObserverTimes:
 * @poll_ms: how often logs of the last hour are looked at, where nothing is heard of them
 * @list_ms: how often everything is listed, where monitors work
 * @list_unwatched_ms: how often, where some do not
 * @list_gap_ms: how long between two listings at least, whatever is heard
 * @burst_ms: how long changes are gathered once some have been looked at; and how long between two
 *   flushes, and between two reports of progress, at least
 * @busy_flush_ms: how long between two flushes while there is more to read
 * @unwatched: do without monitors
 *
 * For tests; an observer takes them when it starts.
 */
typedef struct
{
  guint poll_ms;
  guint list_ms;
  guint list_unwatched_ms;
  guint list_gap_ms;
  guint burst_ms;
  guint busy_flush_ms;
  gboolean unwatched;
} VdtObserverTimes;

void vdt_observer_get_times (VdtObserver *self, VdtObserverTimes *times);
void vdt_observer_set_times (VdtObserver *self, const VdtObserverTimes *times);

G_END_DECLS
