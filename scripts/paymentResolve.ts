/**
 * `npm run payment:resolve -- ID --paid|--refund|--retry --by NAME --reason TEXT`: a person's
 * decision about a payment that no machine can finish. ID is a Transaction or a Quote.
 *
 * Settings: DATABASE_URL, TEMPORAL_ADDRESS, CODEC_KEYS.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Connection } from '@temporalio/client'
import { idOf, uuidOf } from '../contract/ids.ts'
import { openDatabase } from '../db/database.ts'
import { findDecidablePayment } from '../db/decidablePayment.ts'
import { addAudit, COMMAND_LINE } from '../db/operators.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { temporalConnectionOptions } from '../runtime/temporalConnection.ts'
import { resolvePayment } from '../worker/resolvePayment.ts'
import { createClient } from '../worker/temporalClient.ts'
import type { Decision } from '../workflows/operatorDecisions.ts'
import { operatorPlan } from '../workflows/operatorPlan.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

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
  const config = parseConfig(environmentOfStack(process.env), ['TEMPORAL_ADDRESS', 'CODEC_KEYS'])
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  const connection = await Connection.connect(temporalConnectionOptions(config))
  try {
    const payment = await findDecidablePayment(database, uuid)
    if (payment === undefined) throw new Error('There is no such payment.')
    const plan = operatorPlan(payment, decision.decision)
    await addAudit(
      database,
      { name: COMMAND_LINE },
      {
        action: 'payment:resolve',
        subject: idOf('Transaction', payment.transaction_id),
        platformId: payment.platform_id,
        details: decision,
      },
    )
    const client = createClient(connection, config)
    return await resolvePayment({ database, client, config }, payment, plan, decision, randomUUID())
  } finally {
    await connection.close()
    await database.close()
  }
}
