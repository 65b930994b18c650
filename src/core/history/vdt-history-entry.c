/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-history"

#include "config.h"

#include "vdt-history-entry.h"

#include <string.h>

/**
 * vdt_history_kind_to_string:
 * @kind: a kind
 *
 * Returns: (transfer none): its word in JSON and in ids
 */
const char *
vdt_history_kind_to_string (VdtHistoryKind kind)
{
  switch (kind)
    {
    case VDT_HISTORY_MESSAGE:
      return "message";
    case VDT_HISTORY_TOOL_CALL:
      return "tool_call";
    case VDT_HISTORY_TOOL_RESULT:
      return "tool_result";
    case VDT_HISTORY_ERROR:
      return "error";
    case VDT_HISTORY_SUMMARY:
      return "summary";
    default:
      g_return_val_if_reached ("message");
    }
}

/**
 * vdt_history_role_to_string:
 * @role: a role
 *
 * Returns: (transfer none): its word in JSON and in ids
 */
const char *
vdt_history_role_to_string (VdtHistoryRole role)
{
  switch (role)
    {
    case VDT_HISTORY_USER:
      return "user";
    case VDT_HISTORY_ASSISTANT:
      return "assistant";
    case VDT_HISTORY_TOOL:
      return "tool";
    default:
      g_return_val_if_reached ("tool");
    }
}

/**
 * vdt_history_entry_new:
 *
 * Returns: (transfer full): an entry that says nothing yet
 */
VdtHistoryEntry *
vdt_history_entry_new (void)
{
  VdtHistoryEntry *entry = g_new0 (VdtHistoryEntry, 1);

  g_atomic_ref_count_init (&entry->ref_count);
  entry->sent_at = VDT_TIME_UNKNOWN;
  return entry;
}

/**
 * vdt_history_entry_ref:
 * @entry: an entry
 *
 * Returns: (transfer full): @entry
 */
VdtHistoryEntry *
vdt_history_entry_ref (VdtHistoryEntry *entry)
{
  g_atomic_ref_count_inc (&entry->ref_count);
  return entry;
}

/**
 * vdt_history_entry_unref:
 * @entry: (transfer full) (nullable): an entry
 */
void
vdt_history_entry_unref (VdtHistoryEntry *entry)
{
  if (entry == NULL || !g_atomic_ref_count_dec (&entry->ref_count))
    return;
  g_free (entry->id);
  g_free (entry->text);
  g_free (entry->text_hash);
  g_free (entry->call_id);
  g_free (entry->tool_name);
  g_free (entry);
}

/**
 * vdt_history_entry_equal:
 * @a: an entry
 * @b: another one
 *
 * Returns: whether a client sees the same of both; where they stand in the logs does not matter
 */
gboolean
vdt_history_entry_equal (const VdtHistoryEntry *a, const VdtHistoryEntry *b)
{
  return strcmp (a->id, b->id) == 0 && a->kind == b->kind && a->role == b->role &&
         g_strcmp0 (a->text, b->text) == 0 && a->text_cut == b->text_cut &&
         a->text_bytes == b->text_bytes && g_strcmp0 (a->text_hash, b->text_hash) == 0 &&
         a->sent_at == b->sent_at && a->sent_at_synthetic == b->sent_at_synthetic &&
         a->is_error == b->is_error && a->queued == b->queued &&
         g_strcmp0 (a->call_id, b->call_id) == 0 && g_strcmp0 (a->tool_name, b->tool_name) == 0;
}

static gsize
estimate_text (const char *text)
{
  return text != NULL ? 16 + strlen (text) : 0;
}

/**
 * vdt_history_entry_estimate:
 * @entry: an entry
 *
 * Returns: about how many bytes it takes
 */
gsize
vdt_history_entry_estimate (const VdtHistoryEntry *entry)
{
  return sizeof *entry + estimate_text (entry->id) + estimate_text (entry->text) +
         estimate_text (entry->text_hash) + estimate_text (entry->call_id) +
         estimate_text (entry->tool_name);
}

static void
write_text (VdtJsonWriter *writer, const char *key, const char *value)
{
  if (value == NULL)
    return;
  vdt_json_writer_key (writer, key);
  vdt_json_writer_string (writer, value);
}

/* A flag stands there only where it is on. */
static void
write_flag (VdtJsonWriter *writer, const char *key, gboolean value)
{
  if (!value)
    return;
  vdt_json_writer_key (writer, key);
  vdt_json_writer_boolean (writer, TRUE);
}

/**
 * vdt_history_entry_write:
 * @entry: an entry
 * @payload: (nullable): the payload of a tool, where it is to be given too
 * @writer: where to write
 *
 * Writes the entry as the history protocol has it.
 */
void
vdt_history_entry_write (const VdtHistoryEntry *entry, const char *payload, VdtJsonWriter *writer)
{
  vdt_json_writer_begin_object (writer);
  write_text (writer, "id", entry->id);
  write_text (writer, "kind", vdt_history_kind_to_string (entry->kind));
  write_text (writer, "role", vdt_history_role_to_string (entry->role));
  write_text (writer, "text", payload != NULL ? payload : entry->text);
  write_flag (writer, "text_cut", entry->text_cut);
  if (vdt_time_known (entry->sent_at))
    {
      vdt_json_writer_key (writer, "sent_at");
      vdt_json_writer_time (writer, entry->sent_at);
    }
  write_flag (writer, "sent_at_synthetic", entry->sent_at_synthetic);
  write_flag (writer, "is_error", entry->is_error);
  write_flag (writer, "queued", entry->queued);
  write_text (writer, "source_call_id", entry->call_id);
  write_text (writer, "tool_name", entry->tool_name);
  if (entry->role == VDT_HISTORY_TOOL)
    {
      vdt_json_writer_key (writer, "text_bytes");
      vdt_json_writer_int (writer, (gint64) entry->text_bytes);
      vdt_json_writer_key (writer, "text_hash");
      vdt_json_writer_string (writer, entry->text_hash);
    }
  vdt_json_writer_end_object (writer);
}
