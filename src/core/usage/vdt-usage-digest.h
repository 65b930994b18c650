/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-blob.h"
#include "vdt-claude-record.h"
#include "vdt-codex-record.h"
#include "vdt-context-meter.h"
#include "vdt-quota-reading.h"
#include "vdt-runtime.h"
#include "vdt-tokens.h"

G_BEGIN_DECLS

#define VDT_CALL_MAIN   (1 << 0) /* of the main conversation, not of an inline sidechain */
#define VDT_CALL_UNIQUE (1 << 1) /* nothing names it: every record is a call of its own */

/**
 * VdtCall:
 * @key: hash of what names the call: message id, uuid, response id, or cumulative value
 * @time: its first time; unknown where the log has none
 * @context: what the context window held after it, or unknown
 * @owner: hash of the session that a record names as its own, or 0
 * @records: how many records of this log speak of it
 * @line: the record it was first seen in
 * @model: index into the digest's names
 *
 * One model reply (usage.md, *Calls and tokens*).
 */
typedef struct
{
  guint64 key;
  VdtTime time;
  VdtCount uncached_input;
  VdtCount cache_read;
  VdtCount cache_creation;
  VdtCount output;
  VdtCount reasoning;
  VdtCount context;
  guint64 owner;
  guint32 records;
  guint32 line;
  guint16 model;
  guint16 flags;
} VdtCall;

/**
 * VdtCodexCount:
 * @turn: hash of the id of the turn it stands in, or 0
 * @turn_born: that turn's time of birth, from its id
 * @user_text: hash of the last user message since the count before, or 0
 *
 * One `token_count` that says something new: a step of a cumulative counter.
 */
typedef struct
{
  VdtTime time;
  VdtTime turn_born;
  VdtCount ordinal;
  guint64 turn;
  guint64 user_text;
  VdtCodexUsage total;
  VdtCodexUsage last;
  guint32 line;
  guint16 model;
} VdtCodexCount;

/**
 * VdtCodexLineage:
 * @early_lines: how many lines behind the head are older than the thread or of its first second
 *
 * What a rollout's own `session_meta` says of where it came from (formats B.4).
 */
typedef struct
{
  gboolean meta_seen;
  char *thread_id;
  char *tree_id;
  char *forked_from;
  char *parent_thread;
  char *spawn_parent;
  char *base_id;
  VdtCount base_end_ordinal;
  VdtCount subagent_start_ordinal;
  VdtTime start_time;
  gboolean is_subagent;
  gboolean is_internal;
  gboolean second_meta;
  guint32 early_lines;
} VdtCodexLineage;

/**
 * VdtCompaction:
 *
 * A compaction boundary; @post_tokens is what it says is left, or unknown.
 */
typedef struct
{
  VdtTime time;
  VdtCount post_tokens;
} VdtCompaction;

/**
 * VdtDigestReading:
 * @turn: hash of the id of the turn it stands in, or 0
 * @turn_born: that turn's time of birth, from its id
 * @user_text: hash of the last user message since the count before, or 0
 *
 * A quota reading and the record it stands in, so that a replayed one can be told.
 */
typedef struct
{
  VdtQuotaReading reading;
  VdtTime turn_born;
  VdtCount ordinal;
  guint64 turn;
  guint64 user_text;
  guint32 line;
} VdtDigestReading;

/**
 * VdtLimitMessage:
 *
 * What Claude Code printed when a limit was reached; what it means depends on a time zone.
 */
typedef struct
{
  VdtTime time;
  char *text;
} VdtLimitMessage;

/**
 * VdtReadCounts:
 *
 * What was met while reading (cli.md, `diagnostics`).
 */
typedef struct
{
  guint64 bytes;
  guint64 records;
  guint64 malformed_lines;
  guint64 oversized_lines;
  guint64 unknown_records;
  guint64 bad_values;
} VdtReadCounts;

/**
 * VdtUsageDigest:
 *
 * All that the meters need to know of one log, in a few bytes a call. Fed record by record in
 * the log's order; what depends on other logs is decided by [struct@VdtLedger].
 * @partial: only the end of a long log was read so far: its calls do not count yet
 * @touched: the lowest `line` of a call that changed since [func@vdt_usage_digest_clear_touched]
 * @recount: the lowest index of a call that changed since [func@vdt_usage_digest_clear_recount]
 * Not thread-safe. Fields are read by the ledger and the meters; only the digest writes them.
 */
typedef struct
{
  VdtRuntime runtime;
  gboolean is_agent_file; /* a sub-agent's own log: its sidechain is its main chain */
  gboolean partial;
  guint32 touched;
  guint recount;
  VdtReadCounts counts;
  guint32 line;

  GPtrArray *names;       /* models, each once */
  GArray *calls;          /* VdtCall */
  GArray *codex_counts;   /* VdtCodexCount */
  GArray *turns;          /* guint64, hashes of turn ids in order */
  GArray *user_texts;     /* guint64, hashes of user messages in order */
  GArray *compactions;    /* VdtCompaction */
  GArray *readings;       /* VdtDigestReading */
  GArray *limit_messages; /* VdtLimitMessage */
  VdtCodexLineage lineage;
  guint32 first_usage_record; /* line, or G_MAXUINT32 */
  VdtCodexUsage first_record_total;

  char *session_id; /* Claude: as the first record that has one says */
  char *cli_version;
  char *provider;
  char *model;
  char *effort;
  int fast;
  gboolean complete;

  /* private */
  VdtTime last_time;
  VdtTime model_time;
  VdtTime reply_time;
  guint64 reply_key;
  VdtCount reply_context;
  VdtCount largest_prompt;
  VdtCount window;
  gboolean compacted;
  guint64 turn;
  VdtTime turn_born;
  guint64 user_text;
  guint16 model_index;
  gpointer call_index; /* key → index + 1 */
} VdtUsageDigest;

VdtUsageDigest *vdt_usage_digest_new (VdtRuntime runtime,
                                      gboolean is_agent_file) G_GNUC_WARN_UNUSED_RESULT;
void vdt_usage_digest_free (VdtUsageDigest *digest);
void vdt_usage_digest_feed_codex (VdtUsageDigest *digest, const VdtCodexRecord *record);
void vdt_usage_digest_feed_claude (VdtUsageDigest *digest, const VdtClaudeRecord *record);
void vdt_usage_digest_seal (VdtUsageDigest *digest);
void vdt_usage_digest_clear_touched (VdtUsageDigest *digest);
void vdt_usage_digest_clear_recount (VdtUsageDigest *digest);
const char *vdt_usage_digest_get_name (const VdtUsageDigest *digest, guint16 index);
void vdt_usage_digest_get_meter (const VdtUsageDigest *digest, VdtContextMeter *meter);
void vdt_usage_digest_write (const VdtUsageDigest *digest, GByteArray *blob);
VdtUsageDigest *vdt_usage_digest_read (VdtBlobReader *reader) G_GNUC_WARN_UNUSED_RESULT;

void vdt_call_get_tokens (const VdtCall *call, VdtTokens *tokens);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtUsageDigest, vdt_usage_digest_free)

G_END_DECLS
