/** Cards and their purchases. */
import { randomUUID } from 'node:crypto'
import type { Given } from '../../api/reference/useCases/given.ts'
import { play, purchaseOf, untilTransaction } from '../support/cardPlays.ts'
import { aCard } from '../support/cards.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import type { Makers, Stage } from './stage.ts'

type Names = Extract<
  Given,
  | 'card'
  | 'closableCard'
  | 'newCard'
  | 'platformCardId'
  | 'ownCardId'
  | 'authorizedPurchase'
  | 'settledPurchase'
  | 'returnedPurchase'
  | 'disputedPurchase'
  | 'creditedPurchase'
  | 'delegatedKey'
>

/** A card whose purchases are pulled from the wallet. */
const cardWithKey = (stage: Stage) =>
  stage.once('card with key', async () => aDelegatedKey(await stage.owner()))

async function purchase(stage: Stage): Promise<{ readonly id: string; readonly token: unknown }> {
  const { api, customer } = await stage.owner()
  const { card } = await cardWithKey(stage)
  const { body } = await play(api, card, 'authorization', purchaseOf(500))
  const token = body.issuerTransactionToken
  return { id: (await untilTransaction(api, customer, token, 'AUTHORIZED')).id, token }
}

const settled = async (stage: Stage): Promise<{ readonly id: string; readonly token: unknown }> => {
  const { api, customer } = await stage.owner()
  const { card } = await cardWithKey(stage)
  const made = await purchase(stage)
  await play(api, card, 'clearing', { cardTransactionId: made.id, amount: 500 })
  await untilTransaction(api, customer, made.token, 'SETTLED')
  return made
}

const disputed = async (stage: Stage): Promise<string> => {
  const { api } = await stage.owner()
  const { card } = await cardWithKey(stage)
  const { id } = await settled(stage)
  await play(api, card, 'dispute_open', { cardTransactionId: id })
  return id
}

export const cardMakers: Makers<Names> = {
  card: async (stage) => (await cardWithKey(stage)).card.id,
  closableCard: async (stage) => (await aCard(stage.api, await stage.owner())).id,
  newCard: async (stage) => (await aCard(stage.api, await stage.owner())).id,
  ownCardId: async (stage) => String((await cardWithKey(stage)).card.platformCardId),
  platformCardId: () => `card-${randomUUID()}-1`,
  authorizedPurchase: async (stage) => (await purchase(stage)).id,
  settledPurchase: async (stage) => (await settled(stage)).id,
  returnedPurchase: async (stage) => {
    const { api, customer } = await stage.owner()
    const { card } = await cardWithKey(stage)
    const made = await settled(stage)
    const back = await play(api, card, 'return', { cardTransactionId: made.id, amount: 500 })
    await untilTransaction(api, customer, back.body.issuerTransactionToken, 'SETTLED')
    return made.id
  },
  disputedPurchase: disputed,
  creditedPurchase: async (stage) => {
    const { api } = await stage.owner()
    const { card } = await cardWithKey(stage)
    const id = await disputed(stage)
    const body = { cardTransactionId: id, amount: 500 }
    await play(api, card, 'dispute_provisional_credit', body)
    return id
  },
  delegatedKey: async (stage) => (await cardWithKey(stage)).key.id,
}
