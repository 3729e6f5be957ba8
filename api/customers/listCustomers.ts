import { CustomerList, CustomerType } from '../../contract/components/customers.ts'
import { described } from '../../contract/components/described.ts'
import {
  country,
  createdRange,
  currencyCode,
  pageQuery,
  updatedRange,
} from '../../contract/components/shared.ts'
import { composedText } from '../../contract/composedText.ts'
import { presentCustomer } from '../../contract/present/index.ts'
import type { Database } from '../../db/database.ts'
import { type Bind, type Branch, between, pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'
import { fewNamed, named } from './named.ts'

type Filters = {
  readonly platformCustomerId?: string | undefined
  readonly customerType?: string | undefined
  readonly updatedAfter?: string | undefined
  readonly updatedBefore?: string | undefined
  readonly region?: string | undefined
  readonly currency?: string | undefined
  readonly umaAddress?: string | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly isIncludingDeleted?: boolean | undefined
}

export const listCustomers = operation({
  id: 'listCustomers',
  group: 'Customers',
  method: 'get',
  path: '/customers',
  permission: 'VIEW',
  summary: 'List customers, newest first',
  description:
    'Deleted ones are hidden unless `isIncludingDeleted=true`. Dates are inclusive at both ends. ' +
    '`currency` finds customers whose own `currencies` name it, `name` those whose name or last name begins with it, ' +
    '`email` those with exactly this address; upper and lower case are the same.',
  query: {
    type: 'object',
    properties: {
      platformCustomerId: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description: 'The customer to whom the platform gave exactly this id.',
      },
      customerType: described(CustomerType, 'Customers of this kind only.'),
      ...createdRange,
      ...updatedRange,
      region: {
        ...country,
        description: 'Customers of this region only: two letters of ISO 3166-1.',
      },
      currency: {
        ...currencyCode,
        description: 'Customers who use this currency, by their `currencies`.',
      },
      umaAddress: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description: 'The customer with this address, in upper or lower case.',
      },
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        pattern: '\\S',
        description:
          'How the name or its last word begins, in upper or lower case: the `fullName` of an individual, the `legalName` of ' +
          'a business.',
      },
      email: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description:
          'Customers with exactly this email, in upper or lower case. Several may share one.',
      },
      isIncludingDeleted: {
        type: 'boolean',
        default: false,
        description: 'Whether deleted customers are listed too.',
      },
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: CustomerList },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    const ids = await idsByName(database, platform.id, query)
    return pageFrom(database, {
      name: 'customers',
      query,
      table: 'customers',
      direction: 'desc',
      created: { from: query.createdAfter, to: query.createdBefore },
      branches: (bind) => branches(bind, platform.id, query, ids),
      select: 'customer_row(t)',
      present: presentCustomer,
    })
  },
})

/**
 * UUIDs of the customers with the name that is asked for. Undefined where another filter leaves fewer rows, or many
 * customers have the name: the list's conditions find them then.
 */
async function idsByName(
  database: Database,
  platformId: string,
  { name, email, platformCustomerId, umaAddress }: Filters,
): Promise<readonly string[] | undefined> {
  const isOfFew = [email, platformCustomerId, umaAddress].some((each) => each !== undefined)
  return name === undefined || isOfFew ? undefined : fewNamed(database, platformId, name)
}

function branches(
  bind: Bind,
  platformId: string,
  filters: Filters,
  ids: readonly string[] | undefined,
): Branch[] {
  const platform = bind(platformId)
  const filtered = conditions(bind, filters)
  const deleted = filters.isIncludingDeleted ? [false, true] : [false]
  return deleted.map((isDeleted) => {
    const all = [scope(bind, platform, filters, isDeleted), ...filtered].join(' and ')
    // No index fits a condition with `is true`, so each row is read by its id.
    return ids === undefined
      ? all
      : { owners: ids, of: (owner) => `t.id = ${owner} and (${all}) is true` }
  })
}

/**
 * The condition that an index answers in the list's order: the platform's rows, deleted or not, of one email, region or
 * type where the request filters by it.
 */
function scope(
  bind: Bind,
  platform: string,
  { region, customerType, platformCustomerId, umaAddress, email }: Filters,
  isDeleted: boolean,
): string {
  const keyed = (column: string, value: string): string =>
    `list_key(t.platform_id, ${column} || '/' || t.is_deleted::text)
      = list_key(${platform}::uuid, ${value} || '/${isDeleted}')`
  if (email !== undefined) return keyed('lower(t.email)', `lower(${bind(email)}::text)`)
  const isOfOne = platformCustomerId !== undefined || umaAddress !== undefined
  const [column, value] =
    region === undefined ? ['customer_type', customerType] : ['region', region]
  if (isOfOne || value === undefined) {
    return `t.platform_id = ${platform} and t.is_deleted = ${isDeleted}`
  }
  return keyed(`t.${column}`, `${bind(value)}::text`)
}

/** The conditions of all filters, whether or not an index answers them. */
function conditions(bind: Bind, filters: Filters): string[] {
  const { region, customerType, currency, name, platformCustomerId } = filters
  const equal = (column: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${column} = ${bind(value)}`]
  return [
    ...between(bind, 't.updated_at', { from: filters.updatedAfter, to: filters.updatedBefore }),
    ...equal('t.platform_customer_id', platformCustomerId && composedText(platformCustomerId)),
    ...equal('lower(t.uma_address)', filters.umaAddress?.toLowerCase()),
    ...(name === undefined ? [] : [named(bind, name)]),
    ...equal('t.region', region),
    ...equal('t.customer_type', customerType),
    ...(currency === undefined ? [] : [`t.currencies @> array[${bind(currency)}]`]),
  ]
}
