/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-status-item.h"

G_BEGIN_DECLS

/**
 * VdtNullItem:
 *
 * The status item of a desktop that has no place for one: `has-host` is false for ever and no
 * signal is emitted.
 */
#define VDT_TYPE_NULL_ITEM (vdt_null_item_get_type ())
G_DECLARE_FINAL_TYPE (VdtNullItem, vdt_null_item, VDT, NULL_ITEM, GObject)

VdtNullItem *vdt_null_item_new (void);

G_END_DECLS
