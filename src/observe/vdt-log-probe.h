/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-line-reader.h"

G_BEGIN_DECLS

/* How much of the two ends of what was read a fingerprint covers. */
#define VDT_LOG_PRINT_BYTES 4096

int vdt_log_open (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
guint64 vdt_log_window_start (int fd, guint64 size);
gboolean vdt_log_print (VdtLineReader *reader, guint64 offset, guint64 *head, guint64 *tail);
gboolean vdt_log_print_fits (VdtLineReader *reader, guint64 offset, guint64 head, guint64 tail);

G_END_DECLS
