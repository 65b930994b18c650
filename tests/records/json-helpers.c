/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "json-helpers.h"

#include <string.h>

/* The same documents every time, unless VEDETTE_SEED says which others to make. */
guint32
test_seed (void)
{
  const char *text = g_getenv ("VEDETTE_SEED");

  return text != NULL ? (guint32) g_ascii_strtoull (text, NULL, 10) : 20261015;
}

static void
random_space (GRand *rand, GString *out)
{
  if (g_rand_int_range (rand, 0, 6) == 0)
    for (int n = g_rand_int_range (rand, 1, 4); n > 0; n--)
      g_string_append_c (out, " \t\n\r"[g_rand_int_range (rand, 0, 4)]);
}

/* A string that JSON and json-glib read alike: no NUL, no halves of pairs. */
static void
random_string (GRand *rand, GString *out)
{
  static const char *const pieces[] = { "a",
                                        "z9",
                                        " ",
                                        "{",
                                        "}",
                                        "[",
                                        "]",
                                        ":",
                                        ",",
                                        "\\\"",
                                        "\\\\",
                                        "\\/",
                                        "\\n",
                                        "\\t",
                                        "\\b\\f\\r",
                                        "\\u0041",
                                        "\\u00e9",
                                        "\\u20AC",
                                        "\\ud83d\\ude00",
                                        "ü",
                                        "€",
                                        "😀",
                                        "\x7f",
                                        "type",
                                        "\\\\\\\\\\\"" };
  int n = g_rand_int_range (rand, 0, 8);

  if (g_rand_int_range (rand, 0, 12) == 0)
    n = g_rand_int_range (rand, 20, 200);
  while (n-- > 0)
    g_string_append (out, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
}

static void
random_number (GRand *rand, GString *out)
{
  switch (g_rand_int_range (rand, 0, 5))
    {
    case 0:
      g_string_append_printf (out, "%d", g_rand_int_range (rand, -1000, 1000));
      break;
    case 1:
      g_string_append_printf (out, "%" G_GINT64_FORMAT,
                              (gint64) (((guint64) g_rand_int (rand) << 32 | g_rand_int (rand)) >>
                                        g_rand_int_range (rand, 1, 64)));
      break;
    case 2:
      g_string_append_printf (out, "%.17g", g_rand_double_range (rand, -1, 1));
      break;
    case 3:
      g_string_append_printf (out, "%d.%dE%+d", g_rand_int_range (rand, -99, 99),
                              g_rand_int_range (rand, 0, 1000000),
                              g_rand_int_range (rand, -30, 30));
      break;
    default:
      g_string_append (out, "0");
      break;
    }
}

static void
random_value (GRand *rand, GString *out, int depth)
{
  static const char *const literals[] = { "true", "false", "null" };
  const int kind = g_rand_int_range (rand, 0, depth > 0 ? 9 : 5);
  const int n = g_rand_int_range (rand, 0, 6);

  random_space (rand, out);
  if (kind < 2)
    {
      g_string_append_c (out, '"');
      random_string (rand, out);
      g_string_append_c (out, '"');
    }
  else if (kind < 4)
    random_number (rand, out);
  else if (kind == 4)
    g_string_append (out, literals[g_rand_int_range (rand, 0, 3)]);
  else
    {
      const gboolean is_object = kind < 7;

      g_string_append_c (out, is_object ? '{' : '[');
      random_space (rand, out);
      for (int i = 0; i < n; i++)
        {
          if (i > 0)
            g_string_append_c (out, ',');
          random_space (rand, out);
          if (is_object)
            {
              /* Keys differ: which of two equal ones counts is the caller's business. */
              g_string_append_printf (out, "\"%d", i);
              random_string (rand, out);
              g_string_append_c (out, '"');
              random_space (rand, out);
              g_string_append_c (out, ':');
            }
          random_value (rand, out, depth - 1);
        }
      g_string_append_c (out, is_object ? '}' : ']');
    }
  random_space (rand, out);
}

/* Appends a document of RFC 8259. */
void
random_document (GRand *rand, GString *out)
{
  random_value (rand, out, g_rand_int_range (rand, 1, 8));
}

/* Changes a document in one place, which mostly breaks it. */
void
random_mutation (GRand *rand, GString *document)
{
  static const char bytes[] = "{}[]\",:\\0123456789.-+eEtrufalsn \t\n\x01\x1f";
  const gssize at = g_rand_int_range (rand, 0, (gint32) document->len + 1);
  const char byte = bytes[g_rand_int_range (rand, 0, sizeof bytes - 1)];
  const gssize left = (gssize) document->len - at;

  switch (g_rand_int_range (rand, 0, 5))
    {
    case 0:
      g_string_insert_c (document, at, byte);
      break;
    case 1:
      if (left > 0)
        document->str[at] = byte;
      break;
    case 2:
      if (left > 0)
        g_string_erase (document, at, 1);
      break;
    case 3:
      g_string_truncate (document, (gsize) at);
      break;
    default:
      if (left > 0)
        {
          g_autofree char *again =
            g_strndup (document->str + at, (gsize) g_rand_int_range (rand, 1, (gint32) left + 1));

          g_string_insert (document, at, again);
        }
      break;
    }
}

/* Appends bytes that mean much to a scanner and make no sense. */
void
random_noise (GRand *rand, GString *out, gsize len)
{
  static const char bytes[] = "{}[]\"\\\\\"{}[]\"\\ax ";

  while (len-- > 0)
    if (g_rand_int_range (rand, 0, 16) == 0)
      {
        const char byte = bytes[g_rand_int_range (rand, 0, sizeof bytes - 1)];

        for (int n = g_rand_int_range (rand, 1, 90); n > 0 && len > 0; n--, len--)
          g_string_append_c (out, byte);
      }
    else
      g_string_append_c (out, bytes[g_rand_int_range (rand, 0, sizeof bytes - 1)]);
}

/* A folder of logs and test suites that may be at hand; NULL where it is not. */
char *
shared_path (const char *name)
{
  const char *shared = g_getenv ("VEDETTE_SHARED");
  const char *source = g_getenv ("VEDETTE_SOURCE_DIR");
  g_autofree char *path = NULL;

  if (shared != NULL)
    path = g_build_filename (shared, name, NULL);
  else
    path = g_build_filename (source != NULL ? source : ".", "..", "shared", name, NULL);
  return g_file_test (path, G_FILE_TEST_IS_DIR) ? g_steal_pointer (&path) : NULL;
}

static void
foreach_line (const char *folder, LineFunc func, gpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      gsize len = 0;

      if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        continue;
      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        foreach_line (path, func, data);
      else if (g_str_has_suffix (name, ".jsonl") && g_file_get_contents (path, &text, &len, NULL))
        for (const char *p = g_str_has_prefix (text, "\xef\xbb\xbf") ? text + 3 : text;
             p < text + len;)
          {
            const char *newline = memchr (p, '\n', (gsize) (text + len - p));
            const char *end = newline != NULL ? newline : text + len;

            func (path, p, (gsize) (end - p), data);
            p = end + 1;
          }
    }
}

/* Of the leak checker's runtime, where there is one. */
extern void __lsan_disable (void) __attribute__ ((weak));
extern void __lsan_enable (void) __attribute__ ((weak));

/* Whether json-glib takes @text for a document. It drops the tree and the token it was at when it
 * does not, so what it allocates here is not watched. */
gboolean
json_glib_takes (JsonParser *parser, const char *text, gsize len)
{
  gboolean taken;

  if (__lsan_disable != NULL)
    __lsan_disable ();
  taken = json_parser_load_from_data (parser, text, (gssize) len, NULL);
  if (__lsan_enable != NULL)
    __lsan_enable ();
  return taken;
}

/* Calls @func for each line of each log under the shared folder @name. */
gboolean
foreach_shared_line (const char *name, LineFunc func, gpointer data)
{
  g_autofree char *path = shared_path (name);

  if (path == NULL)
    return FALSE;
  foreach_line (path, func, data);
  return TRUE;
}
