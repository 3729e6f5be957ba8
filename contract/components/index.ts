/** Every schema that has a name in the served document. */
import * as accounts from './accounts.ts'
import * as auth from './auth.ts'
import * as customers from './customers.ts'
import * as ledger from './ledger.ts'
import * as payments from './payments.ts'
import * as platform from './platform.ts'
import { Address, Currency, CurrencyAmount } from './shared.ts'
import * as webhooks from './webhooks.ts'

export const components: Readonly<Record<string, object>> = {
  Address,
  Currency,
  CurrencyAmount,
  ...accounts,
  ...auth,
  ...customers,
  ...ledger,
  ...payments,
  ...platform,
  ...webhooks,
}
