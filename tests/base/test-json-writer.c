/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-json-writer.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

static void
test_escapes (void)
{
  static const struct
  {
    const char *text;
    const char *json;
  } cases[] = {
    { "", "\"\"" },
    { "plain / text", "\"plain / text\"" },
    { "\"\\", "\"\\\"\\\\\"" },
    { "\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\"" },
    { "\x01\x0b\x1b\x1f", "\"\\u0001\\u000b\\u001b\\u001f\"" },
    { "\x7f", "\"\x7f\"" },
    { "é中🚀", "\"é中🚀\"" },
    { "\xe2\x80\xae\xe2\x80\xa8", "\"\xe2\x80\xae\xe2\x80\xa8\"" },
    { "<a href='x'>&amp;</a>", "\"<a href='x'>&amp;</a>\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);

      vdt_json_append_string (out, cases[i].text);
      g_assert_cmpstr (out->str, ==, cases[i].json);
    }
}

/* Every character below U+0100 comes back through another reader. */
static void
test_escapes_round_trip (void)
{
  for (gunichar c = 1; c < 0x100; c++)
    {
      g_autoptr (GString) out = g_string_new ("[");
      g_autoptr (JsonNode) node = NULL;
      char text[16] = { 'a' };

      text[1 + g_unichar_to_utf8 (c, text + 1)] = 'b';
      vdt_json_append_string (out, text);
      g_string_append_c (out, ']');
      node = json_from_string (out->str, NULL);
      g_assert_nonnull (node);
      g_assert_cmpstr (json_array_get_string_element (json_node_get_array (node), 0), ==, text);
    }
}

static char *
write_double (double value)
{
  VdtJsonWriter *writer = vdt_json_writer_new ();

  vdt_json_writer_begin_array (writer);
  vdt_json_writer_double (writer, value);
  vdt_json_writer_end_array (writer);
  return g_strdelimit (vdt_json_writer_finish (writer), " \n", ' ');
}

static void
test_doubles (void)
{
  static const struct
  {
    double value;
    const char *json;
  } cases[] = {
    { 0, "0" },
    { 62, "62" },
    { 62.5, "62.5" },
    { 0.1, "0.1" },
    { 99.9, "99.9" },
    { 100, "100" },
    { 1.0 / 3, "0.3333333333333333" },
    { -2.5, "-2.5" },
    { NAN, "null" },
    { INFINITY, "null" },
    { -INFINITY, "null" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = write_double (cases[i].value);
      g_autofree char *expected = g_strdup_printf ("[   %s ] ", cases[i].json);

      g_assert_cmpstr (json, ==, expected);
    }
}

static void
test_doubles_round_trip (void)
{
  for (guint i = 0; i < 20000; i++)
    {
      guint64 bits = (guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
      g_autofree char *json = NULL;
      g_autoptr (JsonNode) node = NULL;
      JsonArray *array = NULL;
      double value = 0;

      if (i % 2 == 0)
        memcpy (&value, &bits, sizeof value);
      else
        value = (double) (bits % 1000) / 10;
      json = write_double (value);
      node = json_from_string (json, NULL);
      g_assert_nonnull (node);
      array = json_node_get_array (node);
      g_assert_cmpuint (json_array_get_length (array), ==, 1);
      if (isfinite (value))
        g_assert_true (json_array_get_double_element (array, 0) == value);
      else
        g_assert_true (json_array_get_null_element (array, 0));
      /* a percentage of one decimal is written with one */
      if (i % 2 == 1)
        g_assert_cmpuint (strlen (json), <=, strlen ("[   99.9 ] "));
    }
}

static void
test_document (void)
{
  VdtJsonWriter *writer = vdt_json_writer_new ();
  g_autofree char *text = NULL;

  vdt_json_writer_begin_object (writer);
  vdt_json_writer_key (writer, "a \"key\"");
  vdt_json_writer_begin_array (writer);
  vdt_json_writer_int (writer, G_MAXINT64);
  vdt_json_writer_int (writer, G_MININT64);
  vdt_json_writer_count (writer, VDT_COUNT_UNKNOWN);
  vdt_json_writer_count (writer, 0);
  vdt_json_writer_boolean (writer, TRUE);
  vdt_json_writer_boolean (writer, FALSE);
  vdt_json_writer_string (writer, NULL);
  vdt_json_writer_string (writer, "s");
  vdt_json_writer_time (writer, VDT_TIME_UNKNOWN);
  vdt_json_writer_time (writer, 1500);
  vdt_json_writer_end_array (writer);
  vdt_json_writer_key (writer, "empty");
  vdt_json_writer_begin_object (writer);
  vdt_json_writer_end_object (writer);
  vdt_json_writer_key (writer, "none");
  vdt_json_writer_begin_array (writer);
  vdt_json_writer_end_array (writer);
  vdt_json_writer_key (writer, "last");
  vdt_json_writer_null (writer);
  vdt_json_writer_end_object (writer);
  text = vdt_json_writer_finish (writer);
  g_assert_cmpstr (text, ==,
                   "{\n"
                   "  \"a \\\"key\\\"\": [\n"
                   "    9223372036854775807,\n"
                   "    -9223372036854775808,\n"
                   "    null,\n"
                   "    0,\n"
                   "    true,\n"
                   "    false,\n"
                   "    null,\n"
                   "    \"s\",\n"
                   "    null,\n"
                   "    \"1970-01-01T00:00:01.500Z\"\n"
                   "  ],\n"
                   "  \"empty\": {},\n"
                   "  \"none\": [],\n"
                   "  \"last\": null\n"
                   "}\n");
}

/* A random tree, written and read by another reader, is the same tree. */
static JsonNode *
random_tree (VdtJsonWriter *writer, guint depth)
{
  guint n = g_test_rand_int_range (0, 5);
  JsonNode *node = NULL;

  switch (depth > 0 ? g_test_rand_int_range (0, 6) : g_test_rand_int_range (2, 6))
    {
    case 0:
      {
        JsonArray *array = json_array_new ();

        vdt_json_writer_begin_array (writer);
        for (guint i = 0; i < n; i++)
          json_array_add_element (array, random_tree (writer, depth - 1));
        vdt_json_writer_end_array (writer);
        node = json_node_init_array (json_node_alloc (), array);
        json_array_unref (array);
        return node;
      }
    case 1:
      {
        JsonObject *object = json_object_new ();

        vdt_json_writer_begin_object (writer);
        for (guint i = 0; i < n; i++)
          {
            g_autofree char *key = g_strdup_printf ("k\n%u", i);

            vdt_json_writer_key (writer, key);
            json_object_set_member (object, key, random_tree (writer, depth - 1));
          }
        vdt_json_writer_end_object (writer);
        node = json_node_init_object (json_node_alloc (), object);
        json_object_unref (object);
        return node;
      }
    case 2:
      vdt_json_writer_int (writer, n);
      return json_node_init_int (json_node_alloc (), n);
    case 3:
      vdt_json_writer_boolean (writer, n > 2);
      return json_node_init_boolean (json_node_alloc (), n > 2);
    case 4:
      vdt_json_writer_string (writer, "\"é\x1b");
      return json_node_init_string (json_node_alloc (), "\"é\x1b");
    default:
      vdt_json_writer_null (writer);
      return json_node_init_null (json_node_alloc ());
    }
}

static void
test_nesting (void)
{
  for (guint i = 0; i < 500; i++)
    {
      VdtJsonWriter *writer = vdt_json_writer_new ();
      g_autoptr (JsonNode) expected = NULL;
      g_autoptr (JsonNode) read = NULL;
      g_autofree char *text = NULL;

      vdt_json_writer_begin_array (writer);
      expected = random_tree (writer, 6);
      vdt_json_writer_end_array (writer);
      text = vdt_json_writer_finish (writer);
      read = json_from_string (text, NULL);
      g_assert_nonnull (read);
      g_assert_true (
        json_node_equal (json_array_get_element (json_node_get_array (read), 0), expected));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-writer/escapes", test_escapes);
  g_test_add_func ("/json-writer/escapes-round-trip", test_escapes_round_trip);
  g_test_add_func ("/json-writer/doubles", test_doubles);
  g_test_add_func ("/json-writer/doubles-round-trip", test_doubles_round_trip);
  g_test_add_func ("/json-writer/document", test_document);
  g_test_add_func ("/json-writer/nesting", test_nesting);
  return g_test_run ();
}
