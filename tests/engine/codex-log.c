/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-engine"

#include "config.h"

#include "codex-log.h"

#include "test-files.h"

char *
codex_log_path (const char *home, const char *id)
{
  g_autofree char *name = g_strdup_printf ("rollout-2026-11-30T10-00-00-%s.jsonl", id);

  return g_build_filename (home, "sessions", "2026", "11", "30", name, NULL);
}

/* @parent: (nullable): whose sub-agent it is */
char *
codex_log_meta (const char *id, const char *parent)
{
  g_autofree char *source =
    parent != NULL
      ? g_strdup_printf ("{\"subagent\":{\"thread_spawn\":{\"parent_thread_id\":\"%s\","
                         "\"depth\":1}}}",
                         parent)
      : g_strdup ("\"cli\"");

  return g_strdup_printf (
    "{\"timestamp\":\"2026-11-30T10:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{\"id\":"
    "\"%s\",\"timestamp\":\"2026-11-30T10:00:00.000Z\",\"cwd\":\"/home/dev/orchard\","
    "\"cli_version\":\"0.142.5\",\"source\":%s,\"model_provider\":\"openai\"}}\n"
    "{\"timestamp\":\"2026-11-30T10:00:01.000Z\",\"type\":\"turn_context\",\"payload\":{"
    "\"cwd\":\"/home/dev/orchard\",\"model\":\"gpt-5.5\",\"effort\":\"high\"}}\n"
    "{\"timestamp\":\"2026-11-30T10:00:02.000Z\",\"type\":\"event_msg\",\"payload\":{\"type\":"
    "\"user_message\",\"message\":\"speed up the import\"}}\n",
    id, source);
}

char *
codex_log_count (int minute, int total, int last)
{
  return g_strdup_printf (
    "{\"timestamp\":\"2026-11-30T10:%02d:00.000Z\",\"type\":\"event_msg\",\"payload\":{\"type\":"
    "\"token_count\",\"info\":{\"total_token_usage\":{\"input_tokens\":%d,\"cached_input_tokens\":"
    "0,\"output_tokens\":100,\"reasoning_output_tokens\":0,\"total_tokens\":%d},"
    "\"last_token_usage\":{\"input_tokens\":%d,\"cached_input_tokens\":0,\"output_tokens\":100,"
    "\"reasoning_output_tokens\":0,\"total_tokens\":%d},\"model_context_window\":272000},"
    "\"rate_limits\":null}}\n",
    minute, total - 100, total, last - 100, last);
}

/* A log of one session with one call of @total tokens. */
void
codex_log_write (const char *path, const char *id, const char *parent, int total)
{
  g_autofree char *meta = codex_log_meta (id, parent);
  g_autofree char *count = codex_log_count (1, total, total);
  g_autofree char *text = g_strconcat (meta, count, NULL);

  test_write_file (path, text);
}
