/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-history"

#include "config.h"

#include "vdt-history-builder-private.h"

#define MAX_QUEUE 256

static void
queued_free (gpointer data)
{
  VdtHistoryQueued *queued = data;

  g_array_unref (queued->marks);
  g_free (queued);
}

void
vdt_history_claude_init (VdtHistoryClaude *claude, gboolean is_agent_file)
{
  claude->is_agent_file = is_agent_file;
  claude->nodes = g_array_new (FALSE, FALSE, sizeof (VdtHistoryNode));
  claude->by_uuid = g_hash_table_new (NULL, NULL);
  claude->queue = g_queue_new ();
}

void
vdt_history_claude_clear (VdtHistoryClaude *claude)
{
  g_clear_pointer (&claude->nodes, g_array_unref);
  g_clear_pointer (&claude->by_uuid, g_hash_table_unref);
  if (claude->queue != NULL)
    g_queue_free_full (g_steal_pointer (&claude->queue), queued_free);
}

/* --- the queue -------------------------------------------------------------------------------- */

typedef struct
{
  VdtHistoryBuilder *builder;
  GArray *marks;
  VdtTime time;
  guint32 node;
  gboolean queued;
  gboolean has_prompt;
} Taker;

static void
take_item (const VdtHistoryItem *item, guint block, gpointer user_data)
{
  Taker *taker = user_data;
  VdtHistoryMark *mark = NULL;

  taker->has_prompt = taker->has_prompt || item->is_prompt;
  mark = vdt_history_builder_mark (taker->builder, taker->marks, item, block, taker->time);
  if (mark == NULL)
    return;
  mark->node = taker->node;
  if (taker->queued)
    mark->flags |= VDT_HISTORY_MARK_QUEUED;
}

static void
queue_push (VdtHistoryBuilder *builder, const VdtClaudeRecord *record)
{
  VdtHistoryClaude *claude = &builder->claude;
  VdtHistoryQueued *queued = g_new0 (VdtHistoryQueued, 1);
  Taker taker = {
    .builder = builder,
    .time = record->time,
    .node = VDT_HISTORY_NO_NODE,
    .queued = TRUE,
  };

  queued->text = vdt_json_string_hash (&record->text);
  queued->marks = taker.marks = g_array_new (FALSE, TRUE, sizeof (VdtHistoryMark));
  vdt_history_items_from_claude (record, take_item, &taker);
  if (g_queue_get_length (claude->queue) == MAX_QUEUE)
    queued_free (g_queue_pop_head (claude->queue));
  g_queue_push_tail (claude->queue, queued);
}

static void
queue_pop (VdtHistoryClaude *claude)
{
  VdtHistoryQueued *queued = g_queue_pop_head (claude->queue);

  if (queued != NULL)
    queued_free (queued);
}

/* Takes one out by its text; where the record names none, the oldest. */
static void
queue_remove (VdtHistoryClaude *claude, const VdtJsonString *text)
{
  const guint64 hash = vdt_json_string_hash (text);

  if (!vdt_json_string_is_set (text))
    {
      queue_pop (claude);
      return;
    }
  for (GList *l = claude->queue->head; l != NULL; l = l->next)
    if (((VdtHistoryQueued *) l->data)->text == hash)
      {
        queued_free (l->data);
        g_queue_delete_link (claude->queue, l);
        return;
      }
}

static void
feed_queue (VdtHistoryBuilder *builder, const VdtClaudeRecord *record)
{
  VdtHistoryClaude *claude = &builder->claude;

  if (vdt_json_string_equal (&record->operation, "enqueue"))
    queue_push (builder, record);
  else if (vdt_json_string_equal (&record->operation, "dequeue"))
    queue_pop (claude);
  else if (vdt_json_string_equal (&record->operation, "remove"))
    queue_remove (claude, &record->text);
  else if (vdt_json_string_equal (&record->operation, "popAll"))
    while (!g_queue_is_empty (claude->queue))
      queue_pop (claude);
}

/* --- records ---------------------------------------------------------------------------------- */

static guint32
find_node (const VdtHistoryClaude *claude, guint64 uuid)
{
  const guint index =
    uuid != 0 ? GPOINTER_TO_UINT (g_hash_table_lookup (claude->by_uuid, GSIZE_TO_POINTER (uuid)))
              : 0;

  return index != 0 ? index - 1 : VDT_HISTORY_NO_NODE;
}

static guint32
add_node (VdtHistoryBuilder *builder, const VdtClaudeRecord *record, guint64 uuid)
{
  VdtHistoryClaude *claude = &builder->claude;
  const guint32 index = claude->nodes->len;
  VdtHistoryNode node = { .uuid = uuid, .time = builder->cursor.last_time };

  if (record->parent_state == VDT_PARENT_SET)
    node.parent = vdt_json_string_hash (&record->parent_uuid);
  else if (vdt_json_string_is_set (&record->logical_parent_uuid))
    node.parent = vdt_json_string_hash (&record->logical_parent_uuid);
  else
    node.is_root = record->parent_state == VDT_PARENT_NULL;
  node.is_main = !record->is_sidechain || claude->is_agent_file;
  node.is_talk = record->kind == VDT_CLAUDE_USER || record->kind == VDT_CLAUDE_ASSISTANT;
  g_array_append_val (claude->nodes, node);
  g_hash_table_insert (claude->by_uuid, GSIZE_TO_POINTER (uuid), GUINT_TO_POINTER (index + 1));
  return index;
}

void
vdt_history_claude_feed (VdtHistoryBuilder *builder, const VdtClaudeRecord *record)
{
  VdtHistoryClaude *claude = &builder->claude;
  const guint64 uuid = vdt_json_string_hash (&record->uuid);
  Taker taker = { .builder = builder, .marks = builder->marks, .node = VDT_HISTORY_NO_NODE };

  if (vdt_time_known (record->time))
    builder->cursor.last_time = record->time;
  if (record->kind == VDT_CLAUDE_QUEUE_OPERATION)
    {
      feed_queue (builder, record);
      return;
    }
  /* what stands twice in a log is one thing */
  if (find_node (claude, uuid) != VDT_HISTORY_NO_NODE)
    return;
  if (uuid != 0)
    taker.node = add_node (builder, record, uuid);
  if (record->is_sidechain && !claude->is_agent_file)
    return;
  taker.time = record->time;
  vdt_history_items_from_claude (record, take_item, &taker);
  if (uuid != 0)
    g_array_index (claude->nodes, VdtHistoryNode, taker.node).is_prompt =
      taker.has_prompt && record->kind == VDT_CLAUDE_USER;
}

/* --- branches --------------------------------------------------------------------------------- */

typedef enum
{
  PLACE_UNKNOWN,
  PLACE_OPEN, /* being looked at: met again, it is a circle */
  PLACE_CHAIN,
  PLACE_SHOWN,
  PLACE_DROPPED,
} Place;

typedef struct
{
  const VdtHistoryClaude *claude;
  guint8 *places;
  guint32 *next; /* of the chain: who comes behind */
  guint32 root;  /* where the chain begins */
} Branches;

static const VdtHistoryNode *
get_node (const VdtHistoryClaude *claude, guint32 index)
{
  return &g_array_index (claude->nodes, VdtHistoryNode, index);
}

static guint32
find_newest (const VdtHistoryClaude *claude)
{
  guint32 newest = VDT_HISTORY_NO_NODE;

  for (guint32 i = 0; i < claude->nodes->len; i++)
    {
      const VdtHistoryNode *node = get_node (claude, i);

      if (node->is_main && node->is_talk &&
          (newest == VDT_HISTORY_NO_NODE || node->time >= get_node (claude, newest)->time))
        newest = i;
    }
  return newest;
}

static void
mark_chain (Branches *branches)
{
  guint32 behind = VDT_HISTORY_NO_NODE;
  guint32 at = find_newest (branches->claude);

  branches->root = VDT_HISTORY_NO_NODE;
  while (at != VDT_HISTORY_NO_NODE && branches->places[at] == PLACE_UNKNOWN)
    {
      branches->places[at] = PLACE_CHAIN;
      branches->next[at] = behind;
      branches->root = behind = at;
      at = find_node (branches->claude, get_node (branches->claude, at)->parent);
    }
}

/* Whether a branch that begins with @node and leaves the chain where @other goes on was given up: a
 * prompt was written anew in its place. Parallel results and notices hang beside the chain too. */
static gboolean
is_given_up (const Branches *branches, const VdtHistoryNode *node, guint32 other)
{
  return node->is_prompt && other != VDT_HISTORY_NO_NODE &&
         get_node (branches->claude, other)->is_prompt;
}

static Place
judge_root (const Branches *branches, guint32 at)
{
  const VdtHistoryNode *node = get_node (branches->claude, at);

  if (branches->root == VDT_HISTORY_NO_NODE || !node->is_root ||
      !get_node (branches->claude, branches->root)->is_root ||
      node->time > get_node (branches->claude, branches->root)->time)
    return PLACE_SHOWN;
  return is_given_up (branches, node, branches->root) ? PLACE_DROPPED : PLACE_SHOWN;
}

/* Walks up from @at to what is known, then tells all that were met. */
static void
judge (Branches *branches, guint32 at, GArray *path)
{
  Place place = PLACE_SHOWN;

  g_array_set_size (path, 0);
  for (;;)
    {
      const guint32 parent = find_node (branches->claude, get_node (branches->claude, at)->parent);

      branches->places[at] = PLACE_OPEN;
      g_array_append_val (path, at);
      if (parent == VDT_HISTORY_NO_NODE)
        place = judge_root (branches, at);
      else if (branches->places[parent] == PLACE_CHAIN)
        place = is_given_up (branches, get_node (branches->claude, at), branches->next[parent])
                  ? PLACE_DROPPED
                  : PLACE_SHOWN;
      else if (branches->places[parent] == PLACE_SHOWN || branches->places[parent] == PLACE_DROPPED)
        place = branches->places[parent];
      else if (branches->places[parent] == PLACE_UNKNOWN)
        {
          at = parent;
          continue;
        }
      break;
    }
  for (guint i = 0; i < path->len; i++)
    branches->places[g_array_index (path, guint32, i)] = place;
}

/* Leaves out what stands on a branch that a person went back from (rulings: *Rewind*). */
static void
drop_branches (VdtHistoryBuilder *builder)
{
  const VdtHistoryClaude *claude = &builder->claude;
  const guint n = claude->nodes->len;
  g_autofree guint8 *places = g_new0 (guint8, n + 1);
  g_autofree guint32 *next = g_new0 (guint32, n + 1);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  Branches branches = { claude, places, next, VDT_HISTORY_NO_NODE };
  guint kept = 0;

  mark_chain (&branches);
  for (guint32 i = 0; i < n; i++)
    if (places[i] == PLACE_UNKNOWN)
      judge (&branches, i, path);
  for (guint i = 0; i < builder->marks->len; i++)
    {
      const VdtHistoryMark *mark = &g_array_index (builder->marks, VdtHistoryMark, i);

      if (mark->node != VDT_HISTORY_NO_NODE && places[mark->node] == PLACE_DROPPED)
        continue;
      if (kept != i)
        g_array_index (builder->marks, VdtHistoryMark, kept) = *mark;
      kept++;
    }
  g_array_set_size (builder->marks, kept);
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const VdtHistoryMark *x = a;
  const VdtHistoryMark *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->seq > y->seq) - (x->seq < y->seq);
}

/* Claude Code does not write in the order of time (formats K.1). */
void
vdt_history_claude_finish (VdtHistoryBuilder *builder)
{
  drop_branches (builder);
  for (GList *l = builder->claude.queue->head; l != NULL; l = l->next)
    {
      const GArray *marks = ((VdtHistoryQueued *) l->data)->marks;

      g_array_append_vals (builder->marks, marks->data, marks->len);
    }
  g_array_sort (builder->marks, compare_marks);
}
