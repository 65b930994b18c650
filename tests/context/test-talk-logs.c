/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "talk-support.h"

/* What holds of any log whatsoever, tried on many logs where there are some:
 * VEDETTE_SHARED names a folder with `fixtures` and `cases`. */

#define MAX_BLOB_BYTES 40000

typedef struct
{
  guint files;
  guint records;
} Tally;

static void
assert_sound (const VdtTalk *talk)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  VdtTalkSummary summary;

  vdt_talk_get_summary (talk, &summary);
  g_assert_cmpint (summary.lifecycle == VDT_LIFECYCLE_WAITING, ==,
                   summary.waiting_for != VDT_WAITING_NOTHING);
  if (summary.pending_decisions > 0)
    g_assert_true (summary.lifecycle == VDT_LIFECYCLE_WAITING && summary.open_call);
  if (vdt_time_known (summary.last_event_at))
    g_assert_true (vdt_time_known (summary.created_at));
  vdt_talk_write (talk, blob);
  g_assert_cmpuint (blob->len, <, MAX_BLOB_BYTES);
}

/* Both runtimes read every file: a log in the wrong hands must do no harm either. */
static void
run_log (const char *data, gsize len, VdtRuntime runtime, Tally *tally)
{
  g_autoptr (VdtTalk) whole = vdt_talk_new (runtime);
  g_autoptr (VdtTalk) broken = vdt_talk_new (runtime);
  const char *end = data + len;
  guint records = 0;

  for (const char *p = data; p < end;)
    {
      const char *newline = memchr (p, '\n', (gsize) (end - p));
      const gsize n = (gsize) ((newline != NULL ? newline : end) - p);

      if (talk_feed_line (whole, runtime, p, n))
        {
          records++;
          talk_feed_line (broken, runtime, p, n);
          /* Behind each of the first ones, then now and then: a blob is dear. */
          if (records < 60 || records % 50 == 0)
            {
              VdtTalk *next = talk_copy (broken, runtime);

              vdt_talk_free (broken);
              broken = next;
              assert_sound (broken);
            }
        }
      p += n + 1;
    }
  talk_assert_same (whole, broken);
  tally->records += records;
}

static void
walk (const char *path, Tally *tally)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name = NULL;

  if (dir == NULL)
    {
      g_autofree char *data = NULL;
      gsize len = 0;

      if (!g_str_has_suffix (path, ".jsonl") || !g_file_get_contents (path, &data, &len, NULL))
        return;
      tally->files++;
      run_log (data, len, VDT_RUNTIME_CODEX, tally);
      run_log (data, len, VDT_RUNTIME_CLAUDE, tally);
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (!g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        walk (child, tally);
    }
}

static void
test_logs (gconstpointer folder)
{
  const char *shared = g_getenv ("VEDETTE_SHARED");
  const char *source = g_getenv ("VEDETTE_SOURCE_DIR");
  g_autofree char *beside = NULL;
  g_autofree char *path = NULL;
  Tally tally = { 0 };

  beside = g_build_filename (source != NULL ? source : ".", "..", "shared", NULL);
  path = g_build_filename (shared != NULL ? shared : beside, folder, NULL);
  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("no logs to try");
      return;
    }
  walk (path, &tally);
  g_test_message ("%u files, %u records", tally.files, tally.records);
  g_assert_cmpuint (tally.files, >, 0);
  g_assert_cmpuint (tally.records, >, tally.files);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/talk-logs/fixtures", "fixtures", test_logs);
  g_test_add_data_func ("/talk-logs/cases", "cases", test_logs);
  return g_test_run ();
}
