/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-json-reader.h"

#include <math.h>
#include <string.h>

#include "vdt-json-scan.h"

/* Doubles are decided by at most 768 significant digits; what lies beyond only needs to be
 * known to be there. */
#define MAX_SIGNIFICANT_DIGITS 800
#define MAX_EXPONENT           (G_GINT64_CONSTANT (1) << 40)

/* --- cursor -------------------------------------------------------------------------------- */

static gboolean
fail (VdtJsonReader *reader)
{
  reader->failed = TRUE;
  reader->due = FALSE;
  return FALSE;
}

static VdtJsonType
type_of (char c)
{
  switch (c)
    {
    case '{':
      return VDT_JSON_OBJECT;
    case '[':
      return VDT_JSON_ARRAY;
    case '"':
      return VDT_JSON_STRING;
    case 't':
      return VDT_JSON_TRUE;
    case 'f':
      return VDT_JSON_FALSE;
    case 'n':
      return VDT_JSON_NULL;
    case '-':
      return VDT_JSON_NUMBER;
    default:
      return g_ascii_isdigit (c) ? VDT_JSON_NUMBER : VDT_JSON_END;
    }
}

/* Goes to the value that is due and says what it is; fails where none can start. */
static inline VdtJsonType
begin_value (VdtJsonReader *reader)
{
  VdtJsonType type = VDT_JSON_END;

  if (!reader->due)
    return VDT_JSON_END;
  reader->pos = vdt_json_skip_space (reader->pos, reader->end);
  if (reader->pos < reader->end)
    type = type_of (*reader->pos);
  if (type == VDT_JSON_END)
    fail (reader);
  return type;
}

/* Passes over the value of @type that starts at the cursor. */
static gboolean
pass_value (VdtJsonReader *reader, VdtJsonType type)
{
  const char *p = reader->pos;
  gboolean good = FALSE;

  switch (type)
    {
    case VDT_JSON_OBJECT:
    case VDT_JSON_ARRAY:
      p = vdt_json_scan_container (p, reader->end, VDT_JSON_MAX_DEPTH - reader->depth);
      good = p != NULL;
      break;
    case VDT_JSON_STRING:
      p = vdt_json_scan_string_end (p + 1, reader->end);
      good = p != NULL;
      if (good)
        p++;
      break;
    case VDT_JSON_NUMBER:
      good = vdt_json_scan_number (&p, reader->end);
      break;
    case VDT_JSON_TRUE:
      good = vdt_json_scan_literal (&p, reader->end, "true");
      break;
    case VDT_JSON_FALSE:
      good = vdt_json_scan_literal (&p, reader->end, "false");
      break;
    case VDT_JSON_NULL:
      good = vdt_json_scan_literal (&p, reader->end, "null");
      break;
    case VDT_JSON_END:
      break;
    }
  if (!good)
    return fail (reader);
  reader->pos = p;
  reader->due = FALSE;
  return TRUE;
}

static gboolean
enter (VdtJsonReader *reader, VdtJsonType wanted)
{
  if (begin_value (reader) != wanted)
    return FALSE;
  if (reader->depth >= VDT_JSON_MAX_DEPTH)
    return fail (reader);
  reader->pos++;
  reader->depth++;
  reader->first = TRUE;
  reader->due = FALSE;
  return TRUE;
}

/* Goes to the next member of the innermost container. Says FALSE, having left it, where @closer
 * stands there. */
static gboolean
next_member (VdtJsonReader *reader, char closer)
{
  const gboolean first = reader->first;
  const char *p = NULL;

  if (reader->failed || reader->depth == 0)
    return FALSE;
  if (reader->due && !vdt_json_reader_skip (reader))
    return FALSE;

  p = vdt_json_skip_space (reader->pos, reader->end);
  reader->first = FALSE;
  if (p < reader->end && *p == closer)
    {
      reader->pos = p + 1;
      reader->depth--;
      return FALSE;
    }
  if (!first)
    {
      if (p == reader->end || *p != ',')
        return fail (reader);
      p = vdt_json_skip_space (p + 1, reader->end);
    }
  if (p == reader->end)
    return fail (reader);
  reader->pos = p;
  return TRUE;
}

/**
 * vdt_json_reader_init:
 * @reader: (out caller-allocates): a reader
 * @data: (array length=len): one document; must outlive the reader and what it gives
 * @len: its length in bytes
 *
 * Starts at the document's value. A reader belongs to one thread at a time.
 */
void
vdt_json_reader_init (VdtJsonReader *reader, const char *data, gsize len)
{
  reader->start = data != NULL ? data : "";
  reader->pos = reader->start;
  reader->end = data != NULL ? data + len : reader->start;
  reader->depth = 0;
  reader->first = TRUE;
  reader->due = TRUE;
  reader->failed = FALSE;
}

/**
 * vdt_json_reader_init_span:
 * @reader: (out caller-allocates): a reader
 * @span: a value that another reader gave; its bytes must outlive the reader
 *
 * Starts at the span's value; depth counts from there. An empty span reads as a broken document.
 */
void
vdt_json_reader_init_span (VdtJsonReader *reader, const VdtJsonSpan *span)
{
  vdt_json_reader_init (reader, span->data, span->len);
}

/**
 * vdt_json_reader_failed:
 * @reader: a reader
 *
 * Returns: whether something malformed was met, so that nothing more can be read
 */
gboolean
vdt_json_reader_failed (const VdtJsonReader *reader)
{
  return reader->failed;
}

/**
 * vdt_json_reader_at_end:
 * @reader: a reader
 *
 * Call it after the document's value was read, to learn that nothing follows.
 *
 * Returns: whether the value was read in full and only white space follows it
 */
gboolean
vdt_json_reader_at_end (VdtJsonReader *reader)
{
  if (reader->failed || reader->due || reader->depth > 0)
    return FALSE;
  reader->pos = vdt_json_skip_space (reader->pos, reader->end);
  return reader->pos == reader->end;
}

/**
 * vdt_json_reader_peek:
 * @reader: a reader
 *
 * Says what the value that is due looks like by its first byte, and leaves it due.
 *
 * Returns: its type, or `VDT_JSON_END` where no value is due, or none stands where one is due
 *   (then the reader has failed)
 */
VdtJsonType
vdt_json_reader_peek (VdtJsonReader *reader)
{
  return begin_value (reader);
}

/**
 * vdt_json_reader_enter_object:
 * @reader: a reader
 *
 * Goes into the object that is due. [func@vdt_json_reader_next_key] must then be called until
 * it says `FALSE`.
 *
 * Returns: whether it is an object; any other value stays due
 */
gboolean
vdt_json_reader_enter_object (VdtJsonReader *reader)
{
  return enter (reader, VDT_JSON_OBJECT);
}

/**
 * vdt_json_reader_next_key:
 * @reader: a reader inside an object
 * @key: (out): the key; compare it with [func@vdt_json_string_equal], since it may have escapes
 *
 * Goes to the next member; its value is due then. A value still due is skipped first. Equal keys
 * are given as often as they stand there: the last one counts.
 *
 * Returns: `FALSE` at the object's end, which is then left, or where the document is broken
 */
gboolean
vdt_json_reader_next_key (VdtJsonReader *reader, VdtJsonString *key)
{
  const char *p = NULL;

  memset (key, 0, sizeof *key);
  if (!next_member (reader, '}'))
    return FALSE;
  if (*reader->pos != '"')
    return fail (reader);
  p = reader->pos + 1;
  if (!vdt_json_scan_string (&p, reader->end, &key->escaped))
    return fail (reader);
  key->data = reader->pos + 1;
  key->len = (gsize) (p - 1 - key->data);

  p = vdt_json_skip_space (p, reader->end);
  if (p == reader->end || *p != ':')
    return fail (reader);
  reader->pos = p + 1;
  reader->due = TRUE;
  return TRUE;
}

/**
 * vdt_json_reader_enter_array:
 * @reader: a reader
 *
 * Goes into the array that is due. [func@vdt_json_reader_next_element] must then be called
 * until it says `FALSE`.
 *
 * Returns: whether it is an array; any other value stays due
 */
gboolean
vdt_json_reader_enter_array (VdtJsonReader *reader)
{
  return enter (reader, VDT_JSON_ARRAY);
}

/**
 * vdt_json_reader_next_element:
 * @reader: a reader inside an array
 *
 * Goes to the next element, which is due then. One still due is skipped first.
 *
 * Returns: `FALSE` at the array's end, which is then left, or where the document is broken
 */
gboolean
vdt_json_reader_next_element (VdtJsonReader *reader)
{
  if (!next_member (reader, ']'))
    return FALSE;
  reader->due = TRUE;
  return TRUE;
}

/**
 * vdt_json_reader_skip:
 * @reader: a reader
 *
 * Passes over the value that is due. Inside objects and arrays only brackets, strings' ends and
 * depth are looked at.
 *
 * Returns: whether the document is sound so far; `TRUE` also where no value is due
 */
gboolean
vdt_json_reader_skip (VdtJsonReader *reader)
{
  VdtJsonType type = VDT_JSON_END;

  if (!reader->due)
    return !reader->failed;
  type = begin_value (reader);
  return type != VDT_JSON_END && pass_value (reader, type);
}

/**
 * vdt_json_reader_read_span:
 * @reader: a reader
 * @span: (out): the value's bytes, without white space around them
 *
 * Passes over the value that is due, as [func@vdt_json_reader_skip] does, and says where it was.
 *
 * Returns: whether there was one
 */
gboolean
vdt_json_reader_read_span (VdtJsonReader *reader, VdtJsonSpan *span)
{
  const VdtJsonType type = begin_value (reader);
  const char *start = reader->pos;

  span->data = NULL;
  span->len = 0;
  if (type == VDT_JSON_END || !pass_value (reader, type))
    return FALSE;
  span->data = start;
  span->len = (gsize) (reader->pos - start);
  return TRUE;
}

/**
 * vdt_json_reader_read_string:
 * @reader: a reader
 * @string: (out): the string, in the document's own bytes; not set where there is none
 *
 * Returns: whether the value that is due is a string; any other, also null, stays due
 */
gboolean
vdt_json_reader_read_string (VdtJsonReader *reader, VdtJsonString *string)
{
  const char *p = NULL;

  memset (string, 0, sizeof *string);
  if (begin_value (reader) != VDT_JSON_STRING)
    return FALSE;
  p = reader->pos + 1;
  if (!vdt_json_scan_string (&p, reader->end, &string->escaped))
    return fail (reader);
  string->data = reader->pos + 1;
  string->len = (gsize) (p - 1 - string->data);
  reader->pos = p;
  reader->due = FALSE;
  return TRUE;
}

/**
 * vdt_json_reader_read_boolean:
 * @reader: a reader
 * @value: (out): the value; `FALSE` where it is no boolean
 *
 * Returns: whether the value that is due is a boolean; any other, also null, stays due
 */
gboolean
vdt_json_reader_read_boolean (VdtJsonReader *reader, gboolean *value)
{
  const VdtJsonType type = begin_value (reader);

  *value = FALSE;
  if (type != VDT_JSON_TRUE && type != VDT_JSON_FALSE)
    return FALSE;
  if (!pass_value (reader, type))
    return FALSE;
  *value = type == VDT_JSON_TRUE;
  return TRUE;
}

/* --- numbers ------------------------------------------------------------------------------- */

/* A number that is known to be well formed, taken apart: what the digits before @digits_end say
 * (the point among them is passed over), times ten to the @exponent. */
typedef struct
{
  gboolean negative;
  const char *digits;
  const char *digits_end;
  gint64 exponent;
} Decimal;

static void
decimal_init (Decimal *decimal, const char *p, const char *end)
{
  const char *point = NULL;
  gboolean negative_exponent = FALSE;

  decimal->negative = *p == '-';
  if (decimal->negative)
    p++;
  decimal->digits = p;
  decimal->exponent = 0;
  for (; p < end && *p != 'e' && *p != 'E'; p++)
    if (*p == '.')
      point = p;
  decimal->digits_end = p;

  if (p < end)
    {
      p++;
      negative_exponent = *p == '-';
      if (*p == '-' || *p == '+')
        p++;
      for (; p < end; p++)
        if (decimal->exponent < MAX_EXPONENT)
          decimal->exponent = decimal->exponent * 10 + (*p - '0');
      if (negative_exponent)
        decimal->exponent = -decimal->exponent;
    }
  if (point != NULL)
    decimal->exponent -= decimal->digits_end - (point + 1);
  while (decimal->digits < decimal->digits_end &&
         (*decimal->digits == '0' || *decimal->digits == '.'))
    decimal->digits++;
}

/* The exact value, where it is whole and from 0 to 2^63 - 1. */
static gboolean
decimal_to_count (const Decimal *decimal, VdtCount *value)
{
  const char *end = decimal->digits_end;
  gint64 exponent = decimal->exponent;
  gint64 sum = 0;

  if (decimal->digits == end)
    {
      *value = 0;
      return TRUE;
    }
  if (decimal->negative)
    return FALSE;
  for (; end[-1] == '0' || end[-1] == '.'; end--)
    if (end[-1] == '0')
      exponent++;
  if (exponent < 0 || exponent > 18)
    return FALSE;
  for (const char *p = decimal->digits; p < end; p++)
    if (*p != '.')
      {
        if (__builtin_mul_overflow (sum, 10, &sum) || __builtin_add_overflow (sum, *p - '0', &sum))
          return FALSE;
      }
  for (; exponent > 0; exponent--)
    if (__builtin_mul_overflow (sum, 10, &sum))
      return FALSE;
  *value = sum;
  return TRUE;
}

/* The nearest double, by the C library, whose input is made short first: digits beyond the bound
 * become one digit that is not 0. May give infinity. */
static double
decimal_to_double (const Decimal *decimal)
{
  char text[MAX_SIGNIFICANT_DIGITS + 64];
  gsize len = 0;
  gint64 exponent = decimal->exponent;
  gboolean more = FALSE;

  if (decimal->digits == decimal->digits_end)
    return decimal->negative ? -0.0 : 0.0;
  if (decimal->negative)
    text[len++] = '-';
  for (const char *p = decimal->digits; p < decimal->digits_end; p++)
    {
      if (*p == '.')
        continue;
      if (len < MAX_SIGNIFICANT_DIGITS)
        text[len++] = *p;
      else
        {
          more |= *p != '0';
          exponent++;
        }
    }
  if (more)
    {
      text[len++] = '1';
      exponent--;
    }
  exponent = CLAMP (exponent, -100000, 100000);
  g_snprintf (text + len, sizeof text - len, "e%d", (int) exponent);
  return g_ascii_strtod (text, NULL);
}

/* Reads the value that is due, whatever it is, and says GOOD where @decimal got a number. */
static VdtNumberState
read_decimal (VdtJsonReader *reader, Decimal *decimal)
{
  const VdtJsonType type = begin_value (reader);
  const char *start = reader->pos;

  if (type == VDT_JSON_END || !pass_value (reader, type))
    return VDT_NUMBER_ABSENT;
  if (type == VDT_JSON_NULL)
    return VDT_NUMBER_ABSENT;
  if (type != VDT_JSON_NUMBER)
    return VDT_NUMBER_BAD;
  decimal_init (decimal, start, reader->pos);
  return VDT_NUMBER_GOOD;
}

/**
 * vdt_json_reader_read_count:
 * @reader: a reader
 * @value: (out): the number; unknown unless it is good
 *
 * Reads the value that is due, whatever it is. The value of a number counts, not how it is
 * written: `1e2` and `100.0` are 100, `-0` is 0, and whole numbers are exact up to 2^63 - 1. A
 * fraction, a negative or larger number and a value of another type are bad, which is no
 * failure of the document.
 *
 * Returns: good, bad, or absent: null, no value, or the document is broken
 */
VdtNumberState
vdt_json_reader_read_count (VdtJsonReader *reader, VdtCount *value)
{
  Decimal decimal;
  VdtNumberState state = VDT_NUMBER_ABSENT;

  *value = VDT_COUNT_UNKNOWN;
  state = read_decimal (reader, &decimal);
  if (state == VDT_NUMBER_GOOD && !decimal_to_count (&decimal, value))
    state = VDT_NUMBER_BAD;
  return state;
}

/**
 * vdt_json_reader_read_double:
 * @reader: a reader
 * @value: (out): the nearest double; not a number unless it is good
 *
 * Reads the value that is due, whatever it is. Numbers too large for a double and values of
 * another type are bad, which is no failure of the document.
 *
 * Returns: good, bad, or absent: null, no value, or the document is broken
 */
VdtNumberState
vdt_json_reader_read_double (VdtJsonReader *reader, double *value)
{
  Decimal decimal;
  VdtNumberState state = VDT_NUMBER_ABSENT;
  double number = 0;

  *value = NAN;
  state = read_decimal (reader, &decimal);
  if (state != VDT_NUMBER_GOOD)
    return state;
  number = decimal_to_double (&decimal);
  if (!isfinite (number))
    return VDT_NUMBER_BAD;
  *value = number;
  return VDT_NUMBER_GOOD;
}
