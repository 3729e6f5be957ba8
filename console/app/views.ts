/**
 * The views of the dashboard, in the order of its navigation. A view is a folder in
 * `console/views/` and one line here; its code is loaded when it is opened for the first time.
 */
import type { ComponentType } from 'preact'

export type View = {
  /** `/console/PATH`. */
  readonly path: string
  readonly title: string
  readonly group: Group
  /** `g` and then this letter opens it. */
  readonly letter: string
  /** Hidden from platforms of production. */
  readonly isSandboxOnly?: true
  readonly load: () => Promise<{ readonly default: ComponentType }>
}

export const groups = ['Money', 'Customers', 'Agents', 'Developers', 'Sandbox'] as const
export type Group = (typeof groups)[number]

export const views: readonly View[] = [
  {
    path: 'overview',
    title: 'Overview',
    group: 'Money',
    letter: 'o',
    load: () => import('../views/overview/Overview.tsx'),
  },
  {
    path: 'transactions',
    title: 'Transactions',
    group: 'Money',
    letter: 't',
    load: () => import('../views/transactions/Transactions.tsx'),
  },
  {
    path: 'approvals',
    title: 'Approvals',
    group: 'Agents',
    letter: 'i',
    load: () => import('../views/approvals/Approvals.tsx'),
  },
  {
    path: 'agents',
    title: 'Agents',
    group: 'Agents',
    letter: 'n',
    load: () => import('../views/agents/Agents.tsx'),
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    group: 'Developers',
    letter: 'w',
    load: () => import('../views/webhooks/Webhooks.tsx'),
  },
]

/** Pages of the sandbox that are no views yet. */
export const sandboxPages = [
  { href: '/console/wallet', title: 'Wallet playground' },
  { href: '/mails', title: 'Mails' },
] as const

/** The views that a platform of this environment has. */
export function viewsOf(environment: 'SANDBOX' | 'PRODUCTION'): readonly View[] {
  return views.filter(({ isSandboxOnly }) => environment === 'SANDBOX' || !isSandboxOnly)
}
