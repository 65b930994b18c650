/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VdtCount:
 *
 * A whole number that an agent reported, or did not. Unknown is never zero.
 *
 * Exact from 0 to 2^63 - 1 (rulings: *Numbers*); any negative value means unknown.
 */
typedef gint64 VdtCount;

#define VDT_COUNT_UNKNOWN ((VdtCount) -1)

static inline gboolean
vdt_count_known (VdtCount count)
{
  return count >= 0;
}

VdtCount vdt_count_add (VdtCount a, VdtCount b);
VdtCount vdt_count_subtract (VdtCount a, VdtCount b);

G_END_DECLS
