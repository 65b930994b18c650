/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-base"

#include "config.h"

#include "vdt-json-writer.h"

#include <math.h>
#include <string.h>

struct _VdtJsonWriter
{
  GString *out;
  guint depth;
  gboolean empty; /* nothing was written into the innermost container yet */
  gboolean after_key;
};

/**
 * vdt_json_writer_new:
 *
 * Returns: (transfer full): an empty document; end it with [func@vdt_json_writer_finish]
 */
VdtJsonWriter *
vdt_json_writer_new (void)
{
  VdtJsonWriter *writer = g_new0 (VdtJsonWriter, 1);

  writer->out = g_string_sized_new (4096);
  writer->empty = TRUE;
  return writer;
}

/**
 * vdt_json_writer_finish:
 * @writer: (transfer full): a writer whose containers are all closed
 *
 * Returns: (transfer full): the document, with a newline at its end
 */
char *
vdt_json_writer_finish (VdtJsonWriter *writer)
{
  GString *out = writer->out;

  g_assert (writer->depth == 0);
  g_free (writer);
  g_string_append_c (out, '\n');
  return g_string_free (out, FALSE);
}

static void
new_line (VdtJsonWriter *writer)
{
  g_string_append_c (writer->out, '\n');
  for (guint i = 0; i < writer->depth; i++)
    g_string_append (writer->out, "  ");
}

/* What stands before a value or a key. */
static void
separate (VdtJsonWriter *writer)
{
  if (writer->after_key)
    {
      writer->after_key = FALSE;
      return;
    }
  if (writer->depth == 0)
    return;
  if (!writer->empty)
    g_string_append_c (writer->out, ',');
  writer->empty = FALSE;
  new_line (writer);
}

static void
begin (VdtJsonWriter *writer, char bracket)
{
  separate (writer);
  g_string_append_c (writer->out, bracket);
  writer->depth++;
  writer->empty = TRUE;
}

static void
end (VdtJsonWriter *writer, char bracket)
{
  g_assert (writer->depth > 0 && !writer->after_key);
  writer->depth--;
  if (!writer->empty)
    new_line (writer);
  g_string_append_c (writer->out, bracket);
  writer->empty = FALSE;
}

/**
 * vdt_json_writer_begin_object:
 * @writer: a writer
 */
void
vdt_json_writer_begin_object (VdtJsonWriter *writer)
{
  begin (writer, '{');
}

/**
 * vdt_json_writer_end_object:
 * @writer: a writer
 */
void
vdt_json_writer_end_object (VdtJsonWriter *writer)
{
  end (writer, '}');
}

/**
 * vdt_json_writer_begin_array:
 * @writer: a writer
 */
void
vdt_json_writer_begin_array (VdtJsonWriter *writer)
{
  begin (writer, '[');
}

/**
 * vdt_json_writer_end_array:
 * @writer: a writer
 */
void
vdt_json_writer_end_array (VdtJsonWriter *writer)
{
  end (writer, ']');
}

/**
 * vdt_json_append_string:
 * @out: where to append
 * @text: valid UTF-8
 *
 * Appends @text as a JSON string: short escapes where there are some, other controls below
 * U+0020 as `\u00xx`, everything else as it is (rulings: *JSON for ids*).
 */
void
vdt_json_append_string (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *p = text; *p != '\0'; p++)
    switch (*p)
      {
      case '"':
        g_string_append (out, "\\\"");
        break;
      case '\\':
        g_string_append (out, "\\\\");
        break;
      case '\b':
        g_string_append (out, "\\b");
        break;
      case '\f':
        g_string_append (out, "\\f");
        break;
      case '\n':
        g_string_append (out, "\\n");
        break;
      case '\r':
        g_string_append (out, "\\r");
        break;
      case '\t':
        g_string_append (out, "\\t");
        break;
      default:
        if ((guchar) *p < 0x20)
          g_string_append_printf (out, "\\u%04x", (guint) (guchar) *p);
        else
          g_string_append_c (out, *p);
      }
  g_string_append_c (out, '"');
}

/**
 * vdt_json_writer_key:
 * @writer: a writer inside an object
 * @key: the next member's name, valid UTF-8
 */
void
vdt_json_writer_key (VdtJsonWriter *writer, const char *key)
{
  g_assert (writer->depth > 0 && !writer->after_key);
  separate (writer);
  vdt_json_append_string (writer->out, key);
  g_string_append (writer->out, ": ");
  writer->after_key = TRUE;
}

/**
 * vdt_json_writer_null:
 * @writer: a writer
 */
void
vdt_json_writer_null (VdtJsonWriter *writer)
{
  separate (writer);
  g_string_append (writer->out, "null");
}

/**
 * vdt_json_writer_string:
 * @writer: a writer
 * @value: (nullable): a string, valid UTF-8; `NULL` is null
 */
void
vdt_json_writer_string (VdtJsonWriter *writer, const char *value)
{
  if (value == NULL)
    {
      vdt_json_writer_null (writer);
      return;
    }
  separate (writer);
  vdt_json_append_string (writer->out, value);
}

/**
 * vdt_json_writer_int:
 * @writer: a writer
 * @value: a number
 */
void
vdt_json_writer_int (VdtJsonWriter *writer, gint64 value)
{
  separate (writer);
  g_string_append_printf (writer->out, "%" G_GINT64_FORMAT, value);
}

/**
 * vdt_json_writer_count:
 * @writer: a writer
 * @value: a count; an unknown one is null
 */
void
vdt_json_writer_count (VdtJsonWriter *writer, VdtCount value)
{
  if (vdt_count_known (value))
    vdt_json_writer_int (writer, value);
  else
    vdt_json_writer_null (writer);
}

/**
 * vdt_json_writer_boolean:
 * @writer: a writer
 * @value: true or false
 */
void
vdt_json_writer_boolean (VdtJsonWriter *writer, gboolean value)
{
  separate (writer);
  g_string_append (writer->out, value ? "true" : "false");
}

/**
 * vdt_json_writer_double:
 * @writer: a writer
 * @value: a number; null where it is not finite
 *
 * Writes the fewest digits that read back as the same number.
 */
void
vdt_json_writer_double (VdtJsonWriter *writer, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    {
      vdt_json_writer_null (writer);
      return;
    }
  separate (writer);
  for (int digits = 15; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, sizeof text, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  g_string_append (writer->out, text);
}

/**
 * vdt_json_writer_time:
 * @writer: a writer
 * @value: an instant; an unknown one is null
 */
void
vdt_json_writer_time (VdtJsonWriter *writer, VdtTime value)
{
  g_autofree char *text = vdt_time_known (value) ? vdt_time_to_rfc3339 (value) : NULL;

  vdt_json_writer_string (writer, text);
}
