/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "record-dump.h"

typedef enum
{
  REMOVE,
  REPLACE, /* by @garbage */
  DOUBLE,  /* @garbage under the same key stands before it */
} Change;

/* How a document is written: what happens to its @at-th key. */
typedef struct
{
  GString *out;
  guint n; /* keys met so far */
  guint at;
  Change change;
  const char *garbage;
  gboolean reverse;
  gboolean escape_keys;
  gboolean escape_values;
  const char *changed_key;
} Writer;

static void
write_string (Writer *writer, const char *text, gboolean escaped)
{
  g_string_append_c (writer->out, '"');
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (escaped && c < 0x10000)
        g_string_append_printf (writer->out, "\\u%04X", c);
      else if (c == '"' || c == '\\')
        g_string_append_printf (writer->out, "\\%c", (char) c);
      else if (c < 0x20)
        g_string_append_printf (writer->out, "\\u%04x", c);
      else
        g_string_append_unichar (writer->out, c);
    }
  g_string_append_c (writer->out, '"');
}

static void write_node (Writer *writer, JsonNode *node);

static void
write_member (Writer *writer, const char *key, JsonNode *value, gboolean *first)
{
  gboolean here = writer->n++ == writer->at;

  if (here)
    writer->changed_key = key;
  if (here && writer->change == REMOVE)
    {
      g_autoptr (GString) nowhere = g_string_new (NULL);
      GString *out = writer->out;

      /* its own keys are counted all the same */
      writer->out = nowhere;
      write_node (writer, value);
      writer->out = out;
      return;
    }
  if (here && writer->change == DOUBLE)
    {
      g_string_append (writer->out, *first ? "" : ",");
      *first = FALSE;
      write_string (writer, key, writer->escape_keys);
      g_string_append_printf (writer->out, ":%s", writer->garbage);
    }
  g_string_append (writer->out, *first ? "" : ",");
  *first = FALSE;
  write_string (writer, key, writer->escape_keys);
  g_string_append_c (writer->out, ':');
  if (here && writer->change == REPLACE)
    g_string_append (writer->out, writer->garbage);
  else
    write_node (writer, value);
}

static void
write_node (Writer *writer, JsonNode *node)
{
  gboolean first = TRUE;

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_node_get_object (node);
      g_autoptr (GList) keys = json_object_get_members (object);

      if (writer->reverse)
        keys = g_list_reverse (keys);
      g_string_append_c (writer->out, '{');
      for (GList *l = keys; l != NULL; l = l->next)
        write_member (writer, l->data, json_object_get_member (object, l->data), &first);
      g_string_append_c (writer->out, '}');
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      g_string_append_c (writer->out, '[');
      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          g_string_append (writer->out, i > 0 ? "," : "");
          write_node (writer, json_array_get_element (array, i));
        }
      g_string_append_c (writer->out, ']');
    }
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    write_string (writer, json_node_get_string (node), writer->escape_values);
  else
    {
      g_autofree char *text = json_to_string (node, FALSE);

      g_string_append (writer->out, text);
    }
}

static char *
dump_line (DumpFunc dump, const char *line, gsize len)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *exact = g_memdup2 (line, MAX (1, len));

  return dump (out, exact, len, FALSE) ? g_strdup (out->str) : NULL;
}

static char *
dump_written (DumpFunc dump, JsonNode *node, Writer *writer)
{
  g_autoptr (GString) out = g_string_new (NULL);
  char *text = NULL;

  writer->out = out;
  writer->n = 0;
  write_node (writer, node);
  text = dump_line (dump, out->str, out->len);
  if (text == NULL)
    g_error ("not decoded: %s", out->str);
  return text;
}

/* Bad numbers are counted where they are met; here only what became of the fields is compared. */
static char *
without_bad (const char *dump)
{
  g_autoptr (GRegex) regex = g_regex_new (" (bad=[0-9]+|[a-z]+-bad)(?= )", 0, 0, NULL);

  return g_regex_replace_literal (regex, dump, -1, 0, "", 0, NULL);
}

static void
assert_same (const char *what, const char *line, const char *key, const char *a, const char *b)
{
  g_autofree char *x = without_bad (a);
  g_autofree char *y = without_bad (b);

  if (strcmp (x, y) != 0)
    g_error ("%s (key %s): %s\n  %s\n  %s", what, key, line, x, y);
}

static void
check_ends (DumpFunc dump, const char *line)
{
  gsize len = strlen (line);
  g_autofree char *whole = dump_line (dump, line, len);
  g_autofree char *blanks = g_strconcat (" \t", line, " \r\n", NULL);
  g_autofree char *twice = g_strconcat (line, line, NULL);
  g_autofree char *behind = g_strconcat (line, "x", NULL);
  g_autofree char *in_list = g_strconcat ("[", line, "]", NULL);
  g_autofree char *blank_dump = dump_line (dump, blanks, strlen (blanks));

  g_assert_nonnull (whole);
  g_assert_cmpstr (whole, ==, blank_dump);
  g_assert_null (dump_line (dump, twice, strlen (twice)));
  g_assert_null (dump_line (dump, behind, strlen (behind)));
  g_assert_null (dump_line (dump, in_list, strlen (in_list)));
  for (gsize n = 0; n < len; n++)
    {
      g_autofree char *piece = dump_line (dump, line, n);

      g_assert_null (piece);
    }
}

static const char *const garbage[] = { "null",      "7",    "-1.5",
                                       "\"w\"",     "[]",   "[{\"id\":\"w\"}]",
                                       "{\"w\":1}", "true", "{}" };

/* Values of @key in all the other lines: what a first copy could leave behind. */
static void
collect_values (JsonNode *node, const char *key, GPtrArray *values)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name = NULL;
      JsonNode *value = NULL;

      json_object_iter_init (&iter, json_node_get_object (node));
      while (json_object_iter_next (&iter, &name, &value))
        {
          if (strcmp (name, key) == 0)
            g_ptr_array_add (values, json_to_string (value, FALSE));
          collect_values (value, key, values);
        }
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      collect_values (json_array_get_element (json_node_get_array (node), i), key, values);
}

static void
check_doubled (DumpFunc dump, JsonNode *node, GPtrArray *all, const char *line)
{
  Writer writer = { .at = G_MAXUINT };
  g_autofree char *plain = dump_written (dump, node, &writer);
  guint n_keys = writer.n;

  for (guint at = 0; at < n_keys; at++)
    {
      g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);

      writer = (Writer){ .at = at, .change = REMOVE };
      g_free (dump_written (dump, node, &writer));
      for (guint i = 0; i < G_N_ELEMENTS (garbage); i++)
        g_ptr_array_add (values, g_strdup (garbage[i]));
      for (guint i = 0; i < all->len; i++)
        collect_values (g_ptr_array_index (all, i), writer.changed_key, values);
      for (guint i = 0; i < values->len; i++)
        {
          g_autofree char *doubled = NULL;

          writer = (Writer){ .at = at, .change = DOUBLE, .garbage = g_ptr_array_index (values, i) };
          doubled = dump_written (dump, node, &writer);
          assert_same ("the last copy does not win", line, writer.changed_key, plain, doubled);
        }
    }
}

static void
check_wrong_types (DumpFunc dump, JsonNode *node, const char *const *loose, const char *line)
{
  Writer writer = { .at = G_MAXUINT };

  g_free (dump_written (dump, node, &writer));
  for (guint at = 0, n_keys = writer.n; at < n_keys; at++)
    {
      g_autofree char *removed = NULL;

      writer = (Writer){ .at = at, .change = REMOVE };
      removed = dump_written (dump, node, &writer);
      if (g_strv_contains (loose, writer.changed_key))
        continue;
      for (guint i = 0; i < 2; i++)
        {
          g_autofree char *wrong = NULL;

          writer = (Writer){ .at = at, .change = REPLACE, .garbage = i == 0 ? "null" : "[[]]" };
          wrong = dump_written (dump, node, &writer);
          assert_same ("a wrong type is not as missing", line, writer.changed_key, removed, wrong);
        }
    }
}

void
check_properties (DumpFunc dump, const char *const *lines, guint n_lines, const char *const *loose)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);

  for (guint i = 0; i < n_lines; i++)
    {
      g_autofree char *json = quoted (lines[i]);
      JsonNode *node = json_from_string (json, NULL);

      g_assert_nonnull (node);
      g_ptr_array_add (all, node);
    }
  for (guint i = 0; i < n_lines; i++)
    {
      JsonNode *node = g_ptr_array_index (all, i);
      g_autofree char *json = quoted (lines[i]);
      Writer plain = { .at = G_MAXUINT };
      Writer reverse = { .at = G_MAXUINT, .reverse = TRUE };
      Writer escaped = { .at = G_MAXUINT, .escape_keys = TRUE };
      Writer escaped_values = { .at = G_MAXUINT, .escape_keys = TRUE, .escape_values = TRUE };
      g_autofree char *a = dump_written (dump, node, &plain);
      g_autofree char *b = dump_written (dump, node, &reverse);
      g_autofree char *c = dump_written (dump, node, &escaped);
      g_autofree char *d = dump_written (dump, node, &escaped_values);

      check_ends (dump, json);
      assert_same ("the order of keys matters", lines[i], "-", a, b);
      assert_same ("an escaped key is another", lines[i], "-", a, c);
      assert_same ("an escaped text is another", lines[i], "-", a, d);
      check_doubled (dump, node, all, lines[i]);
      check_wrong_types (dump, node, loose, lines[i]);
    }
}
