/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VDT_DEFINE_BOXED_FREE:
 * @Type: a plain struct
 * @free_func: what frees it, `NULL`-safe
 *
 * Declares `g_autoptr (Type)` for a plain struct.
 */
#define VDT_DEFINE_FREE(Type, free_func) G_DEFINE_AUTOPTR_CLEANUP_FUNC (Type, free_func)

/**
 * vdt_set_string:
 * @place: (inout): where a string is kept
 * @value: (nullable): the new one
 *
 * Replaces a kept string; a stand-in for `g_set_str()`, which the floor lacks.
 *
 * Returns: whether it changed
 */
static inline gboolean
vdt_set_string (char **place, const char *value)
{
  char *copy = NULL;

  if (g_strcmp0 (*place, value) == 0)
    return FALSE;

  copy = g_strdup (value);
  g_free (*place);
  *place = copy;
  return TRUE;
}

G_END_DECLS
