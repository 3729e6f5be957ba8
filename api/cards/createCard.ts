import { randomUUID } from 'node:crypto'
import { Card, CardCreateRequest } from '../../contract/components/cards.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { presentCard } from '../../contract/present/cards.ts'
import { unitsPerCent } from '../../domain/cards/amounts.ts'
import { missingHolderFields } from '../../domain/cards/holder.ts'
import { cardFateOf } from '../../domain/cards/suffixes.ts'
import type { CardResult } from '../../workflows/card.ts'
import { workflows } from '../../workflows/registry.ts'
import { operation, reply } from '../operation.ts'
import { outcomeNotKept, refusalOf } from '../outcomes.ts'
import { outsideCallsOf } from '../outside.ts'
import { findCard } from './found.ts'
import { type Cardholder, findCardholder, sourcesOf } from './terms.ts'

const DEFAULT_CURRENCY = 'USDB'

export const createCard = operation({
  id: 'createCard',
  group: 'Cards',
  method: 'post',
  path: '/cards',
  permission: 'MANAGE',
  summary: 'Issue a card that draws on a wallet',
  description:
    'The card is `PROCESSING` until the issuer has made it, usually before the answer. Every card that ' +
    'is not `CLOSED` counts for `CARD_LIMIT_REACHED`.',
  body: CardCreateRequest,
  status: 201,
  responses: { 201: Card },
  outside: { always: ['CARD_ISSUER'] },
  errors: [
    'USER_NOT_FOUND',
    'CARDHOLDER_KYC_NOT_APPROVED',
    'MISSING_MANDATORY_USER_INFO',
    'SCA_SESSION_REQUIRED',
    'CARD_LIMIT_REACHED',
    'CONFLICT',
  ],
  async handle(call) {
    const { body, platform, dependencies, trace } = call
    const holder = await findCardholder(dependencies, platform.id, body.cardholderId)
    const sources = sourcesOf(holder, body.fundingSources)
    const { currency = DEFAULT_CURRENCY } = sources
    const maxSpendCents = body.maxSpendPerTransaction
    if (sources.problems.length > 0) throw invalidInput(sources.problems)
    const issuer = dependencies.outside.cardIssuer(platform.environment)
    refuseHolder(holder, issuer.enrolsHolders)
    const cardId = randomUUID()
    const { platformCardId } = body
    const isSandbox = platform.environment === 'SANDBOX'
    const start = workflows.card.start(
      {
        ...{ cardId, platformId: platform.id, attempt: 1 },
        card: {
          ...{
            customerId: holder.id,
            platformCardId,
            brand: issuer.brand,
            maxSpendCents,
            currency,
          },
          fundingSources: sources.ids,
          unitsPerCent: unitsPerCent(currency),
          fate: isSandbox ? cardFateOf(platformCardId ?? holder.id) : 'ISSUED',
        },
        ...outsideCallsOf(call),
      },
      { customerId: holder.id, accountId: sources.ids[0] },
    )
    trace.workflowId = start.workflowId
    const started = await dependencies.temporal.startAndWait<CardResult>(start)
    if (started.state === 'ANSWERED' && started.answer.outcome === 'REFUSED') {
      throw refusalOf(started.answer)
    }
    // The issuer may still be making it: the row says whether the card exists.
    const id = idOf('Card', cardId)
    const row = await findCard(dependencies, platform.id, id).catch(() => undefined)
    if (row === undefined) throw outcomeNotKept(id)
    return reply(201, presentCard(row))
  },
})

function refuseHolder(holder: Cardholder, isEnrolled: boolean): void {
  if (holder.kycStatus !== 'APPROVED') throw new Refusal('CARDHOLDER_KYC_NOT_APPROVED')
  if (holder.refusal !== null) throw new Refusal(holder.refusal)
  const missing = isEnrolled ? missingHolderFields(holder) : []
  if (missing.length === 0) return
  throw new Refusal('MISSING_MANDATORY_USER_INFO', {
    reason: `The card issuer needs of the cardholder: ${missing.join(', ')}`,
    details: { missingFields: missing },
  })
}
