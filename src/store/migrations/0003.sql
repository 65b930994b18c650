-- SPDX-FileCopyrightText: 2026 The Vedette authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Schema 3: conversations, decisions, what changed and what was looked at.

-- One row a log that holds a person's conversation. log is a hash of its home and name, which
-- stays when the log is archived or packed; place orders the logs of one session. line is how
-- far it was looked at. Nothing up to cut_line or cut_at comes back: its history was deleted.
CREATE TABLE conversations (
  log INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL CHECK (length(session_id) = 24),
  runtime INTEGER NOT NULL CHECK (runtime IN (0, 1)),
  home_id TEXT NOT NULL,
  place TEXT NOT NULL,
  line INTEGER NOT NULL CHECK (line >= 0),
  sequence INTEGER NOT NULL CHECK (sequence >= 0),
  changed_at INTEGER,
  truncated INTEGER NOT NULL CHECK (truncated IN (0, 1)),
  cut_line INTEGER NOT NULL DEFAULT 0,
  cut_at INTEGER
) STRICT;
CREATE INDEX conversations_session ON conversations (session_id);

-- What a person and an agent said, as a screen shows it. role: 0 the person, 1 the agent.
CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  log INTEGER NOT NULL,
  line INTEGER NOT NULL,
  part INTEGER NOT NULL,
  time INTEGER,
  role INTEGER NOT NULL CHECK (role IN (0, 1)),
  flags INTEGER NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (log, line, part)
) STRICT;
CREATE INDEX messages_time ON messages (time) WHERE time IS NOT NULL;

-- One row a semantic change (V23); changes holds what was different, from and to.
CREATE TABLE snapshots (
  log INTEGER NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  line INTEGER NOT NULL,
  time INTEGER,
  changes BLOB NOT NULL,
  PRIMARY KEY (log, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX snapshots_time ON snapshots (time) WHERE time IS NOT NULL;

-- Structured questions and plan approvals. call tells which call asks; status: 0 pending,
-- 1 submitting, 2 unknown, 3 resolved. body is written and read by the engine alone.
CREATE TABLE decisions (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 24),
  log INTEGER NOT NULL,
  line INTEGER NOT NULL,
  session_id TEXT NOT NULL CHECK (length(session_id) = 24),
  call INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),
  revision INTEGER NOT NULL CHECK (revision > 0),
  created_at INTEGER,
  updated_at INTEGER,
  body BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX decisions_log ON decisions (log, call);
CREATE INDEX decisions_open ON decisions (session_id) WHERE status < 3;

-- Up to which snapshot a person has looked (V31), and where that stood before the last step:
-- before_log is 0 where it stood nowhere, NULL where the last step was taken back.
CREATE TABLE reviews (
  session_id TEXT NOT NULL PRIMARY KEY CHECK (length(session_id) = 24),
  log INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  reviewed_at INTEGER NOT NULL,
  before_log INTEGER,
  before_sequence INTEGER,
  before_at INTEGER
) STRICT, WITHOUT ROWID;

-- What was told of, so that nobody hears it twice whichever Vedette tells it. value tells one
-- window of a quota from the next.
CREATE TABLE notices (
  key TEXT NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
