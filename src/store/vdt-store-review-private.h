/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store-database.h"
#include "vdt-store-review.h"

G_BEGIN_DECLS

/* Parts of a transaction that somebody else began; neither begins nor ends one. */
gboolean
vdt_store_database_has_review_work (VdtStoreDatabase *db, gboolean *has_work, GError **error);
gboolean
vdt_store_database_get_time (VdtStoreDatabase *db, const char *key, VdtTime *time, GError **error);
gboolean
vdt_store_database_get_snapshot_time (VdtStoreDatabase *db, VdtStoreMark *mark, GError **error);
gboolean vdt_store_database_restart_digest (VdtStoreDatabase *db, VdtTime now, GError **error);

G_END_DECLS
