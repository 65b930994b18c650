/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-json-writer.h"
#include "vdt-time.h"

G_BEGIN_DECLS

/* How much of a message is kept, in bytes; a longer one is marked as cut. Only a payload is
 * withheld, so this is the bound of what one entry can be. */
#define VDT_HISTORY_MAX_TEXT (1024 * 1024)

#define VDT_HISTORY_ID_BYTES 12

/**
 * VdtHistoryKind:
 *
 * What an entry is (spec: history).
 */
typedef enum
{
  VDT_HISTORY_MESSAGE,
  VDT_HISTORY_TOOL_CALL,
  VDT_HISTORY_TOOL_RESULT,
  VDT_HISTORY_ERROR,
  VDT_HISTORY_SUMMARY,
} VdtHistoryKind;

typedef enum
{
  VDT_HISTORY_USER,
  VDT_HISTORY_ASSISTANT,
  VDT_HISTORY_TOOL,
} VdtHistoryRole;

/**
 * VdtHistoryPlace:
 * @part: which of the source's files
 * @offset: where the line begins, in bytes of the plain text
 * @record: which record of its line
 * @block: which block of its record
 *
 * Where an entry stands in the logs.
 */
typedef struct
{
  guint64 offset;
  guint32 part;
  guint32 record;
  guint32 block;
} VdtHistoryPlace;

/**
 * VdtHistoryEntry:
 * @id: names it while the log is what it is: 24 hex digits, and `:n` for the n-th repeat (R38)
 * @text: what was said; of tools the empty text: their payload is withheld (R42)
 * @text_cut: whether there was more of it than [const@VDT_HISTORY_MAX_TEXT]
 * @text_bytes: of tools: how long the payload is, as UTF-8
 * @text_hash: (nullable): of tools: `sha256:` and the payload's hash; %NULL for an empty one
 * @sent_at: when
 * @sent_at_synthetic: whether the log had no time of its own for it (R55)
 * @call_id: (nullable): of tools: what joins a call and its result
 * @tool_name: (nullable): of calls
 * @queued: whether it still waits for the agent
 *
 * One thing that was said or done. Immutable, any thread.
 */
typedef struct
{
  gatomicrefcount ref_count;
  char *id;
  VdtHistoryKind kind;
  VdtHistoryRole role;
  char *text;
  gboolean text_cut;
  gsize text_bytes;
  char *text_hash;
  VdtTime sent_at;
  gboolean sent_at_synthetic;
  gboolean is_error;
  gboolean queued;
  char *call_id;
  char *tool_name;
  VdtHistoryPlace place;
} VdtHistoryEntry;

VdtHistoryEntry *vdt_history_entry_new (void) G_GNUC_WARN_UNUSED_RESULT;
VdtHistoryEntry *vdt_history_entry_ref (VdtHistoryEntry *entry);
void vdt_history_entry_unref (VdtHistoryEntry *entry);
gboolean vdt_history_entry_equal (const VdtHistoryEntry *a, const VdtHistoryEntry *b);
gsize vdt_history_entry_estimate (const VdtHistoryEntry *entry);
void
vdt_history_entry_write (const VdtHistoryEntry *entry, const char *payload, VdtJsonWriter *writer);

const char *vdt_history_kind_to_string (VdtHistoryKind kind);
const char *vdt_history_role_to_string (VdtHistoryRole role);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtHistoryEntry, vdt_history_entry_unref)

G_END_DECLS
