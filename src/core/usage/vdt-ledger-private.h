/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-ledger.h"

G_BEGIN_DECLS

/* What one log says of a call that others speak of too. */
typedef struct
{
  guint32 call;
  guint32 file;
  VdtTime time;
  guint64 owner;
  guint32 line;
  guint16 model;
  guint16 flags;
} VdtSighting;

struct _VdtLedger
{
  VdtOwnerFunc owner_func;
  gpointer user_data;
  GPtrArray *files;  /* VdtLedgerFile */
  GArray *calls;     /* VdtLedgerCall */
  GArray *sightings; /* VdtSighting */
  guint32 *table;    /* open addressing: index + 1 of a call */
  guint32 table_mask;
  GHashTable *by_thread; /* native id → GPtrArray of VdtLedgerFile, Codex */
  GHashTable *by_tail;   /* tail id → GPtrArray of VdtLedgerFile, Codex */
  gint64 records;        /* records of counted calls */
  gint64 replayed;
  gint64 undecided;
};

void vdt_ledger_join_families (VdtLedger *ledger, guint32 a, guint32 b);
void vdt_ledger_call_set_sighting (VdtLedgerCall *call, const VdtSighting *sighting);
void vdt_ledger_settle (VdtLedger *ledger);

G_END_DECLS
