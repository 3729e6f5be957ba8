/** What a passkey may and may not say, by a software authenticator that can get anything wrong. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Assertion,
  type Attestation,
  checkAssertion,
  checkRegistration,
  PasskeyError,
  type PasskeyReason,
  type RegisteredPasskey,
} from '../../domain/wallet/passkey/index.ts'
import { passkeyChallengeOf, webauthnStamp } from '../../providers/walletProvider/index.ts'
import {
  aChallenge,
  aPasskey,
  type Ceremony,
  type Passkey,
} from '../../scripts/serviceDriver/authenticator.ts'
import { aChainedStatement, chainedFormats } from '../support/certificates.ts'
import vectors from '../vectors/walletCrypto.json' with { type: 'json' }

const rpIds = ['pay.example.com', 'localhost']
const origins = ['https://pay.example.com', 'http://localhost', 'http://localhost:5173']
const BODY = vectors.stamp.payload

function register(
  attestation: Attestation,
  challenge: string,
  requireUserVerification = true,
): Promise<RegisteredPasskey> {
  return checkRegistration({ challenge, attestation, rpIds, origins, requireUserVerification })
}

async function registered(passkey: Passkey): Promise<RegisteredPasskey> {
  const challenge = aChallenge()
  return register(passkey.attest(challenge), challenge)
}

function check(
  assertion: Assertion,
  credential: RegisteredPasskey & { readonly userHandle?: string | undefined },
  challenge: string,
  requireUserVerification = true,
): Promise<{ newCounter: number }> {
  return checkAssertion({ challenge, assertion, credential, origins, requireUserVerification })
}

async function failsBy(checking: Promise<unknown>, reason: PasskeyReason): Promise<void> {
  const error = await checking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(PasskeyError)
  expect(error).toMatchObject({ reason })
}

function flipped(base64url: string, at = -1): string {
  const bytes = Buffer.from(base64url, 'base64url')
  const index = at < 0 ? bytes.length + at : at
  bytes[index] = (bytes[index] ?? 0) ^ 1
  return bytes.toString('base64url')
}

test('a user handle that is given is the one of the passkey, where that is known', async () => {
  const passkey = aPasskey()
  const credential = await registered(passkey)
  const checked = (known?: string, given?: string): Promise<unknown> => {
    const assertion = { ...passkey.assert(BODY), userHandle: given }
    return check(assertion, { ...credential, userHandle: known }, BODY)
  }
  await checked('AAEC', 'AAEC=')
  await checked('AAEC')
  await checked(undefined, 'AAEC')
  await failsBy(checked('AAEC', 'AAED'), 'user handle does not match')
  await failsBy(checked('AAEC', ''), 'user handle does not match')
})

test('the challenge of a body, and how a client encodes it', () => {
  const { challenge, clientDataJsonChallenge } = vectors.passkeyChallenge
  const { clientDataJson } = aPasskey().assert(challenge)
  expect(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())).toMatchObject({
    challenge: clientDataJsonChallenge,
  })
  expect(clientDataJsonChallenge).toHaveLength(86)
  expect(passkeyChallengeOf('')).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
})

describe('registration', () => {
  test.each(['ES256', 'RS256'] as const)('of an %s passkey', async (algorithm) => {
    const passkey = aPasskey({ algorithm })
    const challenge = aChallenge()
    const attestation = passkey.attest(challenge)
    const kept = {
      credentialId: passkey.credentialId,
      publicKey: passkey.publicKey,
      counter: 1,
      transports: ['internal', 'hybrid'],
      rpId: 'localhost',
    }
    expect(await register(attestation, challenge)).toEqual(kept)
    const padded = { ...attestation, credentialId: `${attestation.credentialId}==` }
    expect(await register(padded, `${challenge}=`)).toEqual(kept)
  })

  test('binds to the relying party that was meant', async () => {
    const passkey = aPasskey({ rpId: 'pay.example.com', origin: 'https://pay.example.com' })
    expect((await registered(passkey)).rpId).toBe('pay.example.com')
  })

  test.each<[string, Ceremony, PasskeyReason]>([
    ['another relying party', { rpId: 'evil.example' }, 'relying party does not match'],
    ['another origin', { origin: 'http://localhost:9' }, 'origin is not allowed'],
    ['an assertion', { type: 'webauthn.get' }, 'client data is of another ceremony'],
    ['nobody there', { userPresent: false }, 'user is not present'],
    ['nobody known', { userVerified: false }, 'user is not verified'],
  ])('%s', async (_, ceremony, reason) => {
    const challenge = aChallenge()
    await failsBy(register(aPasskey().attest(challenge, ceremony), challenge), reason)
  })

  test('without verification where that is not required', async () => {
    const challenge = aChallenge()
    const attestation = aPasskey().attest(challenge, { userVerified: false })
    await expect(register(attestation, challenge, false)).resolves.toMatchObject({ counter: 1 })
  })

  test.each(['acme-tee', 'compound', 'tpm-9'])(
    'a statement of the format %s proves no maker, and none has to be',
    async (fmt) => {
      const challenge = aChallenge()
      const statement = () => ({ fmt, attStmt: new Map([['x5c', new Uint8Array(9)]]) })
      const attestation = aPasskey().attest(challenge, { statement })
      await expect(register(attestation, challenge)).resolves.toMatchObject({ counter: 1 })
    },
  )

  test('ids of more than 1,023 bytes and RSA keys under 2,048 bits are refused', async () => {
    const challenge = aChallenge()
    const longest = aPasskey({ credentialIdBytes: 1_023 })
    expect((await register(longest.attest(challenge), challenge)).credentialId).toHaveLength(1_364)
    const longer = aPasskey({ credentialIdBytes: 1_024 })
    await failsBy(register(longer.attest(challenge), challenge), 'credential id is too long')
    const short = aPasskey({ algorithm: 'RS256', rsaBits: 1_024 })
    await failsBy(register(short.attest(challenge), challenge), 'key is too short')
  })

  test('in a frame of a page that may be around it', async () => {
    const [challenge, topOrigin] = [aChallenge(), 'https://shop.example']
    const passkey = aPasskey()
    const attestation = passkey.attest(challenge, { topOrigin })
    const made = (topOrigins?: readonly string[]): Promise<RegisteredPasskey> =>
      checkRegistration({
        ...{ challenge, attestation, rpIds, origins, topOrigins },
        requireUserVerification: true,
      })
    const credential = await made()
    await made([topOrigin])
    await failsBy(made(['https://other.example']), 'page around it is not allowed')
    const used = (topOrigins?: readonly string[]): Promise<{ newCounter: number }> =>
      checkAssertion({
        ...{ challenge: BODY, assertion: passkey.assert(BODY, { topOrigin }), credential, origins },
        ...{ topOrigins, requireUserVerification: true },
      })
    await used()
    await used([topOrigin])
    await failsBy(used([]), 'page around it is not allowed')
  })

  test('another challenge, another id, an unknown algorithm, broken parts', async () => {
    const challenge = aChallenge()
    const attestation = aPasskey().attest(challenge)
    await failsBy(register(attestation, aChallenge()), 'challenge does not match')
    const other = { ...attestation, credentialId: aPasskey().credentialId }
    await failsBy(register(other, challenge), 'credential id does not match')
    await failsBy(
      register({ ...attestation, attestationObject: 'AAAA' }, challenge),
      'cannot be read',
    )
    await failsBy(register({ ...attestation, clientDataJson: 'e30+' }, challenge), 'cannot be read')
    await failsBy(register({ ...attestation, credentialId: '' }, challenge), 'cannot be read')
    const es384 = withCoseAlgorithm(attestation, -35)
    await failsBy(register(es384, challenge), 'key algorithm is not supported')
  })
})

describe('an attestation with certificates', () => {
  let silent: Server
  let connections = 0
  let url: string

  // Takes every connection and never says a word.
  beforeAll(async () => {
    silent = createServer(() => {
      connections += 1
    })
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/revoked.crl`
  })
  afterAll(() => silent.close())

  test.each(chainedFormats)('%s: nobody is asked what they name', async (format) => {
    const challenge = aChallenge()
    const passkey = aPasskey()
    const statement: Ceremony['statement'] = (registration) =>
      aChainedStatement(format, url, registration)
    const kept = await register(passkey.attest(challenge, { statement }), challenge)
    expect(kept).toMatchObject({ credentialId: passkey.credentialId, publicKey: passkey.publicKey })
    expect(connections).toBe(0)
  })

  test('a statement that does not hold is refused, where one is checked', async () => {
    const challenge = aChallenge()
    const statement: Ceremony['statement'] = (registration) =>
      aChainedStatement('packed', url, { ...registration, clientDataHash: Buffer.alloc(32) })
    await failsBy(
      register(aPasskey().attest(challenge, { statement }), challenge),
      'attestation does not verify',
    )
    expect(connections).toBe(0)
  })
})

describe('assertion', () => {
  const challenge = passkeyChallengeOf(BODY)

  test.each(['ES256', 'RS256'] as const)('%s over the 86 characters', async (algorithm) => {
    const passkey = aPasskey({ algorithm })
    const credential = await registered(passkey)
    expect(await check(passkey.assert(challenge), credential, challenge)).toEqual({ newCounter: 2 })
  })

  test('a synced passkey stays at counter zero', async () => {
    const passkey = aPasskey({ synced: true })
    const credential = await registered(passkey)
    expect(credential.counter).toBe(0)
    expect(await check(passkey.assert(challenge), credential, challenge)).toEqual({ newCounter: 0 })
  })

  test.each<[string, Ceremony, PasskeyReason]>([
    ['another relying party', { rpId: 'pay.example.com' }, 'relying party does not match'],
    ['another origin', { origin: 'https://evil.example' }, 'origin is not allowed'],
    ['a registration', { type: 'webauthn.create' }, 'client data is of another ceremony'],
    ['nobody there', { userPresent: false }, 'user is not present'],
    ['nobody known', { userVerified: false }, 'user is not verified'],
    ['the same counter', { counter: 1 }, 'counter did not increase'],
  ])('%s', async (_, ceremony, reason) => {
    const passkey = aPasskey()
    const credential = await registered(passkey)
    await failsBy(check(passkey.assert(challenge, ceremony), credential, challenge), reason)
  })

  test('a decoded challenge is another challenge', async () => {
    const passkey = aPasskey()
    const credential = await registered(passkey)
    const decoded = Buffer.from(challenge, 'hex').toString('latin1')
    await failsBy(check(passkey.assert(decoded), credential, challenge), 'challenge does not match')
  })

  test('the stored id counts, not the one that the caller gives', async () => {
    const passkey = aPasskey()
    const credential = await registered(passkey)
    const assertion = { ...passkey.assert(challenge), credentialId: aPasskey().credentialId }
    await failsBy(check(assertion, credential, challenge), 'credential id does not match')
  })

  test("another passkey's signature, a flipped bit, and no signature at all", async () => {
    const passkey = aPasskey()
    const credential = await registered(passkey)
    const assertion = passkey.assert(challenge)
    const { signature } = aPasskey().assert(challenge)
    await failsBy(
      check({ ...assertion, signature }, credential, challenge),
      'signature does not verify',
    )
    await failsBy(
      check({ ...assertion, signature: flipped(assertion.signature) }, credential, challenge),
      'signature does not verify',
    )
    await failsBy(
      check({ ...assertion, signature: 'AAAA' }, credential, challenge),
      'cannot be read',
    )
  })

  test('as a stamp of the body', () => {
    const assertion = aPasskey().assert(challenge)
    const { header, value } = webauthnStamp(assertion)
    expect(header).toBe('X-Stamp-Webauthn')
    expect(JSON.parse(value)).toEqual(assertion)
  })
})

describe('anything at all', () => {
  const text = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
  )

  test('is a typed refusal', async () => {
    const honest = aPasskey()
    const challenge = aChallenge()
    const attestation = honest.attest(challenge)
    const credential = await register(attestation, challenge)
    const assertion = honest.assert(challenge)
    const members = fc.record(
      { credentialId: text, clientDataJson: text, attestationObject: text },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(members, text, async (changed, signature) => {
        const isHonest = Object.keys(changed).length === 0
        const kept = await register({ ...attestation, ...changed }, challenge).catch(typed)
        if (!isHonest) expect(kept).toBeInstanceOf(PasskeyError)
        const { credentialId, clientDataJson } = { ...assertion, ...changed }
        const forged = { ...assertion, credentialId, clientDataJson, signature }
        expect(await check(forged, credential, challenge).catch(typed)).toBeInstanceOf(PasskeyError)
      }),
      { numRuns: 150 },
    )
  })

  test('any flipped bit of an attestation is refused or means the same key', async () => {
    const passkey = aPasskey()
    const challenge = aChallenge()
    const attestation = passkey.attest(challenge)
    const size = Buffer.from(attestation.attestationObject, 'base64url').length
    for (let at = 0; at < size; at += 1) {
      const attestationObject = flipped(attestation.attestationObject, at)
      const kept = await register({ ...attestation, attestationObject }, challenge).catch(typed)
      if (!(kept instanceof PasskeyError)) expect(kept.credentialId).toBe(passkey.credentialId)
    }
  })
})

function typed(error: unknown): PasskeyError {
  if (error instanceof PasskeyError) return error
  throw error
}

/** The same attestation with a key that names another algorithm. */
function withCoseAlgorithm(attestation: Attestation, algorithm: number): Attestation {
  const members = isoCBOR.decodeFirst<Map<string, Uint8Array>>(
    Uint8Array.from(Buffer.from(attestation.attestationObject, 'base64url')),
  )
  const authData = Buffer.from(members.get('authData') ?? [])
  const es256 = Buffer.from(isoCBOR.encode(-7))
  const other = Buffer.from(isoCBOR.encode(algorithm))
  // { 1: 2, 3: -7, ... }: the algorithm stands behind the label 3.
  const at = authData.indexOf(Buffer.concat([Buffer.from([0x03]), es256]), 37) + 1
  const changed = Buffer.concat([authData.subarray(0, at), other, authData.subarray(at + 1)])
  members.set('authData', Uint8Array.from(changed))
  const attestationObject = Buffer.from(isoCBOR.encode(members)).toString('base64url')
  return { ...attestation, attestationObject }
}
