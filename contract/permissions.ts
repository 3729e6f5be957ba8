/** What a token may do: VIEW reads, TRANSACT sends payments, MANAGE covers the rest. */
export const permissions = ['VIEW', 'TRANSACT', 'MANAGE'] as const
export type Permission = (typeof permissions)[number]

/** Each permission with all that it implies, itself included. */
const implied: Readonly<Record<Permission, readonly Permission[]>> = {
  VIEW: ['VIEW'],
  TRANSACT: ['TRANSACT', 'VIEW'],
  MANAGE: ['MANAGE', 'TRANSACT', 'VIEW'],
}

/** True if a token that holds `held` may do what needs `needed`. */
export function permits(held: readonly Permission[], needed: Permission): boolean {
  return held.some((permission) => implied[permission].includes(needed))
}

export function isPermission(text: string): text is Permission {
  return (permissions as readonly string[]).includes(text)
}
