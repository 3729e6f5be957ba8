/** The two locks that wrong proofs close, and the buttons that open them. */
import { type Component, request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'

type UnlockCredentialProps = {
  readonly credential: Component<'AuthMethod'>
  readonly onDone: () => void
}

/** A hundred wrong codes in a row have locked the credential. */
export function UnlockCredential({ credential, onDone }: UnlockCredentialProps) {
  return (
    <ActionButton
      request={request('post', '/auth/credentials/{id}/unlock', { path: { id: credential.id } })}
      needs="MANAGE"
      confirm="A hundred wrong codes in a row have locked it. Unlock it once you know that you speak with the customer: codes are sent and taken again, and the count begins anew."
      done={`${credential.nickname} is unlocked.`}
      onDone={onDone}
      isSmall
      label={`Unlock ${credential.nickname}`}
    >
      Unlock
    </ActionButton>
  )
}

type UnlockLoginProps = { readonly customerId: string; readonly onDone: () => void }

/** What opens a locked login with strong authentication: a reset password at the platform's login. */
export function UnlockLogin({ customerId, onDone }: UnlockLoginProps) {
  return (
    <ActionButton
      request={request('post', '/sca/record-event', {
        query: { customerId },
        body: { eventType: 'RESET_PASSWORD_COMPLETED' },
      })}
      needs="TRANSACT"
      confirm="Record this after the customer has reset the password of your own login. The count of wrong proofs begins anew, and the customer is logged out everywhere."
      done="The reset is recorded: the customer can log in again."
      onDone={onDone}
      isSmall
    >
      Record a reset password
    </ActionButton>
  )
}
