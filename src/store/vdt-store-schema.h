/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-sqlite.h"

G_BEGIN_DECLS

char **vdt_store_schema_load (GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean vdt_store_schema_get_version (VdtSqlite *db, guint newest, guint *version, GError **error);
gboolean vdt_store_schema_migrate (VdtSqlite *db, const char *const *scripts, GError **error);

G_END_DECLS
