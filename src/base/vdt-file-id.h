/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <sys/stat.h>

G_BEGIN_DECLS

/**
 * VdtFileId:
 * @device: the device's number, all 64 bits
 * @file: the file's number on it, all 64 bits
 * @size: length in bytes
 * @mtime_ns: time of change, nanoseconds since 1970
 *
 * What tells one state of one file from another (G59 … G62). The two numbers are never
 * turned into a double: two that are equal as doubles are two files.
 */
typedef struct
{
  guint64 device;
  guint64 file;
  gint64 size;
  gint64 mtime_ns;
} VdtFileId;

void vdt_file_id_from_stat (VdtFileId *id, const struct stat *st);
gboolean vdt_file_id_same_file (const VdtFileId *a, const VdtFileId *b);
gboolean vdt_file_id_unchanged (const VdtFileId *a, const VdtFileId *b);

G_END_DECLS
