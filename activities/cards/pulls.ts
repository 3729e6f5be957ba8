/** Pulls: what a card has spent is taken from the wallet, once the wallet has signed for it. */
import type { CardPullRefusal, CardPullToMake } from '../../db/cardTransactionFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'

export type { CardPullToMake } from '../../db/cardTransactionFunctions.ts'

/** @param since the number of the first pull, bare uuid of the card transaction */
export type CardPullsRunInput = { readonly transactionId: string; readonly since: number }

export type CardPullResult =
  | { readonly outcome: 'SIGNED' }
  | { readonly outcome: 'REFUSED'; readonly code: CardPullRefusal }

/** Database steps. */
export function createCardPullSteps({ database }: ActivityDependencies) {
  return {
    /** null: all pulls of the transaction are decided. */
    async cardPullToMake(input: {
      readonly transactionId: string
    }): Promise<CardPullToMake | null> {
      return database.call('card_pull_to_make', input.transactionId)
    },
    async recordCardPull({
      pullId,
      number,
      result,
    }: {
      readonly pullId: string
      /** Of the attempt that has come to this. */
      readonly number: number
      readonly result: CardPullResult
    }): Promise<void> {
      await database.call('record_card_pull', { pullId, number, ...result })
    },
  }
}
