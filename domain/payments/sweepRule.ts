/** Whether an account may sweep to a destination. */
import type { FieldError } from '../../contract/errors.ts'
import type { Parties } from '../../contract/parties.ts'
import type { StoredSweepRule } from '../../contract/present/index.ts'
import { problemsOf } from './problems.ts'
import { sweepBody } from './sweep.ts'
import type { Destination } from './types.ts'

/**
 * One error for each invalid field of a rule: of its destination and of what its currency asks for. Cycles need a
 * destination that sweeps, which is refused; a rule does not change, so that none can come about later.
 */
export function ruleDestinationProblems(
  rule: Omit<StoredSweepRule, 'currency'>,
  parties: Pick<Parties, 'owner' | 'destination_internal' | 'destination_external'>,
  currency: string,
  about: {
    readonly railsOf: (
      accountType: string,
      info: Readonly<Record<string, unknown>>,
    ) => readonly string[]
    /** Whether money for the external account arrives at an account that sweeps. */
    readonly isNumberOfRule: boolean
  },
): FieldError[] {
  const { destination_internal: internal, destination_external: external, owner } = parties
  const problems: FieldError[] = []
  const refuse = (message: string): void => {
    problems.push({ field: 'sweepRule.destination.accountId', constraint: 'not', message })
  }
  const account = internal ?? external
  if (account === null) return problems
  if (account.customer_id !== owner?.id) refuse('is not an account of the customer')
  if (internal?.type === 'RULE_BASED' || about.isNumberOfRule) refuse('is an account that sweeps')
  if (external?.account_info.invoice !== undefined) refuse('is an invoice, which is paid once')
  const destination: Destination =
    external === null
      ? { kind: 'INTERNAL', account, customerId: account.customer_id }
      : {
          kind: 'EXTERNAL',
          account,
          accountType: external.account_type,
          rails: about.railsOf(external.account_type, external.account_info),
        }
  const ends = {
    source: { kind: 'FUNDING', currency, network: undefined },
    destination,
    sending: currency,
    receiving: account.currency,
  } as const
  const { immediatelyExecute, ...body } = sweepBody('', 1n, { ...rule, currency: account.currency })
  const ofBody = problemsOf(body, ends)
  return [...problems, ...ofBody.map((one) => ({ ...one, field: `sweepRule.${one.field}` }))]
}
