/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-log-home.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vdt-macros.h"
#include "vdt-paths.h"

/* More siblings than this are no homes of a person. */
#define MAX_HOMES 256

static char *
home_id (VdtRuntime runtime, const char *path)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, path, -1);

  return g_strdup_printf ("%s:%.12s", vdt_runtime_to_string (runtime), digest);
}

static const char *
problem_text (int error_number)
{
  switch (error_number)
    {
    case ENOENT:
      return _ ("The folder does not exist");
    case ENOTDIR:
      return _ ("This is not a folder");
    case EACCES:
    case EPERM:
      return _ ("You have no permission to read this folder");
    case ELOOP:
      return _ ("The links to this folder run in a circle");
    default:
      return g_strerror (error_number);
    }
}

/* What errno would be when the folder is listed; 0 where it can be. */
static int
listing_errno (const char *path)
{
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0)
    return errno;
  close (fd);
  return 0;
}

/**
 * vdt_log_home_new:
 * @runtime: whose home it is
 * @named: the folder as it was named
 * @origin: who named it
 *
 * Looks at the folder; reads nothing in it. Any thread.
 *
 * Returns: (transfer full): the home, also where there is no such folder
 */
VdtLogHome *
vdt_log_home_new (VdtRuntime runtime, const char *named, VdtHomeOrigin origin)
{
  VdtLogHome *home = NULL;
  int error_number = 0;

  g_return_val_if_fail (named != NULL, NULL);

  home = g_atomic_rc_box_new0 (VdtLogHome);
  home->runtime = runtime;
  home->origin = origin;
  home->named = g_strdup (named);
  home->path = vdt_path_real (named);
  if (home->path == NULL)
    {
      error_number = errno;
      home->path = g_canonicalize_filename (named, NULL);
    }
  else
    {
      error_number = listing_errno (home->path);
    }
  home->readable = error_number == 0;
  if (error_number != 0)
    home->problem = g_strdup (problem_text (error_number));
  home->id = home_id (runtime, home->path);
  return home;
}

/**
 * vdt_log_home_ref:
 * @home: a home
 *
 * Any thread.
 *
 * Returns: (transfer full): @home
 */
VdtLogHome *
vdt_log_home_ref (VdtLogHome *home)
{
  return g_atomic_rc_box_acquire (home);
}

static void
log_home_clear (VdtLogHome *home)
{
  g_free (home->id);
  g_free (home->path);
  g_free (home->named);
  g_free (home->problem);
}

/**
 * vdt_log_home_unref:
 * @home: (transfer full): a home
 *
 * Any thread.
 */
void
vdt_log_home_unref (VdtLogHome *home)
{
  g_atomic_rc_box_release_full (home, (GDestroyNotify) log_home_clear);
}

/**
 * vdt_home_origin_to_string:
 * @origin: who named a home
 *
 * Returns: the word for it in JSON (cli.md)
 */
const char *
vdt_home_origin_to_string (VdtHomeOrigin origin)
{
  switch (origin)
    {
    case VDT_HOME_ORIGIN_OPTION:
      return "option";
    case VDT_HOME_ORIGIN_ENVIRONMENT:
      return "environment";
    case VDT_HOME_ORIGIN_SETTING:
      return "setting";
    case VDT_HOME_ORIGIN_DEFAULT:
      return "default";
    case VDT_HOME_ORIGIN_DISCOVERED:
      return "discovered";
    }
  g_return_val_if_reached ("default");
}

/**
 * vdt_home_sources_copy:
 * @sources: what may name homes
 *
 * Returns: (transfer full): a copy that owns all its strings; free with
 *   [func@vdt_home_sources_free]
 */
VdtHomeSources *
vdt_home_sources_copy (const VdtHomeSources *sources)
{
  VdtHomeSources *copy = g_new0 (VdtHomeSources, 1);

  copy->codex_options = (const char *const *) g_strdupv ((char **) sources->codex_options);
  copy->claude_options = (const char *const *) g_strdupv ((char **) sources->claude_options);
  copy->codex_settings = (const char *const *) g_strdupv ((char **) sources->codex_settings);
  copy->claude_settings = (const char *const *) g_strdupv ((char **) sources->claude_settings);
  copy->codex_home_env = g_strdup (sources->codex_home_env);
  copy->claude_config_dir_env = g_strdup (sources->claude_config_dir_env);
  copy->user_home = g_strdup (sources->user_home);
  return copy;
}

/**
 * vdt_home_sources_free:
 * @sources: (transfer full) (nullable): a copy made by [func@vdt_home_sources_copy]
 */
void
vdt_home_sources_free (VdtHomeSources *sources)
{
  if (sources == NULL)
    return;
  g_strfreev ((char **) sources->codex_options);
  g_strfreev ((char **) sources->claude_options);
  g_strfreev ((char **) sources->codex_settings);
  g_strfreev ((char **) sources->claude_settings);
  g_free ((char *) sources->codex_home_env);
  g_free ((char *) sources->claude_config_dir_env);
  g_free ((char *) sources->user_home);
  g_free (sources);
}

/* `~` is meant as the user's home in settings and in lists, where no shell expands it. */
static char *
expand (const VdtHomeSources *sources, const char *named)
{
  if (sources->user_home != NULL && named[0] == '~' && (named[1] == '/' || named[1] == '\0'))
    return g_build_filename (sources->user_home, named + 1, NULL);
  return g_strdup (named);
}

/* Each real folder once a runtime: the first to name it wins. */
static void
add_home (GPtrArray *homes,
          const VdtHomeSources *sources,
          VdtRuntime runtime,
          const char *named,
          VdtHomeOrigin origin)
{
  g_autofree char *path = expand (sources, named);
  g_autoptr (VdtLogHome) home = NULL;

  if (homes->len >= MAX_HOMES)
    return;
  home = vdt_log_home_new (runtime, path, origin);
  for (guint i = 0; i < homes->len; i++)
    {
      const VdtLogHome *other = g_ptr_array_index (homes, i);

      if (other->runtime == runtime && strcmp (other->path, home->path) == 0)
        return;
    }
  vdt_set_string (&home->named, named);
  g_ptr_array_add (homes, g_steal_pointer (&home));
}

static guint
add_list (GPtrArray *homes,
          const VdtHomeSources *sources,
          VdtRuntime runtime,
          const char *const *names,
          VdtHomeOrigin origin)
{
  guint n = 0;

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *name = g_strstrip (g_strdup (names[i]));

      if (name[0] == '\0')
        continue;
      /* Blanks around a name are dropped only to see whether there is one at all. */
      add_home (homes, sources, runtime, origin == VDT_HOME_ORIGIN_OPTION ? names[i] : name,
                origin);
      n++;
    }
  return n;
}

static guint
add_environment (GPtrArray *homes, const VdtHomeSources *sources, VdtRuntime runtime)
{
  if (runtime == VDT_RUNTIME_CODEX)
    {
      const char *const one[] = { sources->codex_home_env, NULL };

      return add_list (homes, sources, runtime, one, VDT_HOME_ORIGIN_ENVIRONMENT);
    }
  if (sources->claude_config_dir_env != NULL)
    {
      g_auto (GStrv) places = g_strsplit (sources->claude_config_dir_env, ",", MAX_HOMES);

      return add_list (homes, sources, runtime, (const char *const *) places,
                       VDT_HOME_ORIGIN_ENVIRONMENT);
    }
  return 0;
}

/* The folders of a home that hold logs. */
static const char *const *
log_folders (VdtRuntime runtime)
{
  static const char *const codex[] = { "sessions", "archived_sessions", NULL };
  static const char *const claude[] = { "projects", NULL };

  return runtime == VDT_RUNTIME_CODEX ? codex : claude;
}

/* Whether something stands where a home is looked for that cannot be looked into: not the same as
 * nothing, and the person is to hear of it. */
static gboolean
is_barred (VdtRuntime runtime, const char *path)
{
  const char *const *names = log_folders (runtime);
  struct stat st;

  if (lstat (path, &st) != 0)
    return errno == EACCES;
  if (stat (path, &st) != 0 || !S_ISDIR (st.st_mode) || access (path, R_OK | X_OK) != 0)
    return TRUE;
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *child = g_build_filename (path, names[i], NULL);

      if (lstat (child, &st) == 0 && !g_file_test (child, G_FILE_TEST_IS_DIR))
        return TRUE;
    }
  return FALSE;
}

static gboolean
holds_logs (VdtRuntime runtime, const char *path)
{
  const char *const *names = log_folders (runtime);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *child = g_build_filename (path, names[i], NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        return TRUE;
    }
  return FALSE;
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_siblings (GPtrArray *homes, const VdtHomeSources *sources, VdtRuntime runtime)
{
  const char *prefix = runtime == VDT_RUNTIME_CODEX ? ".codex-" : ".claude-";
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (sources->user_home, 0, NULL);
  const char *name = NULL;

  if (dir == NULL)
    return;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (g_str_has_prefix (name, prefix))
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_sort (names, compare_strings);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path =
        g_build_filename (sources->user_home, g_ptr_array_index (names, i), NULL);

      if (holds_logs (runtime, path))
        add_home (homes, sources, runtime, path, VDT_HOME_ORIGIN_DISCOVERED);
    }
}

static void
add_defaults (GPtrArray *homes, const VdtHomeSources *sources, VdtRuntime runtime)
{
  static const char *const codex[] = { ".codex", NULL };
  static const char *const claude[] = { ".claude", ".config/claude", NULL };
  const char *const *names = runtime == VDT_RUNTIME_CODEX ? codex : claude;

  if (sources->user_home == NULL)
    return;
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (sources->user_home, names[i], NULL);

      if (holds_logs (runtime, path) || is_barred (runtime, path))
        add_home (homes, sources, runtime, path, VDT_HOME_ORIGIN_DEFAULT);
    }
  add_siblings (homes, sources, runtime);
}

/**
 * vdt_log_homes_discover:
 * @sources: what may name homes
 *
 * Finds the homes of both agents (cli.md, *Discovery*). Touches the disk: not for the main
 * thread of the desktop app. Any thread.
 *
 * Returns: (transfer full) (element-type VdtLogHome): Codex homes first, each real folder once a
 *   runtime, in the order in which they were named
 */
GPtrArray *
vdt_log_homes_discover (const VdtHomeSources *sources)
{
  GPtrArray *homes = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_home_unref);
  gboolean options = FALSE;

  g_return_val_if_fail (sources != NULL, homes);

  if (add_list (homes, sources, VDT_RUNTIME_CODEX, sources->codex_options, VDT_HOME_ORIGIN_OPTION) >
      0)
    options = TRUE;
  if (add_list (homes, sources, VDT_RUNTIME_CLAUDE, sources->claude_options,
                VDT_HOME_ORIGIN_OPTION) > 0)
    options = TRUE;
  if (options)
    return homes;

  for (int runtime = 0; runtime < VDT_N_RUNTIMES; runtime++)
    {
      const char *const *settings =
        runtime == VDT_RUNTIME_CODEX ? sources->codex_settings : sources->claude_settings;

      if (add_environment (homes, sources, runtime) > 0)
        continue;
      if (add_list (homes, sources, runtime, settings, VDT_HOME_ORIGIN_SETTING) > 0)
        continue;
      add_defaults (homes, sources, runtime);
    }
  return homes;
}
