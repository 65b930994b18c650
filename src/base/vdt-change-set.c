/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-base"

#include "config.h"

#include "vdt-change-set.h"

#include <string.h>

struct _VdtChangeSet
{
  GArray *items; /* VdtChangeItem, by kind, then as they came */
};

static void
item_clear (gpointer data)
{
  VdtChangeItem *item = data;

  g_clear_pointer (&item->from, g_free);
  g_clear_pointer (&item->to, g_free);
}

/**
 * vdt_change_set_new:
 *
 * Returns: (transfer full): a set in which nothing has changed
 */
VdtChangeSet *
vdt_change_set_new (void)
{
  VdtChangeSet *set = g_new0 (VdtChangeSet, 1);

  set->items = g_array_new (FALSE, TRUE, sizeof (VdtChangeItem));
  g_array_set_clear_func (set->items, item_clear);
  return set;
}

/**
 * vdt_change_set_free:
 * @set: (nullable) (transfer full): a set
 */
void
vdt_change_set_free (VdtChangeSet *set)
{
  if (set == NULL)
    return;
  g_array_unref (set->items);
  g_free (set);
}

/**
 * vdt_change_set_clear:
 * @set: a set, in which nothing has changed afterwards
 */
void
vdt_change_set_clear (VdtChangeSet *set)
{
  g_array_set_size (set->items, 0);
}

static gboolean
goes_from_to (VdtChangeKind kind)
{
  return kind <= VDT_CHANGE_HEALTH;
}

/* What takes a thing back that was added, or the other way round; else @kind. */
static VdtChangeKind
opposite (VdtChangeKind kind)
{
  if (kind == VDT_CHANGE_BLOCKER)
    return VDT_CHANGE_BLOCKER_GONE;
  if (kind == VDT_CHANGE_BLOCKER_GONE)
    return VDT_CHANGE_BLOCKER;
  return kind;
}

static int
find (const VdtChangeSet *set, VdtChangeKind kind, const char *to)
{
  for (guint i = 0; i < set->items->len; i++)
    {
      const VdtChangeItem *item = &g_array_index (set->items, VdtChangeItem, i);

      if (item->kind == kind && (goes_from_to (kind) || g_strcmp0 (item->to, to) == 0))
        return (int) i;
    }
  return -1;
}

static void
insert (VdtChangeSet *set, VdtChangeKind kind, const char *from, const char *to, VdtTime at)
{
  VdtChangeItem item = { .kind = kind, .from = g_strdup (from), .to = g_strdup (to), .at = at };
  guint place = set->items->len;
  guint n_same = 0;

  while (place > 0 && g_array_index (set->items, VdtChangeItem, place - 1).kind > kind)
    place--;
  for (guint i = place; i > 0 && g_array_index (set->items, VdtChangeItem, i - 1).kind == kind; i--)
    n_same++;
  if (n_same >= VDT_CHANGES_MAX)
    {
      /* The oldest makes room. */
      g_array_remove_index (set->items, place - n_same);
      place--;
    }
  g_array_insert_val (set->items, place, item);
}

/**
 * vdt_change_set_add:
 * @set: a set
 * @kind: what changed
 * @from: (nullable): what it was
 * @to: (nullable): what it is, or what it is about
 * @at: when
 *
 * Adds what happened next. Changes of one thing become one, and what was taken back is none: a
 * state that came back, a blocker that came and went, a decision that was asked and answered
 * stays as answered.
 */
void
vdt_change_set_add (VdtChangeSet *set,
                    VdtChangeKind kind,
                    const char *from,
                    const char *to,
                    VdtTime at)
{
  int known = -1;
  int taken_back = -1;

  g_return_if_fail (set != NULL && (guint) kind < VDT_N_CHANGES);

  known = find (set, kind, to);
  if (goes_from_to (kind))
    {
      if (known < 0)
        {
          if (g_strcmp0 (from, to) != 0)
            insert (set, kind, from, to, at);
          return;
        }
      VdtChangeItem *item = &g_array_index (set->items, VdtChangeItem, known);

      if (g_strcmp0 (item->from, to) == 0)
        {
          g_array_remove_index (set->items, (guint) known);
          return;
        }
      g_free (item->to);
      item->to = g_strdup (to);
      item->at = at;
      return;
    }
  if (kind == VDT_CHANGE_DECISION_RESOLVED)
    {
      taken_back = find (set, VDT_CHANGE_DECISION, to);
      if (taken_back >= 0)
        g_array_remove_index (set->items, (guint) taken_back);
    }
  else if (opposite (kind) != kind)
    {
      taken_back = find (set, opposite (kind), to);
      if (taken_back >= 0)
        {
          g_array_remove_index (set->items, (guint) taken_back);
          return;
        }
    }
  if (known < 0 || kind == VDT_CHANGE_DECISION || kind == VDT_CHANGE_DECISION_RESOLVED)
    insert (set, kind, NULL, to, at);
}

/**
 * vdt_change_set_get_size:
 * @set: a set
 *
 * Returns: how many changes there are
 */
guint
vdt_change_set_get_size (const VdtChangeSet *set)
{
  return set->items->len;
}

/**
 * vdt_change_set_get:
 * @set: a set
 * @index: below its size
 *
 * Returns: (transfer none): a change; they are ordered by kind, then by time
 */
const VdtChangeItem *
vdt_change_set_get (const VdtChangeSet *set, guint index)
{
  g_return_val_if_fail (index < set->items->len, NULL);

  return &g_array_index (set->items, VdtChangeItem, index);
}

/**
 * vdt_change_set_has:
 * @set: a set
 * @kind: a kind
 *
 * Returns: whether anything of that kind is in it
 */
gboolean
vdt_change_set_has (const VdtChangeSet *set, VdtChangeKind kind)
{
  for (guint i = 0; i < set->items->len; i++)
    if (g_array_index (set->items, VdtChangeItem, i).kind == kind)
      return TRUE;
  return FALSE;
}

/**
 * vdt_change_set_write:
 * @set: a set of one moment
 * @blob: where to append; the times are left out
 */
void
vdt_change_set_write (const VdtChangeSet *set, GByteArray *blob)
{
  vdt_blob_put_int (blob, set->items->len);
  for (guint i = 0; i < set->items->len; i++)
    {
      const VdtChangeItem *item = &g_array_index (set->items, VdtChangeItem, i);

      vdt_blob_put_int (blob, item->kind);
      vdt_blob_put_string (blob, item->from);
      vdt_blob_put_string (blob, item->to);
    }
}

/**
 * vdt_change_set_append_blob:
 * @set: a set
 * @data: (array length=len): what [func@vdt_change_set_write] wrote
 * @len: its length
 * @at: when that was
 *
 * Adds what is in @data one after the other. Where it has both the answer to a question and a
 * question of the same words, that one was asked later.
 *
 * Returns: whether it could be read to its end
 */
gboolean
vdt_change_set_append_blob (VdtChangeSet *set, gconstpointer data, gsize len, VdtTime at)
{
  g_autoptr (GPtrArray) asked = g_ptr_array_new_with_free_func (g_free);
  VdtBlobReader reader;
  gsize n = 0;

  vdt_blob_reader_init (&reader, data, len);
  n = vdt_blob_get_length (&reader, 3);
  for (gsize i = 0; i < n && !reader.failed; i++)
    {
      const gint64 kind = vdt_blob_get_int_in (&reader, 0, VDT_N_CHANGES - 1);
      g_autofree char *from = vdt_blob_get_string (&reader);
      g_autofree char *to = vdt_blob_get_string (&reader);

      if (reader.failed)
        break;
      if (kind == VDT_CHANGE_DECISION)
        g_ptr_array_add (asked, g_steal_pointer (&to));
      else
        vdt_change_set_add (set, (VdtChangeKind) kind, from, to, at);
    }
  for (guint i = 0; i < asked->len; i++)
    vdt_change_set_add (set, VDT_CHANGE_DECISION, NULL, g_ptr_array_index (asked, i), at);
  return !reader.failed;
}
