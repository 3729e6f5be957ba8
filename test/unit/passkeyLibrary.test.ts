/** A sandbox whose passkey library cannot be loaded: it fails, and does not call a passkey wrong. */
import { expect, test, vi } from 'vitest'
import { passkeyChallengeOf } from '../../providers/walletProvider/index.ts'
import { counterOfStamp, registeredPasskey } from '../../sandbox/walletProvider/passkeys.ts'
import { aChallenge, aPasskey } from '../../scripts/serviceDriver/authenticator.ts'

vi.mock('@simplewebauthn/server', () => {
  throw new Error('the library is not there')
})

const [rpId, origin, body] = ['localhost', 'http://localhost', '{}']
const passkey = aPasskey({ rpId, origin })

test('a registration fails', async () => {
  const challenge = aChallenge()
  const registering = registeredPasskey({ challenge, attestation: passkey.attest(challenge) }, [])
  await expect(registering).rejects.toThrow()
})

test('a stamp fails', async () => {
  const publicKey = Buffer.from(passkey.publicKey, 'base64url')
  const stamp = passkey.assert(passkeyChallengeOf(body))
  const counting = counterOfStamp(stamp, Buffer.from(body), { publicKey, rpId }, [])
  await expect(counting).rejects.toThrow()
})
