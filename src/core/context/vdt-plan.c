/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-context"

#include "config.h"

#include "vdt-plan.h"

#include <string.h>

#include "vdt-text.h"

/* Longest text that is looked at before it is cut to its characters. */
#define MAX_BYTES (16 * 1024)

typedef enum
{
  EDIT_LIST,   /* the whole list is another one */
  EDIT_TASK,   /* one more; its id comes with the result */
  EDIT_UPDATE, /* one that is there has changed */
} EditKind;

struct _VdtPlanEdit
{
  EditKind kind;
  GArray *items; /* VdtPlanItem; of EDIT_UPDATE one, whose text may be NULL */
  gboolean has_status;
  gboolean removes;
};

struct _VdtPlan
{
  GArray *items; /* VdtPlanItem */
};

static void
item_clear (gpointer data)
{
  VdtPlanItem *item = data;

  g_clear_pointer (&item->text, g_free);
}

static GArray *
new_items (void)
{
  GArray *items = g_array_new (FALSE, TRUE, sizeof (VdtPlanItem));

  g_array_set_clear_func (items, item_clear);
  return items;
}

static VdtPlanItem *
item_at (const GArray *items, guint index)
{
  return &g_array_index (items, VdtPlanItem, index);
}

/* --- what a call asks for --------------------------------------------------------------------- */

static VdtPlanEdit *
new_edit (EditKind kind)
{
  VdtPlanEdit *edit = g_new0 (VdtPlanEdit, 1);

  edit->kind = kind;
  edit->items = new_items ();
  return edit;
}

/**
 * vdt_plan_edit_free:
 * @edit: (nullable) (transfer full): an edit
 */
void
vdt_plan_edit_free (VdtPlanEdit *edit)
{
  if (edit == NULL)
    return;
  g_array_unref (edit->items);
  g_free (edit);
}

static char *
keep (const VdtJsonString *string)
{
  g_autofree char *whole = vdt_json_string_dup (string, MAX_BYTES);
  g_autofree char *clean = whole != NULL ? vdt_text_strip_controls (whole) : NULL;

  if (clean == NULL || *g_strstrip (clean) == '\0')
    return NULL;
  return vdt_text_cut (clean, VDT_PLAN_MAX_TEXT);
}

/* Of a wrong type is as missing, also where the key stood before: the last one counts. */
static void
read_string (VdtJsonReader *reader, VdtJsonString *string)
{
  memset (string, 0, sizeof *string);
  if (vdt_json_reader_peek (reader) == VDT_JSON_STRING)
    vdt_json_reader_read_string (reader, string);
}

/* A word we do not know is not begun. */
static VdtPlanStatus
status_from_json (const VdtJsonString *word)
{
  if (vdt_json_string_equal (word, "in_progress"))
    return VDT_PLAN_IN_PROGRESS;
  if (vdt_json_string_equal (word, "completed"))
    return VDT_PLAN_COMPLETED;
  if (vdt_json_string_equal (word, "blocked"))
    return VDT_PLAN_BLOCKED;
  return VDT_PLAN_PENDING;
}

static guint64
hash_string (const VdtJsonString *string)
{
  g_autofree char *plain = vdt_json_string_dup (string, 256);

  return plain != NULL ? vdt_text_hash64 (plain, strlen (plain)) : 0;
}

static void
read_list (VdtJsonReader *reader, VdtPlanEdit *edit, const char *text)
{
  if (!vdt_json_reader_enter_array (reader))
    return;
  while (vdt_json_reader_next_element (reader))
    {
      VdtJsonString key;
      VdtJsonString words = { 0 };
      VdtJsonString status = { 0 };
      VdtPlanItem item = { 0 };

      if (edit->items->len >= VDT_PLAN_MAX_ITEMS || !vdt_json_reader_enter_object (reader))
        continue;
      while (vdt_json_reader_next_key (reader, &key))
        {
          if (vdt_json_string_equal (&key, text))
            read_string (reader, &words);
          else if (vdt_json_string_equal (&key, "status"))
            read_string (reader, &status);
        }
      item.text = keep (&words);
      item.status = status_from_json (&status);
      if (item.text != NULL)
        g_array_append_val (edit->items, item);
    }
}

/**
 * vdt_plan_edit_new_list:
 * @input: a call's arguments
 * @list: the key of the list
 * @text: the key of an item's text
 *
 * For calls that bring the whole list each time: `update_plan`, `TodoWrite`.
 *
 * Returns: (transfer full) (nullable): the edit; `NULL` where @input has no such list
 */
VdtPlanEdit *
vdt_plan_edit_new_list (const VdtJsonSpan *input, const char *list, const char *text)
{
  g_autoptr (VdtPlanEdit) edit = new_edit (EDIT_LIST);
  VdtJsonReader reader;
  VdtJsonString key;
  gboolean found = FALSE;

  if (input->len == 0)
    return NULL;
  vdt_json_reader_init_span (&reader, input);
  if (!vdt_json_reader_enter_object (&reader))
    return NULL;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      if (!vdt_json_string_equal (&key, list) || vdt_json_reader_peek (&reader) != VDT_JSON_ARRAY)
        continue;
      found = TRUE;
      g_array_set_size (edit->items, 0);
      read_list (&reader, edit, text);
    }
  return found && vdt_json_reader_at_end (&reader) ? g_steal_pointer (&edit) : NULL;
}

/**
 * vdt_plan_edit_new_task:
 * @input: the arguments of `TaskCreate`
 *
 * Returns: (transfer full) (nullable): the edit
 */
VdtPlanEdit *
vdt_plan_edit_new_task (const VdtJsonSpan *input)
{
  g_autoptr (VdtPlanEdit) edit = new_edit (EDIT_TASK);
  VdtJsonReader reader;
  VdtJsonString key;
  VdtJsonString subject = { 0 };
  VdtPlanItem item = { 0 };

  if (input->len == 0)
    return NULL;
  vdt_json_reader_init_span (&reader, input);
  if (!vdt_json_reader_enter_object (&reader))
    return NULL;
  while (vdt_json_reader_next_key (&reader, &key))
    if (vdt_json_string_equal (&key, "subject"))
      read_string (&reader, &subject);
  item.text = keep (&subject);
  if (item.text == NULL)
    return NULL;
  g_array_append_val (edit->items, item);
  return g_steal_pointer (&edit);
}

/**
 * vdt_plan_edit_new_update:
 * @input: the arguments of `TaskUpdate`
 *
 * Returns: (transfer full) (nullable): the edit
 */
VdtPlanEdit *
vdt_plan_edit_new_update (const VdtJsonSpan *input)
{
  g_autoptr (VdtPlanEdit) edit = new_edit (EDIT_UPDATE);
  VdtJsonReader reader;
  VdtJsonString key;
  VdtJsonString task = { 0 };
  VdtJsonString status = { 0 };
  VdtJsonString subject = { 0 };
  VdtPlanItem item = { 0 };

  if (input->len == 0)
    return NULL;
  vdt_json_reader_init_span (&reader, input);
  if (!vdt_json_reader_enter_object (&reader))
    return NULL;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      if (vdt_json_string_equal (&key, "taskId"))
        read_string (&reader, &task);
      else if (vdt_json_string_equal (&key, "status"))
        read_string (&reader, &status);
      else if (vdt_json_string_equal (&key, "subject"))
        read_string (&reader, &subject);
    }
  item.task = hash_string (&task);
  if (item.task == 0)
    return NULL;
  item.text = keep (&subject);
  item.status = status_from_json (&status);
  edit->has_status = vdt_json_string_is_set (&status);
  edit->removes = vdt_json_string_equal (&status, "deleted");
  g_array_append_val (edit->items, item);
  return g_steal_pointer (&edit);
}

/**
 * vdt_plan_task_of_result:
 * @result: what `TaskCreate` came back with
 *
 * Returns: the hash of the new task's id; 0 where none is told
 */
guint64
vdt_plan_task_of_result (const VdtJsonSpan *result)
{
  VdtJsonReader reader;
  VdtJsonString key;
  VdtJsonString id = { 0 };

  if (result->len == 0)
    return 0;
  vdt_json_reader_init_span (&reader, result);
  if (!vdt_json_reader_enter_object (&reader))
    return 0;
  while (vdt_json_reader_next_key (&reader, &key))
    {
      VdtJsonString inner;

      if (!vdt_json_string_equal (&key, "task"))
        continue;
      memset (&id, 0, sizeof id);
      if (!vdt_json_reader_enter_object (&reader))
        continue;
      while (vdt_json_reader_next_key (&reader, &inner))
        if (vdt_json_string_equal (&inner, "id"))
          read_string (&reader, &id);
    }
  return hash_string (&id);
}

/* --- the plan --------------------------------------------------------------------------------- */

/**
 * vdt_plan_new:
 *
 * Returns: (transfer full): an empty plan
 */
VdtPlan *
vdt_plan_new (void)
{
  VdtPlan *plan = g_new0 (VdtPlan, 1);

  plan->items = new_items ();
  return plan;
}

/**
 * vdt_plan_free:
 * @plan: (nullable) (transfer full): a plan
 */
void
vdt_plan_free (VdtPlan *plan)
{
  if (plan == NULL)
    return;
  g_array_unref (plan->items);
  g_free (plan);
}

/* A task that is called otherwise is the same one. */
static gboolean
is_same (const VdtPlanItem *a, const VdtPlanItem *b)
{
  if (a->task != 0 && b->task != 0)
    return a->task == b->task;
  return strcmp (a->text, b->text) == 0;
}

/* Whether @item is in @items with that status. */
static gboolean
had (const GArray *items, const VdtPlanItem *item, VdtPlanStatus status)
{
  for (guint i = 0; i < items->len; i++)
    if (item_at (items, i)->status == status && is_same (item_at (items, i), item))
      return TRUE;
  return FALSE;
}

/* Tells what is finished now, what is blocked and what no longer is. */
static void
tell_difference (const GArray *before, const GArray *after, VdtChangeSet *changes, VdtTime at)
{
  for (guint i = 0; i < after->len; i++)
    {
      const VdtPlanItem *item = item_at (after, i);

      if (item->status == VDT_PLAN_COMPLETED && !had (before, item, VDT_PLAN_COMPLETED))
        vdt_change_set_add (changes, VDT_CHANGE_COMPLETED, NULL, item->text, at);
      if (item->status == VDT_PLAN_BLOCKED && !had (before, item, VDT_PLAN_BLOCKED))
        vdt_change_set_add (changes, VDT_CHANGE_BLOCKER, NULL, item->text, at);
    }
  for (guint i = 0; i < before->len; i++)
    {
      const VdtPlanItem *item = item_at (before, i);

      if (item->status == VDT_PLAN_BLOCKED && !had (after, item, VDT_PLAN_BLOCKED))
        vdt_change_set_add (changes, VDT_CHANGE_BLOCKER_GONE, NULL, item->text, at);
    }
}

static GArray *
copy_items (const GArray *items)
{
  GArray *copy = new_items ();

  for (guint i = 0; i < items->len; i++)
    {
      VdtPlanItem item = *item_at (items, i);

      item.text = g_strdup (item.text);
      g_array_append_val (copy, item);
    }
  return copy;
}

static void
update_item (GArray *items, const VdtPlanEdit *edit)
{
  const VdtPlanItem *change = item_at (edit->items, 0);

  for (guint i = 0; i < items->len; i++)
    {
      VdtPlanItem *item = item_at (items, i);

      if (item->task != change->task)
        continue;
      if (edit->removes)
        {
          g_array_remove_index (items, i);
          return;
        }
      if (edit->has_status)
        item->status = change->status;
      if (change->text != NULL)
        {
          g_free (item->text);
          item->text = g_strdup (change->text);
        }
      return;
    }
}

/* A number that is given anew means the new task: the agent began its list anew. */
static void
add_task (GArray *items, const VdtPlanItem *task, guint64 id)
{
  VdtPlanItem item = { .task = id, .text = g_strdup (task->text) };

  for (guint i = items->len; i > 0 && id != 0; i--)
    {
      if (item_at (items, i - 1)->task == id)
        g_array_remove_index (items, i - 1);
    }
  if (items->len < VDT_PLAN_MAX_ITEMS)
    g_array_append_val (items, item);
  else
    item_clear (&item);
}

/**
 * vdt_plan_apply:
 * @plan: a plan
 * @edit: what is done to it
 * @task: of an edit that adds a task: its id's hash, or 0
 * @changes: where to tell what is different now
 * @at: when
 */
void
vdt_plan_apply (VdtPlan *plan,
                const VdtPlanEdit *edit,
                guint64 task,
                VdtChangeSet *changes,
                VdtTime at)
{
  GArray *before = plan->items;

  plan->items = copy_items (edit->kind == EDIT_LIST ? edit->items : before);
  if (edit->kind == EDIT_TASK)
    add_task (plan->items, item_at (edit->items, 0), task);
  else if (edit->kind == EDIT_UPDATE)
    update_item (plan->items, edit);
  tell_difference (before, plan->items, changes, at);
  g_array_unref (before);
}

/**
 * vdt_plan_get_size:
 * @plan: a plan
 *
 * Returns: how many items it has
 */
guint
vdt_plan_get_size (const VdtPlan *plan)
{
  return plan->items->len;
}

/**
 * vdt_plan_count_completed:
 * @plan: a plan
 *
 * Returns: how many of its items are finished
 */
guint
vdt_plan_count_completed (const VdtPlan *plan)
{
  guint n = 0;

  for (guint i = 0; i < plan->items->len; i++)
    if (item_at (plan->items, i)->status == VDT_PLAN_COMPLETED)
      n++;
  return n;
}

static const char *
first_with (const VdtPlan *plan, VdtPlanStatus status)
{
  for (guint i = 0; i < plan->items->len; i++)
    if (item_at (plan->items, i)->status == status)
      return item_at (plan->items, i)->text;
  return NULL;
}

/**
 * vdt_plan_get_current:
 * @plan: a plan
 *
 * Returns: (nullable): the item in progress
 */
const char *
vdt_plan_get_current (const VdtPlan *plan)
{
  return first_with (plan, VDT_PLAN_IN_PROGRESS);
}

/**
 * vdt_plan_get_next:
 * @plan: a plan
 *
 * Returns: (nullable): the first item that was not begun
 */
const char *
vdt_plan_get_next (const VdtPlan *plan)
{
  return first_with (plan, VDT_PLAN_PENDING);
}

/**
 * vdt_plan_dup_blocked:
 * @plan: a plan
 *
 * Returns: (transfer full) (nullable): the items that something stands in the way of; `NULL` where
 *   there are none
 */
char **
vdt_plan_dup_blocked (const VdtPlan *plan)
{
  g_autoptr (GStrvBuilder) blocked = NULL;

  if (first_with (plan, VDT_PLAN_BLOCKED) == NULL)
    return NULL;
  blocked = g_strv_builder_new ();
  for (guint i = 0; i < plan->items->len; i++)
    if (item_at (plan->items, i)->status == VDT_PLAN_BLOCKED)
      g_strv_builder_add (blocked, item_at (plan->items, i)->text);
  return g_strv_builder_end (blocked);
}

/* --- keeping ---------------------------------------------------------------------------------- */

static void
put_items (const GArray *items, GByteArray *blob)
{
  vdt_blob_put_int (blob, items->len);
  for (guint i = 0; i < items->len; i++)
    {
      vdt_blob_put_int (blob, (gint64) item_at (items, i)->task);
      vdt_blob_put_string (blob, item_at (items, i)->text);
      vdt_blob_put_int (blob, item_at (items, i)->status);
    }
}

static GArray *
get_items (VdtBlobReader *reader, gboolean may_lack_text)
{
  GArray *items = new_items ();
  const gsize n = vdt_blob_get_length (reader, 3);

  for (gsize i = 0; i < n && !reader->failed; i++)
    {
      VdtPlanItem item = { .task = (guint64) vdt_blob_get_int (reader) };

      item.text = vdt_blob_get_string (reader);
      item.status = vdt_blob_get_int_in (reader, VDT_PLAN_PENDING, VDT_PLAN_BLOCKED);
      g_array_append_val (items, item);
      if (item.text == NULL && !may_lack_text)
        reader->failed = TRUE;
    }
  if (items->len > VDT_PLAN_MAX_ITEMS)
    reader->failed = TRUE;
  return items;
}

/**
 * vdt_plan_write:
 * @plan: a plan
 * @blob: where to append
 */
void
vdt_plan_write (const VdtPlan *plan, GByteArray *blob)
{
  put_items (plan->items, blob);
}

/**
 * vdt_plan_read:
 * @reader: what [func@vdt_plan_write] wrote
 *
 * Returns: (transfer full): the plan; the reader says whether it is damaged
 */
VdtPlan *
vdt_plan_read (VdtBlobReader *reader)
{
  VdtPlan *plan = g_new0 (VdtPlan, 1);

  plan->items = get_items (reader, FALSE);
  return plan;
}

/**
 * vdt_plan_edit_write:
 * @edit: (nullable): an edit
 * @blob: where to append
 */
void
vdt_plan_edit_write (const VdtPlanEdit *edit, GByteArray *blob)
{
  vdt_blob_put_int (blob, edit != NULL ? (gint64) edit->kind : -1);
  if (edit == NULL)
    return;
  vdt_blob_put_int (blob, (edit->has_status ? 1 : 0) | (edit->removes ? 2 : 0));
  put_items (edit->items, blob);
}

/**
 * vdt_plan_edit_read:
 * @reader: what [func@vdt_plan_edit_write] wrote
 *
 * Returns: (transfer full) (nullable): the edit, if there is one; the reader says whether it is
 *   damaged
 */
VdtPlanEdit *
vdt_plan_edit_read (VdtBlobReader *reader)
{
  const gint64 kind = vdt_blob_get_int_in (reader, -1, EDIT_UPDATE);
  VdtPlanEdit *edit = NULL;
  gint64 flags = 0;

  if (kind < 0 || reader->failed)
    return NULL;
  edit = g_new0 (VdtPlanEdit, 1);
  edit->kind = (EditKind) kind;
  flags = vdt_blob_get_int_in (reader, 0, 3);
  edit->has_status = (flags & 1) != 0;
  edit->removes = (flags & 2) != 0;
  edit->items = get_items (reader, edit->kind == EDIT_UPDATE);
  if (edit->kind != EDIT_LIST && edit->items->len != 1)
    reader->failed = TRUE;
  return edit;
}
