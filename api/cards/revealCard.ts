import { CardRevealResponse } from '../../contract/components/cards.ts'
import { Refusal } from '../../contract/errors.ts'
import { instant } from '../../contract/time.ts'
import { operation } from '../operation.ts'
import { findCard } from './findCard.ts'

const LIFETIME_MS = 5 * 60_000

export const revealCard = operation({
  id: 'revealCard',
  group: 'Cards',
  method: 'post',
  path: '/cards/:id/reveal',
  permission: 'TRANSACT',
  answersSecret: true,
  summary: "A page that shows the card's number, expiry and security code",
  description:
    'The address is for an iframe in a page of yours and shows the card for five minutes, without ' +
    "further authentication. The page is the issuer's: the number passes through neither your servers " +
    'nor ours. The card must be `ACTIVE` or `FROZEN`; where strong authentication is asked for, its holder has logged in.',
  status: 200,
  responses: { 200: CardRevealResponse },
  outside: { always: ['CARD_ISSUER'] },
  errors: ['REFERENCE_NOT_FOUND', 'FORBIDDEN', 'USER_NOT_READY', 'SCA_SESSION_REQUIRED'],
  async handle({ params, platform, dependencies }) {
    const { database, clock, outside } = dependencies
    const {
      id,
      state,
      card_token: cardToken,
    } = await findCard(dependencies, platform.id, params.id)
    if ((state !== 'ACTIVE' && state !== 'FROZEN') || cardToken === null) {
      throw new Refusal('FORBIDDEN', { reason: `A card that is ${state} is not shown.` })
    }
    const expiresAt = instant(clock.now().getTime() + LIFETIME_MS).toISOString()
    const refusal = await database.call('record_card_reveal', id, platform.tokenId, expiresAt)
    if (refusal !== null) throw new Refusal(refusal)
    const issuer = outside.cardIssuer(platform.environment)
    return { panEmbedUrl: issuer.revealUrl({ cardToken, expiresAt }), expiresAt }
  },
})
