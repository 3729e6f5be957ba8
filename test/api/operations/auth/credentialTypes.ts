/** Credentials of every type: how they are added, challenged and proven, and what is refused. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import {
  aChallenge,
  aPasskey,
  type Ceremony,
} from '../../../../scripts/serviceDriver/authenticator.ts'
import { createDevice, signed } from '../../../../scripts/serviceDriver/device.ts'
import { addPasskey, anIdToken, nonceOf, passkeyBody } from '../../../auth/actors.ts'
import { anOwner, type Owner } from '../../../auth/signedOperations.ts'
import { aLoggedInWallet, type LoggedInWallet } from '../../../support/builders.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

const PATH = '/auth/credentials'
const add = (body: object): Promise<Answer> => call('POST', PATH, body)
const nowSeconds = (): number => Math.floor(Date.now() / 1000)

describeOperation('createAuthCredential', () => {
  test('each type is listed as it was answered, with nothing secret', async () => {
    const owner = await aLoggedInWallet(service().stack, { minor: 0n })
    await call('PATCH', `/customers/${owner.customer.id}`, {
      customerType: 'INDIVIDUAL',
      phoneNumber: '+14155550199',
    })
    const accountId = owner.wallet.id
    const bodies = [
      passkeyBody(accountId, aPasskey(), '  my key (1)  '),
      { type: 'OAUTH', accountId, oidcToken: anIdToken({ email: 'ada@other.example' }) },
      { type: 'SMS_OTP', accountId },
    ]
    const added = []
    for (const body of bodies) {
      const { status, body: shown } = await signed(owner.api, owner.device, 'POST', PATH, body)
      expect([status, shown]).toEqual([201, expect.objectContaining({ accountId })])
      added.push(shown)
    }
    const nicknames = added.map(({ nickname }) => nickname)
    expect(nicknames).toEqual(['my key (1)', 'ada@other.example', '+14155550199'])
    const list = await call('GET', `${PATH}?accountId=${accountId}`)
    const listed = added.map(({ otpEncryptionTargetBundle: _, ...shown }) => shown)
    expect((list.body.data as unknown[]).slice(1)).toEqual(listed)
    expect(JSON.stringify(list.body)).not.toMatch(/public_?key|oidcToken|counter/i)
  })

  sampled('a removed email code can be added again, once', async () => {
    const owner = await anOwner(service().stack)
    const body = { type: 'EMAIL_OTP', accountId: owner.wallet.id }
    expectRefusal(await add(body), 400, 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS')
    const path = `${PATH}/${owner.credential.id}`
    expect((await signed(owner.api, owner.passkeyDevice, 'DELETE', path)).status).toBe(204)
    const again = await signed(owner.api, owner.passkeyDevice, 'POST', PATH, body)
    expect([again.status, again.body.nickname]).toEqual([201, owner.customer.email])
    expect(again.body.id).not.toBe(owner.credential.id)
  })

  sampled('a phone code needs a phone number', async () => {
    const { wallet } = await aLoggedInWallet(service().stack, { minor: 0n })
    await leavesNothing(async () => {
      const answer = await add({ type: 'SMS_OTP', accountId: wallet.id })
      expectRefusal(answer, 400, 'MISSING_MANDATORY_USER_INFO')
    })
  })

  sampled('the same identity, or the same registration challenge, is a conflict', async () => {
    const owner = await aLoggedInWallet(service().stack, { minor: 0n })
    const identity = { type: 'OAUTH', accountId: owner.wallet.id, oidcToken: anIdToken() }
    expect((await signed(owner.api, owner.device, 'POST', PATH, identity)).status).toBe(201)
    const used = aChallenge()
    const keyOf = (): object => {
      const attestation = aPasskey().attest(used)
      const accountId = owner.wallet.id
      return { type: 'PASSKEY', accountId, challenge: used, nickname: 'key', attestation }
    }
    expect((await signed(owner.api, owner.device, 'POST', PATH, keyOf())).status).toBe(201)
    await leavesNothing(async () => {
      const twin = { ...identity, oidcToken: anIdToken() }
      expectRefusal(await add(twin), 409, 'CONFLICT')
      expectRefusal(await add(keyOf()), 409, 'CONFLICT')
    })
    // Another subject of the same issuer is somebody else's account there.
    const second = { ...identity, oidcToken: anIdToken({ sub: 'subject-2' }) }
    expect((await signed(owner.api, owner.device, 'POST', PATH, second)).status).toBe(201)
  })

  sampled('an eleventh passkey is refused in our words', async () => {
    const owner = await aLoggedInWallet(service().stack, { minor: 0n })
    await service().database.query({
      text: `insert into credentials (id, platform_id, account_id, type, nickname)
        select gen_random_uuid(), a.platform_id, a.id, 'PASSKEY', 'key ' || n
        from internal_accounts a, generate_series(1, 10) n where 'InternalAccount:' || a.id = $1`,
      values: [owner.wallet.id],
    })
    const answer = await add(passkeyBody(owner.wallet.id, aPasskey()))
    expect(fieldsOf(answer)).toEqual({ type: 'maxItems' })
  })

  sampled('a passkey of one wallet is no other wallet’s', async () => {
    const { stack } = service()
    const [one, other] = [await aLoggedInWallet(stack), await aLoggedInWallet(stack)]
    const { passkey } = await addPasskey(one)
    const answer = await add(passkeyBody(other.wallet.id, passkey))
    expectRefusal(answer, 400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS')
  })

  test('an attestation that does not hold is a 400, and nothing is opened', async () => {
    const { wallet } = service().mine
    const challenge = aChallenge()
    const wrong: Ceremony[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost.evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.get' },
      { userVerified: false },
      { userPresent: false },
    ]
    const body = (attestation: object): object => ({
      ...{ type: 'PASSKEY', accountId: wallet.id, challenge, nickname: 'key' },
      attestation,
    })
    await leavesNothing(async () => {
      for (const ceremony of wrong) {
        const answer = await add(body(aPasskey().attest(challenge, ceremony)))
        expect(fieldsOf(answer), JSON.stringify(ceremony)).toEqual({ attestation: 'format' })
      }
      const other = await add(body(aPasskey().attest(aChallenge())))
      expect(fieldsOf(other)).toEqual({ attestation: 'format' })
      const renamed = { ...aPasskey().attest(challenge), credentialId: aPasskey().credentialId }
      expect(fieldsOf(await add(body(renamed)))).toEqual({ attestation: 'format' })
    })
  })

  test('an identity token that cannot be read, or proves nothing, opens nothing', async () => {
    const { wallet } = service().mine
    const addToken = (oidcToken: string): Promise<Answer> =>
      add({ type: 'OAUTH', accountId: wallet.id, oidcToken })
    await leavesNothing(async () => {
      for (const token of ['x', 'a.b', 'a.b.c', '..', `${anIdToken()}.x`]) {
        expect(fieldsOf(await addToken(token))).toEqual({ oidcToken: 'format' })
      }
      const foreign = anIdToken({ iss: 'https://issuer.example' })
      expect(fieldsOf(await addToken(foreign))).toEqual({ oidcToken: 'format' })
      const useless = [
        { iat: nowSeconds() - 61 },
        { iat: nowSeconds() + 30 },
        { exp: nowSeconds() - 1 },
        { iat: 'now' },
        { sub: '' },
        { aud: [] },
        { aud: ['a', 'b'] },
      ]
      for (const claims of useless) {
        const answer = await addToken(anIdToken(claims))
        expect([400, 401], JSON.stringify(claims)).toContain(answer.status)
      }
    })
  })

  test('every field that is wrong is named', async () => {
    const accountId = service().mine.wallet.id
    expect(fieldsOf(await add({}))).toHaveProperty('type')
    expect(fieldsOf(await add({ type: 'PASSWORD', accountId }))).toHaveProperty('type')
    expect(fieldsOf(await add({ type: 'EMAIL_OTP' }))).toEqual({ accountId: 'required' })
    expect(fieldsOf(await add({ type: 'OAUTH', accountId }))).toEqual({ oidcToken: 'required' })
    expect(fieldsOf(await add({ type: 'PASSKEY', accountId }))).toEqual({
      challenge: 'required',
      attestation: 'required',
      nickname: 'required',
    })
    for (const nickname of ['', '   ', 'a\nb', 'x'.repeat(101)]) {
      const body = { ...passkeyBody(accountId, aPasskey()), nickname }
      expect(fieldsOf(await add(body))).toHaveProperty('nickname')
    }
  })

  test('an unknown account is a 404; one that is no wallet is refused with its field', async () => {
    const { mine, theirs } = service()
    const ids = [theirs.wallet.id, `InternalAccount:${randomUUID()}`, 'x', mine.customer.id]
    await leavesNothing(async () => {
      for (const id of ids) {
        expectRefusal(await add({ type: 'EMAIL_OTP', accountId: id }), 404, 'ACCOUNT_NOT_FOUND')
      }
      const list = await call(
        'GET',
        `/internal-accounts?customerId=${mine.customer.id}&currency=USD`,
      )
      const [dollars] = list.body.data as [{ id: string }]
      const refused = await add({ type: 'EMAIL_OTP', accountId: dollars.id })
      expect(fieldsOf(refused)).toEqual({ accountId: 'type' })
    })
  })
})

describeOperation('challengeAuthCredential', () => {
  test('of a passkey: 64 hex digits, an id, and what a client needs to ask its authenticator', async () => {
    const owner = await anOwner(service().stack)
    const path = `${PATH}/${owner.passkeyCredential.id}/challenge`
    const { publicKey: clientPublicKey } = createDevice()
    const { status, body } = await call('POST', path, { clientPublicKey })
    expect([status, body]).toEqual([
      200,
      {
        ...owner.passkeyCredential,
        challenge: expect.stringMatching(/^[0-9a-f]{64}$/),
        requestId: expect.stringMatching(/^Request:/),
        expiresAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ])
    const again = await call('POST', path, { clientPublicKey })
    expect(again.body.challenge).not.toBe(body.challenge)
    expect(fieldsOf(await call('POST', path))).toEqual({ clientPublicKey: 'required' })
    const off = { clientPublicKey: `04${'ff'.repeat(64)}` }
    expect(fieldsOf(await call('POST', path, off))).toEqual({ clientPublicKey: 'format' })
    expect(fieldsOf(await call('POST', path, { clientPublicKey: 'x' }))).toEqual({
      clientPublicKey: 'pattern',
    })
  })

  sampled('of an identity there is none', async () => {
    const owner = await aLoggedInWallet(service().stack, { minor: 0n })
    const id = await anIdentity(owner, {})
    expectRefusal(await call('POST', `${PATH}/${id}/challenge`), 400, 'INVALID_INPUT')
  })
})

async function anIdentity(owner: LoggedInWallet, claims: object): Promise<string> {
  const body = { type: 'OAUTH', accountId: owner.wallet.id, oidcToken: anIdToken({ ...claims }) }
  const added = await signed(owner.api, owner.device, 'POST', PATH, body)
  expect(added.status).toBe(201)
  return String(added.body.id)
}

async function begin(
  owner: Owner,
): Promise<{ challenge: string; headers: { 'Request-Id': string } }> {
  const { publicKeyUncompressed: clientPublicKey } = createDevice()
  const path = `${PATH}/${owner.passkeyCredential.id}/challenge`
  const { body } = await call('POST', path, { clientPublicKey })
  return { challenge: String(body.challenge), headers: { 'Request-Id': String(body.requestId) } }
}

describeOperation('verifyAuthCredential', () => {
  test('an assertion that does not hold is a 401 that uses nothing up', async () => {
    const owner = await anOwner(service().stack)
    const path = `${PATH}/${owner.passkeyCredential.id}/verify`
    const { challenge, headers } = await begin(owner)
    const verify = (assertion: object): Promise<Answer> =>
      call('POST', path, { type: 'PASSKEY', assertion }, headers)
    const wrong: [Ceremony, string][] = [
      [{ origin: 'https://evil.example' }, 'origin is not allowed'],
      [{ rpId: 'evil.example' }, 'relying party does not match'],
      [{ userVerified: false }, 'user is not verified'],
      [{ userPresent: false }, 'user is not present'],
      [{ type: 'webauthn.create' }, 'client data is of another ceremony'],
      [{ counter: 1 }, 'counter did not increase'],
      [{ counter: 0 }, 'counter did not increase'],
    ]
    await leavesNothing(async () => {
      for (const [ceremony, reason] of wrong) {
        const answer = await verify(owner.passkey.assert(challenge, ceremony))
        expectRefusal(answer, 401, 'UNAUTHORIZED')
        expect(answer.body.reason).toBe(`Passkey: ${reason}`)
      }
      // Decoded from hex first, as a client may think it is meant.
      const decoded = Buffer.from(challenge, 'hex').toString('latin1')
      expectRefusal(await verify(owner.passkey.assert(decoded)), 401, 'UNAUTHORIZED')
      const stranger = aPasskey()
      expectRefusal(await verify(stranger.assert(challenge)), 401, 'UNAUTHORIZED')
      const named = { ...stranger.assert(challenge), credentialId: owner.passkey.credentialId }
      expectRefusal(await verify(named), 401, 'UNAUTHORIZED')
    })
    const right = await verify({
      ...owner.passkey.assert(challenge, { counter: 9 }),
      userHandle: null,
    })
    expect(right.status).toBe(200)
    expect(right.body.encryptedSessionSigningKey).toMatch(/^[1-9A-HJ-NP-Za-km-z]{115,116}$/)
  })

  sampled('two logins started at once: the one whose counter comes late is refused', async () => {
    const owner = await anOwner(service().stack)
    const path = `${PATH}/${owner.passkeyCredential.id}/verify`
    const [early, late] = [await begin(owner), await begin(owner)]
    const verify = ({ challenge, headers }: typeof early, counter: number): Promise<Answer> => {
      const assertion = owner.passkey.assert(challenge, { counter })
      return call('POST', path, { type: 'PASSKEY', assertion }, headers)
    }
    expect((await verify(late, 8)).status).toBe(200)
    expectRefusal(await verify(early, 7), 401, 'UNAUTHORIZED')
    expect((await verify(early, 9)).status).toBe(200)
  })

  sampled('a challenge of another credential is none', async () => {
    const owner = await anOwner(service().stack)
    const { passkey, credential } = await addPasskey(owner)
    const { challenge, headers } = await begin(owner)
    const body = { type: 'PASSKEY', assertion: passkey.assert(challenge) }
    const answer = await call('POST', `${PATH}/${credential.id}/verify`, body, headers)
    expectRefusal(answer, 401, 'UNAUTHORIZED')
  })

  sampled('an identity: type, key and every claim are held against the credential', async () => {
    const owner = await aLoggedInWallet(service().stack, { minor: 0n })
    const id = await anIdentity(owner, { aud: ['client-1'], sub: 'me' })
    const { publicKey: clientPublicKey } = createDevice()
    const nonce = nonceOf(clientPublicKey)
    const verify = (claims: object, more: object = {}): Promise<Answer> => {
      const oidcToken = anIdToken({ aud: 'client-1', sub: 'me', nonce, ...claims })
      const body = { type: 'OAUTH', clientPublicKey, oidcToken, ...more }
      return call('POST', `${PATH}/${id}/verify`, body)
    }
    await leavesNothing(async () => {
      const refused = [
        { sub: 'you' },
        { aud: 'client-2' },
        { nonce: undefined },
        { nonce: nonce.toUpperCase() },
        { iat: nowSeconds() - 70 },
        { exp: nowSeconds() - 5 },
      ]
      for (const claims of refused) {
        expectRefusal(await verify(claims), 401, 'UNAUTHORIZED')
      }
      const other = { clientPublicKey: createDevice().publicKey }
      expectRefusal(await verify({}, other), 401, 'UNAUTHORIZED')
      expect(fieldsOf(await verify({}, { clientPublicKey: undefined }))).toEqual({
        clientPublicKey: 'required',
      })
      expect(fieldsOf(await verify({}, { clientPublicKey: `02${'ff'.repeat(32)}` }))).toEqual({
        clientPublicKey: 'format',
      })
    })
    expect((await verify({})).status).toBe(200)
  })
})
