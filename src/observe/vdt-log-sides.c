/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-observe"

#include "config.h"

#include "vdt-log-sides.h"

#include <string.h>
#include <sys/stat.h>

#include "vdt-log-place.h"

typedef struct
{
  VdtLogHome *home;
  VdtLogSideKind kind;
  VdtFileId id;
  gboolean seen;
} Side;

struct _VdtLogSides
{
  VdtLogSink *sink;
  GHashTable *table; /* path → Side */
};

static void
side_free (Side *side)
{
  vdt_log_home_unref (side->home);
  g_free (side);
}

/**
 * vdt_log_sides_new:
 * @sink: (transfer none): what is told; outlives the table
 *
 * Returns: (transfer full): an empty table
 */
VdtLogSides *
vdt_log_sides_new (VdtLogSink *sink)
{
  VdtLogSides *self = g_new0 (VdtLogSides, 1);

  self->sink = sink;
  self->table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) side_free);
  return self;
}

/**
 * vdt_log_sides_free:
 * @self: (transfer full) (nullable): a table
 */
void
vdt_log_sides_free (VdtLogSides *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->table);
  g_free (self);
}

static gboolean
put (VdtLogSides *self,
     VdtLogHome *home,
     VdtLogSideKind kind,
     const char *path,
     const VdtFileId *id)
{
  Side *side = g_hash_table_lookup (self->table, path);

  if (side == NULL)
    {
      side = g_new0 (Side, 1);
      side->home = vdt_log_home_ref (home);
      side->kind = kind;
      g_hash_table_insert (self->table, g_strdup (path), side);
    }
  else if (vdt_file_id_unchanged (&side->id, id))
    {
      side->seen = TRUE;
      return FALSE;
    }
  side->seen = TRUE;
  side->id = *id;
  vdt_log_sink_side (self->sink, side->home, side->kind, path);
  return TRUE;
}

/**
 * vdt_log_sides_apply:
 * @self: a table
 * @listing: what there is now
 *
 * Tells the sink of what differs from what was seen last. What an incomplete listing did not find
 * may still be there.
 *
 * Returns: whether anything did
 */
gboolean
vdt_log_sides_apply (VdtLogSides *self, VdtLogListing *listing)
{
  gboolean any = FALSE;
  GHashTableIter iter;
  gpointer key = NULL;
  gpointer value = NULL;

  if (listing->sides == NULL)
    return FALSE;
  g_hash_table_iter_init (&iter, self->table);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((Side *) value)->seen = FALSE;
  for (guint i = 0; i < listing->sides->len; i++)
    {
      VdtLogSide *side = g_ptr_array_index (listing->sides, i);

      any = put (self, side->home, (VdtLogSideKind) side->kind, side->path, &side->id) || any;
    }
  if (!listing->complete)
    return any;
  g_hash_table_iter_init (&iter, self->table);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      Side *side = value;

      if (side->seen)
        continue;
      vdt_log_sink_side (self->sink, side->home, side->kind, key);
      g_hash_table_iter_remove (&iter);
      any = TRUE;
    }
  return any;
}

/* What kind of side file a path is by its name, -1 where it is none. */
static int
kind_of (VdtLogHome *home, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path + strlen (home->path) + 1, "/", 5);
  guint n = g_strv_length (parts);

  if (home->runtime == VDT_RUNTIME_CODEX)
    return n == 1 && strcmp (parts[0], "session_index.jsonl") == 0 ? VDT_LOG_SIDE_CODEX_NAMES : -1;
  if (n == 1 && strcmp (parts[0], ".claude.json") == 0)
    return VDT_LOG_SIDE_CLAUDE_ACCOUNT;
  if (n == 2 && strcmp (parts[0], "sessions") == 0 && vdt_log_place_is_registry_entry (parts[1]))
    return VDT_LOG_SIDE_CLAUDE_REGISTRY;
  if (n == 4 && strcmp (parts[0], "projects") == 0 && strcmp (parts[3], "custom-title.json") == 0)
    return VDT_LOG_SIDE_CLAUDE_TITLE;
  return -1;
}

/**
 * vdt_log_sides_takes:
 * @self: a table
 * @home: (nullable): the home that @path is below
 * @path: a path
 *
 * Returns: whether it is a side file, by its name or because it is known
 */
gboolean
vdt_log_sides_takes (VdtLogSides *self, VdtLogHome *home, const char *path)
{
  return g_hash_table_contains (self->table, path) || (home != NULL && kind_of (home, path) >= 0);
}

/**
 * vdt_log_sides_touch:
 * @self: a table
 * @home: (nullable): the home that @path is below
 * @path: a path that [func@vdt_log_sides_takes] took
 *
 * Looks at one side file, and tells the sink where it differs.
 *
 * Returns: whether it does
 */
gboolean
vdt_log_sides_touch (VdtLogSides *self, VdtLogHome *home, const char *path)
{
  Side *side = g_hash_table_lookup (self->table, path);
  VdtFileId id;
  struct stat st;

  if (stat (path, &st) == 0 && S_ISREG (st.st_mode))
    {
      vdt_file_id_from_stat (&id, &st);
      if (side != NULL)
        return put (self, side->home, side->kind, path, &id);
      return put (self, home, (VdtLogSideKind) kind_of (home, path), path, &id);
    }
  if (side == NULL)
    return FALSE;
  vdt_log_sink_side (self->sink, side->home, side->kind, path);
  g_hash_table_remove (self->table, path);
  return TRUE;
}
