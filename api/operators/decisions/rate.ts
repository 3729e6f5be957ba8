/** Decisions about exchange rates: a rate in the feed's place, a jump that waits, the spread of a pair. */
import { fractionOf, shownFraction } from '../../../contract/decimal.ts'
import { Refusal } from '../../../contract/errors.ts'
import { isMarketPriced } from '../../../contract/money.ts'
import type { Environment } from '../../../contract/outsideParties.ts'
import type { Tx } from '../../../db/database.ts'
import type { By, Choice, Decidable, Given } from './decidable.ts'
import { atOnce, basisPointsOf, instantOf, nowOf, platformOf, wrong } from './given.ts'

/** `Rate:PRODUCTION/USD-EUR`; production's without an environment, and the pair alone is enough. */
const pattern = /^(?:Rate:)?(?:(SANDBOX|PRODUCTION)\/)?([A-Z]{3,5})-([A-Z]{3,5})$/

type Pair = {
  readonly environment: Environment
  readonly sending: string
  readonly receiving: string
}

type Row = {
  readonly state: string
  readonly override: string | null
  readonly overridden: { readonly reason: string; readonly endsAt: string } | null
  readonly waiting: {
    readonly id: number
    readonly numerator: number
    readonly denominator: number
    readonly reason: string
  } | null
}

const OVERRIDE_DAYS_MAX = 7
const DAY_MS = 86_400_000

/** A pair of currencies that a market prices. Rates are set against the US dollar, spreads of every pair. */
export async function decidableRate(
  tx: Tx,
  asked: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const match = pattern.exec(asked)
  if (match === null) return undefined
  const [, environment = 'PRODUCTION', sending = '', receiving = ''] = match
  if (!isMarketPriced(sending, receiving)) return undefined
  const pair: Pair = { environment: environment as Environment, sending, receiving }
  const subject = `Rate:${environment}/${sending}-${receiving}`
  const row = await tx.maybeOne<Row>({
    name: `decidable_rate${isLocked ? '_locked' : ''}`,
    text: `select r.environment || coalesce(o.id::text, '') || coalesce(p.set_at::text, '') as state, o.id as override,
        case when o.id is not null then jsonb_build_object('reason', o.reason, 'endsAt', o.ends_at) end as overridden,
        (select jsonb_build_object('id', w.id, 'numerator', w.per_usd_numerator, 'denominator', w.per_usd_denominator,
          'reason', w.reason) from exchange_rate_observations w where w.id = r.waiting_id) as waiting
      from exchange_rates r
      left join lateral (select * from exchange_rate_overrides x where x.environment = $1 and x.currency = $3
        and x.ended_at is null and x.ends_at > service_now() order by x.set_at desc limit 1) o on true
      left join lateral (select max(set_at) as set_at from exchange_rate_spreads x where x.environment = $1
        and x.sending_currency = $2 and x.receiving_currency = $3) p on true
      where r.environment = $1 and r.currency = $3${isLocked ? ' for update of r' : ''}`,
    values: [environment, sending, receiving],
  })
  if (row === undefined) return undefined
  const { state, override, waiting } = row
  return {
    subject,
    state,
    choices: [
      ...(sending === 'USD' ? [overrideChoice(tx, pair)] : []),
      ...(sending === 'USD' && override !== null ? [endChoice(pair, row)] : []),
      ...(sending === 'USD' && waiting !== null ? [acceptChoice(pair, waiting)] : []),
      spreadChoice(tx, pair),
    ],
  }
}

function overrideChoice(tx: Tx, { environment, receiving }: Pair): Choice {
  return {
    decision: 'override',
    meaning: `How many ${receiving} one US dollar is, in place of the feed’s rate, until the override ends.`,
    needs: ['rate', 'until'],
    outcomes: atOnce('OVERRIDDEN'),
    needsSecond: async (given) => {
      await overrideOf(tx, given)
      return true
    },
    async carryOut(within, by) {
      const { numerator, denominator, endsAt } = await overrideOf(within, by)
      const isSet = await within.call(
        'override_rate',
        ...([environment, receiving, String(numerator), String(denominator)] as const),
        ...([endsAt.toISOString(), by.by, by.reason] as const),
      )
      if (!isSet) throw new Refusal('CONFLICT', { reason: 'No market prices it.' })
      return `One US dollar is ${by.rate} ${receiving} until ${endsAt.toISOString()}.`
    },
  }
}

/** @throws Refusal INVALID_INPUT */
async function overrideOf(tx: Tx, { rate = '', until = '' }: Given) {
  const fraction = fractionOf(rate)
  if (fraction === undefined) throw wrong('rate', 'is a positive decimal number')
  const endsAt = instantOf(until)
  const inMs = endsAt === undefined ? -1 : endsAt.getTime() - (await nowOf(tx)).getTime()
  if (endsAt === undefined || inMs <= 0 || inMs > OVERRIDE_DAYS_MAX * DAY_MS) {
    throw wrong('until', `is an instant of the next ${OVERRIDE_DAYS_MAX} days`)
  }
  return { ...fraction, endsAt }
}

function endChoice({ environment, receiving }: Pair, { overridden }: Row): Choice {
  return {
    decision: 'end_override',
    meaning: `The feed’s rate is used again. It was set until ${overridden?.endsAt}: ${overridden?.reason}`,
    outcomes: atOnce('ENDED'),
    async carryOut(within, { by }) {
      const isEnded = await within.call('end_rate_override', environment, receiving, by)
      if (!isEnded) throw new Refusal('CONFLICT', { reason: 'It has ended.' })
      return 'The feed’s rate is used again.'
    },
  }
}

function acceptChoice(
  { environment, receiving }: Pair,
  { id, numerator, denominator, reason }: NonNullable<Row['waiting']>,
): Choice {
  const rate = shownFraction({ numerator: BigInt(numerator), denominator: BigInt(denominator) })
  return {
    decision: 'accept',
    meaning: `Observation ${id}, which waits (${reason}), is right: one US dollar is ${rate} ${receiving}.`,
    needs: ['observationId'],
    outcomes: atOnce('ACCEPTED'),
    needsSecond: async () => true,
    async carryOut(within, { by, observationId = '' }) {
      const isNumber = /^\d{1,18}$/.test(observationId)
      const isUsed =
        isNumber && (await within.call('accept_rate', environment, receiving, observationId, by))
      if (!isUsed) throw new Refusal('CONFLICT', { reason: 'It does not wait any more.' })
      return `One US dollar is ${rate} ${receiving}.`
    },
  }
}

function spreadChoice(tx: Tx, { environment, sending, receiving }: Pair): Choice {
  return {
    decision: 'spread',
    meaning:
      'The spread of the pair in basis points, of everybody or of the platform that is named.',
    needs: ['basisPoints'],
    takes: ['platform'],
    outcomes: atOnce('SET'),
    // A narrower one is a loss that the service takes.
    async needsSecond(given) {
      const { platformId, basisPoints } = await spreadOf(tx, environment, given)
      const present = await tx.call('rate_spread', environment, sending, receiving, platformId)
      return present === null || basisPoints < present
    },
    async carryOut(within, by: By) {
      const { platformId, basisPoints } = await spreadOf(within, environment, by)
      await within.call(
        'set_rate_spread',
        ...([environment, sending, receiving, platformId, basisPoints, by.by, by.reason] as const),
      )
      const sentence = `The spread of ${sending}-${receiving} is ${basisPoints} basis points.`
      return { sentence, ...(platformId !== null && { platformId }) }
    },
  }
}

/** @throws Refusal INVALID_INPUT */
async function spreadOf(tx: Tx, environment: Environment, given: Given) {
  const basisPoints = basisPointsOf(given)
  return { platformId: await platformOf(tx, environment, given.platform), basisPoints }
}
