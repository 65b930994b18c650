/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-tray"

#include "config.h"

#include "vdt-sni.h"

#include <string.h>

#include "vdt-dbusmenu.h"
#include "vdt-macros.h"
#include "vdt-sni-generated.h"
#include "vdt-text.h"
#include "vdt-tray-icon.h"

#define WATCHER_NAME      "org.kde.StatusNotifierWatcher"
#define WATCHER_PATH      "/StatusNotifierWatcher"
#define WATCHER_INTERFACE "org.kde.StatusNotifierWatcher"

#define MAX_TOKEN_BYTES 512

/* No picture; greater than any key. */
#define NO_ICON G_MAXUINT

struct _VdtSni
{
  GObject parent_instance;

  GDBusConnection *connection;
  VdtDbusItem *skeleton;
  VdtDbusmenu *menu;
  VdtTrayIcon *icon;
  char *icon_name_prefix;
  char *activation_token;
  guint icon_key;
  guint attention_key;

  guint watch_id;
  guint signal_id;
  char *watcher; /* unique name, or NULL while there is none */
  GCancellable *watcher_cancellable;
  GCancellable *host_cancellable;
  gboolean registering;
  gboolean registered;
  gboolean host_registered;
  gboolean has_host;
};

typedef enum
{
  PROP_ICON_NAME_PREFIX = 1,
  PROP_HAS_HOST,
} Property;

static void vdt_sni_iface_init (VdtStatusItemInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VdtSni,
                               vdt_sni,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VDT_TYPE_STATUS_ITEM, vdt_sni_iface_init))

static void
update_has_host (VdtSni *self)
{
  gboolean has_host = self->registered && self->host_registered;

  if (has_host == self->has_host)
    return;
  self->has_host = has_host;
  g_object_notify (G_OBJECT (self), "has-host");
}

static void
registered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  VdtSni *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  self->registering = FALSE;
  self->registered = reply != NULL;
  if (reply == NULL)
    g_debug ("the watcher refused the item: %s", error->message);
  update_has_host (self);
}

static void
register_item (VdtSni *self)
{
  if (self->registering || self->registered)
    return;
  self->registering = TRUE;
  g_dbus_connection_call (self->connection, self->watcher, WATCHER_PATH, WATCHER_INTERFACE,
                          "RegisterStatusNotifierItem", g_variant_new ("(s)", VDT_SNI_OBJECT_PATH),
                          NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, self->watcher_cancellable,
                          registered_cb, self);
}

static void
host_registered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  VdtSni *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) value = NULL;

  reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (reply != NULL)
    g_variant_get (reply, "(v)", &value);
  else
    g_debug ("the watcher does not tell about hosts: %s", error->message);
  self->host_registered = value != NULL && g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN) &&
                          g_variant_get_boolean (value);
  update_has_host (self);
}

/* A later question makes an earlier answer worthless. */
static void
ask_for_host (VdtSni *self)
{
  g_cancellable_cancel (self->host_cancellable);
  g_clear_object (&self->host_cancellable);
  if (self->watcher == NULL)
    return;
  self->host_cancellable = g_cancellable_new ();
  g_dbus_connection_call (self->connection, self->watcher, WATCHER_PATH,
                          "org.freedesktop.DBus.Properties", "Get",
                          g_variant_new ("(ss)", WATCHER_INTERFACE,
                                         "IsStatusNotifierHostRegistered"),
                          G_VARIANT_TYPE ("(v)"), G_DBUS_CALL_FLAGS_NO_AUTO_START, -1,
                          self->host_cancellable, host_registered_cb, self);
}

static void
watcher_signal_cb (GDBusConnection *connection,
                   const char *sender,
                   const char *path,
                   const char *interface,
                   const char *signal,
                   GVariant *parameters,
                   gpointer user_data)
{
  VdtSni *self = user_data;

  if (self->watcher == NULL || !g_str_has_prefix (signal, "StatusNotifierHost"))
    return;
  /* Another host may be left when one goes, so the property decides. */
  ask_for_host (self);
  register_item (self);
}

static void
forget_watcher (VdtSni *self)
{
  g_cancellable_cancel (self->watcher_cancellable);
  g_clear_object (&self->watcher_cancellable);
  g_clear_pointer (&self->watcher, g_free);
  ask_for_host (self);
  if (self->signal_id != 0)
    g_dbus_connection_signal_unsubscribe (self->connection, self->signal_id);
  self->signal_id = 0;
  self->registering = FALSE;
  self->registered = FALSE;
  self->host_registered = FALSE;
}

static void
watcher_appeared_cb (GDBusConnection *connection,
                     const char *name,
                     const char *owner,
                     gpointer user_data)
{
  VdtSni *self = user_data;

  forget_watcher (self);
  self->watcher = g_strdup (owner);
  self->watcher_cancellable = g_cancellable_new ();
  self->signal_id =
    g_dbus_connection_signal_subscribe (self->connection, owner, WATCHER_INTERFACE, NULL,
                                        WATCHER_PATH, NULL, G_DBUS_SIGNAL_FLAGS_NONE,
                                        watcher_signal_cb, self, NULL);
  register_item (self);
  ask_for_host (self);
  update_has_host (self);
}

static void
watcher_vanished_cb (GDBusConnection *connection, const char *name, gpointer user_data)
{
  VdtSni *self = user_data;

  forget_watcher (self);
  update_has_host (self);
}

static GVariant *
make_pixmaps (VdtSni *self, const VdtTrayState *state)
{
  static const int sizes[] = VDT_TRAY_ICON_SIZES;
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(iiay)"));
  for (guint i = 0; state != NULL && i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GBytes) pixels = vdt_tray_icon_get_pixels (self->icon, state, sizes[i]);

      g_variant_builder_add (&builder, "(ii@ay)", sizes[i], sizes[i],
                             g_variant_new_from_bytes (G_VARIANT_TYPE ("ay"), pixels, TRUE));
    }
  return g_variant_builder_end (&builder);
}

static char *
make_icon_name (VdtSni *self, const VdtTrayState *state)
{
  if (self->icon_name_prefix == NULL || state == NULL)
    return g_strdup ("");
  return g_strconcat (self->icon_name_prefix, "-", vdt_tray_state_get_name (state), NULL);
}

static void
set_icon (VdtSni *self, const VdtTrayState *state)
{
  guint key = vdt_tray_icon_key (state);
  g_autofree char *name = make_icon_name (self, state);
  gboolean same_name = g_strcmp0 (name, vdt_dbus_item_get_icon_name (self->skeleton)) == 0;

  if (key == self->icon_key && same_name)
    return;
  if (key != self->icon_key)
    vdt_dbus_item_set_icon_pixmap (self->skeleton, make_pixmaps (self, state));
  self->icon_key = key;
  vdt_dbus_item_set_icon_name (self->skeleton, name);
  vdt_dbus_item_emit_new_icon (self->skeleton);
}

/* Hosts show this one instead while the status is NeedsAttention. */
static void
set_attention_icon (VdtSni *self, const VdtTrayState *state)
{
  VdtTrayState attention = *state;
  const VdtTrayState *shown = state->needs_attention ? &attention : NULL;
  g_autofree char *name = NULL;
  guint key;

  attention.core = VDT_TRAY_CORE_ATTENTION;
  key = shown != NULL ? vdt_tray_icon_key (shown) : NO_ICON;
  name = make_icon_name (self, shown);
  if (key == self->attention_key &&
      g_strcmp0 (name, vdt_dbus_item_get_attention_icon_name (self->skeleton)) == 0)
    return;
  self->attention_key = key;
  vdt_dbus_item_set_attention_icon_pixmap (self->skeleton, make_pixmaps (self, shown));
  vdt_dbus_item_set_attention_icon_name (self->skeleton, name);
  vdt_dbus_item_emit_new_attention_icon (self->skeleton);
}

static void
set_status (VdtSni *self, const char *status)
{
  if (g_strcmp0 (status, vdt_dbus_item_get_status (self->skeleton)) == 0)
    return;
  vdt_dbus_item_set_status (self->skeleton, status);
  vdt_dbus_item_emit_new_status (self->skeleton, status);
}

static char *
clean_text (const char *text, gsize max_chars)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  g_autofree char *plain = vdt_text_strip_controls (valid);

  return vdt_text_cut (plain, max_chars);
}

/* Hosts without tooltips read the title aloud, so it says the most important thing too. */
static void
set_words (VdtSni *self, const char *title, const char *text)
{
  g_autofree char *first = clean_text (title, VDT_TRAY_TITLE_MAX_CHARS);
  g_autofree char *rest = clean_text (text, VDT_TRAY_TEXT_MAX_CHARS);
  /* The protocol has markup in the description, and none in the title. */
  g_autofree char *escaped = g_markup_escape_text (rest, -1);
  const char *name = *first != '\0' ? first : g_get_application_name ();
  g_autoptr (GVariant) tooltip = NULL;

  name = name != NULL ? name : VDT_APP_ID;
  tooltip = g_variant_ref_sink (
    g_variant_new ("(s@a(iiay)ss)", "", make_pixmaps (self, NULL), name, escaped));
  if (vdt_dbus_item_get_tool_tip (self->skeleton) == NULL ||
      !g_variant_equal (tooltip, vdt_dbus_item_get_tool_tip (self->skeleton)))
    {
      vdt_dbus_item_set_tool_tip (self->skeleton, tooltip);
      vdt_dbus_item_emit_new_tool_tip (self->skeleton);
    }
  if (g_strcmp0 (name, vdt_dbus_item_get_title (self->skeleton)) != 0)
    {
      vdt_dbus_item_set_title (self->skeleton, name);
      vdt_dbus_item_emit_new_title (self->skeleton);
    }
}

static void
vdt_sni_set_state (VdtStatusItem *item, const VdtTrayState *state)
{
  VdtSni *self = VDT_SNI (item);

  set_words (self, state->title, state->text);
  set_icon (self, state);
  set_attention_icon (self, state);
  set_status (self, state->needs_attention ? "NeedsAttention" : "Active");
  vdt_dbusmenu_set_notice (self->menu, state->needs_attention);
}

static char *
vdt_sni_steal_activation_token (VdtStatusItem *item)
{
  return g_steal_pointer (&VDT_SNI (item)->activation_token);
}

static void
vdt_sni_set_right_to_left (VdtStatusItem *item, gboolean right_to_left)
{
  vdt_dbusmenu_set_right_to_left (VDT_SNI (item)->menu, right_to_left);
}

static gboolean
activate_cb (VdtDbusItem *skeleton,
             GDBusMethodInvocation *invocation,
             int x,
             int y,
             gpointer user_data)
{
  vdt_dbus_item_complete_activate (skeleton, invocation);
  vdt_status_item_emit_activate (user_data);
  return TRUE;
}

static gboolean
secondary_activate_cb (VdtDbusItem *skeleton,
                       GDBusMethodInvocation *invocation,
                       int x,
                       int y,
                       gpointer user_data)
{
  vdt_dbus_item_complete_secondary_activate (skeleton, invocation);
  vdt_status_item_emit_secondary_activate (user_data);
  return TRUE;
}

/* A host that asks us to show the menu cannot show it itself, and neither can we: the window
 * has all of it. */
static gboolean
context_menu_cb (VdtDbusItem *skeleton,
                 GDBusMethodInvocation *invocation,
                 int x,
                 int y,
                 gpointer user_data)
{
  vdt_dbus_item_complete_context_menu (skeleton, invocation);
  vdt_status_item_emit_activate (user_data);
  return TRUE;
}

static gboolean
scroll_cb (VdtDbusItem *skeleton,
           GDBusMethodInvocation *invocation,
           int delta,
           const char *orientation,
           gpointer user_data)
{
  gboolean vertical = g_ascii_strcasecmp (orientation, "vertical") == 0;

  if (!vertical && g_ascii_strcasecmp (orientation, "horizontal") != 0)
    {
      g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS,
                                             "the orientation is neither horizontal nor vertical");
      return TRUE;
    }
  vdt_dbus_item_complete_scroll (skeleton, invocation);
  if (delta != 0)
    vdt_status_item_emit_scroll (user_data, delta,
                                 vertical ? VDT_SCROLL_VERTICAL : VDT_SCROLL_HORIZONTAL);
  return TRUE;
}

static gboolean
provide_token_cb (VdtDbusItem *skeleton,
                  GDBusMethodInvocation *invocation,
                  const char *token,
                  gpointer user_data)
{
  VdtSni *self = user_data;

  if (strlen (token) > MAX_TOKEN_BYTES)
    {
      g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_LIMITS_EXCEEDED,
                                             "the token is too long");
      return TRUE;
    }
  vdt_set_string (&self->activation_token, *token != '\0' ? token : NULL);
  vdt_dbus_item_complete_provide_xdg_activation_token (skeleton, invocation);
  return TRUE;
}

static void
vdt_sni_dispose (GObject *object)
{
  VdtSni *self = VDT_SNI (object);
  GDBusInterfaceSkeleton *skeleton = G_DBUS_INTERFACE_SKELETON (self->skeleton);

  g_clear_handle_id (&self->watch_id, g_bus_unwatch_name);
  /* There is no call to take an item back, but nobody shows a passive one. */
  if (self->registered)
    set_status (self, "Passive");
  forget_watcher (self);
  if (g_dbus_interface_skeleton_get_connection (skeleton) != NULL)
    g_dbus_interface_skeleton_unexport (skeleton);
  if (self->menu != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->menu, self);
      vdt_dbusmenu_unexport (self->menu);
    }
  G_OBJECT_CLASS (vdt_sni_parent_class)->dispose (object);
}

static void
vdt_sni_finalize (GObject *object)
{
  VdtSni *self = VDT_SNI (object);

  g_signal_handlers_disconnect_by_data (self->skeleton, self);
  g_object_unref (self->skeleton);
  g_clear_object (&self->menu);
  g_clear_object (&self->connection);
  vdt_tray_icon_free (self->icon);
  g_free (self->icon_name_prefix);
  g_free (self->activation_token);
  G_OBJECT_CLASS (vdt_sni_parent_class)->finalize (object);
}

static void
vdt_sni_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  VdtSni *self = VDT_SNI (object);

  switch ((Property) id)
    {
    case PROP_ICON_NAME_PREFIX:
      g_value_set_string (value, self->icon_name_prefix);
      break;
    case PROP_HAS_HOST:
      g_value_set_boolean (value, self->has_host);
      break;
    }
}

static void
vdt_sni_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  VdtSni *self = VDT_SNI (object);

  switch ((Property) id)
    {
    case PROP_ICON_NAME_PREFIX:
      vdt_sni_set_icon_name_prefix (self, g_value_get_string (value));
      break;
    case PROP_HAS_HOST:
      g_assert_not_reached ();
    }
}

static void
vdt_sni_iface_init (VdtStatusItemInterface *iface)
{
  iface->set_state = vdt_sni_set_state;
  iface->steal_activation_token = vdt_sni_steal_activation_token;
  iface->set_right_to_left = vdt_sni_set_right_to_left;
}

static void
vdt_sni_class_init (VdtSniClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = vdt_sni_dispose;
  object_class->finalize = vdt_sni_finalize;
  object_class->get_property = vdt_sni_get_property;
  object_class->set_property = vdt_sni_set_property;

  g_object_class_override_property (object_class, PROP_HAS_HOST, "has-host");
  g_object_class_install_property (object_class, PROP_ICON_NAME_PREFIX,
                                   g_param_spec_string ("icon-name-prefix", NULL, NULL, NULL,
                                                        G_PARAM_READWRITE |
                                                          G_PARAM_EXPLICIT_NOTIFY |
                                                          G_PARAM_STATIC_STRINGS));
}

static void
vdt_sni_init (VdtSni *self)
{
  VdtDbusItem *skeleton = vdt_dbus_item_skeleton_new ();
  VdtTrayState unknown = { .ring = VDT_TRAY_RING_UNKNOWN, .core = VDT_TRAY_CORE_NO_READING };

  self->skeleton = skeleton;
  self->icon = vdt_tray_icon_new ();
  self->icon_key = NO_ICON;
  self->attention_key = NO_ICON;
  vdt_dbus_item_set_category (skeleton, "ApplicationStatus");
  vdt_dbus_item_set_id (skeleton, VDT_APP_ID);
  vdt_dbus_item_set_status (skeleton, "Active");
  vdt_dbus_item_set_icon_theme_path (skeleton, "");
  vdt_dbus_item_set_overlay_icon_name (skeleton, "");
  vdt_dbus_item_set_overlay_icon_pixmap (skeleton, make_pixmaps (self, NULL));
  vdt_dbus_item_set_attention_icon_name (skeleton, "");
  vdt_dbus_item_set_attention_icon_pixmap (skeleton, make_pixmaps (self, NULL));
  vdt_dbus_item_set_attention_movie_name (skeleton, "");
  vdt_dbus_item_set_item_is_menu (skeleton, FALSE);
  vdt_dbus_item_set_menu (skeleton, VDT_SNI_MENU_PATH);
  set_words (self, NULL, NULL);
  set_icon (self, &unknown);

  g_signal_connect (skeleton, "handle-activate", G_CALLBACK (activate_cb), self);
  g_signal_connect (skeleton, "handle-secondary-activate", G_CALLBACK (secondary_activate_cb),
                    self);
  g_signal_connect (skeleton, "handle-context-menu", G_CALLBACK (context_menu_cb), self);
  g_signal_connect (skeleton, "handle-scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect (skeleton, "handle-provide-xdg-activation-token", G_CALLBACK (provide_token_cb),
                    self);
}

/**
 * vdt_sni_new:
 * @connection: the session bus
 * @menu: the menu; names of actions in it begin with `app.`
 * @actions: its actions, without the prefix
 * @error: return location for an error
 *
 * Never blocks: the watcher is looked for afterwards.
 *
 * Returns: (transfer full): the item, or `NULL` where the connection is closed or carries an
 *   item already
 */
VdtSni *
vdt_sni_new (GDBusConnection *connection, GMenuModel *menu, GActionGroup *actions, GError **error)
{
  g_autoptr (VdtSni) self = NULL;

  g_return_val_if_fail (G_IS_DBUS_CONNECTION (connection), NULL);
  g_return_val_if_fail (G_IS_MENU_MODEL (menu), NULL);
  g_return_val_if_fail (G_IS_ACTION_GROUP (actions), NULL);

  if (g_dbus_connection_is_closed (connection))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "the session bus is closed");
      return NULL;
    }

  self = g_object_new (VDT_TYPE_SNI, NULL);
  self->connection = g_object_ref (connection);
  self->menu = vdt_dbusmenu_new (menu);
  vdt_dbusmenu_insert_action_group (self->menu, VDT_STATUS_ITEM_ACTION_PREFIX, actions);
  g_signal_connect_swapped (self->menu, "about-to-show",
                            G_CALLBACK (vdt_status_item_emit_menu_about_to_show), self);
  if (!vdt_dbusmenu_export (self->menu, connection, VDT_SNI_MENU_PATH, error) ||
      !g_dbus_interface_skeleton_export (G_DBUS_INTERFACE_SKELETON (self->skeleton), connection,
                                         VDT_SNI_OBJECT_PATH, error))
    return NULL;

  self->watch_id =
    g_bus_watch_name_on_connection (connection, WATCHER_NAME, G_BUS_NAME_WATCHER_FLAGS_NONE,
                                    watcher_appeared_cb, watcher_vanished_cb, self, NULL);
  return g_steal_pointer (&self);
}

/**
 * vdt_sni_set_icon_name_prefix:
 * @self: an item
 * @prefix: (nullable): what the names of installed icons begin with, or `NULL` to send pixels
 *   alone
 *
 * Also sends `PREFIX-STATE` as the name of the icon, where STATE is as
 * [func@vdt_tray_state_get_name] says; most hosts then ignore the pixels. Takes effect with
 * the next state.
 */
void
vdt_sni_set_icon_name_prefix (VdtSni *self, const char *prefix)
{
  g_return_if_fail (VDT_IS_SNI (self));

  if (vdt_set_string (&self->icon_name_prefix, prefix))
    g_object_notify (G_OBJECT (self), "icon-name-prefix");
}
