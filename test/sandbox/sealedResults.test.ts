/** Session keys and mnemonics are shown for ten minutes, kept sealed, and never kept after. */
import { decryptCredentialBundle, decryptExportBundle } from '@turnkey/crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clock, instant, systemClock } from '../../contract/time.ts'
import {
  apiKeyIdOf,
  credentialBundleOf,
  exportBundleOf,
  exportWalletBody,
  type ProviderActivity,
  sessionBody,
} from '../../providers/walletProvider/index.ts'
import { open, seal } from '../../sandbox/walletProvider/hpke.ts'
import vectors from '../vectors/walletCrypto.json' with { type: 'json' }
import {
  dumpOf,
  type SandboxCalls,
  type SandboxProcess,
  startSandboxOnClock,
  startSandboxProcess,
} from './sandboxProcess.ts'
import { aClient, aSession, aWallet, envelopeOf, submitAs, type Wallet } from './wallets.ts'

describe('vectors', () => {
  test('the session key bundle opens in the client, to its key alone', async () => {
    const { sealedToClient, plaintextHex } = vectors.sessionKeyBundle
    expect(decryptCredentialBundle(sealedToClient, vectors.keys.client.private)).toBe(plaintextHex)
    expect(() => decryptCredentialBundle(sealedToClient, vectors.keys.session.private)).toThrow()
    const broken = sealedToClient.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))
    expect(() => decryptCredentialBundle(broken, vectors.keys.client.private)).toThrow()
  })

  test('the export bundle opens in the client, and here', async () => {
    const { bundle, organizationId, mnemonic } = vectors.exportBundle
    const { enclaveQuorumPublic, data } = JSON.parse(bundle) as Record<string, string>
    const opened = await decryptExportBundle({
      exportBundle: bundle,
      embeddedKey: vectors.keys.client.private,
      organizationId,
      dangerouslyOverrideSignerPublicKey: String(enclaveQuorumPublic),
      returnMnemonic: true,
    })
    expect(opened).toBe(mnemonic)
    const { encappedPublic, ciphertext } = JSON.parse(
      Buffer.from(String(data), 'hex').toString(),
    ) as Record<string, string>
    const sealed = {
      enc: Buffer.from(String(encappedPublic), 'hex'),
      ciphertext: Buffer.from(String(ciphertext), 'hex'),
    }
    const secret = Buffer.from(vectors.keys.client.private, 'hex')
    expect(Buffer.from(await open(secret, sealed)).toString()).toBe(mnemonic)
    sealed.ciphertext[0] = (sealed.ciphertext[0] ?? 0) ^ 1
    await expect(open(secret, sealed)).rejects.toThrow()
  })

  test('both spellings of a key seal to it', async () => {
    const { clientPublicKey, clientPublicKeyCompressed } = vectors.oauthNonce
    const secret = Buffer.from(vectors.keys.client.private, 'hex')
    for (const key of [clientPublicKey, clientPublicKeyCompressed]) {
      const sealed = await seal(key, Buffer.from('plain'))
      expect(Buffer.from(await open(secret, sealed)).toString()).toBe('plain')
    }
  })
})

type Sealed = {
  wallet: Wallet
  login: ProviderActivity
  exported: ProviderActivity
  secrets: string[]
}

/** A login and an export, and everything in them that nobody may find. */
async function aLoginAndAnExport(sandbox: SandboxCalls): Promise<Sealed> {
  const wallet = await aWallet(sandbox)
  const client = await aSession(sandbox, wallet)
  const target = aClient()
  const login = await submitAs(
    sandbox,
    client,
    sessionBody({
      ...envelopeOf(wallet),
      targetPublicKey: target.publicKey,
      expirationSeconds: 900,
    }),
  )
  const exported = await submitAs(
    sandbox,
    client,
    exportWalletBody({
      ...envelopeOf(wallet),
      walletId: wallet.walletId,
      targetPublicKey: target.publicKey,
    }),
  )
  const { credentialBundle } = credentialBundleOf(login)
  const exportBundle = exportBundleOf(exported)
  const { data } = JSON.parse(exportBundle) as { data: string }
  const { ciphertext } = JSON.parse(Buffer.from(data, 'hex').toString()) as { ciphertext: string }
  const mnemonic = await decryptExportBundle({
    exportBundle,
    embeddedKey: target.privateKey,
    organizationId: wallet.subOrganizationId,
    dangerouslyOverrideSignerPublicKey: String((await sandbox.control('GET', '/signers')).export),
    returnMnemonic: true,
  })
  const sessionKey = decryptCredentialBundle(credentialBundle, target.privateKey)
  return {
    wallet,
    login,
    exported,
    secrets: [credentialBundle, data, ciphertext, mnemonic, sessionKey],
  }
}

function findNone(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    expect(text.includes(secret)).toBe(false)
    expect(text.includes(Buffer.from(secret).toString('hex'))).toBe(false)
  }
}

describe('ten minutes', () => {
  // It stands still: however long a call takes here, it is the same instant.
  const startedMs = systemClock.now().getTime()
  let laterMs = 0
  const clock: Clock = { now: () => instant(startedMs + laterMs) }
  let sandbox: Awaited<ReturnType<typeof startSandboxOnClock>>

  beforeAll(async () => {
    sandbox = await startSandboxOnClock(clock)
  })
  afterAll(async () => {
    await sandbox.stop()
  })

  test('are how long the parent reads a bundle; its key id stays', async () => {
    const { wallet, login, exported, secrets } = await aLoginAndAnExport(sandbox)
    const read = (id: string) => sandbox.provider.getActivity(wallet.subOrganizationId, id)
    laterMs = 599_000
    expect(credentialBundleOf(await read(login.id))).toEqual(credentialBundleOf(login))
    expect(exportBundleOf(await read(exported.id))).toBe(exportBundleOf(exported))
    laterMs = 601_000
    const later = await read(login.id)
    expect(later.status).toBe('COMPLETED')
    expect(apiKeyIdOf(later)).toBe(apiKeyIdOf(login))
    expect(() => credentialBundleOf(later)).toThrow('credentialBundle')
    expect((await read(exported.id)).result).toEqual({
      exportWalletResult: { walletId: wallet.walletId },
    })
    const listed = await sandbox.provider.listActivities(wallet.subOrganizationId)
    findNone(JSON.stringify(listed), secrets)
  })

  test('and then they are destroyed, not hidden', async () => {
    laterMs = 0
    const { login } = await aLoginAndAnExport(sandbox)
    const isKept = async (): Promise<boolean> => {
      const dump = await dumpOf(sandbox.databaseUrl)
      const [row = ''] = dump.split('\n').filter((line) => line.startsWith(`(${login.id},`))
      expect(row).toContain('COMPLETED')
      return /,"?\d{4}-\d\d-\d\d [^,]*\)$/.test(row)
    }
    expect(await isKept()).toBe(true)
    laterMs = 601_000
    await expect.poll(isKept).toBe(false)
  })

  test('no log line holds any of it', async () => {
    laterMs = 0
    const { secrets } = await aLoginAndAnExport(sandbox)
    findNone(sandbox.log.join('\n'), secrets)
  })
})

describe('at rest', () => {
  let sandbox: SandboxProcess
  beforeAll(async () => {
    sandbox = await startSandboxProcess()
  })
  afterAll(async () => {
    await sandbox.stop()
  })

  test('the store holds nothing of a session key or mnemonic in plain', async () => {
    const { login, secrets } = await aLoginAndAnExport(sandbox)
    const dump = await dumpOf(sandbox.databaseUrl)
    expect(dump).toContain(login.id)
    findNone(dump, secrets)
  })

  test('kill -9: the bundles are still to be read, and the same', async () => {
    const { wallet, login, exported } = await aLoginAndAnExport(sandbox)
    await sandbox.crash()
    const read = (id: string) => sandbox.provider.getActivity(wallet.subOrganizationId, id)
    expect(credentialBundleOf(await read(login.id))).toEqual(credentialBundleOf(login))
    expect(exportBundleOf(await read(exported.id))).toBe(exportBundleOf(exported))
  })

  test('a stuck export survives kill -9, and one that cannot be done fails', async () => {
    const wallet = await aWallet(sandbox)
    const client = await aSession(sandbox, wallet)
    const fault = await sandbox.control('POST', '/faults', {
      party: 'provider',
      operation: 'EXPORT_WALLET',
      kind: 'stuckPending',
      count: 2,
    })
    const exportOf = (walletId: string): Promise<ProviderActivity> => {
      const { publicKey: targetPublicKey } = aClient()
      const body = exportWalletBody({ ...envelopeOf(wallet), walletId, targetPublicKey })
      return submitAs(sandbox, client, body)
    }
    const impossible = await exportOf('no such wallet')
    const held = await exportOf(wallet.walletId)
    expect([impossible.status, held.status]).toEqual(['PENDING', 'PENDING'])
    await sandbox.crash()
    await sandbox.control('DELETE', `/faults/${String(fault.id)}`)
    const read = (id: string) => sandbox.provider.getActivity(wallet.subOrganizationId, id)
    await expect.poll(async () => (await read(held.id)).status).toBe('COMPLETED')
    expect(exportBundleOf(await read(held.id))).toContain('enclaveQuorumPublic')
    expect(await read(impossible.id)).toMatchObject({
      status: 'FAILED',
      failure: { message: 'wallet not found' },
    })
  })
})
