import { StablecoinOperation } from '../../contract/components/stablecoinOperations.ts'
import { notFound } from '../../contract/notFound.ts'
import {
  presentStablecoinOperation,
  type StablecoinOperationRow,
} from '../../contract/present/stablecoins.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

export const getStablecoinOperation = operation({
  id: 'getStablecoinOperation',
  group: 'Stablecoins',
  method: 'get',
  path: '/stablecoin-operations/:stablecoinOperationId',
  permission: 'VIEW',
  summary: 'Read a mint or burn',
  status: 200,
  responses: { 200: StablecoinOperation },
  outside: { always: ['STABLECOIN_PROVIDER'] },
  errors: ['STABLECOIN_OPERATION_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database } }) {
    const id = params.stablecoinOperationId
    const uuid = requireId('StablecoinOperation', id)
    const found = await database.maybeOne<{ readonly row: StablecoinOperationRow }>({
      name: 'stablecoin_operation',
      text: `select stablecoin_operation_row(o) as row from stablecoin_operations o
        where o.id = $1 and o.platform_id = $2`,
      values: [uuid, platform.id],
    })
    if (found === undefined) throw notFound('StablecoinOperation')
    return presentStablecoinOperation(found.row)
  },
})
