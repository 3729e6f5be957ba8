import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import {
  aCustomerBody,
  aFundedWallet,
  apiOf,
  balanceOf,
  listed,
  shown,
} from '../../../support/builders.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  expectReplay,
  fieldsOf,
  leavesNothing,
  service,
} from '../../service.ts'

const fund = (id: string, amount: unknown, key?: string): Promise<Answer> =>
  call('POST', `/sandbox/internal-accounts/${id}/fund`, { amount }, { 'Idempotency-Key': key })

describeOperation('sandboxFundInternalAccount', () => {
  test('credits exactly the amount, and a transaction shows it', async () => {
    const { mine } = service()
    const before = await balanceOf(mine)
    const { status, body } = await fund(mine.wallet.id, 12_345)
    expect([status, body.id]).toEqual([200, mine.wallet.id])
    expect(body.balance).toMatchObject({ amount: Number(before) + 12_345 })
    expect(body.totalBalance).toEqual(body.balance)
    const list = await call('GET', `/transactions?customerId=${mine.customer.id}&type=INCOMING`)
    expect(listed(list)[0]).toMatchObject({
      type: 'INCOMING',
      direction: 'CREDIT',
      status: 'COMPLETED',
      receivedAmount: { amount: 12_345, currency: { code: 'USDB' } },
      destination: { accountId: mine.wallet.id },
    })
  })

  test('any internal account of the platform, in its own currency', async () => {
    const { customer } = service().mine
    const list = await call('GET', `/internal-accounts?customerId=${customer.id}&currency=USD`)
    const [account] = listed(list)
    const { body } = await fund(account?.id ?? '', 100)
    expect(body.balance).toMatchObject({ amount: 100, currency: { code: 'USD', decimals: 2 } })
  })

  test('the same key credits once, and another body with it is a 409', async () => {
    const { mine } = service()
    const key = randomUUID()
    const first = await fund(mine.wallet.id, 500, key)
    const after = await balanceOf(mine)
    await fund(mine.wallet.id, 1)
    expectReplay(first, await fund(mine.wallet.id, 500, key))
    expect(await balanceOf(mine)).toBe(after + 1n)
    await leavesNothing(async () => {
      expectRefusal(await fund(mine.wallet.id, 501, key), 409, 'DUPLICATE_PAY_REQUEST')
      const other = await anotherAccountOf(mine.customer.id)
      expectRefusal(await fund(other, 500, key), 409, 'DUPLICATE_PAY_REQUEST')
    })
  })

  test('the same key at one instant credits once', async () => {
    const { mine } = service()
    const [before, key] = [await balanceOf(mine), randomUUID()]
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fund(mine.wallet.id, 700, key)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await balanceOf(mine)).toBe(before + 700n)
  })

  test('from 1 to 100,000,000,000', async () => {
    const { wallet } = await aFundedWallet(service().stack, { minor: 0n })
    expect((await fund(wallet.id, 100_000_000_000)).body.balance).toMatchObject({
      amount: 100_000_000_000,
    })
    expect((await fund(wallet.id, 1)).status).toBe(200)
    const wrong = [0, -1, 0.5, 100_000_000_001, 2 ** 53 + 2, '1', null, [1], {}, true, 1e300]
    await leavesNothing(async () => {
      for (const amount of wrong) {
        expect(fieldsOf(await fund(wallet.id, amount))).toHaveProperty('amount')
      }
      expect(fieldsOf(await fund(wallet.id, undefined))).toEqual({ amount: 'required' })
    })
  })

  test('what names no account of the platform is a 404', async () => {
    const { theirs, mine } = service()
    const ids = [theirs.wallet.id, `InternalAccount:${randomUUID()}`, mine.customer.id, 'x', '%00']
    await leavesNothing(async () => {
      for (const id of ids) expectRefusal(await fund(id, 1), 404, 'ACCOUNT_NOT_FOUND')
    })
  })

  test('a production token has no sandbox', async () => {
    const { stack, production, mine } = service()
    const path = `/sandbox/internal-accounts/${mine.wallet.id}/fund`
    const answer = await apiOf(stack, production).call('POST', path, { amount: 1 })
    expectRefusal(answer, 403, 'FORBIDDEN')
  })
})

test('until its wallet is provisioned, fund, quote and challenge answer 409', async () => {
  const release = await aSandboxControl(service().stack).order({
    party: 'provider',
    operation: 'CREATE_SUB_ORGANIZATION_V8',
    kind: 'delay',
    delayMs: 4_000,
  })
  try {
    const created = await call('POST', '/customers', aCustomerBody())
    const customer = shown('customer', created, 201)
    const path = `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`
    const [wallet] = listed(await call('GET', path))
    expect(wallet?.status).toBe('PENDING')
    const [credential] = listed(await call('GET', `/auth/credentials?accountId=${wallet?.id}`))
    const challenge = `/auth/credentials/${credential?.id}/challenge`
    const source = { sourceType: 'ACCOUNT', accountId: wallet?.id }
    const quote = {
      source,
      // The platform's own account: any of its customers may pay to it.
      destination: { destinationType: 'ACCOUNT', accountId: (await aPlatformAccount()).id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    }
    for (const answer of [
      await fund(wallet?.id ?? '', 1),
      await call('POST', '/quotes', quote),
      await call('POST', challenge),
    ]) {
      expectRefusal(answer, 409, 'WALLET_NOT_PROVISIONED')
    }
  } finally {
    await release()
  }
})

async function aPlatformAccount(): Promise<{ id: string }> {
  const answer = await call('POST', '/customers/external-accounts', {
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: `${Math.floor(Math.random() * 1e9)}789`,
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Engines Ltd' },
    },
  })
  return shown('account', answer, 201)
}

/** Another account of the same customer. */
async function anotherAccountOf(customerId: string): Promise<string> {
  const list = await call('GET', `/internal-accounts?customerId=${customerId}&currency=USDC`)
  return listed(list)[0]?.id ?? ''
}
