import type { FromSchema } from 'json-schema-to-ts'
import { Card, CardCreateRequest } from '../../contract/components/cards.ts'
import { type FieldError, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import type { PendingStart } from '../../contract/openRow.ts'
import { cardCapabilities, presentCard } from '../../contract/present/cards.ts'
import type { Shown } from '../../contract/shown.ts'
import type { CreateCardInput, CreatedCard } from '../../db/cardFunctions.ts'
import { unitsPerCent } from '../../domain/cards/amounts.ts'
import { missingHolderFields } from '../../domain/cards/holder.ts'
import { createOutsideOnce } from '../createOnce.ts'
import { decideOnce } from '../decide.ts'
import { readingOf } from '../fence.ts'
import { type Call, operation } from '../operation.ts'
import { keyRetentionOver, refusalOf } from '../outcomes.ts'
import { inNewNames, nameClashes } from './augustNames.ts'
import { findCard } from './findCard.ts'
import { type Cardholder, findCardholder, limitsOf, sourcesOf } from './terms.ts'

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
  headers: { idempotencyKey: 'kept' },
  body: CardCreateRequest,
  prepare: inNewNames,
  validate: ({ body }) => [...nameClashes(body), ...passwordProblems(body)],
  status: 201,
  responses: { 201: Card },
  outside: { always: ['CARD_ISSUER'] },
  errors: [
    'USER_NOT_FOUND',
    'FUNDING_SOURCE_INELIGIBLE',
    'CARDHOLDER_KYC_NOT_APPROVED',
    'MISSING_MANDATORY_USER_INFO',
    'USER_NOT_READY',
    'SCA_SESSION_REQUIRED',
    'CARD_LIMIT_REACHED',
    'CONFLICT',
  ],
  handle: (call) => createOutsideOnce(call, (id, isFirst) => issue(call, id, isFirst)),
})

/** A card that cannot have a password of 3-D Secure is not made without what the request asks for. */
function passwordProblems(body: unknown): FieldError[] {
  const { threeDSecurePassword } = (body ?? {}) as { threeDSecurePassword?: unknown }
  if (cardCapabilities.supports3dSecurePassword || threeDSecurePassword === undefined) return []
  const message = 'is taken for no card here: supports3dSecurePassword is false'
  return [{ field: 'threeDSecurePassword', constraint: 'not', message }]
}

type IssueCall = Call<unknown, unknown, FromSchema<typeof CardCreateRequest>>

/** @param isFirst whether no request under the same key can have made it */
async function issue(
  call: IssueCall,
  cardId: string,
  isFirst: boolean,
): Promise<Shown<typeof Card>> {
  const { body, platform, dependencies, trace } = call
  const id = idOf('Card', cardId)
  const made = call.idempotencyKey === undefined ? undefined : await maybeCard(call, id)
  if (made !== undefined && isFirst) throw keyRetentionOver(createCard)
  if (made !== undefined) {
    const found = await dependencies.database.call('find_card_creation', { cardId })
    return shown(call, cardId, found.outcome === 'COMMITTED' ? found.start : undefined)
  }
  const holder = await findCardholder(dependencies, platform.id, body.customerId)
  const sources = sourcesOf(holder, body)
  const { currency = DEFAULT_CURRENCY } = sources
  const issuer = dependencies.outside.cardIssuer(platform.environment)
  refuseHolder(holder, issuer.enrolsHolders)
  const { platformCardId } = body
  const card: CreateCardInput = {
    ...{ cardId, platformId: platform.id, customerId: holder.id, platformCardId },
    ...{ brand: issuer.brand, currency, fundingSources: sources.ids },
    ...limitsOf(body),
    unitsPerCent: unitsPerCent(currency),
  }
  const shownId = call.idempotencyKey === undefined ? id : undefined
  // Cards of one platform are counted one after the other.
  const about = { reading: readingOf(holder.read_at), owner: platform.id, shownId, trace }
  const { database, lookups } = dependencies
  const created = await decideOnce<CreatedCard>(dependencies, platform.id, about, {
    decide: (decideBefore) => database.call('create_card', { ...card, decideBefore }),
    lookUp: (decideBefore) => lookups.call('find_card_creation', { cardId, decideBefore }),
  })
  if (created.outcome === 'REFUSED') throw refusalOf(created)
  return shown(call, cardId, created.start)
}

/** The card, which the issuer may still be making, once its workflow has been waited for. */
async function shown(
  { dependencies, platform, trace }: IssueCall,
  cardId: string,
  start: PendingStart | undefined,
): Promise<Shown<typeof Card>> {
  const id = idOf('Card', cardId)
  trace.workflowId = id
  if (start !== undefined) await dependencies.handOver.handOverAndWait(start)
  return presentCard(await findCard(dependencies, platform.id, id))
}

async function maybeCard({ dependencies, platform }: IssueCall, id: string) {
  try {
    return await findCard(dependencies, platform.id, id)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'REFERENCE_NOT_FOUND') return undefined
    throw error
  }
}

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
