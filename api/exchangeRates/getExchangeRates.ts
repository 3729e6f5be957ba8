import { type ExchangeRate, ExchangeRateListResponse } from '../../contract/components/rates.ts'
import { currencyCode } from '../../contract/components/shared.ts'
import { Refusal } from '../../contract/errors.ts'
import { variants } from '../../contract/externalAccounts.ts'
import {
  AMOUNT_MAX,
  currencies,
  currencyOf,
  displayRate,
  type FeeSchedule,
  feesOf,
  priceReceiving,
  priceSending,
  toWire,
} from '../../contract/money.ts'
import type { PlatformFee } from '../../contract/parties.ts'
import type { Shown } from '../../contract/shown.ts'
import { feeRails, ownFeeOf } from '../../domain/payments/platformFees.ts'
import { withPlatformFee } from '../../domain/payments/pricing.ts'
import type { CorridorOf } from '../../domain/payments/types.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { corridorFor, thoseWithRate } from '../payments/price.ts'

/** Rails that accounts in a currency can be paid over; none for cryptocurrencies. */
const railsByCurrency: ReadonlyMap<string, readonly string[]> = new Map(
  [...currencies.keys()].map((code) => [
    code,
    [
      ...new Set(
        variants.filter((one) => one.currencies.includes(code)).flatMap((one) => one.rails),
      ),
    ],
  ]),
)
const banked = [...railsByCurrency].flatMap(([code, rails]) => (rails.length > 0 ? [code] : []))

/** Fifteen digits: more are no integer in a query string. */
const SENDING_MAX = 999_999_999_999_999

export const getExchangeRates = operation({
  id: 'getExchangeRates',
  group: 'Exchange Rates',
  method: 'get',
  path: '/exchange-rates',
  permission: 'VIEW',
  summary: 'Rates now, for an amount, by corridor and rail',
  description:
    'Not locked: a quote locks. The platform’s fees are included. Without `sourceCurrency`: from every ' +
    'currency of the platform; without `destinationCurrency`: to every currency of banks, less those ' +
    'without a rate now.',
  outside: { byRequest: ['RATE_FEED'] },
  query: {
    type: 'object',
    properties: {
      sourceCurrency: {
        ...currencyCode,
        description: "What is sent; without it, each of the platform's currencies.",
      },
      destinationCurrency: {
        type: 'array',
        description:
          'What is received, one or several; without it, every currency that a bank account can have.',
        maxItems: 50,
        items: currencyCode,
      },
      sendingAmount: {
        type: 'integer',
        minimum: 0,
        maximum: SENDING_MAX,
        default: 10000,
        description:
          'For which the fees and the received amount are computed, in the smallest unit of the source ' +
          'currency.',
      },
    },
  } as const,
  status: 200,
  responses: { 200: ExchangeRateListResponse },
  errors: ['QUOTE_RATE_UNAVAILABLE'],
  async handle({ query, platform, dependencies }) {
    const settings = await readPlatformSettings(dependencies, platform.id)
    const sources =
      query.sourceCurrency === undefined ? settings.currencies : [query.sourceCurrency]
    const destinations = new Set(query.destinationCurrency ?? banked)
    const entries: PromiseSettledResult<Shown<typeof ExchangeRate>[]>[] = []
    for (const source of sources) {
      for (const destination of destinations) {
        const named = { source, destination, settings }
        const corridorOf: CorridorOf = (from, to) =>
          corridorFor({ dependencies, platform }, from, to)
        const entry = corridorFor({ dependencies, platform }, source, destination).then(
          (corridor) => entriesOf(corridor, named, BigInt(query.sendingAmount), corridorOf),
        )
        entries.push(...(await Promise.allSettled([entry])))
      }
    }
    const isAsked = query.sourceCurrency !== undefined && query.destinationCurrency !== undefined
    const lacking = entries.find((entry) => entry.status === 'rejected')
    // Who names both sides wants all of them.
    if (isAsked && lacking !== undefined) throw lacking.reason
    return { data: thoseWithRate(entries).flat() }
  },
})

type PlatformSettings = {
  readonly currencies: readonly string[]
  readonly fees: readonly PlatformFee[]
}

async function readPlatformSettings(
  { database }: Dependencies,
  platformId: string,
): Promise<PlatformSettings> {
  const settings = await database.one<PlatformSettings>({
    name: 'exchange_rate_settings',
    text: `select (select array_agg(c ->> 'currencyCode') from jsonb_array_elements(p.supported_currencies) c) as currencies,
        coalesce((select jsonb_agg(to_jsonb(f)) from fee_configs f where f.platform_id = p.id), '[]') as fees
      from platforms p where p.id = $1`,
    values: [platformId],
  })
  return settings
}

type Named = {
  readonly source: string
  readonly destination: string
  readonly settings: PlatformSettings
}

type Entry = Shown<typeof ExchangeRate>

/**
 * One entry a rail; they differ in the platform's fee of it, and in nothing else. None where an amount is beyond JSON's
 * integers.
 */
async function entriesOf(
  corridor: Awaited<ReturnType<typeof corridorFor>>,
  named: Named,
  sending: bigint,
  corridorOf: CorridorOf,
): Promise<Entry[]> {
  const { source, destination, settings } = named
  const entryOver = async (rail: string | undefined): Promise<Entry | undefined> => {
    const payment = { sending: source, receiving: destination }
    const own = await ownFeeOf(corridorOf, payment, rail, settings.fees)
    return entryOf(corridor, named, sending, withPlatformFee(corridor.fees, own))
  }
  const rails = railsByCurrency.get(destination) ?? []
  const entry = await entryOver(undefined)
  if (rails.length === 0) return entry === undefined ? [] : [entry]
  const entries = rails.map(async (destinationPaymentRail) => {
    const over = feeRails.has(destinationPaymentRail)
      ? await entryOver(destinationPaymentRail)
      : entry
    return over === undefined ? [] : [{ ...over, destinationPaymentRail }]
  })
  return (await Promise.all(entries)).flat()
}

/** Undefined where an amount is beyond JSON's integers. */
function entryOf(
  corridor: Awaited<ReturnType<typeof corridorFor>>,
  { source, destination }: Named,
  sending: bigint,
  fees: FeeSchedule,
): Entry | undefined {
  const most = priceSending(corridor.amountMax, corridor.rate, fees)
  const least = priceReceiving(1n, corridor.rate, fees)
  if (most === undefined || least === undefined) throw new Refusal('QUOTE_RATE_UNAVAILABLE')
  const receiving = priceSending(sending, corridor.rate, fees)?.receiving ?? 0n
  if (receiving > BigInt(AMOUNT_MAX)) return undefined
  const { service, platform } = feesOf(sending, fees)
  const [from, to] = [currencyOf(source), currencyOf(destination)]
  return {
    sourceCurrency: from,
    destinationCurrency: to,
    minSendingAmount: toWire(least.sending),
    maxSendingAmount: toWire(corridor.amountMax),
    sendingAmount: toWire(sending),
    receivingAmount: toWire(receiving),
    exchangeRate: displayRate(most, from.decimals, to.decimals),
    fees: {
      fixed: toWire(fees.serviceFixed + fees.platformFixed),
      total: toWire(service + platform),
    },
    updatedAt: corridor.updatedAt.toISOString(),
  }
}
