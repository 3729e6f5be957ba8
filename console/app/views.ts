/**
 * The views of the dashboard, in the order of its navigation. A view is a folder in
 * `console/views/` and one line here; its code is loaded when it is opened for the first time.
 */
import type { View as AnyView } from '../lib/view.ts'

export type View = AnyView & {
  readonly group: Group
  /** Hidden from platforms of production. */
  readonly isSandboxOnly?: true
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
    path: 'cards',
    title: 'Cards',
    group: 'Money',
    letter: 'd',
    load: () => import('../views/cards/Cards.tsx'),
  },
  {
    path: 'reveal',
    title: 'Card number',
    group: 'Money',
    load: () => import('../views/reveal/Reveal.tsx'),
  },
  {
    path: 'stablecoins',
    title: 'Stablecoins',
    group: 'Money',
    letter: 's',
    load: () => import('../views/stablecoins/Stablecoins.tsx'),
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
    path: 'customers',
    title: 'Customers',
    group: 'Customers',
    letter: 'c',
    load: () => import('../views/customers/Customers.tsx'),
  },
  {
    path: 'requests',
    title: 'Request log',
    group: 'Developers',
    letter: 'r',
    load: () => import('../views/requests/Requests.tsx'),
  },
  {
    path: 'tokens',
    title: 'Tokens',
    group: 'Developers',
    letter: 'k',
    load: () => import('../views/tokens/Tokens.tsx'),
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    group: 'Developers',
    letter: 'w',
    load: () => import('../views/webhooks/Webhooks.tsx'),
  },
  {
    path: 'merchant',
    title: 'Merchant',
    group: 'Sandbox',
    letter: 'm',
    isSandboxOnly: true,
    load: () => import('../views/merchant/Merchant.tsx'),
  },
  {
    path: 'playground',
    title: 'Wallet playground',
    group: 'Sandbox',
    letter: 'l',
    isSandboxOnly: true,
    load: () => import('../views/playground/Playground.tsx'),
  },
  {
    path: 'sandbox',
    title: 'Sandbox tools',
    group: 'Sandbox',
    letter: 'x',
    isSandboxOnly: true,
    load: () => import('../views/sandbox/Sandbox.tsx'),
  },
]

/** The views that a platform of this environment has. */
export function viewsOf(environment: 'SANDBOX' | 'PRODUCTION'): readonly View[] {
  return views.filter(({ isSandboxOnly }) => environment === 'SANDBOX' || !isSandboxOnly)
}
