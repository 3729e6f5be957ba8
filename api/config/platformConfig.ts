import type { PlatformConfig } from '../../contract/components/platform.ts'
import { idOf } from '../../contract/ids.ts'
import type { PlatformFee } from '../../contract/parties.ts'
import {
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
  }>({
    name: 'platform_config',
    text: `select to_jsonb(p) as row, (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from fee_configs f
        where f.platform_id = p.id and (f.variable_basis_points > 0 or f.fixed_amount > 0)) as fees,
        (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from currency_requirements r where r.platform_id = p.id) as requirements
      from platforms p where p.id = $1`,
    values: [platformId],
  })
  const { row, fees, requirements } = found
  const { signing } = webhookKeyring(config).of({ platformId, environment: row.environment })
  return presentPlatformConfig(
    row,
    { fees, requirements },
    {
      publicKeyPem: signing.publicKeyPem,
      keysPath: webhookKeysPath(idOf('PlatformConfig', platformId)),
    },
  )
}
