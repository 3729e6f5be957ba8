import type { PlatformConfig } from '../../contract/components/platform.ts'
import { idOf } from '../../contract/ids.ts'
import type { PlatformFee } from '../../contract/parties.ts'
import {
  type AddedCurrencyRow,
  type PlatformConfigRow,
  presentPlatformConfig,
  type RequirementRow,
} from '../../contract/present/platformConfig.ts'
import type { Shown } from '../../contract/shown.ts'
import { webhookKeyring } from '../../runtime/webhookKeys.ts'
import type { Dependencies } from '../dependencies.ts'
import { webhookKeysPath } from '../webhookKeys.ts'

export async function readPlatformConfig(
  { database, config }: Dependencies,
  platformId: string,
): Promise<Shown<typeof PlatformConfig>> {
  const found = await database.one<{
    row: PlatformConfigRow
    fees: PlatformFee[]
    requirements: RequirementRow[]
    added: AddedCurrencyRow[]
  }>({
    name: 'platform_config',
    text: `select to_jsonb(p) as row, (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from fee_configs f
        where f.platform_id = p.id and (f.variable_basis_points > 0 or f.fixed_amount > 0)) as fees,
        (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from currency_requirements r where r.platform_id = p.id) as requirements,
        (select coalesce(jsonb_agg(to_jsonb(a) order by a.added_at, a.currency), '[]') from added_currencies a
          where a.platform_id = p.id) as added
      from platforms p where p.id = $1`,
    values: [platformId],
  })
  const { row, fees, requirements, added } = found
  const { signing } = webhookKeyring(config).of({ platformId, environment: row.environment })
  return presentPlatformConfig(
    row,
    { fees, requirements, added },
    {
      publicKeyPem: signing.publicKeyPem,
      keysPath: webhookKeysPath(idOf('PlatformConfig', platformId)),
    },
  )
}
