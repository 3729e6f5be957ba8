import { Agent, request } from 'undici'
import { createAjv } from '../../contract/ajv.ts'
import { cryptoNetworks } from '../../contract/components/paymentParties.ts'
import {
  type DepositNotice,
  type FundingInstructions,
  type NoticePage,
  type OrderNotice,
  type Payout,
  payoutReasons,
  payoutStates,
  type Rail,
  RailError,
  type RailNotice,
  type UmaReceiver,
} from './rail.ts'

export type RailClientOptions = {
  readonly baseUrl: string
  /** For a whole call, connection and answer included. */
  readonly timeoutMs: number
  /** What this rail's `cancel` does with a reference that it does not know; true by default. */
  readonly voidsUnknownReferences?: boolean
}

const CONNECTIONS_MAX = 32
const ANSWER_BYTES_MAX = 1_000_000

const AMOUNT = '^[1-9][0-9]{0,17}$'
const CURRENCY = '^[A-Z]{3,5}$'

const onChain = {
  type: 'object',
  required: ['transactionHash', 'network'],
  properties: {
    transactionHash: { type: 'string', pattern: '^[0-9A-Za-z]{1,128}$' },
    network: { enum: cryptoNetworks },
  },
} as const

const ajv = createAjv()
const isPayout = ajv.compile<Payout>({
  type: 'object',
  required: ['reference', 'state'],
  properties: {
    reference: { type: 'string' },
    state: { enum: payoutStates },
    amountMinor: { type: 'string', pattern: AMOUNT },
    currency: { type: 'string', pattern: CURRENCY },
    reason: { enum: payoutReasons },
    refund: { enum: ['ALLOWED', 'REFUSED'] },
    cause: { enum: ['TRANSACTION_FAILED', 'USER_CANCELLATION'] },
    settledAt: { type: 'string' },
    onChain,
  },
})
const isNoticePage = ajv.compile<{ notices: { readonly sequence: number }[] }>({
  type: 'object',
  required: ['notices'],
  properties: {
    notices: {
      type: 'array',
      items: {
        type: 'object',
        required: ['sequence'],
        properties: { sequence: { type: 'integer' } },
      },
    },
  },
})
const isNotice = ajv.compile<
  (Omit<OrderNotice, 'eventId'> | Omit<DepositNotice, 'eventId'>) & { readonly sequence: number }
>({
  type: 'object',
  required: ['sequence', 'reference', 'at'],
  anyOf: [{ required: ['state'] }, { required: ['deposit'] }],
  properties: {
    sequence: { type: 'integer' },
    reference: { type: 'string' },
    state: { enum: payoutStates },
    reason: { enum: payoutReasons },
    amountMinor: { type: 'string', pattern: AMOUNT },
    currency: { type: 'string', pattern: CURRENCY },
    at: { type: 'string' },
    onChain,
    deposit: {
      type: 'object',
      required: ['id', 'amountMinor', 'currency'],
      properties: {
        id: { type: 'string', minLength: 1, maxLength: 200 },
        amountMinor: { type: 'string', pattern: AMOUNT },
        currency: { type: 'string', pattern: CURRENCY },
        onChain,
      },
    },
  },
})
const isUmaReceiver = ajv.compile<UmaReceiver>({
  type: 'object',
  required: ['umaAddress', 'currencies'],
  properties: {
    umaAddress: { type: 'string' },
    currencies: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'min', 'max'],
        properties: {
          code: { type: 'string' },
          min: { type: 'integer' },
          max: { type: 'integer' },
        },
      },
    },
  },
})

const funding = {
  type: 'object',
  required: ['accountOrWalletInfo', 'instructionsNotes'],
  properties: {
    accountOrWalletInfo: {
      type: 'object',
      required: ['accountType'],
      properties: { accountType: { type: 'string' } },
    },
    instructionsNotes: { type: 'string' },
  },
} as const
const isFunding = ajv.compile<FundingInstructions>(funding)
const isStanding = ajv.compile<{ fundings: FundingInstructions[][] }>({
  type: 'object',
  required: ['fundings'],
  properties: { fundings: { type: 'array', items: { type: 'array', items: funding } } },
})

/** A rail over HTTP, with its own connection pool; `close` ends it. */
export function createRail(options: RailClientOptions): Rail & { close(): Promise<void> } {
  const { baseUrl, timeoutMs, voidsUnknownReferences = true } = options
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    connectTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
  })

  async function call(path: string, body?: object): Promise<{ status: number; answer: unknown }> {
    try {
      // `request`, the library's lower layer under `fetch`. Neither follows a redirect here.
      const response = await request(new URL(path, baseUrl), {
        dispatcher: agent,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      // A response that is not JSON counts as none; `cause` below keeps the difference.
      const text = await response.body.text()
      const { statusCode: status } = response
      return { status, answer: status < 500 ? JSON.parse(text) : text }
    } catch (cause) {
      throw new RailError('UNAVAILABLE', 'no answer from the rail', { cause })
    }
  }

  /** Sequences rise with every notice; a page may be out of order. */
  async function pageAfter(sequence: number, limit: number): Promise<{ sequence: number }[]> {
    const { status, answer } = await call(`/notices?after=${sequence}&limit=${limit}`)
    if (status !== 200 || !isNoticePage(answer)) throw errorOf(status, answer)
    return [...answer.notices].sort((a, b) => a.sequence - b.sequence)
  }

  async function noticesAfter(position: string, limit: number): Promise<NoticePage> {
    const page = await pageAfter(Number(position || 0), limit)
    const last = page.at(-1)
    return {
      notices: page.map(noticeIn),
      position:
        last === undefined ? position : String(Math.max(last.sequence, Number(position || 0))),
    }
  }

  /** Notices come in the order of their time: the range is doubled, then halved. */
  async function sequenceBefore(time: Date, notAfter: string | undefined): Promise<number> {
    const isBefore = async (sequence: number): Promise<boolean> => {
      const [next] = await pageAfter(sequence - 1, 1)
      return next !== undefined && timeOf(noticeIn(next)) < time.getTime()
    }
    let low = 0
    let high = 1
    if (notAfter === undefined) while (await isBefore(high)) [low, high] = [high, high * 2]
    else high = Number(notAfter || 0) + 1
    // The notice of `low` is before the time, that of `high` is not.
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (await isBefore(middle)) low = middle
      else high = middle
    }
    return low
  }

  return {
    voidsUnknownReferences,
    async submit(instruction) {
      const { status, answer } = await call('/payouts', instruction)
      return payoutIn(status, answer)
    },
    async find(reference) {
      const { status, answer } = await call(`/payouts/${encodeURIComponent(reference)}`)
      return status === 404 ? undefined : payoutIn(status, answer)
    },
    async collect(instruction) {
      const { status, answer } = await call('/collections', instruction)
      return payoutIn(status, answer)
    },
    async cancel(reference) {
      const { status, answer } = await call(`/payouts/${encodeURIComponent(reference)}/cancel`, {})
      if (status !== 404) return payoutIn(status, answer)
      if (!voidsUnknownReferences) return undefined
      // Against its contract: nothing is known, least of all that the reference is void.
      throw new RailError('UNAVAILABLE', 'the rail has not voided the reference', {
        httpStatus: status,
      })
    },
    async requestFunding(wanted) {
      const { status, answer } = await call('/fundings', wanted)
      if (status === 200 && isFunding(answer)) return answer
      throw errorOf(status, answer)
    },
    async standingFundings(wanted) {
      const { status, answer } = await call('/fundings/standing', { accounts: wanted })
      const isWhole =
        status === 200 && isStanding(answer) && answer.fundings.length === wanted.length
      if (isWhole) return answer.fundings
      throw errorOf(status, answer)
    },
    async findUma(address) {
      const { status, answer } = await call(`/uma/${encodeURIComponent(address)}`)
      if (status === 404) return undefined
      if (status === 200 && isUmaReceiver(answer)) return answer
      throw errorOf(status, answer)
    },
    notices: noticesAfter,
    async positionAt(time, notAfter) {
      return String(await sequenceBefore(time, notAfter))
    },
    async close() {
      await agent.close()
    },
  }
}

/** A notice of unknown shape must not block those after it. */
function noticeIn(notice: { readonly sequence: number }): RailNotice {
  const eventId = String(notice.sequence)
  if (!isNotice(notice)) return { eventId, malformed: JSON.stringify(notice) }
  const { sequence: _, ...reported } = notice
  return { ...reported, eventId } as RailNotice
}

/** One that cannot be read is taken for a late one: more is read again then. */
function timeOf(notice: RailNotice): number {
  return 'malformed' in notice ? Number.POSITIVE_INFINITY : Date.parse(notice.at)
}

function payoutIn(status: number, answer: unknown): Payout {
  if (status === 200 && isPayout(answer)) return answer
  throw errorOf(status, answer)
}

/**
 * 400, 404, 409 and 422 are refusals; everything else (408, 429, 5xx, an unknown shape) is unknown.
 */
function errorOf(httpStatus: number, answer: unknown): RailError {
  const refused = [400, 404, 409, 422].includes(httpStatus)
  const { message } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    message?: unknown
  }
  return new RailError(
    refused ? 'REFUSED' : 'UNAVAILABLE',
    typeof message === 'string' ? message : `rail answered ${httpStatus}`,
    { httpStatus },
  )
}
