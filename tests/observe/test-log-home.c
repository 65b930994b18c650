/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>

#include "log-tree.h"
#include "vdt-log-home.h"

#define MAX_NAMES 6

/* Names are below a made-up user's home, `@`; what is expected is `runtime origin path`. */
typedef struct
{
  const char *name;
  const char *codex_options[MAX_NAMES];
  const char *claude_options[MAX_NAMES];
  const char *codex_settings[MAX_NAMES];
  const char *claude_settings[MAX_NAMES];
  const char *codex_env;
  const char *claude_env;
  const char *expected[MAX_NAMES];
} Row;

/* There are .codex, .codex-two, .claude, .claude-work and .config/claude with logs, .claude-empty,
 * .codex-notes without, named/codex and named/claude elsewhere, and links to some. */
static const Row rows[] = {
  {
    .name = "discovery",
    .expected = { "codex default @/.codex", "codex discovered @/.codex-two",
                  "claude default @/.claude", "claude default @/.config/claude",
                  "claude discovered @/.claude-work" },
  },
  {
    .name = "empty-is-unset",
    .codex_env = "",
    .claude_env = " , ,",
    .expected = { "codex default @/.codex", "codex discovered @/.codex-two",
                  "claude default @/.claude", "claude default @/.config/claude",
                  "claude discovered @/.claude-work" },
  },
  {
    .name = "codex-home",
    .codex_env = "@/named/codex",
    .expected = { "codex environment @/named/codex", "claude default @/.claude",
                  "claude default @/.config/claude", "claude discovered @/.claude-work" },
  },
  {
    .name = "claude-list",
    .claude_env = " @/named/claude ,,@/missing, ~/.claude-work",
    .expected = { "codex default @/.codex", "codex discovered @/.codex-two",
                  "claude environment @/named/claude", "claude environment @/missing !",
                  "claude environment @/.claude-work" },
  },
  {
    .name = "environment-beats-settings",
    .codex_settings = { "@/.codex" },
    .codex_env = "@/named/codex",
    .claude_settings = { "@/named/claude" },
    .expected = { "codex environment @/named/codex", "claude setting @/named/claude" },
  },
  {
    .name = "settings",
    .codex_settings = { "~/.codex-notes", "", "@/nowhere/at/all" },
    .claude_settings = { " " },
    .expected = { "codex setting @/.codex-notes", "codex setting @/nowhere/at/all !",
                  "claude default @/.claude", "claude default @/.config/claude",
                  "claude discovered @/.claude-work" },
  },
  {
    .name = "one-option-turns-all-off",
    .claude_options = { "@/named/claude" },
    .codex_env = "@/named/codex",
    .claude_env = "@/.claude",
    .codex_settings = { "@/.codex" },
    .expected = { "claude option @/named/claude" },
  },
  {
    .name = "named-twice",
    .codex_options = { "@/.codex", "@/.codex/", "@/codex-link" },
    .claude_options = { "@/.claude/.", "@/.claude", "@/.codex/../.claude" },
    .expected = { "codex option @/.codex", "claude option @/.claude" },
  },
  {
    .name = "missing-twice",
    .codex_options = { "@/missing", "@/missing/.", "@/./missing" },
    .expected = { "codex option @/missing !" },
  },
  {
    .name = "a-file-and-a-loop",
    .codex_options = { "@/a-file", "@/loop" },
    .expected = { "codex option @/a-file !", "codex option @/loop !" },
  },
  {
    .name = "one-folder-for-both",
    .codex_options = { "@/.codex" },
    .claude_options = { "@/.codex" },
    .expected = { "codex option @/.codex", "claude option @/.codex" },
  },
};

static char *root;

static char *
below (const char *text)
{
  g_auto (GStrv) parts = NULL;

  if (text == NULL)
    return NULL;
  parts = g_strsplit (text, "@", -1);
  return g_strjoinv (root, parts);
}

static char **
all_below (const char *const *names)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  char **result = NULL;

  for (guint i = 0; i < MAX_NAMES && names[i] != NULL; i++)
    {
      g_autofree char *name = below (names[i]);

      g_strv_builder_add (builder, name);
    }
  result = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return result;
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_auto (GStrv) codex_options = all_below (row->codex_options);
  g_auto (GStrv) claude_options = all_below (row->claude_options);
  g_auto (GStrv) codex_settings = all_below (row->codex_settings);
  g_auto (GStrv) claude_settings = all_below (row->claude_settings);
  g_autofree char *codex_env = below (row->codex_env);
  g_autofree char *claude_env = below (row->claude_env);
  const VdtHomeSources sources = {
    .codex_options = (const char *const *) codex_options,
    .claude_options = (const char *const *) claude_options,
    .codex_settings = (const char *const *) codex_settings,
    .claude_settings = (const char *const *) claude_settings,
    .codex_home_env = codex_env,
    .claude_config_dir_env = claude_env,
    .user_home = root,
  };
  g_autoptr (VdtHomeSources) copy = vdt_home_sources_copy (&sources);
  g_autoptr (GPtrArray) homes = vdt_log_homes_discover (copy);
  guint n = 0;

  for (n = 0; n < MAX_NAMES && row->expected[n] != NULL; n++)
    {
      g_autofree char *expected = below (row->expected[n]);
      g_autofree char *found = NULL;
      g_autofree char *digest = NULL;
      VdtLogHome *home = NULL;

      g_assert_cmpuint (n, <, homes->len);
      home = g_ptr_array_index (homes, n);
      found = g_strdup_printf ("%s %s %s%s", vdt_runtime_to_string (home->runtime),
                               vdt_home_origin_to_string (home->origin), home->path,
                               home->readable ? "" : " !");
      g_assert_cmpstr (found, ==, expected);
      g_assert_true (home->readable == (home->problem == NULL));
      digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, home->path, -1);
      digest[12] = '\0';
      g_assert_true (g_str_has_prefix (home->id, vdt_runtime_to_string (home->runtime)));
      g_assert_cmpstr (strchr (home->id, ':') + 1, ==, digest);
    }
  g_assert_cmpuint (homes->len, ==, n);
}

static void
test_no_permission (void)
{
  g_autofree char *path = NULL;
  char *tree = NULL;
  g_autoptr (VdtLogHome) home = NULL;

  if (!tree_leave_root ())
    {
      g_test_skip ("root reads every folder, and cannot be left here");
      return;
    }
  tree = tree_new ();
  tree_mkdir (tree, "locked");
  path = tree_path (tree, "locked");
  g_assert_cmpint (g_chmod (path, 0), ==, 0);
  home = vdt_log_home_new (VDT_RUNTIME_CODEX, path, VDT_HOME_ORIGIN_SETTING);
  g_assert_false (home->readable);
  g_assert_nonnull (home->problem);
  g_assert_cmpstr (home->path, ==, path);
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  tree_free (tree);
  tree_back_to_root ();
}

int
main (int argc, char *argv[])
{
  int result = 0;

  root = tree_new ();
  g_setenv ("HOME", root, TRUE);
  tree_mkdir (root, ".codex/sessions");
  tree_mkdir (root, ".codex-two/archived_sessions");
  tree_mkdir (root, ".codex-notes");
  tree_mkdir (root, ".claude/projects");
  tree_mkdir (root, ".claude-work/projects");
  tree_mkdir (root, ".claude-empty");
  tree_mkdir (root, ".config/claude/projects");
  tree_mkdir (root, "named/codex");
  tree_mkdir (root, "named/claude/projects");
  tree_link (root, ".codex-alt", ".codex");
  tree_link (root, ".claude-alt", ".claude");
  tree_link (root, "codex-link", ".codex");
  tree_link (root, "loop", "loop");
  tree_write (root, "a-file", "");

  g_test_init (&argc, &argv, NULL);
  g_test_summary ("Which homes there are, by options, environment, settings and discovery.");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/log-home/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }
  g_test_add_func ("/log-home/no-permission", test_no_permission);
  result = g_test_run ();
  tree_free (root);
  return result;
}
