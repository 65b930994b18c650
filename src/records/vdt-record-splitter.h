/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-json-reader.h"

G_BEGIN_DECLS

/**
 * VdtRecordSplitter:
 *
 * Finds the records in one line that is not just one record: several glued together, a torn
 * one before a good one, NULs before a record (rulings: *Line with several records*).
 * Every complete object is taken; a torn part counts as one malformed line, and reading goes
 * on at the next object in it that is complete and looks like a record: it has `type`, and
 * one of `timestamp`, `uuid`, `payload` and `sessionId`, at its depth 1.
 */
typedef struct
{
  const char *pos;
  const char *end;
  guint malformed;
  const char *counted; /* torn parts up to here are in `malformed` */
  gsize allowance;     /* how many bytes may still be walked */
} VdtRecordSplitter;

void vdt_record_splitter_init (VdtRecordSplitter *splitter, const char *data, gsize len);
gboolean vdt_record_splitter_next (VdtRecordSplitter *splitter, VdtJsonSpan *record);

G_END_DECLS
