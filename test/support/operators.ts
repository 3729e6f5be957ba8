/** The operators' listener on a database, without any other process, and two people with accounts. */
import { request } from 'node:http'
import { type Dependencies, openDependencies } from '../../api/dependencies.ts'
import { createMetrics } from '../../api/metrics.ts'
import { buildOperatorApp } from '../../api/operators/app.ts'
import { serve } from '../../api/serve.ts'
import type { Database } from '../../db/database.ts'
import { createOperator, type OperatorRole } from '../../db/operators.ts'
import { parseConfig } from '../../runtime/config.ts'
import { createLogger } from '../../runtime/log.ts'

export type OperatorAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes
  readonly body: any
  readonly text: string
}

type Sent = { readonly method?: string; readonly headers?: object; readonly body?: object }

export type OperatorListener = {
  readonly dependencies: Dependencies
  readonly port: number
  /** By the name of the pages, unless another Host is given. */
  ask(path: string, sent?: Sent): Promise<OperatorAnswer>
  /** By the token of an operator; a body is a POST. */
  as(token: string, path: string, body?: object): Promise<OperatorAnswer>
  stop(): Promise<void>
}

/** How many connections the listener of tests keeps. */
export const OPERATOR_CONNECTIONS_MAX = 50

/** Starts it. Temporal is asked only where `env` says where it is, and then for what payments wait for. */
export async function anOperatorListener(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<OperatorListener> {
  const config = parseConfig({
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    CODEC_KEYS: 'ab'.repeat(32),
    RECORD_KEYS: 'cd'.repeat(32),
    WEBHOOK_MASTER_KEYS: 'ef'.repeat(32),
    ENVIRONMENT: 'production',
    ...env,
  })
  const opened = await openDependencies(config, createLogger('silent', 'test'))
  const temporal = {
    ...opened.temporal,
    ready: async () => false,
    ...(env.TEMPORAL_ADDRESS === undefined && { progressOf: async () => undefined }),
  }
  const dependencies = { ...opened, temporal }
  const app = buildOperatorApp(dependencies, createMetrics())
  const serving = await serve(app, {
    ...{ HOST: '127.0.0.1', PORT: 0, CONNECTIONS_MAX: OPERATOR_CONNECTIONS_MAX },
  })
  const { port } = serving
  const ask: OperatorListener['ask'] = (path, sent = {}) => send(port, path, sent)
  return {
    dependencies,
    port,
    ask,
    as: (token, path, body) =>
      ask(path, {
        headers: { authorization: `Bearer ${token}` },
        ...(body && { method: 'POST', body }),
      }),
    async stop() {
      await serving.drain(100)
      const { database, outside, documents, operatorSignIn } = dependencies
      const closing = [database, outside, documents, operatorSignIn]
      await Promise.allSettled(closing.map((one) => one?.close()))
    },
  }
}

/** A new operator's token. */
export async function anOperator(
  database: Database,
  name: string,
  role: OperatorRole = 'DECIDE',
): Promise<string> {
  const { token } = await database.transaction((tx) => createOperator(tx, { name, role }))
  return token
}

/** `fetch` would not send a Host or an Origin of our choice. */
function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Sent,
): Promise<OperatorAnswer> {
  return new Promise((resolve, reject) => {
    const all = {
      host: `operators.localhost:${port}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    }
    const sent = request({ host: '127.0.0.1', port, path, method, headers: all }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => {
        const isJson = String(response.headers['content-type']).startsWith('application/json')
        const status = response.statusCode ?? 0
        const parsed = isJson ? JSON.parse(text) : {}
        resolve({ status, headers: response.headers, body: parsed, text })
      })
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
