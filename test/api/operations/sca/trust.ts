import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { untilEnded } from '../../../payments/customers.ts'
import { anExternalAccount, type Resource } from '../../../support/builders.ts'
import { CODE } from '../../../support/sca.ts'
import {
  aPayerQuote,
  aScaPayer,
  authorize,
  changeTrust,
  executeQuote,
  type ScaPayer,
} from '../../../support/scaPayers.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

let payer: ScaPayer
let outside: ScaPayer

/** The same two customers for all of them, never locked at the beginning of a test. */
function useCustomers(): void {
  beforeAll(async () => {
    const { stack } = service()
    payer ??= await aScaPayer(stack)
    outside ??= await aScaPayer(stack, { region: 'CH' })
  })
  beforeEach(async () => {
    await service().database.query({ text: 'delete from sca_lockouts' })
  })
}

type Verb = 'trust' | 'untrust'

const start = (verb: Verb, { id }: { id: string }): Promise<Answer> =>
  call('POST', `/customers/external-accounts/${id}/${verb}`)
const confirm = (verb: Verb, { id }: { id: string }, body: object = { code: CODE }) =>
  call('POST', `/customers/external-accounts/${id}/${verb}/confirm`, body)
const aBank = (): Promise<Resource> => anExternalAccount(payer.api, payer.customer)

for (const verb of ['trust', 'untrust'] as const) {
  const Verb = verb === 'trust' ? 'Trust' : 'Untrust'
  /** An account that is not yet as the verb makes it. */
  const anAccount = async (): Promise<Resource> => {
    const bank = await aBank()
    if (verb === 'untrust') await changeTrust(payer.api, bank)
    return bank
  }

  describeOperation(`startBeneficiary${Verb}`, () => {
    useCustomers()
    test('answers a challenge, and the same one while it is open', async () => {
      const bank = await anAccount()
      const first = await start(verb, bank)
      expect(first.status).toBe(200)
      expect(first.body).toMatchObject({
        scaChallenge: { factor: 'SMS_OTP', purpose: verb.toUpperCase() },
      })
      await leavesNothing(async () => {
        expect((await start(verb, bank)).body).toEqual(first.body)
      })
    })

    test('answers none where it is so already', async () => {
      const bank = await aBank()
      if (verb === 'trust') await changeTrust(payer.api, bank)
      await leavesNothing(async () => {
        expect((await start(verb, bank)).body).toEqual({})
      })
    })

    test('an unknown account is a 404, one outside the regions a 409', async () => {
      await leavesNothing(async () => {
        const none = { id: `ExternalAccount:${randomUUID()}` }
        expectRefusal(await start(verb, none), 404, 'ACCOUNT_NOT_FOUND')
        expectRefusal(await start(verb, outside.bank), 409, 'CONFLICT')
      })
    })
  })

  describeOperation(`confirmBeneficiary${Verb}`, () => {
    useCustomers()
    test('a right proof changes it, once', async () => {
      const bank = await anAccount()
      const { body } = await start(verb, bank)
      const { id } = body.scaChallenge as { id: string }
      const answer = await confirm(verb, bank, { code: CODE, challengeId: id })
      expect(answer.body).toEqual({ trusted: verb === 'trust' })
      // Sent again, because the answer was lost.
      expect((await confirm(verb, bank)).body).toEqual(answer.body)
      expectRefusal(await confirm(verb, bank, { code: '000000' }), 409, 'CONFLICT')
    })

    test('a wrong one is a 400 and counts for all proofs of the customer', async () => {
      const bank = await anAccount()
      await start(verb, bank)
      for (let turn = 0; turn < 5; turn += 1) {
        expect(fieldsOf(await confirm(verb, bank, { code: '000000' }))).toEqual({ code: 'format' })
      }
      expectRefusal(await confirm(verb, bank), 423, 'ACCOUNT_LOCKED')
      await service().database.query({ text: 'delete from sca_lockouts' })
      expectRefusal(await confirm(verb, bank), 429, 'RATE_LIMITED')
    })

    test('without a challenge it is a 409, and so is another challenge', async () => {
      const bank = await anAccount()
      expectRefusal(await confirm(verb, bank), 409, 'CONFLICT')
      await start(verb, bank)
      const challengeId = `ScaChallenge:${randomUUID()}`
      expectRefusal(await confirm(verb, bank, { code: CODE, challengeId }), 409, 'CONFLICT')
      const other = verb === 'trust' ? 'untrust' : 'trust'
      expectRefusal(await confirm(other, bank, { code: '000000' }), 409, 'CONFLICT')
      await leavesNothing(async () => {
        const none = { id: `ExternalAccount:${randomUUID()}` }
        expectRefusal(await confirm(verb, none), 404, 'ACCOUNT_NOT_FOUND')
        expectRefusal(await confirm(verb, outside.bank), 409, 'CONFLICT')
        expect(fieldsOf(await confirm(verb, bank, {}))).toEqual({ code: 'anyOf' })
      })
    })
  })
}

describe('a trusted beneficiary', () => {
  useCustomers()
  sampled('is paid without a proof; untrusted it needs one again', async () => {
    const bank = await aBank()
    await changeTrust(payer.api, bank)
    const trusted = await aPayerQuote({ ...payer, bank })
    expect((await executeQuote(payer.api, trusted)).body.status).toMatch(/PROCESSING|COMPLETED/)
    await changeTrust(payer.api, bank, 'untrust')
    const untrusted = await aPayerQuote({ ...payer, bank })
    const answer = await executeQuote(payer.api, untrusted)
    expect(answer.body.status).toBe('PENDING_AUTHORIZATION')
    await authorize(payer.api, untrusted)
    for (const { transactionId } of [trusted, untrusted]) {
      expect(await untilEnded(payer.api, transactionId)).toMatchObject({ status: 'COMPLETED' })
    }
  })

  test('is not deleted before it is untrusted', async () => {
    const bank = await aBank()
    const path = `/customers/external-accounts/${bank.id}`
    await changeTrust(payer.api, bank)
    await leavesNothing(async () => {
      expectRefusal(await call('DELETE', path), 409, 'BENEFICIARY_TRUSTED')
    })
    await changeTrust(payer.api, bank, 'untrust')
    expect((await call('DELETE', path)).status).toBe(204)
    expectRefusal(await start('trust', bank), 404, 'ACCOUNT_NOT_FOUND')
  })
})
