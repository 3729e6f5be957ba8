import { lookupExternalAccount } from './lookupExternalAccount.ts'

export default [lookupExternalAccount]
