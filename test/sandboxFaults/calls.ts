/** Each call that can meet an ordered fault, as a platform brings it about. */
import { randomUUID } from 'node:crypto'
import { fetch } from 'undici'
import type { FaultyCallName } from '../../contract/sandboxFaults.ts'
import type { Stage } from '../reference/stage.ts'
import { createCustomer, shown, waitUntil } from '../support/builders.ts'
import { play, purchaseOf } from '../support/cardPlays.ts'
import { aCard } from '../support/cards.ts'
import { anUnverifiedCustomer } from '../support/sca.ts'
import { aMint } from '../support/stablecoins.ts'
import { aBusiness, submit } from '../verification/businesses.ts'

export type Call = {
  /** What is there before the fault is ordered. */
  readonly prepare?: (stage: Stage) => Promise<unknown>
  /** Brings it about. A fault may have it fail. */
  readonly act: (stage: Stage) => Promise<unknown>
}

async function transfer(stage: Stage, way: 'in' | 'out'): Promise<string> {
  const dollars = { accountId: await stage.text('dollars') }
  const bank = { accountId: await stage.text('bank') }
  const body =
    way === 'out'
      ? { source: dollars, destination: bank, amount: 1_000 }
      : { source: bank, destination: dollars, amount: 1_000 }
  const headers = { 'Idempotency-Key': randomUUID() }
  const made = await stage.api.call('POST', `/transfer-${way}`, body, headers)
  return shown('transfer', made, 201).id
}

const railAt = (stage: Stage, path: string): string =>
  `${stage.stack.env.SANDBOX_RAIL_URL}/payouts/${path}`

async function untilAtRail(stage: Stage): Promise<string> {
  const id = await stage.once('at rail', () => transfer(stage, 'out'))
  await waitUntil('the rail has it', async () => (await fetch(railAt(stage, id))).ok)
  return id
}

const purchase = {
  prepare: (stage: Stage) => stage.text('card'),
  act: async (stage: Stage) =>
    play(stage.api, { id: await stage.text('card') }, 'authorization', purchaseOf(500)),
}

const verification = {
  act: async ({ api }: Stage) => submit(api, await aBusiness(api)),
}

const mint = {
  prepare: (stage: Stage) => Promise.all([stage.text('stablecoin'), stage.text('sparkWallet')]),
  act: async (stage: Stage) => {
    const wallet = { id: await stage.text('sparkWallet') }
    return aMint(stage.api, { id: await stage.text('stablecoin') }, wallet)
  },
}

const accounts = async (stage: Stage) => {
  await stage.text('dollars')
  await stage.text('bank')
}

export const calls: Readonly<Record<FaultyCallName, Call>> = {
  PAYOUT: { prepare: accounts, act: (stage) => transfer(stage, 'out') },
  COLLECTION: { prepare: accounts, act: (stage) => transfer(stage, 'in') },
  PAYOUT_STATE: {
    prepare: untilAtRail,
    act: async (stage) => fetch(railAt(stage, await untilAtRail(stage))),
  },
  PAYOUT_CANCELLATION: {
    prepare: untilAtRail,
    act: async (stage) =>
      fetch(railAt(stage, `${await untilAtRail(stage)}/cancel`), { method: 'POST' }),
  },
  WALLET_ACTIVITY: { act: ({ api }) => createCustomer(api) },
  CARD_REQUEST: {
    prepare: (stage) => stage.owner(),
    act: async (stage) => aCard(stage.api, await stage.owner()),
  },
  CARD_DECISION: purchase,
  CARD_PURCHASE: purchase,
  CARD_EVENT: purchase,
  VERIFICATION_REQUEST: verification,
  VERIFICATION_NOTICE: verification,
  STABLECOIN_TRANSFER: mint,
  STABLECOIN_STATE: mint,
  MESSAGE: {
    prepare: (stage) => stage.once('unverified', () => anUnverifiedCustomer(stage.api)),
    act: async (stage) => {
      const { customer } = await stage.once('unverified', () => anUnverifiedCustomer(stage.api))
      return stage.api.call('POST', `/customers/${customer.id}/verify-email`)
    },
  },
  WEBHOOK: {
    prepare: (stage) => stage.receiver(),
    act: ({ api }) => api.call('POST', '/sandbox/webhooks/test'),
  },
  QUOTE: { prepare: (stage) => stage.owner(), act: (stage) => stage.text('quote') },
}
