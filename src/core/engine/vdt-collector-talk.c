/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include <string.h>

#include "vdt-collector-private.h"
#include "vdt-text.h"

/* What a long log brings is stored before it is read to its end once it takes this much room. */
#define PIECE_BYTES (4 * 1024 * 1024)

/* A log's own number: the same wherever Codex moves it and however it packs it. Claude Code may
 * have logs of one name in several folders. */
static gint64
log_number (const VdtLogFile *file)
{
  g_autofree char *folder =
    file->home->runtime == VDT_RUNTIME_CLAUDE ? g_path_get_dirname (file->path) : NULL;
  g_autofree char *name = folder != NULL ? g_path_get_basename (folder) : NULL;
  g_autofree char *key =
    g_strconcat (file->home->id, "\n", name != NULL ? name : "", "\n", file->stem, NULL);
  const guint64 hash = vdt_text_hash64 (key, strlen (key));

  return hash != 0 ? (gint64) hash : 1;
}

static void
put_decision (VdtStoreBatch *batch, const char *session_id, const VdtTalkEntry *entry)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();
  g_autofree char *id = vdt_decision_make_id (session_id, entry->decision->native_id);
  VdtStoreDecision row = { .id = id,
                           .session_id = session_id,
                           .line = entry->line,
                           .call = (gint64) entry->call,
                           .priority = entry->decision->priority,
                           .created_at = entry->time };

  vdt_decision_write (entry->decision, body);
  row.body = body->data;
  row.body_len = body->len;
  vdt_store_batch_put_decision (batch, &row);
}

static void
put_entry (VdtStoreBatch *batch, const char *session_id, const VdtTalkEntry *entry)
{
  switch (entry->kind)
    {
    case VDT_ENTRY_MESSAGE:
      {
        const VdtStoreUtterance said = { .line = entry->line,
                                         .part = entry->part,
                                         .time = entry->time,
                                         .from_user = entry->from_user,
                                         .flags = entry->flags,
                                         .text = entry->text };

        vdt_store_batch_put_utterance (batch, &said);
        break;
      }
    case VDT_ENTRY_DECISION:
      put_decision (batch, session_id, entry);
      break;
    case VDT_ENTRY_DECISION_END:
      vdt_store_batch_end_decisions (batch, (gint64) entry->call, entry->time);
      break;
    case VDT_ENTRY_SNAPSHOT:
      {
        VdtStoreSnapshot row = { .sequence = entry->sequence,
                                 .line = entry->line,
                                 .time = entry->time };

        row.changes = g_bytes_get_data (entry->changes, &row.changes_len);
        vdt_store_batch_put_snapshot (batch, &row);
        break;
      }
    }
}

/**
 * vdt_collector_keep_talk:
 * @self: a collector
 * @digest: a digest that begins, or goes on from what is stored
 *
 * Has it keep what is to be stored of the conversation, if anything is stored at all.
 */
void
vdt_collector_keep_talk (VdtCollector *self, VdtLogDigest *digest)
{
  if (self->store != NULL)
    vdt_talk_keep_journal (digest->talk,
                           vdt_time_now () + self->now_offset -
                             (VdtTime) g_atomic_int_get (&self->retention_days) * VDT_DAY);
}

/**
 * vdt_collector_store_talk:
 * @self: a collector
 * @batch: where to put it
 * @file: a log
 * @digest: what was read of it
 * @kept: how far it was read
 * @at_end: whether the log was read to where it is known to end
 *
 * Puts what was said and what changed since the last time. Codex's own threads, and those of
 * sub-agents, are nobody's conversation.
 */
void
vdt_collector_store_talk (VdtCollector *self,
                          VdtStoreBatch *batch,
                          VdtLogFile *file,
                          VdtLogDigest *digest,
                          VdtKeptLog *kept,
                          gboolean at_end)
{
  g_autoptr (VdtTalkJournal) journal = vdt_talk_take_journal (digest->talk);
  g_autofree char *session_id = NULL;
  VdtTalkSummary talk;
  /* Of one that only grew the end is known already, and another Vedette may know more of it. */
  const gboolean final = at_end && kept->anew;
  VdtStoreConversation row = { .runtime = self->runtime,
                               .home_id = file->home->id,
                               .final = final };

  if (digest->usage->lineage.is_internal || (journal == NULL && !(final && kept->in_pieces)))
    return;
  vdt_talk_get_summary (digest->talk, &talk);
  session_id = vdt_catalog_make_session_id (file, digest);
  row.log = log_number (file);
  row.session_id = session_id;
  row.place = file->segment_id != NULL ? file->segment_id : "";
  row.from_line = journal != NULL ? journal->from_line : talk.line + 1;
  row.to_line = talk.line;
  row.sequence = talk.sequence;
  row.changed_at = talk.changed_at;
  row.truncated = talk.truncated;
  kept->in_pieces = !at_end;
  kept->anew = kept->anew && !final;
  vdt_store_batch_begin_conversation (batch, &row);
  for (guint i = 0; journal != NULL && i < journal->entries->len; i++)
    put_entry (batch, session_id, &g_array_index (journal->entries, VdtTalkEntry, i));
}

/**
 * vdt_collector_store_piece:
 * @self: a collector
 * @file: a log that is being read
 * @digest: what was read of it so far
 * @kept: how far it was read
 *
 * Stores what a long log brought so far, so that it does not all wait in memory. How far it was
 * read is not stored with it: after a crash the same is read and stored again.
 */
void
vdt_collector_store_piece (VdtCollector *self,
                           VdtLogFile *file,
                           VdtLogDigest *digest,
                           VdtKeptLog *kept)
{
  g_autoptr (VdtStoreBatch) batch = NULL;

  if (self->store == NULL || vdt_talk_get_journal_size (digest->talk) < PIECE_BYTES ||
      digest->usage->partial)
    return;
  batch = vdt_store_batch_new (self->generation);
  vdt_collector_store_talk (self, batch, file, digest, kept, FALSE);
  if (vdt_store_batch_get_size (batch) == 0)
    return;
  vdt_store_apply_async (self->store, g_steal_pointer (&batch), NULL, NULL, NULL);
  vdt_store_wait_for_room (self->store, self->stopping);
}
