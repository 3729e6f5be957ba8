/** Builders: a wallet at the provider, and a client with a session key on it. */
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { encryptOtpCodeToBundle, generateP256KeyPair } from '@turnkey/crypto'
import { systemClock } from '../../contract/time.ts'
import {
  type CreatedWallet,
  createdWallet,
  createSubOrganizationBody,
  initOtpBody,
  issuedOtp,
  loginUsageText,
  otpLoginBody,
  readVerificationToken,
  type StampHeader,
  verificationTokenOf,
  verifyOtpBody,
} from '../../wallet/client/index.ts'
import { parseStamp, toClientSignature } from '../../wallet/stamp/index.ts'
import { PARENT_ORGANIZATION_ID, type SandboxProcess } from './sandboxProcess.ts'

let lastMs = 0

/** Never the same twice, as the service itself allocates them. */
export function nextTimestampMs(): number {
  lastMs = Math.max(systemClock.now().getTime(), lastMs + 1)
  return lastMs
}

export function parentEnvelope(): { organizationId: string; timestampMs: number } {
  return { organizationId: PARENT_ORGANIZATION_ID, timestampMs: nextTimestampMs() }
}

export type Wallet = CreatedWallet & { readonly email: string }

export async function aWallet(sandbox: SandboxProcess): Promise<Wallet> {
  const timestampMs = nextTimestampMs()
  const email = `customer-${timestampMs}@example.com`
  const body = createSubOrganizationBody({
    ...parentEnvelope(),
    name: `InternalAccount:${timestampMs}`,
    userName: 'customer',
    userEmail: email,
    network: 'regtest',
  })
  return { ...createdWallet(await sandbox.provider.submit(body, 'parent')), email }
}

export type Client = {
  readonly publicKey: string
  stamp(payload: string): Promise<StampHeader>
}

/** A client's own key pair and the unmodified stamper over it. */
export function aClient(): Client & { readonly uncompressed: string } {
  const { privateKey, publicKey, publicKeyUncompressed } = generateP256KeyPair()
  const stamper = new ApiKeyStamper({ apiPrivateKey: privateKey, apiPublicKey: publicKey })
  return {
    publicKey,
    uncompressed: publicKeyUncompressed,
    async stamp(payload) {
      return { header: 'X-Stamp', value: (await stamper.stamp(payload)).stampHeaderValue }
    },
  }
}

export async function anOtp(
  sandbox: SandboxProcess,
  contact: string,
): Promise<{ otpId: string; otpEncryptionTargetBundle: string }> {
  const body = initOtpBody({
    ...parentEnvelope(),
    otpType: 'OTP_TYPE_EMAIL',
    contact,
    appName: 'tests',
    expirationSeconds: 300,
  })
  return issuedOtp(await sandbox.provider.submit(body, 'parent'))
}

/** A code sealed by the unmodified client, with the sandbox's signer as its pinned key. */
export async function seal(
  sandbox: SandboxProcess,
  bundle: string,
  publicKey: string,
  code = '000000',
): Promise<string> {
  const { otp } = await sandbox.control('GET', '/signers')
  return encryptOtpCodeToBundle(code, bundle, publicKey, String(otp))
}

/** Logs a client in on a wallet: mail, sealed code, token, stamp, session. */
export async function aSession(sandbox: SandboxProcess, wallet: Wallet): Promise<Client> {
  const client = aClient()
  await logIn(sandbox, wallet, client, client.publicKey)
  return client
}

export async function logIn(
  sandbox: SandboxProcess,
  wallet: Wallet,
  client: Client,
  sealedKey: string,
): Promise<void> {
  const { otpId, otpEncryptionTargetBundle } = await anOtp(sandbox, wallet.email)
  const encryptedOtpBundle = await seal(sandbox, otpEncryptionTargetBundle, sealedKey)
  const verified = await sandbox.provider.submit(
    verifyOtpBody({ ...parentEnvelope(), otpId, encryptedOtpBundle, expirationSeconds: 300 }),
    'parent',
  )
  const verificationToken = verificationTokenOf(verified)
  const { id, publicKey } = readVerificationToken(verificationToken)
  const payload = loginUsageText({ publicKey, tokenId: id })
  const { value } = await client.stamp(payload)
  const body = otpLoginBody({
    organizationId: wallet.subOrganizationId,
    timestampMs: nextTimestampMs(),
    verificationToken,
    publicKey,
    clientSignature: toClientSignature(parseStamp(value), payload),
    expirationSeconds: 900,
  })
  const login = await sandbox.provider.submit(body, 'parent')
  if (login.status !== 'COMPLETED') throw new Error(`login: ${login.failure?.message}`)
}
