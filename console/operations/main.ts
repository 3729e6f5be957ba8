/** The page `/console/operations`: a platform's money as it moves, through the public API alone. */
import { section } from '../page.ts'
import { reconnect, showPlatform } from '../platformSection.ts'
import type { OperationsSettings } from '../shapes.ts'
import { createStore } from '../state.ts'
import { showBalances } from './balances.ts'
import { showTransaction } from './transaction.ts'
import { showTransactions } from './transactionList.ts'
import { showUndelivered } from './undelivered.ts'

async function main(): Promise<void> {
  const answer = await fetch('/console/operations/settings.json', { credentials: 'omit' })
  if (!answer.ok) throw new Error('The API does not answer; reload this page later.')
  const settings = (await answer.json()) as OperationsSettings
  const store = createStore(settings)
  await reconnect(store)
  showPlatform(store, 'transactions')
  const chosen = showTransaction(store, settings)
  showTransactions(store, chosen)
  showBalances(store)
  showUndelivered(store)
  store.watch(({ api }) => {
    section('overview').hidden = api === undefined
  })
}

main().catch((error: unknown) => {
  const notice = section('page-notice')
  notice.textContent = error instanceof Error ? error.message : String(error)
  notice.hidden = false
})
