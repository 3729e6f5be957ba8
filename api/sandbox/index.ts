import { sandboxFundInternalAccount } from './sandboxFundInternalAccount.ts'

export default [sandboxFundInternalAccount]
