/** The model: balances in a map, and what is still to come. */
import { expect } from 'vitest'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import type { Resource } from '../support/builders.ts'

/** Accounts and what they gain. */
export type Gains = Readonly<Record<string, number>>

/** A payment that was acknowledged, and what each end that it may take does to the balances. */
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
  /** Calls that were answered "not known yet": asked about when all else has ended. */
  readonly unknownOutcomes: (() => Promise<void>)[] = []

  gain(gains: Gains): void {
    for (const [id, amount] of Object.entries(gains)) {
      this.balances.set(id, (this.balances.get(id) ?? 0) + amount)
    }
  }

  expect(open: OpenPayment): void {
    this.open.push(open)
  }

  /** Books how a payment has ended. */
  close({ what, outcomes }: OpenPayment, { id, status, failureReason }: Resource): void {
    const gains = outcomes[status as TerminalStatus]
    const said = `${what} ${id}: ${status} ${failureReason ?? ''}, not ${Object.keys(outcomes).join(' or ')}`
    expect(gains, said).toBeDefined()
    this.gain(gains ?? {})
  }
}

const REPEAT_MS = 250

/** What a platform does while it hears nothing, or 503: the same again, until there is an answer. */
export async function retryUntilAnswered(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call().catch(() => undefined)
    if (answer !== undefined && answer.status < 500) return answer
    expect(answer?.status ?? 503, JSON.stringify(answer?.body)).toBe(503)
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MS))
  }
}
