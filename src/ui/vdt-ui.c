/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-ui.h"

#include <adwaita.h>

#include "vdt-ui-resources.h"

#define RESOURCES "/io/github/vedette/Vedette/"

static GtkCssProvider *high_contrast_provider;

static void
high_contrast_cb (AdwStyleManager *manager)
{
  GdkDisplay *display = gdk_display_get_default ();

  if (display == NULL)
    return;
  if (adw_style_manager_get_high_contrast (manager))
    gtk_style_context_add_provider_for_display (display,
                                                GTK_STYLE_PROVIDER (high_contrast_provider),
                                                GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  else
    gtk_style_context_remove_provider_for_display (display,
                                                   GTK_STYLE_PROVIDER (high_contrast_provider));
}

/**
 * vdt_ui_init:
 *
 * Makes the resources of this library known: a linker drops what nothing refers to, so that
 * they do not register themselves. Once, after the toolkit was initialised and before the first
 * window. Main thread only.
 */
void
vdt_ui_init (void)
{
  static gboolean done;
  GdkDisplay *display = gdk_display_get_default ();
  g_autoptr (GtkCssProvider) provider = NULL;

  if (done)
    return;
  done = TRUE;
  g_resources_register (vdt_ui_get_resource ());
  if (display == NULL)
    return;
  gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (display), RESOURCES "icons");
  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (provider, RESOURCES "ui/style.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  high_contrast_provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (high_contrast_provider, RESOURCES "ui/style-hc.css");
  g_signal_connect (adw_style_manager_get_default (), "notify::high-contrast",
                    G_CALLBACK (high_contrast_cb), NULL);
  high_contrast_cb (adw_style_manager_get_default ());
}
