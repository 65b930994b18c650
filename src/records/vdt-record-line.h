/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VdtRecordFunc:
 * @data: (array length=len): one complete record
 * @len: its length
 * @user_data: as given
 *
 * Returns: whether it was one; else it counts as malformed
 */
typedef gboolean (*VdtRecordFunc) (const char *data, gsize len, gpointer user_data);

guint vdt_record_line_split (const char *data, gsize len, VdtRecordFunc func, gpointer user_data);

G_END_DECLS
