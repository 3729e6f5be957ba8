/** The clients of the outside parties, each of one environment. */

import { marketFiat } from '../contract/money.ts'
import {
  type Environment,
  environments,
  type OutsideParty,
  outsideParties,
  partyNames,
} from '../contract/outsideParties.ts'
import {
  providerFor,
  type RailProvider,
  type RailRoute,
  type RailRoutes,
  type Routed,
} from '../contract/railRoutes.ts'
import { type Clock, systemClock } from '../contract/time.ts'
import { type Bank, type BankOptions, createBank, createBankRail } from './bank/index.ts'
import { type CardIssuer, type CardIssuerOptions, createCardIssuer } from './cardIssuer/index.ts'
import { createMessages, type Messages, type MessagesOptions } from './messages/index.ts'
import { createRail, type Rail, type RailClientOptions } from './payoutRail/index.ts'
import { createRateFeeds, type RateFeeds, type RateFeedsOptions } from './rateFeeds/index.ts'
import {
  createStablecoinProvider,
  type StablecoinProvider,
  type StablecoinProviderOptions,
} from './stablecoinProvider/index.ts'
import {
  createVerificationVendor,
  type VerificationVendor,
  type VerificationVendorOptions,
} from './verificationVendor/index.ts'
import {
  createWalletProvider,
  type WalletProvider,
  type WalletProviderOptions,
} from './walletProvider/index.ts'

/** A party that is not named is absent. */
export type OutsidePartyOptions = Readonly<
  Record<
    Environment,
    {
      readonly walletProvider?: Omit<WalletProviderOptions, 'timeoutMs'>
      readonly payoutRail?: Omit<RailClientOptions, 'timeoutMs'>
      readonly verificationVendor?: Omit<VerificationVendorOptions, 'timeoutMs'>
      readonly messages?: Omit<MessagesOptions, 'timeoutMs'>
      readonly cardIssuer?: Omit<CardIssuerOptions, 'timeoutMs'>
      readonly stablecoinProvider?: Omit<StablecoinProviderOptions, 'timeoutMs'>
      readonly rateFeeds?: Omit<RateFeedsOptions, 'timeoutMs' | 'fiat'>
      readonly bank?: Omit<BankOptions, 'timeoutMs' | 'clock'>
      /** Who carries what; none: the rail carries all. */
      readonly railRoutes?: readonly RailRoute[]
    }
  >
>

export type ConfiguredParty = { readonly party: OutsideParty; readonly environment: Environment }

/** The configured clients. A payment or wallet is handled by those of its own environment. */
export type OutsideParties = {
  /** @throws PartyNotConfigured */
  walletProvider(environment: Environment): WalletProvider
  /**
   * The rail, or another provider that an instruction was given to.
   *
   * @throws PartyNotConfigured
   */
  payoutRail(environment: Environment, provider?: RailProvider): Rail
  /** Providers of an environment that this process has: their feeds are read. */
  railProviders(environment: Environment): readonly RailProvider[]
  /** Who carries what has not left; for `prepare_rail_call`. */
  readonly railRoutes: RailRoutes
  /** Who is to carry it; undefined: no route fits, or this process does not have its provider. */
  railProviderFor(environment: Environment, routed: Routed): RailProvider | undefined
  /** @throws PartyNotConfigured */
  verificationVendor(environment: Environment): VerificationVendor
  /** @throws PartyNotConfigured */
  messages(environment: Environment): Messages
  /** @throws PartyNotConfigured */
  cardIssuer(environment: Environment): CardIssuer
  /** @throws PartyNotConfigured */
  stablecoinProvider(environment: Environment): StablecoinProvider
  /** @throws PartyNotConfigured */
  rateFeeds(environment: Environment): RateFeeds
  /** The bank with a wire of its own, for what is no rail's work; undefined where the settings name none. */
  bank(environment: Environment): Bank | undefined
  has(party: OutsideParty, environment: Environment): boolean
  readonly configured: readonly ConfiguredParty[]
  /** These clients with all but one party left out: for the worker of that party's queue. */
  only(party: OutsideParty, environment: Environment): OutsideParties
  /** Without any party: for activities that call none of them. */
  none(): OutsideParties
  /** Ends the connections of all. */
  close(): Promise<void>
}

/**
 * This process has no such party. The API refuses the request; an activity is retried until a worker
 * runs it that has the party.
 */
export class PartyNotConfigured extends Error {
  override readonly name = 'PartyNotConfigured'

  constructor(party: OutsideParty, environment: Environment) {
    super(`No ${partyNames[party]} is configured for ${environment}.`)
  }
}

type Clients = Readonly<
  Record<
    Environment,
    {
      readonly WALLET_PROVIDER?: WalletProvider
      readonly PAYOUT_RAIL?: Rail & { close(): Promise<void> }
      readonly VERIFICATION_VENDOR?: VerificationVendor
      readonly MESSAGES?: Messages
      readonly CARD_ISSUER?: CardIssuer
      readonly STABLECOIN_PROVIDER?: StablecoinProvider
      readonly RATE_FEED?: RateFeeds
      /** No party of its own in queues and timelines: the rail of some of the payments. */
      readonly bank?: Bank
    }
  >
>

/**
 * @param timeoutMs for a whole call
 * @param clock of what is signed with its time
 */
export function openOutsideParties(
  options: OutsidePartyOptions,
  timeoutMs: number,
  clock: Clock = systemClock,
): OutsideParties {
  const clientsOf = (environment: Environment): Clients[Environment] => {
    const { walletProvider, payoutRail, verificationVendor, messages, cardIssuer } =
      options[environment]
    const { stablecoinProvider, rateFeeds, bank } = options[environment]
    return {
      ...(walletProvider && {
        WALLET_PROVIDER: createWalletProvider({ ...walletProvider, timeoutMs }),
      }),
      ...(payoutRail && { PAYOUT_RAIL: createRail({ ...payoutRail, timeoutMs }) }),
      ...(verificationVendor && {
        VERIFICATION_VENDOR: createVerificationVendor({ ...verificationVendor, timeoutMs, clock }),
      }),
      ...(messages && { MESSAGES: createMessages({ ...messages, timeoutMs }) }),
      ...(cardIssuer && { CARD_ISSUER: createCardIssuer({ ...cardIssuer, timeoutMs }) }),
      ...(stablecoinProvider && {
        STABLECOIN_PROVIDER: createStablecoinProvider({ ...stablecoinProvider, timeoutMs }),
      }),
      ...(rateFeeds && {
        RATE_FEED: createRateFeeds({ ...rateFeeds, fiat: marketFiat, timeoutMs }),
      }),
      ...(bank && { bank: createBank({ ...bank, timeoutMs, clock }) }),
    }
  }
  const clients = { SANDBOX: clientsOf('SANDBOX'), PRODUCTION: clientsOf('PRODUCTION') }
  const railRoutes: RailRoutes = Object.fromEntries(
    environments.flatMap((environment) => {
      const routes = options[environment].railRoutes
      return routes === undefined ? [] : [[environment, routes]]
    }),
  )
  return outsidePartiesOf(clients, railRoutes)
}

function outsidePartiesOf(clients: Clients, railRoutes: RailRoutes): OutsideParties {
  const has = (party: OutsideParty, environment: Environment): boolean =>
    clients[environment][party] !== undefined ||
    (party === 'PAYOUT_RAIL' && clients[environment].bank !== undefined)
  const configured = environments.flatMap((environment) =>
    outsideParties
      .filter((party) => has(party, environment))
      .map((party) => ({ party, environment })),
  )
  const railProviders = (environment: Environment): RailProvider[] => [
    ...(clients[environment].PAYOUT_RAIL ? ['RAIL' as const] : []),
    ...(clients[environment].bank ? ['BANK' as const] : []),
  ]
  const bankRail = (environment: Environment): Rail => {
    const { bank } = clients[environment]
    if (bank === undefined) throw new PartyNotConfigured('PAYOUT_RAIL', environment)
    return createBankRail(bank)
  }
  const find = <Party extends OutsideParty>(
    party: Party,
    environment: Environment,
  ): NonNullable<Clients[Environment][Party]> => {
    const client = clients[environment][party]
    if (client === undefined) throw new PartyNotConfigured(party, environment)
    return client
  }
  return {
    walletProvider: (environment) => find('WALLET_PROVIDER', environment),
    payoutRail: (environment, provider = 'RAIL') =>
      provider === 'BANK' ? bankRail(environment) : find('PAYOUT_RAIL', environment),
    railProviders,
    railRoutes,
    railProviderFor(environment, routed) {
      const provider = providerFor(railRoutes[environment], routed)
      return provider && railProviders(environment).includes(provider) ? provider : undefined
    },
    verificationVendor: (environment) => find('VERIFICATION_VENDOR', environment),
    messages: (environment) => find('MESSAGES', environment),
    cardIssuer: (environment) => find('CARD_ISSUER', environment),
    stablecoinProvider: (environment) => find('STABLECOIN_PROVIDER', environment),
    rateFeeds: (environment) => find('RATE_FEED', environment),
    bank: (environment) => clients[environment].bank,
    has,
    configured,
    none: () => outsidePartiesOf({ SANDBOX: {}, PRODUCTION: {} }, railRoutes),
    only: (party, environment) =>
      outsidePartiesOf(
        {
          SANDBOX: {},
          PRODUCTION: {},
          [environment]: {
            [party]: clients[environment][party],
            ...(party === 'PAYOUT_RAIL' && { bank: clients[environment].bank }),
          },
        },
        railRoutes,
      ),
    async close() {
      const all = environments.flatMap((environment) => Object.values(clients[environment]))
      await Promise.allSettled(all.map((client) => client?.close()))
    },
  }
}
