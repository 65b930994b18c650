#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: real-host.sh TRAY-DEMO [FOLDER]
#
# The status item on a real panel (Xfce's, in a virtual display with a bus of its own): shown,
# clicked, its menu used by pointer and by keyboard, changed while it is open; the panel is
# killed and comes back. Screenshots are kept in FOLDER if it is given. Exits with 77 where a
# tool is missing.
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
    echo '--- panel:'
    tail -n 20 "$WORK/panel.log"
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

tell () {
  mark
  echo "$1" >&3
  within 20 said "done $1" || fail "the demo does not answer"
}

# Finds the red ring and sets X and Y to a point of it.
see_icon () {
  place=$(import -silent -window root -crop 800x40+0+0 -depth 8 txt:- | grep -im1 '#E01B24' | cut -d: -f1)
  [ -n "$place" ] || return 1
  X=${place%,*}
  Y=${place#*,}
}
see_no_icon () { ! see_icon; }

keep () {
  if [ -n "$KEEP" ]; then
    import -silent -window root "$KEEP/$1.png"
  fi
}

start_panel () {
  xfce4-panel --disable-wm-check >>"$WORK/panel.log" 2>&1 &
  PANEL=$!
}

# Asks for the menu until the host fetched it, since a click may come before a grab has ended.
open_menu () {
  mark
  xdotool mousemove "$X" "$Y" click 3
  within 20 said about-to-show || fail "the menu was not asked for"
  within 20 menu_is_there || fail "no menu was shown"
}
# Below what a tooltip covers, the picture is no longer of one colour.
menu_is_there () {
  [ "$(import -silent -window root -crop 800x150+0+130 -format '%k' info:-)" -gt 8 ]
}
menu_is_gone () { ! menu_is_there; }

inner () {
  MARK=1
  mkfifo "$WORK/in"
  openbox >/dev/null 2>&1 &
  : >"$WORK/panel.log"
  : >"$WORK/out"
  "$DEMO" <"$WORK/in" >"$WORK/out" 2>"$WORK/err" &
  demo=$!
  exec 3>"$WORK/in"

  # The host comes after the item.
  start_panel
  within 30 said 'host 1' || fail "no host appeared"
  within 20 see_icon || fail "no icon is shown"
  keep 1-shown

  mark
  xdotool mousemove "$X" "$Y" click 1
  within 20 said activate || fail "a left click does not activate"
  mark
  xdotool click 2
  within 20 said secondary-activate || fail "a middle click does not activate"

  # The first line is right below the icon.
  open_menu
  keep 2-menu
  mark
  xdotool mousemove "$X" $((Y + 40)) click 1
  within 20 said 'action chat s1' || fail "a click on the first line does not act"
  within 20 menu_is_gone || fail "the menu stays open"

  # Lines keep their numbers while the menu is open and changes.
  open_menu
  tell 'add Codex · quill · waits'
  tell 'relabel Claude · tide-tables · waits · 72 % used'
  keep 3-changed
  mark
  xdotool key Down key Down key Return
  within 20 said 'action chat s2' || fail "the second line is another one"
  within 20 menu_is_gone || fail "the menu stays open"

  # The panel crashes: no host, no icon, and all of it back with the next one.
  mark
  kill -9 "$PANEL"
  wait "$PANEL" 2>/dev/null
  within 20 said 'host 0' || fail "a killed panel still counts as a host"
  within 20 see_no_icon || fail "the icon outlives the panel"
  mark
  start_panel
  within 30 said 'host 1' || fail "the item did not register again"
  within 20 see_icon || fail "the icon is not back"
  keep 4-back
  mark
  xdotool mousemove 10 500 mousemove "$X" "$Y" click 1
  within 20 said activate || fail "a left click does not activate any more"

  # The last line quits; the icon goes with its program.
  open_menu
  mark
  xdotool key Up key Return
  within 20 said 'action quit -' || fail "the last line does not quit"
  within 20 see_no_icon || fail "the icon outlives its program"
  wait "$demo" || fail "the demo ended badly"
  if grep -q . "$WORK/err"; then
    fail "the demo complained"
  fi
  kill "$PANEL"
  echo passed
}

# --- around it ------------------------------------------------------------------------------

write_panel_config () {
  folder=$WORK/config/xfce4/xfconf/xfce-perchannel-xml
  mkdir -p "$folder"
  cat >"$folder/xfce4-panel.xml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="32"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/>
        <value type="int" value="2"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="separator">
      <property name="expand" type="bool" value="true"/>
      <property name="style" type="uint" value="0"/>
    </property>
    <property name="plugin-2" type="string" value="systray">
      <property name="square-icons" type="bool" value="true"/>
    </property>
  </property>
</channel>
XML
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
  [ -x "$DEMO" ] || { echo "usage: $0 TRAY-DEMO [FOLDER]"; exit 2; }
  for tool in Xvfb dbus-run-session xfce4-panel openbox xdotool import setsid timeout; do
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
  mkdir -m 700 "$WORK/run" "$WORK/home"
  write_panel_config

  unset WAYLAND_DISPLAY G_DEBUG G_ENABLE_DIAGNOSTIC
  XDG_RUNTIME_DIR=$WORK/run
  XDG_CONFIG_HOME=$WORK/config
  HOME=$WORK/home
  GDK_BACKEND=x11
  LC_ALL=C.UTF-8
  export WORK DEMO KEEP DISPLAY XDG_RUNTIME_DIR XDG_CONFIG_HOME HOME GDK_BACKEND LC_ALL
  # A deadline for the inside alone: the sweep must still run.
  timeout -k 5 150 setsid dbus-run-session -- sh "$0" --inner </dev/null
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
