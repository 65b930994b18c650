/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store-rows.h"

G_BEGIN_DECLS

/**
 * VdtStoreBatch:
 *
 * Changes that belong together: how far logs were read, and all that follows from those lines.
 * Applied in the order they were put, in one transaction: all or nothing.
 *
 * Not thread-safe: filled by one thread, then given away.
 */
typedef struct _VdtStoreBatch VdtStoreBatch;

VdtStoreBatch *vdt_store_batch_new (guint generation) G_GNUC_WARN_UNUSED_RESULT;
void vdt_store_batch_free (VdtStoreBatch *batch);
guint vdt_store_batch_get_size (const VdtStoreBatch *batch);

gboolean vdt_store_batch_put_log_file (VdtStoreBatch *batch, const VdtStoreLogFile *file);
gboolean vdt_store_batch_put_session (VdtStoreBatch *batch, const VdtStoreSession *session);
void
vdt_store_batch_put_call (VdtStoreBatch *batch, const VdtStoreCall *call, VdtStoreCallMode mode);
gboolean vdt_store_batch_put_quota (VdtStoreBatch *batch, const VdtStoreQuota *quota);
void vdt_store_batch_put_home (VdtStoreBatch *batch, const VdtStoreHome *home);
void vdt_store_batch_put_meta (VdtStoreBatch *batch, const char *key, const char *value);
void vdt_store_batch_add_meta (VdtStoreBatch *batch, const char *key, const char *value);
void vdt_store_batch_begin_conversation (VdtStoreBatch *batch, const VdtStoreConversation *talk);
void vdt_store_batch_put_utterance (VdtStoreBatch *batch, const VdtStoreUtterance *said);
gboolean vdt_store_batch_put_snapshot (VdtStoreBatch *batch, const VdtStoreSnapshot *snapshot);
gboolean vdt_store_batch_put_decision (VdtStoreBatch *batch, const VdtStoreDecision *decision);
void vdt_store_batch_end_decisions (VdtStoreBatch *batch, gint64 call, VdtTime at);
void vdt_store_batch_delete_log_file (VdtStoreBatch *batch, const char *path);
void vdt_store_batch_delete_session (VdtStoreBatch *batch, const char *id);
void vdt_store_batch_delete_call (VdtStoreBatch *batch, VdtRuntime runtime, guint64 key_hash);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtStoreBatch, vdt_store_batch_free)

G_END_DECLS
