/** The operators' API from their pages: the session's cookie, and errors with their code. */
import { ApiProblem } from '../api.ts'

/** Who is logged in. */
export type Person = { readonly name: string; readonly role: string }

/** @throws ApiProblem for every answer above 399 */
export function read<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const search = new URLSearchParams(given).toString()
  return send<T>('GET', search === '' ? path : `${path}?${search}`)
}

/** @throws ApiProblem for every answer above 399 */
export function write<T>(path: string, body: object): Promise<T> {
  return send<T>('POST', path, body)
}

/** Ends the session. */
export function logOut(): Promise<unknown> {
  return send('DELETE', '/session')
}

async function send<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`/api${path}`, {
    method,
    // With it a request of another origin would have to be asked for first.
    headers: { 'x-operators': '1', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiProblem(0, 'NETWORK', 'The service cannot be reached.')
  })
  const text = await response.text()
  const answer = text === '' ? {} : JSON.parse(text)
  if (response.ok) return answer as T
  const seconds = Number(response.headers.get('Retry-After') ?? '') || undefined
  throw new ApiProblem(response.status, String(answer.code), String(answer.reason), seconds)
}
