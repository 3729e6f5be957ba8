import { Stablecoin } from '../../contract/components/stablecoins.ts'
import { presentStablecoin } from '../../contract/present/stablecoins.ts'
import { operation } from '../operation.ts'
import { findStablecoin } from './findStablecoin.ts'

export const getStablecoin = operation({
  id: 'getStablecoin',
  group: 'Stablecoins',
  method: 'get',
  path: '/stablecoins/:stablecoinId',
  permission: 'VIEW',
  summary: 'Read a stablecoin',
  status: 200,
  responses: { 200: Stablecoin },
  outside: { always: ['STABLECOIN_PROVIDER'] },
  errors: ['STABLECOIN_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    return presentStablecoin(await findStablecoin(dependencies, platform.id, params.stablecoinId))
  },
})
