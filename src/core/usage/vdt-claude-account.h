/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-quota-reading.h"

G_BEGIN_DECLS

/* A larger account file is left unread. */
#define VDT_CLAUDE_ACCOUNT_MAX_BYTES (32 * 1024 * 1024)

/**
 * VdtClaudeAccount:
 * @readings: (element-type VdtQuotaReading): what the file caches of the account's limits
 * @fetched_at: when the CLI fetched it, else the file's own time
 * @grants: how many resets the plan's grants have left, or unknown
 *
 * The few keys that Vedette reads of Claude Code's account file (facts G49 … G52). Ids, keys and
 * everything else in it are passed over.
 */
typedef struct
{
  GArray *readings;
  VdtTime fetched_at;
  VdtCount grants;
  guint bad_values;
} VdtClaudeAccount;

VdtClaudeAccount *
vdt_claude_account_parse (const char *data, gsize len, VdtTime mtime) G_GNUC_WARN_UNUSED_RESULT;
VdtClaudeAccount *vdt_claude_account_read (const char *path) G_GNUC_WARN_UNUSED_RESULT;
void vdt_claude_account_free (VdtClaudeAccount *account);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtClaudeAccount, vdt_claude_account_free)

G_END_DECLS
