/** What the sandbox plays of merchants and networks: `POST /v1/simulate/...`. */
import { randomInt, randomUUID } from 'node:crypto'
import type { Answer } from '../http.ts'
import { type CardRow, cardOfPan } from './cards.ts'
import { addEvent } from './events.ts'
import { type Issuer, refusal, shown, tokenOf } from './issuer.ts'
import { type Decision, decide, NOT_ASKED, workOfCard } from './liveDecision.ts'
import type { EventType } from './sums.ts'
import {
  addHappening,
  lockTransaction,
  type Merchant,
  type TransactionRow,
} from './transactions.ts'

export type Purchase = {
  readonly amount: number
  readonly descriptor: string
  readonly pan: string
  readonly status?: EventType
  readonly mcc?: string
  readonly merchant_acceptor_id?: string
  readonly merchant_acceptor_city?: string
  readonly merchant_acceptor_state?: string
  readonly merchant_acceptor_country?: string
}

/** Credits are approved without a question. */
const asksNobody: ReadonlySet<EventType> = new Set([
  'CREDIT_AUTHORIZATION',
  'FINANCIAL_CREDIT_AUTHORIZATION',
])

/** @throws Refusal 404, and 422 with the token of what was declined */
export async function authorize(issuer: Issuer, purchase: Purchase): Promise<Answer> {
  const { amount, status: type = 'AUTHORIZATION' } = purchase
  const card = await cardOfPan(issuer, purchase.pan)
  const merchant = merchantOf(purchase)
  const token = randomUUID()
  const decision = asksNobody.has(type)
    ? undefined
    : await decide(issuer, card, { token, status: type, amount, merchant })
  await record(issuer, card, { token, type, amount, merchant, decision })
  const isApproved = decision === undefined || decision.result === 'APPROVED'
  if (type === 'AUTHORIZATION' && isApproved) await reversePartly(issuer, card, token, amount)
  return answerOf(token, standsIn(issuer, decision) ? undefined : decision)
}

/** Where that is ordered: the merchant gives half of it free. */
async function reversePartly(issuer: Issuer, card: CardRow, token: string, amount: number) {
  if (amount < 2) return
  const fault = await issuer.faults.claim('cards', 'purchase', token, ['partialReversal'], () =>
    workOfCard(card),
  )
  if (fault !== undefined) await voidPending(issuer, token, Math.floor(amount / 2))
}

function standsIn({ behaviour }: Issuer, decision: Decision | undefined): boolean {
  return behaviour.standsIn && decision === NOT_ASKED
}

async function record(
  issuer: Issuer,
  card: CardRow,
  made: {
    readonly token: string
    readonly type: EventType
    readonly amount: number
    readonly merchant: Merchant
    readonly decision: Decision | undefined
  },
): Promise<void> {
  const { token, type, amount, merchant, decision } = made
  await issuer.store.transaction(async (tx) => {
    const fresh = { token, cardToken: card.token, merchant, amount }
    const row = await addHappening(issuer, tx, fresh, { type, amount, ...decision })
    if (standsIn(issuer, decision)) {
      await addHappening(issuer, tx, row, { type: 'AUTHORIZATION_ADVICE', amount })
    }
  })
}

function answerOf(token: string, decision: Decision | undefined): Answer {
  if (decision !== undefined && decision.result !== 'APPROVED') {
    throw refusal(422, `The transaction was declined: ${decision.result}`, { token })
  }
  return { status: 201, body: { token, debugging_request_id: randomUUID() } }
}

function merchantOf(purchase: Purchase): Merchant {
  return {
    descriptor: purchase.descriptor,
    acceptor_id: purchase.merchant_acceptor_id ?? `acceptor-${purchase.descriptor}`.slice(0, 40),
    mcc: purchase.mcc ?? '5812',
    city: purchase.merchant_acceptor_city ?? 'AUSTIN',
    state: purchase.merchant_acceptor_state ?? 'TX',
    country: purchase.merchant_acceptor_country ?? 'USA',
  }
}

/** Adds an event to a transaction that is known. */
async function continueWith(
  issuer: Issuer,
  token: string,
  next: (row: TransactionRow) => { readonly type: EventType; readonly amount: number },
): Promise<TransactionRow> {
  return issuer.store.transaction(async (tx) => {
    const row = await lockTransaction(tx, tokenOf(token, 'Transaction'))
    return addHappening(issuer, tx, row, next(row))
  })
}

function refused(row: TransactionRow, why: string): Error {
  return refusal(422, why, { token: row.token })
}

/** A new total, below or above what was authorized. @throws Refusal 404, 422 */
export async function advise(issuer: Issuer, token: string, amount: number): Promise<Answer> {
  const row = await continueWith(issuer, token, (before) => {
    if (before.status === 'DECLINED' || Number(before.pending) < 0) {
      throw refused(before, 'There is no authorization to advise about')
    }
    return { type: 'AUTHORIZATION_ADVICE', amount }
  })
  return answerOf(row.token, undefined)
}

/** Part or all of what is pending, or more than it. @throws Refusal 404, 422 */
export async function clear(
  issuer: Issuer,
  token: string,
  wanted: number | undefined,
): Promise<Answer> {
  await continueWith(issuer, token, (row) => {
    if (row.status === 'DECLINED') throw refused(row, 'A declined authorization is not cleared')
    const pending = Number(row.pending)
    const amount = Math.abs(wanted ?? pending)
    if (amount === 0) throw refused(row, 'There is nothing to clear')
    return { type: pending < 0 ? 'RETURN' : 'CLEARING', amount }
  })
  return accepted()
}

/** A merchant's reversal, or the expiry of what is pending. @throws Refusal 404, 422 */
export async function voidPending(
  issuer: Issuer,
  token: string,
  wanted: number | undefined,
  type: 'AUTHORIZATION_REVERSAL' | 'AUTHORIZATION_EXPIRY' = 'AUTHORIZATION_REVERSAL',
): Promise<Answer> {
  await continueWith(issuer, token, (row) => {
    if (Number(row.settled) !== 0) throw refused(row, 'Part of it has been cleared')
    return voiding(row, wanted, type)
  })
  return accepted()
}

/** What is left of a partly cleared authorization too. @throws Refusal 404, 422 */
export async function expire(issuer: Issuer, token: string): Promise<Answer> {
  await continueWith(issuer, token, (row) => voiding(row, undefined, 'AUTHORIZATION_EXPIRY'))
  return { status: 202, body: {} }
}

function voiding(
  row: TransactionRow,
  wanted: number | undefined,
  type: 'AUTHORIZATION_REVERSAL' | 'AUTHORIZATION_EXPIRY',
): { type: EventType; amount: number } {
  const pending = Math.abs(Number(row.pending))
  if (pending === 0) throw refused(row, 'Nothing is pending')
  return { type, amount: type === 'AUTHORIZATION_EXPIRY' ? pending : (wanted ?? pending) }
}

/** Money back from a merchant: a transaction of its own. @throws Refusal 404 */
export async function giveBack(issuer: Issuer, purchase: Purchase): Promise<Answer> {
  return credit(issuer, purchase, 'RETURN')
}

/** @throws Refusal 404 */
export async function adviseCredit(issuer: Issuer, purchase: Purchase): Promise<Answer> {
  return credit(issuer, purchase, 'CREDIT_AUTHORIZATION_ADVICE')
}

async function credit(issuer: Issuer, purchase: Purchase, type: EventType): Promise<Answer> {
  const card = await cardOfPan(issuer, purchase.pan)
  const token = randomUUID()
  const { amount } = purchase
  const merchant = merchantOf(purchase)
  await record(issuer, card, { token, type, amount, merchant, decision: undefined })
  return answerOf(token, undefined)
}

/** Takes a settled credit back. @throws Refusal 404, 400 for what is none */
export async function reverseReturn(issuer: Issuer, token: string): Promise<Answer> {
  await continueWith(issuer, token, (row) => {
    const settled = Number(row.settled)
    if (settled >= 0) throw refusal(400, 'Only a settled credit can be reversed')
    return { type: 'RETURN_REVERSAL', amount: -settled }
  })
  return accepted()
}

function accepted(): Answer {
  return { status: 201, body: { debugging_request_id: randomUUID() } }
}

export type Tokenization = {
  readonly pan: string
  /** How the cardholder is sent the code; the sandbox's own, since it enrols no holders. */
  readonly activation_method?: { readonly type: string; readonly value: string }
}

/** A wallet asks to hold the card: the cardholder is to be sent a code. @throws Refusal 404 */
export async function tokenize(issuer: Issuer, wanted: Tokenization): Promise<Answer> {
  const card = await cardOfPan(issuer, wanted.pan)
  const token = randomUUID()
  const { activation_method = { type: 'EMAIL_TO_CARDHOLDER_ADDRESS', value: 'a@example.com' } } =
    wanted
  await issuer.store.transaction(async (tx) => {
    await addEvent(issuer, tx, 'tokenization.two_factor_authentication_code', {
      account_token: card.account_token,
      activation_method,
      authentication_code: String(randomInt(1_000_000)).padStart(6, '0'),
      card_token: card.token,
      created: shown(issuer.clock.now()),
      tokenization_token: token,
    })
  })
  return { status: 201, body: { token, debugging_request_id: randomUUID() } }
}
