/** The page `/console`: try the public API by hand, with keys that never leave the page. */
import { showCredentials } from './credentialsSection.ts'
import { showCustomer } from './customerSection.ts'
import { byId, section } from './page.ts'
import { arePasskeysPossible } from './passkey.ts'
import { showPayment } from './paymentSection.ts'
import { reconnect, showPlatform } from './platformSection.ts'
import { showSessions } from './sessionsSection.ts'
import type { Settings } from './shapes.ts'
import { showSignIn } from './signInSection.ts'
import { createStore } from './state.ts'
import { showWallet } from './walletSection.ts'

async function main(): Promise<void> {
  const answer = await fetch('/console/settings.json', { credentials: 'omit' })
  if (!answer.ok) throw new Error('The sandbox does not answer; start it and reload this page.')
  const store = createStore((await answer.json()) as Settings)
  await reconnect(store)
  showPlatform(store)
  showCustomer(store)
  showWallet(store)
  showSignIn(store)
  showPayment(store)
  showCredentials(store)
  showSessions(store)
  const named = byId('named-address', HTMLAnchorElement)
  named.hostname = 'localhost'
  named.textContent = named.href
  section('address-notice').hidden = arePasskeysPossible()
}

main().catch((error: unknown) => {
  const notice = section('address-notice')
  notice.textContent = error instanceof Error ? error.message : String(error)
  notice.hidden = false
})
