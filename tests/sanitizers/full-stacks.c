/* SPDX-FileCopyrightText: 2026 The Vedette authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Linked into a test that is known to run into another library's leak. Libraries have no frame
 * pointers, so the sanitizer's quick stacks end at GLib's allocator and no suppression can tell
 * that leak from one of ours; whole stacks cost time, so only these tests have them.
 */
const char *__asan_default_options (void);

const char *
__asan_default_options (void)
{
  return "fast_unwind_on_malloc=0";
}
