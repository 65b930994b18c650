/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-engine"

#include "config.h"

#include "vdt-engine-private.h"

static void
add_problem (VdtEngine *self, VdtProblemKind kind, guint64 count, const char *argument)
{
  VdtProblem problem = { .kind = kind, .count = (guint) MIN (count, G_MAXINT) };

  if ((self->dismissed & (1u << kind)) != 0)
    return;
  if (argument != NULL)
    {
      char *text = g_filename_display_name (argument);

      g_ptr_array_add (self->problem_texts, text);
      problem.argument = text;
    }
  g_array_append_val (self->problems, problem);
}

static void
add_store_problem (VdtEngine *self)
{
  switch (vdt_store_get_reason (self->store))
    {
    case VDT_STORE_REASON_CORRUPT:
      add_problem (self, VDT_PROBLEM_DATABASE_CORRUPT, 1, vdt_store_get_set_aside (self->store));
      break;
    case VDT_STORE_REASON_NEWER:
      add_problem (self, VDT_PROBLEM_DATABASE_NEWER, 1, NULL);
      break;
    case VDT_STORE_REASON_LOCKED:
      add_problem (self, VDT_PROBLEM_DATABASE_LOCKED, 1, NULL);
      break;
    case VDT_STORE_REASON_FULL:
      add_problem (self, VDT_PROBLEM_DATABASE_FULL, 1, NULL);
      break;
    case VDT_STORE_REASON_READ_ONLY:
    case VDT_STORE_REASON_FAILED:
      add_problem (self, VDT_PROBLEM_DATABASE_READ_ONLY, 1, NULL);
      break;
    case VDT_STORE_REASON_NONE:
      break;
    }
}

static gboolean
problems_equal (const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const VdtProblem *x = &g_array_index (a, VdtProblem, i);
      const VdtProblem *y = &g_array_index (b, VdtProblem, i);

      if (x->kind != y->kind || x->count != y->count || g_strcmp0 (x->argument, y->argument) != 0)
        return FALSE;
    }
  return TRUE;
}

/**
 * vdt_engine_update_problems:
 * @self: an engine
 *
 * Says what is wrong, the most serious first, if that changed.
 */
void
vdt_engine_update_problems (VdtEngine *self)
{
  g_autoptr (GArray) before = g_steal_pointer (&self->problems);
  g_autoptr (GPtrArray) texts = g_steal_pointer (&self->problem_texts);
  const char *first = NULL;
  guint64 bad_values = 0;
  guint64 malformed_lines = 0;
  guint n_unreadable = 0;

  self->problems = g_array_new (FALSE, TRUE, sizeof (VdtProblem));
  self->problem_texts = g_ptr_array_new_with_free_func (g_free);
  if (self->store != NULL)
    add_store_problem (self);
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    {
      const VdtEngineSide *side = &self->sides[i];

      if (first == NULL && side->unreadable->len > 0)
        first = g_ptr_array_index (side->unreadable, 0);
      n_unreadable += side->unreadable->len;
      bad_values += side->bad_values;
      malformed_lines += side->malformed_lines;
    }
  if (n_unreadable > 0)
    add_problem (self, VDT_PROBLEM_UNREADABLE_FOLDER, n_unreadable, first);
  if (bad_values > 0)
    add_problem (self, VDT_PROBLEM_BAD_VALUES, bad_values, NULL);
  if (malformed_lines > 0)
    add_problem (self, VDT_PROBLEM_MALFORMED_LINES, malformed_lines, NULL);
  if (!problems_equal (before, self->problems))
    g_signal_emit_by_name (self, "problems-changed");
}

/**
 * vdt_engine_get_n_problems:
 * @self: an engine
 *
 * Returns: how many things are wrong
 */
guint
vdt_engine_get_n_problems (VdtEngine *self)
{
  g_return_val_if_fail (VDT_IS_ENGINE (self), 0);

  return self->problems->len;
}

/**
 * vdt_engine_get_problem:
 * @self: an engine
 * @index: 0 … n - 1
 *
 * Returns: (transfer none): one thing that is wrong, the most serious first; good until the next
 *   `problems-changed`
 */
const VdtProblem *
vdt_engine_get_problem (VdtEngine *self, guint index)
{
  g_return_val_if_fail (VDT_IS_ENGINE (self) && index < self->problems->len, NULL);

  return &g_array_index (self->problems, VdtProblem, index);
}

/**
 * vdt_engine_dismiss_problem:
 * @self: an engine
 * @kind: what the person has seen
 *
 * Does not speak of it again until the workspace is turned on anew.
 */
void
vdt_engine_dismiss_problem (VdtEngine *self, VdtProblemKind kind)
{
  g_return_if_fail (VDT_IS_ENGINE (self));

  self->dismissed |= 1u << kind;
  vdt_engine_update_problems (self);
}
