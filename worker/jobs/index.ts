/** The parts of the job runner that the rest of the worker process uses. */
export { oldestUndeliveredWebhookSeconds } from '../webhooks/oldestUndelivered.ts'
export { createJobRunner, type JobRunner, type JobRunnerOptions } from './runner.ts'
