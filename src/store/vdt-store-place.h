/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store-error.h"

G_BEGIN_DECLS

gboolean vdt_store_place_prepare (const char *path, GError **error);
gboolean vdt_store_place_has_room (const char *path, guint64 min_free);
gboolean vdt_store_place_check (const char *path, GError **error);
int vdt_store_place_lock (const char *path, gboolean shared) G_GNUC_WARN_UNUSED_RESULT;
void vdt_store_place_unlock (int lock);
guint64 vdt_store_place_get_file (const char *path);
char *vdt_store_place_set_aside (const char *path,
                                 guint64 file,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
