/** Secrets that an answer shows once: no table keeps them, no log, and no later answer shows them. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../api/operation.ts'
import { operations } from '../../../api/operations.ts'
import { type Given, given } from '../../../api/reference/useCases/given.ts'
import { useCases } from '../../../api/reference/useCases/index.ts'
import type { UseCase } from '../../../api/reference/useCases/useCase.ts'
import {
  callerOf,
  isId,
  names,
  requestOf,
  send,
  substituted,
  textsIn,
} from '../../reference/runUseCase.ts'
import { aStage, type Stage } from '../../reference/stage.ts'
import { aCreatedAgent } from '../../support/agents.ts'
import { waitUntil } from '../../support/builders.ts'
import { call, service } from '../service.ts'

type Found = {
  readonly operation: Operation
  /** What an answer has shown, or a request has held. */
  readonly secrets: readonly string[]
  /** Of what the request or its answer names. */
  readonly ids: readonly string[]
}

const cases = operations.flatMap((operation) =>
  (useCases[operation.id] ?? [])
    .filter(({ secrets }) => secrets !== undefined)
    .map((useCase) => ({ operation, useCase })),
)
/** Texts of requests that are secret. */
const sent = [given.deviceCode, given.totpSecret]

/** The texts of members of these names, at any depth; of an address the part that is drawn at random. */
function secretsIn(value: unknown, wanted: readonly string[], isSecret = false): string[] {
  if (typeof value === 'string') return isSecret ? [randomPartOf(value)] : []
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return members.flatMap(([name, member]) =>
    secretsIn(member, wanted, isSecret || wanted.includes(name)),
  )
}

function randomPartOf(text: string): string {
  if (!URL.canParse(text)) return text
  const { pathname, searchParams } = new URL(text)
  return searchParams.get('hmac') ?? pathname.split('/').at(-1) ?? ''
}

/** Sends a use case, twice under one key where the operation takes one: a repeat is the first answer. */
async function find(operation: Operation, useCase: UseCase, stage: Stage): Promise<Found> {
  const real = await substituted(useCase, stage)
  const key = operation.headers?.idempotencyKey && { 'Idempotency-Key': randomUUID() }
  const request = await requestOf(
    operation,
    { ...real, headers: { ...real.headers, ...key } },
    stage,
  )
  const caller = await callerOf(operation, stage)
  const { body } = await send(caller, request)
  const answered = secretsIn(body, useCase.secrets ?? [])
  if (key) {
    expect(secretsIn((await send(caller, request)).body, useCase.secrets ?? [])).toEqual(answered)
  }
  const held = textsIn(useCase).filter((text) => sent.some((one) => one === text))
  const texts = await Promise.all(held.map((text) => stage.text(names.get(text) as Given)))
  const page = typeof body.panEmbedUrl === 'string' ? [await numberOn(body.panEmbedUrl)] : []
  return {
    operation,
    secrets: [...answered, ...texts, ...page],
    ids: [...textsIn(body), ...textsIn(real)].filter(isId),
  }
}

/** The number of a card on the page that is shown once. */
async function numberOn(page: string): Promise<string> {
  return String(/data-copies="(\d{16})"/.exec(await (await fetch(page)).text())?.[1])
}

/** What every operation that reads answers about these ids, and about nothing in particular. */
async function readAll(ids: readonly string[], stage: Stage): Promise<[string, string][]> {
  const read: [string, string][] = []
  for (const operation of operations.filter(({ method }) => method === 'get')) {
    for (const useCase of useCases[operation.id] ?? []) {
      const named = textsIn([useCase.path, useCase.query]).filter((text) => names.has(text))
      if (named.length > 1) continue
      const kind = named[0]?.split(':')[0]
      const alike = named.length === 0 ? [''] : ids.filter((id) => id.startsWith(`${kind}:`))
      for (const id of alike) {
        const request = await requestOf(operation, useCase, { ...stage, text: async () => id })
        const { body } = await send(await callerOf(operation, stage), request)
        read.push([`${operation.id}, ${useCase.name}`, JSON.stringify(body)])
      }
    }
  }
  return read
}

/** Those whose secrets are not searched for here, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  exportInternalAccount: 'sealed: test/auth/secrets.test.ts',
  refreshAuthSession: 'sealed: test/auth/secrets.test.ts',
  verifyAuthCredential: 'sealed: test/auth/secrets.test.ts',
  listSandboxMessages: 'codes of the sandbox, the same for everybody',
}

describe('a secret that an answer shows once', () => {
  test('is declared by its operation', () => {
    const marked = operations.filter(({ answersSecret }) => answersSecret).map(({ id }) => id)
    const shownBy = new Set(cases.map(({ operation }) => operation.id))
    expect(marked.sort()).toEqual([...shownBy, ...Object.keys(elsewhere)].sort())
    const unmarked = operations.filter(
      (operation) => !operation.answersSecret && showsSecret(operation),
    )
    expect(unmarked.map(({ id }) => id)).toEqual([])
  })

  test('is in no table, in no log and in no later answer', async () => {
    const { stack } = service()
    const stage = aStage(stack, stack.platform)
    const found: Found[] = []
    for (const { operation, useCase } of cases) found.push(await find(operation, useCase, stage))
    const secrets = found.flatMap((one) => one.secrets)
    expect(found.filter((one) => one.secrets.length === 0)).toEqual([])
    expect(secrets.filter((secret) => secret.length < 14 || secret === 'undefined')).toEqual([])
    // What the same search must find: a name in its table, the requests in the log.
    const control = `kept ${randomUUID()}`
    await call('POST', '/tokens', { name: control, permissions: ['VIEW'] })
    expect(await tablesWith([control])).toEqual(['public.tokens'])
    const logs = logsOf(stack.dataDir)
    for (const { operation } of found) expect(logs).toContain(`"operation":"${operation.id}"`)

    expect(await tablesWith(secrets.flatMap(spellings))).toEqual([])
    const answers = await readAll([...new Set(found.flatMap(({ ids }) => ids))], stage)
    for (const [name, text] of [['the log', logs] as const, ...answers]) {
      const shownIn = secrets.flatMap(spellings).filter((one) => text.includes(one))
      expect([name, shownIn]).toEqual([name, []])
    }
  })

  test('is in no path of the log: ids alone are', async () => {
    const { agent, code } = await aCreatedAgent(service().api, service().mine.customer.id)
    await call('GET', `/agents/device-codes/${code}/status`)
    await call('GET', '/invitations/pN3vQ0cJr6m1xGk2aZ8yTw')
    await call('POST', `/invitations/${encodeURIComponent('a/b c')}/claim`, {})
    await call('POST', `/agents/${agent.id}/device-codes`)
    const wanted = [
      '/agents/device-codes/.../status',
      '/invitations/...',
      '/invitations/.../claim',
      `/agents/${agent.id}/device-codes`,
    ]
    const paths = await waitUntil('the requests are in the log', () => {
      const logged = pathsOf(logsOf(service().stack.dataDir))
      return wanted.every((path) => logged.includes(path)) ? logged : undefined
    })
    expect(paths.filter((path) => /pN3vQ0|a%2Fb/.test(path))).toEqual([])
  })
})

/** The paths of requests in a log, without the version. */
function pathsOf(logs: string): string[] {
  return [...logs.matchAll(/"path":"([^"]*)"/g)].map(([, path = '']) =>
    path.replace(/^\/[\d-]+/, ''),
  )
}

/** Names of members that hold what is shown once. */
const secretNames =
  /"(clientSecret|accessToken|deviceCode|recoveryCodes|totpUri|kycUrl|panEmbedUrl|secret|encrypted\w+)":\{/

/** A read has the members in its schema that only the write before it fills. */
function showsSecret({ method, responses }: Operation): boolean {
  if (method === 'get') return false
  const schemas = Object.values(responses).map((schema) => JSON.stringify(schema))
  return schemas.some((schema) => secretNames.test(schema))
}

/** A text as it is, and as the bytes of a column show it. */
function spellings(text: string): string[] {
  return [text, Buffer.from(text).toString('hex')]
}

/** What the processes of a stack have written. */
function logsOf(dataDir: string): string {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(dataDir, name), 'utf8'))
    .join('\n')
}

/** The tables in which some row holds one of the texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { database } = service()
  const tables = await database.query<{ name: string }>({
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  })
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await database.query({
      text: `select 1 from (select t::text as row from ${name} t) r
        where exists (select 1 from unnest($1::text[]) x where strpos(r.row, x) > 0) limit 1`,
      values: [texts],
    })
    if (rows.length > 0) found.push(name)
  }
  return found
}
