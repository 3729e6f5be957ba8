/** What is answered, by operation and status. */
import { accounts } from './accounts.ts'
import { agents } from './agents.ts'
import type { Answers } from './answer.ts'
import { authentication } from './authentication.ts'
import { cards } from './cards.ts'
import { customers } from './customers.ts'
import { events } from './events.ts'
import { money } from './money.ts'
import { platform } from './platform.ts'

export const answers: Answers = {
  ...platform,
  ...customers,
  ...authentication,
  ...accounts,
  ...money,
  ...events,
  ...cards,
  ...agents,
}
