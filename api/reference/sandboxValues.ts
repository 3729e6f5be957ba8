/** The page of all values that ask the sandbox for an outcome, made of the table that the sandbox obeys. */
import { sandboxOutcomes } from '../../contract/sandboxOutcomes.ts'

const about = `In the sandbox the end of a name or number decides what an outside party does; in production these values mean
nothing. The example of each row can be sent as it stands; for other kinds of accounts [numbers that pass](sandbox-numbers.md)
has one of each end. What happens once, and to one payment alone, is a [fault to order](faults.md).`

/** As Markdown. */
export function sandboxValuesText(): string {
  const sections = sandboxOutcomes.map(({ title, where, rows }) =>
    [
      `## ${title}`,
      `Decided by ${shownWhere(where)}.`,
      [
        '| End | For example | What happens |',
        '|---|---|---|',
        ...rows.map(({ end, value, what }) => `| \`${end}\` | \`${value}\` | ${what} |`),
      ].join('\n'),
    ].join('\n\n'),
  )
  return ['# Values that decide', about, ...sections, ''].join('\n\n')
}

/** The member as code, and what is said of it as text. */
function shownWhere(where: string): string {
  return where.replace(/^[\w.]+/, (member) => `\`${member}\``)
}
