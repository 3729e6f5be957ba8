/** Where money is to be sent: the rail's instructions, as the interface has them. */
import type { PaymentInstructions } from '../components/payments.ts'
import { findVariant, railsOf } from '../externalAccounts.ts'
import type { Shown } from '../shown.ts'

type Info = Readonly<Record<string, unknown>> & { readonly accountType?: string }
type Instructions = readonly Shown<typeof PaymentInstructions>[]

/**
 * Instructions that say whether the account is the platform's own, with the rails that a bank account of theirs can be paid over: a rail names an account,
 * and clients want to know how it takes money. Wallets and Lightning have no rails.
 */
export function presentInstructions(
  instructions: Instructions | null | undefined,
  { customer_id: owner }: { readonly customer_id?: string | null },
): Instructions | undefined {
  return instructions?.map((instruction) => {
    const { accountOrWalletInfo: info } = instruction
    const rails = railsOfInfo(info)
    return {
      ...instruction,
      isPlatformAccount: !owner,
      accountOrWalletInfo: rails === undefined ? info : { ...info, paymentRails: rails },
    }
  })
}

/** Undefined if it has no rails, or names them itself. */
function railsOfInfo(info: Info): readonly string[] | undefined {
  const { accountType = '', paymentRails } = info
  const variant = findVariant(accountType)
  if (paymentRails !== undefined || variant === undefined || variant.rails.length === 0) return
  const usable = railsOf(accountType, info)
  return usable.length > 0 ? usable : variant.rails
}
