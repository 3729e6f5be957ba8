/** What is under way names who is waited for: in the answer to a repeat, and on the operators' page of a payment. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { createDevice, executeQuote, untilSettled } from '../../scripts/serviceDriver/device.ts'
import { open, send } from '../auth/signedOperations.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aQuote,
  type LoggedInWallet,
  waitUntil,
} from '../support/builders.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

let stack: SharedStack
let control: SandboxControl
let owner: LoggedInWallet
let operators: OperatorListener

beforeAll(async () => {
  stack = await aSharedStack()
  control = aSandboxControl(stack)
  owner = await aLoggedInWallet(stack, { minor: 100_000_000n })
  const { TEMPORAL_ADDRESS = '', CODEC_KEYS = '' } = stack.env
  operators = await anOperatorListener(stack.databaseUrl, { TEMPORAL_ADDRESS, CODEC_KEYS })
})
afterAll(async () => {
  await operators?.stop()
  await stack?.stop()
})

test('a repeat of what the wallet provider has not finished says so, and nothing else of it', async () => {
  const body = { clientPublicKey: createDevice().publicKeyUncompressed }
  const path = `/internal-accounts/${owner.wallet.id}/export`
  const request = { method: 'POST', path, body } as const
  const opened = await open(owner.api, request)
  const retry = (): Promise<Answer> => send(owner.api, request, opened, owner.device)
  const operation = 'EXPORT_WALLET'
  const release = await control.order({ party: 'provider', operation, kind: 'stuckPending' })
  expect((await retry()).body.status).toBe('PROCESSING')
  const message = 'The operation waits for the wallet provider; repeat the same request.'
  // A busy machine may not answer the query in time: then it says less.
  const shown = await waitUntil('it names the wallet provider', async () => {
    const again = await retry()
    expect(again.status).toBe(200)
    return again.body.message === message ? again.body : undefined
  })
  expect(shown).toEqual({ status: 'PROCESSING', message })
  await release()
  expect((await untilSettled(retry)).status).toBe(200)
})

test('the page of a payment under way names the step, since when, and who must act', async () => {
  const account = await anExternalAccount(owner.api, owner.customer)
  const quote = await aQuote(owner, { account })
  const held = { party: 'rail', operation: 'submit', kind: 'stuckPending' } as const
  const release = await control.order(held)
  await executeQuote(owner.api, owner.device, quote, randomUUID())
  const ada = await anOperator(operators.dependencies.database, 'Ada')
  const page = async () => (await operators.as(ada, `/api/inbox/${quote.transactionId}`)).body
  const progress = await waitUntil('it waits for the rail', async () => {
    const shown = (await page()).progress
    return shown?.party === 'PAYOUT_RAIL' ? shown : undefined
  })
  const step = 'Payout rail: the payout'
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(progress).toEqual({ step, since, attempts: 1, party: 'PAYOUT_RAIL' })
  await release()
  await waitUntil('nothing is under way', async () => (await page()).progress === undefined)
})
