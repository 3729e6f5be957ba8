/** Why each error code is answered, and what the caller does about it: the page `/docs/errors`. */
import type { ErrorCode } from '../../../contract/errors.ts'
import { conflictCures } from './conflicts.ts'
import type { Cure } from './cure.ts'
import { inputCures } from './input.ts'
import { otherCures } from './others.ts'
import { stablecoinCures } from './stablecoins.ts'
import { umaCures } from './uma.ts'

export const cures: Readonly<Record<ErrorCode, Cure>> = {
  ...inputCures,
  ...umaCures,
  ...stablecoinCures,
  ...conflictCures,
  ...otherCures,
}
