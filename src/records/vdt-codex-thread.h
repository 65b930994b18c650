/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-codex-record.h"

G_BEGIN_DECLS

#define VDT_CODEX_MAX_THREADS 16

/**
 * VdtCodexThread:
 * @have_meta: whether a `session_meta` was seen
 * @bare: of the dialect before the wrapper
 * @paginated: visible talk is in completed items
 * @is_subagent: a sub-agent's log
 * @own_from: ordinal of the first record that is no copy of a parent's
 * @threads: hashes of the thread ids that are the log's own
 * @foreign_turn: hash of the turn of a review that is mirrored here
 *
 * Whose the records of one rollout are, and in which dialect it talks (formats B.1, C.1, E). All
 * zero but @own_from, which is [const@VDT_COUNT_UNKNOWN], is a thread of which nothing was seen.
 */
typedef struct
{
  gboolean have_meta;
  gboolean bare;
  gboolean paginated;
  gboolean is_subagent;
  VdtCount own_from;
  guint64 threads[VDT_CODEX_MAX_THREADS];
  guint n_threads;
  guint64 foreign_turn;
} VdtCodexThread;

/**
 * VdtCodexThreadStep:
 * @VDT_CODEX_STEP_FOREIGN: a copy of a parent's record, or a mirror of a review's
 * @VDT_CODEX_STEP_OWN: one of the log's own
 * @VDT_CODEX_STEP_FIRST: the `session_meta` that says what the log is
 * @VDT_CODEX_STEP_GOES_ON: the `session_meta` of a segment of the same thread
 * @VDT_CODEX_STEP_FORKS: that of a fork which inherits the records before it
 */
typedef enum
{
  VDT_CODEX_STEP_FOREIGN,
  VDT_CODEX_STEP_OWN,
  VDT_CODEX_STEP_FIRST,
  VDT_CODEX_STEP_GOES_ON,
  VDT_CODEX_STEP_FORKS,
} VdtCodexThreadStep;

void vdt_codex_thread_init (VdtCodexThread *thread);
VdtCodexThreadStep vdt_codex_thread_feed (VdtCodexThread *thread, const VdtCodexRecord *record);

G_END_DECLS
