/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The input is one line. Whatever it is, what a record points to lies inside it. */

#define G_LOG_DOMAIN "vdt-fuzz"

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "vdt-codex-record.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define CHECK(condition)                                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (!(condition))                                                                              \
      g_error ("does not hold: %s", #condition);                                                   \
  }                                                                                                \
  G_STMT_END

static const char *begin;
static const char *end;

static void
use_string (const VdtJsonString *string)
{
  g_autofree char *text = vdt_json_string_dup (string, 0);

  if (string->data == NULL)
    {
      CHECK (text == NULL);
      return;
    }
  CHECK (string->data >= begin && string->data + string->len <= end);
  CHECK (g_utf8_validate (text, -1, NULL));
}

static void
use_span (const VdtJsonSpan *span)
{
  CHECK (span->len == 0 || (span->data >= begin && span->data + span->len <= end));
}

static void
use_count (VdtCount count)
{
  CHECK (count >= VDT_COUNT_UNKNOWN);
}

static void
use_time (VdtTime time)
{
  CHECK (time == VDT_TIME_UNKNOWN || (time >= VDT_TIME_MIN && time <= VDT_TIME_MAX));
}

static void
use_usage (const VdtCodexUsage *usage)
{
  use_count (usage->input);
  use_count (usage->cached_input);
  use_count (usage->cache_write_input);
  use_count (usage->output);
  use_count (usage->reasoning_output);
  use_count (usage->total);
}

static void
use_limit (const VdtCodexLimit *limit)
{
  if (!limit->set)
    return;
  CHECK (limit->percent_state != VDT_NUMBER_GOOD || limit->used_percent >= 0);
  use_count (limit->window_minutes);
  use_time (limit->resets_at);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  VdtCodexRecord record;

  begin = (const char *) data;
  end = begin + size;
  memset (&record, 0xa5, sizeof record);
  if (!vdt_codex_record_decode (&record, begin, size))
    return 0;
  {
    const VdtJsonString *strings[] = {
      &record.id,
      &record.session_id,
      &record.cwd,
      &record.cli_version,
      &record.originator,
      &record.model_provider,
      &record.subagent_kind,
      &record.forked_from_id,
      &record.parent_thread_id,
      &record.history_mode,
      &record.base_thread_id,
      &record.spawn_parent_thread_id,
      &record.turn_id,
      &record.thread_id,
      &record.parent_turn_id,
      &record.model,
      &record.effort,
      &record.service_tier,
      &record.reason,
      &record.response_id,
      &record.limits.limit_id,
      &record.role,
      &record.text,
      &record.limits.plan_type,
      &record.name,
      &record.call_id,
      &record.arguments,
      &record.item_type,
      &record.item_id,
      &record.phase,
      &record.agent_nickname,
    };

    for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
      use_string (strings[i]);
  }
  use_span (&record.content);
  use_span (&record.output);
  use_usage (&record.total);
  use_usage (&record.last);
  use_limit (&record.limits.primary);
  use_limit (&record.limits.secondary);
  use_time (record.time);
  use_time (record.start_time);
  use_count (record.ordinal);
  use_count (record.num_turns);
  use_count (record.window_tokens);
  use_count (record.base_end_ordinal);
  use_count (record.base_end_offset);
  use_count (record.subagent_start_ordinal);
  return 0;
}
