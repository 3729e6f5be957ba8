/** Wallet operations at the provider: relays the stamped body and reads the result. */
import type { ErrorCode } from '../../contract/errors.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { makesASession, type WalletOperationKind } from '../../contract/stampRules.ts'
import {
  apiKeyIdOf,
  authenticatorIdsOf,
  oauthProviderIdsOf,
  type ProviderActivity,
  type ProviderApiKey,
  type StampHeader,
  userIdsOf,
} from '../../providers/walletProvider/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { frozen, unknownOutcome } from '../retryableFailures.ts'
import { type ActivityOutcome, createSubmitProviderActivity } from '../submitProviderActivity.ts'
import type { OperationOutcome } from './record.ts'

type Row = {
  readonly environment: Environment
  readonly status: string
  readonly operation: WalletOperationKind
  readonly credential_type: string | null
  readonly payload_to_sign: string
  readonly provider_body: string | null
  readonly stamp_header: StampHeader['header'] | null
  readonly stamp_value: string | null
  readonly provider_activity_id: string | null
  /** The public key of a session whose key pair the client has made; null: the provider makes it. */
  readonly own_public_key: string | null
  readonly sub_organization_id: string
  readonly provider_user_id: string
  /** What the request acts on is frozen, and nothing has been sent yet. */
  readonly is_frozen: boolean
}

export function createSubmissionCalls(dependencies: ActivityDependencies) {
  const { database, outside } = dependencies
  const submitProviderActivity = createSubmitProviderActivity(dependencies)

  return {
    /** Performs the operation of a claimed request. Only ids and statuses are returned. */
    async submitOperation({ requestId }: { requestId: string }): Promise<OperationOutcome> {
      const row = await database.one<Row>({
        name: 'claimed_request',
        text: `select r.operation, coalesce(r.intent ->> 'type', r.intent ->> 'credentialType') as credential_type, r.payload_to_sign, r.provider_body,
            r.stamp_header, r.stamp_value, r.provider_activity_id, r.status,
            case r.operation when 'OTP_LOGIN' then r.claimed_public_key else r.intent ->> 'sessionPublicKey' end
              as own_public_key, w.sub_organization_id, w.provider_user_id, a.environment,
            r.provider_activity_id is null and frozen_request_refusal(r) is not null as is_frozen
          from requests r join wallets w on w.account_id = r.account_id
          join internal_accounts a on a.id = r.account_id where r.id = $1`,
        values: [requestId],
      })
      if (row.status !== 'CLAIMED') {
        return { outcome: 'REFUSED', code: 'CONFLICT', reason: 'The operation has ended' }
      }
      if (row.is_frozen) throw frozen()
      const end = await submitProviderActivity(labelOf(row.operation), {
        environment: row.environment,
        organizationId: row.sub_organization_id,
        body: row.provider_body ?? row.payload_to_sign,
        stamp:
          row.stamp_header === null || row.stamp_value === null
            ? 'parent'
            : { header: row.stamp_header, value: row.stamp_value },
        activityId: row.provider_activity_id,
        // From here on the id is enough: stamps and tokens are deleted.
        saveActivityId: async (id) => {
          await database.query({
            text: `update requests set provider_activity_id = $2, provider_body = null, secret = null,
              stamp_header = null, stamp_value = null where id = $1`,
            values: [requestId, id],
          })
        },
      })
      if (end.outcome === 'REFUSED') return refusalOf(row, end)
      return resultOf(row, end.activity)
    },
  }

  async function resultOf(row: Row, activity: ProviderActivity): Promise<OperationOutcome> {
    const done = { outcome: 'DONE', activityId: activity.id } as const
    if (makesASession.has(row.operation)) {
      const key = await sessionKeyOf(row, activity)
      if (key?.expiresAt === undefined) {
        return {
          outcome: 'REFUSED',
          code: 'CONFLICT',
          reason: 'The session has ended; start again',
        }
      }
      const { apiKeyId, publicKey, expiresAt } = key
      return { ...done, apiKeyId, publicKey, expiresAt: expiresAt.toISOString() }
    }
    if (row.operation === 'CREATE_DELEGATED_KEY') {
      const [reference] = userIdsOf(activity)
      return reference === undefined ? done : { ...done, reference }
    }
    if (row.operation !== 'ADD_CREDENTIAL') return done
    const [reference] =
      row.credential_type === 'PASSKEY'
        ? authenticatorIdsOf(activity)
        : row.credential_type === 'OAUTH'
          ? oauthProviderIdsOf(activity)
          : []
    return reference === undefined ? done : { ...done, reference }
  }

  /** The session's key at the provider: by the public key where the client has made it, else by the id in the sealed result. */
  async function sessionKeyOf(
    row: Row,
    activity: ProviderActivity,
  ): Promise<ProviderApiKey | undefined> {
    const { sub_organization_id: organizationId, provider_user_id: userId } = row
    try {
      const keys = await outside.walletProvider(row.environment).getApiKeys(organizationId, userId)
      return row.own_public_key !== null
        ? keys.findLast(({ publicKey }) => publicKey === row.own_public_key)
        : keys.find(({ apiKeyId }) => apiKeyId === apiKeyIdOf(activity))
    } catch (error) {
      throw unknownOutcome('session key', error)
    }
  }
}

function labelOf(operation: WalletOperationKind): string {
  return operation.toLowerCase().replaceAll('_', ' ')
}

const logins: ReadonlySet<WalletOperationKind> = new Set([
  'OTP_LOGIN',
  'PASSKEY_LOGIN',
  'OAUTH_LOGIN',
])

function refusalOf(
  row: Row,
  end: Extract<ActivityOutcome, { outcome: 'REFUSED' }>,
): OperationOutcome {
  return { outcome: 'REFUSED', code: codeOf(row, end.httpStatus), reason: end.reason }
}

/** The error code of a refusal by the provider, by the operation and the HTTP status. */
function codeOf(
  { operation, credential_type: type }: Row,
  httpStatus: number | undefined,
): ErrorCode {
  if (logins.has(operation)) return 'UNAUTHORIZED'
  if (operation === 'CONTACT_CHANGE') {
    return type === 'SMS_OTP'
      ? 'SMS_OTP_CREDENTIAL_SYNC_FAILED'
      : 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED'
  }
  if (httpStatus === 401 || httpStatus === 403) return 'WALLET_SIGNATURE_INVALID'
  if (httpStatus === 400 || httpStatus === 429) return 'INVALID_INPUT'
  return 'CONFLICT'
}
