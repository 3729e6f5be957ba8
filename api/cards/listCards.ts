import { CardListResponse, CardStatus } from '../../contract/components/cards.ts'
import { described, renamed } from '../../contract/components/described.ts'
import { pageQuery, sortOrder } from '../../contract/components/shared.ts'
import { invalidInput } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { presentCard } from '../../contract/present/cards.ts'
import { type Bind, pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'
import { inNewNames, nameClashes } from './augustNames.ts'

type Filters = {
  readonly customerId?: string | undefined
  readonly accountId?: string | undefined
  readonly platformCardId?: string | undefined
  readonly status?: string | undefined
}

const text = { type: 'string', minLength: 1, maxLength: 255 } as const

export const listCards = operation({
  id: 'listCards',
  group: 'Cards',
  method: 'get',
  path: '/cards',
  permission: 'VIEW',
  summary: 'List cards, newest first',
  description: '`accountId` names a funding source; a closed card has none.',
  query: {
    type: 'object',
    properties: {
      customerId: { ...text, description: 'Cards of this customer only.' },
      cardholderId: renamed(text, 'customerId'),
      accountId: { ...text, description: 'Cards that draw on this internal account.' },
      platformCardId: {
        ...text,
        description: 'The card to which the platform gave exactly this id.',
      },
      status: described(CardStatus, 'Cards that have this status now.'),
      state: renamed(CardStatus, 'status'),
      sortOrder,
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: CardListResponse },
  outside: { always: ['CARD_ISSUER'] },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    const filters = inNewNames(query)
    const clashes = nameClashes(filters)
    if (clashes.length > 0) throw invalidInput(clashes)
    return pageFrom(database, {
      name: 'cards',
      query,
      table: 'cards',
      direction: query.sortOrder,
      branches: (bind) => branches(bind, platform.id, filters),
      select: 'card_row(d)',
      join: 'join cards d on d.id = t.id',
      present: presentCard,
    })
  },
})

/** An index gives those of a customer in the list's order, of a platform's id, of a state, or all. */
function branches(bind: Bind, platformId: string, filters: Filters): string[] {
  const { customerId, accountId, platformCardId, status: state } = filters
  const account = accountId && uuidOf('InternalAccount', accountId)
  const holder = customerId && uuidOf('Customer', customerId)
  // Ids of another shape name nothing.
  if ((accountId && !account) || (customerId && !holder)) return []
  const more: string[] = []
  if (account) {
    more.push(`t.customer_id = (select a.customer_id from internal_accounts a where a.id = ${bind(account)})
      and ${bind(account)}::uuid = any (t.funding_sources)`)
  }
  if (holder) more.push(`t.customer_id = ${bind(holder)}`)
  if (more.length > 0) {
    if (platformCardId) more.push(`t.platform_card_id = ${bind(platformCardId)}`)
    if (state) more.push(`t.state = ${bind(state)}`)
    return [[`t.platform_id = ${bind(platformId)}`, ...more].join(' and ')]
  }
  const keyed = (column: string, value: string): string =>
    `list_key(t.platform_id, t.${column}) = list_key(${bind(platformId)}::uuid, ${bind(value)}::text)`
  if (platformCardId) {
    const ofState = state ? [`t.state = ${bind(state)}`] : []
    return [[keyed('platform_card_id', platformCardId), ...ofState].join(' and ')]
  }
  return [state ? keyed('state', state) : `t.platform_id = ${bind(platformId)}`]
}
