/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *vdt_path_data_dir (void) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_path_database (void) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_path_real (const char *path) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_path_for_display (const char *path) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
