/** Completion of commands and options by a shell, made of the commands themselves. */
import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

type Level = { readonly path: string; readonly words: readonly string[] }

/** A script for a shell: `source <(payments completion bash)`. */
export function completionScript(program: Command, shell: Shell): string {
  const levels = levelsOf(program, [])
  return scripts[shell](program.name(), levels)
}

/** What may follow each path of commands. */
function levelsOf(command: Command, path: readonly string[]): Level[] {
  const commands = command.commands.map((each) => each.name())
  const options = command.options.map((option) => option.long ?? option.short ?? '')
  const inner = command.commands.flatMap((each) => levelsOf(each, [...path, each.name()]))
  return [{ path: path.join(' '), words: [...commands, ...options, '--help'] }, ...inner]
}

/** The commands among the words before the cursor are the path; options and values are passed over. */
const scripts: Readonly<Record<Shell, (name: string, levels: readonly Level[]) => string>> = {
  bash: (name, levels) => `${functionOf(name, levels)}
_${name}() {
  COMPREPLY=($(compgen -W "$(_${name}_words "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}
`,
  zsh: (name, levels) => `#compdef ${name}
${functionOf(name, levels)}
_${name}() {
  compadd -- \${=$(_${name}_words "\${(@)words[2,CURRENT-1]}")}
}
compdef _${name} ${name}
`,
  fish: (name, levels) => {
    const cases = levels.map(
      ({ path, words }) => `    case '${path}'\n      echo ${words.join(' ')}`,
    )
    return `function __${name}_words
  set -l path ''
  for word in (commandline -opc)[2..]
    set -l next (string trim "$path $word")
    contains -- "$next" ${levels.map(({ path }) => `'${path}'`).join(' ')}; and set path $next
  end
  switch "$path"
${cases.join('\n')}
  end
end
complete -c ${name} -a '(__${name}_words | string split " ")'
`
  },
}

/** For bash and zsh. */
function functionOf(name: string, levels: readonly Level[]): string {
  const cases = levels.map(({ path, words }) => `    '${path}') echo '${words.join(' ')}' ;;`)
  const known = levels.map(({ path }) => `'${path}'`).join('|')
  return `_${name}_words() {
  local path='' next word
  for word in "$@"; do
    next="\${path:+$path }$word"
    case "$next" in ${known}) path="$next" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
}`
}
