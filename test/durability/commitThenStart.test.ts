/** A decision is committed and answered, and its workflow started afterwards, whoever dies and whatever is away. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encryptOtpCodeToBundle } from '@turnkey/crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { createDevice, untilSettled } from '../../scripts/serviceDriver/device.ts'
import {
  accountOf,
  aFundedCustomer,
  amountsOf,
  anExternalAccount,
  from,
  type TestCustomer,
  to,
  untilEnded,
} from '../payments/customers.ts'
import {
  aFundedWallet,
  aLoggedInWallet,
  type FundedWallet,
  ledgerHolds,
  listed,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { aCard, aCardBody } from '../support/cards.ts'
import { aPerson, csvOf, domainOf, ended, upload } from '../support/importFiles.ts'
import { operatorAt, payments, withoutAsking } from '../support/paymentsCommand.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { countOf } from '../support/seed.ts'
import { aMintBody, aSparkWallet, aStablecoin, withKey } from '../support/stablecoins.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aLoad } from './load.ts'
import { atOnce, rowsOf } from './payments.ts'

let stack: TestStack
let ada: TestCustomer
let bank: Resource

beforeAll(async () => {
  stack = await aRunningStack({ own: true, apis: 2 })
  ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
  bank = await anExternalAccount(ada.api, ada.customer)
})
afterAll(async () => {
  await stack?.stop()
})

const amount = 1_000

async function aQuote(): Promise<Resource> {
  const answer = await ada.api.call('POST', '/quotes', {
    ...{ source: from(accountOf(ada, 'USD')), destination: to(bank) },
    ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: amount },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as Resource
}

const execute = (quote: Resource, key?: string, api = ada.api): Promise<Answer> =>
  api.call(
    'POST',
    `/quotes/${quote.id}/execute`,
    undefined,
    key === undefined ? {} : { 'Idempotency-Key': key },
  )

const transfer = (): Promise<Answer> =>
  ada.api.call('POST', '/transfer-out', {
    ...{ source: { accountId: accountOf(ada, 'USD').id }, destination: { accountId: bank.id } },
    amount,
  })

const waiting = async (): Promise<number> =>
  (await rowsOf(stack, 'select 1 from pending_starts')).length

const carriedOut = async (transactionIds: readonly unknown[]): Promise<void> => {
  for (const id of transactionIds) {
    expect(await untilEnded(ada.api, id)).toMatchObject({ status: 'COMPLETED' })
  }
  await waitUntil('nothing waits to be started', async () => (await waiting()) === 0)
  await ledgerHolds(stack)
}

test('Temporal stopped: executes and transfers are answered as usual, and carried out after it is back', async () => {
  const quotes = await Promise.all(Array.from({ length: 5 }, aQuote))
  stack.hold('temporal')
  await stack.kill('temporal')
  const answers = await Promise.all([
    ...quotes.map((quote) => execute(quote, randomUUID())),
    ...Array.from({ length: 5 }, transfer),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    ...quotes.map(() => 200),
    ...quotes.map(() => 201),
  ])
  expect(await waiting()).toBe(10)
  stack.release('temporal')
  await stack.waitReady()
  await carriedOut([
    ...quotes.map(({ transactionId }) => transactionId),
    ...answers.slice(5).map(({ body }) => body.id),
  ])
})

/** Seconds without Temporal, under load. */
const AWAY_SECONDS = countOf(6, 60)

test(`Temporal stopped for ${AWAY_SECONDS} s under load: no answer is a 5xx, and all is carried out after it is back`, async () => {
  const load = await aLoad(stack, AWAY_SECONDS)
  stack.hold('temporal')
  await stack.kill('temporal')
  await load.run()
  stack.release('temporal')
  await stack.waitReady()
  await load.carriedOut()
})

test('Temporal stopped: cards, their changes, mints and imports are answered, and carried out after it is back', async () => {
  const owner = await aLoggedInWallet(stack)
  const { api } = owner
  const card = await aCard(api, owner)
  const { coin } = await aStablecoin(api)
  const wallet = await aSparkWallet(api, owner.customer)
  const row = aPerson(await domainOf(api))
  stack.hold('temporal')
  await stack.kill('temporal')
  const [made, frozen, mint] = await Promise.all([
    api.call('POST', '/cards', aCardBody(owner)),
    api.call('PATCH', `/cards/${card.id}`, { state: 'FROZEN' }),
    api.call('POST', `/stablecoins/${coin.id}/mints`, aMintBody(wallet, 700), withKey()),
  ])
  expect([made.status, frozen.status, mint.status]).toEqual([201, 200, 201])
  expect([made.body.state, frozen.body.state]).toEqual(['PROCESSING', 'FROZEN'])
  const jobId = await upload(api, csvOf([row]))
  // Each by its kind: nothing is left to the sweep, which comes much later.
  const kinds = await rowsOf(stack, 'select kind from pending_starts order by kind')
  expect(kinds.map(({ kind }) => kind)).toEqual([
    ...['BULK_IMPORT', 'CARD', 'CARD_CHANGE', 'STABLECOIN_OPERATION'],
  ])
  stack.release('temporal')
  await stack.waitReady()
  expect(await ended(api, jobId)).toMatchObject({ status: 'COMPLETED' })
  await waitUntil('the card is issued', async () => {
    const { body } = await api.call('GET', `/cards/${made.body.id}`)
    return body.state === 'ACTIVE'
  })
  await waitUntil('the issuer knows', async () => {
    const [row] = await rowsOf<{ is_sent: boolean }>(
      stack,
      'select sent_version = version as is_sent from cards where id = $1',
      [card.id.split(':')[1]],
    )
    return row?.is_sent === true
  })
  await waitUntil('nothing waits to be started', async () => (await waiting()) === 0)
})

test('Temporal stopped: codes, checks of codes and stamped operations are claimed, and carried out once after it is back', async () => {
  const [asking, checking, stamping] = [
    await aFundedWallet(stack),
    await aFundedWallet(stack),
    await aLoggedInWallet(stack),
  ]
  const control = aSandboxControl(stack)
  const { otp } = await control.signers()
  const pathOf = ({ credential }: FundedWallet): string => `/auth/credentials/${credential.id}`
  const challenge = (of: FundedWallet): Promise<Answer> =>
    of.api.call('POST', `${pathOf(of)}/challenge`)
  const { body: challenged } = await challenge(checking)
  const device = createDevice()
  const bundle = String(challenged.otpEncryptionTargetBundle)
  const login = {
    type: 'EMAIL_OTP',
    encryptedOtpBundle: await encryptOtpCodeToBundle('000000', bundle, device.publicKey, otp),
  }
  const sessions = `/auth/sessions?accountId=${stamping.wallet.id}`
  const [session] = listed(await stamping.api.call('GET', sessions))
  const refresh = `/auth/sessions/${session?.id}/refresh`
  const key = { clientPublicKey: createDevice().publicKeyUncompressed }
  const asked = await stamping.api.call('POST', refresh, key)
  expect(asked.status).toBe(202)
  const stamped = {
    'Service-Wallet-Signature': await stamping.device.stamp(String(asked.body.payloadToSign)),
    'Request-Id': String(asked.body.requestId),
  }
  const claims = [
    () => challenge(asking),
    () => checking.api.call('POST', `${pathOf(checking)}/verify`, login),
    () => stamping.api.call('POST', refresh, key, stamped),
  ]
  const calls = (): Promise<Answer[]> => Promise.all(claims.map((claim) => claim()))

  stack.hold('temporal')
  await stack.kill('temporal')
  // Repeated, each is the same claim.
  for (const answers of [await calls(), await calls()]) {
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
      [200, 'PROCESSING'],
      [200, 'PROCESSING'],
      [200, 'PROCESSING'],
    ])
  }
  const kinds = await rowsOf(stack, 'select kind from pending_starts order by kind')
  expect(kinds.map(({ kind }) => kind)).toEqual(['OTP_ISSUANCE', 'OTP_VERIFICATION', 'REQUEST'])
  stack.release('temporal')
  await stack.waitReady()
  await waitUntil('nothing waits to be started', async () => (await waiting()) === 0)
  // Each by itself: a challenge after a code was shown orders another one.
  const ended = await Promise.all(claims.map(untilSettled))
  expect(ended.map(({ status }) => status)).toEqual([200, 202, 201])
  expect(await control.mails(String(asking.customer.email))).toHaveLength(1)
  const attempts = await rowsOf<{ attempts: number }>(
    stack,
    'select attempts from otp_issuances where credential_id = $1',
    [checking.credential.id.split(':')[1]],
  )
  expect(attempts).toEqual([{ attempts: 1 }])
})

test('a code that could not be sent while it lives is given up: the next challenge orders another one', async () => {
  const asking = await aFundedWallet(stack)
  const path = `/auth/credentials/${asking.credential.id}/challenge`
  const challenge = (): Promise<Answer> => asking.api.call('POST', path)
  stack.hold('temporal')
  await stack.kill('temporal')
  expect((await challenge()).body.status).toBe('PROCESSING')
  await rowsOf(
    stack,
    `update pending_starts set due_at = now(), worth_until = now() where kind = 'OTP_ISSUANCE'`,
  )
  await waitUntil('it is given up', async () => (await waiting()) === 0)
  expect((await challenge()).body.status).toBe('PROCESSING')
  stack.release('temporal')
  await stack.waitReady()
  const sent = await untilSettled(challenge)
  expect(sent.body.otpEncryptionTargetBundle).toEqual(expect.any(String))
  expect(await aSandboxControl(stack).mails(String(asking.customer.email))).toHaveLength(1)
  const issued = await rowsOf(
    stack,
    'select number, status from otp_issuances where credential_id = $1 order by number',
    [asking.credential.id.split(':')[1]],
  )
  expect(issued).toEqual([
    { number: 1, status: 'FAILED' },
    { number: 2, status: 'SETTLED' },
  ])
})

test('an API that dies between the commit and the start: a worker starts what was decided', async () => {
  const quotes = await Promise.all(Array.from({ length: 3 }, aQuote))
  // The start has nowhere to go, and the process that would repeat it ends.
  stack.hold('temporal')
  await stack.kill('temporal')
  for (const quote of quotes) expect((await execute(quote)).status).toBe(200)
  await stack.kill('api', 0)
  stack.release('temporal')
  await stack.waitReady()
  await carriedOut(quotes.map(({ transactionId }) => transactionId))
})

test('a start that was made, and whose row was not deleted: it is deleted, and nothing happens twice', async () => {
  const quote = await aQuote()
  const before = await amountsOf(ada.api, accountOf(ada, 'USD'))
  expect((await execute(quote)).status).toBe(200)
  const id = String(quote.id).split(':')[1]
  // As after a worker that died between its call and the deletion.
  await rowsOf(
    stack,
    `select add_pending_start(platform_id, 'PAYMENT', id, 1, true) from payments where id = $1`,
    [id],
  )
  await carriedOut([quote.transactionId])
  await rowsOf(
    stack,
    `select add_pending_start(platform_id, 'PAYMENT', id, 1, true) from payments where id = $1`,
    [id],
  )
  await waitUntil('it is dropped: the payment is closed', async () => (await waiting()) === 0)
  const after = await amountsOf(ada.api, accountOf(ada, 'USD'))
  expect(before.total - after.total).toBe(amount)
})

test('a payment that was refunded while its start waited is not paid', async () => {
  const quote = await aQuote()
  const before = await amountsOf(ada.api, accountOf(ada, 'USD'))
  stack.hold('temporal')
  await stack.kill('temporal')
  expect((await execute(quote)).status).toBe(200)
  const id = String(quote.id).split(':')[1]
  await rowsOf(
    stack,
    `select fail_payment($1, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED')`,
    [id],
  )
  stack.release('temporal')
  await stack.waitReady()
  expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'FAILED' })
  await waitUntil('its start is dropped', async () => (await waiting()) === 0)
  expect(await amountsOf(ada.api, accountOf(ada, 'USD'))).toEqual(before)
  await ledgerHolds(stack)
})

/** After so long an API has given up an attempt to start, with a margin. */
const API_START_MS = 7_000

test('a payment whose refund an operator has decided while its start waited is not paid', async () => {
  const quote = await aQuote()
  const before = await amountsOf(ada.api, accountOf(ada, 'USD'))
  stack.hold('temporal')
  await stack.kill('temporal')
  expect((await execute(quote)).status).toBe(200)
  // The API's own attempt to start it is over: a run that it starts could submit the payout before the decision comes.
  await sleep(API_START_MS)
  // Due at once, and again and again: it would be started before the decision's job comes to it.
  const subject = String(quote.transactionId)
  const decide = ['payment', 'refund', subject, ...withoutAsking]
  await payments(await operatorAt(stack), ...decide)
  await rowsOf(stack, 'update pending_starts set due_at = clock_timestamp()')
  await rowsOf(
    stack,
    `update graphile_worker._private_jobs set run_at = run_at + interval '1 minute'
    where key like 'decision/%'`,
  )
  stack.release('temporal')
  await stack.waitReady()
  expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'FAILED' })
  await waitUntil('its start is dropped', async () => (await waiting()) === 0)
  expect(await amountsOf(ada.api, accountOf(ada, 'USD'))).toEqual(before)
  const paid = `select 1 from rail_orders o join payments q on q.id = o.payment_id
    where 'Transaction:' || q.transaction_id = $1 and o.submitted_at is not null`
  expect(await rowsOf(stack, paid, [subject])).toEqual([])
  await ledgerHolds(stack)
})

test('fifty equal executes without a key are one payment and one answer; fifty keys are one payment', async () => {
  const [equal, keyed] = [await aQuote(), await aQuote()]
  const same = await atOnce(stack, 50, (api) => execute(equal, undefined, api))
  expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(same.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  const others = await atOnce(stack, 50, (api) => execute(keyed, randomUUID(), api))
  const statuses = others.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(49)
  await carriedOut([equal.transactionId, keyed.transactionId])
})
