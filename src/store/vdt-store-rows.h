/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-count.h"
#include "vdt-file-id.h"
#include "vdt-runtime.h"
#include "vdt-time.h"

G_BEGIN_DECLS

/* Bounds, said once. */
#define VDT_STORE_MAX_BLOB       (8 * 1024 * 1024)  /* a state or a view, in bytes */
#define VDT_STORE_MAX_PAGE_ROWS  1000               /* rows in one answer of a paged read */
#define VDT_STORE_MAX_PAGE_BYTES (16 * 1024 * 1024) /* states in one answer, and one more */
#define VDT_STORE_MAX_WAITING    16384              /* changes in the queue before producers wait */
#define VDT_STORE_QUOTA_DAYS     35                 /* readings are kept for pace that long */
#define VDT_STORE_CALL_DAYS      3650               /* totals outlive their logs that long */
#define VDT_STORE_RETENTION_DAYS 3650               /* the largest retention */
#define VDT_STORE_MAX_DAYS       3700               /* boundaries that one view may ask for */

/*
 * The rows of the database as plain structs. Pointers are borrowed: what goes into a
 * #VdtStoreBatch is copied there, what comes out of a read belongs to the read's answer.
 * A time or a count that is unknown is NULL in the database.
 */

/**
 * VdtStoreLogFile:
 * @row: its number in the database; ignored when written
 * @home_id: the home's id
 * @path: (type filename): the key; a log that moved is deleted under the old one and put under
 *   the new one in the same batch
 * @stem: (type filename): the name without its endings
 * @native_id: (nullable): the agent's own id of the session
 * @id: the file's identity when it was read
 * @offset: how far it was read; never more than 2^63 - 1
 * @head_hash: see #VdtLogPosition
 * @tail_hash: see #VdtLogPosition
 * @deleted_at: when its owner deleted it; unknown while it is there
 * @state: (nullable) (array length=state_len): what the decoder knew at @offset; a log without
 *   any is to be read from its start
 */
typedef struct
{
  gint64 row;
  VdtRuntime runtime;
  const char *home_id;
  const char *path;
  const char *stem;
  const char *native_id;
  VdtFileId id;
  guint64 offset;
  guint64 head_hash;
  guint64 tail_hash;
  VdtTime deleted_at;
  const guint8 *state;
  gsize state_len;
} VdtStoreLogFile;

/**
 * VdtStoreSession:
 * @id: our 24 hex digits, the key
 * @parent_id: (nullable): ours, of the session a sub-agent belongs to
 * @active: not ended (V17): kept whatever its age
 * @history_deleted_at: when *Delete history* was asked for last; read only: a put never
 *   changes it
 * @view: (array length=view_len): what the engine made of it
 */
typedef struct
{
  const char *id;
  VdtRuntime runtime;
  const char *home_id;
  const char *native_id;
  const char *parent_id;
  VdtTime last_event_at;
  gboolean active;
  gboolean source_deleted;
  VdtTime history_deleted_at;
  const guint8 *view;
  gsize view_len;
} VdtStoreSession;

/**
 * VdtStoreTokens:
 *
 * The seven numbers. Summed like #VdtTokens: what is known is added, a number that was never
 * reported is unknown, over no calls at all each is 0.
 */
typedef struct
{
  gint64 calls;
  VdtCount uncached_input;
  VdtCount cache_read;
  VdtCount cache_creation;
  VdtCount output;
  VdtCount reasoning;
  VdtCount total;
} VdtStoreTokens;

/**
 * VdtStoreCall:
 * @row: its number in the database; ignored when written
 * @key_hash: with @runtime the key: a hash of what makes it one call (usage.md)
 * @session_id: ours, 24 hex digits
 * @model: (nullable): as reported
 * @tokens: `calls` is 1 when read and ignored when written: a row is one call
 */
typedef struct
{
  gint64 row;
  VdtRuntime runtime;
  guint64 key_hash;
  const char *session_id;
  const char *home_id;
  const char *model;
  VdtTime time;
  VdtStoreTokens tokens;
} VdtStoreCall;

/**
 * VdtStoreCallMode:
 * @VDT_STORE_CALL_MERGE: the earlier time keeps the call (with its session and home); the
 *   numbers are the newest put, the model the newest that is known
 * @VDT_STORE_CALL_REPLACE: all is as put: for whoever knows better
 *
 * What happens to a call that is there already.
 */
typedef enum
{
  VDT_STORE_CALL_MERGE,
  VDT_STORE_CALL_REPLACE,
} VdtStoreCallMode;

/**
 * VdtStoreQuota:
 * @bucket: (nullable): `NULL` for the unnamed one
 * @bucket_name: (nullable): what its owner calls it
 * @window: its kind, a number that the store only keeps and compares
 * @span: tells windows of one kind apart (the minutes of an *other* one), else 0
 * @source: a number that the store only keeps
 * @plan: (nullable): as reported
 * @session_id: (nullable): ours, where a session's log said it: forgotten with it
 * @as_of: must be known: home, bucket, window, span and @as_of are the key
 *
 * A reading of one window. The newest put of one key wins.
 */
typedef struct
{
  VdtRuntime runtime;
  const char *home_id;
  const char *bucket;
  const char *bucket_name;
  int window;
  gint64 span;
  int source;
  const char *plan;
  const char *session_id;
  VdtCount minutes;
  gboolean percent_known;
  double used_percent;
  VdtTime resets_at;
  VdtTime as_of;
} VdtStoreQuota;

/**
 * VdtStoreHome:
 * @home_id: the key
 * @path: (type filename): its real path
 * @seen_at: when it was last there
 */
typedef struct
{
  VdtRuntime runtime;
  const char *home_id;
  const char *path;
  VdtTime seen_at;
} VdtStoreHome;

/**
 * VdtStoreConversation:
 * @log: the key: a hash of a log's home and name
 * @session_id: ours
 * @place: orders the logs of one session
 * @from_line: what follows covers the log's records from here …
 * @to_line: … to here; all that was kept of them before goes
 * @final: whether nothing of the log is kept beyond @to_line
 * @sequence: how many snapshots there were up to @to_line
 * @changed_at: when the newest was made
 * @truncated: whether something was too old to be kept
 */
typedef struct
{
  gint64 log;
  const char *session_id;
  VdtRuntime runtime;
  const char *home_id;
  const char *place;
  gint64 from_line;
  gint64 to_line;
  gboolean final;
  gint64 sequence;
  VdtTime changed_at;
  gboolean truncated;
} VdtStoreConversation;

/**
 * VdtStoreUtterance:
 * @from_user: whether the person said it, or the agent
 * @flags: a number that the store only keeps
 *
 * What somebody said. The key is conversation, @line and @part.
 */
typedef struct
{
  gint64 line;
  guint part;
  VdtTime time;
  gboolean from_user;
  guint flags;
  const char *text;
} VdtStoreUtterance;

/**
 * VdtStoreSnapshot:
 * @sequence: its number in the conversation, from 1: with it the key
 * @changes: (array length=changes_len): see [func@vdt_change_set_write]
 */
typedef struct
{
  gint64 sequence;
  gint64 line;
  VdtTime time;
  const guint8 *changes;
  gsize changes_len;
} VdtStoreSnapshot;

/* Where a decision stands; as in #VdtDecisionStatus. */
#define VDT_STORE_DECISION_PENDING  0
#define VDT_STORE_DECISION_UNKNOWN  2
#define VDT_STORE_DECISION_RESOLVED 3

/**
 * VdtStoreDecision:
 * @id: ours, 24 hex digits: the key
 * @call: tells which call asks
 * @body: (array length=body_len): what the engine made of it
 */
typedef struct
{
  const char *id;
  const char *session_id;
  gint64 line;
  gint64 call;
  int priority;
  int status;
  gint64 revision;
  VdtTime created_at;
  VdtTime updated_at;
  const guint8 *body;
  gsize body_len;
} VdtStoreDecision;

G_END_DECLS
