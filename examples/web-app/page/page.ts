/** The shop's page: the customer's key is made and used here, and stays here. */
import {
  assertPasskey,
  browserKeyring,
  createPasskey,
  type SigningKey,
  sealCode,
} from '../../../client/device/index.ts'
import type { Signed, Step } from '../../../client/relay/index.ts'

declare const OTP_SIGNER: string

type Amount = {
  readonly amount: number
  readonly currency: { readonly code: string; readonly decimals: number }
}
type Me = {
  readonly email: string
  readonly walletId: string
  readonly balance: Amount
  readonly payments: readonly { readonly status: string; readonly sentAmount: Amount }[]
}
type Offer = { readonly id: string; readonly total: Amount; readonly payloadToSign: string }
type Challenge = {
  readonly challenge: string
  readonly credentialId: string
  readonly requestId: string
}

const keys = browserKeyring('corner-shop')
/** What a code is sealed to; it comes when the code is sent. */
let bundle = ''
let me: Me | undefined
let offer: Offer | undefined

async function logInByCode(): Promise<void> {
  const key = await keys.createSigningKey()
  const sealing = { publicKey: key.publicKey, signer: OTP_SIGNER }
  const encryptedOtpBundle = sealCode(typed('code'), bundle, sealing)
  await untilDone('/login/code/verify', { email: typed('email'), encryptedOtpBundle }, { key })
  await keys.keep('session', key)
}

async function logInByPasskey(): Promise<void> {
  const key = await keys.createSigningKey()
  const email = typed('email')
  const asked = await post<Challenge>('/login/passkey', { email, key: key.publicKey })
  const assertion = await assertPasskey({ ...asked, rpId: location.hostname })
  const signed = { requestId: asked.requestId }
  await untilDone('/login/passkey/verify', { email, assertion }, { signed })
  await keys.keep('session', key)
}

async function addPasskey({ walletId, email }: Me): Promise<void> {
  const { challenge } = await post<{ challenge: string }>('/passkeys/challenge')
  const rp = { id: location.hostname, name: 'Corner shop' }
  const attestation = await createPasskey({ challenge, rp, user: { id: walletId, name: email } })
  await untilDone('/passkeys', { attestation }, { key: await sessionKey() })
  say('The passkey is added.')
}

/** Shown before it is stamped: the customer pays what the page says. */
async function order(item: string): Promise<void> {
  offer = await post<Offer>('/orders', { item })
  part('offer').hidden = false
  part('total').textContent = `You pay ${shown(offer.total)}, fees included.`
}

async function pay({ id, payloadToSign }: Offer): Promise<void> {
  const stamp = await (await sessionKey()).stamp(payloadToSign)
  await post('/orders/pay', { id, stamp })
  part('offer').hidden = true
  say('Paid.')
}

async function logOut(): Promise<void> {
  await untilDone('/logout', {}, { key: await sessionKey() })
  await keys.forget('session')
}

/** Sends an operation until it is done: stamps what has to be signed, and asks again while it is in progress. */
async function untilDone<Result>(
  path: string,
  body: object,
  { key, signed }: { readonly key?: SigningKey; signed?: Signed } = {},
): Promise<Result> {
  for (;;) {
    const step = await post<Step<Result>>(path, { ...body, signed })
    if (step.state === 'DONE') return step.body
    if (step.state === 'PROCESSING') await new Promise((resolve) => setTimeout(resolve, 500))
    else if (key === undefined) throw new Error('NOTHING_TO_SIGN_WITH')
    else {
      const { requestId, payloadToSign } = step.toSign
      signed = { requestId, stamp: await key.stamp(payloadToSign) }
    }
  }
}

async function sessionKey(): Promise<SigningKey> {
  const key = await keys.signingKey('session')
  if (key === undefined) throw new Error('NOT_LOGGED_IN')
  return key
}

async function post<Result>(path: string, body?: object): Promise<Result> {
  const headers = { 'Content-Type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body ?? {}) }
  const response = await fetch(`/api${path}`, sent)
  const json = await response.json()
  if (!response.ok) throw new Error(json.code)
  return json
}

/** Who is logged in, and what was paid; again while a payment is in progress. */
async function show(): Promise<void> {
  const response = await fetch('/api/me')
  // Without the key nothing can be paid: a browser that has lost it logs in again.
  const isLoggedIn = response.ok && (await keys.signingKey('session')) !== undefined
  me = isLoggedIn ? await response.json() : undefined
  part('login').hidden = isLoggedIn
  part('shop').hidden = !isLoggedIn
  if (me === undefined) return
  part('who').textContent = `${me.email}, ${shown(me.balance)}`
  const rows = me.payments.map(({ status, sentAmount }) => {
    return Object.assign(document.createElement('li'), {
      textContent: `${shown(sentAmount)} ${status}`,
    })
  })
  part('payments').replaceChildren(...rows)
  if (me.payments.some(({ status }) => status === 'PROCESSING')) {
    setTimeout(() => run(show), 1000)
  }
}

function run(act: () => Promise<void>): void {
  act().catch((error: Error) => say(error.message))
}

/** What was done is shown, and so is why it was not. */
function on(id: string, event: 'click' | 'submit', act: () => Promise<void>): void {
  part(id).addEventListener(event, (given) => {
    given.preventDefault()
    say('')
    run(async () => {
      await act()
      await show()
    })
  })
}

function part(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(id)
  return found
}

function typed(id: string): string {
  return (part(id) as HTMLInputElement).value
}

function say(text: string): void {
  part('message').textContent = text
}

function shown({ amount, currency }: Amount): string {
  return `${(amount / 10 ** currency.decimals).toFixed(2)} ${currency.code}`
}

on('send-code', 'submit', async () => {
  part('enter-code').hidden = true
  const sent = await untilDone<Record<string, string>>('/login/code', { email: typed('email') })
  bundle = sent.otpEncryptionTargetBundle ?? ''
  part('enter-code').hidden = false
})
on('enter-code', 'submit', logInByCode)
on('use-passkey', 'click', logInByPasskey)
on('add-passkey', 'click', async () => me && addPasskey(me))
on('coffee', 'click', () => order('coffee'))
on('lunch', 'click', () => order('lunch'))
on('pay', 'click', async () => offer && pay(offer))
on('log-out', 'click', logOut)
run(show)
