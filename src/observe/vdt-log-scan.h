/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-log-sink.h"

G_BEGIN_DECLS

/**
 * VdtLogScan:
 *
 * All logs of one runtime's homes: which there are, which have something new, and whose turn it
 * is. It has no thread and no timer; the observer calls it. Observer's thread.
 */
typedef struct _VdtLogScan VdtLogScan;

VdtLogScan *vdt_log_scan_new (VdtLogSink *sink, const int *stop) G_GNUC_WARN_UNUSED_RESULT;
void vdt_log_scan_free (VdtLogScan *self);
void vdt_log_scan_set_homes (VdtLogScan *self, GPtrArray *homes);
void vdt_log_scan_apply (VdtLogScan *self, VdtLogListing *listing);
gboolean vdt_log_scan_touch (VdtLogScan *self, const char *path);
gboolean vdt_log_scan_poll (VdtLogScan *self, gint64 now_ns);
gboolean vdt_log_scan_has_work (VdtLogScan *self);
gboolean vdt_log_scan_step (VdtLogScan *self, gint64 now_ns);
gint64 vdt_log_scan_get_next_due (VdtLogScan *self);
void vdt_log_scan_look_at_tails (VdtLogScan *self, gint64 now_ns);
gboolean vdt_log_scan_take_dirty (VdtLogScan *self);
gboolean vdt_log_scan_is_first (VdtLogScan *self);
void vdt_log_scan_end_first (VdtLogScan *self);
void vdt_log_scan_get_progress (VdtLogScan *self, VdtScanProgress *progress);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtLogScan, vdt_log_scan_free)

G_END_DECLS
