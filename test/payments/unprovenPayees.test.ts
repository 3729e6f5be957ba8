/** A payment to a wallet whose proof has failed, by its whole run: what is not signed, not sent, and given back. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprintOf } from '../../providers/walletProvider/index.ts'
import { payloadOf } from '../../scripts/serviceDriver/device.ts'
import { aPayment, execute, rowsOf } from '../durability/payments.ts'
import {
  aLoggedInWallet,
  ledgerHolds,
  quoteBody,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aRunningStack, type SharedStack } from '../support/stack.ts'
import { timelineOf, untilEnded } from './customers.ts'

const REQUIRED = [400, 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED']

let stack: SharedStack
beforeAll(async () => {
  stack = await aRunningStack()
})
afterAll(() => stack?.stop())

test('its payee is deleted before it is signed: it ends, is given back, and the wallet made anew is not paid', async () => {
  const owner = await aLoggedInWallet(stack)
  const { api, customer } = owner
  const accountInfo = {
    ...{ accountType: 'BASE_WALLET', address: `0x${randomBytes(20).toString('hex')}` },
  }
  const registered = async (): Promise<Resource> => {
    const body = { customerId: customer.id, currency: 'USDC', accountInfo }
    return shown('wallet', await api.call('POST', '/customers/external-accounts', body), 201)
  }
  const move = ({ id }: Resource, status: string): Promise<unknown> =>
    rowsOf(stack, `select move_external_account($1, '${status}')`, [id.split(':')[1]])
  const wallet = await registered()
  const control = aSandboxControl(stack)
  const payment = await aPayment(owner, { account: wallet })
  const signature = fingerprintOf(payloadOf(payment.quote))
  // Its wallet's provider is away until the end.
  const isBack = await control.order({
    ...{ party: 'provider', operation: 'SIGN_RAW_PAYLOAD_V2', kind: 'errorBefore' },
    ...{ count: 10_000, match: payment.quote.id },
  })
  shown('execution', await execute(api, payment), 200)
  await move(wallet, 'UNVERIFIED')
  await waitUntil('it waits for the proof', async () =>
    (await timelineOf(api, payment.transactionId)).includes(
      'held back: a proof of the payee’s wallet has failed',
    ),
  )
  await isBack()
  expect((await api.call('DELETE', `/customers/external-accounts/${wallet.id}`)).status).toBe(204)
  expect(await untilEnded(api, payment.transactionId)).toMatchObject({
    status: 'FAILED',
    refund: { status: 'COMPLETED' },
  })
  expect(await control.acts(signature)).toEqual({})
  expect(await control.acts(payment.transactionId)).toEqual({})

  const again = await registered()
  await move(again, 'PENDING_OWNERSHIP_VERIFICATION')
  const quote = await api.call('POST', '/quotes', quoteBody(owner.wallet, again))
  expect([quote.status, quote.body.code]).toEqual(REQUIRED)
  await ledgerHolds(stack)
})
