import { idOf } from '../../contract/ids.ts'
import {
  type FeeRow,
  type PlatformConfigRow,
  presentPlatformConfig,
} from '../../contract/present/platformConfig.ts'
import { webhookKeyring } from '../../runtime/webhookKeys.ts'
import type { Dependencies } from '../dependencies.ts'
import { webhookKeysPath } from '../webhookKeys.ts'

export async function readPlatformConfig(
  { database, config }: Dependencies,
  platformId: string,
): Promise<object> {
  const found = await database.one<{ row: PlatformConfigRow; fees: FeeRow[] | null }>({
    name: 'platform_config',
    text: `select to_jsonb(p) as row, (select jsonb_agg(to_jsonb(f)) from fee_configs f
        where f.platform_id = p.id and (f.variable_basis_points > 0 or f.fixed_amount > 0)) as fees
      from platforms p where p.id = $1`,
    values: [platformId],
  })
  const { row, fees } = found
  const { signing } = webhookKeyring(config).of({ platformId, environment: row.environment })
  return presentPlatformConfig(row, fees ?? [], {
    publicKeyPem: signing.publicKeyPem,
    keysPath: webhookKeysPath(idOf('PlatformConfig', platformId)),
  })
}
