import { type Live, useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { Time } from '../../ui/Time.tsx'
import { Check, NotKnown } from './Check.tsx'
import { UnlockLogin } from './Unlock.tsx'

const EVERY_MS = 5_000

/** Strong customer authentication, where the region demands it. */
export function ScaCheck({ customerId }: { readonly customerId: string }) {
  const { data, problem, again } = useFactors(customerId)
  // The service's answer where it is not demanded.
  if (problem?.status === 409) {
    return (
      <Check tone="plain" state="Not demanded">
        <span class="soft">Not in the customer’s region.</span>
      </Check>
    )
  }
  if (data === undefined) return <NotKnown problem={problem} />
  const { factors, login } = data
  if (login?.suspended || login?.lockedUntil) {
    return (
      <Check tone="bad" state={login.suspended ? 'Suspended' : 'Locked'}>
        <span>
          {login.failedAttempts} wrong proofs in a row
          {login.lockedUntil ? (
            <>
              ; unlocked <Time at={login.lockedUntil} />
            </>
          ) : (
            ', until a reset password is recorded'
          )}
          .
        </span>
        <UnlockLogin customerId={customerId} onDone={again} />
      </Check>
    )
  }
  if (factors.length === 0) {
    return (
      <Check tone="bad" state="No factor">
        A verified phone number is the first one.
      </Check>
    )
  }
  if (login?.sessionExpiresAt === undefined) {
    return (
      <Check tone="warn" state="Not logged in">
        Payments are refused with <code>SCA_SESSION_REQUIRED</code> until the customer logs in.
      </Check>
    )
  }
  return (
    <Check tone="good" state="Logged in">
      <span>
        The login ends <Time at={login.sessionExpiresAt} />.
      </span>
    </Check>
  )
}

export function factorsRequest(customerId: string) {
  return request('get', '/sca/factors', { query: { customerId } })
}

/** The factors of a customer; a problem with status 409 says that none is demanded. */
export function useFactors(customerId: string): Live<Component<'ScaFactorList'>> {
  return useLive(factorsRequest(customerId), { everyMs: EVERY_MS })
}
