/** What card issuers and the database have in common with what platforms see of card transactions. */
import type {
  CardTransaction,
  CardMerchant as MerchantSchema,
} from './components/cardTransactions.ts'
import type { Shown } from './shown.ts'

/** Why an authorization of a card is declined. */
export type CardDeclinedReason = NonNullable<Shown<typeof CardTransaction>['cardDeclinedReason']>

/** Who charges or credits a card. */
export type CardMerchant = Shown<typeof MerchantSchema>
