/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "vdt-look.h"

G_BEGIN_DECLS

/**
 * VdtPresenter:
 *
 * The one [struct@VdtLens] that all widgets of a window look through. Emits `changed` when
 * the clock moved on or the words became others; widgets then draw their words again.
 * Main thread only.
 */
#define VDT_TYPE_PRESENTER (vdt_presenter_get_type ())
G_DECLARE_FINAL_TYPE (VdtPresenter, vdt_presenter, VDT, PRESENTER, GObject)

VdtPresenter *vdt_presenter_new (void) G_GNUC_WARN_UNUSED_RESULT;
const VdtLens *vdt_presenter_get_lens (VdtPresenter *self);
void vdt_presenter_set_now (VdtPresenter *self, VdtTime now);
void vdt_presenter_set_words (VdtPresenter *self, VdtMeterWords words);

G_END_DECLS
