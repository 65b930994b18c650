/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "vdt-log-file.h"
#include "vdt-talk.h"
#include "vdt-usage-digest.h"

G_BEGIN_DECLS

/**
 * VdtLogDigest:
 * @usage: what the meters need
 * @talk: (nullable): what titles and states need; `NULL` where only numbers are asked for
 * @torn_tail: whether the log ends in a record that is not whole yet
 *
 * All that Vedette keeps of one log. Not thread-safe.
 */
typedef struct
{
  VdtUsageDigest *usage;
  VdtTalk *talk;
  gboolean torn_tail;
} VdtLogDigest;

VdtLogDigest *vdt_log_digest_new (VdtRuntime runtime,
                                  gboolean is_agent_file,
                                  gboolean with_talk) G_GNUC_WARN_UNUSED_RESULT;
void vdt_log_digest_free (VdtLogDigest *digest);
void vdt_log_digest_feed_line (VdtLogDigest *digest, const char *data, gsize len);
void vdt_log_digest_feed_head (VdtLogDigest *digest, const char *data, gsize len);
gboolean vdt_log_digest_feed_tail (VdtLogDigest *digest, const char *data, gsize len);
void vdt_log_digest_feed_oversized (VdtLogDigest *digest);
VdtLogDigest *vdt_log_digest_read_file (const VdtLogFile *file,
                                        gboolean with_talk,
                                        GCancellable *cancellable,
                                        GError **broken,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
GBytes *vdt_log_digest_write (const VdtLogDigest *digest) G_GNUC_WARN_UNUSED_RESULT;
VdtLogDigest *vdt_log_digest_read (gconstpointer data, gsize len) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtLogDigest, vdt_log_digest_free)

G_END_DECLS
