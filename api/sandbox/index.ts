import { sandboxFundInternalAccount } from './sandboxFundInternalAccount.ts'
import { sendTestWebhook } from './sendTestWebhook.ts'

export default [sandboxFundInternalAccount, sendTestWebhook]
