/** What the shop's backend does: it has the API credentials and the orders, and no key of a wallet. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { bodyOf, type Client, type components, payloadOf } from '../../client/backend/index.ts'
import { begin, type Call, executeHeaders, relay, type Signed } from '../../client/relay/index.ts'
import { type Answer, type Body, Refused, type Routes, textIn } from './http.ts'
import type { openRecords, User } from './records.ts'

type Schemas = components['schemas']

/** Of a person who has logged in. */
export type Session = { readonly user: User; readonly walletSession: string; challenge?: string }

/** In cents. A price comes from here, never from the page. */
const prices: Readonly<Record<string, number>> = { coffee: 350, lunch: 1200 }

export function shopRoutes(
  { api }: Client,
  { users, orders }: ReturnType<typeof openRecords>,
): Routes<Session> {
  const walletOf = async (customerId: string) => {
    const query = { customerId, type: 'EMBEDDED_WALLET' as const }
    const [wallet] = (await bodyOf(api.GET('/internal-accounts', { params: { query } }))).data
    return wallet
  }

  /** A new email is a new customer, with sandbox money. A real shop asks for more, and gives none. */
  async function userOf(email: string): Promise<User> {
    const known = users.find(email)
    if (known !== undefined) return known
    // Two first logins at once are one customer: the service knows the second call by its key.
    const key = `customer-${createHash('sha256').update(email).digest('hex')}`
    const header = { 'Idempotency-Key': key }
    const body = { customerType: 'INDIVIDUAL' as const, email }
    const { id: customerId } = await bodyOf(api.POST('/customers', { params: { header }, body }))
    const wallet = await walletOf(customerId)
    // Made within seconds.
    if (wallet?.status !== 'ACTIVE') throw new Refused(503, 'WALLET_NOT_READY')
    const query = { accountId: wallet.id }
    const { data } = await bodyOf(api.GET('/auth/credentials', { params: { query } }))
    const path = { id: wallet.id }
    const money = { params: { path, header }, body: { amount: 50_000_000 } }
    await api.POST('/sandbox/internal-accounts/{id}/fund', money)
    const codeLogin = data.find(({ type }) => type === 'EMAIL_OTP')?.id ?? ''
    const user = { email, customerId, walletId: wallet.id, codeLogin }
    users.keep(email, user)
    return user
  }

  /** An email of the page says who wants to log in, and nothing more: the code or the passkey proves it. */
  function knownUser(body: Body): User {
    const user = users.find(emailIn(body))
    if (user === undefined) throw new Refused(404, 'NO_SUCH_CUSTOMER')
    return user
  }

  async function logIn(
    user: User,
    id: string,
    proof: Schemas['AuthCredentialVerifyRequest'],
    body: Body,
  ): Promise<Answer<Session>> {
    const verify = (header: object) =>
      api.POST('/auth/credentials/{id}/verify', { params: { path: { id }, header }, body: proof })
    const step = await next(verify, body)
    if (step.state !== 'DONE') return { json: step }
    return { json: { state: 'DONE' }, begins: { user, walletSession: step.body.id } }
  }

  return {
    open: {
      async 'POST /login/code'(body) {
        const params = { path: { id: (await userOf(emailIn(body))).codeLogin } }
        return {
          json: await begin(() => api.POST('/auth/credentials/{id}/challenge', { params })),
        }
      },

      async 'POST /login/code/verify'(body) {
        const user = knownUser(body)
        const encryptedOtpBundle = textIn(body, 'encryptedOtpBundle')
        return logIn(user, user.codeLogin, { type: 'EMAIL_OTP', encryptedOtpBundle }, body)
      },

      async 'POST /login/passkey'(body) {
        const { passkeyLogin: id } = knownUser(body)
        if (id === undefined) throw new Refused(404, 'NO_PASSKEY')
        const given = { params: { path: { id } }, body: { clientPublicKey: textIn(body, 'key') } }
        return { json: await bodyOf(api.POST('/auth/credentials/{id}/challenge', given)) }
      },

      async 'POST /login/passkey/verify'(body) {
        const user = knownUser(body)
        const assertion = body.assertion as Schemas['PasskeyAssertion']
        return logIn(user, user.passkeyLogin ?? '', { type: 'PASSKEY', assertion }, body)
      },
    },

    own: {
      async 'GET /me'({ user: { email, customerId, walletId } }) {
        const balance = (await walletOf(customerId))?.balance
        const query = { customerId, type: 'OUTGOING' as const, limit: 20 }
        const { data } = await bodyOf(api.GET('/transactions', { params: { query } }))
        return { json: { email, walletId, balance, payments: data } }
      },

      async 'POST /passkeys/challenge'(session) {
        session.challenge = randomBytes(32).toString('base64url')
        return { json: { challenge: session.challenge } }
      },

      async 'POST /passkeys'({ user, challenge = '' }, body) {
        const attestation = body.attestation as Schemas['PasskeyAttestation']
        const wanted = { type: 'PASSKEY' as const, accountId: user.walletId, nickname: 'Shop' }
        const add = (header: object) =>
          api.POST('/auth/credentials', {
            params: { header },
            body: { ...wanted, challenge, attestation },
          })
        const step = await next(add, body)
        if (step.state !== 'DONE') return { json: step }
        users.keep(user.email, { ...user, passkeyLogin: (step.body as Schemas['AuthMethod']).id })
        return { json: { state: 'DONE' } }
      },

      async 'POST /orders'({ user: { email, walletId } }, body) {
        const price = prices[textIn(body, 'item')]
        if (price === undefined) throw new Refused(400, 'NO_SUCH_ITEM')
        const query = { currency: 'USD' }
        const ours = await bodyOf(api.GET('/platform/internal-accounts', { params: { query } }))
        const wanted = {
          source: { sourceType: 'ACCOUNT' as const, accountId: walletId },
          destination: { destinationType: 'ACCOUNT' as const, accountId: ours.data[0]?.id ?? '' },
          lockedCurrencySide: 'RECEIVING' as const,
          lockedCurrencyAmount: price,
        }
        const quote = await bodyOf(api.POST('/quotes', { body: wanted }))
        const id = randomUUID()
        orders.keep(id, { id, email, quoteId: quote.id, idempotencyKey: `order-${id}` })
        const total = { amount: quote.totalSendingAmount, currency: quote.sendingCurrency }
        return { json: { id, total, payloadToSign: payloadOf(quote) } }
      },

      async 'POST /orders/pay'({ user }, body) {
        const order = orders.find(textIn(body, 'id'))
        if (order?.email !== user.email) throw new Refused(404, 'NO_SUCH_ORDER')
        // However often it is sent: of one key the service makes one payment, and answers it again.
        const header = executeHeaders(textIn(body, 'stamp'), order.idempotencyKey)
        const params = { path: { quoteId: order.quoteId }, header }
        const { transactionId } = await bodyOf(api.POST('/quotes/{quoteId}/execute', { params }))
        return { json: { transactionId } }
      },

      async 'POST /logout'({ walletSession: id }, body) {
        const end = (header: object) =>
          api.DELETE('/auth/sessions/{id}', { params: { path: { id }, header } })
        const step = await next(end, body)
        return { json: step, ends: step.state === 'DONE' }
      },
    },
  }
}

/** Sends an operation: first without a stamp, then with the one that the page has made, as often as it asks. */
function next<Result>(call: Call<Result>, { signed }: Body) {
  return typeof signed === 'object' && signed !== null ? relay(call, signed as Signed) : begin(call)
}

function emailIn(body: Body): string {
  return textIn(body, 'email').trim().toLowerCase()
}
