/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-base"

#include "config.h"

#include "vdt-blob.h"

#include <string.h>

/**
 * vdt_blob_put_int:
 * @blob: where to append
 * @value: any number
 *
 * Appends a number in 1 to 10 bytes; small ones, also negative, are short.
 */
void
vdt_blob_put_int (GByteArray *blob, gint64 value)
{
  guint64 zigzag = ((guint64) value << 1) ^ (guint64) (value >> 63);
  guint8 bytes[10];
  guint n = 0;

  do
    {
      bytes[n] = (zigzag & 0x7f) | (zigzag > 0x7f ? 0x80 : 0);
      zigzag >>= 7;
      n++;
    }
  while (zigzag != 0);
  g_byte_array_append (blob, bytes, n);
}

/**
 * vdt_blob_put_string:
 * @blob: where to append
 * @value: (nullable): a string
 */
void
vdt_blob_put_string (GByteArray *blob, const char *value)
{
  gsize len = value != NULL ? strlen (value) : 0;

  vdt_blob_put_int (blob, value != NULL ? (gint64) len : -1);
  if (len > 0)
    g_byte_array_append (blob, (const guint8 *) value, len);
}

/**
 * vdt_blob_put_bytes:
 * @blob: where to append
 * @data: (array length=len): bytes
 * @len: how many; the reader must know it
 */
void
vdt_blob_put_bytes (GByteArray *blob, gconstpointer data, gsize len)
{
  g_byte_array_append (blob, data, len);
}

/**
 * vdt_blob_reader_init:
 * @reader: (out caller-allocates): a reader
 * @data: (array length=len): the blob; must outlive @reader
 * @len: its length
 */
void
vdt_blob_reader_init (VdtBlobReader *reader, gconstpointer data, gsize len)
{
  reader->pos = data;
  reader->end = reader->pos + len;
  reader->failed = FALSE;
}

/**
 * vdt_blob_get_int:
 * @reader: a reader
 *
 * Returns: the next number; 0 once the reader has failed
 */
gint64
vdt_blob_get_int (VdtBlobReader *reader)
{
  guint64 zigzag = 0;

  for (guint shift = 0; shift < 64 && !reader->failed; shift += 7)
    {
      guint8 byte = 0;

      if (reader->pos >= reader->end)
        break;
      byte = *reader->pos++;
      zigzag |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return (gint64) (zigzag >> 1) ^ -(gint64) (zigzag & 1);
    }
  reader->failed = TRUE;
  return 0;
}

/**
 * vdt_blob_get_int_in:
 * @reader: a reader
 * @low: the least value that means something
 * @high: the greatest one
 *
 * Reads a number of a small set, such as an enum; any other one fails the reader.
 *
 * Returns: the number; @low once the reader has failed
 */
gint64
vdt_blob_get_int_in (VdtBlobReader *reader, gint64 low, gint64 high)
{
  gint64 value = vdt_blob_get_int (reader);

  if (reader->failed || value < low || value > high)
    {
      reader->failed = TRUE;
      return low;
    }
  return value;
}

/**
 * vdt_blob_get_length:
 * @reader: a reader
 * @smallest_item: the least number of bytes that one item takes, 1 or more
 *
 * Reads how many items follow and checks that so many can.
 *
 * Returns: the number; 0 where the reader fails
 */
gsize
vdt_blob_get_length (VdtBlobReader *reader, gsize smallest_item)
{
  gint64 n = vdt_blob_get_int (reader);

  if (reader->failed || n < 0 || (guint64) n > (gsize) (reader->end - reader->pos) / smallest_item)
    {
      reader->failed = TRUE;
      return 0;
    }
  return (gsize) n;
}

/**
 * vdt_blob_get_string:
 * @reader: a reader
 *
 * Returns: (transfer full) (nullable): the next string, valid UTF-8
 */
char *
vdt_blob_get_string (VdtBlobReader *reader)
{
  gint64 len = vdt_blob_get_int (reader);
  char *value = NULL;

  if (reader->failed || len == -1)
    return NULL;
  if (len < 0 || len > reader->end - reader->pos)
    {
      reader->failed = TRUE;
      return NULL;
    }
  value = g_utf8_make_valid ((const char *) reader->pos, len);
  reader->pos += len;
  return value;
}

/**
 * vdt_blob_get_bytes:
 * @reader: a reader
 * @data: (out caller-allocates) (array length=len): where to
 * @len: how many
 *
 * Returns: whether there were so many; else @data is untouched
 */
gboolean
vdt_blob_get_bytes (VdtBlobReader *reader, gpointer data, gsize len)
{
  if (reader->failed || len > (gsize) (reader->end - reader->pos))
    {
      reader->failed = TRUE;
      return FALSE;
    }
  memcpy (data, reader->pos, len);
  reader->pos += len;
  return TRUE;
}
