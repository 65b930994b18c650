/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-base"

#include "config.h"

#include "vdt-file-id.h"

/**
 * vdt_file_id_from_stat:
 * @id: (out): the identity
 * @st: what the kernel says of an open file
 */
void
vdt_file_id_from_stat (VdtFileId *id, const struct stat *st)
{
  id->device = (guint64) st->st_dev;
  id->file = (guint64) st->st_ino;
  id->size = (gint64) st->st_size;
  id->mtime_ns =
    (gint64) st->st_mtim.tv_sec * G_GINT64_CONSTANT (1000000000) + (gint64) st->st_mtim.tv_nsec;
}

/**
 * vdt_file_id_same_file:
 * @a: an identity
 * @b: another
 *
 * Returns: whether both name the same file, whatever its size and age
 */
gboolean
vdt_file_id_same_file (const VdtFileId *a, const VdtFileId *b)
{
  return a->device == b->device && a->file == b->file;
}

/**
 * vdt_file_id_unchanged:
 * @a: an identity
 * @b: another
 *
 * Returns: whether nothing tells the two states apart
 */
gboolean
vdt_file_id_unchanged (const VdtFileId *a, const VdtFileId *b)
{
  return vdt_file_id_same_file (a, b) && a->size == b->size && a->mtime_ns == b->mtime_ns;
}
