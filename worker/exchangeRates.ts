/** Reads the feeds of exchange rates: each when its time has come, by one worker of all. */
import type { Logger } from 'pino'
import type { Environment } from '../contract/outsideParties.ts'
import type { Database } from '../db/database.ts'
import {
  RateFeedError,
  type RateFeeds,
  type RateSource,
  type RateSourceName,
  type Reading,
  type Validators,
} from '../providers/rateFeeds/index.ts'
import type { Config } from '../runtime/config.ts'

type Reader = {
  readonly database: Database
  readonly feeds: RateFeeds
  readonly environment: Environment
  readonly config: Pick<Config, 'RATE_FIAT_SECONDS' | 'RATE_TICKER_SECONDS' | 'RATE_DAILY_SECONDS'>
  readonly log: Logger
}

/** More than a call may take: who has died reading is followed by another worker. */
const LEASE_SECONDS = 30
/** A feed that does not answer is asked again no later; one whose plan is used up, in its usual time. */
const RETRY_SECONDS = 60

/** Reads those that are due. One that fails keeps no other from being read. */
export async function readExchangeRates(reader: Reader): Promise<void> {
  const { database, feeds, environment } = reader
  const due = await database.query<{ source: RateSourceName; validators: Validators }>({
    name: 'claim_rate_sources',
    text: 'select source, validators from claim_rate_sources($1, $2, $3)',
    values: [environment, feeds.sources.map(({ name }) => name), LEASE_SECONDS],
  })
  await Promise.all(
    feeds.sources.flatMap((source) => {
      const claimed = due.find((one) => one.source === source.name)
      return claimed === undefined ? [] : [readSource(reader, source, claimed.validators)]
    }),
  )
}

async function readSource(reader: Reader, source: RateSource, known: Validators): Promise<void> {
  const { database, environment, log } = reader
  const { name } = source
  const everySeconds = periodOf(reader.config, name)
  let reading: Reading | undefined
  try {
    reading = await source.read(known)
  } catch (error) {
    const { kind, message } =
      error instanceof RateFeedError
        ? error
        : { kind: 'UNREADABLE', message: (error as Error).name }
    log.warn({ environment, source: name, kind, reason: message }, 'a feed was not read')
    const seconds = kind === 'LIMITED' ? everySeconds : Math.min(everySeconds, RETRY_SECONDS)
    await database.call('note_rate_failure', environment, name, `${kind}: ${message}`, seconds)
    return
  }
  const recorded = reading && {
    rates: reading.rates.map(({ currency, perUsd, sourceTime }) => ({
      currency,
      numerator: String(perUsd.numerator),
      denominator: String(perUsd.denominator),
      sourceTime: sourceTime.toISOString(),
    })),
    missing: reading.missing,
    validators: reading.validators,
  }
  const outcomes = await database.call(
    'record_rate_reading',
    ...([environment, name, recorded ?? null, everySeconds] as const),
  )
  const missing = reading?.missing ?? []
  if (missing.length > 0 || outcomes.WAITING || outcomes.REFUSED) {
    log.warn({ environment, source: name, outcomes, missing }, 'rates of a feed were not used')
  }
}

function periodOf(config: Reader['config'], name: RateSourceName): number {
  return {
    OPEN_EXCHANGE_RATES: config.RATE_FIAT_SECONDS,
    TICKER: config.RATE_TICKER_SECONDS,
    ECB: config.RATE_DAILY_SECONDS,
  }[name]
}
