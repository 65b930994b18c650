/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The first byte: bit 0 the runtime, bit 1 whether the rest is a kept digest or lines. Lines go in
 * turn into two digests, which are kept, read back, fed on, compared and counted together. */

#define G_LOG_DOMAIN "vdt-fuzz"

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "vdt-claude-limit.h"
#include "vdt-ledger.h"
#include "vdt-usage-digest.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define CHECK(condition)                                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (!(condition))                                                                              \
      g_error ("does not hold: %s", #condition);                                                   \
  }                                                                                                \
  G_STMT_END

static void
feed (VdtUsageDigest *digest, const char *line, gsize len)
{
  if (digest->runtime == VDT_RUNTIME_CODEX)
    {
      VdtCodexRecord record;

      if (vdt_codex_record_decode (&record, line, len))
        vdt_usage_digest_feed_codex (digest, &record);
    }
  else
    {
      VdtClaudeRecord record;

      if (vdt_claude_record_decode (&record, line, len))
        vdt_usage_digest_feed_claude (digest, &record);
    }
}

static VdtUsageDigest *
read_back (const VdtUsageDigest *digest, GByteArray *blob)
{
  VdtBlobReader reader;

  g_byte_array_set_size (blob, 0);
  vdt_usage_digest_write (digest, blob);
  vdt_blob_reader_init (&reader, blob->data, blob->len);
  return vdt_usage_digest_read (&reader);
}

static void
check_kept (const VdtUsageDigest *digest)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  g_autoptr (GByteArray) again = g_byte_array_new ();
  g_autoptr (VdtUsageDigest) copy = read_back (digest, blob);

  CHECK (copy != NULL);
  vdt_usage_digest_write (copy, again);
  CHECK (again->len == blob->len && memcmp (again->data, blob->data, blob->len) == 0);
}

static void
check_meter (const VdtUsageDigest *digest)
{
  VdtContextMeter meter;
  double percent = 0;

  vdt_usage_digest_get_meter (digest, &meter);
  if (vdt_context_meter_get_percent (&meter, &percent))
    CHECK (percent >= 0 && percent <= 100);
  for (guint i = 0; i < digest->readings->len; i++)
    {
      const VdtDigestReading *kept = &g_array_index (digest->readings, VdtDigestReading, i);
      VdtQuotaPace pace;

      vdt_quota_pace_init (&pace, &kept->reading, VDT_TIME_MAX / 5);
    }
}

static void
check_messages (const VdtUsageDigest *digest)
{
  static VdtZone *zone;

  if (zone == NULL)
    zone = vdt_zone_new_utc ();
  for (guint i = 0; i < digest->limit_messages->len; i++)
    {
      const VdtLimitMessage *message = &g_array_index (digest->limit_messages, VdtLimitMessage, i);
      VdtQuotaReading reading;

      if (vdt_time_known (message->time) &&
          vdt_claude_limit_parse (&reading, message->text, message->time, zone))
        vdt_quota_reading_clear (&reading);
    }
}

static void
check_ledger (const VdtUsageDigest *a, const VdtUsageDigest *b)
{
  g_autoptr (VdtLedger) ledger = vdt_ledger_new (NULL, NULL);
  const VdtUsageDigest *both[] = { a, b };
  static const char *const ids[] = { "t1", "t2" };
  VdtTokens sum;

  for (guint i = 0; i < 2; i++)
    {
      VdtLedgerFile file = {
        .digest = both[i],
        .home_id = "h",
        .native_id = ids[i],
        .owner_id = ids[i],
        .stem = ids[i],
        .tail_id = ids[i],
      };

      vdt_ledger_add (ledger, &file);
    }
  vdt_ledger_resolve (ledger);
  CHECK (vdt_ledger_get_duplicates (ledger) >= 0);
  vdt_tokens_init (&sum);
  for (guint i = 0; i < vdt_ledger_get_n_calls (ledger); i++)
    {
      const VdtLedgerCall *call = vdt_ledger_get_call (ledger, i);
      VdtTokens tokens;

      CHECK (call->file < 2);
      vdt_call_get_tokens (&call->call, &tokens);
      vdt_tokens_add (&sum, &tokens);
    }
  CHECK (sum.calls == vdt_ledger_get_n_calls (ledger) && sum.total >= VDT_COUNT_UNKNOWN);
}

static void
check_all (const VdtUsageDigest *a, const VdtUsageDigest *b)
{
  check_kept (a);
  check_meter (a);
  check_messages (a);
  check_ledger (a, b);
  check_ledger (b, a);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  VdtRuntime runtime = size > 0 && data[0] % 2 == 0 ? VDT_RUNTIME_CODEX : VDT_RUNTIME_CLAUDE;
  g_autoptr (VdtUsageDigest) a = vdt_usage_digest_new (runtime, FALSE);
  g_autoptr (VdtUsageDigest) b = vdt_usage_digest_new (runtime, FALSE);
  g_autoptr (VdtUsageDigest) kept = NULL;
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  const char *line = (const char *) data + 1;
  const char *end = (const char *) data + size;
  guint n = 0;

  if (size == 0)
    return 0;
  if ((data[0] & 2) != 0)
    {
      g_autoptr (VdtUsageDigest) hostile = NULL;
      VdtBlobReader reader;

      vdt_blob_reader_init (&reader, data + 1, size - 1);
      hostile = vdt_usage_digest_read (&reader);
      CHECK ((hostile != NULL) == !reader.failed);
      if (hostile != NULL)
        check_all (hostile, hostile->runtime == runtime ? b : hostile);
      return 0;
    }
  while (line < end)
    {
      const char *stop = memchr (line, '\n', end - line);
      gsize len = (stop != NULL ? stop : end) - line;

      feed (a, line, len);
      if (n++ % 3 != 0)
        feed (b, line, len);
      if (kept != NULL)
        feed (kept, line, len);
      else if (n == 2)
        kept = read_back (a, blob);
      line += len + 1;
    }
  if (kept != NULL)
    {
      g_autoptr (GByteArray) x = g_byte_array_new ();
      g_autoptr (GByteArray) y = g_byte_array_new ();

      vdt_usage_digest_write (a, x);
      vdt_usage_digest_write (kept, y);
      CHECK (x->len == y->len && memcmp (x->data, y->data, x->len) == 0);
    }
  check_all (a, b);
  return 0;
}
