/** A payment under way: its status and timeline, read until it has ended. */

import type { Api } from './api.ts'
import { ApiProblem } from './api.ts'
import { shownInstant } from './lib/time.ts'
import { make, section } from './page.ts'
import type { TimelineEntry, Transaction } from './shapes.ts'

const LOOK_MS = 700

/** How each final status is coloured. */
export const outcomes: Readonly<Partial<Record<Transaction['status'], 'good' | 'bad'>>> = {
  COMPLETED: 'good',
  FAILED: 'bad',
  REFUNDED: 'bad',
  REJECTED: 'bad',
  EXPIRED: 'bad',
}

/**
 * Shows a payment until it ends.
 *
 * @param onEnd called with the end shown; again, when it fails
 * @returns a function that stops looking
 */
export function followPayment(
  api: Api,
  transactionId: string,
  onEnd: () => Promise<void>,
): () => void {
  let isWanted = true
  const look = async (): Promise<boolean> => {
    const path = `/transactions/${transactionId}`
    const [transaction, timeline] = await Promise.all([
      api.call<Transaction>('GET', path),
      api.call<{ data: TimelineEntry[] }>('GET', `${path}/timeline`),
    ])
    if (isWanted) show(transaction.body, timeline.body.data)
    const hasEnded = outcomes[transaction.body.status] !== undefined
    if (hasEnded && isWanted) await onEnd()
    return hasEnded
  }
  const follow = async (): Promise<void> => {
    section('payment-status').textContent = ''
    section('timeline').replaceChildren()
    while (isWanted) {
      // A failed poll says nothing about the payment: the next one may succeed.
      const hasEnded = await look().catch((error: unknown) => {
        if (error instanceof ApiProblem) return false
        throw error
      })
      if (hasEnded) return
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
  void follow()
  return () => {
    isWanted = false
  }
}

function show({ status, failureReason }: Transaction, timeline: readonly TimelineEntry[]): void {
  const shown = section('payment-status')
  const text = failureReason === undefined ? status : `${status}: ${failureReason}`
  // Announced once per change, not once per poll.
  if (shown.textContent !== text) shown.textContent = text
  shown.className = `status ${outcomes[status] ?? ''}`
  section('timeline').replaceChildren(...timeline.map(entry))
}

function entry({ at, what, nextActor, waitsFor }: TimelineEntry): HTMLElement {
  const next = [nextActor, waitsFor].filter(Boolean).join(', ')
  const about = `${shownInstant(at)}${next === '' ? '' : ` · next: ${next}`}`
  return make('li', {}, what, make('p', { className: 'hint' }, about))
}
