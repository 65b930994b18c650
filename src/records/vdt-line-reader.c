/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-line-reader.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "vdt-line-buffer.h"
#include "vdt-paths.h"

#define ZSTD_WINDOW_LOG 26
/* What tells a frame's header size. */
#define ZSTD_FIRST_STEP   ((gsize) 5)
#define ZSTD_HEADER_BYTES ((gsize) 3)

struct _VdtLineReader
{
  int fd;
  gboolean compressed;
  VdtFileId id;
  char *path; /* for messages */

  VdtLineBuffer buffer; /* the plain text from `offset` on, as far as it was read */
  guint64 offset;
  guint64 end_offset;

  /* What is passed over: the rest of a line over the bound, which started at `line_offset`. */
  gboolean passing;
  gboolean passing_told;
  guint64 line_offset;

  gboolean tail_told;
  guint64 bytes_read;
  GError *error; /* what ended the reading; given again until the next seek */

  /* Compressed files */
  ZSTD_DStream *stream;
  char *packed;
  gsize packed_size;
  gsize packed_pos;
  gsize packed_filled;
  guint64 file_offset;  /* where to read on in the compressed file */
  guint64 plain_offset; /* how much was unpacked */
  gsize wanted;         /* how much input takes the stream to its next step */
  gboolean in_frame;
  gboolean more_inside; /* the stream may hold unpacked bytes that it could not put out yet */
};

/* Takes @count bytes off the front. */
static void
take (VdtLineReader *reader, gsize count)
{
  vdt_line_buffer_take (&reader->buffer, count);
  reader->offset += count;
}

/* --- filling ------------------------------------------------------------------------------- */

static gboolean
reader_fail (VdtLineReader *reader, GError *error)
{
  g_clear_error (&reader->error);
  reader->error = error;
  return FALSE;
}

static gboolean
reader_fail_errno (VdtLineReader *reader, int saved_errno)
{
  g_autofree char *shown = vdt_path_for_display (reader->path);

  return reader_fail (reader,
                      g_error_new (G_IO_ERROR, (int) g_io_error_from_errno (saved_errno),
                                   _ ("reading “%s”: %s; check that its disk is still there"),
                                   shown, g_strerror (saved_errno)));
}

static gboolean
reader_fail_packed (VdtLineReader *reader, const char *what)
{
  g_autofree char *shown = vdt_path_for_display (reader->path);

  return reader_fail (reader,
                      g_error_new (G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                                   _ ("unpacking “%s”: %s; what stands before was read, the "
                                      "rest needs a sound copy of the file"),
                                   shown, what));
}

/* Reads up to @count bytes; 0 at the file's end. */
static gboolean
reader_pread (VdtLineReader *reader, char *to, gsize count, guint64 offset, gsize *got)
{
  gssize n = 0;

  *got = 0;
  /* No file is that long, and the system would say that the request makes no sense. */
  if (offset > (guint64) G_MAXINT64 - count)
    return TRUE;
  do
    n = pread (reader->fd, to, count, (off_t) offset);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    return reader_fail_errno (reader, errno);
  *got = (gsize) n;
  reader->bytes_read += (guint64) n;
  return TRUE;
}

/* Unpacks up to @count bytes; 0 at the file's end. */
static gboolean
reader_unpack (VdtLineReader *reader, char *to, gsize count, gsize *got)
{
  ZSTD_outBuffer out = { to, count, 0 };

  *got = 0;
  while (out.pos == 0)
    {
      ZSTD_inBuffer in = { reader->packed, reader->packed_filled, reader->packed_pos };
      gsize result = 0;

      if (in.pos == in.size && !reader->more_inside)
        {
          if (!reader_pread (reader, reader->packed, reader->packed_size, reader->file_offset,
                             &reader->packed_filled))
            return FALSE;
          reader->file_offset += reader->packed_filled;
          reader->packed_pos = 0;
          in.size = reader->packed_filled;
          in.pos = 0;
          if (in.size == 0)
            return !reader->in_frame ||
                   reader_fail_packed (reader, _ ("the compressed data break off"));
        }
      /* One block or header a call: a call that fails does not say what it put out before. */
      in.size = MIN (in.size, in.pos + reader->wanted);
      result = ZSTD_decompressStream (reader->stream, &out, &in);
      reader->packed_pos = in.pos;
      if (ZSTD_isError (result))
        return reader_fail_packed (reader, ZSTD_getErrorName (result));
      reader->in_frame = result != 0;
      /* With a block it asks for the header behind it, too. */
      reader->wanted = result > ZSTD_HEADER_BYTES ? result - ZSTD_HEADER_BYTES : result;
      if (!reader->in_frame)
        reader->wanted = ZSTD_FIRST_STEP;
      reader->more_inside = reader->in_frame && out.pos == out.size;
    }
  reader->plain_offset += out.pos;
  *got = out.pos;
  return TRUE;
}

/* Adds bytes to the buffer. @got is 0 at the end, for now. */
static gboolean
reader_fill (VdtLineReader *reader, gsize *got)
{
  VdtLineBuffer *buffer = &reader->buffer;
  char *to = buffer->data + buffer->start + buffer->filled;
  gsize room = buffer->capacity - buffer->start - buffer->filled;
  const guint64 at = reader->offset + buffer->filled;

  *got = 0;
  if (reader->error != NULL)
    return FALSE;
  /* A large buffer is filled in small steps, so that little is left when it is given back. */
  if (buffer->capacity > VDT_LINE_BUFFER_SMALL_BYTES)
    room = MIN (room, VDT_LINE_BUFFER_STEP_BYTES);
  room = (gsize) MIN ((guint64) room, reader->end_offset - at);

  if (!reader->compressed)
    {
      if (!reader_pread (reader, to, room, at, got))
        return FALSE;
    }
  else
    {
      do
        {
          const guint64 missing = at - reader->plain_offset;
          const gboolean discard = missing > 0;

          if (!reader_unpack (reader, to, discard ? (gsize) MIN ((guint64) room, missing) : room,
                              got))
            return FALSE;
          if (!discard)
            break;
        }
      while (*got > 0);
    }
  buffer->filled += *got;
  return TRUE;
}

static void
reader_restart_stream (VdtLineReader *reader)
{
  if (reader->stream == NULL)
    {
      reader->stream = ZSTD_createDStream ();
      reader->packed_size = ZSTD_DStreamInSize ();
      reader->packed = g_malloc (reader->packed_size);
      if (reader->stream == NULL)
        g_error ("no memory for a decompressor");
      /* A frame that wants a larger window is refused, so that memory stays bounded. */
      ZSTD_DCtx_setParameter (reader->stream, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG);
    }
  ZSTD_DCtx_reset (reader->stream, ZSTD_reset_session_only);
  reader->packed_pos = 0;
  reader->packed_filled = 0;
  reader->file_offset = 0;
  reader->plain_offset = 0;
  reader->wanted = ZSTD_FIRST_STEP;
  reader->in_frame = FALSE;
  reader->more_inside = FALSE;
}

/* --- opening ------------------------------------------------------------------------------- */

/**
 * vdt_line_reader_new:
 *
 * A reader belongs to one thread at a time. It may be used for one file after the other and
 * keeps its buffer. While it holds a line of over 4 MiB, which it does until the next call,
 * readers of other threads that meet such a line wait; so nothing may be waited for that long.
 *
 * Returns: (transfer full): a reader with nothing open
 */
VdtLineReader *
vdt_line_reader_new (void)
{
  VdtLineReader *reader = g_new0 (VdtLineReader, 1);

  reader->fd = -1;
  reader->end_offset = G_MAXUINT64;
  return reader;
}

/**
 * vdt_line_reader_free:
 * @reader: (transfer full) (nullable): a reader
 *
 * Closes what is open and frees the reader and the last line.
 */
void
vdt_line_reader_free (VdtLineReader *reader)
{
  if (reader == NULL)
    return;
  vdt_line_reader_close (reader);
  vdt_line_buffer_clear (&reader->buffer);
  g_free (reader->packed);
  ZSTD_freeDStream (reader->stream);
  g_free (reader);
}

static void
set_open_error (GError **error, const char *path, int saved_errno)
{
  g_autofree char *shown = vdt_path_for_display (path);
  const char *advice = NULL;

  switch (saved_errno)
    {
    case ENOENT:
    case ENOTDIR:
      advice = _ ("it may have been moved or deleted; look again");
      break;
    case EACCES:
    case EPERM:
      advice = _ ("allow your user to read it");
      break;
    case EMFILE:
    case ENFILE:
      advice = _ ("too many files are open; close other programs or raise the limit");
      break;
    default:
      advice = _ ("check that its disk is still there");
      break;
    }
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved_errno),
               _ ("opening “%s”: %s; %s"), shown, g_strerror (saved_errno), advice);
}

/**
 * vdt_line_reader_open:
 * @reader: a reader; what it had open is closed
 * @path: a file; compressed with zstd where its name ends in `.zst`
 * @error: return location for an error
 *
 * Opens a file for reading only and stands at its start, with no end set. Never blocks on a
 * FIFO. Errors are of `G_IO_ERROR`: `G_IO_ERROR_NOT_REGULAR_FILE` for what is no regular file,
 * else what the system said.
 *
 * Returns: whether it is open
 */
gboolean
vdt_line_reader_open (VdtLineReader *reader, const char *path, GError **error)
{
  int fd = -1;
  int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  struct stat st;

  g_return_val_if_fail (reader != NULL, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  vdt_line_reader_close (reader);
  do
    fd = open (path, flags);
  while (fd < 0 && errno == EINTR);
  if (fd < 0 || fstat (fd, &st) != 0)
    {
      set_open_error (error, path, errno);
      if (fd >= 0)
        close (fd);
      return FALSE;
    }
  if (!S_ISREG (st.st_mode))
    {
      g_autofree char *shown = vdt_path_for_display (path);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                   _ ("opening “%s”: this is no regular file; choose a log file"), shown);
      close (fd);
      return FALSE;
    }
  vdt_line_reader_attach (reader, fd, g_str_has_suffix (path, ".zst"));
  g_free (reader->path);
  reader->path = g_strdup (path);
  return TRUE;
}

/**
 * vdt_line_reader_attach:
 * @reader: a reader; what it had open is closed
 * @fd: (transfer full): a file that can be read at any offset; closed by the reader
 * @compressed: whether it is compressed with zstd
 *
 * Reads a file that is open already, from its start, with no end set.
 */
void
vdt_line_reader_attach (VdtLineReader *reader, int fd, gboolean compressed)
{
  struct stat st;

  g_return_if_fail (reader != NULL);
  g_return_if_fail (fd >= 0);

  vdt_line_reader_close (reader);
  reader->fd = fd;
  reader->path = g_strdup_printf ("/proc/self/fd/%d", fd);
  reader->compressed = compressed;
  if (fstat (fd, &st) == 0)
    vdt_file_id_from_stat (&reader->id, &st);
  posix_fadvise (fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  if (compressed)
    reader_restart_stream (reader);
}

/**
 * vdt_line_reader_close:
 * @reader: a reader
 *
 * Closes the file. The last line is no longer valid. Can be called at any time.
 */
void
vdt_line_reader_close (VdtLineReader *reader)
{
  g_return_if_fail (reader != NULL);

  if (reader->fd >= 0)
    close (reader->fd);
  reader->fd = -1;
  vdt_line_buffer_reset (&reader->buffer);
  g_clear_pointer (&reader->path, g_free);
  g_clear_error (&reader->error);
  memset (&reader->id, 0, sizeof reader->id);
  reader->compressed = FALSE;
  reader->offset = 0;
  reader->end_offset = G_MAXUINT64;
  reader->passing = FALSE;
  reader->tail_told = FALSE;
  reader->bytes_read = 0;
}

/**
 * vdt_line_reader_seek:
 * @reader: a reader with a file open
 * @offset: where to read on, in bytes of the plain text
 * @error: return location for an error
 *
 * Goes to any offset: what stands there counts as a line's start. Behind the file's end there is
 * nothing for now. In a compressed file the way there is unpacked again by the next read, from
 * the file's start if it lies back. A former error is forgotten. The last line is no longer
 * valid.
 *
 * Returns: `FALSE` with `G_IO_ERROR_INVALID_ARGUMENT` where no file can have that offset, or
 *   with `G_IO_ERROR_CLOSED` where nothing is open
 */
gboolean
vdt_line_reader_seek (VdtLineReader *reader, guint64 offset, GError **error)
{
  g_return_val_if_fail (reader != NULL, FALSE);

  if (reader->fd < 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED, _ ("no file is open"));
      return FALSE;
    }
  if (offset > G_MAXINT64)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           _ ("no file is that long; read it from the start"));
      return FALSE;
    }

  vdt_line_buffer_reset (&reader->buffer);
  if (reader->compressed && (offset < reader->plain_offset || reader->error != NULL))
    reader_restart_stream (reader);
  g_clear_error (&reader->error);
  reader->offset = offset;
  reader->passing = FALSE;
  reader->tail_told = FALSE;
  return TRUE;
}

/**
 * vdt_line_reader_set_end:
 * @reader: a reader
 * @end_offset: where to stop, in bytes of the plain text
 *
 * Nothing behind @end_offset is given, as if the file ended there. Holds until the file is
 * closed or another end is set.
 */
void
vdt_line_reader_set_end (VdtLineReader *reader, guint64 end_offset)
{
  g_return_if_fail (reader != NULL);

  reader->end_offset = end_offset;
}

/* --- lines --------------------------------------------------------------------------------- */

static void
line_set (VdtLineReader *reader, VdtLine *line, gsize len, guint64 next_offset)
{
  const char *data = reader->buffer.data + reader->buffer.start;

  if (reader->offset == 0 && len >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    {
      data += 3;
      len -= 3;
    }
  line->data = data;
  line->len = len;
  line->offset = reader->offset;
  line->next_offset = next_offset;
}

/* How many bytes of the buffer stand before the end that was set. */
static gsize
bytes_before_end (const VdtLineReader *reader)
{
  if (reader->offset >= reader->end_offset)
    return 0;
  return (gsize) MIN ((guint64) reader->buffer.filled, reader->end_offset - reader->offset);
}

/* Starts to pass over the line at the front, which is over the bound: its bytes are let go. */
static void
start_passing (VdtLineReader *reader)
{
  reader->passing = TRUE;
  reader->passing_told = FALSE;
  reader->line_offset = reader->offset;
}

/* Whether the line at the front, of which @len bytes are known, is over the bound. Before a large
 * buffer is taken the file is looked through, so that no memory is spent on a line that is passed
 * over; a compressed one would have to be unpacked twice. */
static gboolean
is_over_bound (VdtLineReader *reader, gsize len)
{
  g_autofree char *window = NULL;
  struct stat st;

  if (len != VDT_LINE_BUFFER_SMALL_BYTES ||
      reader->buffer.capacity != VDT_LINE_BUFFER_SMALL_BYTES || reader->compressed)
    return len > VDT_LINE_MAX_BYTES;
  if (fstat (reader->fd, &st) == 0 && (guint64) st.st_size - reader->offset <= VDT_LINE_MAX_BYTES)
    return FALSE;
  window = g_malloc (VDT_LINE_BUFFER_STEP_BYTES);
  while (len <= VDT_LINE_MAX_BYTES && reader->offset + len < reader->end_offset)
    {
      const guint64 left = reader->end_offset - (reader->offset + len);
      const gsize count = (gsize) MIN (left, (guint64) VDT_LINE_BUFFER_STEP_BYTES);
      const gssize n = pread (reader->fd, window, count, (off_t) (reader->offset + len));
      const char *newline = n > 0 ? memchr (window, '\n', (gsize) n) : NULL;

      /* An error will be met again, and told, by the reading itself. */
      if (n <= 0)
        break;
      if (newline != NULL)
        return len + (gsize) (newline - window) > VDT_LINE_MAX_BYTES;
      len += (gsize) n;
    }
  return len > VDT_LINE_MAX_BYTES;
}

/* A line's newline was found @len bytes into the buffer. */
static VdtLineStatus
finish_line (VdtLineReader *reader, VdtLine *line, gsize len)
{
  if (reader->passing || len > VDT_LINE_MAX_BYTES)
    {
      const gboolean told = reader->passing && reader->passing_told;

      line->offset = reader->passing ? reader->line_offset : reader->offset;
      take (reader, len + 1);
      line->next_offset = reader->offset;
      reader->passing = FALSE;
      /* Told before, at the file's end at that time: nothing new to say. */
      return told ? VDT_LINE_END : VDT_LINE_OVERSIZED;
    }
  line_set (reader, line, len, reader->offset + len + 1);
  if (line->len > 0 && line->data[line->len - 1] == '\r')
    line->len--;
  take (reader, len + 1);
  return VDT_LINE_OK;
}

/* Nothing more can be read now. */
static VdtLineStatus
finish_text (VdtLineReader *reader, VdtLine *line, GError **error)
{
  const gsize len = bytes_before_end (reader);

  if (!reader->tail_told)
    {
      if (reader->passing && !reader->passing_told)
        {
          reader->passing_told = TRUE;
          line->offset = line->next_offset = reader->line_offset;
          return VDT_LINE_OVERSIZED;
        }
      if (!reader->passing && len > 0)
        {
          reader->tail_told = TRUE;
          line_set (reader, line, len, reader->offset);
          return VDT_LINE_TAIL;
        }
    }
  reader->tail_told = FALSE;
  if (reader->error != NULL)
    {
      g_propagate_error (error, g_error_copy (reader->error));
      return VDT_LINE_ERROR;
    }
  return VDT_LINE_END;
}

/**
 * vdt_line_reader_next:
 * @reader: a reader with a file open
 * @line: (out): the line
 * @error: return location for an error
 *
 * Goes to the next line. Blank lines are given too.
 *
 * At the file's end, what stands behind the last newline is a tail; its `next_offset` is its own
 * `offset`, since it may still grow. `VDT_LINE_END` follows it. The reader may be asked again at
 * any time, and then sees what was added; it gives the tail anew, grown or not.
 *
 * A line over the bound is told once, `len` 0, also where its end was not written yet: then
 * `next_offset` is its `offset`, and this reader passes over the rest when it comes.
 *
 * Errors are of `G_IO_ERROR`; `G_IO_ERROR_INVALID_DATA` is a compressed file that is torn or
 * broken. All that could be read before is given first, its last part as a tail. An error stays
 * until the next seek.
 *
 * Returns: what became of it; @error is set with `VDT_LINE_ERROR` alone
 */
VdtLineStatus
vdt_line_reader_next (VdtLineReader *reader, VdtLine *line, GError **error)
{
  g_return_val_if_fail (reader != NULL, VDT_LINE_ERROR);
  g_return_val_if_fail (line != NULL, VDT_LINE_ERROR);

  memset (line, 0, sizeof *line);
  if (reader->fd < 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED, _ ("no file is open"));
      return VDT_LINE_ERROR;
    }

  vdt_line_buffer_shrink (&reader->buffer);
  for (;;)
    {
      const gsize len = bytes_before_end (reader);
      const char *text = len > 0 ? reader->buffer.data + reader->buffer.start : NULL;
      const char *newline = NULL;
      gsize got = 0;

      if (len > reader->buffer.scanned)
        newline = memchr (text + reader->buffer.scanned, '\n', len - reader->buffer.scanned);
      if (newline != NULL)
        {
          const VdtLineStatus status = finish_line (reader, line, (gsize) (newline - text));

          reader->tail_told = FALSE;
          if (status != VDT_LINE_END)
            return status;
          continue;
        }
      reader->buffer.scanned = len;
      if (!reader->passing && is_over_bound (reader, len))
        start_passing (reader);
      if (reader->passing && len > 0)
        {
          take (reader, len);
          vdt_line_buffer_shrink (&reader->buffer);
        }
      if (reader->offset + reader->buffer.filled >= reader->end_offset)
        return finish_text (reader, line, error);
      vdt_line_buffer_make_room (&reader->buffer);
      if (!reader_fill (reader, &got) || got == 0)
        return finish_text (reader, line, error);
      reader->tail_told = FALSE;
    }
}

/**
 * vdt_line_reader_get_file_id:
 * @reader: a reader
 *
 * Returns: (transfer none): which file was opened, and its size and age at that time; all 0
 *   where nothing is open
 */
const VdtFileId *
vdt_line_reader_get_file_id (const VdtLineReader *reader)
{
  return &reader->id;
}

/**
 * vdt_line_reader_is_compressed:
 * @reader: a reader
 *
 * Returns: whether what is open is read as a compressed file
 */
gboolean
vdt_line_reader_is_compressed (const VdtLineReader *reader)
{
  return reader->compressed;
}

/**
 * vdt_line_reader_get_bytes_read:
 * @reader: a reader
 *
 * Returns: how many bytes were got from the file since it was opened, as they stand there
 */
guint64
vdt_line_reader_get_bytes_read (const VdtLineReader *reader)
{
  return reader->bytes_read;
}

/**
 * vdt_line_reader_get_fd:
 * @reader: a reader
 *
 * Returns: (transfer none): the open file, or -1
 */
int
vdt_line_reader_get_fd (const VdtLineReader *reader)
{
  return reader->fd;
}
