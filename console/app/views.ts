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
    path: 'webhooks',
    title: 'Webhooks',
    group: 'Developers',
    letter: 'w',
    load: () => import('../views/webhooks/Webhooks.tsx'),
  },
  {
    path: 'playground',
    title: 'Wallet playground',
    group: 'Sandbox',
    letter: 'p',
    isSandboxOnly: true,
    load: () => import('../views/playground/Playground.tsx'),
  },
  {
    path: 'sandbox',
    title: 'Sandbox tools',
    group: 'Sandbox',
    letter: 'm',
    isSandboxOnly: true,
    load: () => import('../views/sandbox/Sandbox.tsx'),
  },
]

/** The views that a platform of this environment has. */
export function viewsOf(environment: 'SANDBOX' | 'PRODUCTION'): readonly View[] {
  return views.filter(({ isSandboxOnly }) => environment === 'SANDBOX' || !isSandboxOnly)
}
