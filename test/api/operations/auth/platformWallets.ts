/** What a platform says of its wallets: where their passkeys live, and how their codes look. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { ApiClient } from '../../../../scripts/serviceDriver/apiClient.ts'
import {
  aChallenge,
  aPasskey,
  type Ceremony,
} from '../../../../scripts/serviceDriver/authenticator.ts'
import { createDevice, signed, untilSettled } from '../../../../scripts/serviceDriver/device.ts'
import { addPasskey, passkeyBody } from '../../../auth/actors.ts'
import { anOwner } from '../../../auth/signedOperations.ts'
import { challenge } from '../../../durability/logins.ts'
import {
  aFundedWallet,
  aLoggedInWallet,
  aPlatform,
  apiOf,
  listed,
} from '../../../support/builders.ts'
import { aChainedStatement } from '../../../support/certificates.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'

const PATH = '/auth/credentials'
const PASSKEYS_MAX = 10

type Credentials = Awaited<ReturnType<typeof aPlatform>>

/** Another platform with settings of its own. */
async function aPlatformWith(embeddedWalletConfig: object): Promise<Credentials> {
  const { stack } = service()
  const platform = await aPlatform(stack)
  const answer = await apiOf(stack, platform).call('PATCH', '/config', { embeddedWalletConfig })
  expect(answer.status).toBe(200)
  return platform
}

describeOperation('createAuthCredential', () => {
  test('passkeys belong to their platform’s relying party, there and nowhere else', async () => {
    const { stack } = service()
    const [mine, other] = ['mine', 'other'].map((name) => ({
      rpId: `${name}.localhost`,
      origin: `http://${name}.localhost`,
    })) as [Required<Pick<Ceremony, 'rpId' | 'origin'>>, { rpId: string; origin: string }]
    const owners = []
    for (const { rpId, origin } of [mine, other]) {
      const platform = await aPlatformWith({ passkey: { rpIds: [rpId], origins: [origin] } })
      owners.push(await aLoggedInWallet(stack, { platform, minor: 0n }))
    }
    const [here, there] = owners
    if (here === undefined || there === undefined) throw new Error('two owners')
    for (const home of [mine, {}]) {
      const body = passkeyBody(there.wallet.id, aPasskey(home))
      const refused = await there.api.call('POST', PATH, body)
      expect(fieldsOf(refused)).toEqual({ attestation: 'format' })
    }
    const half = passkeyBody(there.wallet.id, aPasskey({ rpId: mine.rpId, origin: other.origin }))
    expect(fieldsOf(await there.api.call('POST', PATH, half))).toEqual({ attestation: 'format' })

    const { passkey, credential } = await addPasskey(here, aPasskey(mine))
    const path = `${PATH}/${credential.id}`
    const { publicKey: clientPublicKey } = createDevice()
    const started = await here.api.call('POST', `${path}/challenge`, { clientPublicKey })
    const headers = { 'Request-Id': String(started.body.requestId) }
    const verify = (api: ApiClient, ceremony: Ceremony = {}) => {
      const assertion = passkey.assert(String(started.body.challenge), ceremony)
      return api.call('POST', `${path}/verify`, { type: 'PASSKEY', assertion }, headers)
    }
    for (const [ceremony, reason] of [
      [{ origin: other.origin }, 'origin is not allowed'],
      [{ rpId: other.rpId }, 'relying party does not match'],
      [{ rpId: 'localhost', origin: 'http://localhost' }, 'origin is not allowed'],
    ] as const) {
      const refused = await verify(here.api, ceremony)
      expectRefusal(refused, 401, 'UNAUTHORIZED')
      expect(refused.body.reason).toBe(`Passkey: ${reason}`)
    }
    expectRefusal(await verify(there.api), 404, 'AUTH_METHOD_NOT_FOUND')
    expect((await untilSettled(() => verify(here.api))).status).toBe(200)
  })

  sampled(
    'a passkey whose certificates name a list that never answers is added at once',
    async () => {
      let connections = 0
      const silent = createServer(() => {
        connections += 1
      })
      await once(silent.listen(0, '127.0.0.1'), 'listening')
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/revoked.crl`
      const owner = await aLoggedInWallet(service().stack, { minor: 0n })
      for (const format of ['android-key', 'packed'] as const) {
        const registrationChallenge = aChallenge()
        const attestation = aPasskey().attest(registrationChallenge, {
          statement: (registration) => aChainedStatement(format, url, registration),
        })
        const body = {
          ...{ type: 'PASSKEY', accountId: owner.wallet.id, nickname: format },
          ...{ challenge: registrationChallenge, attestation },
        }
        const added = await signed(owner.api, owner.device, 'POST', PATH, body)
        expect([format, added.status, connections]).toEqual([format, 201, 0])
      }
      silent.close()
    },
  )

  sampled('a wallet has ten passkeys: an eleventh is a 400 that says so', async () => {
    const owner = await anOwner(service().stack)
    for (let count = 1; count < PASSKEYS_MAX; count += 1) await addPasskey(owner)
    const body = passkeyBody(owner.wallet.id, aPasskey())
    const refused = await owner.api.call('POST', PATH, body)
    expectRefusal(refused, 400, 'INVALID_INPUT')
    expect(JSON.stringify(refused.body.details)).toMatch(/has 10 credentials of this type/)
    const list = await call('GET', `${PATH}?accountId=${owner.wallet.id}`)
    expect(list.body.data).toHaveLength(PASSKEYS_MAX + 1)
    // One that goes makes room.
    const path = `${PATH}/${owner.passkeyCredential.id}`
    expect((await signed(owner.api, owner.device, 'DELETE', path)).status).toBe(204)
    await addPasskey(owner)
  })
})

describeOperation('challengeAuthCredential', () => {
  test('a passkey’s challenge lapses after its time', async () => {
    const owner = await anOwner(service().stack)
    const path = `${PATH}/${owner.passkeyCredential.id}`
    const { publicKey: clientPublicKey } = createDevice()
    const { body: started } = await call('POST', `${path}/challenge`, { clientPublicKey })
    const lifeMs = Date.parse(String(started.expiresAt)) - Date.now()
    expect(Math.abs(lifeMs - 300_000)).toBeLessThan(10_000)
    await service().database.query({
      text: 'update requests set expires_at = service_now() where id = $1',
      values: [String(started.requestId).split(':')[1]],
    })
    const assertion = owner.passkey.assert(String(started.challenge))
    const headers = { 'Request-Id': String(started.requestId) }
    const late = await call('POST', `${path}/verify`, { type: 'PASSKEY', assertion }, headers)
    expectRefusal(late, 401, 'UNAUTHORIZED')
  })

  test.each([
    [{ otpLength: 8, alphanumeric: false, expirationSeconds: 120 }, 8, 120],
    [{ otpLength: 9, alphanumeric: true, expirationSeconds: 600 }, 9, 600],
  ])('codes are as the platform wants them: %j', async (settings, length, seconds) => {
    const { stack, database } = service()
    const platform = await aPlatform(stack)
    await database.query({
      text: `update platforms set embedded_wallet_config = $2
        where id = (select platform_id from tokens where client_id = $1)`,
      values: [platform.clientId, settings],
    })
    const config = (await apiOf(stack, platform).call('GET', '/config')).body
    expect(config.embeddedWalletConfig).toMatchObject({
      otpLength: length,
      expirationSeconds: seconds,
    })
    const wallet = await aFundedWallet(stack, { platform, minor: 0n })
    expect((await untilSettled(() => challenge(wallet.api, wallet))).status).toBe(200)
    const [mail] = await aSandboxControl(stack).mails(String(wallet.customer.email))
    expect((mail as { code: string }).code).toHaveLength(length)
    const [issuance] = await database.query<{ seconds: number }>({
      text: `select extract(epoch from expires_at - updated_at)::integer as seconds
        from otp_issuances where credential_id = $1`,
      values: [wallet.credential.id.split(':')[1]],
    })
    expect(issuance?.seconds).toBe(seconds)
  })

  test('mails with codes come from the sender that the platform has named', async () => {
    const { stack } = service()
    const sender = {
      ...{ sendFromEmailAddress: 'codes@acme.example', sendFromEmailSenderName: 'Acme Codes' },
      ...{ replyToEmailAddress: 'help@acme.example', logoUrl: 'https://acme.example/logo.png' },
    }
    const platform = await aPlatformWith({ appName: 'Acme', ...sender })
    const { api, credential, customer } = await aFundedWallet(stack, { platform, minor: 0n })
    await untilSettled(() => challenge(api, { credential }))
    const mailOf = async (): Promise<object | undefined> =>
      listed(await api.call('GET', '/sandbox/messages')).find(({ to }) => to === customer.email)
    const mail = {
      ...{ channel: 'EMAIL', from: 'Acme Codes', fromAddress: 'codes@acme.example' },
      ...{ replyTo: 'help@acme.example', logoUrl: 'https://acme.example/logo.png' },
    }
    expect(await mailOf()).toMatchObject(mail)
    expect((await aSandboxControl(stack).mails(String(customer.email)))[0]).toMatchObject(mail)
    // Without names the provider sends as itself.
    const plain = await aFundedWallet(stack, { platform: await aPlatform(stack), minor: 0n })
    await untilSettled(() => challenge(plain.api, plain))
    const shown = listed(await plain.api.call('GET', '/sandbox/messages'))
    expect(shown).toMatchObject([{ channel: 'EMAIL', to: plain.customer.email }])
    for (const name of ['fromAddress', 'replyTo', 'logoUrl']) {
      expect(shown[0]).not.toHaveProperty(name)
    }
  })
})
