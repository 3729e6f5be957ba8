/** Plays payments between accounts, in from outside and over UMA, for `npm run tool -- histories`. */
import type { ServerResponse } from 'node:http'
import { Connection } from '@temporalio/client'
import { uuidOf } from '../../contract/ids.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { type Decision, resolveSignal } from '../../workflows/operatorDecisions.ts'
import { workflows } from '../../workflows/registry.ts'
import { rowsOf } from '../durability/payments.ts'
import {
  aCustomer,
  accountOf,
  anExternalAccount,
  askQuote,
  from,
  funding,
  to,
  untilEnded,
} from '../payments/customers.ts'
import { aWebhookReceiver, fund, type Resource, shown, waitUntil } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import type { SharedStack } from '../support/stack.ts'
import { startRun } from '../support/startRun.ts'

type Closed = (name: string, workflowId: string) => Promise<void>

export async function recordPaymentHistories(stack: SharedStack, closed: Closed): Promise<void> {
  const ada = await aCustomer(stack)
  const { api } = ada
  const [dollars, wallet] = [accountOf(ada, 'USD'), accountOf(ada, 'USDB')]
  await fund(api, dollars, 1_000_000n)
  const at = { immediatelyExecute: true }
  const close = async (name: string, quote: Resource): Promise<void> => {
    await untilEnded(api, quote.transactionId)
    await closed(`quoteExecution-${name}`, quote.id)
  }
  const quoted = async (...asked: Parameters<typeof askQuote>): Promise<Resource> =>
    shown('quote', await askQuote(...asked), 201)
  const send = async (quote: Resource, currencyAmount?: number): Promise<void> => {
    const body = { quoteId: quote.id, currencyCode: 'USD', currencyAmount }
    expectStatus('send', await api.call('POST', '/sandbox/send', body), 200)
  }

  const mismatched = await quoted(api, funding('USD'), to(wallet), 1_000)
  await send(mismatched, 999)
  await close('fundedWrongly', mismatched)
  const returned = await anExternalAccount(api, ada.customer, '005')
  const back = await quoted(api, funding('USD'), to(returned), 1_000)
  await send(back)
  await close('fundedThenReturned', back)
  await waitUntil('the return', async () => {
    const rows = await rowsOf(
      stack,
      "select 1 from ledger_transfers where id like $1 || '/refund%'",
      [back.id],
    )
    return rows.length > 0
  })
  await closed('paymentCorrection-returnedOverTheRail', `${back.id}/return`)
  for (const [name, suffix] of [
    ['collected', '789'],
    ['collectionFailed', '002'],
  ] as const) {
    const bank = await anExternalAccount(api, ada.customer, suffix)
    await close(name, await quoted(api, from(bank), to(wallet), 1_000, at))
  }
  const slow = await anExternalAccount(api, ada.customer, '003')
  const stopped = await quoted(api, from(dollars), to(slow, { paymentRail: 'ACH' }), 1_000, at)
  const cancel = await api.call('POST', `/transactions/${stopped.transactionId}/cancel`)
  expectStatus('cancel', cancel, 200)
  await close('cancelled', stopped)
  await playRefunds(stack, ada, closed)
  await playApprovals(stack, ada, closed)
}

/** An operator's report has settled it; the rail's final state is awaited. */
export function untilUnconfirmed(
  stack: Pick<SharedStack, 'databaseUrl'>,
  transactionId: unknown,
): Promise<unknown> {
  const text = "select 1 from timeline where subject = $1 and code = 'PAID_UNCONFIRMED'"
  return waitUntil('an unconfirmed settlement', async () => {
    return (await rowsOf(stack, text, [transactionId])).length > 0
  })
}

/** Refunds over the rail that an operator decides about, and one of a late collection. */
async function playRefunds(
  stack: SharedStack,
  { api, customer, accounts }: Awaited<ReturnType<typeof aCustomer>>,
  closed: Closed,
): Promise<void> {
  const control = aSandboxControl(stack)
  const config = parseConfig(stack.env)
  const outside = { outsideTaskQueue: config.OUTSIDE_TASK_QUEUE, environment: 'SANDBOX' } as const
  const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  const client = createClient(connection, config)
  const usd = to(accounts.USD ?? customer)
  const stuck = { party: 'rail', kind: 'stuckPending', count: 100 } as const
  const signalDecision = (workflowId: string, decision: Decision['decision']): Promise<void> =>
    client.workflow.getHandle(workflowId).signal(resolveSignal, { ...byPerson, decision })
  const until = (reference: string, act: string): Promise<unknown> =>
    waitUntil(`${act} of ${reference}`, async () => (await control.acts(reference))[act] === 1)

  for (const decision of ['paid', 'refund', 'retry'] as const) {
    const release = await control.order({ ...stuck, operation: 'submit', match: '/refund' })
    const quote = shown('quote', await askQuote(api, funding('EUR'), usd, 1_000), 201)
    const body = { quoteId: quote.id, currencyCode: 'EUR', currencyAmount: 999 }
    expectStatus('send', await api.call('POST', '/sandbox/send', body), 200)
    await until(`${quote.transactionId}/refund`, 'rail submit')
    await signalDecision(quote.id, decision)
    if (decision === 'paid') await untilUnconfirmed(stack, quote.transactionId)
    if (decision !== 'refund') await release()
    await closed(`quoteExecution-refund-${decision}`, quote.id)
    await release()
    if (decision !== 'refund') continue
    const id = uuidOf('Quote', quote.id) ?? ''
    const again = workflows.paymentCorrection.start(
      {
        paymentId: id,
        correction: 'REFUND_RETRY',
        refundAttempt: 2,
        decision: { ...byPerson, decision: 'retry' },
        ...outside,
      },
      { platformId: '' },
    )
    await startRun(client, config, again)
    await closed('paymentCorrection-refundRetry', again.workflowId)
  }

  const held = await control.order({ ...stuck, operation: 'collect' })
  const bank = await anExternalAccount(api, customer)
  const asked = await askQuote(api, from(bank), usd, 1_000, { immediatelyExecute: true })
  const late = shown('quote', asked, 201)
  await until(`${late.transactionId}/collect`, 'rail collect')
  await signalDecision(late.id, 'refund')
  await untilEnded(api, late.transactionId)
  await control.force(`${late.transactionId}/collect`, 'settle')
  await until(`${late.transactionId}/refund`, 'rail submit')
  await closed('paymentCorrection-collectedLate', `${late.id}/collected-late`)
  await held()
  await connection.close()
}

const byPerson = { by: 'Grace Hopper', reason: 'the bank confirmed by telephone' }

/** Incoming payments whose platform approves, rejects, decides by a call, or does not decide. */
async function playApprovals(
  stack: SharedStack,
  { api, customer }: Awaited<ReturnType<typeof aCustomer>>,
  closed: Closed,
): Promise<void> {
  const receiver = await aWebhookReceiver(stack)
  const answer = (status: number) => (response: ServerResponse) => {
    response.writeHead(status).end()
  }
  for (const [name, status, call] of [
    ['approved', 200, undefined],
    ['rejected', 403, undefined],
    ['approvedByCall', 202, 'approve'],
    ['notDecided', 202, undefined],
  ] as const) {
    receiver.behave(answer(status))
    const received = await api.call('POST', '/sandbox/uma/receive', {
      senderUmaAddress: '$success.usd@sandbox.uma.money',
      customerId: customer.id,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 100,
    })
    const { id } = shown('receive', received, 200)
    if (call !== undefined) {
      await waitUntil('the question', () => receiver.typesOf(id).length > 0)
      expectStatus(call, await api.call('POST', `/transactions/${id}/${call}`), 200)
    }
    await untilEnded(api, id)
    const [row] = await rowsOf<{ id: string }>(
      stack,
      `select 'Quote:' || id as id from payments where 'Transaction:' || transaction_id = $1`,
      [id],
    )
    await closed(`quoteExecution-${name}`, row?.id ?? '')
  }
  await receiver.stop()
}
