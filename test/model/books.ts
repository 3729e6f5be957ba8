/** The model: balances in a map, and what is still to come. */
import { expect } from 'vitest'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import type { Shown } from '../support/builders.ts'

/** Accounts and what they gain. */
export type Gains = Readonly<Record<string, number>>

/** A payment that was acknowledged, and what each end that it may take does to the balances. */
export type Open = {
  readonly what: string
  readonly api: ApiClient
  readonly transactionId: string
  readonly ends: Readonly<Partial<Record<End, Gains>>>
}
export type End = 'COMPLETED' | 'FAILED' | 'REJECTED' | 'PENDING' | 'EXPIRED'

export class Books {
  readonly balances = new Map<string, number>()
  readonly open: Open[] = []
  /** Calls that were answered "not known yet": asked about when all else has ended. */
  readonly unsure: (() => Promise<void>)[] = []

  gain(gains: Gains): void {
    for (const [id, amount] of Object.entries(gains)) {
      this.balances.set(id, (this.balances.get(id) ?? 0) + amount)
    }
  }

  expect(open: Open): void {
    this.open.push(open)
  }

  /** Books how a payment has ended. */
  close({ what, ends }: Open, { id, status, failureReason }: Shown): void {
    const gains = ends[status as End]
    const said = `${what} ${id}: ${status} ${failureReason ?? ''}, not ${Object.keys(ends).join(' or ')}`
    expect(gains, said).toBeDefined()
    this.gain(gains ?? {})
  }
}

const REPEAT_MS = 250

/** What a platform does while it hears nothing, or 503: the same again, until there is an answer. */
export async function insist(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call().catch(() => undefined)
    if (answer !== undefined && answer.status < 500) return answer
    expect(answer?.status ?? 503, JSON.stringify(answer?.body)).toBe(503)
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MS))
  }
}
