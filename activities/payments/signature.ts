/** The wallet's signature over a payment: the customer's stamp, relayed to the provider. */
import type { Environment } from '../../contract/outsideParties.ts'
import { stampOf } from '../../contract/sealedText.ts'
import { rawSignatureOf } from '../../providers/walletProvider/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { frozen, unknownOutcome } from '../retryableFailures.ts'
import { runStatement } from '../storedBodies.ts'
import { createSubmitProviderActivity } from '../submitProviderActivity.ts'
import { isSignedBy } from './transferSignature.ts'

export function createSignatureCalls(dependencies: ActivityDependencies) {
  const { database, records } = dependencies
  const submitProviderActivity = createSubmitProviderActivity(dependencies)
  return {
    /**
     * Relays the customer's stamp over the quote's bytes, and stores the wallet's signature. CLOSED: the payment is not
     * under way any more, and the provider is not called. What is frozen waits.
     */
    async signTransfer(input: {
      paymentId: string
    }): Promise<{ outcome: 'SIGNED' | 'CLOSED' } | { outcome: 'REFUSED'; reason: string }> {
      const row = await database.one<{
        payload_to_sign: string | null
        stamp: string | null
        stamp_bound_to: string | null
        provider_activity_id: string | null
        transfer_signature: object | null
        environment: Environment
        sub_organization_id: string
        address: string
        is_open: boolean
        is_due: boolean
        is_held: boolean
      }>({
        name: 'transfer_to_sign',
        text: `select q.payload_to_sign, q.stamp, q.stamp_bound_to, q.provider_activity_id, q.transfer_signature,
            q.environment, w.sub_organization_id, w.address, q.status = 'PROCESSING' as is_open,
            'SIGN' = any (remaining_steps(q)) as is_due,
            q.provider_activity_id is null and 'SIGN' = any (remaining_steps(q)) and is_held(q.id) as is_held
          from payments q left join wallets w on w.account_id = q.source_account_id where q.id = $1`,
        values: [input.paymentId],
      })
      if (row.payload_to_sign === null || row.transfer_signature !== null)
        return { outcome: 'SIGNED' }
      if (!row.is_open) return { outcome: 'CLOSED' }
      if (!row.is_due) return { outcome: 'SIGNED' }
      if (row.is_held) throw frozen()
      const { stamp, stamp_bound_to: boundTo } = row
      // One that has waited for the payer's authorization is encrypted.
      const isSealed = stamp !== null && boundTo !== null
      const end = await submitProviderActivity('transfer signature', {
        environment: row.environment,
        organizationId: row.sub_organization_id,
        body: row.payload_to_sign,
        stamp: {
          header: 'X-Stamp',
          value: isSealed ? records.open(stamp, stampOf(boundTo)) : (stamp ?? ''),
        },
        activityId: row.provider_activity_id,
        saveActivityId: (id) =>
          runStatement(
            database,
            'update payments set provider_activity_id = $2, stamp = null where id = $1',
            input.paymentId,
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
            update payments set transfer_signature = $2, provider_activity_id = $3, stamp = null,
              updated_at = service_now()
            where id = $1 and transfer_signature is null returning platform_id, transaction_id)
          select add_timeline(platform_id, 'Transaction:' || transaction_id, 'SIGNED', null,
            'PAYOUT_RAIL', 'PAYOUT') from signed`,
        values: [input.paymentId, JSON.stringify(signature), end.activity.id],
      })
      return { outcome: 'SIGNED' }
    },
  }
}

function payloadOf(body: string): string {
  const { parameters } = JSON.parse(body) as { parameters: { payload: string } }
  return parameters.payload
}
