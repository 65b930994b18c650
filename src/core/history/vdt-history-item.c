/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-history"

#include "config.h"

#include "vdt-history-item.h"

#include <string.h>

#include "vdt-json-text.h"
#include "vdt-user-text.h"

/* --- texts ------------------------------------------------------------------------------------ */

typedef struct
{
  VdtTextFunc func;
  gpointer user_data;
  gsize skip;
} Skipping;

static void
skip_piece (const char *data, gsize len, gpointer user_data)
{
  Skipping *skipping = user_data;
  const gsize skipped = MIN (skipping->skip, len);

  skipping->skip -= skipped;
  if (skipped < len)
    skipping->func (data + skipped, len - skipped, skipping->user_data);
}

/* How much of a person's text an agent put before it, in bytes. Blanks alone stay. */
static gsize
wrapper_length (const VdtJsonString *text, gboolean typed)
{
  g_autofree char *whole = vdt_json_string_dup (text, VDT_USER_TEXT_MAX_LOOK);
  const char *real = whole != NULL ? vdt_user_text_find_real (whole, typed) : NULL;

  if (real == NULL)
    return 0;
  for (const char *p = whole; p < real; p = g_utf8_next_char (p))
    if (!g_unichar_isspace (g_utf8_get_char (p)))
      return (gsize) (real - whole);
  return 0;
}

static void
each_of_string (const VdtHistoryItem *item,
                const VdtJsonString *string,
                VdtTextFunc func,
                gpointer user_data)
{
  Skipping skipping = { func, user_data, 0 };

  if (item->strip)
    skipping.skip = wrapper_length (string, item->typed);
  if (skipping.skip > 0)
    vdt_json_string_each (string, skip_piece, &skipping);
  else
    vdt_json_string_each (string, func, user_data);
}

/* One part of a message or a result. */
typedef struct
{
  VdtJsonString type;
  VdtJsonString text;
} Part;

static gboolean
next_part (VdtJsonReader *reader, Part *part)
{
  VdtJsonString key;

  *part = (Part){ 0 };
  if (!vdt_json_reader_next_element (reader))
    return FALSE;
  if (!vdt_json_reader_enter_object (reader))
    return TRUE;
  while (vdt_json_reader_next_key (reader, &key))
    {
      VdtJsonString *place = NULL;

      if (vdt_json_string_equal (&key, "type"))
        place = &part->type;
      else if (vdt_json_string_equal (&key, "text"))
        place = &part->text;
      else
        continue;
      *place = (VdtJsonString){ 0 };
      if (vdt_json_reader_peek (reader) == VDT_JSON_STRING)
        vdt_json_reader_read_string (reader, place);
    }
  return TRUE;
}

static gboolean
part_is_shown (const VdtHistoryItem *item, const Part *part)
{
  return vdt_json_string_is_set (&part->text) &&
         (!item->strip || vdt_user_text_kind (&part->text, item->typed) == VDT_TEXT_REAL);
}

static const char *
placeholder (const VdtJsonString *type)
{
  if (vdt_json_string_equal (type, "image") || vdt_json_string_equal (type, "input_image"))
    return "[image]";
  if (vdt_json_string_equal (type, "document") || vdt_json_string_equal (type, "input_file"))
    return "[document]";
  if (vdt_json_string_equal (type, "audio") || vdt_json_string_equal (type, "input_audio"))
    return "[audio]";
  return "[unknown]";
}

static void
each_of_parts (const VdtHistoryItem *item, VdtTextFunc func, gpointer user_data)
{
  VdtJsonReader reader;
  gboolean first = TRUE;
  Part part;

  vdt_json_reader_init_span (&reader, &item->span);
  if (!vdt_json_reader_enter_array (&reader))
    return;
  while (next_part (&reader, &part))
    {
      const gboolean shown = part_is_shown (item, &part);
      const char *words = NULL;

      if (!shown && item->form == VDT_HISTORY_FORM_PARTS)
        continue;
      if (!first)
        func ("\n", 1, user_data);
      first = FALSE;
      if (shown)
        {
          each_of_string (item, &part.text, func, user_data);
          continue;
        }
      words = placeholder (&part.type);
      func (words, strlen (words), user_data);
    }
}

/**
 * vdt_history_item_each:
 * @item: an item whose record's line is still there
 * @func: (scope call): takes the pieces of its text, or of its payload
 * @user_data: for @func
 *
 * The text is not copied, however long it is.
 */
void
vdt_history_item_each (const VdtHistoryItem *item, VdtTextFunc func, gpointer user_data)
{
  g_autofree char *command = NULL;
  const char *words = NULL;

  switch (item->form)
    {
    case VDT_HISTORY_FORM_NONE:
      break;
    case VDT_HISTORY_FORM_STRING:
      each_of_string (item, &item->string, func, user_data);
      break;
    case VDT_HISTORY_FORM_PARTS:
    case VDT_HISTORY_FORM_RESULT:
      each_of_parts (item, func, user_data);
      break;
    case VDT_HISTORY_FORM_JSON:
      vdt_json_text_compact (&item->span, func, user_data);
      break;
    case VDT_HISTORY_FORM_COMMAND:
      command = vdt_user_text_get_command (&item->string);
      if (command != NULL)
        func (command, strlen (command), user_data);
      break;
    case VDT_HISTORY_FORM_PICTURE:
      words = placeholder (&item->string);
      func (words, strlen (words), user_data);
      break;
    default:
      g_return_if_reached ();
    }
}

static void
update_checksum (const char *data, gsize len, gpointer user_data)
{
  g_checksum_update (user_data, (const guchar *) data, (gssize) len);
}

static void
update_escaped (const char *data, gsize len, gpointer user_data)
{
  vdt_json_text_escape (data, len, update_checksum, user_data);
}

/**
 * vdt_history_item_make_id:
 * @item: an item
 * @id: (out caller-allocates): the start of a SHA-256 over compact JSON: `[kind, call id]`, or
 *   `[kind, role, text]` where there is no call id (R38)
 */
void
vdt_history_item_make_id (const VdtHistoryItem *item, guint8 id[VDT_HISTORY_ID_BYTES])
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *head = NULL;
  guint8 digest[32];
  gsize len = sizeof digest;

  if (vdt_json_string_is_set (&item->call_id))
    head = g_strdup_printf ("[\"%s\",\"", vdt_history_kind_to_string (item->kind));
  else
    head = g_strdup_printf ("[\"%s\",\"%s\",\"", vdt_history_kind_to_string (item->kind),
                            vdt_history_role_to_string (item->role));
  update_checksum (head, strlen (head), checksum);
  if (vdt_json_string_is_set (&item->call_id))
    vdt_json_string_each (&item->call_id, update_escaped, checksum);
  else
    vdt_history_item_each (item, update_escaped, checksum);
  update_checksum ("\"]", 2, checksum);
  g_checksum_get_digest (checksum, digest, &len);
  memcpy (id, digest, VDT_HISTORY_ID_BYTES);
}

static gboolean
is_blank (const VdtJsonString *text)
{
  char start[256];
  const gsize len = vdt_json_string_copy (text, start, sizeof start);
  g_autofree char *whole = NULL;
  const char *p = start;

  while (*p != '\0' && g_unichar_isspace (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  if (*p != '\0' || len < sizeof start - 8)
    return *p == '\0';
  whole = vdt_json_string_dup (text, 0);
  return *g_strstrip (whole) == '\0';
}

/* --- Codex ------------------------------------------------------------------------------------ */

static gboolean
parts_have_text (const VdtHistoryItem *item)
{
  VdtJsonReader reader;
  gboolean found = FALSE;
  Part part;

  vdt_json_reader_init_span (&reader, &item->span);
  if (item->span.len == 0 || !vdt_json_reader_enter_array (&reader))
    return FALSE;
  while (next_part (&reader, &part))
    found = found || (part_is_shown (item, &part) && !is_blank (&part.text));
  return found;
}

static gboolean
parts_have_picture (const VdtJsonSpan *span, VdtJsonString *type)
{
  VdtJsonReader reader;
  gboolean found = FALSE;
  Part part;

  vdt_json_reader_init_span (&reader, span);
  if (span->len == 0 || !vdt_json_reader_enter_array (&reader))
    return FALSE;
  while (next_part (&reader, &part))
    if (!found && (vdt_json_string_equal (&part.type, "input_image") ||
                   vdt_json_string_equal (&part.type, "image")))
      {
        *type = part.type;
        found = TRUE;
      }
  return found;
}

/* A message: of a string, or of parts; of a person only what is real. */
static gboolean
codex_message (VdtHistoryItem *item, const VdtCodexRecord *record, VdtHistoryRole role)
{
  const gboolean from_user = role == VDT_HISTORY_USER;

  item->kind = VDT_HISTORY_MESSAGE;
  item->role = role;
  item->strip = item->is_prompt = from_user;
  if (vdt_json_string_is_set (&record->text))
    {
      item->form = VDT_HISTORY_FORM_STRING;
      item->string = record->text;
      return from_user ? vdt_user_text_kind (&record->text, FALSE) == VDT_TEXT_REAL
                       : !is_blank (&record->text);
    }
  item->form = VDT_HISTORY_FORM_PARTS;
  item->span = record->content;
  if (parts_have_text (item))
    return TRUE;
  item->form = VDT_HISTORY_FORM_PICTURE;
  return parts_have_picture (&record->content, &item->string);
}

static gboolean
codex_plain (VdtHistoryItem *item, VdtHistoryKind kind, const VdtJsonString *text)
{
  item->kind = kind;
  item->role = VDT_HISTORY_ASSISTANT;
  item->is_error = kind == VDT_HISTORY_ERROR;
  item->form = VDT_HISTORY_FORM_STRING;
  item->string = *text;
  return vdt_json_string_is_set (text) && !is_blank (text);
}

static gboolean
codex_item (VdtHistoryItem *item, const VdtCodexRecord *record)
{
  if (vdt_json_string_equal (&record->item_type, "UserMessage"))
    return codex_message (item, record, VDT_HISTORY_USER);
  if (vdt_json_string_equal (&record->item_type, "AgentMessage"))
    return codex_message (item, record, VDT_HISTORY_ASSISTANT);
  if (vdt_json_string_equal (&record->item_type, "Plan"))
    return codex_plain (item, VDT_HISTORY_MESSAGE, &record->text);
  return FALSE;
}

static void
codex_call (VdtHistoryItem *item, const VdtCodexRecord *record)
{
  item->kind = VDT_HISTORY_TOOL_CALL;
  item->role = VDT_HISTORY_TOOL;
  item->call_id = record->call_id;
  item->tool_name = record->name;
  if (!vdt_json_string_is_set (&item->tool_name) &&
      vdt_json_string_equal (&record->item_type, "local_shell_call"))
    item->tool_name = record->item_type;
  if (vdt_json_string_is_set (&record->arguments))
    {
      item->form = VDT_HISTORY_FORM_STRING;
      item->string = record->arguments;
    }
  else if (record->arguments_value.len > 0)
    {
      item->form = VDT_HISTORY_FORM_JSON;
      item->span = record->arguments_value;
    }
}

/* A result is a text, a list of parts, or an object that holds one of these. */
static void
result_of_value (VdtHistoryItem *item, const VdtJsonSpan *span)
{
  VdtJsonReader reader;

  vdt_json_reader_init_span (&reader, span);
  switch (span->len > 0 ? vdt_json_reader_peek (&reader) : VDT_JSON_END)
    {
    case VDT_JSON_STRING:
      item->form = VDT_HISTORY_FORM_STRING;
      vdt_json_reader_read_string (&reader, &item->string);
      break;
    case VDT_JSON_ARRAY:
      item->form = VDT_HISTORY_FORM_RESULT;
      item->span = *span;
      break;
    case VDT_JSON_OBJECT:
    case VDT_JSON_NUMBER:
    case VDT_JSON_TRUE:
    case VDT_JSON_FALSE:
      item->form = VDT_HISTORY_FORM_JSON;
      item->span = *span;
      break;
    case VDT_JSON_NULL:
    case VDT_JSON_END:
    default:
      break;
    }
}

static void
codex_result (VdtHistoryItem *item, const VdtCodexRecord *record)
{
  VdtJsonReader reader;
  VdtJsonString key;
  VdtJsonSpan content = { 0 };

  item->kind = VDT_HISTORY_TOOL_RESULT;
  item->role = VDT_HISTORY_TOOL;
  item->call_id = record->call_id;
  result_of_value (item, &record->output);
  vdt_json_reader_init_span (&reader, &record->output);
  if (record->output.len == 0 || !vdt_json_reader_enter_object (&reader))
    return;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      gboolean success = TRUE;

      if (vdt_json_string_equal (&key, "content"))
        vdt_json_reader_read_span (&reader, &content);
      else if (vdt_json_string_equal (&key, "success") &&
               vdt_json_reader_read_boolean (&reader, &success))
        item->is_error = !success;
    }
  if (content.len > 0)
    result_of_value (item, &content);
}

/**
 * vdt_history_item_from_codex:
 * @item: (out caller-allocates): what the record is to a reader
 * @record: a record, of any dialect
 *
 * Whether the record's dialect is the log's own is for the caller to know.
 *
 * Returns: whether it is anything
 */
gboolean
vdt_history_item_from_codex (VdtHistoryItem *item, const VdtCodexRecord *record)
{
  *item = (VdtHistoryItem){ 0 };
  switch (record->kind)
    {
    case VDT_CODEX_USER_MESSAGE:
      return codex_message (item, record, VDT_HISTORY_USER);
    case VDT_CODEX_AGENT_MESSAGE:
      return codex_message (item, record, VDT_HISTORY_ASSISTANT);
    case VDT_CODEX_ITEM_COMPLETED:
      return codex_item (item, record);
    case VDT_CODEX_MESSAGE:
      if (vdt_json_string_equal (&record->role, "user"))
        return codex_message (item, record, VDT_HISTORY_USER);
      return vdt_json_string_equal (&record->role, "assistant") &&
             codex_message (item, record, VDT_HISTORY_ASSISTANT);
    case VDT_CODEX_CALL:
      codex_call (item, record);
      return TRUE;
    case VDT_CODEX_CALL_OUTPUT:
      codex_result (item, record);
      return TRUE;
    case VDT_CODEX_COMPACTED:
      return codex_plain (item, VDT_HISTORY_SUMMARY, &record->text);
    case VDT_CODEX_TASK_COMPLETE:
      return record->has_error && codex_plain (item, VDT_HISTORY_ERROR, &record->error_text);
    case VDT_CODEX_EVENT_ERROR:
      return codex_plain (item, VDT_HISTORY_ERROR, &record->text);
    default:
      return FALSE;
    }
}

/* --- Claude Code ------------------------------------------------------------------------------ */

typedef struct
{
  VdtHistoryItemFunc func;
  gpointer user_data;
  guint block;
} Teller;

static void
tell (Teller *teller, const VdtHistoryItem *item)
{
  teller->func (item, teller->block, teller->user_data);
}

static void
tell_text (Teller *teller, VdtHistoryKind kind, VdtHistoryRole role, const VdtJsonString *text)
{
  const VdtHistoryItem item = {
    .kind = kind,
    .role = role,
    .is_error = kind == VDT_HISTORY_ERROR,
    .form = VDT_HISTORY_FORM_STRING,
    .string = *text,
  };

  if (!is_blank (text))
    tell (teller, &item);
}

/* A text in the user's place. */
static void
tell_user_text (Teller *teller, const VdtJsonString *text, gboolean typed)
{
  VdtHistoryItem item = {
    .kind = VDT_HISTORY_MESSAGE,
    .role = VDT_HISTORY_USER,
    .form = VDT_HISTORY_FORM_STRING,
    .string = *text,
    .typed = typed,
  };

  switch (vdt_user_text_kind (text, typed))
    {
    case VDT_TEXT_REAL:
      item.strip = item.is_prompt = TRUE;
      tell (teller, &item);
      break;
    case VDT_TEXT_COMMAND:
      item.form = VDT_HISTORY_FORM_COMMAND;
      item.is_prompt = TRUE;
      tell (teller, &item);
      break;
    case VDT_TEXT_INTERRUPTED:
      tell (teller, &item);
      break;
    case VDT_TEXT_NONE:
    case VDT_TEXT_LOCAL:
    case VDT_TEXT_NOTICE:
    case VDT_TEXT_INJECTED:
    default:
      break;
    }
}

static void
tell_result (Teller *teller, const VdtClaudeBlock *block)
{
  VdtHistoryItem item = {
    .kind = VDT_HISTORY_TOOL_RESULT,
    .role = VDT_HISTORY_TOOL,
    .is_error = block->is_error,
    .call_id = block->tool_use_id,
  };

  result_of_value (&item, &block->content);
  tell (teller, &item);
}

static void
tell_call (Teller *teller, const VdtClaudeBlock *block)
{
  VdtHistoryItem item = {
    .kind = VDT_HISTORY_TOOL_CALL,
    .role = VDT_HISTORY_TOOL,
    .call_id = block->id,
    .tool_name = block->name,
  };

  if (block->input.len > 0)
    {
      item.form = VDT_HISTORY_FORM_JSON;
      item.span = block->input;
    }
  tell (teller, &item);
}

static void
tell_picture (Teller *teller, const VdtClaudeBlock *block)
{
  const VdtHistoryItem item = {
    .kind = VDT_HISTORY_MESSAGE,
    .role = VDT_HISTORY_USER,
    .is_prompt = TRUE,
    .form = VDT_HISTORY_FORM_PICTURE,
    .string = block->type,
  };

  tell (teller, &item);
}

static void
tell_user_blocks (Teller *teller, const VdtClaudeRecord *record, gboolean typed)
{
  VdtJsonReader reader;
  VdtClaudeBlock block;

  if (vdt_json_string_is_set (&record->text))
    {
      tell_user_text (teller, &record->text, typed);
      return;
    }
  if (!vdt_claude_content_begin (record, &reader))
    return;
  for (; vdt_claude_block_next (&reader, &block); teller->block++)
    {
      if (vdt_json_string_equal (&block.type, "tool_result"))
        tell_result (teller, &block);
      else if (vdt_json_string_equal (&block.type, "text"))
        tell_user_text (teller, &block.text, typed);
      else if (vdt_json_string_equal (&block.type, "image") ||
               vdt_json_string_equal (&block.type, "document"))
        tell_picture (teller, &block);
    }
}

/* Every text of a record as one kind of thing the agent said. */
static void
tell_all_texts (Teller *teller, const VdtClaudeRecord *record, VdtHistoryKind kind)
{
  VdtJsonReader reader;
  VdtClaudeBlock block;

  if (vdt_json_string_is_set (&record->text))
    {
      tell_text (teller, kind, VDT_HISTORY_ASSISTANT, &record->text);
      return;
    }
  if (!vdt_claude_content_begin (record, &reader))
    return;
  for (; vdt_claude_block_next (&reader, &block); teller->block++)
    if (vdt_json_string_equal (&block.type, "text"))
      tell_text (teller, kind, VDT_HISTORY_ASSISTANT, &block.text);
}

static void
tell_user (Teller *teller, const VdtClaudeRecord *record)
{
  const gboolean human = vdt_json_string_equal (&record->origin_kind, "human");

  if (record->is_compact_summary)
    tell_all_texts (teller, record, VDT_HISTORY_SUMMARY);
  else if (!record->is_meta && (human || !vdt_json_string_is_set (&record->origin_kind)))
    tell_user_blocks (teller, record, human);
}

/* A call, also one that the model's own server runs. */
static gboolean
is_call (const VdtJsonString *type)
{
  return vdt_json_string_equal (type, "tool_use") ||
         vdt_json_string_equal (type, "server_tool_use") ||
         vdt_json_string_equal (type, "mcp_tool_use");
}

static void
tell_assistant (Teller *teller, const VdtClaudeRecord *record)
{
  VdtJsonReader reader;
  VdtClaudeBlock block;

  if (record->is_api_error)
    {
      tell_all_texts (teller, record, VDT_HISTORY_ERROR);
      return;
    }
  /* what the program says in the agent's place is no talk (formats J.2) */
  if (vdt_json_string_equal (&record->model, "<synthetic>"))
    return;
  if (vdt_json_string_is_set (&record->text))
    {
      tell_text (teller, VDT_HISTORY_MESSAGE, VDT_HISTORY_ASSISTANT, &record->text);
      return;
    }
  if (!vdt_claude_content_begin (record, &reader))
    return;
  for (; vdt_claude_block_next (&reader, &block); teller->block++)
    {
      if (vdt_json_string_equal (&block.type, "text"))
        tell_text (teller, VDT_HISTORY_MESSAGE, VDT_HISTORY_ASSISTANT, &block.text);
      else if (is_call (&block.type))
        tell_call (teller, &block);
      else if (vdt_json_string_is_set (&block.tool_use_id))
        tell_result (teller, &block);
    }
}

/* A message taken into the running turn is an attachment, not a user record (G46). */
static void
tell_attachment (Teller *teller, const VdtClaudeRecord *record)
{
  const gboolean human = vdt_json_string_equal (&record->origin_kind, "human");
  VdtClaudeRecord list = { .content = record->attachment_prompt };
  VdtJsonReader reader;

  if (!vdt_json_string_equal (&record->attachment_type, "queued_command") || record->is_meta ||
      (vdt_json_string_is_set (&record->origin_kind) && !human) || list.content.len == 0)
    return;
  vdt_json_reader_init_span (&reader, &record->attachment_prompt);
  if (vdt_json_reader_peek (&reader) == VDT_JSON_STRING)
    vdt_json_reader_read_string (&reader, &list.text);
  tell_user_blocks (teller, &list, human);
}

/**
 * vdt_history_items_from_claude:
 * @record: a record whose line is still there
 * @func: (scope call): called for each item, in order
 * @user_data: for @func
 *
 * What the record is to a reader, block by block (rulings: *One entry is*). Of a message that was
 * put into the queue it says the message: whether it still waits is for the caller to know.
 */
void
vdt_history_items_from_claude (const VdtClaudeRecord *record,
                               VdtHistoryItemFunc func,
                               gpointer user_data)
{
  Teller teller = { func, user_data, 0 };

  switch (record->kind)
    {
    case VDT_CLAUDE_USER:
      tell_user (&teller, record);
      break;
    case VDT_CLAUDE_ASSISTANT:
      tell_assistant (&teller, record);
      break;
    case VDT_CLAUDE_ATTACHMENT:
      tell_attachment (&teller, record);
      break;
    case VDT_CLAUDE_QUEUE_OPERATION:
      if (vdt_json_string_equal (&record->operation, "enqueue"))
        tell_user_text (&teller, &record->text, FALSE);
      break;
    case VDT_CLAUDE_SYSTEM:
      if (vdt_json_string_equal (&record->subtype, "local_command") &&
          vdt_user_text_kind (&record->text, FALSE) == VDT_TEXT_COMMAND)
        tell_user_text (&teller, &record->text, FALSE);
      break;
    default:
      break;
    }
}
