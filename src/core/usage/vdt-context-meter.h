/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-count.h"
#include "vdt-time.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_CONTEXT_UNKNOWN,
  VDT_CONTEXT_REPORTED,
  VDT_CONTEXT_ASSUMED,
  VDT_CONTEXT_COMPACTED,
} VdtContextState;

typedef enum
{
  VDT_WINDOW_UNKNOWN,
  VDT_WINDOW_RECORD,
  VDT_WINDOW_MODEL_TABLE,
  VDT_WINDOW_NAME_TAG,
  VDT_WINDOW_OBSERVED,
  VDT_WINDOW_DEFAULT,
} VdtWindowOrigin;

/**
 * VdtContextMeter:
 * @as_of: the record's time that @used_tokens rests on
 *
 * How full a context window is (usage.md, *Context meter*).
 */
typedef struct
{
  VdtContextState state;
  VdtCount used_tokens;
  VdtCount window_tokens;
  VdtWindowOrigin window_origin;
  VdtTime as_of;
} VdtContextMeter;

gboolean vdt_context_meter_get_percent (const VdtContextMeter *meter, double *percent);
const char *vdt_context_state_to_string (VdtContextState state);
const char *vdt_window_origin_to_string (VdtWindowOrigin origin);

G_END_DECLS
