/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VdtStoreArena:
 *
 * Where the strings and blobs of one answer live, all freed at once. Large answers get their
 * memory from the kernel a MiB at a time, already mapped: with ten thousand sessions a quarter
 * of the time went into one page fault after the other.
 */
typedef struct _VdtStoreArena VdtStoreArena;

VdtStoreArena *vdt_store_arena_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_store_arena_free (VdtStoreArena *arena);
char *vdt_store_arena_keep (VdtStoreArena *arena, gconstpointer bytes, gsize len);
const char *vdt_store_arena_keep_common (VdtStoreArena *arena, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtStoreArena, vdt_store_arena_free)

G_END_DECLS
