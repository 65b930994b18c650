/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-log-print.h"

#include "vdt-text.h"

/* A hash over the plain text from @from to @to, in the pieces that the line reader makes of it: so
 * it is the same for a plain log and its compressed form. Never 0. */
static gboolean
hash_range (VdtLineReader *reader, guint64 from, guint64 to, guint64 *hash)
{
  guint64 h = to - from + 1;
  VdtLineStatus status = VDT_LINE_OK;
  VdtLine line;

  if (!vdt_line_reader_seek (reader, from, NULL))
    return FALSE;
  vdt_line_reader_set_end (reader, to);
  for (;;)
    {
      guint64 piece[4] = { h };

      status = vdt_line_reader_next (reader, &line, NULL);
      if (status != VDT_LINE_OK && status != VDT_LINE_TAIL)
        break;
      piece[1] = line.offset - from;
      piece[2] = line.next_offset - line.offset;
      piece[3] = vdt_text_hash64 (line.data, line.len);
      h = vdt_text_hash64 ((const char *) piece, sizeof piece);
    }
  vdt_line_reader_set_end (reader, G_MAXUINT64);
  *hash = h != 0 ? h : 1;
  return status == VDT_LINE_END;
}

/**
 * vdt_log_print:
 * @reader: a line reader with a log open; it stands anywhere afterwards
 * @offset: how much of the plain text was read
 * @head: (out): of its first bytes
 * @tail: (out): of its last bytes
 *
 * Takes the fingerprint of what lies before an offset.
 *
 * Returns: whether the log could be read
 */
gboolean
vdt_log_print (VdtLineReader *reader, guint64 offset, guint64 *head, guint64 *tail)
{
  guint64 len = MIN (offset, VDT_LOG_PRINT_BYTES);

  if (!hash_range (reader, 0, len, head))
    return FALSE;
  if (offset <= VDT_LOG_PRINT_BYTES)
    {
      *tail = *head;
      return TRUE;
    }
  return hash_range (reader, offset - len, offset, tail);
}

/**
 * vdt_log_print_fits:
 * @reader: a line reader with a log open; it stands anywhere afterwards
 * @offset: how much of the plain text was read
 * @head: of its first bytes
 * @tail: of its last bytes
 *
 * Returns: whether what lies before an offset still has the fingerprint that it had
 */
gboolean
vdt_log_print_fits (VdtLineReader *reader, guint64 offset, guint64 head, guint64 tail)
{
  guint64 head_now = 0;
  guint64 tail_now = 0;

  return vdt_log_print (reader, offset, &head_now, &tail_now) && head_now == head &&
         tail_now == tail;
}
