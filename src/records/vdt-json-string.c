/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* What a string of a document says, its escapes resolved. */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-json-reader.h"

#include <string.h>

#include "vdt-text.h"

#define REPLACEMENT     "\xef\xbf\xbd"
#define REPLACEMENT_LEN ((gsize) 3)

/* How far to look ahead for the end of a run: bounded, lest many invalid bytes make it all be
 * looked at again and again. A character cut by it starts the next run. */
#define MAX_RUN ((gsize) 256)

#define MAX_HASHED ((gsize) 64 * 1024)

static int
hex_unit (const char *p, const char *end)
{
  int unit = 0;

  if (end - p < 4)
    return -1;
  for (int i = 0; i < 4; i++)
    {
      const int digit = g_ascii_xdigit_value (p[i]);

      if (digit < 0)
        return -1;
      unit = unit << 4 | digit;
    }
  return unit;
}

/* Resolves the escape whose backslash *@pos stands behind. Escapes that JSON does not know stand
 * for the replacement character; they are only met in strings that were not read strictly. */
static gunichar
take_escape (const char **pos, const char *end)
{
  const char *p = *pos;
  int unit = 0;
  int low = 0;

  if (p == end)
    return 0xfffd;
  *pos = p + 1;
  switch (*p)
    {
    case '"':
    case '\\':
    case '/':
      return (gunichar) *p;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'u':
      break;
    default:
      return 0xfffd;
    }

  unit = hex_unit (p + 1, end);
  if (unit < 0)
    return 0xfffd;
  p += 5;
  *pos = p;
  if (unit == 0 || (unit >= 0xdc00 && unit <= 0xdfff))
    return 0xfffd;
  if (unit < 0xd800 || unit > 0xdbff)
    return (gunichar) unit;
  if (end - p < 6 || p[0] != '\\' || p[1] != 'u')
    return 0xfffd;
  low = hex_unit (p + 2, end);
  if (low < 0xdc00 || low > 0xdfff)
    return 0xfffd;
  *pos = p + 6;
  return 0x10000 + ((gunichar) (unit - 0xd800) << 10) + (gunichar) (low - 0xdc00);
}

/* How many bytes at @p, which are no character, one replacement character stands for: the
 * longest start of a character, as Unicode recommends, or one byte. */
static gsize
invalid_length (const char *p, const char *end)
{
  const guchar lead = (guchar) *p;
  guchar low = 0x80;
  guchar high = 0xbf;
  gsize wanted = 0;
  gsize n = 1;

  if (lead >= 0xc2 && lead <= 0xdf)
    wanted = 2;
  else if (lead >= 0xe0 && lead <= 0xef)
    wanted = 3;
  else if (lead >= 0xf0 && lead <= 0xf4)
    wanted = 4;
  else
    return 1;
  if (lead == 0xe0)
    low = 0xa0;
  else if (lead == 0xed)
    high = 0x9f;
  else if (lead == 0xf0)
    low = 0x90;
  else if (lead == 0xf4)
    high = 0x8f;
  while (n < wanted && p + n < end && (guchar) p[n] >= low && (guchar) p[n] <= high)
    {
      n++;
      low = 0x80;
      high = 0xbf;
    }
  return n;
}

/* Takes the next piece of a string: a run of plain valid UTF-8, left where it is, or one escape
 * or one invalid sequence, put into @buffer (at least 6 bytes). */
static const char *
take_piece (const char **pos, const char *end, char *buffer, gsize *len)
{
  const char *p = *pos;
  const gsize run = MIN ((gsize) (end - p), MAX_RUN);
  const char *stop = NULL;

  if (*p == '\\')
    {
      *pos = p + 1;
      *len = (gsize) g_unichar_to_utf8 (take_escape (pos, end), buffer);
      return buffer;
    }
  stop = memchr (p, '\\', run);
  g_utf8_validate_len (p, stop != NULL ? (gsize) (stop - p) : run, pos);
  if (*pos > p)
    {
      *len = (gsize) (*pos - p);
      return p;
    }
  *pos = p + invalid_length (p, end);
  *len = REPLACEMENT_LEN;
  return REPLACEMENT;
}

/* Copies what fits of a run of valid UTF-8 into @room bytes. */
static gsize
whole_characters (const char *data, gsize len, gsize room)
{
  if (len <= room)
    return len;
  while (room > 0 && ((guchar) data[room] & 0xc0) == 0x80)
    room--;
  return room;
}

/**
 * vdt_json_string_is_set:
 * @string: a string
 *
 * Returns: whether it was there at all; an empty one was
 */
gboolean
vdt_json_string_is_set (const VdtJsonString *string)
{
  return string->data != NULL;
}

/**
 * vdt_json_string_equal:
 * @string: a string; one that is not set equals nothing
 * @literal: valid UTF-8
 *
 * Compares what the string stands for, its escapes resolved. Allocates nothing.
 *
 * Returns: whether it stands for @literal
 */
gboolean
vdt_json_string_equal (const VdtJsonString *string, const char *literal)
{
  const gsize wanted = strlen (literal);
  const char *p = string->data;
  const char *end = NULL;
  gsize done = 0;

  if (p == NULL)
    return FALSE;
  if (!string->escaped)
    return string->len == wanted && memcmp (p, literal, wanted) == 0;
  /* An escape is at most six times as long as what it stands for. */
  if (string->len > 6 * wanted)
    return FALSE;
  end = p + string->len;
  while (p < end)
    {
      char buffer[6];
      gsize len = 0;
      const char *piece = take_piece (&p, end, buffer, &len);

      if (len > wanted - done || memcmp (piece, literal + done, len) != 0)
        return FALSE;
      done += len;
    }
  return done == wanted;
}

/**
 * vdt_json_string_dup:
 * @string: a string
 * @max_bytes: how many bytes to keep at most, without the final zero; 0 for all. No character
 *   is cut in two
 *
 * Resolves the escapes. Halves of surrogate pairs, `\u0000` and what is no UTF-8 become U+FFFD.
 *
 * Returns: (transfer full) (nullable): valid UTF-8, or `NULL` where the string is not set
 */
char *
vdt_json_string_dup (const VdtJsonString *string, gsize max_bytes)
{
  g_autoptr (GString) out = NULL;
  const char *p = string->data;
  const char *end = NULL;

  if (p == NULL)
    return NULL;
  if (max_bytes == 0)
    max_bytes = G_MAXSIZE;
  end = p + string->len;
  out = g_string_sized_new (MIN (string->len, max_bytes) + 1);
  while (p < end)
    {
      char buffer[6];
      gsize len = 0;
      const char *piece = take_piece (&p, end, buffer, &len);
      const gsize kept = whole_characters (piece, len, max_bytes - out->len);

      g_string_append_len (out, piece, (gssize) kept);
      if (kept < len)
        break;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * vdt_json_string_copy:
 * @string: a string
 * @buffer: (array length=size): where to put it, always ended with a zero where @size is not 0
 * @size: how many bytes @buffer has
 *
 * As [func@vdt_json_string_dup], into memory that is there: what does not fit is left out. A
 * string that is not set gives an empty text.
 *
 * Returns: how many bytes stand in @buffer, without the zero
 */
gsize
vdt_json_string_copy (const VdtJsonString *string, char *buffer, gsize size)
{
  const char *p = string->data;
  const char *end = p != NULL ? p + string->len : NULL;
  gsize done = 0;

  if (size == 0)
    return 0;
  while (p < end)
    {
      char unit[6];
      gsize len = 0;
      const char *piece = take_piece (&p, end, unit, &len);
      const gsize kept = whole_characters (piece, len, size - 1 - done);

      memcpy (buffer + done, piece, kept);
      done += kept;
      if (kept < len)
        break;
    }
  buffer[done] = '\0';
  return done;
}

/**
 * vdt_json_string_hash:
 * @string: a string
 *
 * Returns: a hash of what @string says in its first 64 KiB, whatever escapes it is written with;
 *   0 where it is not set. Stable over releases
 */
guint64
vdt_json_string_hash (const VdtJsonString *string)
{
  g_autofree char *plain = NULL;

  if (!vdt_json_string_is_set (string))
    return 0;
  if (!string->escaped)
    return vdt_text_hash64 (string->data, MIN (string->len, MAX_HASHED));
  plain = vdt_json_string_dup (string, MAX_HASHED);
  return vdt_text_hash64 (plain, strlen (plain));
}

/**
 * vdt_json_string_each:
 * @string: a string
 * @func: (scope call): called for each piece of what it says, in order
 * @user_data: for @func
 *
 * As [func@vdt_json_string_dup] without a copy: for strings that may be long.
 */
void
vdt_json_string_each (const VdtJsonString *string, VdtTextFunc func, gpointer user_data)
{
  const char *p = string->data;
  const char *end = p != NULL ? p + string->len : NULL;

  while (p < end)
    {
      char buffer[6];
      gsize len = 0;
      const char *piece = take_piece (&p, end, buffer, &len);

      func (piece, len, user_data);
    }
}
