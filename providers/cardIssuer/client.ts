import { Agent, request } from 'undici'
import { disputeEvents, disputeIn } from './disputes.ts'
import { holderBody } from './holderBody.ts'
import {
  type CardIssuer,
  CardIssuerError,
  type DisputeStep,
  type IssuedCard,
  type Page,
  type Purchase,
  type Step,
  type WalletRequest,
} from './issuer.ts'
import { revealQuery } from './signature.ts'
import {
  cardIn,
  hasNumber,
  holderIn,
  limitBody,
  pageIn,
  payloadIn,
  purchaseBody,
  tokenIn,
  transactionIn,
  walletPayloadIn,
} from './wire.ts'

export type CardIssuerOptions = {
  /** Without `/v1`. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly brand: 'VISA' | 'MASTERCARD'
  readonly enrolsHolders: boolean
  /** For a whole call, connection and answer included. */
  readonly timeoutMs: number
}

type Answer = { readonly status: number; readonly body: unknown }
type Within = {
  readonly begin: Date
  readonly end: Date
  readonly after: string | undefined
  readonly types?: ReadonlySet<string>
}

const CONNECTIONS_MAX = 32
const ANSWER_BYTES_MAX = 4_000_000
/** An authorization is answered after the issuer has asked us, and perhaps asked again. */
const SIMULATION_TIMEOUT_MS = 30_000

/** A client of the issuer's API, with its own connection pool. It repeats nothing by itself. */
export function createCardIssuer(options: CardIssuerOptions): CardIssuer {
  const { apiKey, brand, enrolsHolders, timeoutMs } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    connectTimeout: timeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
  })

  async function send(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
    { key, waitMs = timeoutMs }: { key?: string; waitMs?: number } = {},
  ): Promise<Answer> {
    try {
      const response = await request(`${baseUrl}/v1${path}`, {
        dispatcher: agent,
        signal: AbortSignal.timeout(waitMs),
        method,
        headers: {
          accept: 'application/json',
          authorization: apiKey,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.body.text()
      const { statusCode: status } = response
      return { status, body: status < 500 && text !== '' ? JSON.parse(text) : {} }
    } catch (cause) {
      throw new CardIssuerError('UNAVAILABLE', 'no answer from the card issuer', { cause })
    }
  }

  const found = <Result>(
    answer: Answer,
    read: (body: unknown) => Result | undefined,
  ): Result | undefined => (answer.status === 404 ? undefined : required(answer, read))

  async function listed<Result>(
    path: string,
    read: (body: unknown) => Result | undefined,
  ): Promise<readonly Result[]> {
    const answer = await send('GET', path)
    const page = required(answer, pageIn)
    return page.data.map((item) => required({ ...answer, body: item }, read))
  }

  async function pageOf<Report>(
    path: string,
    { begin, end, after, types }: Within,
    read: (item: unknown) => Report | null | undefined,
  ): Promise<Page<Report>> {
    const within = { begin: begin.toISOString(), end: end.toISOString() }
    const query = new URLSearchParams({ ...within, page_size: '100' })
    if (types !== undefined) query.set('event_types', [...types].join(','))
    if (after !== undefined) query.set('starting_after', after)
    const page = required(await send('GET', `${path}?${query}`), pageIn)
    const items = page.data.map((item) => [tokenIn(item), read(item)] as const)
    return {
      reports: items.flatMap(([, report]) => report ?? []),
      unreadable: items.flatMap(([token, report]) =>
        report === undefined ? (token ?? 'unnamed') : [],
      ),
      next: page.has_more ? items.findLast(([token]) => token !== undefined)?.[0] : undefined,
    }
  }

  async function updateCard(token: string, change: object): Promise<IssuedCard> {
    return required(await send('PATCH', `/cards/${encodeURIComponent(token)}`, change), cardIn)
  }

  async function play(path: string, body: object): Promise<Answer> {
    return send('POST', `/simulate/${path}`, body, { waitMs: SIMULATION_TIMEOUT_MS })
  }

  return {
    brand,
    enrolsHolders,
    async createHolder(holder) {
      return required(await send('POST', '/account_holders', holderBody(holder)), holderIn)
    },
    async findHolder(customerId) {
      const path = `/account_holders?external_id=${encodeURIComponent(customerId)}`
      return (await listed(path, holderIn))[0]
    },
    async createCard({ memo, key, accountToken, limitCents, state = 'OPEN' }) {
      const body = {
        type: 'VIRTUAL',
        ...{ memo, state },
        ...limitBody(limitCents),
        ...(accountToken !== undefined && { account_token: accountToken }),
      }
      return required(await send('POST', '/cards', body, { key }), cardIn)
    },
    async findCard(memo) {
      return (await listed(`/cards?memo=${encodeURIComponent(memo)}`, cardIn))[0]
    },
    cardOf: async (token) =>
      found(await send('GET', `/cards/${encodeURIComponent(token)}`), cardIn),
    updateCard: (token, { state, limitCents }) =>
      updateCard(token, {
        ...(state !== undefined && { state }),
        ...(limitCents !== undefined && limitBody(limitCents)),
      }),
    transactionOf: async (token) => found(await send('GET', transactionPath(token)), transactionIn),
    transactionsBetween: (begin, end, after) =>
      pageOf('/transactions', { begin, end, after }, transactionIn),
    disputesBetween: (begin, end, after) =>
      pageOf('/events', { begin, end, after, types: disputeEvents }, (item) =>
        disputeIn(payloadIn(item)),
      ),
    async payloadFor(token, request) {
      const path = `/cards/${encodeURIComponent(token)}/provision`
      const answer = await send('POST', path, walletBody(request))
      return required(answer, (body) => walletPayloadIn(body, request.wallet))
    },
    revealUrl: (link) => `${baseUrl}/v1/embed/card?${revealQuery(apiKey, link)}`,
    async simulatePurchase(purchase: Purchase) {
      const [path, body] = purchaseBody(purchase)
      const card = await send('GET', `/cards/${encodeURIComponent(purchase.cardToken)}`)
      const { pan } = required(card, (read) => (hasNumber(read) ? read : undefined))
      const answer = await play(path, { ...body, pan })
      // A declined one has its token in the error.
      const token = answer.status === 422 ? tokenIn(answer.body) : undefined
      return token ?? required(answer, tokenIn)
    },
    async simulateStep(step: Step) {
      const answer =
        step.type === 'EXPIRY_OF_REST'
          ? await send('POST', `${transactionPath(step.transactionToken)}/expire_authorization`)
          : await play(...stepBody(step, step.type))
      if (!isSuccess(answer)) throw errorOf(answer)
    },
    async simulateDispute(step: DisputeStep) {
      return required(await play(...disputeBody(step)), (body) => disputeIn(body) ?? undefined)
    },
    close: () => agent.close(),
  }
}

function walletBody(request: WalletRequest): object {
  const { wallet: digital_wallet } = request
  if (request.wallet === 'APPLE_PAY') {
    const { certificate, nonce, nonceSignature: nonce_signature } = request
    return { digital_wallet, certificate, nonce, nonce_signature }
  }
  const { walletAccountId: client_wallet_account_id, deviceId: client_device_id } = request
  return { digital_wallet, client_wallet_account_id, ...(client_device_id && { client_device_id }) }
}

function transactionPath(token: string): string {
  return `/transactions/${encodeURIComponent(token)}`
}

function stepBody(
  { transactionToken: token, amountCents: amount }: Step,
  type: Exclude<Step['type'], 'EXPIRY_OF_REST'>,
): [string, object] {
  switch (type) {
    case 'CLEARING':
      return ['clearing', { token, amount }]
    case 'AUTHORIZATION_ADVICE':
      return ['authorization_advice', { token, amount }]
    case 'RETURN_REVERSAL':
      return ['return_reversal', { token }]
    case 'AUTHORIZATION_REVERSAL':
    case 'AUTHORIZATION_EXPIRY':
      return ['void', { token, type, ...(amount !== undefined && { amount }) }]
  }
}

/** Paths of our sandbox alone: the issuer has none for disputes. */
function disputeBody(step: DisputeStep): [string, object] {
  const { transactionToken: token } = step
  switch (step.type) {
    case 'OPEN':
      return ['disputes/open', { token, amount: step.amountCents, reason: step.reason }]
    case 'CREDIT':
      return ['disputes/credit', { token, amount: step.amountCents }]
    case 'CREDIT_REVERSAL':
      return ['disputes/credit_reversal', { token, amount: step.amountCents }]
    case 'CLOSE': {
      const { disposition, recoveredCents: amount } = step
      return ['disputes/close', { token, disposition, amount }]
    }
  }
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

function required<Result>(answer: Answer, read: (body: unknown) => Result | undefined): Result {
  if (!isSuccess(answer)) throw errorOf(answer)
  const result = read(answer.body)
  if (result !== undefined) return result
  throw new CardIssuerError('UNAVAILABLE', 'an answer of another shape', {
    httpStatus: answer.status,
  })
}

/** 400, 404 and 422 are refusals; 401, 408, 429, 5xx and others leave the outcome open. */
function errorOf({ status: httpStatus, body }: Answer): CardIssuerError {
  const { message } = (body ?? {}) as { message?: unknown }
  const kind =
    httpStatus === 409
      ? 'CONFLICT'
      : [400, 404, 422].includes(httpStatus)
        ? 'REFUSED'
        : 'UNAVAILABLE'
  const text = typeof message === 'string' ? message : `the card issuer answered ${httpStatus}`
  return new CardIssuerError(kind, text, { httpStatus })
}
