/** A tool's arguments as the request of its operation, and who sends it. */
import type { Operation } from '../operation.ts'

export type Arguments = Readonly<Record<string, unknown>>

export type ApiRequest = {
  /** Upper case. */
  readonly method: string
  /** Below the version prefix, with the query. */
  readonly path: string
  readonly body: object | undefined
  readonly headers: Readonly<Record<string, string>>
}

export type ApiAnswer = {
  readonly status: number
  /** The parsed body; undefined without one. */
  readonly body: unknown
  /** Header `Idempotent-Replayed`. */
  readonly isReplay: boolean
}

/** Sends a request as the agent, in this process or over HTTP. */
export type CallApi = (request: ApiRequest) => Promise<ApiAnswer>

/** The argument that is sent as the header `Service-Wallet-Signature`. */
export const STAMP_ARGUMENT = 'walletSignature'

/** Each argument goes where the operation declares it: into the path, the query, a header or the body. */
export function requestOf(operation: Operation, given: Arguments): ApiRequest {
  const { method, body, headers } = operation
  const stamp = headers?.walletSignature ? given[STAMP_ARGUMENT] : undefined
  return {
    method: method.toUpperCase(),
    path: `${pathOf(operation, given)}${queryOf(operation, given)}`,
    body: body && pick(given, propertiesOf(body)),
    headers: typeof stamp === 'string' ? { 'Service-Wallet-Signature': stamp } : {},
  }
}

/** Names of the parameters of a path. */
export function pathNames({ path }: Operation): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
}

export function propertiesOf(schema: { readonly properties?: unknown } | undefined): Arguments {
  return (schema?.properties ?? {}) as Arguments
}

function pathOf({ path }: Operation, given: Arguments): string {
  return path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(given[name])))
}

function queryOf({ query }: Operation, given: Arguments): string {
  const picked = Object.entries(pick(given, propertiesOf(query)))
  const pairs = picked.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function pick(given: Arguments, declared: Arguments): Arguments {
  return Object.fromEntries(
    Object.keys(declared).flatMap((name) =>
      given[name] === undefined ? [] : [[name, given[name]]],
    ),
  )
}
