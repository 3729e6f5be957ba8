/** The credentials of a wallet: passkeys are added and every one but the last can be revoked. */
import { shownInstant } from './lib/time.ts'
import { announce, form, input, make, moveTo, onPress, onSubmit, section } from './page.ts'
import { arePasskeysPossible } from './passkey.ts'
import type { Credential } from './shapes.ts'
import { nameOf } from './signInSection.ts'
import { type Store, signedIn } from './state.ts'
import { addPasskey, revokeCredential } from './wallet.ts'

export function showCredentials(store: Store): void {
  onSubmit(form('add-passkey'), async () => {
    const { api, own, wallet, customer } = signedIn(store.state)
    await addPasskey(api, own, wallet, {
      nickname: input('nickname').value.trim(),
      userName: customer.email ?? customer.id,
      known: store.state.credentials,
    })
    form('add-passkey').reset()
    await store.refresh()
    announce('Passkey added.')
  })
  store.watch(({ credentials, own }) => {
    form('add-passkey').hidden = !arePasskeysPossible()
    section('credential-list').replaceChildren(
      ...credentials.map((credential) => {
        const isOwn = credential.id === own?.credentialId
        return row(store, credential, { isOwn, isLast: credentials.length === 1 })
      }),
    )
  })
}

function row(
  store: Store,
  credential: Credential,
  { isOwn, isLast }: { isOwn: boolean; isLast: boolean },
): HTMLElement {
  const name = nameOf(credential)
  const since = `since ${shownInstant(credential.createdAt)}`
  const why = isLast
    ? ' · the last one stays'
    : isOwn
      ? ' · only a session of another credential revokes it'
      : ''
  const about = make(
    'div',
    {},
    make('p', {}, name, ...(isOwn ? [' ', make('span', { className: 'tag good' }, 'in use')] : [])),
    make('p', { className: 'hint' }, `${since}${why}`),
  )
  if (why !== '') return make('li', {}, about)
  const revoke = make(
    'button',
    { type: 'button', className: 'quiet', ariaLabel: `Revoke ${name}` },
    'Revoke',
  )
  onPress(revoke, async () => {
    const { api, own } = signedIn(store.state)
    if (!confirm(`Revoke ${name}? Its sessions end with it.`)) return
    await revokeCredential(api, own, credential)
    await store.refresh()
    announce('Credential revoked.')
    moveTo('credentials')
  })
  return make('li', {}, about, revoke)
}
