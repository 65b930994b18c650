/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-json-reader.h"

#include <string.h>

#include "json-helpers.h"

#define REP "\xef\xbf\xbd"

static void
read_string (const char *inside, gsize len, VdtJsonString *string)
{
  VdtJsonReader reader;
  static char text[4096];

  g_assert_cmpuint (len, <, sizeof text - 2);
  text[0] = '"';
  memcpy (text + 1, inside, len);
  text[len + 1] = '"';
  vdt_json_reader_init (&reader, text, len + 2);
  g_assert_true (vdt_json_reader_read_string (&reader, string));
  g_assert_true (vdt_json_reader_at_end (&reader));
}

static const struct
{
  const char *inside;
  const char *text;
} strings[] = {
  { "", "" },
  { "plain", "plain" },
  { "\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t" },
  { "\\u0041\\u00e9\\u20AC", "Aé€" },
  { "\\ud83d\\ude00", "😀" },
  { "\\uDBFF\\uDFFF", "\xf4\x8f\xbf\xbf" },
  { "a\\u0000b", "a" REP "b" },
  { "\\uffff\\ufffe", "\xef\xbf\xbf\xef\xbf\xbe" },
  /* Halves of pairs, alone, turned round, and before something else */
  { "\\ud83d", REP },
  { "\\ude00", REP },
  { "\\ude00\\ud83d", REP REP },
  { "\\ud83d\\ud83d\\ude00", REP "😀" },
  { "\\ud83dx", REP "x" },
  { "\\ud83d\\n", REP "\n" },
  { "\\ud83d\\u0041", REP "A" },
  { "\\ud83d\\u0000", REP REP },
  /* Bytes that are no UTF-8: one for each start of a character, else one for each byte */
  { "\xff", REP },
  { "a\xc3", "a" REP },
  { "\xc3\\n", REP "\n" },
  { "\xe2\x82", REP },
  { "\xe2\x82x", REP "x" },
  { "\xf0\x9f\x98", REP },
  { "\xf0\x9f\x98\xf0\x9f\x98\x80", REP "😀" },
  { "\xc0\xaf", REP REP },
  { "\xe0\x80\xaf", REP REP REP },
  { "\xed\xa0\x80", REP REP REP },
  { "\xf4\x90\x80\x80", REP REP REP REP },
  { "\x80\x80", REP REP },
  { "é\xe9", "é" REP },
};

static void
test_dup (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (strings); i++)
    {
      VdtJsonString string;
      g_autofree char *text = NULL;

      read_string (strings[i].inside, strlen (strings[i].inside), &string);
      text = vdt_json_string_dup (&string, 0);
      g_assert_cmpstr (text, ==, strings[i].text);
      if (string.escaped)
        g_assert_true (vdt_json_string_equal (&string, strings[i].text));
    }
}

static void
test_bounds (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (strings); i++)
    for (gsize bound = 1; bound <= strlen (strings[i].text) + 2; bound++)
      {
        VdtJsonString string;
        g_autofree char *text = NULL;
        char buffer[64];
        gsize len = 0;

        read_string (strings[i].inside, strlen (strings[i].inside), &string);
        text = vdt_json_string_dup (&string, bound);
        g_assert_true (g_utf8_validate (text, -1, NULL));
        g_assert_true (g_str_has_prefix (strings[i].text, text));
        g_assert_cmpuint (strlen (text), <=, bound);
        /* Only what would be cut in two is missing. */
        if (strlen (text) < strlen (strings[i].text))
          g_assert_cmpuint ((gsize) (g_utf8_next_char (strings[i].text + strlen (text)) -
                                     strings[i].text),
                            >, bound);

        memset (buffer, 'x', sizeof buffer);
        len = vdt_json_string_copy (&string, buffer, bound + 1);
        g_assert_cmpstr (buffer, ==, text);
        g_assert_cmpuint (len, ==, strlen (text));
        g_assert_cmpint (buffer[bound + 1], ==, 'x');
      }
}

static void
test_edges (void)
{
  VdtJsonString none = { 0 };
  VdtJsonString odd = { "a\\", 2, TRUE };
  char buffer[4] = "xyz";
  g_autofree char *text = NULL;

  g_assert_false (vdt_json_string_is_set (&none));
  g_assert_null (vdt_json_string_dup (&none, 0));
  g_assert_false (vdt_json_string_equal (&none, ""));
  g_assert_cmpuint (vdt_json_string_copy (&none, buffer, sizeof buffer), ==, 0);
  g_assert_cmpstr (buffer, ==, "");
  g_assert_cmpuint (vdt_json_string_copy (&odd, NULL, 0), ==, 0);
  /* Never given by a reader, and survived. */
  text = vdt_json_string_dup (&odd, 0);
  g_assert_cmpstr (text, ==, "a" REP);
}

static void
test_equal (void)
{
  static const struct
  {
    const char *inside;
    const char *literal;
    gboolean equal;
  } pairs[] = {
    { "type", "type", TRUE },
    { "\\u0074ype", "type", TRUE },
    { "\\u0074\\u0079\\u0070\\u0065", "type", TRUE },
    { "typ\\u0065", "type", TRUE },
    { "typ\\u0065x", "type", FALSE },
    { "typ\\u0065", "typ", FALSE },
    { "\\u0074yp", "type", FALSE },
    { "Type", "type", FALSE },
    { "type", "typ", FALSE },
    { "typ", "type", FALSE },
    { "", "", TRUE },
    { "", "a", FALSE },
    { "\\n", "", FALSE },
    { "\\ud83d\\ude00", "😀", TRUE },
    { "\\u00e9", "e", FALSE },
    { "a\\u0000", "a", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      VdtJsonString string;

      read_string (pairs[i].inside, strlen (pairs[i].inside), &string);
      g_assert_cmpint (vdt_json_string_equal (&string, pairs[i].literal), ==, pairs[i].equal);
    }
}

/* Long runs of what must be replaced stay linear, and characters on the edge of a run whole. */
static void
test_long (void)
{
  g_autoptr (GString) inside = g_string_new (NULL);
  g_autofree char *text = NULL;
  VdtJsonString string = { 0 };
  const gsize n = 1000000;

  for (gsize i = 0; i < n; i++)
    g_string_append_c (inside, (char) 0xff);
  string.data = inside->str;
  string.len = inside->len;
  text = vdt_json_string_dup (&string, 0);
  g_assert_cmpuint (strlen (text), ==, 3 * n);

  for (gsize shift = 0; shift < 4; shift++)
    {
      g_autofree char *copy = NULL;

      g_string_truncate (inside, 0);
      g_string_append_len (inside, "aaa", (gssize) shift);
      for (int i = 0; i < 2000; i++)
        g_string_append (inside, "😀");
      string.data = inside->str;
      string.len = inside->len;
      copy = vdt_json_string_dup (&string, 0);
      g_assert_cmpstr (copy, ==, inside->str);
    }
}

void
add_string_tests (void)
{
  g_test_add_func ("/json/string/dup", test_dup);
  g_test_add_func ("/json/string/bounds", test_bounds);
  g_test_add_func ("/json/string/edges", test_edges);
  g_test_add_func ("/json/string/equal", test_equal);
  g_test_add_func ("/json/string/long", test_long);
}
