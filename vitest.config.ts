import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const all = ['test/**/*.test.ts']

/**
 * One after the other, alone: tests on the run's shared set, whose counts they read, and those that
 * start the service as a person would.
 */
const alone = [
  'test/auth/flows.test.ts',
  'test/console/console.test.ts',
  'test/durability/{faults,loginRaces,payouts,races}.test.ts',
  'test/e2e/*.test.ts',
]

/** The longest files, which would else be the last to run, with nobody beside them. */
const longest = [
  'test/api/operations.test.ts',
  'test/auth/protocol.test.ts',
  'test/durability/killsOfSteps.test.ts',
  'test/durability/kills.test.ts',
  'test/durability/heads.test.ts',
  'test/durability/volumeBooks.test.ts',
  'test/durability/volume.test.ts',
  'test/auth/faults.test.ts',
  'test/model/model.test.ts',
  'test/auth/secrets.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((file) => moduleId.endsWith(file))
      return place === -1 ? longest.length : place
    }
    return [...(await super.sort(files))].sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    sequence: { sequencer: LongestFirst },
    // Processes, not threads: the Temporal runtime is one a process and installed by each file.
    pool: 'forks',
    // On a shared machine a process can be starved for seconds; a broken promise fails twice.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          globalSetup: 'test/global.ts',
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'own',
          include: all,
          exclude: alone,
          globalSetup: 'test/global.ts',
          // Each has its own set, and half of its time waits for what it has killed or delayed.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
