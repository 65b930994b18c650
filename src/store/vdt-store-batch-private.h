/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store-batch.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_BATCH_PUT_LOG_FILE,
  VDT_BATCH_PUT_SESSION,
  VDT_BATCH_PUT_CALL,
  VDT_BATCH_PUT_QUOTA,
  VDT_BATCH_PUT_HOME,
  VDT_BATCH_PUT_META,
  VDT_BATCH_ADD_META,
  VDT_BATCH_BEGIN_CONVERSATION, /* the next four belong to the last one of these */
  VDT_BATCH_PUT_UTTERANCE,
  VDT_BATCH_PUT_SNAPSHOT,
  VDT_BATCH_PUT_DECISION,
  VDT_BATCH_END_DECISIONS,
  VDT_BATCH_DELETE_LOG_FILE,
  VDT_BATCH_DELETE_SESSION,
  VDT_BATCH_DELETE_CALL,
} VdtBatchKind;

/* One change; its strings and blobs are the batch's. */
typedef struct
{
  VdtBatchKind kind;
  VdtStoreCallMode mode;
  union
  {
    VdtStoreLogFile log_file;
    VdtStoreSession session;
    VdtStoreCall call; /* also of DELETE_CALL: runtime and key */
    VdtStoreQuota quota;
    VdtStoreHome home;
    VdtStoreConversation conversation;
    VdtStoreUtterance utterance;
    VdtStoreSnapshot snapshot;
    VdtStoreDecision decision; /* also of END_DECISIONS: call and time */
    struct
    {
      const char *key; /* also the path or id of a delete */
      const char *value;
    } pair;
  };
} VdtBatchChange;

guint vdt_store_batch_get_generation (const VdtStoreBatch *batch);
const VdtBatchChange *vdt_store_batch_get_change (const VdtStoreBatch *batch, guint index);

G_END_DECLS
