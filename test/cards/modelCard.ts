/** What a platform and a wallet's owner do to a card, and what is to come of it. */
import { expect } from 'vitest'
import type { CardDecisionResult } from '../../db/cardFunctions.ts'
import type { Database } from '../../db/database.ts'
import type { Chance } from '../support/seed.ts'
import type { CardInTheDatabase } from './cardInTheDatabase.ts'

export class ModelCard {
  private state: 'ACTIVE' | 'FROZEN' | 'CLOSED' = 'ACTIVE'
  private readonly database: Database
  private readonly card: CardInTheDatabase

  constructor(database: Database, card: CardInTheDatabase) {
    this.database = database
    this.card = card
  }

  /** Perhaps it is frozen, unfrozen or closed, or its key revoked or renewed. */
  async step(chance: Chance): Promise<void> {
    const kind = chance.integer(24)
    if (kind < 3) await this.change(this.state === 'FROZEN' ? 'ACTIVE' : 'FROZEN')
    else if (kind === 3) await this.change('CLOSED')
    else if (kind < 8) await ((await this.hasKey()) ? this.revokeKey() : this.renewKey())
  }

  /** What an authorization is answered that the account has the money for. */
  async decision(): Promise<CardDecisionResult> {
    if (this.state !== 'ACTIVE') return 'CARD_NOT_ACTIVE'
    return (await this.hasKey()) ? 'APPROVED' : 'NO_ELIGIBLE_FUNDING_SOURCE'
  }

  async hasKey(): Promise<boolean> {
    const { cardId, accountId } = this.card
    return (await this.database.call('active_delegated_key', cardId, accountId)) !== null
  }

  /** As its activation does; a card that has no use for a key gets none. */
  async renewKey(): Promise<void> {
    const { cardId, accountId } = this.card
    if ((await this.database.call('delegated_key_refusal', cardId, accountId)) !== null) return
    await this.database.query({
      text: `insert into delegated_keys (id, platform_id, environment, customer_id, card_id, account_id, nickname, public_key,
          private_key, status)
        values (gen_random_uuid(), $1, 'SANDBOX', $2, $3, $4, 'x', 'x', 'x', 'ACTIVE')`,
      values: [this.card.platformId, this.card.customerId, cardId, accountId],
    })
  }

  /** A closed card keeps a key, and its private half, as long as it holds money. */
  async expectKeys(holdsMoney: boolean): Promise<void> {
    const [kept] = await this.database.query<{ live: bigint; halves: bigint }>({
      text: `select count(*) filter (where status <> 'REVOKED') as live, count(private_key) as halves
        from delegated_keys where card_id = $1`,
      values: [this.card.cardId],
    })
    expect(kept?.halves).toBe(kept?.live)
    if (this.state === 'CLOSED' && !holdsMoney) expect(Number(kept?.live)).toBe(0)
  }

  private async change(state: 'ACTIVE' | 'FROZEN' | 'CLOSED'): Promise<void> {
    if (this.state === 'CLOSED') return
    const { cardId, platformId } = this.card
    const changed = await this.database.call('update_card', { cardId, platformId, state })
    expect(changed.outcome).toBe('COMMITTED')
    const change = await this.database.call('card_change_to_send', cardId)
    if (change === null) throw new Error('no change is to be sent to the issuer')
    await this.database.call('record_card_sent', cardId, change.version, change.state)
    this.state = state
  }

  private async revokeKey(): Promise<void> {
    const { cardId, accountId, platformId } = this.card
    const key = await this.database.call('active_delegated_key', cardId, accountId)
    if (key !== null) await this.database.call('revoke_delegated_key', key, platformId)
  }
}
