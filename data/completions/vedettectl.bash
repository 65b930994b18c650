# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash

_vedettectl ()
{
  local cur prev words cword
  local commands='usage status sessions decisions entries review doctor enable disable'
  local reading='--codex-home --claude-home --now --timezone --json'
  local command='' i options

  if declare -F _init_completion >/dev/null; then
    _init_completion || return
  else
    words=("${COMP_WORDS[@]}")
    cword=$COMP_CWORD
    cur=${COMP_WORDS[COMP_CWORD]}
    prev=${COMP_WORDS[COMP_CWORD - 1]}
  fi

  case $prev in
    --codex-home | --claude-home)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -- "$cur")
      return
      ;;
    --by)
      mapfile -t COMPREPLY < <(compgen -W 'day session model home total' -- "$cur")
      return
      ;;
    --timezone)
      if [[ -r /usr/share/zoneinfo/tzdata.zi ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(awk '/^Z / { print $2 } /^L / { print $3 }' \
          /usr/share/zoneinfo/tzdata.zi)" -- "$cur")
      fi
      return
      ;;
    --now | --since | --until | --limit)
      return
      ;;
  esac

  for ((i = 1; i < cword; i++)); do
    if [[ " $commands " == *" ${words[i]} "* ]]; then
      command=${words[i]}
      break
    fi
  done

  case $command in
    '') options="$commands --help --version" ;;
    usage) options="$reading --by --since --until --help" ;;
    status | sessions) options="$reading --all --help" ;;
    doctor | decisions) options="$reading --help" ;;
    entries) options="$reading --limit --with-tools --help" ;;
    review)
      options='--now --timezone --json --limit --help'
      [[ $prev == review ]] && options="show timeline done undone reply $options"
      ;;
    *) options='--help' ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
}

complete -F _vedettectl vedettectl
