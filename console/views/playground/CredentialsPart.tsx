import { useState } from 'preact/hooks'
import { arePasskeysPossible } from '../../../client/device/index.ts'
import { useAction } from '../../lib/action.ts'
import { announce } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field, Form, type FormValues } from '../../ui/Form.tsx'
import { Time } from '../../ui/Time.tsx'
import { senderFor } from './exchanges.ts'
import { nameOf } from './names.ts'
import { Part } from './Part.tsx'
import { type Play, useLack } from './useWallet.ts'
import { addPasskey, type Credential, revokeCredential } from './wallet.ts'

/** The credentials of the wallet: passkeys are added, and every one but the last can be revoked. */
export function CredentialsPart({ play }: { readonly play: Play }) {
  const { credentials } = play
  return (
    <Part step="credentials" title="Credentials">
      <ul class="rows" aria-label="Credentials">
        {credentials.map((credential) => (
          <Row key={credential.id} credential={credential} play={play} />
        ))}
      </ul>
      {arePasskeysPossible() && <AddPasskey play={play} />}
    </Part>
  )
}

function Row({ credential, play }: { readonly credential: Credential; readonly play: Play }) {
  const { own, credentials } = play
  const isOwn = credential.id === own?.credentialId
  const isLast = credentials.length === 1
  return (
    <li>
      <span class="row">
        {nameOf(credential)} {isOwn && <Badge tone="good">in use</Badge>}
        <span class="soft">
          added <Time at={credential.createdAt} />
        </span>
        {isLast && <span class="soft">the last one stays</span>}
        {!isLast && isOwn && (
          <span class="soft">only a session of another credential revokes it</span>
        )}
      </span>
      {!isLast && !isOwn && <Revoke credential={credential} play={play} />}
    </li>
  )
}

function Revoke({ credential, play }: { readonly credential: Credential; readonly play: Play }) {
  const { api } = useSession()
  const [isAsking, setAsking] = useState(false)
  const lack = useOwnLack(play)
  const name = nameOf(credential)
  const revoke = useAction(async () => {
    if (play.own === undefined) return
    await revokeCredential(senderFor(api, 'credentials'), play.own, credential)
    setAsking(false)
    play.again()
    announce('The credential is revoked.')
  })
  return (
    <>
      <Button
        isSmall
        label={`Revoke ${name}`}
        disabledReason={lack}
        onPress={() => setAsking(true)}
      >
        Revoke
      </Button>
      {isAsking && (
        <ConfirmDialog
          problem={revoke.problem}
          button={{
            ...{ kind: 'danger', isBusy: revoke.isBusy, onPress: revoke.run },
            children: 'Revoke it',
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {name} cannot sign in any more, and its sessions end with it. The request is{' '}
            <code>DELETE /auth/credentials/{'{id}'}</code>, a signed retry.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function AddPasskey({ play }: { readonly play: Play }) {
  const { api } = useSession()
  const lack = useOwnLack(play)
  const add = useAction(async ({ nickname = '' }: FormValues) => {
    const { own, wallet, customer, customerId = '', credentials } = play
    if (own === undefined || wallet === undefined) return
    await addPasskey(senderFor(api, 'credentials'), own, wallet, {
      nickname,
      userName: customer?.email ?? customerId,
      known: credentials,
    })
    play.again()
    announce('The passkey is added.')
  })
  return (
    <Form action={add} label="New passkey">
      <Field name="nickname" label="Name of a new passkey" required value="This browser" />
      <Button type="submit" isBusy={add.isBusy} disabledReason={lack}>
        Add passkey
      </Button>
    </Form>
  )
}

/** Why the customer cannot do it now. */
export function useOwnLack({ own }: Play): string | undefined {
  const lack = useLack('TRANSACT')
  return own === undefined ? 'Sign in first.' : lack
}
