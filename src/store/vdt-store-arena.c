/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-store"

#include "config.h"

#include "vdt-store-arena.h"

#include <string.h>
#include <sys/mman.h>

#define FIRST_BLOCK (64 * 1024)
#define LARGE_BLOCK (1024 * 1024)

typedef struct
{
  char *start;
  gsize size;
  gboolean mapped;
} Block;

struct _VdtStoreArena
{
  GArray *blocks;
  GHashTable *common;
  char *pos;
  gsize left;
};

/**
 * vdt_store_arena_new:
 *
 * Returns: (transfer full): an empty arena
 */
VdtStoreArena *
vdt_store_arena_new (void)
{
  VdtStoreArena *arena = g_new0 (VdtStoreArena, 1);

  arena->blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  arena->common = g_hash_table_new (g_str_hash, g_str_equal);
  return arena;
}

/**
 * vdt_store_arena_free:
 * @arena: (nullable) (transfer full): an arena; all that is kept in it goes with it
 */
void
vdt_store_arena_free (VdtStoreArena *arena)
{
  if (arena == NULL)
    return;
  for (guint i = 0; i < arena->blocks->len; i++)
    {
      Block *block = &g_array_index (arena->blocks, Block, i);

      if (block->mapped)
        munmap (block->start, block->size);
      else
        g_free (block->start);
    }
  g_array_unref (arena->blocks);
  g_hash_table_unref (arena->common);
  g_free (arena);
}

static char *
map_block (gsize size)
{
#ifdef MAP_POPULATE
  char *start =
    mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

  return start != MAP_FAILED ? start : NULL;
#else
  return NULL;
#endif
}

static void
add_block (VdtStoreArena *arena, gsize least)
{
  Block block = { NULL, arena->blocks->len == 0 ? FIRST_BLOCK : LARGE_BLOCK, FALSE };

  block.size = MAX (block.size, least);
  if (block.size >= LARGE_BLOCK)
    block.start = map_block (block.size);
  block.mapped = block.start != NULL;
  if (!block.mapped)
    block.start = g_malloc (block.size);
  g_array_append_val (arena->blocks, block);
  arena->pos = block.start;
  arena->left = block.size;
}

/**
 * vdt_store_arena_keep:
 * @arena: an arena
 * @bytes: (array length=len): what to keep
 * @len: how many bytes
 *
 * Returns: (transfer none): a copy with a NUL behind it, for as long as @arena lives
 */
char *
vdt_store_arena_keep (VdtStoreArena *arena, gconstpointer bytes, gsize len)
{
  char *kept = NULL;

  if (arena->left < len + 1)
    add_block (arena, len + 1);
  kept = arena->pos;
  if (len > 0)
    memcpy (kept, bytes, len);
  kept[len] = '\0';
  arena->pos += len + 1;
  arena->left -= len + 1;
  return kept;
}

/**
 * vdt_store_arena_keep_common:
 * @arena: an arena
 * @text: a string of which there are few different ones
 *
 * Returns: (transfer none): one copy for all that are equal
 */
const char *
vdt_store_arena_keep_common (VdtStoreArena *arena, const char *text)
{
  char *kept = g_hash_table_lookup (arena->common, text);

  if (kept == NULL)
    {
      kept = vdt_store_arena_keep (arena, text, strlen (text));
      g_hash_table_add (arena->common, kept);
    }
  return kept;
}
