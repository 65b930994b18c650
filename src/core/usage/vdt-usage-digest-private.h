/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-usage-digest.h"

G_BEGIN_DECLS

/* Bounds of what one log can make us keep beside its calls. */
#define VDT_DIGEST_MAX_NAMES       1000
#define VDT_DIGEST_MAX_CALLS       2000000
#define VDT_DIGEST_MAX_TURNS       100000
#define VDT_DIGEST_MAX_READINGS    2000
#define VDT_DIGEST_MAX_MESSAGES    16
#define VDT_DIGEST_NAME_BYTES      200
#define VDT_DIGEST_MESSAGE_BYTES   300
#define VDT_DIGEST_MAX_COMPACTIONS 1000

guint64 vdt_digest_hash (const VdtJsonString *string);
void vdt_digest_set_text (char **place, const VdtJsonString *string);
guint16 vdt_digest_intern (VdtUsageDigest *digest, const VdtJsonString *name);
VdtTime vdt_digest_time (VdtUsageDigest *digest, VdtTime time);
VdtCall *vdt_digest_find_call (VdtUsageDigest *digest, guint64 key);
VdtCall *vdt_digest_add_call (VdtUsageDigest *digest, guint64 key);

G_END_DECLS
