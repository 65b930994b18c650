/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-decision.h"

G_BEGIN_DECLS

#define VDT_MESSAGE_MAX_CHARS 20000 /* of one message (V11) */

/**
 * VdtMessageFlags:
 * @VDT_MESSAGE_PLAIN: text
 * @VDT_MESSAGE_IS_COMMAND: a slash command
 * @VDT_MESSAGE_IS_ERROR: an agent's notice that something failed
 * @VDT_MESSAGE_IS_PLAN: a plan, put forward as text
 * @VDT_MESSAGE_IS_INTERRUPTION: the line that an interruption leaves
 *
 * Stored: never renumber.
 */
typedef enum
{
  VDT_MESSAGE_PLAIN = 0,
  VDT_MESSAGE_IS_COMMAND = 1 << 0,
  VDT_MESSAGE_IS_ERROR = 1 << 1,
  VDT_MESSAGE_IS_PLAN = 1 << 2,
  VDT_MESSAGE_IS_INTERRUPTION = 1 << 3,
} VdtMessageFlags;

typedef enum
{
  VDT_ENTRY_MESSAGE,
  VDT_ENTRY_DECISION,
  VDT_ENTRY_DECISION_END,
  VDT_ENTRY_SNAPSHOT,
} VdtTalkEntryKind;

/**
 * VdtTalkEntry:
 * @line: the record's place in the log, from 1
 * @part: of a message: which one of its record
 * @time: when
 * @from_user: of a message: whether the person wrote it
 * @flags: of a message: #VdtMessageFlags
 * @text: of a message: what a screen shows, at most %VDT_MESSAGE_MAX_CHARS characters
 * @call: of a decision and of its end: hash of the id of the call that asks
 * @decision: of a decision
 * @sequence: of a snapshot: its number in the log, from 1
 * @changes: of a snapshot: see [func@vdt_change_set_write]
 *
 * One thing that a record of a log brought and that is to be kept.
 */
typedef struct
{
  VdtTalkEntryKind kind;
  gint64 line;
  guint part;
  VdtTime time;
  gboolean from_user;
  guint flags;
  char *text;
  guint64 call;
  VdtDecision *decision;
  gint64 sequence;
  GBytes *changes;
} VdtTalkEntry;

/**
 * VdtTalkJournal:
 * @entries: (element-type VdtTalkEntry): in the order of the log
 * @from_line: the first record that was looked at
 * @to_line: the last one
 *
 * What the records from one place of a log to another brought. What those lines brought before is
 * replaced by it.
 */
typedef struct
{
  GArray *entries;
  gint64 from_line;
  gint64 to_line;
  gsize bytes;
} VdtTalkJournal;

VdtTalkJournal *vdt_talk_journal_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_talk_journal_free (VdtTalkJournal *journal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtTalkJournal, vdt_talk_journal_free)

G_END_DECLS
