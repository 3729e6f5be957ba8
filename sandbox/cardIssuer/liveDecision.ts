/** The live decision: the service is asked about an authorization while the merchant waits. */
import { randomUUID } from 'node:crypto'
import type { Work } from '../../contract/sandboxFaults.ts'
import { signedBy } from '../deliveries.ts'
import type { CardRow } from './cards.ts'
import { CURRENCY, type Issuer, shown } from './issuer.ts'
import { LIVE_DECISIONS, secretsOf, signedHeaders } from './secrets.ts'
import { type Merchant, shownMerchant } from './transactions.ts'

export type Asked = {
  readonly token: string
  readonly status: string
  /** In cents. */
  readonly amount: number
  readonly merchant: Merchant
}

/** What an event says of it. */
export type Decision = { readonly result: string; readonly detailedResult: string }

const approved: Decision = { result: 'APPROVED', detailedResult: 'APPROVED' }
export const NOT_ASKED: Decision = {
  result: 'UNKNOWN_HOST_TIMEOUT',
  detailedResult: 'CUSTOMER_ASA_TIMEOUT',
}

/** The service's word -> what is shown of it. */
const shownResults: Readonly<Record<string, Decision>> = {
  APPROVED: approved,
  INSUFFICIENT_FUNDS: {
    result: 'INSUFFICIENT_FUNDS_PRELOAD',
    detailedResult: 'INSUFFICIENT_FUNDS',
  },
  CARD_PAUSED: { result: 'CARD_PAUSED', detailedResult: 'CARD_PAUSED' },
  VELOCITY_EXCEEDED: {
    result: 'USER_TRANSACTION_LIMIT',
    detailedResult: 'CARD_SPEND_LIMIT_EXCEEDED',
  },
  UNAUTHORIZED_MERCHANT: {
    result: 'UNAUTHORIZED_MERCHANT',
    detailedResult: 'UNAUTHORIZED_MERCHANT',
  },
  SUSPECTED_FRAUD: { result: 'SUSPECTED_FRAUD', detailedResult: 'SUSPECTED_FRAUD' },
  AVS_INVALID: { result: 'INVALID_CARD_DETAILS', detailedResult: 'ADDRESS_INCORRECT' },
}
const malformed: Decision = { result: 'DECLINED', detailedResult: 'MALFORMED_ASA_RESPONSE' }
const unlisted: Decision = { result: 'DECLINED', detailedResult: 'CUSTOM_ASA_RESULT' }

/**
 * What the issuer knows by itself, then the service's word. Without a service that is enrolled it
 * approves.
 */
export async function decide(issuer: Issuer, card: CardRow, asked: Asked): Promise<Decision> {
  const own = ownDecline(card, asked)
  if (own !== undefined) return own
  const { rows } = await issuer.store.pool.query<{ url: string }>(
    "select url from issuer_responders where type = 'AUTH_STREAM_ACCESS'",
  )
  const url = rows[0]?.url
  if (url === undefined) return approved
  return issuer.clock.betweenMoves(() =>
    askTwice(issuer, url, card, requestOf(issuer, card, asked)),
  )
}

function ownDecline({ state, ...card }: CardRow, { amount }: Asked): Decision | undefined {
  if (state === 'CLOSED') return { result: 'CARD_CLOSED', detailedResult: 'CARD_CLOSED' }
  if (state === 'PAUSED') return { result: 'CARD_PAUSED', detailedResult: 'CARD_PAUSED' }
  const limit = Number(card.spend_limit)
  const isLimited = limit > 0 && card.spend_limit_duration === 'TRANSACTION'
  return isLimited && amount > limit ? shownResults.VELOCITY_EXCEEDED : undefined
}

/** Once more, at once, after a connection that failed or an answer of 500 and above. */
async function askTwice(
  issuer: Issuer,
  url: string,
  card: CardRow,
  body: string,
): Promise<Decision> {
  const deadline = performance.now() + issuer.behaviour.decisionTimeoutMs
  const first = await ask(issuer, url, card, body, deadline)
  return first ?? (await ask(issuer, url, card, body, deadline)) ?? NOT_ASKED
}

/** undefined where another attempt may help. */
async function ask(
  issuer: Issuer,
  url: string,
  card: CardRow,
  body: string,
  deadline: number,
): Promise<Decision | undefined> {
  if (performance.now() >= deadline) return NOT_ASKED
  const kinds = ['unsigned', 'wronglySigned', 'twice', 'errorBefore', 'lostAnswer'] as const
  const fault = await issuer.faults.claim('cards', 'decision', body, kinds, () => workOfCard(card))
  // The question about the fault has taken part of the time.
  const leftMs = Math.ceil(deadline - performance.now())
  if (leftMs <= 0 || fault?.kind === 'errorBefore') return NOT_ASKED
  const signed = signedBy(fault, body)
  const secrets = signed === undefined ? [] : await secretsOf(issuer, LIVE_DECISIONS)
  const send = () =>
    fetch(url, {
      method: 'POST',
      body,
      headers: signedHeaders(secrets, randomUUID(), issuer.clock.now(), signed ?? body),
      signal: AbortSignal.timeout(leftMs),
    })
  try {
    if (fault?.kind === 'twice') await (await send()).body?.cancel()
    const answer = await send()
    if (fault?.kind === 'lostAnswer') return NOT_ASKED
    if (answer.status >= 500) return undefined
    return answer.ok ? decisionIn(await answer.text()) : malformed
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? NOT_ASKED : undefined
  }
}

export function workOfCard({ token }: Pick<CardRow, 'token'>): Work {
  return [{ by: 'CARD_TOKEN', value: token }]
}

function decisionIn(text: string): Decision {
  try {
    const { result } = JSON.parse(text) as { result?: unknown }
    return typeof result === 'string' ? (shownResults[result] ?? unlisted) : malformed
  } catch {
    return malformed
  }
}

function requestOf(issuer: Issuer, card: CardRow, asked: Asked): string {
  const { token, status, amount, merchant } = asked
  const money = { amount, currency: CURRENCY }
  return JSON.stringify({
    event_type: 'card_authorization.approval_request',
    token,
    status,
    created: shown(issuer.clock.now()),
    transaction_initiator: 'CARDHOLDER',
    ...{ acquirer_fee: 0, amount, authorization_amount: amount, cash_amount: 0 },
    ...{ cardholder_currency: CURRENCY, merchant_amount: amount, merchant_currency: CURRENCY },
    settled_amount: 0,
    amounts: {
      cardholder: { ...money, conversion_rate: '1.000000' },
      merchant: money,
      hold: null,
      settlement: null,
    },
    avs: {
      address: '',
      address_on_file_match: 'NOT_PRESENT',
      zipcode: '',
    },
    card: {
      token: card.token,
      last_four: card.last_four,
      memo: card.memo,
      spend_limit: Number(card.spend_limit),
      spend_limit_duration: card.spend_limit_duration,
      state: card.state,
      type: 'VIRTUAL',
    },
    merchant: shownMerchant(merchant),
    name_validation: null,
    service_location: null,
    network: 'VISA',
  })
}
