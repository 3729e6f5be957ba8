/**
 * Calls to the wallet provider. The exact body is stored before it is first sent, every repeat
 * sends those bytes, and the provider knows the repeat by them.
 */

import type { Database } from '../db/database.ts'
import { deriveUuid } from '../domain/derivedIds.ts'
import {
  type CreatedWallet,
  createdWallet,
  createSubOrganizationBody,
  initOtpBody,
  issuedOtp,
  loginUsageText,
  rawSignatureOf,
  readVerificationToken,
  verificationTokenOf,
  verifyOtpBody,
} from '../providers/walletProvider/index.ts'
import type { Refused } from '../workflows/head.ts'
import { createComplete } from './complete.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { callFunction } from './head.ts'
import type { SentOtp } from './otp.ts'
import { unknownOutcome } from './outside.ts'
import { rememberedIssuance, rememberedVerification, rememberedWallet } from './storedBodies.ts'
import { isSignedBy } from './transferSignature.ts'

/** Defaults of `embeddedWalletConfig`, and how far the provider goes. */
const OTP_LENGTH = { usual: 6, min: 6, max: 9 }
const OTP_SECONDS = { usual: 300, min: 1, max: 600 }
const TOKEN_SECONDS = 300

export function createProviderCalls(dependencies: ActivityDependencies) {
  const { database, config, log } = dependencies
  const parentOrganizationId = config.WALLET_PARENT_ORGANIZATION_ID

  const complete = createComplete(dependencies)

  return {
    /** Creates the sub-organization of a wallet, once. */
    async provisionWallet({ accountId }: { accountId: string }): Promise<CreatedWallet> {
      const row = await rememberedWallet(database, accountId, (account) =>
        createSubOrganizationBody({
          organizationId: parentOrganizationId,
          timestampMs: Number(account.timestamp_ms),
          name: `InternalAccount:${accountId}`,
          userName: `Customer:${account.customer_id}`,
          ...(account.email !== null && { userEmail: account.email }),
          network: config.ENVIRONMENT === 'production' ? 'mainnet' : 'regtest',
        }),
      )
      const end = await complete('wallet', {
        organizationId: parentOrganizationId,
        body: row.create_body,
        stamp: 'parent',
        activityId: row.create_activity_id,
        remember: (id) =>
          keep(
            database,
            'update wallets set create_activity_id = $2 where account_id = $1',
            accountId,
            id,
          ),
      })
      // A refused wallet is our own mistake or the provider's: nobody can repair it by retrying
      // with other data, so it stays open, asked again and in sight.
      if (end.outcome === 'REFUSED') throw unknownOutcome('wallet', new Error(end.reason))
      return createdWallet(end.activity)
    },

    /** Has a one-time code sent. One body, one mail. */
    async sendOtp(input: { credentialId: string; number: number }): Promise<SentOtp> {
      const row = await rememberedIssuance(database, input, (source) =>
        initOtpBody({
          organizationId: parentOrganizationId,
          timestampMs: Number(source.timestamp_ms),
          otpType: source.type === 'SMS_OTP' ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL',
          contact: source.contact ?? '',
          appName: source.app_name,
          otpLength: within(OTP_LENGTH, source.settings.otpLength),
          alphanumeric: source.settings.alphanumeric ?? false,
          expirationSeconds: within(OTP_SECONDS, source.settings.expirationSeconds),
          userIdentifier: source.account_id,
        }),
      )
      const end = await complete('one-time code', {
        organizationId: parentOrganizationId,
        body: row.body,
        stamp: 'parent',
        activityId: row.provider_activity_id,
        remember: (id) =>
          keep(
            database,
            'update otp_issuances set provider_activity_id = $3 where credential_id = $1 and number = $2',
            input.credentialId,
            input.number,
            id,
          ),
      })
      if (end.outcome === 'REFUSED') return { outcome: 'REFUSED', reason: end.reason }
      const { otpId, otpEncryptionTargetBundle: targetBundle } = issuedOtp(end.activity)
      return { outcome: 'SENT', otpId, targetBundle, lifetimeSeconds: lifetimeIn(row.body) }
    },

    /**
     * Has a sealed code checked. The verification token goes from the provider to the request
     * row; it never passes through history.
     */
    async checkOtp({
      verificationId,
    }: {
      verificationId: string
    }): Promise<{ outcome: 'MOVED' } | Refused> {
      const row = await rememberedVerification(database, verificationId, (source) =>
        verifyOtpBody({
          organizationId: parentOrganizationId,
          timestampMs: Number(source.timestamp_ms),
          otpId: source.otp_id,
          encryptedOtpBundle: source.encrypted_bundle,
          expirationSeconds: TOKEN_SECONDS,
        }),
      )
      if (row.status === 'SETTLED') return { outcome: 'MOVED' }
      if (row.refusal !== null) return { outcome: 'REFUSED', ...row.refusal }
      const end = await complete('code check', {
        organizationId: parentOrganizationId,
        body: row.body,
        stamp: 'parent',
        activityId: row.provider_activity_id,
        remember: (id) =>
          keep(
            database,
            'update otp_verifications set provider_activity_id = $2 where id = $1',
            verificationId,
            id,
          ),
      })
      if (end.outcome === 'REFUSED') {
        const refusal = { code: 'UNAUTHORIZED', reason: 'Invalid OTP code' } as const
        log.info({ verificationId, reason: end.reason }, 'one-time code refused')
        await database.query({
          text: 'select refuse_otp($1, $2, $3, true)',
          values: [verificationId, refusal.code, refusal.reason],
        })
        return { outcome: 'REFUSED', ...refusal }
      }
      const verificationToken = verificationTokenOf(end.activity)
      const token = readVerificationToken(verificationToken)
      await callFunction(database, 'accept_otp', {
        verificationId,
        requestId: deriveUuid('login', verificationId),
        publicKey: token.publicKey,
        payloadToSign: loginUsageText({ publicKey: token.publicKey, tokenId: token.id }),
        verificationToken,
        lifetimeSeconds: config.REQUEST_LIFETIME_SECONDS,
      })
      return { outcome: 'MOVED' }
    },

    /** Relays the customer's stamp over the quote's own bytes, and keeps the wallet's signature. */
    async signTransfer(input: {
      quoteId: string
    }): Promise<{ outcome: 'SIGNED' } | { outcome: 'REFUSED'; reason: string }> {
      const [row] = await database.query<{
        payload_to_sign: string | null
        stamp: string | null
        provider_activity_id: string | null
        transfer_signature: object | null
        sub_organization_id: string
        address: string
      }>({
        name: 'transfer_to_sign',
        text: `select q.payload_to_sign, q.stamp, q.provider_activity_id, q.transfer_signature,
            w.sub_organization_id, w.address
          from quotes q left join wallets w on w.account_id = q.source_account_id where q.id = $1`,
        values: [input.quoteId],
      })
      if (row === undefined) throw new Error('the quote has no row')
      if (row.payload_to_sign === null || row.transfer_signature !== null)
        return { outcome: 'SIGNED' }
      const end = await complete('transfer signature', {
        organizationId: row.sub_organization_id,
        body: row.payload_to_sign,
        stamp: { header: 'X-Stamp', value: row.stamp ?? '' },
        activityId: row.provider_activity_id,
        remember: (id) =>
          keep(
            database,
            'update quotes set provider_activity_id = $2, stamp = null where id = $1',
            input.quoteId,
            id,
          ),
      })
      if (end.outcome === 'REFUSED') return { outcome: 'REFUSED', reason: end.reason }
      const signature = rawSignatureOf(end.activity)
      if (!isSignedBy(row.address, payloadOf(row.payload_to_sign), signature)) {
        throw unknownOutcome(
          'transfer signature',
          new Error('it does not verify against the wallet'),
        )
      }
      await database.query({
        name: 'transfer_signed',
        text: `with signed as (
            update quotes set transfer_signature = $2, provider_activity_id = $3, stamp = null,
              updated_at = service_now()
            where id = $1 and transfer_signature is null returning platform_id, transaction_id)
          select add_timeline(platform_id, 'Transaction:' || transaction_id, 'signed by the wallet', null,
            'payout rail', 'the payout') from signed`,
        values: [input.quoteId, JSON.stringify(signature), end.activity.id],
      })
      return { outcome: 'SIGNED' }
    },
  }
}

type Range = { readonly usual: number; readonly min: number; readonly max: number }

function within({ usual, min, max }: Range, wanted = usual): number {
  return Math.min(Math.max(wanted, min), max)
}

/** Of a code, as the body that was sent says: the platform may have changed its mind since. */
function lifetimeIn(body: string): number {
  const { parameters } = JSON.parse(body) as { parameters: { expirationSeconds: string } }
  return Number(parameters.expirationSeconds)
}

function payloadOf(body: string): string {
  const { parameters } = JSON.parse(body) as { parameters: { payload: string } }
  return parameters.payload
}

export async function keep(database: Database, text: string, ...values: unknown[]): Promise<void> {
  await database.query({ text, values })
}
