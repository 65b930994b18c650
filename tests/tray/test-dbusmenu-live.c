/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-dbusmenu-live"

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
  MenuMirror mirror;
} Fixture;

static GSimpleAction *
add_action (Fixture *fixture, const char *name, const char *type, GVariant *state)
{
  g_autoptr (GSimpleAction) action = NULL;
  const GVariantType *parameter = type != NULL ? G_VARIANT_TYPE (type) : NULL;

  action = state != NULL ? g_simple_action_new_stateful (name, parameter, state)
                         : g_simple_action_new (name, parameter);
  g_action_map_add_action (G_ACTION_MAP (fixture->actions), G_ACTION (action));
  return action;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  bus_fixture_set_up (&fixture->bus, NULL);
  fixture->model = g_menu_new ();
  fixture->actions = g_simple_action_group_new ();
  add_action (fixture, "plain", NULL, NULL);
  add_action (fixture, "other", NULL, NULL);
  add_action (fixture, "chat", "s", NULL);
  add_action (fixture, "check", NULL, g_variant_new_boolean (FALSE));
  fixture->menu = vdt_dbusmenu_new (G_MENU_MODEL (fixture->model));
  vdt_dbusmenu_insert_action_group (fixture->menu, "app", G_ACTION_GROUP (fixture->actions));
  g_assert_true (vdt_dbusmenu_export (fixture->menu, fixture->bus.app, PATH, &error));
  g_assert_no_error (error);
  menu_mirror_init (&fixture->mirror, &fixture->bus, PATH);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  menu_mirror_clear (&fixture->mirror);
  g_assert_finalize_object (fixture->menu);
  g_assert_finalize_object (fixture->model);
  g_assert_finalize_object (fixture->actions);
  bus_fixture_tear_down (&fixture->bus, NULL);
}

static void
insert (GMenu *menu, int position, const char *label, const char *action, const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  if (target != NULL)
    g_menu_item_set_action_and_target (item, action, "s", target);
  else if (action != NULL)
    g_menu_item_set_action_and_target (item, action, NULL);
  g_menu_insert_item (menu, position, item);
}

static void
append (GMenu *menu, const char *label, const char *action, const char *target)
{
  insert (menu, -1, label, action, target);
}

static void
replace (GMenu *menu, int position, const char *label, const char *action, const char *target)
{
  g_menu_remove (menu, position);
  insert (menu, position, label, action, target);
}

/* What the host made of the signals is what is really there. */
static void
check_mirror (Fixture *fixture)
{
  g_autofree char *mirrored = NULL;
  g_autofree char *fresh = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) layout = NULL;
  g_autoptr (GError) error = NULL;
  guint n_layouts, n_props;

  menu_mirror_catch_up (&fixture->mirror);
  n_layouts = fixture->mirror.n_layouts;
  n_props = fixture->mirror.n_props;
  mirrored = menu_mirror_print (&fixture->mirror);
  reply = menu_call (&fixture->bus, PATH, "GetLayout",
                     g_variant_parse (NULL, "(0, -1, @as [])", NULL, NULL, NULL), &error);
  g_assert_no_error (error);
  g_variant_get (reply, "(u@(ia{sv}av))", NULL, &layout);
  fresh = menu_layout_print (layout);
  g_assert_cmpstr (mirrored, ==, fresh);
  /* Asking changes nothing. */
  g_assert_cmpuint (fixture->mirror.n_layouts, ==, n_layouts);
  g_assert_cmpuint (fixture->mirror.n_props, ==, n_props);
}

static gint32
find (Fixture *fixture, const char *label)
{
  return menu_mirror_find (&fixture->mirror, label);
}

/* Checks how many signals the last change made, and forgets them. */
static void
expect_signals (Fixture *fixture, guint n_layouts, guint n_props, gint32 parent)
{
  check_mirror (fixture);
  g_assert_cmpuint (fixture->mirror.n_layouts, ==, n_layouts);
  g_assert_cmpuint (fixture->mirror.n_props, ==, n_props);
  g_assert_cmpint (fixture->mirror.last_parent, ==, parent);
  menu_mirror_reset_counts (&fixture->mirror);
}

static void
test_labels (Fixture *fixture, gconstpointer data)
{
  gint32 first, second;
  g_autofree char *printed = NULL;
  guint revision;

  append (fixture->model, "Claude · 70 %", "app.chat", "a");
  append (fixture->model, "Codex · 10 %", "app.chat", "b");
  append (fixture->model, "Reading logs… 51 %", NULL, NULL);
  expect_signals (fixture, 1, 0, 0);
  first = find (fixture, "Claude · 70 %");
  second = find (fixture, "Codex · 10 %");
  revision = vdt_dbusmenu_get_revision (fixture->menu);

  replace (fixture->model, 0, "Claude · 71 %", "app.chat", "a");
  expect_signals (fixture, 0, 1, -1);
  g_assert_cmpint (find (fixture, "Claude · 71 %"), ==, first);
  printed = g_variant_print (fixture->mirror.last_updated, FALSE);
  g_assert_cmpstr (printed, ==, "[(1, {'label': <'Claude · 71 %'>})]");

  replace (fixture->model, 2, "Reading logs… 52 %", NULL, NULL);
  expect_signals (fixture, 0, 1, -1);

  /* Two at once are told at once. */
  replace (fixture->model, 0, "Claude · 72 %", "app.chat", "a");
  replace (fixture->model, 1, "Codex · 11 %", "app.chat", "b");
  expect_signals (fixture, 0, 1, -1);
  g_assert_cmpint (find (fixture, "Claude · 72 %"), ==, first);
  g_assert_cmpint (find (fixture, "Codex · 11 %"), ==, second);
  g_assert_cmpuint (vdt_dbusmenu_get_revision (fixture->menu), ==, revision);
}

static void
test_actions (Fixture *fixture, gconstpointer data)
{
  GAction *check = g_action_map_lookup_action (G_ACTION_MAP (fixture->actions), "check");
  GAction *plain = g_action_map_lookup_action (G_ACTION_MAP (fixture->actions), "plain");
  GAction *other = g_action_map_lookup_action (G_ACTION_MAP (fixture->actions), "other");
  g_autofree char *printed = NULL;

  append (fixture->model, "A", "app.plain", NULL);
  append (fixture->model, "B", "app.check", NULL);
  append (fixture->model, "C", "app.late", NULL);
  expect_signals (fixture, 1, 0, 0);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (plain), FALSE);
  expect_signals (fixture, 0, 1, -1);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (plain), TRUE);
  expect_signals (fixture, 0, 1, -1);
  printed = g_variant_print (fixture->mirror.last_removed, FALSE);
  g_assert_cmpstr (printed, ==, "[(1, ['enabled'])]");

  g_simple_action_set_state (G_SIMPLE_ACTION (check), g_variant_new_boolean (TRUE));
  expect_signals (fixture, 0, 1, -1);
  add_action (fixture, "late", NULL, NULL);
  expect_signals (fixture, 0, 1, -1);
  g_action_map_remove_action (G_ACTION_MAP (fixture->actions), "late");
  expect_signals (fixture, 0, 1, -1);

  /* There and back is nothing, and neither is what the menu does not name. */
  g_simple_action_set_enabled (G_SIMPLE_ACTION (plain), FALSE);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (plain), TRUE);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (other), FALSE);
  add_action (fixture, "unrelated", NULL, NULL);
  expect_signals (fixture, 0, 0, -1);

  /* A whole group. */
  vdt_dbusmenu_insert_action_group (fixture->menu, "app", NULL);
  expect_signals (fixture, 0, 1, -1);
  vdt_dbusmenu_insert_action_group (fixture->menu, "app", G_ACTION_GROUP (fixture->actions));
  expect_signals (fixture, 0, 1, -1);
}

static void
test_hidden (Fixture *fixture, gconstpointer data)
{
  GAction *plain = g_action_map_lookup_action (G_ACTION_MAP (fixture->actions), "plain");
  g_autoptr (GMenuItem) item = g_menu_item_new ("A", "app.plain");
  gint32 id;

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  append (fixture->model, "Z", "app.other", NULL);
  g_menu_append_item (fixture->model, item);
  expect_signals (fixture, 1, 0, 0);
  id = find (fixture, "A");

  g_simple_action_set_enabled (G_SIMPLE_ACTION (plain), FALSE);
  expect_signals (fixture, 1, 0, 0);
  g_assert_cmpint (find (fixture, "A"), ==, -1);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (plain), TRUE);
  expect_signals (fixture, 1, 0, 0);
  g_assert_cmpint (find (fixture, "A"), >, id);
}

static void
test_layout (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMenu) chat = g_menu_new ();
  g_autoptr (GMenu) pause = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();
  gint32 chat_id, pause_id, a;
  guint revision;

  append (chat, "A", "app.chat", "a");
  append (pause, "P", "app.plain", NULL);
  g_menu_append_submenu (fixture->model, "Chat", G_MENU_MODEL (chat));
  g_menu_append_submenu (fixture->model, "Pause", G_MENU_MODEL (pause));
  g_menu_append_section (fixture->model, NULL, G_MENU_MODEL (section));
  expect_signals (fixture, 1, 0, 0);
  chat_id = find (fixture, "Chat");
  pause_id = find (fixture, "Pause");
  a = find (fixture, "A");
  revision = vdt_dbusmenu_get_revision (fixture->menu);

  append (chat, "B", "app.chat", "b");
  expect_signals (fixture, 1, 0, chat_id);
  g_assert_cmpuint (vdt_dbusmenu_get_revision (fixture->menu), ==, revision + 1);
  g_assert_cmpuint (fixture->mirror.last_revision, ==, revision + 1);
  g_assert_cmpint (find (fixture, "A"), ==, a);

  /* Moving. */
  g_menu_remove (chat, 0);
  append (chat, "A", "app.chat", "a");
  expect_signals (fixture, 1, 0, chat_id);
  g_assert_cmpint (find (fixture, "A"), ==, a);

  /* Two places: what they have in common, told once. */
  append (chat, "C", "app.chat", "c");
  append (pause, "Q", "app.other", NULL);
  expect_signals (fixture, 1, 0, 0);

  /* The section that was empty gets a separator with its first line. */
  append (section, "S", "app.plain", NULL);
  expect_signals (fixture, 1, 0, 0);
  g_menu_remove (section, 0);
  expect_signals (fixture, 1, 0, 0);

  /* Many changes, one signal. */
  for (int i = 0; i < 50; i++)
    {
      g_autofree char *target = g_strdup_printf ("n%d", i);

      append (pause, target, "app.chat", target);
    }
  expect_signals (fixture, 1, 0, pause_id);

  /* Made anew and yet the same. */
  g_menu_remove_all (fixture->model);
  g_menu_append_submenu (fixture->model, "Chat", G_MENU_MODEL (chat));
  g_menu_append_submenu (fixture->model, "Pause", G_MENU_MODEL (pause));
  expect_signals (fixture, 0, 0, -1);

  /* A submenu with another name is the same while it opens the same menu. */
  g_menu_remove (fixture->model, 1);
  g_menu_append_submenu (fixture->model, "Resume", G_MENU_MODEL (pause));
  expect_signals (fixture, 0, 1, -1);
  g_assert_cmpint (find (fixture, "Resume"), ==, pause_id);
}

static void
test_identity (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new ("More", "app.plain");
  gint32 a, b, twin, more;

  g_menu_item_set_attribute (item, VDT_MENU_ATTRIBUTE_ID, "s", "more");
  append (fixture->model, "A", "app.chat", "a");
  append (fixture->model, "B", "app.chat", "b");
  append (fixture->model, "Twin 1", "app.plain", NULL);
  append (fixture->model, "Twin 2", "app.plain", NULL);
  g_menu_append_item (fixture->model, item);
  expect_signals (fixture, 1, 0, 0);
  a = find (fixture, "A");
  b = find (fixture, "B");
  twin = find (fixture, "Twin 2");
  more = find (fixture, "More");

  /* Neighbours go: the others stay, even where only the label tells twins apart. */
  g_menu_remove (fixture->model, 2);
  g_menu_remove (fixture->model, 0);
  expect_signals (fixture, 1, 0, 0);
  g_assert_cmpint (find (fixture, "B"), ==, b);
  g_assert_cmpint (find (fixture, "Twin 2"), ==, twin);

  /* A line that comes back is a new one; no number is given twice. */
  insert (fixture->model, 0, "A", "app.chat", "a");
  expect_signals (fixture, 1, 0, 0);
  g_assert_cmpint (find (fixture, "A"), >, more);

  /* Another section of the same menu: the line has moved. */
  g_menu_remove (fixture->model, 1);
  append (section, "B", "app.chat", "b");
  g_menu_append_section (fixture->model, NULL, G_MENU_MODEL (section));
  expect_signals (fixture, 1, 0, 0);
  g_assert_cmpint (find (fixture, "B"), ==, b);

  /* An id of its own outlives label and action. */
  g_menu_item_set_label (item, "Less");
  g_menu_item_set_detailed_action (item, "app.chat::x");
  g_menu_remove (fixture->model, 2);
  g_menu_insert_item (fixture->model, 2, item);
  expect_signals (fixture, 0, 1, -1);
  g_assert_cmpint (find (fixture, "Less"), ==, more);

  /* The same place with another action is another line. */
  replace (fixture->model, 0, "A", "app.chat", "z");
  expect_signals (fixture, 1, 0, 0);
  g_assert_cmpint (find (fixture, "A"), !=, a);
}

static gboolean
keep_busy_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* Calls while the main loop never gets to its idle work, so that what changed before the call
 * is still to be told when it arrives. */
static GVariant *
call_before_idle (Fixture *fixture, const char *method, GVariant *parameters)
{
  guint busy = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE - 1, keep_busy_cb, NULL, NULL);
  g_autoptr (GError) error = NULL;
  GVariant *reply = menu_call (&fixture->bus, PATH, method, parameters, &error);

  g_source_remove (busy);
  g_assert_no_error (error);
  return reply;
}

static gboolean
about_to_show (Fixture *fixture, gint32 id)
{
  g_autoptr (GVariant) reply = call_before_idle (fixture, "AboutToShow", g_variant_new ("(i)", id));
  gboolean needed;

  g_variant_get (reply, "(b)", &needed);
  return needed;
}

static void
relabel_cb (VdtDbusmenu *menu, gpointer user_data)
{
  Fixture *fixture = user_data;

  replace (fixture->model, 0, "42 min old", "app.plain", NULL);
}

static void
add_line_cb (VdtDbusmenu *menu, gpointer user_data)
{
  Fixture *fixture = user_data;

  append (fixture->model, "New", "app.chat", "new");
}

static void
test_about_to_show (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMenu) chat = g_menu_new ();
  g_autoptr (GMenu) pause = g_menu_new ();
  g_autoptr (GVariant) reply = NULL;
  g_autofree char *printed = NULL;
  gint32 chat_id, pause_id;
  gulong handler;

  append (fixture->model, "40 min old", "app.plain", NULL);
  append (chat, "A", "app.chat", "a");
  append (pause, "P", "app.other", NULL);
  g_menu_append_submenu (fixture->model, "Chat", G_MENU_MODEL (chat));
  g_menu_append_submenu (fixture->model, "Pause", G_MENU_MODEL (pause));
  expect_signals (fixture, 1, 0, 0);
  chat_id = find (fixture, "Chat");
  pause_id = find (fixture, "Pause");
  g_assert_false (about_to_show (fixture, 0));
  g_assert_false (about_to_show (fixture, chat_id));
  expect_signals (fixture, 0, 0, -1);

  /* Only words changed: told before the answer, and no reason to read the layout again. */
  handler = g_signal_connect (fixture->menu, "about-to-show", G_CALLBACK (relabel_cb), fixture);
  g_assert_false (about_to_show (fixture, 0));
  g_assert_cmpuint (fixture->mirror.n_props, ==, 1);
  expect_signals (fixture, 0, 1, -1);
  g_assert_cmpint (find (fixture, "42 min old"), ==, 1);
  g_signal_handler_disconnect (fixture->menu, handler);

  /* The handler added a line: true once. */
  handler = g_signal_connect (fixture->menu, "about-to-show", G_CALLBACK (add_line_cb), fixture);
  g_assert_false (about_to_show (fixture, chat_id));
  g_assert_true (about_to_show (fixture, 0));
  expect_signals (fixture, 1, 0, 0);
  g_signal_handler_disconnect (fixture->menu, handler);
  g_assert_false (about_to_show (fixture, 0));

  /* A change elsewhere is not a change here. */
  append (chat, "B", "app.chat", "b");
  g_assert_false (about_to_show (fixture, pause_id));
  expect_signals (fixture, 1, 0, chat_id);
  append (chat, "C", "app.chat", "c");
  g_assert_true (about_to_show (fixture, chat_id));
  append (chat, "D", "app.chat", "d");
  append (pause, "Q", "app.chat", "q");
  g_assert_true (about_to_show (fixture, 0));
  menu_mirror_catch_up (&fixture->mirror);

  append (chat, "E", "app.chat", "e");
  reply = call_before_idle (fixture, "AboutToShowGroup",
                            g_variant_new_parsed ("([%i, %i, 999],)", chat_id, pause_id));
  printed = g_variant_print (reply, FALSE);
  g_assert_cmpstr (printed, ==, "([2], [999])");
  check_mirror (fixture);
}

/* A model of a menu that the test changes at random. */
typedef struct
{
  Fixture *fixture;
  GPtrArray *menus; /* all of them; submenus and sections hang in the first */
  GHashTable *retired;
  GHashTable *id_of; /* target → number, while the line lives */
  guint n_targets;
} Chaos;

static GMenu *
random_menu (Chaos *chaos)
{
  return g_ptr_array_index (chaos->menus,
                            (guint) g_test_rand_int_range (0, (gint32) chaos->menus->len));
}

static char *
item_target (GMenu *menu, int position)
{
  g_autoptr (GVariant) target =
    g_menu_model_get_item_attribute_value (G_MENU_MODEL (menu), position, "target", NULL);

  return target != NULL ? g_variant_dup_string (target, NULL) : NULL;
}

static void
mutate (Chaos *chaos)
{
  GMenu *menu = random_menu (chaos);
  int n_items = g_menu_model_get_n_items (G_MENU_MODEL (menu));
  int position = n_items > 0 ? g_test_rand_int_range (0, n_items) : 0;
  int what = g_test_rand_int_range (0, 100);
  g_autofree char *label = g_strdup_printf ("L%d", g_test_rand_int_range (0, 1000000));
  g_autofree char *target = NULL;

  if (what < 40 && n_items < 12)
    {
      target = g_strdup_printf ("t%u", chaos->n_targets++);
      insert (menu, position, label, "app.chat", target);
    }
  else if (what < 46 && chaos->menus->len < 8)
    {
      GMenu *below = g_menu_new ();

      g_ptr_array_add (chaos->menus, below);
      if (g_test_rand_bit ())
        g_menu_insert_section (menu, position, g_test_rand_bit () ? label : NULL,
                               G_MENU_MODEL (below));
      else
        g_menu_insert_submenu (menu, position, label, G_MENU_MODEL (below));
    }
  else if (what < 50)
    insert (menu, position, label, NULL, NULL);
  else if (what < 55)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (chaos->fixture->actions), "chat");

      g_simple_action_set_enabled (G_SIMPLE_ACTION (action), g_test_rand_bit ());
    }
  else if (what < 58)
    insert (menu, position, label, "app.check", NULL);
  else if (what < 61)
    g_action_group_activate_action (G_ACTION_GROUP (chaos->fixture->actions), "check", NULL);
  else if (n_items == 0 || (target = item_target (menu, position)) == NULL)
    {
      /* Submenus stay where they are; words may go. */
      g_autoptr (GMenuModel) link =
        n_items > 0 ? g_menu_model_get_item_link (G_MENU_MODEL (menu), position, "submenu") : NULL;
      g_autoptr (GMenuModel) section =
        n_items > 0 ? g_menu_model_get_item_link (G_MENU_MODEL (menu), position, "section") : NULL;

      if (n_items > 0 && link == NULL && section == NULL)
        g_menu_remove (menu, position);
    }
  else if (what < 75)
    g_menu_remove (menu, position);
  else if (what < 88)
    replace (menu, position, label, "app.chat", target);
  else
    {
      g_menu_remove (menu, position);
      insert (menu, g_test_rand_int_range (0, n_items), label, "app.chat", target);
    }
}

static void
collect_targets (VdtDbusmenu *menu, GMenuModel *model, GHashTable *targets)
{
  for (int i = 0; i < g_menu_model_get_n_items (model); i++)
    {
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (model, i, "submenu");
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (model, i, "section");
      g_autofree char *label = NULL;
      char *target = item_target (G_MENU (model), i);

      g_menu_model_get_item_attribute (model, i, "label", "s", &label);
      if (target != NULL)
        g_hash_table_insert (targets, target, g_steal_pointer (&label));
      if (submenu != NULL)
        collect_targets (menu, submenu, targets);
      if (section != NULL)
        collect_targets (menu, section, targets);
    }
}

/* Every line that was there the last time has the number it had; no retired number is back. */
static void
check_ids (Chaos *chaos)
{
  MenuMirror *mirror = &chaos->fixture->mirror;
  g_autoptr (GHashTable) targets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) live = menu_mirror_get_ids (mirror);
  g_autoptr (GHashTable) id_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer target, value;

  collect_targets (chaos->fixture->menu, G_MENU_MODEL (chaos->fixture->model), targets);
  g_hash_table_iter_init (&iter, targets);
  while (g_hash_table_iter_next (&iter, &target, &value))
    {
      gint32 id = menu_mirror_find (mirror, value);

      g_assert_cmpint (id, >, 0);
      if (g_hash_table_contains (chaos->id_of, target))
        g_assert_cmpint (GPOINTER_TO_INT (g_hash_table_lookup (chaos->id_of, target)), ==, id);
      g_hash_table_insert (id_of, g_strdup (target), GINT_TO_POINTER (id));
    }
  g_hash_table_iter_init (&iter, chaos->id_of);
  while (g_hash_table_iter_next (&iter, &target, &value))
    if (!g_hash_table_contains (id_of, target))
      g_hash_table_add (chaos->retired, value);
  g_hash_table_iter_init (&iter, live);
  while (g_hash_table_iter_next (&iter, &value, NULL))
    g_assert_false (g_hash_table_contains (chaos->retired, value));

  g_hash_table_unref (chaos->id_of);
  chaos->id_of = g_steal_pointer (&id_of);
}

static void
test_random (Fixture *fixture, gconstpointer data)
{
  Chaos chaos = { .fixture = fixture };
  guint n_layouts = 0, n_props = 0;

  chaos.menus = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (chaos.menus, g_object_ref (fixture->model));
  chaos.retired = g_hash_table_new (NULL, NULL);
  chaos.id_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (int round = 0; round < 200; round++)
    {
      int n = g_test_rand_int_range (1, 6);

      for (int i = 0; i < n; i++)
        mutate (&chaos);
      check_mirror (fixture);
      check_ids (&chaos);
      g_assert_cmpuint (fixture->mirror.n_layouts, <=, 1);
      g_assert_cmpuint (fixture->mirror.n_props, <=, 1);
      n_layouts += fixture->mirror.n_layouts;
      n_props += fixture->mirror.n_props;
      menu_mirror_reset_counts (&fixture->mirror);
    }
  /* Or nothing was tested. */
  g_assert_cmpuint (n_layouts, >, 50);
  g_assert_cmpuint (n_props, >, 25);
  g_assert_cmpuint (g_hash_table_size (chaos.retired), >, 25);
  g_hash_table_unref (chaos.retired);
  g_hash_table_unref (chaos.id_of);
  g_ptr_array_unref (chaos.menus);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/tray/dbusmenu/live/labels", test_labels },
    { "/tray/dbusmenu/live/actions", test_actions },
    { "/tray/dbusmenu/live/hidden", test_hidden },
    { "/tray/dbusmenu/live/layout", test_layout },
    { "/tray/dbusmenu/live/identity", test_identity },
    { "/tray/dbusmenu/live/about-to-show", test_about_to_show },
    { "/tray/dbusmenu/live/random", test_random },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
