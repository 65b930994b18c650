-- SPDX-FileCopyrightText: 2026 The Vedette authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Schema 1. A migration that was released is never edited: what changes gets a new number.
-- Times are milliseconds since 1970 (UTC); NULL is *unknown*, which is never 0.
-- runtime: 0 Codex, 1 Claude Code. Numbers of 64 bits without a sign are kept as their two's
-- complement.

-- How far each log was read, and what its decoder knew there.
CREATE TABLE log_files (
  id INTEGER PRIMARY KEY,
  runtime INTEGER NOT NULL CHECK (runtime IN (0, 1)),
  home_id TEXT NOT NULL,
  path TEXT NOT NULL UNIQUE,
  stem TEXT NOT NULL,
  native_id TEXT,
  device INTEGER NOT NULL,
  file INTEGER NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  "offset" INTEGER NOT NULL CHECK ("offset" >= 0),
  head_hash INTEGER NOT NULL,
  tail_hash INTEGER NOT NULL,
  deleted_at INTEGER,
  state BLOB
) STRICT;

-- What a screen shows of a session. view is written and read by the engine alone.
CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 24),
  runtime INTEGER NOT NULL CHECK (runtime IN (0, 1)),
  home_id TEXT NOT NULL,
  native_id TEXT NOT NULL,
  parent_id TEXT,
  last_event_at INTEGER,
  active INTEGER NOT NULL CHECK (active IN (0, 1)),
  source_deleted INTEGER NOT NULL CHECK (source_deleted IN (0, 1)),
  history_deleted_at INTEGER,
  view BLOB NOT NULL
) STRICT;
CREATE INDEX sessions_newest ON sessions (last_event_at DESC, id);
CREATE INDEX sessions_parent ON sessions (parent_id) WHERE parent_id IS NOT NULL;

-- One row a call: totals outlive the logs. Holds no talk.
CREATE TABLE calls (
  id INTEGER PRIMARY KEY,
  runtime INTEGER NOT NULL CHECK (runtime IN (0, 1)),
  key_hash INTEGER NOT NULL,
  session_id TEXT NOT NULL CHECK (length(session_id) = 24),
  home_id TEXT NOT NULL,
  model TEXT,
  time INTEGER,
  uncached_input INTEGER CHECK (uncached_input >= 0),
  cache_read INTEGER CHECK (cache_read >= 0),
  cache_creation INTEGER CHECK (cache_creation >= 0),
  output INTEGER CHECK (output >= 0),
  reasoning INTEGER CHECK (reasoning >= 0),
  total INTEGER CHECK (total >= 0),
  UNIQUE (runtime, key_hash)
) STRICT;
CREATE INDEX calls_time ON calls (time);

-- bucket: '' is the unnamed one. span tells windows of one kind apart, else 0.
CREATE TABLE quota_readings (
  home_id TEXT NOT NULL,
  bucket TEXT NOT NULL,
  window_kind INTEGER NOT NULL,
  span INTEGER NOT NULL,
  as_of INTEGER NOT NULL,
  runtime INTEGER NOT NULL CHECK (runtime IN (0, 1)),
  source INTEGER NOT NULL,
  plan TEXT,
  minutes INTEGER CHECK (minutes >= 0),
  used_percent REAL,
  resets_at INTEGER,
  session_id TEXT,
  PRIMARY KEY (home_id, bucket, window_kind, span, as_of)
) STRICT, WITHOUT ROWID;
CREATE INDEX quota_readings_time ON quota_readings (as_of);

CREATE TABLE homes_seen (
  home_id TEXT NOT NULL PRIMARY KEY,
  runtime INTEGER NOT NULL CHECK (runtime IN (0, 1)),
  path TEXT NOT NULL,
  seen_at INTEGER
) STRICT, WITHOUT ROWID;

-- What a person asked to forget does not come back when its log is read again.
CREATE TABLE forgotten (
  session_id TEXT NOT NULL PRIMARY KEY,
  home_id TEXT,
  native_id TEXT,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE meta (
  key TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
