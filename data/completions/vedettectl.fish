# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later

set -l commands usage status sessions doctor enable disable
set -l reading usage status sessions doctor
set -l none "not __fish_seen_subcommand_from $commands"

complete -c vedettectl -f
complete -c vedettectl -s h -l help -d 'Print help'
complete -c vedettectl -n $none -l version -d 'Print the version'
complete -c vedettectl -n $none -a usage -d 'Count calls and tokens'
complete -c vedettectl -n $none -a status -d 'Show homes, sessions, quotas and resets'
complete -c vedettectl -n $none -a sessions -d 'List the sessions alone'
complete -c vedettectl -n $none -a doctor -d 'Say what was found, what was skipped and why'
complete -c vedettectl -n $none -a enable -d 'Turn the workspace on'
complete -c vedettectl -n $none -a disable -d 'Turn the workspace off'

set -l in_reading "__fish_seen_subcommand_from $reading"
complete -c vedettectl -n $in_reading -l codex-home -x -a '(__fish_complete_directories)' -d 'Read this Codex home'
complete -c vedettectl -n $in_reading -l claude-home -x -a '(__fish_complete_directories)' -d 'Read this Claude Code home'
complete -c vedettectl -n $in_reading -l now -x -d 'The clock, RFC 3339'
complete -c vedettectl -n $in_reading -l timezone -x -d 'Zone for days'
complete -c vedettectl -n $in_reading -l json -d 'Print JSON'

complete -c vedettectl -n '__fish_seen_subcommand_from usage' -l since -x -d 'From this day or time on'
complete -c vedettectl -n '__fish_seen_subcommand_from usage' -l until -x -d 'Up to this day or time'
complete -c vedettectl -n '__fish_seen_subcommand_from usage' -l by -x -a 'day session model home total' -d 'One row for each'
complete -c vedettectl -n '__fish_seen_subcommand_from status sessions' -l all -d 'All sessions'
