/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-tailer.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "vdt-json-reader.h"
#include "vdt-log-probe.h"
#include "vdt-text.h"

/* Lines longer than this make a line reader hold a buffer that other threads wait for. */
#define LARGE_LINE_BYTES (4 * 1024 * 1024)

struct _VdtTailer
{
  VdtLogFile *file;
  VdtLogSink *sink;

  gboolean asked; /* the sink, for a position of an earlier run: `restored` has its answer */
  VdtLogPosition restored;
  gboolean bound;     /* the sink was reset or restored */
  gboolean from_zero; /* what was read starts at 0, not at a window */
  gboolean whole_due; /* a window was read: the whole is to follow */
  gboolean rehomed;   /* the path or the packing changed: the inode may be another */

  guint64 offset;      /* where the next record starts */
  VdtLogPosition kept; /* what was last told as committed */
  guint64 head_hash;   /* of what lies before kept.offset */
  VdtFileId known;     /* the state of the file that was read */
  gint64 known_ctime_ns;
  gboolean known_set;
  gint64 changed_ns; /* when that state was first seen */

  /* A last line without newline */
  gint64 tail_due_ns;
  gboolean tail_delivered;
  gsize tail_len;
  guint64 tail_hash;
  gboolean oversized_told; /* of the line at `offset` */

  gboolean unreadable_told;
  gboolean retry;             /* reading failed in a way that may pass */
  VdtLineReader *open_reader; /* of a compressed log in the middle of which a pass ended */
  guint64 bytes_read;

  VdtTailerStat stat_func;
  gpointer stat_data;
};

/* One pass over a log. */
typedef struct
{
  VdtTailer *tailer;
  VdtLineReader *reader;
  const VdtTailerLimits *limits;
  VdtFileId id;
  gint64 ctime_ns;
  gboolean changed; /* while it was read */
  GError *error;
} Pass;

/**
 * vdt_tailer_new:
 * @file: a log
 * @sink: (transfer none): what is fed; outlives the tailer
 *
 * Returns: (transfer full): a tailer that has read nothing
 */
VdtTailer *
vdt_tailer_new (VdtLogFile *file, VdtLogSink *sink)
{
  VdtTailer *self = g_new0 (VdtTailer, 1);

  self->file = vdt_log_file_ref (file);
  self->sink = sink;
  return self;
}

/**
 * vdt_tailer_free:
 * @self: (transfer full) (nullable): a tailer
 */
void
vdt_tailer_free (VdtTailer *self)
{
  if (self == NULL)
    return;
  vdt_line_reader_free (self->open_reader);
  vdt_log_file_unref (self->file);
  g_free (self);
}

/**
 * vdt_tailer_get_file:
 * @self: a tailer
 *
 * Returns: (transfer none): the log under its present path
 */
VdtLogFile *
vdt_tailer_get_file (VdtTailer *self)
{
  return self->file;
}

/**
 * vdt_tailer_get_tail_due:
 * @self: a tailer
 *
 * Returns: when a last line without newline is to be looked at again, in nanoseconds since
 *   1970; 0 where there is none
 */
gint64
vdt_tailer_get_tail_due (VdtTailer *self)
{
  return self->tail_due_ns;
}

/**
 * vdt_tailer_get_whole_due:
 * @self: a tailer
 *
 * Returns: whether a window alone has been read so far, so that
 *   [func@vdt_tailer_begin_whole] is to follow when there is time
 */
gboolean
vdt_tailer_get_whole_due (VdtTailer *self)
{
  return self->whole_due;
}

/**
 * vdt_tailer_get_bytes_read:
 * @self: a tailer
 *
 * Returns: how many bytes of plain text its passes have gone over, those of a window and of
 *   what was read again counted each time
 */
guint64
vdt_tailer_get_bytes_read (VdtTailer *self)
{
  return self->bytes_read;
}

/**
 * vdt_tailer_is_open:
 * @self: a tailer
 *
 * Returns: whether it holds its file open between two passes
 */
gboolean
vdt_tailer_is_open (VdtTailer *self)
{
  return self->open_reader != NULL;
}

/**
 * vdt_tailer_set_stat:
 * @self: a tailer
 * @func: (nullable): stands in for `fstat`
 * @user_data: its argument
 *
 * For tests.
 */
void
vdt_tailer_set_stat (VdtTailer *self, VdtTailerStat func, gpointer user_data)
{
  self->stat_func = func;
  self->stat_data = user_data;
}

static gint64
ctime_of (const struct stat *st)
{
  return (gint64) st->st_ctim.tv_sec * G_GINT64_CONSTANT (1000000000) + st->st_ctim.tv_nsec;
}

/**
 * vdt_tailer_is_at:
 * @self: a tailer
 * @id: what was seen of its path
 *
 * Returns: whether the log is in the state that was read
 */
gboolean
vdt_tailer_is_at (VdtTailer *self, const VdtFileId *id)
{
  return self->known_set && !self->retry && vdt_file_id_unchanged (&self->known, id);
}

/**
 * vdt_tailer_differs:
 * @self: a tailer
 * @st: what the kernel says of its path
 *
 * Like [func@vdt_tailer_is_at], and also sees a log that was written over and had its time put
 * back.
 *
 * Returns: whether the log is in another state than the one that was read
 */
gboolean
vdt_tailer_differs (VdtTailer *self, const struct stat *st)
{
  VdtFileId id;

  vdt_file_id_from_stat (&id, st);
  if (!vdt_tailer_is_at (self, &id))
    return TRUE;
  /* A position of an earlier run comes without it. */
  if (self->known_ctime_ns == 0)
    self->known_ctime_ns = ctime_of (st);
  return self->known_ctime_ns != ctime_of (st);
}

/**
 * vdt_tailer_get_offset:
 * @self: a tailer
 *
 * Returns: how much of the log has been read from its start on, in bytes of plain text; 0 as
 *   long as it is a window alone
 */
guint64
vdt_tailer_get_offset (VdtTailer *self)
{
  return self->from_zero ? self->offset : 0;
}

/**
 * vdt_tailer_get_mtime_ns:
 * @self: a tailer
 *
 * Returns: when the log was last written to, as far as it is known
 */
gint64
vdt_tailer_get_mtime_ns (VdtTailer *self)
{
  return self->known_set ? self->known.mtime_ns : self->file->id.mtime_ns;
}

/* --- starting over ------------------------------------------------------------------------- */

static void
forget (VdtTailer *self, guint64 start)
{
  self->bound = TRUE;
  self->from_zero = start == 0;
  self->whole_due = FALSE;
  self->rehomed = FALSE;
  self->offset = start;
  memset (&self->kept, 0, sizeof self->kept);
  self->head_hash = 0;
  self->tail_due_ns = 0;
  self->tail_delivered = FALSE;
  self->oversized_told = FALSE;
  vdt_log_sink_reset (self->sink, self->file, start);
}

/* The first record of a log of which only the end is read for now. */
static void
give_head (Pass *pass, guint64 start)
{
  VdtTailer *self = pass->tailer;
  VdtLine line;

  if (!vdt_line_reader_seek (pass->reader, 0, NULL))
    return;
  vdt_line_reader_set_end (pass->reader, MIN (start, VDT_LOG_HEAD_BYTES));
  while (vdt_line_reader_next (pass->reader, &line, NULL) == VDT_LINE_OK)
    {
      if (line.len == 0)
        continue;
      vdt_log_sink_head (self->sink, self->file, &line);
      break;
    }
  vdt_line_reader_set_end (pass->reader, G_MAXUINT64);
}

/* Reading starts anew: at 0, or at a window where the log is long (G6). Everything comes from the
 * handle that is open (G7). */
static void
restart (Pass *pass)
{
  VdtTailer *self = pass->tailer;
  guint64 start = 0;

  if (!self->file->compressed && pass->id.size > VDT_LOG_WINDOW_BYTES)
    start = vdt_log_window_start (vdt_line_reader_get_fd (pass->reader), (guint64) pass->id.size);
  forget (self, start);
  if (start > 0)
    give_head (pass, start);
}

/**
 * vdt_tailer_begin_whole:
 * @self: a tailer
 *
 * After a window: resets the sink to 0, so that the next passes read the whole log.
 */
void
vdt_tailer_begin_whole (VdtTailer *self)
{
  g_return_if_fail (self->whole_due);

  forget (self, 0);
}

/* --- is it still the same log -------------------------------------------------------------- */

/* Appending is all that may have happened to a file between two states. */
static gboolean
only_grew (const VdtFileId *before, const VdtFileId *now, gboolean compressed)
{
  if (vdt_file_id_unchanged (before, now))
    return TRUE;
  return !compressed && vdt_file_id_same_file (before, now) && now->size > before->size;
}

static gboolean
still_fits (Pass *pass)
{
  VdtTailer *self = pass->tailer;
  const guint64 kept = self->kept.offset;

  if (!self->known_set)
    return self->offset == 0;
  if (!only_grew (&self->known, &pass->id, self->file->compressed))
    {
      /* Under a new path or packing it may be another file with the same text. */
      if (!self->rehomed || vdt_file_id_same_file (&self->known, &pass->id))
        return FALSE;
      if (self->tail_delivered)
        return FALSE;
    }
  if (kept == 0)
    return self->from_zero && self->offset == 0;
  return vdt_log_print_fits (pass->reader, kept, self->head_hash, self->kept.tail_hash);
}

static void
take_position (VdtTailer *self, const VdtLogPosition *position)
{
  self->bound = TRUE;
  self->from_zero = TRUE;
  self->offset = position->offset;
  self->kept = *position;
  self->head_hash = position->head_hash;
}

static gboolean
position_fits (Pass *pass, const VdtLogPosition *position)
{
  VdtTailer *self = pass->tailer;
  /* A plain log is never shorter than what was read of it: this was read of a compressed one. */
  gboolean was_compressed = position->offset > (guint64) MAX (position->id.size, 0);

  if (position->head_hash == 0)
    return FALSE;
  if (position->id.file == pass->id.file)
    {
      /* Device numbers may change from one start of the computer to the next. */
      VdtFileId before = position->id;

      before.device = pass->id.device;
      if (!only_grew (&before, &pass->id, self->file->compressed))
        return FALSE;
    }
  else if (!self->file->compressed && !was_compressed)
    {
      return FALSE;
    }
  return vdt_log_print_fits (pass->reader, position->offset, position->head_hash,
                             position->tail_hash);
}

/* The sink is asked once. What it does not have is a position that never fits. */
static const VdtLogPosition *
ask (VdtTailer *self)
{
  if (!self->asked && !vdt_log_sink_restore (self->sink, self->file, &self->restored))
    self->restored.head_hash = 0;
  self->asked = TRUE;
  return &self->restored;
}

/* Brings the tailer and the file together: after this the sink knows where reading goes on. */
static void
bind (Pass *pass)
{
  VdtTailer *self = pass->tailer;

  if (self->bound)
    {
      if (!still_fits (pass))
        restart (pass);
      self->rehomed = FALSE;
      return;
    }
  if (position_fits (pass, ask (self)))
    take_position (self, &self->restored);
  else
    restart (pass);
}

/**
 * vdt_tailer_restore_unchanged:
 * @self: a tailer that has read nothing
 *
 * Takes up the position of an earlier run without opening the log, where the log is as it was
 * and was read to its end.
 *
 * Returns: whether it was: then there is nothing to read
 */
gboolean
vdt_tailer_restore_unchanged (VdtTailer *self)
{
  const VdtFileId *id = &self->file->id;
  const VdtLogPosition *position = NULL;

  g_return_val_if_fail (!self->bound, FALSE);

  position = ask (self);
  if (position->head_hash == 0 || !vdt_file_id_unchanged (&position->id, id))
    return FALSE;
  /* Of a compressed log a position is kept at its end alone. */
  if (!self->file->compressed && position->offset != (guint64) id->size)
    return FALSE;
  take_position (self, position);
  self->known = *id;
  self->known_set = TRUE;
  return TRUE;
}

/**
 * vdt_tailer_move:
 * @self: a tailer
 * @file: the same log under another path, or packed or unpacked
 *
 * Tells the sink. The next pass makes sure of it, and starts anew where the text is another.
 */
void
vdt_tailer_move (VdtTailer *self, VdtLogFile *file)
{
  VdtLogFile *old = self->file;

  g_clear_pointer (&self->open_reader, vdt_line_reader_free);
  self->file = vdt_log_file_ref (file);
  self->rehomed = TRUE;
  self->unreadable_told = FALSE;
  /* In the middle of a compressed log, of which no position is kept: it is read anew. */
  if (self->bound && self->offset != self->kept.offset)
    self->known_set = FALSE;
  if (old->compressed != file->compressed)
    self->known_ctime_ns = 0;
  vdt_log_sink_moved (self->sink, file, old->path);
  vdt_log_file_unref (old);
}

/* --- reading ------------------------------------------------------------------------------- */

static gboolean
look (Pass *pass)
{
  VdtTailer *self = pass->tailer;
  int fd = vdt_line_reader_get_fd (pass->reader);
  struct stat st;

  if ((self->stat_func != NULL ? self->stat_func (fd, &st, self->stat_data) : fstat (fd, &st)) != 0)
    return FALSE;
  vdt_file_id_from_stat (&pass->id, &st);
  pass->ctime_ns = ctime_of (&st);
  return TRUE;
}

/* Keeps the state of the file that the lines so far belong to. */
static void
note_state (Pass *pass)
{
  VdtTailer *self = pass->tailer;

  if (!self->known_set || !vdt_file_id_unchanged (&self->known, &pass->id))
    self->changed_ns = pass->limits->now_ns;
  self->known = pass->id;
  self->known_ctime_ns = pass->ctime_ns;
  self->known_set = TRUE;
}

/* What is read so far is whole: says so once for each new position or state of the file. */
static void
commit (Pass *pass)
{
  VdtTailer *self = pass->tailer;
  VdtLogPosition position = { .id = self->known, .offset = self->offset };

  if (self->offset == self->kept.offset && vdt_file_id_unchanged (&self->known, &self->kept.id) &&
      self->kept.tail_hash != 0)
    return;
  if (!vdt_log_print (pass->reader, self->offset, &position.head_hash, &position.tail_hash))
    return;
  self->head_hash = position.head_hash;
  if (!self->from_zero)
    position.head_hash = 0;
  self->kept = position;
  vdt_log_sink_committed (self->sink, self->file, &position);
}

static gboolean
is_object (const VdtLine *line)
{
  for (gsize i = 0; i < line->len; i++)
    {
      if (strchr (" \t\r", line->data[i]) == NULL || line->data[i] == '\0')
        return line->data[i] == '{' && vdt_json_check (line->data, line->len);
    }
  return FALSE;
}

/* What stands behind the last newline is taken once the file is idle and it is an object; its
 * offset is not moved over. Returns whether it is another one than was taken before. */
static gboolean
take_tail (Pass *pass, const VdtLine *line)
{
  VdtTailer *self = pass->tailer;
  const gint64 now = pass->limits->now_ns;
  const gint64 since = MIN (pass->id.mtime_ns, self->changed_ns);
  guint64 hash = vdt_text_hash64 (line->data, line->len);

  if (self->tail_delivered)
    return self->tail_len != line->len || self->tail_hash != hash;
  if (now - since < VDT_TAILER_IDLE_NS)
    {
      self->tail_due_ns = since + VDT_TAILER_IDLE_NS;
      return FALSE;
    }
  if (!is_object (line))
    return FALSE;
  self->tail_delivered = TRUE;
  self->tail_len = line->len;
  self->tail_hash = hash;
  vdt_log_sink_line (self->sink, self->file, line);
  return FALSE;
}

/* Returns whether it is another line than the tail that was taken at its place. */
static gboolean
take_line (Pass *pass, const VdtLine *line)
{
  VdtTailer *self = pass->tailer;

  if (self->tail_delivered)
    {
      if (self->tail_len != line->len || self->tail_hash != vdt_text_hash64 (line->data, line->len))
        return TRUE;
      self->tail_delivered = FALSE;
    }
  else if (line->len > 0)
    {
      vdt_log_sink_line (self->sink, self->file, line);
    }
  self->offset = line->next_offset;
  self->oversized_told = FALSE;
  return FALSE;
}

static void
take_oversized (Pass *pass, const VdtLine *line)
{
  VdtTailer *self = pass->tailer;

  if (!self->oversized_told)
    vdt_log_sink_oversized (self->sink, self->file, line->offset);
  self->oversized_told = line->next_offset == line->offset;
  self->offset = line->next_offset;
}

static gboolean
is_stopped (const VdtTailerLimits *limits, guint records)
{
  if (limits->stop != NULL && g_atomic_int_get (limits->stop) != 0)
    return TRUE;
  /* The clock is not asked for each record. */
  return limits->until_us != 0 && records % 32 == 31 && g_get_monotonic_time () >= limits->until_us;
}

/* Reads lines until the pass is over. @clean is set where nothing stands behind the last newline.
 */
static VdtTailerResult
read_lines (Pass *pass, gboolean *clean)
{
  VdtTailer *self = pass->tailer;
  const guint64 from = self->offset;
  guint records = 0;
  gboolean tail_seen = FALSE;
  gboolean differs = FALSE;

  for (;;)
    {
      VdtLine line;

      switch (vdt_line_reader_next (pass->reader, &line, &pass->error))
        {
        case VDT_LINE_OK:
          differs = take_line (pass, &line);
          records++;
          break;
        case VDT_LINE_OVERSIZED:
          take_oversized (pass, &line);
          records++;
          break;
        case VDT_LINE_TAIL:
          tail_seen = TRUE;
          differs = take_tail (pass, &line);
          break;
        case VDT_LINE_END:
          /* A tail that was taken and has gone, without a sign of it elsewhere. */
          differs = self->tail_delivered && !tail_seen;
          *clean = !tail_seen && !self->oversized_told;
          if (!differs)
            return VDT_TAILER_DONE;
          break;
        case VDT_LINE_ERROR:
          return VDT_TAILER_UNREADABLE;
        }
      if (differs)
        {
          restart (pass);
          return VDT_TAILER_MORE;
        }
      if (is_stopped (pass->limits, records))
        return VDT_TAILER_MORE;
      /* A compressed log stays open: not with a buffer that others wait for. */
      if ((records >= pass->limits->max_records ||
           self->offset - from >= pass->limits->max_bytes) &&
          !(self->file->compressed && line.len > LARGE_LINE_BYTES))
        return VDT_TAILER_MORE;
    }
}

static void
finish_pass (Pass *pass, VdtTailerResult *result, gboolean clean)
{
  VdtTailer *self = pass->tailer;

  if (*result == VDT_TAILER_DONE)
    {
      VdtFileId before = pass->id;

      /* Written to meanwhile: what was read belongs to the state before, so look again. */
      if (look (pass) && !vdt_file_id_unchanged (&before, &pass->id))
        {
          *result = VDT_TAILER_MORE;
          pass->changed = TRUE;
        }
      pass->id = before;
    }
  if (*result == VDT_TAILER_DONE && !self->from_zero)
    self->whole_due = TRUE;
  if (*result == VDT_TAILER_UNREADABLE)
    return;
  /* A compressed log is replaced, never added to: its position is kept at its end alone. */
  if (!self->file->compressed || (*result == VDT_TAILER_DONE && clean))
    commit (pass);
}

static VdtTailerResult
fail (VdtTailer *self, GError *error)
{
  gboolean gone = error->domain == G_IO_ERROR &&
                  (error->code == G_IO_ERROR_NOT_FOUND || error->code == G_IO_ERROR_NOT_DIRECTORY);

  self->retry = error->code != G_IO_ERROR_INVALID_DATA;
  if (!gone && !self->unreadable_told)
    {
      self->unreadable_told = TRUE;
      vdt_log_sink_unreadable (self->sink, self->file->path, error);
    }
  g_error_free (error);
  return gone ? VDT_TAILER_GONE : VDT_TAILER_UNREADABLE;
}

/* Whether the compressed log that is open in the middle is still as it was, and in its place. */
static gboolean
goes_on (Pass *pass)
{
  VdtTailer *self = pass->tailer;
  struct stat open_st;
  struct stat path_st;

  if (self->open_reader == NULL)
    return FALSE;
  pass->reader = self->open_reader;
  if (fstat (vdt_line_reader_get_fd (pass->reader), &open_st) == 0 &&
      stat (self->file->path, &path_st) == 0 && open_st.st_dev == path_st.st_dev &&
      open_st.st_ino == path_st.st_ino && look (pass) &&
      vdt_file_id_unchanged (&self->known, &pass->id))
    return TRUE;
  g_clear_pointer (&self->open_reader, vdt_line_reader_free);
  self->known_set = FALSE;
  return FALSE;
}

static gboolean
begin_pass (Pass *pass, VdtLineReader *reader)
{
  VdtTailer *self = pass->tailer;
  int fd = -1;

  if (goes_on (pass))
    return TRUE;
  fd = vdt_log_open (self->file->path, &pass->error);
  if (fd < 0)
    return FALSE;
  if (self->file->compressed)
    {
      self->open_reader = vdt_line_reader_new ();
      reader = self->open_reader;
    }
  pass->reader = reader;
  vdt_line_reader_attach (reader, fd, self->file->compressed);
  if (!look (pass))
    {
      g_set_error_literal (&pass->error, G_IO_ERROR, (int) g_io_error_from_errno (errno),
                           g_strerror (errno));
      return FALSE;
    }
  bind (pass);
  return vdt_line_reader_seek (reader, self->offset, &pass->error);
}

/**
 * vdt_tailer_read:
 * @self: a tailer
 * @reader: a line reader to use; nothing is left open in it
 * @limits: when to stop
 *
 * One pass: opens the log, makes sure that it is the one that was read before, gives the sink
 * what is new, and the position behind it. A compressed log that is not at its end keeps a reader
 * of its own: going on from an offset would unpack it again from the start.
 *
 * Returns: whether there is more
 */
VdtTailerResult
vdt_tailer_read (VdtTailer *self, VdtLineReader *reader, const VdtTailerLimits *limits)
{
  Pass pass = { .tailer = self, .limits = limits };
  VdtTailerResult result = VDT_TAILER_UNREADABLE;
  gboolean clean = FALSE;
  guint64 from = 0;

  self->tail_due_ns = 0;
  if (begin_pass (&pass, reader))
    {
      note_state (&pass);
      from = self->offset;
      result = read_lines (&pass, &clean);
      if (self->offset > from)
        self->bytes_read += self->offset - from;
      finish_pass (&pass, &result, clean);
    }
  vdt_line_reader_close (reader);
  if (result != VDT_TAILER_MORE || pass.changed)
    g_clear_pointer (&self->open_reader, vdt_line_reader_free);
  if (result == VDT_TAILER_UNREADABLE)
    return fail (self, pass.error);
  self->unreadable_told = FALSE;
  self->retry = FALSE;
  return result;
}
