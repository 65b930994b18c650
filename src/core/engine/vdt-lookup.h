/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-history-source.h"
#include "vdt-log-file.h"

G_BEGIN_DECLS

/**
 * VdtLookup:
 * @id: our id of the session
 * @native_id: the agent's own
 * @log: the current log
 * @source: where its history is
 *
 * A session that was found by its exact id, and the files it is made of.
 */
typedef struct
{
  char *id;
  char *native_id;
  VdtLogFile *log;
  VdtHistorySource *source;
} VdtLookup;

VdtLookup *vdt_lookup_find (GPtrArray *homes,
                            const char *id,
                            GCancellable *cancellable,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
void vdt_lookup_free (VdtLookup *lookup);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtLookup, vdt_lookup_free)

G_END_DECLS
