/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-count.h"

G_BEGIN_DECLS

/**
 * VdtTokens:
 *
 * The seven numbers of `usage` (cli.md). `calls` is always known. `reasoning` is inside `output`
 * and never added. A number that was never reported is unknown; over no calls at all it is 0.
 */
typedef struct
{
  gint64 calls;
  VdtCount uncached_input;
  VdtCount cache_read;
  VdtCount cache_creation;
  VdtCount output;
  VdtCount reasoning;
  VdtCount total;
} VdtTokens;

void vdt_tokens_init (VdtTokens *tokens);
void vdt_tokens_add (VdtTokens *tokens, const VdtTokens *more);

G_END_DECLS
