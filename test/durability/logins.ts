/** The three calls of a login, each of which a test can retry, race and break. */
import { encryptOtpCodeToBundle } from '@turnkey/crypto'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { createDevice, type Device, untilSettled } from '../../scripts/serviceDriver/device.ts'
import type { FundedWallet } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import type { SharedStack } from '../support/stack.ts'
import { rowsOf } from './payments.ts'

export type SealedCode = { readonly type: 'EMAIL_OTP'; readonly encryptedOtpBundle: string }

export type OpenLogin = {
  readonly device: Device
  readonly body: SealedCode
  readonly headers: Readonly<Record<string, string>>
}

const pathOf = ({ credential }: Pick<FundedWallet, 'credential'>): string =>
  `/auth/credentials/${credential.id}`

export function challenge(
  api: ApiClient,
  wallet: Pick<FundedWallet, 'credential'>,
): Promise<Answer> {
  return api.call('POST', `${pathOf(wallet)}/challenge`)
}

export function verify(
  api: ApiClient,
  wallet: Pick<FundedWallet, 'credential'>,
  body: SealedCode,
  headers?: OpenLogin['headers'],
): Promise<Answer> {
  return api.call('POST', `${pathOf(wallet)}/verify`, body, headers)
}

/** Seals codes to the bundle that a challenge answered, each for the same device. */
export async function sealCodes(
  stack: SharedStack,
  challenged: Answer,
  codes: readonly string[],
  device: Device = createDevice(),
): Promise<SealedCode[]> {
  const { otp } = await aSandboxControl(stack).signers()
  const target = String(expectStatus('challenge', challenged, 200).body.otpEncryptionTargetBundle)
  return Promise.all(
    codes.map(async (code) => ({
      type: 'EMAIL_OTP' as const,
      encryptedOtpBundle: await encryptOtpCodeToBundle(code, target, device.publicKey, otp),
    })),
  )
}

/** Challenge and first verify: what is left to do is the signed retry. */
export async function anOpenLogin(stack: SharedStack, wallet: FundedWallet): Promise<OpenLogin> {
  const device = createDevice()
  const challenged = await untilSettled(() => challenge(wallet.api, wallet))
  const [body] = await sealCodes(stack, challenged, ['000000'], device)
  if (body === undefined) throw new Error('no code was sealed')
  const first = await untilSettled(() => verify(wallet.api, wallet, body))
  expectStatus('verify', first, 202)
  const headers = {
    'Service-Wallet-Signature': await device.stamp(String(first.body.payloadToSign)),
    'Request-Id': String(first.body.requestId),
  }
  return { device, body, headers }
}

/** Sessions that were ever made for a wallet. */
export async function sessionsOf(stack: SharedStack, { wallet }: FundedWallet): Promise<number> {
  const accountId = wallet.id.split(':')[1]
  return (await rowsOf(stack, 'select 1 from sessions where account_id = $1', [accountId])).length
}
