/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store.h"

G_BEGIN_DECLS

/* Bounds of a digest's interval (V40), in milliseconds. */
#define VDT_DIGEST_MIN (5 * VDT_MINUTE)
#define VDT_DIGEST_MAX (1440 * VDT_MINUTE)

/* The most notices that are claimed at once. */
#define VDT_NOTICES_MAX 1000

/**
 * VdtStoreDigest:
 * @claimed: whether the window was due and is now ours: nobody else gets it
 * @has_work: whether there is anything to review; looked at only where it was @claimed
 * @next_due: when the next window is due; unknown while there is no interval
 * @last_digest: when a digest was last claimed with work; unknown for never
 *
 * What came of asking for a digest.
 */
typedef struct
{
  gboolean claimed;
  gboolean has_work;
  VdtTime next_due;
  VdtTime last_digest;
} VdtStoreDigest;

void vdt_store_claim_digest_async (VdtStore *self,
                                   VdtTime interval,
                                   gboolean has_work,
                                   VdtTime now,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
gboolean vdt_store_claim_digest_finish (VdtStore *self,
                                        GAsyncResult *result,
                                        VdtStoreDigest *digest,
                                        GError **error);
void vdt_store_claim_notices_async (VdtStore *self,
                                    const char *const *keys,
                                    gint64 value,
                                    gint64 tolerance,
                                    VdtTime now,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
gboolean vdt_store_claim_notices_finish (VdtStore *self,
                                         GAsyncResult *result,
                                         guint *n_claimed,
                                         GError **error);

G_END_DECLS
