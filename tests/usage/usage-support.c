/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "usage-support.h"

#include <string.h>

VdtTime
at (const char *rfc3339)
{
  VdtTime time = vdt_time_from_rfc3339 (rfc3339, strlen (rfc3339));

  g_assert_true (vdt_time_known (time));
  return time;
}

void
feed (VdtUsageDigest *digest, const char *line)
{
  gsize len = strlen (line);
  g_autofree char *exact = g_memdup2 (line, len);

  for (gsize i = 0; i < len; i++)
    if (exact[i] == '\'')
      exact[i] = '"';
  if (digest->runtime == VDT_RUNTIME_CODEX)
    {
      VdtCodexRecord record;

      if (!vdt_codex_record_decode (&record, exact, len))
        g_error ("no record: %s", line);
      vdt_usage_digest_feed_codex (digest, &record);
    }
  else
    {
      VdtClaudeRecord record;

      if (!vdt_claude_record_decode (&record, exact, len))
        g_error ("no record: %s", line);
      vdt_usage_digest_feed_claude (digest, &record);
    }
}

void
feed_format (VdtUsageDigest *digest, const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  feed (digest, line);
}

static char *
stamp (int secs)
{
  return vdt_time_to_rfc3339 (AT (secs));
}

void
codex_meta (VdtUsageDigest *digest, const char *id, int secs, const char *more)
{
  g_autofree char *time = stamp (secs);

  feed_format (
    digest, "{'timestamp':'%s','type':'session_meta','payload':{'id':'%s','timestamp':'%s'%s%s}}",
    time, id, time, more != NULL ? "," : "", more != NULL ? more : "");
}

void
codex_turn (VdtUsageDigest *digest, int secs, const char *turn_id)
{
  g_autofree char *time = stamp (secs);

  feed_format (
    digest,
    "{'timestamp':'%s','type':'event_msg','payload':{'type':'task_started','turn_id':'%s'}}", time,
    turn_id);
}

void
codex_user (VdtUsageDigest *digest, int secs, const char *text)
{
  g_autofree char *time = stamp (secs);

  feed_format (
    digest,
    "{'timestamp':'%s','type':'event_msg','payload':{'type':'user_message','message':'%s'}}", time,
    text);
}

void
codex_count (VdtUsageDigest *digest, int secs, gint64 input, gint64 output, gint64 last)
{
  g_autofree char *time = stamp (secs);
  g_autofree char *last_text =
    last < 0 ? g_strdup ("null")
             : g_strdup_printf ("{'input_tokens':%" G_GINT64_FORMAT
                                ",'output_tokens':0,'total_tokens':%" G_GINT64_FORMAT "}",
                                last, last);

  feed_format (digest,
               "{'timestamp':'%s','type':'event_msg','payload':{'type':'token_count','info':{"
               "'total_token_usage':{'input_tokens':%" G_GINT64_FORMAT
               ",'cached_input_tokens':0,'output_tokens':%" G_GINT64_FORMAT
               ",'reasoning_output_tokens':0,'total_tokens':%" G_GINT64_FORMAT
               "},'last_token_usage':%s,'model_context_window':272000}}}",
               time, input, output, input + output, last_text);
}

void
claude_reply (VdtUsageDigest *digest,
              int secs,
              const char *id,
              gint64 input,
              gint64 output,
              const char *more)
{
  g_autofree char *time = stamp (secs);

  feed_format (digest,
               "{'type':'assistant','timestamp':'%s','message':{'id':'%s','model':"
               "'claude-opus-4-7','usage':{'input_tokens':%" G_GINT64_FORMAT
               ",'cache_creation_input_tokens':0,'cache_read_input_tokens':0,'output_tokens':"
               "%" G_GINT64_FORMAT "}}%s%s}",
               time, id, input, output, more != NULL ? "," : "", more != NULL ? more : "");
}

VdtUsageDigest *
digest_copy (const VdtUsageDigest *digest)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  VdtUsageDigest *copy = NULL;
  VdtBlobReader reader;

  vdt_usage_digest_write (digest, blob);
  vdt_blob_reader_init (&reader, blob->data, blob->len);
  copy = vdt_usage_digest_read (&reader);
  g_assert_nonnull (copy);
  g_assert_true (reader.pos == reader.end);
  return copy;
}

void
assert_same_digest (const VdtUsageDigest *a, const VdtUsageDigest *b)
{
  g_autoptr (GByteArray) blob_a = g_byte_array_new ();
  g_autoptr (GByteArray) blob_b = g_byte_array_new ();
  VdtContextMeter meter_a;
  VdtContextMeter meter_b;

  vdt_usage_digest_write (a, blob_a);
  vdt_usage_digest_write (b, blob_b);
  g_assert_cmpmem (blob_a->data, blob_a->len, blob_b->data, blob_b->len);
  vdt_usage_digest_get_meter (a, &meter_a);
  vdt_usage_digest_get_meter (b, &meter_b);
  g_assert_cmpint (meter_a.state, ==, meter_b.state);
  g_assert_cmpint (meter_a.used_tokens, ==, meter_b.used_tokens);
  g_assert_cmpint (meter_a.window_tokens, ==, meter_b.window_tokens);
  g_assert_cmpint (meter_a.as_of, ==, meter_b.as_of);
}

static void
put_count (GString *out, VdtCount count)
{
  if (vdt_count_known (count))
    g_string_append_printf (out, "%" G_GINT64_FORMAT, count);
  else
    g_string_append_c (out, '?');
}

char *
tokens_text (const VdtTokens *tokens)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "%" G_GINT64_FORMAT " ", tokens->calls);
  put_count (out, tokens->uncached_input);
  g_string_append_c (out, '/');
  put_count (out, tokens->cache_read);
  g_string_append_c (out, '/');
  put_count (out, tokens->cache_creation);
  g_string_append_c (out, '/');
  put_count (out, tokens->output);
  g_string_append_c (out, '/');
  put_count (out, tokens->reasoning);
  g_string_append_c (out, '=');
  put_count (out, tokens->total);
  return g_string_free (out, FALSE);
}

char *
digest_tokens (const VdtUsageDigest *digest)
{
  VdtTokens sum;

  vdt_tokens_init (&sum);
  for (guint i = 0; i < digest->calls->len; i++)
    {
      VdtTokens one;

      vdt_call_get_tokens (&g_array_index (digest->calls, VdtCall, i), &one);
      vdt_tokens_add (&sum, &one);
    }
  return tokens_text (&sum);
}
