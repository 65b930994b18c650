/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* One log is written to, cut, replaced, moved, packed and deleted at random, while a tailer looks
 * at it in passes of random size. Whenever it has come to rest the sink must hold just what a
 * fresh reading gives; the sink itself checks that nothing comes twice between two resets. */

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "log-tree.h"
#include "record-sink.h"
#include "vdt-tailer.h"

#define NAME     "rollout-2026-10-15T10-00-00-01a13f01-1d00-7368-945f-2da24b3264cd.jsonl"
#define LIVE     "sessions/2026/10/15/" NAME
#define ARCHIVED "archived_sessions/" NAME
#define SECOND   G_GINT64_CONSTANT (1000000000)

typedef struct
{
  char *root;
  VdtLogHome *home;
  RecordSink *sink;
  VdtLineReader *reader;
  VdtTailer *tailer;
  char *seen; /* the path that the tailer knows */

  GString *text;
  gboolean exists;
  gboolean archived;
  gboolean packed;
  gint64 now_ns;
  gint64 mtime_ns;
  gint64 ctime_count; /* the kernel's clock is too coarse for what happens here */
  guint counter;
  gboolean hidden; /* something changed that only the time of change tells */
  gboolean more;
} World;

typedef enum
{
  OP_APPEND,
  OP_APPEND_SEVERAL,
  OP_APPEND_TORN,
  OP_APPEND_NEWLINE,
  OP_TRUNCATE,
  OP_REWRITE_HEAD,
  OP_REWRITE_HEAD_KEEPING_TIME,
  OP_REPLACE_SAME_SIZE,
  OP_REPLACE_SAME_SECOND,
  OP_REPLACE_LONGER,
  OP_ARCHIVE,
  OP_PACK,
  OP_UNPACK,
  OP_DELETE,
  OP_REAPPEAR,
  OP_TOUCH,
  OP_TIME_PASSES,
  OP_NEXT_RUN,
  N_OPS,
} Op;

static char *
world_path (World *w)
{
  g_autofree char *plain = tree_path (w->root, w->archived ? ARCHIVED : LIVE);

  return w->packed ? g_strconcat (plain, ".zst", NULL) : g_steal_pointer (&plain);
}

static int
world_stat (int fd, struct stat *st, gpointer user_data)
{
  World *w = user_data;
  int result = fstat (fd, st);

  st->st_ctim.tv_sec = w->ctime_count;
  st->st_ctim.tv_nsec = 0;
  return result;
}

static void
add_record (World *w, GString *to)
{
  gsize pad = (gsize) g_test_rand_int_range (0, 10);

  if (pad == 9)
    pad = (gsize) g_test_rand_int_range (1000, 9000);
  g_string_append_printf (to, "{\"n\":%u,\"pad\":\"%0*d\"}", w->counter++, (int) pad + 1, 0);
}

static void
add_line (World *w, GString *to)
{
  static const char *const ends[] = { "\n", "\n", "\n", "\r\n", "\n\n" };

  add_record (w, to);
  g_string_append (to, ends[g_test_rand_int_range (0, G_N_ELEMENTS (ends))]);
}

static gint64
next_time (World *w)
{
  w->now_ns += g_test_rand_int_range (1, 300) * G_GINT64_CONSTANT (1000000);
  w->mtime_ns = w->now_ns;
  return w->mtime_ns;
}

static void
stamp (World *w)
{
  g_autofree char *path = world_path (w);

  log_set_mtime (path, w->mtime_ns);
  w->ctime_count++;
}

static void
op_append (World *w, guint lines, gboolean torn)
{
  g_autoptr (GString) more = g_string_new (NULL);
  g_autofree char *path = world_path (w);

  for (guint i = 0; i < lines; i++)
    add_line (w, more);
  if (torn)
    {
      gsize from = more->len;

      add_record (w, more);
      if (g_test_rand_bit ())
        g_string_truncate (more,
                           from + (gsize) g_test_rand_int_range (1, (int) (more->len - from)));
    }
  log_append (path, more->str, more->len);
  g_string_append_len (w->text, more->str, (gssize) more->len);
  next_time (w);
}

static void
op_newline (World *w)
{
  g_autofree char *path = world_path (w);

  log_append (path, "\n", 1);
  g_string_append_c (w->text, '\n');
  next_time (w);
}

static void
op_truncate (World *w)
{
  g_autofree char *path = world_path (w);
  gsize to = w->text->len > 0 ? (gsize) g_test_rand_int_range (0, (int) w->text->len) : 0;

  g_string_truncate (w->text, to);
  log_write (path, w->text->str, w->text->len);
  next_time (w);
}

/* Other letters in the first record, nothing else. */
static void
op_rewrite_head (World *w, gboolean keep_time)
{
  g_autofree char *path = world_path (w);
  gsize len = MIN (w->text->len, 1000);

  if (len == 0)
    return;
  for (guint i = 0; i < 5; i++)
    {
      gsize at = (gsize) g_test_rand_int_range (0, (int) len);

      if (g_ascii_isdigit (w->text->str[at]))
        w->text->str[at] = '0' + (w->text->str[at] - '0' + 1) % 10;
    }
  log_overwrite (path, 0, w->text->str, len);
  if (!keep_time)
    next_time (w);
}

static void
op_replace (World *w, Op op)
{
  g_autofree char *path = world_path (w);
  gsize len = w->text->len;

  if (op == OP_REPLACE_LONGER)
    {
      if (g_test_rand_bit ())
        g_string_truncate (w->text, 0);
      for (gsize was = len; w->text->len <= was;)
        add_line (w, w->text);
    }
  else
    {
      g_string_truncate (w->text, 0);
      while (w->text->len < len)
        add_line (w, w->text);
      g_string_truncate (w->text, len);
    }
  log_replace (path, w->text->str, w->text->len);
  if (op == OP_REPLACE_SAME_SECOND)
    w->mtime_ns = w->mtime_ns / SECOND * SECOND + g_test_rand_int_range (0, 1000000000);
  else if (op != OP_REPLACE_SAME_SIZE)
    next_time (w);
}

/* To another place or packing; the time of change is kept. */
static void
op_move (World *w, gboolean archived, gboolean packed)
{
  g_autofree char *from = world_path (w);
  g_autofree char *to = NULL;
  gboolean was_packed = w->packed;

  w->archived = archived;
  w->packed = packed;
  to = world_path (w);
  if (was_packed == packed)
    {
      g_assert_cmpint (g_rename (from, to), ==, 0);
      return;
    }
  if (packed)
    log_write_packed (to, w->text->str, w->text->len);
  else
    log_replace (to, w->text->str, w->text->len);
  g_assert_cmpint (g_unlink (from), ==, 0);
}

static void
bind_tailer (World *w, const char *path)
{
  g_autoptr (VdtLogFile) file = vdt_log_file_new_from_path (w->home, path);

  g_assert_nonnull (file);
  g_assert_null (w->tailer);
  w->tailer = vdt_tailer_new (file, VDT_LOG_SINK (w->sink));
  vdt_tailer_set_stat (w->tailer, world_stat, w);
  w->seen = g_strdup (path);
  /* The time of change is not kept from run to run. */
  w->more = w->hidden || !vdt_tailer_restore_unchanged (w->tailer);
}

static void
drop_tailer (World *w)
{
  g_clear_pointer (&w->tailer, vdt_tailer_free);
  g_clear_pointer (&w->seen, g_free);
  w->more = FALSE;
}

/* What an observer does between two passes. */
static gboolean
look (World *w)
{
  g_autofree char *path = world_path (w);
  struct stat st;

  if (w->tailer != NULL && !w->exists)
    {
      vdt_log_sink_gone (VDT_LOG_SINK (w->sink), vdt_tailer_get_file (w->tailer));
      drop_tailer (w);
    }
  if (!w->exists)
    return FALSE;
  if (w->tailer == NULL)
    {
      bind_tailer (w, path);
    }
  else if (strcmp (w->seen, path) != 0)
    {
      g_autoptr (VdtLogFile) file = vdt_log_file_new_from_path (w->home, path);

      g_assert_nonnull (file);
      vdt_tailer_move (w->tailer, file);
      g_free (w->seen);
      w->seen = g_strdup (path);
      w->more = TRUE;
    }
  g_assert_cmpint (stat (path, &st), ==, 0);
  st.st_ctim.tv_sec = w->ctime_count;
  st.st_ctim.tv_nsec = 0;
  if (vdt_tailer_differs (w->tailer, &st))
    w->more = TRUE;
  if (vdt_tailer_get_tail_due (w->tailer) != 0 && vdt_tailer_get_tail_due (w->tailer) <= w->now_ns)
    w->more = TRUE;
  return w->more;
}

static void
pass (World *w, guint64 max_bytes, guint max_records)
{
  const VdtTailerLimits limits = {
    .max_bytes = max_bytes,
    .max_records = max_records,
    .now_ns = w->now_ns,
  };
  VdtTailerResult result = vdt_tailer_read (w->tailer, w->reader, &limits);
  RecordLog *log = record_sink_get (w->sink, w->seen);

  g_assert_true (result == VDT_TAILER_DONE || result == VDT_TAILER_MORE);
  w->more = result == VDT_TAILER_MORE;
  w->hidden = FALSE;
  /* A position stands behind a newline only. */
  g_assert_nonnull (log);
  if (log->has_position && log->position.offset > 0)
    {
      g_assert_cmpuint (log->position.offset, <=, w->text->len);
      g_assert_cmpint (w->text->str[log->position.offset - 1], ==, '\n');
    }
}

static void
settle (World *w)
{
  g_autofree char *expected = NULL;
  g_autofree char *path = world_path (w);
  g_autofree char *held = NULL;

  for (guint i = 0; i < 2; i++)
    {
      for (guint n = 0; look (w); n++)
        {
          g_assert_cmpuint (n, <, 100000);
          pass (w, VDT_TAILER_PASS_BYTES, VDT_TAILER_PASS_RECORDS);
        }
      w->now_ns += 3 * SECOND;
    }
  /* One that was deleted between two runs is for the sink to find out. */
  if (!w->exists)
    return;
  expected = log_expected (w->text->str, w->text->len);
  held = record_sink_dup_text (w->sink, path);
  assert_same_text (held, expected);
}

static void
op_delete (World *w)
{
  g_autofree char *path = world_path (w);

  g_assert_cmpint (g_unlink (path), ==, 0);
  w->exists = FALSE;
}

static void
op_reappear (World *w)
{
  g_autofree char *path = NULL;

  w->packed = FALSE;
  path = world_path (w);
  if (g_test_rand_bit ())
    g_string_truncate (w->text, 0);
  log_write (path, w->text->str, w->text->len);
  w->exists = TRUE;
  next_time (w);
}

static void
run_op (World *w, Op op)
{
  gboolean plain = w->exists && !w->packed;

  switch (op)
    {
    case OP_APPEND:
      if (plain)
        op_append (w, 1, FALSE);
      break;
    case OP_APPEND_SEVERAL:
      if (plain)
        op_append (w, (guint) g_test_rand_int_range (0, 12), FALSE);
      break;
    case OP_APPEND_TORN:
      if (plain)
        op_append (w, (guint) g_test_rand_int_range (0, 2), TRUE);
      break;
    case OP_APPEND_NEWLINE:
      if (plain)
        op_newline (w);
      break;
    case OP_TRUNCATE:
      if (plain)
        op_truncate (w);
      break;
    case OP_REWRITE_HEAD:
    case OP_REWRITE_HEAD_KEEPING_TIME:
      if (plain && op == OP_REWRITE_HEAD_KEEPING_TIME)
        w->hidden = TRUE;
      if (plain)
        op_rewrite_head (w, op == OP_REWRITE_HEAD_KEEPING_TIME);
      break;
    case OP_REPLACE_SAME_SIZE:
    case OP_REPLACE_SAME_SECOND:
    case OP_REPLACE_LONGER:
      if (plain && op == OP_REPLACE_SAME_SIZE)
        w->hidden = TRUE;
      if (plain)
        op_replace (w, op);
      break;
    case OP_ARCHIVE:
      if (w->exists)
        op_move (w, !w->archived, w->packed);
      break;
    case OP_PACK:
      if (plain)
        op_move (w, w->archived, TRUE);
      break;
    case OP_UNPACK:
      if (w->exists && w->packed)
        op_move (w, w->archived, FALSE);
      break;
    case OP_DELETE:
      if (w->exists)
        op_delete (w);
      break;
    case OP_REAPPEAR:
      if (!w->exists)
        op_reappear (w);
      break;
    case OP_TOUCH:
      if (w->exists)
        next_time (w);
      break;
    case OP_TIME_PASSES:
      w->now_ns += g_test_rand_int_range (1, 5) * SECOND;
      break;
    case OP_NEXT_RUN:
      drop_tailer (w);
      record_sink_next_run (w->sink);
      /* What has moved meanwhile has another path: its position is not found. */
      break;
    case N_OPS:
      g_assert_not_reached ();
    }
  if (w->exists && op != OP_NEXT_RUN && op != OP_TIME_PASSES)
    stamp (w);
}

static void
world_run (guint n_ops)
{
  World w = { 0 };

  w.root = tree_new ();
  tree_mkdir (w.root, "sessions/2026/10/15");
  tree_mkdir (w.root, "archived_sessions");
  w.home = vdt_log_home_new (VDT_RUNTIME_CODEX, w.root, VDT_HOME_ORIGIN_OPTION);
  w.sink = record_sink_new ();
  w.reader = vdt_line_reader_new ();
  w.text = g_string_new (NULL);
  w.now_ns = G_GINT64_CONSTANT (1790000000) * SECOND;
  w.mtime_ns = w.now_ns;

  for (guint i = 0; i < n_ops; i++)
    {
      run_op (&w, (Op) g_test_rand_int_range (0, N_OPS));
      for (int passes = g_test_rand_int_range (0, 4); passes > 0 && look (&w); passes--)
        pass (&w, (guint64) g_test_rand_int_range (1, 20000), (guint) g_test_rand_int_range (1, 6));
      if (g_test_rand_int_range (0, 8) == 0)
        settle (&w);
    }
  settle (&w);

  drop_tailer (&w);
  vdt_line_reader_free (w.reader);
  g_assert_finalize_object (w.sink);
  vdt_log_home_unref (w.home);
  g_string_free (w.text, TRUE);
  tree_free (w.root);
}

static void
test_random (void)
{
  guint runs = g_test_slow () ? 1000 : 80;

  for (guint i = 0; i < runs; i++)
    world_run (80);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_summary ("A log goes through anything in any order, and the sink holds what is there.");
  g_test_add_func ("/tailer/random", test_random);
  return g_test_run ();
}
