/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-log-digest.h"

#include "vdt-line-reader.h"
#include "vdt-record-line.h"

/**
 * vdt_log_digest_new:
 * @runtime: whose log it is
 * @is_agent_file: whether it is a sub-agent's own log
 * @with_talk: whether titles and states are wanted too
 *
 * Returns: (transfer full): an empty digest
 */
VdtLogDigest *
vdt_log_digest_new (VdtRuntime runtime, gboolean is_agent_file, gboolean with_talk)
{
  VdtLogDigest *digest = g_new0 (VdtLogDigest, 1);

  digest->usage = vdt_usage_digest_new (runtime, is_agent_file);
  if (with_talk)
    {
      digest->talk = vdt_talk_new (runtime);
      vdt_talk_set_agent_log (digest->talk, is_agent_file);
    }
  return digest;
}

/**
 * vdt_log_digest_free:
 * @digest: (nullable): a digest
 */
void
vdt_log_digest_free (VdtLogDigest *digest)
{
  if (digest == NULL)
    return;
  vdt_usage_digest_free (digest->usage);
  vdt_talk_free (digest->talk);
  g_free (digest);
}

/* Feeds one record; FALSE where @data is not exactly one object. */
static gboolean
feed_record (const char *data, gsize len, gpointer user_data)
{
  VdtLogDigest *digest = user_data;

  if (digest->usage->runtime == VDT_RUNTIME_CODEX)
    {
      VdtCodexRecord record;

      if (!vdt_codex_record_decode (&record, data, len))
        return FALSE;
      vdt_usage_digest_feed_codex (digest->usage, &record);
      if (digest->talk != NULL)
        vdt_talk_feed_codex (digest->talk, &record);
    }
  else
    {
      VdtClaudeRecord record;

      if (!vdt_claude_record_decode (&record, data, len))
        return FALSE;
      vdt_usage_digest_feed_claude (digest->usage, &record);
      if (digest->talk != NULL)
        vdt_talk_feed_claude (digest->talk, &record);
    }
  return TRUE;
}

/**
 * vdt_log_digest_feed_line:
 * @digest: a digest
 * @data: (array length=len): one whole line, without its newline
 * @len: its length
 *
 * Takes every complete record of the line; what is torn counts as one malformed line.
 */
void
vdt_log_digest_feed_line (VdtLogDigest *digest, const char *data, gsize len)
{
  digest->usage->counts.malformed_lines += vdt_record_line_split (data, len, feed_record, digest);
}

/**
 * vdt_log_digest_feed_head:
 * @digest: a digest of a log that is read from its end
 * @data: (array length=len): the log's first line
 * @len: its length
 *
 * Takes who the log is of, its provider and its folder; nothing else of the beginning is replayed
 * (facts G6, G8).
 */
void
vdt_log_digest_feed_head (VdtLogDigest *digest, const char *data, gsize len)
{
  VdtCodexRecord record;

  /* Claude Code writes its folder into every record, so only Codex needs its first one. */
  if (digest->usage->runtime != VDT_RUNTIME_CODEX ||
      !vdt_codex_record_decode (&record, data, len) || record.kind != VDT_CODEX_SESSION_META)
    return;
  vdt_usage_digest_feed_codex (digest->usage, &record);
  if (digest->talk != NULL)
    vdt_talk_feed_codex (digest->talk, &record);
  digest->usage->complete = FALSE;
}

/**
 * vdt_log_digest_feed_tail:
 * @digest: a digest
 * @data: (array length=len): what stands behind the last newline
 * @len: its length
 *
 * Takes every complete record of a last line without its newline (formats N.2). What is torn may
 * still be completed: it sets `torn_tail` and is no malformed line.
 *
 * Returns: whether nothing was torn
 */
gboolean
vdt_log_digest_feed_tail (VdtLogDigest *digest, const char *data, gsize len)
{
  digest->torn_tail = vdt_record_line_split (data, len, feed_record, digest) > 0;
  return !digest->torn_tail;
}

/**
 * vdt_log_digest_feed_oversized:
 * @digest: a digest in whose log a line was too long to be looked at
 */
void
vdt_log_digest_feed_oversized (VdtLogDigest *digest)
{
  digest->usage->counts.oversized_lines++;
}

/**
 * vdt_log_digest_read_file:
 * @file: a log
 * @with_talk: whether titles and states are wanted too
 * @cancellable: (nullable): checked between lines
 * @broken: (out) (optional) (nullable) (transfer full): what ended the reading before the log's end
 * @error: return location for an error
 *
 * Reads a whole log. Blocks; any thread.
 *
 * Returns: (transfer full) (nullable): its digest, or `NULL` where it cannot be opened. A log that
 *   fails on the way gives what was read before.
 */
VdtLogDigest *
vdt_log_digest_read_file (const VdtLogFile *file,
                          gboolean with_talk,
                          GCancellable *cancellable,
                          GError **broken,
                          GError **error)
{
  static GPrivate reader_key = G_PRIVATE_INIT ((GDestroyNotify) vdt_line_reader_free);
  VdtLineReader *reader = g_private_get (&reader_key);
  g_autoptr (VdtLogDigest) digest = NULL;
  VdtLineStatus status = VDT_LINE_OK;
  VdtLine line;

  if (reader == NULL)
    {
      reader = vdt_line_reader_new ();
      g_private_set (&reader_key, reader);
    }
  if (!vdt_line_reader_open (reader, file->path, error))
    return NULL;
  digest =
    vdt_log_digest_new (file->home->runtime, file->kind == VDT_LOG_CLAUDE_SUBAGENT, with_talk);
  while (status != VDT_LINE_END && status != VDT_LINE_ERROR)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          vdt_line_reader_close (reader);
          return NULL;
        }
      status = vdt_line_reader_next (reader, &line, broken);
      if (status == VDT_LINE_OK)
        vdt_log_digest_feed_line (digest, line.data, line.len);
      else if (status == VDT_LINE_OVERSIZED)
        vdt_log_digest_feed_oversized (digest);
      else if (status == VDT_LINE_TAIL)
        {
          vdt_log_digest_feed_tail (digest, line.data, line.len);
          /* A plain log may grow meanwhile; a packed one may be torn behind this. */
          if (!vdt_line_reader_is_compressed (reader))
            break;
        }
    }
  digest->usage->counts.bytes = vdt_line_reader_get_bytes_read (reader);
  vdt_line_reader_close (reader);
  vdt_usage_digest_seal (digest->usage);
  return g_steal_pointer (&digest);
}

/**
 * vdt_log_digest_write:
 * @digest: a digest with its talk
 *
 * Returns: (transfer full): all of it in few bytes, to go on from after a restart
 */
GBytes *
vdt_log_digest_write (const VdtLogDigest *digest)
{
  GByteArray *blob = g_byte_array_new ();

  vdt_usage_digest_write (digest->usage, blob);
  vdt_talk_write (digest->talk, blob);
  return g_byte_array_free_to_bytes (blob);
}

/**
 * vdt_log_digest_read:
 * @data: (array length=len): what [func@vdt_log_digest_write] wrote
 * @len: its length
 *
 * Returns: (transfer full) (nullable): the digest; `NULL` where it is damaged or of another
 *   release: then the log is read anew
 */
VdtLogDigest *
vdt_log_digest_read (gconstpointer data, gsize len)
{
  g_autoptr (VdtLogDigest) digest = g_new0 (VdtLogDigest, 1);
  VdtBlobReader reader;

  vdt_blob_reader_init (&reader, data, len);
  digest->usage = vdt_usage_digest_read (&reader);
  if (digest->usage == NULL)
    return NULL;
  digest->talk = vdt_talk_read (digest->usage->runtime, &reader);
  return digest->talk != NULL ? g_steal_pointer (&digest) : NULL;
}
