/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-base"

#include "config.h"

#include "vdt-count.h"

/**
 * vdt_count_add:
 * @a: a count
 * @b: a count
 *
 * The sum of what is known: an unknown part adds nothing, two unknown ones stay unknown.
 * A sum that does not fit is kept at the largest value.
 *
 * Returns: the sum
 */
VdtCount
vdt_count_add (VdtCount a, VdtCount b)
{
  VdtCount sum = 0;

  if (!vdt_count_known (a))
    return vdt_count_known (b) ? b : VDT_COUNT_UNKNOWN;
  if (!vdt_count_known (b))
    return a;
  if (__builtin_add_overflow (a, b, &sum))
    return G_MAXINT64;
  return sum;
}

/**
 * vdt_count_subtract:
 * @a: a count
 * @b: what to take from it
 *
 * Returns: @a less @b, never below 0; unknown where @a is unknown. An unknown @b takes nothing.
 */
VdtCount
vdt_count_subtract (VdtCount a, VdtCount b)
{
  if (!vdt_count_known (a))
    return VDT_COUNT_UNKNOWN;
  if (!vdt_count_known (b))
    return a;
  return a > b ? a - b : 0;
}
