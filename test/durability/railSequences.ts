/** Generated sequences of faults at the rail and actions about one payment, and how one is played. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { resolveSignal } from '../../workflows/operatorDecisions.ts'
import { retryUntilAnswered } from '../model/books.ts'
import { askQuote, from, funding, to } from '../payments/customers.ts'
import { type Resource, shown } from '../support/builders.ts'
import type { FaultOrder, SandboxControl } from '../support/sandboxControl.ts'
import type { Chance } from '../support/seed.ts'
import { legalOutcomes, type RailBooks } from './railBooks.ts'

/** Longer than the service waits for an answer: the call arrives when it has been given up. */
const DELAY_MIN_MS = 5_500
const DELAY_SPREAD_MS = 3_000
/** Actions are spread over this time from the execute. */
const ACTIONS_MS = 9_000
/** While the first submission is on its way. */
const EARLY_MS = 3_000
export const AMOUNT = 10_000

const sources = ['BALANCE', 'DEPOSIT', 'DEPOSIT_OF_ANOTHER_AMOUNT', 'COLLECTION'] as const
export const suffixes = ['789', '003', '004', '005', '007'] as const
type Suffix = (typeof suffixes)[number]

const faultKinds = ['delay', 'delay', 'lostAnswer', 'errorBefore', 'errorAfter'] as const
const operations = ['submit', 'submit', 'cancel', 'find', 'refund', 'collect'] as const
const actionNames = [
  'cancel',
  'cancel',
  'resolve refund',
  'resolve refund',
  'resolve paid',
  'resolve retry',
  'settles',
  'fails',
  'returns',
  'kill',
] as const
type ActionName = (typeof actionNames)[number]

export type Sequence = {
  readonly number: number
  readonly source: (typeof sources)[number]
  /** Of the account paid to: what the rail does by itself. */
  readonly suffix: Suffix
  readonly faults: readonly {
    readonly operation: (typeof operations)[number]
    readonly kind: (typeof faultKinds)[number]
    readonly count: number
    readonly delayMs?: number
  }[]
  readonly actions: readonly { readonly atMs: number; readonly name: ActionName }[]
}

/** The sequence of a number: `chance` makes the same one again for the same seed. */
export function aSequence(number: number, chance: Chance): Sequence {
  const source = chance.pick(sources)
  const faults = Array.from({ length: 1 + chance.integer(3) }, () => {
    const kind = chance.pick(faultKinds)
    return {
      operation: chance.pick(operations),
      kind,
      count: 1 + chance.integer(2),
      ...(kind === 'delay' && { delayMs: DELAY_MIN_MS + chance.integer(DELAY_SPREAD_MS) }),
    }
  })
  const actions = Array.from({ length: 1 + chance.integer(4) }, () => ({
    atMs: chance.integer(chance.pick([EARLY_MS, ACTIONS_MS])),
    name: chance.pick(actionNames),
  })).sort((a, b) => a.atMs - b.atMs)
  return { number, source, suffix: chance.pick(suffixes), faults, actions }
}

export type Stage = {
  readonly api: ApiClient
  readonly client: Client
  readonly control: SandboxControl
  readonly books: RailBooks
  readonly balance: Resource
  readonly origin: Resource
  readonly banks: Readonly<Record<Suffix, Resource>>
  /** Kills the worker, which all sequences under way share. */
  kill(): Promise<void>
}

export type Played = {
  readonly sequence: Sequence
  readonly quoteId: string
  readonly transactionId: string
}

/** Executes the sequence's payment under its faults, with its actions; returns after the last. */
export async function play(stage: Stage, sequence: Sequence): Promise<Played> {
  const quote = await quoteOf(stage, sequence)
  const transactionId = String(quote.transactionId)
  const played = { sequence, quoteId: quote.id, transactionId }
  const releases = await Promise.all(
    sequence.faults.map((fault) => stage.control.order(faultOf(fault, transactionId))),
  )
  await execute(stage, sequence, quote)
  const beganAt = performance.now()
  for (const { atMs, name } of sequence.actions) {
    await sleep(Math.max(0, beganAt + atMs - performance.now()))
    await act(stage, played, name)
  }
  await sleep(Math.max(0, beganAt + ACTIONS_MS - performance.now()))
  for (const release of releases) await release()
  return played
}

async function quoteOf(stage: Stage, { source, suffix }: Sequence): Promise<Resource> {
  const { api, balance, origin, banks } = stage
  const paidFrom = {
    BALANCE: from(balance),
    DEPOSIT: funding('USD'),
    DEPOSIT_OF_ANOTHER_AMOUNT: funding('USD'),
    COLLECTION: from(origin),
  }[source]
  const destination = to(banks[suffix], { paymentRail: 'ACH' })
  const key = randomUUID()
  const ask = (): Promise<Answer> => askQuote(api, paidFrom, destination, AMOUNT, {}, key)
  return shown('quote', await retryUntilAnswered(ask), 201)
}

async function execute({ api }: Stage, { source }: Sequence, quote: Resource): Promise<void> {
  for (;;) {
    const answer = source.startsWith('DEPOSIT')
      ? await api.call('POST', '/sandbox/send', {
          quoteId: quote.id,
          currencyCode: 'USD',
          currencyAmount: source === 'DEPOSIT' ? AMOUNT : AMOUNT - 1,
        })
      : await api.call('POST', `/quotes/${quote.id}/execute`, undefined, {
          'Idempotency-Key': quote.id,
        })
    if (answer.status === 200) return
    if (answer.status !== 503) throw new Error(`execute: ${JSON.stringify(answer)}`)
    await sleep(500)
  }
}

/** A refund is submitted like a payout, under a reference of its own. */
function faultOf(fault: Sequence['faults'][number], transactionId: string): FaultOrder {
  const { operation, ...more } = fault
  const match = {
    // With the closing quotation mark of the body: no refund has this reference.
    submit: `${transactionId}"`,
    refund: `${transactionId}/refund`,
    collect: `${transactionId}/collect`,
    cancel: transactionId,
    find: transactionId,
  }[operation]
  return {
    party: 'rail',
    operation: operation === 'refund' ? 'submit' : operation,
    match,
    ...more,
  }
}

async function act(stage: Stage, played: Played, name: ActionName): Promise<void> {
  const { api, control, books } = stage
  const { quoteId, transactionId } = played
  switch (name) {
    case 'cancel':
      await api.call('POST', `/transactions/${transactionId}/cancel`)
      return
    case 'kill':
      await stage.kill()
      return
    case 'resolve refund':
    case 'resolve paid':
    case 'resolve retry':
      await decide(stage.client, quoteId, name.replace('resolve ', ''))
      return
    default: {
      const outcome = ({ settles: 'settle', fails: 'fail', returns: 'return' } as const)[name]
      for (const instruction of await books.instructionsOf(transactionId)) {
        const { reference } = instruction
        if (legalOutcomes(instruction).includes(outcome)) await control.force(reference, outcome)
      }
    }
  }
}

/** What an operator's command does: signals the workflow that waits for the rail, if one does. */
async function decide(client: Client, quoteId: string, decision: string): Promise<void> {
  for (const workflowId of [quoteId, `${quoteId}/return`, `${quoteId}/reversal`]) {
    const given = { decision: decision as 'paid', by: 'Grace Hopper', reason: 'generated' }
    await client.workflow
      .getHandle(workflowId)
      .signal(resolveSignal, given)
      .catch(() => undefined)
  }
}
