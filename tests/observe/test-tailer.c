/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log-tree.h"
#include "record-sink.h"
#include "vdt-tailer.h"

#define LIVE                                                                                       \
  "sessions/2026/10/15/rollout-2026-10-15T10-00-00-01a13f01-1d00-7368-945f-2da24b3264cd.jsonl"
#define ARCHIVED                                                                                   \
  "archived_sessions/rollout-2026-10-15T10-00-00-01a13f01-1d00-7368-945f-2da24b3264cd.jsonl"

#define SECOND_NS G_GINT64_CONSTANT (1000000000)

/* One log, its tailer, and clocks of our own. */
typedef struct
{
  char *root;
  VdtLogHome *home;
  RecordSink *sink;
  VdtLineReader *reader;
  VdtTailer *tailer;
  char *path; /* where the log is, NULL where it is not */
  gint64 now_ns;
  guint64 device_bias;
  guint64 file_bias;
  gboolean biased;
} Fixture;

static void
fixture_init (Fixture *f)
{
  memset (f, 0, sizeof *f);
  f->root = tree_new ();
  tree_mkdir (f->root, "sessions/2026/10/15");
  tree_mkdir (f->root, "archived_sessions");
  f->home = vdt_log_home_new (VDT_RUNTIME_CODEX, f->root, VDT_HOME_ORIGIN_OPTION);
  f->sink = record_sink_new ();
  f->reader = vdt_line_reader_new ();
  f->path = tree_path (f->root, LIVE);
  f->now_ns = G_GINT64_CONSTANT (1790000000) * SECOND_NS;
}

static void
fixture_clear (Fixture *f)
{
  vdt_tailer_free (f->tailer);
  vdt_line_reader_free (f->reader);
  g_assert_finalize_object (f->sink);
  vdt_log_home_unref (f->home);
  tree_free (f->root);
  g_free (f->path);
}

static int
biased_stat (int fd, struct stat *st, gpointer user_data)
{
  Fixture *f = user_data;
  int result = fstat (fd, st);

  if (f->biased)
    {
      st->st_dev = (dev_t) f->device_bias;
      st->st_ino = (ino_t) f->file_bias;
    }
  return result;
}

/* A tailer as an observer would make it, and one as it would make it in a later run. */
static void
fixture_bind (Fixture *f)
{
  g_autoptr (VdtLogFile) file = vdt_log_file_new_from_path (f->home, f->path);

  g_assert_nonnull (file);
  g_clear_pointer (&f->tailer, vdt_tailer_free);
  f->tailer = vdt_tailer_new (file, VDT_LOG_SINK (f->sink));
  vdt_tailer_set_stat (f->tailer, biased_stat, f);
}

static void
fixture_move (Fixture *f, const char *path)
{
  g_autoptr (VdtLogFile) file = vdt_log_file_new_from_path (f->home, path);

  g_assert_nonnull (file);
  vdt_tailer_move (f->tailer, file);
  if (path != f->path)
    {
      g_free (f->path);
      f->path = g_strdup (path);
    }
}

static VdtTailerResult
fixture_pass (Fixture *f, guint max_records)
{
  const VdtTailerLimits limits = {
    .max_bytes = VDT_TAILER_PASS_BYTES,
    .max_records = max_records,
    .now_ns = f->now_ns,
  };

  return vdt_tailer_read (f->tailer, f->reader, &limits);
}

static void
fixture_read (Fixture *f)
{
  VdtTailerResult result = VDT_TAILER_MORE;

  for (guint i = 0; result == VDT_TAILER_MORE; i++)
    {
      g_assert_cmpuint (i, <, 10000);
      result = fixture_pass (f, VDT_TAILER_PASS_RECORDS);
    }
  g_assert_cmpint (result, ==, VDT_TAILER_DONE);
}

/* Lets the log come to rest, and reads what is left. */
static void
fixture_settle (Fixture *f)
{
  struct stat st;

  fixture_read (f);
  f->now_ns += 3 * SECOND_NS;
  g_assert_cmpint (stat (f->path, &st), ==, 0);
  if (vdt_tailer_differs (f->tailer, &st) || vdt_tailer_get_tail_due (f->tailer) != 0)
    fixture_read (f);
  g_assert_cmpint (vdt_tailer_get_tail_due (f->tailer), ==, 0);
  if (vdt_tailer_get_whole_due (f->tailer))
    {
      vdt_tailer_begin_whole (f->tailer);
      fixture_read (f);
    }
  g_assert_false (vdt_tailer_get_whole_due (f->tailer));
}

static void
fixture_write (Fixture *f, const char *text)
{
  log_write (f->path, text, strlen (text));
  log_set_mtime (f->path, f->now_ns);
}

static void
fixture_append (Fixture *f, const char *text)
{
  log_append (f->path, text, strlen (text));
  f->now_ns += SECOND_NS / 10;
  log_set_mtime (f->path, f->now_ns);
}

static void
assert_holds (Fixture *f, const char *text)
{
  g_autofree char *expected = log_expected (text, strlen (text));
  g_autofree char *text_held = record_sink_dup_text (f->sink, f->path);

  assert_same_text (text_held, expected);
}

static const RecordLog *
held (Fixture *f)
{
  RecordLog *log = record_sink_get (f->sink, f->path);

  g_assert_nonnull (log);
  return log;
}

/* --- cases --------------------------------------------------------------------------------- */

static void
test_append (void)
{
  Fixture f;

  fixture_init (&f);
  fixture_write (&f, "{\"a\":1}\n\n{\"a\":2}\r\n");
  fixture_bind (&f);
  fixture_read (&f);
  g_assert_cmpuint (held (&f)->n_resets, ==, 1);
  g_assert_cmpuint (held (&f)->position.offset, ==, 18);
  fixture_append (&f, "{\"a\":3}\n");
  fixture_read (&f);
  assert_holds (&f, "{\"a\":1}\n\n{\"a\":2}\r\n{\"a\":3}\n");
  g_assert_cmpuint (held (&f)->n_resets, ==, 1);
  g_assert_cmpuint (held (&f)->position.offset, ==, 26);
  fixture_clear (&f);
}

static void
test_tail (void)
{
  Fixture f;
  struct stat st;

  fixture_init (&f);
  fixture_write (&f, "{\"a\":1}\n{\"a\":2}");
  fixture_bind (&f);
  fixture_read (&f);
  /* Too young. */
  g_assert_cmpuint (held (&f)->lines->len, ==, 1);
  g_assert_cmpint (vdt_tailer_get_tail_due (f.tailer), ==, f.now_ns + VDT_TAILER_IDLE_NS);
  f.now_ns += 2 * SECOND_NS - 1;
  fixture_read (&f);
  g_assert_cmpuint (held (&f)->lines->len, ==, 1);
  f.now_ns += 1;
  fixture_read (&f);
  g_assert_cmpuint (held (&f)->lines->len, ==, 2);
  g_assert_cmpuint (held (&f)->position.offset, ==, 8);
  g_assert_cmpint (stat (f.path, &st), ==, 0);
  g_assert_false (vdt_tailer_differs (f.tailer, &st));
  /* Once only, whatever is looked at again. */
  fixture_read (&f);
  g_assert_cmpuint (held (&f)->lines->len, ==, 2);
  fixture_append (&f, "\n");
  fixture_read (&f);
  g_assert_cmpuint (held (&f)->lines->len, ==, 2);
  g_assert_cmpuint (held (&f)->n_resets, ==, 1);
  g_assert_cmpuint (held (&f)->position.offset, ==, 16);
  fixture_clear (&f);
}

static void
test_tail_grows_into_another_line (void)
{
  Fixture f;

  fixture_init (&f);
  fixture_write (&f, "{\"a\":1}\n{\"a\":2}");
  fixture_bind (&f);
  fixture_settle (&f);
  g_assert_cmpuint (held (&f)->lines->len, ==, 2);
  fixture_append (&f, " {\"a\":3}\n");
  fixture_read (&f);
  assert_holds (&f, "{\"a\":1}\n{\"a\":2} {\"a\":3}\n");
  g_assert_cmpuint (held (&f)->n_resets, ==, 2);
  fixture_clear (&f);
}

/* It grows and has no newline yet: what was taken of it is taken back. */
static void
test_tail_grows_on (void)
{
  Fixture f;

  fixture_init (&f);
  fixture_write (&f, "{\"a\":1}\n{\"a\":2}");
  fixture_bind (&f);
  fixture_settle (&f);
  g_assert_cmpuint (held (&f)->lines->len, ==, 2);
  fixture_append (&f, ",{\"b\"");
  fixture_settle (&f);
  assert_holds (&f, "{\"a\":1}\n{\"a\":2},{\"b\"");
  g_assert_cmpuint (held (&f)->n_resets, ==, 2);
  fixture_append (&f, ":3}\n");
  fixture_settle (&f);
  assert_holds (&f, "{\"a\":1}\n{\"a\":2},{\"b\":3}\n");
  g_assert_cmpuint (held (&f)->n_resets, ==, 2);
  fixture_clear (&f);
}

static void
test_tail_that_is_no_object (void)
{
  static const char *const tails[] = {
    "{\"a\":", "[1]", "12", "\"x\"", "null", "{\"a\":1}}", NULL
  };

  for (guint i = 0; tails[i] != NULL; i++)
    {
      Fixture f;
      g_autofree char *text = g_strconcat ("{}\n", tails[i], NULL);

      fixture_init (&f);
      fixture_write (&f, text);
      fixture_bind (&f);
      fixture_settle (&f);
      g_assert_cmpuint (held (&f)->lines->len, ==, 1);
      fixture_clear (&f);
    }
}

/* Every way in which a file can become another one: read anew, once. */
static void
test_replaced (void)
{
  static const char before[] = "{\"a\":1}\n{\"a\":2}\n";
  static const char other[] = "{\"b\":1}\n{\"b\":2}\n";

  for (guint i = 0; i < 7; i++)
    {
      Fixture f;
      struct stat st;
      const char *now = other;

      fixture_init (&f);
      fixture_write (&f, before);
      fixture_bind (&f);
      fixture_read (&f);
      switch (i)
        {
        case 0: /* truncated */
          now = "{\"a\":1}\n";
          log_write (f.path, now, strlen (now));
          log_set_mtime (f.path, f.now_ns + 1);
          break;
        case 1: /* rotated: the same size, the same second */
          log_replace (f.path, other, strlen (other));
          log_set_mtime (f.path, f.now_ns + 1);
          break;
        case 2: /* migrated: the same size, the very same time */
          log_replace (f.path, other, strlen (other));
          log_set_mtime (f.path, f.now_ns);
          break;
        case 3: /* written over in place in the same second */
          log_overwrite (f.path, 0, other, strlen (other));
          log_set_mtime (f.path, f.now_ns + 1);
          break;
        case 4: /* written over in place, and the time put back: the time of change tells */
          log_overwrite (f.path, 0, other, strlen (other));
          log_set_mtime (f.path, f.now_ns);
          break;
        case 5: /* another file, longer */
          now = "{\"b\":1}\n{\"b\":2}\n{\"b\":3}\n";
          log_replace (f.path, now, strlen (now));
          log_set_mtime (f.path, f.now_ns);
          break;
        default: /* another file that begins alike */
          now = "{\"a\":1}\n{\"a\":2}\n{\"b\":3}\n";
          log_replace (f.path, now, strlen (now));
          log_set_mtime (f.path, f.now_ns + 1);
          break;
        }
      g_assert_cmpint (stat (f.path, &st), ==, 0);
      if (i != 4)
        g_assert_true (vdt_tailer_differs (f.tailer, &st));
      fixture_read (&f);
      assert_holds (&f, now);
      g_assert_cmpuint (held (&f)->n_resets, ==, 2);
      fixture_clear (&f);
    }
}

/* Two file numbers that are one as doubles are two files (G59 … G62). */
static void
test_identity_is_64_bits (void)
{
  static const struct
  {
    guint64 device;
    guint64 file;
    gboolean same;
  } table[] = {
    { 7, G_GUINT64_CONSTANT (9007199254740992), TRUE },
    { 7, G_GUINT64_CONSTANT (9007199254740993), FALSE },
    { G_GUINT64_CONSTANT (9007199254740993), G_GUINT64_CONSTANT (9007199254740992), FALSE },
    { 7, G_GUINT64_CONSTANT (18446744073709551615), FALSE },
  };
  g_autoptr (GString) long_log = g_string_new (NULL);

  g_assert_true ((double) table[0].file == (double) table[1].file);
  for (guint i = 0; i < 9000; i++)
    g_string_append_printf (long_log, "{\"n\":%u,\"pad\":\"%0*d\"}\n", i, 1000, 0);
  g_assert_cmpuint (long_log->len, >, VDT_LOG_WINDOW_BYTES);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (table); i++)
    {
      Fixture f;
      const guint row = i / 2;
      const gboolean is_long = i % 2 == 1;

      fixture_init (&f);
      fixture_write (&f, is_long ? long_log->str : "{\"a\":1}\n");
      f.biased = TRUE;
      f.device_bias = 7;
      f.file_bias = table[0].file;
      fixture_bind (&f);
      fixture_read (&f);
      if (is_long)
        g_assert_cmpuint (held (&f)->start, >, 0);
      f.device_bias = table[row].device;
      f.file_bias = table[row].file;
      fixture_append (&f, "{\"a\":2}\n");
      fixture_read (&f);
      g_assert_cmpuint (held (&f)->n_resets, ==, table[row].same ? 1 : 2);
      /* A long log begins anew with its window. */
      if (is_long)
        g_assert_cmpuint (held (&f)->start, >, 0);
      fixture_clear (&f);
    }
}

static void
test_archived_and_packed (void)
{
  static const char text[] = "{\"a\":1}\n{\"a\":2}\n";
  Fixture f;
  g_autofree char *archived = NULL;
  g_autofree char *packed = NULL;
  g_autofree char *live = NULL;

  fixture_init (&f);
  live = g_strdup (f.path);
  archived = tree_path (f.root, ARCHIVED);
  packed = tree_path (f.root, ARCHIVED ".zst");
  fixture_write (&f, text);
  fixture_bind (&f);
  fixture_read (&f);

  g_assert_cmpint (g_rename (live, archived), ==, 0);
  g_assert_cmpint (fixture_pass (&f, 10), ==, VDT_TAILER_GONE);
  fixture_move (&f, archived);
  g_assert_cmpint (vdt_tailer_get_file (f.tailer)->kind, ==, VDT_LOG_CODEX_ARCHIVED);
  fixture_read (&f);
  assert_holds (&f, text);

  log_write_packed (packed, text, strlen (text));
  log_set_mtime (packed, f.now_ns);
  g_assert_cmpint (g_unlink (archived), ==, 0);
  fixture_move (&f, packed);
  fixture_read (&f);
  assert_holds (&f, text);

  /* Unpacked, and gone on with. */
  log_write (live, text, strlen (text));
  g_assert_cmpint (g_unlink (packed), ==, 0);
  fixture_move (&f, live);
  fixture_append (&f, "{\"a\":3}\n");
  fixture_read (&f);
  assert_holds (&f, "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n");
  g_assert_cmpuint (held (&f)->n_resets, ==, 1);

  /* Packed with another text: read anew. */
  g_free (packed);
  packed = tree_path (f.root, LIVE ".zst");
  log_write_packed (packed, "{\"c\":1}\n{\"a\":2}\n{\"a\":3}\n", 24);
  g_assert_cmpint (g_unlink (live), ==, 0);
  fixture_move (&f, packed);
  fixture_read (&f);
  assert_holds (&f, "{\"c\":1}\n{\"a\":2}\n{\"a\":3}\n");
  g_assert_cmpuint (held (&f)->n_resets, ==, 2);
  fixture_clear (&f);
}

/* --- windows ------------------------------------------------------------------------------- */

static char *
make_long (gsize first_record, gsize bytes)
{
  GString *text = g_string_sized_new (bytes + 1024);

  g_string_append_printf (text, "{\"first\":\"%0*d\"}\n", (int) first_record, 0);
  for (guint i = 0; text->len < bytes; i++)
    g_string_append_printf (text, "{\"n\":%u,\"pad\":\"%0*d\"}\n", i, 200 + (int) (i % 777), 0);
  return g_string_free (text, FALSE);
}

static void
test_window (void)
{
  Fixture f;
  g_autofree char *text = make_long (20000, 11 * 1024 * 1024);
  const gsize len = strlen (text);
  const char *window = NULL;

  fixture_init (&f);
  fixture_write (&f, text);
  fixture_bind (&f);
  fixture_read (&f);
  window = memchr (text + len - VDT_LOG_WINDOW_BYTES - 1, '\n', VDT_LOG_WINDOW_BYTES);
  g_assert_cmpuint (held (&f)->start, ==, window + 1 - text);
  g_assert_cmpuint (held (&f)->n_heads, ==, 1);
  g_assert_cmpuint (held (&f)->position.offset, ==, len);
  g_assert_true (vdt_tailer_get_whole_due (f.tailer));

  /* The window goes on until there is time for the whole. */
  fixture_append (&f, "{\"a\":1}\n");
  fixture_read (&f);
  g_assert_cmpuint (held (&f)->n_resets, ==, 1);
  g_assert_cmpuint (held (&f)->position.offset, ==, len + 8);
  fixture_settle (&f);
  g_assert_cmpuint (held (&f)->n_resets, ==, 2);
  g_assert_cmpuint (held (&f)->start, ==, 0);
  {
    g_autofree char *all = g_strconcat (text, "{\"a\":1}\n", NULL);

    assert_holds (&f, all);
  }

  /* Truncated to something that is still long: a window once more, with its head. */
  text[1] = ' ';
  text[len - 1000] = '\0';
  fixture_write (&f, text);
  fixture_read (&f);
  g_assert_cmpuint (held (&f)->n_resets, ==, 3);
  g_assert_cmpuint (held (&f)->start, >, 0);
  g_assert_cmpuint (held (&f)->n_heads, ==, 2);
  fixture_clear (&f);
}

static void
test_window_without_a_head (void)
{
  Fixture f;
  g_autofree char *text = make_long (1024 * 1024, 10 * 1024 * 1024);

  fixture_init (&f);
  fixture_write (&f, text);
  fixture_bind (&f);
  fixture_read (&f);
  g_assert_cmpuint (held (&f)->start, >, 0);
  g_assert_cmpuint (held (&f)->n_heads, ==, 0);
  fixture_clear (&f);
}

/* The program ends between the window and the whole: the next run must not take it for read. */
static void
test_window_is_no_position (void)
{
  Fixture f;
  g_autofree char *text = make_long (100, 9 * 1024 * 1024);

  fixture_init (&f);
  fixture_write (&f, text);
  fixture_bind (&f);
  fixture_read (&f);
  g_assert_true (held (&f)->has_position);
  record_sink_next_run (f.sink);
  fixture_bind (&f);
  g_assert_false (vdt_tailer_restore_unchanged (f.tailer));
  fixture_settle (&f);
  assert_holds (&f, text);
  fixture_clear (&f);
}

/* A last line longer than the window: there is no line to start at, so all is read. */
static void
test_window_in_one_line (void)
{
  Fixture f;
  g_autofree char *pad = g_strnfill (9 * 1024 * 1024, 'x');
  g_autofree char *text = g_strconcat ("{\"a\":1}\n{\"pad\":\"", pad, "\"}\n", NULL);

  fixture_init (&f);
  fixture_write (&f, text);
  fixture_bind (&f);
  fixture_read (&f);
  g_assert_cmpuint (held (&f)->start, ==, 0);
  g_assert_cmpuint (held (&f)->lines->len, ==, 2);
  fixture_clear (&f);
}

/* --- bounds -------------------------------------------------------------------------------- */

static void
test_pass_bounds (void)
{
  Fixture f;
  g_autofree char *text = make_long (100, 7 * 1024 * 1024);
  VdtTailerLimits limits = { .max_bytes = 1024 * 1024, .max_records = G_MAXUINT };
  int stop = 1;

  fixture_init (&f);
  fixture_write (&f, text);
  fixture_bind (&f);
  limits.now_ns = f.now_ns;
  g_assert_cmpint (vdt_tailer_read (f.tailer, f.reader, &limits), ==, VDT_TAILER_MORE);
  g_assert_cmpuint (held (&f)->position.offset, >=, 1024 * 1024);
  g_assert_cmpuint (held (&f)->position.offset, <, 1024 * 1024 + 2048);
  g_assert_cmpint (fixture_pass (&f, 10), ==, VDT_TAILER_MORE);
  limits.stop = &stop;
  {
    guint before = held (&f)->lines->len;

    g_assert_cmpint (vdt_tailer_read (f.tailer, f.reader, &limits), ==, VDT_TAILER_MORE);
    g_assert_cmpuint (held (&f)->lines->len, ==, before + 1);
  }
  fixture_read (&f);
  assert_holds (&f, text);
  g_assert_cmpuint (held (&f)->n_resets, ==, 1);
  g_assert_cmpuint (vdt_tailer_get_bytes_read (f.tailer), ==, strlen (text));
  fixture_clear (&f);
}

static void
test_packed_in_passes (void)
{
  Fixture f;
  g_autofree char *text = make_long (100, 3 * 1024 * 1024);
  g_autofree char *packed = NULL;
  guint passes = 0;

  fixture_init (&f);
  packed = tree_path (f.root, LIVE ".zst");
  log_write_packed (packed, text, strlen (text));
  g_free (f.path);
  f.path = g_strdup (packed);
  fixture_bind (&f);
  while (fixture_pass (&f, 500) == VDT_TAILER_MORE)
    {
      passes++;
      /* Kept open, and no position before the end. */
      g_assert_true (vdt_tailer_is_open (f.tailer));
      g_assert_false (held (&f)->has_position);
    }
  g_assert_cmpuint (passes, >, 5);
  g_assert_false (vdt_tailer_is_open (f.tailer));
  assert_holds (&f, text);
  g_assert_cmpuint (held (&f)->position.offset, ==, strlen (text));

  /* The next run does not even open it. */
  record_sink_next_run (f.sink);
  fixture_bind (&f);
  g_assert_true (vdt_tailer_restore_unchanged (f.tailer));
  assert_holds (&f, text);
  fixture_clear (&f);
}

static void
test_special_files (void)
{
  Fixture f;
  g_autoptr (VdtLogFile) file = NULL;

  fixture_init (&f);
  fixture_write (&f, "{}\n");
  fixture_bind (&f);
  fixture_read (&f);
  g_assert_cmpint (g_unlink (f.path), ==, 0);
  g_assert_cmpint (mkfifo (f.path, 0600), ==, 0);
  /* Neither opened for long nor waited for. */
  g_assert_cmpint (fixture_pass (&f, 10), ==, VDT_TAILER_UNREADABLE);
  g_assert_cmpint (fixture_pass (&f, 10), ==, VDT_TAILER_UNREADABLE);
  g_assert_cmpuint (f.sink->unreadable->len, ==, 1);
  file = vdt_log_file_new_from_path (f.home, f.path);
  g_assert_null (file);
  fixture_clear (&f);
}

static void
test_torn_packed_file (void)
{
  Fixture f;
  g_autofree char *text = make_long (100, 1024 * 1024);
  g_autofree char *data = NULL;
  gsize len = 0;
  struct stat st;

  fixture_init (&f);
  g_free (f.path);
  f.path = tree_path (f.root, LIVE ".zst");
  log_write_packed (f.path, text, strlen (text));
  g_assert_true (g_file_get_contents (f.path, &data, &len, NULL));
  log_write (f.path, data, len / 2);
  log_set_mtime (f.path, f.now_ns);
  fixture_bind (&f);
  g_assert_cmpint (fixture_pass (&f, G_MAXUINT), ==, VDT_TAILER_UNREADABLE);
  g_assert_cmpuint (f.sink->unreadable->len, ==, 1);
  g_assert_false (held (&f)->has_position);
  g_assert_cmpint (stat (f.path, &st), ==, 0);
  /* It does not get better by itself. */
  g_assert_false (vdt_tailer_differs (f.tailer, &st));
  log_write (f.path, data, len);
  log_set_mtime (f.path, f.now_ns + 1);
  fixture_read (&f);
  assert_holds (&f, text);
  fixture_clear (&f);
}

/* Reading leaves no trace but, at most, the time of last access. */
static void
test_leaves_no_trace (void)
{
  Fixture f;
  struct stat before;
  struct stat after;

  fixture_init (&f);
  fixture_write (&f, "{\"a\":1}\n{\"a\":2}");
  g_assert_cmpint (stat (f.path, &before), ==, 0);
  fixture_bind (&f);
  fixture_settle (&f);
  g_assert_cmpint (stat (f.path, &after), ==, 0);
  g_assert_cmpint (before.st_ctim.tv_sec, ==, after.st_ctim.tv_sec);
  g_assert_cmpint (before.st_ctim.tv_nsec, ==, after.st_ctim.tv_nsec);
  g_assert_cmpint (before.st_mtim.tv_nsec, ==, after.st_mtim.tv_nsec);
  g_assert_cmpint (before.st_atim.tv_nsec, ==, after.st_atim.tv_nsec);
  fixture_clear (&f);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_summary ("How one log is followed through everything that may happen to it.");
  g_test_add_func ("/tailer/append", test_append);
  g_test_add_func ("/tailer/tail", test_tail);
  g_test_add_func ("/tailer/tail-grows-into-another-line", test_tail_grows_into_another_line);
  g_test_add_func ("/tailer/tail-grows-on", test_tail_grows_on);
  g_test_add_func ("/tailer/tail-that-is-no-object", test_tail_that_is_no_object);
  g_test_add_func ("/tailer/replaced", test_replaced);
  g_test_add_func ("/tailer/identity-is-64-bits", test_identity_is_64_bits);
  g_test_add_func ("/tailer/archived-and-packed", test_archived_and_packed);
  g_test_add_func ("/tailer/window", test_window);
  g_test_add_func ("/tailer/window-without-a-head", test_window_without_a_head);
  g_test_add_func ("/tailer/window-is-no-position", test_window_is_no_position);
  g_test_add_func ("/tailer/window-in-one-line", test_window_in_one_line);
  g_test_add_func ("/tailer/pass-bounds", test_pass_bounds);
  g_test_add_func ("/tailer/packed-in-passes", test_packed_in_passes);
  g_test_add_func ("/tailer/special-files", test_special_files);
  g_test_add_func ("/tailer/torn-packed-file", test_torn_packed_file);
  g_test_add_func ("/tailer/leaves-no-trace", test_leaves_no_trace);
  return g_test_run ();
}
