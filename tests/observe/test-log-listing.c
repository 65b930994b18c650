/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <dirent.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "log-tree.h"
#include "vdt-log-file.h"

#define ID_A  "01a13f01-1d00-7368-945f-2da24b3264cd"
#define ID_B  "01A1491B-7a60-799a-acb9-bdde41404c4b"
#define TIME  "2026-10-15T10-00-00"
#define UUID  "981aa95b-4025-460d-aca3-82a467fd2158"
#define NAMED "rollout-" TIME "-" ID_A

/* One file in an otherwise empty home, and what it is taken for: `kind name-id segment parent`, or
 * NULL where it is no log. */
static const struct
{
  VdtRuntime runtime;
  const char *path;
  const char *expected;
} names[] = {
  { VDT_RUNTIME_CODEX, "sessions/2026/10/15/" NAMED ".jsonl", "live " ID_A " - -" },
  { VDT_RUNTIME_CODEX, "sessions/2026/10/15/" NAMED ".jsonl.zst", "live-zst " ID_A " - -" },
  { VDT_RUNTIME_CODEX, "sessions/" NAMED ".jsonl", "live " ID_A " - -" },
  { VDT_RUNTIME_CODEX, "archived_sessions/" NAMED ".jsonl", "archived " ID_A " - -" },
  { VDT_RUNTIME_CODEX, "archived_sessions/2026/" NAMED ".jsonl.zst", "archived-zst " ID_A " - -" },
  { VDT_RUNTIME_CODEX, "sessions/2026/" NAMED "_" ID_B ".jsonl", "live " ID_A " " ID_B " -" },
  { VDT_RUNTIME_CODEX, "sessions/rollout-" TIME "-plain_id.jsonl", "live plain_id - -" },
  { VDT_RUNTIME_CODEX, "sessions/rollout-whatever.jsonl", "live - - -" },
  { VDT_RUNTIME_CODEX, "sessions/1/2/3/4/5/6/7/8/" NAMED ".jsonl", "live " ID_A " - -" },
  { VDT_RUNTIME_CODEX, "sessions/1/2/3/4/5/6/7/8/9/" NAMED ".jsonl", NULL },
  { VDT_RUNTIME_CODEX, "sessions/rollout-.jsonl", NULL },
  { VDT_RUNTIME_CODEX, "sessions/2026/notes.jsonl", NULL },
  { VDT_RUNTIME_CODEX, "sessions/2026/" NAMED ".json", NULL },
  { VDT_RUNTIME_CODEX, "sessions/2026/" NAMED ".jsonl.tmp", NULL },
  { VDT_RUNTIME_CODEX, "sessions/2026/" NAMED ".jsonl.bak", NULL },
  { VDT_RUNTIME_CODEX, "sessions/2026/" NAMED ".jsonl.compress-1", NULL },
  { VDT_RUNTIME_CODEX, "sessions/2026/" NAMED ".compress-1.jsonl.zst", NULL },
  { VDT_RUNTIME_CODEX, "sessions/2026/" NAMED ".decompress.jsonl", NULL },
  { VDT_RUNTIME_CODEX, "sessions/2026/" NAMED ".tmp.jsonl", NULL },
  { VDT_RUNTIME_CODEX, "sessions/2026/." NAMED ".jsonl", NULL },
  { VDT_RUNTIME_CODEX, "sessions/.tmp/" NAMED ".jsonl", NULL },
  { VDT_RUNTIME_CODEX, "sessions/rollout-migrations/" NAMED ".jsonl", NULL },
  { VDT_RUNTIME_CODEX, "sessions/2026/" NAMED ".jsonl/" NAMED ".jsonl", NULL },
  { VDT_RUNTIME_CODEX, "history.jsonl", NULL },
  { VDT_RUNTIME_CODEX, NAMED ".jsonl", NULL },
  { VDT_RUNTIME_CODEX, "projects/-w/" UUID ".jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID ".jsonl", "session " UUID " - -" },
  { VDT_RUNTIME_CLAUDE, "projects/-w/conversation.jsonl", "session conversation - -" },
  { VDT_RUNTIME_CLAUDE, "projects/-w/agent-05072c49.jsonl", "subagent 05072c49 - -" },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID "/subagents/agent-a1.jsonl", "subagent a1 - " UUID },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID "/subagents/agent-a1/subagents/agent-b2.jsonl",
    "subagent b2 - " UUID },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID "/subagents/workflows/wf-7/agent-c3.jsonl",
    "subagent c3 - " UUID },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID "/subagents/1/2/3/4/5/6/7/8/agent-d.jsonl",
    "subagent d - " UUID },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID "/subagents/1/2/3/4/5/6/7/8/9/agent-d.jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID "/subagents/workflows/wf-7/journal.jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID "/agent-a1.jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID "/tool-results/agent-a1.jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "projects/-w/agent-.jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "projects/-w/.jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID ".jsonl.zst", NULL },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID ".jsonl.bak", NULL },
  { VDT_RUNTIME_CLAUDE, "projects/-w/" UUID ".tmp.jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "projects/-w/sessions-index.json", NULL },
  { VDT_RUNTIME_CLAUDE, "projects/" UUID ".jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "history.jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "backups/old.jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "sessions/" NAMED ".jsonl", NULL },
  { VDT_RUNTIME_CLAUDE, "sessions/4711.json", NULL },
};

static char *
describe (const VdtLogFile *file)
{
  static const char *const kinds[] = { "live", "archived", "session", "subagent" };

  return g_strdup_printf ("%s%s %s %s %s", kinds[file->kind], file->compressed ? "-zst" : "",
                          file->name_id != NULL ? file->name_id : "-",
                          file->segment_id != NULL ? file->segment_id : "-",
                          file->parent_id != NULL ? file->parent_id : "-");
}

static VdtLogListing *
list_one (VdtLogHome *home)
{
  g_autoptr (GPtrArray) homes = g_ptr_array_new ();

  g_ptr_array_add (homes, home);
  return vdt_log_listing_new (homes, NULL);
}

static VdtLogHome *
home_at (const char *root, VdtRuntime runtime, const char *relative)
{
  g_autofree char *path = tree_path (root, relative);

  return vdt_log_home_new (runtime, path, VDT_HOME_ORIGIN_OPTION);
}

static void
test_names (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char *root = tree_new ();
      g_autofree char *path = tree_path (root, names[i].path);
      g_autoptr (VdtLogHome) home = home_at (root, names[i].runtime, "");
      g_autoptr (VdtLogListing) listing = NULL;
      g_autoptr (VdtLogFile) file = NULL;

      tree_write (root, names[i].path, "{}\n");
      listing = list_one (home);
      file = vdt_log_file_new_from_path (home, path);
      g_test_message ("%s", names[i].path);
      if (names[i].expected == NULL)
        {
          g_assert_cmpuint (listing->files->len, ==, 0);
          g_assert_null (file);
        }
      else
        {
          VdtLogFile *listed = NULL;
          g_autofree char *of_listing = NULL;
          g_autofree char *of_path = NULL;

          g_assert_cmpuint (listing->files->len, ==, 1);
          listed = g_ptr_array_index (listing->files, 0);
          of_listing = describe (listed);
          g_assert_cmpstr (of_listing, ==, names[i].expected);
          g_assert_cmpstr (listed->path, ==, path);
          g_assert_nonnull (file);
          of_path = describe (file);
          g_assert_cmpstr (of_path, ==, names[i].expected);
          g_assert_cmpstr (file->stem, ==, listed->stem);
          g_assert_true (vdt_file_id_unchanged (&file->id, &listed->id));
          g_assert_true (file->home == home);
        }
      g_assert_true (listing->complete);
      tree_free (root);
    }
}

/* The paths below @root, newest first. */
static char *
paths_of (const char *root, const VdtLogListing *listing)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < listing->files->len; i++)
    {
      const VdtLogFile *file = g_ptr_array_index (listing->files, i);

      g_assert_true (g_str_has_prefix (file->path, root));
      g_string_append_printf (text, "%s ", file->path + strlen (root) + 1);
    }
  return g_string_free (text, FALSE);
}

static void
test_newest_first (void)
{
  char *root = tree_new ();
  g_autoptr (VdtLogHome) home = home_at (root, VDT_RUNTIME_CLAUDE, "");
  g_autoptr (VdtLogListing) listing = NULL;
  g_autofree char *paths = NULL;

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("projects/-w/%c.jsonl", 'a' + i);
      g_autofree char *path = tree_path (root, name);

      tree_write (root, name, "");
      /* One nanosecond counts; equal times go by path. */
      log_set_mtime (path, G_GINT64_CONSTANT (1790000000000000000) + (i == 3 ? 1 : i));
    }
  listing = list_one (home);
  paths = paths_of (root, listing);
  g_assert_cmpstr (paths, ==,
                   "projects/-w/c.jsonl projects/-w/b.jsonl projects/-w/d.jsonl "
                   "projects/-w/a.jsonl ");
  tree_free (root);
}

static void
test_plain_beats_packed (void)
{
  char *root = tree_new ();
  g_autoptr (VdtLogHome) home = home_at (root, VDT_RUNTIME_CODEX, "");
  g_autoptr (VdtLogListing) listing = NULL;
  g_autofree char *paths = NULL;

  tree_write (root, "sessions/" NAMED ".jsonl", "");
  tree_write (root, "sessions/" NAMED ".jsonl.zst", "");
  /* Another folder is another matter. */
  tree_write (root, "sessions/2026/" NAMED ".jsonl.zst", "");
  /* A folder of that name, or a link to nowhere, is no plain file. */
  tree_mkdir (root, "sessions/rollout-f.jsonl");
  tree_write (root, "sessions/rollout-f.jsonl.zst", "");
  tree_link (root, "sessions/rollout-g.jsonl", "nowhere");
  tree_write (root, "sessions/rollout-g.jsonl.zst", "");
  listing = list_one (home);
  g_assert_cmpuint (listing->files->len, ==, 4);
  g_assert_cmpuint (listing->shadowed->len, ==, 1);
  paths = paths_of (root, listing);
  g_assert_nonnull (strstr (paths, "sessions/" NAMED ".jsonl "));
  g_assert_null (strstr (paths, "sessions/" NAMED ".jsonl.zst"));
  tree_free (root);
}

static void
test_links (void)
{
  char *root = tree_new ();
  g_autofree char *up = tree_path (root, "claude");
  g_autoptr (VdtLogHome) home = NULL;
  g_autoptr (VdtLogListing) listing = NULL;
  g_autofree char *paths = NULL;

  tree_write (root, "claude/projects/-real/a.jsonl", "");
  tree_write (root, "store/b.jsonl", "");
  tree_write (root, "store/sub/agent-1.jsonl", "");
  tree_write (root, "elsewhere.jsonl", "");
  tree_link (root, "claude/projects/-aa-link", "../../store");
  tree_link (root, "claude/projects/-again", "../projects");
  tree_link (root, "claude/projects/-to-real", "-real");
  tree_link (root, "claude/projects/-real/up", up);
  tree_link (root, "claude/projects/-real/self.jsonl", "self.jsonl");
  tree_link (root, "claude/projects/-real/gone.jsonl", "nowhere");
  tree_link (root, "claude/projects/-real/c.jsonl", "../../../elsewhere.jsonl");
  tree_link (root, "claude/projects/-real/copy.jsonl", "a.jsonl");
  tree_mkdir (root, "claude/projects/-real/a");
  tree_link (root, "claude/projects/-real/a/subagents", "../../../../store/sub");
  home = home_at (root, VDT_RUNTIME_CLAUDE, "claude");
  listing = list_one (home);
  for (guint i = 0; i < listing->files->len; i++)
    {
      VdtLogFile *file = g_ptr_array_index (listing->files, i);
      g_autofree char *text = describe (file);

      if (g_str_has_suffix (file->path, "agent-1.jsonl"))
        g_assert_cmpstr (text, ==, "subagent 1 - a");
    }
  g_assert_cmpuint (listing->files->len, ==, 4);
  g_assert_cmpuint (listing->unreadable->len, ==, 0);
  /* `-again`, `-to-real` and `copy.jsonl`. */
  g_assert_cmpuint (listing->duplicates, ==, 3);
  paths = paths_of (root, listing);
  g_assert_nonnull (strstr (paths, "claude/projects/-real/a.jsonl "));
  g_assert_nonnull (strstr (paths, "claude/projects/-real/c.jsonl "));
  g_assert_nonnull (strstr (paths, "claude/projects/-aa-link/b.jsonl "));
  tree_free (root);
}

/* Two homes that share a folder by a link: the one that really has it has its logs. */
static void
test_shared_by_homes (void)
{
  char *root = tree_new ();
  g_autoptr (GPtrArray) homes =
    g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_home_unref);
  g_autoptr (VdtLogListing) listing = NULL;
  g_autofree char *paths = NULL;

  tree_write (root, "two/sessions/" NAMED ".jsonl", "");
  tree_mkdir (root, "one");
  tree_link (root, "one/sessions", "../two/sessions");
  g_ptr_array_add (homes, home_at (root, VDT_RUNTIME_CODEX, "one"));
  g_ptr_array_add (homes, home_at (root, VDT_RUNTIME_CODEX, "two"));
  g_ptr_array_add (homes, home_at (root, VDT_RUNTIME_CODEX, "missing"));
  listing = vdt_log_listing_new (homes, NULL);
  paths = paths_of (root, listing);
  g_assert_cmpstr (paths, ==, "two/sessions/" NAMED ".jsonl ");
  g_assert_cmpuint (listing->duplicates, ==, 1);
  g_assert_cmpuint (listing->unreadable->len, ==, 0);
  tree_free (root);
}

static void
test_special_files (void)
{
  char *root = tree_new ();
  g_autofree char *fifo = NULL;
  g_autoptr (VdtLogHome) home = NULL;
  g_autoptr (VdtLogListing) listing = NULL;
  g_autoptr (VdtLogFile) file = NULL;

  tree_mkdir (root, "sessions/rollout-a.jsonl");
  fifo = tree_path (root, "sessions/rollout-b.jsonl");
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  tree_link (root, "sessions/rollout-c.jsonl", "/dev/null");
  home = home_at (root, VDT_RUNTIME_CODEX, "");
  listing = list_one (home);
  g_assert_cmpuint (listing->files->len, ==, 0);
  file = vdt_log_file_new_from_path (home, fifo);
  g_assert_null (file);
  tree_free (root);
}

static void
test_unreadable (void)
{
  char *root = NULL;
  g_autofree char *locked = NULL;
  g_autoptr (VdtLogHome) home = NULL;
  g_autoptr (VdtLogListing) listing = NULL;

  if (!tree_leave_root ())
    {
      g_test_skip ("root reads every folder, and cannot be left here");
      return;
    }
  root = tree_new ();
  tree_write (root, "sessions/" NAMED ".jsonl", "");
  tree_mkdir (root, "sessions/2025");
  locked = tree_path (root, "sessions/2025");
  g_assert_cmpint (g_chmod (locked, 0), ==, 0);
  home = home_at (root, VDT_RUNTIME_CODEX, "");
  listing = list_one (home);
  g_assert_cmpuint (listing->files->len, ==, 1);
  g_assert_cmpuint (listing->unreadable->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (listing->unreadable, 0), ==, locked);
  g_assert_cmpint (g_chmod (locked, 0700), ==, 0);
  tree_free (root);
  tree_back_to_root ();
}

static void
test_paths_outside (void)
{
  char *root = tree_new ();
  g_autoptr (VdtLogHome) home = NULL;
  g_autofree char *beside = NULL;
  g_autofree char *missing = NULL;

  tree_write (root, "codex-two/sessions/" NAMED ".jsonl", "");
  tree_mkdir (root, "codex/sessions");
  home = home_at (root, VDT_RUNTIME_CODEX, "codex");
  beside = tree_path (root, "codex-two/sessions/" NAMED ".jsonl");
  missing = tree_path (root, "codex/sessions/" NAMED ".jsonl");
  g_assert_null (vdt_log_file_new_from_path (home, beside));
  g_assert_null (vdt_log_file_new_from_path (home, missing));
  g_assert_null (vdt_log_file_new_from_path (home, home->path));
  g_assert_null (vdt_log_file_new_from_path (home, "/"));
  g_assert_null (vdt_log_file_new_from_path (home, ""));
  tree_free (root);
}

static void
test_cancelled (void)
{
  char *root = tree_new ();
  g_autoptr (VdtLogHome) home = NULL;
  g_autoptr (GPtrArray) homes = g_ptr_array_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (VdtLogListing) listing = NULL;

  tree_write (root, "sessions/" NAMED ".jsonl", "");
  home = home_at (root, VDT_RUNTIME_CODEX, "");
  g_ptr_array_add (homes, home);
  g_cancellable_cancel (cancellable);
  listing = vdt_log_listing_new (homes, cancellable);
  g_assert_cmpuint (listing->files->len, ==, 0);
  g_assert_false (listing->complete);
  tree_free (root);
}

/* What the kernel alone takes for it. */
static gint64
stat_all (const char *root)
{
  const gint64 start = g_get_monotonic_time ();
  guint n = 0;

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("projects/-p%u", i);
      g_autofree char *path = tree_path (root, name);
      DIR *dir = opendir (path);
      struct dirent *entry = NULL;
      struct stat st;

      while ((entry = readdir (dir)) != NULL)
        n += fstatat (dirfd (dir), entry->d_name, &st, 0) == 0 && S_ISREG (st.st_mode) ? 1 : 0;
      closedir (dir);
    }
  g_assert_cmpuint (n, ==, 10000);
  return g_get_monotonic_time () - start;
}

/* Only with `-m perf`. */
static void
test_ten_thousand (void)
{
  char *root = tree_new ();
  g_autoptr (VdtLogHome) home = NULL;
  gint64 best = G_MAXINT64;
  gint64 floor = G_MAXINT64;

  for (guint i = 0; i < 10000; i++)
    {
      g_autofree char *name =
        g_strdup_printf ("projects/-p%u/%08x-0000-4000-8000-0123456789ab.jsonl", i % 100, i);

      tree_write (root, name, "{}\n");
    }
  home = home_at (root, VDT_RUNTIME_CLAUDE, "");
  for (guint i = 0; i < 9; i++)
    {
      gint64 start = 0;
      g_autoptr (VdtLogListing) listing = NULL;

      floor = MIN (floor, stat_all (root));
      start = g_get_monotonic_time ();
      listing = list_one (home);
      best = MIN (best, g_get_monotonic_time () - start);
      g_assert_cmpuint (listing->files->len, ==, 10000);
    }
  g_test_minimized_result ((double) best / 1000,
                           "10,000 files listed in %.1f ms (the kernel's part: %.1f ms)",
                           (double) best / 1000, (double) floor / 1000);
  /* A busy machine is no fault of the listing. */
  g_assert_true (best < 40000 || best < 3 * floor);
  tree_free (root);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_summary ("Which files of a home are logs, and what their names say.");
  g_test_add_func ("/log-listing/names", test_names);
  g_test_add_func ("/log-listing/newest-first", test_newest_first);
  g_test_add_func ("/log-listing/plain-beats-packed", test_plain_beats_packed);
  g_test_add_func ("/log-listing/links", test_links);
  g_test_add_func ("/log-listing/shared-by-homes", test_shared_by_homes);
  g_test_add_func ("/log-listing/special-files", test_special_files);
  g_test_add_func ("/log-listing/unreadable", test_unreadable);
  g_test_add_func ("/log-listing/paths-outside", test_paths_outside);
  g_test_add_func ("/log-listing/cancelled", test_cancelled);
  if (g_test_perf ())
    g_test_add_func ("/log-listing/ten-thousand", test_ten_thousand);
  return g_test_run ();
}
