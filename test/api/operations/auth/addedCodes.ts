/** One-time codes that are added to a wallet: the first code is sent with the credential. */
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { signed, untilSettled } from '../../../../scripts/serviceDriver/device.ts'
import {
  anOwner,
  type Opened,
  open,
  type SignedCall,
  send,
} from '../../../auth/signedOperations.ts'
import { sealCodes } from '../../../durability/logins.ts'
import { aLoggedInWallet, type LoggedInWallet, waitUntil } from '../../../support/builders.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import { call, describeOperation, expectRefusal, sampled, service } from '../../service.ts'

const PATH = '/auth/credentials'

/**
 * The owner of a wallet whose customer has a phone number, and the request to add it as credential.
 */
async function aPhone(): Promise<{
  owner: LoggedInWallet
  phoneNumber: string
  request: SignedCall
}> {
  const owner = await aLoggedInWallet(service().stack, { minor: 0n })
  const phoneNumber = `+1415${randomInt(2_000_000, 9_999_999)}`
  const customer = { customerType: 'INDIVIDUAL', phoneNumber }
  await call('PATCH', `/customers/${owner.customer.id}`, customer)
  const body = { type: 'SMS_OTP', accountId: owner.wallet.id }
  return { owner, phoneNumber, request: { method: 'POST', path: PATH, body } }
}

const messages = async (contact: unknown): Promise<number> =>
  (await aSandboxControl(service().stack).mails(String(contact))).length

const sending = { party: 'provider', operation: 'INIT_OTP_V3', kind: 'stuckPending' } as const

describeOperation('createAuthCredential', () => {
  test('the first code of a phone number is sent with it, and logs in without a challenge', async () => {
    const { stack } = service()
    const { owner, phoneNumber, request } = await aPhone()
    const added = await signed(owner.api, owner.device, 'POST', PATH, request.body)
    expect([added.status, added.body.type]).toEqual([201, 'SMS_OTP'])
    expect(await messages(phoneNumber)).toBe(1)
    const [sealed] = await sealCodes(stack, { ...added, status: 200 }, ['000000'])
    const path = `${PATH}/${added.body.id}`
    const body = { ...sealed, type: 'SMS_OTP' }
    const first = await untilSettled(() => call('POST', `${path}/verify`, body))
    expect(first.status).toBe(202)
    // It was shown: a challenge sends another.
    expect((await call('POST', `${path}/challenge`)).status).toBe(200)
    expect(await messages(phoneNumber)).toBe(2)
  })

  sampled(
    'while it is on its way: PROCESSING, however often; then one message and its bundle',
    async () => {
      const { owner, phoneNumber, request } = await aPhone()
      const release = await aSandboxControl(service().stack).order({ ...sending, count: 100 })
      const opened: Opened = await open(owner.api, request)
      const retry = (): Promise<Answer> => send(owner.api, request, opened, owner.device)
      const early = [await retry(), ...(await Promise.all([retry(), retry(), retry()]))]
      for (const { status, body } of early)
        expect([status, body.status]).toEqual([200, 'PROCESSING'])
      await release()
      const added = await untilSettled(retry)
      expect(added.status).toBe(201)
      expect(added.body.otpEncryptionTargetBundle).toEqual(expect.any(String))
      expect(await messages(phoneNumber)).toBe(1)
      expectRefusal(await retry(), 401, 'UNAUTHORIZED')
    },
  )

  sampled('who never asks again finds the credential, and its code by a challenge', async () => {
    const { owner, phoneNumber, request } = await aPhone()
    const release = await aSandboxControl(service().stack).order({ ...sending, count: 100 })
    const opened = await open(owner.api, request)
    expect((await send(owner.api, request, opened, owner.device)).body.status).toBe('PROCESSING')
    await release()
    const id = await waitUntil('it is listed', async () => {
      const { body } = await call('GET', `${PATH}?accountId=${owner.wallet.id}`)
      return (body.data as { id: string; type: string }[]).find(({ type }) => type === 'SMS_OTP')
        ?.id
    })
    const challenged = await untilSettled(() => call('POST', `${PATH}/${id}/challenge`))
    expect(challenged.body.otpEncryptionTargetBundle).toEqual(expect.any(String))
    expect(await messages(phoneNumber)).toBe(1)
    const added = await untilSettled(() => send(owner.api, request, opened, owner.device))
    expect(added.body.otpEncryptionTargetBundle).toBe(challenged.body.otpEncryptionTargetBundle)
  })

  sampled('removing and adding it again is no way around the rate of codes', async () => {
    const owner = await anOwner(service().stack)
    const body = { type: 'EMAIL_OTP', accountId: owner.wallet.id }
    let { id } = owner.credential as { id: string }
    const added: Answer[] = []
    // One code was sent by the login.
    while (added.length < 5) {
      const removed = await signed(owner.api, owner.passkeyDevice, 'DELETE', `${PATH}/${id}`)
      expect(removed.status).toBe(204)
      added.push(await signed(owner.api, owner.passkeyDevice, 'POST', PATH, body))
      id = String(added.at(-1)?.body.id)
    }
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const bundles = added.map(({ body }) => body.otpEncryptionTargetBundle !== undefined)
    expect(bundles).toEqual([true, true, true, true, false])
    expect(await messages(owner.customer.email)).toBe(5)
    const refused = await call('POST', `${PATH}/${id}/challenge`)
    expectRefusal(refused, 429, 'RATE_LIMITED')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})
