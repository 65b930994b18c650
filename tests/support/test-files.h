/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

void test_write_file (const char *path, const char *text);
void test_append_file (const char *path, const char *text);
void test_remove_tree (const char *path);

G_END_DECLS
