import { type Live, useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { Time } from '../../ui/Time.tsx'
import { Check, NotKnown } from './Check.tsx'
import type { Customer } from './facts.tsx'
import { UnlockLogin } from './Unlock.tsx'

const EVERY_MS = 5_000

type Factors = Live<Component<'ScaFactorList'>>

type ScaCheckProps = { readonly customer: Customer; readonly factors: Factors }

/** Strong customer authentication, where the region demands it. */
export function ScaCheck({ customer, factors: { data, problem, again } }: ScaCheckProps) {
  if (isUndemanded(customer) || problem?.status === 409) {
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
        <UnlockLogin customerId={customer.id} onDone={again} />
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

/** Undefined if none is demanded, and of a deleted customer. */
export function factorsRequest(customer: Customer) {
  if (customer.isDeleted || isUndemanded(customer)) return undefined
  return request('get', '/sca/factors', { query: { customerId: customer.id } })
}

/** The factors of a customer; a problem with status 409 says that none is demanded. */
export function useFactors(customer: Customer): Factors {
  return useLive(factorsRequest(customer), { everyMs: EVERY_MS })
}

/** Where it is demanded, every contact has to be verified. Of a customer without any, the service knows. */
function isUndemanded({ contactVerification, email, phoneNumber }: Customer): boolean {
  return contactVerification === undefined && Boolean(email || phoneNumber)
}
