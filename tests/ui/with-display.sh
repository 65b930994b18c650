#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs a program on a display and a session bus of its own, and leaves nothing behind.
# Where there is no Xvfb it says so as TAP and ends well, as a skipped TAP test must; a program
# that is no TAP test sets VEDETTE_SKIP_STATUS to 77. VEDETTE_DISPLAY_TIMEOUT: in seconds.
#
#   with-display.sh PROGRAM [ARGUMENT…]
set -u

skip ()
{
  echo "1..0 # SKIP $1"
  exit "${VEDETTE_SKIP_STATUS:-0}"
}

for tool in Xvfb dbus-run-session; do
  command -v "$tool" >/dev/null 2>&1 || skip "no $tool"
done

work=$(mktemp -d)
mkdir -m 700 "$work/run" "$work/home"
mkfifo "$work/display"
Xvfb -displayfd 7 -screen 0 1920x1400x24 -nolisten tcp -noreset 7>"$work/display" >/dev/null 2>&1 &
server=$!
read -r number <"$work/display" || number=

finish () {
  # What the session's bus has started may outlive it; it has our folder in its environment.
  grep -lzx "XDG_RUNTIME_DIR=$work/run" /proc/[0-9]*/environ 2>/dev/null | while read -r file; do
    id=${file#/proc/}
    kill "${id%/environ}" 2>/dev/null
  done
  kill "$server" 2>/dev/null
  wait "$server" 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 143' INT TERM

[ -n "$number" ] || skip 'Xvfb does not start'

unset WAYLAND_DISPLAY
export DISPLAY=":$number" HOME="$work/home"
export XDG_CONFIG_HOME="$work/home/.config" XDG_DATA_HOME="$work/home/.local/share"
export XDG_CACHE_HOME="$work/home/.cache"
manager=
if command -v openbox >/dev/null 2>&1; then
  openbox >/dev/null 2>&1 &
  manager=$!
fi
XDG_RUNTIME_DIR="$work/run" timeout -k 5 "${VEDETTE_DISPLAY_TIMEOUT:-240}" dbus-run-session -- "$@"
status=$?
[ -z "$manager" ] || kill "$manager" 2>/dev/null
exit "$status"
