/** Decisions about transactions: approved, rejected, confirmed, cancelled. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { aCustomer, accountOf, type TestCustomer, untilEnded } from '../../../payments/customers.ts'
import { anExternalAccount, shown } from '../../../support/builders.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'
import { ada, bank, meetAda, transferBody } from '../payer.ts'

/** An incoming payment that waits for its platform's decision: asked, and not answered. */
async function pendingIncoming(): Promise<{ id: string; person: TestCustomer }> {
  const person = await aCustomer(service().stack)
  const incoming = await call('POST', '/sandbox/uma/receive', {
    senderUmaAddress: '$success.usd@sandbox.uma.money',
    customerId: person.customer.id,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 500,
  })
  return { id: shown('incoming', incoming, 200).id, person }
}

function describeDecision(path: 'approve' | 'reject'): void {
  beforeAll(meetAda)
  const decide = (id: unknown, body?: object): Promise<Answer> =>
    call('POST', `/transactions/${id}/${path}`, body)

  test('what does not wait for the platform', async () => {
    const { id } = await pendingIncoming()
    // Without an endpoint nobody is asked, and the payment is taken.
    await untilEnded(ada.api, id)
    const outgoing = await call(
      'POST',
      '/transfer-out',
      transferBody(accountOf(ada, 'USD').id, bank.id),
    )
    for (const one of [id, shown('out', outgoing, 201).id]) {
      expectRefusal(await decide(one), 409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
    }
  })

  test('unknown transactions, and bodies of another shape', async () => {
    for (const id of [`Transaction:${randomUUID()}`, 'x', ada.customer.id]) {
      expectRefusal(await decide(id), 404, 'TRANSACTION_NOT_FOUND')
    }
    const wrong = path === 'approve' ? { receiverCustomerInfo: 'Bob' } : { reason: 7 }
    const id = `Transaction:${randomUUID()}`
    expect(Object.values(fieldsOf(await decide(id, wrong)))).toEqual(['type'])
  })
}

// The decisions themselves, with a platform that is asked: test/payments/uma.test.ts.
describeOperation('approvePendingPayment', () => describeDecision('approve'))
describeOperation('rejectPendingPayment', () => describeDecision('reject'))

describeOperation('confirmReceiptDelivery', () => {
  beforeAll(meetAda)
  const confirm = (id: unknown, body?: object): Promise<Answer> =>
    call('POST', `/transactions/${id}/confirm`, body)

  test('notes an instant, now without one, and overwrites', async () => {
    const out = await call('POST', '/transfer-out', transferBody(accountOf(ada, 'USD').id, bank.id))
    const { id } = shown('out', out, 201)
    const first = shown('confirm', await confirm(id), 200)
    expect(first.receiptDeliveryConfirmedAt).toMatch(/^\d{4}-/)
    const receiptDeliveryConfirmedAt = '2026-01-15T09:30:00.000Z'
    const second = shown('confirm', await confirm(id, { receiptDeliveryConfirmedAt }), 200)
    expect(second.receiptDeliveryConfirmedAt).toBe(receiptDeliveryConfirmedAt)
    expect((await call('GET', `/transactions/${id}`)).body).toMatchObject({
      receiptDeliveryConfirmedAt,
    })
  })

  test('no such transaction, no such instant', async () => {
    for (const id of [`Transaction:${randomUUID()}`, 'x']) {
      expectRefusal(await confirm(id), 404, 'TRANSACTION_NOT_FOUND')
    }
    const answer = await confirm('x', { receiptDeliveryConfirmedAt: 'yesterday' })
    expect(fieldsOf(answer)).toEqual({ receiptDeliveryConfirmedAt: 'format' })
  })
})

describeOperation('cancelTransaction', () => {
  beforeAll(meetAda)
  const cancel = (id: unknown, body?: object): Promise<Answer> =>
    call('POST', `/transactions/${id}/cancel`, body)

  test('kinds that nobody stops, ends that nobody undoes', async () => {
    const { id } = await pendingIncoming()
    expect(fieldsOf(await cancel(id))).toEqual({ transactionId: 'const' })
    const instant = await call('POST', '/transfer-out', {
      ...transferBody(accountOf(ada, 'USD').id, bank.id),
      destination: { accountId: bank.id, paymentRail: 'RTP' },
    })
    expect(fieldsOf(await cancel(shown('out', instant, 201).id))).toEqual({
      transactionId: 'const',
    })
    const paid = await call(
      'POST',
      '/transfer-out',
      transferBody(accountOf(ada, 'USD').id, bank.id),
    )
    await untilEnded(ada.api, shown('out', paid, 201).id)
    expectRefusal(await cancel(paid.body.id), 409, 'TRANSACTION_NOT_CANCELLABLE')
  })

  test('unknown transactions, and a reason of another shape', async () => {
    for (const id of [`Transaction:${randomUUID()}`, 'x']) {
      expectRefusal(await cancel(id), 404, 'TRANSACTION_NOT_FOUND')
    }
    expect(fieldsOf(await cancel('x', { reason: 'x'.repeat(256) }))).toEqual({
      reason: 'maxLength',
    })
  })

  sampled('fifty at once stop it once', async () => {
    const slow = await anExternalAccount(ada.api, ada.customer, '005')
    const out = await call('POST', '/transfer-out', transferBody(accountOf(ada, 'USD').id, slow.id))
    const { id } = shown('out', out, 201)
    const answers = await Promise.all(Array.from({ length: 50 }, () => cancel(id)))
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(await untilEnded(ada.api, id)).toMatchObject({
      status: 'FAILED',
      refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
    })
  })
})
