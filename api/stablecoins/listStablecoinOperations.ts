import { described } from '../../contract/components/described.ts'
import { pageQuery } from '../../contract/components/shared.ts'
import {
  StablecoinOperationListResponse,
  StablecoinOperationType,
} from '../../contract/components/stablecoinOperations.ts'
import { presentStablecoinOperation } from '../../contract/present/stablecoins.ts'
import { pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'
import { findStablecoin } from './findStablecoin.ts'

export const listStablecoinOperations = operation({
  id: 'listStablecoinOperations',
  group: 'Stablecoins',
  method: 'get',
  path: '/stablecoins/:stablecoinId/operations',
  permission: 'VIEW',
  summary: 'List mints and burns of a stablecoin, newest first',
  query: {
    type: 'object',
    properties: {
      operationType: described(StablecoinOperationType, 'Mints or burns only; without it, both.'),
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: StablecoinOperationListResponse },
  outside: { always: ['STABLECOIN_PROVIDER'] },
  errors: ['STABLECOIN_NOT_FOUND'],
  async handle({ params, query, platform, dependencies }) {
    const { id } = await findStablecoin(dependencies, platform.id, params.stablecoinId)
    const { operationType: type } = query
    return pageFrom(dependencies.database, {
      name: 'stablecoin-operations',
      query: { ...query, stablecoin: id },
      table: 'stablecoin_operations',
      direction: 'desc',
      branches: (bind) => [
        type === undefined
          ? `t.stablecoin_id = ${bind(id)}`
          : `list_key(t.stablecoin_id, t.operation_type) = list_key(${bind(id)}::uuid, ${bind(type)}::text)`,
      ],
      select: 'stablecoin_operation_row(o)',
      join: 'join stablecoin_operations o on o.id = t.id',
      present: presentStablecoinOperation,
    })
  },
})
