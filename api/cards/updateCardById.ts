import { cardLimits } from '../../contract/components/cardLimits.ts'
import { Card, CardUpdateRequest } from '../../contract/components/cards.ts'
import type { FieldError } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { type CardRow, presentCard } from '../../contract/present/cards.ts'
import { workflows } from '../../workflows/registry.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { untilAnswered } from '../untilAnswered.ts'
import { inNewNames, nameClashes } from './augustNames.ts'
import { findCard } from './findCard.ts'
import { findCardholder, type GivenSources, limitsOf, type Sources, sourcesOf } from './terms.ts'

export const updateCardById = operation({
  id: 'updateCardById',
  group: 'Cards',
  method: 'patch',
  path: '/cards/:id',
  permission: 'MANAGE',
  summary: 'Freeze, unfreeze or close a card; replace its funding source; change its limits',
  description:
    'Freezing and closing hold from the answer on. A card that is unfrozen stays `FROZEN` until the ' +
    'issuer knows, usually before the answer; `CARD.STATUS_CHANGE` says when it is later.',
  body: CardUpdateRequest,
  prepare: inNewNames,
  validate: ({ body }) => problemsOf(body),
  status: 200,
  responses: { 200: Card },
  outside: { always: ['CARD_ISSUER'] },
  errors: [
    'REFERENCE_NOT_FOUND',
    'FUNDING_SOURCE_INELIGIBLE',
    'INVALID_STATE_TRANSITION',
    'CARD_ALREADY_CLOSED',
    'CARD_NOT_MUTABLE',
    'CONFLICT',
    'USER_NOT_READY',
    'SCA_SESSION_REQUIRED',
  ],
  async handle(call) {
    const { params, body, platform, dependencies, trace } = call
    const before = await findCard(dependencies, platform.id, params.id)
    const sources =
      before.state === 'CLOSED' || body.fundingSource === undefined
        ? undefined
        : await newSources(dependencies, platform.id, before, body)
    const change = {
      ...{ cardId: before.id, platformId: platform.id, state: body.status },
      fundingSources: sources?.ids,
      ...limitsOf(body),
    }
    let isRepeat = false
    const changed = await untilAnswered(dependencies, (again) => {
      isRepeat = again
      return dependencies.database.call('update_card', change)
    })
    if (changed.outcome === 'REFUSED') {
      const now = isRepeat
        ? await findCard(dependencies, platform.id, idOf('Card', before.id))
        : before
      // Another state than before, and the wanted one: this request has made it.
      if (now.state === body.status && before.state !== body.status) return presentCard(now)
      throw refusalOf(changed)
    }
    const since = changed.start.row.number
    trace.workflowId = workflows.cardChange.id({ cardId: before.id, since })
    // What holds already is answered at once.
    if (body.status !== 'ACTIVE') {
      dependencies.handOver.handOver(changed.start)
      return presentCard(changed.card)
    }
    await dependencies.handOver.handOverAndWait(changed.start)
    return presentCard(await findCard(dependencies, platform.id, idOf('Card', before.id)))
  },
})

async function newSources(
  dependencies: Dependencies,
  platformId: string,
  before: CardRow,
  given: GivenSources,
): Promise<Sources> {
  const id = idOf('Customer', before.customer_id)
  return sourcesOf(await findCardholder(dependencies, platformId, id), given, before.currency)
}

/** A card that is closed is changed by nothing else. */
function problemsOf(body: unknown): FieldError[] {
  const given = (body ?? {}) as Readonly<Record<string, unknown>>
  const clashes = nameClashes(body)
  if (given.status !== 'CLOSED') return clashes
  const others = ['fundingSource', ...Object.keys(cardLimits)]
    .filter((field) => given[field] !== undefined)
    .map((field) => ({ field, constraint: 'not', message: 'may not come with CLOSED' }))
  return [...clashes, ...others]
}
