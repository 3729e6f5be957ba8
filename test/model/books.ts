/** The model: balances in a map, and the open payments. */
import { expect } from 'vitest'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import type { Resource } from '../support/builders.ts'

/** Accounts and what they gain. */
export type Gains = Readonly<Record<string, number>>

/** An acknowledged payment, and the effect of each possible outcome on the balances. */
export type OpenPayment = {
  readonly what: string
  readonly api: ApiClient
  readonly transactionId: string
  readonly outcomes: Readonly<Partial<Record<TerminalStatus, Gains>>>
}
export type TerminalStatus = 'COMPLETED' | 'FAILED' | 'REJECTED' | 'PENDING' | 'EXPIRED'

export class Books {
  readonly balances = new Map<string, number>()
  readonly open: OpenPayment[] = []
  /** Calls whose outcome was unknown: looked up when everything else is terminal. */
  readonly unknownOutcomes: (() => Promise<void>)[] = []

  gain(gains: Gains): void {
    for (const [id, amount] of Object.entries(gains)) {
      this.balances.set(id, (this.balances.get(id) ?? 0) + amount)
    }
  }

  expect(open: OpenPayment): void {
    this.open.push(open)
  }

  /** Applies the outcome of a payment. */
  close({ what, outcomes }: OpenPayment, { id, status, failureReason }: Resource): void {
    const gains = outcomes[status as TerminalStatus]
    const said = `${what} ${id}: ${status} ${failureReason ?? ''}, not ${Object.keys(outcomes).join(' or ')}`
    expect(gains, said).toBeDefined()
    this.gain(gains ?? {})
  }
}

const REPEAT_MS = 250

/** Retries like a platform: the same request after no response or 503, until there is one. */
export async function retryUntilAnswered(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call().catch(() => undefined)
    if (answer !== undefined && answer.status < 500) return answer
    expect(answer?.status ?? 503, JSON.stringify(answer?.body)).toBe(503)
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MS))
  }
}
