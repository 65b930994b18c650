/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-change-set.h"
#include "vdt-codex-thread.h"
#include "vdt-plan.h"
#include "vdt-talk.h"
#include "vdt-user-text.h"

G_BEGIN_DECLS

/* What a talk keeps at most, whatever a log says. */
#define VDT_TALK_MAX_CALLS     256
#define VDT_TALK_MAX_CLOSED    64
#define VDT_TALK_MAX_QUEUE     256
#define VDT_TALK_MAX_UUIDS     512
#define VDT_TALK_MAX_SUMMARIES 32
#define VDT_TALK_MAX_QUESTIONS 1000
#define VDT_TALK_MAX_TEXT      (64 * 1024)
#define VDT_TALK_MAX_MESSAGE   (128 * 1024)
#define VDT_TALK_MAX_ARGUMENTS (1024 * 1024)
#define VDT_TALK_MAX_CWD       4096
#define VDT_TALK_MAX_CALL_ID   256

/**
 * VdtTalkKey:
 * @time: the record's time, or that of the record before it where it has none
 * @seq: the record's place in the log, from 1; 0 is before everything
 *
 * Where a record stands: by time, then by place (formats K.1).
 */
typedef struct
{
  VdtTime time;
  gint64 seq;
} VdtTalkKey;

typedef enum
{
  VDT_CALL_OTHER,
  VDT_CALL_QUESTION,
  VDT_CALL_PLAN,
  VDT_CALL_EDIT, /* changes the agent's own plan */
} VdtCallKind;

/**
 * VdtTalkCall:
 * @id: hash of the call's id
 * @asks: how many decisions it asks for
 * @decisions: (nullable) (element-type VdtDecision): what it asks for
 * @edit: (nullable): what it does to the plan
 *
 * A tool call without result. Of its name and arguments nothing else is kept (V11).
 */
typedef struct
{
  guint64 id;
  VdtTalkKey at;
  VdtCallKind kind;
  guint asks;
  GPtrArray *decisions;
  VdtPlanEdit *edit;
} VdtTalkCall;

/**
 * VdtTalkResult:
 * @failed: whether the call failed: then it has done nothing to a plan
 * @output: what it came back with, of which only the id of a new task is read
 */
typedef struct
{
  gboolean failed;
  VdtJsonSpan output;
} VdtTalkResult;

/**
 * VdtTalkRing:
 *
 * The newest hashes of something, so that a later record can name one of them.
 */
typedef struct
{
  guint64 *items;
  guint size;
  guint len;
  guint next;
} VdtTalkRing;

typedef struct
{
  guint64 hash;
  gboolean counted; /* not so for a notice of a background task */
} VdtTalkQueued;

typedef struct
{
  guint64 leaf;
  gint64 seq;
  char *title;
} VdtTalkLeaf;

typedef struct
{
  VdtTalkKey turn_at; /* newest main-chain user or assistant record that tells the state */
  VdtLifecycle turn;
  VdtTalkKey end_at; /* newest notice that a turn is over */
  VdtLifecycle end;
  VdtTalkKey over_at;  /* newest end of a turn, whatever told it: calls before it are closed */
  VdtTalkKey text_at;  /* newest text of the user: questions before it are closed */
  VdtTalkKey local_at; /* newest local command */
  gboolean after_command;
} VdtTalkClaude;

typedef struct
{
  VdtCodexThread thread;
  guint64 turn;
  gboolean marked; /* a start or an end of a turn was seen */
  gboolean turn_open;
  gboolean turn_has_text;
  VdtLifecycle ended;
  VdtLifecycle loose; /* what is known where no turn is marked */
  VdtTime permission_since;
  guint64 permission_call;
  gboolean permission;
  gint64 n_user_turns;
  gint64 first_text_turn;
  gint64 other_text_turn;
} VdtTalkCodex;

struct _VdtTalk
{
  VdtRuntime runtime;
  gboolean agent_log;
  gint64 seq;
  VdtTime last_time;

  char *custom_title;
  char *thread_name;
  char *first_text;
  char *other_text; /* user text of a dialect that is not the log's own */
  char *ai_title;
  char *own_summary;
  char *slash_command;
  char *cwd;
  VdtTalkKey first_text_at;
  VdtTalkKey slash_at;
  VdtTalkKey cwd_at;
  gint64 own_summary_seq;

  VdtLifecycle lifecycle;
  VdtWaitingFor waiting_for;
  VdtTime state_since;
  VdtTime created_at;
  VdtTime last_event_at;

  /* context, and what of it the newest snapshot says */
  VdtPlan *plan;
  char *last_text; /* the newest thing that was asked for, as a title */
  VdtTalkKey last_text_at;
  gboolean degraded;
  VdtChangeSet *changes; /* of this record */
  char *told_goal;
  char *told_task;
  char *told_next;
  VdtLifecycle told_lifecycle;
  gboolean told_degraded;
  gint64 sequence;
  VdtTime changed_at;

  VdtTalkJournal *journal; /* NULL where nobody keeps it */
  VdtTime journal_since;
  gint64 journal_line; /* up to where it was taken */
  gboolean truncated;

  GArray *calls;  /* of VdtTalkCall, oldest first */
  GArray *queue;  /* of VdtTalkQueued, oldest first */
  GArray *leaves; /* of VdtTalkLeaf, oldest first */
  gint64 queue_beyond;
  VdtTalkRing closed;
  VdtTalkRing uuids;

  VdtTalkClaude claude;
  VdtTalkCodex codex;
};

static inline int
vdt_talk_key_compare (const VdtTalkKey *a, const VdtTalkKey *b)
{
  if (a->time != b->time)
    return a->time < b->time ? -1 : 1;
  return (a->seq > b->seq) - (a->seq < b->seq);
}

static inline gboolean
vdt_talk_key_set (const VdtTalkKey *key)
{
  return key->seq > 0;
}

/* Whether @a stands behind @b; everything stands behind a key that was never set. */
static inline gboolean
vdt_talk_key_after (const VdtTalkKey *a, const VdtTalkKey *b)
{
  return !vdt_talk_key_set (b) || vdt_talk_key_compare (a, b) > 0;
}

/* Moves @key to @at where that is later. */
static inline gboolean
vdt_talk_key_advance (VdtTalkKey *key, const VdtTalkKey *at)
{
  if (!vdt_talk_key_after (at, key))
    return FALSE;
  *key = *at;
  return TRUE;
}

/* vdt-talk.c */
VdtTalkKey vdt_talk_step (VdtTalk *talk, VdtTime time);
void vdt_talk_note_time (VdtTalk *talk, VdtTime time);
void vdt_talk_set_cwd (VdtTalk *talk, const VdtJsonString *cwd, const VdtTalkKey *at);
void vdt_talk_ring_push (VdtTalkRing *ring, guint64 hash);
gboolean vdt_talk_ring_has (const VdtTalkRing *ring, guint64 hash);
void vdt_talk_call_open (VdtTalk *talk, VdtTalkCall *call);
void vdt_talk_call_clear (VdtTalkCall *call);
gboolean vdt_talk_call_close (VdtTalk *talk, guint64 id, const VdtTalkResult *result);
void vdt_talk_call_ask (VdtTalkCall *call, const VdtJsonString *call_id, const VdtJsonSpan *input);
void vdt_talk_calls_end (VdtTalk *talk, const VdtTalkKey *at, gboolean only_asking);
const VdtTalkCall *vdt_talk_first_asking (const VdtTalk *talk);
void
vdt_talk_settle (VdtTalk *talk, VdtLifecycle lifecycle, VdtWaitingFor waiting_for, VdtTime since);
void vdt_talk_queue_push (VdtTalk *talk, guint64 hash, gboolean counted);
void vdt_talk_queue_pop (VdtTalk *talk);
void vdt_talk_queue_remove (VdtTalk *talk, guint64 hash);
void vdt_talk_queue_clear (VdtTalk *talk);

/* vdt-talk-context.c */
void vdt_talk_end_record (VdtTalk *talk, const VdtTalkKey *at);
void vdt_talk_set_task (VdtTalk *talk, const char *title, const VdtTalkKey *at);
void vdt_talk_add_message (VdtTalk *talk,
                           const VdtTalkKey *at,
                           guint part,
                           gboolean from_user,
                           guint flags,
                           char *text);
gboolean vdt_talk_wants_message (VdtTalk *talk, const VdtTalkKey *at);
void vdt_talk_note_asked (VdtTalk *talk, const VdtTalkCall *call);
void vdt_talk_note_answered (VdtTalk *talk, const VdtTalkCall *call);

/* vdt-talk-text.c */

VdtTextKind vdt_talk_text_kind (const VdtJsonString *text, gboolean typed, char **title);
char *vdt_talk_visible_text (const VdtJsonString *text, gboolean typed);
char *vdt_talk_plain_text (const VdtJsonString *text);
char *vdt_talk_command_title (const VdtJsonString *text);
char *vdt_talk_string_title (const VdtJsonString *text);

G_END_DECLS
