/** A steady load of all that is decided in the request, to be answered as usual whatever Temporal does. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import {
  accountOf,
  aFundedCustomer,
  anExternalAccount,
  from,
  to,
  untilEnded,
} from '../payments/customers.ts'
import { anActingAgent, transferOut, usdPolicy } from '../support/agentActions.ts'
import { aCustomerBody, ledgerHolds, type Resource, waitUntil } from '../support/builders.ts'
import type { TestStack } from '../support/stack.ts'
import { rowsOf } from './payments.ts'

/** How many are asked for each second, ten in all: quotes executed, agents' submissions sent, and so on. */
const eachSecond = { execute: 3, transfer: 3, customer: 2, submission: 2 } as const
const AMOUNT = 1_000

export type SteadyLoad = {
  /** Runs it. @throws where an answer is not the usual one */
  run(): Promise<void>
  /** Resolves when each payment has been paid, each wallet made and nothing waits to be started. */
  carriedOut(): Promise<void>
}

/** Prepares the load: its quotes are made before. */
export async function aLoad(stack: TestStack, seconds: number): Promise<SteadyLoad> {
  const payer = await aFundedCustomer(stack, 'USD', 1_000_000n)
  const { api } = payer
  const bank = await anExternalAccount(api, payer.customer)
  const acting = await anActingAgent(stack, usdPolicy)
  const source = accountOf(payer, 'USD')
  const quotes: Resource[] = []
  while (quotes.length < seconds * eachSecond.execute) {
    const quote = await api.call('POST', '/quotes', {
      ...{ source: from(source), destination: to(bank) },
      ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: AMOUNT },
    })
    expect(quote.status, JSON.stringify(quote.body)).toBe(201)
    quotes.push(quote.body as Resource)
  }
  const usual = { execute: 200, transfer: 201, customer: 201, submission: 201 }
  type Kind = keyof typeof usual
  const asks: Readonly<Record<Kind, () => Promise<Answer>>> = {
    execute: () =>
      api.call('POST', `/quotes/${quotes.pop()?.id}/execute`, undefined, {
        'Idempotency-Key': randomUUID(),
      }),
    transfer: () =>
      api.call('POST', '/transfer-out', {
        ...{ source: { accountId: source.id }, destination: { accountId: bank.id } },
        amount: AMOUNT,
      }),
    customer: () => api.call('POST', '/customers', aCustomerBody()),
    submission: () => transferOut(acting),
  }
  const kinds = Object.keys(usual) as Kind[]
  const payments: unknown[] = []
  return {
    async run() {
      const asked: { readonly kind: Kind; readonly answer: Promise<Answer> }[] = []
      for (let second = 0; second < seconds; second += 1) {
        for (const kind of kinds) {
          for (let one = 0; one < eachSecond[kind]; one += 1)
            asked.push({ kind, answer: asks[kind]() })
        }
        await sleep(1_000)
      }
      for (const { kind, answer } of asked) {
        const { status, body } = await answer
        expect([kind, status], JSON.stringify(body)).toEqual([kind, usual[kind]])
        if (kind === 'execute') payments.push(body.transactionId)
        if (kind === 'transfer') payments.push(body.id)
      }
    },
    async carriedOut() {
      for (const id of payments) {
        expect(await untilEnded(api, id)).toMatchObject({ status: 'COMPLETED' })
      }
      await waitUntil('wallets are made, payments end, nothing waits to be started', async () => {
        const open = await rowsOf(
          stack,
          `select id::text from payments where status = 'PROCESSING' union all select id::text from internal_accounts
            where type = 'EMBEDDED_WALLET' and status = 'PENDING' and not needs_contact
            union all select id::text from pending_starts`,
        )
        return open.length === 0
      })
      await ledgerHolds(stack)
    },
  }
}
