/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-prefs-homes.h"

#include <glib/gi18n-lib.h>

#include "vdt-compat.h"
#include "vdt-format.h"
#include "vdt-inline-icon.h"
#include "vdt-paint.h"
#include "vdt-paths.h"

struct _VdtPrefsHomes
{
  AdwBin parent_instance;

  /* Template widgets */
  AdwPreferencesGroup *codex_group;
  AdwPreferencesGroup *claude_group;
  GtkButton *codex_add;
  GtkButton *claude_add;

  /* Owned */
  GPtrArray *rows[VDT_N_RUNTIMES]; /* of AdwActionRow, borrowed */
  GSettings *settings;
  GListModel *homes;
  GHashTable *watched;
  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (VdtPrefsHomes, vdt_prefs_homes, ADW_TYPE_BIN)

static const char *
key_of (VdtRuntime runtime)
{
  return runtime == VDT_RUNTIME_CODEX ? "codex-homes" : "claude-homes";
}

static AdwPreferencesGroup *
group_of (VdtPrefsHomes *self, VdtRuntime runtime)
{
  return runtime == VDT_RUNTIME_CODEX ? self->codex_group : self->claude_group;
}

static const char *
origin_words (const char *origin)
{
  if (g_strcmp0 (origin, "environment") == 0)
    return _ ("From the environment");
  if (g_strcmp0 (origin, "setting") == 0)
    return _ ("Chosen here");
  if (g_strcmp0 (origin, "default") == 0)
    return _ ("Default");
  if (g_strcmp0 (origin, "discovered") == 0)
    return _ ("Discovered");
  if (g_strcmp0 (origin, "option") == 0)
    return _ ("From the command line");
  return NULL;
}

static char *
home_words (VdtHome *home)
{
  const char *origin = origin_words (vdt_home_get_origin (home));
  const char *problem = vdt_home_get_problem (home);
  guint n = vdt_home_get_n_files (home);
  g_autofree char *found = NULL;

  if (problem != NULL)
    found = g_strdup (problem);
  else
    found = g_strdup_printf (ngettext ("%u session log", "%u session logs", n), n);
  return origin != NULL ? g_strdup_printf ("%s · %s", origin, found) : g_steal_pointer (&found);
}

static void
add_state (AdwActionRow *row, gboolean readable)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon =
    vdt_inline_icon_new (readable ? "vedette-completed-symbolic" : "vedette-error-symbolic");
  GtkWidget *label = gtk_label_new (readable ? _ ("Readable") : _ ("Cannot be read"));
  const char *style_class = readable ? "success" : "warning";

  gtk_widget_add_css_class (icon, style_class);
  gtk_widget_add_css_class (label, style_class);
  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  adw_action_row_add_suffix (row, box);
}

static void
remove_cb (VdtPrefsHomes *self, GtkButton *button)
{
  VdtRuntime runtime = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "vdt-runtime"));

  vdt_prefs_homes_remove_folder (self, runtime, g_object_get_data (G_OBJECT (button), "vdt-path"));
}

static void
add_remove (VdtPrefsHomes *self, AdwActionRow *row, VdtRuntime runtime, const char *path)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("vedette-close-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Remove from This List"));
  vdt_access_label (button, _ ("Remove from This List"));
  g_object_set_data (G_OBJECT (button), "vdt-runtime", GINT_TO_POINTER (runtime));
  g_object_set_data_full (G_OBJECT (button), "vdt-path", g_strdup (path), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (row, button);
}

static void
add_row (VdtPrefsHomes *self, VdtRuntime runtime, VdtHome *home, const char *path, gboolean chosen)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *shown = vdt_path_for_display (path);
  g_autofree char *words = home != NULL ? home_words (home) : g_strdup (_ ("Chosen here"));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
  vdt_access_label (row, shown);
  vdt_access_description (row, words);
  if (home != NULL)
    add_state (ADW_ACTION_ROW (row), vdt_home_get_problem (home) == NULL);
  if (chosen)
    add_remove (self, ADW_ACTION_ROW (row), runtime, path);
  adw_preferences_group_add (group_of (self, runtime), row);
  g_ptr_array_add (self->rows[runtime], row);
}

static void
show_runtime (VdtPrefsHomes *self, VdtRuntime runtime)
{
  g_auto (GStrv) chosen = self->settings != NULL
                            ? g_settings_get_strv (self->settings, key_of (runtime))
                            : g_new0 (char *, 1);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = self->homes != NULL ? g_list_model_get_n_items (self->homes) : 0;

  for (guint i = 0; i < self->rows[runtime]->len; i++)
    adw_preferences_group_remove (group_of (self, runtime),
                                  g_ptr_array_index (self->rows[runtime], i));
  g_ptr_array_set_size (self->rows[runtime], 0);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (VdtHome) home = g_list_model_get_item (self->homes, i);
      const char *path = vdt_home_get_path (home);

      if (vdt_home_get_runtime (home) != runtime)
        continue;
      g_hash_table_add (seen, (gpointer) path);
      add_row (self, runtime, home, path, g_strv_contains ((const char *const *) chosen, path));
    }
  for (guint i = 0; chosen[i] != NULL; i++)
    if (!g_hash_table_contains (seen, chosen[i]))
      add_row (self, runtime, NULL, chosen[i], TRUE);
}

static void
show_cb (VdtPrefsHomes *self)
{
  for (guint i = 0; self->homes != NULL && i < g_list_model_get_n_items (self->homes); i++)
    {
      g_autoptr (VdtHome) home = g_list_model_get_item (self->homes, i);

      if (g_hash_table_contains (self->watched, home))
        continue;
      g_hash_table_add (self->watched, g_object_ref (home));
      g_signal_connect_object (home, "changed", G_CALLBACK (show_cb), self, G_CONNECT_SWAPPED);
    }
  show_runtime (self, VDT_RUNTIME_CODEX);
  show_runtime (self, VDT_RUNTIME_CLAUDE);
}

typedef struct
{
  VdtPrefsHomes *page;
  VdtRuntime runtime;
} Choice;

static void
chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Choice *choice = data;
  g_autoptr (VdtPrefsHomes) self = choice->page;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = vdt_compat_choose_folder_finish (result, &error);

  if (folder != NULL && g_file_peek_path (folder) != NULL)
    vdt_prefs_homes_add_folder (self, choice->runtime, g_file_peek_path (folder));
  else if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_message ("choosing a folder: %s", error->message);
}

static void
add_cb (VdtPrefsHomes *self, GtkButton *button)
{
  Choice *choice = g_new0 (Choice, 1);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  choice->page = g_object_ref (self);
  choice->runtime = button == self->codex_add ? VDT_RUNTIME_CODEX : VDT_RUNTIME_CLAUDE;
  vdt_compat_choose_folder_async (GTK_WINDOW (root),
                                  choice->runtime == VDT_RUNTIME_CODEX ? _ ("Add a Codex Folder")
                                                                       : _ ("Add a Claude Folder"),
                                  self->cancellable, chosen_cb, choice);
}

static void
vdt_prefs_homes_dispose (GObject *object)
{
  VdtPrefsHomes *self = VDT_PREFS_HOMES (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->watched, g_hash_table_unref);
  g_clear_object (&self->settings);
  g_clear_object (&self->homes);
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    g_clear_pointer (&self->rows[i], g_ptr_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), VDT_TYPE_PREFS_HOMES);

  G_OBJECT_CLASS (vdt_prefs_homes_parent_class)->dispose (object);
}

static void
vdt_prefs_homes_class_init (VdtPrefsHomesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_prefs_homes_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/vedette/Vedette/ui/vdt-prefs-homes.ui");
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsHomes, codex_group);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsHomes, claude_group);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsHomes, codex_add);
  gtk_widget_class_bind_template_child (widget_class, VdtPrefsHomes, claude_add);
  gtk_widget_class_bind_template_callback (widget_class, add_cb);
}

static void
vdt_prefs_homes_init (VdtPrefsHomes *self)
{
  self->watched = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->cancellable = g_cancellable_new ();
  for (guint i = 0; i < VDT_N_RUNTIMES; i++)
    self->rows[i] = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * vdt_prefs_homes_set_settings:
 * @self: a page
 * @settings: those of the program
 */
void
vdt_prefs_homes_set_settings (VdtPrefsHomes *self, GSettings *settings)
{
  g_return_if_fail (VDT_IS_PREFS_HOMES (self));

  if (!g_set_object (&self->settings, settings))
    return;
  g_signal_connect_object (settings, "changed::codex-homes", G_CALLBACK (show_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::claude-homes", G_CALLBACK (show_cb), self,
                           G_CONNECT_SWAPPED);
  show_cb (self);
}

/**
 * vdt_prefs_homes_set_homes:
 * @self: a page
 * @homes: (nullable): a #GListModel of #VdtHome
 */
void
vdt_prefs_homes_set_homes (VdtPrefsHomes *self, GListModel *homes)
{
  g_return_if_fail (VDT_IS_PREFS_HOMES (self));

  if (!g_set_object (&self->homes, homes))
    return;
  if (homes != NULL)
    g_signal_connect_object (homes, "items-changed", G_CALLBACK (show_cb), self, G_CONNECT_SWAPPED);
  show_cb (self);
}

/**
 * vdt_prefs_homes_add_folder:
 * @self: a page with settings
 * @runtime: whose folder it is
 * @path: an absolute path
 *
 * Returns: whether it was not in the list before
 */
gboolean
vdt_prefs_homes_add_folder (VdtPrefsHomes *self, VdtRuntime runtime, const char *path)
{
  g_auto (GStrv) chosen = NULL;
  g_autoptr (GStrvBuilder) builder = NULL;
  g_auto (GStrv) longer = NULL;

  g_return_val_if_fail (VDT_IS_PREFS_HOMES (self), FALSE);
  g_return_val_if_fail (path != NULL && g_path_is_absolute (path), FALSE);

  chosen = g_settings_get_strv (self->settings, key_of (runtime));
  if (g_strv_contains ((const char *const *) chosen, path))
    return FALSE;
  builder = g_strv_builder_new ();
  g_strv_builder_addv (builder, (const char **) chosen);
  g_strv_builder_add (builder, path);
  longer = g_strv_builder_end (builder);
  return g_settings_set_strv (self->settings, key_of (runtime), (const char *const *) longer);
}

/**
 * vdt_prefs_homes_remove_folder:
 * @self: a page with settings
 * @runtime: whose folder it is
 * @path: one that was added
 */
void
vdt_prefs_homes_remove_folder (VdtPrefsHomes *self, VdtRuntime runtime, const char *path)
{
  g_auto (GStrv) chosen = NULL;
  g_autoptr (GStrvBuilder) builder = NULL;
  g_auto (GStrv) shorter = NULL;

  g_return_if_fail (VDT_IS_PREFS_HOMES (self));

  chosen = g_settings_get_strv (self->settings, key_of (runtime));
  builder = g_strv_builder_new ();
  for (guint i = 0; chosen[i] != NULL; i++)
    if (g_strcmp0 (chosen[i], path) != 0)
      g_strv_builder_add (builder, chosen[i]);
  shorter = g_strv_builder_end (builder);
  g_settings_set_strv (self->settings, key_of (runtime), (const char *const *) shorter);
}

/**
 * vdt_prefs_homes_get_n_rows:
 * @self: a page
 * @runtime: whose folders
 *
 * Returns: how many folders are listed
 */
guint
vdt_prefs_homes_get_n_rows (VdtPrefsHomes *self, VdtRuntime runtime)
{
  g_return_val_if_fail (VDT_IS_PREFS_HOMES (self), 0);
  g_return_val_if_fail (runtime < VDT_N_RUNTIMES, 0);

  return self->rows[runtime]->len;
}
