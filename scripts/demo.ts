/**
 * `npm run demo [-- NAME]`: the running service does what it is for, one line a step.
 *
 *   withdrawal   a customer withdraws from an embedded wallet, with the unmodified wallet clients; without a name
 *   business     a business with its owners is verified
 *   agent        an agent pays inside its policy, and a person approves the rest
 *   card         a card buys a coffee: authorized, cleared with a tip, partly refunded
 *   deposit      money arrives at the sandbox's rail, and what becomes of it
 *
 * Each has its own `--help`.
 */
import { runOneOf } from './command.ts'

await runOneOf(
  {
    withdrawal: 'scripts/demo/withdrawal.ts',
    business: 'scripts/demo/business.ts',
    agent: 'scripts/demo/agent.ts',
    card: 'scripts/demo/card.ts',
    deposit: 'scripts/demo/deposit.ts',
  },
  'withdrawal',
)
