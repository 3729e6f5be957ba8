/** What happens to a transfer: by the bank account's end, then by that of the amount. */
import type { Coins } from './coins.ts'

export type LegBody = {
  readonly address_id?: string
  readonly value_type: string
  readonly transfer_type: string
}

export type Step = {
  readonly afterMs: number
  readonly status: 'processing' | 'complete' | 'canceled' | 'failed'
  readonly failure?: object
}

export function isMint(source: LegBody): boolean {
  return source.value_type.toUpperCase() === 'USD'
}

const BANK_PENDING_MS = 30_000

type Facts = {
  readonly cents: bigint
  readonly isMint: boolean
  readonly rail: string
  readonly bankNumber: string | null
}

/** The steps that are still to come, in order. */
export function stepsOf(behaviour: Coins['behaviour'], facts: Facts): Step[] {
  const { stepMs, arrivalMs } = behaviour
  const isAwaited = facts.isMint && facts.rail === 'wire'
  const first: Step = { afterMs: isAwaited ? arrivalMs : stepMs, status: 'processing' }
  const complete: Step = { afterMs: stepMs, status: 'complete' }
  return byBank(behaviour, facts, first) ?? byAmount(behaviour, facts, first) ?? [first, complete]
}

function byBank({ stepMs }: Coins['behaviour'], facts: Facts, first: Step): Step[] | undefined {
  const failed = (code: string, reason: string): Step => ({
    ...{ afterMs: stepMs, status: 'failed' },
    failure: failureOf(facts, code, reason),
  })
  switch (facts.bankNumber?.slice(-3)) {
    case '002':
      return [first, failed('R01', 'insufficient funds')]
    case '003':
      return [first, failed('R02', 'account closed')]
    case '005':
      return [{ ...failed('R03', 'no account'), afterMs: BANK_PENDING_MS }]
    default:
      return undefined
  }
}

function byAmount(
  { stepMs, returnMs }: Coins['behaviour'],
  facts: Facts,
  first: Step,
): Step[] | undefined {
  const complete: Step = { afterMs: stepMs, status: 'complete' }
  const failure = { type: 'rejected', retriable: false }
  switch (String(facts.cents).slice(-3)) {
    case '903':
      return [first, { afterMs: stepMs, status: 'failed', failure }]
    case '904':
      return [first, { afterMs: stepMs, status: 'canceled' }]
    case '905':
      return [
        ...[first, complete],
        {
          afterMs: returnMs,
          status: 'failed',
          failure: failureOf(facts, 'AC04', 'closed account'),
        },
      ]
    case '906':
      // A wire that is never sent.
      return facts.isMint && facts.rail === 'wire' ? [] : undefined
    case '907':
      return [
        first,
        { afterMs: stepMs, status: 'failed', failure: { ...failure, retriable: true } },
        ...[{ afterMs: returnMs / 5, status: 'processing' } as const, complete],
      ]
    default:
      return undefined
  }
}

/** What has come back over a bank rail. */
export function failureOf({ rail }: Pick<Facts, 'rail'>, code: string, reason: string): object {
  const kind = rail === 'wire' ? 'wire_return' : 'ach_return'
  return {
    ...{ type: kind, retriable: false },
    [kind]: { code, reason, ...(kind === 'ach_return' && { category: 'return' }) },
  }
}
