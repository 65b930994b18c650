/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The input is one line. Whatever it is, what a record points to lies inside it. */

#define G_LOG_DOMAIN "vdt-fuzz"

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "vdt-claude-record.h"

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
use_blocks (const VdtClaudeRecord *record)
{
  VdtJsonReader reader;
  VdtClaudeBlock block;

  if (!vdt_claude_content_begin (record, &reader))
    return;
  while (vdt_claude_block_next (&reader, &block))
    {
      use_string (&block.type);
      use_string (&block.text);
      use_string (&block.id);
      use_string (&block.name);
      use_string (&block.tool_use_id);
      use_span (&block.input);
      use_span (&block.content);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  VdtClaudeRecord record;

  begin = (const char *) data;
  end = begin + size;
  memset (&record, 0xa5, sizeof record);
  if (!vdt_claude_record_decode (&record, begin, size))
    return 0;
  {
    const VdtJsonString *strings[] = {
      &record.uuid,
      &record.parent_uuid,
      &record.logical_parent_uuid,
      &record.session_id,
      &record.request_session_id,
      &record.request_id,
      &record.agent_id,
      &record.cwd,
      &record.version,
      &record.message_id,
      &record.model,
      &record.role,
      &record.stop_reason,
      &record.text,
      &record.origin_kind,
      &record.subtype,
      &record.prompt_source,
      &record.title,
      &record.leaf_uuid,
      &record.operation,
      &record.reason,
      &record.attachment_type,
    };

    for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
      use_string (strings[i]);
  }
  use_span (&record.content);
  use_span (&record.tool_use_result);
  use_span (&record.attachment_prompt);
  use_time (record.time);
  use_count (record.pre_tokens);
  use_count (record.post_tokens);
  use_count (record.usage.input);
  use_count (record.usage.cache_creation);
  use_count (record.usage.cache_read);
  use_count (record.usage.output);
  use_count (record.usage.thinking);
  use_blocks (&record);
  return 0;
}
