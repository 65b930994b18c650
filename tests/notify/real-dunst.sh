#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: real-dunst.sh NOTIFY-DEMO [FOLDER]
#
# Notifications on a real daemon (dunst, in a virtual display with a bus of its own): shown,
# replaced, withdrawn, activated by the daemon's own command and by a click; the daemon is killed
# and comes back. Screenshots are kept in FOLDER if it is given. Exits with 77 where a tool is
# missing.
set -u

skip () {
  echo "skipped: $1"
  exit 77
}

fail () {
  echo "FAILED: $1"
  if [ -n "${WORK:-}" ] && [ -e "$WORK/out" ]; then
    echo '--- demo:'
    cat "$WORK/out" "$WORK/err"
    echo '--- dunst:'
    cat "$WORK/dunst.log"
  fi
  exit 1
}

# within SECONDS COMMAND…: until the command holds.
within () {
  deadline=$(($(date +%s) + $1))
  shift
  while ! "$@"; do
    [ "$(date +%s)" -lt "$deadline" ] || return 1
    sleep 0.1
  done
}

# --- inside the bus -------------------------------------------------------------------------

# The lines that the demo printed since the last mark.
lines () { tail -n "+$MARK" "$WORK/out"; }
mark () { MARK=$(($(wc -l <"$WORK/out") + 1)); }
said () { lines | grep -qx "$1"; }
tell () { echo "$1" >&3; }

displayed () { [ "$(dunstctl count displayed 2>/dev/null)" = "$1" ]; }

keep () {
  if [ -n "$KEEP" ]; then
    import -silent -window root "$KEEP/$1.png"
  fi
}

start_dunst () {
  dunst -conf "$WORK/dunstrc" >>"$WORK/dunst.log" 2>&1 &
  DUNST=$!
}

# The window of the notification, once it has taken its place.
see_window () {
  window=$(xdotool search --onlyvisible --class Dunst 2>/dev/null | head -n 1)
  [ -n "$window" ]
}

inner () {
  MARK=1
  mkfifo "$WORK/in"
  : >"$WORK/dunst.log"
  : >"$WORK/out"
  "$DEMO" <"$WORK/in" >"$WORK/out" 2>"$WORK/err" &
  demo=$!
  exec 3>"$WORK/in"

  # The daemon comes after the program.
  start_dunst
  within 20 said 'available 1' || fail "the daemon was not found"
  tell 'urgent a An agent needs a decision|1 < 2 & more'
  within 20 displayed 1 || fail "nothing is shown"
  within 20 see_window || fail "there is no window"
  keep 1-shown

  tell 'urgent a Another agent needs a decision|in its place'
  tell 'urgent b Review is due|beside it'
  within 20 displayed 2 || fail "what should take a place takes another"
  keep 2-two
  tell 'withdraw b'
  within 20 displayed 1 || fail "it was not withdrawn"
  within 20 said 'closed b' || fail "the end of what was withdrawn is not told"

  # The daemon's own command, and then a click.
  mark
  dunstctl action 0
  within 20 said 'activated a default .*' || fail "the action does not arrive"
  mark
  tell 'withdraw-all'
  within 20 displayed 0 || fail "not all were withdrawn"
  tell 'urgent c Click me|please'
  within 20 displayed 1 || fail "nothing is shown any more"
  within 20 see_window || fail "there is no window any more"
  xdotool mousemove --window "$window" 30 15 click 1
  within 20 said 'activated c default .*' || fail "a click does not arrive"
  within 20 said 'closed c' || fail "a click does not close"

  # The daemon crashes, and another comes.
  tell 'urgent d Last words|of a daemon'
  within 20 displayed 1 || fail "nothing is shown after a click"
  mark
  kill -9 "$DUNST"
  wait "$DUNST" 2>/dev/null
  within 20 said 'closed d' || fail "the daemon's end does not close what it showed"
  within 20 said 'available 0' || fail "a killed daemon still counts"
  mark
  start_dunst
  within 20 said 'available 1' || fail "the second daemon was not found"
  within 20 displayed 0 || fail "the daemon did not come back"
  tell 'urgent d Back|again'
  within 20 displayed 1 || fail "nothing is shown by the second daemon"
  mark
  dunstctl action 0
  within 20 said 'activated d default .*' || fail "the second daemon's action does not arrive"

  # What was shown goes with its program.
  tell 'quit'
  wait "$demo" || fail "the demo ended badly"
  within 20 displayed 0 || fail "a notification outlives its program"
  if grep -q . "$WORK/err"; then
    fail "the demo complained"
  fi
  kill "$DUNST"
  echo passed
}

# --- around it ------------------------------------------------------------------------------

write_dunst_config () {
  cat >"$WORK/dunstrc" <<'CONF'
[global]
    monitor = 0
    follow = none
    width = 300
    height = 100
    origin = top-left
    offset = 10x10
    markup = full
    mouse_left_click = do_action, close_current
[urgency_critical]
    timeout = 0
CONF
}

# It starts nothing by itself: which daemon runs, and how, is ours to say.
write_bus_config () {
  cat >"$WORK/bus.conf" <<CONF
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=$WORK/run</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
CONF
}

# Whatever was started in our runtime folder, and nothing else. Ends by id.
sweep () {
  for file in /proc/[0-9]*/environ; do
    id=${file#/proc/}
    id=${id%/environ}
    if [ "$id" != "$$" ] && tr '\0' '\n' 2>/dev/null <"$file" | grep -qx "XDG_RUNTIME_DIR=$WORK/run"; then
      kill -9 "$id" 2>/dev/null
    fi
  done
  kill "$XVFB" 2>/dev/null
  wait "$XVFB" 2>/dev/null
  rm -rf "$WORK"
}

outer () {
  [ -x "$DEMO" ] || { echo "usage: $0 NOTIFY-DEMO [FOLDER]"; exit 2; }
  for tool in Xvfb dbus-run-session dunst dunstctl xdotool import setsid timeout; do
    command -v "$tool" >/dev/null || skip "no $tool"
  done
  [ -z "$KEEP" ] || mkdir -p "$KEEP"

  WORK=$(mktemp -d)
  Xvfb -displayfd 7 -screen 0 800x600x24 -nolisten tcp -noreset 7>"$WORK/display" 2>/dev/null &
  XVFB=$!
  trap sweep EXIT
  trap 'exit 1' INT TERM
  within 30 test -s "$WORK/display" || fail "no virtual display"
  DISPLAY=:$(cat "$WORK/display")
  mkdir -m 700 "$WORK/run" "$WORK/home" "$WORK/config"
  write_dunst_config
  write_bus_config

  unset WAYLAND_DISPLAY G_DEBUG G_ENABLE_DIAGNOSTIC
  XDG_RUNTIME_DIR=$WORK/run
  XDG_CONFIG_HOME=$WORK/config
  HOME=$WORK/home
  NOTIFY_IGNORE_PORTAL=1
  LC_ALL=C.UTF-8
  export WORK DEMO KEEP DISPLAY XDG_RUNTIME_DIR XDG_CONFIG_HOME HOME NOTIFY_IGNORE_PORTAL LC_ALL
  # A deadline for the inside alone: the sweep must still run.
  timeout -k 5 150 setsid dbus-run-session --config-file="$WORK/bus.conf" -- sh "$0" --inner </dev/null
  result=$?
  [ "$result" -ne 124 ] || echo "FAILED: not done in time"
  exit "$result"
}

if [ "${1:-}" = --inner ]; then
  inner
else
  DEMO=${1:-}
  KEEP=${2:-}
  outer
fi
