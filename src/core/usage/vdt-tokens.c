/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-usage"

#include "config.h"

#include "vdt-tokens.h"

/**
 * vdt_tokens_init:
 * @tokens: (out caller-allocates): no calls: every number is 0 (rulings: *Sums*)
 */
void
vdt_tokens_init (VdtTokens *tokens)
{
  *tokens = (VdtTokens){ 0 };
}

/* The first call decides whether a number is known at all; then the known ones add up. */
static VdtCount
add_part (const VdtTokens *tokens, VdtCount sum, VdtCount more)
{
  return tokens->calls == 0 ? more : vdt_count_add (sum, more);
}

/**
 * vdt_tokens_add:
 * @tokens: a sum
 * @more: what to add; without calls it adds nothing
 *
 * Adds what is known; a number that was never reported stays unknown.
 */
void
vdt_tokens_add (VdtTokens *tokens, const VdtTokens *more)
{
  if (more->calls == 0)
    return;
  tokens->uncached_input = add_part (tokens, tokens->uncached_input, more->uncached_input);
  tokens->cache_read = add_part (tokens, tokens->cache_read, more->cache_read);
  tokens->cache_creation = add_part (tokens, tokens->cache_creation, more->cache_creation);
  tokens->output = add_part (tokens, tokens->output, more->output);
  tokens->reasoning = add_part (tokens, tokens->reasoning, more->reasoning);
  tokens->total = add_part (tokens, tokens->total, more->total);
  tokens->calls += more->calls;
}
