/** The wallet's signature over a card pull, made with the key that the wallet's owner has delegated. */
import type { Environment } from '../../contract/outsideParties.ts'
import { delegatedKeyOf } from '../../contract/sealedText.ts'
import { pullText } from '../../domain/cards/pull.ts'
import {
  createKeyStamper,
  fingerprintOf,
  type ProviderActivity,
  type RawSignature,
  rawSignatureOf,
  signRawPayloadBody,
} from '../../providers/walletProvider/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { isSignedBy } from '../payments/transferSignature.ts'
import { unknownOutcome } from '../retryableFailures.ts'
import { runStatement } from '../storedBodies.ts'
import {
  createSubmitProviderActivity,
  type SubmitProviderActivity,
} from '../submitProviderActivity.ts'

/** Bare uuids; `amount` in the smallest unit of the account's currency, as digits. */
export type CardPull = {
  readonly pullId: string
  readonly cardId: string
  readonly accountId: string
  readonly amount: string
}

/**
 * Why a pull is not signed: `NO_KEY` the funding source never had one; `KEY_REVOKED`; `FROZEN` the account, or its
 * customer; `PROVIDER_REFUSED` the provider does not let the key sign it. None of them is final: the same call may be
 * repeated once there is a new key, or a release.
 */
export type CardPullSignature =
  | { readonly outcome: 'SIGNED'; readonly signature: RawSignature }
  | {
      readonly outcome: 'REFUSED'
      readonly code: 'NO_KEY' | 'KEY_REVOKED' | 'FROZEN' | 'PROVIDER_REFUSED'
      readonly reason: string
    }

const refusals = {
  NO_KEY: 'The funding source has no key',
  KEY_REVOKED: 'The key has been revoked',
  FROZEN: 'The account is frozen',
} as const

type WalletRow = {
  readonly environment: Environment
  readonly currency: string
  readonly sub_organization_id: string
  readonly address: string
  readonly timestamp_ms: bigint
}

export function createPullSignatureCalls(dependencies: ActivityDependencies) {
  const { database, records } = dependencies
  const submitProviderActivity = createSubmitProviderActivity(dependencies)

  return {
    /**
     * Signs a pull, once however often it is asked for: a repeat gets the first signature. The only
     * reader of private halves.
     */
    async signCardPull(pull: CardPull): Promise<CardPullSignature> {
      const wallet = await database.one<WalletRow>({
        name: 'wallet_of_pull',
        text: `select a.environment, a.currency, w.sub_organization_id, w.address, next_timestamp_ms(a.id) as timestamp_ms
          from internal_accounts a join wallets w on w.account_id = a.id where a.id = $1`,
        values: [pull.accountId],
      })
      const text = pullText({ ...pull, currency: wallet.currency, amount: BigInt(pull.amount) })
      const begun = await database.call('begin_card_pull', {
        ...{ pullId: pull.pullId, cardId: pull.cardId, accountId: pull.accountId },
        body: signRawPayloadBody({
          organizationId: wallet.sub_organization_id,
          timestampMs: Number(wallet.timestamp_ms),
          ...{ signWith: wallet.address, payload: text },
        }),
      })
      if (begun.outcome === 'REFUSED') {
        return { ...begun, reason: refusals[begun.code] }
      }
      if (payloadOf(begun.body) !== text) throw new Error('a pull of that id has other terms')
      if (begun.outcome === 'SIGNED') return { outcome: 'SIGNED', signature: begun.signature }
      const submission = { pull, wallet, body: begun.body, activityId: begun.activityId }
      const end =
        begun.outcome === 'SIGN'
          ? await submitted(submission, records.open(begun.privateKey, delegatedKeyOf(begun.keyId)))
          : await found(submission, begun.code)
      if (end.outcome === 'REFUSED') {
        // What is asked for again after a refusal is a new body.
        await runStatement(
          database,
          'delete from card_pull_signatures where pull_id = $1 and signature is null',
          pull.pullId,
        )
        return end
      }
      const signature = rawSignatureOf(end.activity)
      if (!isSignedBy(wallet.address, text, signature)) {
        throw unknownOutcome('card pull', new Error('it does not verify against the wallet'))
      }
      await runStatement(
        database,
        `update card_pull_signatures set signature = $2, provider_activity_id = $3, updated_at = service_now()
          where pull_id = $1 and signature is null`,
        pull.pullId,
        JSON.stringify(signature),
        end.activity.id,
      )
      return { outcome: 'SIGNED', signature }
    },
  }

  type Submission = {
    readonly pull: CardPull
    readonly wallet: WalletRow
    readonly body: string
    readonly activityId: string | null
  }
  type End =
    | { readonly outcome: 'COMPLETED'; readonly activity: ProviderActivity }
    | Extract<CardPullSignature, { outcome: 'REFUSED' }>

  async function submitted(submission: Submission, privateKey: string): Promise<End> {
    const stamp = await createKeyStamper(privateKey)(submission.body)
    const end = await submitProviderActivity('card pull', activityOf(submission, stamp))
    if (end.outcome === 'COMPLETED') return end
    return { outcome: 'REFUSED', code: 'PROVIDER_REFUSED', reason: end.reason }
  }

  /** The key has gone, or may not sign: what it signed before is looked for with the service's own. */
  async function found(submission: Submission, code: 'KEY_REVOKED' | 'FROZEN'): Promise<End> {
    const { wallet, body } = submission
    const provider = dependencies.outside.walletProvider(wallet.environment)
    const known =
      submission.activityId ??
      (
        await provider
          .listActivities(wallet.sub_organization_id, 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2')
          .catch((error: unknown) => {
            throw unknownOutcome('card pull', error)
          })
      ).find(({ fingerprint }) => fingerprint === fingerprintOf(body))?.id
    const refused: End = { outcome: 'REFUSED', code, reason: refusals[code] }
    if (known === undefined) return refused
    const end = await submitProviderActivity(
      'card pull',
      activityOf({ ...submission, activityId: known }, 'parent'),
    )
    return end.outcome === 'COMPLETED' ? end : refused
  }

  function activityOf(
    { pull, wallet, body, activityId }: Submission,
    stamp: Parameters<SubmitProviderActivity>[1]['stamp'],
  ): Parameters<SubmitProviderActivity>[1] {
    return {
      environment: wallet.environment,
      organizationId: wallet.sub_organization_id,
      ...{ body, stamp, activityId },
      saveActivityId: (id) =>
        runStatement(
          database,
          'update card_pull_signatures set provider_activity_id = $2 where pull_id = $1',
          pull.pullId,
          id,
        ),
    }
  }
}

function payloadOf(body: string): string {
  const { parameters } = JSON.parse(body) as { parameters: { payload: string } }
  return parameters.payload
}
