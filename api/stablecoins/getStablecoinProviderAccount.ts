import { StablecoinProviderAccount } from '../../contract/components/stablecoins.ts'
import { Refusal } from '../../contract/errors.ts'
import {
  presentStablecoinLink,
  type StablecoinLinkRow,
} from '../../contract/present/stablecoins.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

export const getStablecoinProviderAccount = operation({
  id: 'getStablecoinProviderAccount',
  group: 'Stablecoins',
  method: 'get',
  path: '/stablecoin-provider-accounts/:stablecoinProviderAccountId',
  permission: 'VIEW',
  summary: 'Read a linked provider account',
  status: 200,
  responses: { 200: StablecoinProviderAccount },
  outside: { always: ['STABLECOIN_PROVIDER'] },
  errors: ['STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database } }) {
    const id = params.stablecoinProviderAccountId
    const uuid = requireId('StablecoinProviderAccount', id)
    const found = await database.maybeOne<{ readonly link: StablecoinLinkRow }>({
      name: 'stablecoin_link',
      text: `select stablecoin_link_row(l) as link from stablecoin_provider_accounts l
        where l.id = $1 and l.platform_id = $2`,
      values: [uuid, platform.id],
    })
    if (found === undefined) throw new Refusal('STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND')
    return presentStablecoinLink(found.link)
  },
})
