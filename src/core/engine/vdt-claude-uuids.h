/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

int vdt_claude_uuids_tell_original (const char *const *paths, guint n_paths);

G_END_DECLS
