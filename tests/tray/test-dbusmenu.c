/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-dbusmenu"

#include "config.h"

#include <string.h>

#include "menu-mirror.h"
#include "vdt-dbusmenu.h"

#define PATH "/MenuBar"

typedef struct
{
  BusFixture bus;
  GMenu *model;
  GSimpleActionGroup *actions;
  VdtDbusmenu *menu;
  GString *log;
} Fixture;

static void
logged_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Fixture *fixture = user_data;
  g_autofree char *printed = parameter != NULL ? g_variant_print (parameter, FALSE) : NULL;

  g_string_append_printf (fixture->log, "%s(%s) ", g_action_get_name (G_ACTION (action)),
                          printed != NULL ? printed : "");
}

static GSimpleAction *
add_action (Fixture *fixture, const char *name, const char *type, GVariant *state)
{
  g_autoptr (GSimpleAction) action = NULL;
  const GVariantType *parameter = type != NULL ? G_VARIANT_TYPE (type) : NULL;

  action = state != NULL ? g_simple_action_new_stateful (name, parameter, state)
                         : g_simple_action_new (name, parameter);
  if (state == NULL)
    g_signal_connect (action, "activate", G_CALLBACK (logged_cb), fixture);
  g_action_map_add_action (G_ACTION_MAP (fixture->actions), G_ACTION (action));
  return action;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  bus_fixture_set_up (&fixture->bus, NULL);
  fixture->log = g_string_new (NULL);
  fixture->model = g_menu_new ();
  fixture->actions = g_simple_action_group_new ();
  add_action (fixture, "plain", NULL, NULL);
  g_simple_action_set_enabled (add_action (fixture, "disabled", NULL, NULL), FALSE);
  add_action (fixture, "chat", "s", NULL);
  add_action (fixture, "check", NULL, g_variant_new_boolean (TRUE));
  add_action (fixture, "pause", "s", g_variant_new_string ("hour"));
  fixture->menu = vdt_dbusmenu_new (G_MENU_MODEL (fixture->model));
  vdt_dbusmenu_insert_action_group (fixture->menu, "app", G_ACTION_GROUP (fixture->actions));
  g_assert_true (vdt_dbusmenu_export (fixture->menu, fixture->bus.app, PATH, &error));
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->menu != NULL)
    g_assert_finalize_object (fixture->menu);
  g_assert_finalize_object (fixture->model);
  g_assert_finalize_object (fixture->actions);
  g_string_free (fixture->log, TRUE);
  bus_fixture_tear_down (&fixture->bus, NULL);
}

static GVariant *
call (Fixture *fixture, const char *method, GVariant *parameters)
{
  g_autoptr (GError) error = NULL;
  GVariant *reply = menu_call (&fixture->bus, PATH, method, parameters, &error);

  g_assert_no_error (error);
  return reply;
}

static void
assert_fails (Fixture *fixture, const char *method, GVariant *parameters, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = menu_call (&fixture->bus, PATH, method, parameters, &error);

  g_assert_null (reply);
  g_assert_error (error, G_DBUS_ERROR, code);
}

static char *
layout (Fixture *fixture, gint32 parent, gint32 depth, const char *names)
{
  g_autofree char *text = g_strdup_printf ("(%d, %d, @as [%s])", parent, depth, names);
  g_autoptr (GVariant) reply =
    call (fixture, "GetLayout", g_variant_parse (NULL, text, NULL, NULL, NULL));
  g_autoptr (GVariant) tree = NULL;

  g_variant_get (reply, "(u@(ia{sv}av))", NULL, &tree);
  return menu_layout_print (tree);
}

#define assert_layout(fixture, parent, depth, names, expected)                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *got_layout = layout (fixture, parent, depth, names);                          \
    g_assert_cmpstr (got_layout, ==, expected);                                                    \
  }                                                                                                \
  G_STMT_END

#define ROOT "children-display='submenu'"

static void
append_target (GMenu *menu, const char *label, const char *action, const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", target);
  g_menu_append_item (menu, item);
}

static void
append_hidden_when (GMenu *menu, const char *label, const char *action, const char *when)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  g_menu_item_set_attribute (item, "hidden-when", "s", when);
  g_menu_append_item (menu, item);
}

/* One line of a menu, and how a host gets to see it. */
static const struct
{
  const char *name;
  const char *label;
  const char *action;
  const char *target;
  const char *expected;
} items[] = {
  { "plain", "_Quit", "app.plain", NULL, "1{label='_Quit'}[]" },
  { "underscore", "my__project", "app.plain", NULL, "1{label='my__project'}[]" },
  { "words-only", "Workspace is off", NULL, NULL, "1{enabled=false label='Workspace is off'}[]" },
  { "no-label", NULL, "app.plain", NULL, "1{}[]" },
  { "disabled", "A", "app.disabled", NULL, "1{enabled=false label='A'}[]" },
  { "missing", "A", "app.gone", NULL, "1{enabled=false label='A'}[]" },
  { "other-group", "A", "win.plain", NULL, "1{enabled=false label='A'}[]" },
  { "no-prefix", "A", "plain", NULL, "1{enabled=false label='A'}[]" },
  { "target", "A", "app.chat", "x", "1{label='A'}[]" },
  { "target-missing", "A", "app.chat", NULL, "1{enabled=false label='A'}[]" },
  { "target-unwanted", "A", "app.plain", "x", "1{enabled=false label='A'}[]" },
  { "check", "A", "app.check", NULL, "1{label='A' toggle-state=1 toggle-type='checkmark'}[]" },
  { "radio-on", "A", "app.pause", "hour", "1{label='A' toggle-state=1 toggle-type='radio'}[]" },
  { "radio-off", "A", "app.pause", "day", "1{label='A' toggle-state=0 toggle-type='radio'}[]" },
};

static void
test_items (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autoptr (GMenu) model = g_menu_new ();
      g_autoptr (VdtDbusmenu) menu = vdt_dbusmenu_new (G_MENU_MODEL (model));
      g_autofree char *expected = g_strconcat ("0{" ROOT "}[", items[i].expected, "]", NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GMenuItem) item = g_menu_item_new (items[i].label, NULL);

      g_test_message ("%s", items[i].name);
      if (items[i].target != NULL)
        g_menu_item_set_action_and_target (item, items[i].action, "s", items[i].target);
      else if (items[i].action != NULL)
        g_menu_item_set_action_and_target (item, items[i].action, NULL);
      g_menu_append_item (model, item);
      vdt_dbusmenu_unexport (fixture->menu);
      vdt_dbusmenu_insert_action_group (menu, "app", G_ACTION_GROUP (fixture->actions));
      g_assert_true (vdt_dbusmenu_export (menu, fixture->bus.app, PATH, &error));
      g_assert_no_error (error);
      assert_layout (fixture, 0, -1, "", expected);
      vdt_dbusmenu_unexport (menu);
    }
}

static void
test_sections (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMenu) first = g_menu_new ();
  g_autoptr (GMenu) empty = g_menu_new ();
  g_autoptr (GMenu) inner = g_menu_new ();
  g_autoptr (GMenu) outer = g_menu_new ();
  g_autoptr (GMenu) hidden = g_menu_new ();
  g_autoptr (GMenu) named = g_menu_new ();

  g_menu_append (first, "A", "app.plain");
  g_menu_append (first, "B", "app.plain");
  g_menu_append (inner, "C", "app.plain");
  g_menu_append_section (outer, NULL, G_MENU_MODEL (inner));
  append_hidden_when (hidden, "X", "app.disabled", "action-disabled");
  g_menu_append (named, "E", "app.plain");

  g_menu_append_section (fixture->model, NULL, G_MENU_MODEL (empty));
  g_menu_append_section (fixture->model, NULL, G_MENU_MODEL (first));
  g_menu_append_section (fixture->model, NULL, G_MENU_MODEL (empty));
  g_menu_append_section (fixture->model, NULL, G_MENU_MODEL (hidden));
  g_menu_append_section (fixture->model, NULL, G_MENU_MODEL (outer));
  g_menu_append (fixture->model, "D", "app.plain");
  g_menu_append_section (fixture->model, "Heading", G_MENU_MODEL (named));
  g_menu_append_section (fixture->model, "Nothing below", G_MENU_MODEL (empty));

  assert_layout (fixture, 0, -1, "",
                 "0{" ROOT "}[1{label='A'}[]2{label='B'}[]3{type='separator'}[]4{label='C'}[]"
                 "5{type='separator'}[]6{label='D'}[]7{type='separator'}[]"
                 "8{enabled=false label='Heading'}[]9{label='E'}[]]");
}

static void
test_submenus (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMenu) chat = g_menu_new ();
  g_autoptr (GMenu) deep = g_menu_new ();
  g_autoptr (GMenu) empty = g_menu_new ();

  append_target (deep, "C", "app.chat", "c");
  g_menu_append (chat, "B", "app.plain");
  g_menu_append_submenu (chat, "Deep", G_MENU_MODEL (deep));
  g_menu_append (fixture->model, "A", "app.plain");
  g_menu_append_submenu (fixture->model, "Chat", G_MENU_MODEL (chat));
  g_menu_append_submenu (fixture->model, "Empty", G_MENU_MODEL (empty));

  assert_layout (fixture, 0, -1, "",
                 "0{" ROOT "}[1{label='A'}[]2{" ROOT " label='Chat'}[3{label='B'}[]"
                 "4{" ROOT " label='Deep'}[5{label='C'}[]]]6{" ROOT " label='Empty'}[]]");
  assert_layout (fixture, 2, -1, "",
                 "2{" ROOT " label='Chat'}[3{label='B'}[]4{" ROOT
                 " label='Deep'}[5{label='C'}[]]]");
  assert_layout (fixture, 1, -1, "", "1{label='A'}[]");

  /* Depth. */
  assert_layout (fixture, 0, 0, "", "0{" ROOT "}[]");
  assert_layout (fixture, 0, 1, "'label'",
                 "0{}[1{label='A'}[]2{label='Chat'}[]6{label='Empty'}[]]");
  assert_layout (fixture, 0, 2, "'label'",
                 "0{}[1{label='A'}[]2{label='Chat'}[3{label='B'}[]4{label='Deep'}[]]"
                 "6{label='Empty'}[]]");
  assert_layout (fixture, 2, G_MAXINT32, "'label'",
                 "2{label='Chat'}[3{label='B'}[]4{label='Deep'}[5{label='C'}[]]]");
  assert_layout (fixture, 2, G_MININT32, "'label'",
                 "2{label='Chat'}[3{label='B'}[]4{label='Deep'}[5{label='C'}[]]]");

  /* Filters. */
  assert_layout (fixture, 2, 1, "'type', 'nonsense'", "2{}[3{}[]4{}[]]");
  assert_layout (fixture, 2, 1, "'children-display', 'label'",
                 "2{" ROOT " label='Chat'}[3{label='B'}[]4{" ROOT " label='Deep'}[]]");
}

static void
test_hidden (Fixture *fixture, gconstpointer data)
{
  append_hidden_when (fixture->model, "A", "app.disabled", "action-disabled");
  append_hidden_when (fixture->model, "B", "app.plain", "action-disabled");
  append_hidden_when (fixture->model, "C", "app.gone", "action-missing");
  append_hidden_when (fixture->model, "D", "app.disabled", "action-missing");
  append_hidden_when (fixture->model, "E", "app.plain", "macos-menubar");
  append_hidden_when (fixture->model, "F", NULL, "action-missing");

  assert_layout (fixture, 0, -1, "'label'",
                 "0{}[1{label='B'}[]2{label='D'}[]3{label='E'}[]4{label='F'}[]]");
}

static void
test_icons (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GIcon) themed = g_themed_icon_new ("vedette-plan-symbolic");
  g_autoptr (GBytes) bytes = g_bytes_new_static ("PNG", 3);
  g_autoptr (GBytes) many = g_bytes_new_take (g_malloc0 (70000), 70000);
  g_autoptr (GIcon) small = g_bytes_icon_new (bytes);
  g_autoptr (GIcon) large = g_bytes_icon_new (many);
  GIcon *icons[] = { themed, small, large };

  for (guint i = 0; i < G_N_ELEMENTS (icons); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (NULL, "app.plain");

      g_menu_item_set_icon (item, icons[i]);
      g_menu_append_item (fixture->model, item);
    }
  assert_layout (fixture, 0, -1, "",
                 "0{" ROOT "}[1{icon-name='vedette-plan-symbolic'}[]"
                 "2{icon-data=[0x50, 0x4e, 0x47]}[]3{}[]]");
}

static void
test_group_properties (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *arguments;
    const char *expected;
  } table[] = {
    { "([1, 2], @as [])", "([(1, {'label': <'A'>}), (2, {'enabled': <false>})],)" },
    { "([2, 99, -5, 2], ['enabled'])", "([(2, {'enabled': <false>})],)" },
    { "([1], ['enabled'])", "([(1, {})],)" },
    { "([99], @as [])", "([],)" },
  };
  g_autoptr (GVariant) all = NULL;
  g_autoptr (GVariant) list = NULL;

  g_menu_append (fixture->model, "A", "app.plain");
  g_menu_append (fixture->model, NULL, "app.disabled");
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GVariant) reply = NULL;
      g_autofree char *printed = NULL;

      reply =
        call (fixture, "GetGroupProperties",
              g_variant_parse (G_VARIANT_TYPE ("(aias)"), table[i].arguments, NULL, NULL, NULL));
      printed = g_variant_print (reply, FALSE);
      g_assert_cmpstr (printed, ==, table[i].expected);
    }
  all = call (fixture, "GetGroupProperties",
              g_variant_parse (NULL, "(@ai [], @as [])", NULL, NULL, NULL));
  list = g_variant_get_child_value (all, 0);
  g_assert_cmpuint (g_variant_n_children (list), ==, 3);
}

static void
test_property (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *expected;
  } table[] = {
    { "label", "(<'A'>,)" },
    { "enabled", "(<false>,)" },
    { "visible", "(<true>,)" },
    { "type", "(<'standard'>,)" },
    { "toggle-type", "(<''>,)" },
    { "toggle-state", "(<-1>,)" },
    { "icon-name", "(<''>,)" },
    { "children-display", "(<''>,)" },
    { "disposition", "(<'normal'>,)" },
  };

  g_menu_append (fixture->model, "A", "app.disabled");
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GVariant) reply =
        call (fixture, "GetProperty", g_variant_new ("(is)", 1, table[i].name));
      g_autofree char *printed = g_variant_print (reply, FALSE);

      g_assert_cmpstr (printed, ==, table[i].expected);
    }
  assert_fails (fixture, "GetProperty", g_variant_new ("(is)", 1, "nonsense"),
                G_DBUS_ERROR_INVALID_ARGS);
}

static GVariant *
event (gint32 id, const char *name)
{
  return g_variant_new ("(isvu)", id, name, g_variant_new_int32 (0), 0u);
}

static void
send_event (Fixture *fixture, gint32 id, const char *name)
{
  g_variant_unref (call (fixture, "Event", event (id, name)));

  bus_settle (&fixture->bus);
}

static void
test_clicked (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMenu) submenu = g_menu_new ();

  append_target (submenu, "In", "app.chat", "inner");
  g_menu_append (fixture->model, "A", "app.plain");
  g_menu_append (fixture->model, "B", "app.disabled");
  append_target (fixture->model, "C", "app.chat", "x;y");
  g_menu_append (fixture->model, "D", "app.check");
  append_target (fixture->model, "E", "app.pause", "day");
  g_menu_append (fixture->model, "F", "app.chat");
  g_menu_append (fixture->model, "Words", NULL);
  g_menu_append_submenu (fixture->model, "Sub", G_MENU_MODEL (submenu));
  bus_settle (&fixture->bus);

  send_event (fixture, 1, "clicked");
  g_assert_cmpstr (fixture->log->str, ==, "plain() ");
  send_event (fixture, 3, "clicked");
  send_event (fixture, 9, "clicked");
  g_assert_cmpstr (fixture->log->str, ==, "plain() chat('x;y') chat('inner') ");

  /* Nothing to do, and no harm done. */
  g_string_truncate (fixture->log, 0);
  for (gint32 id = 0; id <= 9; id++)
    {
      send_event (fixture, id, "hovered");
      send_event (fixture, id, "x-nonsense");
    }
  send_event (fixture, 0, "clicked");
  send_event (fixture, 2, "clicked");
  send_event (fixture, 6, "clicked");
  send_event (fixture, 7, "clicked");
  send_event (fixture, 8, "clicked");
  g_assert_cmpstr (fixture->log->str, ==, "");

  send_event (fixture, 4, "clicked");
  send_event (fixture, 5, "clicked");
  assert_layout (fixture, 4, 0, "", "4{label='D' toggle-state=0 toggle-type='checkmark'}[]");
  assert_layout (fixture, 5, 0, "", "5{label='E' toggle-state=1 toggle-type='radio'}[]");

  /* A line that the host still shows but that is gone. */
  g_menu_remove (fixture->model, 0);
  bus_settle (&fixture->bus);
  assert_fails (fixture, "Event", event (1, "clicked"), G_DBUS_ERROR_INVALID_ARGS);
  g_assert_cmpstr (fixture->log->str, ==, "");
}

static void
test_opened (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMenu) submenu = g_menu_new ();

  g_menu_append (submenu, "In", "app.plain");
  g_menu_append_submenu (fixture->model, "Sub", G_MENU_MODEL (submenu));
  bus_settle (&fixture->bus);

  g_assert_false (vdt_dbusmenu_is_open (fixture->menu));
  send_event (fixture, 0, "opened");
  g_assert_true (vdt_dbusmenu_is_open (fixture->menu));
  send_event (fixture, 1, "opened");
  send_event (fixture, 0, "closed");
  g_assert_true (vdt_dbusmenu_is_open (fixture->menu));
  send_event (fixture, 1, "closed");
  send_event (fixture, 1, "closed");
  g_assert_false (vdt_dbusmenu_is_open (fixture->menu));

  /* Open and gone is not open. */
  send_event (fixture, 1, "opened");
  g_menu_remove_all (fixture->model);
  bus_settle (&fixture->bus);
  g_assert_false (vdt_dbusmenu_is_open (fixture->menu));
}

static void
test_groups (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GVariant) reply = NULL;
  g_autofree char *printed = NULL;

  g_menu_append (fixture->model, "A", "app.plain");
  append_target (fixture->model, "B", "app.chat", "b");
  bus_settle (&fixture->bus);

  reply = call (fixture, "EventGroup",
                g_variant_parse (G_VARIANT_TYPE ("(a(isvu))"),
                                 "([(2, 'clicked', <0>, 0), (7, 'clicked', <0>, 0),"
                                 " (1, 'clicked', <'x'>, 5), (1, 'hovered', <0>, 0)],)",
                                 NULL, NULL, NULL));
  printed = g_variant_print (reply, FALSE);
  g_assert_cmpstr (printed, ==, "([7],)");
  g_assert_cmpstr (fixture->log->str, ==, "chat('b') plain() ");

  assert_fails (fixture, "EventGroup",
                g_variant_parse (G_VARIANT_TYPE ("(a(isvu))"), "([(8, 'clicked', <0>, 0)],)", NULL,
                                 NULL, NULL),
                G_DBUS_ERROR_INVALID_ARGS);
  g_variant_unref (
    call (fixture, "EventGroup",
          g_variant_parse (G_VARIANT_TYPE ("(a(isvu))"), "(@a(isvu) [],)", NULL, NULL, NULL)));
}

static void
test_unknown (Fixture *fixture, gconstpointer data)
{
  const gint32 ids[] = { 1, -1, 12345, G_MAXINT32, G_MININT32 };
  const char *const none[] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      assert_fails (fixture, "GetLayout", g_variant_new ("(ii^as)", ids[i], -1, none),
                    G_DBUS_ERROR_INVALID_ARGS);
      assert_fails (fixture, "GetProperty", g_variant_new ("(is)", ids[i], "label"),
                    G_DBUS_ERROR_INVALID_ARGS);
      assert_fails (fixture, "Event", event (ids[i], "clicked"), G_DBUS_ERROR_INVALID_ARGS);
      assert_fails (fixture, "AboutToShow", g_variant_new ("(i)", ids[i]),
                    G_DBUS_ERROR_INVALID_ARGS);
      assert_fails (fixture, "AboutToShowGroup",
                    g_variant_new ("(@ai)",
                                   g_variant_new_fixed_array (G_VARIANT_TYPE_INT32, &ids[i], 1, 4)),
                    G_DBUS_ERROR_INVALID_ARGS);
    }
  g_assert_cmpstr (fixture->log->str, ==, "");
}

static void
test_hostile (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *method;
    const char *arguments;
    int code;
  } table[] = {
    { "GetLayout", "()", G_DBUS_ERROR_INVALID_ARGS },
    { "GetLayout", "('x', 1, ['a'])", G_DBUS_ERROR_INVALID_ARGS },
    { "GetLayout", "(uint32 0, -1, @as [])", G_DBUS_ERROR_INVALID_ARGS },
    { "GetGroupProperties", "(@au [], @as [])", G_DBUS_ERROR_INVALID_ARGS },
    { "GetProperty", "('label', 0)", G_DBUS_ERROR_INVALID_ARGS },
    { "Event", "(0, 'clicked', 5, uint32 0)", G_DBUS_ERROR_INVALID_ARGS },
    { "EventGroup", "(5,)", G_DBUS_ERROR_INVALID_ARGS },
    { "AboutToShow", "(int64 0,)", G_DBUS_ERROR_INVALID_ARGS },
    { "AboutToShowGroup", "(['a'],)", G_DBUS_ERROR_INVALID_ARGS },
    { "NoSuchMethod", "()", G_DBUS_ERROR_UNKNOWN_METHOD },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) list = NULL;
  g_autofree gint32 *ids = g_new (gint32, 100000);

  g_menu_append (fixture->model, "A", "app.plain");
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    assert_fails (fixture, table[i].method,
                  g_variant_parse (NULL, table[i].arguments, NULL, NULL, NULL), table[i].code);

  /* A long question does not make a long answer. */
  for (gint32 i = 0; i < 100000; i++)
    ids[i] = i % 3;
  reply = call (fixture, "GetGroupProperties",
                g_variant_new ("(@ai@as)",
                               g_variant_new_fixed_array (G_VARIANT_TYPE_INT32, ids, 100000, 4),
                               g_variant_new_strv (NULL, 0)));
  list = g_variant_get_child_value (reply, 0);
  g_assert_cmpuint (g_variant_n_children (list), ==, 2);
  g_clear_pointer (&reply, g_variant_unref);
  reply = call (fixture, "AboutToShowGroup",
                g_variant_new ("(@ai)",
                               g_variant_new_fixed_array (G_VARIANT_TYPE_INT32, ids, 100000, 4)));
  g_assert_true (g_variant_is_of_type (reply, G_VARIANT_TYPE ("(aiai)")));

  /* Properties are for reading. */
  g_clear_pointer (&reply, g_variant_unref);
  reply = menu_call (&fixture->bus, PATH, "GetProperty", g_variant_new ("(is)", 0, ""), &error);
  g_assert_error (error, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS);
  g_clear_error (&error);
  reply = bus_call (fixture->bus.host, g_dbus_connection_get_unique_name (fixture->bus.app), PATH,
                    "org.freedesktop.DBus.Properties", "Set",
                    g_variant_new ("(ssv)", "com.canonical.dbusmenu", "Status",
                                   g_variant_new_string ("x")),
                    &error);
  g_assert_null (reply);
  g_assert_error (error, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS);

  assert_layout (fixture, 0, -1, "", "0{" ROOT "}[1{label='A'}[]]");
  g_assert_cmpstr (fixture->log->str, ==, "");
}

static void
test_too_large (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMenu) loop = g_menu_new ();
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) list = NULL;
  guint n = 0;

  /* A menu that opens itself, and a section that contains itself. */
  g_menu_append (loop, "In", "app.plain");
  g_menu_append_submenu (loop, "Again", G_MENU_MODEL (loop));
  g_test_expect_message ("vdt-tray", G_LOG_LEVEL_MESSAGE, "*too large*");
  g_menu_append_submenu (fixture->model, "Loop", G_MENU_MODEL (loop));
  assert_layout (fixture, 0, 1, "'label'", "0{}[1{label='Loop'}[]]");
  g_test_assert_expected_messages ();
  reply = call (fixture, "GetGroupProperties",
                g_variant_parse (NULL, "(@ai [], @as [])", NULL, NULL, NULL));
  list = g_variant_get_child_value (reply, 0);
  g_assert_cmpuint (g_variant_n_children (list), ==, 2 + 2 * VDT_MENU_MAX_DEPTH);
  g_clear_pointer (&reply, g_variant_unref);
  g_clear_pointer (&list, g_variant_unref);

  g_menu_remove_all (loop);
  bus_settle (&fixture->bus);
  g_test_expect_message ("vdt-tray", G_LOG_LEVEL_MESSAGE, "*too large*");
  for (n = 0; n < VDT_MENU_MAX_NODES + 50; n++)
    g_menu_append (fixture->model, "A", "app.plain");
  g_menu_append_section (loop, NULL, G_MENU_MODEL (loop));
  reply = call (fixture, "GetGroupProperties",
                g_variant_parse (NULL, "(@ai [], @as [])", NULL, NULL, NULL));
  g_test_assert_expected_messages ();
  list = g_variant_get_child_value (reply, 0);
  g_assert_cmpuint (g_variant_n_children (list), <=, VDT_MENU_MAX_NODES + 1);
  g_assert_cmpuint (g_variant_n_children (list), >, VDT_MENU_MAX_NODES - 50);
  g_menu_remove_all (loop);
}

static void
test_interface_properties (Fixture *fixture, gconstpointer data)
{
  static const char *const expected[] = {
    "{'Version': <uint32 3>, 'TextDirection': <'ltr'>, 'Status': <'normal'>, "
    "'IconThemePath': <@as []>}",
    "{'Version': <uint32 3>, 'TextDirection': <'rtl'>, 'Status': <'notice'>, "
    "'IconThemePath': <@as []>}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (GVariant) reply = NULL;
      g_autoptr (GVariant) got = NULL;
      g_autoptr (GVariant) wanted = NULL;
      g_autoptr (GError) error = NULL;

      vdt_dbusmenu_set_notice (fixture->menu, i == 1);
      vdt_dbusmenu_set_right_to_left (fixture->menu, i == 1);
      reply = bus_call (fixture->bus.host, g_dbus_connection_get_unique_name (fixture->bus.app),
                        PATH, "org.freedesktop.DBus.Properties", "GetAll",
                        g_variant_new ("(s)", "com.canonical.dbusmenu"), &error);
      g_assert_no_error (error);
      got = g_variant_get_child_value (reply, 0);
      wanted = g_variant_parse (NULL, expected[i], NULL, NULL, NULL);
      g_assert_cmpvariant (got, wanted);
    }
}

static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Fixture *fixture = user_data;

  g_clear_object (&fixture->menu);
}

/* The action of a line may end the menu that it is in. */
static void
test_quit (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GVariant) reply = NULL;

  g_signal_connect (add_action (fixture, "quit", NULL, NULL), "activate", G_CALLBACK (quit_cb),
                    fixture);
  g_menu_append (fixture->model, "Quit", "app.quit");
  bus_settle (&fixture->bus);
  reply = call (fixture, "EventGroup",
                g_variant_parse (G_VARIANT_TYPE ("(a(isvu))"),
                                 "([(1, 'clicked', <0>, 0), (1, 'clicked', <0>, 0)],)", NULL, NULL,
                                 NULL));
  g_assert_null (fixture->menu);
  assert_fails (fixture, "AboutToShow", g_variant_new ("(i)", 0), G_DBUS_ERROR_UNKNOWN_METHOD);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/tray/dbusmenu/items", test_items },
    { "/tray/dbusmenu/sections", test_sections },
    { "/tray/dbusmenu/submenus", test_submenus },
    { "/tray/dbusmenu/hidden", test_hidden },
    { "/tray/dbusmenu/icons", test_icons },
    { "/tray/dbusmenu/group-properties", test_group_properties },
    { "/tray/dbusmenu/property", test_property },
    { "/tray/dbusmenu/clicked", test_clicked },
    { "/tray/dbusmenu/opened", test_opened },
    { "/tray/dbusmenu/groups", test_groups },
    { "/tray/dbusmenu/unknown", test_unknown },
    { "/tray/dbusmenu/hostile", test_hostile },
    { "/tray/dbusmenu/too-large", test_too_large },
    { "/tray/dbusmenu/interface-properties", test_interface_properties },
    { "/tray/dbusmenu/quit", test_quit },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
