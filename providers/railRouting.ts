/** Questions to the rails of an environment that are no one provider's. */
import type { Environment } from '../contract/outsideParties.ts'
import type { RailProvider } from '../contract/railRoutes.ts'
import type { OutsideParties } from './outsideParties.ts'
import {
  type FundingInstructions,
  type FundingRequest,
  type Payout,
  RailError,
  type StandingFunding,
} from './payoutRail/index.ts'

type Rails = Pick<OutsideParties, 'payoutRail' | 'railProviders' | 'railProviderFor'>

/** An account that is to get money, as its row has it. */
type Funded = {
  readonly reference: string
  readonly currency: string
  /** Of a wallet. */
  readonly address: string | null
  readonly isNumbered: boolean
}

const askedFor = ({ reference, currency, address, isNumbered }: Funded): StandingFunding => ({
  ...{ reference, currency },
  ...(address !== null && { address }),
  ...(isNumbered && { isNumbered }),
})

/** The provider that says where to send money for it; undefined: none takes its currency. */
export function providerOfFunded(
  outside: Pick<OutsideParties, 'railProviderFor'>,
  environment: Environment,
  { currency, address }: Pick<Funded, 'currency' | 'address'>,
): RailProvider | undefined {
  return outside.railProviderFor(environment, {
    ...{ currency, direction: 'DEPOSIT' as const },
    ...(address !== null && { accountType: 'WALLET' }),
  })
}

/**
 * Where to send money under these references, each by the provider that takes its currency: none where no provider does, and
 * undefined where its provider does not answer. One provider that is away leaves the others' answers.
 */
export async function standingFundings(
  outside: Rails,
  environment: Environment,
  wanted: readonly Funded[],
): Promise<(FundingInstructions[] | undefined)[]> {
  const providers = wanted.map((one) => providerOfFunded(outside, environment, one))
  const all: (FundingInstructions[] | undefined)[] = wanted.map(() => [])
  for (const provider of outside.railProviders(environment)) {
    const places = [...wanted.keys()].filter((place) => providers[place] === provider)
    const some = places.flatMap((place) => wanted[place] ?? []).map(askedFor)
    if (some.length === 0) continue
    const fundings = await outside
      .payoutRail(environment, provider)
      .standingFundings(some)
      .catch(unanswered)
    for (const [index, place] of places.entries()) {
      all[place] = fundings === undefined ? undefined : (fundings[index] ?? [])
    }
  }
  return all
}

function unanswered(error: unknown): undefined {
  if (!(error instanceof RailError)) throw error
}

/** @throws RailError REFUSED for a currency that no provider takes */
export async function requestFunding(
  outside: Rails,
  environment: Environment,
  request: FundingRequest,
): Promise<FundingInstructions> {
  const { currency, amountMinor } = request
  const asked = { currency, amountMinor, direction: 'DEPOSIT' as const }
  const provider = outside.railProviderFor(environment, asked)
  if (provider === undefined) throw new RailError('REFUSED', `no provider takes ${currency}`)
  return outside.payoutRail(environment, provider).requestFunding(request)
}

/**
 * What the providers have of a reference, of which no row says which one has it; undefined: nothing.
 *
 * @throws RailError UNAVAILABLE where one of them does not answer
 */
export async function findAtRails(
  outside: Rails,
  environment: Environment,
  reference: string,
): Promise<(Payout & { readonly provider: RailProvider }) | undefined> {
  const providers = outside.railProviders(environment)
  // Without any: it says which settings are missing.
  for (const provider of providers.length > 0 ? providers : (['RAIL'] as const)) {
    const payout = await outside.payoutRail(environment, provider).find(reference)
    if (payout !== undefined) return { ...payout, provider }
  }
  return undefined
}
