/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-blob.h"
#include "vdt-claude-record.h"
#include "vdt-codex-record.h"
#include "vdt-runtime.h"
#include "vdt-talk-journal.h"

G_BEGIN_DECLS

typedef enum
{
  VDT_LIFECYCLE_OBSERVING,
  VDT_LIFECYCLE_WORKING,
  VDT_LIFECYCLE_IDLE,
  VDT_LIFECYCLE_WAITING,
  VDT_LIFECYCLE_COMPLETED,
  VDT_LIFECYCLE_ERROR,
  VDT_LIFECYCLE_OFFLINE,
} VdtLifecycle;

typedef enum
{
  VDT_WAITING_NOTHING,
  VDT_WAITING_QUESTION,
  VDT_WAITING_PLAN_APPROVAL,
  VDT_WAITING_PERMISSION,
} VdtWaitingFor;

const char *vdt_lifecycle_to_string (VdtLifecycle lifecycle);
const char *vdt_waiting_for_to_string (VdtWaitingFor waiting_for);

/**
 * VdtTalk:
 *
 * What one log says of its conversation: title, folder, state. Fed with every record of the
 * log in order; bounded in memory whatever the log's length. Not thread-safe.
 */
typedef struct _VdtTalk VdtTalk;

/**
 * VdtTalkSummary:
 * @custom_title, @thread_name, @first_text, @ai_title, @own_summary, @slash_command: (nullable):
 *   the candidates of rulings *Title*, each already cut by [func@vdt_text_title]
 * @cwd: (nullable): newest main-chain one, rulings *Project*
 * @state_since: when the lifecycle began to be what it is
 * @current_task: (nullable): the plan's item in progress, else the newest thing that was asked for
 * @next_action: (nullable): what comes next in the plan
 * @line: how many records were looked at
 * @sequence: how many snapshots there were (V23)
 * @changed_at: when the newest one was made
 * @truncated: whether something was too old to be kept
 * @urgent: whether anything that is asked bears a high or critical priority (V41, V42)
 * @open_call: whether a tool call has no result yet (what the live registry may speak of)
 *
 * Borrowed from the talk; valid until it is fed again.
 */
typedef struct
{
  const char *custom_title;
  const char *thread_name;
  const char *first_text;
  const char *ai_title;
  const char *own_summary;
  const char *slash_command;
  const char *cwd;
  VdtLifecycle lifecycle;
  VdtWaitingFor waiting_for;
  gboolean open_call;
  VdtTime state_since;
  VdtTime created_at;
  VdtTime last_event_at;
  guint pending_decisions;
  guint queued_messages;
  const char *current_task;
  const char *next_action;
  guint plan_total;
  guint plan_completed;
  gint64 line;
  gint64 sequence;
  VdtTime changed_at;
  gboolean truncated;
  gboolean urgent;
} VdtTalkSummary;

VdtTalk *vdt_talk_new (VdtRuntime runtime) G_GNUC_WARN_UNUSED_RESULT;
void vdt_talk_free (VdtTalk *talk);
void vdt_talk_set_agent_log (VdtTalk *talk, gboolean agent_log);
void vdt_talk_feed_codex (VdtTalk *talk, const VdtCodexRecord *record);
void vdt_talk_feed_claude (VdtTalk *talk, const VdtClaudeRecord *record);
void vdt_talk_get_summary (const VdtTalk *talk, VdtTalkSummary *summary);
void vdt_talk_keep_journal (VdtTalk *talk, VdtTime since);
VdtTalkJournal *vdt_talk_take_journal (VdtTalk *talk) G_GNUC_WARN_UNUSED_RESULT;
gsize vdt_talk_get_journal_size (const VdtTalk *talk);
char **vdt_talk_dup_blockers (const VdtTalk *talk) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *vdt_talk_get_decisions (const VdtTalk *talk) G_GNUC_WARN_UNUSED_RESULT;
void vdt_talk_write (const VdtTalk *talk, GByteArray *blob);
VdtTalk *vdt_talk_read (VdtRuntime runtime, VdtBlobReader *reader) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtTalk, vdt_talk_free)

G_END_DECLS
