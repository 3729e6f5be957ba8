/**
 * A call of the public API as a value: it is sent, polled, and shown as curl. Paths, parameters,
 * bodies and results have the types of the service's own document.
 */
import type { components, paths } from '../../client/backend/schema.ts'
import { queryText } from './queryText.ts'

/** A component of the document: `Component<'Customer'>`. */
export type Component<Name extends keyof components['schemas']> = components['schemas'][Name]

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete'

/** The paths that take this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never
}[keyof paths]

type OperationOf<M extends Method, P extends keyof paths> = M extends keyof paths[P]
  ? paths[P][M]
  : never

type Json<Response> = Response extends { content: { 'application/json': infer Body } }
  ? Body
  : undefined
type Success = 200 | 201 | 202 | 204

/** What a successful call answers. */
export type ResultOf<M extends Method, P extends PathOf<M>> =
  OperationOf<M, P> extends { responses: infer Responses }
    ? { [S in keyof Responses & Success]: Json<Responses[S]> }[keyof Responses & Success]
    : never

/** In brackets, so that the operations of many paths are not taken one by one. */
type Given<Operation> = ([Operation] extends [{ parameters: { path: infer Values } }]
  ? { readonly path: Values }
  : { readonly path?: undefined }) &
  ([Operation] extends [{ parameters: { query?: infer Values } }]
    ? { readonly query?: Values | undefined }
    : { readonly query?: undefined }) &
  ([Operation] extends [{ requestBody: { content: { 'application/json': infer Body } } }]
    ? { readonly body: Body }
    : [Operation] extends [{ requestBody?: { content: { 'application/json': infer Body } } }]
      ? { readonly body?: Body }
      : { readonly body?: undefined }) & { readonly headers?: Readonly<Record<string, string>> }

/** Needed where something in it is. */
type ArgumentsOf<G> = object extends G ? [given?: G] : [given: G]

/** What all of them have, whatever the operation. */
type AnyGiven = {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** `T` is the type of the result. */
export type ApiRequest<T = unknown> = {
  readonly method: Uppercase<Method>
  /** Below the version, with the query. */
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** By method and path of the document: `POST /quotes/{quoteId}/execute`. */
  readonly operation?: string
  /** For the type alone: never set. */
  readonly result?: T
}

/**
 * `request('get', '/transactions/{transactionId}', { path: { transactionId } })`.
 * Members of the query that are undefined or empty are left out.
 */
export function request<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...given: ArgumentsOf<Given<OperationOf<M, P>>>
): ApiRequest<ResultOf<M, P>> {
  const [parts = {}] = given as readonly (AnyGiven | undefined)[]
  const template: string = path
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    // A colon may stand in a path, and ids are full of them.
    encodeURIComponent(String(parts.path?.[name] ?? '')).replaceAll('%3A', ':'),
  )
  const verb = method.toUpperCase() as Uppercase<Method>
  return {
    method: verb,
    operation: `${verb} ${template}`,
    path: `${filled}${queryText(parts.query ?? {})}`,
    ...(parts.body !== undefined && { body: parts.body }),
    ...(parts.headers !== undefined && { headers: parts.headers }),
  }
}

/**
 * The request as a `curl` command. The address and the secret are variables, as in the guides: what is
 * copied has no secret in it.
 */
export function curlOf({ method, path, body, headers }: ApiRequest): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
  // Inside double quotes, because of the variable: there a shell that is typed into takes `!!` for its last command.
  const plain = path.replaceAll('!', '%21')
  const address = `"$API_URL${plain.replaceAll(/[\\"$`]/g, '\\$&')}"`
  const lines = [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} -u "$CLIENT_ID:$CLIENT_SECRET" ${address}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ]
  return lines.join(' \\\n  ')
}
