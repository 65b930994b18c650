/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-blob.h"
#include "vdt-time.h"

G_BEGIN_DECLS

/* Most changes that are kept of one kind. */
#define VDT_CHANGES_MAX 100

/**
 * VdtChangeKind:
 * @VDT_CHANGE_GOAL: the goal, from one text to another
 * @VDT_CHANGE_CURRENT_TASK: what is being worked on
 * @VDT_CHANGE_NEXT_ACTION: what comes next in the plan
 * @VDT_CHANGE_LIFECYCLE: the state; its words are those of [func@vdt_lifecycle_to_string]
 * @VDT_CHANGE_HEALTH: `ok` or `degraded`: whether all of the log is understood
 * @VDT_CHANGE_COMPLETED: something of the plan was finished
 * @VDT_CHANGE_BLOCKER: something stands in the way
 * @VDT_CHANGE_BLOCKER_GONE: it does no longer
 * @VDT_CHANGE_DECISION: a question or a plan was put to the person
 * @VDT_CHANGE_DECISION_RESOLVED: it was answered, or has become void
 *
 * What may change about a session (facts 1.5 *changes*). The first five go from something to
 * something; the others are about one thing each. Stored: only add at the end.
 */
typedef enum
{
  VDT_CHANGE_GOAL,
  VDT_CHANGE_CURRENT_TASK,
  VDT_CHANGE_NEXT_ACTION,
  VDT_CHANGE_LIFECYCLE,
  VDT_CHANGE_HEALTH,
  VDT_CHANGE_COMPLETED,
  VDT_CHANGE_BLOCKER,
  VDT_CHANGE_BLOCKER_GONE,
  VDT_CHANGE_DECISION,
  VDT_CHANGE_DECISION_RESOLVED,
  VDT_N_CHANGES,
} VdtChangeKind;

/**
 * VdtChangeItem:
 * @from: (nullable): what it was; of the last five kinds `NULL`
 * @to: (nullable): what it is, or what it is about
 * @at: when
 */
typedef struct
{
  VdtChangeKind kind;
  char *from;
  char *to;
  VdtTime at;
} VdtChangeItem;

/**
 * VdtChangeSet:
 *
 * What is different between two moments of a session. Not thread-safe while it is filled.
 */
typedef struct _VdtChangeSet VdtChangeSet;

VdtChangeSet *vdt_change_set_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_change_set_free (VdtChangeSet *set);
void vdt_change_set_add (VdtChangeSet *set,
                         VdtChangeKind kind,
                         const char *from,
                         const char *to,
                         VdtTime at);
guint vdt_change_set_get_size (const VdtChangeSet *set);
const VdtChangeItem *vdt_change_set_get (const VdtChangeSet *set, guint index);
gboolean vdt_change_set_has (const VdtChangeSet *set, VdtChangeKind kind);
void vdt_change_set_clear (VdtChangeSet *set);
void vdt_change_set_write (const VdtChangeSet *set, GByteArray *blob);
gboolean vdt_change_set_append_blob (VdtChangeSet *set, gconstpointer data, gsize len, VdtTime at);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtChangeSet, vdt_change_set_free)

G_END_DECLS
