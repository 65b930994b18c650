/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-ledger.h"

G_BEGIN_DECLS

/**
 * VdtCallRows:
 *
 * Which stored calls are out of date although their own log was not read on: a log that comes or
 * changes can show that another's calls are copies, or that they are none, or whose they are.
 * Not thread-safe.
 */
typedef struct _VdtCallRows VdtCallRows;

VdtCallRows *vdt_call_rows_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_call_rows_free (VdtCallRows *rows);
void vdt_call_rows_remember (VdtCallRows *rows, VdtLedger *ledger, GHashTable *removed);
void vdt_call_rows_compare (VdtCallRows *rows, VdtLedger *ledger);
GArray *vdt_call_rows_get_stale (VdtCallRows *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtCallRows, vdt_call_rows_free)

G_END_DECLS
