/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "vdt-json-reader.h"
#include "vdt-time.h"

G_BEGIN_DECLS

/* What both decoders share: a value of a wrong type is as good as missing (formats N.5). */

/* As vdt_json_string_equal(), with the literal's length known when compiling. */
#define VDT_KEY_IS(key, literal) vdt_decode_equal ((key), (literal), sizeof (literal) - 1)

static inline gboolean
vdt_decode_equal (const VdtJsonString *key, const char *literal, gsize len)
{
  if (G_UNLIKELY (key->escaped))
    return vdt_json_string_equal (key, literal);
  return key->len == len && key->data != NULL && memcmp (key->data, literal, len) == 0;
}

static inline void
vdt_decode_string (VdtJsonReader *reader, VdtJsonString *string)
{
  memset (string, 0, sizeof *string);
  if (vdt_json_reader_peek (reader) == VDT_JSON_STRING)
    vdt_json_reader_read_string (reader, string);
  else
    vdt_json_reader_skip (reader);
}

static inline void
vdt_decode_boolean (VdtJsonReader *reader, gboolean *value)
{
  VdtJsonType type = vdt_json_reader_peek (reader);

  *value = FALSE;
  if (type == VDT_JSON_TRUE || type == VDT_JSON_FALSE)
    vdt_json_reader_read_boolean (reader, value);
  else
    vdt_json_reader_skip (reader);
}

/* Reads a count; what is there and is none is counted as a bad value. */
static inline void
vdt_decode_count (VdtJsonReader *reader, VdtCount *value, guint *bad_values)
{
  VdtNumberState state = vdt_json_reader_read_count (reader, value);

  if (state != VDT_NUMBER_GOOD)
    *value = VDT_COUNT_UNKNOWN;
  if (state == VDT_NUMBER_BAD)
    (*bad_values)++;
}

static inline void
vdt_decode_time (VdtJsonReader *reader, VdtTime *time)
{
  VdtJsonString text;

  vdt_decode_string (reader, &text);
  *time = VDT_TIME_UNKNOWN;
  if (G_UNLIKELY (text.escaped))
    {
      char plain[64];
      gsize len = vdt_json_string_copy (&text, plain, sizeof plain);

      *time = vdt_time_from_rfc3339 (plain, len);
    }
  else if (text.data != NULL)
    *time = vdt_time_from_rfc3339 (text.data, text.len);
}

/* Enters an object; anything else is skipped. */
static inline gboolean
vdt_decode_enter_object (VdtJsonReader *reader)
{
  if (vdt_json_reader_peek (reader) == VDT_JSON_OBJECT)
    return vdt_json_reader_enter_object (reader);
  vdt_json_reader_skip (reader);
  return FALSE;
}

static inline gboolean
vdt_decode_enter_array (VdtJsonReader *reader)
{
  if (vdt_json_reader_peek (reader) == VDT_JSON_ARRAY)
    return vdt_json_reader_enter_array (reader);
  vdt_json_reader_skip (reader);
  return FALSE;
}

G_END_DECLS
