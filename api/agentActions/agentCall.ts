import type { Agent, Call } from '../operation.ts'

/** What an agent's operation is given of its caller. */
export type AgentCall = Pick<
  Call,
  'platform' | 'dependencies' | 'trace' | 'walletSignature' | 'idempotencyKey'
> & { readonly agent: Agent }
