/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Prints how fast lines are read, beside json-glib on the same lines in the same run. Judges
 * nothing. With file names as arguments it takes their lines instead of made-up ones. */

#define G_LOG_DOMAIN "vdt-bench"

#include "config.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "vdt-json-reader.h"
#include "vdt-json-scan.h"
#include "vdt-line-reader.h"
#include "vdt-record-splitter.h"

#define TEXT_BYTES    (24 * 1024 * 1024)
#define BENCH_US      (400 * 1000)
#define SLOW_BENCH_US (800 * 1000)

typedef gsize (*BenchFunc) (const char *text, gsize len, gconstpointer data);

/* --- text ---------------------------------------------------------------------------------- */

static void
append_prose (GString *out, GRand *rand, gsize len)
{
  static const char *const words[] = {
    "the", "tests",      "pass", "now",    "\\n", "const",  "value", "\\\"key\\\"", "= {",
    "}",   "src/main.c", "ü",    "return", "0;",  "\\t\\t", "also",  "[1]",         "→"
  };
  const gsize until = out->len + len;

  while (out->len < until)
    {
      g_string_append (out, words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))]);
      g_string_append_c (out, ' ');
    }
}

static void
append_line (GString *out, GRand *rand)
{
  const int kind = g_rand_int_range (rand, 0, 10);

  g_string_append_printf (out,
                          "{\"parentUuid\":\"6d2653a2-5813-4a54-aacf-%012x\",\"isSidechain\":false,"
                          "\"userType\":\"external\",\"cwd\":\"/home/dev/src/shop-api\","
                          "\"sessionId\":\"a7f3e3f7-2c5e-46c0-a08f-50c1472af979\","
                          "\"version\":\"2.1.210\",\"gitBranch\":\"main\",",
                          g_rand_int (rand));
  if (kind < 6)
    {
      g_string_append_printf (
        out,
        "\"message\":{\"model\":\"claude-sonnet-4-5-20250929\",\"id\":\"msg_%08x\","
        "\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"",
        g_rand_int (rand));
      append_prose (out, rand, (gsize) g_rand_int_range (rand, 20, 1500));
      g_string_append_printf (
        out,
        "\"}],\"stop_reason\":\"end_turn\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":%d,"
        "\"cache_creation_input_tokens\":1000,\"cache_read_input_tokens\":10000,"
        "\"cache_creation\":{\"ephemeral_5m_input_tokens\":1000,\"ephemeral_1h_input_tokens\":0},"
        "\"output_tokens\":100,\"service_tier\":\"standard\"}},\"requestId\":\"req_x\","
        "\"type\":\"assistant\",",
        g_rand_int_range (rand, 1, 10000));
    }
  else
    {
      g_string_append (out, "\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[{"
                            "\"tool_use_id\":\"toolu_01\",\"type\":\"tool_result\",\"content\":\"");
      append_prose (out, rand, (gsize) g_rand_int_range (rand, 100, kind == 9 ? 60000 : 4000));
      g_string_append (out, "\"}]},\"toolUseResult\":{\"stdout\":\"");
      append_prose (out, rand, (gsize) g_rand_int_range (rand, 100, kind == 9 ? 60000 : 4000));
      g_string_append (out, "\",\"stderr\":\"\",\"interrupted\":false,\"isImage\":false},");
    }
  g_string_append_printf (out,
                          "\"uuid\":\"6d2653a2-5813-4a54-aacf-%012x\","
                          "\"timestamp\":\"2026-10-15T10:00:01.000Z\"}\n",
                          g_rand_int (rand));
}

/* --- what is measured ---------------------------------------------------------------------- */

static gsize
bench_container (const char *text, gsize len, gconstpointer data)
{
  const VdtJsonScanner *scanner = data;
  const char *const end = text + len;
  gsize n = 0;

  for (const char *p = text; p < end; p++, n++)
    {
      p = scanner->container (p, end, VDT_JSON_MAX_DEPTH);
      g_assert_true (p != NULL);
    }
  return n;
}

/* A few keys of depth 1, the rest skipped: what a decoder does with most lines. */
static gsize
bench_keys (const char *text, gsize len, gconstpointer data)
{
  const char *const end = text + len;
  gsize n = 0;

  for (const char *p = text; p < end; n++)
    {
      const char *newline = memchr (p, '\n', (gsize) (end - p));
      VdtJsonReader reader;
      VdtJsonString key;
      VdtJsonString type = { 0 };
      VdtJsonString time = { 0 };

      vdt_json_reader_init (&reader, p, (gsize) (newline - p));
      if (vdt_json_reader_enter_object (&reader))
        {
          while (vdt_json_reader_next_key (&reader, &key))
            if (vdt_json_string_equal (&key, "type"))
              vdt_json_reader_read_string (&reader, &type);
            else if (vdt_json_string_equal (&key, "timestamp"))
              vdt_json_reader_read_string (&reader, &time);
        }
      g_assert_true (vdt_json_reader_at_end (&reader));
      p = newline + 1;
    }
  return n;
}

static gsize
bench_check (const char *text, gsize len, gconstpointer data)
{
  const char *const end = text + len;
  gsize n = 0;

  for (const char *p = text; p < end; n++)
    {
      const char *newline = memchr (p, '\n', (gsize) (end - p));

      g_assert_true (vdt_json_check (p, (gsize) (newline - p)));
      p = newline + 1;
    }
  return n;
}

static gsize
bench_splitter (const char *text, gsize len, gconstpointer data)
{
  const char *const end = text + len;
  gsize n = 0;

  for (const char *p = text; p < end;)
    {
      const char *newline = memchr (p, '\n', (gsize) (end - p));
      VdtRecordSplitter splitter;
      VdtJsonSpan record;

      vdt_record_splitter_init (&splitter, p, (gsize) (newline - p));
      while (vdt_record_splitter_next (&splitter, &record))
        n++;
      g_assert_cmpuint (splitter.malformed, ==, 0);
      p = newline + 1;
    }
  return n;
}

static gsize
bench_json_glib (const char *text, gsize len, gconstpointer data)
{
  const char *const end = text + len;
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  gsize n = 0;

  for (const char *p = text; p < end; n++)
    {
      const char *newline = memchr (p, '\n', (gsize) (end - p));

      g_assert_true (json_parser_load_from_data (parser, p, newline - p, NULL));
      p = newline + 1;
    }
  return n;
}

static gsize
bench_lines (const char *text, gsize len, gconstpointer data)
{
  g_autoptr (VdtLineReader) reader = vdt_line_reader_new ();
  VdtLine line;
  gsize n = 0;

  g_assert_true (vdt_line_reader_open (reader, data, NULL));
  while (vdt_line_reader_next (reader, &line, NULL) == VDT_LINE_OK)
    n++;
  return n;
}

static double
run (const char *name, BenchFunc func, const char *text, gsize len, gconstpointer data, gint64 us)
{
  const gint64 start = g_get_monotonic_time ();
  gint64 best = G_MAXINT64;
  gsize lines = 0;
  double rate = 0;

  do
    {
      const gint64 before = g_get_monotonic_time ();

      lines = func (text, len, data);
      best = MIN (best, MAX (1, g_get_monotonic_time () - before));
    }
  while (g_get_monotonic_time () - start < us);
  rate = (double) len / (double) best;
  g_print ("%-34s %9.0f MB/s   %8.0f ns/line\n", name, rate,
           (double) best * 1000 / (double) MAX (1, lines));
  return rate;
}

int
main (int argc, char **argv)
{
  static const char *const kinds[] = { "skip, portable", "skip, SSE2", "skip, AVX2" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261015);
  g_autofree char *dir = g_dir_make_tmp ("vedette-bench-XXXXXX", NULL);
  g_autofree char *plain = g_build_filename (dir, "log.jsonl", NULL);
  g_autofree char *packed = g_build_filename (dir, "log.jsonl.zst", NULL);
  g_autofree char *pack = NULL;
  gsize size = 0;
  double own = 0;
  double check = 0;
  double peer = 0;

  for (int i = 1; i < argc; i++)
    {
      g_autoptr (VdtLineReader) reader = vdt_line_reader_new ();
      VdtLine line;

      if (!vdt_line_reader_open (reader, argv[i], NULL))
        continue;
      while (vdt_line_reader_next (reader, &line, NULL) == VDT_LINE_OK)
        if (line.len > 0 && *line.data == '{' && vdt_json_check (line.data, line.len) &&
            g_utf8_validate (line.data, (gssize) line.len, NULL))
          {
            g_string_append_len (text, line.data, (gssize) line.len);
            g_string_append_c (text, '\n');
          }
    }
  if (text->len > 0)
    for (gsize once = text->len; text->len < TEXT_BYTES;)
      g_string_append_len (text, text->str, (gssize) once);
  while (text->len < TEXT_BYTES)
    append_line (text, rand);

  size = ZSTD_compressBound (text->len);
  pack = g_malloc (size);
  size = ZSTD_compress (pack, size, text->str, text->len, 3);
  g_assert_false (ZSTD_isError (size));
  g_assert_true (g_file_set_contents (plain, text->str, (gssize) text->len, NULL));
  g_assert_true (g_file_set_contents (packed, pack, (gssize) size, NULL));

  for (guint kind = 0; kind < VDT_JSON_SCAN_N_KINDS; kind++)
    {
      const VdtJsonScanner *scanner = vdt_json_scanner_get ((VdtJsonScanKind) kind);

      if (scanner != NULL)
        run (kinds[kind], bench_container, text->str, text->len, scanner, BENCH_US);
    }
  own = run ("two keys of depth 1", bench_keys, text->str, text->len, NULL, BENCH_US);
  check = run ("strict check", bench_check, text->str, text->len, NULL, BENCH_US);
  run ("record splitter", bench_splitter, text->str, text->len, NULL, BENCH_US);
  run ("line reader", bench_lines, text->str, text->len, plain, BENCH_US);
  run ("line reader, zstd (plain bytes)", bench_lines, text->str, text->len, packed, BENCH_US);
  peer = run ("json-glib", bench_json_glib, text->str, text->len, NULL, SLOW_BENCH_US);
  g_print ("two keys %.1f times, strict check %.1f times as fast as json-glib\n", own / peer,
           check / peer);

  g_unlink (plain);
  g_unlink (packed);
  g_rmdir (dir);
  return 0;
}
