/**
 * What the playground has reached, in the page's memory: a session's keys are never stored, and a
 * reload signs out. The customer and the payment are in the address.
 */
import { sessionState } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { forgetExchanges } from './exchanges.ts'
import type { Credential, OwnSession, Quote } from './wallet.ts'

export type Quoted = {
  readonly quote: Quote
  /** Who is paid, in words. */
  readonly to: string
  /** Of this intent: pressing twice pays once. */
  readonly key: string
}

export type Progress = {
  readonly customerId: string | undefined
  /** A mailed code that waits to be typed. */
  readonly sent?: { readonly credential: Credential; readonly bundle: string } | undefined
  readonly own?: OwnSession | undefined
  /** Id of the session of this page, once the service has listed it. */
  readonly seenSession?: string | undefined
  readonly quoted?: Quoted | undefined
  /** The value of `Service-Wallet-Signature`. */
  readonly stamp?: string | undefined
  /** More money is to be added, though there is some. */
  readonly wantsFunds?: boolean
}

const progress = createStore<Progress>({ customerId: undefined })

sessionState.watch(() => {
  if (sessionState.get().kind !== 'SIGNED_IN') startAgain(undefined)
})

/** The progress with this customer; what belongs to another one is not shown. */
export function useProgress(customerId: string | undefined): Progress {
  const now = useStore(progress)
  return now.customerId === customerId ? now : { customerId }
}

/** Changes the progress with a customer; that with another one is over. */
export function change(customerId: string | undefined, changes: Partial<Progress>): void {
  const now = progress.get()
  if (now.customerId !== undefined && now.customerId !== customerId) forgetExchanges()
  progress.set({ ...(now.customerId === customerId ? now : { customerId }), ...changes })
}

/** Forgets keys, quote and requests. */
export function startAgain(customerId: string | undefined): void {
  progress.set({ customerId })
  forgetExchanges()
}
