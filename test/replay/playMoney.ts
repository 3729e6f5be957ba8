/** Plays payments between accounts, in from outside and over UMA, for `npm run histories`. */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { expectStatus } from '../../scripts/client/apiClient.ts'
import { aWebhookReceiver, fund, type Shown, shown, waitUntil } from '../builders.ts'
import { rowsOf } from '../durability/payments.ts'
import {
  accountOf,
  anExternalAccount,
  aPerson,
  askQuote,
  from,
  funding,
  to,
  untilEnded,
} from '../payments/people.ts'
import type { SharedSet } from '../set.ts'

type Closed = (name: string, workflowId: string) => Promise<void>

export async function playMoney(set: SharedSet, closed: Closed): Promise<void> {
  const ada = await aPerson(set)
  const { api } = ada
  const [dollars, wallet] = [accountOf(ada, 'USD'), accountOf(ada, 'USDB')]
  await fund(api, dollars, 1_000_000n)
  const at = { immediatelyExecute: true }
  const close = async (name: string, quote: Shown): Promise<void> => {
    await untilEnded(api, quote.transactionId)
    await closed(`quoteExecution-${name}`, quote.id)
  }
  const quoted = async (...asked: Parameters<typeof askQuote>): Promise<Shown> =>
    shown('quote', await askQuote(...asked), 201)
  const send = async (quote: Shown, currencyAmount?: number): Promise<void> => {
    const body = { quoteId: quote.id, currencyCode: 'USD', currencyAmount }
    expectStatus('send', await api.call('POST', '/sandbox/send', body), 200)
  }

  await close('converted', await quoted(api, from(dollars), to(wallet), 1_000, at))
  await playRefused(set, ada, closed)
  const funded = await quoted(api, funding('USD'), to(wallet), 1_000)
  await send(funded)
  await close('funded', funded)
  const mismatched = await quoted(api, funding('USD'), to(wallet), 1_000)
  await send(mismatched, 999)
  await close('fundedWrongly', mismatched)
  const returned = await anExternalAccount(api, ada.customer, '005')
  const back = await quoted(api, funding('USD'), to(returned), 1_000)
  await send(back)
  await close('fundedThenReturned', back)
  await waitUntil('the return', async () => {
    const rows = await rowsOf(
      set,
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
  await playApprovals(set, ada, closed)
}

/** A payment placed at once that its balance does not cover: refused by the head. */
async function playRefused(
  set: SharedSet,
  { api, accounts }: Awaited<ReturnType<typeof aPerson>>,
  closed: Closed,
): Promise<void> {
  const poor = await aPerson(set)
  const key = randomUUID()
  const answer = await askQuote(
    api,
    from(accountOf(poor, 'USD')),
    to(accounts.USD ?? poor.customer),
    1_000,
    { immediatelyExecute: true },
    key,
  )
  expectStatus('refused', answer, 400)
  const [row] = await rowsOf<{ id: string }>(
    set,
    "select 'Quote:' || quote_id as id from refused_placements order by created_at desc limit 1",
  )
  await closed('quoteExecution-placedAndRefused', row?.id ?? '')
}

/** Incoming payments whose platform is asked: it approves, refuses, calls later, stays silent. */
async function playApprovals(
  set: SharedSet,
  { api, customer }: Awaited<ReturnType<typeof aPerson>>,
  closed: Closed,
): Promise<void> {
  const receiver = await aWebhookReceiver(set)
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
      set,
      `select 'Quote:' || id as id from quotes where 'Transaction:' || transaction_id = $1`,
      [id],
    )
    await closed(`quoteExecution-${name}`, row?.id ?? '')
  }
  await receiver.stop()
}
