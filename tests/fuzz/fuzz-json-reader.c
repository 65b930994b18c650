/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The first two bytes choose what is skipped and how deep, the rest is the document. */

#define G_LOG_DOMAIN "vdt-fuzz"

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "vdt-json-reader.h"
#include "vdt-json-scan.h"
#include "vdt-record-splitter.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define CHECK(condition)                                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (!(condition))                                                                              \
      g_error ("does not hold: %s", #condition);                                                   \
  }                                                                                                \
  G_STMT_END

static guint choices;

static guint
choose (void)
{
  choices = choices * 1664525u + 1013904223u;
  return choices >> 24;
}

static void
use_string (const VdtJsonString *string)
{
  const gsize bound = choose () % 12;
  g_autofree char *all = vdt_json_string_dup (string, 0);
  g_autofree char *some = vdt_json_string_dup (string, bound);
  char buffer[16];

  CHECK (g_utf8_validate (all, -1, NULL));
  CHECK (g_utf8_validate (some, -1, NULL));
  CHECK (g_str_has_prefix (all, some));
  CHECK (bound == 0 || strlen (some) <= bound);
  CHECK (vdt_json_string_copy (string, buffer, bound + 1) == strlen (buffer));
  CHECK (bound == 0 || strcmp (buffer, some) == 0);
  /* Where nothing was replaced by bytes that the literal has, too, both ways are one. */
  CHECK (!string->escaped || vdt_json_string_equal (string, all));
}

static void
walk (VdtJsonReader *reader)
{
  VdtJsonString string;
  VdtJsonSpan span;
  VdtCount count = 0;
  double number = 0;
  gboolean flag = FALSE;

  switch (choose () % 10)
    {
    case 0:
      vdt_json_reader_skip (reader);
      return;
    case 1:
      if (vdt_json_reader_read_span (reader, &span))
        CHECK (span.data >= reader->start && span.data + span.len <= reader->end);
      return;
    case 2:
      CHECK ((vdt_json_reader_read_count (reader, &count) == VDT_NUMBER_GOOD) == (count >= 0));
      return;
    case 3:
      CHECK ((vdt_json_reader_read_double (reader, &number) == VDT_NUMBER_GOOD) ==
             (number == number));
      return;
    case 4:
      return;
    default:
      break;
    }
  if (vdt_json_reader_enter_object (reader))
    {
      while (vdt_json_reader_next_key (reader, &string))
        {
          use_string (&string);
          walk (reader);
        }
    }
  else if (vdt_json_reader_enter_array (reader))
    {
      while (vdt_json_reader_next_element (reader))
        walk (reader);
    }
  else if (vdt_json_reader_read_string (reader, &string))
    use_string (&string);
  else if (!vdt_json_reader_read_boolean (reader, &flag))
    vdt_json_reader_skip (reader);
}

static void
compare_scanners (const char *data, gsize size, guint max_depth)
{
  const char *const end = data + size;
  const VdtJsonScanner *plain = vdt_json_scanner_get (VDT_JSON_SCAN_PORTABLE);
  const gboolean bracket = size > 0 && (*data == '{' || *data == '[');

  for (guint kind = VDT_JSON_SCAN_PORTABLE + 1; kind < VDT_JSON_SCAN_N_KINDS; kind++)
    {
      const VdtJsonScanner *scanner = vdt_json_scanner_get ((VdtJsonScanKind) kind);

      if (scanner == NULL)
        continue;
      CHECK (scanner->special (data, end) == plain->special (data, end));
      CHECK (scanner->string_end (data, end) == plain->string_end (data, end));
      CHECK (!bracket ||
             scanner->container (data, end, max_depth) == plain->container (data, end, max_depth));
    }
}

static void
split (const char *data, gsize size, gboolean sound)
{
  VdtRecordSplitter splitter;
  VdtJsonSpan record;
  const char *last = data;
  gsize n = 0;

  vdt_record_splitter_init (&splitter, data, size);
  while (vdt_record_splitter_next (&splitter, &record))
    {
      CHECK (record.data >= last && record.data + record.len <= data + size);
      CHECK (*record.data == '{' && vdt_json_check (record.data, record.len));
      last = record.data + record.len;
      n++;
    }
  CHECK (splitter.pos == data + size);
  CHECK (splitter.malformed <= size);
  /* A sound document is one record, or one value that is none. */
  CHECK (!sound || n + splitter.malformed == 1);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = NULL;
  VdtJsonReader reader;
  gboolean sound = FALSE;
  guint max_depth = 0;

  if (size < 2)
    return 0;
  choices = (guint) data[0] << 8 | data[1];
  max_depth = 1 + data[1] % 64;
  size -= 2;
  text = g_malloc (MAX (1, size));
  memcpy (text, data + 2, size);

  sound = vdt_json_check (text, size);
  for (int i = 0; i < 2; i++)
    {
      vdt_json_reader_init (&reader, text, size);
      walk (&reader);
      if (reader.due)
        vdt_json_reader_skip (&reader);
      CHECK (reader.pos >= text && reader.pos <= text + size);
      CHECK (!sound || vdt_json_reader_at_end (&reader));
    }
  compare_scanners (text, size, max_depth);
  compare_scanners (text + size / 3, size - size / 3, max_depth);
  split (text, size, sound);
  return 0;
}
