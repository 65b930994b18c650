/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The first byte says whether the file is read as it is, packed first, or taken for packed; the
 * next four where to go on and where to stop; the rest is the file. */

#define G_LOG_DOMAIN "vdt-fuzz"

#include "config.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include "vdt-line-reader.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define CHECK(condition)                                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (!(condition))                                                                              \
      g_error ("does not hold: %s", #condition);                                                   \
  }                                                                                                \
  G_STMT_END

/* Of what a small input may unpack to, so much is read. */
#define MAX_LINES 2000
#define MAX_BYTES (1024 * 1024)

static void
write_all (int fd, const void *data, gsize size)
{
  for (gsize done = 0; done < size;)
    {
      gssize n = write (fd, (const char *) data + done, size - done);

      CHECK (n > 0);
      done += (gsize) n;
    }
}

/* Reads to the end from @offset on; @text is the plain text where it is known. */
static void
read_all (VdtLineReader *reader, guint64 offset, const char *text, gsize size)
{
  guint64 expected = offset;

  for (int n = 0; n < MAX_LINES; n++)
    {
      g_autoptr (GError) error = NULL;
      VdtLine line;
      const VdtLineStatus status = vdt_line_reader_next (reader, &line, &error);

      CHECK ((status == VDT_LINE_ERROR) == (error != NULL));
      if (status == VDT_LINE_END || status == VDT_LINE_ERROR)
        {
          CHECK (text == NULL || status == VDT_LINE_END);
          CHECK (text == NULL || n > 0 || offset >= size);
          return;
        }
      CHECK (line.offset == expected);
      CHECK (status != VDT_LINE_OK || line.next_offset > line.offset);
      CHECK (status != VDT_LINE_TAIL || (line.next_offset == line.offset && line.len > 0) ||
             line.offset == 0);
      expected = line.next_offset;
      if (line.len > 0)
        {
          CHECK (memchr (line.data, '\n', line.len) == NULL);
          if (text != NULL)
            {
              const gsize skip =
                line.offset == 0 && size >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

              CHECK (line.offset + skip + line.len <= size);
              CHECK (memcmp (line.data, text + line.offset + skip, line.len) == 0);
            }
        }
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (VdtLineReader) reader = NULL;
  g_autofree char *packed = NULL;
  const char *text = NULL;
  guint64 offset = 0;
  guint64 end = 0;
  int fd = -1;
  int kind = 0;

  if (size < 5)
    return 0;
  kind = data[0] % 3;
  offset = (guint64) data[1] << 8 | data[2];
  end = (guint64) data[3] << 8 | data[4];
  data += 5;
  size -= 5;
  fd = memfd_create ("fuzz", MFD_CLOEXEC);
  CHECK (fd >= 0);
  if (kind == 1)
    {
      const gsize bound = ZSTD_compressBound (size);
      gsize len = 0;

      packed = g_malloc (bound);
      len = ZSTD_compress (packed, bound, data, size, 1);
      CHECK (!ZSTD_isError (len));
      write_all (fd, packed, len);
    }
  else
    write_all (fd, data, size);
  if (kind != 2)
    text = (const char *) data;

  reader = vdt_line_reader_new ();
  vdt_line_reader_attach (reader, fd, kind != 0);
  vdt_line_reader_set_end (reader, MAX_BYTES);
  read_all (reader, 0, text, size);
  CHECK (vdt_line_reader_seek (reader, offset, NULL));
  read_all (reader, offset, text, size);
  vdt_line_reader_set_end (reader, end);
  CHECK (vdt_line_reader_seek (reader, offset / 2, NULL));
  read_all (reader, offset / 2, text, (gsize) MIN (size, end));
  CHECK (vdt_line_reader_seek (reader, 0, NULL));
  read_all (reader, 0, text, (gsize) MIN (size, end));
  return 0;
}
