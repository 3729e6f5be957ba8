/** Agents: what the platform sees of them, and what they see themselves. */
import { agentBank, agentDollars, wallet } from '../resources/accounts.ts'
import {
  agent,
  approvedAction,
  asksAboveThreshold,
  collectionAction,
  judgement,
  policy,
  quoteAction,
  recorded,
  rejectedAction,
  transferAction,
} from '../resources/agents.ts'
import { agentPayment, agentQuotePayment } from '../resources/payments.ts'
import { agentQuote } from '../resources/quotes.ts'
import { at, begun, fifteenMinutesLater, listOf } from '../resources/shared.ts'
import { given } from '../useCases/given.ts'
import type { Answers } from './answer.ts'

const newAgent = {
  ...agent,
  id: given.newAgent,
  isConnected: false,
  policy: {
    ...asksAboveThreshold,
    accountRestrictions: {
      allowedAccountIds: [given.dollars, given.bank],
      accountRules: [{ accountId: given.bank, perTransactionLimit: 25_000 }],
    },
  },
  usage: {
    ...agent.usage,
    dailyTransactionCount: 0,
    dailySpend: 0,
    dailyReserved: 0,
    monthlySpend: 0,
    monthlyReserved: 0,
  },
  ...begun,
} as const

const deviceCode = {
  code: given.deviceCode,
  agentId: given.newAgent,
  expiresAt: fifteenMinutesLater,
  redeemed: false,
} as const

const waiting = recorded(transferAction, 'RESERVED')

export const agents: Answers = {
  createAgent: { 201: { agent: newAgent, deviceCode } },
  listAgents: { 200: listOf(newAgent, agent) },
  getAgentById: { 200: agent },
  updateAgent: { 200: { ...agent, isPaused: true, updatedAt: at } },
  updateAgentPolicy: {
    200: {
      ...agent,
      policy: { ...policy, spendingLimits: { ...policy.spendingLimits, dailyLimit: 120_000 } },
      updatedAt: at,
    },
  },
  regenerateAgentDeviceCode: { 201: deviceCode },
  getAgentDeviceCodeStatus: { 200: { code: given.deviceCode, redeemed: false } },
  redeemAgentDeviceCode: {
    200: {
      agentId: given.newAgent,
      agentName: newAgent.name,
      accessToken: 'agt_4bd6e8cc395a37bbdbac3873d9ddc16f5b0402b4118b94a30ea433fb02a9c3dd',
      policy: newAgent.policy,
    },
  },
  listAgentApprovals: { 200: listOf(transferAction) },
  listAgentActions: { 200: listOf(waiting) },
  getAgentAction: { 200: { ...waiting, judgement } },
  approveAgentAction: { 200: approvedAction },
  rejectAgentAction: { 200: rejectedAction },
  evaluateAgentPolicy: { 200: judgement },
  getAgentMe: { 200: agent },
  agentListInternalAccounts: { 200: listOf(wallet, agentDollars) },
  agentListExternalAccounts: { 200: listOf(agentBank) },
  agentGetExternalAccount: { 200: agentBank },
  agentCreateExternalAccount: { 201: agentBank },
  agentCreateQuote: { 201: agentQuote },
  agentGetQuote: { 200: agentQuote },
  agentExecuteQuote: { 200: quoteAction },
  agentCreateTransferOut: { 201: transferAction },
  agentCreateTransferIn: { 201: collectionAction },
  agentListActions: { 200: listOf(transferAction) },
  agentGetAction: { 200: transferAction },
  agentListTransactions: { 200: listOf(agentPayment) },
  agentGetTransaction: { 200: { ...agentQuotePayment, status: 'PROCESSING', updatedAt: at } },
  evaluateOwnPolicy: { 200: judgement },
}
