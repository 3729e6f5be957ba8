/** Cards of customers, as tests ask for them. */
import { randomUUID } from 'node:crypto'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { type FundedWallet, type Resource, shown } from './builders.ts'

type Owner = Pick<FundedWallet, 'customer' | 'wallet'>

/** @param fields in place of, or beside, those of a card without a limit */
export function aCardBody(
  { customer, wallet }: Owner,
  fields: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    customerId: customer.id,
    // Its end asks for nothing.
    platformCardId: `${randomUUID()}-card`,
    form: 'VIRTUAL',
    fundingSource: wallet.id,
    ...fields,
  }
}

/** A card as its creation is answered. */
export async function aCard(
  api: ApiClient,
  owner: Owner,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Resource> {
  return shown('card', await api.call('POST', '/cards', aCardBody(owner, fields)), 201)
}
