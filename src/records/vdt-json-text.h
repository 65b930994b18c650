/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-json-reader.h"

G_BEGIN_DECLS

void vdt_json_text_escape (const char *data, gsize len, VdtTextFunc func, gpointer user_data);
void vdt_json_text_compact (const VdtJsonSpan *span, VdtTextFunc func, gpointer user_data);

G_END_DECLS
