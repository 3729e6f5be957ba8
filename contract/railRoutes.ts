/**
 * Which provider carries money over a rail: the rail that speaks our own wire, or the bank that speaks its own. The first
 * route that fits is taken; `rail_route` in PostgreSQL is the same rule.
 */
import type { Environment } from './outsideParties.ts'

export const railProviders = ['RAIL', 'BANK'] as const
/** A party that carries instructions to a rail, and reports deposits. */
export type RailProvider = (typeof railProviders)[number]

/** The ways of US dollars, in the words of the public interface. */
export const railNetworks = ['ACH', 'WIRE', 'RTP', 'FEDNOW'] as const
export type RailNetwork = (typeof railNetworks)[number]

/** A request that is made once, kept with its order, and sent as it is however often. */
export type RailRequest = {
  readonly network: RailNetwork
  readonly path: string
  /** The bytes. */
  readonly body: string
}

const directions = ['PAYOUT', 'COLLECTION', 'DEPOSIT'] as const
export type RailDirection = (typeof directions)[number]

/** What is not named fits everything. */
export type RailRoute = {
  readonly currency?: string
  readonly direction?: RailDirection
  /** A way that the payment names. */
  readonly network?: string
  /** Smallest unit, as a decimal string. */
  readonly amountMax?: string
  /** Null: such payments are refused. */
  readonly provider: RailProvider | null
}

/** By environment; what has no routes goes to the rail. */
export type RailRoutes = Readonly<Partial<Record<Environment, readonly RailRoute[]>>>

/** What is to be carried. */
export type Routed = {
  readonly currency: string
  readonly direction: RailDirection
  readonly network?: string | undefined
  readonly amountMinor?: string | undefined
  /** Where it goes, or comes from: banks carry no coins and no addresses. */
  readonly accountType?: string | undefined
}

const words = { bank: 'BANK', rail: 'RAIL', none: null } as const

const ROUTE =
  '(\\*|[A-Z]{3,5})(/(PAYOUT|COLLECTION|DEPOSIT|\\*)(/[A-Z_]+)?)?(<=[0-9]{1,18})?:(bank|rail|none)'
/** The setting: `USD/PAYOUT/WIRE<=100000:bank,USD:bank,*:rail`. */
export const RAIL_ROUTES_PATTERN = `^${ROUTE}(,${ROUTE})*$`

/** @param setting of the pattern above */
export function railRoutesIn(setting: string): RailRoute[] {
  return setting.split(',').map((row) => {
    const [what = '', word = ''] = row.split(':')
    const [path = '', amountMax] = what.split('<=')
    const [currency, direction, network] = path.split('/')
    return {
      ...(currency !== '*' && { currency }),
      ...(direction !== undefined && direction !== '*' && { direction }),
      ...(network !== undefined && { network }),
      ...(amountMax !== undefined && { amountMax }),
      provider: words[word as keyof typeof words] ?? null,
    } as RailRoute
  })
}

/** Accounts that a provider with its own wire pays to and collects from. */
export const BANK_ACCOUNT_TYPE = 'USD_ACCOUNT'

/** The provider of the first route that fits; undefined: none fits, or it says `none`. Without any routes it is the rail. */
export function providerFor(
  routes: readonly RailRoute[] | undefined,
  { currency, direction, network, amountMinor, accountType }: Routed,
): RailProvider | undefined {
  if (routes === undefined) return 'RAIL'
  const route = routes.find(
    (one) =>
      (one.currency ?? currency) === currency &&
      (one.direction ?? direction) === direction &&
      (one.network === undefined || one.network === network) &&
      (one.amountMax === undefined ||
        (amountMinor !== undefined && BigInt(amountMinor) <= BigInt(one.amountMax))) &&
      (one.provider !== 'BANK' ||
        (currency === 'USD' && (accountType ?? BANK_ACCOUNT_TYPE) === BANK_ACCOUNT_TYPE)),
  )
  return route?.provider ?? undefined
}

/**
 * The networks over which the bank pays to a US account, or collects from it, whatever the amount; none where other
 * providers do. A payment that names no network goes over any of them.
 */
export function bankNetworks(routes: readonly RailRoute[] | undefined): readonly RailNetwork[] {
  // Between two of these amounts no route changes.
  const amounts = ['0', ...(routes ?? []).flatMap(({ amountMax }) => above(amountMax))]
  const isCarried = (direction: RailDirection, network?: RailNetwork): boolean =>
    amounts.some((amountMinor) => {
      const routed = { currency: 'USD', direction, network, amountMinor }
      return providerFor(routes, { ...routed, accountType: BANK_ACCOUNT_TYPE }) === 'BANK'
    })
  if (isCarried('PAYOUT')) return railNetworks
  return railNetworks.filter(
    (network) => isCarried('PAYOUT', network) || (network === 'ACH' && isCarried('COLLECTION')),
  )
}

function above(amountMax: string | undefined): string[] {
  return amountMax === undefined ? [] : [String(BigInt(amountMax) + 1n)]
}
