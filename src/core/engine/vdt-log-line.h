/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VdtLogRecordFunc:
 * @data: (array length=len): one complete record
 * @len: its length
 * @user_data: as given
 *
 * Returns: whether it was one; else it counts as malformed
 */
typedef gboolean (*VdtLogRecordFunc) (const char *data, gsize len, gpointer user_data);

guint vdt_log_line_split (const char *data, gsize len, VdtLogRecordFunc func, gpointer user_data);

G_END_DECLS
