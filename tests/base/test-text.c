/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-text.h"

#include <string.h>

#include "vdt-count.h"
#include "vdt-file-id.h"
#include "vdt-macros.h"

static void
test_count_add (void)
{
  const VdtCount u = VDT_COUNT_UNKNOWN;

  g_assert_false (vdt_count_known (u));
  g_assert_true (vdt_count_known (0));
  g_assert_cmpint (vdt_count_add (2, 3), ==, 5);
  g_assert_cmpint (vdt_count_add (0, 0), ==, 0);
  g_assert_cmpint (vdt_count_add (u, 3), ==, 3);
  g_assert_cmpint (vdt_count_add (3, u), ==, 3);
  g_assert_cmpint (vdt_count_add (u, u), ==, u);
  g_assert_cmpint (vdt_count_add (u, 0), ==, 0);
  g_assert_cmpint (vdt_count_add (G_MAXINT64, 0), ==, G_MAXINT64);
  g_assert_cmpint (vdt_count_add (G_MAXINT64 - 1, 1), ==, G_MAXINT64);
  g_assert_cmpint (vdt_count_add (G_MAXINT64, 1), ==, G_MAXINT64);
  g_assert_cmpint (vdt_count_add (G_MAXINT64, G_MAXINT64), ==, G_MAXINT64);
}

static void
test_count_subtract (void)
{
  const VdtCount u = VDT_COUNT_UNKNOWN;

  g_assert_cmpint (vdt_count_subtract (5, 3), ==, 2);
  g_assert_cmpint (vdt_count_subtract (3, 5), ==, 0);
  g_assert_cmpint (vdt_count_subtract (3, 3), ==, 0);
  g_assert_cmpint (vdt_count_subtract (3, u), ==, 3);
  g_assert_cmpint (vdt_count_subtract (u, 3), ==, u);
  g_assert_cmpint (vdt_count_subtract (u, u), ==, u);
  g_assert_cmpint (vdt_count_subtract (0, G_MAXINT64), ==, 0);
  g_assert_cmpint (vdt_count_subtract (G_MAXINT64, 1), ==, G_MAXINT64 - 1);
}

static void
test_file_id (void)
{
  struct stat st = { 0 };
  VdtFileId a;
  VdtFileId b;

  /* 2^53 and its neighbour are one number as doubles, and two files */
  st.st_dev = 5;
  st.st_ino = G_GUINT64_CONSTANT (9007199254740992);
  st.st_size = 100;
  st.st_mtim.tv_sec = 1796035440;
  st.st_mtim.tv_nsec = 123456789;
  vdt_file_id_from_stat (&a, &st);
  g_assert_cmpint (a.mtime_ns, ==, G_GINT64_CONSTANT (1796035440123456789));
  st.st_ino++;
  vdt_file_id_from_stat (&b, &st);
  g_assert_true ((double) a.file == (double) b.file);
  g_assert_false (vdt_file_id_same_file (&a, &b));
  g_assert_false (vdt_file_id_unchanged (&a, &b));

  b = a;
  g_assert_true (vdt_file_id_same_file (&a, &b));
  g_assert_true (vdt_file_id_unchanged (&a, &b));
  b.mtime_ns++;
  g_assert_true (vdt_file_id_same_file (&a, &b));
  g_assert_false (vdt_file_id_unchanged (&a, &b));
  b = a;
  b.size++;
  g_assert_true (vdt_file_id_same_file (&a, &b));
  g_assert_false (vdt_file_id_unchanged (&a, &b));
  b = a;
  b.device += G_GUINT64_CONSTANT (1) << 32;
  g_assert_false (vdt_file_id_same_file (&a, &b));
}

static void
test_title (void)
{
  static const struct
  {
    const char *text;
    const char *title;
  } cases[] = {
    { "", NULL },
    { " \n\t\r\n", NULL },
    { "\xe2\x80\xa8\xe2\x80\xa9\xc2\xa0", NULL },
    { "Fix the build", "Fix the build" },
    { "\n\n  Fix \t the\xc2\xa0 build  \nand more", "Fix the build" },
    { "one\r\ntwo", "one" },
    { "one\xe2\x80\xa8two", "one" },
    { "\x1b[31mred\x1b[0m alert", "red alert" },
    { "\x1b]0;own title\x07words", "words" },
    { "\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\ here", "link here" },
    { "\x1b[2J\x1b[H\n\nsecond", "second" },
    { "bell\a and \bback", "bell and back" },
    { "c1 \xc2\x9b"
      "31m",
      "c1 31m" },
    { "cut off \x1b", "cut off" },
    { "cut off \x1b[3", "cut off" },
    { "cut off \x1b]0;t", "cut off" },
    { "<b>&amp;</b>", "<b>&amp;</b>" },
    /* text in two directions is text; only a screen makes its marks inert */
    { "a \xe2\x80\xae"
      "b",
      "a \xe2\x80\xae"
      "b" },
    { "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d", "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d" },
    { "e\xcc\x81", "e\xcc\x81" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *title = vdt_text_title (cases[i].text);

      g_assert_cmpstr (title, ==, cases[i].title);
    }
}

/* Marks that anybody would take for marks, and nothing else. */
static void
test_unmark (void)
{
  static const struct
  {
    const char *line;
    const char *plain;
  } cases[] = {
    { "# Parser rewrite", "Parser rewrite" },
    { "###### Deep", "Deep" },
    { "####### Seven", "####### Seven" },
    { "#7 is open", "#7 is open" },
    { "**Keep** the old one", "Keep the old one" },
    { "Keep (**both**), and **all of it**.", "Keep (both), and all of it." },
    { "2 ** 3 ** 4", "2 ** 3 ** 4" },
    { "a**b**c", "a**b**c" },
    { "**open", "**open" },
    { "****", "****" },
    { "**", "**" },
    { "*", "*" },
    { "", "" },
    { "**Größe** 🍯", "Größe 🍯" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *plain = vdt_text_unmark (cases[i].line);

      g_assert_cmpstr (plain, ==, cases[i].plain);
    }
}

/* Any line of marks: never longer, never out of its bounds. */
static void
test_unmark_random (void)
{
  for (guint n = 0; n < 5000; n++)
    {
      char line[24];
      const guint len = g_test_rand_int_range (0, sizeof line);
      g_autofree char *plain = NULL;

      for (guint i = 0; i < len; i++)
        line[i] = "**** #a."[g_test_rand_int_range (0, 8)];
      line[len] = '\0';
      plain = vdt_text_unmark (line);
      g_assert_cmpuint (strlen (plain), <=, strlen (line));
    }
}

/* 120 code points stay, one more is cut; whatever their bytes. */
static void
test_title_length (void)
{
  static const char *const letters[] = { "x", "\xc3\xa9", "\xe4\xb8\xad", "\xf0\x9f\x9a\x80" };

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    for (guint n = 118; n <= 2000; n = n < 123 ? n + 1 : n * 2)
      {
        g_autoptr (GString) text = g_string_new (NULL);
        g_autofree char *title = NULL;

        for (guint k = 0; k < n; k++)
          g_string_append (text, letters[i]);
        title = vdt_text_title (text->str);
        if (n <= VDT_TITLE_MAX_CHARS)
          g_assert_cmpstr (title, ==, text->str);
        else
          {
            g_assert_cmpint (g_utf8_strlen (title, -1), ==, VDT_TITLE_MAX_CHARS + 1);
            g_assert_true (g_str_has_suffix (title, "…"));
            g_assert_true (g_utf8_validate (title, -1, NULL));
            g_assert_true (strncmp (title, text->str, VDT_TITLE_MAX_CHARS * strlen (letters[i])) ==
                           0);
          }
      }
}

static void
test_cut (void)
{
  g_autofree char *all = vdt_text_cut ("abc", 3);
  g_autofree char *more = vdt_text_cut ("abc", 4);
  g_autofree char *some = vdt_text_cut ("aéc", 2);
  g_autofree char *none = vdt_text_cut ("abc", 0);
  g_autofree char *empty = vdt_text_cut ("", 0);

  g_assert_cmpstr (all, ==, "abc");
  g_assert_cmpstr (more, ==, "abc");
  g_assert_cmpstr (some, ==, "aé…");
  g_assert_cmpstr (none, ==, "…");
  g_assert_cmpstr (empty, ==, "");
}

/* Of a sequence nothing is left, also of those that carry text, and of no text anything is lost. */
static void
test_sequences (void)
{
  static const struct
  {
    const char *text;
    const char *clean;
  } cases[] = {
    { "\x1b[31mred\x1b[0m", "red" },
    { "\x1b[?25l\x1b[>4;1m\x1b[1 qa", "a" },
    { "\x1b[38;2;1;2;3mé", "é" },
    { "\x1b[31\x1b[0ma", "a" },
    { "\x1b[3é", "é" },
    { "\x1b[\na", "\na" },
    /* What resets a terminal names a character set. */
    { "\x1b(B\x1b[ma", "a" },
    { "\x1b)0\x1b%G\x1b#8\x1b a", "" },
    { "\x1b"
      "7\x1b"
      "8\x1b=\x1b>\x1b"
      "ca",
      "a" },
    { "\x1b\na\x1bé", "\naé" },
    { "a\x1b", "a" },
    { "a\x1b[", "a" },
    { "a\x1b(", "a" },
    /* Titles, links, pictures, what goes to a multiplexer. */
    { "\x1b]0;title\x07"
      "a",
      "a" },
    { "\x1b]8;;https://x.test/\x1b\\link\x1b]8;;\x1b\\", "link" },
    { "\x1b]0;title\xc2\x9c"
      "a",
      "a" },
    { "\x1b]0;title\x1b[1ma", "a" },
    { "\x1bPq#0;2;0;0;0~~\x1b\\a", "a" },
    { "\x1b_Gf=24;AAAA\x1b\\a", "a" },
    { "\x1b^secret\x1b\\a\x1bXmore\x1b\\b", "ab" },
    { "\x1bktitle\x1b\\a", "a" },
    { "[31m ]0;x (B", "[31m ]0;x (B" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *clean = vdt_text_strip_controls (cases[i].text);

      g_test_message ("case %u", i);
      g_assert_cmpstr (clean, ==, cases[i].clean);
    }
}

/* Whatever is fed in, what comes out can be printed to a terminal. */
static void
test_controls_random (void)
{
  static const char *const parts[] = { "\x1b",     "[",        "]",    "\x07", "\\", "m",
                                       "\x01",     "31",       "\x7f", "é",    "\n", "\t",
                                       "\xc2\x85", "\xc2\x9b", "a",    "P",    "\r", "🚀" };

  for (guint n = 0; n < 20000; n++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *clean = NULL;
      g_autofree char *again = NULL;
      guint len = g_test_rand_int_range (0, 12);

      for (guint i = 0; i < len; i++)
        g_string_append (text, parts[g_test_rand_int_range (0, G_N_ELEMENTS (parts))]);
      clean = vdt_text_strip_controls (text->str);
      g_assert_true (g_utf8_validate (clean, -1, NULL));
      for (const char *p = clean; *p != '\0'; p = g_utf8_next_char (p))
        {
          gunichar c = g_utf8_get_char (p);

          g_assert_true (c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7f) || c >= 0xa0);
        }
      again = vdt_text_strip_controls (clean);
      g_assert_cmpstr (again, ==, clean);
    }
}

static void
test_hashes (void)
{
  /* stored in databases: these must never change */
  static const struct
  {
    const char *text;
    guint64 hash;
  } known[] = {
    { "", G_GUINT64_CONSTANT (0x546838e789360f83) },
    { "a", G_GUINT64_CONSTANT (0x223bcd54a95e5eaa) },
    { "msg_01", G_GUINT64_CONSTANT (0x30e38a069f9d33d2) },
    { "12345678", G_GUINT64_CONSTANT (0x33c292c9c839a3e4) },
    { "123456789", G_GUINT64_CONSTANT (0x641bc0074a3fea70) },
    { "resp_0123456789abcdef0123456789abcdef", G_GUINT64_CONSTANT (0x5a626db092cb8609) },
  };
  g_autofree char *hash24 = vdt_text_hash24 ("abc");
  g_autofree char *none24 = vdt_text_hash24 ("");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  g_assert_cmpstr (hash24, ==, "ba7816bf8f01cfea414140de");
  g_assert_cmpstr (none24, ==, "e3b0c44298fc1c149afbf4c8");
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      gsize len = strlen (known[i].text);
      g_autofree char *exact = g_memdup2 (known[i].text, MAX (1, len));

      g_assert_cmphex (vdt_text_hash64 (exact, len), ==, known[i].hash);
    }
  /* what differs in little does not meet */
  for (guint i = 0; i < 100000; i++)
    {
      g_autofree char *text = g_strdup_printf ("msg_%u", i);
      guint64 hash = vdt_text_hash64 (text, strlen (text));

      g_assert_true (g_hash_table_add (seen, g_memdup2 (&hash, sizeof hash)));
    }
  for (gsize len = 0; len < 64; len++)
    {
      static const char zeros[64] = { 0 };
      guint64 hash = vdt_text_hash64 (zeros, len);

      g_assert_true (len == 0 || g_hash_table_add (seen, g_memdup2 (&hash, sizeof hash)));
    }
}

static void
test_set_string (void)
{
  char *place = NULL;

  g_assert_false (vdt_set_string (&place, NULL));
  g_assert_true (vdt_set_string (&place, "a"));
  g_assert_false (vdt_set_string (&place, "a"));
  g_assert_true (vdt_set_string (&place, place + 1));
  g_assert_cmpstr (place, ==, "");
  g_assert_true (vdt_set_string (&place, NULL));
  g_assert_null (place);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/count/add", test_count_add);
  g_test_add_func ("/count/subtract", test_count_subtract);
  g_test_add_func ("/file-id", test_file_id);
  g_test_add_func ("/text/title", test_title);
  g_test_add_func ("/text/title-length", test_title_length);
  g_test_add_func ("/text/unmark", test_unmark);
  g_test_add_func ("/text/unmark-random", test_unmark_random);
  g_test_add_func ("/text/cut", test_cut);
  g_test_add_func ("/text/sequences", test_sequences);
  g_test_add_func ("/text/controls-random", test_controls_random);
  g_test_add_func ("/text/hashes", test_hashes);
  g_test_add_func ("/macros/set-string", test_set_string);
  return g_test_run ();
}
