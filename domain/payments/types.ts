/** A payment as its request describes it, with both parties known. */
import type { FromSchema } from 'json-schema-to-ts'
import type { QuoteRequest } from '../../contract/components/payments.ts'
import type { Corridor } from '../../contract/money.ts'
import type { ExternalAccountParty, InternalAccountParty } from '../../contract/parties.ts'
import type { PaymentStep } from '../../contract/paymentOrder.ts'

export type QuoteBody = FromSchema<typeof QuoteRequest>

export type Source =
  | { readonly kind: 'INTERNAL'; readonly account: InternalAccountParty }
  | { readonly kind: 'EXTERNAL'; readonly account: ExternalAccountParty }
  | { readonly kind: 'FUNDING'; readonly currency: string; readonly network: string | undefined }

/** An account of ours has a currency; `uma` is the address that led to it. */
export type Destination =
  | {
      readonly kind: 'INTERNAL'
      readonly account: Pick<InternalAccountParty, 'id' | 'currency'>
      readonly customerId: string | null
      readonly uma?: string
    }
  | {
      readonly kind: 'EXTERNAL'
      readonly account: { readonly id: string; readonly currency: string }
      readonly accountType: string
      readonly rails: readonly string[]
      readonly uma?: string
    }
  | { readonly kind: 'UMA'; readonly currency: string; readonly uma: string }

/** The corridor between two currencies, as rates and fees are known now. */
export type CorridorOf = (sending: string, receiving: string) => Promise<Corridor>

export type Payment = {
  readonly source: Source
  readonly destination: Destination
  readonly sending: string
  readonly receiving: string
  /** UUID of the customer who pays; undefined for the platform itself. */
  readonly customerId: string | undefined
  readonly steps: readonly PaymentStep[]
  /** The credited side has a transaction of its own: the receiver is a customer of ours, the payer itself among them. */
  readonly hasReceiver: boolean
}
