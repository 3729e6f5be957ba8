/** Agents for the tests. */
import { randomUUID } from 'node:crypto'
import { type ApiClient, createAgentClient } from '../../scripts/serviceDriver/apiClient.ts'
import { type Resource, shown } from './builders.ts'

/** A policy that lets an agent do anything at once, up to 1000 USDB each. */
export const freePolicy = {
  permissions: [
    'VIEW_TRANSACTIONS',
    'CREATE_TRANSFERS',
    'CREATE_QUOTES',
    'EXECUTE_QUOTES',
    'MANAGE_EXTERNAL_ACCOUNTS',
  ],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USDB', perTransactionLimit: 1_000_000_000 },
} as const

export type CreatedAgent = {
  readonly agent: Resource
  /** Not redeemed yet. */
  readonly code: string
}

/** An agent that no program has connected as yet. */
export async function aCreatedAgent(
  api: ApiClient,
  customerId: string,
  policy: object = freePolicy,
): Promise<CreatedAgent> {
  const body = { name: `agent ${randomUUID()}`, customerId, policy }
  const made = shown('agent', await api.call('POST', '/agents', body), 201)
  const { code } = made.deviceCode as { readonly code: string }
  return { agent: made.agent as Resource, code }
}

let addresses = 0

/** An address that no other request of these tests has, where the API trusts one proxy. */
export function anAddress(): string {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

export type ConnectedAgent = {
  readonly agent: Resource
  readonly accessToken: string
  /** The agent's own requests. */
  readonly its: ApiClient
}

/** An agent whose device code has been redeemed. */
export async function anAgent(
  api: ApiClient,
  customerId: string,
  policy: object = freePolicy,
): Promise<ConnectedAgent> {
  const { agent, code } = await aCreatedAgent(api, customerId, policy)
  // From an address of its own: wrong codes of another test cost this one nothing.
  const redeemed = await api.call('POST', `/agents/device-codes/${code}/redeem`, undefined, {
    'X-Forwarded-For': anAddress(),
  })
  const { accessToken } = shown('redeemed', redeemed, 200) as { accessToken?: unknown }
  const token = String(accessToken)
  return { agent, accessToken: token, its: createAgentClient(api.baseUrl, token) }
}
