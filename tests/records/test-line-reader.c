/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-line-reader.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "json-helpers.h"

#define MIB (1024 * 1024)

/* --- files --------------------------------------------------------------------------------- */

typedef struct
{
  char *dir;
  char *plain;
  char *packed;
} Files;

static void
files_init (Files *files)
{
  files->dir = g_dir_make_tmp ("vedette-lines-XXXXXX", NULL);
  g_assert_nonnull (files->dir);
  files->plain = g_build_filename (files->dir, "log.jsonl", NULL);
  files->packed = g_build_filename (files->dir, "log.jsonl.zst", NULL);
}

static void
files_clear (Files *files)
{
  g_unlink (files->plain);
  g_unlink (files->packed);
  g_assert_cmpint (g_rmdir (files->dir), ==, 0);
  g_free (files->plain);
  g_free (files->packed);
  g_free (files->dir);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Files, files_clear)

static void
write_file (const char *path, const char *data, gsize len)
{
  int fd = g_open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

  g_assert_cmpint (fd, >=, 0);
  for (gsize done = 0; done < len;)
    {
      gssize n = write (fd, data + done, len - done);

      g_assert_cmpint (n, >, 0);
      done += (gsize) n;
    }
  g_assert_cmpint (close (fd), ==, 0);
}

static void
append_file (const char *path, const char *data)
{
  int fd = g_open (path, O_WRONLY | O_APPEND, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, data, strlen (data)), ==, (gssize) strlen (data));
  g_assert_cmpint (close (fd), ==, 0);
}

static GString *
pack (const char *data, gsize len, int level)
{
  GString *out = g_string_new (NULL);
  gsize size = 0;

  g_string_set_size (out, ZSTD_compressBound (len));
  size = ZSTD_compress (out->str, out->len, data, len, level);
  g_assert_false (ZSTD_isError (size));
  g_string_set_size (out, size);
  return out;
}

/* Several frames, as a writer makes who packs in parts; with an empty and a skippable one. */
static void
write_packed (const char *path, const char *data, gsize len, GRand *rand)
{
  g_autoptr (GString) all = g_string_new (NULL);
  gsize done = 0;

  do
    {
      const gsize some = (gsize) g_rand_int_range (rand, 0, 100000);
      const gsize part = MIN (len - done, some);
      g_autoptr (GString) frame = pack (data + done, part, g_rand_int_range (rand, 1, 4));

      g_string_append_len (all, frame->str, (gssize) frame->len);
      if (g_rand_int_range (rand, 0, 4) == 0)
        g_string_append_len (all, "\x50\x2a\x4d\x18\x03\0\0\0abc", 11);
      done += part;
    }
  while (done < len);
  write_file (path, all->str, all->len);
}

static VdtLineReader *
open_reader (const char *path)
{
  VdtLineReader *reader = vdt_line_reader_new ();
  g_autoptr (GError) error = NULL;

  vdt_line_reader_open (reader, path, &error);
  g_assert_no_error (error);
  return reader;
}

static VdtLineStatus
next (VdtLineReader *reader, VdtLine *line)
{
  g_autoptr (GError) error = NULL;
  const VdtLineStatus status = vdt_line_reader_next (reader, line, &error);

  g_assert_no_error (error);
  return status;
}

static void
assert_line (VdtLineReader *reader, VdtLineStatus status, const char *text, guint64 offset)
{
  VdtLine line;

  g_assert_cmpint (next (reader, &line), ==, status);
  if (text == NULL)
    {
      g_assert_cmpuint (line.len, ==, 0);
      return;
    }
  g_assert_cmpmem (line.data, line.len, text, strlen (text));
  g_assert_cmpuint (line.offset, ==, offset);
  if (status == VDT_LINE_TAIL)
    g_assert_cmpuint (line.next_offset, ==, offset);
  else
    g_assert_cmpuint (line.next_offset, >, offset);
}

/* --- small files --------------------------------------------------------------------------- */

static void
test_lines (void)
{
  const char text[] = "\xef\xbb\xbf{\"a\":1}\r\n\n\r\nb\rb\n\xef\xbb\xbf\nlast\r";
  g_auto (Files) files = { 0 };
  g_autoptr (VdtLineReader) reader = NULL;
  struct stat st;

  files_init (&files);
  write_file (files.plain, text, strlen (text));
  reader = open_reader (files.plain);
  g_assert_false (vdt_line_reader_is_compressed (reader));
  g_assert_cmpint (stat (files.plain, &st), ==, 0);
  g_assert_cmpuint (vdt_line_reader_get_file_id (reader)->file, ==, st.st_ino);
  g_assert_cmpint (vdt_line_reader_get_file_id (reader)->size, ==, (gint64) strlen (text));
  g_assert_cmpint (vdt_line_reader_get_fd (reader), >=, 0);

  assert_line (reader, VDT_LINE_OK, "{\"a\":1}", 0);
  assert_line (reader, VDT_LINE_OK, "", 12);
  assert_line (reader, VDT_LINE_OK, "", 13);
  assert_line (reader, VDT_LINE_OK, "b\rb", 15);
  assert_line (reader, VDT_LINE_OK, "\xef\xbb\xbf", 19);
  assert_line (reader, VDT_LINE_TAIL, "last\r", 23);
  assert_line (reader, VDT_LINE_END, NULL, 0);
  g_assert_cmpuint (vdt_line_reader_get_bytes_read (reader), ==, strlen (text));

  vdt_line_reader_close (reader);
  g_assert_cmpint (vdt_line_reader_get_fd (reader), ==, -1);
  g_assert_cmpuint (vdt_line_reader_get_file_id (reader)->file, ==, 0);
}

static void
test_empty (void)
{
  g_auto (Files) files = { 0 };
  g_autoptr (VdtLineReader) reader = NULL;

  files_init (&files);
  write_file (files.plain, "", 0);
  write_file (files.packed, "", 0);
  reader = open_reader (files.plain);
  assert_line (reader, VDT_LINE_END, NULL, 0);
  assert_line (reader, VDT_LINE_END, NULL, 0);
  g_clear_pointer (&reader, vdt_line_reader_free);
  reader = open_reader (files.packed);
  g_assert_true (vdt_line_reader_is_compressed (reader));
  assert_line (reader, VDT_LINE_END, NULL, 0);
}

/* A log that grows, is asked again, and is cut short under the reader. */
static void
test_growing (void)
{
  g_auto (Files) files = { 0 };
  g_autoptr (VdtLineReader) reader = NULL;

  files_init (&files);
  write_file (files.plain, "one\ntw", 6);
  reader = open_reader (files.plain);
  assert_line (reader, VDT_LINE_OK, "one", 0);
  assert_line (reader, VDT_LINE_TAIL, "tw", 4);
  assert_line (reader, VDT_LINE_END, NULL, 0);
  assert_line (reader, VDT_LINE_TAIL, "tw", 4);
  assert_line (reader, VDT_LINE_END, NULL, 0);
  append_file (files.plain, "o");
  assert_line (reader, VDT_LINE_TAIL, "two", 4);
  append_file (files.plain, "!");
  assert_line (reader, VDT_LINE_TAIL, "two!", 4);
  append_file (files.plain, "\nthree\n");
  assert_line (reader, VDT_LINE_OK, "two!", 4);
  assert_line (reader, VDT_LINE_OK, "three", 9);
  assert_line (reader, VDT_LINE_END, NULL, 0);
  append_file (files.plain, "four");
  assert_line (reader, VDT_LINE_TAIL, "four", 15);
  assert_line (reader, VDT_LINE_END, NULL, 0);

  g_assert_cmpint (truncate (files.plain, 2), ==, 0);
  g_assert_true (vdt_line_reader_seek (reader, 15, NULL));
  assert_line (reader, VDT_LINE_END, NULL, 0);
  g_assert_true (vdt_line_reader_seek (reader, 0, NULL));
  assert_line (reader, VDT_LINE_TAIL, "on", 0);
}

static void
test_set_end (void)
{
  g_auto (Files) files = { 0 };
  const char text[] = "one\ntwo\nthree\n";
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  files_init (&files);
  write_file (files.plain, text, strlen (text));
  write_packed (files.packed, text, strlen (text), rand);
  for (int packed = 0; packed < 2; packed++)
    {
      g_autoptr (VdtLineReader) reader = open_reader (packed ? files.packed : files.plain);

      vdt_line_reader_set_end (reader, 8);
      assert_line (reader, VDT_LINE_OK, "one", 0);
      assert_line (reader, VDT_LINE_OK, "two", 4);
      for (int i = 0; i < 100; i++)
        assert_line (reader, VDT_LINE_END, NULL, 0);
      vdt_line_reader_set_end (reader, 10);
      assert_line (reader, VDT_LINE_TAIL, "th", 8);
      assert_line (reader, VDT_LINE_END, NULL, 0);
      vdt_line_reader_set_end (reader, G_MAXUINT64);
      assert_line (reader, VDT_LINE_OK, "three", 8);
      /* An end that lies before what was read already */
      g_assert_true (vdt_line_reader_seek (reader, 0, NULL));
      assert_line (reader, VDT_LINE_OK, "one", 0);
      vdt_line_reader_set_end (reader, 7);
      assert_line (reader, VDT_LINE_TAIL, "two", 4);
      vdt_line_reader_set_end (reader, 2);
      for (int i = 0; i < 100; i++)
        assert_line (reader, VDT_LINE_END, NULL, 0);
      g_assert_true (vdt_line_reader_seek (reader, 8, NULL));
      assert_line (reader, VDT_LINE_END, NULL, 0);
    }
}

static void
test_refused (void)
{
  g_auto (Files) files = { 0 };
  g_autoptr (VdtLineReader) reader = vdt_line_reader_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *fifo = NULL;
  VdtLine line;

  files_init (&files);
  g_assert_cmpint (vdt_line_reader_next (reader, &line, &error), ==, VDT_LINE_ERROR);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED);
  g_clear_error (&error);
  g_assert_false (vdt_line_reader_seek (reader, 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED);
  g_clear_error (&error);
  g_assert_false (vdt_line_reader_open (reader, files.plain, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (vdt_line_reader_open (reader, files.dir, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_clear_error (&error);
  /* Nobody writes to it: opening it must not wait. */
  fifo = g_build_filename (files.dir, "fifo", NULL);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_false (vdt_line_reader_open (reader, fifo, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_clear_error (&error);
  g_unlink (fifo);

  write_file (files.plain, "a\n", 2);
  if (geteuid () != 0)
    {
      g_assert_cmpint (g_chmod (files.plain, 0), ==, 0);
      g_assert_false (vdt_line_reader_open (reader, files.plain, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
      g_clear_error (&error);
      g_assert_cmpint (g_chmod (files.plain, 0600), ==, 0);
    }
  g_assert_true (vdt_line_reader_open (reader, files.plain, NULL));
  g_assert_cmpint (fcntl (vdt_line_reader_get_fd (reader), F_GETFL) & O_ACCMODE, ==, O_RDONLY);
  g_assert_cmpint (fcntl (vdt_line_reader_get_fd (reader), F_GETFD) & FD_CLOEXEC, ==, FD_CLOEXEC);
  g_assert_false (vdt_line_reader_seek (reader, G_MAXUINT64, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_true (vdt_line_reader_seek (reader, G_MAXINT64, NULL));
  assert_line (reader, VDT_LINE_END, NULL, 0);
  g_assert_true (vdt_line_reader_seek (reader, 1, NULL));
  assert_line (reader, VDT_LINE_OK, "", 1);

  /* A descriptor that cannot be read at an offset */
  {
    int ends[2];

    g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
    close (ends[1]);
    vdt_line_reader_attach (reader, ends[0], FALSE);
    g_assert_cmpint (vdt_line_reader_next (reader, &line, &error), ==, VDT_LINE_ERROR);
    g_assert_nonnull (error);
  }
}

/* --- compressed files that are broken ------------------------------------------------------- */

static void
test_torn_zst (void)
{
  g_auto (Files) files = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (test_seed () + 5);
  g_autoptr (GString) packed = NULL;
  g_autofree char *first = NULL;
  guint64 most = 0;

  files_init (&files);
  for (guint i = 0; text->len < 600000; i++)
    g_string_append_printf (text, "{\"n\":%u,\"r\":%u}\n", i, g_rand_int (rand));
  packed = pack (text->str, text->len, 1);
  first = g_strndup (text->str, (gsize) (strchr (text->str, '\n') - text->str));

  for (int i = 0; i < 60; i++)
    {
      const gsize cut = (gsize) g_rand_int_range (rand, 1, (gint32) packed->len);
      g_autoptr (VdtLineReader) reader = NULL;
      g_autoptr (GError) error = NULL;
      VdtLineStatus status = VDT_LINE_OK;
      VdtLine line;
      guint64 read = 0;

      if (i % 2 == 0)
        write_file (files.packed, packed->str, cut);
      else
        {
          g_autofree char *broken = g_memdup2 (packed->str, packed->len);

          /* The content has no checksum here, so only what breaks the format is sure to show. */
          memset (broken + cut, 0xff, packed->len - cut);
          write_file (files.packed, broken, packed->len);
        }
      reader = open_reader (files.packed);
      while ((status = vdt_line_reader_next (reader, &line, &error)) == VDT_LINE_OK)
        read = line.next_offset;
      if (status == VDT_LINE_TAIL)
        status = vdt_line_reader_next (reader, &line, &error);
      g_assert_cmpint (status, ==, VDT_LINE_ERROR);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
      if (i % 2 == 0)
        {
          most = MAX (most, read);
          /* All whole blocks (128 KiB of text each at most) before the tear were given. */
          g_assert_cmpuint (read + 140000, >=,
                            (guint64) ((double) cut / (double) packed->len * (double) text->len) -
                              MIN (cut, 1000));
        }
      /* It stays so, until the next seek. */
      g_clear_error (&error);
      status = vdt_line_reader_next (reader, &line, &error);
      if (status == VDT_LINE_TAIL)
        status = vdt_line_reader_next (reader, &line, &error);
      g_assert_cmpint (status, ==, VDT_LINE_ERROR);
      g_assert_true (vdt_line_reader_seek (reader, 0, NULL));
      if (read > 0)
        assert_line (reader, VDT_LINE_OK, first, 0);
    }
  g_assert_cmpuint (most, >, 0);
}

/* Many small blocks, then one that is broken: all before it are given. */
static void
test_broken_block (void)
{
  g_auto (Files) files = { 0 };
  g_autoptr (VdtLineReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  ZSTD_CCtx *context = ZSTD_createCCtx ();
  char packed[16384];
  ZSTD_outBuffer out = { packed, sizeof packed - 3, 0 };
  VdtLine line;

  files_init (&files);
  for (int i = 0; i < 100; i++)
    {
      char text[32];
      ZSTD_inBuffer in = { text, (gsize) g_snprintf (text, sizeof text, "line %d\n", i), 0 };

      g_assert_cmpuint (ZSTD_compressStream2 (context, &out, &in, ZSTD_e_flush), ==, 0);
    }
  ZSTD_freeCCtx (context);
  memcpy (packed + out.pos, "\xff\xff\xff", 3);
  write_file (files.packed, packed, out.pos + 3);

  reader = open_reader (files.packed);
  for (int i = 0; i < 100; i++)
    {
      g_autofree char *text = g_strdup_printf ("line %d", i);

      g_assert_cmpint (next (reader, &line), ==, VDT_LINE_OK);
      g_assert_cmpmem (line.data, line.len, text, strlen (text));
    }
  g_assert_cmpint (vdt_line_reader_next (reader, &line, &error), ==, VDT_LINE_ERROR);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

static void
test_not_zst (void)
{
  g_auto (Files) files = { 0 };
  g_autoptr (VdtLineReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) packed = NULL;
  VdtLine line;

  files_init (&files);
  write_file (files.packed, "{\"a\":1}\n", 8);
  reader = open_reader (files.packed);
  g_assert_cmpint (vdt_line_reader_next (reader, &line, &error), ==, VDT_LINE_ERROR);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_clear_error (&error);

  /* Something else behind a sound frame: what the frame holds is given first. */
  packed = pack ("one\ntwo", 7, 1);
  g_string_append (packed, "garbage");
  write_file (files.packed, packed->str, packed->len);
  g_assert_true (vdt_line_reader_open (reader, files.packed, NULL));
  assert_line (reader, VDT_LINE_OK, "one", 0);
  assert_line (reader, VDT_LINE_TAIL, "two", 4);
  g_assert_cmpint (vdt_line_reader_next (reader, &line, &error), ==, VDT_LINE_ERROR);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_clear_error (&error);

  /* A frame that wants a window of 128 MiB is refused before memory is taken. */
  write_file (files.packed, "\x28\xb5\x2f\xfd\x00\x88\x01\x00\x00", 9);
  g_assert_true (vdt_line_reader_open (reader, files.packed, NULL));
  g_assert_cmpint (vdt_line_reader_next (reader, &line, &error), ==, VDT_LINE_ERROR);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

/* --- long lines ---------------------------------------------------------------------------- */

/* A file whose middle is a hole: a line of NULs that takes no room. */
static void
write_long (const char *path, const char *before, gsize len, const char *behind)
{
  int fd = -1;

  write_file (path, before, strlen (before));
  g_assert_cmpint (truncate (path, (off_t) (strlen (before) + len)), ==, 0);
  append_file (path, behind);
  fd = g_open (path, O_RDONLY, 0);
  g_assert_cmpint (lseek (fd, 0, SEEK_END), ==, (off_t) (strlen (before) + len + strlen (behind)));
  g_assert_cmpint (close (fd), ==, 0);
}

static void
test_long_lines (void)
{
  const gsize sizes[] = { 256 * 1024 - 1, 256 * 1024,         256 * 1024 + 1,        5 * MIB,
                          20 * MIB,       VDT_LINE_MAX_BYTES, VDT_LINE_MAX_BYTES + 1 };
  g_auto (Files) files = { 0 };

  files_init (&files);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const gboolean over = sizes[i] > VDT_LINE_MAX_BYTES;
      g_autofree char *text = NULL;
      g_autoptr (GString) packed = NULL;
      gsize len = 0;

      write_long (files.plain, "before\n", sizes[i], "\nbehind\n");
      g_assert_true (g_file_get_contents (files.plain, &text, &len, NULL));
      packed = pack (text, len, 1);
      g_clear_pointer (&text, g_free);
      write_file (files.packed, packed->str, packed->len);
      for (int which = 0; which < 2; which++)
        {
          g_autoptr (VdtLineReader) reader = open_reader (which == 0 ? files.plain : files.packed);
          VdtLine line;

          assert_line (reader, VDT_LINE_OK, "before", 0);
          g_assert_cmpint (next (reader, &line), ==, over ? VDT_LINE_OVERSIZED : VDT_LINE_OK);
          g_assert_cmpuint (line.offset, ==, 7);
          g_assert_cmpuint (line.next_offset, ==, 7 + sizes[i] + 1);
          g_assert_cmpuint (line.len, ==, over ? 0 : sizes[i]);
          assert_line (reader, VDT_LINE_OK, "behind", 7 + sizes[i] + 1);
          assert_line (reader, VDT_LINE_END, NULL, 0);
        }
    }
}

/* A line over the bound whose end is not there yet is told once. */
static void
test_long_tail (void)
{
  g_auto (Files) files = { 0 };
  g_autoptr (VdtLineReader) reader = NULL;
  const gsize len = VDT_LINE_MAX_BYTES + 1;
  VdtLine line;

  files_init (&files);
  write_long (files.plain, "", len, "");
  reader = open_reader (files.plain);
  g_assert_cmpint (next (reader, &line), ==, VDT_LINE_OVERSIZED);
  g_assert_cmpuint (line.offset, ==, 0);
  g_assert_cmpuint (line.next_offset, ==, 0);
  assert_line (reader, VDT_LINE_END, NULL, 0);
  assert_line (reader, VDT_LINE_END, NULL, 0);
  append_file (files.plain, "more");
  assert_line (reader, VDT_LINE_END, NULL, 0);
  append_file (files.plain, "\nshort\nta");
  assert_line (reader, VDT_LINE_OK, "short", len + 5);
  assert_line (reader, VDT_LINE_TAIL, "ta", len + 11);

  /* Another reader that goes on where it was told to meets all of it. */
  g_assert_true (vdt_line_reader_seek (reader, line.next_offset, NULL));
  g_assert_cmpint (next (reader, &line), ==, VDT_LINE_OVERSIZED);
  g_assert_cmpuint (line.next_offset, ==, len + 5);
  assert_line (reader, VDT_LINE_OK, "short", len + 5);
}

typedef struct
{
  const char *path;
  int id;   /* atomic: the thread's id in the system */
  int done; /* atomic */
} Waiter;

static gpointer
read_long_line (gpointer data)
{
  Waiter *waiter = data;
  g_autoptr (VdtLineReader) reader = open_reader (waiter->path);
  VdtLine line;

  g_atomic_int_set (&waiter->id, (int) gettid ());
  g_assert_cmpint (next (reader, &line), ==, VDT_LINE_OK);
  g_assert_cmpuint (line.len, ==, 5 * MIB);
  g_atomic_int_set (&waiter->done, TRUE);
  return NULL;
}

static char
thread_state (int id)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/stat", id);
  g_autofree char *text = NULL;
  const char *behind = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 'X';
  behind = strrchr (text, ')');
  return behind != NULL && behind[1] == ' ' ? behind[2] : 'X';
}

/* Two threads never have a large buffer each; one thread may, since it cannot wait for itself. */
static void
test_gate (void)
{
  g_auto (Files) files = { 0 };
  g_autoptr (VdtLineReader) reader = NULL;
  g_autoptr (VdtLineReader) second = NULL;
  Waiter waiter = { 0 };
  GThread *thread = NULL;
  VdtLine line;

  files_init (&files);
  write_long (files.plain, "", 5 * MIB, "\nshort\n");
  waiter.path = files.plain;
  reader = open_reader (files.plain);
  second = open_reader (files.plain);
  g_assert_cmpint (next (reader, &line), ==, VDT_LINE_OK);
  g_assert_cmpint (next (second, &line), ==, VDT_LINE_OK);
  g_assert_cmpuint (line.len, ==, 5 * MIB);
  assert_line (second, VDT_LINE_OK, "short", 5 * MIB + 1);

  thread = g_thread_new ("waiter", read_long_line, &waiter);
  while (g_atomic_int_get (&waiter.id) == 0)
    g_thread_yield ();
  /* It sleeps at the gate, or it is done, which would be wrong. */
  while (thread_state (waiter.id) != 'S' && !g_atomic_int_get (&waiter.done))
    g_thread_yield ();
  g_assert_false (g_atomic_int_get (&waiter.done));

  /* The next call gives the large buffer back and lets it through. */
  assert_line (reader, VDT_LINE_OK, "short", 5 * MIB + 1);
  g_thread_join (thread);
  g_assert_true (g_atomic_int_get (&waiter.done));
}

/* --- at random ----------------------------------------------------------------------------- */

typedef struct
{
  guint64 offset;
  guint64 next_offset;
  VdtLineStatus status;
  char *data;
  gsize len;
} Line;

static void
line_clear (gpointer data)
{
  g_free (((Line *) data)->data);
}

static void
random_text (GRand *rand, GString *out)
{
  const int n = g_rand_int_range (rand, 0, 40);

  if (g_rand_int_range (rand, 0, 3) == 0)
    g_string_append (out, "\xef\xbb\xbf");
  for (int i = 0; i < n; i++)
    {
      gsize len = (gsize) g_rand_int_range (rand, 0, 60);

      if (g_rand_int_range (rand, 0, 8) == 0)
        len = (gsize) g_rand_int_range (rand, 0, 700000);
      while (len-- > 0)
        g_string_append_c (out, "ab\0{\r\"\xff"[g_rand_int_range (rand, 0, 7)]);
      if (i + 1 < n || g_rand_boolean (rand))
        g_string_append (out, g_rand_boolean (rand) ? "\n" : "\r\n");
    }
}

/* The lines of a text by the plainest way there is. */
static GArray *
lines_of (const GString *text)
{
  GArray *lines = g_array_new (FALSE, TRUE, sizeof (Line));

  g_array_set_clear_func (lines, line_clear);
  for (gsize at = 0; at < text->len;)
    {
      Line line = { .offset = at, .status = VDT_LINE_OK };
      gsize end = at;
      gsize from = at == 0 && text->len >= 3 && memcmp (text->str, "\xef\xbb\xbf", 3) == 0 ? 3 : at;

      while (end < text->len && text->str[end] != '\n')
        end++;
      from = MIN (from, end);
      line.next_offset = end + 1;
      if (end == text->len)
        {
          line.status = VDT_LINE_TAIL;
          line.next_offset = at;
        }
      line.len = end - from;
      if (line.status == VDT_LINE_OK && line.len > 0 && text->str[end - 1] == '\r')
        line.len--;
      line.data = g_memdup2 (text->str + from, MAX (1, line.len));
      g_array_append_val (lines, line);
      at = end + 1;
    }
  return lines;
}

static void
assert_line_is (VdtLineReader *reader, const Line *wanted)
{
  VdtLine line;

  g_assert_cmpint (next (reader, &line), ==, wanted->status);
  g_assert_cmpuint (line.offset, ==, wanted->offset);
  g_assert_cmpuint (line.next_offset, ==, wanted->next_offset);
  g_assert_cmpmem (line.data, line.len, wanted->data, wanted->len);
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (test_seed () + 6);
  g_auto (Files) files = { 0 };

  files_init (&files);
  for (int i = 0; i < 30; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GArray) lines = NULL;

      random_text (rand, text);
      lines = lines_of (text);
      write_file (files.plain, text->str, text->len);
      write_packed (files.packed, text->str, text->len, rand);
      for (int which = 0; which < 2; which++)
        {
          g_autoptr (VdtLineReader) reader = open_reader (which == 0 ? files.plain : files.packed);

          for (guint k = 0; k < lines->len; k++)
            assert_line_is (reader, &g_array_index (lines, Line, k));
          assert_line (reader, VDT_LINE_END, NULL, 0);
          if (lines->len == 0)
            continue;
          for (int n = 0; n < 12; n++)
            {
              const guint k = (guint) g_rand_int_range (rand, 0, (gint32) lines->len);

              g_assert_true (
                vdt_line_reader_seek (reader, g_array_index (lines, Line, k).offset, NULL));
              for (guint more = 0; more < 3 && k + more < lines->len; more++)
                assert_line_is (reader, &g_array_index (lines, Line, k + more));
            }
          /* Any other offset is a start as well. */
          for (int n = 0; n < 6 && text->len > 4; n++)
            {
              const gsize at = (gsize) g_rand_int_range (rand, 4, (gint32) text->len);
              g_autoptr (GString) rest =
                g_string_new_len (text->str + at, (gssize) (text->len - at));
              g_autoptr (GArray) some = NULL;
              VdtLine line;

              /* A byte order mark counts at the file's start alone. */
              if (rest->str[0] == '\xef')
                continue;
              some = lines_of (rest);
              g_assert_true (vdt_line_reader_seek (reader, at, NULL));
              g_assert_cmpint (next (reader, &line), ==, g_array_index (some, Line, 0).status);
              g_assert_cmpuint (line.offset, ==, at);
              g_assert_cmpmem (line.data, line.len, g_array_index (some, Line, 0).data,
                               g_array_index (some, Line, 0).len);
            }
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lines/all", test_lines);
  g_test_add_func ("/lines/empty", test_empty);
  g_test_add_func ("/lines/growing", test_growing);
  g_test_add_func ("/lines/set-end", test_set_end);
  g_test_add_func ("/lines/refused", test_refused);
  g_test_add_func ("/lines/torn-zst", test_torn_zst);
  g_test_add_func ("/lines/broken-block", test_broken_block);
  g_test_add_func ("/lines/not-zst", test_not_zst);
  g_test_add_func ("/lines/long", test_long_lines);
  g_test_add_func ("/lines/long-tail", test_long_tail);
  g_test_add_func ("/lines/gate", test_gate);
  g_test_add_func ("/lines/random", test_random);
  return g_test_run ();
}
