#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: with-display.sh app-shot.sh VEDETTE DEMO FILE.png WIDTH HEIGHT [KEY…]
# A picture of the real app on copies of the demo homes, which lie where homes usually do.
set -eu

vedette=$1
demo=$2
picture=$3
width=$4
height=$5
shift 5

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cp -r "$demo/codex" "$home/.codex"
cp -r "$demo/codex-work" "$home/.codex-work"
cp -r "$demo/claude" "$home/.claude"
mkdir -p "$home/.config/gtk-4.0"
printf '[Settings]\ngtk-font-name=Cantarell 11\n' >"$home/.config/gtk-4.0/settings.ini"
export HOME="$home" XDG_CONFIG_HOME="$home/.config"

"$vedette" --demo --codex-home "$home/.codex" --codex-home "$home/.codex-work" \
  --claude-home "$home/.claude" &
app=$!
window=
tries=0
while [ -z "$window" ] && [ "$tries" -lt 100 ]; do
  window=$(xdotool search --onlyvisible --name '^Vedette$' 2>/dev/null | head -n 1) || window=
  tries=$((tries + 1))
  sleep 0.2
done
[ -n "$window" ] || { kill "$app"; echo "app-shot: no window came" >&2; exit 1; }
xdotool windowsize --sync "$window" "$width" "$height" || true
sleep 3
for key; do
  xdotool key --window "$window" --clearmodifiers "$key"
  sleep 1
done
# the pointer would leave a tooltip in the picture
xdotool mousemove 0 0
sleep 1
import -window "$window" -strip "$picture"
kill "$app"
wait "$app" 2>/dev/null || true
