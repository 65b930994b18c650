/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store-database.h"

G_BEGIN_DECLS

void
vdt_store_carry_note_baseline (VdtStoreDatabase *db, const char *session_id, VdtTime reviewed_at);
gboolean vdt_store_carry (VdtStoreDatabase *from, VdtStoreDatabase *to, GError **error);

G_END_DECLS
