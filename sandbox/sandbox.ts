import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Clock, systemClock } from '../contract/time.ts'
import { createControlApp } from './control/app.ts'
import { Faults } from './faults.ts'
import { type Listener, listen } from './http.ts'
import { createRailApp } from './payoutRail/app.ts'
import { takeDueSteps } from './payoutRail/payouts.ts'
import { runPeriodically } from './runPeriodically.ts'
import { migrate } from './store/migrate.ts'
import { isDatabaseAway, openStore, type Store } from './store/store.ts'
import { openVault } from './store/vault.ts'
import { createProviderApp } from './walletProvider/app.ts'
import type { Parent } from './walletProvider/authenticate.ts'
import { completePending, destroyPassed } from './walletProvider/finish.ts'
import type { Provider } from './walletProvider/provider.ts'
import { loadSigners } from './walletProvider/signers.ts'

export type SandboxOptions = {
  readonly databaseUrl: string
  readonly connectionsMax: number
  /** AES-256 key in hex, under which secrets are kept. */
  readonly storeKey: string
  readonly parent: Parent
  readonly ports: { readonly provider: number; readonly rail: number; readonly control: number }
  /** Where passkeys may be used, besides localhost: `https://host[:port]`, or an app's origin. */
  readonly passkeyOrigins?: readonly string[]
  /** Whether the rail voids a reference that is cancelled before it arrives; true by default. */
  readonly railVoidsUnknownReferences?: boolean
  readonly clock?: Clock
  /** How far a body's timestampMs may be from now; the real provider does not publish its own. */
  readonly timestampWindowMs?: number
}

export type Sandbox = {
  readonly ports: { readonly provider: number; readonly rail: number; readonly control: number }
  /** Finishes what it holds, then lets go of everything. */
  close(): Promise<void>
}

const TIMESTAMP_WINDOW_MS = 3_600_000
const DUE_INTERVAL_MS = 50
const PASSED_INTERVAL_MS = 1_000
const DATABASE_TRIES = 40
const DATABASE_PAUSE_MS = 250

/** The outside parties on one database: wallet provider, payout rail, and their control port. */
export async function startSandbox(options: SandboxOptions, log: Logger): Promise<Sandbox> {
  const { clock = systemClock, timestampWindowMs = TIMESTAMP_WINDOW_MS, parent, ports } = options
  const { passkeyOrigins = [], railVoidsUnknownReferences: voidsUnknownReferences = true } = options
  const store = openStore(options.databaseUrl, options.connectionsMax, log)
  const listeners: Listener[] = []
  try {
    await migrateWhenThere(store)
    const vault = openVault(options.storeKey)
    const signers = await loadSigners(store, vault)
    const faults = await Faults.load(store)
    const provider: Provider = {
      store,
      vault,
      signers,
      parent,
      passkeyOrigins,
      clock,
      timestampWindowMs,
    }

    const apps = [
      [createProviderApp(provider, faults, log), ports.provider],
      [createRailApp(store, faults, log, { voidsUnknownReferences }), ports.rail],
      [createControlApp({ store, vault, signers, faults }, log), ports.control],
    ] as const
    for (const [app, port] of apps) listeners.push(await listen(app, port))

    const activities = runPeriodically(DUE_INTERVAL_MS, log, async () => {
      while (await completePending(provider));
    })
    const passing = runPeriodically(PASSED_INTERVAL_MS, log, () => destroyPassed(provider))
    const payouts = runPeriodically(DUE_INTERVAL_MS, log, () => takeDueSteps(store))
    const [providerPort = 0, railPort = 0, controlPort = 0] = listeners.map(({ port }) => port)
    return {
      ports: { provider: providerPort, rail: railPort, control: controlPort },
      async close() {
        await Promise.all(listeners.map((listener) => listener.close()))
        await Promise.all([activities.stop(), passing.stop(), payouts.stop()])
        await store.close()
      },
    }
  } catch (error) {
    await Promise.all(listeners.map((listener) => listener.close()))
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
