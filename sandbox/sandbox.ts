import { setTimeout as sleep } from 'node:timers/promises'
import type Koa from 'koa'
import type { Logger } from 'pino'
import { type Clock, systemClock } from '../contract/time.ts'
import { enrolAtBank } from './bank/accounts.ts'
import { dueBankSteps, takeDueBankSteps } from './bank/acts.ts'
import { createBankApp } from './bank/app.ts'
import { type Bank, type BankAccess, usualBankBehaviour } from './bank/bank.ts'
import { dueBankEvents, sendDueBankEvents } from './bank/events.ts'
import { resolveDue } from './bank/inbound.ts'
import { movePrenotification } from './bank/others.ts'
import { createIssuerApp } from './cardIssuer/app.ts'
import { dueOpenings, openReviewed } from './cardIssuer/cards.ts'
import { enrolConfigured } from './cardIssuer/enrolment.ts'
import { dueEvents, sendDueEvents } from './cardIssuer/events.ts'
import { type Issuer, type IssuerAccount, usualBehaviour } from './cardIssuer/issuer.ts'
import { createControlApp } from './control/app.ts'
import { doDueWork } from './dueWork.ts'
import { endedFaults, Faults } from './faults.ts'
import { type Listener, listen } from './http.ts'
import { createMessagesApp } from './messages/app.ts'
import { listenForMails } from './messages/smtp.ts'
import { OrderedFaults } from './orderedFaults.ts'
import { createRailApp } from './payoutRail/app.ts'
import { duePayouts, takeDueSteps } from './payoutRail/payouts.ts'
import { createFeedsApp } from './rateFeeds/app.ts'
import { type Feeds, usualFeeds } from './rateFeeds/feeds.ts'
import { type PeriodicTask, runPeriodically } from './runPeriodically.ts'
import { createCoinApp } from './stablecoinProvider/app.ts'
import { type Coins, usualCoinBehaviour } from './stablecoinProvider/coins.ts'
import { dueCoinEvents, sendDueCoinEvents } from './stablecoinProvider/events.ts'
import { dueTransfers, takeDueTransfers } from './stablecoinProvider/transfers.ts'
import { createStaffIssuerApp } from './staffIssuer/app.ts'
import { openPartyClock } from './store/clock.ts'
import { migrate } from './store/migrate.ts'
import { isDatabaseAway, openStore, type Store } from './store/store.ts'
import { openVault } from './store/vault.ts'
import { createVendorApp } from './verificationVendor/app.ts'
import { dueDecisions, takeDueDecisions } from './verificationVendor/applicants.ts'
import { dueNotices, sendDueNotices } from './verificationVendor/notices.ts'
import { USUAL_DECISION_MS, type Vendor, type VendorAccount } from './verificationVendor/vendor.ts'
import { createProviderApp } from './walletProvider/app.ts'
import type { Parent } from './walletProvider/authenticate.ts'
import { completePending, destroyPassed, dueActivities } from './walletProvider/finish.ts'
import type { Provider } from './walletProvider/provider.ts'
import { loadSigners } from './walletProvider/signers.ts'

export type SandboxPorts = {
  readonly provider: number
  readonly rail: number
  readonly verification: number
  readonly messages: number
  readonly cards: number
  readonly coins: number
  readonly staffIssuer: number
  readonly rates: number
  readonly bank: number
  readonly smtp: number
  readonly control: number
}

export type SandboxOptions = {
  readonly databaseUrl: string
  readonly connectionsMax: number
  /** AES-256 key in hex, under which secrets are kept. */
  readonly storeKey: string
  readonly parent: Parent
  readonly verification: VendorAccount
  readonly cards: IssuerAccount
  /** Of all people of the staff's issuer; without one nobody signs in there. */
  readonly staffPassword?: string | undefined
  readonly bank: BankAccess
  readonly ports: SandboxPorts
  /** Address to listen on; loopback without it. */
  readonly host?: string
  /** Where passkeys may be used, besides localhost: `https://host[:port]`, or an app's origin. */
  readonly passkeyOrigins?: readonly string[]
  /** Whether the rail voids a reference that is cancelled before it arrives; true by default. */
  readonly railVoidsUnknownReferences?: boolean
  readonly clock?: Clock
  /** Where the service says which fault, of those that platforms have ordered, a call meets. */
  readonly faultsUrl?: string | undefined
  /** How far a body's timestampMs may be from now; the real provider does not publish its own. */
  readonly timestampWindowMs?: number
}

export type Sandbox = {
  readonly ports: SandboxPorts
  /** Finishes what it holds, then lets go of everything. */
  close(): Promise<void>
}

const TIMESTAMP_WINDOW_MS = 3_600_000
const PASSED_INTERVAL_MS = 1_000
const DATABASE_TRIES = 40
const DATABASE_PAUSE_MS = 250

/** The outside parties on one database, and their control port. */
export async function startSandbox(options: SandboxOptions, log: Logger): Promise<Sandbox> {
  const { timestampWindowMs = TIMESTAMP_WINDOW_MS, parent, ports } = options
  const { host = '127.0.0.1' } = options
  const { passkeyOrigins = [], railVoidsUnknownReferences: voidsUnknownReferences = true } = options
  const store = openStore(options.databaseUrl, options.connectionsMax, log)
  const listeners: Listener[] = []
  const tasks: PeriodicTask[] = []
  try {
    await migrateWhenThere(store)
    const clock = await openPartyClock(store, options.clock ?? systemClock)
    const vault = openVault(options.storeKey)
    const signers = await loadSigners(store, vault)
    const ordered = await OrderedFaults.load(store, clock, log, options.faultsUrl)
    const faults = await Faults.load(store, ordered)
    const provider: Provider = {
      store,
      vault,
      signers,
      parent,
      passkeyOrigins,
      clock,
      timestampWindowMs,
    }

    const vendor: Vendor = {
      store,
      account: options.verification,
      faults,
      log,
      clock,
      behaviour: {
        decisionDelayMs: USUAL_DECISION_MS,
        noticeDelaysMs: undefined,
        digestAlgorithm: 'HMAC_SHA256_HEX',
      },
    }

    const issuer: Issuer = {
      ...{ store, vault, faults, log, clock },
      account: options.cards,
      behaviour: { ...usualBehaviour },
    }
    await enrolConfigured(issuer)

    const coins: Coins = {
      ...{ store, vault, faults, log, clock },
      behaviour: { ...usualCoinBehaviour },
    }

    const feeds: Feeds = { faults, log, clock, behaviour: usualFeeds() }
    const bank: Bank = {
      ...{ store, vault, faults, log, clock },
      access: options.bank,
      behaviour: { ...usualBankBehaviour },
    }
    await enrolAtBank(bank)

    const due = doDueWork(store, log, clock, [
      {
        what: 'WALLET_PROVIDER_ACTIVITY',
        ...dueActivities,
        work: async () => {
          while (await completePending(provider));
        },
      },
      { what: 'PAYOUT_STEP', ...duePayouts, work: () => takeDueSteps(store) },
      { what: 'VERIFICATION_DECISION', ...dueDecisions, work: () => takeDueDecisions(vendor) },
      // Without an address they wait for ever, and nothing of them is due.
      ...(vendor.account.noticeUrl === undefined
        ? []
        : [{ what: 'VERIFICATION_NOTICE', ...dueNotices, work: () => sendDueNotices(vendor) }]),
      { what: 'CARD_ISSUER_EVENT', ...dueEvents, work: () => sendDueEvents(issuer) },
      { what: 'CARD_OPENING', ...dueOpenings, work: () => openReviewed(issuer) },
      { what: 'STABLECOIN_STEP', ...dueTransfers, work: () => takeDueTransfers(coins) },
      { what: 'STABLECOIN_EVENT', ...dueCoinEvents, work: () => sendDueCoinEvents(coins) },
      {
        what: 'BANK_STEP',
        ...dueBankSteps,
        work: () =>
          takeDueBankSteps(bank, (tx, { id, type }) =>
            type === 'ach_prenotification'
              ? movePrenotification(bank, tx, id)
              : resolveDue(bank, tx, id),
          ),
      },
      { what: 'BANK_EVENT', ...dueBankEvents, work: () => sendDueBankEvents(bank) },
      { what: 'FAULT_END', ...endedFaults, work: () => faults.removeEnded() },
    ])
    tasks.push(
      due,
      runPeriodically(PASSED_INTERVAL_MS, log, () => destroyPassed(provider)),
    )

    const staff = { clock, password: options.staffPassword }
    const outside = { vendor, issuer, coins, feeds, bank }
    const control = { store, vault, signers, faults, ordered, ...outside, clock, due }
    const parties = {
      provider: createProviderApp(provider, faults, log),
      rail: createRailApp(store, faults, log, { voidsUnknownReferences }),
      verification: createVendorApp(vendor),
      messages: createMessagesApp({ store, vault }, faults, log),
      cards: createIssuerApp(issuer),
      coins: createCoinApp(coins),
      rates: createFeedsApp(feeds),
      bank: createBankApp(bank),
      staffIssuer: await createStaffIssuerApp(staff, log),
      control: createControlApp(control, log),
    } as const satisfies Record<Exclude<keyof SandboxPorts, 'smtp'>, Koa>
    const bound: Record<keyof SandboxPorts, number> = { ...ports }
    const noteBound = (name: keyof SandboxPorts, listener: Listener): void => {
      listeners.push(listener)
      bound[name] = listener.port
    }
    for (const name of Object.keys(parties) as (keyof typeof parties)[]) {
      noteBound(name, await listen(parties[name], ports[name], host))
    }
    noteBound(
      'smtp',
      await listenForMails({ store, vault }, faults, log, { port: ports.smtp, host }),
    )
    return {
      ports: bound,
      async close() {
        await Promise.all(listeners.map((listener) => listener.close()))
        await Promise.all(tasks.map((task) => task.stop()))
        await store.close()
      },
    }
  } catch (error) {
    await Promise.all([...listeners.map((one) => one.close()), ...tasks.map((one) => one.stop())])
    await store.close()
    throw error
  }
}

/** A database that is only starting is waited for; any other trouble is final. */
async function migrateWhenThere(store: Store): Promise<void> {
  for (let left = DATABASE_TRIES; ; left -= 1) {
    try {
      await migrate(store)
      return
    } catch (error) {
      if (left <= 1 || !isDatabaseAway(error)) throw error
      await sleep(DATABASE_PAUSE_MS)
    }
  }
}
