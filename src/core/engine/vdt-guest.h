/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vdt-review.h"

G_BEGIN_DECLS

/**
 * VdtGuestError:
 * @VDT_GUEST_ERROR_ABSENT: there is no database yet, or an older Vedette made it: Vedette has to
 *   be started once
 * @VDT_GUEST_ERROR_NEWER: a newer Vedette made it
 * @VDT_GUEST_ERROR_DAMAGED: it is damaged; Vedette sets it aside when it is started
 * @VDT_GUEST_ERROR_BUSY: somebody else kept it locked
 * @VDT_GUEST_ERROR_READ_ONLY: it, or its folder, cannot be written
 * @VDT_GUEST_ERROR_FULL: no room on the disk
 * @VDT_GUEST_ERROR_FAILED: something else; the message says what
 */
typedef enum
{
  VDT_GUEST_ERROR_ABSENT,
  VDT_GUEST_ERROR_NEWER,
  VDT_GUEST_ERROR_DAMAGED,
  VDT_GUEST_ERROR_BUSY,
  VDT_GUEST_ERROR_READ_ONLY,
  VDT_GUEST_ERROR_FULL,
  VDT_GUEST_ERROR_FAILED,
} VdtGuestError;

#define VDT_GUEST_ERROR (vdt_guest_error_quark ())
GQuark vdt_guest_error_quark (void);

/**
 * VdtGuest:
 *
 * A short look at what a Vedette has stored, which may be running and writing: for a command that
 * does one thing and ends. Each function waits for its answer, running the default main context.
 * Main thread only.
 */
typedef struct _VdtGuest VdtGuest;

/**
 * VdtGuestQueue:
 * @cards: (element-type VdtReviewCard): in the order they are to be looked at (V33)
 * @n_more: how many more sessions have changed
 * @next_due: when the next digest is due
 * @last_digest: when there was one
 *
 * The Review queue of one moment.
 */
typedef struct
{
  GPtrArray *cards;
  guint n_more;
  VdtTime next_due;
  VdtTime last_digest;
} VdtGuestQueue;

/**
 * VdtGuestEvent:
 * @snapshot_id: its snapshot's
 * @changes: what changed with it
 *
 * One step of the timeline.
 */
typedef struct
{
  char *session_id;
  char *snapshot_id;
  VdtTime at;
  VdtChangeSet *changes;
} VdtGuestEvent;

/* Most steps of a timeline that are read at once. */
#define VDT_GUEST_MAX_EVENTS 500

VdtGuest *vdt_guest_open (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void vdt_guest_close (VdtGuest *guest);

const VdtSessionInfo *vdt_guest_get_session (VdtGuest *guest, const char *session_id);
GPtrArray *vdt_guest_find_sessions (VdtGuest *guest, const char *name) G_GNUC_WARN_UNUSED_RESULT;

VdtGuestQueue *vdt_guest_load_queue (VdtGuest *guest, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void vdt_guest_queue_free (VdtGuestQueue *queue);
VdtReviewCard *vdt_guest_load_card (VdtGuest *guest,
                                    const char *session_id,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
VdtReviewCard *vdt_guest_find_decision (VdtGuest *guest,
                                        const char *decision_id,
                                        const VdtReviewDecision **decision,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *vdt_guest_load_timeline (VdtGuest *guest,
                                    const char *session_id,
                                    guint max_events,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

gboolean vdt_guest_acknowledge (VdtGuest *guest,
                                const VdtReviewTarget *targets,
                                guint n_targets,
                                VdtTime now,
                                VdtReviewOutcome *outcome,
                                guint *n_advanced,
                                GError **error);
gboolean vdt_guest_unreview (VdtGuest *guest,
                             const char *session_id,
                             VdtReviewOutcome *outcome,
                             GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtGuest, vdt_guest_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VdtGuestQueue, vdt_guest_queue_free)

G_END_DECLS
