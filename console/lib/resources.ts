/** Which view shows a resource, recognized by its id: `Transaction:0b6a...`. */
import type { RouteChange } from './route.ts'

const viewOfKind: Readonly<Record<string, string>> = {
  Card: 'cards',
  Stablecoin: 'stablecoins',
  StablecoinOperation: 'stablecoins',
  StablecoinProviderAccount: 'stablecoins',
  Agent: 'agents',
  AgentAction: 'approvals',
  Customer: 'customers',
  Token: 'tokens',
  Transaction: 'transactions',
  Webhook: 'webhooks',
}

/** Where an id leads; undefined if no view shows such a thing. */
export function routeOfId(id: string): RouteChange | undefined {
  const view = viewOfKind[id.split(':')[0] ?? '']
  // The filters of a view are not those of another resource in it.
  return view === undefined ? undefined : { view, selected: id, query: { tab: undefined } }
}
