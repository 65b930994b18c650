/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-blob.h"
#include "vdt-json-reader.h"
#include "vdt-time.h"

G_BEGIN_DECLS

/* Bounds of what is kept of a decision, in characters (facts 1.5 *DecisionItem*). */
#define VDT_DECISION_MAX_TITLE       160
#define VDT_DECISION_MAX_DESCRIPTION 2000
#define VDT_DECISION_MAX_LABEL       240
#define VDT_DECISION_MAX_DETAIL      500
#define VDT_DECISION_MAX_OPTIONS     20
#define VDT_DECISION_MAX_A_CALL      20

typedef enum
{
  VDT_DECISION_QUESTION,
  VDT_DECISION_PLAN_APPROVAL,
} VdtDecisionKind;

/**
 * VdtPriority:
 *
 * Set by the agent's own word for it and by nothing else (V42).
 */
typedef enum
{
  VDT_PRIORITY_LOW,
  VDT_PRIORITY_NORMAL,
  VDT_PRIORITY_HIGH,
  VDT_PRIORITY_CRITICAL,
} VdtPriority;

/**
 * VdtDecisionStatus:
 * @VDT_DECISION_PENDING: nobody has answered yet
 * @VDT_DECISION_SUBMITTING: an answer is being typed
 * @VDT_DECISION_UNKNOWN: whether it was typed is not known
 * @VDT_DECISION_RESOLVED: the log says that it is over
 *
 * Stored: only add at the end.
 */
typedef enum
{
  VDT_DECISION_PENDING,
  VDT_DECISION_SUBMITTING,
  VDT_DECISION_UNKNOWN,
  VDT_DECISION_RESOLVED,
} VdtDecisionStatus;

typedef struct
{
  char *label;
  char *description;
  gboolean recommended;
} VdtDecisionOption;

/**
 * VdtDecision:
 * @native_id: the call's id, a colon and the question's index (rulings: *Decisions*)
 * @title: the header, else the beginning of the question
 * @description: the question, or the plan's text
 * @recommendation: the number of the one recommended option, from 1; 0 for none
 * @multiple: whether several options may be chosen
 *
 * A structured question, or a plan to approve. The options' ids are `1`, `2` … Immutable once it
 * has been handed over; reference counted, any thread.
 */
typedef struct
{
  char *native_id;
  VdtDecisionKind kind;
  VdtPriority priority;
  char *title;
  char *description;
  VdtDecisionOption *options;
  guint n_options;
  guint recommendation;
  gboolean multiple;
  VdtTime created_at;
} VdtDecision;

VdtDecision *vdt_decision_new (void) G_GNUC_WARN_UNUSED_RESULT;
VdtDecision *vdt_decision_ref (VdtDecision *decision);
void vdt_decision_unref (VdtDecision *decision);
void vdt_decision_set_options (VdtDecision *decision, const VdtDecisionOption *options, guint n);
GPtrArray *vdt_decision_list_from_questions (const VdtJsonSpan *input,
                                             const char *call_id,
                                             VdtTime at,
                                             guint *n_questions) G_GNUC_WARN_UNUSED_RESULT;
VdtDecision *vdt_decision_new_plan (const VdtJsonSpan *input,
                                    const char *call_id,
                                    VdtTime at) G_GNUC_WARN_UNUSED_RESULT;
void vdt_decision_write (const VdtDecision *decision, GByteArray *blob);
VdtDecision *vdt_decision_read (VdtBlobReader *reader) G_GNUC_WARN_UNUSED_RESULT;

char *vdt_decision_make_id (const char *agent_id, const char *native_id) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_decision_options_fingerprint (const VdtDecision *decision) G_GNUC_WARN_UNUSED_RESULT;
char *vdt_prompt_fingerprint (const char *screen) G_GNUC_WARN_UNUSED_RESULT;
const char *vdt_decision_kind_to_string (VdtDecisionKind kind);
const char *vdt_decision_status_to_string (VdtDecisionStatus status);
const char *vdt_priority_to_string (VdtPriority priority);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtDecision, vdt_decision_unref)

G_END_DECLS
