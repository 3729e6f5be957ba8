/** The resources that the page shows, with the types of their own schemas. */
import type { FromSchema } from 'json-schema-to-ts'
import type * as accounts from '../contract/components/accounts.ts'
import type * as auth from '../contract/components/auth.ts'
import type * as customers from '../contract/components/customers.ts'
import type * as payments from '../contract/components/payments.ts'
import type * as shared from '../contract/components/shared.ts'

export type Customer = FromSchema<typeof customers.IndividualCustomer>
export type Currency = FromSchema<typeof shared.Currency>
export type InternalAccount = FromSchema<typeof accounts.InternalAccount>
export type Credential = FromSchema<typeof auth.AuthMethod>
export type Session = FromSchema<typeof auth.AuthSession>
export type Challenge = FromSchema<typeof auth.SignedRetryChallenge>
export type PasskeyChallenge = FromSchema<typeof auth.PasskeyAuthChallenge>
export type Quote = FromSchema<typeof payments.Quote>
/** Of either type, as far as the pages show it. */
export type Transaction = Pick<
  FromSchema<typeof payments.OutgoingTransaction>,
  | 'id'
  | 'status'
  | 'customerId'
  | 'quoteId'
  | 'receivedAmount'
  | 'fees'
  | 'description'
  | 'failureReason'
  | 'refund'
  | 'settledAt'
  | 'createdAt'
  | 'updatedAt'
> & {
  readonly type: 'INCOMING' | 'OUTGOING'
  readonly sentAmount?: FromSchema<typeof shared.CurrencyAmount>
}
export type TimelineEntry = FromSchema<typeof payments.TimelineEntry>

/** A customer, or an account to send to, as far as the page remembers it. */
export type Named = { readonly id: string; readonly label: string }

/** What `/console/settings.json` says. */
export type Settings = {
  /** Path before every operation: `/2025-10-13`. */
  readonly basePath: string
  /** Public keys of the sandbox's signers; absent: the wallet client's own constants hold. */
  readonly otpSigner?: string
  readonly exportSigner?: string
}
