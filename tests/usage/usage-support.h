/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-ledger.h"
#include "vdt-usage-digest.h"

G_BEGIN_DECLS

/* 2026-10-15T10:00:00Z, and what is that many seconds later */
#define T0       G_GINT64_CONSTANT (1792058400000)
#define AT(secs) (T0 + (VdtTime) (secs) *VDT_SECOND)

VdtTime at (const char *rfc3339);

/* Feed lines that have `'` for `"`. */
void feed (VdtUsageDigest *digest, const char *line);
void feed_format (VdtUsageDigest *digest, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Codex records, @secs after T0. @last < 0: none. */
void codex_meta (VdtUsageDigest *digest, const char *id, int secs, const char *more);
void codex_turn (VdtUsageDigest *digest, int secs, const char *turn_id);
void codex_user (VdtUsageDigest *digest, int secs, const char *text);
void codex_count (VdtUsageDigest *digest, int secs, gint64 input, gint64 output, gint64 last);

/* A Claude reply: prompt of @input, @output; @more is put before the closing brace. */
void claude_reply (VdtUsageDigest *digest,
                   int secs,
                   const char *id,
                   gint64 input,
                   gint64 output,
                   const char *more);

VdtUsageDigest *digest_copy (const VdtUsageDigest *digest) G_GNUC_WARN_UNUSED_RESULT;
void assert_same_digest (const VdtUsageDigest *a, const VdtUsageDigest *b);
/* `calls uncached/read/created/output/reasoning=total`, `?` for what is not known */
char *tokens_text (const VdtTokens *tokens) G_GNUC_WARN_UNUSED_RESULT;
char *digest_tokens (const VdtUsageDigest *digest) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
