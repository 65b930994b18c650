/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-side-files.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vdt-json-reader.h"
#include "vdt-line-reader.h"
#include "vdt-paths.h"
#include "vdt-project.h"
#include "vdt-text.h"

#define CUSTOM_TITLE_MAX_BYTES (64 * 1024)
#define MAX_THREAD_NAMES       200000
#define MAX_PROJECTS           10000

typedef struct
{
  gboolean names_read;
  GHashTable *names; /* thread id → name */
  gboolean live_read;
  GPtrArray *live;
  gboolean account_read;
  VdtClaudeAccount *account;
} HomeFiles;

struct _VdtSideFiles
{
  char *user_home;
  GHashTable *homes;    /* home id → HomeFiles */
  GHashTable *projects; /* cwd → project, or "" for none */
};

static void
home_files_free (gpointer data)
{
  HomeFiles *files = data;

  g_clear_pointer (&files->names, g_hash_table_unref);
  g_clear_pointer (&files->live, g_ptr_array_unref);
  vdt_claude_account_free (files->account);
  g_free (files);
}

/**
 * vdt_side_files_new:
 * @user_home: the person's home folder, where Claude Code's account file may lie
 *
 * Returns: (transfer full): nothing read yet
 */
VdtSideFiles *
vdt_side_files_new (const char *user_home)
{
  VdtSideFiles *side = g_new0 (VdtSideFiles, 1);

  side->user_home = g_strdup (user_home);
  side->homes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, home_files_free);
  side->projects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return side;
}

/**
 * vdt_side_files_free:
 * @side: (nullable): what was read
 */
void
vdt_side_files_free (VdtSideFiles *side)
{
  if (side == NULL)
    return;
  g_hash_table_unref (side->homes);
  g_hash_table_unref (side->projects);
  g_free (side->user_home);
  g_free (side);
}

/**
 * vdt_side_files_forget:
 * @side: what was read
 * @home: a home whose side files have changed: they are read again when asked for
 */
void
vdt_side_files_forget (VdtSideFiles *side, const VdtLogHome *home)
{
  g_hash_table_remove (side->homes, home->id);
}

static HomeFiles *
home_files (VdtSideFiles *side, const VdtLogHome *home)
{
  HomeFiles *files = g_hash_table_lookup (side->homes, home->id);

  if (files == NULL)
    {
      files = g_new0 (HomeFiles, 1);
      g_hash_table_insert (side->homes, g_strdup (home->id), files);
    }
  return files;
}

static void
read_name (GHashTable *names, const char *data, gsize len)
{
  VdtJsonReader reader;
  VdtJsonString key;
  VdtJsonString id = { 0 };
  VdtJsonString name = { 0 };

  vdt_json_reader_init (&reader, data, len);
  if (!vdt_json_reader_enter_object (&reader))
    return;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      VdtJsonString *place = vdt_json_string_equal (&key, "id")            ? &id
                             : vdt_json_string_equal (&key, "thread_name") ? &name
                                                                           : NULL;

      if (place == NULL || vdt_json_reader_peek (&reader) != VDT_JSON_STRING)
        vdt_json_reader_skip (&reader);
      else
        vdt_json_reader_read_string (&reader, place);
    }
  if (!vdt_json_reader_at_end (&reader) || id.len == 0 || name.data == NULL)
    return;
  if (g_hash_table_size (names) < MAX_THREAD_NAMES)
    {
      g_autofree char *text = vdt_json_string_dup (&name, 4096);

      g_hash_table_insert (names, vdt_json_string_dup (&id, 200), vdt_text_title (text));
    }
}

static GHashTable *
read_names (const VdtLogHome *home)
{
  g_autofree char *path = g_build_filename (home->path, "session_index.jsonl", NULL);
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (VdtLineReader) reader = vdt_line_reader_new ();
  VdtLineStatus status = VDT_LINE_OK;
  VdtLine line;

  if (!vdt_line_reader_open (reader, path, NULL))
    return names;
  while (status != VDT_LINE_END && status != VDT_LINE_ERROR)
    {
      status = vdt_line_reader_next (reader, &line, NULL);
      if (status == VDT_LINE_OK || status == VDT_LINE_TAIL)
        read_name (names, line.data, line.len);
      if (status == VDT_LINE_TAIL)
        break;
    }
  return names;
}

/**
 * vdt_side_files_get_thread_name:
 * @side: what was read
 * @home: a Codex home
 * @thread_id: a thread
 *
 * Returns: (nullable): the newest name that `session_index.jsonl` has for it
 */
const char *
vdt_side_files_get_thread_name (VdtSideFiles *side, const VdtLogHome *home, const char *thread_id)
{
  HomeFiles *files = home_files (side, home);

  if (!files->names_read)
    {
      files->names = read_names (home);
      files->names_read = TRUE;
    }
  return g_hash_table_lookup (files->names, thread_id);
}

/**
 * vdt_side_files_get_custom_title:
 * @side: what was read
 * @log_path: a Claude session's log
 *
 * Returns: (transfer full) (nullable): the title in the `custom-title.json` of its folder
 */
char *
vdt_side_files_get_custom_title (VdtSideFiles *side, const char *log_path)
{
  g_autofree char *path = NULL;
  g_autofree char *data = NULL;
  gsize stem = strlen (log_path);
  VdtJsonReader reader;
  VdtJsonString key;
  VdtJsonString title = { 0 };
  g_autofree char *text = NULL;
  struct stat st;
  ssize_t len = 0;
  int fd = -1;

  if (!g_str_has_suffix (log_path, ".jsonl"))
    return NULL;
  stem -= strlen (".jsonl");
  path = g_strdup_printf ("%.*s/custom-title.json", (int) stem, log_path);
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode) && st.st_size <= CUSTOM_TITLE_MAX_BYTES)
    {
      data = g_malloc (CUSTOM_TITLE_MAX_BYTES);
      len = read (fd, data, CUSTOM_TITLE_MAX_BYTES);
    }
  close (fd);
  if (len <= 0)
    return NULL;
  vdt_json_reader_init (&reader, data, len);
  if (!vdt_json_reader_enter_object (&reader))
    return NULL;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      if (vdt_json_string_equal (&key, "customTitle") &&
          vdt_json_reader_peek (&reader) == VDT_JSON_STRING)
        vdt_json_reader_read_string (&reader, &title);
      else
        vdt_json_reader_skip (&reader);
    }
  if (!vdt_json_reader_at_end (&reader) || title.len == 0)
    return NULL;
  text = vdt_json_string_dup (&title, 4096);
  return vdt_text_title (text);
}

/**
 * vdt_side_files_get_live:
 * @side: what was read
 * @home: a Claude home
 * @session_id: a session
 *
 * Returns: (nullable): what the live registry says of it, if its process lives
 */
const VdtLiveEntry *
vdt_side_files_get_live (VdtSideFiles *side, const VdtLogHome *home, const char *session_id)
{
  HomeFiles *files = home_files (side, home);

  if (!files->live_read)
    {
      files->live = vdt_live_registry_read (home->path, "/proc");
      files->live_read = TRUE;
    }
  return files->live != NULL ? vdt_live_registry_find (files->live, session_id) : NULL;
}

/* Whether @home is the `.claude` of the person's home folder, whatever it was named. */
static gboolean
is_default_claude (VdtSideFiles *side, const VdtLogHome *home)
{
  g_autofree char *usual = g_build_filename (side->user_home, ".claude", NULL);
  g_autofree char *real = vdt_path_real (usual);

  return real != NULL && strcmp (real, home->path) == 0;
}

/**
 * vdt_side_files_get_account:
 * @side: what was read
 * @home: a Claude home
 *
 * The account file lies inside a home; the one beside it belongs to `~/.claude` alone. Of two the
 * one fetched later counts (rulings: *`~/.claude.json`*).
 *
 * Returns: (nullable): what the account file caches
 */
const VdtClaudeAccount *
vdt_side_files_get_account (VdtSideFiles *side, const VdtLogHome *home)
{
  HomeFiles *files = home_files (side, home);

  if (!files->account_read)
    {
      g_autofree char *inside = g_build_filename (home->path, ".claude.json", NULL);

      files->account_read = TRUE;
      files->account = vdt_claude_account_read (inside);
      if (is_default_claude (side, home))
        {
          g_autofree char *beside = g_build_filename (side->user_home, ".claude.json", NULL);
          g_autoptr (VdtClaudeAccount) other = vdt_claude_account_read (beside);

          if (other != NULL &&
              (files->account == NULL || other->fetched_at > files->account->fetched_at))
            {
              vdt_claude_account_free (files->account);
              files->account = g_steal_pointer (&other);
            }
        }
    }
  return files->account;
}

/**
 * vdt_side_files_get_project:
 * @side: what was read
 * @cwd: where a session runs
 *
 * Returns: (nullable): its project (rulings: *Project*); looked up once a folder
 */
const char *
vdt_side_files_get_project (VdtSideFiles *side, const char *cwd)
{
  char *project = g_hash_table_lookup (side->projects, cwd);

  if (project == NULL)
    {
      if (g_hash_table_size (side->projects) >= MAX_PROJECTS)
        g_hash_table_remove_all (side->projects);
      project = vdt_project_from_cwd (cwd);
      if (project == NULL)
        project = g_strdup ("");
      g_hash_table_insert (side->projects, g_strdup (cwd), project);
    }
  return *project != '\0' ? project : NULL;
}

/**
 * vdt_side_files_find_bad_account:
 * @side: what was read
 * @home: a Claude home
 *
 * Returns: (transfer full) (nullable): an account file of it that is there and tells nothing:
 * nobody may read it, or it holds no document
 */
char *
vdt_side_files_find_bad_account (VdtSideFiles *side, const VdtLogHome *home)
{
  const char *const folders[] = { home->path,
                                  is_default_claude (side, home) ? side->user_home : NULL };

  for (guint i = 0; i < G_N_ELEMENTS (folders) && folders[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (folders[i], ".claude.json", NULL);
      g_autoptr (VdtClaudeAccount) account = vdt_claude_account_read (path);

      if (account == NULL && g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/**
 * vdt_side_files_count_bad_values:
 * @side: what was read
 * @home: a home of either runtime
 *
 * Returns: how many numbers of its account file were out of range
 */
guint
vdt_side_files_count_bad_values (VdtSideFiles *side, const VdtLogHome *home)
{
  const VdtClaudeAccount *account =
    home->runtime == VDT_RUNTIME_CLAUDE ? vdt_side_files_get_account (side, home) : NULL;

  return account != NULL ? account->bad_values : 0;
}

/**
 * vdt_side_files_forget_account:
 * @side: what was read
 * @home: a Claude home whose account file has changed: it is read again when asked for
 */
void
vdt_side_files_forget_account (VdtSideFiles *side, const VdtLogHome *home)
{
  HomeFiles *files = home_files (side, home);

  g_clear_pointer (&files->account, vdt_claude_account_free);
  files->account_read = FALSE;
}

/**
 * vdt_side_files_has_live:
 * @side: what was read
 * @home: a Claude home
 *
 * Returns: whether its live registry named living processes when it was read last
 */
gboolean
vdt_side_files_has_live (VdtSideFiles *side, const VdtLogHome *home)
{
  HomeFiles *files = home_files (side, home);

  return files->live != NULL && files->live->len > 0;
}

static gboolean
same_entry (const VdtLiveEntry *a, const VdtLiveEntry *b)
{
  return a != NULL && b != NULL && a->pid == b->pid && a->status == b->status &&
         a->status_updated_at == b->status_updated_at &&
         g_strcmp0 (a->waiting_for, b->waiting_for) == 0;
}

/* Of the sessions that @these name, those of which @others say something else. */
static void
collect_different (GPtrArray *ids, GPtrArray *these, GPtrArray *others)
{
  for (guint i = 0; these != NULL && i < these->len; i++)
    {
      const char *id = ((const VdtLiveEntry *) g_ptr_array_index (these, i))->session_id;
      const VdtLiveEntry *here = vdt_live_registry_find (these, id);
      const VdtLiveEntry *there = others != NULL ? vdt_live_registry_find (others, id) : NULL;

      if (!same_entry (here, there) &&
          !g_ptr_array_find_with_equal_func (ids, id, g_str_equal, NULL))
        g_ptr_array_add (ids, g_strdup (id));
    }
}

/**
 * vdt_side_files_reload_live:
 * @side: what was read
 * @home: a Claude home
 *
 * Reads its live registry anew, where it was asked for before. A process that was killed leaves
 * its file behind (formats M.2), so this is of use also where no file changed.
 *
 * Returns: (transfer full) (element-type utf8): native ids of the sessions of which it says
 *   something else now
 */
GPtrArray *
vdt_side_files_reload_live (VdtSideFiles *side, const VdtLogHome *home)
{
  HomeFiles *files = home_files (side, home);
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) before = g_steal_pointer (&files->live);

  if (!files->live_read)
    return ids;
  files->live = vdt_live_registry_read (home->path, "/proc");
  collect_different (ids, before, files->live);
  collect_different (ids, files->live, before);
  return ids;
}
