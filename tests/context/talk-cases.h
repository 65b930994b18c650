/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-talk.h"

G_BEGIN_DECLS

#define TALK_CASE_MAX_LINES 16

/**
 * TalkCase:
 * @name: the test's path
 * @title: (nullable): expected
 * @cwd: (nullable): expected; not looked at where `NULL`
 * @since: (nullable): `mm:ss` of 09 o'clock; not looked at where `NULL`
 * @lines: the log, with ' for "
 */
typedef struct
{
  const char *name;
  const char *title;
  VdtLifecycle lifecycle;
  VdtWaitingFor waiting_for;
  guint pending;
  guint queued;
  gboolean open_call;
  const char *cwd;
  const char *since;
  const char *lines[TALK_CASE_MAX_LINES];
} TalkCase;

extern const TalkCase talk_cases_claude[];
extern const gsize n_talk_cases_claude;
extern const TalkCase talk_cases_codex[];
extern const gsize n_talk_cases_codex;

G_END_DECLS
