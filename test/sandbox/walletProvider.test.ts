import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32m } from '@scure/base'
import { formatHpkeBuf, hpkeEncrypt, verifyOtpVerificationToken } from '@turnkey/crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fingerprintOf,
  ProviderError,
  rawSignatureOf,
  signRawPayloadBody,
  verificationTokenOf,
  verifyOtpBody,
} from '../../providers/walletProvider/index.ts'
import { dumpOf, type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'
import {
  aClient,
  anOtp,
  aSession,
  aWallet,
  logIn,
  nextTimestampMs,
  parentEnvelope,
  seal,
  type Wallet,
} from './wallets.ts'

let sandbox: SandboxProcess
let wallet: Wallet

beforeAll(async () => {
  sandbox = await startSandboxProcess()
  wallet = await aWallet(sandbox)
})
afterAll(async () => {
  await sandbox.stop()
})

function transferBody(payload: string, of: Wallet = wallet): string {
  return signRawPayloadBody({
    organizationId: of.subOrganizationId,
    timestampMs: nextTimestampMs(),
    signWith: of.address,
    payload,
  })
}

describe('a session by one-time code, with the unmodified clients', () => {
  test.each(['compressed', 'uncompressed'] as const)('%s sealed key', async (spelling) => {
    const client = aClient()
    const sealed = spelling === 'compressed' ? client.publicKey : client.uncompressed
    await logIn(sandbox, wallet, client, sealed)
    const keys = await sandbox.provider.getApiKeys(wallet.subOrganizationId, wallet.userId)
    const key = keys.find((one) => one.publicKey === client.publicKey)
    expect(key?.expiresAt).toBeInstanceOf(Date)
    expect(await sandbox.provider.getApiKey(wallet.subOrganizationId, key?.apiKeyId ?? '')).toEqual(
      key,
    )
  })

  test('a client that seals without checking signatures is served too', async () => {
    const client = aClient()
    const { otpId, otpEncryptionTargetBundle } = await anOtp(sandbox, wallet.email)
    const { data } = JSON.parse(otpEncryptionTargetBundle) as { data: string }
    const { targetPublic } = JSON.parse(Buffer.from(data, 'hex').toString()) as {
      targetPublic: string
    }
    const plaintext = JSON.stringify({ otp_code: '000000', public_key: client.uncompressed })
    const encryptedOtpBundle = formatHpkeBuf(
      hpkeEncrypt({
        plainTextBuf: Buffer.from(plaintext),
        targetKeyBuf: Buffer.from(targetPublic, 'hex'),
      }),
    )
    const body = verifyOtpBody({
      ...parentEnvelope(),
      otpId,
      encryptedOtpBundle,
      expirationSeconds: 300,
    })
    const token = verificationTokenOf(await sandbox.provider.submit(body, 'parent'))
    const { otp } = await sandbox.control('GET', '/signers')
    const claims = await verifyOtpVerificationToken(token, String(otp))
    expect(claims).toMatchObject({ contact: wallet.email, public_key: client.publicKey })
  })

  test('a wrong code, a tampered bundle and a used code fail, each with its reason', async () => {
    const { otpId, otpEncryptionTargetBundle } = await anOtp(sandbox, wallet.email)
    const { publicKey } = aClient()
    const verify = (encryptedOtpBundle: string) =>
      sandbox.provider.submit(
        verifyOtpBody({ ...parentEnvelope(), otpId, encryptedOtpBundle, expirationSeconds: 300 }),
        'parent',
      )
    const wrong = await seal(sandbox, otpEncryptionTargetBundle, publicKey, '111111')
    expect(await verify(wrong)).toMatchObject({
      status: 'FAILED',
      failure: { message: 'Invalid OTP code' },
    })
    const right = await seal(sandbox, otpEncryptionTargetBundle, publicKey)
    const flipped = right.replace(/(.)"}$/, (_, digit) => `${digit === '0' ? '1' : '0'}"}`)
    expect(await verify(flipped)).toMatchObject({
      failure: { message: 'OTP bundle cannot be decrypted' },
    })
    await expect(verify('{"ciphertext":"00"}')).rejects.toMatchObject({ kind: 'REFUSED' })
    expect((await verify(right)).status).toBe('COMPLETED')
    expect(await verify(right)).toMatchObject({
      failure: { message: 'OTP has already been used' },
    })
  })

  test('an eleventh key silently ends the oldest', async () => {
    const other = await aWallet(sandbox)
    const first = await aSession(sandbox, other)
    for (let count = 1; count <= 9; count += 1) await aSession(sandbox, other)
    const before = await sandbox.provider.getApiKeys(other.subOrganizationId, other.userId)
    expect(before).toHaveLength(10)
    await aSession(sandbox, other)
    const after = await sandbox.provider.getApiKeys(other.subOrganizationId, other.userId)
    expect(after).toHaveLength(10)
    expect(after.map((key) => key.publicKey)).not.toContain(first.publicKey)
    const body = transferBody('late', other)
    await expect(sandbox.provider.submit(body, await first.stamp(body))).rejects.toMatchObject({
      kind: 'UNAUTHORIZED',
      providerCode: 'PUBLIC_KEY_NOT_FOUND',
    })
  })
})

describe('relayed stamps', () => {
  test('a stamped body moves the wallet, and its signature is by the key in its address', async () => {
    const client = await aSession(sandbox, wallet)
    const payload = 'quote 1: 100 USDB to Zoë'
    const body = transferBody(payload)
    const { r, s, v } = rawSignatureOf(
      await sandbox.provider.submit(body, await client.stamp(body)),
    )
    const digest = createHash('sha256').update(payload).digest()
    const recovered = secp256k1.recoverPublicKey(Buffer.from(v + r + s, 'hex'), digest, {
      prehash: false,
    })
    const { prefix, words } = bech32m.decode(wallet.address as `${string}1${string}`, 1023)
    expect(prefix).toBe('sparkrt')
    expect(Buffer.from(recovered)).toEqual(Buffer.from(bech32m.fromWords(words)).subarray(2))
  })

  test('the bytes count, not the meaning: reformatted JSON is refused', async () => {
    const client = await aSession(sandbox, wallet)
    const body = transferBody('same')
    const stamp = await client.stamp(body)
    const reformatted = JSON.stringify(JSON.parse(body), null, 1)
    await expect(sandbox.provider.submit(reformatted, stamp)).rejects.toMatchObject({
      kind: 'UNAUTHORIZED',
      providerCode: 'SIGNATURE_INVALID',
    })
  })

  test('neither the parent nor another wallet may sign with a wallet', async () => {
    const stranger = await aSession(sandbox, await aWallet(sandbox))
    const body = transferBody('theft')
    await expect(sandbox.provider.submit(body, 'parent')).rejects.toMatchObject({
      kind: 'UNAUTHORIZED',
      httpStatus: 403,
    })
    await expect(sandbox.provider.submit(body, await stranger.stamp(body))).rejects.toMatchObject({
      kind: 'UNAUTHORIZED',
      httpStatus: 401,
    })
  })

  test('the parent reads how a client-stamped activity ended, and finds it by fingerprint', async () => {
    const client = await aSession(sandbox, wallet)
    const body = transferBody('read me')
    const { id } = await sandbox.provider.submit(body, await client.stamp(body))
    const { subOrganizationId } = wallet
    const read = await sandbox.provider.getActivity(subOrganizationId, id)
    expect(read).toMatchObject({ status: 'COMPLETED', fingerprint: fingerprintOf(body) })
    const [newest] = await sandbox.provider.listActivities(
      subOrganizationId,
      'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    )
    expect(newest?.id).toBe(id)
  })
})

describe('once', () => {
  test('20 identical submits at once are one activity, whatever their stamps', async () => {
    const client = await aSession(sandbox, wallet)
    const body = transferBody('twenty')
    const activities = await Promise.all(
      Array.from({ length: 20 }, async () =>
        sandbox.provider.submit(body, await client.stamp(body)),
      ),
    )
    expect(new Set(activities.map((one) => one.id)).size).toBe(1)
    expect(new Set(activities.map((one) => JSON.stringify(one.result))).size).toBe(1)
    expect(await actsOf(fingerprintOf(body))).toEqual([
      { party: 'provider', operation: 'SIGN_RAW_PAYLOAD_V2', count: 1 },
    ])
  })

  test.each(['lostAnswer', 'errorAfter', 'twice', 'errorBefore'] as const)(
    '%s: the same bytes again find one activity',
    async (kind) => {
      const client = await aSession(sandbox, wallet)
      const body = transferBody(`under ${kind}`)
      const stamp = await client.stamp(body)
      await sandbox.control('POST', '/faults', {
        party: 'provider',
        operation: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
        kind,
        match: `under ${kind}`,
      })
      const first = sandbox.provider.submit(body, stamp)
      if (kind === 'twice') await first
      else await expect(first).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
      expect((await sandbox.provider.submit(body, stamp)).status).toBe('COMPLETED')
      expect(await actsOf(fingerprintOf(body))).toMatchObject([{ count: 1 }])
      expect(await sandbox.control('GET', '/faults')).toEqual({ faults: [] })
    },
  )

  test('a stuck activity survives kill -9 and ends when its fault is removed', async () => {
    const client = await aSession(sandbox, wallet)
    const body = transferBody('stuck')
    const fault = await sandbox.control('POST', '/faults', {
      party: 'provider',
      operation: 'SIGN_RAW_PAYLOAD_V2',
      kind: 'stuckPending',
    })
    const { id, status } = await sandbox.provider.submit(body, await client.stamp(body))
    expect(status).toBe('PENDING')
    await sandbox.crash()
    const read = () => sandbox.provider.getActivity(wallet.subOrganizationId, id)
    expect((await read()).status).toBe('PENDING')
    await sandbox.control('DELETE', `/faults/${String(fault.id)}`)
    await expect.poll(async () => (await read()).status).toBe('COMPLETED')
    expect(await actsOf(fingerprintOf(body))).toMatchObject([{ count: 1 }])
  })

  test('an overtaken activity completes after the one that came later', async () => {
    const client = await aSession(sandbox, wallet)
    await sandbox.control('POST', '/faults', {
      party: 'provider',
      operation: 'SIGN_RAW_PAYLOAD_V2',
      kind: 'outOfOrder',
      delayMs: 60_000,
    })
    const earlier = transferBody('earlier')
    const { id, status } = await sandbox.provider.submit(earlier, await client.stamp(earlier))
    expect(status).toBe('PENDING')
    const later = transferBody('later')
    expect((await sandbox.provider.submit(later, await client.stamp(later))).status).toBe(
      'COMPLETED',
    )
    await expect
      .poll(async () => (await sandbox.provider.getActivity(wallet.subOrganizationId, id)).status)
      .toBe('COMPLETED')
  })
})

describe('what is kept', () => {
  test('kill -9 between mail and code: the code still logs in', async () => {
    const client = aClient()
    const { otpId, otpEncryptionTargetBundle } = await anOtp(sandbox, wallet.email)
    const encryptedOtpBundle = await seal(sandbox, otpEncryptionTargetBundle, client.publicKey)
    await sandbox.crash()
    const body = verifyOtpBody({
      ...parentEnvelope(),
      otpId,
      encryptedOtpBundle,
      expirationSeconds: 300,
    })
    expect((await sandbox.provider.submit(body, 'parent')).status).toBe('COMPLETED')
    const { mails } = await sandbox.control('GET', `/mails?contact=${wallet.email}`)
    expect((mails as object[])[0]).toMatchObject({ otpId, code: '000000', contact: wallet.email })
  })

  test('no secret lies open in the store', async () => {
    const { otpId, otpEncryptionTargetBundle } = await anOtp(sandbox, wallet.email)
    const encryptedOtpBundle = await seal(sandbox, otpEncryptionTargetBundle, aClient().publicKey)
    const body = verifyOtpBody({
      ...parentEnvelope(),
      otpId,
      encryptedOtpBundle,
      expirationSeconds: 300,
    })
    const token = verificationTokenOf(await sandbox.provider.submit(body, 'parent'))
    const dump = await dumpOf(sandbox.databaseUrl)
    expect(dump).toContain(otpId)
    // Not as a part of a longer number.
    expect(dump).not.toMatch(/(?<!\d)000000(?!\d)/)
    expect(dump).not.toContain(Buffer.from('000000').toString('hex'))
    for (const secret of [token, encryptedOtpBundle, '"otp_code"']) {
      expect(dump.includes(secret), secret.slice(0, 12)).toBe(false)
      expect(dump.includes(Buffer.from(secret).toString('hex')), secret.slice(0, 12)).toBe(false)
    }
  })

  test('a body far from now is refused, and nothing of it is kept', async () => {
    const { otpId } = await anOtp(sandbox, wallet.email)
    const body = verifyOtpBody({
      ...parentEnvelope(),
      timestampMs: nextTimestampMs() - 2 * 3_600_000,
      otpId,
      encryptedOtpBundle: '{}',
      expirationSeconds: 300,
    })
    const refused = await sandbox.provider.submit(body, 'parent').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ProviderError)
    expect(refused).toMatchObject({ kind: 'REFUSED', httpStatus: 400 })
  })
})

async function actsOf(reference: string): Promise<unknown> {
  return (await sandbox.control('GET', `/statistics?reference=${reference}`)).acts
}
