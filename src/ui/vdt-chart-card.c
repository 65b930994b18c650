/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-ui"

#include "config.h"

#include "vdt-chart-card.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "vdt-day-chart.h"
#include "vdt-day-table.h"
#include "vdt-paint.h"

static const guint ranges[] = { 7, 14, 30, 90 };
#define FIRST_RANGE 1

struct _VdtChartCard
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *range;
  GtkWidget *toggle;
  GtkWidget *number;
  GtkWidget *caption;
  GtkWidget *stack;
  GtkWidget *chart;
  GtkWidget *table;
  GtkWidget *legend;

  VdtPresenter *presenter;
  GArray *days;
};

typedef enum
{
  SIGNAL_RANGE_CHANGED,
  N_SIGNALS,
} VdtChartCardSignals;

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VdtChartCard, vdt_chart_card, GTK_TYPE_WIDGET)

static gint64
today_of (VdtChartCard *self)
{
  const VdtLens *lens = vdt_presenter_get_lens (self->presenter);

  return vdt_zone_local_day (lens->zone, lens->now);
}

static void
update_caption (VdtChartCard *self, gint64 today)
{
  VdtCount total = VDT_COUNT_UNKNOWN;
  VdtCount cached = VDT_COUNT_UNKNOWN;
  g_autofree char *number = NULL;
  g_autofree char *caption = NULL;

  for (guint i = 0; self->days != NULL && i < self->days->len; i++)
    {
      const VdtDayUsage *usage = &g_array_index (self->days, VdtDayUsage, i);

      if (usage->day != today)
        continue;
      total = vdt_day_usage_total (usage);
      for (guint k = 0; k < VDT_N_RUNTIMES; k++)
        if (vdt_count_known (usage->tokens[k].cache_read))
          cached = vdt_count_known (cached) ? vdt_count_add (cached, usage->tokens[k].cache_read)
                                            : usage->tokens[k].cache_read;
    }
  number = vdt_format_tokens (total);
  if (vdt_count_known (cached) && cached > 0)
    {
      g_autofree char *reads = vdt_format_tokens (cached);

      /* Translators: follows today's tokens; %s is a number such as "5.3M" */
      caption = g_strdup_printf (_ ("today · %s of them cache reads"), reads);
    }
  else
    caption = g_strdup (_ ("today"));
  gtk_label_set_label (GTK_LABEL (self->number), number);
  gtk_label_set_label (GTK_LABEL (self->caption), caption);
}

static void
show_days (VdtChartCard *self)
{
  gint64 today = today_of (self);

  update_caption (self, today);
  if (self->days == NULL)
    return;
  vdt_day_chart_set_days (VDT_DAY_CHART (self->chart), self->days, today);
  vdt_day_table_set_days (VDT_DAY_TABLE (self->table), self->days, today);
}

static void
range_cb (VdtChartCard *self)
{
  g_signal_emit (self, signals[SIGNAL_RANGE_CHANGED], 0, vdt_chart_card_get_n_days (self));
}

static void
toggled_cb (VdtChartCard *self)
{
  vdt_chart_card_set_table_shown (self, !vdt_chart_card_get_table_shown (self));
}

static void
day_activated_cb (VdtChartCard *self, guint index)
{
  gint64 day = g_array_index (self->days, VdtDayUsage, index).day;

  vdt_chart_card_set_table_shown (self, TRUE);
  vdt_day_table_show_day (VDT_DAY_TABLE (self->table), day);
  gtk_widget_child_focus (self->table, GTK_DIR_TAB_FORWARD);
}

static void
vdt_chart_card_dispose (GObject *object)
{
  VdtChartCard *self = VDT_CHART_CARD (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->presenter);
  g_clear_pointer (&self->days, g_array_unref);

  G_OBJECT_CLASS (vdt_chart_card_parent_class)->dispose (object);
}

static void
vdt_chart_card_class_init (VdtChartCardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = vdt_chart_card_dispose;

  signals[SIGNAL_RANGE_CHANGED] =
    g_signal_new ("range-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "chartcard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
range_drop_down (void)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GtkWidget *drop_down = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_autofree char *name =
        g_strdup_printf (ngettext ("%u day", "%u days", ranges[i]), ranges[i]);

      gtk_string_list_append (names, name);
    }
  drop_down = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&names)), NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), FIRST_RANGE);
  gtk_widget_add_css_class (drop_down, "flat-drop-down");
  gtk_widget_set_valign (drop_down, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (drop_down, _ ("Days Shown"));
  vdt_access_label (drop_down, _ ("Days Shown"));
  return drop_down;
}

static void
add_legend (GtkWidget *legend, const char *style_class, VdtRuntime runtime)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *swatch = adw_bin_new ();
  GtkWidget *label = gtk_label_new (vdt_format_runtime (runtime));

  gtk_widget_add_css_class (swatch, "swatch");
  gtk_widget_add_css_class (swatch, style_class);
  gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (legend), box);
}

static void
vdt_chart_card_init (VdtChartCard *self)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = gtk_label_new (_ ("Tokens by Day"));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->box, "chart-body");
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0.);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (title, TRUE);
  self->range = range_drop_down ();
  self->toggle = gtk_button_new ();
  gtk_widget_add_css_class (self->toggle, "flat");
  gtk_widget_set_valign (self->toggle, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (header), title);
  gtk_box_append (GTK_BOX (header), self->range);
  gtk_box_append (GTK_BOX (header), self->toggle);

  self->number = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->number, "title-2");
  gtk_widget_add_css_class (self->number, "numeric");
  self->caption = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->caption), 0.);
  gtk_label_set_ellipsize (GTK_LABEL (self->caption), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->caption, "caption");
  gtk_widget_add_css_class (self->caption, "dim-label");
  gtk_widget_add_css_class (self->caption, "numeric");
  gtk_widget_set_valign (self->number, GTK_ALIGN_BASELINE);
  gtk_widget_set_valign (self->caption, GTK_ALIGN_BASELINE);
  gtk_box_append (GTK_BOX (line), self->number);
  gtk_box_append (GTK_BOX (line), self->caption);

  self->stack = gtk_stack_new ();
  self->chart = vdt_day_chart_new ();
  self->table = vdt_day_table_new ();
  gtk_stack_set_transition_type (GTK_STACK (self->stack), GTK_STACK_TRANSITION_TYPE_CROSSFADE);
  gtk_stack_set_transition_duration (GTK_STACK (self->stack), 150);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_add_named (GTK_STACK (self->stack), self->chart, "chart");
  gtk_stack_add_named (GTK_STACK (self->stack), self->table, "table");

  self->legend = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  add_legend (self->legend, "codex", VDT_RUNTIME_CODEX);
  add_legend (self->legend, "claude", VDT_RUNTIME_CLAUDE);

  gtk_box_append (GTK_BOX (self->box), header);
  gtk_box_append (GTK_BOX (self->box), line);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_box_append (GTK_BOX (self->box), self->legend);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
  vdt_access_label (GTK_WIDGET (self), _ ("Tokens by Day"));
  g_signal_connect_object (self->range, "notify::selected", G_CALLBACK (range_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->toggle, "clicked", G_CALLBACK (toggled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->chart, "day-activated", G_CALLBACK (day_activated_cb), self,
                           G_CONNECT_SWAPPED);
  vdt_chart_card_set_table_shown (self, FALSE);
}

/**
 * vdt_chart_card_new:
 * @presenter: how it is looked at
 *
 * Returns: (transfer floating): the card, without days
 */
GtkWidget *
vdt_chart_card_new (VdtPresenter *presenter)
{
  VdtChartCard *self = NULL;

  g_return_val_if_fail (VDT_IS_PRESENTER (presenter), NULL);

  self = g_object_new (VDT_TYPE_CHART_CARD, NULL);
  self->presenter = g_object_ref (presenter);
  show_days (self);
  return GTK_WIDGET (self);
}

/**
 * vdt_chart_card_get_n_days:
 * @self: a card
 *
 * Returns: how many days the person wants to see
 */
guint
vdt_chart_card_get_n_days (VdtChartCard *self)
{
  guint selected;

  g_return_val_if_fail (VDT_IS_CHART_CARD (self), 0);

  selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->range));
  return ranges[selected < G_N_ELEMENTS (ranges) ? selected : FIRST_RANGE];
}

/**
 * vdt_chart_card_set_n_days:
 * @self: a card
 * @n_days: 7, 14, 30 or 90
 */
void
vdt_chart_card_set_n_days (VdtChartCard *self, guint n_days)
{
  g_return_if_fail (VDT_IS_CHART_CARD (self));

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (ranges[i] == n_days)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->range), i);
}

/**
 * vdt_chart_card_set_days:
 * @self: a card
 * @days: (element-type VdtDayUsage): the days to show, oldest first; a reference is kept
 */
void
vdt_chart_card_set_days (VdtChartCard *self, GArray *days)
{
  g_return_if_fail (VDT_IS_CHART_CARD (self));
  g_return_if_fail (days != NULL);

  g_array_ref (days);
  g_clear_pointer (&self->days, g_array_unref);
  self->days = days;
  show_days (self);
}

/**
 * vdt_chart_card_get_table_shown:
 * @self: a card
 *
 * Returns: whether the table is shown instead of the chart
 */
gboolean
vdt_chart_card_get_table_shown (VdtChartCard *self)
{
  g_return_val_if_fail (VDT_IS_CHART_CARD (self), FALSE);

  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)), "table") == 0;
}

/**
 * vdt_chart_card_set_table_shown:
 * @self: a card
 * @shown: whether the table is to be shown instead of the chart
 */
void
vdt_chart_card_set_table_shown (VdtChartCard *self, gboolean shown)
{
  const char *name = shown ? _ ("Show as Chart") : _ ("Show as Table");

  g_return_if_fail (VDT_IS_CHART_CARD (self));

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), shown ? "table" : "chart");
  gtk_button_set_icon_name (GTK_BUTTON (self->toggle),
                            shown ? "vedette-activity-symbolic" : "vedette-table-symbolic");
  gtk_widget_set_tooltip_text (self->toggle, name);
  vdt_access_label (self->toggle, name);
  gtk_widget_set_visible (self->legend, !shown);
}

/**
 * vdt_chart_card_get_chart:
 * @self: a card
 *
 * Returns: (transfer none): its #VdtDayChart
 */
GtkWidget *
vdt_chart_card_get_chart (VdtChartCard *self)
{
  g_return_val_if_fail (VDT_IS_CHART_CARD (self), NULL);

  return self->chart;
}

/**
 * vdt_chart_card_get_table:
 * @self: a card
 *
 * Returns: (transfer none): its #VdtDayTable
 */
GtkWidget *
vdt_chart_card_get_table (VdtChartCard *self)
{
  g_return_val_if_fail (VDT_IS_CHART_CARD (self), NULL);

  return self->table;
}
