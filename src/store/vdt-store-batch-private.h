/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store-batch.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_CHANGE_PUT_LOG_FILE,
  VDT_CHANGE_PUT_SESSION,
  VDT_CHANGE_PUT_CALL,
  VDT_CHANGE_PUT_QUOTA,
  VDT_CHANGE_PUT_HOME,
  VDT_CHANGE_PUT_META,
  VDT_CHANGE_DELETE_LOG_FILE,
  VDT_CHANGE_DELETE_SESSION,
  VDT_CHANGE_DELETE_CALL,
} VdtChangeKind;

/* One change; its strings and blobs are the batch's. */
typedef struct
{
  VdtChangeKind kind;
  VdtStoreCallMode mode;
  union
  {
    VdtStoreLogFile log_file;
    VdtStoreSession session;
    VdtStoreCall call; /* also of DELETE_CALL: runtime and key */
    VdtStoreQuota quota;
    VdtStoreHome home;
    struct
    {
      const char *key; /* also the path or id of a delete */
      const char *value;
    } pair;
  };
} VdtChange;

guint vdt_store_batch_get_generation (const VdtStoreBatch *batch);
const VdtChange *vdt_store_batch_get_change (const VdtStoreBatch *batch, guint index);

G_END_DECLS
