# SPDX-FileCopyrightText: 2026 The Vedette authors
# SPDX-License-Identifier: GPL-3.0-or-later

set -l commands usage status sessions decisions entries review doctor enable disable
set -l reading usage status sessions decisions entries doctor
set -l none "not __fish_seen_subcommand_from $commands"

complete -c vedettectl -f
complete -c vedettectl -s h -l help -d 'Print help'
complete -c vedettectl -n $none -l version -d 'Print the version'
complete -c vedettectl -n $none -a usage -d 'Count calls and tokens'
complete -c vedettectl -n $none -a status -d 'Show homes, sessions, quotas and resets'
complete -c vedettectl -n $none -a sessions -d 'List the sessions alone'
complete -c vedettectl -n $none -a decisions -d 'List open questions and plans'
complete -c vedettectl -n $none -a entries -d 'Print what was said in one session'
complete -c vedettectl -n $none -a review -d 'Say what changed, and that it was looked at'
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

set -l in_review '__fish_seen_subcommand_from review'
set -l words show timeline done undone reply
set -l no_word "$in_review; and not __fish_seen_subcommand_from $words"
complete -c vedettectl -n $no_word -a show -d 'Where one session stands'
complete -c vedettectl -n $no_word -a timeline -d 'What changed, newest first'
complete -c vedettectl -n $no_word -a done -d 'A session was looked at up to a snapshot'
complete -c vedettectl -n $no_word -a undone -d 'Take the last done back'
complete -c vedettectl -n $no_word -a reply -d 'Answer a decision'
complete -c vedettectl -n $in_review -l now -x -d 'The clock, RFC 3339'
complete -c vedettectl -n $in_review -l timezone -x -d 'Zone for days'
complete -c vedettectl -n $in_review -l json -d 'Print JSON'
complete -c vedettectl -n $in_review -l limit -x -d 'How many, from the newest'

complete -c vedettectl -n '__fish_seen_subcommand_from entries' -l limit -x -d 'How many, from the newest'
complete -c vedettectl -n '__fish_seen_subcommand_from entries' -l with-tools -d 'Also what tool calls hold'
