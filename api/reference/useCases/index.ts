/** Every use case of the reference, by operation. */
import { agents } from './agents.ts'
import { authentication } from './authentication.ts'
import { cards } from './cards.ts'
import { customers } from './customers.ts'
import { externalAccounts } from './externalAccounts.ts'
import { money } from './money.ts'
import type { UseCases } from './useCase.ts'

export const useCases: UseCases = {
  ...customers,
  ...authentication,
  ...externalAccounts,
  ...money,
  ...cards,
  ...agents,
}
