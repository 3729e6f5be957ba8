/** `contract/stampRules.ts` walked: every operation, stamped by every kind of key. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type StampRule, stampRules } from '../../../../contract/stampRules.ts'
import {
  createDevice,
  type Device,
  logIn,
  signed,
  untilSettled,
} from '../../../../scripts/serviceDriver/device.ts'
import {
  anOwner,
  type Owner,
  open,
  type SignedKind,
  send,
  signedOperations,
} from '../../../auth/signedOperations.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import { sampleOf } from '../../../support/seed.ts'
import { expectRefusal, sampled, service } from '../../service.ts'

/** Keys by what they are to the email code's credential, which most operations are about. */
type Keys = {
  readonly thatSession: Device
  readonly sameCredential: Device
  readonly otherCredential: Device
  readonly ended: Device
  readonly expired: Device
  readonly anotherWallet: Device
  readonly fresh: Device
}

/** What the table's words mean, said by the keys that they let in. */
const accepted: Readonly<Record<StampRule, readonly (keyof Keys)[]>> = {
  ANY_SESSION: ['thatSession', 'sameCredential', 'otherCredential'],
  SESSION_OF_ANOTHER_CREDENTIAL: ['otherCredential'],
  THAT_SESSION: ['thatSession'],
  SEALED_KEY: [],
  NO_STAMP: [],
}

async function keysOf(owner: Owner): Promise<Keys> {
  const { stack, database } = service()
  const { otp } = await aSandboxControl(stack).signers()
  const another = () => logIn(owner.api, { credentialId: owner.credential.id, otpSigner: otp })
  const [sameCredential, ended, expired] = [await another(), await another(), await another()]
  await signed(owner.api, ended, 'DELETE', `/auth/sessions/${ended.sessionId}`)
  // A session is not taken in its last five seconds: the provider's clock is another.
  await database.query({
    text: "update sessions set expires_at = service_now() + interval '4 seconds' where id = $1",
    values: [expired.sessionId.split(':')[1]],
  })
  return {
    thatSession: owner.device,
    sameCredential,
    otherCredential: owner.passkeyDevice,
    ended,
    expired,
    anotherWallet: service().mine.device,
    fresh: createDevice(),
  }
}

const kinds = Object.keys(signedOperations) as SignedKind[]

type Keyring = { readonly owner: Owner; readonly keys: Keys }

async function aKeyring(): Promise<Keyring> {
  const owner = await anOwner(service().stack)
  return { owner, keys: await keysOf(owner) }
}

describe('who may stamp', () => {
  /** For operations that leave every key as it is. */
  let lasting: Keyring
  beforeAll(async () => {
    lasting = await aKeyring()
  })

  test('every signed operation has a rule that is walked here', () => {
    const logins = ['OTP_LOGIN', 'PASSKEY_LOGIN', 'OAUTH_LOGIN']
    // Walked with the operation's other tests: each needs calls before it.
    const unwalked = [...logins, 'CREATE_DELEGATED_KEY', 'ACTIVATE_DELEGATED_KEY']
    expect([...kinds, ...unwalked].sort()).toEqual(Object.keys(stampRules).sort())
  })

  test.each(sampleOf('who may stamp', kinds, 3).map((kind) => [kind, stampRules[kind]] as const))(
    '%s: %s',
    async (kind, rule) => {
      const isOnce = kind === 'REVOKE_SESSION' || kind === 'REVOKE_CREDENTIAL'
      const { owner, keys } = isOnce ? await aKeyring() : lasting
      // The email code's own revocation: its sessions are the ones that must not stamp.
      const request =
        kind === 'REVOKE_CREDENTIAL'
          ? { method: 'DELETE', path: `/auth/credentials/${owner.credential.id}` }
          : signedOperations[kind].request(owner)
      const names = Object.keys(keys) as (keyof Keys)[]
      const opened = await open(owner.api, request)
      for (const name of names.filter((one) => !accepted[rule].includes(one))) {
        const answer = await send(owner.api, request, opened, keys[name])
        expect([name, answer.status, answer.body.code]).toEqual([
          name,
          401,
          'WALLET_SIGNATURE_INVALID',
        ])
      }
      for (const name of isOnce ? accepted[rule].slice(0, 1) : accepted[rule]) {
        const again = isOnce ? request : signedOperations[kind].request(owner)
        const mine = isOnce ? opened : await open(owner.api, again)
        const done = await untilSettled(() => send(owner.api, again, mine, keys[name]))
        expect([name, done.status]).toEqual([name, signedOperations[kind].status])
      }
    },
  )

  sampled('after the claim no other key, and the same key again', async () => {
    const owner = await anOwner(service().stack)
    const control = aSandboxControl(service().stack)
    const request = signedOperations.EXPORT.request(owner)
    const opened = await open(owner.api, request)
    const operation = 'EXPORT_WALLET'
    const release = await control.order({ party: 'provider', operation, kind: 'stuckPending' })
    expect((await send(owner.api, request, opened, owner.device)).body.status).toBe('PROCESSING')
    const other = await send(owner.api, request, opened, owner.passkeyDevice)
    expectRefusal(other, 401, 'WALLET_SIGNATURE_INVALID')
    expect((await send(owner.api, request, opened, owner.device)).body.status).toBe('PROCESSING')
    await release()
  })
})
