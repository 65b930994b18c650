/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "talk-support.h"

#include <string.h>

gboolean
talk_feed_line (VdtTalk *talk, VdtRuntime runtime, const char *data, gsize len)
{
  if (runtime == VDT_RUNTIME_CODEX)
    {
      VdtCodexRecord record;

      if (!vdt_codex_record_decode (&record, data, len))
        return FALSE;
      vdt_talk_feed_codex (talk, &record);
    }
  else
    {
      VdtClaudeRecord record;

      if (!vdt_claude_record_decode (&record, data, len))
        return FALSE;
      vdt_talk_feed_claude (talk, &record);
    }
  return TRUE;
}

void
talk_feed_quoted (VdtTalk *talk, VdtRuntime runtime, const char *line)
{
  /* Exactly as long as it is, so that reading past its end is seen. */
  const gsize len = strlen (line);
  g_autofree char *data = g_memdup2 (line, len);

  for (gsize i = 0; i < len; i++)
    if (data[i] == '\'')
      data[i] = '"';
  if (!talk_feed_line (talk, runtime, data, len))
    g_error ("no record: %s", line);
}

static void
assert_same_summary (const VdtTalkSummary *a, const VdtTalkSummary *b)
{
  g_assert_cmpstr (a->custom_title, ==, b->custom_title);
  g_assert_cmpstr (a->thread_name, ==, b->thread_name);
  g_assert_cmpstr (a->first_text, ==, b->first_text);
  g_assert_cmpstr (a->ai_title, ==, b->ai_title);
  g_assert_cmpstr (a->own_summary, ==, b->own_summary);
  g_assert_cmpstr (a->slash_command, ==, b->slash_command);
  g_assert_cmpstr (a->cwd, ==, b->cwd);
  g_assert_cmpint (a->lifecycle, ==, b->lifecycle);
  g_assert_cmpint (a->waiting_for, ==, b->waiting_for);
  g_assert_cmpint (a->open_call, ==, b->open_call);
  g_assert_cmpint (a->state_since, ==, b->state_since);
  g_assert_cmpint (a->created_at, ==, b->created_at);
  g_assert_cmpint (a->last_event_at, ==, b->last_event_at);
  g_assert_cmpuint (a->pending_decisions, ==, b->pending_decisions);
  g_assert_cmpuint (a->queued_messages, ==, b->queued_messages);
}

void
talk_assert_same (const VdtTalk *a, const VdtTalk *b)
{
  g_autoptr (GByteArray) bytes_a = g_byte_array_new ();
  g_autoptr (GByteArray) bytes_b = g_byte_array_new ();
  VdtTalkSummary summary_a;
  VdtTalkSummary summary_b;

  vdt_talk_get_summary (a, &summary_a);
  vdt_talk_get_summary (b, &summary_b);
  assert_same_summary (&summary_a, &summary_b);
  vdt_talk_write (a, bytes_a);
  vdt_talk_write (b, bytes_b);
  g_assert_cmpmem (bytes_a->data, bytes_a->len, bytes_b->data, bytes_b->len);
}

VdtTalk *
talk_copy (const VdtTalk *talk, VdtRuntime runtime)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  VdtTalk *copy = NULL;
  VdtBlobReader reader;

  vdt_talk_write (talk, bytes);
  vdt_blob_reader_init (&reader, bytes->data, bytes->len);
  copy = vdt_talk_read (runtime, &reader);
  g_assert_nonnull (copy);
  g_assert_true (reader.pos == reader.end);
  talk_assert_same (talk, copy);
  return copy;
}

const char *
talk_title (const VdtTalkSummary *summary)
{
  const char *const candidates[] = { summary->custom_title, summary->thread_name,
                                     summary->first_text,   summary->ai_title,
                                     summary->own_summary,  summary->slash_command };

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    if (candidates[i] != NULL)
      return candidates[i];
  return NULL;
}
