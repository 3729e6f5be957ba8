import { arePasskeysPossible } from '../../../client/device/index.ts'
import { useAction } from '../../lib/action.ts'
import { announce } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field, Form, type FormValues } from '../../ui/Form.tsx'
import { Time } from '../../ui/Time.tsx'
import { senderFor } from './exchanges.ts'
import { nameOf } from './names.ts'
import { SignedRetries } from './SignedRetries.tsx'
import { Step, type Turn } from './Step.tsx'
import { readSigners } from './signers.ts'
import { change } from './state.ts'
import { type Play, useLack } from './useWallet.ts'
import { type OwnSession, sendCode, signInByCode, signInByPasskey } from './wallet.ts'

export function SignInStep({ play, turn }: { readonly play: Play; readonly turn: Turn }) {
  const { own, customerId, credentials, progress } = play
  const used = credentials.find(({ id }) => id === own?.credentialId)
  const isSent = progress.sent !== undefined
  return (
    <Step
      step="signIn"
      number={2}
      title="Sign in as the customer"
      turn={turn}
      next={
        isSent
          ? 'POST /auth/credentials/{id}/verify, twice'
          : 'POST /auth/credentials/{id}/challenge'
      }
      summary={
        own !== undefined && (
          <>
            <span>Signed in with {used ? nameOf(used) : 'a credential'}</span>
            <span class="soft">
              ends <Time at={own.expiresAt} />, or with this page
            </span>
            <Button
              kind="quiet"
              isSmall
              onPress={() => {
                change(customerId, { own: undefined, sent: undefined, stamp: undefined })
                announce('The key of the session is forgotten here.')
              }}
            >
              Sign out here
            </Button>
          </>
        )
      }
    >
      <p>
        Your platform cannot move a wallet: its customer signs in, and a key of the session stays in
        this page’s memory.
      </p>
      {isSent ? <EnterCode play={play} /> : <SendCode play={play} />}
      <Passkeys play={play} />
      <SignedRetries />
    </Step>
  )
}

function begin({ customerId, again }: Play, own: OwnSession): void {
  change(customerId, { own, sent: undefined, stamp: undefined })
  again()
  announce('Signed in.')
}

function SendCode({ play }: { readonly play: Play }) {
  const { api } = useSession()
  const send = useAction(async () => {
    const credential = play.credentials.find(({ type }) => type === 'EMAIL_OTP')
    if (credential === undefined) throw new Error('This wallet has no email credential.')
    const bundle = await sendCode(senderFor(api, 'signIn'), credential)
    change(play.customerId, { sent: { credential, bundle } })
  })
  const isUnread = play.credentials.length === 0
  return (
    <div class="stack">
      <p>
        <Button
          kind="primary"
          isBusy={send.isBusy || isUnread}
          disabledReason={useLack('TRANSACT')}
          onPress={send.run}
        >
          Email a code
        </Button>
      </p>
      <ErrorState problem={send.problem} />
    </div>
  )
}

function EnterCode({ play }: { readonly play: Play }) {
  const { api } = useSession()
  const { customerId } = play
  const { sent } = play.progress
  const enter = useAction(async ({ code = '' }: FormValues) => {
    if (sent === undefined) return
    const { otpSigner } = await readSigners()
    const given = { code, bundle: sent.bundle, otpSigner }
    begin(play, await signInByCode(senderFor(api, 'signIn'), sent.credential, given))
  })
  return (
    <Form action={enter} label="The mailed code">
      <Field
        name="code"
        label="Code"
        required
        inputMode="numeric"
        autocomplete="one-time-code"
        hint={
          <>
            Sent to {sent?.credential.nickname}. In the sandbox it is always <strong>000000</strong>
            .
          </>
        }
      />
      <div class="row">
        <Button
          type="submit"
          kind="primary"
          isBusy={enter.isBusy}
          disabledReason={useLack('TRANSACT')}
        >
          Sign in with code
        </Button>
        <Button kind="quiet" onPress={() => change(customerId, { sent: undefined })}>
          Another code
        </Button>
      </div>
    </Form>
  )
}

function Passkeys({ play }: { readonly play: Play }) {
  const { api } = useSession()
  const signIn = useAction(async (credential: Play['credentials'][number]) => {
    begin(play, await signInByPasskey(senderFor(api, 'signIn'), credential))
  })
  const lack = useLack('TRANSACT')
  const passkeys = play.credentials.filter(({ type }) => type === 'PASSKEY')
  if (passkeys.length === 0 || !arePasskeysPossible()) return null
  return (
    <div class="stack">
      <p class="row">
        Or
        {passkeys.map((credential) => (
          <Button
            key={credential.id}
            isBusy={signIn.isBusy}
            disabledReason={lack}
            onPress={() => signIn.run(credential)}
          >
            Use passkey “{credential.nickname}”
          </Button>
        ))}
      </p>
      <ErrorState problem={signIn.problem} />
    </div>
  )
}
