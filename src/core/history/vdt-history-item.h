/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-claude-record.h"
#include "vdt-codex-record.h"
#include "vdt-history-entry.h"

G_BEGIN_DECLS

/**
 * VdtHistoryForm:
 * @VDT_HISTORY_FORM_NONE: there is no text
 * @VDT_HISTORY_FORM_STRING: what a string says
 * @VDT_HISTORY_FORM_PARTS: the texts among a list of parts, a line each
 * @VDT_HISTORY_FORM_RESULT: a list of parts, a line each, `[image]` and the like among them
 * @VDT_HISTORY_FORM_JSON: a value as compact JSON
 * @VDT_HISTORY_FORM_COMMAND: the tags of a slash command, as `/name args`
 * @VDT_HISTORY_FORM_PICTURE: a picture or a document: its placeholder
 */
typedef enum
{
  VDT_HISTORY_FORM_NONE,
  VDT_HISTORY_FORM_STRING,
  VDT_HISTORY_FORM_PARTS,
  VDT_HISTORY_FORM_RESULT,
  VDT_HISTORY_FORM_JSON,
  VDT_HISTORY_FORM_COMMAND,
  VDT_HISTORY_FORM_PICTURE,
} VdtHistoryForm;

/**
 * VdtHistoryItem:
 * @typed: whether the log says that a person typed it
 * @strip: whether what an agent put before a person's own words is left out
 *
 * One entry in the making: where in a record its text is. Nothing is copied: it lives as long as
 * the record's line.
 */
typedef struct
{
  VdtHistoryKind kind;
  VdtHistoryRole role;
  gboolean is_error;
  gboolean is_prompt; /* a person's own words, which open a turn */
  VdtJsonString call_id;
  VdtJsonString tool_name;
  VdtHistoryForm form;
  VdtJsonString string;
  VdtJsonSpan span;
  gboolean typed;
  gboolean strip;
} VdtHistoryItem;

/**
 * VdtHistoryItemFunc:
 * @item: one of the record's items
 * @block: which block of the record it is
 * @user_data: as given
 */
typedef void (*VdtHistoryItemFunc) (const VdtHistoryItem *item, guint block, gpointer user_data);

gboolean vdt_history_item_from_codex (VdtHistoryItem *item, const VdtCodexRecord *record);
void vdt_history_items_from_claude (const VdtClaudeRecord *record,
                                    VdtHistoryItemFunc func,
                                    gpointer user_data);
void vdt_history_item_each (const VdtHistoryItem *item, VdtTextFunc func, gpointer user_data);
void vdt_history_item_make_id (const VdtHistoryItem *item, guint8 id[VDT_HISTORY_ID_BYTES]);

G_END_DECLS
