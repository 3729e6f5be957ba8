/** Files of which a run of everything takes a part. `sampledTests.ts` does the same within a file. */
import { isLong, sampleOf } from './seed.ts'

type Group = {
  /** What its files have in common: the promise that each of them holds for another kind of work. */
  readonly about: string
  readonly count: number
  readonly files: readonly string[]
}

/**
 * Most of them start a stack of their own, which takes seven seconds of CPU before the first test:
 * a whole file that waits for another seed saves more than many of its tests.
 */
const groups: readonly Group[] = [
  {
    about: 'one kind of work, killed in the middle, is done once',
    count: 2,
    files: [
      'test/cards/keyKills.test.ts',
      'test/cards/kills.test.ts',
      'test/durability/customerDeletions.test.ts',
      'test/durability/documents.test.ts',
      'test/durability/imports.test.ts',
      'test/verification/kills.test.ts',
    ],
  },
  {
    about: 'what people approve and prove, by two APIs and two workers, through kills and races',
    count: 2,
    files: [
      'test/durability/agentActions.test.ts',
      'test/durability/agentApprovals.test.ts',
      'test/durability/authorizations.test.ts',
      'test/durability/codesAndResets.test.ts',
    ],
  },
  {
    about: 'secrets are in no row, file, history or log',
    count: 2,
    files: [
      'test/auth/delegatedKeySecrets.test.ts',
      'test/auth/secrets.test.ts',
      'test/auth/stablecoinSecrets.test.ts',
      'test/cards/cardSecrets.test.ts',
    ],
  },
  {
    about: 'a view of the dashboard does what it says, at every size, for every reader',
    count: 3,
    files: [
      'test/console/agents.test.ts',
      'test/console/cards.test.ts',
      'test/console/customers.test.ts',
      'test/console/operators.test.ts',
      'test/console/playground.test.ts',
      'test/console/sandbox.test.ts',
      'test/console/transactions.test.ts',
      'test/console/webhooks.test.ts',
    ],
  },
  {
    about: 'a demo shows what it says',
    count: 1,
    files: [
      'test/e2e/demoAgent.test.ts',
      'test/e2e/demoBusiness.test.ts',
      'test/e2e/demoCard.test.ts',
    ],
  },
]

/** Whether no files are named: those that are named run, whatever the seed. */
export function isWholeRun(): boolean {
  return !process.argv.slice(2).some((argument) => argument.includes('test/'))
}

/** The files that this run leaves to other seeds; none in the long suite. */
export function filesLeftOut(): string[] {
  if (isLong || !isWholeRun()) return []
  return groups.flatMap(({ about, count, files }) => {
    const taken = sampleOf(about, files, count)
    return files.filter((file) => !taken.includes(file))
  })
}
