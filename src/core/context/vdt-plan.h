/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-blob.h"
#include "vdt-change-set.h"
#include "vdt-json-reader.h"

G_BEGIN_DECLS

#define VDT_PLAN_MAX_ITEMS 100
#define VDT_PLAN_MAX_TEXT  500 /* characters of one item (V11) */

typedef enum
{
  VDT_PLAN_PENDING,
  VDT_PLAN_IN_PROGRESS,
  VDT_PLAN_COMPLETED,
  VDT_PLAN_BLOCKED,
} VdtPlanStatus;

/**
 * VdtPlanItem:
 * @task: hash of the id that the agent calls it by; 0 where it has none
 */
typedef struct
{
  guint64 task;
  char *text;
  VdtPlanStatus status;
} VdtPlanItem;

/**
 * VdtPlan:
 *
 * An agent's own list of what there is to do (V10): Codex's `update_plan`, Claude Code's to-do
 * list and tasks. Not thread-safe.
 */
typedef struct _VdtPlan VdtPlan;

/**
 * VdtPlanEdit:
 *
 * What one call does to a plan. It counts once the call's result says that it was done.
 */
typedef struct _VdtPlanEdit VdtPlanEdit;

VdtPlan *vdt_plan_new (void) G_GNUC_WARN_UNUSED_RESULT;
void vdt_plan_free (VdtPlan *plan);
void vdt_plan_apply (VdtPlan *plan,
                     const VdtPlanEdit *edit,
                     guint64 task,
                     VdtChangeSet *changes,
                     VdtTime at);
guint vdt_plan_get_size (const VdtPlan *plan);
guint vdt_plan_count_completed (const VdtPlan *plan);
const char *vdt_plan_get_current (const VdtPlan *plan);
const char *vdt_plan_get_next (const VdtPlan *plan);
char **vdt_plan_dup_blocked (const VdtPlan *plan) G_GNUC_WARN_UNUSED_RESULT;
void vdt_plan_write (const VdtPlan *plan, GByteArray *blob);
VdtPlan *vdt_plan_read (VdtBlobReader *reader) G_GNUC_WARN_UNUSED_RESULT;

VdtPlanEdit *vdt_plan_edit_new_list (const VdtJsonSpan *input,
                                     const char *list,
                                     const char *text) G_GNUC_WARN_UNUSED_RESULT;
VdtPlanEdit *vdt_plan_edit_new_task (const VdtJsonSpan *input) G_GNUC_WARN_UNUSED_RESULT;
VdtPlanEdit *vdt_plan_edit_new_update (const VdtJsonSpan *input) G_GNUC_WARN_UNUSED_RESULT;
void vdt_plan_edit_free (VdtPlanEdit *edit);
void vdt_plan_edit_write (const VdtPlanEdit *edit, GByteArray *blob);
VdtPlanEdit *vdt_plan_edit_read (VdtBlobReader *reader) G_GNUC_WARN_UNUSED_RESULT;
guint64 vdt_plan_task_of_result (const VdtJsonSpan *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtPlan, vdt_plan_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtPlanEdit, vdt_plan_edit_free)

G_END_DECLS
