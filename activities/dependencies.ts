import type { Logger } from 'pino'
import type { Clock } from '../contract/time.ts'
import type { Database } from '../db/database.ts'
import type { Rail } from '../providers/payoutRail/index.ts'
import type { WalletProvider } from '../providers/walletProvider/index.ts'
import type { Config } from '../runtime/config.ts'
import type { SynchronousWebhook, WebhookReply } from './synchronousWebhook.ts'

/** The dependencies of activities; they use no globals. */
export type ActivityDependencies = {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly database: Database
  readonly provider: WalletProvider
  readonly rail: Rail
  /** One signed POST to a platform's endpoint; never throws. */
  readonly sendSynchronousWebhook: (webhook: SynchronousWebhook) => Promise<WebhookReply>
}
