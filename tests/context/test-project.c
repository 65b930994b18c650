/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test-files.h"
#include "vdt-project.h"

static void
test_words (void)
{
  const struct
  {
    const char *cwd;
    const char *project;
  } tests[] = {
    { NULL, NULL },
    { "", NULL },
    { "/", "/" },
    { "/nowhere/src/my-shop_v2.api", "my-shop_v2.api" },
    { "/nowhere/src/a b", "a b" },
    { "/nowhere/src/shop/", "shop" },
    { "/nowhere/src/shop///", "shop" },
    { "relative/shop", "shop" },
    { "/nowhere/ledger/.claude/worktrees/fix-1", "ledger" },
    { "/nowhere/ledger/.claude/worktrees/fix-1/docs/more", "ledger" },
    { "/nowhere/ledger/.claude/worktrees/a/.claude/worktrees/b", "ledger" },
    { "/nowhere/ledger/.claude/worktrees/", "worktrees" },
    { "/nowhere/ledger/.claude/worktrees", "worktrees" },
    { "/nowhere/ledger/.claude/worktreesque/x", "x" },
    { "/.claude/worktrees/x", "x" },
    { "C:\\Users\\dev\\shop", "shop" },
    { "C:\\Users\\dev\\shop\\", "shop" },
    { "/nowhere/odd\\name", "odd\\name" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *project = vdt_project_from_cwd (tests[i].cwd);

      g_assert_cmpstr (project, ==, tests[i].project);
    }
}

/* --- on the disk ------------------------------------------------------------------------------ */

typedef struct
{
  char *root;
} Disk;

static void
disk_set_up (Disk *disk, gconstpointer data)
{
  disk->root = g_dir_make_tmp ("vdt-project-XXXXXX", NULL);
  g_assert_nonnull (disk->root);
}

static void
disk_tear_down (Disk *disk, gconstpointer data)
{
  test_remove_tree (disk->root);
  g_free (disk->root);
}

static char *
make_folder (Disk *disk, const char *name)
{
  char *path = g_build_filename (disk->root, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  return path;
}

/* Puts @text, in which %s is the disk's root, into the `.git` file of folder @name. */
static void
put_git_file (Disk *disk, const char *name, const char *text)
{
  g_autofree char *folder = make_folder (disk, name);
  g_autofree char *path = g_build_filename (folder, ".git", NULL);
  g_auto (GStrv) parts = g_strsplit (text, "%s", -1);
  g_autofree char *whole = g_strjoinv (disk->root, parts);

  g_assert_true (g_file_set_contents (path, whole, -1, NULL));
}

static void
assert_project (Disk *disk, const char *name, const char *project)
{
  g_autofree char *path = g_build_filename (disk->root, name, NULL);
  g_autofree char *found = vdt_project_from_cwd (path);

  g_assert_cmpstr (found, ==, project);
}

static void
test_worktree (Disk *disk, gconstpointer data)
{
  g_autofree char *sub = make_folder (disk, "tree/src/deep");
  g_autofree char *repository = make_folder (disk, "plain/.git");
  g_autofree char *inside = make_folder (disk, "plain/docs");

  put_git_file (disk, "tree", "gitdir: %s/paddock/.git/worktrees/tree\n");
  assert_project (disk, "tree", "paddock");
  assert_project (disk, "tree/src/deep", "paddock");
  assert_project (disk, "tree/gone", "paddock");
  /* A repository itself, and a folder in it, are named by where one stands. */
  assert_project (disk, "plain", "plain");
  assert_project (disk, "plain/docs", "docs");

  put_git_file (disk, "near", "gitdir: ../meadow/.git/worktrees/near");
  assert_project (disk, "near", "meadow");
  put_git_file (disk, "of-bare", "gitdir: %s/orchard.git/worktrees/of-bare\n");
  assert_project (disk, "of-bare", "orchard");
  put_git_file (disk, "bare-without-suffix", "gitdir: %s/orchard/worktrees/b\r\n");
  assert_project (disk, "bare-without-suffix", "orchard");
  put_git_file (disk, "plain/module", "gitdir: ../.git/modules/module\n");
  assert_project (disk, "plain/module", "module");
}

static void
test_odd_git_file (Disk *disk, gconstpointer data)
{
  g_autofree char *big = g_strnfill (1024 * 1024, 'x');
  g_autofree char *text = g_strconcat ("gitdir: /", big, "/.git/worktrees/x\n", NULL);
  g_autofree char *pipe_folder = make_folder (disk, "pipe");
  g_autofree char *pipe = g_build_filename (pipe_folder, ".git", NULL);
  g_autofree char *link_folder = make_folder (disk, "link");
  g_autofree char *link = g_build_filename (link_folder, ".git", NULL);
  g_autofree char *target = g_build_filename (disk->root, "good", ".git", NULL);

  put_git_file (disk, "empty", "");
  assert_project (disk, "empty", "empty");
  put_git_file (disk, "word", "hello\n");
  assert_project (disk, "word", "word");
  put_git_file (disk, "no-target", "gitdir:   \n");
  assert_project (disk, "no-target", "no-target");
  put_git_file (disk, "at-root", "gitdir: /.git/worktrees/x\n");
  assert_project (disk, "at-root", "at-root");
  put_git_file (disk, "big", text);
  assert_project (disk, "big", "big");
  put_git_file (disk, "latin", "gitdir: %s/gr\xfcn/.git/worktrees/x\n");
  assert_project (disk, "latin", "gr\xef\xbf\xbdn");

  /* Nobody writes to the pipe: whoever waits for it waits for ever. */
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  assert_project (disk, "pipe", "pipe");
  put_git_file (disk, "good", "gitdir: %s/paddock/.git/worktrees/good\n");
  g_assert_cmpint (symlink (target, link), ==, 0);
  assert_project (disk, "link", "link");
}

/* What lies in an agent's own folder is the agent's. */
static void
test_agent_home (Disk *disk, gconstpointer data)
{
  put_git_file (disk, ".claude/plugins/x", "gitdir: %s/paddock/.git/worktrees/x\n");
  assert_project (disk, ".claude/plugins/x", "x");
  put_git_file (disk, ".codex/x", "gitdir: %s/paddock/.git/worktrees/x\n");
  assert_project (disk, ".codex/x", "x");
}

static void
test_bound (Disk *disk, gconstpointer data)
{
  g_autoptr (GString) near = g_string_new ("tree");
  g_autoptr (GString) far = NULL;

  put_git_file (disk, "tree", "gitdir: %s/paddock/.git/worktrees/tree\n");
  for (guint i = 0; i < 40; i++)
    g_string_append (near, "/d");
  far = g_string_new (near->str);
  g_string_append (far, "/e");
  assert_project (disk, near->str, "paddock");
  assert_project (disk, far->str, "e");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/project/words", test_words);
  g_test_add ("/project/worktree", Disk, NULL, disk_set_up, test_worktree, disk_tear_down);
  g_test_add ("/project/odd-git-file", Disk, NULL, disk_set_up, test_odd_git_file, disk_tear_down);
  g_test_add ("/project/agent-home", Disk, NULL, disk_set_up, test_agent_home, disk_tear_down);
  g_test_add ("/project/bound", Disk, NULL, disk_set_up, test_bound, disk_tear_down);
  return g_test_run ();
}
