import { lookupExternalAccount } from './lookupExternalAccount.ts'
import { lookupUma } from './lookupUma.ts'

export default [lookupUma, lookupExternalAccount]
