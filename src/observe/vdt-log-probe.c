/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-log-probe.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vdt-log-sink.h"
#include "vdt-paths.h"
#include "vdt-text.h"

#ifndef O_NOATIME
#define O_NOATIME 0
#endif

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

/**
 * vdt_log_open:
 * @path: a log
 * @error: return location for an error of `G_IO_ERROR`
 *
 * Opens a log for reading. Never blocks, never locks, and leaves the time of last access alone
 * where that is allowed. What is no regular file is refused.
 *
 * Returns: (transfer full): the open file, or -1
 */
int
vdt_log_open (const char *path, GError **error)
{
  const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  g_autofree char *shown = NULL;
  int fd = open (path, flags | O_NOATIME);
  int saved_errno = 0;
  struct stat st;

  if (fd < 0 && errno == EPERM)
    fd = open (path, flags);
  if (fd >= 0 && fstat (fd, &st) == 0 && S_ISREG (st.st_mode))
    return fd;

  saved_errno = errno;
  shown = vdt_path_for_display (path);
  if (fd >= 0)
    {
      close (fd);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                   _ ("opening “%s”: this is no regular file"), shown);
      return -1;
    }
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved_errno), _ ("opening “%s”: %s"),
               shown, g_strerror (saved_errno));
  return -1;
}

/**
 * vdt_log_window_start:
 * @fd: a plain log
 * @size: its length, over [const@VDT_LOG_WINDOW_BYTES]
 *
 * Returns: where the first line starts in its last 8 MiB; 0 where none does
 */
guint64
vdt_log_window_start (int fd, guint64 size)
{
  char chunk[64 * 1024];
  guint64 at = size - VDT_LOG_WINDOW_BYTES - 1;

  while (at < size)
    {
      gssize n = pread (fd, chunk, sizeof chunk, (off_t) at);
      const char *newline = NULL;

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return 0;
      newline = memchr (chunk, '\n', (gsize) n);
      if (newline != NULL)
        {
          at += (guint64) (newline - chunk) + 1;
          return at < size ? at : 0;
        }
      at += (guint64) n;
    }
  return 0;
}
