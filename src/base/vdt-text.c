/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-base"

#include "config.h"

#include "vdt-text.h"

#include <string.h>

/**
 * vdt_text_cut:
 * @text: valid UTF-8
 * @max_chars: how many code points to keep
 *
 * Returns: (transfer full): @text, with `…` in place of what is beyond @max_chars
 */
char *
vdt_text_cut (const char *text, gsize max_chars)
{
  const char *p = text;

  for (gsize n = 0; n < max_chars; n++)
    {
      if (*p == '\0')
        return g_strdup (text);
      p = g_utf8_next_char (p);
    }
  if (*p == '\0')
    return g_strdup (text);
  return g_strdup_printf ("%.*s…", (int) (p - text), text);
}

/* Behind the string at @p; one that is broken off ends there, one without an end is all. */
static const char *
skip_string (const char *p)
{
  while (*p != '\0')
    {
      const gunichar c = g_utf8_get_char (p);

      if (c == 0x1b)
        return p[1] == '\\' ? p + 2 : p;
      p = g_utf8_next_char (p);
      if (c == 0x07 || c == 0x9c)
        return p;
    }
  return p;
}

/* Behind the sequence whose escape stands before @p. */
static const char *
skip_sequence (const char *p)
{
  static const char intermediates[] = " !\"#$%&'()*+,-./";
  const char *end = p + strspn (p, intermediates);
  const char kind = *p;

  /* Where none follows it is just the character. */
  if (*end < 0x30 || *end > 0x7e)
    return end;
  if (end > p)
    return end + 1;
  p++;
  if (strchr ("]PX^_k", kind) != NULL)
    return skip_string (p);
  if (kind != '[')
    return p;
  while (*p >= 0x30 && *p <= 0x3f)
    p++;
  end = p + strspn (p, intermediates);
  return *end >= 0x40 && *end <= 0x7e ? end + 1 : p;
}

/**
 * vdt_text_strip_controls:
 * @text: valid UTF-8
 *
 * Removes terminal escape sequences, with what they carry, and control characters; tabs and
 * newlines stay.
 *
 * Returns: (transfer full): what can be shown
 */
char *
vdt_text_strip_controls (const char *text)
{
  GString *out = g_string_sized_new (strlen (text));
  const char *p = text;

  while (*p != '\0')
    {
      const gunichar c = g_utf8_get_char (p);

      if (c == 0x1b)
        {
          p = skip_sequence (p + 1);
          continue;
        }
      if (c == '\n' || c == '\t' || !(c < 0x20 || (c >= 0x7f && c < 0xa0)))
        g_string_append_unichar (out, c);
      p = g_utf8_next_char (p);
    }
  return g_string_free (out, FALSE);
}

/**
 * vdt_text_title:
 * @text: valid UTF-8
 *
 * Makes a title (rulings: *Title text*): the first line that is not blank, white space
 * collapsed, at most 120 code points then `…`, terminal escapes removed.
 *
 * Returns: (transfer full) (nullable): the title, or `NULL` where nothing is left
 */
char *
vdt_text_title (const char *text)
{
  g_autofree char *clean = vdt_text_strip_controls (text);
  g_autoptr (GString) line = g_string_new (NULL);
  gboolean gap = FALSE;

  for (const char *p = clean; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '\n' || c == 0x2028 || c == 0x2029)
        {
          if (line->len > 0)
            break;
          continue;
        }
      if (g_unichar_isspace (c))
        {
          gap = line->len > 0;
          continue;
        }
      if (gap)
        g_string_append_c (line, ' ');
      gap = FALSE;
      g_string_append_unichar (line, c);
      if (line->len > 8 * VDT_TITLE_MAX_CHARS)
        break;
    }
  return line->len > 0 ? vdt_text_cut (line->str, VDT_TITLE_MAX_CHARS) : NULL;
}

/* Two stars that stand before a word, or behind one, and so mark it. */
static gboolean
is_mark (const char *line, const char *stars, gboolean opens)
{
  char before = stars > line ? stars[-1] : ' ';
  char after = ' ';
  char outer = ' ';
  char inner = ' ';

  if (!g_str_has_prefix (stars, "**"))
    return FALSE;
  if (stars[2] != '\0')
    after = stars[2];
  outer = opens ? before : after;
  inner = opens ? after : before;
  return inner != '*' && !g_ascii_isspace (inner) &&
         (g_ascii_isspace (outer) || strchr (".,;:!?()[]\"'", outer) != NULL);
}

/**
 * vdt_text_unmark:
 * @line: a line of Markdown, or of no such thing
 *
 * Returns: (transfer full): the line without the marks of a heading and of strong emphasis. Of all
 *   else nobody knows whether it is meant as a mark.
 */
char *
vdt_text_unmark (const char *line)
{
  gsize level = strspn (line, "#");
  GString *out = g_string_new (NULL);

  if (level > 0 && level <= 6 && line[level] == ' ')
    line += level + strspn (line + level, " ");
  for (const char *p = line; *p != '\0'; p++)
    {
      const char *end = NULL;

      if (is_mark (line, p, TRUE))
        for (end = strstr (p + 3, "**"); end != NULL && !is_mark (line, end, FALSE);)
          end = strstr (end + 1, "**");
      if (end == NULL)
        {
          g_string_append_c (out, *p);
          continue;
        }
      g_string_append_len (out, p + 2, end - p - 2);
      p = end + 1;
    }
  return g_string_free (out, FALSE);
}

/**
 * vdt_text_hash24:
 * @text: any text
 *
 * Returns: (transfer full): the first 24 hex digits of its SHA-256
 */
char *
vdt_text_hash24 (const char *text)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  return g_strndup (digest, 24);
}

/**
 * vdt_text_hash64:
 * @data: (array length=len): bytes
 * @len: how many
 *
 * A well-mixed hash for tables in memory and for keys of rows; not for security.
 * Stable over releases, since it is stored.
 *
 * Returns: the hash
 */
guint64
vdt_text_hash64 (const char *data, gsize len)
{
  const guint64 k = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint64 h = len * k ^ G_GUINT64_CONSTANT (0x2545f4914f6cdd1d);

  while (len > 0)
    {
      guint64 word = 0;
      gsize n = MIN (len, sizeof word);

      memcpy (&word, data, n);
      word = GUINT64_FROM_LE (word);
      h = (h ^ word) * k;
      h ^= h >> 29;
      data += n;
      len -= n;
    }
  h ^= h >> 32;
  h *= G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
  h ^= h >> 32;
  return h;
}
