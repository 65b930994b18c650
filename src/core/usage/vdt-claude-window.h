/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-context-meter.h"

G_BEGIN_DECLS

#define VDT_CLAUDE_DEFAULT_WINDOW 200000
#define VDT_CLAUDE_LARGE_WINDOW   1000000

VdtWindowOrigin vdt_claude_window (const char *model, VdtCount largest_prompt, VdtCount *window);

G_END_DECLS
