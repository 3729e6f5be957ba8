/** Cards, and the stablecoins that their platforms mint and burn. */
import type { CardChangeRunInput, CardRunInput } from '../../activities/cards/cards.ts'
import type { CardPullsRunInput } from '../../activities/cards/pulls.ts'
import type { StablecoinOperationRunInput } from '../../activities/stablecoins/operations.ts'
import { defineWorkflow } from '../defineWorkflow.ts'
import type { OutsideCalls } from '../outsideQueues.ts'

export type CardInput = CardRunInput &
  OutsideCalls & {
    /** How often earlier runs have read a card that the issuer had not opened. */
    readonly readings?: number
  }

export const card = defineWorkflow({
  name: 'card',
  id: ({ cardId }: Pick<CardInput, 'cardId'>) => `Card:${cardId}`,
  kind: 'CARD',
  summary: 'Card: made by the issuer',
  searchAttributes: ({ platformId }: CardInput) => ({ platformId }),
  openRows: {
    kinds: ['CARD'],
    input: ({ id, platform_id: platformId }, { outside }) => ({
      ...outside,
      ...{ platformId, cardId: id },
    }),
  },
})

export type CardChangeInput = CardChangeRunInput & OutsideCalls

/** One run for all changes from the version `since` on, until the issuer has them. */
export const cardChange = defineWorkflow({
  name: 'cardChange',
  id: ({ cardId, since }: CardChangeRunInput) => `Card:${cardId}/change/${since}`,
  kind: 'CARD_CHANGE',
  summary: 'Card: its changes are sent to the issuer',
  searchAttributes: (_: CardChangeInput) => ({}),
  openRows: {
    kinds: ['CARD_CHANGE'],
    input: ({ id, number }, { outside }) => ({ ...outside, cardId: id, since: number }),
  },
  isKeptWithRow: false,
})

export type CardTransactionInput = CardPullsRunInput & OutsideCalls

/** One run for all pulls from the number `since` on, until none is left. */
export const cardTransaction = defineWorkflow({
  name: 'cardTransaction',
  id: ({ transactionId, since }: CardPullsRunInput) =>
    `CardTransaction:${transactionId}/pulls/${since}`,
  kind: 'CARD_TRANSACTION',
  summary: 'Card transaction: what was spent is taken from the wallet',
  searchAttributes: ({ transactionId }: CardTransactionInput) => ({ transactionId }),
  openRows: {
    kinds: ['CARD_PULL'],
    input: ({ id, number }, { outside }) => ({ ...outside, transactionId: id, since: number }),
  },
})

export type StablecoinOperationInput = StablecoinOperationRunInput & OutsideCalls

export const stablecoinOperation = defineWorkflow({
  name: 'stablecoinOperation',
  id: ({ operationId }: Pick<StablecoinOperationInput, 'operationId'>) =>
    `StablecoinOperation:${operationId}`,
  kind: 'STABLECOIN_OPERATION',
  summary: 'Stablecoin: minted or burned by the provider',
  searchAttributes: ({ platformId }: StablecoinOperationInput) => ({ platformId }),
  openRows: {
    kinds: ['STABLECOIN_OPERATION'],
    input: ({ id, platform_id: platformId }, { outside }) => ({
      ...outside,
      ...{ operationId: id, platformId },
    }),
  },
})
