/** Files of which a run of everything takes a part. `sampledTests.ts` does the same within a file. */
import { parseCLI } from 'vitest/node'
import { rollouts } from '../durability/rollouts.ts'
import { isLong, sampleOf } from './seed.ts'

type Group = {
  /** What its files have in common: the promise that each of them holds for another kind of work. */
  readonly about: string
  readonly count: number
  readonly files: readonly string[]
}

/**
 * Most of them start a stack of their own, which takes seven seconds of CPU before the first test and
 * more while it idles: a whole file that waits for another seed saves more than many of its tests.
 * Where kinds of promises differ, each is a group: every run has one file of each.
 */
const groups: readonly Group[] = [
  {
    about: 'cards and keys that move money, killed in the middle, move it once',
    count: 1,
    files: ['test/cards/keyKills.test.ts', 'test/cards/kills.test.ts'],
  },
  {
    about: 'one kind of records, killed in the middle, is written once',
    count: 1,
    files: [
      'test/durability/customerDeletions.test.ts',
      'test/durability/documents.test.ts',
      'test/durability/imports.test.ts',
      'test/verification/kills.test.ts',
    ],
  },
  {
    about:
      'what agents do, and what people approve and prove, by two APIs and two workers, through kills and races',
    count: 1,
    files: [
      'test/durability/agentActions.test.ts',
      'test/durability/agentApprovals.test.ts',
      'test/durability/authorizations.test.ts',
      'test/durability/codesAndResets.test.ts',
    ],
  },
  {
    about: 'money that comes back, or ends otherwise than it seemed to, is where its books say',
    count: 2,
    files: [
      'test/durability/payouts.test.ts',
      'test/payments/railFinalState.test.ts',
      'test/payments/returns.test.ts',
    ],
  },
  {
    about: 'a step that is under way when something else happens to its payment is taken once',
    count: 2,
    files: [
      'test/durability/concurrentOutcomes.test.ts',
      'test/durability/decisionsWhileBooking.test.ts',
      'test/durability/killsOfSteps.test.ts',
    ],
  },
  {
    about: 'deliveries of webhooks go on after the worker or the database that they had is gone',
    count: 1,
    files: [
      'test/webhooks/databaseLost.test.ts',
      'test/webhooks/lostWorker.test.ts',
      'test/webhooks/manyDeliveries.test.ts',
    ],
  },
  {
    about: 'an issuer that enrols holders, or pulls that it could not make: each is done once',
    count: 1,
    files: ['test/cards/holders.test.ts', 'test/cards/retry.test.ts'],
  },
  {
    about: 'no statement reads a long table from end to end',
    count: 1,
    files: ['test/db/plans.test.ts', 'test/lists/plans.test.ts'],
  },
  {
    about: 'a store is set back: what happened since is found, and taken over once',
    count: 1,
    files: [
      'test/durability/failedRestores.test.ts',
      'test/durability/reconcile.test.ts',
      'test/durability/restores.test.ts',
    ],
  },
  {
    about:
      'a request that was answered before its outcome was known has one outcome, also when it is repeated',
    count: 1,
    files: [
      'test/durability/synchronousSteps.test.ts',
      'test/durability/lostDecisionAnswers.test.ts',
    ],
  },
  {
    about:
      'secrets of sessions, of keys and of outside parties are in no row, file, history or log',
    count: 1,
    files: [
      'test/auth/delegatedKeySecrets.test.ts',
      'test/auth/secrets.test.ts',
      'test/auth/stablecoinSecrets.test.ts',
      'test/cards/cardSecrets.test.ts',
    ],
  },
  {
    about: 'an outside party of the sandbox speaks the wire of a real one',
    count: 1,
    files: [
      'test/sandbox/cardIssuer.test.ts',
      'test/sandbox/rail.test.ts',
      'test/sandbox/stablecoinProvider.test.ts',
      'test/sandbox/verificationVendor.test.ts',
    ],
  },
  {
    about: 'the wallet provider of the sandbox does what the real one does',
    count: 1,
    files: [
      'test/sandbox/credentials.test.ts',
      'test/sandbox/policies.test.ts',
      'test/sandbox/sealedResults.test.ts',
      'test/sandbox/walletProvider.test.ts',
    ],
  },
  {
    about:
      'pages do what they say, at every size, for every reader: the dashboard, operators, the reference',
    count: 2,
    files: [
      'test/console/agents.test.ts',
      'test/console/cards.test.ts',
      'test/console/customers.test.ts',
      'test/console/operatorDecisions.test.ts',
      'test/console/operators.test.ts',
      'test/console/playground.test.ts',
      'test/console/sandbox.test.ts',
      'test/console/transactions.test.ts',
      'test/console/webhooks.test.ts',
      'test/reference/browser.test.ts',
    ],
  },
  {
    about: 'what a person types does what is written: npm start, the README and the guides',
    count: 1,
    files: ['test/e2e/readme.test.ts', 'test/e2e/start.test.ts'],
  },
  {
    about: 'commands of operators say what they have done, and refuse what they cannot do',
    count: 1,
    files: ['test/stablecoins/cases.test.ts', 'test/unit/platformCommands.test.ts'],
  },
  {
    about: 'a demo, or the program of a guide, shows what it says',
    count: 1,
    files: [
      'test/api/mcp/guide.test.ts',
      'test/client/readme.test.ts',
      'test/e2e/demoAgent.test.ts',
      'test/e2e/demoBusiness.test.ts',
      'test/e2e/demoCard.test.ts',
    ],
  },
]

/**
 * Processes go over to another release, or to other keys, while payments are open. Where the seed picks the release,
 * the shorter file about keys runs with it; two releases beside each other are in `test/replay/deploys.test.ts` too.
 */
const filesOfRollouts: Readonly<Record<string, readonly string[]>> = {
  deploys: ['test/durability/deploys.test.ts', 'test/durability/walletKeyRotation.test.ts'],
  keyRotation: ['test/durability/keyRotation.test.ts'],
}

/** Whether no files are named: those that are named run, whatever the seed. */
export function isWholeRun(): boolean {
  return parseCLI(['vitest', ...process.argv.slice(2)]).filter.length === 0
}

/** The files that this run leaves to other seeds; none in the long suite. */
export function filesLeftOut(): string[] {
  if (isLong || !isWholeRun()) return []
  const others = Object.entries(filesOfRollouts).filter(([name]) => !rollouts.includes(name))
  return [
    ...others.flatMap(([, files]) => files),
    ...groups.flatMap(({ about, count, files }) => {
      const taken = sampleOf(about, files, count)
      return files.filter((file) => !taken.includes(file))
    }),
  ]
}
