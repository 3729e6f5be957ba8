/** Every alarm of the worker is in the table of alarms, and has a runbook. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { createAlarms } from '../../worker/alarms.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

test('every alarm is explained, and has a runbook', () => {
  // Nothing is read.
  const { registry } = createAlarms({} as Database)
  const names = registry.getMetricsAsArray().map(({ name }) => name)
  const headings =
    read('runbooks.md')
      .match(/^### .*$/gm)
      ?.join('\n') ?? ''
  const rows =
    read('operating.md')
      .match(/^\| `.*$/gm)
      ?.join('\n') ?? ''
  for (const name of names) {
    expect(headings).toContain(`\`${name}\``)
    expect(rows).toContain(`\`${name}\``)
  }
  const described = [...headings.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(described.sort()).toEqual([...names].sort())
})
