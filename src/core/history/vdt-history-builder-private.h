/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-codex-thread.h"
#include "vdt-history-index.h"
#include "vdt-history-item.h"

G_BEGIN_DECLS

#define VDT_HISTORY_NO_NODE G_MAXUINT32

/* What is known of the line that is being read. */
typedef struct
{
  guint part;
  guint64 offset;
  guint record;
  VdtTime last_time;
} VdtHistoryCursor;

/* Puts the marks of a Codex log in order as its records come. */
typedef struct
{
  VdtCodexThread thread;
  gboolean turn_open;
  gboolean turn_has_text;
  GArray *turns; /* guint: how many marks stood before each user turn */
  guint8 error[VDT_HISTORY_ID_BYTES];
  gboolean error_told; /* of the open turn */
} VdtHistoryCodex;

/* One record of Claude Code with an id (formats K.8). */
typedef struct
{
  guint64 uuid;
  guint64 parent; /* also the logical one; 0 for none */
  VdtTime time;
  guint8 is_main;
  guint8 is_talk; /* user or assistant */
  guint8 is_prompt;
  guint8 is_root; /* says that it has no parent */
} VdtHistoryNode;

typedef struct
{
  guint64 text;
  GArray *marks;
} VdtHistoryQueued;

typedef struct
{
  gboolean is_agent_file;
  GArray *nodes;
  GHashTable *by_uuid; /* guint64 → index + 1 */
  GQueue *queue;       /* VdtHistoryQueued */
} VdtHistoryClaude;

typedef struct
{
  GArray *marks;
  VdtHistoryCursor cursor;
  VdtHistoryCodex codex;
  VdtHistoryClaude claude;
  VdtCount end_ordinal; /* of the part that is read */
  gboolean part_done;
  guint n_marks; /* also of those that are not shown in the end */
  gboolean full;
} VdtHistoryBuilder;

VdtHistoryMark *vdt_history_builder_mark (VdtHistoryBuilder *builder,
                                          GArray *marks,
                                          const VdtHistoryItem *item,
                                          guint block,
                                          VdtTime time);

void vdt_history_codex_init (VdtHistoryCodex *codex);
void vdt_history_codex_clear (VdtHistoryCodex *codex);
void vdt_history_codex_feed (VdtHistoryBuilder *builder, const VdtCodexRecord *record);

void vdt_history_claude_init (VdtHistoryClaude *claude, gboolean is_agent_file);
void vdt_history_claude_clear (VdtHistoryClaude *claude);
void vdt_history_claude_feed (VdtHistoryBuilder *builder, const VdtClaudeRecord *record);
void vdt_history_claude_finish (VdtHistoryBuilder *builder);

G_END_DECLS
