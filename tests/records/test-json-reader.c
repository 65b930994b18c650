/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-json-reader.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "json-helpers.h"
#include "vdt-json-scan.h"

/* Documents stand in memory that ends where they do, so that a sanitizer sees a byte too far. */
static gboolean
check (const char *data, gsize len)
{
  g_autofree char *exact = g_memdup2 (data, len);

  return vdt_json_check (len > 0 ? exact : "", len);
}

/* --- whole documents ----------------------------------------------------------------------- */

static const char *const good_documents[] = {
  "0",
  "-0",
  "1",
  "-1",
  "10",
  "0.0",
  "0.5",
  "1.25",
  "1e1",
  "1E1",
  "1e+1",
  "1e-1",
  "0e0",
  "-0e-0",
  "0.0e+00",
  "123456789012345678901234567890",
  "1e999",
  "-1e-999",
  "true",
  "false",
  "null",
  " true",
  "true ",
  "\t\r\n null\t\r\n ",
  "\"\"",
  "\"a\"",
  "\" \"",
  "\"\\\"\"",
  "\"\\\\\"",
  "\"\\/\"",
  "\"\\b\\f\\n\\r\\t\"",
  "\"\\u0000\"",
  "\"\\u001f\"",
  "\"\\uABCD\\uabcd\"",
  "\"\\ud83d\\ude00\"",
  "\"\\ud800\"",
  "\"\\udc00\\ud800\"",
  "\"\x7f\"",
  "\"\xc3\xa9\"",
  "\"\xff\xfe\"",
  "\"\xc3\"",
  "\"\xed\xa0\x80\"",
  "\"\xf4\x90\x80\x80\"",
  "\"/* no comment */\"",
  "\"{[\"",
  "\"\\\\\\\\\\\"\"",
  "[]",
  "[ ]",
  "[\n]",
  "{}",
  "{ }",
  "{\t}",
  "[1]",
  "[1,2]",
  "[ 1 , 2 ]",
  "[[]]",
  "[[],[]]",
  "[[[[[[[[]]]]]]]]",
  "[{}]",
  "[{},{}]",
  "[null,true,false,0,\"\",[],{}]",
  "{\"\":0}",
  "{\"a\":1}",
  "{\"a\" : 1}",
  "{ \"a\":1 , \"b\":2 }",
  "{\"a\":1,\"a\":2}",
  "{\"\\u0061\":{\"b\":[{\"c\":null}]}}",
  "{\"a\":\"}\"}",
  "{\"]\":\"[\"}",
  "[\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789\"]",
  "{\"0123456789abcdef0123456789abcdef\\\"0123456789abcdef\":\"0123456789abcdef\\\\\"}",
};

static const char *const bad_documents[] = {
  "",
  " ",
  "\xef\xbb\xbf{}",
  "\xef\xbb\xbf",
  "-",
  "+1",
  "--1",
  "01",
  "-01",
  "00",
  "1.",
  ".5",
  "-.5",
  "1.e1",
  "1e",
  "1e+",
  "1e-",
  "1ee1",
  "1e1.5",
  "1 2",
  "1a",
  "0x10",
  "1_000",
  "Infinity",
  "-Infinity",
  "NaN",
  "nan",
  "True",
  "tru",
  "truee",
  "t",
  "fals",
  "f",
  "nul",
  "nulll",
  "n",
  "undefined",
  "\"",
  "\"a",
  "a\"",
  "'a'",
  "\"\\\"",
  "\"\\",
  "\"\\x\"",
  "\"\\a\"",
  "\"\\0\"",
  "\"\\'\"",
  "\"\\\n\"",
  "\"\\u\"",
  "\"\\u0\"",
  "\"\\u00\"",
  "\"\\u000\"",
  "\"\\u000g\"",
  "\"\\U0000\"",
  "\"\\u 000\"",
  "\"\\u00",
  "\"\n\"",
  "\"\t\"",
  "\"\x01\"",
  "\"\x1f\"",
  "\"a\"\"b\"",
  "[",
  "]",
  "[[]",
  "[]]",
  "[1",
  "[1,",
  "[,",
  "[,1]",
  "[1,]",
  "[1,,2]",
  "[1 2]",
  "[1:2]",
  "[\"a\":1]",
  "[}",
  "[{]}",
  "[1}",
  "{",
  "}",
  "{}}",
  "{{}",
  "{{}}",
  "{]",
  "{1:1}",
  "{a:1}",
  "{'a':1}",
  "{\"a\"}",
  "{\"a\",1}",
  "{\"a\" 1}",
  "{\"a\":}",
  "{\"a\":1",
  "{\"a\":1,}",
  "{,\"a\":1}",
  "{\"a\":1,,\"b\":2}",
  "{\"a\":1 \"b\":2}",
  "{\"a\"::1}",
  "{\"a\":1:2}",
  "{\"a\":\"b}",
  "{null:1}",
  "{\"a\":1}{\"b\":2}",
  "{\"a\":1} x",
  "[] //",
  "/* */ []",
  "[/**/]",
  "[1]#",
  "\f[]",
  "\v[]",
  "[\f]",
  "\xc2\xa0[]",
  "[\xff]",
  "{\"a\":\xe5}",
  "[\"0123456789abcdef0123456789abcdef0123456789abcdef012345\n789abcdef0123456789\"]",
  "[\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789]",
};

static void
test_check_own (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (good_documents); i++)
    if (!check (good_documents[i], strlen (good_documents[i])))
      g_error ("refused: %s", good_documents[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (bad_documents); i++)
    if (check (bad_documents[i], strlen (bad_documents[i])))
      g_error ("accepted: %s", bad_documents[i]);
  g_assert_false (check ("[\0]", 3));
  g_assert_false (check ("\"\0\"", 3));
  g_assert_false (check ("[]\0", 3));
}

static void
test_check_depth (void)
{
  for (gsize depth = VDT_JSON_MAX_DEPTH; depth <= VDT_JSON_MAX_DEPTH + 1; depth++)
    {
      g_autoptr (GString) arrays = g_string_new (NULL);
      g_autoptr (GString) objects = g_string_new (NULL);

      for (gsize i = 0; i < depth; i++)
        {
          g_string_append_c (arrays, '[');
          g_string_append (objects, i + 1 < depth ? "{\"a\":" : "{");
        }
      for (gsize i = 0; i < depth; i++)
        {
          g_string_append_c (arrays, ']');
          g_string_append_c (objects, '}');
        }
      g_assert_cmpint (check (arrays->str, arrays->len), ==, depth == VDT_JSON_MAX_DEPTH);
      g_assert_cmpint (check (objects->str, objects->len), ==, depth == VDT_JSON_MAX_DEPTH);
      for (guint kind = 0; kind < VDT_JSON_SCAN_N_KINDS; kind++)
        {
          const VdtJsonScanner *scanner = vdt_json_scanner_get ((VdtJsonScanKind) kind);

          if (scanner != NULL)
            g_assert_cmpint (scanner->container (arrays->str, arrays->str + arrays->len,
                                                 VDT_JSON_MAX_DEPTH) != NULL,
                             ==, depth == VDT_JSON_MAX_DEPTH);
        }
    }
  /* Never closed, and far too deep: nothing recurses. */
  {
    g_autofree char *deep = g_strnfill (1000000, '[');

    g_assert_false (check (deep, 1000000));
  }
}

/* What JSON's own test suite leaves to each parser, and what ours does. */
static const struct
{
  const char *name;
  gboolean accepted;
} choices[] = {
  /* Any number is a number: its range is for who reads it. */
  { "i_number_double_huge_neg_exp.json", TRUE },
  { "i_number_huge_exp.json", TRUE },
  { "i_number_neg_int_huge_exp.json", TRUE },
  { "i_number_pos_double_huge_exp.json", TRUE },
  { "i_number_real_neg_overflow.json", TRUE },
  { "i_number_real_pos_overflow.json", TRUE },
  { "i_number_real_underflow.json", TRUE },
  { "i_number_too_big_neg_int.json", TRUE },
  { "i_number_too_big_pos_int.json", TRUE },
  { "i_number_very_big_negative_int.json", TRUE },
  /* Halves of pairs and bytes that are no UTF-8 occur in logs: U+FFFD when read. */
  { "i_object_key_lone_2nd_surrogate.json", TRUE },
  { "i_string_1st_surrogate_but_2nd_missing.json", TRUE },
  { "i_string_1st_valid_surrogate_2nd_invalid.json", TRUE },
  { "i_string_incomplete_surrogate_and_escape_valid.json", TRUE },
  { "i_string_incomplete_surrogate_pair.json", TRUE },
  { "i_string_incomplete_surrogates_escape_valid.json", TRUE },
  { "i_string_invalid_lonely_surrogate.json", TRUE },
  { "i_string_invalid_surrogate.json", TRUE },
  { "i_string_invalid_utf-8.json", TRUE },
  { "i_string_inverted_surrogates_U+1D11E.json", TRUE },
  { "i_string_iso_latin_1.json", TRUE },
  { "i_string_lone_second_surrogate.json", TRUE },
  { "i_string_lone_utf8_continuation_byte.json", TRUE },
  { "i_string_not_in_unicode_range.json", TRUE },
  { "i_string_overlong_sequence_2_bytes.json", TRUE },
  { "i_string_overlong_sequence_6_bytes.json", TRUE },
  { "i_string_overlong_sequence_6_bytes_null.json", TRUE },
  { "i_string_truncated-utf-8.json", TRUE },
  { "i_string_UTF-8_invalid_sequence.json", TRUE },
  { "i_string_UTF8_surrogate_U+D800.json", TRUE },
  /* Other encodings are not read; a byte order mark is the line reader's business. */
  { "i_string_UTF-16LE_with_BOM.json", FALSE },
  { "i_string_utf16BE_no_BOM.json", FALSE },
  { "i_string_utf16LE_no_BOM.json", FALSE },
  { "i_structure_UTF-8_BOM_empty_object.json", FALSE },
  { "i_structure_500_nested_arrays.json", TRUE },
};

static gboolean
suite_expects (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (choices); i++)
    if (g_str_equal (name, choices[i].name))
      return choices[i].accepted;
  if (*name == 'i')
    g_error ("no choice was made for %s", name);
  return *name == 'y';
}

static void
test_check_suite (void)
{
  g_autofree char *folder = shared_path ("json-test-suite/test_parsing");
  g_autoptr (GDir) dir = NULL;
  guint n = 0;

  if (folder == NULL)
    {
      g_test_skip ("no JSON test suite at hand");
      return;
    }
  dir = g_dir_open (folder, 0, NULL);
  g_assert_nonnull (dir);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL; n++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      gsize len = 0;

      g_assert_true (g_file_get_contents (path, &text, &len, NULL));
      if (check (text, len) != suite_expects (name))
        g_error ("%s is judged wrong", name);
    }
  g_assert_cmpuint (n, >, 300);
}

static void
check_fixture_line (const char *path, const char *line, gsize len, gpointer data)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  guint *n = data;

  /* json-glib wants UTF-8, and takes nothing at all for a document. */
  if (vdt_json_skip_space (line, line + len) == line + len ||
      !g_utf8_validate_len (line, len, NULL))
    return;
  if (json_glib_takes (parser, line, len) != check (line, len))
    {
      /* It refuses halves of surrogate pairs, which JSON's grammar has. */
      g_autofree char *lower = g_ascii_strdown (line, (gssize) len);

      if (check (line, len) && strstr (lower, "\\ud") != NULL)
        return;
      /* Its own bound of depth is another one, where it has any. */
      if (*line == '{' && vdt_json_scan_container (line, line + len, G_MAXUINT) != NULL &&
          vdt_json_scan_container (line, line + len, VDT_JSON_MAX_DEPTH) == NULL)
        return;
      g_error ("%s: json-glib is of another mind about %.*s", path, (int) MIN (len, 200), line);
    }
  (*n)++;
}

static void
test_check_fixtures (void)
{
  guint n = 0;

  if (!foreach_shared_line ("fixtures", check_fixture_line, &n))
    g_test_skip ("no fixtures at hand");
  else
    g_assert_cmpuint (n, >, 1000);
}

/* --- walking ------------------------------------------------------------------------------- */

static void
init (VdtJsonReader *reader, const char *text)
{
  vdt_json_reader_init (reader, text, strlen (text));
}

static void
test_walk (void)
{
  const char *text = " { \"a\" : [ 1 , \"x\\ny\" , { } , [ [ ] ] ] , \"\\u0062\" : true , "
                     "\"c\" : null , \"d\" : { \"e\" : \"f\" } } ";
  VdtJsonReader reader;
  VdtJsonString key;
  VdtJsonString string;
  VdtJsonSpan span;
  VdtCount count = 0;
  gboolean flag = FALSE;

  init (&reader, text);
  g_assert_cmpint (vdt_json_reader_peek (&reader), ==, VDT_JSON_OBJECT);
  g_assert_false (vdt_json_reader_at_end (&reader));
  g_assert_true (vdt_json_reader_enter_object (&reader));
  g_assert_true (vdt_json_reader_next_key (&reader, &key));
  g_assert_true (vdt_json_string_equal (&key, "a"));

  g_assert_false (vdt_json_reader_enter_object (&reader));
  g_assert_true (vdt_json_reader_enter_array (&reader));
  g_assert_true (vdt_json_reader_next_element (&reader));
  g_assert_cmpint (vdt_json_reader_read_count (&reader, &count), ==, VDT_NUMBER_GOOD);
  g_assert_cmpint (count, ==, 1);
  g_assert_cmpint (vdt_json_reader_peek (&reader), ==, VDT_JSON_END);
  g_assert_true (vdt_json_reader_next_element (&reader));
  g_assert_true (vdt_json_reader_read_string (&reader, &string));
  g_assert_true (string.escaped);
  g_assert_true (vdt_json_string_equal (&string, "x\ny"));
  g_assert_true (vdt_json_reader_next_element (&reader));
  g_assert_true (vdt_json_reader_enter_object (&reader));
  g_assert_false (vdt_json_reader_next_key (&reader, &key));
  g_assert_true (vdt_json_reader_next_element (&reader));
  g_assert_true (vdt_json_reader_read_span (&reader, &span));
  g_assert_cmpmem (span.data, span.len, "[ [ ] ]", 7);
  g_assert_false (vdt_json_reader_next_element (&reader));

  g_assert_true (vdt_json_reader_next_key (&reader, &key));
  g_assert_true (vdt_json_string_equal (&key, "b"));
  g_assert_false (vdt_json_reader_read_string (&reader, &string));
  g_assert_false (vdt_json_string_is_set (&string));
  g_assert_true (vdt_json_reader_read_boolean (&reader, &flag));
  g_assert_true (flag);
  g_assert_true (vdt_json_reader_next_key (&reader, &key));
  g_assert_false (vdt_json_reader_read_boolean (&reader, &flag));
  g_assert_cmpint (vdt_json_reader_read_count (&reader, &count), ==, VDT_NUMBER_ABSENT);
  g_assert_cmpint (count, ==, VDT_COUNT_UNKNOWN);
  /* Not read, so skipped. */
  g_assert_true (vdt_json_reader_next_key (&reader, &key));
  g_assert_true (vdt_json_string_equal (&key, "d"));
  g_assert_false (vdt_json_reader_next_key (&reader, &key));
  g_assert_true (vdt_json_reader_at_end (&reader));
  g_assert_false (vdt_json_reader_failed (&reader));
  g_assert_false (vdt_json_reader_next_key (&reader, &key));
  g_assert_cmpint (vdt_json_reader_peek (&reader), ==, VDT_JSON_END);
  g_assert_false (vdt_json_reader_failed (&reader));
}

static void
test_walk_span (void)
{
  const char *text = "{\"a\":{\"b\":[7]}}x";
  VdtJsonReader reader;
  VdtJsonReader inner;
  VdtJsonString key;
  VdtJsonSpan span = { 0 };
  VdtCount count = 0;

  init (&reader, text);
  g_assert_true (vdt_json_reader_enter_object (&reader));
  g_assert_true (vdt_json_reader_next_key (&reader, &key));
  g_assert_true (vdt_json_reader_read_span (&reader, &span));
  g_assert_false (vdt_json_reader_next_key (&reader, &key));
  g_assert_false (vdt_json_reader_at_end (&reader));

  vdt_json_reader_init_span (&inner, &span);
  g_assert_true (vdt_json_reader_enter_object (&inner));
  g_assert_true (vdt_json_reader_next_key (&inner, &key));
  g_assert_true (vdt_json_reader_enter_array (&inner));
  g_assert_true (vdt_json_reader_next_element (&inner));
  g_assert_cmpint (vdt_json_reader_read_count (&inner, &count), ==, VDT_NUMBER_GOOD);
  g_assert_cmpint (count, ==, 7);
  g_assert_false (vdt_json_reader_next_element (&inner));
  g_assert_false (vdt_json_reader_next_key (&inner, &key));
  g_assert_true (vdt_json_reader_at_end (&inner));

  span = (VdtJsonSpan){ 0 };
  vdt_json_reader_init_span (&inner, &span);
  g_assert_cmpint (vdt_json_reader_peek (&inner), ==, VDT_JSON_END);
  g_assert_true (vdt_json_reader_failed (&inner));
}

/* Every call on a broken document fails, and none moves. */
static void
test_walk_failed (void)
{
  const char *const broken[] = { "{\"a\":1 \"b\":2}", "{\"a\":[}", "{\"a\":tru}", "{\"a\"}",
                                 "{\"a\":\"\\x\"}",   "{\"a\":1",  "{1}",         "{\"a\":1,}" };

  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      VdtJsonReader reader;
      VdtJsonString key;
      VdtJsonString string;
      VdtJsonSpan span;
      VdtCount count = 0;
      double number = 0;
      gboolean flag = FALSE;
      const char *pos = NULL;

      init (&reader, broken[i]);
      g_assert_true (vdt_json_reader_enter_object (&reader));
      while (vdt_json_reader_next_key (&reader, &key))
        if (!vdt_json_reader_read_string (&reader, &string))
          vdt_json_reader_skip (&reader);
      g_assert_true (vdt_json_reader_failed (&reader));
      pos = reader.pos;
      g_assert_cmpint (vdt_json_reader_peek (&reader), ==, VDT_JSON_END);
      g_assert_false (vdt_json_reader_enter_object (&reader));
      g_assert_false (vdt_json_reader_enter_array (&reader));
      g_assert_false (vdt_json_reader_next_key (&reader, &key));
      g_assert_false (vdt_json_reader_next_element (&reader));
      g_assert_false (vdt_json_reader_skip (&reader));
      g_assert_false (vdt_json_reader_read_span (&reader, &span));
      g_assert_false (vdt_json_reader_read_string (&reader, &string));
      g_assert_false (vdt_json_reader_read_boolean (&reader, &flag));
      g_assert_cmpint (vdt_json_reader_read_count (&reader, &count), ==, VDT_NUMBER_ABSENT);
      g_assert_cmpint (vdt_json_reader_read_double (&reader, &number), ==, VDT_NUMBER_ABSENT);
      g_assert_false (vdt_json_reader_at_end (&reader));
      g_assert_true (reader.pos == pos);
    }
}

/* The bound counts the levels that were entered, too. */
static void
test_walk_depth (void)
{
  for (guint entered = 0; entered <= VDT_JSON_MAX_DEPTH; entered += 64)
    for (guint more = 0; more < 2; more++)
      {
        g_autofree char *open = g_strnfill (VDT_JSON_MAX_DEPTH + more, '[');
        g_autofree char *close = g_strnfill (VDT_JSON_MAX_DEPTH + more, ']');
        g_autofree char *text = g_strconcat (open, close, NULL);
        VdtJsonReader reader;

        init (&reader, text);
        for (guint i = 0; i < entered; i++)
          {
            g_assert_true (vdt_json_reader_enter_array (&reader));
            g_assert_cmpint (vdt_json_reader_next_element (&reader), ==,
                             i + 1 < VDT_JSON_MAX_DEPTH + more);
          }
        g_assert_cmpint (vdt_json_reader_skip (&reader), ==, more == 0);
      }
}

/* --- numbers ------------------------------------------------------------------------------- */

static const struct
{
  const char *text;
  VdtNumberState state;
  VdtCount value;
} counts[] = {
  { "0", VDT_NUMBER_GOOD, 0 },
  { "-0", VDT_NUMBER_GOOD, 0 },
  { "-0.00e5", VDT_NUMBER_GOOD, 0 },
  { "0e99999999999999999999", VDT_NUMBER_GOOD, 0 },
  { "1", VDT_NUMBER_GOOD, 1 },
  { "1e2", VDT_NUMBER_GOOD, 100 },
  { "1E+2", VDT_NUMBER_GOOD, 100 },
  { "100.0", VDT_NUMBER_GOOD, 100 },
  { "1.5e1", VDT_NUMBER_GOOD, 15 },
  { "1500e-2", VDT_NUMBER_GOOD, 15 },
  { "0.001e3", VDT_NUMBER_GOOD, 1 },
  { "1.000000000000000000000000000000", VDT_NUMBER_GOOD, 1 },
  { "1000000000000000000000000000000e-30", VDT_NUMBER_GOOD, 1 },
  { "9007199254740993", VDT_NUMBER_GOOD, G_GINT64_CONSTANT (9007199254740993) },
  { "9223372036854775807", VDT_NUMBER_GOOD, G_MAXINT64 },
  { "9223372036854775807.000", VDT_NUMBER_GOOD, G_MAXINT64 },
  { "922337203685477580.7e1", VDT_NUMBER_GOOD, G_MAXINT64 },
  { "9e18", VDT_NUMBER_GOOD, G_GINT64_CONSTANT (9000000000000000000) },
  { "9223372036854775808", VDT_NUMBER_BAD, -1 },
  { "1e19", VDT_NUMBER_BAD, -1 },
  { "10000000000000000000", VDT_NUMBER_BAD, -1 },
  { "18446744073709551616", VDT_NUMBER_BAD, -1 },
  { "1e99999999999999999999", VDT_NUMBER_BAD, -1 },
  { "1e-99999999999999999999", VDT_NUMBER_BAD, -1 },
  { "0.5", VDT_NUMBER_BAD, -1 },
  { "1.5", VDT_NUMBER_BAD, -1 },
  { "1e-1", VDT_NUMBER_BAD, -1 },
  { "9223372036854775806.5", VDT_NUMBER_BAD, -1 },
  { "-1", VDT_NUMBER_BAD, -1 },
  { "-1e2", VDT_NUMBER_BAD, -1 },
  { "\"1\"", VDT_NUMBER_BAD, -1 },
  { "true", VDT_NUMBER_BAD, -1 },
  { "false", VDT_NUMBER_BAD, -1 },
  { "{\"a\":[1]}", VDT_NUMBER_BAD, -1 },
  { "[]", VDT_NUMBER_BAD, -1 },
  { "null", VDT_NUMBER_ABSENT, -1 },
};

static void
test_counts (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *text = g_strdup_printf ("[%s,5]", counts[i].text);
      VdtJsonReader reader;
      VdtCount value = 77;

      init (&reader, text);
      g_assert_true (vdt_json_reader_enter_array (&reader));
      g_assert_true (vdt_json_reader_next_element (&reader));
      if (vdt_json_reader_read_count (&reader, &value) != counts[i].state ||
          value != counts[i].value)
        g_error ("%s: read as %" G_GINT64_FORMAT, counts[i].text, value);
      g_assert_true (vdt_json_reader_next_element (&reader));
      g_assert_cmpint (vdt_json_reader_read_count (&reader, &value), ==, VDT_NUMBER_GOOD);
      g_assert_cmpint (value, ==, 5);
      g_assert_false (vdt_json_reader_next_element (&reader));
      g_assert_true (vdt_json_reader_at_end (&reader));
    }
}

static void
test_doubles (void)
{
  const char *const good[] = { "0",
                               "-0",
                               "0.1",
                               "-2.5e-3",
                               "62.5",
                               "1e22",
                               "1e23",
                               "1.7976931348623157e308",
                               "5e-324",
                               "2e-324",
                               "1e-400",
                               "2.2250738585072011e-308",
                               "9007199254740993",
                               "9007199254740992.999999",
                               "123456789012345678901234567890",
                               "0.000000000000000000000000000000000000000000001e45" };
  const char *const bad[] = { "1e309", "-1e400", "1e999999999999", "\"1\"", "true", "[1]" };
  g_autoptr (GString) half = g_string_new ("9007199254740993.");
  VdtJsonReader reader;
  double value = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++)
    {
      init (&reader, good[i]);
      g_assert_cmpint (vdt_json_reader_read_double (&reader, &value), ==, VDT_NUMBER_GOOD);
      g_assert_cmpfloat (value, ==, g_ascii_strtod (good[i], NULL));
      g_assert_true (vdt_json_reader_at_end (&reader));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      init (&reader, bad[i]);
      g_assert_cmpint (vdt_json_reader_read_double (&reader, &value), ==, VDT_NUMBER_BAD);
      g_assert_true (isnan (value));
      g_assert_true (vdt_json_reader_at_end (&reader));
    }
  init (&reader, "null");
  g_assert_cmpint (vdt_json_reader_read_double (&reader, &value), ==, VDT_NUMBER_ABSENT);

  /* Halfway between two doubles, ties to even, unless a far digit says more. */
  for (int i = 0; i < 5000; i++)
    g_string_append_c (half, '0');
  init (&reader, half->str);
  g_assert_cmpint (vdt_json_reader_read_double (&reader, &value), ==, VDT_NUMBER_GOOD);
  g_assert_cmpfloat (value, ==, 9007199254740992.0);
  g_string_append_c (half, '1');
  init (&reader, half->str);
  g_assert_cmpint (vdt_json_reader_read_double (&reader, &value), ==, VDT_NUMBER_GOOD);
  g_assert_cmpfloat (value, ==, 9007199254740994.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/check/own", test_check_own);
  g_test_add_func ("/json/check/depth", test_check_depth);
  g_test_add_func ("/json/check/suite", test_check_suite);
  g_test_add_func ("/json/check/fixtures", test_check_fixtures);
  g_test_add_func ("/json/walk/all", test_walk);
  g_test_add_func ("/json/walk/span", test_walk_span);
  g_test_add_func ("/json/walk/failed", test_walk_failed);
  g_test_add_func ("/json/walk/depth", test_walk_depth);
  g_test_add_func ("/json/number/count", test_counts);
  g_test_add_func ("/json/number/double", test_doubles);
  add_string_tests ();
  add_property_tests ();
  return g_test_run ();
}
