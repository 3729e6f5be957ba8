import { VaspListResponse } from '../../contract/components/directory.ts'
import { pageQuery } from '../../contract/components/shared.ts'
import { presentVasp } from '../../contract/present/directory.ts'
import { pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'

export const listVasps = operation({
  id: 'listVasps',
  group: 'VASPs',
  method: 'get',
  path: '/vasps',
  permission: 'VIEW',
  deprecated: true,
  summary: 'List providers of custodial wallets',
  description:
    'Virtual asset service providers by the name that an external account states as `vaspName`, in ' +
    'the order in which they were added. Ask the owner of the wallet for the name instead.',
  query: { type: 'object', properties: pageQuery } as const,
  status: 200,
  responses: { 200: VaspListResponse },
  errors: [],
  handle: ({ query, platform, dependencies: { database } }) =>
    pageFrom(database, {
      name: 'vasps',
      query,
      table: 'vasps',
      direction: 'asc',
      branches: (bind) => [`t.environment = ${bind(platform.environment)}`],
      select: 'to_jsonb(t)',
      present: presentVasp,
      totalCount: 'NONE',
    }),
})
