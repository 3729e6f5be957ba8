/** How commands are declared: nouns and their verbs, with examples at each level. */
import { type Command, InvalidArgumentError, Option } from 'commander'

/** Options of a command that changes something. */
export function changes(command: Command): Command {
  return command
    .option('-y, --yes', 'do not ask: for scripts')
    .option('-r, --reason <text>', 'why; it is in the audit, with your name')
}

/** What a new account may do: `operatorRoles`, which would bring the database's code with it. */
export function roleOption(): Option {
  const roles = ['VIEW', 'DECIDE', 'ADMIN']
  return new Option('--role <role>', 'what it may').choices(roles).makeOptionMandatory()
}

/** Adds examples to a command's help. */
export function examples(command: Command, ...lines: readonly string[]): Command {
  const text = lines.map((line) => `  $ payments ${line}`).join('\n')
  return command.addHelpText('after', `\nExamples:\n${text}`)
}

/** Reads a time that has passed, as seconds: `30s`, `10m`, `2h`, `1d`. */
export function seconds(text: string): number {
  const units = { s: 1, m: 60, h: 3_600, d: 86_400 } as const
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (number === undefined) throw new InvalidArgumentError('A time is 30s, 10m, 2h or 1d.')
  return Number(number) * units[unit as keyof typeof units]
}

/** Reads a whole number. */
export function whole(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number.')
}

/** Reads a list with commas. */
export function list(text: string): readonly string[] {
  return text.split(',').filter((each) => each !== '')
}

/** Reads on or off. */
export function onOrOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new InvalidArgumentError('It is on or off.')
}
