/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Several logs of one home are made, written to, moved, packed and deleted at random; of some of
 * it something is heard, of some not. After a listing and some time the sink must hold just the
 * logs that are there, with what is in them. */

#include <glib/gstdio.h>
#include <string.h>

#include "log-tree.h"
#include "record-sink.h"
#include "vdt-log-place.h"
#include "vdt-log-scan.h"

#define N_LOGS 6
#define SECOND G_GINT64_CONSTANT (1000000000)

typedef struct
{
  gboolean exists;
  gboolean archived;
  gboolean packed;
  guint day;
  GString *text;
} Log;

typedef struct
{
  char *root;
  GPtrArray *homes;
  RecordSink *sink;
  VdtLogScan *scan;
  Log logs[N_LOGS];
  gint64 now_ns;
  guint counter;
} World;

static char *
log_path (World *w, guint i)
{
  const Log *log = &w->logs[i];
  g_autofree char *name =
    g_strdup_printf ("rollout-2026-10-15T10-00-%02u-01a13f01-1d00-7368-945f-2da24b3264c%u.jsonl%s",
                     i, i, log->packed ? ".zst" : "");
  g_autofree char *folder = log->archived ? g_strdup ("archived_sessions")
                                          : g_strdup_printf ("sessions/2026/10/%02u", log->day);
  g_autofree char *relative = g_build_filename (folder, name, NULL);

  return tree_path (w->root, relative);
}

static void
add_text (World *w, GString *text)
{
  for (int n = g_test_rand_int_range (1, 6); n > 0; n--)
    g_string_append_printf (text, "{\"n\":%u}%s", w->counter++,
                            n == 1 && g_test_rand_int_range (0, 4) == 0 ? "" : "\n");
}

static void
stamp (World *w, const char *path)
{
  w->now_ns += g_test_rand_int_range (1, 300) * G_GINT64_CONSTANT (1000000);
  log_set_mtime (path, w->now_ns);
}

static void
make_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
}

static void
move (World *w, guint i, gboolean archived, gboolean packed, guint day)
{
  Log *log = &w->logs[i];
  g_autofree char *from = log_path (w, i);
  g_autofree char *to = NULL;
  gboolean was_packed = log->packed;

  log->archived = archived;
  log->packed = packed;
  log->day = day;
  to = log_path (w, i);
  if (strcmp (from, to) == 0)
    return;
  make_folder (to);
  if (was_packed == packed)
    {
      g_assert_cmpint (g_rename (from, to), ==, 0);
      return;
    }
  if (packed)
    log_write_packed (to, log->text->str, log->text->len);
  else
    log_replace (to, log->text->str, log->text->len);
  log_set_mtime (to, w->now_ns);
  g_assert_cmpint (g_unlink (from), ==, 0);
}

static void
change (World *w, guint i)
{
  Log *log = &w->logs[i];
  g_autofree char *path = log_path (w, i);

  if (!log->exists)
    {
      log->packed = FALSE;
      g_free (path);
      path = log_path (w, i);
      make_folder (path);
      g_string_truncate (log->text, 0);
      add_text (w, log->text);
      log_write (path, log->text->str, log->text->len);
      stamp (w, path);
      log->exists = TRUE;
      return;
    }
  switch (g_test_rand_int_range (0, 9))
    {
    case 0:
      g_assert_cmpint (g_unlink (path), ==, 0);
      log->exists = FALSE;
      break;
    case 1:
      move (w, i, !log->archived, log->packed, log->day);
      break;
    case 2:
      move (w, i, log->archived, !log->packed, log->day);
      break;
    case 3:
      move (w, i, !log->archived, !log->packed, log->day);
      break;
    case 4:
      move (w, i, log->archived, log->packed, (guint) g_test_rand_int_range (1, 4));
      break;
    case 5:
      g_string_truncate (log->text, 0);
      add_text (w, log->text);
      if (log->packed)
        log_write_packed (path, log->text->str, log->text->len);
      else
        log_replace (path, log->text->str, log->text->len);
      stamp (w, path);
      break;
    default:
      if (log->packed)
        break;
      {
        gsize from = log->text->len;

        add_text (w, log->text);
        log_append (path, log->text->str + from, log->text->len - from);
        stamp (w, path);
      }
      break;
    }
}

static void
list (World *w)
{
  g_autoptr (VdtLogListing) listing =
    vdt_log_listing_new_full (w->homes, VDT_LISTING_FOLDERS | VDT_LISTING_SIDES, NULL);

  vdt_log_scan_apply (w->scan, listing);
}

static void
settle (World *w)
{
  guint n_there = 0;

  for (guint round = 0; round < 3; round++)
    {
      list (w);
      vdt_log_scan_look_at_tails (w->scan, w->now_ns);
      for (guint n = 0; vdt_log_scan_has_work (w->scan); n++)
        {
          g_assert_cmpuint (n, <, 10000);
          vdt_log_scan_step (w->scan, w->now_ns);
        }
      w->now_ns += 3 * SECOND;
    }
  for (guint i = 0; i < N_LOGS; i++)
    {
      g_autofree char *path = log_path (w, i);
      g_autofree char *expected = NULL;
      g_autofree char *held = NULL;

      if (!w->logs[i].exists)
        continue;
      n_there++;
      expected = log_expected (w->logs[i].text->str, w->logs[i].text->len);
      held = record_sink_dup_text (w->sink, path);
      assert_same_text (held, expected);
    }
  g_assert_cmpuint (g_hash_table_size (w->sink->logs), ==, n_there);
}

/* What the sink keeps of logs that are not there is for the sink to find out. */
static gboolean
is_not_there (gpointer key, gpointer value, gpointer user_data)
{
  return !g_file_test (key, G_FILE_TEST_EXISTS);
}

static void
begin_run (World *w)
{
  g_clear_pointer (&w->scan, vdt_log_scan_free);
  record_sink_next_run (w->sink);
  g_hash_table_foreach_remove (w->sink->logs, is_not_there, NULL);
  w->scan = vdt_log_scan_new (VDT_LOG_SINK (w->sink), NULL);
  vdt_log_scan_set_homes (w->scan, w->homes);
  list (w);
}

static void
world_run (guint n_changes)
{
  World w = { 0 };

  w.root = tree_new ();
  w.homes = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_home_unref);
  g_ptr_array_add (w.homes, vdt_log_home_new (VDT_RUNTIME_CODEX, w.root, VDT_HOME_ORIGIN_OPTION));
  w.sink = record_sink_new ();
  w.now_ns = G_GINT64_CONSTANT (1790000000) * SECOND;
  for (guint i = 0; i < N_LOGS; i++)
    {
      w.logs[i].text = g_string_new (NULL);
      w.logs[i].day = 1 + i % 3;
    }
  begin_run (&w);
  for (guint n = 0; n < n_changes; n++)
    {
      guint i = (guint) g_test_rand_int_range (0, N_LOGS);
      g_autofree char *before = log_path (&w, i);
      g_autofree char *after = NULL;
      gboolean listing = g_test_rand_int_range (0, 10) == 0;

      change (&w, i);
      after = log_path (&w, i);
      /* The two ends of a move are heard of in any order, or not at all. */
      if (g_test_rand_bit ())
        listing = vdt_log_scan_touch (w.scan, after) || listing;
      if (g_test_rand_bit ())
        listing = vdt_log_scan_touch (w.scan, before) || listing;
      if (listing && g_test_rand_int_range (0, 3) > 0)
        list (&w);
      for (int steps = g_test_rand_int_range (0, 4); steps > 0; steps--)
        vdt_log_scan_step (w.scan, w.now_ns);
      if (g_test_rand_int_range (0, 12) == 0)
        settle (&w);
      if (g_test_rand_int_range (0, 20) == 0)
        begin_run (&w);
    }
  settle (&w);

  vdt_log_scan_free (w.scan);
  g_assert_finalize_object (w.sink);
  g_ptr_array_unref (w.homes);
  for (guint i = 0; i < N_LOGS; i++)
    g_string_free (w.logs[i].text, TRUE);
  tree_free (w.root);
}

static void
test_random (void)
{
  guint runs = g_test_slow () ? 600 : 40;

  for (guint i = 0; i < runs; i++)
    world_run (100);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_summary ("Several logs go through anything, heard of or not, and the sink holds them.");
  g_test_add_func ("/log-scan/random", test_random);
  return g_test_run ();
}
