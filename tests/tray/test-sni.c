/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-sni"

#include "config.h"

#include <string.h>

#include "mock-watcher.h"
#include "vdt-null-item.h"
#include "vdt-sni.h"
#include "vdt-tray-icon.h"

#define INTERFACE "org.kde.StatusNotifierItem"

typedef struct
{
  BusFixture bus;
  GMenu *menu;
  GSimpleActionGroup *actions;
  VdtSni *item;
  GString *log;     /* signals of the item as the program sees them */
  GString *changes; /* signals of the item as a host sees them */
  guint subscription;
  guint n_notifies;
} Fixture;

static void
activate_cb (VdtStatusItem *item, gpointer user_data)
{
  Fixture *fixture = user_data;
  g_autofree char *token = vdt_status_item_steal_activation_token (item);

  g_string_append (fixture->log, "activate ");
  if (token != NULL)
    g_string_append_printf (fixture->log, "with %s ", token);
}

static void
secondary_cb (VdtStatusItem *item, gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "secondary ");
}

static void
scroll_cb (VdtStatusItem *item, int delta, VdtScrollAxis axis, gpointer user_data)
{
  g_string_append_printf (((Fixture *) user_data)->log, "scroll %d %s ", delta,
                          axis == VDT_SCROLL_VERTICAL ? "vertical" : "horizontal");
}

static void
about_to_show_cb (VdtStatusItem *item, gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "about-to-show ");
}

static void
has_host_cb (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  ((Fixture *) user_data)->n_notifies++;
}

static void
host_signal_cb (GDBusConnection *connection,
                const char *sender,
                const char *path,
                const char *interface,
                const char *signal,
                GVariant *parameters,
                gpointer user_data)
{
  g_autofree char *printed = g_variant_print (parameters, FALSE);

  g_string_append_printf (((Fixture *) user_data)->changes, "%s%s ", signal, printed);
}

static void
make_item (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  fixture->item = vdt_sni_new (fixture->bus.app, G_MENU_MODEL (fixture->menu),
                               G_ACTION_GROUP (fixture->actions), &error);
  g_assert_no_error (error);
  g_signal_connect (fixture->item, "activate", G_CALLBACK (activate_cb), fixture);
  g_signal_connect (fixture->item, "secondary-activate", G_CALLBACK (secondary_cb), fixture);
  g_signal_connect (fixture->item, "scroll", G_CALLBACK (scroll_cb), fixture);
  g_signal_connect (fixture->item, "menu-about-to-show", G_CALLBACK (about_to_show_cb), fixture);
  g_signal_connect (fixture->item, "notify::has-host", G_CALLBACK (has_host_cb), fixture);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  bus_fixture_set_up (&fixture->bus, NULL);
  fixture->menu = g_menu_new ();
  fixture->actions = g_simple_action_group_new ();
  fixture->log = g_string_new (NULL);
  fixture->changes = g_string_new (NULL);
  fixture->subscription =
    g_dbus_connection_signal_subscribe (fixture->bus.host,
                                        g_dbus_connection_get_unique_name (fixture->bus.app), NULL,
                                        NULL, VDT_SNI_OBJECT_PATH, NULL, G_DBUS_SIGNAL_FLAGS_NONE,
                                        host_signal_cb, fixture, NULL);
  make_item (fixture);
  bus_settle (&fixture->bus);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_dbus_connection_signal_unsubscribe (fixture->bus.host, fixture->subscription);
  if (fixture->item != NULL)
    g_assert_finalize_object (fixture->item);
  /* Replies that are still on their way find nobody, and no harm is done. */
  bus_settle (&fixture->bus);
  g_assert_finalize_object (fixture->menu);
  g_assert_finalize_object (fixture->actions);
  g_string_free (fixture->log, TRUE);
  g_string_free (fixture->changes, TRUE);
  bus_fixture_tear_down (&fixture->bus, NULL);
}

static gboolean
has_host (Fixture *fixture)
{
  return vdt_status_item_get_has_host (VDT_STATUS_ITEM (fixture->item));
}

static gboolean
has_host_condition (gpointer data)
{
  return has_host (data);
}

static gboolean
has_no_host_condition (gpointer data)
{
  return !has_host (data);
}

static void
expect_registration (Fixture *fixture, MockWatcher *watcher, guint n)
{
  g_autofree char *expected =
    g_strdup_printf ("%s /StatusNotifierItem",
                     g_dbus_connection_get_unique_name (fixture->bus.app));

  bus_settle (&fixture->bus);
  g_assert_cmpuint (watcher->registered->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (g_ptr_array_index (watcher->registered, i), ==, expected);
}

static void
test_registers (Fixture *fixture, gconstpointer data)
{
  g_autoptr (MockWatcher) watcher = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autofree const char **names = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (has_host (fixture));
  watcher = mock_watcher_new (&fixture->bus, TRUE, FALSE);
  bus_wait (has_host_condition, fixture);
  g_assert_cmpuint (fixture->n_notifies, ==, 1);
  expect_registration (fixture, watcher, 1);

  /* No name of our own: the bus knows the watcher's and its own. */
  reply = bus_call (fixture->bus.host, "org.freedesktop.DBus", "/", "org.freedesktop.DBus",
                    "ListNames", NULL, &error);
  g_assert_no_error (error);
  g_variant_get (reply, "(^a&s)", &names);
  for (guint i = 0; names[i] != NULL; i++)
    g_assert_true (names[i][0] == ':' || g_str_equal (names[i], "org.freedesktop.DBus") ||
                   g_str_equal (names[i], "org.kde.StatusNotifierWatcher"));
}

static void
test_watcher_first (Fixture *fixture, gconstpointer data)
{
  g_autoptr (MockWatcher) watcher = NULL;

  g_assert_finalize_object (g_steal_pointer (&fixture->item));
  watcher = mock_watcher_new (&fixture->bus, TRUE, FALSE);
  make_item (fixture);
  bus_wait (has_host_condition, fixture);
  expect_registration (fixture, watcher, 1);
}

static void
test_watcher_restarts (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < 3; i++)
    {
      MockWatcher *watcher = mock_watcher_new (&fixture->bus, TRUE, FALSE);

      bus_wait (has_host_condition, fixture);
      expect_registration (fixture, watcher, 1);
      mock_watcher_crash (watcher);
      bus_wait (has_no_host_condition, fixture);
      g_assert_cmpuint (fixture->n_notifies, ==, 2 * (i + 1));
    }
}

static void
test_host_late (Fixture *fixture, gconstpointer data)
{
  g_autoptr (MockWatcher) watcher = mock_watcher_new (&fixture->bus, FALSE, FALSE);

  expect_registration (fixture, watcher, 1);
  g_assert_false (has_host (fixture));
  g_assert_cmpuint (fixture->n_notifies, ==, 0);

  mock_watcher_set_host (watcher, TRUE);
  bus_wait (has_host_condition, fixture);
  g_assert_cmpuint (fixture->n_notifies, ==, 1);

  /* One of two hosts leaves. */
  mock_watcher_host_left (watcher, TRUE);
  bus_settle (&fixture->bus);
  g_assert_true (has_host (fixture));
  g_assert_cmpuint (fixture->n_notifies, ==, 1);

  mock_watcher_host_left (watcher, FALSE);
  bus_wait (has_no_host_condition, fixture);
  g_assert_cmpuint (fixture->n_notifies, ==, 2);

  /* Questions overtake each other; the last state counts. */
  for (int i = 0; i < 20; i++)
    mock_watcher_set_host (watcher, i % 2 == 0);
  bus_settle (&fixture->bus);
  g_assert_false (has_host (fixture));
  mock_watcher_set_host (watcher, TRUE);
  bus_wait (has_host_condition, fixture);
  expect_registration (fixture, watcher, 1);
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  g_autoptr (MockWatcher) watcher = mock_watcher_new (&fixture->bus, TRUE, TRUE);

  expect_registration (fixture, watcher, 1);
  g_assert_false (has_host (fixture));

  /* The next sign of a host is worth another try. */
  watcher->refuse = FALSE;
  mock_watcher_set_host (watcher, TRUE);
  bus_wait (has_host_condition, fixture);
  expect_registration (fixture, watcher, 2);
}

static void
test_bus_gone (Fixture *fixture, gconstpointer data)
{
  MockWatcher *watcher = mock_watcher_new (&fixture->bus, TRUE, FALSE);
  VdtTrayState state = { .ring = VDT_TRAY_RING_GAUGE, .percent = 3 };
  g_autoptr (GError) error = NULL;
  VdtSni *second;

  bus_wait (has_host_condition, fixture);
  g_dbus_connection_close_sync (fixture->bus.app, NULL, &error);
  g_assert_no_error (error);
  bus_wait (has_no_host_condition, fixture);
  vdt_status_item_set_state (VDT_STATUS_ITEM (fixture->item), &state);

  second = vdt_sni_new (fixture->bus.app, G_MENU_MODEL (fixture->menu),
                        G_ACTION_GROUP (fixture->actions), &error);
  g_assert_null (second);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED);
  mock_watcher_crash (watcher);
}

static GVariant *
get (Fixture *fixture, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  GVariant *value;

  reply = bus_call (fixture->bus.host, g_dbus_connection_get_unique_name (fixture->bus.app),
                    VDT_SNI_OBJECT_PATH, "org.freedesktop.DBus.Properties", "Get",
                    g_variant_new ("(ss)", INTERFACE, name), &error);
  g_assert_no_error (error);
  g_variant_get (reply, "(v)", &value);
  return value;
}

static void
assert_property (Fixture *fixture, const char *name, const char *expected)
{
  g_autoptr (GVariant) value = get (fixture, name);
  g_autofree char *printed = g_variant_print (value, TRUE);

  g_assert_cmpstr (printed, ==, expected);
}

static void
test_properties (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *value;
  } table[] = {
    { "Category", "'ApplicationStatus'" },
    { "Id", "'" VDT_APP_ID "'" },
    { "Title", "'Vedette'" },
    { "Status", "'Active'" },
    { "WindowId", "0" },
    { "IconThemePath", "''" },
    { "IconName", "''" },
    { "OverlayIconName", "''" },
    { "OverlayIconPixmap", "@a(iiay) []" },
    { "AttentionIconName", "''" },
    { "AttentionIconPixmap", "@a(iiay) []" },
    { "AttentionMovieName", "''" },
    { "ToolTip", "('', @a(iiay) [], 'Vedette', '')" },
    { "ItemIsMenu", "false" },
    { "Menu", "objectpath '/MenuBar'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    assert_property (fixture, table[i].name, table[i].value);
}

static void
check_pixmaps (GVariant *value, const VdtTrayState *state)
{
  const int sizes[] = VDT_TRAY_ICON_SIZES;
  g_autoptr (VdtTrayIcon) icon = vdt_tray_icon_new ();

  g_assert_cmpstr (g_variant_get_type_string (value), ==, "a(iiay)");
  g_assert_cmpuint (g_variant_n_children (value), ==, G_N_ELEMENTS (sizes));
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GVariant) bytes = NULL;
      g_autoptr (GBytes) expected = vdt_tray_icon_get_pixels (icon, state, sizes[i]);
      gconstpointer pixels;
      gsize n = 0;
      int width, height;

      g_variant_get_child (value, i, "(ii@ay)", &width, &height, &bytes);
      g_assert_cmpint (width, ==, sizes[i]);
      g_assert_cmpint (height, ==, sizes[i]);
      pixels = g_variant_get_fixed_array (bytes, &n, 1);
      g_assert_cmpmem (pixels, n, g_bytes_get_data (expected, NULL), g_bytes_get_size (expected));
    }
}

static void
set_state (Fixture *fixture, const VdtTrayState *state, const char *expected)
{
  g_string_truncate (fixture->changes, 0);
  vdt_status_item_set_state (VDT_STATUS_ITEM (fixture->item), state);
  bus_settle (&fixture->bus);
  g_assert_cmpstr (fixture->changes->str, ==, expected);
}

static void
test_states (Fixture *fixture, gconstpointer data)
{
  VdtTrayFacts facts = { .workspace_on = TRUE, .percent = 62 };
  VdtTrayState state, attention;
  g_autoptr (GVariant) normal = NULL;
  g_autoptr (GVariant) waiting = NULL;
  g_autoptr (GVariant) urgent = NULL;
  g_autoptr (GVariant) off = NULL;

  vdt_tray_state_init (&state, &facts);
  state.style = VDT_TRAY_STYLE_COLOURED;
  state.title = "Vedette";
  state.text = "Fullest quota: Codex 5-hour, 62 % used, resets 14:20";
  set_state (fixture, &state, "NewToolTip() NewIcon() ");
  normal = get (fixture, "IconPixmap");
  check_pixmaps (normal, &state);

  /* Nothing that can be seen. */
  state.percent = 61.4;
  set_state (fixture, &state, "");
  state.text = "Fullest quota: Codex 5-hour, 61 % used, resets 14:20";
  set_state (fixture, &state, "NewToolTip() ");
  state.percent = 64;
  set_state (fixture, &state, "NewIcon() ");

  facts.agent_waits = TRUE;
  facts.percent = 64;
  vdt_tray_state_init (&attention, &facts);
  attention.style = state.style;
  attention.title = "Vedette: 3 agents wait";
  attention.text = state.text;
  set_state (fixture, &attention,
             "NewToolTip() NewTitle() NewIcon() NewAttentionIcon() NewStatus('NeedsAttention',) ");
  waiting = get (fixture, "IconPixmap");
  urgent = get (fixture, "AttentionIconPixmap");
  check_pixmaps (waiting, &attention);
  check_pixmaps (urgent, &attention);
  assert_property (fixture, "Status", "'NeedsAttention'");
  assert_property (fixture, "Title", "'Vedette: 3 agents wait'");
  set_state (fixture, &attention, "");
  attention.review_due = TRUE;
  set_state (fixture, &attention, "NewIcon() NewAttentionIcon() ");

  facts = (VdtTrayFacts){ .workspace_on = FALSE };
  vdt_tray_state_init (&state, &facts);
  set_state (fixture, &state,
             "NewToolTip() NewTitle() NewIcon() NewAttentionIcon() NewStatus('Active',) ");
  off = get (fixture, "IconPixmap");
  check_pixmaps (off, &state);
  assert_property (fixture, "AttentionIconPixmap", "@a(iiay) []");
}

static void
test_words (Fixture *fixture, gconstpointer data)
{
  VdtTrayState state = { .ring = VDT_TRAY_RING_UNKNOWN };
  g_autofree char *endless = g_strnfill (100000, 'x');
  g_autoptr (GVariant) tip = NULL;
  const char *title, *text;

  state.title = "Vedette: <b>\033[31m3\a & more";
  state.text = "Weekly · <img src='x'> & “bucket”\n";
  vdt_status_item_set_state (VDT_STATUS_ITEM (fixture->item), &state);
  assert_property (fixture, "ToolTip",
                   "('', @a(iiay) [], 'Vedette: <b>3 & more', "
                   "'Weekly · &lt;img src=&apos;x&apos;&gt; &amp; “bucket”\\n')");

  state.title = "bad \xff\xfe utf-8";
  state.text = endless;
  vdt_status_item_set_state (VDT_STATUS_ITEM (fixture->item), &state);
  tip = get (fixture, "ToolTip");
  g_variant_get (tip, "(&s@a(iiay)&s&s)", NULL, NULL, &title, &text);
  g_assert_cmpstr (title, ==, "bad \xef\xbf\xbd\xef\xbf\xbd utf-8");
  g_assert_cmpint (g_utf8_strlen (text, -1), ==, VDT_TRAY_TEXT_MAX_CHARS + 1);

  /* Nothing said is the name of the program. */
  state.title = NULL;
  state.text = NULL;
  vdt_status_item_set_state (VDT_STATUS_ITEM (fixture->item), &state);
  assert_property (fixture, "ToolTip", "('', @a(iiay) [], 'Vedette', '')");
}

static void
test_icon_name (Fixture *fixture, gconstpointer data)
{
  VdtTrayState state = { .ring = VDT_TRAY_RING_GAUGE, .core = VDT_TRAY_CORE_NEAR, .percent = 88 };
  g_autofree char *prefix = NULL;

  g_object_set (fixture->item, "icon-name-prefix", "io.example.App", NULL);
  g_object_get (fixture->item, "icon-name-prefix", &prefix, NULL);
  g_assert_cmpstr (prefix, ==, "io.example.App");
  set_state (fixture, &state, "NewIcon() ");
  assert_property (fixture, "IconName", "'io.example.App-near'");
  assert_property (fixture, "AttentionIconName", "''");

  state.needs_attention = TRUE;
  set_state (fixture, &state, "NewAttentionIcon() NewStatus('NeedsAttention',) ");
  assert_property (fixture, "AttentionIconName", "'io.example.App-attention'");

  vdt_sni_set_icon_name_prefix (fixture->item, NULL);
  set_state (fixture, &state, "NewIcon() NewAttentionIcon() ");
  assert_property (fixture, "IconName", "''");
}

static void
test_methods (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *method;
    const char *arguments;
    const char *log;
  } table[] = {
    { "Activate", "(10, 20)", "activate " },
    { "SecondaryActivate", "(-1, 2147483647)", "secondary " },
    { "ContextMenu", "(0, 0)", "activate " },
    { "Scroll", "(-120, 'vertical')", "scroll -120 vertical " },
    { "Scroll", "(1, 'Horizontal')", "scroll 1 horizontal " },
    { "Scroll", "(0, 'vertical')", "" },
    { "ProvideXdgActivationToken", "('token-1',)", "" },
    { "Activate", "(10, 20)", "activate with token-1 " },
    { "Activate", "(10, 20)", "activate " },
    { "ProvideXdgActivationToken", "('',)", "" },
    { "Activate", "(10, 20)", "activate " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) reply = NULL;

      g_string_truncate (fixture->log, 0);
      reply = bus_call (fixture->bus.host, g_dbus_connection_get_unique_name (fixture->bus.app),
                        VDT_SNI_OBJECT_PATH, INTERFACE, table[i].method,
                        g_variant_parse (NULL, table[i].arguments, NULL, NULL, NULL), &error);
      g_assert_no_error (error);
      g_assert_cmpstr (fixture->log->str, ==, table[i].log);
    }
}

static void
test_hostile (Fixture *fixture, gconstpointer data)
{
  g_autofree char *token = g_strnfill (513, 'x');
  const struct
  {
    const char *interface;
    const char *method;
    GVariant *arguments;
    int code;
  } table[] = {
    { INTERFACE, "Scroll", g_variant_new ("(is)", 1, "diagonal"), G_DBUS_ERROR_INVALID_ARGS },
    { INTERFACE, "Scroll", g_variant_new ("(si)", "vertical", 1), G_DBUS_ERROR_INVALID_ARGS },
    { INTERFACE, "Activate", g_variant_new ("(s)", "x"), G_DBUS_ERROR_INVALID_ARGS },
    { INTERFACE, "Activate", NULL, G_DBUS_ERROR_INVALID_ARGS },
    { INTERFACE, "Explode", NULL, G_DBUS_ERROR_UNKNOWN_METHOD },
    { INTERFACE, "ProvideXdgActivationToken", g_variant_new ("(s)", token),
      G_DBUS_ERROR_LIMITS_EXCEEDED },
    { "org.freedesktop.DBus.Properties", "Get", g_variant_new ("(ss)", INTERFACE, "Nonsense"),
      G_DBUS_ERROR_INVALID_ARGS },
    { "org.freedesktop.DBus.Properties", "Set",
      g_variant_new ("(ssv)", INTERFACE, "Status", g_variant_new_string ("Passive")),
      G_DBUS_ERROR_INVALID_ARGS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) reply = NULL;

      reply = bus_call (fixture->bus.host, g_dbus_connection_get_unique_name (fixture->bus.app),
                        VDT_SNI_OBJECT_PATH, table[i].interface, table[i].method,
                        table[i].arguments, &error);
      g_assert_null (reply);
      g_assert_error (error, G_DBUS_ERROR, table[i].code);
    }
  g_assert_cmpstr (fixture->log->str, ==, "");
  assert_property (fixture, "Status", "'Active'");
}

static void
quit_cb (VdtStatusItem *item, gpointer user_data)
{
  g_clear_object (&((Fixture *) user_data)->item);
}

/* Whoever is told of a click may end it all. */
static void
test_quit_on_activate (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  g_signal_connect (fixture->item, "activate", G_CALLBACK (quit_cb), fixture);
  reply =
    bus_call (fixture->bus.host, g_dbus_connection_get_unique_name (fixture->bus.app),
              VDT_SNI_OBJECT_PATH, INTERFACE, "Activate", g_variant_new ("(ii)", 0, 0), &error);
  g_assert_no_error (error);
  bus_settle (&fixture->bus);
  g_assert_null (fixture->item);
}

static void
test_menu (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new ("toggle", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) wanted = NULL;
  g_autofree char *printed = NULL;

  g_action_map_add_action (G_ACTION_MAP (fixture->actions), G_ACTION (action));
  g_menu_append (fixture->menu, "A", "app.toggle");
  reply =
    bus_call (fixture->bus.host, g_dbus_connection_get_unique_name (fixture->bus.app),
              VDT_SNI_MENU_PATH, "com.canonical.dbusmenu", "GetLayout",
              g_variant_parse (NULL, "(0, -1, ['label', 'enabled'])", NULL, NULL, NULL), &error);
  g_assert_no_error (error);
  printed = g_variant_print (reply, FALSE);
  g_assert_nonnull (strstr (printed, "(1, {'label': <'A'>}, "));

  g_clear_pointer (&reply, g_variant_unref);
  reply = bus_call (fixture->bus.host, g_dbus_connection_get_unique_name (fixture->bus.app),
                    VDT_SNI_MENU_PATH, "com.canonical.dbusmenu", "AboutToShow",
                    g_variant_new ("(i)", 0), &error);
  g_assert_no_error (error);
  g_assert_cmpstr (fixture->log->str, ==, "about-to-show ");

  vdt_status_item_set_right_to_left (VDT_STATUS_ITEM (fixture->item), TRUE);
  g_clear_pointer (&reply, g_variant_unref);
  reply = bus_call (fixture->bus.host, g_dbus_connection_get_unique_name (fixture->bus.app),
                    VDT_SNI_MENU_PATH, "org.freedesktop.DBus.Properties", "Get",
                    g_variant_new ("(ss)", "com.canonical.dbusmenu", "TextDirection"), &error);
  g_assert_no_error (error);
  wanted = g_variant_ref_sink (g_variant_new_parsed ("(<'rtl'>,)"));
  g_assert_cmpvariant (reply, wanted);
}

/* There is no way to unregister, so the host is told to hide it. */
static void
test_goes_away (Fixture *fixture, gconstpointer data)
{
  g_autoptr (MockWatcher) watcher = mock_watcher_new (&fixture->bus, TRUE, FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  bus_wait (has_host_condition, fixture);
  g_string_truncate (fixture->changes, 0);
  g_assert_finalize_object (g_steal_pointer (&fixture->item));
  bus_settle (&fixture->bus);
  g_assert_cmpstr (fixture->changes->str, ==, "NewStatus('Passive',) ");
  reply =
    bus_call (fixture->bus.host, g_dbus_connection_get_unique_name (fixture->bus.app),
              VDT_SNI_OBJECT_PATH, INTERFACE, "Activate", g_variant_new ("(ii)", 0, 0), &error);
  g_assert_error (error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD);

  /* And a new one on the same connection works. */
  make_item (fixture);
  bus_wait (has_host_condition, fixture);
  expect_registration (fixture, watcher, 2);
}

static gboolean
item_has_host_condition (gpointer data)
{
  return vdt_status_item_get_has_host (data);
}

static void
test_platform (Fixture *fixture, gconstpointer data)
{
  VdtTrayState state = { .ring = VDT_TRAY_RING_OFF };
  VdtStatusItem *item;
  g_autoptr (GDBusConnection) second = bus_connect (&fixture->bus);
  g_autoptr (MockWatcher) watcher = mock_watcher_new (&fixture->bus, TRUE, FALSE);

  item = vdt_status_item_new_for_platform (NULL, G_MENU_MODEL (fixture->menu),
                                           G_ACTION_GROUP (fixture->actions));
  g_assert_true (VDT_IS_NULL_ITEM (item));
  vdt_status_item_set_state (item, &state);
  vdt_status_item_set_right_to_left (item, TRUE);
  g_assert_null (vdt_status_item_steal_activation_token (item));
  bus_settle (&fixture->bus);
  g_assert_false (vdt_status_item_get_has_host (item));
  g_assert_finalize_object (item);

  item = vdt_status_item_new_for_platform (second, G_MENU_MODEL (fixture->menu),
                                           G_ACTION_GROUP (fixture->actions));
  g_assert_true (VDT_IS_SNI (item));
  bus_wait (item_has_host_condition, item);
  g_assert_cmpuint (watcher->registered->len, ==, 2);
  g_assert_finalize_object (item);

  /* Where there is one already, there is no other. */
  g_test_expect_message ("vdt-tray", G_LOG_LEVEL_MESSAGE, "no status item*");
  item = vdt_status_item_new_for_platform (fixture->bus.app, G_MENU_MODEL (fixture->menu),
                                           G_ACTION_GROUP (fixture->actions));
  g_test_assert_expected_messages ();
  g_assert_true (VDT_IS_NULL_ITEM (item));
  g_assert_finalize_object (item);
  g_dbus_connection_close_sync (second, NULL, NULL);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/tray/sni/registers", test_registers },
    { "/tray/sni/watcher-first", test_watcher_first },
    { "/tray/sni/watcher-restarts", test_watcher_restarts },
    { "/tray/sni/host-late", test_host_late },
    { "/tray/sni/refused", test_refused },
    { "/tray/sni/bus-gone", test_bus_gone },
    { "/tray/sni/properties", test_properties },
    { "/tray/sni/states", test_states },
    { "/tray/sni/words", test_words },
    { "/tray/sni/icon-name", test_icon_name },
    { "/tray/sni/methods", test_methods },
    { "/tray/sni/hostile", test_hostile },
    { "/tray/sni/quit-on-activate", test_quit_on_activate },
    { "/tray/sni/menu", test_menu },
    { "/tray/sni/goes-away", test_goes_away },
    { "/tray/sni/platform", test_platform },
  };

  g_test_init (&argc, &argv, NULL);
  g_set_application_name ("Vedette");
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
