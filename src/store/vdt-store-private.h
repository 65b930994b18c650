/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-store-worker.h"

G_BEGIN_DECLS

/* For tests: shorter times, injected faults. */
VdtStore *vdt_store_new_with_options (const VdtStoreOptions *options) G_GNUC_WARN_UNUSED_RESULT;
void vdt_store_set_options (VdtStore *self, const VdtStoreOptions *options);

/* What the requests have in common. */
VdtStoreMessage *vdt_store_request (VdtStore *self,
                                    VdtMessageKind kind,
                                    gpointer tag,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data) G_GNUC_WARN_UNUSED_RESULT;
VdtStoreMessage *vdt_store_request_call (VdtStore *self,
                                         VdtStoreCallFunc func,
                                         gpointer data,
                                         GDestroyNotify free_data,
                                         GDestroyNotify free_answer,
                                         gpointer tag,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data) G_GNUC_WARN_UNUSED_RESULT;
void vdt_store_send (VdtStore *self, VdtStoreMessage *message);
gboolean
vdt_store_finish_boolean (VdtStore *self, GAsyncResult *result, gpointer tag, GError **error);
gpointer
vdt_store_finish_pointer (VdtStore *self, GAsyncResult *result, gpointer tag, GError **error);

G_END_DECLS
