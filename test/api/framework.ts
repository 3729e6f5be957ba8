/** An API of a few operations over a database that lives in this process: no PostgreSQL. */

import type { Logger } from 'pino'
import { type AppOptions, buildApp } from '../../api/app.ts'
import type { Dependencies } from '../../api/dependencies.ts'
import { type Operation, operation, reply } from '../../api/operation.ts'
import { type Serving, serve } from '../../api/serve.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { Permission } from '../../contract/permissions.ts'
import { FIRST_EPOCH } from '../../contract/storeEpoch.ts'
import { systemClock } from '../../contract/time.ts'
import { hashSecret } from '../../db/secrets.ts'
import { openOutsideParties } from '../../providers/outsideParties.ts'
import { parseConfig } from '../../runtime/config.ts'
import { createLogger } from '../../runtime/log.ts'
import { outsideSettings } from '../../runtime/outsideSettings.ts'

export const secret = 's'.repeat(43)

type Side = { environment: Environment; permissions: Permission[] }

/** Client ids of the tokens that exist. */
export const tokens: Readonly<Record<string, Side>> = {
  viewer: { environment: 'SANDBOX', permissions: ['VIEW'] },
  payer: { environment: 'SANDBOX', permissions: ['TRANSACT'] },
  manager: { environment: 'SANDBOX', permissions: ['MANAGE'] },
  producer: { environment: 'PRODUCTION', permissions: ['MANAGE'] },
  nobody: { environment: 'SANDBOX', permissions: [] },
}

export type Fake = {
  readonly database: Dependencies['database']
  /** Names of the statements that were sent. */
  readonly sent: string[]
  notify(clientId: string): void
  /** What the next statements throw. */
  failure: Error | undefined
}

/** Answers the three statements that the framework sends, as PostgreSQL would. */
export function fakeDatabase(): Fake {
  const failures = new Map<string, number>()
  let notify: (payload: string) => void = () => {}
  const fake = {
    sent: [] as string[],
    failure: undefined as Error | undefined,
    notify: (clientId: string) => notify(clientId),
    database: {
      async query<R>(statement: { name?: string; values?: readonly unknown[] }): Promise<R[]> {
        fake.sent.push(statement.name ?? '')
        if (fake.failure) throw fake.failure
        const [first] = statement.values ?? []
        if (statement.name === 'token-by-client-id') return tokenRows(String(first)) as R[]
        if (statement.name === 'note-token-use') return []
        return (first as string[]).map((bucket) => {
          failures.set(bucket, (failures.get(bucket) ?? 0) + 1)
          return { bucket, failures: failures.get(bucket), retry_after_seconds: 42 }
        }) as R[]
      },
      // Read once a second, whatever the requests.
      async one() {
        return { epoch: FIRST_EPOCH, state: 'OPEN' }
      },
      async call(name: string) {
        fake.sent.push(name)
        return null
      },
      async ping() {
        if (fake.failure) throw fake.failure
      },
      migrated: async () => true,
      async listen(channel: string, onPayload: (payload: string) => void) {
        if (channel === 'token_deleted') notify = onPayload
      },
      close: async () => {},
    } as unknown as Dependencies['database'],
  }
  return fake
}

function tokenRows(clientId: string): unknown[] {
  const side = tokens[clientId]
  if (side === undefined) return []
  // Each environment of a platform has an id of its own.
  const platform_id = side.environment === 'PRODUCTION' ? 'p2' : 'p1'
  const row = { id: clientId, secret_hash: hashSecret(secret), platform_id, name: 'Demo' }
  return [{ ...row, ...side }]
}

const Beneficiary = {
  type: 'object',
  required: ['fullName', 'country'],
  properties: {
    fullName: { type: 'string', minLength: 1, example: 'Ada Lovelace' },
    country: { type: 'string', format: 'country', example: 'GB' },
    birthDate: { type: 'string', format: 'date' },
  },
} as const

const Account = {
  type: 'object',
  required: ['currency', 'accountInfo'],
  properties: {
    currency: { type: 'string', format: 'currency', example: 'USD' },
    isDefault: { type: 'boolean', default: false },
    since: { type: 'string', format: 'date-time' },
    accountInfo: {
      type: 'object',
      discriminator: { propertyName: 'accountType' },
      required: ['accountType'],
      oneOf: [
        {
          properties: {
            accountType: { const: 'USD_ACCOUNT' },
            accountNumber: { type: 'string', pattern: '^[0-9]{4,17}$', example: '1234' },
            beneficiary: Beneficiary,
          },
          required: ['accountType', 'accountNumber', 'beneficiary'],
        },
        {
          properties: { accountType: { const: 'SPARK_WALLET' }, address: { type: 'string' } },
          required: ['accountType', 'address'],
        },
      ],
    },
  },
} as const

const createAccount = operation({
  id: 'createAccount',
  group: 'Accounts',
  method: 'post',
  path: '/accounts',
  permission: 'MANAGE',
  summary: 'Create an account',
  body: Account,
  headers: { idempotencyKey: true },
  status: 201,
  responses: {
    201: {
      type: 'object',
      required: ['currency'],
      properties: { currency: { type: 'string', example: 'USD' } },
    },
  },
  errors: [],
  async handle({ body, rawBody, idempotencyKey }) {
    const currency: string = body.currency
    const isDefault: boolean = body.isDefault
    return { currency, isDefault, rawBody, idempotencyKey }
  },
})

const listAccounts = operation({
  id: 'listAccounts',
  group: 'Accounts',
  method: 'get',
  path: '/accounts',
  permission: 'VIEW',
  summary: 'List accounts',
  query: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      currency: { type: 'array', items: { type: 'string', format: 'currency' } },
      after: { type: 'string' },
    },
  },
  status: 200,
  responses: { 200: { type: 'object' } },
  errors: [],
  async handle({ query }) {
    const limit: number = query.limit
    return { ...query, limit }
  },
})

const getAccount = operation({
  id: 'getAccount',
  group: 'Accounts',
  method: 'get',
  path: '/accounts/:accountId',
  permission: 'VIEW',
  summary: 'Get an account',
  status: 200,
  responses: { 200: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } },
  errors: ['REFERENCE_NOT_FOUND'],
  // @ts-expect-error: some of its answers are not what the schema says.
  async handle({ params, trace }) {
    const id: string = params.accountId
    trace.workflowId = 'Quote:1'
    if (id === 'undeclared') throw new Refusal('QUOTE_EXPIRED')
    if (id === 'misshapen') return { id: 5 }
    if (id === 'crash') throw new TypeError('secret sauce at line 1')
    if (id === 'bigint') return { id: 5n }
    if (id === 'away') throw Object.assign(new Error('gone'), { code: '57P01' })
    if (id !== 'a1') throw new Refusal('REFERENCE_NOT_FOUND')
    return { id }
  },
})

const payAccount = operation({
  id: 'payAccount',
  group: 'Accounts',
  method: 'post',
  path: '/accounts/:accountId/pay',
  permission: 'TRANSACT',
  sandboxOnly: true,
  summary: 'Pay',
  headers: { walletSignature: true, requestId: true },
  status: 200,
  responses: { 200: { type: 'object' }, 202: { type: 'object' }, 204: null },
  errors: [],
  async handle({ params, walletSignature, requestId, rawBody }) {
    if (params.accountId === 'none') return reply(204)
    return reply(202, { walletSignature, requestId, rawBody }, { 'Idempotent-Replayed': 'true' })
  },
})

const summarizeAccounts = operation({
  id: 'summarizeAccounts',
  group: 'Accounts',
  method: 'get',
  path: '/accounts/summary',
  permission: 'VIEW',
  summary: 'A static path beside a parameter',
  status: 200,
  responses: { 200: { type: 'object' } },
  errors: [],
  handle: async () => ({ summary: true }),
})

export const operations: readonly Operation[] = [
  createAccount,
  listAccounts,
  getAccount,
  payAccount,
  summarizeAccounts,
]

export type Api = Serving & {
  readonly fake: Fake
  readonly lines: string[]
  /** A request below the version prefix, by `manager` unless `as` names another. */
  ask(path: string, options?: RequestInit & { as?: string; password?: string }): Promise<Answer>
}
const OUTSIDE_TIMEOUT_MS = 1_000

export type Answer = { status: number; headers: Headers; text: string; body: unknown }

/** Starts the API on a free port. */
export async function startApi(
  env: Record<string, string> = {},
  options: AppOptions = {},
  offered: readonly Operation[] = operations,
): Promise<Api> {
  const fake = fakeDatabase()
  const lines: string[] = []
  const log: Logger = createLogger('debug', 'test', { write: (line) => void lines.push(line) })
  const config = parseConfig({ PORT: '0', ...env })
  const temporal = {
    ready: async () => true,
    hasNamespace: async () => true,
    hasSearchAttributes: async () => true,
    close: async () => {},
  }
  const outside = openOutsideParties(outsideSettings(config), OUTSIDE_TIMEOUT_MS)
  const { database } = fake
  const records = { missingKeys: async () => [] }
  const dependencies = { config, clock: systemClock, log, database, records, temporal, outside }
  const app = buildApp(dependencies as unknown as Dependencies, offered, {
    checkResponses: true,
    ...options,
  })
  const serving = await serve(app, config)
  const ask: Api['ask'] = async (path, { as = 'manager', password = secret, ...init } = {}) => {
    const headers = new Headers(init.headers)
    if (as !== '') headers.set('Authorization', `Basic ${btoa(`${as}:${password}`)}`)
    if (init.body && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
    const url = `http://127.0.0.1:${serving.port}${path.startsWith('//') ? path.slice(1) : `/2025-10-13${path}`}`
    const response = await fetch(url, { ...init, headers })
    const text = await response.text()
    const isJson = response.headers.get('Content-Type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
  }
  return { ...serving, fake, lines, ask }
}
