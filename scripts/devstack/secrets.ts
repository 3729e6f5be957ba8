/** Secrets of a stack: made once, kept in DATA_DIR, readable by their owner alone. */
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetUpError } from './setUpError.ts'

export type Secrets = {
  /** P-256 private keys, AES-256 and master keys, as 64 hex digits. */
  readonly walletApiPrivateKey: string
  readonly productionWalletApiKey: string
  readonly webhookMasterKey: string
  readonly sandboxStoreKey: string
  /** Rings: keys with commas between, the first encrypts. One key, until the first rotation. */
  readonly codecKeys: string
  readonly recordKeys: string
  readonly postgresPassword: string
  /** Of the people of the sandbox's issuer, who operate this stack. */
  readonly staffPassword: string
  /** Texts that a vendor would give out: token, signing key, secret of notices. */
  readonly verification: VendorSecrets
  readonly productionVerification: VendorSecrets
  readonly cards: CardSecrets
  readonly productionCards: CardSecrets
  /** Keys at the bank. */
  readonly bankApiKey: string
  readonly productionBankApiKey: string
}

/** Texts that a card issuer would give out. */
export type CardSecrets = {
  readonly apiKey: string
  readonly decisionSecret: string
  readonly eventSecret: string
}

export type VendorSecrets = {
  readonly appToken: string
  readonly secretKey: string
  readonly noticeSecret: string
}

/** Reads the secrets of DATA_DIR and makes the ones it has not got yet. */
export function secretsOf(dataDir: string): Secrets {
  return {
    walletApiPrivateKey: keep(dataDir, 'wallet-api.key', p256PrivateKey),
    productionWalletApiKey: keep(dataDir, 'production-wallet-api.key', p256PrivateKey),
    webhookMasterKey: keep(dataDir, 'webhook-master.key', randomKey),
    sandboxStoreKey: keep(dataDir, 'sandbox-store.key', randomKey),
    codecKeys: keep(dataDir, 'codec.key', randomKey),
    recordKeys: keep(dataDir, 'record.key', randomKey),
    postgresPassword: keep(dataDir, 'postgres.password', randomKey),
    staffPassword: keep(dataDir, 'staff.password', staffPassword),
    verification: vendorSecrets(dataDir, 'verification'),
    productionVerification: vendorSecrets(dataDir, 'production-verification'),
    cards: cardSecrets(dataDir, 'card'),
    productionCards: cardSecrets(dataDir, 'production-card'),
    bankApiKey: keep(dataDir, 'bank-api.key', randomKey),
    productionBankApiKey: keep(dataDir, 'production-bank-api.key', randomKey),
  }
}

function cardSecrets(dataDir: string, name: string): CardSecrets {
  return {
    apiKey: keep(dataDir, `${name}-api.key`, randomUUID),
    decisionSecret: keep(dataDir, `${name}-decision.key`, webhookSecret),
    eventSecret: keep(dataDir, `${name}-event.key`, webhookSecret),
  }
}

function webhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

function vendorSecrets(dataDir: string, name: string): VendorSecrets {
  return {
    appToken: keep(dataDir, `${name}-token.key`, randomKey),
    secretKey: keep(dataDir, `${name}-secret.key`, randomKey),
    noticeSecret: keep(dataDir, `${name}-notice.key`, randomKey),
  }
}

/** The compressed public half (hex) of a P-256 private key (hex). */
export function publicHalf(privateKey: string): string {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey, 'hex')
  return ecdh.getPublicKey('hex', 'compressed')
}

function keep(dataDir: string, name: string, make: () => string): string {
  const path = join(dataDir, name)
  const text = read(path)
  if (text !== undefined) return text
  // Linked into place whole: a crash here must not leave half a key, nor replace one.
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${make()}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return read(path) ?? make()
}

function read(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text === '') throw new SetUpError(`${path} is empty; put the key back or remove the file`)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** It is typed by people. */
function staffPassword(): string {
  return randomBytes(9).toString('base64url')
}

function randomKey(): string {
  return randomBytes(32).toString('hex')
}

function p256PrivateKey(): string {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return ecdh.getPrivateKey('hex').padStart(64, '0')
}
