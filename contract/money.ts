/**
 * Currencies, amounts and the arithmetic of quotes. Integers in the smallest unit everywhere:
 * bigint inside, JSON integers (below 2^53) outside. No floats decide anything.
 */
export type Currency = {
  readonly code: string
  readonly name: string
  readonly decimals: number
  readonly symbol?: string
}

const table: readonly (readonly [string, string, number, string?])[] = [
  ['AED', 'UAE Dirham', 2],
  ['BDT', 'Bangladeshi Taka', 2],
  ['BRL', 'Brazilian Real', 2, 'R$'],
  ['BWP', 'Botswana Pula', 2],
  ['CAD', 'Canadian Dollar', 2, 'CA$'],
  ['CNY', 'Chinese Yuan', 2],
  ['COP', 'Colombian Peso', 2],
  ['DKK', 'Danish Krone', 2],
  ['EGP', 'Egyptian Pound', 2],
  ['EUR', 'Euro', 2, '€'],
  ['GBP', 'Pound Sterling', 2, '£'],
  ['GHS', 'Ghanaian Cedi', 2],
  ['GTQ', 'Guatemalan Quetzal', 2],
  ['HKD', 'Hong Kong Dollar', 2],
  ['HTG', 'Haitian Gourde', 2],
  ['IDR', 'Indonesian Rupiah', 2],
  ['ILS', 'Israeli New Shekel', 2, '₪'],
  ['INR', 'Indian Rupee', 2, '₹'],
  ['JMD', 'Jamaican Dollar', 2],
  ['KES', 'Kenyan Shilling', 2],
  ['MWK', 'Malawian Kwacha', 2],
  ['MXN', 'Mexican Peso', 2, 'MX$'],
  ['MYR', 'Malaysian Ringgit', 2],
  ['NGN', 'Nigerian Naira', 2, '₦'],
  ['PHP', 'Philippine Peso', 2, '₱'],
  ['PKR', 'Pakistani Rupee', 2],
  ['RWF', 'Rwandan Franc', 0],
  ['SGD', 'Singapore Dollar', 2],
  ['THB', 'Thai Baht', 2],
  ['TRY', 'Turkish Lira', 2, '₺'],
  ['TZS', 'Tanzanian Shilling', 2],
  ['UGX', 'Ugandan Shilling', 0],
  ['USD', 'US Dollar', 2, '$'],
  ['VND', 'Vietnamese Dong', 0, '₫'],
  ['XAF', 'Central African CFA Franc', 0],
  ['XOF', 'West African CFA Franc', 0],
  ['ZAR', 'South African Rand', 2],
  ['ZMW', 'Zambian Kwacha', 2],
  ['BTC', 'Bitcoin', 8, '₿'],
  ['USDB', 'USDB', 6],
  ['USDC', 'USD Coin', 6],
  ['USDT', 'Tether', 6],
]

/** Every currency that the service knows. `SVC` does not exist: El Salvador's accounts take USD. */
export const currencies: ReadonlyMap<string, Currency> = new Map(
  table.map(([code, name, decimals, symbol]) => [
    code,
    symbol === undefined ? { code, name, decimals } : { code, name, decimals, symbol },
  ]),
)

/** Worth one US dollar by what they are: no market prices them. */
const dollars: ReadonlySet<string> = new Set(['USD', 'USDB'])
/** Coins, which an exchange prices. */
export const marketCoins: ReadonlySet<string> = new Set(['BTC', 'USDC', 'USDT'])

/** Currencies of banks that a market prices. */
export const marketFiat: readonly string[] = [...currencies.keys()].filter(
  (code) => !dollars.has(code) && !marketCoins.has(code),
)

/** Whether a market says what one is worth in the other. A platform's own stablecoin has its base currency's rate. */
export function isMarketPriced(sending: string, receiving: string): boolean {
  const isPriced = (code: string): boolean => currencies.has(code) && !dollars.has(code)
  return sending !== receiving && (isPriced(sending) || isPriced(receiving))
}

/** What a platform's own stablecoin is like as a currency: `stablecoin_may_move` enables no other. */
export const COIN_CODE = /^[A-Z]{3,5}$/
const COIN_DECIMALS = 6

/** The currency of a code that has already been validated: one of ours, or a platform's own stablecoin. */
export function currencyOf(code: string): Currency {
  const currency = currencies.get(code)
  if (currency !== undefined) return currency
  if (!COIN_CODE.test(code)) throw new Error(`unknown currency ${code}`)
  return { code, name: code, decimals: COIN_DECIMALS }
}

/** An amount of the smallest unit for people: `12.50 USD`. */
export function shownMoney(amount: number | bigint, code: string): string {
  const { decimals } = currencyOf(code)
  const isNegative = amount < 0
  const digits = String(isNegative ? -amount : amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${isNegative ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''} ${code}`
}

/** The other way round, without the code: `12.50`. Undefined for what is no amount of the currency, or more than a request may name. */
export function minorOf(text: string, code: string): bigint | undefined {
  const { decimals } = currencyOf(code)
  const [, whole = '', part = ''] = /^(\d{1,16})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  if (whole === '' || part.replace(/0+$/, '').length > decimals) return undefined
  const minor = BigInt(whole + part.padEnd(decimals, '0').slice(0, decimals))
  return minor <= BigInt(AMOUNT_MAX) ? minor : undefined
}

/** The type of an internal account in a currency: an asset on a chain has more than two decimals. */
export function internalAccountTypeOf(code: string): 'INTERNAL_CRYPTO' | 'INTERNAL_FIAT' {
  return currencyOf(code).decimals > 2 ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT'
}

/** The type of a customer's internal account in a currency. */
export function customerAccountTypeOf(
  code: string,
): 'EMBEDDED_WALLET' | 'INTERNAL_CRYPTO' | 'INTERNAL_FIAT' {
  return code === 'USDB' ? 'EMBEDDED_WALLET' : internalAccountTypeOf(code)
}

/** What merchants charge cards in, and limits of cards are counted in, whatever funds them. */
export const CARD_CURRENCY = 'USD'
/** Currencies that a card may draw on: one unit of them is worth one dollar. */
export const cardCurrencies: ReadonlySet<string> = new Set(['USDB'])
/** The most that the card issuer takes as one amount, in cents. */
export const CARD_CENTS_MAX = 2_000_000_000

/** The largest amount a request may name: below 2^53, so JSON numbers hold it exactly. */
export const AMOUNT_MAX = 9_000_000_000_000_000

/** floor or half-up of a*b/c for non-negative a, b and positive c. */
export function mulDiv(
  a: bigint,
  b: bigint,
  c: bigint,
  rounding: 'floor' | 'ceil' | 'halfUp',
): bigint {
  if (a < 0n || b < 0n || c <= 0n) throw new RangeError('mulDiv takes a, b >= 0 and c > 0')
  const product = a * b
  if (rounding === 'floor') return product / c
  if (rounding === 'ceil') return (product + c - 1n) / c
  return (2n * product + c) / (2n * c)
}

/**
 * A rate as a fraction of *minor* units: receiving minor = sending minor * numerator / denominator.
 */
export type Rate = { readonly numerator: bigint; readonly denominator: bigint }

export type FeeSchedule = {
  /** Smallest unit of the sending currency. */
  readonly serviceFixed: bigint
  readonly serviceBasisPoints: bigint
  readonly platformFixed: bigint
  readonly platformBasisPoints: bigint
}

export type Priced = {
  readonly sending: bigint
  readonly receiving: bigint
  readonly serviceFee: bigint
  readonly platformFee: bigint
  /** What the fees were computed by. */
  readonly schedule?: FeeSchedule
  /** Of a conversion. */
  readonly rateUsed?: RateUsed | undefined
}

/**
 * What a payment's rate and the service's fee are made of. The net amount times both multipliers is what is received, in units
 * of the currencies; the US dollar stands between them. Fees in the smallest unit of the sending currency.
 */
export type RateDetails = {
  readonly counterpartyMultiplier: number
  readonly counterpartyFixedFee: number
  readonly serviceApiMultiplier: number
  readonly serviceApiFixedFee: number
  readonly serviceApiVariableFeeRate: number
  readonly serviceApiVariableFeeAmount: number
}

/** The rate of one currency that a payment was priced by, as its row keeps it. */
export type SideUsed = {
  readonly currency: string
  /** Units of the currency for one US dollar, as a fraction. */
  readonly perUsd: string
  /** The number of the feed's observation; none of what no feed prices. */
  readonly observation?: number
  /** UUID of the operators' override. */
  readonly override?: string
  readonly sourceTime?: string
}
export type RateUsed = {
  readonly sending: SideUsed
  readonly receiving: SideUsed
  readonly spreadBasisPoints: number
}

const BASIS = 10_000n

/**
 * The fees of a gross sending amount: variable on what is left after the fixed ones, half-up each.
 */
export function feesOf(sending: bigint, fees: FeeSchedule): { service: bigint; platform: bigint } {
  const base = sending - fees.serviceFixed - fees.platformFixed
  const variable = base > 0n ? base : 0n
  return {
    service: fees.serviceFixed + mulDiv(variable, fees.serviceBasisPoints, BASIS, 'halfUp'),
    platform: fees.platformFixed + mulDiv(variable, fees.platformBasisPoints, BASIS, 'halfUp'),
  }
}

/**
 * The price of a quote whose sending side is locked: fees come out of it, the rest is converted
 * and floored. Undefined when nothing would be left to receive.
 */
export function priceSending(sending: bigint, rate: Rate, fees: FeeSchedule): Priced | undefined {
  const { service, platform } = feesOf(sending, fees)
  const net = sending - service - platform
  if (net <= 0n) return undefined
  const receiving = mulDiv(net, rate.numerator, rate.denominator, 'floor')
  if (receiving <= 0n) return undefined
  return { sending, receiving, serviceFee: service, platformFee: platform }
}

/**
 * The price of a quote whose receiving side is locked: the least sending amount whose net still
 * converts to the target. What is left after two fees that are rounded apart is no steady function
 * of the amount, so it walks up from below every amount that could cover the target.
 */
export function priceReceiving(
  receiving: bigint,
  rate: Rate,
  fees: FeeSchedule,
): Priced | undefined {
  const bps = fees.serviceBasisPoints + fees.platformBasisPoints
  if (receiving <= 0n || bps >= BASIS) return undefined
  const net = mulDiv(receiving, rate.denominator, rate.numerator, 'ceil')
  // Rounding takes less than one unit off the fees: below (net - 1) / (1 - r) nothing covers it.
  let sending =
    mulDiv(net - 1n, BASIS, BASIS - bps, 'floor') + fees.serviceFixed + fees.platformFixed
  for (;;) {
    const { service, platform } = feesOf(sending, fees)
    if (sending - service - platform >= net) {
      return { sending, receiving, serviceFee: service, platformFee: platform }
    }
    sending += 1n
  }
}

/** Eight digits distinguish two rates, however small they are. */
const SHOWN_DIGITS_MIN = 10n ** 7n

/**
 * `exchangeRate` as the API shows it: sending per receiving in major units, fees excluded. Eight
 * decimals, and more where these would hold fewer than eight digits (a bitcoin sent to Jakarta
 * costs 0.00000000061). For display: no amount is computed from it.
 */
export function displayRate(
  priced: Priced,
  sendingDecimals: number,
  receivingDecimals: number,
): number {
  const net = priced.sending - priced.serviceFee - priced.platformFee
  const received = priced.receiving * 10n ** BigInt(sendingDecimals)
  for (let decimals = 8; ; decimals += 1) {
    const scale = 10n ** BigInt(receivingDecimals + decimals)
    const scaled = mulDiv(net, scale, received, 'halfUp')
    if (scaled >= SHOWN_DIGITS_MIN) return Number(scaled) / 10 ** decimals
  }
}

/** Twelve digits of a factor: more is noise of the fraction. */
function shownFactor(value: number): number {
  return Number(value.toPrecision(12))
}

/** @param fraction two integers, `923/1000` */
function decimalOf(fraction: string): number {
  const [numerator, denominator = '1'] = fraction.split('/')
  return Number(numerator) / Number(denominator)
}

/** Undefined where nothing is converted and the service takes no fee. */
export function rateDetails(priced: Priced): RateDetails | undefined {
  const { schedule, rateUsed, serviceFee } = priced
  if (schedule === undefined || (rateUsed === undefined && serviceFee === 0n)) return undefined
  const spread = 1 - (rateUsed?.spreadBasisPoints ?? 0) / Number(BASIS)
  return {
    counterpartyMultiplier:
      rateUsed === undefined ? 1 : shownFactor(decimalOf(rateUsed.receiving.perUsd)),
    counterpartyFixedFee: 0,
    serviceApiMultiplier:
      rateUsed === undefined ? 1 : shownFactor(spread / decimalOf(rateUsed.sending.perUsd)),
    serviceApiFixedFee: toWire(schedule.serviceFixed),
    serviceApiVariableFeeRate: Number(schedule.serviceBasisPoints) / Number(BASIS),
    serviceApiVariableFeeAmount: toWire(serviceFee - schedule.serviceFixed),
  }
}

/** A bigint that the wire can hold as an integer. */
export function toWire(amount: bigint): number {
  const value = Number(amount)
  if (!Number.isSafeInteger(value)) throw new RangeError(`amount ${amount} is above 2^53`)
  return value
}

/** What a payment from one currency to another costs, and how large it may be. */
export type Corridor = {
  readonly rate: Rate
  readonly fees: FeeSchedule
  /** Largest sending amount, smallest unit. */
  readonly amountMax: bigint
  /** Undefined between two amounts of one currency. */
  readonly used?: RateUsed | undefined
}

/** Units of a currency for one US dollar. */
export type DollarRate = { readonly currency: string; readonly perUsd: Rate }

const BASIS_POINTS = 10_000n

/** Receiving minor units for one sending minor unit, less the spread. */
export function crossRate(
  sending: DollarRate,
  receiving: DollarRate,
  spreadBasisPoints: number,
): Rate {
  const minorOf = (code: string): bigint => 10n ** BigInt(currencyOf(code).decimals)
  return {
    numerator:
      receiving.perUsd.numerator *
      sending.perUsd.denominator *
      minorOf(receiving.currency) *
      (BASIS_POINTS - BigInt(spreadBasisPoints)),
    denominator:
      receiving.perUsd.denominator *
      sending.perUsd.numerator *
      minorOf(sending.currency) *
      BASIS_POINTS,
  }
}
