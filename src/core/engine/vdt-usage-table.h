/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-catalog.h"
#include "vdt-zone.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_USAGE_BY_DAY,
  VDT_USAGE_BY_SESSION,
  VDT_USAGE_BY_MODEL,
  VDT_USAGE_BY_HOME,
  VDT_USAGE_BY_TOTAL,
} VdtUsageBy;

/**
 * VdtUsageRow:
 * @key: (nullable): what the row is of; `NULL` where no model was named
 */
typedef struct
{
  char *key;
  VdtRuntime runtime;
  VdtTokens tokens;
} VdtUsageRow;

/**
 * VdtUsageTable:
 * @rows: (element-type VdtUsageRow): by key, equal keys by runtime
 */
typedef struct
{
  GPtrArray *rows;
  VdtTokens totals;
} VdtUsageTable;

VdtUsageTable *vdt_usage_table_new (VdtCatalog *catalog,
                                    VdtUsageBy by,
                                    VdtZone *zone,
                                    VdtTime since,
                                    VdtTime until) G_GNUC_WARN_UNUSED_RESULT;
void vdt_usage_table_free (VdtUsageTable *table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtUsageTable, vdt_usage_table_free)

G_END_DECLS
