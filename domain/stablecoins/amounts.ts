/** Amounts of coins are digit strings; the provider moves whole cents. */
import { type FieldError, Refusal } from '../../contract/errors.ts'

/** A hundred billion dollars. */
const CENTS_MAX = 10_000_000_000_000n
const DIGITS_MAX = 31

/** What a schema cannot say of a digit string. */
export function amountProblems(amount: unknown): FieldError[] {
  if (typeof amount !== 'string' || !/^[0-9]+$/.test(amount)) return []
  const problem = (constraint: string, message: string): FieldError[] => [
    { field: 'amount', constraint, message },
  ]
  if (amount.length > DIGITS_MAX) return problem('maximum', 'is too large')
  if (amount.startsWith('0')) return problem('pattern', 'must not begin with 0')
  return []
}

/**
 * Cents of an amount in the smallest unit of a coin.
 *
 * @param amount digits that `amountProblems` finds nothing wrong with
 * @throws Refusal STABLECOIN_AMOUNT_NOT_REPRESENTABLE for a fraction of a cent, INVALID_INPUT above the most
 */
export function centsOfCoin(amount: string, decimals: number): bigint {
  const unitsPerCent = 10n ** BigInt(decimals - 2)
  const units = BigInt(amount)
  if (units % unitsPerCent !== 0n) {
    throw new Refusal('STABLECOIN_AMOUNT_NOT_REPRESENTABLE', {
      reason: `The amount must be whole cents: a multiple of ${unitsPerCent}.`,
    })
  }
  const cents = units / unitsPerCent
  if (cents <= CENTS_MAX) return cents
  const errors = [{ field: 'amount', constraint: 'maximum', message: 'is too large' }]
  throw new Refusal('INVALID_INPUT', { reason: 'Invalid: amount', details: { errors } })
}
