/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "vdt-look.h"

G_BEGIN_DECLS

/**
 * VdtStateBadge:
 *
 * The round badge of a session's state, with a small second one where there is more to know.
 * Presentation only: the words beside it carry the state.
 */
#define VDT_TYPE_STATE_BADGE (vdt_state_badge_get_type ())
G_DECLARE_FINAL_TYPE (VdtStateBadge, vdt_state_badge, VDT, STATE_BADGE, GtkWidget)

GtkWidget *vdt_state_badge_new (gboolean small) G_GNUC_WARN_UNUSED_RESULT;
void vdt_state_badge_set (VdtStateBadge *self, VdtBadge badge, VdtBadge extra);
VdtBadge vdt_state_badge_get_badge (VdtStateBadge *self);
VdtBadge vdt_state_badge_get_extra (VdtStateBadge *self);

G_END_DECLS
