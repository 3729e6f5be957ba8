/** Builders: a wallet at the provider, and a client with a session key on it. */
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { encryptOtpCodeToBundle, generateP256KeyPair, getPublicKey } from '@turnkey/crypto'
import { systemClock } from '../../contract/time.ts'
import { parseStamp, toClientSignature } from '../../domain/wallet/stamp/index.ts'
import {
  type CreatedWallet,
  createdWallet,
  createSubOrganizationBody,
  initOtpBody,
  issuedOtp,
  loginUsageText,
  otpLoginBody,
  type ProviderActivity,
  readVerificationToken,
  type StampHeader,
  verificationTokenOf,
  verifyOtpBody,
} from '../../providers/walletProvider/index.ts'
import { PARENT_ORGANIZATION_ID, type SandboxCalls } from './sandboxProcess.ts'

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

export async function aWallet(sandbox: SandboxCalls): Promise<Wallet> {
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

/** A stamper of the client's own key on a wallet's body. */
export async function submitAs(
  sandbox: SandboxCalls,
  client: Client,
  body: string,
): Promise<ProviderActivity> {
  return sandbox.provider.submit(body, await client.stamp(body))
}

/** A client's own key pair and the unmodified stamper over it. */
export function aClient(): Client & {
  readonly uncompressed: string
  readonly privateKey: string
} {
  const { privateKey, publicKey, publicKeyUncompressed } = generateP256KeyPair()
  return { ...clientOf(privateKey, publicKey), uncompressed: publicKeyUncompressed, privateKey }
}

function publicKeyOf(privateKey: string): string {
  return Buffer.from(getPublicKey(privateKey, true)).toString('hex')
}

/** A client that holds this session key. */
export function clientOf(privateKey: string, publicKey = publicKeyOf(privateKey)): Client {
  const stamper = new ApiKeyStamper({ apiPrivateKey: privateKey, apiPublicKey: publicKey })
  return {
    publicKey,
    async stamp(payload) {
      return { header: 'X-Stamp', value: (await stamper.stamp(payload)).stampHeaderValue }
    },
  }
}

export async function anOtp(
  sandbox: SandboxCalls,
  contact: string,
  otpType: 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS' = 'OTP_TYPE_EMAIL',
): Promise<{ otpId: string; otpEncryptionTargetBundle: string }> {
  const body = initOtpBody({
    ...parentEnvelope(),
    otpType,
    contact,
    appName: 'tests',
    otpLength: 6,
    alphanumeric: false,
    expirationSeconds: 300,
  })
  return issuedOtp(await sandbox.provider.submit(body, 'parent'))
}

/** A code sealed by the unmodified client, with the sandbox's signer as its pinned key. */
export async function seal(
  sandbox: SandboxCalls,
  bundle: string,
  publicKey: string,
  code = '000000',
): Promise<string> {
  const { otp } = await sandbox.control('GET', '/signers')
  return encryptOtpCodeToBundle(code, bundle, publicKey, String(otp))
}

/** Logs a client in on a wallet: mail, sealed code, token, stamp, session. */
export async function aSession(sandbox: SandboxCalls, wallet: Wallet): Promise<Client> {
  const client = aClient()
  await logIn(sandbox, wallet, client, client.publicKey)
  return client
}

export async function logIn(
  sandbox: SandboxCalls,
  wallet: Wallet,
  client: Client,
  sealedKey: string,
  contact = wallet.email,
): Promise<void> {
  const { otpId, otpEncryptionTargetBundle } = await anOtp(sandbox, contact, otpTypeOf(contact))
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

function otpTypeOf(contact: string): 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS' {
  return contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL'
}

/** What a login or a client's own call is addressed to. */
export function envelopeOf(wallet: Wallet): { organizationId: string; timestampMs: number } {
  return { organizationId: wallet.subOrganizationId, timestampMs: nextTimestampMs() }
}
