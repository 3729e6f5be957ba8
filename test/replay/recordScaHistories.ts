/** Plays what may become of the reset of a customer's factor. */
import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import { openDatabase } from '../../db/database.ts'
import type { Config } from '../../runtime/config.ts'
import { workflows } from '../../workflows/registry.ts'
import { apiOf } from '../support/builders.ts'
import { aReset, aScaCustomer, recognize } from '../support/sca.ts'
import type { SharedStack } from '../support/stack.ts'
import { startRun } from '../support/startRun.ts'

type Stage = {
  readonly stack: SharedStack
  readonly client: Client
  readonly config: Config
}

type Closed = (name: string, workflowId: string) => Promise<void>

export async function recordScaHistories(stage: Stage, closed: Closed): Promise<void> {
  const { stack, client, config } = stage
  const customer = await aScaCustomer(apiOf(stack))
  const outside = {
    outsideTaskQueue: config.OUTSIDE_TASK_QUEUE,
    environment: 'SANDBOX' as const,
  }

  const completed = await aReset(customer, 'TOTP')
  await recognize(stack, customer, completed)
  await customer.sca('POST', `/factors/reset/${completed.resetId}/complete`)
  await closed('scaReset-completed', completed.resetId)

  const rejected = await aReset(customer, 'TOTP')
  await recognize(stack, customer, rejected, 'fail')
  await closed('scaReset-rejected', rejected.resetId)

  for (const [name, isRecognized] of [
    ['expired', false],
    ['notCompleted', true],
  ] as const) {
    const resetId = randomUUID()
    const { platform_id: platformId, customer_id: customerId } = await openRow(
      stack,
      resetId,
      customer.customer.id,
    )
    await startRun(
      client,
      config,
      workflows.scaReset.start({ ...outside, resetId, platformId, customerId }),
    )
    const shown = { resetId: `ScaReset:${resetId}`, verificationLink: completed.verificationLink }
    if (isRecognized) await recognize(stack, customer, shown)
    await closed(`scaReset-${name}`, shown.resetId)
  }

  const nobody = { resetId: randomUUID(), platformId: randomUUID(), customerId: randomUUID() }
  const ended = workflows.scaReset.start({ ...outside, ...nobody })
  await startRun(client, config, ended)
  await closed('scaReset-ended', ended.workflowId)
}

/** A reset that ends soon, as its workflow's first step finds it when it is repeated. */
async function openRow(
  { databaseUrl }: SharedStack,
  resetId: string,
  customerId: string,
): Promise<{ platform_id: string; customer_id: string }> {
  const database = openDatabase(databaseUrl, { poolMax: 1 })
  try {
    return await database.one({
      text: `insert into sca_resets (id, platform_id, customer_id, factor, status, expires_at)
        select $1, platform_id, id, 'TOTP', 'INITIATED', service_now() + interval '6 seconds' from customers
        where id = $2 returning platform_id, customer_id`,
      values: [resetId, customerId.replace('Customer:', '')],
    })
  } finally {
    await database.close()
  }
}
