/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-log-file.h"

#include <string.h>
#include <sys/stat.h>

#include "vdt-log-place.h"

#define PLAIN_ENDING      ".jsonl"
#define COMPRESSED_ENDING ".jsonl.zst"
#define ROLLOUT_PREFIX    "rollout-"
#define AGENT_PREFIX      "agent-"
#define UUID_LENGTH       36

/**
 * vdt_file_id_hash:
 * @id: a #VdtFileId
 *
 * Returns: a hash over device and file number alone, all 64 bits of both
 */
guint
vdt_file_id_hash (gconstpointer id)
{
  const VdtFileId *file_id = id;
  guint64 mixed = (file_id->file ^ (file_id->device << 32 | file_id->device >> 32)) *
                  G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (mixed >> 32);
}

/**
 * vdt_file_id_equal:
 * @a: a #VdtFileId
 * @b: another
 *
 * Returns: whether both are one file
 */
gboolean
vdt_file_id_equal (gconstpointer a, gconstpointer b)
{
  return vdt_file_id_same_file (a, b);
}

/**
 * vdt_log_place_is_deep:
 * @place: a place
 *
 * Returns: whether folders in it are the same place again, down to [const@VDT_LOG_MAX_DEPTH]
 */
gboolean
vdt_log_place_is_deep (VdtLogPlace place)
{
  return place == VDT_PLACE_CODEX_LIVE || place == VDT_PLACE_CODEX_ARCHIVED ||
         place == VDT_PLACE_CLAUDE_SUBAGENTS;
}

/**
 * vdt_log_place_child:
 * @place: what a folder is for
 * @runtime: whose home it is in
 * @name: the name of a folder in it
 *
 * Returns: what that one is for
 */
VdtLogPlace
vdt_log_place_child (VdtLogPlace place, VdtRuntime runtime, const char *name)
{
  if (name[0] == '.' || name[0] == '\0')
    return VDT_PLACE_NONE;
  if (place != VDT_PLACE_HOME &&
      (g_str_has_suffix (name, PLAIN_ENDING) || g_str_has_suffix (name, COMPRESSED_ENDING)))
    return VDT_PLACE_NONE; /* a folder that only looks like a log */

  switch (place)
    {
    case VDT_PLACE_HOME:
      if (runtime == VDT_RUNTIME_CODEX)
        {
          if (strcmp (name, "sessions") == 0)
            return VDT_PLACE_CODEX_LIVE;
          if (strcmp (name, "archived_sessions") == 0)
            return VDT_PLACE_CODEX_ARCHIVED;
          return VDT_PLACE_NONE;
        }
      if (strcmp (name, "projects") == 0)
        return VDT_PLACE_CLAUDE_PROJECTS;
      if (strcmp (name, "sessions") == 0)
        return VDT_PLACE_CLAUDE_REGISTRY;
      return VDT_PLACE_NONE;
    case VDT_PLACE_CODEX_LIVE:
    case VDT_PLACE_CODEX_ARCHIVED:
      return strcmp (name, "rollout-migrations") == 0 ? VDT_PLACE_NONE : place;
    case VDT_PLACE_CLAUDE_PROJECTS:
      return VDT_PLACE_CLAUDE_PROJECT;
    case VDT_PLACE_CLAUDE_PROJECT:
      return VDT_PLACE_CLAUDE_SESSION;
    case VDT_PLACE_CLAUDE_SESSION:
      return strcmp (name, "subagents") == 0 ? VDT_PLACE_CLAUDE_SUBAGENTS : VDT_PLACE_NONE;
    case VDT_PLACE_CLAUDE_SUBAGENTS:
      return place;
    case VDT_PLACE_CLAUDE_REGISTRY:
    case VDT_PLACE_NONE:
      return VDT_PLACE_NONE;
    }
  g_return_val_if_reached (VDT_PLACE_NONE);
}

/* The length of a log's name without its ending; 0 where it is no log's. A point in what is left
 * belongs to a temporary name: `.tmp`, `.compress-1`, `.decompress` (formats A). */
static gsize
stem_length (const char *name, gboolean *compressed)
{
  gsize len = strlen (name);
  gsize stem = 0;

  if (g_str_has_suffix (name, PLAIN_ENDING))
    {
      *compressed = FALSE;
      stem = len - strlen (PLAIN_ENDING);
    }
  else if (g_str_has_suffix (name, COMPRESSED_ENDING))
    {
      *compressed = TRUE;
      stem = len - strlen (COMPRESSED_ENDING);
    }
  return memchr (name, '.', stem) == NULL ? stem : 0;
}

/**
 * vdt_log_place_takes:
 * @place: what a folder is for
 * @name: the name of a file in it
 * @compressed: (out): whether it is a `.jsonl.zst`
 *
 * Returns: whether it is a log, by its name
 */
gboolean
vdt_log_place_takes (VdtLogPlace place, const char *name, gboolean *compressed)
{
  gsize stem = stem_length (name, compressed);

  if (stem == 0)
    return FALSE;
  switch (place)
    {
    case VDT_PLACE_CODEX_LIVE:
    case VDT_PLACE_CODEX_ARCHIVED:
      return stem > strlen (ROLLOUT_PREFIX) && g_str_has_prefix (name, ROLLOUT_PREFIX);
    case VDT_PLACE_CLAUDE_PROJECT:
      return !*compressed &&
             !(g_str_has_prefix (name, AGENT_PREFIX) && stem == strlen (AGENT_PREFIX));
    case VDT_PLACE_CLAUDE_SUBAGENTS:
      return !*compressed && stem > strlen (AGENT_PREFIX) && g_str_has_prefix (name, AGENT_PREFIX);
    case VDT_PLACE_NONE:
    case VDT_PLACE_HOME:
    case VDT_PLACE_CLAUDE_PROJECTS:
    case VDT_PLACE_CLAUDE_SESSION:
    case VDT_PLACE_CLAUDE_REGISTRY:
      return FALSE;
    }
  g_return_val_if_reached (FALSE);
}

/**
 * vdt_log_place_is_registry_entry:
 * @name: the name of a file in `sessions` of a Claude home
 *
 * Returns: whether it is `<pid>.json`; what else lies there is never opened
 */
gboolean
vdt_log_place_is_registry_entry (const char *name)
{
  gsize digits = strspn (name, "0123456789");

  return digits > 0 && digits <= 10 && strcmp (name + digits, ".json") == 0;
}

static gboolean
is_uuid (const char *text)
{
  for (guint i = 0; i < UUID_LENGTH; i++)
    {
      gboolean dash = i == 8 || i == 13 || i == 18 || i == 23;

      if (dash ? text[i] != '-' : !g_ascii_isxdigit (text[i]))
        return FALSE;
    }
  return TRUE;
}

/* `2026-10-15T10-00-00-`, the local time in a rollout's name */
static gboolean
is_name_time (const char *text)
{
  static const char form[] = "0000-00-00T00-00-00-";

  for (guint i = 0; form[i] != '\0'; i++)
    {
      if (form[i] == '0' ? !g_ascii_isdigit (text[i]) : text[i] != form[i])
        return FALSE;
    }
  return TRUE;
}

static void
set_codex_ids (VdtLogFile *file)
{
  const char *id = file->stem + strlen (ROLLOUT_PREFIX);

  if (!is_name_time (id))
    return;
  id += strlen ("0000-00-00T00-00-00-");
  if (*id == '\0')
    return;
  if (strlen (id) == 2 * UUID_LENGTH + 1 && id[UUID_LENGTH] == '_' && is_uuid (id) &&
      is_uuid (id + UUID_LENGTH + 1))
    {
      file->name_id = g_strndup (id, UUID_LENGTH);
      file->segment_id = g_strdup (id + UUID_LENGTH + 1);
      return;
    }
  file->name_id = g_strdup (id);
}

/**
 * vdt_log_file_new_found:
 * @home: the home
 * @place: what the folder is for
 * @folder: the folder's path
 * @name: the file's name, which [func@vdt_log_place_takes] took
 * @parent_id: (nullable): the session whose folder it lies in
 * @st: what the kernel says of it
 *
 * Returns: (transfer full): the log
 */
VdtLogFile *
vdt_log_file_new_found (VdtLogHome *home,
                        VdtLogPlace place,
                        const char *folder,
                        const char *name,
                        const char *parent_id,
                        const struct stat *st)
{
  VdtLogFile *file = g_atomic_rc_box_new0 (VdtLogFile);
  gsize stem = stem_length (name, &file->compressed);

  file->home = vdt_log_home_ref (home);
  file->path = g_strconcat (folder, "/", name, NULL);
  file->stem = g_strndup (name, stem);
  vdt_file_id_from_stat (&file->id, st);
  if (home->runtime == VDT_RUNTIME_CODEX)
    {
      file->kind = place == VDT_PLACE_CODEX_ARCHIVED ? VDT_LOG_CODEX_ARCHIVED : VDT_LOG_CODEX_LIVE;
      set_codex_ids (file);
      return file;
    }
  if (g_str_has_prefix (file->stem, AGENT_PREFIX))
    {
      file->kind = VDT_LOG_CLAUDE_SUBAGENT;
      file->name_id = g_strdup (file->stem + strlen (AGENT_PREFIX));
      file->parent_id = g_strdup (parent_id);
      return file;
    }
  file->kind = VDT_LOG_CLAUDE_SESSION;
  file->name_id = g_strdup (file->stem);
  return file;
}

/**
 * vdt_log_file_ref:
 * @file: a log
 *
 * Any thread.
 *
 * Returns: (transfer full): @file
 */
VdtLogFile *
vdt_log_file_ref (VdtLogFile *file)
{
  return g_atomic_rc_box_acquire (file);
}

static void
log_file_clear (VdtLogFile *file)
{
  vdt_log_home_unref (file->home);
  g_free (file->path);
  g_free (file->stem);
  g_free (file->name_id);
  g_free (file->segment_id);
  g_free (file->parent_id);
}

/**
 * vdt_log_file_unref:
 * @file: (transfer full): a log
 *
 * Any thread.
 */
void
vdt_log_file_unref (VdtLogFile *file)
{
  g_atomic_rc_box_release_full (file, (GDestroyNotify) log_file_clear);
}

/* What the name and place of a file say of it. */
static VdtLogFile *
log_file_by_name (VdtLogHome *home, const char *path, const struct stat *st)
{
  gsize home_len = strlen (home->path);
  g_auto (GStrv) parts = NULL;
  g_autofree char *folder = NULL;
  VdtLogPlace place = VDT_PLACE_HOME;
  const char *parent_id = NULL;
  gboolean compressed = FALSE;
  guint depth = 0;
  guint i = 0;

  if (strncmp (path, home->path, home_len) != 0 || path[home_len] != '/')
    return NULL;
  parts = g_strsplit (path + home_len + 1, "/", -1);
  for (i = 0; parts[i] != NULL && parts[i + 1] != NULL; i++)
    {
      VdtLogPlace child = vdt_log_place_child (place, home->runtime, parts[i]);

      depth = child == place ? depth + 1 : 0;
      if (child == VDT_PLACE_NONE || depth > VDT_LOG_MAX_DEPTH)
        return NULL;
      if (child == VDT_PLACE_CLAUDE_SESSION)
        parent_id = parts[i];
      place = child;
    }
  if (parts[i] == NULL || !vdt_log_place_takes (place, parts[i], &compressed))
    return NULL;
  folder = g_path_get_dirname (path);
  return vdt_log_file_new_found (home, place, folder, parts[i], parent_id, st);
}

/**
 * vdt_log_file_may_have_become:
 * @old: a log that is not found any more
 * @now: one that is new
 *
 * Archiving, packing and unpacking keep the name; whether the text is the same is for the tailer
 * to make sure of.
 *
 * Returns: whether the one may be the other under another path
 */
gboolean
vdt_log_file_may_have_become (VdtLogFile *old, VdtLogFile *now)
{
  gboolean codex = now->home->runtime == VDT_RUNTIME_CODEX;

  if (strcmp (old->stem, now->stem) != 0 || strcmp (old->home->id, now->home->id) != 0)
    return FALSE;
  if (codex)
    return TRUE;
  return old->kind == now->kind && g_strcmp0 (old->parent_id, now->parent_id) == 0;
}

/**
 * vdt_log_file_new_from_path:
 * @home: a home
 * @path: an absolute path
 *
 * Looks at one file by its name and by what the kernel says of it; does not open it. Any thread.
 *
 * Returns: (transfer full) (nullable): the log, or `NULL` where @path is not below @home, is no
 *   regular file or is no log by its place and name
 */
VdtLogFile *
vdt_log_file_new_from_path (VdtLogHome *home, const char *path)
{
  struct stat st;

  g_return_val_if_fail (home != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  if (stat (path, &st) != 0 || !S_ISREG (st.st_mode))
    return NULL;
  return log_file_by_name (home, path, &st);
}

/**
 * vdt_log_file_new_remembered:
 * @home: a home
 * @path: where a log was in an earlier run
 * @id: what the kernel said of it then
 *
 * Looks at nothing: the file may be gone. Any thread.
 *
 * Returns: (transfer full) (nullable): the log, or `NULL` where @path is no log of @home by its
 *   place and name
 */
VdtLogFile *
vdt_log_file_new_remembered (VdtLogHome *home, const char *path, const VdtFileId *id)
{
  struct stat st = { .st_mode = S_IFREG };

  g_return_val_if_fail (home != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  st.st_dev = (dev_t) id->device;
  st.st_ino = (ino_t) id->file;
  st.st_size = (off_t) id->size;
  st.st_mtim.tv_sec = id->mtime_ns / 1000000000;
  st.st_mtim.tv_nsec = id->mtime_ns % 1000000000;
  return log_file_by_name (home, path, &st);
}
