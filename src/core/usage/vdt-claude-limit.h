/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-quota-reading.h"
#include "vdt-zone.h"

G_BEGIN_DECLS

gboolean vdt_claude_limit_parse (VdtQuotaReading *reading,
                                 const char *text,
                                 VdtTime said_at,
                                 VdtZone *local);

G_END_DECLS
