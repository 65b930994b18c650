/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-tray"

#include "config.h"

#include "menu-mirror.h"

#include <string.h>

#define INTERFACE "com.canonical.dbusmenu"

typedef struct
{
  GHashTable *props;
  GArray *children;
} Line;

static void
line_free (gpointer data)
{
  Line *line = data;

  g_hash_table_unref (line->props);
  g_array_unref (line->children);
  g_free (line);
}

GVariant *
menu_call (BusFixture *fixture,
           const char *path,
           const char *method,
           GVariant *parameters,
           GError **error)
{
  return bus_call (fixture->host, g_dbus_connection_get_unique_name (fixture->app), path, INTERFACE,
                   method, parameters, error);
}

static void
signal_cb (GDBusConnection *connection,
           const char *sender,
           const char *path,
           const char *interface,
           const char *signal,
           GVariant *parameters,
           gpointer user_data)
{
  MenuMirror *mirror = user_data;

  if (g_str_equal (signal, "LayoutUpdated"))
    {
      g_assert_true (g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ui)")));
      mirror->n_layouts++;
      g_variant_get (parameters, "(ui)", &mirror->last_revision, &mirror->last_parent);
    }
  else
    {
      g_assert_cmpstr (signal, ==, "ItemsPropertiesUpdated");
      g_assert_true (g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(a(ia{sv})a(ias))")));
      mirror->n_props++;
      g_clear_pointer (&mirror->last_updated, g_variant_unref);
      g_clear_pointer (&mirror->last_removed, g_variant_unref);
      mirror->last_updated = g_variant_get_child_value (parameters, 0);
      mirror->last_removed = g_variant_get_child_value (parameters, 1);
    }
  g_queue_push_tail (&mirror->pending, g_variant_ref (parameters));
}

static void
drop_below (MenuMirror *mirror, gint32 id)
{
  Line *line = g_hash_table_lookup (mirror->nodes, GINT_TO_POINTER (id));

  if (line == NULL)
    return;
  for (guint i = 0; i < line->children->len; i++)
    drop_below (mirror, g_array_index (line->children, gint32, i));
  g_hash_table_remove (mirror->nodes, GINT_TO_POINTER (id));
}

static gint32
take_layout (MenuMirror *mirror, GVariant *layout)
{
  g_autoptr (GVariant) props = NULL;
  g_autoptr (GVariant) children = NULL;
  Line *line = g_new0 (Line, 1);
  GVariantIter iter;
  char *name;
  GVariant *value;
  gint32 id;

  g_variant_get (layout, "(i@a{sv}@av)", &id, &props, &children);
  line->children = g_array_new (FALSE, FALSE, sizeof (gint32));
  line->props =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
  g_variant_iter_init (&iter, props);
  while (g_variant_iter_next (&iter, "{sv}", &name, &value))
    g_hash_table_insert (line->props, name, value);
  /* A number names one line at a time. */
  g_assert_false (g_hash_table_contains (mirror->nodes, GINT_TO_POINTER (id)));
  g_hash_table_insert (mirror->nodes, GINT_TO_POINTER (id), line);

  g_variant_iter_init (&iter, children);
  while (g_variant_iter_next (&iter, "v", &value))
    {
      gint32 child = take_layout (mirror, value);

      g_array_append_val (line->children, child);
      g_variant_unref (value);
    }
  return id;
}

static void
fetch (MenuMirror *mirror, gint32 parent)
{
  const char *const all[] = { NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) layout = NULL;

  reply = menu_call (mirror->fixture, mirror->path, "GetLayout",
                     g_variant_new ("(ii^as)", parent, -1, all), &error);
  g_assert_no_error (error);
  g_variant_get (reply, "(u@(ia{sv}av))", NULL, &layout);
  drop_below (mirror, parent);
  take_layout (mirror, layout);
}

static void
apply_props (MenuMirror *mirror, GVariant *updated, GVariant *removed)
{
  GVariantIter iter;
  GVariant *props;
  char **names;
  gint32 id;

  g_variant_iter_init (&iter, updated);
  while (g_variant_iter_next (&iter, "(i@a{sv})", &id, &props))
    {
      Line *line = g_hash_table_lookup (mirror->nodes, GINT_TO_POINTER (id));
      GVariantIter inner;
      char *name;
      GVariant *value;

      g_variant_iter_init (&inner, props);
      while (line != NULL && g_variant_iter_next (&inner, "{sv}", &name, &value))
        g_hash_table_replace (line->props, name, value);
      g_variant_unref (props);
    }
  g_variant_iter_init (&iter, removed);
  while (g_variant_iter_next (&iter, "(i^as)", &id, &names))
    {
      Line *line = g_hash_table_lookup (mirror->nodes, GINT_TO_POINTER (id));

      for (guint i = 0; line != NULL && names[i] != NULL; i++)
        g_hash_table_remove (line->props, names[i]);
      g_strfreev (names);
    }
}

void
menu_mirror_init (MenuMirror *mirror, BusFixture *fixture, const char *path)
{
  *mirror = (MenuMirror){ .fixture = fixture, .path = path, .last_parent = -1 };
  g_queue_init (&mirror->pending);
  mirror->nodes = g_hash_table_new_full (NULL, NULL, NULL, line_free);
  mirror->subscription =
    g_dbus_connection_signal_subscribe (fixture->host,
                                        g_dbus_connection_get_unique_name (fixture->app), INTERFACE,
                                        NULL, path, NULL, G_DBUS_SIGNAL_FLAGS_NONE, signal_cb,
                                        mirror, NULL);
  fetch (mirror, 0);
  menu_mirror_catch_up (mirror);
  menu_mirror_reset_counts (mirror);
}

void
menu_mirror_clear (MenuMirror *mirror)
{
  g_dbus_connection_signal_unsubscribe (mirror->fixture->host, mirror->subscription);
  g_queue_clear_full (&mirror->pending, (GDestroyNotify) g_variant_unref);
  g_hash_table_unref (mirror->nodes);
  g_clear_pointer (&mirror->last_updated, g_variant_unref);
  g_clear_pointer (&mirror->last_removed, g_variant_unref);
}

/* Follows the signals in the order in which they came. */
void
menu_mirror_catch_up (MenuMirror *mirror)
{
  GVariant *parameters;

  bus_settle (mirror->fixture);
  while ((parameters = g_queue_pop_head (&mirror->pending)) != NULL)
    {
      if (g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ui)")))
        {
          gint32 parent;

          g_variant_get (parameters, "(ui)", NULL, &parent);
          if (g_hash_table_contains (mirror->nodes, GINT_TO_POINTER (parent)))
            fetch (mirror, parent);
          else
            g_error ("a layout update names line %d, which was never seen", parent);
        }
      else
        {
          g_autoptr (GVariant) updated = g_variant_get_child_value (parameters, 0);
          g_autoptr (GVariant) removed = g_variant_get_child_value (parameters, 1);

          apply_props (mirror, updated, removed);
        }
      g_variant_unref (parameters);
    }
}

void
menu_mirror_reset_counts (MenuMirror *mirror)
{
  mirror->n_layouts = 0;
  mirror->n_props = 0;
  mirror->last_parent = -1;
}

static void
print_line (GString *out, gint32 id, GHashTable *props)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (props), (GCompareFunc) strcmp);
  const char *gap = "";

  g_string_append_printf (out, "%d{", id);
  for (GList *l = names; l != NULL; l = l->next)
    {
      g_autofree char *value = g_variant_print (g_hash_table_lookup (props, l->data), FALSE);

      g_string_append_printf (out, "%s%s=%s", gap, (const char *) l->data, value);
      gap = " ";
    }
  g_string_append_c (out, '}');
}

static void
print_mirror (GString *out, MenuMirror *mirror, gint32 id)
{
  Line *line = g_hash_table_lookup (mirror->nodes, GINT_TO_POINTER (id));

  print_line (out, id, line->props);
  g_string_append_c (out, '[');
  for (guint i = 0; i < line->children->len; i++)
    print_mirror (out, mirror, g_array_index (line->children, gint32, i));
  g_string_append_c (out, ']');
}

char *
menu_mirror_print (MenuMirror *mirror)
{
  GString *out = g_string_new (NULL);

  print_mirror (out, mirror, 0);
  return g_string_free (out, FALSE);
}

/* Returns -1 where there is no such line, and fails where there are two. */
gint32
menu_mirror_find (MenuMirror *mirror, const char *label)
{
  GHashTableIter iter;
  gpointer key, data;
  gint32 found = -1;

  g_hash_table_iter_init (&iter, mirror->nodes);
  while (g_hash_table_iter_next (&iter, &key, &data))
    {
      GVariant *value = g_hash_table_lookup (((Line *) data)->props, "label");

      if (value == NULL || !g_str_equal (g_variant_get_string (value, NULL), label))
        continue;
      g_assert_cmpint (found, ==, -1);
      found = GPOINTER_TO_INT (key);
    }
  return found;
}

/* (transfer container): every number in the menu. */
GHashTable *
menu_mirror_get_ids (MenuMirror *mirror)
{
  GHashTable *ids = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, mirror->nodes);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (ids, key);
  return ids;
}

static void
print_layout (GString *out, GVariant *layout)
{
  g_autoptr (GHashTable) table = NULL;
  g_autoptr (GVariant) props = NULL;
  g_autoptr (GVariant) children = NULL;
  GVariantIter iter;
  char *name;
  GVariant *value;
  gint32 id;

  g_variant_get (layout, "(i@a{sv}@av)", &id, &props, &children);
  table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
  g_variant_iter_init (&iter, props);
  while (g_variant_iter_next (&iter, "{sv}", &name, &value))
    g_hash_table_insert (table, name, value);
  print_line (out, id, table);
  g_string_append_c (out, '[');
  g_variant_iter_init (&iter, children);
  while (g_variant_iter_next (&iter, "v", &value))
    {
      print_layout (out, value);
      g_variant_unref (value);
    }
  g_string_append_c (out, ']');
}

char *
menu_layout_print (GVariant *layout)
{
  GString *out = g_string_new (NULL);

  print_layout (out, layout);
  return g_string_free (out, FALSE);
}
