/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-records"

#include "config.h"

#include <string.h>

#include "vdt-codex-decoder-private.h"
#include "vdt-decode-private.h"

static void
decode_thread_spawn (VdtJsonReader *reader, VdtCodexDecoder *decoder)
{
  VdtCodexRecord *record = decoder->record;
  VdtJsonString key;

  memset (&record->spawn_parent_thread_id, 0, sizeof record->spawn_parent_thread_id);
  memset (&decoder->spawn_nickname, 0, sizeof decoder->spawn_nickname);
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "parent_thread_id"))
        vdt_decode_string (reader, &record->spawn_parent_thread_id);
      else if (VDT_KEY_IS (&key, "agent_nickname"))
        vdt_decode_string (reader, &decoder->spawn_nickname);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
clear_subagent (VdtCodexDecoder *decoder)
{
  VdtCodexRecord *record = decoder->record;

  memset (&record->subagent_kind, 0, sizeof record->subagent_kind);
  memset (&record->spawn_parent_thread_id, 0, sizeof record->spawn_parent_thread_id);
  memset (&decoder->spawn_nickname, 0, sizeof decoder->spawn_nickname);
}

static void
decode_subagent (VdtJsonReader *reader, VdtCodexDecoder *decoder)
{
  VdtCodexRecord *record = decoder->record;
  VdtJsonString key;

  clear_subagent (decoder);
  decoder->source_is_subagent = TRUE;
  if (vdt_json_reader_peek (reader) != VDT_JSON_OBJECT)
    {
      vdt_decode_string (reader, &record->subagent_kind);
      return;
    }
  vdt_json_reader_enter_object (reader);
  while (vdt_json_reader_next_key (reader, &key))
    {
      record->subagent_kind = key;
      if (VDT_KEY_IS (&key, "thread_spawn"))
        decode_thread_spawn (reader, decoder);
      else
        vdt_json_reader_skip (reader);
    }
}

/* `source` is a word, or an object with one key (formats B.4). */
static void
decode_source (VdtJsonReader *reader, VdtCodexDecoder *decoder)
{
  VdtJsonString key;

  clear_subagent (decoder);
  decoder->source_is_internal = decoder->source_is_subagent = FALSE;
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "internal"))
        {
          decoder->source_is_internal = TRUE;
          vdt_json_reader_skip (reader);
        }
      else if (VDT_KEY_IS (&key, "subagent"))
        decode_subagent (reader, decoder);
      else
        vdt_json_reader_skip (reader);
    }
}

static void
decode_history_base (VdtJsonReader *reader, VdtCodexRecord *record)
{
  VdtJsonString key;
  guint ignored = 0;

  memset (&record->base_thread_id, 0, sizeof record->base_thread_id);
  record->base_end_ordinal = record->base_end_offset = VDT_COUNT_UNKNOWN;
  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "thread_id"))
        vdt_decode_string (reader, &record->base_thread_id);
      else if (VDT_KEY_IS (&key, "end_ordinal_exclusive"))
        vdt_decode_count (reader, &record->base_end_ordinal, &ignored);
      else if (VDT_KEY_IS (&key, "end_byte_offset"))
        vdt_decode_count (reader, &record->base_end_offset, &ignored);
      else
        vdt_json_reader_skip (reader);
    }
}

/* What a log's first record says of it (formats B.4). */
void
vdt_codex_decode_session_meta (VdtJsonReader *reader, VdtCodexDecoder *decoder)
{
  VdtCodexRecord *record = decoder->record;
  VdtJsonString key;
  VdtJsonString thread_source = { 0 };
  guint ignored = 0;

  if (!vdt_decode_enter_object (reader))
    return;
  while (vdt_json_reader_next_key (reader, &key))
    {
      if (VDT_KEY_IS (&key, "id"))
        vdt_decode_string (reader, &record->id);
      else if (VDT_KEY_IS (&key, "session_id"))
        vdt_decode_string (reader, &record->session_id);
      else if (VDT_KEY_IS (&key, "timestamp"))
        vdt_decode_time (reader, &record->start_time);
      else if (VDT_KEY_IS (&key, "cwd"))
        vdt_decode_string (reader, &record->cwd);
      else if (VDT_KEY_IS (&key, "cli_version"))
        vdt_decode_string (reader, &record->cli_version);
      else if (VDT_KEY_IS (&key, "originator"))
        vdt_decode_string (reader, &record->originator);
      else if (VDT_KEY_IS (&key, "model_provider"))
        vdt_decode_string (reader, &record->model_provider);
      else if (VDT_KEY_IS (&key, "forked_from_id"))
        vdt_decode_string (reader, &record->forked_from_id);
      else if (VDT_KEY_IS (&key, "parent_thread_id"))
        vdt_decode_string (reader, &record->parent_thread_id);
      else if (VDT_KEY_IS (&key, "source"))
        decode_source (reader, decoder);
      else if (VDT_KEY_IS (&key, "thread_source"))
        vdt_decode_string (reader, &thread_source);
      else if (VDT_KEY_IS (&key, "agent_nickname"))
        vdt_decode_string (reader, &record->agent_nickname);
      else if (VDT_KEY_IS (&key, "history_mode"))
        vdt_decode_string (reader, &record->history_mode);
      else if (VDT_KEY_IS (&key, "history_base"))
        decode_history_base (reader, record);
      else if (VDT_KEY_IS (&key, "subagent_history_start_ordinal"))
        vdt_decode_count (reader, &record->subagent_start_ordinal, &ignored);
      else
        vdt_json_reader_skip (reader);
    }
  if (record->agent_nickname.data == NULL)
    record->agent_nickname = decoder->spawn_nickname;
  /* a spawner makes it a sub-agent, whatever the source says; a fork has none (formats B.4) */
  record->is_subagent = decoder->source_is_subagent || VDT_KEY_IS (&thread_source, "subagent") ||
                        record->parent_thread_id.len > 0;
  record->is_internal =
    decoder->source_is_internal || VDT_KEY_IS (&thread_source, "memory_consolidation");
}
