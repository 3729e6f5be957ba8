import { DelegatedKeyList } from '../../contract/components/delegatedKeys.ts'
import { type FieldError, invalidInput } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { type DelegatedKeyRow, presentDelegatedKey } from '../../contract/present/delegatedKeys.ts'
import { operation } from '../operation.ts'

const id = { type: 'string', maxLength: 64, description: 'The id of an internal account.' } as const

export const listDelegatedKeys = operation({
  id: 'listDelegatedKeys',
  group: 'Embedded Wallet Auth',
  method: 'get',
  path: '/auth/delegated-keys',
  permission: 'VIEW',
  summary: 'List the delegated keys of an account',
  description:
    'At least one of the two parameters is needed. Both name an internal account: a card names its funding ' +
    'sources by their accounts.',
  query: {
    type: 'object',
    properties: {
      accountId: {
        ...id,
        description: 'Keys of this internal account. At least one of the two is needed.',
      },
      fundingSourceId: {
        ...id,
        description: 'Keys of this funding source: an internal account too.',
      },
    },
  },
  status: 200,
  responses: { 200: DelegatedKeyList },
  errors: [],
  async handle({ query, platform, dependencies }) {
    const { accountId, fundingSourceId } = query
    if (accountId === undefined && fundingSourceId === undefined) {
      const message = 'is needed where there is no fundingSourceId'
      throw invalidInput([{ field: 'accountId', constraint: 'required', message }])
    }
    const problems: FieldError[] = []
    const accounts = Object.entries({ accountId, fundingSourceId }).map(([field, given]) => {
      const uuid = given === undefined ? undefined : uuidOf('InternalAccount', given)
      if (given !== undefined && uuid === undefined) {
        problems.push({ field, constraint: 'pattern', message: 'must be InternalAccount:<uuid>' })
      }
      return uuid
    })
    if (problems.length > 0) throw invalidInput(problems)
    const rows = await dependencies.database.query<{ key: DelegatedKeyRow }>({
      name: 'delegated_keys',
      text: `select delegated_key_row(k) as key from delegated_keys k
        where k.account_id = $2 and k.account_id = $3 and k.platform_id = $1 order by k.created_at, k.id`,
      values: [platform.id, accounts[0] ?? accounts[1], accounts[1] ?? accounts[0]],
    })
    return { data: rows.map(({ key }) => presentDelegatedKey(key)) }
  },
})
