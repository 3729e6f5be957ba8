import type { Logger } from 'pino'
import type { Clock } from '../contract/time.ts'
import type { Database } from '../db/database.ts'
import type { Records } from '../db/recordKeys.ts'
import type { DocumentStore } from '../providers/documentStore/index.ts'
import type { OutsideParties } from '../providers/outsideParties.ts'
import type { Config } from '../runtime/config.ts'
import type { Tracing } from '../runtime/tracing.ts'
import type { SynchronousWebhook, WebhookReply } from './synchronousWebhook.ts'

/** The dependencies of activities; they use no globals. */
export type ActivityDependencies = {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly database: Database
  /** For statements that are no steps of a workflow task, and may take their time. */
  readonly patientDatabase: Database
  /** Encrypted documents and uploads. */
  readonly documents: DocumentStore
  /** Values of encrypted columns. */
  readonly records: Pick<Records, 'open' | 'sealAll' | 'currentId'>
  /** Each call goes to the party of the environment that the payment's or wallet's row names. */
  readonly outside: OutsideParties
  /** One signed POST to a platform's endpoint; never throws. */
  readonly sendSynchronousWebhook: (webhook: SynchronousWebhook) => Promise<WebhookReply>
  /** Undefined if no traces are exported. */
  readonly tracing?: Tracing | undefined
}
