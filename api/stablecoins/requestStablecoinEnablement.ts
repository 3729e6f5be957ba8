import { Stablecoin } from '../../contract/components/stablecoins.ts'
import { notFound } from '../../contract/notFound.ts'
import { presentStablecoin } from '../../contract/present/stablecoins.ts'
import { operation } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireId } from '../requireId.ts'

export const requestStablecoinEnablement = operation({
  id: 'requestStablecoinEnablement',
  group: 'Stablecoins',
  method: 'post',
  path: '/stablecoins/:stablecoinId/request-service-enablement',
  permission: 'MANAGE',
  summary: 'Ask for a stablecoin to be a currency of the platform',
  description:
    'From `NOT_ENABLED` to `PENDING_APPROVAL`; a repeat changes nothing. A person decides once the ' +
    'stablecoin is `PROVISIONED`.',
  status: 200,
  responses: { 200: Stablecoin },
  outside: { always: ['STABLECOIN_PROVIDER'] },
  errors: ['STABLECOIN_NOT_FOUND', 'STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE'],
  async handle({ params, platform, dependencies: { database } }) {
    const uuid = requireId('Stablecoin', params.stablecoinId)
    const result = await database.call('request_stablecoin_enablement', platform.id, uuid)
    if (result === null) throw notFound('Stablecoin')
    if (result.outcome === 'REFUSED') throw refusalOf(result)
    return presentStablecoin(result.stablecoin)
  },
})
