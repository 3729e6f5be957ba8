/** The table of docs/reference/versions.md: values that a client of August meets and has no type for. */
import { readFileSync } from 'node:fs'

const page = readFileSync(new URL('../../../docs/reference/versions.md', import.meta.url), 'utf8')
const HEADING = '| Where | Values |\n|---|---|\n'

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const [, rest = ''] = page.split(HEADING)
const [table = ''] = rest.split('\n\n')
const rows = table.split('\n').map((line) => {
  const [, where = '', values = ''] = line.split('|')
  return { where: quoted(where), values: quoted(values) }
})

/** Whether the table has it. @param problem `GET /path 200: /pointer what is wrong` */
export function isNamedInVersions(problem: string): boolean {
  const [, missing] = problem.match(/required property '(\w+)'/) ?? []
  const [, at] = problem.match(/\/(\w+) must /) ?? []
  const member = missing ?? at ?? ''
  const [, value] = problem.match(/allowed values "([^"]+)"$/) ?? []
  return rows.some(({ where, values }) => {
    if (!where.includes(member)) return false
    if (value === undefined) return values.length === 0
    // Which codes of 404 there are is in the list of codes.
    const isKindOf404 = where.includes('404') && / 404: .*NOT_FOUND"$/.test(problem)
    return values.includes(value) || isKindOf404
  })
}
