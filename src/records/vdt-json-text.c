/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include "vdt-json-text.h"

#include <string.h>

typedef struct
{
  VdtTextFunc func;
  gpointer user_data;
} Sink;

/* The short escape of a character, or NULL where it has none. */
static const char *
short_escape (char c)
{
  switch (c)
    {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\b':
      return "\\b";
    case '\f':
      return "\\f";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return NULL;
    }
}

/**
 * vdt_json_text_escape:
 * @data: (array length=len): valid UTF-8
 * @len: its length
 * @func: (scope call): takes the pieces
 * @user_data: for @func
 *
 * Writes what stands between the quotes of a JSON string: short escapes, other controls below
 * U+0020 as `\u00xx`, all else as it is (rulings: *JSON for ids*).
 */
void
vdt_json_text_escape (const char *data, gsize len, VdtTextFunc func, gpointer user_data)
{
  const char *const end = data + len;
  const char *run = data;

  for (const char *p = data; p < end; p++)
    {
      const char *escape = NULL;
      char unicode[7];

      if ((guchar) *p >= 0x20 && *p != '"' && *p != '\\')
        continue;
      escape = short_escape (*p);
      if (escape == NULL)
        {
          g_snprintf (unicode, sizeof unicode, "\\u%04x", (guint) (guchar) *p);
          escape = unicode;
        }
      if (p > run)
        func (run, (gsize) (p - run), user_data);
      func (escape, strlen (escape), user_data);
      run = p + 1;
    }
  if (end > run)
    func (run, (gsize) (end - run), user_data);
}

static void
escape_piece (const char *data, gsize len, gpointer user_data)
{
  const Sink *sink = user_data;

  vdt_json_text_escape (data, len, sink->func, sink->user_data);
}

/* Where the string ends whose opening quote stands at @p: behind its closing quote. */
static const char *
string_end (const char *p, const char *end)
{
  for (p++; p < end; p++)
    {
      if (*p == '\\')
        p++;
      else if (*p == '"')
        return p + 1;
    }
  return end;
}

static void
compact_string (const char *p, const char *end, Sink *sink)
{
  VdtJsonString string = { .data = p + 1 };

  string.len = (gsize) (end - p) - (end[-1] == '"' && end - p > 1 ? 2 : 1);
  string.escaped = memchr (string.data, '\\', string.len) != NULL;
  sink->func ("\"", 1, sink->user_data);
  vdt_json_string_each (&string, escape_piece, sink);
  sink->func ("\"", 1, sink->user_data);
}

/**
 * vdt_json_text_compact:
 * @span: a value inside a document
 * @func: (scope call): takes the pieces
 * @user_data: for @func
 *
 * Writes the value without blanks, its keys in the order they stand in and its numbers as they are
 * written (rulings: *tool_call payload*). Allocates nothing, however long the value is.
 */
void
vdt_json_text_compact (const VdtJsonSpan *span, VdtTextFunc func, gpointer user_data)
{
  Sink sink = { func, user_data };
  const char *p = span->data;
  const char *const end = p != NULL ? p + span->len : NULL;

  while (p < end)
    {
      const char *next = p;

      if (*p == '"')
        {
          next = string_end (p, end);
          compact_string (p, next, &sink);
          p = next;
          continue;
        }
      while (next < end && *next != '"' && !g_ascii_isspace (*next))
        next++;
      if (next > p)
        func (p, (gsize) (next - p), user_data);
      for (p = next; p < end && g_ascii_isspace (*p);)
        p++;
    }
}
