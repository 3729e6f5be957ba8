/** Makes the wallets of imported customers at the wallet provider, a few at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ApplicationFailure, heartbeat } from '@temporalio/activity'
import { createCustomerCalls, createCustomerSteps } from '../customers.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import type { ImportInput } from './rows.ts'

/** Of one call of the activity. */
const PAGE_WALLETS = 200
/** At once. The provider serves payments and logins meanwhile. */
const CONCURRENCY = 4
/** How often a wallet that the provider has not finished is asked for before the next one comes. */
const POLLS_MAX = 10
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export type WalletPage = {
  /** The last wallet of this page; undefined after the last page. */
  readonly after: string | undefined
  /** Wallets of this page that are to be tried again. */
  readonly left: number
}

export function createImportedWalletCalls(dependencies: ActivityDependencies) {
  const { provisionWallet } = createCustomerCalls(dependencies)
  const { activateWallet } = createCustomerSteps(dependencies)
  const { database, log } = dependencies

  async function makeWallet(accountId: string): Promise<void> {
    for (let poll = 1; ; poll += 1) {
      try {
        const wallet = await provisionWallet({ accountId })
        if (wallet !== null) await activateWallet({ accountId, wallet })
        return
      } catch (error) {
        const delay = pendingDelay(error)
        if (delay === undefined || poll >= POLLS_MAX) throw error
        heartbeat()
        await sleep(delay)
      }
    }
  }

  return {
    /**
     * Makes the wallets of a page. One that fails delays no other; the workflow comes back to it.
     *
     * @throws the error of the last one, when all have failed
     */
    async provisionImportedWallets(
      input: ImportInput & { readonly after?: string | undefined },
    ): Promise<WalletPage> {
      const { importId, after = FIRST_ID } = input
      const page = await database.call('imported_wallets', importId, after, PAGE_WALLETS)
      const waiting = [...page]
      let [left, failure] = [0, undefined as unknown]
      const work = async (): Promise<void> => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
          try {
            await makeWallet(id)
          } catch (error) {
            left += 1
            failure = error
            log.warn({ err: error, accountId: id }, 'the wallet of an imported customer failed')
          }
          heartbeat(id)
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, work))
      if (page.length > 0 && left === page.length) throw failure
      return { after: page.length < PAGE_WALLETS ? undefined : page.at(-1), left }
    },
  }
}

/** Milliseconds, where the provider has not finished yet. */
function pendingDelay(error: unknown): number | undefined {
  if (!(error instanceof ApplicationFailure) || error.type !== 'STILL_PENDING') return undefined
  const { nextRetryDelay } = error
  return typeof nextRetryDelay === 'number' ? nextRetryDelay : undefined
}
