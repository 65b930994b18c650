/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-log-file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vdt-log-place.h"
#include "vdt-log-sink.h"

/* Bounds of what a listing holds; what is over them is said in `unreadable`. */
#define MAX_FILES      400000
#define MAX_UNREADABLE 1000

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)

typedef struct
{
  VdtLogFile *file;
  gboolean via_link;
} Found;

/* A folder that is a link: followed when all real ones have been seen, so that a file that can be
 * reached both ways has its real path. */
typedef struct
{
  VdtLogHome *home;
  VdtLogPlace place;
  guint depth;
  char *path;
  char *parent_id;
} Link;

typedef struct
{
  VdtLogListing *listing;
  VdtListingFlags flags;
  GCancellable *cancellable;
  GHashTable *folders; /* of VdtFileId: what was entered */
  GHashTable *files;   /* of VdtFileId in a log → its index × 2, + 1 where by way of a link */
  GQueue links;        /* of Link */
} Walk;

/* One folder that is being listed. */
typedef struct
{
  VdtLogHome *home;
  VdtLogPlace place;
  guint depth;
  const char *path;
  const char *parent_id;
  gboolean via_link;
} Folder;

static void walk_folder (Walk *walk, const Folder *folder, int parent_fd, const char *name);

static void
link_free (Link *link)
{
  vdt_log_home_unref (link->home);
  g_free (link->path);
  g_free (link->parent_id);
  g_free (link);
}

static void
log_folder_free (VdtLogFolder *folder)
{
  vdt_log_home_unref (folder->home);
  g_free (folder->path);
  g_free (folder);
}

static void
log_side_free (VdtLogSide *side)
{
  vdt_log_home_unref (side->home);
  g_free (side->path);
  g_free (side);
}

static void
note_unreadable (Walk *walk, const char *path)
{
  if (walk->listing->unreadable->len < MAX_UNREADABLE)
    g_ptr_array_add (walk->listing->unreadable, g_strdup (path));
}

static gboolean
is_cancelled (Walk *walk)
{
  if (walk->listing->files->len >= MAX_FILES || g_cancellable_is_cancelled (walk->cancellable))
    walk->listing->complete = FALSE;
  return !walk->listing->complete;
}

static void
note_side (Walk *walk,
           VdtLogHome *home,
           int kind,
           int folder_fd,
           const char *folder,
           const char *name)
{
  VdtLogSide *side = NULL;
  struct stat st;

  if (fstatat (folder_fd, name, &st, 0) != 0 || !S_ISREG (st.st_mode))
    return;
  side = g_new0 (VdtLogSide, 1);
  side->home = vdt_log_home_ref (home);
  side->kind = kind;
  side->path = g_strconcat (folder, "/", name, NULL);
  vdt_file_id_from_stat (&side->id, &st);
  g_ptr_array_add (walk->listing->sides, side);
}

static void
note_folder (Walk *walk, VdtLogHome *home, VdtLogPlace place, const char *path)
{
  VdtLogFolder *folder = NULL;

  if ((walk->flags & VDT_LISTING_FOLDERS) == 0)
    return;
  folder = g_new0 (VdtLogFolder, 1);
  folder->home = vdt_log_home_ref (home);
  folder->place = place;
  folder->path = g_strdup (path);
  g_ptr_array_add (walk->listing->folders, folder);
}

/* Each real file once; its real path is preferred to one by way of a link. */
static void
add_file (Walk *walk, VdtLogFile *file, gboolean via_link)
{
  GPtrArray *files = walk->listing->files;
  gpointer known = NULL;
  guint index = files->len;

  if (g_hash_table_lookup_extended (walk->files, &file->id, NULL, &known))
    {
      gboolean known_via_link = (GPOINTER_TO_UINT (known) & 1) != 0;

      walk->listing->duplicates++;
      if (!known_via_link || via_link)
        {
          vdt_log_file_unref (file);
          return;
        }
      index = GPOINTER_TO_UINT (known) >> 1;
      /* The key lies in the old file: it goes first. */
      g_hash_table_remove (walk->files, &file->id);
      vdt_log_file_unref (files->pdata[index]);
      files->pdata[index] = file;
    }
  else
    {
      g_ptr_array_add (files, file);
    }
  g_hash_table_insert (walk->files, &file->id, GUINT_TO_POINTER (index << 1 | (via_link ? 1 : 0)));
}

/* `x.jsonl` beats `x.jsonl.zst` in the same folder. */
static void
add_found (Walk *walk, GArray *found, gboolean any_compressed)
{
  g_autoptr (GHashTable) plain = NULL;

  if (any_compressed)
    {
      plain = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint i = 0; i < found->len; i++)
        {
          Found *item = &g_array_index (found, Found, i);

          if (!item->file->compressed)
            g_hash_table_add (plain, item->file->stem);
        }
    }
  for (guint i = 0; i < found->len; i++)
    {
      Found *item = &g_array_index (found, Found, i);

      if (item->file->compressed && g_hash_table_contains (plain, item->file->stem))
        g_ptr_array_add (walk->listing->shadowed, item->file);
      else
        add_file (walk, item->file, item->via_link);
    }
}

static void
walk_child (Walk *walk, const Folder *folder, int fd, const char *name, gboolean is_link)
{
  VdtLogPlace place = vdt_log_place_child (folder->place, folder->home->runtime, name);
  g_autofree char *path = NULL;
  g_autofree char *subagents = NULL;
  Folder child = {
    .home = folder->home,
    .place = place,
    .depth = place == folder->place ? folder->depth + 1 : 0,
    .parent_id = folder->parent_id,
    .via_link = folder->via_link,
  };

  if (place == VDT_PLACE_NONE || place == VDT_PLACE_CLAUDE_REGISTRY)
    return;
  path = g_strconcat (folder->path, "/", name, NULL);
  child.path = path;
  if (child.depth > VDT_LOG_MAX_DEPTH)
    {
      note_unreadable (walk, path);
      return;
    }
  if (place == VDT_PLACE_CLAUDE_SESSION)
    {
      /* Nothing else in a session's folder is of interest: it is not listed. */
      if ((walk->flags & VDT_LISTING_SIDES) != 0)
        {
          g_autofree char *title = g_strconcat (name, "/custom-title.json", NULL);

          note_side (walk, folder->home, VDT_LOG_SIDE_CLAUDE_TITLE, fd, folder->path, title);
        }
      note_folder (walk, folder->home, place, path);
      subagents = g_strconcat (path, "/subagents", NULL);
      child.place = VDT_PLACE_CLAUDE_SUBAGENTS;
      child.path = subagents;
      child.parent_id = name;
    }
  if (is_link)
    {
      Link *link = g_new0 (Link, 1);

      link->home = vdt_log_home_ref (child.home);
      link->place = child.place;
      link->depth = child.depth;
      link->path = g_strdup (child.path);
      link->parent_id = g_strdup (child.parent_id);
      g_queue_push_tail (&walk->links, link);
      return;
    }
  walk_folder (walk, &child, fd, child.path + strlen (folder->path) + 1);
}

static void
walk_entry (Walk *walk,
            const Folder *folder,
            int fd,
            const struct dirent *entry,
            GArray *found,
            gboolean *any_compressed)
{
  gboolean compressed = FALSE;
  gboolean is_log = vdt_log_place_takes (folder->place, entry->d_name, &compressed);
  gboolean is_link = entry->d_type == DT_LNK;
  Found item = { 0 };
  struct stat st;

  if (entry->d_type == DT_DIR)
    {
      walk_child (walk, folder, fd, entry->d_name, FALSE);
      return;
    }
  if (entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN &&
      (entry->d_type != DT_REG || !is_log))
    return;
  if (entry->d_type == DT_UNKNOWN)
    {
      if (fstatat (fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return;
      is_link = S_ISLNK (st.st_mode);
    }
  if (fstatat (fd, entry->d_name, &st, 0) != 0)
    {
      g_autofree char *path = NULL;

      /* A link to nowhere or to itself is no loss; nor is what has gone meanwhile. */
      if (!is_log || errno == ENOENT || errno == ELOOP || errno == ENOTDIR)
        return;
      path = g_strconcat (folder->path, "/", entry->d_name, NULL);
      note_unreadable (walk, path);
      return;
    }
  if (S_ISDIR (st.st_mode))
    {
      walk_child (walk, folder, fd, entry->d_name, is_link);
      return;
    }
  if (!is_log || !S_ISREG (st.st_mode))
    return;
  item.file = vdt_log_file_new_found (folder->home, folder->place, folder->path, entry->d_name,
                                      folder->parent_id, &st);
  item.via_link = folder->via_link || is_link;
  *any_compressed = *any_compressed || compressed;
  g_array_append_val (found, item);
}

/* Whether the folder behind @fd has not been entered yet. */
static gboolean
enter (Walk *walk, int fd)
{
  struct stat st;
  VdtFileId *id = NULL;

  if (fstat (fd, &st) != 0)
    return FALSE;
  id = g_new0 (VdtFileId, 1);
  vdt_file_id_from_stat (id, &st);
  if (g_hash_table_contains (walk->folders, id))
    {
      walk->listing->duplicates++;
      g_free (id);
      return FALSE;
    }
  g_hash_table_add (walk->folders, id);
  return TRUE;
}

/* Links are not followed here but put off: see [struct@Link]. */
static int
open_folder (Walk *walk, const Folder *folder, int parent_fd, const char *name)
{
  int fd = openat (parent_fd, name, FOLDER_FLAGS | (folder->via_link ? 0 : O_NOFOLLOW));

  if (fd < 0 && !folder->via_link && (errno == ELOOP || errno == ENOTDIR))
    {
      struct stat st;

      if (fstatat (parent_fd, name, &st, 0) == 0 && S_ISDIR (st.st_mode))
        {
          Link *link = g_new0 (Link, 1);

          link->home = vdt_log_home_ref (folder->home);
          link->place = folder->place;
          link->depth = folder->depth;
          link->path = g_strdup (folder->path);
          link->parent_id = g_strdup (folder->parent_id);
          g_queue_push_tail (&walk->links, link);
        }
      return -1;
    }
  if (fd < 0 && errno != ENOENT && errno != ENOTDIR && errno != ELOOP)
    note_unreadable (walk, folder->path);
  return fd;
}

static void
walk_folder (Walk *walk, const Folder *folder, int parent_fd, const char *name)
{
  g_autoptr (GArray) found = NULL;
  gboolean any_compressed = FALSE;
  struct dirent *entry = NULL;
  DIR *dir = NULL;
  int fd = -1;

  if (is_cancelled (walk))
    return;
  fd = open_folder (walk, folder, parent_fd, name);
  if (fd < 0)
    return;
  dir = enter (walk, fd) ? fdopendir (fd) : NULL;
  if (dir == NULL)
    {
      close (fd);
      return;
    }
  note_folder (walk, folder->home, folder->place, folder->path);
  found = g_array_new (FALSE, FALSE, sizeof (Found));
  errno = 0;
  while ((entry = readdir (dir)) != NULL && !is_cancelled (walk))
    {
      if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0)
        walk_entry (walk, folder, fd, entry, found, &any_compressed);
      errno = 0;
    }
  if (entry == NULL && errno != 0)
    note_unreadable (walk, folder->path);
  add_found (walk, found, any_compressed);
  closedir (dir);
}

static void
walk_registry (Walk *walk, VdtLogHome *home, int home_fd)
{
  g_autofree char *path = g_strconcat (home->path, "/sessions", NULL);
  int fd = openat (home_fd, "sessions", FOLDER_FLAGS);
  DIR *dir = fd >= 0 ? fdopendir (fd) : NULL;
  struct dirent *entry = NULL;

  if (dir == NULL)
    {
      if (fd >= 0)
        close (fd);
      return;
    }
  note_folder (walk, home, VDT_PLACE_CLAUDE_REGISTRY, path);
  while ((entry = readdir (dir)) != NULL && !is_cancelled (walk))
    {
      if (vdt_log_place_is_registry_entry (entry->d_name))
        note_side (walk, home, VDT_LOG_SIDE_CLAUDE_REGISTRY, fd, path, entry->d_name);
    }
  closedir (dir);
}

/**
 * vdt_log_home_is_usual:
 * @home: a home
 *
 * Returns: whether it is `~/.claude`, to which `~/.claude.json` belongs (rulings)
 */
gboolean
vdt_log_home_is_usual (VdtLogHome *home)
{
  g_autofree char *usual = NULL;
  struct stat a;
  struct stat b;

  if (home->runtime != VDT_RUNTIME_CLAUDE)
    return FALSE;
  usual = g_build_filename (g_get_home_dir (), ".claude", NULL);
  return stat (home->path, &a) == 0 && stat (usual, &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

static void
walk_account (Walk *walk, VdtLogHome *home, int home_fd)
{
  const char *user_home = g_get_home_dir ();
  int user_fd = -1;

  note_side (walk, home, VDT_LOG_SIDE_CLAUDE_ACCOUNT, home_fd, home->path, ".claude.json");
  if (!vdt_log_home_is_usual (home))
    return;
  user_fd = open (user_home, FOLDER_FLAGS);
  if (user_fd < 0)
    return;
  note_side (walk, home, VDT_LOG_SIDE_CLAUDE_ACCOUNT, user_fd, user_home, ".claude.json");
  close (user_fd);
}

static void
walk_home (Walk *walk, VdtLogHome *home)
{
  static const char *const codex[] = { "sessions", "archived_sessions", NULL };
  static const char *const claude[] = { "projects", NULL };
  const char *const *names = home->runtime == VDT_RUNTIME_CODEX ? codex : claude;
  Folder folder = { .home = home, .place = VDT_PLACE_HOME, .path = home->path };
  int fd = open (home->path, FOLDER_FLAGS);

  if (fd < 0)
    {
      /* One that is not there is said by the home itself. */
      if (errno != ENOENT && errno != ENOTDIR)
        note_unreadable (walk, home->path);
      return;
    }
  note_folder (walk, home, VDT_PLACE_HOME, home->path);
  if ((walk->flags & VDT_LISTING_SIDES) != 0)
    {
      if (home->runtime == VDT_RUNTIME_CODEX)
        note_side (walk, home, VDT_LOG_SIDE_CODEX_NAMES, fd, home->path, "session_index.jsonl");
      else
        walk_account (walk, home, fd);
    }
  if (home->runtime == VDT_RUNTIME_CLAUDE && walk->flags != VDT_LISTING_PLAIN)
    walk_registry (walk, home, fd);
  for (guint i = 0; names[i] != NULL; i++)
    walk_child (walk, &folder, fd, names[i], FALSE);
  close (fd);
}

static int
compare_newest_first (gconstpointer a, gconstpointer b)
{
  const VdtLogFile *left = *(VdtLogFile *const *) a;
  const VdtLogFile *right = *(VdtLogFile *const *) b;

  if (left->id.mtime_ns != right->id.mtime_ns)
    return left->id.mtime_ns > right->id.mtime_ns ? -1 : 1;
  return strcmp (left->path, right->path);
}

/**
 * vdt_log_listing_new_full:
 * @homes: (element-type VdtLogHome): where to look
 * @flags: what else to fill in
 * @cancellable: (nullable): ends it early, `complete` is %FALSE then
 *
 * Like [func@vdt_log_listing_new].
 *
 * Returns: (transfer full): what was found
 */
VdtLogListing *
vdt_log_listing_new_full (GPtrArray *homes, VdtListingFlags flags, GCancellable *cancellable)
{
  VdtLogListing *listing = g_new0 (VdtLogListing, 1);
  Walk walk = { .listing = listing, .flags = flags, .cancellable = cancellable };
  Link *link = NULL;

  listing->complete = TRUE;
  listing->files = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_file_unref);
  listing->shadowed = g_ptr_array_new_with_free_func ((GDestroyNotify) vdt_log_file_unref);
  listing->unreadable = g_ptr_array_new_with_free_func (g_free);
  if ((flags & VDT_LISTING_FOLDERS) != 0)
    listing->folders = g_ptr_array_new_with_free_func ((GDestroyNotify) log_folder_free);
  if ((flags & VDT_LISTING_SIDES) != 0)
    listing->sides = g_ptr_array_new_with_free_func ((GDestroyNotify) log_side_free);
  walk.folders = g_hash_table_new_full (vdt_file_id_hash, vdt_file_id_equal, g_free, NULL);
  walk.files = g_hash_table_new (vdt_file_id_hash, vdt_file_id_equal);
  g_queue_init (&walk.links);

  for (guint i = 0; i < homes->len; i++)
    walk_home (&walk, g_ptr_array_index (homes, i));
  while ((link = g_queue_pop_head (&walk.links)) != NULL)
    {
      Folder folder = {
        .home = link->home,
        .place = link->place,
        .depth = link->depth,
        .path = link->path,
        .parent_id = link->parent_id,
        .via_link = TRUE,
      };

      walk_folder (&walk, &folder, AT_FDCWD, link->path);
      link_free (link);
    }
  if (listing->files->len >= MAX_FILES)
    {
      VdtLogFile *last = g_ptr_array_index (listing->files, listing->files->len - 1);

      note_unreadable (&walk, last->path);
    }
  g_hash_table_unref (walk.files);
  g_hash_table_unref (walk.folders);
  g_ptr_array_sort (listing->files, compare_newest_first);
  return listing;
}

/**
 * vdt_log_listing_new:
 * @homes: (element-type VdtLogHome): where to look
 * @cancellable: (nullable): ends it early, `complete` is %FALSE then
 *
 * Finds every log by its place and name; opens none. Links are followed once, each real file and
 * folder counts once. Touches the disk: not for the main thread of the desktop app. Any thread.
 *
 * Returns: (transfer full): what was found
 */
VdtLogListing *
vdt_log_listing_new (GPtrArray *homes, GCancellable *cancellable)
{
  g_return_val_if_fail (homes != NULL, NULL);

  return vdt_log_listing_new_full (homes, VDT_LISTING_PLAIN, cancellable);
}

/**
 * vdt_log_listing_free:
 * @listing: (transfer full) (nullable): a listing
 */
void
vdt_log_listing_free (VdtLogListing *listing)
{
  if (listing == NULL)
    return;
  g_ptr_array_unref (listing->files);
  g_ptr_array_unref (listing->shadowed);
  g_ptr_array_unref (listing->unreadable);
  g_clear_pointer (&listing->folders, g_ptr_array_unref);
  g_clear_pointer (&listing->sides, g_ptr_array_unref);
  g_free (listing);
}
