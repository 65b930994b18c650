/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-json-reader.h"
#include "vdt-time.h"

G_BEGIN_DECLS

/**
 * VdtCodexKind:
 *
 * What one line of a Codex rollout is (formats B). Kinds that carry nothing Vedette wants are
 * `VDT_CODEX_IGNORED`; ones it does not know are `VDT_CODEX_UNKNOWN`.
 */
typedef enum
{
  VDT_CODEX_UNKNOWN,
  VDT_CODEX_IGNORED,
  VDT_CODEX_SESSION_META,
  VDT_CODEX_TURN_CONTEXT,
  VDT_CODEX_COMPACTED,
  VDT_CODEX_TOKEN_USAGE_RECORD,
  VDT_CODEX_TOKEN_COUNT,
  VDT_CODEX_TASK_STARTED,
  VDT_CODEX_TASK_COMPLETE,
  VDT_CODEX_TURN_ABORTED,
  VDT_CODEX_THREAD_SETTINGS,
  VDT_CODEX_THREAD_NAME,
  VDT_CODEX_THREAD_ROLLED_BACK,
  VDT_CODEX_CONTEXT_COMPACTED,
  VDT_CODEX_USER_MESSAGE,
  VDT_CODEX_AGENT_MESSAGE,
  VDT_CODEX_ITEM_COMPLETED,
  VDT_CODEX_APPROVAL_REQUEST,
  VDT_CODEX_EVENT_ERROR,
  VDT_CODEX_MESSAGE, /* response_item message, also a bare one */
  VDT_CODEX_CALL,    /* function_call, custom_tool_call, local_shell_call … */
  VDT_CODEX_CALL_OUTPUT,
  VDT_CODEX_REASONING,
  VDT_CODEX_OTHER_EVENT, /* an event that only marks that something happened */
} VdtCodexKind;

/**
 * VdtCodexUsage:
 *
 * One usage object (formats D.1). `input` holds cached and cache write, `output` holds reasoning.
 * @set: whether the object was there at all
 * @bad_values: how many of its fields were no whole numbers in range
 */
typedef struct
{
  gboolean set;
  guint bad_values;
  VdtCount input;
  VdtCount cached_input;
  VdtCount cache_write_input;
  VdtCount output;
  VdtCount reasoning_output;
  VdtCount total;
} VdtCodexUsage;

/**
 * VdtCodexLimit:
 *
 * One window of `rate_limits` (formats D.1).
 * @set: whether the window was an object
 * @percent_state: what became of `used_percent`; any finite number of 0 and more is good
 * @resets_at: the reset's instant, also where the log gave seconds from the record's own time
 */
typedef struct
{
  gboolean set;
  VdtNumberState percent_state;
  double used_percent;
  VdtNumberState minutes_state;
  VdtCount window_minutes;
  VdtNumberState resets_state;
  VdtTime resets_at;
} VdtCodexLimit;

typedef struct
{
  gboolean set; /* an object, not null */
  VdtJsonString limit_id;
  VdtJsonString limit_name;
  VdtJsonString plan_type;
  VdtCodexLimit primary;
  VdtCodexLimit secondary;
} VdtCodexRateLimits;

/**
 * VdtCodexRecord:
 *
 * One record, its texts still in the line's own bytes: nothing is allocated, nothing lives
 * longer than the line. Fields that a kind does not have are zero, unset or unknown.
 */
typedef struct
{
  VdtCodexKind kind;
  gboolean bare; /* of the dialect before the wrapper (formats B.1) */
  VdtTime time;
  VdtCount ordinal; /* formats B.2 */

  /* session_meta */
  VdtJsonString id;
  VdtJsonString session_id;
  VdtTime start_time;
  VdtJsonString cwd;
  VdtJsonString cli_version;
  VdtJsonString originator;
  VdtJsonString model_provider;
  VdtJsonString forked_from_id;
  VdtJsonString parent_thread_id;
  VdtJsonString spawn_parent_thread_id;
  gboolean is_subagent;
  gboolean is_internal;
  VdtJsonString subagent_kind;
  VdtJsonString agent_nickname;
  VdtJsonString history_mode;
  VdtJsonString base_thread_id;
  VdtCount base_end_ordinal;
  VdtCount base_end_offset;
  VdtCount subagent_start_ordinal;

  /* turns and settings */
  VdtJsonString turn_id;
  VdtJsonString thread_id;
  VdtJsonString parent_turn_id;
  VdtJsonString model;
  VdtJsonString effort;
  VdtJsonString service_tier;
  gboolean service_tier_mentioned; /* also as null */
  gboolean has_error;
  VdtJsonString error_text; /* what a turn's end says of it */
  VdtJsonString reason;
  VdtCount num_turns;

  /* tokens and limits */
  gboolean info_set;
  VdtCodexUsage total;
  VdtCodexUsage last;
  VdtCount window_tokens;
  VdtJsonString response_id;
  VdtCodexRateLimits limits;
  guint bad_values;

  /* talk */
  VdtJsonString role;
  VdtJsonString text;  /* one text, where the record has just one */
  VdtJsonSpan content; /* an array of parts, where it has */
  VdtJsonString name;  /* a tool's name, a thread's name */
  VdtJsonString call_id;
  VdtJsonString arguments;     /* as recorded: a JSON text inside a string */
  VdtJsonSpan arguments_value; /* where they are no text: an object, or the action of a call */
  VdtJsonString item_type;     /* response item's or completed item's own type */
  VdtJsonString item_id;
  VdtJsonString phase;
  VdtJsonSpan output;
  gboolean has_questions; /* an agent message that asks without waiting */
} VdtCodexRecord;

gboolean vdt_codex_record_decode (VdtCodexRecord *record, const char *data, gsize len);

G_END_DECLS
