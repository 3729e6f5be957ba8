/**
 * The signed-retry protocol over two API processes and two workers: mistakes, retries after
 * failures, how often a response is returned, and concurrent operations.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { aPasskey } from '../../scripts/serviceDriver/authenticator.ts'
import { createDevice, signed, untilSettled } from '../../scripts/serviceDriver/device.ts'
import { anOpenLogin, challenge, sealCodes, verify } from '../durability/logins.ts'
import { atOnce, rowsOf } from '../durability/payments.ts'
import { aFundedWallet, aLoggedInWallet, apiOf, waitUntil } from '../support/builders.ts'
import { oneTestIn } from '../support/sampledTests.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { isLong, sampleOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { anIdToken, nonceOf, passkeyBody } from './actors.ts'
import {
  anOwner,
  credentialIdsOf,
  type Owner,
  open,
  type PreparedKind,
  preparations,
  send,
  sessionIdsOf,
  signedOperations,
} from './signedOperations.ts'

let stack: TestStack
let control: SandboxControl

beforeAll(async () => {
  // Responses do not wait: half of these tests are about what follows `PROCESSING`.
  const env = { CHECK_RESPONSES: 'true', ANSWER_WAIT_MS: '400' }
  stack = await aRunningStack({ apis: 2, workers: 2, env })
  control = aSandboxControl(stack)
})
afterEach(() => control?.clear())
afterAll(() => stack?.stop())

/** Keeps an operation pending at the provider; the function lets it go. */
const stick = (operation: string): Promise<() => Promise<unknown>> =>
  control.order({ party: 'provider', operation, kind: 'stuckPending', count: 100 })

/** The provider's own database. */
const sandboxOf = ({ sandboxDatabaseUrl: databaseUrl }: TestStack): { databaseUrl: string } => ({
  databaseUrl,
})

const codeOf = ({ status, body }: Answer): unknown[] => [status, body.code]
const uuidOf = (id: string): string => id.split(':')[1] ?? ''

const scenario = oneTestIn(3)

describe('a retry does not need what its claim needed', () => {
  scenario('the life of the challenge, and of the session that stamped it', async () => {
    const owner = await anOwner(stack)
    const release = await stick('STAMP_LOGIN')
    const request = signedOperations.REFRESH_SESSION.request(owner)
    const opened = await open(owner.api, request)
    expect((await send(owner.api, request, opened, owner.device)).body.status).toBe('PROCESSING')
    const past = "service_now() - interval '1 minute'"
    await rowsOf(stack, `update requests set expires_at = ${past} where id = $1`, [
      uuidOf(opened.requestId),
    ])
    await rowsOf(stack, `update sessions set expires_at = ${past} where id = $1`, [
      uuidOf(owner.sessionId),
    ])
    const again = await send(apiOf(stack, stack.platform, 1), request, opened, owner.device)
    expect(again.body.status).toBe('PROCESSING')
    await release()
    const done = await untilSettled(() => send(owner.api, request, opened, owner.device))
    expect(done.status).toBe(201)
    expect(codeOf(await send(owner.api, request, opened, owner.device))).toEqual([
      401,
      'UNAUTHORIZED',
    ])
  })

  scenario('an unclaimed challenge does not', async () => {
    const owner = await anOwner(stack)
    const request = signedOperations.EXPORT.request(owner)
    const opened = await open(owner.api, request)
    await rowsOf(stack, 'update requests set expires_at = service_now() where id = $1', [
      uuidOf(opened.requestId),
    ])
    expect(codeOf(await send(owner.api, request, opened, owner.device))).toEqual([
      401,
      'UNAUTHORIZED',
    ])
  })

  scenario('one’s own session, ended by this very operation', async () => {
    const owner = await anOwner(stack)
    const one = await preparations.REVOKE_SESSION(stack, owner)
    const release = await stick('DELETE_API_KEYS')
    expect((await one.call()).body.status).toBe('PROCESSING')
    await release()
    await waitUntil('it is gone from the list', one.isVisible)
    expect((await one.call(apiOf(stack, stack.platform, 1))).status).toBe(204)
    expect(codeOf(await one.call())).toEqual([401, 'UNAUTHORIZED'])
  })

  scenario('the token’s sixty seconds', async () => {
    const owner = await anOwner(stack)
    const accountId = owner.wallet.id
    const identity = { type: 'OAUTH', accountId, oidcToken: anIdToken() }
    const added = await signed(owner.api, owner.device, 'POST', '/auth/credentials', identity)
    const { publicKey: clientPublicKey } = createDevice()
    // Fresh for some two seconds more.
    const iat = Math.floor(Date.now() / 1000) - 58
    const oidcToken = anIdToken({ nonce: nonceOf(clientPublicKey), iat })
    const login = (key = clientPublicKey): Promise<Answer> =>
      owner.api.call('POST', `/auth/credentials/${added.body.id}/verify`, {
        type: 'OAUTH',
        clientPublicKey: key,
        oidcToken,
      })
    const release = await stick('OAUTH_LOGIN')
    expect((await login()).body.status).toBe('PROCESSING')
    await waitUntil('the token is stale', () => Date.now() / 1000 - iat > 61)
    expect((await login()).body.status).toBe('PROCESSING')
    expect(codeOf(await login(createDevice().publicKey))).toEqual([401, 'UNAUTHORIZED'])
    await release()
    const session = await untilSettled(login)
    expect([session.status, session.body.type]).toEqual([200, 'OAUTH'])
    expect(codeOf(await login())).toEqual([401, 'UNAUTHORIZED'])
  })

  scenario('an assertion whose counter is written; another assertion is none', async () => {
    const owner = await anOwner(stack)
    const one = await preparations.PASSKEY_LOGIN(stack, owner)
    const release = await stick('CREATE_READ_WRITE_SESSION_V2')
    expect((await one.call()).body.status).toBe('PROCESSING')
    expect((await one.call(apiOf(stack, stack.platform, 1))).body.status).toBe('PROCESSING')
    await release()
    const session = await untilSettled(() => one.call())
    expect(session.body.encryptedSessionSigningKey).toEqual(expect.any(String))
    expect(codeOf(await one.call())).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('a sealed key', () => {
  scenario('that can no longer be fetched is a CONFLICT, and its session is ended', async () => {
    const owner = await anOwner(stack)
    const one = await preparations.PASSKEY_LOGIN(stack, owner)
    const release = await stick('CREATE_READ_WRITE_SESSION_V2')
    expect((await one.call()).body.status).toBe('PROCESSING')
    await release()
    await waitUntil('the session is listed', one.isVisible)
    await rowsOf(
      sandboxOf(stack),
      'update sandbox.activities set sealed_until = now() where sealed_until > now()',
    )
    expect(codeOf(await one.call())).toEqual([409, 'CONFLICT'])
    expect(await sessionIdsOf(owner)).toEqual([owner.sessionId, owner.passkeySessionId])
  })

  scenario('of an eleventh session ends the oldest one, as at the provider', async () => {
    const owner = await anOwner(stack)
    const made = [owner.sessionId, owner.passkeySessionId]
    const path = `/auth/sessions/${owner.passkeySessionId}/refresh`
    while (made.length < 11) {
      const body = { clientPublicKey: createDevice().publicKey }
      const answer = await signed(owner.api, owner.passkeyDevice, 'POST', path, body)
      expect(answer.status).toBe(201)
      made.push(String(answer.body.id))
    }
    expect(await sessionIdsOf(owner)).toEqual(made.slice(1))
    const request = signedOperations.EXPORT.request(owner)
    const refused = await send(owner.api, request, await open(owner.api, request), owner.device)
    expect(codeOf(refused)).toEqual([401, 'WALLET_SIGNATURE_INVALID'])
  })
})

describe('one change of credentials at a time', () => {
  scenario('another is a CONFLICT that uses nothing up', async () => {
    const owner = await anOwner(stack)
    const first = await preparations.ADD_CREDENTIAL(stack, owner)
    const second = await preparations.REVOKE_CREDENTIAL(stack, owner)
    const release = await stick('CREATE_AUTHENTICATORS_V2')
    expect((await first.call()).body.status).toBe('PROCESSING')
    expect(codeOf(await second.call())).toEqual([409, 'CONFLICT'])
    await release()
    expect((await untilSettled(() => first.call())).status).toBe(201)
    expect((await untilSettled(() => second.call())).status).toBe(204)
  })

  scenario('a contact change finds that its credential is gone', async () => {
    const owner = await anOwner(stack)
    const request = signedOperations.CONTACT_CHANGE.request(owner)
    const opened = await open(owner.api, request)
    const path = `/auth/credentials/${owner.credential.id}`
    expect((await signed(owner.api, owner.passkeyDevice, 'DELETE', path)).status).toBe(204)
    const answer = await send(owner.api, request, opened, owner.passkeyDevice)
    expect(codeOf(answer)).toEqual([409, 'EMAIL_OTP_CREDENTIAL_SET_CHANGED'])
  })

  /** The code of a telephone number is the second credential. */
  async function aTextedOwner() {
    const owner = await anOwner(stack)
    const path = `/customers/${owner.customer.id}`
    const body = (phoneNumber: string): object => ({ customerType: 'INDIVIDUAL', phoneNumber })
    await owner.api.call('PATCH', path, body('+14155550123'))
    const sms = { type: 'SMS_OTP', accountId: owner.wallet.id }
    const added = await signed(owner.api, owner.device, 'POST', '/auth/credentials', sms)
    return { owner, path, body, credentialId: String(added.body.id) }
  }

  scenario('a change of the phone number finds that its credential is gone', async () => {
    const { owner, path, body, credentialId } = await aTextedOwner()
    const request = { method: 'PATCH', path, body: body('+14155550124') } as const
    const opened = await open(owner.api, request)
    const gone = `/auth/credentials/${credentialId}`
    expect((await signed(owner.api, owner.device, 'DELETE', gone)).status).toBe(204)
    const answer = await send(owner.api, request, opened, owner.device)
    expect(codeOf(answer)).toEqual([409, 'SMS_OTP_CREDENTIAL_SET_CHANGED'])
  })

  scenario('a phone number that the provider refuses changes nothing', async () => {
    const { owner, path, body } = await aTextedOwner()
    await rowsOf(sandboxOf(stack), 'delete from sandbox.api_keys where public_key = $1', [
      owner.device.publicKey,
    ])
    const refused = await signed(owner.api, owner.device, 'PATCH', path, body('+14155550124'))
    expect(codeOf(refused)).toEqual([424, 'SMS_OTP_CREDENTIAL_SYNC_FAILED'])
    expect((await owner.api.call('GET', path)).body.phoneNumber).toBe('+14155550123')
  })

  scenario(
    'an email that the provider refuses changes neither customer nor credential',
    async () => {
      const owner = await anOwner(stack)
      const one = await preparations.CONTACT_CHANGE(stack, owner)
      await rowsOf(sandboxOf(stack), 'delete from sandbox.api_keys where public_key = $1', [
        owner.device.publicKey,
      ])
      const refused = await untilSettled(() => one.call())
      expect(codeOf(refused)).toEqual([424, 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED'])
      expect(await one.isVisible()).toBe(false)
      const list = await owner.api.call('GET', `/auth/credentials?accountId=${owner.wallet.id}`)
      expect((list.body.data as { nickname: string }[])[0]?.nickname).toBe(owner.customer.email)
      expect(codeOf(await one.call())).toEqual([401, 'UNAUTHORIZED'])
    },
  )
})

describe('concurrent operations', () => {
  scenario('a login under way when its credential is revoked opens no session', async () => {
    for (const kind of ['OTP_LOGIN', 'PASSKEY_LOGIN'] as const) {
      const owner = await anOwner(stack)
      const login = await preparations[kind](stack, owner)
      const release = await stick(login.activity ?? '')
      expect((await login.call()).body.status).toBe('PROCESSING')
      const isOtp = kind === 'OTP_LOGIN'
      const { id } = isOtp ? owner.credential : owner.passkeyCredential
      const stamper = isOtp ? owner.passkeyDevice : owner.device
      const revoked = await signed(owner.api, stamper, 'DELETE', `/auth/credentials/${id}`)
      expect(revoked.status).toBe(204)
      await release()
      await waitUntil('the login has ended', async () => {
        const open = await rowsOf(
          stack,
          "select 1 from requests where account_id = $1 and status = 'CLAIMED'",
          [uuidOf(owner.wallet.id)],
        )
        return open.length === 0
      })
      expect(await sessionIdsOf(owner)).toEqual([isOtp ? owner.passkeySessionId : owner.sessionId])
      expect((await login.call()).status).toBe(404)
    }
  })

  scenario('one passkey for two wallets, one email for two customers: one gets it', async () => {
    const [one, other] = [await anOwner(stack), await anOwner(stack)]
    const passkey = aPasskey()
    const email = `wanted-${randomUUID()}@example.com`
    const races: [string, string, (owner: Owner) => object, (owner: Owner) => string][] = [
      [
        'CREATE_AUTHENTICATORS_V2',
        'POST',
        ({ wallet }) => passkeyBody(wallet.id, passkey),
        () => '/auth/credentials',
      ],
      [
        'UPDATE_USER_EMAIL',
        'PATCH',
        () => ({ customerType: 'INDIVIDUAL', email }),
        ({ customer }) => `/customers/${customer.id}`,
      ],
    ]
    for (const [activity, method, bodyOf, pathOf] of races) {
      const release = await stick(activity)
      const requests = [one, other].map((owner) => ({
        method,
        path: pathOf(owner),
        body: bodyOf(owner),
      }))
      const [mine, theirs] = requests
      if (mine === undefined || theirs === undefined) throw new Error('two requests')
      const opened = [await open(one.api, mine), await open(other.api, theirs)] as const
      expect((await send(one.api, mine, opened[0], one.device)).body.status).toBe('PROCESSING')
      const early = await send(other.api, theirs, opened[1], other.device)
      expect(codeOf(early)).toEqual([409, 'CONFLICT'])
      await release()
      const won = await untilSettled(() => send(one.api, mine, opened[0], one.device))
      expect(won.status).toBeLessThan(300)
      const late = await send(other.api, theirs, opened[1], other.device)
      expect(late.body.code).toMatch(/^(PASSKEY_CREDENTIAL|EMAIL_OTP_EMAIL)_ALREADY_EXISTS$/)
    }
  })

  const CROSSINGS = isLong ? 100 : 2

  it(`two revocations leave one credential, ${CROSSINGS} times`, {
    timeout: CROSSINGS * 20_000,
  }, async () => {
    for (let turn = 0; turn < CROSSINGS; turn += 1) {
      const owner = await anOwner(stack)
      const { credential, passkeyCredential } = owner
      const other = apiOf(stack, stack.platform, 1)
      const crossing = [
        { api: owner.api, of: credential, by: owner.passkeyDevice },
        { api: other, of: passkeyCredential, by: owner.device },
      ].map(async ({ api, of, by }) => {
        const request = { method: 'DELETE', path: `/auth/credentials/${of.id}` }
        const opened = await open(api, request)
        return () => untilSettled(() => send(api, request, opened, by))
      })
      // Both are open before either is sent: at one instant, through two processes.
      const answers = await Promise.all((await Promise.all(crossing)).map((go) => go()))
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      for (const { status, body } of answers) {
        if (status !== 204) expect([400, 401, 404, 409], JSON.stringify(body)).toContain(status)
      }
      const [left] = await credentialIdsOf(owner)
      expect(await credentialIdsOf(owner)).toHaveLength(1)
      expect(await sessionIdsOf(owner)).toEqual([
        left === credential.id ? owner.sessionId : owner.passkeySessionId,
      ])
    }
  })
})

describe('20 identical calls at one instant, over two API processes', () => {
  const kinds = sampleOf('identical calls', Object.keys(preparations) as PreparedKind[], 3)

  it.each(kinds)('%s: one effect; answers equal, PROCESSING, or 401 after it', async (kind) => {
    const owner = await anOwner(stack)
    const one = await preparations[kind](stack, owner)
    const acts = async (): Promise<number> =>
      (await control.acts())[`provider ${one.activity}`] ?? 0
    const before = await acts()
    const answers = await atOnce(stack, 20, (api) => one.call(api))
    const last = await untilSettled(() => one.call())
    const terminal = new Set<string>()
    for (const { status, body } of [...answers, last]) {
      if (status === 200 && body.status === 'PROCESSING') continue
      if (status === 401) expect(body.code).toBe('UNAUTHORIZED')
      else terminal.add(`${status} ${JSON.stringify(body)}`)
    }
    expect([...terminal]).toEqual([expect.stringMatching(new RegExp(`^${one.status} `))])
    expect(await one.isVisible()).toBe(true)
    expect((await acts()) - before).toBe(one.activity === undefined ? 0 : 1)
  })
})

describe('limits hold over two API processes', () => {
  it('issuances: 429 with Retry-After from both', async () => {
    const wallet = await aFundedWallet(stack, { minor: 0n })
    const apis = [apiOf(stack), apiOf(stack, stack.platform, 1)] as const
    expect((await challenge(apis[0], wallet)).status).toBe(200)
    await rowsOf(
      stack,
      "update credentials set otp_arrival_at = service_now() + interval '10 hours' where id = $1",
      [uuidOf(wallet.credential.id)],
    )
    for (const api of apis) {
      const refused = await challenge(api, wallet)
      expect(codeOf(refused)).toEqual([429, 'RATE_LIMITED'])
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
  })

  it('wrong codes, sent to both in turn: five burn the code', async () => {
    const wallet = await aFundedWallet(stack, { minor: 0n })
    const apis = [apiOf(stack), apiOf(stack, stack.platform, 1)] as const
    const challenged = await untilSettled(() => challenge(apis[0], wallet))
    const codes = ['111111', '222222', '333333', '444444', '555555', '000000']
    const sealed = await sealCodes(stack, challenged, codes)
    for (const [index, body] of sealed.entries()) {
      const api = apis[index % 2] ?? apis[0]
      const answer = await untilSettled(() => verify(api, wallet, body))
      expect(codeOf(answer), codes[index]).toEqual([401, 'UNAUTHORIZED'])
    }
  })

  it('a hundred consecutive wrong codes lock the login; an earlier correct one can be completed', async () => {
    const wallet = await aLoggedInWallet(stack, { minor: 0n })
    const { body, headers } = await anOpenLogin(stack, wallet)
    const challenged = await untilSettled(() => challenge(wallet.api, wallet))
    const [right] = await sealCodes(stack, challenged, ['000000'])
    if (right === undefined) throw new Error('no code was sealed')
    await rowsOf(stack, 'update credentials set consecutive_failures = 100 where id = $1', [
      uuidOf(wallet.credential.id),
    ])
    const locked = await verify(apiOf(stack, stack.platform, 1), wallet, right)
    expect(codeOf(locked)).toEqual([423, 'ACCOUNT_LOCKED'])
    // The code before was right: its login is not a guess any more.
    const login = await untilSettled(() => verify(wallet.api, wallet, body, headers))
    expect(login.status).toBe(200)
  })
})
