/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-notify"

#include "config.h"

#include "vdt-null-notifier.h"

struct _VdtNullNotifier
{
  GObject parent_instance;
};

typedef enum
{
  PROP_AVAILABLE = 1,
} Property;

static void vdt_null_notifier_iface_init (VdtNotifierInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VdtNullNotifier,
                               vdt_null_notifier,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VDT_TYPE_NOTIFIER,
                                                      vdt_null_notifier_iface_init))

static void
vdt_null_notifier_show (VdtNotifier *notifier, const VdtNotification *notification)
{
  /* Nobody looks. */
}

static void
vdt_null_notifier_withdraw (VdtNotifier *notifier, const char *id)
{
}

static void
vdt_null_notifier_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch ((Property) id)
    {
    case PROP_AVAILABLE:
      g_value_set_boolean (value, FALSE);
      break;
    }
}

static void
vdt_null_notifier_iface_init (VdtNotifierInterface *iface)
{
  iface->show = vdt_null_notifier_show;
  iface->withdraw = vdt_null_notifier_withdraw;
}

static void
vdt_null_notifier_class_init (VdtNullNotifierClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = vdt_null_notifier_get_property;
  g_object_class_override_property (object_class, PROP_AVAILABLE, "available");
}

static void
vdt_null_notifier_init (VdtNullNotifier *self)
{
}

/**
 * vdt_null_notifier_new:
 *
 * Returns: (transfer full): a notifier that shows nothing
 */
VdtNullNotifier *
vdt_null_notifier_new (void)
{
  return g_object_new (VDT_TYPE_NULL_NOTIFIER, NULL);
}
