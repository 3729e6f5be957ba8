/** Agents: what the platform does with them, and what they do themselves. */
import { given } from './given.ts'
import type { UseCases } from './useCase.ts'

const { agent, action } = given
const agentId = { agentId: agent } as const
/** The agent pays up to 100 USD by itself, and asks above that. */
const asksAboveThreshold = {
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: {
    currency: 'USD',
    perTransactionLimit: 50_000,
    dailyLimit: 80_000,
    dailyTransactionLimit: 20,
    monthlyLimit: 500_000,
  },
  approvalThresholds: { currency: 'USD', amount: 10_000 },
} as const
const transferOut = {
  source: { accountId: given.agentDollars },
  destination: { accountId: given.agentBank },
  amount: 5_000,
} as const
const transferIn = {
  source: { accountId: given.agentBank },
  destination: { accountId: given.agentDollars },
  amount: 5_000,
} as const
const withKey = { 'Idempotency-Key': 'invoice-4711' } as const
const bank = {
  currency: 'USD',
  accountInfo: {
    accountType: 'USD_ACCOUNT',
    accountNumber: given.newAccountNumber,
    routingNumber: '021000021',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
  },
} as const

export const agents: UseCases = {
  createAgent: [
    {
      name: 'asksAboveThreshold',
      title: 'It pays up to 100 USD by itself, and asks above that',
      body: { name: 'Invoices', customerId: given.customer, policy: asksAboveThreshold },
      secrets: ['code'],
    },
    {
      name: 'readsOnly',
      title: 'It reads, and nothing else',
      body: {
        name: 'Reports',
        customerId: given.customer,
        policy: {
          permissions: ['VIEW_TRANSACTIONS'],
          defaultExecutionMode: 'APPROVAL_REQUIRED',
          spendingLimits: { currency: 'USD', perTransactionLimit: 1 },
        },
      },
    },
    {
      name: 'oneSupplier',
      title: 'It pays one supplier, each payment after approval',
      body: {
        name: 'Supplier',
        customerId: given.customer,
        policy: {
          ...asksAboveThreshold,
          defaultExecutionMode: 'APPROVAL_REQUIRED',
          accountRestrictions: {
            allowedAccountIds: [given.dollars, given.bank],
            accountRules: [{ accountId: given.bank, perTransactionLimit: 25_000 }],
          },
        },
      },
    },
  ],
  listAgents: [
    { name: 'ofCustomer', title: 'Those of a customer', query: { customerId: given.customer } },
    { name: 'paused', title: 'Those that are paused', query: { isPaused: true } },
  ],
  getAgentById: [{ name: 'agent', title: 'Read an agent with its usage', path: agentId }],
  updateAgent: [
    { name: 'pause', title: 'Pause it', path: agentId, body: { isPaused: true } },
    { name: 'rename', title: 'Rename it', path: agentId, body: { name: 'Invoices of 2026' } },
  ],
  updateAgentPolicy: [
    {
      name: 'dailyLimit',
      title: 'Another limit of the day',
      path: agentId,
      body: { spendingLimits: { perTransactionLimit: 50_000, dailyLimit: 120_000 } },
    },
    {
      name: 'askAlways',
      title: 'Every action needs an approval',
      path: agentId,
      body: { defaultExecutionMode: 'APPROVAL_REQUIRED' },
    },
  ],
  deleteAgent: [{ name: 'agent', title: 'Delete an agent', path: agentId }],
  regenerateAgentDeviceCode: [
    {
      name: 'code',
      title: 'A new device code',
      path: { agentId: given.newAgent },
      secrets: ['code'],
    },
  ],
  getAgentDeviceCodeStatus: [
    { name: 'status', title: 'Whether it was redeemed', path: { code: given.deviceCode } },
  ],
  redeemAgentDeviceCode: [
    {
      name: 'redeem',
      title: 'The program gets its access token',
      path: { code: given.deviceCode },
      secrets: ['accessToken'],
    },
  ],
  listAgentApprovals: [
    { name: 'waiting', title: 'What waits for you' },
    { name: 'ofAgent', title: 'Of one agent', query: { agentId: agent } },
    { name: 'ofCustomer', title: 'Of one customer', query: { customerId: given.agentCustomer } },
  ],
  listAgentActions: [
    { name: 'pending', title: 'What waits for a person', query: { status: 'PENDING_APPROVAL' } },
    { name: 'ofAgent', title: 'What one agent has asked for', query: { agentId: agent } },
  ],
  getAgentAction: [
    { name: 'action', title: 'Read an action before it is decided', path: { actionId: action } },
  ],
  approveAgentAction: [
    {
      name: 'approve',
      title: 'Approve it',
      path: { ...agentId, actionId: action },
      needs: 'PAYOUT_RAIL',
    },
  ],
  rejectAgentAction: [
    {
      name: 'reject',
      title: 'Reject it, with a reason that the agent reads',
      path: { ...agentId, actionId: action },
      body: { reason: 'Not without an invoice' },
    },
  ],
  evaluateAgentPolicy: [
    {
      name: 'action',
      title: 'Would it be allowed?',
      path: agentId,
      body: { action: { type: 'EXECUTE_QUOTE', quoteId: given.agentQuote } },
    },
    {
      name: 'otherPolicy',
      title: 'What another policy would have said about the last ten actions',
      path: agentId,
      body: { policy: asksAboveThreshold, lastActions: 10 },
    },
  ],
  getAgentMe: [{ name: 'me', title: 'Its own record' }],
  agentListInternalAccounts: [{ name: 'all', title: 'What there is to spend' }],
  agentListExternalAccounts: [{ name: 'all', title: 'Who can be paid' }],
  agentGetExternalAccount: [
    { name: 'account', title: 'Read one', path: { externalAccountId: given.agentBank } },
  ],
  agentCreateExternalAccount: [
    { name: 'bank', title: 'A new bank account', body: bank },
    {
      name: 'ofCustomer',
      title: 'With the customer that it acts for',
      body: { ...bank, customerId: given.agentCustomer },
    },
  ],
  agentDeleteExternalAccount: [
    { name: 'account', title: 'Delete one', path: { externalAccountId: given.agentBank } },
  ],
  agentCreateQuote: [
    {
      name: 'quote',
      title: 'A price',
      headers: withKey,
      body: {
        source: { sourceType: 'ACCOUNT', accountId: given.agentDollars },
        destination: { destinationType: 'ACCOUNT', accountId: given.agentBank },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 5_000,
      },
      needs: 'PAYOUT_RAIL',
    },
    {
      name: 'atOnce',
      title: 'Price and payment in one step',
      headers: withKey,
      body: {
        source: { sourceType: 'ACCOUNT', accountId: given.agentDollars },
        destination: { destinationType: 'ACCOUNT', accountId: given.agentBank },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 5_000,
        immediatelyExecute: true,
      },
      needs: 'PAYOUT_RAIL',
    },
    {
      name: 'funded',
      title: 'A payment that somebody else’s deposit starts',
      headers: withKey,
      body: {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' },
        destination: { destinationType: 'ACCOUNT', accountId: given.agentDollars },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 5_000,
      },
      needs: 'PAYOUT_RAIL',
    },
  ],
  agentGetQuote: [{ name: 'quote', title: 'Read one', path: { quoteId: given.agentQuote } }],
  agentExecuteQuote: [
    {
      name: 'execute',
      title: 'Execute it, or have it approved',
      path: { quoteId: given.agentQuote },
      headers: withKey,
      needs: 'PAYOUT_RAIL',
    },
  ],
  agentCreateTransferOut: [
    {
      name: 'payOut',
      title: 'Pay 50.00 USD',
      headers: withKey,
      body: transferOut,
      needs: 'PAYOUT_RAIL',
    },
  ],
  agentCreateTransferIn: [
    {
      name: 'collect',
      title: 'Collect 50.00 USD',
      headers: withKey,
      body: transferIn,
      needs: 'PAYOUT_RAIL',
    },
  ],
  agentListActions: [{ name: 'all', title: 'What it has asked for' }],
  agentGetAction: [{ name: 'action', title: 'What has become of one', path: { actionId: action } }],
  agentListTransactions: [
    { name: 'all', title: 'What has moved' },
    {
      name: 'ofAccount',
      title: 'What has moved on an account',
      query: { accountIdentifier: given.agentDollars },
    },
    {
      name: 'fromAccount',
      title: 'What has left an account',
      query: { senderAccountIdentifier: given.agentDollars },
    },
    {
      name: 'toAccount',
      title: 'What was paid to an account',
      query: { receiverAccountIdentifier: given.agentBank },
    },
  ],
  agentGetTransaction: [
    { name: 'transaction', title: 'Read one', path: { transactionId: given.agentTransaction } },
  ],
  evaluateOwnPolicy: [
    {
      name: 'quote',
      title: 'Would it be allowed to execute a quote?',
      body: { action: { type: 'EXECUTE_QUOTE', quoteId: given.agentQuote } },
    },
  ],
}
