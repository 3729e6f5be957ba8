/** A process that runs jobs, to be killed. Argument: the database's address. */
import { aWorld } from './platforms.ts'

await aWorld(process.argv[2] ?? '').runner({ policy: { timeoutMs: 30_000 } })
process.stdout.write('running\n')
