/**
 * A process that runs jobs, to be killed or measured. Arguments: the database's address, and
 * `patient` for the service's own heartbeat.
 */
import { aWebhookFixture } from './platforms.ts'

const [, , url = '', pace] = process.argv
await aWebhookFixture(url).runner({ policy: { timeoutMs: 30_000 }, isPatient: pace === 'patient' })
process.stdout.write('running\n')
