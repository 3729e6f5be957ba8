/** A card: its row, the card at the issuer, and its later changes at the issuer. */
import { idOf } from '../../contract/ids.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { CardChangeToSend, CardIssue } from '../../db/cardFunctions.ts'
import {
  type CardIssuer,
  CardIssuerError,
  type IssuedCard,
} from '../../providers/cardIssuer/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { unknownOutcome } from '../retryableFailures.ts'
import { enrolledHolder } from './holders.ts'

/** UUIDs without prefix. */
export type CardRunInput = {
  readonly cardId: string
  readonly platformId: string
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
  readonly id: string
  readonly environment: Environment
  readonly customer_id: string
  readonly platform_card_id: string
  readonly issuer_key: string
  readonly limit_cents: number | null
}

/** PENDING: it is made, and the issuer has not opened it yet. REJECTED: there will be none. */
type CardAtIssuer = CardIssue | { readonly outcome: 'PENDING' }

/** Calls to the card issuer. */
export function createCardCalls(dependencies: ActivityDependencies) {
  const { database, outside, log } = dependencies

  return {
    /** The card at the issuer, one however often it is asked for. */
    async issueCard({ cardId }: { readonly cardId: string }): Promise<CardAtIssuer> {
      const row = await database.one<NewCardRow>({
        name: 'card_to_issue',
        text: `select id, environment, customer_id, platform_card_id, issuer_key, to_jsonb(max_spend_cents) as limit_cents
          from cards where id = $1`,
        values: [cardId],
      })
      const issuer = outside.cardIssuer(row.environment)
      try {
        return issueOf(await issued(issuer, dependencies, row))
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

/**
 * The card as it is at the issuer; undefined where that rejects its holder. A key is kept for 30 days: what was made
 * under it is found by our name of it after that.
 */
async function issued(
  issuer: CardIssuer,
  dependencies: ActivityDependencies,
  row: NewCardRow,
): Promise<IssuedCard | undefined> {
  const memo = memoOf(row)
  const made = await issuer.findCard(memo)
  if (made !== undefined) return made
  const card = { memo, key: row.issuer_key, limitCents: row.limit_cents }
  if (!issuer.enrolsHolders) return issuer.createCard(card)
  const { accountToken, isRejected } = await enrolledHolder(issuer, dependencies, row.customer_id)
  return isRejected ? undefined : issuer.createCard({ ...card, accountToken })
}

/** How many characters of a platform's name of a card the issuer gets. */
const NAME_END = 4

/**
 * Our id, and the end of what the platform calls the card, or else of the customer's id, by which people distinguish
 * cards: a whole name may be of a person. The row never changes either as long as the card is PROCESSING.
 */
function memoOf({ id, platform_card_id: name, customer_id: customerId }: NewCardRow): string {
  const end = [...(name === id ? idOf('Customer', customerId) : name)].slice(-NAME_END).join('')
  return `${idOf('Card', id)} ${end}`
}

function issueOf(card: IssuedCard | undefined): CardAtIssuer {
  if (card === undefined || card.state === 'CLOSED') return { outcome: 'REJECTED' }
  if (card.state !== 'OPEN') return { outcome: 'PENDING' }
  const { token, accountToken, last4, expMonth, expYear } = card
  return { outcome: 'ISSUED', ...{ token, accountToken, last4, expMonth, expYear } }
}
