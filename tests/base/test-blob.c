/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-blob.h"

#include <string.h>

static void
test_ints (void)
{
  static const gint64 values[] = {
    0,   1,   -1,         63,         64,         -64,        -65,
    127, 128, G_MAXINT32, G_MININT32, G_MAXINT64, G_MININT64, G_MAXINT64 - 1
  };
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  VdtBlobReader reader;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    vdt_blob_put_int (blob, values[i]);
  vdt_blob_reader_init (&reader, blob->data, blob->len);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_assert_cmpint (vdt_blob_get_int (&reader), ==, values[i]);
  g_assert_false (reader.failed);
  g_assert_true (reader.pos == reader.end);
  g_assert_cmpint (vdt_blob_get_int (&reader), ==, 0);
  g_assert_true (reader.failed);
}

/* The small numbers that most are take one byte; the format is stored. */
static void
test_bytes_of_ints (void)
{
  static const guint8 expected[] = { 0x00, 0x01, 0x02, 0x7f, 0x80, 0x01, 0xd8, 0x04 };
  g_autoptr (GByteArray) blob = g_byte_array_new ();

  vdt_blob_put_int (blob, 0);
  vdt_blob_put_int (blob, -1);
  vdt_blob_put_int (blob, 1);
  vdt_blob_put_int (blob, -64);
  vdt_blob_put_int (blob, 64);
  vdt_blob_put_int (blob, 300);
  g_assert_cmpmem (blob->data, blob->len, expected, sizeof expected);
}

static void
test_strings (void)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  g_autofree char *empty = NULL;
  g_autofree char *text = NULL;
  g_autofree char *beyond = NULL;
  VdtBlobReader reader;

  vdt_blob_put_string (blob, NULL);
  vdt_blob_put_string (blob, "");
  vdt_blob_put_string (blob, "é🚀");
  vdt_blob_reader_init (&reader, blob->data, blob->len);
  g_assert_null (vdt_blob_get_string (&reader));
  g_assert_false (reader.failed);
  empty = vdt_blob_get_string (&reader);
  g_assert_cmpstr (empty, ==, "");
  text = vdt_blob_get_string (&reader);
  g_assert_cmpstr (text, ==, "é🚀");
  g_assert_false (reader.failed);
  beyond = vdt_blob_get_string (&reader);
  g_assert_null (beyond);
  g_assert_true (reader.failed);
}

static void
expect_failed_string (const guint8 *bytes, gsize len)
{
  g_autofree guint8 *exact = g_memdup2 (bytes, MAX (1, len));
  VdtBlobReader reader;

  vdt_blob_reader_init (&reader, exact, len);
  g_assert_null (vdt_blob_get_string (&reader));
  g_assert_true (reader.failed);
}

static void
test_hostile (void)
{
  static const guint8 endless[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                    0xff, 0xff, 0xff, 0xff, 0xff, 0x7f };
  static const guint8 cut[] = { 0x80 };
  static const guint8 minus_two[] = { 0x03, 'a', 'b' };
  static const guint8 too_long[] = { 0x08, 'a', 'b', 'c' };
  static const guint8 huge[] = { 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 'a' };
  static const guint8 not_text[] = { 0x06, 0xff, 'a', 0xc3 };
  g_autofree char *mended = NULL;
  VdtBlobReader reader;

  expect_failed_string (endless, sizeof endless);
  expect_failed_string (cut, sizeof cut);
  expect_failed_string (cut, 0);
  expect_failed_string (minus_two, sizeof minus_two);
  expect_failed_string (too_long, sizeof too_long);
  expect_failed_string (huge, sizeof huge);

  vdt_blob_reader_init (&reader, not_text, sizeof not_text);
  mended = vdt_blob_get_string (&reader);
  g_assert_false (reader.failed);
  g_assert_true (g_utf8_validate (mended, -1, NULL));

  /* a length is believed only as far as the bytes reach */
  vdt_blob_reader_init (&reader, huge, sizeof huge);
  g_assert_cmpuint (vdt_blob_get_length (&reader, 8), ==, 0);
  g_assert_true (reader.failed);
  vdt_blob_reader_init (&reader, too_long, sizeof too_long);
  g_assert_cmpuint (vdt_blob_get_length (&reader, 1), ==, 0);
  g_assert_true (reader.failed);
  vdt_blob_reader_init (&reader, not_text, sizeof not_text);
  g_assert_cmpuint (vdt_blob_get_length (&reader, 1), ==, 3);
  g_assert_false (reader.failed);
}

/* What once failed stays failed, and gives nothing more. */
static void
test_failure_stays (void)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  guint8 bytes[16] = { 0 };
  VdtBlobReader reader;

  vdt_blob_put_int (blob, 7);
  vdt_blob_put_int (blob, 8);
  vdt_blob_reader_init (&reader, blob->data, blob->len);
  g_assert_false (vdt_blob_get_bytes (&reader, bytes, sizeof bytes));
  g_assert_true (reader.failed);
  g_assert_cmpint (vdt_blob_get_int (&reader), ==, 0);
  g_assert_cmpuint (vdt_blob_get_length (&reader, 1), ==, 0);
  g_assert_null (vdt_blob_get_string (&reader));
  g_assert_false (vdt_blob_get_bytes (&reader, bytes, 1));
  g_assert_true (reader.failed);
}

static gint64
random_int (void)
{
  guint64 bits = (guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();

  return (gint64) (bits >> g_test_rand_int_range (0, 64)) * (g_test_rand_bit () ? 1 : -1);
}

static void
test_round_trip (void)
{
  for (guint n = 0; n < 2000; n++)
    {
      g_autoptr (GByteArray) blob = g_byte_array_new ();
      g_autoptr (GRand) rand = g_rand_new_with_seed (n);
      gint64 ints[20];
      VdtBlobReader reader;

      for (guint i = 0; i < G_N_ELEMENTS (ints); i++)
        {
          g_autofree char *text = g_strnfill (g_rand_int_range (rand, 0, 300), 'x');

          ints[i] = random_int ();
          vdt_blob_put_int (blob, ints[i]);
          vdt_blob_put_string (blob, text);
          vdt_blob_put_bytes (blob, &ints[i], sizeof ints[i]);
        }
      g_rand_set_seed (rand, n);
      vdt_blob_reader_init (&reader, blob->data, blob->len);
      for (guint i = 0; i < G_N_ELEMENTS (ints); i++)
        {
          gint64 copy = 0;
          gint64 value = vdt_blob_get_int (&reader);
          g_autofree char *text = vdt_blob_get_string (&reader);

          g_assert_cmpint (value, ==, ints[i]);
          g_assert_cmpuint (strlen (text), ==, g_rand_int_range (rand, 0, 300));
          g_assert_true (vdt_blob_get_bytes (&reader, &copy, sizeof copy));
          g_assert_cmpint (copy, ==, ints[i]);
        }
      g_assert_false (reader.failed);
      g_assert_true (reader.pos == reader.end);
    }
}

/* Any bytes at all: reading ends, and never beyond them. */
static void
test_random_bytes (void)
{
  for (guint n = 0; n < 20000; n++)
    {
      gsize len = g_test_rand_int_range (0, 40);
      g_autofree guint8 *bytes = g_malloc (MAX (1, len));
      guint8 into[8];
      VdtBlobReader reader;

      for (gsize i = 0; i < len; i++)
        bytes[i] = g_test_rand_int_range (0, 256);
      vdt_blob_reader_init (&reader, bytes, len);
      for (guint step = 0; step < 50 && !reader.failed; step++)
        switch (g_test_rand_int_range (0, 4))
          {
          case 0:
            vdt_blob_get_int (&reader);
            break;
          case 1:
            g_assert_cmpuint (vdt_blob_get_length (&reader, 2), <=, len / 2);
            break;
          case 2:
            g_free (vdt_blob_get_string (&reader));
            break;
          default:
            vdt_blob_get_bytes (&reader, into, sizeof into);
          }
      g_assert_true (reader.pos >= bytes && reader.pos <= bytes + len);
      g_assert_true (reader.failed);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blob/ints", test_ints);
  g_test_add_func ("/blob/bytes-of-ints", test_bytes_of_ints);
  g_test_add_func ("/blob/strings", test_strings);
  g_test_add_func ("/blob/hostile", test_hostile);
  g_test_add_func ("/blob/failure-stays", test_failure_stays);
  g_test_add_func ("/blob/round-trip", test_round_trip);
  g_test_add_func ("/blob/random-bytes", test_random_bytes);
  return g_test_run ();
}
