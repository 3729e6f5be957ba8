/**
 * Decisions about limits: of a day, of a corridor's payment, and of what is paid to a wallet whose owner is not proven. Each
 * is a record that stays, of everybody or of one platform, from an instant on.
 */
import { currencies, currencyOf, minorOf, shownMoney } from '../../../contract/money.ts'
import type { Environment } from '../../../contract/outsideParties.ts'
import { instant } from '../../../contract/time.ts'
import type { Tx } from '../../../db/database.ts'
import type { By, Choice, Decidable, Given } from './decidable.ts'
import { atOnce, isCorridor, type Scope, scopeOf, sinceText, wrong } from './given.ts'
import {
  type Limit,
  type LimitRecord,
  limitAt,
  limitRecords,
  loosens,
  namesOf,
  secondsNow,
} from './limitRecords.ts'

const daily = {
  DAILY_VOLUME: 'what all payments of a platform come to on a day (UTC)',
  DAILY_PAYMENTS: 'how many payments a platform makes on a day (UTC)',
  PAYEE_DAILY_VOLUME: 'what the payments of a platform to one payee come to on a day (UTC)',
  PAYEE_DAILY_PAYMENTS: 'how many payments a platform makes to one payee on a day (UTC)',
} as const
const UNPROVEN = 'UNPROVEN_WALLET'

/** `Limit:PRODUCTION/DAILY_VOLUME`, `Limit:SANDBOX/USD-FIAT`; production's without an environment. */
const pattern = new RegExp(
  `^(?:Limit:(?:(SANDBOX|PRODUCTION)/)?(${[...Object.keys(daily), UNPROVEN].join('|')}|[A-Z]{3,5}-[A-Z]{3,5})|` +
    `(?:(SANDBOX|PRODUCTION)/)?(${[...Object.keys(daily), UNPROVEN].join('|')}))$`,
)

type Named = {
  readonly environment: Environment
  readonly name: string
  readonly counts: 'AMOUNT' | 'NUMBER'
  /** The sending currency of a corridor. */
  readonly sending?: string
}

/** A limit by its name: whether there is one yet or not. */
export async function decidableLimit(
  tx: Tx,
  asked: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const named = nameOf(asked)
  if (named === undefined) return undefined
  const { environment, name, sending } = named
  const subject = `Limit:${environment}/${name}`
  // With all that may count in its place.
  if (isLocked) await tx.call('lock_terms', `Limit:${environment}/${sending ?? name}`)
  const { state } = await tx.one<{ state: string }>({
    name: 'decidable_limit',
    text: `select coalesce(max(id), 0)::text as state from payment_limits where environment = $1 and name = $2`,
    values: [environment, name],
  })
  const records = await limitRecords(tx, environment, name, sending)
  const present = shownLimit(limitAt(records, namesOf(name), null, await secondsNow(tx)))
  return {
    subject,
    state: `${environment} ${state}`,
    choices: [
      setChoice(tx, named, records, `${meaningOf(named)} It is ${present} for everybody.`),
      ...(name in daily ? [liftChoice(tx, named, records)] : []),
      followChoice(tx, named, records),
    ],
  }
}

function nameOf(asked: string): Named | undefined {
  const match = pattern.exec(asked)
  if (match === null) return undefined
  const environment = (match[1] ?? match[3] ?? 'PRODUCTION') as Environment
  const name = match[2] ?? match[4] ?? ''
  if (name in daily || name === UNPROVEN) {
    return { environment, name, counts: name.endsWith('PAYMENTS') ? 'NUMBER' : 'AMOUNT' }
  }
  const [sending = '', receiving = ''] = name.split('-')
  return isCorridor(sending, receiving)
    ? { environment, name, counts: 'AMOUNT', sending }
    : undefined
}

function meaningOf({ name, sending }: Named): string {
  if (sending !== undefined) return `The largest payment from ${name.replace('-', ' to ')}.`
  if (name === UNPROVEN) {
    return 'What is paid on a day (UTC) to one wallet whose owner is not proven yet.'
  }
  const what = daily[name as keyof typeof daily]
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}.`
}

function shownLimit(limit: Limit | undefined): string {
  if (limit === undefined) return 'unlimited'
  const { maximum, currency } = limit
  return currency === null ? maximum : shownMoney(BigInt(maximum), currency)
}

type Records = readonly LimitRecord[]
type Wanted = Scope & { readonly limit: Limit | undefined }

/**
 * What gives anybody more is confirmed by a second person, and what frees one platform: also of a limit that is not there
 * yet, since its own record comes before everybody's next one.
 */
async function isLooser(
  tx: Tx,
  { name }: Named,
  records: Records,
  { platformId, from, limit }: Wanted,
  isEnded: boolean,
): Promise<boolean> {
  if (platformId !== null && limit === undefined && !isEnded) return true
  return loosens(records, {
    ...{ platformId, name, isEnded, currency: limit?.currency ?? null },
    maximum: limit?.maximum ?? null,
    from: from === null ? await secondsNow(tx) : instant(from).getTime() / 1000,
  })
}

/** @throws Refusal INVALID_INPUT */
function limitOf({ counts, sending }: Named, { maximum = '', currency }: Given): Limit {
  if (counts === 'NUMBER') {
    if (currency !== undefined) throw wrong('currency', 'belongs to an amount')
    if (!/^\d{1,9}$/.test(maximum)) throw wrong('maximum', 'is a whole number')
    return { maximum: String(Number(maximum)), currency: null }
  }
  const code = currency ?? sending
  if (code === undefined || !currencies.has(code)) throw wrong('currency', 'is the limit’s own')
  if (sending !== undefined && code !== sending) throw wrong('currency', `is ${sending}`)
  const minor = minorOf(maximum, code)
  if (minor === undefined) {
    throw wrong('maximum', `is an amount of at most ${currencyOf(code).decimals} decimals`)
  }
  return { maximum: String(minor), currency: code }
}

/** Whom everybody's limit does not reach: a platform's own one comes before it. */
function ownOnes(records: Records, name: string): string {
  const latest = new Map(
    records.filter((each) => each.name === name).map((each) => [each.platformId, each.isEnded]),
  )
  latest.delete(null)
  const count = [...latest.values()].filter((isEnded) => !isEnded).length
  return count === 0 ? '' : ` Platforms that keep one of their own: ${count}.`
}

async function write(
  tx: Tx,
  { environment, name }: Named,
  records: Records,
  { platformId, from, limit }: Wanted,
  isEnded: boolean,
  { by, reason }: By,
) {
  await tx.call(
    'set_payment_limit',
    ...([environment, platformId, name, limit?.currency ?? null] as const),
    ...([limit?.maximum ?? null, isEnded, from, by, reason] as const),
  )
  const present = isEnded ? 'what it is for everybody' : shownLimit(limit)
  const sentence = `The limit ${name} is ${present}${sinceText({ from })}.${platformId === null ? ownOnes(records, name) : ''}`
  return { sentence, ...(platformId !== null && { platformId }) }
}

function setChoice(tx: Tx, named: Named, records: Records, meaning: string): Choice {
  const wantedOf = async (within: Tx, given: Given): Promise<Wanted> => ({
    ...(await scopeOf(within, named.environment, given)),
    limit: limitOf(named, given),
  })
  return {
    decision: 'set',
    meaning,
    needs: ['maximum'],
    takes: ['currency', 'platform', 'from'],
    outcomes: atOnce('SET'),
    async needsSecond(given) {
      return isLooser(tx, named, records, await wantedOf(tx, given), false)
    },
    async carryOut(within, by) {
      return write(within, named, records, await wantedOf(within, by), false, by)
    },
  }
}

const noneOf = async (tx: Tx, { environment }: Named, given: Given): Promise<Wanted> => ({
  ...(await scopeOf(tx, environment, given)),
  limit: undefined,
})

function liftChoice(tx: Tx, named: Named, records: Records): Choice {
  return {
    decision: 'lift',
    meaning: 'There is no such limit any more, of everybody or of the platform that is named.',
    takes: ['platform', 'from'],
    outcomes: atOnce('LIFTED'),
    async needsSecond(given) {
      return isLooser(tx, named, records, await noneOf(tx, named, given), false)
    },
    async carryOut(within, by) {
      return write(within, named, records, await noneOf(within, named, by), false, by)
    },
  }
}

function followChoice(tx: Tx, named: Named, records: Records): Choice {
  return {
    decision: 'follow',
    meaning: 'The platform that is named has what everybody has.',
    needs: ['platform'],
    takes: ['from'],
    outcomes: atOnce('ENDED'),
    async needsSecond(given) {
      return isLooser(tx, named, records, await noneOf(tx, named, given), true)
    },
    async carryOut(within, by) {
      return write(within, named, records, await noneOf(within, named, by), true, by)
    },
  }
}
