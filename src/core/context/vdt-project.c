/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-context"

#include "config.h"

#include "vdt-project.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_PARENTS        40
#define MAX_GIT_FILE_BYTES 4096

#define CLAUDE_WORKTREES "/.claude/worktrees/"

/* The last element of the @len bytes at @path, without slashes at its end. */
static char *
last_element (const char *path, gsize len, char separator)
{
  gsize start = 0;

  while (len > 1 && path[len - 1] == separator)
    len--;
  start = len;
  while (start > 0 && path[start - 1] != separator)
    start--;
  /* The root has no other name. */
  if (start == len)
    return g_strndup (path, len);
  return g_strndup (path + start, len - start);
}

/* `…/<name>/.claude/worktrees/<x>`, at any depth below it: no file need be there any more. */
static char *
project_of_claude_worktree (const char *path)
{
  const char *found = strstr (path, CLAUDE_WORKTREES);

  if (found == NULL || found == path || found[strlen (CLAUDE_WORKTREES)] == '\0')
    return NULL;
  return last_element (path, found - path, '/');
}

static gboolean
is_in_agent_home (const char *path)
{
  g_auto (GStrv) elements = g_strsplit (path, "/", -1);

  return g_strv_contains ((const char *const *) elements, ".claude") ||
         g_strv_contains ((const char *const *) elements, ".codex");
}

/* The text of a `.git` file. @is_folder says that it is a folder: the root of a repository. */
static char *
read_git_file (const char *path, gboolean *is_folder)
{
  char buffer[MAX_GIT_FILE_BYTES];
  struct stat st;
  gssize n = 0;
  int fd = -1;

  /* A pipe or a device in its place must not hold us up. */
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) == 0)
    {
      *is_folder = S_ISDIR (st.st_mode);
      while (S_ISREG (st.st_mode))
        {
          n = read (fd, buffer, sizeof buffer);
          if (n >= 0 || errno != EINTR)
            break;
        }
    }
  close (fd);
  return n > 0 ? g_utf8_make_valid (buffer, n) : NULL;
}

/* A linked worktree's file says `gitdir: <repository>/.git/worktrees/<name>`, or without the
 * `.git` for a bare repository. Submodules point elsewhere and are projects of their own. */
static char *
project_of_git_file (const char *folder, const char *text)
{
  static const char prefix[] = "gitdir:";
  g_autofree char *target = NULL;
  g_autofree char *path = NULL;
  g_autofree char *common = NULL;
  g_autofree char *kind = NULL;
  g_autofree char *root = NULL;
  g_autofree char *name = NULL;

  if (!g_str_has_prefix (text, prefix))
    return NULL;
  target = g_strndup (text + strlen (prefix), strcspn (text + strlen (prefix), "\r\n"));
  g_strstrip (target);
  if (*target == '\0')
    return NULL;
  path = g_canonicalize_filename (target, folder);
  common = g_path_get_dirname (path);
  kind = g_path_get_basename (common);
  if (strcmp (kind, "worktrees") != 0)
    return NULL;
  root = g_path_get_dirname (common);
  name = g_path_get_basename (root);
  if (strcmp (name, ".git") == 0)
    {
      g_autofree char *parent = g_path_get_dirname (root);

      return strcmp (parent, "/") != 0 ? g_path_get_basename (parent) : NULL;
    }
  if (g_str_has_suffix (name, ".git"))
    name[strlen (name) - strlen (".git")] = '\0';
  return *name != '\0' && strcmp (name, "/") != 0 ? g_steal_pointer (&name) : NULL;
}

/* Goes up from @path to the first `.git`. */
static char *
project_of_worktree (const char *path)
{
  g_autofree char *folder = g_canonicalize_filename (path, "/");

  if (is_in_agent_home (folder))
    return NULL;
  for (guint i = 0; i <= MAX_PARENTS; i++)
    {
      g_autofree char *git = g_build_filename (folder, ".git", NULL);
      g_autofree char *parent = g_path_get_dirname (folder);
      gboolean is_folder = FALSE;
      g_autofree char *text = read_git_file (git, &is_folder);

      if (text != NULL)
        return project_of_git_file (folder, text);
      if (is_folder || strcmp (parent, folder) == 0)
        return NULL;
      g_free (folder);
      folder = g_steal_pointer (&parent);
    }
  return NULL;
}

/**
 * vdt_project_from_cwd:
 * @cwd: (nullable): a folder that a log names; it need not be there
 *
 * Names the project that a folder belongs to (rulings: *Project*): the repository's root for a
 * linked worktree, else the folder's own last element.
 *
 * May look at the disk: for `.git` in the folder and in at most 40 above it, reading at most
 * 4 KiB of the first that is a file, and nothing below an agent's own folder. So not for the
 * main thread; callers keep the answer for as long as the folder is the same.
 *
 * Returns: (transfer full) (nullable): the project's name; `NULL` where @cwd is nothing
 */
char *
vdt_project_from_cwd (const char *cwd)
{
  char *project = NULL;

  if (cwd == NULL || *cwd == '\0')
    return NULL;
  /* A log of Windows, read here. */
  if (g_ascii_isalpha (cwd[0]) && cwd[1] == ':' && cwd[2] == '\\')
    return last_element (cwd, strlen (cwd), '\\');
  project = project_of_claude_worktree (cwd);
  if (project == NULL && cwd[0] == '/')
    project = project_of_worktree (cwd);
  if (project == NULL)
    project = last_element (cwd, strlen (cwd), '/');
  return project;
}
