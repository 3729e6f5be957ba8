/** Whether a customer can log in with strong authentication, and whether it is. */

import type { ScaLoginState } from '../../contract/components/sca.ts'
import { shownInstant } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import type { ScaLock } from '../../db/scaFunctions.ts'
import type { Dependencies } from '../dependencies.ts'
import { shownLock } from './proof.ts'

type State = { readonly lock: ScaLock | null; readonly sessionExpiresAt: string | null }

const unlocked: ScaLock = { failedAttempts: 0, suspended: false, lockedUntil: null }

/** As `ScaLoginState`. */
export async function loginStateOf(
  { database }: Pick<Dependencies, 'database'>,
  customerId: string,
): Promise<Shown<typeof ScaLoginState>> {
  const { row } = await database.one<{ readonly row: State }>({
    name: 'sca_login_state',
    text: `select jsonb_build_object(
      'lock', (select sca_lockout_row(l) from sca_lockouts l where customer_id = $1),
      'sessionExpiresAt', (select max(expires_at) from sca_sessions
        where customer_id = $1 and ended_at is null and expires_at > service_now())) as row`,
    values: [customerId],
  })
  const { failedAttempts, suspended, lockedUntil } = row.lock ?? unlocked
  return {
    failedAttempts,
    suspended,
    lockedUntil: shownLock(lockedUntil),
    ...(row.sessionExpiresAt !== null && { sessionExpiresAt: shownInstant(row.sessionExpiresAt) }),
  }
}
