/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "vdt-test"

#include "config.h"

#include "vdt-change-set.h"

#include <string.h>

#define N_NAMES 12
#define ORDERS  2000

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_line (GPtrArray *lines, VdtChangeKind kind, const char *from, const char *to)
{
  g_ptr_array_add (lines, g_strdup_printf ("%d %s>%s", kind, from != NULL ? from : "-",
                                           to != NULL ? to : "-"));
}

static char *
join_lines (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* One line a change, whatever their order within a kind. */
static char *
describe (const VdtChangeSet *set)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < vdt_change_set_get_size (set); i++)
    {
      const VdtChangeItem *item = vdt_change_set_get (set, i);

      if (i > 0)
        g_assert_cmpint (vdt_change_set_get (set, i - 1)->kind, <=, item->kind);
      g_assert_true (vdt_change_set_has (set, item->kind));
      add_line (lines, item->kind, item->from, item->to);
    }
  return join_lines (lines);
}

/* Writes @part behind what @whole holds, and begins it anew. */
static void
move_over (VdtChangeSet *part, VdtChangeSet *whole)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();

  vdt_change_set_write (part, blob);
  g_assert_true (vdt_change_set_append_blob (whole, blob->data, blob->len, 7));
  vdt_change_set_clear (part);
  g_assert_cmpuint (vdt_change_set_get_size (part), ==, 0);
}

/* --- What happened, and what is left of it ----------------------------------------------- */

typedef enum
{
  NOT_ASKED,
  ASKED,
  ANSWERED,
} Asked;

/* A session at its beginning and now. */
typedef struct
{
  int before[VDT_CHANGE_HEALTH + 1]; /* 0 for nothing */
  int now[VDT_CHANGE_HEALTH + 1];
  gboolean blocked_before[N_NAMES];
  gboolean blocked[N_NAMES];
  gboolean completed[N_NAMES];
  Asked asked_before[N_NAMES];
  Asked asked[N_NAMES];
} World;

static const char *
word (int value)
{
  static const char *const words[] = { NULL, "one", "two", "three" };

  return words[value];
}

static void
begin (World *w)
{
  memset (w, 0, sizeof *w);
  for (guint i = 0; i <= VDT_CHANGE_HEALTH; i++)
    w->before[i] = w->now[i] = g_test_rand_int_range (0, 4);
  for (guint i = 0; i < N_NAMES; i++)
    {
      w->blocked_before[i] = w->blocked[i] = g_test_rand_bit ();
      w->asked_before[i] = w->asked[i] = g_test_rand_bit () ? ASKED : NOT_ASKED;
    }
}

static void
change_something (World *w, VdtChangeSet *set, VdtChangeSet *parts)
{
  const guint name = (guint) g_test_rand_int_range (0, N_NAMES);
  char text[8];
  VdtChangeKind kind = VDT_N_CHANGES;
  const char *from = NULL;
  const char *to = text;

  g_snprintf (text, sizeof text, "n%u", name);
  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      kind = (VdtChangeKind) g_test_rand_int_range (0, VDT_CHANGE_HEALTH + 1);
      from = word (w->now[kind]);
      w->now[kind] = g_test_rand_int_range (0, 4);
      to = word (w->now[kind]);
      break;
    case 1:
      kind = w->blocked[name] ? VDT_CHANGE_BLOCKER_GONE : VDT_CHANGE_BLOCKER;
      w->blocked[name] = !w->blocked[name];
      break;
    case 2:
      kind = VDT_CHANGE_COMPLETED;
      w->completed[name] = TRUE;
      break;
    default:
      if (w->asked[name] == ANSWERED)
        return;
      kind = w->asked[name] == ASKED ? VDT_CHANGE_DECISION_RESOLVED : VDT_CHANGE_DECISION;
      w->asked[name]++;
      break;
    }
  vdt_change_set_add (set, kind, from, to, 7);
  vdt_change_set_add (parts, kind, from, to, 7);
}

static char *
expect (const World *w)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i <= VDT_CHANGE_HEALTH; i++)
    {
      if (w->before[i] != w->now[i])
        add_line (lines, i, word (w->before[i]), word (w->now[i]));
    }
  for (guint i = 0; i < N_NAMES; i++)
    {
      char name[8];

      g_snprintf (name, sizeof name, "n%u", i);
      if (w->completed[i])
        add_line (lines, VDT_CHANGE_COMPLETED, NULL, name);
      if (w->blocked[i] != w->blocked_before[i])
        add_line (lines, w->blocked[i] ? VDT_CHANGE_BLOCKER : VDT_CHANGE_BLOCKER_GONE, NULL, name);
      if (w->asked[i] != w->asked_before[i])
        add_line (lines, w->asked[i] == ASKED ? VDT_CHANGE_DECISION : VDT_CHANGE_DECISION_RESOLVED,
                  NULL, name);
    }
  return join_lines (lines);
}

/* What is left says how the beginning differs from the end, however often it was written and read
 * on the way. */
static void
test_any_order (void)
{
  for (guint order = 0; order < ORDERS; order++)
    {
      g_autoptr (VdtChangeSet) set = vdt_change_set_new ();
      g_autoptr (VdtChangeSet) part = vdt_change_set_new ();
      g_autoptr (VdtChangeSet) whole = vdt_change_set_new ();
      g_autofree char *expected = NULL;
      g_autofree char *told = NULL;
      g_autofree char *again = NULL;
      const int n_steps = g_test_rand_int_range (0, 80);
      World w;

      begin (&w);
      for (int i = 0; i < n_steps; i++)
        {
          change_something (&w, set, part);
          if (g_test_rand_int_range (0, 5) == 0)
            move_over (part, whole);
        }
      move_over (part, whole);
      expected = expect (&w);
      told = describe (set);
      again = describe (whole);
      g_assert_cmpstr (told, ==, expected);
      g_assert_cmpstr (again, ==, expected);
    }
}

/* Two questions may have the same words: the first is answered, the second is open. */
static void
test_same_words (void)
{
  g_autoptr (VdtChangeSet) set = vdt_change_set_new ();
  g_autoptr (VdtChangeSet) read = vdt_change_set_new ();
  g_autofree char *told = NULL;

  vdt_change_set_add (set, VDT_CHANGE_DECISION, NULL, "Go on?", 1);
  vdt_change_set_add (set, VDT_CHANGE_DECISION_RESOLVED, NULL, "Go on?", 2);
  vdt_change_set_add (set, VDT_CHANGE_DECISION, NULL, "Go on?", 3);
  move_over (set, read);
  told = describe (read);
  g_assert_cmpstr (told, ==, "8 ->Go on?\n9 ->Go on?");
  g_clear_pointer (&told, g_free);

  /* Asked twice at once, each is one. */
  vdt_change_set_clear (read);
  vdt_change_set_add (set, VDT_CHANGE_DECISION, NULL, "Go on?", 1);
  vdt_change_set_add (set, VDT_CHANGE_DECISION, NULL, "Go on?", 1);
  move_over (set, read);
  vdt_change_set_add (set, VDT_CHANGE_DECISION_RESOLVED, NULL, "Go on?", 2);
  move_over (set, read);
  told = describe (read);
  g_assert_cmpstr (told, ==, "8 ->Go on?\n9 ->Go on?");
}

static void
test_bound (void)
{
  g_autoptr (VdtChangeSet) set = vdt_change_set_new ();
  g_autoptr (VdtChangeSet) read = vdt_change_set_new ();

  for (guint i = 0; i < VDT_CHANGES_MAX * 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("n%u", i);

      vdt_change_set_add (set, VDT_CHANGE_DECISION, NULL, name, i);
      vdt_change_set_add (set, VDT_CHANGE_COMPLETED, NULL, name, i);
      vdt_change_set_add (set, VDT_CHANGE_COMPLETED, NULL, name, i);
      vdt_change_set_add (set, VDT_CHANGE_BLOCKER, NULL, name, i);
      vdt_change_set_add (set, VDT_CHANGE_GOAL, NULL, name, i);
    }
  g_assert_cmpuint (vdt_change_set_get_size (set), ==, VDT_CHANGES_MAX * 3 + 1);
  /* The oldest made room. */
  g_assert_cmpstr (vdt_change_set_get (set, 0)->to, ==, "n299");
  g_assert_cmpstr (vdt_change_set_get (set, 1)->to, ==, "n200");
  g_assert_cmpint (vdt_change_set_get (set, 1)->at, ==, 200);
  g_assert_cmpstr (vdt_change_set_get (set, VDT_CHANGES_MAX)->to, ==, "n299");
  move_over (set, read);
  g_assert_cmpuint (vdt_change_set_get_size (read), ==, VDT_CHANGES_MAX * 3 + 1);
}

/* What is damaged is told, and nothing is read beyond its end. */
static void
test_damage (void)
{
  g_autoptr (VdtChangeSet) set = vdt_change_set_new ();
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  guint n_taken = 0;
  guint n_refused = 0;

  vdt_change_set_add (set, VDT_CHANGE_GOAL, NULL, "The goal", 1);
  vdt_change_set_add (set, VDT_CHANGE_LIFECYCLE, "working", "waiting", 1);
  vdt_change_set_add (set, VDT_CHANGE_BLOCKER, NULL, "A thing", 1);
  vdt_change_set_add (set, VDT_CHANGE_DECISION, NULL, "Go on?", 1);
  vdt_change_set_write (set, blob);
  for (guint n = 0; n < blob->len; n++)
    {
      g_autofree guint8 *bytes = g_memdup2 (blob->data, n);
      g_autoptr (VdtChangeSet) read = vdt_change_set_new ();

      g_assert_false (vdt_change_set_append_blob (read, bytes, n, 1));
    }
  for (guint i = 0; i < 5000; i++)
    {
      g_autofree guint8 *bytes = g_memdup2 (blob->data, blob->len);
      g_autoptr (VdtChangeSet) read = vdt_change_set_new ();

      bytes[g_test_rand_int_range (0, (gint32) blob->len)] =
        (guint8) g_test_rand_int_range (0, 256);
      if (vdt_change_set_append_blob (read, bytes, blob->len, 1))
        n_taken++;
      else
        n_refused++;
      g_assert_cmpuint (vdt_change_set_get_size (read), <=, 64);
      for (guint k = 0; k < vdt_change_set_get_size (read); k++)
        g_assert_cmpint (vdt_change_set_get (read, k)->kind, <, VDT_N_CHANGES);
    }
  g_assert_cmpuint (n_taken, >, 0);
  g_assert_cmpuint (n_refused, >, 0);
}

static void
test_no_set (void)
{
  g_test_expect_message ("vdt-base", G_LOG_LEVEL_CRITICAL, "*assertion*failed*");
  vdt_change_set_add (NULL, VDT_CHANGE_GOAL, NULL, "a", 1);
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/base/change-set/any-order", test_any_order);
  g_test_add_func ("/base/change-set/same-words", test_same_words);
  g_test_add_func ("/base/change-set/bound", test_bound);
  g_test_add_func ("/base/change-set/damage", test_damage);
  g_test_add_func ("/base/change-set/no-set", test_no_set);
  return g_test_run ();
}
