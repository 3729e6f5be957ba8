/** The alert rules and the dashboard in `deploy/`, against the names that `/metrics` of API and worker really has. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRunFile } from '../../scripts/devstack/runFile.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const alerts = read('deploy/alerts.yml')
const alertRules = alerts.split(/^ +- alert: /m).slice(1)
const dashboard = JSON.parse(read('deploy/grafana/payments.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[]
}
const guide = read('docs/operating.md')
const runbooks = read('docs/runbooks.md')

const alertExpressions = [...alerts.matchAll(/^ +expr: '(.+)'$/gm)].map(([, expr]) => expr ?? '')
const panelExpressions = dashboard.panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr),
)

/** Made by the scraper itself. */
const ofPrometheus = ['up']

/** Words of the query language that such names could be taken for are followed by `(` or by labels. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\b(by|without)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\[[^\]]*\]|\boffset\s+\w+|\b(and|or|unless)\b/g, ' ')
    .replaceAll(/\b\w+\s*\(/g, ' ')
  return [...bare.matchAll(/[a-z_][a-z0-9_]*/gi)].map(([name]) => name)
}

let stack: SharedStack
let served = new Set<string>()
/** Of the worker's alarms. */
let alarms: string[] = []

beforeAll(async () => {
  stack = await aSharedStack()
  const entries = readRunFile(stack.dataDir)
  const api = await metricsAt(entries.find(({ role }) => role === 'api')?.ports?.operators)
  const worker = await metricsAt(entries.find(({ role }) => role === 'worker')?.port)
  served = new Set([...api, ...worker])
  alarms = worker.filter((name) => !/^(process|nodejs)_/.test(name))
})
afterAll(() => stack?.stop())

async function metricsAt(port: number | undefined): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.status).toBe(200)
  const types = [...(await answer.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
}

describe('the alert rules and the dashboard', () => {
  it('read metrics that there are', () => {
    const named = [...alertExpressions, ...panelExpressions].flatMap(metricsIn)
    expect(named.length).toBeGreaterThan(60)
    const known = new Set([...served, ...ofPrometheus])
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
  })

  it('hold every alarm of the worker', () => {
    expect(alarms.length).toBeGreaterThan(20)
    const alerting = new Set(alertExpressions.flatMap(metricsIn))
    expect(alarms.filter((name) => !alerting.has(name))).toEqual([])
    const shown = new Set(panelExpressions.flatMap(metricsIn))
    expect(alarms.filter((name) => !shown.has(name))).toEqual([])
  })

  it('hold every alarm of the guide', () => {
    const [, table = ''] = /\| Metric \| Act when \|.*\n([\s\S]+?)\n\n/.exec(guide) ?? []
    const listed = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    )
    expect(listed.length).toBeGreaterThan(20)
    const alerting = new Set(alertExpressions.flatMap(metricsIn))
    expect(listed.filter((name) => !alerting.has(name))).toEqual([])
  })
})

/** Addresses of the headings of a page. */
function placesIn(page: string, text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => {
    const name = title.toLowerCase().replaceAll(/[^\w\s-]/g, '')
    return `${page}.md#${name.replaceAll(' ', '-')}`
  })
}

describe('an alert', () => {
  it('has a condition that is read here, how grave it is, and a runbook that exists', () => {
    expect(alertExpressions).toHaveLength(alertRules.length)
    const places = [...placesIn('operating', guide), ...placesIn('runbooks', runbooks)]
    for (const rule of alertRules) {
      const [, place] = /^ +runbook: docs\/(\S+)$/m.exec(rule) ?? []
      expect(places, rule).toContain(place)
      expect(rule).toMatch(/^ +labels: \{ severity: (critical|warning|info) \}$/m)
    }
  })
})
