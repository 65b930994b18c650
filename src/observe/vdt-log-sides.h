/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-log-sink.h"

G_BEGIN_DECLS

/**
 * VdtLogSides:
 *
 * The small files beside the logs, as they were last seen. None is opened here: the sink is told
 * when one came, changed or went. Observer's thread.
 */
typedef struct _VdtLogSides VdtLogSides;

VdtLogSides *vdt_log_sides_new (VdtLogSink *sink) G_GNUC_WARN_UNUSED_RESULT;
void vdt_log_sides_free (VdtLogSides *self);
gboolean vdt_log_sides_apply (VdtLogSides *self, VdtLogListing *listing);
gboolean vdt_log_sides_takes (VdtLogSides *self, VdtLogHome *home, const char *path);
gboolean vdt_log_sides_touch (VdtLogSides *self, VdtLogHome *home, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtLogSides, vdt_log_sides_free)

G_END_DECLS
