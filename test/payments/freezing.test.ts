/**
 * A customer, an account or a payee that an operator has frozen: nothing leaves by any way, what waits goes on once it is
 * released, and nobody else is concerned.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { createDevice, logIn } from '../../scripts/serviceDriver/device.ts'
import {
  execute,
  expectPaidOnce,
  rowsOf,
  untilTransaction as untilPayment,
  aPayment as walletPayment,
} from '../durability/payments.ts'
import {
  anActingAgent,
  anAgentQuote,
  askingPolicy,
  decide,
  executeQuote,
  transferOut,
} from '../support/agentActions.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aPlatform,
  fund,
  type LoggedInWallet,
  ledgerHolds,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { play, purchaseOf, transactionOf, untilTransaction } from '../support/cardPlays.ts'
import { aCard, aCardBody } from '../support/cards.ts'
import { aDelegatedKey, aKeyBody } from '../support/delegatedKeys.ts'
import { resolvePayment } from '../support/paymentsCommand.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aPhoneNumber } from '../support/sca.ts'
import { aMintBody, aSparkWallet, aStablecoin, withKey } from '../support/stablecoins.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import {
  accountOf,
  aFundedCustomer,
  amountsOf,
  askQuote,
  from,
  funding,
  type TestCustomer,
  timelineOf,
  to,
  untilEnded,
} from './customers.ts'

const HELD = 'held back: its customer, its account or its payee is frozen'
const NOT_READY = [403, 'USER_NOT_READY']

let stack: TestStack
let operators: Database

beforeAll(async () => {
  stack = await aRunningStack({ workers: 1, env: { CARD_DECISION_TIMEOUT_MS: '5000' } })
  operators = openDatabase(stack.databaseUrl)
})
afterAll(async () => {
  await operators?.close()
  await stack?.stop()
})

/** Until it is released. */
async function stopWorker(): Promise<void> {
  stack.hold('worker')
  await stack.kill('worker')
}

const codeOf = ({ status, body }: Answer): unknown[] => [status, body.code]

/** Freezes it while `during` runs. */
async function frozen<T>({ id }: { readonly id: string }, during: () => Promise<T>): Promise<T> {
  expect(await operators.call('freeze_subject', id, 'Grace', 'a court order')).toBe('FROZEN')
  const result = await during()
  expect(await operators.call('release_subject', id, 'Grace', 'lifted')).toBe('RELEASED')
  return result
}

describe('a frozen customer', () => {
  test('is refused by every way out, and another platform’s customer by none', async () => {
    const owner = await aLoggedInWallet(stack)
    const { api, customer, wallet, account: bank, credential } = owner
    const { card } = await aDelegatedKey(owner)
    await waitUntil('the card is issued', async () =>
      (await api.call('GET', `/cards/${card.id}`)).body.state === 'ACTIVE' ? true : undefined,
    )
    const keyless = await aCard(api, owner)
    const dollars = await dollarsOf(owner)
    const payment = await walletPayment(owner)
    const stranger = await aFundedCustomer(stack, 'USD', 100_000n, {
      platform: await aPlatform(stack),
    })
    const theirs = await anExternalAccount(stranger.api, stranger.customer)
    const [cardPath, session] = [`/cards/${card.id}`, await sessionOf(owner)]
    /** By the operation: each of them is in `takes` of test/unit/waysOut.test.ts, or makes a key. */
    const ways: Readonly<Record<string, () => Promise<Answer>>> = {
      createQuote: () => askQuote(api, from(wallet), to(bank), 10_000),
      executeQuote: () => execute(api, payment),
      createTransferOut: () => api.call('POST', '/transfer-out', transfer(dollars, bank)),
      createTransferIn: () => api.call('POST', '/transfer-in', transfer(bank, dollars)),
      createCard: () => api.call('POST', '/cards', aCardBody(owner)),
      updateCardById: () => api.call('PATCH', cardPath, { maxSpendPerTransaction: null }),
      revealCard: () => api.call('POST', `${cardPath}/reveal`),
      tokenizeCard: () =>
        api.call('POST', `${cardPath}/tokenize`, {
          ...{ wallet: 'SAMSUNG_PAY', walletAccountId: 'account', deviceId: 'device' },
        }),
      createDelegatedKey: () => retry(owner, '/auth/delegated-keys', aKeyBody(owner, keyless)),
      exportInternalAccount: () =>
        retry(owner, `/internal-accounts/${wallet.id}/export`, refreshBody()),
      createCustomerExternalAccount: () =>
        api.call('POST', '/customers/external-accounts', {
          ...{ customerId: customer.id, currency: 'USD', defaultUmaDepositAccount: true },
          accountInfo: { ...(bank.accountInfo as object), accountNumber: `000${Date.now()}` },
        }),
      createStablecoinMint: () => {
        const source = { type: 'ACH_DEBIT', externalAccountId: bank.id }
        const body = aMintBody(spark, 700, source)
        return api.call('POST', `/stablecoins/${coin.id}/mints`, body, withKey())
      },
      refreshAuthSession: () => retry(owner, `/auth/sessions/${session}/refresh`, refreshBody()),
      createAuthCredential: () =>
        retry(owner, '/auth/credentials', {
          ...{ type: 'SMS_OTP', accountId: wallet.id },
        }),
    }
    const { otp: otpSigner } = await aSandboxControl(stack).signers()
    const { coin } = await aStablecoin(api)
    const spark = await aSparkWallet(api, customer)
    const answers: Record<string, unknown> = {}
    const phone = { customerType: 'INDIVIDUAL', phoneNumber: aPhoneNumber() }
    shown('phone', await api.call('PATCH', `/customers/${customer.id}`, phone), 200)
    shown('limit', await api.call('PATCH', cardPath, { maxSpendPerTransaction: 100_000 }), 200)
    await frozen(customer, async () => {
      for (const [name, ask] of Object.entries(ways)) answers[name] = codeOf(await ask())
      const bought = await play(api, card, 'authorization', purchaseOf(1_000))
      const token = bought.body.issuerTransactionToken
      const declined = await untilTransaction(api, customer, token, 'DECLINED').catch(
        () => undefined,
      )
      expect(declined?.cardDeclinedReason ?? 'no transaction').toBe('CARD_NOT_ACTIVE')
      expect((await api.call('GET', `/customers/${customer.id}`)).body.isFrozen).toBe(true)
      expect(await statusOf(owner)).toBe('FROZEN')
      // Nobody else is concerned; and the customer receives.
      const source = accountOf(stranger, 'USD')
      const paid = await stranger.api.call('POST', '/transfer-out', transfer(source, theirs))
      expect(paid.status).toBe(201)
      const before = await amountsOf(api, wallet)
      const arrived = { amount: 1_000_000 }
      const path = `/sandbox/internal-accounts/${wallet.id}/fund`
      shown('fund', await api.call('POST', path, arrived), 200)
      expect((await amountsOf(api, wallet)).total).toBe(before.total + 1_000_000)
      const login = { credentialId: credential.id, otpSigner }
      await expect(logIn(api, login)).rejects.toThrow('USER_NOT_READY')
      // What only reads, or ends something.
      expect((await api.call('GET', `/auth/credentials?accountId=${wallet.id}`)).status).toBe(200)
      expect((await api.call('POST', `/auth/credentials/${credential.id}/challenge`)).status).toBe(
        200,
      )
    })
    expect(answers).toEqual(Object.fromEntries(Object.keys(ways).map((name) => [name, NOT_READY])))
    expect((await api.call('GET', `/customers/${customer.id}`)).body.isFrozen).toBeUndefined()
    expect((await execute(api, payment)).status).toBe(200)
    expect(await untilEnded(api, payment.transactionId)).toMatchObject({ status: 'COMPLETED' })
    await expectPaidOnce(stack, [payment])
    await ledgerHolds(stack)
  })

  test('its agents are refused, and what waits for approval fails', async () => {
    const acting = await anActingAgent(stack)
    const asking = await anActingAgent(stack, askingPolicy)
    const quote = await anAgentQuote(acting)
    const waiting = await transferOut(asking)
    await frozen(acting.customer, async () => {
      expect(codeOf(await transferOut(acting, 2_000))).toEqual(NOT_READY)
      expect(codeOf(await executeQuote(acting, quote))).toEqual(NOT_READY)
    })
    await frozen(asking.customer, async () => {
      expect(codeOf(await transferOut(asking, 2_000))).toEqual(NOT_READY)
      const approved = await decide(asking, { id: waiting.body.id }, 'approve')
      expect([approved.status, approved.body.status]).toEqual([200, 'FAILED'])
    })
    expect((await executeQuote(acting, quote)).status).toBe(200)
  })

  test('what its card has spent is not taken before the release', async () => {
    const owner = await aLoggedInWallet(stack)
    const { api, customer } = owner
    const { card } = await aDelegatedKey(owner)
    const { body } = await play(api, card, 'authorization', purchaseOf(1_000))
    const token = body.issuerTransactionToken
    const bought = await untilTransaction(api, customer, token, 'AUTHORIZED')
    const states = async (): Promise<unknown[]> =>
      rowsOf(
        stack,
        `select p.state, p.code from card_pulls p join card_transactions t on t.id = p.transaction_id
          where t.customer_id = $1`,
        [customer.id.split(':')[1]],
      )
    await frozen(customer, async () => {
      const clearing = { cardTransactionId: bought.id, amount: 1_000 }
      expect((await play(api, card, 'clearing', clearing)).status).toBeLessThan(300)
      await waitUntil('the pull is not made', async () =>
        JSON.stringify(await states()).includes('FROZEN') ? true : undefined,
      )
      expect(await states()).toEqual([{ state: 'EXCEPTION', code: 'FROZEN' }])
    })
    await waitUntil('the pull is made', async () =>
      JSON.stringify(await states()).includes('DONE') ? true : undefined,
    )
    expect(await transactionOf(api, customer, token)).toBeDefined()
    await ledgerHolds(stack)
  })
})

test('of a frozen wallet nothing leaves, and its customer’s other account pays', async () => {
  const owner = await aLoggedInWallet(stack)
  const { api, wallet, account: bank } = owner
  const card = await aCard(api, owner)
  const payment = await walletPayment(owner)
  const dollars = await dollarsOf(owner)
  await fund(api, dollars, 100_000n)
  const ways: Readonly<Record<string, () => Promise<Answer>>> = {
    createQuote: () => askQuote(api, from(wallet), to(bank), 10_000),
    executeQuote: () => execute(api, payment),
    createDelegatedKey: () => retry(owner, '/auth/delegated-keys', aKeyBody(owner, card)),
    exportInternalAccount: () =>
      retry(owner, `/internal-accounts/${wallet.id}/export`, refreshBody()),
    createCard: () => api.call('POST', '/cards', aCardBody(owner)),
  }
  await frozen(wallet, async () => {
    const answers: Record<string, unknown> = {}
    for (const [name, ask] of Object.entries(ways)) answers[name] = codeOf(await ask())
    expect(answers).toEqual(
      Object.fromEntries(Object.keys(ways).map((name) => [name, [409, 'CONFLICT']])),
    )
    expect(await statusOf(owner)).toBe('FROZEN')
    expect((await api.call('POST', '/transfer-out', transfer(dollars, bank))).status).toBe(201)
  })
  expect((await execute(api, payment)).status).toBe(200)
  expect(await untilEnded(api, payment.transactionId)).toMatchObject({ status: 'COMPLETED' })
})

describe('what is accepted and has not left', () => {
  let ada: TestCustomer
  beforeAll(async () => {
    ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
  })

  /** Executed while no worker runs. */
  async function accepted(bank: Resource): Promise<string> {
    const asked = await askQuote(ada.api, from(accountOf(ada, 'USD')), to(bank), 10_000)
    const quote = shown('quote', asked, 201)
    shown('execute', await ada.api.call('POST', `/quotes/${quote.id}/execute`), 200)
    return String(quote.transactionId)
  }
  const untilHeld = (id: string): Promise<unknown> =>
    waitUntil('it is held back', async () =>
      (await timelineOf(ada.api, id)).includes(HELD) ? true : undefined,
    )
  const atRail = async (id: string): Promise<number> =>
    (
      await rowsOf(
        { databaseUrl: stack.sandboxDatabaseUrl },
        'select 1 from sandbox.payouts where reference = $1',
        [id],
      )
    ).length

  test.each(['customer', 'account', 'payee'] as const)(
    'of or to a frozen %s waits, over a kill of the worker, and leaves once after the release',
    async (name) => {
      const bank = await anExternalAccount(ada.api, ada.customer)
      const other = await anExternalAccount(ada.api, ada.customer)
      const subject = { customer: ada.customer, account: accountOf(ada, 'USD'), payee: bank }[name]
      await stopWorker()
      const id = await accepted(bank)
      const ids = [id, ...(name === 'payee' ? [await accepted(other)] : [])]
      await frozen(subject, async () => {
        stack.release('worker')
        await untilHeld(id)
        expect(shown('held', await ada.api.call('GET', `/transactions/${id}`), 200)).toMatchObject({
          pendingReason: 'COMPLIANCE_REVIEW',
        })
        await stack.kill('worker', 0)
        await stack.waitReady('worker')
        expect(await atRail(id)).toBe(0)
        // To another payee it leaves.
        for (const free of ids.slice(1)) {
          expect(await untilEnded(ada.api, free)).toMatchObject({ status: 'COMPLETED' })
        }
      })
      // At once: by itself it would ask again ten minutes later.
      expect(await untilEnded(ada.api, id)).toMatchObject({ status: 'COMPLETED' })
      expect(await atRail(id)).toBe(1)
      const line = await timelineOf(ada.api, id)
      expect(line.filter((each) => each === HELD || each === 'payout submitted')).toEqual([
        HELD,
        'payout submitted',
      ])
      await ledgerHolds(stack)
    },
  )

  test('of a frozen wallet is not signed before the release', async () => {
    const owner = await aLoggedInWallet(stack)
    const payment = await walletPayment(owner)
    await stopWorker()
    expect((await execute(owner.api, payment)).status).toBe(200)
    await frozen(owner.wallet, async () => {
      stack.release('worker')
      await waitUntil('it is held back', async () =>
        (await timelineOf(owner.api, payment.transactionId)).includes(HELD) ? true : undefined,
      )
      const rows = await rowsOf(
        stack,
        `select 1 from payments where 'Transaction:' || transaction_id = $1 and (provider_activity_id is not null
          or transfer_signature is not null)`,
        [payment.transactionId],
      )
      expect(rows).toEqual([])
    })
    expect(await untilEnded(owner.api, payment.transactionId)).toMatchObject({
      status: 'COMPLETED',
    })
    await expectPaidOnce(stack, [payment])
  })
})

test('a refund that an operator has retried waits, and leaves with the release', async () => {
  const ada = await aFundedCustomer(stack, 'USD', 1n)
  const control = aSandboxControl(stack)
  const wallet = to(accountOf(ada, 'USDB'))
  const quote = shown('quote', await askQuote(ada.api, funding('EUR'), wallet, 10_000), 201)
  const { id: quoteId, transactionId: id } = quote
  const body = { quoteId, currencyCode: 'EUR', currencyAmount: 9_999 }
  shown('send', await ada.api.call('POST', '/sandbox/send', body), 200)
  const untilRefund = (status: string): Promise<Resource> =>
    untilPayment(
      ada.api,
      String(id),
      ({ refund }) => (refund as Resource | undefined)?.status === status,
    )
  await untilRefund('COMPLETED')
  await control.force(`${id}/refund`, 'return')
  await untilRefund('FAILED')
  await frozen(ada.customer, async () => {
    await resolvePayment(stack, id, 'retry')
    await waitUntil('it is held back', async () =>
      (await timelineOf(ada.api, id)).includes(HELD) ? true : undefined,
    )
    expect(await control.acts(`${id}/refund/2`)).toEqual({})
  })
  // At once, though another workflow than the payment's own waits: by itself it would ask again ten minutes later.
  await untilRefund('COMPLETED')
  expect(await control.acts(`${id}/refund/2`)).toEqual({ 'rail submit': 1 })
  await ledgerHolds(stack)
})

const transfer = (source: { id: string }, destination: { id: string }): object => ({
  source: { accountId: source.id },
  destination: { accountId: destination.id },
  amount: 1_000,
})

async function sessionOf({ api, wallet }: LoggedInWallet): Promise<string> {
  const { body } = await api.call('GET', `/auth/sessions?accountId=${wallet.id}`)
  return String((body.data as readonly Resource[])[0]?.id)
}

/** A signed retry: both calls. */
async function retry(owner: LoggedInWallet, path: string, body: object): Promise<Answer> {
  const first = await owner.api.call('POST', path, body)
  if (first.status !== 202) return first
  const headers = {
    'Service-Wallet-Signature': await owner.device.stamp(String(first.body.payloadToSign)),
    'Request-Id': String(first.body.requestId),
  }
  return owner.api.call('POST', path, body, headers)
}

const refreshBody = (): object => ({ clientPublicKey: createDevice().publicKey })

async function dollarsOf({ api, customer }: LoggedInWallet): Promise<Resource> {
  const path = `/internal-accounts?customerId=${customer.id}&type=INTERNAL_FIAT`
  const { body } = await api.call('GET', path)
  const account = (body.data as readonly Resource[])[0]
  if (account === undefined) throw new Error('the customer has no account')
  return account
}

async function statusOf({ api, customer }: LoggedInWallet): Promise<unknown> {
  const path = `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`
  const { body } = await api.call('GET', path)
  return (body.data as readonly Resource[])[0]?.status
}
