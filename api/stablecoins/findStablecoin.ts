import { notFound } from '../../contract/notFound.ts'
import type { StablecoinRow } from '../../contract/present/stablecoins.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireId } from '../requireId.ts'

/** @throws Refusal STABLECOIN_NOT_FOUND, for an id of another shape too */
export async function findStablecoin(
  { database }: Pick<Dependencies, 'database'>,
  platformId: string,
  stablecoinId: string,
): Promise<StablecoinRow> {
  const uuid = requireId('Stablecoin', stablecoinId)
  const found = await database.maybeOne<{ readonly coin: StablecoinRow }>({
    name: 'stablecoin',
    text: 'select stablecoin_row(s) as coin from stablecoins s where s.id = $1 and s.platform_id = $2',
    values: [uuid, platformId],
  })
  if (found === undefined) throw notFound('Stablecoin')
  return found.coin
}
