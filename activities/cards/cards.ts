/** A card: its row, the card at the issuer, and its later changes at the issuer. */
import { idOf } from '../../contract/ids.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { CardChangeToSend, CardFate, CardIssue } from '../../db/cardFunctions.ts'
import {
  type CardIssuer,
  CardIssuerError,
  type IssuedCard,
} from '../../providers/cardIssuer/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { unknownOutcome } from '../retryableFailures.ts'
import { enrolledHolder } from './holders.ts'

export type { CardFate } from '../../db/cardFunctions.ts'

/** Bare uuids. */
export type CardRunInput = {
  readonly cardId: string
  readonly platformId: string
  /** A sandbox platform may ask for another fate than to be issued at once. */
  readonly fate: CardFate
}

export type CardChangeRunInput = { readonly cardId: string; readonly since: number }

/** Database steps. */
export function createCardSteps({ database }: ActivityDependencies) {
  return {
    async recordCardIssue({ cardId, issue }: { cardId: string; issue: CardIssue }): Promise<void> {
      await database.call('record_card_issue', { cardId, ...issue })
    },
    /** null: the issuer has the last version. */
    async cardChangeToSend({ cardId }: { cardId: string }): Promise<CardChangeToSend | null> {
      return database.call('card_change_to_send', cardId)
    },
    async recordCardSent(input: { cardId: string; version: number; state: string }): Promise<void> {
      await database.call('record_card_sent', input.cardId, input.version, input.state)
    },
  }
}

type NewCardRow = {
  readonly environment: Environment
  readonly customer_id: string
  readonly issuer_key: string
  readonly limit_cents: number | null
}

/** Calls to the card issuer. */
export function createCardCalls(dependencies: ActivityDependencies) {
  const { database, outside, log } = dependencies

  return {
    /** The card at the issuer, one however often it is asked for. REJECTED: there will be none. */
    async issueCard({ cardId }: { readonly cardId: string }): Promise<CardIssue> {
      const row = await database.one<NewCardRow>({
        name: 'card_to_issue',
        text: `select environment, customer_id, issuer_key, max_spend_cents::integer as limit_cents
          from cards where id = $1`,
        values: [cardId],
      })
      const issuer = outside.cardIssuer(row.environment)
      try {
        const holder = issuer.enrolsHolders
          ? await enrolledHolder(issuer, dependencies, row.customer_id)
          : undefined
        if (holder?.isRejected) return { outcome: 'REJECTED' }
        return issueOf(await issued(issuer, cardId, row, holder?.accountToken))
      } catch (error) {
        if (!(error instanceof CardIssuerError)) throw error
        if (error.kind !== 'REFUSED') throw unknownOutcome('the card', error)
        log.error({ cardId, status: error.httpStatus }, 'the issuer has refused a card')
        return { outcome: 'REJECTED' }
      }
    },

    /** @returns the card's state at the issuer */
    async sendCardChange({ change }: { readonly change: CardChangeToSend }): Promise<string> {
      const issuer = outside.cardIssuer(change.environment)
      try {
        const { state, limitCents } = change
        return (await issuer.updateCard(change.token, { state, limitCents })).state
      } catch (error) {
        if (!(error instanceof CardIssuerError)) throw error
        // A card that the issuer has closed can't be changed any more.
        const known = error.kind === 'REFUSED' ? await issuer.cardOf(change.token) : undefined
        if (known?.state === 'CLOSED') return known.state
        throw unknownOutcome("the card's change", error)
      }
    },
  }
}

/** A key is kept for 30 days: what was made under it is found by our id after that. */
async function issued(
  issuer: CardIssuer,
  cardId: string,
  { issuer_key: key, limit_cents: limitCents }: NewCardRow,
  accountToken: string | undefined,
): Promise<IssuedCard> {
  const id = idOf('Card', cardId)
  const made = await issuer.findCard(id)
  if (made !== undefined) return made
  return issuer.createCard({
    ...{ cardId: id, key, limitCents },
    ...(accountToken !== undefined && { accountToken }),
  })
}

function issueOf({ token, accountToken, last4, expMonth, expYear }: IssuedCard): CardIssue {
  return { outcome: 'ISSUED', ...{ token, accountToken, last4, expMonth, expYear } }
}
