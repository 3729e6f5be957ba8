/** What the card issuer sends: signed events and live authorizations. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Resource } from './builders.ts'
import type { SharedStack } from './stack.ts'

type Stack = Pick<SharedStack, 'apiUrls' | 'decisionOrigins' | 'env'>

export type Sending = {
  /** `whsec_...`; without it the sandbox's own of what the path is for. */
  readonly secret?: string
  readonly at?: Date
  /** Of the event; another one each time without it. */
  readonly id?: string
  readonly path?: string
  readonly apiIndex?: number
}

/**
 * Sends what the issuer would have signed.
 *
 * @param body as it is sent; the signature is of the same bytes
 */
export async function sendSigned(
  { apiUrls, decisionOrigins, env }: Stack,
  body: string,
  { secret, at = new Date(), path = '/card-events/sandbox', ...sending }: Sending = {},
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const isEvent = path.startsWith('/card-events')
  const own = isEvent ? env.SANDBOX_CARD_EVENT_SECRETS : env.SANDBOX_CARD_DECISION_SECRETS
  const { id = randomUUID(), apiIndex = 0 } = sending
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const key = Buffer.from((secret ?? own ?? '').replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const { origin } = new URL((isEvent ? apiUrls : decisionOrigins)[apiIndex] ?? '')
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    body,
    headers: {
      ...{ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` },
      'content-type': 'application/json',
    },
  })
  return { status: answer.status, body: JSON.parse((await answer.text()) || '{}') }
}

export const DECISIONS = '/card-decisions/sandbox'

/** A live authorization as the issuer asks about it. @param fields in place of, or beside, a purchase's */
export function anAuthorization(
  card: Resource,
  cents: number,
  fields: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> & { readonly token: string } {
  return {
    event_type: 'card_authorization.approval_request',
    token: randomUUID(),
    status: 'AUTHORIZATION',
    amounts: {
      cardholder: { amount: cents, currency: 'USD', conversion_rate: '1.000000' },
      ...{ merchant: { amount: cents, currency: 'USD' }, hold: null, settlement: null },
    },
    card: { token: card.issuerRef, last_four: '4242', state: 'OPEN' },
    merchant: { descriptor: 'BLUE BOTTLE COFFEE', acceptor_id: 'bb', mcc: '5814', country: 'USA' },
    ...fields,
  }
}

/** The issuer's question; the answer's `result`. */
export async function decisionOf(
  stack: Stack,
  asked: object,
  apiIndex = 0,
): Promise<Readonly<Record<string, unknown>>> {
  const sending = { path: DECISIONS, apiIndex }
  const { status, body } = await sendSigned(stack, JSON.stringify(asked), sending)
  if (status !== 200) throw new Error(`a decision was answered ${status}`)
  return body
}
