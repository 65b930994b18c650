/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-record-splitter.h"

#include <string.h>

#include "json-helpers.h"
#include "vdt-json-scan.h"

#define R1                                                                                         \
  "{\"type\":\"user\",\"uuid\":\"1\",\"message\":{\"role\":\"user\",\"content\":\"a {b} \\\"c\\\"\"}}"
#define R2                                                                                         \
  "{\"timestamp\":\"2026-10-15T10:00:00Z\",\"type\":\"event_msg\",\"payload\":{\"type\":\"x\",\"n\":[1,2]}}"
#define R3 "{\"sessionId\":\"s\",\"type\":\"assistant\",\"a\":null}"

typedef struct
{
  GPtrArray *records; /* the texts */
  guint malformed;
  gsize walked;
} Split;

static void
split_clear (Split *split)
{
  g_clear_pointer (&split->records, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Split, split_clear)

static void
split_line (Split *split, const char *line, gsize len)
{
  g_autofree char *exact = g_memdup2 (line, MAX (1, len));
  VdtRecordSplitter splitter;
  VdtJsonSpan record;
  const char *last = exact;
  gsize allowance = 0;

  split->records = g_ptr_array_new_with_free_func (g_free);
  vdt_record_splitter_init (&splitter, exact, len);
  allowance = splitter.allowance;
  while (vdt_record_splitter_next (&splitter, &record))
    {
      g_assert_true (record.data >= last && record.data + record.len <= exact + len);
      g_assert_true (vdt_json_check (record.data, record.len));
      g_assert_true (*record.data == '{');
      last = record.data + record.len;
      g_ptr_array_add (split->records, g_strndup (record.data, record.len));
    }
  g_assert_null (record.data);
  split->malformed = splitter.malformed;
  split->walked = allowance - splitter.allowance;
  g_assert_false (vdt_record_splitter_next (&splitter, &record));
  g_assert_cmpuint (splitter.malformed, ==, split->malformed);
}

static void
assert_split (const char *line, gsize len, guint malformed, const char *const *records)
{
  g_auto (Split) split = { 0 };

  split_line (&split, line, len);
  g_assert_cmpuint (split.malformed, ==, malformed);
  for (guint i = 0; i < split.records->len; i++)
    g_assert_cmpstr (split.records->pdata[i], ==, records[i]);
  g_assert_null (records[split.records->len]);
}

#define ASSERT_SPLIT(line, malformed, ...)                                                         \
  assert_split (line "", sizeof (line) - 1, malformed, (const char *const[]){ __VA_ARGS__ })

static void
test_whole (void)
{
  ASSERT_SPLIT ("", 0, NULL);
  ASSERT_SPLIT ("  \t\r", 0, NULL);
  ASSERT_SPLIT (R1, 0, R1, NULL);
  ASSERT_SPLIT (" " R1 " \r", 0, R1, NULL);
  ASSERT_SPLIT (R1 R2, 0, R1, R2, NULL);
  ASSERT_SPLIT (R1 " " R2 "\t" R3, 0, R1, R2, R3, NULL);
  /* What stands where a record may start is for the decoder to judge. */
  ASSERT_SPLIT ("{}", 0, "{}", NULL);
  ASSERT_SPLIT ("{\"type\":null}{\"a\":1}", 0, "{\"type\":null}", "{\"a\":1}", NULL);
}

static void
test_no_objects (void)
{
  ASSERT_SPLIT ("[]", 1, NULL);
  ASSERT_SPLIT ("42", 1, NULL);
  ASSERT_SPLIT ("\"assistant\"", 1, NULL);
  ASSERT_SPLIT ("null", 1, NULL);
  ASSERT_SPLIT ("true", 1, NULL);
  ASSERT_SPLIT ("{", 1, NULL);
  ASSERT_SPLIT ("}", 1, NULL);
  ASSERT_SPLIT ("\xff\x80@bad", 1, NULL);
  ASSERT_SPLIT ("\"{\\\"type\\\":1,\\\"uuid\\\":2}\"", 1, NULL);
  /* A sound array is a value that is no record, with all it holds; a torn one is torn. */
  ASSERT_SPLIT ("[" R1 "]", 1, NULL);
  ASSERT_SPLIT ("[" R1 "]" R2, 1, R2, NULL);
  ASSERT_SPLIT ("[" R1 "," R2, 1, R1, R2, NULL);
}

static void
test_nuls (void)
{
  ASSERT_SPLIT ("\0\0\0" R1, 0, R1, NULL);
  ASSERT_SPLIT (R1 "\0\0" R2, 0, R1, R2, NULL);
  ASSERT_SPLIT ("\0\0\0", 1, NULL);
  ASSERT_SPLIT (R1 "\0", 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\":\"us\0\0\0" R1, 1, R1, NULL);
}

static void
test_torn (void)
{
  /* Cut in a key, a string, an escape, a number, a word, and between them */
  ASSERT_SPLIT ("{\"cwd\":\"/home\",\"sess" R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\":\"user\",\"uuid\":\"12" R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\":\"user\",\"uuid\":\"1\\" R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\":\"user\",\"uuid\":\"\\u00" R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\":12" R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\":1." R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\":tr" R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\":" R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\":[" R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\":[1," R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\"" R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"type\":\"user\"," R1, 1, R1, NULL);
  ASSERT_SPLIT ("{" R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"" R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"a\":\"b\"  " R1, 1, R1, NULL);
  ASSERT_SPLIT ("{\"a\":\"b{ " R1, 1, R1, NULL);
  /* Only a record's end is left */
  ASSERT_SPLIT ("ser\",\"uuid\":\"1\"}" R1, 1, R1, NULL);
  ASSERT_SPLIT ("]}}" R1 R2, 1, R1, R2, NULL);
  /* Several */
  ASSERT_SPLIT ("{\"a\":\"b" R1 "{\"a\":" R2, 2, R1, R2, NULL);
  ASSERT_SPLIT ("{\"a\":{\"a\":\"b" R1 R2, 1, R1, R2, NULL);
  ASSERT_SPLIT (R1 "{\"a\":{\"a\":\"b{\"c\":[" R2 "{\"d", 2, R1, R2, NULL);
  ASSERT_SPLIT (R1 "{\"a\":1", 1, R1, NULL);
}

static void
test_torn_inside (void)
{
  /* Whole objects in a torn record are no records … */
  ASSERT_SPLIT ("{\"uuid\":\"1\",\"message\":{\"type\":\"message\",\"usage\":{\"n\":1}}", 1, NULL);
  /* … unless they look like one; the rest of the torn one is not counted again. */
  ASSERT_SPLIT ("{\"data\":" R1 ",\"more\":[1,2,\"x", 1, R1, NULL);
  ASSERT_SPLIT ("{\"data\":{\"m\":" R1 ",\"n\":" R2 "},\"more\":[1,2,\"x", 1, R1, R2, NULL);
  /* The outermost that is whole is meant. */
  ASSERT_SPLIT ("{\"data\":{\"type\":1,\"m\":" R1 ",\"uuid\":2},\"x", 1,
                "{\"type\":1,\"m\":" R1 ",\"uuid\":2}", NULL);
  ASSERT_SPLIT ("{\"d\":{\"\\u0074ype\":1,\"payload\":2", 1, NULL);
  ASSERT_SPLIT ("{\"d\":{\"\\u0074ype\":1,\"payload\":2}", 1, "{\"\\u0074ype\":1,\"payload\":2}",
                NULL);
}

static void
append_levels (GString *out, const char *piece, guint n)
{
  while (n-- > 0)
    g_string_append (out, piece);
}

static void
test_depth (void)
{
  for (guint depth = VDT_JSON_MAX_DEPTH; depth <= VDT_JSON_MAX_DEPTH + 1; depth++)
    {
      const gboolean good = depth == VDT_JSON_MAX_DEPTH;
      g_autoptr (GString) line = g_string_new ("{\"type\":1,\"uuid\":2,\"a\":");
      g_auto (Split) split = { 0 };

      append_levels (line, "[", depth - 1);
      append_levels (line, "]", depth - 1);
      g_string_append (line, "}" R1);
      split_line (&split, line->str, line->len);
      g_assert_cmpuint (split.records->len, ==, good ? 2 : 1);
      g_assert_cmpuint (split.malformed, ==, good ? 0 : 1);
      g_assert_cmpstr (split.records->pdata[split.records->len - 1], ==, R1);
    }
  {
    g_autoptr (GString) line = g_string_new (NULL);
    g_auto (Split) split = { 0 };

    append_levels (line, "[", 10000);
    g_string_append (line, R1);
    append_levels (line, "]", 10000);
    g_string_append (line, R2);
    split_line (&split, line->str, line->len);
    /* The brackets behind the bound of depth count once more. */
    g_assert_cmpuint (split.records->len, ==, 2);
    g_assert_cmpuint (split.malformed, ==, 2);
  }
}

/* Lines made to be slow: how much was walked is counted, so this does not depend on a clock. */
static void
test_hostile (void)
{
  static const struct
  {
    const char *piece;
    guint times; /* how often the line may be walked, at most */
  } hostile[] = {
    { "{", 2 },
    { "[", 2 },
    { "{\"type\":", 2 },
    { "{\"type\":1,\"uuid\":", 2 },
    { "{\"type\":1,\"uuid\":[", 2 },
    { "[{\"type\":1},", 2 },
    { "{\"", 2 },
    { "\"{", 2 },
    { "{\"{\":", 2 },
    { "{\":\":\",\",\"", 2 },
    { "{        \"", 3 },
    { "\"a\",{\"b", 2 },
    { "{\"a\":\"\\", 2 },
    { "{\"a\":[" R3 ",", 33 },
    { "{\"a\":" R3 ",\"b\":", 33 },
    { "\xff{\"a\":1}", 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      g_autoptr (GString) line = g_string_sized_new (1 << 20);
      g_auto (Split) split = { 0 };

      while (line->len < 1 << 20)
        g_string_append (line, hostile[i].piece);
      split_line (&split, line->str, line->len);
      if (split.walked > hostile[i].times * line->len)
        g_error ("%s…: walked %.1f times", hostile[i].piece,
                 (double) split.walked / (double) line->len);
      g_assert_cmpuint (split.malformed, >, 0);
    }
  /* A good record behind a line's worth of them is still found. */
  for (gsize i = 0; hostile[i].times < 33; i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);
      g_auto (Split) split = { 0 };

      while (line->len < 100000)
        g_string_append (line, hostile[i].piece);
      g_string_append (line, R2);
      split_line (&split, line->str, line->len);
      g_assert_cmpuint (split.records->len, >, 0);
      g_assert_cmpstr (split.records->pdata[split.records->len - 1], ==, R2);
    }
}

/* --- against the ruling, taken word by word, however long it takes --------------------------- */

static gboolean
looks_like_record (const char *data, gsize len)
{
  VdtJsonReader reader;
  VdtJsonString key;
  gboolean has_type = FALSE;
  gboolean has_mark = FALSE;

  vdt_json_reader_init (&reader, data, len);
  g_assert_true (vdt_json_reader_enter_object (&reader));
  while (vdt_json_reader_next_key (&reader, &key))
    {
      has_type |= vdt_json_string_equal (&key, "type");
      has_mark |= vdt_json_string_equal (&key, "timestamp") ||
                  vdt_json_string_equal (&key, "uuid") || vdt_json_string_equal (&key, "payload") ||
                  vdt_json_string_equal (&key, "sessionId");
    }
  return has_type && has_mark;
}

static gsize
sound_length (const char *p, const char *end)
{
  const char *stop = vdt_json_scan_container (p, end, VDT_JSON_MAX_DEPTH);

  return stop != NULL && vdt_json_check (p, (gsize) (stop - p)) ? (gsize) (stop - p) : 0;
}

static GPtrArray *
split_slowly (const char *line, gsize len)
{
  GPtrArray *records = g_ptr_array_new_with_free_func (g_free);
  const char *const end = line + len;
  const char *p = line;
  gboolean torn = FALSE;

  while (p < end)
    {
      gsize n = 0;

      if (!torn && (*p == '\0' || vdt_json_skip_space (p, p + 1) > p))
        {
          p++;
          continue;
        }
      if (*p == '{' || (!torn && *p == '['))
        n = sound_length (p, end);
      if (n > 0 && *p == '{' && (!torn || looks_like_record (p, n)))
        {
          g_ptr_array_add (records, g_strndup (p, n));
          torn = FALSE;
        }
      else if (n == 0 || torn)
        {
          torn = TRUE;
          n = 1;
        }
      p += n;
    }
  return records;
}

static void
append_record (GRand *rand, GString *out)
{
  g_autoptr (GString) value = g_string_new (NULL);

  random_document (rand, value);
  g_string_append_printf (out, "{\"type\":\"user\",\"message\":{\"content\":%s},\"uuid\":\"%u\"}",
                          value->str, g_rand_int (rand));
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (test_seed () + 4);

  for (int i = 0; i < 6000; i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);
      g_autoptr (GPtrArray) whole = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) slow = NULL;
      g_auto (Split) split = { 0 };
      guint n_torn = 0;
      gboolean torn = FALSE;

      for (int n = g_rand_int_range (rand, 1, 6); n > 0; n--)
        {
          const gsize start = line->len;

          append_record (rand, line);
          if (g_rand_boolean (rand))
            {
              g_ptr_array_add (whole, g_strdup (line->str + start));
              torn = FALSE;
              continue;
            }
          g_string_truncate (line, start + (gsize) g_rand_int_range (rand, 1,
                                                                     (gint32) (line->len - start)));
          n_torn += !torn;
          torn = TRUE;
        }
      split_line (&split, line->str, line->len);
      slow = split_slowly (line->str, line->len);
      g_assert_cmpuint (split.records->len, ==, slow->len);
      g_assert_cmpuint (split.records->len, ==, whole->len);
      for (guint k = 0; k < slow->len; k++)
        {
          g_assert_cmpstr (split.records->pdata[k], ==, slow->pdata[k]);
          g_assert_cmpstr (split.records->pdata[k], ==, whole->pdata[k]);
        }
      g_assert_cmpuint (split.malformed, ==, n_torn);
    }
}

/* --- logs at hand -------------------------------------------------------------------------- */

static void
check_line (const char *path, const char *line, gsize len, gpointer data)
{
  g_autoptr (GPtrArray) slow = NULL;
  g_auto (Split) split = { 0 };
  guint *n = data;

  if (len > 1 << 20)
    return;
  split_line (&split, line, len);
  if (vdt_json_check (line, len) && len > 0 && *line == '{')
    {
      g_assert_cmpuint (split.records->len, ==, 1);
      g_assert_cmpuint (split.malformed, ==, 0);
    }
  else
    {
      slow = split_slowly (line, len);
      g_assert_cmpuint (split.records->len, ==, slow->len);
      for (guint i = 0; i < slow->len; i++)
        g_assert_cmpstr (split.records->pdata[i], ==, slow->pdata[i]);
    }
  (*n)++;
}

static void
test_shared (void)
{
  guint n = 0;

  if (!foreach_shared_line ("fixtures", check_line, &n) ||
      !foreach_shared_line ("cases", check_line, &n))
    g_test_skip ("no logs at hand");
  else
    g_assert_cmpuint (n, >, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/splitter/whole", test_whole);
  g_test_add_func ("/splitter/no-objects", test_no_objects);
  g_test_add_func ("/splitter/nuls", test_nuls);
  g_test_add_func ("/splitter/torn", test_torn);
  g_test_add_func ("/splitter/torn-inside", test_torn_inside);
  g_test_add_func ("/splitter/depth", test_depth);
  g_test_add_func ("/splitter/hostile", test_hostile);
  g_test_add_func ("/splitter/random", test_random);
  g_test_add_func ("/splitter/shared", test_shared);
  return g_test_run ();
}
