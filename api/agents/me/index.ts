import { agentCreateExternalAccount } from './agentCreateExternalAccount.ts'
import { agentCreateQuote } from './agentCreateQuote.ts'
import { agentDeleteExternalAccount } from './agentDeleteExternalAccount.ts'
import { agentGetExternalAccount } from './agentGetExternalAccount.ts'
import { agentGetQuote } from './agentGetQuote.ts'
import { agentGetTransaction } from './agentGetTransaction.ts'
import { agentListExternalAccounts } from './agentListExternalAccounts.ts'
import { agentListInternalAccounts } from './agentListInternalAccounts.ts'
import { agentListTransactions } from './agentListTransactions.ts'

/** What an agent reads and prepares: the platform's operations, for its customer alone. */
export default [
  agentListInternalAccounts,
  agentListExternalAccounts,
  agentCreateExternalAccount,
  agentGetExternalAccount,
  agentDeleteExternalAccount,
  agentListTransactions,
  agentGetTransaction,
  agentCreateQuote,
  agentGetQuote,
]
