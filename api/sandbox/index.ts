import cards from './cards/index.ts'
import faults from './faults/index.ts'
import { listSandboxMessages } from './listSandboxMessages.ts'
import { getSandboxClock, moveSandboxClock } from './sandboxClock.ts'
import { sandboxFundInternalAccount } from './sandboxFundInternalAccount.ts'
import { sandboxReceive } from './sandboxReceive.ts'
import { sandboxSend } from './sandboxSend.ts'
import { sendTestWebhook } from './sendTestWebhook.ts'

export default [
  sandboxFundInternalAccount,
  sandboxSend,
  sandboxReceive,
  sendTestWebhook,
  listSandboxMessages,
  getSandboxClock,
  moveSandboxClock,
  ...faults,
  ...cards,
]
