/** Identities on a production side: the issuer's signature, against keys fetched over HTTP. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { createDevice, signed, untilSettled } from '../../../../scripts/serviceDriver/device.ts'
import { nonceOf } from '../../../auth/actors.ts'
import { aLoggedInWallet, type LoggedInWallet } from '../../../support/builders.ts'
import { anIssuerKey, type IssuerKey } from '../../../support/issuer.ts'
import { describeOperation, expectRefusal, sampled, service } from '../../service.ts'

const PATH = '/auth/credentials'
/** Of the stack: an unknown key is looked for this long after the last fetch, not sooner. */
const COOLDOWN_MS = 1_000

/** An identity at an issuer; its owner has a wallet of the production side. */
type Identity = { readonly owner: LoggedInWallet; readonly sub: string; readonly iss: string }

async function anIdentity(iss = 'https://accounts.google.com'): Promise<Identity> {
  const { stack, production } = service()
  const owner = await aLoggedInWallet(stack, {
    platform: production,
    environment: 'PRODUCTION',
  })
  return { owner, sub: randomUUID(), iss }
}

function tokenOf(key: IssuerKey, { sub, iss }: Identity, claims: object = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return key.sign({ iss, aud: 'app', sub, iat: now, exp: now + 300, jti: randomUUID(), ...claims })
}

const add = (owner: LoggedInWallet, oidcToken: string): Promise<Answer> =>
  owner.api.call('POST', PATH, { type: 'OAUTH', accountId: owner.wallet.id, oidcToken })

async function logsIn(key: IssuerKey, identity: Identity, credentialId: string): Promise<Answer> {
  const { publicKey: clientPublicKey } = createDevice()
  const oidcToken = await tokenOf(key, identity, { nonce: nonceOf(clientPublicKey) })
  const body = { type: 'OAUTH', clientPublicKey, oidcToken }
  const { api } = identity.owner
  return untilSettled(() => api.call('POST', `${PATH}/${credentialId}/verify`, body))
}

describeOperation('verifyAuthCredential', () => {
  let [first, second]: IssuerKey[] = []
  beforeAll(async () => {
    ;[first, second] = [await anIssuerKey('first'), await anIssuerKey('second')]
  })

  test('a signed token adds and logs in; keys are kept, a rotation is followed', async () => {
    if (first === undefined || second === undefined) throw new Error('two keys')
    const { google } = service()
    const identity = await anIdentity()
    const { owner } = identity
    google.publish(first)
    const before = google.fetches
    const body = {
      ...{ type: 'OAUTH', accountId: owner.wallet.id },
      oidcToken: await tokenOf(first, identity),
    }
    const added = await signed(owner.api, owner.device, 'POST', PATH, body)
    expect(added.status).toBe(201)
    const credentialId = String(added.body.id)
    expect((await logsIn(first, identity, credentialId)).status).toBe(200)
    expect(google.fetches - before).toBe(1)

    // Signed by nobody, and by somebody who calls the key by the right name.
    const thief = await anIssuerKey('first')
    const unsigned = `${(await tokenOf(first, identity)).split('.').slice(0, 2).join('.')}.c2ln`
    for (const token of [unsigned, await tokenOf(thief, identity, { sub: randomUUID() })]) {
      expectRefusal(await add(owner, token), 401, 'UNAUTHORIZED')
    }
    expectRefusal(await logsIn(thief, identity, credentialId), 401, 'UNAUTHORIZED')
    expect(google.fetches - before).toBe(1)

    // With the issuer away, the keys that are known still hold.
    google.stopAnswering()
    expect((await logsIn(first, identity, credentialId)).status).toBe(200)
    google.publish(second)
    await sleep(COOLDOWN_MS)
    expect((await logsIn(second, identity, credentialId)).status).toBe(200)
    expect(google.fetches - before).toBe(2)
    for (let turn = 0; turn < 5; turn += 1) {
      expectRefusal(await logsIn(first, identity, credentialId), 401, 'UNAUTHORIZED')
    }
    // Unknown again: five tokens may have cost one look.
    expect(google.fetches - before).toBeLessThanOrEqual(3)
  })

  sampled('an issuer that does not answer makes no login, and no refusal for good', async () => {
    if (first === undefined) throw new Error('a key')
    const { apple } = service()
    const identity = await anIdentity('https://appleid.apple.com')
    const { owner } = identity
    const oidcToken = await tokenOf(first, identity)
    apple.stopAnswering()
    const refused = await add(owner, oidcToken)
    expectRefusal(refused, 503, 'SERVICE_UNAVAILABLE')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    apple.publish(first)
    // The very same token, as soon as the issuer is back.
    const body = { type: 'OAUTH', accountId: owner.wallet.id, oidcToken }
    expect((await signed(owner.api, owner.device, 'POST', PATH, body)).status).toBe(201)
  })
})
