/** The clients of the outside parties, each of one environment. */

import { marketFiat } from '../contract/money.ts'
import {
  type Environment,
  environments,
  type OutsideParty,
  outsideParties,
  partyNames,
} from '../contract/outsideParties.ts'
import { type Clock, systemClock } from '../contract/time.ts'
import { type Bank, type BankOptions, createBank } from './bank/index.ts'
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
    }
  >
>

export type ConfiguredParty = { readonly party: OutsideParty; readonly environment: Environment }

/** The configured clients. A payment or wallet is handled by those of its own environment. */
export type OutsideParties = {
  /** @throws PartyNotConfigured */
  walletProvider(environment: Environment): WalletProvider
  /** @throws PartyNotConfigured */
  payoutRail(environment: Environment): Rail
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
  /** The bank with a wire of its own; undefined where the settings name none. */
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
  return outsidePartiesOf({ SANDBOX: clientsOf('SANDBOX'), PRODUCTION: clientsOf('PRODUCTION') })
}

function outsidePartiesOf(clients: Clients): OutsideParties {
  const configured = environments.flatMap((environment) =>
    outsideParties
      .filter((party) => clients[environment][party] !== undefined)
      .map((party) => ({ party, environment })),
  )
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
    payoutRail: (environment) => find('PAYOUT_RAIL', environment),
    verificationVendor: (environment) => find('VERIFICATION_VENDOR', environment),
    messages: (environment) => find('MESSAGES', environment),
    cardIssuer: (environment) => find('CARD_ISSUER', environment),
    stablecoinProvider: (environment) => find('STABLECOIN_PROVIDER', environment),
    rateFeeds: (environment) => find('RATE_FEED', environment),
    bank: (environment) => clients[environment].bank,
    has: (party, environment) => clients[environment][party] !== undefined,
    configured,
    none: () => outsidePartiesOf({ SANDBOX: {}, PRODUCTION: {} }),
    only: (party, environment) =>
      outsidePartiesOf({
        SANDBOX: {},
        PRODUCTION: {},
        [environment]: {
          [party]: clients[environment][party],
          ...(party === 'PAYOUT_RAIL' && { bank: clients[environment].bank }),
        },
      }),
    async close() {
      const all = environments.flatMap((environment) => Object.values(clients[environment]))
      await Promise.allSettled(all.map((client) => client?.close()))
    },
  }
}
