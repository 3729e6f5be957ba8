/**
 * `npm run payment:resolve -- ID --paid|--refund|--retry --by NAME --reason TEXT`: a person's
 * decision about a payment that no machine can finish. ID is a Transaction or a Quote.
 */
import { parseArgs } from 'node:util'
import { Connection } from '@temporalio/client'
import { need, parseConfig } from '../contract/config.ts'
import { uuidOf } from '../contract/ids.ts'
import { temporalConnectionOptions } from '../contract/temporalConnection.ts'
import { openDatabase } from '../db/database.ts'
import { createClient, ensureStarted } from '../worker/temporalClient.ts'
import { type Decision, resolveSignal } from '../workflows/quoteExecution.ts'
import { startPaymentCorrection } from '../workflows/starts.ts'
import { command } from './command.ts'
import { environmentOfSet } from './set/connect.ts'

type Payment = {
  readonly id: string
  readonly platform_id: string
  readonly customer_id: string | null
  readonly source_account_id: string | null
  readonly transaction_id: string
  readonly status: string
  readonly set_aside: boolean
}

await command(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      paid: { type: 'boolean', default: false },
      refund: { type: 'boolean', default: false },
      retry: { type: 'boolean', default: false },
      by: { type: 'string' },
      reason: { type: 'string' },
    },
  })
  const chosen = (['paid', 'refund', 'retry'] as const).filter((name) => values[name])
  const [decision] = chosen
  const { by, reason } = values
  const [id = ''] = positionals
  const uuid = uuidOf('Transaction', id) ?? uuidOf('Quote', id)
  if (uuid === undefined || decision === undefined || chosen.length > 1 || !by || !reason) {
    throw new Error(
      'usage: payment:resolve -- Transaction:<uuid>|Quote:<uuid> --paid|--refund|--retry --by NAME --reason TEXT',
    )
  }
  process.stdout.write(`${await resolve(uuid, { decision, by, reason })}\n`)
})

async function resolve(uuid: string, decision: Decision): Promise<string> {
  const config = parseConfig(environmentOfSet(process.env), ['TEMPORAL_ADDRESS', 'CODEC_KEY'])
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  const connection = await Connection.connect(temporalConnectionOptions(config))
  try {
    const [payment] = await database.query<Payment>({
      text: `select id, platform_id, customer_id, source_account_id, transaction_id, status,
          exists (select 1 from ledger_transfers where id = 'Quote:' || q.id || '/set-aside') as set_aside
        from quotes q where id = $1 or transaction_id = $1`,
      values: [uuid],
    })
    if (payment === undefined) throw new Error('There is no such payment.')
    const client = createClient(connection, config)
    if (payment.status === 'PROCESSING') {
      await client.workflow.getHandle(`Quote:${payment.id}`).signal(resolveSignal, decision)
      return `Quote:${payment.id} has been told: ${decision.decision}.`
    }
    if (decision.decision === 'refund' && payment.set_aside) {
      const start = startPaymentCorrection(
        { quoteId: payment.id, correction: 'REFUND_FROM_SUSPENSE', decision },
        {
          platformId: payment.platform_id,
          customerId: payment.customer_id ?? undefined,
          accountId: payment.source_account_id ?? undefined,
          transactionId: payment.transaction_id,
        },
      )
      await ensureStarted(client, config, start)
      return `${start.workflowId} gives back what was set aside.`
    }
    throw new Error(`The payment is ${payment.status}: there is nothing to decide.`)
  } finally {
    await connection.close()
    await database.close()
  }
}
