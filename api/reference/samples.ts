/** Use cases as commands and programs: curl, and TypeScript with the client of this project. */
import type { Operation } from '../operation.ts'
import type { UseCase } from './useCases/useCase.ts'

export type Sample = {
  readonly lang: 'Shell' | 'TypeScript'
  readonly label: string
  readonly source: string
}

/** Both samples of a use case. @param only whether it is the operation's only one */
export function samplesOf(operation: Operation, useCase: UseCase, only: boolean): Sample[] {
  const label = (name: string): string => (only ? name : `${name}: ${useCase.title}`)
  return [
    { lang: 'Shell', label: label('curl'), source: curlOf(operation, useCase) },
    { lang: 'TypeScript', label: label('TypeScript'), source: typescriptOf(operation, useCase) },
  ]
}

/** The path of a use case with its query, percent-encoded, without version. */
export function pathOf(
  { path }: Pick<Operation, 'path'>,
  { path: values, query }: UseCase,
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values?.[name] ?? ''),
  )
  const asked = Object.entries(query ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`
}

/** Needs `API_URL`, and the credentials of the caller in variables. */
export function curlOf(operation: Operation, useCase: UseCase): string {
  const method = operation.method.toUpperCase()
  const { headers = {}, body, file } = useCase
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$API_URL${pathOf(operation, useCase)}"`,
    ...credentialsOf(operation),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ]
  if (file !== undefined) {
    for (const [name, value] of Object.entries(body ?? {})) {
      parts.push(`-F ${quoted(`${name}=${value}`)}`)
    }
    parts.push(`-F ${quoted(`file=@${file}`)}`)
  } else if (body !== undefined) {
    parts.push(`-H 'Content-Type: application/json'`)
    parts.push(`-d ${quoted(JSON.stringify(body, undefined, 2))}`)
  }
  return parts.join(' \\\n  ')
}

function credentialsOf({ security }: Operation): string[] {
  if (security === 'OPEN') return []
  return security === 'AGENT'
    ? ['-H "Authorization: Bearer $ACCESS_TOKEN"']
    : ['-u "$CLIENT_ID:$CLIENT_SECRET"']
}

/** Text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** Needs `client` of `createClient`, and for signed retries `device`, the holder of the session's key. */
export function typescriptOf(operation: Operation, useCase: UseCase): string {
  const { headers = {}, path, query, body, file } = useCase
  if (file !== undefined) return uploadOf(operation, useCase, file)
  const isSigned = 'Service-Wallet-Signature' in headers && 'Request-Id' in headers
  const header = Object.entries(headers)
  const params = [
    ...(path ? [`path: ${literal(path, 2)}`] : []),
    ...(query ? [`query: ${literal(query, 2)}`] : []),
    ...(isSigned ? ['header'] : header.length > 0 ? [`header: ${literal(headers, 2)}`] : []),
  ]
  const options = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(body ? [`body: ${literal(body, 1)}`] : []),
  ]
  const call = callOf(
    operation,
    options.length === 0 ? '' : `, {\n${options.map((one) => `  ${one},\n`).join('')}}`,
  )
  if (isSigned) return `const answer = await signedRetry((header) => ${call}, device)`
  const status = useCase.status ?? operation.status
  return operation.responses[status] ? `const answer = await bodyOf(${call})` : `await ${call}`
}

function callOf({ method, path, security }: Operation, options: string): string {
  const caller = security === 'AGENT' ? 'agent' : 'client'
  const template = path.replaceAll(/:(\w+)/g, '{$1}')
  return `${caller}.api.${method.toUpperCase()}('${template}'${options})`
}

function uploadOf(operation: Operation, { path, body }: UseCase, file: string): string {
  const fields = Object.entries(body ?? {}).map(
    ([name, value]) => `form.set('${name}', ${literal(value, 0)})\n`,
  )
  const params = path ? `params: { path: ${literal(path, 1)} }, ` : ''
  const call = callOf(operation, `, { ${params}body: form as never, bodySerializer: () => form }`)
  return [
    'const form = new FormData()\n',
    ...fields,
    `form.set('file', await openAsBlob('${file}'), '${file}')\n`,
    `const answer = await bodyOf(${call})`,
  ].join('')
}

const SHORT = 72

/** A value as it is written in TypeScript. @param depth how far it is indented */
function literal(value: unknown, depth: number): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(
        ([name, item]) =>
          `${IDENTIFIER.test(name) ? name : `'${name}'`}: ${literal(item, depth + 1)}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  if (parts.length === 0) return `${open}${close}`.replaceAll(' ', '')
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length <= SHORT && !line.includes('\n')) return line
  const indent = '  '.repeat(depth + 1)
  const lines = parts.map((part) => `${indent}${part},\n`).join('')
  return `${open.trim()}\n${lines}${'  '.repeat(depth)}${close.trim()}`
}
