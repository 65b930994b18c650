/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a session belongs to, told from where it runs (rulings: *Project*). */
char *vdt_project_from_cwd (const char *cwd) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
