/** Jobs: what other parts of the worker process use. */
export { oldestUndeliveredWebhookSeconds } from '../webhooks/oldestUndelivered.ts'
export { createJobRunner, type JobRunner, type JobRunnerOptions } from './runner.ts'
