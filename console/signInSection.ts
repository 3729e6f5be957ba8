/** A session for this browser: by a mailed code or by a passkey. */
import { shownInstant } from './lib/time.ts'
import { announce, button, form, input, make, moveTo, onPress, onSubmit, section } from './page.ts'
import { arePasskeysPossible } from './passkey.ts'
import type { Credential } from './shapes.ts'
import type { State, Store } from './state.ts'
import { type OwnSession, sendCode, signInByCode, signInByPasskey } from './wallet.ts'

type Sent = { readonly credential: Credential; readonly bundle: string }

export function showSignIn(store: Store): void {
  let sent: Sent | undefined
  onSubmit(form('send-code'), async () => {
    const { api, credentials } = store.state
    const credential = credentials.find(({ type }) => type === 'EMAIL_OTP')
    if (!api || !credential) throw new Error('This wallet has no email credential.')
    // The last code, if there was one, dies with this call.
    form('enter-code').hidden = true
    sent = { credential, bundle: await sendCode(api, credential) }
    section('code-contact').textContent = credential.nickname
    form('enter-code').hidden = false
    input('code').value = ''
    input('code').focus()
  })
  onSubmit(form('enter-code'), async () => {
    const { api, settings } = store.state
    if (!api || !sent) return
    const { otpSigner } = settings
    const code = input('code').value
    const given = { code, bundle: sent.bundle, ...(otpSigner !== undefined && { otpSigner }) }
    await begin(store, await signInByCode(api, sent.credential, given))
  })
  onPress(button('forget'), async () => {
    store.change({ own: undefined })
    announce('Signed out here.')
    moveTo('sign-in')
  })
  store.watch((state) => {
    section('signed-out').hidden = state.own !== undefined
    section('signed-in').hidden = state.own === undefined
    // A code is for one login and one customer.
    if (state.own || sent?.credential.accountId !== state.wallet?.id) {
      sent = undefined
      form('enter-code').hidden = true
    }
    showPasskeys(store, state)
    showOwn(state)
  })
}

async function begin(store: Store, own: OwnSession): Promise<void> {
  store.change({ own })
  await store.refresh()
  announce('Signed in.')
  moveTo('sign-in')
}

function showPasskeys(store: Store, { credentials, api }: State): void {
  const passkeys = credentials.filter(({ type }) => type === 'PASSKEY')
  form('passkey-sign-in').hidden = passkeys.length === 0 || !arePasskeysPossible()
  section('passkey-choices').replaceChildren(
    ...passkeys.map((credential) => {
      const choose = make(
        'button',
        { type: 'button', className: 'quiet' },
        `Use passkey “${credential.nickname}”`,
      )
      onPress(choose, async () => {
        if (api) await begin(store, await signInByPasskey(api, credential))
      })
      return make('li', {}, choose)
    }),
  )
}

function showOwn({ own, credentials }: State): void {
  if (own === undefined) return
  const credential = credentials.find(({ id }) => id === own.credentialId)
  section('own-credential').textContent = credential ? nameOf(credential) : 'a credential'
  section('own-expiry').textContent = shownInstant(own.expiresAt)
}

const kinds: Readonly<Record<Credential['type'], string>> = {
  EMAIL_OTP: 'Email code',
  SMS_OTP: 'SMS code',
  PASSKEY: 'Passkey',
  OAUTH: 'Identity',
}

/** `Passkey This browser`, `Email code ada@example.com`. */
export function nameOf({ type, nickname }: Pick<Credential, 'type' | 'nickname'>): string {
  return `${kinds[type]} ${nickname}`
}
