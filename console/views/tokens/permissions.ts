/** What the permissions of a token allow, each of them what the one before does and more. */
import type { Component } from '../../lib/request.ts'

export type Permission = Component<'ApiToken'>['permissions'][number]

const meanings: Readonly<Record<Permission, string>> = {
  VIEW: 'Sees everything, changes nothing',
  TRANSACT: 'Moves money, too',
  MANAGE: 'Manages customers, webhooks and tokens, too',
}

export const permissionOptions = (Object.keys(meanings) as Permission[]).map(
  (permission) => [permission, `${permission}: ${meanings[permission]}`] as const,
)

export function permissionOf(text: string | undefined): Permission {
  return permissionOptions.find(([permission]) => permission === text)?.[0] ?? 'VIEW'
}
