/**
 * PostgreSQL is set back to before payments had failed of which the rail has never had anything: an operator had refunded
 * them, or their payee was deleted. What their platform was answered holds: nothing of them is paid.
 */
import { Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../contract/time.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { resolveSignal } from '../../workflows/operatorDecisions.ts'
import { accountOf, aFundedCustomer, anExternalAccount, untilEnded } from '../payments/customers.ts'
import { anActingAgent, transferOut } from '../support/agentActions.ts'
import {
  aLoggedInWallet,
  apiOf,
  ledgerHolds,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aPayment, execute, rowsOf, untilKnown } from './payments.ts'
import { halt, operator, resume, SERVICE, takeSnapshot, undecidedIn } from './setBack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await aRunningStack({ own: true })
})
afterAll(() => stack?.stop())

test('what has failed stays failed, and what was not stopped is paid', async () => {
  const api = apiOf(stack)
  const owner = await aLoggedInWallet(stack)
  const ada = await aFundedCustomer(stack, 'USD', 50_000n)
  const agents = await anActingAgent(stack)
  const banks = [
    await anExternalAccount(ada.api, ada.customer),
    await anExternalAccount(ada.api, ada.customer),
  ] as const
  await rowsOf(stack, `select pause_payouts('SANDBOX', null, 'Grace Hopper', 'a test')`)
  const transfer = async (bank: Resource): Promise<string> => {
    const body = {
      source: { accountId: accountOf(ada, 'USD').id },
      destination: { accountId: bank.id },
      amount: 1_000,
    }
    const answer = await untilKnown(stack, () => ada.api.call('POST', '/transfer-out', body))
    return String(shown('transfer', answer, 201).id)
  }
  const wallets = await aPayment(owner)
  shown('execution', await untilKnown(stack, () => execute(api, wallets)), 200)
  const action = shown('action', await transferOut(agents), 201)
  const refunded = [
    wallets.transactionId,
    await transfer(banks[0]),
    String((action.transaction as Resource).id),
  ]
  const unpayable = await transfer(banks[1])
  const goesOn = await transfer(banks[0])
  const failed = [...refunded, unpayable]
  await waitUntil('they wait', async () => {
    const rows = await rowsOf(stack, 'select from paused_payouts')
    return rows.length === failed.length + 1
  })

  await halt(stack, SERVICE)
  const restoredTo = systemClock.now().toISOString()
  const snapshot = await takeSnapshot(stack)
  await resume(stack, SERVICE)
  const config = parseConfig(stack.env)
  const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  const { workflow } = createClient(connection, config)
  const decision = { decision: 'refund', by: 'Grace Hopper', reason: 'a mistake' } as const
  for (const id of refunded) {
    await workflow.getHandle(await workflowOf(id)).signal(resolveSignal, decision)
  }
  // As after a proof that has failed.
  await rowsOf(stack, `update external_accounts set status = 'UNVERIFIED' where id = $1`, [
    banks[1].id.split(':')[1],
  ])
  const path = `/customers/external-accounts/${banks[1].id}`
  expect((await ada.api.call('DELETE', path)).status).toBe(204)
  for (const id of failed) {
    expect(await untilEnded(api, id)).toMatchObject({ status: 'FAILED' })
  }
  const answered = await answersOf(failed)
  await waitUntil('their runs have closed', async () => {
    const runs = await Promise.all(
      failed.map(async (id) => workflow.getHandle(await workflowOf(id)).describe()),
    )
    return runs.every(({ status }) => status.name === 'COMPLETED')
  })
  await connection.close()

  await halt(stack, SERVICE)
  await snapshot.restorePostgres()
  await operator(stack, 'restore', 'begin', '--to', restoredTo)
  await resume(stack, SERVICE)
  const printed = await operator(stack, 'reconcile', '--apply')
  expect(undecidedIn(printed), printed).toEqual([])
  expect(await operator(stack, 'restore', 'end')).toContain('OPEN')
  await rowsOf(stack, `select resume_payouts('SANDBOX', null, 'Grace Hopper')`)

  expect(await untilEnded(api, goesOn)).toMatchObject({ status: 'COMPLETED' })
  for (const id of failed) await untilEnded(api, id)
  expect(await answersOf(failed)).toEqual(answered)
  const control = aSandboxControl(stack)
  for (const id of failed) expect(await control.acts(id)).not.toHaveProperty('rail submit')
  expect(await control.acts(goesOn)).toMatchObject({ 'rail submit': 1 })
  expect((await ledgerHolds(stack)).findings).toEqual([])
})

async function workflowOf(transactionId: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    stack,
    "select 'Quote:' || id as id from payments where 'Transaction:' || transaction_id = $1",
    [transactionId],
  )
  return row?.id ?? ''
}

/** As their platform reads them. */
function answersOf(ids: readonly string[]): Promise<object[]> {
  return rowsOf(
    stack,
    `select id, status, failure_reason, refund ->> 'status' as refund, refund ->> 'reason' as cause from transactions
      where 'Transaction:' || id = any ($1) order by id`,
    [ids],
  )
}
