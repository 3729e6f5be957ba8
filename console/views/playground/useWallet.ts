/** What the steps read of the customer: wallet, credentials and sessions, kept fresh. */
import { useEffect, useRef } from 'preact/hooks'
import { useLive } from '../../lib/live.ts'
import type { ApiProblem } from '../../lib/problem.ts'
import { type Component, request } from '../../lib/request.ts'
import { useSession } from '../../lib/session.ts'
import { change, type Progress, useProgress } from './state.ts'
import type { Credential, OwnSession, Session, Wallet } from './wallet.ts'

const EVERY_MS = 3_000
/** A new customer's wallet is there within a second. */
const SOON_MS = 500

export type Play = {
  readonly customerId: string | undefined
  readonly customer: Component<'IndividualCustomer'> | undefined
  /** Undefined until it can be used. */
  readonly wallet: Wallet | undefined
  readonly credentials: readonly Credential[]
  readonly sessions: readonly Session[]
  /** The session of this page, as long as it lives. */
  readonly own: OwnSession | undefined
  readonly progress: Progress
  readonly problem: ApiProblem | undefined
  /** Reads all again, after an action. */
  readonly again: () => void
}

export function useWallet(customerId: string | undefined): Play {
  const progress = useProgress(customerId)
  const ready = useRef<string | undefined>(undefined)
  const customer = useLive(
    customerId === undefined
      ? undefined
      : request('get', '/customers/{customerId}', { path: { customerId } }),
    { everyMs: 0 },
  )
  const accounts = useLive(
    customerId === undefined
      ? undefined
      : request('get', '/internal-accounts', { query: { customerId, type: 'EMBEDDED_WALLET' } }),
    { everyMs: ready.current === customerId ? EVERY_MS : SOON_MS },
  )
  const wallet = accounts.data?.data.find(({ status }) => status === 'ACTIVE')
  if (wallet !== undefined) ready.current = customerId
  const query = wallet && { query: { accountId: wallet.id } }
  const credentials = useLive(query && request('get', '/auth/credentials', query))
  const sessions = useLive(query && request('get', '/auth/sessions', query))
  const { own, seenSession } = progress
  const isListed = sessions.data?.data.some(({ id }) => id === own?.id) ?? false
  // A session that has just begun is in no list yet; one that was listed and is not any more has ended.
  const hasEnded = own !== undefined && !isListed && seenSession === own.id
  useEffect(() => {
    if (isListed && seenSession !== own?.id) change(customerId, { seenSession: own?.id })
  }, [isListed, own, seenSession, customerId])
  return {
    customerId,
    customer: customer.data as Play['customer'],
    wallet,
    credentials: credentials.data?.data ?? [],
    sessions: sessions.data?.data ?? [],
    own: hasEnded ? undefined : own,
    progress,
    problem: customer.problem ?? accounts.problem ?? credentials.problem ?? sessions.problem,
    again() {
      accounts.again()
      credentials.again()
      sessions.again()
    },
  }
}

/** Why a button cannot be pressed by this token, or undefined. */
export function useLack(needed: 'TRANSACT' | 'MANAGE'): string | undefined {
  const { may } = useSession()
  return may(needed) ? undefined : `Your token lacks the permission ${needed}.`
}
