/** Cardholders: what identifies them is checked and not kept. */
import { randomUUID } from 'node:crypto'
import type { Answer } from '../http.ts'
import { type Issuer, refusal } from './issuer.ts'

export type HolderRow = {
  token: string
  account_token: string
  external_id: string | null
  status: string
  created_at: Date
}

export type NewHolder = {
  readonly workflow: string
  readonly external_id?: string
  readonly individual?: { readonly last_name?: string }
  readonly business_entity?: { readonly legal_business_name?: string }
}

const refusedName = /002$/

/** A repeat makes a second holder: the caller looks for its own id first. */
export async function createHolder(issuer: Issuer, wanted: NewHolder): Promise<Answer> {
  const { individual, business_entity: business } = wanted
  const name = individual?.last_name ?? business?.legal_business_name ?? ''
  const isRefused = refusedName.test(name)
  const { rows } = await issuer.store.pool.query<HolderRow>(
    `insert into issuer_holders (token, account_token, external_id, status)
     values ($1, $2, $3, $4) returning *`,
    [randomUUID(), randomUUID(), wanted.external_id ?? null, isRefused ? 'REJECTED' : 'ACCEPTED'],
  )
  return { status: 200, body: rows[0] && presentHolder(rows[0]) }
}

export function presentHolder(row: HolderRow): object {
  return {
    token: row.token,
    account_token: row.account_token,
    external_id: row.external_id,
    status: row.status,
    status_reasons: row.status === 'REJECTED' ? ['ID_VERIFICATION_FAILURE'] : [],
    created: row.created_at.toISOString(),
  }
}

/** @throws Refusal 404 */
export async function readHolder({ store }: Issuer, token: string): Promise<Answer> {
  const { rows } = await store.pool.query<HolderRow>(
    'select * from issuer_holders where token = $1',
    [token],
  )
  if (rows[0] === undefined) throw refusal(404, 'Account holder not found')
  return { status: 200, body: presentHolder(rows[0]) }
}
