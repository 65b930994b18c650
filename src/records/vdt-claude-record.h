/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-json-reader.h"
#include "vdt-time.h"

G_BEGIN_DECLS

/**
 * VdtClaudeKind:
 *
 * What one line of a Claude Code log is (formats I).
 */
typedef enum
{
  VDT_CLAUDE_UNKNOWN,
  VDT_CLAUDE_IGNORED,
  VDT_CLAUDE_USER,
  VDT_CLAUDE_ASSISTANT,
  VDT_CLAUDE_SYSTEM,
  VDT_CLAUDE_SUMMARY,
  VDT_CLAUDE_AI_TITLE,
  VDT_CLAUDE_CUSTOM_TITLE,
  VDT_CLAUDE_AGENT_NAME,
  VDT_CLAUDE_QUEUE_OPERATION,
  VDT_CLAUDE_ATTACHMENT,
  VDT_CLAUDE_RESULT, /* `result` of stream output, seen in some logs (V10) */
} VdtClaudeKind;

/**
 * VdtClaudeUsage:
 *
 * One usage object (formats J.2).
 * @set: whether the object was there at all
 * @bad_values: how many fields were met that were no whole numbers in range
 * @bad_context: which of the parts that fill the context are such, a bit each; 0 for none
 */
typedef struct
{
  gboolean set;
  guint bad_values;
  guint bad_context;
  VdtCount input;
  VdtCount cache_creation;
  VdtCount cache_read;
  VdtCount output;
  VdtCount thinking; /* output_tokens_details.thinking_tokens */
} VdtClaudeUsage;

typedef enum
{
  VDT_PARENT_ABSENT,
  VDT_PARENT_NULL,
  VDT_PARENT_SET,
} VdtParentState;

/**
 * VdtClaudeRecord:
 *
 * One record, its texts still in the line's own bytes: nothing is allocated, nothing lives
 * longer than the line. Fields that a kind does not have are zero, unset or unknown.
 */
typedef struct
{
  VdtClaudeKind kind;
  VdtTime time;
  VdtJsonString uuid;
  VdtParentState parent_state;
  VdtJsonString parent_uuid;
  VdtJsonString logical_parent_uuid;
  VdtJsonString session_id;
  VdtJsonString request_session_id;
  VdtJsonString request_id;
  VdtJsonString agent_id;
  VdtJsonString cwd;
  VdtJsonString version;
  gboolean is_sidechain;
  gboolean is_meta;
  gboolean is_compact_summary;
  gboolean is_api_error;

  /* user and assistant */
  VdtJsonString message_id;
  VdtJsonString model;
  VdtJsonString role;
  VdtJsonString stop_reason;
  VdtClaudeUsage usage;
  VdtJsonString text;  /* content, where it is one string; of system and queue records too */
  VdtJsonSpan content; /* content, where it is a list of blocks */
  VdtJsonString origin_kind;
  VdtJsonSpan tool_use_result;
  VdtJsonString prompt_source;

  /* system */
  VdtJsonString subtype;
  VdtCount pre_tokens;
  VdtCount post_tokens;
  gboolean is_error; /* of a `result` record */

  /* titles: summary, aiTitle, customTitle, agentName; queue: content; attachment: prompt */
  VdtJsonString title;
  VdtJsonString leaf_uuid;
  VdtJsonString operation;
  VdtJsonString reason;
  VdtJsonString attachment_type;
  VdtJsonSpan attachment_prompt; /* a string or a list of blocks */
} VdtClaudeRecord;

gboolean vdt_claude_record_decode (VdtClaudeRecord *record, const char *data, gsize len);

/**
 * VdtClaudeBlock:
 *
 * One block of a message's content, met by [func@vdt_claude_block_next].
 */
typedef struct
{
  VdtJsonString type; /* text, thinking, tool_use, tool_result, image, document … */
  VdtJsonString text;
  VdtJsonString id;          /* of a tool_use */
  VdtJsonString name;        /* of a tool_use */
  VdtJsonSpan input;         /* of a tool_use */
  VdtJsonString tool_use_id; /* of a tool_result */
  gboolean is_error;
  VdtJsonSpan content; /* of a tool_result */
} VdtClaudeBlock;

gboolean vdt_claude_content_begin (const VdtClaudeRecord *record, VdtJsonReader *reader);
gboolean vdt_claude_block_next (VdtJsonReader *reader, VdtClaudeBlock *block);

G_END_DECLS
