/** The views of the operators, in the order of their navigation; `api/operators/pages.ts` serves their addresses. */
import type { View } from '../lib/view.ts'

export const groups = ['Work', 'Service', 'Records'] as const

export const views: readonly View[] = [
  {
    path: 'inbox',
    title: 'Inbox',
    group: 'Work',
    letter: 'i',
    load: () => import('./inbox/Inbox.tsx'),
  },
  {
    path: 'search',
    title: 'Search',
    group: 'Work',
    letter: 's',
    load: () => import('./search/Search.tsx'),
  },
  {
    path: 'platforms',
    title: 'Platforms',
    group: 'Work',
    letter: 'p',
    load: () => import('./platforms/Platforms.tsx'),
  },
  {
    path: 'ledger',
    title: 'Ledger',
    group: 'Service',
    letter: 'l',
    load: () => import('./ledger/Ledger.tsx'),
  },
  {
    path: 'health',
    title: 'Health',
    group: 'Service',
    letter: 'h',
    load: () => import('./health/HealthView.tsx'),
  },
  {
    path: 'requests',
    title: 'Requests',
    group: 'Records',
    letter: 'r',
    load: () => import('./requests/Requests.tsx'),
  },
  {
    path: 'audit',
    title: 'Audit',
    group: 'Records',
    letter: 'a',
    load: () => import('./audit/Audit.tsx'),
  },
]
