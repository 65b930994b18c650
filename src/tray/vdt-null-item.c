/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-tray"

#include "config.h"

#include "vdt-null-item.h"

struct _VdtNullItem
{
  GObject parent_instance;
};

typedef enum
{
  PROP_HAS_HOST = 1,
} Property;

static void vdt_null_item_iface_init (VdtStatusItemInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VdtNullItem,
                               vdt_null_item,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VDT_TYPE_STATUS_ITEM,
                                                      vdt_null_item_iface_init))

static void
vdt_null_item_set_state (VdtStatusItem *item, const VdtTrayState *state)
{
  /* Nobody looks. */
}

static void
vdt_null_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch ((Property) id)
    {
    case PROP_HAS_HOST:
      g_value_set_boolean (value, FALSE);
      break;
    }
}

static void
vdt_null_item_iface_init (VdtStatusItemInterface *iface)
{
  iface->set_state = vdt_null_item_set_state;
}

static void
vdt_null_item_class_init (VdtNullItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = vdt_null_item_get_property;
  g_object_class_override_property (object_class, PROP_HAS_HOST, "has-host");
}

static void
vdt_null_item_init (VdtNullItem *self)
{
}

/**
 * vdt_null_item_new:
 *
 * Returns: (transfer full): an item that nobody shows
 */
VdtNullItem *
vdt_null_item_new (void)
{
  return g_object_new (VDT_TYPE_NULL_ITEM, NULL);
}
