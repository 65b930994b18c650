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

/* Each calls the member of its name where there is one: see [struct@VdtLogSinkInterface].
 * Observer's thread. */

gboolean
vdt_log_sink_restore (VdtLogSink *self, VdtLogFile *file, VdtLogPosition *position)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  return iface->restore != NULL && iface->restore (self, file, position);
}

void
vdt_log_sink_reset (VdtLogSink *self, VdtLogFile *file, guint64 start)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->reset != NULL)
    iface->reset (self, file, start);
}

void
vdt_log_sink_head (VdtLogSink *self, VdtLogFile *file, const VdtLine *line)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->head != NULL)
    iface->head (self, file, line);
}

void
vdt_log_sink_line (VdtLogSink *self, VdtLogFile *file, const VdtLine *line)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->line != NULL)
    iface->line (self, file, line);
}

void
vdt_log_sink_oversized (VdtLogSink *self, VdtLogFile *file, guint64 offset)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->oversized != NULL)
    iface->oversized (self, file, offset);
}

void
vdt_log_sink_committed (VdtLogSink *self, VdtLogFile *file, const VdtLogPosition *position)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->committed != NULL)
    iface->committed (self, file, position);
}

void
vdt_log_sink_moved (VdtLogSink *self, VdtLogFile *file, const char *old_path)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->moved != NULL)
    iface->moved (self, file, old_path);
}

void
vdt_log_sink_gone (VdtLogSink *self, VdtLogFile *file)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->gone != NULL)
    iface->gone (self, file);
}

void
vdt_log_sink_unreadable (VdtLogSink *self, const char *path, const GError *error)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->unreadable != NULL)
    iface->unreadable (self, path, error);
}

void
vdt_log_sink_side (VdtLogSink *self, VdtLogHome *home, VdtLogSideKind kind, const char *path)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->side != NULL)
    iface->side (self, home, kind, path);
}

void
vdt_log_sink_progress (VdtLogSink *self, const VdtScanProgress *progress)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->progress != NULL)
    iface->progress (self, progress);
}

void
vdt_log_sink_flush (VdtLogSink *self)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->flush != NULL)
    iface->flush (self);
}

gboolean
vdt_log_sink_poll (VdtLogSink *self)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  return iface->poll != NULL && iface->poll (self);
}

void
vdt_log_sink_homes (VdtLogSink *self, GPtrArray *homes)
{
  VdtLogSinkInterface *iface = VDT_LOG_SINK_GET_IFACE (self);

  if (iface->homes != NULL)
    iface->homes (self, homes);
}
