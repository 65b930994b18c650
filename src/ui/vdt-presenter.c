/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-presenter.h"

struct _VdtPresenter
{
  GObject parent_instance;

  VdtLens lens;
};

typedef enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
} VdtPresenterSignals;

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtPresenter, vdt_presenter, G_TYPE_OBJECT)

static void
vdt_presenter_finalize (GObject *object)
{
  VdtPresenter *self = VDT_PRESENTER (object);

  vdt_zone_free (self->lens.zone);

  G_OBJECT_CLASS (vdt_presenter_parent_class)->finalize (object);
}

static void
vdt_presenter_class_init (VdtPresenterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = vdt_presenter_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
vdt_presenter_init (VdtPresenter *self)
{
  self->lens.zone = vdt_zone_new (NULL, NULL);
  if (self->lens.zone == NULL)
    self->lens.zone = vdt_zone_new_utc ();
  self->lens.now = vdt_time_now ();
}

/**
 * vdt_presenter_new:
 *
 * Returns: (transfer full): a presenter that shows this moment in the system's zone
 */
VdtPresenter *
vdt_presenter_new (void)
{
  return g_object_new (VDT_TYPE_PRESENTER, NULL);
}

/**
 * vdt_presenter_get_lens:
 * @self: a presenter
 *
 * Returns: (transfer none): how things are looked at now
 */
const VdtLens *
vdt_presenter_get_lens (VdtPresenter *self)
{
  g_return_val_if_fail (VDT_IS_PRESENTER (self), NULL);

  return &self->lens;
}

/**
 * vdt_presenter_set_now:
 * @self: a presenter
 * @now: the instant to show, milliseconds since 1970
 */
void
vdt_presenter_set_now (VdtPresenter *self, VdtTime now)
{
  g_return_if_fail (VDT_IS_PRESENTER (self));
  g_return_if_fail (vdt_time_known (now));

  if (self->lens.now == now)
    return;
  self->lens.now = now;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/**
 * vdt_presenter_set_words:
 * @self: a presenter
 * @words: whether meters say what is used or what is left
 */
void
vdt_presenter_set_words (VdtPresenter *self, VdtMeterWords words)
{
  g_return_if_fail (VDT_IS_PRESENTER (self));

  if (self->lens.words == words)
    return;
  self->lens.words = words;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}
