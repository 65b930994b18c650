/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-log-sink.h"

G_DEFINE_INTERFACE (VdtLogSink, vdt_log_sink, G_TYPE_OBJECT)

static void
vdt_log_sink_default_init (VdtLogSinkInterface *iface)
{
}
