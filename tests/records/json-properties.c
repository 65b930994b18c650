/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "json-helpers.h"
#include "vdt-json-reader.h"
#include "vdt-json-scan.h"

#define N_DOCUMENTS 3000
#define N_MUTANTS   20000

/* --- a second opinion: the grammar of RFC 8259, byte by byte, as plainly as it goes ---------- */

static void
plain_space (const char **p)
{
  while (**p != '\0' && strchr (" \t\r\n", **p) != NULL)
    (*p)++;
}

static gboolean
plain_digits (const char **p)
{
  const char *start = *p;

  while (g_ascii_isdigit (**p))
    (*p)++;
  return *p > start;
}

static gboolean
plain_number (const char **p)
{
  if (**p == '-')
    (*p)++;
  if (**p == '0')
    (*p)++;
  else if (!plain_digits (p))
    return FALSE;
  if (**p == '.')
    {
      (*p)++;
      if (!plain_digits (p))
        return FALSE;
    }
  if (**p == 'e' || **p == 'E')
    {
      (*p)++;
      if (**p == '+' || **p == '-')
        (*p)++;
      return plain_digits (p);
    }
  return TRUE;
}

static gboolean
plain_string (const char **p)
{
  for ((*p)++; **p != '"'; (*p)++)
    {
      if ((guchar) * *p < 0x20)
        return FALSE;
      if (**p != '\\')
        continue;
      (*p)++;
      if (**p == '\0' || strchr ("\"\\/bfnrtu", **p) == NULL)
        return FALSE;
      if (**p == 'u')
        for (int i = 0; i < 4; i++)
          {
            (*p)++;
            if (!g_ascii_isxdigit (**p))
              return FALSE;
          }
    }
  (*p)++;
  return TRUE;
}

static gboolean
plain_value (const char **p)
{
  static const char *const literals[] = { "true", "false", "null" };

  plain_space (p);
  if (**p == '"')
    return plain_string (p);
  if (**p == '{' || **p == '[')
    {
      const char closer = **p == '{' ? '}' : ']';

      (*p)++;
      plain_space (p);
      if (**p == closer)
        {
          (*p)++;
          return TRUE;
        }
      for (;; (*p)++)
        {
          if (closer == '}')
            {
              plain_space (p);
              if (**p != '"' || !plain_string (p))
                return FALSE;
              plain_space (p);
              if (*(*p)++ != ':')
                return FALSE;
            }
          if (!plain_value (p))
            return FALSE;
          plain_space (p);
          if (**p == closer)
            {
              (*p)++;
              return TRUE;
            }
          if (**p != ',')
            return FALSE;
        }
    }
  for (gsize i = 0; i < G_N_ELEMENTS (literals); i++)
    if (g_str_has_prefix (*p, literals[i]))
      {
        *p += strlen (literals[i]);
        return TRUE;
      }
  return plain_number (p);
}

static gboolean
plain_document (const char *text)
{
  const char *p = text;

  if (!plain_value (&p))
    return FALSE;
  plain_space (&p);
  return *p == '\0';
}

/* --- values -------------------------------------------------------------------------------- */

static void
assert_same_value (VdtJsonReader *reader, JsonNode *node)
{
  VdtJsonString string = { 0 };
  double number = 0;

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_node_get_object (node);
      guint n = 0;

      g_assert_true (vdt_json_reader_enter_object (reader));
      for (; vdt_json_reader_next_key (reader, &string); n++)
        {
          g_autofree char *key = vdt_json_string_dup (&string, 0);

          g_assert_true (vdt_json_string_equal (&string, key));
          g_assert_true (json_object_has_member (object, key));
          assert_same_value (reader, json_object_get_member (object, key));
        }
      g_assert_cmpuint (n, ==, json_object_get_size (object));
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      guint n = 0;

      g_assert_true (vdt_json_reader_enter_array (reader));
      for (; vdt_json_reader_next_element (reader); n++)
        assert_same_value (reader, json_array_get_element (array, n));
      g_assert_cmpuint (n, ==, json_array_get_length (array));
    }
  else if (JSON_NODE_HOLDS_NULL (node))
    {
      g_assert_cmpint (vdt_json_reader_peek (reader), ==, VDT_JSON_NULL);
      g_assert_true (vdt_json_reader_skip (reader));
    }
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    {
      g_autofree char *text = NULL;

      g_assert_true (vdt_json_reader_read_string (reader, &string));
      text = vdt_json_string_dup (&string, 0);
      g_assert_cmpstr (text, ==, json_node_get_string (node));
    }
  else if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    {
      gboolean flag = FALSE;

      g_assert_true (vdt_json_reader_read_boolean (reader, &flag));
      g_assert_cmpint (flag, ==, json_node_get_boolean (node));
    }
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    {
      g_assert_cmpint (vdt_json_reader_read_double (reader, &number), ==, VDT_NUMBER_GOOD);
      g_assert_cmpfloat (number, ==, json_node_get_double (node));
    }
  else
    {
      const gint64 wanted = json_node_get_int (node);
      VdtCount count = 0;
      const VdtNumberState state = vdt_json_reader_read_count (reader, &count);

      g_assert_cmpint (state, ==, wanted >= 0 ? VDT_NUMBER_GOOD : VDT_NUMBER_BAD);
      g_assert_cmpint (count, ==, MAX (wanted, -1));
    }
}

static void
test_valid (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (test_seed ());
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();

  for (int i = 0; i < N_DOCUMENTS; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *exact = NULL;
      VdtJsonReader reader;

      g_string_truncate (text, 0);
      random_document (rand, text);
      exact = g_memdup2 (text->str, text->len);
      g_assert_true (plain_document (text->str));
      g_assert_true (vdt_json_check (exact, text->len));
      json_parser_load_from_data (parser, text->str, (gssize) text->len, &error);
      g_assert_no_error (error);
      vdt_json_reader_init (&reader, exact, text->len);
      assert_same_value (&reader, json_parser_get_root (parser));
      g_assert_true (vdt_json_reader_at_end (&reader));
    }
}

/* Broken documents: we and the plain grammar agree on every one; json-glib takes all that we take
 * and more: comments, trailing words, bare control characters in strings, zeros before a number
 * and so on, which RFC 8259 does not have. */
static void
test_mutants (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (test_seed () + 1);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  guint n_good = 0;
  guint n_lenient = 0;

  for (int i = 0; i < N_MUTANTS; i++)
    {
      g_autofree char *exact = NULL;
      gboolean good = FALSE;

      if (i % 8 == 0)
        {
          g_string_truncate (text, 0);
          random_document (rand, text);
        }
      random_mutation (rand, text);
      exact = g_memdup2 (text->str, text->len);
      good = vdt_json_check (text->len > 0 ? exact : "", text->len);
      if (good != plain_document (text->str))
        g_error ("%s: %s", good ? "accepted" : "refused", text->str);
      n_good += good;
      if (!g_utf8_validate (text->str, -1, NULL))
        continue;
      if (json_glib_takes (parser, text->str, text->len))
        n_lenient += !good;
      /* Its strings end at halves of pairs, which we take. */
      else if (good && strstr (text->str, "\\u") == NULL)
        g_error ("json-glib refuses: %s", text->str);
    }
  g_test_message ("%u of %d were sound; json-glib took %u more", n_good, N_MUTANTS, n_lenient);
  g_assert_cmpuint (n_good, >, N_MUTANTS / 100);
  g_assert_cmpuint (n_good, <, N_MUTANTS / 2);
}

/* --- skipping ------------------------------------------------------------------------------ */

/* Walks the value that is due; at each step one in three is skipped, left alone or taken whole. */
static void
walk_at_random (VdtJsonReader *reader, GRand *rand)
{
  VdtJsonString string;
  VdtJsonSpan span;
  VdtCount count = 0;
  double number = 0;

  switch (g_rand_int_range (rand, 0, 8))
    {
    case 0:
      vdt_json_reader_skip (reader);
      return;
    case 1:
      if (vdt_json_reader_read_span (reader, &span))
        g_assert_true (span.len > 0);
      return;
    case 2:
      vdt_json_reader_read_count (reader, &count);
      return;
    case 3:
      vdt_json_reader_read_double (reader, &number);
      return;
    case 4:
      if (reader->depth > 0)
        return;
      break;
    default:
      break;
    }
  if (vdt_json_reader_enter_object (reader))
    {
      while (vdt_json_reader_next_key (reader, &string))
        walk_at_random (reader, rand);
    }
  else if (vdt_json_reader_enter_array (reader))
    {
      while (vdt_json_reader_next_element (reader))
        walk_at_random (reader, rand);
    }
  else if (!vdt_json_reader_read_string (reader, &string))
    vdt_json_reader_skip (reader);
}

static void
test_skips (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (test_seed () + 2);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < N_DOCUMENTS * 3; i++)
    {
      g_autofree char *exact = NULL;
      VdtJsonReader reader;
      gboolean good = FALSE;

      g_string_truncate (text, 0);
      random_document (rand, text);
      if (i % 3 == 0)
        random_mutation (rand, text);
      exact = g_memdup2 (text->str, text->len);
      good = vdt_json_check (text->len > 0 ? exact : "", text->len);
      vdt_json_reader_init (&reader, exact, text->len);
      walk_at_random (&reader, rand);
      /* What is sound ends where it ends; what is not may look so only where it was skipped. */
      if (good)
        g_assert_true (vdt_json_reader_at_end (&reader));
      g_assert_true (reader.pos <= reader.end);
    }
}

/* --- scanners ------------------------------------------------------------------------------ */

static void
assert_same_scans (const char *data, gsize len, guint max_depth)
{
  const VdtJsonScanner *first = vdt_json_scanner_get (VDT_JSON_SCAN_PORTABLE);
  const char *end = data + len;
  const char *special = first->special (data, end);
  const char *string_end = first->string_end (data, end);
  const char *container = NULL;
  const gboolean bracket = len > 0 && (*data == '{' || *data == '[');

  if (bracket)
    container = first->container (data, end, max_depth);
  g_assert_true (vdt_json_scan_special (data, end) == special);
  g_assert_true (vdt_json_scan_string_end (data, end) == string_end);
  if (bracket)
    g_assert_true (vdt_json_scan_container (data, end, max_depth) == container);
  for (guint kind = VDT_JSON_SCAN_PORTABLE + 1; kind < VDT_JSON_SCAN_N_KINDS; kind++)
    {
      const VdtJsonScanner *scanner = vdt_json_scanner_get ((VdtJsonScanKind) kind);

      if (scanner == NULL)
        continue;
      g_assert_true (scanner->special (data, end) == special);
      g_assert_true (scanner->string_end (data, end) == string_end);
      if (bracket)
        g_assert_true (scanner->container (data, end, max_depth) == container);
    }
}

static void
test_scanners (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (test_seed () + 3);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_closed = 0;

  for (int i = 0; i < 20000; i++)
    {
      const guint max_depth = (guint) g_rand_int_range (rand, 1, i % 4 == 0 ? 8 : 1025);
      g_autofree char *exact = NULL;
      gsize from = 0;

      g_string_assign (text, g_rand_boolean (rand) ? "{" : "[");
      switch (i % 3)
        {
        case 0:
          random_noise (rand, text, (gsize) g_rand_int_range (rand, 0, 400));
          break;
        case 1:
          g_string_truncate (text, 0);
          random_document (rand, text);
          from = (gsize) g_rand_int_range (rand, 0, (gint32) text->len + 1);
          break;
        default:
          random_document (rand, text);
          random_mutation (rand, text);
          break;
        }
      if (g_rand_boolean (rand))
        from = 0;
      from = MIN (from, text->len);
      exact = g_memdup2 (text->str + from, MAX (1, text->len - from));
      assert_same_scans (exact, text->len - from, max_depth);
      n_closed += text->len > from && (*exact == '{' || *exact == '[') &&
                  vdt_json_scan_container (exact, exact + (text->len - from), max_depth) != NULL;
    }
  g_assert_cmpuint (n_closed, >, 2000);
}

/* Runs of backslashes of each length at each place about the edge of a block. */
static void
test_scanner_edges (void)
{
  for (gsize before = 50; before < 70; before++)
    for (gsize run = 0; run < 140; run += run < 12 ? 1 : 13)
      {
        g_autofree char *spaces = g_strnfill (before, 'a');
        g_autofree char *slashes = g_strnfill (run, '\\');
        g_autofree char *text = g_strconcat ("[\"", spaces, slashes, "\"]\"]", NULL);
        const gsize len = strlen (text);
        const char *end = text + len - (run % 2 == 0 ? 2 : 0);

        assert_same_scans (text, len, 1024);
        assert_same_scans (text + 2, len - 2, 1024);
        g_assert_true (vdt_json_scan_container (text, text + len, 1) == end);
      }
}

void
add_property_tests (void)
{
  g_test_add_func ("/json/property/valid", test_valid);
  g_test_add_func ("/json/property/mutants", test_mutants);
  g_test_add_func ("/json/property/skips", test_skips);
  g_test_add_func ("/json/property/scanners", test_scanners);
  g_test_add_func ("/json/property/scanner-edges", test_scanner_edges);
}
