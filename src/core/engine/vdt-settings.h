/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GSettings *vdt_settings_open (GError **error) G_GNUC_WARN_UNUSED_RESULT;
char **vdt_settings_get_homes (GSettings *settings, const char *key) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
