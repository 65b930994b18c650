/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VDT_LINE_BUFFER_STEP_BYTES: (skip)
 *
 * How large a buffer is for usual lines, and how much a large one takes in at once.
 */
#define VDT_LINE_BUFFER_STEP_BYTES ((gsize) 256 * 1024)

/**
 * VDT_LINE_BUFFER_SMALL_BYTES: (skip)
 *
 * Only one thread in the process may have larger buffers than this.
 */
#define VDT_LINE_BUFFER_SMALL_BYTES ((gsize) 4 * 1024 * 1024)

/**
 * VdtLineBuffer: (skip)
 * @data: (nullable): @capacity bytes
 * @capacity: up to the longest line, its end and a byte order mark
 * @start: where what is held starts
 * @filled: how many bytes are held
 * @scanned: how many of them are known to hold no newline
 * @holds_gate: whether others wait for this one's large memory
 *
 * What a [struct@LineReader] has read and not yet given. Starts zero-filled; belongs to one
 * thread at a time.
 */
typedef struct
{
  char *data;
  gsize capacity;
  gsize start;
  gsize filled;
  gsize scanned;
  gboolean holds_gate;
} VdtLineBuffer;

void vdt_line_buffer_clear (VdtLineBuffer *buffer);
void vdt_line_buffer_reset (VdtLineBuffer *buffer);
void vdt_line_buffer_shrink (VdtLineBuffer *buffer);
void vdt_line_buffer_take (VdtLineBuffer *buffer, gsize count);
void vdt_line_buffer_make_room (VdtLineBuffer *buffer);

G_END_DECLS
