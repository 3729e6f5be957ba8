/** Receiver lookups: the data that a quote is checked against, until the lookup expires. */
import { randomUUID } from 'node:crypto'
import { type Id, idOf, uuidOf } from '../contract/ids.ts'
import type { Database } from './database.ts'

export type LookupKind = 'UMA' | 'EXTERNAL_ACCOUNT'

export type NewReceiverLookup = {
  readonly platformId: string
  readonly kind: LookupKind
  /** A UMA address in lower case, or `ExternalAccount:<uuid>`. */
  readonly receiver: string
  /** UUID of the sender, if it is a customer of ours. */
  readonly customerId?: string | undefined
  readonly senderUmaAddress?: string | undefined
  /** UUID of the customer of ours whose address it is. */
  readonly receiverCustomerId?: string | undefined
  /** What the counterparty answered; JSON. */
  readonly facts?: Readonly<Record<string, unknown>>
  readonly lifetimeSeconds: number
}

export type ReceiverLookup = {
  readonly id: Id<'Lookup'>
  readonly kind: LookupKind
  readonly receiver: string
  /** UUID without prefix. */
  readonly customerId: string | null
  readonly senderUmaAddress: string | null
  /** UUID of the customer of ours who had the address; null for one outside. */
  readonly receiverCustomerId: string | null
  readonly facts: Readonly<Record<string, unknown>>
}

/** Stores the result of a lookup and returns the `lookupId` for a quote. */
export async function createReceiverLookup(
  database: Database,
  lookup: NewReceiverLookup,
): Promise<Id<'Lookup'>> {
  const id = randomUUID()
  await database.query({
    name: 'create_receiver_lookup',
    text: `insert into receiver_lookups (id, platform_id, kind, receiver, customer_id,
        sender_uma_address, facts, expires_at, receiver_customer_id)
      values ($1, $2, $3, $4, $5, $6, $7, service_now() + make_interval(secs => $8), $9)`,
    values: [
      id,
      lookup.platformId,
      lookup.kind,
      lookup.receiver,
      lookup.customerId ?? null,
      lookup.senderUmaAddress ?? null,
      JSON.stringify(lookup.facts ?? {}),
      lookup.lifetimeSeconds,
      lookup.receiverCustomerId ?? null,
    ],
  })
  return idOf('Lookup', id)
}

/** A lookup of this platform that has not expired; undefined also for an id of another shape. */
export async function findReceiverLookup(
  database: Database,
  platformId: string,
  lookupId: string,
): Promise<ReceiverLookup | undefined> {
  const uuid = uuidOf('Lookup', lookupId)
  if (uuid === undefined) return undefined
  const [found] = await database.query<ReceiverLookup>({
    name: 'receiver_lookup',
    text: `select 'Lookup:' || id as id, kind, receiver, customer_id as "customerId",
        sender_uma_address as "senderUmaAddress", receiver_customer_id as "receiverCustomerId", facts
      from receiver_lookups where id = $1 and platform_id = $2 and expires_at > service_now()`,
    values: [uuid, platformId],
  })
  return found
}
