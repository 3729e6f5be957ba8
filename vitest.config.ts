import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slowestFiles } from './test/support/slowestFiles.ts'

/**
 * The longest files, and the one that waits until no other file uses the shared stack: begun last, they
 * would end alone.
 */
const first = [
  'test/api/operations.test.ts',
  'test/durability/loginRaces.test.ts',
  'test/durability/keyRotation.test.ts',
  'test/durability/synchronousSteps.test.ts',
  'test/durability/deploys.test.ts',
  'test/durability/lostDecisionAnswers.test.ts',
  'test/e2e/start.test.ts',
  'test/durability/kills.test.ts',
  'test/durability/restores.test.ts',
  'test/durability/outages.test.ts',
  'test/auth/protocol.test.ts',
  'test/durability/agentActions.test.ts',
  'test/durability/authorizations.test.ts',
  'test/e2e/readme.test.ts',
  'test/durability/reconcile.test.ts',
  'test/auth/faults.test.ts',
  'test/replay/deploys.test.ts',
  'test/console/playground.test.ts',
  'test/console/cards.test.ts',
  'test/console/agents.test.ts',
  'test/stablecoins/lives.test.ts',
  'test/cards/transactions.test.ts',
  'test/durability/volume.test.ts',
  'test/client/types.test.ts',
  'test/auth/secrets.test.ts',
  'test/durability/codesAndResets.test.ts',
  // With a kept stack.
  'test/payments/returns.test.ts',
  'test/durability/imports.test.ts',
  'test/durability/faults.test.ts',
  'test/durability/payouts.test.ts',
  'test/durability/railSequences.test.ts',
  'test/payments/railFinalState.test.ts',
  'test/cards/faults.test.ts',
  'test/cards/codes.test.ts',
  'test/durability/killsOfSteps.test.ts',
  'test/model/model.test.ts',
  'test/durability/statementCounts.test.ts',
  'test/durability/concurrentOutcomes.test.ts',
  'test/payments/deposits.test.ts',
]

/**
 * A stack that a test process keeps takes a twentieth of a core while it idles, to the end of the run:
 * the files that use one come after all others.
 */
const usesKeptStack = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').includes('aKeptStack()')

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map(
      files.map((file) => {
        const place = first.findIndex((name) => file.moduleId.endsWith(name))
        const rank = place === -1 ? first.length : place
        return [file, usesKeptStack(file) ? first.length + 1 + rank : rank] as const
      }),
    )
    const rank = (file: TestSpecification): number => ranks.get(file) ?? 0
    return [...(await super.sort(files))].sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  plugins: [slowestFiles()],
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    sequence: { sequencer: LongestFirst },
    // Processes, not threads: the Temporal runtime is one a process. Each runs many files, and
    // loads what they share once: the clients of Temporal and PostgreSQL cost a file two seconds of
    // CPU.
    pool: 'forks',
    isolate: false,
    // More than cores: more than half of its time a file waits for what it has killed or delayed. Each
    // may run two stacks, of some 700 MB.
    maxWorkers: 4,
    globalSetup: 'test/support/global.ts',
    // On a shared machine a process can be starved for seconds; a broken promise fails twice.
    retry: process.env.CI ? 1 : 0,
    // Against tests that hang: on a busy machine one may take ten times as long as on an idle one.
    testTimeout: 300_000,
    expect: { poll: { timeout: 300_000 } },
    // Files wait for the shared stack here, while another has it alone.
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
  },
})
