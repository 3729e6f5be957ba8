/** Runs about anything but payments. */
import type { CreatedWallet } from '../../providers/walletProvider/index.ts'
import type { CustomerOnboardingInput } from '../../workflows/definitions/customers.ts'
import type { FoundRun } from '../runsWithoutRow.ts'
import type { Finding, Reconciliation } from './finding.ts'
import { readRun } from './history.ts'

/** What a person is to look at, by the kind of the subject. */
const undecided: Readonly<Record<string, string>> = {
  AgentAction:
    'what an agent asked for, and may have been decided about, is lost: have it asked for again',
  Job: 'have the file imported again: customers that exist are reported by it',
  Card: 'compare it with the card issuer, which has the card',
  CardTransaction:
    'the issuer has it, whose events are read again once the store is open: compare it with the issuer then',
  Deposit:
    'what was sent back over the rail is taken over with its reference, which the rail reports',
  Document: 'have the document uploaded again: the vendor has it',
  Request:
    'an operation of a wallet was done at the provider, or was under way there: compare its users and keys, and have the customer log in again',
  StablecoinOperation: 'compare it with the stablecoin provider: look for its id among the notes',
  Verification: 'compare it with the verification vendor',
}

/** What a person is to look at if the row is there. */
const behind: Readonly<Record<string, string>> = {
  AgentAction:
    'it was decided about, and waits for a decision again: have its platform decide again',
}

/** A customer is made again, with the wallet that it had; anything else is a person's to decide. */
export async function otherFinding(
  context: Reconciliation,
  run: FoundRun,
): Promise<Finding | undefined> {
  const kind = run.workflowId.split(':', 1)[0] ?? ''
  const known = `${run.state === 'MISSING' ? 'no row' : 'its row does not know of it'}; ${
    run.closedAt === undefined
      ? 'its workflow is running'
      : `its workflow ended ${run.status} at ${run.closedAt.toISOString()}`
  }`
  const about = { kind: 'workflow', subject: run.workflowId, known, at: run.closedAt } as const
  const isEnded = run.status === 'TERMINATED'
  if (kind !== 'Customer') {
    // An open one writes its row, or ends.
    if (run.closedAt === undefined) return undefined
    // The subject goes on by itself, but for a wallet's operation, whose claim is lost.
    if (isEnded && run.state === 'BEHIND' && run.type !== 'walletOperation') return undefined
    const why = run.state === 'BEHIND' ? behind[kind] : undefined
    return { ...about, undecided: why ?? undecided[kind] ?? 'no command knows what it did' }
  }
  const { input, answers } = await readRun(context.client, context.config, run)
  const { customerId, platformId, facts, walletAccountId } = input as CustomerOnboardingInput
  const wallet = (answers.get('provisionWallet') ?? undefined) as CreatedWallet | undefined
  const madeAgain = { ...about, kind: 'customer' } as const
  return {
    ...madeAgain,
    remedy: `make the customer again${wallet === undefined ? '' : `, with the wallet ${wallet.subOrganizationId}`}; its balances were lost`,
    apply: async () => {
      const { database } = context
      const made = await database.call('create_customer', {
        ...facts,
        id: customerId,
        platformId,
      })
      if (made.outcome === 'REFUSED') return `left as it was: ${made.code}`
      if (wallet !== undefined) {
        const { subOrganizationId, userId, walletId, address } = wallet
        await database.call(
          'activate_wallet',
          ...([walletAccountId, subOrganizationId, userId, walletId, address] as const),
        )
      }
      return 'made again'
    },
  }
}
