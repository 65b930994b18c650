/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-file-id.h"

G_BEGIN_DECLS

/* Longer lines are counted and passed over, never held (rulings: *Line length*). */
#define VDT_LINE_MAX_BYTES (64 * 1024 * 1024)

/**
 * VdtLineStatus:
 * @VDT_LINE_OK: a whole line, its newline seen
 * @VDT_LINE_TAIL: what stands behind the last newline; it may still grow
 * @VDT_LINE_OVERSIZED: a line over [const@VDT_LINE_MAX_BYTES]; no bytes are given
 * @VDT_LINE_END: nothing more for now
 * @VDT_LINE_ERROR: reading failed; see the error
 */
typedef enum
{
  VDT_LINE_OK,
  VDT_LINE_TAIL,
  VDT_LINE_OVERSIZED,
  VDT_LINE_END,
  VDT_LINE_ERROR,
} VdtLineStatus;

/**
 * VdtLine:
 * @data: (array length=len): the line without its newline and without a carriage return
 *   before it; valid until the next call. A byte order mark at offset 0 is left out.
 * @len: its length in bytes
 * @offset: where the line starts, in bytes of the plain (uncompressed) text
 * @next_offset: where the next one starts: what to resume at
 */
typedef struct
{
  const char *data;
  gsize len;
  guint64 offset;
  guint64 next_offset;
} VdtLine;

typedef struct _VdtLineReader VdtLineReader;

VdtLineReader *vdt_line_reader_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_line_reader_free (VdtLineReader *reader);
gboolean vdt_line_reader_open (VdtLineReader *reader, const char *path, GError **error);
void vdt_line_reader_attach (VdtLineReader *reader, int fd, gboolean compressed);
gboolean vdt_line_reader_seek (VdtLineReader *reader, guint64 offset, GError **error);
void vdt_line_reader_set_end (VdtLineReader *reader, guint64 end_offset);
VdtLineStatus vdt_line_reader_next (VdtLineReader *reader, VdtLine *line, GError **error);
const VdtFileId *vdt_line_reader_get_file_id (const VdtLineReader *reader);
gboolean vdt_line_reader_is_compressed (const VdtLineReader *reader);
guint64 vdt_line_reader_get_bytes_read (const VdtLineReader *reader);
int vdt_line_reader_get_fd (const VdtLineReader *reader);
void vdt_line_reader_close (VdtLineReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtLineReader, vdt_line_reader_free)

G_END_DECLS
