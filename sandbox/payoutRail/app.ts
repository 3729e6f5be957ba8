import Router from '@koa/router'
import type Koa from 'koa'
import type { Logger } from 'pino'
import { createAjv } from '../../contract/ajv.ts'
import type { Work } from '../../contract/sandboxFaults.ts'
import {
  answerUnder,
  callFaults,
  type Fault,
  type FaultKind,
  type Faults,
  faultKinds,
  holdOf,
} from '../faults.ts'
import { type Answer, createApp, parseObject, Refusal, rawBody } from '../http.ts'
import type { Store } from '../store/store.ts'
import {
  type FundingRequest,
  requestFunding,
  type StandingFunding,
  standingFundings,
} from './funding.ts'
import {
  type CollectionInstruction,
  cancelPayout,
  findPayout,
  type Instruction,
  isKnown,
  listNotices,
  submitPayout,
} from './payouts.ts'
import { findUma } from './uma.ts'

const NOTICES_MAX = 500
const brokenBody = { message: 'internal error' }

const account = {
  type: 'object',
  required: ['accountType', 'accountInfo'],
  properties: { accountType: { type: 'string' }, accountInfo: { type: 'object' } },
}
const terms = {
  reference: { type: 'string', minLength: 1, maxLength: 200 },
  amountMinor: { type: 'string', pattern: '^[1-9][0-9]{0,30}$' },
  currency: { type: 'string', pattern: '^[A-Z]{3,5}$' },
  product: { enum: ['TRANSFER', 'MICRO_ENTRY'] },
}
const isInstruction = createAjv().compile<Instruction>({
  type: 'object',
  required: ['reference', 'amountMinor', 'currency', 'destination'],
  additionalProperties: false,
  properties: {
    ...terms,
    destination: account,
    remittanceInformation: { type: 'string', pattern: '^[\\x20-\\x7e]*$', maxLength: 1024 },
  },
})
const isCollection = createAjv().compile<CollectionInstruction>({
  type: 'object',
  required: ['reference', 'amountMinor', 'currency', 'source'],
  additionalProperties: false,
  properties: { ...terms, source: account, outcome: { enum: ['SETTLED'] } },
})

const isFunding = createAjv().compile<FundingRequest>({
  type: 'object',
  required: ['reference', 'amountMinor', 'currency'],
  additionalProperties: false,
  properties: {
    reference: terms.reference,
    amountMinor: terms.amountMinor,
    currency: terms.currency,
    network: { type: 'string' },
  },
})

const isStanding = createAjv().compile<{ accounts: StandingFunding[] }>({
  type: 'object',
  required: ['accounts'],
  additionalProperties: false,
  properties: {
    accounts: {
      type: 'array',
      maxItems: 200,
      items: {
        type: 'object',
        required: ['reference', 'currency'],
        additionalProperties: false,
        properties: {
          reference: terms.reference,
          currency: terms.currency,
          address: { type: 'string', minLength: 1, maxLength: 200 },
          isNumbered: { type: 'boolean' },
        },
      },
    },
  },
})

export type RailOptions = {
  /** Whether a cancel of an unknown reference voids it; without, it is a 404. */
  readonly voidsUnknownReferences: boolean
}

/** A payout rail: accepts instructions, settles them later, and reports their states. */
export function createRailApp(
  store: Store,
  faults: Faults,
  log: Logger,
  { voidsUnknownReferences: voidsUnknown }: RailOptions,
): Koa {
  const router = new Router()

  router.post('/payouts', async (ctx) => {
    const raw = await rawBody(ctx)
    const fault = await faults.claim(
      'rail',
      'submit',
      raw.toString('utf8'),
      faultKinds,
      () => workOf(parseObject(raw)?.reference),
      () => kindsNow(store, parseObject(raw)?.reference),
    )
    await answerUnder(fault, ctx, brokenBody, async () => {
      const instruction = parseObject(raw)
      if (!isInstruction(instruction)) throw new Refusal(400, 'not a payout instruction')
      return submitPayout(store, instruction, holdOf(fault), returnedAfterMs(fault))
    })
  })

  router.get('/payouts/:reference', async (ctx) => {
    const reference = ctx.params.reference ?? ''
    const fault = await faults.claim('rail', 'find', reference, callFaults, () => workOf(reference))
    await answerUnder(fault, ctx, brokenBody, () => findPayout(store, reference))
  })

  router.post('/collections', async (ctx) => {
    const raw = await rawBody(ctx)
    const fault = await faults.claim(
      'rail',
      'collect',
      raw.toString('utf8'),
      faultKinds,
      () => workOf(parseObject(raw)?.reference),
      () => kindsNow(store, parseObject(raw)?.reference),
    )
    await answerUnder(fault, ctx, brokenBody, async () => {
      const instruction = parseObject(raw)
      if (!isCollection(instruction)) throw new Refusal(400, 'not a collection')
      return submitPayout(store, instruction, holdOf(fault))
    })
  })

  router.post('/payouts/:reference/cancel', async (ctx) => {
    const reference = ctx.params.reference ?? ''
    const fault = await faults.claim('rail', 'cancel', reference, callFaults, () =>
      workOf(reference),
    )
    await answerUnder(fault, ctx, brokenBody, () =>
      cancelPayout(store, reference, { voidsUnknown }),
    )
  })

  router.post('/fundings', async (ctx) => {
    const raw = await rawBody(ctx)
    const fault = await faults.claim('rail', 'funding', raw.toString('utf8'), callFaults)
    await answerUnder(fault, ctx, brokenBody, async () => {
      const wanted = parseObject(raw)
      if (!isFunding(wanted)) throw new Refusal(400, 'not a funding request')
      return requestFunding(wanted)
    })
  })

  router.post('/fundings/standing', async (ctx) => {
    const raw = await rawBody(ctx)
    const fault = await faults.claim('rail', 'standing', raw.toString('utf8'), callFaults)
    await answerUnder(fault, ctx, brokenBody, async () => {
      const wanted = parseObject(raw)
      if (!isStanding(wanted)) throw new Refusal(400, 'not a request for standing fundings')
      return standingFundings(store, wanted.accounts)
    })
  })

  router.get('/uma/:address', async (ctx) => {
    const address = ctx.params.address ?? ''
    const fault = await faults.claim('rail', 'uma', address, callFaults)
    await answerUnder(fault, ctx, brokenBody, async () => findUma(address))
  })

  router.get('/notices', async (ctx) => {
    const fault = await faults.claim('rail', 'notices', '', [...callFaults, 'outOfOrder'])
    await answerUnder(fault, ctx, brokenBody, async (): Promise<Answer> => {
      const limit = Math.min(integerIn(ctx.query.limit, NOTICES_MAX), NOTICES_MAX)
      const notices = await listNotices(store, integerIn(ctx.query.after, 0), limit)
      if (fault?.kind === 'outOfOrder') notices.reverse()
      // `twice` repeats each notice; the feed itself is a read.
      const sent = fault?.kind === 'twice' ? notices.flatMap((one) => [one, one]) : notices
      return { status: 200, body: { notices: sent } }
    })
  })

  const app = createApp(log, brokenBody)
  app.use(router.routes())
  app.use(() => {
    throw new Refusal(404, 'not found')
  })
  return app
}

/** The service's own reference of an instruction. */
function workOf(reference: unknown): Work {
  return typeof reference === 'string' ? [{ by: 'RAIL_REFERENCE', value: reference }] : []
}

/** What happens to the payout itself can no longer be ordered for one that the rail has. */
async function kindsNow(store: Store, reference: unknown): Promise<readonly FaultKind[]> {
  return (await isKnown(store, String(reference))) ? callFaults : faultKinds
}

const LATE_RETURN_MS = 3 * 86_400_000

/** When a payout that has settled is returned by order. */
function returnedAfterMs(fault: Fault | undefined): number | undefined {
  return fault?.kind === 'lateReturn' ? (fault.delayMs ?? LATE_RETURN_MS) : undefined
}

function integerIn(value: string | string[] | undefined, otherwise: number): number {
  if (value === undefined) return otherwise
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) {
    throw new Refusal(400, 'not a whole number')
  }
  return Number(value)
}
