/** What a token may do: read or write one part of the API. */
import { refusal } from './coins.ts'

const parts = [
  ...(['accounts', 'addresses', 'automations'] as const),
  ...(['financial-institutions', 'transfers', 'webhooks'] as const),
]
const scopes = new Set(parts.flatMap((part) => [`${part}:read`, `${part}:write`]))

/** Whether there is such a scope. */
export function isScope(text: string): boolean {
  return scopes.has(text)
}

/**
 * The part of a path is its word behind the account: `/accounts/{id}/webhooks/...`.
 *
 * @param granted null: everything
 * @throws Refusal 403
 */
export function requireScope(
  granted: readonly string[] | null,
  { method, path }: { readonly method: string; readonly path: string },
): void {
  const part = path.toLowerCase().split('/')[3] || 'accounts'
  const needed = `${part}:${method === 'GET' ? 'read' : 'write'}`
  if (granted === null || granted.includes(needed)) return
  throw refusal(403, 'insufficient_scope', `The token has no ${needed}`)
}
