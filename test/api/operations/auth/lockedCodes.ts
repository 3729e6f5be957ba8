/** A credential that a hundred wrong codes in a row have locked, and who unlocks it. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type TimelineCodes, timelineSentences } from '../../../../contract/present/timeline.ts'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { logIn, signed, untilSettled } from '../../../../scripts/serviceDriver/device.ts'
import { challenge, type SealedCode, sealCodes, verify } from '../../../durability/logins.ts'
import { aFundedWallet, aLoggedInWallet, type FundedWallet } from '../../../support/builders.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import {
  aTokenWith,
  call,
  describeOperation,
  expectRefusal,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

const uuidOf = (id: string): string => id.split(':')[1] ?? ''

/** Two codes, sealed: a wrong one and a right one. */
async function twoCodes(wallet: FundedWallet): Promise<[SealedCode, SealedCode]> {
  const challenged = await untilSettled(() => challenge(wallet.api, wallet))
  const [wrong, right] = await sealCodes(service().stack, challenged, ['999999', '000000'])
  if (wrong === undefined || right === undefined) throw new Error('no code was sealed')
  return [wrong, right]
}

/** Ninety-nine failures are on file; the hundredth is real. @returns a right code, too late */
async function lock(wallet: FundedWallet): Promise<SealedCode> {
  await service().database.query({
    text: 'update credentials set consecutive_failures = 99 where id = $1',
    values: [uuidOf(wallet.credential.id)],
  })
  const [wrong, right] = await twoCodes(wallet)
  expectRefusal(await untilSettled(() => verify(wallet.api, wallet, wrong)), 401, 'UNAUTHORIZED')
  return right
}

function expectLocked(answer: Answer): void {
  expectRefusal(answer, 423, 'ACCOUNT_LOCKED')
  expect(answer.body.details).toMatchObject({
    failedAttempts: 100,
    lockedUntil: null,
    suspended: true,
  })
}

async function logsIn(wallet: FundedWallet): Promise<void> {
  const { otp } = await aSandboxControl(service().stack).signers()
  const login = { credentialId: wallet.credential.id, otpSigner: otp }
  expect((await logIn(wallet.api, login)).sessionId).toMatch(/^Session:/)
}

const unlockPath = ({ credential }: Pick<FundedWallet, 'credential'>): string =>
  `/auth/credentials/${credential.id}/unlock`

describeOperation('unlockAuthCredential', () => {
  test('a locked credential takes no code and sends none, until the platform unlocks it', async () => {
    const wallet = await aFundedWallet(service().stack, { minor: 0n })
    const right = await lock(wallet)
    await leavesNothing(async () => {
      expectLocked(await verify(wallet.api, wallet, right))
      expectLocked(await challenge(wallet.api, wallet))
    })
    const listPath = `/auth/credentials?accountId=${wallet.wallet.id}`
    const locked = { ...wallet.credential, isLocked: true }
    expect((await call('GET', listPath)).body).toEqual({ data: [locked] })
    const unlocked = await call('POST', unlockPath(wallet))
    expect([unlocked.status, unlocked.body]).toEqual([200, wallet.credential])
    expect((await call('GET', listPath)).body).toEqual({ data: [wallet.credential] })
    const [timeline] = await service().database.query<TimelineCodes>({
      text: 'select code, parameters, waiting_party, waiting_reason from timeline where subject = $1 order by id desc limit 1',
      values: [wallet.credential.id],
    })
    expect(timeline && timelineSentences(timeline).what).toBe('unlocked by the platform')
    // The code that came too late is still the newest one: its holder need not wait for another.
    expect((await untilSettled(() => verify(wallet.api, wallet, right))).status).toBe(202)
    await logsIn(wallet)
  })

  sampled(
    'what is not locked stays as it is; failures are counted from nothing again',
    async () => {
      const wallet = await aFundedWallet(service().stack, { minor: 0n })
      await leavesNothing(async () => {
        expect((await call('POST', unlockPath(wallet))).body).toEqual(wallet.credential)
      })
      await lock(wallet)
      await call('POST', unlockPath(wallet))
      const [wrong] = await twoCodes(wallet)
      expectRefusal(
        await untilSettled(() => verify(wallet.api, wallet, wrong)),
        401,
        'UNAUTHORIZED',
      )
      await logsIn(wallet)
    },
  )

  test('takes a token that manages; an unknown credential is a 404', async () => {
    const { mine, theirs } = service()
    const api = await aTokenWith('TRANSACT')
    expectRefusal(await api.call('POST', unlockPath(mine)), 403, 'FORBIDDEN')
    for (const id of [theirs.credential.id, `AuthMethod:${randomUUID()}`, 'x']) {
      const answer = await call('POST', unlockPath({ credential: { id } }))
      expectRefusal(answer, 404, 'AUTH_METHOD_NOT_FOUND')
    }
  })
})

describe('a stamped operation', () => {
  sampled('of the same wallet unlocks the credential', async () => {
    const owner = await aLoggedInWallet(service().stack, { minor: 0n })
    const right = await lock(owner)
    expectLocked(await verify(owner.api, owner, right))
    const path = `/internal-accounts/${owner.wallet.id}`
    const stamped = await signed(owner.api, owner.device, 'PATCH', path, { privateEnabled: true })
    expect(stamped.status).toBe(200)
    expect((await untilSettled(() => verify(owner.api, owner, right))).status).toBe(202)
  })

  sampled('of another wallet does not, nor one whose stamp is refused', async () => {
    const { stack } = service()
    const [owner, other] = [await aLoggedInWallet(stack), await aLoggedInWallet(stack)]
    const right = await lock(owner)
    const body = { privateEnabled: true }
    const path = (wallet: { id: string }): string => `/internal-accounts/${wallet.id}`
    await signed(other.api, other.device, 'PATCH', path(other.wallet), body)
    const refused = await signed(owner.api, other.device, 'PATCH', path(owner.wallet), body)
    expectRefusal(refused, 401, 'WALLET_SIGNATURE_INVALID')
    expectLocked(await verify(owner.api, owner, right))
  })
})
