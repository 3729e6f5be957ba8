/**
 * Tests that replace every process while payments are open take minutes: `npm test` runs one of them,
 * as the run's seed says, and the long suite both. `test/support/sampledFiles.ts` leaves out the file of the other.
 */
import { sampleOf } from '../support/seed.ts'

export const rollouts = sampleOf('rollouts', ['deploys', 'keyRotation'], 1)
