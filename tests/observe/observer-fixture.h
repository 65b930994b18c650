/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "log-tree.h"
#include "record-sink.h"
#include "vdt-observer-private.h"

G_BEGIN_DECLS

#define CODEX_ID    "01a13f01-1d00-7368-945f-2da24b3264cd"
#define CODEX_NAME  "rollout-2026-10-15T10-00-00-" CODEX_ID ".jsonl"
#define CODEX_LOG   "sessions/2026/10/15/" CODEX_NAME
#define OTHER_NAME  "rollout-2026-10-15T11-00-00-01a13f37-0000-7368-945f-2da24b3264cd.jsonl"
#define CLAUDE_ID   "981aa95b-4025-460d-aca3-82a467fd2158"
#define CLAUDE_LOG  "projects/-w/" CLAUDE_ID ".jsonl"
#define TOO_LONG_MS 30000

typedef struct
{
  char *root;
  GPtrArray *homes;
  RecordSink *sink;
  VdtObserver *observer;
} Fixture;

typedef gboolean (*Condition) (Fixture *f, gconstpointer data);

typedef struct
{
  const char *log;
  guint lines;
} Want;

typedef struct
{
  const char *side;
  guint times;
} WantSide;

gboolean holds (Fixture *f, Condition condition, gconstpointer data);
void wait_for (Fixture *f, Condition condition, gconstpointer data);
void add_home (Fixture *f, VdtRuntime runtime, const char *relative);
void fixture_init (Fixture *f, VdtRuntime runtime);
void fixture_start (Fixture *f);
void fixture_clear (Fixture *f);
void append (Fixture *f, const char *relative, const char *text);
gboolean scan_is_over (Fixture *f, gconstpointer data);
gboolean has_lines (Fixture *f, gconstpointer data);
void wait_for_lines (Fixture *f, const char *log, guint lines);
gboolean has_moved (Fixture *f, gconstpointer data);
gboolean has_gone (Fixture *f, gconstpointer data);
guint count_sides (Fixture *f, const char *side);
gboolean has_side (Fixture *f, gconstpointer data);
guint n_resets (Fixture *f, const char *relative);
guint n_threads (const char *name);
char *make_log (guint lines, int pad);

G_END_DECLS
