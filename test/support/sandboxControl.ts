/** The sandbox's control port: the outside world as a test plays it. */
import { fetch } from 'undici'
import type { Environment } from '../../contract/outsideParties.ts'
import type { SharedStack } from './stack.ts'

/** The members of the sandbox's fault order; see its control port. */
export type FaultOrder = {
  readonly party:
    | 'provider'
    | 'rail'
    | 'verification'
    | 'messages'
    | 'cards'
    | 'stablecoins'
    | 'bank'
  readonly operation: string
  readonly kind:
    | 'delay'
    | 'errorBefore'
    | 'errorAfter'
    | 'lostAnswer'
    | 'twice'
    | 'stuckPending'
    | 'outOfOrder'
    | 'tooManyRequests'
    | 'unsigned'
    | 'nonsense'
    | 'conflict'
  readonly count?: number
  readonly delayMs?: number
  readonly match?: string
}

export type Acts = Readonly<Record<string, number>>

export type SandboxControl = {
  signers(): Promise<{ readonly otp: string; readonly export: string }>
  /** Orders a fault; the function takes it back, releases what it held, and says whether it had been used up before. */
  order(fault: FaultOrder): Promise<() => Promise<boolean>>
  clear(): Promise<void>
  /** How often each operation really acted, of all or of one reference; `rail submit: 1`. */
  acts(reference?: string): Promise<Acts>
  /** Mails to a contact that would have been sent. */
  mails(contact: string): Promise<readonly object[]>
  /** Calls the stablecoin provider's part, below `/stablecoins`. */
  coins(method: string, path: string, body?: object): Promise<unknown>
  /** Forces the outcome of a payout, even one that no real rail would give. */
  force(reference: string, outcome: 'settle' | 'fail' | 'return'): Promise<void>
  /** Lets money come in under a reference or at an address; the same `id` again is the same money. */
  arrive(money: {
    readonly network?: string
    readonly reference?: string
    readonly address?: string
    readonly amountMinor: string
    readonly currency: string
    readonly id?: string
  }): Promise<string>
}

export function aSandboxControl(
  stack: Pick<SharedStack, 'env'>,
  environment: Environment = 'SANDBOX',
): SandboxControl {
  const baseUrl = stack.env[`${environment}_CONTROL_URL`] ?? ''
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`control ${method} ${path}: ${answer.status}`)
    return answer.status === 204 ? undefined : answer.json()
  }
  return {
    signers: async () => (await call('GET', '/signers')) as { otp: string; export: string },
    async order(fault) {
      const { id } = (await call('POST', '/faults', fault)) as { id: string }
      return async () => {
        const taken = await fetch(`${baseUrl}/faults/${id}`, { method: 'DELETE' })
        return taken.status === 404
      }
    },
    async clear() {
      await call('DELETE', '/faults')
    },
    async acts(reference) {
      const query = reference === undefined ? '' : `?reference=${encodeURIComponent(reference)}`
      const { acts } = (await call('GET', `/statistics${query}`)) as {
        acts: { party: string; operation: string; count: number }[]
      }
      return Object.fromEntries(
        acts.map(({ party, operation, count }) => [`${party} ${operation}`, count]),
      )
    },
    async mails(contact) {
      const path = `/mails?contact=${encodeURIComponent(contact)}`
      return ((await call('GET', path)) as { mails: object[] }).mails
    },
    coins: (method, path, body) => call(method, `/stablecoins${path}`, body),
    async force(reference, outcome) {
      await call('POST', `/rail/payouts/${encodeURIComponent(reference)}/${outcome}`)
    },
    async arrive(money) {
      return ((await call('POST', '/rail/deposits', money)) as { id: string }).id
    },
  }
}
